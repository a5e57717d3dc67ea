// Pools of an Orchid since 2020 whose children use several resources, and fifo pools: divisions of
// dominant shares. docs/ytsaurus.md says what is judged.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "formats/verdict/division.h"
#include "formats/ytsaurus/orchid_growth.h"
#include "formats/ytsaurus/orchid_tree.h"

namespace fairshare::formats {

// "dominant shares", by weight: a child that can take more has no maximum; any other has what it
// has, and its label says why. The total is what the children have together, and what they could
// have besides, or have too much, of the resource where that is most.
//
// Nothing if the growth of the pool or of a child is not known.
std::optional<Division> divide_dominant_shares(const OrchidTree& tree,
                                               const std::vector<OrchidGrowth>& growth,
                                               std::size_t pool);

// "turns": the first operation that has something and can take more has what those before it leave,
// and those after it have nothing. Those before it may have nothing as well, since a gang that does
// not fit is cut off. Operations whose turn is not known are first.
std::optional<Division> divide_turns(const OrchidTree& tree,
                                     const std::vector<OrchidGrowth>& growth, std::size_t pool);

}  // namespace fairshare::formats
