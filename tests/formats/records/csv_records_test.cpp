// Records from tables: which rows are one record, and what is wrong with which row.
#include "formats/records/csv_records.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "formats/inputs.h"
#include "formats/judge_line.h"

namespace fairshare::formats {
namespace {

CsvMapping mapping(const std::string& group_by, const std::string& map = "") {
  auto read = read_csv_mapping(map.empty() ? std::vector<std::string>{} : std::vector{map});
  if (const auto* complaint = std::get_if<std::string>(&read)) ADD_FAILURE() << *complaint;
  auto result = std::get<CsvMapping>(std::move(read));
  result.group_by = group_by;
  return result;
}

std::string shown(const CsvRecords::Item& item) {
  if (const auto* record = std::get_if<CsvRecord>(&item)) {
    return std::to_string(record->line) + " " + record->text;
  }
  const auto& [id, error] = std::get<RecordError>(item);
  EXPECT_FALSE(error.message.empty());
  return error.code + " " + (id.empty() ? "" : id + " ") + describe(error);
}

// What a table yields, one item per line: a record after its line, or an error.
std::vector<std::string> read(const CsvMapping& mapping, const std::string& text) {
  CsvRecords records(mapping, "f");
  std::vector<std::string> items;
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    if (const auto item = records.take(line, ++number)) items.push_back(shown(*item));
  }
  if (const auto item = records.finish()) items.push_back(shown(*item));
  EXPECT_FALSE(records.finish()) << "the end is said once";
  EXPECT_FALSE(records.take("1,2,3", ++number)) << "nothing comes after the end";
  return items;
}

using Items = std::vector<std::string>;

TEST(CsvRecords, RowsWithOneKeyAreOneRecord) {
  EXPECT_EQ(read(mapping("ts", "name=queue,weight=w"),
                 "ts,queue,w,share,total\n10:00,prod,3,75,100\n10:00,dev,,25,100\n"
                 "10:01,prod,3,9,9\n"),
            (Items{R"(2 {"id":"10:00","total":100,"claimants":[{"name":"prod","weight":3},)"
                   R"({"name":"dev"}],"shares":[75,25]})",
                   R"(4 {"id":"10:01","total":9,"claimants":[{"name":"prod","weight":3}],)"
                   R"("shares":[9]})"}));
}

TEST(CsvRecords, WithoutAKeyTheTableIsOneRecord) {
  EXPECT_EQ(read(mapping(""), "total,share\n3,1\n\n3,2\n"),
            (Items{R"(2 {"total":3,"claimants":[{},{}],"shares":[1,2]})"}));
}

TEST(CsvRecords, EveryFieldOfAClaimantMayBeAColumn) {
  EXPECT_EQ(read(mapping("", "max_share=hi"),
                 "demand,hi,min_share,weight,name,x,share,total\n5,4,1,2,a,?,3,3\n"),
            (Items{R"(2 {"total":3,"claimants":[{"name":"a","weight":2,"min_share":1,)"
                   R"("max_share":4,"demand":5}],"shares":[3]})"}));
}

TEST(CsvRecords, AMappedFieldDoesNotTakeTheColumnOfItsOwnName) {
  EXPECT_EQ(read(mapping("", "weight=w"), "weight,w,share,total\n1,2,3,3\n"),
            (Items{R"(2 {"total":3,"claimants":[{"weight":2}],"shares":[3]})"}));
}

TEST(CsvRecords, NumbersStayAsTheyAreWritten) {
  for (const char* number : {"33", "33.30", "-5", "0", "-0.0", "1e3", "1E-3"}) {
    EXPECT_EQ(read(mapping(""), "share,total\n" + std::string(number) + ",1\n"),
              (Items{R"(2 {"total":1,"claimants":[{}],"shares":[)" + std::string(number) + "]}"}));
  }
  EXPECT_EQ(read(mapping(""), "share,total\n1/3,1\n"),
            (Items{R"(2 {"total":1,"claimants":[{}],"shares":["1/3"]})"}));
}

TEST(CsvRecords, WhatIsNoNumberIsRefusedInItsRow) {
  const auto refused = [](const std::string& weight) {
    return read(mapping("", "weight=w,name=queue"),
                "queue,w,share,total\na,1,1,2\nb," + weight + ",1,2\n");
  };
  EXPECT_EQ(refused("two"),
            Items{"FS006 f:3: claimant b, column w: \"two\" is neither a number nor p/q"});
  EXPECT_EQ(refused("NaN"), Items{"FS011 f:3: claimant b, column w: NaN is not a finite number"});
  EXPECT_EQ(refused("1/0"), Items{"FS006 f:3: claimant b, column w: 1/0 divides by zero"});
  EXPECT_EQ(refused("1e999999999").at(0).substr(0, 36), "FS007 f:3: claimant b, column w: 1e9");
  for (const char* text : {"+1", "01", "1.", ".5", " 1", "1 ", "1_000", "0x10", "-", "-01"}) {
    EXPECT_EQ(refused(text).at(0).substr(0, 33), "FS006 f:3: claimant b, column w: ") << text;
  }
  EXPECT_EQ(read(mapping(""), "share,total\n1,2\n-,2\n"),
            Items{"FS006 f:3: claimant 1, column share: \"-\" is neither a number nor p/q"});
}

TEST(CsvRecords, ARowWithoutAShareIsRefused) {
  EXPECT_EQ(read(mapping("k"), "k,name,share,total\nx,a,1,1\nx,b,,1\ny,c,1,1\n"),
            (Items{"FS104 \"x\" f:3: claimant b, column share: the share is missing",
                   R"(4 {"id":"y","total":1,"claimants":[{"name":"c"}],"shares":[1]})"}));
}

TEST(CsvRecords, WithoutSharesNoneIsReadOrNeeded) {
  CsvMapping without = mapping("");
  without.has_shares = false;
  EXPECT_EQ(read(without, "weight,total\n2,9\n"),
            (Items{R"(2 {"total":9,"claimants":[{"weight":2}]})"}));
  EXPECT_EQ(read(without, "weight,total,share\n2,9,?\n"),
            (Items{R"(2 {"total":9,"claimants":[{"weight":2}]})"}));
}

TEST(CsvRecords, WithoutANeedOfTotalsARecordMayHaveNone) {
  CsvMapping without = mapping("");
  without.needs_total = false;
  EXPECT_EQ(read(without, "share\n2\n"), (Items{R"(2 {"claimants":[{}],"shares":[2]})"}));
  EXPECT_EQ(read(without, "share,total\n2,9\n"),
            (Items{R"(2 {"total":9,"claimants":[{}],"shares":[2]})"}));
}

TEST(CsvRecords, ARecordHasOneTotalInOneRowOrMore) {
  EXPECT_EQ(read(mapping(""), "share,total\n1,\n2,3\n"),
            (Items{R"(2 {"total":3,"claimants":[{},{}],"shares":[1,2]})"}));
  EXPECT_EQ(read(mapping(""), "share,total\n1,3\n2,3.0\n"),
            Items{"FS017 f:3: claimant 1, column total: the total is 3.0 here, and 3 on line 2"});
  EXPECT_EQ(read(mapping(""), "share,total\n1,\n2,3\n3,4\n"),
            Items{"FS017 f:4: claimant 2, column total: the total is 4 here, and 3 on line 3"});
  EXPECT_EQ(read(mapping("k"), "k,share,total\na,1,\na,2,\n"),
            Items{"FS002 \"a\" f:2: column total: the total is missing in every row"});
  EXPECT_EQ(read(mapping("", "total=sum"), "share,sum\n1,\n"),
            Items{"FS002 f:2: column sum: the total is missing in every row"});
}

TEST(CsvRecords, ARowWithMoreOrFewerFieldsIsRefusedWithItsRecord) {
  const std::string good = R"({"id":"y","total":1,"claimants":[{}],"shares":[1]})";
  EXPECT_EQ(read(mapping("k"), "k,share,total\nx,1,1\nx,1\ny,1,1\n"),
            (Items{"FS001 \"x\" f:3: 2 fields, but the header has 3", "4 " + good}));
  EXPECT_EQ(read(mapping("k"), "k,share,total\nx,,1\nx,1\n"),
            Items{"FS104 \"x\" f:2: claimant 0, column share: the share is missing"})
      << "of two errors the first";
  // The row's key cannot be trusted: it may belong to either record.
  EXPECT_EQ(
      read(mapping("k"), "k,share,total\nx,1,1\nq,r,1,1\ny,1,1\nz,1,\n"),
      (Items{"FS001 \"x\" f:3: 4 fields, but the header has 3",
             "FS001 \"y\" f:4: the row on line 3 cannot be read, and may belong to this record",
             "FS002 \"z\" f:5: column total: the total is missing in every row"}));
}

TEST(CsvRecords, TheKeyMayBeAnyColumn) {
  EXPECT_EQ(read(mapping("k"), "share,total,k\n1,3,x\n2,3,x\n1,1,y\n"),
            (Items{R"(2 {"id":"x","total":3,"claimants":[{},{}],"shares":[1,2]})",
                   R"(4 {"id":"y","total":1,"claimants":[{}],"shares":[1]})"}));
  EXPECT_EQ(
      read(mapping("k"), "share,total,k\n1,1,x\n1,1\n1,1,y\n1,1,z\n"),
      (Items{"FS001 \"x\" f:3: 2 fields, but the header has 3",
             "FS001 \"y\" f:4: the row on line 3 cannot be read, and may belong to this record",
             R"(5 {"id":"z","total":1,"claimants":[{}],"shares":[1]})"}))
      << "a row that ends before its key has none";
}

TEST(CsvRecords, ARowThatIsNotCsvIsRefusedWithItsNeighbours) {
  const Items items = read(mapping("k"), "k,share,total\nw,1,1\nx,1,1\nx\"x,1,1\ny,1,1\nz,1,1\n");
  ASSERT_EQ(items.size(), 4U);
  EXPECT_EQ(items[0], R"(2 {"id":"w","total":1,"claimants":[{}],"shares":[1]})");
  EXPECT_EQ(items[1].substr(0, 14), "FS001 \"x\" f:4:");
  EXPECT_EQ(items[2].substr(0, 14), "FS001 \"y\" f:5:");
  EXPECT_EQ(items[3], R"(6 {"id":"z","total":1,"claimants":[{}],"shares":[1]})");
}

TEST(CsvRecords, AnErrorBeforeTheFirstRecordIsSaidWithIt) {
  EXPECT_EQ(read(mapping("k"), "k,share,total\nx\nx,1,1\n"),
            Items{"FS001 \"x\" f:2: 1 field, but the header has 3"});
  EXPECT_EQ(read(mapping("k"), "k,share,total\nx\n"),
            Items{"FS001 f:2: 1 field, but the header has 3"});
  EXPECT_EQ(read(mapping("k"), "k,share,total\nx\nx,1\nx,1,1\n"),
            Items{"FS001 \"x\" f:2: 1 field, but the header has 3"})
      << "of two the first";
}

TEST(CsvRecords, ALineThatIsLostIsRefusedWithItsNeighbours) {
  CsvRecords records(mapping("k"), "f");
  EXPECT_FALSE(records.take("k,share,total", 1));
  EXPECT_FALSE(records.take("x,1,1", 2));
  EXPECT_FALSE(records.take("x,\"1", 3));
  EXPECT_FALSE(records.lose({.code = "FS005", .message = "too long", .line = 4}));
  EXPECT_EQ(shown(records.take("y,1,1", 5).value()), "FS005 \"x\" f:4: too long");
  EXPECT_EQ(shown(records.take("z,1,1", 6).value()),
            "FS005 \"y\" f:5: the row on line 4 cannot be read, and may belong to this record");
  EXPECT_EQ(shown(records.finish().value()),
            R"(6 {"id":"z","total":1,"claimants":[{}],"shares":[1]})");
}

TEST(CsvRecords, OpenQuotesAtTheEndSpoilTheLastRecord) {
  EXPECT_EQ(read(mapping("k"), "k,share,total\nx,1,1\nx,\"1,1\ny,1,1\n"),
            Items{"FS001 \"x\" f:3: a quoted field is not closed: its quotes are open to the end "
                  "of this row"});
  EXPECT_EQ(
      read(mapping("k"), "k,share,\"total\n"),
      Items{"FS001 f:1: a quoted field is not closed: its quotes are open to the end of this row"});
}

TEST(CsvRecords, AKeyThatComesAgainIsRefused) {
  EXPECT_EQ(read(mapping("k"), "k,share,total\nx,1,1\ny,1,1\nx,1,1\nx,2,2\nz,1,1\n"),
            (Items{R"(2 {"id":"x","total":1,"claimants":[{}],"shares":[1]})",
                   R"(3 {"id":"y","total":1,"claimants":[{}],"shares":[1]})",
                   "FS004 \"x\" f:4: the rows of \"x\" are not adjacent: sort the file by \"k\"",
                   R"(6 {"id":"z","total":1,"claimants":[{}],"shares":[1]})"}));
}

TEST(CsvRecords, ARowWithoutAKeyIsRefusedWithItsNeighbours) {
  const Items items = read(mapping("k"), "k,share,total\nx,1,1\n,1,1\ny,1,1\nz,1,1\n");
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[0], "FS002 \"x\" f:3: column k: the row has no key, so it belongs to no record");
  EXPECT_EQ(items[1].substr(0, 14), "FS002 \"y\" f:4:");
  EXPECT_EQ(items[2].substr(0, 2), "5 ");
}

