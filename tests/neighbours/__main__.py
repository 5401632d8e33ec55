"""Bad neighbours of a table, and what its owner sees of it (docs/neighbours.md). Linux only.

    unshare -rn python -m tests.neighbours SECONDS ADDRESSES [KIND,...]        # of a virtual table
    unshare -rn python -m tests.neighbours real SECONDS ADDRESSES [KIND,...]   # of a real one, on simulated chips
    python -m tests.neighbours inputs [COUNT] [SEED]                           # inputs of all kinds at its server

The first two play in a network namespace of their own, for so many SECONDS and until the table has begun and ended. At
a real table a hand lays or takes a card every 0.3 s on the mean; with --pace 6 it is hardly quicker than people.
They tell as JSON how many cards were "laid" and hints "asked" for and how long each took, "visits" of the page,
"pairings", how often somebody was "let_in" to upkeep, by how much the program has "grown_mb", its "tracebacks", and the
"troubles" that the owner had.

100,000 inputs take some minutes. As JSON come "inputs" and what became of them, on standard error the tracebacks; the
exit status is 1 if anything was wrong, or if not all were answered.
"""

import json
import sys
from dataclasses import asdict

from tests.programs import parser

from . import inputs, street
from .clients import KINDS
from .real import QUICK_S


def throw(words: list[str]) -> int:
    options = parser("tests.neighbours inputs", inputs.__doc__)
    options.add_argument("count", type=int, nargs="?", default=100_000, help="how many inputs (%(default)s)")
    options.add_argument("seed", type=int, nargs="?", default=1, help="what they are made of (%(default)s)")
    asked = options.parse_args(words)
    return inputs.main(asked.count, asked.seed)


def live(words: list[str], *, real: bool) -> None:
    options = parser("tests.neighbours", __doc__)
    options.add_argument("seconds", type=float, metavar="SECONDS", help="how long they spoil the evening")
    options.add_argument("addresses", type=int, metavar="ADDRESSES", help="from as many, 0 to 50")
    options.add_argument("kinds", nargs="?", metavar="KIND,...", help=f"all, or some of {', '.join(KINDS)}")
    if real:
        options.add_argument(
            "--pace", type=float, default=QUICK_S, help="seconds between two gestures (%(default)s)"
        )
    asked = options.parse_args(words)
    named = asked.kinds.split(",") if asked.kinds else list(KINDS)
    if unknown := sorted({*named} - {*KINDS}):
        options.error(f"{', '.join(unknown)}: the kinds are {', '.join(KINDS)}")
    street.lay_street()
    pace_s = asked.pace if real else QUICK_S
    print(json.dumps(asdict(street.live(asked.seconds, named, asked.addresses, real=real, pace_s=pace_s))))


if __name__ == "__main__":
    first, rest = sys.argv[1:2], sys.argv[2:]
    if first == ["inputs"]:
        sys.exit(throw(rest))
    live(rest if first == ["real"] else first + rest, real=first == ["real"])
