// The input and output of ceph/dmclock's simulator, as divisions. Runs in the repository's root.
#include "formats/ceph/simulation.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "formats/inputs.h"
#include "formats/verdict/verdict.h"
#include "tests/contents.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using tests::contents;
using Texts = std::vector<std::string>;

DocumentReading read(const std::string& text) {
  return read_mclock_simulation({"queue.txt", text});
}

Texts errors_of(const DocumentReading& reading) {
  Texts errors;
  for (const InputError& error : reading.errors) errors.push_back(describe(error));
  return errors;
}

Texts codes_of(const std::string& text) {
  Texts codes;
  for (const InputError& error : read(text).errors) codes.push_back(error.code);
  return codes;
}

const Division& division_of(const DocumentReading& reading, std::size_t part = 0) {
  EXPECT_EQ(errors_of(reading), Texts{});
  return std::get<Division>(reading.parts.at(part).world);
}

// "name: weight in [min, max]" of each claimant, with its share if it has one.
Texts claims_of(const Division& division) {
  Texts claims;
  for (std::size_t i = 0; i < division.labels.size(); ++i) {
    const auto& [weight, min_share, max_share] = division.problem.claimants[i];
    std::string claim = division.labels[i].name + ": " + exact::to_text(weight) + " in [" +
                        exact::to_text(min_share) + ", " + exact::to_text(max_share.value()) + "]";
    if (!division.shares.empty()) claim += " got " + division.shares[i].text;
    claims.push_back(std::move(claim));
  }
  return claims;
}

// A group of one client and one server; the lines replace its settings.
std::string client(const std::string& number, const std::string& lines) {
  return "[client." + number +
         "]\nclient_count=1\nclient_server_select_range=1\nclient_reservation=0\nclient_limit=0\n"
         "client_iops_goal=1000\n" +
         lines;
}

std::string global(const std::string& groups, const std::string& lines = "") {
  return "[global]\nclient_groups=" + groups + "\n" + lines +
         "[server.0]\nserver_count=1\nserver_iops=100\n";
}

const std::string hard = "server_soft_limit = false\n";
const std::string two_clients = global("2", hard) + client("0", "client_total_ops=560\n") +
                                client("1", "client_weight=2\nclient_wait=4\n");

std::string table(const std::string& rows) {
  return "simulation started\nsimulation completed in 9 millisecs\n==== Client Data ====\n"
         "     client:       0       1  total\n" +
         rows + "    res_ops:       0       0       0\n";
}

// What all clients have in common; their number and the servers' have their defaults.
std::string global_flags(const std::string& soft) {
  return "[global]\nserver_soft_limit=" + soft + "\n";
}

TEST(MclockSimulation, LooksAsItsConfigurationBegins) {
  EXPECT_TRUE(looks_like_mclock_simulation("[global]\n"));
  EXPECT_TRUE(looks_like_mclock_simulation("\n\n  [server.0]\n"));
  EXPECT_TRUE(looks_like_mclock_simulation("[client.3]"));
  EXPECT_FALSE(looks_like_mclock_simulation("[{\"a\":1}]\n"));
  EXPECT_FALSE(looks_like_mclock_simulation("server_groups = 1\n[global]\n"));
  EXPECT_FALSE(looks_like_mclock_simulation("# YAML, perhaps\n[global]\n"));
  EXPECT_FALSE(looks_like_mclock_simulation(""));
  EXPECT_EQ(find_document_kind("[global]\n", {})->name, "a simulation of mClock");
}

TEST(MclockSimulation, HasCommentsAndEmptyLines) {
  const auto reading =
      read("# one\n; two\n\n" + global("1", hard) + client("0", "; client_weight = 7 = 8\n"));
  EXPECT_EQ(claims_of(division_of(reading)), Texts{"client.0: 1 in [0, 1000]"});
}

TEST(MclockSimulation, KeyMayHaveSpacesInPlaceOfUnderscores) {
  const auto reading =
      read(global("1", hard) + client("0", "client weight = 7\nclient \t iops goal=9\n"));
  EXPECT_EQ(claims_of(division_of(reading)), Texts{"client.0: 7 in [0, 9]"});
}

TEST(MclockSimulation, FlagIsTrueWhereItSaysSoOrIsANumberAndElseFalse) {
  const auto notes_of = [](const std::string& says) {
    return division_of(read(global("1", "server_soft_limit = " + says + "\n") +
                            client("0", "client_limit=10\n")))
        .notes.size();
  };
  for (const std::string says : {"true", "True", "1", "2"}) EXPECT_EQ(notes_of(says), 1U) << says;
  for (const std::string says : {"false", "False", "0", "no", "yes", ""}) {
    EXPECT_EQ(notes_of(says), 0U) << says;
  }
}

