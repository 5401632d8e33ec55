"""What pages are told: pixels as in the chips' memories, hands to their owners only, nothing hidden to spectators."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path

import pytest
from signifer_core.languages import LANGUAGES
from signifer_core.layout import SIDES
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.view import MASKED
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual.live import ROBOT, TWO

from tests.firmware.session.agreeing import agree, choose
from tests.firmware.states import fog
from tests.firmware.web.table import Played, played, put_in_hand


def pixels(packed: str) -> list[list[bool]]:
    """A screen's pixels by the page's own reading: rows from the top, the leftmost in a byte's highest bit."""
    data = b64decode(packed)
    return [[bool(data[y * 16 + x // 8] >> (7 - x % 8) & 1) for x in range(128)] for y in range(64)]


def chip_pixels(played: Played, place: str) -> list[list[bool]]:
    """The same from the RAM of an SH1106 or SSD1309 as luma sets it up: eight rows a page, the lowest bit on top."""
    chip = played.live.run.table.screens[place]
    margin = (chip.columns - 128) // 2
    return [[bool(chip.ram[y // 8][x + margin] >> y % 8 & 1) for x in range(128)] for y in range(64)]


def test_pixels_are_those_of_the_chips_memories(tmp_path: Path) -> None:
    with played(tmp_path) as game:
        game.put(next(card for card in game.hand("red") if "infantry" in card), "3 red")
        told = game.view()
        places = list(game.live.run.table.screens)
        assert len(places) == 12
        for place in places:
            rows = pixels(told[f"screen {place}"])
            assert rows == chip_pixels(game, place), place
            assert any(map(any, rows)), f"{place} shows something"


def test_what_stands_on_the_screens_is_told_as_text(tmp_path: Path) -> None:
    """On all pages that take turns; nothing of one that fails, and nothing without power."""
    with played(tmp_path) as game:
        game.put(next(card for card in game.hand("red") if "infantry" in card), "3 red")
        told = game.view()
        appliance = game.live.run.appliance
        for place in game.live.run.table.screens:
            said = told[f"reads {place}"].replace(",", "").replace(".", "").split()
            wanted = appliance.words(place).replace(",", "").replace(".", "").split()
            assert set(said) == set(wanted), place
        assert "infantry" in told["reads 3 red"]
        assert game.do(do="fault", part="screen", place="3 red", kind="unplug")["type"] == "done"
        assert game.view()["reads 3 red"] == ""
        assert game.view()["reads 3 blue"] == told["reads 3 blue"]
        assert game.do(do="power", on=False)["type"] == "done"
        assert {told for part, told in game.view().items() if part.startswith("reads ")} == {""}


def test_only_screens_that_changed_are_sent_again(tmp_path: Path) -> None:
    with played(tmp_path) as game:
        game.wait(0.3)
        seen = len(game.audience.frames)
        game.put(game.hand("blue")[0], "3 blue")  # not blue's turn
        news = [json.loads(frame.news)["view"] for frame in game.audience.frames[seen:] if frame.role == HAND]
        sent = {part for parts in news for part in parts if part.startswith("screen")}
        assert "screen 3 blue" in sent
        assert "screen 1 red" not in sent


def test_news_added_up_are_the_whole_picture(tmp_path: Path) -> None:
    with played(tmp_path) as game:
        game.put(next(card for card in game.hand("red") if "infantry" in card), "3 red")
        game.press("ok red")
        game.put("blue/spear-1", "1 red")
        game.wait(4)
        for role in (HAND, SPECTATOR):
            kept: dict[str, object] = {}
            frames = [frame for frame in game.audience.frames if frame.role == role]
            assert [frame.seq for frame in frames] == list(range(1, len(frames) + 1))
            for frame in frames:
                for part, value in json.loads(frame.news)["view"].items():
                    lists = isinstance(value, list) and part in ("record", "tones")
                    before = kept.get(part, [])
                    assert isinstance(before, list) or not lists
                    kept[part] = [*before, *value] if lists and isinstance(before, list) else value
            assert kept["record"] == frames[-1].whole["record"]
            assert kept["screen 1 red"] == frames[-1].whole["screen 1 red"]
            assert kept["cards"] == frames[-1].whole["cards"]


def test_a_robots_hand_is_nobodys_business(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT) as game:
        told = game.view()
        assert told["cards"]["hand blue"] == 9
        assert sorted(told["cards"]["hand red"]) == game.hand("red")
        assert told["cards"]["deck red"] == 15
        assert told["table"]["viewer"] == "red"


def test_two_at_one_screen_see_both_hands_and_no_deck(tmp_path: Path) -> None:
    with played(tmp_path, TWO) as game:
        text = json.dumps(game.view())
        for player in SIDES:
            assert all(card in text for card in game.hand(player))
            assert not any(card in text for card in game.live.hands.piles.cards(player, "deck"))


def test_cards_that_pay_are_named_to_their_owner_only(tmp_path: Path) -> None:
    with played(tmp_path) as game:
        player = fog(game.live.state).active
        for card in ("medium-infantry-1", "cavalry-3"):
            put_in_hand(game.live, player, f"{player}/{card}")
        game.put(f"{player}/medium-infantry-1", f"3 {player}")
        game.put(f"{player}/cavalry-3", f"pad {player}")
        game.press(f"ok {player}")
        acts = {role: game.view(role)["record"] for role in (HAND, SPECTATOR)}
        assert f"{player}/cavalry-3" in json.dumps(acts[HAND])
        assert "pay" in [line.get("act") for line in acts[SPECTATOR]]
        assert "cavalry-3" not in json.dumps(acts[SPECTATOR])


def test_what_was_agreed_on_is_told_in_each_language_with_its_value(tmp_path: Path) -> None:
    with played(tmp_path) as game:
        keeper = game.live.run.appliance.keeper
        agree(keeper, "over", "draw", game.live.run.now_us)
        choose(keeper, ("odds on", "language blue fr"), game.live.run.now_us)
        for role in (HAND, SPECTATOR):
            over, *settings = (line for line in game.view(role)["record"] if line.get("act") == "agreed")
            assert over["text"] == "agreed over draw"
            assert over["message"] == {
                "en": "The game is over: A draw",
                "fr": "La partie est finie\u00a0: Match nul",
                "de": "Das Spiel ist zu Ende: Unentschieden",
            }
            assert [line["message"]["en"] for line in settings] == [
                "Odds of attacks: On",
                "Blue's language: Français",
            ]


def test_a_players_own_menu_is_masked_from_spectators(tmp_path: Path) -> None:
    with played(tmp_path) as game:
        assert game.do_now(do="button", name="dice", down=True)["type"] == "done"
        game.do_now(do="button", name="ok red", down=True)
        game.wait(1.2)
        game.do_now(do="button", name="dice", down=False)
        game.do(do="button", name="ok red", down=False)
        assert dict(game.live.run.appliance.keeper.outlook.own), "the menu is open"
        told = game.view(SPECTATOR)
        assert told["screen red"] == MASKED
        assert told["screen blue"] != MASKED
        assert game.view()["screen red"] != MASKED


@pytest.mark.parametrize("role", [HAND, SPECTATOR])
def test_a_refusal_comes_with_ruling_and_fix_in_every_language(tmp_path: Path, role: str) -> None:
    with played(tmp_path) as game:
        put_in_hand(game.live, "red", "red/commander-1")
        game.put("red/commander-1", "3 red")
        (refusal,) = game.view(role)["refusals"]
        assert (refusal["code"], refusal["ruling"], refusal["card"]) == (
            "not-a-unit",
            "FG-P4",
            "red/commander-1",
        )
        assert set(refusal["message"]) == set(refusal["fix"]) == {*LANGUAGES}
        assert len(set(refusal["fix"].values())) == 3
