"""The report of `signifer doctor --soak`: one block of text that a builder can paste, without names or numbers of
boards."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import version

from signifer_drivers.readers.tuning import GAINS_DB

from signifer_firmware.config.model import TableConfig
from signifer_firmware.system.facts import Facts

from .soak import ReaderNotes, Soak, Times, cause_name, minutes

NAME = 10


def report(config: TableConfig, facts: Facts, found: Soak, *, is_virtual: bool) -> Iterator[str]:
    """The lines of the report."""
    yield f"soak report{' (a virtual table)' if is_virtual else ''}"
    yield _row("program", f"signifer {version('signifer')}, Python {sys.version.split()[0]}")
    kernel = facts.text("proc/sys/kernel/osrelease").strip()
    system = facts.system.get("PRETTY_NAME") or "an unknown system"
    there = [facts.model or "no Raspberry Pi", system, *([f"kernel {kernel}"] if kernel else [])]
    yield _row("computer", ", ".join(there))
    readers, nodes = len(config.readers), len(config.nodes)
    yield _row(
        "table",
        f"{config.name}: {_many(readers, 'reader')}, {_many(nodes, 'node')}, {_many(found.cards, 'tag')}",
    )
    if config.nodes:
        files = sorted({str(number) for number in found.files.values()})
        away = nodes - len(found.files)
        yield _row("nodes", f"files {', '.join(files) or 'unknown'}{f'; {away} away' if away else ''}")
    yield from _rest(found)
    yield from _lifts(found)
    yield from _table(found)
    yield _row("verdict", "all is well" if found.is_well else "not well")


def _rest(found: Soak) -> Iterator[str]:
    notes = found.readers.values()
    lost = sum(each.lost for each in notes)
    faults = sum(each.faults.total() for each in notes)
    head = f"{minutes(found.rested_us)}: {_many(lost, 'false removal')} of {_many(found.cards, 'card')}"
    yield _row("at rest", f"{head}, {_many(faults, 'fault')} of readers")
    yield _row("rounds", _times(found.rounds))


def _lifts(found: Soak) -> Iterator[str]:
    lifts = found.lifts
    if not lifts.asked:
        yield _row("lifts", "none")
        return
    missed = lifts.asked - lifts.told
    yield _row(
        "lifts",
        f"{lifts.asked} asked for, {lifts.told} told, {missed} missed, {lifts.back} laid again, "
        f"{lifts.elsewhere} told elsewhere",
    )
    yield _row("to absent", f"{_times(lifts.absent)}, since first silence")


def _table(found: Soak) -> Iterator[str]:
    """A line for each reader: what was seen at rest, and what each gain misses."""
    head = f"{'reader':{NAME}}{'chip':>5}{'tags':>5}{'visits':>8}{'lost':>5}{'silent':>8}{'spoilt':>8}"
    yield ""
    yield f"{'':{len(head)}}  missed at a gain of ... dB"
    yield head + "".join(f"{gain:>5}" for gain in GAINS_DB)
    for zone, notes in found.readers.items():
        yield _reader(zone, notes)
        for cause, often in notes.faults.items():
            yield f"{'':{NAME}}  {_many(often, 'fault')}: {cause_name(cause)}"
    yield ""


def _reader(zone: str, notes: ReaderNotes) -> str:
    chip = f"{notes.version:02X}" if notes.version else "?"
    misses = "".join(f"{trial.missed:>5.0%}" for trial in notes.gains) or "    -" * len(GAINS_DB)
    return (
        f"{zone:{NAME}}{chip:>5}{notes.tags:>5}{notes.visits:>8}{notes.lost:>5}"
        f"{_share(notes.silent, notes.tries):>8}{_share(notes.spoilt, notes.tries):>8}{misses}"
    )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2%}" if whole else "-"


def _times(times: Times) -> str:
    if not len(times):
        return "none"
    shown = ", ".join(f"p{percent} {times.percentile(percent) / 1000:.1f} ms" for percent in (50, 95))
    return f"{shown}, longest {times.percentile(100) / 1000:.1f} ms"


def _many(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"


def _row(name: str, text: str) -> str:
    return f"{name:{NAME}}{text}"
