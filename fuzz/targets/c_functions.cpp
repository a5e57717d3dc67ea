// libFuzzer: whatever the arguments of a C function are, it returns a status and never ends the
// program. The first byte chooses the function; the others are its numbers, or its record.
//
//     OK          -> what is allocated is fair by fairshare_check; a text is one JSON object
//     BAD_INPUT   -> there is a sentence; shares are as they were; a text is an error
//     a batch     -> the same as for each of its problems alone
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "bindings/c/fairshare.h"
#include "fuzz/targets/choice_and_text.h"
#include "fuzz/targets/require.h"

namespace {

using fairshare::fuzz::require;

constexpr double untouched = -7;
constexpr std::array<const char*, 9> roundings = {
    nullptr, "double", "float", "exact", "written", "nearest", "down", "apportioned", "up"};

// The total, and columns of equal length; the bytes are the numbers.
struct Numbers {
  double total = 0;
  std::vector<double> weight, min_share, max_share;
};

Numbers numbers_of(std::string_view bytes) {
  std::vector<double> all(bytes.size() / sizeof(double));
  if (!all.empty()) std::memcpy(all.data(), bytes.data(), all.size() * sizeof(double));
  Numbers numbers;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (k == 0) numbers.total = all[k];
    if (k % 3 == 1) numbers.weight.push_back(all[k]);
    if (k % 3 == 2) numbers.min_share.push_back(all[k]);
    if (k % 3 == 0 && k > 0) numbers.max_share.push_back(all[k]);
  }
  numbers.weight.resize(numbers.max_share.size());
  numbers.min_share.resize(numbers.max_share.size());
  return numbers;
}

void solve_and_check(std::uint8_t choice, std::string_view bytes) {
  const Numbers of = numbers_of(bytes);
  const std::size_t n = of.weight.size();
  const double* const weight = choice % 2 == 0 ? of.weight.data() : nullptr;
  std::vector<double> shares(n, untouched);
  fairshare_result result{};
  const fairshare_status status = fairshare_solve(of.total, n, weight, of.min_share.data(),
                                                  of.max_share.data(), shares.data(), &result);
  if (status == FAIRSHARE_BAD_INPUT) {
    require(*fairshare_error() != '\0', "a refusal has a sentence", bytes);
    require(std::ranges::count(shares, untouched) == static_cast<std::ptrdiff_t>(n),
            "a refusal leaves the shares", bytes);
  }
  fairshare_violation violation{};
  const fairshare_status checked = fairshare_check(
      of.total, n, weight, of.min_share.data(), of.max_share.data(), shares.data(),
      status == FAIRSHARE_OK ? nullptr : roundings.at(choice % roundings.size()), &violation);
  if (status == FAIRSHARE_OK && result.outcome == FAIRSHARE_ALLOCATION && checked == FAIRSHARE_OK) {
    require(violation.is_fair == 1, "what is solved is fair", bytes);
  }
  fairshare_free(violation.text);
}

// The claimants are two problems, the second of which begins at `cut`; a `cut` beyond the end is
// refused.
void solve_and_check_batch(std::uint8_t cut, std::string_view bytes) {
  const Numbers of = numbers_of(bytes);
  const std::size_t n = of.weight.size();
  const std::array<double, 2> total = {of.total, of.total};
  const std::array<std::size_t, 3> begin = {0, cut, n};
  const char* const rounding = roundings.at(cut % roundings.size());
  std::vector<double> shares(n, untouched);
  std::array<fairshare_result, 2> results{};
  std::array<fairshare_violation, 2> violations{};
  const fairshare_status solved =
      fairshare_solve_batch(2, total.data(), begin.data(), of.weight.data(), of.min_share.data(),
                            of.max_share.data(), shares.data(), results.data());
  if (solved == FAIRSHARE_BAD_INPUT) {
    require(*fairshare_error() != '\0', "a refusal of a batch has a sentence", bytes);
    require(std::ranges::count(shares, untouched) == static_cast<std::ptrdiff_t>(n),
            "a refusal of a batch leaves the shares", bytes);
  }
  const fairshare_status checked =
      fairshare_check_batch(2, total.data(), begin.data(), of.weight.data(), of.min_share.data(),
                            of.max_share.data(), shares.data(), rounding, violations.data());
  if (cut > n) {
    require(solved == FAIRSHARE_BAD_INPUT && checked == FAIRSHARE_BAD_INPUT,
            "a problem that ends before it begins is refused", bytes);
    return;
  }
  for (std::size_t k = 0; k < 2; ++k) {
    const std::size_t from = begin.at(k), size = begin.at(k + 1) - from;
    const double *const weight = of.weight.data() + from, *const least = of.min_share.data() + from,
                        *const most = of.max_share.data() + from;
    if (solved == FAIRSHARE_OK) {
      std::vector<double> alone(size);
      fairshare_result result{};
      fairshare_solve(of.total, size, weight, least, most, alone.data(), &result);
      require(result.outcome == results.at(k).outcome && result.ratio == results.at(k).ratio &&
                  std::equal(alone.begin(), alone.end(), shares.data() + from),
              "a batch is solved as its problems alone", bytes);
    }
    fairshare_violation violation{};
    const fairshare_status status = fairshare_check(of.total, size, weight, least, most,
                                                    shares.data() + from, rounding, &violation);
    fairshare_free(violation.text);
    if (checked == FAIRSHARE_BAD_INPUT && status == FAIRSHARE_BAD_INPUT) return;
    require(checked != FAIRSHARE_BAD_INPUT || k == 0, "one of a refused batch is refused", bytes);
    if (checked != FAIRSHARE_OK || status == FAIRSHARE_NO_MEMORY) continue;
    const fairshare_violation& found = violations.at(k);
    require(status == FAIRSHARE_OK && violation.is_fair == found.is_fair &&
                std::string_view(violation.code) == found.code && violation.first == found.first &&
                violation.second == found.second && found.text == nullptr,
            "a batch is judged as its problems alone", bytes);
  }
}

void ask(std::uint8_t choice, std::string_view record) {
  char* text = nullptr;
  fairshare_status status = FAIRSHARE_OK;
  const char* const rounding = roundings.at(choice % roundings.size());
  switch (choice % 4) {
    case 0:
      status = fairshare_exact(record.data(), record.size(), &text);
      break;
    case 1:
      status = choice % 8 == 1 ? fairshare_apportion(record.data(), record.size(), &text)
                               : fairshare_units("webster", record.data(), record.size(), &text);
      break;
    case 2:
      status = fairshare_compute("yarn-3", record.data(), record.size(), &text);
      break;
    default:
      status = fairshare_judge(record.data(), record.size(), nullptr, rounding, &text);
  }
  require((text == nullptr) == (status == FAIRSHARE_NO_MEMORY), "there is a text or no memory",
          record);
  if (text != nullptr) {
    const std::string_view said = text;
    require(said.starts_with('{') && said.ends_with('}'), "it is an object", record);
    require((status == FAIRSHARE_BAD_INPUT) == (said.find("\"error\":{\"code\":\"FS") != said.npos),
            "a refusal is an error with a code", record);
  }
  fairshare_free(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto given = fairshare::fuzz::find_choice_and_text(data, size);
  if (!given) return 0;
  const auto [choice, rest] = *given;
  if (choice % 2 == 0) {
    solve_and_check(choice / 2, rest);
    solve_and_check_batch(choice / 2, rest);
  } else {
    ask(choice / 2, rest);
  }
  return 0;
}
