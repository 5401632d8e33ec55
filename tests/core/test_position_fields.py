"""What each game's positions may say, field by field: how, from which figure to which, and what scripts may expect.

A description is data: there is no second place that says how many figures are in the box.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from signifer_core.games.call_to_glory.position import POSITIONS as CALL_TO_GLORY
from signifer_core.games.dark_age_arena.position import POSITIONS as DARK_AGE_ARENA
from signifer_core.games.field_of_glory.position import POSITIONS as FIELD_OF_GLORY
from signifer_core.games.thermopyles.position import POSITIONS as THERMOPYLES
from signifer_core.position_fields import Cards, Kind, Number
from signifer_core.positions import Positions

from .golden_text import check_text

GAMES: dict[str, Positions[Any, Any, Any]] = {
    "call-to-glory": CALL_TO_GLORY,
    "dark-age-arena": DARK_AGE_ARENA,
    "field-of-glory": FIELD_OF_GLORY,
    "thermopyles": THERMOPYLES,
}


def _kind(kind: Kind) -> str:
    if isinstance(kind, Number):
        return f"{kind.least} to {kind.most}"
    if isinstance(kind, Cards):
        return f"{kind.noun}, {kind.least} to {kind.most or 'all'}"
    return f"{kind.number or 'one'} of {' '.join(kind.options)}"


def described(positions: Positions[Any, Any, Any]) -> Iterator[str]:
    """Each field's name, what it may hold, how it is said and expected, and what it is where nothing is said."""
    for name, field in positions.fields.items():
        yield f"{name}: {field.usage or '-'} ({_kind(field.kind)})"
        yield f"  keys {', '.join(field.keys) or '-'}"
        if field.of_card:
            yield f"  of {_kind(field.of_card)}"
        if field.expect:
            yield f"  {field.expect}{'' if field.ending else ', but not at the end'}"
        said = {"begun": field.begun, "alone": field.alone or None, "named": field.named or None}
        for word, value in said.items():
            if value is not None:
                yield f"  {word} {value}"
    for name, slot in positions.slots.items():
        yield f"{name}: {slot.number or 'any'} of {' '.join(slot.options)}"


@pytest.mark.parametrize("game", GAMES)
def test_fields_are_as_they_were_found_good(game: str) -> None:
    check_text(f"{game}-fields", described(GAMES[game]))
