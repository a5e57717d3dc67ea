// What the page may ask: `solve` and `verify` for one line, with the same readers, models and
// reporters as the command, and therefore the same answers.
//
// A question is text: the arguments in the first line, then the record. The answer is one line of
// JSON, as the command prints it, without its newline. The page writes the question into
// question(bytes), calls answer(), and reads that many bytes at answer_text().
//
//     verify --rounding written
//     {"total":10,"claimants":[{},{}],"shares":[5,5]}
//
// It knows `solve` with --scheduler NAME, --fair, --apportion, --units, --details and --steady;
// `verify` with --rounding NAME and --scheduler NAME; `schedulers`; and the style sheet of
// pictures, `picture-style`. With --picture a verdict is followed by a newline and the SVG of the
// first division; with --fair, only of what is fair, whatever is reported. The page composes the
// arguments, so an unknown one fails an assertion.
#include <cassert>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/memory.h"
#include "formats/answer_line.h"
#include "formats/judge_line.h"
#include "formats/report/json.h"
#include "formats/report/picture.h"
#include "formats/report/scheduler_list.h"

namespace {

using namespace fairshare;
using formats::RecordError;

// Half of what the command allows; a page needs no more.
constexpr std::size_t number_bytes_max = std::size_t{12} << 20U;

struct Question {
  std::string_view command = {};
  formats::Asking asking = {};
  formats::Tolerance tolerance = {};
  bool picture = false;
};

// Removes the first word from `text`, and returns it.
std::string_view take_word(std::string_view& text) {
  const std::size_t length = text.find(' ');
  const std::string_view word = text.substr(0, length);
  text.remove_prefix(length == std::string_view::npos ? text.size() : length + 1);
  return word;
}

Question question_of(std::string_view arguments) {
  Question question{.command = take_word(arguments)};
  while (!arguments.empty()) {
    const std::string_view option = take_word(arguments);
    if (option == "--scheduler") {
      question.asking.scheduler = take_word(arguments);
    } else if (option == "--rounding") {
      question.tolerance.rounding = formats::find_rounding(take_word(arguments));
    } else if (option == "--fair") {
      question.asking.fair = true;
    } else if (option == "--apportion") {
      question.asking.apportion = true;
    } else if (option == "--units") {
      question.asking.units = find_units(take_word(arguments));
      question.tolerance.rounding = formats::find_rounding(name_of(*question.asking.units));
    } else if (option == "--details") {
      question.asking.details = true;
    } else if (option == "--steady") {
      question.asking.steady = true;
    } else if (option == "--picture") {
      question.picture = true;
    } else {
      assert(!"an option of the page's");
    }
  }
  return question;
}

std::string solve(std::string_view line, const Question& question) {
  const auto answer = formats::answer_line(line, "-", 1, question.asking);
  if (const auto* error = std::get_if<RecordError>(&answer)) return formats::error_json(*error);
  return std::get<std::string>(answer);
}

// The picture of the first thing that is judged.
std::string picture_of(formats::Verdict verdict, bool fair) {
  if (verdict.division.id.empty()) verdict.division.title = "this division";
  if (fair) {
    verdict.division.reported.clear();
    verdict.findings.clear();
  }
  return formats::picture_of(verdict, formats::PictureStyle::of_page);
}

std::string verify(std::string_view line, const Question& question) {
  const auto judged = formats::judge_line(line, "-", 1,
                                          {.scheduler = question.asking.scheduler,
                                           .tolerance = question.tolerance,
                                           .steady = question.asking.steady});
  if (const auto* error = std::get_if<RecordError>(&judged)) return formats::error_json(*error);
  const auto& verdicts = std::get<std::vector<formats::Verdict>>(judged);
  std::string text = formats::verdicts_json(verdicts);
  if (question.picture) text += "\n" + picture_of(verdicts.front(), question.asking.fair);
  return text;
}

std::string answer_to(std::string_view text) {
  const std::size_t end = text.find('\n');
  const Question question = question_of(text.substr(0, end));
  if (question.command == "schedulers") return formats::schedulers_json();
  if (question.command == "picture-style") return std::string(formats::picture_style);
  assert(end != std::string_view::npos);
  const std::string_view line = text.substr(end + 1);
  const exact::MemoryBound bound(number_bytes_max);
  if (question.command == "verify") return verify(line, question);
  assert(question.command == "solve");
  return solve(line, question);
}

std::string asked;
std::string answered;

}  // namespace

extern "C" {

// Room for a question of so many bytes; `answer` then answers that question.
[[clang::export_name("question")]] char* question(std::size_t bytes) {
  asked.assign(bytes, ' ');
  return asked.data();
}

// Answers the question, and returns how many bytes the answer has. If numbers take too much memory,
// or there is not enough, it traps, and the module cannot be used any more.
[[clang::export_name("answer")]] std::size_t answer() {
  answered = answer_to(asked);
  return answered.size();
}

// The bytes of the last answer, in UTF-8; valid until the next call.
[[clang::export_name("answer_text")]] const char* answer_text() {
  return answered.data();
}
}
