// libFuzzer: no file, however built, makes the reader of what it looks like, the model or the judge
// crash, loop or grow.
//
// Records are the target `record`'s. Besides what holds of every case:
//   - an error has a code, the file's name, and a line that the file has;
//   - slack changes no errors, and what was fair stays fair with more of it;
//   - every part is answered, or it is said why not.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "formats/inputs.h"
#include "fuzz/targets/oracle.h"

namespace {

using namespace fairshare::formats;
using fairshare::fuzz::check_part;
using fairshare::fuzz::is_json_object;
using fairshare::fuzz::is_whole;
using fairshare::fuzz::require;

void check_error(const InputError& error, const NamedText& document) {
  const auto lines = std::count(document.text.begin(), document.text.end(), '\n');
  require(is_whole(error, "014"), "an error has its code and a message", document.text);
  require(error.file == document.name, "an error has its file", document.text);
  require(error.line <= 1 + static_cast<std::size_t>(lines), "an error has a line of its file",
          document.text);
}

void check_part_of(const NamedText& document, const DocumentPart& part) {
  check_part(part, document.name, {}, "0124", document.text);
  for (const bool fair : {false, true}) {
    const auto solved = answer(part, document.name, fair);
    const auto* text = std::get_if<std::string>(&solved);
    require(text == nullptr || is_json_object(*text), "an answer is JSON", document.text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const NamedText document{"f", std::string(reinterpret_cast<const char*>(data), size)};
  const DocumentKind* kind = find_document_kind(document.text, {});
  if (kind == nullptr) return 0;
  const DocumentReading reading = kind->read(document, {});
  for (const InputError& error : reading.errors) check_error(error, document);
  for (const DocumentPart& part : reading.parts) check_part_of(document, part);
  return 0;
}
