#include "reference/exact_sum.h"

namespace fairshare::reference {
namespace {

__extension__ typedef unsigned __int128 uint128;

// An integer one word longer than Wide.
struct Product {
  std::array<std::uint64_t, Wide::words + 1> word = {};

  // The number of bits; 0 for zero.
  int length() const {
    for (std::size_t k = word.size(); k-- > 0;) {
      if (word[k] != 0) return static_cast<int>(64 * k + std::bit_width(word[k]));
    }
    return 0;
  }

  // The 64 bits below bit `end`; zeros below bit 0.
  std::uint64_t bits_below(int end) const {
    const auto word_at = [&](int k) { return k < 0 ? 0 : word[static_cast<std::size_t>(k)]; };
    const int begin = end - 64;
    const int k = begin >= 0 ? begin / 64 : -((63 - begin) / 64);
    const int shift = begin - 64 * k;
    if (shift == 0) return word_at(k);
    const bool is_top = k + 1 >= static_cast<int>(word.size());
    return word_at(k) >> shift | (is_top ? 0 : word_at(k + 1) << (64 - shift));
  }
};

Product multiply(const Wide& wide, std::uint64_t factor) {
  Product product;
  uint128 carry = 0;
  for (std::size_t k = 0; k < Wide::words; ++k) {
    carry += static_cast<uint128>(wide.word[k]) * factor;
    product.word[k] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  product.word[Wide::words] = static_cast<std::uint64_t>(carry);
  return product;
}

}  // namespace

Wide one() {
  Wide wide;
  wide.word[1074 / 64] = std::uint64_t{1} << (1074 % 64);
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
  for (int done = 0; done < ax_length || done < by_length; done += 64) {
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
  for (std::size_t k = 0; k < digits; ++k) digit_[k] += carried.digit_[k];
  waiting_ = 1;
}

void ExactSum::subtract(const ExactSum& other) {
  ExactSum carried = other;
  carried.carry();
  carry();
  for (std::size_t k = 0; k < digits; ++k) digit_[k] -= carried.digit_[k];
  waiting_ = 1;
}

int ExactSum::sign() const {
  ExactSum carried = *this;
  carried.carry();
  if (carried.digit_.back() < 0) return -1;
  for (const std::int64_t digit : carried.digit_) {
    if (digit != 0) return 1;
  }
  return 0;
}

Wide ExactSum::magnitude() const {
  ExactSum carried = *this;
  carried.carry();
  if (carried.digit_.back() < 0) {
    for (std::int64_t& digit : carried.digit_) digit = -digit;
    carried.carry();
  }
  Wide wide;
  for (std::size_t k = 0; k < Wide::words; ++k) {
    wide.word[k] = static_cast<std::uint64_t>(carried.digit_[2 * k]) |
                   static_cast<std::uint64_t>(carried.digit_[2 * k + 1]) << 32;
  }
  return wide;
}

void ExactSum::carry() {
  for (std::size_t k = 0; k + 1 < digits; ++k) {
    digit_[k + 1] += digit_[k] >> 32;  // rounds towards minus infinity
    digit_[k] &= 0xffff'ffff;
  }
  waiting_ = 0;
}

}  // namespace fairshare::reference
