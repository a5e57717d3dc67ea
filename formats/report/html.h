// The report as one self-contained HTML page, to open in a browser, print or attach. docs/report.md
// describes it.
#pragma once

#include <string>

#include "formats/report/collection.h"
#include "formats/report/reporter.h"

namespace fairshare::formats {

// First the counts by verdict and the claimants that are worst off, then a table and a tree of all
// divisions, then each division with its picture, its table and the reasons, then what could not be
// judged, and the pages of the codes. The page also counts what the collection left out.
//
// A division has a link to the explorer if the link is at most 20,000 characters long. Names may be
// anything: they are escaped. The same collection gives the same page.
std::string html_page(const Collection& collection, const Tally& tally, const PageSources& sources);

}  // namespace fairshare::formats
