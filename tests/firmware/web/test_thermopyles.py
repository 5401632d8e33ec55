"""Thermopyles on the page: who sees which cards, what hands and helping hands do, odds, the end, at a real table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from signifer_core.games.thermopyles.actions import NOTATION
from signifer_core.games.thermopyles.deck import PERSIAN, SPARTAN, standard_deck
from signifer_core.games.thermopyles.odds import odds
from signifer_core.games.thermopyles.position import Setup
from signifer_core.games.thermopyles.state import FULL_ONLY, SEATS, STEPS
from signifer_firmware.games.thermopyles.game import GAME as THERMOPYLES
from signifer_firmware.games.thermopyles.page import PAGE
from signifer_firmware.recording.archive import games_known
from signifer_firmware.recording.game_text import parsed
from signifer_firmware.session.outlook import GAME as ON
from signifer_firmware.texts.terms import per_cent
from signifer_firmware.web.play import WATCH, CannotError
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.view import ELSEWHERE
from signifer_firmware.web.view.viewers import BOTH, PHONES, SPECTATOR
from signifer_firmware.web.virtual.answers import answer

from tests.firmware.session.agreeing import turn
from tests.firmware.states import thermopyles
from tests.firmware.web.static import STATIC, catalogue
from tests.firmware.web.table import Played, on_page, played
from tests.firmware.web.visitors import Visitor, Watched, visit

GAME = "thermopyles"
ROW = ("setup 1 blue persian-8", "setup 2 blue persian-12")
FIGHTING = ("players 1", *ROW, "begin act")
TOGETHER = ("players 3", "first 2", *ROW, "begin act")


@contextmanager
def at_table(folder: Path, mode: str = "solo", *position: str, by_hand: bool = False) -> Iterator[Played]:
    with played(folder, mode, position=position, by_hand=by_hand, game=GAME) as game:
        yield game


def view(game: Played, role: str = HAND) -> Any:
    return game.view(role)


def let(game: Played, until: str) -> None:
    """Let helping hands work until the game is in this step."""
    for _ in range(30):
        if view(game)["game"].get("step") == until and not view(game)["corrections"]:
            return
        game.live.step()
        game.wait(0.3)
    raise AssertionError(f"never {until}: {view(game)['game']}")


def ask(game: Played, viewer: str, do: str, **fields: Any) -> Any:
    question = msg.parse(json.dumps({"run": game.owner.run, "n": 1, "do": do} | fields))
    assert isinstance(question, msg.Ask)
    return on_page(answer(game.live, viewer, question))


# Who sees what


def test_the_team_sees_its_hands_and_nobody_a_deck_or_who_looks_on_a_hand(tmp_path: Path) -> None:
    with at_table(tmp_path, "team-3", *TOGETHER) as game:
        piles = game.live.hands.piles
        hands = {card for seat in SEATS for card in piles.cards(seat, "hand")}
        decks = piles.cards("red", "deck") | piles.cards("blue", "deck")
        assert (len(hands), len(decks)) == (9, 11 + 26)
        told = view(game)["cards"]
        assert {card for seat in "123" for card in told[f"hand {seat}"]} == hands
        assert told["deck red"] == 11
        assert "hand 4" not in told
        for role in (HAND, SPECTATOR, *PHONES.values()):
            text = json.dumps(view(game, role))
            hidden = decks if role == HAND else decks | hands
            assert not [card for card in hidden if f'"{card}"' in text], role
        assert view(game, SPECTATOR)["cards"]["hand 2"] == 3


@pytest.mark.slow
def test_who_looks_on_is_sent_the_same_bytes_whatever_is_hidden(tmp_path: Path) -> None:
    """The same retreat, with other cards in hand and deck: all that spectators and phones are told, or may ask for."""
    sent = []
    for swaps in (False, True):
        with at_table(tmp_path / str(swaps), "solo", *FIGHTING) as game:
            piles = game.live.hands.piles
            if swaps:
                for mine in game.hand("1"):
                    other = sorted(piles.cards("red", "deck") - {"spartan-1"})[0]
                    piles.take(other, ("1", "hand"))
                    piles.take(mine, ("red", "deck"))
            game.press("ok red", 1.5)
            game.press("ok red")
            game.live.step()
            game.wait(3)
            assert view(game)["game"]["hands"] == [5]
            assert len(game.hand("1")) == 5
            looked = [ask(game, who, "look", at=1) for who in (SPECTATOR, PHONES["red"])]
            told = [view(game, who) for who in (SPECTATOR, *PHONES.values())]
            frames = [frame.news for frame in game.audience.frames if frame.role == SPECTATOR]
            sent.append(json.dumps([told, looked, [json.loads(news)["view"] for news in frames]]))
    assert sent[0] == sent[1]


@pytest.mark.soak
@pytest.mark.parametrize("seed", [3, 4])
def test_robots_are_watched_to_the_end(tmp_path: Path, seed: int) -> None:
    with played(tmp_path, WATCH, seed=seed, game=GAME) as game:
        for _ in range(400):
            if game.live.over:
                break
            game.live.step()
            json.dumps([view(game), view(game, SPECTATOR)])
        assert view(game)["game"]["why"]


def test_what_lies_open_is_told_to_everybody(tmp_path: Path) -> None:
    with at_table(tmp_path, "solo", *FIGHTING) as game:
        spartan = game.hand("1")[0]
        game.put(spartan, "1 red")
        game.put("support-2", "pad red")
        told = view(game, SPECTATOR)
        assert told["cards"]["1 red"] == [spartan]
        assert told["cards"]["pad red"] == ["support-2"]
        assert told["game"]["total"] == standard_deck().battle(spartan)
        assert told["table"]["game"] == GAME


# Hands


def test_a_game_is_begun_at_once_or_by_hand(tmp_path: Path) -> None:
    with at_table(tmp_path / "1", "team-2") as game:
        let(game, "act")
        told = view(game)
        assert told["game"]["hands"] == [3, 3]
        assert [len(told["cards"][f"hand {seat}"]) for seat in "12"] == [3, 3]
        assert told["game"]["row"] == [told["cards"]["1 blue"][0], told["cards"]["2 blue"][0]]
    with at_table(tmp_path / "2", by_hand=True) as game:
        game.live.step()
        game.wait(2)
        assert view(game)["game"]["step"] == "players"
        game.press("column 1 red")
        assert (view(game)["owed"], view(game)["game"]["step"]) == ({"red": 4, "blue": 2}, "replenish")


@pytest.mark.slow
def test_helping_hands_do_what_nobody_decides(tmp_path: Path) -> None:
    with at_table(tmp_path, "solo", *FIGHTING) as game:
        piles = game.live.hands.piles
        piles.take("spartan-20", ("1", "hand"))
        piles.take(sorted(piles.cards("1", "hand") - {"spartan-20"})[0], ("red", "deck"))
        game.put("spartan-20", "1 red")
        game.put("support-1", "pad red")
        game.press("ok red")
        game.press("dice")
        let(game, "act")
        told = view(game)
        assert told["cards"]["5 blue"] == ["persian-8", "persian-12"] or told["game"]["repelled"]
        assert told["game"]["cemetery"] + told["game"]["repelled"] == 2
        assert set(told["cards"]["discard red"]) == {"spartan-20", "support-1"}
        assert len(told["cards"]["1 blue"]) == len(told["cards"]["2 blue"]) == 1
        assert told["cards"]["pad red"] == []
        record = ask(game, BOTH, "export")["text"]
        assert "bury persian-8" in record
        assert parsed(record, file="record", games=games_known())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("card", "to"),
    [("persian-8", "hand 1"), ("support-1", "deck blue"), ("spartan-1", "stock red"), ("spartan-1", "box")],
)
def test_a_card_goes_to_no_pile_that_is_not_its_own(tmp_path: Path, card: str, to: str) -> None:
    with at_table(tmp_path, "solo", *FIGHTING) as game:
        if card == "spartan-1":
            game.live.hands.piles.take(card, ("1", "hand"))
        before = game.live.hands.piles.everything
        assert game.put(card, to) == {"type": "refused", "reason": "wrong-pile", "n": 7}
        assert game.put(card, "victory red")["reason"] == "no-such-place"
        assert game.do(do="shuffle", player="red")["reason"] == "no-discards"
        assert game.live.hands.piles.everything == before


def test_a_mode_of_the_other_game_is_refused(tmp_path: Path) -> None:
    with at_table(tmp_path) as game:
        assert game.do(do="new", mode="robot", game=GAME)["reason"] == "no-such-mode"
        assert view(game)["table"]["games"][GAME] == list(PAGE.modes)
        assert GAME not in view(game)["table"]["hides"]


def test_another_game_at_the_same_table_is_said_and_not_mixed_up(tmp_path: Path) -> None:
    with at_table(tmp_path) as game:
        keeper = game.live.run.appliance.keeper
        turn(keeper, "new field-of-glory", game.live.run.now_us)
        assert keeper.bundle.name == "field-of-glory"
        for role in (HAND, SPECTATOR):
            told = view(game, role)
            assert (told["game"], told["table"]["game"]) == ({"phase": ELSEWHERE}, GAME)
        assert ask(game, BOTH, "odds") == {"combats": []}
        game.live.step()


def test_the_menu_of_agreement_opens_over_a_row_of_wrong_cards(tmp_path: Path) -> None:
    with at_table(tmp_path, "solo", *FIGHTING) as game:
        game.put("persian-8", "deck blue")
        game.put(game.hand("1")[0], "1 blue")
        game.do(do="hold", names=("ok red", "ok blue"))
        game.wait(2)
        shown = game.live.run.appliance.keeper.outlook.agreement
        assert shown is not None
        assert [refusal.code for refusal in shown.entry.refusals] == ["card-elsewhere"]
        assert view(game)["screen red"] == view(game, SPECTATOR)["screen red"]


@pytest.mark.slow
def test_robots_play_before_who_watches(tmp_path: Path) -> None:
    with at_table(tmp_path, WATCH) as game:
        for _ in range(6):
            game.live.step()
        told = view(game)
        assert told["game"]["phase"] == ON
        assert told["game"]["hands"]
        assert game.put("support-1", "pad red")["reason"] == "robots"


# Answers


def shown(chance: Fraction) -> float:
    """A chance as a page is told it, worked out apart from it."""
    ends = {0: 0.0, 1: 100.0}
    return ends[int(chance)] if chance in ends else sorted([0.1, round(float(100 * chance), 1), 99.9])[1]


def test_odds_are_those_of_the_core(tmp_path: Path) -> None:
    strong = ("players 1", "setup 1 blue persian-8", "setup 2 blue persian-28", "begin act")
    with at_table(tmp_path, "solo", *strong) as game:
        told = ask(game, BOTH, "odds")["combats"]
        assert {combat["spartan"] for combat in told} == set(game.hand("1"))
        for combat in told:
            exact = odds(standard_deck(), thermopyles(game.live.state), combat["spartan"])
            assert [way["supports"] for way in combat["ways"]] == [0, 1, 2, 3, 4]
            for way, right in zip(combat["ways"], exact.ways, strict=True):
                assert way["defeat"] == shown(right.least(defeats=1))
                held, *beaten, both = way["chances"]
                assert held == shown(1 - right.least(defeats=1))
                assert both == shown(right.least(defeats=2))
                assert held + sum(beaten) + both == pytest.approx(100, abs=0.3)
        game.put(game.hand("1")[0], "1 red")
        assert len(ask(game, BOTH, "odds")["combats"]) == 1
        with pytest.raises(CannotError, match="spectator"):
            ask(game, SPECTATOR, "odds")


def test_odds_are_0_and_100_only_for_what_cannot_be_and_what_must_be() -> None:
    assert [per_cent(Fraction(n, 7776), 1) for n in (0, 1, 3888, 7775, 7776)] == [0, 0.1, 50, 99.9, 100]


def test_hints_are_the_tables_own(tmp_path: Path) -> None:
    with at_table(tmp_path, "solo", *FIGHTING) as game:
        places = ask(game, BOTH, "hint", card=game.hand("1")[0])["places"]
        assert set(places) == {"1 red", "pad red"}
        assert "refusal" not in places["1 red"]
        assert places["pad red"]["refusal"]["ruling"] == "TH-3"
        assert set(ask(game, BOTH, "hint", card="persian-8")["places"]) == {
            "1 blue",
            "2 blue",
            "4 blue",
            "5 blue",
        }


@pytest.mark.parametrize(
    ("position", "press", "why"),
    [
        (("players 1", "marker 6", *ROW, "begin act"), True, "marker"),
        (("players 1", *ROW, "count 1 hand 1", "count pile 0", "begin act"), False, "spartans"),
    ],
)
def test_a_game_ends_by_a_ruling(tmp_path: Path, position: tuple[str, ...], press: bool, why: str) -> None:
    with at_table(tmp_path, "solo", *position) as game:
        if press:
            game.press("ok red", 1.5)
        else:
            piles = game.live.hands.piles
            (held,) = piles.cards("1", "hand")
            game.put(held, "discard red")
            piles.take("spartan-1", ("1", "hand"))
            game.put("spartan-1", "1 red")
            game.press("ok red")
        told = view(game)["game"]
        assert (told["winner"], told["why"]) == ("blue", why)


# What is printed, and its words


def test_cards_say_what_is_assumed() -> None:
    cards = on_page(PAGE.printed(THERMOPYLES.bundle()))["cards"]
    assert len(cards) == 52
    assert all(told["assumed"] for card, told in cards.items() if card.startswith((SPARTAN, PERSIAN)))
    assert not cards["support-1"]["assumed"]
    file = (
        'game = "thermopyles"\n[card.persian-3]\nbattle_value = 14\nannihilation_value = 17\nbonus_card = 1\n'
    )
    told = on_page(PAGE.printed(THERMOPYLES.bundle(file)))["cards"]["persian-3"]
    figures = {"battle_value": 14, "annihilation_value": 17, "bonus_card": 1}
    assert told == {"kind": PERSIAN, "figures": figures, "assumed": False}


def test_every_word_of_the_games_module_is_in_the_catalogue() -> None:
    words = catalogue("en")
    source = "".join(path.read_text(encoding="utf-8") for path in (STATIC / GAME).glob("*.js"))
    said = set(re.findall(r'"(th\.[a-z.]+)"', source))
    assert len(said) > 30
    assert said <= words.keys()
    assert {f"th.did.{act}" for act in NOTATION.words} - {"th.did.drawn"} <= words.keys()
    assert {f"th.step.{step}" for step in STEPS if step not in FULL_ONLY} <= words.keys()
    assert {f"th.end.{why}" for why in ("cemetery", "row", "marker", "spartans", "agreed")} <= words.keys()
    modes = [f"new.{mode}" if f"new.{mode}" in words else f"new.{GAME}.{mode}" for mode in PAGE.modes]
    assert {*modes, *(f"{mode}.note" for mode in modes), f"game.{GAME}", f"game.{GAME}.note"} <= words.keys()
    assert f"step.{ELSEWHERE}" in words


# A real table


def test_a_real_table_shows_its_game(tmp_path: Path) -> None:
    table = Watched(tmp_path)
    try:
        table.until(lambda: table.has_told("READY=1"))
        keeper = table.run.appliance.keeper
        turn(keeper, f"new {GAME}", table.run.scheduler.clock.now_us)
        cards = keeper.bundle.cards
        table.run.appliance.enrol({table.twins.world.tag(card).uid: f"{GAME}:{card}" for card in cards})
        setup = Setup(players=2, row=("persian-8", "persian-12"), buried=("persian-1",), cemetery=1)
        keeper.begin(setup.to_json(), table.run.scheduler.clock.now_us)

        def look() -> None:
            with visit(table.port) as socket:
                page = Visitor(socket)
                told = page.until(lambda view: view["game"].get("step") == "act")
                assert told["table"]["game"] == GAME
                assert told["cards"]["hand 2"] == 3
                assert told["cards"]["deck blue"] == 28 - 3
                assert told["cards"]["stock red"] == [f"support-{number}" for number in range(1, 5)]
                assert told["game"]["cemetery"] == 1
                assert page.ask(do="look", at=0)["type"] == "done"

        table.meanwhile(look)
    finally:
        table.close()
