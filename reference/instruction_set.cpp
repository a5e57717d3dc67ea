#include "fairshare/reference/instruction_set.h"

#include <hwy/highway.h>

#include <cstdint>

namespace fairshare::reference {
namespace {

// As Highway orders and names them; the last one runs on any processor that the program runs on.
constexpr std::array<std::int64_t, 4> targets = {
#if HWY_ARCH_X86
    HWY_AVX3, HWY_AVX2, HWY_SSE4, HWY_STATIC_TARGET};
#else
    0, 0, 0, HWY_STATIC_TARGET};
#endif

// Whether the processor and the system support what the compiler may use for the set;
// CMakeLists.txt prevents it from using more.
bool can_run(std::size_t set) {
#if HWY_ARCH_X86
  __builtin_cpu_init();
  const bool has_sse4 = __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1") &&
                        __builtin_cpu_supports("sse4.2");
  const bool has_avx2 = has_sse4 && __builtin_cpu_supports("avx") &&
                        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") &&
                          __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  const std::array<bool, 4> has = {has_avx512, has_avx2, has_sse4, true};
#else
  constexpr std::array<bool, 4> has = {false, false, false, true};
#endif
  const bool is_least = set + 1 == targets.size();
  const bool is_compiled = (HWY_TARGETS & targets.at(set)) != 0;
  return is_least || (has.at(set) && is_compiled && targets.at(set) != HWY_STATIC_TARGET);
}

}  // namespace

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  for (std::size_t set = 0; set < targets.size(); ++set) {
    if (can_run(set)) names.emplace_back(hwy::TargetName(targets[set]));
  }
  return names;
}

bool use_instruction_set(const std::string& name) {
  for (std::size_t set = 0; set < targets.size(); ++set) {
    if (!can_run(set) || name != hwy::TargetName(targets[set])) continue;
    chosen_set = chosen_set_for_few = set;
    return true;
  }
  choose_instruction_sets();
  return name.empty();
}

void choose_instruction_sets() {
  constexpr std::size_t avx_512 = 0, avx_2 = 1;
  std::size_t set = 0;
  while (!can_run(set)) ++set;
  chosen_set = set;
  chosen_set_for_few = set == avx_512 && can_run(avx_2) ? avx_2 : set;
}

}  // namespace fairshare::reference
