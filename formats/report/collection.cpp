#include "formats/report/collection.h"

#include <iterator>
#include <utility>

#include "fairshare/exact/rational.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

std::size_t words_of(const Rational& number) {
  constexpr std::size_t word_bits = 512;
  std::size_t bits = 0;
  for (const exact::Integer& part : {numerator(number), denominator(number)}) {
    if (part != 0) bits += exact::msb(part < 0 ? exact::Integer(-part) : part);
  }
  return bits / word_bits;
}

std::size_t size_of(const Verdict& verdict) {
  std::size_t size = verdict.division.labels.size();
  for (const Reported& share : verdict.division.reported) size += words_of(share.value);
  if (!verdict.fair) return size;
  for (const Rational& share : verdict.fair->shares) size += words_of(share);
  return size;
}

}  // namespace

bool Collection::is_wanted(const Rank& rank) const {
  return !left_out_ || rank < *left_out_;
}

void Collection::shrink() {
  while (divisions_.size() > 1 &&
         (divisions_.size() > divisions_max || claimants_ > claimants_max)) {
    const auto last = std::prev(divisions_.end());
    left_out_ = last->first;
    claimants_ -= last->second.size;
    divisions_.erase(last);
  }
}

void Collection::keep(const Rank& rank, Kept kept) {
  claimants_ += kept.size;
  divisions_.emplace(rank, std::move(kept));
  shrink();
}

void Collection::add(std::span<const Verdict> verdicts, const Position& position) {
  std::vector<std::pair<Rank, Kept>> wanted;
  for (std::size_t k = 0; k < verdicts.size(); ++k) {
    Position place = position;
    place.step = k;
    const Rank rank = rank_of(verdicts[k], place);
    if (is_wanted(rank)) wanted.push_back({rank, {verdicts[k], size_of(verdicts[k])}});
  }
  divisions_added_ += verdicts.size();
  for (const Verdict& verdict : verdicts) {
    if (verdict.judgement == Judgement::unfair) ++codes_[verdict.findings.front().code];
  }
  for (auto& [rank, kept] : wanted) {
    if (is_wanted(rank)) keep(rank, std::move(kept));
  }
}

void Collection::add(const RecordError& error, const Position& position) {
  ++errors_added_;
  errors_.emplace(position, error);
  if (errors_.size() > errors_max) errors_.erase(std::prev(errors_.end()));
}

void Collection::add_warning(std::string_view file, std::string_view sentence) {
  ++warnings_added_;
  if (warnings_.size() < warnings_max) warnings_.emplace_back(file, sentence);
}

void Collection::add(Collection other) {
  divisions_added_ += other.divisions_added_;
  if (other.left_out_ && is_wanted(*other.left_out_)) left_out_ = other.left_out_;
  for (auto& [rank, kept] : other.divisions_) {
    if (is_wanted(rank)) keep(rank, std::move(kept));
  }
  while (!divisions_.empty() && !is_wanted(std::prev(divisions_.end())->first)) {
    claimants_ -= std::prev(divisions_.end())->second.size;
    divisions_.erase(std::prev(divisions_.end()));
  }
  for (const auto& [code, count] : other.codes_) codes_[code] += count;
  const std::size_t errors_added = errors_added_ + other.errors_added_;
  for (const auto& [position, error] : other.errors_) add(error, position);
  errors_added_ = errors_added;
  const std::size_t warnings_added = warnings_added_ + other.warnings_added_;
  for (const auto& [file, sentence] : other.warnings_) add_warning(file, sentence);
  warnings_added_ = warnings_added;
}

}  // namespace fairshare::formats
