// Formulas: what they state, and what they ask. That z3 answers as they expect is the business of
// certificates_cli_test.sh.
#include "formats/records/smt_lib.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "fairshare/properties/certify.h"
#include "formats/records/records.h"

namespace fairshare::formats {
namespace {

std::string formulas_of(const std::string& line) {
  const auto read = read_record(line, "f", 1);
  const auto& record = std::get<Record>(read);
  return smt_lib(record, properties::solve_with_certificates(record.tree));
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

bool has(const std::string& text, std::string_view line) {
  return count("\n" + text, "\n" + std::string(line) + "\n") == 1;
}

// Brackets and quotes of SMT-LIB, outside of comments.
bool is_balanced(const std::string& text) {
  long depth = 0;
  bool in_comment = false;
  for (const char c : text) {
    if (c == ';') in_comment = true;
    if (c == '\n') in_comment = false;
    if (in_comment) continue;
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (depth < 0) return false;
  }
  return depth == 0;
}

TEST(SmtLib, StatesEveryClaimantTheTotalTheRatioAndTheShares) {
  const std::string text = formulas_of(
      R"({"id":"a","total":100,"claimants":[{"name":"x"},{"name":"y","weight":"2/3","max_share":30},)"
      R"({"weight":0,"min_share":60,"max_share":70}]})");
  EXPECT_TRUE(is_balanced(text));
  EXPECT_TRUE(has(text, "(set-logic QF_LRA)"));
  EXPECT_TRUE(has(text, "(assert (<= 0.0 R))"));
  EXPECT_TRUE(has(text, "(declare-const s1 Real)  ; y"));
  EXPECT_EQ(count(text, "(assert (clamped-below s0 (* 1.0 R) 0.0))"), 2U);  // alone, and of all
  EXPECT_EQ(count(text, "(assert (clamped s1 (* (/ 2.0 3.0) R) 0.0 30.0))"), 2U);
  EXPECT_EQ(count(text, "(assert (= s2 60.0))"), 2U);
  EXPECT_EQ(count(text, "(assert (= (+ s0 s1 s2) 100.0))  ; the total"), 2U);
  EXPECT_TRUE(has(text, "(assert (= R r))"));
  EXPECT_TRUE(has(text, "(assert (= s0 c0))"));
}

TEST(SmtLib, WritesTheRatioAndEachShareOnce) {
  const std::string text =
      formulas_of(R"({"total":"100/7","claimants":[{},{"weight":"2/3"},{"weight":"3/11"}]})");
  EXPECT_TRUE(has(text, "(define-fun r () Real (/ 825.0 112.0))"));
  EXPECT_EQ(count(text, "825.0 112.0"), 2U);  // c0 is R
  EXPECT_TRUE(has(text, "(define-fun c1 () Real (/ 275.0 56.0))"));
  EXPECT_EQ(count(text, "275.0 56.0"), 1U);
}

TEST(SmtLib, AsksAboutEachAloneThenAboutTheseAndAboutOthers) {
  const std::string text = formulas_of(R"({"total":9,"claimants":[{},{},{}]})");
  EXPECT_EQ(count(text, "(check-sat)"), 5U);
  EXPECT_EQ(count(text, "; expect: sat\n(check-sat)"), 1U);
  EXPECT_EQ(count(text, "; expect: unsat\n(check-sat)"), 4U);
  EXPECT_EQ(count(text, "(push 1)"), count(text, "(pop 1)"));
}

TEST(SmtLib, AsksWhetherAnyRatioGivesATotalThatNoneGives) {
  for (const char* line : {R"({"total":1,"claimants":[{"min_share":2},{}]})",
                           R"({"total":9,"claimants":[{"max_share":2},{"weight":0}]})",
                           R"({"total":9,"claimants":[]})"}) {
    const std::string text = formulas_of(line);
    EXPECT_TRUE(is_balanced(text));
    EXPECT_EQ(count(text, "(check-sat)"), 2U) << line;
    EXPECT_EQ(count(text, "; expect: sat\n(check-sat)"), 1U) << line;
    EXPECT_EQ(count(text, "; the total\n; expect: unsat\n(check-sat)"), 1U) << line;
  }
}

TEST(SmtLib, SumsNoClaimantAndOne) {
  EXPECT_TRUE(
      has(formulas_of(R"({"total":9,"claimants":[]})"), "(assert (= 0.0 9.0))  ; the total"));
  EXPECT_EQ(
      count(formulas_of(R"({"total":9,"claimants":[{}]})"), "(assert (= s0 9.0))  ; the total"),
      2U);
}

TEST(SmtLib, OfATreeDividesWhatTheParentGot) {
  const std::string text = formulas_of(
      R"({"total":9,"tree":[{"name":"p","weight":2,"children":[{"name":"x"},{}]},{"name":"q"}]})");
  EXPECT_TRUE(is_balanced(text));
  EXPECT_TRUE(has(text, "; 9 divided: allocation, R = 3"));
  EXPECT_TRUE(has(text, "; 6 divided among the children of p: allocation, R = 3"));
  EXPECT_EQ(count(text, "(declare-const R Real)"), 2U);
  EXPECT_EQ(count(text, "(check-sat)"), 8U);
}

TEST(SmtLib, KeepsNamesInTheirComments) {
  const std::string text = formulas_of(R"x({"id":"\n(exit)","total":9,"claimants":[)x"
                                       R"x({"name":"a\n(assert false)"},{"name":"\r(exit"}]})x");
  EXPECT_TRUE(has(text, R"x((declare-const s0 Real)  ; a\n(assert false))x"));
  EXPECT_EQ(count(text, "\n(assert false)"), 0U);
  EXPECT_EQ(count(text, "\n(exit)"), 0U);
  EXPECT_EQ(count(text, "\r"), 0U);
  EXPECT_TRUE(is_balanced(text));
}

}  // namespace
}  // namespace fairshare::formats
