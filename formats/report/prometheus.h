// Verdicts as metrics, for the textfile collector of node_exporter:
//
//     # HELP fairshare_fair 1 where the shares are fair or all that the minimums leave, 0 where
//     not. # TYPE fairshare_fair gauge
//     fairshare_fair{file="scheduler.json",name="root.prod",resource="memory"} 0
//
// Divisions that have the same labels are one series: that of the worst. At most a thousand
// divisions have series of their own, the worst; `fairshare_left_out` counts the others.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "formats/report/reporter.h"

namespace fairshare::formats {

// The value of a label, printable and escaped: "a\"b" -> "a\\\"b". At most 200 bytes of it.
std::string prometheus_label(std::string_view value);

// The function of the reporter: the labels that tell the division from others.
std::string prometheus_verdicts(std::span<const Verdict> verdicts);

// All metrics. Of errors only their number is told.
std::string prometheus_report(const Tally& tally, const Worst& worst);

}  // namespace fairshare::formats
