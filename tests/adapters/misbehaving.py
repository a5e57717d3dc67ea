"""An adapter that is fair except for one chosen misbehaviour, for the tests of the harness.

    misbehaving.py MODE [HELLO [PLACE]]

HELLO is JSON that is added to the hello, PLACE a file that it may use.
"""
import json
import os
import signal
import sys
import time
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from fair_ratio import fair_shares  # noqa: E402

MODE = sys.argv[1]
counter = 0


def number(text):
    return Fraction(text)


def bounds(claimant):
    low, high, demand = (claimant.get(key) for key in ("min_share", "max_share", "demand"))
    if demand is not None:
        high = demand if high is None else min(high, demand)
        low = min(low, demand)
    return low, high


def divide(problem):
    """Fair, even if there is no fair allocation: then all have their minimums, or the most that they can claim."""
    claimants = [(one["weight"], *bounds(one)) for one in problem["claimants"]]
    if sum(low for _, low, _ in claimants) > problem["total"]:
        return [low for _, low, _ in claimants]
    most = [low if weight == 0 else high for weight, low, high in claimants]
    if None not in most and sum(most) < problem["total"]:
        return most
    return fair_shares(problem["total"], claimants)


def answer(request):
    global counter
    counter += 1
    problem = request["problem"]
    seq = int(request["seq"])
    claimants = problem.get("claimants", problem.get("tree"))
    size = len(claimants)
    if MODE == "hangs" and size == 2:
        time.sleep(3600)
    if MODE == "slow" or (MODE == "slow-at-first" and counter == 1):
        time.sleep(1.5)
    if MODE == "hangs-once" and counter == 5 and not os.path.exists(sys.argv[3]):
        open(sys.argv[3], "w").close()
        time.sleep(3600)
    if MODE == "crashes" and any(one["weight"] == 0 for one in claimants):
        os.kill(os.getpid(), signal.SIGSEGV)
    if MODE == "exits" and size > 3:
        print("no more than three", file=sys.stderr)
        sys.exit(7)
    if MODE == "floods" and size == 2:
        while True:
            sys.stdout.write("x" * 10)
    if MODE == "garbage" and size == 2:
        return "oops"
    if MODE == "wrong-seq":
        return json.dumps({"seq": seq + 1, "shares": []})
    if MODE == "refuses" and size == 0:
        return json.dumps({"seq": seq, "error": "no claimants"})
    if MODE == "refuses-in-colour":
        return json.dumps({"seq": seq, "error": "\x1b[31mno\n::error::"})
    if MODE == "moody" and counter % 3 > 0:
        return json.dumps({"seq": seq, "error": "busy"} if counter % 3 == 1 else {"seq": seq, "skipped": "busy"})
    if MODE == "skips":
        return json.dumps({"seq": seq, "skipped": "not today"})
    shares = [str(share) for share in divide(problem)]
    if MODE == "nan" and size == 1:
        shares = ["NaN"]
    if MODE == "too-few" and size == 3:
        shares.pop()
    if MODE == "random" and size == 2 and counter % 2 == 0:
        shares[0] = str(Fraction(shares[0]) + 1)
    if MODE == "first-gets-more" and size > 1 and claimants[0]["weight"] == claimants[1]["weight"]:
        shares[0] = str(Fraction(shares[0]) + Fraction(1, 2))
        shares[1] = str(Fraction(shares[1]) - Fraction(1, 2))
    if MODE == "grudging" and size > 1 and problem["total"] > 10:  # then the first gets nothing
        shares[:2] = ["0", str(Fraction(shares[0]) + Fraction(shares[1]))]
    if MODE == "crowded":  # the more claimants, the less is left of all shares
        shares = [str(Fraction(share) / max(size, 1)) for share in shares]
    if MODE == "no-maximums":
        shares = [str(share) for share in divide({**problem, "claimants": [
            {key: value for key, value in one.items() if key != "max_share"} for one in claimants]})]
    if MODE == "two-defects" and not any(len(one) > 3 or one["min_share"] for one in claimants):
        factor = {1: 1 + Fraction(1, 10**15), 2: Fraction(5, 4)}.get(size, 1)  # nothing has a bound
        shares = [str(Fraction(share) * factor) for share in shares]
    if MODE in ("infeasible-is-zero", "refuses-infeasible") and sum(map(Fraction, shares)) != problem["total"]:
        if MODE == "refuses-infeasible":
            return json.dumps({"seq": seq, "error": "nothing is fair here"})
        shares = ["0"] * size
    return json.dumps({"seq": seq, "shares": shares})


def main():
    if MODE == "says-nothing":
        time.sleep(3600)
    if MODE == "dies-at-once":
        print("no licence", file=sys.stderr)
        sys.exit(4)
    for line in sys.stdin:
        request = json.loads(line, parse_float=number, parse_int=number)
        if request["cmd"] == "hello":
            extra = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
            hello = {"name": MODE, "version": "1", **extra}
            print("hello" if MODE == "no-json" else json.dumps(hello), flush=True)
        elif request["cmd"] == "run":
            print(answer(request), flush=True)
        else:
            return


main()
