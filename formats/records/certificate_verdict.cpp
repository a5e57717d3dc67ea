#include "formats/records/certificate_verdict.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/brief.h"
#include "fairshare/properties/certificate.h"
#include "formats/records/answers.h"
#include "formats/text/printable.h"

namespace fairshare::formats {
namespace {

using exact::Digits;
using exact::Rational;
using properties::Branch;
using properties::Certificate;
using properties::Divided;

std::string_view said_to_be(Branch branch) {
  switch (branch) {
    case Branch::at_min:
      return "at its minimum";
    case Branch::proportional:
      return "proportional";
    case Branch::at_max:
      return "at its maximum";
  }
  return "";
}

// What a message is about: one certificate, and the division for which it is false.
struct Subject {
  const Record& record;
  const Certificate& certificate;
  Problem<Rational> problem;
  std::vector<std::size_t> nodes;  // of the record; a flaw's `claimant` is an index into these
  Digits digits;

  std::string number(const Rational& value) const { return exact::readable(value, digits); }
  std::string name(std::size_t claimant) const {
    const std::string& name = record.names[nodes[claimant]];
    return digits == Digits::all ? name : printable(name);
  }
};

// Why the claimant does not have that standing, as the rest of a sentence.
std::string why_not(const Subject& subject, std::size_t claimant) {
  const auto& [weight, min_share, max_share] = subject.problem.claimants[claimant];
  const Branch branch = subject.certificate.branches[claimant];
  if (std::holds_alternative<Overcommitted<Rational>>(subject.certificate.claim)) {
    return "but when the minimums exceed the total, every claimant is at its minimum";
  }
  if (weight == 0) return "but its weight is 0, so it is at its minimum";
  if (branch == Branch::at_max && !max_share) return "but it has no maximum";
  const auto* divided = std::get_if<Divided>(&subject.certificate.claim);
  if (divided == nullptr) return "but a surplus requires every claimant to be at its maximum";

  const Rational level = weight * divided->ratio;
  const auto compared = [&](std::string_view with, const Rational& bound) {
    return fmt::format("but its weight times R is {}, {} {}", subject.number(level), with,
                       subject.number(bound));
  };
  if (branch == Branch::at_min) return compared("above its minimum", min_share);
  if (branch == Branch::at_max) return compared("below its maximum", *max_share);
  return level < min_share ? compared("below its minimum", min_share)
                           : compared("above its maximum", *max_share);
}

std::string message(const Subject& subject, const properties::NegativeRatio&) {
  return fmt::format("The ratio {} is negative.",
                     subject.number(std::get<Divided>(subject.certificate.claim).ratio));
}

std::string message(const Subject& subject, const properties::WrongBranch& flaw) {
  return fmt::format("The certificate says that {} is {}, {}.", subject.name(flaw.claimant),
                     said_to_be(subject.certificate.branches[flaw.claimant]),
                     why_not(subject, flaw.claimant));
}

std::string message(const Subject& subject, const properties::WrongSum& flaw) {
  const std::string sum = subject.number(flaw.sum);
  const std::string total = subject.number(subject.problem.total);
  const auto& claim = subject.certificate.claim;
  if (const auto* over = std::get_if<Overcommitted<Rational>>(&claim)) {
    return fmt::format("The minimums add up to {}, which does not exceed the total {} by {}.", sum,
                       total, subject.number(over->excess));
  }
  if (const auto* surplus = std::get_if<Surplus<Rational>>(&claim)) {
    return fmt::format(
        "What can be claimed adds up to {}, which the total {} does not exceed by {}.", sum, total,
        subject.number(surplus->unclaimed));
  }
  return fmt::format("The shares that it gives add up to {}; the total is {}.", sum, total);
}

std::string message(const Subject& subject, const properties::WrongEnd& flaw) {
  const auto& [low, high] = *std::get<Divided>(subject.certificate.claim).ratios;
  if (flaw.is_greatest && !high) {
    return "It says that there is no greatest ratio that gives these shares, but there is one.";
  }
  return fmt::format("{} is not the {} ratio that gives these shares.",
                     subject.number(flaw.is_greatest ? *high : low),
                     flaw.is_greatest ? "greatest" : "least");
}

std::string message(const Subject& subject, const properties::WrongShare& flaw) {
  const auto& reported = (*subject.record.shares)[subject.nodes[flaw.claimant]];
  return fmt::format("{} is reported to have {}; the certificate gives it {}.",
                     subject.name(flaw.claimant), subject.number(reported.value),
                     subject.number(flaw.certified));
}

std::string message(const Subject&, const properties::SharesOfNothing&) {
  return "Shares are reported, but the certificate says that there is no allocation.";
}

// The name of the claimant that a flaw is about; empty: about all.
std::string claimant_of(const Subject& subject, const properties::Flaw& flaw) {
  std::optional<std::size_t> claimant;
  if (const auto* branch = std::get_if<properties::WrongBranch>(&flaw)) claimant = branch->claimant;
  if (const auto* share = std::get_if<properties::WrongShare>(&flaw)) claimant = share->claimant;
  return claimant ? subject.record.names[subject.nodes[*claimant]] : "";
}

std::optional<std::vector<Rational>> reported_shares(const Record& record) {
  if (!record.shares) return std::nullopt;
  std::vector<Rational> shares;
  for (const WrittenNumber& share : *record.shares) shares.push_back(share.value);
  return shares;
}

// The verdict on the record as a whole, before anything is found.
Verdict empty_verdict(const Record& record, const std::string& file) {
  return {.question = Question::certificate,
          .division = {.id = record.id,
                       .title = record.title,
                       .file = file,
                       .line = record.line,
                       .problem = {record.total, {}},
                       .labels = {},
                       .reported = {}},
          .claimants = record.tree.nodes.size()};
}

Verdict refused(const CertifiedRecord& certified, const std::string& file,
                const properties::TreeFlaw& found) {
  const auto& [record, certificates] = certified;
  const std::vector<DividerIndex> dividers = properties::dividers_of(record.tree);
  std::size_t index = 0;
  while (dividers[index] != found.at) ++index;
  const Children children = children_of(record.tree);
  const auto& nodes = found.at ? children.of_node[*found.at] : children.of_tree;
  Subject subject{record, certificates[index], problem_of(record.tree, nodes, found.total), nodes,
                  Digits::all};
  const auto text = [&] {
    return std::visit([&](const auto& flaw) { return message(subject, flaw); }, found.flaw);
  };
  FlawedProof flawed{.brief = {}, .full = text()};
  subject.digits = Digits::few;
  flawed.brief = text();
  Verdict verdict = empty_verdict(record, file);
  verdict.judgement = Judgement::unfair;
  if (found.at) verdict.division.path = "/" + record.names[*found.at];
  verdict.division.title += verdict.division.path;
  verdict.division.problem.total = found.total;
  verdict.findings = {{"FS106", claimant_of(subject, found.flaw), {}, std::move(flawed)}};
  return verdict;
}

// "allocation, R = 40/3 (13.33)", "surplus of 3 at prod/etl".
std::string outcome_of(const CertifiedRecord& certified) {
  const auto& [record, certificates] = certified;
  const auto& last = certificates.back().claim;
  const DividerIndex at = properties::dividers_of(record.tree)[certificates.size() - 1];
  const std::string where = at ? " at " + printable(record.names[*at]) : "";
  if (const auto* over = std::get_if<Overcommitted<Rational>>(&last)) {
    return fmt::format("overcommitted by {}{}", exact::brief_with_decimal(over->excess), where);
  }
  if (const auto* surplus = std::get_if<Surplus<Rational>>(&last)) {
    return fmt::format("surplus of {}{}", exact::brief_with_decimal(surplus->unclaimed), where);
  }
  const auto& top = std::get<Divided>(certificates.front().claim);
  return "allocation, R = " + exact::brief_with_decimal(top.ratio);
}

}  // namespace

Verdict judge_certificates(const CertifiedRecord& certified, const std::string& file) {
  const auto& [record, certificates] = certified;
  const auto flaw = properties::find_flaw(record.tree, certificates, reported_shares(record));
  if (flaw) return refused(certified, file, *flaw);
  Verdict verdict = empty_verdict(record, file);
  if (const auto* top = std::get_if<Divided>(&certificates.front().claim)) {
    verdict.fair = {top->ratio, {}};
  }
  constexpr std::string_view outcomes[] = {"allocation", "overcommitted", "surplus"};
  verdict.answer =
      Proved{outcomes[certificates.back().claim.index()], outcome_of(certified), record.is_tree};
  return verdict;
}

}  // namespace fairshare::formats
