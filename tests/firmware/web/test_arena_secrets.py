"""Dark Age Arena: nobody can tell what the other's deck holds, a card on a pad, or a bid. As in `test_secrets` and
`test_seats_secrets` the same game is played several times, with something else hidden, and the bytes are the same."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest
from signifer_core.games.dark_age_arena.deck import training
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.viewers import BOTH, PHONES, SPECTATOR
from signifer_firmware.web.virtual.answers import answer

from tests.firmware.web.hidden import Play, answers, differs
from tests.firmware.web.seated import SEAT_2, apart
from tests.firmware.web.table import Played, played

GAME = "dark-age-arena"
LYING = ("setup 1 red red/knight-1 red/raider-1 red/anvil-1", "setup 2 blue blue/bowman-1 blue/granary-1")
# Who looks on, and the other player.
STRANGERS = (SPECTATOR, HAND)


def sent(folder: Path, role: str, play: Play, **how: object) -> list[str]:
    """All bytes that the pages of ``role`` are sent at a table with devices of their own, with all answers to what they
    may ask."""
    with apart(folder, (role,), game=GAME, **how) as game:
        game.wait(0.5)
        game.audience.frames.clear()
        play(game)
        game.wait(0.5)
        told = [text for frame in game.audience.frames for text in (frame.news, frame.full)]
        return [*told, *answers(game, {HAND: "red", SEAT_2: "blue"}.get(role, role))]


def the_same(games: list[list[str]]) -> None:
    first, *others = games
    assert len(first) > 10
    for told in others:
        for was, now in zip(first, told, strict=True):
            assert now == was, differs(was, now)


def export(game: Played, viewer: str) -> str:
    """The record of the game that is on, as ``viewer`` may have it."""
    return str(answer(game.live, viewer, msg.Export(run="", n=0, do="export"))["text"])


# Decks


HUNTER = 'name = "Hunter", count = 4, control = 4'


def with_decks(folder: Path, hunter: str = HUNTER) -> dict[str, object]:
    """A table beside which the decks of two people lie; in blue's one is a ``hunter`` so."""
    red, blue = (training(f"training-{each}").text for each in ("iron", "ash"))
    assert HUNTER in blue
    folder.mkdir()
    (folder / "wolves.toml").write_text(red.replace("training-iron", "wolves"))
    (folder / "bears.toml").write_text(blue.replace("training-ash", "bears").replace(HUNTER, hunter))
    direct = resources.files("signifer_firmware.config").joinpath("tables", "direct.toml").read_text()
    (folder / "mine.toml").write_text(f'{direct}\n[cards]\ndecks = ["wolves.toml", "bears.toml"]\n')
    return {"table": str(folder / "mine.toml"), "decks": ("wolves", "bears")}


def keeps(game: Played) -> None:
    """Both keep their hands, and discard nothing."""
    for step in ("assemble", "stock"):
        assert game.view(SPECTATOR)["game"]["step"] == step
        for side in ("red", "blue"):
            game.press(f"ok {side}")
        game.wait(1)
    assert game.view(SPECTATOR)["game"]["step"] == "draft"


@pytest.mark.parametrize("role", STRANGERS)
def test_what_the_other_deck_holds(tmp_path: Path, role: str) -> None:
    found = []
    for at, hunter in enumerate((HUNTER, 'name = "Trapper", count = 4, control = 5')):
        how = with_decks(tmp_path / f"decks-{at}", hunter)
        found.append(sent(tmp_path / str(at), role, keeps, **how))
    the_same(found)
    assert "Hunter" not in "".join(found[0])


@pytest.mark.parametrize("mode", ["two", "robot", "watch"])
def test_no_record_of_a_game_that_is_on_has_a_line_of_the_other_deck(tmp_path: Path, mode: str) -> None:
    """Only who watches robots may know both decks."""
    how = with_decks(tmp_path / "decks")
    with played(tmp_path, mode, game=GAME, **how) as game:  # type: ignore[arg-type]
        for viewer in ("red", "blue", BOTH, SPECTATOR, *PHONES.values()):
            text = export(game, viewer)
            told = [line for line in text.split("\n") if "sort =" in line or "leader =" in line]
            assert bool(told) == (mode == "watch" and viewer == BOTH), viewer
            assert ("; Both decks are told when the game is over." in text) == (not told), viewer


# Pads


STEPS = ("assemble", "draft", "prepare", "bid", "supply")


