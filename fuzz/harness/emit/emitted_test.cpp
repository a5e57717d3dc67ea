#include "fuzz/harness/emit/emitted_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "fairshare/exact/solve.h"
#include "formats/inputs.h"
#include "formats/records/record_divisions.h"
#include "formats/verdict/verdict.h"
#include "fuzz/harness/referee.h"

namespace fairshare::harness {
namespace {

using exact::Rational;
using formats::Division;
using formats::Rounding;
using formats::Tolerance;
using properties::Interval;
namespace json = formats::json;
using fuzz::Challenge;
using fuzz::Kind;
using fuzz::Kinds;

constexpr std::size_t times_where_answers_differ = 64;

using Why = std::string;  // there is no test; follows "no test: "

// What is divided.

struct Asked {
  Division division;
  Tolerance tolerance;
  bool is_of_definition = true;
  bool has_shares = false;
};

// The readers of divisions need shares; if there was no answer, any shares will do.
std::string with_shares(std::string record, std::size_t count) {
  record.pop_back();
  record += ",\"shares\":[";
  for (std::size_t i = 0; i < count; ++i) record += i == 0 ? "0" : ",0";
  return record + "]}";
}

std::variant<Asked, Why> read_asked(const std::string& record, const Challenge& challenge) {
  if (challenge.is_tree) return "it is a tree, and the function divides among claimants";
  const auto parsed = json::parse(record);
  const auto* value = std::get_if<json::Value>(&parsed);
  const bool has_shares = value != nullptr && json::find(*value, "shares") != nullptr;
  auto read = formats::read_any_record(
      has_shares ? record : with_shares(record, challenge.entries.size()), "", 1, "");
  if (const auto* error = std::get_if<formats::RecordError>(&read)) return error->error.message;
  if (auto* own = std::get_if<formats::Record>(&read)) {
    const Tolerance tolerance = own->tolerance;
    return Asked{formats::divisions_of(std::move(*own)).front(), tolerance, true, has_shares};
  }
  const auto& own = std::get<formats::SchedulerRecord>(read);
  auto made = formats::divisions_of(own, "", {});
  if (const auto* error = std::get_if<formats::InputError>(&made)) return error->message;
  auto& divisions = std::get<std::vector<Division>>(made);
  const auto tolerance = formats::read_tolerance(own.value);
  if (divisions.size() != 1) return "its claimants are divided in several groups";
  return Asked{std::move(divisions.front()), std::get<Tolerance>(tolerance), false, has_shares};
}

// The fair shares, including what is paid first. If the minimums exceed the total, the minimums; at
// a surplus, all that can be claimed.
std::vector<Rational> fair_shares(const Division& division) {
  std::vector<Rational> shares;
  Problem<Rational> problem = division.problem;
  auto solution = exact::solve(problem);
  if (const auto* surplus = std::get_if<Surplus<Rational>>(&solution)) {
    problem.total -= surplus->unclaimed;
    solution = exact::solve(problem);
  }
  if (auto* fair = std::get_if<Allocation<Rational>>(&solution)) shares = std::move(fair->shares);
  for (std::size_t i = shares.size(); i < problem.claimants.size(); ++i) {
    shares.push_back(problem.claimants[i].min_share);
  }
  for (std::size_t i = 0; i < shares.size(); ++i) shares[i] += division.labels[i].paid;
  return shares;
}

// Which shares pass.

struct Margin {
  Rounding rounding = Rounding::written;
  Rational slack = 0;  // by which a share may be off in addition
  std::optional<Rational> resolution = std::nullopt;
};

Margin margin_of(const Asked& asked) {
  const Division& division = asked.division;
  const Rational total =
      division.relative_to.value_or(division.problem.total + paid_to_all(division.labels));
  Margin margin{.rounding = asked.tolerance.rounding.value_or(division.usual),
                .slack = formats::slack_of(asked.tolerance, total) + division.precision};
  if (division.comparison) margin.resolution = division.comparison->resolution;
  return margin;
}

NumberType type_of(Kind kind) {
  if (fuzz::is_whole(kind)) return NumberType::whole;
  return kind == Kind::fraction ? NumberType::text : NumberType::real;
}

// A replayed record may have 0.3 and 1/3, which no double equals: if no type is given, they become
// text.
Kinds kinds_of(const Challenge& challenge) {
  Kinds kinds = challenge.kinds;
  const auto widen = [](Kind& kind, const Rational& number) {
    if (kind == Kind::dyadic && !fuzz::holds(Kind::float64, number)) kind = Kind::fraction;
  };
  widen(kinds.amount, challenge.total);
  for (const fuzz::Entry& entry : challenge.entries) {
    widen(kinds.weight, entry.weight);
    widen(kinds.amount, entry.min_share);
    if (entry.max_share) widen(kinds.amount, *entry.max_share);
    if (entry.demand) widen(kinds.amount, *entry.demand);
  }
  return kinds;
}

NumberType share_type(const Margin& margin, Kind amount) {
  switch (margin.rounding) {
    case Rounding::exact:
      return margin.slack == 0 && !margin.resolution ? NumberType::text : NumberType::real;
    case Rounding::written:
      return fuzz::is_whole(amount) ? NumberType::whole : NumberType::real;
    case Rounding::nearest:
    case Rounding::down:
    case Rounding::apportioned:
    case Rounding::hamilton:
    case Rounding::webster:
    case Rounding::dhondt:
    case Rounding::adams:
      return NumberType::whole;
    case Rounding::to_double:
    case Rounding::to_float:
    case Rounding::cut:
      return NumberType::real;
  }
  return NumberType::real;
}

Rational nearest_double(const Rational& number) {
  constexpr double end = std::numeric_limits<double>::max();
  return exact::from_double(std::clamp(exact::to_double(number), -end, end));
}

Rational nearest_float(const Rational& number) {
  constexpr float end = std::numeric_limits<float>::max();
  return exact::from_double(std::clamp(exact::to_float(number), -end, end));
}

// A share that was cut to units is taken so within the bounds; beyond them it stands for itself.
Interval cut_around(const Rational& fair, const Rational& slack, const Claimant<Rational>& claimant,
                    const Rational& paid) {
  Interval passing{fair - 1 - slack, fair + 1 + slack, true, true};
  const Rational low = std::min(Rational(claimant.min_share + paid), Rational(fair - slack));
  if (passing.low < low) passing = {low, passing.high, false, true};
  if (!claimant.max_share) return passing;
  const Rational high = std::max(Rational(*claimant.max_share + paid), Rational(fair + slack));
  if (passing.high > high) passing = {passing.low, high, passing.low_open, false};
  return passing;
}

// The numbers that stand for intervals with the fair share in them.
Interval passing_around(const Rational& fair, const Margin& margin, NumberType type,
                        const Claimant<Rational>& claimant, const Rational& paid) {
  const Rational& slack = margin.slack;
  const Rational half(1, 2);
  switch (margin.rounding) {
    case Rounding::exact:
      return {fair - slack, fair + slack};
    case Rounding::written:
      if (type == NumberType::whole) return {fair - half - slack, fair + half + slack};
      return {nearest_double(fair - slack), nearest_double(fair + slack)};
    case Rounding::to_double:
      return {nearest_double(fair - slack), nearest_double(fair + slack)};
    case Rounding::to_float:
      return {nearest_float(fair - slack), nearest_float(fair + slack)};
    case Rounding::nearest:
      return {fair - half - slack, fair + half + slack};
    case Rounding::down:
      return {fair - 1 - slack, fair + slack, true, false};
    case Rounding::apportioned:
    case Rounding::hamilton:
    case Rounding::webster:
    case Rounding::dhondt:
    case Rounding::adams:
      return {fair - 1 - slack, fair + 1 + slack, true, true};
    case Rounding::cut:
      return cut_around(fair, slack, claimant, paid);
  }
  return {fair, fair};
}

Rational least_double(const Rational& number, bool is_open) {
  const Rational nearest = nearest_double(number);
  if (nearest > number || (nearest == number && !is_open)) return nearest;
  return nearest_double(exact::from_double(
      std::nextafter(exact::to_double(nearest), std::numeric_limits<double>::max())));
}

Rational least_whole(const Rational& number, bool is_open) {
  const Rational least = exact::ceil(number);
  constexpr auto end = std::numeric_limits<std::int64_t>::max();
  return std::clamp(Rational(is_open && least == number ? least + 1 : least), Rational(-end),
                    Rational(end));
}

// The least and the greatest number of the type in the interval; crossed if there is none.
std::pair<Rational, Rational> ends_of(const Interval& passing, NumberType type) {
  const auto& [low, high, low_open, high_open] = passing;
  switch (type) {
    case NumberType::whole:
      return {least_whole(low, low_open), -least_whole(-high, high_open)};
    case NumberType::real:
      return {least_double(low, low_open), -least_double(-high, high_open)};
    case NumberType::text:
      break;
  }
  return {low, high};
}

// The limits on the sum of whole shares. Doubles cannot be added exactly.
std::optional<SumLimits> find_sum_limits(const Asked& asked, const Margin& margin,
                                         const EmittedTest& test) {
  if (test.types.share != NumberType::whole) return std::nullopt;
  const Division& division = asked.division;
  const Rational total = division.problem.total + paid_to_all(division.labels);
  const bool is_tolerant = formats::slack_of(asked.tolerance, 1) != 0;
  const bool says_all =
      asked.tolerance.rounding ? margin.rounding == Rounding::apportioned : division.hands_out_all;
  const bool is_divisible =
      std::holds_alternative<Allocation<Rational>>(exact::solve(division.problem));
  if (!is_divisible) return std::nullopt;
  if (says_all && !is_tolerant && exact::is_whole(total)) return SumLimits{total, total};
  const bool is_limited =
      division.is_beyond_resolution && !asked.tolerance.rounding && !is_tolerant;
  if (!is_limited || !margin.resolution) return std::nullopt;
  SumLimits limits{0, exact::floor(total + *margin.resolution)};
  for (const ExpectedShare& share : test.shares) limits.low += share.low;
  return limits;
}

// Whether the answered shares pass, so that the test would not fail on them.
bool lets_pass(const EmittedTest& test, const Division& division) {
  Rational sum = 0;
  for (std::size_t i = 0; i < test.shares.size(); ++i) {
    const Rational& share = division.shares[i].value;
    sum += share;
    const Rational answered = test.types.share == NumberType::real ? nearest_double(share) : share;
    if (answered < test.shares[i].low || answered > test.shares[i].high) return false;
  }
  return !test.sum || (test.sum->low <= sum && sum <= test.sum->high);
}

std::variant<EmittedTest, Why> make_test(const std::string& record, const Challenge& challenge,
                                         const std::string& code) {
  auto read = read_asked(record, challenge);
  if (auto* why = std::get_if<Why>(&read)) return std::move(*why);
  const auto& asked = std::get<Asked>(read);
  const Division& division = asked.division;
  const bool is_overcommitted =
      std::holds_alternative<Overcommitted<Rational>>(exact::solve(division.problem));
  if (is_overcommitted && !asked.is_of_definition) {
    return "the minimums exceed the total, so whatever the release computes is accepted";
  }
  const Margin margin = margin_of(asked);
  if (formats::find_units(margin.rounding)) {
    return "its whole units are judged by a method, which limits for each share cannot express";
  }
  const Kinds kinds = kinds_of(challenge);
  EmittedTest test{
      .types = {type_of(kinds.weight), type_of(kinds.amount), share_type(margin, kinds.amount)},
      .total = challenge.total,
      .times = code == "FS504" ? times_where_answers_differ : 1};
  const std::vector<Rational> fair = fair_shares(division);
  for (std::size_t i = 0; i < fair.size(); ++i) {
    Interval passing = passing_around(fair[i], margin, test.types.share,
                                      division.problem.claimants[i], division.labels[i].paid);
    if (margin.resolution && fair[i] - *margin.resolution <= passing.low) {
      passing = {fair[i] - *margin.resolution, passing.high, false, passing.high_open};
    }
    if (margin.resolution && fair[i] + *margin.resolution >= passing.high) {
      passing = {passing.low, fair[i] + *margin.resolution, passing.low_open, false};
    }
    auto [low, high] = ends_of(passing, test.types.share);
    if (low > high) return fmt::format("no double is right: {} is fair", exact::to_text(fair[i]));
    test.shares.push_back({challenge.entries[i], fair[i], std::move(low), std::move(high)});
  }
  test.sum = find_sum_limits(asked, margin, test);
  const bool is_verdict = asked.has_shares && test.times == 1;
  if (is_verdict && lets_pass(test, division)) {
    return margin.rounding == Rounding::written
               ? "as doubles the shares are right; as decimals with these digits they are not"
               : "each answered share is within its limits";
  }
  return test;
}

// Comments.

// "x (poorer) and y (richer)"
std::optional<std::string> find_pair(const std::string& record) {
  auto read = formats::read_any_record(record, "", 1, "");
  std::variant<std::vector<formats::Case>, formats::InputError> cases;
  if (auto* own = std::get_if<formats::Record>(&read)) {
    cases = formats::cases_of(std::move(*own), "", {});
  } else if (const auto* other = std::get_if<formats::SchedulerRecord>(&read)) {
    cases = formats::cases_of(*other, "", {}, {});
  }
  if (std::holds_alternative<formats::InputError>(cases)) return std::nullopt;
  for (formats::Case& one : std::get<std::vector<formats::Case>>(cases)) {
    const formats::Verdict verdict = formats::judge(std::move(one));
    for (const formats::Finding& finding : verdict.findings) {
      if (finding.code != "FS204") continue;
      return fmt::format("{} (poorer) and {} (richer)", finding.claimant, finding.with);
    }
  }
  return std::nullopt;
}

// "rounding double, within 1/2"
std::string judged_by_text(const std::string& record) {
  const auto parsed = json::parse(record);
  const auto* value = std::get_if<json::Value>(&parsed);
  std::string text;
  if (value == nullptr) return text;
  for (const char* key : {"scheduler", "numbers", "answers", "rounding", "within", "relative"}) {
    const json::Value* said = json::find(*value, key);
    const auto* word = said != nullptr ? std::get_if<std::string>(&said->is) : nullptr;
    if (word != nullptr) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key, *word);
  }
  return text.empty() ? "the definition, with numbers as they are written" : text;
}

std::string page_text(const std::string& code) {
  return fmt::format("About {}: docs/codes/{}.md, or `fairshare explain {}`.", code, code, code);
}

std::vector<std::string> comment_of(const Found& found, const std::string& record,
                                    const std::string& again) {
  const std::string& code = found.failure.code;
  std::vector<std::string> lines{fmt::format("{}: {}", code, found.failure.message)};
  if (const auto pair = find_pair(record)) lines.push_back(fmt::format("The pair: {}.", *pair));
  lines.push_back(fmt::format("Judged by: {}.", judged_by_text(record)));
  lines.push_back(page_text(code));
  if (!again.empty()) lines.push_back(fmt::format("To repeat: {}", again));
  lines.push_back(fmt::format("Record: {}", record));
  return lines;
}

std::string identifier(std::string text) {
  for (char& byte : text) {
    const bool is_plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                          (byte >= 'A' && byte <= 'Z');
    if (!is_plain) byte = '_';
  }
  return text;
}

// The record's id, "FS204_1a2b3c4d"; if a replay has several, "FS204_1a2b3c4d_2".
std::string name_of(const Found& found, std::size_t index, std::set<std::string>& taken) {
  std::string name = identifier(found.id);
  while (!taken.insert(name).second) name += fmt::format("_{}", index + 1);
  return name;
}

// The problems of one failure: its own, and the one with which it is compared.
struct Question {
  std::string record;
  Challenge challenge;
};

std::vector<Question> questions_of(const Found& found, FuzzSettings settings) {
  std::vector<Question> questions{{found.record, found.challenge}};
  if (found.failure.other.empty()) return questions;
  settings.challenges.kinds = found.challenge.kinds;
  const auto read = read_challenge(found.failure.other, "", 1, settings);
  if (const auto* other = std::get_if<Challenge>(&read)) {
    const std::string comment = "the other problem";
    questions.push_back(
        {record_to_keep(settings, *other, found.failure.code + "-other", comment, nullptr),
         *other});
  }
  return questions;
}

}  // namespace

