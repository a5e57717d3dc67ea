// The small grammars of YARN's files: weights, resources, policies.
//
//     "1024 mb, 2 vcores"                 every release
//     "50%"   "50% memory, 25% cpu"       3.x; of the cluster
//     "vcores=2, memory-mb=1024"          3.x; any resource type; also all in percent
//
// They are read as that release reads them, with its quirks, which docs/yarn.md lists. 3.x means
// 3.3 (FairSchedulerConfiguration of 3.3.6).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "fairshare/exact/rational.h"
#include "formats/hadoop/cluster.h"
#include "formats/text/input_error.h"

namespace fairshare::formats {

// A fraction of the cluster: 0.5 for "50%". A double, as in YARN.
struct ClusterFraction {
  double fraction;
};
using ResourceAmount = std::variant<std::int64_t, ClusterFraction>;

// What a text says about each resource, by the names that cases use: "memory", "vcores",
// "yarn.io/gpu".
struct ConfiguredResources {
  std::map<std::string, ResourceAmount, std::less<>> named = {};
  std::optional<ResourceAmount> others = std::nullopt;  // every other resource; absent: not given
  // What the release reads if that differs from the text, since it skips digits, a sign or a point:
  // "24 mb, 2 vcores" for "1,024 mb, 2 vcores". Otherwise empty.
  std::string read_as = {};
};

// The resources, or what is wrong with the text, with code and message only: FS003 "memory=5" (its
// name is memory-mb), FS006 malformed, FS007 a number with too many digits, FS008 beyond the
// integers of that release, FS011 negative.
std::variant<ConfiguredResources, InputError> parse_resources(std::string_view text,
                                                              YarnRelease release);

// The units of `resource`, if the cluster has `cluster_amount` of it; a fraction is multiplied in
// doubles and truncated to int64, as in Java: 10% of 100 is 10, 35% of 20 is 7, 29% of 100 is 28
// (0.29 * 100 is 28.999999999999996). Nothing if the text does not give the resource.
std::optional<exact::Rational> find_amount(const ConfiguredResources& resources,
                                           std::string_view resource, std::int64_t cluster_amount);

// A weight as Java reads it: to double, then to float32; it may be negative. FS006 malformed, FS007
// too many digits, FS011 NaN or infinite.
std::variant<exact::Rational, InputError> parse_weight(std::string_view text);

// A weight of MR1: the double that Java reads. The same errors.
std::variant<double, InputError> parse_pool_weight(std::string_view text);

// Whether Double.parseDouble and Float.parseFloat accept the text: "0.5f", "NaN"; not "", "1,5".
// Hexadecimal numbers are not supported.
bool is_java_double(std::string_view text);

// Whether Integer.parseInt or Long.parseLong accepts it, depending on the largest number: "+5",
// "-1", the least number as well; not "", "5 ", "1.0".
bool is_java_integer(std::string_view text, std::int64_t max);

enum class YarnPolicy { fair, drf, fifo };

// The policy of that name, in any case ("DRF"), or of that class ("...policies.FairSharePolicy").
std::optional<YarnPolicy> find_policy(std::string_view text);

// "fair", "drf", "fifo".
std::string_view name_of(YarnPolicy policy);

// "memory-mb" is "memory"; every other resource has one name only.
std::string_view resource_name(std::string_view type);

// The text without white space at both ends, as in Java: every character up to U+0020.
std::string_view trimmed(std::string_view text);

}  // namespace fairshare::formats
