// Queues of Volcano, as `kubectl` dumps them: what is divided among them, and what is fair of it.
// Runs in the repository's root.
#include "formats/kubernetes/dump_readers.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/formats/kubernetes/dumps.h"

namespace fairshare::formats {
namespace {

using namespace tests;
using exact::Rational;

TEST(VolcanoQueues, AreDividedByEveryResourceOfWhichThereIsATotal) {
  EXPECT_EQ(errors(volcano()), Texts{});
  EXPECT_EQ(verdicts(volcano()),
            (Texts{"queues of Volcano, cpu in thousandths: FS101, as computed",
                   "queues of Volcano, memory in bytes: fair, as computed",
                   "queues of Volcano, nvidia.com/gpu in thousandths: fair, as computed"}));
}

TEST(VolcanoQueues, NeedTotalsAndMetrics) {
  Dump dump = volcano();
  dump.options.totals.clear();
  EXPECT_EQ(errors(dump),
            (Texts{"FS002 dump: it does not say how much there is to divide: add what the nodes "
                   "have, such as --total cpu=96 --total memory=512Gi"}));
  dump = volcano();
  dump.metrics.clear();
  EXPECT_EQ(
      errors(dump),
      (Texts{
          "FS002 dump: the shares are in the metrics of volcano-scheduler: add --metrics FILE"}));
}

TEST(VolcanoQueues, OfWhichNoneHasJobsAreNothingToJudge) {
  Dump dump = volcano();
  dump.options.totals = totals({"cpu=100"});
  dump.objects = "apiVersion: scheduling.volcano.sh/v1beta1\nkind: Queue\nmetadata: {name: a}\n";
  EXPECT_EQ(errors(dump), (Texts{"FS104 dump:1: no queue has pod groups in its status, so nothing "
                                 "is divided among them"}));
}

TEST(VolcanoQueues, WithoutAShareAreNamedWithTheirMetric) {
  Dump dump = volcano();
  dump.metrics = replaced(dump.metrics, "volcano_queue_deserved_milli_cpu{queue_name=\"dev\"}",
                          "volcano_queue_deserved_milli_cpu{queue_name=\"development\"}");
  EXPECT_EQ(errors(dump), (Texts{"FS104 metrics.txt: the metrics have no sample "
                                 "volcano_queue_deserved_milli_cpu{queue_name=\"dev\"}"}));
  EXPECT_EQ(verdicts(dump).size(), 2U) << "the other resources are judged";
}

TEST(VolcanoQueues, WithoutJobsTakeNoPartButForTheirGuarantee) {
  Dump dump = volcano();
  const DocumentPart idle = read(dump).parts.at(0);
  EXPECT_EQ(idle.notes, Texts{"Queues without jobs take no part: default."});
  const auto claims = level(dump).level.claims;
  EXPECT_EQ(claims.size(), 3U);
  EXPECT_EQ(value(claims.at(0).max_share), Rational(50000)) << "prod is guaranteed the rest";
  dump.objects = replaced(dump.objects, "\"running\": 12,", "\"running\": 0,");
  const auto none = level(dump).level.claims;
  EXPECT_EQ(none.size(), 2U);
  EXPECT_EQ(value(none.at(0).max_share), Rational(50000));
}

TEST(VolcanoQueues, MayLackAnExtendedResource) {
  Dump dump = volcano();
  dump.options.totals = totals({"nvidia.com/gpu=16"});
  const LevelWorld division = level(dump);
  EXPECT_EQ(division.names.at(1), "dev");
  EXPECT_EQ(division.shares->at(1).value, 0) << "it has no sample";
  EXPECT_EQ(division.shares->at(2).value, 8000);
  dump.objects = replaced(dump.objects, "\"cpu\": \"64\"", "\"nvidia.com/gpu\": \"0\"");
  dump.metrics +=
      "volcano_queue_request_scalar_resources{queue_name=\"dev\","
      "resource=\"nvidia.com/gpu\"} 4000\n";
  const schedulers::Claim held = level(dump).level.claims.at(1);
  EXPECT_EQ(value(held.demand), Rational(0)) << "a capability of 0 is one for these";
  EXPECT_EQ(value(held.max_share), Rational(16000)) << "what there is";
}

TEST(VolcanoQueues, MayBeLeftNothingByTheGuaranteesOfIdleOnes) {
  Dump dump = volcano();
  dump.options.totals = totals({"cpu=50"});
  dump.objects = replaced(dump.objects, "\"running\": 12,", "\"running\": 0,");
  const auto claims = level(dump).level.claims;
  ASSERT_EQ(claims.size(), 2U);
  for (const auto& queue : claims) EXPECT_EQ(value(queue.demand), Rational(0)) << queue.name;
}

TEST(VolcanoQueues, SayThatWhatPluginCapacityGoesByIsPassedOver) {
  Dump dump = volcano();
  EXPECT_EQ(read(dump).warnings, Texts{});
  dump.objects =
      replaced(dump.objects, "\"capability\": {", "\"deserved\": {\"cpu\": 1}, \"capability\": {");
  ASSERT_EQ(read(dump).warnings.size(), 1U);
  EXPECT_EQ(read(dump).warnings.at(0).substr(0, 44),
            "dev has a spec.deserved: plugin capacity fol");
  EXPECT_EQ(verdicts(dump), verdicts(volcano()));
}

TEST(VolcanoQueues, KeepCapacitiesThatAreLess) {
  Dump dump = volcano();
  dump.objects =
      replaced(dump.objects, "\"cpu\": \"64\"", "\"nvidia.com/gpu\": \"3\", \"cpu\": \"0\"");
  EXPECT_EQ(value(level(dump, 0).level.claims.at(1).max_share), Rational(50000))
      << "of CPU 0 is no capability: it is what guarantees leave";
  EXPECT_EQ(value(level(dump, 2).level.claims.at(1).max_share), Rational(3000));
}

}  // namespace
}  // namespace fairshare::formats
