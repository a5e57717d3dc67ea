#include "formats/report/explorer_link.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "formats/text/json_writer.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using properties::Interval;

// The rounding that gives every interval of the reported values; nothing if none does.
std::optional<Rounding> find_common_rounding(const Case& division) {
  constexpr std::array candidates = {Rounding::exact,    Rounding::down,
                                     Rounding::nearest,  Rounding::to_double,
                                     Rounding::to_float, Rounding::apportioned};
  const auto gives_all = [&](Rounding rounding) {
    return std::ranges::all_of(division.reported, [&](const Reported& share) {
      const auto interval = find_interval(share.value, 0, rounding, 0);
      return interval == share.interval;
    });
  };
  const auto* const found = std::ranges::find_if(candidates, gives_all);
  return found == candidates.end() ? std::nullopt : std::optional(*found);
}

Rational largest_slack(const Case& division) {
  Rational largest = 0;
  for (const Reported& share : division.reported) {
    largest =
        std::max({largest, share.value - share.interval.low, share.interval.high - share.value});
  }
  return largest;
}

void write_number(const Rational& number, json::Writer& json) {
  const std::string text = exact::to_text(number);
  if (exact::is_whole(number)) {
    json.number(text);
  } else {
    json.string(text);
  }
}

void write_claimant(const Claimant<Rational>& claimant, std::string_view name, json::Writer& json) {
  json.begin_object();
  if (!name.empty()) json.key("name").string(name);
  if (claimant.weight != 1) write_number(claimant.weight, json.key("weight"));
  if (claimant.min_share != 0) write_number(claimant.min_share, json.key("min_share"));
  if (claimant.max_share) write_number(*claimant.max_share, json.key("max_share"));
  json.end_object();
}

void write_reported(const Verdict& verdict, json::Writer& json) {
  const Case& division = verdict.division;
  json.key("shares").begin_array();
  for (const Reported& share : division.reported) write_number(share.value, json);
  json.end_array();
  const auto rounding = find_common_rounding(division);
  json.key("rounding").string(name_of(rounding.value_or(Rounding::exact)));
  Rational slack = rounding ? 0 : largest_slack(division);
  if (verdict.is_to_within_resolution) slack += *division.comparison->resolution;
  if (slack > 0) write_number(slack, json.key("within"));
}

}  // namespace

std::string record_of(const Verdict& verdict) {
  const Case& division = verdict.division;
  std::string text;
  json::Writer json(text);
  write_number(division.problem.total, json.begin_object().key("total"));
  json.key("claimants").begin_array();
  for (std::size_t i = 0; i < division.labels.size(); ++i) {
    write_claimant(division.problem.claimants[i], division.labels[i].name, json);
  }
  json.end_array();
  write_reported(verdict, json);
  json.end_object();
  return text;
}

std::string explorer_link(std::string_view explorer, std::string_view record) {
  std::string link = fmt::format("{}#record=", explorer);
  for (const char byte : record) {
    const bool is_unreserved = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                               (byte >= '0' && byte <= '9') ||
                               std::string_view("-._~").find(byte) != std::string_view::npos;
    if (is_unreserved) {
      link += byte;
    } else {
      link += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
    }
  }
  return link;
}

}  // namespace fairshare::formats
