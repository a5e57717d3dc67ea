// A class of JUnit 5, for the file FairSharesTest.java.
#include <fmt/format.h>

#include "fuzz/harness/emit/languages.h"
#include "fuzz/harness/emit/source_text.h"

namespace fairshare::harness {
namespace {

constexpr std::string_view beginning = R"java(
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FairSharesTest {
  /** Your scheduler: one share for each claimant, in their order$as_text. */
  static $share[] divide($amount total, List<Claimant> claimants) {
    throw new UnsupportedOperationException("put your scheduler here");
  }

  /** maxShare and demand may be null; a demand limits both bounds. */
  record Claimant(String name, $weight weight, $amount minShare, $limit maxShare, $limit demand) {}

  /** All shares from low to high pass. */
  record Passing($share low, $share high) {}

  static void check(
      $amount total, List<Claimant> claimants, List<Passing> passing, int times$sum_parameter) {
    $share[] first = null;
    for (int k = 0; k < times; ++k) {
      $share[] shares =
          assertTimeoutPreemptively(Duration.ofSeconds(10), () -> divide(total, claimants));
      if (first == null) first = shares;
      assertArrayEquals(first, shares, "the same problem gets other shares");
      assertEquals(claimants.size(), shares.length, "one share for each claimant");
      for (int i = 0; i < shares.length; ++i) {
        Passing one = passing.get(i);
        assertTrue(
            $passes,
            claimants.get(i).name() + " gets " + shares[i] + ", fair is " + one.low() + " to " + one.high());
      }$sum_check
    }
  }
)java";

constexpr std::string_view sum_check = R"java(
      $share total_of_shares = 0;
      for ($share share : shares) total_of_shares += share;
      assertTrue(
          sum.low() <= total_of_shares && total_of_shares <= sum.high(),
          "the shares add up to " + total_of_shares);)java";

constexpr TypeNames types{"long", "double", "String"};
constexpr TypeNames limits{"Long", "Double", "String"};  // may be null

std::string number(const exact::Rational& value, NumberType type) {
  return number_source(value, type) + (type == NumberType::whole ? "L" : "");
}

std::string limit(const std::optional<exact::Rational>& value, NumberType type) {
  return value ? number(*value, type) : "null";
}

std::string test_source(const EmittedTest& test, bool has_sums) {
  std::string claimants, passing;
  SumLimits sum;
  std::string_view comma;
  for (const ExpectedShare& share : test.shares) {
    const fuzz::Entry& asked = share.asked;
    claimants += fmt::format(
        "{}\n            new Claimant({}, {}, {}, {}, {})", comma, quoted_source(asked.name),
        number(asked.weight, test.types.weight), number(asked.min_share, test.types.amount),
        limit(asked.max_share, test.types.amount), limit(asked.demand, test.types.amount));
    passing += fmt::format("{}\n            /* fair: {} */ new Passing({}, {})", comma,
                           exact::to_text(share.fair), number(share.low, test.types.share),
                           number(share.high, test.types.share));
    comma = ",";
    sum.low += share.low;
    sum.high += share.high;
  }
  sum = test.sum.value_or(sum);
  const std::string sums =
      has_sums ? fmt::format(", new Passing({}, {})", number(sum.low, NumberType::whole),
                             number(sum.high, NumberType::whole))
               : "";
  return fmt::format(
      "\n{}  @Test\n  void {}() {{\n    check(\n        {},\n        List.of({}),\n"
      "        List.of({}),\n        {}{});\n  }}\n",
      comment_source("  // ", test.comment), test.name, number(test.total, test.types.amount),
      claimants, passing, test.times, sums);
}

}  // namespace

std::string java_tests(const Outcome& outcome, const Saved& saved) {
  const auto made = tests_of(outcome, saved);
  const auto tests = only_tests(made);
  std::string text = comment_source("// ", heading_of(outcome));
  if (tests.empty()) return text + untested_source("// ", made);
  const NumberTypes& used = tests.front().types;
  const bool has_sums = limits_sums(tests);
  text += filled(std::string(beginning),
                 {{"$as_text", format_of(used.share)},
                  {"$sum_parameter", has_sums ? ", Passing sum" : ""},
                  {"$sum_check", has_sums ? sum_check : ""},
                  {"$passes", used.share == NumberType::text
                                  ? "one.low().equals(shares[i])"
                                  : "one.low() <= shares[i] && shares[i] <= one.high()"},
                  {"$weight", types.of(used.weight)},
                  {"$amount", types.of(used.amount)},
                  {"$limit", limits.of(used.amount)},
                  {"$share", types.of(used.share)}});
  for (const EmittedTest& test : tests) text += test_source(test, has_sums);
  return text + "}\n" + untested_source("// ", made);
}

}  // namespace fairshare::harness
