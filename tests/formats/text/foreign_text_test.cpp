#include "formats/text/foreign_text.h"

#include <gtest/gtest.h>

#include <string>

namespace fairshare::formats {
namespace {

std::string sentence(std::string_view text) {
  return find_foreign(text).value_or("");
}

TEST(ForeignText, IsNamedWithWhatToDo) {
  EXPECT_NE(sentence("<?xml version=\"1.0\"?>\n<scheduler>").find("ask for JSON"),
            std::string::npos);
  EXPECT_NE(sentence(" \n<!DOCTYPE HTML>").find("web page"), std::string::npos);
  EXPECT_NE(sentence("<HTML>").find("web page"), std::string::npos);
  EXPECT_NE(sentence("<html").find("web page"), std::string::npos);
  EXPECT_NE(sentence("<allocations>").find("--allocations"), std::string::npos);
  EXPECT_NE(sentence("HTTP/1.1 200 OK").find("curl without -i"), std::string::npos);
  EXPECT_NE(
      sentence("\xef\xbb\xbfThis is standby RM. The redirect url is: x").find("the active one"),
      std::string::npos);
}

TEST(ForeignText, IsNoJsonAndNoYaml) {
  for (const char* const text : {"", "{}", "[1]", "apiVersion: v1", "# a", "7", "\"a\""}) {
    EXPECT_EQ(sentence(text), "") << text;
    EXPECT_FALSE(find_foreign_among_records(text)) << text;
  }
}

TEST(ForeignText, IsARecordOverSeveralLines) {
  for (const char* const text :
       {"{\n  \"id\": 1\n", "{\n", "[\n", "{\"id\":1,\n", "[{\"id\":1},\n", "<html>"}) {
    const bool is_alone = std::string_view(text) == "{\n";
    EXPECT_EQ(find_foreign_among_records(text).has_value(), !is_alone) << text;
  }
  EXPECT_FALSE(find_foreign_among_records("{\"id\":1}\n"));
  EXPECT_FALSE(find_foreign_among_records("{\"id\":1\n"));
}

TEST(HttpMessage, IsReadWhereItsStatusIs200) {
  const auto message = read_http_message("HTTP/1.1 200 OK\r\nDate: today\r\nA: b\r\n\r\n{\n}");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->date, "today");
  EXPECT_EQ(message->body, "\n\n\n\n{\n}");
  EXPECT_EQ(read_http_message("HTTP/2 200\n\n{}")->date, "");
  EXPECT_EQ(read_http_message("HTTP/2 200\nDATE: today\n\n{}")->date, "today");
  EXPECT_FALSE(read_http_message("HTTP/1.1 401 Unauthorized\n\n{}"));
  EXPECT_FALSE(read_http_message("HTTP/1.1 200 OK\nDate: today"));
  EXPECT_FALSE(read_http_message("{}"));
  EXPECT_FALSE(read_http_message(""));
}

}  // namespace
}  // namespace fairshare::formats
