// Two phases: workers ask until the time or the cases run out, and keep the simplest failure of
// each sort. Then one examiner shrinks what was kept.
#include "fuzz/harness/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <span>
#include <thread>
#include <utility>

#include "formats/inputs.h"
#include "fuzz/harness/examiner.h"
#include "fuzz/harness/restarts.h"
#include "fuzz/harness/suspects.h"

namespace fairshare::harness {
namespace {

using Clock = std::chrono::steady_clock;
using fuzz::Challenge;
using fuzz::Family;

constexpr Seconds time_by_default = std::chrono::minutes(1);
constexpr Seconds shrinking_max = std::chrono::minutes(1);  // for each code
constexpr std::uint64_t batch = 32;

struct Field {  // what the workers share
  const Plan& plan;
  const Progress& progress;
  FuzzSettings settings;
  Clock::time_point begin = Clock::now();
  std::atomic<std::uint64_t> next_batch = 0;
  std::atomic<bool> is_over = false;

  std::mutex mutex = {};  // protects what follows
  Outcome outcome = {};
  Suspects suspects = {};
  Restarts restarts = {};
  std::optional<std::string> broken = std::nullopt;
};

Seconds elapsed(const Field& field) {
  return Clock::now() - field.begin;
}

std::optional<Seconds> time_of(const Plan& plan) {
  if (plan.time || plan.cases) return plan.time;
  return time_by_default;
}

Family family_of(const Field& field, std::uint64_t number) {
  return field.settings.families[number % field.settings.families.size()];
}

Challenge challenge_number(const Field& field, std::uint64_t number,
                           const fuzz::ChallengeOptions& options) {
  // The two numbers are mixed (splitmix64), so that neighbouring seeds give different challenges.
  std::uint64_t mixed = field.plan.seed * 0x9e3779b97f4a7c15U + number;
  mixed = (mixed ^ mixed >> 30U) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ mixed >> 27U) * 0x94d049bb133111ebU;
  fuzz::Choices choices(mixed ^ mixed >> 31U);
  return challenge_to_ask(field.settings, family_of(field, number), choices, options);
}

// Once something has failed, the last third of the time is for shrinking. That includes a first
// failure in the batch that is still being asked: if each failure costs a start of the adapter, one
// batch may take all the time.
bool is_time_over(Field& field, bool has_failed) {
  const auto time = time_of(field.plan);
  if (!time) return false;
  const std::scoped_lock lock(field.mutex);
  return elapsed(field) > (has_failed || !field.suspects.empty() ? *time * 2 / 3 : *time);
}

bool is_over(Field& field, const Examiner& examiner) {
  return field.is_over || examiner.broken() || field.plan.is_interrupted() ||
         is_time_over(field, examiner.has_failed());
}

// Counts the failure; true if it would be kept once it is confirmed.
bool is_candidate(Field& field, const Suspect& suspect) {
  const std::scoped_lock lock(field.mutex);
  const auto known = field.suspects.find(sort_of(suspect));
  if (known == field.suspects.end()) return true;
  ++known->second.failures;
  Suspect confirmed = suspect;
  confirmed.is_confirmed = true;
  return is_better(confirmed, known->second);
}

void keep(Field& field, Suspect suspect) {
  const std::scoped_lock lock(field.mutex);
  const Sort sort = sort_of(suspect);
  const auto known = field.suspects.find(sort);
  if (known == field.suspects.end()) {
    suspect.after = elapsed(field);
    field.suspects.emplace(sort, std::move(suspect));
    if (field.plan.until_first) field.is_over = true;
    return;
  }
  if (!is_better(suspect, known->second)) return;
  suspect.after = known->second.after;
  suspect.failures = known->second.failures;
  known->second = std::move(suspect);
}

// Asks once more: a failure that comes again shows what it is like alone.
void consider(Field& field, Examiner& examiner, Suspect suspect, const Reply& reply) {
  if (!is_candidate(field, suspect)) return;
  const auto* shares = std::get_if<Shares>(&reply);
  Witness seen{std::move(suspect.failure),
               shares != nullptr ? std::optional(*shares) : std::nullopt};
  Witness witness = examiner.confirm(suspect.challenge, std::move(seen), reply);
  suspect.failure = std::move(witness.failure);
  suspect.shares = std::move(witness.shares);
  // If the run is over, nothing more was asked.
  suspect.is_confirmed = !is_over(field, examiner);
  keep(field, std::move(suspect));
}

// Failures other than the verdict on the answer itself. If an answer is unfair anyway, this says
// more about why.
std::optional<Failure> find_more(Examiner& examiner, const Challenge& challenge, const Reply& reply,
                                 std::uint64_t number) {
  std::optional<Witness> witness;
  if (number % 16 == 0) witness = examiner.find_inconstancy(challenge, reply, 2);
  const auto properties = properties::all_properties();
  if (!witness && number % 8 == 1) {
    const std::uint64_t turn = number / 8;
    const auto& property = properties[turn % properties.size()];
    if (is_relation(property.code)) {
      witness = examiner.find_breach(challenge, property, turn / properties.size());
    }
  }
  if (!witness) return std::nullopt;
  return std::move(witness->failure);
}

// Some of the challenges that are due, with their numbers.
struct Batch {
  std::vector<Challenge> challenges = {};
  std::vector<std::uint64_t> numbers = {};
};

Batch batch_of(Field& field, std::uint64_t first, std::uint64_t count) {
  Batch chosen;
  for (std::uint64_t number = first; number < first + count; ++number) {
    Challenge challenge = challenge_number(field, number, field.settings.challenges);
    const std::scoped_lock lock(field.mutex);
    if (field.restarts.passes_over(family_of(field, number), challenge.entries.size(),
                                   elapsed(field))) {
      ++field.outcome.passed_over;
      continue;
    }
    chosen.challenges.push_back(std::move(challenge));
    chosen.numbers.push_back(number);
  }
  return chosen;
}

// Learns what restarts cost, and how frequent they are.
void learn(Field& field, const Batch& asked, const std::vector<Reply>& replies, Seconds spent) {
  const std::scoped_lock lock(field.mutex);
  bool has_restarts = false;
  for (std::size_t k = 0; k < replies.size(); ++k) {
    const auto* failure = std::get_if<Failure>(&replies[k]);
    const bool was_restart = std::holds_alternative<Unheard>(replies[k]) ||
                             (failure != nullptr && is_restart(failure->code));
    has_restarts = has_restarts || was_restart;
    field.restarts.add(family_of(field, asked.numbers[k]), asked.challenges[k].entries.size(),
                       was_restart);
  }
  if (has_restarts) field.restarts.spend(spent);
  if (!field.restarts.are_hopeless()) return;
  field.is_over = true;
  field.outcome.is_hopeless = true;
}

// Judges one reply; true if it fails.
bool examine(Field& field, Examiner& examiner, const Challenge& challenge, const Reply& reply,
             std::uint64_t number) {
  auto failure = examiner.judge(challenge, reply);
  auto more = std::holds_alternative<Shares>(reply) ? find_more(examiner, challenge, reply, number)
                                                    : std::nullopt;
  for (auto* found : {&failure, &more}) {
    if (!*found) continue;
    consider(field, examiner,
             {.failure = std::move(**found),
              .challenge = challenge,
              .family = family_of(field, number),
              .case_number = number},
             reply);
  }
  return failure || more;
}

void run_batch(Field& field, Examiner& examiner, std::uint64_t first, std::uint64_t count) {
  const Batch asked = batch_of(field, first, count);
  const Clock::time_point begin = Clock::now();
  const std::vector<Reply> replies = examiner.ask(asked.challenges);
  learn(field, asked, replies, Clock::now() - begin);
  std::array<Tally, fuzz::families.size()> tallies = {};
  std::uint64_t skipped = 0;
  for (std::size_t k = 0; k < replies.size(); ++k) {
    Tally& tally = tallies[static_cast<std::size_t>(family_of(field, asked.numbers[k]))];
    ++tally.cases;
    if (std::holds_alternative<Skipped>(replies[k])) ++skipped;
    const bool fails = examine(field, examiner, asked.challenges[k], replies[k], asked.numbers[k]);
    if (fails) ++tally.failures;
  }
  const std::scoped_lock lock(field.mutex);
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    field.outcome.of_families[i].cases += tallies[i].cases;
    field.outcome.of_families[i].failures += tallies[i].failures;
    field.outcome.cases += tallies[i].cases;
  }
  field.outcome.skipped += skipped;
  if (examiner.broken()) field.broken = examiner.broken();
  if (field.progress) field.progress(field.outcome.cases, field.suspects.size());
}

