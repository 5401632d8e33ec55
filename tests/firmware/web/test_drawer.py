"""The drawer of faults, the plug, and a set-up by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_core.games.field_of_glory.deck import kind_of
from signifer_core.games.field_of_glory.rules.draft import terrain_columns
from signifer_core.languages import LANGUAGES
from signifer_firmware.games.field_of_glory.robots.draft import WORTH
from signifer_firmware.web.virtual.live import ROBOT, TWO

from tests.firmware.states import fog
from tests.firmware.web.table import Played, played, put_in_hand

PLACING = ("terrain plain plain plain plain plain", "first red", "begin actions")


def faults(game: Played) -> set[str]:
    return {fault["part"] for fault in game.view()["faults"]}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "place", "kind", "failing", "table"),
    [
        ("reader", "3 red", "unplug", {"reader 3 red"}, "standard"),
        ("reader", "3 red", "unplug", {"reader 3 red a", "reader 3 red b"}, "double"),
        ("reader", "pad red", "stuck", {"reader pad red"}, "standard"),
        ("screen", "red", "unplug", {"screen red"}, "standard"),
        ("node", "2", "unplug", {"reader 2 red", "reader 2 blue"}, "standard"),
        ("node", "pad red", "unplug", {f"reader pad red {each}" for each in "abc"}, "double"),
    ],
)
def test_what_is_broken_fails_until_it_is_mended(
    tmp_path: Path, part: str, place: str, kind: str, failing: set[str], table: str
) -> None:
    with played(tmp_path, position=(*PLACING, "setup 3 red spear-1"), table=table) as game:
        assert game.do(do="fault", part=part, place=place, kind=kind)["type"] == "done"
        assert game.view()["drawer"]["broken"] == [{"part": part, "place": place, "kind": kind}]
        game.wait(2.5)
        assert faults(game) == failing
        assert fog(game.live.state).column(3).units("red") == ("red/spear-1",), "a fault is nobody's gesture"
        told = [line["text"] for line in game.view()["record"] if line["kind"] == "fault"]
        assert told, "the record tells of it, in words"
        assert all(set(text) == {*LANGUAGES} for text in told)
        game.do(do="mend", part=part, place=place)
        game.wait(3)
        assert faults(game) == set()
        assert game.view()["drawer"]["broken"] == []


def test_play_goes_on_in_noise_and_everything_is_mended_at_once(tmp_path: Path) -> None:
    with played(tmp_path, position=PLACING) as game:
        for place in ("3 red", "4 red"):
            game.do(do="fault", part="reader", place=place, kind="miss")
        put_in_hand(game.live, "red", "red/spear-1")
        game.put("red/spear-1", "3 red")
        game.wait(1.5)
        assert fog(game.live.state).due == 5
        game.do(do="mend")
        assert game.view()["drawer"]["broken"] == []


@pytest.mark.parametrize(
    ("part", "place", "kind"),
    [("reader", "6 red", "unplug"), ("screen", "3 red", "noise"), ("node", "pad red", "unplug")],
)
def test_parts_that_are_not_there_do_not_break(tmp_path: Path, part: str, place: str, kind: str) -> None:
    with played(tmp_path) as game:
        assert game.do(do="fault", part=part, place=place, kind=kind)["reason"] == "no-such-part"


def test_the_plug_is_pulled_and_put_back(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT, position=PLACING) as game:
        put_in_hand(game.live, "red", "red/spear-1")
        game.put("red/spear-1", "3 red")
        lines = len(game.view()["record"])
        game.do(do="power", on=False)
        game.do(do="power", on=False)
        dark = game.view()
        assert dark["drawer"]["power"] is False
        assert not any(set(dark["screen 3 red"]) - {"A", "="}), "a screen without power is black"
        assert dark["prompts"] == dark["refusals"] == []
        game.put("red/spear-1", "4 red")
        game.live.step()
        game.do(do="power", on=True)
        game.wait(2)
        lit = game.view()
        assert lit["game"]["due"] == 5
        assert len(lit["record"]) >= lines
        assert set(lit["screen 3 red"]) - {"A", "="}
        assert fog(game.live.state).where("red/spear-1") in (3, 4)


@pytest.mark.slow
def test_a_draft_by_hand_then_terrain_then_dice(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT, seed=5, by_hand=True) as game:
        assert fog(game.live.state).step == "army"
        told = game.view()["setup"]["draft"]
        assert list(told) == ["red"]
        assert told["red"]["kept"] == []
        assert game.do(do="button", name="ok red", down=True)["reason"] == "draft-first"
        offer = told["red"]["offer"]
        for wrong in (offer[:1], [offer[0], offer[0]], ["red/commander-1", "blue/spear-1"]):
            assert game.do(do="keep", player="red", cards=wrong)["reason"] == "keep-two"
        assert game.do(do="keep", player="blue", cards=[])["reason"] == "keep-two"
        game.do(do="keep", player="red", cards=offer[:2])
        next_ = game.view()["setup"]["draft"]["red"]
        assert (next_["round"], sorted(next_["kept"])) == (1, sorted(offer[:2]))
        assert not set(next_["offer"]) & set(offer)
        game.do(do="keep", player="red", cards=[])
        piles = game.live.hands.piles
        army = piles.cards("red", "hand") | piles.cards("red", "deck")
        assert (len(piles.cards("red", "hand")), len(army)) == (9, 24)
        assert set(offer[:2]) <= army
        assert not set(offer[2:]) & army
        game.press("ok red")
        game.live.step()
        game.wait(0.5)
        assert fog(game.live.state).step == "terrain", "the robot is ready by itself"
        for laid in range(5):
            card = game.view()["setup"]["terrain"]
            game.put(card, f"{terrain_columns(fog(game.live.state), card)[0]} red")
            game.press("ok red")
            assert len(fog(game.live.state).laid) == laid + 1
        for _ in range(6):
            game.live.step()
        assert not any(card.startswith("terrain/") for _, card in piles.layout.items()), "moved to the middle"
        assert fog(game.live.state).step == "first"
        while fog(game.live.state).step == "first":
            game.press("dice")
            game.wait(2)
        assert fog(game.live.state).turn == 1


def army_worth(game: Played, player: str) -> float:
    """What robots hold an army to be worth."""
    piles = game.live.hands.piles
    return sum(WORTH[kind_of(card)] for pile in ("hand", "deck") for card in piles.cards(player, pile))


def test_a_robot_of_a_level_drafts_where_people_do(tmp_path: Path) -> None:
    worths = dict[tuple[bool, int], float]()
    for by_hand, level in ((False, 0), (False, 5), (True, 0), (True, 1), (True, 5)):
        with played(tmp_path / f"{by_hand} {level}", ROBOT, seed=5, by_hand=by_hand, level=level) as game:
            worths[by_hand, level] = army_worth(game, "blue")
    # Armies that chance deals to both are worth the same at each level.
    assert worths[False, 0] == worths[False, 5] == worths[True, 0] < worths[True, 1] == worths[True, 5]


def test_two_who_draft_see_their_own_and_spectators_none(tmp_path: Path) -> None:
    with played(tmp_path, TWO, by_hand=True) as game:
        told = game.view("spectator")["setup"]["draft"]
        assert told == {"red": {"round": 0, "of": 12}, "blue": {"round": 0, "of": 12}}
        assert len(game.view()["setup"]["draft"]["blue"]["offer"]) == 4
