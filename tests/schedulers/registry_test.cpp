#include "fairshare/schedulers/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

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

TEST(Schedulers, SayEverythingOnOneLine) {
  for (const Scheduler& scheduler : all_schedulers()) {
    for (const std::string_view text :
         {scheduler.name, scheduler.releases, scheduler.rule, scheduler.arithmetic, scheduler.wins,
          scheduler.infeasible, scheduler.zero_weight, scheduler.rounding, scheduler.units,
          scheduler.resolution, scheduler.deviations}) {
      EXPECT_FALSE(text.empty()) << scheduler.name;
      EXPECT_EQ(text.find('\n'), std::string_view::npos) << scheduler.name;
    }
  }
}

}  // namespace
}  // namespace fairshare::schedulers
