// `fairshare solve`: the fair shares of each record, one JSON answer per line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/documents.h"
#include "fairshare/model/units.h"

namespace fairshare::cli {

struct SolveOptions {
  std::vector<std::string> files = {"-"};  // "-": standard input
  bool in_doubles = false;  // each number is rounded to a double, then reference::solve
  // Whole units by that method, or by Hamilton's without naming ties; not in doubles.
  std::optional<Units> units = std::nullopt;
  bool apportion = false;
  std::string scheduler = {};  // solve as it computes; empty: what is fair
  bool fair = false;           // what is fair by the rule of the scheduler, named or not
  bool details = false;        // trees: every computed field
  bool steady = false;         // YARN: the steady fair shares
  bool certificate = false;    // the record, its answer and what proves it; exact only
  std::size_t jobs = 1;        // records solved at once
  DocumentArguments documents = {};
  std::vector<std::string> settings = {};  // what if, cli/what_if.h; then nothing else is answered
  std::string smt_folder = {};             // a file of formulas for each record; exact only
};

// The exit status: 0, or 2 if a record could not be read or solved.
int solve(const SolveOptions& options, Console& console);

}  // namespace fairshare::cli
