"""The view of a page: `view`, with what the table says (said.py), alone decides what a viewer may know, and nothing is
left out later. Who viewers are says viewers.py.
"""

from __future__ import annotations

from signifer_core.json_values import Json
from signifer_core.layout import COLUMNS, SIDES, ZONES, Zone

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.needs import shares_sides
from signifer_firmware.session.outlook import GAME
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.web.game import View, modes_at, page_of

from .asides import mine
from .glance import NOBODY_OWES, Glance, covers
from .said import (
    card_told,
    correction_said,
    fault_said,
    help_said,
    lines_said,
    may_know,
    prompts_said,
    refusal_said,
    sayings_spoken,
    tones_heard,
)
from .viewers import BOTH, LOOK_ON, OWNER, PHONES, SPECTATOR, keys_of, sees

# How a real table is called where a virtual one says who plays.
REAL = "real"
# The phase of a virtual table at which people have begun another game than the one whose cards lie there.
ELSEWHERE = "elsewhere"
MASKED = "masked"


def view(glance: Glance, viewer: str) -> View:
    """All that a page of ``viewer`` shows, in plain values by part; parts that are equal need not be sent again."""
    outlook, cards = glance.outlook, _cards(glance, viewer)
    return {
        "table": _table(glance, viewer),
        "printed": _printed(glance, cards, viewer),
        "game": _game(glance, viewer),
        "totals": _totals(glance),
        "cards": cards,
        "owed": dict(NOBODY_OWES if glance.world is None else glance.world.owed),
        "to_lay": dict(NOBODY_OWES if glance.world is None else glance.world.to_lay),
        "astray": _astray(glance, viewer),
        "shuffling": [] if glance.world is None else list(glance.world.shuffling),
        "refusals": [
            refusal_said(glance, refusal) for refusal in outlook.refusals if may_know(glance, refusal, viewer)
        ],
        "corrections": [correction_said(glance, fix, viewer) for fix in outlook.corrections],
        "prompts": prompts_said(glance, viewer),
        "help": help_said(glance),
        "faults": [fault_said(part, cause) for part, cause in outlook.faults],
        "record": lines_said(glance, viewer),
        "undone": sorted(glance.undone & {number for number, _ in glance.lines}),
        "tones": tones_heard(glance),
        "sound": list(glance.sound),
        "spoken": sayings_spoken(glance, viewer),
        "past": list(glance.past or ()),
        **_worldly(glance, viewer),
        **mine(glance, viewer),
        **_screens(glance, viewer),
    }


def _worldly(glance: Glance, viewer: str) -> View:
    """What a virtual table has beside a real one's: a drawer of faults, a plug, a set-up by hand, a robot's answer."""
    world, notes = glance.world, ["opened"] if glance.opened else []
    if world is None:
        return {"drawer": {"power": True, "broken": []}, "setup": {}, "notes": notes}
    broken = [{"part": part, "place": place, "kind": kind} for part, place, kind in world.broken]
    return {
        "drawer": {"power": world.power, "broken": broken},
        "setup": {} if world.setting is None else page_of(world.game).setup(world, viewer),
        "notes": [*notes, *([world.answer] if world.answer else [])],
        "thinking": world.thinking,
        "why": world.why and viewer not in LOOK_ON,
        "tutor": world.tutor.get(viewer, {}),
    }


def past(glance: Glance, viewer: str, near: Glance, *, over: bool) -> View:
    """How the table lay at an earlier moment, and in the lines of ``near`` what was done around it. While the game
    runs nobody looks back into hands and discard piles at a screen that both share, unless nobody hides anything; when
    it is ``over``, all cards are open to those who played. What is ``printed`` on them is told with them: it may be
    known no more."""
    sharing = (
        glance.world is not None and len(glance.world.people) > 1 and registry.game(glance.game).traits.hides
    )
    seen = viewer
    if viewer not in LOOK_ON and (over or (viewer == BOTH and sharing)):
        seen = BOTH if over else SPECTATOR
    cards = _cards(glance, seen)
    return {
        "game": _game(glance, seen),
        "cards": cards,
        "printed": _printed(glance, cards, viewer),
        "record": lines_said(near, seen),
    }