TEST(CsvRecords, TheHeaderHasTheColumnsThatAreNamed) {
  EXPECT_EQ(read(mapping("time"), "ts,queue,share,total\nx,a,1,1\n"),
            Items{"FS002 f:1: the header has no column \"time\" (--group-by); its columns: \"ts\", "
                  "\"queue\", \"share\", \"total\""});
  EXPECT_EQ(read(mapping("", "weight=w"), "ts,share,total\nx,1,1\n"),
            Items{"FS002 f:1: the header has no column \"w\" (--map weight); its columns: \"ts\", "
                  "\"share\", \"total\""});
  EXPECT_EQ(read(mapping(""), "ts,share,sum\nx,1,1\n"),
            Items{"FS002 f:1: the header has no column \"total\": name it by --map total=COLUMN; "
                  "its columns: \"ts\", \"share\", \"sum\""});
  EXPECT_EQ(read(mapping(""), "a;share;total\n1;2;3\n"),
            Items{"FS002 f:1: the header has no column \"share\": name it by --map share=COLUMN; "
                  "its columns: \"a;share;total\"; put commas between them"});
}

TEST(CsvRecords, OfManyColumnsTheFirstAreNamed) {
  std::string header = "aaaaaaaa";
  std::string named = "\"aaaaaaaa\"";
  for (int k = 1; k < 60; ++k) {
    header += ",aaaaaaaa";
    named += ", \"aaaaaaaa\"";
  }
  EXPECT_EQ(read(mapping(""), header + "\n"),
            Items{"FS002 f:1: the header has no column \"share\": name it by --map share=COLUMN; "
                  "its columns: " +
                  named.substr(0, 397) + "..."});
}

