"""An adapter that divides by weight only, whatever the bounds are, and takes 5 ms for it, so that a shard takes a while."""
import json
import sys
import time
from fractions import Fraction

for line in sys.stdin:
    request = json.loads(line, parse_int=Fraction, parse_float=Fraction)
    if request["cmd"] == "hello":
        print('{"name":"by-weight","version":"1","rounding":"exact"}', flush=True)
    elif request["cmd"] == "run":
        time.sleep(0.005)
        problem = request["problem"]
        weights = [one["weight"] for one in problem["claimants"]]
        shares = [str(problem["total"] * weight / (sum(weights) or 1)) for weight in weights]
        print(json.dumps({"seq": int(request["seq"]), "shares": shares}), flush=True)
