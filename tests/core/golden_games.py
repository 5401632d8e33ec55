"""Golden outcomes of random games, in the order of their seeds.

Their file is never made again by a plain test run. After an intended change of the rules, the catalogue or the training
decks: set SIGNIFER_NEW_GOLDEN=1, run the game's test_games.py, and say in the commit why games go otherwise now. CI
refuses the variable.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

State = TypeVar("State")
# Figures of a game, and at the end a hash of its record.
Outcome = TypeVar("Outcome")

RENEW = "SIGNIFER_NEW_GOLDEN"


@dataclass(frozen=True)
class GoldenGames(Generic[Outcome]):
    """The games of the seeds from 0 on, so many; ``outcome`` plays one, ``file`` has those that were found good."""

    file: Path
    number: int
    outcome: Callable[[int], Outcome]

    def found_good(self) -> list[Outcome]:
        found: list[Outcome] = json.loads(self.file.read_text(encoding="utf-8"))
        assert len(found) == self.number
        return found

    def check(self, seeds: range | None = None) -> None:
        """All games go as they went, or those of these seeds."""
        seeds = range(self.number) if seeds is None else seeds
        if os.environ.get(RENEW) and 0 in seeds:
            assert not os.environ.get("CI"), "CI makes no golden games"
            lines = ",\n".join(json.dumps(self.outcome(seed)) for seed in range(self.number))
            self.file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        expected = self.found_good()
        for seed in seeds:
            assert self.outcome(seed) == expected[seed], (
                f"the game of seed {seed} goes otherwise now. If the change is meant: run its test with {RENEW}=1,"
                " and say why in the commit."
            )


def told_of(game: Iterable[tuple[object, State]], notation: Callable[[Any], str]) -> tuple[State, str]:
    """The last state of a game, which gives each action with the state after it, and a hash of its record."""
    record, last = hashlib.sha256(), None
    for action, state in game:
        record.update(f"{notation(action)}\n".encode() if action is not None else b"")
        last = state
    assert last is not None
    return last, record.hexdigest()[:12]
