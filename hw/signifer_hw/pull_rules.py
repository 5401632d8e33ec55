"""Pull-ups and pull-downs: there, the right way, and of a value with which the line's levels and edges are right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from signifer_firmware.wiring_guide.parts import PULL_OHM, End

from .circuit import Circuit, Role
from .groups import groups, rails, resistors

_VOLTS = 3.3
# I2C-bus specification UM10204 rev 7, table 10, 400 kHz: 3 mA at 0.4 V; 300 ns from 0.3 to 0.7 of the supply.
_SINK_MA, _LOW_V, _RISE_NS = 3.0, 0.4, 300.0
# Of a pin; and of a metre of wire beside its ground wire, assumed.
_PIN_PF, _PF_PER_M = 10.0, 60.0
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
        leads = ", or shorten the leads" if key == "screen-bus" else ""
        yield f"the pull of {', '.join(nets)} does not do; write {key} = {PULL_OHM[key]} below [pull]{leads}"


def _name(circuit: Circuit, group: list[str]) -> str:
    """What a line is called where somebody listens to it."""
    listening = (
        net for net in group if any(circuit.pin(end).role is Role.LISTENS for end in circuit.nets[net])
    )
    return next(listening, group[0])


def _pulling(circuit: Circuit, group: list[str], *, down: bool) -> float | None:
    """The resistor from a group to ground, or to a supply; what modules have on them does not count."""
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
    return 1 / sum(1 / ohm for ohm in found) if found else None


def _does(circuit: Circuit, group: list[str], key: str, ohm: float) -> bool:
    ends = [end for net in group for end in circuit.nets[net]]
    if key == "screen-bus":
        own = [pin.own_pull_ohm for end in ends if (pin := circuit.pin(end)).own_pull_ohm]
        least = 1 / (1 / ohm + sum(1 / each for each in own))
        # Without the modules' own resistors, which some makers leave out, it must still rise in time.
        leads_m = sum(circuit.leads_mm.get(net, 0) for net in group) / 1000
        farad_pf = _PIN_PF * sum(_is_bus(circuit, end) for end in ends) + _PF_PER_M * leads_m
        low_enough = (_VOLTS - _LOW_V) / least * 1000 <= _SINK_MA
        return low_enough and 0.8473 * ohm * farad_pf / 1000 <= _RISE_NS
    if key == "button":
        return _VOLTS * _in_series(circuit, group) / (_in_series(circuit, group) + ohm) <= _MOST_LOW_V
    if key == "reader-reset":
        readers = sum(circuit.pin(end).pull == key for end in ends)
        up = _MODULE_RESET_OHM / max(1, min(readers, 2))
        return _VOLTS * ohm / (ohm + up) <= _MOST_LOW_V and _VOLTS / ohm * 1000 <= 4.0
    return 1_000 <= ohm <= 47_000


def _is_bus(circuit: Circuit, end: End) -> bool:
    return circuit.pin(end).role is Role.BUS


def _in_series(circuit: Circuit, group: list[str]) -> float:
    """The resistor between a button and its pin."""
    return sum(part.ohm for part, first, second in resistors(circuit) if first in group and second in group)
