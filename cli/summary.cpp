#include "cli/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <system_error>
#include <tuple>

#include "formats/text/fields.h"
#include "formats/text/json.h"

namespace fairshare::cli {
namespace {

using formats::Fields;
using formats::InputError;
using formats::Place;
namespace json = formats::json;

constexpr std::int64_t count_max = std::numeric_limits<std::int64_t>::max();

std::int64_t signed_count(std::uint64_t count) {
  return static_cast<std::int64_t>(std::min(count, static_cast<std::uint64_t>(count_max)));
}

bool is_smaller(const FailureKind& a, const FailureKind& b) {
  const auto size = [](const FailureKind& one) {
    return std::tuple(one.record.empty(), one.claimants, one.record.size(),
                      std::string_view(one.record), std::string_view(one.place));
  };
  return size(a) < size(b);
}

std::uint64_t take_count(Fields& fields, std::string_view key) {
  const auto count = fields.find_whole(key, 0, count_max);
  if (!count) fields.complain(key, "FS002", "a number is expected here");
  return static_cast<std::uint64_t>(count.value_or(0));
}

std::string take_text(Fields& fields, std::string_view key) {
  auto text = fields.find_text(key);
  if (!text) fields.complain(key, "FS002", "a string is expected here");
  return text.value_or("");
}

Counts take_counts(Fields& fields, std::optional<InputError>& error) {
  const json::Value none{json::Object{}};
  const json::Value* value = fields.take("counts");
  const Place place{&fields.place(), "counts"};
  const json::Value& counted = value == nullptr ? none : *value;
  Fields counts(counted, place, "", error);
  Counts taken;
  if (const auto* members = std::get_if<json::Object>(&counted.is)) {
    for (const json::Member& member : *members) {
      taken.emplace_back(member.key, take_count(counts, member.key));
    }
  }
  return taken;
}

FailureKind take_failure(const json::Value& value, const Place& place,
                         std::optional<InputError>& error) {
  Fields fields(value, place, "", error);
  FailureKind failure{.kind = take_text(fields, "kind"),
                      .count = take_count(fields, "count"),
                      .claimants = take_count(fields, "claimants"),
                      .place = take_text(fields, "place"),
                      .message = take_text(fields, "message"),
                      .record = take_text(fields, "record")};
  fields.finish("a failure");
  return failure;
}

Summary take_summary(const json::Value& value, std::optional<InputError>& error) {
  const Place root;
  Fields fields(value, root, "", error);
  Summary summary{.command = take_text(fields, "command"),
                  .run = take_text(fields, "run"),
                  .shard = {take_count(fields, "shard"), take_count(fields, "of")},
                  .status = static_cast<int>(fields.whole("status", 0, 2, 0)),
                  .judged = take_count(fields, "judged"),
                  .counts = take_counts(fields, error)};
  const Place list{&root, "failures"};
  for (const json::Value& failure : fields.list("failures")) {
    summary.failures.push_back(
        take_failure(failure, Place{&list, {}, summary.failures.size()}, error));
  }
  fields.finish("a summary");
  if (!error && !find_shard(fmt::format("{}/{}", summary.shard.number, summary.shard.count))) {
    fields.complain("shard", "FS002", "the number of a shard is from 1 to \"of\"");
  }
  return summary;
}

}  // namespace

void join(FailureKind failure, std::vector<FailureKind>& kinds) {
  const auto at = std::ranges::lower_bound(kinds, failure.kind, {}, &FailureKind::kind);
  if (at == kinds.end() || at->kind != failure.kind) {
    kinds.insert(at, std::move(failure));
    return;
  }
  const std::uint64_t count = at->count + failure.count;
  if (is_smaller(failure, *at)) *at = std::move(failure);
  at->count = count;
}

std::string file_name(const Shard& shard) {
  return fmt::format("shard-{}-of-{}.json", shard.number, shard.count);
}

void write_found(const Summary& summary, json::Writer& writer) {
  writer.key("judged").number(signed_count(summary.judged)).key("counts").begin_object();
  for (const auto& [name, count] : summary.counts) writer.key(name).number(signed_count(count));
  writer.end_object().key("failures").begin_array();
  for (const FailureKind& failure : summary.failures) {
    writer.begin_object().key("kind").string(failure.kind);
    writer.key("count").number(signed_count(failure.count));
    writer.key("claimants").number(signed_count(failure.claimants));
    writer.key("place").string(failure.place).key("message").string(failure.message);
    writer.key("record").string(failure.record).end_object();
  }
  writer.end_array();
}

std::string summary_text(const Summary& summary) {
  std::string text;
  json::Writer writer(text);
  writer.begin_object().key("command").string(summary.command).key("run").string(summary.run);
  writer.key("shard").number(signed_count(summary.shard.number));
  writer.key("of").number(signed_count(summary.shard.count));
  writer.key("status").number(std::int64_t{summary.status});
  write_found(summary, writer);
  writer.end_object();
  return text + "\n";
}

std::variant<Summary, InputError> read_summary(std::string_view text, const std::string& file) {
  const auto located = [&](InputError error) {
    error.file = file;
    return error;
  };
  const auto parsed = json::parse(text);
  if (const auto* error = std::get_if<InputError>(&parsed)) return located(*error);
  std::optional<InputError> error;
  Summary summary = take_summary(std::get<json::Value>(parsed), error);
  if (error) return located(std::move(*error));
  return summary;
}

bool remove_summary(const std::string& folder, const Shard& shard) {
  std::error_code error;
  std::filesystem::remove(std::filesystem::path(folder) / file_name(shard), error);
  return !error || error == std::errc::no_such_file_or_directory ||
         error == std::errc::not_a_directory;
}

InputError summary_not_written(const std::string& folder) {
  return {.code = "FS009", .message = "cannot write the summary to this folder", .file = folder};
}

bool write_summary(const std::string& folder, const Summary& summary) {
  const std::filesystem::path file = std::filesystem::path(folder) / file_name(summary.shard);
  const std::filesystem::path unfinished = file.string() + ".part";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::ofstream stream(unfinished, std::ios::binary | std::ios::trunc);
  stream << summary_text(summary);
  stream.close();
  if (stream.fail()) return false;
  std::filesystem::rename(unfinished, file, error);
  return !error;
}

}  // namespace fairshare::cli