TEST(CsvRecords, AColumnThatIsUsedIsThereOnce) {
  EXPECT_EQ(read(mapping(""), "share,total,share\n1,1,1\n"),
            Items{"FS004 f:1: duplicate column \"share\" in the header: rename or delete one"});
  EXPECT_EQ(read(mapping(""), "total,share,share\n1,1,1\n"),
            Items{"FS004 f:1: duplicate column \"share\" in the header: rename or delete one"});
  EXPECT_EQ(read(mapping("k"), "share,total,share\n1,1,1\n").at(0).substr(0, 39),
            "FS002 f:1: the header has no column \"k\"")
      << "of two the first";
  EXPECT_EQ(read(mapping(""), "share,x,total,x\n1,?,1,?\n"),
            (Items{R"(2 {"total":1,"claimants":[{}],"shares":[1]})"}));
}

// The warning about a table with that header, or "".
std::string warning_of(const CsvMapping& mapping, const std::string& header) {
  CsvRecords records(mapping, "f");
  EXPECT_FALSE(records.find_warning());
  EXPECT_FALSE(records.take(header, 1));
  return records.find_warning().value_or("");
}

TEST(CsvRecords, IgnoredColumnsAreAWarningIfAFieldHasNone) {
  EXPECT_EQ(warning_of(mapping("ts", "name=queue,weight=w"), "ts,queue,w,min,share,total,node"),
            "f:1: ignored columns: \"min\", \"node\"; no column gives min_share, max_share, "
            "demand: to name one, add --map FIELD=COLUMN");
  EXPECT_EQ(warning_of(mapping("ts", "name=queue"), "ts,queue,share,total"), "");
  EXPECT_EQ(warning_of(mapping(""), "x,weight,min_share,max_share,demand,share,total"), "");
  CsvMapping without_shares = mapping("");
  without_shares.has_shares = false;
  EXPECT_EQ(warning_of(without_shares, "weight,share,total"), "");
}

