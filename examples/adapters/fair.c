/* A scheduler to copy, as a shared object: fair shares in doubles.
 *
 *     cc -O2 -shared -fPIC -I ../.. -o fair.so fair.c
 *     fairshare fuzz --shared-object ./fair.so
 *
 * Sums and ratios are long doubles: with 80 bits they neither overflow nor underflow, and 64 bits
 * of significand keep every share within 1e-9 of the total. Where a long double is but a double,
 * weights should be scaled first. */
#include <float.h>
#include <stdlib.h>

#include "fuzz/harness/candidate.h"

static long double share_at(const struct fairshare_problem* problem, size_t i, long double ratio) {
  const long double share = problem->weights[i] * ratio;
  if (share < problem->min_shares[i]) return problem->min_shares[i];
  return share > problem->max_shares[i] ? problem->max_shares[i] : share;
}

static long double sum_at(const struct fairshare_problem* problem, long double ratio) {
  long double sum = 0;
  for (size_t i = 0; i < problem->count; ++i) sum += share_at(problem, i, ratio);
  return sum;
}

static int compare(const void* a, const void* b) {
  const long double left = *(const long double*)a;
  const long double right = *(const long double*)b;
  return (left > right) - (left < right);
}

/* The ratios at which a share starts or stops growing, and 0, in ascending order. */
static size_t find_ends(const struct fairshare_problem* problem, long double* ends) {
  size_t count = 0;
  ends[count++] = 0;
  for (size_t i = 0; i < problem->count; ++i) {
    const long double weight = problem->weights[i];
    if (weight == 0) continue;
    ends[count++] = problem->min_shares[i] / weight;
    if (problem->max_shares[i] <= DBL_MAX) ends[count++] = problem->max_shares[i] / weight;
  }
  qsort(ends, count, sizeof *ends, compare);
  return count;
}

/* The last of them at which the shares do not exceed the total, and from there on in a straight
 * line. */
static long double find_ratio(const struct fairshare_problem* problem, const long double* ends,
                              size_t count) {
  size_t low = 0;
  for (size_t high = count; high - low > 1;) {
    const size_t middle = low + (high - low) / 2;
    if (sum_at(problem, ends[middle]) <= problem->total) {
      low = middle;
    } else {
      high = middle;
    }
  }
  const long double missing = problem->total - sum_at(problem, ends[low]);
  long double growing = 0;
  for (size_t i = 0; i < problem->count; ++i) {
    const long double weight = problem->weights[i];
    if (weight == 0) continue;
    /* The same quotients as in `ends`: weight * (min / weight) may round to less than min. */
    if (problem->min_shares[i] / weight > ends[low]) continue;
    if (problem->max_shares[i] / weight > ends[low]) growing += weight;
  }
  return missing > 0 && growing > 0 ? ends[low] + missing / growing : ends[low];
}

int fairshare_candidate(const struct fairshare_problem* problem, double* shares) {
  long double* ends = malloc((2 * problem->count + 1) * sizeof *ends);
  if (ends == NULL) return 2;
  const long double ratio = find_ratio(problem, ends, find_ends(problem, ends));
  for (size_t i = 0; i < problem->count; ++i) shares[i] = (double)share_at(problem, i, ratio);
  free(ends);
  return 0;
}

const char* fairshare_candidate_hello(void) {
  return "{\"name\":\"fair.c\",\"version\":\"1\",\"numbers\":\"double\",\"relative\":1e-9}";
}
