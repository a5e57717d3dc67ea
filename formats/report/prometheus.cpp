#include "formats/report/prometheus.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <optional>

#include "formats/text/printable.h"

namespace fairshare::formats {
namespace {

constexpr std::size_t label_bytes_max = 200;

std::string number(double value) {
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  return fmt::format("{}", value);
}

std::string head(std::string_view name, std::string_view help) {
  return fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n", name, help);
}

struct Division {
  Severity severity;
  Kept values;
};
using Series = std::map<std::string, Division>;  // by their labels

// The worst division of a series comes first, and is kept.
Series series_of(const Worst& worst) {
  Series series;
  for (const auto& [rank, kept] : worst.kept) {
    series.emplace(kept.text, Division{rank.severity, kept});
  }
  return series;
}

std::string optional_samples(std::string_view name, std::string_view help, const Series& series,
                             std::optional<double> Kept::*value) {
  std::string samples;
  for (const auto& [labels, division] : series) {
    const std::optional<double>& known = division.values.*value;
    if (known) samples += fmt::format("{}{} {}\n", name, labels, number(*known));
  }
  return samples.empty() ? "" : head(name, help) + samples;
}

std::string fair_samples(const Series& series) {
  if (series.empty()) return "";
  std::string text = head("fairshare_fair",
                          "1 if the shares are fair, or if the minimums exceed the total and the "
                          "shares are what can be expected; 0 if they are unfair.");
  for (const auto& [labels, division] : series) {
    text +=
        fmt::format("fairshare_fair{} {}\n", labels, division.severity == Severity::unfair ? 0 : 1);
  }
  return text;
}

std::string counts(const Tally& tally, std::size_t left_out) {
  return head("fairshare_judged", "Divisions that were judged, by verdict.") +
         fmt::format(
             "fairshare_judged{{verdict=\"fair\"}} {}\nfairshare_judged{{verdict=\"unfair\"}} {}\n"
             "fairshare_judged{{verdict=\"overcommitted\"}} {}\n",
             tally.good, tally.bad, tally.overcommitted) +
         head("fairshare_not_judged", "Errors: inputs that could not be read or judged.") +
         fmt::format("fairshare_not_judged {}\n", tally.not_judged) +
         head("fairshare_left_out", "Judged divisions without their own fairshare_fair.") +
         fmt::format("fairshare_left_out {}\n", left_out);
}

}  // namespace

std::string prometheus_label(std::string_view value) {
  std::string result;
  for (const char byte : abridged(printable(as_utf8(value)), label_bytes_max)) {
    if (byte == '"' || byte == '\\') result += '\\';
    result += byte;
  }
  return result;
}

std::string prometheus_verdicts(std::span<const Verdict> verdicts) {
  const Case& division = verdicts.front().division;
  std::string labels = fmt::format("{{name=\"{}\"", prometheus_label(division.title));
  const auto add = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) labels += fmt::format(",{}=\"{}\"", name, prometheus_label(value));
  };
  add("file", division.file == "-" ? "" : division.file);
  add("resource", division.resource);
  add("path", division.path);
  add("label", division.label);
  return labels + "}";
}

std::string prometheus_report(const Tally& tally, const Worst& worst) {
  const Series series = series_of(worst);
  return fair_samples(series) +
         optional_samples("fairshare_distance",
                          "How far the share farthest from fair is off, in the units of the input.",
                          series, &Kept::distance) +
         optional_samples("fairshare_excess",
                          "By how much the minimums exceed the total, in the units of the input.",
                          series, &Kept::excess) +
         counts(tally, tally.good + tally.bad + tally.overcommitted - series.size());
}

}  // namespace fairshare::formats
