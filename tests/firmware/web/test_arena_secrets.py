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
