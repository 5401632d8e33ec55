"""Dark Age Arena on the page: who sees which cards, what hands, helping hands and the robot do, odds, phones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from signifer_core.games.dark_age_arena.deck import TRAINING, both_texts, kind_of, standard_deck, training
from signifer_core.games.dark_age_arena.odds import odds
from signifer_core.games.dark_age_arena.state import FIRST_HAND, SECOND_HAND, State
from signifer_core.layout import SIDES
from signifer_firmware.config.model import load_table
from signifer_firmware.games.dark_age_arena.game import GAME as GAME_RECORD
from signifer_firmware.games.dark_age_arena.page import PAGE
from signifer_firmware.games.dark_age_arena.page.position import told_combat
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, STOCK
from signifer_firmware.texts.terms import per_cent
from signifer_firmware.web.play import WATCH, CannotError
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.telling import HAND as AT_SCREEN
from signifer_firmware.web.view.view import past
from signifer_firmware.web.view.viewers import BOTH, PHONES, SPECTATOR
from signifer_firmware.web.virtual.answers import answer
from signifer_firmware.web.virtual.live import Choice, Live

from tests.core.dark_age_arena.states import deck_with, fight
from tests.firmware.web.table import Played, on_page, played

GAME = "dark-age-arena"
DECKS = standard_deck()
# Red's knight bears mail; blue's supply is worth a point. Of red's hand a card is known to all.
PREPARE = (
    "turn 4",
    "begin prepare",
    "setup 1 red red/knight-1 red/raider-1 red/anvil-1",
    "attach red/mail-1 red/knight-1",
    "setup 2 blue blue/bowman-1 blue/granary-1",
    "known red hand red/sack-1",
    "known red discards red/drill-1",
    "known blue under blue/scout-2",
)
BID = ("turn 4", "begin bid", *PREPARE[2:5])
ATTACK = ("turn 4", "begin declare", "active red", *PREPARE[2:5], "setup 1 blue blue/duellist-1")


@contextmanager
def at_table(folder: Path, mode: str = "two", *position: str, seed: int = 4) -> Iterator[Played]:
    with played(folder, mode, seed, position=position, game=GAME) as game:
        yield game


def now(game: Played, role: str = AT_SCREEN) -> Any:
    return game.view(role)["game"]


def state(game: Played) -> State:
    found = game.live.state
    assert isinstance(found, State)
    return found


def record(game: Played, viewer: str) -> list[str]:
    """The lines of what was done, as ``viewer`` may have the record of the game that is on."""
    told = answer(game.live, viewer, msg.Export(run="", n=0, do="export"))["text"]
    return str(told).partition("\n\n")[2].partition("\nend *")[0].split("\n")


def cards(game: Played, side: str, pile: str) -> frozenset[str]:
    return game.live.hands.piles.cards(side, pile)


def let(game: Played, until: str = "", most: int = 40) -> None:
    """Let helping hands and the robot work until something holds of the position, or so often."""
    for _ in range(most):
        game.live.step()
        game.wait(0.3)
        if until and eval(until, {}, now(game)):
            return
    assert not until, (until, now(game))


def give(game: Played, *wanted: str) -> None:
    """Have these cards in their owners' hands, for others of them."""
    piles = game.live.hands.piles
    for card in wanted:
        side = card.partition("/")[0]
        where = piles.where(card)
        if where != (side, HAND):
            assert isinstance(where, tuple)
            old = min(one for one in piles.cards(side, HAND) if one not in wanted and one != "red/sack-1")
            piles.take(card, (side, HAND))
            piles.take(old, where)


# Who sees what


@pytest.mark.parametrize(
    ("mode", "role", "closed"),
    [
        ("robot", AT_SCREEN, "blue"),
        ("two", AT_SCREEN, ""),
        ("two", SPECTATOR, "red blue"),
        *(("two", phone, "red blue") for phone in PHONES.values()),
    ],
)
def test_nobody_is_told_a_card_or_a_kind_that_is_hidden_from_them(
    tmp_path: Path, mode: str, role: str, closed: str
) -> None:
    with at_table(tmp_path, mode, *PREPARE) as game:
        told = game.view(role)
        text = json.dumps(told)
        hidden = {card for side in SIDES for card in cards(game, side, DECK) if card != "blue/scout-2"}
        hidden |= {card for side in closed.split() for card in cards(game, side, HAND)}
        if role == PHONES["red"]:
            hidden.discard("red/sack-1")  # the table knows it, and tells its owner
        assert [card for card in hidden if f'"{card}"' in text] == []
        for side in SIDES:
            held = told["cards"][f"hand {side}"]
            assert held == len(cards(game, side, HAND)) if side in closed else len(held) == FIRST_HAND
            whole = {DECKS.printed(card).kind for card in DECKS.cards(side)}
            shown = set(told["printed"][side]["kinds"])
            open_deck = side not in closed or role == PHONES["red" if side == "red" else "blue"]
            assert shown == whole if open_deck else shown < whole
        if closed == "red blue" and role == SPECTATOR:
            assert set(told["printed"]["red"]["kinds"]) == {"knight", "raider", "anvil", "mail", "drill"}
            assert set(told["printed"]["blue"]["kinds"]) == {"bowman", "granary", "scout", "watchfire"}
        assert told["game"]["players"]["blue"]["under"] == ["blue/scout-2"]
        assert told["cards"]["discard red"] == ["red/drill-1"]
    assert PAGE.printed(game.live.run.bundle) == {}  # type: ignore[arg-type]


