// KubeFed's preferences and their workloads, as `kubectl` dumps them. Runs in the repository's
// root.
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
  Dump dump = kubefed();
  dump.objects = replaced(dump.objects, part, changed);
  return dump;
}

TEST(KubefedPreferences, AreJudgedBesideTheirWorkloads) {
  EXPECT_EQ(errors(kubefed()), Texts{});
  EXPECT_EQ(verdicts(kubefed()), (Texts{"shop/web, replicas: FS204, as computed",
                                        "shop/api, replicas: fair, as computed"}));
  EXPECT_EQ(read(kubefed()).warnings, Texts{});
  EXPECT_EQ(places(kubefed()), (Texts{"shop/web, replicas, 4", "shop/api, replicas, 13"}));
}

TEST(KubefedPreferences, AreNotJudgedBeforeTheyArePlanned) {
  const Dump dump = with("      - name: berlin\n", "      - name: berlin\n      - name: cairo\n");
  EXPECT_EQ(
      errors(dump),
      (Texts{"FS104 dump:30: claimant web, spec.placement.clusters[1].name: cairo has no override "
             "of /spec/replicas, so this is not a plan of KubeFed: wait until it has made one"}));
  EXPECT_EQ(verdicts(dump), Texts{"shop/api, replicas: fair, as computed"});
}

TEST(KubefedPreferences, OfAClusterAreItsOwnOrThoseOfAll) {
  const auto all = level(kubefed(), 0).level;
  EXPECT_EQ(value(all.total), Rational(10));
  EXPECT_EQ(level(kubefed()).called.min_share, "minReplicas");
  EXPECT_EQ(level(kubefed()).called.max_share, "maxReplicas");
  EXPECT_EQ(level(kubefed()).called.demand, "capacity");
  EXPECT_EQ(level(kubefed()).called.claimant, "cluster");
  EXPECT_EQ(all.key, "shop/web");
  EXPECT_TRUE(all.rebalances);
  EXPECT_EQ(value(all.claims.at(8).weight), Rational(1));
  const auto own = level(kubefed(), 1).level.claims;
  EXPECT_EQ(value(own.at(1).weight), Rational(2));
  EXPECT_EQ(value(own.at(1).min_share), Rational(4));
  EXPECT_EQ(value(own.at(1).max_share), Rational(20));
  EXPECT_EQ(own.at(1).demand, std::nullopt) << "no capacity is known";
  EXPECT_EQ(value(own.at(2).weight), Rational(0)) << "lagos is in no preference";
  EXPECT_EQ(own.at(2).max_share, std::nullopt);
  const auto least = level(with("{weight: 1, minReplicas: 4}", "{maxReplicas: 9}"), 1).level.claims;
  EXPECT_EQ(value(least.at(0).weight), Rational(0));
  EXPECT_EQ(value(least.at(0).min_share), Rational(0));
  EXPECT_EQ(value(least.at(0).max_share), Rational(9));
}

TEST(KubefedPreferences, WithoutAnyClusterAreAWeightOfOne) {
  const Dump dump = with("    clusters:\n      \"*\": {weight: 1}\n", "");
  EXPECT_EQ(value(level(dump).level.claims.at(0).weight), Rational(1));
  EXPECT_EQ(verdicts(dump), verdicts(kubefed()));
}

TEST(KubefedPreferences, WithoutRebalanceKeepWhatIsPlaced) {
  EXPECT_EQ(level(kubefed(), 0).level.claims.at(0).current, std::nullopt);
  EXPECT_EQ(value(level(kubefed(), 1).level.claims.at(0).current), Rational(5));
  EXPECT_EQ(read(kubefed()).parts.at(0).notes, Texts{});
  EXPECT_EQ(read(kubefed()).parts.at(1).notes,
            Texts{"Without rebalance KubeFed leaves replicas where they run, assumed to be where "
                  "they are placed."});
  // 6 and 6 stay, although a division from scratch gives 5 and 7.
  Dump dump =
      with("path: /spec/replicas\n        value: 5", "path: /spec/replicas\n        value: 6");
  dump.objects = replaced(dump.objects, "value: 7", "value: 6");
  EXPECT_EQ(verdicts(dump).at(1), "shop/api, replicas: fair, as computed");
}

TEST(KubefedPreferences, KeepNothingWhereThereIsNoPreference) {
  EXPECT_EQ(level(kubefed(), 1).level.claims.at(2).current, std::nullopt);
  // lagos has one of the 12.
  Dump dump =
      with("path: /spec/replicas\n        value: 5", "path: /spec/replicas\n        value: 4");
  const std::string lagos =
      "lagos\n      clusterOverrides:\n      - path: /spec/replicas\n        ";
  dump.objects = replaced(dump.objects, lagos + "value: 0", lagos + "value: 1");
  EXPECT_EQ(verdicts(dump).at(1), "shop/api, replicas: FS103");
}

