// Polynomials with rational coefficients, each in its only form: equal ones look alike.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "fairshare/exact/rational.h"

namespace fairshare::prover {

// A product of unknowns, by their numbers: sorted, each as often as it is a factor. {} is 1.
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

// The value of a polynomial without unknowns; nothing where it has some.
std::optional<exact::Rational> find_constant(const Polynomial& polynomial);

// The largest product of unknowns that every term contains: x*y of 2*x*y*y + x*x*y; 1 of 0.
Monomial common_factor(const Polynomial& polynomial);

// Asserts that every term contains the factor.
Polynomial divide(const Polynomial& polynomial, const Monomial& factor);

// The polynomial with another one in place of the unknown.
Polynomial substitute(const Polynomial& polynomial, unsigned unknown, const Polynomial& by);

// Its value where the unknown of number i is values[i].
exact::Rational evaluate(const Polynomial& polynomial, std::span<const exact::Rational> values);

}  // namespace fairshare::prover
