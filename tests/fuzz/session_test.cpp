// Adapters that are slow, hang, crash or never end their lines; and the end of the time.
#include "fuzz/harness/session.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "fuzz/harness/examiner.h"

namespace fairshare::harness {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Milliseconds much{20'000};  // for machines under load; nothing waits for it

// An adapter that answers a problem with its first claimant's weight for every claimant. `answer`
// is Python that may change `shares`, sleep or end; it has the weights `w` and the number `n` of
// questions since the start.
std::vector<std::string> python(const std::string& answer) {
  return {"python3", "-SEc", R"(
import json, os, select, sys, time
def say(what):
  print(json.dumps(what), flush=True)
def read():  # no more than a line, so that the next one can be seen to be there
  line = b''
  while not line.endswith(b'\n'):
    byte = os.read(0, 1)
    if not byte: return b''
    line += byte
  return line
n = 0
for line in iter(read, b''):
  ask = json.loads(line)
  if ask['cmd'] == 'hello': say({'name': 'test'})
  if ask['cmd'] == 'stop': break
  if ask['cmd'] != 'run': continue
  n += 1
  w = [one['weight'] for one in ask['problem']['claimants']]
  shares = [w[0]] * len(w)
  )" + answer + R"(
  say({'seq': ask['seq'], 'shares': shares})
)"};
}

std::string question(int weight) {
  return R"({"total":1,"claimants":[{"name":"a","weight":)" + std::to_string(weight) + "}]}";
}

bool never() {
  return false;
}

Session started(const std::vector<std::string>& command, IsOver is_over = never) {
  auto session = Session::start(command, std::move(is_over));
  if (const auto* reason = std::get_if<std::string>(&session)) {
    ADD_FAILURE() << *reason;
    std::abort();
  }
  return std::get<Session>(std::move(session));
}

std::string text_of(const Reply& reply) {
  if (const auto* shares = std::get_if<Shares>(&reply)) return shares->shares.front().text;
  if (const auto* failure = std::get_if<Failure>(&reply)) {
    return failure->code + ": " + failure->message;
  }
  return "neither";
}

std::vector<std::string> asked(Session& session, const std::vector<std::string>& records,
                               Milliseconds patience, Milliseconds patience_after) {
  auto replies = session.ask(records, patience, patience_after);
  if (const auto* reason = std::get_if<std::string>(&replies)) return {*reason};
  std::vector<std::string> texts;
  for (const Reply& reply : std::get<std::vector<Reply>>(replies)) texts.push_back(text_of(reply));
  return texts;
}

std::vector<std::string> asked(Session& session, const std::vector<std::string>& records) {
  return asked(session, records, much, much);
}

std::string asked(Session& session, const std::string& record, Milliseconds patience) {
  const auto texts = asked(session, std::vector{record}, patience, patience);
  return texts.empty() ? "nothing" : texts.front();
}

Milliseconds since(Clock::time_point begin) {
  return std::chrono::duration_cast<Milliseconds>(Clock::now() - begin);
}

TEST(Milliseconds, AreToldAsSecondsFromTenWholeOnesOn) {
  EXPECT_EQ(to_text(Milliseconds(9000)), "9000 ms");
  EXPECT_EQ(to_text(Milliseconds(9999)), "9999 ms");
  EXPECT_EQ(to_text(Milliseconds(10'000)), "10 s");
  EXPECT_EQ(to_text(Milliseconds(10'500)), "10500 ms");
  EXPECT_EQ(to_text(Milliseconds(61'000)), "61 s");
}

TEST(Session, AnswersInOrderWhateverIsSentAhead) {
  Session session = started(python(""));
  std::vector<std::string> records;
  std::vector<std::string> expected;
  for (int i = 1; i <= 100; ++i) {
    records.push_back(question(i));
    expected.push_back(std::to_string(i));
  }
  EXPECT_EQ(asked(session, records), expected);
}

TEST(Session, GivesTheFirstAnswerAfterEachStartATimeOfItsOwn) {
  Session session = started(python("time.sleep(0.8 if n == 1 else 0); w[0] == 7 and os._exit(3)"));
  session.warm_up_with(question(1), much);
  const Milliseconds short_time{400};
  EXPECT_EQ(asked(session, question(2), short_time), "2");
  EXPECT_EQ(asked(session, question(7), short_time), "FS502: the adapter ended: exit status 3");
  EXPECT_EQ(asked(session, question(3), short_time), "3");
  EXPECT_LT(session.slowest(), Milliseconds(500));  // first answers do not count
}

TEST(Session, GivesTheFirstAnswerThatTimeWhereItFailsOnWhatIsToWarmItUp) {
  Session session = started(python("w[0] == 1 and os._exit(3); time.sleep(0.8 if n == 1 else 0)"));
  session.warm_up_with(question(1), much);
  const Milliseconds short_time{400};
  EXPECT_EQ(asked(session, question(2), short_time), "2");
  EXPECT_EQ(asked(session, question(3), short_time), "3");
}

TEST(Session, GivesThatTimeToNoOtherOnceItHasPassedInVain) {
  Session session = started(python("time.sleep(100)"));
  session.warm_up_with(question(1), Milliseconds(300));
  const auto begin = Clock::now();
  EXPECT_EQ(
      asked(session, std::vector{question(2), question(3)}, Milliseconds(50), Milliseconds(20)),
      (std::vector<std::string>{"FS501: no answer within 50 ms, nor a first one within 300 ms",
                                "FS501: no answer within 20 ms, nor a first one within 300 ms"}));
  EXPECT_GE(since(begin), Milliseconds(370));
  EXPECT_LT(since(begin), much);
}

TEST(Session, TellsNothingOfAFirstAnswerThatFailedOnceItHasAnswered) {
  Session session = started(python("w[0] > 2 and time.sleep(100)"));
  session.warm_up_with(question(9), Milliseconds(300));
  EXPECT_EQ(asked(session, question(2), much), "2");
  EXPECT_EQ(asked(session, question(3), Milliseconds(100)), "FS501: no answer within 100 ms");
}

TEST(Session, IsWarmedUpByWhatItAnsweredWhereItFailsOnWhatWasToWarmItUp) {
  const std::string crash = "FS502: the adapter ended: exit status 3";
  Session session = started(python("w[0] in (1, 7) and os._exit(3); shares = [n]"));
  session.warm_up_with(question(1), much);
  EXPECT_EQ(asked(session, {question(7), question(2)}), (std::vector<std::string>{crash, "1"}));
  EXPECT_EQ(asked(session, question(7), much), crash);
  EXPECT_EQ(asked(session, question(3), much), "2") << "the first of its start was the warm-up";
}

TEST(Session, TakesALongAnswerToALongQuestion) {
  Session session = started(
      python("print(json.dumps({'seq': ask['seq'], 'shares': w}) + ' ' * 1500000, flush=True)\n"
             "  continue"));
  const std::string name(1500, 'a');
  EXPECT_EQ(
      asked(session, R"({"total":1,"claimants":[{"name":")" + name + R"(","weight":5}]})", much),
      "5");
}

TEST(Session, WaitsAsLongAfterACrashAsBefore) {
  Session session = started(python("w[0] == 7 and os._exit(3); time.sleep(0.5)"));
  EXPECT_EQ(asked(session, std::vector{question(7), question(2)}, much, Milliseconds(100)),
            (std::vector<std::string>{"FS502: the adapter ended: exit status 3", "2"}));
}

TEST(Session, WaitsNoLongerWhenItIsOver) {
  std::atomic<bool> is_over = false;
  Session session = started(python("w[0] > 2 and time.sleep(100)"), [&] { return is_over.load(); });
  EXPECT_EQ(asked(session, question(1), much), "1");
  std::jthread ender([&] {
    std::this_thread::sleep_for(Milliseconds(1000));
    is_over = true;
  });
  const auto begin = Clock::now();
  EXPECT_EQ(asked(session, {question(1), question(2), question(3), question(4)}),
            (std::vector<std::string>{"1", "2"}));
  EXPECT_LT(since(begin), Milliseconds(5'000));
  EXPECT_EQ(asked(session, question(1), much), "nothing");
}

TEST(Session, GivesAWarmAdapterItsTimeForWhatItWasAskedBeforeTheEnd) {
  std::atomic<bool> is_over = false;
  Session session = started(python("w[0] > 1 and time.sleep(0.5 if w[0] == 2 else 100)"));
  EXPECT_EQ(asked(session, question(1), much), "1");
  session.stop_when([&] { return is_over.load(); });
  std::jthread ender([&] {
    std::this_thread::sleep_for(Milliseconds(150));
    is_over = true;
  });
  EXPECT_EQ(asked(session, question(2), much), "2");
  is_over = false;
  std::jthread second_ender([&] {
    std::this_thread::sleep_for(Milliseconds(150));
    is_over = true;
  });
  EXPECT_EQ(asked(session, question(3), Milliseconds(500)), "FS501: no answer within 500 ms");
  EXPECT_EQ(asked(session, question(1), much), "nothing");
}

TEST(Session, HearsFirstWhatItDidNotWaitFor) {
  std::atomic<bool> is_over = false;
  Session session =
      started(python("w[0] == 2 and time.sleep(0.5)"), [&] { return is_over.load(); });
  EXPECT_EQ(asked(session, {question(1), question(1), question(1)}).size(), 3U);
  std::jthread ender([&] {
    std::this_thread::sleep_for(Milliseconds(150));
    is_over = true;
  });
  EXPECT_EQ(asked(session, {question(2), question(3), question(4)}).size(), 0U);
  is_over = false;
  EXPECT_EQ(asked(session, question(5), much), "5");
}

TEST(Session, SaysWhyItDoesNotStartWhereItIsOver) {
  const auto begin = Clock::now();
  const auto session = Session::start({"sleep", "1000"}, [] { return true; });
  EXPECT_EQ(std::get<std::string>(session), "interrupted before its hello");
  EXPECT_LT(since(begin), Milliseconds(5'000));
}

TEST(Session, IsToldToStopAndGivenTimeToEnd) {
  const std::string file = testing::TempDir() + "stopped" + std::to_string(::getpid());
  const std::string script = "read -r hello; echo '{\"name\":\"test\"}'; read -r stop; sleep 0.3; ";
  started({"sh", "-c", script + "echo \"$stop\" >\"$0\"", file}).stop(much);
  std::ifstream stream(file);
  std::string said;
  std::getline(stream, said);
  EXPECT_EQ(said, stop_line());
  std::filesystem::remove(file);
}

TEST(Session, IsGivenNoTimeToEndWhereItOwesAnAnswer) {
  std::atomic<bool> is_over = false;
  Session hanging = started(python("time.sleep(100)"));
  asked(hanging, question(1), Milliseconds(100));
  Session owing = started(python("time.sleep(100)"), [&] { return is_over.load(); });
  std::jthread ender([&] {
    std::this_thread::sleep_for(Milliseconds(200));
    is_over = true;
  });
  EXPECT_EQ(asked(owing, question(1), much), "nothing");
  const auto begin = Clock::now();
  hanging.stop(much);
  owing.stop(much);
  EXPECT_LT(since(begin), Milliseconds(5'000));
}

TEST(Session, SendsNoMoreAheadThanIsAnsweredSoon) {
  // The adapter says whether the next question arrived while it was thinking.
  Session session =
      started(python("time.sleep(0.3); shares = [len(select.select([0], [], [], 0)[0])]"));
  EXPECT_EQ(asked(session, std::vector(5, question(1))), std::vector<std::string>(5, "0"));
}

TEST(Session, CallsALineWithoutEndWhatItIs) {
  const auto begin = Clock::now();
  Session quick = started(python("while True: os.write(1, b'x' * 65536)"));
  EXPECT_EQ(asked(quick, question(1), much),
            "FS503: the answer is an endless line without a newline; it begins \"" +
                std::string(57, 'x') + "...\"");
  EXPECT_LT(since(begin), Milliseconds(10'000));
  Session unfinished = started(python("os.write(1, b'{}'); time.sleep(100)"));
  EXPECT_EQ(asked(unfinished, question(1), Milliseconds(300)),
            "FS501: no answer within 300 ms; it wrote 2 bytes without a newline: \"{}\"");
  Session begun = started(python("os.write(1, b'{'); time.sleep(100)"));
  EXPECT_EQ(asked(begun, question(1), Milliseconds(300)),
            "FS501: no answer within 300 ms; it wrote 1 byte without a newline: \"{\"");
  const auto at_hello = Session::start({"sh", "-c", "yes | tr -d '\\n'"}, never);
  EXPECT_TRUE(std::get<std::string>(at_hello).starts_with(
      "it writes no hello, but an endless line without a newline; it begins \"yyy"))
      << std::get<std::string>(at_hello);
}

TEST(Session, SaysWhatIsWrongWithAHelloOrTheNumberOfAnAnswer) {
  Session other = started(python("ask['seq'] += 1"));
  EXPECT_EQ(asked(other, question(1), much), "FS503: the answer has seq 1; the expected seq is 0");
  const auto why = [](const std::string& script) {
    return std::get<std::string>(Session::start({"sh", "-c", script}, never));
  };
  EXPECT_EQ(why("echo '{}'"), "malformed hello: name: the adapter's name is missing; it said {}");
  EXPECT_EQ(why("echo no licence >&2; exit 3"),
            "it ended before its hello (exit status 3); on standard error: no licence");
}

TEST(Session, TellsWhatAnExceptionSays) {
  Session session = started(python("shares[3]"));
  EXPECT_EQ(
      asked(session, question(1), much),
      "FS502: the adapter ended: exit status 1; on standard error: IndexError: list index out "
      "of range");
}

// The examiner: what is a failure, and what only seemed to be one.

Examiner examiner(const std::vector<std::string>& command, Milliseconds deadline) {
  Session session = started(command);
  auto settings = agree({}, session.hello());
  return Examiner(std::move(session), std::get<FuzzSettings>(std::move(settings)), deadline, much);
}

fuzz::Challenge challenge(int weight) {
  return {.kinds = {fuzz::Kind::dyadic, fuzz::Kind::dyadic},
          .total = weight,
          .entries = {{.name = "a", .weight = weight}}};
}

std::vector<std::string> asked(Examiner& examiner, const std::vector<fuzz::Challenge>& challenges) {
  std::vector<std::string> texts;
  for (const Reply& reply : examiner.ask(challenges)) {
    texts.push_back(std::holds_alternative<Unheard>(reply) ? "unheard" : text_of(reply));
  }
  return texts;
}

// A file that is there from the second time on.
std::string once(const std::string& file) {
  return "open('" + file + "', 'x').close()";
}

TEST(Examiner, AsksAgainWhatWasNotAnsweredInTime) {
  const std::string file = testing::TempDir() + "/fairshare_late_" + std::to_string(getpid());
  Examiner late = examiner(python("if w[0] == 2 and not os.path.exists('" + file + "'):\n    " +
                                  once(file) + "; time.sleep(100)"),
                           Milliseconds(1000));
  EXPECT_EQ(asked(late, {challenge(1), challenge(2), challenge(3)}),
            (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(late.doubts().late, 1U);
  EXPECT_EQ(late.doubts().unheard, 0U);
  std::remove(file.c_str());
}

TEST(Examiner, AsksAgainForAShareOfTheTimeOnly) {
  Examiner hanging = examiner(python("w[0] == 2 and time.sleep(100)"), Milliseconds(300));
  const std::vector<fuzz::Challenge> hangs(8, challenge(2));
  const auto replies = asked(hanging, hangs);
  ASSERT_EQ(replies.size(), 8U);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(replies[static_cast<std::size_t>(i)], "FS501: no answer within 300 ms");
  }
  EXPECT_EQ(replies.back(), "unheard");
  EXPECT_GT(hanging.doubts().unheard, 0U);
}

TEST(Examiner, SaysThatAnAnswerChangesWhereTheFailureDoesNotComeAgain) {
  Examiner changing = examiner(python("n == 2 and shares.append(0)"), much);
  const auto first = changing.ask(std::vector{challenge(5)});
  ASSERT_EQ(first.size(), 1U);
  auto failure = changing.judge(challenge(5), first.front());
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code, "FS503");
  const Witness witness = changing.confirm(challenge(5), {*failure}, first.front());
  EXPECT_EQ(witness.failure.code, "FS504");
  EXPECT_EQ(witness.failure.message, "the same problem gets 5, 0 and then 5");
  ASSERT_TRUE(witness.shares);
  EXPECT_EQ(witness.shares->shares.size(), 1U) << "those of the second answer";
}

// The first question of each start is the warm-up.
TEST(Examiner, TakesAHangForNoOtherAnswer) {
  Examiner hanging = examiner(python("n == 3 and time.sleep(100)"), Milliseconds(300));
  const auto first = hanging.ask(std::vector{challenge(5)});
  ASSERT_EQ(first.size(), 1U);
  EXPECT_FALSE(hanging.find_inconstancy(challenge(5), first.front(), 2));
  EXPECT_EQ(asked(hanging, {challenge(5)}), std::vector<std::string>{"5"});
}

TEST(Examiner, SaysThatAnAnswerChangesWhereACrashDoesNotComeAgain) {
  const std::string file = testing::TempDir() + "/fairshare_crash_" + std::to_string(getpid());
  Examiner fragile = examiner(python("if w[0] == 5 and not os.path.exists('" + file + "'):\n    " +
                                     once(file) + "; os._exit(3)"),
                              much);
  const auto first = fragile.ask(std::vector{challenge(5)});
  const auto failure = fragile.judge(challenge(5), first.front());
  const Witness witness = fragile.confirm(challenge(5), {*failure}, first.front());
  EXPECT_EQ(witness.failure.message,
            "the same problem gets FS502 (the adapter ended: exit status 3) and then 5");
  std::remove(file.c_str());
}

TEST(Examiner, TellsTheOtherProblemOfAPropertyThatDoesNotHold) {
  Examiner wrong = examiner(python(""), much);
  const auto property = properties::find_property("scaling_of_weights");
  const auto witness = wrong.find_breach(challenge(5), property.value(), 0);
  ASSERT_TRUE(witness.has_value());
  const std::string other = R"({"total":5,"claimants":[{"name":"a","weight":10,"min_share":0}]})";
  const std::string told =
      "with every weight times 2, claimant 0 gets [9.5, 10.5] and not [4.5, 5.5]";
  EXPECT_EQ(witness->failure.code, "FS207");
  EXPECT_EQ(witness->failure.message, "scaling_of_weights: " + told);
  EXPECT_EQ(witness->failure.text,
            "error[FS207] scaling_of_weights does not hold: c > 0, w_i' = c w_i  =>  outcome' = "
            "outcome, x_i' = x_i\n  " +
                told + "\n  where the other problem is " + other + "\n");
  EXPECT_EQ(witness->failure.other, other);
}

TEST(Examiner, AsksForPropertiesOfPlainProblemsInAnyNumbersOnly) {
  const auto property = properties::find_property("scaling_of_weights").value();
  const auto has_breach = [&](const RequestedSettings& requested, bool is_tree) {
    Session session = started(python(""));
    auto settings = std::get<FuzzSettings>(agree(requested, session.hello()));
    Examiner wrong(std::move(session), std::move(settings), much, much);
    fuzz::Challenge asked = challenge(5);
    asked.is_tree = is_tree;
    return wrong.find_breach(asked, property, 0).has_value();
  };
  EXPECT_TRUE(has_breach({}, false));
  EXPECT_FALSE(has_breach({}, true));
  EXPECT_FALSE(has_breach({.scheduler = "kai"}, false));
  EXPECT_FALSE(has_breach({.tolerance = {formats::Rounding::webster}}, false));
  EXPECT_TRUE(has_breach({.tolerance = {formats::Rounding::nearest}}, false));
}

TEST(Examiner, TakesForRelationsWhatComparesTwoAnswers) {
  for (const char* code : {"FS205", "FS206", "FS207", "FS208"}) EXPECT_TRUE(is_relation(code));
  for (const char* code : {"FS204", "FS209", "FS101"}) EXPECT_FALSE(is_relation(code)) << code;
}

TEST(Examiner, TellsWhyAProblemIsRefusedUnlessItCannotBeDivided) {
  Examiner refusing =
      examiner(python("say({'seq': ask['seq'], 'error': 'too heavy'}); continue"), much);
  fuzz::Challenge asked = challenge(5);
  const auto replies = refusing.ask(std::vector{asked});
  ASSERT_EQ(replies.size(), 1U);
  const auto failure = refusing.judge(asked, replies.front());
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code, "FS505");
  EXPECT_EQ(failure->message, "the adapter refuses the problem: too heavy");
  EXPECT_EQ(failure->text, "error[FS505] the adapter refuses the problem: too heavy\n");
  EXPECT_EQ(failure->cause.fault, "too heavy");
  asked.entries[0].min_share = 6;
  EXPECT_FALSE(refusing.judge(asked, replies.front())) << "6 of 5";
  asked.entries[0].min_share = 0;
  asked.entries[0].max_share = 4;
  EXPECT_FALSE(refusing.judge(asked, replies.front())) << "4 of 5";
}

TEST(Examiner, SaysThatAnswersDifferWhereAPropertyHoldsTheSecondTime) {
  Examiner right = examiner(python("shares = [ask['problem']['total']]"), much);
  const auto first = right.ask(std::vector{challenge(5)});
  const Witness seen{{"FS207", "scaling_of_weights: it does not hold", ""}};
  const Witness witness = right.confirm(challenge(5), seen, first.front());
  EXPECT_EQ(witness.failure.code, "FS504");
  EXPECT_EQ(witness.failure.message,
            "the same problem gets answers that fail with FS207 (scaling_of_weights: it does not "
            "hold) and then others, which do not");
}

TEST(Examiner, ConfirmsNoHangAndNoAnswerThatChanges) {
  Examiner right = examiner(python("shares = [ask['problem']['total']]"), much);
  const auto first = right.ask(std::vector{challenge(5)});
  for (const std::string code : {"FS501", "FS504"}) {
    EXPECT_EQ(right.confirm(challenge(5), {{code, "as seen", ""}}, first.front()).failure.message,
              "as seen");
  }
}

TEST(Examiner, AsksForNoNumbersThatItsTypesDoNotHold) {
  Examiner wrong = examiner(python(""), much);
  const auto has_breach = [&](const std::string& name, const fuzz::Challenge& asked) {
    return wrong.find_breach(asked, properties::find_property(name).value(), 0).has_value();
  };
  const exact::Rational most = fuzz::end_of(fuzz::Kind::dyadic).value();
  fuzz::Challenge asked = challenge(5);
  EXPECT_TRUE(has_breach("scaling_of_weights", asked));
  asked.entries[0].weight = most;
  EXPECT_FALSE(has_breach("scaling_of_weights", asked)) << "twice as much";
  asked.entries[0].weight = 5;
  asked.entries[0].max_share = 7;
  EXPECT_TRUE(has_breach("scaling_of_everything", asked));
  asked.entries[0].max_share = most;
  EXPECT_FALSE(has_breach("scaling_of_everything", asked));
}

TEST(Examiner, ConfirmsAFailureThatComesAgain) {
  Examiner wrong = examiner(python("shares = [0]"), much);
  const auto first = wrong.ask(std::vector{challenge(5)});
  const auto failure = wrong.judge(challenge(5), first.front());
  ASSERT_TRUE(failure.has_value());
  const Witness witness = wrong.confirm(challenge(5), {*failure}, first.front());
  EXPECT_EQ(witness.failure.code, failure->code);
  EXPECT_TRUE(witness.shares.has_value());
}

}  // namespace
}  // namespace fairshare::harness
