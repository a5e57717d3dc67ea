#include "formats/records/document.h"

#include <algorithm>
#include <utility>

#include "fairshare/exact/solve.h"
#include "formats/records/answers.h"
#include "formats/records/restating.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

// {"root.a":"10",...} of what `text` makes of each claimant's index; it is JSON.
template <class Text>
void write_shares(const Division& division, const Text& text, json::Writer& answer) {
  answer.key("shares").begin_object();
  for (std::size_t i = 0; i < division.labels.size(); ++i) {
    answer.key(division.labels[i].name).number(text(i));
  }
  answer.end_object();
}

std::optional<InputError> answer_computed(const Division& division,
                                          const std::optional<ModelComparison>& computed,
                                          json::Writer& answer) {
  if (!computed) {
    return InputError{.code = "FS018",
                      .message =
                          "this document does not determine what the release computes; --fair "
                          "prints what is fair"};
  }
  const std::string& fault = computed->fault;
  if (!computed->shares) {
    answer.key("outcome").string(fault.empty() ? "hang" : "error");
    if (!fault.empty()) answer.key("message").string(fault);
    return std::nullopt;
  }
  answer.key("outcome").string(fault.empty() ? "shares" : fault);
  const auto share_at = [&](std::size_t i) { return (*computed->shares)[i]; };
  write_shares(division, share_at, answer);
  return std::nullopt;
}

void answer_fair(const Division& division, json::Writer& answer) {
  const Solution<Rational> solution = exact::solve(division.problem);
  const auto* fair = std::get_if<Allocation<Rational>>(&solution);
  if (fair == nullptr) return write_solution(solution, answer);
  answer.key("outcome").string("allocation").key("ratio").number(number_text(fair->ratio));
  write_shares(
      division,
      [&](std::size_t i) {
        return number_text(Rational(fair->shares[i] + division.labels[i].paid));
      },
      answer);
}

std::string record_of(const Division& division, const std::string& id) {
  std::string text;
  json::Writer record(text);
  record.begin_object().key("id").string(id);
  record.key("total").number(number_text(division.problem.total));
  record.key("claimants").begin_array();
  for (std::size_t i = 0; i < division.labels.size(); ++i) {
    const auto& [weight, min_share, max_share] = division.problem.claimants[i];
    record.begin_object().key("name").string(division.labels[i].name);
    record.key("weight").number(number_text(weight));
    record.key("min_share").number(number_text(min_share));
    if (max_share) record.key("max_share").number(number_text(*max_share));
    record.end_object();
  }
  record.end_array().end_object();
  return text;
}

using Divisions = std::variant<std::vector<Division>, InputError>;

// The part's divisions, those of a level by this function.
Divisions divisions_by(Divisions (*divide)(const LevelWorld&), const DocumentPart& part) {
  if (const auto* division = std::get_if<Division>(&part.world)) return std::vector{*division};
  Divisions made = divide(std::get<LevelWorld>(part.world));
  auto* divisions = std::get_if<std::vector<Division>>(&made);
  if (divisions == nullptr) return made;
  for (Division& division : *divisions) {
    division.path = part.title;
    division.resource = part.resource;
    division.notes.insert(division.notes.begin(), part.notes.begin(), part.notes.end());
  }
  return made;
}

}  // namespace

std::variant<std::vector<Division>, InputError> divisions_of(const DocumentPart& part) {
  return divisions_by(divisions_of, part);
}

std::variant<std::vector<Division>, InputError> restatable_divisions_of(const DocumentPart& part) {
  return divisions_by(restatable_divisions_of, part);
}

std::variant<std::vector<std::string>, InputError> records_of(const DocumentPart& part) {
  auto made = divisions_of(part);
  if (auto* error = std::get_if<InputError>(&made)) return std::move(*error);
  std::vector<std::string> records;
  for (const Division& division : std::get<std::vector<Division>>(made)) {
    const std::string label = division.label.empty() ? "" : " (" + division.label + ")";
    records.push_back(record_of(division, id_of(part) + label));
  }
  return records;
}

std::string id_of(const DocumentPart& part) {
  return part.resource.empty() ? part.title : part.title + ", " + part.resource;
}

std::optional<InputError> answer_part(const DocumentPart& part, bool is_fair,
                                      json::Writer& answer) {
  if (const auto* level = std::get_if<LevelWorld>(&part.world)) {
    if (is_fair) return answer_fair(*level, answer);
    answer_computed(*level, answer);
    return std::nullopt;
  }
  const auto& division = std::get<Division>(part.world);
  if (!is_fair) {
    return answer_computed(division, part.computed ? part.computed : division.comparison, answer);
  }
  answer_fair(division, answer);
  return std::nullopt;
}

}  // namespace fairshare::formats
