// Certificates in JSON. docs/certificates.md describes them.
//
//     {"id":"a","total":"100","claimants":[{"name":"x","weight":"1","min_share":"0"},...],
//      "outcome":"allocation","ratio":"40/3","shares":["40/3","80/3","60"],
//      "certificate":{"outcome":"allocation","ratio":"40/3","ratios":["40/3","40/3"],
//                     "branches":["proportional","proportional","at_min"]}}
//
// on one line. A tree has a list of certificates, one per division.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/properties/certificate.h"
#include "fairshare/properties/certify.h"
#include "formats/records/records.h"

namespace fairshare::formats {

// The record as it was divided (every number exact, demands folded into the bounds), its answer,
// and the certificates. Reported shares are left out.
std::string certified_answer(const Record& record, const properties::CertifiedSolution& solution);

struct CertifiedRecord {
  Record record;
  std::vector<properties::Certificate> certificates;  // they fit the record's tree
};

// A record and its certificates, on one line. Errors are those of read_record; FS002 if there is no
// certificate, if it lacks a field, or if the number of branches or of certificates is not the one
// that the record needs; FS003, FS006, FS007, FS011 likewise in the certificate; FS018 for a record
// of a production scheduler. `scheduler` overrides the one that the record names, unless it is
// empty.
std::variant<CertifiedRecord, RecordError> read_certified_record(std::string_view line,
                                                                 const std::string& file,
                                                                 std::size_t line_number,
                                                                 std::string_view scheduler);

}  // namespace fairshare::formats
