#include "fairshare/properties/z3/polynomial.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace fairshare::prover {
namespace {

using exact::Rational;

void add_term(Polynomial& sum, const Monomial& monomial, const Rational& coefficient) {
  const auto [term, is_new] = sum.terms.try_emplace(monomial, coefficient);
  if (is_new) return;
  term->second += coefficient;
  if (term->second == 0) sum.terms.erase(term);
}

Monomial product(const Monomial& a, const Monomial& b) {
  Monomial both;
  std::ranges::merge(a, b, std::back_inserter(both));
  return both;
}

Monomial intersection(const Monomial& a, const Monomial& b) {
  Monomial common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  return common;
}

}  // namespace

Polynomial constant(const Rational& value) {
  if (value == 0) return {};
  return {{{Monomial{}, value}}};
}

Polynomial unknown(unsigned number) {
  return {{{Monomial{number}, Rational(1)}}};
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial sum = a;
  for (const auto& [monomial, coefficient] : b.terms) add_term(sum, monomial, coefficient);
  return sum;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
  Polynomial difference = a;
  for (const auto& [monomial, coefficient] : b.terms) {
    add_term(difference, monomial, Rational(-coefficient));
  }
  return difference;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial sum;
  for (const auto& [left, times] : a.terms) {
    for (const auto& [right, coefficient] : b.terms) {
      add_term(sum, product(left, right), Rational(times * coefficient));
    }
  }
  return sum;
}

std::optional<Rational> find_constant(const Polynomial& polynomial) {
  if (polynomial.terms.empty()) return Rational(0);
  const auto& [monomial, coefficient] = *polynomial.terms.begin();
  if (polynomial.terms.size() > 1 || !monomial.empty()) return std::nullopt;
  return coefficient;
}

Monomial common_factor(const Polynomial& polynomial) {
  if (polynomial.terms.empty()) return {};
  Monomial common = polynomial.terms.begin()->first;
  for (const auto& [monomial, coefficient] : polynomial.terms) {
    common = intersection(common, monomial);
  }
  return common;
}

Polynomial divide(const Polynomial& polynomial, const Monomial& factor) {
  Polynomial quotient;
  for (const auto& [monomial, coefficient] : polynomial.terms) {
    assert(std::ranges::includes(monomial, factor));
    Monomial rest;
    std::ranges::set_difference(monomial, factor, std::back_inserter(rest));
    quotient.terms.emplace(rest, coefficient);
  }
  return quotient;
}

Polynomial substitute(const Polynomial& polynomial, unsigned unknown, const Polynomial& by) {
  Polynomial sum;
  for (const auto& [monomial, coefficient] : polynomial.terms) {
    Monomial rest = monomial;
    const auto factors = std::erase(rest, unknown);
    Polynomial product{{{rest, coefficient}}};
    for (std::size_t k = 0; k < factors; ++k) product = product * by;
    sum = sum + product;
  }
  return sum;
}

Rational evaluate(const Polynomial& polynomial, std::span<const Rational> values) {
  Rational sum = 0;
  for (const auto& [monomial, coefficient] : polynomial.terms) {
    Rational product = coefficient;
    for (const unsigned number : monomial) product *= values[number];
    sum += product;
  }
  return sum;
}

}  // namespace fairshare::prover
