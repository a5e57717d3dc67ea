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

#include "formats/fields.h"
#include "formats/input_error.h"
#include "formats/json.h"
#include "schedulers/computed.h"
#include "schedulers/preemption.h"
#include "schedulers/preemption_ytsaurus.h"

namespace fairshare::formats {

// A whole number from 0 to `most`: FS011 where it is negative, FS008 where it does not fit.
std::optional<std::int64_t> find_amount(Fields& fields, std::string_view key, std::int64_t most);
std::int64_t amount(Fields& fields, std::string_view key, std::int64_t most, std::int64_t fallback);

// Likewise a double.
std::optional<double> find_ratio(Fields& fields, std::string_view key);
double ratio(Fields& fields, std::string_view key, double fallback);

// A time in milliseconds, and one that is not after `now` (FS017).
std::optional<std::int64_t> find_time(Fields& fields, std::string_view key);
std::optional<std::int64_t> find_past(Fields& fields, std::string_view key, std::int64_t now);

// "now", which has to be there.
std::int64_t read_now(Fields& fields);

// Its "name", or its index as text where it has none.
std::string name_of(const json::Value& value, std::size_t index);

// Names of claimants, jobs and so on, by which others speak of them.
class Names {
 public:
  // The next one's name; FS004 where one before it has the same.
  std::string add(const json::Value& value, const Place& place, std::size_t index,
                  std::optional<InputError>& error);
  // Which one `key` names: FS002 where the field is not there, FS401 where there is none of that
  // name: "there is no " + what + its name.
  std::optional<std::size_t> find(Fields& fields, std::string_view key,
                                  std::string_view what) const;
  // Likewise, but nothing where the field is not there.
  std::optional<std::size_t> find_optional(Fields& fields, std::string_view key,
                                           std::string_view what) const;

 private:
  std::map<std::string, std::size_t, std::less<>> names_;
};

// The snapshot, or what its fair shares come to. The first complaint is in `error`.
std::variant<schedulers::preemption::Snapshot, schedulers::Hang> read_hadoop_snapshot(
    const json::Value& value, schedulers::preemption::Rule rule, std::optional<InputError>& error);

schedulers::preemption::pool_tree::Snapshot read_ytsaurus_snapshot(
    const json::Value& value, schedulers::preemption::pool_tree::Era era,
    std::optional<InputError>& error);

}  // namespace fairshare::formats
