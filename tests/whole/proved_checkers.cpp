// Compares the checkers with those that Coq extracted: find_violation and find_flaw of properties/
// must find the same as the proved functions, whatever they are asked.
//
//     proved_checkers --oracle PROGRAM [--cases N] [--seed S] [--size-max M] [RECORDS...]
//
// RECORDS are files with one record per line. Each record's shares are checked under every
// rounding; each problem's fair shares, exactly; and its certificate with one thing changed, in
// every way. N more problems are the adversary's, with shares and certificates near the fair and
// right ones, and N trees. One of a tree's certificates is changed, or the shares that go with
// them, or one is missing or added. Witnesses are compared, too: which claimants, ratios, totals
// and sums, and at which node.
//
// The exit status is 1 for any difference, which is printed, and if some kind of answer never
// occurs; 2 for a wrong command line, or an oracle that cannot be asked.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/model/tree.h"
#include "fairshare/properties/certificate.h"
#include "fairshare/properties/certify.h"
#include "fairshare/properties/fairness.h"
#include "formats/inputs.h"
#include "formats/judge_line.h"
#include "formats/records/record_divisions.h"
#include "fuzz/adversary.h"
#include "fuzz/challenge.h"
#include "fuzz/choices.h"
#include "tests/arguments.h"
#include "tests/certificate_mutations.h"
#include "tests/problems.h"

