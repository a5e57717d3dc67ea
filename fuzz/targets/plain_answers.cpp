// libFuzzer: the quick way gives the same answers to a record as the full way, byte for byte.
//
//     judge_line(line, quick) == judge_line(line), as text
//     find_allocation(line)   == exact::solve(read(line))
//     find_record(line)       == read(line)
//     convert_to_doubles      is read(line), each number rounded to the nearest double
//
// if the quick way answers at all: for the line, for the line with its fair shares reported in one
// of six ways, and for the line once more, since the quick way reuses its memory. The first byte
// chooses the rounding (byte % 8), whether there is slack (byte / 8 % 2), and how shares are
// written (byte / 16).
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "formats/inputs.h"
#include "formats/judge_line.h"
#include "formats/records/answers.h"
#include "formats/records/plain_answers.h"
#include "formats/records/whole_record.h"
#include "formats/report/text.h"
#include "fuzz/targets/require.h"

namespace {

using namespace fairshare::formats;
namespace exact = fairshare::exact;
using fairshare::fuzz::require;

const std::string file = "f";

struct Options {
  Tolerance tolerance;
  unsigned how;  // how shares are written
};

Options options_of(unsigned byte) {
  constexpr std::array<std::optional<Rounding>, 8> roundings = {
      std::nullopt,       Rounding::exact,   Rounding::written, Rounding::to_double,
      Rounding::to_float, Rounding::nearest, Rounding::down,    Rounding::apportioned};
  Tolerance tolerance{.rounding = roundings[byte % 8U]};
  if (byte / 8U % 2 != 0) tolerance.within = exact::Rational(3, 8);
  if (byte / 8U % 2 != 0) tolerance.relative = exact::Rational(1, 1'000'000'000);
  return {tolerance, byte >> 4U};
}

std::optional<Record> read_long(const std::string& line) {
  auto read = read_any_record(line, file, 1, "");
  auto* record = std::get_if<Record>(&read);
  return record != nullptr ? std::optional(std::move(*record)) : std::nullopt;
}

std::string share_text(const exact::Rational& share, unsigned how) {
  switch (how % 6) {
    case 0:
      return "\"" + exact::to_text(share) + "\"";
    case 1:
      return number_text(exact::to_double(share));
    case 2:
      return number_text(static_cast<double>(exact::to_float(share)));
    case 3:
      return exact::to_decimal(share, 2);
    case 4:
      return exact::to_decimal(share, 0);
    default:
      return exact::floor(share).str();
  }
}

// The line with the fair shares of its claimants; nothing if there are none, or if it has shares
// already.
std::optional<std::string> find_line_with_shares(const std::string& line, unsigned how) {
  const auto record = read_long(line);
  if (!record || record->is_tree || record->shares) return std::nullopt;
  const auto solution = exact::solve(record->tree);
  const auto* allocation = std::get_if<fairshare::TreeAllocation<exact::Rational>>(&solution);
  if (allocation == nullptr) return std::nullopt;
  std::string shares;
  for (const exact::Rational& share : allocation->shares) {
    shares += (shares.empty() ? "" : ",") + share_text(share, how);
  }
  return line.substr(0, line.rfind('}')) + ",\"shares\":[" + shares + "]}";
}

// What is known about a fair verdict without its division.
std::string told(const std::variant<std::vector<Verdict>, RecordError>& judged,
                 std::string_view line) {
  const auto* verdicts = std::get_if<std::vector<Verdict>>(&judged);
  require(verdicts != nullptr && verdicts->size() == 1, "what has a quick verdict has one", line);
  const Verdict& verdict = verdicts->front();
  const Case& division = verdict.division;
  require(verdict.judgement == Judgement::fair, "a quick verdict is `fair`", line);
  return division.id + " " + division.file + ":" + std::to_string(division.line) + " " +
         verdict_text(verdict);
}

// If `solve --numbers double` would refuse the number, there must be no doubles.
bool is_nearest(double number, const exact::Rational& exact) {
  return number == exact::to_double(exact) && std::isfinite(number) &&
         (number == 0) == (exact == 0);
}

bool are_nearest(const fairshare::Problem<double>& problem, const Record& record) {
  bool all = problem.claimants.size() == record.tree.nodes.size() &&
             is_nearest(problem.total, record.tree.total);
  for (std::size_t i = 0; all && i < problem.claimants.size(); ++i) {
    const auto& [weight, min_share, max_share] = problem.claimants[i];
    const auto& of_record = record.tree.nodes[i].claimant;
    all = is_nearest(weight, of_record.weight) && is_nearest(min_share, of_record.min_share) &&
          max_share.has_value() == of_record.max_share.has_value() &&
          (!max_share || is_nearest(*max_share, *of_record.max_share));
  }
  return all;
}

// The full way is only tried if the line is plain.
void compare(const std::string& line, const Options& options, PlainReader& reader) {
  if (!read_plain(line, "", reader)) return;
  const Judging brief{.tolerance = options.tolerance, .is_brief = true};
  if (find_fair_verdict(reader, file, 1, options.tolerance)) {
    require(told(judge_line(line, file, 1, brief, &reader), line) ==
                told(judge_line(line, file, 1, brief), line),
            "the quick verdict is the long one", line);
  }
  const auto record = read_long(line);
  const auto plain = find_record(reader.record, file, 1);
  require(plain == record, "the record of a plain line is that of its text", line);
  const auto allocation = find_allocation(reader);
  const bool has_doubles = convert_to_doubles(reader);
  require(record || (!allocation && !has_doubles), "what is answered can be read", line);
  if (!record) return;
  if (allocation) {
    require(answer(plain->id, *allocation) == answer(*record, exact::solve(record->tree)),
            "the quick allocation is the long one", line);
  }
  if (has_doubles) {
    require(are_nearest(reader.problem, *record), "the quick doubles are the nearest", line);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::string line(text.substr(0, text.find('\n')));
  const Options options = options_of(data[0]);
  PlainReader reader;
  compare(line, options, reader);
  if (const auto with_shares = find_line_with_shares(line, options.how)) {
    compare(*with_shares, options, reader);
    compare(line, options, reader);
  }
  return 0;
}
