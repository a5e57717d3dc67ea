// The C functions on top of the C++. Each catches all exceptions, and checks in advance what would
// fail an assertion.
#include "fairshare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <exception>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/model/problem.h"
#include "fairshare/reference/floating_point.h"
#include "fairshare/reference/solve.h"
#include "formats/answer_line.h"
#include "formats/judge_line.h"
#include "formats/records/memory.h"
#include "formats/report/json.h"
#include "formats/report/scheduler_list.h"
#include "formats/report/text.h"
#include "formats/text/json_writer.h"
#include "formats/text/number_text.h"

namespace {

using namespace fairshare;
using formats::RecordError;

constexpr double no_maximum = std::numeric_limits<double>::infinity();

std::string& error_of_thread() {
  thread_local std::string error;
  return error;
}

fairshare_status refuse(std::string why) {
  error_of_thread() = std::move(why);
  return FAIRSHARE_BAD_INPUT;
}

// Does the work in the usual floating-point mode, whatever mode the thread is in; an exception
// becomes a status.
template <class Work>
fairshare_status guarded(const Work& work) noexcept {
  const reference::DefaultMode mode;
  try {
    return work();
  } catch (const std::exception&) {
    try {
      error_of_thread() = "there is not enough memory";
    } catch (...) {
      error_of_thread().clear();
    }
    return FAIRSHARE_NO_MEMORY;
  }
}

// A C string, to be released by fairshare_free.
char* handed_out(std::string_view text) {
  char* const copy = new char[text.size() + 1];
  std::ranges::copy(text, copy);
  copy[text.size()] = '\0';
  return copy;
}

// ---- Numbers

// Columns that a caller leaves out are filled in here.
struct Defaults {
  std::vector<double> weight, min_share, max_share;
};

std::span<const double> column_of(const double* given, std::size_t n, double otherwise,
                                  std::vector<double>& filled) {
  if (given != nullptr || n == 0) return {given, n};
  filled.assign(n, otherwise);
  return filled;
}

reference::Columns columns_of(std::size_t n, const double* weight, const double* min_share,
                              const double* max_share, Defaults& defaults) {
  return {column_of(weight, n, 1, defaults.weight), column_of(min_share, n, 0, defaults.min_share),
          column_of(max_share, n, no_maximum, defaults.max_share)};
}

std::string sentence_of(const Defect& defect) {
  if (!defect.claimant) return describe(defect.rule);
  return fmt::format("claimant {}: {}", *defect.claimant, describe(defect.rule));
}

bool overlap(std::span<const double> one, std::span<const double> other) {
  const std::less<> is_before;
  return !one.empty() && !other.empty() && is_before(one.data(), other.data() + other.size()) &&
         is_before(other.data(), one.data() + one.size());
}

bool overlaps_a_column(std::span<const double> shares, const reference::Columns& columns) {
  return overlap(shares, columns.weight) || overlap(shares, columns.min_share) ||
         overlap(shares, columns.max_share);
}

fairshare_result result_of(const reference::Outcome& outcome) {
  fairshare_result result{FAIRSHARE_ALLOCATION, 0, 0, 0};
  if (const auto* ratio = std::get_if<reference::Ratio>(&outcome)) {
    result.ratio = ratio->ratio;
  } else if (const auto* over = std::get_if<Overcommitted<double>>(&outcome)) {
    result.outcome = FAIRSHARE_OVERCOMMITTED;
    result.excess = over->excess;
  } else {
    result.outcome = FAIRSHARE_SURPLUS;
    result.unclaimed = std::get<Surplus<double>>(outcome).unclaimed;
  }
  return result;
}

// For an outcome without a ratio: what each claimant has.
void write_bounds(fairshare_outcome outcome, const reference::Columns& columns, std::size_t begin,
                  std::size_t end, double* shares) {
  for (std::size_t i = begin; i < end; ++i) {
    const bool is_max = outcome == FAIRSHARE_SURPLUS && columns.weight[i] > 0;
    shares[i] = is_max ? columns.max_share[i] : columns.min_share[i];
  }
}

// The message about `begin` if it does not describe problems one after the other.
std::optional<std::string> find_disorder(std::size_t problems, const std::size_t* begin) {
  for (std::size_t k = 0; k < problems; ++k) {
    if (begin[k] > begin[k + 1] || begin[0] != 0) {
      return fmt::format("begin[{}]: not ascending from 0", begin[0] != 0 ? 0 : k + 1);
    }
    if (begin[k + 1] - begin[k] > reference::claimants_max) {
      return fmt::format("problem {}: there are more than 2^31 claimants", k);
    }
  }
  return std::nullopt;
}

reference::Columns part(const reference::Batch& batch, std::size_t k) {
  const std::size_t begin = batch.begin[k], size = batch.begin[k + 1] - begin;
  return {batch.columns.weight.subspan(begin, size), batch.columns.min_share.subspan(begin, size),
          batch.columns.max_share.subspan(begin, size)};
}

// The message about the first problem with a defect.
std::optional<std::string> find_defect(const reference::Batch& batch) {
  for (std::size_t k = 0; k < batch.total.size(); ++k) {
    if (const auto defect = reference::find_defect(batch.total[k], part(batch, k))) {
      return fmt::format("problem {}: {}", k, sentence_of(*defect));
    }
  }
  return std::nullopt;
}

reference::Workspace& workspace_of_thread() {
  thread_local reference::Workspace workspace;
  return workspace;
}

// ---- Records

const std::string place = "record";  // its name in messages

std::string_view text_of(const char* text, std::size_t size) {
  return size == 0 ? std::string_view() : std::string_view(text, size);
}

std::string_view text_of(const char* text) {
  return text == nullptr ? std::string_view() : std::string_view(text);
}

fairshare_status refuse(const RecordError& error, char** handed) {
  const fairshare_status status = refuse(formats::describe(error.error));
  *handed = handed_out(formats::error_json(error));
  return status;
}

// Does the work on a record of so many bytes, within the memory bound for its numbers.
template <class Work>
fairshare_status bounded(std::size_t bytes, const Work& work) {
  fairshare_status status = FAIRSHARE_OK;
  const auto exhaustion = formats::find_exhaustion(place, 1, bytes, [&] { status = work(); });
  if (!exhaustion) return status;
  error_of_thread() = formats::describe(*exhaustion);
  return FAIRSHARE_NO_MEMORY;
}

// `ask` turns the record into a text or an error.
template <class Ask>
fairshare_status answer(std::string_view record, char** handed, const Ask& ask) noexcept {
  *handed = nullptr;
  return guarded([&] {
    return bounded(record.size(), [&] {
      const std::variant<std::string, RecordError> answer = ask();
      if (const auto* error = std::get_if<RecordError>(&answer)) return refuse(*error, handed);
      *handed = handed_out(std::get<std::string>(answer));
      return FAIRSHARE_OK;
    });
  });
}

using Verdicts = std::variant<std::vector<formats::Verdict>, RecordError>;

Verdicts judged(std::string_view record, std::string_view scheduler,
                const formats::Tolerance& tolerance) {
  return formats::judge_line(record, place, 1,
                             {.scheduler = std::string(scheduler), .tolerance = tolerance});
}

// The rounding of that name, or a message that it is unknown.
std::variant<formats::Tolerance, std::string> read_rounding(const char* name) {
  formats::Tolerance tolerance;
  if (name == nullptr) return tolerance;
  tolerance.rounding = formats::find_rounding(name);
  if (!tolerance.rounding) return fmt::format("unknown rounding {}", name);
  return tolerance;
}

// `tell` turns the verdicts into a text.
template <class Tell>
fairshare_status judge(std::string_view record, std::string_view scheduler, const char* rounding,
                       char** handed, const Tell& tell) noexcept {
  *handed = nullptr;
  return guarded([&] {
    const auto tolerance = read_rounding(rounding);
    if (const auto* why = std::get_if<std::string>(&tolerance)) {
      return refuse({"", {.code = "FS011", .message = *why}}, handed);
    }
    return answer(record, handed, [&]() -> std::variant<std::string, RecordError> {
      auto verdicts = judged(record, scheduler, std::get<formats::Tolerance>(tolerance));
      if (auto* error = std::get_if<RecordError>(&verdicts)) return std::move(*error);
      return tell(std::get<std::vector<formats::Verdict>>(verdicts));
    });
  });
}

// ---- Checking shares

void write_numbers(double total, const reference::Columns& columns, const double* shares,
                   formats::json::Writer& json) {
  json.begin_object().key("numbers").string("double");
  json.key("total").number(formats::number_text(total));
  json.key("claimants").begin_array();
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    json.begin_object().key("weight").number(formats::number_text(columns.weight[i]));
    json.key("min_share").number(formats::number_text(columns.min_share[i]));
    if (columns.max_share[i] < no_maximum) {
      json.key("max_share").number(formats::number_text(columns.max_share[i]));
    }
    json.end_object();
  }
  json.end_array().key("shares").begin_array();
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    json.number(formats::number_text(shares[i]));
  }
  json.end_array().end_object();
}

