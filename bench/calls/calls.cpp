// The cost of a call from C++ and from C: calls cxx|c COLUMNS SHARES, as run.py says.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <span>
#include <string_view>
#include <vector>

#include "bindings/c/fairshare.h"
#include "fairshare/reference/solve.h"

namespace {

using namespace fairshare;

// The median of seven rounds of at least 50 ms each, in nanoseconds per call.
template <class Call>
double nanoseconds(const Call& call) {
  const auto round = [&](std::size_t calls) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t k = 0; k < calls; ++k) call();
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start)
        .count();
  };
  std::size_t calls = 1;
  while (round(calls) < 50e6) calls *= 2;
  std::vector<double> rounds(7);
  for (double& each : rounds) each = round(calls) / static_cast<double>(calls);
  std::ranges::sort(rounds);
  return rounds[3];
}

}  // namespace

int main(int, char** arguments) {
  std::ifstream file(arguments[2], std::ios::binary | std::ios::ate);
  std::vector<double> numbers(static_cast<std::size_t>(file.tellg()) / sizeof(double));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(numbers.data()),
            static_cast<std::streamsize>(numbers.size() * sizeof(double)));
  const std::span<const double> all(numbers);
  const double total = all[0];
  const std::size_t n = (all.size() - 1) / 3;
  const reference::Columns columns = {all.subspan(1, n), all.subspan(1 + n, n), all.last(n)};
  const double *const weight = columns.weight.data(), *const least = columns.min_share.data(),
                      *const most = columns.max_share.data();
  std::vector<double> shares(n);
  reference::Workspace workspace;
  fairshare_result result{};
  fairshare_violation violation{};
  if (std::string_view(arguments[1]) == "cxx") {
    std::printf("%f 0\n",
                nanoseconds([&] { reference::solve(total, columns, shares, workspace); }));
  } else {
    const double solve = nanoseconds(
        [&] { fairshare_solve(total, n, weight, least, most, shares.data(), &result); });
    const double check = n > 16 ? 0 : nanoseconds([&] {
      fairshare_check(total, n, weight, least, most, shares.data(), nullptr, &violation);
    });
    if (n <= 16 && violation.is_fair != 1) return 1;
    std::printf("%f %f\n", solve, check);
  }
  std::ofstream(arguments[3], std::ios::binary)
      .write(reinterpret_cast<const char*>(shares.data()),
             static_cast<std::streamsize>(n * sizeof(double)));
  return 0;
}