TEST(MclockSimulation, OfAConfigurationIsOneDivisionOfWhatTheServersCan) {
  const auto reading =
      read(global("2", hard) + client("0", "client_reservation = 20.5 # a comment\n") +
           client("1", "client_weight = 1\nclient_weight = 4\nclient_limit = 50; a comment\n"));
  EXPECT_EQ(reading.parts.at(0).title, "all clients");
  EXPECT_EQ(division_of(reading).path, "all clients");
  EXPECT_EQ(division_of(reading).problem.total, 100);
  EXPECT_EQ(claims_of(division_of(reading)),
            (Texts{"client.0: 1 in [41/2, 1000]", "client.1: 4 in [0, 50]"}));
  EXPECT_EQ(division_of(reading).notes, Texts{});
}

TEST(MclockSimulation, WhatIsNotSaidHasTheSimulatorsDefault) {
  const auto reading =
      read("[global]\n[client.0]\nclient_count=2\nclient_server_select_range=100\n");
  EXPECT_EQ(division_of(reading).problem.total, 4000);  // a hundred servers of 40
  EXPECT_EQ(claims_of(division_of(reading)),
            (Texts{"client.0[0]: 1 in [50, 50]", "client.0[1]: 1 in [50, 50]"}));
}

TEST(MclockSimulation, ClientOfWhichNothingIsSaidHasEveryDefault) {
  const std::string server = "[server.0]\nserver_count=5\nserver_iops=100\n";
  const auto hundred = read("[global]\n" + server);
  ASSERT_EQ(division_of(hundred).labels.size(), 100U);
  EXPECT_EQ(division_of(hundred).labels.back().name, "client.0[99]");
  const std::string one = server + "[client.0]\nclient_count=1\n";
  EXPECT_EQ(claims_of(division_of(read(global_flags("false") + one))),
            Texts{"client.0: 1 in [20, 50]"});
  EXPECT_EQ(claims_of(division_of(read(global_flags("false") + one + "client_iops_goal=90\n"))),
            Texts{"client.0: 1 in [20, 60]"});
  // The row that ends with the 1000th operation is not whole.
  const std::string heading = "==== Client Data ====\n client: 0 total\n";
  const auto until = [&](const std::string& third, const std::string& fourth) {
    return read(global_flags("false") + one + heading +
                " t_0: 100 100\n t_1: 100 100\n t_2: " + third + " 0\n t_3: " + fourth + " 0\n");
  };
  EXPECT_EQ(division_of(until("150", "149.99")).path, "t_1 to t_2");
  EXPECT_EQ(division_of(until("150", "150")).path, "t_1 to t_1");
}

TEST(MclockSimulation, TotalIsOfTheServersOfEveryGroup) {
  const auto reading = read(
      "[global]\nserver_groups=2\n[server.0]\nserver_count=1\nserver_iops=100\n[server.1]\n"
      "server_count=2\nserver_iops=30\n" +
      client("0", "client_server_select_range=3\n"));
  EXPECT_EQ(division_of(reading).problem.total, 160);
}

TEST(MclockSimulation, ReservationExceedsALimitButNotWhatIsAskedFor) {
  const auto reading =
      read(global("2", hard) + client("0", "client_reservation=30\nclient_limit=20\n") +
           client("1", "client_reservation=30\nclient_iops_goal=10\n"));
  EXPECT_EQ(claims_of(division_of(reading)),
            (Texts{"client.0: 1 in [30, 30]", "client.1: 1 in [10, 10]"}));
}

TEST(MclockSimulation, CostOfAnOperationIsWhatIsDivided) {
  const auto reading =
      read(global("2", hard) + client("0", "client_req_cost=3\nclient_iops_goal=7\n") +
           client("1", "") + table(" t_0: 5 1 6\n t_1: 5 2 7\n t_2: 5 3 8\n t_3: 5 4 9\n"));
  EXPECT_EQ(claims_of(division_of(reading)),
            (Texts{"client.0: 1 in [0, 21] got 15", "client.1: 1 in [0, 1000] got 2.5"}));
}

