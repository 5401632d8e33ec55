"""Which cards of a hand pay what is due, and are missed least.

A knapsack of some twenty cards, many of them alike: branch and bound, the cards first whose points are cheapest. No
subset wins of which one card could be kept, so none has more cards than points are due.
"""

from __future__ import annotations

from collections.abc import Sequence

# Sums of the same worths in another order differ by less.
ROUNDING = 1e-9


def cheapest(points: Sequence[int], worth: Sequence[float], due: int) -> tuple[int, ...]:
    """The numbers of the cards that have ``due`` points together and are worth least, every one being worth something;
    of equal choices the one of fewest cards, and then of the first ones. All of them together have to pay it."""
    if due <= 0:
        return ()
    # A card of no points pays nothing.
    order = sorted((worth[at] / points[at], at) for at in range(len(points)) if points[at] > 0)
    alike = [(points[at], worth[at]) for _, at in order]
    rest = [sum(each for each, _ in alike[number:]) for number in range(len(alike) + 1)]
    best: tuple[float, int, tuple[int, ...]] | None = None

    def look(number: int, left: int, loss: float, chosen: tuple[int, ...]) -> None:
        """Whatever the cards from ``number`` on can add, with so many points still due."""
        nonlocal best
        if left <= 0:
            cards = tuple(sorted(chosen))
            found = (sum(worth[at] for at in cards), len(cards), cards)
            best = found if best is None else min(best, found)
            return
        while rest[number] >= left:
            ratio, at = order[number]
            if best is not None and loss + left * ratio > best[0] + ROUNDING:
                return  # each point of the others costs as much at least
            look(number + 1, left - points[at], loss + worth[at], (*chosen, at))
            # Of neighbours that are alike the first ones are taken.
            number += 1
            while number < len(order) and alike[number] == alike[number - 1] and order[number][1] == at + 1:
                number, at = number + 1, at + 1

    look(0, due, 0.0, ())
    assert best is not None, "only what can be paid for is laid"
    return best[2]
