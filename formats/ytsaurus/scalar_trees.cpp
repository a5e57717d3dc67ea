#include "formats/ytsaurus/scalar_trees.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "formats/text/fields.h"
#include "formats/ytsaurus/scalar_reader.h"
#include "schedulers/ytsaurus/scalar_fair.h"

namespace fairshare::formats {
namespace {

namespace scalar = schedulers::ytsaurus::scalar;
using exact::Rational;
using scalar::Era;

std::string number_text(double number) {
  const bool has_text = std::isfinite(number) && number != std::numeric_limits<double>::max();
  return has_text ? fmt::format("{}", number) : "null";
}

std::string_view name_of_status(scalar::Status status) {
  switch (status) {
    case scalar::Status::normal:
      return "normal";
    case scalar::Status::below_min_share:
      return "below_min_share";
    case scalar::Status::below_fair_share:
      return "below_fair_share";
  }
  return "";
}

std::string_view name_of_resource(scalar::Resource resource) {
  constexpr std::string_view names[] = {"user_slots", "cpu", "gpu", "memory", "network"};
  return names[static_cast<std::size_t>(resource)];
}

// {"/":...,"/A":...} with `value_of` each element, which may be empty for "not here".
template <class ValueOf>
std::string by_path(const YtsaurusTree& read, ValueOf value_of) {
  std::string text = "{";
  for (std::size_t i = 0; i < read.paths.size(); ++i) {
    const std::string value = value_of(i);
    if (value.empty()) continue;
    if (text.size() > 1) text += ',';
    text += json::quoted(read.paths[i]) + ":" + value;
  }
  return text + "}";
}

std::string details_of(const scalar::Computed& computed, bool has_cluster) {
  std::string text = fmt::format(
      "{{\"fair_share_ratio\":{},\"recursive_min_share_ratio\":{},"
      "\"adjusted_min_share_ratio\":{},\"guaranteed_resources_ratio\":{},"
      "\"max_possible_usage_ratio\":{},\"best_allocation_ratio\":{},\"demand_ratio\":{},"
      "\"usage_ratio\":{},\"satisfaction_ratio\":{},\"status\":\"{}\"",
      number_text(computed.fair_share_ratio), number_text(computed.recursive_min_share_ratio),
      number_text(computed.adjusted_min_share_ratio),
      number_text(computed.guaranteed_resources_ratio),
      number_text(computed.max_possible_usage_ratio), number_text(computed.best_allocation_ratio),
      number_text(computed.demand_ratio), number_text(computed.usage_ratio),
      number_text(computed.satisfaction_ratio), name_of_status(computed.status));
  if (computed.fifo_index) text += fmt::format(",\"fifo_index\":{}", *computed.fifo_index);
  if (has_cluster) {
    text +=
        fmt::format(",\"dominant_resource\":\"{}\"", name_of_resource(computed.dominant_resource));
  }
  return text + "}";
}

std::string computed_answer(const YtsaurusTree& read, Era era, bool with_details) {
  const scalar::ComputedTree computed = scalar::compute(era, read.tree);
  std::string text = "\"outcome\":\"shares\",\"shares\":" + by_path(read, [&](std::size_t i) {
                       return number_text(computed.elements[i].fair_share_ratio);
                     });
  if (!with_details) return text;
  text += ",\"details\":" + by_path(read, [&](std::size_t i) {
            return details_of(computed.elements[i], read.tree.cluster.has_value());
          });
  return text + fmt::format(",\"alerts\":{}", computed.alerts);
}

TreeAnswer fair_answer(const YtsaurusTree& read, Era era, bool with_details) {
  auto solved = scalar::fair(era, read.tree);
  if (const auto* unfit = std::get_if<scalar::Unfit>(&solved)) {
    InputError error{"FS011", fmt::format("{} is negative or no finite number, so that there is "
                                          "no exact answer",
                                          unfit->field)};
    error.claimant = read.paths[unfit->element];
    error.field = unfit->field;
    return error;
  }
  const auto& fair = std::get<scalar::FairTree>(solved);
  std::string text = "\"outcome\":\"allocation\",\"shares\":" + by_path(read, [&](std::size_t i) {
                       return json::quoted(exact::to_text(fair.shares[i]));
                     });
  if (!with_details) return text;
  return text + ",\"notes\":" + by_path(read, [&](std::size_t i) {
           return fair.notes[i].empty() ? std::string() : json::quoted(fair.notes[i]);
         });
}

// The reported share of every element.
std::variant<std::vector<Reported>, InputError> read_shares(const YtsaurusTree& read) {
  const auto fail = [](const std::string& claimant, Complaint complaint) {
    InputError error{std::move(complaint.code), std::move(complaint.message)};
    error.claimant = claimant;
    error.field = "shares";
    return error;
  };
  if (read.shares == nullptr) {
    return fail("", {"FS104", "the record reports no shares, so there is nothing to judge"});
  }
  const auto* members = std::get_if<json::Object>(&read.shares->is);
  if (members == nullptr) return fail("", wrong_kind("an object of path to share", *read.shares));
  std::map<std::string_view, const json::Value*> by_name;
  for (const json::Member& member : *members) by_name[member.key] = &member.value;
  std::vector<Reported> reported;
  for (const std::string& path : read.paths) {
    const auto found = by_name.find(path);
    if (found == by_name.end()) return fail(path, {"FS104", "no share is reported"});
    auto number = read_number(*found->second);
    if (auto* complaint = std::get_if<Complaint>(&number)) return fail(path, std::move(*complaint));
    auto& [text, value, last_digit] = std::get<WrittenNumber>(number);
    if (value < 0) return fail(path, {"FS011", "the share is negative"});
    if (last_digit != 0) {
      const double nearest = exact::to_double(value);
      if (std::isinf(nearest)) return fail(path, {"FS008", "no double holds this share"});
      value = exact::from_double(nearest);
    }
    const auto interval = find_interval(value, last_digit, Rounding::to_double, 0);
    if (!interval) {
      return fail(path, {"FS015", "the share is no double, so it cannot have been rounded to one"});
    }
    reported.push_back({std::move(text), std::move(value), *interval});
    by_name.erase(found);
  }
  if (by_name.empty()) return reported;
  return fail(std::string(by_name.begin()->first), {"FS105", "the tree has no such path"});
}

Emulated emulate(Era era, const scalar::ComputedTree& computed,
                 const std::vector<std::size_t>& children, const std::vector<Reported>& reported) {
  Emulated emulated{.scheduler = name_of(era), .matches = true};
  emulated.shares.emplace();
  for (const std::size_t child : children) {
    const double share = computed.elements[child].fair_share_ratio;
    emulated.shares->push_back(number_text(share));
    const bool is_equal =
        std::isfinite(share) && reported[child].value == exact::from_double(share);
    emulated.matches = emulated.matches && is_equal;
    if (!std::isfinite(share)) emulated.fault = "nan";
  }
  return emulated;
}

// Nobody divides anything among which the root is, so its own share is only compared.
void check_root(double computed, const Reported& reported, Case& made) {
  if (std::isfinite(computed) && reported.value == exact::from_double(computed)) return;
  made.emulated->matches = false;
  made.notes.push_back(fmt::format("The root reports {} for itself; this release computes {}.",
                                   abridged(reported.text), number_text(computed)));
}

}  // namespace

TreeAnswer answer_ytsaurus_scalar(const json::Value& record, Era era,
                                  const TreeQuestion& question) {
  std::optional<InputError> error;
  const YtsaurusTree read = read_ytsaurus_scalar(record, era, error);
  if (error) return *std::move(error);
  if (question.fair) return fair_answer(read, era, question.details);
  return computed_answer(read, era, question.details);
}

std::variant<std::vector<Case>, InputError> cases_of_ytsaurus_scalar(const json::Value& record,
                                                                     Era era, const TreeQuestion&) {
  std::optional<InputError> error;
  const YtsaurusTree read = read_ytsaurus_scalar(record, era, error);
  if (error) return *std::move(error);
  auto shares = read_shares(read);
  if (auto* wrong = std::get_if<InputError>(&shares)) return std::move(*wrong);
  const auto& reported = std::get<std::vector<Reported>>(shares);
  const scalar::ComputedTree computed = scalar::compute(era, read.tree);
  const auto children = scalar::children_of(read.tree);
  std::vector<Case> cases;
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (children[i].empty()) continue;
    const auto claims = scalar::claims_of(read.tree, computed, children[i]);
    const bool is_root = i == 0;  // which divides all there is, whatever it reports for itself
    const Rational total = is_root ? Rational(1) : reported[i].value;
    auto division = scalar::divide(era, read.tree.elements[i].mode, claims, total);
    if (!division) {
      InputError overflow{"FS011", "its children's minimums are beyond what a double can hold"};
      overflow.claimant = read.paths[i];
      return overflow;
    }
    Case made{.id = {},
              .title = read.paths[i],
              .problem = std::move(division->problem),
              .parties = {},
              .reported = {},
              .notes = std::move(division->notes)};
    if (division->has_given_total && !is_root) made.total = reported[i].interval;
    for (std::size_t k = 0; k < children[i].size(); ++k) {
      made.parties.push_back({read.names[children[i][k]], std::move(division->party_notes[k])});
      made.reported.push_back(reported[children[i][k]]);
    }
    made.emulated = emulate(era, computed, children[i], reported);
    if (is_root) check_root(computed.elements[0].fair_share_ratio, reported[0], made);
    made.emulated->resolution = std::move(division->resolution);
    cases.push_back(std::move(made));
  }
  return cases;
}

}  // namespace fairshare::formats
