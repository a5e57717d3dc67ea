// Dumps of Kubernetes objects, for `verify` and `solve`: the options that go with them.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "formats/kubernetes/dump.h"
#include "formats/text/input_error.h"

namespace fairshare::cli {

// As the options say them. With either every input is such a dump.
struct DumpArguments {
  std::string metrics = {};              // a file of Prometheus text
  std::vector<std::string> totals = {};  // each "cpu=96"

  bool any() const { return !metrics.empty() || !totals.empty(); }
};

// What they say, read.
struct DumpSetting {
  std::string metrics_name = {};
  std::optional<std::string> metrics = std::nullopt;
  formats::ResourceList totals = {};
};

// A text in place of an error: what is wrong with the options themselves.
std::variant<DumpSetting, formats::InputError, std::string> read_setting(
    const DumpArguments& arguments);

formats::DumpReading read_dump(const std::string& name, const std::string& text,
                               const DumpSetting& setting, const std::string& scheduler);

}  // namespace fairshare::cli
