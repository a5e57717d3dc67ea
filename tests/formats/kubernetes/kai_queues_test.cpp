// Queues of KAI, as `kubectl` dumps them: what is divided at every parent and priority.
// Runs in the repository's root.
#include "formats/kubernetes/dump_readers.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "tests/formats/kubernetes/dumps.h"

namespace fairshare::formats {
namespace {

using namespace tests;
using exact::Rational;

TEST(KaiQueues, AreDividedAtEveryParentAndPriority) {
  EXPECT_EQ(errors(kai()), Texts{});
  EXPECT_EQ(verdicts(kai()), (Texts{"queues of KAI (priority 100), GPUs: fair, as computed",
                                    "queues of KAI (priority 50), GPUs: fair, as computed",
                                    "research, GPUs: FS204, as computed"}));
}

TEST(KaiQueues, HaveTheirPlaceInTheDumpAndBoundsOfTheirOwnNames) {
  const DocumentPart part = read(kai()).parts.at(0);
  EXPECT_EQ(part.line, 1U);
  const auto made = cases_of(part, "dump", {});
  const Case& one = std::get<std::vector<Case>>(made).front();
  EXPECT_EQ(one.line, 1U);
  EXPECT_EQ(one.names.min_share, "quota");
  EXPECT_EQ(one.names.claimant, "queue");
  EXPECT_EQ(one.names.max_share, "limit");
  EXPECT_EQ(one.names.demand, "request");
}

TEST(KaiQueues, CountInUnitsOfTheirOwn) {
  Dump dump = kai();
  dump.options.totals = totals({"cpu=96", "memory=64G"});
  dump.objects = replaced(dump.objects, "memory:\n      limit: -1", "memory:\n      limit: 4000");
  dump.objects = replaced(dump.objects, "nvidia.com/gpu: \"30\"", "{cpu: 2500m, memory: 3Gi}");
  dump.objects =
      replaced(dump.objects, "cpu:\n      limit: -1\n      overQuotaWeight: 1\n      quota: 0",
               "cpu:\n      limit: 4000\n      overQuotaWeight: 1\n      quota: 3000");
  dump.metrics = replaced(dump.metrics, "cpu_cores{queue_name=\"batch\"} 0",
                          "cpu_cores{queue_name=\"batch\"} 2.5005");
  dump.metrics = replaced(dump.metrics, "memory_gb{queue_name=\"batch\"} 0",
                          "memory_gb{queue_name=\"batch\"} 1.5");
  const auto parts = read(dump).parts;
  ASSERT_GE(parts.size(), 4U);
  EXPECT_EQ(parts.at(1).resource, "cpu in thousandths");
  EXPECT_EQ(value(level(dump, 1).level.total), 96000);
  EXPECT_EQ(value(level(dump, 1).level.claims.at(0).demand), Rational(2500));
  EXPECT_EQ(value(level(dump, 1).level.claims.at(0).min_share), Rational(3000));
  EXPECT_EQ(value(level(dump, 1).level.claims.at(0).max_share), Rational(4000));
  EXPECT_EQ(level(dump, 1).shares->at(0).text, "2500.5");
  const LevelWorld memory = level(dump, 3);
  EXPECT_EQ(parts.at(3).resource, "memory in bytes");
  EXPECT_EQ(value(memory.level.claims.at(0).max_share), Rational(4'000'000'000));
  EXPECT_EQ(value(memory.level.claims.at(1).max_share), Rational(-1)) << "no end";
  EXPECT_EQ(value(memory.level.claims.at(0).demand), Rational(3) * 1024 * 1024 * 1024);
  EXPECT_EQ(memory.shares->at(0).value, 1'500'000'000);
}

// `speech` requests and has a part of a GPU, and `search` the rest.
Dump with_parts(const std::string& requested, const std::string& speech,
                const std::string& search) {
  Dump dump = kai();
  dump.objects = replaced(dump.objects, R"(gpu: "9")", "gpu: " + requested);
  dump.metrics = replaced(dump.metrics, R"(gpu{queue_name="speech"} 5)",
                          R"(gpu{queue_name="speech"} )" + speech);
  dump.metrics = replaced(dump.metrics, R"(gpu{queue_name="search"} 0)",
                          R"(gpu{queue_name="search"} )" + search);
  return dump;
}

// The metrics have the shortest decimals of the doubles that KAI holds.
TEST(KaiQueues, MayHaveAPartOfAGpu) {
  const std::vector<Texts> shares = {
      {"0.1", "4.9"}, {"0.3", "4.7"}, {"0.30000000000000004", "4.7"}};
  for (const Texts& share : shares) {
    const Dump dump = with_parts(share[0], share[0], share[1]);
    EXPECT_EQ(errors(dump), Texts{}) << share[0];
    EXPECT_EQ(verdicts(dump).back(), "research, GPUs: fair, as computed") << share[0];
    EXPECT_EQ(level(dump, 1).shares->at(1).text, share[0]);
  }
}

// The status adds what pods request exactly, KAI in doubles: 0.1 three times, and ten times.
TEST(KaiQueues, RequestSumsOfPartsOfAGpuAsKaiAddsThem) {
  const std::vector<Texts> sums = {{"300m", "0.30000000000000004", "4.7"},
                                   {"1", "0.9999999999999999", "4"}};
  for (const Texts& sum : sums) {
    Dump dump = with_parts(sum[0], sum[1], sum[2]);
    EXPECT_EQ(verdicts(dump).back(), "research, GPUs: fair, as computed") << sum[1];
    dump.metrics = replaced(dump.metrics, sum[1], "0.299");
    EXPECT_NE(verdicts(dump).back(), "research, GPUs: fair, as computed");
  }
}

TEST(KaiQueues, RequestGpusUnderAllTheirNames) {
  using Request = std::pair<std::string, Rational>;
  for (const auto& [requested, gpus] :
       {Request{"amd.com/gpu: 3", 3}, Request{"nvidia.com/mig-2g.10gb: 3", 6},
        Request{"gpu.nvidia.com: 3", 3}, Request{"Big-GPUs: 3", 3},
        Request{"example.com/gpu: 3", 0},
        Request{"{nvidia.com/gpu: 1, amd.com/gpu: 2, nvidia.com/mig-1g.5gb: 4}", 7}}) {
    Dump dump = kai();
    dump.objects = replaced(dump.objects, R"(nvidia.com/gpu: "9")", requested);
    EXPECT_EQ(errors(dump), Texts{}) << requested;
    const auto demand = level(dump, 1).level.claims.at(1).demand;
    EXPECT_EQ(demand ? value(*demand) : Rational(0), gpus) << requested;
  }
}

TEST(KaiQueues, WithMemoryOfGpusAreNotJudgedByGpus) {
  Dump dump = kai();
  dump.objects = replaced(dump.objects, R"(nvidia.com/gpu: "9")", "run.ai/gpu.memory: 40000");
  EXPECT_EQ(verdicts(dump), (Texts{"queues of KAI (priority 100), GPUs: fair, as computed",
                                   "queues of KAI (priority 50), GPUs: fair, as computed"}));
  EXPECT_EQ(
      read(dump).warnings,
      Texts{"research: GPUs are not judged: speech requests memory of GPUs, and the dump does "
            "not say how many GPUs that is."});
}

TEST(KaiQueues, AreJudgedBelowOthersWithoutATotal) {
  Dump dump = kai();
  dump.options.totals.clear();
  EXPECT_EQ(verdicts(dump), Texts{"research, GPUs: FS204, as computed"});
  EXPECT_EQ(read(dump).warnings,
            (Texts{"The dump does not give the total of gpu: without --total "
                   "nvidia.com/gpu=AMOUNT, only queues below another queue are judged."}));
  // A resource with a request or a share is in use.
  Dump requested = dump;
  requested.objects = replaced(dump.objects, "nvidia.com/gpu: \"30\"", "cpu: 1");
  Dump shared = dump;
  shared.metrics = replaced(dump.metrics, "cpu_cores{queue_name=\"batch\"} 0",
                            "cpu_cores{queue_name=\"batch\"} 1");
  for (const Dump& one : {requested, shared}) {
    ASSERT_EQ(read(one).warnings.size(), 2U);
    EXPECT_EQ(read(one).warnings.at(1).substr(0, 41), "The dump does not give the total of cpu: ");
    EXPECT_EQ(verdicts(one).size(), 2U);
  }
}

TEST(KaiQueues, AreKnownToTheMetricsByTheNameThatIsShown) {
  Dump dump = kai();
  dump.objects = replaced(dump.objects, "spec:\n  parentQueue: research",
                          "spec:\n  displayName: Web search\n  parentQueue: research");
  dump.metrics =
      replaced(dump.metrics, "gpu{queue_name=\"search\"}", "gpu{queue_name=\"Web search\"}");
  for (const char* resource : {"cpu_cores", "memory_gb"}) {
    dump.metrics = replaced(dump.metrics, std::string(resource) + "{queue_name=\"search\"}",
                            std::string(resource) + "{queue_name=\"Web search\"}");
  }
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(read(dump).warnings, Texts{});
  EXPECT_EQ(verdicts(dump), verdicts(kai()));
}

TEST(KaiQueues, ThatOnlyTheMetricsHaveAreNamed) {
  Dump dump = kai();
  dump.metrics += "kai_queue_fair_share_gpu{queue_name=\"old\"} 0\n";
  dump.metrics += "kai_queue_fair_share_gpu{pod=\"scheduler\"} 1\n";
  EXPECT_EQ(read(dump).warnings, Texts{});
  dump.metrics += "kai_queue_fair_share_gpu{queue_name=\"new\"} 1\n";
  EXPECT_EQ(
      read(dump).warnings,
      (Texts{"The metrics have queues that are not in dump, whose shares are not counted: new."}));
}

TEST(KaiQueues, MayLackWhatHasAUsualValue) {
  Dump dump = kai();
  EXPECT_EQ(value(level(dump).level.claims.at(0).created), Rational(20260203070000));
  dump.objects = replaced(dump.objects, "  creationTimestamp: \"2026-02-03T07:00:00Z\"\n", "");
  const schedulers::Claim batch = level(dump).level.claims.at(0);
  EXPECT_EQ(value(batch.created), Rational(0));
  EXPECT_EQ(value(batch.priority), Rational(50));
  EXPECT_EQ(value(level(dump).level.claims.at(1).priority), Rational(100));
}

TEST(KaiQueues, HaveNoNegativeWeightsAndNoQuotaBelowNoEnd) {
  Dump dump = kai();
  dump.objects = replaced(dump.objects, "quota: 2", "quota: -2");
  dump.objects = replaced(dump.objects, "overQuotaWeight: 4", "overQuotaWeight: -4");
  EXPECT_EQ(
      errors(dump),
      (Texts{"FS011 dump:16: claimant batch, spec.resources.gpu.quota: the only negative value "
             "allowed is -1",
             "FS011 dump:109: claimant speech, spec.resources.gpu.overQuotaWeight: the weight "
             "is negative"}));
  EXPECT_EQ(verdicts(dump), Texts{});
  dump = kai();
  dump.objects = replaced(dump.objects, "overQuotaWeight: 4", "overQuotaWeight: 0");
  dump.objects = replaced(dump.objects, "2026-02-03T07:00:00Z", "2026-02-03T07:00:09Z");
  EXPECT_EQ(errors(dump), Texts{}) << "a weight may be 0";
  EXPECT_EQ(value(level(dump).level.claims.at(0).created), Rational(20260203070009));
}

TEST(KaiQueues, HaveLimitsThatAreHeldInDoubles) {
  Dump dump = kai();
  dump.options.totals = totals({"memory=64G"});
  dump.objects = replaced(dump.objects, "memory:\n      limit: -1", "memory:\n      limit: 1e303");
  EXPECT_EQ(errors(dump), (Texts{"FS008 dump:18: claimant batch, spec.resources.memory.limit: in "
                                 "bytes, it exceeds the largest double"}));
}

TEST(KaiQueues, AreLeftOutBelowAParentWithoutAShare) {
  Dump dump = kai();
  dump.metrics =
      replaced(dump.metrics, "gpu{queue_name=\"research\"}", "gpu{queue_name=\"other\"}");
  EXPECT_EQ(errors(dump), (Texts{"FS104 metrics.txt: the metrics have no sample "
                                 "kai_queue_fair_share_gpu{queue_name=\"research\"}"}));
  EXPECT_EQ(verdicts(dump), Texts{});
}

TEST(KaiQueues, HaveNoQuotaNoLimitAndNoWeightWhereTheySayNone) {
  Dump dump = kai();
  dump.objects = replaced(dump.objects,
                          "    gpu:\n      limit: -1\n      overQuotaWeight: 1\n      quota: 2\n",
                          "    gpu: {}\n");
  EXPECT_EQ(errors(dump), Texts{});
  const schedulers::Claim batch = level(dump).level.claims.at(0);
  EXPECT_EQ(level(dump).names.at(0), "batch");
  EXPECT_EQ(value(batch.weight), Rational(0));
  EXPECT_EQ(value(batch.min_share), Rational(0));
  EXPECT_EQ(value(batch.max_share), Rational(0));
  EXPECT_EQ(value(batch.demand), Rational(30));
}

TEST(KaiQueues, HaveNoShareOfTheirOwnWhereTwoAreShownByOneName) {
  Dump dump = kai();
  dump.objects = replaced(dump.objects, "spec:\n  parentQueue: research",
                          "spec:\n  displayName: batch\n  parentQueue: research");
  EXPECT_EQ(
      errors(dump),
      (Texts{"FS004 dump:77: claimant search, spec.displayName: another queue is also shown as "
             "\"batch\", and the metrics have only one share for both; give each its own "
             "displayName"}));
  EXPECT_EQ(verdicts(dump), Texts{});
}

// Since 0.16 a sample has the queue's own name as well.
TEST(KaiQueues, MayBeShownByOneNameWhereTheMetricsHaveTheirOwn) {
  Dump dump = kai();
  dump.objects = replaced(dump.objects, "spec:\n  parentQueue: research",
                          "spec:\n  displayName: batch\n  parentQueue: research");
  dump.metrics = std::regex_replace(
      dump.metrics, std::regex(R"x(queue_name="([a-z]*)")x"),
      R"(queue_display_name="batch",queue_metadata_name="$1",queue_name="batch")");
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(read(dump).warnings, Texts{});
  EXPECT_EQ(verdicts(dump), verdicts(kai()));
}

TEST(KaiQueues, AreHeldBackByTheirPastUsage) {
  Dump dump = kai();
  dump.metrics =
      replaced(dump.metrics, R"(gpu{queue_name="search"} 0)", R"(gpu{queue_name="search"} 2)");
  dump.metrics =
      replaced(dump.metrics, R"(gpu{queue_name="speech"} 5)", R"(gpu{queue_name="speech"} 3)");
  EXPECT_EQ(verdicts(dump).back(), "research, GPUs: FS204");
  dump.metrics +=
      "kai_queue_gpu_usage{queue_name=\"speech\"} 0.5\n"
      "kai_queue_gpu_usage{queue_name=\"vision\"} 0.25\n";
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(verdicts(dump).back(), "research, GPUs: FS204, as computed");
  EXPECT_EQ(read(dump).parts.at(0).notes, Texts{}) << "no queue at the top has used any";
  EXPECT_EQ(read(dump).parts.at(1).notes,
            Texts{"Past usage counts against queues as KAI computes it, with its default k-value "
                  "of 1; the fair shares ignore it."});
}

}  // namespace
}  // namespace fairshare::formats
