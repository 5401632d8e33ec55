"""How Dark Age Arena is played at the table: gestures in, attempts and prompts out.

Columns 1 to 3 are a side's places, column 4 its fighters, column 5 the one card that is being played. What the rules
have on the table is free where it belongs, read or not: cards lie upon each other. Only what waits for `ok` has to lie.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace

from signifer_core.agreement import DONE
from signifer_core.layout import EMPTY, PAD, SIDES, ZONES, Due, Layout, Side, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Answer, Held, Override, Procedure, Prompt, Roll, Table
from signifer_core.rules import Fix, Refusal, Verb
from signifer_core.twins import Same

from .. import actions as act
from .. import agreement
from ..deck import Deck, side_of_card
from ..rules import DarkAgeArena, draft
from ..state import OPEN_STEPS, State
from . import buttons, laying, notices, pads, questions, said
from .spots import Spot, pad, spots, waiting

# What stands against a card that was laid for what `ok` would do now, and not for another step or elsewhere.
OF_WHAT_IS_LAID = frozenset(
    {"not-enough", "one-draft", "in-play", "no-room", "same-equipment", "supply-there", "pillaged"}
    | {"not-a-character", "column-full", "wrong-column", "solitary-alone", "no-target", "count-wrong"}
)


class DarkAgeArenaProcedure(Procedure[State, act.Action]):
    """The table's way through a game of Dark Age Arena, with pads."""

    foreign_ruling = "DA-4"
    passing_codes = frozenset(
        {"column-full", "one-card", "one-draft", "supply-there", "no-room", "too-many", "solitary-alone"}
    )

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.rules: DarkAgeArena = DarkAgeArena(deck)

    def due(self, table: Table[State]) -> Due:
        """What waits has to lie; all else lies where it belongs, or does not. After the game anything may lie
        anywhere."""
        if table.state.step == "over":
            return Due(Layout(), frozenset(ZONES), hidden=pads.hidden_pads(table.state))
        must = Layout()
        for side in SIDES:
            for card, zone in waiting(table, side):
                must = must.laid(card, zone)
        state = table.state
        return Due(must, pads.open_pads(state), spots(state), pads.hidden_pads(state))

    # Hands

    def lay(self, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
        """A card lies where it is not due."""
        return self._finished(table, laying.laid(self.rules, table, card, zone))

    def lift(self, table: Table[State], card: str, zone: Zone, gone: frozenset[str]) -> Answer[act.Action]:
        """A card that waited is taken back."""
        return Answer(held=said.without_laid(table.held, card, zone))

    def move(self, table: Table[State], card: str, start: Zone, end: Zone) -> Answer[act.Action]:
        """A card that waited is carried on: what it means there comes next."""
        return self.lift(table, card, start, frozenset({card}))

    def offer(self, table: Table[State], card: str, zone: Zone) -> tuple[Refusal, ...]:
        """What stands at once against a card on a pad; what may lie there face down is not named."""
        if table.state.step == "over" or zone.place != PAD:
            return ()
        return pads.against(self.rules, table, card, zone)

    def offered(self, table: Table[State], player: Side, cards: tuple[str, ...]) -> Prompt:
        """What `ok` would do with the cards on a pad."""
        if table.state.step == "over":
            return super().offered(table, player, cards)
        return pads.offered(table, player, cards)

    # Buttons

    def press(self, table: Table[State], press: Press, offers: Layout) -> Answer[act.Action]:
        """A button is pressed or held."""
        side = press.player
        if press.button != Button.OK or press.kind != PressKind.PRESS or side is None:
            return self._finished(table, buttons.pressed(self.rules, table, press, offers))
        if table.state.step in pads.STEPS and (wrong := self.against_pad(table, side, offers[pad(side)])):
            return Answer(refusals=wrong)
        answer = self._finished(table, buttons.pressed(self.rules, table, press, offers))
        held = answer.held if answer.actions else None
        return answer if held is None else replace(answer, held=_confirmed(held, side, answer.actions))

    def bars(self, table: Table[State], press: Press, standing: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
        """`ok` speaks of all that its side has laid: what can be no part of it is taken away first. Else who cannot pay
        for a defender would have none."""
        if press.button != Button.OK or press.kind != PressKind.PRESS or press.player is None:
            return ()
        theirs = [each for each in standing if each.card and self.side(each.card) == press.player]
        others = {each.card for each in theirs if not self._is_of_what_is_laid(table, each)}
        return tuple(_to_owner(each, press.player) for each in theirs if each.card not in others)

    def _is_of_what_is_laid(self, table: Table[State], why: Refusal) -> bool:
        """Whether it stands against a card that was laid for what `ok` would do now, be it beside the other's."""
        card, place = why.card or "", why.fix.place
        if why.code != "wrong-side" or place is None:
            return why.code in OF_WHAT_IS_LAID
        there = laying.laid(self.rules, table, card, Zone(place, side_of_card(card)))
        codes = {each.code for each in there.refusals}
        return there.explains or (bool(codes) and codes <= OF_WHAT_IS_LAID)

    def looks_at(self, table: Table[State], press: Press, offers: Layout = EMPTY) -> frozenset[Zone]:
        return buttons.spoken_of(self.deck, table, press, offers)

    def rolled(self, table: Table[State], rolls: tuple[Roll, ...]) -> Answer[act.Action]:
        """The roll that was due has fallen; a free die means nothing to the table."""
        return self._finished(table, buttons.fallen(self.rules, table.state, rolls))

    def _finished(self, table: Table[State], answer: Answer[act.Action]) -> Answer[act.Action]:
        """The answer with what its actions leave on the table to be taken away, and with what others have said."""
        if not answer.actions:
            return answer
        state, actions = table.state, answer.actions
        for action in actions:
            state = self.rules.effect(state, action)
        # What leaves no choice passes by itself: nothing is left to be paid for it (DA-10).
        for side in draft.succeeded(self.deck, state) if state.step == "draft" else ():
            pay = act.Pay(side)
            state, actions = self.rules.effect(state, pay), (*actions, pay)
        held = said.kept(self.deck, state, answer.held or table.held)
        # What lay on a pad is used only if it goes: a face-down card may stay there, or be shown at once.
        here: frozenset[Spot] = spots(table.state) | table.held.laid | set(answer.used)
        # Who leaves play has to be lifted from wherever it lies, before it means anything again.
        gone = {card for card, _ in here if state.known_place(card) in laying.GONE}
        here |= {(card, zone) for card in gone for zone in ZONES}
        # Nor what was laid face down too soon, once no attack is under way: nobody has meant it for the next step.
        closed = pads.hidden_pads(table.state) - pads.hidden_pads(state)
        here |= {(card, zone) for zone in closed for side in SIDES for card in self.deck.cards(side)}
        used = here - spots(state) - held.laid if state.step != "over" else frozenset()
        return replace(answer, actions=actions, held=held, used=tuple(sorted(used)))

    # What the table holds, and says

    def keep(self, state: State, held: Held) -> Held:
        """What hands have said that still means something, and the face-down cards."""
        return said.kept(self.deck, state, held)

    def taken_back(self, held: Held) -> Held | None:
        """What was said last and is no action yet, be it a card that waits or a button."""
        if not held.entered:
            return None
        name, _ = held.entered[-1]
        for card, zone in held.laid:
            if card == name:
                return said.without_laid(held, card, zone)
        for side in SIDES:
            if name == f"target {side}":
                return said.with_target(held, side, None)
        return replace(held, entered=held.entered[:-1])

    def opening(self, table: Table[State]) -> bool:
        """While hands are kept or rejected; then column buttons mean nothing else."""
        return table.state.step == "assemble"

    def deciders(self, state: State) -> frozenset[Side]:
        """Who has something to decide, in the draft also while the other's roll is due (DA-4)."""
        if due := self.rules.due(state):
            both = due.purpose in ("initiative", "draft")
            return frozenset(
                side for side in SIDES if side == due.player or (both and not state.player(side).done)
            )
        return super().deciders(state)

    def stage(self, table: Table[State], player: Side) -> Hashable:
        """The turn, the step, and in a combat the round and the roll that is due."""
        state, combat = table.state, table.state.combat
        due = self.rules.due(state)
        mine = due if due is not None and (combat is not None or due.player == player) else None
        round_now = combat.round if combat is not None else ""
        active = "" if state.step in OPEN_STEPS else state.active
        return state.turn, state.step, active, round_now, mine, player in self.deciders(state)

    def player_of(self, state: State, action: act.Action) -> Side:
        """Whose gesture it is: who is named, or whose card; else who decides."""
        match action:
            case act.Rolled():
                due = self.rules.due(state)
                return due.player if due is not None else state.active
            case act.Target() | Same():
                return state.active
            case _:
                player, card = getattr(action, "player", None), getattr(action, "card", None)
                return player or side_of_card(str(card))

    def barrier(self, state: State, action: act.Action, after: State) -> str:
        """What undo may not go back behind: dice, draws, shown cards, a bid, an ended step."""
        if isinstance(action, act.Rolled):
            return "rolled"
        draws = any(after.player(side).left < player.left for side, player in state.players)
        if draws or isinstance(action, act.Reject):
            return "cards-drawn"
        if any(after.player(side).face_down.number < each.face_down.number for side, each in state.players):
            return "cards-shown"
        if isinstance(action, act.Bid):
            return "bid"
        before, now = ((each.step, each.active, each.turn) for each in (state, after))
        return "step-over" if before != now and not isinstance(action, (act.Declare, Same)) else ""

    # Agreement

    def overrides(self, table: Table[State], seen: Layout) -> tuple[Override, ...]:
        """What people may overrule: what lies there, what players and cards have, where the turn stands, the end."""
        return agreement.overrides(self.deck, table.state, seen)

    def overrule(self, table: Table[State], change: str) -> tuple[State, Held]:
        """What people agreed on holds; what hands had begun stays where it still means something."""
        state = agreement.overrule(self.deck, table.state, change)
        return state, self.keep(state, table.held)

    def follows(self, table: Table[State]) -> tuple[str, tuple[Prompt, ...]]:
        """Resources begin."""
        after = agreement.overrule(self.deck, table.state, DONE)
        return DONE if after != table.state else "", ()

    def prompts(self, table: Table[State]) -> tuple[Prompt, ...]:
        """What each side is asked, the roll that is due, or whom it waits for."""
        return questions.prompts(self.rules, table)

    def notices(self, table: Table[State], seen: Layout) -> tuple[Prompt, ...]:
        """What is done by hand, near the end, or crowded."""
        return notices.notices(self.deck, table, seen)


def _to_owner(why: Refusal, owner: Side) -> Refusal:
    """What stands against a card, told to whose it is: on the other's side it is not the other's."""
    if why.code == "wrong-side" and why.player != owner:
        why = replace(why, figures=(*why.figures, ("yours", 1)), fix=Fix(Verb.TAKE, why.card))
    return replace(why, player=owner)


# The numbers of which an action is made: it has said them.
_SAID_BY: Mapping[type, tuple[said.Word, ...]] = {
    act.Bid: ("bid",),
    act.Target: ("place",),
    act.Aim: ("facing",),
    act.Pair: ("facing", "first"),
    act.Assist: ("facing",),
    act.Buy: ("buy",),
}


def _confirmed(held: Held, side: Side, actions: tuple[act.Action, ...]) -> Held:
    """Without the numbers that `ok` of a side has made ``actions`` of. What it has entered for something else, while a
    card is played, stands."""
    for action in actions:
        for word in _SAID_BY.get(type(action), ()):
            held = said.with_number(held, word, side, None)
    return held
