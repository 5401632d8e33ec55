"""Beside the rules: the robot as a partner in agreements, two fingers at once, cards that no hand can pick out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from signifer_core.procedure import Choice, Override
from signifer_firmware.games.field_of_glory.page.partner import objection
from signifer_firmware.session.lifecycle import LIFECYCLE, SETTINGS
from signifer_firmware.session.menus import MARK
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual.agreement import BY_PAGE, IS_AHEAD, SAW_IT
from signifer_firmware.web.virtual.answers import answer
from signifer_firmware.web.virtual.live import ROBOT, TWO, WATCH

from tests.firmware.session.agreeing import agree
from tests.firmware.states import fog
from tests.firmware.web.table import Played, on_page, played, put_in_hand

PLACING = ("terrain plain plain plain plain plain", "first red", "begin actions")


def turned_to(game: Played, key: str) -> None:
    """Turn the pages of the menu until the entry is shown."""
    for _ in range(60):
        shown = game.live.run.appliance.keeper.outlook.agreement
        assert shown is not None
        if shown.entry.key == key:
            return
        game.press("column 1 red")
    raise AssertionError(key)


def valued(game: Played, value: object) -> None:
    """Turn the values of the entry until this one is shown."""
    for _ in range(12):
        shown = game.live.run.appliance.keeper.outlook.agreement
        assert shown is not None
        if shown.choice is not None and shown.choice.value == value:
            return
        game.press("column 5 red")
    raise AssertionError(value)


def opened(game: Played) -> None:
    assert game.do(do="hold", names=["ok red", "ok blue"])["type"] == "done"
    game.wait(2)
    assert game.live.run.appliance.keeper.outlook.agreement is not None


def test_a_robot_lends_its_finger_and_accepts_that_a_game_is_given_up(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT, position=PLACING) as game:
        game.live.helping = False
        opened(game)
        turned_to(game, "over")
        valued(game, "blue")
        game.press("ok red")
        game.live.step()
        game.wait(1)
        assert fog(game.live.state).winner == "blue"


def test_a_robot_says_why_it_does_not_agree(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT, position=PLACING) as game:
        game.live.helping = False
        opened(game)
        turned_to(game, "over")
        valued(game, "red")
        game.press("ok red")
        game.live.step()
        game.wait(1)
        assert fog(game.live.state).winner is None
        assert game.view()["notes"] == [IS_AHEAD]
        assert game.view(SPECTATOR)["notes"] == [IS_AHEAD]
        # The menu is left as it was entered, and the note goes with it.
        game.do(do="hold", names=["ok blue", "ok red"])
        game.wait(2)
        game.live.step()
        assert game.live.run.appliance.keeper.outlook.agreement is None
        assert game.view()["notes"] == []


class Standing:
    """A state in which blue holds so many terrains and points more than red."""

    def __init__(self, terrains: int = 0, points: int = 0) -> None:
        self._terrains, self._points = {"red": 0, "blue": terrains}, {"red": 0, "blue": points}

    def terrains(self, player: str) -> int:
        return self._terrains[player]

    def side(self, player: str) -> Any:
        return type("Side", (), {"points": self._points[player]})


EVEN = Standing()


@pytest.mark.parametrize(
    ("entry", "value", "state", "says"),
    [
        (Override("over", "end", "nobody", ()), "blue", EVEN, ""),
        (Override("over", "end", "nobody", ()), "red", EVEN, IS_AHEAD),
        (Override("over", "end", "nobody", ()), "draw", EVEN, ""),
        (Override("over", "end", "nobody", ()), "draw", Standing(terrains=1), IS_AHEAD),
        (Override("over", "end", "nobody", ()), "draw", Standing(points=1), IS_AHEAD),
        (Override("over", "end", "nobody", ()), "draw", Standing(points=-1), ""),
        (Override("sound", SETTINGS, "full", ()), "off", EVEN, ""),
        (Override("break-off", LIFECYCLE, "no", ()), "yes", EVEN, BY_PAGE),
        (Override(MARK, MARK, None, ()), "place", EVEN, ""),
        (Override("control", "control", "nobody", (), (("column", 3),)), "blue", EVEN, ""),
        (Override("control", "control", "nobody", (), (("column", 3),)), "red", EVEN, SAW_IT),
        (Override("points", "red", 3, (), (("player", "red"),)), 2, EVEN, ""),
        (Override("points", "red", 3, (), (("player", "red"),)), 4, EVEN, SAW_IT),
        (Override("points", "blue", 3, (), (("player", "blue"),)), 4, EVEN, ""),
        (Override("points", "blue", 3, (), (("player", "blue"),)), 2, EVEN, SAW_IT),
        (Override("hand", "red", 3, (), (("player", "red"),)), 4, EVEN, SAW_IT),
        (Override("position", "position", None, ()), 1, EVEN, SAW_IT),
        (Override("step", "turn", "actions", ()), "flank", EVEN, SAW_IT),
    ],
)
def test_what_a_fair_partner_agrees_to(entry: Override, value: Any, state: Any, says: str) -> None:
    assert objection(entry, Choice(value, ("it",)), state, "blue") == says


def test_two_fingers_open_a_menu(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=PLACING) as game:
        assert game.do(do="hold", names=["dice", "ok blue"])["type"] == "done"
        game.do_now(do="button", name="dice", down=True)
        assert game.do_now(do="hold", names=["dice", "ok red"])["reason"] == "is-down"
        game.do_now(do="button", name="dice", down=False)
        game.wait(2)
        assert dict(game.live.run.appliance.keeper.outlook.own)["blue"]


@pytest.mark.parametrize(
    ("mode", "names", "reason"),
    [
        (ROBOT, ["dice", "ok blue"], "robots"),
        (ROBOT, ["column 3 blue", "ok red"], "robots"),
        (WATCH, ["ok red", "ok blue"], "robots"),
    ],
)
def test_a_robots_buttons_are_its_own(tmp_path: Path, mode: str, names: list[str], reason: str) -> None:
    with played(tmp_path, mode) as game:
        assert game.do_now(do="hold", names=names)["reason"] == reason


def test_nobody_picks_a_card_out_of_a_deck(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=PLACING) as game:
        piles = game.live.hands.piles
        card = piles.top("red")
        assert game.put(card, "hand red")["reason"] == "in-deck"
        held = game.hand("red")[0]
        game.put(held, "3 red")
        assert game.do(do="swap", away=held, instead=card)["reason"] == "in-deck"
        assert game.do(do="draw", player="red", to="hand red")["type"] == "done"
        assert card in game.hand("red")
        piles.take(held, ("red", "out"))
        assert game.put(held, "hand red")["reason"] == "out"
        put_in_hand(game.live, "red", held)
        assert game.put(held, "discard red")["type"] == "done"
        assert game.put(held, "hand red")["type"] == "done"


def test_a_game_that_goes_on_after_its_end_says_that_cards_were_looked_at(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=PLACING) as game:
        keeper = game.live.run.appliance.keeper

        def agreed(key: str, value: str) -> None:
            agree(keeper, key, value, game.live.run.now_us)
            game.wait(0.2)

        game.wait(0.2)
        look = msg.Look(run=game.owner.run, n=1, do="look", at=0)
        answer(game.live, "both", look)
        agreed("over", "draw")
        agreed("step", "actions")
        assert game.view()["notes"] == [], "nobody has looked when all was open"
        agreed("over", "draw")
        assert on_page(answer(game.live, "both", look))["cards"]["hand red"]
        assert game.view()["notes"] == []
        agreed("step", "actions")
        assert game.view()["notes"] == ["opened"]
        assert game.view(SPECTATOR)["notes"] == ["opened"]
