// The failures of a campaign as tests, in the languages of the schedulers.
//
//     fairshare fuzz --emit go -- ./mine >fair_shares_test.go
//
// Each language has a file, and a row in the table below.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "fuzz/harness/campaign.h"
#include "fuzz/harness/report.h"

namespace fairshare::harness {

// Each returns a whole file. It calls a function `divide`, a stub that the user replaces. It has no
// test if nothing failed.
std::string cpp_tests(const Outcome& outcome, const Saved& saved);     // GoogleTest
std::string go_tests(const Outcome& outcome, const Saved& saved);      // a table test
std::string java_tests(const Outcome& outcome, const Saved& saved);    // JUnit 5, Java 16
std::string python_tests(const Outcome& outcome, const Saved& saved);  // pytest

struct Language {
  std::string_view name;
  std::string (*emit)(const Outcome& outcome, const Saved& saved);
};

// What `--emit` takes. JUnit's XML has no function to call: it reports what failed.
inline constexpr std::array<Language, 5> languages = {{{"cpp", cpp_tests},
                                                       {"go", go_tests},
                                                       {"java", java_tests},
                                                       {"junit", report_junit},
                                                       {"python", python_tests}}};

}  // namespace fairshare::harness
