#include "formats/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>

#include "formats/ceph/osd_options.h"
#include "formats/ceph/simulation.h"
#include "formats/hadoop/cluster.h"
#include "formats/hadoop/mr1_trees.h"
#include "formats/hadoop/yarn_trees.h"
#include "formats/htcondor/negotiator_log.h"
#include "formats/records/answers.h"
#include "formats/records/levels.h"
#include "formats/records/record_divisions.h"
#include "formats/records/restating.h"
#include "formats/text/foreign_text.h"
#include "formats/verdict/division.h"
#include "formats/ytsaurus/orchid.h"
#include "formats/ytsaurus/scalar_trees.h"
#include "formats/ytsaurus/vector_trees.h"

namespace fairshare::formats {
namespace {

using schedulers::Scheduler;
using Divisions = std::variant<std::vector<Division>, InputError>;

InputError located(InputError error, const std::string& file, std::size_t line) {
  error.file = file;
  if (error.line == 0) error.line = line;
  return error;
}

// Records.

// The scheduler that the record names; "fair" if it names none. Empty if it is not text, which the
// reader of records reports better.
std::string_view named_scheduler(const json::Value& record) {
  const json::Value* name = json::find(record, "scheduler");
  const auto* text = name != nullptr ? std::get_if<std::string>(&name->is) : nullptr;
  return text != nullptr ? std::string_view(*text) : "fair";
}

InputError unknown_scheduler(std::string_view name) {
  return {.code = "FS014",
          .message = fmt::format("unknown scheduler {}; known: {}", json::quoted(abridged(name)),
                                 known_schedulers()),
          .field = "scheduler"};
}

InputError no_steady(std::string_view what) {
  return {
      .code = "FS018",
      .message = fmt::format("--steady is for YARN, which has steady shares; this is {}", what)};
}

// Whether the record is one level of its scheduler, or a tree.
bool is_level(const SchedulerRecord& record) {
  if (record.scheduler.level == nullptr) return false;
  const bool has_trees = !std::holds_alternative<std::monostate>(record.scheduler.tree);
  return !has_trees || json::find(record.value, "tree") == nullptr;
}

InputError tree_missing(const Scheduler& scheduler) {
  return {.code = "FS002",
          .message = fmt::format("{} divides a \"tree\", which is missing", scheduler.name),
          .field = "tree"};
}

// An allocations file is about pools, not about a level's claimants.
InputError no_pools() {
  return {
      .code = "FS018",
      .message = "--allocations is for the pools of a \"tree\", which this record does not have",
      .field = "tree"};
}

struct AnsweringTree {
  const json::Value& record;
  const TreeOptions& options;
  json::Writer& answer;

  std::optional<InputError> operator()(std::monostate) const { return std::nullopt; }
  std::optional<InputError> operator()(schedulers::Mr1Pools) const {
    return answer_mr1_tree(record, options, answer);
  }
  std::optional<InputError> operator()(schedulers::YarnQueues queues) const {
    return answer_yarn_tree(record, queues.release, options, answer);
  }
  std::optional<InputError> operator()(schedulers::ScalarPools pools) const {
    return answer_ytsaurus_scalar(record, pools.era, options, answer);
  }
  std::optional<InputError> operator()(schedulers::VectorPools) const {
    return answer_ytsaurus_vector(record, options, answer);
  }
};

struct DividingTree {
  const json::Value& record;
  const TreeOptions& options;

