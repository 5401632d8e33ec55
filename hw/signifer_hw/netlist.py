"""KiCad netlists (the format of its schematic editor, version E), the same bytes for the same circuit.

Time stamps are made of names, there is no date and no version of a tool.
"""

from __future__ import annotations

from uuid import NAMESPACE_URL, uuid5

from signifer_firmware.wiring_guide.parts import End

from .circuit import Circuit, Part, PartKind

_SPACE = uuid5(NAMESPACE_URL, "signifer/hw")


def netlist(circuit: Circuit, table: str) -> str:
    """One board of a table."""
    parts = sorted(circuit.parts.values(), key=_by_ref)
    kinds = {part.kind.key: part.kind for part in parts}
    lines = [
        '(export (version "E")',
        f"  (design (source {_quoted(f'{table}, {circuit.name}')}) (tool {_quoted('signifer_hw')}))",
        "  (components",
        *(_component(part, table, circuit.name) for part in parts),
        "  )",
        "  (libparts",
        *(_libpart(kinds[key]) for key in sorted(kinds)),
        "  )",
        "  (nets",
        *_nets(circuit),
        "  ))",
    ]
    return "\n".join(lines) + "\n"


def _component(part: Part, table: str, board: str) -> str:
    stamp = uuid5(_SPACE, f"{table}/{board}/{part.name}")
    value = part.value or part.name
    fields = f'(field (name "Part number") {_quoted(part.kind.number)}) (field (name "For") {_quoted(part.beside)})'
    return (
        f"    (comp (ref {_quoted(part.ref)}) (value {_quoted(value)}) (footprint {_quoted(part.kind.footprint)})\n"
        f"      (fields {fields})\n"
        f'      (libsource (lib "signifer") (part {_quoted(part.kind.key)}) (description {_quoted(part.kind.title)}))\n'
        f'      (sheetpath (names "/") (tstamps "/")) (tstamps "{stamp}"))'
    )


def _libpart(kind: PartKind) -> str:
    pins = "\n".join(
        f"        (pin (num {_quoted(pin.place)}) (name {_quoted(pin.name)}) (type {_quoted(pin.role.kicad)}))"
        for pin in kind.pins
    )
    return f'    (libpart (lib "signifer") (part {_quoted(kind.key)})\n      (pins\n{pins}))'


def _nets(circuit: Circuit) -> list[str]:
    rows = []
    for code, net in enumerate(sorted(circuit.nets), start=1):
        nodes = "\n".join(
            _node(circuit, end) for end in sorted(circuit.nets[net], key=lambda one: _order(circuit, one))
        )
        rows.append(f'    (net (code "{code}") (name {_quoted(net)})\n{nodes})')
    return rows


def _node(circuit: Circuit, end: End) -> str:
    pin = circuit.pin(end)
    return (
        f"      (node (ref {_quoted(circuit.parts[end.part].ref)}) (pin {_quoted(pin.place)}) "
        f"(pinfunction {_quoted(pin.name)}) (pintype {_quoted(pin.role.kicad)}))"
    )


def _by_ref(part: Part) -> tuple[str, int]:
    return part.kind.prefix, int(part.ref.removeprefix(part.kind.prefix))


def _order(circuit: Circuit, end: End) -> tuple[str, int, str]:
    return (*_by_ref(circuit.parts[end.part]), circuit.pin(end).place)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
