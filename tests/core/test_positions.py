"""What all games describe of their positions, by a small game that has each kind of field once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import pytest
from signifer_core.cards import parse_catalogue
from signifer_core.decks import CardDeck
from signifer_core.errors import RulesError
from signifer_core.position_fields import (
    Cards,
    Each,
    Field,
    Lying,
    Misstatement,
    Number,
    Plain,
    Rows,
    Slot,
    Value,
    Words,
)
from signifer_core.positions import Positions, Supply

DECK = CardDeck(
    parse_catalogue(
        """
game = "toy"
armies = ["red", "blue"]
totals = { army = 3 }
sorts = ["unit"]
[figure.count]
of = ["unit"]
range = [1, 5]
source = "a toy"
confidence = "high"
[kind.guard]
sort = "unit"
count = 3
""",
        file="toy.toml",
    )
)
R1, R2, R3, B1, B2, B3 = (f"{side}/guard-{number}" for side in ("red", "blue") for number in (1, 2, 3))


@dataclass(frozen=True)
class Inner(Plain):
    gold: int = 0


@dataclass(frozen=True)
class Setup(Plain):
    who: str | None = None
    hands: tuple[int | None, ...] = ()
    lying: tuple[str, ...] = ()
    held: tuple[tuple[int, str], ...] = ()
    lost: int = 0
    seen: tuple[str, ...] = ()
    ground: tuple[str, ...] = ()
    left: int | None = None
    red: Inner = Inner()
    hurt: tuple[tuple[str, int], ...] = ()


def _side(card: str, zone: str) -> bool:
    return card.startswith(zone[2:])


_GUARD = Cards("guard", lambda card, key: True)


class ToyPositions(Positions[CardDeck, Setup, Setup]):
    setup = Setup
    steps = ("play",)
    slots: Mapping[str, Slot] = {"PILE": Slot("a pile", "a pile", ("lost", "left"))}
    fields: Mapping[str, Field] = {
        "who": Field("first PLAYER", Words(("red", "blue")), expect="expect turn PLAYER", begun="red"),
        "hands": Each("count SEAT hand N", Number(0, 2), keys=("1", "2"), expect="expect hand SEAT N"),
        "lying": Lying(
            "setup ZONE NAME...",
            Cards("guard of {key}", _side, 1, 1),
            keys=("3 red", "3 blue"),
            expect="expect row CARDS",
        ),
        "held": Rows(
            "control COLUMN PLAYER",
            Words(("red", "blue")),
            keys=("1", "2"),
            expect="expect control COLUMN red|blue|none",
            ending=False,
        ),
        "lost": Field(
            "count PILE N", Number(0, 5, "{value} lost is the end"), expect="expect PILE N", named="seen"
        ),
        "seen": Lying("setup ZONE NAME...", Cards("guard", lambda card, key: True), keys=("4 red", "4 blue")),
        "ground": Field("ground WORDS", Words(("hill", "wood"), 2), alone=True),
        "left": Field("count PILE N", Number()),
        "red.gold": Field(
            "gold PLAYER N", Number(0, 9), keys=("red",), state=lambda state: state.red.gold, alone=True
        ),
        "hurt": Rows(
            "wounds CARD N", Number(0, 3), expect="expect wounds CARD N", of_card=_GUARD, ending=False
        ),
        "worst": Rows(
            "", Number(0, 3), expect="expect worst CARD N", state=lambda state: state.hurt[:1], of_card=_GUARD
        ),
    }

    def filled(self, setup: Setup) -> Setup:
        return replace(setup, ground=setup.ground or ("hill", "wood"))

    def supplies(self, deck: CardDeck, setup: Setup) -> Iterator[Supply]:
        yield Supply("guards", 6, len(setup.lying) + setup.lost, setup.left, ("setup", "lost", "left"))

    def relations(self, deck: CardDeck, setup: Setup) -> Iterator[Misstatement]:
        if setup.lost and setup.who == "blue":
            yield Misstatement("blue has lost nothing", "write first red", ("first",))


TOY = ToyPositions()
SAID: dict[str, Value] = {
    "first": "blue",
    "count 2 hand": 1,
    "setup 3 blue": (B1,),
    "control 2": "red",
    "setup 4 red": (R1, B2),
    "ground": ("wood", "wood"),
    "gold red": 4,
    f"wounds {B1}": 2,
    f"wounds {R1}": 1,
}
SETUP = Setup(
    who="blue",
    hands=(None, 1),
    lying=(B1,),
    held=((2, "red"),),
    lost=2,
    seen=(R1, B2),
    ground=("wood", "wood"),
    red=Inner(4),
    hurt=((B1, 2), (R1, 1)),
)


def test_statements_make_a_set_up_and_are_told_of_it() -> None:
    assert TOY.taken(SAID, True, True) == SETUP
    assert TOY.told(SETUP) == {**SAID, "count lost": 2}
    assert TOY.told_of(SETUP) == TOY.told(SETUP)


def test_what_is_not_said_is_as_at_the_start_or_as_play_begins() -> None:
    assert TOY.taken({}, False, True) == Setup(ground=("hill", "wood"))
    assert TOY.taken({}, True, True) == Setup(who="red", ground=("hill", "wood"))


def test_ends_of_statements_are_read_as_values() -> None:
    ends = {
        "first": "red",
        "count 1 hand": "2",
        "setup 3 red": R1,
        "setup 4 red": "none",
        "ground": "hill wood",
        f"wounds {B3}": "3",
    }
    assert TOY.read(ends) == {
        "first": "red",
        "count 1 hand": 2,
        "setup 3 red": (R1,),
        "setup 4 red": (),
        "ground": ("hill", "wood"),
        f"wounds {B3}": 3,
    }
    assert TOY.read({"nothing": "known"}) == {"nothing": "known"}


def test_what_may_be_expected_of_a_state() -> None:
    assert TOY.expected(SETUP) == {
        "turn": "blue",
        "hand 1": "0",
        "hand 2": "1",
        "row": B1,
        "control 1": "none",
        "control 2": "red",
        "lost": "2",
        f"wounds {B1}": "2",
        f"wounds {R1}": "1",
        f"worst {B1}": "2",
    }
    assert "control 2" not in TOY.expected(SETUP, ending=True)
    assert TOY.expected(Setup(), ending=True) == {"row": "none", "lost": "0"}


def test_plain_values_come_back_and_what_is_none_raises() -> None:
    assert Setup.from_json({"who": "blue", "seen": [R1], "held": [[2, "red"]], "red": {"gold": 4}}) == Setup(
        who="blue", seen=(R1,), held=((2, "red"),), red=Inner(4)
    )
    for data in ({"whom": "blue"}, {"red": 4}, {"red": {"silver": 1}}):
        with pytest.raises(TypeError):
            Setup.from_json(data)


@pytest.mark.parametrize(
    ("setup", "wrong", "instead"),
    [
        (Setup(who="green"), "first is green", "write red or blue"),
        (Setup(hands=(3,)), "count 1 hand is 3", "write 0 to 2"),
        (Setup(hands=(True,)), "count 1 hand is True", "write 0 to 2"),
        (Setup(lost=6), "6 lost is the end", "write 0 to 5"),
        (Setup(lying=(R1, R2)), f"{R2} is no guard of 3 blue", f"write one like {B1}"),
        (Setup(lying=("red/guard-9",)), "red/guard-9 is no guard of 3 red", f"write one like {R1}"),
        (Setup(lying=(R1, B1, B2)), "setup 3 blue is 2 cards", "write 1 of them"),
        (Setup(lying=(R1, B1), seen=(R1,), lost=1), f"{R1} is there twice", "write another card"),
        (Setup(held=((3, "red"),)), 'there is no "control 3"', "write control 1 or control 2"),
        (Setup(ground=("hill",)), "ground is hill", "write 2 of hill or wood"),
        (Setup(hurt=((B1, 4),)), f"wounds {B1} is 4", "write 0 to 3"),
        (Setup(hurt=(("green/guard-1", 1),)), "green/guard-1 is no guard", f"write one like {R1}"),
        (Setup(red=Inner(10)), "gold red is 10", "write 0 to 9"),
        (Setup(lost=4, left=3), "7 guards, and there are 6", "write fewer"),
        (Setup(seen=(R1,)), "1 lie at lost, and 0 are counted", "write 1 or more"),
        (Setup(who="blue", lost=1), "blue has lost nothing", "write first red"),
    ],
)
def test_what_cannot_be_is_refused_and_says_what_to_write(setup: Setup, wrong: str, instead: str) -> None:
    assert [(fault.wrong, fault.instead) for fault in TOY.faults(DECK, setup)] == [(wrong, instead)]
    with pytest.raises(RulesError) as caught:
        TOY.begin(DECK, setup)
    assert str(caught.value) == wrong


def test_all_limits_are_told_before_what_is_wrong_of_values_together() -> None:
    setup = Setup(who="green", held=((3, "red"), (1, "green")), lost=4, left=3)
    wrong = [fault.wrong for fault in TOY.faults(DECK, setup)]
    assert wrong == ["first is green", 'there is no "control 3"', "control 1 is green"]


def test_a_position_that_can_be_begins() -> None:
    setup = Setup(who="red", lying=(R1,), seen=(B1,), lost=1)
    assert TOY.begin(DECK, setup) == setup
    assert [supply.left for supply in TOY.supplies(DECK, setup)] == [4]
    assert [supply.left for supply in TOY.supplies(DECK, replace(setup, left=0))] == [0]


def test_what_says_nothing_alone_asks_for_what_it_needs() -> None:
    (fault,) = TOY.needed({"control 2": "red", "ground": ("hill", "wood")}, False)
    assert (fault.wrong, fault.instead) == ('"control" needs first', "write before it: first red")
    assert not list(TOY.needed({"control 2": "red"}, True))
    assert not list(TOY.needed({"first": "red", "control 2": "red"}, False))


def test_a_fault_knows_its_statements() -> None:
    fault = Misstatement("wrong", "write", ("hand", "control 2"), R1)
    assert fault.concerns("count 1 hand", (R1,))
    assert fault.concerns("control 2", (R2, R1))
    assert not fault.concerns("control 1", (R1,))
    assert not fault.concerns("count 1 hand", (R2,))


def test_how_it_is_said_with_an_example_of_each() -> None:
    said = {usage: example for usage, example, _ in TOY.usages(DECK)}
    assert said == {
        "first PLAYER": "first red",
        "expect turn PLAYER": "expect turn red",
        "count SEAT hand N": "count 1 hand 1",
        "expect hand SEAT N": "expect hand 1 1",
        "setup ZONE NAME...": f"setup 4 red {R1}",
        "expect row CARDS": f"expect row {R1}",
        "control COLUMN PLAYER": "control 1 red",
        "expect control COLUMN red|blue|none": "expect control 1 red",
        "count PILE N": "count left 49",
        "expect PILE N": "expect lost 2",
        "ground WORDS": "ground hill hill",
        "gold PLAYER N": "gold red 4",
        "wounds CARD N": f"wounds {R1} 1",
        "expect wounds CARD N": f"expect wounds {R1} 1",
        "expect worst CARD N": f"expect worst {R1} 1",
    }


def test_a_fault_of_a_card_with_its_own_value_is_of_its_statement() -> None:
    (fault,) = TOY.faults(DECK, Setup(hurt=(("green/guard-1", 1), (B1, 1))))
    assert fault.concerns("wounds green/guard-1", 1)
    assert not fault.concerns(f"wounds {B1}", 1)
    (unknown,) = TOY.limits(DECK, {f"worst {B1}": 1})
    assert unknown.wrong == f'there is no "worst {B1}"'
