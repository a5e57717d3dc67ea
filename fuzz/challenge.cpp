#include "fuzz/challenge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <string_view>
#include <variant>

#include "fairshare/exact/solve.h"
#include "fairshare/exact/sweep.h"
#include "fairshare/model/solution.h"

namespace fairshare::fuzz {
namespace {

using exact::Integer;

Rational power_of_two(unsigned exponent) {
  return Rational(Integer(1) << exponent);
}

// The type's negative end is one further from zero, but no challenge has negative numbers.
Rational nearest_whole(const Rational& number) {
  return number < 0 ? Rational(exact::ceil(number - Rational(1, 2)))
                    : Rational(exact::floor(number + Rational(1, 2)));
}

Rational nearest_float(Kind kind, const Rational& number) {
  const double nearest = kind == Kind::float32 ? static_cast<double>(exact::to_float(number))
                                               : exact::to_double(number);
  if (std::isfinite(nearest)) return exact::from_double(nearest);
  return number < 0 ? Rational(-*end_of(kind)) : *end_of(kind);
}

// As a JSON string. Bytes above ASCII stay as they are.
std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') result += '\\';
    if (byte < 0x20) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(byte));
    } else {
      result += c;
    }
  }
  return result + '"';
}

// An object without its closing brace.
std::string opened(const Entry& entry, const Kinds& kinds) {
  std::string text = R"({"name":)" + json_string(entry.name);
  const auto add = [&text](const char* key, Kind kind, const Rational& number) {
    text.append(key).append(number_text(kind, number));
  };
  add(R"(,"weight":)", kinds.weight, entry.weight);
  add(R"(,"min_share":)", kinds.amount, entry.min_share);
  if (entry.max_share) add(R"(,"max_share":)", kinds.amount, *entry.max_share);
  if (entry.demand) add(R"(,"demand":)", kinds.amount, *entry.demand);
  if (entry.priority) text += fmt::format(R"(,"priority":{})", *entry.priority);
  return text;
}

// All nodes, nested. `open` holds the parents of the current node, whose lists of children have
// begun.
std::string nested(const Challenge& challenge) {
  std::string text;
  std::vector<std::size_t> open;
  const auto& entries = challenge.entries;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto& parent = entries[i].parent;
    const bool is_first_child = parent && i > 0 && *parent == i - 1;
    if (is_first_child) {
      text += R"(,"children":[)";
      open.push_back(i - 1);
    } else {
      if (i > 0) text += "}";
      while (!open.empty() && parent != open.back()) {
        text += "]}";
        open.pop_back();
      }
      assert(!parent || !open.empty());
      if (i > 0) text += ",";
    }
    text += opened(entries[i], challenge.kinds);
  }
  if (!entries.empty()) text += "}";
  for (; !open.empty(); open.pop_back()) text += "]}";
  return text;
}

// By the definition of the outcomes; nothing is solved.
Prospect prospect_of(const Problem<Rational>& problem) {
  if (exact::generic::sum_of_minimums(problem) > problem.total) return Prospect::overcommitted;
  const auto most = exact::generic::find_most_that_can_be_claimed(problem);
  return most && *most < problem.total ? Prospect::surplus : Prospect::allocation;
}

}  // namespace

bool is_whole(Kind kind) {
  return kind == Kind::int32 || kind == Kind::int64;
}

bool is_float(Kind kind) {
  return kind == Kind::float32 || kind == Kind::float64;
}

bool holds(Kind kind, const Rational& number) {
  return rounded_to(kind, number) == number;
}

Rational rounded_to(Kind kind, const Rational& number) {
  if (kind == Kind::fraction) return number;
  if (is_float(kind)) return nearest_float(kind, number);
  const Rational end = *end_of(kind);
  if (kind == Kind::dyadic) return std::clamp(nearest_whole(number * 64) / 64, Rational(-end), end);
  return std::clamp(nearest_whole(number), Rational(-end - 1), end);
}

