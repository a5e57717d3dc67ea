// The verdict is that of `verify`, on the record that is kept: so there is only ever one.
#include "fuzz/harness/referee.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "exact/solve.h"
#include "formats/inputs.h"
#include "formats/report/text.h"
#include "formats/verdict/verdict.h"

namespace fairshare::harness {
namespace {

using exact::Rational;
using formats::Case;
using formats::Fields;
using formats::InputError;
using formats::Place;
namespace json = formats::json;
using fuzz::Challenge;
using fuzz::Entry;

std::string terms_head(const FuzzSettings& settings) {
  std::string head;
  if (settings.scheduler != "fair")
    head += fmt::format("\"scheduler\":{},", json::quoted(settings.scheduler));
  if (settings.scheduler == "fair" && settings.numbers != formats::Numbers::exact) {
    head += fmt::format("\"numbers\":\"{}\",", name_of(settings.numbers));
  }
  const auto& [rounding, within, relative] = settings.tolerance;
  if (rounding) head += fmt::format("\"rounding\":\"{}\",", name_of(*rounding));
  if (within) head += fmt::format("\"within\":\"{}\",", exact::to_text(*within));
  if (relative) head += fmt::format("\"relative\":\"{}\",", exact::to_text(*relative));
  return head;
}

std::string shares_text(const Shares& shares) {
  std::string text;
  for (const formats::WrittenNumber& share : shares.shares) {
    if (!text.empty()) text += ",";
    // "p/q" and "12" as strings have no last digit; what was a JSON number stays one.
    text += share.last_digit == 0 ? json::quoted(share.text) : share.text;
  }
  return text;
}

std::string record_text(const FuzzSettings& settings, const Challenge& challenge,
                        const Shares& shares) {
  std::string record = record_of(challenge, "\"id\":\"answer\"," + terms_head(settings));
  record.pop_back();
  return record + ",\"shares\":[" + shares_text(shares) + "]}";
}

std::variant<std::vector<Case>, InputError> cases_of(const FuzzSettings& settings,
                                                     const Challenge& challenge,
                                                     const Shares& shares) {
  const std::string line = record_text(settings, challenge, shares);
  auto read = formats::read_any_record(line, "answer", 1, "");
  if (auto* error = std::get_if<formats::RecordError>(&read)) return std::move(error->error);
  if (const auto* own = std::get_if<formats::SchedulerRecord>(&read)) {
    return formats::cases_of(*own, "answer", {}, {});
  }
  return formats::cases_of(std::get<formats::Record>(read), "answer", {});
}

Failure no_answer(std::string message) {
  return {"FS503", message, message + "\n"};
}

std::optional<Failure> find_failure(const Case& one) {
  const formats::Verdict verdict = formats::judge(one);
  if (verdict.judgement != formats::Judgement::unfair) return std::nullopt;
  const formats::Finding& first = verdict.findings.front();
  return Failure{first.code, message_of(verdict, first), verdict_text(verdict), cause_of(verdict)};
}

bool are_equal(const Entry& a, const Entry& b) {
  return a.weight == b.weight && a.min_share == b.min_share && a.max_share == b.max_share &&
         a.demand == b.demand && a.parent == b.parent;
}

// Two claimants that nothing tells apart, and shares that do. Leaves of a tree, and what is flat.
std::optional<Failure> find_unequal(const FuzzSettings& settings, const Challenge& challenge,
                                    const Case& one) {
  const auto& entries = challenge.entries;
  if (challenge.is_tree || one.reported.size() != entries.size()) return std::nullopt;
  std::vector<std::size_t> order(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto key = [&](std::size_t i) {
    const Entry& entry = entries[i];
    return std::tie(entry.weight, entry.min_share, entry.max_share, entry.demand);
  };
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return key(a) != key(b) ? key(a) < key(b) : one.reported[a].value < one.reported[b].value;
  });
  // Within a run of equals the poorest stands first and the richest last.
  for (std::size_t k = 0, first = 0; k < order.size(); ++k) {
    if (!are_equal(entries[order[first]], entries[order[k]])) first = k;
    const formats::Reported& poor = one.reported[order[first]];
    const formats::Reported& rich = one.reported[order[k]];
    const bool differ = is_in_units(settings) ? rich.value - poor.value > 1
                                              : poor.interval.high < rich.interval.low;
    if (!differ) continue;
    const std::string message =
        fmt::format("{} and {} are equal but hold {} and {}.", one.labels[order[first]].name,
                    one.labels[order[k]].name, poor.text, rich.text);
    return Failure{
        "FS205", message,
        fmt::format("error[FS205] equal claimants get different shares\n  {}\n", message)};
  }
  return std::nullopt;
}

// Reading.

void read_entries(const formats::json::Value& list, const Place& place,
                  std::optional<std::size_t> parent, Challenge& challenge,
                  std::optional<InputError>& error) {
  const auto* nodes = std::get_if<formats::json::Array>(&list.is);
  if (nodes == nullptr) return;
  for (std::size_t i = 0; i < nodes->size() && !error; ++i) {
    const Place at{&place, {}, i};
    Fields fields((*nodes)[i], at, "", error);
    Entry entry{.name = fields.find_text("name").value_or(fmt::format("{}", i)),
                .weight = fields.find_number("weight").value_or(1),
                .min_share = fields.find_number("min_share").value_or(0),
                .max_share = fields.find_number("max_share"),
                .demand = fields.find_number("demand"),
                .parent = parent};
    const formats::json::Value* children = fields.take("children");
    challenge.entries.push_back(std::move(entry));
    if (children == nullptr) continue;
    read_entries(*children, Place{&at, "children"}, challenge.entries.size() - 1, challenge, error);
  }
}

}  // namespace

