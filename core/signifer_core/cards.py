"""The cards of a game: what is printed on each, how sure that is, and an owner's corrections of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from signifer_core.errors import ConfigError, Fault, RulesError
from signifer_core.figures import (
    CONFIDENCES,
    SORTS,
    Figure,
    FigureReader,
    FigureRule,
    Stated,
    is_number,
    read_rules,
    sorts_of,
    tables,
)
from signifer_core.frozen import FrozenMap
from signifer_core.toml_lines import Path, Toml, did_you_mean, parse_toml

__all__ = [
    "CONFIDENCES",
    "SORTS",
    "Card",
    "Catalogue",
    "Figure",
    "FigureRule",
    "Kind",
    "card_id",
    "parse_catalogue",
]

ARMY, TERRAIN = "army", "terrain"

_Changes = dict[str, dict[str, Figure]]
_HEAD_KEYS = ("game", "armies", "totals", "sorts", "figure", "kind")
_OVERLAY_KEYS = ("game", "source", "kind", "card")


@dataclass(frozen=True, slots=True)
class Card:
    """One physical card. ``army`` is "red", "blue" or, for a card that belongs to none, ""; ``number`` counts in its
    kind from 1."""

    id: str
    game: str
    army: str
    kind: str
    number: int
    figures: FrozenMap[Figure]

    def figure(self, name: str) -> int:
        """The value of a figure; RulesError if the card has none of that name or its value is not known."""
        found = self.figures.get(name)
        if found is None:
            raise RulesError(f'{self.id} has no figure "{name}"; it has {", ".join(self.figures) or "none"}')
        if found.value is None:
            raise RulesError(f"the {name} of {self.id} is not known; state it in a card file of your own")
        return found.value

    def group(self, name: str) -> dict[str, int]:
        """The figures "NAME.member" by member: ``group("against")`` of an elephant is {"light-infantry": -4}."""
        start = f"{name}."
        return {key.removeprefix(start): self.figure(key) for key in self.figures if key.startswith(start)}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of card: its sort (one of the catalogue's) and how many cards of it each army has; or the terrain, or a
    game without armies."""

    name: str
    sort: str
    count: int


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue(Mapping[str, Card]):
    """All cards of a game by id, in the order of the list; equal if all cards and figures are equal.

    ``totals`` says how many cards there are whatever is corrected: of a sort, or all those of an army ("army").
    """

    game: str
    armies: tuple[str, ...]
    totals: FrozenMap[int]
    rules: FrozenMap[FigureRule]
    kinds: FrozenMap[Kind]
    cards: FrozenMap[Card]

    def __getitem__(self, card_id: str) -> Card:
        try:
            return self.cards[card_id]
        except KeyError:
            raise KeyError(f'no card "{card_id}" in {self.game}') from None

    def __contains__(self, card_id: object) -> bool:
        return card_id in self.cards

    def __iter__(self) -> Iterator[str]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Catalogue) and self.game == other.game and self.cards == other.cards

    def __hash__(self) -> int:
        return hash((self.game, self.cards))

    def owners(self, kind: Kind) -> tuple[str, ...]:
        """The armies that hold cards of ``kind``: all of them, or ("",) for terrain and in a game without armies."""
        return ("",) if kind.sort == TERRAIN or not self.armies else self.armies

    def ids_of(self, kind: Kind) -> list[str]:
        """The ids that ``kind`` with its count stands for, army by army."""
        owners = self.owners(kind)
        return [self.id_of(kind, army, n) for army in owners for n in range(1, kind.count + 1)]

    def id_of(self, kind: Kind, army: str, number: int) -> str:
        """The id of a card; in a game without armies "spartan-3"."""
        return card_id(army, kind.name, number) if self.armies else f"{kind.name}-{number}"

    def card_ids(self, army: str) -> tuple[str, ...]:
        """The ids of an army's cards ("" for terrain), in the order of the list."""
        return tuple(card.id for card in self.cards.values() if card.army == army)

    def overlaid(self, text: str, *, file: str) -> Catalogue:
        """This catalogue with the corrections of an owner's file (TOML); ConfigError with all of its faults."""
        return _overlaid(self, text, file)


def card_id(army: str, kind: str, number: int) -> str:
    """The id of a card: "red/cavalry-5", or "terrain/hill-1" for army ""."""
    return f"{army or TERRAIN}/{kind}-{number}"


