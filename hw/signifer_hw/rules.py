"""The electrical rules: what is wrong with a circuit, all of it at once, in sentences that say what to do.

A fault is electrical only. What table.toml itself forbids is found by its own checks, and told beside these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from signifer_firmware.wiring_guide.parts import STAR, End
from signifer_firmware.wiring_guide.readers import MOST_UNBUFFERED

from .bus_rules import bus_faults
from .circuit import Circuit, PinKind, Role
from .groups import RAILS, groups, rail_key, rails, resistors, supplies
from .i2c_rules import i2c_faults
from .pull_rules import pull_faults

_SPEAKS = (Role.DRIVES, Role.THREE_STATE, Role.BUS, Role.EITHER)


def faults(circuit: Circuit) -> list[str]:
    """Every fault of one board, each once, in the order of the rules."""
    found: list[str] = []
    for rule in (
        _sources,
        _volts,
        _open_pins,
        _contention,
        _undriven,
        pull_faults,
        i2c_faults,
        bus_faults,
        _decoupling,
        _debounce,
        _grounds,
        _two_ends,
    ):
        found += [f"{circuit.name}: {fault}" for fault in rule(circuit) if fault]
    return list(dict.fromkeys(found))


def _pins(circuit: Circuit, nets: list[str]) -> list[tuple[End, PinKind]]:
    return [(end, circuit.pin(end)) for net in nets for end in circuit.nets[net]]


def _sources(circuit: Circuit) -> Iterator[str]:
    """Whatever is fed has one source, and no more."""
    for group in supplies(circuit):
        pins = _pins(circuit, group)
        feeding = sorted({end.part for end, pin in pins if pin.role is Role.FEEDS})
        fed = [str(end) for end, pin in pins if pin.role is Role.FED]
        if fed and not feeding:
            keys = [key for net in group if (key := rail_key(net)) in RAILS]
            write = f"write [supply.{keys[0]}]" if keys else "name its supply"
            feeds, it = ("feed", "them") if len(group) > 1 else ("feeds", "it")
            yield f"{' and '.join(group)} {feeds} {_some(fed)}, and nothing feeds {it}; {write}"
        if len(feeding) > 1:
            is_fed = "are fed" if len(group) > 1 else "is fed"
            yield f"{' and '.join(group)} {is_fed} by {' and '.join(feeding)}; take one of them off"


def _volts(circuit: Circuit) -> Iterator[str]:
    """No pin gets more than it bears, no supply pin less than it needs."""
    level: dict[str, float] = defaultdict(float)
    for group in supplies(circuit):
        volts = max((pin.volts for _, pin in _pins(circuit, group) if pin.role is Role.FEEDS), default=0.0)
        level.update(dict.fromkeys(group, volts))
    fixed = rails(circuit)
    for _, first, second in resistors(circuit):
        for net, other in ((first, second), (second, first)):
            if net not in fixed:
                level[net] = max(level[net], level[other])
    told: dict[str, list[str]] = defaultdict(list)
    for group in groups(circuit):
        pins = _pins(circuit, group)
        high = max(
            [level[net] for net in group] + [pin.volts for _, pin in pins if pin.role is not Role.FEEDS]
        )
        for end, pin in pins:
            if pin.most and high > pin.most:
                told[f"may have at most {pin.most:g} V, and {high:g} V are there"].append(
                    f"{end} on {group[0]}"
                )
            if pin.role is Role.FED and 0 < high < pin.least:
                told[f"must have at least {pin.least:g} V, and {high:g} V are there"].append(
                    f"{end} on {group[0]}"
                )
    yield from (f"{_some(ends)} {what}" for what, ends in told.items())


def _open_pins(circuit: Circuit) -> Iterator[str]:
    """Every pin that may not stay open is on a net with at least one other part's pin."""
    by_end = circuit.by_end()
    for end in circuit.ends():
        pin = circuit.pin(end)
        if pin.optional or pin.role is Role.EITHER:
            continue
        others = {other.part for other in circuit.nets.get(by_end.get(end, ""), [])} - {end.part}
        if not any(circuit.parts[other].kind.prefix != "TP" for other in others):
            yield f"{end} is not connected"


