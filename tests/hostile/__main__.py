"""Play hostile evenings: ``python -m tests.hostile GAME SEED [LAST]``; a single one that fails is shrunk first."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .tables import GUESTS, Report, play, script, shrunk, told


def main() -> int:
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


if __name__ == "__main__":
    sys.exit(main())
