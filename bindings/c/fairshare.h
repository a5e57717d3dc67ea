/* fairshare from C, and from every language that can call C.
 *
 * Divides a total among claimants by weights, minimums and maximums, exactly; judges shares that
 * others computed; and says what production schedulers compute. docs/c.md has examples.
 *
 * Every function may be called by any number of threads at once. No exception leaves one, and no
 * input ends the program: what is wrong is a status, and fairshare_error() says it in a sentence.
 * Numbers that a function does not read may be anything; pointers must be valid for what is said.
 * A text is UTF-8 and ends in a 0; what a function hands out is freed by fairshare_free().
 *
 * Until version 1 a minor version may change these functions, and then the name of the shared
 * object. */
#ifndef FAIRSHARE_H
#define FAIRSHARE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fairshare_status {
  FAIRSHARE_OK = 0,
  FAIRSHARE_BAD_INPUT = 1, /* a number or text that is refused */
  FAIRSHARE_NO_MEMORY = 2  /* not enough, or exact numbers longer than the bound on them */
} fairshare_status;

/* "0.1.0" */
const char* fairshare_version(void);

/* What was wrong with this thread's last call that did not return FAIRSHARE_OK: "claimant 3: weight
 * is negative". Valid until the thread's next call; "" before the first. */
const char* fairshare_error(void);

/* Frees a text that a function has handed out; NULL is nothing to free. */
void fairshare_free(char* text);

/* ---- Numbers */

typedef enum fairshare_outcome {
  FAIRSHARE_ALLOCATION = 0,    /* one ratio gives every share, and they add up to the total */
  FAIRSHARE_OVERCOMMITTED = 1, /* the minimums exceed the total */
  FAIRSHARE_SURPLUS = 2        /* every claimant is at its maximum, and some of the total is left */
} fairshare_outcome;

typedef struct fairshare_result {
  fairshare_outcome outcome;
  double ratio;     /* FAIRSHARE_ALLOCATION: the least one; may be infinite; else 0 */
  double excess;    /* FAIRSHARE_OVERCOMMITTED: of the minimums over the total; else 0 */
  double unclaimed; /* FAIRSHARE_SURPLUS: what is left of the total; else 0 */
} fairshare_result;

/* Divides `total` among `n` claimants: clamp(weight * R, min_share, max_share) each. Every number
 * of the answer is the double nearest to the exact one.
 *
 * `weight`, `min_share` and `max_share` are `n` numbers each, or NULL: all 1, all 0, all without a
 * maximum, which is INFINITY. `shares` has room for `n` numbers and overlaps none of the others; of
 * an outcome but FAIRSHARE_ALLOCATION it holds the minimums, or the maximums (at weight 0 the
 * minimums).
 *
 *     100; 1, 2, 3; 0, 0, 60; INFINITY, 30, INFINITY  ->  13.333333333333334 26.666666666666668 60
 *
 * FAIRSHARE_BAD_INPUT: a number is NaN, negative or infinite (but for a maximum), a maximum is
 * below its minimum, or n is 2^32 or more; `shares` and `result` are as they were. Linear in n.
 * Each thread keeps some 80 bytes a claimant of its largest problem until it ends. */
fairshare_status fairshare_solve(double total, size_t n, const double* weight,
                                 const double* min_share, const double* max_share, double* shares,
                                 fairshare_result* result);

/* Many problems, one behind the other: problem k divides total[k] among the claimants from begin[k]
 * up to begin[k + 1]. `begin` has problems + 1 ascending numbers, of which the first is 0; the
 * columns are as long as the last one says; `results` has room for one a problem. Small problems
 * are solved side by side. On FAIRSHARE_BAD_INPUT nothing is written. */
fairshare_status fairshare_solve_batch(size_t problems, const double* total, const size_t* begin,
                                       const double* weight, const double* min_share,
                                       const double* max_share, double* shares,
                                       fairshare_result* results);

