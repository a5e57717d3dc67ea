// Balancers and their targets, as `kubectl` dumps them. Runs in the repository's root.
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
  Dump dump = balancers();
  dump.objects = replaced(dump.objects, part, changed);
  return dump;
}

TEST(Balancers, AreJudgedByDHondtsMethod) {
  EXPECT_EQ(errors(balancers()), Texts{});
  EXPECT_EQ(read(balancers()).warnings, Texts{});
  EXPECT_EQ(verdicts(balancers()),
            (Texts{"shop/web, replicas: fair, as computed", "shop/batch, replicas: FS204"}));
  EXPECT_EQ(places(balancers()), (Texts{"shop/web, replicas, 4", "shop/batch, replicas, 18"}));
}

TEST(Balancers, HaveTheirTargetsBoundsAndProportions) {
  EXPECT_EQ(level(balancers()).called.min_share, "minReplicas");
  EXPECT_EQ(level(balancers()).called.max_share, "maxReplicas");
  EXPECT_EQ(level(balancers()).called.claimant, "target");
  const auto claims = level(balancers()).level.claims;
  EXPECT_EQ(value(claims.at(0).weight), Rational(6));
  EXPECT_EQ(value(claims.at(0).min_share), Rational(2));
  EXPECT_EQ(value(claims.at(0).max_share), Rational(40));
  EXPECT_EQ(claims.at(1).max_share, std::nullopt);
  EXPECT_EQ(value(claims.at(2).min_share), Rational(0));
  EXPECT_EQ(value(claims.at(2).max_share), Rational(3));
  const Dump dump = with("{spot: 6, reserved: 1, edge: 3}", "{spot: 6, edge: 3}");
  EXPECT_EQ(value(level(dump).level.claims.at(1).weight), Rational(0));
}

TEST(Balancers, OfAnotherPolicyAreNotJudged) {
  for (const std::string policy : {"priority", "even", ""}) {
    const Dump dump = with("policyName: proportional", "policyName: '" + policy + "'");
    EXPECT_EQ(read(dump).warnings,
              Texts{"shop/web is not judged: its policy is \"" + policy + "\", not proportional."});
    EXPECT_EQ(verdicts(dump), Texts{"shop/batch, replicas: FS204"});
  }
  EXPECT_EQ(read(with("      policyName: proportional\n", "")).warnings,
            Texts{"shop/web is not judged: its policy is \"\", not proportional."});
}

TEST(Balancers, ReferToAppsWhereTheySayNoVersion) {
  const std::string web = "{apiVersion: apps/v1, kind: Deployment, name: web-spot}";
  EXPECT_EQ(verdicts(with(web, "{kind: Deployment, name: web-spot}")), verdicts(balancers()));
  EXPECT_EQ(errors(with(web, "{apiVersion: v1, kind: Deployment, name: web-spot}")).size(), 1U);
}

TEST(Balancers, WithAFallbackSaySo) {
  const Dump dump = with("policyName: proportional\n",
                         "policyName: proportional\n      fallback: {startupTimeoutSeconds: 9}\n");
  EXPECT_EQ(read(dump).parts.at(0).notes, Texts{"The policy has a fallback: targets get more if "
                                                "pods of others have not started in time."});
  EXPECT_EQ(read(balancers()).parts.at(0).notes.size(), 0U);
}

TEST(Balancers, NeedTheirTargets) {
  EXPECT_EQ(
      errors(with("name: web-edge, namespace: shop", "name: web-edge, namespace: lab")),
      Texts{"FS104 dump:13: claimant web, spec.targets[2].scaleTargetRef: the replicas of target "
            "\"edge\" are in the object that it refers to, which is not in this file"});
  EXPECT_EQ(errors(with("{replicas: 13}", "{}")).at(0).substr(0, 5), "FS002");
  EXPECT_EQ(errors(with("    replicas: 20\n", "")).at(0).substr(0, 5), "FS002");
  EXPECT_EQ(errors(with("name: edge", "name: spot")),
            Texts{"FS004 dump:13: claimant web, spec.targets[2].name: duplicate target: an earlier "
                  "one has this name"});
  EXPECT_EQ(verdicts(with("name: edge", "name: spot")), Texts{"shop/batch, replicas: FS204"});
}

TEST(Balancers, OfOneNameMayBeInSeveralNamespaces) {
  const Dump dump = in_two_namespaces(balancers());
  EXPECT_EQ(errors(dump), Texts{});
  ASSERT_EQ(verdicts(dump).size(), 4U);
  EXPECT_EQ(verdicts(dump).at(2), "lab/web, replicas: fair, as computed");
}

TEST(Balancers, NeedATargetAndTheNameOfEach) {
  EXPECT_EQ(errors(with("    targets:", "    target:")),
            Texts{"FS104 dump:7: claimant web, spec.targets: it has no targets"});
  EXPECT_EQ(errors(with("{name: reserved, ", "{")),
            Texts{"FS002 dump:12: claimant web, spec.targets[1].name: the text is missing"});
}

}  // namespace
}  // namespace fairshare::formats