std::optional<Rational> end_of(Kind kind) {
  switch (kind) {
    case Kind::int32:
      return power_of_two(31) - 1;
    case Kind::int64:
      return power_of_two(63) - 1;
    case Kind::float32:
      return exact::from_double(static_cast<double>(std::numeric_limits<float>::max()));
    case Kind::float64:
      return exact::from_double(std::numeric_limits<double>::max());
    case Kind::dyadic:
      return power_of_two(46);
    case Kind::fraction:
      break;
  }
  return std::nullopt;
}

Claimant<Rational> claimant_of(const Entry& entry) {
  Claimant<Rational> claimant{entry.weight, entry.min_share, entry.max_share};
  if (!entry.demand) return claimant;
  claimant.min_share = std::min(claimant.min_share, *entry.demand);
  claimant.max_share = std::min(claimant.max_share.value_or(*entry.demand), *entry.demand);
  return claimant;
}

Tree<Rational> tree_of(const Challenge& challenge) {
  Tree<Rational> tree{challenge.total, {}};
  tree.nodes.reserve(challenge.entries.size());
  for (const Entry& entry : challenge.entries) {
    tree.nodes.push_back({claimant_of(entry), entry.parent});
  }
  return tree;
}

Problem<Rational> problem_of(const Challenge& challenge) {
  Problem<Rational> problem{challenge.total, {}};
  problem.claimants.reserve(challenge.entries.size());
  for (const Entry& entry : challenge.entries) {
    assert(!entry.parent);
    problem.claimants.push_back(claimant_of(entry));
  }
  return problem;
}

Challenge challenge_of(const Problem<Rational>& problem, Kinds kinds) {
  Challenge challenge{kinds, problem.total, false, {}};
  challenge.entries.reserve(problem.claimants.size());
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    const std::size_t index = challenge.entries.size();
    challenge.entries.push_back({name_at(index), weight, min_share, max_share, {}, {}});
  }
  return challenge;
}

std::string name_at(std::size_t index) {
  std::string name;
  for (std::size_t left = index + 1; left > 0; left = (left - 1) / 26) {
    name.insert(name.begin(), static_cast<char>('a' + (left - 1) % 26));
  }
  return name;
}

std::optional<Prospect> find_prospect(const Challenge& challenge) {
  for (const Entry& entry : challenge.entries) {
    if (entry.max_share && *entry.max_share < entry.min_share) return std::nullopt;
  }
  if (!challenge.is_tree) {
    const Problem<Rational> problem = problem_of(challenge);
    return find_defect(problem) ? std::nullopt : std::optional(prospect_of(problem));
  }
  const Tree<Rational> tree = tree_of(challenge);
  if (find_defect(tree)) return std::nullopt;
  const TreeSolution<Rational> solution = exact::solve(tree);
  const auto* undivided = std::get_if<NoAllocationAt<Rational>>(&solution);
  if (undivided == nullptr) return Prospect::allocation;
  return std::holds_alternative<Overcommitted<Rational>>(undivided->reason)
             ? Prospect::overcommitted
             : Prospect::surplus;
}

std::string number_text(Kind kind, const Rational& number) {
  static const Rational short_enough(1'000'000'000'000'000'000);
  if (exact::is_whole(number) && abs(number) < short_enough) return exact::to_text(number);
  if (is_float(kind)) {
    const double nearest = exact::to_double(number);
    if (std::isfinite(nearest) && exact::from_double(nearest) == number) {
      return fmt::format("{}", nearest);
    }
  }
  const auto places = exact::find_places(number);
  if (!places) return fmt::format("\"{}\"", exact::to_text(number));
  return exact::to_decimal(number, *places);
}

std::string record_of(const Challenge& challenge, const std::string& head) {
  std::string record =
      "{" + head + R"("total":)" + number_text(challenge.kinds.amount, challenge.total);
  if (challenge.is_tree) return record + R"(,"tree":[)" + nested(challenge) + "]}";
  record += R"(,"claimants":[)";
  for (std::size_t i = 0; i < challenge.entries.size(); ++i) {
    if (i > 0) record += ',';
    record += opened(challenge.entries[i], challenge.kinds) + '}';
  }
  return record + "]}";
}

}  // namespace fairshare::fuzz
