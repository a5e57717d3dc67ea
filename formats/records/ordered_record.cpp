#include "formats/records/ordered_record.h"

#include <algorithm>

#include "formats/text/json.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

// The sum of the shares; in a tree, of those at the top.
Rational sum_of_shares(const Record& record) {
  Rational sum = 0;
  if (!record.shares) return sum;
  for (std::size_t i = 0; i < record.shares->size(); ++i) {
    if (!record.tree.nodes[i].parent) sum += (*record.shares)[i].value;
  }
  return sum;
}

}  // namespace

std::variant<Record, RecordError> read_ordered_record(std::string_view line,
                                                      const std::string& file,
                                                      std::size_t line_number) {
  json::Reading reading = json::read(line);
  auto* members = std::get_if<json::Object>(&reading.value.is);
  const bool is_without_total =
      !reading.error && members != nullptr && json::find(reading.value, "total") == nullptr;
  if (is_without_total) members->push_back({"total", {json::Number{"0"}}});
  auto read = read_record(reading, file, line_number);
  if (auto* record = std::get_if<Record>(&read); record != nullptr && is_without_total) {
    record->total = std::max(Rational(0), sum_of_shares(*record));
    record->tree.total = record->total;
  }
  return read;
}

}  // namespace fairshare::formats
