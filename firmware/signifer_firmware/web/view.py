"""What a page is told: `view` alone decides what a viewer may know, and nothing is left out later.

A viewer is "red" or "blue" (a person who plays that side), "both" (two people at one laptop, or somebody who watches
robots), or "spectator", whose view holds nothing that is hidden from either player.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory import actions as act
from signifer_core.layout import PAD, PLAYERS, ZONES, Zone
from signifer_core.procedure import Correction, Prompt
from signifer_core.rules import Refusal
from signifer_drivers.virtual.piles import DECK, DISCARD, HAND, VICTORY

from signifer_firmware.fault_texts import fault_text
from signifer_firmware.news import GAME, News, Outlook
from signifer_firmware.texts import correction_text, fix_of, prompt_text, refusal_text
from signifer_firmware.words import LANGUAGES, words_of

from .live import MOST_TONES, Live, Moment

BOTH, SPECTATOR = "both", "spectator"
VIEWERS = (*PLAYERS, BOTH, SPECTATOR)
# Cards that go from a hand to its discard pile, which its owner alone may look through.
DISCARDED = (act.Pay, act.DiscardDown, act.DiscardToDraw)
MASKED = "masked"

View = dict[str, Any]


def view(live: Live, viewer: str) -> View:
    """All that a page of ``viewer`` shows, in plain values by part; parts that are equal need not be sent again."""
    # A table without power says nothing; its cards lie as they lay.
    outlook = live.run.appliance.keeper.outlook if live.power else Outlook()
    now = live.now()
    return {
        "table": _table(live, viewer),
        "game": _game(live, now, viewer),
        "cards": _cards(live, now, viewer),
        "owed": {player: live.hands.owed(player) for player in PLAYERS},
        "refusals": [_refusal(live, refusal) for refusal in outlook.refusals],
        "corrections": [_correction(live, fix) for fix in outlook.corrections],
        "prompts": [_prompt(prompt) for prompt in (*outlook.said, *outlook.prompts)],
        "help": _help(live),
        "faults": [_fault(part, cause) for part, cause in outlook.faults],
        "drawer": {"power": live.power, "broken": live.drawer.told()},
        "setup": _setup(live, viewer),
        "record": _record(live, viewer),
        "past": [live.past[0].number, live.past[-1].number] if live.past else [],
        "tones": _tones(live),
        **_screens(live, outlook, viewer),
    }


def past(live: Live, moment: Moment, viewer: str) -> View:
    """How the table lay at an earlier moment. While the game runs nobody looks back into a hand or a discard pile that
    he shares the screen with; when it is over, all cards are open to those who played."""
    if live.over:
        viewer = viewer if viewer == SPECTATOR else BOTH
    elif viewer == BOTH and len(live.people) > 1:
        viewer = SPECTATOR
    game = _game(live, moment, viewer)
    return {"at": moment.number, "game": game, "cards": _cards(live, moment, viewer)}


def in_all(say: Any) -> dict[str, str]:
    """``say(words)`` in every language."""
    return {language: say(words_of(language)) for language in LANGUAGES}


def sees(viewer: str, player: str) -> bool:
    """Whether the hand of ``player`` is open to ``viewer``."""
    return viewer in (player, BOTH)


# The table


def _table(live: Live, viewer: str) -> View:
    """What table and game are on, and what does not change with moves."""
    config = live.run.config
    return {
        "viewer": viewer,
        "mode": live.choice.mode,
        "people": list(live.people) if viewer != SPECTATOR else [],
        "helping": live.helping,
        "screens": [screen.place for screen in config.screens],
        "buttons": [button.name for button in config.buttons],
        "held": sorted(live.hands.held),
        "pads": config.has_pads,
        "parts": live.drawer.parts,
    }


def _game(live: Live, moment: Moment, viewer: str) -> View:
    """The position as the rules let ``viewer`` see it."""
    keeper = live.run.appliance.keeper
    bundle, table = keeper.bundle, moment.table
    if table is None or keeper.outlook.phase != GAME:
        return {"phase": keeper.outlook.phase}
    rules = bundle.procedure.rules
    state = rules.view(table.state, viewer)
    columns = [
        {
            "terrain": column.terrain,
            "control": column.control,
            "totals": {player: bundle.total(table, number, player) for player in PLAYERS},
            "leads": {player: bundle.lead(table, number, player) for player in PLAYERS},
        }
        for number, column in enumerate(state.columns, 1)
    ]
    return {
        "phase": GAME,
        "step": state.step,
        "turn": state.turn,
        "active": state.active,
        "actors": sorted(rules.actors(table.state)),
        "due": state.due,
        "winner": state.winner,
        "attack": None if state.attack is None else state.attack.column,
        "open": [column for column, _ in state.vulnerable],
        "unpaid": [placement.card for placement in state.unpaid],
        "columns": columns,
        "sides": {player: _side(state.side(player), state.terrains(player)) for player in PLAYERS},
    }


def _side(side: Any, terrains: int) -> View:
    """The public counts of one player."""
    return {
        "hand": side.hand,
        "deck": side.deck,
        "discard": side.discard,
        "points": side.points,
        "shuffles": side.shuffles,
        "terrains": terrains,
    }


# The world's cards


def _cards(live: Live, moment: Moment, viewer: str) -> View:
    """Which cards lie where: by zone and pile a list of cards that are open to ``viewer``, else how many there are."""
    found: View = {}
    for zone in ZONES:
        found[str(zone)] = _lying(moment, zone, viewer)
    for player in PLAYERS:
        for pile in (HAND, DISCARD, VICTORY):
            # In a victory pile of the world lie its owner's cards: they were captured, and lie open before both.
            cards = sorted(moment.cards(player, pile), key=live.order)
            is_open = pile == VICTORY or sees(viewer, player)
            found[f"{pile} {player}"] = cards if is_open else len(cards)
        found[f"{DECK} {player}"] = len(moment.cards(player, DECK))
    return found


def _lying(moment: Moment, zone: Zone, viewer: str) -> list[str] | int:
    """What lies in a zone; on a pad it is face down for all but its owner until it is shown."""
    cards = list(moment.layout[zone])
    if zone.place != PAD or sees(viewer, zone.side):
        return cards
    shown = frozenset() if moment.table is None else moment.table.held.shown
    return cards if cards and all((card, zone) in shown for card in cards) else len(cards)


# What the table says


def _refusal(live: Live, refusal: Refusal) -> View:
    """A refusal with its ruling, in words."""
    seen = live.run.appliance.keeper.seen
    in_column = refusal.card and any(zone.place != PAD for zone in seen.zones_of(refusal.card))
    return {
        "player": refusal.player,
        "code": refusal.code,
        "ruling": refusal.ruling,
        "card": refusal.card if in_column else None,
        "message": in_all(lambda words: refusal_text(refusal, words)),
        "fix": in_all(lambda words: fix_of(refusal, words)),
    }


def _correction(live: Live, fix: Correction) -> View:
    """What hands are asked to do; of a card that is to be taken, where it belongs."""
    home = None
    if fix.verb == "take" and not fix.secret:
        owner, pile = live.hands.home(fix.card)
        home = f"{pile} {owner}"
    return {
        "to": home,
        "verb": fix.verb,
        "card": None if fix.secret else fix.card,
        "zone": str(fix.zone),
        "side": fix.zone.side,
        "text": in_all(lambda words: correction_text(fix, words)),
    }


def _prompt(prompt: Prompt) -> View:
    return {
        "player": prompt.player,
        "key": prompt.key,
        "text": in_all(lambda words: prompt_text(prompt, words)),
    }


def _help(live: Live) -> View:
    """What each player may do in this step, in paragraphs: from public knowledge."""
    keeper = live.run.appliance.keeper
    table = keeper.table
    if table is None or keeper.outlook.phase != GAME or not live.power:
        return {}
    return {
        player: {
            language: list(keeper.bundle.help(table, player, words_of(language))) for language in LANGUAGES
        }
        for player in PLAYERS
    }


def _fault(part: str, cause: str) -> View:
    return {"part": part, "text": in_all(lambda words: fault_text(part, cause, words))}


def _setup(live: Live, viewer: str) -> View:
    """A set-up by hand: each one's draft, whose cards he alone sees; and the terrain card that is turned up."""
    if live.setup is None:
        return {}
    drafts: View = {}
    for player, draft in live.setup.drafts.items():
        if not draft.done:
            drafts[player] = {"round": draft.round, "of": draft.rounds}
            if sees(viewer, player):
                drafts[player] |= {"offer": list(draft.offer), "kept": sorted(draft.kept, key=live.order)}
    return {"draft": drafts, "terrain": live.terrain_drawn}


