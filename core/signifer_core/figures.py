"""The figures printed on cards: what a file may say of them, and their reading with every fault noted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from signifer_core.errors import Fault
from signifer_core.toml_lines import Path, Toml, did_you_mean

CONFIDENCES = ("high", "fairly high", "medium", "assumed", "owner")
# Those of a catalogue that names none.
SORTS = ("unit", "commander", "action", "terrain")

_MEMBERS = ("", "kind", "kind or any")
_UNKNOWN = "unknown"
# Keys that TOML takes without marks around them.
_BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed figure: ``value`` (None where nobody knows it yet), who says so, and how sure that is."""

    value: int | None
    source: str
    confidence: str


@dataclass(frozen=True, slots=True)
class FigureRule:
    """What a file may say of a figure: on which sorts of card it is printed, from ``least`` to ``most``.

    ``members`` names what a group is about ("kind", or "kind or any"): the group ``against`` holds
    ``against.elephant`` and so on; "" for a single figure. ``source`` and ``confidence`` hold where a
    figure states none itself. ``never_below`` is another figure of the same card that is a least, too; or "".
    """

    name: str
    of: tuple[str, ...]
    least: int
    most: int
    source: str
    confidence: str
    members: str = ""
    never_below: str = ""


@dataclass(frozen=True, slots=True)
class Stated:
    """What a file states of a figure: one value for all cards, or a tuple with one a card (counted from 1)."""

    name: str
    raw: int | tuple[int | None, ...] | None
    source: str
    confidence: str
    path: Path = field(compare=False)

    def figure(self, card: int) -> Figure:
        value = self.raw[card - 1] if isinstance(self.raw, tuple) else self.raw
        return Figure(value, self.source, self.confidence)

    def fits(self, cards: int) -> bool:
        """Whether it says something of each of ``cards`` cards, and of no more."""
        return not isinstance(self.raw, tuple) or len(self.raw) == cards


class FigureReader:
    """Reads the figures of one kind or card; ``owner`` is the source of an owner's file, None in our own."""

    def __init__(
        self, toml: Toml, rules: Mapping[str, FigureRule], kinds: tuple[str, ...], owner: str | None
    ) -> None:
        self.toml = toml
        self._rules = rules
        self._kinds = kinds
        self._owner = owner

    def read(self, path: Path, table: Mapping[str, Any], sort: str) -> dict[str, Stated]:
        """The sound figures of ``table`` by name ("against.elephant" for a member of a group)."""
        allowed = [name for name, rule in self._rules.items() if sort in rule.of]
        stated: dict[str, Stated] = {}
        for key, raw in table.items():
            here = (*path, key)
            if key not in allowed:
                hint = did_you_mean(key, allowed)
                self.toml.fault(here, f'no figure "{key}" on a card of this sort ({sort}): {hint}')
            elif not self._rules[key].members:
                self._add(stated, here, key, raw, self._rules[key])
            elif isinstance(raw, dict):
                self._read_group(stated, here, raw, self._rules[key])
            else:
                self.toml.fault(here, f"{key} is about a kind: say {key}.{self._kinds[0]} = 1")
        return stated

    def _read_group(
        self, stated: dict[str, Stated], path: Path, raw: dict[str, Any], rule: FigureRule
    ) -> None:
        members = [*self._kinds, "any"] if rule.members.endswith("any") else list(self._kinds)
        for member, value in raw.items():
            if member in members:
                self._add(stated, (*path, member), f"{rule.name}.{member}", value, rule)
            else:
                self.toml.fault((*path, member), f'no kind "{member}": {did_you_mean(member, members)}')

    def _add(self, stated: dict[str, Stated], path: Path, name: str, raw: Any, rule: FigureRule) -> None:
        source = rule.source if self._owner is None else self._owner
        confidence = rule.confidence if self._owner is None else "owner"
        if isinstance(raw, dict):
            if not self._is_sound(path, raw):
                return
            source, confidence = raw.get("source", source), raw.get("confidence", confidence)
            raw = raw["value"]
        several = isinstance(raw, list) and name != "count"
        values: list[int | None] = []
        for value in raw if several else [raw]:
            if value == _UNKNOWN and self._owner is None:
                values.append(None)
            elif is_number(value) and rule.least <= value <= rule.most:
                values.append(value)
            else:
                said = f"{name} is a whole number from {rule.least} to {rule.most}, not {shown(value)}"
                least, most = rule.least, rule.most
                self.toml.fault(
                    path, Fault(said, "figure-range", figure=name, least=least, most=most, value=shown(value))
                )
                return
        stated[name] = Stated(name, tuple(values) if several else values[0], source, confidence, path)

    def _is_sound(self, path: Path, raw: dict[str, Any]) -> bool:
        """Check a figure that is written as a table: { value = 3, source = "..." }."""
        wrong: list[tuple[str, str]] = []
        known = ("value", "source") if self._owner is not None else ("value", "source", "confidence")
        wrong += [
            (key, f'no "{key}" here: {did_you_mean(key, list(known))}') for key in raw if key not in known
        ]
        if "value" not in raw:
            wrong.append(("value", 'a figure needs its value: { value = 3, source = "..." }'))
        if not isinstance(raw.get("source", ""), str):
            wrong.append(("source", "source is a text in quotes"))
        if "confidence" in known and raw.get("confidence", "high") not in CONFIDENCES:
            wrong.append(("confidence", f"confidence is one of {', '.join(CONFIDENCES)}"))
        for key, text in wrong:
            self.toml.fault((*path, key), text)
        return not wrong


