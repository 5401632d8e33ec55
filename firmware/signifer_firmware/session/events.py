"""Events of a session: what it takes in, and what comes out of it. All of them are values.

Out come the lines of the journal (`Entry`), of which the table is the fold, and beside them what is told as it happens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from signifer_core.json_values import Json
from signifer_core.layout import Side
from signifer_core.presses import Press
from signifer_core.procedure import Choice, Correction, Override, Prompt
from signifer_core.rules import Refusal
from signifer_drivers.polling.findings import Change

from signifer_firmware.storage.store import Entry

# What news say, in plain values and in those of the core.
Told: TypeAlias = Json | Refusal | Correction | Prompt
# How a phone hears of what becomes of its request, and by which it is known.
Phone: TypeAlias = Callable[[dict[str, Json]], None]

# In


@dataclass(frozen=True, slots=True)
class Seen:
    """What one visit of a reader has changed."""

    at_us: int
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button gesture."""

    at_us: int
    press: Press


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed; ``hands_settled`` says whether no hand is under way, so that what lies there is meant."""

    at_us: int
    hands_settled: bool


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin a game from a position; ``setup`` are plain values of the game's own form. ``game`` is its name, "" for the
    one that the table is at."""

    at_us: int
    setup: Mapping[str, Json]
    game: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """Take up a game: ``entries`` are its journal. As it was when the table is switched on (``power_on``): a game that
    people had broken off stays so."""

    at_us: int
    entries: Sequence[Entry]
    power_on: bool = False


@dataclass(frozen=True, slots=True)
class PartFault:
    """A part of the table fails, and ``cause`` says why, or works again (None)."""

    at_us: int
    part: str
    cause: str | None


@dataclass(frozen=True, slots=True)
class RecordFault:
    """How the record fares on its disk: ``cause`` is what is wrong with it, "" if nothing is; ``notice`` what became of
    a file just now."""

    at_us: int
    cause: str
    notice: str = ""


@dataclass(frozen=True, slots=True)
class PageFound:
    """The table's page is at ``address`` from now on. It is ``sought`` until the first phone has come."""

    at_us: int
    address: str
    sought: bool = True


@dataclass(frozen=True, slots=True)
class NetworkOpened:
    """The table has a wireless ``network`` of its own from now on, by name and code; () if it has none any more."""

    at_us: int
    network: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Speaks:
    """The screens of ``player`` are to speak another language, which was chosen elsewhere than in the menus."""

    at_us: int
    player: Side
    language: str


@dataclass(frozen=True, slots=True)
class Practise:
    """The game that is on is practice: its record says so."""

    at_us: int


@dataclass(frozen=True, slots=True)
class Named:
    """Who plays the game that is on, by who may win: {"red": {"name": "Anna"}, "blue": {"robot": 3}}; with ``begin``
    one of before, by its first entry."""

    at_us: int
    players: Mapping[str, Json]
    begin: int | None = None


@dataclass(frozen=True, slots=True)
class Agreed:
    """Both players have agreed on a choice, without going through a menu."""

    at_us: int
    entry: Override
    choice: Choice


@dataclass(frozen=True, slots=True)
class PhoneAsks:
    """A phone asks to be ``player``'s, or as ``upkeep`` a page of upkeep to be let in by them; ``peer`` is where it is,
    "" at the table's own machine."""

    at_us: int
    player: Side
    phone: Phone
    peer: str = ""
    upkeep: bool = False


@dataclass(frozen=True, slots=True)
class CodeTyped:
    """A phone types a code, or a page of ``upkeep``."""

    at_us: int
    code: str
    phone: Phone
    upkeep: bool = False


@dataclass(frozen=True, slots=True)
class PhoneGone:
    """A phone has gone, or a page of ``upkeep``."""

    at_us: int
    phone: Phone
    upkeep: bool = False


@dataclass(frozen=True, slots=True)
class Unpair:
    """The phone of ``player`` shall be theirs no longer."""

    at_us: int
    player: Side


Wish: TypeAlias = PhoneAsks | CodeTyped | PhoneGone | Unpair
Command: TypeAlias = (
    Begin | Resume | PartFault | RecordFault | PageFound | NetworkOpened | Speaks | Practise | Named | Agreed
)
Incoming: TypeAlias = Seen | Pressed | Tick | Command | Wish

# Out


NewsKind = Literal["action", "refused", "roll", "correction", "prompt", "fault", "phone"]


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened at the table. ``kind`` as in ``signifer script --json``; ``what`` its fields."""

    at_us: int
    kind: NewsKind
    what: Mapping[str, Told]


@dataclass(frozen=True, slots=True)
class Answered:
    """A gesture was answered by the table, and by no phone's question."""

    press: Press


@dataclass(frozen=True, slots=True)
class Bound:
    """The tag ``uid`` is stuck on ``card``, by its full id, and no other one is; it belongs to the line of the journal
    before it."""

    uid: bytes
    card: str


@dataclass(frozen=True, slots=True)
class BelievedAgain:
    """A lift that was told as its reader began to fail is no lift: the reader has to look for the card again."""

    lift: Change


@dataclass(frozen=True, slots=True)
class PhoneAnswered:
    """What the phone that has just asked is answered: nothing against it, or a ``reason``."""

    answer: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class PhoneTold:
    """A phone hears what has become of its request."""

    phone: Phone
    message: dict[str, Json]


@dataclass(frozen=True, slots=True)
class PhoneLost:
    """The phone of ``player`` is theirs no longer."""

    player: Side


Outgoing: TypeAlias = Entry | News | Answered | Bound | BelievedAgain | PhoneAnswered | PhoneTold | PhoneLost
