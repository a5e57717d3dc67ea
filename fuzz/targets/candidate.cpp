// libFuzzer, AFL++: the divisions of another project, linked in, are fair by its own settings.
//
// The object exports what candidate.h says. The bytes are plain numbers, or decisions of the
// adversary as for our own targets. The engine only sees code that was compiled for it, so the
// coverage is that of the other project's code. Problems without a fair allocation are skipped. The
// verdict is that of `verify`:
//
//     find_failure(terms, problem, answer) is nothing
//
// A refusal fails, too (FS505); the engine detects crashes and hangs. If FAIRSHARE_PRINT is set,
// each problem is printed as a record before it is asked.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "formats/text/input_error.h"
#include "fuzz/adversary.h"
#include "fuzz/choices.h"
#include "fuzz/harness/candidate.h"
#include "fuzz/harness/protocol.h"
#include "fuzz/harness/referee.h"
#include "fuzz/harness/settings.h"
#include "fuzz/harness/shared_object.h"
#include "fuzz/targets/require.h"

#pragma weak fairshare_candidate_hello  // not required

namespace {

using namespace fairshare;
using fuzz::Challenge;
using fuzz::Choices;

constexpr std::size_t size_max = 12;
constexpr std::size_t padding = 1024;  // more than a problem takes

[[noreturn]] void give_up(const std::string& reason) {
  std::fprintf(stderr, "fairshare_candidate_hello: %s\n", reason.c_str());
  std::_Exit(2);
}

harness::FuzzSettings agreed_settings() {
  const char* const said =
      fairshare_candidate_hello != nullptr ? fairshare_candidate_hello() : nullptr;
  auto hello =
      harness::read_hello(said != nullptr ? said : R"({"name":"candidate","numbers":"double"})");
  if (const auto* error = std::get_if<formats::InputError>(&hello)) give_up(error->message);
  auto agreed = harness::agree({}, std::get<harness::Hello>(hello));
  if (const auto* reason = std::get_if<std::string>(&agreed)) give_up(*reason);
  return std::get<harness::FuzzSettings>(std::move(agreed));
}

// A byte up to 200 is that number, so a number that the code compares with is one changed byte
// away.
constexpr std::uint64_t plain_max = 200;

double plain_number(Choices& choices) {
  const std::uint64_t byte = choices.below(256);
  if (byte <= plain_max) return static_cast<double>(byte);
  if (byte <= 230) return static_cast<double>(choices.below(1U << 16U));
  const double any = std::abs(std::bit_cast<double>(choices.bits()));
  return std::isfinite(any) ? any : std::numeric_limits<double>::max();
}

// Feasible, apart from rounding: the total is between the minimums and the most that can be
// claimed.
Problem<double> plain_problem(Choices& choices) {
  Problem<double> problem;
  const std::size_t count = choices.below(size_max + 1);
  const double more = plain_number(choices);
  double most = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Claimant<double> claimant;
    claimant.weight = plain_number(choices);
    claimant.min_share = plain_number(choices);
    const double room = plain_number(choices);  // 0: no maximum
    if (room > 0) claimant.max_share = claimant.min_share + room - 1;
    const double end = claimant.max_share.value_or(std::numeric_limits<double>::infinity());
    most += claimant.weight > 0 ? end : claimant.min_share;
    problem.total += claimant.min_share;
    problem.claimants.push_back(claimant);
  }
  problem.total = std::min(problem.total + more, most);
  return problem;
}

// The problem that the bytes stand for, with each number rounded to the nearest that the settings
// allow. Nothing if it then has no fair allocation. The first byte chooses a family of the
// adversary or, for half of its values, plain numbers. The bytes are followed by zeros, not by
// numbers from a hash, so that a changed byte changes one decision.
std::optional<Challenge> find_challenge(std::span<const std::uint8_t> bytes, fuzz::Kinds kinds) {
  std::vector<std::uint8_t> padded(bytes.begin(), bytes.end());
  padded.resize(padded.size() + padding);
  Choices choices(std::span(padded).subspan(1));
  const std::size_t family = padded.front() / 2 % fuzz::families.size();
  const Problem<double> problem =
      padded.front() % 2 == 0 ? plain_problem(choices)
                              : adversarial_problem(fuzz::families[family], choices, size_max);
  if (find_defect(problem)) return std::nullopt;  // a sum exceeds the largest double
  Challenge challenge = challenge_of(exact::widen(problem), kinds);
  challenge.total = fuzz::rounded_to(kinds.amount, challenge.total);
  for (fuzz::Entry& entry : challenge.entries) {
    entry.weight = fuzz::rounded_to(kinds.weight, entry.weight);
    entry.min_share = fuzz::rounded_to(kinds.amount, entry.min_share);
    if (entry.max_share) entry.max_share = fuzz::rounded_to(kinds.amount, *entry.max_share);
  }
  if (fuzz::find_prospect(challenge) != fuzz::Prospect::allocation) return std::nullopt;
  return challenge;
}

// A plain problem has its number of claimants at byte 1, what is divided above the minimums at byte
// 2, and then three numbers per claimant.
constexpr std::size_t first_number = 2;
constexpr std::size_t numbers_each = 3;

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t size_max);
#pragma weak LLVMFuzzerMutate  // libFuzzer has it

// For libFuzzer: three times out of four, changes one number of a plain problem, even one in the
// zeros after the bytes. Otherwise does what libFuzzer does with any bytes.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t end, unsigned seed) {
  std::minstd_rand random(seed);
  const bool is_plain = size > first_number && data[0] % 2 == 0;
  if (!is_plain || random() % 4 == 0) return LLVMFuzzerMutate(data, size, end);
  const std::size_t claimants = data[1] % (size_max + 1);
  const std::size_t at = first_number + random() % (1 + numbers_each * claimants);
  if (at >= end) return LLVMFuzzerMutate(data, size, end);
  for (; size <= at; ++size) data[size] = 0;
  data[at] = static_cast<std::uint8_t>(random() % (plain_max + 1));
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const harness::FuzzSettings settings = agreed_settings();
  static const bool is_printing = std::getenv("FAIRSHARE_PRINT") != nullptr;
  const auto challenge = find_challenge({data, size}, settings.challenges.kinds);
  if (!challenge) return 0;
  const std::string record = harness::record_to_send(settings, *challenge);
  if (is_printing) {
    std::printf("%s\n", record.c_str());
    std::fflush(stdout);
  }
  const auto read = harness::read_answer(harness::answer_problem(&fairshare_candidate, record));
  if (const auto* error = std::get_if<formats::InputError>(&read)) {
    fuzz::require(false, error->message.c_str(), record);
    return 0;
  }
  const auto& answer = std::get<harness::Answer>(read);
  if (const auto* refused = std::get_if<harness::Refused>(&answer.is)) {
    fuzz::require(false, ("the problem is divided; error[FS505]: " + refused->message).c_str(),
                  record);
  }
  const auto* shares = std::get_if<harness::Shares>(&answer.is);
  if (shares == nullptr) return 0;
  if (const auto failure = harness::find_failure(settings, *challenge, *shares)) {
    const std::string what = "the shares are fair: " + failure->text;
    fuzz::require(false, what.c_str(),
                  harness::record_to_keep(settings, *challenge, failure->code, "", shares));
  }
  return 0;
}
