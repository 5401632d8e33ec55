"""The statements of table scripts but for what they expect, as frozen values; ``str(statement)`` is its notation, which
parses back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from signifer_core.layout import Side, Zone


def _words(*words: object) -> str:
    """The words, without those that are None."""
    return " ".join(str(word) for word in words if word is not None)


def _seconds(us: int) -> str:
    whole, rest = divmod(us, 1_000_000)
    return f"{whole}" + (f".{rest:06d}".rstrip("0") if rest else "")


@dataclass(frozen=True, kw_only=True)
class Statement:
    """``line`` and ``text`` (as written, without the comment) tell where it came from; they are not compared."""

    line: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)


@dataclass(frozen=True)
class Preparation(Statement):
    """The parent of all that is said before play."""

    @property
    def settles(self) -> tuple[object, ...]:
        """What it settles, for ever: two statements do not settle the same. () for one that may be said again."""
        return (type(self),)


@dataclass(frozen=True)
class Game(Preparation):
    name: str

    def __str__(self) -> str:
        return f"game {self.name}"


@dataclass(frozen=True)
class Table(Preparation):
    """``name`` is that of a bundled table, as "standard", or a file's name as written."""

    name: str

    def __str__(self) -> str:
        return f"table {self.name}"


@dataclass(frozen=True)
class Deck(Preparation):
    """``name`` is that of a deck that is shipped, or a file's as written."""

    player: Side
    name: str

    @property
    def settles(self) -> tuple[object, ...]:
        return (type(self), self.player)

    def __str__(self) -> str:
        return f"deck {self.player} {self.name}"


@dataclass(frozen=True)
class Seed(Preparation):
    number: int

    def __str__(self) -> str:
        return f"seed {self.number}"


@dataclass(frozen=True)
class Dice(Preparation):
    """What the first dice show that fall by the table's own chance."""

    values: tuple[int, ...]

    def __str__(self) -> str:
        return f"dice {' '.join(map(str, self.values))}"


@dataclass(frozen=True)
class Language(Preparation):
    player: Side
    code: str

    @property
    def settles(self) -> tuple[object, ...]:
        return (type(self), self.player)

    def __str__(self) -> str:
        return f"language {self.player} {self.code}"


@dataclass(frozen=True)
class Setup(Preparation):
    """Full card ids, in the order laid."""

    zone: Zone
    cards: tuple[str, ...]

    @property
    def settles(self) -> tuple[object, ...]:
        return ()

    def __str__(self) -> str:
        return f"setup {self.zone} {' '.join(self.cards)}"


@dataclass(frozen=True)
class Given(Preparation):
    """A value in a game's position: ``what`` is all that is said before the ``value``, as in "count 2 hand"."""

    what: str
    value: str

    @property
    def settles(self) -> tuple[object, ...]:
        return (type(self), self.what)

    def __str__(self) -> str:
        return f"{self.what} {self.value}"


@dataclass(frozen=True)
class RobotsLevel(Preparation):
    """How well the robots play that `RobotsPlay` lets play; without it they go by rules of thumb."""

    level: int

    def __str__(self) -> str:
        return f"robots level {self.level}"


@dataclass(frozen=True)
class Begin(Preparation):
    step: str

    def __str__(self) -> str:
        return f"begin {self.step}"


@dataclass(frozen=True)
class Put(Statement):
    card: str
    zone: Zone

    def __str__(self) -> str:
        return f"put {self.card} {self.zone}"


@dataclass(frozen=True)
class Push(Statement):
    """``antennas`` are those of its zone above which the card lies from then on, as table.toml names them."""

    card: str
    antennas: tuple[str, ...]

    def __str__(self) -> str:
        return f"push {self.card} {' '.join(self.antennas)}"


@dataclass(frozen=True)
class Take(Statement):
    card: str

    def __str__(self) -> str:
        return f"take {self.card}"


@dataclass(frozen=True)
class Swap(Statement):
    """One hand takes ``away`` while the other lays ``instead`` in its place."""

    away: str
    instead: str

    def __str__(self) -> str:
        return f"swap {self.away} {self.instead}"


