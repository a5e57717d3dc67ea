// fuzz/choices.h: a seed makes the same problems on every machine and with every compiler, as long
// as a family does not change. So `fairshare fuzz --seed` repeats an earlier run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/adversary.h"
#include "fuzz/challenge.h"
#include "fuzz/choices.h"
#include "tests/fuzz/digest.h"
#include "tests/problems.h"

namespace fairshare::fuzz {
namespace {

struct Recorded {
  std::string_view family;
  std::uint64_t problems;
  std::uint64_t challenges;

  friend bool operator==(const Recorded&, const Recorded&) = default;
};

// If a family's problems change on purpose, copy its new row from the failure.
constexpr std::array<Recorded, families.size()> recorded = {{
    {"ordinary", 0x87db1b12e279e141, 0xeb0f0b0d31816b03},
    {"ties", 0xb5796153e13ab46b, 0xd0d3fedd6ff9521a},
    {"shared_breakpoints", 0x85973ffdd6abbf19, 0xf3e0ca8572c12151},
    {"zeros", 0xb6c19f7d3bddb2f7, 0x8dc4b2ce1963b92},
    {"extremes", 0xb0ecaec8b4166728, 0xb5fc33d468a11d7a},
    {"subnormals", 0x67a35dfede3ccc36, 0xf8fcecdeab1ef73f},
    {"just_over", 0x98b856c0beeb6ec6, 0x9ef6bd3807ca353c},
    {"just_under", 0x7d3cb0b6d838a5e6, 0xd1f2bb665e489a50},
    {"cancelling", 0xb477c6c6449e4909, 0xeace2e93d7b24cb2},
    {"all_clamped", 0x3bafc98d11499147, 0xada734abe8af2e3b},
    {"one_free", 0xb906b8be9574f5b3, 0x5bbc9219cac65352},
    {"geometric", 0x5bf4e352872f1ea, 0x3e22ce942c5a3637},
    {"midpoints", 0x55abb82aa53f8aa0, 0x2d981a90978b023a},
    {"overflow", 0x44282d8f22f67ff9, 0x8a743897f29bd50e},
    {"deep_trees", 0x83a33df04df283c1, 0xea3ad486ed6a8329},
    {"many", 0x9b38eb311f169374, 0x7f48e7e4831de8de},
}};

std::uint64_t digest_of_problems(Family family) {
  std::uint64_t digest = digest_of_nothing;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    add_to(digest, tests::to_record(tests::problem_from(family, seed, seed % 41), ""));
  }
  return digest;
}

ChallengeOptions options_of(std::uint64_t seed) {
  constexpr std::array kinds = {
      Kinds{Kind::int32, Kind::int32},     Kinds{Kind::int64, Kind::int64},
      Kinds{Kind::float32, Kind::int64},   Kinds{Kind::float32, Kind::float32},
      Kinds{Kind::float64, Kind::float64}, Kinds{Kind::fraction, Kind::fraction},
      Kinds{Kind::dyadic, Kind::dyadic}};
  ChallengeOptions options{.kinds = kinds[seed % kinds.size()], .size_max = 1 + seed % 40};
  switch (seed / kinds.size() % 5) {
    case 0:
      options.trees = options.infeasible = options.priorities = true;
      break;
    case 1:
      options.crossed = true;
      break;
    case 2:
      options.weights_are_targets = true;
      break;
    case 3:
      options.are_pools = options.infeasible = true;
      break;
    default:
      options.trees = true;
      options.demands = false;
      break;
  }
  return options;
}

std::uint64_t digest_of_challenges(Family family) {
  std::uint64_t digest = digest_of_nothing;
  for (std::uint64_t seed = 0; seed < 700; ++seed) {
    Choices choices(seed);
    add_to(digest, record_of(adversarial_challenge(family, choices, options_of(seed))));
  }
  return digest;
}

TEST(Seeds, MakeTheProblemsThatTheyMadeWhenRecorded) {
  for (std::size_t i = 0; i < families.size(); ++i) {
    const Recorded now{name_of(families[i]), digest_of_problems(families[i]),
                       digest_of_challenges(families[i])};
    EXPECT_TRUE(now == recorded[i])
        << fmt::format("{{\"{}\", 0x{:x}, 0x{:x}}},", now.family, now.problems, now.challenges);
  }
}

}  // namespace
}  // namespace fairshare::fuzz
