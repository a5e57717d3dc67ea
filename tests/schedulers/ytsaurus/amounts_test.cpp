// Amounts of YTsaurus's resources: user_slots, cpu, gpu, memory, network.
#include "fairshare/schedulers/ytsaurus/amounts.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace fairshare::schedulers::ytsaurus_vector {
namespace {

TEST(YtsaurusAmounts, WithoutALimitAreAQuarterOfTheLargest) {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(infinite(gpu), std::numeric_limits<std::int32_t>::max() / 4);
  EXPECT_EQ(infinite(cpu), (largest - largest % 100) / 4) << "in whole cpus";
  for (const std::size_t r : {0U, 3U, 4U}) EXPECT_EQ(infinite(r), largest / 4) << r;
}

TEST(YtsaurusAmounts, AreScaledToTheNearest) {
  EXPECT_EQ(scaled({5, 7, 9, 10, -5}, 0.5), (Amounts{3, 4, 5, 5, -3}));
  const Amounts beyond = scaled({1, 1, 1, 1, 1}, 0x1p31);
  EXPECT_EQ(beyond[gpu], std::numeric_limits<std::int32_t>::min()) << "which holds no 2^31";
  EXPECT_EQ(beyond[cpu], std::int64_t{1} << 31U);
  EXPECT_EQ(scaled({0, 1, 0, 0, 0}, 0x1p63)[cpu], std::numeric_limits<std::int64_t>::min());
}

TEST(YtsaurusAmounts, AreAddedAndComparedOneByOne) {
  Amounts sum = {1, 2, 3, 4, 5};
  add_to(sum, {10, 20, 30, 40, 50});
  EXPECT_EQ(sum, (Amounts{11, 22, 33, 44, 55}));
  EXPECT_TRUE(covers(sum, sum));
  for (std::size_t r = 0; r < resource_count; ++r) {
    Amounts more = sum;
    ++more[r];
    EXPECT_TRUE(covers(more, sum)) << r;
    EXPECT_FALSE(covers(sum, more)) << r;
  }
}

TEST(YtsaurusAmounts, ArePartsOfWhatThereIs) {
  const Amounts total = {100, 5000, 0, 1000, 8};
  const Amounts amounts = {25, 500, 7, 200, 1};
  EXPECT_EQ(as_double(cpu, 250), 2.5);
  EXPECT_EQ(as_double(gpu, 250), 250);
  EXPECT_EQ(largest_part(amounts, total), 0.25) << "the cluster has no gpus";
  EXPECT_EQ(share_of(amounts, total).of, (std::array<double, 5>{0.25, 0.1, 0, 0.2, 0.125}));
  EXPECT_EQ(dominant_resource(amounts, total), Resource::user_slots);
  EXPECT_EQ(dominant_resource({25, 1250, 7, 251, 2}, total), Resource::memory);
  EXPECT_EQ(dominant_resource({25, 1250, 7, 250, 3}, total), Resource::network);
  EXPECT_EQ(dominant_resource({0, 0, 7, 0, 0}, total), Resource::cpu);
}

}  // namespace
}  // namespace fairshare::schedulers::ytsaurus_vector
