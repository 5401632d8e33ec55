"""Help and reasons of Call to Glory: for each step and language; they fit, name their ruling, and their figures are
true."""

from __future__ import annotations

import re
from functools import cache

import pytest
from signifer_core.frozen import replace
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.state import FULL_ONLY, STEPS, State
from signifer_core.layout import SIDES
from signifer_core.procedure import Table
from signifer_firmware.games.call_to_glory.game import GAME
from signifer_firmware.games.call_to_glory.texts import help as help_module
from signifer_firmware.games.call_to_glory.texts.words import won_text
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of

from tests.core.call_to_glory.hands import Hands, known
from tests.core.call_to_glory.states import RULES, after, begun, cards, lay, position
from tests.firmware.display.drawn import check_drawn_whole

from .moments import moments

ENGLISH = words_of("en")
BUNDLE = GAME.bundle()
RULING = re.compile(r"\(CG-\d+(, CG-\d+)*\)")
FIGURE = position(("ninja 2", ""), sets={"2": {"farmer": 4}}, variant="figures", figures=(1, 0))
MOST_PAGES = 11


@cache
def tables() -> list[Table[State]]:
    """A table of each step, and what hands have begun there."""
    found: dict[object, Table[State]] = {}
    for state in moments():
        found.setdefault((state.step, len(state.hands) > 2, state.variant), Table(state))
    waiting = Hands(known(FIGURE, farmer="1"))
    waiting.press("hold column 1 red")
    laying = Hands(position(("ninja 4", ""), sets={"2": {"ninja": 2}})).lay_all(cards("ninja 2"), "2 red")
    displaced = after(position(("ninja 4", ""), sets={"2": {"ninja": 3}}), lay(*cards("ninja 4")))
    states = (
        RULES.table_game(),
        FIGURE,
        displaced,
        after(FIGURE, act.Strike("farmer")),
        replace(begun(2), step="over", winner="1", scores=((60,), (36,))),
        after(RULES.table_game(), act.Players(2, "missions")),
        replace(after(RULES.table_game(), act.Players(2, "none")), round=2, starter="2"),
    )
    return [*found.values(), *map(Table, states), waiting.table, laying.table]


def test_every_step_is_among_the_tables() -> None:
    assert {table.state.step for table in tables()} == set(STEPS) - set(FULL_ONLY)


