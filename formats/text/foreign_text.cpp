#include "formats/text/foreign_text.h"

#include <algorithm>
#include <cstddef>

#include "formats/text/words.h"

namespace fairshare::formats {
namespace {

constexpr std::string_view white_space = " \t\r\n\v\f";

std::string_view without_space(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(white_space);
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(white_space) + 1);
}

bool begins_with(std::string_view text, std::string_view small) {
  return lower(text.substr(0, small.size())) == small;
}

bool is_http(std::string_view text) {
  return text.starts_with("HTTP/");
}

// Of the first line of an HTTP header.
bool has_status_200(std::string_view line) {
  return line.find(" 200") != std::string_view::npos;
}

constexpr std::string_view word_bytes =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

// NAME   WEIGHT, as kubectl and ceph begin.
bool is_heading(std::string_view line) {
  return line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ-_% \t") == std::string_view::npos &&
         (line.find("  ") != std::string_view::npos || line.find('\t') != std::string_view::npos);
}

// Single words with commas or semicolons between them; a sentence has words with only a space.
bool is_csv(std::string_view line) {
  const auto is_separator = [](char c) { return c == ',' || c == ';'; };
  const auto is_of_a_sentence = [&](char before, char c) {
    return c == ' ' && !is_separator(before);
  };
  return std::ranges::any_of(line, is_separator) &&
         std::ranges::adjacent_find(line, is_of_a_sentence) == line.end() &&
         std::ranges::all_of(line, [](char c) {
           return word_bytes.find(c) != std::string_view::npos ||
                  std::string_view("%. ,;\"").find(c) != std::string_view::npos;
         });
}

// Of its first line; +----+ and | NAME | are SQL's.
bool is_table(std::string_view line) {
  return line.starts_with("+-") || line.starts_with("| ") || is_heading(line) || is_csv(line);
}

// {"pools" = {, {pools={ or <"opaque"=%true>{, as yt prints unless asked for JSON.
bool is_yson(std::string_view text) {
  if (!text.starts_with('{') && !text.starts_with('<')) return false;
  text = without_space(text.substr(1));
  const bool is_quoted = text.starts_with('"');
  if (is_quoted) text.remove_prefix(1);
  const std::size_t end = is_quoted ? text.find('"') : text.find_first_not_of(word_bytes);
  if (end == std::string_view::npos || end == 0) return false;
  return without_space(text.substr(is_quoted ? end + 1 : end)).starts_with('=');
}

// {"RemoteException":{"exception":"ForbiddenException", and other errors as JSON.
std::optional<std::string_view> find_error_response(std::string_view text) {
  if (!text.starts_with('{')) return std::nullopt;
  text = without_space(text.substr(1));
  if (text.starts_with("\"RemoteException\"")) {
    return "the input is an error of the ResourceManager: read its message, log in (curl "
           "--negotiate -u :), and ask for /ws/v1/cluster/scheduler again";
  }
  if (text.starts_with("\"code\"") && text.find("\"message\"") != std::string_view::npos) {
    return "the input is an error of YTsaurus: read its message, and ask again";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_other_encoding(std::string_view beginning) {
  if (beginning.starts_with("\xff\xfe") || beginning.starts_with("\xfe\xff")) {
    return "UTF-16, as PowerShell writes it: convert it with iconv -f UTF-16 -t UTF-8";
  }
  if (beginning.starts_with("\x1f\x8b")) return "compressed: unpack it with gunzip";
  return std::nullopt;
}

std::optional<std::string> find_neither_json_nor_yaml(std::string_view beginning) {
  if (const auto encoding = find_other_encoding(beginning)) return "the input is " + *encoding;
  const std::string_view text = without_space(beginning);
  if (is_table(without_space(text.substr(0, text.find('\n'))))) {
    return "the input is a table: pass --csv to verify if it is CSV, or ask for JSON (kubectl -o "
           "json, ceph --format json)";
  }
  if (text.starts_with("{{") || text.starts_with("{%") || text.starts_with("<%")) {
    return "the input is a template: pass what it makes (such as helm template)";
  }
  return std::nullopt;
}

std::optional<std::string> find_foreign(std::string_view beginning) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (beginning.starts_with(byte_order_mark)) beginning.remove_prefix(byte_order_mark.size());
  const std::string_view text = without_space(beginning);
  if (auto foreign = find_neither_json_nor_yaml(text)) return foreign;
  if (is_yson(text)) return "the input is YSON: ask for JSON (yt get --format json)";
  if (begins_with(text, "<!doctype html") || begins_with(text, "<html")) {
    return "the input is a web page, such as that of a login: log in (curl --negotiate -u :) and "
           "ask for /ws/v1/cluster/scheduler";
  }
  if (text.starts_with("<") && text.find("<allocations") != std::string_view::npos) {
    return "the input is a fair-scheduler.xml: pass it with --allocations, and the response of the "
           "ResourceManager as the input; fairshare lint checks it alone";
  }
  if (text.starts_with("<")) {
    return "the input is XML: ask for JSON (curl -H 'Accept: application/json')";
  }
  if (is_http(text) && !has_status_200(text.substr(0, text.find('\n')))) {
    return "the input begins with the HTTP header of another status than 200: log in (curl "
           "--negotiate -u :), follow redirects (curl -L), and leave the header out (curl without "
           "-i)";
  }
  if (is_http(text)) {
    return "the input begins with an HTTP header: leave it out (curl without -i)";
  }
  if (const auto error = find_error_response(text)) return std::string(*error);
  if (text.starts_with("This is standby RM")) {
    return "the input is the answer of a standby ResourceManager: ask the active one (curl -L)";
  }
  return std::nullopt;
}

std::optional<std::string> find_foreign_among_records(std::string_view beginning) {
  if (auto foreign = find_foreign(beginning)) return foreign;
  const std::string_view text = without_space(beginning);
  if (!text.starts_with("{") && !text.starts_with("[")) return std::nullopt;
  const bool is_alone = without_space(text.substr(1, text.find('\n') - 1)).empty();
  if (text == "{" || !(is_alone || text.ends_with(','))) return std::nullopt;
  return "a record continues on the next line: write each record on one line (jq -c . FILE, or jq "
         "-c '.[]' "
         "for a list)";
}

std::optional<HttpMessage> read_http_message(std::string_view text) {
  HttpMessage message;
  bool is_status = true;
  bool is_ok = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = without_space(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    message.body += '\n';
    if (is_status && !is_http(line)) break;
    if (is_status) is_ok = has_status_200(line);
    is_status = false;
    if (begins_with(line, "date:")) message.date = without_space(line.substr(5));
    if (!line.empty()) continue;
    is_status = is_http(text);
    if (is_status) continue;
    if (!is_ok) break;
    message.body += text;
    return message;
  }
  return std::nullopt;
}

}  // namespace fairshare::formats
