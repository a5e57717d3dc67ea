# Emitted by `fairshare fuzz` for mine 1.2, seed 7: 2 failures.
# A share passes if it is from low to high: all that the tolerance allows around the fair
# share, which is the fraction next to it.

import threading
from fractions import Fraction


def divide(total, claimants):
    """Your scheduler: one share for each claimant, in their order.

    A claimant is (name, weight, min_share, max_share, demand). max_share and demand may be None;
    a demand limits both bounds. total and bounds are float, weights float, shares float.
    """
    raise NotImplementedError("put your scheduler here")


def check(total, claimants, low, high, times=1, least_sum=None, greatest_sum=None):
    """Each answer comes within 10 s, is always the same, and has every share between low and high."""
    answers = []

    def ask():
        for _ in range(times):
            answers.append(list(divide(total, claimants)))

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(10)
    assert not asking.is_alive(), "no answer within 10 s"
    assert len(answers) == times, "divide failed"
    for shares in answers:
        assert shares == answers[0], f"the same problem gets {answers[0]} and then {shares}"
        assert len(shares) == len(claimants), f"{len(shares)} shares for {len(claimants)} claimants"
        for claimant, share, least, greatest in zip(claimants, shares, low, high):
            value = Fraction(share)
            assert least <= value <= greatest, f"{claimant[0]} gets {share}, fair is {least} to {greatest}"
        assert least_sum is None or least_sum <= sum(shares), f"the shares add up to {sum(shares)}"
        assert greatest_sum is None or sum(shares) <= greatest_sum, f"the shares add up to {sum(shares)}"


def test_FS204_1a2b():
    # FS204: c is above its minimum and holds 7 per weight.
    # The pair: a (poorer) and c (richer).
    # Judged by: numbers double.
    # About FS204: docs/codes/FS204.md, or `fairshare explain FS204`.
    # To repeat: fairshare fuzz --replay found/FS204-1a2b.ndjson -- ./mine
    # Record: {"id":"FS204-1a2b","numbers":"double","total":10,"claimants":[{"name":"a","min_share":1},{"name":"b","weight":2,"max_share":4.5},{"name":"c"}],"shares":[1,2,7]}
    check(
        total=10.0,
        claimants=[
            ("a", 1.0, 1.0, None, None),  # fair: 11/4
            ("b", 2.0, 0.0, 4.5, None),  # fair: 9/2
            ("c", 1.0, 0.0, None, None),  # fair: 11/4
        ],
        low=[2.75, 4.5, 2.75, ],
        high=[2.75, 4.5, 2.75, ],
        times=1,
    )

# FS101: the shares add up to 3, the total is 4.
# Judged by: numbers double.
# About FS101: docs/codes/FS101.md, or `fairshare explain FS101`.
# To repeat: fairshare fuzz --replay found/FS101-3c4d.ndjson -- ./mine
# Record: {"id":"FS101-3c4d","numbers":"double","total":4,"tree":[],"shares":[]}
# No test: it is a tree, and the function divides among claimants.
