"""Panels, what each screen holds: pure data, every word already in its reader's language, no pixels.

``docs/screens.md`` is the list of what is drawn from these, and where. A figure out of range raises ValueError here,
where the mistake is, and not later in the drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Literal, Protocol

from signifer_core.layout import Side

if TYPE_CHECKING:
    from .canvas import Canvas

Terrain = Literal["plain", "rough", "woods", "hill"]
Lead = Literal["", "selected", "confirmed"]

LOWEST_TOTAL = -99
HIGHEST = 999
HIGHEST_COUNT = 99
SHUFFLES = 2


def _check(name: str, value: int | None, lowest: int = 0, highest: int = HIGHEST) -> None:
    if value is not None and not lowest <= value <= highest:
        raise ValueError(f"{name} is {value}: a screen can show {lowest} to {highest}")


class Sketch(Protocol):
    """A part of a screen that a game draws itself, in a place that some panel gives it: a frozen value, equal if it
    looks the same. It is drawn over the whole width of the screen, from row ``top`` down."""

    def draw(self, canvas: Canvas, top: int) -> None: ...


@dataclass(frozen=True)
class UnitMark:
    """One unit: ``kind`` chooses the symbol (an unknown kind gets a plain block), ``label`` is its name in words.

    ``lead``: it is "selected" to lead, or that is "confirmed".
    """

    kind: str
    label: str
    unpaid: bool = False
    lead: Lead = ""


@dataclass(frozen=True)
class SidePanel:
    """One player's side of a column. ``unknown``: its reader is silent, so a question mark stands for the total.

    ``lines`` are what the total is the sum of, such as "+1 second"; they take turns with the units. A ``sketch`` of 22
    rows takes the place of all of that, but for a reader that is silent; ``further`` ones take turns with it.
    """

    player: Side
    units: tuple[UnitMark, ...] = ()
    total: int | None = None
    unknown: bool = False
    lines: tuple[str, ...] = ()
    sketch: Sketch | None = None
    further: tuple[Sketch, ...] = ()

    def __post_init__(self) -> None:
        _check("total", self.total, LOWEST_TOTAL)


@dataclass(frozen=True)
class ColumnPanel:
    """A column as one player reads it: ``facing`` is that player, their ``own`` side is drawn at the bottom.

    ``note`` says what goes on in the column; ``result`` how an attack on it ended, ``turn`` which way its terrain card
    is to be turned, ``notice`` what is wrong there and ``fix`` what hands do about it, ``fault`` what the table lacks.
    ``remark`` stands below the terrain's name. A ``middle`` of 18 rows takes the terrain's place, beside the number.
    """

    column: int
    facing: Side
    terrain: str
    terrain_name: str
    own: SidePanel
    enemy: SidePanel
    control: Side | None = None
    cost: int | None = None
    cost_label: str = "cost"
    note: str = ""
    result: str = ""
    turn: str = ""
    notice: str = ""
    fix: str = ""
    fault: str = ""
    remark: str = ""
    middle: Sketch | None = None

    def __post_init__(self) -> None:
        _check("column", self.column, 1, 9)
        _check("cost", self.cost)
        if self.own.player != self.facing or self.enemy.player == self.facing:
            raise ValueError(f"a screen facing {self.facing} has {self.facing}'s units as its own")


@dataclass(frozen=True)
class Labels:
    """The words beside a player's figures, in their language."""

    hand: str = "Hand"
    deck: str = "Deck"
    discard: str = "Discard"
    points: str = "Points"
    due: str = "due"
    paid: str = "paid"


@dataclass(frozen=True)
class Shown:
    """Something shown of a player, beside their shape: a bonus card, say."""

    player: Side
    text: str


@dataclass(frozen=True)
class RefusalPanel:
    """One standing refusal: a sentence, the ruling's id, a sentence that mends it; ``index`` counts from 1.

    ``player`` is whose refusal it is, where the screen does not tell: on one that both read.
    """

    message: str
    ruling: str
    fix: str = ""
    index: int = 1
    count: int = 1
    player: Side | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.index <= self.count:
            raise ValueError(f"refusal {self.index} of {self.count} does not exist")


