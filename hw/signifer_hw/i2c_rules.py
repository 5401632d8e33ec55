"""Pull-ups of the I2C bus, all of them counted: resistors, those on the modules, on the multiplexer's board, on the Pi.

The multiplexer's channels are buses of their own. While one is open its pull-ups and those of the Pi's line are one
load for whoever draws either low; but its switch lets through no more than some 2 V at a supply of 3.3 V (PCA9548A data
sheet, pass-gate voltage), so that each line has to rise the rest by its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import fsum

from signifer_firmware.wiring_guide.parts import MUX, End, shown_ohm

from .circuit import Circuit, Part, Role
from .groups import groups, rails, resistors

_VOLTS = 3.3
# I2C-bus specification UM10204 rev 7, table 10: a chip sinks at least 3 mA at 0.4 V; from 0.3 to 0.7 of the supply at
# most 300 ns at 400 kHz, the speed that config.txt asks for; at most 400 pF; 10 pF a pin.
SINK_MA, _LOW_V, RISE_NS, _MOST_PF, _PIN_PF = 3.0, 0.4, 300.0, 400.0, 10.0
# ln(0.7 / 0.3): section 7.1 there.
_RISE = 0.8473
# Of a metre of wire beside its ground wire, assumed.
_PF_PER_M = 60.0
# Of the series E12: what may be written for modules that bring too little.
_VALUES = (10_000, 8_200, 6_800, 5_600, 4_700, 3_900, 3_300, 2_700, 2_200, 1_800, 1_500)


@dataclass(frozen=True)
class Line:
    """SDA or SCL of one bus. ``pulls``: what lifts it, each with its ohms; ``pf``: what is to be lifted.

    ``behind``: the Pi's line, of a channel of the multiplexer; ``screens``: whether a resistor of ours could be here.
    """

    net: str
    pulls: tuple[tuple[str, float], ...]
    pf: float
    behind: Line | None = None
    screens: bool = False

    @property
    def all_pulls(self) -> tuple[tuple[str, float], ...]:
        """Its own, and while its channel is open those of the Pi's line."""
        return (*self.pulls, *(self.behind.all_pulls if self.behind else ()))

    @property
    def sink_ma(self) -> float:
        """What flows into a chip that draws it down to 0.4 V."""
        return (_VOLTS - _LOW_V) * _siemens(self.all_pulls) * 1000

    @property
    def ohm_kilo(self) -> float:
        """All of them together, in kilohms."""
        return 1 / _siemens(self.all_pulls) / 1000

    @property
    def rise_ns(self) -> float:
        """By its own pull-ups; without any it never rises."""
        own = _siemens(self.pulls)
        return _RISE * self.pf / own / 1000 if own else float("inf")

    @property
    def open_pf(self) -> float:
        return self.pf + (self.behind.open_pf if self.behind else 0.0)

    def does(self) -> bool:
        return self.sink_ma <= SINK_MA and self.rise_ns <= RISE_NS

    def with_resistor(self, ohm: float) -> Line:
        return replace(self, pulls=(*self.pulls, ("resistor", ohm)))


def i2c_lines(circuit: Circuit) -> list[Line]:
    """Both lines of the Pi's bus, then those of each channel in use."""
    host: dict[str, Line] = {}
    channels: list[tuple[str, Line]] = []
    for group in groups(circuit):
        ends = [end for net in group for end in circuit.nets[net]]
        if not any(circuit.pin(end).role is Role.BUS for end in ends):
            continue
        line = _line(circuit, group, ends)
        # The multiplexer's pins are SDA and SCL on the one side, SD0 and SC0 to SD7 and SC7 on the other.
        at_mux = next((end.pin for end in ends if end.part == MUX), line.net)
        if at_mux[2:].isdigit():
            channels.append((at_mux[:2], line))
        else:
            host[at_mux[:2]] = line
    return [*host.values(), *(replace(line, behind=host.get(which)) for which, line in channels)]


