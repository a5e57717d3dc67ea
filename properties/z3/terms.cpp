#include "fairshare/properties/z3/terms.h"

#include <algorithm>
#include <variant>

#include "fairshare/properties/z3/query.h"

namespace fairshare::prover {
namespace {

z3::expr_vector listed(z3::context& context, const std::vector<z3::expr>& terms) {
  z3::expr_vector list(context);
  for (const z3::expr& term : terms) list.push_back(term);
  return list;
}

std::optional<Rational> find_decimal(std::string_view text) {
  const auto number = exact::parse_number(text);
  const auto* read = std::get_if<exact::TextNumber>(&number);
  if (!read) return std::nullopt;
  return read->value;
}

}  // namespace

z3::expr numeral(z3::context& context, const Rational& number) {
  return context.real_val(exact::to_text(number).c_str());
}

std::optional<Rational> find_number(std::string_view text) {
  if (!text.starts_with('(')) return find_decimal(text);
  if (!text.ends_with(')') || text.size() < 5) return std::nullopt;
  const std::string_view inner = text.substr(3, text.size() - 4);
  if (text.starts_with("(- ")) {
    const auto magnitude = find_number(inner);
    if (!magnitude) return std::nullopt;
    return -*magnitude;
  }
  const std::size_t space = inner.find(' ');
  if (!text.starts_with("(/ ") || space == std::string_view::npos) return std::nullopt;
  const auto numerator = find_decimal(inner.substr(0, space));
  const auto denominator = find_decimal(inner.substr(space + 1));
  if (!numerator || !denominator || *denominator == 0) return std::nullopt;
  return *numerator / *denominator;
}

std::optional<Rational> find_value(const Model& model, std::string_view name) {
  const auto found =
      std::ranges::find(model.values, name, &std::pair<std::string, std::string>::first);
  if (found == model.values.end()) return std::nullopt;
  return find_number(found->second);
}

z3::expr unknown_number(z3::context& context, const std::string& name) {
  return context.real_const(name.c_str());
}

ClaimantTerms given_claimant(z3::context& context, const Claimant<Rational>& claimant) {
  return {numeral(context, claimant.weight), numeral(context, claimant.min_share),
          context.bool_val(claimant.max_share.has_value()),
          numeral(context, claimant.max_share.value_or(Rational(0)))};
}

z3::expr is_share_at(const ClaimantTerms& claimant, const z3::expr& product,
                     const z3::expr& share) {
  return share >= claimant.min_share &&
         z3::implies(claimant.has_max, share <= claimant.max_share) &&
         (share >= product || (claimant.has_max && share == claimant.max_share)) &&
         (share <= product || share == claimant.min_share);
}

z3::expr sum_of(z3::context& context, const std::vector<z3::expr>& terms) {
  return terms.empty() ? context.real_val(0) : z3::sum(listed(context, terms));
}

z3::expr any_of(z3::context& context, const std::vector<z3::expr>& conditions) {
  return z3::mk_or(listed(context, conditions));
}

}  // namespace fairshare::prover
