// Metrics in the text format of Prometheus, as a program's /metrics shows them:
//
//     # HELP apiserver_flowcontrol_current_limit_seats ...
//     apiserver_flowcontrol_current_limit_seats{priority_level="global-default"} 24
//
// Also what OpenMetrics adds: `# EOF`, a time after the value, an exemplar after that.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "formats/text/fields.h"
#include "formats/text/input_error.h"

namespace fairshare::formats {

using MetricLabels = std::map<std::string, std::string, std::less<>>;

struct Sample {
  std::string name;
  MetricLabels labels;
  std::string value;     // as written: "24", "1.5e+09", "+Inf"
  std::size_t line = 0;  // from 1
};

// The samples that have a label, in the order of the text, by the sample's name and the label's
// name and value. All samples of a name are also listed under an empty label.
using SampleIndex =
    std::map<std::tuple<std::string, std::string, std::string>, std::vector<std::size_t>>;

struct Metrics {
  std::string file;  // for messages
  std::vector<Sample> samples;
  SampleIndex index = {};  // of all samples

  // The sample of that name that has these labels, and possibly others. FS104 if there is none;
  // FS004 if there are several, as two instances of a program have different numbers. Looks only at
  // the samples that have the rarest of these labels.
  std::variant<const Sample*, InputError> find(std::string_view name,
                                               const MetricLabels& labels) const;
  // The same; nothing instead of FS104.
  std::variant<const Sample*, std::nullopt_t, InputError> find_optional(
      std::string_view name, const MetricLabels& labels) const;
};

// The samples whose names begin with one of `prefixes`; all others are ignored, whatever they
// contain. FS001 if one of these samples cannot be read. Errors have their file and line.
std::variant<Metrics, InputError> read_prometheus_text(
    std::string_view text, const std::string& file, const std::vector<std::string_view>& prefixes);

// The sample's value; FS006, FS007, FS011 if it is not a finite number, with file, line and the
// sample's name as the field.
std::variant<WrittenNumber, InputError> number_of(const Metrics& metrics, const Sample& sample);

}  // namespace fairshare::formats
