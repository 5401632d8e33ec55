"""Call to Glory on the page: robots at the table, and who watches them."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_core.games.call_to_glory.deck import KINDS
from signifer_core.games.call_to_glory.state import PADS, SEATS
from signifer_firmware.games.call_to_glory.page import PAGE
from signifer_firmware.recording.archive import games_known
from signifer_firmware.recording.game_text import parsed
from signifer_firmware.web.play import WATCH
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual.agreement import IS_AHEAD, SAW_IT

from tests.firmware.web.at_call_to_glory import (
    BOTH_PADS,
    FOUR,
    MODES,
    TWO,
    ask,
    at_table,
    discard,
    let,
    now,
    state,
    view,
)
from tests.firmware.web.table import Played

# Face-down piles of three cards each: the round ends soon, and somebody has to say that one is empty.
SHORT = ("begin draw", "first 2", "count left 3", "count right 3", "setup 1 red monk-1 monk-2 monk-3")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "variant", "discards"),
    [("robot", "none", 47), ("robots-2", "figures", 46), ("robots-3", "both", 44)],
)
def test_robots_play_to_the_end_of_a_round(tmp_path: Path, mode: str, variant: str, discards: int) -> None:
    players = len(MODES[mode])
    spare = 110 - 3 * players - 3 - 6 - discards
    counts = (f"count red discard {discards}", f"count blue discard {spare}")
    position = (f"players {players}", f"variant {variant}", *SHORT, *counts)
    with at_table(tmp_path, mode, *position) as game:
        end_of_round(game, most=90)
        assert state(game).empty
        assert len(now(game)["seats"]) == players


@pytest.mark.soak
@pytest.mark.parametrize(
    ("mode", "variant"), [("robot", "none"), ("robots-2", "figures"), ("robots-3", "both")]
)
def test_robots_play_a_whole_round_with_a_person(tmp_path: Path, mode: str, variant: str) -> None:
    with at_table(tmp_path, mode, variant=variant) as game:
        end_of_round(game, most=400)
        assert {each.owner for each in state(game).sets} - {"1"}
        game.press("ok red")
        let(game, "round == 2")


def test_a_robot_goes_on_though_somebody_was_told_to_wait(tmp_path: Path) -> None:
    """There is nothing that their hands could put right."""
    with at_table(tmp_path, "robot", "players 2", "begin draw", "first 2") as game:
        game.live.step()
        game.press("ok red")
        assert [refusal["fix"]["en"] for refusal in view(game)["refusals"]] == ["Wait for your turn."]
        let(game, "seat == '1'")


def end_of_round(game: Played, most: int) -> None:
    """Seat 1 lays what can be laid, and discards; the robots do what they like, till the scores are to be read."""
    for _ in range(most):
        game.live.step()
        game.wait(0.3)
        if now(game)["step"] == "score":
            break
        person(game)
    assert now(game)["step"] == "score"
    record = ask(game, "red", "export")["text"]
    assert parsed(record, file="record", games=games_known())


def person(game: Played) -> None:
    """What seat 1 does, if it is theirs to do something."""
    told = now(game)
    mine = {each["kind"]: each for each in told["sets"] if each["owner"] == "1"}
    if told.get("named") is not None and told["seat"] != "1":
        lies = [each for each in mine.values() if str(told["named"]) in each["columns"]]
        for each in lies[:1]:
            discard(game, each["cards"][0])
    elif "1" not in told.get("deciders", ()):
        return
    elif told["step"] == "draw":
        game.press("ok red")
    elif told["step"] == "mission":
        game.put(next(card for card in game.hand("1") if card.startswith("mission")), "5 red")
    elif told["step"] == "displace":
        discard(game, (told["displaced"] or mine[told["struck"]])["cards"][0])
    elif told["step"] == "play" and not view(game)["owed"]["red"]:
        hand = [card for card in game.hand("1") if not card.startswith("mission")]
        by_kind = {kind: [card for card in hand if card.rpartition("-")[0] == kind] for kind in KINDS}
        sets = [cards for kind, cards in by_kind.items() if len(cards) >= told["needed"][kind]]
        for card in sets[0] if sets else ():
            game.put(card, f"{1 + len(mine) % 5} red")
        if not sets:
            discard(game, hand[0])
        game.press("ok red")


def test_a_robot_gives_a_card_to_the_figure_of_a_person(tmp_path: Path) -> None:
    with at_table(tmp_path, "robots-3", *FOUR) as game:
        game.press("column 2 red", 1.5)
        assert now(game)["named"] == 2
        let(
            game,
            "sets[-1]['size'] == 2 or any(each['size'] == 2 and each['kind'] == 'samurai' for each in sets)",
        )
        assert now(game)["named"] is None
        assert now(game)["seats"][0]["figures"] == 0
        assert {"samurai-1", "samurai-2", "samurai-3"} & {
            card for pad in PADS for card in view(game)["cards"][f"pad {pad}"]
        }


def test_robots_agree_to_counts_as_they_are_and_to_a_game_given_up(tmp_path: Path) -> None:
    with at_table(tmp_path, "robot", *TWO) as game:
        robots = game.live.play._robots  # type: ignore[attr-defined]
        keeper = game.live.run.appliance.keeper
        assert keeper.table is not None
        entries = {
            (entry.key, *(str(value) for _, value in entry.figures)): entry
            for entry in keeper.bundle.procedure.overrides(keeper.table, keeper.seen)
        }

        def says(*entry: str, value: object) -> str:
            choice = next(one for one in entries[entry].choices if str(one.value) == str(value))
            found: str = robots._objects(entries[entry], choice)
            return found

        assert says("over", value="blue") == ""
        assert says("over", value="red") == IS_AHEAD
        assert says("hand", "blue", value=3) == ""
        assert says("hand", "blue", value=9) == SAW_IT
        assert says("stock", "left", value=state(game).piles[0]) == ""
        assert says("size", "emperor", value=5) == SAW_IT
        game.live.step()
        assert game.live.play.answer == ""


@pytest.mark.slow
def test_a_robot_waits_while_the_table_counts_its_hand_otherwise(tmp_path: Path) -> None:
    """A card too many, dealt by mistake: people put it back, or agree on the count."""
    with at_table(tmp_path, "robot", "players 2", "first 2") as game:
        piles = game.live.hands.piles
        more = min(piles.cards("left", "deck"))
        piles.take(more, ("2", "hand"))
        let(game, most=8)
        assert (now(game)["seat"], now(game)["drawn"]) == ("2", [])
        piles.take(more, ("left", "deck"))
        let(game, "seat == '1'")


@pytest.mark.slow
def test_a_robot_plays_on_where_cards_are_lost_and_both_piles_are_empty(tmp_path: Path) -> None:
    """The table counts two cards more than there are: nobody can draw them, and the round ends with this turn."""
    hands = ("count 1 hand 50", "count 2 hand 56")
    with at_table(tmp_path, "robot", "players 2", "first 2", *hands, *BOTH_PADS[:1]) as game:
        piles = game.live.hands.piles
        for pile in ("left", "right"):
            for card in piles.cards(pile, "deck"):
                piles.take(card, ("", "out"))
        let(game, "step == 'score'")
        assert state(game).empty == {"left"}


def test_in_a_later_round_everybody_has_the_missions_that_are_left(tmp_path: Path) -> None:
    """Also where nobody says which letters, and all missions of one are out of the game."""
    gone = "revealed mission-a-1 mission-a-2 mission-a-3 mission-a-4"
    with at_table(tmp_path, "four", "players 4", "variant missions", "round 2", gone) as game:
        let(game, most=2)
        piles = game.live.hands.piles
        for seat in SEATS:
            held = [card for card in piles.cards(seat, "hand") if card.startswith("mission")]
            assert sorted(card[:9] for card in held) == ["mission-b", "mission-c"]
        assert [one["missions"] for one in now(game)["seats"]] == [2, 2, 2, 2]
        assert PAGE.counted(game.live.run.appliance.keeper.table)["1", "hand"] == 3 + 2  # type: ignore[arg-type]


def test_robots_play_before_who_watches(tmp_path: Path) -> None:
    with at_table(tmp_path, WATCH, variant="missions") as game:
        for _ in range(12):
            game.live.step()
        told = view(game)
        assert told["game"]["variant"] == "missions"
        assert told["game"]["seats"]
        piles = told["cards"]["deck left"] + told["cards"]["deck right"]
        assert piles == state(game).stock.number
        assert isinstance(told["cards"]["hand 1"], list)
        assert isinstance(view(game, SPECTATOR)["cards"]["hand 1"], int)
        assert game.put("monk-1", "pad red")["reason"] == "robots"
