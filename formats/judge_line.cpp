#include "formats/judge_line.h"

#include <utility>

#include "formats/inputs.h"
#include "formats/records/certificate_verdict.h"
#include "formats/records/certificates.h"
#include "formats/records/ordered_record.h"
#include "formats/records/whole_record.h"

namespace fairshare::formats {
namespace {

using Judged = std::variant<std::vector<Verdict>, RecordError>;

Judged one(Verdict verdict) {
  std::vector<Verdict> verdicts;
  verdicts.push_back(std::move(verdict));
  return verdicts;
}

Judged judge_cases(std::variant<std::vector<Case>, InputError> made, const std::string& id,
                   Question question) {
  if (auto* error = std::get_if<InputError>(&made)) return RecordError{id, std::move(*error)};
  std::vector<Verdict> verdicts;
  verdicts.reserve(std::get<std::vector<Case>>(made).size());
  for (Case& division : std::get<std::vector<Case>>(made)) {
    verdicts.push_back(question == Question::ordering ? judge_ordering(std::move(division))
                                                      : judge(std::move(division)));
  }
  return verdicts;
}

Judged judge_record(Record record, const std::string& file, const Judging& judging) {
  const std::string id = record.id;
  return judge_cases(cases_of(std::move(record), file, judging.tolerance), id, judging.question);
}

Judged judge_shares(std::string_view line, const std::string& file, std::size_t line_number,
                    const Judging& judging) {
  auto read = read_any_record(line, file, line_number, judging.scheduler, judging.steady);
  if (auto* error = std::get_if<RecordError>(&read)) return std::move(*error);
  if (const auto* own = std::get_if<SchedulerRecord>(&read)) {
    return judge_cases(
        cases_of(*own, file, judging.tolerance, {.steady = judging.steady, .pools = judging.pools}),
        own->id, Question::shares);
  }
  return judge_record(std::get<Record>(std::move(read)), file, judging);
}

// Nothing if the record has an error, which the reader of its text reports.
std::optional<Judged> judge_plain(PlainReader& plain, const std::string& file,
                                  std::size_t line_number, const Judging& judging) {
  if (judging.is_brief) {
    auto verdicts = find_fair_verdict(plain, file, line_number, judging.tolerance);
    if (verdicts) return *std::move(verdicts);
  }
  auto record = find_record(plain.record, file, line_number);
  if (!record) return std::nullopt;
  return judge_record(*std::move(record), file, judging);
}

Judged judge_order(std::string_view line, const std::string& file, std::size_t line_number,
                   const Judging& judging) {
  auto read = read_ordered_record(line, file, line_number);
  if (auto* error = std::get_if<RecordError>(&read)) return std::move(*error);
  return judge_record(std::get<Record>(std::move(read)), file, judging);
}

Judged judge_certificate(std::string_view line, const std::string& file, std::size_t line_number,
                         const Judging& judging) {
  auto read = read_certified_record(line, file, line_number, judging.scheduler);
  if (auto* error = std::get_if<RecordError>(&read)) return std::move(*error);
  return one(judge_certificates(std::get<CertifiedRecord>(read), file));
}

}  // namespace

Judged judge_line(std::string_view line, const std::string& file, std::size_t line_number,
                  const Judging& judging, PlainReader* plain) {
  if (judging.question == Question::ordering) return judge_order(line, file, line_number, judging);
  if (judging.question == Question::certificate) {
    return judge_certificate(line, file, line_number, judging);
  }
  if (plain != nullptr && !judging.steady && read_plain(line, judging.scheduler, *plain)) {
    auto judged = judge_plain(*plain, file, line_number, judging);
    if (judged) return *std::move(judged);
  }
  return judge_shares(line, file, line_number, judging);
}

Judged judge_part(const DocumentPart& part, const std::string& file, const Judging& judging) {
  auto made = cases_of(part, file, judging.tolerance);
  if (auto* cases = std::get_if<std::vector<Case>>(&made);
      cases != nullptr && judging.names_files) {
    for (Case& one : *cases) one.title = file + ": " + one.title;
  }
  return judge_cases(std::move(made), "", judging.question);
}

}  // namespace fairshare::formats
