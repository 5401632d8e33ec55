"""Questions of the table about what it cannot see, whatever the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from signifer_core.layout import PAD, Side, Zone
from signifer_core.procedure import Prompt

# What the table asks about cards that fell silent together.
UNSEEN = "lifted-or-covered"
# What is said of cards that wait for `ok` and are asked back: it takes none of them.
BACK_FIRST = "back-first"


def unseen(asked: tuple[Prompt, ...], questions: Iterable[tuple[Side, Sequence[Zone]]]) -> tuple[Prompt, ...]:
    """Whether the cards that fell silent together were lifted. ``questions`` are the zones of each question, one
    for each card, with who is asked; ``asked`` is what the game asks."""
    step = asked[0].step if asked else ""
    return tuple(
        Prompt(player, step, UNSEEN, (("place", _places(player, zones)), ("cards", len(zones))))
        for player, zones in questions
    )


def _places(player: Side, zones: Sequence[Zone]) -> str:
    """The places of a question to ``player`` as one figure: "2", "2 4", "pad"; "pad-blue" where not only their own is
    meant."""
    both = any(zone.place == PAD and zone.side != player for zone in zones)
    names = (f"{PAD}-{zone.side}" if both and zone.place == PAD else zone.place for zone in zones)
    return " ".join(dict.fromkeys(names))


def unknown(asked: tuple[Prompt, ...], zone: Zone, player: Side | None) -> Prompt:
    """What lies where a reader fails is unknown: a press says nothing of it, and costs nobody anything. ``player``
    pressed, and is told so, on whichever side the zone is."""
    told = player or zone.side
    step = next((prompt.step for prompt in asked if prompt.player == told), "")
    if zone.column is None:
        return Prompt(told, step, "pad-unknown", (("side", zone.side),))
    return Prompt(told, step, "column-unknown", (("column", zone.column),))
