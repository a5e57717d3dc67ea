// `fairshare solve --smt-lib DIR`: a file of formulas for each record.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "fairshare/properties/certify.h"
#include "formats/records/records.h"
#include "formats/text/input_error.h"

namespace fairshare::cli {

// A file is named after its record's id: "a.smt2". Any character but a letter, digit, "-", "_" or
// "." becomes "_", and long ids are cut. A record without an id is named after its line:
// "line-3.smt2". No two records of a run share a file: the second "a" is "a-2.smt2". Files of an
// earlier run are replaced.
class FormulaFolder {
 public:
  explicit FormulaFolder(std::string folder) : folder_(std::move(folder)) {}

  // Makes the folder if it is missing. FS009, with the system's words, if that or the writing
  // fails.
  std::optional<formats::InputError> write(const formats::Record& record,
                                           const properties::CertifiedSolution& solution);

 private:
  std::string unused_name(const formats::Record& record);

  std::string folder_;
  std::set<std::string> used_;
  std::map<std::string, std::size_t> next_;  // the number to try for another of that name
};

}  // namespace fairshare::cli
