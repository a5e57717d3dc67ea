// The output formats for verdicts. To add one: a file with these functions, and a row in
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

// The counts for the last line: of divisions, or of records if the question is about an ordering or
// a certificate. What could not be read counts as not judged.
struct Tally {
  std::size_t good = 0;  // fair, consistent, held
  std::size_t bad = 0;   // unfair, inconsistent, refused
  std::size_t not_judged = 0;
  std::size_t overcommitted = 0;
};

class Collection;

// What a page of HTML needs from elsewhere.
struct PageSources {
  // The page of a code as Markdown; empty if it has none.
  std::string_view (*find_code_page)(std::string_view code);
  std::string_view explorer = {};  // its address, for links to it; empty: none
};

// Each function returns what goes to standard output, by default nothing. Errors and warnings also
// go to standard error, with any reporter. JUnit's XML has no place for a warning.
//
// If a report begins with the worst, the results of `verdicts`, `error` and `warning` are kept for
// `end`; `verdicts` is then called with one verdict at a time.
struct Reporter {
  std::string_view name;     // as --format says it; "details": human with --details
  bool needs_divisions;      // false: for fair divisions, title and ratio are enough
  bool counts_fair = false;  // it counts what is fair, so it cannot be combined with --quiet
  bool begins_with_worst = false;
  bool is_of_shares = false;  // for the question Question::shares alone
  std::string (*begin)() = [] { return std::string(); };
  // Of one record or part; not empty.
  std::string (*verdicts)(std::span<const Verdict>) = [](auto) { return std::string(); };
  std::string (*error)(const RecordError&) = [](const auto&) { return std::string(); };
  std::string (*warning)(std::string_view file, std::string_view sentence) = [](auto, auto) {
    return std::string();
  };
  std::string (*end)(Question, const Tally&, const Worst&) = [](auto, const auto&, const auto&) {
    return std::string();
  };
  // For a report that is made at the end from verdicts, not from texts: returns all of it, and the
  // other functions return nothing. Only for Question::shares.
  std::string (*page)(const Collection& collection, const Tally& tally,
                      const PageSources& sources) = nullptr;
};

// Adds the verdicts on one record or part of a document.
void count(std::span<const Verdict> verdicts, Tally& tally);
void add(const Tally& some, Tally& all);

// For a report that begins with the worst. Keeps all verdicts, or none if their exact numbers take
// too much memory (FS023).
void keep(const Reporter& reporter, std::span<const Verdict> verdicts, const Position& position,
          Worst& worst);
void keep(const Reporter& reporter, const RecordError& error, const Position& position,
          Worst& worst);
void keep(const Reporter& reporter, std::string_view file, std::string_view warning,
          const Position& position, Worst& worst);

// Null for names other than those of `--format` and "details".
const Reporter* find_reporter(std::string_view name);

// The values of `--format`, in the order of the rows: "human", "json", "junit" and so on.
std::vector<std::string> format_names();

}  // namespace fairshare::formats
