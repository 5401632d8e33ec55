"""Checks of a ``table.toml``: what can be wrong is found in its plain values, all of it at once, each with its line."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import TypeVar

from signifer_core.figures import shown
from signifer_core.layout import COLUMNS, PAD, SIDES

from .entries import (
    BUTTONS,
    CHIP_KEYS,
    COLUMN_BUTTONS,
    FIELD_UP,
    LISTS,
    NO_PAGE_KEYS,
    NODE,
    NODE_KEYS,
    PAGE,
    PAGE_OFF,
    RESERVED_GPIO,
    SECTIONS,
    SPI_KEYS,
    GpioConfig,
)
from .key_lines import Lines

Path = tuple[str | int, ...]
Value = TypeVar("Value", bound=Hashable)


class Checks:
    """One file's check. Cross-checks look at all values that are right by themselves: all faults at once."""

    def __init__(self, raw: Mapping[str, object], lines: Lines) -> None:
        self.raw = raw
        self.lines = lines
        self.faults: dict[tuple[int, str], None] = {}
        self._bad: set[Path] = set()
        # Sections of which something stands below a header of another name.
        self._misspelt = {near for key in raw if key not in SECTIONS for near in _near(key, SECTIONS)}

    def run(self, wrong: Iterable[tuple[Path, str]]) -> list[tuple[int, str]]:
        """All faults with their lines, in order. ``wrong``: path and pydantic's name of each fault of a value."""
        for path, kind in wrong:
            self._shape(path, kind)
        if "name" in self.raw:
            self._fault(("name",), self._unknown(("name",)))
        self._nodes()
        self._readers()
        self._screens()
        self._buttons()
        self._page()
        return sorted(self.faults)

    def _fault(self, path: Path, text: str) -> None:
        self.faults[self.lines.line(path), text] = None

    def _shape(self, path: Path, kind: str) -> None:
        """One value that is wrong by itself, in words of ours: pydantic's are about Python."""
        self._bad.add(path)
        section = str(path[0])
        if kind == "extra_forbidden":
            return self._fault(path, self._unknown(path))
        if len(path) == 1 or (section in LISTS and len(path) == 2):
            right = f"[[{section}]]" if section in LISTS else f"[{section}]"
            return self._fault(path, f"{section} must be a table; write {right} and the keys below it")
        key = str(path[2] if section in LISTS else path[1])
        right = SECTIONS[section].model_fields[key].description or ""
        if kind == "missing":
            return self._fault(path, f"{section} without {key}; write {key} = {right}")
        value = self._at(path[:3] if section in LISTS else path[:2])
        return self._fault(path, f"{key} = {_shown(value, right)} is wrong; it must be {right}")

    def _unknown(self, path: Path) -> str:
        key = str(path[-1])
        known = list(SECTIONS) if len(path) == 1 else list(SECTIONS[str(path[0])].model_fields)
        where = "no such table" if len(path) == 1 else f"{path[0]} has no key"
        near = _near(key, known)
        return f'{where}: "{key}"; ' + (
            f'did you mean "{near[0]}"?' if near else f"known: {', '.join(known)}"
        )

    def _at(self, path: Path) -> object:
        """What stands there."""
        found: object = self.raw
        for part in path:
            if isinstance(found, list) and isinstance(part, int):
                found = found[part]
            else:
                assert isinstance(found, dict)
                found = found[part]
        return found

    def _values(self, section: str, key: str, kind: type[Value]) -> Iterator[tuple[Path, Value]]:
        """Path and value of ``key``, which is of a ``kind``, in every entry where it is there and right by itself."""
        entries = self.raw.get(section)
        for index, entry in enumerate(entries if isinstance(entries, list) else []):
            path = (section, index, key)
            if (
                isinstance(entry, dict)
                and key in entry
                and not any(path[: n + 1] in self._bad for n in range(3))
            ):
                value = entry[key]
                assert isinstance(value, kind)
                yield path, value

    def _once(self, what: str, found: Iterator[tuple[Path, Value]]) -> set[Value]:
        """Fault every value that came before; return all values."""
        first: dict[Value, int] = {}
        for path, value in found:
            if value in first:
                self._fault(path, f"{what} {value} is taken already at line {first[value]}; give it another")
            first.setdefault(value, self.lines.line(path))
        return set(first)

    def _readers(self) -> None:
        read = self._zones()
        self._drivers()
        self._once("device", self._values("reader", "spi_device", str))
        pads = {f"{PAD} {side}" for side in SIDES}
        wanted = {f"{column} {side}" for column in COLUMNS for side in SIDES} | (
            pads if read & pads else set()
        )
        if self._misnamed("reader", "zone"):
            return  # a misspelt zone is no missing reader
        for missing in sorted(wanted - read):
            self._fault(("reader",), f'no reader for {missing}; add a [[reader]] with zone = "{missing}"')

    def _zones(self) -> set[str]:
        """All zones that are read: each by one reader, or by several with an antenna of their own each."""
        first: dict[str, tuple[int, str, set[str]]] = {}
        antennas = {path[:2]: letter for path, letter in self._values("reader", "antenna", str)}
        for path, place in self._values("reader", "zone", str):
            if (*path[:2], "antenna") in self._bad:
                continue
            antenna, line = antennas.get(path[:2], ""), self.lines.line(path)
            for zone in [f"{place} {side}" for side in SIDES] if " " not in place else [place]:
                at, whose, taken = first.setdefault(zone, (line, place, set()))
                if antenna in taken and antenna:
                    self._fault(
                        path, f"antenna {antenna} of zone {zone} is taken already; give it another letter"
                    )
                elif taken and ("" in (antenna, *taken) or whose != place):
                    hint = f', or, if zone {place} has several readers, a letter to each: antenna = "a"'
                    another = "give it another" + (hint if whose == place else "")
                    self._fault(path, f"zone {zone} is taken already at line {at}; {another}")
                taken.add(antenna)
        return set(first)

    def _drivers(self) -> None:
        """Each reader has the keys that its driver needs, and none that mean nothing to it."""
        for path, driver in self._values("reader", "driver", str):
            entry = self._at(path[:2])
            assert isinstance(entry, dict)
            needed, foreign = (
                (NODE_KEYS, SPI_KEYS) if driver == NODE else (SPI_KEYS[:1], (*NODE_KEYS, FIELD_UP))
            )
            for key in needed:
                if key not in entry:
                    right = SECTIONS["reader"].model_fields[key].description
                    self._fault(path[:2], f'reader of driver "{driver}" without {key}; write {key} = {right}')
            self._foreign(path[:2], driver, foreign)

    def _foreign(self, entry: Path, driver: str, keys: Iterable[str]) -> None:
        """Fault the keys of an entry that mean nothing to its driver."""
        there = self._at(entry)
        assert isinstance(there, dict)
        for key in keys:
            if key in there:
                self._fault((*entry, key), f'driver "{driver}" has no {key}; leave it out')

    def _wired_or_page(
        self, section: str, wired: str, needed: tuple[str, ...], foreign: tuple[str, ...]
    ) -> None:
        """What is wired has the keys for that, and what is the page's none; ``wired`` is the driver where none is
        named, "" if it has to be."""
        drivers = {path[:2]: driver for path, driver in self._values(section, "driver", str)}
        entries = self.raw.get(section)
        for index, entry in enumerate(entries if isinstance(entries, list) else []):
            path: Path = (section, index)
            if not isinstance(entry, dict) or path in self._bad or (*path, "driver") in self._bad:
                continue
            driver = drivers.get(path, wired)
            if driver == PAGE:
                self._foreign(path, PAGE, foreign)
                continue
            for key in needed if driver else ():
                if key not in entry:
                    right = SECTIONS[section].model_fields[key].description
                    self._fault(path, f"{section} without {key}; write {key} = {right}")

    def _page(self) -> None:
        """A table whose screens or buttons are the page's has one; and its [gpio] no line that nothing hangs on."""
        self._wired_or_page("screen", "", CHIP_KEYS, NO_PAGE_KEYS)
        self._wired_or_page("button", "gpio", ("gpio",), ("gpio",))
        drivers = {
            section: [driver for _, driver in self._values(section, "driver", str)]
            for section in ("screen", "button")
        }
        if PAGE not in (*drivers["screen"], *drivers["button"]):
            return
        page, gpio = self.raw.get("page"), self.raw.get("gpio")
        listen = page.get("listen", PAGE_OFF) if isinstance(page, dict) else PAGE_OFF
        if listen == PAGE_OFF and ("page",) not in self._bad and "page" not in self._misspelt:
            self._fault(
                ("page", "listen"),
                'screens or buttons are the page\'s, and nobody may look at it; write listen = "loopback" or '
                '"network" below [page]',
            )
        if isinstance(gpio, dict) and "mux_reset" in gpio and set(drivers["screen"]) == {PAGE}:
            self._fault(("gpio", "mux_reset"), "no screen hangs on the multiplexer; leave mux_reset out")

    def _nodes(self) -> None:
        """Every node has a name and a number of its own and readers, and no two readers share a chip select."""
        names = self._once("name", self._values("node", "name", str))
        self._once("serial", ((path, serial.lower()) for path, serial in self._values("node", "serial", str)))
        used: dict[Path, str] = {}
        unread = any(path[0] == "node" and len(path) < 3 for path in self._bad)
        for path, name in self._values("reader", "node", str):
            used[path[:2]] = name
            near = get_close_matches(name, names, n=1)
            if name not in names and not self._misnamed("node", "name") and not unread:
                hint = f'did you mean "{near[0]}"?' if near else f"add a [[node]] with name = {_shown(name)}"
                self._fault(path, f"no node {_shown(name)}; {hint}")
        self._once(
            "chip_select",
            (
                (path, f'{select} of node "{used[path[:2]]}"')
                for path, select in self._values("reader", "chip_select", int)
                if path[:2] in used
            ),
        )
        if self._misnamed("reader", "node"):
            return
        for path, name in self._values("node", "name", str):
            if name not in used.values():
                self._fault(path, f'no reader is on node "{name}"; add a [[reader]] with node = "{name}"')

    def _misnamed(self, section: str, key: str) -> bool:
        """Whether a value of this key is wrong by itself, or may stand below a misspelt header: what it should be is
        not missing, then."""
        is_bad = any(path[0] == section and path[-1] == key for path in self._bad)
        return is_bad or section in self._misspelt

    def _screens(self) -> None:
        places = self._once("place", self._values("screen", "place", str))
        channels = {path[:2]: value for path, value in self._values("screen", "i2c_channel", int)}
        self._once(
            "address",
            (
                (path, f"{value:#04x} on channel {channels[path[:2]]}")
                for path, value in self._values("screen", "address", int)
                if path[:2] in channels
            ),
        )
        if self._misnamed("screen", "place"):
            return
        if "both" in places:
            for path, place in self._values("screen", "place", str):
                if place in SIDES:
                    self._fault(path, f'a screen for {place} beside one for "both"; leave one of them out')
            return
        for player in SIDES:
            if player not in places:
                self._fault(
                    ("screen",), f'no screen for {player}; add a [[screen]] with place = "{player}" or "both"'
                )

    def _buttons(self) -> None:
        names = self._once("name", self._values("button", "name", str))
        pins: list[tuple[Path, int]] = [*self._values("button", "gpio", int)]
        lines = self.raw.get("gpio")
        for key, value in lines.items() if isinstance(lines, dict) else ():
            if isinstance(value, int) and key in GpioConfig.model_fields and ("gpio", key) not in self._bad:
                pins.append((("gpio", key), value))
        for path, pin in pins:
            if pin in RESERVED_GPIO:
                self._fault(path, f"gpio {pin} is reserved: {RESERVED_GPIO[pin]}; take another")
        pins.sort(key=lambda pin: self.lines.line(pin[0]))
        self._once("gpio", iter(pins))
        if self._misnamed("button", "name"):
            return
        wanted = [*BUTTONS[:3], *(COLUMN_BUTTONS if names & set(COLUMN_BUTTONS) else ())]
        for missing in wanted:
            if missing not in names:
                self._fault(("button",), f'no button "{missing}"; add a [[button]] with that name')


def _near(key: str, known: Iterable[str]) -> list[str]:
    """The known key that was meant, if any."""
    return get_close_matches(key.lower(), [*known], n=1)


def _escaped(mark: str) -> str:
    """A mark that cannot be printed, as TOML writes it."""
    return f"\\u{ord(mark):04X}" if ord(mark) <= 0xFFFF else f"\\U{ord(mark):08X}"


def _shown(value: object, right: str = "") -> str:
    """A value as the file may have it, in the digits of what is ``right``."""
    is_hex = "0x" in right and isinstance(value, int) and not isinstance(value, bool)
    text = f"{value:#X}".replace("X", "x") if is_hex else shown(value)
    text = "".join(mark if mark.isprintable() else _escaped(mark) for mark in text)
    return text if len(text) <= 60 else text[:57] + "..."
