"""What table scripts of Thermopyles say beside what every script says, and those statements in its words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from signifer_core.games.thermopyles.deck import KINDS, standard_deck
from signifer_core.games.thermopyles.state import FIRST_PLACE, FULL_ONLY, LOST_PLACE, SEATS, STEPS

from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.game import EXPECT, HANDS, OFF, SETUP, START, Form
from signifer_firmware.scripting.slots import ShortCard, Slot, Vocabulary, Words, several, short_card
from signifer_firmware.texts.sentences import refusal_codes

# What is counted and nobody's. Supports are named where play begins.
PILES = ("pile", "discard", "persians", "cemetery", "repelled")
COUNTED = (*PILES, "supports")


@dataclass(frozen=True)
class Players(st.Preparation):
    """So many play, 1 to 4."""

    number: int

    def __str__(self) -> str:
        return f"players {self.number}"


@dataclass(frozen=True)
class Marker(st.Preparation):
    place: int

    def __str__(self) -> str:
        return f"marker {self.place}"


@dataclass(frozen=True)
class Supports(st.Preparation):
    """Those that are left."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"supports {' '.join(self.cards) or 'none'}"


@dataclass(frozen=True)
class ExpectTurn(st.Expect):
    """Whose turn it is, of the players "1" to "4"."""

    player: str

    def __str__(self) -> str:
        return f"expect turn {self.player}"


@dataclass(frozen=True)
class ExpectRow(st.Expect):
    """The Persians that lie in the row, the nearer one first."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"expect row {' '.join(self.cards) or 'none'}"


def _cards(words: Words) -> tuple[ShortCard, ...]:
    if words.peek() == "none":
        words.take("a card")
        return ()
    found: tuple[ShortCard, ...] = several(short_card)(words)
    return found


SLOTS = {
    "SEAT": Slot("1 to 4: one of the players", lambda words: words.take("one of the players", SEATS)),
    "MARKER": Slot(
        "1 to 7: a place of the marker",
        lambda words: int(words.take("a place of the marker", map(str, range(FIRST_PLACE, LOST_PLACE + 1)))),
    ),
    "CARDS": Slot("cards' ids, or none", _cards),
    "PILE": Slot(
        "pile and discard (Spartans), persians (their pile), cemetery or repelled",
        lambda words: words.take("a pile", PILES),
    ),
    "COUNTED": Slot("a PILE, or supports (those left)", lambda words: words.take("a count", COUNTED)),
}


def _players(seat: str) -> Players:
    return Players(int(seat))


def _hand(seat: str, number: int) -> st.Count:
    return st.Count(seat, "hand", number)


def _count(pile: str, number: int) -> st.Count:
    return st.Count(None, pile, number)


def _expect_hand(seat: str, number: int) -> st.ExpectCount:
    return st.ExpectCount("hand", seat, number)


def _expect_count(what: str, number: int) -> st.ExpectCount:
    return st.ExpectCount(what, None, number)


def _expect_marker(place: int) -> st.ExpectCount:
    return st.ExpectCount("marker", None, place)


def _expect_players(seat: str) -> st.ExpectCount:
    return st.ExpectCount("players", None, int(seat))


_ROWS: tuple[tuple[str, str, str, str, Any], ...] = (
    (SETUP, "players SEAT", "players 2", "so many play; they have their hands", _players),
    (SETUP, "first SEAT", "first 2", "who begins; 1 without it", st.First),
    (SETUP, "marker MARKER", "marker 3", "where it stands; 1 without it", Marker),
    (
        SETUP,
        "setup ZONE NAME...",
        "setup 1 blue persian-3",
        "the row: one Persian each at 1 blue (the nearer one) and 2 blue; or Persians that lie in column 4 "
        "(repelled) or 5 (the cemetery), and count there",
        st.Setup,
    ),
    (SETUP, "supports CARDS", "supports support-1 support-4", "those left; all four without it", Supports),
    (SETUP, "count SEAT hand N", "count 2 hand 4", "a hand that is not a first one", _hand),
    (
        SETUP,
        "count PILE N",
        "count cemetery 11",
        "a pile that is not as the other cards leave it; what they leave out is out of play",
        _count,
    ),
    (
        SETUP,
        "begin STEP",
        "begin act",
        "replenish lays the row, act is a turn; start: no game is on, only its picture. Without players, one plays",
        st.Begin,
    ),
    (HANDS, "put NAME PLACE", "put spartan-2 1 red", "lay a card", st.Put),
    (HANDS, "take CARD", "take spartan-2", "lift a card", st.Take),
    (
        HANDS,
        "swap CARD CARD",
        "swap spartan-1 spartan-2",
        "lift the first while the second is laid in its place",
        st.Swap,
    ),
    (EXPECT, "expect step STEP", "expect step act", "", st.ExpectStep),
    (EXPECT, "expect turn SEAT", "expect turn 2", "whose turn it is; active is red, the team", ExpectTurn),
    (EXPECT, "expect players SEAT", "expect players 2", "how many play", _expect_players),
    (EXPECT, "expect marker MARKER", "expect marker 3", "", _expect_marker),
    (EXPECT, "expect row CARDS", "expect row persian-3 persian-4", "the nearer one first", ExpectRow),
    (EXPECT, "expect hand SEAT N", "expect hand 2 4", "a player's cards", _expect_hand),
    (EXPECT, "expect COUNTED N", "expect cemetery 11", "", _expect_count),
    (EXPECT, "expect due PLAYER N", "expect due red 2", "dice that are still to be rolled", st.ExpectDue),
    (
        EXPECT,
        "expect total ZONE TOTAL",
        "expect total 1 red 17",
        "the Spartan and his dice, as far as they have fallen",
        st.ExpectTotal,
    ),
    (EXPECT, "expect units ZONE KINDS", "expect units 1 blue persian", "", st.ExpectUnits),
    (
        EXPECT,
        "expect lead ZONE NAME",
        "expect lead 1 red spartan-2",
        "the Spartan laid, charging or not",
        st.ExpectLead,
    ),
    (
        EXPECT,
        "expect refused CODE",
        "expect refused must-retreat",
        "among the standing refusals",
        st.ExpectRefused,
    ),
    (
        EXPECT,
        "expect correction take|put CARD SPOT",
        "expect correction put persian-3 1",
        "among what the table asks hands to do",
        st.ExpectCorrection,
    ),
)
FORMS = tuple(Form(*row) for row in _ROWS)


def vocabulary() -> Vocabulary:
    return Vocabulary(
        game="thermopyles",
        cards=frozenset(standard_deck().catalogue),
        kinds=frozenset(KINDS),
        steps=(START, *(step for step in STEPS if step not in FULL_ONLY), OFF),
        refusals=refusal_codes("thermopyles"),
        example="spartan-2",
        stranger="field-of-glory:red/spear-2",
    )
