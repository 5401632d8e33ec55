"""hw/wiring/*.toml: what table.toml does not say of a table: who feeds what, what pulls which line, which capacitors.

Every key and its reason: hw/README.md.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from signifer_core.errors import ConfigError
from signifer_firmware.table_lines import Lines, read_toml
from signifer_firmware.wiring_parts import PULL_OHM

from .groups import RAILS
from .library import LOGIC_V, REGULATORS, Regulator


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Supply(_Entry):
    """A rail's source: a regulator of the library, or something bought with its volts and limit."""

    part: str = Field(default="", pattern=f"^({'|'.join(REGULATORS)})?$", description=", ".join(REGULATORS))
    volts: float = Field(default=0.0, gt=0, le=24, description="the volts of a source without part")
    limit_ma: int = Field(
        default=0, gt=0, le=20_000, description="what a source without part can give, in mA"
    )
    source: str = Field(default="", description="what it is, in words")
    own_ma: tuple[float, float, float] = Field(
        default=(0.0, 0.0, 0.0), description="what hangs on it besides: idle, at work, by fault", strict=False
    )

    @property
    def regulator(self) -> Regulator | None:
        return REGULATORS.get(self.part)

    @property
    def out_volts(self) -> float:
        return LOGIC_V if self.part else self.volts

    @property
    def most_ma(self) -> float:
        return self.regulator.limit_ma if self.regulator else self.limit_ma


class Fuses(_Entry):
    """What the resettable fuses hold, in mA."""

    main_ma: Literal[500, 750, 1100, 1600, 2500, 3000] = Field(
        default=1600, description="500, 750, 1100, 1600, 2500 or 3000"
    )
    node_ma: Literal[500, 750, 1100, 1600, 2500, 3000] = Field(
        default=750, description="500, 750, 1100, 1600, 2500 or 3000"
    )


class Capacitors(_Entry):
    """Which capacitors there are; leave none out."""

    supply_nf: Literal[0, 100] = Field(default=0, description="100, beside every supply pin")
    reader_uf: Literal[0, 10] = Field(default=0, description="10, beside every reader")
    button_nf: Literal[0, 100] = Field(default=0, description="100, at every button's pin")


class Wiring(_Entry):
    """A whole wiring file."""

    supply: dict[str, Supply] = {}
    pull: dict[str, float] = {}
    fuse: Fuses = Fuses()
    capacitor: Capacitors = Capacitors()


def parse_wiring(data: bytes, *, file: str) -> Wiring:
    """A wiring file's bytes; ConfigError with every fault of a value, "FILE:LINE: what is wrong; what to write"."""
    try:
        text = data.decode("utf-8-sig")
        raw = read_toml(text)
    except UnicodeDecodeError:
        raise ConfigError([f"{file}:1: not UTF-8; save the file as UTF-8"]) from None
    except ValueError as error:
        raise ConfigError([f"{file}:{error.args[1]}: not TOML: {error.args[0]}"]) from None
    lines = Lines(text)
    faults: list[tuple[int, str]] = []
    wiring = Wiring()
    try:
        wiring = Wiring.model_validate(raw)
    except ValidationError as error:
        for detail in error.errors(include_url=False, include_context=False):
            path = detail["loc"]
            faults.append((lines.line(path), _fault(path, detail["type"])))
            inner = raw.get(str(path[0]))
            if len(path) > 1 and isinstance(inner, dict):
                inner.pop(path[1], None)
            else:
                raw.pop(str(path[0]), None)
        # What is right by itself is checked for the rest.
        wiring = Wiring.model_validate(raw)
    faults += [(lines.line(path), text) for path, text in _unknown(wiring)]
    if faults:
        raise ConfigError([f"{file}:{line}: {fault}" for line, fault in sorted(set(faults))])
    return wiring


def _fault(path: tuple[str | int, ...], kind: str) -> str:
    name = ".".join(str(part) for part in path)
    if kind == "extra_forbidden":
        return f"no such key: {name}; hw/README.md lists them"
    owners: dict[str, type[_Entry]] = {"supply": Supply, "fuse": Fuses, "capacitor": Capacitors}
    owner = owners.get(str(path[0]), Wiring)
    key = str(path[2 if path[0] == "supply" else 1]) if len(path) > (2 if path[0] == "supply" else 1) else ""
    if key in owner.model_fields:
        return f"{name} is wrong; write {owner.model_fields[key].description}"
    return f"{name} is wrong; write a number" if path[0] == "pull" else f"{name} must be a table"


def _unknown(wiring: Wiring) -> list[tuple[tuple[str | int, ...], str]]:
    """Names that nothing is called, values that are no resistor, and sources that say too little."""
    found: list[tuple[tuple[str | int, ...], str]] = []
    for rail, supply in wiring.supply.items():
        path = ("supply", rail)
        if rail not in RAILS:
            found.append((path, f"no rail is called {rail}; known: {', '.join(RAILS)}"))
        elif not supply.part and not (supply.volts and supply.limit_ma):
            found.append((path, f"supply {rail} needs part, or volts and limit_ma"))
    for key, ohm in wiring.pull.items():
        if key not in PULL_OHM:
            found.append(
                (("pull", key), f"nothing is pulled by the name of {key}; known: {', '.join(PULL_OHM)}")
            )
        elif not 100 <= ohm <= 1_000_000:
            found.append((("pull", key), f"{key} must have 100 to 1000000 ohms, as {PULL_OHM[key]}"))
    return found
