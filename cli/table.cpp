#include "cli/table.h"

#include <utility>

namespace fairshare::cli {

std::variant<std::optional<formats::CsvMapping>, std::string> read_table(
    const TableArguments& arguments) {
  if (!arguments.is_csv) {
    if (arguments.group_by.empty() && arguments.maps.empty()) return std::nullopt;
    return "--group-by and --map name the columns of a table: add --csv";
  }
  auto read = formats::read_csv_mapping(arguments.maps);
  if (auto* complaint = std::get_if<std::string>(&read)) return std::move(*complaint);
  auto& mapping = std::get<formats::CsvMapping>(read);
  mapping.group_by = arguments.group_by;
  return std::optional(std::move(mapping));
}

}  // namespace fairshare::cli