TEST(MclockSimulation, SoftLimitsAreMinimumsWhereTheServersCanDoMore) {
  const std::string clients =
      client("0", "client_limit=10\n") + client("1", "client_limit=50\nclient_iops_goal=70\n");
  EXPECT_EQ(claims_of(division_of(read(global("2") + clients))),
            (Texts{"client.0: 1 in [10, 1000]", "client.1: 1 in [50, 70]"}));
  EXPECT_EQ(division_of(read(global("2") + clients)).notes,
            Texts{"All clients together may exceed their limits, which are soft: what a limit "
                  "allows is a minimum here."});
  EXPECT_EQ(claims_of(division_of(read(global("2", "server_soft_limit=0\n") + clients))),
            (Texts{"client.0: 1 in [0, 10]", "client.1: 1 in [0, 50]"}));
  EXPECT_EQ(
      claims_of(division_of(read(global("3") + clients + client("2", "")))),
      (Texts{"client.0: 1 in [0, 10]", "client.1: 1 in [0, 50]", "client.2: 1 in [0, 1000]"}));
}

TEST(MclockSimulation, LimitsThatAreExactlyWhatTheServersCanAreNoMinimums) {
  const auto claims = [](const std::string& limit) {
    const auto reading = read(global("2") + client("0", "client_limit=40\n") +
                              client("1", "client_limit=" + limit + "\n"));
    Texts told = claims_of(division_of(reading));
    told.push_back(std::to_string(division_of(reading).notes.size()));
    return told;
  };
  EXPECT_EQ(claims("60"), (Texts{"client.0: 1 in [0, 40]", "client.1: 1 in [0, 60]", "0"}));
  EXPECT_EQ(claims("59"), (Texts{"client.0: 1 in [40, 1000]", "client.1: 1 in [59, 1000]", "1"}));
}

TEST(MclockSimulation, SoftLimitsAreMinimumsWhereTheTableHasMore) {
  const auto claims = [](const std::string& last) {
    const std::string row = ": 41 " + last + " 0\n";
    const auto reading =
        read(global("2", "server_soft_limit=1\n") + client("0", "client_limit=30\n") +
             client("1", "client_limit=50\n") + table(" t_0" + row + " t_1" + row + " t_2" + row));
    Texts told = claims_of(division_of(reading));
    told.push_back(std::to_string(division_of(reading).notes.size()));
    return told;
  };
  EXPECT_EQ(claims("39"),
            (Texts{"client.0: 1 in [0, 30] got 41", "client.1: 1 in [0, 50] got 39", "0"}));
  EXPECT_EQ(claims("40"),
            (Texts{"client.0: 1 in [30, 1000] got 41", "client.1: 1 in [50, 1000] got 40", "1"}));
}

TEST(MclockSimulation, StretchIsOfTheRowsInWhichTheSameClientsAskForMore) {
  const auto reading = read(two_clients + table(" t_0: 90 0 90\n"
                                                " t_1: 80 0 80\n"
                                                " t_2: 30 60 90\n"
                                                " t_3: 30 64 94\n"
                                                " t_4: 34 60 94\n"
                                                " t_5: 20 62 82\n"
                                                " t_6: 20 62 82\n"
                                                " t_7: 0 92 92\n"));
  ASSERT_EQ(reading.parts.size(), 1U);  // two rows are no stretch; client 0 ends in t_5
  EXPECT_EQ(division_of(reading).path, "t_3 to t_3");
  EXPECT_EQ(claims_of(division_of(reading)),
            (Texts{"client.0: 1 in [0, 1000] got 30", "client.1: 2 in [0, 1000] got 64"}));
}

TEST(MclockSimulation, TableEndsWithItsLastRow) {
  const std::string rows = " t_0: 30 60 90\n t_1: 30 60 90\n t_2: 30 60 90\n t_3: 30 61 91\n";
  const std::string heading = "==== Client Data ====\n client: 0 1 total\n";
  const auto share_of = [&](const std::string& end) {
    const auto reading = read(global("2", hard) + client("0", "") +
                              client("1", "client_weight=2\n") + heading + rows + end);
    return division_of(reading).path + claims_of(division_of(reading)).at(1);
  };
  const std::string expected = "t_1 to t_2client.1: 2 in [0, 1000] got 60";
  EXPECT_EQ(share_of(""), expected);
  EXPECT_EQ(share_of("\n res_ops: 30 9 39\n"), expected);
  EXPECT_EQ(share_of(" t_ops 30 9 39\n"), expected);
}

TEST(MclockSimulation, RowsInWhichNoClientAsksAreNoStretch) {
  const auto reading = read(global("1", hard) + client("0", "client_wait=1000\n") +
                            "==== Client Data ====\n client: 0 total\n"
                            " t_0: 0 0\n t_1: 0 0\n t_2: 0 0\n t_3: 0 0\n");
  EXPECT_EQ(reading.parts.size(), 0U);
}