def test_a_bid_is_its_players_alone_until_both_are_in(tmp_path: Path) -> None:
    with at_table(tmp_path, "two", *BID) as game:

        def position(viewer: str) -> Any:
            table = game.live.run.appliance.keeper.table
            assert table is not None
            return on_page(PAGE.position(game.live.run.bundle, table, viewer))  # type: ignore[arg-type]

        for button in ("column 2 red", "column 1 red", "ok red"):
            game.press(button)
        for viewer in (*SIDES, BOTH, SPECTATOR, *PHONES.values()):
            told = position(viewer)
            assert told["players"]["red"]["bid"] == -1
            assert told["own"].get("bid") == (3 if viewer in ("red", PHONES["red"]) else None)
            (line,) = [line for line in game.view(viewer)["record"] if line.get("act") == "bid"]
            assert (line["player"], line["log"]) == ("red", None)
            assert record(game, viewer)[-1] == ("bid red 3" if viewer == "red" else "bid red ?")
        for button in ("column 1 blue", "ok blue"):
            game.press(button)
        told = position(SPECTATOR)
        assert [told["players"][side]["bid"] for side in SIDES] == [3, 1]
        assert told["due"]["purpose"] == "initiative"
        assert told["due"]["added"] == [["bid", 3]]
        assert record(game, SPECTATOR)[-2:] == ["bid red 3", "bid blue 1"]


def test_a_card_face_down_is_its_owners_alone(tmp_path: Path) -> None:
    with at_table(tmp_path, "two", *ATTACK, PREPARE[5]) as game:
        game.press("column 1 red")
        game.put("red/raider-1", "4 red")
        game.press("ok red")
        game.put("red/sack-1", "pad red")
        game.press("ok red")
        game.wait(1)
        assert now(game)["step"] == "target"
        assert now(game)["players"]["red"]["faceDown"] == 1
        for role in (SPECTATOR, PHONES["blue"]):
            assert "red/sack" not in json.dumps(game.view(role))
            assert game.view(role)["cards"]["pad red"] == 1
        assert now(game, PHONES["red"])["own"]["faceDown"] == ["red/sack-1"]
        (line,) = [line for line in game.view(SPECTATOR)["record"] if line.get("act") == "bluff"]
        assert (line["number"], "card" in line) == (1, False)


def test_a_card_that_scored_without_points_is_told_from_one_that_did_not() -> None:
    boon = 'boon = { sort = "victory", name = "Boon", count = 1, as = "A", points = 0, when = ["pillaged"], '
    rules = deck_with(f'{boon}effects = ["draw 2"] }}\n')
    for card, scored in (("boon-1", True), ("mail-1", False)):
        rolls = "" if scored else "44 44 53 35 44 12 12 1"
        state = fight("axeman-1", "" if scored else "scout-1", rolls, down=(card, ""), rules=rules)
        assert state.latest_combat is not None
        told = told_combat(state.latest_combat)["shown"]
        assert told == [{"card": f"red/{card}", "points": 0, "scored": scored}]


def test_who_looks_back_is_told_what_is_on_the_cards_that_are_shown(tmp_path: Path) -> None:
    """When the game is over, hands are open to those who played, and no more of a deck than lies there."""
    with at_table(tmp_path, "robot", *PREPARE) as game:
        hand = cards(game, "blue", HAND)
        then = past(game.live.sight.glance(), "red", game.live.sight.near(0), over=True)
        assert on_page(then)["cards"]["hand blue"] == sorted(hand, key=game.live.run.bundle.cards.index)
        there = {kind_of(card) for card in hand} | {"bowman", "granary", "scout"}
        told = set(on_page(then)["printed"]["blue"]["kinds"])
        assert there <= told < set(DECKS.file("blue").kinds)


