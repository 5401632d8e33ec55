"""Before the reveal nothing differs by which card lies hidden: screens, sounds, events and log lines of a whole
table, bytes compared, with each of the 48 cards of both armies."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from signifer_core.games.field_of_glory.deck import kind_of, standard_deck
from signifer_firmware.config.model import load_table
from signifer_firmware.display.paging import PAGE_US
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.report import JsonReport
from signifer_firmware.simulation.table_run import ScriptRun

from tests.firmware.states import fog
from tests.sweeps import shared_out

START = """game field-of-glory
seed 5
terrain plain plain plain plain plain
begin actions
setup 3 red {lead} {second}
setup 3 blue {answer} {second}
"""
# From the declaration to the moment before the reveal: right and wrong gestures around both hidden cards.
STORY = """press column 3
put {red} pad red
press ok blue
press column 1
{way} ok red
power cut
press ok red
take {red}
press ok blue
put {blue} pad blue
press ok red
put {loose} 1 red
take red/{loose}
press ok red
"""
TURNS = 1
DECK = standard_deck()
ARMY = tuple(card.partition("/")[2] for card in DECK.army("red"))
# What lies on the table, or would be laid there, cannot be the hidden card: then others lie and are laid.
LYING = ("medium-infantry-1", "heavy-infantry-1", "archer-1", "light-cavalry-2")
OTHERS = ("medium-infantry-2", "heavy-infantry-2", "archer-2", "light-cavalry-3")


def told(folder: Path, log: pytest.LogCaptureFixture, card: str, way: str, *, others: bool) -> list[bytes]:
    """All that the table shows, sounds and says while ``card`` is hidden on both pads; statement by statement."""
    lead, answer, second, loose = OTHERS if others else LYING
    text = (START + STORY).format(
        red=f"red/{card}", blue=f"blue/{card}", way=way, lead=lead, answer=answer, second=second, loose=loose
    )
    script = parse_script(text, file="it")
    out = io.StringIO()
    report = JsonReport("it", out)
    folder.mkdir()
    run = ScriptRun(script, load_table("direct"), folder, report.news)
    log.clear()
    report.bound_to(run)
    try:
        run.begin()
        # What hands do names the card; what the table makes of it does not.
        found = [part for each in script.statements[6:] for part in _after(run, each, report, out)]
        table = run.appliance.keeper.table
        assert table is not None
        attack = fog(table.state).attack
        assert attack is not None
        assert not attack.revealed
        assert [table.held.offers("red"), attack.bonus is not None] == [f"red/{card}", True]
        assert table.state.step in ("bonus", "retreat")
        found.append(log.text.encode())
        assert run.table.ear is not None
        return [*found, repr(run.table.ear.tones).encode()]
    finally:
        run.close()


def _after(run: ScriptRun, statement: object, report: JsonReport, out: io.StringIO) -> Iterator[bytes]:
    report.line = statement.line  # type: ignore[attr-defined]
    run.run(statement)  # type: ignore[arg-type]
    for _ in range(TURNS):
        for screen in run.config.screens:
            yield run.table.image(screen.place).tobytes()
        run.scheduler.run(run.now_us + PAGE_US)
    yield out.getvalue().encode()


def compare(cards: list[tuple[str, str]], folder: Path, log: pytest.LogCaptureFixture) -> None:
    """Each card, in each way, against the first that may lie there with the same units on the table."""
    log.set_level(logging.DEBUG)
    known: dict[tuple[str, bool], list[bytes]] = {}
    for number, (card, way) in enumerate(cards):
        others = card in LYING
        if (way, others) not in known:
            known[way, others] = told(folder / f"{number}-first", log, "commander-5", way, others=others)
            assert len(known[way, others]) > 150
        found = told(folder / str(number), log, card, way, others=others)
        assert len(found) == len(known[way, others])
        for at, (mine, first) in enumerate(zip(found, known[way, others], strict=True)):
            assert mine == first, f"{card}, {way}: part {at} differs"


@pytest.mark.slow
@pytest.mark.parametrize("sixth", shared_out(range(6), 1))
def test_no_byte_differs_by_the_kind_of_the_hidden_cards(
    sixth: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """One card of each kind, on both pads at once, from the hand and from the deck in turn; every sixth in each run."""
    kinds = {kind_of(card): card.partition("/")[2] for card in DECK.army("red")}
    assert len(kinds) == 12
    ways = [(card, ("press", "hold")[n % 2]) for n, card in enumerate(kinds.values())]
    compare(ways[sixth::6], tmp_path, caplog)


@pytest.mark.slow
def test_no_byte_differs_by_cards_of_which_others_lie_open(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    compare([(card, "press") for card in LYING[2:]], tmp_path, caplog)


@pytest.mark.soak
@pytest.mark.parametrize("way", ["press", "hold"])
def test_no_byte_differs_by_any_of_the_hidden_cards(
    way: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert len(ARMY) == 48
    compare([(card, way) for card in ARMY], tmp_path, caplog)
