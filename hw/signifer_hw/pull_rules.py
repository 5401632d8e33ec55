"""Pull-ups and pull-downs: there, the right way, and of a value with which the line's levels are right.

Those of the I2C bus are in ``i2c_rules``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import fsum

from signifer_firmware.wiring_guide.parts import PULL_OHM, shown_ohm

from .circuit import Circuit, Role
from .groups import groups, rails, resistors

_VOLTS = 3.3
# What a Pi takes for low (BCM2711: 0.8 V), and what resets an MFRC522 (0.3 of its supply).
_MOST_LOW_V = 0.8


def pull_faults(circuit: Circuit) -> Iterator[str]:
    """Missing ones by their key in [pull], all lines of a key in one sentence; then values that do not do."""
    missing: dict[str, list[str]] = defaultdict(list)
    wrong: dict[str, list[str]] = defaultdict(list)
    fixed = rails(circuit)
    lifted: list[str] = []
    for group in groups(circuit):
        keys = {circuit.pin(end).pull: None for net in group for end in circuit.nets[net]}
        if {*group} & fixed:
            continue  # tied to a level outright
        for key in filter(None, keys):
            if key == "screen-bus":
                continue  # counted in i2c_rules
            down = key == "reader-reset"
            there = _pulling(circuit, group, down=down)
            if there is None:
                missing[key].append(_name(circuit, group))
            elif key == "reader-reset" and (found := _lifted(circuit, group, min(there, PULL_OHM[key]))):
                lifted.append(found)
            elif not _does(circuit, group, key, there):
                wrong[key].append(f"{_name(circuit, group)} ({there:g} Ω)")
    for key, nets in missing.items():
        way = "down" if key == "reader-reset" else "up"
        yield f"no pull-{way} on {', '.join(nets)}; write {key} = {PULL_OHM[key]} below [pull]"
    for key, nets in wrong.items():
        yield f"the pull of {', '.join(nets)} does not do; write {key} = {PULL_OHM[key]} below [pull]"
    yield from lifted


def _name(circuit: Circuit, group: list[str]) -> str:
    """What a line is called where somebody listens to it."""
    listening = (
        net for net in group if any(circuit.pin(end).role is Role.LISTENS for end in circuit.nets[net])
    )
    return next(listening, group[0])


def _pulling(circuit: Circuit, group: list[str], *, down: bool) -> float | None:
    """The resistor from a group to ground, or to a supply."""
    grounds = {
        net
        for net, members in circuit.nets.items()
        if any(circuit.pin(end).role is Role.GROUND for end in members)
    }
    wanted = grounds if down else rails(circuit) - grounds
    found = [
        part.ohm
        for part, first, second in resistors(circuit)
        for net, other in ((first, second), (second, first))
        if net in group and other in wanted
    ]
    return 1 / fsum(1 / ohm for ohm in found) if found else None


def _lifted(circuit: Circuit, group: list[str], ohm: float) -> str:
    """What to do where the readers' own pull-ups hold their reset up against so many ohms; "" where they do not."""
    own = _own(circuit, group)
    if _low_v(own, ohm) <= _MOST_LOW_V:
        return ""
    return (
        f"{len(own)} modules, each with {shown_ohm(own[0])} of its own, lift {_name(circuit, group)} to "
        f"{_low_v(own, ohm):.2f} V, and low is at most {_MOST_LOW_V:g}; take the pull-ups off their RST, and write "
        "reader = 0 below [own_pull]"
    )


def _own(circuit: Circuit, group: list[str]) -> list[float]:
    pins = (circuit.pin(end) for net in group for end in circuit.nets[net])
    return [pin.own_pull_ohm for pin in pins if pin.own_pull_ohm]


def _low_v(own: list[float], ohm: float) -> float:
    """Of a line that is pulled down by so many ohms, and up by modules."""
    return _VOLTS * ohm / (ohm + 1 / fsum(1 / one for one in own)) if own else 0.0


def _does(circuit: Circuit, group: list[str], key: str, ohm: float) -> bool:
    if key == "button":
        return _VOLTS * _in_series(circuit, group) / (_in_series(circuit, group) + ohm) <= _MOST_LOW_V
    if key == "reader-reset":
        return _low_v(_own(circuit, group), ohm) <= _MOST_LOW_V and _VOLTS / ohm * 1000 <= 4.0
    return 1_000 <= ohm <= 47_000


def _in_series(circuit: Circuit, group: list[str]) -> float:
    """The resistor between a button and its pin."""
    return fsum(part.ohm for part, first, second in resistors(circuit) if first in group and second in group)
