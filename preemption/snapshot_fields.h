// Reading of fields, shared by the readers of Hadoop's and YTsaurus's snapshots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "fairshare/schedulers/common/computed.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "preemption/hadoop.h"
#include "preemption/ytsaurus.h"

namespace fairshare::preemption {

// A whole number from 0 to `most`: FS011 if it is negative, FS008 if it is too large.
std::optional<std::int64_t> find_amount(formats::Fields& fields, std::string_view key,
                                        std::int64_t most);
std::int64_t amount(formats::Fields& fields, std::string_view key, std::int64_t most,
                    std::int64_t fallback);

// Likewise a double.
std::optional<double> find_ratio(formats::Fields& fields, std::string_view key);
double ratio(formats::Fields& fields, std::string_view key, double fallback);

// A time in milliseconds, and one that is not after `now` (FS017).
std::optional<std::int64_t> find_time(formats::Fields& fields, std::string_view key);
std::optional<std::int64_t> find_past(formats::Fields& fields, std::string_view key,
                                      std::int64_t now);

// "now", which is required.
std::int64_t read_now(formats::Fields& fields);

// Its "name", or its index as text if it has none.
std::string name_of(const formats::json::Value& value, std::size_t index);

// Names of claimants, jobs and so on, by which other entries refer to them.
class Names {
 public:
  // The next entry's name; FS004 if an earlier one has the same.
  std::string add(const formats::json::Value& value, const formats::Place& place, std::size_t index,
                  std::optional<formats::InputError>& error);
  // The entry that `key` names: FS002 if the field is missing, FS401 if no entry has that name:
  // "there is no " + what + its name.
  std::optional<std::size_t> find(formats::Fields& fields, std::string_view key,
                                  std::string_view what) const;
  // The same, but nothing if the field is missing.
  std::optional<std::size_t> find_optional(formats::Fields& fields, std::string_view key,
                                           std::string_view what) const;

 private:
  std::map<std::string, std::size_t, std::less<>> names_;
};

// The snapshot, or a hang in computing its fair shares. The first error is in `error`.
std::variant<hadoop::Snapshot, schedulers::Hang> read_hadoop_snapshot(
    const formats::json::Value& value, hadoop::Rule rule,
    std::optional<formats::InputError>& error);

pool_tree::Snapshot read_ytsaurus_snapshot(const formats::json::Value& value, pool_tree::Era era,
                                           std::optional<formats::InputError>& error);

}  // namespace fairshare::preemption
