"""What hands draw or leave undone without being asked: it is seen, and asked back until it is mended."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_core.layout import SIDES
from signifer_firmware.games.field_of_glory.page import FieldOfGloryPage
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual.live import ROBOT, TWO

from tests.firmware.states import fog
from tests.firmware.web.table import Played, played, put_in_hand
from tests.sweeps import shared_out

PLAIN = ("terrain plain plain plain plain plain", "first red")
ACTIONS = (*PLAIN, "begin actions", "count red hand 9", "count red deck 8", "count red discard 2")
EMPTY = (*PLAIN, "begin draw", "count red hand 5", "count red deck 0", "count red discard 8")
RAMPAGE = (
    *PLAIN,
    "begin actions",
    "setup 3 red elephant-1",
    "setup 3 blue heavy-infantry-2",
    "count red hand 9",
    "count red deck 8",
    "count blue hand 9",
    "count blue deck 8",
)


def draw(game: Played, to: str = "hand red") -> str:
    """The top card of red's deck, drawn to there."""
    top = game.live.hands.piles.top("red")
    assert game.do(do="draw", player="red", to=to)["type"] == "done"
    return top


def test_cards_drawn_unasked_are_asked_back_until_they_are_back(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT, position=ACTIONS) as game:
        first, second, third = draw(game), draw(game), draw(game)
        told = game.view()
        assert len(told["cards"]["hand red"]) == 12
        assert told["owed"] == {"red": -3, "blue": 0}
        assert told["game"]["sides"]["red"]["hand"] == 9, "as the screens say"
        # Helping hands leave them to whoever has taken them.
        game.live.step()
        assert game.view()["owed"]["red"] == -3
        assert game.do(do="put-back", player="red")["type"] == "done"
        assert third not in game.view()["cards"]["hand red"]
        game.do(do="as-told")
        game.live.step()
        assert game.view()["owed"]["red"] == 0
        piles = game.live.hands.piles
        assert [piles.draw("red") for _ in range(3)] == [first, second, third], "they lie as they lay"


def test_what_was_drawn_early_counts_when_it_is_due(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=ACTIONS) as game:
        game.live.helping = False
        card = draw(game)
        game.press("ok red", 1.1)
        game.press("ok red")
        told = game.view()
        assert told["owed"]["red"] == 2
        assert card in told["cards"]["hand red"]
        assert game.do(do="put-back", player="red")["reason"] == "nothing-spare"


def test_a_prompt_is_gone_when_it_is_obeyed(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=RAMPAGE) as game:
        game.live.helping = False

        def asked() -> list[str]:
            return [prompt["key"] for prompt in game.view()["prompts"] if prompt["player"] == "red"]

        game.press("column 3 red")
        assert asked() == ["bonus"]
        draw(game, "pad red")
        assert asked() == ["ok-bonus"], "the table says what ok would do with it"
        game.press("ok red", 1.1)
        assert "ok-bonus" not in asked()
    with played(tmp_path / "draw", TWO, position=ACTIONS) as game:
        game.live.helping = False
        game.press("ok red", 1.1)
        game.press("ok red")
        assert "draw-now" in asked()
        for _ in range(3):
            draw(game)
        assert "draw-now" not in asked()


def test_nobody_puts_back_what_another_has_drawn(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT, position=ACTIONS) as game:
        assert game.do(do="put-back", player="blue")["reason"] == "robots"
        assert game.do(do="put-back", player="red")["reason"] == "nothing-spare"


def test_a_card_too_many_that_was_played_is_asked_back_from_the_hand(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=ACTIONS) as game:
        card = draw(game)
        game.put(card, "discard red")
        assert game.view()["owed"]["red"] == -1
        assert game.do(do="put-back", player="red")["reason"] == "nothing-spare", "which one, they choose"
        other = game.hand("red")[0]
        game.put(other, "deck red")
        assert game.view()["owed"]["red"] == 0


def test_the_top_card_on_the_pad_is_none_too_many_where_it_is_asked_for(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=RAMPAGE) as game:
        game.live.helping = False
        draw(game, "pad red")
        assert game.view()["owed"]["red"] == -1
        game.do(do="as-told")
        game.press("column 3 red")
        assert fog(game.live.state).attack is not None
        assert game.view()["owed"]["red"] == 0, "it may be the bonus card"
        game.press("ok red", 1.1)
        assert fog(game.live.state).red.deck == 7
        assert game.view()["owed"]["red"] == 0


@pytest.mark.parametrize("helping", [True, False])
def test_an_empty_deck_is_made_again_by_a_shuffle(tmp_path: Path, helping: bool) -> None:
    with played(tmp_path, TWO, position=EMPTY) as game:
        game.live.helping = False
        game.press("ok red")
        assert fog(game.live.state).step == "shuffle"
        told = game.view()
        assert told["shuffling"] == ["red"]
        assert told["owed"]["red"] == 0
        if helping:
            game.do(do="helping", on=True)
            game.live.step()
        else:
            assert game.do(do="shuffle", player="red")["type"] == "done"
        told = game.view()
        assert (told["shuffling"], told["owed"]["red"]) == ([], 0)
        assert told["cards"]["deck red"] == 8
        game.press("ok red")
        assert game.view()["owed"]["red"] == 3


