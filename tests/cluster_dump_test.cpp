// Runs in the repository's root.
#include "formats/cluster_dump.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "formats/verdict.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using Texts = std::vector<std::string>;

std::string contents(const std::string& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  EXPECT_FALSE(text.str().empty()) << file;
  return text.str();
}

std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return at == std::string::npos ? text : text.replace(at, part.size(), by);
}

ResourceList totals(const Texts& texts) {
  const auto read = read_totals(texts);
  const auto* list = std::get_if<ResourceList>(&read);
  return list != nullptr ? *list : ResourceList{};
}

// What is dumped in examples/kubernetes, to be changed.
struct Dump {
  std::string objects;
  std::string metrics = {};
  DumpOptions options = {};
};

Dump volcano() {
  return {contents("examples/kubernetes/volcano/queues.json"),
          contents("examples/kubernetes/volcano/metrics.txt"),
          {.totals = totals({"cpu=100", "memory=512Gi", "nvidia.com/gpu=16"})}};
}

Dump koordinator() {
  return {contents("examples/kubernetes/koordinator/quotas.yaml"),
          "",
          {.totals = totals({"cpu=96", "memory=384Gi", "nvidia.com/gpu=4"})}};
}

Dump kai() {
  return {contents("examples/kubernetes/kai/queues.yaml"),
          contents("examples/kubernetes/kai/metrics.txt"),
          {.totals = totals({"nvidia.com/gpu=16"})}};
}

Dump apf() {
  return {contents("examples/kubernetes/apf/levels.yaml"),
          contents("examples/kubernetes/apf/metrics.txt")};
}

DumpReading read(const Dump& dump) {
  DumpOptions options = dump.options;
  if (!dump.metrics.empty()) options.metrics = {"metrics.txt", dump.metrics};
  return read_cluster_dump({"dump", dump.objects}, options);
}

Texts errors(const Dump& dump) {
  Texts result;
  for (const InputError& error : read(dump).errors) {
    result.push_back(error.code + " " + describe(error));
  }
  return result;
}

// "ml, nvidia.com/gpu: FS204"; "ml, cpu in thousandths: fair, as computed".
Texts verdicts(const Dump& dump) {
  Texts result;
  for (const DumpDivision& division : read(dump).divisions) {
    const auto made = cases_of(division, "dump", {});
    if (const auto* error = std::get_if<InputError>(&made)) {
      result.push_back(describe(*error));
      continue;
    }
    for (const Case& one : std::get<std::vector<Case>>(made)) {
      const Verdict verdict = judge(one);
      const std::string word =
          verdict.judgement == Judgement::fair ? "fair" : verdict.findings.at(0).code;
      const bool as_computed = verdict.model && verdict.model->as_computed;
      result.push_back(one.title + ", " + one.resource + ": " + word +
                       (as_computed ? ", as computed" : ""));
    }
  }
  return result;
}

TEST(ClusterDump, VolcanosQueuesAreDividedByEveryResourceOfWhichThereIsATotal) {
  EXPECT_EQ(errors(volcano()), Texts{});
  EXPECT_EQ(verdicts(volcano()),
            (Texts{"queues of Volcano, cpu in thousandths: FS101, as computed",
                   "queues of Volcano, memory in bytes: fair, as computed",
                   "queues of Volcano, nvidia.com/gpu in thousandths: fair, as computed"}));
}

TEST(ClusterDump, KoordinatorsQuotasAreDividedAtEveryParent) {
  EXPECT_EQ(errors(koordinator()), Texts{});
  EXPECT_EQ(verdicts(koordinator()),
            (Texts{"koordinator-root-quota, cpu in thousandths: fair, as computed",
                   "koordinator-root-quota, memory in bytes: fair, as computed",
                   "koordinator-root-quota, nvidia.com/gpu: fair, as computed",
                   "ml, cpu in thousandths: fair, as computed",
                   "ml, nvidia.com/gpu: FS204, as computed"}));
}

TEST(ClusterDump, KaisQueuesAreDividedAtEveryParentAndPriority) {
  EXPECT_EQ(errors(kai()), Texts{});
  EXPECT_EQ(verdicts(kai()), (Texts{"queues of KAI (priority 100), GPUs: fair, as computed",
                                    "queues of KAI (priority 50), GPUs: fair, as computed",
                                    "research, GPUs: FS204, as computed"}));
}

