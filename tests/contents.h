// The text of a file, by its path from the root of the repository, where the tests run.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace fairshare::tests {

// A file that is missing or empty fails the test.
inline std::string contents(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  EXPECT_FALSE(text.str().empty()) << file;
  return text.str();
}

}  // namespace fairshare::tests
