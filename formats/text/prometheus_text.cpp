#include "formats/text/prometheus_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "fairshare/exact/rational.h"

namespace fairshare::formats {
namespace {

constexpr std::string_view space = " \t\r";

struct Scan {
  std::string_view rest;
  std::string problem = {};
};

void skip_space(Scan& scan) {
  scan.rest.remove_prefix(std::min(scan.rest.find_first_not_of(space), scan.rest.size()));
}

bool take(Scan& scan, char wanted) {
  skip_space(scan);
  if (!scan.rest.starts_with(wanted)) return false;
  scan.rest.remove_prefix(1);
  return true;
}

// The text up to the first of `ends`, or to the end.
std::string_view take_until(Scan& scan, std::string_view ends) {
  skip_space(scan);
  const std::string_view taken = scan.rest.substr(0, scan.rest.find_first_of(ends));
  scan.rest.remove_prefix(taken.size());
  return taken;
}

// A label's value, after its first quote: \\, \" and \n are escapes.
std::string take_quoted(Scan& scan) {
  std::string result;
  while (!scan.rest.empty() && scan.rest[0] != '"') {
    char c = scan.rest[0];
    scan.rest.remove_prefix(1);
    if (c == '\\' && !scan.rest.empty()) {
      c = scan.rest[0] == 'n' ? '\n' : scan.rest[0];
      scan.rest.remove_prefix(1);
    }
    result += c;
  }
  if (!take(scan, '"')) scan.problem = "a label's value is not closed";
  return result;
}

MetricLabels take_labels(Scan& scan) {
  MetricLabels labels;
  while (scan.problem.empty() && !take(scan, '}')) {
    const std::string name(take_until(scan, "=,}\" \t"));
    if (name.empty() || !take(scan, '=') || !take(scan, '"')) {
      scan.problem = "a label is expected here, such as queue_name=\"a\"";
      break;
    }
    if (!labels.emplace(name, take_quoted(scan)).second) scan.problem = "duplicate label";
    const bool goes_on = take(scan, ',') || scan.rest.starts_with('}');
    if (!goes_on && scan.problem.empty()) {
      scan.problem = "a comma or a brace is expected after a label";
    }
  }
  return labels;
}

// The sample on a line that is not a comment.
Sample read_sample(Scan& scan, std::size_t line) {
  Sample sample{.name = std::string(take_until(scan, "{ \t\r")), .labels = {}, .value = {}};
  sample.line = line;
  if (take(scan, '{')) sample.labels = take_labels(scan);
  sample.value = std::string(take_until(scan, " \t\r"));
  if (scan.problem.empty() && sample.value.empty()) scan.problem = "the sample has no value";
  return sample;
}

std::string shown(std::string_view name, const MetricLabels& labels) {
  std::string text;
  for (const auto& [key, value] : labels) {
    text += fmt::format("{}{}=\"{}\"", text.empty() ? "" : ",", key, value);
  }
  return fmt::format("{}{{{}}}", name, text);
}

bool has(const Sample& sample, const MetricLabels& labels) {
  return std::ranges::all_of(labels, [&](const auto& label) {
    const auto found = sample.labels.find(label.first);
    return found != sample.labels.end() && found->second == label.second;
  });
}

void add_sample(Metrics& metrics, Sample sample) {
  const std::size_t place = metrics.samples.size();
  metrics.index[{sample.name, "", ""}].push_back(place);
  for (const auto& [label, value] : sample.labels) {
    metrics.index[{sample.name, label, value}].push_back(place);
  }
  metrics.samples.push_back(std::move(sample));
}

// The samples of that name with the rarest of the labels, in the order of the text.
std::span<const std::size_t> candidates(const SampleIndex& index, std::string_view name,
                                        const MetricLabels& labels) {
  const auto those_with = [&](const std::string& label, const std::string& value) {
    const auto found = index.find({std::string(name), label, value});
    return found != index.end() ? std::span(found->second) : std::span<const std::size_t>();
  };
  std::span<const std::size_t> fewest = those_with("", "");
  for (const auto& [label, value] : labels) {
    const auto those = those_with(label, value);
    if (those.size() < fewest.size()) fewest = those;
  }
  return fewest;
}

InputError error_in(const Metrics& metrics, const Sample& sample, Complaint complaint) {
  InputError error{std::move(complaint.code), std::move(complaint.message)};
  error.file = metrics.file;
  error.line = sample.line;
  error.field = sample.name;
  return error;
}

}  // namespace

std::variant<const Sample*, std::nullopt_t, InputError> Metrics::find_optional(
    std::string_view name, const MetricLabels& labels) const {
  const Sample* found = nullptr;
  for (const std::size_t place : candidates(index, name, labels)) {
    const Sample& sample = samples[place];
    if (!has(sample, labels)) continue;
    if (found != nullptr) {
      return error_in(
          *this, sample,
          {"FS004",
           fmt::format(
               "line {} has the same sample from another instance; judge one instance at a time",
               found->line)});
    }
    found = &sample;
  }
  if (found == nullptr) return std::nullopt;
  return found;
}

std::variant<const Sample*, InputError> Metrics::find(std::string_view name,
                                                      const MetricLabels& labels) const {
  auto found = find_optional(name, labels);
  if (auto* error = std::get_if<InputError>(&found)) return std::move(*error);
  if (const auto* sample = std::get_if<const Sample*>(&found)) return *sample;
  return InputError{.code = "FS104",
                    .message = fmt::format("the metrics have no sample {}", shown(name, labels)),
                    .file = file};
}

std::variant<Metrics, InputError> read_prometheus_text(
    std::string_view text, const std::string& file, const std::vector<std::string_view>& prefixes) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    return InputError{.code = "FS001",
                      .message =
                          "the metrics are not UTF-8 but UTF-16, as PowerShell writes them: "
                          "convert the file with iconv -f UTF-16 -t UTF-8",
                      .file = file};
  }
  if (!json::is_utf8(text)) {
    return InputError{.code = "FS001",
                      .message = "the metrics are not UTF-8: if they are compressed, unpack them",
                      .file = file};
  }
  Metrics metrics{file, {}};
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    Scan scan{text.substr(0, end)};
    text.remove_prefix(std::min(end + 1, text.size()));
    skip_space(scan);
    const bool is_wanted = std::ranges::any_of(
        prefixes, [&](std::string_view prefix) { return scan.rest.starts_with(prefix); });
    if (!is_wanted) continue;
    Sample sample = read_sample(scan, line);
    if (!scan.problem.empty()) {
      return error_in(metrics, sample, {"FS001", std::move(scan.problem)});
    }
    add_sample(metrics, std::move(sample));
  }
  return metrics;
}

std::variant<WrittenNumber, InputError> number_of(const Metrics& metrics, const Sample& sample) {
  auto read = read_number(json::Value{json::Number{sample.value}});
  if (auto* complaint = std::get_if<Complaint>(&read)) {
    return error_in(metrics, sample, std::move(*complaint));
  }
  return std::get<WrittenNumber>(std::move(read));
}

}  // namespace fairshare::formats
