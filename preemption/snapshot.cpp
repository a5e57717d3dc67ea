#include "preemption/snapshot.h"

#include <fmt/format.h>

#include <utility>

#include "formats/text/json.h"
#include "preemption/snapshot_fields.h"

namespace fairshare::preemption {
namespace {

// FS002 if neither the snapshot nor the caller names a scheduler.
std::string scheduler_of(const formats::json::Value& value, std::string_view given,
                         std::optional<formats::InputError>& error) {
  const formats::json::Value* member = formats::json::find(value, "scheduler");
  const auto* text = member != nullptr ? std::get_if<std::string>(&member->is) : nullptr;
  const formats::Place place{nullptr, "scheduler"};
  if (member != nullptr && text == nullptr) {
    error = formats::error_at(place, "", formats::wrong_kind("a string", *member));
  } else if (member == nullptr && given.empty()) {
    error = formats::error_at(
        place, "",
        {"FS002", "the scheduler is missing: add \"scheduler\", or pass --scheduler NAME"});
  }
  if (!given.empty()) return std::string(given);
  return text != nullptr ? *text : "";
}

formats::Complaint unknown(std::string_view scheduler) {
  return {
      "FS014",
      fmt::format("the preemption of {} is not modelled; known: \"article\", \"mr1\", "
                  "\"yarn-2.2\", \"yarn-2.5\", \"yarn-2.7\", \"ytsaurus-2018\", \"ytsaurus-2019\"",
                  formats::json::quoted(formats::abridged(scheduler)))};
}

Snapshot read_checked(const formats::json::Value& value, std::string_view given,
                      std::optional<formats::InputError>& error) {
  Snapshot snapshot{formats::find_id(value), "", schedulers::Hang{}};
  if (!std::holds_alternative<formats::json::Object>(value.is)) {
    error = formats::error_at({}, "", formats::wrong_kind("a snapshot, an object,", value));
    return snapshot;
  }
  snapshot.scheduler = scheduler_of(value, given, error);
  if (error) return snapshot;
  if (const auto rule = hadoop::find_rule(snapshot.scheduler)) {
    auto read = read_hadoop_snapshot(value, *rule, error);
    if (auto* hadoop = std::get_if<hadoop::Snapshot>(&read)) snapshot.is = std::move(*hadoop);
  } else if (snapshot.scheduler == "ytsaurus-2018") {
    snapshot.is = read_ytsaurus_snapshot(value, pool_tree::Era::v2018, error);
  } else if (snapshot.scheduler == "ytsaurus-2019") {
    snapshot.is = read_ytsaurus_snapshot(value, pool_tree::Era::v2019, error);
  } else {
    error = formats::error_at({nullptr, "scheduler"}, "", unknown(snapshot.scheduler));
  }
  return snapshot;
}

}  // namespace

std::optional<formats::Complaint> find_unmodelled(std::string_view scheduler) {
  const bool is_modelled =
      hadoop::find_rule(scheduler) || scheduler == "ytsaurus-2018" || scheduler == "ytsaurus-2019";
  return is_modelled ? std::nullopt : std::optional(unknown(scheduler));
}

std::variant<Snapshot, formats::RecordError> read_snapshot(std::string_view text,
                                                           const std::string& file,
                                                           std::size_t line,
                                                           std::string_view scheduler) {
  const formats::json::Reading reading = formats::json::read(text);
  std::optional<formats::InputError> error = reading.error;
  Snapshot snapshot{formats::find_id(reading.value), "", schedulers::Hang{}};
  if (!error) snapshot = read_checked(reading.value, scheduler, error);
  if (!error) return snapshot;
  error->file = file;
  error->line = error->line > 0 ? line + error->line - 1 : line;
  return formats::RecordError{std::move(snapshot.id), std::move(*error)};
}

}  // namespace fairshare::preemption
