// Checks an allocations file without a response: `fairshare lint`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/hadoop/allocation_plan.h"
#include "formats/hadoop/cluster.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/text/named_text.h"

namespace fairshare::formats {

struct LintOptions {
  YarnRelease release = YarnRelease::v3;
  ClusterAmounts cluster = {};
};

struct LintReport {
  std::vector<InputError> warnings = {};  // FS601 to FS604, by line
  std::vector<InputError> errors = {};    // what is refused, as FS019, or cannot be read here
  AllocationPlan plan = {};
  std::vector<SteadyShares> steady = {};  // none if there are errors
};

// Checks a fair-scheduler.xml by the rules of that release of YARN, or of MR1 if it is a file of
// MR1. FS601: an element that the release ignores, or reads as something else; the other codes are
// in allocation_plan.h.
LintReport lint(const NamedText& xml, const LintOptions& options);

// For people: each warning on a line (for an element that is unknown in several places, the first
// and the number of others), then the steady shares. `errors` are left out.
//
//     warning[FS601] f.xml:3: claimant root.a, maxMaps: unknown element ...; delete it, or ...
//     root: steady shares
//       root.a        memory 60
std::string lint_text(const LintReport& report);

// "2 warnings, 0 errors, 3 queues in 1 file"
struct LintTally {
  std::size_t files = 0;
  std::size_t warnings = 0;
  std::size_t errors = 0;
  std::size_t queues = 0;
};
void count(const LintReport& report, LintTally& tally);
std::string lint_summary(const LintTally& tally);

// One object per line: each warning, each queue that has a parent. `errors` are left out.
//
//     {"warning":{"code":"FS603","file":"f.xml","line":2,"claimant":"root.b","field":"weight",...}}
//     {"queue":"root.a","file":"f.xml","line":3,"steady":{"memory":60}}     units
//     {"queue":"root.a","file":"f.xml","line":3,"steady":{"memory":"3/5"}}  parts of the cluster
std::string lint_json(const LintReport& report);

// "memory=1024,vcores=8"; memory-mb is memory. FS002, FS004, FS006, FS008: message only. In 2.7 an
// amount is at most 2^31 - 1.
std::variant<ClusterAmounts, Complaint> read_cluster(std::string_view text, YarnRelease release);

}  // namespace fairshare::formats
