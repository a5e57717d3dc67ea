/* A scheduler with a defect that random problems do not meet: docs/fuzzing.md finds it by coverage.
 *
 * It divides as ../adapters/fair.c does, but for one configuration, its default one, which it knows
 * by heart: three tiers with weights 100, 50 and 10, in that order. There it forgets the bounds. */
#define fairshare_candidate divide_in_general
#define fairshare_candidate_hello hello_in_general
#include "../adapters/fair.c"
#undef fairshare_candidate
#undef fairshare_candidate_hello

static int are_default_tiers(const struct fairshare_problem* problem) {
  if (problem->count != 3) return 0;
  if (problem->weights[0] != 100) return 0;
  if (problem->weights[1] != 50) return 0;
  if (problem->weights[2] != 10) return 0;
  return 1;
}

int fairshare_candidate(const struct fairshare_problem* problem, double* shares) {
  if (!are_default_tiers(problem)) return divide_in_general(problem, shares);
  for (size_t i = 0; i < 3; ++i) shares[i] = problem->total / 160 * problem->weights[i];
  return 0;
}

const char* fairshare_candidate_hello(void) {
  return "{\"name\":\"tiers.c\",\"version\":\"1\",\"numbers\":\"double\",\"relative\":1e-9}";
}
