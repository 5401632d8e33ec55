"""Tags that people carry about, and that are none for cards: what they answer to requests, anticollision and SELECT."""

from __future__ import annotations

import random

from .tag import Tag

_SAK_PASS, _SAK_CLASSIC = 0x20, 0x08


class _Fleeting(Tag):
    """A tag that makes up its number again whenever it loses its power (ISO/IEC 14443-3: 08 and three bytes)."""

    __slots__ = ("rng",)
    fleeting = True

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        super().__init__(bytes((0x08, *rng.randbytes(3))), sak=_SAK_PASS)

    def power_down(self) -> None:
        """See Tag."""
        super().power_down()
        fresh = Tag(bytes((0x08, *self.rng.randbytes(3))), sak=_SAK_PASS)
        self.uid, self.parts = fresh.uid, fresh.parts


def bank_card(rng: random.Random) -> Tag:
    """A bank card or a phone: ISO 14443-4, its number of four bytes another one each time."""
    return _Fleeting(rng)


def classic() -> Tag:
    """A MIFARE Classic with four bytes, as keys and old passes are."""
    return Tag(bytes.fromhex("a1b2c3d4"), sak=_SAK_CLASSIC)


def classic_of_seven() -> Tag:
    """A MIFARE Classic EV1 with seven bytes."""
    return Tag(bytes.fromhex("04a1b2c3d4e5f6"), sak=_SAK_CLASSIC)


def transit_pass() -> Tag:
    """A DESFire, as passes are: seven bytes that stay, and ISO 14443-4."""
    return Tag(bytes.fromhex("04a1b2c3d4e5f7"), sak=_SAK_PASS)
