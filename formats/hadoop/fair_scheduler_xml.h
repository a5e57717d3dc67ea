// fair-scheduler.xml: what each queue is configured to have.
//
//     <allocations>
//       <queue name="prod">                       root.prod
//         <weight>2.5</weight>
//         <minResources>1024 mb, 1 vcores</minResources>
//         <queue name="etl"/>                     root.prod.etl
//       </queue>
//     </allocations>
//
// docs/yarn.md lists the elements that are read and those that do not bear on shares.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "exact/rational.h"
#include "formats/hadoop/cluster.h"
#include "formats/hadoop/resources.h"
#include "formats/text/input_error.h"

namespace fairshare::formats {

// The deepest nesting of elements that is read; deeper is FS005.
inline constexpr std::size_t xml_depth_max = 256;

struct ConfiguredQueue {
  std::string name;      // "root.prod.etl"
  std::size_t line = 0;  // of its element; 0 for a queue that YARN has without configuration
  exact::Rational weight = 1;
  std::optional<ConfiguredResources> min = std::nullopt;  // absent: 0
  std::optional<ConfiguredResources> max = std::nullopt;  // absent: the default
  std::optional<YarnPolicy> policy = std::nullopt;        // absent: the default
  bool is_known = true;  // false: an error says why its weight or bounds are not known
};

struct Allocations {
  std::vector<ConfiguredQueue> queues;  // parents before children; root and root.default always
  std::optional<ConfiguredResources> default_max = std::nullopt;  // absent: none
  YarnPolicy default_policy = YarnPolicy::fair;
};

struct AllocationsReading {
  std::optional<Allocations> allocations = std::nullopt;  // absent: the text is no such file
  std::vector<InputError> errors = {};
  std::vector<std::string> warnings = {};
};

// Reads all that can be read; errors name the line, the queue, and the element.
//   FS001 malformed, not UTF-8, empty    FS002 no <allocations>, no name, a dot in a name, unknown
//   policy FS003 unknown element                FS004 a queue twice, an element twice (the last
//   counts) FS005 too deep                       FS006, FS007, FS008, FS011 a weight or a resource:
//   see resources.h
AllocationsReading read_fair_scheduler_xml(const NamedText& xml, YarnRelease release);

}  // namespace fairshare::formats