void work(Field& field, Examiner& examiner) {
  examiner.stop_when([&] { return is_over(field, examiner); });
  while (!is_over(field, examiner)) {
    const std::uint64_t turn = field.next_batch++;
    const std::uint64_t first = (turn * field.plan.shards + field.plan.shard) * batch;
    const std::uint64_t end = std::min(first + batch, field.plan.cases.value_or(first + batch));
    if (first >= end) break;
    run_batch(field, examiner, first, end - first);
  }
  if (examiner.broken()) field.is_over = true;
}

// For shrinking, without a part of the time that is kept.
bool is_beyond_time(const Field& field) {
  if (field.plan.is_interrupted()) return true;
  const auto time = time_of(field.plan);
  return time && elapsed(field) > *time;
}

// From here on, numbers that no case has.
constexpr std::uint64_t unused = std::uint64_t{1} << 60U;

// Shrinks for the time that is left, or for a minute for each code that was found.
void shrink_all(Field& field, Examiner& examiner) {
  examiner.stop_when([&field] { return is_beyond_time(field); });
  std::set<std::string> codes;
  for (const auto& [sort, suspect] : field.suspects) codes.insert(sort.kind.code);
  Seconds patience = shrinking_max * static_cast<double>(codes.size());
  if (const auto time = time_of(field.plan)) {
    patience = std::min(patience, std::max(Seconds(0), *time - elapsed(field)));
  }
  const Shrinking shrinking{
      .settings = field.settings,
      .found_in = fmt::format("{} by seed {}", name_of(field.outcome.hello), field.plan.seed),
      .smaller =
          [&](std::uint64_t number, const fuzz::ChallengeOptions& options) {
            return challenge_number(field, unused + number, options);
          },
      .patience = patience,
      .is_interrupted = [&field] { return is_beyond_time(field); }};
  Findings findings = findings_of(field.suspects, examiner, shrinking);
  field.outcome.found = std::move(findings.found);
  field.outcome.more = std::move(findings.more);
  field.outcome.unrepeated = std::move(findings.unrepeated);
}