# The table


def _table(glance: Glance, viewer: str) -> View:
    """What table and game are on, and what does not change with moves."""
    config, world = glance.config, glance.world
    return {
        "viewer": SPECTATOR if viewer in LOOK_ON else viewer,
        "game": glance.game,
        "mode": REAL if world is None else world.mode,
        "people": _people(glance, viewer),
        "robots": [] if world is None else [side for side in SIDES if side not in world.people],
        "helping": world is not None and not world.helping.isdisjoint(_people(glance, viewer) or SIDES),
        "languages": dict(glance.outlook.settings.language),
        "touched": world is None or world.touched,
        "screens": [screen.place for screen in config.screens],
        "buttons": [button.name for button in config.buttons],
        "keys": [] if world is not None else list(keys_of(config, viewer)),
        "paged": world is None and bool(config.keys),
        "held": _held(glance, viewer),
        "pads": config.has_pads,
        "hold_ms": config.timing.hold_ms,
        "games": {} if world is None else _games(config),
        "lacking": [] if world is None else _lacking(config),
        "shared": {} if world is None else {game: _shared(game) for game in registry.names()},
        "devices": {} if world is None else {game: _devices(game) for game in registry.names()},
        "named": {} if world is None else {game: _named(game) for game in registry.names()},
        "apart": world is not None and bool(world.chairs),
        "agreeing": [] if world is None else sorted(world.agreeing),
        "level": 0 if world is None else world.level,
        "levels": {} if world is None else {game: robot(game).levels for game in registry.names()},
        "tutor": world is not None and world.tutored,
        "practice": world is not None and world.practice,
        "back_to": None if world is None else world.back_to,
        "variant": "" if world is None else world.variant,
        "variants": {}
        if world is None
        else {game: list(page_of(game).variants) for game in registry.names()},
        "decks": {} if world is None else {game: list(names) for game, names in world.decks.items()},
        "sitting": [] if world is None else list(world.sitting),
        "odds": glance.outlook.settings.odds,
        "lessons": {} if world is None else {game: list(names) for game, names in world.lessons.items()},
        "lesson": None if world is None else world.lesson,
        "keeps": world is not None and world.keeps,
        "hides": [game.name for game in registry.games() if game.traits.hides],
        "parts": {} if world is None else {part: list(places) for part, places in world.parts.items()},
    }


def _games(config: TableConfig) -> View:
    """Who may play what at a virtual table."""
    return {game: list(modes) for game in registry.names() if (modes := modes_at(config, game))}


def _lacking(config: TableConfig) -> list[str]:
    """What keeps games, or robots, from a virtual table: pads, or a reader for each side of a column."""
    traits = [game.traits for game in registry.games()]
    shares = shares_sides([reader.zones for reader in config.readers])
    no_sides = shares and any(trait.needs_sides for trait in traits)
    return [*([] if config.has_pads else ["pads"]), *(["sides"] if no_sides else [])]


def _shared(game: str) -> list[str]:
    """The modes in which several people sit at one screen."""
    return [mode for mode, robots in page_of(game).modes.items() if not robots]


def _named(game: str) -> dict[str, list[str]]:
    """Who of a game's players are people, by mode, robots that are watched left out."""
    page = page_of(game)
    return {mode: list(page.people(mode)) for mode in page.modes}


def _devices(game: str) -> list[str]:
    """The modes in which each may sit at a device of their own."""
    page = page_of(game)
    return [mode for mode in page.modes if page.chairs(mode)]


def _people(glance: Glance, viewer: str) -> list[str]:
    """The players whose hands are there."""
    chair = glance.chair(viewer)
    if glance.world is None or viewer in LOOK_ON:
        return []
    return list(glance.world.people if chair is None else chair.sides)


