#include "cli/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>

#include "formats/text/json.h"

namespace fairshare::cli {
namespace {

using prover::Theorem;
using prover::Verdict;

// All of them, or the named ones in the order of the names. Nothing if a name is unknown;
// `unknown_name` is then the first such name.
std::optional<std::vector<Theorem>> find_theorems(const std::vector<Theorem>& all,
                                                  const std::vector<std::string>& names,
                                                  std::string& unknown_name) {
  if (names.empty()) return all;
  std::vector<Theorem> wanted;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(all, name, &Theorem::name);
    if (found == all.end()) {
      unknown_name = name;
      return std::nullopt;
    }
    wanted.push_back(*found);
  }
  return wanted;
}

std::string json_line(const Theorem& theorem, const Verdict& verdict) {
  return fmt::format(
      "{{\"name\":{},\"statement\":{},\"n\":{},\"tool\":{},\"status\":{},\"seconds\":{:.3f}}}\n",
      formats::json::quoted(theorem.name), formats::json::quoted(theorem.statement),
      formats::json::quoted(theorem.n), formats::json::quoted(theorem.tool),
      formats::json::quoted(prover::name_of(verdict.status)), verdict.seconds);
}

// A statement in lines of at most this width, broken at spaces.
std::vector<std::string> lines_of(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (text.size() > width) {
    std::size_t end = text.rfind(' ', width);
    if (end == std::string_view::npos) end = std::min(text.find(' '), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  lines.emplace_back(text);
  return lines;
}

constexpr std::size_t statement_width = 60;

std::string human_row(std::size_t name_width, const Theorem& theorem, const Verdict& verdict) {
  std::string row;
  for (const std::string& line : lines_of(theorem.statement, statement_width)) {
    if (!row.empty()) {
      row += fmt::format("{:{}}  {}\n", "", name_width, line);
      continue;
    }
    row = fmt::format("{:{}}  {:{}}  {:8}  {:4}  {:7}  {:6.2f} s\n", theorem.name, name_width, line,
                      statement_width, theorem.n, theorem.tool, prover::name_of(verdict.status),
                      verdict.seconds);
  }
  return row;
}

// What was claimed, if that is not the result.
std::string complaint_about(const Theorem& theorem, const Verdict& verdict) {
  const bool should_be_true = theorem.claim == prover::Claim::proved;
  return fmt::format("{} should be {} but is {}: {}", theorem.name,
                     should_be_true ? "proved" : "refuted", prover::name_of(verdict.status),
                     verdict.details.empty() ? "no counterexample" : verdict.details);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

constexpr std::size_t page_width = 110;

// An item of the page's list. No line may begin with an operator, which would begin another list.
std::string markdown_item(std::string_view name, std::string_view statement,
                          std::string_view told) {
  std::string item = fmt::format("- `{}` ({}):\n", name, told);
  for (const std::string& line : lines_of(statement, page_width)) {
    item += fmt::format("  {}{}\n", line.find_first_of("+-*>#") == 0 ? "\\" : "", line);
  }
  return item;
}

// "every n, proved; induction: Uniqueness.v:sum_monotone".
std::string told_of(const Theorem& theorem, const Verdict& verdict) {
  const std::string told = fmt::format("{}, {}", theorem.n, prover::name_of(verdict.status));
  if (theorem.induction == "none") return told;
  return fmt::format("{}; induction: {}", told, theorem.induction);
}

std::string coq_items() {
  std::string items;
  for (const std::string_view line : split(coq_theorems, '\n')) {
    const std::vector<std::string_view> fields = split(line, '\t');
    if (fields.size() != 4) continue;
    const std::string name = fmt::format("{}:{}", fields[1], fields[0]);
    items += markdown_item(name, fields[3], fmt::format("{}, proved", fields[2]));
  }
  return items;
}

constexpr std::string_view markdown_head = R"(# Theorems

For proof readers: every theorem, by prover. `fairshare prove --format markdown` writes this page, and a
test fails if it is stale. After each name: the number n of claimants, and whether the theorem is proved or
refuted. *Induction* names the Coq theorems, below, that prove the same for lists of any length: Z3 proves
only the steps, and the theorem's file explains in words how they add up. Theorems without *induction* need
none over claimants: they are about fixed numbers or two claimants, or are refuted. For any number of additions
or of words of an integer, the induction is in words alone.

[soundness.md](soundness.md) says what these theorems imply about the program, and what is trusted.

## Z3

`fairshare prove` proves these again on each run, from the files in
[properties/proofs/smt-lib](../properties/proofs/smt-lib), for every number n of claimants, or refutes them
with two or three. Those about YARN, in 32-bit ints, are in `properties/z3/found_bugs.cpp`; each
counterexample is replayed on the models of the releases. The hypotheses of each theorem can be met, and its
control must fail, and does. *Refuted* theorems are claims that seem plausible and are false.

)";

constexpr std::string_view coq_head = R"(
## Coq

`./check --proofs` checks these, from [properties/proofs/coq](../properties/proofs/coq). They are about lists
of any length, including the inductions; if n is a number, about that many claimants.

)";

std::string coq_remark() {
  const auto is_theorem = [](std::string_view line) { return split(line, '\t').size() == 4; };
  const auto count = std::ranges::count_if(split(coq_theorems, '\n'), is_theorem);
  return fmt::format("Coq's {} theorems are not run here: ./check --proofs checks them.\n", count);
}

}  // namespace

int prove(const ProveOptions& options, const std::vector<Theorem>& all, Console& console) {
  std::string unknown_name;
  const auto theorems = find_theorems(all, options.names, unknown_name);
  if (!theorems) {
    console.refuse_usage(
        fmt::format("unknown theorem {}; `fairshare prove` lists them", unknown_name));
    return 2;
  }
  prover::Limits limits;
  limits.time = std::chrono::seconds(options.seconds);
  limits.seed = options.seed;
  std::size_t name_width = 0;
  for (const Theorem& theorem : *theorems) name_width = std::max(name_width, theorem.name.size());

  if (options.format == "markdown") console.print(markdown_head);
  if (options.format == "human") {
    console.print(fmt::format("{:{}}  {:{}}  {:8}  {:4}  {:7}  {:>8}\n", "name", name_width,
                              "statement", statement_width, "n", "tool", "status", "time"));
  }
  bool all_as_claimed = true;
  for (const Theorem& theorem : *theorems) {
    const Verdict verdict = prover::prove(theorem, limits);
    console.print(options.format == "json" ? json_line(theorem, verdict)
                  : options.format == "markdown"
                      ? markdown_item(theorem.name, theorem.statement, told_of(theorem, verdict))
                      : human_row(name_width, theorem, verdict));
    console.flush();
    if (prover::is_as_claimed(theorem, verdict)) continue;
    all_as_claimed = false;
    console.warn(complaint_about(theorem, verdict));
  }
  if (options.format == "markdown" && options.names.empty()) {
    console.print(coq_head);
    console.print(coq_items());
  }
  if (options.format == "human") console.print(coq_remark());
  console.flush();
  if (console.failed()) return 2;
  return all_as_claimed ? 0 : 1;
}

}  // namespace fairshare::cli
