"""A page of upkeep is let in by a code on red's screen: without a game, beside phones, and never two codes at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from signifer_core.json_values import Json
from signifer_firmware.session import pairing
from signifer_firmware.session.keeper import Keeper

from tests.firmware.session.phones import CODE, TOKEN, Phone, Secrets
from tests.firmware.web.table import Played, played


@pytest.fixture
def game(tmp_path: Path) -> Any:
    with played(tmp_path) as game:
        game.live.run.appliance.keeper.session.upkeep.pairing.secrets = Secrets()
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
    phone = Phone()
    assert ask(game, phone, upkeep=False) == {"reason": "busy"}
    assert typed(game, phone) == {"reason": "no-request"}
    assert typed(game, page, upkeep=False) == {"reason": "no-request"}, "not as a phone's"
    assert typed(game, page) == {}
    game.press("ok red")
    assert page.last == {"type": "paired", "player": "red", "token": TOKEN}
    assert keeper.session.phones.paired == frozenset(), "it is no phone of theirs"
    assert keeper.session.upkeep.paired == {"red"}


def test_where_a_phone_is_asked_about_upkeep_waits(game: Played) -> None:
    page = Phone()
    assert ask(game, Phone(), upkeep=False) == {}
    game.wait(0.3)
    assert ask(game, page) == {"reason": "busy"}
    game.press("ok red")
    assert ask(game, page) == {}


def test_a_code_that_nobody_types_goes_by_itself(game: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "CODE_US", 2_000_000)
    page = Phone()
    ask(game, page)
    game.wait(3)
    assert keeper_of(game).outlook.codes == ()
    assert page.last["reason"] == "expired"
