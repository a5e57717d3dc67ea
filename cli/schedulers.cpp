#include "cli/schedulers.h"

#include "formats/report/scheduler_list.h"

namespace fairshare::cli {

int list_schedulers(bool as_json, Console& console) {
  console.print(as_json ? formats::schedulers_json() : formats::schedulers_text());
  console.flush();
  return console.failed() ? 2 : 0;
}

}  // namespace fairshare::cli
