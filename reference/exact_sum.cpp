#include "fairshare/reference/exact_sum.h"

#include <algorithm>

#include "fairshare/reference/exact_product.h"

namespace fairshare::reference {

Wide one() {
  Wide wide;
  wide.begin = 1074 / 64;
  wide.end = wide.begin + 1;
  wide.word[wide.begin] = std::uint64_t{1} << (1074 % 64);
  return wide;
}

int compare_products(const Wide& a, Binary x, const Wide& b, Binary y) {
  return compare(multiply(a.word, x.significand, a.begin, a.end), x.exponent,
                 multiply(b.word, y.significand, b.begin, b.end), y.exponent);
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
