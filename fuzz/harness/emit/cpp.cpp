// Tests of GoogleTest, C++17.
#include <fmt/format.h>

#include "fuzz/harness/emit/languages.h"
#include "fuzz/harness/emit/source_text.h"

namespace fairshare::harness {
namespace {

constexpr std::string_view beginning = R"source(
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using Weight = $weight;
using Amount = $amount;
using Share = $share;

struct Claimant {
  std::string name;
  Weight weight;
  Amount min_share;
  std::optional<Amount> max_share;  // nothing: no maximum
  std::optional<Amount> demand;     // it limits both bounds
};

// Your scheduler: one share for each claimant, in their order$as_text.
std::vector<Share> divide(const Amount& total, const std::vector<Claimant>& claimants) {
  throw std::logic_error("put your scheduler here");
}

// All shares from low to high pass.
struct Passing {
  Share low;
  Share high;
};

// Each answer comes within 10 s, and is always the same; a thread that hangs is left behind.
void check(const Amount& total, const std::vector<Claimant>& claimants,
           const std::vector<Passing>& passing, int times, std::optional<Passing> sum = {}) {
  std::vector<Share> first;
  for (int k = 0; k < times; ++k) {
    auto task = std::make_shared<std::packaged_task<std::vector<Share>()>>(
        [=] { return divide(total, claimants); });
    auto answer = task->get_future();
    std::thread([task] { (*task)(); }).detach();
    ASSERT_EQ(answer.wait_for(std::chrono::seconds(10)), std::future_status::ready)
        << "no answer within 10 s";
    const std::vector<Share> shares = answer.get();
    if (k == 0) first = shares;
    ASSERT_EQ(shares, first) << "the same problem gets other shares";
    ASSERT_EQ(shares.size(), claimants.size()) << "one share for each claimant";
    for (std::size_t i = 0; i < shares.size(); ++i) {
      EXPECT_TRUE(passing[i].low <= shares[i] && shares[i] <= passing[i].high)
          << claimants[i].name << " gets " << shares[i] << ", fair is " << passing[i].low << " to "
          << passing[i].high;
    }
    if (!sum || testing::Test::HasFailure()) continue;
    const Share all = std::accumulate(shares.begin(), shares.end(), Share());
    EXPECT_TRUE(sum->low <= all && all <= sum->high) << "the shares add up to " << all;
  }
}
)source";

constexpr TypeNames types{"std::int64_t", "double", "std::string"};

std::string limit(const std::optional<exact::Rational>& value, NumberType type) {
  return value ? number_source(*value, type) : "std::nullopt";
}

std::string test_source(const EmittedTest& test) {
  std::string claimants, passing;
  for (const ExpectedShare& share : test.shares) {
    const fuzz::Entry& asked = share.asked;
    claimants += fmt::format("            {{{}, {}, {}, {}, {}}},\n", quoted_source(asked.name),
                             number_source(asked.weight, test.types.weight),
                             number_source(asked.min_share, test.types.amount),
                             limit(asked.max_share, test.types.amount),
                             limit(asked.demand, test.types.amount));
    passing += fmt::format("            {{{}, {}}},  // fair: {}\n",
                           number_source(share.low, test.types.share),
                           number_source(share.high, test.types.share), exact::to_text(share.fair));
  }
  const std::string sums = test.sum
                               ? fmt::format(", Passing{{{}, {}}}", exact::to_text(test.sum->low),
                                             exact::to_text(test.sum->high))
                               : "";
  return fmt::format(
      "\n{}TEST(FairShares, {}) {{\n  check({},\n        {{\n{}        }},\n        {{\n{}        "
      "}},\n"
      "        {}{});\n}}\n",
      comment_source("// ", test.comment), test.name, number_source(test.total, test.types.amount),
      claimants, passing, test.times, sums);
}

}  // namespace

std::string cpp_tests(const Outcome& outcome, const Saved& saved) {
  const auto made = tests_of(outcome, saved);
  const auto tests = only_tests(made);
  std::string text = comment_source("// ", heading_of(outcome));
  if (tests.empty()) return text + untested_source("// ", made);
  const NumberTypes& used = tests.front().types;
  text += filled(std::string(beginning), {{"$as_text", format_of(used.share)},
                                          {"$weight", types.of(used.weight)},
                                          {"$amount", types.of(used.amount)},
                                          {"$share", types.of(used.share)}});
  text += joined(tests, test_source) + "\n}  // namespace\n";
  return text + untested_source("// ", made);
}

}  // namespace fairshare::harness