TEST(ClusterDump, PriorityLevelsDivideTheirNominalSeats) {
  EXPECT_EQ(errors(apf()), Texts{});
  EXPECT_EQ(verdicts(apf()), (Texts{"priority levels, seats: fair, as computed"}));
  EXPECT_EQ(read(apf()).warnings, Texts{});
  EXPECT_EQ(read(apf()).divisions.at(0).total, 602);
  EXPECT_EQ(read(apf()).divisions.at(0).claimants.size(), 7U) << "the exempt level takes no part";
}

TEST(ClusterDump, AShareThatIsNotFairIsFoundInEachKind) {
  Dump dump = apf();
  dump.metrics = replaced(dump.metrics, "current_limit_seats{priority_level=\"workload-low\"} 361",
                          "current_limit_seats{priority_level=\"workload-low\"} 359");
  EXPECT_EQ(verdicts(dump), (Texts{"priority levels, seats: FS101"}));
  dump = koordinator();
  dump.objects = replaced(dump.objects, "\"cpu\":\"40445m\"", "\"cpu\":\"40447m\"");
  EXPECT_EQ(verdicts(dump).at(0), "koordinator-root-quota, cpu in thousandths: FS204");
  dump = kai();
  dump.metrics =
      replaced(dump.metrics, "gpu{queue_name=\"batch\"} 8", "gpu{queue_name=\"batch\"} 6");
  EXPECT_EQ(verdicts(dump).at(1), "queues of KAI (priority 50), GPUs: FS101");
}

TEST(ClusterDump, VolcanoNeedsTotalsAndMetrics) {
  Dump dump = volcano();
  dump.options.totals.clear();
  EXPECT_EQ(errors(dump),
            (Texts{"FS002 dump: what there is to divide is not in it: give what the nodes have by "
                   "--total cpu=96 --total memory=512Gi"}));
  dump = volcano();
  dump.metrics.clear();
  EXPECT_EQ(errors(dump), (Texts{"FS002 dump: the shares are in the metrics of volcano-scheduler: "
                                 "give them by --metrics FILE"}));
}

TEST(ClusterDump, ATotalOfWhatNobodyDividesIsRefused) {
  for (Dump dump : {volcano(), koordinator(), kai()}) {
    dump.options.totals.emplace("nvidia.com/gpus", 16);
    EXPECT_EQ(errors(dump), (Texts{"FS003 dump: --total nvidia.com/gpus: nobody here divides a "
                                   "resource of that name"}));
    EXPECT_GE(verdicts(dump).size(), 3U) << "the others are judged";
  }
}

TEST(ClusterDump, QueuesOfVolcanoOfWhichNoneHasJobsAreNothingToJudge) {
  Dump dump = volcano();
  dump.options.totals = totals({"cpu=100"});
  dump.objects = "apiVersion: scheduling.volcano.sh/v1beta1\nkind: Queue\nmetadata: {name: a}\n";
  EXPECT_EQ(errors(dump), (Texts{"FS104 dump:1: no queue has pod groups in its status, so nothing "
                                 "is divided among them"}));
}

TEST(ClusterDump, VolcanosQueueWithoutAShareIsNamedWithItsMetric) {
  Dump dump = volcano();
  dump.metrics = replaced(dump.metrics, "volcano_queue_deserved_milli_cpu{queue_name=\"dev\"}",
                          "volcano_queue_deserved_milli_cpu{queue_name=\"development\"}");
  EXPECT_EQ(errors(dump), (Texts{"FS104 metrics.txt: there is no sample "
                                 "volcano_queue_deserved_milli_cpu{queue_name=\"dev\"}"}));
  EXPECT_EQ(verdicts(dump).size(), 2U) << "the other resources are judged";
}

TEST(ClusterDump, AWrongQuantityIsToldWithItsLineItsObjectAndItsField) {
  Dump dump = volcano();
  dump.objects = replaced(dump.objects, "\"160Gi\"", "\"160 Gi\"");
  EXPECT_EQ(errors(dump).at(0),
            "FS006 dump:60: claimant dev, spec.capability.memory: \"160 Gi\" is no quantity, such "
            "as 2, 0.5, 500m, 1Gi or 2e3");
  dump = koordinator();
  dump.objects = replaced(dump.objects, "cpu: \"60\"", "cpu: \"-60\"");
  EXPECT_EQ(errors(dump),
            (Texts{"FS011 dump:17: claimant ml, spec.max.cpu: the quantity is negative"}));
  dump = koordinator();
  dump.objects = replaced(dump.objects, "'{\"cpu\":\"70\",", "'{\"cpu\":\"seventy\",");
  EXPECT_EQ(errors(dump).at(0).substr(0, 94),
            "FS006 dump:7: claimant ml, "
            "metadata.annotations.quota.scheduling.koordinator.sh/request.cpu: \"");
}

