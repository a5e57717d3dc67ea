// What a ResourceManager answers to GET /ws/v1/cluster/scheduler while it runs the FairScheduler.
//
//     {"scheduler":{"schedulerInfo":{"type":"fairScheduler","rootQueue":{"queueName":"root",
//       "fairResources":{"memory":8192,"vCores":8}, ..., "childQueues":{"queue":[{...},{...}]}}}}}
//
// Releases differ in how they write `childQueues` and resources; all their shapes are read. Fields
// that do not bear on fair shares are passed over, whatever they hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/hadoop/cluster.h"
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

// Whether an application is runnable in the queue, or in one below it, which is what YARN asks
// (FSQueue.isActive). The response counts others: in numActiveApps those that have a container, in
// numPendingApps those that wait for their first one and those that may not run yet.
enum class Activity {
  inactive,
  active,
  waiting,  // active or not: applications wait, and none has a container
  unknown,  // an error says why
};

// Of what is absent below, an error says why; except `cluster`, which only root must have, and
// `min` and `max`, which may be missing where they are not wanted.
struct ReportedQueue {
  std::string name;                                  // "root.prod.etl"
  std::optional<std::size_t> parent = std::nullopt;  // index; absent: the root
  std::vector<std::size_t> children = {};            // indices, in the order of the text
  bool has_all_children = true;                      // false: some of them could not be read
  bool hides_children = false;  // it is no leaf and has none: they are not shown, or there are none
  Activity activity = Activity::unknown;
  std::string policy = {};                               // as written; empty: not reported
  std::optional<ReportedAmounts> fair = std::nullopt;    // fairResources, or steadyFairResources
  std::optional<ReportedAmounts> steady = std::nullopt;  // steadyFairResources, where it is there
  std::optional<ReportedAmounts> cluster = std::nullopt;
  std::optional<ReportedAmounts> min = std::nullopt;
  std::optional<ReportedAmounts> max = std::nullopt;
};

struct RestReading {
  std::vector<ReportedQueue> queues =
      {};  // root first, parents before children; empty: no response
  std::vector<InputError> errors = {};
  std::vector<std::string> warnings = {};  // what was assumed; a sentence each
};

struct RestWanted {
  bool steady = false;  // steadyFairResources in place of fairResources; activity does not matter
  bool bounds = false;  // minResources and maxResources must be there
};

// Reads all that can be read; errors name the queue and the field. Besides the whole response its
// schedulerInfo, {"rootQueue":...} or the root's object alone are read, and a warning says so.
//   FS001, FS004, FS005 as json::parse     FS002 a field is missing or of the wrong type, a name
//   that does not lie below its parent's             FS004 a queue twice, a resource twice FS007,
//   FS008, FS011 an amount that is no integer from 0 to 2^63 - 1      FS014 another scheduler
RestReading read_yarn_rest(const NamedText& rest, const RestWanted& wanted);

}  // namespace fairshare::formats
