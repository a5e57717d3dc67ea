// Texts that users pass instead of JSON: what a browser, curl -i or a standby ResourceManager
// returns. They get one message that says what to do, instead of an error for each line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fairshare::formats {

// What is wrong with a text with this beginning, and what to do; nothing if it may be JSON or YAML.
//
//     <?xml version="1.0"?>, <scheduler>    ask for JSON
//     <!DOCTYPE html>, <html>               a web page, such as a login page
//     HTTP/1.1 200 OK                       an HTTP header
//     This is standby RM. ...               ask the active one
//     {"RemoteException":{...}}             an error of the ResourceManager, or of YTsaurus
//     {"pools" = {                          YSON
//     NAME   WEIGHT, +------+               ask for JSON or CSV
//     {{- if .Values.a }}, {% for a in b %} pass what the template makes
//     UTF-16, gzip
std::optional<std::string> find_foreign(std::string_view beginning);

// The same for a stream of records, one per line: also if the first line is only a brace or
// bracket, or ends in a comma, so that the record continues on the next line.
std::optional<std::string> find_foreign_among_records(std::string_view beginning);

// Those of them that are no YAML either: tables, templates, UTF-16 and gzip.
std::optional<std::string> find_neither_json_nor_yaml(std::string_view beginning);

// How it is encoded, and what to do, for "the input is ...": "compressed: unpack it with gunzip",
// "UTF-16, as PowerShell writes it: ..."; nothing if it may be UTF-8.
std::optional<std::string> find_other_encoding(std::string_view beginning);

// An HTTP header with status 200 and what follows it. Headers before it, as `curl -i` shows of a
// login, a redirection or a proxy, belong to it.
struct HttpMessage {
  std::string date;  // as its field Date has it; empty if there is none
  std::string
      body;  // preceded by as many line breaks as the header has, so that line numbers stay right
};
std::optional<HttpMessage> read_http_message(std::string_view text);

}  // namespace fairshare::formats
