// YARN: what a ResourceManager reports (REST) and what its fair-scheduler.xml configures, as cases.
//
// One case for each parent queue and each resource that its policy divides: `fair` memory, `drf`
// every resource, `fifo` none. The total is the parent's reported fair share, at the root the
// cluster. Shares were truncated to whole units, so they are judged with Rounding::down.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exact/rational.h"
#include "formats/text/input_error.h"
#include "formats/verdict/case.h"

namespace fairshare::formats {

enum class YarnRelease {
  v2_7,  // 2.6.0 to 2.7.x: max wins over min; "1024 mb, 2 vcores"
  v3,    // 3.x: max is lifted to min; also "50%", "vcores=2, memory-mb=1024"
};

struct YarnText {
  std::string name;  // of the file, for messages
  std::string_view text;
};

struct YarnOptions {
  YarnRelease release = YarnRelease::v3;
  bool steady = false;                              // steady fair shares: all queues, active or not
  std::optional<Rounding> rounding = std::nullopt;  // absent: Rounding::down
  exact::Rational slack = 0;                        // --within, units
  exact::Rational relative = 0;                     // --relative, of the total
};

struct YarnReading {
  std::vector<Case> cases;            // what can be judged, parents before children
  std::vector<InputError> errors;     // what cannot, and why
  std::vector<std::string> warnings;  // what a reader should know; a sentence each
};

// True where a file begins as a REST response does, {"scheduler":{ ..., and not as a record.
bool looks_like_yarn(std::string_view beginning);

// Reads both; without `allocations` every weight is taken as 1 and the bounds as REST shows them,
// and a warning says so.
YarnReading read_yarn(const YarnText& rest, const std::optional<YarnText>& allocations,
                      const YarnOptions& options);

}  // namespace fairshare::formats
