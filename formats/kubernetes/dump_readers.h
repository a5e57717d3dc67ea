// Shared by the readers of the kinds of dumps, and the readers themselves.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "formats/kubernetes/dump.h"
#include "formats/kubernetes/objects.h"
#include "formats/text/prometheus_text.h"
#include "formats/verdict/division.h"

namespace fairshare::formats {

// What was read so far, before conversion to the types of a scheduler.
struct DumpReading {
  std::vector<DumpDivision> divisions = {};
  std::vector<Division> whole = {};  // by a rule of their own, which no model has
  // Volcano: resources outside these divisions that it divides in the same loop.
  std::vector<std::string> missing = {};
  std::vector<InputError> errors = {};
  std::vector<std::string> warnings = {};
};

// The group, kind, name and namespace of an object.
using ObjectKey =
    std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>;

// A reader's context; errors, warnings and divisions go to `result`.
struct DumpContext {
  const DumpOptions& options;
  std::string file;
  std::optional<Metrics> metrics = std::nullopt;
  std::map<ObjectKey, const KubernetesObject*> objects = {};  // all there are
  bool takes_metrics = false;  // some of them have their shares there
  DumpReading& result;
};

using ObjectList = std::vector<const KubernetesObject*>;

void warn(DumpContext& context, std::string sentence);
void report(DumpContext& context, InputError error);

// The release by which a dump of `newest` is judged: the one of --scheduler, if given. FS018 if
// that is of another kind.
std::optional<std::string> find_release(DumpContext& context, std::string_view newest);

// FS003 for a --total of a resource that nothing in the dump divides.
void refuse_total(DumpContext& context, std::string_view resource);

// A program, and how the names begin that its metrics always have.
struct Exporter {
  std::string_view name;
  std::string_view prefix;
};

// This kind of dump needs the metrics of a program; FS002, once, if they are missing, and FS104 if
// they are another program's.
bool has_metrics(DumpContext& context, const Exporter& exporter);

// The value of a required or an optional sample; errors are reported: FS011 if it is negative,
// FS008 if it exceeds the largest double.
std::optional<WrittenNumber> needed_sample(DumpContext& context, std::string_view name,
                                           const MetricLabels& labels);
std::optional<WrittenNumber> sample_or_zero(DumpContext& context, std::string_view name,
                                            const MetricLabels& labels);

// Also false if it is not a number.
bool is_zero(const DumpContext& context, const Sample& sample);

// Warns of queues that are not among `names` but have samples, not all 0, of a metric whose name
// begins with `metric`: the dump may be of one queue, or of another moment.
void warn_of_queues_without_objects(DumpContext& context, const std::set<std::string>& names,
                                    std::string_view metric);

// A quantity in whole units of 1/scale, rounded up; 0 if an error was reported about `path`.
exact::Rational in_units(ObjectFields& fields, ObjectFields::Path path,
                         const exact::Rational& quantity, std::int64_t scale);

// Objects as a tree, by the names of their parents.
struct ObjectTree {
  // Parents first, children in the file's order. The empty name is above all others.
  std::vector<std::string> parents;
  std::map<std::string, std::vector<std::size_t>, std::less<>> children;  // indices of objects
  std::map<std::string, std::size_t, std::less<>> places;                 // of objects, by name
};

// `parents[i]`: the parent of objects[i]; empty if it has none. Nothing, and FS401, if a parent is
// missing or in a cycle.
std::optional<ObjectTree> tree_of(DumpContext& context, const ObjectList& objects,
                                  const std::vector<std::string>& parents,
                                  ObjectFields::Path parent_path);

std::size_t line_of(const KubernetesObject& object);

// Null if the dump has no such object.
const KubernetesObject* find_object(const DumpContext& context, const ObjectKey& key);

// "namespace/name", or the name alone if it has no namespace.
std::string path_of(const KubernetesObject& object);

// FS003 for each --total, for a kind of object that itself says what is divided.
void refuse_totals(DumpContext& context);

void read_volcano_queues(DumpContext& context, const ObjectList& queues);
void read_koordinator_quotas(DumpContext& context, const ObjectList& quotas);
void read_kai_queues(DumpContext& context, const ObjectList& queues);
void read_apf_levels(DumpContext& context, const ObjectList& levels);
void read_balancers(DumpContext& context, const ObjectList& balancers);
void read_karmada_bindings(DumpContext& context, const ObjectList& bindings);
void read_kubefed_preferences(DumpContext& context, const ObjectList& preferences);

}  // namespace fairshare::formats
