#include "formats/answer_line.h"

#include <fmt/format.h>

#include <utility>

#include "fairshare/exact/solve.h"
#include "formats/inputs.h"
#include "formats/records/answers.h"

namespace fairshare::formats {
namespace {

using Answer = std::variant<std::string, InputError>;

Answer answer_to(const Record& record, const std::string& file, const Asking& asking) {
  if (asking.apportion) return apportioned_answer(record, file);
  if (asking.units) return units_answer(record, file, *asking.units);
  return answer(record, exact::solve(record.tree));
}

Answer answer_to(const SchedulerRecord& record, const std::string& file, const Asking& asking) {
  if (asking.units || asking.apportion) {
    return InputError{.code = "FS018",
                      .message = fmt::format("whole units are for the definition only, not for "
                                             "records of {}",
                                             record.scheduler.name),
                      .file = file,
                      .line = record.line,
                      .field = "scheduler"};
  }
  return answer(record, file,
                {.fair = asking.fair || asking.scheduler.empty(),
                 .details = asking.details,
                 .steady = asking.steady});
}

}  // namespace

std::variant<std::string, RecordError> answer_line(std::string_view line, const std::string& file,
                                                   std::size_t line_number, const Asking& asking) {
  const auto read = read_any_record(line, file, line_number, asking.scheduler, asking.steady);
  if (const auto* error = std::get_if<RecordError>(&read)) return *error;
  const auto* own = std::get_if<SchedulerRecord>(&read);
  Answer answer = own != nullptr ? answer_to(*own, file, asking)
                                 : answer_to(std::get<Record>(read), file, asking);
  if (auto* error = std::get_if<InputError>(&answer)) {
    return RecordError{own != nullptr ? own->id : std::get<Record>(read).id, std::move(*error)};
  }
  return std::get<std::string>(std::move(answer));
}

}  // namespace fairshare::formats
