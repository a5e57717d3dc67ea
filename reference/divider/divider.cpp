// With few claimants their columns are kept, and solved anew; with many, a tree is kept. The two
// numbers of claimants at which one replaces the other are many changes apart.
#include "fairshare/reference/divider/divider.h"

#include <cassert>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/reference/divider/tree_divider.h"
#include "fairshare/reference/floating_point.h"

namespace fairshare::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t few_max = 350;           // with more, a tree takes less time
constexpr std::size_t many_min = few_max / 2;  // with fewer, the tree is dropped

// Does what TreeDivider does, by calling `solve`.
class FewClaimants {
 public:
  FewClaimants(double total, const Columns& columns)
      : total_(total),
        weight_(columns.weight.begin(), columns.weight.end()),
        min_share_(columns.min_share.begin(), columns.min_share.end()),
        max_share_(columns.max_share.begin(), columns.max_share.end()) {
    assert(!find_defect(total_, this->columns()));
  }

  std::size_t size() const { return weight_.size(); }
  double total() const { return total_; }
  Columns columns() const { return {weight_, min_share_, max_share_}; }

  Claimant<double> claimant(std::size_t index) const {
    if (max_share_[index] == infinity) return {weight_[index], min_share_[index], std::nullopt};
    return {weight_[index], min_share_[index], max_share_[index]};
  }

  void set_total(double total) {
    total_ = total;
    assert(!find_defect(total_, {}));
    outcome_.reset();
  }

  void set(std::size_t index, const Claimant<double>& claimant) {
    weight_[index] = claimant.weight;
    min_share_[index] = claimant.min_share;
    max_share_[index] = claimant.max_share.value_or(infinity);
    assert(
        !find_defect(0, {{&weight_[index], 1}, {&min_share_[index], 1}, {&max_share_[index], 1}}));
    outcome_.reset();
  }

  void add(const Claimant<double>& claimant) {
    for (auto* column : {&weight_, &min_share_, &max_share_}) column->push_back(0);
    set(size() - 1, claimant);
  }

  void remove(std::size_t index) {
    for (auto* column : {&weight_, &min_share_, &max_share_}) {
      (*column)[index] = column->back();
      column->pop_back();
    }
    outcome_.reset();
  }

  Outcome outcome() {
    if (!outcome_) {
      shares_.resize(size());
      outcome_ = solve(total_, columns(), shares_, workspace_);
    }
    return *outcome_;
  }

  std::optional<double> find_share(std::size_t index) {
    if (!std::holds_alternative<Ratio>(outcome())) return std::nullopt;
    return shares_[index];
  }

  std::size_t bytes() const {
    return sizeof(*this) + 4 * weight_.capacity() * sizeof(double) +
           workspace_.breakpoints.capacity() * sizeof(Breakpoint);
  }

 private:
  double total_;
  std::vector<double> weight_, min_share_, max_share_;
  Workspace workspace_ = {};
  std::vector<double> shares_ = {};                // if the outcome is a ratio
  std::optional<Outcome> outcome_ = std::nullopt;  // computed since the last change
};

using Kept = std::variant<FewClaimants, TreeDivider>;

Kept keep(double total, const Columns& columns) {
  if (columns.weight.size() <= few_max) return FewClaimants(total, columns);
  return TreeDivider(total, columns);
}

// Columns made from claimants that are not in columns.
struct OwnColumns {
  explicit OwnColumns(const std::vector<Claimant<double>>& claimants) {
    for (const Claimant<double>& claimant : claimants) {
      weight.push_back(claimant.weight);
      min_share.push_back(claimant.min_share);
      max_share.push_back(claimant.max_share.value_or(infinity));
    }
  }
  operator Columns() const { return {weight, min_share, max_share}; }

  std::vector<double> weight = {}, min_share = {}, max_share = {};
};

}  // namespace

struct Divider::State {
  Kept kept;
};

Divider::Divider(double total, const Columns& columns) {
  assert(columns.min_share.size() == columns.weight.size());
  assert(columns.max_share.size() == columns.weight.size());
  state_ = std::make_unique<State>(State{keep(total, columns)});
}

Divider::Divider(const Problem<double>& problem)
    : Divider(problem.total, OwnColumns(problem.claimants)) {}

Divider::Divider(Divider&&) noexcept = default;
Divider& Divider::operator=(Divider&&) noexcept = default;
Divider::~Divider() = default;

std::size_t Divider::size() const {
  return std::visit([](const auto& kept) { return kept.size(); }, state_->kept);
}

double Divider::total() const {
  return std::visit([](const auto& kept) { return kept.total(); }, state_->kept);
}

Claimant<double> Divider::claimant(std::size_t index) const {
  const DefaultMode mode;
  assert(index < size());
  return std::visit([&](const auto& kept) { return kept.claimant(index); }, state_->kept);
}

void Divider::set_total(double total) {
  std::visit([&](auto& kept) { kept.set_total(total); }, state_->kept);
}

void Divider::set_weight(std::size_t index, double weight) {
  Claimant<double> claimant = this->claimant(index);
  claimant.weight = weight;
  set(index, claimant);
}

void Divider::set_min_share(std::size_t index, double min_share) {
  Claimant<double> claimant = this->claimant(index);
  claimant.min_share = min_share;
  set(index, claimant);
}

void Divider::set_max_share(std::size_t index, std::optional<double> max_share) {
  Claimant<double> claimant = this->claimant(index);
  claimant.max_share = max_share;
  set(index, claimant);
}

void Divider::set(std::size_t index, const Claimant<double>& claimant) {
  assert(index < size());
  std::visit([&](auto& kept) { kept.set(index, claimant); }, state_->kept);
}

void Divider::add(const Claimant<double>& claimant) {
  const auto* few = std::get_if<FewClaimants>(&state_->kept);
  if (few != nullptr && few->size() == few_max) {
    TreeDivider many(few->total(), few->columns());
    state_->kept = std::move(many);
  }
  std::visit([&](auto& kept) { kept.add(claimant); }, state_->kept);
}

void Divider::remove(std::size_t index) {
  const DefaultMode mode;
  assert(index < size());
  std::visit([&](auto& kept) { kept.remove(index); }, state_->kept);
  const auto* many = std::get_if<TreeDivider>(&state_->kept);
  if (many != nullptr && many->size() < many_min) {
    std::vector<Claimant<double>> claimants;
    for (std::size_t i = 0; i < many->size(); ++i) claimants.push_back(many->claimant(i));
    FewClaimants few(many->total(), OwnColumns(claimants));
    state_->kept = std::move(few);
  }
}

Outcome Divider::outcome() {
  return std::visit([](auto& kept) { return kept.outcome(); }, state_->kept);
}

std::optional<double> Divider::find_share(std::size_t index) {
  assert(index < size());
  return std::visit([&](auto& kept) { return kept.find_share(index); }, state_->kept);
}

std::size_t Divider::bytes() const {
  return sizeof(State) + std::visit([](const auto& kept) { return kept.bytes(); }, state_->kept);
}

}  // namespace fairshare::reference