def test_a_shuffle_that_was_only_said_is_still_asked_for(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=EMPTY) as game:
        game.live.helping = False
        game.press("ok red")
        game.press("ok red")
        told = game.view()
        assert told["shuffling"] == ["red"]
        assert told["owed"]["red"] == 0
        game.do(do="as-told")
        game.live.step()
        told = game.view()
        assert (told["shuffling"], told["owed"]["red"]) == ([], 0)
        assert len(told["cards"]["hand red"]) == 8


def test_a_shuffle_may_be_said_before_the_last_cards_are_drawn(tmp_path: Path) -> None:
    """Whoever presses `ok` twice is faster than helping hands: nothing has been drawn too many then."""
    position = (*(line for line in EMPTY if "deck" not in line), "count red deck 1")
    with played(tmp_path, TWO, position=position) as game:
        game.live.helping = False
        before = len(game.hand("red"))
        game.press("ok red")
        game.press("ok red")
        told = game.view()
        assert told["shuffling"] == ["red"]
        assert told["owed"]["red"] == 0
        game.do(do="as-told")
        game.live.step()
        told = game.view()
        assert (told["shuffling"], told["owed"]["red"]) == ([], 0)
        assert len(told["cards"]["hand red"]) == before + 3


def test_a_card_of_the_deck_among_the_discards_is_no_shuffle(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=ACTIONS) as game:
        draw(game, "discard red")
        assert game.view()["shuffling"] == []


def test_two_cards_are_drawn_before_ok_where_a_turn_begins_so(tmp_path: Path) -> None:
    position = ("players 2", "begin draw", "first 1")
    with played(tmp_path, TWO, game="call-to-glory", position=position) as game:
        game.live.helping = False
        assert step_told(game) == "draw"
        for stock, owed in (("left", 0), ("right", 0), ("left", -1)):
            assert game.do(do="draw", player=stock, to="hand 1")["type"] == "done"
            assert game.view()["owed"]["red"] == owed
        game.do(do="put-back", player="red")
        game.press("ok red")
        assert step_told(game) == "play"
        assert game.view()["owed"] == {"red": 0, "blue": 0}


def step_told(game: Played) -> str:
    return str(game.view()["game"]["step"])


def astray(game: Played, role: str = HAND) -> list[tuple[str, str]]:
    return [(each["card"], each["to"]) for each in game.view(role)["astray"]]


def test_a_card_in_a_wrong_pile_is_asked_back(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=ACTIONS[:-1]) as game:
        game.live.helping = False
        # A hand throws a card away that nobody asked for.
        card = game.hand("red")[0]
        for pile in ("discard", "victory"):
            game.put(card, f"{pile} red")
            assert astray(game) == [(card, "hand red")]
            assert game.view(SPECTATOR)["astray"] == []
            game.do(do="as-told")
            game.live.step()
            assert card in game.hand("red")
        # It pays, and comes back into the hand.
        for needed in ("red/light-infantry-1", "red/commander-1"):
            put_in_hand(game.live, "red", needed)
        game.put("red/light-infantry-1", "3 red")
        game.put("red/commander-1", "pad red")
        assert astray(game) == []
        game.press("ok red")
        game.put("red/commander-1", "hand red")
        assert astray(game) == [("red/commander-1", "discard red")]
        game.do(do="helping", on=True)
        game.live.step()
        assert astray(game) == []
        assert "red/commander-1" in game.live.hands.piles.cards("red", "discard")


def test_what_hands_do_on_their_way_is_not_astray(tmp_path: Path) -> None:
    """A unit that is lifted to be discarded, and a bonus card before it is shown."""
    with played(tmp_path, TWO, position=(*ACTIONS[:-1], "setup 3 red spear-1 spear-2")) as game:
        game.live.helping = False
        put_in_hand(game.live, "red", "red/pike-1")
        game.put("red/spear-1", "discard red")
        assert astray(game) == []
        game.put("red/pike-1", "3 red")
        assert astray(game) == []
    with played(tmp_path / "bonus", TWO, position=RAMPAGE) as game:
        game.live.helping = False
        card = game.hand("red")[0]
        game.press("column 3 red")
        game.put(card, "pad red")
        game.press("ok red")
        game.put(card, "discard red")
        assert astray(game) == []


@pytest.mark.slow
@pytest.mark.parametrize("steps", shared_out([60, 400], 1))
def test_nothing_is_asked_back_in_a_whole_game(
    steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Robots on both sides with the page's hands: they take nothing unasked. In the soak to the end of the game, decks
    made new among it."""
    monkeypatch.setattr(FieldOfGloryPage, "modes", {ROBOT: SIDES})
    with played(tmp_path, ROBOT, seed=3) as game:
        hands, shuffled = game.live.hands, 0
        for _ in range(steps):
            if game.live.over:
                break
            game.live.step()
            game.wait(0.2)
            for player in SIDES:
                shuffled += hands.shuffles(player)
                if not game.live.run.appliance.keeper.outlook.corrections:
                    assert hands.owed(player) >= 0
                    assert hands.astray(player) == ()
        assert bool(shuffled) == game.live.over == (steps > 60)
