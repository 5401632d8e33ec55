"""Call to Glory on the page: who sees which cards, how a game begins, odds and records, at a real table."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from signifer_core.games.call_to_glory import standard_deck
from signifer_core.games.call_to_glory.actions import NOTATION
from signifer_core.games.call_to_glory.deck import KINDS
from signifer_core.games.call_to_glory.odds import odds
from signifer_core.games.call_to_glory.position import Setup
from signifer_core.games.call_to_glory.state import SEATS, VARIANTS
from signifer_firmware.game_api.registry import names
from signifer_firmware.games.call_to_glory.game import GAME as CALL_TO_GLORY
from signifer_firmware.games.call_to_glory.page import PAGE
from signifer_firmware.games.call_to_glory.page.drawing import lacks
from signifer_firmware.session.events import News
from signifer_firmware.texts.terms import per_cent
from signifer_firmware.web.play import CannotError
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.history import History
from signifer_firmware.web.view.viewers import BOTH, PHONES, SPECTATOR

from tests.firmware.session.agreeing import agree, turn
from tests.firmware.web.at_call_to_glory import (
    FOUR,
    GAME,
    MODES,
    TWO,
    ask,
    at_table,
    give,
    let,
    now,
    state,
    view,
)
from tests.firmware.web.static import STATIC, catalogue
from tests.firmware.web.table import Played, on_page
from tests.firmware.web.visitors import Visitor, Watched, visit

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
