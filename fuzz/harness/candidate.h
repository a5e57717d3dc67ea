/* What a shared object exports to be fuzzed in process: `fairshare fuzz --shared-object FILE`.
 *
 * Plain C without dependencies, so copy it. Build: `cc -shared -fPIC -o mine.so mine.c`. */
#ifndef FAIRSHARE_CANDIDATE_H
#define FAIRSHARE_CANDIDATE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* These functions are found by name, so they stay visible even with -fvisibility=hidden. */
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* A problem in doubles, valid until the function returns. The maximum of a claimant without one is
 * +infinity; demands are folded into both bounds. All other numbers are finite and not negative,
 * and no maximum is below its minimum. Without claimants the pointers may be null. */
struct fairshare_problem {
  double total;
  size_t count; /* claimants */
  const double* weights;
  const double* min_shares;
  const double* max_shares;
};

/* Writes `count` shares; a share that it does not write is NaN. Returns 0, or 1 to skip the
 * problem, or anything else if it fails. Whatever it prints goes to standard error. Required. */
int fairshare_candidate(const struct fairshare_problem* problem, double* shares);

/* The answer to hello, as JSON: {"name":"mine","numbers":"double","relative":1e-9}. Optional:
 * the default is the file's name, version "", and "numbers":"double". */
const char* fairshare_candidate_hello(void);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