TEST(ClusterDump, VolcanosQueuesWithoutJobsTakeNoPartButForTheirGuarantee) {
  Dump dump = volcano();
  const auto idle = read(dump).divisions.at(0);
  EXPECT_EQ(idle.notes, Texts{"Queues without jobs take no part: default."});
  EXPECT_EQ(idle.claimants.size(), 3U);
  EXPECT_EQ(idle.claimants.at(0).max_share, Rational(50000)) << "prod is guaranteed the rest";
  dump.objects = replaced(dump.objects, "\"running\": 12,", "\"running\": 0,");
  const auto none = read(dump).divisions.at(0);
  EXPECT_EQ(none.claimants.size(), 2U);
  EXPECT_EQ(none.claimants.at(0).max_share, Rational(50000));
}

TEST(ClusterDump, TotalsOfKoordinatorAreNeededAtTheTopOnly) {
  Dump dump = koordinator();
  dump.options.totals.clear();
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(verdicts(dump), (Texts{"ml, cpu in thousandths: fair, as computed",
                                   "ml, nvidia.com/gpu: FS204, as computed"}));
  EXPECT_EQ(read(dump).warnings.size(), 3U);
  EXPECT_EQ(read(dump).warnings.at(0),
            "koordinator-root-quota: how much cpu there is to divide is not in the dump; --total "
            "cpu=AMOUNT says it.");
}

TEST(ClusterDump, KoordinatorsMinimumsAreScaledToATotalThatDoesNotReachThem) {
  Dump dump = koordinator();
  dump.options.totals = totals({"cpu=25"});
  const auto division = read(dump).divisions.at(0);
  EXPECT_EQ(division.claimants.at(0).min_share, 15000);
  EXPECT_EQ(division.claimants.at(1).min_share, 10000);
  EXPECT_EQ(division.notes,
            (Texts{"The minimums, 50000, exceed the total and were scaled down to it, as "
                   "Koordinator does with enableMinQuotaScale."}));
}

TEST(ClusterDump, KoordinatorsReleaseBeforeItsRemaindersCanBeAsked) {
  Dump dump = koordinator();
  dump.options.scheduler = "koordinator_pre2876";
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(verdicts(dump).back(), "ml, nvidia.com/gpu: FS204");
  dump.options.scheduler = "kai";
  EXPECT_EQ(errors(dump),
            (Texts{"FS018 dump: --scheduler kai: what is dumped here is of koordinator"}));
}

TEST(ClusterDump, AParentThatIsNotThereOrAboveItselfIsRefused) {
  Dump dump = koordinator();
  dump.objects = replaced(dump.objects, "parent: ml\n", "parent: mll\n");
  EXPECT_EQ(errors(dump),
            (Texts{"FS401 dump:72: claimant analytics, "
                   "metadata.labels.quota.scheduling.koordinator.sh/parent: there is no \"mll\" in "
                   "this file"}));
  dump = kai();
  dump.objects = replaced(dump.objects, "name: research\nspec:\n",
                          "name: research\nspec:\n  parentQueue: search\n");
  ASSERT_EQ(errors(dump).size(), 1U);
  EXPECT_EQ(errors(dump).at(0).substr(0, 6), "FS401 ");
  EXPECT_TRUE(read(dump).divisions.empty());
}

TEST(ClusterDump, QuotasWithoutARuntimeHaveNothingToJudge) {
  Dump dump = koordinator();
  for (std::size_t at = 0; (at = dump.objects.find("/runtime", at)) != std::string::npos;) {
    dump.objects.replace(at, 8, "/other");
  }
  ASSERT_EQ(errors(dump).size(), 2U);
  EXPECT_EQ(errors(dump).at(0).substr(0, 26), "FS104 dump:6: claimant ml,");
}

TEST(ClusterDump, PriorityLevelsRefuseATotalAndALevelThatNobodyConfigured) {
  Dump dump = apf();
  dump.options.totals = totals({"seats=600"});
  EXPECT_EQ(errors(dump).at(0).substr(0, 6), "FS018 ");
  dump = apf();
  dump.objects = replaced(dump.objects, "name: system", "name: systems");
  const Texts told = errors(dump);
  EXPECT_EQ(told.at(0).substr(0, 6), "FS105 ");
  EXPECT_NE(told.at(0).find("claimant system, apiserver_flowcontrol_nominal_limit_seats"),
            std::string::npos);
  EXPECT_EQ(told.at(1).substr(0, 6), "FS104 ") << "systems has no metrics";
}

