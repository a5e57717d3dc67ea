// YARN: what a ResourceManager reports (REST) and what its fair-scheduler.xml configures, as
// divisions.
//
// One for each parent queue and each resource that its policy divides: `fair` memory, `drf` every
// resource, `fifo` none. The total is the parent's reported fair share, at the root the cluster.
// Shares were truncated to whole units: they are usually judged with Rounding::down.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/text/input_error.h"
#include "formats/text/named_text.h"
#include "formats/verdict/division.h"

namespace fairshare::formats {

enum class YarnRelease {
  v2_7,  // 2.6.0 to 2.7.x: max wins over min; "1024 mb, 2 vcores"
  v3,    // 3.x: max is lifted to min; also "50%", "vcores=2, memory-mb=1024"
};

struct YarnOptions {
  YarnRelease release = YarnRelease::v3;
  bool steady = false;     // steady fair shares: all queues, active or not
  bool is_strict = false;  // what YARN ignores in fair-scheduler.xml is an error, not a warning
};

struct YarnReading {
  // What can be judged, parents before children; `path` is the parent's name, "root.prod".
  std::vector<Division> divisions = {};
  std::vector<InputError> errors = {};     // what cannot, and why
  std::vector<std::string> warnings = {};  // what the user should know; one sentence each
};

// True if a file begins like a REST response, {"scheduler":{ ..., or as a part of one
// ({"schedulerInfo":, {"rootQueue":, {"queueName":, {"maxApps":), and not as a record.
bool looks_like_yarn(std::string_view beginning);

// Reads both. Without `allocations`, weights are inferred from the steady shares and the bounds are
// those in the response, and a warning says so. If the release would not have loaded the
// allocations, nothing is judged, since the response comes from another file.
YarnReading read_yarn(const NamedText& rest, const std::optional<NamedText>& allocations,
                      const YarnOptions& options);

}  // namespace fairshare::formats
