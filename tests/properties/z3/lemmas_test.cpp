// properties/z3/lemmas.h: every file is a theorem, and anything else is refused or refuted.
#include "fairshare/properties/z3/lemmas.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <variant>

namespace fairshare::prover {
namespace {

const Limits limits{std::chrono::seconds(60), 4096, 0};

// A true statement: adding a number that is not below 0 does not make a sum less.
constexpr std::string_view monotone = R"(; name: seeded
; statement: A sum does not fall
;   by what is not below 0.
; n: every n
; lifts: It is one step.
; induction: none
; claim: proved

(set-logic QF_LRA)

; What all queries share.
(declare-const sum Real)
(declare-const share Real)

; expect: sat  vacuity: a share above 0
(push 1)
(assert (> share 0))
(check-sat)
(pop 1)

; expect: unsat  lemma
(push 1)
(assert (>= share 0))
(assert (not (>= (+ sum share) sum)))
(check-sat)
(pop 1)

; expect: sat  control: a share below 0
(push 1)
(assert (not (>= (+ sum share) sum)))
(check-sat)
(pop 1)
)";

// The text with one piece of it changed; the piece must be there.
std::string with(std::string_view piece, std::string_view other, std::string_view text = monotone) {
  std::string changed(text);
  const std::size_t at = changed.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  return at == std::string::npos ? changed : changed.replace(at, piece.size(), other);
}

Lemma lemma_in(std::string_view text) {
  auto parsed = parse_lemma("seeded.smt2", text);
  if (const auto* error = std::get_if<std::string>(&parsed)) {
    ADD_FAILURE() << *error;
    return {};
  }
  return std::get<Lemma>(parsed);
}

// Why parse_lemma refuses the text; empty if it does not.
std::string refusal_of(std::string_view text, std::string_view path = "seeded.smt2") {
  const auto parsed = parse_lemma(path, text);
  const auto* error = std::get_if<std::string>(&parsed);
  return error ? *error : "";
}

void expect_refusal(std::string_view part, const std::string& refusal) {
  EXPECT_NE(refusal.find(part), std::string::npos) << "says: " << refusal;
}

TEST(LemmaFiles, AreAtLeastThirty) {
  EXPECT_GE(all_lemma_files().size(), 30U);
}

TEST(LemmaFiles, AreWhatTheyClaimEachOfThem) {
  for (const LemmaFile& file : all_lemma_files()) {
    SCOPED_TRACE(file.path);
    const auto parsed = parse_lemma(file.path, file.text);
    if (const auto* error = std::get_if<std::string>(&parsed)) {
      ADD_FAILURE() << *error;
      continue;
    }
    const Lemma& lemma = std::get<Lemma>(parsed);
    const LemmaResult result = check(lemma, limits);
    ASSERT_EQ(result.answers.size(), lemma.queries.size());
    for (std::size_t i = 0; i < lemma.queries.size(); ++i) {
      EXPECT_TRUE(result.answers[i].is_expected)
          << lemma.queries[i].what << ": " << lemma.queries[i].about;
    }
    const bool is_true = lemma.claim == LemmaClaim::proved;
    EXPECT_EQ(result.status, is_true ? LemmaStatus::proved : LemmaStatus::refuted);
  }
}

TEST(Lemma, IsReadWithItsHeadersAndQueries) {
  const Lemma lemma = lemma_in(monotone);
  EXPECT_EQ(lemma.name, "seeded");
  EXPECT_EQ(lemma.statement, "A sum does not fall by what is not below 0.");
  EXPECT_EQ(lemma.n, "every n");
  EXPECT_EQ(lemma.lifts, "It is one step.");
  EXPECT_EQ(lemma.induction, "none");
  EXPECT_EQ(lemma.claim, LemmaClaim::proved);
  ASSERT_EQ(lemma.queries.size(), 3U);
  EXPECT_EQ(lemma.queries[0].what, "vacuity");
  EXPECT_EQ(lemma.queries[0].about, "a share above 0");
  EXPECT_TRUE(lemma.queries[0].has_model);
  EXPECT_EQ(lemma.queries[1].what, "lemma");
  EXPECT_EQ(lemma.queries[1].about, "");
  EXPECT_FALSE(lemma.queries[1].has_model);
  EXPECT_EQ(lemma.queries[1].text,
            "(set-logic QF_LRA)\n(declare-const sum Real)\n(declare-const share Real)\n"
            "(assert (>= share 0))\n(assert (not (>= (+ sum share) sum)))\n");
  EXPECT_EQ(lemma.queries[2].what, "control");
}

TEST(Lemma, IsProvedWhereEveryAnswerIsTheExpectedOne) {
  const LemmaResult result = check(lemma_in(monotone), limits);
  EXPECT_EQ(result.status, LemmaStatus::proved);
  ASSERT_EQ(result.answers.size(), 3U);
  EXPECT_TRUE(std::holds_alternative<Model>(result.answers[0].answer));
  EXPECT_TRUE(std::holds_alternative<NoModel>(result.answers[1].answer));
  EXPECT_TRUE(std::holds_alternative<Model>(result.answers[2].answer));
}

TEST(Lemma, IsRefutedWithAModelWhereItIsWrong) {
  const LemmaResult result = check(lemma_in(with("(>= share 0)", "(>= share (- 1))")), limits);
  EXPECT_EQ(result.status, LemmaStatus::refuted);
  ASSERT_EQ(result.answers.size(), 3U);
  EXPECT_FALSE(result.answers[1].is_expected);
  const auto* model = std::get_if<Model>(&result.answers[1].answer);
  ASSERT_NE(model, nullptr);
  bool names_share = false;
  for (const auto& [name, value] : model->values) {
    names_share = names_share || (name == "share" && value.starts_with("(- "));
  }
  EXPECT_TRUE(names_share);
}

TEST(Lemma, IsUnknownWhereItsHypothesesAreImpossible) {
  const LemmaResult result =
      check(lemma_in(with("(> share 0)", "(and (> share 0) (< share 0))")), limits);
  EXPECT_EQ(result.status, LemmaStatus::unknown);
  EXPECT_FALSE(result.answers[0].is_expected);
}

TEST(Lemma, IsUnknownWhereItsControlIsProved) {
  const std::string idle = with("(push 1)\n(assert (not (>= (+ sum share) sum)))",
                                "(push 1)\n(assert (not (= sum sum)))");
  const LemmaResult result = check(lemma_in(idle), limits);
  EXPECT_EQ(result.status, LemmaStatus::unknown);
  EXPECT_FALSE(result.answers[2].is_expected);
}

TEST(Lemma, IsUnknownWhereZ3CannotReadIt) {
  const LemmaResult result = check(lemma_in(with("(> share 0)", "(> shore 0)")), limits);
  EXPECT_EQ(result.status, LemmaStatus::unknown);
  const auto* unknown = std::get_if<Unknown>(&result.answers[0].answer);
  ASSERT_NE(unknown, nullptr);
  EXPECT_NE(unknown->reason.find("shore"), std::string::npos) << unknown->reason;
}

// Two factors of the largest prime below 2^64: no search for them ends within a millisecond.
TEST(Lemma, IsUnknownWhereTimeRunsOut) {
  constexpr std::string_view easy = "(assert (not (>= (+ sum share) sum)))";
  constexpr std::string_view hard =
      "(declare-const p Int)\n(declare-const q Int)\n"
      "(assert (and (> p 1) (> q 1) (= (* p q) 18446744073709551557)))";
  const std::string text =
      with("QF_LRA", "QF_NIRA", with("(assert (>= share 0))\n", "", with(easy, hard)));
  Limits short_time = limits;
  short_time.time = std::chrono::milliseconds(1);
  const LemmaResult result = check(lemma_in(text), short_time);
  EXPECT_EQ(result.status, LemmaStatus::unknown);
  EXPECT_TRUE(std::holds_alternative<Unknown>(result.answers[1].answer));
}

// The counterexample, and the hypothesis which was missing.
constexpr std::string_view untrue = R"(; name: seeded
; statement: A sum does not fall.
; n: 1
; lifts: One counterexample is enough.
; induction: none
; claim: refuted

(set-logic QF_LRA)
(declare-const sum Real)
(declare-const share Real)

; expect: sat  conclusion: it falls
(push 1)
(assert (not (>= (+ sum share) sum)))
(check-sat)
(pop 1)

; expect: unsat  control: unless the share is not below 0
(push 1)
(assert (>= share 0))
(assert (not (>= (+ sum share) sum)))
(check-sat)
(pop 1)
)";

