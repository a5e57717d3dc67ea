// The passes over columns are compiled for several instruction sets; this chooses the one that
// runs.
//
// Highway compiles them. It could choose as well, but only with libhwy.so, which measures the
// processor's clock whenever it is loaded: 4 of the 5 ms that a program takes to start. So this
// library needs Highway's headers at build time, and nothing of it at run time.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

namespace fairshare::reference {

// The instruction sets that this processor can run, best first: "AVX3", "AVX2", "SSE4", "SCALAR".
// On a processor other than x86, the one that the compiler targets.
std::vector<std::string> instruction_sets();

// Uses that instruction set in this process from now on, for any number of claimants. For tests; do
// not call it while another thread solves. The empty name selects the best ones again. Returns
// false if the processor cannot run it.
bool use_instruction_set(const std::string& name);

// One function, compiled for AVX-512, AVX2, SSE4 and the compiler's target; null if it was not
// compiled.
template <class Function>
using ByInstructionSet = std::array<Function*, 4>;

// The indices in a table of the set that runs, and of the one that runs for few claimants: AVX2
// even if the processor has AVX-512. Below 4 once they are chosen.
inline constexpr std::size_t not_chosen = 4;
inline std::atomic<std::size_t> chosen_set = not_chosen;
inline std::atomic<std::size_t> chosen_set_for_few = not_chosen;

// Whether that one runs: each step waits for a sum across lanes, which takes longer across eight
// than across four (ADR 41). But from 13 to 16, eight lanes look at all breakpoints at once
// (ADR 44).
constexpr bool suits_short_vectors(std::size_t claimants) {
  return claimants <= 12 || (claimants > 16 && claimants <= 32);
}

// Chooses the best sets. Any thread may call it, since all choose the same.
void choose_instruction_sets();

template <class Function>
Function& chosen(const ByInstructionSet<Function>& table,
                 const std::atomic<std::size_t>& set = chosen_set) {
  if (set.load(std::memory_order_relaxed) == not_chosen) choose_instruction_sets();
  return *table[set.load(std::memory_order_relaxed)];
}

}  // namespace fairshare::reference

// The table of a function of this name in HWY_NAMESPACE; for code that is compiled once (HWY_ONCE).
#define FAIRSHARE_BY_INSTRUCTION_SET(name)                                                  \
  constexpr ::fairshare::reference::ByInstructionSet<decltype(HWY_STATIC_DISPATCH(name))>   \
      name##_by_set = {HWY_CHOOSE_AVX3(name), HWY_CHOOSE_AVX2(name), HWY_CHOOSE_SSE4(name), \
                       &HWY_STATIC_DISPATCH(name)}
