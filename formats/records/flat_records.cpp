#include "formats/records/flat_records.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "formats/records/record_cases.h"
#include "formats/text/json.h"

namespace fairshare::formats {

std::vector<std::string> read_claimants(Fields& record, std::optional<InputError>& error,
                                        const std::function<void(Fields&)>& read_one) {
  std::vector<std::string> names;
  const json::Value* value = record.take("claimants");
  const auto* list = value != nullptr ? std::get_if<json::Array>(&value->is) : nullptr;
  if (value == nullptr) {
    record.complain("claimants", "FS002", "the claimants are missing");
  } else if (list == nullptr) {
    record.complain("claimants", wrong_kind("a list of claimants", *value));
  }
  if (list == nullptr) return names;

  const Place place{&record.place(), "claimants"};
  for (std::size_t i = 0; i < list->size() && !error; ++i) {
    const json::Value* name = json::find((*list)[i], "name");
    const auto* text = name != nullptr ? std::get_if<std::string>(&name->is) : nullptr;
    const Place at{&place, {}, i};
    Fields fields((*list)[i], at, text != nullptr ? *text : fmt::format("{}", i), error);
    fields.find_text("name");
    read_one(fields);
    fields.finish("a claimant");
    names.push_back(fields.claimant());
  }
  const auto repeated =
      json::find_repeated(std::vector<std::string_view>(names.begin(), names.end()));
  if (repeated && !error) {
    error = error_at({&place, {}, *repeated}, names[*repeated],
                     {"FS004", "a claimant before it has the same name"});
  }
  return names;
}

std::optional<std::vector<WrittenNumber>> find_shares(Fields& record,
                                                      const std::vector<std::string>& names,
                                                      std::optional<InputError>& error) {
  if (!record.has("shares")) return std::nullopt;
  const json::Array& list = record.list("shares");
  const Place place{&record.place(), "shares"};
  std::vector<WrittenNumber> shares;
  for (std::size_t i = 0; i < list.size() && !error; ++i) {
    auto read = read_number(list[i]);
    if (auto* share = std::get_if<WrittenNumber>(&read)) {
      shares.push_back(std::move(*share));
    } else {
      error = error_at({&place, {}, i}, i < names.size() ? names[i] : "",
                       std::get<Complaint>(std::move(read)));
    }
  }
  if (error || shares.size() == names.size()) return shares;
  const std::string message =
      fmt::format("{} shares for {} claimants", shares.size(), names.size());
  const bool too_few = shares.size() < names.size();
  error =
      error_at(place, too_few ? names[shares.size()] : "", {too_few ? "FS104" : "FS105", message});
  return shares;
}

std::variant<Reported, InputError> reported_share(const std::vector<WrittenNumber>& shares,
                                                  const std::vector<std::string>& names,
                                                  std::size_t i, Rounding rounding,
                                                  const exact::Rational& slack) {
  auto read = find_reported(shares[i], rounding, slack);
  if (auto* reported = std::get_if<Reported>(&read)) return std::move(*reported);
  const Place list{nullptr, "shares"};
  return error_at({&list, {}, i}, names[i], std::get<Complaint>(std::move(read)));
}

InputError no_fair_problem(const std::vector<std::string>& names, const Defect& defect) {
  const std::string name = defect.claimant ? names[*defect.claimant] : "";
  const Place list{nullptr, "claimants"};
  const Place at = defect.claimant ? Place{&list, {}, defect.claimant} : Place{nullptr, "total"};
  const bool is_bounds = defect.rule == Rule::max_share_is_not_below_min_share;
  return error_at(
      at, name,
      {is_bounds ? "FS010" : "FS011",
       "nothing is fair here, whatever the release computes: " + describe(defect.rule)});
}

}  // namespace fairshare::formats