TEST(Lemma, IsRefutedWhereThatIsItsClaim) {
  const LemmaResult result = check(lemma_in(untrue), limits);
  EXPECT_EQ(result.status, LemmaStatus::refuted);
  EXPECT_TRUE(result.answers[0].is_expected && result.answers[1].is_expected);
}

TEST(Lemma, IsUnknownWhereItClaimsToBeUntrueAndIsNot) {
  const std::string text = with("(not (>= (+ sum share) sum))", "(not (= sum sum))", untrue);
  EXPECT_EQ(check(lemma_in(text), limits).status, LemmaStatus::unknown);
  const std::string uncontrolled = with("(>= share 0)", "(>= share (- 1))", untrue);
  EXPECT_EQ(check(lemma_in(uncontrolled), limits).status, LemmaStatus::unknown);
}

TEST(LemmaParser, RefusesHeadersThatAreMissingUnknownOrTwice) {
  expect_refusal("missing header n", refusal_of(with("; n: every n\n", "")));
  expect_refusal("missing header induction", refusal_of(with("; induction: none\n", "")));
  expect_refusal("seeded.smt2:4: an unknown header, N", refusal_of(with("; n: ", "; N: ")));
  expect_refusal("seeded.smt2:5: duplicate header n",
                 refusal_of(with("; lifts: ", "; n: 2\n; lifts: ")));
  expect_refusal("seeded.smt2:1: no header", refusal_of(with("; name: ", "; name ")));
  expect_refusal("neither proved nor refuted", refusal_of(with("claim: proved", "claim: true")));
  expect_refusal("name is not that of the file", refusal_of(monotone, "other.smt2"));
  expect_refusal("missing header name", refusal_of(""));
}

