// Amounts of YTsaurus's resources as the vector HDRF holds them, and guarantees in amounts.
//
// cpu is in hundredths, gpu in 32 bits, everything else in 64; sums wrap around, as the release's
// do on every machine that it runs on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fairshare/schedulers/ytsaurus/vector.h"

namespace fairshare::schedulers::ytsaurus_vector {

inline constexpr auto cpu = static_cast<std::size_t>(Resource::cpu);
inline constexpr auto gpu = static_cast<std::size_t>(Resource::gpu);

using Children = std::vector<std::vector<std::size_t>>;

// True if no amount of `a` is below that of `b`.
bool covers(const Amounts& a, const Amounts& b);

void add_to(Amounts& sum, const Amounts& amounts);

// Each amount times a factor, rounded to the nearest amount. A result that the type cannot hold
// becomes the type's least number.
Amounts scaled(const Amounts& amounts, double factor);

// For cpu the hundredths divided by 100; for another resource the amount unchanged.
double as_double(std::size_t resource, std::int64_t amount);

// The largest fraction of the total, over the resources whose total is not 0; 0 if there are none.
double largest_part(const Amounts& amounts, const Amounts& total);

// The value of an absent limit (TJobResources::Infinite): a quarter of the largest amount.
std::int64_t infinite(std::size_t resource);

// 0 for a resource whose total is 0.
Vector share_of(const Amounts& amounts, const Amounts& total);

// The first resource with the largest share; cpu if all are 0.
Resource dominant_resource(const Amounts& amounts, const Amounts& total);

struct Guarantees {
  std::vector<Amounts> of;  // one per element
  int warnings = 0;
};

// The effective guarantees in amounts. If an element has an explicit guarantee of one resource,
// missing ones are inferred from the parent's (DetermineEffectiveStrongGuaranteeResources).
Guarantees determine_guarantees(const Tree& tree, const Children& children);

}  // namespace fairshare::schedulers::ytsaurus_vector
