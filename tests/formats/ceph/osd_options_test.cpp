// What `ceph config dump` says of mClock, as divisions.
#include "formats/ceph/osd_options.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "formats/inputs.h"

namespace fairshare::formats {
namespace {

using Texts = std::vector<std::string>;

std::string option(const std::string& section, const std::string& name, const std::string& value,
                   const std::string& mask = "") {
  return R"({"section":")" + section + R"(","name":")" + name + R"(","value":")" + value +
         R"(","level":"advanced","can_update_at_runtime":true,"mask":")" + mask + "\"}";
}

std::string scheduler(const std::string& section, const std::string& name,
                      const std::string& value) {
  return option(section, "osd_mclock_scheduler_" + name, value);
}

DocumentReading read(const Texts& options) {
  std::string text;
  for (const std::string& one : options) text += (text.empty() ? "[\n" : ",\n") + one;
  return read_osd_options({"options.json", text + "\n]\n"});
}

Texts errors_of(const DocumentReading& reading) {
  Texts errors;
  for (const InputError& error : reading.errors) {
    errors.push_back(error.code + " " + describe(error));
  }
  return errors;
}

Texts titles_of(const DocumentReading& reading) {
  Texts titles;
  for (const DocumentPart& part : reading.parts) titles.push_back(part.title);
  return titles;
}

// "1 in [1/2, -]" of each class.
Texts claims_of(const DocumentReading& reading, std::size_t part = 0) {
  EXPECT_EQ(errors_of(reading), Texts{});
  Texts claims;
  const auto& problem = std::get<Division>(reading.parts.at(part).world).problem;
  EXPECT_EQ(problem.total, 1);
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    claims.push_back(exact::to_text(weight) + " in [" + exact::to_text(min_share) + ", " +
                     (max_share ? exact::to_text(*max_share) : "-") + "]");
  }
  return claims;
}

const Texts balanced = {"1 in [1/2, -]", "1 in [1/2, -]", "1 in [0, 9/10]"};

TEST(OsdOptions, LookAsADumpBegins) {
  EXPECT_TRUE(looks_like_osd_options("[{\"section\":\"osd\""));
  EXPECT_TRUE(looks_like_osd_options("\n[\n    {\n        \"section\": \"mon\""));
  EXPECT_FALSE(looks_like_osd_options("[{\"name\":\"osd\""));
  EXPECT_FALSE(looks_like_osd_options("{\"section\""));
  EXPECT_FALSE(looks_like_osd_options("["));
  EXPECT_FALSE(looks_like_osd_options(""));
  EXPECT_EQ(find_document_kind("[{\"section\":", {})->name, "options of Ceph's OSDs");
}

TEST(OsdOptions, ProfileIsBalancedWhereNoneIsSaid) {
  EXPECT_EQ(claims_of(read({option("mon", "auth_allow", "false")})), balanced);
  EXPECT_EQ(claims_of(read({option("global", "osd_mclock_profile", "high_client_ops")})),
            (Texts{"2 in [3/5, -]", "1 in [2/5, -]", "1 in [0, 7/10]"}));
  EXPECT_EQ(claims_of(read({option("osd", "osd_mclock_profile", "high_recovery_ops")})),
            (Texts{"1 in [3/10, -]", "2 in [7/10, -]", "1 in [0, -]"}));
}

TEST(OsdOptions, NameTheirClassesAndBounds) {
  const auto reading = read({option("osd.3", "osd_mclock_profile", "balanced")});
  const DocumentPart& part = reading.parts.at(1);
  const auto& division = std::get<Division>(part.world);
  Texts names = {part.title, part.resource, division.path};
  for (const ClaimantLabel& label : division.labels) names.push_back(label.name);
  names.emplace_back(division.names.min_share);
  names.emplace_back(division.names.max_share);
  EXPECT_EQ(names,
            (Texts{"osd.3", "parts of its capacity", "osd.3", "client", "background_recovery",
                   "background_best_effort", "reservation", "limit"}));
}

// All three profiles reserve the whole capacity.
TEST(OsdOptions, ProfilesLeaveNothingForBestEffortWhileTheOthersAreBusy) {
  for (const std::string profile : {"balanced", "high_client_ops", "high_recovery_ops"}) {
    const auto reading = read({option("osd", "osd_mclock_profile", profile)});
    const auto solution = exact::solve(std::get<Division>(reading.parts.at(0).world).problem);
    EXPECT_EQ(std::get<Allocation<exact::Rational>>(solution).shares.at(2), 0) << profile;
  }
}

TEST(OsdOptions, AreOfAClassWhereTheProfileIsCustom) {
  const Texts options = {option("osd", "osd_mclock_profile", "custom"),
                         scheduler("osd", "client_res", "0.25"),
                         scheduler("osd", "client_wgt", "3"),
                         scheduler("osd", "background_recovery_lim", "0.500000"),
                         scheduler("osd", "background_best_effort_res", "0.4"),
                         scheduler("osd", "background_best_effort_lim", "0.3")};
  EXPECT_EQ(claims_of(read(options)), (Texts{"3 in [1/4, -]", "1 in [0, 1/2]", "1 in [2/5, 2/5]"}));
}

