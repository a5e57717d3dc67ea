// libFuzzer: no Orchid, however built, makes its reader or the judge crash, loop or grow.
//
// The first byte chooses the options, the rest is the file:
//     byte % 2: 2018 or 2019     byte / 2 % 4: the rounding     byte / 8 % 4: within, relative
// Besides what holds of every case:
//   - errors have a code and the file, and slack changes nothing about who can be judged;
//   - what was fair stays fair with more slack.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "formats/ytsaurus/orchid.h"
#include "fuzz/targets/oracle.h"

namespace {

using namespace fairshare::formats;
using fairshare::fuzz::check_case;
using fairshare::fuzz::require;
using fairshare::schedulers::ytsaurus::scalar::Era;

constexpr std::array<std::optional<Rounding>, 4> roundings = {
    std::nullopt, Rounding::exact, Rounding::written, Rounding::to_float};

void check(const OrchidText& orchid, const OrchidOptions& options) {
  const OrchidReading reading = read_orchid(orchid, options);
  for (const InputError& error : reading.errors) {
    require(error.code.starts_with("FS") && error.file == orchid.name, "an error has its code",
            orchid.text);
  }
  OrchidOptions lenient = options;
  lenient.slack += 1;
  const OrchidReading widened = read_orchid(orchid, lenient);
  require(widened.cases.size() == reading.cases.size(), "slack changes no errors", orchid.text);
  for (std::size_t i = 0; i < reading.cases.size(); ++i) {
    const Verdict verdict = check_case(reading.cases[i], orchid.text);
    if (verdict.judgement != Judgement::fair) continue;
    require(judge(widened.cases[i]).judgement == Judgement::fair, "slack makes nothing unfair",
            orchid.text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  OrchidOptions options;
  options.era = data[0] % 2 == 0 ? Era::v2018 : Era::v2019;
  options.rounding = roundings[data[0] / 2 % roundings.size()];
  if ((data[0] & 8U) != 0) options.slack = fairshare::exact::Rational(1, 3);
  if ((data[0] & 16U) != 0) options.relative = fairshare::exact::Rational(1, 100);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  looks_like_orchid(text);
  check({"f", text}, options);
  return 0;
}
