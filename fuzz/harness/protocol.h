// The protocol between `fairshare fuzz` and an adapter: one JSON object per line, in both
// directions.
//
//     {"cmd":"hello","protocol":1}        -> {"name":"mine","version":"1.2","scheduler":"fair"}
//     {"cmd":"run","seq":7,"problem":{RECORD}}
//                                         -> {"seq":7,"shares":[33,"100/3"]}
//                                            {"seq":7,"skipped":"no trees here"}
//                                            {"seq":7,"error":"out of bounds"}
//     {"cmd":"stop"}
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "formats/records/records.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/verdict/case.h"

namespace fairshare::harness {

inline constexpr int protocol_version = 1;

// The largest `seq` that an answer may have. Doubles, and thus all JSON libraries, hold every whole
// number up to here.
inline constexpr std::int64_t seq_max = std::int64_t{1} << 53;

// What an adapter says about itself. Only the name is required.
struct Hello {
  std::string name = {};
  std::string version = {};
  std::string scheduler = "fair";  // the scheduler whose rule judges it; any text
  std::optional<formats::Numbers> numbers = std::nullopt;  // the type that it takes
  std::optional<formats::Numbers> answers = std::nullopt;  // of its shares; absent: the same
  formats::Tolerance tolerance = {};                       // of the same names as a record's
  bool trees = false;                                      // it takes records with a "tree"
};

// "mine 1.2"; the name alone if it has no version.
std::string name_of(const Hello& hello);

struct Shares {
  std::vector<formats::WrittenNumber> shares;  // in the order of the record's claimants, or nodes
};
struct Skipped {
  std::string reason;
};
struct Refused {
  std::string message;
};
struct Answer {
  std::uint64_t seq = 0;
  std::variant<Shares, Skipped, Refused> is = {};
};

// Without a newline.
std::string hello_line();
std::string run_line(std::uint64_t seq, std::string_view record);  // the record as it is
std::string stop_line();

// The question of a line that is as `run_line` writes it, without reading the record. Nothing for
// any other line, although it may be a question too.
struct Run {
  std::uint64_t seq;
  std::string_view record;
};
std::optional<Run> find_run(std::string_view line);

// What the line says, or FS503. Its message quotes the line (abridged, printable), and it names the
// field if one is at fault. FS503 means: not JSON, not an object, an unknown or missing field, a
// field of the wrong type, not exactly one of shares, skipped and error, or a share that is not a
// number. A share that is NaN or infinite, quoted or not, is FS011.
//
//     {"seq":7,"shares":[1,"nan"]}  -> FS011, shares[1]
//     {"name":"x","relativ":1e-9}   -> FS503 (in records: FS003), since no field is ignored
//
// A field that is null counts as absent, since some languages write it so. Shares may be negative,
// and there may be any number of them: code that knows the problem judges them. `seq` is a whole
// JSON number from 0 to seq_max. A hello may also have "language", "homepage" and "comment", of any
// type.
std::variant<Hello, formats::InputError> read_hello(std::string_view line);
std::variant<Answer, formats::InputError> read_answer(std::string_view line);

}  // namespace fairshare::harness