TEST(OsdOptions, OfAnOsdPrecedeThoseOfAllAndThoseTheGlobalOnes) {
  const auto reading =
      read({option("osd.3", "osd_mclock_profile", "custom"), scheduler("osd.3", "client_wgt", "7"),
            scheduler("osd", "client_wgt", "5"), scheduler("global", "client_wgt", "4"),
            scheduler("global", "client_lim", "0.8")});
  EXPECT_EQ(titles_of(reading), (Texts{"osd", "osd.3"}));
  EXPECT_EQ(claims_of(reading, 0), balanced);
  EXPECT_EQ(claims_of(reading, 1), (Texts{"7 in [0, 4/5]", "1 in [0, -]", "1 in [0, -]"}));
  EXPECT_EQ(reading.warnings,
            (Texts{"osd: osd_mclock_scheduler_client_wgt is ignored: the profile is balanced, "
                   "not custom.",
                   "osd: osd_mclock_scheduler_client_lim is ignored: the profile is balanced, "
                   "not custom."}));
}

TEST(OsdOptions, ThatEachOsdMeasuresMakeNoDivision) {
  const auto reading = read({option("osd.3", "osd_mclock_max_capacity_iops_hdd", "315.000000"),
                             option("osd.4", "osd_mclock_force_run_benchmark_on_init", "false")});
  EXPECT_EQ(titles_of(reading), Texts{"osd"});
}

TEST(OsdOptions, OfAllOsdsPrecedeTheGlobalOnes) {
  const auto reading =
      read({option("osd.3", "osd_mclock_profile", "custom"), scheduler("osd", "client_lim", "0.6"),
            scheduler("global", "client_lim", "0.8")});
  EXPECT_EQ(claims_of(reading, 1), (Texts{"1 in [0, 3/5]", "1 in [0, -]", "1 in [0, -]"}));
}

TEST(OsdOptions, OfAnOsdAreIgnoredAndToldWhereItsProfileIsNotCustom) {
  const auto reading = read({option("osd.3", "osd_mclock_profile", "high_client_ops"),
                             scheduler("osd.3", "background_recovery_res", "0.2")});
  EXPECT_EQ(reading.warnings,
            Texts{"osd.3: osd_mclock_scheduler_background_recovery_res is ignored: the profile is "
                  "high_client_ops, not custom."});
}

TEST(OsdOptions, WithAMaskAreIgnoredAndTold) {
  const auto reading = read({option("osd", "osd_mclock_profile", "high_client_ops", "class:ssd")});
  EXPECT_EQ(claims_of(reading), balanced);
  EXPECT_EQ(reading.warnings, Texts{"osd_mclock_profile of osd has the mask \"class:ssd\" and is "
                                    "ignored: the dump does not say which OSDs it applies to."});
}

TEST(OsdOptions, OfOtherDaemonsAreOfNoConcern) {
  for (const std::string section : {"mon", "osdx", "client.osd.1", "osd"}) {
    const auto reading = read({option(section, "osd_mclock_profile", "custom", "class:ssd"),
                               option(section, "osd_memory_target", "1", "class:ssd"),
                               option("mon.a", "osd_mclock_profile", "custom")});
    EXPECT_EQ(reading.warnings.size(), section == "osd" ? 1U : 0U) << section;
    EXPECT_EQ(titles_of(reading), Texts{"osd"});
    EXPECT_EQ(claims_of(reading), balanced);
  }
}

TEST(OsdOptions, ErrorsAreToldInTheirPlace) {
  EXPECT_EQ(errors_of(read({option("osd", "osd_mclock_profile", "best")})),
            Texts{"FS002 options.json:2: claimant osd, osd_mclock_profile: \"best\" is not a "
                  "profile; known: balanced, high_client_ops, high_recovery_ops, custom"});
  EXPECT_EQ(errors_of(read({option("osd.1", "osd_op_queue", "wpq")})),
            Texts{"FS018 options.json:2: claimant osd.1, osd_op_queue: osd.1 has the queue "
                  "\"wpq\", which is not "
                  "mClock's"});
  EXPECT_EQ(errors_of(read({"{\"section\":\"osd\""})),
            Texts{"FS001 options.json:3: [0]: unmatched ']', at byte 1"});
  EXPECT_EQ(errors_of(read_osd_options({"options.json", "{}"})),
            Texts{"FS002 options.json:1: a list of options is expected"});
}

TEST(OsdOptions, OfAllOsdsAreToldOnceWhereTheyAreWrong) {
  const Texts options = {
      option("osd", "osd_mclock_profile", "custom"), scheduler("osd", "client_res", "half"),
      scheduler("osd.1", "client_wgt", "2"), scheduler("osd.2", "client_wgt", "3")};
  EXPECT_EQ(errors_of(read(options)).size(), 1U);
}

