// What would be fair with another weight, bound or total: `--set`.
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
  using Field = Change::Field;

  std::string text;           // as given
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

// The fair shares of one division, before and after.
struct Outlook {
  struct State {
    exact::Rational total = 0;
    std::vector<exact::Rational> shares = {};  // one per claimant, including what is paid first
    exact::Rational unclaimed = 0;             // how much the total exceeds what can be claimed
    exact::Rational excess =
        0;  // how much the minimums exceed the total; the shares are then the minimums
  };

  std::string title = {};  // "root.prod", "memory"; empty: the only division
  std::vector<std::string> names = {};
  State before = {};
  State after = {};
  std::string left_out = {};  // why it is not divided again; names and shares are then empty
};

// The fair shares top-down, before and after the settings: a node divides its own fair share, not
// the reported one. Parents must come before their children in `divisions`, whose reported shares
// are ignored. Divisions that can be restated are, from the changed numbers; those of one level are
// one outlook.
//
// An error message if a setting names an unknown claimant or resource, or two claimants, does not
// say which of several resources it means, or has a value that the scheduler cannot hold; if it is
// about a number that follows from others (Following), or a claimant whose bounds the reader fixed
// ("inactive"), or if all settings together put a maximum below a minimum, in a division that
// cannot be restated. Divisions that serve their claimants in turn, whose rule is not known or
// which cover only what others leave, and those below them, are left out; an error message if a
// setting concerns one of these, or if no other division is left.
std::variant<std::vector<Outlook>, std::string> what_if(const std::vector<Division>& divisions,
                                                        std::span<const Setting> settings);

}  // namespace fairshare::formats
