"""Table scripts of Dark Age Arena: what they say beside what its positions are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from signifer_core.decks import CardDeck
from signifer_core.games.dark_age_arena.deck import Deck, side_of_card, sort_of
from signifer_core.games.dark_age_arena.position.fields import CHARACTERS, GEAR
from signifer_core.games.dark_age_arena.rolls import Purpose
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.rules.attack import to_go, yielding
from signifer_core.games.dark_age_arena.rules.combat import free, to_pair, unaimed
from signifer_core.games.dark_age_arena.state import PLACES, ZONE, State
from signifer_core.games.dark_age_arena.table import facing, said
from signifer_core.games.dark_age_arena.table.spots import column_of, waiting
from signifer_core.layout import SIDES, Side, Zone
from signifer_core.position_fields import listed, text
from signifer_core.procedure import Table

from signifer_firmware.scripting.expectations import ExpectThat
from signifer_firmware.scripting.game import ScriptGame
from signifer_firmware.scripting.positions import Finding, form, hand_forms
from signifer_firmware.scripting.slots import Slot
from signifer_firmware.scripting.statements import Statement

PURPOSES: tuple[Purpose, ...] = (
    *("task", "draft", "initiative", "solitary"),
    *("shoot", "strike", "armour", "block", "control"),
)
# Of which cards it is said whom they are attached to, face or support.
ABOUT = {"attach": (*GEAR, *CHARACTERS), "facing": CHARACTERS, "supports": CHARACTERS}
FORMS = (
    form(
        "begin STEP",
        "begin draft",
        "stock, draft, prepare, bid, declare or supply of the turn that is said, prepare without it; start: no game is "
        "on, only its picture. Without a turn the table is still empty: assemble",
    ),
    *hand_forms("knight-1", "knight-2", "muster"),
    form(
        "expect points PLAYER N",
        "expect points red 4",
        "those that count for the goal, supply in play included",
    ),
    form(
        "expect units ZONE KINDS",
        "expect units 1 red knight militia",
        "also what waits there; equipment is borne",
    ),
    form(
        "expect waits PLAYER CARDS",
        "expect waits red knight-1",
        "what lies there before ok, in the order laid",
    ),
    form(
        "expect due PLAYER N",
        "expect due red 1",
        "characters of whom a side has still to say something: in yield and home where they go, else whom they face or "
        "support",
    ),
    form(
        "expect asked CARDS",
        "expect asked knight-1",
        "of whom it is said now; in spoils the card about which both are asked",
    ),
    form(
        "expect chosen PLAYER CARDS",
        "expect chosen red blue/scout-1",
        "whom the card in column 5 is for; whom a fighter is to face, or the attacker whose confrontation it supports",
    ),
    form(
        "expect number PLAYER N", "expect number red 2", "its bid so far, or the place it attacks; 0 for none"
    ),
    form(
        "expect roll PLAYER PURPOSE",
        "expect roll red strike",
        "what for the dice are that a side has to roll",
    ),
    form("expect round none|ranged|first|second", "expect round first", "of a combat"),
    form("expect start none|1|2|3|solitary", "expect start 2", "where an attack comes from"),
    form("expect target none|1|2|3", "expect target 2", "the place that is attacked"),
    form("expect face-down PLAYER N", "expect face-down red 1", "cards laid face down"),
    form("expect refused CODE", "expect refused wrong-phase"),
    form("expect correction take|put CARD SPOT", "expect correction put knight-1 1"),
)


class DarkAgeArenaScript(ScriptGame[State]):
    """What waits, what is chosen, which roll is due, and where an attack stands."""

    @cached_property
    def slots(self) -> Mapping[str, Slot]:
        purposes = ("none", *PURPOSES)
        own = Slot(listed(purposes), lambda words: words.take("what dice are for", purposes))
        return {**super().slots, "PURPOSE": own}

    def contradictions(self, found: Sequence[Statement]) -> Iterator[Finding]:
        yield from super().contradictions(found)
        for statement in () if self.vocabulary.is_open else found:
            if isinstance(statement, ExpectThat):
                yield from self._no_such(statement)

    def _no_such(self, expect: ExpectThat) -> Iterator[Finding]:
        """Of a card that can never have it nothing is expected: whatever was said would hold for ever."""
        word, _, card = expect.what.partition(" ")
        if (sorts := ABOUT.get(word)) is None:
            return
        deck = self._deck
        assert isinstance(deck, Deck)
        fit = [each for each in deck.catalogue if sort_of(deck.printed(each)) in sorts]
        if card not in fit:
            yield expect.line, f"{card} is no {listed(sorts)} of these decks; write one like {fit[0]}"

    def expected(self, deck: CardDeck, table: Table[State]) -> Mapping[str, str]:
        assert isinstance(deck, Deck)
        rules, state = DarkAgeArena(deck), table.state
        due = rules.due(state)
        rolling = () if due is None else SIDES if due.purpose == "initiative" else (due.player,)
        found = {"asked": text(_asked(rules, table)), **_attack(state)}
        for side, player in state.players:
            waits = tuple(card for card, _ in waiting(table, side))
            numbers = (said.number(table.held, word, side) or 0 for word in ("bid", "place"))
            found |= {
                f"points {side}": str(player.score),
                f"waits {side}": text(waits),
                f"due {side}": str(len(_undecided(rules, state, side))),
                f"chosen {side}": text(_chosen(table, side)),
                f"number {side}": str(max(numbers)),
                f"roll {side}": due.purpose if due is not None and side in rolling else "none",
                f"face-down {side}": str(player.face_down.number),
            }
        return found

    def units(self, table: Table[State], zone: Zone) -> tuple[str, ...]:
        """Characters, supply and the artifact that the table believes there, and what waits there."""
        state = table.state
        here = [each.card for each in state.characters if _zone_of(each.card, each.place) == zone]
        player = state.player(zone.side)
        for place, spot in zip(PLACES, player.spots, strict=True):
            if str(place) == zone.place:
                here += filter(None, (spot.supply, spot.artifact))
        if player.draft is not None and _zone_of(player.draft.card, player.draft.place) == zone:
            here.append(player.draft.card)
        return (*here, *(card for card, at in table.held.laid if at == zone and card not in here))


def _zone_of(card: str, place: int) -> Zone:
    return Zone(column_of(place), side_of_card(card))


def _undecided(rules: DarkAgeArena, state: State, side: Side) -> list[str]:
    """Of whom a side has still to say where they go, whom they face, or whom they support."""
    if side != state.active:
        return []
    match state.step:
        case "yield":
            return list(yielding(state))
        case "home":
            return [each.card for each in state.at(side, ZONE)]
        case "aim":
            return unaimed(rules.deck, state, side)
        case "pair":
            return to_pair(state, side)
        case "assist":
            return free(state, side)
        case _:
            return []


def _asked(rules: DarkAgeArena, table: Table[State]) -> tuple[str, ...]:
    """Of whom something is to be said now, or the card about which both are asked."""
    state = table.state
    if state.step in ("yield", "home"):
        return (to_go(state)[0],)
    asked = facing.acting(rules, table)
    if asked is None and state.combat is not None:
        asked = state.combat.asked
    return () if asked is None else (asked,)


def _chosen(table: Table[State], side: Side) -> tuple[str, ...]:
    """Who was chosen, or is the only one there is."""
    chosen = said.target(table.held, side)
    if chosen is not None:
        return (chosen,)
    column = facing.facing(table) if side == table.state.active and table.state.step in facing.STEPS else None
    return () if column is None else (facing.shown(table.state)[column - 1],)


def _attack(state: State) -> Mapping[str, str]:
    """Where an attack comes from and goes, and its round."""
    combat = state.combat
    if combat is None:
        return dict.fromkeys(("round", "start", "target"), "none")
    start = {None: "none", ZONE: "solitary"}.get(combat.start, str(combat.start))
    return {"round": combat.round or "none", "start": start, "target": str(combat.target or "none")}


SCRIPT: ScriptGame[State] = DarkAgeArenaScript(
    "dark-age-arena",
    forms=FORMS,
    example="red/knight-1",
    stranger="field-of-glory:red/spear-2",
)
