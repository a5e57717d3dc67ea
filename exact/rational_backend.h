// The numbers that an Integer and a Rational hold: GMP's, by Boost.Multiprecision. Only for
// rational.cpp. A build without GMP puts its own exact/rational_backend.h before this one on the
// include path, as web/solver/ does (ADR 37).
#pragma once

#include <boost/multiprecision/gmp.hpp>
#include <cstddef>
#include <cstring>
#include <string>

#include "fairshare/exact/memory.h"

namespace fairshare::exact::backend {

using HeldInteger =
    boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
using HeldRational = boost::multiprecision::number<boost::multiprecision::gmp_rational,
                                                   boost::multiprecision::et_off>;

inline void append_digits(std::string& text, const mpz_t integer) {
  if (mpz_fits_slong_p(integer)) {
    text += std::to_string(mpz_get_si(integer));
    return;
  }
  const std::size_t begin = text.size();
  text.resize(begin + mpz_sizeinbase(integer, 10) + 2);  // a sign and the zero at the end
  mpz_get_str(text.data() + begin, 10, integer);
  text.resize(begin + std::strlen(text.data() + begin));
}

// These add decimal digits, without a copy of the number.

inline void append_digits(std::string& text, const HeldInteger& number) {
  append_digits(text, number.backend().data());
}

inline void append_numerator(std::string& text, const HeldRational& number) {
  append_digits(text, mpq_numref(number.backend().data()));
}

inline void append_denominator(std::string& text, const HeldRational& number) {
  append_digits(text, mpq_denref(number.backend().data()));
}

inline bool is_whole(const HeldRational& number) {
  return mpz_cmp_ui(mpq_denref(number.backend().data()), 1) == 0;
}

// a + b, a - b and a * b in place, if both are whole; returns whether they are. As fractions, each
// would look for common divisors: a sixth of the instructions of a verdict on unfair shares.

template <void (*operation)(mpz_ptr, mpz_srcptr, mpz_srcptr)>
bool operate_on_whole(HeldRational& a, const HeldRational& b) {
  if (!is_whole(a) || !is_whole(b)) return false;
  const mpz_ptr result = mpq_numref(a.backend().data());
  operation(result, result, mpq_numref(b.backend().data()));
  return true;
}

inline bool add_whole(HeldRational& a, const HeldRational& b) {
  return operate_on_whole<mpz_add>(a, b);
}

inline bool subtract_whole(HeldRational& a, const HeldRational& b) {
  return operate_on_whole<mpz_sub>(a, b);
}

inline bool multiply_whole(HeldRational& a, const HeldRational& b) {
  return operate_on_whole<mpz_mul>(a, b);
}

// From now on memory.h allocates all memory of the numbers.
inline void serve_memory() {
  mp_set_memory_functions(memory::allocate, memory::reallocate, memory::release);
}

}  // namespace fairshare::exact::backend
