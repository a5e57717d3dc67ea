// The report as one HTML page, which loads nothing: for people who open it in a browser, print it
// or attach it. docs/report.md describes it.
#pragma once

#include <string>
#include <string_view>

#include "formats/report/collection.h"
#include "formats/report/reporter.h"

namespace fairshare::formats {

// First how many divisions came out how and who is worst off, then a table and a tree of all
// divisions, then each with its picture, its table and the reasons, then what could not be judged
// and the pages of the codes. What the collection left out is counted, and the page says so.
//
// A division whose link to the explorer is at most 20,000 letters long has one. Names may be
// anything: they are escaped. The same collection gives the same page.
std::string html_page(const Collection& collection, const Tally& tally, const PageSources& sources);

}  // namespace fairshare::formats
