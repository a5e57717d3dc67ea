// Queues of Volcano, as `kubectl` dumps them: what is divided among them, and what is fair. Runs in
// the repository's root.
#include "formats/kubernetes/dump_readers.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/formats/kubernetes/dumps.h"

namespace fairshare::formats {
namespace {

using namespace tests;
using exact::Rational;

// What a queue can have at most, by the fair problem.
Rational maximum(const Dump& dump, std::size_t queue) {
  const LevelWorld world = level(dump);
  const auto stated = std::get<schedulers::Statement>(world.model.state(world.level));
  return *stated.parts.front().problem.claimants.at(queue).max_share;
}

// One that counts a pod group in its status, as releases until 1.10 do.
std::string queue_named(const std::string& name) {
  return "---\napiVersion: scheduling.volcano.sh/v1beta1\nkind: Queue\nmetadata: {name: " + name +
         "}\nstatus: {running: 1}\n";
}

TEST(VolcanoQueues, AreDividedByEveryResourceOfWhichThereIsATotal) {
  EXPECT_EQ(errors(volcano()), Texts{});
  EXPECT_EQ(level(volcano()).called.min_share, "guarantee");
  EXPECT_EQ(level(volcano()).called.max_share, "capability");
  EXPECT_EQ(level(volcano()).called.demand, "request");
  EXPECT_EQ(level(volcano()).called.claimant, "queue");
  EXPECT_EQ(verdicts(volcano()),
            (Texts{"queues of Volcano, cpu in thousandths: FS101, as computed",
                   "queues of Volcano, memory in bytes: fair, as computed",
                   "queues of Volcano, nvidia.com/gpu in thousandths: fair, as computed"}));
}

TEST(VolcanoQueues, NeedTotalsAndMetrics) {
  Dump dump = volcano();
  dump.options.totals.clear();
  EXPECT_EQ(errors(dump), (Texts{"FS002 dump: the dump does not give the totals: add what the "
                                 "nodes have, such as --total cpu=96 --total memory=512Gi"}));
  dump = volcano();
  dump.metrics.clear();
  EXPECT_EQ(
      errors(dump),
      (Texts{
          "FS002 dump: the shares are in the metrics of volcano-scheduler: add --metrics FILE"}));
}

TEST(VolcanoQueues, ThatOnlyTheMetricsHaveAreNamed) {
  EXPECT_EQ(read(volcano()).warnings, Texts{});
  Dump dump = volcano();
  dump.objects = replaced(dump.objects, R"("name": "batch")", R"("name": "other")");
  EXPECT_EQ(
      read(dump).warnings,
      (Texts{
          "The metrics have queues that are not in dump, whose shares are not counted: batch."}));
}

TEST(VolcanoQueues, OfWhichNoneHasJobsAreNothingToJudge) {
  Dump dump = volcano();
  dump.options.totals = totals({"cpu=100"});
  dump.objects = "apiVersion: scheduling.volcano.sh/v1beta1\nkind: Queue\nmetadata: {name: a}\n";
  const Texts told{
      "FS104 dump:1: no queue requests anything in the metrics or counts pod groups in its status, "
      "so nothing is divided among them"};
  EXPECT_EQ(errors(dump), told);
  dump.metrics = "volcano_queue_request_milli_cpu{queue_name=\"a\"} 0\n";
  EXPECT_EQ(errors(dump), told);
}

TEST(VolcanoQueues, WithoutAShareAreNamedWithTheirMetric) {
  Dump dump = volcano();
  dump.metrics = replaced(dump.metrics, "volcano_queue_deserved_milli_cpu{queue_name=\"dev\"}",
                          "volcano_queue_deserved_milli_cpu{queue_name=\"development\"}");
  EXPECT_EQ(errors(dump), (Texts{"FS104 metrics.txt: the metrics have no sample "
                                 "volcano_queue_deserved_milli_cpu{queue_name=\"dev\"}"}));
  EXPECT_EQ(verdicts(dump).size(), 2U) << "the other resources are judged";
  const auto made = cases_of(read(dump).parts.at(0), "dump", {});
  EXPECT_FALSE(std::get<std::vector<Case>>(made).front().comparison->are_all)
      << "the loop that divides all resources misses that one";
}

// With `queue`'s requests of CPU, memory and GPUs set to 0.
Dump without_requests(Dump dump, const std::string& queue) {
  const std::string label = "{queue_name=\"" + queue + "\"";
  for (const std::string name : {"milli_cpu", "memory_bytes", "scalar_resources"}) {
    const std::size_t at = dump.metrics.find("\nvolcano_queue_request_" + name + label);
    if (at == std::string::npos) continue;
    const std::size_t value = dump.metrics.find("} ", at) + 2;
    dump.metrics.replace(value, dump.metrics.find('\n', value) - value, "0");
  }
  return dump;
}

TEST(VolcanoQueues, WithoutRequestsTakeNoPartButForTheirGuarantee) {
  Dump dump = volcano();
  const DocumentPart idle = read(dump).parts.at(0);
  EXPECT_EQ(idle.notes, Texts{"Queues that request nothing are left out: default."});
  EXPECT_EQ(level(dump).level.claims.size(), 3U);
  EXPECT_EQ(level(dump).level.idle_min_shares, 0);
  EXPECT_EQ(maximum(dump, 0), Rational(50000)) << "prod is guaranteed the rest";
  dump = without_requests(dump, "prod");
  EXPECT_EQ(level(dump).level.claims.size(), 2U);
  EXPECT_EQ(level(dump).level.idle_min_shares, 50000);
  Dump two = dump;
  two.objects =
      replaced(two.objects, "\"name\": \"default\"\n            },\n            \"spec\": {\n",
               R"("name": "default"}, "spec": {"guarantee": {"resource": {"cpu": "3"}},)");
  EXPECT_EQ(level(two).level.idle_min_shares, 53000) << "of all queues without requests";
  EXPECT_EQ(maximum(dump, 0), Rational(50000));
}

TEST(VolcanoQueues, TakePartIfTheyRequestAnyResource) {
  for (const std::string other :
       {"milli_cpu{queue_name=\"prod\"} 1", "memory_bytes{queue_name=\"prod\"} 1e3",
        "scalar_resources{queue_name=\"prod\",resource=\"pods\"} 1"}) {
    Dump dump = without_requests(volcano(), "prod");
    const std::string metric = "volcano_queue_request_" + other;
    const std::string zero = metric.substr(0, metric.find("} ") + 2) + "0\n";
    const std::size_t at = dump.metrics.find(zero);
    if (at != std::string::npos) dump.metrics.erase(at, zero.size());
    dump.metrics += metric + "\n";
    EXPECT_EQ(level(dump).level.claims.size(), 3U) << other;
  }
  Dump dump = without_requests(volcano(), "prod");
  dump.metrics = replaced(dump.metrics, "volcano_queue_request_milli_cpu{queue_name=\"prod\"} 0\n",
                          "volcano_queue_request_milli_cpu{queue_name=\"prod\"} 0e+00\n");
  EXPECT_EQ(level(dump).level.claims.size(), 2U) << "it is 0, however it is written";
}

TEST(VolcanoQueues, TakePartWhateverTheirStatusStillCounts) {
  Dump dump = volcano();
  const Texts fair = verdicts(dump);
  // Written by a release before 1.11, and not updated since.
  const std::string idle = "\"memory\": \"0\"\n                },\n";
  dump.objects = replaced(dump.objects, idle, idle + "\"running\": 3,");
  EXPECT_EQ(verdicts(dump), fair) << "default is idle";
  EXPECT_EQ(level(dump).level.claims.size(), 3U);
  const std::string busy = "\"memory\": \"200Gi\"\n                },\n";
  dump.objects = replaced(dump.objects, busy, busy + "\"running\": 12,");
  EXPECT_EQ(level(dump).level.claims.size(), 3U) << "batch and dev do not count theirs";
}

TEST(VolcanoQueues, AreCountedByTheirStatusWhereTheReleaseIsOld) {
  const std::string busy = "\"memory\": \"200Gi\"\n                },\n";
  for (const std::string phase : {"unknown", "pending", "running", "inqueue"}) {
    Dump dump = volcano();
    dump.metrics += "volcano_queue_pod_group_running_count{queue_name=\"prod\"} 0\n";
    EXPECT_EQ(level(dump).level.claims.size(), 2U) << "what it requested is out of date";
    dump.objects = replaced(dump.objects, busy, busy + "\"" + phase + "\": 1,");
    EXPECT_EQ(level(dump).level.claims.size(), 3U) << phase;
  }
}

TEST(VolcanoQueues, WithoutSamplesAreCountedByTheirStatus) {
  Dump dump{queue_named("a"),
            "volcano_queue_request_milli_cpu{queue_name=\"b\"} 0\n",
            {.totals = totals({"cpu=1"})}};
  EXPECT_EQ(errors(dump), (Texts{"FS104 metrics.txt: the metrics have no sample "
                                 "volcano_queue_request_milli_cpu{queue_name=\"a\"}",
                                 "FS104 metrics.txt: the metrics have no sample "
                                 "volcano_queue_deserved_milli_cpu{queue_name=\"a\"}"}));
}

TEST(VolcanoQueues, ThatMayHaveJobsWithoutRequestsAreNamed) {
  Dump dump = without_requests(volcano(), "prod");
  const std::string told =
      "prod is assumed to have no jobs; if it has jobs that request nothing yet, its guarantee "
      "reduces what the others get.";
  EXPECT_EQ(read(dump).parts.at(0).notes,
            (Texts{told, "Queues that request nothing are left out: default, prod."}));
  EXPECT_EQ(read(dump).parts.at(1).notes.size(), 1U) << "of memory it is guaranteed none";
  const std::string deserved = "volcano_queue_deserved_milli_cpu{queue_name=\"prod\"} 50000\n";
  Dump other = dump;
  other.metrics = replaced(dump.metrics, deserved, replaced(deserved, "50000", "60000"));
  EXPECT_EQ(read(other).parts.at(0).notes.size(), 1U) << "it deserved that when it had requests";
  other.metrics = replaced(dump.metrics, deserved, "");
  EXPECT_EQ(read(other).parts.at(0).notes.size(), 1U) << "it never had jobs";
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
  EXPECT_EQ(value(level(dump).level.claims.at(1).demand), Rational(4000));
  EXPECT_EQ(maximum(dump, 1), Rational(0)) << "a capability of 0 is one for these";
}

TEST(VolcanoQueues, MayBeLeftNothingByTheGuaranteesOfIdleOnes) {
  Dump dump = volcano();
  dump.options.totals = totals({"cpu=50"});
  dump = without_requests(dump, "prod");
  ASSERT_EQ(level(dump).level.claims.size(), 2U);
  EXPECT_EQ(maximum(dump, 0), Rational(0));
  EXPECT_EQ(maximum(dump, 1), Rational(0));
}

TEST(VolcanoQueues, SayThatWhatPluginCapacityGoesByIsPassedOver) {
  Dump dump = volcano();
  EXPECT_EQ(read(dump).warnings, Texts{});
  dump.objects =
      replaced(dump.objects, "\"capability\": {", "\"deserved\": {\"cpu\": 1}, \"capability\": {");
  EXPECT_EQ(read(dump).warnings,
            Texts{"dev has a spec.deserved: plugin capacity follows it and divides nothing; plugin "
                  "proportion, which is judged here, ignores it."});
  EXPECT_EQ(verdicts(dump), verdicts(volcano()));
}

TEST(VolcanoQueues, OfPluginCapacityAreNotJudged) {
  Dump dump = volcano();
  dump.metrics =
      "volcano_queue_real_capacity_milli_cpu{queue_name=\"prod\"} 80000\n" + dump.metrics;
  EXPECT_EQ(errors(dump),
            Texts{"FS014 metrics.txt:1: volcano_queue_real_capacity_milli_cpu: plugin capacity "
                  "writes this: it follows spec.deserved and divides nothing; only plugin "
                  "proportion is judged"});
  EXPECT_TRUE(read(dump).parts.empty());
}

TEST(VolcanoQueues, KeepCapacitiesThatAreLess) {
  Dump dump = volcano();
  dump.objects =
      replaced(dump.objects, "\"cpu\": \"64\"", "\"nvidia.com/gpu\": \"3\", \"cpu\": \"0\"");
  EXPECT_EQ(maximum(dump, 1), Rational(50000))
      << "of CPU 0 is no capability: it is what guarantees leave";
  const LevelWorld gpus = level(dump, 2);
  EXPECT_EQ(value(gpus.level.claims.at(1).max_share), Rational(3000));
}

// Two queues; the first wants CPU, the second memory.
const std::string pair = queue_named("a") + queue_named("b");
const std::string pair_metrics =
    "volcano_queue_request_milli_cpu{queue_name=\"a\"} 900\n"
    "volcano_queue_request_milli_cpu{queue_name=\"b\"} 100\n"
    "volcano_queue_deserved_milli_cpu{queue_name=\"a\"} 899.90234375\n"
    "volcano_queue_deserved_milli_cpu{queue_name=\"b\"} 100\n"
    "volcano_queue_request_memory_bytes{queue_name=\"a\"} 0\n"
    "volcano_queue_request_memory_bytes{queue_name=\"b\"} 2000\n"
    "volcano_queue_deserved_memory_bytes{queue_name=\"a\"} 0\n"
    "volcano_queue_deserved_memory_bytes{queue_name=\"b\"} 1000\n";

TEST(VolcanoQueues, AreDividedInOneLoopByAllResources) {
  Dump dump{pair, pair_metrics, {.totals = totals({"cpu=1", "memory=1000"})}};
  EXPECT_EQ(verdicts(dump), (Texts{"queues of Volcano, cpu in thousandths: fair, as computed",
                                   "queues of Volcano, memory in bytes: fair, as computed"}));
  const auto memory = cases_of(read(dump).parts.at(1), "dump", {});
  EXPECT_EQ(std::get<std::vector<Case>>(memory).front().comparison->shares, (Texts{"0", "1000"}))
      << "memory is compared with memory";
}

TEST(VolcanoQueues, AreNotSaidToBeOtherThanComputedWhereAResourceIsNotKnown) {
  const Dump dump{pair, pair_metrics, {.totals = totals({"cpu=1"})}};
  const auto made = cases_of(read(dump).parts.at(0), "dump", {});
  const Case& cpu = std::get<std::vector<Case>>(made).front();
  EXPECT_FALSE(cpu.comparison->matches);
  EXPECT_FALSE(cpu.comparison->are_all);
  EXPECT_EQ(cpu.notes, (Texts{"volcano divides all resources in one loop, and the total of memory, "
                              "scalar resources is unknown"}));
}

TEST(VolcanoQueues, AreToldOfNothingMissingWhereAllIsAsComputed) {
  std::string metrics =
      replaced(pair_metrics, "{queue_name=\"a\"} 900\n", "{queue_name=\"a\"} 100\n");
  metrics = replaced(metrics, "899.90234375", "100");
  const Dump dump{pair, metrics, {.totals = totals({"cpu=1"})}};
  const auto made = cases_of(read(dump).parts.at(0), "dump", {});
  const Case& cpu = std::get<std::vector<Case>>(made).front();
  EXPECT_TRUE(cpu.comparison->matches);
  EXPECT_EQ(cpu.notes, Texts{});
}

TEST(VolcanoQueues, CountPodsOneByOne) {
  Dump dump{pair, pair_metrics, {.totals = totals({"cpu=1", "memory=1000", "pods=3"})}};
  dump.metrics +=
      "volcano_queue_request_scalar_resources{queue_name=\"a\",resource=\"pods\"} 1\n"
      "volcano_queue_deserved_scalar_resources{queue_name=\"a\",resource=\"pods\"} 1\n";
  EXPECT_EQ(value(level(dump, 2).level.total), Rational(3));
  EXPECT_EQ(verdicts(dump).at(2), "queues of Volcano, pods: fair, as computed");
}

TEST(VolcanoQueues, TotalThatTheReleaseCannotHoldIsMissingInItsLoop) {
  Dump dump = volcano();
  dump.options.totals = totals({"cpu=100", "memory=1e400", "nvidia.com/gpu=16"});
  EXPECT_EQ(errors(dump), Texts{"FS008 dump:4: total: the number exceeds the largest double"});
  EXPECT_EQ(places(dump), (Texts{"queues of Volcano, cpu in thousandths, 4",
                                 "queues of Volcano, nvidia.com/gpu in thousandths, 4"}));
  for (const DocumentPart& part : read(dump).parts) {
    EXPECT_EQ(std::get<LevelWorld>(part.world).together->missing, "memory");
  }
}

TEST(VolcanoQueues, HaveTheWeight1WhereTheySayNone) {
  Dump dump = volcano();
  dump.objects = replaced(dump.objects, "\"weight\": 1\n", "\"weights\": 1\n");
  EXPECT_EQ(level(dump).names.at(0), "batch");
  EXPECT_EQ(value(level(dump).level.claims.at(0).weight), Rational(1));
  EXPECT_EQ(level(dump).level.claims.at(0).min_share, std::nullopt) << "nor is it guaranteed any";
}

TEST(VolcanoQueues, SayOnceThatWhatPluginCapacityGoesByIsPassedOver) {
  Dump dump = volcano();
  dump.objects =
      replaced(dump.objects, "\"capability\": {", "\"deserved\": {\"cpu\": 1}, \"capability\": {");
  dump.objects =
      replaced(dump.objects, "\"weight\": 1\n", "\"weight\": 1, \"deserved\": {\"cpu\": 1}\n");
  ASSERT_EQ(read(dump).warnings.size(), 1U);
  EXPECT_TRUE(read(dump).warnings[0].starts_with("batch has a spec.deserved: "));
}

TEST(VolcanoQueues, NameEveryResourceThatTheLoopDividesAndIsNotKnown) {
  Dump dump{pair, pair_metrics, {.totals = totals({"cpu=1"})}};
  dump.metrics +=
      "volcano_queue_request_scalar_resources{queue_name=\"a\",resource=\"pods\"} 0\n"
      "volcano_queue_request_scalar_resources{queue_name=\"b\",resource=\"gpu\"} 5\n";
  EXPECT_EQ(level(dump).together->missing, "gpu, memory") << "of pods nothing is requested";
  Dump with_disks = dump;
  with_disks.metrics +=
      "volcano_queue_deserved_scalar_resources{queue_name=\"a\",resource=\"disk\"} 0\n"
      "volcano_queue_deserved_scalar_resources{queue_name=\"a\"} 0\n";
  EXPECT_EQ(level(with_disks).together->missing, "disk, gpu, memory") << "nodes have it";
  dump.options.totals = totals({"memory=1000", "gpu=1"});
  EXPECT_EQ(level(dump).together->missing, "cpu, gpu");
  EXPECT_EQ(errors(dump), Texts{told_total("gpu")}) << "no queue deserves any";
}

}  // namespace
}  // namespace fairshare::formats
