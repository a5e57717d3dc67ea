// `solve --set` and `verify --set`: what would be fair.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/documents.h"
#include "formats/records/csv_records.h"

namespace fairshare::cli {

struct WhatIfOptions {
  std::vector<std::string> files = {"-"};  // "-": standard input
  std::vector<std::string> settings = {};  // "root.etl.weight=5"
  std::string scheduler = {};              // whose records they are; empty: what they say
  DocumentArguments documents = {};
  bool steady = false;
  // If the inputs are tables: how to read them; their shares are not read.
  std::optional<formats::CsvMapping> table = {};
  bool is_json = false;      // an object per record or document; else tables for people
  bool is_html = false;      // as one page
  bool allow_empty = false;  // it is no error if nothing is divided
};

// The exit status: 0, or 2 if a setting is wrong, or if an input could not be read or divided
// again.
int what_if(const WhatIfOptions& options, Console& console);

}  // namespace fairshare::cli
