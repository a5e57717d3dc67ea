// Polynomials with rational coefficients in a unique form: equal polynomials have equal terms.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "fairshare/exact/rational.h"

namespace fairshare::prover {

// A product of unknowns: their numbers, sorted, each as often as it is a factor. {} is 1.
using Monomial = std::vector<unsigned>;

struct Polynomial {
  std::map<Monomial, exact::Rational> terms = {};  // no coefficient is 0, so 0 has no terms

  friend bool operator==(const Polynomial&, const Polynomial&) = default;
};

Polynomial constant(const exact::Rational& value);
Polynomial unknown(unsigned number);

Polynomial operator+(const Polynomial& a, const Polynomial& b);
Polynomial operator-(const Polynomial& a, const Polynomial& b);
Polynomial operator*(const Polynomial& a, const Polynomial& b);

// The value of a polynomial without unknowns; nothing if it has any.
std::optional<exact::Rational> find_constant(const Polynomial& polynomial);

// The largest product of unknowns that every term contains: x*y for 2*x*y*y + x*x*y; 1 for 0.
Monomial common_factor(const Polynomial& polynomial);

// Asserts that every term contains the factor.
Polynomial divide(const Polynomial& polynomial, const Monomial& factor);

// The polynomial with the unknown replaced by another polynomial.
Polynomial substitute(const Polynomial& polynomial, unsigned unknown, const Polynomial& by);

// Its value if the unknown with number i is values[i].
exact::Rational evaluate(const Polynomial& polynomial, std::span<const exact::Rational> values);

}  // namespace fairshare::prover
