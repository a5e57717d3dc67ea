// What a report that is written at the end keeps: the worst divisions in full, and the number of
// all others, so that a million records take no more memory than a few.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/records/records.h"
#include "formats/report/worst.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {

class Collection {
 public:
  // How many divisions are kept in full, and how many claimants they may have together; a long
  // number counts as several. At least one division is kept, however large it is.
  static constexpr std::size_t divisions_max = 1000;
  static constexpr std::size_t claimants_max = 20'000;
  static constexpr std::size_t errors_max = 1000;
  static constexpr std::size_t warnings_max = 100;

  // Adds the verdicts on one record or part, whose number is the position's line; they must include
  // their divisions. Adds all, or none if their exact numbers take too much memory (FS023).
  void add(std::span<const Verdict> verdicts, const Position& position);
  void add(const RecordError& error, const Position& position);
  void add_warning(std::string_view file, std::string_view sentence);
  // Adds what was collected from other records. What is kept depends only on what was added, not on
  // the order or the thread.
  void add(Collection other);

  struct Kept {
    Verdict verdict;
    std::size_t size;  // how many claimants of common size it is worth
  };

  const std::map<Rank, Kept>& divisions() const { return divisions_; }  // the worst first
  std::size_t divisions_left_out() const { return divisions_added_ - divisions_.size(); }
  // The number of unfair divisions, by the code of the first finding.
  const std::map<std::string, std::size_t>& codes() const { return codes_; }
  // The first ones, in order.
  const std::multimap<Position, RecordError>& errors() const { return errors_; }
  std::size_t errors_left_out() const { return errors_added_ - errors_.size(); }
  const std::vector<std::pair<std::string, std::string>>& warnings() const { return warnings_; }
  std::size_t warnings_left_out() const { return warnings_added_ - warnings_.size(); }

 private:
  bool is_wanted(const Rank& rank) const;
  void keep(const Rank& rank, Kept kept);
  void shrink();

  std::map<Rank, Kept> divisions_;
  std::size_t divisions_added_ = 0;
  std::size_t claimants_ = 0;
  // The worst that was left out: anything that is not worse is left out too, so that what is kept
  // does not depend on the order.
  std::optional<Rank> left_out_;
  std::map<std::string, std::size_t> codes_;
  std::multimap<Position, RecordError> errors_;
  std::size_t errors_added_ = 0;
  std::vector<std::pair<std::string, std::string>> warnings_;
  std::size_t warnings_added_ = 0;
};

}  // namespace fairshare::formats