// A claimant without a name is named by its index.
std::size_t index_of(const std::string& name) {
  return name.empty() ? SIZE_MAX : std::stoull(name);
}

fairshare_violation violation_of(const formats::Verdict& verdict) {
  fairshare_violation violation{0, "", SIZE_MAX, SIZE_MAX, nullptr};
  violation.is_fair = verdict.findings.empty() ? 1 : 0;
  if (verdict.findings.empty()) return violation;
  const formats::Finding& finding = verdict.findings.front();
  std::strncpy(violation.code, finding.code.c_str(), sizeof violation.code - 1);
  const bool is_pair = !finding.with.empty();
  violation.first = index_of(is_pair ? finding.with : finding.claimant);
  violation.second = is_pair ? index_of(finding.claimant) : SIZE_MAX;
  return violation;
}

// The message about the first share that is not a number.
std::optional<std::string> find_bad_share(std::span<const double> shares) {
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (!std::isfinite(shares[i])) {
      return fmt::format("claimant {}: its share is not a finite number", i);
    }
  }
  return std::nullopt;
}

// Judges a problem without defects by writing it as a record. Passes the verdict to `tell`; if the
// shares are fair, it has no table.
template <class Tell>
fairshare_status check_one(double total, const reference::Columns& columns, const double* shares,
                           const formats::Tolerance& tolerance, const Tell& tell) {
  std::string record;
  formats::json::Writer json(record);
  write_numbers(total, columns, shares, json);
  return bounded(record.size(), [&] {
    thread_local formats::PlainReader reader;
    const Verdicts verdicts =
        formats::judge_line(record, place, 1, {.tolerance = tolerance, .is_brief = true}, &reader);
    if (const auto* error = std::get_if<RecordError>(&verdicts)) {
      return refuse(formats::describe(error->error));
    }
    tell(std::get<std::vector<formats::Verdict>>(verdicts).front());
    return FAIRSHARE_OK;
  });
}

