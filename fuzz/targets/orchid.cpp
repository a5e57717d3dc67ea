// libFuzzer: no Orchid, whatever it contains, makes its reader or the judge crash, loop or grow
// without bound.
//
// The first byte chooses the options, the rest is the file:
//     byte % 2: 2018 or 2019     byte / 2 % 4: the rounding     byte / 8 % 4: within, relative
// Besides what holds for every case:
//   - errors have a code and the file, and slack does not change which pools can be judged;
//   - what was fair stays fair with more slack.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "formats/ytsaurus/orchid.h"
#include "fuzz/targets/choice_and_text.h"
#include "fuzz/targets/oracle.h"

namespace {

using namespace fairshare::formats;
using fairshare::fuzz::check_part;
using fairshare::fuzz::part_of;
using fairshare::fuzz::require;
using fairshare::schedulers::ytsaurus::scalar::Era;

constexpr std::array<std::optional<Rounding>, 4> roundings = {
    std::nullopt, Rounding::exact, Rounding::written, Rounding::to_float};

void check(const NamedText& orchid, const OrchidOptions& options, const Tolerance& tolerance) {
  const OrchidReading reading = read_orchid(orchid, options);
  for (const InputError& error : reading.errors) {
    require(error.code.starts_with("FS") && error.file == orchid.name, "an error has its code",
            orchid.text);
  }
  for (const Division& division : reading.divisions) {
    check_part(part_of(division), orchid.name, tolerance, "01", orchid.text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto given = fairshare::fuzz::find_choice_and_text(data, size);
  if (!given) return 0;
  const auto [choice, text] = *given;
  const OrchidOptions options{.era = choice % 2 == 0 ? Era::v2018 : Era::v2019};
  Tolerance tolerance{.rounding = roundings[choice / 2 % roundings.size()]};
  if ((choice & 8U) != 0) tolerance.within = fairshare::exact::Rational(1, 3);
  if ((choice & 16U) != 0) tolerance.relative = fairshare::exact::Rational(1, 100);
  looks_like_orchid(text);
  check({"f", std::string(text)}, options, tolerance);
  return 0;
}