def lays(card: str) -> Play:
    """Red holds both cards, lays one on their pad, where nothing is asked for, and says `ok`."""

    def play(game: Played) -> None:
        piles = game.live.hands.piles
        for held in sorted(piles.cards("red", "hand")):
            piles.take(held, ("red", "deck"))
        for held in ("red/sack-1", "red/berserk-1"):
            piles.take(held, ("red", "hand"))
        game.put(card, "pad red")
        game.wait(1)
        refusals = game.live.run.appliance.keeper.outlook.refusals
        assert [(each.code, each.card) for each in refusals] == [("wrong-phase", None)]
        game.put(card, "hand red")

    return play


@pytest.mark.parametrize("role", [SPECTATOR, SEAT_2])
@pytest.mark.parametrize("step", STEPS)
def test_a_card_that_is_refused_on_a_pad(tmp_path: Path, step: str, role: str) -> None:
    position = ("turn 4", f"begin {step}", *LYING) if step != "assemble" else ()
    cards = ("red/sack-1", "red/berserk-1")
    told = [sent(tmp_path / card[4:], role, lays(card), position=position) for card in cards]
    the_same(told)
    assert "berserk" not in "".join(told[0]).lower()


# Bids


def bids(column: int) -> Play:
    """Red enters so much, thinks, and says `ok`."""

    def play(game: Played) -> None:
        game.press(f"column {column} red")
        game.wait(1)
        assert ("bid red", column) in game.live.run.appliance.keeper.table.held.entered  # type: ignore[union-attr]
        game.press("ok red")
        game.wait(1)

    return play


def in_bids(folder: Path, role: str) -> list[list[str]]:
    position = ("turn 4", "begin bid", *LYING)
    return [sent(folder / str(column), role, bids(column), position=position) for column in (2, 3)]


@pytest.mark.parametrize("role", [SPECTATOR, SEAT_2])
def test_a_bid_as_it_is_entered_and_until_both_are_in(tmp_path: Path, role: str) -> None:
    """At devices of their own nobody sees the other's fist: not the finger, the screen, what is asked or said aloud."""
    told = in_bids(tmp_path, role)
    the_same(told)
    assert "Red bids" in "".join(told[0])


def bids_too_much(*columns: int) -> Play:
    """Red enters more than there is, and is refused."""

    def play(game: Played) -> None:
        for button in (f"column {column} red" for column in columns):
            game.press(button)
            game.wait(0.4)
        assert "A bid of 9" in str(game.view(HAND)["refusals"])

    return play


@pytest.mark.parametrize("role", [SPECTATOR, SEAT_2])
def test_a_bid_that_is_too_high_is_told_to_its_player_alone(tmp_path: Path, role: str) -> None:
    position = ("turn 4", "begin bid", *LYING)
    told = [
        sent(tmp_path / f"{columns}", role, bids_too_much(*columns), position=position)
        for columns in ((4, 5), (5, 4))
    ]
    assert "A bid of" not in "".join(told[0])
    assert "bid-too-high" not in "".join(told[0])


def bids_and_exchanges(column: int) -> Play:
    """Red bids so much, and asks for COM that what is left does not pay for."""

    def play(game: Played) -> None:
        bids(column)(game)
        game.press("column 1 red", 1.3)
        assert "you have 3, less your bid" in str(game.view(HAND)["refusals"])

    return play


@pytest.mark.parametrize("role", [SPECTATOR, SEAT_2])
def test_what_a_bid_leaves_is_told_to_nobody(tmp_path: Path, role: str) -> None:
    position = ("turn 4", "count red com 3", "count red log 3", "begin bid", *LYING)
    the_same(
        [
            sent(tmp_path / str(column), role, bids_and_exchanges(column), position=position)
            for column in (2, 3)
        ]
    )


def test_who_bids_sees_it(tmp_path: Path) -> None:
    two, three = in_bids(tmp_path, HAND)
    assert "Bid: 2 of 6 LOG" in "".join(two)
    assert two != three


def test_at_one_screen_a_bid_is_counted_as_it_is_entered(tmp_path: Path) -> None:
    """The fists are open by then."""
    with played(tmp_path, game=GAME, position=("turn 4", "begin bid", *LYING)) as game:
        game.press("column 2 red")
        for role in (HAND, SPECTATOR):
            assert "Bid: 2 of 6 LOG" in [prompt["text"]["en"] for prompt in game.view(role)["prompts"]]