def _record(live: Live, viewer: str) -> list[View]:
    """The lines of the record; each is put into words once."""
    known, said = live.said.get(viewer, {}), {}
    for number, news in live.told.lines:
        said[number] = known.get(number) or _line(live, number, news, viewer)
    live.said[viewer] = said
    return list(said.values())


def _line(live: Live, number: int, news: News, viewer: str) -> View:
    """One line of the record; a card that went from a hand to the discards is named to its owner only."""
    line: View = {"id": number, "kind": news.kind}
    match news.what:
        case {"refusal": Refusal() as refusal}:
            told = _refusal(live, refusal)
            return line | {key: told[key] for key in ("player", "ruling", "message", "fix")}
        case {"player": str() as player, "text": str() as text} if news.kind == "action":
            return line | {"player": player} | _action(live, player, text, viewer)
        case what:
            return line | {key: value for key, value in what.items() if isinstance(value, str | int)}


def _action(live: Live, player: str, text: str, viewer: str) -> View:
    """An action by its name and its figures; one that is none of the game's (a menu's) by its words."""
    try:
        action = live.run.bundle.parse(text)
    except RulesError:
        return {"act": "agreed", "text": text}
    told = {"act": text.split(" ")[0], **_figures(action)}
    if isinstance(action, DISCARDED) and not sees(viewer, player):
        told.pop("card", None)
    return told


def _figures(action: Any) -> Mapping[str, Any]:
    values = {field.name: getattr(action, field.name) for field in fields(action)}
    return {name: value for name, value in values.items() if isinstance(value, str | int)}


def _tones(live: Live) -> list[View]:
    """The last tones of the buzzer that have ended."""
    ear = live.run.table.ear
    if ear is None:
        return []
    heard = list(enumerate(ear.tones, 1))[-MOST_TONES:]
    return [
        {"id": number, "hz": tone.hz, "duty": tone.duty, "ms": tone.length_us // 1000}
        for number, tone in heard
        if tone.length_us is not None
    ]


# Screens


def _screens(live: Live, outlook: Outlook, viewer: str) -> View:
    """Every screen's pixels from its chip's memory; a player's is masked for others while his own menu is on it."""
    private = {player for player, _ in outlook.own}
    found: View = {}
    for place in live.run.table.screens:
        masked = viewer == SPECTATOR and (place in private or (place == "both" and private))
        found[f"screen {place}"] = MASKED if masked else live.pixels(place)
    return found
