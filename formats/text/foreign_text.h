// Texts that people pass in place of JSON: what a browser, curl -i or a standby ResourceManager
// gives. One sentence says what to do, instead of an error for each line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fairshare::formats {

// What is wrong with a text that begins so, and what to do; nothing where it may be JSON or YAML.
//
//     <?xml version="1.0"?>, <scheduler>    ask for JSON
//     <!DOCTYPE html>, <html>               a page, of a login, say
//     HTTP/1.1 200 OK                       an HTTP header
//     This is standby RM. ...               ask the active one
std::optional<std::string> find_foreign(std::string_view beginning);

// The same of a stream of records, which are one a line: also where the first line is only a brace
// or bracket, or ends in a comma, and so the next one goes on with the record.
std::optional<std::string> find_foreign_among_records(std::string_view beginning);

// An HTTP header with status 200 and what follows it.
struct HttpMessage {
  std::string date;  // as its field Date has it; empty: it has none
  std::string
      body;  // after as many line breaks as the header has, so that lines keep their numbers
};
std::optional<HttpMessage> read_http_message(std::string_view text);

}  // namespace fairshare::formats
