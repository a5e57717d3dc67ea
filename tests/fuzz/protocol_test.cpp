// What an adapter may say, and that nothing else counts as an answer.
#include "fuzz/harness/protocol.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

namespace fairshare::harness {
namespace {

using exact::Rational;
using formats::InputError;

Hello hello_of(std::string_view line) {
  auto read = read_hello(line);
  if (const auto* error = std::get_if<InputError>(&read)) {
    ADD_FAILURE() << formats::describe(*error);
    return {};
  }
  return std::get<Hello>(std::move(read));
}

Answer answer_of(std::string_view line) {
  auto read = read_answer(line);
  if (const auto* error = std::get_if<InputError>(&read)) {
    ADD_FAILURE() << formats::describe(*error);
    return {};
  }
  return std::get<Answer>(std::move(read));
}

// "FS503 field: message"
template <class Said>
std::string error_of(const std::variant<Said, InputError>& read) {
  const auto* error = std::get_if<InputError>(&read);
  return error != nullptr ? error->code + " " + formats::describe(*error) : "no error";
}
std::string hello_error(std::string_view line) {
  return error_of(read_hello(line));
}
std::string answer_error(std::string_view line) {
  return error_of(read_answer(line));
}

std::vector<Rational> values_of(const Answer& answer) {
  std::vector<Rational> values;
  for (const auto& share : std::get<Shares>(answer.is).shares) values.push_back(share.value);
  return values;
}

// Lines that we say.

TEST(Protocol, SaysOneObjectALine) {
  EXPECT_EQ(hello_line(), R"({"cmd":"hello","protocol":1})");
  EXPECT_EQ(run_line(7, R"({"total":1,"claimants":[{}]})"),
            R"({"cmd":"run","seq":7,"problem":{"total":1,"claimants":[{}]}})");
  EXPECT_EQ(run_line(9007199254740992U, "{}"),
            R"({"cmd":"run","seq":9007199254740992,"problem":{}})");
  EXPECT_EQ(stop_line(), R"({"cmd":"stop"})");
}

TEST(Protocol, FindsTheQuestionThatItSays) {
  const std::string line = run_line(9007199254740992U, R"({"total":1})");
  const auto run = find_run(line);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->seq, 9007199254740992U);
  EXPECT_EQ(run->record, R"({"total":1})");
  for (const char* other :
       {"", "{}", R"({"cmd":"run","seq":)", R"({"cmd":"run","seq":7})", R"({"cmd":"run","seq":})",
        R"({"cmd":"run","seq":x,"problem":{}})", R"({"cmd":"run","seq":-1,"problem":{}})",
        R"({"cmd":"run","seq":7,"problem":{)", R"({"cmd":"run","seq":7, "problem":{}})",
        R"({"cmd":"run","seq":9007199254740993,"problem":{}})", R"({"cmd":"stop"})"}) {
    EXPECT_FALSE(find_run(other)) << other;
  }
}

// Hello.

TEST(Protocol, HelloNeedsANameOnly) {
  const Hello hello = hello_of(R"({"name":"mine"})");
  EXPECT_EQ(hello.name, "mine");
  EXPECT_EQ(hello.version, "");
  EXPECT_EQ(name_of(hello), "mine");
  EXPECT_EQ(hello.scheduler, "fair");
  EXPECT_EQ(hello.numbers, std::nullopt);
  EXPECT_EQ(hello.answers, std::nullopt);
  EXPECT_EQ(hello.tolerance.rounding, std::nullopt);
  EXPECT_EQ(hello.tolerance.within, std::nullopt);
  EXPECT_EQ(hello.tolerance.relative, std::nullopt);
  EXPECT_FALSE(hello.trees);
}

TEST(Protocol, HelloSaysByWhatMeasureItIsJudged) {
  const Hello hello = hello_of(
      R"({"trees":true,"relative":1e-9,"within":"1/3","rounding":"nearest","numbers":"int64",)"
      R"("scheduler":"yarn-3","version":"1.2","name":"mine","language":"Go","homepage":["x"],)"
      R"("comment":{"any":"thing"}})");
  EXPECT_EQ(hello.name, "mine");
  EXPECT_EQ(hello.version, "1.2");
  EXPECT_EQ(name_of(hello), "mine 1.2");
  EXPECT_EQ(hello.scheduler, "yarn-3");
  EXPECT_EQ(hello.numbers, formats::Numbers::to_int64);
  EXPECT_EQ(hello.tolerance.rounding, formats::Rounding::nearest);
  EXPECT_EQ(hello.tolerance.within, Rational(1, 3));
  EXPECT_EQ(hello.tolerance.relative, Rational(1, 1'000'000'000));
  EXPECT_TRUE(hello.trees);
}

TEST(Protocol, HelloNamesEveryKindOfNumbersAndRounding) {
  for (const std::string name : {"exact", "double", "float32", "int64", "int32"}) {
    const auto numbers = hello_of(R"({"name":"x","numbers":")" + name + "\"}").numbers;
    ASSERT_TRUE(numbers) << name;
    EXPECT_EQ(formats::name_of(*numbers), name);
    EXPECT_EQ(hello_of(R"({"name":"x","answers":")" + name + "\"}").answers, numbers);
  }
  for (const std::string name :
       {"exact", "written", "double", "float", "nearest", "down", "apportioned"}) {
    const auto rounding = hello_of(R"({"name":"x","rounding":")" + name + "\"}").tolerance.rounding;
    ASSERT_TRUE(rounding) << name;
    EXPECT_EQ(formats::name_of(*rounding), name);
  }
}

