// Reads the tree of a record of ytsaurus-2018 or ytsaurus-2019.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fairshare/schedulers/ytsaurus/scalar.h"
#include "formats/text/json.h"

namespace fairshare::formats {

struct YtsaurusTree {
  schedulers::ytsaurus::scalar::Tree tree = {};
  std::vector<std::string> names = {};  // one per element
  std::vector<std::string> paths = {};  // "/", "/A", "/A/op"
  const json::Value* shares = nullptr;  // the record's "shares", unread
};

// "ytsaurus-2019"
std::string name_of(schedulers::ytsaurus::scalar::Era era);

// If `error` is set, do not use the rest. Its codes are in scalar_trees.h.
YtsaurusTree read_ytsaurus_scalar(const json::Value& record, schedulers::ytsaurus::scalar::Era era,
                                  std::optional<InputError>& error);

}  // namespace fairshare::formats
