// Reads the lines of the protocol with the readers of records. What is an error in the input for
// them is an unreadable answer here, FS503.
#include "fuzz/harness/protocol.h"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <charconv>
#include <system_error>
#include <utility>

#include "formats/text/json.h"
#include "formats/text/printable.h"
#include "fuzz/harness/cause.h"

namespace fairshare::harness {
namespace {

using formats::Complaint;
using formats::Fields;
using formats::InputError;
using formats::Numbers;
namespace json = formats::json;

constexpr std::string_view run_begin = R"({"cmd":"run","seq":)";
constexpr std::string_view run_middle = R"(,"problem":)";

const std::vector<std::string_view> hello_ignored = {"language", "homepage", "comment"};

InputError no_answer(InputError error, std::string_view line) {
  const bool is_share = error.field.starts_with("shares");
  if (error.code != "FS011" || !is_share) error.code = "FS503";
  error.line = 0;  // it means nothing for a single line
  error.message += answer_begins;
  error.message += formats::printable(formats::abridged(line));
  return error;
}

// The document, without those of its fields that are null.
std::variant<json::Value, InputError> read_fields(std::string_view line) {
  auto parsed = json::parse(line);
  if (auto* value = std::get_if<json::Value>(&parsed)) {
    if (auto* members = std::get_if<json::Object>(&value->is)) {
      std::erase_if(*members, [](const json::Member& member) {
        return std::holds_alternative<json::Null>(member.value.is);
      });
    }
  }
  return parsed;
}

// Hello.

std::optional<Numbers> find_numbers(Fields& fields, std::string_view key) {
  constexpr std::array all = {Numbers::exact, Numbers::to_double, Numbers::to_float,
                              Numbers::to_int64, Numbers::to_int32};
  if (!fields.has(key)) return std::nullopt;
  std::vector<std::string_view> names;
  for (const Numbers numbers : all) names.push_back(formats::name_of(numbers));
  return all[fields.choice(key, names, 0)];
}

void read_measure(Fields& fields, const json::Value& value, Hello& hello,
                  std::optional<InputError>& error) {
  for (const std::string_view key : {"rounding", "within", "relative"}) fields.take(key);
  auto read = formats::read_tolerance(value);
  if (auto* tolerance = std::get_if<formats::Tolerance>(&read)) {
    hello.tolerance = std::move(*tolerance);
  } else if (!error) {
    error = std::get<InputError>(std::move(read));
  }
}

Hello hello_of(const json::Value& value, std::optional<InputError>& error) {
  const formats::Place place;
  Fields fields(value, place, "", error);
  Hello hello;
  hello.name = fields.find_text("name").value_or("");
  if (hello.name.empty()) fields.complain("name", "FS002", "the adapter's name is missing");
  hello.version = fields.find_text("version").value_or("");
  hello.scheduler = fields.find_text("scheduler").value_or(hello.scheduler);
  hello.numbers = find_numbers(fields, "numbers");
  hello.answers = find_numbers(fields, "answers");
  read_measure(fields, value, hello, error);
  hello.trees = fields.flag("trees", false);
  fields.finish("a hello", hello_ignored);
  return hello;
}

// Answers.

std::uint64_t read_seq(Fields& fields) {
  const json::Value* value = fields.take("seq");
  if (value == nullptr) {
    fields.complain("seq", "FS002", "the number of the problem (seq) is missing");
    return 0;
  }
  if (!std::holds_alternative<json::Number>(value->is)) {
    fields.complain("seq", formats::wrong_kind("a whole number", *value));
  }
  return static_cast<std::uint64_t>(fields.whole("seq", 0, seq_max, 0));
}

Shares read_shares(Fields& fields, std::optional<InputError>& error) {
  const formats::Place list{&fields.place(), "shares"};
  Shares shares;
  const json::Array& values = fields.list("shares");
  shares.shares.reserve(values.size());
  for (const json::Value& value : values) {
    auto read = formats::read_number(value);
    if (auto* complaint = std::get_if<Complaint>(&read)) {
      const formats::Place place{&list, {}, shares.shares.size()};
      if (!error) error = formats::error_at(place, "", std::move(*complaint));
      break;
    }
    shares.shares.push_back(std::get<formats::WrittenNumber>(std::move(read)));
  }
  return shares;
}

Answer answer_of(const json::Value& value, std::optional<InputError>& error) {
  const formats::Place place;
  Fields fields(value, place, "", error);
  Answer answer;
  answer.seq = read_seq(fields);
  const int count = fields.has("shares") + fields.has("skipped") + fields.has("error");
  if (count != 1) {
    fields.complain(
        "", "FS002",
        fmt::format(R"(an answer has exactly one of "shares", "skipped" and "error"; {})",
                    count == 0 ? "this one has none" : "this one has several"));
  }
  if (fields.has("shares")) answer.is = read_shares(fields, error);
  if (fields.has("skipped")) answer.is = Skipped{fields.find_text("skipped").value_or("")};
  if (fields.has("error")) answer.is = Refused{fields.find_text("error").value_or("")};
  fields.finish("an answer");
  return answer;
}

template <class Said>
std::variant<Said, InputError> read(std::string_view line,
                                    Said (*said)(const json::Value&, std::optional<InputError>&)) {
  auto parsed = read_fields(line);
  if (auto* error = std::get_if<InputError>(&parsed)) return no_answer(std::move(*error), line);
  std::optional<InputError> error;
  Said result = said(std::get<json::Value>(parsed), error);
  if (error) return no_answer(std::move(*error), line);
  return result;
}

}  // namespace

std::string name_of(const Hello& hello) {
  return hello.version.empty() ? hello.name : hello.name + " " + hello.version;
}

std::string hello_line() {
  return fmt::format(R"({{"cmd":"hello","protocol":{}}})", protocol_version);
}

std::string run_line(std::uint64_t seq, std::string_view record) {
  assert(seq <= static_cast<std::uint64_t>(seq_max));
  return fmt::format("{}{}{}{}}}", run_begin, seq, run_middle, record);
}

std::optional<Run> find_run(std::string_view line) {
  if (!line.starts_with(run_begin) || !line.ends_with('}')) return std::nullopt;
  Run run{};
  const char* const end = line.data() + line.size() - 1;
  const auto [rest, error] = std::from_chars(line.data() + run_begin.size(), end, run.seq);
  run.record = {rest, static_cast<std::size_t>(end - rest)};
  const bool is_seq = error == std::errc() && run.seq <= static_cast<std::uint64_t>(seq_max);
  if (!is_seq || !run.record.starts_with(run_middle)) return std::nullopt;
  run.record.remove_prefix(run_middle.size());
  return run;
}

std::string stop_line() {
  return R"({"cmd":"stop"})";
}

std::variant<Hello, InputError> read_hello(std::string_view line) {
  return read(line, hello_of);
}

std::variant<Answer, InputError> read_answer(std::string_view line) {
  return read(line, answer_of);
}

}  // namespace fairshare::harness
