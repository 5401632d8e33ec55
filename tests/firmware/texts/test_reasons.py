"""Why a robot did what it did, in a sentence of each language."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_core.games.dark_age_arena import actions as arena
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.actions import Action
from signifer_core.search import Candidate, Thought
from signifer_firmware.game_api import registry
from signifer_firmware.i18n.words import words_of
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.texts.decisions import decision_text
from signifer_firmware.texts.reasons import reason_text

BUNDLE = registry.bundle("field-of-glory")
ATTACK: tuple[Action, ...] = (act.DeclareAttack(3),)
END: tuple[Action, ...] = (act.EndActions(),)
LAID: tuple[Action, ...] = (act.Place("red/spear-1", 2), act.Pay("red/archer-1"), act.Settle())


def told(thought: Thought[tuple[Action, ...]], language: str = "en") -> str:
    words = words_of(language).calling(BUNDLE.telling.called(BUNDLE.deck))
    return reason_text(thought, BUNDLE.procedure.rules.notation.write, words, BUNDLE.name)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Attack: column 3 (48 % to win). Next best: Actions over (41 %)."),
        (
            "fr",
            "Attaque~: colonne~3 (48~% de chances de gagner). À défaut~: Actions finies (41~%).",
        ),
        ("de", "Angriff: Spalte 3 (48~% Gewinnchance). Zweitbestes: Aktionen beendet (41~%)."),
    ],
)
def test_it_says_the_best_and_the_next_best(language: str, sentence: str) -> None:
    candidates = (Candidate(ATTACK, 50, 0.481), Candidate(END, 20, 0.409))
    assert told(Thought(ATTACK, candidates, 70), language) == sentence.replace("~", "\u00a0")


def test_a_weak_robot_says_what_looked_better() -> None:
    candidates = (Candidate(ATTACK, 50, 0.481), Candidate(END, 20, 0.409))
    assert told(Thought(END, candidates, 70)) == (
        "Actions over (41 % to win). What looked best: Attack: column 3 (48 %)."
    )


def test_a_move_of_several_actions_says_them_all() -> None:
    sentence = told(Thought(LAID, (Candidate(LAID, 9, 0.5),), 9))
    assert sentence.startswith("Placed: ")
    assert sentence.endswith("; Placements closed (50 % to win).")
    assert sentence.count("; ") == 2
    assert told(Thought(LAID, (Candidate(LAID, 9, 0.5),), 9), "fr").count("\u00a0; ") == 2


def test_where_plans_had_one_move_it_does_not_say_that_rules_had() -> None:
    assert told(Thought(END, (), 0)) == "Actions over. Nothing else was thought of."


ARENA = registry.bundle("dark-age-arena")


def told_of(*moves: arena.Action) -> str:
    """What is said of the first one in the arena; the next ones were tried more often and brought less."""
    candidates = tuple(
        Candidate((move,), 50 + number, 0.78 - 0.09 * number) for number, move in enumerate(moves)
    )
    words = words_of("en").calling(ARENA.telling.called(ARENA.deck))
    return reason_text(Thought(candidates[0].move, candidates, 99), ARENA.notation, words, ARENA.name)


def test_it_names_what_the_other_player_is_not_told() -> None:
    assert told_of(arena.Bid("red", 2), arena.Bid("red", 0)) == (
        "Bid: Red, 2 LOG (78 % to win). Next best: Bid: Red, 0 LOG (69 %)."
    )
    assert told_of(arena.Bluff("blue", "blue/slaughter-1"), arena.Bluff("blue", None)) == (
        "Face down: Blue, Blue Slaughter (78 % to win). Next best: Face down: Blue (69 %)."
    )
    words = words_of("en").calling(ARENA.telling.called(ARENA.deck))
    robots = robot(ARENA.name)
    assert robots.said(ARENA, (arena.Bid("red", 2),), words) == "Bid: Red, 2 LOG"
    assert decision_text(ARENA.notation(arena.Bid("red", 2)), words, ARENA.name) == "Bid: Red"


def test_an_equal_card_is_no_other_move() -> None:
    first, equal = (arena.Attach(f"blue/keen-eye-{number}", "blue/raider-1") for number in (1, 2))
    assert told_of(first, equal) == "Equipped: Blue Keen eye, Blue Raider (78 % to win)."
    assert told_of(first, equal, arena.Done("blue")).endswith(". Next best: Done: Blue (60 %).")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Tried less often, but looked better: Actions over (55 %)."),
        ("fr", "Moins essayé, mais plus prometteur~: Actions finies (55~%)."),
        ("de", "Seltener versucht, sah aber besser aus: Aktionen beendet (55~%)."),
    ],
)
def test_what_looked_better_and_was_tried_less_often_is_not_the_next_best(
    language: str, sentence: str
) -> None:
    candidates = (Candidate(ATTACK, 60, 0.5), Candidate(END, 40, 0.55))
    assert told(Thought(ATTACK, candidates, 100), language).endswith(sentence.replace("~", "\u00a0"))


def test_a_weak_robot_names_the_best_that_was_tried_often_enough() -> None:
    candidates = (Candidate(ATTACK, 9, 0.3), Candidate(END, 4, 0.35), Candidate(LAID, 3, 0.6))
    assert told(Thought(END, candidates, 16)).endswith("(60 %).")


@given(
    tried=st.lists(st.tuples(st.integers(1, 60), st.floats(0, 1)), min_size=2, max_size=3),
    number=st.integers(0, 2),
)
def test_the_next_best_is_no_better(tried: list[tuple[int, float]], number: int) -> None:
    ranked = sorted(tried, key=lambda each: (-each[0], -each[1]))
    moves = (ATTACK, END, LAID)
    candidates = tuple(Candidate(move, *each) for move, each in zip(moves, ranked, strict=False))
    sentence = told(Thought(moves[number % len(ranked)], candidates, sum(visits for visits, _ in ranked)))
    first, second = map(int, re.findall(r"(\d+) %", sentence))
    assert ("Next best" in sentence) == (second <= first)
