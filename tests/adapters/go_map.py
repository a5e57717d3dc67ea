"""The order in which a Go program meets the entries of a map."""

import random


def go_map_order(entries):
    """Up to eight entries lie in one bucket, which is passed through from a random slot on; more of
    them are met in about any order."""
    if len(entries) > 8:
        return random.sample(entries, len(entries))
    start = random.randrange(8)
    return entries[start:] + entries[:start]