# How a game begins


@pytest.mark.parametrize("mode", [mode for mode in PAGE.modes if mode != WATCH])
def test_everybody_begins_with_eight_cards_and_the_artifacts_beside_the_table(
    tmp_path: Path, mode: str
) -> None:
    with at_table(tmp_path, mode) as game:
        for side in SIDES:
            assert len(cards(game, side, HAND)) == FIRST_HAND
            assert cards(game, side, STOCK) == frozenset(DECKS.of_sort(side, "artifact"))
            assert len(cards(game, side, DECK)) == state(game).player(side).left
        told = game.view(AT_SCREEN)
        assert told["owed"] == {"red": 0, "blue": 0}
        assert [told["printed"][side]["invented"] for side in SIDES] == [True, True]
        assert told["printed"]["red"]["places"][0] == {
            "name": {"en": "Gate"},
            "lines": [{"is": "modifier", "sign": "<>", "amount": 1, "when": "defending", "who": "mine"}],
        }


def test_decks_are_chosen_as_the_table_has_them(tmp_path: Path) -> None:
    """Changed sides; a deck that nobody knows is left to the table."""
    with at_table(tmp_path) as game:
        told = game.view(AT_SCREEN)["table"]
        assert (told["decks"], told["sitting"]) == ({GAME: list(TRAINING)}, list(TRAINING))
    for wanted, sits in ((TRAINING[::-1], TRAINING[::-1]), (("wolves", TRAINING[0]), TRAINING[::-1])):
        choice = Choice("two", seed=4, game=GAME, decks=wanted)
        live = Live(load_table("standard"), tmp_path, choice, lambda _: None)
        try:
            assert [deck.name for deck in live.run.bundle.sitting.values()] == list(sits)
            kinds = {
                live.run.bundle.deck.catalogue[card].kind for card in live.hands.piles.cards("red", DECK)
            }
            assert ("scout" in kinds) == (sits[0] == "training-ash")
        finally:
            live.close()


def test_who_rejects_the_first_hand_shuffles_it_and_has_seven_others(tmp_path: Path) -> None:
    with at_table(tmp_path) as game:
        before = cards(game, "red", HAND)
        artifact = DECKS.of_sort("red", "artifact")[0]
        game.put(artifact, "2 red")
        game.press("ok red", for_s=1.2)
        assert state(game).red.hand.number == SECOND_HAND
        assert state(game).red.spot(2).artifact == artifact
        let(game, most=12)
        after = cards(game, "red", HAND)
        assert (len(after), after == before) == (SECOND_HAND, False)
        assert len(cards(game, "red", DECK)) == state(game).red.left
        assert cards(game, "red", DISCARD) == frozenset()


# Hands


def test_what_a_character_bears_goes_with_it(tmp_path: Path) -> None:
    with at_table(tmp_path, "two", *ATTACK) as game:
        assert game.view(AT_SCREEN)["cards"]["1 red"] == [
            "red/knight-1",
            "red/raider-1",
            "red/anvil-1",
            "red/mail-1",
        ]
        game.press("column 1 red")
        game.put("red/knight-1", "4 red")
        let(game, most=3)
        assert game.view(AT_SCREEN)["cards"]["4 red"] == ["red/knight-1", "red/mail-1"]
        assert now(game)["waiting"] == ["red/knight-1"]


def test_equipment_that_was_given_is_tucked_under_its_bearer(tmp_path: Path) -> None:
    with at_table(tmp_path, "two", *PREPARE) as game:
        give(game, "red/great-axe-1")
        game.put("red/great-axe-1", "5 red")
        assert now(game)["waiting"] == ["red/great-axe-1"]
        game.press("column 1 red")
        assert now(game)["chosen"]["red"] == "red/knight-1"
        game.press("ok red")
        let(game, most=3)
        assert state(game).standing("red/knight-1") is not None
        assert "red/great-axe-1" in game.view(AT_SCREEN)["cards"]["1 red"]
        assert game.view(AT_SCREEN)["corrections"] == []


