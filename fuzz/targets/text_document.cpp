// libFuzzer: no configuration, options or log of a single scheduler, however built, makes its
// reader, the model or the judge crash, loop or grow.
//
// The first byte chooses the reader:
//     byte % 3: a simulation of mClock, options of Ceph's OSDs, a log of HTCondor's negotiator
// Besides what holds of every case:
//   - an error has a code, the file's name, and a line that the file has;
//   - slack changes no errors, and what was fair stays fair with more of it;
//   - every part is answered, or it is said why not.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "formats/ceph/osd_options.h"
#include "formats/ceph/simulation.h"
#include "formats/htcondor/negotiator_log.h"
#include "formats/inputs.h"
#include "fuzz/targets/oracle.h"

namespace {

using namespace fairshare::formats;
using fairshare::fuzz::check_part;
using fairshare::fuzz::is_json_object;
using fairshare::fuzz::is_whole;
using fairshare::fuzz::require;

constexpr std::array readers = {read_mclock_simulation, read_osd_options, read_negotiator_log};

void check_error(const InputError& error, const NamedText& document) {
  const auto lines = std::count(document.text.begin(), document.text.end(), '\n');
  require(is_whole(error, "01"), "an error has its code and a message", document.text);
  require(error.file == document.name, "an error has its file", document.text);
  require(error.line <= 1 + static_cast<std::size_t>(lines), "an error has a line of its file",
          document.text);
}

void check_part_of(const NamedText& document, const DocumentPart& part) {
  check_part(part, document.name, {}, "01", document.text);
  for (const bool fair : {false, true}) {
    const auto solved = answer(part, document.name, fair);
    const auto* text = std::get_if<std::string>(&solved);
    require(text == nullptr || is_json_object(*text), "an answer is JSON", document.text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const NamedText document{"f", std::string(reinterpret_cast<const char*>(data) + 1, size - 1)};
  looks_like_mclock_simulation(document.text);
  looks_like_osd_options(document.text);
  looks_like_negotiator_log(document.text);
  const DocumentReading reading = readers[data[0] % readers.size()](document);
  for (const InputError& error : reading.errors) check_error(error, document);
  for (const DocumentPart& part : reading.parts) check_part_of(document, part);
  return 0;
}