namespace fairshare::tests {
namespace {

using exact::to_text;
using properties::Interval;

struct Options {
  std::uint64_t cases = 0;
  std::uint64_t seed = 1;
  std::uint64_t size_max = 50;
  std::string oracle = {};
  std::vector<std::string> records = {};
};

// A line for the oracle, and what the C++ says about it.
struct Question {
  std::string line = {};
  std::string expected = {};
  std::string about = {};  // which record or problem; for people
};

struct Questions {
  std::vector<Question> reported = {};
  std::vector<Question> certificates = {};
  std::vector<Question> trees = {};
};

std::size_t size_of(const Questions& questions) {
  return questions.reported.size() + questions.certificates.size() + questions.trees.size();
}

// The C++ in the oracle's words.

std::string text_of(const Interval& interval) {
  const auto& [low, high, low_open, high_open] = interval;
  return fmt::format("{}{},{}{}", low_open ? '(' : '[', to_text(low), to_text(high),
                     high_open ? ')' : ']');
}

std::string answer_of(const std::optional<properties::Violation>& violation) {
  if (!violation) return "fair";
  if (const auto* below = std::get_if<properties::BelowMin>(&*violation)) {
    return fmt::format("below_min {}", below->claimant);
  }
  if (const auto* above = std::get_if<properties::AboveMax>(&*violation)) {
    return fmt::format("above_max {}", above->claimant);
  }
  if (const auto* pair = std::get_if<properties::Unequal>(&*violation)) {
    return fmt::format("unequal {} {} {} {}", pair->richer, pair->poorer,
                       to_text(pair->richer_needs), to_text(pair->poorer_allows));
  }
  return "wrong_total " + text_of(std::get<properties::WrongTotal>(*violation).totals);
}

std::string answer_of(const std::optional<properties::Flaw>& flaw) {
  if (!flaw) return "holds";
  if (std::holds_alternative<properties::NegativeRatio>(*flaw)) return "negative_ratio";
  if (const auto* branch = std::get_if<properties::WrongBranch>(&*flaw)) {
    return fmt::format("wrong_branch {}", branch->claimant);
  }
  if (const auto* sum = std::get_if<properties::WrongSum>(&*flaw)) {
    return "wrong_sum " + to_text(sum->sum);
  }
  if (const auto* end = std::get_if<properties::WrongEnd>(&*flaw)) {
    return end->is_greatest ? "wrong_end greatest" : "wrong_end least";
  }
  if (const auto* share = std::get_if<properties::WrongShare>(&*flaw)) {
    return fmt::format("wrong_share {} {}", share->claimant, to_text(share->certified));
  }
  return "shares_of_nothing";
}

std::string answer_of(const std::optional<properties::TreeFlaw>& found) {
  if (!found) return "holds";
  const auto& [at, total, flaw] = *found;
  return fmt::format("{} at {} of {}", answer_of(flaw), at ? std::to_string(*at) : "top",
                     to_text(total));
}

std::string text_of(const Claimant<Rational>& claimant) {
  const auto& [weight, min_share, max_share] = claimant;
  return fmt::format("{} {} {}", to_text(weight), to_text(min_share),
                     max_share ? to_text(*max_share) : "-");
}

std::string text_of(const properties::Claim& claim) {
  if (const auto* over = std::get_if<Overcommitted<Rational>>(&claim)) {
    return "overcommitted " + to_text(over->excess);
  }
  if (const auto* surplus = std::get_if<Surplus<Rational>>(&claim)) {
    return "surplus " + to_text(surplus->unclaimed);
  }
  const auto& [ratio, ratios] = std::get<Divided>(claim);
  std::string text = "allocation " + to_text(ratio);
  if (!ratios) return text;
  return fmt::format("{} {} {}", text, to_text(ratios->low),
                     ratios->high ? to_text(*ratios->high) : "-");
}

void ask_about(Questions& questions, std::string about, const Problem<Rational>& problem,
               const std::vector<Interval>& reported, const Interval& total) {
  std::string line = text_of(total);
  for (std::size_t i = 0; i < reported.size(); ++i) {
    line += fmt::format(";{} {}", text_of(problem.claimants[i]), text_of(reported[i]));
  }
  questions.reported.push_back({std::move(line),
                                answer_of(properties::find_violation(problem, reported, total)),
                                std::move(about)});
}

std::string_view name_of(properties::Branch branch) {
  constexpr std::array<std::string_view, 3> names{"at_min", "proportional", "at_max"};
  return names[static_cast<std::size_t>(branch)];
}

void ask_about(Questions& questions, std::string about, const Problem<Rational>& problem,
               const Certificate& certificate) {
  std::string line = fmt::format("{};{}", to_text(problem.total), text_of(certificate.claim));
  for (std::size_t i = 0; i < certificate.branches.size(); ++i) {
    line += fmt::format(";{} {}", text_of(problem.claimants[i]), name_of(certificate.branches[i]));
  }
  questions.certificates.push_back(
      {std::move(line), answer_of(properties::find_flaw(problem, certificate)), std::move(about)});
}

std::string text_of(const std::optional<std::vector<Rational>>& reported) {
  if (!reported) return "-";
  std::string text = "shares";
  for (const Rational& share : *reported) text += " " + to_text(share);
  return text;
}

void ask_about(Questions& questions, std::string about, const Tree<Rational>& tree,
               const std::vector<Certificate>& certificates,
               const std::optional<std::vector<Rational>>& reported = std::nullopt) {
  std::string line = to_text(tree.total);
  for (const auto& [claimant, parent] : tree.nodes) {
    line += fmt::format(";{} {}", text_of(claimant), parent ? std::to_string(*parent) : "-");
  }
  line += "|" + text_of(reported);
  for (const auto& [claim, branches] : certificates) {
    line += "|" + text_of(claim);
    for (const properties::Branch branch : branches) line += fmt::format(";{}", name_of(branch));
  }
  questions.trees.push_back({std::move(line),
                             properties::fit(tree, certificates)
                                 ? answer_of(properties::find_flaw(tree, certificates, reported))
                                 : "does_not_fit",
                             std::move(about)});
}

// The problem's certificate, and those of no allocation, right or wrong.
Certificate ask_about_certificates(Questions& questions, const std::string& about,
                                   const Problem<Rational>& problem,
                                   const Solution<Rational>& solution) {
  for (const Solution<Rational>& claim :
       {Solution<Rational>(Overcommitted<Rational>{1}), Solution<Rational>(Surplus<Rational>{1})}) {
    ask_about(questions, about + ": not divided", problem, properties::certify(problem, claim));
  }
  Certificate certificate = properties::certify(problem, solution);
  ask_about(questions, about + ": its certificate", problem, certificate);
  return certificate;
}

std::vector<Interval> all_exactly(const std::vector<Rational>& shares) {
  std::vector<Interval> intervals;
  for (const Rational& share : shares) intervals.push_back(properties::exactly(share));
  return intervals;
}

// Each of the shares a little less, and a little more.
std::vector<std::vector<Rational>> with_one_moved(const std::vector<Rational>& shares) {
  std::vector<std::vector<Rational>> others;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    for (const int by : {-1, 1}) {
      others.push_back(shares);
      others.back()[i] = with_numerator_moved(shares[i], by);
    }
  }
  return others;
}

// Shares for the tree's nodes: the fair ones, or, if some divider has no allocation, those that are
// given above it.
std::vector<Rational> shares_as_far_as_given(const Tree<Rational>& tree,
                                             const std::vector<Certificate>& certificates) {
  std::vector<Rational> shares(tree.nodes.size());
  const Children children = children_of(tree);
  const std::vector<DividerIndex> dividers = properties::dividers_of(tree);
  for (std::size_t k = 0; k < certificates.size(); ++k) {
    if (!std::holds_alternative<Divided>(certificates[k].claim)) break;
    const auto& among = dividers[k] ? children.of_node[*dividers[k]] : children.of_tree;
    const auto given = properties::shares_of(problem_of(tree, among, tree.total), certificates[k]);
    for (std::size_t i = 0; i < among.size(); ++i) shares[among[i]] = given[i];
  }
  return shares;
}

// Records.

// The fair shares and every certificate near the right one.
void ask_about_problem(Questions& questions, const std::string& about,
                       const Problem<Rational>& problem) {
  const Solution<Rational> solution = exact::solve(problem);
  if (const auto* allocation = std::get_if<Allocation<Rational>>(&solution)) {
    ask_about(questions, about + ": its fair shares", problem, all_exactly(allocation->shares),
              properties::exactly(problem.total));
  }
  const Certificate certificate = ask_about_certificates(questions, about, problem, solution);
  for (const Mutant& mutant : mutants_of(certificate)) {
    ask_about(questions, about + ": its certificate, other " + mutant.what, problem,
              mutant.certificate);
  }
}

// The same for a tree.
void ask_about_tree(Questions& questions, const std::string& about, const Tree<Rational>& tree) {
  const std::vector<Certificate> certificates =
      properties::solve_with_certificates(tree).certificates;
  const std::vector<Rational> shares = shares_as_far_as_given(tree, certificates);
  ask_about(questions, about + ": its certificates", tree, certificates);
  ask_about(questions, about + ": its certificates and shares", tree, certificates, shares);
  for (const std::vector<Rational>& others : with_one_moved(shares)) {
    ask_about(questions, about + ": its certificates, another share", tree, certificates, others);
  }
  for (const TreeMutant& mutant : mutants_of(certificates)) {
    ask_about(questions, about + ": certificate " + mutant.what, tree, mutant.certificates);
    ask_about(questions, about + ": shares, certificate " + mutant.what, tree, mutant.certificates,
              shares);
  }
}

void ask_about_verdict(Questions& questions, const std::string& about,
                       const formats::Verdict& verdict) {
  const formats::Case& division = verdict.division;
  const Interval total = division.total.value_or(properties::exactly(division.problem.total));
  std::vector<Interval> reported;
  for (const formats::Reported& share : division.reported) reported.push_back(share.interval);
  ask_about(questions, about, division.problem, reported, total);
  if (!division.is_beyond_resolution) return;
  ask_about(questions, about + ", widened", division.problem, verdict.intervals, total);
}

// The divisions in a record, with shares or without; nothing if it is refused.
std::vector<formats::Division> divisions_in(std::string_view line, const std::string& file,
                                            std::size_t number) {
  auto read = formats::read_any_record(line, file, number, "");
  if (auto* record = std::get_if<formats::Record>(&read)) {
    return formats::divisions_of(std::move(*record));
  }
  if (const auto* record = std::get_if<formats::SchedulerRecord>(&read)) {
    auto divisions = formats::divisions_of(*record, file, {});
    if (auto* all = std::get_if<std::vector<formats::Division>>(&divisions)) return *all;
  }
  return {};
}

void ask_about_record(Questions& questions, const std::string& line, const std::string& file,
                      std::size_t number) {
  using formats::Rounding;
  const std::string place = fmt::format("{}:{}", file, number);
  for (const formats::Division& division : divisions_in(line, file, number)) {
    ask_about_problem(questions, place + division.path, division.problem);
  }
  const auto read = formats::read_any_record(line, file, number, "");
  const auto* record = std::get_if<formats::Record>(&read);
  if (record != nullptr && record->is_tree) ask_about_tree(questions, place, record->tree);
  for (const std::optional<Rounding> rounding :
       {std::optional<Rounding>(), std::optional(Rounding::exact), std::optional(Rounding::written),
        std::optional(Rounding::to_double), std::optional(Rounding::to_float),
        std::optional(Rounding::nearest), std::optional(Rounding::down),
        std::optional(Rounding::apportioned)}) {
    formats::Judging judging;
    judging.tolerance.rounding = rounding;
    const auto judged = formats::judge_line(line, file, number, judging);
    const auto* verdicts = std::get_if<std::vector<formats::Verdict>>(&judged);
    if (verdicts == nullptr) continue;  // no shares, or none that can have been rounded so
    for (const formats::Verdict& verdict : *verdicts) {
      const auto name = rounding ? formats::name_of(*rounding) : "as the record says";
      ask_about_verdict(questions, fmt::format("{}{} {}", place, verdict.division.path, name),
                        verdict);
    }
  }
}

// The adversary's problems.

using Random = std::mt19937_64;

bool one_in(Random& random, std::uint64_t n) {
  return random() % n == 0;
}

const Rational& one_of(Random& random, const std::vector<Rational>& numbers) {
  return numbers[random() % numbers.size()];
}

// The ends that an interval at the share may have: it, near it, and the claimant's bounds.
std::vector<Rational> ends_near(Random& random, const Claimant<Rational>& claimant,
                                const Rational& share) {
  const Rational step = one_of(random, {1, Rational(1) / 3, share / 4, share / 1'000'000});
  std::vector<Rational> ends{share, share, share - step, share + step, claimant.min_share};
  if (claimant.max_share) ends.push_back(*claimant.max_share);
  return ends;
}

// An interval with the share, or in one of eight cases any of these ends.
Interval near(Random& random, const Claimant<Rational>& claimant, const Rational& share,
              std::uint64_t hostile_in) {
  const std::vector<Rational> ends = ends_near(random, claimant, share);
  Rational low = one_of(random, ends);
  Rational high = one_of(random, ends);
  if (high < low) std::swap(low, high);
  if (!one_in(random, hostile_in)) {
    low = std::min(low, share);
    high = std::max(high, share);
    return {low, high, low < share && one_in(random, 2), high > share && one_in(random, 2)};
  }
  return {low, high, low < high && one_in(random, 2), low < high && one_in(random, 2)};
}

// The shares at the right ratio or at another, as intervals.
void ask_about_intervals(Questions& questions, const std::string& about,
                         const Problem<Rational>& problem, const Solution<Rational>& solution,
                         Random& random) {
  const auto* allocation = std::get_if<Allocation<Rational>>(&solution);
  const bool is_right = allocation != nullptr && !one_in(random, 4);
  const Rational ratio =
      is_right ? allocation->ratio : Rational(problem.total / Rational(1 + random() % 9));
  const std::uint64_t hostile_in = one_in(random, 2) ? 1'000'000 : 1 + random() % 100;
  std::vector<Interval> reported;
  Rational sum = 0;
  for (const auto& claimant : problem.claimants) {
    const Rational share = share_at(claimant, ratio);
    sum += share;
    reported.push_back(near(random, claimant, share, hostile_in));
  }
  const Claimant<Rational> none{1, 0, std::nullopt};
  const Rational& total = one_in(random, 2) ? problem.total : sum;
  ask_about(questions, about, problem, reported,
            one_in(random, 3) ? near(random, none, total, 2) : properties::exactly(total));
}

// A little less for one and more for the next.
void ask_about_disturbed(Questions& questions, const std::string& about,
                         const Problem<Rational>& problem, std::vector<Rational> shares,
                         Random& random) {
  if (shares.empty()) return;
  const std::size_t first = random() % shares.size();
  const Rational little = shares[first] / Rational(random() % 2 == 0 ? 3 : 1'000'000);
  shares[first] -= little;
  shares[(first + 1) % shares.size()] += little;
  ask_about(questions, about, problem, all_exactly(shares), properties::exactly(problem.total));
}

void ask_about_case(Questions& questions, std::uint64_t number, const Options& options) {
  const fuzz::Family family = fuzz::families[number % fuzz::families.size()];
  const std::uint64_t seed = (options.seed << 40U) + number / fuzz::families.size();
  const Problem<Rational> problem = exact::widen(problem_from(family, seed, options.size_max));
  const Solution<Rational> solution = exact::solve(problem);
  Random random(seed ^ number);
  const std::string about = fmt::format("case {}", number);
  for (int k = 0; k < 4; ++k) ask_about_intervals(questions, about, problem, solution, random);
  if (const auto* allocation = std::get_if<Allocation<Rational>>(&solution)) {
    ask_about_disturbed(questions, about, problem, allocation->shares, random);
  }
  const Certificate certificate = ask_about_certificates(questions, about, problem, solution);
  for (const Mutant& mutant : with_another_claim(certificate)) {
    ask_about(questions, about, problem, mutant.certificate);
  }
  const std::vector<Mutant> branches = with_another_branch(certificate);
  for (int k = 0; k < 2 && !branches.empty(); ++k) {
    ask_about(questions, about, problem, branches[random() % branches.size()].certificate);
  }
}

// The adversary's trees, and its problems with any node's parent among those before it. Below the
// top some are without bounds, so that there is an allocation further down.
Tree<Rational> tree_from(std::uint64_t seed, std::uint64_t number, std::uint64_t size_max,
                         Random& random) {
  fuzz::Choices choices(seed);
  if (one_in(random, 2)) {
    const fuzz::ChallengeOptions options{.kinds = {fuzz::Kind::fraction, fuzz::Kind::fraction},
                                         .size_max = size_max,
                                         .trees = true,
                                         .infeasible = true};
    return tree_of(adversarial_challenge(fuzz::Family::deep_trees, choices, options));
  }
  const fuzz::Family family = fuzz::families[number % fuzz::families.size()];
  const Problem<Rational> problem = exact::widen(problem_from(family, seed, size_max));
  const bool is_bounded = one_in(random, 4);
  Tree<Rational> tree{problem.total, {}};
  for (const auto& claimant : problem.claimants) {
    const std::size_t before = tree.nodes.size();
    if (before == 0 || one_in(random, 3)) {
      tree.nodes.push_back({claimant, std::nullopt});
      continue;
    }
    const bool keeps_bounds = is_bounded || one_in(random, 8);
    tree.nodes.push_back(
        {keeps_bounds ? claimant : Claimant<Rational>{claimant.weight, 0, {}}, random() % before});
  }
  return tree;
}

void ask_about_tree_case(Questions& questions, std::uint64_t number, const Options& options) {
  const std::uint64_t seed = (options.seed << 40U) + number;
  Random random(seed);
  const Tree<Rational> tree = tree_from(seed, number, options.size_max, random);
  const std::string about = fmt::format("tree {}", number);
  const std::vector<Certificate> certificates =
      properties::solve_with_certificates(tree).certificates;
  const std::vector<Rational> shares = shares_as_far_as_given(tree, certificates);
  ask_about(questions, about, tree, certificates);
  ask_about(questions, about + ", its shares", tree, certificates, shares);
  if (!shares.empty()) {
    const auto others = with_one_moved(shares);
    ask_about(questions, about + ", another share", tree, certificates,
              others[random() % others.size()]);
  }
  const std::vector<TreeMutant> mutants = mutants_of(certificates);
  for (int k = 0; k < 8; ++k) {
    const auto& [what, changed] = mutants[random() % mutants.size()];
    ask_about(questions, fmt::format("{}, certificate {}", about, what), tree, changed,
              one_in(random, 2) ? std::optional(shares) : std::nullopt);
  }
}

// The oracle.

struct Tally {
  std::map<std::string, std::uint64_t, std::less<>> answers = {};  // by their kind
  std::uint64_t records = 0;
  std::uint64_t left_out = 0;  // lines that are no records of what is divided
  std::uint64_t differences = 0;
};

// "wrong_sum 96" -> "wrong_sum"; of a tree also where: "wrong_sum 96 at 3 of 10" -> "node
// wrong_sum".
std::string kind_of(std::string_view option, const std::string& answer) {
  const std::size_t place = answer.find(" at ");
  const std::string flaw = answer.substr(0, place);
  const std::string kind = flaw.starts_with("wrong_end") ? flaw : flaw.substr(0, flaw.find(' '));
  if (option != "--tree") return kind;
  if (place == std::string::npos) return "tree " + kind;
  return (answer.compare(place, 7, " at top") == 0 ? "top " : "node ") + kind;
}

void compare(Tally& tally, std::string_view option, const Question& question,
             const std::string& said) {
  ++tally.answers[kind_of(option, question.expected)];
  if (said == question.expected) return;
  if (++tally.differences > 20) return;
  fmt::print("{}: {}\n  the C++ says:   {}\n  the oracle says: {}\n", question.about,
             question.line.substr(0, 500), question.expected.substr(0, 300), said.substr(0, 300));
}

// False if the oracle does not answer every line.
bool ask(const std::string& oracle, std::string_view option, const std::vector<Question>& questions,
         Tally& tally) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::string stem = (folder / fmt::format("proved_checkers-{}", getpid())).string();
  {
    std::ofstream lines(stem + ".in");
    for (const Question& question : questions) lines << question.line << '\n';
  }
  const std::string command = fmt::format("'{}' {} <'{}.in' >'{}.out'", oracle, option, stem, stem);
  bool is_well = std::system(command.c_str()) == 0;
  std::ifstream answers(stem + ".out");
  std::string said;
  for (const Question& question : questions) {
    is_well = is_well && std::getline(answers, said);
    if (is_well) compare(tally, option, question, said);
  }
  is_well = is_well && !std::getline(answers, said);
  std::filesystem::remove(stem + ".in");
  std::filesystem::remove(stem + ".out");
  return is_well;
}

