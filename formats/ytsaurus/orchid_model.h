// The shares that a release of the scalar era gives the children of one pool in an Orchid.
#pragma once

#include <optional>
#include <vector>

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

// One share per child, bit for bit: the release's division depends only on the children's claims
// and the pool's share. Nothing if no tree can have a pool with this share and these claims, such
// as minimums that exceed the whole cluster.
std::optional<schedulers::ModelResult> compute_pool(schedulers::ytsaurus::scalar::Era era,
                                                    const OrchidPool& pool);

}  // namespace fairshare::formats
