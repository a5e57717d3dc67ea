// Runs in the repository's root.
#include "formats/kubernetes/dump.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "formats/verdict/verdict.h"

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

TEST(ClusterDump, ASampleThatIsNoShareIsToldWithItsLine) {
  const std::string name = "volcano_queue_deserved_milli_cpu";
  const std::string sample = name + "{queue_name=\"dev\"} ";
  const auto told = [&](const std::string& by) {
    Dump dump = volcano();
    dump.options.totals = totals({"cpu=100"});
    dump.metrics = replaced(dump.metrics, sample + "33333.33333333333", by);
    EXPECT_EQ(verdicts(dump), Texts{});
    return errors(dump);
  };
  const std::string place = " metrics.txt:7: " + name + ": ";
  EXPECT_EQ(told(sample + "-1"), Texts{"FS011" + place + "the sample is negative"});
  EXPECT_EQ(told(sample + "1e400"),
            Texts{"FS008" + place + "the sample is beyond the largest double"});
  EXPECT_EQ(told(sample + "NaN"), Texts{"FS011" + place + "NaN is not a finite number"});
  EXPECT_EQ(told(sample + "1\n" + name + "{queue_name=\"dev\",pod=\"b\"} 1"),
            Texts{"FS004 metrics.txt:8: " + name +
                  ": line 7 has the same of another instance, and only one can be judged at a "
                  "time"});
}

TEST(ClusterDump, MetricsThatCannotBeReadAreNotMissedOnceMore) {
  Dump dump = volcano();
  dump.metrics = "volcano_queue_deserved_milli_cpu{queue_name 1\n";
  EXPECT_EQ(errors(dump),
            (Texts{"FS001 metrics.txt:1: volcano_queue_deserved_milli_cpu: a label is "
                   "expected here, such as queue_name=\"a\""}));
  dump = apf();
  dump.metrics.clear();
  EXPECT_EQ(errors(dump), (Texts{"FS002 dump: the shares are in the metrics of the API server: "
                                 "give them by --metrics FILE"}));
}

TEST(ClusterDump, AQueueOfVolcanoMayLackAnExtendedResource) {
  Dump dump = volcano();
  dump.options.totals = totals({"nvidia.com/gpu=16"});
  const auto claimants = read(dump).divisions.at(0).claimants;
  EXPECT_EQ(claimants.at(1).name, "dev");
  EXPECT_EQ(claimants.at(1).share, 0) << "it has no sample";
  EXPECT_EQ(claimants.at(2).share, 8000);
  dump.objects = replaced(dump.objects, "\"cpu\": \"64\"", "\"nvidia.com/gpu\": \"0\"");
  dump.metrics +=
      "volcano_queue_request_scalar_resources{queue_name=\"dev\","
      "resource=\"nvidia.com/gpu\"} 4000\n";
  const auto held = read(dump).divisions.at(0).claimants.at(1);
  EXPECT_EQ(held.demand, 0) << "a capability of 0 is one for these";
  EXPECT_EQ(held.max_share, Rational(16000)) << "what there is";
}

TEST(ClusterDump, GuaranteesOfIdleQueuesMayLeaveTheOthersNothing) {
  Dump dump = volcano();
  dump.options.totals = totals({"cpu=50"});
  dump.objects = replaced(dump.objects, "\"running\": 12,", "\"running\": 0,");
  const auto claimants = read(dump).divisions.at(0).claimants;
  ASSERT_EQ(claimants.size(), 2U);
  for (const DumpClaimant& queue : claimants) EXPECT_EQ(queue.demand, 0) << queue.name;
}

TEST(ClusterDump, WhatPluginCapacityGoesByIsPassedOverAndSaid) {
  Dump dump = volcano();
  EXPECT_EQ(read(dump).warnings, Texts{});
  dump.objects =
      replaced(dump.objects, "\"capability\": {", "\"deserved\": {\"cpu\": 1}, \"capability\": {");
  ASSERT_EQ(read(dump).warnings.size(), 1U);
  EXPECT_EQ(read(dump).warnings.at(0).substr(0, 44),
            "dev has a spec.deserved: plugin capacity goe");
  EXPECT_EQ(verdicts(dump), verdicts(volcano()));
}

const std::string koordinators = "quota.scheduling.koordinator.sh/";

