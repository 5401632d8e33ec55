"""Play hostile evenings: ``python -m tests.hostile GAME SEED [LAST]``; a single one that fails is shrunk first.

``python -m tests.hostile storms SEED [LAST] [--game GAME]``: evenings on the wire, in any weather (docs/storms.md);
with ``--resume`` in pieces. ``python -m tests.hostile storms --soak``: those of the soak, in pieces.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from . import kept, storms
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
    parser.add_argument("seed", type=int, nargs="?")
    parser.add_argument("last", type=int, nargs="?", help="play all seeds up to this one")
    parser.add_argument(
        "--soak", action="store_true", help="play those of the soak, no seed named, as with --resume"
    )
    parser.add_argument("--game", choices=storms.GAMES, help="by turns, if none is named")
    parser.add_argument("--most", type=int, help="so many decisions of each evening, and not all")
    parser.add_argument("--table", help="at this table, like double; else at one of two, by the seed")
    parser.add_argument("--air", action="store_true", help="cards are heard as the model of the air has it")
    parser.add_argument("--whole", action="store_true", help="do not shrink what fails")
    parser.add_argument("--script", type=Path, help="write what was done as a table script")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="leave out what was played before, unless a script of it is asked for, and keep what is played now",
    )
    usual = str(kept.usual_file())
    parser.add_argument(
        "--kept",
        type=Path,
        metavar="FILE",
        help=f"resume with this file, not {usual.replace('%', '%%')}",
    )
    parser.add_argument("--minutes", type=float, help="begin no evening once so many are over")
    asked = parser.parse_args(arguments)
    if asked.soak != (asked.seed is None):
        parser.error("name a seed, or --soak")
    if (asked.resume or asked.soak) and asked.kept is None:
        asked.kept = kept.usual_file()
    if asked.kept is not None and asked.kept.is_dir():
        parser.error(f"--kept {asked.kept}: a folder; name a file")
    return _evenings(asked, kept.Evenings(asked.kept))


def _evenings(asked: argparse.Namespace, evenings: kept.Evenings) -> int:
    drawn, begun_s = Counter[str](), time.monotonic()
    evening_of = {_what(asked, game, seed): (game, seed) for game, seed in _wanted(asked)}
    wanted = [*evening_of]
    try:
        for what, (game, seed) in evening_of.items():
            if asked.minutes is not None and time.monotonic() - begun_s >= asked.minutes * 60:
                break
            if asked.script is not None or evenings.needs(what):
                drawn += _evening(asked, game, seed, what, evenings)
    except KeyboardInterrupt:
        print("stopped", end=" after ")
    played = evenings.of(wanted)
    print(kept.told(wanted, played))
    print(", ".join(f"{kind} {number}" for kind, number in drawn.most_common()))
    return 1 if any(each.fault for each in played) else 0


def _wanted(asked: argparse.Namespace) -> Iterator[tuple[str, int]]:
    """Which evenings are asked for."""
    if asked.soak:
        for game in (asked.game,) if asked.game else storms.GAMES:
            yield from ((game, seed) for seed in range(storms.MANY[game]))
    else:
        for seed in range(asked.seed, (asked.seed if asked.last is None else asked.last) + 1):
            yield asked.game or storms.game_of(seed), seed


def _what(asked: argparse.Namespace, game: str, seed: int) -> str:
    """Which evening it is, whoever asks for it."""
    how = [f"{name} {value}" for name in ("most", "table") if (value := getattr(asked, name)) is not None]
    return " ".join([game, str(seed), *how, *(["air"] if asked.air else [])])


def _evening(
    asked: argparse.Namespace, game: str, seed: int, what: str, evenings: kept.Evenings
) -> Counter[str]:
    """Play one, and tell what went wrong; what was drawn."""
    begun_s = time.process_time()
    tables = (asked.table,) if asked.table else storms.TABLES
    storm = storms.play(game, seed, most=asked.most, tables=tables, air=asked.air)
    took_s = time.process_time() - begun_s
    if asked.script is not None:
        asked.script.write_text("\n".join([storm.head, *map(str, storm.acts), ""]), encoding="utf-8")
    fault = "" if storm.fault is None else str(storm.fault)
    accidents = sum(number for kind, number in storm.drawn.items() if kind not in kept.NO_ACCIDENTS)
    evenings.keep(
        kept.Kept(
            what,
            kept.code(),
            fault[:300],
            storm.decisions,
            accidents,
            round(storm.minutes, 1),
            round(took_s, 1),
            datetime.now(UTC).date().isoformat(),
        )
    )
    if storm.fault is not None:
        print(f"{what}: {fault}"[:300] if asked.whole else storms.shown(storm), flush=True)
    return storm.drawn


if __name__ == "__main__":
    sys.exit(main())