std::optional<std::string> start_others(const Plan& plan, const FuzzSettings& settings,
                                        std::vector<Examiner>& examiners) {
  while (examiners.size() < plan.jobs) {
    auto started = Session::start(plan.command, plan.is_interrupted);
    if (auto* reason = std::get_if<std::string>(&started)) return std::move(*reason);
    examiners.emplace_back(std::get<Session>(std::move(started)), settings, plan.deadline,
                           plan.first_deadline);
  }
  return std::nullopt;
}

// The settings that a kept record states; what the user asks for takes precedence.
RequestedSettings requested_with(RequestedSettings requested, std::string_view record) {
  const auto read = formats::read_any_record(record, "", 1, "");
  formats::Tolerance stated;
  if (const auto* own = std::get_if<formats::SchedulerRecord>(&read)) {
    if (requested.scheduler.empty()) requested.scheduler = own->scheduler.name;
    const auto tolerance = formats::read_tolerance(own->value);
    if (const auto* said = std::get_if<formats::Tolerance>(&tolerance)) stated = *said;
  } else if (const auto* record_read = std::get_if<formats::Record>(&read)) {
    if (!requested.numbers && record_read->numbers != formats::Numbers::exact) {
      requested.numbers = record_read->numbers;
    }
    if (!requested.answers) requested.answers = record_read->answers;
    stated = record_read->tolerance;
  }
  requested.tolerance = formats::combined(requested.tolerance, stated);
  requested.infeasible = true;
  return requested;
}

// How often to ask again, to see even an answer change that rarely does.
constexpr std::size_t replays_max = 64;

struct Replayed {
  std::optional<Witness> witness = std::nullopt;
  bool is_skipped = false;
};

std::string place_of(const std::string& file, std::size_t line) {
  return line == 0 ? file : fmt::format("{}:{}", file, line);
}

// Asks again in all ways in which it may fail.
Replayed ask_again(Examiner& examiner, const Challenge& challenge) {
  const auto replies = examiner.ask(std::span(&challenge, 1));
  if (replies.empty()) return {};
  const Reply& reply = replies.front();
  if (auto witness = examiner.find_inconstancy(challenge, reply, replays_max))
    return {std::move(witness)};
  if (auto failure = examiner.judge(challenge, reply)) {
    const auto* shares = std::get_if<Shares>(&reply);
    return {
        Witness{std::move(*failure), shares != nullptr ? std::optional(*shares) : std::nullopt}};
  }
  for (const char* code : {"FS205", "FS206", "FS207", "FS208"}) {
    if (auto witness = examiner.find_failure(challenge, code)) return {std::move(witness)};
  }
  return {std::nullopt, std::holds_alternative<Skipped>(reply)};
}

// The record's own id, if it is a text.
std::optional<std::string> find_id(std::string_view record) {
  const auto parsed = formats::json::parse(record);
  const auto* value = std::get_if<formats::json::Value>(&parsed);
  const auto* id = value != nullptr ? formats::json::find(*value, "id") : nullptr;
  const auto* text = id != nullptr ? std::get_if<std::string>(&id->is) : nullptr;
  return text != nullptr && !text->empty() ? std::optional(*text) : std::nullopt;
}

// All of them together have a second to end by themselves.
void stop_all(std::vector<Examiner>& examiners) {
  const Clock::time_point end = Clock::now() + std::chrono::seconds(1);
  for (Examiner& examiner : examiners) {
    const auto left = std::chrono::ceil<Milliseconds>(end - Clock::now());
    if (!examiner.broken()) examiner.stop(std::max(left, Milliseconds(0)));
  }
}

}  // namespace

