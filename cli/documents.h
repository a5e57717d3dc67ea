// The options of all commands that read documents: a YARN response, an Orchid, a dump of Kubernetes
// objects.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/input.h"
#include "formats/inputs.h"
#include "formats/text/input_error.h"

namespace fairshare::cli {

// The options' values; empty if not given.
struct DocumentArguments {
  // The fair-scheduler.xml: every input is a YARN response, or with scheduler mr1 records.
  std::string allocations = {};
  std::string release = {};              // of Hadoop, "2.7" or "3": every input is a response
  std::string metrics = {};              // a file of Prometheus text: every input is a dump
  std::vector<std::string> totals = {};  // each "cpu=96": likewise
  bool is_strict = false;                // what YARN ignores in `allocations` is an error

  bool any() const {
    return !allocations.empty() || !release.empty() || !metrics.empty() || !totals.empty();
  }
};

// The same with the files read, MR1's allocations as `pools` with their warnings; or what is wrong
// with a file, or, as text, with the options themselves.
std::variant<formats::DocumentOptions, formats::InputError, std::string> read_arguments(
    const DocumentArguments& arguments, const std::string& scheduler, bool steady);

struct WholeDocument {
  formats::DocumentReading reading;
  std::size_t bytes = 0;  // of its text
};

// The rest of an input as one document. If that cannot be read, or takes too much memory (FS023),
// the error is among those of the reading.
WholeDocument read_document(InputLines& lines, const std::string& name,
                            const formats::DocumentKind& kind,
                            const formats::DocumentOptions& options);

// What is wrong with the value of --scheduler, which may be empty or "fair"; nothing if it is
// known.
std::optional<std::string> find_unknown_scheduler(const std::string& scheduler);

}  // namespace fairshare::cli