// A quota of Koordinator that asks for `request` and was given `runtime`; each line of `more` is
// added to its labels or annotations.
std::string quota(const std::string& name, const Texts& labels, const Texts& annotations,
                  const std::string& spec) {
  std::string text =
      "---\napiVersion: scheduling.sigs.k8s.io/v1alpha1\nkind: ElasticQuota\nspec: " + spec +
      "\nmetadata:\n  name: " + name + "\n  labels:\n";
  for (const std::string& label : labels) text += "    " + koordinators + label + "\n";
  text += "  annotations:\n";
  for (const std::string& annotation : annotations) {
    text += "    " + koordinators + annotation + "\n";
  }
  return text;
}

TEST(ClusterDump, KoordinatorsTreesHaveTotalsOfTheirOwn) {
  const Texts label = {"tree-id: t"};
  const Texts half = {"runtime: '{\"cpu\":2}'", "request: '{\"cpu\":9}'"};
  const std::string spec = "{max: {cpu: 8}}";
  Dump dump{quota("a", label, half, spec) + quota("b", label, half, spec)};
  EXPECT_EQ(verdicts(dump), Texts{});
  EXPECT_EQ(read(dump).warnings, (Texts{"quota tree t: how much cpu there is to divide is not in "
                                        "the dump; --total cpu=AMOUNT says it."}));
  Texts with_total = half;
  with_total.emplace_back("total-resource: '{\"cpu\":4}'");
  dump.objects += quota("c", label, with_total, "{max: {cpu: 0}}");
  EXPECT_EQ(read(dump).warnings, Texts{});
  const auto division = read(dump).divisions.at(0);
  EXPECT_EQ(division.title, "quota tree t");
  EXPECT_EQ(division.total, 4000);
  EXPECT_EQ(division.claimants.at(0).weight, 8000) << "the max, where there is no weight";
}

TEST(ClusterDump, KoordinatorsOwnQuotasAreNotDividedTo) {
  Dump dump = koordinator();
  for (const char* name :
       {"koordinator-root-quota", "koordinator-system-quota", "koordinator-default-quota"}) {
    dump.objects =
        "apiVersion: v1\nitems:\n- apiVersion: scheduling.sigs.k8s.io/v1alpha1\n"
        "  kind: ElasticQuota\n  metadata: {name: " +
        std::string(name) + "}\n" + koordinator().objects.substr(22);
    EXPECT_EQ(errors(dump), Texts{}) << name;
    EXPECT_EQ(verdicts(dump), verdicts(koordinator())) << name;
  }
}

TEST(ClusterDump, WhoLendsNothingKeepsItsMinimum) {
  const Texts given = {"runtime: '{\"cpu\":1}'"};
  const std::string spec = "{min: {cpu: 1}, max: {cpu: 4}}";
  Dump dump{quota("a", {"allow-lent-resource: \"false\""}, given, spec) +
            quota("b", {"allow-lent-resource: \"true\""}, given, spec)};
  dump.options.totals = totals({"cpu=4"});
  EXPECT_FALSE(read(dump).divisions.at(0).claimants.at(0).lends);
  EXPECT_TRUE(read(dump).divisions.at(0).claimants.at(1).lends);
  EXPECT_EQ(read(dump).warnings, Texts{});
  dump.objects += quota("c", {}, {"guaranteed: '{\"cpu\":2}'"}, spec);
  ASSERT_EQ(read(dump).warnings.size(), 1U);
  EXPECT_EQ(read(dump).warnings.at(0).substr(0, 32), "Quotas have guaranteed resources");
  EXPECT_FALSE(read(dump).divisions.at(0).claimants.at(1).lends) << "the feature is on";
  EXPECT_EQ(read(dump).divisions.at(0).claimants.at(2).guarantee, 2000);
}

TEST(ClusterDump, AQuotaHasNoMaximumOfAResourceThatItDoesNotName) {
  const Texts given = {"runtime: '{\"cpu\":1}'"};
  Dump dump{quota("a", {}, given, "{max: {cpu: 4}}") + quota("b", {}, given, "{max: {}}")};
  dump.options.totals = totals({"cpu=4"});
  const auto claimants = read(dump).divisions.at(0).claimants;
  EXPECT_EQ(claimants.at(0).max_share, Rational(4000));
  EXPECT_EQ(claimants.at(1).max_share, std::nullopt);
}

