// What the log of HTCondor's negotiator says about accounting groups.
#include "formats/htcondor/negotiator_log.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "formats/inputs.h"
#include "formats/verdict/verdict.h"
#include "tests/contents.h"

namespace fairshare::formats {
namespace {

using Texts = std::vector<std::string>;

const std::string time = "08/21/26 15:16:39 ";

struct Row {
  std::string group;
  std::string quota;
  std::string flags;  // static, accepts surplus, regroups
  std::string requested;
  std::string allocated;  // empty: none is in the log
};

std::string beginning(const std::string& total, const std::string& kind = " weighted") {
  return time + "group quotas: assigning group quotas from " + total + " available" + kind +
         " slots\n" + time + "group quota: Quotas have been assigned to the following groups\n" +
         time + "Group                Computed   Config    Quota      Use     Auto  Claimed\n" +
         time + "Name                    quota    quota   static  surplus  Regroup    cores\n" +
         time + "----------------------------------------------------------------------\n";
}

std::string cycle(const std::string& total, const std::vector<Row>& rows,
                  const std::string& kind = " weighted") {
  std::string text = beginning(total, kind);
  for (const Row& row : rows) {
    text += time + row.group + "  0  " + row.quota + "  " + row.flags + "  3  " + row.requested +
            "  2  0\n";
  }
  text += time + "group quotas: allocation round 1\n";
  for (const Row& row : rows) {
    if (row.allocated.empty()) continue;
    text += time + "group quotas: group= " + row.group + "  quota= 7  requested= " + row.requested +
            "  allocated= " + row.allocated + "  unallocated= 0\n";
  }
  return text + time + "group quotas: groups= 2  requesting= 2  served= 2\n";
}

// 12 slots: the first gets 2.75 more, which is 3/4 of the surplus.
const std::vector<Row> fair = {{"<none>", "0", "N Y N", "0", "0"},
                               {"a", "3", "Y Y N", "9", "8.25"},
                               {"b", "1", "Y Y N", "9", "2.75"},
                               {"c", "4", "Y N N", "1", "1"}};

std::vector<Row> with_allocated(std::string a, std::string b) {
  std::vector<Row> rows = fair;
  rows[1].allocated = std::move(a);
  rows[2].allocated = std::move(b);
  return rows;
}

DocumentReading read(const std::string& text) {
  return read_negotiator_log({"NegotiatorLog", text});
}

Texts errors_of(const std::string& text) {
  Texts errors;
  for (const InputError& error : read(text).errors) {
    errors.push_back(error.code + ' ' + describe(error));
  }
  return errors;
}

std::vector<Verdict> verdicts_of(const std::string& text) {
  const DocumentReading reading = read(text);
  EXPECT_TRUE(reading.errors.empty());
  std::vector<Verdict> verdicts;
  for (const DocumentPart& part : reading.parts) {
    auto cases = cases_of(part, "NegotiatorLog", {});
    for (Case& one : std::get<std::vector<Case>>(cases)) {
      verdicts.push_back(judge(std::move(one)));
    }
  }
  return verdicts;
}

// The judgement of each division of a log with one cycle.
std::vector<Judgement> judgements_of(const std::string& text) {
  std::vector<Judgement> judgements;
  for (const Verdict& verdict : verdicts_of(text)) judgements.push_back(verdict.judgement);
  return judgements;
}

TEST(NegotiatorLog, IsRecognisedByDateAndTime) {
  EXPECT_TRUE(looks_like_negotiator_log("08/21/26 15:16:39 ** condor_negotiator STARTING UP"));
  EXPECT_TRUE(looks_like_negotiator_log("\n 08/21/26 15:16:39 x"));
  EXPECT_FALSE(looks_like_negotiator_log("2026-08-21 15:16:39 x"));
  EXPECT_FALSE(looks_like_negotiator_log("08/21/26 15:16:39"));
  EXPECT_FALSE(looks_like_negotiator_log("08/21/26 15:16-39 x"));
  EXPECT_FALSE(looks_like_negotiator_log("08/2 /26 15:16:39 x"));
  EXPECT_FALSE(looks_like_negotiator_log("08/2x/26 15:16:39 x"));
  EXPECT_FALSE(looks_like_negotiator_log(""));
}

TEST(NegotiatorLog, IsReadWithoutTheLastColumnOfTheTable) {
  std::string text = cycle("12", fair);
  const std::string last = "  2  0\n";
  for (std::size_t at = 0; (at = text.find(last, at)) != std::string::npos;) {
    text.replace(at, last.size(), "  2\n");
  }
  EXPECT_EQ(judgements_of(text), std::vector{Judgement::fair});
}

TEST(NegotiatorLog, IsReadWithTimesOfAThousandthOfASecond) {
  std::string text = cycle("12", fair);
  for (std::size_t at = 0; (at = text.find(time, at)) != std::string::npos; at += time.size()) {
    text.insert(at + time.size() - 1, ".123");
  }
  EXPECT_TRUE(looks_like_negotiator_log(text));
  EXPECT_FALSE(looks_like_negotiator_log("08/21/26 15:16:39.12 x"));
  const DocumentReading reading = read(text);
  ASSERT_EQ(reading.parts.size(), 1U);
  EXPECT_EQ(reading.parts[0].title, "08/21/26 15:16:39.123");
}

TEST(NegotiatorLog, HasAPartForEachCycle) {
  const DocumentReading reading = read(cycle("12", fair) + cycle("12", fair));
  ASSERT_EQ(reading.parts.size(), 2U);
  EXPECT_EQ(reading.parts[0].title, "08/21/26 15:16:39");
  EXPECT_EQ(reading.parts[0].resource, "slots");
  EXPECT_EQ(reading.parts[0].line, 1U);
  EXPECT_EQ(reading.parts[1].line, 16U);
  EXPECT_TRUE(reading.warnings.empty());
}

TEST(NegotiatorLog, SaysWhatIsDivided) {
  const DocumentReading reading = read(cycle("12", fair));
  ASSERT_EQ(reading.parts.size(), 1U);
  const auto& world = std::get<LevelWorld>(reading.parts.front().world);
  EXPECT_EQ(world.level.total, schedulers::Held(12.0));
  EXPECT_EQ(world.names, (Texts{"<none>", "a", "b", "c"}));
  for (std::size_t i = 0; i < world.names.size(); ++i) {
    EXPECT_EQ(world.level.claims[i].name, world.names[i]);
  }
  const schedulers::Claim& none = world.level.claims[0];
  EXPECT_EQ(none.weight, schedulers::Held(0.0));
  EXPECT_EQ(none.min_share, std::nullopt);
  const schedulers::Claim& c = world.level.claims[3];
  EXPECT_EQ(c.weight, std::nullopt);
  EXPECT_EQ(c.min_share, schedulers::Held(4.0));
  EXPECT_EQ(c.demand, schedulers::Held(1.0));
  EXPECT_FALSE(c.accepts_surplus);
  EXPECT_TRUE(world.level.claims[1].accepts_surplus);
  EXPECT_EQ(world.called.min_share, "min(requested, quota)");
  EXPECT_EQ(world.called.max_share, "requested");
  EXPECT_EQ(world.called.demand, "requested");
  EXPECT_EQ(world.called.claimant, "group");
  EXPECT_EQ(world.digits, 6);
  const std::vector<Row> zeros = {{"a", "3", "Y Y N", "9", "0"}, {"b", "3", "Y Y N", "9", "120"}};
  std::vector<exact::Rational> digits;
  for (const auto& rows : {fair, zeros}) {
    const DocumentReading other = read(cycle("12", rows));
    for (const WrittenNumber& share : *std::get<LevelWorld>(other.parts.front().world).shares) {
      digits.push_back(share.last_digit);
    }
  }
  const exact::Rational hundred_thousandth(1, 100'000);
  EXPECT_EQ(digits,
            (std::vector<exact::Rational>{
                0, hundred_thousandth, hundred_thousandth, hundred_thousandth, 0, {1, 1000}}));
}

TEST(NegotiatorLog, IsJudgedByTheSixDigitsOfAShare) {
  EXPECT_EQ(judgements_of(cycle("12", fair)), std::vector{Judgement::fair});
  EXPECT_EQ(judgements_of(cycle("12", with_allocated("8.2501", "2.7499"))),
            std::vector{Judgement::unfair});
  // 17/3 and 7/3 of 8, printed.
  const std::vector<Row> thirds = {{"a", "2", "Y Y N", "9", "5.33333"},
                                   {"b", "1", "Y Y N", "9", "2.66667"}};
  EXPECT_EQ(judgements_of(cycle("8", thirds)), std::vector{Judgement::fair});
  const std::vector<Row> off = {{"a", "2", "Y Y N", "9", "5.33334"},
                                {"b", "1", "Y Y N", "9", "2.66666"}};
  EXPECT_EQ(judgements_of(cycle("8", off)), std::vector{Judgement::unfair});
}

TEST(NegotiatorLog, IsComparedWithWhatTheReleaseComputesAsItIsPrinted) {
  const std::vector<Row> thirds = {{"a", "2", "Y Y N", "9", "5.33333"},
                                   {"b", "1", "Y Y N", "9", "2.66667"}};
  const std::vector<Verdict> printed = verdicts_of(cycle("8", thirds));
  ASSERT_EQ(printed.size(), 1U);
  ASSERT_TRUE(printed.front().division.comparison.has_value());
  EXPECT_TRUE(printed.front().division.comparison->matches);
  const std::vector<Row> off = {{"a", "2", "Y Y N", "9", "5.33334"},
                                {"b", "1", "Y Y N", "9", "2.66667"}};
  EXPECT_FALSE(verdicts_of(cycle("8", off)).front().division.comparison->matches);
}

TEST(NegotiatorLog, IsReadBehindProcessAndCategory) {
  std::string text = cycle("12", fair);
  for (std::size_t at = 0; (at = text.find(time, at)) != std::string::npos;
       at += time.size() + 21) {
    text.insert(at + time.size(), "(pid:7) (D_ALWAYS:2) ");
  }
  EXPECT_EQ(judgements_of(text), std::vector{Judgement::fair});
}

TEST(NegotiatorLog, PassesOverOtherLinesAndTheLineEndsOfWindows) {
  std::string text = cycle("12", fair);
  text.insert(text.find(time + "group quotas: allocation"),
              time + "(not closed\nNo time stands here.\n" + time +
                  "a line of some more words than a row has\n" + time + "a 7 1 N Y N 3 9 2 0\n");
  EXPECT_EQ(judgements_of(text), std::vector{Judgement::fair}) << "the table is over before";
  text += time + "x (y) group quotas: assigning group quotas from 5 available weighted slots\n";
  EXPECT_EQ(read(text).warnings, Texts{}) << "no cycle begins so";
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) {
    text.insert(at, "\r");
  }
  EXPECT_EQ(judgements_of(text), std::vector{Judgement::fair});
}

TEST(NegotiatorLog, TableEndsAtALineWithoutItsThreeFlags) {
  for (const std::string flags : {"x Y N", "N x N", "N Y x", "N Y y"}) {
    std::string text = cycle("12", fair);
    text.insert(text.find(time + "group quotas: allocation"),
                time + "a 7 1 " + flags + " 3 9 2 0\n" + time + "a 7 1 N Y N 3 9 2 0\n");
    EXPECT_EQ(judgements_of(text), std::vector{Judgement::fair}) << flags;
  }
}

TEST(NegotiatorLog, CountsTheFirstRoundOnly) {
  const std::string later = time + "group quotas: allocation round 2\n" + time +
                            "group quotas: group= a  quota= 7  requested= 9  allocated= 1  x\n";
  EXPECT_EQ(judgements_of(cycle("12", fair) + later), std::vector{Judgement::fair});
  EXPECT_EQ(errors_of(cycle("12", with_allocated("", "2.75")) + later),
            Texts{"FS104 NegotiatorLog:7: claimant a, allocated: the log has no allocation of this "
                  "group"});
  std::string without_first = cycle("12", fair);
  const std::string first = "round 1\n";
  without_first.replace(without_first.find(first), first.size(), "round 10\n");
  EXPECT_EQ(read(without_first + cycle("12", fair)).warnings,
            Texts{"The cycle of 08/21/26 15:16:39 is not complete and is left out."});
}

TEST(NegotiatorLog, LeavesOutCyclesThatAreNotCompleteBesideOneThatIs) {
  const Texts warning = {"The cycle of 08/21/26 15:16:39 is not complete and is left out."};
  for (const std::string& text :
       {cycle("12", fair) + beginning("12"), beginning("11") + cycle("12", fair)}) {
    const DocumentReading reading = read(text);
    EXPECT_EQ(reading.parts.size(), 1U);
    EXPECT_TRUE(reading.errors.empty());
    EXPECT_EQ(reading.warnings, warning);
  }
}

TEST(NegotiatorLog, NotesNumbersThatMayHaveBeenRounded) {
  for (const std::string total : {"12", "0.01234", "99999", "0.0012345", "1.234e+06"}) {
    EXPECT_EQ(read(cycle(total, fair)).parts.front().notes, Texts{}) << total;
  }
  for (const std::string total : {"1.23457e+06", "99999.5", "123456", "0.00100005"}) {
    EXPECT_EQ(read(cycle(total, fair)).parts.front().notes,
              Texts{"the log has 6 digits of a number, and one of these numbers may have had more"})
        << total;
  }
  const std::vector<Row> of_quota = {{"a", "2.00003", "Y Y N", "9", "8"}};
  EXPECT_EQ(read(cycle("8", of_quota)).parts.front().notes.size(), 1U);
  const std::vector<Row> of_request = {{"a", "2", "Y Y N", "123456", "8"}};
  EXPECT_EQ(read(cycle("8", of_request)).parts.front().notes.size(), 1U);
}

TEST(NegotiatorLog, RefusesWhatTheModelDoesNotHave) {
  EXPECT_EQ(errors_of(cycle("12", fair, "")),
            Texts{"FS018 NegotiatorLog:1: this cycle is not judged: without weighted slots quotas "
                  "are rounded to whole slots"});
  std::vector<Row> regroups = fair;
  regroups.front().flags = "N Y Y";
  EXPECT_EQ(errors_of(cycle("12", regroups)),
            Texts{"FS018 NegotiatorLog:1: this cycle is not judged: with autoregroup <none> is "
                  "allocated the whole pool"});
  const auto computed = [](const std::string& quota) {
    std::string text = cycle("12", fair);
    const std::string row = time + "a  ";
    return text.replace(text.find(row) + row.size(), 1, quota);
  };
  EXPECT_EQ(errors_of(computed("12.0001")), Texts{}) << "which may be rounded";
  EXPECT_EQ(
      errors_of(computed("12.1")),
      Texts{"FS018 NegotiatorLog:1: this cycle is not judged: the quotas exceed the slots, as "
            "NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION allows"});
}

TEST(NegotiatorLog, NamesWhatIsWrongAndWhere) {
  EXPECT_EQ(errors_of(time + "Started Negotiation Cycle\n"),
            Texts{"FS002 NegotiatorLog: no cycle is complete in which quotas are assigned to "
                  "groups: the log needs GROUP_NAMES, and a later cycle"});
  EXPECT_EQ(errors_of(cycle("12", with_allocated("", "2.75"))),
            Texts{"FS104 NegotiatorLog:7: claimant a, allocated: the log has no allocation of this "
                  "group"});
  std::string rowless = cycle("12", fair);
  rowless.erase(rowless.find(time + "b  0  1"), (time + "b  0  1  Y Y N  3  9  2  0\n").size());
  EXPECT_EQ(errors_of(rowless), Texts{"FS105 NegotiatorLog:1: claimant b, allocated: the table of "
                                      "quotas has no row of this group"});
  std::vector<Row> nothing = fair;
  nothing.push_back({"d", "0", "N Y N", "0", "0"});
  std::string without_d = cycle("12", nothing);
  without_d.erase(without_d.find(time + "d  0  0"), (time + "d  0  0  N Y N  3  0  2  0\n").size());
  EXPECT_EQ(errors_of(without_d), Texts{}) << "which got nothing";
  const std::string whole = cycle("12", fair);
  const std::string without_debug = whole.substr(0, whole.find(time + "group quotas: allocation"));
  EXPECT_EQ(errors_of(without_debug + without_debug + without_debug),
            Texts{"FS104 NegotiatorLog:1: allocated: the log has no allocations: it needs "
                  "NEGOTIATOR_DEBUG = D_FULLDEBUG"});
  std::string without_table = cycle("12", fair);
  const std::string head = "Quotas have been";
  without_table.replace(without_table.find(head), head.size(), "Quotas had been");
  EXPECT_EQ(errors_of(without_table),
            Texts{"FS105 NegotiatorLog:1: claimant a, allocated: the table of quotas has no row of "
                  "this group, nor of 2 others"});
  EXPECT_EQ(errors_of(cycle("12", with_allocated("-1", "2.75"))),
            Texts{"FS011 NegotiatorLog:7: claimant a, allocated: -1 is negative"});
  EXPECT_EQ(errors_of(cycle("12", with_allocated("1e400", "2.75"))),
            Texts{"FS008 NegotiatorLog:7: claimant a, allocated: the number exceeds the largest "
                  "double"});
  std::vector<Row> unread = fair;
  unread[1].quota = "-3";
  unread[2].requested = "-9";
  EXPECT_EQ(errors_of(cycle("12", unread)),
            (Texts{"FS011 NegotiatorLog:7: claimant a, quota: -3 is negative",
                   "FS011 NegotiatorLog:8: claimant b, requested: -9 is negative"}));
  EXPECT_EQ(errors_of(cycle("-1", fair)), Texts{"FS011 NegotiatorLog:1: slots: -1 is negative"});
  EXPECT_EQ(errors_of(cycle("nan", fair)).front().substr(0, 28), "FS011 NegotiatorLog:1: slots");
  EXPECT_EQ(errors_of(cycle("many", fair)).front().substr(0, 28), "FS006 NegotiatorLog:1: slots");
  std::string cut = cycle("12", fair);
  cut.erase(cut.find("allocated= 8.25"), 15);
  EXPECT_EQ(errors_of(cut).front().substr(0, 47),
            "FS006 NegotiatorLog:7: claimant a, allocated: \"");
  std::vector<Row> twice = fair;
  twice[2].group = "a";
  EXPECT_EQ(errors_of(cycle("12", twice)),
            Texts{"FS004 NegotiatorLog:8: claimant a: duplicate group: an earlier one has this "
                  "name"});
  const std::string good = cycle("12", fair);
  for (const std::string& wrong :
       {cycle("12", twice), cycle("-1", fair), cycle("12", with_allocated("-1", "2.75"))}) {
    const DocumentReading reading = read(wrong + good);
    EXPECT_EQ(reading.errors.size(), 1U);
    ASSERT_EQ(reading.parts.size(), 1U) << "the other cycle is judged all the same";
    EXPECT_EQ(reading.parts.front().line, 16U);
  }
}

TEST(NegotiatorLog, IsNamedAsADocument) {
  EXPECT_EQ(find_document_kind("11/23/26 07:00:00 ---------- Started Negotiation Cycle", {})->name,
            "a log of HTCondor's negotiator");
  const auto error = [](const std::string& text, const std::string& scheduler) {
    const auto reading = find_document_kind(text, {})->read({"f", text}, {.scheduler = scheduler});
    return reading.errors.empty() ? "" : describe(reading.errors.front());
  };
  EXPECT_EQ(error(cycle("12", fair), "kai"), "f: --scheduler kai: this is a document of htcondor");
  EXPECT_EQ(error(cycle("12", fair), "htcondor"), "");
  EXPECT_EQ(error(cycle("-1", fair), "kai"), "f:1: slots: -1 is negative");
}

TEST(NegotiatorLog, OfTheExampleIsFair) {
  const std::string text = tests::contents("examples/htcondor/NegotiatorLog");
  const std::vector<Judgement> judgements = judgements_of(text);
  EXPECT_EQ(judgements, std::vector<Judgement>(4, Judgement::fair));
  for (const Verdict& verdict : verdicts_of(text)) {
    EXPECT_TRUE(verdict.division.comparison->matches);
  }
}

}  // namespace
}  // namespace fairshare::formats
