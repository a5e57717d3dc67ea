// A challenge: what the adversary puts to a scheduler. It is a record without shares, in numbers
// that the scheduler can hold.
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
  dyadic,  // type not specified: multiples of 1/64 up to 2^46, which decimals, doubles and
           // fractions all hold
  fraction,
};

struct Kinds {
  Kind weight = Kind::fraction;
  Kind amount = Kind::fraction;  // total, minimums, maximums, demands

  friend bool operator==(const Kinds&, const Kinds&) = default;
};

// True for int32 and int64, which hold nothing between two whole numbers.
bool is_whole(Kind kind);
// True for float32 and float64.
bool is_float(Kind kind);

// True if the type holds the number exactly; a fraction holds any number.
bool holds(Kind kind, const Rational& number);

// The nearest number that the type holds; a number beyond an end of the type becomes that end. Of
// two equally near whole numbers it is the one further from zero, of two floats the even one.
Rational rounded_to(Kind kind, const Rational& number);

// The largest number that the type holds: 2^31 - 1, 2^63 - 1, the largest float or double.
// Fractions have none.
std::optional<Rational> end_of(Kind kind);

// A claimant as a record has it: nothing is folded, and max_share or demand may be below min_share.
struct Entry {
  std::string name;
  Rational weight = 1;
  Rational min_share = 0;
  std::optional<Rational> max_share = std::nullopt;
  std::optional<Rational> demand = std::nullopt;
  std::optional<std::size_t> parent = std::nullopt;  // its index
  // For a scheduler that serves the highest first; absent: 0. The definition has no priorities.
  std::optional<std::int32_t> priority = std::nullopt;

  friend bool operator==(const Entry&, const Entry&) = default;
};

// The entries of a tree are in the order of its record: each parent is directly followed by each of
// its children with everything below that child. So the shares of the record are in the same order.
struct Challenge {
  Kinds kinds = {};
  Rational total = 0;
  bool is_tree = false;
  std::vector<Entry> entries = {};

  friend bool operator==(const Challenge&, const Challenge&) = default;
};

// The claimant of an entry by the definition: its demand caps both bounds, as records.h says. If
// its maximum is below its minimum, that is kept, and find_defect reports it.
Claimant<Rational> claimant_of(const Entry& entry);

// The same for all entries.
Tree<Rational> tree_of(const Challenge& challenge);

// The same as a flat problem. Asserts that no entry has a parent.
Problem<Rational> problem_of(const Challenge& challenge);

// The problem as a challenge with these kinds; its claimants are named "a", "b", ..., "z", "aa",
// ...
Challenge challenge_of(const Problem<Rational>& problem, Kinds kinds);

// The name of the claimant at `index`: "a", "b", ..., "z", "aa", "ab", ...
std::string name_at(std::size_t index);

// The outcome of a challenge: an allocation if every division in it has a fair one, else the
// outcome of the first that has none. Nothing if the challenge has a defect.
enum class Prospect { allocation, overcommitted, surplus };
std::optional<Prospect> find_prospect(const Challenge& challenge);

// A number as JSON text. A whole number below 10^18 is written as its digits. Any other number of a
// floating kind becomes the shortest decimal that is read back as the same double. One of another
// kind becomes its exact decimal, 0.25, or a string if no decimal is exact: "1/3".
std::string number_text(Kind kind, const Rational& number);

// One line of JSON, which every reader of records takes. It has every weight and min_share, and the
// other bounds that are present. `head` is inserted unchanged after the opening brace:
// "\"id\":\"x\",\"numbers\":\"double\",". Without "numbers" in it, a double that no short decimal
// equals is read as the decimal. Asserts that a tree's entries are in their order.
std::string record_of(const Challenge& challenge, const std::string& head = "");

}  // namespace fairshare::fuzz