TEST(ClusterDump, WhatAQuotaSaysWronglyIsToldOnce) {
  const auto told = [](const Texts& labels, const Texts& annotations, const std::string& spec) {
    Dump dump{quota("a", labels, annotations, spec)};
    dump.options.totals = totals({"memory=4"});
    return errors(dump);
  };
  const Texts given = {"runtime: '{\"cpu\":1}'"};
  const std::string too_much = ": the quantity is more than 2^63 - 1 units, which Kubernetes holds";
  EXPECT_EQ(told({}, given, "{max: {memory: 9223372036854775808}}"),
            (Texts{"FS008 dump:8: claimant a, metadata.annotations." + koordinators +
                       "shared-weight" + too_much,
                   "FS008 dump:4: claimant a, spec.max" + too_much}));
  EXPECT_EQ(told({"parent: 7"}, given, "{}"),
            (Texts{"FS002 dump:8: claimant a, metadata.labels." + koordinators +
                   "parent: a string is expected here, not a number"}));
  EXPECT_EQ(told({}, given, "{max: 4}"),
            (Texts{"FS002 dump:4: claimant a, spec.max: an object of resource to quantity is "
                   "expected here, not a number"}));
  const Texts cut = {"runtime: '{\"cpu\":'"};
  EXPECT_EQ(told({}, cut, "{max: {cpu: 4}}").at(0).substr(0, 16), "FS001 dump:9: cl");
  EXPECT_NE(told({}, cut, "{max: {cpu: 4}}").at(0).find("its text is no JSON: "),
            std::string::npos);
}

TEST(ClusterDump, AnAnnotationThatSaysNothingIsNone) {
  for (const char* nothing : {"runtime: 'null'", "runtime: ''", "runtime:"}) {
    EXPECT_EQ(errors({quota("a", {}, {nothing}, "{max: {cpu: 4}}")}).at(0).substr(0, 6), "FS104 ")
        << nothing;
  }
}

