// Is docs/findings.md consistent in itself: numbers, index, tests?
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/whole/findings_page.h"

namespace fairshare::tests {
namespace {

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// The anchor of a heading: "H1 It's 2^31" is "h1-its-231".
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char letter : heading) {
    const auto byte = static_cast<unsigned char>(letter);
    if (std::isalnum(byte) != 0 || letter == '-') {
      anchor += static_cast<char>(std::tolower(byte));
    } else if (letter == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

TEST(FindingsPage, CountsItsFindingsByLetters) {
  std::map<std::string, int> last;
  for (const Finding& finding : read_findings()) {
    const std::string letters = finding.number.substr(0, finding.number.find_first_of("123456789"));
    EXPECT_EQ(finding.number, letters + std::to_string(++last[letters]));
  }
}

TEST(FindingsPage, HasAnIndexOfAll) {
  std::vector<std::string> rows;
  for (const std::string& line : lines_of("docs/findings.md")) {
    if (line.starts_with("| [")) rows.push_back(line);
  }
  std::vector<std::string> expected;
  for (const Finding& finding : read_findings()) {
    const std::string anchor = anchor_of(finding.number + " " + finding.title);
    expected.push_back("| [" + finding.number + "](#" + anchor + ") | " + finding.releases + " | " +
                       finding.title + " | " + finding.issue + " |");
  }
  EXPECT_EQ(rows, expected);
}

TEST(FindingsPage, HasATestOfEveryNumber) {
  std::string tests;
  for (const auto& entry : std::filesystem::directory_iterator("tests/whole")) {
    if (!entry.path().filename().string().starts_with("findings_")) continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    tests += text.str();
  }
  for (const Finding& finding : read_findings()) {
    EXPECT_NE(tests.find("\nTEST(Finding" + finding.number + ","), std::string::npos)
        << finding.number;
  }
}

}  // namespace
}  // namespace fairshare::tests
