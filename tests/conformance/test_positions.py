"""Positions of every game: said in statements, kept as JSON, told of a state, refused by limits in one sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import pytest
from signifer_core.decks import CardDeck
from signifer_core.errors import ConfigError, RulesError
from signifer_core.layout import Zone
from signifer_core.position_fields import Cards, Field, Lying, Number, Words
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyState
from signifer_firmware.scripting.check import check
from signifer_firmware.scripting.game import Script, game_of
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.setup import setup_of

from tests.sweeps import often

from .games import NAMES, SEEDS, played

EVERY = pytest.mark.parametrize("seed", SEEDS)
GAMES = pytest.mark.parametrize("name", NAMES)
STANDARD = load_table("standard")
# So many moments of a game are looked at, evenly spread over it: some games are ten times as long as others.
MOMENTS = 60


def script_of(name: str, lines: list[str]) -> Script:
    script = parse_script("\n".join([f"game {name}", *lines]), file="s")
    check(script, STANDARD, file="s")
    return script


@cache
def told(name: str, seed: int) -> list[tuple[AnyState, list[str], Script]]:
    """The states of a game that scripts can set up, each with the lines that do, and what they are read as; of these
    every third one, in the soak all."""
    found = []
    tables = played(name, seed, clumsy=False).tables
    for table in tables[:: max(1, len(tables) // MOMENTS)]:
        try:
            lines = list(game_of(name).position(table.state))
        except ConfigError:
            continue
        if lines:
            found.append((table.state, lines))
    return [(state, lines, script_of(name, lines)) for state, lines in found[:: often(3, 1)]]


def heads(name: str) -> list[tuple[str, str, Field]]:
    """What can be said of positions, each with its key and field; but for the step. What is said of single cards is
    said of one."""
    bundle = registry.bundle(name)
    positions = bundle.core.positions
    found = (
        (positions.what(field.usage, of, key), key, field)
        for of, field in positions.fields.items()
        if field.usage
        for key in ((field.first_key(bundle.deck),) if field.of_card else field.keys)
    )
    return [each for each in found if each[0] != "begin"]


@EVERY
@GAMES
def test_a_position_that_a_script_can_say_is_what_the_script_sets_up(name: str, seed: int) -> None:
    bundle, states = registry.bundle(name), 0
    positions = bundle.core.positions
    for state, lines, script in told(name, seed):
        again = bundle.begin(setup_of(script, STANDARD))
        assert positions.told_of(again) == positions.told_of(state)
        assert positions.expected(again) == positions.expected(state)
        assert bundle.lying(again) == bundle.lying(state)
        assert list(game_of(name).position(again)) == lines
        states += 1
    assert states


@EVERY
@GAMES
def test_a_set_up_comes_back_from_json_and_tells_what_was_said(name: str, seed: int) -> None:
    positions = registry.bundle(name).core.positions
    setups = [positions.fresh(pads) for pads in (True, False)]
    for state, *_ in told(name, seed):
        said = positions.told_of(state)
        setup = positions.taken(said, True, True)
        assert said.items() <= positions.told(setup).items()
        setups.append(setup)
    for setup in setups:
        assert positions.setup.from_json(json.loads(json.dumps(setup.to_json()))) == setup


@EVERY
@GAMES
def test_statements_are_read_back_as_they_are_written(name: str, seed: int) -> None:
    for _, lines, script in told(name, seed):
        ending = list(game_of(name).ending(registry.bundle(name).begin(setup_of(script, STANDARD))))
        assert ending
        written = parse_script("\n".join([f"game {name}", *lines, *ending]), file="s")
        again = parse_script("\n".join(map(str, written.statements)), file="s")
        assert again.statements == written.statements


def beyond(what: str, key: str, field: Field, deck: CardDeck) -> Iterator[str]:
    """The ends of statements that a field's limits are against."""
    match field.kind:
        case Number(least=least, most=most):
            yield from (str(least - 1), str(most + 1))
        case Words(number=number):
            yield "nonsense"
            if number:
                yield " ".join(field.kind.options[:1] * (number - 1))
        case Cards(least=least, most=most) as cards:
            fit = [card for card in deck.catalogue if cards.fits(card, key)]
            yield from [card for card in deck.catalogue if card not in fit][:1]
            if most:
                yield " ".join(fit[: most + 1])
            if least and not what.startswith("setup "):
                yield "none"


@GAMES
def test_every_limit_is_told_in_one_sentence_with_its_line_and_what_to_write(name: str) -> None:
    bundle = registry.bundle(name)
    for what, key, field in heads(name):
        for end in beyond(what, key, field, bundle.deck):
            with pytest.raises(ConfigError) as caught:
                parse_script(f"game {name}\n{what} {end}", file="s")
            for fault in caught.value.faults:
                assert fault.startswith("s:2: ")
                wrong, _, instead = fault.removeprefix("s:2: ").partition("; ")
                assert wrong, fault
                assert instead.startswith(("write ", "did you mean ")), fault


@GAMES
def test_a_card_is_in_one_place(name: str) -> None:
    """One card alone is spoken of, wherever it is; cards are where they are said to be."""
    deck = registry.bundle(name).deck
    kinds = [(each, each[2].kind) for each in heads(name)]
    cards = [each for each, kind in kinds if isinstance(kind, Cards) and isinstance(kind.read("card"), tuple)]
    for what, key, field in cards:
        for other, zone, elsewhere in cards:
            assert isinstance(field.kind, Cards)
            assert isinstance(elsewhere.kind, Cards)
            fits, there = field.kind.fits, elsewhere.kind.fits
            both = [card for card in deck.catalogue if fits(card, key) and there(card, zone)]
            if not both or what == other:
                continue
            with pytest.raises(ConfigError) as caught:
                parse_script(f"game {name}\n{what} {both[0]}\n{other} {both[0]}", file="s")
            assert (
                f"s:3: {both[0]} is there twice, at line 2 already; write another card" in caught.value.faults
            )


@GAMES
def test_no_card_lies_where_the_game_knows_no_place(name: str) -> None:
    bundle = registry.bundle(name)
    places = {what for what, _, _ in heads(name)}
    card = bundle.cards[0]
    for place in ("1", "2", "3", "4", "5"):
        for side in ("red", "blue"):
            what = f"setup {Zone(place, side)}"
            if what not in places:
                with pytest.raises(ConfigError, match=f'there is no "{what}"; write setup'):
                    parse_script(f"game {name}\n{what} {card}", file="s")


@GAMES
def test_what_begins_without_statements_is_the_empty_table(name: str) -> None:
    bundle = registry.bundle(name)
    assert setup_of(script_of(name, []), STANDARD) == bundle.fresh(pads=True)
    assert list(game_of(name).position(bundle.begin(bundle.fresh(pads=True)))) == []


@GAMES
def test_plain_values_beyond_a_limit_begin_no_game(name: str) -> None:
    bundle, tried = registry.bundle(name), 0
    positions = bundle.core.positions
    for what, key, field in heads(name):
        # Cards that lie in a wrong zone may be right in another, and plain values name no zones.
        for end in () if isinstance(field, Lying) else beyond(what, key, field, bundle.deck):
            setup = positions.taken({what: field.kind.read(end)}, True, True)
            if setup == positions.taken({}, True, True):
                continue  # of yes and no a set-up holds nothing else
            with pytest.raises(RulesError):
                bundle.begin(setup.to_json())
            tried += 1
    assert tried
