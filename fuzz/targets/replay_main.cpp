// A main without an engine: each given file is one input; for a folder, each file in it.
//
// With it a target is an ordinary program, for any compiler, that runs what libFuzzer and AFL++
// have found. The exit status is 0 if every oracle held, and 1 if a file cannot be read. An oracle
// that does not hold ends the program.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

bool replay(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) {
    std::fprintf(stderr, "%s cannot be read\n", file.c_str());
    return false;
  }
  // A copy without spare room, so that a sanitizer sees every read beyond its end.
  const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(input.data(), input.size());
  return true;
}

}  // namespace

int main(int count, char** arguments) {
  std::size_t replayed = 0;
  bool all_read = true;
  const auto replay_and_count = [&](const std::filesystem::path& file) {
    if (replay(file)) {
      ++replayed;
    } else {
      all_read = false;
    }
  };
  for (int i = 1; i < count; ++i) {
    if (!std::filesystem::is_directory(arguments[i])) {
      replay_and_count(arguments[i]);
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(arguments[i])) {
      if (entry.is_regular_file()) replay_and_count(entry.path());
    }
  }
  std::printf("replayed %zu inputs\n", replayed);
  return all_read ? 0 : 1;
}
