// What would be fair if a weight, a bound or the total were another: `--set`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "formats/verdict/division.h"

namespace fairshare::formats {

struct Setting {
  enum class Field { weight, min_share, max_share, total };

  std::string text;           // as it was given
  std::string claimant = {};  // empty: the total
  Field field = Field::total;
  std::string resource = {};                            // empty: of each resource
  std::optional<exact::Rational> value = std::nullopt;  // absent: unlimited, of max_share alone
};

// A setting, or what is wrong with it, as a sentence.
//
//     "root.etl.weight=5"            the claimant root.etl; its name may have dots
//     "root.etl.max=unlimited"       also min, and min_share and max_share
//     "root.etl.max=memory=20480"    of one resource, in the units of the input
//     "total=100"                    what is divided at the top
std::variant<Setting, std::string> read_setting(std::string_view text);

// What is fair in one division, before and after.
struct Outlook {
  struct State {
    exact::Rational total = 0;
    std::vector<exact::Rational> shares = {};  // one a claimant, with what is paid first
    exact::Rational unclaimed = 0;             // by which the total exceeds what can be claimed
    exact::Rational excess = 0;  // by which the minimums exceed the total; they are the shares
  };

  std::string title = {};  // "root.prod", "memory"; empty: the only division
  std::vector<std::string> names = {};
  State before = {};
  State after = {};
  std::string left_out = {};  // why it is not divided again; then there are no names and no shares
};

// The fair shares top-down, before and after the settings: what a node divides is its own fair
// share, whatever was reported for it. Parents come before their children in `divisions`, whose
// shares count for nothing.
//
// A sentence where a setting names no claimant, means one of several resources without saying
// which, puts a maximum below a minimum, or is about a claimant whose bounds the reader fixed
// ("inactive"). Divisions that serve their claimants in turn or whose rule is not known, and what
// is below them, are left out; a sentence where a setting is about them, or nothing else is there.
std::variant<std::vector<Outlook>, std::string> what_if(const std::vector<Division>& divisions,
                                                        std::span<const Setting> settings);

}  // namespace fairshare::formats
