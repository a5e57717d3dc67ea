// --csv, --group-by and --map: records from the rows of a table.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "formats/records/csv_records.h"

namespace fairshare::cli {

// As the user gave them; empty if not given.
struct TableArguments {
  bool is_csv = false;
  std::string group_by = {};           // a column
  std::vector<std::string> maps = {};  // each "name=queue,weight=w"
};

// The mapping, nothing if the inputs are not tables, or a sentence that says what is wrong.
std::variant<std::optional<formats::CsvMapping>, std::string> read_table(
    const TableArguments& arguments);

}  // namespace fairshare::cli
