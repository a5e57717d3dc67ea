// libFuzzer: no file, whatever it contains, makes its reader, the model or the judge crash, loop or
// grow without bound.
//
// The target `record` tests records. Besides what holds for every case:
//   - an error has a code, the file's name, and a line that the file has;
//   - slack changes no errors, and what was fair stays fair with more of it;
//   - every part has an answer or an error.
#include <cstddef>
#include <cstdint>
#include <string>

#include "formats/inputs.h"
#include "fuzz/targets/oracle.h"

using namespace fairshare::formats;
using fairshare::fuzz::check_answers;
using fairshare::fuzz::check_error;
using fairshare::fuzz::check_part;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const NamedText document{"f", std::string(reinterpret_cast<const char*>(data), size)};
  const DocumentKind* kind = find_document_kind(document.text, {});
  if (kind == nullptr) return 0;
  const DocumentReading reading = read_document(*kind, document, {});
  for (const InputError& error : reading.errors) check_error(error, document, "014");
  for (const DocumentPart& part : reading.parts) {
    check_part(part, document.name, {}, "0124", document.text);
    check_answers(part, document.name, document.text);
  }
  return 0;
}
