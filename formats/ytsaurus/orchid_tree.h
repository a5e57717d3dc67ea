// The tree in an Orchid's flat maps, before any number is read.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/text/input_error.h"
#include "formats/text/json.h"

namespace fairshare::formats {

enum class OrchidKind { scalar, vector };  // until 2020, and since

struct OrchidElement {
  std::string name;  // of a pool, or an operation's id
  bool is_operation = false;
  const json::Value* fields = nullptr;
  bool is_fifo = false;      // a pool that serves its operations in turn
  bool is_integral = false;  // a pool with an integral guarantee
  bool has_integral_below = false;
  std::optional<std::size_t> parent = std::nullopt;  // absent: the root
  std::vector<std::size_t> children = {};            // pools first, each in the file's order
};

struct OrchidTree {
  std::vector<OrchidElement> elements = {};
  std::vector<std::size_t> pools = {};  // parents first, so the root is the first; no cycle
  OrchidKind kind = OrchidKind::scalar;
  bool shows_operations = false;  // whether there is a map of them, even an empty one
};

// A pool tree of a cluster. `name` is empty if the file has one tree and does not name it.
struct OrchidOfTree {
  std::string_view name;
  const json::Value* orchid;
};

// The trees in a map of trees ("scheduling_info_per_pool_tree"), in the file's order; otherwise the
// whole value as one tree. The document may also be what YTsaurus's HTTP interface responds since
// v4, {"value":...}. `document` must outlive them.
std::vector<OrchidOfTree> trees_of(const json::Value& document);

// If there are errors, do not use the tree. Errors have no file. `orchid` must outlive the tree.
OrchidTree read_orchid_tree(const json::Value& orchid, std::vector<InputError>& errors);

}  // namespace fairshare::formats
