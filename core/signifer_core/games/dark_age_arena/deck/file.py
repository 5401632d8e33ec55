"""The file of a deck (TOML), checked whole: every fault with its line, the card, and what to write."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never, get_args

from signifer_core.errors import ConfigError
from signifer_core.figures import shown
from signifer_core.frozen import FrozenMap, replace
from signifer_core.toml_lines import Toml, parse_toml

from .effects import Effect, EffectError, parse_effect
from .printed import (
    CONDITIONS,
    SORTS,
    WHEN,
    Artifact,
    Character,
    Condition,
    DeckFile,
    Equipment,
    Instant,
    Leader,
    Place,
    Printed,
    Scorer,
    Sort,
    Supply,
    Target,
    Victory,
    sort_of,
)
from .reading import Table, WrongError, flag, ident, pairs, rising, text, whole, word, words
from .wording import check_wording

GAME = "dark-age-arena"
LEAST_STOCK, MOST_OF_A_CARD, PLACES = 50, 4, 3  # DA-2
SCORERS: tuple[Scorer, ...] = get_args(Scorer)
TARGETS: tuple[Target, ...] = get_args(Target)
# What a line belongs to: a sort of card, or one of these two, which are no cards.
Owner = Sort | str
FIGURE = whole(0, 6)
_NO_DECK_NAMES = ("red", "blue", "terrain")


def parse_deck(source: str, *, file: str, worded: bool = False) -> DeckFile:
    """The deck that a file's text holds; ConfigError with all of its faults, each with its line. How names and notes
    are ``worded`` is looked at only where somebody asks for that: no game and no table needs it."""
    toml = parse_toml(source, file=file)
    if not toml.readable:
        raise ConfigError(toml.faults_in_order())
    head = Table(toml, (), toml.data)
    head.get("game", word((GAME,)), example=f'"{GAME}"')
    name = head.get("deck", _deck_name, example='"wolves"')
    invented = head.get("invented", flag, False)
    enemies: frozenset[frozenset[str]] = head.get("enemies", pairs, frozenset())
    leader = _leader(toml, head)
    places = _places(toml, head)
    kinds = _kinds(toml, head)
    head.done()
    _check_counts(toml, kinds)
    if worded:
        check_wording(toml)
    faults = toml.faults_in_order()
    if faults or leader is None or len(places) != PLACES:
        raise ConfigError(faults)
    return DeckFile(
        name, leader, (places[0], places[1], places[2]), FrozenMap(kinds), enemies, invented, source
    )


def _deck_name(raw: object) -> str:
    name = ident(raw)
    if name in _NO_DECK_NAMES:
        raise WrongError(f'cannot be "{name}", which is a side of the table: write another word')
    return name


def _table(toml: Toml, head: Table, key: str, example: str) -> dict[str, object] | None:
    found = head.get(key, _as_table, example=example)
    return found if isinstance(found, dict) else None


def _as_table(raw: object) -> dict[str, object]:
    if isinstance(raw, dict):
        return raw
    raise WrongError(f"is a table in braces, not {shown(raw)}")


def _leader(toml: Toml, head: Table) -> Leader | None:
    example = '{ name = "Ulf", recruitment = 2, attack = 1, defence = 2, min_hand = 5 }'
    raw = _table(toml, head, "leader", example)
    if raw is None:
        return None
    table = Table(toml, ("leader",), raw, "leader")
    made = Leader(
        name=table.get("name", text, example='"Ulf"'),
        recruitment=table.get("recruitment", FIGURE, example="2"),
        attack=table.get("attack", FIGURE, example="1"),
        defence=table.get("defence", FIGURE, example="2"),
        min_hand=table.get("min_hand", whole(0, 12), example="5"),
        effects=_effects(table, "leader"),
        note=table.get("note", text, ""),
        names=table.names(),
    )
    table.done()
    return made


def _places(toml: Toml, head: Table) -> tuple[Place, ...]:
    """The places that were sound, which are three if there is no fault."""
    example = '[{ name = "Gate" }, { name = "Hall" }, { name = "Mill" }]'
    raw: list[object] | None = head.get("places", _as_list, example=example)
    if raw is None:
        return ()
    if len(raw) != PLACES:
        head.fault(("places",), f"there are three places, not {len(raw)}: places = {example}")
    found: list[Place] = []
    for number, each in enumerate(raw):
        called = f"place {number + 1}"
        if not isinstance(each, dict):
            head.fault(("places", str(number)), f'{called} is a table: {{ name = "Gate" }}')
            continue
        table = Table(toml, ("places", str(number)), each, called)
        made = Place(
            name=table.get("name", text, example='"Gate"'),
            effects=_effects(table, "place"),
            note=table.get("note", text, ""),
            names=table.names(),
        )
        table.done()
        found.append(made)
    return tuple(found)


def _as_list(raw: object) -> list[object]:
    if isinstance(raw, list):
        return raw
    raise WrongError(f"is a list in brackets, not {shown(raw)}")


def _kinds(toml: Toml, head: Table) -> dict[str, Printed]:
    """The sound cards by their kinds."""
    raw = _table(
        toml, head, "kind", '{ knight = { sort = "character", ... } }, or a table [kind] with a card a line'
    )
    found: dict[str, Printed] = {}
    for kind, each in (raw or {}).items():
        if not isinstance(each, dict):
            toml.fault(("kind", kind), f'{kind}: write {kind} = {{ sort = "character", ... }}')
            continue
        table = Table(toml, ("kind", kind), each, kind)
        try:
            ident(kind)
        except WrongError as error:
            table.fault((), f"the id of a card {error}")
        sort: Sort | None = table.get("sort", word(SORTS), example='"character"')
        if sort is None:
            continue
        made = _printed(table, kind, sort)
        table.done(f" on a card of this sort ({sort})")
        if table.sound:
            found[kind] = made
    return found


def _printed(table: Table, kind: str, sort: Sort) -> Printed:
    name = table.get("name", text, example='"Knight"')
    most = PLACES if sort == "artifact" else MOST_OF_A_CARD
    count = table.get("count", whole(1, most), example="3")
    effects = _effects(table, sort)
    note = table.get("note", text, "")
    by_language = table.names()
    match sort:
        case "character":
            made: Printed = _character(table, kind)
        case "weapon" | "skill":
            com, log = _cost(table)
            klass, family = table.get("class", ident, ""), table.get("family", ident, "")
            made = Equipment(
                kind=kind, name=name, count=0, sort=sort, com=com, log=log, klass=klass, family=family
            )
        case "supply":
            com, log = _cost(table)
            made = Supply(kind=kind, name=name, count=0, com=com, log=log)
        case "instant":
            com, log = _cost(table)
            at = table.get("at", words(WHEN), example='"any"')
            target: Target | None = table.get("target", word(TARGETS), None)
            made = Instant(kind=kind, name=name, count=0, at=at, com=com, log=log, target=target)
            _check_target(table, effects, target)
        case "victory":
            made = _victory(table, kind)
        case "artifact":
            made = Artifact(kind=kind, name=name, count=0)
        case _:
            assert_never(sort)
    return replace(made, name=name, count=count, effects=effects, note=note, names=by_language)


def _cost(table: Table) -> tuple[int, int]:
    return table.get("com", FIGURE, 0), table.get("log", FIGURE, 0)


def _character(table: Table, kind: str) -> Character:
    return Character(
        kind=kind,
        name="",
        count=0,
        control=table.get("control", whole(1, 12), example="5"),
        life=table.get("life", whole(1, 12), example="3"),
        weapons=table.get("weapons", FIGURE, 0),
        skills=table.get("skills", FIGURE, 0),
        ranged=table.get("ranged", rising, ()),
        hit=table.get("hit", rising, ()),
        block=table.get("block", rising, ()),
        armour=table.get("armour", rising, ()),
        klass=table.get("class", ident, ""),
        unique=table.get("unique", flag, False),
        frenzy=table.get("frenzy", flag, False),
        unblockable=table.get("unblockable", flag, False),
    )


def _victory(table: Table, kind: str) -> Victory:
    scorer = table.get("as", word(SCORERS), example='"A"')
    points = table.get("points", whole(0, 10), example="1")
    said = table.get("when", _conditions, example='["pillaged"]')
    when, killed = said if said is not None else ((), 0)
    return Victory(kind=kind, name="", count=0, scorer=scorer, points=points, when=when, killed=killed)


def _conditions(raw: object) -> tuple[tuple[Condition, ...], int]:
    """The conditions that are words, and how many enemies have to be killed."""
    found: list[Condition] = []
    killed = 0
    if isinstance(raw, list) and not raw:
        raise WrongError(f"names one at least: {', '.join(CONDITIONS)}, killed 2")
    for each in raw if isinstance(raw, list) else [raw]:
        start, _, number = each.partition(" ") if isinstance(each, str) else ("", "", "")
        if start == "killed":
            if number not in ("1", "2", "3", "4", "5", "6"):
                raise WrongError(f'is not {shown(each)}: say of how many, "killed 1" to "killed 6"')
            killed = max(killed, int(number))
        else:
            found.append(word((*CONDITIONS, "killed 2"))(each))  # type: ignore[arg-type]
    return tuple(found), killed


def _effects(table: Table, owner: Owner) -> tuple[Effect, ...]:
    """The lines of a card, place or leader, each of which must make sense there."""

    def read(raw: object) -> Effect:
        try:
            effect = parse_effect(str(raw))
        except EffectError as error:
            raise WrongError(str(error)) from None
        if wrong := _misplaced(effect, owner):
            raise WrongError(f"{shown(raw)}: {wrong}")
        return effect

    return table.each("effects", read, '"defending: mine: +1 <>"')


def _misplaced(effect: Effect, owner: Owner) -> str:
    """Why a line cannot stand on a card of this sort; "" if it can."""
    bears = owner in ("character", "weapon", "skill")
    if effect.at_once and owner not in ("instant", "victory"):
        return "that is done once, which an instant or a victory card does: write what holds, such as +1 []"
    if not effect.at_once and owner == "victory":
        return "a victory card is out of the game when it scores: write what is done at once, such as draw 1"
    if effect.span and owner != "instant":
        return 'a span is of instants: leave out what begins with "for"'
    if effect.span and effect.at_once:
        return 'that is done at once: leave out what begins with "for"'
    if effect.who == "chosen" and owner != "instant":
        return "only an instant chooses somebody: write mine: or theirs:"
    if effect.who == "chosen" and not effect.of_fighters:
        return "a player is not chosen: write mine: or theirs:"
    if effect.of_fighters and effect.who is None and not bears:
        return "say whose fighters: mine: or theirs:" + (" or chosen:" if owner == "instant" else "")
    if effect.task and not (bears and effect.of_fighters) and owner not in ("instant", "victory", "place"):
        return (
            "a task is rolled for an instant, a victory card, a place or a fighter: leave out the condition"
        )
    return ""


def _check_target(table: Table, effects: Iterable[Effect], target: str | None) -> None:
    if target is None and any(effect.who == "chosen" for effect in effects):
        table.fault((), 'a line is for somebody chosen: say of which side, target = "own" or "enemy"')


def _check_counts(toml: Toml, kinds: dict[str, Printed]) -> None:
    """DA-2: a stock of fifty or more, and no more artifacts than places. Only told where all cards are sound."""
    raw = toml.data.get("kind")
    if not isinstance(raw, dict) or len(kinds) != len(raw):
        return
    stock = sum(each.count for each in kinds.values() if sort_of(each) != "artifact")
    artifacts = sum(each.count for each in kinds.values() if sort_of(each) == "artifact")
    if stock < LEAST_STOCK:
        toml.fault(
            ("kind",), f"the stock has {stock} cards: add {LEAST_STOCK - stock}, {LEAST_STOCK} are the least"
        )
    if artifacts > PLACES:
        toml.fault(("kind",), f"there are {artifacts} artifacts: leave {PLACES}, at most one a place")
