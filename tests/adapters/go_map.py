"""The order in which a Go program meets the entries of a map."""

import itertools

# Go iterates over a map from a random entry on. Here it is the next one each time, so that a caller that asks twice is sure to
# see two orders.
_turns = itertools.count()


class GoMap:
    """One division's view of its maps. Each iteration begins at the next entry."""

    def __init__(self):
        self.turn = next(_turns)

    def order(self, entries):
        self.turn += 1
        start = self.turn % len(entries) if entries else 0
        return entries[start:] + entries[:start]
