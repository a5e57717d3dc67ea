// Formulas: what they state, and what they ask. certificates_cli_test.sh tests that z3 gives the
// expected answers.
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

// The text before and after the definitions.
std::string around_definitions(const std::string& line) {
  const std::string text = formulas_of(line);
  const std::string begin = "(set-logic QF_LRA)\n";
  const std::string end = "(and (=> (<= R r) (<= s c)) (=> (<= r R) (<= c s))))\n";
  return text.substr(0, text.find(begin) + begin.size()) + text.substr(text.find(end) + end.size());
}

// A line break in a name would end its comment, and what follows would be read as a formula. An id
// is kept as JSON has it.
TEST(SmtLib, HasNamesInCommentsWithoutTheirLineBreaks) {
  const std::string text = formulas_of(
      "{\"id\":\"i\\n(exit) \u202e\","
      R"("total":8,"tree":[{"name":"p\n(exit) ","children":[{"name":"c\n(exit) "}]}]})");
  EXPECT_EQ(count(text, "\n(exit)"), 0U);
  EXPECT_EQ(count(text, "\u202e"), 0U);     // which would turn what follows around
  EXPECT_EQ(count(text, "\\n(exit)"), 4U);  // the id, two claimants, and one of them as a parent
}

TEST(SmtLib, DefinesWhatAShareIs) {
  const std::string text = formulas_of(R"({"total":0,"claimants":[]})");
  EXPECT_NE(text.find("(define-fun clamped ((s Real) (wR Real) (l Real) (u Real)) Bool\n"
                      "  (and (<= l s) (<= s u) (or (<= wR s) (= s u)) (or (<= s wR) (= s l))))\n"),
            std::string::npos);
  EXPECT_NE(text.find("(define-fun clamped-below ((s Real) (wR Real) (l Real)) Bool\n"
                      "  (and (<= l s) (<= wR s) (or (<= s wR) (= s l))))\n"),
            std::string::npos);
  EXPECT_NE(text.find("(define-fun passes ((s Real) (R Real) (c Real) (r Real)) Bool\n"
                      "  (and (=> (<= R r) (<= s c)) (=> (<= r R) (<= c s))))\n"),
            std::string::npos);
}

const std::string heading =
    "; fairshare: the division without an id, and what is claimed of it.\n"
    "; Each question has its answer above it: \"expect: sat\" or \"expect: unsat\".\n"
    "(set-logic QF_LRA)\n";

TEST(SmtLib, AsksInWordsAndInFormulas) {
  EXPECT_EQ(around_definitions(R"({"total":4,"claimants":[{},{"weight":3,"max_share":3}]})"),
            heading + R"(
; 4 divided: allocation, R = 1
(push 1)
(declare-const R Real)
(assert (<= 0.0 R))
(declare-const s0 Real)  ; 0
(declare-const s1 Real)  ; 1

; The ratio and the shares.
(define-fun r () Real 1.0)
(define-fun c0 () Real 1.0)
(define-fun c1 () Real 3.0)

; s0 alone: more at a lower R, or less at a higher one.
(push 1)
(assert (clamped-below s0 (* 1.0 R) 0.0))
(assert (not (passes s0 R c0 r)))
; expect: unsat
(check-sat)
(pop 1)

; s1 alone: more at a lower R, or less at a higher one.
(push 1)
(assert (clamped s1 (* 3.0 R) 0.0 3.0))
(assert (not (passes s1 R c1 r)))
; expect: unsat
(check-sat)
(pop 1)

; Every share is what R gives.
(assert (clamped-below s0 (* 1.0 R) 0.0))
(assert (clamped s1 (* 3.0 R) 0.0 3.0))

; These shares are fair.
(push 1)
(assert (= (+ s0 s1) 4.0))  ; the total
(assert (= R r))
(assert (= s0 c0))
(assert (= s1 c1))
; expect: sat
(check-sat)
(pop 1)

; Other shares are fair, given what was shown for each alone.
(push 1)
(assert (= (+ s0 s1) 4.0))  ; the total
(assert (passes s0 R c0 r))
(assert (passes s1 R c1 r))
(assert (or
    (not (= s0 c0))
    (not (= s1 c1))))
; expect: unsat
(check-sat)
(pop 1)

(pop 1)
)");
}

TEST(SmtLib, AsksInWordsWhetherThereIsNoRatio) {
  const std::string questions = R"(
(push 1)
(declare-const R Real)
(assert (<= 0.0 R))
(declare-const s0 Real)  ; 0

; Every share is what R gives.
(assert (clamped s0 (* 1.0 R) 2.0 3.0))

; Without the total, shares exist: those at R = 0, for example.
(push 1)
(assert (= R 0.0))
; expect: sat
(check-sat)
(pop 1)

; Some R gives the total, though none does.
(push 1)
(assert (= s0 TOTAL.0))  ; the total
; expect: unsat
(check-sat)
(pop 1)

(pop 1)
)";
  const auto expected = [&](const std::string& total, const std::string& claim) {
    std::string text = heading + "\n; " + total + " divided: " + claim + questions;
    return text.replace(text.find("TOTAL"), 5, total);
  };
  const std::string claimants = R"(,"claimants":[{"min_share":2,"max_share":3}]})";
  EXPECT_EQ(around_definitions(R"({"total":1)" + claimants),
            expected("1", "overcommitted: the minimums exceed the total by 1"));
  EXPECT_EQ(around_definitions(R"({"total":9)" + claimants),
            expected("9", "surplus: the total exceeds what can be claimed by 6"));
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
  EXPECT_TRUE(has(formulas_of(R"({"total":9,"claimants":[{}]})"), "(assert (not (= s0 c0)))"));
}

TEST(SmtLib, OfATreeDividesWhatTheParentGot) {
  const std::string text = formulas_of(
      R"({"total":9,"tree":[{"name":"p","weight":2,"children":[{"name":"x"},{}]},{"name":"q"}]})");
  EXPECT_TRUE(is_balanced(text));
  EXPECT_TRUE(has(text, "; 9 divided: allocation, R = 3"));
  EXPECT_TRUE(has(text, "; 6 divided among the children of p: allocation, R = 3"));
  EXPECT_EQ(count(text, "(declare-const R Real)"), 2U);
  EXPECT_EQ(count(text, "(check-sat)"), 8U);
  const std::string second =
      formulas_of(R"({"total":9,"tree":[{"name":"p","weight":2,"children":[{},{}]},)"
                  R"({"name":"q","children":[{}]}]})");
  EXPECT_TRUE(has(second, "; 6 divided among the children of p: allocation, R = 3"));
  EXPECT_TRUE(has(second, "; 3 divided among the children of q: allocation, R = 3"))
      << "what q got, not what stands in its place among its siblings";
}

TEST(SmtLib, KeepsNamesInTheirComments) {
  const std::string text = formulas_of(R"x({"id":"\n(exit)","total":9,"claimants":[)x"
                                       R"x({"name":"a\n(assert false)"},{"name":"\r(exit"}]})x");
  EXPECT_TRUE(has(text, R"x((declare-const s0 Real)  ; a\n(assert false))x"));
  EXPECT_EQ(count(text, "\n(assert false)"), 0U);
  EXPECT_EQ(count(text, "\n(exit)"), 0U);
  EXPECT_EQ(count(text, "\u202e"), 0U);  // which would turn what follows around
  EXPECT_EQ(count(text, "\r"), 0U);
  EXPECT_TRUE(is_balanced(text));
}

}  // namespace
}  // namespace fairshare::formats
