// Functions that pytest finds, and that need nothing but Python 3.8.
#include <fmt/format.h>

#include "fuzz/harness/emit/languages.h"
#include "fuzz/harness/emit/source_text.h"

namespace fairshare::harness {
namespace {

constexpr std::string_view beginning = R"py(
import threading
from fractions import Fraction


def divide(total, claimants):
    """Your scheduler: one share for each claimant, in their order.

    A claimant is (name, weight, min_share, max_share, demand). max_share and demand may be None;
    a demand limits both bounds. total and bounds are $amount, weights $weight, shares $share.
    """
    raise NotImplementedError("put your scheduler here")


def check(total, claimants, low, high, times=1, least_sum=None, greatest_sum=None):
    """Each answer comes within 10 s, is always the same, and has every share between low and high."""
    answers = []

    def ask():
        for _ in range(times):
            answers.append(list(divide(total, claimants)))

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(10)
    assert not asking.is_alive(), "no answer within 10 s"
    assert len(answers) == times, "divide failed"
    for shares in answers:
        assert shares == answers[0], f"the same problem gets {answers[0]} and then {shares}"
        assert len(shares) == len(claimants), f"{len(shares)} shares for {len(claimants)} claimants"
        for claimant, share, least, greatest in zip(claimants, shares, low, high):
            value = Fraction(share)
            assert least <= value <= greatest, f"{claimant[0]} gets {share}, fair is {least} to {greatest}"
        assert least_sum is None or least_sum <= sum(shares), f"the shares add up to {sum(shares)}"
        assert greatest_sum is None or sum(shares) <= greatest_sum, f"the shares add up to {sum(shares)}"
)py";

constexpr TypeNames types{"int", "float", "Fraction"};

std::string number(const exact::Rational& value, NumberType type) {
  const std::string text = number_source(value, type);
  return type == NumberType::text ? fmt::format("Fraction({})", text) : text;
}

std::string limit(const std::optional<exact::Rational>& value, NumberType type) {
  return value ? number(*value, type) : "None";
}

std::string test_source(const EmittedTest& test) {
  std::string claimants, low, high;
  for (const ExpectedShare& share : test.shares) {
    const fuzz::Entry& asked = share.asked;
    claimants += fmt::format("            ({}, {}, {}, {}, {}),  # fair: {}\n",
                             quoted_source(asked.name), number(asked.weight, test.types.weight),
                             number(asked.min_share, test.types.amount),
                             limit(asked.max_share, test.types.amount),
                             limit(asked.demand, test.types.amount), exact::to_text(share.fair));
    low += number(share.low, test.types.share) + ", ";
    high += number(share.high, test.types.share) + ", ";
  }
  std::string sums;
  if (test.sum) {
    sums = fmt::format("        least_sum={}, greatest_sum={},\n",
                       number(test.sum->low, NumberType::whole),
                       number(test.sum->high, NumberType::whole));
  }
  return fmt::format(
      "\n\ndef test_{}():\n{}    check(\n        total={},\n        claimants=[\n{}        ],\n"
      "        low=[{}],\n        high=[{}],\n        times={},\n{}    )\n",
      test.name, comment_source("    # ", test.comment), number(test.total, test.types.amount),
      claimants, low, high, test.times, sums);
}

}  // namespace

std::string python_tests(const Outcome& outcome, const Saved& saved) {
  const auto made = tests_of(outcome, saved);
  const auto tests = only_tests(made);
  std::string text = comment_source("# ", heading_of(outcome));
  if (!tests.empty()) {
    const NumberTypes& used = tests.front().types;
    text += filled(std::string(beginning), {{"$weight", types.of(used.weight)},
                                            {"$amount", types.of(used.amount)},
                                            {"$share", types.of(used.share)}});
    text += joined(tests, test_source);
  }
  return text + untested_source("# ", made);
}

}  // namespace fairshare::harness
