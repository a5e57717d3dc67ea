#include "fairshare/schedulers/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tests/whole/findings_page.h"

namespace fairshare::schedulers {
namespace {

// "H1-H3, Y2" is H1, H2, H3 and Y2.
std::set<std::string> numbers_in(std::string_view listed) {
  std::set<std::string> numbers;
  while (!listed.empty()) {
    const std::string range(listed.substr(0, listed.find(", ")));
    listed.remove_prefix(std::min(listed.size(), range.size() + 2));
    const std::size_t dash = range.find('-');
    const std::string last = dash == std::string::npos ? range : range.substr(dash + 1);
    const std::string letters = range.substr(0, range.find_first_of("0123456789"));
    if (!last.starts_with(letters)) throw std::runtime_error("no range: " + range);
    const int end = std::stoi(last.substr(letters.size()));
    for (int i = std::stoi(range.substr(letters.size())); i <= end; ++i) {
      numbers.insert(letters + std::to_string(i));
    }
  }
  return numbers;
}

std::string_view text_of(Type type) {
  switch (type) {
    case Type::int32:
      return "int32";
    case Type::int64:
      return "int64";
    case Type::float32:
      return "float32";
    case Type::float64:
      return "float64";
    case Type::unread:
      return "unread";
  }
  return "";
}

std::string_view text_of(Reports reports) {
  switch (reports) {
    case Reports::doubles:
      return "doubles";
    case Reports::units_cut_down:
      return "units, truncated";
    case Reports::units_apportioned:
      return "units, apportioned";
    case Reports::units_webster:
      return "units by Webster";
    case Reports::units_dhondt:
      return "units by D'Hondt";
    case Reports::units_cut:
      return "units within the bounds";
  }
  return "";
}

std::string text_of(const NumberField& field) {
  using Number = std::optional<Held> Claim::*;
  const std::vector<std::pair<std::string, Number>> numbers = {
      {"weight", &Claim::weight},       {"min_share", &Claim::min_share},
      {"max_share", &Claim::max_share}, {"demand", &Claim::demand},
      {"guarantee", &Claim::guarantee}, {"priority", &Claim::priority},
      {"created", &Claim::created},     {"usage", &Claim::usage},
      {"current", &Claim::current}};
  const auto held =
      std::ranges::find(numbers, field.number, &std::pair<std::string, Number>::second);
  const std::string name(field.name);
  return (held->first == name ? name : name + " as " + held->first) + " " +
         std::string(text_of(field.type));
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
  return all;
}

// The fields of a record, and how what is computed is judged.
std::string text_of(const LevelModel& model) {
  std::vector<std::string> words = {std::string(text_of(model.total))};
  for (const NumberField& field : model.numbers) words.push_back(text_of(field));
  for (const FlagField& field : model.flags) words.emplace_back(field.name);
  for (const LevelNumberField& field : model.level_numbers) {
    words.push_back(std::string(field.name) + " " + std::string(text_of(field.type)));
  }
  for (const LevelFlagField& field : model.level_flags) words.emplace_back(field.name);
  if (model.has_key) words.emplace_back("key");
  if (model.total_must_be) words.push_back("total must be " + std::to_string(*model.total_must_be));
  if (!model.has_minimums) words.emplace_back("no minimums");
  std::vector<std::string> judged = {std::string(text_of(model.reports))};
  if (model.is_base) judged.emplace_back("base");
  if (model.hands_out_all) judged.emplace_back("all");
  if (model.sums_within_resolution) judged.emplace_back("sums within the resolution");
  if (model.weights_are_targets) judged.emplace_back("weights are targets");
  if (model.weights_are_positive) judged.emplace_back("weights are positive");
  if (model.compute_as_listed) judged.emplace_back("as listed");
  if (model.precision) judged.emplace_back("precision");
  if (model.compute_together) judged.emplace_back("together");
  if (model.resolution) judged.emplace_back("resolution");
  return joined(words) + "; " + joined(judged);
}

TEST(Schedulers, AreFoundByName) {
  for (const Scheduler& scheduler : all_schedulers()) {
    const auto found = find_scheduler(scheduler.name);
    ASSERT_TRUE(found.has_value()) << scheduler.name;
    EXPECT_EQ(found->releases, scheduler.releases) << "two of one name";
  }
  EXPECT_FALSE(find_scheduler("fair").has_value());
  EXPECT_FALSE(find_scheduler("yarn").has_value());
  EXPECT_FALSE(find_scheduler("").has_value());
}

TEST(Schedulers, NameTheReleaseThatTheyModel) {
  EXPECT_EQ(name_of(yarn::Release::v2_2), "yarn-2.2");
  EXPECT_EQ(name_of(yarn::Release::v2_5), "yarn-2.5");
  EXPECT_EQ(name_of(yarn::Release::v2_7), "yarn-2.7");
  EXPECT_EQ(name_of(yarn::Release::v3_0), "yarn-3.0");
  EXPECT_EQ(name_of(yarn::Release::v3), "yarn-3");
}

TEST(Schedulers, DeviateAsTheFindingsOfTheirReleasesSay) {
  const auto findings = tests::read_findings();
  for (const Scheduler& scheduler : all_schedulers()) {
    std::set<std::string> numbers;
    for (const tests::Finding& finding : findings) {
      if (finding.release_names().contains(std::string(scheduler.name))) {
        numbers.insert(finding.number);
      }
    }
    EXPECT_EQ(numbers_in(scheduler.deviations), numbers) << scheduler.name;
  }
}

TEST(Schedulers, AreAllThatTheFindingsName) {
  for (const tests::Finding& finding : tests::read_findings()) {
    EXPECT_FALSE(finding.release_names().empty()) << finding.number;
    for (const std::string& name : finding.release_names()) {
      EXPECT_TRUE(find_scheduler(name).has_value()) << finding.number << ": " << name;
    }
  }
}

TEST(Schedulers, ReadAndJudgeLevelsByTheirFields) {
  std::vector<std::pair<std::string_view, std::string>> found;
  for (const Scheduler& scheduler : all_schedulers()) {
    if (scheduler.level != nullptr) found.emplace_back(scheduler.name, text_of(scheduler.level()));
  }
  const std::vector<std::pair<std::string_view, std::string>> expected = {
      {"mr1", "float64, weight float64, min_share int32, demand int32, max_share int32; doubles"},
      {"yarn-2.2",
       "int32, weight float32, min_share int32, max_share int32, demand unread, active; "
       "units, truncated"},
      {"yarn-2.5",
       "int32, weight float32, min_share int32, max_share int32, demand unread, active; "
       "units, truncated"},
      {"yarn-2.7",
       "int32, weight float32, min_share int32, max_share int32, demand unread, active; "
       "units, truncated"},
      {"yarn-3.0",
       "int64, weight float32, min_share int64, max_share int64, demand unread, active; "
       "units, truncated"},
      {"yarn-3",
       "int64, weight float32, min_share int64, max_share int64, demand unread, active; "
       "units, truncated"},
      {"apf",
       "int64, weight float64, min_share float64, max_share float64, demand float64; "
       "doubles, sums within the resolution, weights are targets"},
      {"koordinator",
       "int64, weight int64, min_share int64, max_share int64, guarantee int64, demand "
       "int64, lends, scale_minimums; units, apportioned, base, all"},
      {"koordinator_pre2876",
       "int64, weight int64, min_share int64, max_share int64, guarantee int64, demand "
       "int64, lends, scale_minimums; units, apportioned, base"},
      {"volcano",
       "float64, weight int32, min_share float64, max_share float64, demand float64; "
       "doubles, sums within the resolution, as listed, together, resolution"},
      {"volcano_pre2553",
       "float64, weight int32, min_share float64, max_share float64, demand float64; "
       "doubles, sums within the resolution, as listed, together, resolution"},
      {"kai",
       "float64, weight float64, min_share float64, max_share float64, demand float64, "
       "priority int32, created int64, usage float64, k_value float64; units within the "
       "bounds, base, as listed, precision"},
      {"armada",
       "float64, weight float64, max_share float64, demand float64, min_share float64, "
       "total must be 1.000000, no minimums; doubles, sums within the resolution"},
      {"tikv-pd",
       "float64, weight int64, max_share int64, demand float64, min_share float64, "
       "priority int32, active, no minimums; doubles, base, as listed, precision"},
      {"ydb",
       "int64, weight float64, max_share int64, demand int64, min_share float64, no "
       "minimums; units, apportioned, base, all, weights are positive"},
      {"htcondor",
       "float64, weight float64, min_share float64, demand float64, accepts_surplus; "
       "doubles, base, precision"},
      {"kubefed",
       "int32, weight int64, min_share int64, max_share int64, demand int64, current "
       "int64, rebalance, key; units, apportioned, base, all"},
      {"kubeadmiral",
       "int64, weight int64, min_share int64, max_share int64, demand int64, current "
       "int64, rebalance, key; units, apportioned, base, all"},
      {"karmada", "int32, weight int64, min_share int32, key; units by Webster, base, all"},
      {"balancer", "int32, weight int32, min_share int32, max_share int32; units by D'Hondt, all"}};
  EXPECT_EQ(found, expected);
}

TEST(Schedulers, SayEverythingOnOneLine) {
  for (const Scheduler& scheduler : all_schedulers()) {
    for (const std::string_view text :
         {scheduler.name, scheduler.releases, scheduler.rule, scheduler.arithmetic, scheduler.wins,
          scheduler.infeasible, scheduler.zero_weight, scheduler.rounding, scheduler.units,
          scheduler.resolution, scheduler.deviations, scheduler.input}) {
      EXPECT_FALSE(text.empty()) << scheduler.name;
      EXPECT_EQ(text.find('\n'), std::string_view::npos) << scheduler.name;
    }
  }
}

// An input for which each release of a family has a different answer.
TEST(Schedulers, ComputeAsTheirReleaseDoes) {
  const auto result = [](std::string_view name, const Level& level) {
    return find_scheduler(name)->level().compute(level);
  };
  const auto first = [&](std::string_view name, const Level& level) {
    return result(name, level).answers.at(0);
  };
  using Whole = std::vector<std::int64_t>;
  const std::int64_t half = std::int64_t{1} << 30U;  // YARN-1923, of a sum that wraps
  const Claim heavy{.weight = 0x1p31, .max_share = half};
  const Level wraps{.total = std::int64_t{3}, .claims = {heavy, heavy}};
  EXPECT_EQ(first("yarn-2.2", wraps), held(Whole{64, 64}));
  EXPECT_EQ(first("yarn-2.5", wraps), held(Whole{half, half}));
  const Level unweighed{.total = std::int64_t{10}, .claims = {{.weight = 0.0}}};  // YARN-1458
  EXPECT_EQ(result("yarn-2.5", unweighed).outcome, "hang");
  EXPECT_EQ(result("yarn-2.7", unweighed).outcome, "shares");
  const Level unbounded{.total = std::int64_t{100}, .claims = {{.max_share = std::int64_t{5}}, {}}};
  EXPECT_EQ(first("yarn-2.7", unbounded), held(Whole{5, 95}));
  EXPECT_EQ(first("yarn-3.0", unbounded), held(Whole{2, 2}));
  EXPECT_EQ(first("yarn-3", unbounded), held(Whole{5, 95}));
  const Level odd{.total = std::int64_t{1}, .claims = {{}, {}}};
  EXPECT_EQ(first("koordinator", odd), held(Whole{1, 0}));
  EXPECT_EQ(first("koordinator_pre2876", odd), held(Whole{1, 1}));
  const Level guaranteed{.total = 49.0, .claims = {{.min_share = 50.0}, {}}};
  EXPECT_EQ(result("volcano", guaranteed).outcome, "shares");
  EXPECT_EQ(result("volcano_pre2553", guaranteed).outcome, "error");
  const Level full{.total = std::int64_t{3},
                   .claims = {{.min_share = std::int64_t{3}, .demand = std::int64_t{2}}},
                   .rebalances = true};
  const auto beyond = [&](std::string_view name) {
    return std::get<std::vector<Held>>(result(name, full).details.at(0).value);
  };
  EXPECT_EQ(beyond("kubefed"), held(Whole{1}));
  EXPECT_EQ(beyond("kubeadmiral"), held(Whole{2})) << "the rest is counted once more";
}

TEST(Schedulers, HaveTheTreesOfTheirReleaseOrNone) {
  const auto tree_of = [](const Scheduler& scheduler) -> std::string {
    if (std::holds_alternative<Mr1Pools>(scheduler.tree)) return "pools and jobs";
    if (std::holds_alternative<VectorPools>(scheduler.tree)) return "vectors";
    if (const auto* yarn = std::get_if<YarnQueues>(&scheduler.tree)) {
      return "queues of " + std::string(name_of(yarn->release));
    }
    const auto* pools = std::get_if<ScalarPools>(&scheduler.tree);
    if (pools == nullptr) return "none";
    return pools->era == ytsaurus::scalar::Era::v2018 ? "pools of 2018" : "pools of 2019";
  };
  std::vector<std::string> found;
  for (const Scheduler& scheduler : all_schedulers()) {
    const std::string tree = tree_of(scheduler);
    if (tree != "none") found.push_back(std::string(scheduler.name) + ": " + tree);
    EXPECT_TRUE(scheduler.level != nullptr || tree != "none") << scheduler.name;
  }
  EXPECT_EQ(found, (std::vector<std::string>{
                       "mr1: pools and jobs", "yarn-2.2: queues of yarn-2.2",
                       "yarn-2.5: queues of yarn-2.5", "yarn-2.7: queues of yarn-2.7",
                       "yarn-3.0: queues of yarn-3.0", "yarn-3: queues of yarn-3",
                       "ytsaurus-2018: pools of 2018", "ytsaurus-2019: pools of 2019",
                       "ytsaurus-2023: vectors"}));
}

}  // namespace
}  // namespace fairshare::schedulers
