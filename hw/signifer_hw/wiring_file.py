"""hw/wiring/*.toml: what table.toml does not say of a table: who feeds what, what pulls which line, which capacitors.

Every key and its reason: hw/README.md.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from signifer_core.errors import ConfigError
from signifer_firmware.config.key_lines import Lines, read_toml
from signifer_firmware.wiring_guide.parts import PULL_OHM

from .groups import RAILS, REGULATED
from .library import LOGIC_V, REGULATORS, Regulator

# The one pull that a table may do without: for screens that bring no pull-ups of their own, or too weak ones.
SCREEN_BUS = "screen-bus"


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


_Current = Annotated[float, Field(ge=0, le=20_000, allow_inf_nan=False)]


class Supply(_Entry):
    """A rail's source: a regulator of the library, or something bought with its volts and limit."""

    part: str = Field(
        default="", pattern=f"^({'|'.join(REGULATORS)})?$", description=f"one of {', '.join(REGULATORS)}"
    )
    volts: float = Field(default=0.0, gt=0, le=24, description="volts, above 0 and up to 24")
    limit_ma: int = Field(
        default=0, gt=0, le=20_000, description="what the source can give, 1 to 20000 (mA), without a point"
    )
    source: str = Field(default="", description="what it is, in words")
    own_ma: tuple[_Current, _Current, _Current] = Field(
        default=(0.0, 0.0, 0.0),
        description="three currents of 0 to 20000 (mA): idle, at work, by fault",
        strict=False,
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


_Ohm = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]


class OwnPulls(_Entry):
    """The pull-ups in ohms that bought boards bring along: readers on RST, the others on both lines of the I2C bus; 0
    for none.

    As they are sold: some RC522 modules have 10 kOhm, most have none; 10 kOhm on Adafruit's boards of these
    multiplexers ("Pinouts" of its guides), on the side of the Pi; resistors marked 472 on screens of 1.3 inch
    (forum.arduino.cc, 567181). Read yours.
    """

    reader: _Ohm = Field(default=10_000, description="ohms, 0 to 1000000; 0 for none")
    mux: _Ohm = Field(default=10_000, description="ohms, 0 to 1000000; 0 for none")
    screen: _Ohm = Field(default=4_700, description="ohms, 0 to 1000000; 0 for none")


class Wiring(_Entry):
    """A whole wiring file."""

    supply: dict[str, Supply] = {}
    pull: dict[str, float] = {}
    own_pull: OwnPulls = OwnPulls()
    fuse: Fuses = Fuses()
    capacitor: Capacitors = Capacitors()


def parse_wiring(data: bytes, *, file: str) -> Wiring:
    """A wiring file's bytes; ConfigError with every fault of a value, "FILE:LINE: what is wrong; what to write"."""
    wiring, faults = read_wiring(data, file=file)
    if faults:
        raise ConfigError(faults)
    assert wiring is not None
    return wiring


def read_wiring(data: bytes, *, file: str) -> tuple[Wiring | None, list[str]]:
    """The file with something that does in place of what is wrong, so that the rest can be checked; and its faults.

    None for what is no TOML at all.
    """
    try:
        text = data.decode("utf-8-sig")
        raw = read_toml(text)
    except UnicodeDecodeError:
        return None, [f"{file}:1: not UTF-8; save the file as UTF-8"]
    except ValueError as error:
        return None, [f"{file}:{error.args[1]}: not TOML: {error.args[0]}"]
    lines = Lines(text)
    faults: list[tuple[int, str]] = []
    try:
        wiring = Wiring.model_validate(raw)
    except ValidationError as error:
        for detail in error.errors(include_url=False, include_context=False):
            path = detail["loc"]
            faults.append((lines.line(path), _fault(path, detail["type"])))
            _stand_in(raw, path)
        wiring = Wiring.model_validate(raw)
    for path, words in _unknown(wiring):
        faults.append((lines.line(path), words))
        _stand_in(raw, path)
    wiring = Wiring.model_validate(raw)
    return wiring, [f"{file}:{line}: {fault}" for line, fault in sorted(set(faults))]


