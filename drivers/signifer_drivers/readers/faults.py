"""Faults of readers: each cause by its key, with a name and with what to do about it.

The keys of chip and wire are those of `mfrc522.ChipError`; those of the air are of `examination`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from signifer_core.errors import DriverError

from signifer_drivers.io.spi import TransferError
from signifer_drivers.portable import examination, mfrc522, selftest

BUS = "bus"
BUS_FAILS = "bus-fails"
GAIN = examination.GAIN
NEIGHBOUR = examination.NEIGHBOUR
WEAK = examination.WEAK
SLOW = examination.SLOW
NOISE = examination.NOISE
STACKED = "stacked-tags"
SEVERAL = "several-tags"
STRANGE = "strange-tags"
BAD_AIR = "bad-air"
UNREAD_CARD = "unread-card"
NODE_AWAY = "node-away"
NODE_FILES = "node-files"


@dataclass(frozen=True, slots=True)
class Cause:
    """``name`` begins every sentence about it, and stands in no other; ``advice`` ends it."""

    key: str
    name: str
    advice: str


CAUSES = {
    cause.key: cause
    for cause in (
        Cause(
            mfrc522.NO_CHIP,
            "no chip answers",
            "check the plug, the supply and the chip select, that MISO and MOSI are not swapped, and that RST of the "
            "module is high",
        ),
        Cause(
            mfrc522.HELD,
            "another chip holds MISO",
            "unplug the other readers of this bus one by one, and give the one that did it a buffer or a diode on "
            "MISO; where none did, this one has no supply and its line no pull-up, its RST is low, or MISO and MOSI "
            "are swapped",
        ),
        Cause(
            mfrc522.VARYING,
            "the version varies",
            "shorten the leads, take speed_hz = 3000000 or 400000, and check ground and MISO",
        ),
        Cause(
            mfrc522.CLONE,
            "not a known MFRC522",
            "it is a clone or another chip; try a module with version 91 or 92",
        ),
        Cause(
            mfrc522.BROWN_OUT,
            "the supply breaks down",
            "give the readers a 3.3 V regulator of their own, with 10 uF beside each one",
        ),
        Cause(
            mfrc522.WIRING,
            "what is written does not arrive",
            "check MOSI and the clock, shorten the leads, take speed_hz = 3000000 or 400000",
        ),
        Cause(mfrc522.HANGS, "the chip hangs", "check the reset line, then unplug the reader and plug it in"),
        Cause(
            mfrc522.NO_CLOCK,
            "the crystal does not start",
            "unplug the reader and plug it in; if it stays so, take another module",
        ),
        Cause(
            mfrc522.HOT,
            "the chip is too hot",
            "let air to the module, and look for metal near its antenna; if it stays hot, take another one",
        ),
        Cause(
            selftest.SELF_TEST,
            "its self-test is not that of the datasheet",
            "the chip is damaged or counterfeit: take another module",
        ),
        Cause(
            selftest.RESET_OPEN,
            "the reset line does not reach the chip",
            "check the lead to RST of the module: without it nothing but its plug helps a chip that hangs",
        ),
        Cause(BUS, "the bus cannot be used", "check that SPI is switched on and who may open the device"),
        Cause(
            BUS_FAILS,
            "the bus fails",
            "look into dmesg, and restart the Pi; on a Pi 4 take speed_hz = 4000000",
        ),
        Cause(
            GAIN, "the gain is too high", "lower gain_db of this reader; signifer tune finds the right one"
        ),
        Cause(
            NEIGHBOUR,
            "a neighbour's field stays on",
            "unplug the readers beside it one by one, and keep antennas 80 mm apart",
        ),
        Cause(
            WEAK,
            "the tags answer too weakly",
            "lay them farther apart, or raise gain_db or field; signifer tune finds the right ones",
        ),
        Cause(
            SLOW, "the tags are too slow", "bring them nearer to the antenna, raise field, or take other tags"
        ),
        Cause(STACKED, "tags that lie exactly stacked fall silent", "stagger the cards"),
        Cause(
            SEVERAL,
            "more than one tag lies on a reader of the mfrc522 package",
            "lay one card there at a time, or drive this reader with mfrc522-spi",
        ),
        Cause(
            STRANGE,
            "tags that are no cards crowd the reader",
            "take telephones, passes and cards of other games away, and enrol cards that are new (signifer enrol)",
        ),
        Cause(
            BAD_AIR,
            "most answers are missed",
            "switch off what disturbs the readers, a drill or a lamp nearby; if it stays so, run signifer tune",
        ),
        Cause(
            UNREAD_CARD,
            "a card is heard and cannot be read",
            "lift it and lay it again, flat and over the middle; if it stays so, run signifer tune",
        ),
        Cause(NODE_AWAY, "the node does not answer", "check its USB cable and the supply of the hub"),
        Cause(
            NODE_FILES,
            "the node and this program do not fit together",
            "put the node's files of this version on it (docs/node-protocol.md)",
        ),
        Cause(
            NOISE,
            "answers cannot be understood",
            "move metal and switching supplies away from the antenna, and run signifer tune",
        ),
    )
}


class ReaderError(DriverError):
    """A reader fails, by a cause of CAUSES; the text is one sentence with the reader's name. ``heard``: the tags that
    were heard all the same."""

    def __init__(self, reader: str, cause: str, detail: str = "", heard: Sequence[bytes] = ()) -> None:
        self.reader = reader
        self.cause = cause
        self.detail = detail
        self.heard = tuple(heard)
        super().__init__(f"reader {reader}: {sentence(cause, detail)}")


def sentence(key: str, detail: str = "") -> str:
    """The cause in a plain sentence: its name, what was seen, what to do."""
    cause = CAUSES[key]
    return f"{cause.name}{f' ({detail})' if detail else ''}: {cause.advice}"


def failed(reader: str, error: OSError) -> ReaderError:
    """What ``error`` says about a reader."""
    if isinstance(error, ReaderError):
        return error
    if isinstance(error, mfrc522.ChipError):
        return ReaderError(reader, error.cause, error.detail)
    return ReaderError(reader, BUS_FAILS if isinstance(error, TransferError) else BUS, str(error))


def named_in(text: str) -> list[str]:
    """The keys of all causes that a sentence names, in its order: the first is meant, others stand in what was seen."""
    named = [(text.find(cause.name), cause.key) for cause in CAUSES.values()]
    return [key for at, key in sorted(named) if at >= 0]
