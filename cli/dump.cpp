#include "cli/dump.h"

#include <utility>

#include "cli/input.h"

namespace fairshare::cli {

std::variant<DumpSetting, formats::InputError, std::string> read_setting(
    const DumpArguments& arguments) {
  DumpSetting setting;
  auto totals = formats::read_totals(arguments.totals);
  if (auto* complaint = std::get_if<formats::Complaint>(&totals)) {
    return std::move(complaint->message);
  }
  setting.totals = std::get<formats::ResourceList>(std::move(totals));
  if (arguments.metrics.empty()) return setting;
  const auto opened = open_input(arguments.metrics);
  if (const auto* error = std::get_if<formats::InputError>(&opened)) return *error;
  auto text = InputLines(std::get<Input>(opened)).read_rest();
  if (auto* error = std::get_if<formats::InputError>(&text)) return std::move(*error);
  setting.metrics_name = arguments.metrics;
  setting.metrics = std::get<std::string>(std::move(text));
  return setting;
}

formats::DumpReading read_dump(const std::string& name, const std::string& text,
                               const DumpSetting& setting, const std::string& scheduler) {
  formats::DumpOptions options{.totals = setting.totals, .scheduler = scheduler};
  if (setting.metrics) options.metrics = {setting.metrics_name, *setting.metrics};
  return formats::read_cluster_dump({name, text}, options);
}

}  // namespace fairshare::cli