def parse_catalogue(text: str, *, file: str) -> Catalogue:
    """The catalogue in ``text`` (TOML, written as docs/catalogue.md says); ConfigError with all faults."""
    toml = _readable(text, file)
    empty = _read_head(toml)
    kind_tables, sorts = dict(tables(toml, "kind")), sorts_of(toml)
    reader = FigureReader(toml, empty.rules, tuple(kind_tables), owner=None)
    kinds: dict[str, Kind] = {}
    stated: dict[str, dict[str, Stated]] = {}
    for name, table in kind_tables.items():
        path = ("kind", name)
        sort = table.get("sort")
        if sort not in sorts:
            toml.fault((*path, "sort"), f"the sort of {name} is one of {', '.join(sorts)}")
            continue
        stated[name] = reader.read(path, {key: raw for key, raw in table.items() if key != "sort"}, sort)
        count = _count(stated[name])
        if count is None:
            toml.fault(path, f"say how many cards of {name} there are: count = 2")
        else:
            kinds[name] = Kind(name, sort, count)
    changes = _changes_by_kind(empty, kinds, stated, toml)
    _check_totals(empty, kinds, toml, ("totals",))
    return _checked(toml, empty, kinds, changes)


def _read_head(toml: Toml) -> Catalogue:
    """What a catalogue says of itself, as a catalogue without cards."""
    game, armies, totals = (toml.data.get(key) for key in _HEAD_KEYS[:3])
    if not isinstance(game, str):
        toml.fault(("game",), 'say which game this is: game = "field-of-glory"')
    if not (isinstance(armies, list) and all(isinstance(army, str) for army in armies)):
        toml.fault(("armies",), 'name the armies: armies = ["red", "blue"]')
        armies = []
    if not (isinstance(totals, dict) and all(map(is_number, totals.values()))):
        toml.fault(("totals",), "say how many cards there are: totals = { army = 48, terrain = 9 }")
        totals = {}
    _check_keys(toml, _HEAD_KEYS)
    rules = FrozenMap(read_rules(toml))
    return Catalogue(str(game), tuple(armies), FrozenMap(totals), rules, FrozenMap({}), FrozenMap({}))


def _overlaid(base: Catalogue, text: str, file: str) -> Catalogue:
    """``base`` with an owner's corrections: of kinds first, then of a card of both armies, then of one card."""
    toml = _readable(text, file)
    source = _read_overlay_head(base, toml, file)
    reader = FigureReader(toml, base.rules, tuple(base.kinds), owner=source)
    kinds = dict(base.kinds)
    stated: dict[str, dict[str, Stated]] = {}
    recounted: list[Path] = []
    for name, table in tables(toml, "kind"):
        if name not in kinds:
            toml.fault(("kind", name), f'no kind "{name}" in {base.game}: {did_you_mean(name, list(kinds))}')
            continue
        stated[name] = reader.read(("kind", name), table, kinds[name].sort)
        count = _count(stated[name])
        if count is not None:
            kinds[name] = replace(kinds[name], count=count)
            recounted.append(("kind", name, "count"))
    if recounted:
        _check_totals(base, kinds, toml, max(recounted, key=toml.line))
    changes = _changes_by_kind(base, kinds, stated, toml)
    _add_single_cards(base, kinds, reader, changes)
    return _checked(toml, base, kinds, changes)


def _read_overlay_head(base: Catalogue, toml: Toml, file: str) -> str:
    """Check whom the corrections are for; the source that holds where a figure states none."""
    game, source = toml.data.get("game"), toml.data.get("source", file)
    if game is None:
        toml.fault(("game",), f'say which game the cards belong to: game = "{base.game}"')
    elif game != base.game:
        toml.fault(("game",), f'these are corrections for "{game}", and the cards are of "{base.game}"')
    if not isinstance(source, str):
        toml.fault(("source",), 'source is a text in quotes: source = "my cards, printed 2011"')
    _check_keys(toml, _OVERLAY_KEYS)
    return str(source)


def _add_single_cards(
    base: Catalogue, kinds: Mapping[str, Kind], reader: FigureReader, changes: _Changes
) -> None:
    """Add the corrections under [card] to ``changes``; "cavalry-5" is that card of both armies."""
    meant: dict[str, list[str]] = {}
    sorts: dict[str, str] = {}
    for kind in kinds.values():
        for full in base.ids_of(kind):
            for name in dict.fromkeys((full, full.rpartition("/")[2])):
                meant.setdefault(name, []).append(full)
                sorts[name] = kind.sort
    for name, table in sorted(tables(reader.toml, "card"), key=lambda item: "/" in item[0]):
        path = ("card", name)
        if name not in meant:
            form = f'a card is written "{next(iter(meant), "")}"'
            if base.armies:
                form = 'a card is written "red/cavalry-5", or "cavalry-5" for that of both armies'
            hint = did_you_mean(name, list(meant), otherwise=form)
            reader.toml.fault(path, f'no card "{name}" in {base.game}: {hint}')
            continue
        for figure in reader.read(path, table, sorts[name]).values():
            if figure.name == "count":
                reader.toml.fault(figure.path, "the number of cards belongs to the kind, not to one card")
            elif isinstance(figure.raw, tuple):
                reader.toml.fault(figure.path, "one card has one figure, not a list")
            else:
                for full in meant[name]:
                    changes.setdefault(full, {})[figure.name] = figure.figure(1)


