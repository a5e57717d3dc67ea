#include "formats/ytsaurus/scalar_trees.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "fairshare/schedulers/common/model_result.h"
#include "fairshare/schedulers/ytsaurus/scalar_fair.h"
#include "formats/records/records.h"
#include "formats/text/fields.h"
#include "formats/text/number_text.h"
#include "formats/verdict/model_comparison.h"
#include "formats/ytsaurus/elements.h"
#include "formats/ytsaurus/scalar_reader.h"

namespace fairshare::formats {
namespace {

namespace scalar = schedulers::ytsaurus::scalar;
using exact::Rational;
using scalar::Era;

// Answers.

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

// The release writes the largest double to mean "no number".
void write_double(json::Writer& answer, double number) {
  const bool is_number = std::isfinite(number) && number != std::numeric_limits<double>::max();
  is_number ? answer.number(number_text(number)) : answer.null();
}

void write_details(json::Writer& answer, const scalar::Computed& computed, bool has_cluster) {
  const auto add = [&](std::string_view key, double number) {
    write_double(answer.key(key), number);
  };
  answer.begin_object();
  add("fair_share_ratio", computed.fair_share_ratio);
  add("recursive_min_share_ratio", computed.recursive_min_share_ratio);
  add("adjusted_min_share_ratio", computed.adjusted_min_share_ratio);
  add("guaranteed_resources_ratio", computed.guaranteed_resources_ratio);
  add("max_possible_usage_ratio", computed.max_possible_usage_ratio);
  add("best_allocation_ratio", computed.best_allocation_ratio);
  add("demand_ratio", computed.demand_ratio);
  add("usage_ratio", computed.usage_ratio);
  add("satisfaction_ratio", computed.satisfaction_ratio);
  answer.key("status").string(name_of_status(computed.status));
  if (computed.fifo_index) {
    answer.key("fifo_index").number(static_cast<std::int64_t>(*computed.fifo_index));
  }
  if (has_cluster) {
    const auto dominant = static_cast<std::size_t>(computed.dominant_resource);
    answer.key("dominant_resource").string(resource_names[dominant]);
  }
  answer.end_object();
}

void write_computed(const YtsaurusTree& read, Era era, bool with_details, json::Writer& answer) {
  const scalar::ComputedTree computed = scalar::compute(era, read.tree);
  answer.key("outcome").string("shares");
  answer.key("shares");
  write_by_path(answer, read.paths, [&](std::size_t i) {
    write_double(answer, computed.elements[i].fair_share_ratio);
  });
  if (!with_details) return;
  answer.key("details");
  write_by_path(answer, read.paths, [&](std::size_t i) {
    write_details(answer, computed.elements[i], read.tree.cluster.has_value());
  });
  answer.key("alerts").number(static_cast<std::int64_t>(computed.alerts));
}

InputError no_exact_answer(const YtsaurusTree& read, const scalar::InvalidNumber& unfit) {
  return {.code = "FS011",
          .message =
              fmt::format("{} is negative or not finite, so there is no exact answer", unfit.field),
          .claimant = read.paths[unfit.element],
          .field = unfit.field};
}

std::optional<InputError> write_fair(const YtsaurusTree& read, Era era, bool with_details,
                                     json::Writer& answer) {
  const auto solved = scalar::fair(era, read.tree);
  if (const auto* unfit = std::get_if<scalar::InvalidNumber>(&solved))
    return no_exact_answer(read, *unfit);
  const auto& fair = std::get<scalar::FairTree>(solved);
  answer.key("outcome").string("allocation");
  answer.key("shares");
  write_by_path(answer, read.paths,
                [&](std::size_t i) { answer.string(exact::to_text(fair.shares[i])); });
  if (!with_details) return std::nullopt;
  answer.key("notes").begin_object();
  for (std::size_t i = 0; i < read.paths.size(); ++i) {
    if (!fair.notes[i].empty()) answer.key(read.paths[i]).string(fair.notes[i]);
  }
  answer.end_object();
  return std::nullopt;
}

// Divisions.

InputError share_error(const std::string& path, Complaint complaint) {
  return {.code = std::move(complaint.code),
          .message = std::move(complaint.message),
          .claimant = path,
          .field = "shares"};
}

// The reported share of every element.
std::variant<std::vector<WrittenNumber>, InputError> read_shares(const YtsaurusTree& read) {
  if (read.shares == nullptr) {
    return share_error("", {"FS104", no_shares_reported().message});
  }
  const auto* members = std::get_if<json::Object>(&read.shares->is);
  if (members == nullptr) {
    return share_error("", wrong_kind("an object of shares by path", *read.shares));
  }
  std::map<std::string_view, const json::Value*> by_name;
  for (const json::Member& member : *members) by_name[member.key] = &member.value;
  std::vector<WrittenNumber> shares;
  for (const std::string& path : read.paths) {
    const auto found = by_name.find(path);
    if (found == by_name.end()) return share_error(path, {"FS104", "no share is reported"});
    auto number = read_number(*found->second);
    if (auto* complaint = std::get_if<Complaint>(&number)) {
      return share_error(path, std::move(*complaint));
    }
    auto& share = std::get<WrittenNumber>(number);
    if (share.value < 0) return share_error(path, {"FS011", "the share is negative"});
    shares.push_back(std::move(share));
    by_name.erase(found);
  }
  if (by_name.empty()) return shares;
  return share_error(std::string(by_name.begin()->first), {"FS105", "the tree has no such path"});
}

// What the functions below share.
struct Judged {
  Era era;
  const YtsaurusTree& read;
  const std::vector<WrittenNumber>& shares;  // one per element
  scalar::ComputedTree computed;
  std::vector<std::vector<std::size_t>> children;
};

ModelComparison emulate(const Judged& judged, std::size_t pool, const Division& division,
                        const Rational& resolution) {
  std::vector<double> shares;
  for (const std::size_t child : judged.children[pool]) {
    shares.push_back(judged.computed.elements[child].fair_share_ratio);
  }
  return compare_with_model(name_of(judged.era),
                            {.answers = {schedulers::held(shares)}, .resolution = resolution},
                            division.shares);
}

// The root is not a child of any pool, so its own share is only compared.
void check_root(const Judged& judged, Division& division) {
  const double computed = judged.computed.elements[0].fair_share_ratio;
  const WrittenNumber& reported = judged.shares[0];
  if (is_reported_as(computed, reported.value)) return;
  division.comparison->matches = false;
  division.comparison->matches_in_doubles = false;
  division.notes.push_back(fmt::format("The root reports {} for itself; this release computes {}.",
                                       abridged(reported.text), number_text(computed)));
}

std::variant<Division, InputError> division_of_pool(const Judged& judged, std::size_t pool) {
  const YtsaurusTree& read = judged.read;
  const auto& children = judged.children[pool];
  const scalar::Mode mode = read.tree.elements[pool].mode;
  const bool is_root = pool == 0;  // it divides everything, whatever it reports for itself
  const Rational total = is_root ? Rational(1) : double_meant(judged.shares[pool]);
  auto divided = scalar::divide(judged.era, mode,
                                scalar::claims_of(read.tree, judged.computed, children), total);
  if (!divided) {
    return InputError{.code = "FS011",
                      .message = "its children's minimums exceed the largest double",
                      .claimant = read.paths[pool]};
  }
  Division division{.path = is_root ? "" : read.paths[pool],
                    .rule = mode == scalar::Mode::fifo ? Rule::fifo : Rule::floor,
                    .names = {"min_share_ratio", "what it can use", ""},
                    .problem = std::move(divided->problem),
                    .usual = Rounding::to_double,
                    .notes = std::move(divided->notes),
                    .following = Following::bounds_and_total};
  if (divided->has_given_total && !is_root) division.reported_total = judged.shares[pool];
  for (std::size_t k = 0; k < children.size(); ++k) {
    division.labels.push_back({.name = read.names[children[k]],
                               .note = std::move(divided->child_notes[k]),
                               .field = "shares",
                               .path = read.paths[children[k]]});
    division.shares.push_back(judged.shares[children[k]]);
  }
  division.comparison = emulate(judged, pool, division, divided->resolution);
  if (is_root) check_root(judged, division);
  return division;
}

}  // namespace

std::optional<InputError> answer_ytsaurus_scalar(const json::Value& record, Era era,
                                                 const TreeOptions& options, json::Writer& answer) {
  std::optional<InputError> error;
  const YtsaurusTree read = read_ytsaurus_scalar(record, era, error);
  if (error) return error;
  if (options.fair) return write_fair(read, era, options.details, answer);
  write_computed(read, era, options.details, answer);
  return std::nullopt;
}

std::variant<std::vector<Division>, InputError> divisions_of_ytsaurus_scalar(
    const json::Value& record, Era era) {
  std::optional<InputError> error;
  const YtsaurusTree read = read_ytsaurus_scalar(record, era, error);
  if (error) return *std::move(error);
  const auto shares = read_shares(read);
  if (const auto* wrong = std::get_if<InputError>(&shares)) return *wrong;
  const Judged judged{era, read, std::get<std::vector<WrittenNumber>>(shares),
                      scalar::compute(era, read.tree), scalar::children_of(read.tree)};
  std::vector<Division> divisions;
  for (std::size_t pool = 0; pool < judged.children.size(); ++pool) {
    if (judged.children[pool].empty()) continue;
    auto division = division_of_pool(judged, pool);
    if (auto* wrong = std::get_if<InputError>(&division)) return std::move(*wrong);
    divisions.push_back(std::get<Division>(std::move(division)));
  }
  return divisions;
}

}  // namespace fairshare::formats
