"""A page of upkeep is let in by a code on red's screen: without a game, and beside phones, by one code for both."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from signifer_core.json_values import Json
from signifer_core.presses import Button, Press, PressKind
from signifer_firmware.session import pairing
from signifer_firmware.session.keeper import Keeper

from tests.firmware.session.phones import CODE, TOKEN, Phone, Secrets
from tests.firmware.web.table import Played, played


@pytest.fixture
def game(tmp_path: Path) -> Any:
    with played(tmp_path) as game:
        session = game.live.run.appliance.keeper.session
        session.upkeep.pairing.secrets, session.phones.pairing.secrets = Secrets(), Secrets()
        yield game


def keeper_of(game: Played) -> Keeper:
    return game.live.run.appliance.keeper


def ask(game: Played, phone: Phone, *, upkeep: bool = True) -> Mapping[str, Json]:
    return game.live.run.appliance.with_keeper(
        lambda keeper, now_us: keeper.ask_to_pair("red", phone, now_us, upkeep=upkeep)
    )


def typed(game: Played, phone: Phone, *, upkeep: bool = True) -> Mapping[str, Json]:
    return game.live.run.appliance.with_keeper(
        lambda keeper, now_us: keeper.type_code(CODE, phone, now_us, upkeep=upkeep)
    )


def test_the_code_stands_on_reds_screen_for_upkeep_alone(game: Played) -> None:
    keeper, page = keeper_of(game), Phone()
    assert ask(game, page) == {}
    game.wait(0.3)
    assert [(player, shown.code, shown.upkeep) for player, shown in keeper.outlook.codes] == [
        ("red", CODE, True)
    ]
    assert game.live.run.appliance.words("red").startswith("Upkeep")
    assert typed(game, Phone()) == {"reason": "no-request"}
    assert typed(game, page, upkeep=False) == {"reason": "no-request"}, "not as a phone's"
    assert typed(game, page) == {}
    game.press("ok red")
    assert page.last == {"type": "paired", "player": "red", "token": TOKEN}
    assert keeper.session.phones.paired == frozenset(), "it is no phone of theirs"
    assert keeper.session.upkeep.paired == {"red"}


def ok_of_red(game: Played, ago_us: int) -> None:
    """Red's finger left `ok` just now; it went down so long before."""
    game.live.run.appliance.with_keeper(
        lambda keeper, now_us: keeper.press(
            Press(PressKind.PRESS, Button.OK, "red", since_us=now_us - ago_us), now_us
        )
    )
    game.wait(1.5)


def test_an_ok_that_meant_no_lets_nobody_in(game: Played) -> None:
    """What it means turns as the code is typed: a finger that was down by then has read that it keeps the page out."""
    keeper, page = keeper_of(game), Phone()
    assert ask(game, page) == {}
    game.wait(1)
    assert typed(game, page) == {}
    ok_of_red(game, 100_000)
    assert page.last == {"type": "unpaired", "player": "red", "reason": "declined"}
    assert keeper.session.upkeep.paired == frozenset()


def test_an_ok_from_before_a_code_was_shown_is_the_games(game: Played) -> None:
    keeper, page = keeper_of(game), Phone()
    game.wait(1)
    assert ask(game, page) == {}
    ok_of_red(game, 100_000)
    assert [player for player, _ in keeper.outlook.codes] == ["red"], "nobody has answered it"
    assert typed(game, page) == {}
    game.wait(1)
    ok_of_red(game, 100_000)
    assert page.last["type"] == "paired"


@pytest.mark.parametrize("is_typed", [False, True])
def test_the_menu_of_both_ends_what_was_asked(game: Played, is_typed: bool) -> None:
    """An `ok` is the menu's then."""
    keeper, page = keeper_of(game), Phone()
    assert ask(game, page) == {}
    game.wait(1)
    if is_typed:
        assert typed(game, page) == {}
    game.live.run.appliance.with_keeper(
        lambda keeper, now_us: keeper.press(Press(PressKind.HOLD, Button.AGREE), now_us)
    )
    game.wait(1.5)
    assert keeper.outlook.agreement is not None
    assert keeper.outlook.codes == ()
    assert page.last == {"type": "unpaired", "player": "red", "reason": "busy"}


@pytest.mark.parametrize("first", [True, False])
def test_neither_kind_keeps_the_other_out(game: Played, first: bool) -> None:
    """Who asks for the one all the time would keep everybody from the other."""
    keeper, stranger, owner = keeper_of(game), Phone(), Phone()
    assert ask(game, stranger, upkeep=first) == {}
    assert ask(game, owner, upkeep=not first) == {}
    game.wait(0.3)
    ((player, shown),) = keeper.outlook.codes
    assert (player, shown.code, shown.upkeep) == ("red", CODE, False), "one code, as a phone's"
    assert typed(game, owner, upkeep=not first) == {}
    game.wait(0.3)
    ((_, shown),) = keeper.outlook.codes
    assert (shown.typed, shown.upkeep) == (True, not first), "red is asked about whoever typed it"
    assert typed(game, stranger, upkeep=first) == {"reason": "no-request"}
    assert ask(game, Phone(), upkeep=first) == {"reason": "busy"}, "until red has answered"
    game.press("ok red")
    assert owner.last["type"] == "paired"
    assert stranger.last == {"type": "unpaired", "player": "red", "reason": "busy"}
    game.wait(0.3)
    assert keeper.outlook.codes == ()


@pytest.mark.parametrize("button", ["ok red", "column 2 red"])
@pytest.mark.parametrize("first", [True, False])
def test_what_red_does_not_want_ends_both(game: Played, button: str, first: bool) -> None:
    one, other = Phone(), Phone()
    assert ask(game, one, upkeep=first) == {}
    assert ask(game, other, upkeep=not first) == {}
    game.wait(0.3)
    game.press(button)
    game.wait(0.3)
    assert [phone.last["reason"] for phone in (one, other)] == ["declined", "declined"]
    assert keeper_of(game).outlook.codes == ()


def test_who_types_a_code_that_stood_there_has_one_try(game: Played) -> None:
    phone = Phone()
    assert ask(game, Phone()) == {}
    assert ask(game, phone, upkeep=False) == {}
    wrong = game.live.run.appliance.with_keeper(
        lambda keeper, now_us: keeper.type_code("0000", phone, now_us)
    )
    assert wrong == {"reason": "too-many-tries"}


def test_a_code_that_nobody_types_goes_by_itself(game: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "CODE_US", 2_000_000)
    page = Phone()
    ask(game, page)
    game.wait(3)
    assert keeper_of(game).outlook.codes == ()
    assert page.last["reason"] == "expired"