@dataclass(frozen=True)
class Brush(Statement):
    """A hand or a sleeve with ``card`` is over a zone for so long, and goes on."""

    card: str
    zone: Zone
    lasts_us: int

    def __str__(self) -> str:
        return f"brush {self.card} {self.zone} for {_seconds(self.lasts_us)}"


@dataclass(frozen=True)
class Button:
    """``kind`` is "dice", "ok" or "column". A column button without player is that of whoever has to decide."""

    kind: str
    player: Side | None = None
    column: int | None = None

    def __str__(self) -> str:
        return _words(self.kind, self.column, self.player)

    def name(self, decider: Side) -> str:
        """The button's name in table.toml; ``decider`` is the player who has to decide."""
        return str(self if self.kind == "dice" else replace(self, player=self.player or decider))


@dataclass(frozen=True)
class Press(Statement):
    button: Button

    def __str__(self) -> str:
        return f"press {self.button}"


@dataclass(frozen=True)
class Hold(Statement):
    """One button, or a pair: the two ``ok`` (red's first), or ``dice`` and one ``ok``."""

    buttons: tuple[Button, ...]

    def __str__(self) -> str:
        return f"hold {' + '.join(map(str, self.buttons))}"


@dataclass(frozen=True)
class Together(Statement):
    """Put, Push, Take, Swap, Brush, Press, Hold, Fault, Mend, Stall and PowerCut only."""

    statements: tuple[Statement, ...]

    def __str__(self) -> str:
        return "\n".join(("together", *(f"    {statement}" for statement in self.statements), "end"))


@dataclass(frozen=True)
class RobotsPlay(Statement):
    """Robots play on from where they were, at first from the empty table: so many ``decisions``, or to the end."""

    decisions: int | None = None

    def __str__(self) -> str:
        return _words("robots play", self.decisions)


@dataclass(frozen=True)
class Wait(Statement):
    us: int

    def __str__(self) -> str:
        return f"wait {_seconds(self.us)}"


@dataclass(frozen=True)
class Fault(Statement):
    """``part`` is "reader", "screen", "node", "button" or "card"; ``place`` as in table.toml ("3 red", "red", "3",
    "ok red"), or a card's id; ``percent`` is in thousandths at the finest. It is over by itself after ``lasts_us``;
    None: it stays."""

    part: str
    place: str
    kind: str
    percent: float | None = None
    lasts_us: int | None = None

    def __str__(self) -> str:
        tail = "" if self.percent is None else f" {self.percent:.3f}".rstrip("0").rstrip(".") + "%"
        passes = "" if self.lasts_us is None else f" for {_seconds(self.lasts_us)}"
        return f"fault {self.part} {self.place} {self.kind}{tail}{passes}"


@dataclass(frozen=True)
class Mend(Statement):
    """``kind`` None mends all that is wrong with the part."""

    part: str
    place: str
    kind: str | None = None

    def __str__(self) -> str:
        return f"mend {self.part} {self.place}" + ("" if self.kind is None else f" {self.kind}")


@dataclass(frozen=True)
class Stall(Statement):
    """The program gets no processor for so long, while hands, chips and nodes go on."""

    lasts_us: int

    def __str__(self) -> str:
        return f"stall {_seconds(self.lasts_us)}"


@dataclass(frozen=True)
class PowerCut(Statement):
    """The plug is pulled and put back; and once more after each of ``again_us``, counted from when it was put back, the
    start being over or not."""

    again_us: tuple[int, ...] = ()

    def __str__(self) -> str:
        if not self.again_us:
            return "power cut"
        return f"power cut again after {' '.join(map(_seconds, self.again_us))}"


@dataclass(frozen=True)
class PowerCutAt(Statement):
    """The plug is pulled as the next entry of the record is written, and put back: before anything of it is there
    ("write"), before it is sure ("commit"), before its second copy is there ("copy"), or as all of it is and nobody was
    told ("done")."""

    moment: str

    def __str__(self) -> str:
        return f"power cut at {self.moment}"
