#include "formats/verdict/emulation.h"

#include <algorithm>
#include <cstddef>
#include <variant>
#include <vector>

namespace fairshare::formats {
namespace {

using schedulers::Held;

bool is_reported(const std::vector<Held>& answer, std::span<const WrittenNumber> shares) {
  return std::ranges::equal(answer, shares, [](const Held& number, const WrittenNumber& written) {
    return is_reported_as(number, written.value);
  });
}

}  // namespace

std::string number_text(const Held& number) {
  return std::visit([](auto one) { return number_text(one); }, number);
}

bool is_reported_as(const Held& number, const exact::Rational& written) {
  if (const auto* integer = std::get_if<std::int64_t>(&number)) return written == *integer;
  return exact::to_double(written) == std::get<double>(number);
}

Emulated emulated(std::string_view scheduler, const schedulers::ModelResult& result,
                  std::span<const WrittenNumber> shares) {
  Emulated emulated{.scheduler = std::string(scheduler)};
  if (result.answers.empty()) {
    emulated.fault = result.message;
    return emulated;
  }
  emulated.resolution = result.resolution;
  const auto found = std::ranges::find_if(
      result.answers, [&](const std::vector<Held>& answer) { return is_reported(answer, shares); });
  emulated.matches = found != result.answers.end();
  emulated.shares.emplace();
  for (const Held& share : emulated.matches ? *found : result.answers.front()) {
    emulated.shares->push_back(number_text(share));
  }
  emulated.answers = result.answers.size();
  emulated.are_all = result.are_all;
  if (result.outcome == "overflow" || result.outcome == "nan") emulated.fault = result.outcome;
  return emulated;
}

}  // namespace fairshare::formats
