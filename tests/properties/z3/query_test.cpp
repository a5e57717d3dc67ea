// The wall around Z3: the three answers, the limits, and the text for other solvers.
#include "fairshare/properties/z3/query.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "fairshare/properties/z3/limits.h"

namespace fairshare::prover {
namespace {

using namespace std::chrono_literals;

Query query_of(z3::context& context, Engine engine, const std::vector<z3::expr>& assertions) {
  Query query{"a query", engine, z3::expr_vector(context)};
  for (const z3::expr& assertion : assertions) query.assertions.push_back(assertion);
  return query;
}

std::string value_of(const Answer& answer, const std::string& name) {
  const auto* model = std::get_if<Model>(&answer);
  if (!model) return "no model";
  for (const auto& [constant, value] : model->values) {
    if (constant == name) return value;
  }
  return "no such constant";
}

// So many pigeons do not fit into one hole less: true, and out of reach for large numbers.
Query pigeons(z3::context& context, int count) {
  Query query{"pigeons", Engine::simple, z3::expr_vector(context)};
  const auto sits = [&](int pigeon, int hole) {
    return context.bool_const(
        ("sits_" + std::to_string(pigeon) + "_" + std::to_string(hole)).c_str());
  };
  for (int pigeon = 0; pigeon < count; ++pigeon) {
    z3::expr_vector somewhere(context);
    for (int hole = 0; hole + 1 < count; ++hole) somewhere.push_back(sits(pigeon, hole));
    query.assertions.push_back(z3::mk_or(somewhere));
    for (int other = 0; other < pigeon; ++other) {
      for (int hole = 0; hole + 1 < count; ++hole) {
        query.assertions.push_back(!sits(pigeon, hole) || !sits(other, hole));
      }
    }
  }
  return query;
}

constexpr Engine engines_of_reals[] = {Engine::simple, Engine::linear, Engine::nonlinear,
                                       Engine::automatic};

TEST(Query, HasAModelOrNoneWithEveryEngine) {
  for (const Engine engine : engines_of_reals) {
    z3::context context;
    const z3::expr x = context.real_const("x");
    const Answer possible = ask(query_of(context, engine, {3 * x == 1}), {});
    EXPECT_EQ(value_of(possible, "x"), "(/ 1.0 3.0)");
    const Answer impossible = ask(query_of(context, engine, {x > 1, x < 1}), {});
    EXPECT_TRUE(std::holds_alternative<NoModel>(impossible));
  }
}

TEST(Query, DecidesProductsOfUnknowns) {
  z3::context context;
  const z3::expr x = context.real_const("x");
  const z3::expr y = context.real_const("y");
  const Query negative_square = query_of(context, Engine::nonlinear, {x * x + y * y < 2 * x * y});
  EXPECT_TRUE(std::holds_alternative<NoModel>(ask(negative_square, {})));
  const Query square = query_of(context, Engine::nonlinear, {x * x == 4, x < 0});
  EXPECT_EQ(value_of(ask(square, {}), "x"), "(- 2.0)");
}

TEST(Query, DecidesBitVectors) {
  z3::context context;
  const z3::expr x = context.bv_const("x", 32);
  const Query wraps = query_of(context, Engine::bit_vectors, {x + 1 < x});
  EXPECT_EQ(value_of(ask(wraps, {}), "x"), "#x7fffffff");
  const Query stays = query_of(context, Engine::bit_vectors, {x + 1 == x});
  EXPECT_TRUE(std::holds_alternative<NoModel>(ask(stays, {})));
}

TEST(Query, GivesEveryConstantAValueAlsoWhereItDoesNotMatter) {
  z3::context context;
  const z3::expr x = context.real_const("x");
  const z3::expr y = context.real_const("y");
  const z3::expr b = context.bool_const("b");
  const Answer answer = ask(query_of(context, Engine::simple, {x == 2 || y > x || b, x == 2}), {});
  ASSERT_TRUE(std::holds_alternative<Model>(answer));
  EXPECT_EQ(std::get<Model>(answer).values.size(), 3U);
  EXPECT_NE(value_of(answer, "y"), "no such constant");
}

TEST(Query, WritesLongNumbersOnOneLine) {
  z3::context context;
  const z3::expr x = context.real_const("x");
  const std::string digits(300, '7');
  const z3::expr number = context.real_val(("1/" + digits).c_str());
  const Answer answer = ask(query_of(context, Engine::simple, {x == number}), {});
  EXPECT_EQ(value_of(answer, "x"), "(/ 1.0 " + digits + ".0)");
}

TEST(Query, WithoutAssertionsHasAModel) {
  z3::context context;
  EXPECT_TRUE(std::holds_alternative<Model>(ask(query_of(context, Engine::simple, {}), {})));
}

TEST(Query, OutOfTimeIsUnknownAndNeverAnAnswer) {
  z3::context context;
  const Query query = pigeons(context, 14);
  const auto start = std::chrono::steady_clock::now();
  const Answer answer = ask(query, {.time = 50ms});
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_FALSE(std::get<Unknown>(answer).reason.empty());
  EXPECT_LT(std::chrono::steady_clock::now() - start, 30s);
}

TEST(Query, WaitingIsNotTimeThatItTakes) {
  z3::context context;
  z3::solver solver(context);
  solver.add(context.real_const("x") > 1);
  const Deadline deadline(context, 150ms);
  std::this_thread::sleep_for(300ms);
  EXPECT_EQ(solver.check(), z3::sat);
}

TEST(Query, SmallPigeonsAreNotOutOfTime) {
  z3::context context;
  EXPECT_TRUE(std::holds_alternative<NoModel>(ask(pigeons(context, 6), {})));
}

TEST(Query, OutOfMemoryIsUnknownAndTheNextQueryIsNot) {
  z3::context context;
  const Query query = pigeons(context, 14);
  ASSERT_TRUE(std::holds_alternative<Unknown>(ask(query, {.time = 60s, .megabytes = 1})));
  EXPECT_TRUE(std::holds_alternative<NoModel>(ask(pigeons(context, 6), {})));
}

TEST(Query, OfWhatTheEngineCannotDoIsUnknown) {
  z3::context context;
  const z3::expr x = context.int_const("x");
  const z3::expr y = context.int_const("y");
  const z3::expr z = context.int_const("z");
  // The only known solution has numbers of 17 digits.
  const z3::expr sum = x * x * x + y * y * y + z * z * z;
  const Answer answer = ask(query_of(context, Engine::simple, {sum == 42}), {.time = 200ms});
  EXPECT_TRUE(std::holds_alternative<Unknown>(answer));
}

TEST(Query, GivesTheSameModelForTheSameSeed) {
  const auto model_for = [](unsigned seed) {
    z3::context context;
    std::vector<z3::expr> conditions;
    for (int i = 0; i < 20; ++i) {
      const z3::expr x = context.real_const(("x" + std::to_string(i)).c_str());
      conditions.push_back(x * x > i && (x < -i || x > 2 * i));
    }
    const Answer answer = ask(query_of(context, Engine::nonlinear, conditions), {.seed = seed});
    return std::get<Model>(answer).values;
  };
  EXPECT_EQ(model_for(3), model_for(3));
}

std::string logic_of(const Query& query) {
  const std::string text = smt_lib(query);
  const std::size_t begin = text.find("(set-logic ") + 11;
  return text.substr(begin, text.find(')', begin) - begin);
}

TEST(SmtLib, NamesTheLogic) {
  z3::context context;
  const z3::expr x = context.real_const("x");
  const z3::expr i = context.int_const("i");
  const z3::expr v = context.bv_const("v", 8);
  const auto logic = [&](const z3::expr& assertion) {
    return logic_of(query_of(context, Engine::simple, {assertion}));
  };
  EXPECT_EQ(logic(x + 2 * x > 1), "QF_LRA");
  EXPECT_EQ(logic(x * x > 1), "QF_NRA");
  EXPECT_EQ(logic(1 / x > 1), "QF_NRA");
  EXPECT_EQ(logic(i > 1), "QF_LIA");
  EXPECT_EQ(logic(z3::to_real(i) * x > 1), "QF_NIRA");
  EXPECT_EQ(logic(v + 1 > v), "QF_BV");
  EXPECT_EQ(logic(z3::exists(x, x * x > 1)), "NRA");
  EXPECT_EQ(logic(context.function("f", x.get_sort(), x.get_sort())(x) > 1), "QF_UFLRA");
  const z3::expr b = context.bool_const("b");
  EXPECT_EQ(logic(b), "QF_UF");
  EXPECT_EQ(logic(context.function("g", b.get_sort(), b.get_sort())(b)), "QF_UF");
  EXPECT_EQ(logic(i / i > 1), "QF_NIA");
  EXPECT_EQ(logic(i / 2 > 1), "QF_LIA");
  EXPECT_EQ(logic(z3::mod(i, i) > 1), "QF_NIA");
  EXPECT_EQ(logic(z3::pw(x, 3) > 1), "QF_NRA");
  EXPECT_EQ(logic(v == 1 && i > 1), "ALL");
  EXPECT_EQ(logic(v == 1 && x > 1), "ALL");
}

TEST(SmtLib, DeclaresConstantsAndFunctions) {
  z3::context context;
  const z3::expr x = context.real_const("x");
  const z3::func_decl f = context.function("f", x.get_sort(), x.get_sort());
  const std::string text = smt_lib(query_of(context, Engine::automatic, {f(x) > x}));
  EXPECT_NE(text.find("(declare-fun x () Real)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("(declare-fun f (Real) Real)\n"), std::string::npos) << text;
}

TEST(SmtLib, IsReadBackAsTheSameQuery) {
  z3::context context;
  const z3::expr x = context.real_const("x");
  const z3::expr spaced = context.real_const("a share");
  const Query possible = query_of(context, Engine::simple, {3 * x == -1, spaced > x});
  const Query impossible = query_of(context, Engine::simple, {3 * x == -1, spaced > x, spaced < x});
  for (const Query& query : {possible, impossible}) {
    z3::context other;
    z3::solver solver(other);
    const std::string text = smt_lib(query);
    EXPECT_TRUE(text.starts_with("; a query\n(set-logic QF_LRA)\n")) << text;
    EXPECT_TRUE(text.ends_with("(check-sat)\n")) << text;
    solver.from_string(text.c_str());
    const bool has_model = std::holds_alternative<Model>(ask(query, {}));
    EXPECT_EQ(solver.check(), has_model ? z3::sat : z3::unsat) << text;
  }
}

}  // namespace
}  // namespace fairshare::prover
