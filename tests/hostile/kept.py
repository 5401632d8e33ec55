"""What is known of evenings in storms that were played already: a line of JSON each, in a file of the user's cache, so
that a thousand of them are played in pieces."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
# What an evening may come out otherwise by.
PLAYS = ("core", "drivers", "firmware", "tests/hostile", "tests/firmware/games", "tests/firmware/simulation")
PROGRAMS = (".py", ".toml", ".json", ".po")  # tables, cards and texts are played by, too
# What is drawn, and is no accident.
NO_ACCIDENTS = {"calm", "answered", "moved again"}


def usual_file() -> Path:
    """Where evenings are kept, where nobody says."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "signifer" / "storms.jsonl"


@cache
def code() -> str:
    """In a few letters: the programs that play."""
    digest = hashlib.sha256()
    for folder in PLAYS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in PROGRAMS:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@dataclass(frozen=True)
class Kept:
    """One evening: ``what`` was asked for, which ``code`` played it, ``fault`` what went wrong, or ""; ``took_s`` are
    seconds of a processor, and it was played ``on`` that day, "" if nobody knows."""

    what: str
    code: str
    fault: str
    decisions: int
    accidents: int
    minutes: float
    took_s: float
    on: str = ""


class Evenings:
    """Those of a file, the last of each; nothing is kept where there is no file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        # Before anybody writes other programs.
        code()
        self._known = {each.what: each for each in _read(path)} if path is not None else {}

    def needs(self, what: str) -> bool:
        """Whether it is still to be played: what went wrong is played again by another program."""
        known = self._known.get(what)
        return known is None or (bool(known.fault) and known.code != code())

    def keep(self, evening: Kept) -> None:
        self._known[evening.what] = evening
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            # A line is written at once, as others may play other evenings; and begins one, as the last may be half.
            with self._path.open("a", encoding="utf-8") as file:
                file.write("\n" + json.dumps(asdict(evening)))

    def of(self, wanted: list[str]) -> list[Kept]:
        """Those of these that were played."""
        return [self._known[what] for what in wanted if what in self._known]


def _read(path: Path) -> Iterator[Kept]:
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            yield Kept(**json.loads(line))
        except (ValueError, TypeError):
            # Half a line, as whoever wrote it was killed, or one of an older program: to be played again.
            continue


def told(wanted: list[str], played: list[Kept]) -> str:
    """How far it is, in one line."""
    failed = sum(bool(each.fault) for each in played)
    elsewhere = sum(each.code != code() for each in played)
    days = sorted({each.on for each in played if each.on})
    rows = [
        f"{len(played)} of {len(wanted)} evenings, {failed} failed",
        f"{sum(each.accidents for each in played):,} accidents in {sum(each.decisions for each in played):,} decisions",
        f"{sum(each.minutes for each in played):.0f} min at the table in "
        f"{sum(each.took_s for each in played):.0f} s of processor",
    ]
    if days:
        rows.append(f"program {code()}, {' to '.join(dict.fromkeys((days[0], days[-1])))}")
    if elsewhere:
        rows.append(f"{elsewhere} by another program than this one")
    return "; ".join(rows)
