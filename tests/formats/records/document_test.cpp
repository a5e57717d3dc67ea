// Parts of a document: their divisions, their names, and the answers.
#include "formats/records/document.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

namespace fairshare::formats {
namespace {

using exact::Rational;
using Texts = std::vector<std::string>;

// Two queues of root, of which the first is paid 10 before 20 are divided.
DocumentPart part_of_queues() {
  Division division{
      .path = "root", .resource = "memory", .problem = {20, {{1, 0, {}}, {3, 0, {}}}}};
  division.labels = {{.name = "root.a", .paid = 10}, {.name = "root.b"}};
  division.shares = {{"15", 15, 1}, {"15", 15, 1}};
  return {.title = "root", .resource = "memory", .line = 7, .world = std::move(division)};
}

DocumentPart part_of_level() {
  LevelWorld world = empty_level(*schedulers::find_scheduler("koordinator"));
  world.level.total = std::int64_t{3};
  world.level.claims = {{.name = "a"}, {.name = "b"}};
  world.names = {"a", "b"};
  world.shares = {{"2", 2, 1}, {"1", 1, 1}};
  return {
      .title = "quotas", .resource = "cpu", .notes = {"of the part"}, .world = std::move(world)};
}

std::string answered(const DocumentPart& part, bool is_fair) {
  std::string text;
  json::Writer writer(text);
  writer.begin_object();
  if (const auto error = answer_part(part, is_fair, writer))
    return error->code + " " + error->message;
  writer.end_object();
  return text;
}

std::vector<Division> divisions(const DocumentPart& part) {
  return std::get<std::vector<Division>>(divisions_of(part));
}

TEST(DocumentPart, IsNamedByItsTitleAndItsResource) {
  DocumentPart part = part_of_queues();
  EXPECT_EQ(id_of(part), "root, memory");
  part.resource = "";
  EXPECT_EQ(id_of(part), "root");
}

TEST(DocumentPart, GivesTheDivisionsOfALevelItsTitleItsResourceAndItsNotes) {
  EXPECT_EQ(divisions(part_of_queues()).at(0).path, "root") << "a division has its own";
  const auto of_level = divisions(part_of_level());
  ASSERT_EQ(of_level.size(), 1U);
  EXPECT_EQ(of_level[0].path, "quotas");
  EXPECT_EQ(of_level[0].resource, "cpu");
  EXPECT_EQ(of_level[0].notes.at(0), "of the part");
  EXPECT_EQ(of_level[0].rule, Rule::base);
  EXPECT_EQ(of_level[0].comparison->scheduler, "koordinator");
}

TEST(DocumentPart, OfALevelWithoutSharesHasDivisionsWithout) {
  DocumentPart part = part_of_level();
  std::get<LevelWorld>(part.world).shares = std::nullopt;
  const auto made = std::get<std::vector<Division>>(divisions_of(part));
  ASSERT_EQ(made.size(), 1U);
  EXPECT_TRUE(made[0].shares.empty());
  EXPECT_FALSE(made[0].comparison);
  EXPECT_FALSE(made[0].labels.empty());
}

TEST(DocumentPart, AnswersWhatIsFairWithWhatIsPaid) {
  EXPECT_EQ(answered(part_of_queues(), true),
            R"({"outcome":"allocation","ratio":"5","shares":{"root.a":"15","root.b":"15"}})");
  EXPECT_EQ(answered(part_of_level(), true),
            R"({"outcome":"allocation","ratio":"3/2","shares":["3/2","3/2"]})");
}

TEST(DocumentPart, AnswersWhatIsNotFairLikeARecord) {
  DocumentPart part = part_of_queues();
  std::get<Division>(part.world).problem.claimants[0].min_share = 25;
  EXPECT_EQ(answered(part, true), R"({"outcome":"overcommitted","excess":"5"})");
}

TEST(DocumentPart, AnswersWhatItsReleaseComputesWhereThatIsKnown) {
  EXPECT_EQ(answered(part_of_level(), false), R"({"outcome":"shares","shares":[2,1]})");
  DocumentPart part = part_of_queues();
  EXPECT_EQ(answered(part, false),
            "FS018 this document does not determine what the release computes; --fair prints what "
            "is fair");
  part.computed = ModelComparison{.scheduler = "s", .shares = Texts{"14", "16"}};
  EXPECT_EQ(answered(part, false), R"({"outcome":"shares","shares":{"root.a":14,"root.b":16}})");
  part.computed->shares = std::nullopt;
  EXPECT_EQ(answered(part, false), R"({"outcome":"hang"})");
  part.computed->fault = "no";
  EXPECT_EQ(answered(part, false), R"({"outcome":"error","message":"no"})");
}

TEST(DocumentPart, IsARecordOfTheDefinitionForEachOfItsDivisions) {
  const auto records = records_of(part_of_queues());
  EXPECT_EQ(std::get<Texts>(records),
            (Texts{R"({"id":"root, memory","total":"20","claimants":[)"
                   R"({"name":"root.a","weight":"1","min_share":"0"},)"
                   R"({"name":"root.b","weight":"3","min_share":"0"}]})"}));
}

TEST(DocumentPart, IsARecordWithItsMaximumsAndTheLabelOfEachDivision) {
  DocumentPart part = part_of_queues();
  auto& division = std::get<Division>(part.world);
  division.label = "priority 50";
  division.problem.claimants[1] = {3, 2, Rational(15, 2)};
  EXPECT_EQ(std::get<Texts>(records_of(part)),
            (Texts{R"x({"id":"root, memory (priority 50)","total":"20","claimants":[)x"
                   R"({"name":"root.a","weight":"1","min_share":"0"},)"
                   R"({"name":"root.b","weight":"3","min_share":"2","max_share":"15/2"}]})"}));
}

TEST(DocumentPart, AnswersWithTheFaultThatMadeTheShares) {
  DocumentPart part = part_of_queues();
  part.computed =
      ModelComparison{.scheduler = "s", .shares = Texts{"14", "16"}, .fault = "overflow"};
  EXPECT_EQ(answered(part, false), R"({"outcome":"overflow","shares":{"root.a":14,"root.b":16}})");
}

TEST(DocumentPart, AnswersWhatItsDivisionComparesItWithUnlessItKnowsMore) {
  DocumentPart part = part_of_queues();
  auto& division = std::get<Division>(part.world);
  division.comparison = ModelComparison{.scheduler = "s", .shares = Texts{"14", "16"}};
  EXPECT_EQ(answered(part, false), R"({"outcome":"shares","shares":{"root.a":14,"root.b":16}})");
  part.computed = ModelComparison{.scheduler = "s", .shares = Texts{"13", "17"}};
  EXPECT_EQ(answered(part, false), R"({"outcome":"shares","shares":{"root.a":13,"root.b":17}})");
}

}  // namespace
}  // namespace fairshare::formats
