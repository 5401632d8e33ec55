"""What shares a line must be told apart: chip selects, I2C addresses, buttons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from signifer_firmware.wiring_guide.parts import End

from .circuit import Circuit, Role
from .groups import groups


def bus_faults(circuit: Circuit) -> Iterator[str]:
    """Two readers with one select, two devices with one address on a bus, two buttons on one pin."""
    by_end = circuit.by_end()
    selects: dict[str, list[str]] = defaultdict(list)
    for part in circuit.parts.values():
        if part.kind.key == "READER" and (net := by_end.get(End(part.name, "SDA"))):
            selects[net].append(part.name)
    for net, readers in selects.items():
        if len(readers) > 1:
            yield f"{' and '.join(readers)} have the same chip select {net}"
    for net, members in circuit.nets.items():
        addresses: dict[int, list[str]] = defaultdict(list)
        for end in members:
            if circuit.pin(end).role is Role.BUS and circuit.parts[end.part].address:
                addresses[circuit.parts[end.part].address].append(end.part)
        for address, devices in addresses.items():
            if len(devices) > 1 and net.endswith("SDA"):
                yield f"{' and '.join(devices)} have the same address {address:#04x} on {net}"
    for group in groups(circuit):
        contacts = [
            end.part
            for net in group
            for end in circuit.nets[net]
            if end.part.startswith("button ") and end.pin == "1"
        ]
        if len(contacts) > 1:
            yield f"{' and '.join(contacts)} are on the same line {group[0]}"
