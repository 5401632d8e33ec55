"""At the end of a game of Call to Glory no card is missing: sets may be cleared before, or fall silent."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from signifer_core.games.call_to_glory import Setup
from signifer_core.layout import SIDES
from signifer_core.presses import Button, Press, PressKind
from signifer_drivers.polling.findings import Change, Finding
from signifer_firmware.games.call_to_glory.game import GAME
from signifer_firmware.recording import archive
from signifer_firmware.session.keeper import Keeper
from signifer_firmware.storage.store import Store

from tests.firmware.session.agreeing import agree
from tests.firmware.session.keepers import SETTLE_US, keeper

BUNDLE = GAME.bundle()
CARDS = ("samurai-1", "samurai-2", "samurai-3")
UIDS = {card: number.to_bytes(7, "big") for number, card in enumerate(CARDS, 1)}


@contextmanager
def begun(folder: Path, step: str) -> Iterator[Keeper]:
    """Red's three samurai lie in column 1."""
    with closing(Store(folder / "s")) as store:
        store.bind({uid: BUNDLE.full_id(card) for card, uid in UIDS.items()})
        found = keeper(store, random.Random(0), bundle=BUNDLE.unnamed)
        setup = Setup(players=2, lying=((1, "red", CARDS),), step=step, round=4)
        found.begin(setup.to_json(), 0)
        for card in CARDS:
            found.change(Change(Finding.PRESENT, "1 red", UIDS[card]), 10)
        found.step(10 * SETTLE_US)
        yield found


def gone(found: Keeper, *cards: str) -> None:
    for card in cards:
        found.change(Change(Finding.ABSENT, "1 red", UIDS[card]), 20 * SETTLE_US)
    found.step(30 * SETTLE_US)


def test_sets_that_were_cleared_before_the_last_ok_are_not_missing(tmp_path: Path) -> None:
    with begun(tmp_path, "score") as found:
        gone(found, *CARDS)
        for side in SIDES:
            found.press(Press(PressKind.PRESS, Button.OK, side), 40 * SETTLE_US)
        found.step(50 * SETTLE_US)
        assert found.table is not None
        assert (found.table.state.step, found.outlook.notes) == ("over", ())
    assert "[Missing" not in archive.exported(tmp_path / "s")


def test_cards_of_a_set_that_are_silent_as_people_end_the_game_are_not_missing(tmp_path: Path) -> None:
    with begun(tmp_path, "play") as found:
        gone(found, "samurai-1")
        agree(found, "over", "red", 40 * SETTLE_US)
        found.step(50 * SETTLE_US)
        assert found.table is not None
        assert (found.table.state.step, found.outlook.notes) == ("over", ())
    assert BUNDLE.unnamed.lying(found.table.state) == set(CARDS)
