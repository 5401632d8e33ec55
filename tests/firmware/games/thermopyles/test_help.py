"""Help, reasons and odds of Thermopyles: for each step, side and language; they fit, and their figures are true."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import product

import pytest
from signifer_core.frozen import replace
from signifer_core.games.thermopyles import Pile, State
from signifer_core.games.thermopyles.actions import Bury, Repel
from signifer_core.games.thermopyles.state import STEPS
from signifer_core.layout import SIDES
from signifer_core.procedure import Table
from signifer_firmware.games.thermopyles.game import GAME as THERMOPYLES
from signifer_firmware.games.thermopyles.texts import help as help_module
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.texts.terms import per_cent

from tests.core.thermopyles.states import (
    BONUS,
    DECK,
    FIFTEEN,
    RULES,
    STRONG,
    TEN,
    TWENTY,
    WEAK,
    TableHands,
    late,
    played,
    table_position,
)
from tests.firmware.display.drawn import check_drawn_whole

ENGLISH = words_of("en")
BUNDLE = THERMOPYLES.bundle()
TWELVE, NEXT = "spartan-4", "persian-14"
RULING = re.compile(r"\(TH-\d+(, TH-\d+)*\)")
MOST_PAGES = 9


def tables() -> list[Table[State]]:
    """A table of each step, with one player and several, at a gate and elsewhere, with a Spartan laid and without."""
    rng = random.Random(11)
    found: dict[object, Table[State]] = {}
    for number in range(40):
        for _, full in played(rng, late(rng) if number else None):
            if full.step in ("deal", "drawing", "support"):
                continue
            state = RULES.view(full, "anyone")
            legal = type(RULES.legal_actions(state)[0]) if state.step == "result" else None
            empty = bool(state.hands) and not state.hand(state.active).number
            gate = state.marker in (3, 6)
            key = (state.step, len(state.hands) > 1, gate, empty, legal, len(state.row))
            found.setdefault(key, Table(state))
    laid = [TableHands(table_position(marker=marker)).lay(TEN, "1 red").table for marker in (1, 3)]
    discard = replace(table_position(players=2, hands=(5, 5)), step="discard", receiver="2")
    return [*found.values(), *laid, Table(discard)]


TABLES = tables()


def test_every_step_is_among_the_positions() -> None:
    assert {table.state.step for table in TABLES} == set(STEPS) - {"deal", "drawing", "support"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_two_to_five_sentences_that_fit(language: str) -> None:
    for table, player in product(TABLES, SIDES):
        said = BUNDLE.help(table, player, words_of(language))
        assert 1 <= len(said) <= 5, said
        assert all(sentence.endswith(".") for sentence in said)
        check_drawn_whole("Help", said, MOST_PAGES)


def test_every_sentence_of_the_help_is_said() -> None:
    said = {sentence for table, player in product(TABLES, SIDES) for sentence in _keys(table, player)}
    assert said == set(help_module._SENTENCES)


def _keys(table: Table[State], player: str) -> set[str]:
    if player == "blue":
        return {"blue", "blue-won"}
    return set(help_module._asked(DECK, table))


def test_what_may_be_done_names_its_ruling() -> None:
    for table in TABLES:
        said = " ".join(BUNDLE.help(table, "red", ENGLISH))
        assert RULING.search(said), said


# Why


def fought(
    row: tuple[str, ...], spartan: str, *dice: int, supports: int = 0, marker: int = 1, cemetery: int = 0
) -> TableHands:
    hands = TableHands(table_position(row, marker=marker, cemetery=cemetery))
    hands.lay(spartan, "1 red")
    for number in range(1, supports + 1):
        hands.lay(f"support-{number}", "pad red")
    hands.press("press ok red")
    hands.follow()
    hands.dice = list(dice)
    for _ in dice:
        hands.press("press dice")
    while hands.state.step == "result":
        (due,) = RULES.legal_actions(hands.state)
        assert isinstance(due, Repel | Bury)
        hands.do(due)
    return hands


def why(hands: TableHands, words: Words = ENGLISH) -> tuple[str, ...]:
    return BUNDLE.why(hands.table, "red", words)


def test_without_a_combat_there_is_no_reason() -> None:
    assert why(TableHands(table_position())) == ()


def test_why_names_the_silent_slip_where_a_hand_or_a_pile_has_nothing_left() -> None:
    counted = TableHands(table_position(players=2, hands=(0, 3), pile=12))
    assert why(counted) == (
        "By the record, Player 1: hand 0, pile of Spartans 12, pile of Persians 26.",
        "If you count otherwise: was a Spartan drawn without ok, or for another player?",
        "Hold both ok and set the counts.",
    )
    for language in LANGUAGES:
        check_drawn_whole("Why?", why(counted, words_of(language)), MOST_PAGES)
    drawn = TableHands(table_position(pile=0))
    assert len(why(drawn)) == 3
    left = TableHands(replace(fought((STRONG, WEAK), FIFTEEN, 3, supports=1).state, step="draw"))
    assert "Hold both ok and set the counts." not in why(left)


def test_th_4_why_a_persian_stays() -> None:
    assert why(fought((STRONG, WEAK), FIFTEEN, 3, supports=1)) == (
        "Spartan 15: 15 + 3 = 18 (TH-3).",
        "1 support was spent.",
        "Persian 22/24: the total is below, so the Persian stays (TH-4).",
        "The Spartan is discarded in any case.",
    )


def test_th_5_6_7_8_why_two_are_defeated() -> None:
    second = DECK.persian(STRONG)
    total = second.annihilation - 1
    hands = fought((BONUS, STRONG), TWENTY, total - 20, marker=3)
    assert why(hands) == (
        f"Spartan 20: 20 + {total - 20} = {total} (TH-3).",
        "Persian 13/16: annihilated (TH-6).",
        "The same total met the second one (TH-7).",
        "Persian 22/24: repelled (TH-5).",
        "The symbols give the right to 2 cards (TH-8).",
        "The Spartan is discarded in any case.",
    )
    for language in LANGUAGES:
        check_drawn_whole("Why?", why(hands, words_of(language)), MOST_PAGES)


def test_th_8_a_symbol_gives_a_right_and_none_once_the_game_is_won() -> None:
    """The pile may be empty, or the card be left: nobody is told that it came."""
    assert "The symbol gives the right to 1 card (TH-8)." in why(fought((BONUS, STRONG), TWENTY, 1, marker=3))
    won = fought((BONUS, STRONG), TWENTY, 1, marker=3, cemetery=11)
    assert (won.state.step, won.state.winner) == ("over", "red")
    said = why(won)
    assert "Persian 13/16: annihilated (TH-6)." in said
    assert not [each for each in said if "TH-8" in each]


def test_why_is_told_also_turns_later() -> None:
    hands = fought((STRONG, WEAK), TEN)
    said = why(hands)
    hands.press("hold ok red")
    assert why(hands) == said


# Odds


def test_odds_are_those_of_every_way_the_dice_may_fall() -> None:
    """Counted here from all faces of all dice, and printed in whole per cent."""
    hands = TableHands(table_position((BONUS, NEXT), marker=6)).lay(TWELVE, "1 red")
    title, head, *lines, who = BUNDLE.odds(hands.table, ENGLISH)
    assert (title, head) == ("Odds, %", "Supports: 1 defeated : both : 1 annihilated")
    assert who.startswith("With Spartan")
    first, second = DECK.persian(BONUS), DECK.persian(NEXT)
    assert first.battle < second.battle
    base = DECK.battle(TWELVE)
    assert len(lines) == 5
    for supports, line in enumerate(lines):
        totals = [base + sum(faces) for faces in product(range(1, 7), repeat=supports + 1)]
        one = [total for total in totals if total >= first.battle]
        both = [total for total in one if total >= second.battle]
        dead = [
            t for t in one if t >= first.annihilation or (t >= second.battle and t >= second.annihilation)
        ]
        chances = [Fraction(len(some), len(totals)) for some in (one, both, dead)]
        assert line == f"{supports}: {' : '.join(str(per_cent(chance)) for chance in chances)}"


def test_odds_follow_the_dice() -> None:
    hands = TableHands(table_position((STRONG, WEAK)))
    assert not BUNDLE.odds_columns(hands.table, "red")
    assert BUNDLE.odds(hands.table, ENGLISH) == ()
    hands.lay(TWENTY, "1 red").lay("support-1", "pad red")
    assert BUNDLE.odds_columns(hands.table, "red") == {1}
    hands.press("press ok red")
    _, _, line, _ = BUNDLE.odds(hands.table, ENGLISH)
    need = DECK.persian(STRONG).battle - 20
    assert line.startswith(f"1: {per_cent(Fraction(7 - need, 6))} : ")
    hands.dice = [6]
    hands.press("press dice")
    assert not BUNDLE.odds_columns(hands.table, "red")
    assert BUNDLE.odds(hands.table, ENGLISH) == ()


def test_odds_that_cannot_be_counted_say_so() -> None:
    state = replace(table_position(), hands=(Pile(0),))
    hands = TableHands(table_position()).lay(TEN, "1 red")
    assert BUNDLE.odds(replace(hands.table, state=state), ENGLISH) == (
        "Odds, %",
        "The counts cannot be right.",
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_odds_fit(language: str) -> None:
    hands = TableHands(table_position(marker=3)).lay(TEN, "1 red")
    title, *said = BUNDLE.odds(hands.table, words_of(language))
    check_drawn_whole(title, tuple(said), MOST_PAGES)


def test_only_what_is_certain_is_a_hundred_and_only_what_cannot_be_is_none() -> None:
    chances = (Fraction(0), Fraction(1, 1000), Fraction(1, 3), Fraction(999, 1000), Fraction(1))
    assert [per_cent(chance) for chance in chances] == [0, 1, 33, 99, 100]


# Discards


def test_discards_are_named_where_they_were_seen() -> None:
    hands = TableHands(table_position((STRONG, WEAK), discard=3, repelled=2))
    assert BUNDLE.discards(hands.table, "red", ENGLISH) == ("3 cards not seen",)
    assert BUNDLE.discards(hands.table, "blue", ENGLISH) == ("2 cards not seen",)
    hands.lay(TEN, "1 red").press("press ok red")
    assert BUNDLE.discards(hands.table, "red", ENGLISH) == ("Spartan 10", "3 cards not seen")
    assert BUNDLE.discards(TableHands(table_position()).table, "red", ENGLISH) == ("No discards",)
    for language in LANGUAGES:
        check_drawn_whole("My discards", BUNDLE.discards(hands.table, "red", words_of(language)), MOST_PAGES)
