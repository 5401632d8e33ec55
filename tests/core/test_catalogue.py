"""The shipped catalogue and the deck built from it, against the table of the cards typed a second time."""

from __future__ import annotations

import copy
import pickle
import re
import textwrap
from pathlib import Path

import pytest
from signifer_core.cards import Catalogue
from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory.deck import (
    ACTION_KINDS,
    COMMANDER,
    TERRAIN_KINDS,
    UNIT_KINDS,
    Deck,
    army_of,
    field_of_glory_catalogue,
    kind_of,
    standard_deck,
)

# kind: (movement cost, flank penalty, combat, victory points), command points by number
UNITS = {
    "elephant": ((5, 3, 5, 3), (2, 3)),
    "spear": ((5, 3, 4, 3), (2, 3, 4)),
    "pike": ((5, 3, 4, 2), (2, 3, 4)),
    "heavy-infantry": ((4, 2, 4, 2), (2, 2, 3, 3, 4, 4)),
    "medium-infantry": ((3, 1, 3, 1), (2, 2, 3, 3, 3, 4, 4, 4)),
    "cavalry": ((2, 0, 3, 1), (2, 2, 3, 3, 4, 4)),
    "light-infantry": ((1, 0, 1, 0), (2, 2, 3, 3, 4, 4)),
    "light-cavalry": ((0, 0, 1, 0), (2, 3, 3, 4)),
    "archer": ((2, 0, 0, 0), (2, 3)),
}
OTHERS = {"commander": (5, 5, 5, 5, 5), "overlap": (2, 2), "reserves": (2,)}
AGAINST = {
    "elephant": {"light-infantry": -4},
    "spear": {"cavalry": -1},
    "heavy-infantry": {"cavalry": -2},
    "cavalry": {"elephant": -2, "pike": -1},
    "light-infantry": {"elephant": 3},
}
TERRAIN = {"plain": 6, "rough": 1, "woods": 1, "hill": 1}
ARMIES = ("red", "blue")


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return field_of_glory_catalogue()


@pytest.fixture(scope="module")
def deck() -> Deck:
    return standard_deck()


def test_each_army_has_its_48_cards_and_the_terrain_nine(catalogue: Catalogue, deck: Deck) -> None:
    points = {**{kind: points for kind, (_, points) in UNITS.items()}, **OTHERS}
    for army in ARMIES:
        expected = [f"{army}/{kind}-{n}" for kind in points for n in range(1, len(points[kind]) + 1)]
        assert list(deck.army(army)) == expected
        assert len(expected) == 48
    terrain = [f"terrain/{kind}-{n}" for kind, count in TERRAIN.items() for n in range(1, count + 1)]
    assert list(deck.terrain_cards) == terrain
    assert len(terrain) == 9
    assert set(catalogue) == {*deck.army("red"), *deck.army("blue"), *terrain}
    assert len(catalogue) == 105


def test_a_card_knows_what_it_is(catalogue: Catalogue) -> None:
    card = catalogue["red/cavalry-5"]
    assert (card.id, card.game, card.army, card.kind, card.number) == (
        "red/cavalry-5",
        "field-of-glory",
        "red",
        "cavalry",
        5,
    )
    assert card.figure("command_points") == 4
    assert catalogue["terrain/hill-1"].army == ""
    assert "red/cavalry-7" not in catalogue
    assert "thermopyles:spartan-3" not in catalogue
    with pytest.raises(KeyError, match="red/cavalry-7"):
        catalogue["red/cavalry-7"]


