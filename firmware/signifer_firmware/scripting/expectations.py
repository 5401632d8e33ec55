"""What a table script expects, as frozen values; ``str(expectation)`` is its notation, which parses back."""

from __future__ import annotations

from dataclasses import dataclass

from signifer_core.layout import Side, Zone

from .statements import Statement


@dataclass(frozen=True)
class Expect(Statement):
    """The parent of all expectations."""


@dataclass(frozen=True)
class ExpectActive(Expect):
    player: Side

    def __str__(self) -> str:
        return f"expect active {self.player}"


@dataclass(frozen=True)
class ExpectStep(Expect):
    step: str

    def __str__(self) -> str:
        return f"expect step {self.step}"


@dataclass(frozen=True)
class ExpectTotal(Expect):  # it may be below zero
    zone: Zone
    number: int

    def __str__(self) -> str:
        return f"expect total {self.zone} {self.number}"


@dataclass(frozen=True)
class ExpectUnits(Expect):
    """Kinds, sorted (order does not matter); () for none."""

    zone: Zone
    kinds: tuple[str, ...]

    def __str__(self) -> str:
        return f"expect units {self.zone} {' '.join(self.kinds) or 'none'}"


@dataclass(frozen=True)
class ExpectLead(Expect):
    zone: Zone
    card: str

    def __str__(self) -> str:
        return f"expect lead {self.zone} {self.card}"


@dataclass(frozen=True)
class ExpectThat(Expect):
    """Of a game's position, or of something else that it alone has; as Given."""

    what: str
    value: str

    def __str__(self) -> str:
        return f"expect {self.what} {self.value}"


@dataclass(frozen=True)
class ExpectRefused(Expect):
    """``code`` None: no refusal stands."""

    code: str | None

    def __str__(self) -> str:
        return f"expect refused {self.code or 'none'}"


@dataclass(frozen=True)
class ExpectCorrection(Expect):
    """``verb`` "take" or "put", ``place`` "1" to "5" or "pad"."""

    verb: str
    card: str
    place: str

    def __str__(self) -> str:
        return f"expect correction {self.verb} {self.card} {self.place}"


@dataclass(frozen=True)
class ExpectNoCorrection(Expect):
    def __str__(self) -> str:
        return "expect correction none"


@dataclass(frozen=True)
class ExpectScreen(Expect):
    """``place`` is "3 red" or "red"; ``wanted`` has single blanks between its words."""

    place: str
    wanted: str

    def __str__(self) -> str:
        return f"expect screen {self.place} {self.wanted}"


@dataclass(frozen=True)
class ExpectSound(Expect):
    """``name`` None: nothing was heard."""

    name: str | None

    def __str__(self) -> str:
        return f"expect sound {self.name or 'none'}"


@dataclass(frozen=True)
class ExpectReader(Expect):
    """``place`` is "3 red", "pad red", or "3" where one reader serves both sides; ``state`` "ok" or "fault"."""

    place: str
    state: str

    def __str__(self) -> str:
        return f"expect reader {self.place} {self.state}"


@dataclass(frozen=True)
class ExpectLying(Expect):
    """Cards by their full ids, sorted (order does not matter); () for none."""

    zone: Zone
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"expect lying {self.zone} {' '.join(self.cards) or 'none'}"


@dataclass(frozen=True)
class ExpectCause(Expect):
    """``place`` as in ExpectReader; ``cause`` a key of signifer_drivers.readers.faults, or None without a fault."""

    place: str
    cause: str | None

    def __str__(self) -> str:
        return f"expect cause {self.place} {self.cause or 'none'}"


@dataclass(frozen=True)
class ExpectWinner(Expect):
    """``winner`` is "red", "blue", "draw" or "none"."""

    winner: str

    def __str__(self) -> str:
        return f"expect winner {self.winner}"