// Whether a share stands for the reals that round to that double; it does by default.
bool is_double(const formats::Tolerance& tolerance) {
  return tolerance.rounding.value_or(formats::Rounding::to_double) == formats::Rounding::to_double;
}

// For each problem, whether its shares are known to be fair if each stands for the reals that round
// to it. They are if each is the double nearest to the exact fair share, since then the exact fair
// shares are among what the shares stand for, and that is what fair means. The shares of an
// allocation that `reference::solve_batch` returns are these doubles (docs/numerics.md). In a
// surplus the fair shares are the bounds themselves, which are doubles (ADR 29). -0.0 and 0 are one
// number here, as they are in a record.
std::vector<bool> known_fair(const reference::Batch& batch, const double* shares) {
  std::vector<double> fair(batch.columns.weight.size());
  std::vector<reference::Outcome> outcomes(batch.total.size());
  reference::solve_batch(batch, fair, outcomes, workspace_of_thread());
  std::vector<bool> known(outcomes.size());
  for (std::size_t k = 0; k < known.size(); ++k) {
    const fairshare_outcome outcome = result_of(outcomes[k]).outcome;
    if (outcome == FAIRSHARE_OVERCOMMITTED) continue;
    const std::size_t begin = batch.begin[k], end = batch.begin[k + 1];
    if (outcome == FAIRSHARE_SURPLUS) write_bounds(outcome, batch.columns, begin, end, fair.data());
    known[k] = std::equal(shares + begin, shares + end, fair.data() + begin);
  }
  return known;
}

}  // namespace

