// docs/findings.md as the tests read it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fairshare::tests {

struct FindingRecord {
  std::string line;    // the input
  std::string answer;  // at the end of the input, or else the line below it; empty: neither
};

struct Finding {
  std::string number;    // "H3"
  std::string title;     // without the number
  std::string releases;  // "mr1, yarn-2.2"
  std::string issue;     // up to what follows it: "YARN-1458, fixed in 2.6", "none found"
  std::vector<FindingRecord> records = {};

  std::set<std::string> release_names() const {
    std::set<std::string> names;
    for (std::size_t at = 0; at < releases.size();) {
      const std::size_t end = std::min(releases.find(", ", at), releases.size());
      names.insert(releases.substr(at, end - at));
      at = end + 2;
    }
    return names;
  }
};

inline void read_line(const std::string& line, Finding& finding) {
  constexpr std::string_view releases = "- Releases: ";
  constexpr std::string_view issue = "- Issue: ";
  if (line.starts_with(releases)) {
    finding.releases = line.substr(releases.size());
  } else if (line.starts_with(issue)) {
    finding.issue = line.substr(issue.size());
    finding.issue.resize(std::min(finding.issue.find("; "), finding.issue.find(". ")));
  } else if (line.starts_with(R"({"outcome")")) {
    finding.records.at(finding.records.size() - 1).answer = line;
  } else if (line.starts_with("{")) {
    const std::size_t outcome = line.find(R"("outcome")");
    finding.records.push_back({line, outcome < line.size() ? "{" + line.substr(outcome) : ""});
  }
}

// All findings, in the order of the page.
inline std::vector<Finding> read_findings() {
  std::ifstream page("docs/findings.md");
  std::vector<Finding> findings;
  bool is_in_one = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("#")) is_in_one = line.starts_with("### ");
    if (!is_in_one) continue;
    if (line.starts_with("#")) {
      const std::size_t space = line.find(' ', 4);
      findings.push_back({line.substr(4, space - 4), line.substr(space + 1), "", ""});
    }
    read_line(line, findings.back());
  }
  return findings;
}

inline Finding find_finding(const std::string& number) {
  for (const Finding& finding : read_findings()) {
    if (finding.number == number) return finding;
  }
  throw std::runtime_error("docs/findings.md has no " + number);
}

}  // namespace fairshare::tests
