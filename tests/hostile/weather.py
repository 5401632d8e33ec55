"""The weather of a storm: what goes wrong with readers, screens, buttons, nodes, the hub and the plug, drawn by chance,
as statements of a table script that bring it on and take it away."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from signifer_core.layout import SIDES, Zone, side_of
from signifer_firmware.config.entries import NODE
from signifer_firmware.config.model import TableConfig
from signifer_firmware.scripting import statements as st

# What is wrong with the air above an antenna, each with its percent, at the least and at the most.
AIR = {"noise": (0.5, 12.0), "miss": (3.0, 60.0), "cross": (2.0, 20.0)}
# What a drill next door does for a while: so many answers are missed, so many frames damaged.
SQUALL_MISSED, SQUALL_DAMAGED = (50.0, 60.0, 70.0, 80.0, 90.0, 100.0), (0.0, 0.0, 5.0, 10.0)
SQUALL_US = (300_000, 600_000, 1_000_000)
# Above fewer antennas with cards no more is missed: of one alone that is silent nobody can tell whether hands were
# there (docs/storms.md, *What no table can tell*).
WITNESSES, ALONE_MISSED = 4, 70.0
# The program gets no processor for so long, in seconds; a hand or a sleeve is over a zone for so long.
STALL_S = (0.2, 0.5, 1.0, 2.0, 3.5, 5.0)
BRUSH_US = (100_000, 1_500_000)
# A reader with one of these reads nothing, and says so.
BROKEN = ("unplug", "stuck", "held", "varying", "random", "wiring", "brownout", "clone", "crystal", "hot")
WEAK_PERCENT = (5.0, 40.0)
SPOILT = ("loud", "neighbour", "detuned", "slow")
SCREENS = ("unplug", "stuck", "held")
CABLE_PERCENT = (0.1, 1.5)

Part = tuple[str, str]


class Weather:
    """What is wrong just now; ``laid`` tells the readers on which cards lie, once for each card,
    ``wanted`` from which of them hands are asked to take some: there silence is an answer; ``strangers`` are tags that
    are no cards of the game, on a sleeve or in it. It is no statement's doing
    that all of a burst begins at once: `gust` says so itself."""

    def __init__(
        self,
        config: TableConfig,
        cards: Iterable[str],
        rng: random.Random,
        laid: Callable[[], Collection[str]],
        wanted: Callable[[], Collection[str]],
        strangers: Iterable[str] = (),
    ) -> None:
        self._laid, self._wanted = laid, wanted
        self._rng, self._cards, self._strangers = rng, sorted(cards), sorted(strangers)
        self._readers = sorted(reader.zone for reader in config.readers)
        self._screens = sorted(screen.place for screen in config.screens)
        self._buttons = sorted(button.name for button in config.buttons)
        columns = {column for column in map(str, range(1, 6)) if config.nodes_at(column)}
        self._columns = sorted(columns)
        self._has_nodes = any(reader.driver == NODE for reader in config.readers)
        self.wrong: dict[Part, dict[str, None]] = {}
        self.drawn: Counter[str] = Counter()
        # How often each kind comes is an evening's own.
        kinds: list[tuple[str, Callable[[], Sequence[st.Statement]]]] = [
            ("air", self._air),
            ("burst", self._burst),
            ("squall", self._squall),
            ("weak tag", self._weak),
            ("reader", self._reader),
            ("stack", self._stack),
            ("screen", self._screen),
            ("button", self._button),
            ("stall", self.stall),
            ("sleeve", self._sleeve),
        ]
        if self._columns:
            kinds += [("node", self._node), ("hub", self._hub)]
        self._kinds = kinds
        self._weights = [rng.choice((0.2, 1.0, 3.0)) for _ in kinds]

    @property
    def is_calm(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong

    @property
    def held(self) -> set[str]:
        """The buttons that something lies on."""
        return {place for part, place in self.wrong if part == "button"}

    def freed(self) -> list[st.Mend]:
        """What takes away all that lies on buttons."""
        names = sorted(self.held)
        for name in names:
            del self.wrong["button", name]
        return [st.Mend("button", name) for name in names]

    def gust(self) -> list[st.Statement]:
        """Something more goes wrong."""
        [(name, kind)] = self._rng.choices(self._kinds, self._weights)
        self.drawn[name] += 1
        return self._come(kind())

    def _come(self, weather: Iterable[st.Statement]) -> list[st.Statement]:
        found = list(weather)
        for fault in found:
            # A node that starts again does so by itself, and a squall passes.
            if isinstance(fault, st.Fault) and not fault.lasts_us:
                self.wrong.setdefault((fault.part, fault.place), {})[fault.kind] = None
        return found

    def away(self) -> list[st.Statement]:
        """Parts that are not there as the table is switched on."""
        kinds = [
            lambda: st.Fault("reader", self._rng.choice(self._readers), "unplug"),
            lambda: st.Fault("screen", self._rng.choice(self._screens), "unplug"),
        ]
        if self._columns:
            kinds.append(lambda: st.Fault("node", self._rng.choice(self._columns), "unplug"))
        faults = [self._rng.choice(kinds)() for _ in range(self._rng.choice((1, 2, 4)))]
        self.drawn["away"] += 1
        return self._come(dict.fromkeys(faults))

    def mends(self, *, some: bool = False) -> list[st.Mend]:
        """What puts everything right, in any order; or ``some`` of it."""
        parts = sorted(self.wrong)
        self._rng.shuffle(parts)
        if some:
            parts = parts[: self._rng.randint(1, len(parts))] if parts else []
        for part in parts:
            del self.wrong[part]
        return [st.Mend(part, place) for part, place in parts]

    # What there is

    def _percent(self, least: float, most: float) -> float:
        return round(self._rng.uniform(least, most), 1)

    def _air(self) -> list[st.Fault]:
        """Noise, misses or cross-reads at one reader, at some, or at all."""
        number = self._rng.choice((1, 1, 2, 3, len(self._readers)))
        kind = self._rng.choice(sorted(AIR))
        return [
            st.Fault("reader", place, kind, self._percent(*AIR[kind]))
            for place in self._rng.sample(self._readers, min(number, len(self._readers)))
        ]

    def _burst(self) -> list[st.Fault]:
        """Everything that the air can do, at once, and at its worst, at several readers."""
        places = self._rng.sample(self._readers, self._rng.randint(2, len(self._readers)))
        return [st.Fault("reader", place, kind, most) for place in places for kind, (_, most) in AIR.items()]

    def _squall(self) -> list[st.Fault]:
        """Most answers are missed for a while, above one antenna, some or all."""
        number = self._rng.choice((1, 2, 4, len(self._readers)))
        places = self._rng.sample(self._readers, min(number, len(self._readers)))
        missed, damaged = self._rng.choice(SQUALL_MISSED), self._rng.choice(SQUALL_DAMAGED)
        if len({*self._laid()} & {*places}) < WITNESSES:
            missed = min(missed, ALONE_MISSED)
        air = [("miss", missed), *([("noise", damaged)] if damaged else [])]
        lasts_us = self._rng.choice(SQUALL_US)
        return [
            st.Fault("reader", place, kind, percent, lasts_us) for place in places for kind, percent in air
        ]

    def _weak(self) -> list[st.Fault]:
        """The tags of a few cards lose some of their answers, wherever they lie."""
        cards = self._rng.sample(self._cards, min(len(self._cards), self._rng.choice((1, 1, 3, 8))))
        return [st.Fault("card", card, "weak", self._percent(*WEAK_PERCENT)) for card in cards]

    def _reader(self) -> list[st.Fault]:
        kinds = BROKEN if self._rng.random() < 0.7 else SPOILT
        return [st.Fault("reader", self._rng.choice(self._readers), self._rng.choice(kinds))]

    def _stack(self) -> list[st.Fault]:
        """Somebody squares the cards of a zone up, and their tags cover each other."""
        several = [place for place, cards in Counter(self._laid()).items() if cards > 1]
        places = sorted({*(several or self._readers)} - {*self._wanted()})
        return [st.Fault("reader", self._rng.choice(places), "stack")] if places else []

    def _screen(self) -> list[st.Fault]:
        return [st.Fault("screen", self._rng.choice(self._screens), self._rng.choice(SCREENS))]

    def _button(self) -> list[st.Fault]:
        """Something falls on two buttons of a player: of one alone nobody can tell whether it was pressed."""
        player = self._rng.choice(SIDES)
        own = [name for name in self._buttons if name.endswith(player)]
        if self.held & {*own} or len(own) < 2:
            return []
        return [st.Fault("button", name, "stuck") for name in self._rng.sample(own, 2)]

    def stall(self) -> list[st.Stall]:
        """The card of the disk hangs, or something else has the processor."""
        return [st.Stall(round(self._rng.choice(STALL_S) * 1_000_000))]

    def _sleeve(self) -> list[st.Brush]:
        """A tag that is no card of the game passes over a reader, in a hand that is busy elsewhere."""
        if not self._strangers:
            return []
        place = self._rng.choice(self._readers)
        return [st.Brush(self._rng.choice(self._strangers), self.zone(place), self.brush_us())]

    def zone(self, reader: str) -> Zone:
        """One of the zones of a reader."""
        place, _, side = reader.partition(" ")
        return Zone(place, side_of(side or self._rng.choice(SIDES)))

    def brush_us(self) -> int:
        """For how long a hand is over a zone."""
        return self._rng.randrange(*BRUSH_US, 1_000)

    def _node(self) -> list[st.Fault]:
        column = self._rng.choice(self._columns)
        kind = self._rng.choice(("unplug", "reboot", "noise"))
        return [st.Fault("node", column, kind, self._percent(*CABLE_PERCENT) if kind == "noise" else None)]

    def _hub(self) -> list[st.Fault]:
        """All nodes are gone at once."""
        return [st.Fault("node", column, "unplug") for column in self._columns]


def together(said: Sequence[st.Statement]) -> Iterator[st.Statement]:
    """One statement for what happens at once; none for nothing."""
    if len(said) > 1:
        yield st.Together(tuple(said))
    else:
        yield from said
