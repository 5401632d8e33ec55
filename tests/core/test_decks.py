"""What the decks and the actions of all games share, on the games that there are."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass
from typing import Annotated

import pytest
from signifer_core.decks import CardDeck, Known
from signifer_core.errors import RulesError
from signifer_core.games import field_of_glory, thermopyles
from signifer_core.notation import Notation, card, number, one_of

DECKS = (field_of_glory.standard_deck(), thermopyles.standard_deck())


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.catalogue.game)
def test_a_deck_is_a_value_in_every_game(deck: CardDeck) -> None:
    for other in (pickle.loads(pickle.dumps(deck)), copy.deepcopy(deck), type(deck)(deck.catalogue)):
        assert type(other) is type(deck)
        assert other == deck
        assert hash(other) == hash(deck)
    assert repr(deck) == f"Deck({deck.catalogue.game}, {len(deck.catalogue)} cards)"
    assert next(iter(deck.catalogue)) in deck
    assert "no-such-card" not in deck
    assert deck != deck.catalogue


def test_decks_of_two_games_are_different() -> None:
    one, other = DECKS
    assert one != other
    assert other != one
    assert len({*DECKS, *map(copy.deepcopy, DECKS)}) == 2


def test_a_card_is_assumed_until_all_that_is_printed_on_it_was_read() -> None:
    shipped, supports = thermopyles.standard_deck(), ("support-1",)
    assert [shipped.is_assumed(card) for card in ("persian-1", "spartan-1", *supports)] == [True, True, False]
    read = 'game = "thermopyles"\nsource = "mine"\n[card.persian-1]\nbattle_value = 12\n'
    half = thermopyles.Deck(shipped.catalogue.overlaid(read, file="mine.toml"))
    whole = thermopyles.Deck(
        shipped.catalogue.overlaid(f"{read}annihilation_value = 15\nbonus_card = 1\n", file="mine.toml")
    )
    assert (half.is_assumed("persian-1"), whole.is_assumed("persian-1")) == (True, False)


def test_a_figure_that_a_card_has_not_is_told() -> None:
    assert Known({"a-1": 3})["a-1"] == 3
    with pytest.raises(RulesError, match='"a-2" has no such figure, or is no card of this deck'):
        Known({"a-1": 3})["a-2"]


@dataclass(frozen=True)
class Step:
    """An action with two fields, of which the second may be absent."""

    player: Annotated[str, one_of(("red", "blue"), "{word} is no side")]
    card: Annotated[str | None, card(str.islower, "{word} is no card", absent="?")] = None


@dataclass(frozen=True)
class Wait:
    """An action without fields."""


def test_the_text_of_an_action_is_its_word_and_one_word_for_each_field() -> None:
    texts: Notation[Step | Wait] = Notation({"step": Step, "wait": Wait})
    assert texts.write(Wait()) == "wait"
    assert texts.write(Step("red")) == "step red ?"
    assert texts.parse("step red x-1") == Step("red", "x-1")
    assert texts.parse("step blue ?") == Step("blue")
    assert Wait in texts.kinds
    assert int not in texts.kinds
    for text, why in (
        ("go", '"go" is no action: it starts with none of step, wait'),
        ("step red", '"step red" is no action: step takes 2 words after it'),
        ("wait ", '"wait " is no action: wait takes 0 words after it'),
        ("", '"" is no action: it starts with none of step, wait'),
        ("step green x-1", '"step green x-1" is no action: green is no side'),
        ("step red X-1", '"step red X-1" is no action: X-1 is no card'),
    ):
        with pytest.raises(RulesError, match=f"^{why}$"):
            texts.parse(text)


def test_an_action_with_a_value_that_its_field_cannot_hold_is_told() -> None:
    texts: Notation[Step | Wait] = Notation({"step": Step, "wait": Wait})
    texts.check(Wait())
    texts.check(Step("red"))
    with pytest.raises(RulesError, match="green is no side"):
        texts.check(Step("green"))
    counted: Notation[Rolled] = Notation({"rolled": Rolled})
    assert counted.parse("rolled 3") == Rolled(3)
    counted.check(Rolled(6))
    for wrong in ("rolled 7", "rolled 03", "rolled x"):
        with pytest.raises(RulesError, match="no face"):
            counted.parse(wrong)
    with pytest.raises(RulesError, match="7 is no face"):
        counted.check(Rolled(7))


@dataclass(frozen=True)
class Rolled:
    """An action with a number."""

    value: Annotated[int, number(range(1, 7), "{word} is no face")]
