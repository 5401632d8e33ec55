"""The view of a page: `view` alone decides what a viewer may know, and nothing is left out later.

A viewer is "red" or "blue" (a person who plays that side), a seat of a game that has more of them, "both" (two people
at one laptop, or somebody who watches robots), "spectator", whose view holds nothing that is hidden from either player,
or "phone red" or "phone blue".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import partial

from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.json_values import Json
from signifer_core.layout import COLUMNS, PAD, SIDES, ZONES, Side, Zone
from signifer_core.procedure import Correction, Prompt, Table
from signifer_core.rules import Refusal

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.game_api.needs import shares_sides
from signifer_firmware.i18n.words import Words
from signifer_firmware.session.events import News
from signifer_firmware.session.menus import TAG
from signifer_firmware.session.outlook import GAME
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.texts.faults import fault_text
from signifer_firmware.texts.sentences import asked_text, fix_of, pad_text, prompt_text, refusal_text
from signifer_firmware.texts.terms import part_name
from signifer_firmware.web.game import View, modes_at, page_of

from .asides import PHONES as PHONES
from .asides import mine
from .glance import NOBODY_OWES, Glance, covers, hides
from .glance import in_all as in_all

BOTH, SPECTATOR = "both", "spectator"
# How a real table is called where a virtual one says who plays.
REAL = "real"
VIEWERS = (*SIDES, BOTH, SPECTATOR, *PHONES.values())
# Who sits at the computer of a real table whose buttons are the page's.
OWNER = "owner"
_LOOK_ON = (SPECTATOR, OWNER, *PHONES.values())
# The phase of a virtual table at which people have begun another game than the one whose cards lie there.
ELSEWHERE = "elsewhere"
MASKED = "masked"
TAG_DIGITS = 4


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
        "refusals": [_refusal(glance, refusal) for refusal in outlook.refusals],
        "corrections": [_correction(glance, fix, viewer) for fix in outlook.corrections],
        "prompts": _prompts(glance),
        "help": _help(glance),
        "faults": [_fault(part, cause) for part, cause in outlook.faults],
        "record": [_line(glance, number, news, viewer) for number, news in glance.lines],
        "undone": sorted(glance.undone & {number for number, _ in glance.lines}),
        "tones": _tones(glance),
        "sound": list(glance.sound),
        "spoken": _spoken(glance),
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
        "tutor": world.tutor.get(viewer, {}),
    }


def past(glance: Glance, viewer: str, *, over: bool) -> View:
    """How the table lay at an earlier moment. While the game runs nobody looks back into hands and discard piles at a
    screen that both share, unless nobody hides anything; when it is ``over``, all cards are open to those who
    played. What is ``printed`` on them is told with them: it may be known no more."""
    sharing = (
        glance.world is not None and len(glance.world.people) > 1 and registry.game(glance.game).traits.hides
    )
    seen = viewer
    if viewer not in _LOOK_ON and (over or (viewer == BOTH and sharing)):
        seen = BOTH if over else SPECTATOR
    cards = _cards(glance, seen)
    return {"game": _game(glance, seen), "cards": cards, "printed": _printed(glance, cards, viewer)}


def keys_of(config: TableConfig, viewer: str) -> tuple[str, ...]:
    """The buttons that ``viewer`` may press where they are the page's: all at the table's own computer, on a player's
    phone the dice and that player's."""
    if viewer == OWNER:
        return config.keys
    player = next((player for player, phone in PHONES.items() if phone == viewer), None)
    return tuple(name for name in config.keys if player and name.rpartition(" ")[2] in (player, "dice"))


def sees(viewer: str, player: str) -> bool:
    """Whether the hand of ``player`` is open to ``viewer``."""
    return viewer in (player, BOTH)


# The table


