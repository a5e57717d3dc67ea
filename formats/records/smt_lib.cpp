// With hundreds of claimants, a solver finds it hard to prove that no other shares are fair, since
// each claimant has three possible standings. It is easy to prove that one claimant gets no more at
// a lower ratio and no less at a higher one. The whole follows easily from these facts: if no
// claimant has more and the sum is the same, none has less. So the text asks about each claimant
// alone, and lets the solver use these answers for the last question.
#include "formats/records/smt_lib.h"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/properties/certificate.h"
#include "formats/text/printable.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using properties::Certificate;
using properties::Divided;

constexpr std::string_view definition = R"(
; clamp(w R, l, u), said of a share s: it is within its bounds, not below w R unless it is the
; maximum, and not above w R unless it is the minimum. Without a maximum one clause is left out; at
; weight 0 the share is the minimum, whatever R is, and needs no such words.
(define-fun clamped ((s Real) (wR Real) (l Real) (u Real)) Bool
  (and (<= l s) (<= s u) (or (<= wR s) (= s u)) (or (<= s wR) (= s l))))
(define-fun clamped-below ((s Real) (wR Real) (l Real)) Bool
  (and (<= l s) (<= wR s) (or (<= s wR) (= s l))))

; A share is no more than c where R is no more than r, and no less where R is no less.
(define-fun passes ((s Real) (R Real) (c Real) (r Real)) Bool
  (and (=> (<= R r) (<= s c)) (=> (<= r R) (<= c s))))
)";

// A number that is not negative, as a constant of sort Real: "12.0", "(/ 40.0 3.0)".
std::string real(const Rational& number) {
  const std::string text = exact::to_text(number);
  const std::size_t line = text.find('/');
  if (line == std::string::npos) return text + ".0";
  return fmt::format("(/ {}.0 {}.0)", text.substr(0, line), text.substr(line + 1));
}

struct Division {
  const Record& record;
  DividerIndex at;
  std::vector<std::size_t> nodes;  // for each claimant's index, its node
  Problem<Rational> problem;
  const Certificate& certificate;
};

std::string unknowns(const Division& division) {
  std::string text = "(declare-const R Real)\n(assert (<= 0.0 R))\n";
  for (std::size_t i = 0; i < division.nodes.size(); ++i) {
    text += fmt::format("(declare-const s{} Real)  ; {}\n", i,
                        printable(division.record.names[division.nodes[i]]));
  }
  return text;
}

// States that the claimant's share is what R gives it.
std::string condition(const Division& division, std::size_t i) {
  const auto& [weight, min_share, max_share] = division.problem.claimants[i];
  if (weight == 0) return fmt::format("(assert (= s{} {}))\n", i, real(min_share));
  if (!max_share) {
    return fmt::format("(assert (clamped-below s{} (* {} R) {}))\n", i, real(weight),
                       real(min_share));
  }
  return fmt::format("(assert (clamped s{} (* {} R) {} {}))\n", i, real(weight), real(min_share),
                     real(*max_share));
}

std::string conditions(const Division& division) {
  std::string text = "\n; Every share is what R gives.\n";
  for (std::size_t i = 0; i < division.nodes.size(); ++i) text += condition(division, i);
  return text;
}

// "(+ s0 s1 s2)"; SMT-LIB has no sum of one term or of none.
std::string sum(std::size_t count) {
  if (count == 0) return "0.0";
  if (count == 1) return "s0";
  std::string text = "(+";
  for (std::size_t i = 0; i < count; ++i) text += fmt::format(" s{}", i);
  return text + ")";
}

std::string total(const Division& division) {
  return fmt::format("(assert (= {} {}))  ; the total\n", sum(division.problem.claimants.size()),
                     real(division.problem.total));
}

std::string question(std::string_view sentence, std::string_view expected,
                     const std::string& body) {
  return fmt::format("\n; {}\n(push 1)\n{}; expect: {}\n(check-sat)\n(pop 1)\n", sentence, body,
                     expected);
}

// One of them is true: "(or a b c)", and false if there is none.
std::string any_of(const std::vector<std::string>& terms) {
  if (terms.empty()) return "false";
  if (terms.size() == 1) return terms.front();
  return fmt::format("(or\n    {})", fmt::join(terms, "\n    "));
}

