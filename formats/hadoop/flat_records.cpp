#include "formats/hadoop/flat_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "exact/rational.h"
#include "exact/solve.h"
#include "formats/records/answers.h"
#include "formats/records/flat_records.h"
#include "formats/records/record_cases.h"
#include "formats/records/records.h"
#include "formats/text/fields.h"
#include "schedulers/hadoop/mr1.h"
#include "schedulers/hadoop/yarn.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
namespace mr1 = schedulers::mr1;
namespace yarn = schedulers::yarn;

struct Mr1Division {
  double total = 0;
  std::vector<mr1::Schedulable> schedulables = {};
};
struct YarnDivision {
  yarn::Release release = yarn::Release::v3;
  yarn::Kind kind = yarn::Kind::instantaneous;
  std::int64_t total = 0;
  std::vector<yarn::Schedulable> schedulables = {};
};

struct Draft {
  std::variant<Mr1Division, YarnDivision> division;
  std::vector<std::string> names = {};
  std::optional<std::vector<WrittenNumber>> shares = std::nullopt;
  std::optional<InputError> error = std::nullopt;
};

// Claimants.

void read_mr1_claimant(Fields& fields, Mr1Division& division) {
  constexpr std::int64_t low = std::numeric_limits<std::int32_t>::min();
  constexpr std::int64_t high = std::numeric_limits<std::int32_t>::max();
  mr1::Schedulable schedulable;
  schedulable.weight = fields.real("weight", 1);
  schedulable.min_share = static_cast<std::int32_t>(fields.whole("min_share", low, high, 0));
  // A pool demands no more than its maximum: that is all that MR1 knows of maximums.
  const std::int64_t demand = fields.whole("demand", low, high, high);
  const std::int64_t max_share = fields.whole("max_share", low, high, high);
  schedulable.demand = static_cast<std::int32_t>(std::min(demand, max_share));
  division.schedulables.push_back(schedulable);
}

void read_yarn_claimant(Fields& fields, YarnDivision& division) {
  const std::int64_t high = yarn::amount_max(division.release);
  const std::int64_t low = -high - 1;
  yarn::Schedulable schedulable;
  schedulable.weight = fields.real32("weight", 1);
  schedulable.min_share = fields.whole("min_share", low, high, 0);
  schedulable.max_share = fields.whole("max_share", low, high, high);
  schedulable.is_active = fields.flag("active", true);
  fields.find_number("demand");  // since YARN-736 it has no influence on shares
  division.schedulables.push_back(schedulable);
}

void read_total(Fields& record, Draft& draft) {
  if (!record.has("total")) record.complain("total", "FS002", "the total is missing");
  if (auto* division = std::get_if<Mr1Division>(&draft.division)) {
    division->total = record.real("total", 0);
  } else {
    auto& yarn_division = std::get<YarnDivision>(draft.division);
    const std::int64_t high = yarn::amount_max(yarn_division.release);
    yarn_division.total = record.whole("total", -high - 1, high, 0);
  }
}

// What was reported matters to a verdict only.
Draft read_draft(const json::Value& record, const schedulers::Scheduler& scheduler,
                 const TreeQuestion& question, bool with_shares) {
  Draft draft{Mr1Division{}};
  if (const auto* model = std::get_if<schedulers::Yarn>(&scheduler.model)) {
    const auto kind = question.steady ? yarn::Kind::steady : yarn::Kind::instantaneous;
    draft.division = YarnDivision{model->release, kind};
  }
  const Place root;
  Fields fields(record, root, "", draft.error);
  fields.take("id");
  fields.take("scheduler");
  read_total(fields, draft);
  draft.names = read_claimants(fields, draft.error, [&](Fields& claimant) {
    if (auto* division = std::get_if<Mr1Division>(&draft.division)) {
      read_mr1_claimant(claimant, *division);
    } else {
      read_yarn_claimant(claimant, std::get<YarnDivision>(draft.division));
    }
  });
  if (with_shares) draft.shares = find_shares(fields, draft.names, draft.error);
  fields.take("shares");
  fields.finish(fmt::format("a record of {}", scheduler.name), record_ignored);
  return draft;
}

// Answers.

bool is_same(double computed, const Rational& reported) {
  return computed == exact::to_double(reported);
}

bool is_same(std::int64_t computed, const Rational& reported) {
  return computed == reported;
}

// `reported` may be empty: then nothing matches.
template <class Number>
Emulated emulated(std::string_view scheduler, const schedulers::Computed<Number>& computed,
                  std::optional<Rational> resolution, std::span<const Reported> reported) {
  Emulated result{.scheduler = std::string(scheduler), .resolution = std::move(resolution)};
  const auto* shares = std::get_if<schedulers::Shares<Number>>(&computed);
  if (shares == nullptr) return result;
  result.shares.emplace();
  for (const Number share : shares->shares) result.shares->push_back(number_text(share));
  result.fault = shares->fault == schedulers::Fault::overflow ? "overflow"
                 : shares->fault == schedulers::Fault::nan    ? "nan"
                                                              : "";
  result.matches = result.shares->size() == reported.size();
  for (std::size_t i = 0; result.matches && i < reported.size(); ++i) {
    result.matches = is_same(shares->shares[i], reported[i].value);
  }
  return result;
}

