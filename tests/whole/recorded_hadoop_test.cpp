// Every recorded run of a real release, replayed bit for bit, the outcome included.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/exact/solve.h"
#include "tests/hadoop_record.h"

namespace fairshare::tests {
namespace {

std::vector<std::string> recorded_lines() {
  std::ifstream file("vectors/recorded/hadoop.ndjson");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST(RecordedHadoop, IsWhatTheModelsCompute) {
  std::map<std::string, int> count;
  for (const std::string& line : recorded_lines()) {
    const HadoopRecord record = read_hadoop_record(line);
    EXPECT_EQ(computed_answer(record), recorded_answer(record)) << line;
    ++count[record.scheduler];
  }
  const std::map<std::string, int> expected = {{"mr1", 150},      {"yarn-2.2", 150},
                                               {"yarn-2.5", 120}, {"yarn-2.7", 150},
                                               {"yarn-3.0", 120}, {"yarn-3", 150}};
  EXPECT_EQ(count, expected);
}

// A checker may require it of whatever YARN returned without a fault, from bounds that doubles
// hold: here of the recorded shares themselves.
TEST(RecordedHadoop, IsNeverAUnitBelowTheFairShareInYarn) {
  int judged = 0;
  for (const std::string& line : recorded_lines()) {
    const HadoopRecord record = read_hadoop_record(line);
    if (record.scheduler == "mr1" || record.outcome != "shares") continue;
    const bool is_held_exactly = std::ranges::all_of(record.yarn, [](const auto& schedulable) {
      return schedulable.min_share <= (std::int64_t{1} << 53) &&
             (schedulable.max_share <= (std::int64_t{1} << 53) ||
              schedulable.max_share == std::numeric_limits<std::int64_t>::max());
    });
    if (!is_held_exactly || record.yarn_total > (std::int64_t{1} << 53)) continue;
    const auto solution = exact::solve(fair_problem_of(record).problem);
    const auto* fair = std::get_if<Allocation<exact::Rational>>(&solution);
    if (!fair) continue;
    ++judged;
    for (std::size_t i = 0; i < fair->shares.size(); ++i) {
      EXPECT_GT(exact::Rational(number_in<std::int64_t>(record.shares[i])), fair->shares[i] - 1)
          << line;
    }
  }
  EXPECT_GT(judged, 300);
}

TEST(RecordedHadoop, IsWithinItsResolutionInMr1) {
  int judged = 0;
  for (const std::string& line : recorded_lines()) {
    const HadoopRecord record = read_hadoop_record(line);
    if (record.scheduler != "mr1" || record.outcome != "shares") continue;
    const auto solution = exact::solve(fair_problem_of(record).problem);
    const auto* fair = std::get_if<Allocation<exact::Rational>>(&solution);
    if (!fair) continue;
    ++judged;
    const auto resolution = schedulers::mr1::resolution(
        schedulers::mr1::compute(record.mr1_total, record.mr1), record.mr1);
    ASSERT_TRUE(resolution) << line;
    for (std::size_t i = 0; i < fair->shares.size(); ++i) {
      const auto share = exact::from_double(number_in<double>(record.shares[i]));
      EXPECT_LE(abs(exact::Rational(share - fair->shares[i])), *resolution) << line;
    }
  }
  EXPECT_GT(judged, 50);
}

}  // namespace
}  // namespace fairshare::tests