TEST(CsvRecords, AfterAnErrorInTheHeaderNothingIsGiven) {
  CsvRecords records(mapping(""), "f");
  EXPECT_TRUE(records.take("a,b", 1));
  EXPECT_TRUE(records.is_over());
  EXPECT_FALSE(records.find_warning());
  EXPECT_FALSE(records.take("share,total", 2));
  EXPECT_FALSE(records.finish());
}

TEST(CsvRecords, ATableOfAHeaderHasNoRecords) {
  EXPECT_EQ(read(mapping(""), "share,total\n"), Items{});
}

TEST(CsvRecords, NamesAndKeysMayHoldAnything) {
  const Items items = read(mapping("k"), "k,name,share,total\n\"a \"\"b\"\", c\",\"x\ny\",1,1\n");
  ASSERT_EQ(items.size(), 1U);
  EXPECT_EQ(items[0],
            R"(2 {"id":"a \"b\", c","total":1,"claimants":[{"name":"x\u000ay"}],"shares":[1]})");
  const auto read = read_any_record(items[0].substr(2), "f", 2, "");
  const auto* record = std::get_if<Record>(&read);
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(record->names, std::vector<std::string>{"x\ny"});
  EXPECT_EQ(record->title, "a \"b\", c");
}

// What is wrong with the last record of a table, in terms of the table.
std::string misjudged(const CsvMapping& mapping, const std::string& text,
                      const Judging& judging = {}) {
  CsvRecords records(mapping, "f");
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) records.take(line, ++number);
  const auto item = records.finish();
  const auto* record = item ? std::get_if<CsvRecord>(&*item) : nullptr;
  if (record == nullptr) return "no record";
  const auto judged = judge_line(record->text, "f", record->line, judging);
  const auto* error = std::get_if<RecordError>(&judged);
  if (error == nullptr) return "no error";
  return error->error.code + " " + describe(told_in_table(error->error, mapping, record->lines));
}

