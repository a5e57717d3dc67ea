// Verdicts as metrics, for the textfile collector of node_exporter:
//
//     # HELP fairshare_fair 1 if the shares are fair, ...; 0 if they are unfair.
//     # TYPE fairshare_fair gauge
//     fairshare_fair{file="scheduler.json",name="root.prod",resource="memory"} 0
//
// Divisions with the same labels are one series, that of the worst. At most a thousand divisions,
// the worst, have their own series; `fairshare_left_out` counts the others.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "formats/report/reporter.h"

namespace fairshare::formats {

// The value of a label, printable and escaped: "a\"b" -> "a\\\"b". At most 200 bytes.
std::string prometheus_label(std::string_view value);

// The function of the reporter: the labels that identify the division.
std::string prometheus_verdicts(std::span<const Verdict> verdicts);

// All metrics. Errors are only counted.
std::string prometheus_report(const Tally& tally, const Worst& worst);

}  // namespace fairshare::formats
