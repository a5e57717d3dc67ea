#include "fairshare/properties/z3/any_keys.h"

namespace fairshare::prover {

void FreeChoices::only_if_parts(const std::vector<Symbolic>& numbers, std::size_t chosen) {
  z3::expr is_exceeded = path_.truth(false);
  z3::expr is_first = path_.truth(true);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i == chosen) continue;
    is_exceeded = is_exceeded || path_.less(numbers[chosen], numbers[i]);
    if (i < chosen) is_first = is_first && !path_.equal(numbers[i], numbers[chosen]);
  }
  path_.only_if(is_exceeded && is_first);
}

bool FreeChoices::are_equal(const std::vector<Symbolic>& numbers) {
  return path_.decide(all_equal(numbers));
}

void FreeChoices::only_if_equal(const std::vector<Symbolic>& numbers) {
  path_.only_if(all_equal(numbers));
}

z3::expr FreeChoices::all_equal(const std::vector<Symbolic>& numbers) {
  z3::expr all = path_.truth(true);
  for (const Symbolic& number : numbers) all = all && path_.equal(number, numbers.front());
  return all;
}

bool RecordedChoices::choose() {
  assert(next_ < choices_.size());
  return choices_[next_++];
}

void RecordedChoices::only_if_parts([[maybe_unused]] const std::vector<exact::Rational>& numbers,
                                    [[maybe_unused]] std::size_t chosen) {
  assert(chosen < numbers.size() && numbers[chosen] < std::ranges::max(numbers));
  assert(std::ranges::find(numbers, numbers[chosen]) - numbers.begin() ==
         static_cast<std::ptrdiff_t>(chosen));
}

bool RecordedChoices::are_equal(const std::vector<exact::Rational>& numbers) {
  return std::ranges::count(numbers, numbers.front()) ==
         static_cast<std::ptrdiff_t>(numbers.size());
}

}  // namespace fairshare::prover