def _stand_in(raw: dict[str, Any], path: tuple[str | int, ...]) -> None:
    """Put in place of a wrong entry what every rule is content with; take out what nothing is called."""
    section = str(path[0])
    good: dict[str, dict[str, Any]] = {
        "supply": {rail: _good_supply(rail) for rail in RAILS},
        "pull": dict(PULL_OHM),
        "own_pull": {"reader": 0, "mux": 0, "screen": 4_700},
        "fuse": {"main_ma": 3000, "node_ma": 3000},
        "capacitor": {"supply_nf": 100, "reader_uf": 10, "button_nf": 100},
    }
    if section not in good:
        raw.pop(section, None)
    elif len(path) == 1 or not isinstance(raw[section], dict):
        raw[section] = good[section]
    elif str(path[1]) in good[section]:
        raw[section][path[1]] = good[section][str(path[1])]
    else:
        raw[section].pop(path[1], None)


def _good_supply(rail: str) -> dict[str, Any]:
    if rail in REGULATED:
        return {"part": "D24V22F3"}
    return {"volts": LOGIC_V if rail.startswith("3V3") else 5.0, "limit_ma": 20_000}


def _fault(path: tuple[str | int, ...], kind: str) -> str:
    name = _shown(".".join(str(part) for part in path))
    if kind == "extra_forbidden":
        return f"no such key: {name}; hw/README.md lists them"
    owners: dict[str, type[_Entry]] = {
        "supply": Supply,
        "fuse": Fuses,
        "capacitor": Capacitors,
        "own_pull": OwnPulls,
    }
    owner = owners.get(str(path[0]), Wiring)
    key = str(path[2 if path[0] == "supply" else 1]) if len(path) > (2 if path[0] == "supply" else 1) else ""
    if key in owner.model_fields:
        return f"{name} is wrong; write {owner.model_fields[key].description}"
    if path[0] == "pull" and len(path) > 1:
        return f"{name} is wrong; write a number of ohms"
    return f"{name} must be a table; write [{name}] and the keys below it"


def _unknown(wiring: Wiring) -> list[tuple[tuple[str | int, ...], str]]:
    """Names that nothing is called, values that are no resistor, and sources that say too little."""
    found: list[tuple[tuple[str | int, ...], str]] = []
    for rail, supply in wiring.supply.items():
        if words := _wrong_source(rail, supply):
            found.append((("supply", rail), words))
    for key, ohm in wiring.pull.items():
        if key not in (*PULL_OHM, SCREEN_BUS):
            known = ", ".join((*PULL_OHM, SCREEN_BUS))
            found.append((("pull", key), f"nothing is pulled by the name of {_shown(key)}; known: {known}"))
        elif not 100 <= ohm <= 1_000_000:
            as_ours = f", as {PULL_OHM[key]}" if key in PULL_OHM else ""
            found.append((("pull", key), f"{key} must have 100 to 1000000 ohms{as_ours}"))
    return found


def _wrong_source(rail: str, supply: Supply) -> str:
    """Regulators are parts on the boards; everything else is bought, and says what it gives."""
    if rail not in RAILS:
        return f"no rail is called {_shown(rail)}; known: {', '.join(RAILS)}"
    if rail in REGULATED:
        if not supply.part:
            return f"supply {rail} needs part, one of {', '.join(REGULATORS)}"
        if supply.volts or supply.limit_ma:
            return f"supply {rail} has a part that says what it gives; leave volts and limit_ma out"
    elif supply.part:
        return f"supply {rail} is no regulator on a board; write volts and limit_ma in place of part"
    elif not (supply.volts and supply.limit_ma):
        return f"supply {rail} needs volts and limit_ma"
    return ""


def _shown(name: str) -> str:
    """A name out of a file, without marks that a terminal obeys."""
    return "".join(mark if mark.isprintable() else "?" for mark in name)
