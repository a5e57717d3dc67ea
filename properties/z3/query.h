// The wall around Z3: what is asked of it, with which limits, and what it may answer.
//
// A query is a list of assertions. It has a model, or it has none, or Z3 does not know; "does not
// know" is never taken for either. Time, memory and the random seed are always stated, so that a
// run can be repeated.
#pragma once

#include <z3++.h>

#include <chrono>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace fairshare::prover {

// The time is the processor's. Z3 looks whether it is over between its steps, and a step with high
// powers of unknowns can be long: the engine `simple` has been seen to run on for minutes there.
// Memory is that of the whole process; from 4096 megabytes on it is 4096.
struct Limits {
  std::chrono::milliseconds time = std::chrono::seconds(60);
  unsigned megabytes = 4096;
  unsigned seed = 0;
};

// How Z3 goes about it. The automatic choice costs some 40 ms a query.
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

// Out of time or memory, or incomplete: what Z3 says of it.
struct Unknown {
  std::string reason;
};

using Answer = std::variant<NoModel, Model, Unknown>;

// The assertions are Bool, and of one context.
struct Query {
  std::string name;
  Engine engine;
  z3::expr_vector assertions;
};

// Never throws: whatever Z3 throws is Unknown, with its message.
Answer ask(const Query& query, const Limits& limits);

// The query as an SMT-LIB 2 file that z3 and cvc5 read: its logic is named, and it ends with
// (check-sat).
std::string smt_lib(const Query& query);

}  // namespace fairshare::prover