bool ask_all(Questions& questions, const std::string& oracle, Tally& tally) {
  const bool is_well = ask(oracle, "--reported", questions.reported, tally) &&
                       ask(oracle, "--certificate", questions.certificates, tally) &&
                       ask(oracle, "--tree", questions.trees, tally);
  questions = {};
  return is_well;
}

bool ask_about_records(const Options& options, Tally& tally) {
  for (const std::string& file : options.records) {
    std::ifstream records(file);
    if (!records) return false;
    Questions questions;
    std::string line;
    for (std::size_t number = 1; std::getline(records, line); ++number) {
      const std::size_t before = size_of(questions);
      ask_about_record(questions, line, file, number);
      ++(size_of(questions) == before ? tally.left_out : tally.records);
    }
    if (!ask_all(questions, options.oracle, tally)) return false;
  }
  return true;
}

bool ask_about_cases(const Options& options, Tally& tally) {
  constexpr std::uint64_t part = 2'000;
  Questions questions;
  for (std::uint64_t number = 0; number < options.cases; ++number) {
    ask_about_case(questions, number, options);
    ask_about_tree_case(questions, number, options);
    const bool is_full = (number + 1) % part == 0 || number + 1 == options.cases;
    if (is_full && !ask_all(questions, options.oracle, tally)) return false;
  }
  return true;
}

