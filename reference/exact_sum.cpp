#include "reference/exact_sum.h"

#include <algorithm>

namespace fairshare::reference {
namespace {

__extension__ typedef unsigned __int128 uint128;

// An integer one word longer than Wide.
struct Product {
  std::array<std::uint64_t, Wide::words + 1> word;  // from `begin` to before `end`, else undefined
  int begin;
  int end;

  std::uint64_t word_at(int k) const {
    return k < begin || k >= end ? 0 : word[static_cast<std::size_t>(k)];
  }

  // The number of bits; 0 for zero.
  int length() const {
    for (int k = end; k-- > begin;) {
      if (word_at(k) != 0) return 64 * k + static_cast<int>(std::bit_width(word_at(k)));
    }
    return 0;
  }

  // The 64 bits below bit `end_bit`; zeros below bit 0.
  std::uint64_t bits_below(int end_bit) const {
    const int first_bit = end_bit - 64;
    const int k = first_bit >= 0 ? first_bit / 64 : -((63 - first_bit) / 64);
    const int shift = first_bit - 64 * k;
    if (shift == 0) return word_at(k);
    return word_at(k) >> shift | word_at(k + 1) << (64 - shift);
  }
};

Product multiply(const Wide& wide, std::uint64_t factor) {
  Product product;
  product.begin = static_cast<int>(wide.begin);
  product.end = static_cast<int>(wide.end) + 1;
  uint128 carry = 0;
  for (std::size_t k = wide.begin; k < wide.end; ++k) {
    carry += static_cast<uint128>(wide.word[k]) * factor;
    product.word[k] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  product.word[wide.end] = static_cast<std::uint64_t>(carry);
  return product;
}

}  // namespace

Wide one() {
  Wide wide;
  wide.begin = 1074 / 64;
  wide.end = wide.begin + 1;
  wide.word[wide.begin] = std::uint64_t{1} << (1074 % 64);
  return wide;
}

int compare_products(const Wide& a, Binary x, const Wide& b, Binary y) {
  const Product ax = multiply(a, x.significand);
  const Product by = multiply(b, y.significand);
  const int ax_length = ax.length();
  const int by_length = by.length();
  if (ax_length == 0 || by_length == 0) return (ax_length != 0) - (by_length != 0);
  if (ax_length + x.exponent != by_length + y.exponent) {
    return ax_length + x.exponent < by_length + y.exponent ? -1 : 1;
  }
  // The leading bits have the same value, so compare downwards from there.
  const int bits = std::max(ax_length - 64 * ax.begin, by_length - 64 * by.begin);
  for (int done = 0; done < bits; done += 64) {
    const std::uint64_t ax_bits = ax.bits_below(ax_length - done);
    const std::uint64_t by_bits = by.bits_below(by_length - done);
    if (ax_bits != by_bits) return ax_bits < by_bits ? -1 : 1;
  }
  return 0;
}

void ExactSum::add(const ExactSum& other) {
  ExactSum carried = other;
  carried.carry();
  carry();
  first_ = std::min(first_, carried.first_);
  last_ = std::max(last_, carried.last_);
  for (std::size_t k = carried.first_; k <= carried.last_; ++k) digit_[k] += carried.digit_[k];
  waiting_ = 1;
}

void ExactSum::subtract(const ExactSum& other) {
  ExactSum carried = other;
  carried.carry();
  carry();
  first_ = std::min(first_, carried.first_);
  last_ = std::max(last_, carried.last_);
  for (std::size_t k = carried.first_; k <= carried.last_; ++k) digit_[k] -= carried.digit_[k];
  waiting_ = 1;
}

int ExactSum::sign() const {
  ExactSum carried = *this;
  carried.carry();
  if (carried.digit_[carried.last_] < 0) return -1;
  for (std::size_t k = carried.first_; k <= carried.last_; ++k) {
    if (carried.digit_[k] != 0) return 1;
  }
  return 0;
}

Wide ExactSum::magnitude() const {
  ExactSum carried = *this;
  carried.carry();
  if (carried.digit_[carried.last_] < 0) {
    for (std::size_t k = first_; k <= carried.last_; ++k) carried.digit_[k] = -carried.digit_[k];
    carried.carry();
  }
  Wide wide;
  wide.begin = std::min(first_, carried.last_) / 2;
  wide.end = carried.last_ / 2 + 1;
  for (std::size_t k = wide.begin; k < wide.end; ++k) {
    wide.word[k] = static_cast<std::uint64_t>(carried.digit_[2 * k]) |
                   static_cast<std::uint64_t>(carried.digit_[2 * k + 1]) << 32;
  }
  return wide;
}

void ExactSum::carry() {
  constexpr std::int64_t half = std::int64_t{1} << 31;
  for (std::size_t k = first_; k < last_; ++k) {
    digit_[k + 1] += digit_[k] >> 32;  // rounds towards minus infinity
    digit_[k] &= 0xffff'ffff;
  }
  while (last_ + 1 < digits && (digit_[last_] >= half || digit_[last_] < -half)) {
    digit_[last_ + 1] += digit_[last_] >> 32;
    digit_[last_] &= 0xffff'ffff;
    ++last_;
  }
  waiting_ = 0;
}

}  // namespace fairshare::reference
