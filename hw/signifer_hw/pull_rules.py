"""Pull-ups and pull-downs: there, the right way, and of a value with which the line's levels are right.

Those of the I2C bus are in ``i2c_rules``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import fsum

from signifer_firmware.wiring_guide.parts import PULL_OHM

from .circuit import Circuit, Role
from .groups import groups, rails, resistors

_VOLTS = 3.3
# What a Pi takes for low (BCM2711: 0.8 V), and what resets an MFRC522 (0.3 of its supply).
_MOST_LOW_V = 0.8
# What an RC522 module may have on its reset line, up to 3.3 V: some have one, most do not.
_MODULE_RESET_OHM = 10_000


def pull_faults(circuit: Circuit) -> Iterator[str]:
    """Missing ones by their key in [pull], all lines of a key in one sentence; then values that do not do."""
    missing: dict[str, list[str]] = defaultdict(list)
    wrong: dict[str, list[str]] = defaultdict(list)
    fixed = rails(circuit)
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
            elif not _does(circuit, group, key, there):
                wrong[key].append(f"{_name(circuit, group)} ({there:g} Ω)")
    for key, nets in missing.items():
        way = "down" if key == "reader-reset" else "up"
        yield f"no pull-{way} on {', '.join(nets)}; write {key} = {PULL_OHM[key]} below [pull]"
    for key, nets in wrong.items():
        yield f"the pull of {', '.join(nets)} does not do; write {key} = {PULL_OHM[key]} below [pull]"


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


def _does(circuit: Circuit, group: list[str], key: str, ohm: float) -> bool:
    if key == "button":
        return _VOLTS * _in_series(circuit, group) / (_in_series(circuit, group) + ohm) <= _MOST_LOW_V
    if key == "reader-reset":
        readers = sum(circuit.pin(end).pull == key for net in group for end in circuit.nets[net])
        up = _MODULE_RESET_OHM / max(1, min(readers, 2))
        return _VOLTS * ohm / (ohm + up) <= _MOST_LOW_V and _VOLTS / ohm * 1000 <= 4.0
    return 1_000 <= ohm <= 47_000


def _in_series(circuit: Circuit, group: list[str]) -> float:
    """The resistor between a button and its pin."""
    return fsum(part.ohm for part, first, second in resistors(circuit) if first in group and second in group)