@dataclass(frozen=True)
class PlayerPanel:
    """A player's own screen: the step, what to do next, what is due, counts; a refusal takes its place on top.

    ``shown`` are bonus cards, or what came of a roll; one or two ``dice`` are large, unless they are to be
    ``small_dice`` beside much that is to be read. ``banners`` warn of how the game may end, and take turns with the
    counts; ``clock`` is how long they have thought. A ``foot`` of 19 rows takes the place of the counts; where nothing
    is ``counted``, the texts do. A ``board`` of 52 rows is a page of its own below the head: the only one, as long as
    there is nothing to say.
    """

    player: Side
    title: str
    active: bool = False
    headline: str = ""
    hand: int = 0
    deck: int = 0
    discard: int = 0
    points: int = 0
    shuffles: int = 0
    due: int | None = None
    paid: int | None = None
    refusal: RefusalPanel | None = None
    corrections: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    small_dice: bool = False
    shown: tuple[Shown, ...] = ()
    info: str = ""
    notes: tuple[str, ...] = ()
    banners: tuple[str, ...] = ()
    clock: str = ""
    labels: Labels = field(default_factory=Labels)
    counted: bool = True
    foot: Sketch | None = None
    board: Sketch | None = None

    def __post_init__(self) -> None:
        for name in ("hand", "deck", "discard", "points"):
            _check(name, getattr(self, name), 0, HIGHEST_COUNT)
        _check("due", self.due)
        _check("paid", self.paid)
        _check("shuffles", self.shuffles, 0, SHUFFLES)
        for value in self.dice:
            _check("a die", value, 1, 6)


@dataclass(frozen=True)
class StartPanel:
    """The picture before a game: the product's name or a game's, and a few lines (such as the page's address)."""

    title: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class MenuPanel:
    """A menu as one player reads it: entry ``number`` of ``count`` with the value that holds (``was``)
    and the one that it would be set to (``value``), either perhaps "".

    ``oks`` are the players whose ok it takes, ``given`` those who have said it, and ``ask`` stands beside who has not;
    ``notes`` say what stands against something; ``leave`` how to leave.
    """

    player: Side
    title: str
    entry: str
    number: int
    count: int
    was: str = ""
    value: str = ""
    given: tuple[Side, ...] = ()
    ok: str = "ok"
    notes: tuple[str, ...] = ()
    leave: str = ""
    oks: tuple[Side, ...] = ("red", "blue")
    ask: str = "-"

    def __post_init__(self) -> None:
        if not 1 <= self.number <= self.count:
            raise ValueError(f"entry {self.number} of {self.count} does not exist")


@dataclass(frozen=True)
class TextPanel:
    """Pages of text on a player's screen: ``paragraphs`` as many to a page as fit whole, ``leave`` how to leave.

    Without a ``page`` all of them take turns; else it stands open at that one (from 0, modulo their number), for
    someone who turns them by hand.
    """

    player: Side
    title: str
    paragraphs: tuple[str, ...]
    active: bool = False
    leave: str = ""
    page: int | None = None


@dataclass(frozen=True)
class CodePanel:
    """A ``code`` (or "") that only ``player`` is to read, and what it is for."""

    player: Side
    title: str
    code: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class ScanPanel:
    """A ``code`` for a phone's camera (`qr.fits` says whether it has room), and what it is for."""

    code: str
    lines: tuple[str, ...] = ()


Panel = ColumnPanel | PlayerPanel | StartPanel | MenuPanel | TextPanel | CodePanel | ScanPanel


class Panels(Mapping[str, Panel]):
    """Panels by place, each made when it is looked at first: a screen need not wait for those of all the others."""

    def __init__(self, makers: Mapping[str, Callable[[], Panel]]) -> None:
        self._makers = makers
        self._made: dict[str, Panel] = {}

    def __getitem__(self, place: str) -> Panel:
        if place not in self._made:
            self._made[place] = self._makers[place]()
        return self._made[place]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    @classmethod
    def over(cls, panels: Mapping[str, Panel], makers: Mapping[str, Callable[[], Panel]]) -> Panels:
        """Those of ``makers`` in the place of others."""
        return cls({place: partial(panels.__getitem__, place) for place in panels} | dict(makers))