/* ---- Records: JSON objects, each on one line, as docs/records.md has them. `size` is the length
 * of the record in bytes. What is handed out is one line of JSON without a newline. On
 * FAIRSHARE_BAD_INPUT that is the error, with its code and place: {"error":{"code":"FS003",...}};
 * on FAIRSHARE_NO_MEMORY it is NULL. */

/* What is fair, in fractions: what `fairshare solve` prints. */
fairshare_status fairshare_exact(const char* record, size_t size, char** answer);

/* The same in whole units that add up to the total: `fairshare solve --apportion`. */
fairshare_status fairshare_apportion(const char* record, size_t size, char** answer);

/* In whole units by a method, "hamilton", "webster", "dhondt" or "adams", with those that are tied:
 * `fairshare solve --units METHOD`. FAIRSHARE_BAD_INPUT (FS011) for another method. */
fairshare_status fairshare_units(const char* method, const char* record, size_t size,
                                 char** answer);

/* What the scheduler computes, bit for bit: `fairshare solve --scheduler NAME`. */
fairshare_status fairshare_compute(const char* scheduler, const char* record, size_t size,
                                   char** answer);

/* Whether the record's shares are fair: what `fairshare verify --format json` prints, with
 * "verdict", the findings with their codes and claimants, and the fair shares. `scheduler` and
 * `rounding` overrule the record, or are NULL. */
fairshare_status fairshare_judge(const char* record, size_t size, const char* scheduler,
                                 const char* rounding, char** verdict);

/* The same for people: what `fairshare verify` prints, but for the last line. An error is JSON here
 * as well. */
fairshare_status fairshare_judge_text(const char* record, size_t size, const char* scheduler,
                                      const char* rounding, char** text);

/* The schedulers that have a model, a line of JSON each, as `fairshare schedulers --format json`.
 */
fairshare_status fairshare_schedulers(char** list);

/* ---- Checking shares */

typedef struct fairshare_violation {
  int is_fair;   /* 1: and then nothing else is said */
  char code[8];  /* "FS204"; docs/codes has a page about each */
  size_t first;  /* the claimant that the code is about; SIZE_MAX: no claimant */
  size_t second; /* the other one of a pair; SIZE_MAX: no pair */
  char* text;    /* what `fairshare verify` prints of it: the table and the reason; else NULL */
} fairshare_violation;

/* Whether these shares are fair. The numbers are as fairshare_solve takes
 * them. `rounding` says what each share stands for: "double", "float", "exact", "written",
 * "nearest", "down" or "apportioned" (docs/records.md), NULL: "double". Of a pair (FS204) `first`
 * is the richer and `second` the poorer. `violation->text` is to be freed.
 *
 * FAIRSHARE_BAD_INPUT: as fairshare_solve, or a share is no finite number, or the rounding is
 * unknown or cannot have given a share (2.5 is no whole number). */
fairshare_status fairshare_check(double total, size_t n, const double* weight,
                                 const double* min_share, const double* max_share,
                                 const double* shares, const char* rounding,
                                 fairshare_violation* violation);

/* Many problems, laid out as for fairshare_solve_batch, all at one rounding; `violations` has room
 * for one a problem. Each is what fairshare_check says of its problem, but for `text`, which is
 * NULL: ask fairshare_check for the table of the one that is wanted.
 *
 * At rounding "double" a problem whose shares are those of fairshare_solve takes about as long as
 * in fairshare_solve_batch, unless it is overcommitted; any other is written and read as a record.
 * Takes 8 bytes a claimant and 24 a problem while it runs.
 *
 * FAIRSHARE_BAD_INPUT, as for fairshare_check, names the problem as well: "problem 7: claimant 2:
 * weight is negative". What `violations` then has means nothing. */
fairshare_status fairshare_check_batch(size_t problems, const double* total, const size_t* begin,
                                       const double* weight, const double* min_share,
                                       const double* max_share, const double* shares,
                                       const char* rounding, fairshare_violation* violations);

#ifdef __cplusplus
}
#endif

#endif
