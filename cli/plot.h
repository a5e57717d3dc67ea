// `fairshare plot`: a division as a picture.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/documents.h"
#include "cli/measure.h"

namespace fairshare::cli {

struct PlotOptions {
  std::vector<std::string> files = {"-"};  // "-": standard input
  std::string division = {};               // its name, as in messages; empty: the only one
  Measure measure = {};
  std::string scheduler = {};  // whose records they are, whatever they say; empty: what they say
  DocumentArguments documents = {};
  bool steady = false;  // YARN: the steady fair shares
};

// Prints the SVG of one division from the files. For a record without shares it shows the fair
// shares; for a scheduler's tree without shares, those that its release computes.
//
// The exit status: 0; 2 if something could not be read, if no division or several have that name,
// or if there are several and none was chosen. The message then lists their names.
int plot(const PlotOptions& options, Console& console);

}  // namespace fairshare::cli
