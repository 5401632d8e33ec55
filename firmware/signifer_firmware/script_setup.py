"""From a script's first statements to the game and the position in which it begins."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.games.field_of_glory.deck import TERRAIN_KINDS, UNIT_KINDS, standard_deck
from signifer_core.games.field_of_glory.setup import Counts, Setup
from signifer_core.games.field_of_glory.state import STEPS
from signifer_core.games.thermopyles.deck import KINDS
from signifer_core.games.thermopyles.setup import Setup as ThermopylesSetup
from signifer_core.games.thermopyles.state import STEPS as THERMOPYLES_STEPS

from . import correction_files
from . import script_statements as st
from .config import TableConfig
from .games import registry
from .games.bundle import Bundle
from .script_language import OFF, START, Script, Vocabulary
from .terms import GAMES
from .texts import REFUSAL_CODES

GAME = "field-of-glory"


def vocabulary(game: str = GAME) -> Vocabulary:
    """The words of a game."""
    if game != GAME:
        return Vocabulary(
            game=game,
            games=frozenset(GAMES),
            cards=frozenset(registry.bundle(game).cards),
            terrain={},
            steps=(START, *THERMOPYLES_STEPS, OFF),
            refusals=frozenset(REFUSAL_CODES),
            unit_kinds=frozenset(KINDS),
        )
    deck = standard_deck()
    terrain = {
        kind: sum(card.startswith(f"terrain/{kind}-") for card in deck.terrain_cards)
        for kind in TERRAIN_KINDS
    }
    return Vocabulary(
        game=GAME,
        games=frozenset(GAMES),
        cards=frozenset((*deck.army("red"), *deck.army("blue"), *deck.terrain_cards)),
        terrain=terrain,
        steps=(START, *STEPS, OFF),
        refusals=frozenset(REFUSAL_CODES),
        unit_kinds=frozenset(UNIT_KINDS),
    )


def bundle_of(config: TableConfig, game: str = GAME) -> Bundle:
    """The game, with the owner's corrections of its cards if the table names a file of them; ConfigError if faulty."""
    return bundles_of(config)[game]


def bundles_of(config: TableConfig) -> Mapping[str, Bundle]:
    """See correction_files."""
    return correction_files.bundles_of(config)


def setup_of(script: Script, config: TableConfig) -> Setup | ThermopylesSetup:
    """The position that the set-up statements describe."""
    if script.game != GAME:
        return ThermopylesSetup()
    begun = any(isinstance(statement, st.Begin) for statement in script.statements)
    terrain: tuple[str, ...] = ("plain",) * 5 if begun else ()
    first: str | None = "red" if begun else None
    step: str | None = None
    units: dict[tuple[int, str], tuple[str, ...]] = {}
    control: dict[int, str] = {}
    counts: dict[str, dict[str, int]] = {"red": {}, "blue": {}}
    for statement in script.statements:
        match statement:
            case st.Terrain(kinds=kinds):
                terrain = kinds
            case st.First(player=player):
                first = player
            case st.Begin(step=begin):
                step = begin
            case st.Setup(zone=zone, cards=cards):
                assert zone.column is not None
                units[zone.column, zone.side] = (*units.get((zone.column, zone.side), ()), *cards)
            case st.Control(column=column, player=player):
                control[column] = player
            case st.Count(player=player, what=what, number=number):
                counts[player][what] = number
    return Setup(
        terrain=terrain,
        first=first,
        units=tuple((column, player, cards) for (column, player), cards in units.items()),
        control=tuple(control.items()),
        red=Counts(**counts["red"]),
        blue=Counts(**counts["blue"]),
        step=step,
        unseen=not config.has_pads,
    )
