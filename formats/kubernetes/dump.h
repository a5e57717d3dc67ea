// What an operator can dump from a Kubernetes cluster, as the divisions that its schedulers made:
// Volcano's queues, Koordinator's elastic quotas, KAI's queues, the API server's priority levels.
//
//     kubectl get queues.scheduling.volcano.sh -o json > queues.json
//     fairshare verify queues.json --metrics metrics.txt --total cpu=96 --total memory=512Gi
//
// One division for each parent and each resource. docs/kubernetes.md says for each kind of object
// what is read, what it does not contain, and where to get that.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "formats/kubernetes/objects.h"
#include "formats/text/fields.h"
#include "formats/text/named_text.h"
#include "formats/verdict/case.h"

namespace fairshare::formats {

struct DocumentReading;

struct DumpOptions {
  std::optional<NamedText> metrics = std::nullopt;  // Prometheus text
  ResourceList totals = {};    // what the cluster divides, by resource: --total
  std::string scheduler = {};  // which release, if there are several; empty: the newest
};

struct DumpClaimant {
  std::string name;
  exact::Rational weight = 1;
  exact::Rational min_share = 0;
  bool says_min_share = true;  // false: a min_share of 0 is not shown
  std::optional<exact::Rational> max_share = std::nullopt;
  exact::Rational demand = 0;
  bool says_demand = true;            // false: it has none
  WrittenNumber share = {"0", 0, 0};  // reported
  // For Koordinator and KAI, as in records.
  exact::Rational guarantee = 0;
  bool lends = true;
  exact::Rational priority = 0;
  exact::Rational created = 0;
  exact::Rational usage = 0;
  // For KubeFed.
  std::optional<exact::Rational> current = std::nullopt;
};

// What one parent divides of one resource.
struct DumpDivision {
  std::string title;       // the parent's name, or a description
  std::string resource;    // with its unit: "cpu in thousandths"
  std::string scheduler;   // "volcano", as records name it
  std::string older = {};  // if only that computes the shares, it is their release
  std::size_t line = 0;    // of the parent, or of its first child
  exact::Rational total;
  std::vector<DumpClaimant> claimants;
  // The release's name for the resource, if it divides all resources in one loop: "cpu".
  std::string name = {};
  InputNames called = {};               // what the objects call them
  exact::Rational idle_min_shares = 0;  // of claimants that take no part
  bool is_in_whole_seats = false;       // the shares were rounded to seats; else as in records
  std::vector<std::string> notes = {};  // what was assumed, one sentence each
  exact::Rational k_value = 0;          // as in records, as the next three
  bool scales_minimums = false;
  bool rebalances = false;
  std::string key = {};
};

// Errors, apart from those of JSON, YAML and their objects (objects.h), of the metrics
// (prometheus_text.h) and of quantities (quantity.h):
//   FS002  a field or a file that is needed is missing, or of another type; nothing to divide
//   FS008  a number that the scheduler cannot hold; FS011 a negative one
//   FS014  metrics of a plugin that divides nothing
//   FS018  an option that is for another kind of dump
//   FS104  an object without its share or its metric; FS105 a metric without its object
//   FS401  a parent that does not exist, or a cycle
// An error in a division leaves that division out; an error in a tree leaves the whole tree out.
DocumentReading read_cluster_dump(const NamedText& dump, const DumpOptions& options);

// The amounts of --total, each "cpu=96": FS002, FS004, FS006 without a place.
std::variant<ResourceList, Complaint> read_totals(const std::vector<std::string>& totals);

}  // namespace fairshare::formats
