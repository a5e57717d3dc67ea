#include "formats/ytsaurus/orchid_model.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "formats/ytsaurus/scalar_reader.h"

namespace fairshare::formats {
namespace {

namespace scalar = schedulers::ytsaurus::scalar;
using Answer = std::vector<schedulers::Held>;
using Answers = std::vector<Answer>;

YtsaurusTree read(const std::string& tree) {
  const auto value = json::parse(R"({"tree":)" + tree + "}");
  std::optional<InputError> error;
  YtsaurusTree read = read_ytsaurus_scalar(std::get<json::Value>(value), scalar::Era::v2019, error);
  EXPECT_FALSE(error) << describe(*error);
  return read;
}

// Every pool is rebuilt from what the release computes for its children, as an Orchid shows it.
void expect_rebuilt(scalar::Era era, const scalar::Tree& tree) {
  const scalar::ComputedTree computed = scalar::compute(era, tree);
  const auto children = scalar::children_of(tree);
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (children[i].empty()) continue;
    SCOPED_TRACE(i);
    const bool is_root = i == 0;
    const auto result =
        compute_pool(era, {.is_root = is_root,
                           .mode = tree.elements[i].mode,
                           .share = is_root ? 1 : computed.elements[i].fair_share_ratio,
                           .children = scalar::claims_of(tree, computed, children[i])});
    ASSERT_TRUE(result);
    std::vector<double> shares;
    for (const std::size_t child : children[i]) {
      shares.push_back(computed.elements[child].fair_share_ratio);
    }
    EXPECT_EQ(result->answers, Answers{schedulers::held(shares)});
  }
}

TEST(OrchidModel, RebuildsEveryPoolOfATree) {
  const YtsaurusTree tree = read(R"({"children":[
      {"name":"A","weight":3,"min_share_ratio":0.4,"children":[
        {"name":"x","min_share_ratio":0.3,"weight":0.7,"demand_ratio":0.31},
        {"name":"y","min_share_ratio":0.9,"demand_ratio":2},
        {"name":"P","weight":0,"min_share_resources_ratio":0.1,"children":[
          {"name":"z","demand_ratio":1},{"name":"u","demand_ratio":1,"weight":0.3}]}]},
      {"name":"F","mode":"fifo","min_share_ratio":0.2,"fifo_sort_parameters":["pending_job_count"],
       "children":[
        {"name":"x","demand_ratio":0.2,"pending_job_count":3},
        {"name":"y","demand_ratio":0.11,"pending_job_count":1},
        {"name":"z","demand_ratio":0.3,"pending_job_count":2}]},
      {"name":"idle","children":[]},
      {"name":"op","weight":1.7,"demand_ratio":0.123}]})");
  expect_rebuilt(scalar::Era::v2018, tree.tree);
  expect_rebuilt(scalar::Era::v2019, tree.tree);
}

// In 2019, shares below the root that fall short are scaled up, beyond what the children can use.
TEST(OrchidModel, RebuildsAPoolWhoseChildrenAreRescaled) {
  EXPECT_EQ(compute_pool(scalar::Era::v2019,
                         {.share = 0.5, .children = {{.max_share = 0.1}, {.max_share = 0.3}}})
                ->answers,
            (Answers{{0.125, 0.375}}));
  EXPECT_EQ(compute_pool(scalar::Era::v2018,
                         {.share = 0.5, .children = {{.max_share = 0.1}, {.max_share = 0.3}}})
                ->answers,
            (Answers{{0.1, 0.3}}));
}

TEST(OrchidModel, HasNoAnswerWhereNoTreeShowsThis) {
  const auto has_answer = [](double share, std::vector<scalar::Claim> children) {
    return compute_pool(scalar::Era::v2019, {.share = share, .children = std::move(children)})
        .has_value();
  };
  EXPECT_TRUE(
      has_answer(1, {{.min_share = 0.5, .max_share = 1}, {.min_share = 0.5, .max_share = 1}}));
  EXPECT_FALSE(
      has_answer(1, {{.min_share = 0.7, .max_share = 1}, {.min_share = 0.7, .max_share = 1}}))
      << "minimums of more than the cluster are scaled down before they are shown";
  EXPECT_FALSE(has_answer(1.5, {{.max_share = 1}})) << "more than the cluster";
  EXPECT_FALSE(has_answer(1, {{.max_share = 1.5}}));
}

TEST(OrchidModel, TakesNoNoticeOfMinimumsInAFifoPool) {
  const auto result =
      compute_pool(scalar::Era::v2019, {.is_root = true,
                                        .mode = scalar::Mode::fifo,
                                        .share = 1,
                                        .children = {{1, 0.25, 0.75, 1}, {1, 0, 0.5, 0}}});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->answers, Answers{schedulers::held(std::vector<double>{0.5, 0.5})});
}

}  // namespace
}  // namespace fairshare::formats
