#include "fairshare/properties/z3/lemmas.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <utility>

namespace fairshare::prover {
namespace {

constexpr std::string_view headers[] = {"name", "statement", "n", "lifts", "induction", "claim"};

// A kind of query, and whether it has a model if the claim is that the statement is true.
struct Kind {
  std::string_view what;
  bool has_model;
};
constexpr Kind kinds[] = {
    {"vacuity", true},         {"base", false},       {"lemma", false},
    {"induction step", false}, {"conclusion", false}, {"control", true},
};

// If the statement is untrue, the conclusion's model is the counterexample, and a control adds what
// was missing.
bool must_have_model(const Kind& kind, LemmaClaim claim) {
  const bool is_turned = kind.what == "conclusion" || kind.what == "control";
  return claim == LemmaClaim::refuted && is_turned ? !kind.has_model : kind.has_model;
}

// Removes the prefix from the text, if it is there; returns whether it was.
bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool is_one_of(std::string_view line, std::span<const std::string_view> commands) {
  return std::ranges::any_of(commands, [&](auto command) { return line.starts_with(command); });
}

bool is_blank_or_comment(std::string_view line) {
  return line.empty() || line.starts_with(";");
}

// One pass from the first line to the last. If a step returns false, `error` says what is wrong.
struct Reader {
  std::string_view path;
  std::string_view rest;
  std::string_view line = {};
  std::size_t number = 0;
  std::string error = {};
  std::array<std::string, std::size(headers)> header = {};
  std::string preamble = {};
  std::vector<LemmaQuery> queries = {};

  bool fail(std::string_view what) {
    error = fmt::format("{}:{}: {}", path, number, what);
    return false;
  }

  bool next() {
    if (rest.empty()) return false;
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    return true;
  }

  // "; key: value", continued by lines that begin with ";  ". A blank line ends the headers.
  bool read_headers() {
    std::string* open = nullptr;
    while (next() && !line.empty()) {
      if (open && take(line, ";  ")) {
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        *open += fmt::format(" {}", line);
        continue;
      }
      const std::size_t colon = line.find(": ");
      if (!take(line, "; ") || colon == line.npos) return fail("no header");
      const std::string_view key = line.substr(0, colon - 2);
      const auto* const known = std::ranges::find(headers, key);
      if (known == std::end(headers)) return fail(fmt::format("an unknown header, {}", key));
      open = &header[static_cast<std::size_t>(known - headers)];
      if (!open->empty()) return fail(fmt::format("duplicate header {}", key));
      *open = line.substr(colon);
    }
    for (std::size_t i = 0; i < header.size(); ++i) {
      if (header[i].empty()) return fail(fmt::format("missing header {}", headers[i]));
    }
    return true;
  }

  // "sat  WHAT: ABOUT", inside a query.
  bool read_expectation(std::string_view text) {
    LemmaQuery query{};
    query.has_model = take(text, "sat  ");
    if (!query.has_model && !take(text, "unsat  ")) return fail("neither sat nor unsat");
    const std::size_t colon = std::min(text.find(": "), text.size());
    query.what = text.substr(0, colon);
    if (colon < text.size()) query.about = text.substr(colon + 2);
    if (!std::ranges::count(kinds, query.what, &Kind::what)) {
      return fail(fmt::format("an unknown kind of query, {}", query.what));
    }
    query.text = preamble;
    queries.push_back(std::move(query));
    return true;
  }

  // From (push 1) to (pop 1).
  bool read_block() {
    static constexpr std::string_view commands[] = {"(assert ", "(declare-const ", "(define-fun "};
    if (!next() || line != "(push 1)") return fail("no (push 1) after `expect`");
    bool has_assertion = false;
    while (next() && line != "(check-sat)") {
      if (line.starts_with("(") && !is_one_of(line, commands)) {
        return fail("this line between (push 1) and (check-sat) is not part of a query");
      }
      has_assertion = has_assertion || line.starts_with("(assert ");
      queries.back().text += fmt::format("{}\n", line);
    }
    if (line != "(check-sat)") return fail("a query that is never checked");
    if (!has_assertion) return fail("a query without an assertion");
    if (!next() || line != "(pop 1)") return fail("no (pop 1) after (check-sat)");
    return true;
  }