def _game(glance: Glance, viewer: str) -> View:
    """The position as the rules let ``viewer`` see it."""
    if glance.table is None or glance.outlook.phase != GAME:
        return {"phase": glance.outlook.phase}
    if glance.game_table is None:
        return {"phase": ELSEWHERE}
    page, table = page_of(glance.game), glance.game_table
    result = page.result(glance.bundle, table)
    return {"phase": GAME, **page.position(glance.bundle, table, viewer), "result": result}


def _totals(glance: Glance) -> View:
    """What the screens of each column add up to, by column and side; nothing where nothing is added up."""
    bundle, table = glance.bundle, glance.game_table
    if table is None:
        return {}
    found: dict[int, dict[str, Json]] = {
        column: {side: total for side in SIDES if (total := bundle.total(table, column, side)) is not None}
        for column in COLUMNS
    }
    return {str(column): totals for column, totals in found.items() if totals}


# The cards


def _cards(glance: Glance, viewer: str) -> View:
    """Which cards lie where: by zone and pile a list of cards that are open to ``viewer``, else how many there are."""
    heaps = page_of(glance.game).heaps(glance.game_table, glance.world, viewer)
    return {**{str(zone): _lying(glance, zone, viewer) for zone in ZONES}, **heaps}


def _printed(glance: Glance, cards: View, viewer: str) -> View:
    """What is on cards that not everybody may know; see `PageGame.sight`."""
    there = {card for held in cards.values() if isinstance(held, list) for card in held}
    if glance.bundle.name != glance.game or (glance.world is None and glance.outlook.phase != GAME):
        return {}
    return page_of(glance.game).sight(glance.bundle, glance.game_table, sorted(map(str, there)), viewer)


def _lying(glance: Glance, zone: Zone, viewer: str) -> list[str] | int:
    """What lies in a zone; on a pad it is face down for all but its owner until it is shown."""
    cards = [card_told(card) for card in glance.lying[zone]]
    if sees(viewer, zone.side) or not covers(glance.game, zone):
        return cards
    table = glance.table
    shown = frozenset() if table is None else table.held.shown
    return cards if cards and all((card, zone) in shown for card in cards) else len(cards)


def _astray(glance: Glance, viewer: str) -> list[View]:
    """The cards that belong in another pile: told to whom hand and discards are open."""
    known = {} if glance.world is None else glance.world.astray
    return [
        {"player": player, "card": card, "to": f"{pile} {owner}"}
        for player, cards in known.items()
        for card, (owner, pile) in cards
        if sees(viewer, player)
    ]


# Screens


def _own_screens(glance: Glance, viewer: str) -> frozenset[str]:
    """The players whose screens are the page's, and this page's: a phone has that of its player, the table's own
    computer those of players who have no phone there."""
    pages = {player for player in SIDES if player in glance.paged}
    if viewer == OWNER:
        return frozenset(pages - glance.phones)
    return frozenset(player for player in pages if PHONES[player] == viewer)


def _private(glance: Glance, viewer: str) -> frozenset[str]:
    """The players whose screen shows what ``viewer`` is not to read."""
    chair = glance.chair(viewer)
    private = glance.private if viewer in LOOK_ON or chair else frozenset()
    return private.difference(chair.sides if chair else (), _own_screens(glance, viewer))


def _held(glance: Glance, viewer: str) -> list[str]:
    """The buttons on which fingers are: of whoever enters what ``viewer`` is not to read, no one's affair."""
    private = _private(glance, viewer)
    held = () if glance.world is None else glance.world.held
    return sorted(name for name in held if name.rpartition(" ")[2] not in private)


def _screens(glance: Glance, viewer: str) -> View:
    """Every screen's pixels from its chip's memory, and what stands there as a text; a player's is masked for others
    while their own menu or a code is on it, or may be on it still: until the chips show what the table wants shown. One
    that fails tells nothing."""
    private = _private(glance, viewer)
    masked = {place for place in glance.pixels if place in private or (place == "both" and private)}
    broken = {place for part, place, _ in glance.world.broken if part == "screen"} if glance.world else set()
    return {
        **{f"screen {place}": MASKED if place in masked else told for place, told in glance.pixels.items()},
        **{
            f"reads {place}": "" if place in masked | broken else told for place, told in glance.reads.items()
        },
    }