def _changes_by_kind(
    base: Catalogue, kinds: Mapping[str, Kind], stated: Mapping[str, Mapping[str, Stated]], toml: Toml
) -> _Changes:
    """What the tables of kinds say of each card; a new card takes the figures that all of its kind agree on."""
    changes: _Changes = {}
    for name, kind in kinds.items():
        figures = stated.get(name, {})
        sound = [figure for figure in figures.values() if figure.fits(kind.count)]
        for figure in figures.values():
            if figure not in sound:
                toml.fault(
                    figure.path, f"{figure.name}: give one figure, or one for each of the {kind.count}"
                )
        old = [base.cards[full] for full in base.cards if base.cards[full].kind == name]
        for full in base.ids_of(kind):
            changes[full] = {} if full in base.cards else _common_figures(old)
            changes[full].update({figure.name: figure.figure(_number(full)) for figure in sound})
        new = [full for full in base.ids_of(kind) if full not in base.cards]
        for missing in old[0].figures if old and new else ():
            if missing not in changes[new[0]]:
                fix = f"list the {missing} of each"
                toml.fault(("kind", name, "count"), f"{name} has {kind.count} cards with this: {fix}")
    return changes


def _common_figures(cards: list[Card]) -> dict[str, Figure]:
    if not cards:
        return {}
    return {
        name: figure
        for name, figure in cards[0].figures.items()
        if all(card.figures.get(name) == figure for card in cards)
    }


def _checked(toml: Toml, base: Catalogue, kinds: Mapping[str, Kind], changes: _Changes) -> Catalogue:
    """The catalogue that ``toml`` makes of ``base``; ConfigError with all faults, also of figures below another that
    they are never below."""
    _raise_faults(toml)
    made = _with_changes(base, kinds, changes)
    for card in made.cards.values():
        for rule in made.rules.values():
            least, figure = card.figures.get(rule.never_below), card.figures.get(rule.name)
            if least is None or figure is None or least.value is None or figure.value is None:
                continue
            if figure.value < least.value:
                said = (
                    (where, which, name)
                    for where, which in (("card", card.id), ("kind", card.kind))
                    for name in (rule.name, rule.never_below)
                )
                path = next((path for path in said if path in toml.lines), ())
                toml.fault(
                    path,
                    Fault(
                        f"{rule.name} of {card.id} is {figure.value}, and never below its "
                        f"{rule.never_below}, {least.value}",
                        "figure-below",
                        figure=rule.name,
                        card=card.id,
                        other=rule.never_below,
                        least=least.value,
                    ),
                )
    _raise_faults(toml)
    return made


def _with_changes(base: Catalogue, kinds: Mapping[str, Kind], changes: _Changes) -> Catalogue:
    cards: dict[str, Card] = {}
    for army in (*base.armies, ""):
        for kind in kinds.values():
            if army not in base.owners(kind):
                continue
            for number in range(1, kind.count + 1):
                full = base.id_of(kind, army, number)
                old = base.cards[full].figures if full in base.cards else FrozenMap[Figure]({})
                figures = FrozenMap({**old, **changes.get(full, {})})
                cards[full] = Card(full, base.game, army, kind.name, number, figures)
    return replace(base, kinds=FrozenMap(kinds), cards=FrozenMap(cards))


def _check_totals(base: Catalogue, kinds: Mapping[str, Kind], toml: Toml, path: Path) -> None:
    for whose, total in base.totals.items():
        there = sum(
            kind.count
            for kind in kinds.values()
            if kind.sort == whose or (whose, kind.sort != TERRAIN) == (ARMY, True)
        )
        if there != total:
            toml.fault(path, f"the counts of the kinds make {there} cards ({whose}), and there are {total}")


def _check_keys(toml: Toml, known: tuple[str, ...]) -> None:
    for key in toml.data:
        if key not in known:
            toml.fault((key,), f'no "{key}" here: {did_you_mean(key, list(known))}')


def _count(stated: Mapping[str, Stated]) -> int | None:
    """The number of cards that a kind's table states, if it states one."""
    raw: Any = stated["count"].raw if "count" in stated else None
    return raw if is_number(raw) else None


def _number(full: str) -> int:
    return int(full.rpartition("-")[2])


def _readable(text: str, file: str) -> Toml:
    toml = parse_toml(text, file=file)
    if not toml.readable:
        _raise_faults(toml)
    return toml


def _raise_faults(toml: Toml) -> None:
    faults = toml.faults_in_order()
    if faults:
        raise ConfigError(faults)
