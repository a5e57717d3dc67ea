#include "formats/hadoop/trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "formats/records/record_cases.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using json::Value;

std::optional<std::size_t> find_resource(const Resources& resources, std::string_view name) {
  const auto found = std::ranges::find(resources.names, name);
  if (found == resources.names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - resources.names.begin());
}

Complaint no_resource(std::string_view name) {
  return {"FS003", fmt::format("the total has no {}", json::quoted(abridged(name)))};
}

// One node's part of "shares": a number, or numbers by resource.
std::optional<InputError> read_node_shares(const Value& value, const Place& place,
                                           const std::string& path, std::size_t node,
                                           const Resources& resources, ReportedShares& shares) {
  const auto add = [&](std::size_t resource, const Value& amount,
                       const Place& at) -> std::optional<InputError> {
    auto read = read_number(amount);
    if (auto* complaint = std::get_if<Complaint>(&read)) {
      return error_at(at, path, std::move(*complaint));
    }
    shares.emplace(std::pair(node, resource), std::get<WrittenNumber>(std::move(read)));
    return std::nullopt;
  };
  if (resources.is_plain) return add(0, value, place);
  const auto* members = std::get_if<json::Object>(&value.is);
  if (members == nullptr) {
    return error_at(place, path, wrong_kind("an object of resource to amount", value));
  }
  for (const auto& [name, amount] : *members) {
    const Place at{&place, name};
    const auto resource = find_resource(resources, name);
    if (!resource) return error_at(at, path, no_resource(name));
    if (auto error = add(*resource, amount, at)) return error;
  }
  return std::nullopt;
}

}  // namespace

std::string child_path(const std::string& parent, const std::string& name) {
  return (parent == "/" ? "" : parent) + "/" + name;
}

std::vector<std::string> names_of(const json::Array& nodes, const Place& place,
                                  const std::string& parent, std::optional<InputError>& error) {
  std::vector<std::string> names;
  names.reserve(nodes.size());
  const auto complain = [&](std::size_t i, Complaint complaint) {
    const Place at{&place, {}, i};
    if (error) return;
    error = error_at({&at, "name"}, child_path(parent, names[i]), std::move(complaint));
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    names.push_back(fmt::format("{}", i));
    const Value* name = json::find(nodes[i], "name");
    if (name == nullptr) continue;
    const auto* text = std::get_if<std::string>(&name->is);
    if (text == nullptr) {
      complain(i, wrong_kind("a string", *name));
    } else if (text->empty() || text->find('/') != std::string::npos) {
      complain(i, {"FS002",
                   "a name that is not empty and has no / in it is expected here: paths "
                   "are made of names"});
    } else {
      names.back() = *text;
    }
  }
  const std::vector<std::string_view> all(names.begin(), names.end());
  if (const auto repeated = json::find_repeated(all)) {
    complain(*repeated, {"FS004", "a node before it has the same name"});
  }
  return names;
}

std::optional<std::size_t> Paths::add(std::size_t parent, const std::string& name,
                                      std::size_t resources, const Place& place,
                                      std::optional<InputError>& error) {
  const std::size_t length = (parent == 0 ? 0 : all[parent].size()) + 1 + name.size();
  const bool is_too_long = bytes + length > path_bytes_max;
  const bool are_too_many = (all.size() + 1) * resources > node_amounts_max;
  if (!is_too_long && !are_too_many) {
    bytes += length;
    all.push_back(child_path(all[parent], name));
    return all.size() - 1;
  }
  if (error) return std::nullopt;
  const Complaint too_many{
      "FS005",
      fmt::format("nodes times resources are more than {} in this tree", node_amounts_max)};
  error = error_at(place, "", is_too_long ? paths_too_long() : too_many);
  return std::nullopt;
}

Resources read_resources(Fields& record, const std::vector<std::string>& known) {
  const Value* total = record.take("total");
  const auto* members = total != nullptr ? std::get_if<json::Object>(&total->is) : nullptr;
  if (total == nullptr || std::holds_alternative<json::Null>(total->is)) {
    record.complain("total", "FS002", "the total is missing");
  }
  if (members == nullptr) return {{known.front()}, true};

  Resources resources;
  for (const std::string& name : known) {
    if (json::find(*total, name) != nullptr) resources.names.push_back(name);
  }
  const auto known_end = static_cast<std::ptrdiff_t>(resources.names.size());
  for (const auto& [name, amount] : *members) {
    if (std::ranges::find(known, name) == known.end()) resources.names.push_back(name);
  }
  std::sort(resources.names.begin() + known_end, resources.names.end());
  return resources;
}

