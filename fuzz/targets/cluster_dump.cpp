// libFuzzer: no dump of a cluster, however built, makes its readers, the models or the judge crash,
// loop or grow.
//
// The first byte chooses the options. The objects follow, and after a zero byte the metrics:
//     byte % 4: which totals     byte / 4 % 4: which release     byte / 16 % 4: the rounding
// Besides what holds for every case:
//   - an error has a code and the name of one of the two files, and a line that this file has;
//   - slack changes no errors, and what was fair stays fair with more of it;
//   - every part has an answer by its model, or an error;
//   - JSON is YAML: if both readers accept an ASCII text, they read the same.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "formats/inputs.h"
#include "formats/kubernetes/dump.h"
#include "formats/text/json.h"
#include "formats/text/yaml.h"
#include "fuzz/targets/choice_and_text.h"
#include "fuzz/targets/oracle.h"

namespace {

using namespace fairshare::formats;
using fairshare::fuzz::check_answers;
using fairshare::fuzz::check_error;
using fairshare::fuzz::check_part;
using fairshare::fuzz::require;

constexpr std::array<std::string_view, 4> releases = {"", "koordinator_pre2876", "volcano", "kai"};
constexpr std::array<std::optional<Rounding>, 4> roundings = {
    std::nullopt, Rounding::exact, Rounding::written, Rounding::to_double};

void check_part_of(const NamedText& dump, const DocumentPart& part,
                   std::optional<Rounding> rounding) {
  check_part(part, dump.name, {.rounding = rounding}, "0124", dump.text);
  check_answers(part, dump.name, dump.text);
}

bool are_equal(const json::Value& one, const json::Value& other) {
  if (one.is.index() != other.is.index()) return false;
  if (const auto* array = std::get_if<json::Array>(&one.is)) {
    const auto& others = std::get<json::Array>(other.is);
    return std::equal(array->begin(), array->end(), others.begin(), others.end(), are_equal);
  }
  if (const auto* object = std::get_if<json::Object>(&one.is)) {
    const auto& others = std::get<json::Object>(other.is);
    return std::equal(object->begin(), object->end(), others.begin(), others.end(),
                      [](const json::Member& a, const json::Member& b) {
                        return a.key == b.key && are_equal(a.value, b.value);
                      });
  }
  if (const auto* number = std::get_if<json::Number>(&one.is)) {
    return number->text == std::get<json::Number>(other.is).text;
  }
  if (const auto* text = std::get_if<std::string>(&one.is)) {
    return *text == std::get<std::string>(other.is);
  }
  const auto* flag = std::get_if<bool>(&one.is);
  return flag == nullptr || *flag == std::get<bool>(other.is);
}

// Beyond ASCII, YAML has line breaks of its own.
void check_that_json_is_yaml(std::string_view text) {
  const bool is_ascii =
      std::all_of(text.begin(), text.end(), [](char c) { return 0 < c && c < 0x7F; });
  const auto as_json = json::parse(text);
  const auto as_yaml = read_yaml(text);
  const auto* document = std::get_if<json::Value>(&as_json);
  const auto* documents = std::get_if<std::vector<json::Value>>(&as_yaml);
  if (!is_ascii || document == nullptr || documents == nullptr || documents->empty()) return;
  require(documents->size() == 1 && are_equal(*document, documents->front()), "JSON is YAML", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto given = fairshare::fuzz::find_choice_and_text(data, size);
  if (!given) return 0;
  const auto [choice, input] = *given;
  const std::size_t end = std::min(input.find('\0'), input.size());
  const NamedText dump{"f", std::string(input.substr(0, end))};
  DumpOptions options;
  if (end < input.size()) options.metrics = {"m", std::string(input.substr(end + 1))};
  if ((choice & 1U) != 0) options.totals = {{"cpu", 96}, {"nvidia.com/gpu", 4}};
  if ((choice & 2U) != 0) options.totals.emplace("memory", 1'000'000'000);
  options.scheduler = releases[choice / 4 % releases.size()];
  looks_like_kubernetes(dump.text);
  check_that_json_is_yaml(dump.text);
  const DocumentReading reading = read_cluster_dump(dump, options);
  for (const InputError& error : reading.errors) {
    const bool is_of_metrics = options.metrics && error.file == options.metrics->name;
    check_error(error, is_of_metrics ? *options.metrics : dump, "014");
  }
  for (const DocumentPart& part : reading.parts) {
    check_part_of(dump, part, roundings[choice / 16 % roundings.size()]);
  }
  return 0;
}
