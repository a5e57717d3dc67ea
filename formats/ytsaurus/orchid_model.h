// What a release of the scalar era gives the children of one pool that an Orchid shows.
#pragma once

#include <optional>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/common/model_result.h"
#include "fairshare/schedulers/ytsaurus/scalar.h"
#include "fairshare/schedulers/ytsaurus/scalar_fair.h"

namespace fairshare::formats {

struct OrchidPool {
  bool is_root = false;
  schedulers::ytsaurus::scalar::Mode mode = schedulers::ytsaurus::scalar::Mode::fair_share;
  double share = 1;                                                // that it divides; the root: 1
  std::vector<schedulers::ytsaurus::scalar::Claim> children = {};  // as the Orchid shows them
};

// One share a child, bit for bit: the children's claims and the pool's share are all that the
// release divides by. Nothing where no tree has a pool of this share with these claims, as of
// minimums that exceed the whole cluster.
std::optional<schedulers::ModelResult> compute_pool(schedulers::ytsaurus::scalar::Era era,
                                                    const OrchidPool& pool);

}  // namespace fairshare::formats
