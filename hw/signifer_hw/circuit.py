"""A circuit as plain data: kinds of parts with their pins, parts on a board, nets that join pins.

Nothing in it knows of tables; `build` makes circuits of them, `rules` judges them, the rest writes them down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from signifer_firmware.wiring_guide.parts import End


class Role(Enum):
    """What a pin does to its net; the values are KiCad's words for it, which has none for ground."""

    FEEDS = "power_out"
    FED = "power_in"
    GROUND = "ground"
    DRIVES = "output"
    THREE_STATE = "tri_state"
    LISTENS = "input"
    BUS = "open_collector"
    EITHER = "bidirectional"
    PASSIVE = "passive"

    @property
    def kicad(self) -> str:
        return Role.FED.value if self is Role.GROUND else self.value


@dataclass(frozen=True)
class PinKind:
    """One pin of a kind of part.

    ``volts``: what comes out of it (its rail, or its high level). ``least`` and ``most``: what it bears, and what it
    needs. ``pull``: which key of [pull] its line needs ("" for none); ``own_pull_ohm``: what is on the module already.
    ``optional``: it may stay open. ``enable``: the pin that lets a three-state output speak. ``decouple``: it needs a
    capacitor beside it.
    """

    name: str
    role: Role
    number: str = ""
    volts: float = 0.0
    least: float = 0.0
    most: float = 0.0
    pull: str = ""
    own_pull_ohm: float = 0.0
    optional: bool = False
    enable: str = ""
    decouple: bool = False

    @property
    def place(self) -> str:
        """The pin's number in a netlist: its name where nothing else is printed."""
        return self.number or self.name


@dataclass(frozen=True)
class Draws:
    """What a part takes from its supply pin, in mA: all quiet; at work (a reader: field on); by fault at most."""

    idle: float
    work: float
    fault: float
    source: str = ""


@dataclass(frozen=True)
class PartKind:
    """What can be bought; ``price`` is in cents of a euro, and assumed. ``legs``: which is which, where it matters."""

    key: str
    title: str
    prefix: str
    pins: tuple[PinKind, ...]
    number: str = ""
    footprint: str = ""
    price: int = 0
    draws: Draws | None = None
    legs: str = ""

    def pin(self, name: str) -> PinKind:
        return next(pin for pin in self.pins if pin.name == name)


@dataclass(frozen=True)
class Part:
    """One part on a board. ``ohm`` and ``nf`` are those of resistors and capacitors, ``beside`` whom they serve."""

    name: str
    ref: str
    kind: PartKind
    ohm: float = 0.0
    nf: int = 0
    beside: str = ""
    value: str = ""
    address: int = 0


@dataclass
class Circuit:
    """One board with all that is plugged into it; ``nets`` in order of their making, each with its pins.

    ``leads_mm``: how long all the leads of a net are together.
    """

    name: str
    parts: dict[str, Part] = field(default_factory=dict)
    nets: dict[str, list[End]] = field(default_factory=dict)
    leads_mm: dict[str, int] = field(default_factory=dict)
    _count: dict[str, int] = field(default_factory=dict)
    _where: dict[End, str] = field(default_factory=dict)

    def add(self, name: str, kind: PartKind, **more: float | str) -> Part:
        """A part with the next free reference of its letter; ``name`` "" takes the reference for its name."""
        count = self._count[kind.prefix] = self._count.get(kind.prefix, 0) + 1
        ref = f"{kind.prefix}{count}"
        part = Part(name or ref, ref, kind, **more)  # type: ignore[arg-type]
        if part.name in self.parts:
            raise ValueError(f"two parts are called {part.name}")
        self.parts[part.name] = part
        return part

    def join(self, net: str, *ends: End) -> None:
        """Put pins on a net; KeyError or StopIteration if there is no such pin, ValueError if it is on another net."""
        members = self.nets.setdefault(net, [])
        for end in ends:
            self.pin(end)
            other = self._where.setdefault(end, net)
            if other != net:
                raise ValueError(f"{end} is on {other} and {net}")
            if end not in members:
                members.append(end)

    def net_of(self, end: End) -> str | None:
        return self._where.get(end)

    def pin(self, end: End) -> PinKind:
        return self.parts[end.part].kind.pin(end.pin)

    def ends(self) -> Iterator[End]:
        """All pins of all parts, connected or not."""
        for part in self.parts.values():
            for pin in part.kind.pins:
                yield End(part.name, pin.name)

    def by_end(self) -> Mapping[End, str]:
        """The net of every pin that has one."""
        return self._where
