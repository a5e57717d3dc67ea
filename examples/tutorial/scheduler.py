"""The scheduler of the tutorial in docs/fuzzing.md: queues get a total by weight, each between its minimum and maximum.

It has a defect, which the tutorial finds.
"""

from dataclasses import dataclass
from fractions import Fraction


@dataclass
class Queue:
    weight: Fraction
    minimum: Fraction
    maximum: Fraction  # or infinity


def divide(total, queues):
    """The share of each queue. What a bound leaves, or takes, is divided again among the others."""
    settled = {}
    for _ in range(2):
        open_queues = [i for i in range(len(queues)) if i not in settled]
        left = total - sum(settled.values())
        weight = sum(queues[i].weight for i in open_queues)
        wanted = {i: left * queues[i].weight / weight if weight else Fraction(0) for i in open_queues}
        granted = {i: min(max(wanted[i], queues[i].minimum), queues[i].maximum) for i in open_queues}
        gap = sum(granted.values()) - left  # above 0: the minimums take more than the maximums leave
        for i in open_queues:
            if gap == 0 or (granted[i] > wanted[i] if gap > 0 else granted[i] < wanted[i]):
                settled[i] = granted[i]
    return [settled.get(i, granted.get(i)) for i in range(len(queues))]
