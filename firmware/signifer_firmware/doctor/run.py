"""All checks of `signifer doctor` for one table, and how they are told: lines for people, or JSON."""

from __future__ import annotations

import json
import shlex
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from signifer_core.errors import ConfigError

from signifer_firmware.config.model import TableConfig
from signifer_firmware.doctor.checks.keeping import KeepingChecks
from signifer_firmware.doctor.checks.nodes import NodeChecks
from signifer_firmware.doctor.checks.parts import PartChecks
from signifer_firmware.doctor.checks.readers import ReaderChecks
from signifer_firmware.doctor.checks.screens import ScreenChecks
from signifer_firmware.doctor.checks.system import DEVICES, SystemChecks
from signifer_firmware.doctor.checks.wires import WireChecks
from signifer_firmware.game_api.table_decks import read_decks
from signifer_firmware.i18n.words import ENGLISH, Words, words_of
from signifer_firmware.texts.advice import advice
from signifer_firmware.texts.spoken import SAID, Level

from .bench import Bench
from .check import FAIL, PASS, SKIPPED, Check, Result, examined, named, passed, skipped

if TYPE_CHECKING:
    from rich.console import Console

OK, FAILED = 0, 1
IN_USE = "in use"
WIDTH, NAME_WIDTH = 80, 20
WORDS = {PASS: ("ok", "green"), FAIL: ("FAIL", "bold red"), SKIPPED: ("skip", "yellow")}


def all_checks(
    config: TableConfig,
    bench: Bench,
    *,
    table: str,
    store: Path,
    cards: int | None = None,
    wait_s: float = 15.0,
    is_virtual: bool = False,
) -> list[Check]:
    """Every check of a table, in order. ``table``: as it was called; ``cards``: so many lie on each reader."""
    options = "--virtual " if is_virtual else ""
    again = f"signifer doctor {options}--table {shlex.quote(table)} --only '{{name}}'"
    system = SystemChecks(config, bench.facts, bench.packages)
    wires = WireChecks(config, bench, again, wait_s)
    hardware = [
        *NodeChecks(config, bench, again, table).checks(),
        *wires.checks(),
        *ReaderChecks(config, bench, again, cards, store).checks(),
        *wires.places(),
        *ScreenChecks(config, bench, again).checks(),
        *PartChecks(config, bench, again, wait_s).checks(),
    ]
    return [
        *system.checks(),
        Check(IN_USE, DEVICES, lambda: _in_use(bench)),
        *(replace(check, needs=(*check.needs, IN_USE)) for check in hardware),
        *KeepingChecks(
            bench, store, read_decks(config)[0], speaks=bool(SAID[Level(config.speech.level)])
        ).checks(),
    ]


def _in_use(bench: Bench) -> Result:
    """The service of the table holds all its devices."""
    if not bench.facts.service_runs():
        return passed("no service of the table runs")
    waits = skipped(
        "the table runs as a service, and has its devices for itself", "sudo systemctl stop signifer"
    )
    return replace(waits, blocks=True)


def checked_names(checks: Sequence[Check], only: Sequence[str]) -> None:
    """ConfigError if one of ``only`` is the beginning of no check's name."""
    unknown = named(checks, only)
    if unknown:
        names = ", ".join(dict.fromkeys(check.name.partition(" ")[0] for check in checks))
        raise ConfigError(
            [f'--only: no check is called "{name}"; they begin with {names}' for name in unknown]
        )


def in_language(result: Result, words: Words) -> Result:
    """A result whose ``fix`` is said in another language, as far as something is written about its cause. What was seen
    has the figures, and stays as it is."""
    said = "" if words.language == ENGLISH else advice(result.cause, words)
    return replace(result, fix=said) if said else result


def reported(
    checks: Iterable[Check], only: Sequence[str], console: Console, words: Words | None = None
) -> int:
    """Do the checks and print a line or more about each, as it is done; the exit status."""
    words = words or words_of(ENGLISH)
    groups: set[str] = set()
    counts: Counter[str] = Counter()

    def begin(check: Check) -> None:
        if check.group not in groups:
            groups.add(check.group)
            console.print(check.group, style="bold")

    for result in examined(checks, only, begin):
        for style, line in lines(in_language(result, words)):
            console.print(line, style=style, markup=False, highlight=False, soft_wrap=True)
        counts[result.state] += 1
    console.print(summary(counts), markup=False, highlight=False, soft_wrap=True)
    return FAILED if counts[FAIL] else OK


def lines(result: Result) -> list[tuple[str, str]]:
    """Style and text of the lines about a result, none longer than WIDTH unless a word, or a command, is."""
    word, style = WORDS[result.state]
    start = f"  {word:5}{result.name:{NAME_WIDTH}} "
    blank = " " * len(start)
    found = [(style if result.state != PASS else "", line) for line in _wrapped(start, blank, result.seen)]
    if result.fix:
        found += [("", line) for line in _wrapped(f"{blank}do: ", blank + "    ", result.fix)]
    if result.command:
        found.append(("cyan", f"{blank}say: {result.command}"))
    return found


def _wrapped(start: str, further: str, text: str) -> list[str]:
    wrapper = textwrap.TextWrapper(
        WIDTH, initial_indent=start, subsequent_indent=further, break_long_words=False, break_on_hyphens=False
    )
    return wrapper.wrap(text)


def summary(counts: Counter[str]) -> str:
    """How it ended, in a line."""
    failing = counts[FAIL]
    head = "all is well" if not failing else f"{failing} check{'' if failing == 1 else 's'} failed"
    return f"{head}: {counts[PASS]} ok, {failing} failed, {counts[SKIPPED]} skipped"


def as_json(
    checks: Iterable[Check],
    only: Sequence[str],
    out: TextIO,
    *,
    table: str,
    is_virtual: bool,
    words: Words | None = None,
) -> int:
    """Do the checks and write one JSON object (docs/doctor.md); the exit status."""
    words = words or words_of(ENGLISH)
    results = [in_language(result, words) for result in examined(checks, only)]
    counts = Counter(result.state for result in results)
    whole = {
        "signifer": version("signifer"),
        "table": table,
        "virtual": is_virtual,
        "ok": not counts[FAIL],
        "counts": {state: counts[state] for state in (PASS, FAIL, SKIPPED)},
        "checks": [result.as_json() for result in results],
    }
    out.write(json.dumps(whole, indent=1, ensure_ascii=False) + "\n")
    return FAILED if counts[FAIL] else OK
