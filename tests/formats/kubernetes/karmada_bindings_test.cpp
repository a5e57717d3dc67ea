// Karmada's bindings, as `kubectl` dumps them. Runs in the repository's root.
#include "formats/kubernetes/dump_readers.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/formats/kubernetes/dumps.h"

namespace fairshare::formats {
namespace {

using namespace tests;
using exact::Rational;

// `changed` in place of the first `part`.
Dump with(const std::string& part, const std::string& changed) {
  Dump dump = karmada();
  dump.objects = replaced(dump.objects, part, changed);
  return dump;
}

TEST(KarmadaBindings, AreJudgedByWebstersMethod) {
  EXPECT_EQ(errors(karmada()), Texts{});
  EXPECT_EQ(verdicts(karmada()), (Texts{"shop/web-deployment, replicas: fair, as computed",
                                        "shop/api-deployment, replicas: fair, as computed"}));
  EXPECT_EQ(verdicts(with("{name: lagos, replicas: 4}\n    - {name: tokyo, replicas: 2}",
                          "{name: lagos, replicas: 6}\n    - {name: tokyo, replicas: 0}"))
                .at(0),
            "shop/web-deployment, replicas: FS204");
  EXPECT_EQ(places(karmada()),
            (Texts{"shop/web-deployment, replicas, 4", "shop/api-deployment, replicas, 26"}));
  EXPECT_EQ(level(karmada()).called.claimant, "cluster");
}

TEST(KarmadaBindings, DividedByWhatClustersCanTakeAreNotJudged) {
  const std::string batch =
      "shop/batch-job is not judged: it is divided by what clusters can take, which the binding "
      "does not say.";
  EXPECT_EQ(read(karmada()).warnings, Texts{batch});
  const auto told = [&](const std::string& part, const std::string& changed) {
    const Texts warnings = read(with(part, changed)).warnings;
    EXPECT_EQ(warnings.size(), 2U);
    return warnings.front();
  };
  const std::string web = "shop/web-deployment is not judged: ";
  EXPECT_EQ(told("replicaSchedulingType: Divided", "replicaSchedulingType: Duplicated"),
            web + "each cluster has all replicas.");
  EXPECT_EQ(told("        replicaSchedulingType: Divided\n", ""),
            web + "each cluster has all replicas.");
  EXPECT_EQ(told("        replicaDivisionPreference: Weighted\n", ""),
            web + batch.substr(batch.find("it is divided")));
  EXPECT_EQ(told("    replicas: 10\n", ""), web + "it has no replicas.");
  EXPECT_EQ(told("{clusterNames: [berlin]}", "{labelSelector: {matchLabels: {a: b}}}"),
            web + "its weights depend on labels or fields of clusters.");
  EXPECT_EQ(told("{clusterNames: [berlin]}", "{fieldSelector: {matchExpressions: []}}"),
            web + "its weights depend on labels or fields of clusters.");
  EXPECT_EQ(told("          staticWeightList:",
                 "          dynamicWeight: AvailableReplicas\n"
                 "          staticWeightList:"),
            web + batch.substr(batch.find("it is divided")));
  EXPECT_EQ(told("    placement:\n",
                 "    placement:\n      clusterAffinities:\n"
                 "      - {affinityName: a, overflowAffinities: []}\n"),
            web + "its clusters are in tiers that overflow.");
}

TEST(KarmadaBindings, HaveTheGreatestWeightOfTheRulesThatMatch) {
  // Of berlin, lagos and tokyo.
  const auto weights = [](const Dump& dump, std::size_t division) {
    std::vector<Rational> result;
    for (const schedulers::Claim& claim : level(dump, division).level.claims) {
      result.push_back(*value(claim.weight));
    }
    return result;
  };
  using Weights = std::vector<Rational>;
  EXPECT_EQ(weights(karmada(), 1), (Weights{6, 6, 2}));
  const std::string last = "{clusterNames: [tokyo]}\n            weight: 2";
  EXPECT_EQ(weights(with(last, "{}\n            weight: 7"), 0), (Weights{7, 7, 7}));
  EXPECT_EQ(weights(with(last, "{}\n            weight: 2"), 0), (Weights{6, 6, 2}));
  EXPECT_EQ(weights(with(last, "{clusterNames: [tokyo]}"), 0), (Weights{6, 6, 0}));
  const std::string rest = "{exclude: [berlin, lagos]}\n            weight: 2";
  EXPECT_EQ(weights(with(rest, "{exclude: [lagos]}\n            weight: 9"), 1),
            (Weights{9, 6, 9}));
  EXPECT_EQ(weights(with(rest,
                         "{clusterNames: [lagos, tokyo], exclude: [lagos]}\n"
                         "            weight: 9"),
                    1),
            (Weights{6, 6, 9}));
}

TEST(KarmadaBindings, WithoutAWeightForAnyClusterHaveTheSameForAll) {
  Dump dump = with("{exclude: [berlin, lagos]}", "{clusterNames: [rome]}");
  dump.objects =
      replaced(dump.objects, "{clusterNames: [berlin, lagos]}", "{clusterNames: [oslo]}");
  const auto claims = level(dump, 1).level.claims;
  EXPECT_EQ(value(claims.at(0).weight), Rational(1));
  EXPECT_EQ(value(claims.at(2).weight), Rational(1));
}

TEST(KarmadaBindings, BreakTiesByTheirUid) {
  EXPECT_EQ(level(karmada(), 1).level.key, "0b9d0a0e-51c7-4c1b-8f0e-3a2f8f5d9c22");
}

TEST(KarmadaBindings, AreToldWhereTheyAreWrong) {
  EXPECT_EQ(errors(with("replicas: 10", "replicas: ten")).at(0).substr(0, 5), "FS006");
  EXPECT_EQ(errors(with("name: lagos, replicas: 4", "name: berlin, replicas: 4")),
            Texts{"FS004 dump:24: claimant web-deployment, spec.clusters[1].name: duplicate "
                  "cluster: an earlier one has this name"});
  EXPECT_EQ(verdicts(with("name: lagos, replicas: 4", "name: berlin, replicas: 4")),
            Texts{"shop/api-deployment, replicas: fair, as computed"});
  EXPECT_EQ(errors(with("[berlin]", "[[berlin]]")),
            Texts{"FS002 dump:16: claimant web-deployment, "
                  "spec.placement.replicaScheduling.weightPreference.staticWeightList[0]."
                  "targetCluster.clusterNames: a list of strings is expected here, not a list"});
  EXPECT_EQ(errors(with("[berlin]", "berlin")),
            Texts{"FS002 dump:16: claimant web-deployment, "
                  "spec.placement.replicaScheduling.weightPreference.staticWeightList[0]."
                  "targetCluster.clusterNames: a list is expected here, not a string"});
  const Dump nowhere = with(
      "    clusters:\n    - {name: berlin, replicas: 4}\n    - {name: lagos, replicas: 4}\n"
      "    - {name: tokyo, replicas: 2}\n",
      "");
  EXPECT_EQ(errors(nowhere).at(0),
            "FS104 dump:7: claimant web-deployment, spec.clusters: no cluster has a replica");
}

TEST(KarmadaBindings, ClusterWithoutReplicasHasNone) {
  const Dump dump = with("{name: lagos, replicas: 4}\n    - {name: tokyo, replicas: 2}",
                         "{name: lagos, replicas: 6}\n    - {name: tokyo}");
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(verdicts(dump).at(0), "shop/web-deployment, replicas: FS204");
}

TEST(KarmadaBindings, WithTiersThatDoNotOverflowAreJudged) {
  const Dump dump = with("    placement:\n",
                         "    placement:\n      clusterAffinities:\n"
                         "      - {affinityName: a, clusterNames: [berlin]}\n");
  EXPECT_EQ(verdicts(dump), verdicts(karmada()));
}

TEST(KarmadaBindings, WithoutANamespaceAreNamedAlone) {
  EXPECT_EQ(verdicts(with("name: web-deployment, namespace: shop", "name: web-deployment")).at(0),
            "web-deployment, replicas: fair, as computed");
}

TEST(KarmadaBindings, OfWholeClustersAreJudgedToo) {
  const Dump dump =
      with("kind: ResourceBinding\n  metadata: {name: web-deployment, namespace: shop}",
           "kind: ClusterResourceBinding\n  metadata: {name: web-deployment}");
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(read(dump).warnings, read(karmada()).warnings);
  EXPECT_EQ(verdicts(dump), (Texts{"shop/api-deployment, replicas: fair, as computed",
                                   "web-deployment, replicas: fair, as computed"}));
}

TEST(KarmadaBindings, OfOneNameMayBeInSeveralNamespaces) {
  const Dump dump = in_two_namespaces(karmada());
  EXPECT_EQ(errors(dump), Texts{});
  ASSERT_EQ(verdicts(dump).size(), 4U);
  EXPECT_EQ(verdicts(dump).at(2), "lab/web-deployment, replicas: fair, as computed");
}

TEST(KarmadaBindings, NeedTheNameOfEachCluster) {
  const Dump dump = with("{name: tokyo, replicas: 2}\n- ", "{cluster: tokyo, replicas: 2}\n- ");
  EXPECT_EQ(errors(dump), Texts{"FS002 dump:25: claimant web-deployment, spec.clusters[2].name: "
                                "the text is missing"});
  EXPECT_EQ(verdicts(dump), Texts{"shop/api-deployment, replicas: fair, as computed"});
}

}  // namespace
}  // namespace fairshare::formats
