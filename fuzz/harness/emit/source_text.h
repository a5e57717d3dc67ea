// Parts of a source text that several languages write alike.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fuzz/harness/emit/emitted_test.h"

namespace fairshare::harness {

// What a language calls the types.
struct TypeNames {
  std::string_view whole;
  std::string_view real;
  std::string_view text;

  std::string_view of(NumberType type) const {
    return type == NumberType::whole ? whole : type == NumberType::real ? real : text;
  }
};

// The text in quotes, written so that C++, Go, Java and Python all read it: control characters in
// octal.
std::string quoted_source(std::string_view text);

// Whole: 13. Real: 13.0 or 1e+300, the shortest text that is read back as the same double. Text:
// "40/3" in quotes.
std::string number_source(const exact::Rational& number, NumberType type);

// What to add to the description of shares that are compared as texts; "" for other types.
std::string_view format_of(NumberType shares);

// Each line after `mark`. Whatever a line contains, it stays one line of the source: it has no line
// break, no \u000a that Java reads as one, and no backslash at its end.
std::string comment_source(std::string_view mark, const std::vector<std::string>& lines);

// The text with each key replaced: filled("func $name()", {{"$name", "divide"}}).
std::string filled(std::string text,
                   std::initializer_list<std::pair<std::string_view, std::string_view>> values);

// The beginning of every emitted file: who failed, and how the shares are checked.
std::vector<std::string> heading_of(const Outcome& outcome);

// The tests without the failures that have none.
std::vector<EmittedTest> only_tests(const std::vector<std::variant<EmittedTest, NoTest>>& made);

// Whether the sum of any test's shares is limited.
bool limits_sums(const std::vector<EmittedTest>& tests);

// The comments of the failures without a test, to be written below the tests.
std::string untested_source(std::string_view mark,
                            const std::vector<std::variant<EmittedTest, NoTest>>& made);

// The tests one after the other, each as `test_source` writes it, for languages without tables.
template <class TestSource>
std::string joined(const std::vector<EmittedTest>& tests, TestSource test_source) {
  std::string text;
  for (const EmittedTest& test : tests) text += test_source(test);
  return text;
}

}  // namespace fairshare::harness
