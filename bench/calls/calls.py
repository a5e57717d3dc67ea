"""The cost of a call from Python: calls.py numpy|lists COLUMNS SHARES, as run.py says."""

import statistics
import sys
import timeit

import fairshare
import numpy


def nanoseconds(call):
    """The median of seven rounds of at least 50 ms each."""
    timer = timeit.Timer(call)
    calls = 1
    while timer.timeit(calls) < 0.05:
        calls *= 2
    return statistics.median(timer.repeat(7, calls)) / calls * 1e9


def main():
    form, columns, shares = sys.argv[1:]
    numbers = numpy.fromfile(columns)
    weight, least, most = (column if form == "numpy" else column.tolist() for column in numpy.split(numbers[1:], 3))
    problem = fairshare.Problem(float(numbers[0]), weight, least, most)
    answer = fairshare.solve(problem.total, weight, least, most).shares
    solve = nanoseconds(lambda: fairshare.solve(problem.total, weight, least, most))
    check = 0 if len(weight) > 16 else nanoseconds(lambda: fairshare.check(problem, answer))
    if check:
        fairshare.assert_fair(problem, answer)
    numpy.array(answer).tofile(shares)
    print(solve, check)


if __name__ == "__main__":
    main()