std::string record_to_send(const FuzzSettings& settings, const Challenge& challenge) {
  return record_of(challenge,
                   settings.scheduler == "fair"
                       ? ""
                       : fmt::format("\"scheduler\":{},", json::quoted(settings.scheduler)));
}

std::string record_to_keep(const FuzzSettings& settings, const Challenge& challenge,
                           const std::string& id, const std::string& comment,
                           const Shares* shares) {
  const std::string head = fmt::format("\"id\":{},\"comment\":{},{}", json::quoted(id),
                                       json::quoted(comment), terms_head(settings));
  std::string record = record_of(challenge, head);
  // Shares that cannot be read would make it an invalid record.
  if (shares == nullptr ||
      std::holds_alternative<InputError>(cases_of(settings, challenge, *shares))) {
    return record;
  }
  record.pop_back();
  return record + ",\"shares\":[" + shares_text(*shares) + "]}";
}

std::variant<Challenge, InputError> read_challenge(std::string_view line, const std::string& file,
                                                   std::size_t line_number,
                                                   const FuzzSettings& settings) {
  const auto located = [&](InputError error) {
    error.file = file;
    error.line = line_number;
    return error;
  };
  // Whether it is a record at all, the readers of records know best.
  const auto checked = formats::read_any_record(line, file, line_number, "");
  if (const auto* error = std::get_if<formats::RecordError>(&checked)) return error->error;
  const auto parsed = formats::json::parse(line);
  const auto& value = std::get<formats::json::Value>(parsed);

  Challenge challenge{.kinds = settings.challenges.kinds};
  std::optional<InputError> error;
  const Place root;
  Fields fields(value, root, "", error);
  challenge.total = fields.find_number("total").value_or(0);
  const formats::json::Value* tree = fields.take("tree");
  const formats::json::Value* list = tree != nullptr ? tree : fields.take("claimants");
  challenge.is_tree = tree != nullptr;
  if (list != nullptr) {
    const bool is_one = std::holds_alternative<formats::json::Object>(list->is);
    const formats::json::Value of_one{
        formats::json::Array{is_one ? *list : formats::json::Value{}}};
    read_entries(is_one ? of_one : *list, Place{&root, challenge.is_tree ? "tree" : "claimants"},
                 std::nullopt, challenge, error);
  }
  if (error) return located(std::move(*error));
  return challenge;
}

std::optional<Failure> find_failure(const FuzzSettings& settings, const Challenge& challenge,
                                    const Shares& shares) {
  if (shares.shares.size() != challenge.entries.size()) {
    return no_answer(
        fmt::format("{} shares for {} claimants", shares.shares.size(), challenge.entries.size()));
  }
  const auto made = cases_of(settings, challenge, shares);
  if (const auto* error = std::get_if<InputError>(&made)) return no_answer(describe(*error));
  const auto& cases = std::get<std::vector<Case>>(made);
  for (const Case& one : cases) {
    if (auto failure = find_failure(one)) return failure;
  }
  return find_unequal(settings, challenge, cases.front());
}

std::optional<std::vector<properties::Interval>> find_intervals(const FuzzSettings& settings,
                                                                const Challenge& challenge,
                                                                const Shares& shares) {
  const auto made = cases_of(settings, challenge, shares);
  const auto* cases = std::get_if<std::vector<Case>>(&made);
  if (cases == nullptr || cases->size() != 1) return std::nullopt;
  const Case& one = cases->front();
  const Rational slack = one.comparison ? one.comparison->resolution.value_or(0) : 0;
  std::vector<properties::Interval> intervals;
  for (const formats::Reported& share : one.reported) {
    intervals.push_back(share.interval);
    intervals.back().low -= slack;
    intervals.back().high += slack;
  }
  return intervals;
}

}  // namespace fairshare::harness
