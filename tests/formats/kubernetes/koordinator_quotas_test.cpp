// Elastic quotas of Koordinator, as `kubectl` dumps them: what is divided at every parent.
// Runs in the repository's root.
#include "formats/kubernetes/dump_readers.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/formats/kubernetes/dumps.h"

namespace fairshare::formats {
namespace {

using namespace tests;
using exact::Rational;

TEST(KoordinatorQuotas, AreDividedAtEveryParent) {
  EXPECT_EQ(errors(koordinator()), Texts{});
  EXPECT_EQ(level(koordinator()).called.min_share, "min");
  EXPECT_EQ(level(koordinator()).called.max_share, "max");
  EXPECT_EQ(level(koordinator()).called.demand, "request");
  EXPECT_EQ(level(koordinator()).called.claimant, "quota");
  EXPECT_EQ(verdicts(koordinator()),
            (Texts{"koordinator-root-quota, cpu in thousandths: fair, as computed",
                   "koordinator-root-quota, memory in bytes: fair, as computed",
                   "koordinator-root-quota, nvidia.com/gpu: fair, as computed",
                   "ml, cpu in thousandths: fair, as computed",
                   "ml, nvidia.com/gpu: FS204, as computed"}));
}

TEST(KoordinatorQuotas, NeedTotalsAtTheTopOnly) {
  Dump dump = koordinator();
  dump.options.totals.clear();
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(verdicts(dump), (Texts{"ml, cpu in thousandths: fair, as computed",
                                   "ml, nvidia.com/gpu: FS204, as computed"}));
  EXPECT_EQ(read(dump).warnings.size(), 3U);
  EXPECT_EQ(
      read(dump).warnings.at(0),
      "koordinator-root-quota: the dump does not give the total of cpu; add --total cpu=AMOUNT.");
}

TEST(KoordinatorQuotas, HaveMinimumsScaledToATotalThatDoesNotReachThem) {
  Dump dump = koordinator();
  dump.options.totals = totals({"cpu=25"});
  const auto made = divisions_of(level(dump));
  const auto& division = std::get<std::vector<Division>>(made).at(0);
  EXPECT_EQ(division.labels.at(0).paid, Rational(15000));
  EXPECT_EQ(division.labels.at(1).paid, Rational(10000));
  EXPECT_EQ(level(dump).names.at(0), "ml");
  EXPECT_EQ(read(dump).parts.at(0).notes,
            (Texts{"The minimums, 50000, exceed the total and were scaled down to it, as "
                   "Koordinator does with enableMinQuotaScale."}));
  dump.options.totals = totals({"cpu=50"});
  EXPECT_EQ(read(dump).parts.at(0).notes, Texts{}) << "50000 are all there is";
}

TEST(KoordinatorQuotas, HaveATotalThatIsRoundedUpToItsUnit) {
  Dump dump = koordinator();
  dump.options.totals = totals({"cpu=120.0001"});
  EXPECT_EQ(value(level(dump).level.total), 120'001);
}

TEST(KoordinatorQuotas, CanBeAskedOfTheReleaseBeforeItsRemainders) {
  Dump dump = koordinator();
  dump.options.scheduler = "koordinator_pre2876";
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(verdicts(dump).back(), "ml, nvidia.com/gpu: FS204");
  dump.options.scheduler = "kai";
  EXPECT_EQ(errors(dump), (Texts{"FS018 dump: --scheduler kai: this is a dump of koordinator"}));
}

// Until 1.8 a part of half a unit is rounded up, for each quota.
TEST(KoordinatorQuotas, AreJudgedAsOfTheReleaseThatComputesTheirShares) {
  const std::string spec = "{max: {gpu: 1}}";
  const Texts one = {"runtime: '{\"gpu\":1}'", "request: '{\"gpu\":1}'"};
  Dump dump{quota("a", {}, one, spec) + quota("b", {}, one, spec)};
  dump.options.totals = totals({"gpu=1"});
  EXPECT_EQ(verdicts(dump), Texts{"koordinator-root-quota, gpu: fair, as computed"});
  EXPECT_EQ(read(dump).parts.at(0).notes,
            Texts{"Only koordinator_pre2876 computes these shares, so they are judged as those of "
                  "Koordinator's elastic quotas until pull request 2876: 1.8 and earlier; "
                  "--scheduler koordinator judges them as those of the newest release."});
  dump.options.totals = totals({"gpu=2"});
  EXPECT_EQ(read(dump).parts.at(0).notes, Texts{}) << "both releases compute these";
  dump.options.totals = totals({"gpu=0"});
  EXPECT_EQ(level(dump).scheduler, "koordinator") << "neither does";
  dump.options.totals = totals({"gpu=1"});
  dump.options.scheduler = "koordinator";
  EXPECT_EQ(verdicts(dump), Texts{"koordinator-root-quota, gpu: FS101"});
}

TEST(KoordinatorQuotas, WithoutARuntimeHaveNothingToJudge) {
  Dump dump = koordinator();
  for (std::size_t at = 0; (at = dump.objects.find("/runtime", at)) != std::string::npos;) {
    dump.objects.replace(at, 8, "/other");
  }
  EXPECT_EQ(errors(dump),
            (Texts{"FS104 dump:6: claimant ml, metadata.annotations." + koordinators +
                   "runtime: no quota has this annotation, in which Koordinator reports the "
                   "shares: all are 0, or enableRuntimeQuota is off"}));
  EXPECT_EQ(verdicts(dump), Texts{});
}

// Koordinator does not write a runtime that was always 0.
TEST(KoordinatorQuotas, OfATeamWithoutPodsHaveNothingOfNothing) {
  const std::string spec = "{min: {cpu: 5}, max: {cpu: 20}}";
  const std::string active =
      quota("a", {}, {"runtime: '{\"cpu\":30}'", "request: '{\"cpu\":30}'"}, "{max: {cpu: 40}}");
  const std::string team = quota("team", {}, {}, spec);
  const Texts zero = {"runtime: '{\"cpu\":0}'", "request: '{\"cpu\":0}'"};
  for (const Texts& annotations : {Texts{}, zero}) {
    Dump dump{active + team + quota("t1", {"parent: team"}, annotations, spec) +
              quota("t2", {"parent: team"}, {}, spec)};
    dump.options.totals = totals({"cpu=40"});
    EXPECT_EQ(errors(dump), Texts{});
    EXPECT_EQ(read(dump).warnings, Texts{});
    EXPECT_EQ(verdicts(dump),
              (Texts{"koordinator-root-quota, cpu in thousandths: fair, as computed",
                     "team, cpu in thousandths: fair, as computed"}));
    EXPECT_EQ(value(level(dump, 1).level.total), 0);
  }
}

TEST(KoordinatorQuotas, HaveNothingOfWhatTheirParentsRuntimeDoesNotName) {
  const std::string spec = "{max: {cpu: 40, gpu: 4}}";
  const Texts label = {"parent: p"};
  const Texts half = {"runtime: '{\"cpu\":10}'", "request: '{\"cpu\":20}'"};
  Dump dump{quota("p", {}, {"runtime: '{\"cpu\":20}'", "request: '{\"cpu\":40}'"}, spec) +
            quota("c1", label, half, spec) + quota("c2", label, half, spec)};
  EXPECT_EQ(verdicts(dump),
            (Texts{"p, cpu in thousandths: fair, as computed", "p, gpu: fair, as computed"}));
  EXPECT_EQ(read(dump).warnings.size(), 2U) << "of the root, which --total helps";
  dump.objects += quota("c3", label, {"runtime: '{\"gpu\":1}'", "request: '{\"gpu\":1}'"}, spec);
  EXPECT_EQ(verdicts(dump).back(), "p, gpu: FS101");
}

TEST(KoordinatorQuotas, OfATreeHaveATotalOfTheirOwn) {
  const Texts label = {"tree-id: t"};
  const Texts half = {"runtime: '{\"cpu\":2}'", "request: '{\"cpu\":9}'"};
  const std::string spec = "{max: {cpu: 8}}";
  Dump dump{quota("a", label, half, spec) + quota("b", label, half, spec)};
  for (const Texts& given : {Texts{}, Texts{"cpu=4"}}) {
    dump.options.totals = totals(given);
    EXPECT_EQ(verdicts(dump), Texts{});
    EXPECT_EQ(read(dump).warnings,
              (Texts{"quota tree t is not judged: none of its top quotas has the annotation " +
                     koordinators +
                     "total-resource, which gives its total. If the feature MultiQuotaTree is off, "
                     "remove the labels tree-id from the dump."}));
  }
  Texts with_total = half;
  with_total.emplace_back("total-resource: '{\"cpu\":4}'");
  dump.objects += quota("c", label, with_total, "{max: {cpu: 0}}");
  EXPECT_EQ(read(dump).warnings, Texts{});
  const LevelWorld division = level(dump);
  EXPECT_EQ(read(dump).parts.at(0).title, "quota tree t");
  EXPECT_EQ(value(division.level.total), 4000);
  EXPECT_EQ(value(division.level.claims.at(0).weight), Rational(8000))
      << "the max, where there is no weight";
  dump.objects += quota("d", label, {}, "{max: {gpu: 1}}");
  EXPECT_EQ(read(dump).warnings, Texts{});
  EXPECT_EQ(value(level(dump, 1).level.total), 0) << "no node of the tree has one";
}

TEST(KoordinatorQuotas, OfKoordinatorsOwnAreNotDividedTo) {
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

TEST(KoordinatorQuotas, OfKoordinatorsOwnHadShorterNamesUntil1109) {
  const Texts given = {"runtime: '{\"cpu\":2}'", "request: '{\"cpu\":9}'"};
  const std::string spec = "{max: {cpu: 8}}";
  const Texts label = {"parent: root"};
  const Texts fair = {"root, cpu in thousandths: fair, as computed"};
  Dump dump{quota("a", label, given, spec) + quota("b", {}, given, spec)};
  dump.options.totals = totals({"cpu=4"});
  EXPECT_EQ(verdicts(dump), fair);
  EXPECT_EQ(read(dump).warnings,
            (Texts{"The quotas root, system and default are taken as Koordinator's own, whose "
                   "names they were until March 2023: no quota has one of the current names."}));
  dump.objects += quota("system", {}, {}, spec) + quota("default", {}, {}, spec);
  EXPECT_EQ(verdicts(dump), fair);
  Dump without_labels = dump;
  without_labels.objects = quota("a", {}, given, spec) + quota("b", {}, given, spec) +
                           quota("system", {}, {}, spec) + quota("default", {}, {}, spec);
  EXPECT_EQ(verdicts(without_labels), fair);
  EXPECT_EQ(level(without_labels).level.claims.size(), 2U);
}

TEST(KoordinatorQuotas, MayHaveTheOldNamesOfKoordinatorsOwnSince) {
  const Texts given = {"runtime: '{\"cpu\":2}'", "request: '{\"cpu\":9}'"};
  const std::string spec = "{max: {cpu: 8}}";
  Dump dump{quota("system", {}, given, spec) + quota("default", {}, given, spec) +
            quota("koordinator-default-quota", {}, {}, spec)};
  dump.options.totals = totals({"cpu=4"});
  EXPECT_EQ(verdicts(dump),
            (Texts{"koordinator-root-quota, cpu in thousandths: fair, as computed"}));
  EXPECT_EQ(level(dump).level.claims.size(), 2U);
  EXPECT_EQ(read(dump).warnings, Texts{});
  // One of them alone means nothing.
  dump.objects = quota("default", {}, given, spec) + quota("b", {}, given, spec);
  EXPECT_EQ(level(dump).level.claims.size(), 2U);
  // Nor do both if there is today's root, in the dump or only as a parent.
  const std::string both = quota("system", {}, given, spec) + quota("default", {}, given, spec);
  for (const std::string& today : {quota("koordinator-root-quota", {}, {}, spec),
                                   quota("a", {"parent: koordinator-root-quota"}, given, spec)}) {
    dump.objects = both + today;
    EXPECT_EQ(errors(dump), Texts{});
    EXPECT_EQ(read(dump).warnings, Texts{});
  }
  // A quota named root is an ordinary one, not Koordinator's.
  dump.objects = quota("root", {}, given, spec) + quota("a", {"parent: root"}, given, spec);
  EXPECT_EQ(read(dump).warnings, Texts{});
  EXPECT_EQ(places(dump), (Texts{"koordinator-root-quota, cpu in thousandths, 2",
                                 "root, cpu in thousandths, 12"}));
}

TEST(KoordinatorQuotas, ThatLendNothingKeepTheirMinimum) {
  const Texts given = {"runtime: '{\"cpu\":1}'"};
  const std::string spec = "{min: {cpu: 1}, max: {cpu: 4}}";
  Dump dump{quota("a", {"allow-lent-resource: \"false\""}, given, spec) +
            quota("b", {"allow-lent-resource: \"true\""}, given, spec)};
  dump.options.totals = totals({"cpu=4"});
  EXPECT_FALSE(level(dump).level.claims.at(0).lends);
  EXPECT_TRUE(level(dump).level.claims.at(1).lends);
  EXPECT_EQ(read(dump).warnings, Texts{});
  Dump nothing = dump;
  nothing.objects += quota("c", {}, {"guaranteed: '{\"cpu\":0}'"}, spec);
  EXPECT_TRUE(level(nothing).level.claims.at(1).lends) << "none is guaranteed anything";
  dump.objects += quota("c", {}, {"guaranteed: '{\"cpu\":2}'"}, spec);
  EXPECT_EQ(read(dump).warnings,
            Texts{"Quotas have guaranteed resources, so the feature ElasticQuotaGuaranteeUsage is "
                  "on: no quota lends what it does not request."});
  EXPECT_FALSE(level(dump).level.claims.at(1).lends) << "the feature is on";
  EXPECT_EQ(value(level(dump).level.claims.at(2).guarantee), Rational(2000));
}

TEST(KoordinatorQuotas, HaveTheMaximumForAWeightWhereAllTheirWeightsAre0) {
  const auto weight_of = [](const std::string& weights) {
    Dump dump{quota("a", {}, {"runtime: '{\"cpu\":1}'", "shared-weight: '" + weights + "'"},
                    "{max: {cpu: 4, memory: 8}}")};
    dump.options.totals = totals({"cpu=4"});
    return value(level(dump).level.claims.at(0).weight);
  };
  EXPECT_EQ(weight_of(R"({"cpu":0,"memory":0})"), Rational(4000));
  EXPECT_EQ(weight_of(R"({"cpu":0,"memory":1})"), Rational(0));
}

TEST(KoordinatorQuotas, HaveNoMaximumOfAResourceThatTheyDoNotName) {
  const Texts given = {"runtime: '{\"cpu\":1}'"};
  Dump dump{quota("a", {}, given, "{max: {cpu: 4}}") + quota("b", {}, given, "{max: {}}")};
  dump.options.totals = totals({"cpu=4"});
  const auto claims = level(dump).level.claims;
  EXPECT_EQ(value(claims.at(0).max_share), Rational(4000));
  EXPECT_EQ(value(claims.at(1).max_share), std::nullopt);
}

// Koordinator writes a runtime only of what spec.max names. Here adhoc is divided one GPU.
TEST(KoordinatorQuotas, MayBeDividedWhatTheirRuntimeDoesNotShow) {
  const Dump all = koordinator();
  Dump dump = all;
  dump.objects = replaced(dump.objects, R"({"cpu":"30","memory":"40Gi"}')",
                          R"({"cpu":"30","memory":"40Gi","nvidia.com/gpu":"1"}')");
  EXPECT_EQ(verdicts(dump), verdicts(all)) << "without a weight it has none";
  Dump weighted = dump;
  weighted.objects =
      replaced(dump.objects, "41231686042\"}'",
               "41231686042\"}'\n      quota.scheduling.koordinator.sh/shared-weight: "
               R"('{"cpu":"40","memory":"128Gi","nvidia.com/gpu":"1"}')");
  EXPECT_EQ(
      read(weighted).warnings,
      Texts{"koordinator-root-quota: nvidia.com/gpu is not judged: adhoc may have a part that its "
            "runtime does not show, since its spec.max does not name the resource."});
  EXPECT_EQ(verdicts(weighted).size(), 4U);
  Dump guaranteed = all;
  guaranteed.objects =
      replaced(all.objects, "41231686042\"}'",
               "41231686042\"}'\n      quota.scheduling.koordinator.sh/guaranteed: "
               R"('{"nvidia.com/gpu":"1"}')");
  EXPECT_EQ(read(guaranteed).warnings.back(), read(weighted).warnings.back());
}

TEST(KoordinatorQuotas, AreToldOnceWhatTheySayWrongly) {
  const auto told = [](const Texts& labels, const Texts& annotations, const std::string& spec) {
    Dump dump{quota("a", labels, annotations, spec)};
    dump.options.totals = totals({"memory=4"});
    return errors(dump);
  };
  const Texts given = {"runtime: '{\"cpu\":1}'"};
  const std::string too_much =
      ": the quantity exceeds 2^63 - 1 units, the most that Kubernetes holds";
  EXPECT_EQ(told({}, given, "{max: {memory: 9223372036854775808}}"),
            Texts{"FS008 dump:4: claimant a, spec.max" + too_much});
  EXPECT_EQ(told({}, given, "{min: {memory: 9223372036854775808}, max: {memory: 1}}"),
            Texts{"FS008 dump:4: claimant a, spec.min" + too_much});
  EXPECT_EQ(told({"parent: 7"}, given, "{}"),
            (Texts{"FS002 dump:8: claimant a, metadata.labels." + koordinators +
                   "parent: a string is expected here, not a number"}));
  EXPECT_EQ(told({}, given, "{max: 4}"),
            (Texts{"FS002 dump:4: claimant a, spec.max: an object of quantities by resource is "
                   "expected here, not a number"}));
  const Texts cut = {"runtime: '{\"cpu\":'"};
  EXPECT_EQ(told({}, cut, "{max: {cpu: 4}}").at(0).substr(0, 16), "FS001 dump:9: cl");
  EXPECT_NE(told({}, cut, "{max: {cpu: 4}}").at(0).find("its text is not JSON: "),
            std::string::npos);
}

TEST(KoordinatorQuotas, HaveNoAnnotationWhereItSaysNothing) {
  for (const char* nothing : {"runtime: 'null'", "runtime: ''", "runtime:"}) {
    EXPECT_EQ(errors({quota("a", {}, {nothing}, "{max: {cpu: 4}}")}).at(0).substr(0, 6), "FS104 ")
        << nothing;
  }
}

TEST(KoordinatorQuotas, OfKoordinatorsOwnAloneAreNothingToJudge) {
  const std::string root = quota("koordinator-root-quota", {}, {}, "{max: {cpu: 4}}");
  EXPECT_EQ(errors({root}),
            (Texts{"FS104 dump: only Koordinator's own quotas, which get no share"}));
  EXPECT_EQ(errors({root + quota("a", {}, {"runtime: '{\"cpu\":1}'"}, "{max: {cpu: 4}}")}),
            Texts{});
}

TEST(KoordinatorQuotas, InTreesAndBelowAnotherDivideNoTotalOfTheCluster) {
  const Texts given = {"runtime: '{\"cpu\":4}'", "request: '{\"cpu\":4}'"};
  const Texts of_tree = {given[0], given[1], "total-resource: '{\"cpu\":4}'"};
  const auto told = [](const std::string& resource) {
    return "FS003 dump: --total " + resource +
           ": nothing divides it at the root; below a quota and in a quota tree the dump gives the "
           "total";
  };
  Dump dump{quota("a", {"tree-id: t"}, of_tree, "{max: {cpu: 4}}")};
  EXPECT_EQ(errors(dump), Texts{});
  dump.options.totals = totals({"cpu=50"});
  EXPECT_EQ(errors(dump), Texts{told("cpu")}) << "the tree has its own total";
  dump.objects += quota("b", {}, given, "{max: {cpu: 4}}") +
                  quota("c", {"parent: b"}, given, "{max: {cpu: 4, gpu: 1}}");
  EXPECT_EQ(errors(dump), Texts{});
  dump.options.totals = totals({"cpu=50", "gpu=1"});
  EXPECT_EQ(errors(dump), Texts{told("gpu")}) << "b has no gpu to divide";
}

TEST(KoordinatorQuotas, OfOneTreeThatGiveTwoTotalsDrawAWarning) {
  const auto root = [](const std::string& name, const std::string& total) {
    return quota(name, {"tree-id: t"},
                 {"runtime: '{\"cpu\":4}'", "request: '{\"cpu\":4}'",
                  "total-resource: '{\"cpu\":" + total + "}'"},
                 "{max: {cpu: 4}}");
  };
  EXPECT_EQ(read({root("a", "8") + root("b", "8")}).warnings, Texts{});
  EXPECT_EQ(read({root("a", "9") + root("b", "8")}).warnings,
            Texts{"quota tree t: b gives a different total than an earlier quota; Koordinator "
                  "divides the last total that it saw, assumed to be this one."});
}

}  // namespace
}  // namespace fairshare::formats
