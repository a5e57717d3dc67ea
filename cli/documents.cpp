#include "cli/documents.h"

#include <optional>
#include <utility>

#include "cli/input.h"

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
  return options;
}

}  // namespace fairshare::cli
