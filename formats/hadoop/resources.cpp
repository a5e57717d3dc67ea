#include "formats/hadoop/resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "formats/text/words.h"

namespace fairshare::formats {
namespace {

InputError error(std::string code, std::string message) {
  return {std::move(code), std::move(message)};
}

bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

// What \s matches in Java.
bool is_space(char c) {
  return c == ' ' || ('\t' <= c && c <= '\r');
}

std::string shown(std::string_view text) {
  return fmt::format("\"{}\"", abridged(text));
}

std::size_t digits_in(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, is_digit));
}

std::string_view take_digits(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length])) ++length;
  const std::string_view digits = text.substr(0, length);
  text.remove_prefix(length);
  return digits;
}

bool take(std::string_view& text, std::string_view wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(wanted.size());
  return true;
}

std::string_view without_leading_zeros(std::string_view digits) {
  while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
  return digits.empty() ? "0" : digits;
}

// Java's decimal floating-point text as JSON writes the same number; nothing if it is neither.
// Java takes more: "+1", ".5", "1.", "007", "1d".
std::optional<std::string> as_json_number(std::string_view text) {
  const bool negative = take(text, "-");
  if (!negative) take(text, "+");
  const std::string_view whole = take_digits(text);
  const bool has_point = take(text, ".");
  const std::string_view decimals = has_point ? take_digits(text) : std::string_view{};
  if (whole.empty() && decimals.empty()) return std::nullopt;
  std::string number = fmt::format("{}{}", negative ? "-" : "", without_leading_zeros(whole));
  if (!decimals.empty()) number += fmt::format(".{}", decimals);
  if (take(text, "e") || take(text, "E")) {
    const bool shrinks = take(text, "-");
    if (!shrinks) take(text, "+");
    const std::string_view exponent = take_digits(text);
    if (exponent.empty()) return std::nullopt;
    number += fmt::format("e{}{}", shrinks ? "-" : "", without_leading_zeros(exponent));
  }
  if (text == "d" || text == "D" || text == "f" || text == "F") text = {};
  return text.empty() ? std::optional(number) : std::nullopt;
}

// The double nearest to Java's hexadecimal floating-point text, "0x1.8p3", after its sign; it may
// be infinite. Nothing for other texts, and for those without an exponent, which Java requires.
std::optional<double> find_hexadecimal(std::string_view text) {
  if (!take(text, "0x") && !take(text, "0X")) return std::nullopt;
  const std::size_t p = text.find_first_of("pP");
  if (p == 0 || p == std::string_view::npos || text[0] == '-') return std::nullopt;
  if (text.ends_with('d') || text.ends_with('D') || text.ends_with('f') || text.ends_with('F')) {
    text.remove_suffix(1);
  }
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number, std::chars_format::hex);
  if (parsed.ptr != end) return std::nullopt;
  if (parsed.ec == std::errc::result_out_of_range) return text[p + 1] == '-' ? 0 : HUGE_VAL;
  return parsed.ec == std::errc() ? std::optional(number) : std::nullopt;
}

// Double.parseDouble, but NaN for an infinity that is written as a word. May be infinite.
std::variant<double, InputError> parse_double(std::string_view text) {
  std::string_view word = trimmed(text);
  const bool negative = take(word, "-");
  if (!negative) take(word, "+");
  if (word == "NaN" || word == "Infinity") return std::numeric_limits<double>::quiet_NaN();
  if (const auto number = find_hexadecimal(word)) return negative ? -*number : *number;
  const auto number = as_json_number(trimmed(text));
  if (!number) return error("FS006", fmt::format("{} is not a number", shown(text)));
  const auto parsed = exact::parse_number(*number);
  if (const auto* why = std::get_if<exact::TextError>(&parsed)) {
    if (*why == exact::TextError::too_long) {
      return error("FS007", fmt::format("{} has more than {} digits when written out", shown(text),
                                        exact::digits_max));
    }
    return error("FS006", fmt::format("{} is not a number", shown(text)));
  }
  return exact::to_double(std::get<exact::TextNumber>(parsed).value);
}