TEST(ClusterDump, KaiCountsInItsOwnUnits) {
  Dump dump = kai();
  dump.options.totals = totals({"cpu=96", "memory=64G"});
  dump.objects = replaced(dump.objects, "memory:\n      limit: -1", "memory:\n      limit: 4000");
  dump.objects = replaced(dump.objects, "nvidia.com/gpu: \"30\"", "{cpu: 2500m, memory: 3Gi}");
  dump.metrics = replaced(dump.metrics, "memory_gb{queue_name=\"batch\"} 0",
                          "memory_gb{queue_name=\"batch\"} 1.5");
  const auto divisions = read(dump).divisions;
  ASSERT_GE(divisions.size(), 4U);
  EXPECT_EQ(divisions.at(1).resource, "cpu in thousandths");
  EXPECT_EQ(divisions.at(1).total, 96000);
  EXPECT_EQ(divisions.at(1).claimants.at(0).demand, 2500);
  const auto memory = divisions.at(3);
  EXPECT_EQ(memory.resource, "memory in bytes");
  EXPECT_EQ(memory.claimants.at(0).max_share, Rational(4'000'000'000));
  EXPECT_EQ(memory.claimants.at(1).max_share, Rational(-1)) << "no end";
  EXPECT_EQ(memory.claimants.at(0).demand, Rational(3) * 1024 * 1024 * 1024);
  EXPECT_EQ(memory.claimants.at(0).share, 1'500'000'000);
}

TEST(ClusterDump, WithoutATotalKaisQueuesAreJudgedBelowOthers) {
  Dump dump = kai();
  dump.options.totals.clear();
  EXPECT_EQ(verdicts(dump), Texts{"research, GPUs: FS204, as computed"});
  EXPECT_EQ(read(dump).warnings,
            (Texts{"How much gpu there is to divide is not in the dump: without --total "
                   "nvidia.com/gpu=AMOUNT only what lies below a queue is judged."}));
}

TEST(ClusterDump, KaisQueuesAreKnownToTheMetricsByTheNameThatIsShown) {
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
  EXPECT_EQ(verdicts(dump), verdicts(kai()));
}

TEST(ClusterDump, KaisQueuesMayLackWhatHasAUsualValue) {
  Dump dump = kai();
  EXPECT_EQ(read(dump).divisions.at(0).claimants.at(0).created, Rational(20260203070000));
  dump.objects = replaced(dump.objects, "  creationTimestamp: \"2026-02-03T07:00:00Z\"\n", "");
  const auto batch = read(dump).divisions.at(0).claimants.at(0);
  EXPECT_EQ(batch.created, 0);
  EXPECT_EQ(batch.priority, 50);
  EXPECT_EQ(read(dump).divisions.at(0).claimants.at(1).priority, 100);
}

TEST(ClusterDump, KaisQueuesHaveNoNegativeWeightsAndNoQuotaBelowNoEnd) {
  Dump dump = kai();
  dump.objects = replaced(dump.objects, "quota: 2", "quota: -2");
  dump.objects = replaced(dump.objects, "overQuotaWeight: 4", "overQuotaWeight: -4");
  EXPECT_EQ(
      errors(dump),
      (Texts{"FS011 dump:16: claimant batch, spec.resources.gpu.quota: below 0 only -1 has a "
             "meaning",
             "FS011 dump:109: claimant speech, spec.resources.gpu.overQuotaWeight: the weight "
             "is negative"}));
  EXPECT_EQ(verdicts(dump), Texts{});
}

TEST(ClusterDump, KaisLimitsAreHeldInDoubles) {
  Dump dump = kai();
  dump.options.totals = totals({"memory=64G"});
  dump.objects = replaced(dump.objects, "memory:\n      limit: -1", "memory:\n      limit: 1e303");
  EXPECT_EQ(errors(dump), (Texts{"FS008 dump:18: claimant batch, spec.resources.memory.limit: in "
                                 "bytes it is beyond the largest double"}));
}

TEST(ClusterDump, AParentOfKaiWithoutAShareLeavesItsChildrenOut) {
  Dump dump = kai();
  dump.metrics =
      replaced(dump.metrics, "gpu{queue_name=\"research\"}", "gpu{queue_name=\"other\"}");
  EXPECT_EQ(errors(dump), (Texts{"FS104 metrics.txt: there is no sample "
                                 "kai_queue_fair_share_gpu{queue_name=\"research\"}"}));
  EXPECT_EQ(verdicts(dump), Texts{});
}

TEST(ClusterDump, PriorityLevelsAreExemptOrLimited) {
  Dump dump = apf();
  dump.objects = replaced(dump.objects, "type: Exempt", "type: Exempted");
  EXPECT_EQ(errors(dump), (Texts{"FS002 dump:21: claimant exempt, spec.type: \"Limited\" or "
                                 "\"Exempt\" is expected"}));
}

TEST(ClusterDump, ALevelMayBorrowAPercentageOfItsSeats) {
  Dump dump = apf();
  dump.objects = replaced(dump.objects, "lendablePercent: 90",
                          "borrowingLimitPercent: 50\n    lendablePercent: 90");
  dump.metrics = replaced(dump.metrics, "upper_limit_seats{priority_level=\"workload-low\"} 845",
                          "upper_limit_seats{priority_level=\"workload-low\"} 368");
  EXPECT_EQ(read(dump).warnings, Texts{}) << "245 and half of it, rounded away from 0";
  dump.metrics = replaced(dump.metrics, "upper_limit_seats{priority_level=\"workload-low\"} 368",
                          "upper_limit_seats{priority_level=\"workload-low\"} 367");
  ASSERT_EQ(read(dump).warnings.size(), 1U);
  EXPECT_EQ(read(dump).warnings.at(0).substr(0, 12), "workload-low");
}

TEST(ClusterDump, ALevelWithoutALendablePercentLendsNothing) {
  Dump dump = apf();
  dump.objects = replaced(dump.objects, "    lendablePercent: 0\n    limitResponse:\n",
                          "    limitResponse:\n");
  dump.objects = replaced(dump.objects, "    nominalConcurrencyShares: 5\n", "");
  ASSERT_EQ(read(dump).warnings.size(), 1U) << "30 shares, which Kubernetes fills in, are not 5";
  EXPECT_EQ(read(dump).warnings.at(0).substr(0, 12), "No limit of ");
}

TEST(ClusterDump, ExemptLevelsAloneDivideNothing) {
  Dump dump = apf();
  dump.objects = dump.objects.substr(dump.objects.find("---\n") + 4);
  dump.objects = dump.objects.substr(0, dump.objects.find("---\n"));
  dump.metrics =
      "apiserver_flowcontrol_current_limit_seats{priority_level=\"exempt\"} 6\n"
      "apiserver_flowcontrol_demand_seats_high_watermark{priority_level=\"exempt\"} 6\n"
      "apiserver_flowcontrol_lower_limit_seats{priority_level=\"exempt\"} 9\n"
      "apiserver_flowcontrol_nominal_limit_seats{priority_level=\"exempt\"} 9\n"
      "apiserver_flowcontrol_upper_limit_seats{priority_level=\"exempt\"} 600\n";
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_TRUE(read(dump).divisions.empty());
  EXPECT_EQ(read(dump).warnings.at(0).substr(0, 29), "The exempt levels (exempt 9) ");
  dump.metrics = replaced(dump.metrics, "lower_limit_seats{priority_level=\"exempt\"} 9",
                          "lower_limit_seats{priority_level=\"exempt\"} 0");
  EXPECT_TRUE(read(dump).divisions.empty()) << "3 seats are left, and nobody to divide them to";
}

TEST(ClusterDump, ALevelThatTheServerWouldRefuseIsFoundToBe) {
  Dump dump = apf();
  dump.metrics = replaced(dump.metrics, "target_seats{priority_level=\"system\"} 50",
                          "target_seats{priority_level=\"system\"} 49");
  EXPECT_EQ(errors(dump), Texts{});
  const auto made = cases_of(read(dump).divisions.at(0), "dump", {});
  const auto& emulated = std::get<std::vector<Case>>(made).at(0).emulated;
  ASSERT_TRUE(emulated);
  EXPECT_EQ(emulated->shares, std::nullopt);
  EXPECT_EQ(emulated->fault, "target 4 is 49, which is below its lower bound of 50");
}

TEST(ClusterDump, SharesMayBeJudgedAsOneLikes) {
  const auto division = read(apf()).divisions.at(0);
  const auto exact = cases_of(division, "dump", {.rounding = Rounding::exact});
  const Case& one = std::get<std::vector<Case>>(exact).at(0);
  EXPECT_EQ(one.reported.at(0).interval.low, one.reported.at(0).interval.high);
  const auto usual = cases_of(division, "dump", {});
  const Case& other = std::get<std::vector<Case>>(usual).at(0);
  EXPECT_EQ(other.reported.at(0).interval.high - other.reported.at(0).interval.low, 1);
}

TEST(ClusterDump, ItemsAreAListAndObjectsMayStandInSeveral) {
  EXPECT_EQ(errors({"{\"items\":\n{}}"}),
            (Texts{"FS002 dump:1: items: a list is expected here, not an object"}));
  const std::string first = quota("a", {}, {"runtime: '{\"cpu\":1}'"}, "{max: {cpu: 4}}");
  const std::string items =
      "items:\n- apiVersion: scheduling.sigs.k8s.io/v1alpha1\n"
      "  kind: ElasticQuota\n  metadata: {name: b}\n";
  Dump dump{first + "---\n" + items};
  dump.options.totals = totals({"cpu=4"});
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(read(dump).divisions.at(0).claimants.size(), 2U);
  dump.objects = first + "---\n" + items + "- {}\n";
  EXPECT_EQ(errors(dump),
            (Texts{"FS002 dump:15: items[1].apiVersion: an object of Kubernetes has a "
                   "string apiVersion"}));
  EXPECT_EQ(errors({"apiVersion: v1\nkind: ''\nmetadata: {name: a}\n"}),
            (Texts{"FS002 dump:2: kind: an object of Kubernetes has a string kind"}));
  EXPECT_EQ(errors({"apiVersion: v1\nkind: a\n"}),
            (Texts{"FS002 dump:1: metadata.name: an object of Kubernetes has a string "
                   "metadata.name"}));
}

TEST(ClusterDump, AMarkOfUtf8OrADirectiveMayComeFirst) {
  for (const char* text : {"\xEF\xBB\xBF{\"kind\":",
                           "\xEF\xBB\xBF"
                           "kind: List",
                           "%YAML 1.1\n"}) {
    EXPECT_TRUE(looks_like_kubernetes(text)) << text;
  }
  EXPECT_FALSE(looks_like_kubernetes("{kind:")) << "JSON has its keys in quotes";
  EXPECT_FALSE(looks_like_kubernetes("\xEF\xBB\xBF"));
}

TEST(ClusterDump, AReleaseOfAnotherSchedulerIsRefused) {
  for (Dump dump : {volcano(), koordinator(), kai(), apf()}) {
    dump.options.scheduler = "armada";
    EXPECT_EQ(errors(dump).size(), 1U);
    EXPECT_EQ(errors(dump).at(0).substr(0, 53),
              "FS018 dump: --scheduler armada: what is dumped here i");
    EXPECT_EQ(verdicts(dump), Texts{});
  }
  Dump dump = kai();
  dump.metrics.clear();
  EXPECT_EQ(errors(dump), (Texts{"FS002 dump: the shares are in the metrics of KAI's scheduler: "
                                 "give them by --metrics FILE"}));
}

TEST(ClusterDump, OtherKindsOfAGroupArePassedOver) {
  Dump dump = apf();
  dump.objects +=
      "---\napiVersion: flowcontrol.apiserver.k8s.io/v1\nkind: FlowSchema\nmetadata: {name: a}\n"
      "---\napiVersion: v1\nkind: Queue\nmetadata: {name: b}\n";
  EXPECT_EQ(verdicts(dump), verdicts(apf()));
  EXPECT_EQ(read(dump).warnings,
            (Texts{"dump: objects that are not read were passed over: 1 FlowSchema, 1 Queue."}));
}

TEST(ClusterDump, OfSeveralObjectsThatAreNoneTheFirstIsTold) {
  const Texts first = {"FS002 dump:1: apiVersion: an object of Kubernetes has a string apiVersion"};
  EXPECT_EQ(errors({"kind: a\n---\nkind: b\n"}), first);
  EXPECT_EQ(
      errors({"- kind: a\n- kind: b\n"}),
      (Texts{"FS002 dump:1: [0].apiVersion: an object of Kubernetes has a string apiVersion"}));
  EXPECT_EQ(errors({""}), (Texts{"FS002 dump: there is no Queue of Volcano or KAI, no ElasticQuota "
                                 "and no PriorityLevelConfiguration in it"}));
}

TEST(ClusterDump, ANumberThatIsNoneIsToldWithItsField) {
  Dump dump = kai();
  dump.objects = replaced(dump.objects, "quota: 2", "quota: two");
  EXPECT_EQ(errors(dump).at(0).substr(0, 57),
            "FS006 dump:16: claimant batch, spec.resources.gpu.quota: ");
}

TEST(ClusterDump, AllInACycleIsRefused) {
  const auto below = [](const std::string& name, const std::string& parent) {
    return quota(name, {"parent: " + parent}, {"runtime: '{\"cpu\":1}'"}, "{max: {cpu: 4}}");
  };
  EXPECT_EQ(errors({below("a", "b") + below("b", "a")}),
            (Texts{"FS401 dump:8: claimant a, metadata.labels." + koordinators +
                   "parent: it is above itself"}));
}

TEST(ClusterDump, CapacitiesOfVolcanoAreKeptWhereTheyAreLess) {
  Dump dump = volcano();
  dump.objects =
      replaced(dump.objects, "\"cpu\": \"64\"", "\"nvidia.com/gpu\": \"3\", \"cpu\": \"0\"");
  const auto divisions = read(dump).divisions;
  EXPECT_EQ(divisions.at(0).claimants.at(1).max_share, Rational(50000))
      << "of CPU 0 is no capability: it is what guarantees leave";
  EXPECT_EQ(divisions.at(2).claimants.at(1).max_share, Rational(3000));
}

TEST(ClusterDump, SamplesWithoutALabelAreNobodys) {
  Dump dump = volcano();
  dump.metrics = "volcano_queue_deserved_scalar_resources 7\n" + dump.metrics;
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(verdicts(dump), verdicts(volcano()));
  dump = apf();
  dump.metrics = "apiserver_flowcontrol_nominal_limit_seats 7\n" + dump.metrics;
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(verdicts(dump), verdicts(apf()));
}

TEST(ClusterDump, WhereNoLevelIsExemptNothingIsNoted) {
  Dump dump = apf();
  EXPECT_EQ(read(dump).divisions.at(0).notes.size(), 1U);
  dump.objects = replaced(dump.objects, "  exempt:\n", "  limited:\n");
  dump.objects = replaced(dump.objects, "type: Exempt", "type: Limited");
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(read(dump).divisions.at(0).notes, Texts{});
  EXPECT_EQ(read(dump).divisions.at(0).claimants.size(), 8U);
}

TEST(ClusterDump, QuotasOfKoordinatorsOwnAloneAreNothingToJudge) {
  const std::string root = quota("koordinator-root-quota", {}, {}, "{max: {cpu: 4}}");
  EXPECT_EQ(errors({root}), (Texts{"FS104 dump: there are only quotas of Koordinator's own in it, "
                                   "to which nothing is divided"}));
  EXPECT_EQ(errors({root + quota("a", {}, {"runtime: '{\"cpu\":1}'"}, "{max: {cpu: 4}}")}),
            Texts{});
}

}  // namespace
}  // namespace fairshare::formats
