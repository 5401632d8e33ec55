"""From `signifer enrol` to a game: the tags that were learnt at one reader are known at all of the running table's."""

from __future__ import annotations

from pathlib import Path

from signifer_drivers.virtual.ntag import Ntag213
from signifer_drivers.virtual.tag import Tag
from signifer_firmware.enrolment.session import LEFT
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.setup import setup_of

from tests.firmware.enrolment.bench import Bench
from tests.firmware.service.tables import Table
from tests.firmware.states import fog

CARDS = ("red/heavy-infantry-1", "red/heavy-infantry-2")
STRANGER = "red/archer-1"
START = "game field-of-glory\nterrain plain plain plain plain plain\nfirst red\nbegin actions\n"


def test_a_card_that_was_enrolled_is_taken_for_placed_and_one_that_was_not_is_refused(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    moves = [step for card in CARDS for step in (f"c {card}", bench.lay(card))]
    assert bench.sit(*moves) == LEFT
    assert set(bench.known) == set(CARDS)

    table = Table(tmp_path)
    try:
        for card in (*CARDS, STRANGER):
            # The very tags that were stuck on the cards.
            uid = bench.uid(card)
            table.twins.world.stick(card, Tag(uid, memory=Ntag213(uid)))
        keeper = table.run.appliance.keeper
        assert set(keeper.tags.values()) == set(CARDS)
        table.until(lambda: table.has_told("READY=1"))
        setup = setup_of(parse_script(START, file="it"), table.config)
        keeper.begin(setup, table.run.scheduler.clock.now_us)
        for card in CARDS:
            table.lay(card, "3 red")
            table.until(lambda card=card: card in units(table))  # type: ignore[misc]
        table.lay(STRANGER, "2 red")
        table.until(lambda: "This tag is no card the table knows." in table.run.appliance.words("red"))
        assert units(table) == CARDS
    finally:
        table.close()


def units(table: Table) -> tuple[str, ...]:
    """What lies in column 3 as the table has it."""
    game = table.run.appliance.keeper.table
    return () if game is None else tuple(fog(game.state).column(3).units("red"))
