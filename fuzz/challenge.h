// A challenge: what the adversary puts to a scheduler. A record before it has shares, in the
// numbers that the scheduler can hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/tree.h"

namespace fairshare::fuzz {

using exact::Rational;

// The type in which a scheduler holds a number.
enum class Kind {
  int32,
  int64,
  float32,
  float64,
  dyadic,  // not specified: multiples of 1/64 up to 2^46, which decimals, doubles and fractions
           // share
  fraction,
};

struct Kinds {
  Kind weight = Kind::fraction;
  Kind amount = Kind::fraction;  // total, minimums, maximums, demands

  friend bool operator==(const Kinds&, const Kinds&) = default;
};

// True for int32 and int64, which hold nothing between two whole numbers.
bool is_whole(Kind kind);

// True where the type holds the number exactly; a fraction holds any.
bool holds(Kind kind, const Rational& number);

// The nearest number that the type holds; beyond its ends, its ends. Of two whole numbers that are
// equally near it is the one further from zero, of two floats the even one.
Rational rounded_to(Kind kind, const Rational& number);

// The largest number that the type holds: 2^31 - 1, 2^63 - 1, the largest float or double. A
// fraction has no end.
std::optional<Rational> end_of(Kind kind);

// A claimant as a record has it: nothing is folded, and max_share or demand may be below min_share.
struct Entry {
  std::string name;
  Rational weight = 1;
  Rational min_share = 0;
  std::optional<Rational> max_share = std::nullopt;
  std::optional<Rational> demand = std::nullopt;
  std::optional<std::size_t> parent = std::nullopt;  // its index
  // For a scheduler that serves the highest first; absent: 0. The definition knows of none.
  std::optional<std::int32_t> priority = std::nullopt;

  friend bool operator==(const Entry&, const Entry&) = default;
};

// The entries of a tree stand in the order of its record: a parent first, then right behind it
// each child with all that is below the child. So the shares of the record are in their order.
struct Challenge {
  Kinds kinds = {};
  Rational total = 0;
  bool is_tree = false;
  std::vector<Entry> entries = {};

  friend bool operator==(const Challenge&, const Challenge&) = default;
};

// One entry by the definition: its demand caps both bounds, as records.h says. An entry whose
// maximum is below its minimum stays one (find_defect tells).
Claimant<Rational> claimant_of(const Entry& entry);

// All of them.
Tree<Rational> tree_of(const Challenge& challenge);

// The same where nothing has a parent (asserted).
Problem<Rational> problem_of(const Challenge& challenge);

// The challenge that is this problem, its claimants named "a", "b", ..., "z", "aa", ...; kinds as
// given.
Challenge challenge_of(const Problem<Rational>& problem, Kinds kinds);

// The name of the claimant at `index`: "a", "b", ..., "z", "aa", "ab", ...
std::string name_at(std::size_t index);

// What happens to it: it has a fair allocation at every divider, or what is wrong at the first one
// that has none; nothing where it has a defect.
enum class Prospect { allocation, overcommitted, surplus };
std::optional<Prospect> find_prospect(const Challenge& challenge);

// A number as JSON writes it. Whole numbers below 10^18 are their digits. Beyond them a number of a
// floating kind is the shortest decimal that is read back as the same double, one of another kind
// the decimal that it is: 0.25, or a string where no decimal is the number: "1/3".
std::string number_text(Kind kind, const Rational& number);

// One line of JSON, which every reader of records takes: every weight and min_share is there, other
// bounds where there are any. `head` is put behind the opening brace as it is:
// "\"id\":\"x\",\"numbers\":\"double\",". Without "numbers" there a double that no short decimal
// says is read as the decimal. Asserts that a tree's entries are in their order.
std::string record_of(const Challenge& challenge, const std::string& head = "");

}  // namespace fairshare::fuzz
