// What is reported about suspects: which count as one, in what order they come, and how they are
// named.
#include "fuzz/harness/findings.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fuzz/harness/session.h"

namespace fairshare::harness {
namespace {

Suspect suspect(const std::string& code, const std::string& fault, const exact::Rational& deviation,
                const exact::Rational& weight = 1, const exact::Rational& total = 1) {
  return {.failure = {code, "words", "text\n", {fault, deviation}},
          .challenge = {.total = total, .entries = {{"a", weight}}},
          .is_confirmed = true};
}

// Without time, only unconfirmed suspects are asked again; the adapter divides those fairly.
Findings found_at_once(
    const std::vector<Suspect>& suspects,
    const std::function<bool()>& is_interrupted = [] { return false; }) {
  auto session = Session::start({"python3", "-SEB", "tests/adapters/misbehaving.py", "behaves"},
                                [] { return false; });
  const auto settings = std::get<FuzzSettings>(agree({}, {.name = "mine"}));
  Examiner examiner(std::get<Session>(std::move(session)), settings, Milliseconds(20'000),
                    Milliseconds(20'000));
  Suspects kept;
  for (const Suspect& one : suspects) kept.emplace(sort_of(one), one);
  EXPECT_EQ(kept.size(), suspects.size());
  return findings_of(
      kept, examiner,
      {.settings = settings, .found_in = "mine 1.2 by seed 42", .is_interrupted = is_interrupted});
}

std::string told(const std::vector<Found>& found) {
  std::string text;
  for (const Found& one : found) {
    text += one.failure.code + " " + deviation_text(one.failure.cause) + "; ";
  }
  return text;
}

const exact::Rational heavy(exact::Integer(1) << 60U);

TEST(Findings, BeginWithWhatHasNoSharesThenComeTheLargestDeviations) {
  Suspect relation = suspect("FS012", "not the minimums", 0);
  relation.failure.cause.deviation = std::nullopt;
  const Findings findings = found_at_once(
      {relation, suspect("FS101", "too much", {1, 4}), suspect("FS101", "too much", {1, 2}, heavy),
       suspect("FS103", "above its maximum", {2, 5}), suspect("FS505", "no", 0)});
  EXPECT_EQ(told(findings.found),
            "FS505 0 of the total; FS101 0.5 of the total; FS103 0.4 of the total; "
            "FS101 0.25 of the total; FS012 ; ");
  EXPECT_TRUE(findings.more.empty());
  EXPECT_TRUE(findings.unrepeated.empty());
}

TEST(Findings, AreOneWhereCodeFaultAndScaleAreTheSameAndBothAreMoreThanSlight) {
  Suspect gross = suspect("FS101", "too much", {1, 3}, 7);
  gross.failures = 10;
  gross.after = Seconds(3);
  Suspect whole = suspect("FS101", "too much", 1, 3);
  whole.failures = 5;
  whole.after = Seconds(2);
  whole.case_number = 1234;
  whole.family = fuzz::Family::zeros;
  Suspect slight = suspect("FS101", "too much", {1, 100}, 9);
  Suspect little = suspect("FS101", "too little", {1, 4}, 5);
  const Findings findings = found_at_once({gross, whole, slight, little});
  EXPECT_EQ(told(findings.found),
            "FS101 1 of the total; FS101 0.25 of the total; FS101 0.01 of the total; ");
  const Found& both = findings.found.front();
  EXPECT_EQ(both.challenge.entries[0].weight, 3) << "the simpler one stays";
  EXPECT_EQ(both.failures, 15U);
  EXPECT_EQ(both.after, Seconds(2));
  const std::string comment =
      R"-("comment":"found in mine 1.2 by seed 42, case 1234 (zeros)","total":1,)-";
  const std::string rest = R"("claimants":[{"name":"a","weight":3,"min_share":0}]})";
  const std::string id = id_of("FS101", R"({"id":"FS101",)" + comment + rest);
  EXPECT_EQ(both.record, R"({"id":")" + id + "\"," + comment + rest);
}

TEST(Findings, OfOneProblemAreOneWhateverTheFault) {
  const Findings findings =
      found_at_once({suspect("FS101", "too much", {1, 3}), suspect("FS101", "too little", {1, 2}),
                     suspect("FS103", "above its maximum", {1, 5})});
  EXPECT_EQ(told(findings.found), "FS101 0.5 of the total; FS103 0.2 of the total; ");
}

TEST(Findings, AreToldOfEachKindOnceBeforeASecondOfAKind) {
  Suspect third = suspect("FS101", "f1", {7, 10}, 1, heavy);
  third.failures = 3;
  Suspect fourth = suspect("FS101", "f1", {6, 10}, heavy, heavy);
  fourth.failures = 4;
  const Findings findings =
      found_at_once({suspect("FS101", "f1", {9, 10}), suspect("FS101", "f1", {8, 10}, heavy), third,
                     fourth, suspect("FS101", "f2", {1, 2}, 2), suspect("FS101", "f3", {1, 3}, 3),
                     suspect("FS101", "f4", {1, 4}, 4), suspect("FS103", "f1", {1, 5})});
  std::string faults;
  for (const Found& one : findings.found) faults += one.failure.cause.fault + " ";
  EXPECT_EQ(faults, "f1 f1 f2 f3 f4 f1 ") << "the last of another code";
  ASSERT_EQ(findings.more.size(), 1U);
  EXPECT_EQ(findings.more[0].code, "FS101");
  EXPECT_EQ(findings.more[0].fault, "f1");
  EXPECT_EQ(findings.more[0].failures, 7U);
}

TEST(Findings, BeyondFiveOfACodeAreCountedByCodeAndFault) {
  std::vector<Suspect> suspects;
  for (const std::string code : {"FS101", "FS103"}) {
    for (int k = 1; k <= 5; ++k) {
      suspects.push_back(suspect(code, "f" + std::to_string(k), {1, k + 1}, k));
    }
    suspects.push_back(suspect(code, "f1", {1, 9}, heavy));
  }
  const Findings findings = found_at_once(suspects);
  EXPECT_EQ(findings.found.size(), 10U);
  ASSERT_EQ(findings.more.size(), 2U);
  EXPECT_EQ(findings.more[0].fault + findings.more[1].fault, "f1f1");
  EXPECT_NE(findings.more[0].code, findings.more[1].code);
}

TEST(Findings, OfWhatWasSeenOnceTellThatApartUnlessItWasSeenTwiceElsewhere) {
  Suspect once = suspect("FS101", "too much", {1, 3}, 5);
  once.is_confirmed = false;
  Suspect simpler = suspect("FS103", "above its maximum", {1, 4});
  simpler.is_confirmed = false;
  Suspect confirmed = suspect("FS103", "above its maximum", {1, 5}, 8);
  confirmed.family = fuzz::Family::ties;
  const Findings findings = found_at_once({once, simpler, confirmed});
  EXPECT_EQ(told(findings.unrepeated), "FS101 0.33 of the total; ");
  EXPECT_EQ(told(findings.found), "FS103 0.2 of the total; ");
}

TEST(Findings, CountWhatCouldNotBeAskedAgain) {
  Suspect once = suspect("FS101", "too much", {1, 3}, 5);
  once.is_confirmed = false;
  for (const int asked : {0, 1}) {
    int times = 0;
    const Findings findings = found_at_once({once}, [&] { return times++ >= asked; });
    EXPECT_EQ(told(findings.found), "FS101 0.33 of the total; ") << asked;
    EXPECT_TRUE(findings.unrepeated.empty()) << asked;
  }
}

// It gives too much to three claimants of weight 1, to two of weight 5 or a huge weight, and to two
// of weight 1 with a huge total. It skips other problems.
constexpr const char* picky = R"(
import json, sys
for line in sys.stdin:
  ask = json.loads(line)
  if ask['cmd'] == 'hello': print(json.dumps({'name': 'picky'}), flush=True)
  if ask['cmd'] != 'run': continue
  said = {'seq': ask['seq'], 'skipped': 'another'}
  weights = [one['weight'] for one in ask['problem']['claimants'] if len(one) == 3]
  total = ask['problem']['total']
  if total == 3 and weights in ([1, 1, 1], [5, 5], [2**60, 2**60]) or total == 2**60 and weights == [1, 1]:
    said = {'seq': ask['seq'], 'shares': [f'{4 * total}/{3 * len(weights)}'] * len(weights)}
  print(json.dumps(said), flush=True)
)";

fuzz::Challenge three_for(std::size_t size, const exact::Rational& weight) {
  fuzz::Challenge made{.total = 3};
  for (std::size_t i = 0; i < size; ++i) made.entries.push_back({fuzz::name_at(i), weight});
  return made;
}

TEST(Findings, ThatCannotBeShrunkGiveWayToOnesOfFewerClaimantsAndNoLargerNumbers) {
  auto session = Session::start({"python3", "-SEc", picky}, [] { return false; });
  const auto settings = std::get<FuzzSettings>(agree({}, {.name = "picky"}));
  Examiner examiner(std::get<Session>(std::move(session)), settings, Milliseconds(20'000),
                    Milliseconds(20'000));
  Suspect three = suspect("FS101", "too much", {1, 3});
  three.challenge = three_for(3, 1);
  std::size_t asked = 0;
  const auto smaller = [&](std::uint64_t number, const fuzz::ChallengeOptions& options) {
    EXPECT_EQ(options.size_max, asked++ < 64 ? 2U : 1U);
    fuzz::Challenge of_much = three_for(2, 1);
    of_much.total = heavy;
    if (number < 20) return of_much;
    return number < 40 ? three_for(2, heavy) : number == 40 ? three_for(2, 5) : three_for(3, 1);
  };
  const Findings findings =
      findings_of({{sort_of(three), three}}, examiner,
                  {.settings = settings, .smaller = smaller, .patience = Seconds(60)});
  ASSERT_EQ(findings.found.size(), 1U);
  const Found& found = findings.found.front();
  EXPECT_EQ(found.challenge, three_for(2, 5));
  EXPECT_EQ(found.claimants_before, 3U);
  EXPECT_TRUE(found.is_minimal);
  EXPECT_EQ(asked, 64U + 4096U) << "two batches, and all for one claimant in place of two";
}

// Saved files are named by it, so it is the same in every version: FNV-1a of 32 bits.
TEST(Findings, HaveTheSameNameInEveryVersion) {
  EXPECT_EQ(id_of("FS204", R"({"total":1})"), "FS204-7ab2ae20");
}

}  // namespace
}  // namespace fairshare::harness
