// What the page may ask: `solve` and `verify` on one line, with the same readers, models and
// reporters as the command, and so with the same answers.
//
// A question is text: the arguments in the first line, then the record. What follows is one line
// of JSON, as the command prints it, without its newline. The page writes the question into
// question(bytes), calls answer(), and reads that many bytes at answer_text().
//
//     verify --rounding written
//     {"total":10,"claimants":[{},{}],"shares":[5,5]}
//
// It knows `solve` with --scheduler NAME, --fair, --apportion, --details and --steady; `verify`
// with --rounding NAME and --scheduler NAME; `schedulers`; and the style sheet of pictures,
// `picture-style`. With --picture a verdict is followed by a newline and the SVG of the first
// division; with --fair of what is fair alone, whatever is reported. The page composes the
// arguments, so that an unknown one is an assertion.
#include <cassert>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/memory.h"
#include "fairshare/exact/solve.h"
#include "formats/inputs.h"
#include "formats/judge_line.h"
#include "formats/records/answers.h"
#include "formats/report/json.h"
#include "formats/report/picture.h"
#include "formats/report/scheduler_list.h"

namespace {

using namespace fairshare;
using formats::RecordError;
using Answer = std::variant<std::string, formats::InputError>;

// Half of what the command allows: a page is not for more.
constexpr std::size_t number_bytes_max = std::size_t{12} << 20U;

struct Question {
  std::string_view command = {};
  std::string scheduler = {};
  formats::Tolerance tolerance = {};
  bool fair = false;
  bool apportion = false;
  bool details = false;
  bool steady = false;
  bool picture = false;
};

// Cuts the first word off `text`.
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
      question.scheduler = take_word(arguments);
    } else if (option == "--rounding") {
      question.tolerance.rounding = formats::find_rounding(take_word(arguments));
    } else if (option == "--fair") {
      question.fair = true;
    } else if (option == "--apportion") {
      question.apportion = true;
    } else if (option == "--details") {
      question.details = true;
    } else if (option == "--steady") {
      question.steady = true;
    } else if (option == "--picture") {
      question.picture = true;
    } else {
      assert(!"an option of the page's");
    }
  }
  return question;
}

Answer answer_to(const formats::Record& record, const Question& question) {
  if (question.apportion) return formats::apportioned_answer(record, "-");
  return formats::answer(record, exact::solve(record.tree));
}

Answer answer_to(const formats::SchedulerRecord& record, const Question& question) {
  return formats::answer(record, "-",
                         {.fair = question.fair || question.scheduler.empty(),
                          .details = question.details,
                          .steady = question.steady});
}

std::string solve(std::string_view line, const Question& question) {
  const auto read = formats::read_any_record(line, "-", 1, question.scheduler);
  if (const auto* error = std::get_if<RecordError>(&read)) return formats::error_json(*error);
  const auto* own = std::get_if<formats::SchedulerRecord>(&read);
  const Answer answer = own != nullptr ? answer_to(*own, question)
                                       : answer_to(std::get<formats::Record>(read), question);
  if (const auto* error = std::get_if<formats::InputError>(&answer)) {
    return formats::error_json(
        {own != nullptr ? own->id : std::get<formats::Record>(read).id, *error});
  }
  return std::get<std::string>(answer);
}

// Of what is judged first.
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
                                          {.scheduler = question.scheduler,
                                           .tolerance = question.tolerance,
                                           .steady = question.steady});
  if (const auto* error = std::get_if<RecordError>(&judged)) return formats::error_json(*error);
  const auto& verdicts = std::get<std::vector<formats::Verdict>>(judged);
  std::string text = formats::verdicts_json(verdicts);
  if (question.picture) text += "\n" + picture_of(verdicts.front(), question.fair);
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

// Room for a question of so many bytes, which is then the next one.
[[clang::export_name("question")]] char* question(std::size_t bytes) {
  asked.assign(bytes, ' ');
  return asked.data();
}

// Answers the question: how many bytes the answer has. Where numbers take too much memory, or there
// is not enough, it traps, and the module is of no more use.
[[clang::export_name("answer")]] std::size_t answer() {
  answered = answer_to(asked);
  return answered.size();
}

// The bytes of the last answer, UTF-8; until the next call.
[[clang::export_name("answer_text")]] const char* answer_text() {
  return answered.data();
}
}
