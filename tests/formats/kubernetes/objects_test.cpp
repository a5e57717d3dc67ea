// Objects as `kubectl` prints them: each is found, and each mistake in its place.
// Runs in the repository's root.
#include "formats/kubernetes/objects.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/formats/kubernetes/dumps.h"

namespace fairshare::formats {
namespace {

using namespace tests;

const std::string no_kind =
    "FS002 dump: it has no object of a kind that is read: Queue (scheduling.volcano.sh), "
    "ElasticQuota (scheduling.sigs.k8s.io), Queue (scheduling.run.ai), "
    "PriorityLevelConfiguration (flowcontrol.apiserver.k8s.io), "
    "ReplicaSchedulingPreference (scheduling.kubefed.io), ResourceBinding (work.karmada.io), "
    "ClusterResourceBinding (work.karmada.io), Balancer (balancer.x-k8s.io)";
using exact::Rational;

TEST(KubernetesObjects, AWrongQuantityIsToldWithItsLineItsObjectAndItsField) {
  Dump dump = volcano();
  dump.objects = replaced(dump.objects, "\"160Gi\"", "\"160 Gi\"");
  EXPECT_EQ(errors(dump).at(0),
            "FS006 dump:57: claimant dev, spec.capability.memory: \"160 Gi\" is not a quantity, "
            "such as 2, 0.5, 500m, 1Gi or 2e3");
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

TEST(KubernetesObjects, OfJsonAndOfYamlAreTheSame) {
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

TEST(KubernetesObjects, OfAListOfTheApiServerAreOfItsKind) {
  const std::string list =
      R"({"kind":"QueueList","apiVersion":"scheduling.volcano.sh/v1beta1","metadata":{},"items":[)"
      R"({"metadata":{"name":"a"},"spec":{"weight":3}}]})";
  const std::string metrics =
      "volcano_queue_request_milli_cpu{queue_name=\"a\"} 700\n"
      "volcano_queue_deserved_milli_cpu{queue_name=\"a\"} 500\n";
  EXPECT_EQ(verdicts({list, metrics, {.totals = totals({"cpu=0.5"})}}),
            (Texts{"queues of Volcano, cpu in thousandths: fair, as computed"}));
  EXPECT_EQ(errors({replaced(list, "QueueList", "List")}),
            (Texts{"FS002 dump:1: items[0].apiVersion: a Kubernetes object needs a string "
                   "apiVersion"}));
}

TEST(KubernetesObjects, OfSeveralFilesInOneAreToldHowToBeJoined) {
  const std::string yaml = "apiVersion: v1\nkind: List\nitems: []\n";
  EXPECT_EQ(errors({yaml + yaml}),
            (Texts{"FS004 dump:4: duplicate key \"apiVersion\"; put --- between two documents"}));
  const std::string json = "{\"apiVersion\":\"v1\",\"items\":[]}\n";
  EXPECT_EQ(
      errors({json + json}),
      (Texts{"FS001 dump:2: more text follows the document, at byte 1; join documents with jq "
             "-s . FILE"}));
}

TEST(KubernetesObjects, AreNoTemplates) {
  const std::string queue = "apiVersion: scheduling.volcano.sh/v1beta1\nkind: Queue\n";
  EXPECT_EQ(
      errors({queue + "metadata:\n  name: {{ .Values.name }}\n"}),
      (Texts{"FS003 dump:4: a key that is a list or an object is not supported here (a template? "
             "pass what it makes)"}));
  EXPECT_EQ(
      errors({queue + "metadata:\n  name: \"{{a}}\"\n b: 1\n"}),
      (Texts{"FS001 dump:5: not YAML: while parsing a block mapping, did not find expected key "
             "(a template? pass what it makes)"}));
  EXPECT_EQ(errors({queue + " b: 1\n"}),
            (Texts{"FS001 dump:3: not YAML: mapping values are not allowed in this context"}));
}

TEST(KubernetesObjects, AreRefusedWithoutANameOrWithADuplicateOne) {
  EXPECT_EQ(errors({"apiVersion: v1\nkind: Pod\nmetadata: {}\n"}),
            (Texts{"FS002 dump:3: metadata.name: a Kubernetes object needs a string "
                   "metadata.name"}));
  const std::string pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n";
  EXPECT_EQ(errors({pod + "---\n" + pod}),
            (Texts{"FS004 dump:9: metadata.name: duplicate Pod: an earlier one is named \"a\""}));
  EXPECT_EQ(read({pod + "---\n" + replaced(pod, "v1", "v1beta1/v1")}).warnings,
            (Texts{"dump: skipped objects of other kinds: 2 Pod."}))
      << "of another group";
  const std::string volcano = "apiVersion: scheduling.volcano.sh/v1beta1\nmetadata:\n  name: a\n";
  EXPECT_EQ(read({volcano + "kind: Job\n---\n" + volcano + "kind: PodGroup\n"}).warnings,
            (Texts{"dump: skipped objects of other kinds: 1 Job, 1 PodGroup."}));
  EXPECT_EQ(errors({pod}), Texts{no_kind});
  EXPECT_EQ(read({pod}).warnings, (Texts{"dump: skipped objects of other kinds: 1 Pod."}));
}

TEST(KubernetesObjects, AreToldFromARecordByTheirBeginning) {
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

TEST(KubernetesObjects, MayStandInSeveralListsOfItems) {
  EXPECT_EQ(errors({"{\"items\":\n{}}"}),
            (Texts{"FS002 dump:1: items: a list is expected here, not an object"}));
  const std::string first = quota("a", {}, {"runtime: '{\"cpu\":1}'"}, "{max: {cpu: 4}}");
  const std::string items =
      "items:\n- apiVersion: scheduling.sigs.k8s.io/v1alpha1\n"
      "  kind: ElasticQuota\n  metadata: {name: b}\n";
  Dump dump{first + "---\n" + items};
  dump.options.totals = totals({"cpu=4"});
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(level(dump).names.size(), 2U);
  const std::string list = R"({"items":[{"apiVersion":"scheduling.sigs.k8s.io/v1alpha1",)"
                           R"("kind":"ElasticQuota","metadata":{"name":")";
  const Dump joined{"[" + list + "a\"}}]}," + list + "b\"}}]}]"};
  EXPECT_EQ(errors(joined).at(0).substr(0, 28), "FS104 dump:1: claimant a, me") << "by jq -s";
  dump.objects = first + "---\n" + items + "- {}\n";
  EXPECT_EQ(
      errors(dump),
      (Texts{"FS002 dump:15: items[1].apiVersion: a Kubernetes object needs a string apiVersion"}));
  EXPECT_EQ(errors({"apiVersion: v1\nkind: ''\nmetadata: {name: a}\n"}),
            (Texts{"FS002 dump:2: kind: a Kubernetes object needs a string kind"}));
  EXPECT_EQ(errors({"apiVersion: v1\nkind: a\n"}),
            (Texts{"FS002 dump:1: metadata.name: a Kubernetes object needs a string "
                   "metadata.name"}));
}

TEST(KubernetesObjects, MayComeBehindAMarkOfUtf8OrADirective) {
  for (const char* text : {"\xEF\xBB\xBF{\"kind\":",
                           "\xEF\xBB\xBF"
                           "kind: List",
                           "%YAML 1.1\n"}) {
    EXPECT_TRUE(looks_like_kubernetes(text)) << text;
  }
  EXPECT_FALSE(looks_like_kubernetes("{kind:")) << "JSON has its keys in quotes";
  EXPECT_FALSE(looks_like_kubernetes("\xEF\xBB\xBF"));
}

TEST(KubernetesObjects, OfWhichSeveralAreInvalidAreReportedByTheFirst) {
  const Texts first = {"FS002 dump:1: apiVersion: a Kubernetes object needs a string apiVersion"};
  EXPECT_EQ(errors({"kind: a\n---\nkind: b\n"}), first);
  EXPECT_EQ(errors({"- kind: a\n- kind: b\n"}),
            (Texts{"FS002 dump:1: [0].apiVersion: a Kubernetes object needs a string apiVersion"}));
  EXPECT_EQ(errors({""}), Texts{no_kind});
}

TEST(KubernetesObjects, AnInvalidNumberIsReportedWithItsField) {
  Dump dump = kai();
  dump.objects = replaced(dump.objects, "quota: 2", "quota: two");
  EXPECT_EQ(errors(dump).at(0).substr(0, 57),
            "FS006 dump:16: claimant batch, spec.resources.gpu.quota: ");
}

TEST(KubernetesObjects, HaveAnObjectWhereverAFieldIsLookedFor) {
  Dump dump = volcano();
  dump.objects = replaced(dump.objects, "\"guarantee\": {", "\"guarantee\": 7, \"of\": {");
  ASSERT_EQ(errors(dump).size(), 1U);
  EXPECT_EQ(errors(dump).at(0).substr(errors(dump).at(0).find("claimant")),
            "claimant prod, spec.guarantee: an object is expected here, not a number");
  const std::string clusters = "    clusters:\n    - {name: berlin";
  EXPECT_EQ(
      errors({replaced(karmada().objects, clusters, "    clusters:\n    - 4\n    - {name: berlin"),
              {},
              {}}),
      Texts{"FS002 dump:23: claimant web-deployment, spec.clusters[0]: an object is expected here, "
            "not a number"});
}

}  // namespace
}  // namespace fairshare::formats