TEST(MclockSimulation, ClientThatAsksAndGetsNothingTakesPart) {
  const auto reading = read(
      two_clients + table(" t_0: 1 0 1\n t_1: 1 0 1\n t_2: 9 0 9\n t_3: 9 0 9\n t_4: 9 0 9\n"));
  EXPECT_EQ(claims_of(division_of(reading)),
            (Texts{"client.0: 1 in [0, 1000] got 9", "client.1: 2 in [0, 1000] got 0"}));
}

TEST(MclockSimulation, ErrorsAreToldInTheirPlace) {
  EXPECT_EQ(errors_of(read("[global]\nserver_groups\n")),
            Texts{"queue.txt:2: a section, a comment or \"key = value\" is expected, not "
                  "\"server_groups\""});
  EXPECT_EQ(codes_of("[global]\n= 5\n"), (Texts{"FS001"}));
  EXPECT_EQ(codes_of("[global]\n[server.0\n"), (Texts{"FS001"}));
  EXPECT_EQ(errors_of(read(global("1") + client("0", "client_weight = heavy\n"))),
            Texts{"queue.txt:12: client.0.client_weight: \"heavy\" is neither a number nor p/q"});
  EXPECT_EQ(errors_of(read(global("2") + client("0", "client_count = 6000\n") +
                           client("1", "client_count = 4001\n"))),
            Texts{"queue.txt: client_count: there are more than 10000 clients"});
  EXPECT_EQ(codes_of(global("1") + client("0", "client_weight = -1\n")), Texts{"FS011"});
  EXPECT_EQ(errors_of(read("server_groups=2\n[server.0]\nserver_iops = -1\n[server.1]\n"
                           "server_iops = -2\n")),
            Texts{"queue.txt:3: server.0.server_iops: -1 is negative"});
  EXPECT_EQ(codes_of(global("1.5") + client("0", "")), Texts{"FS008"});
  EXPECT_EQ(codes_of(global("10001")), Texts{"FS008"});
  EXPECT_EQ(errors_of(read("[global]\nserver_groups=10001\n")),
            Texts{"queue.txt:2: global.server_groups: a whole number up to 10000 is expected"});
  const auto most = read(global("1", hard) + client("0", "client_count = 10000\n"));
  EXPECT_EQ(division_of(most).labels.size(), 10'000U);
  EXPECT_EQ(codes_of(global("1") + client("0", "client_count = 0\n")), Texts{"FS002"});
  EXPECT_EQ(errors_of(read(global("0"))), Texts{"queue.txt: there are no clients"});
  const auto without_a_weight =
      read(global("1") + client("0", "client_weight = heavy\n") +
           "==== Client Data ====\n client: 0 total\n t_0: 9 9\n t_1: 9 9\n t_2: 9 9\n t_3: 9 9\n");
  EXPECT_EQ(without_a_weight.errors.size(), 1U);
  EXPECT_EQ(without_a_weight.parts.size(), 0U);
  EXPECT_EQ(errors_of(read(two_clients + table(" t_0: 1 2\n"))),
            Texts{"queue.txt:24: t_0: the table has 1 of 2 clients: dmc_sim shows the first and "
                  "the last three, so at most six are judged"});
  EXPECT_EQ(errors_of(read(two_clients + table(" t_0: 1 2 3\n"))),
            Texts{"queue.txt:24: no three successive rows have the same competing clients: let the "
                  "simulation run longer"});
  EXPECT_EQ(errors_of(read(two_clients + table(" t_0: 1 2 3\n t_1: 1 x 3\n"))),
            Texts{"queue.txt:27: t_1: \"x\" is neither a number nor p/q"});
}

TEST(MclockSimulation, ClientsOfSomeServersOnlyDivideNoOneTotal) {
  EXPECT_EQ(errors_of(read("[server.0]\nserver_count=8\n" +
                           client("0", "client_server_select_range=2\n"))),
            Texts{"queue.txt:9: client.0.client_server_select_range: these clients use 2 of 8 "
                  "servers, so they do not divide one total; only clients that use all servers are "
                  "judged"});
  const auto by_default = read("[server.0]\nserver_count=11\n[client.0]\nclient_count=1\n");
  EXPECT_EQ(errors_of(by_default).at(0).substr(0, 77),
            "queue.txt: client.0.client_server_select_range: these clients use 10 of 11 se");
  const std::string groups = "server_groups=2\n[server.1]\nserver_count=2\nserver_iops=30\n";
  EXPECT_EQ(errors_of(read(global("1", groups) + client("0", ""))),
            Texts{"queue.txt:12: client.0.client_server_select_range: these clients use 1 of 3 "
                  "servers, so they do not divide one total; only clients that use all servers are "
                  "judged"});
}

TEST(MclockSimulation, ConfigurationAloneHasNoSharesToJudge) {
  const auto reading = read(two_clients);
  const auto cases = cases_of(reading.parts.at(0), "queue.txt", {});
  ASSERT_TRUE(std::holds_alternative<InputError>(cases));
  EXPECT_EQ(std::get<InputError>(cases).code, "FS104");
}

TEST(MclockSimulation, ClaimantsHaveTheirGoalsForDemandsAndBoundsTheSimulatorsNames) {
  const auto said_of = [](const std::string& soft) {
    const auto reading = read(global("1", "server_soft_limit=" + soft + "\n") +
                              client("0", "client_limit=10\nclient_iops_goal=70\n"));
    const Division& division = division_of(reading);
    EXPECT_EQ(division.labels.at(0).demand, Rational(70));
    return std::vector{division.names.min_share, division.names.max_share, division.names.demand};
  };
  using Names = std::vector<std::string_view>;
  EXPECT_EQ(said_of("0"), (Names{"reservation", "limit", "client_iops_goal"}));
  EXPECT_EQ(said_of("1"), (Names{"soft limit", "client_iops_goal", "client_iops_goal"}));
}

// The simulator's recording has one ratio, to within what a row of two seconds can show.
TEST(MclockSimulation, OfTheExampleIsConsistentWithinOne) {
  const auto reading = read(contents("examples/ceph/queue.txt"));
  ASSERT_EQ(errors_of(reading), Texts{});
  ASSERT_EQ(reading.parts.size(), 2U);  // without client 3, and with it
  for (const DocumentPart& part : reading.parts) {
    auto cases = cases_of(part, "queue.txt", {.within = Rational(1)});
    ASSERT_TRUE(std::holds_alternative<std::vector<Case>>(cases));
    auto& made = std::get<std::vector<Case>>(cases);
    EXPECT_EQ(judge_ordering(made.at(0)).judgement, Judgement::fair) << part.title;
    made.at(0).problem.claimants.at(1).weight *= 2;
    EXPECT_EQ(judge_ordering(made.at(0)).judgement, Judgement::unfair) << part.title;
  }
}

// The client that begins is served alone until it is level with the one that its limit holds back.
TEST(MclockSimulation, ClientThatBeginsTakesEverythingFromItsEqual) {
  const auto reading = read(contents("examples/ceph/late.txt"));
  ASSERT_EQ(errors_of(reading), Texts{});
  ASSERT_EQ(reading.parts.size(), 2U);
  const auto judgement_of = [&](std::size_t part) {
    auto cases = cases_of(reading.parts.at(part), "late.txt", {.within = Rational(10)});
    return judge_ordering(std::get<std::vector<Case>>(std::move(cases)).at(0)).judgement;
  };
  EXPECT_EQ(judgement_of(0), Judgement::fair);
  EXPECT_EQ(judgement_of(1), Judgement::unfair);
}

TEST(MclockSimulation, TableHasEveryRowInItsPlace) {
  const std::string whole = contents("examples/ceph/queue.txt");
  const std::size_t fourth = whole.find("t_4:");
  const std::size_t fifth = whole.find("t_5:");
  std::string lacking = whole;
  lacking.erase(fourth, fifth - fourth);
  EXPECT_EQ(errors_of(read(lacking)),
            Texts{"queue.txt:69: \"t_4:\" is expected here, not "
                  "\"t_5:\": rows count the time, so none may be missing"});
  std::string doubled = whole;
  doubled.insert(fourth, whole.substr(fourth, fifth - fourth));
  EXPECT_EQ(errors_of(read(doubled)),
            Texts{"queue.txt:70: \"t_5:\" is expected here, not "
                  "\"t_4:\": rows count the time, so none may be missing"});
}

TEST(MclockSimulation, HasOneTableInAFile) {
  std::string late = contents("examples/ceph/late.txt");
  EXPECT_EQ(errors_of(read(contents("examples/ceph/queue.txt") + late)),
            Texts{"queue.txt:129: a second simulation: each needs a file of its own"});
  late.insert(late.find("t_3:"), "warning: busy\n");
  EXPECT_EQ(errors_of(read(late)), Texts{"queue.txt:57: a row of the table follows another line: "
                                         "is other output mixed into the table?"});
}

}  // namespace
}  // namespace fairshare::formats