TEST(Protocol, HelloIsNotGuessedAt) {
  EXPECT_EQ(
      hello_error(R"({"name":"x","relativ":1e-9})"),
      R"(FS503 relativ: a hello has no field "relativ"; it said {"name":"x","relativ":1e-9})");
  EXPECT_EQ(hello_error("{}"), "FS503 name: the adapter's name is missing; it said {}");
  EXPECT_EQ(hello_error(R"({"rounding":"up"})"),
            R"(FS503 name: the adapter's name is missing; it said {"rounding":"up"})")
      << "the first of two mistakes";
  EXPECT_EQ(hello_error(R"({"name":""})"),
            R"(FS503 name: the adapter's name is missing; it said {"name":""})");
  EXPECT_EQ(hello_error(R"({"name":7})"),
            R"(FS503 name: a string is expected here, not a number; it said {"name":7})");
  EXPECT_EQ(hello_error(R"({"name":"x","trees":1})"),
            "FS503 trees: true or false is expected here, not a number; "
            R"(it said {"name":"x","trees":1})");
  EXPECT_EQ(
      hello_error(R"({"name":"x","numbers":"int"})"),
      R"(FS503 numbers: "exact", "double", "float32", "int64" or "int32" is expected here; it said {"name":"x","numbers":"int"})");
  EXPECT_EQ(
      hello_error(R"({"name":"x","answers":7})"),
      R"(FS503 answers: "exact", "double", "float32", "int64" or "int32" is expected here; it said {"name":"x","answers":7})");
  EXPECT_EQ(
      hello_error(R"({"name":"x","rounding":"up"})"),
      R"(FS503 rounding: "exact", "written", "double", "float", "nearest", "down", )"
      R"("apportioned", "hamilton", "webster", "dhondt" or "adams" is expected here; it said )"
      R"({"name":"x","rounding":"up"})");
  EXPECT_EQ(hello_error(R"({"name":"x","within":-1})"),
            R"(FS503 within: -1 is negative; it said {"name":"x","within":-1})");
  EXPECT_EQ(hello_error(R"({"name":"x","relative":NaN})"),
            "FS503 relative: NaN is not a finite number, at byte 24; "
            R"(it said {"name":"x","relative":NaN})");
}

TEST(Protocol, HelloIsAnObject) {
  EXPECT_EQ(hello_error("Traceback (most recent call last):"),
            "FS503 Traceback is not a JSON value (a string needs double quotes), at byte 1; "
            "it said Traceback (most recent call last):");
  EXPECT_EQ(hello_error("[]"), "FS503 an object is expected here, not a list; it said []");
  EXPECT_EQ(hello_error("7"), "FS503 an object is expected here, not a number; it said 7");
  EXPECT_EQ(hello_error(R"({"name":"x"} {})"),
            R"(FS503 more text follows the document, at byte 14; it said {"name":"x"} {})");
  EXPECT_TRUE(hello_error("").starts_with("FS503 the text is empty"));
}

