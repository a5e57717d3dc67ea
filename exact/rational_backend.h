// The numbers that a long Integer and a long Rational hold: GMP's, by Boost.Multiprecision. Only
// for rational.cpp. A build without GMP puts its own exact/rational_backend.h before this one on
// the include path, as web/solver/ does (ADR 37).
#pragma once

#include <boost/multiprecision/gmp.hpp>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

#include "fairshare/exact/memory.h"
#include "fairshare/exact/rational.h"
#include "fairshare/exact/short_fraction.h"

namespace fairshare::exact::backend {

using HeldInteger =
    boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
using HeldRational = boost::multiprecision::number<boost::multiprecision::gmp_rational,
                                                   boost::multiprecision::et_off>;

// The number, if it is above -2^63 and below 2^63.
inline std::optional<std::int64_t> find_short(mpz_srcptr number) {
  if (!mpz_fits_slong_p(number)) return std::nullopt;
  const std::int64_t fitting = mpz_get_si(number);
  if (fitting == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
  return fitting;
}

inline std::optional<std::int64_t> find_short(const HeldInteger& number) {
  return find_short(number.backend().data());
}

// The same for its numerator and its denominator.
inline std::optional<ShortFraction> find_short(const HeldRational& number) {
  const auto above = find_short(mpq_numref(number.backend().data()));
  if (!above) return std::nullopt;
  const auto below = find_short(mpq_denref(number.backend().data()));
  if (!below) return std::nullopt;
  return ShortFraction{*above, *below};
}

// The same number in a place of this thread, until the next call with this type: no allocation.
inline const HeldInteger& view_of(std::int64_t number) {
  thread_local HeldInteger place;
  mpz_set_si(place.backend().data(), number);
  return place;
}

inline const HeldRational& view_of(const ShortFraction& number) {
  thread_local HeldRational place;
  mpz_set_si(mpq_numref(place.backend().data()), number.numerator);
  mpz_set_si(mpq_denref(place.backend().data()), number.denominator);
  return place;
}

inline void set(mpz_ptr place, int128 number) {
  static_assert(GMP_NUMB_BITS == 64);
  const uint128 magnitude =
      number < 0 ? -static_cast<uint128>(number) : static_cast<uint128>(number);
  mp_limb_t* const limbs = mpz_limbs_write(place, 2);
  limbs[0] = static_cast<mp_limb_t>(magnitude);
  limbs[1] = static_cast<mp_limb_t>(magnitude >> 64U);
  mpz_limbs_finish(place, number < 0 ? -2 : 2);
}

inline HeldInteger long_of(int128 number) {
  HeldInteger result;
  set(result.backend().data(), number);
  return result;
}

inline HeldRational long_of(const WideFraction& number) {
  HeldRational result;
  set(mpq_numref(result.backend().data()), number.numerator);
  set(mpq_denref(result.backend().data()), number.denominator);
  return result;
}

// The decimal digits.
inline std::string text_of(const HeldInteger& number) {
  std::string text(mpz_sizeinbase(number.backend().data(), 10) + 2,
                   ' ');  // a sign and the zero at the end
  mpz_get_str(text.data(), 10, number.backend().data());
  text.resize(std::strlen(text.data()));
  return text;
}

// From now on memory.h allocates all memory of the numbers.
inline void serve_memory() {
  mp_set_memory_functions(memory::allocate, memory::reallocate, memory::release);
}

}  // namespace fairshare::exact::backend
