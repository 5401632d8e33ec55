"""Which nets belong together: what series resistors join carries one signal, what fuses join is one supply."""

from __future__ import annotations

from signifer_firmware.wiring_guide.parts import End

from .circuit import Circuit, Part, Role

# The rails that a wiring file can name a supply for. Those of nodes are the same for every node.
RAILS = ("5V_PI", "5V_INLET", "3V3_PI", "3V3_READERS", "3V3_SCREENS", "VBUS_NODE", "3V3_NODE", "HUB")
# Those that a regulator on a board gives; what gives the others is bought.
REGULATED = ("3V3_READERS", "3V3_SCREENS", "3V3_NODE")
_RAIL_ROLES = (Role.FEEDS, Role.FED, Role.GROUND)


def rail_key(net: str) -> str:
    """The name that wiring files have for a net: that of a node's own rails is the same for all nodes."""
    head, _, tail = net.partition("_")
    if head[:1] == "N" and head[1:].isdigit():
        return {"VBUS": "VBUS_NODE", "3V3": "3V3_NODE", "5V": "5V_NODE"}.get(tail, tail)
    return net


def rails(circuit: Circuit) -> set[str]:
    """The nets that feed something, and ground."""
    return {
        net
        for net, members in circuit.nets.items()
        if any(circuit.pin(end).role in _RAIL_ROLES for end in members)
    }


def resistors(circuit: Circuit) -> list[tuple[Part, str, str]]:
    """Every resistor with the nets of its ends."""
    by_end = circuit.by_end()
    return [
        (part, by_end[End(part.name, "1")], by_end[End(part.name, "2")])
        for part in circuit.parts.values()
        if part.ohm and End(part.name, "1") in by_end and End(part.name, "2") in by_end
    ]


def groups(circuit: Circuit) -> list[list[str]]:
    """All nets, each in one group; a resistor with an end on a rail joins nothing, it pulls."""
    fixed = rails(circuit)
    joins = [(a, b) for _, a, b in resistors(circuit) if a not in fixed and b not in fixed]
    return _merged(circuit, joins)


def supplies(circuit: Circuit) -> list[list[str]]:
    """All nets, each in one group; a fuse joins what is before and behind it."""
    by_end = circuit.by_end()
    joins = [
        (by_end[End(part.name, "1")], by_end[End(part.name, "2")])
        for part in circuit.parts.values()
        if part.kind.prefix == "F" and {End(part.name, "1"), End(part.name, "2")} <= set(by_end)
    ]
    return _merged(circuit, joins)


def _merged(circuit: Circuit, joins: list[tuple[str, str]]) -> list[list[str]]:
    group = {net: [net] for net in circuit.nets}
    for first, second in joins:
        if group[first] is not group[second]:
            group[first].extend(group[second])
            for net in group[second]:
                group[net] = group[first]
    found: list[list[str]] = []
    for net in circuit.nets:
        if not any(group[net] is other for other in found):
            found.append(group[net])
    order = {net: place for place, net in enumerate(circuit.nets)}
    return [sorted(nets, key=order.__getitem__) for nets in found]
