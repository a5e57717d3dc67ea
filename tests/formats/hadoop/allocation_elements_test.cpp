#include "formats/hadoop/allocation_elements.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "formats/hadoop/fair_scheduler_xml.h"

namespace fairshare::formats {
namespace {

constexpr auto v2_7 = YarnRelease::v2_7;
constexpr auto v3 = YarnRelease::v3;
using Remarks = std::vector<std::string>;

// Inside <queuePlacementPolicy>, which begins on line 2.
std::string placed(const std::string& rules) {
  return "<allocations>\n<queuePlacementPolicy>" + rules + "</queuePlacementPolicy></allocations>";
}

// What is reported about such rules: "line: why", and that a release before 3.3 loads them.
Remarks faults(const std::string& rules, YarnRelease release) {
  const auto reading = read_fair_scheduler_xml({"f.xml", placed(rules)}, release);
  EXPECT_TRUE(reading.errors.empty());
  const std::string name = release == v3 ? "YARN 3.3" : "YARN 2.7";
  const std::string end =
      ": " + name + " does not load such a file and keeps its old configuration";
  const std::string later = "; releases before it do load it";
  Remarks result;
  for (const Remark& remark : reading.remarks) {
    const bool is_refused = remark.kind == Remark::Kind::refused;
    std::string text_of = describe(remark.what);
    EXPECT_EQ(remark.what.code, is_refused ? "FS019" : "FS020");
    const std::string begin = ": queuePlacementPolicy: the queue placement policy cannot be used";
    const std::string all_of_end = is_refused ? end : end + later;
    EXPECT_TRUE(text_of.starts_with("f.xml:") && text_of.ends_with(all_of_end)) << text_of;
    text_of.resize(text_of.size() - all_of_end.size());
    const std::size_t at = text_of.find(begin);
    EXPECT_NE(at, std::string::npos) << text_of;
    text_of.erase(at, begin.size());
    result.push_back(text_of.substr(6) + (is_refused ? "" : later));
  }
  return result;
}

struct Row {
  std::string rules;
  Remarks in_3;
  Remarks in_2_7;
};

void expect_faults(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    EXPECT_EQ(faults(row.rules, v3), row.in_3) << row.rules;
    EXPECT_EQ(faults(row.rules, v2_7), row.in_2_7) << row.rules;
  }
}

// The same in both releases.
Row both(const std::string& rules, const std::string& fault) {
  return {rules, {fault}, {fault}};
}

const std::string last = "an application can get past its last rule";
const std::string never = "the rules after this one can never be reached";

TEST(PlacementRules, AreRefusedWhereTheyCannotBeUsed) {
  expect_faults({
      both("\n<rule/>", "3: it has a rule without a name"),
      both("\n<rule name='default'/>\n<rule name=''/>", "4: it has a rule without a name"),
      both("<rule name='lottery'/>", "2: unknown rule \"lottery\""),
      both("<Rule name='lottery'/>", "2: unknown rule \"lottery\""),
      both("<rule name='Default'/>", "2: unknown rule \"Default\""),
      both("<rule name='specified'/>\n<rule name='specified'/>", "3: " + last),
      both("\n<rule name='default'/>\n<rule name='user'/>", "3: " + never),
      both("\n<rule name='reject'/>\n<rule name='default'/>", "3: " + never),
      both("<rule name='specified'/>\n<rule name='user'/>\n<rule name='specified'/>\n"
           "<rule name='default'/>",
           "3: " + never),
      both("<rule name='nestedUserQueue'/>", "2: a nestedUserQueue contains no rule"),
      both("<rule name='nestedUserQueue'>\n<rule name='x'/></rule>", "3: unknown rule \"x\""),
      both("<rule name='nestedUserQueue'>\n<rule/></rule>", "3: it has a rule without a name"),
      both("<rule name='user' create='no'/>", "2: " + last),
      both("<rule name='secondaryGroupExistingQueue'/>", "2: " + last),
      both("<rule name='primaryGroup' create='false'/>", "2: " + last),
      both("<rule name='lottery'>\n<rule name='user'/></rule>", "2: unknown rule \"lottery\""),
      {"", {"2: it is empty"}, {"2: it has no rule"}},
  });
}

TEST(PlacementRules, AreTakenWhereTheyEndInOneForAll) {
  for (const char* const rules :
       {"<rule name='specified'/><rule name='user' create='false'/><rule name='default'/>",
        "<rule name='specified'/><rule name='reject'/>", "<rule name='user'/>",
        "<rule name='primaryGroup'/>", "<rule name='user' create='TRUE'/>",
        "<rule name='primaryGroup' create='false'/><rule name='default'/>",
        "<rule name='reject' create='false'/>",
        "<rule name='nestedUserQueue' create='false'><rule name='primaryGroup'/></rule>"
        "<rule name='default'/>",
        "<RULE name='user' create='tRue'/>", "<!-- none --><rule name='default'/><!-- none -->",
        "<rule name='nestedUserQueue'><rule name='primaryGroup' create='false'/></rule>"
        "<rule name='default' queue='root.x'/>"}) {
    EXPECT_EQ(faults(rules, v3), Remarks{}) << rules;
    EXPECT_EQ(faults(rules, v2_7), Remarks{}) << rules;
  }
}

TEST(PlacementRules, CreateQueuesOnlyWhereTheySayTrueOrNothing) {
  for (const char* const create : {"", " true", "yes", "1", "truer", "tru", "FALSE"}) {
    expect_faults({both("<rule name='user' create='" + std::string(create) + "'/>", "2: " + last)});
  }
}

TEST(PlacementRules, InsideARuleAreReadIn3AndIn27OnlyOfANestedUserQueue) {
  const std::string after = "<rule name='default'/>";
  const std::string later = "; releases before it do load it";
  expect_faults({
      {"<rule name='nestedUserQueue'>\n<rule name='primaryGroup'/></rule>" + after,
       {"2: " + never + later},
       {}},
      {"<rule name='nestedUserQueue'>\n<rule name='reject'/></rule>" + after,
       {"3: \"reject\" cannot be inside another rule" + later},
       {}},
      {"<rule name='user'>\n<rule name='nestedUserQueue'/></rule>",
       {"3: \"nestedUserQueue\" cannot be inside another rule" + later},
       {}},
      {"<rule name='nestedUserQueue'>\n<rule name='nestedUserQueue'><rule name='user'/></rule>"
       "</rule>" +
           after,
       {"3: \"nestedUserQueue\" cannot be inside another rule" + later},
       {}},
      {"<rule name='user'>\n<rule name='lottery'/></rule>",
       {"3: unknown rule \"lottery\"" + later},
       {}},
      {"<rule name='default' create='true'>\n<rule name='user' create='false'/></rule>",
       {"2: " + last + later},
       {}},
      {"<rule name='default' create='false'/>", {"2: " + last + later}, {}},
  });
}

TEST(PlacementRules, InsideARuleTheLastCountsIn3AndTheFirstIn27) {
  const std::string good = "\n<rule name='user' create='false'/>";
  const std::string bad = "\n<rule name='lottery'/>";
  const auto nested = [](const std::string& inside) {
    return "<rule name='nestedUserQueue'>" + inside + "</rule><rule name='default'/>";
  };
  expect_faults(
      {{nested(bad + good), {}, {"3: unknown rule \"lottery\""}},
       {nested(good + bad), {"4: unknown rule \"lottery\"; releases before it do load it"}, {}},
       {nested(good + "\n<note name='lottery'/>"), {}, {}}});
}

TEST(PlacementRules, In27AreElementsOfAnyName) {
  expect_faults({{"<note name='default'/>", {}, {}},
                 {"\n<note/>\n<rule name='default'/>", {}, {"3: it has a rule without a name"}},
                 {"<rule name='default'/><note name='user'/>", {}, {"2: " + never}},
                 {"text", {}, {"2: it has no rule"}}});
}

TEST(PlacementRules, CountOnlyInTheLastPolicy) {
  const auto two = [](const std::string& first, const std::string& second) {
    return "<allocations><queuePlacementPolicy>\n<rule name='" + first +
           "'/></queuePlacementPolicy>\n<queuePlacementPolicy>\n<rule name='" + second +
           "'/></queuePlacementPolicy></allocations>";
  };
  for (const YarnRelease release : {v3, v2_7}) {
    const auto told = [&](const std::string& text) {
      Remarks result;
      for (const Remark& remark : read_fair_scheduler_xml({"f.xml", text}, release).remarks) {
        result.push_back(remark.what.code + " " + std::to_string(remark.what.line));
      }
      return result;
    };
    EXPECT_EQ(told(two("lottery", "default")), Remarks{"FS004 3"});
    EXPECT_EQ(told(two("default", "lottery")), (Remarks{"FS004 3", "FS019 4"}));
  }
}

// "name kind"; with a "3" if 2.7 does not know the element.
Remarks listed(const std::vector<std::string_view>& elements,
               const AllocationElement* (*find)(std::string_view, YarnRelease)) {
  const std::vector<std::string> kinds = {"anything", "text",      "integer", "long",
                                          "number",   "resources", "policy"};
  Remarks result;
  for (const std::string_view name : elements) {
    const AllocationElement* element = find(name, v3);
    if (element == nullptr) {
      ADD_FAILURE() << name;
      continue;
    }
    const bool is_in_2_7 = find(name, v2_7) != nullptr;
    result.push_back(std::string(name) + " " + kinds.at(static_cast<std::size_t>(element->holds)) +
                     (is_in_2_7 ? "" : " 3"));
  }
  return result;
}

TEST(AllocationElements, HoldWhatTheReleasesReadOfThem) {
  EXPECT_EQ(listed(top_element_names(), find_top_element),
            (Remarks{"queueMaxResourcesDefault resources 3", "userMaxAppsDefault integer",
                     "queueMaxAppsDefault integer", "queueMaxAMShareDefault number",
                     "defaultFairSharePreemptionTimeout long", "fairSharePreemptionTimeout long",
                     "defaultFairSharePreemptionThreshold number",
                     "defaultMinSharePreemptionTimeout long", "defaultQueueSchedulingPolicy policy",
                     "defaultQueueSchedulingMode policy", "queuePlacementPolicy anything",
                     "user anything", "reservation-planner text", "reservation-agent text",
                     "reservation-policy text"}));
  EXPECT_EQ(
      listed(queue_element_names(), find_queue_element),
      (Remarks{"weight number", "minResources resources", "maxResources resources",
               "maxChildResources resources 3", "maxContainerAllocation resources 3",
               "maxRunningApps integer", "maxAMShare number", "minSharePreemptionTimeout long",
               "fairSharePreemptionTimeout long", "fairSharePreemptionThreshold number",
               "schedulingPolicy policy", "schedulingMode policy", "aclSubmitApps text",
               "aclAdministerApps text", "aclAdministerReservations text 3",
               "aclListReservations text 3", "aclSubmitReservations text 3",
               "allowPreemptionFrom text 3", "reservation anything"}));
  EXPECT_EQ(find_top_element("weight", v3), nullptr);
  EXPECT_EQ(find_queue_element("user", v3), nullptr);
}

}  // namespace
}  // namespace fairshare::formats