// "12.5" in "12.5 %" or in "12.5 mb": the number before the first `unit` that follows a number.
struct Quantity {
  std::string_view whole;   // "12", or "-12"
  std::string_view number;  // "12.5"
  std::size_t length;       // of all of it, with the unit
};
struct QuantityGrammar {
  bool sign = false;      // a minus belongs to the number
  bool decimals = false;  // so does ".5"
};

std::optional<Quantity> match_quantity(std::string_view text, std::string_view unit,
                                       QuantityGrammar grammar) {
  std::string_view rest = text;
  if (grammar.sign) take(rest, "-");
  if (take_digits(rest).empty()) return std::nullopt;
  const std::string_view whole = text.substr(0, text.size() - rest.size());
  if (grammar.decimals && take(rest, ".")) take_digits(rest);
  const std::string_view number = text.substr(0, text.size() - rest.size());
  const auto skip_space = [&] {
    while (!rest.empty() && is_space(rest[0])) rest.remove_prefix(1);
  };
  skip_space();
  if (unit.starts_with('%')) {
    if (!take(rest, "%")) return std::nullopt;
    skip_space();
    unit.remove_prefix(1);
  }
  if (!take(rest, unit)) return std::nullopt;
  return Quantity{whole, number, text.size() - rest.size()};
}

// The first match anywhere in the text, as a search by regular expression finds it: "1.5 mb"
// without `decimals` reads 5. Takes linear time: if a run of digits does not match, no shorter end
// of it does.
std::optional<Quantity> find_quantity(std::string_view text, std::string_view unit,
                                      QuantityGrammar grammar) {
  std::size_t i = 0;
  while (i < text.size()) {
    const bool begins_here = is_digit(text[i]) || (grammar.sign && text[i] == '-');
    if (begins_here) {
      if (const auto match = match_quantity(text.substr(i), unit, grammar)) return match;
    }
    const bool was_digit = is_digit(text[i]);
    ++i;
    while (was_digit && i < text.size() && is_digit(text[i])) ++i;
  }
  return std::nullopt;
}

// Split as Java's String.split does: the empty pieces at the end are dropped.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  while (true) {
    const std::size_t end = std::min(text.find(separator), text.size());
    pieces.push_back(text.substr(0, end));
    if (end == text.size()) break;
    text.remove_prefix(end + 1);
  }
  while (pieces.size() > 1 && pieces.back().empty()) pieces.pop_back();
  return pieces;
}

// "1024 mb 2 vcores" without a comma: each number with the letters after it.
std::vector<std::string_view> split_at_numbers(std::string_view text) {
  std::vector<std::string_view> pieces;
  std::size_t at = 0;
  while (at < text.size()) {
    std::string_view rest = text.substr(at);
    take(rest, "-");
    const bool has_number = !take_digits(rest).empty();
    if (has_number && take(rest, ".")) take_digits(rest);
    while (has_number && !rest.empty() && is_space(rest[0])) rest.remove_prefix(1);
    const std::size_t before = rest.size();
    while (has_number && !rest.empty() && 'a' <= rest[0] && rest[0] <= 'z') rest.remove_prefix(1);
    if (rest.size() == before) {
      ++at;
      continue;
    }
    pieces.push_back(text.substr(at, text.size() - rest.size() - at));
    at = text.size() - rest.size();
  }
  return pieces;
}

// 3.3: the first piece that has the unit in it, without the white space at its ends.
std::optional<std::string_view> find_piece(const std::vector<std::string_view>& pieces,
                                           std::string_view unit) {
  for (const std::string_view piece : pieces) {
    if (piece.find(unit) != std::string_view::npos) return trimmed(piece);
  }
  return std::nullopt;
}

