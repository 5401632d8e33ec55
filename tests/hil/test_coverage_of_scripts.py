"""The scripts tell every row: each refusal code and each step of the procedure is expected by some of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_core.games.dark_age_arena import state as dark_age_arena
from signifer_firmware.game_api import registry
from signifer_firmware.texts.sentences import refusal_codes

SCRIPTS = sorted((Path(__file__).parents[1] / "scripts").glob("*.table"))
GAMES = ("field-of-glory", "thermopyles", "call-to-glory", "dark-age-arena")
CODES = {game: refusal_codes(game) for game in GAMES}
_STEPS = {
    *("army", "terrain", "first", "advance", "flank", "actions", "lead", "bonus", "retreat", "result"),
    *("rampage", "draw", "shuffle", "over"),
}
# That of the supports passes within one press.
_THERMOPYLES_STEPS = {"players", "replenish", "act", "dice", "result", "draw", "discard", "over"}
_CALL_TO_GLORY_STEPS = {"players", "deal", "draw", "play", "displace", "mission", "score", "over"}
_STEPS_OF = (_STEPS, _THERMOPYLES_STEPS, _CALL_TO_GLORY_STEPS, set[str](dark_age_arena.STEPS))
STEPS = dict(zip(GAMES, _STEPS_OF, strict=True))
RULINGS = {f"th-{number}" for number in range(1, 11)} | {f"cg-{number}" for number in range(9)}
RULINGS |= {f"da-{number}" for number in range(1, 44)}
# Why undo goes no further back, as the screens say it.
_NEVERS = {"nothing to undo", "cards are drawn", "cards are shown", "bonus card stands", "deck is shuffled"}
_NEVERS |= {"dice were rolled", "that turn is over", "the other has moved"}
_THERMOPYLES_NEVERS = _NEVERS - {"bonus card stands", "deck is shuffled", "the other has moved"}
_CALL_TO_GLORY_NEVERS = _NEVERS - {"bonus card stands", "deck is shuffled"}
_DARK_AGE_ARENA_NEVERS = _CALL_TO_GLORY_NEVERS - {"that turn is over"} | {
    "that step is over",
    "the bid is said",
}
_NEVERS_OF = (_NEVERS, _THERMOPYLES_NEVERS, _CALL_TO_GLORY_NEVERS, _DARK_AGE_ARENA_NEVERS)
NEVERS = dict(zip(GAMES, _NEVERS_OF, strict=True))


def expected(game: str, *words: str) -> set[str]:
    """What stands behind these words in any script of the game, a comment taken off."""
    start = " ".join(words) + " "
    found = set()
    for path in SCRIPTS:
        lines = [" ".join(line.partition("#")[0].split()) for line in path.read_text().splitlines()]
        if f"game {game}" in lines:
            found |= {line.removeprefix(start) for line in lines if line.startswith(start)}
    return found


def test_the_games_are_those_of_the_registry() -> None:
    assert set(GAMES) == set(registry.names())


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_code_is_expected_by_a_script(game: str) -> None:
    assert CODES[game] - expected(game, "expect", "refused") == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_expected_by_a_script(game: str) -> None:
    assert STEPS[game] - expected(game, "expect", "step") == set()


def test_every_ruling_of_the_later_games_has_a_script_named_after_it() -> None:
    assert {"-".join(path.stem.split("-")[:2]) for path in SCRIPTS} >= RULINGS


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_against_an_undo_is_expected_by_a_script(game: str) -> None:
    told = {words for player in ("red", "blue") for words in expected(game, "expect", "screen", player)}
    assert NEVERS[game] - told == set()


@pytest.mark.parametrize(
    "words", ["over 8 cards", "invented cards", "by hand: ", "stock is empty", "of 10 points"]
)
def test_every_notice_of_dark_age_arena_is_seen_in_a_script(words: str) -> None:
    told = {each for player in ("red", "blue") for each in expected(GAMES[3], "expect", "screen", player)}
    assert any(words in each.casefold() for each in told)
