// A shard: the part of a run that one task of a cluster does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fairshare::cli {

struct Shard {
  std::uint64_t number = 1;  // from 1 to count
  std::uint64_t count = 1;

  friend bool operator==(const Shard&, const Shard&) = default;
};

// "27" -> 27. Nothing for "", "-1", "+1", "1.0", "1 " and beyond 2^64 - 1.
std::optional<std::uint64_t> find_whole(std::string_view text);

// "2/3" -> the second of three. Nothing for "0/3", "4/3", "2", "2/3x"; at most a million shards.
std::optional<Shard> find_shard(std::string_view text);

// The error for an invalid text: "--shard 4/3: ...".
std::string no_shard(std::string_view text);

// Deals the items of a run to its shards, one by one: of three shards the second gets the items 1,
// 4, 7, ..., counted from 0. So shards do not overlap, and together cover everything.
struct Turn {
  Shard shard = {};
  std::uint64_t items = 0;  // so far

  // Counts one more item; true if it is this shard's.
  bool takes() { return items++ % shard.count == shard.number - 1; }
};

}  // namespace fairshare::cli
