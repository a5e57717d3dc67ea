// For tests of a cluster's response: writes one, reads it, and shows what is reported about it as
// words.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/properties/fairness.h"
#include "formats/hadoop/cluster.h"
#include "formats/verdict/division.h"

namespace fairshare::formats::yarn_responses {

// A queue of a response with memory and vcores in each resource.
struct Amounts {
  std::string memory = "0";
  std::string vcores = "0";
};

struct Queue {
  std::string name;
  Amounts fair;
  std::vector<Queue> children = {};
  int apps = 1;
  std::string policy = "fair";
  Amounts min = {};
  Amounts max = {"100", "10"};
  Amounts cluster = {"100", "10"};
  std::string more = {};                         // further fields, each with a comma before it
  std::optional<Amounts> steady = std::nullopt;  // absent: the momentary share
};

inline std::string field(const std::string& name, const Amounts& amounts) {
  return ",\"" + name + "\":{\"memory\":" + amounts.memory + ",\"vCores\":" + amounts.vcores + "}";
}

inline std::string json(const Queue& queue) {
  std::string text = "{\"queueName\":\"" + queue.name + "\",\"schedulingPolicy\":\"" +
                     queue.policy + "\"" + field("fairResources", queue.fair) +
                     field("steadyFairResources", queue.steady.value_or(queue.fair)) +
                     field("minResources", queue.min) + field("maxResources", queue.max) +
                     field("clusterResources", queue.cluster) + queue.more;
  if (queue.children.empty()) {
    return text + ",\"type\":\"fairSchedulerLeafQueueInfo\",\"numActiveApps\":" +
           std::to_string(queue.apps) + "}";
  }
  text += ",\"childQueues\":{\"queue\":[";
  for (std::size_t i = 0; i < queue.children.size(); ++i) {
    text += (i > 0 ? "," : "") + json(queue.children[i]);
  }
  return text + "]}}";
}

inline std::string response(const Queue& root) {
  return R"({"scheduler":{"schedulerInfo":{"type":"fairScheduler","rootQueue":)" + json(root) +
         "}}}";
}

// A root over the cluster of 100 MB and 10 vcores.
inline Queue root_of(std::vector<Queue> children, const std::string& policy = "fair") {
  Queue root{"root", {"100", "10"}, std::move(children)};
  root.policy = policy;
  return root;
}

inline YarnReading read(const Queue& root, const std::string& queues,
                        const YarnOptions& options = {}) {
  const std::string xml = "<allocations>" + queues + "</allocations>";
  return read_yarn({"rest.json", response(root)}, NamedText{"f.xml", xml}, options);
}

inline YarnReading read_without_xml(const Queue& root, const YarnOptions& options = {}) {
  return read_yarn({"rest.json", response(root)}, std::nullopt, options);
}

// "code file:line queue field" of each error.
inline std::vector<std::string> errors(const YarnReading& reading) {
  std::vector<std::string> result;
  for (const InputError& error : reading.errors) {
    result.push_back(error.code + " " + error.file + ":" + std::to_string(error.line) + " " +
                     error.claimant + " " + error.field);
  }
  return result;
}
using Lines = std::vector<std::string>;

// The message of each error.
inline Lines messages(const YarnReading& reading) {
  Lines result;
  for (const InputError& error : reading.errors) result.push_back(error.message);
  return result;
}

// The notes of a division's claimants.
inline std::vector<std::string> notes(const Division& division) {
  std::vector<std::string> result;
  for (const ClaimantLabel& label : division.labels) result.push_back(label.note);
  return result;
}

// "root memory" of each division.
inline std::vector<std::string> titles(const YarnReading& reading) {
  std::vector<std::string> result;
  for (const Division& division : reading.divisions)
    result.push_back(division.path + " " + division.resource);
  return result;
}

inline bool is_fair(const Division& division, const Tolerance& tolerance = {}) {
  const Case reported = std::get<Case>(case_of(division, tolerance));
  std::vector<properties::Interval> intervals;
  for (const Reported& share : reported.reported) intervals.push_back(share.interval);
  return !properties::find_violation(reported.problem, intervals);
}

inline bool mentions(const std::vector<std::string>& sentences, const std::string& part) {
  for (const std::string& sentence : sentences) {
    if (sentence.find(part) != std::string::npos) return true;
  }
  return false;
}

using Claimants = std::vector<Claimant<exact::Rational>>;

}  // namespace fairshare::formats::yarn_responses
