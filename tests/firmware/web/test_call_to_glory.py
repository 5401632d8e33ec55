"""Call to Glory on the page: who sees which cards, what hands, helping hands and robots do, odds, at a real table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from signifer_core.games.call_to_glory import standard_deck
from signifer_core.games.call_to_glory.actions import NOTATION
from signifer_core.games.call_to_glory.deck import KINDS
from signifer_core.games.call_to_glory.odds import odds
from signifer_core.games.call_to_glory.position import Setup
from signifer_core.games.call_to_glory.state import PADS, SEATS, VARIANTS, State
from signifer_firmware.game_api.registry import names
from signifer_firmware.games.call_to_glory.game import GAME as CALL_TO_GLORY
from signifer_firmware.games.call_to_glory.page import PAGE
from signifer_firmware.games.call_to_glory.page.drawing import lacks
from signifer_firmware.recording.archive import games_known
from signifer_firmware.recording.game_text import parsed
from signifer_firmware.session.events import News
from signifer_firmware.texts.terms import per_cent
from signifer_firmware.web.play import WATCH, CannotError
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.history import History
from signifer_firmware.web.view.viewers import BOTH, PHONES, SPECTATOR
from signifer_firmware.web.virtual.agreement import IS_AHEAD, SAW_IT
from signifer_firmware.web.virtual.answers import answer

from tests.firmware.session.agreeing import agree, turn
from tests.firmware.web.static import STATIC, catalogue
from tests.firmware.web.table import Played, on_page, played
from tests.firmware.web.visitors import Visitor, Watched, visit

GAME = "call-to-glory"
# Four play with everything, in the middle of a round; 1 is to play. Two hands hold cards that everybody saw.
FOUR = (
    "players 4",
    "variant both",
    "begin play",
    "setup 2 red monk-1 monk-2",
    "setup 3 red ninja-1 ninja-2 ninja-3",
    "owner ninja 3",
    "setup 2 blue samurai-1 samurai-2 samurai-3",
    "setup pad red farmer-9 monk-5",
    "setup pad blue empress-5",
    "figures 3 1",
    "figures 1 1",
    "seen 2 monk-7",
    "seen 3 emperor-5",
    "count 1 hand 7",
)
# Blue's two emperors are about to be displaced by red.
TWO = ("players 2", "begin play", "first 1", "setup 1 blue emperor-1", "setup 2 blue emperor-2")
BOTH_PADS = ("setup pad red farmer-9", "setup pad blue farmer-8")
MODES = {mode: robots for mode, robots in PAGE.modes.items() if mode != WATCH}


@contextmanager
def at_table(
    folder: Path, mode: str = "two", *position: str, by_hand: bool = False, variant: str = "", seed: int = 4
) -> Iterator[Played]:
    with played(folder, mode, seed, position=position, by_hand=by_hand, game=GAME, variant=variant) as game:
        yield game


def view(game: Played, role: str = HAND) -> Any:
    return game.view(role)


def now(game: Played) -> Any:
    return view(game)["game"]


def state(game: Played) -> State:
    found = game.live.state
    assert isinstance(found, State)
    return found


def let(game: Played, until: str = "", most: int = 40) -> None:
    """Let helping hands and robots work until something holds of the position, or nothing more is done."""
    for _ in range(most):
        game.live.step()
        game.wait(0.3)
        if until and eval(until, {}, now(game)):
            return
    assert not until, (until, now(game))


def ask(game: Played, viewer: str, do: str, **fields: Any) -> Any:
    question = msg.parse(json.dumps({"run": game.owner.run, "n": 1, "do": do} | fields))
    assert isinstance(question, msg.Ask)
    return on_page(answer(game.live, viewer, question))


def give(game: Played, seat: str, *cards: str) -> None:
    """Have these cards in a hand, for others of it."""
    piles = game.live.hands.piles
    for card in cards:
        where = piles.where(card)
        if where == (seat, "hand"):
            continue
        assert isinstance(where, tuple)
        old = min(one for one in piles.cards(seat, "hand") - {*cards} if not one.startswith("mission"))
        piles.take(card, (seat, "hand"))
        piles.take(old, where)


# Who sees what


def hidden_from(game: Played, *seats: str) -> frozenset[str]:
    """The cards of these hands that nobody else has seen, and those of the face-down piles."""
    piles = game.live.hands.piles
    hands = {card for seat in seats for card in piles.cards(seat, "hand")}
    seen = {card for hand in state(game).hands for card in hand.seen}
    return frozenset(hands | piles.cards("left", "deck") | piles.cards("right", "deck")) - seen


@pytest.mark.parametrize(
    ("mode", "role", "others"),
    [
        ("robots-3", HAND, "234"),
        ("robots-3", SPECTATOR, "1234"),
        ("four", HAND, ""),
        ("four", SPECTATOR, "1234"),
        *(("four", phone, "1234") for phone in PHONES.values()),
        *(("robots-3", phone, "1234") for phone in PHONES.values()),
    ],
)
def test_nobody_is_told_a_card_that_is_hidden_from_them(
    tmp_path: Path, mode: str, role: str, others: str
) -> None:
    with at_table(tmp_path, mode, *FOUR) as game:
        game.live.step()  # missions are given
        piles = game.live.hands.piles
        assert [len(piles.cards(seat, "hand")) for seat in SEATS] == [10, 6, 6, 6]
        hidden = hidden_from(game, *others)
        assert len(hidden) == {"1234": 109, "234": 99, "": 83}[others]
        told = view(game, role)
        text = json.dumps(told)
        assert not [card for card in hidden if f'"{card}"' in text]
        for seat in SEATS:
            held = told["cards"][f"hand {seat}"]
            closed = seat in others
            assert held == (len(piles.cards(seat, "hand")) if closed else sorted(held, key=game.live.order))
        assert told["cards"]["pad red"] == ["farmer-9", "monk-5"]
        assert told["cards"]["deck left"] + told["cards"]["deck right"] == state(game).stock.number
        assert [one["seen"] for one in told["game"]["seats"]] == [[], ["monk-7"], ["emperor-5"], []]


@pytest.mark.parametrize("mode", MODES)
def test_when_it_is_over_all_hands_are_open_to_those_who_played_who_look_back(
    tmp_path: Path, mode: str
) -> None:
    with at_table(tmp_path, mode, f"players {PAGE.numbers[mode]}", "begin play", "first 1") as game:
        seats = state(game).seats
        game.put(game.hand("1")[0], "pad red")
        game.press("ok red")

        def back(viewer: str) -> dict[str, Any]:
            cards = ask(game, viewer, "look", at=game.live.sight.past[-1][0])["cards"]
            return {seat: cards[f"hand {seat}"] for seat in seats}

        mine = ("1",) if MODES[mode] else ()
        covered = {seat: cards for seat, cards in back(game.live.viewer).items() if isinstance(cards, int)}
        assert covered == {seat: len(game.hand(seat)) for seat in seats if seat not in mine}, (
            "nobody looks back into hands that others hold"
        )
        keeper = game.live.run.appliance.keeper
        agree(keeper, "over", "red" if len(seats) == 2 else "1", game.live.run.now_us)
        game.wait(0.3)
        assert game.live.over
        assert back(game.live.viewer) == {
            seat: sorted(game.hand(seat), key=game.live.order) for seat in seats
        }
        assert all(isinstance(cards, int) for cards in back(SPECTATOR).values())


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "roles"), [("robots-2", (HAND, SPECTATOR)), ("three", (SPECTATOR,))])
def test_the_same_bytes_are_sent_whatever_is_hidden(
    tmp_path: Path, mode: str, roles: tuple[str, ...]
) -> None:
    """The same gestures with other cards in hidden hands and piles: all that is told, and may be asked for."""
    position = ("players 3", "variant missions", "begin play", "seen 3 emperor-5")
    sent = []
    for swaps in (False, True):
        with at_table(tmp_path / str(swaps), mode, *position) as game:
            game.live.helping = False
            game.live.play._given(state(game))  # type: ignore[attr-defined]
            piles = game.live.hands.piles
            if swaps:
                for seat in "23":
                    for mine in sorted(piles.cards(seat, "hand") - {"emperor-5"}):
                        pile = ("", "box") if mine.startswith("mission") else ("left", "deck")
                        kind = mine.rpartition("-")[0] if pile[0] == "" else ""
                        others = piles.cards(*pile) if pile[0] == "" else piles.cards("right", "deck")
                        other = min(card for card in others if card.startswith(kind))
                        at = piles.where(other)
                        assert isinstance(at, tuple)
                        piles.take(other, (seat, "hand"))
                        piles.take(mine, at)
            give(game, "1", "farmer-1")
            game.put("farmer-1", "pad red")
            game.press("ok red")
            game.wait(1)
            assert now(game)["seat"] == "2"
            looked = [ask(game, role if role != HAND else "red", "look", at=1) for role in roles]
            told = [view(game, role) for role in (*roles, *PHONES.values())]
            frames = [frame.news for frame in game.audience.frames if frame.role in roles]
            sent.append(json.dumps([told, looked, [json.loads(news)["view"] for news in frames]]))
    assert sent[0] == sent[1]


def test_who_shares_a_screen_looks_back_into_no_hand(tmp_path: Path) -> None:
    with at_table(tmp_path, "two", *TWO) as game:
        game.owner.tell()
        assert isinstance(view(game)["cards"]["hand 1"], list)
        assert ask(game, BOTH, "look", at=0)["cards"]["hand 1"] == 5
    with at_table(tmp_path / "robot", "robot", *TWO) as game:
        game.owner.tell()
        back = ask(game, "red", "look", at=0)["cards"]
        assert (len(back["hand 1"]), back["hand 2"]) == (5, 3)


def test_two_who_agree_are_called_by_their_sides_and_four_by_their_numbers(tmp_path: Path) -> None:
    for mode, position, whose, whom in (("two", TWO, "Blue", "Red"), ("four", FOUR, "Player 2", "Player 1")):
        with at_table(tmp_path / mode, mode, *position) as game:
            for text in ("agreed hand 2 4", "agreed active 1", "agreed over 1"):
                game.live.run.appliance._tell(News(1, "action", {"player": "both", "text": text}))
            game.wait(0.2)
            said = [line["message"]["en"] for line in view(game)["record"] if line.get("act") == "agreed"]
            assert said == [
                f"{whose}'s hand: 4",
                f"Whose turn it is: {whom}",
                f"The game is over: {whom} wins",
            ]


# How a game begins


@pytest.mark.parametrize("mode", MODES)
def test_a_game_is_begun_at_once_in_each_mode(tmp_path: Path, mode: str) -> None:
    with at_table(tmp_path, mode, variant="both") as game:
        let(game, "step in ('draw', 'play') and turn == 1")
        while any(lacks(state(game), game.live.hands.piles, seat) for seat in state(game).seats):
            game.live.step()
            game.wait(0.3)
        number = {"robot": 2, "robots-2": 3, "robots-3": 4, "two": 2, "three": 3, "four": 4}[mode]
        assert len(state(game).hands) == number
        assert (state(game).variant, now(game)["rounds"]) == ("both", 3)
        for seat in SEATS[:number]:
            held = game.live.hands.piles.cards(seat, "hand")
            assert sorted(card[:9] for card in held if card.startswith("mission")) == [
                "mission-a",
                "mission-b",
                "mission-c",
            ]
            assert len(held) - 3 == state(game).hand(seat).number
        assert len(game.live.hands.piles.cards("left", "deck")) == state(game).piles[0]


def test_each_variant_is_begun(tmp_path: Path) -> None:
    for variant in ("", *VARIANTS):
        with at_table(tmp_path / (variant or "first"), "two", variant=variant) as game:
            let(game, "step == 'draw'")
            assert state(game).variant == (variant or "none")


def test_by_hand_buttons_say_how_a_game_begins(tmp_path: Path) -> None:
    with at_table(tmp_path, "three", by_hand=True) as game:
        let(game, most=3)
        assert now(game)["step"] == "players"
        for button in ("column 3 red", "ok red", "column 2 blue", "ok blue"):
            assert game.do(do="helping", on=False)["type"] == "done"
            game.press(button)
        assert (now(game)["step"], now(game)["seat"], view(game)["owed"]) == (
            "draw",
            "2",
            {"red": 6, "blue": 3},
        )
        game.do(do="draw", player="left", to="hand 2")
        assert (view(game)["owed"]["blue"], len(game.hand("2"))) == (2, 1)
        game.do(do="as-told")
        let(game, most=2)
        assert [len(game.hand(seat)) for seat in "123"] == [3, 3, 3]
        piles = game.live.hands.piles
        assert [len(piles.cards(stock, "deck")) for stock in ("left", "right")] == list(state(game).piles)


def test_a_variant_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with at_table(tmp_path) as game:
        assert game.do(do="new", mode="two", game=GAME, variant="dragons")["reason"] == "no-such-mode"
        assert game.do(do="new", mode="two", game="field-of-glory", variant="both")["reason"] == (
            "no-such-mode"
        )
        told = view(game)["table"]
        assert told["variants"] == {name: [] for name in names()} | {GAME: list(VARIANTS)}
        assert told["shared"][GAME] == ["two", "three", "four"]


# Hands


def displaced(game: Played, *laid: str) -> None:
    """Red lays more emperors than blue has."""
    cards = laid or ("emperor-3", "emperor-4", "emperor-5")
    give(game, "1", *cards)
    for card in cards:
        game.put(card, "3 red")
    game.press("ok red")
    assert now(game)["displaced"]["kind"] == "emperor"
    assert now(game)["deciders"] == ["2"]


def test_the_rest_of_a_displaced_set_follows_its_first_card(tmp_path: Path) -> None:
    with at_table(tmp_path, "two", *TWO, *BOTH_PADS) as game:
        displaced(game)
        let(game, most=3)
        fixes = view(game)["corrections"]
        assert [(fix["verb"], fix["card"], fix["to"]) for fix in fixes] == [
            ("take", "emperor-1", ""),
            ("take", "emperor-2", ""),
        ]
        assert view(game)["cards"]["1 blue"] == ["emperor-1"]
        game.put("emperor-2", "pad blue")
        (left,) = view(game)["corrections"]
        assert (left["card"], left["to"]) == ("emperor-1", "pad blue")
        let(game, "step == 'draw'")
        assert view(game)["cards"]["pad blue"] == ["farmer-8", "emperor-2", "emperor-1"]
        assert now(game)["pads"]["blue"] == {"number": 3, "top": ["emperor-1", "emperor-2"]}


def test_a_displaced_set_is_carried_where_there_is_no_choice(tmp_path: Path) -> None:
    with at_table(tmp_path, "two", *TWO, BOTH_PADS[0]) as game:
        displaced(game)
        let(game, "step == 'draw'")
        assert view(game)["cards"]["pad blue"] == ["emperor-1", "emperor-2"]


def test_what_was_laid_is_not_drawn_again(tmp_path: Path) -> None:
    """Cards that lie in front of a player, read or not, are still counted in the hand."""
    with at_table(tmp_path, "two", *TWO) as game:
        before = len(game.live.hands.piles.cards("left", "deck"))
        give(game, "1", "monk-1", "monk-2")
        piles = game.live.hands.piles
        game.put("monk-1", "4 red")
        piles.put("monk-2", next(zone for zone in PAGE.places("monk-2", "red") if zone.place == "5"))
        assert lacks(state(game), piles, "1") == 0
        let(game, most=3)
        assert len(piles.cards("left", "deck")) == before


def test_a_card_is_drawn_from_a_pad_by_hand_and_known_to_all(tmp_path: Path) -> None:
    position = ("players 2", "begin draw", *BOTH_PADS)
    with at_table(tmp_path, "two", *position) as game:
        game.put("farmer-9", "hand 1")
        assert now(game)["drawn"] == ["red"]
        game.press("column 5 red")
        let(game, "step == 'play'")
        let(game, most=3)
        told = view(game, SPECTATOR)
        assert told["game"]["seats"][0]["seen"] == ["farmer-9"]
        assert told["cards"]["hand 1"] == 5
        assert len(game.live.hands.piles.cards("right", "deck")) == state(game).piles[1]


@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        ({"do": "move", "card": "{3}", "to": "1 red"}, "robots"),
        ({"do": "move", "card": "{2}", "to": "hand 1"}, "robots"),
        ({"do": "move", "card": "{1}", "to": "hand 3"}, "robots"),
        ({"do": "draw", "player": "left", "to": "hand 2"}, "robots"),
        ({"do": "move", "card": "{deck}", "to": "hand 1"}, "in-deck"),
        ({"do": "move", "card": "{1}", "to": "box"}, "wrong-pile"),
        ({"do": "move", "card": "{mission}", "to": "deck left"}, "wrong-pile"),
        ({"do": "move", "card": "{1}", "to": "stock red"}, "no-such-place"),
        ({"do": "button", "name": "ok blue", "down": True}, "robots"),
    ],
)
def test_against_robots_hands_take_their_own_cards_alone(
    tmp_path: Path, deed: dict[str, Any], reason: str
) -> None:
    with at_table(tmp_path, "robots-3", *FOUR) as game:
        game.live.step()
        piles = game.live.hands.piles
        names = {seat: sorted(set(game.hand(seat)) & {*standard_deck().characters})[0] for seat in SEATS}
        names["deck"] = min(piles.cards("left", "deck"))
        names["mission"] = next(card for card in game.hand("1") if card.startswith("mission"))
        before = piles.everything
        filled = {
            key: names.get(value[1:-1], value) if str(value)[0] == "{" else value
            for key, value in deed.items()
        }
        assert game.do(**filled)["reason"] == reason
        assert piles.everything == before


def test_hints_are_told_of_ones_own_hand_alone(tmp_path: Path) -> None:
    with at_table(tmp_path, "robots-3", *FOUR) as game:
        game.live.step()
        give(game, "1", "monk-3")
        places = ask(game, "red", "hint", card="monk-3")["places"]
        assert set(places) == {*(f"{column} red" for column in range(1, 6)), "pad red", "pad blue"}
        assert "refusal" not in places["1 red"]
        for card in (game.hand("3")[0], "monk-1", min(game.live.hands.piles.cards("left", "deck"))):
            with pytest.raises(CannotError, match="no-such-card"):
                ask(game, "red", "hint", card=card)


def test_between_rounds_all_cards_are_shuffled_and_split_again(tmp_path: Path) -> None:
    position = (
        *("players 2", "begin play"),
        "setup 1 red farmer-1 farmer-2 monk-1 monk-2 envoy-1 envoy-2",
        "setup 2 red ninja-1 ninja-2 samurai-1 samurai-2",
        "setup pad red emperor-1",
    )
    with at_table(tmp_path, "two", *position) as game:
        give(game, "1", "shogun-1", "shogun-2")
        for card in ("shogun-1", "shogun-2"):
            game.put(card, "3 red")
        game.press("ok red")
        assert now(game)["step"] == "score"
        # What lies on a discard pile is no answer to what is asked.
        prompts = [(each["player"], each["key"]) for each in game.view()["prompts"]]
        assert prompts == [("red", "read-scores"), ("blue", "read-scores")]
        assert now(game)["seats"][0]["points"] == 20 + 18 + 16 + 14 + 12 + 9
        game.press("ok red")
        game.press("ok blue")
        let(game, "step == 'deal'")
        piles = game.live.hands.piles
        assert len(piles.cards("left", "deck")) == len(piles.cards("right", "deck")) == 55
        assert not list(piles.layout.items())
        assert now(game)["seat"] == "2"
        game.press("ok blue")
        let(game, most=3)
        assert [len(game.hand(seat)) for seat in "12"] == [3, 3]


# Robots


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


def discard(game: Played, card: str) -> None:
    """Lay a card on a pad that takes it."""
    game.put(card, "pad red")
    if view(game)["refusals"]:
        game.put(card, "pad blue")


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


# Answers


def test_odds_are_those_of_the_core(tmp_path: Path) -> None:
    with at_table(tmp_path, "four", *FOUR) as game:
        told = {each["kind"]: each for each in ask(game, BOTH, "odds")["kinds"]}
        assert set(told) == set(KINDS)
        exact = odds(standard_deck(), state(game), "monk")
        assert (told["monk"]["owner"], told["monk"]["size"], told["monk"]["needed"]) == ("1", 2, 3)
        assert told["monk"]["chance"] == per_cent(exact.chance, 1)
        with pytest.raises(CannotError, match="spectator"):
            ask(game, SPECTATOR, "odds")


def test_the_record_tells_sets_and_figures(tmp_path: Path) -> None:
    with at_table(tmp_path, "four", *FOUR) as game:
        game.live.helping = False
        game.press("column 2 red", 1.5)
        game.put("samurai-1", "pad red")
        give(game, "1", "monk-8", "monk-9", "monk-10")
        for card in ("monk-8", "monk-9", "monk-10"):
            game.put(card, "5 red")
        game.press("ok red")
        lines = {line["act"]: line for line in view(game)["record"] if line["kind"] == "action"}
        assert lines["strike"]["of"] == "samurai"
        assert (lines["remove"]["card"], lines["remove"]["pad"]) == ("samurai-1", "red")
        assert (lines["lay"]["of"], lines["lay"]["size"]) == ("monk", 3)
        # Two sit on each side: who has done it is told by number, also of what was before the page listened.
        assert (lines["strike"]["player"], lines["lay"]["player"]) == ("1", "1")
        kept = History(game.live.run.bundle, game.live.run.appliance.game_so_far())
        assert [news.what["who"] for _, news in kept.lines] == ["1"] * 3


@pytest.mark.parametrize(("mode", "who"), [("two", ["red", "blue"]), ("three", ["1", "2", "3"])])
def test_the_record_tells_who_has_rolled_for_the_start(tmp_path: Path, mode: str, who: list[str]) -> None:
    with at_table(tmp_path, mode, by_hand=True) as game:
        let(game, most=3)
        assert game.do(do="helping", on=False)["type"] == "done"
        game.press(f"column {len(who)} red")
        game.press("ok red")
        for _ in who:
            game.press("dice")
        lines = [line for line in view(game)["record"] if line.get("act") == "rolled"]
        assert [line["player"] for line in lines[: len(who)]] == who
        kept = History(game.live.run.bundle, game.live.run.appliance.game_so_far())
        told = [news.what for _, news in kept.lines if str(news.what.get("text", "")).startswith("rolled")]
        assert [what.get("who", what["player"]) for what in told[: len(who)]] == who
        assert all("{player}" in catalogue(name)["cg.did.rolled"] for name in ("en", "fr", "de"))


# What is printed, and its words


def test_missions_say_what_is_assumed() -> None:
    told = on_page(PAGE.printed(CALL_TO_GLORY.bundle()))
    assert {kind: figures["value"] for kind, figures in told["kinds"].items() if kind in KINDS} == {
        kind: standard_deck().value(kind) for kind in KINDS
    }
    assert len(told["cards"]) == 122
    assert told["cards"]["mission-a-1"] == {
        "kind": "mission-a",
        "letter": "a",
        "names": "empress",
        "points": 5,
        "assumed": True,
    }
    own = CALL_TO_GLORY.bundle(f'game = "{GAME}"\n[card.mission-b-2]\nnames = 14\n')
    mission = on_page(PAGE.printed(own))["cards"]["mission-b-2"]
    assert (mission["names"], mission["assumed"]) == ("ninja", False)


def test_kinds_bear_the_figures_of_the_owners_cards() -> None:
    """How many cards there are, and whether three are a set, is no matter of the value or the name."""
    own = CALL_TO_GLORY.bundle(
        f'game = "{GAME}"\n[kind.farmer]\nvalue = 10\nthree_to_lay = 1\n[card.mission-c-4]\nnames = 10\n'
    )
    kinds = on_page(PAGE.printed(own))["kinds"]
    assert [kinds["farmer"][figure] for figure in ("value", "copies", "least")] == [10, 20, 3]
    assert [kinds["monk"][figure] for figure in ("value", "copies", "least")] == [18, 18, 2]


def test_every_word_of_the_games_modules_is_in_the_catalogue() -> None:
    words = catalogue("en")
    source = "".join(path.read_text(encoding="utf-8") for path in (STATIC / GAME).glob("*.js"))
    said = set(re.findall(r'"(cg\.[a-z.]+)"', source))
    assert len(said) > 30
    assert said <= words.keys()
    done = {f"cg.did.{act}" for act in NOTATION.words} | {"cg.did.draw.left", "cg.did.draw.right"}
    assert done - {"cg.did.draw", "cg.did.drawn", "cg.did.given"} <= words.keys()
    assert {f"cg.variant.{variant}" for variant in VARIANTS} <= words.keys()
    assert {f"new.{GAME}.variant.{variant}" for variant in VARIANTS} <= words.keys()
    modes = [f"new.{GAME}.{mode}" if f"new.{GAME}.{mode}" in words else f"new.{mode}" for mode in PAGE.modes]
    assert {*modes, *(f"{mode}.note" for mode in modes), f"game.{GAME}", f"game.{GAME}.note"} <= words.keys()


# A real table


def test_a_real_table_shows_its_game(tmp_path: Path) -> None:
    table = Watched(tmp_path)
    try:
        table.until(lambda: table.has_told("READY=1"))
        keeper = table.run.appliance.keeper
        turn(keeper, f"new {GAME}", table.run.scheduler.clock.now_us)
        cards = keeper.bundle.cards
        table.run.appliance.enrol({table.twins.world.tag(card).uid: f"{GAME}:{card}" for card in cards})
        setup = Setup(players=3, variant="missions", step="draw")
        keeper.begin(setup.to_json(), table.run.scheduler.clock.now_us)

        def look() -> None:
            with visit(table.port) as socket:
                page = Visitor(socket)
                told = page.until(lambda view: view["game"].get("step") == "draw")
                assert told["table"]["game"] == GAME
                assert told["cards"]["hand 3"] == 3 + 3
                assert (told["cards"]["deck left"], told["cards"]["deck right"]) == (51, 50)
                assert told["cards"]["pad red"] == []
                assert page.ask(do="look", at=0)["type"] == "done"

        table.meanwhile(look)
    finally:
        table.close()
