#include "formats/text/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>
#include <variant>

#include "fairshare/exact/brief.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using json::Value;

std::string kind_of(const Value& value) {
  constexpr std::array<const char*, 6> kinds = {"null",     "true or false", "a number",
                                                "a string", "a list",        "an object"};
  return kinds[value.is.index()];
}

bool is_null(const Value& value) {
  return std::holds_alternative<json::Null>(value.is);
}

// If the path continues with `step`, removes that and returns true.
bool take_step(std::string_view& rest, std::string_view step) {
  if (!rest.starts_with(step)) return false;
  const std::string_view after = rest.substr(step.size());
  if (!after.empty() && after[0] != '.' && after[0] != '[') return false;
  rest = after.starts_with('.') ? after.substr(1) : after;
  return true;
}

// The value within `value` to which the path leads next; null if the path ends, or if there is no
// such value.
const Value* find_step(const Value& value, std::string_view& rest) {
  if (rest.empty()) return nullptr;
  if (const auto* object = std::get_if<json::Object>(&value.is)) {
    for (const json::Member& member : *object) {
      if (take_step(rest, member.key)) return &member.value;
    }
  } else if (const auto* array = std::get_if<json::Array>(&value.is)) {
    const std::string_view step = rest.substr(0, rest.find(']') + 1);
    std::size_t index = array->size();
    if (step.starts_with('[')) std::from_chars(step.data() + 1, step.data() + step.size(), index);
    if (index < array->size() && take_step(rest, step)) return &(*array)[index];
  }
  return nullptr;
}

}  // namespace

std::string path(const Place& place) {
  const std::string above = place.above != nullptr ? path(*place.above) : "";
  if (place.index) return above + fmt::format("[{}]", *place.index);
  return above.empty() ? std::string(place.key) : above + "." + std::string(place.key);
}

std::size_t line_of(const Value& document, std::string_view field) {
  const Value* value = &document;
  while (const Value* within = find_step(*value, field)) value = within;
  return value->mark.line;
}

InputError error_at(const Place& place, const std::string& claimant, Complaint complaint) {
  InputError error{std::move(complaint.code), std::move(complaint.message)};
  error.claimant = claimant;
  error.field = path(place);
  return error;
}

Complaint paths_too_long() {
  return {"FS005", fmt::format("the paths of this tree are longer than {} bytes", path_bytes_max)};
}

Complaint wrong_kind(std::string_view expected, const Value& value) {
  return {"FS002", fmt::format("{} is expected here, not {}", expected, kind_of(value))};
}

Complaint unread(std::string_view text, exact::TextError error) {
  const std::string shown = abridged(text);
  switch (error) {
    case exact::TextError::zero_denominator:
      return {"FS006", fmt::format("{} divides by zero", shown)};
    case exact::TextError::too_long:
      return {"FS007", fmt::format("{} is too long: its exact value has more than {} digits in its "
                                   "numerator or denominator",
                                   shown, exact::digits_max)};
    case exact::TextError::malformed:
      break;
  }
  if (json::is_not_finite(text)) return {"FS011", fmt::format("{} is not a finite number", shown)};
  return {"FS006", fmt::format("{} is neither a number nor p/q", json::quoted(shown))};
}

Complaint not_whole(const Rational& number, std::int64_t low, std::int64_t high) {
  return {"FS008",
          fmt::format("{} is not a whole number from {} to {}", exact::brief(number), low, high)};
}

Complaint unknown_field(std::string_view what, std::string_view key,
                        const std::vector<std::string_view>& known) {
  std::string message = fmt::format("{} has no field {}", what, json::quoted(abridged(key)));
  if (!known.empty()) message += fmt::format("; its fields: {}", fmt::join(known, ", "));
  return {"FS003", std::move(message)};
}

std::variant<WrittenNumber, Complaint> read_number(const Value& value) {
  const auto* number = std::get_if<json::Number>(&value.is);
  const auto* string = std::get_if<std::string>(&value.is);
  if (number == nullptr && string == nullptr) {
    return wrong_kind("a number or a string \"p/q\"", value);
  }
  const std::string& text = number != nullptr ? number->text : *string;
  auto parsed = exact::parse_number(text);
  if (const auto* error = std::get_if<exact::TextError>(&parsed)) return unread(text, *error);
  auto& written = std::get<exact::TextNumber>(parsed);
  // An integer in a string is exact, like "p/q"; a JSON integer may have been rounded.
  const bool is_exact = number == nullptr && text.find_first_of(".eE") == std::string::npos;
  if (is_exact) written.last_digit = 0;
  return WrittenNumber{text, std::move(written.value), std::move(written.last_digit)};
}

Fields::Fields(const Value& value, const Place& place, std::string claimant,
               std::optional<InputError>& error)
    : members_(std::get_if<json::Object>(&value.is)),
      place_(place),
      claimant_(std::move(claimant)),
      error_(error),
      taken_(members_ != nullptr ? members_->size() : 0) {
  if (members_ == nullptr && !error_) {
    error_ = error_at(place_, claimant_, wrong_kind("an object", value));
  }
}

void Fields::complain(std::string_view key, std::string code, std::string message) {
  if (error_) return;
  const Place at = key.empty() ? place_ : Place{&place_, key};
  error_ = error_at(at, claimant_, {std::move(code), std::move(message)});
}

