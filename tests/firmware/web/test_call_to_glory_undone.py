"""Call to Glory on the page: what robots did is taken back, by undo, and in practice by going back."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_core.layout import Zone
from signifer_firmware.games.call_to_glory.page import PAGE
from signifer_firmware.web.play import CannotError
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.virtual.doing import Doing

from tests.firmware.web.at_call_to_glory import BOTH_PADS, TWO, at_table, discard, give, let, now, state, view
from tests.firmware.web.table import Played

# A hand of which a robot lays the farmers, and one without a set.
A_SET = ("farmer-1", "farmer-2", "farmer-3", "monk-1", "envoy-1")
NO_SET = ("farmer-1", "monk-1", "envoy-1", "ninja-1", "shogun-1")


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("cards", [A_SET, NO_SET])
@pytest.mark.parametrize(("mode", "seat"), [("robot", "2"), ("robots-2", "3")])
def test_a_robot_plays_on_whose_cards_are_undone(
    tmp_path: Path, mode: str, seat: str, cards: tuple[str, ...], times: int
) -> None:
    """Once what it laid waits for `ok` again; twice the table asks it back, from the side of a person, too."""
    players = f"players {PAGE.numbers[mode]}"
    with at_table(tmp_path, mode, players, "begin play", f"first {seat}", *BOTH_PADS) as game:
        game.live.helping = False
        give(game, seat, *cards)
        let(game, f"seat != '{seat}'")
        laid = {*cards}.difference(game.hand(seat))
        assert len(laid) == (3 if cards == A_SET else 1)
        for _ in range(times):
            assert game.do(do="undo")["type"] == "done"
            game.wait(1)
        assert now(game)["seat"] == seat
        assert bool(view(game)["corrections"]) == (times == 2)
        let(game, f"seat != '{seat}'")
        assert len(game.hand(seat)) == state(game).hand(seat).number


def test_a_robot_leaves_what_a_person_has_laid_in_its_turn(tmp_path: Path) -> None:
    """On the side that they share, nobody knows whose a card is; it waits till it is taken back."""
    with at_table(tmp_path, "robots-2", "players 3", "begin play", "first 3", *BOTH_PADS) as game:
        game.live.helping = False
        give(game, "3", *NO_SET)
        mine = min(card for card in game.hand("1") if not card.startswith("mission"))
        game.put(mine, "2 red")
        let(game, most=8)
        assert now(game)["seat"] == "3"
        assert view(game)["cards"]["2 red"] == [mine]
        game.put(mine, "hand 1")
        let(game, "seat != '3'")


def test_a_robot_takes_back_what_was_refused_for_an_undo_meanwhile(tmp_path: Path) -> None:
    """What of a set was laid so far is asked back, and the rest too few for `ok`."""
    with at_table(tmp_path, "robots-2", "players 3", "begin play", "first 3", *BOTH_PADS) as game:
        game.live.helping = False
        give(game, "3", "envoy-1", "envoy-2", "envoy-3", "monk-1", "ninja-1")
        game.live.hands.move("envoy-1", Zone("1", "red"))
        game.wait(1)
        assert game.do(do="undo")["type"] == "done"
        game.wait(1)
        for card in ("envoy-2", "envoy-3"):
            game.live.hands.move(card, Zone("1", "red"))
        game.wait(1)
        game.press("ok red")
        told = view(game)
        assert [refusal["code"] for refusal in told["refusals"]] == ["too-few"]
        assert [fix["card"] for fix in told["corrections"]] == ["envoy-1"]
        let(game, "seat != '3'")


@pytest.mark.parametrize("cards", [A_SET, NO_SET])
def test_a_robot_waits_for_the_reader_on_which_its_cards_lie(tmp_path: Path, cards: tuple[str, ...]) -> None:
    with at_table(tmp_path, "robot", "players 2", "begin play", "first 2", *BOTH_PADS) as game:
        give(game, "2", *cards)
        places = [*(f"{column} blue" for column in range(1, 6)), "pad red", "pad blue"]
        for place in places:
            game.do(do="fault", part="reader", place=place, kind="unplug")
        let(game, most=20)
        assert now(game)["seat"] == "2"
        assert len(game.hand("2")) < state(game).hand("2").number
        for place in places:
            game.do(do="mend", part="reader", place=place)
        game.wait(3)
        let(game, "seat != '2'")


def back(game: Played) -> int | str:
    """What *Take back my last decision* would do: the line of the journal to which it goes, "undo" if the table does
    it, or why not."""
    practice = game.live.practice
    assert practice is not None
    if Doing(game.live, None, HAND).undoes:
        return "undo"
    try:
        return len([entry for entry in practice.back(None).entries if entry.kind != "opened"])
    except CannotError as error:
        return error.code


def line(game: Played) -> int:
    """The line of the journal that was written last."""
    return len(game.live.run.appliance.keeper.session.state.journal)


def test_in_practice_one_goes_back_to_no_decision_of_a_robot_on_the_same_side(tmp_path: Path) -> None:
    position = ("players 3", "begin play", "first 3", *BOTH_PADS)
    with at_table(tmp_path, "robots-2", *position, practice=True) as game:
        give(game, "3", *A_SET)
        let(game, "seat == '1'")
        assert state(game).set_of("farmer"), "undo would take that back"
        assert back(game) == "no-such-moment"
        game.do(do="undo")
        game.wait(1)
        assert now(game)["laying"], "and that, too"
        assert back(game) == "no-such-moment"
        let(game, "seat == '1'")
        game.press("ok red")
        let(game, "step == 'play'", most=8)
        game.put(next(card for card in game.hand("1") if not card.startswith("mission")), "pad red")
        before = line(game)
        game.press("ok red")
        assert back(game) == "undo"
        let(game, "seat == '3'")
        assert back(game) == before
        let(game, "seat == '1'")
        assert back(game) == before


@pytest.mark.parametrize("mode", ["robot", "robots-2", "robots-3"])
def test_in_practice_nobody_goes_back_behind_the_deal_that_is_made_for_them(
    tmp_path: Path, mode: str
) -> None:
    with at_table(tmp_path, mode, practice=True) as game:
        let(game, "seat == '1' and step == 'draw'", most=80)
        assert back(game) == "no-such-moment"


def test_in_practice_what_a_robot_lays_away_is_no_decision_of_who_displaces_it(tmp_path: Path) -> None:
    with at_table(tmp_path, "robot", *TWO, *BOTH_PADS, practice=True) as game:
        give(game, "1", "emperor-3", "emperor-4", "emperor-5")
        for card in ("emperor-3", "emperor-4", "emperor-5"):
            game.put(card, "3 red")
        before = line(game)
        game.press("ok red")
        assert now(game)["deciders"] == ["2"]
        assert back(game) == "undo"
        let(game, "seat == '2'")
        assert back(game) == before


def test_in_practice_what_a_person_lays_away_is_theirs(tmp_path: Path) -> None:
    position = ("players 2", "begin play", "first 2", "setup 1 red emperor-1", "setup 2 red emperor-2")
    with at_table(tmp_path, "robot", *position, *BOTH_PADS, practice=True) as game:
        give(game, "2", "emperor-3", "emperor-4", "emperor-5", "monk-1", "envoy-1")
        let(game, "displaced", most=20)
        assert now(game)["deciders"] == ["1"]
        assert back(game) == "no-such-moment"
        discard(game, "emperor-1")
        before = line(game)
        discard(game, "emperor-2")
        assert now(game)["displaced"] is None
        assert back(game) == before


def test_in_practice_that_robots_have_read_the_scores_is_no_decision(tmp_path: Path) -> None:
    kinds = "setup 1 red farmer-1 farmer-2 monk-1 monk-2 envoy-1 envoy-2"
    more = "setup 2 red ninja-1 ninja-2 samurai-1 samurai-2"
    with at_table(tmp_path, "robot", "players 2", "begin play", kinds, more, practice=True) as game:
        give(game, "1", "shogun-1", "shogun-2")
        for card in ("shogun-1", "shogun-2"):
            game.put(card, "3 red")
        before = line(game)
        game.press("ok red")
        assert (now(game)["step"], back(game)) == ("score", "undo")
        let(game, most=20)
        table = game.live.run.appliance.keeper.table
        assert table is not None
        assert table.held.entered == (("read blue", 1),)
        assert back(game) == before
