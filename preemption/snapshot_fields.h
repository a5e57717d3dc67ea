// What both readers of snapshots, of Hadoop's and of YTsaurus's schedulers, need of fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/schedulers/common/computed.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "preemption/hadoop.h"
#include "preemption/ytsaurus.h"

namespace fairshare::preemption {

// A whole number from 0 to `most`: FS011 where it is negative, FS008 where it does not fit.
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

// "now", which has to be there.
std::int64_t read_now(formats::Fields& fields);

// Its "name", or its index as text where it has none.
std::string name_of(const formats::json::Value& value, std::size_t index);

// Names of claimants, jobs and so on, by which others speak of them.
class Names {
 public:
  // The next one's name; FS004 where one before it has the same.
  std::string add(const formats::json::Value& value, const formats::Place& place, std::size_t index,
                  std::optional<formats::InputError>& error);
  // Which one `key` names: FS002 where the field is not there, FS401 where nothing has that
  // name: "there is no " + what + its name.
  std::optional<std::size_t> find(formats::Fields& fields, std::string_view key,
                                  std::string_view what) const;
  // Likewise, but nothing where the field is not there.
  std::optional<std::size_t> find_optional(formats::Fields& fields, std::string_view key,
                                           std::string_view what) const;

 private:
  std::map<std::string, std::size_t, std::less<>> names_;
};

// The snapshot, or what its fair shares come to. The first complaint is in `error`.
std::variant<hadoop::Snapshot, schedulers::Hang> read_hadoop_snapshot(
    const formats::json::Value& value, hadoop::Rule rule,
    std::optional<formats::InputError>& error);

pool_tree::Snapshot read_ytsaurus_snapshot(const formats::json::Value& value, pool_tree::Era era,
                                           std::optional<formats::InputError>& error);

}  // namespace fairshare::preemption
