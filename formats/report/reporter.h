// How verdicts leave the program. To add a way: a file with these functions, and a row in
// reporter.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/records/records.h"
#include "formats/report/worst.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {

// How many cases came out how, for the last line: divisions, or records where the question is about
// an ordering or a certificate. What could not be read was not judged.
struct Tally {
  std::size_t good = 0;  // fair, consistent, held
  std::size_t bad = 0;   // unfair, inconsistent, refused
  std::size_t not_judged = 0;
  std::size_t overcommitted = 0;
};

class Collection;

// What a page of HTML takes from elsewhere.
struct PageSources {
  // The page of a code as Markdown; empty where it has none.
  std::string_view (*find_code_page)(std::string_view code);
  std::string_view explorer = {};  // its address, for links to it; empty: none
};

// Each function returns what goes to standard output, which may be nothing. Errors and warnings
// also go to standard error, whatever the reporter. JUnit's XML has no place for a warning.
//
// Where a report begins with what is worst, what `verdicts`, `error` and `warning` return is kept
// for `end`; `verdicts` is then called with one verdict at a time.
struct Reporter {
  std::string_view name;     // as --format says it; "details": human with --details
  bool needs_divisions;      // false: of what is fair, title and ratio will do
  bool counts_fair = false;  // it would be wrong without what is fair: not with --quiet
  bool begins_with_worst = false;
  bool is_of_shares = false;  // for the question Question::shares alone
  std::string (*begin)();
  std::string (*verdicts)(std::span<const Verdict> verdicts);  // of one record or part; not empty
  std::string (*error)(const RecordError& error);
  std::string (*warning)(std::string_view file, std::string_view sentence);
  std::string (*end)(Question question, const Tally& tally, const Worst& worst);
  // Of a report that is made of verdicts, not of texts, at the end: all of it, in place of the
  // others, which return nothing then. For Question::shares alone.
  std::string (*page)(const Collection& collection, const Tally& tally,
                      const PageSources& sources) = nullptr;
};

// Adds the verdicts on one record or part.
void count(std::span<const Verdict> verdicts, Tally& tally);
void add(const Tally& some, Tally& all);

// For the end of a report that begins with what is worst; `reporter` says it.
void keep(const Reporter& reporter, std::span<const Verdict> verdicts, const Position& position,
          Worst& worst);
void keep(const Reporter& reporter, const RecordError& error, const Position& position,
          Worst& worst);
void keep(const Reporter& reporter, std::string_view file, std::string_view warning,
          const Position& position, Worst& worst);

// Null for another name than those of `--format` and "details".
const Reporter* find_reporter(std::string_view name);

// What `--format` takes, in the order of the rows: "human", "json", "junit" and so on.
std::vector<std::string> format_names();

}  // namespace fairshare::formats
