"""What is no card of the game that is on: tags that are no card's, as layouts call them, and what stands against it."""

from __future__ import annotations

from .layout import Zone
from .rules import Figures, Fix, Refusal, Verb

# Behind the number of a tag that another one has replaced: the card that it was on, nothing where that is not told.
TAG, _WAS = "tag/", "="


def tag_name(uid: bytes, was: str | None = None) -> str:
    """What a tag that is no card's is called; ``was`` as of `was_on`."""
    return f"{TAG}{uid.hex()}" if was is None else f"{TAG}{uid.hex()}{_WAS}{was}"


def is_tag(card: str) -> bool:
    """Whether it is a tag that is no card's."""
    return card.startswith(TAG)


def number_of(tag: str) -> str:
    """The number of a tag that is called so, in hexadecimal digits."""
    return tag.removeprefix(TAG).partition(_WAS)[0]


def uid_of(tag: str) -> bytes:
    """The same as bytes."""
    return bytes.fromhex(number_of(tag))


def was_on(tag: str) -> str | None:
    """The card that a tag was on before another one replaced it, "" if that is not told; None if none has."""
    _, sign, card = tag.partition(_WAS)
    return card if sign and is_tag(tag) else None


def foreign(card: str, zone: Zone, ruling: str) -> Refusal:
    """The reason, by ``ruling``, against a tag that is no card of the game: to the player on whose side it lies."""
    fix = Fix(Verb.TAKE, card, zone.place)
    if is_tag(card):
        was = was_on(card)
        figures: Figures = (("tag", card),) if was is None else (("tag", card), ("was", was))
        return Refusal("unknown-tag", zone.side, ruling, fix, figures, card)
    return Refusal("wrong-game", zone.side, ruling, fix, (("card", card),), card)
