#include "formats/verdict/model_comparison.h"

#include <algorithm>
#include <variant>
#include <vector>

namespace fairshare::formats {
namespace {

using schedulers::Held;

using Answers = std::vector<std::vector<Held>>;
using Shares = std::span<const WrittenNumber>;

bool is_reported_in_doubles(const Held& number, const exact::Rational& written) {
  const auto* integer = std::get_if<std::int64_t>(&number);
  const double held = integer != nullptr ? static_cast<double>(*integer) : std::get<double>(number);
  return exact::to_double(written) == held;
}

template <class IsReported>
Answers::const_iterator find_reported(const Answers& answers, Shares shares,
                                      IsReported is_reported) {
  return std::ranges::find_if(answers, [&](const std::vector<Held>& answer) {
    return std::ranges::equal(answer, shares, is_reported, {}, &WrittenNumber::value);
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

ModelComparison compare_with_model(std::string_view scheduler,
                                   const schedulers::ModelResult& result, Shares shares) {
  ModelComparison comparison{.scheduler = std::string(scheduler)};
  if (result.answers.empty()) {
    comparison.fault = result.message;
    return comparison;
  }
  comparison.resolution = result.resolution;
  auto found = find_reported(result.answers, shares, is_reported_as);
  comparison.matches = found != result.answers.end();
  if (!comparison.matches) found = find_reported(result.answers, shares, is_reported_in_doubles);
  comparison.matches_in_doubles = found != result.answers.end();
  comparison.shares.emplace();
  for (const Held& share : comparison.matches_in_doubles ? *found : result.answers.front()) {
    comparison.shares->push_back(number_text(share));
  }
  comparison.answers = result.answers.size();
  comparison.are_all = result.are_all;
  if (result.outcome == "overflow" || result.outcome == "nan") comparison.fault = result.outcome;
  return comparison;
}

}  // namespace fairshare::formats