  Divisions operator()(std::monostate) const { return std::vector<Division>{}; }
  Divisions operator()(schedulers::Mr1Pools) const {
    return divisions_of_mr1_tree(record, options);
  }
  Divisions operator()(schedulers::YarnQueues queues) const {
    return divisions_of_yarn_tree(record, queues.release, options);
  }
  Divisions operator()(schedulers::ScalarPools pools) const {
    return divisions_of_ytsaurus_scalar(record, pools.era);
  }
  Divisions operator()(schedulers::VectorPools) const {
    return divisions_of_ytsaurus_vector(record);
  }
};

std::optional<InputError> write_answer(const SchedulerRecord& record, const TreeOptions& options,
                                       json::Writer& answer) {
  if (is_level(record)) {
    if (options.pools != nullptr) return no_pools();
    const auto read = read_levels(record.value, record.scheduler, options.steady, false);
    if (const auto* error = std::get_if<InputError>(&read)) return *error;
    const std::span<const LevelWorld> levels = std::get<std::vector<LevelWorld>>(read);
    if (options.fair) return answer_fair(levels, answer);
    answer_computed(levels, answer);
    return std::nullopt;
  }
  if (json::find(record.value, "tree") == nullptr) return tree_missing(record.scheduler);
  return std::visit(AnsweringTree{record.value, options, answer}, record.scheduler.tree);
}

using DividingLevel = Divisions (*)(const LevelWorld&);

Divisions divisions_by(DividingLevel divide, std::span<const LevelWorld> levels) {
  std::vector<Division> divisions;
  for (const LevelWorld& level : levels) {
    auto made = divide(level);
    if (auto* error = std::get_if<InputError>(&made)) return std::move(*error);
    std::ranges::move(std::get<std::vector<Division>>(made), std::back_inserter(divisions));
  }
  return divisions;
}

// The divisions of a record, those of levels by this function.
Divisions divisions_by(DividingLevel divide, const SchedulerRecord& record,
                       const TreeOptions& options) {
  if (is_level(record)) {
    if (options.pools != nullptr) return no_pools();
    const auto read = read_levels(record.value, record.scheduler, options.steady, true);
    if (const auto* error = std::get_if<InputError>(&read)) return *error;
    return divisions_by(divide, std::get<std::vector<LevelWorld>>(read));
  }
  if (json::find(record.value, "tree") == nullptr) return tree_missing(record.scheduler);
  auto made = std::visit(DividingTree{record.value, options}, record.scheduler.tree);
  const auto* divisions = std::get_if<std::vector<Division>>(&made);
  if (divisions == nullptr || !divisions->empty()) return made;
  return InputError{.code = "FS018",
                    .message = "nothing in this tree is divided, so there is nothing to judge",
                    .field = "tree"};
}

Divisions in_file(Divisions made, const std::string& file, std::size_t line) {
  auto* error = std::get_if<InputError>(&made);
  return error == nullptr ? std::move(made) : located(std::move(*error), file, line);
}

bool has_shares(const Division& division) {
  return division.shares.size() == division.labels.size();
}

// Documents.

// A family's reading as a document; each division becomes a part.
template <class Reading>
DocumentReading document_of(Reading reading) {
  DocumentReading document{{}, std::move(reading.errors), std::move(reading.warnings)};
  for (Division& division : reading.divisions) {
    std::string title = division.path;
    std::string resource = division.resource;
    document.parts.push_back(
        {.title = std::move(title), .resource = std::move(resource), .world = std::move(division)});
  }
  return document;
}

DocumentReading unread(const NamedText& document, std::string why) {
  return {{}, {{.code = "FS001", .message = std::move(why), .file = document.name}}, {}};
}

// The reading; FS018 if --scheduler names another release than `own`, the document's.
DocumentReading of_scheduler(const NamedText& document, std::string_view wanted,
                             std::string_view own, std::string_view how, DocumentReading reading) {
  if (wanted.empty() || wanted == own || reading.parts.empty()) return reading;
  return {{},
          {{.code = "FS018",
            .message = fmt::format("--scheduler {}: this is a document of {}{}", wanted, own, how),
            .file = document.name}},
          {}};
}

// If an option decided the kind of a document that does not look like that, its errors say so.
void tell_of_option(const NamedText& document, std::string_view why, DocumentReading& reading) {
  for (InputError& error : reading.errors) {
    if (error.file == document.name) error.message += fmt::format(" ({})", why);
  }
}

// 64-bit FNV-1a, to distinguish one dump from another.
std::string fingerprint(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return fmt::format("{:016x}", hash);
}

DocumentReading read_response(const NamedText& document, const DocumentOptions& options) {
  if (options.metrics || !options.totals.empty()) {
    return {{},
            {{.code = "FS018",
              .message = "--metrics and --total are for dumps of Kubernetes objects; this is a "
                         "YARN response, which has its totals",
              .file = document.name}},
            {}};
  }
  const auto message = read_http_message(document.text);
  const bool has_body = message && !find_foreign(message->body);
  if (!has_body) {
    if (auto foreign = find_foreign(document.text)) return unread(document, *std::move(foreign));
  }
  const bool is_old = options.release == "2.7";
  DocumentReading reading = document_of(
      read_yarn(has_body ? NamedText{document.name, message->body} : document, options.allocations,
                {.release = is_old ? YarnRelease::v2_7 : YarnRelease::v3,
                 .steady = options.steady,
                 .is_strict = options.is_strict}));
  if (reading.parts.empty() && !has_body && !looks_like_yarn(document.text)) {
    tell_of_option(document,
                   "--release is for YARN responses, --allocations also for records with "
                   "--scheduler mr1",
                   reading);
  }
  if (has_body) {
    reading.warnings.emplace_back(
        "The HTTP header before the response is ignored; curl without -i omits it.");
  }
  const std::string dump = fingerprint(document.text);
  for (DocumentPart& part : reading.parts) {
    part.id = json::quoted(fmt::format("{} {}", dump, id_of(part)));
    if (!has_body || message->date.empty()) continue;
    auto& division = std::get<Division>(part.world);
    division.notes.push_back(fmt::format("The response is dated {}.", message->date));
  }
  return of_scheduler(
      document, options.scheduler,
      schedulers::name_of(is_old ? schedulers::yarn::Release::v2_7 : schedulers::yarn::Release::v3),
      "; pass --release 2.7 or 3 instead of --scheduler", std::move(reading));
}

bool looks_foreign(std::string_view beginning) {
  return find_foreign_among_records(beginning).has_value();
}

DocumentReading read_foreign(const NamedText& document, const DocumentOptions& options) {
  const auto message = read_http_message(document.text);
  if (message && looks_like_yarn(message->body)) return read_response(document, options);
  const std::string_view first_lines = std::string_view(document.text).substr(0, 4096);
  if (auto foreign = find_foreign(first_lines)) return unread(document, *std::move(foreign));
  return unread(document, *find_foreign_among_records("{,"));
}

DocumentReading read_pools(const NamedText& document, const DocumentOptions& options) {
  const auto scheduler = schedulers::find_scheduler(options.scheduler);
  const auto* pools = scheduler ? std::get_if<schedulers::ScalarPools>(&scheduler->tree) : nullptr;
  OrchidOptions of_orchid;
  if (pools != nullptr) of_orchid.era = pools->era;
  OrchidReading orchid = read_orchid(document, of_orchid);
  const std::string own = orchid.scheduler;
  DocumentReading reading = document_of(std::move(orchid));
  for (DocumentPart& part : reading.parts) {
    auto& comparison = std::get<Division>(part.world).comparison;
    part.computed = std::exchange(comparison, std::nullopt);
  }
  return of_scheduler(document, options.scheduler, own, "", std::move(reading));
}

DocumentReading read_objects(const NamedText& document, const DocumentOptions& options) {
  if (document.text.starts_with("# HELP ") || document.text.starts_with("# TYPE ")) {
    return unread(document,
                  "the input is a page of metrics: pass it with --metrics, and the dump of "
                  "Kubernetes objects as the input");
  }
  if (auto foreign = find_neither_json_nor_yaml(document.text)) return unread(document, *foreign);
  DocumentReading reading = read_cluster_dump(
      document,
      {.metrics = options.metrics, .totals = options.totals, .scheduler = options.scheduler});
  if (reading.parts.empty() && !looks_like_kubernetes(document.text)) {
    tell_of_option(document, "--metrics and --total are for dumps of Kubernetes objects", reading);
  }
  return reading;
}

DocumentReading read_simulation(const NamedText& document, const DocumentOptions&) {
  return read_mclock_simulation(document);
}

DocumentReading read_options(const NamedText& document, const DocumentOptions&) {
  return read_osd_options(document);
}

DocumentReading read_negotiator(const NamedText& document, const DocumentOptions& options) {
  DocumentReading reading = read_negotiator_log(document);
  if (reading.parts.empty()) return reading;
  const std::string_view own = std::get<LevelWorld>(reading.parts.front().world).scheduler;
  return of_scheduler(document, options.scheduler, own, "", std::move(reading));
}

bool never(const DocumentOptions&) {
  return false;
}

// In order: the first kind that an option selects, or else the first that the text looks like.
constexpr auto document_kinds = std::to_array<DocumentKind>({
    {.name = "a YARN response",
     .looks_like = looks_like_yarn,
     .is_meant =
         [](const DocumentOptions& options) {
           return options.allocations.has_value() || !options.release.empty();
         },
     .read = read_response,
     .has_steady = true},
    {.name = "a dump of Kubernetes objects",
     .looks_like = looks_like_kubernetes,
     .is_meant =
         [](const DocumentOptions& options) {
           return options.metrics.has_value() || !options.totals.empty();
         },
     .read = read_objects},
    {.name = "an Orchid", .looks_like = looks_like_orchid, .is_meant = never, .read = read_pools},
    {.name = "a simulation of mClock",
     .looks_like = looks_like_mclock_simulation,
     .is_meant = never,
     .read = read_simulation,
     .only_orders = true},
    {.name = "options of Ceph's OSDs",
     .looks_like = looks_like_osd_options,
     .is_meant = never,
     .read = read_options,
     .only_orders = true},
    {.name = "a log of HTCondor's negotiator",
     .looks_like = looks_like_negotiator_log,
     .is_meant = never,
     .read = read_negotiator},
    {.name = "no input",
     .looks_like = looks_foreign,
     .is_meant = never,
     .read = read_foreign,
     .has_steady = true,  // of a YARN response after an HTTP header
     .is_no_input = true},
});

}  // namespace

bool divides_pools(std::string_view scheduler) {
  const auto found = schedulers::find_scheduler(scheduler);
  return found && std::holds_alternative<schedulers::Mr1Pools>(found->tree);
}

std::string known_schedulers() {
  std::string names = "\"fair\"";
  for (const Scheduler& scheduler : schedulers::all_schedulers()) {
    names += fmt::format(", \"{}\"", scheduler.name);
  }
  return names;
}

std::variant<Record, SchedulerRecord, RecordError> read_any_record(std::string_view line,
                                                                   const std::string& file,
                                                                   std::size_t line_number,
                                                                   std::string_view scheduler,
                                                                   bool wants_steady) {
  json::Reading reading = json::read(line);
  const std::string_view name = scheduler.empty() ? named_scheduler(reading.value) : scheduler;
  const auto refused = [&](InputError error) {
    return RecordError{find_id(reading.value), located(std::move(error), file, line_number)};
  };
  if (reading.error || name == "fair") {
    auto read = read_record(reading, file, line_number);
    if (auto* error = std::get_if<RecordError>(&read)) return std::move(*error);
    if (wants_steady) return refused(no_steady("a record of the definition"));
    return std::get<Record>(std::move(read));
  }
  const auto found = schedulers::find_scheduler(name);
  if (!found) return refused(unknown_scheduler(name));
  if (wants_steady && !std::holds_alternative<schedulers::YarnQueues>(found->tree)) {
    return refused(no_steady(fmt::format("a record of {}", name)));
  }
  std::string id = find_id(reading.value);
  return SchedulerRecord{std::move(id), line_number, *found, std::move(reading.value)};
}

std::variant<std::string, InputError> answer(const SchedulerRecord& record, const std::string& file,
                                             const TreeOptions& options) {
  std::string text;
  json::Writer writer(text);
  begin_answer(record.id, writer);
  if (auto error = write_answer(record, options, writer)) {
    return located(std::move(*error), file, record.line);
  }
  writer.end_object();
  return text;
}

std::variant<SchedulerRecord, InputError> with_computed_shares(SchedulerRecord record,
                                                               const std::string& file,
                                                               const TreeOptions& options) {
  if (is_level(record) || json::find(record.value, "shares") != nullptr) return record;
  auto computed = answer(record, file, options);
  if (auto* error = std::get_if<InputError>(&computed)) return std::move(*error);
  const auto parsed = json::parse(std::get<std::string>(computed));
  const json::Value* shares = json::find(std::get<json::Value>(parsed), "shares");
  if (shares == nullptr) return located(no_shares_reported(), file, record.line);
  std::get<json::Object>(record.value.is).push_back({"shares", *shares});
  return record;
}

std::variant<std::vector<Case>, InputError> cases_of(Record record, const std::string& file,
                                                     const Tolerance& tolerance) {
  const Source source{record.id, record.title, file, record.line};
  const Tolerance measure = combined(tolerance, record.tolerance);
  if (!record.shares) return located(no_shares_reported(), file, source.line);
  return cases_of(divisions_of(std::move(record)), measure, source);
}

std::variant<std::vector<Division>, InputError> divisions_of(const SchedulerRecord& record,
                                                             const std::string& file,
                                                             const TreeOptions& options) {
  return in_file(divisions_by(divisions_of, record, options), file, record.line);
}

std::variant<std::vector<Division>, InputError> restatable_divisions_of(
    const SchedulerRecord& record, const std::string& file, const TreeOptions& options) {
  return in_file(divisions_by(restatable_divisions_of, record, options), file, record.line);
}

std::variant<std::vector<Case>, InputError> cases_of(const SchedulerRecord& record,
                                                     const std::string& file,
                                                     const Tolerance& tolerance,
                                                     const TreeOptions& options) {
  auto stated = read_tolerance(record.value);
  if (auto* error = std::get_if<InputError>(&stated)) {
    return located(std::move(*error), file, record.line);
  }
  auto made = divisions_of(record, file, options);
  if (auto* error = std::get_if<InputError>(&made)) return std::move(*error);
  auto& divisions = std::get<std::vector<Division>>(made);
  if (!std::ranges::all_of(divisions, has_shares)) {
    return located(no_shares_reported(), file, record.line);
  }
  return cases_of(std::move(divisions), combined(tolerance, std::get<Tolerance>(stated)),
                  {record.id, title_of(record.value, file, record.line), file, record.line});
}

const DocumentKind* find_document_kind(std::string_view beginning, const DocumentOptions& options) {
  for (const DocumentKind& kind : document_kinds) {
    if (kind.is_meant(options) || kind.looks_like(beginning)) return &kind;
  }
  return nullptr;
}

DocumentReading read_document(const DocumentKind& kind, const NamedText& document,
                              const DocumentOptions& options) {
  if (!options.steady || kind.has_steady) return kind.read(document, options);
  InputError error = no_steady(kind.name);
  error.file = document.name;
  return {.errors = {std::move(error)}};
}

std::variant<std::vector<Case>, InputError> cases_of(const DocumentPart& part,
                                                     const std::string& file,
                                                     const Tolerance& tolerance) {
  auto made = divisions_of(part);
  if (auto* error = std::get_if<InputError>(&made)) {
    return located(std::move(*error), file, part.line);
  }
  if (!std::ranges::all_of(std::get<std::vector<Division>>(made), has_shares)) {
    return located(no_shares_reported(), file, part.line);
  }
  return cases_of(std::get<std::vector<Division>>(std::move(made)), tolerance,
                  {.id = part.id, .file = file, .line = part.line, .is_document = true});
}

std::variant<std::string, InputError> answer(const DocumentPart& part, const std::string& file,
                                             bool is_fair) {
  std::string text;
  json::Writer writer(text);
  begin_answer(json::quoted(id_of(part)), writer);
  if (auto error = answer_part(part, is_fair, writer)) {
    return located(std::move(*error), file, part.line);
  }
  writer.end_object();
  return text;
}

}  // namespace fairshare::formats
