// Two phases: workers ask until the time or the cases are over and keep the simplest failure of
// each code; then one examiner shrinks what was kept.
#include "fuzz/harness/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

#include "formats/inputs.h"
#include "fuzz/harness/examiner.h"
#include "fuzz/shrink.h"

namespace fairshare::harness {
namespace {

using Clock = std::chrono::steady_clock;
using fuzz::Challenge;
using fuzz::Family;

constexpr Seconds time_by_default = std::chrono::minutes(1);
constexpr Seconds shrinking_max = std::chrono::minutes(1);  // for each code
constexpr std::uint64_t batch = 32;
// How many smaller challenges are tried where nothing more can be left out of one that fails.
constexpr std::uint64_t smaller_max = 4096;
// Each of these costs a start of the adapter, and there is nothing more to learn from them.
constexpr std::uint64_t restarts_max = 20;

// The simplest failure of one code so far.
struct Suspect {
  Failure failure;
  std::optional<Shares> shares = std::nullopt;
  Challenge challenge = {};
  std::uint64_t case_number = 0;
  Seconds after = {};
  std::uint64_t failures = 0;
};

struct Field {  // what the workers share
  const Plan& plan;
  const Progress& progress;
  FuzzSettings settings;
  Clock::time_point begin = Clock::now();
  std::atomic<std::uint64_t> next_batch = 0;
  std::atomic<bool> is_over = false;

