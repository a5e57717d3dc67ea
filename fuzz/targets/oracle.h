// Checks that hold for every case, whatever it was read from.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/model/problem.h"
#include "formats/inputs.h"
#include "formats/judge_line.h"
#include "formats/records/document.h"
#include "formats/report/json.h"
#include "formats/report/text.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/text/named_text.h"
#include "formats/verdict/verdict.h"
#include "fuzz/targets/require.h"

namespace fairshare::fuzz {

inline bool is_json_object(std::string_view text) {
  const auto parsed = formats::json::parse(text);
  const auto* value = std::get_if<formats::json::Value>(&parsed);
  return value != nullptr && std::holds_alternative<formats::json::Object>(value->is) &&
         text.find('\n') == std::string_view::npos;
}

// True if its code is "FS" and three digits, the first of which is one of `kinds`, and its message
// is one line.
inline bool is_whole(const formats::InputError& error, std::string_view kinds = "0") {
  const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
  return error.code.size() == 5 && error.code.starts_with("FS") &&
         kinds.find(error.code[2]) != std::string_view::npos && is_digit(error.code[3]) &&
         is_digit(error.code[4]) && !error.message.empty() &&
         formats::describe(error).find('\n') == std::string::npos;
}

// An error in a document has a code, a message, the file's name, and a line of the file.
inline void check_error(const formats::InputError& error, const formats::NamedText& document,
                        std::string_view kinds) {
  const auto lines = std::count(document.text.begin(), document.text.end(), '\n');
  require(is_whole(error, kinds), "an error has its code and a message", document.text);
  require(error.file == document.name, "an error has its file", document.text);
  require(error.line <= 1 + static_cast<std::size_t>(lines), "an error has a line of its file",
          document.text);
}

// The case is complete, its verdict is well-formed, and exactly fair shares are judged fair.
inline void check_verdict(const formats::Verdict& verdict, std::string_view input) {
  formats::Case one = verdict.division;
  const std::size_t count = one.problem.claimants.size();
  require(!find_defect(one.problem), "a case has a problem without defects", input);
  require(one.labels.size() == count && one.reported.size() == count,
          "a case has a label and a share for each claimant", input);
  require(is_json_object(formats::verdicts_json(std::vector{verdict})), "a verdict is JSON", input);
  const auto word = [](formats::Judgement judgement) {
    return judgement == formats::Judgement::fair     ? "fair"
           : judgement == formats::Judgement::unfair ? "error"
                                                     : "overcommitted";
  };
  require(formats::verdict_text(verdict).starts_with(word(verdict.judgement)),
          "a verdict's text says what it is", input);

  // What is right in each state: the fair shares; all that can be claimed; the minimums.
  Problem<exact::Rational> divided = one.problem;
  const auto solution = exact::solve(divided);
  const auto* over = std::get_if<Overcommitted<exact::Rational>>(&solution);
  const auto* surplus = std::get_if<Surplus<exact::Rational>>(&solution);
  if (over != nullptr) divided.total += over->excess;
  if (surplus != nullptr) divided.total -= surplus->unclaimed;
  const auto right = std::get<Allocation<exact::Rational>>(exact::solve(divided)).shares;
  for (std::size_t i = 0; i < count; ++i) {
    one.reported[i] = {exact::to_text(right[i]), right[i], properties::exactly(right[i])};
  }
  one.total = std::nullopt;
  const auto judgement = formats::judge(std::move(one)).judgement;
  require(over != nullptr ? judgement == formats::Judgement::overcommitted
                          : judgement == formats::Judgement::fair,
          "exactly fair shares are judged fair, and minimums overcommitted", input);
}

inline formats::Verdict check_case(formats::Case one, std::string_view input) {
  formats::Verdict verdict = formats::judge(std::move(one));
  check_verdict(verdict, input);
  return verdict;
}

// Checks the verdicts on a part of a document. With more slack there is the same error or none, and
// what was fair stays fair. `kinds` is as for is_whole.
inline void check_part(const formats::DocumentPart& part, const std::string& file,
                       const formats::Tolerance& tolerance, std::string_view kinds,
                       std::string_view input) {
  formats::Tolerance lenient = tolerance;
  lenient.within = tolerance.within.value_or(0) + 1;
  const auto judged = formats::judge_part(part, file, {.tolerance = tolerance});
  const auto widened = formats::judge_part(part, file, {.tolerance = lenient});
  // Whole units by a method are judged as they are: there is no slack.
  const auto* refusal = std::get_if<formats::RecordError>(&widened);
  const bool has_slack = refusal == nullptr || refusal->error.code != "FS018";
  require(!has_slack || judged.index() == widened.index(), "slack changes no errors", input);
  if (const auto* error = std::get_if<formats::RecordError>(&judged)) {
    require(is_whole(error->error, kinds) && error->error.file == file,
            "an error has its code and file", input);
    return;
  }
  const auto& verdicts = std::get<std::vector<formats::Verdict>>(judged);
  require(!verdicts.empty(), "a part has divisions", input);
  require(is_json_object(formats::verdicts_json(verdicts)), "verdicts are JSON", input);
  for (const formats::Verdict& verdict : verdicts) check_verdict(verdict, input);
  if (!has_slack) return;
  const auto& others = std::get<std::vector<formats::Verdict>>(widened);
  require(verdicts.size() == others.size(), "slack changes no divisions", input);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (verdicts[i].judgement != formats::Judgement::fair) continue;
    require(others[i].judgement == formats::Judgement::fair, "slack makes nothing unfair", input);
  }
}

// Each part has an answer, as computed and as fair, or an error that says why not.
inline void check_answers(const formats::DocumentPart& part, const std::string& file,
                          std::string_view input) {
  for (const bool fair : {false, true}) {
    const auto solved = formats::answer(part, file, fair);
    const auto* text = std::get_if<std::string>(&solved);
    require(text == nullptr || is_json_object(*text), "an answer is JSON", input);
  }
}

// A division of a document as a part of it.
inline formats::DocumentPart part_of(formats::Division division) {
  formats::DocumentPart part{.title = division.path, .resource = division.resource, .world = {}};
  part.world = std::move(division);
  return part;
}

}  // namespace fairshare::fuzz
