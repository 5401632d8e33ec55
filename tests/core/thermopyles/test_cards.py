"""The cards of Thermopyles, an owner's corrections of them, actions as words, and positions to begin from."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections import Counter

import pytest
from signifer_core.cards import parse_catalogue
from signifer_core.errors import ConfigError, RulesError
from signifer_core.games.thermopyles import Deck, Setup, Thermopyles, begin, notation, parse, standard_deck
from signifer_core.games.thermopyles.actions import NOTATION, Action
from signifer_core.games.thermopyles.deck import kind_of, thermopyles_catalogue
from signifer_core.games.thermopyles.position import POSITIONS
from signifer_core.json_values import Json
from signifer_core.twins import Same

from tests.core.thermopyles.states import DECK, DOMAIN, RULES, STRONG, TEN, TOUGH, WEAK, check_state, fought

CATALOGUE = thermopyles_catalogue()


def corrected(text: str) -> Deck:
    return Deck(CATALOGUE.overlaid(f'game = "thermopyles"\n{text}', file="mine.toml"))


def faults(text: str) -> list[str]:
    with pytest.raises(ConfigError) as raised:
        corrected(text)
    return raised.value.faults


# The shipped cards


def test_the_box_has_20_spartans_28_persians_and_4_supports() -> None:
    assert (len(DECK.spartans), len(DECK.persians), len(DECK.supports)) == (20, 28, 4)
    assert len(CATALOGUE) == 52
    assert DECK.spartans[:2] == ("spartan-1", "spartan-2")
    assert {card.army for card in CATALOGUE.values()} == {""}


def test_the_spartans_are_three_hundred() -> None:
    values = Counter(map(DECK.battle, DECK.spartans))
    assert values == {10: 1, 20: 1, **dict.fromkeys(range(11, 20), 2)}
    assert sum(values.elements()) == 300


def test_the_persians_are_as_assumed() -> None:
    figures = [DECK.persian(card) for card in DECK.persians]
    assert {persian.battle for persian in figures} == set(range(12, 23))
    assert all(persian.battle <= persian.annihilation for persian in figures)
    assert sum(persian.bonus for persian in figures) == 9


def test_every_figure_that_the_rulebook_does_not_print_says_so() -> None:
    for card in CATALOGUE.values():
        for name, figure in card.figures.items():
            assert figure.confidence == ("high" if name == "count" else "assumed")
            assert figure.source


def test_a_card_has_no_figure_of_another_kind() -> None:
    for wrong in (lambda: DECK.battle(WEAK), lambda: DECK.persian(TEN), lambda: DECK.battle("spartan-21")):
        with pytest.raises(RulesError, match="no such figure"):
            wrong()


def test_a_deck_is_a_value() -> None:
    other = Deck(CATALOGUE)
    assert (other == DECK, hash(other) == hash(DECK), standard_deck() == DECK) == (True, True, True)
    assert pickle.loads(pickle.dumps(DECK)) == DECK == copy.copy(DECK)
    assert corrected("card.spartan-1.battle_value = 9") != DECK != "a deck"
    assert repr(DECK) == "Deck(thermopyles, 52 cards)"


@pytest.mark.parametrize("card", ["red/spear-1", "spartan", "spartan-x", "tag/04", "hoplite-1", ""])
def test_what_is_no_id_has_no_kind(card: str) -> None:
    with pytest.raises(RulesError, match="no card id"):
        kind_of(card)


# An owner's corrections


def test_an_owner_corrects_one_card_or_all_of_a_kind() -> None:
    deck = corrected(
        """
        source = "my cards"
        [card.persian-3]
        battle_value = 17
        annihilation_value = { value = 19, source = "a misprint" }
        bonus_card = 1
        [kind.spartan]
        battle_value = [10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17, 17, 18, 18, 19, 19, 30]
        """
    )
    persian = deck.persian("persian-3")
    assert (persian.battle, persian.annihilation, persian.bonus) == (17, 19, True)
    assert deck.battle("spartan-20") == 30
    assert deck.persian("persian-4") == DECK.persian("persian-4")
    assert deck.catalogue["persian-3"].figures["annihilation_value"].source == "a misprint"
    assert deck.catalogue["persian-3"].figures["battle_value"].confidence == "owner"


def test_the_rules_play_by_an_owners_figures() -> None:
    rules = Thermopyles(corrected("card.spartan-1.battle_value = 30"))
    state = begin(rules, Setup(players=1, row=(STRONG, TOUGH)))
    for words in ("charge spartan-1", "engage", f"bury {STRONG}", f"bury {TOUGH}"):
        state = rules.apply(state, parse(words))
    assert state.cemetery.number == 2
    assert fought(begin(RULES, Setup(players=1, row=(STRONG, TOUGH))), TEN).cemetery.number == 0


def test_an_annihilation_value_is_never_below_the_battle_value() -> None:
    assert faults("card.persian-1.annihilation_value = 11") == [
        "mine.toml:2: annihilation_value of persian-1 is 11, and never below its battle_value, 12"
    ]
    assert faults("\n[card.persian-2]\nbattle_value = 17") == [
        "mine.toml:4: annihilation_value of persian-2 is 16, and never below its battle_value, 17"
    ]
    assert len(faults("kind.persian.annihilation_value = 21")) == 1
    assert corrected("card.persian-1.annihilation_value = 12") != DECK


def test_what_an_owner_says_wrongly_is_told_at_once() -> None:
    found = faults(
        """
        [card.spartan-21]
        battle_value = 1
        [kind.hoplite]
        battle_value = 1
        [kind.support]
        battle_value = 1
        [kind.persian]
        count = 27
        """
    )
    text = "\n".join(found)
    assert 'no card "spartan-21" in thermopyles' in text
    assert 'no kind "hoplite" in thermopyles' in text
    assert "the counts of the kinds make 27 cards (persian), and there are 28" in text
    assert "battle_value" in text
    with pytest.raises(ConfigError, match='a card is written "spartan-1"'):
        corrected("card.zzz.battle_value = 1")


HEAD = """
game = "tiny"
armies = []
totals = { thing = 2 }
sorts = ["thing"]
[figure.count]
of = ["thing"]
range = [1, 9]
source = "x"
confidence = "high"
"""


def test_a_catalogue_names_its_own_sorts() -> None:
    catalogue = parse_catalogue(HEAD + '[kind.box]\nsort = "thing"\ncount = 2', file="tiny.toml")
    assert list(catalogue) == ["box-1", "box-2"]
    with pytest.raises(ConfigError, match="the sort of box is one of thing"):
        parse_catalogue(HEAD + '[kind.box]\nsort = "unit"\ncount = 2', file="tiny.toml")
    with pytest.raises(ConfigError, match="name the sorts of card") as raised:
        parse_catalogue(HEAD.replace('["thing"]', "[]", 1), file="tiny.toml")
    assert any(fault.startswith("tiny.toml:5: name the sorts") for fault in raised.value.faults)
    bad = HEAD.replace('confidence = "high"', 'confidence = "high"\nnever_below = 3')
    with pytest.raises(ConfigError, match="the figure count needs"):
        parse_catalogue(bad, file="tiny.toml")


# Actions as words


def test_every_action_is_written_in_words_that_parse_back() -> None:
    actions = (*DOMAIN, Same("spartan-2", "spartan-3"))
    texts = [notation(action) for action in actions]
    assert len(set(texts)) == len(actions)
    for text, action in zip(texts, actions, strict=True):
        assert parse(text) == action
        NOTATION.check(action)
    assert {type(action) for action in actions} == set(Action.__args__)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "starts with none of"),
        ("flee", "starts with none of players, drawn"),
        ("charge", "charge takes 1 words"),
        ("retreat now", "retreat takes 0 words"),
        ("charge persian-1", "persian-1 is no spartan"),
        ("bury support-1", "support-1 is no persian"),
        ("charge red/spear-1", "no card id"),
        ("rolled 7", "a die falls on 1 to 6"),
        ("rolled x", "a die falls on"),
        ("players 0", "one to four play"),
        ("draw red", "players are 1, 2, 3, 4"),
        ("charge spartan-1 ", "charge takes 1 words"),
    ],
)
def test_what_is_no_action_raises(text: str, why: str) -> None:
    with pytest.raises(RulesError, match=re.escape(why)):
        parse(text)


# Positions


def test_a_set_up_in_plain_values_comes_back() -> None:
    setup = Setup(players=2, row=(WEAK, TOUGH), hands=(1, 5), marker=4, supports=2, cemetery=3, active="2")
    assert Setup.from_json(json.loads(json.dumps(setup.to_json()))) == setup


def test_a_position_fills_what_is_not_stated() -> None:
    state = begin(RULES, Setup(players=3, row=(WEAK, TOUGH), cemetery=3, repelled=2, discard=4, supports=1))
    check_state(state)
    assert [hand.number for hand in state.hands] == [3, 3, 3]
    assert (state.pile.number, state.persians.number, set(state.supports)) == (7, 21, {"support-1"})
    assert (state.step, state.turn, state.full) == ("act", 1, False)


def test_a_position_may_name_supports_and_what_lies_in_the_piles() -> None:
    setup = Setup(
        players=1,
        row=(WEAK, TOUGH),
        supports=("support-2", "support-4"),
        cemetery=3,
        buried=("persian-3", "persian-4"),
        repelled=1,
        driven=("persian-6",),
    )
    state = begin(RULES, Setup.from_json(json.loads(json.dumps(setup.to_json()))))
    check_state(state)
    assert state.supports == {"support-2", "support-4"}
    assert (state.cemetery.number, set(state.cemetery.named)) == (3, {"persian-3", "persian-4"})
    assert (state.repelled.number, state.known_place("persian-6")) == (1, "repelled")
    assert state.persians.number == 28 - 2 - 3 - 1


@pytest.mark.parametrize("row", [(), (WEAK, TOUGH)])
def test_a_state_tells_what_sets_it_up_again(row: tuple[str, ...]) -> None:
    buried = ("persian-3", "persian-4")
    setup = Setup(
        players=3, row=row, active="2", hands=(5, 0, 2), supports=2, cemetery=3, buried=buried, discard=4
    )
    state = begin(RULES, setup)
    assert POSITIONS.settled(DECK, state)
    again = POSITIONS.taken(POSITIONS.told_of(state), True, True)
    assert (again.row, again.hands, again.buried, again.pile) == (row, (5, 0, 2), buried, 9)
    assert begin(RULES, again) == state


def test_hands_that_nobody_counts_are_first_ones() -> None:
    said: dict[str, int | str | tuple[str, ...] | None] = {"players": 2, "count 2 hand": 5}
    assert POSITIONS.taken(said, False, True).hands == (3, 5)
    assert POSITIONS.taken({**said, "count 3 hand": 0}, False, True).hands[2] == 0
    assert POSITIONS.taken({"count 2 hand": 5}, False, True) == Setup()


def test_without_a_row_play_begins_with_laying_it_and_without_players_with_saying_how_many() -> None:
    assert begin(RULES, Setup()) == RULES.table_game()
    state = begin(RULES, Setup(players=1))
    assert (state.step, state.turn, state.hands[0].number) == ("replenish", 0, 4)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"players": 5}, "players is 5"),
        ({"active": "3"}, "there is no player 3"),
        ({"marker": 7}, "at 7 the game is lost"),
        ({"row": (WEAK,)}, "the row has 1 of 2 Persians"),
        ({"row": (WEAK, WEAK)}, f"{WEAK} is there twice"),
        ({"row": (WEAK, TEN)}, "spartan-1 is no Persian"),
        ({"hands": (6, 3)}, "a hand has 5 cards at most"),
        ({"hands": (3, 3, 1)}, "there is no player 3"),
        ({"hands": (3,)}, "1 hands, and 2 players"),
        ({"supports": 5}, "supports is 5 cards"),
        ({"supports": ("support-1", "support-1")}, "support-1 is there twice"),
        ({"supports": (TEN,)}, "spartan-1 is no support"),
        ({"cemetery": 1, "buried": (WEAK,)}, f"{WEAK} is there twice"),
        ({"repelled": 1, "driven": (TEN,)}, "spartan-1 is no Persian"),
        ({"cemetery": 1, "buried": ("persian-3", "persian-4")}, "2 lie at cemetery, and 1 are counted"),
        ({"repelled": 0, "driven": ("persian-3",)}, "1 lie at repelled, and 0 are counted"),
        ({"cemetery": 12}, "the game is won"),
        ({"discard": 15}, "21 Spartans, and there are 20"),
        ({"repelled": 27}, "29 Persians, and there are 28"),
        ({"hands": (0, 0), "discard": 20}, "the game is lost"),
    ],
)
def test_a_position_that_cannot_be_says_why(changes: dict[str, Json], why: str) -> None:
    data = {**Setup(players=2, row=(WEAK, TOUGH)).to_json(), **changes}
    with pytest.raises(RulesError, match=re.escape(why)):
        begin(RULES, Setup.from_json(data))