@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize("kind", UNITS)
def test_figures_of_units(deck: Deck, army: str, kind: str) -> None:
    (movement, flank, combat, victory), points = UNITS[kind]
    for number, command_points in enumerate(points, start=1):
        card = f"{army}/{kind}-{number}"
        unit = deck.unit(card)
        assert unit is not None
        assert unit.kind == kind
        assert (unit.movement_cost, unit.flank_penalty, unit.combat) == (movement, flank, combat)
        assert unit.victory_points == deck.victory_points(card) == victory
        assert deck.command_points(card) == command_points
        assert dict(unit.against) == AGAINST.get(kind, {})
        assert unit.beside_second == (kind == "pike")
        assert unit.wins_ties_defending == (kind == "spear")
        assert unit.rampage == (kind == "elephant")
        assert deck.catalogue[card].figure("count") == len(points)


@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize("kind", OTHERS)
def test_figures_of_commanders_and_action_cards(deck: Deck, army: str, kind: str) -> None:
    for number, command_points in enumerate(OTHERS[kind], start=1):
        card = f"{army}/{kind}-{number}"
        assert deck.unit(card) is None
        assert deck.command_points(card) == command_points
        assert deck.victory_points(card) == 0


def test_which_kinds_share_a_column(deck: Deck) -> None:
    """FG-P2: one kind, light infantry with elephant, archer with any; and nothing else."""
    allowed = {
        (one, other)
        for one in UNITS
        for other in UNITS
        if one == other or "archer" in (one, other) or {one, other} == {"elephant", "light-infantry"}
    }
    found = set()
    for one in UNITS:
        for other in UNITS:
            first, second = deck.unit(f"red/{one}-1"), deck.unit(f"red/{other}-2")
            assert first is not None
            assert second is not None
            if first.may_stand_with(second):
                found.add((one, other))
    assert found == allowed


def test_what_terrain_does(deck: Deck) -> None:
    """FG-P1 and FG-C4."""
    heavy = dict.fromkeys(("heavy-infantry", "spear", "pike", "cavalry", "elephant"), -2)
    seen = {
        kind: (terrain.placing_cost, dict(terrain.lead), terrain.defender_in_control)
        for kind in TERRAIN_KINDS
        for terrain in [deck.terrain(f"terrain/{kind}-1")]
    }
    assert seen == {
        "plain": (0, {}, 0),
        "rough": (1, {}, 0),
        "woods": (0, {**heavy, "light-infantry": 1}, 0),
        "hill": (0, {}, 1),
    }


def test_the_kinds_named_in_code_are_those_of_the_catalogue(catalogue: Catalogue) -> None:
    by_sort: dict[str, list[str]] = {}
    for kind in catalogue.kinds.values():
        by_sort.setdefault(kind.sort, []).append(kind.name)
    assert by_sort == {
        "unit": list(UNIT_KINDS),
        "commander": [COMMANDER],
        "action": list(ACTION_KINDS),
        "terrain": list(TERRAIN_KINDS),
    }


def test_every_figure_says_where_it_is_from_and_how_sure_it_is(catalogue: Catalogue) -> None:
    sure = {
        "movement_cost": "high",
        "flank_penalty": "high",
        "combat": "high",
        "command_points": "fairly high",
        "victory_points": "medium",
        "against": "medium",
        "beside_second": "medium",
        "wins_ties_defending": "medium",
    }
    for card in catalogue.values():
        for name, figure in card.figures.items():
            assert figure.source, (card.id, name)
            if name == "count":
                assert figure.confidence == ("high" if card.army else "fairly high"), card.id
            else:
                assert figure.confidence == sure.get(name.partition(".")[0], figure.confidence), (
                    card.id,
                    name,
                )


def test_armies_are_identical(catalogue: Catalogue, deck: Deck) -> None:
    for red, blue in zip(deck.army("red"), deck.army("blue"), strict=True):
        assert catalogue[red].figures == catalogue[blue].figures


def test_ids_are_read_without_a_catalogue(deck: Deck) -> None:
    for card in deck.catalogue.values():
        assert (army_of(card.id), kind_of(card.id)) == (card.army, card.kind)