Emulated emulate(const Draft& draft, std::span<const Reported> reported) {
  if (const auto* division = std::get_if<Mr1Division>(&draft.division)) {
    return emulated_mr1(division->total, division->schedulables, reported);
  }
  const auto& division = std::get<YarnDivision>(draft.division);
  return emulated_yarn(division.release, division.total, division.schedulables, division.kind,
                       reported);
}

// The first claimant whose weight is not finite: it may have been when it was written.
template <class Schedulable>
std::optional<Defect> find_infinite(const std::vector<Schedulable>& schedulables) {
  for (std::size_t i = 0; i < schedulables.size(); ++i) {
    if (!std::isfinite(schedulables[i].weight)) return Defect{Rule::weight_is_finite, i};
  }
  return std::nullopt;
}

std::variant<schedulers::FairProblem, Defect> fair_problem(const Draft& draft) {
  schedulers::FairProblem fair;
  if (const auto* mr1_division = std::get_if<Mr1Division>(&draft.division)) {
    fair = mr1::fair_problem(mr1_division->total, mr1_division->schedulables);
  } else {
    const auto& division = std::get<YarnDivision>(draft.division);
    if (const auto infinite = find_infinite(division.schedulables)) return *infinite;
    fair =
        yarn::fair_problem(division.release, division.total, division.schedulables, division.kind);
  }
  if (const auto defect = find_defect(fair.problem)) return *defect;
  return fair;
}

// The fair problem in the form in which `solve` answers records.
std::string fair_answer(const Draft& draft, const schedulers::FairProblem& fair) {
  Record record;
  record.total = fair.problem.total;
  record.tree.total = fair.problem.total;
  record.names = draft.names;
  for (const auto& claimant : fair.problem.claimants) record.tree.nodes.push_back({claimant, {}});
  const std::string text = answer(record, exact::solve(record.tree));
  return text.substr(1, text.size() - 2);  // without the braces
}

}  // namespace

Emulated emulated_yarn(yarn::Release release, std::int64_t total,
                       std::span<const yarn::Schedulable> queues, yarn::Kind kind,
                       std::span<const Reported> reported) {
  const auto computed = yarn::compute(release, total, queues, kind);
  return emulated(schedulers::name_of(release), computed,
                  yarn::resolution(computed, release, queues, kind), reported);
}

Emulated emulated_mr1(double total, std::span<const mr1::Schedulable> schedulables,
                      std::span<const Reported> reported) {
  const auto computed = mr1::compute(total, schedulables);
  return emulated("mr1", computed, mr1::resolution(computed, schedulables), reported);
}

TreeAnswer answer_hadoop_record(const json::Value& record, const schedulers::Scheduler& scheduler,
                                const TreeQuestion& question) {
  const Draft draft = read_draft(record, scheduler, question, false);
  if (draft.error) return *draft.error;
  if (question.fair) {
    const auto fair = fair_problem(draft);
    if (const auto* defect = std::get_if<Defect>(&fair))
      return no_fair_problem(draft.names, *defect);
    return fair_answer(draft, std::get<schedulers::FairProblem>(fair));
  }
  const Emulated computed = emulate(draft, {});
  const std::string_view outcome = !computed.shares         ? "hang"
                                   : computed.fault.empty() ? "shares"
                                                            : std::string_view(computed.fault);
  std::string text = fmt::format("\"outcome\":\"{}\"", outcome);
  if (computed.shares) text += fmt::format(",\"shares\":[{}]", fmt::join(*computed.shares, ","));
  return text;
}

std::variant<std::vector<Case>, InputError> cases_of_hadoop_record(
    const json::Value& record, const schedulers::Scheduler& scheduler, const TreeQuestion& question,
    const Leniency& leniency) {
  const Draft draft = read_draft(record, scheduler, question, true);
  if (draft.error) return *draft.error;
  if (!draft.shares) return no_shares_reported();
  auto fair = fair_problem(draft);
  if (const auto* defect = std::get_if<Defect>(&fair)) return no_fair_problem(draft.names, *defect);
  auto& [problem, notes] = std::get<schedulers::FairProblem>(fair);

  const bool is_mr1 = std::holds_alternative<Mr1Division>(draft.division);
  const Rounding rounding =
      leniency.rounding.value_or(is_mr1 ? Rounding::to_double : Rounding::down);
  const Rational slack = slack_of(leniency, problem.total);
  Case result{.id = {}, .title = {}, .problem = problem, .parties = {}, .reported = {}};
  for (std::size_t i = 0; i < draft.names.size(); ++i) {
    auto share = reported_share(*draft.shares, draft.names, i, rounding, slack);
    if (auto* error = std::get_if<InputError>(&share)) return std::move(*error);
    result.parties.push_back({draft.names[i], notes[i]});
    result.reported.push_back(std::get<Reported>(std::move(share)));
  }
  result.emulated = emulate(draft, result.reported);
  return std::vector{std::move(result)};
}

}  // namespace fairshare::formats