std::vector<std::variant<EmittedTest, NoTest>> tests_of(const Outcome& outcome,
                                                        const Saved& saved) {
  std::vector<std::variant<EmittedTest, NoTest>> tests;
  std::optional<NumberTypes> types;
  std::set<std::string> taken;
  for (std::size_t k = 0; k < outcome.found.size(); ++k) {
    const Found& found = outcome.found[k];
    const std::string name = name_of(found, k, taken);
    const std::vector<Question> questions = questions_of(found, outcome.settings);
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const auto& [record, challenge] = questions[i];
      const bool is_saved = k < saved.files.size();
      auto comment = comment_of(found, record, is_saved ? replay_command(saved, k) : "");
      auto made = make_test(record, challenge, found.failure.code);
      auto* test = std::get_if<EmittedTest>(&made);
      const bool has_other_types = test != nullptr && types && *types != test->types;
      if (test == nullptr || has_other_types) {
        comment.push_back(fmt::format(
            "No test: {}.", has_other_types ? "its numbers have other types; replay it alone"
                                            : std::get<Why>(made)));
        tests.emplace_back(NoTest{std::move(comment)});
        continue;
      }
      types = test->types;
      test->name = i == 0 ? name : name + "_other";
      test->comment = std::move(comment);
      tests.emplace_back(std::move(*test));
    }
  }
  return tests;
}

}  // namespace fairshare::harness
