"""What the table asks or says of what it cannot see, whatever the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from signifer_core.layout import Zone
from signifer_core.procedure import Prompt

# What the table asks about cards that fell silent together.
UNSEEN = "lifted-or-covered"


def unseen(asked: tuple[Prompt, ...], zones: Iterable[Zone]) -> tuple[Prompt, ...]:
    """Whether the cards that fell silent together were lifted: one question a zone. ``zones`` are those of the cards,
    one for each; ``asked`` is what the game asks."""
    step = asked[0].step if asked else ""
    return tuple(
        Prompt(zone.side, step, UNSEEN, (("place", zone.place), ("cards", cards)))
        for zone, cards in Counter(zones).items()
    )


def unknown(asked: tuple[Prompt, ...], zone: Zone) -> Prompt:
    """What lies where a reader fails is unknown: a press there says nothing, and costs nobody anything."""
    own = [prompt for prompt in asked if prompt.player == zone.side]
    step = own[0].step if own else ""
    if zone.column is None:
        return Prompt(zone.side, step, "pad-unknown")
    return Prompt(zone.side, step, "column-unknown", (("column", zone.column),))
