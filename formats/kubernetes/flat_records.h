// Flat records of APF, Koordinator, Volcano, KAI and Armada: claimants in, what the release
// computes out, and what is fair by its own rule, floor or base.
//
//     {"id":"a","scheduler":"kai","total":3,"claimants":[{"weight":2,"demand":1.75},...]}
//
// Numbers are first converted to the type in which the release holds them
// (kubernetes_divisions.h). They may be negative: the releases take that, too.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "formats/records/records.h"
#include "formats/records/tree_question.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/verdict/case.h"
#include "schedulers/registry.h"

namespace fairshare::formats {

// More than volcano_pre2553 needs for weights that are 10^7 times apart; it takes some seconds.
inline constexpr std::uint64_t volcano_rounds_max = std::uint64_t{1} << 24U;

// What the release computes:
//     "outcome":"shares","shares":[2,2,0]     "outcome":"overflow","shares":[0,0]
//     "outcome":"error","message":"upper bounds sum to 3, which is lower than ..."
// Where the answer hangs on the order in which Go walks a map, the others that were found, and
// "complete":false where there may be more:
//     "outcome":"shares","shares":[1,1.5,0.5],"alternatives":[[1.5,1.5,0]]
// apf has "ratio", and "seats", what the API server rounds the shares to; Volcano "rounds", and
// after `rounds_max` of these "outcome":"unfinished".
// Where the question asks for what is fair, its own rule in exact numbers as `solve` answers. FS011
// or FS010 where that has no meaning: a negative total.
TreeAnswer answer_kubernetes_record(const json::Value& record,
                                    const schedulers::Scheduler& scheduler,
                                    const TreeQuestion& question,
                                    std::uint64_t rounds_max = volcano_rounds_max);

// The record's case, without id; of KAI's queues one a priority, where there are several, with what
// is left for it as its total. Under the base rule minimums are taken off the total, the bounds and
// the reported shares, and are what each party has `paid` already.
//
// Where nobody says how shares were rounded, one stands for
//     koordinator, kai       what is less than a unit away; beyond its bounds for itself
//     apf, volcano, armada   the reals that round to that double; what is off by no more than the
//                            release's resolution is fair, but not a sum above the total by more
std::variant<std::vector<Case>, InputError> cases_of_kubernetes_record(
    const json::Value& record, const schedulers::Scheduler& scheduler, const Leniency& leniency);

}  // namespace fairshare::formats
