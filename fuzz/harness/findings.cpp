#include "fuzz/harness/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "fuzz/shrink.h"

namespace fairshare::harness {
namespace {

using Clock = std::chrono::steady_clock;
using exact::Rational;
using fuzz::Challenge;

constexpr std::uint64_t batch = 32;
// How many smaller challenges are tried if nothing more can be left out of one that fails. Fewer if
// each may cost a start of the adapter or many questions; more for FS504, since few challenges get
// two answers.
constexpr std::uint64_t smaller_max = 4096;
constexpr std::uint64_t smaller_restarting_max = 512;
constexpr std::uint64_t smaller_inconstant_max = 16'384;

// When each part of the work must end, as parts of the whole time.
constexpr double first_end = 0.6;
constexpr double others_end = 0.8;

// A finding in the making.
struct Draft {
  Found found;
  Kind kind;
  std::optional<Shares> shares = std::nullopt;
  bool is_certain = false;
};

struct Work {
  Examiner& examiner;
  const Shrinking& shrinking;
  Clock::time_point begin = Clock::now();
  // How challenges fail, by code and record: suspects of one kind mostly shrink to the same ones.
  std::map<std::string, std::optional<Kind>> known = {};
};

Clock::time_point time_at(const Work& work, double part) {
  return work.begin + std::chrono::duration_cast<Clock::duration>(work.shrinking.patience * part);
}

bool may_go_on(const Work& work, Clock::time_point end) {
  return !work.examiner.broken() && !work.shrinking.is_interrupted() && Clock::now() < end;
}

std::optional<Witness> find_alike(Work& work, const Challenge& challenge, const Kind& kind,
                                  Wait wait = Wait::brief) {
  if (!is_asked(work.shrinking.settings, challenge)) return std::nullopt;
  auto witness = work.examiner.find_failure(challenge, kind.code, wait);
  std::optional<Kind>& known = work.known[kind.code + record_of(challenge)];
  known = witness ? std::optional(kind_of(witness->failure)) : std::nullopt;
  if (!known || !may_stand_for(*known, kind)) return std::nullopt;
  return witness;
}

// The known answer if it has been asked before.
bool is_alike(Work& work, const Challenge& challenge, const Kind& kind) {
  const auto known = work.known.find(kind.code + record_of(challenge));
  if (known == work.known.end()) return find_alike(work, challenge, kind).has_value();
  return known->second && may_stand_for(*known->second, kind);
}

// Whether one answer is enough to tell if it fails so, and costs no more than the question.
bool is_cheap(const std::string& code) {
  return !is_restart(code) && !is_relation(code) && code != "FS504";
}

// Asks all the challenges at once that will be looked at.
void foresee(Work& work, std::span<const Challenge> challenges, const std::string& code) {
  std::vector<Challenge> unknown;
  for (const Challenge& challenge : challenges) {
    if (!work.known.contains(code + record_of(challenge)) &&
        is_asked(work.shrinking.settings, challenge)) {
      unknown.push_back(challenge);
    }
  }
  const std::vector<Reply> replies = work.examiner.ask(unknown);
  for (std::size_t k = 0; k < replies.size(); ++k) {
    const auto failure = work.examiner.judge(unknown[k], replies[k]);
    std::optional<Kind> kind;
    if (failure && failure->code == code) kind = kind_of(*failure);
    work.known[code + record_of(unknown[k])] = std::move(kind);
  }
}

void confirm(Draft& draft, Witness witness) {
  draft.found.failure = std::move(witness.failure);
  draft.kind = kind_of(draft.found.failure);
  draft.shares = std::move(witness.shares);
  draft.is_certain = true;
}

// Shrinks the draft further. Nothing changes if the adapter no longer fails so.
void shrink_on(Work& work, Draft& draft, Clock::time_point end) {
  const Kind kind = draft.kind;
  const auto goes_on = [&] { return may_go_on(work, end); };
  if (!goes_on()) return;
  const auto expect = [&](std::span<const Challenge> next) { foresee(work, next, kind.code); };
  auto shrunk = fuzz::shrink(
      draft.found.challenge, [&](const Challenge& one) { return is_alike(work, one, kind); },
      goes_on, is_cheap(kind.code) ? fuzz::Expect(expect) : nullptr);
  // While it was shrunk, answers only had a brief time.
  auto witness = find_alike(work, shrunk.challenge, kind, Wait::whole);
  if (!witness) return;
  confirm(draft, std::move(*witness));
  draft.found.challenge = std::move(shrunk.challenge);
  draft.found.steps += shrunk.steps;
  draft.found.is_minimal = shrunk.is_minimal;
}

Draft draft_of(Suspect suspect) {
  return {.found = {.failure = suspect.failure,
                    .challenge = suspect.challenge,
                    .family = suspect.family,
                    .case_number = suspect.case_number,
                    .claimants_before = suspect.challenge.entries.size(),
                    .failures = suspect.failures,
                    .after = suspect.after},
          .kind = kind_of(suspect.failure),
          .shares = std::move(suspect.shares),
          .is_certain = suspect.is_confirmed};
}

Draft shrunk_suspect(Work& work, Suspect suspect, Clock::time_point end) {
  Draft draft = draft_of(std::move(suspect));
  if (draft.is_certain && !may_go_on(work, end)) return draft;
  // A failure that cannot be asked again stays one.
  const auto is_cut_short = [&] { return !may_go_on(work, Clock::time_point::max()); };
  std::optional<Witness> witness;
  if (!is_cut_short()) {
    witness = find_alike(work, draft.found.challenge, draft.kind, Wait::whole);
  }
  draft.is_certain = draft.is_certain || is_cut_short();
  if (witness) {
    confirm(draft, std::move(*witness));
    shrink_on(work, draft, end);
  }
  return draft;
}

bool is_within(const Scale& scale, const Scale& other) {
  return scale.weight <= other.weight && scale.amount <= other.amount;
}

// Another challenge that fails so, with fewer claimants.
std::optional<Challenge> find_smaller(Work& work, const Draft& draft, Clock::time_point end) {
  const Challenge& challenge = draft.found.challenge;
  const std::size_t claimants = challenge.entries.size();
  if (claimants < 2) return std::nullopt;
  fuzz::ChallengeOptions options = work.shrinking.settings.challenges;
  options.size_max = claimants - 1;
  // If one answer is not enough, each challenge is asked as often as needed.
  const bool is_quick = is_cheap(draft.kind.code) || is_restart(draft.kind.code);
  const std::uint64_t most = is_relation(draft.kind.code)  ? batch
                             : is_restart(draft.kind.code) ? smaller_restarting_max
                             : draft.kind.code == "FS504"  ? smaller_inconstant_max
                                                           : smaller_max;
  for (std::uint64_t first = 0; first < most && may_go_on(work, end); first += batch) {
    std::vector<Challenge> challenges;
    for (std::uint64_t k = 0; k < batch; ++k) {
      Challenge smaller = work.shrinking.smaller(first + k, options);
      // Families that need three claimants always have three.
      const bool is_smaller =
          smaller.entries.size() < claimants && is_within(scale_of(smaller), scale_of(challenge));
      if (is_smaller) challenges.push_back(std::move(smaller));
    }
    const std::vector<Reply> replies =
        is_quick ? work.examiner.ask(challenges) : std::vector<Reply>(challenges.size(), Skipped{});
    for (std::size_t k = 0; k < replies.size() && may_go_on(work, end); ++k) {
      const auto failure = work.examiner.judge(challenges[k], replies[k]);
      const bool is_suspect =
          !is_quick || (failure && may_stand_for(kind_of(*failure), draft.kind));
      if (is_suspect && is_alike(work, challenges[k], draft.kind)) return challenges[k];
    }
  }
  return std::nullopt;
}

// Finishes the shrinking; then looks for smaller challenges that fail so.
void make_smaller(Work& work, Draft& draft, Clock::time_point end) {
  if (!draft.is_certain) return;
  if (!draft.found.is_minimal) shrink_on(work, draft, end);
  while (draft.found.is_minimal) {
    auto smaller = find_smaller(work, draft, end);
    if (!smaller) return;
    Draft other = draft;
    other.found.challenge = std::move(*smaller);
    other.found.is_minimal = false;
    shrink_on(work, other, end);
    if (!fuzz::is_simpler(other.found.challenge, draft.found.challenge)) return;
    draft = std::move(other);
  }
}

// Merging.

Magnitude merged_magnitude(const Kind& kind) {
  return kind.magnitude == Magnitude::whole ? Magnitude::gross : kind.magnitude;
}

bool are_the_same(const Draft& a, const Draft& b) {
  if (a.kind.code != b.kind.code) return false;
  if (a.found.challenge == b.found.challenge) return true;
  return a.kind.fault == b.kind.fault && merged_magnitude(a.kind) == merged_magnitude(b.kind) &&
         scale_of(a.found.challenge) == scale_of(b.found.challenge);
}

bool is_better(const Draft& a, const Draft& b) {
  if (a.is_certain != b.is_certain) return a.is_certain;
  return fuzz::is_simpler(a.found.challenge, b.found.challenge);
}

std::vector<Draft> merged(std::vector<Draft> drafts) {
  std::vector<Draft> different;
  for (Draft& draft : drafts) {
    const auto same = std::ranges::find_if(
        different, [&](const Draft& other) { return are_the_same(draft, other); });
    if (same == different.end()) {
      different.push_back(std::move(draft));
      continue;
    }
    const std::uint64_t failures = same->found.failures + draft.found.failures;
    const Seconds after = std::min(same->found.after, draft.found.after);
    if (is_better(draft, *same)) *same = std::move(draft);
    same->found.failures = failures;
    same->found.after = after;
  }
  return different;
}

auto rank_of(const Draft& draft) {
  const auto& deviation = draft.found.failure.cause.deviation;
  return std::tuple(!has_no_shares(draft.kind.code), !deviation.has_value(),
                    -deviation.value_or(Rational(0)));
}

// Which ones of each code are told in full: every kind once, then others, in their order.
std::vector<bool> which_to_tell(const std::vector<Draft>& drafts) {
  std::vector<bool> is_told(drafts.size());
  std::map<std::string, std::size_t> of_code;
  std::set<Kind> kinds;
  for (const bool is_first_round : {true, false}) {
    for (std::size_t i = 0; i < drafts.size(); ++i) {
      if (is_told[i] || of_code[drafts[i].kind.code] == of_a_code_max) continue;
      if (is_first_round && !kinds.insert(drafts[i].kind).second) continue;
      is_told[i] = true;
      ++of_code[drafts[i].kind.code];
    }
  }
  return is_told;
}

void count(std::vector<More>& more, const Draft& draft) {
  const auto known = std::ranges::find_if(more, [&](const More& one) {
    return one.code == draft.kind.code && one.fault == draft.kind.fault;
  });
  if (known == more.end()) {
    more.push_back({draft.kind.code, draft.kind.fault, draft.found.failures});
  } else {
    known->failures += draft.found.failures;
  }
}

Found finished(const Work& work, Draft draft) {
  const FuzzSettings& settings = work.shrinking.settings;
  Found& found = draft.found;
  const std::string comment = fmt::format("found in {}, case {} ({})", work.shrinking.found_in,
                                          found.case_number, name_of(found.family));
  const Shares* shares = draft.shares ? &*draft.shares : nullptr;
  const std::string& code = found.failure.code;
  const std::string record = record_to_keep(settings, found.challenge, code, comment, shares);
  found.id = id_of(code, record);
  found.record = record_to_keep(settings, found.challenge, found.id, comment, shares);
  return std::move(found);
}

}  // namespace

std::string id_of(const std::string& code, const std::string& record) {
  std::uint32_t hash = 0x811c9dc5U;  // FNV-1a
  for (const char byte : record) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x01000193U;
  return fmt::format("{}-{:08x}", code, hash);
}

Findings findings_of(const Suspects& suspects, Examiner& examiner, const Shrinking& shrinking) {
  Work work{examiner, shrinking};
  std::set<Kind> kinds;
  for (const auto& [sort, suspect] : suspects) kinds.insert(sort.kind);
  std::vector<Suspect> ordered = in_order(suspects);
  const auto turn_end = [&](Clock::time_point end, std::size_t left) {
    const auto now = Clock::now();
    return now + std::max(Clock::duration(0), end - now) / static_cast<long>(left);
  };
  std::vector<Draft> drafts;
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    const bool is_first = i < kinds.size();
    const std::size_t left = (is_first ? kinds.size() : ordered.size()) - i;
    const auto end = turn_end(time_at(work, is_first ? first_end : others_end), left);
    drafts.push_back(shrunk_suspect(work, std::move(ordered[i]), end));
  }
  drafts = merged(std::move(drafts));
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    make_smaller(work, drafts[i], turn_end(time_at(work, 1), drafts.size() - i));
  }
  drafts = merged(std::move(drafts));
  std::ranges::stable_sort(drafts, {}, rank_of);

  Findings findings;
  const std::vector<bool> is_told = which_to_tell(drafts);
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    if (!drafts[i].is_certain) {
      findings.unrepeated.push_back(finished(work, std::move(drafts[i])));
    } else if (is_told[i]) {
      findings.found.push_back(finished(work, std::move(drafts[i])));
    } else {
      count(findings.more, drafts[i]);
    }
  }
  return findings;
}

}  // namespace fairshare::harness
