#include "cli/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <system_error>
#include <utility>
#include <variant>

#include "cli/summary.h"
#include "formats/text/json_writer.h"
#include "formats/text/number_text.h"
#include "formats/text/printable.h"

namespace fairshare::cli {
namespace {

using formats::InputError;
using formats::printable;
namespace json = formats::json;

// A summary, and its file.
struct Part {
  std::string file;
  Summary summary;
};

struct Whole {
  std::map<std::uint64_t, Part> parts = {};  // by the shard's number
  bool has_errors = false;
};

void complain(Whole& whole, Console& console, InputError error) {
  whole.has_errors = true;
  console.complain(error);
}

// The summaries in a folder, in the order of their names.
std::variant<std::vector<std::string>, InputError> find_files(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> files;
  std::filesystem::directory_iterator entries(folder, error);
  for (const std::filesystem::directory_iterator end; !error && entries != end;
       entries.increment(error)) {
    const std::string name = entries->path().filename().string();
    if (name.starts_with("shard-") && name.ends_with(".json")) {
      files.push_back(entries->path().string());
    }
  }
  if (error) {
    return InputError{
        .code = "FS009", .message = "cannot read: " + error.message(), .file = folder};
  }
  std::ranges::sort(files);
  return files;
}

std::optional<std::string> find_text(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  stream.peek();  // a folder can be opened, but fails here; its iterator would throw
  if (!stream) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(stream), {}};
}

std::string run_of(const Summary& summary) {
  return fmt::format("{} of {}, {}", summary.command, summary.run,
                     formats::counted(summary.shard.count, "shard"));
}

void take(Whole& whole, Console& console, const std::string& file) {
  const auto text = find_text(file);
  if (!text) {
    return complain(whole, console, {.code = "FS009", .message = "cannot read", .file = file});
  }
  auto read = read_summary(*text, file);
  if (auto* error = std::get_if<InputError>(&read)) {
    return complain(whole, console, std::move(*error));
  }
  Summary& summary = std::get<Summary>(read);
  if (!whole.parts.empty()) {
    const Part& first = whole.parts.begin()->second;
    const bool is_same = summary.command == first.summary.command &&
                         summary.run == first.summary.run &&
                         summary.shard.count == first.summary.shard.count;
    if (!is_same) {
      return complain(whole, console,
                      {.code = "FS108",
                       .message = fmt::format("this shard is from another run ({}) than {} ({}); "
                                              "use an empty folder for each run",
                                              run_of(summary), first.file, run_of(first.summary)),
                       .file = file});
    }
  }
  const std::uint64_t number = summary.shard.number;
  const auto [at, is_new] = whole.parts.try_emplace(number, Part{file, std::move(summary)});
  if (!is_new) {
    complain(whole, console,
             {.code = "FS108",
              .message = fmt::format("duplicate shard {}: {} has it too", number, at->second.file),
              .file = file});
  }
}

std::vector<std::uint64_t> missing_numbers(const Whole& whole) {
  std::vector<std::uint64_t> missing;
  const std::uint64_t count = whole.parts.begin()->second.summary.shard.count;
  for (std::uint64_t number = 1; number <= count; ++number) {
    if (!whole.parts.contains(number)) missing.push_back(number);
  }
  return missing;
}

// "2", "2 and 5", "2, 5, 6 and 94 more"
std::string list_of(const std::vector<std::uint64_t>& numbers) {
  constexpr std::size_t most = 20;
  const std::size_t shown = std::min(numbers.size(), most);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool is_last = i + 1 == numbers.size();
    text += fmt::format("{}{}", i == 0 ? "" : is_last ? " and " : ", ", numbers[i]);
  }
  return numbers.size() > shown ? fmt::format("{} and {} more", text, numbers.size() - shown)
                                : text;
}