  // What all queries share comes first. It contains no assertions.
  bool read_body() {
    static constexpr std::string_view commands[] = {"(set-logic ", "(declare-const ",
                                                    "(declare-fun ", "(define-fun "};
    while (next()) {
      std::string_view text = line;
      if (take(text, "; expect: ")) {
        if (!read_expectation(text) || !read_block()) return false;
        continue;
      }
      if (is_blank_or_comment(line)) continue;
      if (!queries.empty()) return fail("outside of the queries, after the first of them");
      if (line.starts_with("(") && !is_one_of(line, commands)) {
        return fail("outside of the queries there are only declarations and definitions");
      }
      preamble += fmt::format("{}\n", line);
    }
    return true;
  }
};

// What is missing from the queries to make them a theorem, if anything is.
std::optional<std::string> find_gap(LemmaClaim claim, const std::vector<LemmaQuery>& queries) {
  bool has_vacuity = claim == LemmaClaim::refuted;  // its counterexample shows the same
  bool has_control = false;
  bool has_proof = false;
  for (const LemmaQuery& query : queries) {
    const Kind& kind = *std::ranges::find(kinds, query.what, &Kind::what);
    if (query.has_model != must_have_model(kind, claim)) {
      return fmt::format("a {} must be {}", query.what, query.has_model ? "unsat" : "sat");
    }
    const bool is_proof = kind.what != "vacuity" && kind.what != "control";
    has_vacuity = has_vacuity || kind.what == "vacuity";
    has_control = has_control || kind.what == "control";
    has_proof = has_proof || (claim == LemmaClaim::proved ? is_proof : kind.what == "conclusion");
  }
  if (!has_vacuity) return "without a vacuity check";
  if (!has_control) return "without a control";
  if (!has_proof) return "without a query that shows what is claimed";
  return std::nullopt;
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The engine for the logic that the file names.
Engine engine_for(const std::string& text) {
  if (text.find("(set-logic QF_NRA)") != text.npos) return Engine::nonlinear;
  if (text.find("(set-logic QF_LRA)") != text.npos) return Engine::linear;
  return Engine::automatic;
}

LemmaAnswer answer_to(const LemmaQuery& query, const Limits& limits) {
  const auto begin = std::chrono::steady_clock::now();
  Answer answer = Unknown{};
  try {
    z3::context context;
    answer =
        ask(Query{query.what, engine_for(query.text), context.parse_string(query.text.c_str())},
            limits);
  } catch (const z3::exception& error) {
    answer = Unknown{error.msg()};
  }
  const bool is_expected = query.has_model ? std::holds_alternative<Model>(answer)
                                           : std::holds_alternative<NoModel>(answer);
  return {is_expected, std::move(answer), seconds_since(begin)};
}

}  // namespace

std::variant<Lemma, std::string> parse_lemma(std::string_view path, std::string_view text) {
  Reader reader{path, text};
  if (!reader.read_headers() || !reader.read_body()) return reader.error;

  auto& [name, statement, n, lifts, induction, claim_text] = reader.header;
  const auto refuse = [&](std::string_view what) { return fmt::format("{}: {}", path, what); };
  if (path != fmt::format("{}.smt2", name)) return refuse("the name is not that of the file");
  const bool is_true = claim_text == "proved";
  if (!is_true && claim_text != "refuted") return refuse("the claim is neither proved nor refuted");
  const LemmaClaim claim = is_true ? LemmaClaim::proved : LemmaClaim::refuted;
  if (const auto gap = find_gap(claim, reader.queries)) return refuse(*gap);
  return Lemma{name, statement, n, lifts, induction, claim, std::move(reader.queries)};
}

LemmaResult check(const Lemma& lemma, const Limits& limits) {
  LemmaResult result{LemmaStatus::unknown, {}, 0};
  bool are_all_expected = true;
  bool has_counterexample = false;
  for (const LemmaQuery& query : lemma.queries) {
    result.answers.push_back(answer_to(query, limits));
    const LemmaAnswer& answer = result.answers.back();
    result.seconds += answer.seconds;
    are_all_expected = are_all_expected && answer.is_expected;
    has_counterexample =
        has_counterexample || (!query.has_model && std::holds_alternative<Model>(answer.answer));
  }
  if (are_all_expected) {
    const bool is_true = lemma.claim == LemmaClaim::proved;
    result.status = is_true ? LemmaStatus::proved : LemmaStatus::refuted;
  } else if (has_counterexample && lemma.claim == LemmaClaim::proved) {
    result.status = LemmaStatus::refuted;
  }
  return result;
}

}  // namespace fairshare::prover
