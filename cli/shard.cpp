#include "cli/shard.h"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

namespace fairshare::cli {
namespace {

constexpr std::uint64_t count_max = 1'000'000;

}  // namespace

std::optional<std::uint64_t> find_whole(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

std::optional<Shard> find_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto number = find_whole(text.substr(0, slash));
  const auto count = find_whole(text.substr(slash + 1));
  if (!number || !count || *number < 1 || *number > *count || *count > count_max)
    return std::nullopt;
  return Shard{*number, *count};
}

std::string no_shard(std::string_view text) {
  return fmt::format("--shard {}: I/N is expected, such as 2/3 for the second of three shards",
                     text);
}

}  // namespace fairshare::cli
