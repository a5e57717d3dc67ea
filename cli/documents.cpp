#include "cli/documents.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "fairshare/schedulers/registry.h"
#include "formats/hadoop/fair_scheduler_xml.h"
#include "formats/records/memory.h"

namespace fairshare::cli {
namespace {

// The file of that name, whole; nothing without a name.
std::variant<std::optional<formats::NamedText>, formats::InputError> read_named(
    const std::string& name) {
  if (name.empty()) return std::nullopt;
  const auto opened = open_input(name);
  if (const auto* error = std::get_if<formats::InputError>(&opened)) return *error;
  auto text = InputLines(std::get<Input>(opened)).read_rest();
  if (auto* error = std::get_if<formats::InputError>(&text)) return std::move(*error);
  return formats::NamedText{name, std::get<std::string>(std::move(text))};
}

// Reads MR1's allocations, which apply to records. An error if something is wrong with them.
std::optional<formats::InputError> read_pools(formats::DocumentOptions& options) {
  formats::PoolsReading reading = formats::read_mr1_allocations(*options.allocations);
  options.allocations = std::nullopt;
  std::vector<formats::InputError> errors = std::move(reading.errors);
  for (const formats::Remark& remark : reading.remarks) {
    const bool is_error = options.is_strict || remark.kind == formats::Remark::Kind::refused;
    if (is_error) errors.push_back(remark.what);
  }
  if (!errors.empty()) {
    if (errors.size() > 1) {
      errors.front().message +=
          fmt::format(" (and {} more: fairshare lint shows them)", errors.size() - 1);
    }
    return std::move(errors.front());
  }
  options.warnings = formats::sentences_of(reading.remarks);
  options.pools = std::move(reading.allocations);
  return std::nullopt;
}

}  // namespace

std::variant<formats::DocumentOptions, formats::InputError, std::string> read_arguments(
    const DocumentArguments& arguments, const std::string& scheduler, bool steady) {
  formats::DocumentOptions options{.scheduler = scheduler,
                                   .release = arguments.release,
                                   .steady = steady,
                                   .is_strict = arguments.is_strict};
  auto totals = formats::read_totals(arguments.totals);
  if (auto* complaint = std::get_if<formats::Complaint>(&totals)) {
    return std::move(complaint->message);
  }
  options.totals = std::get<formats::ResourceList>(std::move(totals));
  for (const auto& [name, into] : {std::pair(&arguments.metrics, &options.metrics),
                                   std::pair(&arguments.allocations, &options.allocations)}) {
    auto read = read_named(*name);
    if (auto* error = std::get_if<formats::InputError>(&read)) return std::move(*error);
    *into = std::get<std::optional<formats::NamedText>>(std::move(read));
  }
  if (options.allocations && formats::divides_pools(scheduler)) {
    if (auto error = read_pools(options)) return *std::move(error);
  }
  return options;
}

WholeDocument read_document(InputLines& lines, const std::string& name,
                            const formats::DocumentKind& kind,
                            const formats::DocumentOptions& options) {
  auto text = lines.read_rest();
  if (auto* error = std::get_if<formats::InputError>(&text)) {
    return {{.errors = {std::move(*error)}}};
  }
  WholeDocument document{.reading = {}, .bytes = std::get<std::string>(text).size()};
  auto exhaustion = formats::find_exhaustion(name, 0, document.bytes, [&] {
    document.reading =
        formats::read_document(kind, {name, std::get<std::string>(std::move(text))}, options);
  });
  if (exhaustion) document.reading = {.errors = {*std::move(exhaustion)}};
  return document;
}

std::optional<std::string> find_unknown_scheduler(const std::string& scheduler) {
  const bool is_known =
      scheduler.empty() || scheduler == "fair" || schedulers::find_scheduler(scheduler);
  if (is_known) return std::nullopt;
  return fmt::format("--scheduler {}: unknown scheduler; known: {}", scheduler,
                     formats::known_schedulers());
}

}  // namespace fairshare::cli
