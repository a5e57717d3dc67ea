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
  std::string text;        // the verdict for people, in several lines, or the message
  Cause cause = {};        // tells it apart from other failures with its code
  std::string other = {};  // FS205 to FS208: the record of the other problem that was compared
};

// The outcome of the challenge by the rule of the settings. For a scheduler, that is its own rule,
// which also judges its shares, in the types and with the fields that it reads. Nothing if the
// challenge is not a valid problem.
//
//     {1, {weight 1, min_share 2, demand 0}}    fair: surplus;    yarn-3, which ignores demands:
//                                                                 overcommitted
std::optional<fuzz::Prospect> find_prospect(const FuzzSettings& settings,
                                            const fuzz::Challenge& challenge);

// Whether the challenge may be put to the adapter: it has a fair allocation by the settings and
// meets what the scheduler's documentation requires (LevelModel::weights_are_targets,
// weights_are_positive), or the settings ask for challenges that do not.
bool is_asked(const FuzzSettings& settings, const fuzz::Challenge& challenge);

// The first adversarial challenge made from the choices that may be put to the adapter.
fuzz::Challenge challenge_to_ask(const FuzzSettings& settings, fuzz::Family family,
                                 fuzz::Choices& choices, const fuzz::ChallengeOptions& options);

// The record that is sent to the adapter: all numbers are JSON numbers, and there are no id and no
// shares.
std::string record_to_send(const FuzzSettings& settings, const fuzz::Challenge& challenge);

// The record that is kept: the same with the settings, the shares if there are any, and what found
// it. So `verify` gives the same verdict, and `fuzz --replay` asks the same question.
std::string record_to_keep(const FuzzSettings& settings, const fuzz::Challenge& challenge,
                           const std::string& id, const std::string& comment, const Shares* shares);

// The challenge of a kept record, or of any other record of the format. FS0xx with the line if it
// cannot be read.
std::variant<fuzz::Challenge, formats::InputError> read_challenge(std::string_view line,
                                                                  const std::string& file,
                                                                  std::size_t line_number,
                                                                  const FuzzSettings& settings);

// What is wrong with these shares, if anything. If the challenge has a fair allocation, it is
// `verify`'s own verdict: FS101, FS102, FS103, FS204. If it has none, every share must be the
// minimum (overcommitted) or the most that can be claimed (surplus): FS102, FS103, else FS012 or
// FS013. FS503 if the number of shares is not the number of claimants, or a share cannot have been
// rounded as the settings say. FS205 if equal claimants' shares differ by more than a unit (for
// whole units), or by more than the scheduler's resolution.
//
// The rule judges first; the model is only asked about shares that are unfair by the rule. A model
// that tries many orders is asked for all of them only if there is doubt and the claimants are few
// or their minimums exceed the total. Otherwise the text may say that the scheduler "may or may
// not" compute shares that it does compute in another order.
std::optional<Failure> find_failure(const FuzzSettings& settings, const fuzz::Challenge& challenge,
                                    const Shares& shares);

// The real numbers for which each share stands by the settings. Nothing if there are more or fewer
// shares than claimants, or if a share cannot have been rounded this way. Asserts that the
// definition judges, and that the challenge is no tree.
std::optional<std::vector<properties::Interval>> find_intervals(const FuzzSettings& settings,
                                                                const fuzz::Challenge& challenge,
                                                                const Shares& shares);

}  // namespace fairshare::harness