// "N mb" or "N vcores", an int in Java. In 3.3 the piece begins with it; in 2.7 it may be anywhere.
std::variant<std::int64_t, InputError> parse_old_amount(std::string_view text,
                                                        const std::optional<Quantity>& match,
                                                        std::string_view unit) {
  if (!match) return error("FS006", fmt::format("{} has no \"N {}\"", shown(text), unit));
  if (match->whole.starts_with('-')) {
    return error("FS011", fmt::format("{} {} is negative", shown(match->whole), unit));
  }
  std::int32_t amount = 0;
  const char* const end = match->whole.data() + match->whole.size();
  if (std::from_chars(match->whole.data(), end, amount).ec != std::errc()) {
    return error("FS008", fmt::format("{} {} is beyond 2147483647", shown(match->whole), unit));
  }
  return std::int64_t{amount};
}

// Where "N mb" or "N vcores" is.
std::optional<Quantity> find_old_amount(std::string_view text,
                                        const std::vector<std::string_view>& pieces,
                                        std::string_view unit, YarnRelease release) {
  if (release == YarnRelease::v2_7) return find_quantity(text, unit, {});
  const auto piece = find_piece(pieces, unit);
  return piece ? match_quantity(*piece, unit, {true, true}) : std::nullopt;
}

// The part of the number that counts: "1" of "1.5", but all of "1.0".
std::string_view counted_part(const Quantity& quantity) {
  const std::string_view decimals = quantity.number.substr(quantity.whole.size());
  const bool has_fraction = decimals.find_first_of("123456789") != std::string_view::npos;
  return has_fraction ? quantity.whole : quantity.number;
}

// Whether a sign or a point that is not read stands right before the quantity, which is in `text`.
bool is_cut_off(std::string_view text, const Quantity& quantity) {
  const auto at = static_cast<std::size_t>(quantity.whole.data() - text.data());
  const std::string_view before = text.substr(0, at);
  return before.ends_with('-') || before.ends_with('.');
}

std::variant<ConfiguredResources, InputError> parse_old(const std::string& text,
                                                        YarnRelease release) {
  std::vector<std::string_view> pieces = split(text, ',');
  if (release == YarnRelease::v3 && pieces.size() != 2) {
    pieces = split_at_numbers(text);
    if (pieces.size() != 2) {
      return error("FS006", fmt::format("{} is not of the form \"N mb, N vcores\"", shown(text)));
    }
  }
  ConfiguredResources resources;
  std::vector<std::string> read;
  std::size_t digits = 0;
  bool is_cut = false;
  for (const auto& [unit, name] : {std::pair("mb", "memory"), std::pair("vcores", "vcores")}) {
    const auto match = find_old_amount(text, pieces, unit, release);
    const auto amount = parse_old_amount(text, match, unit);
    if (const auto* wrong = std::get_if<InputError>(&amount)) return *wrong;
    resources.named.emplace(name, std::get<std::int64_t>(amount));
    read.push_back(fmt::format("{} {}", std::get<std::int64_t>(amount), unit));
    digits += digits_in(counted_part(*match));
    is_cut = is_cut || is_cut_off(text, *match);
  }
  if (is_cut || digits != digits_in(text)) {
    resources.read_as = fmt::format("{}", fmt::join(read, ", "));
  }
  // YARN makes a resource from these two, in which every other type is 0: as a max share, that
  // allows nothing of it.
  resources.others = std::int64_t{0};
  return resources;
}

// The whole of `text` must be "N%", or "N%" and the word.
std::variant<ResourceAmount, InputError> parse_percentage(std::string_view text,
                                                          std::string_view unit) {
  const auto match = match_quantity(text, unit, {true, true});
  if (!match || match->length != text.size()) {
    return error("FS006", fmt::format("{} is not \"N{}\"", shown(text), unit));
  }
  const auto percentage = parse_double(match->number);
  if (const auto* wrong = std::get_if<InputError>(&percentage)) return *wrong;
  const double fraction = std::get<double>(percentage) / 100.0;
  if (fraction < 0) return error("FS011", fmt::format("{} is negative", shown(text)));
  return ClusterFraction{fraction};
}