TEST(ClusterDump, MetricsOfAnotherConfigurationAreNoticed) {
  Dump dump = apf();
  dump.objects = replaced(dump.objects, "lendablePercent: 90", "lendablePercent: 50");
  ASSERT_EQ(read(dump).warnings.size(), 1U);
  EXPECT_EQ(read(dump).warnings.at(0).substr(0, 30), "workload-low: its limits in th");
  dump = apf();
  dump.objects =
      replaced(dump.objects, "nominalConcurrencyShares: 100", "nominalConcurrencyShares: 150");
  ASSERT_EQ(read(dump).warnings.size(), 1U);
  EXPECT_EQ(read(dump).warnings.at(0).substr(0, 25), "No limit of the server's ");
}

TEST(ClusterDump, ServersWhoseExemptLevelTakesAllDivideNothing) {
  Dump dump = apf();
  dump.metrics = replaced(dump.metrics, "high_watermark{priority_level=\"exempt\"} 6",
                          "high_watermark{priority_level=\"exempt\"} 500");
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_TRUE(read(dump).divisions.empty());
  EXPECT_EQ(read(dump).warnings.at(0).substr(0, 31), "The exempt levels (exempt 500) ");
}

TEST(ClusterDump, JsonAndYamlOfTheSameObjectsAreTheSame) {
  const std::string yaml =
      "apiVersion: scheduling.volcano.sh/v1beta1\nkind: Queue\nmetadata: {name: a}\n"
      "spec: {weight: 3, capability: {cpu: 500m}}\nstatus: {running: 1}\n";
  const std::string json =
      R"([{"apiVersion":"scheduling.volcano.sh/v1beta1","kind":"Queue","metadata":{"name":"a"},)"
      R"("spec":{"weight":3,"capability":{"cpu":"500m"}},"status":{"running":1}}])";
  const std::string metrics =
      "volcano_queue_request_milli_cpu{queue_name=\"a\"} 700\n"
      "volcano_queue_deserved_milli_cpu{queue_name=\"a\"} 500\n";
  const DumpOptions options{.totals = totals({"cpu=0.5"})};
  const Texts expected{"queues of Volcano, cpu in thousandths: fair, as computed"};
  EXPECT_EQ(verdicts({yaml, metrics, options}), expected);
  EXPECT_EQ(verdicts({json, metrics, options}), expected);
  EXPECT_EQ(verdicts({"---\n" + yaml + "---\n# nothing\n", metrics, options}), expected);
}

TEST(ClusterDump, ObjectsAreRefusedThatHaveNoNameOrStandTwice) {
  EXPECT_EQ(errors({"apiVersion: v1\nkind: Pod\nmetadata: {}\n"}),
            (Texts{"FS002 dump:3: metadata.name: an object of Kubernetes has a string "
                   "metadata.name"}));
  const std::string pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n";
  EXPECT_EQ(errors({pod + "---\n" + pod}),
            (Texts{"FS004 dump:9: metadata.name: there is another Pod named \"a\""}));
  EXPECT_EQ(errors({pod}), (Texts{"FS002 dump: there is no Queue of Volcano or KAI, no "
                                  "ElasticQuota and no PriorityLevelConfiguration in it"}));
  EXPECT_EQ(read({pod}).warnings,
            (Texts{"dump: objects that are not read were passed over: 1 Pod."}));
}

TEST(ClusterDump, IsToldFromARecordByItsBeginning) {
  for (const char* text :
       {"apiVersion: v1\n", "{\"apiVersion\":\"v1\"", "{\n  \"items\": [", "---", "# quotas\n",
        "- apiVersion: v1\n", "[{\"kind\"", "kind: List", "items:"}) {
    EXPECT_TRUE(looks_like_kubernetes(text)) << text;
  }
  for (const char* text : {"", "{", "{\"id\":\"a\"", "{\"scheduler\":{", "{\"pools\":{",
                           "{\"kinds\":1", "apiVersions: 1", "{\"total\":1"}) {
    EXPECT_FALSE(looks_like_kubernetes(text)) << text;
  }
}

TEST(ClusterDump, TotalsAreQuantitiesOneAResource) {
  EXPECT_EQ(totals({"cpu=500m", "memory=1Ki"}),
            (ResourceList{{"cpu", Rational(1, 2)}, {"memory", 1024}}));
  for (const Texts& texts :
       std::vector<Texts>{{"cpu"}, {"=1"}, {"cpu="}, {"cpu=x"}, {"cpu=-1"}, {"cpu=1", "cpu=2"}}) {
    const auto read = read_totals(texts);
    EXPECT_TRUE(std::holds_alternative<Complaint>(read)) << texts.front();
  }
}

}  // namespace
}  // namespace fairshare::formats
