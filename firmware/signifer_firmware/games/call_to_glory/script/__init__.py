"""Table scripts of Call to Glory: what they say beside what its positions are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from signifer_core.decks import CardDeck
from signifer_core.games.call_to_glory.deck import KINDS, Deck, kind_of, kinds_of
from signifer_core.games.call_to_glory.rules.turn import needed
from signifer_core.games.call_to_glory.state import DISPLACE, FULL_ONLY, MISSION_STEP, PADS, STEPS, State
from signifer_core.games.call_to_glory.table.spots import lying, side_of, targets_in
from signifer_core.layout import PAD, SIDES, Zone
from signifer_core.procedure import Table

from signifer_firmware.scripting.game import ScriptGame
from signifer_firmware.scripting.positions import form, hand_forms

FORMS = (
    form(
        "begin STEP",
        "begin play",
        "deal, draw, play, mission or score of the round that is said, draw without it; start: no game is on, only its "
        "picture. Without players, two play",
    ),
    *hand_forms("farmer-2", "farmer-1", "play"),
    form(
        "expect due PLAYER N",
        "expect due red 2",
        "cards that a side has still to lay on a pad, or a mission that it has to reveal",
    ),
    form("expect units ZONE KINDS", "expect units 1 red farmer farmer", "cards of sets, laid or being laid"),
    form("expect laying N", "expect laying 2", "the cards laid, before ok"),
    form("expect needed N", "expect needed 3", "so many of them a set needs; 0 if none is being laid"),
    form("expect top PLAYER KINDS", "expect top red monk", "the uppermost cards of a discard pile"),
    form("expect displaced KINDS", "expect displaced none", "the set on its way to a pad"),
    form("expect points SEAT N", "expect points 2 36", "of all rounds that were scored"),
    form("expect winner SEATS...", "expect winner 1 3", "one, or several who share the victory"),
    form("expect refused CODE", "expect refused too-few"),
    form("expect correction take|put CARD SPOT", "expect correction put monk-3 1"),
)


class CallToGloryScript(ScriptGame[State]):
    """What is on its way, what is being laid, and whose points are how many."""

    def expected(self, deck: CardDeck, table: Table[State]) -> Mapping[str, str]:
        assert isinstance(deck, Deck)
        state = table.state
        laid = [card for card, zone in table.held.laid if zone.place != PAD]
        return {
            **{f"due {side}": str(sum(_due(table, side))) for side in SIDES},
            "laying": str(len(laid)),
            "needed": str(needed(deck, state, kind_of(laid[0])) if laid else 0),
            **{f"top {pad}": " ".join(kinds_of(state.top(pad).named)) or "none" for pad in PADS},
            "winner": state.winner or "none",
            "displaced": state.displaced.kind if state.displaced else "none",
            **{
                f"points {seat}": str(points)
                for seat, points in zip(state.seats, state.totals(), strict=True)
            },
        }

    def units(self, table: Table[State], zone: Zone) -> tuple[str, ...]:
        """The cards of sets there, as far as their columns are known, and those that are being laid."""
        sets = (card for each in table.state.sets for card, at in lying(each) if at == zone)
        return (*sets, *(card for card, at in table.held.laid if at == zone))


def _due(table: Table[State], side: str) -> Iterator[int]:
    """How many cards the players of a side have still to lay somewhere."""
    state, column = table.state, table.held.named
    if column is not None and side in {side_of(each.owner) for each in targets_in(state, column)}:
        yield 1
    if state.step == DISPLACE:
        if state.displaced is not None and side_of(state.displaced.owner) == side:
            yield state.displaced.size - len(table.held.laid)
        struck = state.set_of(state.struck) if state.struck else None
        if struck is not None and side_of(struck.owner) == side:
            yield 1
    elif state.step == MISSION_STEP and side_of(state.active) == side:
        yield 1


SCRIPT: ScriptGame[State] = CallToGloryScript(
    "call-to-glory",
    forms=FORMS,
    steps=tuple(step for step in STEPS if step not in FULL_ONLY),
    kinds=KINDS,
    example="farmer-2",
    stranger="field-of-glory:red/spear-2",
    unordered=("winner",),
)
