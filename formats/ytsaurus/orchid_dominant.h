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

// The division "dominant shares", by weight. A child that can take more has no maximum; any other
// is fixed at what it has, and its label says why. The total is what the children have together,
// plus what they could still have, or minus what they have too much, of the resource for which that
// is the most.
//
// Nothing if the growth of the pool or of a child is unknown.
std::optional<Division> divide_dominant_shares(const OrchidTree& tree,
                                               const std::vector<OrchidGrowth>& growth,
                                               std::size_t pool);

// The division "turns": the first operation that has something and can take more gets what those
// before it leave, and those after it get nothing. Those before it may have nothing either, since a
// gang that does not fit is cut off. Operations whose turn is unknown come first.
std::optional<Division> divide_turns(const OrchidTree& tree,
                                     const std::vector<OrchidGrowth>& growth, std::size_t pool);

}  // namespace fairshare::formats