def test_who_fails_to_be_enlisted_goes_under_the_stock_and_comes_last(tmp_path: Path) -> None:
    position = ("dice 1", "turn 1", "begin draft", "count red hand 3", "count red log 0", "count red com 0")
    with at_table(tmp_path, "two", *position, "count red markers 0") as game:
        give(game, "red/knight-1")
        game.put("red/knight-1", "2 red")
        game.press("ok red")
        assert now(game)["due"] == {
            "player": "red",
            "purpose": "draft",
            "dice": 1,
            "card": "red/knight-1",
            "reach": [5],
            "below": 0,
            "cost": 0,
            "added": [],
            "others": [],
        }
        game.press("dice")
        game.wait(1)
        if now(game)["players"]["red"]["draft"] is not None:
            game.press("ok red", for_s=1.2)  # gives up
        let(game, most=3)
        assert state(game).red.under == ("red/knight-1",)
        piles = game.live.hands.piles
        assert piles.where("red/knight-1") == ("red", DECK)
        deck = len(piles.cards("red", DECK))
        assert deck == state(game).red.left == now(game)["players"]["red"]["stock"]
        drawn = [piles.draw("red") for _ in range(deck)]
        assert drawn[-1] == "red/knight-1"


def test_cards_go_only_where_they_belong(tmp_path: Path) -> None:
    with at_table(tmp_path, "two", *PREPARE) as game:
        give(game, "red/knight-2")
        for card, to in (
            ("red/knight-2", "hand blue"),
            ("red/knight-2", "stock red"),
            ("red/anvil-1", "hand red"),
        ):
            assert game.put(card, to)["reason"] == "wrong-pile"
        assert game.put("red/knight-2", "discard red")["type"] == "done"
        assert game.put(min(cards(game, "red", DECK)), "hand red")["reason"] == "in-deck"
    with at_table(tmp_path / "robot", "robot", *PREPARE) as game:
        assert game.put("blue/bowman-1", "pad red")["type"] == "done"
        assert game.put(min(cards(game, "blue", HAND)), "1 blue")["reason"] == "robots"


# The robot


def test_the_robot_plays_its_first_turns_by_the_table(tmp_path: Path) -> None:
    """Whatever it does is understood: nothing stands refused, and its counts are the world's."""
    with at_table(tmp_path, "robot") as game:
        for _ in range(160):
            game.live.step()
            game.wait(0.2)
            told = game.view(AT_SCREEN)
            assert [one for one in told["refusals"] if one["player"] == "blue"] == []
            step = told["game"]["step"]
            if told["game"]["due"] and told["game"]["due"]["player"] == "red":
                game.press("dice")
            elif "red" in told["game"]["actors"] and not told["game"]["players"]["red"]["done"]:
                game.press("ok red")
            if told["game"]["turn"] >= 2 and step == "draft":
                break
        assert state(game).turn >= 2
        for _ in range(20):
            if len(cards(game, "blue", HAND)) == state(game).blue.hand.number:
                break
            let(game, most=1)
        else:
            raise AssertionError(state(game).blue.hand, cards(game, "blue", HAND))


def presses(told: Any) -> tuple[str, float]:
    """What a person presses who wants nothing but to go on."""
    game, hold_s = told["game"], 1.2
    due, step, facing = game["due"], game["step"], game["facing"]
    if due:
        return ("dice", 0.15) if due["player"] == "red" or due["purpose"] == "initiative" else ("", 0)
    if "red" not in game["actors"]:
        return "", 0
    if step in ("declare", "muster") or (step == "draft" and game["players"]["red"]["draft"]):
        return "ok red", hold_s
    if step in ("yield", "home"):
        return f"column {2 if game['combat']['target'] == 1 else 1} red", 0.15
    chooses = facing is not None and facing["column"] is None
    return ("column 1 red" if chooses else "ok red"), 0.15


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_robot_attacks_whoever_only_waits_and_wins(tmp_path: Path, seed: int) -> None:
    with at_table(tmp_path, "robot", seed=seed) as game:
        before, same = None, 0
        for _ in range(3000):
            game.live.step()
            game.wait(0.15)
            told = game.view(AT_SCREEN)
            now_ = told["game"]
            if now_["winner"]:
                break
            same = same + 1 if (now_["turn"], now_["step"], now_["players"]) == before else 0
            before = (now_["turn"], now_["step"], now_["players"])
            assert same < 60, (told["prompts"], told["refusals"], told["corrections"])
            button, for_s = presses(told)
            if button:
                game.press(button, for_s=for_s)
        assert now(game)["winner"] == "blue"


def test_the_robot_bids_only_when_the_person_has_bid(tmp_path: Path) -> None:
    with at_table(tmp_path, "robot", *BID) as game:
        let(game, most=6)
        assert state(game).blue.bid is None
        game.press("column 2 red")
        game.press("ok red")
        let(game, "due is not None or step != 'bid'")
        assert state(game).blue.bid is not None