def _contention(circuit: Circuit) -> Iterator[str]:
    """One output drives a line, or several that can let go of it, each with a select of its own."""
    by_end = circuit.by_end()
    for group in groups(circuit):
        pins = _pins(circuit, group)
        driving = [end for end, pin in pins if pin.role is Role.DRIVES]
        sharing = [(end, pin) for end, pin in pins if pin.role is Role.THREE_STATE]
        if len(driving) > 1 or (driving and sharing):
            all_of_them = [str(end) for end in driving] + [str(end) for end, _ in sharing]
            yield f"{' and '.join(all_of_them)} drive the same line {group[0]}"
        if len(sharing) > 1:
            selects = [by_end.get(End(end.part, pin.enable)) for end, pin in sharing]
            for select in sorted({str(one) for one in selects if selects.count(one) > 1}):
                both = [
                    str(end) for (end, _), one in zip(sharing, selects, strict=True) if str(one) == select
                ]
                yield f"{' and '.join(both)} share the line {group[0]} and the select {select}"
        bare = [end.part for end, _ in sharing if end.part.startswith("reader ")]
        if len(bare) > MOST_UNBUFFERED:
            yield f"{_some(bare)} share MISO without buffers; more than {MOST_UNBUFFERED} need one each"


def _undriven(circuit: Circuit) -> Iterator[str]:
    """Every input hears somebody, or is tied to a level."""
    fixed = rails(circuit)
    pulled = {
        net for _, first, second in resistors(circuit) for net in (first, second) if {first, second} & fixed
    }
    for group in groups(circuit):
        pins = _pins(circuit, group)
        heard = any(pin.role in _SPEAKS for _, pin in pins) or bool({*group} & (fixed | pulled))
        # A contact speaks, too.
        heard = heard or any(end.part.startswith("button ") for end, _ in pins)
        if not heard:
            yield from (f"nothing drives {end}" for end, pin in pins if pin.role is Role.LISTENS)


def _decoupling(circuit: Circuit) -> Iterator[str]:
    """Beside every chip and module a capacitor from its supply to ground."""
    by_end = circuit.by_end()
    bare = []
    for end in circuit.ends():
        if not circuit.pin(end).decouple or end not in by_end:
            continue
        beside = [
            part
            for part in circuit.parts.values()
            if part.nf and part.beside == end.part and by_end.get(End(part.name, "1")) == by_end[end]
        ]
        wanted = 10_000 if end.part.startswith("reader ") else 100
        if sum(part.nf for part in beside) < wanted:
            bare.append(f"{end} ({_farad(wanted)})")
    if bare:
        yield f"no capacitor, or too small a one, beside {_some(bare)}; see [capacitor]"


def _debounce(circuit: Circuit) -> Iterator[str]:
    """At the pin of every button a capacitor, with which its resistor keeps sparks and neighbours' edges out."""
    by_end = circuit.by_end()
    held = {by_end.get(End(part.name, "1")) for part in circuit.parts.values() if part.nf}
    bare = [
        net for end, net in by_end.items() if circuit.pin(end).pull == "button" and net not in {*held, None}
    ]
    if bare:
        yield f"no capacitor at {_some(bare)}; write button_nf = 100 below [capacitor]"


def _grounds(circuit: Circuit) -> Iterator[str]:
    """All grounds of a board meet at its star."""
    star = next((part.name for part in circuit.parts.values() if part.name.startswith(STAR)), None)
    if star is None:
        yield "there is no ground star"
        return
    ground = circuit.net_of(End(star, "star"))
    for end, net in circuit.by_end().items():
        if circuit.pin(end).role is Role.GROUND and net != ground:
            yield f"{end} is ground and on {net}, not at the star"


def _two_ends(circuit: Circuit) -> Iterator[str]:
    """A part with two pins has them on two nets."""
    for part, first, second in resistors(circuit):
        if first == second:
            yield f"{part.ref} ({part.value}) has both ends on {first}"


def _some(names: list[str], most: int = 4) -> str:
    """Names in a row, at most so many."""
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


def _farad(nf: int) -> str:
    return f"{nf // 1000} µF" if nf >= 1000 else f"{nf} nF"