// Answers.

TEST(Protocol, AnswersWithShares) {
  const Answer answer = answer_of(R"({"seq":7,"shares":[33,"100/3",33.50,-1e-2]})");
  EXPECT_EQ(answer.seq, 7U);
  EXPECT_EQ(values_of(answer),
            (std::vector<Rational>{33, Rational(100, 3), Rational(67, 2), Rational(-1, 100)}));
  const auto& shares = std::get<Shares>(answer.is).shares;
  EXPECT_EQ(shares[2].text, "33.50");
  EXPECT_EQ(shares[2].last_digit, Rational(1, 100));
  EXPECT_EQ(shares[1].last_digit, 0);
}

TEST(Protocol, AnswersWithNoSharesToNoClaimants) {
  EXPECT_TRUE(values_of(answer_of(R"({"shares":[],"seq":0})")).empty());
}

TEST(Protocol, AnswersThatItSkipsOrRefuses) {
  const Answer skipped = answer_of(R"({"seq":8,"skipped":"no trees here"})");
  EXPECT_EQ(skipped.seq, 8U);
  EXPECT_EQ(std::get<Skipped>(skipped.is).reason, "no trees here");
  const Answer refused = answer_of(R"({"seq":9,"error":""})");
  EXPECT_EQ(refused.seq, 9U);
  EXPECT_EQ(std::get<Refused>(refused.is).message, "");
}

TEST(Protocol, TakesNullForAbsent) {
  EXPECT_EQ(values_of(answer_of(R"({"seq":1,"shares":[2],"skipped":null,"error":null})")),
            std::vector<Rational>{2});
  EXPECT_EQ(hello_of(R"({"name":"x","version":null,"relative":null,"rounding":null})").version, "");
  EXPECT_EQ(answer_error(R"({"seq":null,"shares":[2]})"),
            "FS503 seq: the number of the problem (seq) is missing; "
            R"(it said {"seq":null,"shares":[2]})");
  EXPECT_EQ(answer_error(R"({"seq":1,"shares":[null]})"),
            R"(FS503 shares[0]: a number or a string "p/q" is expected here, not null; )"
            R"(it said {"seq":1,"shares":[null]})");
}

TEST(Protocol, NumbersItsAnswersByWholeNumbers) {
  EXPECT_EQ(answer_of(R"({"seq":9007199254740992,"skipped":""})").seq, 9007199254740992U);
  EXPECT_EQ(answer_of(R"({"seq":7.0,"skipped":""})").seq, 7U);
  EXPECT_EQ(answer_error(R"({"seq":9007199254740993,"skipped":""})"),
            "FS503 seq: 9007199254740993 is not a whole number from 0 to 9007199254740992; "
            R"(it said {"seq":9007199254740993,"skipped":""})");
  for (const std::string seq : {"-1", "1.5", "\"7\"", "true", "[]", "1e400"}) {
    const std::string line = R"({"seq":)" + seq + R"(,"skipped":""})";
    EXPECT_TRUE(answer_error(line).starts_with("FS503 seq: ")) << answer_error(line);
  }
}

TEST(Protocol, HasExactlyOneAnswer) {
  EXPECT_EQ(
      answer_error(R"({"seq":7})"),
      R"(FS503 an answer has exactly one of "shares", "skipped" and "error"; this one has none; )"
      R"(it said {"seq":7})");
  for (const std::string both :
       {R"("shares":[],"skipped":"")", R"("shares":[],"error":"")", R"("skipped":"","error":"")"}) {
    EXPECT_EQ(
        answer_error("{\"seq\":7," + both + "}"),
        R"(FS503 an answer has exactly one of "shares", "skipped" and "error"; this one has several; )"
        R"(it said {"seq":7,)" +
            both + "}");
  }
}