  std::mutex mutex = {};  // for what follows
  Outcome outcome = {};
  std::map<std::string, Suspect> suspects = {};  // by code
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
  // Neighbouring seeds give other challenges: the two numbers are mixed (splitmix64).
  std::uint64_t mixed = field.plan.seed * 0x9e3779b97f4a7c15U + number;
  mixed = (mixed ^ mixed >> 30U) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ mixed >> 27U) * 0x94d049bb133111ebU;
  fuzz::Choices choices(mixed ^ mixed >> 31U);
  return adversarial_challenge(family_of(field, number), choices, options);
}

bool is_candidate(Field& field, const std::string& code, const Challenge& challenge,
                  std::uint64_t number) {
  const std::scoped_lock lock(field.mutex);
  const auto known = field.suspects.find(code);
  if (known == field.suspects.end()) return true;
  Suspect& suspect = known->second;
  ++suspect.failures;
  const bool restarts = code == "FS501" || code == "FS502" || code == "FS503";
  if (restarts && suspect.failures >= restarts_max) field.is_over = true;
  if (is_simpler(challenge, suspect.challenge)) return true;
  return !is_simpler(suspect.challenge, challenge) && number < suspect.case_number;
}

void keep(Field& field, Suspect found) {
  const std::scoped_lock lock(field.mutex);
  const auto known = field.suspects.find(found.failure.code);
  if (known == field.suspects.end()) {
    found.failures = 1;
    found.after = elapsed(field);
    field.suspects.emplace(found.failure.code, std::move(found));
    if (field.plan.until_first) field.is_over = true;
    return;
  }
  Suspect& suspect = known->second;
  const bool is_better =
      is_simpler(found.challenge, suspect.challenge) ||
      (!is_simpler(suspect.challenge, found.challenge) && found.case_number < suspect.case_number);
  if (!is_better) return;
  suspect.failure = std::move(found.failure);
  suspect.shares = std::move(found.shares);
  suspect.challenge = std::move(found.challenge);
  suspect.case_number = found.case_number;
}

// Asked once more, a failure that comes again tells what it is like alone.
void suspect(Field& field, Examiner& examiner, const Challenge& challenge, Failure failure,
             const Reply& reply, std::uint64_t number) {
  if (!is_candidate(field, failure.code, challenge, number)) return;
  const auto* shares = std::get_if<Shares>(&reply);
  Witness seen{std::move(failure), shares != nullptr ? std::optional(*shares) : std::nullopt};
  Witness witness = examiner.confirm(challenge, std::move(seen), reply);
  keep(field, {std::move(witness.failure), std::move(witness.shares), challenge, number});
}

// Besides the verdict on the answer itself. Where an answer is unfair anyway, this says more about
// why.
std::optional<Failure> find_more(Examiner& examiner, const Challenge& challenge,
                                 std::uint64_t number) {
  std::optional<Witness> witness;
  if (number % 16 == 0) witness = examiner.find_inconstancy(challenge, 3);
  const auto properties = properties::all_properties();
  if (!witness && number % 8 == 1) {
    const std::uint64_t turn = number / 8;
    const auto& property = properties[turn % properties.size()];
    if (is_relation(property)) {
      witness = examiner.find_breach(challenge, property, turn / properties.size());
    }
  }
  if (!witness) return std::nullopt;
  return std::move(witness->failure);
}

void run_batch(Field& field, Examiner& examiner, std::uint64_t first, std::uint64_t count) {
  std::vector<Challenge> challenges;
  for (std::uint64_t k = 0; k < count; ++k) {
    challenges.push_back(challenge_number(field, first + k, field.settings.challenges));
  }
  const std::vector<Reply> replies = examiner.ask(challenges);
  std::array<Tally, fuzz::families.size()> tallies = {};
  std::uint64_t skipped = 0;
  for (std::size_t k = 0; k < replies.size(); ++k) {
    const std::uint64_t number = first + k;
    Tally& tally = tallies[static_cast<std::size_t>(family_of(field, number))];
    ++tally.cases;
    const bool is_skipped = std::holds_alternative<Skipped>(replies[k]);
    skipped += is_skipped ? 1 : 0;
    auto failure = examiner.judge(challenges[k], replies[k]);
    auto more = std::holds_alternative<Shares>(replies[k])
                    ? find_more(examiner, challenges[k], number)
                    : std::nullopt;
    if (!failure && !more) continue;
    ++tally.failures;
    if (failure) suspect(field, examiner, challenges[k], std::move(*failure), replies[k], number);
    if (more) suspect(field, examiner, challenges[k], std::move(*more), replies[k], number);
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

bool is_time_over(Field& field) {
  const auto time = time_of(field.plan);
  if (!time) return false;
  const std::scoped_lock lock(field.mutex);
  return elapsed(field) > (field.suspects.empty() ? *time : *time * 2 / 3);
}

void work(Field& field, Examiner& examiner) {
  const auto is_over = [&] {
    return field.is_over || examiner.broken() || field.plan.is_interrupted() || is_time_over(field);
  };
  examiner.stop_when(is_over);
  while (!is_over()) {
    const std::uint64_t first = field.next_batch++ * batch;
    const std::uint64_t end = std::min(first + batch, field.plan.cases.value_or(first + batch));
    if (first >= end) break;
    run_batch(field, examiner, first, end - first);
  }
  if (examiner.broken()) field.is_over = true;
}

// A name for what was found, the same for the same: the code and a hash of the record.
std::string id_of(const std::string& code, const std::string& record) {
  std::uint32_t hash = 0x811c9dc5U;  // FNV-1a
  for (const char byte : record) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x01000193U;
  return fmt::format("{}-{:08x}", code, hash);
}

std::string kept_record(const Field& field, const Challenge& challenge, const Suspect& suspect,
                        const std::string& code, const Shares* shares) {
  const Hello& hello = field.outcome.hello;
  const std::string comment =
      fmt::format("found in {}{}{} by seed {}, case {} ({})", hello.name,
                  hello.version.empty() ? "" : " ", hello.version, field.plan.seed,
                  suspect.case_number, name_of(family_of(field, suspect.case_number)));
  const std::string record = record_to_keep(field.settings, challenge, code, comment, shares);
  return record_to_keep(field.settings, challenge, id_of(code, record), comment, shares);
}

// What cannot be shrunk any more need not be the smallest that fails so: others of fewer claimants
// are looked for, of all families and from numbers that no case has had.
std::optional<Challenge> find_smaller(const Field& field, Examiner& examiner,
                                      const std::string& code, std::size_t claimants,
                                      const std::function<bool()>& may_go_on) {
  constexpr std::uint64_t unused = std::uint64_t{1} << 60U;
  fuzz::ChallengeOptions smaller = field.settings.challenges;
  if (claimants < 2) return std::nullopt;
  smaller.size_max = claimants - 1;
  const bool is_relation = code >= "FS205" && code <= "FS208";
  // Where one answer does not tell, each is asked as often as it takes.
  const bool is_quick = code != "FS504" && !is_relation;
  const std::uint64_t end = is_relation ? batch : smaller_max;
  for (std::uint64_t first = 0; first < end && may_go_on(); first += batch) {
    std::vector<Challenge> challenges;
    for (std::uint64_t k = 0; k < batch; ++k) {
      challenges.push_back(challenge_number(field, unused + first + k, smaller));
    }
    const std::vector<Reply> replies =
        is_quick ? examiner.ask(challenges) : std::vector<Reply>(batch, Skipped{});
    for (std::size_t k = 0; k < replies.size(); ++k) {
      // Families that say something only of three claimants always have three.
      if (challenges[k].entries.size() >= claimants) continue;
      const auto failure = examiner.judge(challenges[k], replies[k]);
      const bool is_suspect = !is_quick || (failure && failure->code == code);
      if (is_suspect && examiner.find_failure(challenges[k], code)) return challenges[k];
    }
  }
  return std::nullopt;
}

// Where something is still being asked, it has one more deadline.
bool is_beyond_time(const Field& field) {
  if (field.plan.is_interrupted()) return true;
  const auto time = time_of(field.plan);
  return time && elapsed(field) > *time + field.plan.deadline;
}

Found shrink_suspect(const Field& field, Examiner& examiner, Suspect suspect, Seconds patience) {
  const Clock::time_point begin = Clock::now();
  const std::string code = suspect.failure.code;
  Found found{.failure = suspect.failure,
              .challenge = suspect.challenge,
              .record = {},
              .family = family_of(field, suspect.case_number),
              .case_number = suspect.case_number,
              .claimants_before = suspect.challenge.entries.size(),
              .failures = suspect.failures,
              .after = suspect.after};
  const bool may_be_infeasible = field.settings.challenges.infeasible;
  const auto fails = [&](const Challenge& challenge) {
    const auto prospect = find_prospect(challenge);
    if (!prospect || (*prospect != fuzz::Prospect::allocation && !may_be_infeasible)) return false;
    return examiner.find_failure(challenge, code).has_value();
  };
  const auto is_over = [&] { return examiner.broken() || is_beyond_time(field); };
  const auto may_go_on = [&] { return !is_over() && Clock::now() - begin < patience; };
  std::optional<Challenge> next;
  if (fails(suspect.challenge)) next = suspect.challenge;
  while (next) {
    auto shrunk = shrink(std::move(*next), fails, may_go_on);
    found.challenge = std::move(shrunk.challenge);
    found.steps += shrunk.steps;
    found.is_minimal = shrunk.is_minimal;
    next = find_smaller(field, examiner, code, found.challenge.entries.size(), may_go_on);
  }
  // While it was shrunk, answers had a brief time only.
  auto witness = examiner.find_failure(found.challenge, code, Wait::whole);
  if (!witness && found.challenge != suspect.challenge) {
    found.challenge = suspect.challenge;
    found.is_minimal = false;
    witness = examiner.find_failure(found.challenge, code, Wait::whole);
  }
  found.is_certain = witness || is_over();
  found.is_minimal = found.is_minimal && witness;
  if (!witness) witness = Witness{suspect.failure, suspect.shares};
  found.failure = witness->failure;
  const Shares* shares = witness->shares ? &*witness->shares : nullptr;
  found.record = kept_record(field, found.challenge, suspect, code, shares);
  return found;
}

void shrink_all(Field& field, Examiner& examiner) {
  examiner.stop_when([&field] { return is_beyond_time(field); });
  std::size_t left = field.suspects.size();
  for (auto& [code, suspect] : field.suspects) {
    Seconds patience = shrinking_max;
    if (const auto time = time_of(field.plan)) {
      const auto rest = std::max(Seconds(0), *time - elapsed(field));
      patience = std::min(patience, rest / static_cast<double>(left));
    }
    --left;
    field.outcome.found.push_back(shrink_suspect(field, examiner, std::move(suspect), patience));
  }
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

// What a kept record says of the settings, below what the user asks for.
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
    stated = record_read->tolerance;
  }
  requested.tolerance = formats::combined(requested.tolerance, stated);
  requested.infeasible = true;
  return requested;
}

// An answer that seldom changes is to be seen to change.
constexpr std::size_t replays_max = 64;

struct Replayed {
  std::optional<Witness> witness = std::nullopt;
  bool is_skipped = false;
};

// In whichever way it fails.
Replayed ask_again(Examiner& examiner, const Challenge& challenge) {
  const auto replies = examiner.ask(std::span(&challenge, 1));
  if (replies.empty()) return {};
  const Reply& reply = replies.front();
  if (auto witness = examiner.find_inconstancy(challenge, replays_max)) return {std::move(witness)};
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

// Together they have a second to end by themselves.
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

std::variant<Outcome, NotRun, formats::InputError> replay(const Plan& plan,
                                                          const std::vector<std::string>& records,
                                                          const std::string& file) {
  const Clock::time_point begin = Clock::now();
  Outcome outcome;
  outcome.replayed = file;
  outcome.planned_cases = records.size();
  for (std::size_t k = 0; k < records.size() && !plan.is_interrupted(); ++k) {
    auto started = Session::start(plan.command, plan.is_interrupted);
    if (auto* reason = std::get_if<std::string>(&started)) return NotRun{std::move(*reason)};
    outcome.hello = std::get<Session>(started).hello();
    auto settings = agree(requested_with(plan.requested, records[k]), outcome.hello);
    if (auto* reason = std::get_if<std::string>(&settings)) return NotRun{std::move(*reason)};
    outcome.settings = std::get<FuzzSettings>(settings);
    auto read = read_challenge(records[k], file, k + 1, outcome.settings);
    if (auto* error = std::get_if<formats::InputError>(&read)) return std::move(*error);
    const auto& challenge = std::get<Challenge>(read);

    Examiner examiner(std::get<Session>(std::move(started)), outcome.settings, plan.deadline,
                      plan.first_deadline);
    const auto [witness, is_skipped] = ask_again(examiner, challenge);
    if (examiner.broken()) return NotRun{*examiner.broken()};
    examiner.stop(std::chrono::seconds(1));
    if (plan.is_interrupted() && !witness) break;
    ++outcome.cases;
    outcome.skipped += is_skipped ? 1 : 0;
    outcome.doubts.unheard += examiner.doubts().unheard;
    if (!witness) continue;
    const Shares* shares = witness->shares ? &*witness->shares : nullptr;
    outcome.found.push_back(
        {.failure = witness->failure,
         .challenge = challenge,
         .record = record_to_keep(outcome.settings, challenge, witness->failure.code,
                                  fmt::format("replayed from {}:{}", file, k + 1), shares),
         .case_number = k,
         .claimants_before = challenge.entries.size()});
  }
  outcome.seconds = Clock::now() - begin;
  outcome.is_interrupted = plan.is_interrupted();
  return outcome;
}

}  // namespace fairshare::harness
