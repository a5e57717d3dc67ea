#include "cli/parse.h"

#include <sstream>

namespace fairshare::cli {

std::optional<int> parse(CLI::App& app, int argc, char** argv, Console& console) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream output;
    std::ostringstream complaint;
    if (app.exit(error, output, complaint) != 0) {
      console.refuse_usage(error.what());
      return 2;
    }
    console.print(output.str());
    console.flush();
    return console.failed() ? 2 : 0;
  }
  return std::nullopt;
}

}  // namespace fairshare::cli