// Says what is read if the text has further digits.
void note_reading(std::string_view text, const std::vector<std::string_view>& pieces,
                  ConfiguredResources& resources) {
  std::string read = fmt::format("{}", fmt::join(pieces, ", "));
  if (digits_in(read) != digits_in(text)) resources.read_as = std::move(read);
}

std::variant<ConfiguredResources, InputError> parse_old_percentages(const std::string& text) {
  const auto pieces = split(text, ',');
  if (pieces.size() == 1) {
    const auto all = parse_percentage(trimmed(pieces[0]), "%");
    if (const auto* wrong = std::get_if<InputError>(&all)) return *wrong;
    return ConfiguredResources{{}, std::get<ResourceAmount>(all)};
  }
  ConfiguredResources resources;
  std::vector<std::string_view> read;
  for (const auto& [word, name] : {std::pair("memory", "memory"), std::pair("cpu", "vcores")}) {
    const auto piece = find_piece(pieces, word);
    if (!piece) return error("FS006", fmt::format("{} has no \"N% {}\"", shown(text), word));
    const auto amount = parse_percentage(*piece, fmt::format("%{}", word));
    if (const auto* wrong = std::get_if<InputError>(&amount)) return *wrong;
    resources.named.emplace(name, std::get<ResourceAmount>(amount));
    read.push_back(*piece);
  }
  note_reading(text, read, resources);
  // The other types' percentages stay as Java initialises an array: 0.
  resources.others = ClusterFraction{0};
  return resources;
}

// Long.parseLong, which also takes "+5" and "007".
std::variant<ResourceAmount, InputError> parse_long(std::string_view text) {
  std::string_view digits = text;
  const bool negative = take(digits, "-");
  if (!negative) take(digits, "+");
  std::string_view rest = digits;
  if (take_digits(rest).empty() || !rest.empty()) {
    return error("FS006", fmt::format("{} is not an integer", shown(text)));
  }
  if (negative && without_leading_zeros(digits) != "0") {
    return error("FS011", fmt::format("{} is negative", shown(text)));
  }
  std::int64_t amount = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), amount).ec != std::errc()) {
    return error("FS008", fmt::format("{} is beyond 9223372036854775807", shown(text)));
  }
  return amount;
}

// "name=value, name=value": a resource that is not named is unbounded, or 100% if the values are
// percentages.
std::variant<ConfiguredResources, InputError> parse_new(std::string_view text) {
  const bool in_percent = text.find('%') != std::string_view::npos;
  ConfiguredResources resources;
  if (in_percent) resources.others = ClusterFraction{1};
  std::map<std::string_view, std::string_view> read;  // the last piece of each name
  for (const std::string_view piece : split(text, ',')) {
    const auto parts = split(piece, '=');
    if (parts.size() != 2 || trimmed(parts[0]).empty()) {
      return error("FS006", fmt::format("{} is not of the form name=value", shown(trimmed(piece))));
    }
    const std::string_view name = trimmed(parts[0]);
    if (name == "memory") return error("FS003", "resource \"memory\" is called memory-mb here");
    const std::string_view value = trimmed(parts[1]);
    auto amount = in_percent ? parse_percentage(value, "%") : parse_long(value);
    if (auto* wrong = std::get_if<InputError>(&amount)) return *wrong;
    resources.named.insert_or_assign(std::string(resource_name(name)),
                                     std::get<ResourceAmount>(amount));
    read.insert_or_assign(name, trimmed(piece));
  }
  std::vector<std::string_view> pieces;
  for (const auto& [name, piece] : read) pieces.push_back(piece);
  note_reading(text, pieces, resources);
  return resources;
}

// Java's (long): truncated towards zero, saturated, NaN is 0.
std::int64_t to_long(double number) {
  constexpr double beyond = 9223372036854775808.0;  // 2^63
  if (std::isnan(number)) return 0;
  if (number >= beyond) return std::numeric_limits<std::int64_t>::max();
  if (number < -beyond) return std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(number);
}

}  // namespace

