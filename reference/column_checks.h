// What functions over columns assert of their arguments; of doubles and of whole units alike.
#pragma once

#include <functional>
#include <span>

namespace fairshare::reference {

template <class Columns>
bool are_equally_long(const Columns& columns) {
  return columns.min_share.size() == columns.weight.size() &&
         columns.max_share.size() == columns.weight.size();
}

template <class Number>
bool overlap(std::span<const Number> a, std::span<const Number> b) {
  const std::less<const Number*> is_before;
  return is_before(a.data(), b.data() + b.size()) && is_before(b.data(), a.data() + a.size());
}

// True if any column shares memory with `shares`.
template <class Number, class Columns>
bool overlaps_any(std::span<Number> shares, const Columns& columns) {
  const std::span<const Number> written = shares;
  return overlap(written, columns.weight) || overlap(written, columns.min_share) ||
         overlap(written, columns.max_share);
}

}  // namespace fairshare::reference
