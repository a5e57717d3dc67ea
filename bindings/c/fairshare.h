/* fairshare from C, and from every language that can call C.
 *
 * Divides a total among claimants by weights, minimums and maximums, exactly; judges shares that
 * others computed; and says what production schedulers compute. docs/c.md has examples.
 *
 * Any number of threads may call every function at once, in any floating-point mode. No function
 * throws, and no input ends the program: errors are statuses, which fairshare_error() explains in a
 * sentence. Numbers that a function does not read may be anything; pointers must be valid for the
 * documented length. Texts are UTF-8 and end in a 0; free those that a function returns with
 * fairshare_free().
 *
 * Before version 1, a minor version may change these functions; it then changes the name of the
 * shared object as well. */
#ifndef FAIRSHARE_H
#define FAIRSHARE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum fairshare_status {
  FAIRSHARE_OK = 0,
  FAIRSHARE_BAD_INPUT = 1, /* a number or text that is refused */
  FAIRSHARE_NO_MEMORY = 2  /* out of memory, or exact numbers longer than their limit */
} fairshare_status;

/* "0.1.0" */
const char* fairshare_version(void);

/* The message of this thread's last call that did not return FAIRSHARE_OK: "claimant 3: weight is
 * negative". Valid until the thread's next call; "" before the first such call. */
const char* fairshare_error(void);

/* Frees a text that a function returned; does nothing for NULL. */
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
  double excess;    /* FAIRSHARE_OVERCOMMITTED: sum of minimums - total; else 0 */
  double unclaimed; /* FAIRSHARE_SURPLUS: what is left of the total; else 0 */
} fairshare_result;

/* Divides `total` among `n` claimants: each gets clamp(weight * R, min_share, max_share). Every
 * number of the answer is the double nearest to the exact one.
 *
 * `weight`, `min_share` and `max_share` are arrays of `n` numbers, or NULL for all 1, all 0, and no
 * maximum (INFINITY) respectively. `shares` must have room for `n` numbers and must not overlap the
 * others. If the claimants are overcommitted it gets the minimums; at a surplus it gets the
 * maximums (at weight 0 the minimums).
 *
 *     100; 1, 2, 3; 0, 0, 60; INFINITY, 30, INFINITY  ->  13.333333333333334 26.666666666666668 60
 *
 * FAIRSHARE_BAD_INPUT: a number is NaN, negative or infinite (except an infinite maximum), a
 * maximum is below its minimum, or n is above 2^31; `shares` and `result` are unchanged. Linear
 * in n. Until it ends, each thread keeps about 80 bytes per claimant of its largest problem. */
fairshare_status fairshare_solve(double total, size_t n, const double* weight,
                                 const double* min_share, const double* max_share, double* shares,
                                 fairshare_result* result);

/* Many problems, one after the other: problem k divides total[k] among the claimants from begin[k]
 * up to, but not including, begin[k + 1]. `begin` has problems + 1 ascending numbers, of which the
 * first is 0 and the last is the length of the columns; `results` must have room for one result per
 * problem. Small problems are solved side by side. On FAIRSHARE_BAD_INPUT nothing is written. */
fairshare_status fairshare_solve_batch(size_t problems, const double* total, const size_t* begin,
                                       const double* weight, const double* min_share,
                                       const double* max_share, double* shares,
                                       fairshare_result* results);

/* ---- Records: JSON objects, each on one line, as docs/records.md has them. `size` is the length
 * of the record in bytes. The returned text is one line of JSON without a newline. On
 * FAIRSHARE_BAD_INPUT it is the error, with its code and place: {"error":{"code":"FS003",...}}; on
 * FAIRSHARE_NO_MEMORY it is NULL. */

/* The fair shares, in fractions: what `fairshare solve` prints. */
fairshare_status fairshare_exact(const char* record, size_t size, char** answer);

/* The same in whole units that add up to the total: `fairshare solve --apportion`. */
fairshare_status fairshare_apportion(const char* record, size_t size, char** answer);

/* In whole units by a method, "hamilton", "webster", "dhondt" or "adams", naming ties: `fairshare
 * solve --units METHOD`. FAIRSHARE_BAD_INPUT (FS011) for another method. */
fairshare_status fairshare_units(const char* method, const char* record, size_t size,
                                 char** answer);

/* What the scheduler computes, bit for bit: `fairshare solve --scheduler NAME`. */
fairshare_status fairshare_compute(const char* scheduler, const char* record, size_t size,
                                   char** answer);

/* Whether the record's shares are fair: what `fairshare verify --format json` prints, with
 * "verdict", the findings with their codes and claimants, and the fair shares. `scheduler` and
 * `rounding` override the record's; NULL leaves these as they are. */
fairshare_status fairshare_judge(const char* record, size_t size, const char* scheduler,
                                 const char* rounding, char** verdict);

/* The same for people: what `fairshare verify` prints, without the last line. An error is JSON here
 * as well. */
fairshare_status fairshare_judge_text(const char* record, size_t size, const char* scheduler,
                                      const char* rounding, char** text);

/* The schedulers that have a model, one line of JSON each: `fairshare schedulers --format json`. */
fairshare_status fairshare_schedulers(char** list);

/* ---- Checking shares */

typedef struct fairshare_violation {
  int is_fair;   /* 1: the other members mean nothing */
  char code[8];  /* "FS204"; docs/codes has a page on each */
  size_t first;  /* the claimant that the code is about; SIZE_MAX: no claimant */
  size_t second; /* the other claimant of a pair; SIZE_MAX: no pair */
  char* text;    /* the table and the reason, as `fairshare verify` prints them; else NULL */
} fairshare_violation;

/* Checks whether these shares are fair. The numbers are as for fairshare_solve. `rounding` says
 * what each share stands for: "double", "float", "exact", "written", "nearest", "down" or
 * "apportioned", or a method of fairshare_units (docs/records.md); NULL means "double". For a pair
 * (FS204) `first` is the richer and `second` the poorer. The caller frees `violation->text`.
 *
 * FAIRSHARE_BAD_INPUT: as for fairshare_solve; or `shares` is NULL, and n above 0; or a share is
 * not finite; or the rounding is unknown, or cannot have produced a share (2.5 is not a whole
 * number). */
fairshare_status fairshare_check(double total, size_t n, const double* weight,
                                 const double* min_share, const double* max_share,
                                 const double* shares, const char* rounding,
                                 fairshare_violation* violation);

/* Many problems, laid out as for fairshare_solve_batch, all with the same rounding; `violations`
 * must have room for one per problem. Each is what fairshare_check returns for its problem, except
 * that `text` is NULL: call fairshare_check for the table of one problem.
 *
 * With rounding "double", a problem whose shares are those of fairshare_solve takes about as long
 * as in fairshare_solve_batch, unless it is overcommitted; any other problem is written and read as
 * a record. Takes 8 bytes per claimant and 24 per problem while it runs.
 *
 * FAIRSHARE_BAD_INPUT, as for fairshare_check, names the problem as well: "problem 7: claimant 2:
 * weight is negative". The contents of `violations` are then unspecified. */
fairshare_status fairshare_check_batch(size_t problems, const double* total, const size_t* begin,
                                       const double* weight, const double* min_share,
                                       const double* max_share, const double* shares,
                                       const char* rounding, fairshare_violation* violations);

#ifdef __cplusplus
}
#endif

#endif
