// The allocations file of MR1: the configuration of each pool, and how MR1 reads the file.
//
//     <allocations>
//       <pool name="prod">
//         <weight>2.5</weight> <minMaps>10</minMaps> <maxReduces>20</maxReduces>
//       </pool>
//     </allocations>
//
// Read as PoolManager of Hadoop 1.x (contrib/fairscheduler) does. docs/yarn.md lists the elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fairshare/schedulers/hadoop/mr1_pools.h"
#include "formats/hadoop/fair_scheduler_xml.h"
#include "formats/text/input_error.h"
#include "formats/text/named_text.h"

namespace fairshare::formats {

struct ConfiguredPool {
  std::size_t line = 0;  // of its first element
  // Absent: 1, 0, none, and the file's default.
  std::optional<double> weight = std::nullopt;
  std::optional<std::int32_t> min_maps = std::nullopt;
  std::optional<std::int32_t> min_reduces = std::nullopt;
  std::optional<std::int32_t> max_maps = std::nullopt;
  std::optional<std::int32_t> max_reduces = std::nullopt;
  std::optional<schedulers::mr1::Mode> mode = std::nullopt;
};

struct PoolAllocations {
  std::map<std::string, ConfiguredPool, std::less<>> pools = {};  // by name
  schedulers::mr1::Mode default_mode = schedulers::mr1::Mode::fair;
};

struct PoolsReading {
  std::optional<PoolAllocations> allocations = std::nullopt;  // absent: the text is no such file
  std::vector<Remark> remarks = {};
  std::vector<InputError> errors = {};
};

// Whether it is a file of MR1 rather than of YARN, which reads <pool> as well: it has elements that
// only MR1 knows, and none that only YARN knows. False if it is malformed.
bool is_mr1_allocations(const NamedText& xml);

// Reads all that can be read.
//
// Refused, with a message: FS001 malformed, empty; FS019 another root element, a number or a mode
// that MR1 cannot read. Ignored: FS003 an unknown element, FS004 a duplicate one. Changed: FS020 a
// pool that is configured twice, or has no name.
//
// Errors: FS001 not UTF-8, FS005 too deep, FS007 a weight with too many digits, FS011 one that is
// NaN or infinite.
PoolsReading read_mr1_allocations(const NamedText& xml);

}  // namespace fairshare::formats