TEST(Protocol, TakesNothingElseForAnAnswer) {
  EXPECT_EQ(answer_error(R"({"seq":7,"shares":{}})"),
            "FS503 shares: a list is expected here, not an object; "
            R"(it said {"seq":7,"shares":{}})");
  EXPECT_EQ(answer_error(R"({"seq":7,"skipped":true})"),
            "FS503 skipped: a string is expected here, not true or false; "
            R"(it said {"seq":7,"skipped":true})");
  EXPECT_EQ(answer_error(R"({"seq":7,"shares":[1],"time":3})"),
            "FS503 time: an answer has no field \"time\"; its fields: seq, shares; "
            R"(it said {"seq":7,"shares":[1],"time":3})");
  EXPECT_EQ(answer_error(R"({"seq":7,"seq":8,"skipped":""})"),
            R"(FS503 seq: duplicate key "seq" in the object that starts here, at byte 1; )"
            R"(it said {"seq":7,"seq":8,"skipped":""})");
  EXPECT_EQ(
      answer_error(R"({"seq":7,"shares":["x"]})"),
      R"(FS503 shares[0]: "x" is neither a number nor p/q; it said {"seq":7,"shares":["x"]})");
  EXPECT_EQ(answer_error(R"({"shares":["x"]})"),
            "FS503 seq: the number of the problem (seq) is missing; it said {\"shares\":[\"x\"]}")
      << "the first of two mistakes";
  EXPECT_EQ(answer_error(R"({"seq":7,"shares":[01]})"),
            "FS503 shares[0]: 01 is not a JSON number, at byte 20; "
            R"(it said {"seq":7,"shares":[01]})");
  EXPECT_EQ(answer_error(R"({"seq":7,"shares":["1/0"]})"),
            "FS503 shares[0]: 1/0 divides by zero; "
            R"(it said {"seq":7,"shares":["1/0"]})");
  EXPECT_TRUE(answer_error(R"({"seq":7,"shares":[1e999999999]})").starts_with("FS503 shares[0]: "));
  EXPECT_TRUE(answer_error(R"({"seq":7,"sha)").starts_with("FS503 "));
  EXPECT_TRUE(answer_error("{\"seq\":7,\"error\":\"\xFF\"}")
                  .starts_with("FS503 the text is not UTF-8, at byte 19"));
}

TEST(Protocol, TellsSharesThatAreNotFiniteByTheirOwnCode) {
  EXPECT_EQ(answer_error(R"({"seq":7,"shares":[1,NaN]})"),
            "FS011 shares[1]: NaN is not a finite number, at byte 22; "
            R"(it said {"seq":7,"shares":[1,NaN]})");
  EXPECT_EQ(answer_error(R"({"seq":7,"shares":[1,"nan"]})"),
            "FS011 shares[1]: nan is not a finite number; "
            R"(it said {"seq":7,"shares":[1,"nan"]})");
  for (const std::string share : {"Infinity", "-Infinity", "\"-inf\"", "inf", "\"NaN\""}) {
    const std::string line = R"({"seq":7,"shares":[)" + share + "]}";
    EXPECT_TRUE(answer_error(line).starts_with("FS011 shares[0]: ")) << answer_error(line);
  }
  EXPECT_TRUE(answer_error(R"({"seq":NaN,"shares":[1]})").starts_with("FS503 seq: "));
}

TEST(Protocol, QuotesLittleAndNothingThatSteersATerminal) {
  const std::string error = answer_error("\x1b[2J" + std::string(1000, 'x'));
  EXPECT_LT(error.size(), 300U);
  EXPECT_EQ(error.find('\x1b'), std::string::npos);
  EXPECT_NE(error.find("; it said \\u001b[2Jxxx"), std::string::npos) << error;
}

// Anything but an answer must never become one, and nothing may crash: every answer with one byte
// changed is read, or is FS503 or FS011.
TEST(Protocol, SurvivesEveryByte) {
  const std::vector<std::string> lines = {
      R"({"seq":7,"shares":[33,"100/3",-1e2]})", R"({"seq":7,"skipped":"a\n\u00e9"})",
      R"({"name":"x","numbers":"double","relative":1e-9,"trees":true})"};
  std::size_t errors = 0;
  for (const std::string& line : lines) {
    for (std::size_t at = 0; at < line.size(); ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string changed = line;
        changed[at] = static_cast<char>(byte);
        for (const std::string& said : {answer_error(changed), hello_error(changed)}) {
          const bool is_error = said.starts_with("FS503 ") || said.starts_with("FS011 ");
          ASSERT_TRUE(is_error || said == "no error") << said;
          errors += is_error ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(errors, 20'000U);
}

}  // namespace
}  // namespace fairshare::harness
