"""The words of which messages are made: what pages may call cards, places, buttons, games and people."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from signifer_core.layout import PAD, SIDES, ZONES, Zone

from signifer_firmware.config.entries import BUTTONS
from signifer_firmware.game_api.registry import names
from signifer_firmware.league.names import cleaned
from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, STOCK, VICTORY, Pile
from signifer_firmware.web.game import BOX

_PILES = (HAND, DECK, DISCARD, VICTORY, STOCK)
# Whose piles there may be: of a side of the table, of people who share one, or nobody's, on the left and on the right.
_OWNERS = (*SIDES, "1", "2", "3", "4", "left", "right")
PLACES = {
    **{str(zone): zone for zone in ZONES},
    **{f"{pile} {owner}": (owner, pile) for pile in _PILES for owner in _OWNERS},
    "box": BOX,
}


def _playable(game: str) -> str:
    """The name of a game; ValueError for any other."""
    if game not in names():
        raise ValueError(f"no game {game!r}")
    return game


GameName = Annotated[str, AfterValidator(_playable)]
ModeName = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,16}$")]
CardId = Annotated[str, Field(pattern=r"^[a-z]{3,16}([/:][a-z0-9-]{1,32}|(-[a-z]{1,16})?-[0-9]{1,3})$")]
Part = Literal["reader", "screen", "node"]
ButtonName = Annotated[str, Field(pattern=f"^({'|'.join(BUTTONS)})$")]
Player = Annotated[str, Field(pattern=r"^(red|blue|[1-4])$")]
# Whatever is typed there; what it says is harmless then, and no longer than it may be.
PersonName = Annotated[str, Field(max_length=200), AfterValidator(cleaned)]
DeckName = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,24}$")]
PartPlace = Annotated[str, Field(pattern=r"^[a-z0-9 ]{0,12}$")]
TokenText = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
Place = Annotated[str, Field(pattern=f"^({'|'.join(PLACES)})$")]
Owner = Annotated[str, Field(pattern=f"^({'|'.join(_OWNERS)})$")]
# The first seat is the owner's.
SeatNumber = Annotated[int, Field(ge=2, le=4)]


def place(text: str) -> Zone | Pile:
    """The zone or pile that a checked place names: "3 red", "pad blue", "hand red"."""
    return PLACES[text]


assert PAD == "pad", "places of pads are called so on the page, too"
