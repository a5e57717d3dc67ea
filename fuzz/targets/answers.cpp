// libFuzzer: whatever an adapter says is understood, or refused with a code.
//
// The first byte chooses: a hello or an answer; the rest is the line. Oracles:
//   - an error is FS5xx or FS0xx, its message one line;
//   - read(write(answer)) == answer: a share written as "p/q" again is the same number.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "fairshare/exact/rational.h"
#include "formats/text/json.h"
#include "fuzz/harness/protocol.h"
#include "fuzz/targets/choice_and_text.h"
#include "fuzz/targets/oracle.h"

namespace {

using namespace fairshare;
using fuzz::require;

void check_error(const formats::InputError& error, std::string_view line) {
  require(fuzz::is_whole(error, "05"), "an error has its code and one line", line);
}

// The answer as an adapter could have said it.
std::string written(const harness::Answer& answer) {
  std::string text = "{\"seq\":" + std::to_string(answer.seq);
  if (const auto* refused = std::get_if<harness::Refused>(&answer.is)) {
    return text + ",\"error\":" + formats::json::quoted(refused->message) + "}";
  }
  if (const auto* skipped = std::get_if<harness::Skipped>(&answer.is)) {
    return text + ",\"skipped\":" + formats::json::quoted(skipped->reason) + "}";
  }
  text += ",\"shares\":[";
  for (const auto& share : std::get<harness::Shares>(answer.is).shares) {
    text += formats::json::quoted(exact::to_text(share.value)) + ",";
  }
  if (text.back() == ',') text.pop_back();
  return text + "]}";
}

void check_answer(std::string_view line) {
  const auto read = harness::read_answer(line);
  if (const auto* error = std::get_if<formats::InputError>(&read)) return check_error(*error, line);
  const auto& answer = std::get<harness::Answer>(read);
  const std::string once = written(answer);
  const auto again = harness::read_answer(once);
  require(std::holds_alternative<harness::Answer>(again), "what is written again is read", line);
  require(written(std::get<harness::Answer>(again)) == once, "an answer is read as it was", line);
}

void check_hello(std::string_view line) {
  const auto read = harness::read_hello(line);
  if (const auto* error = std::get_if<formats::InputError>(&read)) return check_error(*error, line);
  const auto& hello = std::get<harness::Hello>(read);
  require(!hello.tolerance.within || *hello.tolerance.within >= 0,
          "what is allowed is not negative", line);
  require(!hello.tolerance.relative || *hello.tolerance.relative >= 0,
          "what is allowed is not negative", line);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto given = fairshare::fuzz::find_choice_and_text(data, size);
  if (!given) return 0;
  const auto [choice, line] = *given;
  choice % 2 == 0 ? check_hello(line) : check_answer(line);
  return 0;
}
