// --csv, --group-by and --map: records from the rows of a table.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "formats/records/csv_records.h"

namespace fairshare::cli {

// As the user wrote them; empty where they did not.
struct TableArguments {
  bool is_csv = false;
  std::string group_by = {};           // a column
  std::vector<std::string> maps = {};  // each "name=queue,weight=w"
};

// Nothing where the inputs are no tables; or a sentence that says what is wrong.
std::variant<std::optional<formats::CsvMapping>, std::string> read_table(
    const TableArguments& arguments);

}  // namespace fairshare::cli