std::variant<ConfiguredResources, InputError> parse_resources(std::string_view text,
                                                              YarnRelease release) {
  text = trimmed(text);
  if (text.empty()) return error("FS006", "the text is empty");
  if (release == YarnRelease::v2_7) return parse_old(lower(text), release);
  if (text.find('=') != std::string_view::npos) return parse_new(text);
  if (text.find('%') != std::string_view::npos) return parse_old_percentages(lower(text));
  return parse_old(lower(text), release);
}

std::optional<exact::Rational> find_amount(const ConfiguredResources& resources,
                                           std::string_view resource, std::int64_t cluster_amount) {
  assert(cluster_amount >= 0);
  const auto named = resources.named.find(resource);
  if (named == resources.named.end() && !resources.others) return std::nullopt;
  const ResourceAmount& amount = named == resources.named.end() ? *resources.others : named->second;
  if (const auto* units = std::get_if<std::int64_t>(&amount)) return exact::Rational(*units);
  const double part = std::get<ClusterFraction>(amount).fraction;
  return exact::Rational(to_long(static_cast<double>(cluster_amount) * part));
}

std::variant<double, InputError> parse_pool_weight(std::string_view text) {
  const auto parsed = parse_double(text);
  const auto* number = std::get_if<double>(&parsed);
  if (number != nullptr && !std::isfinite(*number)) {
    return error("FS011", fmt::format("weight {} is not finite", shown(text)));
  }
  return parsed;
}

std::variant<exact::Rational, InputError> parse_weight(std::string_view text) {
  const auto parsed = parse_pool_weight(text);
  if (const auto* wrong = std::get_if<InputError>(&parsed)) return *wrong;
  const double number = std::get<double>(parsed);
  // Rounds a second time, as Java's (float) does.
  const float weight = exact::to_float(exact::from_double(number));
  if (!std::isfinite(weight)) {
    return error("FS011", fmt::format("weight {} is beyond the largest float32", shown(text)));
  }
  return exact::from_double(double{weight});
}

bool is_java_double(std::string_view text) {
  const auto parsed = parse_double(text);
  const auto* wrong = std::get_if<InputError>(&parsed);
  return wrong == nullptr || wrong->code == "FS007";
}

bool is_java_integer(std::string_view text, std::int64_t max) {
  std::string_view digits = text;
  const bool negative = take(digits, "-");
  if (!negative) take(digits, "+");
  std::uint64_t magnitude = 0;
  const char* const end = digits.data() + digits.size();
  const auto parsed = std::from_chars(digits.data(), end, magnitude);
  const std::uint64_t most = static_cast<std::uint64_t>(max) + (negative ? 1 : 0);
  return parsed.ec == std::errc() && parsed.ptr == end && magnitude <= most;
}

std::optional<YarnPolicy> find_policy(std::string_view text) {
  const auto is_class = [&](std::string_view name) {
    return text.ends_with(name) &&
           (text.size() == name.size() || text[text.size() - name.size() - 1] == '.');
  };
  const std::string name = lower(text);
  if (name == "fair" || is_class("FairSharePolicy")) return YarnPolicy::fair;
  if (name == "drf" || is_class("DominantResourceFairnessPolicy")) return YarnPolicy::drf;
  if (name == "fifo" || is_class("FifoPolicy")) return YarnPolicy::fifo;
  return std::nullopt;
}

std::string_view name_of(YarnPolicy policy) {
  switch (policy) {
    case YarnPolicy::fair:
      return "fair";
    case YarnPolicy::drf:
      return "drf";
    case YarnPolicy::fifo:
      return "fifo";
  }
  return "";
}

std::string_view resource_name(std::string_view type) {
  return type == "memory-mb" ? "memory" : type;
}

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace fairshare::formats