// The ratio and the shares that are claimed, under names, since they may be far longer than the
// problem.
std::string claimed_numbers(const Rational& ratio, const std::vector<Rational>& shares) {
  std::string text =
      fmt::format("\n; The ratio and the shares.\n(define-fun r () Real {})\n", real(ratio));
  for (std::size_t i = 0; i < shares.size(); ++i) {
    text += fmt::format("(define-fun c{} () Real {})\n", i, real(shares[i]));
  }
  return text;
}

std::string questions(const Division& division, const Divided& claim) {
  const std::vector<Rational> shares =
      properties::shares_of(division.problem, division.certificate);
  std::string alone;
  std::string these = "(assert (= R r))\n";
  std::string known;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const std::string passes = fmt::format("(passes s{0} R c{0} r)", i);
    alone += question(fmt::format("s{} alone: more at a lower R, or less at a higher one.", i),
                      "unsat", condition(division, i) + fmt::format("(assert (not {}))\n", passes));
    these += fmt::format("(assert (= s{0} c{0}))\n", i);
    known += fmt::format("(assert {})\n", passes);
    others.push_back(fmt::format("(not (= s{0} c{0}))", i));
  }
  return claimed_numbers(claim.ratio, shares) + alone + conditions(division) +
         question("These shares are fair.", "sat", total(division) + these) +
         question("Other shares are fair, given what was shown for each alone.", "unsat",
                  total(division) + known + fmt::format("(assert {})\n", any_of(others)));
}

std::string none(const Division& division) {
  return conditions(division) +
         question("Without the total, shares exist: those at R = 0, for example.", "sat",
                  "(assert (= R 0.0))\n") +
         question("Some R gives the total, though none does.", "unsat", total(division));
}

std::string questions(const Division& division, const Overcommitted<Rational>&) {
  return none(division);
}

std::string questions(const Division& division, const Surplus<Rational>&) {
  return none(division);
}

std::string claim_text(const Divided& claim) {
  return "allocation, R = " + exact::to_text(claim.ratio);
}

std::string claim_text(const Overcommitted<Rational>& claim) {
  return "overcommitted: the minimums exceed the total by " + exact::to_text(claim.excess);
}

std::string claim_text(const Surplus<Rational>& claim) {
  return "surplus: the total exceeds what can be claimed by " + exact::to_text(claim.unclaimed);
}

std::string block(const Division& division) {
  const std::string at =
      division.at ? " among the children of " + printable(division.record.names[*division.at]) : "";
  const auto text = [&](const auto& claim) {
    return fmt::format("\n; {} divided{}: {}\n(push 1)\n{}{}\n(pop 1)\n",
                       exact::to_text(division.problem.total), at, claim_text(claim),
                       unknowns(division), questions(division, claim));
  };
  return std::visit(text, division.certificate.claim);
}

}  // namespace

std::string smt_lib(const Record& record, const properties::CertifiedSolution& solution) {
  const Children children = children_of(record.tree);
  const std::vector<DividerIndex> dividers = properties::dividers_of(record.tree);
  std::string text = fmt::format(
      "; fairshare: the division {}, and what is claimed of it.\n"
      "; Each question has its answer above it: \"expect: sat\" or "
      "\"expect: unsat\".\n(set-logic QF_LRA)\n{}",
      record.id.empty() ? "without an id" : printable(record.id), definition);
  std::vector<Rational> shares(record.tree.nodes.size());
  for (std::size_t k = 0; k < solution.certificates.size(); ++k) {
    const DividerIndex at = dividers[k];
    const auto& nodes = at ? children.of_node[*at] : children.of_tree;
    const Division division{record, at, nodes,
                            problem_of(record.tree, nodes, at ? shares[*at] : record.tree.total),
                            solution.certificates[k]};
    text += block(division);
    if (!std::holds_alternative<Divided>(division.certificate.claim)) break;
    const auto divided = properties::shares_of(division.problem, division.certificate);
    for (std::size_t i = 0; i < nodes.size(); ++i) shares[nodes[i]] = divided[i];
  }
  return text;
}

}  // namespace fairshare::formats
