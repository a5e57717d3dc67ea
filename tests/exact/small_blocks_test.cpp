// Blocks that a thread keeps are only reused for the size for which they were taken.
#include "fairshare/exact/small_blocks.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

namespace fairshare::exact {
namespace {

// Under AddressSanitizer no block is kept, so that it sees the end of each.
TEST(SmallBlocks, AreHandedOutForTheirOwnSizeAlone) {
  SmallBlocks blocks;
  void* const place = std::malloc(16);
  const bool is_kept = blocks.keep(place, 16);
  EXPECT_EQ(blocks.take(8), nullptr);
  EXPECT_EQ(blocks.take(24), nullptr);
  EXPECT_EQ(blocks.take(16), is_kept ? place : nullptr);
  EXPECT_EQ(blocks.take(16), nullptr);
  std::free(place);
}

TEST(SmallBlocks, AreUpToTheirBoundAndWholeWords) {
  SmallBlocks blocks;
  std::vector<char> place(2 * SmallBlocks::bytes_max);
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{12}, SmallBlocks::bytes_max + 8}) {
    EXPECT_FALSE(blocks.keep(place.data(), bytes)) << bytes;
    EXPECT_EQ(blocks.take(bytes), nullptr) << bytes;
  }
}

TEST(SmallBlocks, AreKeptInALimitedNumber) {
  SmallBlocks blocks;
  std::size_t kept = 0;
  for (; kept < 1'000'000; ++kept) {
    void* const place = std::malloc(32);
    if (blocks.keep(place, 32)) continue;
    std::free(place);
    break;
  }
  EXPECT_TRUE(kept == 0 || kept == 1024) << kept;
  for (; kept > 0; --kept) std::free(blocks.take(32));
  EXPECT_EQ(blocks.take(32), nullptr);
}

}  // namespace
}  // namespace fairshare::exact
