#include "formats/hadoop/trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "fairshare/exact/brief.h"

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

// "/a" and "b" make "/a/b", "/" and "b" make "/b".
std::string child_path(const std::string& parent, const std::string& name) {
  return (parent == "/" ? "" : parent) + "/" + name;
}

std::vector<std::string> names_of(Outline& outline, const json::Array& nodes, const Place& place,
                                  std::size_t parent) {
  std::vector<std::string> names;
  names.reserve(nodes.size());
  const auto complain = [&](std::size_t i, Complaint complaint) {
    const Place at{&place, {}, i};
    if (outline.error) return;
    outline.error =
        error_at({&at, "name"}, child_path(outline.paths[parent], names[i]), std::move(complaint));
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    names.push_back(fmt::format("{}", i));
    const Value* name = json::find(nodes[i], "name");
    if (name == nullptr) continue;
    const auto* text = std::get_if<std::string>(&name->is);
    if (text == nullptr) {
      complain(i, wrong_kind("a string", *name));
    } else if (text->empty() || text->find('/') != std::string::npos) {
      complain(i,
               {"FS002", "the name must not be empty or contain a slash: paths are made of names"});
    } else {
      names.back() = *text;
    }
  }
  const std::vector<std::string_view> all(names.begin(), names.end());
  if (const auto repeated = json::find_repeated(all)) {
    complain(*repeated, {"FS004", "duplicate name: an earlier node has it"});
  }
  return names;
}

// False if the answers would be too long: then there is an error.
bool add_path(Outline& outline, std::size_t parent, const std::string& name, const Place& place) {
  auto& paths = outline.paths;
  const std::size_t length = (parent == 0 ? 0 : paths[parent].size()) + 1 + name.size();
  const bool is_too_long = outline.path_bytes + length > path_bytes_max;
  const bool are_too_many = (paths.size() + 1) * outline.resources.names.size() > node_amounts_max;
  if (!is_too_long && !are_too_many) {
    outline.path_bytes += length;
    paths.push_back(child_path(paths[parent], name));
    return true;
  }
  const Complaint too_many{
      "FS005",
      fmt::format("the number of nodes times resources exceeds {} in this tree", node_amounts_max)};
  outline.error = error_at(place, "", is_too_long ? paths_too_long() : too_many);
  return false;
}

// One node's part of "shares": a number, or numbers by resource.
void read_node_shares(Outline& outline, const Value& value, const Place& place, std::size_t node) {
  const std::string& path = outline.paths[node];
  const auto add = [&](std::size_t resource, const Value& amount, const Place& at) {
    auto read = read_number(amount);
    if (auto* complaint = std::get_if<Complaint>(&read)) {
      outline.error = error_at(at, path, std::move(*complaint));
    } else {
      outline.shares.emplace(Cell{node, resource}, std::get<WrittenNumber>(std::move(read)));
    }
  };
  if (outline.resources.is_plain) return add(0, value, place);
  const auto* members = std::get_if<json::Object>(&value.is);
  if (members == nullptr) {
    outline.error = error_at(place, path, wrong_kind("an object of amounts by resource", value));
    return;
  }
  for (const auto& [name, amount] : *members) {
    if (outline.error) return;
    const Place at{&place, name};
    if (const auto resource = find_resource(outline.resources, name)) {
      add(*resource, amount, at);
    } else {
      outline.error = error_at(at, path, no_resource(name));
    }
  }
}

InputError missing_share(const Outline& outline, std::size_t node) {
  return share_error(outline, node, {"FS104", "no share is reported for it"});
}

}  // namespace

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
                      fmt::format("{} {} is not a whole number from {} to {}", abridged(name),
                                  exact::brief(amount), low, high));
    } else {
      amounts[*resource] = static_cast<std::int64_t>(exact::floor(amount));
    }
  }
  return amounts;
}

void read_nodes(Outline& outline, const json::Array& list, const Place& place, std::size_t parent,
                const ReadNode& read_one) {
  const auto names = names_of(outline, list, place, parent);
  for (std::size_t i = 0; i < list.size() && !outline.error; ++i) {
    const Place at{&place, {}, i};
    if (!add_path(outline, parent, names[i], at)) return;
    read_one(list[i], at, outline.paths.size() - 1);
  }
}