TEST(CsvRecords, AnErrorOfTheRecordIsToldAtItsRowAndColumn) {
  const CsvMapping mapped = mapping("", "name=queue,weight=w,min_share=lo,max_share=hi");
  const std::string header = "queue,w,lo,hi,share,total\na,1,,,20,100\n";
  EXPECT_EQ(misjudged(mapped, header + "b,1,,,20,100\nc,-1,,,40,100\n"),
            "FS011 f:4: claimant c, column w: -1 is negative");
  EXPECT_EQ(misjudged(mapped, header + "b,1,8,5,20,100\n"),
            "FS010 f:3: claimant b, column hi: max_share 5 is below min_share 8");
  EXPECT_EQ(misjudged(mapped, header + "b,1,-8,,20,100\n"),
            "FS011 f:3: claimant b, column lo: -8 is negative");
  EXPECT_EQ(misjudged(mapped, header + "a,1,,,20,100\n"),
            "FS004 f:3: claimant a, column queue: duplicate name: an earlier claimant has it");
  EXPECT_EQ(misjudged(mapping("", "share=got"), "got,total\n3,5\n2.5,5\n",
                      {.tolerance = {.rounding = Rounding::down}}),
            "FS015 f:3: claimant 1, column got: the share 2.5 is not a whole unit, so it cannot "
            "have been rounded to one");
  EXPECT_EQ(misjudged(mapped, header + "b,1,8.5,,20,100\n", {.scheduler = "karmada"}),
            "FS008 f:3: claimant b, column lo: 8.5 is not a whole number from -2147483648 to "
            "2147483647");
}

