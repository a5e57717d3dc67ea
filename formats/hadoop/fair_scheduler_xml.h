// fair-scheduler.xml: the configuration of each queue, and how YARN reads the file.
//
//     <allocations>
//       <queue name="prod">                       root.prod
//         <weight>2.5</weight>
//         <minResources>1024 mb, 1 vcores</minResources>
//         <queue name="etl"/>                     root.prod.etl
//       </queue>
//     </allocations>
//
// Read as AllocationFileLoaderService of 2.7.3, and as AllocationFileParser,
// AllocationFileQueueParser and QueuePlacementPolicy of 3.3.6 do. docs/yarn.md lists the elements.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fairshare/exact/rational.h"
#include "formats/hadoop/cluster.h"
#include "formats/hadoop/resources.h"
#include "formats/hadoop/xml_document.h"
#include "formats/text/input_error.h"

namespace fairshare::formats {

struct ConfiguredQueue {
  std::string name;            // "root.prod.etl"
  std::size_t line = 0;        // of its element; 0 for a queue that YARN has without configuration
  exact::Rational weight = 1;  // may be negative
  std::optional<ConfiguredResources> min = std::nullopt;        // absent: 0
  std::optional<ConfiguredResources> max = std::nullopt;        // absent: the default
  std::optional<ConfiguredResources> max_child = std::nullopt;  // of queues that are not configured
  std::optional<YarnPolicy> policy = std::nullopt;              // absent: the default
  bool is_parent = false;        // it has queues in it, or the type "parent"
  bool is_known = true;          // false: an error says why its weight or bounds are not known
  std::string not_created = {};  // why YARN makes no such queue; mostly empty
};

struct Allocations {
  std::vector<ConfiguredQueue> queues;  // parents before children; root and root.default always
  std::optional<ConfiguredResources> default_max = std::nullopt;  // absent: none
  YarnPolicy default_policy = YarnPolicy::fair;
};

// An element that YARN does not read as it is written.
struct Remark {
  enum class Kind {
    ignored,  // YARN ignores it: an unknown element, or the first of two
    changed,  // YARN reads it as something else: a percentage in minResources as 0
    refused,  // because of it YARN does not load the file
  };
  Kind kind;
  InputError what;  // code, message, file, line, queue, element
};

struct AllocationsReading {
  std::optional<Allocations> allocations = std::nullopt;  // absent: the text is no such file
  std::vector<Remark> remarks = {};                       // in YARN's order
  std::vector<InputError> errors = {};                    // what is read by YARN, but not here
};

bool is_refused(const AllocationsReading& reading);

// One sentence for each remark that is not a refusal; for ignored elements, the first of each name
// and the number of others.
std::vector<std::string> sentences_of(std::span<const Remark> remarks);

// Reads all that can be read.
//
// Refused, with a message that names the release: FS001 malformed, empty; FS019 anything else that
// makes YARN keep its old configuration. Ignored: FS003 an unknown element, FS004 a duplicate one.
// Changed: FS020.
//
// Errors: FS001 not UTF-8, FS002 a policy that is a class of its own, FS005 too deep, FS007 a
// number with too many digits, FS011 a weight that is NaN or infinite.
AllocationsReading read_fair_scheduler_xml(const NamedText& xml, YarnRelease release);

}  // namespace fairshare::formats
