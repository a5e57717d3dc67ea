#include "preemption/snapshot_fields.h"

#include <fmt/format.h>

#include "fairshare/exact/brief.h"

namespace fairshare::preemption {
namespace {

std::optional<exact::Rational> find_unsigned(formats::Fields& fields, std::string_view key) {
  auto number = fields.find_number(key);
  if (!number || *number >= 0) return number;
  fields.complain(key, "FS011", fmt::format("{} is negative", exact::brief(*number)));
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> find_amount(formats::Fields& fields, std::string_view key,
                                        std::int64_t most) {
  return find_unsigned(fields, key) ? fields.find_whole(key, 0, most) : std::nullopt;
}

std::int64_t amount(formats::Fields& fields, std::string_view key, std::int64_t most,
                    std::int64_t fallback) {
  return find_amount(fields, key, most).value_or(fallback);
}

std::optional<double> find_ratio(formats::Fields& fields, std::string_view key) {
  return find_unsigned(fields, key) ? fields.find_double(key) : std::nullopt;
}

double ratio(formats::Fields& fields, std::string_view key, double fallback) {
  return find_ratio(fields, key).value_or(fallback);
}

std::optional<std::int64_t> find_time(formats::Fields& fields, std::string_view key) {
  return find_amount(fields, key, hadoop::time_max);
}

std::optional<std::int64_t> find_past(formats::Fields& fields, std::string_view key,
                                      std::int64_t now) {
  const auto time = find_time(fields, key);
  if (!time || *time <= now) return time;
  fields.complain(key, "FS017", fmt::format("{} is after now, which is {}", *time, now));
  return std::nullopt;
}

std::int64_t read_now(formats::Fields& fields) {
  const auto now = find_time(fields, "now");
  if (!now) fields.complain("now", "FS002", "the time of the snapshot is missing");
  return now.value_or(0);
}

std::string name_of(const formats::json::Value& value, std::size_t index) {
  const formats::json::Value* given = formats::json::find(value, "name");
  const auto* text = given != nullptr ? std::get_if<std::string>(&given->is) : nullptr;
  return text != nullptr ? *text : fmt::format("{}", index);
}

std::string Names::add(const formats::json::Value& value, const formats::Place& place,
                       std::size_t index, std::optional<formats::InputError>& error) {
  std::string name = name_of(value, index);
  const bool is_new = names_.emplace(name, names_.size()).second;
  if (!is_new && !error) {
    error = formats::error_at({&place, "name"}, name,
                              {"FS004", "duplicate name: an earlier entry has it"});
  }
  return name;
}

std::optional<std::size_t> Names::find_optional(formats::Fields& fields, std::string_view key,
                                                std::string_view what) const {
  const auto name = fields.find_text(key);
  if (!name) return std::nullopt;
  const auto found = names_.find(*name);
  if (found != names_.end()) return found->second;
  fields.complain(
      key, "FS401",
      fmt::format("there is no {} {}", what, formats::json::quoted(formats::abridged(*name))));
  return std::nullopt;
}

std::optional<std::size_t> Names::find(formats::Fields& fields, std::string_view key,
                                       std::string_view what) const {
  const auto found = find_optional(fields, key, what);
  if (!found) fields.complain(key, "FS002", "the name is missing");
  return found;
}

}  // namespace fairshare::preemption
