#include "formats/records/plain_answers.h"

#include "formats/records/whole_record.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using properties::Wide;
using properties::narrow::Ratio;

// Whether every reported share stands for its claimant's share at the ratio.
bool are_fair(const NarrowCase& fit, const Ratio& ratio) {
  for (std::size_t i = 0; i < fit.reported.size(); ++i) {
    const Wide share = share_at(fit.problem.claimants[i], ratio);
    if (!contains(fit.reported[i], share, ratio)) return false;
  }
  return true;
}

// Removes from the total what exceeds the most that can be claimed, and returns that.
properties::uint128 take_off_surplus(properties::narrow::Problem& problem) {
  const auto most = properties::narrow::find_most_that_can_be_claimed(problem);
  if (!most || *most >= problem.total) return 0;
  const properties::uint128 unclaimed = problem.total - *most;
  problem.total = *most;
  return unclaimed;
}

}  // namespace

bool read_plain(std::string_view line, std::string_view scheduler, PlainReader& reader) {
  return (scheduler.empty() || scheduler == "fair") && read_plain_record(line, reader.record);
}

std::optional<std::vector<Verdict>> find_fair_verdict(PlainReader& reader, const std::string& file,
                                                      std::size_t line_number,
                                                      const Tolerance& tolerance) {
  auto& [record, fit, problem] = reader;
  if (!record.has_shares || !narrow(record, tolerance, fit)) return std::nullopt;
  const auto unclaimed = take_off_surplus(fit.problem);
  const auto ratio = find_least_ratio(fit.problem, fit.reported, fit.workspace);
  if (!ratio || !are_fair(fit, *ratio)) return std::nullopt;
  std::vector<Verdict> verdicts(1);
  Verdict& verdict = verdicts.front();
  verdict.claimants = record.claimants.size();
  verdict.fair = Allocation<Rational>{ratio_of(fit, *ratio), {}};
  if (unclaimed != 0) {
    verdict.unclaimed = share_of(fit, properties::product(unclaimed, 1), {0, 1});
  }
  verdict.division.id = record.id;
  verdict.division.title = title_of(record, file, line_number);
  verdict.division.file = file;
  verdict.division.line = line_number;
  return verdicts;
}

std::optional<Solution<Rational>> find_allocation(PlainReader& reader) {
  auto& [record, fit, problem] = reader;
  // There may be shares. They must fit their type, but how they are judged does not matter.
  const Tolerance none{.rounding = Rounding::exact, .within = 0, .relative = 0};
  if (!narrow(record, none, fit)) return std::nullopt;
  const auto ratio = find_least_ratio(fit.problem, fit.workspace);
  if (!ratio) return std::nullopt;
  Allocation<Rational> allocation{ratio_of(fit, *ratio), {}};
  allocation.shares.reserve(fit.problem.claimants.size());
  for (const auto& claimant : fit.problem.claimants) {
    allocation.shares.push_back(share_of(fit, share_at(claimant, *ratio), *ratio));
  }
  return allocation;
}

bool convert_to_doubles(PlainReader& reader) {
  return to_doubles(reader.record, reader.problem);
}

}  // namespace fairshare::formats
