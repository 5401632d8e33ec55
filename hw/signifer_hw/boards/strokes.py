"""Letters of straight strokes for the print on a board: a display of fourteen bars, drawn."""

from __future__ import annotations

from collections.abc import Iterator

Line = tuple[tuple[int, int], ...]
HEIGHT, WIDTH, ADVANCE = 1000, 600, 900

# Bars by their ends on a grid of 2 x 4: from the top left corner, in halves.
_BARS = {
    "a": ((0, 0), (2, 0)),
    "b": ((2, 0), (2, 2)),
    "c": ((2, 2), (2, 4)),
    "d": ((0, 4), (2, 4)),
    "e": ((0, 2), (0, 4)),
    "f": ((0, 0), (0, 2)),
    "g": ((0, 2), (1, 2)),
    "h": ((1, 2), (2, 2)),
    "i": ((0, 0), (1, 2)),
    "j": ((1, 0), (1, 2)),
    "k": ((2, 0), (1, 2)),
    "l": ((1, 2), (0, 4)),
    "m": ((1, 2), (1, 4)),
    "n": ((1, 2), (2, 4)),
}
_LETTERS = {
    "0": "abcdef", "1": "bc", "2": "abghed", "3": "abhcd", "4": "fghbc", "5": "afghcd", "6": "afedcgh", "7": "abc",
    "8": "abcdefgh", "9": "abcdfgh", "A": "efabcgh", "B": "abcdhjm", "C": "afed", "D": "abcdjm", "E": "afedg",
    "F": "afeg", "G": "afedch", "H": "febcgh", "I": "adjm", "J": "bcde", "K": "fegkn", "L": "fed", "M": "efikbc",
    "N": "efinbc", "O": "abcdef", "P": "efabgh", "Q": "abcdefn", "R": "efabghn", "S": "afghcd", "T": "ajm",
    "U": "fedcb", "V": "felk", "W": "felncb", "X": "iknl", "Y": "ikm", "Z": "akld", "-": "gh", "+": "ghjm", "/": "kl",
}  # fmt: skip


def strokes(text: str, x: int, y: int) -> Iterator[Line]:
    """The lines of a text around a place; letters that are unknown are gaps."""
    start = x - (len(text) * ADVANCE - (ADVANCE - WIDTH)) // 2
    for at, letter in enumerate(text.upper()):
        left = start + at * ADVANCE
        for bar in _LETTERS.get(letter, ""):
            yield tuple(
                (left + across * WIDTH // 2, y - HEIGHT // 2 + along * HEIGHT // 4)
                for across, along in _BARS[bar]
            )
