"""Pairs of the arena that were played already: a line of JSON each in a file, so that many are played in pieces."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
# What a pair may come out otherwise by.
PLAYS = ("core/signifer_core", "firmware/signifer_firmware/simulation/robots", "benchmarks")


@cache
def code() -> str:
    """In a few letters: the programs that play."""
    folders = [ROOT / folder for folder in PLAYS]
    folders += sorted((ROOT / "firmware/signifer_firmware/games").glob("*/robots"))
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


class KeptPairs:
    """Those of one contest, ``what``, by their seeds; without a file nothing is kept. A file may have several contests,
    and several programs may write it. OSError where it cannot be written."""

    def __init__(self, path: Path | None, what: str) -> None:
        self._path, self._what = path, what
        # Before anybody writes other programs.
        code()
        self._known = dict(_read(path, what)) if path is not None else {}
        if path is not None:
            # Whether it can be written is known before anything is played.
            path.open("a", encoding="utf-8").close()

    def points(self, seed: int) -> float | None:
        """What the first player won of the pair, 0 to 2; None if it is still to be played."""
        known = self._known.get(seed)
        return None if known is None else known[0]

    def keep(self, seed: int, points: float) -> None:
        self._known[seed] = points, code()
        if self._path is not None:
            line = {"what": self._what, "seed": seed, "points": points, "code": code()}
            # It begins a line, as the last one may be half.
            with self._path.open("a", encoding="utf-8") as file:
                file.write("\n" + json.dumps(line))

    def elsewhere(self, seeds: range) -> int:
        """How many of these another program has played than this one."""
        return sum(seed in seeds and played_by != code() for seed, (_, played_by) in self._known.items())


def _read(path: Path, what: str) -> Iterator[tuple[int, tuple[float, str]]]:
    if not path.exists():
        return
    for line in path.read_text("utf-8").splitlines():
        try:
            kept = json.loads(line)
            if kept["what"] == what:
                yield int(kept["seed"]), (float(kept["points"]), str(kept["code"]))
        except (ValueError, TypeError, KeyError):
            # Half a line, as whoever wrote it was killed: to be played again.
            continue
