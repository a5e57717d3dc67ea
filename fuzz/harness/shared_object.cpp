// The adapter's side of the protocol, for a function that is called in process.
#include "fuzz/harness/shared_object.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "formats/records/plain_answers.h"
#include "formats/records/records.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/text/lines.h"
#include "fuzz/harness/protocol.h"

namespace fairshare::harness {
namespace {

using formats::Fields;
using formats::InputError;
namespace json = formats::json;

constexpr int failed = 3;

struct Candidate {
  decltype(&fairshare_candidate) divide = nullptr;
  std::string hello = {};  // JSON on one line
};

// Loading.

// The C library's message, with the file's name if the message lacks it.
std::string loader_error(const std::string& file) {
  const char* words = ::dlerror();
  const std::string_view text = words != nullptr ? words : "cannot load it";
  return text.starts_with(file) ? std::string(text) : fmt::format("{}: {}", file, text);
}

std::string default_hello(const std::string& file) {
  const std::string name = file.substr(file.find_last_of('/') + 1);
  return fmt::format(R"({{"name":{},"version":"","numbers":"double"}})", json::quoted(name));
}

// JSON may have several lines; an answer must have one.
std::string on_one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

std::variant<Candidate, std::string> load(const std::string& file) {
  // Without a slash the loader would search the system's directories.
  const std::string path = file.find('/') == std::string::npos ? "./" + file : file;
  void* const object = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // never closed
  if (object == nullptr) return loader_error(path);
  void* const divide = ::dlsym(object, "fairshare_candidate");
  if (divide == nullptr) return fmt::format("{}: fairshare_candidate is not exported", path);
  void* const hello = ::dlsym(object, "fairshare_candidate_hello");
  Candidate candidate{reinterpret_cast<decltype(&fairshare_candidate)>(divide),
                      default_hello(file)};
  if (hello != nullptr) {
    const auto say = reinterpret_cast<decltype(&fairshare_candidate_hello)>(hello);
    const char* said = say();
    candidate.hello = on_one_line(said != nullptr ? said : "null");
  }
  return candidate;
}

// Dividing.

using Problem = fairshare::Problem<double>;

Problem nearest(const formats::Record& record) {
  Problem problem{exact::to_double(record.total), {}};
  for (const auto& [claimant, parent] : record.tree.nodes) {
    auto& [weight, min_share, max_share] = problem.claimants.emplace_back();
    weight = exact::to_double(claimant.weight);
    min_share = exact::to_double(claimant.min_share);
    if (claimant.max_share) max_share = exact::to_double(*claimant.max_share);
  }
  return problem;
}

// The shortest decimal that is read as this double.
std::string number_text(double number) {
  if (std::isnan(number)) return R"("NaN")";
  if (std::isinf(number)) return number < 0 ? R"("-Infinity")" : R"("Infinity")";
  return fmt::format("{}", number);
}

std::string error_answer(std::uint64_t seq, std::string_view message) {
  return fmt::format(R"({{"seq":{},"error":{}}})", seq, json::quoted(message));
}

std::string divide(const Candidate& candidate, std::uint64_t seq, const Problem& problem) {
  std::vector<double> weights;
  std::vector<double> min_shares;
  std::vector<double> max_shares;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    weights.push_back(weight);
    min_shares.push_back(min_share);
    max_shares.push_back(max_share.value_or(std::numeric_limits<double>::infinity()));
  }
  const std::size_t count = weights.size();
  const fairshare_problem columns{problem.total, count, weights.data(), min_shares.data(),
                                  max_shares.data()};
  std::vector<double> shares(count, std::numeric_limits<double>::quiet_NaN());
  const int status = candidate.divide(&columns, shares.data());
  if (status == 1) return fmt::format(R"({{"seq":{},"skipped":"it returned 1"}})", seq);
  if (status != 0) return error_answer(seq, fmt::format("it returned {}", status));
  std::string text = fmt::format(R"({{"seq":{},"shares":[)", seq);
  for (std::size_t i = 0; i < count; ++i) text += (i > 0 ? "," : "") + number_text(shares[i]);
  return text + "]}";
}

// Talking.

std::string answer_run(const Candidate& candidate, std::uint64_t seq, const json::Value* problem) {
  if (problem == nullptr) return error_answer(seq, "the problem is missing");
  const auto read = formats::read_record(json::Reading{*problem}, "", 0);
  if (const auto* error = std::get_if<formats::RecordError>(&read)) {
    return error_answer(seq, fmt::format("{}: {}", error->error.code, describe(error->error)));
  }
  const auto& record = std::get<formats::Record>(read);
  if (record.is_tree) {
    return fmt::format(R"({{"seq":{},"skipped":"it does not divide trees"}})", seq);
  }
  // Rounding keeps signs and the order of bounds, so only infinity is a defect.
  const Problem doubles = nearest(record);
  return find_defect(doubles) ? error_answer(seq, "a number exceeds the largest double")
                              : divide(candidate, seq, doubles);
}

// Most questions are plain, and need no JSON values.
std::optional<std::string> find_plain_answer(const Candidate& candidate, std::string_view line,
                                             formats::PlainReader& reader) {
  const auto run = find_run(line);
  if (!run || !read_plain(run->record, "fair", reader)) return std::nullopt;
  if (!convert_to_doubles(reader)) return std::nullopt;
  return divide(candidate, run->seq, reader.problem);
}

// The answer to the line; nothing for "stop".
std::optional<std::string> answer(const Candidate& candidate, std::string_view line,
                                  formats::PlainReader& reader) {
  if (auto plain = find_plain_answer(candidate, line, reader)) return plain;
  const auto parsed = json::parse(line);
  if (const auto* error = std::get_if<InputError>(&parsed)) return error_answer(0, error->message);
  const formats::Place place;
  std::optional<InputError> error;
  Fields fields(std::get<json::Value>(parsed), place, "", error);
  const std::string command = fields.find_text("cmd").value_or("");
  const auto seq = static_cast<std::uint64_t>(fields.whole("seq", 0, seq_max, 0));
  if (error) return error_answer(seq, describe(*error));
  if (command == "stop") return std::nullopt;
  if (command == "hello") return candidate.hello;
  if (command == "run") return answer_run(candidate, seq, fields.take("problem"));
  return error_answer(seq, fmt::format("unknown command {}", json::quoted(command)));
}

int say(std::string_view sentence) {
  const std::string line = fmt::format("{}\n", sentence);
  std::fwrite(line.data(), 1, line.size(), stderr);
  return failed;
}

bool write_line(std::FILE* output, const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), output) == text.size() &&
         std::fputc('\n', output) != EOF && std::fflush(output) == 0;
}

