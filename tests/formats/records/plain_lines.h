// Lines that are plain records, or nearly, for readers that must agree on them.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <variant>

#include "fairshare/exact/rational.h"
#include "fairshare/exact/solve.h"
#include "formats/records/records.h"

namespace fairshare::formats::plain_lines {

using exact::Rational;

inline std::string number(std::mt19937_64& random) {
  const auto some = [&](std::uint64_t end) { return random() % end; };
  constexpr std::array<const char*, 16> odd = {
      "0",    "0.00",      "1e3",      "25e-1", "4503599627370496", "9007199254740993", "1e22",
      "1e23", "0.1",       "16777217", "\"7\"", "\"7.50\"",         "5e-324",           "1.5e-9",
      "64",   "2147483648"};
  switch (some(8)) {
    case 0:
      return odd[some(odd.size())];
    case 1:
    case 2:
      return fmt::format("{}.{:02}", some(12), some(100));
    case 3:
      return fmt::format("{}", static_cast<double>(some(1'000'000'007)) / 100'000'007.0);
    default:
      return fmt::format("{}", some(13));
  }
}

inline std::string claimant(std::mt19937_64& random) {
  std::string text;
  for (const char* key : {"weight", "min_share", "max_share", "demand"}) {
    if (random() % 5 < 2) text += fmt::format(",\"{}\":{}", key, number(random));
  }
  return "{" + (text.empty() ? text : text.substr(1)) + "}";
}

inline std::string share_text(const Rational& share, std::uint64_t how) {
  switch (how) {
    case 0:
      return "\"" + exact::to_text(share) + "\"";
    case 1:
      return fmt::format("{}", exact::to_double(share));
    case 2:
      return fmt::format("{}", static_cast<double>(exact::to_float(share)));
    case 3:
      return exact::to_decimal(share, 2);
    case 4:
      return exact::to_decimal(share, 0);
    default:
      return exact::floor(share).str();
  }
}

// A share that is reported as a power of two, but is in the gap below it, which is half as wide as
// the one above. It rounds to the power of two, or does not.
inline std::string below_a_power_of_two(std::mt19937_64& random) {
  const auto first = static_cast<double>(1 + random() % 40);
  const auto second = static_cast<double>(1 + random() % 40);
  const double power = std::ldexp(1, static_cast<int>(random() % 20) - 10);
  double total = power * (first + second) / first;
  for (std::uint64_t steps = random() % 3; steps > 0; --steps) total = std::nextafter(total, 0.0);
  return fmt::format(
      R"({{"numbers":"double","total":{},"claimants":[{{"weight":{}}},{{"weight":{}}}],"shares":[{},{}]}})",
      total, first, second, power, total - power);
}

// The total is above the breakpoint of a minimum by less than doubles can show.
inline std::string just_above_a_breakpoint(std::mt19937_64& random) {
  const std::uint64_t minimum = std::uint64_t{1} << (35 + random() % 20);
  const std::uint64_t total = 2 * minimum + random() % 3;
  const std::string half = exact::to_text(Rational(total) / 2);
  return fmt::format(R"({{"total":{},"claimants":[{{}},{{"min_share":{}}}],"shares":["{}","{}"]}})",
                     total, minimum, half, half);
}

// Most have shares, and most of these are fair, or nearly.
inline std::string record(std::mt19937_64& random) {
  if (random() % 16 == 0) return below_a_power_of_two(random);
  if (random() % 16 == 0) return just_above_a_breakpoint(random);
  constexpr std::array<const char*, 20> options = {"",
                                                   "",
                                                   "",
                                                   "",
                                                   "\"numbers\":\"double\",",
                                                   "\"numbers\":\"double\",",
                                                   "\"numbers\":\"float32\",",
                                                   "\"numbers\":\"int64\",",
                                                   "\"numbers\":\"int32\",",
                                                   "\"rounding\":\"exact\",",
                                                   "\"rounding\":\"nearest\",",
                                                   "\"rounding\":\"down\",",
                                                   "\"rounding\":\"double\",",
                                                   "\"rounding\":\"apportioned\",",
                                                   "\"within\":0.5,",
                                                   "\"within\":\"1/3\",",
                                                   "\"relative\":0.01,",
                                                   "\"relative\":1e-9,\"within\":\"7\",",
                                                   "\"numbers\":\"double\",\"within\":1e-3,",
                                                   "\"numbers\":\"double\",\"relative\":1e-9,"};
  std::string claimants;
  const std::uint64_t count = random() % 6;
  for (std::uint64_t i = 0; i < count; ++i) claimants += (i == 0 ? "" : ",") + claimant(random);
  std::string line = fmt::format("{{\"id\":{},{}\"total\":{},\"claimants\":[{}]", random() % 100,
                                 options[random() % options.size()], number(random), claimants);
  const auto read = read_record(line + "}", "f", 1);
  const auto* known = std::get_if<Record>(&read);
  if (known == nullptr || random() % 8 == 0) return line + "}";
  const auto solution = exact::solve(known->tree);
  const auto* allocation = std::get_if<TreeAllocation<Rational>>(&solution);
  std::string shares;
  const std::uint64_t how = random() % 6;
  for (std::uint64_t i = 0; i < count; ++i) {
    shares += i == 0 ? "" : ",";
    shares += allocation != nullptr ? share_text(allocation->shares[i], how) : "1";
  }
  return line + ",\"shares\":[" + shares + "]}";
}

inline std::string mutated(std::string line, std::mt19937_64& random) {
  constexpr std::string_view bytes = "\"\\{}[],: 0123456789.eE-+/naulltrue\t\x7F\xC3\xA9";
  for (std::uint64_t changes = random() % 3; changes > 0; --changes) {
    const std::size_t at = random() % line.size();
    const char byte = bytes[random() % bytes.size()];
    switch (random() % 3) {
      case 0:
        line[at] = byte;
        break;
      case 1:
        line.insert(at, 1, byte);
        break;
      default:
        line.erase(at, 1);
    }
  }
  return line;
}

struct Count {
  int plain = 0;  // lines for which `compare` returned true
  int all = 0;
};

template <class Compare>
Count compare_all(int rounds, std::uint64_t seed, Compare compare) {
  std::mt19937_64 random(seed);
  Count count;
  for (; count.all < rounds; ++count.all) {
    std::string line = record(random);
    if (random() % 2 == 0) line = mutated(std::move(line), random);
    if (compare(line, random)) ++count.plain;
  }
  return count;
}

}  // namespace fairshare::formats::plain_lines
