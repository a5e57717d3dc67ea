// What holds for dumps of every kind. Runs in the repository's root.
#include "formats/kubernetes/dump.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/formats/kubernetes/dumps.h"

namespace fairshare::formats {
namespace {

using namespace tests;
using exact::Rational;

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

TEST(ClusterDump, ATotalOfAnUndividedResourceIsRefused) {
  for (Dump dump : {volcano(), koordinator(), kai()}) {
    dump.options.totals.emplace("nvidia.com/gpus", 16);
    EXPECT_EQ(errors(dump), Texts{told_total("nvidia.com/gpus")});
    EXPECT_GE(verdicts(dump).size(), 3U) << "the others are judged";
  }
  // These say their total themselves.
  for (const Dump& plain : {balancers(), karmada(), kubefed()}) {
    Dump dump = plain;
    dump.options.totals = totals({"cpu=1", "replicas=20"});
    EXPECT_EQ(errors(dump), (Texts{told_total("cpu"), told_total("replicas")}));
    EXPECT_EQ(verdicts(dump), verdicts(plain));
  }
}

TEST(ClusterDump, MetricsThatNothingTakesAreRefused) {
  for (Dump dump : {koordinator(), balancers(), karmada(), kubefed()}) {
    dump.metrics = kai().metrics;
    EXPECT_EQ(errors(dump),
              (Texts{"FS018 dump: --metrics: the shares are in this dump; omit the option"}));
  }
  Dump both = apf();
  both.objects += "\n---\n" + kubefed().objects;
  EXPECT_EQ(errors(both), Texts{});
}

TEST(ClusterDump, AParentThatIsNotThereOrAboveItselfIsRefused) {
  Dump dump = koordinator();
  dump.objects = replaced(dump.objects, "parent: ml\n", "parent: mll\n");
  EXPECT_EQ(
      errors(dump),
      (Texts{"FS401 dump:72: claimant analytics, "
             "metadata.labels.quota.scheduling.koordinator.sh/parent: no \"mll\" in this file"}));
  dump = kai();
  dump.objects = replaced(dump.objects, "name: research\nspec:\n",
                          "name: research\nspec:\n  parentQueue: search\n");
  ASSERT_EQ(errors(dump).size(), 1U);
  EXPECT_EQ(errors(dump).at(0).substr(0, 6), "FS401 ");
  EXPECT_TRUE(read(dump).parts.empty());
}

TEST(ClusterDump, TotalsAreQuantitiesOneAResource) {
  EXPECT_EQ(totals({"cpu=500m", "memory=1Ki"}),
            (ResourceList{{"cpu", Rational(1, 2)}, {"memory", 1024}}));
  EXPECT_EQ(totals({"cpu=0"}), (ResourceList{{"cpu", 0}}));
  for (const Texts& texts :
       std::vector<Texts>{{"cpu"}, {"=1"}, {"cpu="}, {"cpu=x"}, {"cpu=-1"}, {"cpu=1", "cpu=2"}}) {
    const auto read = read_totals(texts);
    EXPECT_TRUE(std::holds_alternative<Complaint>(read)) << texts.front();
  }
  const auto told = [](const Texts& texts) {
    const auto complaint = std::get<Complaint>(read_totals(texts));
    return complaint.code + " " + complaint.message;
  };
  for (const std::string text : {"cpu", "=1"}) {
    EXPECT_EQ(told({text}), "FS002 --total " + text +
                                ": RESOURCE=AMOUNT is expected, such as cpu=96 or memory=512Gi");
  }
  EXPECT_EQ(told({"cpu=x"}),
            "FS006 --total cpu=x: \"x\" is not a quantity, such as 2, 0.5, 500m, 1Gi or 2e3");
  EXPECT_EQ(told({"cpu=-1"}), "FS011 --total cpu=-1: the amount is negative");
  EXPECT_EQ(told({"cpu=1", "cpu=2"}), "FS004 --total cpu=2: duplicate total for this resource");
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
            Texts{"FS008" + place + "the sample exceeds the largest double"});
  EXPECT_EQ(told(sample + "NaN"), Texts{"FS011" + place + "NaN is not a finite number"});
  EXPECT_EQ(
      told(sample + "1\n" + name + "{queue_name=\"dev\",pod=\"b\"} 1"),
      Texts{"FS004 metrics.txt:8: " + name +
            ": line 7 has the same sample from another instance; judge one instance at a time"});
}

TEST(ClusterDump, MetricsThatCannotBeReadAreNotMissedOnceMore) {
  Dump dump = volcano();
  dump.metrics = "volcano_queue_deserved_milli_cpu{queue_name 1\n";
  EXPECT_EQ(errors(dump),
            (Texts{"FS001 metrics.txt:1: volcano_queue_deserved_milli_cpu: a label is "
                   "expected here, such as queue_name=\"a\""}));
  dump = apf();
  dump.metrics.clear();
  EXPECT_EQ(errors(dump), (Texts{"FS002 dump: the shares are in the metrics of the API server "
                                 "(since Kubernetes 1.26): add --metrics FILE"}));
}

TEST(ClusterDump, MetricsOfAnotherProgramAreToldOnce) {
  const std::string told = "FS104 metrics.txt: it has no sample ";
  for (const char* const metrics :
       {"<html></html>\n",
        "kai_queue_deserved_gpus 9\napiserver_flowcontrol_request_concurrency_limit 9\n",
        "{\"status\":1}\n"}) {
    Dump dump = volcano();
    dump.metrics = metrics;
    EXPECT_EQ(errors(dump), (Texts{told + "volcano_queue_...: pass what volcano-scheduler shows at "
                                          "/metrics"}));
    dump = kai();
    dump.metrics = metrics;
    EXPECT_EQ(
        errors(dump),
        (Texts{told + "kai_queue_fair_share_...: pass what KAI's scheduler shows at /metrics"}));
    dump = apf();
    dump.metrics = metrics;
    EXPECT_EQ(errors(dump),
              (Texts{told + "apiserver_flowcontrol_nominal_limit_seats...: pass what the API "
                            "server (since Kubernetes 1.26) shows at /metrics"}));
  }
}

// The errors if a part of the objects is replaced.
Texts errors_with(Dump dump, const std::string& part, const std::string& by) {
  dump.objects = replaced(dump.objects, part, by);
  return errors(dump);
}

TEST(ClusterDump, ANumberThatCannotBeHeldIsToldOnceWhereItIsWritten) {
  const std::string no_int32 = " is not a whole number from 0 to 2147483647";
  EXPECT_EQ(errors_with(volcano(), "\"weight\": 1", "\"weight\": 1.5"),
            Texts{"FS008 dump:14: claimant batch, spec.weight: 1.5" + no_int32});
  EXPECT_EQ(errors_with(kai(), "priority: 50", "priority: 0.5"),
            Texts{"FS008 dump:7: claimant batch, spec.priority: 0.5 is not a whole number from "
                  "-2147483648 to 2147483647"});
  EXPECT_EQ(errors_with(apf(), "lendablePercent: 50", "lendablePercent: 50.5"),
            Texts{"FS008 dump:29: claimant global-default, spec.limited.lendablePercent: 50.5" +
                  no_int32});
  EXPECT_EQ(errors_with(karmada(), "weight: 6", "weight: -6"),
            Texts{"FS008 dump:17: claimant web-deployment, "
                  "spec.placement.replicaScheduling.weightPreference.staticWeightList[0].weight: "
                  "-6 is not a whole number from 0 to 9223372036854775807"});
  EXPECT_EQ(errors_with(karmada(), "replicas: 10", "replicas: 10.5"),
            Texts{"FS008 dump:9: claimant web-deployment, spec.replicas: 10.5" + no_int32});
  EXPECT_EQ(errors_with(karmada(), "replicas: 10", "replicas: 3e9"),
            Texts{"FS008 dump:9: claimant web-deployment, spec.replicas: 3000000000" + no_int32});
  EXPECT_EQ(errors_with(balancers(), "minReplicas: 2", "minReplicas: -2"),
            Texts{"FS008 dump:11: claimant web, spec.targets[0].minReplicas: -2" + no_int32});
  EXPECT_EQ(
      errors_with(balancers(), "maxReplicas: 3", "maxReplicas: 3e9"),
      Texts{"FS008 dump:13: claimant web, spec.targets[2].maxReplicas: 3000000000" + no_int32});
  EXPECT_EQ(
      errors_with(balancers(), "reserved: 1", "reserved: 0.1"),
      Texts{"FS008 dump:17: claimant web, spec.policy.proportions.targetProportions.reserved: "
            "0.1" +
            no_int32});
}

TEST(ClusterDump, WhatFollowsFromAWrongFieldIsNotTold) {
  EXPECT_EQ(errors_with(apf(), "type: Limited", "type: 7"),
            Texts{"FS002 dump:11: claimant catch-all, spec.type: a string is expected here, not a "
                  "number"});
  EXPECT_EQ(errors_with(kubefed(), "targetKind: FederatedDeployment", "targetKind: 7"),
            Texts{"FS002 dump:8: claimant web, spec.targetKind: a string is expected here, not a "
                  "number"});
  EXPECT_EQ(errors_with(balancers(), "kind: Deployment, name: web-spot", "kind: 7, name: web-spot"),
            Texts{"FS002 dump:11: claimant web, spec.targets[0].scaleTargetRef.kind: a string is "
                  "expected here, not a number"});
  EXPECT_EQ(errors_with(balancers(), "spec: {replicas: 13}", "spec: 13"),
            Texts{"FS002 dump:34: claimant web-spot, spec: an object is expected here, not a "
                  "number"});
  EXPECT_EQ(errors_with(balancers(), "{name: spot, ", "{nam: spot, "),
            Texts{"FS002 dump:11: claimant web, spec.targets[0].name: the text is missing"});
  EXPECT_EQ(
      errors_with(karmada(), "    clusters:\n", "    clusters: {}\n    others:\n"),
      Texts{"FS002 dump:22: claimant web-deployment, spec.clusters: a list is expected here, not "
            "an object"});
}

TEST(ClusterDump, SharesMayBeJudgedAsOneLikes) {
  const DocumentPart part = read(apf()).parts.at(0);
  const auto exact = cases_of(part, "dump", {.rounding = Rounding::exact});
  const Case& one = std::get<std::vector<Case>>(exact).at(0);
  EXPECT_EQ(one.reported.at(0).interval.low, one.reported.at(0).interval.high);
  const auto usual = cases_of(part, "dump", {});
  const Case& other = std::get<std::vector<Case>>(usual).at(0);
  EXPECT_EQ(other.reported.at(0).interval.high - other.reported.at(0).interval.low, 1);
}

TEST(ClusterDump, AReleaseOfAnotherSchedulerIsRefused) {
  for (auto& [dump, name] :
       std::vector<std::pair<Dump, std::string>>{{volcano(), "volcano"},
                                                 {koordinator(), "koordinator"},
                                                 {kai(), "kai"},
                                                 {apf(), "apf"},
                                                 {balancers(), "balancer"},
                                                 {karmada(), "karmada"},
                                                 {kubefed(), "kubefed"}}) {
    dump.options.scheduler = "armada";
    EXPECT_EQ(errors(dump), Texts{"FS018 dump: --scheduler armada: this is a dump of " + name});
    EXPECT_EQ(verdicts(dump), Texts{});
  }
  Dump dump = kai();
  dump.metrics.clear();
  EXPECT_EQ(
      errors(dump),
      (Texts{"FS002 dump: the shares are in the metrics of KAI's scheduler: add --metrics FILE"}));
}

TEST(ClusterDump, OtherKindsOfAGroupArePassedOver) {
  Dump dump = apf();
  dump.objects +=
      "---\napiVersion: flowcontrol.apiserver.k8s.io/v1\nkind: FlowSchema\nmetadata: {name: a}\n"
      "---\napiVersion: v1\nkind: Queue\nmetadata: {name: b}\n"
      "---\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: c}\n"
      "---\napiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: d}\n"
      "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: e}\n"
      "---\napiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: f}\n"
      "---\napiVersion: types.kubefed.io/v1beta1\nkind: FederatedReplicaSet\n"
      "metadata: {name: g}\n"
      "---\napiVersion: types.kubefed.io/v1beta1\nkind: FederatedDeployment\n"
      "metadata: {name: h}\n";
  EXPECT_EQ(verdicts(dump), verdicts(apf()));
  EXPECT_EQ(read(dump).warnings,
            (Texts{"dump: skipped objects of other kinds: 1 DaemonSet, 1 FlowSchema, 1 Queue."}));
}

TEST(ClusterDump, QueuesOfOneNameInTwoNamespacesAreNotJudged) {
  Dump dump = kai();
  const std::size_t last = dump.objects.find("  name: vision\n");
  const std::string again = dump.objects.substr(dump.objects.rfind("---\n", last));
  dump.objects += replaced(again, "  name: vision\n", "  name: vision\n  namespace: other\n");
  ASSERT_EQ(errors(dump).size(), 1U);
  EXPECT_EQ(errors(dump)[0].substr(0, 5), "FS004");
  EXPECT_EQ(verdicts(dump), Texts{});
}

TEST(ClusterDump, QuotasOfOneNameInTwoNamespacesAreNotJudged) {
  const std::string one = quota("a", {}, {"runtime: '{\"cpu\":1}'"}, "{max: {cpu: 4}}");
  const Dump dump{one + replaced(one, "  name: a\n", "  name: a\n  namespace: other\n")};
  EXPECT_EQ(errors(dump), (Texts{"FS004 dump:15: claimant a, metadata.name: duplicate "
                                 "ElasticQuota: an earlier one is named \"a\""}));
}

TEST(ClusterDump, AllInACycleIsRefused) {
  const auto below = [](const std::string& name, const std::string& parent) {
    return quota(name, {"parent: " + parent}, {"runtime: '{\"cpu\":1}'"}, "{max: {cpu: 4}}");
  };
  EXPECT_EQ(errors({below("a", "b") + below("b", "a")}),
            (Texts{"FS401 dump:8: claimant a, metadata.labels." + koordinators +
                   "parent: it is its own ancestor"}));
}

TEST(ClusterDump, SamplesWithoutALabelBelongToNoQueue) {
  Dump dump = volcano();
  dump.metrics = "volcano_queue_deserved_scalar_resources 7\n" + dump.metrics;
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(verdicts(dump), verdicts(volcano()));
  dump = apf();
  dump.metrics = "apiserver_flowcontrol_nominal_limit_seats 7\n" + dump.metrics;
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(verdicts(dump), verdicts(apf()));
}

}  // namespace
}  // namespace fairshare::formats
