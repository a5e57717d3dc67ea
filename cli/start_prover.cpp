#include "cli/start_prover.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace fairshare::cli {

int start_prover(std::vector<std::string> arguments, Console& console) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string prover = (self.parent_path() / "fairshare-prove").string();
  arguments.insert(arguments.begin(), prover);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  ::execv(prover.c_str(), pointers.data());
  console.complain(
      {.code = "FS009",
       .message = fmt::format("cannot start: {}; install the package fairshare-prove, or "
                              "build the target fairshare_prove",
                              std::strerror(errno)),
       .file = prover});
  return 3;
}

}  // namespace fairshare::cli