extern "C" {

const char* fairshare_version(void) {
  return FAIRSHARE_VERSION;
}

const char* fairshare_error(void) {
  return error_of_thread().c_str();
}

void fairshare_free(char* text) {
  delete[] text;
}

fairshare_status fairshare_solve(double total, size_t n, const double* weight,
                                 const double* min_share, const double* max_share, double* shares,
                                 fairshare_result* result) {
  return guarded([&] {
    Defaults defaults;
    if (n > reference::claimants_max) return refuse("there are more than 2^31 claimants");
    const auto columns = columns_of(n, weight, min_share, max_share, defaults);
    if (overlaps_a_column({shares, n}, columns)) return refuse("shares overlaps a column");
    const auto solved = reference::try_solve(total, columns, {shares, n}, workspace_of_thread());
    if (const auto* defect = std::get_if<Defect>(&solved)) return refuse(sentence_of(*defect));
    *result = result_of(std::get<reference::Outcome>(solved));
    if (result->outcome != FAIRSHARE_ALLOCATION) {
      write_bounds(result->outcome, columns, 0, n, shares);
    }
    return FAIRSHARE_OK;
  });
}

fairshare_status fairshare_solve_batch(size_t problems, const double* total, const size_t* begin,
                                       const double* weight, const double* min_share,
                                       const double* max_share, double* shares,
                                       fairshare_result* results) {
  return guarded([&] {
    if (problems == 0) return FAIRSHARE_OK;
    if (const auto why = find_disorder(problems, begin)) return refuse(*why);
    const std::size_t n = begin[problems];
    Defaults defaults;
    const auto columns = columns_of(n, weight, min_share, max_share, defaults);
    if (overlaps_a_column({shares, n}, columns)) return refuse("shares overlaps a column");
    const reference::Batch batch = {{total, problems}, {begin, problems + 1}, columns};
    if (const auto why = find_defect(batch)) return refuse(*why);
    std::vector<reference::Outcome> outcomes(problems);
    reference::solve_batch(batch, {shares, n}, outcomes, workspace_of_thread());
    for (std::size_t k = 0; k < problems; ++k) {
      results[k] = result_of(outcomes[k]);
      if (results[k].outcome != FAIRSHARE_ALLOCATION) {
        write_bounds(results[k].outcome, columns, begin[k], begin[k + 1], shares);
      }
    }
    return FAIRSHARE_OK;
  });
}

fairshare_status fairshare_exact(const char* record, size_t size, char** answer_text) {
  const std::string_view line = text_of(record, size);
  return answer(line, answer_text, [&] { return formats::answer_line(line, place, 1, {}); });
}

fairshare_status fairshare_apportion(const char* record, size_t size, char** answer_text) {
  const std::string_view line = text_of(record, size);
  return answer(line, answer_text,
                [&] { return formats::answer_line(line, place, 1, {.apportion = true}); });
}

fairshare_status fairshare_units(const char* method, const char* record, size_t size,
                                 char** answer_text) {
  const std::string_view line = text_of(record, size);
  const auto units = find_units(method == nullptr ? "" : method);
  return answer(line, answer_text, [&]() -> std::variant<std::string, formats::RecordError> {
    if (units) return formats::answer_line(line, place, 1, {.units = units});
    return formats::RecordError{
        "",
        {.code = "FS011",
         .message = fmt::format("unknown method {}; known: {}", method == nullptr ? "NULL" : method,
                                fmt::join(units_names, ", "))}};
  });
}

fairshare_status fairshare_compute(const char* scheduler, const char* record, size_t size,
                                   char** answer_text) {
  const std::string_view line = text_of(record, size);
  return answer(line, answer_text, [&] {
    return formats::answer_line(line, place, 1, {.scheduler = std::string(text_of(scheduler))});
  });
}

fairshare_status fairshare_judge(const char* record, size_t size, const char* scheduler,
                                 const char* rounding, char** verdict) {
  return judge(text_of(record, size), text_of(scheduler), rounding, verdict,
               [](const auto& verdicts) { return formats::verdicts_json(verdicts); });
}

fairshare_status fairshare_judge_text(const char* record, size_t size, const char* scheduler,
                                      const char* rounding, char** text) {
  return judge(text_of(record, size), text_of(scheduler), rounding, text, [](const auto& verdicts) {
    std::string told;
    for (const formats::Verdict& one : verdicts) told += formats::verdict_text(one);
    return told;
  });
}

fairshare_status fairshare_schedulers(char** list) {
  return answer("", list, []() -> std::variant<std::string, RecordError> {
    return formats::schedulers_json();
  });
}

fairshare_status fairshare_check(double total, size_t n, const double* weight,
                                 const double* min_share, const double* max_share,
                                 const double* shares, const char* rounding,
                                 fairshare_violation* violation) {
  *violation = {0, "", SIZE_MAX, SIZE_MAX, nullptr};
  return guarded([&] {
    if (n > reference::claimants_max) return refuse("there are more than 2^31 claimants");
    Defaults defaults;
    const auto columns = columns_of(n, weight, min_share, max_share, defaults);
    if (const auto defect = reference::find_defect(total, columns)) {
      return refuse(sentence_of(*defect));
    }
    if (n > 0 && shares == nullptr) return refuse("shares is NULL");
    if (const auto why = find_bad_share({shares, n})) return refuse(*why);
    const auto tolerance = read_rounding(rounding);
    if (const auto* why = std::get_if<std::string>(&tolerance)) return refuse(*why);
    const auto& terms = std::get<formats::Tolerance>(tolerance);
    const std::array<std::size_t, 2> begin = {0, n};
    if (is_double(terms) && known_fair({{&total, 1}, begin, columns}, shares).front()) {
      violation->is_fair = 1;
      return FAIRSHARE_OK;
    }
    return check_one(total, columns, shares, terms, [&](const formats::Verdict& verdict) {
      *violation = violation_of(verdict);
      if (violation->is_fair == 1) return;
      violation->text = handed_out(formats::verdict_text(verdict));
    });
  });
}

fairshare_status fairshare_check_batch(size_t problems, const double* total, const size_t* begin,
                                       const double* weight, const double* min_share,
                                       const double* max_share, const double* shares,
                                       const char* rounding, fairshare_violation* violations) {
  return guarded([&] {
    const auto tolerance = read_rounding(rounding);
    if (const auto* why = std::get_if<std::string>(&tolerance)) return refuse(*why);
    if (problems == 0) return FAIRSHARE_OK;
    if (const auto why = find_disorder(problems, begin)) return refuse(*why);
    Defaults defaults;
    const auto columns = columns_of(begin[problems], weight, min_share, max_share, defaults);
    const reference::Batch batch = {{total, problems}, {begin, problems + 1}, columns};
    if (const auto why = find_defect(batch)) return refuse(*why);
    if (begin[problems] > 0 && shares == nullptr) return refuse("shares is NULL");
    for (std::size_t k = 0; k < problems; ++k) {
      if (const auto why = find_bad_share({shares + begin[k], shares + begin[k + 1]})) {
        return refuse(fmt::format("problem {}: {}", k, *why));
      }
    }
    const auto& terms = std::get<formats::Tolerance>(tolerance);
    const auto known = is_double(terms) ? known_fair(batch, shares) : std::vector<bool>(problems);
    for (std::size_t k = 0; k < problems; ++k) {
      violations[k] = {1, "", SIZE_MAX, SIZE_MAX, nullptr};
      if (known[k]) continue;
      const fairshare_status status = check_one(
          total[k], part(batch, k), shares + begin[k], terms,
          [&](const formats::Verdict& verdict) { violations[k] = violation_of(verdict); });
      if (status == FAIRSHARE_OK) continue;
      error_of_thread() = fmt::format("problem {}: {}", k, error_of_thread());
      return status;
    }
    return FAIRSHARE_OK;
  });
}
}