// The summary of all shards together; its `shard` gives their number.
Summary joined(const Whole& whole) {
  Summary all = whole.parts.begin()->second.summary;
  all.failures.clear();
  all.counts.clear();
  all.judged = 0;
  all.status = 0;
  for (const auto& [number, part] : whole.parts) {
    all.judged += part.summary.judged;
    all.status = std::max(all.status, part.summary.status);
    for (const FailureKind& failure : part.summary.failures) join(failure, all.failures);
    for (const auto& [name, count] : part.summary.counts) {
      const auto at = std::ranges::find(all.counts, name, &Counts::value_type::first);
      if (at == all.counts.end()) {
        all.counts.emplace_back(name, count);
      } else {
        at->second += count;
      }
    }
  }
  return all;
}

std::string text_of(const Summary& all, std::size_t parts) {
  std::string text;
  for (const FailureKind& failure : all.failures) {
    text += fmt::format("{}: {}; the smallest, {}", failure.kind,
                        formats::counted(failure.count, "failure"), printable(failure.place));
    // A reading error has no claimants.
    if (failure.claimants > 0) {
      text += ", has " + formats::counted(failure.claimants, "claimant");
    }
    text += "\n";
    text += fmt::format("  {}\n", printable(failure.message));
    if (!failure.record.empty()) text += fmt::format("  {}\n", printable(failure.record));
    text += "\n";
  }
  text += fmt::format("{} of {}, {} of {} shards: ", all.command, printable(all.run), parts,
                      all.shard.count);
  std::string_view comma;
  for (const auto& [name, count] : all.counts) {
    text += fmt::format("{}{} {}", comma, count, printable(name));
    comma = ", ";
  }
  return text + "\n";
}

std::string json_of(const Summary& all, const std::vector<std::uint64_t>& missing, int status) {
  std::string text;
  json::Writer writer(text);
  const auto number = [](std::uint64_t count) { return static_cast<std::int64_t>(count); };
  writer.begin_object().key("command").string(all.command).key("run").string(all.run);
  writer.key("shards").number(number(all.shard.count)).key("missing").begin_array();
  for (const std::uint64_t one : missing) writer.number(number(one));
  writer.end_array().key("status").number(std::int64_t{status});
  write_found(all, writer);
  writer.end_object();
  return text + "\n";
}

int conclude(const Whole& whole, const MergeOptions& options, Console& console) {
  const Summary all = joined(whole);
  const std::vector<std::uint64_t> missing = missing_numbers(whole);
  const bool is_incomplete = whole.has_errors || !missing.empty() || all.judged == 0;
  const int status = is_incomplete ? 2 : all.status;
  console.print(options.format == "json" ? json_of(all, missing, status)
                                         : text_of(all, whole.parts.size()));
  console.flush();
  if (!missing.empty()) {
    const bool is_one = missing.size() == 1;
    console.complain({.code = "FS108",
                      .message = fmt::format("shard{} {} of {} {} missing: run {} again",
                                             is_one ? "" : "s", list_of(missing), all.shard.count,
                                             is_one ? "is" : "are", is_one ? "it" : "them")});
  }
  if (all.judged == 0) {
    console.complain({.code = "FS107", .message = "no shard judged anything"});
  }
  return console.failed() ? 2 : status;
}

}  // namespace

int merge(const MergeOptions& options, Console& console) {
  Whole whole;
  for (const std::string& folder : options.folders) {
    const auto files = find_files(folder);
    if (const auto* error = std::get_if<InputError>(&files)) {
      complain(whole, console, *error);
      continue;
    }
    for (const std::string& file : std::get<std::vector<std::string>>(files)) {
      take(whole, console, file);
    }
  }
  if (!whole.parts.empty()) return conclude(whole, options, console);
  if (!whole.has_errors) {
    console.complain({.code = "FS108",
                      .message = "no shard summary (such as shard-1-of-3.json) in these folders: "
                                 "run the shards with --save FOLDER"});
  }
  return 2;
}

}  // namespace fairshare::cli
