#include "fairshare/schedulers/common/model_result.h"

namespace fairshare::schedulers {

std::string_view outcome_of(Fault fault) {
  switch (fault) {
    case Fault::none:
      return "shares";
    case Fault::overflow:
      return "overflow";
    case Fault::nan:
      return "nan";
  }
  return "";
}

}  // namespace fairshare::schedulers
