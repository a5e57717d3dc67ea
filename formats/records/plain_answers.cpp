#include "formats/records/plain_answers.h"

#include <fmt/format.h>

#include "formats/records/answers.h"
#include "formats/records/record_cases.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using properties::Wide;
using properties::narrow::Distance;
using properties::narrow::Ratio;

// As title_of in record_cases.h; an id that is plain needs no parser.
std::string title(std::string_view id, const std::string& file, std::size_t line_number) {
  if (id.empty()) return fmt::format("{}:{}", file, line_number);
  const bool is_string = id.front() == '"';
  return std::string(is_string ? id.substr(1, id.size() - 2) : id);
}

// The largest distance of a reported share from its claimant's share at the ratio; nothing where
// one of them does not stand for it.
std::optional<Rational> find_distance(const NarrowCase& fit, const Ratio& ratio, Parts parts) {
  Rational largest = 0;
  std::optional<Distance> largest_of_whole;
  for (std::size_t i = 0; i < fit.reported.size(); ++i) {
    const auto& reported = fit.reported[i];
    const Wide share = share_at(fit.problem.claimants[i], ratio);
    if (!contains(reported, share, ratio)) return std::nullopt;
    if (parts == Parts::text) continue;
    const Distance distance = distance_from(reported, share, ratio);
    if (reported.below != 1) {
      largest = std::max(largest, distance_of(fit, distance, ratio));
    } else if (!largest_of_whole || distance.above > largest_of_whole->above) {
      largest_of_whole = distance;
    }
  }
  if (!largest_of_whole) return largest;
  return std::max(largest, distance_of(fit, *largest_of_whole, ratio));
}

bool is_some(const std::optional<Rational>& slack) {
  return slack && *slack != 0;
}

}  // namespace

std::optional<Verdict> find_fair_verdict(std::string_view line, const std::string& file,
                                         std::size_t line_number, const Leniency& leniency,
                                         Parts parts, PlainReader& reader) {
  auto& [record, fit, problem] = reader;
  if (is_some(leniency.within) || is_some(leniency.relative)) return std::nullopt;
  if (!read_plain_record(line, record) || !record.has_shares) return std::nullopt;
  if (!narrow(record, leniency.rounding, fit)) return std::nullopt;
  const auto ratio = find_least_ratio(fit.problem, fit.workspace);
  if (!ratio) return std::nullopt;
  auto distance = find_distance(fit, *ratio, parts);
  if (!distance) return std::nullopt;
  return fair_verdict(title(record.id, file, line_number), record.claimants.size(),
                      ratio_of(fit, *ratio), *std::move(distance), parts);
}

std::optional<Solution<Rational>> find_allocation(std::string_view line, PlainReader& reader) {
  auto& [record, fit, problem] = reader;
  if (!read_plain_record(line, record)) return std::nullopt;
  // Shares may be there, and have to be of their type, but how they were rounded does not count.
  if (!narrow(record, Rounding::exact, fit)) return std::nullopt;
  const auto ratio = find_least_ratio(fit.problem, fit.workspace);
  if (!ratio) return std::nullopt;
  Allocation<Rational> allocation{ratio_of(fit, *ratio), {}};
  allocation.shares.reserve(fit.problem.claimants.size());
  for (const auto& claimant : fit.problem.claimants) {
    allocation.shares.push_back(share_of(fit, share_at(claimant, *ratio), *ratio));
  }
  return allocation;
}

bool read_doubles(std::string_view line, PlainReader& reader) {
  return read_plain_record(line, reader.record) && to_doubles(reader.record, reader.problem);
}

}  // namespace fairshare::formats