@pytest.mark.parametrize(
    "text", ["", "cavalry", "red/cavalry", "red/-1", "red/cavalry-", "tag/1", "red/cavalry-x"]
)
def test_kind_of_refuses_what_is_no_card(text: str) -> None:
    with pytest.raises(RulesError):
        kind_of(text)


def test_army_of_refuses_what_is_no_card() -> None:
    with pytest.raises(RulesError):
        army_of("cavalry-5")


def test_a_deck_knows_no_other_cards(deck: Deck) -> None:
    assert "red/pike-3" in deck
    assert "red/pike-4" not in deck
    for ask in (deck.command_points, deck.victory_points, deck.unit):
        for card in ("red/pike-4", "terrain/hill-1", "tag/1"):
            with pytest.raises(RulesError):
                ask(card)
    with pytest.raises(RulesError):
        deck.terrain("red/pike-1")
    with pytest.raises(RulesError):
        deck.army("green")


def test_an_owners_correction_reaches_the_deck(deck: Deck) -> None:
    overlay = """
        game = "field-of-glory"
        [kind.rough]
        placing_cost = 2
        [kind.spear]
        shares.pike = 1
        [card."red/cavalry-5"]
        movement_cost = 3
        command_points = 1
    """
    corrected = Deck(deck.catalogue.overlaid(overlay, file="mine.toml"))
    assert corrected.command_points("red/cavalry-5") == 1
    assert corrected.command_points("blue/cavalry-5") == 4
    assert corrected.terrain("terrain/rough-1").placing_cost == 2
    five, six = corrected.unit("red/cavalry-5"), corrected.unit("red/cavalry-6")
    assert five is not None
    assert six is not None
    assert (five.movement_cost, six.movement_cost) == (3, 2)
    spear, pike = corrected.unit("red/spear-1"), corrected.unit("red/pike-1")
    assert spear is not None
    assert pike is not None
    assert spear.may_stand_with(pike)
    assert pike.may_stand_with(spear)
    assert deck.command_points("red/cavalry-5") == 4


def test_decks_are_values(deck: Deck) -> None:
    same = Deck(deck.catalogue.overlaid('game = "field-of-glory"', file="mine.toml"))
    other = Deck(deck.catalogue.overlaid('game = "field-of-glory"\ncard.pike-1.combat = 5', file="mine.toml"))
    assert same is not deck
    assert same == deck
    assert hash(same) == hash(deck)
    assert other != deck
    assert deck != "a deck"
    assert pickle.loads(pickle.dumps(other)) == copy.deepcopy(other) == other
    assert "105 cards" in repr(deck)


DOCS = Path(__file__).parents[2] / "docs"
CORE = Path(__file__).parents[2] / "core" / "signifer_core"


def test_the_corrections_in_the_documentation_are_sound() -> None:
    text = (DOCS / "catalogue.md").read_text(encoding="utf-8")
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.MULTILINE)
    examples = [textwrap.dedent(block) for block in blocks if "game =" in block]
    assert len(examples) == 2
    first, second = (field_of_glory_catalogue().overlaid(text, file="mine.toml") for text in examples)
    assert (
        first["red/cavalry-5"].figure("command_points"),
        first["blue/cavalry-5"].figure("command_points"),
    ) == (2, 3)
    assert "terrain/hill-2" in second
    assert Deck(second).terrain("terrain/hill-2").defender_in_control == 1


def test_every_figure_and_every_ruling_of_the_code_is_documented() -> None:
    catalogue = (DOCS / "catalogue.md").read_text(encoding="utf-8")
    for name in field_of_glory_catalogue().rules:
        assert f"`{name}" in catalogue, name
    rulings = (DOCS / "rulings.md").read_text(encoding="utf-8")
    cited = {
        ruling for path in CORE.rglob("*.py") for ruling in re.findall(r"FG-[A-Z]\d", path.read_text("utf-8"))
    }
    assert cited
    assert {ruling for ruling in cited if f"### {ruling} " not in rulings} == set()