TEST(LemmaParser, RefusesAClaimWithoutVacuityControlOrProof) {
  expect_refusal("without a vacuity check", refusal_of(with("vacuity: ", "control: ")));
  expect_refusal("without a control", refusal_of(with("control: ", "vacuity: ")));
  const std::size_t lemma = monotone.find("; expect: unsat");
  const std::size_t control = monotone.find("; expect: sat  control");
  expect_refusal("without a query that shows",
                 refusal_of(with(monotone.substr(lemma, control - lemma), "")));
  expect_refusal("without a control", refusal_of(with("unsat  control", "unsat  lemma", untrue)));
  expect_refusal("without a query that shows",
                 refusal_of(with("sat  conclusion", "sat  vacuity", untrue)));
}

TEST(LemmaParser, RefusesAnExpectationThatShowsNothing) {
  expect_refusal("a lemma must be unsat", refusal_of(with("unsat  lemma", "sat  lemma")));
  expect_refusal("a vacuity must be sat", refusal_of(with("sat  vacuity", "unsat  vacuity")));
  expect_refusal("a control must be sat", refusal_of(with("sat  control", "unsat  control")));
  expect_refusal("a conclusion must be sat",
                 refusal_of(with("sat  conclusion", "unsat  conclusion", untrue)));
  expect_refusal("neither sat nor unsat", refusal_of(with("unsat  lemma", "unknown  lemma")));
  expect_refusal("seeded.smt2:21: an unknown kind of query, guess",
                 refusal_of(with("unsat  lemma", "unsat  guess")));
  expect_refusal("an unknown kind of query,  lemma",
                 refusal_of(with("unsat  lemma", "unsat   lemma")));
}