def _line(circuit: Circuit, group: list[str], ends: list[End]) -> Line:
    on_bus = [end for end in ends if circuit.pin(end).role is Role.BUS]
    pulls = [
        (_called(circuit.parts[end.part]), circuit.pin(end).own_pull_ohm)
        for end in on_bus
        if circuit.pin(end).own_pull_ohm
    ]
    leads_m = sum(circuit.leads_mm.get(net, 0) for net in group) / 1000
    return Line(
        group[0],
        (*pulls, *_lifting(circuit, group)),
        _PIN_PF * len(on_bus) + _PF_PER_M * leads_m,
        screens=any(circuit.pin(end).pull == "screen-bus" for end in on_bus),
    )


def _lifting(circuit: Circuit, group: list[str]) -> Iterator[tuple[str, float]]:
    """Resistors from these nets to a supply."""
    grounds = {
        net
        for net, members in circuit.nets.items()
        if any(circuit.pin(end).role is Role.GROUND for end in members)
    }
    up = rails(circuit) - grounds
    for part, first, second in resistors(circuit):
        if (first in group and second in up) or (second in group and first in up):
            yield "resistor", part.ohm


def i2c_faults(circuit: Circuit) -> Iterator[str]:
    """Lines that a chip is not bound to draw low, that rise too slowly or never, and that have too much on them."""
    lines = i2c_lines(circuit)
    strong: dict[tuple[str, str], list[Line]] = defaultdict(list)
    for line in lines:
        if line.sink_ma > SINK_MA:
            strong[(made_of(line.all_pulls), _less(line))].append(line)
        if line.open_pf > _MOST_PF:
            yield f"{line.net} has {line.open_pf:.0f} pF, and an I2C bus at most {_MOST_PF:.0f}; shorten the leads"
    for (what, cure), those in strong.items():
        one = those[0]
        yield (
            f"{_names(those)}: {one.ohm_kilo:.2f} kΩ ({what}) put {one.sink_ma:.1f} mA into a chip that draws it "
            f"low, and it is bound to sink {SINK_MA:g}; {cure}"
        )
    slow = [line for line in lines if line.rise_ns > RISE_NS]
    bare = [line for line in slow if not line.pulls]
    if bare:
        yield f"no pull-up on {_names(bare)}; {_more(slow)}"
    if late := [line for line in slow if line.pulls]:
        worst = max(line.rise_ns for line in late)
        yield f"{_names(late)} take {worst:.0f} ns to rise, at 400 kHz at most {RISE_NS:.0f}; {_more(slow)}"


def _more(slow: list[Line]) -> str:
    """What to write so that all of them rise, and none is too strong."""
    if not all(line.screens or line.pulls for line in slow):
        return "wire it to the Pi's pins 3 and 5, which have 1.8 kΩ"
    if all(line.screens for line in slow):
        for ohm in _VALUES:
            if all(line.with_resistor(ohm).does() for line in slow):
                return f"write screen-bus = {ohm} below [pull]"
    return "shorten the leads"


def _less(line: Line) -> str:
    """What to leave out, or to take off: what is ours first."""
    there = {name for name, _ in line.all_pulls}
    if "resistor" in there:
        return "take screen-bus out of [pull]"
    if MUX in there:
        return "take the pull-ups off the multiplexer's board, and write mux = 0 below [own_pull]"
    return "take the pull-ups off a screen, or put it on another channel"


def _called(part: Part) -> str:
    """One word for all parts of a kind: screens are many."""
    return "screen" if part.name.startswith("screen ") else part.name


def made_of(pulls: Iterable[tuple[str, float]]) -> str:
    """As "2 x screen 4.7 kΩ, Pi header 1.8 kΩ"."""
    count: dict[tuple[str, float], int] = defaultdict(int)
    for pull in pulls:
        count[pull] += 1
    return ", ".join(
        f"{f'{many} x ' if many > 1 else ''}{name} {shown_ohm(ohm)}" for (name, ohm), many in count.items()
    )


def _siemens(pulls: Iterable[tuple[str, float]]) -> float:
    return fsum(1 / ohm for _, ohm in pulls)


def _names(lines: list[Line], most: int = 4) -> str:
    """At most so many; the others are alike."""
    shown = ", ".join(line.net for line in lines[:most])
    return shown if len(lines) <= most else f"{shown} and {len(lines) - most} more"
