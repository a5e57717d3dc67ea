#include "formats/report/scheduler_list.h"

#include <fmt/format.h>

#include "fairshare/schedulers/registry.h"
#include "formats/text/json.h"

namespace fairshare::formats {

std::string schedulers_text() {
  std::string text;
  for (const schedulers::Scheduler& scheduler : schedulers::all_schedulers()) {
    text += fmt::format(
        "{}\n  releases    {}\n  rule        {}\n  arithmetic  {}\n  wins        {}\n"
        "  infeasible  {}\n  weight 0    {}\n  rounding    {}\n  units       {}\n  resolution  {}\n"
        "  deviations  {}\n  input       {}\n",
        scheduler.name, scheduler.releases, scheduler.rule, scheduler.arithmetic, scheduler.wins,
        scheduler.infeasible, scheduler.zero_weight, scheduler.rounding, scheduler.units,
        scheduler.resolution, scheduler.deviations, scheduler.input);
  }
  return text;
}

std::string schedulers_json() {
  std::string text;
  for (const schedulers::Scheduler& scheduler : schedulers::all_schedulers()) {
    text += fmt::format(
        "{{\"name\":{},\"releases\":{},\"rule\":{},\"arithmetic\":{},\"wins\":{},"
        "\"infeasible\":{},\"zero_weight\":{},\"rounding\":{},\"units\":{},\"resolution\":{},"
        "\"deviations\":{},\"input\":{}}}\n",
        json::quoted(scheduler.name), json::quoted(scheduler.releases),
        json::quoted(scheduler.rule), json::quoted(scheduler.arithmetic),
        json::quoted(scheduler.wins), json::quoted(scheduler.infeasible),
        json::quoted(scheduler.zero_weight), json::quoted(scheduler.rounding),
        json::quoted(scheduler.units), json::quoted(scheduler.resolution),
        json::quoted(scheduler.deviations), json::quoted(scheduler.input));
  }
  return text;
}

}  // namespace fairshare::formats