std::optional<std::vector<std::int64_t>> find_whole_amounts(Fields& fields, std::string_view key,
                                                            const Resources& resources,
                                                            std::int64_t low, std::int64_t high,
                                                            std::int64_t fallback) {
  if (resources.is_plain) {
    const auto amount = fields.find_whole(key, low, high);
    if (!amount) return std::nullopt;
    return std::vector{*amount};
  }
  const auto told = fields.find_amounts(key);
  if (!told) return std::nullopt;
  std::vector<std::int64_t> amounts(resources.names.size(), fallback);
  for (const auto& [name, amount] : *told) {
    const auto resource = find_resource(resources, name);
    if (!resource) {
      fields.complain(key, no_resource(name));
    } else if (!exact::is_whole(amount) || amount < low || amount > high) {
      fields.complain(key, "FS008",
                      fmt::format("{} {} is no whole number from {} to {}", abridged(name),
                                  abridged(exact::to_text(amount)), low, high));
    } else {
      amounts[*resource] = static_cast<std::int64_t>(exact::floor(amount));
    }
  }
  return amounts;
}

std::string amounts_json(const Resources& resources, std::size_t node, const AmountText& text) {
  if (resources.is_plain) return text(node, 0);
  std::string result = "{";
  for (std::size_t r = 0; r < resources.names.size(); ++r) {
    fmt::format_to(std::back_inserter(result), "{}{}:{}", r > 0 ? "," : "",
                   json::quoted(resources.names[r]), text(node, r));
  }
  return result + '}';
}

std::string by_path_json(const Paths& paths, const std::function<std::string(std::size_t)>& text) {
  std::string result = "{";
  for (std::size_t node = 0; node < paths.all.size(); ++node) {
    const std::string value = text(node);
    if (value.empty()) continue;
    fmt::format_to(std::back_inserter(result), "{}{}:{}", result.size() > 1 ? "," : "",
                   json::quoted(paths.all[node]), value);
  }
  return result + '}';
}

std::string place_json(const Paths& paths, const Resources& resources, std::size_t node,
                       std::size_t resource) {
  std::string result = ",\"at\":" + json::quoted(paths.all[node]);
  if (!resources.is_plain) result += ",\"resource\":" + json::quoted(resources.names[resource]);
  return result;
}

std::string overcommitted_json(const Rational& excess, const std::string& place) {
  return fmt::format(R"("outcome":"overcommitted"{},"excess":{})", place,
                     json::quoted(exact::to_text(excess)));
}

std::string surplus_json(const Rational& unclaimed, const std::string& place) {
  return fmt::format(R"("outcome":"surplus"{},"unclaimed":{})", place,
                     json::quoted(exact::to_text(unclaimed)));
}

ReportedShares read_reported_shares(Fields& record, const Paths& paths, const Resources& resources,
                                    std::optional<InputError>& error) {
  ReportedShares shares;
  const Value* value = record.take("shares");
  if (value == nullptr) return shares;
  const auto* members = std::get_if<json::Object>(&value->is);
  if (members == nullptr) {
    record.complain("shares", wrong_kind("an object of path to share", *value));
    return shares;
  }
  std::unordered_map<std::string_view, std::size_t> nodes;
  for (std::size_t i = 0; i < paths.all.size(); ++i) nodes.emplace(paths.all[i], i);
  const Place all{&record.place(), "shares"};
  for (const auto& [path, share] : *members) {
    if (error) break;
    const Place at{&all, path};
    const auto found = nodes.find(path);
    if (found == nodes.end()) {
      error = error_at(at, path, {"FS105", "no node has this path"});
    } else {
      error = read_node_shares(share, at, path, found->second, resources, shares);
    }
  }
  return shares;
}

InputError nothing_to_judge() {
  return {.code = "FS104",
          .message = "of what is divided by weights no share is reported",
          .field = "shares"};
}

std::variant<Reported, InputError> reported_share(const ReportedShares& shares, const Paths& paths,
                                                  std::size_t node, std::size_t resource,
                                                  Rounding rounding) {
  const std::string& path = paths.all[node];
  const auto found = shares.find({node, resource});
  Complaint complaint{"FS104", "no share is reported for it"};
  if (found != shares.end()) {
    auto read = find_reported(found->second, rounding, 0);
    if (auto* reported = std::get_if<Reported>(&read)) return std::move(*reported);
    complaint = std::get<Complaint>(std::move(read));
  }
  const Place all{nullptr, "shares"};
  return error_at({&all, path}, path, std::move(complaint));
}

}  // namespace fairshare::formats
