#include "fuzz/harness/report.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string_view>

#include "formats/report/junit.h"
#include "formats/text/json.h"
#include "formats/text/printable.h"

namespace fairshare::harness {
namespace {

using formats::printable;
namespace json = formats::json;

std::string grouped(std::uint64_t number) {  // 31,532
  std::string text = fmt::format("{}", number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string plural(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

// "too much, by 0.33 of the total", or nothing if the message says everything.
std::string cause_text(const Found& found) {
  const Cause& cause = found.failure.cause;
  if (has_no_shares(found.failure.code)) return "";
  // If the total is 0, the deviation is no part of it.
  const std::string deviation = found.challenge.total == 0 ? "" : deviation_text(cause);
  return deviation.empty() ? cause.fault : fmt::format("{}, by {}", cause.fault, deviation);
}

// "seen 12 times, first after 0.4 s; case 1,532 (ties), 9 claimants"
std::string origin(const Found& found) {
  return fmt::format("seen {} after {:.1f} s; case {} ({}), {}",
                     found.failures == 1 ? "once," : grouped(found.failures) + " times, first",
                     found.after.count(), grouped(found.case_number), fuzz::name_of(found.family),
                     plural(found.claimants_before, "claimant"));
}

// "..., 9 claimants; shrunk in 61 steps to 3, 1-minimal"
std::string history(const Found& found) {
  return origin(found) +
         fmt::format("; shrunk in {} to {}, {}", plural(found.steps, "step"),
                     found.challenge.entries.size(),
                     found.is_minimal ? "1-minimal" : "not yet minimal: time ran out");
}

// "replayed from failures.ndjson:2, 3 claimants"
std::string replay_of(const Found& found) {
  return fmt::format("replayed from {}, {}", printable(found.place),
                     plural(found.claimants_before, "claimant"));
}

std::string lines_of(const Outcome& outcome, std::size_t index, const Saved& saved) {
  const Found& found = outcome.found[index];
  std::string text = found.failure.text;
  if (const std::string cause = cause_text(found); !cause.empty()) {
    text += fmt::format("  {}\n", printable(cause));
  }
  text += fmt::format("  {}\n  {}\n", outcome.replayed ? replay_of(found) : history(found),
                      printable(found.record));
  if (saved.files.empty()) return text;
  return text + fmt::format("  saved as {}; to repeat: {}\n", printable(saved.files[index]),
                            printable(replay_command(saved, index)));
}

std::string findings_text(const Outcome& outcome, const Saved& saved) {
  std::string text;
  for (std::size_t i = 0; i < outcome.found.size(); ++i) text += lines_of(outcome, i, saved) + "\n";
  for (const More& more : outcome.more) {
    text += fmt::format("{}, not shown in full: {}; seen {}\n", more.code, printable(more.fault),
                        plural(more.failures, "time"));
  }
  for (const Found& found : outcome.unrepeated) {
    text += fmt::format("not reproduced, so not a failure: {} {}\n  {}\n  {}\n", found.failure.code,
                        printable(found.failure.message), origin(found), printable(found.record));
  }
  return text;
}

std::string skips_of(const Outcome& outcome) {
  return outcome.skipped == 0 ? "" : fmt::format(" ({} skipped)", grouped(outcome.skipped));
}

// " of 10,000", if it was interrupted before that.
std::string planned_cases(const Outcome& outcome) {
  if (!outcome.is_interrupted || !outcome.planned_cases) return "";
  return " of " + grouped(*outcome.planned_cases);
}

std::string planned_seconds(const Outcome& outcome) {
  if (!outcome.is_interrupted || !outcome.planned_seconds) return "";
  return fmt::format(" of {:.1f}", outcome.planned_seconds->count());
}

// "interrupted after 31 of 10,000 cases and 1.2 of 60.0 s"
std::string interruption_of(const Outcome& outcome) {
  return fmt::format("interrupted after {}{} cases and {:.1f}{} s", grouped(outcome.cases),
                     planned_cases(outcome), outcome.seconds.count(), planned_seconds(outcome));
}

std::string_view interrupted(const Outcome& outcome) {
  return outcome.is_interrupted ? "interrupted: " : "";
}

// "nothing judged", "nothing found", "2 kinds of failure"
std::string result_of(const Outcome& outcome) {
  const std::size_t kinds = outcome.found.size() + outcome.more.size();
  if (kinds > 0) return plural(kinds, "kind") + " of failure";
  if (judged(outcome) == 0) return "nothing judged";
  return outcome.is_interrupted ? "nothing found so far" : "nothing found";
}

// Answers that did not come in time, but are not failures.
std::string doubts_text(const Outcome& outcome) {
  const auto& [late, unheard] = outcome.doubts;
  std::string text;
  if (late > 0) {
    text += fmt::format("{} came late, but in time when asked again\n", plural(late, "answer"));
  }
  if (unheard > 0) {
    text += fmt::format(
        "{} got no answer within a shortened deadline and {} not asked again: hangs had used their "
        "share of the time\n",
        plural(unheard, "problem"), unheard == 1 ? "was" : "were");
  }
  return text;
}

// "my_adapter 2.1: 3 problems of failures.ndjson asked again in 0.4 s: 1 failed"; an adapter that
// was asked nothing has no name.
std::string replay_summary(const Outcome& outcome) {
  const std::string failed = !outcome.found.empty() ? grouped(outcome.found.size()) + " failed"
                             : judged(outcome) == 0 ? "nothing judged"
                                                    : "none failed";
  const std::string name = outcome.hello.name.empty() ? "" : name_of(outcome.hello) + ": ";
  return doubts_text(outcome) + fmt::format("{}{}{}{} of {} asked again{} in {:.1f} s: {}\n",
                                            printable(name), interrupted(outcome),
                                            plural(outcome.cases, "problem"),
                                            planned_cases(outcome), printable(*outcome.replayed),
                                            skips_of(outcome), outcome.seconds.count(), failed);
}

std::string found_json(const Found& found, const std::string& file) {
  std::string text = fmt::format(R"({{"code":"{}","message":{},)", found.failure.code,
                                 json::quoted(found.failure.message));
  const Cause& cause = found.failure.cause;
  if (!cause.fault.empty()) text += fmt::format(R"("cause":{},)", json::quoted(cause.fault));
  if (cause.deviation) {
    const double deviation = exact::to_double(*cause.deviation);
    if (std::isfinite(deviation)) text += fmt::format(R"("deviation":{},)", deviation);
  }
  text += fmt::format(
      R"("claimants":{},"minimal":{},"family":"{}","case":{},"failures":{},"seconds":{:.3f},)"
      R"("steps":{},)",
      found.challenge.entries.size(), found.is_minimal, fuzz::name_of(found.family),
      found.case_number, found.failures, found.after.count(), found.steps);
  if (!file.empty()) text += fmt::format(R"("file":{},)", json::quoted(file));
  return text + fmt::format(R"("record":{}}})", found.record);
}

}  // namespace

std::string replay_command(const Saved& saved, std::size_t index) {
  return fmt::format("fairshare fuzz --replay {} {}", formats::shell_word(saved.files[index]),
                     saved.adapter);
}

std::string report_text(const Outcome& outcome, const Saved& saved) {
  std::string text = findings_text(outcome, saved);
  if (outcome.replayed) return text + replay_summary(outcome);
  text += fmt::format("{:20}{:>10}{:>10}\n", "family", "cases", "failures");
  for (std::size_t i = 0; i < fuzz::families.size(); ++i) {
    const Tally& tally = outcome.of_families[i];
    if (tally.cases == 0) continue;
    text += fmt::format("{:20}{:>10}{:>10}\n", fuzz::name_of(fuzz::families[i]),
                        grouped(tally.cases), grouped(tally.failures));
  }
  if (outcome.passed_over > 0) {
    text += fmt::format("{} like those that hang or crash most were skipped\n",
                        plural(outcome.passed_over, "problem"));
  }
  if (outcome.is_hopeless) {
    text +=
        "it ended early: nine of ten problems make the adapter hang, crash or answer nonsense\n";
  }
  return text + doubts_text(outcome) +
         fmt::format("{}: {}{}{} in {:.1f}{} s, seed {}: {}\n", printable(name_of(outcome.hello)),
                     interrupted(outcome),
                     outcome.is_interrupted && outcome.planned_cases
                         ? grouped(outcome.cases) + planned_cases(outcome) + " cases"
                         : plural(outcome.cases, "case"),
                     skips_of(outcome), outcome.seconds.count(), planned_seconds(outcome),
                     outcome.seed, result_of(outcome));
}

std::string report_json(const Outcome& outcome, const Saved& saved) {
  const std::string source = outcome.replayed
                                 ? fmt::format(R"("replayed":{})", json::quoted(*outcome.replayed))
                                 : fmt::format(R"("seed":{})", outcome.seed);
  std::string text =
      fmt::format(R"({{"name":{},"version":{},"scheduler":{},{},"cases":{},"skipped":{},"late":{},)"
                  R"("unheard":{},"seconds":{:.3f},"interrupted":{},"ended_early":{},)",
                  json::quoted(outcome.hello.name), json::quoted(outcome.hello.version),
                  json::quoted(outcome.settings.scheduler), source, outcome.cases, outcome.skipped,
                  outcome.doubts.late, outcome.doubts.unheard, outcome.seconds.count(),
                  outcome.is_interrupted, outcome.is_hopeless);
  if (outcome.planned_cases) {
    text += fmt::format(R"("planned_cases":{},)", *outcome.planned_cases);
  }
  if (outcome.planned_seconds) {
    text += fmt::format(R"("planned_seconds":{:.3f},)", outcome.planned_seconds->count());
  }
  text += R"("families":{)";
  std::string_view comma;
  for (std::size_t i = 0; i < fuzz::families.size(); ++i) {
    const Tally& tally = outcome.of_families[i];
    if (tally.cases == 0) continue;
    text += fmt::format(R"({}"{}":{{"cases":{},"failures":{}}})", comma,
                        fuzz::name_of(fuzz::families[i]), tally.cases, tally.failures);
    comma = ",";
  }
  text += fmt::format(R"(}},"passed_over":{},"found":[)", outcome.passed_over);
  for (std::size_t i = 0; i < outcome.found.size(); ++i) {
    const std::string file = saved.files.empty() ? "" : saved.files[i];
    text += (i == 0 ? "" : ",") + found_json(outcome.found[i], file);
  }
  text += R"(],"more":[)";
  for (std::size_t i = 0; i < outcome.more.size(); ++i) {
    const More& more = outcome.more[i];
    text += fmt::format(R"({}{{"code":"{}","cause":{},"failures":{}}})", i == 0 ? "" : ",",
                        more.code, json::quoted(more.fault), more.failures);
  }
  text += R"(],"unrepeated":[)";
  for (std::size_t i = 0; i < outcome.unrepeated.size(); ++i) {
    text += (i == 0 ? "" : ",") + found_json(outcome.unrepeated[i], "");
  }
  return text + "]}\n";
}

std::string report_junit(const Outcome& outcome, const Saved& saved) {
  std::string cases;
  std::size_t count = outcome.found.size();
  std::size_t failures = outcome.found.size();
  const std::string name = name_of(outcome.hello);
  for (std::size_t i = 0; i < fuzz::families.size(); ++i) {
    // What failed in a family has cases of its own.
    if (outcome.of_families[i].cases == 0 || outcome.of_families[i].failures > 0) continue;
    ++count;
    cases += formats::junit_case(name, fuzz::name_of(fuzz::families[i]), std::nullopt);
  }
  for (std::size_t i = 0; i < outcome.found.size(); ++i) {
    const Failure& failure = outcome.found[i].failure;
    cases += formats::junit_case(
        name, outcome.found[i].id,
        formats::JUnitFailure{failure.code, failure.message, lines_of(outcome, i, saved)});
  }
  // If present, a dashboard must not show the run as passed.
  std::optional<std::string> unfinished;
  if (judged(outcome) == 0) unfinished = "nothing was judged";
  if (outcome.is_interrupted) unfinished = interruption_of(outcome);
  if (unfinished) {
    ++count;
    ++failures;
    cases += formats::junit_case(name, "the whole run",
                                 formats::JUnitFailure{"unfinished", *unfinished,
                                                       *unfinished + "\n" + doubts_text(outcome)});
  }
  for (const Found& found : outcome.unrepeated) {
    ++count;
    cases += formats::junit_case(
        name, fmt::format("{} not reproduced: {}", found.failure.code, found.failure.message),
        std::nullopt);
  }
  const std::string what = outcome.replayed
                               ? fmt::format("fairshare fuzz --replay {}", *outcome.replayed)
                               : fmt::format("fairshare fuzz, seed {}", outcome.seed);
  return formats::junit_begin(what, fmt::format(" tests=\"{}\" failures=\"{}\" time=\"{:.3f}\"",
                                                count, failures, outcome.seconds.count())) +
         cases + formats::junit_end();
}

}  // namespace fairshare::harness
