// Exact products of whole numbers of any width with 64-bit numbers, and their comparison.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace fairshare::reference {

__extension__ typedef unsigned __int128 uint128;

// A whole number of 64-bit words, least significant first.
template <std::size_t words>
struct ExactProduct {
  std::array<std::uint64_t, words>
      word;  // defined from `begin` to before `end`; all others count as 0
  int begin;
  int end;

  // Below `end`.
  std::uint64_t word_at(int k) const { return k < begin ? 0 : word[static_cast<std::size_t>(k)]; }

  // The number of bits; 0 for zero.
  int length() const {
    for (int k = end; k-- > begin;) {
      const std::uint64_t top = word[static_cast<std::size_t>(k)];
      if (top != 0) return 64 * k + static_cast<int>(std::bit_width(top));
    }
    return 0;
  }

  // The 64 bits below bit `end_bit`, which is at most the length; zeros below bit 0.
  std::uint64_t bits_below(int end_bit) const {
    const int k = (end_bit - 64) >> 6;  // rounds towards minus infinity
    const int shift = end_bit & 63;
    if (shift == 0) return word_at(k);
    return word_at(k) >> shift | word_at(k + 1) << (64 - shift);
  }
};

// number * factor; all words of the number outside [begin, end) are 0.
template <std::size_t words>
ExactProduct<words + 1> multiply(const std::array<std::uint64_t, words>& number,
                                 std::uint64_t factor, std::size_t begin = 0,
                                 std::size_t end = words) {
  ExactProduct<words + 1> product;
  product.begin = static_cast<int>(begin);
  product.end = static_cast<int>(end) + 1;
  uint128 carry = 0;
  for (std::size_t k = begin; k < end; ++k) {
    carry += static_cast<uint128>(number[k]) * factor;
    product.word[k] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  product.word[end] = static_cast<std::uint64_t>(carry);
  return product;
}

// Compares a * 2^a_exponent with b * 2^b_exponent: negative, zero or positive if the first is less,
// equal or greater.
template <std::size_t a_words, std::size_t b_words>
int compare(const ExactProduct<a_words>& a, int a_exponent, const ExactProduct<b_words>& b,
            int b_exponent) {
  const int a_length = a.length();
  const int b_length = b.length();
  if (a_length == 0 || b_length == 0) return (a_length != 0) - (b_length != 0);
  if (a_length + a_exponent != b_length + b_exponent) {
    return a_length + a_exponent < b_length + b_exponent ? -1 : 1;
  }
  // The leading bits have the same value, so compare downwards from there.
  const int bits = std::max(a_length - 64 * a.begin, b_length - 64 * b.begin);
  for (int done = 0; done < bits; done += 64) {
    const std::uint64_t a_bits = a.bits_below(a_length - done);
    const std::uint64_t b_bits = b.bits_below(b_length - done);
    if (a_bits != b_bits) return a_bits < b_bits ? -1 : 1;
  }
  return 0;
}

}  // namespace fairshare::reference
