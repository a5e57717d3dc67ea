// A scheduler's model (schedulers/) as an adapter of `fairshare fuzz`, judged by that scheduler's
// own terms:
//
//     model volcano           what the release computes, defects and all
//     model volcano --fair    what its own rule says, rounded as the release rounds: nothing must
//                             be found
//
// A release that never returns hangs here, too. If the order of a map matters, the order of the
// list is used.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/exact/apportion.h"
#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/registry.h"
#include "formats/records/levels.h"
#include "formats/text/json.h"
#include "formats/text/number_text.h"
#include "formats/verdict/model_comparison.h"

namespace {

using fairshare::exact::Rational;
using fairshare::schedulers::LevelModel;
using fairshare::schedulers::Reports;
using fairshare::schedulers::Scheduler;
namespace formats = fairshare::formats;
namespace json = fairshare::formats::json;
using Level = fairshare::schedulers::Level;
using Texts = std::vector<std::string>;  // of shares, as JSON

std::string shares_answer(const Texts& shares) {
  return fmt::format(R"("shares":[{}])", fmt::join(shares, ","));
}

std::string word_answer(std::string_view key, std::string_view what) {
  return fmt::format(R"("{}":{})", key, json::quoted(what));
}

std::string computed_answer(const LevelModel& model, const Level& level) {
  const auto result =
      model.compute_as_listed ? model.compute_as_listed(level) : model.compute(level);
  if (result.outcome == "hang") {
    while (true) ::pause();
  }
  if (result.answers.empty()) return word_answer("error", result.message);
  Texts shares;
  for (const auto& share : result.answers.front()) shares.push_back(formats::number_text(share));
  return shares_answer(shares);
}

// As whole units if the release reports those, else as the nearest doubles.
Texts reported(Reports how, const std::vector<Rational>& shares) {
  Texts texts;
  if (how == Reports::units_apportioned) {
    const auto whole = fairshare::exact::apportion(shares);
    for (const auto& units : *whole) texts.push_back(units.str());
    return texts;
  }
  for (const Rational& share : shares) {
    texts.push_back(how == Reports::units_cut_down
                        ? fairshare::exact::floor(share).str()
                        : formats::number_text(fairshare::exact::to_double(share)));
  }
  return texts;
}

std::string fair_answer(const LevelModel& model, const Level& level) {
  const auto made = model.state(level);
  const auto* statement = std::get_if<fairshare::schedulers::Statement>(&made);
  if (statement == nullptr) return word_answer("error", "its own rule makes no problem of this");
  const auto* fair = std::get_if<fairshare::Allocation<Rational>>(&statement->solution);
  if (fair == nullptr) return word_answer("error", "its own rule has no allocation here");
  return shares_answer(reported(model.reports, fair->shares));
}

std::string answer_to(const Scheduler& scheduler, bool is_fair, const json::Value& problem) {
  const auto read = formats::read_levels(problem, scheduler, false, false);
  if (const auto* error = std::get_if<formats::InputError>(&read)) {
    return word_answer("error", formats::describe(*error));
  }
  const auto& world = std::get<std::vector<formats::LevelWorld>>(read).front();
  return is_fair ? fair_answer(world.model, world.level)
                 : computed_answer(world.model, world.level);
}

// The line to answer; nothing at the end.
std::optional<std::string> find_answer(const Scheduler& scheduler, bool is_fair,
                                       std::string_view line) {
  const json::Reading request = json::read(line);
  const auto* command = json::find(request.value, "cmd");
  const auto* name = command != nullptr ? std::get_if<std::string>(&command->is) : nullptr;
  if (name == nullptr || *name == "stop") return std::nullopt;
  if (*name == "hello") {
    return fmt::format(R"({{"name":"model of {0}{1}","version":"1","scheduler":"{0}"}})",
                       scheduler.name, is_fair ? ", mended" : "");
  }
  const auto& seq = std::get<json::Number>(json::find(request.value, "seq")->is).text;
  const auto& problem = *json::find(request.value, "problem");
  return fmt::format(R"({{"seq":{},{}}})", seq, answer_to(scheduler, is_fair, problem));
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  const bool is_fair = arguments.size() == 2 && arguments[1] == "--fair";
  const auto scheduler =
      arguments.empty() ? std::nullopt : fairshare::schedulers::find_scheduler(arguments[0]);
  const bool is_understood = arguments.size() == (is_fair ? 2U : 1U);
  if (!is_understood || !scheduler || scheduler->level == nullptr) {
    fmt::print(stderr, "usage: model SCHEDULER [--fair]\n");
    return 2;
  }
  for (std::string line; std::getline(std::cin, line);) {
    const auto answer = find_answer(*scheduler, is_fair, line);
    if (!answer) break;
    std::cout << *answer << std::endl;
  }
  return 0;
}
