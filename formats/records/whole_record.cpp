#include "formats/records/whole_record.h"

#include <fmt/format.h>

#include <utility>

namespace fairshare::formats {
namespace {

using exact::Integer;
using exact::Rational;

// digits * 10^exponent / denominator
Rational product(std::uint64_t digits, int exponent, std::uint64_t denominator) {
  if (exponent == 0 && denominator == 1) return digits;  // most numbers are whole
  const Integer power = pow(Integer(10), static_cast<unsigned>(std::abs(exponent)));
  return exponent < 0 ? Rational(Integer(digits), Integer(denominator) * power)
                      : Rational(Integer(digits) * power, Integer(denominator));
}

Rational value_of(const PlainNumber& number) {
  return product(number.digits, number.exponent, number.denominator);
}

std::optional<Rational> value_of(const std::optional<PlainNumber>& number) {
  return number ? std::optional(value_of(*number)) : std::nullopt;
}

// A normal float needs no exact decimal, which can have hundreds of digits.
std::optional<Rational> value_of(const PlainNumber& number, Numbers numbers) {
  if (number.denominator == 1 && numbers == Numbers::to_double) {
    if (const auto value = find_nearest<double>(number)) return exact::from_double(*value);
  }
  if (number.denominator == 1 && numbers == Numbers::to_float) {
    if (const auto value = find_nearest<float>(number)) return exact::from_double(*value);
  }
  return find_held(value_of(number), numbers);
}

// False if the type does not hold the number.
bool convert(const std::optional<PlainNumber>& number, Numbers numbers,
             std::optional<Rational>& into) {
  if (!number) return true;
  into = value_of(*number, numbers);
  return into.has_value();
}

bool add_claimant(const PlainClaimant& plain, Record& record) {
  std::optional<Rational> weight = Rational(1);
  std::optional<Rational> min_share = Rational(0);
  std::optional<Rational> max_share;
  std::optional<Rational> demand;
  const bool is_held = convert(plain.weight, record.numbers, weight) &&
                       convert(plain.min_share, record.numbers, min_share) &&
                       convert(plain.max_share, record.numbers, max_share) &&
                       convert(plain.demand, record.numbers, demand);
  if (!is_held || (max_share && *max_share < *min_share)) return false;
  Claimant<Rational> claimant{*std::move(weight), *std::move(min_share), std::move(max_share)};
  cap(claimant, demand);
  record.tree.nodes.push_back({std::move(claimant), std::nullopt});
  record.demands.push_back(std::move(demand));
  return true;
}

bool add_shares(const PlainRecord& plain, Record& record) {
  auto& shares = record.shares.emplace();
  shares.reserve(plain.shares.size());
  for (const PlainNumber& number : plain.shares) {
    auto value = value_of(number, record.numbers);
    if (!value) return false;
    shares.push_back({std::string(number.text), *std::move(value),
                      number.is_rounded ? product(1, number.exponent, 1) : Rational(0)});
  }
  return true;
}

}  // namespace

std::string title_of(const PlainRecord& plain, const std::string& file, std::size_t line_number) {
  const std::string_view id = plain.id;
  if (id.empty() || id == R"("")") return fmt::format("{}:{}", file, line_number);
  return std::string(id.front() == '"' ? id.substr(1, id.size() - 2) : id);
}

std::optional<Record> find_record(const PlainRecord& plain, const std::string& file,
                                  std::size_t line_number) {
  auto total = value_of(plain.total, plain.numbers);
  if (!total) return std::nullopt;
  Record record{.id = std::string(plain.id),
                .title = title_of(plain, file, line_number),
                .line = line_number,
                .numbers = plain.numbers,
                .tolerance = {plain.rounding, value_of(plain.within), value_of(plain.relative)},
                .total = *total,
                .tree = {*std::move(total), {}},
                .names = {}};
  for (std::size_t i = 0; i < plain.claimants.size(); ++i) {
    if (!add_claimant(plain.claimants[i], record)) return std::nullopt;
    record.names.push_back(plain.names.empty() ? fmt::format("{}", i)
                                               : std::string(plain.names[i]));
  }
  if (plain.has_shares && !add_shares(plain, record)) return std::nullopt;
  return record;
}

}  // namespace fairshare::formats
