// What `fairshare lint` finds in an allocations file, as lines.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "formats/hadoop/lint.h"

namespace fairshare::formats::tests {

using Lines = std::vector<std::string>;

inline LintReport lint_of(const std::string& inside, const LintOptions& options = {}) {
  return lint({"f.xml", "<allocations>\n" + inside + "\n</allocations>"}, options);
}

inline const ClusterAmounts cluster_of_100 = {{"memory", 100}, {"vcores", 10}};

// "code line queue field" of each.
inline Lines shown(const std::vector<InputError>& errors) {
  Lines lines;
  for (const InputError& error : errors) {
    EXPECT_EQ(error.file, "f.xml");
    lines.push_back(error.code + " " + std::to_string(error.line) + " " + error.claimant + " " +
                    error.field);
  }
  return lines;
}

// "code file:line: claimant, field: text" of each.
inline Lines texts(const LintReport& report) {
  Lines lines;
  for (const InputError& warning : report.warnings) {
    lines.push_back(warning.code + " " + describe(warning));
  }
  return lines;
}

// "queue resource share" of each, or "parent resource: why".
inline Lines steady(const LintReport& report) {
  Lines lines;
  for (const SteadyShares& division : report.steady) {
    if (!division.unknown.empty()) {
      lines.push_back(report.plan.queues[division.parent].name + " " + division.resource + ": " +
                      division.unknown);
    }
    for (std::size_t i = 0; i < division.shares.size(); ++i) {
      lines.push_back(report.plan.queues[division.queues[i]].name + " " + division.resource + " " +
                      exact::to_text(division.shares[i]));
    }
  }
  return lines;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The first message only.
inline std::string message(const LintReport& report) {
  return report.warnings.empty() ? "" : report.warnings.front().message;
}

}  // namespace fairshare::formats::tests