def _table(glance: Glance, viewer: str) -> View:
    """What table and game are on, and what does not change with moves."""
    config, world = glance.config, glance.world
    return {
        "viewer": SPECTATOR if viewer in _LOOK_ON else viewer,
        "game": glance.game,
        "mode": REAL if world is None else world.mode,
        "people": _people(glance, viewer),
        "robots": [] if world is None else [side for side in SIDES if side not in world.people],
        "helping": world is not None and not world.helping.isdisjoint(_people(glance, viewer) or SIDES),
        "languages": dict(glance.outlook.settings.language),
        "screens": [screen.place for screen in config.screens],
        "buttons": [button.name for button in config.buttons],
        "keys": [] if world is not None else list(keys_of(config, viewer)),
        "held": sorted(world.held) if world is not None else [],
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
    if glance.world is None or viewer in _LOOK_ON:
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
    cards = [_told(card) for card in glance.lying[zone]]
    if sees(viewer, zone.side) or not covers(glance.game, zone):
        return cards
    table = glance.table
    shown = frozenset() if table is None else table.held.shown
    return cards if cards and all((card, zone) in shown for card in cards) else len(cards)


def _told(card: str) -> str:
    """A card as pages know it: of a tag that is no card's the end of its number, which tells it from others."""
    return f"{TAG}{card.removeprefix(TAG)[-TAG_DIGITS:]}" if card.startswith(TAG) else card


# What the table says


def _refusal(glance: Glance, refusal: Refusal) -> View:
    """A refusal with its ruling, in words."""
    in_column = refusal.card and any(zone.place != PAD for zone in glance.seen.zones_of(refusal.card))
    return {
        "player": refusal.player,
        "code": refusal.code,
        "ruling": refusal.ruling,
        "card": _told(refusal.card) if refusal.card and in_column else None,
        "message": in_all(lambda words: refusal_text(refusal, words), glance.bundle),
        "fix": in_all(lambda words: fix_of(refusal, words), glance.bundle),
    }


def _correction(glance: Glance, fix: Correction, viewer: str) -> View:
    """What hands are asked to do; of a card that is to be taken away, where it belongs, if that is known, "" while it
    has to be chosen. A card that lies covered for ``viewer`` is not named."""
    if not sees(viewer, fix.zone.side) and hides(glance.game, glance.table, fix):
        fix = replace(fix, secret=True)
    return {
        "to": glance.world.homes.get(fix.card, "") if glance.world is not None and not fix.secret else None,
        "verb": fix.verb,
        "card": None if fix.secret else _told(fix.card),
        "zone": str(fix.zone),
        "side": fix.zone.side,
        "text": in_all(lambda words: asked_text(fix, words), glance.bundle),
    }


def _astray(glance: Glance, viewer: str) -> list[View]:
    """The cards that belong in another pile: told to whom hand and discards are open."""
    known = {} if glance.world is None else glance.world.astray
    return [
        {"player": player, "card": card, "to": f"{pile} {owner}"}
        for player, cards in known.items()
        for card, (owner, pile) in cards
        if sees(viewer, player)
    ]


def _prompts(glance: Glance) -> list[View]:
    """What each player is told and asked. What hands have done is asked no more: cards that were drawn, and who has
    laid some on their pad hears what `ok` would do with them, as on their screen."""
    outlook, world, game = glance.outlook, glance.world, glance.bundle.name
    draws = page_of(game).asks_to_draw
    said = [
        prompt
        for prompt in outlook.said
        if world is None or prompt.key not in draws or world.owed.get(prompt.player, 0) > 0
    ]
    laid = {prompt.player: prompt for prompt in outlook.pads}
    asked = [prompt for prompt in outlook.prompts if prompt.player not in laid]
    return [
        *(_prompt(glance, prompt, partial(prompt_text, game=game)) for prompt in (*said, *asked)),
        *(_prompt(glance, prompt, pad_text) for prompt in laid.values()),
    ]


def _prompt(glance: Glance, prompt: Prompt, text: Callable[[Prompt, Words], str]) -> View:
    return {
        "player": prompt.player,
        "key": prompt.key,
        "text": in_all(lambda words: text(prompt, words), glance.bundle),
    }


def _help_of(bundle: AnyBundle, table: Table[AnyState], player: Side, words: Words) -> list[str]:
    return list(bundle.help(table, player, words))


def _help(glance: Glance) -> View:
    """What each player may do in this step, in paragraphs: from public knowledge."""
    table = glance.table
    dark = glance.world is not None and not glance.world.power
    if table is None or glance.outlook.phase != GAME or dark:
        return {}
    return {
        player: in_all(partial(_help_of, glance.bundle, table, player), glance.bundle) for player in SIDES
    }


def _fault(part: str, cause: str) -> View:
    return {"part": part, "text": in_all(lambda words: fault_text(part, cause, words))}


def _line(glance: Glance, number: int, news: News, viewer: str) -> View:
    """One line of the record; a card that went from a hand to the discards is named to its owner only."""
    line: View = {"id": number, "kind": news.kind}
    match news.what:
        case {"refusal": Refusal() as refusal}:
            told = _refusal(glance, refusal)
            return {**line, **{key: told[key] for key in ("player", "ruling", "message", "fix")}}
        case {"player": str() as player, "text": str() as text} if news.kind == "action":
            came = {"came": glance.outcomes[number]} if number in glance.outcomes else {}
            return {"player": player, **_action(glance, player, text, viewer), **came, **line}
        case {"part": str() as part, "cause": str() as cause} if news.kind == "fault":
            return {**line, "text": in_all(lambda words: _part_says(part, cause, words))}
        case what:
            return {**line, **{key: value for key, value in what.items() if isinstance(value, str | int)}}


def _part_says(part: str, cause: str, words: Words) -> str:
    """A part that fails, and why; or that it is well again."""
    return fault_text(part, cause, words) if cause else f"{part_name(part, words)}: ok"


def _action(glance: Glance, player: str, text: str, viewer: str) -> View:
    """An action by its name and its figures; one that is none of the game's (a menu's) by its words."""
    try:
        action = glance.bundle.parse(text)
    except RulesError:
        return {"act": "agreed", "text": " ".join(_told(word) for word in text.split(" "))}
    page = page_of(glance.bundle.name)
    told = {"act": text.split(" ")[0], **_figures(action), **page.told(action)}
    if not page.hidden(action):
        return told
    if sees(viewer, player):
        # Not to be said aloud.
        return {**told, "secret": True}
    told.pop("card", None)
    return told


def _figures(action: object) -> View:
    assert is_dataclass(action)
    values = {field.name: getattr(action, field.name) for field in fields(action)}
    return {name: value for name, value in values.items() if isinstance(value, str | int)}


def _tones(glance: Glance) -> list[View]:
    """The last tones of the buzzer that have ended."""
    return [
        {"id": number, "hz": tone.hz, "duty": tone.duty, "ms": tone.length_us // 1000}
        for number, tone in glance.tones
        if tone.length_us is not None
    ]


def _spoken(glance: Glance) -> list[View]:
    """What there was to be said aloud lately: the same to all viewers, for all in the room hear it."""
    return [
        {"id": said.number, "about": said.saying.about, "to": said.saying.to or "", "text": said.texts}
        for change in glance.spoken
        for said in change.spoken
    ]


# Screens


def _own_screens(glance: Glance, viewer: str) -> frozenset[str]:
    """The players whose screens are the page's, and this page's: a phone has that of its player, the table's own
    computer those of players who have no phone there."""
    pages = {player for player in SIDES if player in glance.paged}
    if viewer == OWNER:
        return frozenset(pages - glance.phones)
    return frozenset(player for player in pages if PHONES[player] == viewer)


def _screens(glance: Glance, viewer: str) -> View:
    """Every screen's pixels from its chip's memory, and what stands there as a text; a player's is masked for others
    while their own menu or a code is on it, or may be on it still: until the chips show what the table wants shown. One
    that fails tells nothing."""
    chair = glance.chair(viewer)
    private = glance.private if viewer in _LOOK_ON or chair else frozenset()
    private -= frozenset(chair.sides if chair else ())
    private -= _own_screens(glance, viewer)
    masked = {place for place in glance.pixels if place in private or (place == "both" and private)}
    broken = {place for part, place, _ in glance.world.broken if part == "screen"} if glance.world else set()
    return {
        **{f"screen {place}": MASKED if place in masked else told for place, told in glance.pixels.items()},
        **{
            f"reads {place}": "" if place in masked | broken else told for place, told in glance.reads.items()
        },
    }
