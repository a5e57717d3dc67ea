// What becomes of a certificate: it holds, or it is refused, and why.
#pragma once

#include <string>

#include "formats/records/certificates.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {

// Fair where the certificates hold, and the shares, if any are reported, are theirs; else unfair,
// with one finding, FS106. Nothing is solved. The text starts with "holds" or "error[FS106]".
Verdict judge_certificates(const CertifiedRecord& certified, const std::string& file);

// {"id":"a","certificate":"holds","outcome":"allocation","ratio":"40/3","findings":[]}
// {"id":"a","certificate":"refused","findings":[{"code":"FS106","claimant":"y","message":"..."}]}
// `outcome` and `ratio` are those of the whole tree, which has a ratio where the top has one.
std::string certificate_verdict_json(const CertifiedRecord& certified, const Verdict& verdict);

}  // namespace fairshare::formats
