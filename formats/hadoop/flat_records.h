// Flat records of Hadoop's schedulers: claimants in, what the release computes out.
//
//     {"id":"a","scheduler":"yarn-2.7","total":10,"claimants":[{},{"weight":2,"max_share":3},{}]}
//
// Numbers are first converted to the type in which the release holds them: weights to float32 by
// way of double (mr1: double), amounts to int32 or int64, mr1's total to double. What does not fit
// is FS008.
// They may be negative, and a maximum below the minimum is no error: the release takes them, too.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "formats/records/record_cases.h"
#include "formats/records/tree_question.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/verdict/case.h"
#include "schedulers/hadoop/mr1.h"
#include "schedulers/hadoop/yarn.h"
#include "schedulers/registry.h"

namespace fairshare::formats {

// What the release computes from these queues, beside what was reported of them.
Emulated emulated_yarn(schedulers::yarn::Release release, std::int64_t total,
                       std::span<const schedulers::yarn::Schedulable> queues,
                       schedulers::yarn::Kind kind, std::span<const Reported> reported);
Emulated emulated_mr1(double total, std::span<const schedulers::mr1::Schedulable> schedulables,
                      std::span<const Reported> reported);

// What the release computes:
//     "outcome":"shares","shares":[4,4,4]     "outcome":"overflow","shares":[...]
//     "outcome":"nan","shares":["NaN",5]      "outcome":"hang"
// or, where the question asks for what is fair, its own rule in exact numbers as `solve` answers.
// FS011 where that has no meaning: a negative total, an infinite weight.
TreeAnswer answer_hadoop_record(const json::Value& record, const schedulers::Scheduler& scheduler,
                                const TreeQuestion& question);

// The record's one case, without id and title: its fair problem, the reported shares (YARN's are
// truncated, mr1's are doubles, unless the leniency says otherwise), and what the release computes.
std::variant<std::vector<Case>, InputError> cases_of_hadoop_record(
    const json::Value& record, const schedulers::Scheduler& scheduler, const TreeQuestion& question,
    const Leniency& leniency);

}  // namespace fairshare::formats
