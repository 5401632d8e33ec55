"""Play hostile evenings: ``python -m tests.hostile GAME SEED [LAST]``; a single one that fails is shrunk first.

``python -m tests.hostile storms SEED [LAST] [--game GAME]``: evenings on the wire, in any weather (docs/storms.md).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from . import storms
from .tables import GUESTS, Report, play, script, shrunk, told


def main() -> int:
    if sys.argv[1:2] == ["storms"]:
        return _storms(sys.argv[2:])
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("game", choices=sorted(GUESTS))
    parser.add_argument("seed", type=int)
    parser.add_argument("last", type=int, nargs="?", help="play all seeds up to this one")
    parser.add_argument("--lines", type=int, default=60, help="how much of an evening that failed is shown")
    parser.add_argument("--whole", action="store_true", help="do not shrink it")
    parser.add_argument(
        "--script", type=Path, help="write it as a table script, its hands waiting after each move"
    )
    asked = parser.parse_args()
    if asked.last is None:
        return _one(asked.game, asked.seed, asked.lines, whole=asked.whole, script_file=asked.script)
    report, failed = Report(), 0
    for seed in range(asked.seed, asked.last + 1):
        played, fault = play(asked.game, seed)
        report.add(played.account)
        if fault is not None:
            failed += 1
            print(f"{asked.game} {seed}: {str(fault)[:150]}")
    print("\n".join(report.lines()))
    return 1 if failed else 0


def _one(game: str, seed: int, lines: int, *, whole: bool, script_file: Path | None) -> int:
    how = {"patient": script_file is not None}
    played, fault = play(game, seed, **how)
    if fault is not None and not whole:
        played, fault = shrunk(game, seed, **how)
    if script_file is not None:
        script_file.write_text(script(played, game), encoding="utf-8")
    if fault is None:
        print("\n".join(played.acts[-lines:]))
        return 0
    print(told(played, game, seed, fault, lines))
    return 1


def _storms(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile storms", description="Evenings in storms.")
    parser.add_argument("seed", type=int)
    parser.add_argument("last", type=int, nargs="?", help="play all seeds up to this one")
    parser.add_argument("--game", choices=storms.GAMES, help="by turns, if none is named")
    parser.add_argument("--most", type=int, help="so many decisions of each evening, and not all")
    parser.add_argument("--table", help="at this table, like double; else at one of two, by the seed")
    parser.add_argument("--air", action="store_true", help="cards are heard as the model of the air has it")
    parser.add_argument("--whole", action="store_true", help="do not shrink what fails")
    parser.add_argument("--script", type=Path, help="write what was done as a table script")
    asked = parser.parse_args(arguments)
    drawn, failed, minutes, begun_s = Counter[str](), 0, 0.0, time.process_time()
    seeds = range(asked.seed, (asked.seed if asked.last is None else asked.last) + 1)
    for seed in seeds:
        tables = (asked.table,) if asked.table else storms.TABLES
        storm = storms.play(
            asked.game or storms.game_of(seed), seed, most=asked.most, tables=tables, air=asked.air
        )
        drawn += storm.drawn
        minutes += storm.minutes
        if asked.script is not None:
            asked.script.write_text("\n".join([storm.head, *map(str, storm.acts), ""]), encoding="utf-8")
        if storm.fault is not None:
            failed += 1
            what = f"{storm.game} {seed}: {storm.fault}"
            print(what[:300] if asked.whole else storms.shown(storm), flush=True)
    print(f"{len(seeds)} evenings, {failed} failed; {minutes:.0f} min at the table in", end=" ")
    print(f"{time.process_time() - begun_s:.0f} s of processor")
    print(", ".join(f"{kind} {number}" for kind, number in drawn.most_common()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