void read_shares(Outline& outline, Fields& record) {
  const Value* value = record.take("shares");
  if (value == nullptr) return;
  const auto* members = std::get_if<json::Object>(&value->is);
  if (members == nullptr) {
    return record.complain("shares", wrong_kind("an object of shares by path", *value));
  }
  std::unordered_map<std::string_view, std::size_t> nodes;
  for (std::size_t i = 0; i < outline.paths.size(); ++i) nodes.emplace(outline.paths[i], i);
  const Place all{&record.place(), "shares"};
  for (const auto& [path, share] : *members) {
    if (outline.error) return;
    const Place at{&all, path};
    const auto found = nodes.find(path);
    if (found == nodes.end()) {
      outline.error = error_at(at, path, {"FS105", "no node has this path"});
    } else {
      read_node_shares(outline, share, at, found->second);
    }
  }
}

void write_place(json::Writer& writer, const Outline& outline, Cell cell) {
  writer.key("at").string(outline.paths[cell.node]);
  if (outline.resources.is_plain) return;
  writer.key("resource").string(outline.resources.names[cell.resource]);
}

std::optional<InputError> write_no_allocation(json::Writer& writer, const Outline& outline,
                                              const NodeDivision& division,
                                              const schedulers::NoAllocation& reason) {
  if (const auto* defect = std::get_if<Defect>(&reason)) {
    return no_problem(outline, division, *defect);
  }
  const auto* over = std::get_if<Overcommitted<Rational>>(&reason);
  writer.key("outcome").string(over != nullptr ? "overcommitted" : "surplus");
  write_place(writer, outline, division.at);
  if (over != nullptr) {
    writer.key("excess").number(number_text(over->excess));
  } else {
    writer.key("unclaimed").number(number_text(std::get<Surplus<Rational>>(reason).unclaimed));
  }
  return std::nullopt;
}

InputError share_error(const Outline& outline, std::size_t node, Complaint complaint) {
  const Place all{nullptr, "shares"};
  return error_at({&all, outline.paths[node]}, outline.paths[node], std::move(complaint));
}

InputError nothing_to_judge() {
  return {.code = "FS104",
          .message = "no share is reported for anything divided by weight",
          .field = "shares"};
}

bool is_reported(const Outline& outline, const NodeDivision& division) {
  return std::ranges::any_of(division.claimants, [&](std::size_t node) {
    return outline.shares.contains({node, division.at.resource});
  });
}

std::variant<Rational, InputError> reported_total(const Outline& outline, Cell at,
                                                  const Rational& cluster, Rounding usual) {
  const bool is_root = at.node == 0;
  const auto found = outline.shares.find(at);
  if (found == outline.shares.end()) {
    if (is_root) return cluster;
    return missing_share(outline, at.node);
  }
  auto read = find_reported(found->second, usual, 0);
  if (auto* complaint = std::get_if<Complaint>(&read)) {
    return share_error(outline, at.node, std::move(*complaint));
  }
  auto& [text, value, interval] = std::get<Reported>(read);
  if (!is_root || value == cluster) return std::move(value);
  return share_error(outline, at.node,
                     {"FS101", fmt::format("the root has {}, but the total is {}", abridged(text),
                                           exact::brief(cluster))});
}

InputError no_problem(const Outline& outline, const NodeDivision& division, const Defect& defect) {
  const std::size_t node =
      defect.claimant ? division.claimants[*defect.claimant] : division.at.node;
  return error_at(
      {nullptr, "tree"}, outline.paths[node],
      {"FS011",
       fmt::format("no fair allocation exists here, whatever {} computes: {} ({})", outline.model,
                   describe(defect.rule), outline.resources.names[division.at.resource])});
}

std::variant<Division, InputError> division_of(const Outline& outline, const NodeDivision& division,
                                               schedulers::FairProblem fair, Rounding usual) {
  if (const auto defect = find_defect(fair.problem)) return no_problem(outline, division, *defect);
  const auto& [node, resource] = division.at;
  Division result{.path = node == 0 ? "" : outline.paths[node],
                  .resource = outline.resources.is_plain ? "" : outline.resources.names[resource],
                  .problem = std::move(fair.problem),
                  .usual = usual};
  for (std::size_t i = 0; i < division.claimants.size(); ++i) {
    const std::size_t claimant = division.claimants[i];
    const auto share = outline.shares.find({claimant, resource});
    if (share == outline.shares.end()) return missing_share(outline, claimant);
    const std::string& path = outline.paths[claimant];
    result.labels.push_back(
        {.name = path, .note = std::move(fair.notes[i]), .field = "shares." + path, .path = path});
    result.shares.push_back(share->second);
  }
  return result;
}

}  // namespace fairshare::formats
