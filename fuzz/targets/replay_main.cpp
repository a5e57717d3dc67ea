// A main without an engine: each file that is given is one input, of a folder each file in it.
//
// With it a target is an ordinary program, of any compiler, that runs what libFuzzer and AFL++ have
// learnt. The exit status is 0 where every oracle held, 1 where a file cannot be read; an oracle
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
  // Copied to an end of its own, so that a sanitizer sees every read beyond it.
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
