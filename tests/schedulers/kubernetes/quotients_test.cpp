// Units handed out by the highest quotient, by hand and compared with a loop that takes every step.
#include "fairshare/schedulers/kubernetes/quotients.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace fairshare::schedulers::quotients {
namespace {

using List = std::vector<Party>;
using Seats = std::vector<std::int32_t>;

constexpr Method dhondt{.step = 1, .needs_a_quotient = true};
constexpr Method webster{.step = 2, .prefers_fewer_seats = true};

Seated handed_out(std::int32_t units, const List& parties, const Method& method) {
  const auto seated = hand_out(units, parties, method);
  EXPECT_TRUE(seated.has_value());
  return seated.value_or(Seated{});
}

// One unit after the other, each found among all parties.
Seats by_steps(std::int32_t units, List parties, const Method& method) {
  const auto quotient = [&](const Party& party) {
    return static_cast<double>(party.weight) / static_cast<double>(method.step * party.seats + 1);
  };
  for (; units > 0; --units) {
    Party* best = nullptr;
    for (Party& party : parties) {
      if (party.seats_max && party.seats >= *party.seats_max) continue;
      if (best == nullptr || quotient(party) > quotient(*best)) best = &party;
      const bool is_equal = quotient(party) == quotient(*best);
      if (is_equal && method.prefers_fewer_seats && party.seats < best->seats) best = &party;
    }
    ++best->seats;
  }
  Seats seats;
  for (const Party& party : parties) seats.push_back(party.seats);
  return seats;
}

// Balinski and Young, Fair Representation.
TEST(Quotients, AreThoseOfWebsterAndDHondt) {
  const List states = {{27744}, {25178}, {19947}, {14614}, {9225}, {3292}};
  EXPECT_EQ(handed_out(36, states, webster).seats, (Seats{10, 9, 8, 5, 3, 1}));
  EXPECT_EQ(handed_out(36, states, dhondt).seats, (Seats{11, 9, 7, 5, 3, 1}));
}

TEST(Quotients, CountWhatAPartyHas) {
  EXPECT_EQ(handed_out(5, {{1, 4}, {3, 0}}, dhondt).seats, (Seats{4, 5}));
}

TEST(Quotients, OfEqualSizeGoToTheFirstOrToFewerSeats) {
  EXPECT_EQ(handed_out(1, {{2, 1}, {1, 0}}, dhondt).seats, (Seats{2, 0}));
  EXPECT_EQ(handed_out(1, {{3, 1}, {1, 0}}, webster).seats, (Seats{1, 1}));
  EXPECT_EQ(handed_out(3, {{1}, {1}}, webster).seats, (Seats{2, 1}));
}

TEST(Quotients, AreDoubles) {
  const std::int64_t large = std::int64_t{1} << 53U;
  EXPECT_EQ(handed_out(1, {{large}, {large + 1}}, webster).seats, (Seats{1, 0}));
  EXPECT_EQ(handed_out(1, {{large}, {large + 2}}, webster).seats, (Seats{0, 1}));
}

TEST(Quotients, EndAtAMaximum) {
  const Seated seated = handed_out(9, {{1, 0, 2}, {5, 0, 3}}, dhondt);
  EXPECT_EQ(seated.seats, (Seats{2, 3}));
  EXPECT_EQ(seated.rest, 4);
  EXPECT_EQ(handed_out(1, {{1, 3, 2}}, dhondt).seats, Seats{3}) << "which it already exceeds";
}

TEST(Quotients, OfNothingGetNothingWhereOneIsNeeded) {
  EXPECT_EQ(handed_out(3, {{0}, {-1}}, dhondt).seats, (Seats{0, 0}));
  EXPECT_EQ(handed_out(3, {{0}, {-1}}, webster).seats, (Seats{3, 0}));
  EXPECT_EQ(handed_out(-3, {{1}}, webster).seats, Seats{0});
  EXPECT_EQ(handed_out(3, {}, webster).rest, 3);
}

TEST(Quotients, AreBisectedWhereThereAreMany) {
  const List parties = {{1}, {1}, {7}, {7, 300}, {1000, 0, 50000}, {9999991}, {0}, {3}};
  for (const std::int32_t units : {65537, 100000, 200001}) {
    EXPECT_EQ(handed_out(units, parties, webster).seats, by_steps(units, parties, webster));
    EXPECT_EQ(handed_out(units, parties, dhondt).seats, by_steps(units, parties, dhondt));
  }
  const Seats thirds = {715827883, 715827882, 715827882};
  EXPECT_EQ(handed_out(std::numeric_limits<std::int32_t>::max(), {{1}, {1}, {1}}, webster).seats,
            thirds);
}

TEST(Quotients, GiveNoMoreThanTheMaximumWithWhatIsHeld) {
  EXPECT_EQ(handed_out(10, {{1, 3, 5}}, dhondt), (Seated{{5}, 8}));
  EXPECT_EQ(handed_out(10, {{1, 3, 5}, {1}}, webster), (Seated{{5, 8}, 0}));
}

TEST(Quotients, AreGivenUpWhereNothingIsKnownBeforehand) {
  EXPECT_EQ(hand_out(std::numeric_limits<std::int32_t>::max(), List{{1}}, webster), std::nullopt)
      << "2 * 2^30 + 1 wraps";
  EXPECT_EQ(hand_out(steps_max + 2, List{{0}}, webster), std::nullopt);
  EXPECT_EQ(handed_out(steps_max + 1, {{0}}, webster).seats, Seats{steps_max + 1});
}

}  // namespace
}  // namespace fairshare::schedulers::quotients