TEST(OsdOptions, OfOneSectionAndNameAreRefused) {
  const Texts twice = {option("osd", "osd_mclock_profile", "balanced"),
                       option("osd", "osd_mclock_profile", "high_client_ops")};
  EXPECT_EQ(errors_of(read(twice)),
            Texts{"FS004 options.json:3: claimant osd, osd_mclock_profile: duplicate option: an "
                  "earlier one has this section and name"});
}

TEST(OsdOptions, HaveASectionANameAndAValue) {
  const std::string section = R"("section":"osd")";
  const std::string name = R"("name":"osd_mclock_profile")";
  const std::string value = R"("value":"custom")";
  const auto told = [](const std::string& first, const std::string& second) {
    const auto reading =
        read({option("osd", "osd_mclock_profile", "custom"), "{" + first + "," + second + "}"});
    EXPECT_EQ(titles_of(reading), Texts{});
    return errors_of(reading);
  };
  const std::string why = R"(an option has a "section", a "name" and a "value")";
  const Texts unnamed = {"FS002 options.json:3: claimant osd: " + why};
  const Texts named = {"FS002 options.json:3: osd_mclock_profile: " + why};
  EXPECT_EQ(told(section, name),
            Texts{"FS002 options.json:3: claimant osd, osd_mclock_profile: " + why});
  EXPECT_EQ(told(section, value), unnamed);
  EXPECT_EQ(told(section + R"(,"name":7)", value), unnamed);
  EXPECT_EQ(told(name, value), named);
  EXPECT_EQ(told(name + R"(,"section":"")", value), named);
}

TEST(OsdOptions, OfACustomProfileThatAreWrongLeaveOutWhatHasThem) {
  const auto told = [](const std::string& name, const std::string& value) {
    const auto reading =
        read({option("osd.1", "osd_mclock_profile", "custom"),
              option("osd.2", "osd_mclock_profile", "custom"), scheduler("osd.1", name, value)});
    EXPECT_EQ(titles_of(reading), (Texts{"osd", "osd.2"}));
    return errors_of(reading);
  };
  const std::string place = " options.json:4: claimant osd.1, osd_mclock_scheduler_client_";
  EXPECT_EQ(told("client_res", "half"),
            Texts{"FS006" + place + "res: \"half\" is neither a number nor p/q"});
  EXPECT_EQ(told("client_lim", "-1"), Texts{"FS011" + place + "lim: the number is negative"});
  EXPECT_EQ(told("client_wgt", "1.5"), Texts{"FS008" + place + "wgt: a weight is a whole number"});
}

TEST(OsdOptions, OfAClassAreItsReservationItsWeightAndItsLimit) {
  const Texts others = {"1 in [0, -]", "1 in [0, -]", "1 in [0, -]"};
  std::size_t index = 0;
  for (const std::string of_class : {"client", "background_recovery", "background_best_effort"}) {
    const auto claims = [&](const std::string& what, const std::string& value) {
      return claims_of(read({option("osd", "osd_mclock_profile", "custom"),
                             scheduler("osd", of_class + "_" + what, value)}));
    };
    Texts expected = others;
    expected[index] = "1 in [1/4, -]";
    EXPECT_EQ(claims("res", "0.25"), expected) << of_class;
    expected[index] = "0 in [0, -]";
    EXPECT_EQ(claims("wgt", "0"), expected) << of_class;
    expected[index] = "1 in [0, 1/4]";
    EXPECT_EQ(claims("lim", "0.25"), expected) << of_class;
    EXPECT_EQ(claims("lim", "0"), others) << "0 means no limit";
    ++index;
  }
}

TEST(OsdOptions, OfEveryClassAreToldWhereTheyAreIgnored) {
  Texts options;
  Texts warnings;
  for (const std::string of_class : {"client", "background_recovery", "background_best_effort"}) {
    for (const std::string what : {"_res", "_wgt", "_lim"}) {
      options.push_back(scheduler("osd", of_class + what, "1"));
      warnings.push_back("osd: osd_mclock_scheduler_" + of_class + what +
                         " is ignored: the profile is balanced, not custom.");
    }
  }
  EXPECT_EQ(read(options).warnings, warnings);
}

TEST(OsdOptions, MayNameTheQueueOfMclock) {
  EXPECT_EQ(claims_of(read({option("global", "osd_op_queue", "mclock_scheduler")})), balanced);
  const auto reading = read(
      {option("osd", "osd_op_queue", "wpq"), option("osd.1", "osd_op_queue", "mclock_scheduler")});
  EXPECT_EQ(errors_of(reading),
            Texts{"FS018 options.json:2: claimant osd, osd_op_queue: osd has the queue "
                  "\"wpq\", which is not mClock's"});
  EXPECT_EQ(titles_of(reading), Texts{"osd.1"});
}

TEST(OsdOptions, AreObjects) {
  EXPECT_EQ(errors_of(read({"5"})),
            Texts{"FS002 options.json:2: an option has a \"section\", a \"name\" and a \"value\""});
}

}  // namespace
}  // namespace fairshare::formats
