// libFuzzer: a record is read, solved, reported and written again without losing anything.
//
//     verify(record + solve(record)) == fair, exactly and in the type that the record names
//     read(write(read(line))) == read(line)
//
// or it is refused with a code and a place; its answer is always one JSON object.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "formats/inputs.h"
#include "formats/records/answers.h"
#include "formats/records/records.h"
#include "formats/report/json.h"
#include "fuzz/targets/oracle.h"

namespace {

using namespace fairshare::formats;
namespace exact = fairshare::exact;
namespace fuzz = fairshare::fuzz;
using fuzz::require;

// The same record, with these shares reported.
Record with_shares(Record record, const std::vector<exact::Rational>& shares) {
  record.tolerance = {};
  record.shares.emplace();
  for (const exact::Rational& share : shares) {
    record.shares->push_back({exact::to_text(share), share, 0});
  }
  return record;
}

void check_fair(const Record& record, Rounding rounding, std::string_view line) {
  Tolerance tolerance;
  tolerance.rounding = rounding;
  const auto made = cases_of(record, "f", tolerance);
  require(std::holds_alternative<std::vector<Case>>(made), "fair shares can be reported", line);
  for (const Case& one : std::get<std::vector<Case>>(made)) {
    require(fuzz::check_case(one, line).judgement == Judgement::fair, "fair shares are judged fair",
            line);
  }
}

// Only for a flat record: a tree divides each share again, without that rounding.
void check_rounded(const Record& record, std::vector<exact::Rational> shares,
                   std::string_view line) {
  const bool is_double = record.numbers == Numbers::to_double;
  if (record.is_tree || !(is_double || record.numbers == Numbers::to_float)) return;
  for (exact::Rational& share : shares) {
    share = exact::from_double(is_double ? exact::to_double(share)
                                         : static_cast<double>(exact::to_float(share)));
  }
  check_fair(with_shares(record, shares), is_double ? Rounding::to_double : Rounding::to_float,
             line);
}

void check_solved(const Record& record, std::string_view line) {
  const auto solution = exact::solve(record.tree);
  require(fuzz::is_json_object(answer(record, solution)), "an answer is one JSON object", line);
  const auto* allocation = std::get_if<fairshare::TreeAllocation<exact::Rational>>(&solution);
  if (allocation == nullptr) return;
  check_fair(with_shares(record, allocation->shares), Rounding::exact, line);
  check_rounded(record, allocation->shares, line);
}

// Demands have been folded and numbers converted, so the rewritten record needs no field for
// either.
void check_rewritten(const Record& record, std::string_view line) {
  fuzz::Challenge challenge{{}, record.total, record.is_tree, {}};
  for (std::size_t i = 0; i < record.tree.nodes.size(); ++i) {
    const auto& [claimant, parent] = record.tree.nodes[i];
    const std::size_t above = parent ? record.names[*parent].size() + 1 : 0;
    challenge.entries.push_back({record.names[i].substr(above), claimant.weight, claimant.min_share,
                                 claimant.max_share, std::nullopt, parent});
  }
  const auto read = read_record(fuzz::record_of(challenge), "f", 1);
  require(std::holds_alternative<Record>(read), "what is written again can be read", line);
  const auto& again = std::get<Record>(read);
  require(again.tree == record.tree && again.names == record.names &&
              again.is_tree == record.is_tree && again.total == record.total,
          "what is written again reads the same", line);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const auto read = read_record(line, "f", 1);
  if (const auto* error = std::get_if<RecordError>(&read)) {
    require(fuzz::is_whole(error->error, "01") && error->error.file == "f" && error->error.line > 0,
            "an error has its code and place", line);
    require(fuzz::is_json_object(error_json(*error)), "the answer to an error is JSON", line);
    return 0;
  }
  const auto& record = std::get<Record>(read);
  check_solved(record, line);
  check_rewritten(record, line);
  if (const auto made = cases_of(record, "f", {}); made.index() == 0) {
    for (const Case& one : std::get<0>(made)) fuzz::check_case(one, line);
  }
  return 0;
}
