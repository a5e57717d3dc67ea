#include "fuzz/harness/report.h"

#include <fmt/format.h>

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

std::string name_of(const Hello& hello) {
  return hello.version.empty() ? hello.name : hello.name + " " + hello.version;
}

// "FS101 after 0.4 s, case 1,532 (ties), 9 claimants; shrunk in 61 steps to 3, 1-minimal"
std::string history(const Found& found) {
  std::string text = fmt::format(
      "seen after {:.1f} s and {}; case {} ({}), {}", found.after.count(),
      found.failures == 1 ? "once" : grouped(found.failures) + " times", grouped(found.case_number),
      fuzz::name_of(found.family), plural(found.claimants_before, "claimant"));
  if (!found.is_certain) return text + "; asked again, the adapter did not fail this way";
  return text + fmt::format("; shrunk in {} to {}, {}", plural(found.steps, "step"),
                            found.challenge.entries.size(),
                            found.is_minimal ? "1-minimal" : "not yet minimal: time ran out");
}

// "problem 2 of failures.ndjson, 3 claimants"
std::string origin(const Found& found, const std::string& file) {
  return fmt::format("problem {} of {}, {}", grouped(found.case_number + 1), printable(file),
                     plural(found.claimants_before, "claimant"));
}

std::string lines_of(const Outcome& outcome, std::size_t index, const Saved& saved) {
  const Found& found = outcome.found[index];
  std::string text = found.failure.text;
  text += fmt::format("  {}\n  {}\n",
                      outcome.replayed ? origin(found, *outcome.replayed) : history(found),
                      printable(found.record));
  if (saved.files.empty()) return text;
  const std::string& file = saved.files[index];
  return text + fmt::format("  saved as {}; again: fairshare fuzz --replay {} {}\n",
                            printable(file), printable(file), printable(saved.adapter));
}

std::string findings_text(const Outcome& outcome, const Saved& saved) {
  std::string text;
  for (std::size_t i = 0; i < outcome.found.size(); ++i) text += lines_of(outcome, i, saved) + "\n";
  return text;
}

// "my_adapter 2.1: 3 problems of failures.ndjson asked again in 0.4 s: 1 failed"
std::string replay_summary(const Outcome& outcome) {
  const std::string failed =
      outcome.found.empty() ? "none" : fmt::format("{}", grouped(outcome.found.size()));
  return fmt::format("{}: {} of {} asked again in {:.1f} s: {} failed\n",
                     printable(name_of(outcome.hello)), plural(outcome.cases, "problem"),
                     printable(*outcome.replayed), outcome.seconds.count(), failed);
}

}  // namespace

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
  const std::string skipped =
      outcome.skipped == 0 ? "" : fmt::format(" ({} skipped)", grouped(outcome.skipped));
  const std::string found = outcome.found.empty()
                                ? "nothing found"
                                : plural(outcome.found.size(), "kind") + " of failure";
  return text + fmt::format("{}: {}{} in {:.1f} s, seed {}: {}\n",
                            printable(name_of(outcome.hello)), plural(outcome.cases, "case"),
                            skipped, outcome.seconds.count(), outcome.seed, found);
}

std::string report_json(const Outcome& outcome, const Saved& saved) {
  const std::string source = outcome.replayed
                                 ? fmt::format(R"("replayed":{})", json::quoted(*outcome.replayed))
                                 : fmt::format(R"("seed":{})", outcome.seed);
  std::string text = fmt::format(
      R"({{"name":{},"version":{},"scheduler":{},{},"cases":{},"skipped":{},"seconds":{:.3f},)"
      R"("families":{{)",
      json::quoted(outcome.hello.name), json::quoted(outcome.hello.version),
      json::quoted(outcome.settings.scheduler), source, outcome.cases, outcome.skipped,
      outcome.seconds.count());
  std::string_view comma;
  for (std::size_t i = 0; i < fuzz::families.size(); ++i) {
    const Tally& tally = outcome.of_families[i];
    if (tally.cases == 0) continue;
    text += fmt::format(R"({}"{}":{{"cases":{},"failures":{}}})", comma,
                        fuzz::name_of(fuzz::families[i]), tally.cases, tally.failures);
    comma = ",";
  }
  text += R"(},"found":[)";
  for (std::size_t i = 0; i < outcome.found.size(); ++i) {
    const Found& found = outcome.found[i];
    text += fmt::format(
        R"({}{{"code":"{}","message":{},"claimants":{},"minimal":{},"certain":{},"family":"{}",)"
        R"("case":{},"failures":{},"seconds":{:.3f},"steps":{},)",
        i == 0 ? "" : ",", found.failure.code, json::quoted(found.failure.message),
        found.challenge.entries.size(), found.is_minimal, found.is_certain,
        fuzz::name_of(found.family), found.case_number, found.failures, found.after.count(),
        found.steps);
    if (!saved.files.empty()) text += fmt::format(R"("file":{},)", json::quoted(saved.files[i]));
    text += fmt::format(R"("record":{}}})", found.record);
  }
  return text + "]}\n";
}

std::string report_junit(const Outcome& outcome, const Saved& saved) {
  std::string cases;
  std::size_t count = outcome.found.size();
  const std::string name = name_of(outcome.hello);
  for (std::size_t i = 0; i < fuzz::families.size(); ++i) {
    if (outcome.of_families[i].cases == 0) continue;
    ++count;
    cases += formats::junit_case(
        name,
        fmt::format("{}: {} cases", fuzz::name_of(fuzz::families[i]), outcome.of_families[i].cases),
        std::nullopt);
  }
  for (std::size_t i = 0; i < outcome.found.size(); ++i) {
    const Failure& failure = outcome.found[i].failure;
    cases += formats::junit_case(
        name, failure.code,
        formats::JUnitFailure{failure.code, failure.message, lines_of(outcome, i, saved)});
  }
  const std::string what = outcome.replayed
                               ? fmt::format("fairshare fuzz --replay {}", *outcome.replayed)
                               : fmt::format("fairshare fuzz, seed {}", outcome.seed);
  return formats::junit_begin(what,
                              fmt::format(" tests=\"{}\" failures=\"{}\" time=\"{:.3f}\"", count,
                                          outcome.found.size(), outcome.seconds.count())) +
         cases + formats::junit_end();
}

}  // namespace fairshare::harness
