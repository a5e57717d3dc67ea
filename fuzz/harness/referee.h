// The referee: is an adapter's answer what the settings say it must be?
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/properties/fairness.h"
#include "formats/text/input_error.h"
#include "fuzz/challenge.h"
#include "fuzz/harness/cause.h"
#include "fuzz/harness/protocol.h"
#include "fuzz/harness/settings.h"

namespace fairshare::harness {

struct Failure {
  std::string code;        // FS101 and the like
  std::string message;     // one sentence
  std::string text;        // the verdict for people, several lines; or the message
  Cause cause = {};        // by which it is told from others of its code
  std::string other = {};  // FS205 to FS208: the record of the problem that it is compared with
};

// What the terms make of the challenge: of a scheduler's its own rule, in the numbers and with the
// fields that it reads, which is what its shares are judged by; nothing where that is no problem.
//
//     {1, {weight 1, min_share 2, demand 0}}    fair: surplus;    yarn-3, which minds no demand:
//                                                                 overcommitted
std::optional<fuzz::Prospect> find_prospect(const FuzzSettings& settings,
                                            const fuzz::Challenge& challenge);

// Whether it may be put to the adapter: it has a fair allocation by the terms, and keeps what the
// scheduler's documentation requires (LevelModel::weights_are_targets, weights_are_positive),
// unless challenges without are asked for.
bool is_asked(const FuzzSettings& settings, const fuzz::Challenge& challenge);

// An adversarial challenge that may be put to the adapter: of those that the choices make the
// first.
fuzz::Challenge challenge_to_ask(const FuzzSettings& settings, fuzz::Family family,
                                 fuzz::Choices& choices, const fuzz::ChallengeOptions& options);

// The record as it is put to the adapter: JSON numbers throughout, no id, no shares.
std::string record_to_send(const FuzzSettings& settings, const fuzz::Challenge& challenge);

// The record as it is kept: the same with the settings, the shares where there are any, and what
// found it, so that `verify` gives the same verdict and `fuzz --replay` asks the same question.
std::string record_to_keep(const FuzzSettings& settings, const fuzz::Challenge& challenge,
                           const std::string& id, const std::string& comment, const Shares* shares);

// What a kept record asks, or any record of the format's. FS0xx where it cannot be read, with the
// line.
std::variant<fuzz::Challenge, formats::InputError> read_challenge(std::string_view line,
                                                                  const std::string& file,
                                                                  std::size_t line_number,
                                                                  const FuzzSettings& settings);

// What is wrong with these shares, if anything. Where the challenge has a fair allocation,
// `verify`'s own verdict: FS101, FS102, FS103, FS204. Where it has none, every share is to be its
// minimum (overcommitted) or the most that it can claim (surplus): FS102, FS103, else FS012 or
// FS013. FS503 where there is not one share per claimant, or a share that cannot have been rounded
// as the settings say. Equal claimants of which one gets more than another, by more than a unit
// where shares are whole units, or by more than a scheduler's resolution: FS205.
//
// By the rule first: a model is asked about nothing that is fair without it. One that tries many
// orders is asked for all of them only where few claimants, or minimums that exceed the total,
// leave a doubt; else the text may say that the scheduler "may or may not" compute what it does
// compute in another order.
std::optional<Failure> find_failure(const FuzzSettings& settings, const fuzz::Challenge& challenge,
                                    const Shares& shares);

// For which reals the shares stand, by the settings. Nothing if there are more or fewer shares than
// claimants, or if one cannot have been rounded this way. Asserts that the definition judges, and
// that the challenge is no tree.
std::optional<std::vector<properties::Interval>> find_intervals(const FuzzSettings& settings,
                                                                const fuzz::Challenge& challenge,
                                                                const Shares& shares);

}  // namespace fairshare::harness
