"""RF frames at 106 kbit/s: a reader's frame, the tags' answer, how long they last; and noise upon them.

Bits are numbers whose bit 0 goes over the air first.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

BIT_US = 128 / 13.56
# Of the flips: how many spread to the neighbouring bit, and how many spoil half a bit, which looks like a collision.
_SPREAD = 0.125
_HALF = 0.25


@dataclass(slots=True)
class Answer:
    """What the antenna hears: all answers one upon the other.

    ``value`` has each bit that any tag sent as 1; ``collided`` the bits that were sent both ways. ``bits``: how
    many data bits. ``split``: bits of the first byte that the reader had sent itself, so the first byte has 8 - split
    bits. ``offset``: how many bits of the cascade level went before. ``bad``: a bit for each byte whose parity fails.
    ``late_us``: how much later than usual it begins.
    """

    value: int
    collided: int
    bits: int
    split: int
    offset: int
    bad: int = 0
    late_us: float = 0.0

    @property
    def length_us(self) -> float:
        """Time on the air: start bit, data bits and a parity bit a byte (none after a byte cut short at the end)."""
        return (1 + self.bits + (self.bits + self.split) // 8) * BIT_US


def frame_us(data: bytes, last_bits: int, parity: bool = True) -> float:
    """Return how long the reader's frame is on the air: start bit, data bits, a parity bit a whole byte."""
    whole = len(data) - 1 if last_bits else len(data)
    return (1 + whole * (9 if parity else 8) + last_bits) * BIT_US


def _flips(rng: random.Random, places: int) -> list[int]:
    """Return where a frame of so many places is flipped: one place, now and then more, side by side."""
    place = rng.randrange(places)
    flips = [place]
    while rng.random() < _SPREAD and place + 1 < places:
        place += 1
        flips.append(place)
    return flips


def flipped(rng: random.Random, data: bytes, last_bits: int) -> tuple[bytes, bool]:
    """Flip bits of the reader's frame; True if the tags see it by a parity bit, which only whole bytes have."""
    whole = len(data) - 1 if last_bits else len(data)
    value = int.from_bytes(data, "little")
    bad = 0
    for place in _flips(rng, whole * 9 + last_bits):
        byte, bit = divmod(place, 9)
        if byte < whole:
            bad ^= 1 << byte
        if bit < 8:
            value ^= 1 << (8 * byte + bit)
    return value.to_bytes(len(data), "little"), bad != 0


def flip(rng: random.Random, answer: Answer) -> None:
    """Flip bits of the answer, counted from the start of its first byte whether that byte is whole or not."""
    split = answer.split
    byte_count = (answer.bits + split) // 8
    for place in _flips(rng, answer.bits + byte_count):
        byte, bit = divmod(place + split, 9)
        answer.bad ^= 1 << byte
        index = byte * 8 + bit - split
        if bit == 8 or index >= answer.bits:
            continue
        if rng.random() < _HALF:
            answer.collided |= 1 << index
        else:
            answer.value ^= 1 << index
