// The verdict on a certificate: it holds, or it is refused, and why.
#pragma once

#include <string>

#include "formats/records/certificates.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {

// Fair if the certificates hold and give the reported shares, if any; else unfair, with one
// finding, FS106. Nothing is solved.
Verdict judge_certificates(const CertifiedRecord& certified, const std::string& file);

}  // namespace fairshare::formats
