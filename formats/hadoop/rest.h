// What a ResourceManager answers to GET /ws/v1/cluster/scheduler while it runs the FairScheduler.
//
//     {"scheduler":{"schedulerInfo":{"type":"fairScheduler","rootQueue":{"queueName":"root",
//       "fairResources":{"memory":8192,"vCores":8}, ..., "childQueues":{"queue":[{...},{...}]}}}}}
//
// Releases differ in how they write `childQueues` and resources; all their forms are read. Fields
// that do not affect fair shares are ignored, whatever they contain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/hadoop/resources.h"
#include "formats/text/input_error.h"

namespace fairshare::formats {

struct ReportedAmount {
  std::string resource;  // "memory", "vcores", "yarn.io/gpu"
  std::int64_t amount;   // never negative
  std::string text;      // as written
};
using ReportedAmounts = std::vector<ReportedAmount>;  // each resource once, memory and vcores first

const ReportedAmount* find_amount(const ReportedAmounts& amounts, std::string_view resource);

// Whether an application is runnable in the queue, or in one below it, as YARN decides it
// (FSQueue.isActive). The response has other counts: numActiveApps counts those with a container,
// numPendingApps those that wait for their first one and those that may not run yet.
enum class Activity {
  inactive,
  active,
  waiting,  // active or not: applications wait, and none has a container
  unknown,  // an error says why
};

// An error explains each absent member, except `cluster`, which only root must have, and `min` and
// `max`, which may be missing if they are not needed.
struct ReportedQueue {
  std::string name;                                  // "root.prod.etl"
  std::optional<std::size_t> parent = std::nullopt;  // index; absent: the root
  std::vector<std::size_t> children = {};            // indices, in the order of the text
  bool has_all_children = true;                      // false: some of them could not be read
  bool hides_children =
      false;  // not a leaf, but without children: they are not shown, or there are none
  Activity activity = Activity::unknown;
  std::string policy = {};                               // as written; empty: not reported
  std::optional<ReportedAmounts> fair = std::nullopt;    // fairResources, or steadyFairResources
  std::optional<ReportedAmounts> steady = std::nullopt;  // steadyFairResources, if present
  std::optional<ReportedAmounts> cluster = std::nullopt;
  std::optional<ReportedAmounts> min = std::nullopt;
  std::optional<ReportedAmounts> max = std::nullopt;
};

struct RestReading {
  std::vector<ReportedQueue> queues =
      {};  // root first, parents before children; empty: no response
  std::vector<InputError> errors = {};
  std::vector<std::string> warnings = {};  // what was assumed; one sentence each
};

struct RestWanted {
  bool steady = false;  // steadyFairResources instead of fairResources; activity does not matter
  bool bounds = false;  // minResources and maxResources must be there
};

// Reads all that can be read; errors name the queue and the field. Instead of the whole response,
// schedulerInfo, {"rootQueue":...} or the root's object alone are accepted with a warning.
//   FS001, FS004, FS005  as json::parse
//   FS002  a missing field, or one of the wrong type; a name that is not below its parent's
//   FS004  a duplicate queue or resource
//   FS007, FS008, FS011  an amount that is not an integer from 0 to 2^63 - 1
//   FS014  another scheduler
RestReading read_yarn_rest(const NamedText& rest, const RestWanted& wanted);

}  // namespace fairshare::formats
