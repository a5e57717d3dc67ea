#include "formats/report/scheduler_list.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/schedulers/registry.h"
#include "formats/text/json.h"

namespace fairshare::formats {
namespace {

using schedulers::Scheduler;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines = {""};
  for (const char c : text) c == '\n' ? lines.emplace_back() : lines.back() += c;
  EXPECT_EQ(lines.back(), "") << "the last line has its end";
  lines.pop_back();
  return lines;
}

// What the list says of a scheduler, in the order of its fields.
struct Said {
  std::string_view key;      // in JSON
  std::string_view heading;  // for people; none for the name
  std::string_view value;
};

std::array<Said, 12> said_of(const Scheduler& scheduler) {
  return {{{"name", "", scheduler.name},
           {"releases", "  releases    ", scheduler.releases},
           {"rule", "  rule        ", scheduler.rule},
           {"arithmetic", "  arithmetic  ", scheduler.arithmetic},
           {"wins", "  wins        ", scheduler.wins},
           {"infeasible", "  infeasible  ", scheduler.infeasible},
           {"zero_weight", "  weight 0    ", scheduler.zero_weight},
           {"rounding", "  rounding    ", scheduler.rounding},
           {"units", "  units       ", scheduler.units},
           {"resolution", "  resolution  ", scheduler.resolution},
           {"deviations", "  deviations  ", scheduler.deviations},
           {"input", "  input       ", scheduler.input}}};
}

TEST(SchedulerList, HasALineForEachThingToKnowBelowEachName) {
  std::vector<std::string> expected;
  for (const Scheduler& scheduler : schedulers::all_schedulers()) {
    for (const auto& [key, heading, value] : said_of(scheduler)) {
      expected.push_back(std::string(heading) + std::string(value));
    }
  }
  EXPECT_EQ(lines_of(schedulers_text()), expected);
}

TEST(SchedulerList, IsAnObjectOfJsonForEachScheduler) {
  const std::vector<std::string> lines = lines_of(schedulers_json());
  const auto all = schedulers::all_schedulers();
  ASSERT_EQ(lines.size(), all.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto parsed = json::parse(lines[i]);
    ASSERT_TRUE(std::holds_alternative<json::Value>(parsed)) << lines[i];
    const auto& members = std::get<json::Object>(std::get<json::Value>(parsed).is);
    const auto said = said_of(all[i]);
    ASSERT_EQ(members.size(), said.size());
    for (std::size_t k = 0; k < said.size(); ++k) {
      EXPECT_EQ(members[k].key, said[k].key) << all[i].name;
      EXPECT_EQ(std::get<std::string>(members[k].value.is), said[k].value) << said[k].key;
    }
  }
}

TEST(SchedulerList, SaysTheSameToPeopleAndToPrograms) {
  const std::string text = schedulers_text();
  EXPECT_EQ(text.substr(0, text.find('\n')), schedulers::all_schedulers().front().name);
  EXPECT_EQ(schedulers_json().rfind("{\"name\":\"" + text.substr(0, text.find('\n')) + "\",", 0),
            0U);
}

}  // namespace
}  // namespace fairshare::formats
