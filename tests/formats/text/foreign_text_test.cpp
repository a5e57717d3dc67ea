#include "formats/text/foreign_text.h"

#include <gtest/gtest.h>

#include <string>

namespace fairshare::formats {
namespace {

std::string sentence(std::string_view text) {
  return find_foreign(text).value_or("");
}

TEST(ForeignText, IsNamedWithWhatToDo) {
  EXPECT_EQ(sentence("<?xml version=\"1.0\"?>\n<scheduler>"),
            "the input is XML: ask for JSON (curl -H 'Accept: application/json')");
  for (const char* const page : {" \n<!DOCTYPE HTML>", "<HTML>", "<html"}) {
    EXPECT_EQ(sentence(page),
              "the input is a web page, such as that of a login: log in (curl --negotiate -u :) "
              "and ask for /ws/v1/cluster/scheduler");
  }
  for (const char* const file : {"<allocations>", "<?xml version=\"1.0\"?>\n<allocations>",
                                 "<!-- a licence -->\n<allocations>"}) {
    EXPECT_EQ(sentence(file),
              "the input is a fair-scheduler.xml: pass it with --allocations, and the response of "
              "the ResourceManager as the input; fairshare lint checks it alone");
  }
  EXPECT_EQ(sentence("HTTP/1.1 200 OK"),
            "the input begins with an HTTP header: leave it out (curl without -i)");
  for (const char* const header : {"HTTP/1.1 401 Unauthorized\r\n\r\n<html>", "HTTP/2 307"}) {
    EXPECT_EQ(sentence(header),
              "the input begins with the HTTP header of another status than 200: log in (curl "
              "--negotiate -u :), follow redirects (curl -L), and leave the header out (curl "
              "without -i)");
  }
  EXPECT_EQ(sentence("\xef\xbb\xbfThis is standby RM. The redirect url is: x"),
            "the input is the answer of a standby ResourceManager: ask the active one (curl -L)");
}

TEST(ForeignText, IsATable) {
  for (const char* const table :
       {"NAME      WEIGHT   STATE\ndefault   1        Open\n", "WHO\tMASK\tLEVEL",
        "+------+------------+\n| NAME | RU_PER_SEC |\n", "| NAME  | WEIGHT |",
        "ts,queue,w\n10:00,prod,3\n", "name;weight", "PriorityLevelName, ActiveQueues, IsIdle"}) {
    EXPECT_EQ(sentence(table),
              "the input is a table: pass --csv to verify if it is CSV, or ask for JSON (kubectl "
              "-o json, "
              "ceph --format json)")
        << table;
  }
}

TEST(ForeignText, IsAnErrorAsJson) {
  EXPECT_TRUE(sentence("{\"RemoteException\":{\"exception\":\"ForbiddenException\"")
                  .starts_with("the input is an error of the ResourceManager: "));
  EXPECT_TRUE(sentence("{ \"code\": 500, \"message\": \"Error resolving path\"")
                  .starts_with("the input is an error of YTsaurus: "));
  EXPECT_FALSE(find_foreign("{\"code\": 500}"));
}

TEST(ForeignText, IsATemplate) {
  for (const char* const text :
       {"{{- if .Values.a }}\nkind: Queue\n", "{% for a in b %}", "<% a %>"}) {
    EXPECT_EQ(sentence(text),
              "the input is a template: pass what it makes (such as helm template)");
  }
}

TEST(ForeignText, IsEncodedOrCompressed) {
  EXPECT_EQ(
      sentence("\xff\xfe{"),
      "the input is UTF-16, as PowerShell writes it: convert it with iconv -f UTF-16 -t UTF-8");
  EXPECT_EQ(sentence("\xfe\xff"), sentence("\xff\xfe{"));
  EXPECT_EQ(sentence("\x1f\x8b\b"), "the input is compressed: unpack it with gunzip");
}

TEST(ForeignText, IsYson) {
  for (const char* const text : {"{\n    \"pools\" = {\n", "{\"pools\"={\"<Root>\"={", "{pools={",
                                 "{\n  a = 1", "<\"opaque\"=%true>{"}) {
    EXPECT_EQ(sentence(text), "the input is YSON: ask for JSON (yt get --format json)") << text;
  }
}

TEST(ForeignText, IsNoJsonAndNoYaml) {
  for (const char* const text : {"", "{}", "[1]", "apiVersion: v1", "# a", "7", "\"a\"", "+1",
                                 "NAME", "A:  B", "kind:  List", "1,2:", "7 8", "so far, so good",
                                 "{\"a=b\":1}", "{\"a\":\"=\"}", "{=", "{\"a"}) {
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
  EXPECT_EQ(
      find_foreign_among_records("{\"id\":1,\n"),
      "a record continues on the next line: write each record on one line (jq -c . FILE, or jq -c "
      "'.[]' for a list)");
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
  EXPECT_FALSE(read_http_message("HTTP/1.1 200 OK\n\nHTTP/1.1 500 Error\n\n{}"));
  const auto after_login = read_http_message(
      "HTTP/1.1 401 Unauthorized\r\nDate: then\r\n\r\nHTTP/2 200\r\ndate: now\r\n\r\n{}");
  ASSERT_TRUE(after_login);
  EXPECT_EQ(after_login->date, "now");
  EXPECT_EQ(after_login->body, "\n\n\n\n\n\n{}");
  EXPECT_FALSE(read_http_message("HTTP/1.1 200 OK\nDate: today"));
  EXPECT_FALSE(read_http_message("{}"));
  EXPECT_FALSE(read_http_message(""));
}

}  // namespace
}  // namespace fairshare::formats
