// The contents of a whole document: a YARN response, an Orchid, a dump of Kubernetes objects. Each
// part of it is one division, which can be solved or judged.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "formats/records/levels.h"
#include "formats/text/input_error.h"
#include "formats/verdict/division.h"

namespace fairshare::formats {

struct DocumentPart {
  // The document's id as JSON, which differs from that of another dump; empty if it has none.
  std::string id = {};
  std::string title = {};               // what divides: "root.prod", "queues of Volcano"
  std::string resource = {};            // "memory", "cpu in thousandths"
  std::size_t line = 0;                 // of what divides, or of its first child; 0 if unknown
  std::vector<std::string> notes = {};  // of a level: what was assumed, one sentence each
  // A level of a scheduler's model, or a division as its family states it, with path and resource.
  std::variant<LevelWorld, Division> world;
  // What the release computes, if verdicts do not compare with it because the release is not known.
  std::optional<ModelComparison> computed = std::nullopt;
};

struct DocumentReading {
  std::vector<DocumentPart> parts = {};    // parents before children
  std::vector<InputError> errors = {};     // what cannot be read, and why
  std::vector<std::string> warnings = {};  // what a reader should know; one sentence each
};

// The part's divisions, with title, resource and notes.
std::variant<std::vector<Division>, InputError> divisions_of(const DocumentPart& part);

// The same with what restates those of a level: restating.h.
std::variant<std::vector<Division>, InputError> restatable_divisions_of(const DocumentPart& part);

// The divisions as records of the definition, one per division, without shares; under the base
// rule, of what is above the minimums.
std::variant<std::vector<std::string>, InputError> records_of(const DocumentPart& part);

// "root.prod, memory": how answers name it.
std::string id_of(const DocumentPart& part);

// Adds the part's fair shares, or what its scheduler's release computes, to an object. For a level
// as in levels.h; otherwise shares are by name:
//     "outcome":"allocation","ratio":"5","shares":{"root.a":"10","root.b":"20"}
// FS018 if the release's answer is not known.
std::optional<InputError> answer_part(const DocumentPart& part, bool is_fair, json::Writer& answer);

}  // namespace fairshare::formats