TEST(CsvRecords, AnErrorOfTheTotalIsToldWhereItIsWrittenFirst) {
  EXPECT_EQ(misjudged(mapping("", "total=sum"), "share,sum\n1,\n2,-3\n3,-3\n"),
            "FS011 f:3: column sum: -3 is negative");
  EXPECT_EQ(misjudged(mapping("k"), "k,share,total\nx,1,2\ny,1,\ny,1,-3\n"),
            "FS011 f:4: column total: -3 is negative");
}

TEST(CsvRecords, AnErrorOfTheRecordIsToldOnTheLineOnWhichItsRowBegins) {
  const std::string rows = "k,name,weight,share,total\nx,a,1,1,2\nx,b,1,1,2\n\n";
  EXPECT_EQ(misjudged(mapping("k"), rows + "y,\"c\nd\",1,1,2\n\ny,e,-1,1,2\n"),
            "FS011 f:8: claimant e, column weight: -1 is negative");
}

TEST(CsvRecords, AnErrorOfAClaimantWithoutAColumnHasItsRow) {
  EXPECT_EQ(misjudged(mapping(""), "name,share,total\n1,1,2\n,1,2\n"),
            "FS004 f:3: claimant 1: duplicate name: a claimant without a name is named by its "
            "index, and an earlier claimant has that name");
}

TEST(CsvRecords, AnErrorOfNoRowHasTheFirstLineOfItsRecord) {
  EXPECT_EQ(misjudged(mapping(""), "share,total\n1,2\n1,2\n", {.scheduler = "ytsaurus-2023"}),
            "FS002 f:2: tree: ytsaurus-2023 divides a \"tree\", which is missing");
  const InputError beyond{.code = "FS105", .message = "2 shares", .line = 2, .field = "shares[1]"};
  EXPECT_EQ(describe(told_in_table(beyond, mapping(""), {.rows = {2}, .total = 2})),
            "line 2: shares[1]: 2 shares");
}

TEST(CsvRecords, ARecordLongerThanALineMayBeIsRefused) {
  CsvRecords records(mapping("k"), "f");
  EXPECT_FALSE(records.take("k,name,share,total", 1));
  const std::string row = "x," + std::string(std::size_t{9} << 20, 'n') + ",1,1";
  for (std::size_t line = 2; line <= 10; ++line) EXPECT_FALSE(records.take(row, line)) << line;
  EXPECT_EQ(shown(records.take("y,n,1,1", 11).value()),
            "FS005 \"x\" f:9: the record of this row is longer than 64 MiB");
  EXPECT_TRUE(std::holds_alternative<CsvRecord>(records.finish().value()));
}

TEST(CsvMapping, IsRowsOfCsv) {
  const auto read = read_csv_mapping({"name=queue,weight=w", "\"share=got, really\",total=a=b"});
  const auto* mapping = std::get_if<CsvMapping>(&read);
  ASSERT_NE(mapping, nullptr);
  EXPECT_EQ(mapping->columns,
            (std::map<std::string, std::string, std::less<>>{
                {"name", "queue"}, {"weight", "w"}, {"share", "got, really"}, {"total", "a=b"}}));
}

TEST(CsvMapping, SaysWhatIsWrongWithIt) {
  const auto refused = [](const std::vector<std::string>& texts) {
    const auto read = read_csv_mapping(texts);
    const auto* complaint = std::get_if<std::string>(&read);
    return complaint != nullptr ? *complaint : "";
  };
  EXPECT_EQ(refused({"wieght=w"}),
            "--map wieght=w: unknown field \"wieght\"; known: name, weight, min_share, "
            "max_share, demand, share, total");
  const std::string known = "name, weight, min_share, max_share, demand, share, total";
  for (const std::string pair : {"weight", "weight="}) {
    EXPECT_EQ(refused({pair}),
              "--map " + pair + ": FIELD=COLUMN is expected; known fields: " + known);
  }
  EXPECT_EQ(refused({"name=a,"}), "--map : FIELD=COLUMN is expected; known fields: " + known);
  for (const std::string text : {"", "\"name=a"}) {
    EXPECT_EQ(refused({text}), "--map " + text + ": FIELD=COLUMN,... is expected");
  }
  EXPECT_EQ(refused({"weight=a", "weight=b"}), "--map weight=b: duplicate field weight");
}

}  // namespace
}  // namespace fairshare::formats