def test_the_kinds_of_which_three_are_laid_are_those_of_the_owners_cards() -> None:
    own = GAME.bundle('game = "call-to-glory"\n[kind.farmer]\nthree_to_lay = 1\n')
    table = Table(position(("ninja 2", "", "")))
    for bundle, named in ((BUNDLE, "envoy, ninja, samurai"), (own, "farmer, envoy, ninja, samurai")):
        said = help_module.help_text(bundle.deck, table, "red", ENGLISH)
        assert [line.partition("(CG-2): ")[2] for line in said if "sets of these" in line] == [f"{named}."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_two_to_seven_sentences_that_fit(language: str) -> None:
    for table in tables():
        red, blue = (BUNDLE.help(table, player, words_of(language)) for player in SIDES)
        assert red == blue
        assert 2 <= len(red) <= 7, red
        assert all(sentence.endswith(".") for sentence in red)
        check_drawn_whole("Help", red, MOST_PAGES)


def test_every_sentence_of_the_help_is_said() -> None:
    said = {sentence for table in tables() for sentence in help_module._asked(BUNDLE.deck, table)}
    assert said == set(help_module._SENTENCES)


def test_what_may_be_done_names_its_ruling() -> None:
    for table in tables():
        said = " ".join(BUNDLE.help(table, "red", ENGLISH))
        assert RULING.search(said) or table.held.laid, said


def test_help_has_the_figures_of_the_table() -> None:
    (laying,) = [table for table in tables() if table.held.laid]
    assert BUNDLE.help(laying, "red", ENGLISH)[0] == "Ninja: 2 laid, 3 needed; ok lays the set."
    displaced = after(position(("ninja 4", ""), sets={"2": {"ninja": 3}}), lay(*cards("ninja 4")))
    assert BUNDLE.help(Table(displaced), "red", ENGLISH)[0] == (
        "Blue lays the set on one pad, in any order (CG-3, CG-4): 3 ninja."
    )


# Why


def why(state: State, words: Words = ENGLISH) -> tuple[str, ...]:
    said = BUNDLE.why(Table(state), "red", words)
    for language in LANGUAGES:
        check_drawn_whole("Why?", BUNDLE.why(Table(state), "red", words_of(language)), MOST_PAGES)
    return said


def test_without_scores_and_with_nothing_leaving_there_is_no_reason() -> None:
    assert why(position(("farmer 2", ""))) == ()
    assert why(RULES.table_game()) == ()


def test_cg_3_why_a_set_leaves() -> None:
    state = position(("farmer 6", ""), sets={"2": {"farmer": 4}})
    assert why(after(state, lay(*cards("farmer 6")))) == (
        "Red has laid 6 farmer; the 4 of Blue are fewer and leave (CG-3).",
    )


def test_cg_8_why_a_card_leaves() -> None:
    assert why(after(FIGURE, act.Strike("farmer"))) == (
        "Red has returned a ninja figure: a set of farmer loses one card (CG-8).",
    )


def scored(**more: object) -> State:
    """The rulebook's example: 60 against 36."""
    sets = {
        "1": dict.fromkeys(("monk", "samurai", "shogun", "daimyo", "empress", "emperor"), 2),
        "2": {"farmer": 3, "envoy": 2},
    }
    return position(sets=sets, step="score", scores=((60,), (36,)), **more)  # type: ignore[arg-type]


def test_cg_5_and_6_why_a_round_scored_so() -> None:
    assert why(scored()) == (
        "Red has laid 6 kinds: the round is over (CG-5).",
        "Red: 18 + 12 + 9 + 8 + 7 + 6 = 60 (CG-6).",
        "Blue: 20 + 16 = 36 (CG-6).",
        "Blue starts the next round: lowest total, then least in this one (CG-6).",
        "Totals: Red 60, Blue 36.",
    )


def test_cg_7_points_of_missions_are_told_with_the_round() -> None:
    said = why(scored(bonus=(10, 0), variant="missions"))
    assert said[1:3] == (
        "Red: 18 + 12 + 9 + 8 + 7 + 6 + 10 = 70 (CG-6).",
        "Red: 10 points of missions in it (CG-7).",
    )


def test_the_last_round_says_who_wins_by_what() -> None:
    said = why(scored(round=4))
    assert said[-2] == "That was the last round; the highest total wins, then the best single round (CG-6)."


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"sets": {"1": {"farmer": 2}}, "empty": frozenset({"left"})}, "A face-down pile is empty"),
        ({"sets": {"1": {"farmer": 2}}}, "So it was agreed"),
        (
            {
                "sets": {
                    "1": dict.fromkeys(("farmer", "monk", "envoy", "ninja", "samurai"), 2),
                    "2": dict.fromkeys(("shogun", "daimyo", "empress", "emperor"), 2),
                }
            },
            "All nine kinds are laid",
        ),
    ],
)
def test_cg_5_every_end_of_a_round_is_told(more: dict[str, object], said: str) -> None:
    state = position(step="score", scores=((20,), (0,)), **more)  # type: ignore[arg-type]
    assert why(state)[0] == f"{said}: the round is over (CG-5)."


@pytest.mark.parametrize("step", [step for step in STEPS if step not in (*FULL_ONLY, "players", "over")])
def test_why_a_game_is_over_that_people_gave_up_in_any_step(step: str) -> None:
    for state in moments():
        if state.step == step:
            given_up, _ = Hands.procedure.overrule(Table(state), "agreed over 2")
            said = why(given_up)
            assert said[-1].startswith("Totals: ")
            assert not any("starts the next round" in sentence for sentence in said)
            given_up_early = len(state.scores[0]) < state.round
            assert (said[0] == f"{won_text(given_up, ENGLISH)}.") == given_up_early