std::uint64_t judged(const Outcome& outcome) {
  return outcome.cases - outcome.skipped - outcome.doubts.unheard;
}

std::variant<Outcome, NotRun> run(const Plan& plan, const Progress& progress) {
  auto started = Session::start(plan.command, plan.is_interrupted);
  if (auto* reason = std::get_if<std::string>(&started)) return NotRun{std::move(*reason)};
  const Hello hello = std::get<Session>(started).hello();
  auto settings = agree(plan.requested, hello);
  if (auto* reason = std::get_if<std::string>(&settings)) return NotRun{std::move(*reason)};

  Field field{plan, progress, std::get<FuzzSettings>(settings)};
  field.outcome.hello = hello;
  field.outcome.settings = field.settings;
  field.outcome.seed = plan.seed;
  field.outcome.planned_seconds = time_of(plan);
  field.outcome.planned_cases = plan.cases;
  std::vector<Examiner> examiners;
  examiners.emplace_back(std::get<Session>(std::move(started)), field.settings, plan.deadline,
                         plan.first_deadline);
  if (auto reason = start_others(plan, field.settings, examiners))
    return NotRun{std::move(*reason)};
  {
    std::vector<std::jthread> workers;
    for (Examiner& examiner : examiners) {
      workers.emplace_back([&field, &examiner] { work(field, examiner); });
    }
  }
  if (field.broken && field.suspects.empty()) return NotRun{std::move(*field.broken)};
  for (const Examiner& examiner : examiners) {
    field.outcome.doubts.late += examiner.doubts().late;
    field.outcome.doubts.unheard += examiner.doubts().unheard;
  }
  const auto whole = std::ranges::find_if(examiners, [](auto& one) { return !one.broken(); });
  shrink_all(field, whole == examiners.end() ? examiners.front() : *whole);
  stop_all(examiners);
  field.outcome.seconds = elapsed(field);
  field.outcome.is_interrupted = plan.is_interrupted();
  return std::move(field.outcome);
}

std::variant<Outcome, NotRun> replay(const Plan& plan, const std::vector<OldRecord>& records,
                                     const std::string& what) {
  const Clock::time_point begin = Clock::now();
  Outcome outcome;
  outcome.replayed = what;
  outcome.planned_cases = records.size();
  for (std::size_t k = 0; k < records.size() && !plan.is_interrupted(); ++k) {
    auto started = Session::start(plan.command, plan.is_interrupted);
    if (auto* reason = std::get_if<std::string>(&started)) return NotRun{std::move(*reason)};
    outcome.hello = std::get<Session>(started).hello();
    auto settings = agree(requested_with(plan.requested, records[k].text), outcome.hello);
    if (auto* reason = std::get_if<std::string>(&settings)) return NotRun{std::move(*reason)};
    outcome.settings = std::get<FuzzSettings>(settings);
    auto read = read_challenge(records[k].text, records[k].file, records[k].line, outcome.settings);
    if (auto* error = std::get_if<formats::InputError>(&read)) {
      outcome.unread.push_back(std::move(*error));
      continue;
    }
    const auto& challenge = std::get<Challenge>(read);
    if (challenge.is_tree && !outcome.settings.challenges.trees) {
      ++outcome.cases;
      ++outcome.skipped;
      continue;
    }

    Examiner examiner(std::get<Session>(std::move(started)), outcome.settings, plan.deadline,
                      plan.first_deadline);
    const auto [witness, is_skipped] = ask_again(examiner, challenge);
    if (examiner.broken()) return NotRun{*examiner.broken()};
    examiner.stop(std::chrono::seconds(1));
    if (plan.is_interrupted() && !witness) break;
    ++outcome.cases;
    outcome.skipped += is_skipped ? 1 : 0;
    outcome.doubts.late += examiner.doubts().late;
    outcome.doubts.unheard += examiner.doubts().unheard;
    if (!witness) continue;
    const Shares* shares = witness->shares ? &*witness->shares : nullptr;
    const std::string place = place_of(records[k].file, records[k].line);
    const std::string id =
        find_id(records[k].text).value_or(id_of(witness->failure.code, records[k].text));
    outcome.found.push_back({.failure = witness->failure,
                             .challenge = challenge,
                             .id = id,
                             .record = record_to_keep(outcome.settings, challenge, id,
                                                      "replayed from " + place, shares),
                             .place = place,
                             .case_number = k,
                             .claimants_before = challenge.entries.size()});
    if (plan.until_first) break;
  }
  outcome.seconds = Clock::now() - begin;
  outcome.is_interrupted = plan.is_interrupted();
  return outcome;
}

}  // namespace fairshare::harness
