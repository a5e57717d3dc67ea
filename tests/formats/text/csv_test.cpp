#include "formats/text/csv.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "formats/text/lines.h"

namespace fairshare::formats {
namespace {

std::string shown(const CsvRow& row) {
  std::string text = std::to_string(row.line);
  for (const std::string_view field : row.fields) text += "[" + std::string(field) + "]";
  return text;
}

std::string shown(const InputError& error) {
  EXPECT_FALSE(error.message.empty());
  return error.code + ":" + std::to_string(error.line);
}

// "LINE[field][field]" for each row, "CODE:LINE" for each error, joined by spaces.
std::string read(const std::vector<std::string>& lines) {
  CsvReader reader;
  std::string all;
  const auto add = [&](const std::string& text) { all += (all.empty() ? "" : " ") + text; };
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const auto read = reader.take(lines[k], k + 1);
    if (const auto* row = std::get_if<CsvRow>(&read)) add(shown(*row));
    if (const auto* error = std::get_if<InputError>(&read)) add(shown(*error));
  }
  const auto end = reader.finish();
  if (const auto* error = std::get_if<InputError>(&end)) add(shown(*error));
  return all;
}

std::string message(const std::vector<std::string>& lines) {
  CsvReader reader;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const auto read = reader.take(lines[k], k + 1);
    if (const auto* error = std::get_if<InputError>(&read)) return error->message;
  }
  return "";
}

TEST(Csv, FieldsAreBetweenCommas) {
  EXPECT_EQ(read({"a,b,c", "1,,3", ",", "x"}), "1[a][b][c] 2[1][][3] 3[][] 4[x]");
}

TEST(Csv, SpacesAndCarriageReturnsBelongToTheirField) {
  EXPECT_EQ(read({" a , b\t,", "   ", "a\rb,\r"}), "1[ a ][ b\t][] 2[   ] 3[a\rb][\r]");
}

TEST(Csv, QuotesHoldCommasQuotesAndLineBreaks) {
  EXPECT_EQ(read({R"("a,b","say ""hi""","")"}), "1[a,b][say \"hi\"][]");
  EXPECT_EQ(read({"x,\"two", "lines\",y", "z"}), "1[x][two\nlines][y] 3[z]");
  EXPECT_EQ(read({"\"", "", "  ", "\",1"}), "1[\n\n  \n][1]") << "blank lines in quotes are text";
  EXPECT_EQ(read({R"("""")"}), "1[\"]");
}

TEST(Csv, BlankLinesAreNoRows) {
  EXPECT_EQ(read({"", "a", "", "", "b"}), "2[a] 5[b]");
  EXPECT_EQ(read({R"("")", "a"}), "1[] 2[a]") << "an empty field in quotes is a row";
}

TEST(Csv, BytesThatAreZeroAreBytes) {
  EXPECT_EQ(read({std::string("a\0b,c", 5)}), "1[" + std::string("a\0b", 3) + "][c]");
}

TEST(Csv, AQuoteOutOfPlaceIsRefusedAndTheNextLineRead) {
  EXPECT_EQ(read({R"(a"b,c)", "d"}), "FS001:1 2[d]");
  EXPECT_EQ(read({R"("a"b,c)", "d"}), "FS001:1 2[d]");
  EXPECT_EQ(read({R"(a, "b")", "d"}), "FS001:1 2[d]") << "a space before a quote begins a field";
  EXPECT_EQ(read({R"("a" ,b)", "d"}), "FS001:1 2[d]");
  EXPECT_EQ(message({R"(a"b,c)"}),
            "a quote is out of place at byte 2: quote the whole field, and write each quote in it "
            "twice");
  EXPECT_NE(message({"x,\"two", "li\"nes"}).find("at byte 4 of line 2:"), std::string::npos);
}

TEST(Csv, AnErrorHasTheLineOnWhichItsRowBegins) {
  EXPECT_EQ(read({"a", "b,\"c", "", "d\"e", "f"}), "1[a] FS001:2 5[f]");
}

TEST(Csv, OpenQuotesAtTheEndAreRefused) {
  EXPECT_EQ(read({"a", "b,\"c", "d"}), "1[a] FS001:2");
  EXPECT_EQ(read({"a", "\""}), "1[a] FS001:2");
  EXPECT_EQ(read({}), "");
}

TEST(Csv, ARowThatIsNotUtf8IsRefusedAsAWhole) {
  EXPECT_EQ(read({"a,\xE9", "b,\xC3\xA9"}), "FS001:1 2[b][\xC3\xA9]");
  EXPECT_EQ(read({"\xC3,\xA9"}), "FS001:1") << "a comma is between them";
  EXPECT_EQ(message({"\xE9"}),
            "this row is not UTF-8: convert the file, such as with iconv -f ISO-8859-1 -t UTF-8");
  EXPECT_EQ(read({"\"\xFF", "b\",c", "d"}), "FS001:1 3[d]");
}

TEST(Csv, ARowLongerThanALineMayBeIsRefused) {
  CsvReader reader;
  const std::string line(line_bytes_max / 4, 'a');
  std::vector<std::string> said;
  for (std::size_t k = 1; k <= 5; ++k) {
    const auto read = reader.take(k == 1 ? "\"" + line : line, k);
    const auto* error = std::get_if<InputError>(&read);
    if (error == nullptr) {
      EXPECT_TRUE(std::holds_alternative<CsvReader::NoRow>(read) || k == 5) << k;
    } else {
      said.push_back(shown(*error) + " at " + std::to_string(k) + ": " + error->message);
    }
  }
  EXPECT_EQ(said, std::vector<std::string>{
                      "FS005:1 at 4: a row is longer than 64 MiB: is a quote open?"});
}

}  // namespace
}  // namespace fairshare::formats
