// The interface to Z3: what it is asked, with which limits, and what it may answer.
//
// A query is a list of assertions. It has a model, or it has none, or Z3 does not know, which never
// counts as either. Time, memory and the random seed are always given, so that a run can be
// repeated.
#pragma once

#include <z3++.h>

#include <chrono>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace fairshare::prover {

// The time is processor time. Z3 checks between its steps whether the time is over, and a step with
// high powers of unknowns can be long: there the engine `simple` may run on for minutes. Memory is
// that of the whole process; more than 4096 megabytes count as 4096.
struct Limits {
  std::chrono::milliseconds time = std::chrono::seconds(60);
  unsigned megabytes = 4096;
  unsigned seed = 0;
};

// How Z3 decides a query. The automatic choice costs about 40 ms per query.
enum class Engine {
  simple,       // its incremental core: best for linear arithmetic on large instances
  linear,       // QF_LRA
  nonlinear,    // QF_NRA: products of unknowns
  bit_vectors,  // QF_BV
  automatic,
};

struct NoModel {};

// The value of every constant, by name, as SMT-LIB writes it: {"total", "(/ 40.0 3.0)"}.
struct Model {
  std::vector<std::pair<std::string, std::string>> values;
};

// Z3 ran out of time or memory, or is incomplete; its words.
struct Unknown {
  std::string reason;
};

using Answer = std::variant<NoModel, Model, Unknown>;

// The assertions are Bool, and all from one context.
struct Query {
  std::string name;
  Engine engine;
  z3::expr_vector assertions;
};

// Never throws: an exception of Z3's becomes Unknown, with its message.
Answer ask(const Query& query, const Limits& limits);

// The query as an SMT-LIB 2 file that z3 and cvc5 read: its logic is named, and it ends with
// (check-sat).
std::string smt_lib(const Query& query);

}  // namespace fairshare::prover