def test_the_robot_waits_while_its_hand_is_not_as_counted_or_something_lies_wrongly(tmp_path: Path) -> None:
    with at_table(tmp_path, "robot", "turn 4", "begin stock", "active blue", *PREPARE[2:5]) as game:
        game.live.helping = False
        piles, more, begun = game.live.hands.piles, min(cards(game, "blue", DECK)), state(game)
        piles.take(more, ("blue", HAND))
        let(game, most=6)
        assert state(game) == begun
        piles.take(more, ("blue", DECK))
        card = min(cards(game, "red", HAND))
        game.put(card, "1 blue")
        assert game.view(AT_SCREEN)["corrections"]
        let(game, most=6)
        assert state(game) == begun
        game.put(card, "hand red")
        for _ in range(40):
            let(game, most=1)
            if state(game) != begun:
                return
        raise AssertionError(game.view(AT_SCREEN)["prompts"])


# Answers


def test_odds_are_those_of_the_core_in_per_cent(tmp_path: Path) -> None:
    with at_table(tmp_path, "two", "dice 5 4 1 1", *ATTACK) as game:
        assert ask(game, BOTH) == {}
        game.press("column 1 red")
        for card in ("red/knight-1", "red/raider-1"):
            game.put(card, "4 red")
        game.press("ok red")
        game.press("ok red")
        game.press("column 1 red")
        game.press("ok red")
        game.press("ok blue")
        game.put("blue/duellist-1", "4 blue")
        game.press("ok blue")
        game.press("ok blue")
        game.wait(1)
        assert now(game)["step"] == "shoot"
        told, found = ask(game, BOTH), odds(DECKS, state(game))
        assert told["pillage"] == per_cent(found.pillage, 1)
        assert [each["card"] for each in told["fighters"]] == [
            "red/knight-1",
            "red/raider-1",
            "blue/duellist-1",
        ]
        assert told["fighters"][2]["survives"] == per_cent(found.defenders[0].survives, 1)
        assert [(one["of"], one["number"], one["chance"]) for one in told["roll"]] == [("reach", 9, 27.8)]
        with pytest.raises(CannotError, match="spectator"):
            ask(game, SPECTATOR)
        game.press("dice")
        game.wait(0.5)
        (fallen,) = now(game)["rolls"]
        assert (fallen["card"], fallen["dice"], fallen["count"], fallen["round"]) == (
            "red/raider-1",
            [5, 4],
            1,
            "ranged",
        )


def ask(game: Played, viewer: str) -> Any:
    question = msg.parse(json.dumps({"run": game.owner.run, "n": 1, "do": "odds"}))
    assert isinstance(question, msg.Ask)
    return on_page(answer(game.live, viewer, question))


# Decks of one's own


def test_names_notes_and_steps_of_a_deck_are_told_as_its_file_has_them() -> None:
    """French and German names, text that is done by hand (DA-43), when an instant may be played, a place's text."""
    red, blue = (training(name).text for name in TRAINING)
    red = red.replace('name = "Knight"', 'name = "Knight", names = { de = "Ritter" }, note = "Rides."')
    red = red.replace('at = "combat"', 'at = ["combat", "prepare"]').replace(
        "invented = true", "invented = false"
    )
    bundle = GAME_RECORD.bundle(both_texts(red, blue))
    told = on_page(PAGE.sight(bundle, None, (), "red"))
    knight, rally = (told["red"]["kinds"][kind] for kind in ("knight", "rally"))
    assert (knight["name"], knight["note"]) == ({"en": "Knight", "de": "Ritter"}, "Rides.")
    assert (knight["sort"], knight["hit"], knight["armour"]) == ("character", [7, 9, 11], [9])
    assert rally["at"][0] == "combat"
    assert set(rally["at"][1]) == set(LANGUAGES)
    assert (told["red"]["invented"], told["blue"]["invented"], told["blue"]["kinds"]) == (False, True, {})


# Robots among themselves


def test_watched_robots_show_both_hands_and_their_piles(tmp_path: Path) -> None:
    with at_table(tmp_path, WATCH) as game:
        for _ in range(12):
            game.live.step()
            game.wait(0.2)
        told, piles = game.view(AT_SCREEN), game.live.hands.piles
        assert len(told["record"]) > 5
        for side in SIDES:
            assert set(told["cards"][f"hand {side}"]) == piles.cards(side, HAND)
            left = len(piles.cards(side, DECK)) + len(piles.cards(side, "under"))
            assert told["cards"][f"deck {side}"] == left
            assert isinstance(game.view(SPECTATOR)["cards"][f"hand {side}"], int)
