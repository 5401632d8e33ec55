"""Faults of parts as players read them: which one, and in a word or two why. Advice is for who mends it."""

from __future__ import annotations

from signifer_drivers.io.buttons import HELD_DOWN
from signifer_drivers.io.i2c import BUS_STUCK
from signifer_drivers.readers.faults import named_in

from signifer_firmware.i18n.words import Words, marked
from signifer_firmware.kernel import wall_clock
from signifer_firmware.session.faults import OLD_TAG, carrier_in
from signifer_firmware.storage.trouble import (
    ASIDE,
    BUSY,
    FAILS,
    FULL,
    GAMES_ASIDE,
    LATER,
    MEMORY,
    READ_ONLY,
    UNPLAYED,
    file_in,
    key_in,
)

from .terms import card_name, part_name

NO_ANSWER = "no-chip"
# By the keys of `signifer_drivers.readers.faults.CAUSES`.
_CAUSES = marked(
    {
        NO_ANSWER: "no answer",
        "miso-held": "line blocked",
        "varying-version": "line unsteady",
        "clone": "unknown chip",
        "brown-out": "supply dips",
        "wiring": "bad wiring",
        "chip-hangs": "chip hangs",
        "no-clock": "no clock",
        "overheated": "too hot",
        "self-test": "self-test fails",
        "reset-open": "no reset line",
        "bus": "bus shut",
        "bus-fails": "bus fails",
        "gain-too-high": "gain too high",
        "neighbour-field": "other field on",
        "weak-answers": "weak answers",
        "slow-tags": "slow tags",
        "stacked-tags": "cards stacked",
        "several-tags": "one card only",
        "strange-tags": "unknown tags",
        "bad-air": "answers missed",
        "unread-card": "card unreadable",
        "node-away": "node away",
        "node-files": "wrong version",
        "noise": "noise",
    }
)
CAUSE_KEYS = tuple(_CAUSES)
# Of the disk under the record, by the keys of `storage.trouble`.
_TROUBLES = marked(
    {
        FULL: "disk full",
        READ_ONLY: "disk read-only",
        BUSY: "disk busy",
        FAILS: "disk fails",
        MEMORY: "memory full",
    }
)


def needs_power(_: str, cause: str) -> bool:
    """Whether the power has to stay on: what is told is not on disk yet."""
    return key_in(cause) in _TROUBLES


def fault_text(part: str, cause: str, words: Words) -> str:
    """A part that fails and why: "reader 3 red: supply dips". A ``cause`` without a name has not answered, unless it
    is a bus of screens that is stuck."""
    if part == wall_clock.PART:
        return words.say("The clock of the day jumped. Nothing is lost.")
    if part.startswith(f"{OLD_TAG} "):
        card = carrier_in(cause)
        if not card:
            place = part_name(part.removeprefix(f"{OLD_TAG} "), words)
            return words.say("Old tag, {place}: take it off the card.", place=place)
        return words.say("Old tag of {card}: take it off the card.", card=card_name(card, words))
    if cause == HELD_DOWN:
        return words.say("{part}: held down", part=part_name(part, words))
    trouble = key_in(cause)
    if trouble == ASIDE:
        return words.say("Bad record kept as {file}", file=file_in(cause))
    if trouble == LATER:
        return words.say("Record of a later program kept as {file}", file=file_in(cause))
    if trouble == GAMES_ASIDE:
        return words.say("Games of before kept as {file}", file=file_in(cause))
    if trouble == UNPLAYED:
        return words.say("The last game cannot go on")
    if trouble:
        return words.say(
            "{part}: {why}. Leave the power on.",
            part=part_name(part, words),
            why=words.say(_TROUBLES[trouble]),
        )
    key = next(iter(named_in(cause)), "miso-held" if BUS_STUCK in cause else NO_ANSWER)
    return words.say("{part}: {why}", part=part_name(part, words), why=words.say(_CAUSES[key]))