TEST(KubefedPreferences, HaveTheLastOfTwoOverrides) {
  const std::string override = "path: /spec/replicas\n        value: ";
  const Dump dump = with(override + "5", override + "9\n      - " + override + "5");
  EXPECT_EQ(verdicts(dump), verdicts(kubefed()));
}

TEST(KubefedPreferences, NeedTheirWorkloadAndItsOverrides) {
  EXPECT_EQ(
      errors(with("targetKind: FederatedDeployment", "targetKind: FederatedReplicaSet")),
      (Texts{"FS104 dump:8: claimant web, spec.targetKind: the replicas of the clusters are in "
             "a FederatedReplicaSet of the same name and namespace, which is not in this file"}));
  const Dump elsewhere =
      with("metadata: {name: web, namespace: shop}", "metadata: {name: web, namespace: lab}");
  EXPECT_EQ(errors(elsewhere).size(), 1U);
  EXPECT_EQ(verdicts(elsewhere), Texts{"shop/api, replicas: fair, as computed"});
  EXPECT_EQ(errors(with("    totalReplicas: 10\n", "")),
            Texts{"FS002 dump:7: claimant web, spec.totalReplicas: the number is missing"});
  EXPECT_EQ(errors(with("totalReplicas: 10", "totalReplicas: -1")),
            Texts{"FS011 dump:9: claimant web, spec.totalReplicas: -1 is negative"});
  Dump dump = kubefed();
  dump.objects = dump.objects.substr(0, dump.objects.find("    overrides:"));
  EXPECT_EQ(errors(dump).at(0),
            "FS104 dump:25: claimant web, spec.overrides: no cluster has an override of "
            "/spec/replicas, which KubeFed sets");
}

TEST(KubefedPreferences, AreToldWhereTheyAreNoNumbers) {
  EXPECT_EQ(
      errors(with("value: 5", "value: five")),
      Texts{"FS006 dump:89: claimant api, "
            "spec.overrides[0].clusterOverrides[0].value: \"five\" is neither a number nor p/q"});
  EXPECT_EQ(
      errors(with("rebalance: true", "rebalance: yes please")).at(0),
      "FS002 dump:10: claimant web, spec.rebalance: true or false is expected here, not a string");
  EXPECT_EQ(errors(with("weight: 2", "weight: two")),
            Texts{"FS006 dump:21: claimant api, spec.clusters.tokyo.weight: \"two\" is neither a "
                  "number nor p/q"});
  EXPECT_EQ(verdicts(with("weight: 2", "weight: two")),
            Texts{"shop/web, replicas: FS204, as computed"});
  EXPECT_EQ(
      errors(with("weight: 2", "weight: 1.5")),
      Texts{"FS008 dump:21: claimant api, spec.clusters.tokyo.weight: 1.5 is not a whole number "
            "from 0 to 9223372036854775807"});
  EXPECT_EQ(
      errors(with("clusters:\n      \"*\": {weight: 1}", "clusters: [berlin]")),
      Texts{"FS002 dump:11: claimant web, spec.clusters: an object is expected here, not a list"});
  EXPECT_EQ(errors(with("clusterName: oslo", "clusterName: lima")),
            Texts{"FS004 dump:59: claimant web, spec.overrides[5].clusterName: duplicate cluster: "
                  "an earlier override has it"});
}

TEST(KubefedPreferences, LeaveOutOverridesThatSetNoReplicas) {
  Dump dump =
      with("path: /spec/replicas\n        value: 5", "path: /spec/paused\n        value: 5");
  dump.objects = replaced(dump.objects, "      - name: berlin\n      - name: tokyo\n",
                          "      - name: tokyo\n");
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(level(dump, 1).level.claims.size(), level(kubefed(), 1).level.claims.size() - 1);
}

TEST(KubefedPreferences, WithoutATargetKindWantADeployment) {
  EXPECT_EQ(
      errors(with("    targetKind: FederatedDeployment\n", "")),
      Texts{"FS104 dump:7: claimant web, spec.targetKind: the replicas of the clusters are in "
            "a FederatedDeployment of the same name and namespace, which is not in this file"});
}

TEST(KubefedPreferences, OfOneNameMayBeInSeveralNamespaces) {
  Dump dump = kubefed();
  std::string other =
      replaced(dump.objects, "{name: api, namespace: shop}", "{name: web, namespace: lab}");
  other = replaced(other, "{name: api, namespace: shop}", "{name: web, namespace: lab}");
  dump.objects = other;
  EXPECT_EQ(verdicts(dump), (Texts{"shop/web, replicas: FS204, as computed",
                                   "lab/web, replicas: fair, as computed"}));
}

TEST(KubefedPreferences, NeedTheNameOfEachCluster) {
  EXPECT_EQ(errors(with("- clusterName: berlin", "- clusterName: ''")).at(0).substr(0, 5), "FS002");
}

}  // namespace
}  // namespace fairshare::formats