void Fields::complain(std::string_view key, Complaint complaint) {
  complain(key, std::move(complaint.code), std::move(complaint.message));
}

bool Fields::has(std::string_view key) const {
  return members_ != nullptr &&
         std::ranges::any_of(*members_, [&](const auto& member) { return member.key == key; });
}

const Value* Fields::take(std::string_view key) {
  if (members_ == nullptr) return nullptr;
  asked_.push_back(key);
  for (std::size_t i = 0; i < members_->size(); ++i) {
    if ((*members_)[i].key != key) continue;
    taken_[i] = true;
    return &(*members_)[i].value;
  }
  return nullptr;
}

std::optional<std::string> Fields::find_text(std::string_view key) {
  const Value* value = take(key);
  if (value == nullptr) return std::nullopt;
  if (const auto* text = std::get_if<std::string>(&value->is)) return *text;
  complain(key, wrong_kind("a string", *value));
  return std::nullopt;
}

bool Fields::flag(std::string_view key, bool fallback) {
  const Value* value = take(key);
  if (value == nullptr) return fallback;
  if (const auto* flag = std::get_if<bool>(&value->is)) return *flag;
  complain(key, wrong_kind("true or false", *value));
  return fallback;
}

std::optional<Rational> Fields::find_number(std::string_view key) {
  const Value* value = take(key);
  if (value == nullptr || is_null(*value)) return std::nullopt;
  auto read = read_number(*value);
  if (auto* number = std::get_if<WrittenNumber>(&read)) return std::move(number->value);
  complain(key, std::get<Complaint>(std::move(read)));
  return std::nullopt;
}

std::optional<double> Fields::find_double(std::string_view key) {
  const auto number = find_number(key);
  if (!number) return std::nullopt;
  const double nearest = exact::to_double(*number);
  if (std::isfinite(nearest)) return nearest;
  complain(key, "FS008", "the number exceeds the largest double");
  return std::nullopt;
}

double Fields::real(std::string_view key, double fallback) {
  return find_double(key).value_or(fallback);
}

float Fields::real32(std::string_view key, float fallback) {
  const auto number = find_double(key);
  return number ? exact::to_float(exact::from_double(*number)) : fallback;
}

std::optional<std::int64_t> Fields::find_whole(std::string_view key, std::int64_t low,
                                               std::int64_t high) {
  const auto number = find_number(key);
  if (!number) return std::nullopt;
  if (exact::is_whole(*number) && *number >= low && *number <= high) {
    return static_cast<std::int64_t>(exact::floor(*number));
  }
  complain(key, not_whole(*number, low, high));
  return std::nullopt;
}

std::int64_t Fields::whole(std::string_view key, std::int64_t low, std::int64_t high,
                           std::int64_t fallback) {
  return find_whole(key, low, high).value_or(fallback);
}

std::size_t Fields::choice(std::string_view key, const std::vector<std::string_view>& choices,
                           std::size_t fallback) {
  const Value* value = take(key);
  if (value == nullptr) return fallback;
  if (const auto* text = std::get_if<std::string>(&value->is)) {
    const auto found = std::ranges::find(choices, std::string_view(*text));
    if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  }
  std::string names;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const bool is_last = i + 1 == choices.size();
    names += (i == 0 ? "" : is_last ? " or " : ", ") + json::quoted(choices[i]);
  }
  complain(key, "FS002", names + " is expected here");
  return fallback;
}

std::optional<Amounts> Fields::find_amounts(std::string_view key) {
  const Value* value = take(key);
  if (value == nullptr || is_null(*value)) return std::nullopt;
  const auto* members = std::get_if<json::Object>(&value->is);
  if (members == nullptr) {
    complain(key, wrong_kind("an object of amounts by resource", *value));
    return std::nullopt;
  }
  const Place at{&place_, key};
  Amounts amounts;
  for (const auto& [resource, member] : *members) {
    auto read = read_number(member);
    if (auto* number = std::get_if<WrittenNumber>(&read)) {
      amounts.emplace(resource, std::move(number->value));
    } else if (!error_) {
      error_ = error_at({&at, resource}, claimant_, std::get<Complaint>(std::move(read)));
    }
  }
  return amounts;
}

const json::Array& Fields::list(std::string_view key) {
  static const json::Array empty;
  const Value* value = take(key);
  if (value == nullptr) return empty;
  if (const auto* list = std::get_if<json::Array>(&value->is)) return *list;
  complain(key, wrong_kind("a list", *value));
  return empty;
}

void Fields::finish(std::string_view what, const std::vector<std::string_view>& ignored) {
  if (members_ == nullptr) return;
  for (std::size_t i = 0; i < members_->size(); ++i) {
    const std::string& key = (*members_)[i].key;
    if (taken_[i] || std::ranges::find(ignored, std::string_view(key)) != ignored.end()) continue;
    if (!ignored.empty()) return complain(key, unknown_field(what, key, {}));
    std::vector<std::string_view> known;
    for (const std::string_view asked : asked_) {
      if (std::ranges::find(known, asked) == known.end()) known.push_back(asked);
    }
    return complain(key, unknown_field(what, key, known));
  }
}

}  // namespace fairshare::formats