// Each must occur.
std::vector<std::string> all_kinds() {
  std::vector<std::string> kinds{"fair", "below_min", "above_max", "unequal", "wrong_total"};
  for (const std::string place : {"", "top ", "node "}) {
    for (const auto* const flaw :
         {"negative_ratio", "wrong_branch", "wrong_sum", "wrong_end least", "wrong_end greatest"}) {
      kinds.push_back(place + flaw);
    }
  }
  for (const auto* const kind :
       {"holds", "tree holds", "tree does_not_fit", "top wrong_share", "node wrong_share",
        "top shares_of_nothing", "node shares_of_nothing"}) {
    kinds.emplace_back(kind);
  }
  return kinds;
}

int run(const Options& options) {
  Tally tally;
  if (!ask_about_records(options, tally) || !ask_about_cases(options, tally)) {
    std::fputs("a file of records cannot be read, or the oracle did not answer\n", stderr);
    return 2;
  }
  fmt::print("{} records ({} lines left out), {} cases and as many trees: ", tally.records,
             tally.left_out, options.cases);
  bool are_all = true;
  for (const std::string& kind : all_kinds()) {
    fmt::print("{} {}, ", tally.answers[kind], kind);
    are_all = are_all && tally.answers[kind] > 0;
  }
  fmt::print("{} differences{}\n", tally.differences, are_all ? "" : "; a kind never occurs");
  return tally.differences == 0 && are_all ? 0 : 1;
}

bool read_options(const std::vector<std::string_view>& arguments, Options& options) {
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const std::string_view name = arguments[k];
    if (!name.starts_with("--")) {
      options.records.emplace_back(name);
      continue;
    }
    if (++k == arguments.size()) return false;
    std::uint64_t* wanted = nullptr;
    if (name == "--cases") wanted = &options.cases;
    if (name == "--seed") wanted = &options.seed;
    if (name == "--size-max") wanted = &options.size_max;
    if (name == "--oracle") {
      options.oracle = arguments[k];
    } else if (wanted == nullptr || !read_number(arguments[k], *wanted)) {
      return false;
    }
  }
  return !options.oracle.empty();
}

}  // namespace
}  // namespace fairshare::tests

int main(int argc, char** argv) {
  fairshare::tests::Options options;
  if (!fairshare::tests::read_options({argv + 1, argv + argc}, options)) {
    std::fputs(
        "usage: proved_checkers --oracle PROGRAM [--cases N] [--seed S] [--size-max M] "
        "[RECORDS...]\n",
        stderr);
    return 2;
  }
  return fairshare::tests::run(options);
}
