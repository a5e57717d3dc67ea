// What becomes of a certificate: it holds, or it is refused, and why.
#pragma once

#include <string>

#include "formats/records/certificates.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {

// Fair where the certificates hold, and the shares, if any are reported, are theirs; else unfair,
// with one finding, FS106. Nothing is solved.
Verdict judge_certificates(const CertifiedRecord& certified, const std::string& file);

}  // namespace fairshare::formats
