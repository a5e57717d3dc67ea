// libFuzzer: no REST response and no fair-scheduler.xml, whatever they contain, make a reader or
// the judge crash, loop or grow without bound.
//
// The first byte chooses the options; then the response, a NUL byte, and the file, if any:
//     byte % 2: 2.7 or 3     byte / 2 % 2: steady     byte / 4 % 4: the rounding     byte / 16 % 2:
//     within and relative
// Besides what holds for every case:
//   - errors have a code and name one of the two files, every division its resource;
//   - fair(slack) => fair(slack + 1), and slack changes no errors.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "formats/hadoop/cluster.h"
#include "formats/hadoop/fair_scheduler_xml.h"
#include "formats/hadoop/lint.h"
#include "fuzz/targets/choice_and_text.h"
#include "fuzz/targets/oracle.h"

namespace {

using namespace fairshare::formats;
using fairshare::fuzz::check_part;
using fairshare::fuzz::is_whole;
using fairshare::fuzz::part_of;
using fairshare::fuzz::require;

constexpr std::array<std::optional<Rounding>, 4> roundings = {std::nullopt, Rounding::exact,
                                                              Rounding::nearest, Rounding::written};

YarnOptions options_of(std::uint8_t byte) {
  return {.release = byte % 2 == 0 ? YarnRelease::v2_7 : YarnRelease::v3,
          .steady = byte / 2 % 2 != 0};
}

Tolerance tolerance_of(std::uint8_t byte) {
  Tolerance tolerance{.rounding = roundings[byte / 4 % roundings.size()]};
  if (byte / 16 % 2 != 0) {
    tolerance.within = fairshare::exact::Rational(1, 3);
    tolerance.relative = fairshare::exact::Rational(1, 100);
  }
  return tolerance;
}

// Checks the file by itself, since few responses would lead to it.
void check_xml(const NamedText& xml, YarnRelease release, std::string_view input) {
  const AllocationsReading reading = read_fair_scheduler_xml(xml, release);
  require(reading.allocations || is_refused(reading) || !reading.errors.empty(),
          "what is not read has an error", input);
  for (const Remark& remark : reading.remarks) {
    require(is_whole(remark.what) && remark.what.file == xml.name, "a remark has its code and file",
            input);
  }
  for (const InputError& error : reading.errors) {
    require(is_whole(error) && error.file == xml.name, "an error has its code and file", input);
  }
}

// Lints the same file, as YARN's or MR1's, with and without a cluster.
void check_lint(const NamedText& xml, YarnRelease release, std::string_view input) {
  const ClusterAmounts cluster{{"maps", 7}, {"memory", 1000}, {"vcores", 0}};
  for (const ClusterAmounts& amounts : {ClusterAmounts{}, cluster}) {
    const LintReport report = lint(xml, {.release = release, .cluster = amounts});
    for (const InputError& warning : report.warnings) {
      require(is_whole(warning, "6") && warning.file == xml.name, "a warning has its code and file",
              input);
    }
    require(report.errors.empty() || report.steady.empty(), "what is refused is not divided",
            input);
    require(!lint_text(report).empty() || report.steady.empty(), "steady shares are shown", input);
    lint_json(report);
  }
}

void check(const NamedText& rest, const std::optional<NamedText>& xml, const YarnOptions& options,
           const Tolerance& tolerance, std::string_view input) {
  const YarnReading reading = read_yarn(rest, xml, options);
  for (const InputError& error : reading.errors) {
    require(is_whole(error, "01") && (error.file == rest.name || (xml && error.file == xml->name)),
            "an error has its code and file", input);
  }
  for (const Division& division : reading.divisions) {
    require(!division.resource.empty(), "a division has its resource", input);
    check_part(part_of(division), rest.name, tolerance, "01", input);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto given = fairshare::fuzz::find_choice_and_text(data, size);
  if (!given) return 0;
  const auto [choice, input] = *given;
  const YarnOptions options = options_of(choice);
  const std::size_t end = input.find('\0');
  const NamedText rest{"rest", std::string(input.substr(0, end))};
  std::optional<NamedText> xml;
  if (end != std::string_view::npos) xml = NamedText{"xml", std::string(input.substr(end + 1))};
  looks_like_yarn(rest.text);
  if (xml) check_xml(*xml, options.release, input);
  if (xml) check_lint(*xml, options.release, input);
  check(rest, xml, options, tolerance_of(choice), input);
  return 0;
}
