// Where the adversary's decisions come from: a seed, or the bytes of a fuzzer.
//
// The same seed or the same bytes give the same decisions on every machine and with every compiler.
// The standard fixes the numbers of its engines but not of its distributions, so we have our own.
// Never make two decisions in the arguments of one call: compilers evaluate those in different
// orders.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

namespace fairshare::fuzz {

class Choices {
 public:
  explicit Choices(std::uint64_t seed) : engine_(seed) {}

  // Each decision takes as many bytes as its range needs, so that a fuzzer that changes a byte
  // changes one decision. After the last byte an engine takes over, seeded by all bytes, so that
  // loops that wait for a lucky number end.
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes), engine_(hash(bytes)) {}

  std::uint64_t bits() { return take(8); }

  // From 0 to end - 1; `end` is above 0.
  std::uint64_t below(std::uint64_t end) {
    std::size_t bytes = 1;
    while (bytes < 8 && (end - 1) >> (8 * bytes) != 0) ++bytes;
    return take(bytes) % end;
  }

  int between(int low, int high) {  // both included
    return low + static_cast<int>(below(static_cast<std::uint64_t>(high - low + 1)));
  }
  bool one_in(std::uint64_t chances) { return below(chances) == 0; }
  double fraction() { return std::ldexp(static_cast<double>(bits() >> 11), -53); }  // [0, 1)

  template <class Value, std::size_t size>
  Value one_of(const std::array<Value, size>& values) {
    return values[below(size)];
  }

 private:
  static std::uint64_t hash(std::span<const std::uint8_t> bytes) {  // FNV-1a
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3U;
    return hash;
  }

  std::uint64_t take(std::size_t count) {
    if (bytes_.size() < count) {
      bytes_ = {};
      return engine_();
    }
    std::uint64_t value = 0;
    for (const std::uint8_t byte : bytes_.first(count)) value = value << 8U | byte;
    bytes_ = bytes_.subspan(count);
    return value;
  }

  std::span<const std::uint8_t> bytes_ = {};
  std::mt19937_64 engine_;
};

}  // namespace fairshare::fuzz