// Takes over standard output: anything else that is printed goes to standard error from now on,
// line by line, so that it appears even before a crash. Null if that fails.
std::FILE* take_output() {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  const int copy = ::dup(STDOUT_FILENO);
  if (copy < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return nullptr;
  return ::fdopen(copy, "w");
}

}  // namespace

std::string answer_problem(decltype(&fairshare_candidate) divide, std::string_view record) {
  formats::PlainReader reader;
  return answer(Candidate{.divide = divide}, run_line(0, record), reader).value_or("");
}

int serve_shared_object(const std::string& file) {
  std::FILE* const output = take_output();
  if (output == nullptr) return say("cannot write to standard output");
  const auto loaded = load(file);
  if (const auto* reason = std::get_if<std::string>(&loaded)) return say(*reason);
  const auto& candidate = std::get<Candidate>(loaded);

  formats::LineReader lines(stdin);
  formats::PlainReader reader;
  while (true) {
    const auto next = lines.next();
    if (std::holds_alternative<formats::EndOfLines>(next)) return 0;
    if (const auto* failure = std::get_if<formats::ReadFailure>(&next)) return say(failure->reason);
    const auto* line = std::get_if<formats::Line>(&next);
    const auto said = line != nullptr ? answer(candidate, line->text, reader)
                                      : error_answer(0, "the line is longer than 64 MiB");
    if (!said) return 0;
    if (!write_line(output, *said)) return 0;  // no reader is left
  }
}

}  // namespace fairshare::harness