def read_rules(toml: Toml) -> dict[str, FigureRule]:
    """The tables [figure.NAME] of a catalogue."""
    rules: dict[str, FigureRule] = {}
    sorts = sorts_of(toml)
    for name, table in tables(toml, "figure"):
        rule = _read_rule(name, table, sorts)
        if rule is None:
            needs = (
                f"of ({', '.join(sorts)}), range = [0, 9], source and confidence ({', '.join(CONFIDENCES)})"
            )
            toml.fault(("figure", name), f"the figure {name} needs {needs}")
        else:
            rules[name] = rule
    return rules


def sorts_of(toml: Toml) -> tuple[str, ...]:
    """The sorts of card that a catalogue names; SORTS if it names none, or none that is sound."""
    named = toml.data.get("sorts", list(SORTS))
    if isinstance(named, list) and named and all(isinstance(sort, str) for sort in named):
        return tuple(named)
    toml.fault(("sorts",), 'name the sorts of card: sorts = ["unit", "terrain"]')
    return SORTS


def _read_rule(name: str, table: Mapping[str, Any], sorts: tuple[str, ...]) -> FigureRule | None:
    of, limits, members = table.get("of"), table.get("range"), table.get("members", "")
    source, confidence = table.get("source"), table.get("confidence")
    never_below = table.get("never_below", "")
    if not (isinstance(of, list) and of and all(sort in sorts for sort in of)):
        return None
    if not (isinstance(limits, list) and len(limits) == 2 and all(map(is_number, limits))):
        return None
    if not isinstance(source, str) or confidence not in CONFIDENCES or members not in _MEMBERS:
        return None
    if not isinstance(never_below, str):
        return None
    return FigureRule(name, tuple(of), limits[0], limits[1], source, confidence, members, never_below)


def tables(toml: Toml, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tables [NAME.x] as (x, table); whatever else stands there becomes a fault."""
    outer = toml.data.get(name, {})
    if not isinstance(outer, dict):
        toml.fault((name,), f"{name} is written as tables: [{name}.NAME]")
        return
    for key, table in outer.items():
        if isinstance(table, dict):
            yield key, table
        else:
            toml.fault((name, key), f"write [{name}.{key}] and its figures below it")


def is_number(value: object) -> bool:
    """A whole number; TOML's true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def shown(value: object) -> str:
    """A faulty value as a message names it, in the form of the file, cut short."""
    try:
        text = _in_toml(value)
    except (RecursionError, ValueError):  # tables nested by dotted keys; 0xFFF... of thousands of digits
        text = "something endless"
    return text if len(text) <= 40 else f"{text[:37]}..."


def _in_toml(value: object) -> str:
    match value:
        case str():
            return json.dumps(value, ensure_ascii=False)
        case bool():
            return str(value).lower()
        case list() | tuple():
            return f"[{', '.join(map(_in_toml, value))}]"
        case dict():
            pairs = (
                f"{key if _BARE.fullmatch(key) else _in_toml(key)} = {_in_toml(each)}"
                for key, each in value.items()
            )
            return f"{{ {', '.join(pairs)} }}" if value else "{}"
    return str(value)