TEST(LemmaParser, RefusesWhatStandsInNoQuery) {
  expect_refusal("no (push 1)", refusal_of(with("(push 1)\n", "")));
  expect_refusal("no (pop 1)", refusal_of(with("(pop 1)\n", "")));
  expect_refusal("is not part of a query", refusal_of(with("(check-sat)\n", "")));
  expect_refusal("a query without an assertion", refusal_of(with("(assert (> share 0))\n", "")));
  expect_refusal("only declarations and definitions",
                 refusal_of(with("(declare-const sum Real)", "(assert false)")));
  expect_refusal("outside of the queries, after the first",
                 refusal_of(with("(pop 1)\n", "(pop 1)\n(declare-const late Real)\n")));
  expect_refusal("never checked", refusal_of(monotone.substr(0, monotone.rfind("(check-sat)"))));
}

TEST(LemmaParser, TakesEveryKindOfProof) {
  for (const std::string kind : {"base", "lemma", "induction step", "conclusion"}) {
    EXPECT_EQ(refusal_of(with("unsat  lemma", "unsat  " + kind)), "") << kind;
    expect_refusal("a " + kind + " must be unsat",
                   refusal_of(with("unsat  lemma", "sat  " + kind)));
  }
  for (const std::string kind : {"base", "lemma", "induction step"}) {
    expect_refusal("a " + kind + " must be unsat",
                   refusal_of(with("sat  conclusion", "sat  " + kind, untrue)));
  }
  expect_refusal("a control must be unsat",
                 refusal_of(with("unsat  control", "sat  control", untrue)));
}

TEST(LemmaParser, TakesDeclarationsAndDefinitionsWhereTheyMayBe) {
  const std::string shared = with(
      "(declare-const share Real)",
      "(declare-fun f (Real) Real)\n(define-fun twice ((x Real)) Real\n  (+ x x))\n(declare-const "
      "share Real)");
  const std::string own = with("(assert (>= share 0))",
                               "; of this query alone\n(declare-const more Real)\n(define-fun two "
                               "() Real 2)\n(assert (>= share 0))",
                               shared);
  EXPECT_EQ(refusal_of(own), "");
  const Lemma lemma = lemma_in(own);
  EXPECT_EQ(lemma.queries.at(0).text,
            "(set-logic QF_LRA)\n(declare-const sum Real)\n(declare-fun f (Real) Real)\n"
            "(define-fun twice ((x Real)) Real\n  (+ x x))\n(declare-const share Real)\n"
            "(assert (> share 0))\n");
  EXPECT_NE(lemma.queries.at(1).text.find("; of this query alone\n(declare-const more Real)\n"
                                          "(define-fun two () Real 2)\n(assert (>= share 0))\n"),
            std::string::npos);
  EXPECT_EQ(lemma.queries.at(2).text.find("more"), std::string::npos);
  EXPECT_EQ(check(lemma, limits).status, LemmaStatus::proved);
}

TEST(LemmaParser, NamesTheLine) {
  EXPECT_EQ(refusal_of(with("unsat  lemma", "unknown  lemma")),
            "seeded.smt2:21: neither sat nor unsat");
  EXPECT_EQ(refusal_of(with("(declare-const sum Real)", "(assert false)")),
            "seeded.smt2:12: outside of the queries there are only declarations and definitions");
  EXPECT_EQ(refusal_of(monotone, "other.smt2"), "other.smt2: the name is not that of the file");
}

}  // namespace
}  // namespace fairshare::prover
