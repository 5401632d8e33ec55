"""The procedure of Thermopyles at the table: gestures in, attempts and prompts out.

The team sits on red's side, whoever they are; the Persians lie on blue's. The Persians of the row lie in columns 1 and
2, the fighting Spartan faces the first of them, supports and discarded Spartans go to red's pad, and columns 4 and 5
take the repelled and the cemetery, on either side: piles, in which a card means nothing any more once it has been seen.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import assert_never

from signifer_core.agreement import DONE
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.layout import EMPTY, PAD, SIDES, ZONES, Due, Layout, Side, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Answer, Held, Override, Procedure, Prompt, Roll, Table
from signifer_core.rules import Figures, Fix, Refusal, Verb
from signifer_core.seats import not_among
from signifer_core.twins import Same

from .. import agreement
from ..actions import Action, Approach, Bury, Charge, Draw, Repel, Rolled
from ..deck import PERSIAN, SPARTAN, Deck, kind_of
from ..rules import Thermopyles
from ..rules.combat import due_pile
from ..state import PERSIANS, SEATS, SPARTANS, State
from . import ok

FIRST, SECOND = Zone("1", PERSIANS), Zone("2", PERSIANS)
COMBAT, TEAM_PAD = ok.LAID, ok.TEAM_PAD
REPELLED, CEMETERY = "4", "5"
PLACES = {"repelled": REPELLED, "cemetery": CEMETERY}


class ThermopylesProcedure(Procedure[State, Action]):
    """The table's way through a game of Thermopyles, with pads."""

    foreign_ruling = "TH-1"
    names_pads = True  # Two lie before those who read one screen.
    crowded_codes = frozenset({"column-full"})
    passing_codes = crowded_codes | {"card-elsewhere"}
    places: Mapping[str, str] = PLACES
    sides: Mapping[str, Side] = dict.fromkeys(SEATS, SPARTANS)
    barriers: Mapping[type, str] = {Rolled: "rolled", Approach: "cards-shown", Draw: "cards-drawn"}

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.rules: Thermopyles = Thermopyles(deck)

    def due(self, table: Table[State]) -> Due:
        """The row and the fighting Spartan, laid or charging already. What lies in a pile, named or not, is free there,
        and so is the Persian on its way to one; all may be cleared at the end."""
        state = table.state
        if state.step == "over":
            return Due(Layout(), frozenset(ZONES))
        cards: dict[Zone, tuple[str, ...]] = {}
        piles = ((REPELLED, state.repelled), (CEMETERY, state.cemetery))
        # All 28 are asked about only where some have no name: this is worked out at each look.
        may = [(at, of, self.deck.persians if of.unnamed else of.named) for at, of in piles]
        gone = [(card, at) for at, of, cards in may for card in cards if state.may_be_among(of, card)]
        free = {(card, Zone(at, side)) for card, at in gone for side in SIDES}
        # Of two equal ones in the row, either goes.
        going = (state.met, *self.twins(state.met or "")) if state.step == "result" else ()
        for zone, card in ((FIRST, state.first), (SECOND, state.second)):
            if card is not None and card in going:
                free |= {(card, FIRST), (card, SECOND)} if len(going) > 1 else {(card, zone)}
            elif card is not None:
                cards[zone] = (card,)
        if state.fight is not None:
            cards[COMBAT] = (state.fight.spartan,)
        for card, zone in table.held.laid:
            cards[zone] = (card,)
        return Due(Layout(cards), frozenset({TEAM_PAD}), frozenset(free))

    def side(self, card: str) -> Side | None:
        """Persians lie on blue's side, whatever the team plays on red's."""
        if not self.knows(card):
            return None
        return PERSIANS if kind_of(card) == PERSIAN else SPARTANS

    def answerer(self, table: Table[State], zone: Zone) -> Side:
        """Everybody plays on one side, whichever card fell silent."""
        return SPARTANS

    # Hands

    def lay(self, table: Table[State], card: str, zone: Zone) -> Answer[Action]:
        """A card lies where it is not due: a Persian comes into the row or goes to a pile, or a Spartan is laid."""
        kind = kind_of(card)
        if gone := self._gone(table.state, card, zone):
            return Answer(refusals=gone)
        if kind == PERSIAN:
            return self._lay_persian(table.state, card, zone)
        if kind == SPARTAN:
            return self._lay_spartan(table, card, zone)
        if reasons := self._no_support(table.state, card, zone):
            return Answer(refusals=reasons)
        able = table.state.hand(table.state.active).number  # or there is only the retreat (TH-1)
        return self._misplaced(card, zone, TEAM_PAD, "TH-3", None if able else self.taken(card, zone))

    def _gone(self, state: State, card: str, zone: Zone) -> tuple[Refusal, ...]:
        """Against a card that was seen going to a pile, in whatever step: it goes back there."""
        pile = state.known_place(card)
        if pile not in (*PLACES, "discard"):
            return ()
        ruling = "TH-9" if pile in PLACES else "TH-3"
        fix = Fix(Verb.PUT, card, PLACES[pile]) if pile in PLACES else self.taken(card, zone)
        return (Refusal.of("card-elsewhere", SPARTANS, ruling, fix, card, card=card, pile=pile),)

    def _lay_persian(self, state: State, card: str, zone: Zone) -> Answer[Action]:
        place = zone.place
        if state.step == "result" and place in PLACES.values():
            return self._tried(Repel(card) if place == REPELLED else Bury(card), state, zone)
        if state.step == "result" and card == state.met:
            return self._misplaced(card, zone, self._pile(state), "TH-7")
        coming = self._tried(Approach(card), state, zone)
        if coming.explains and zone != self._next_place(state):
            return self._misplaced(card, zone, self._next_place(state), "TH-9")
        return coming

    def _lay_spartan(self, table: Table[State], card: str, zone: Zone) -> Answer[Action]:
        """A Spartan waits in column 1 for `ok`."""
        state = table.state
        if state.step == "discard" and zone.place == PAD:
            return self._misplaced(card, zone, TEAM_PAD, "TH-2")
        if reasons := self.rules.refusals(state, Charge(card)):
            return self.told(reasons, card, zone)
        if zone != COMBAT:
            return self._misplaced(card, zone, COMBAT, "TH-3")
        if lying := table.held.laid - table.returning:
            ((there, _),) = lying
            figures: Figures = (("column", COMBAT.place), ("limit", 1), ("lies", there))
            fix = Fix(Verb.TAKE, card, COMBAT.place)
            return Answer(refusals=(Refusal("column-full", SPARTANS, "TH-3", fix, figures, card),))
        return Answer(held=Held(laid=frozenset({(card, zone)})))

    def _next_place(self, state: State) -> Zone:
        return FIRST if state.first is None else SECOND

    def _pile(self, state: State) -> Zone:
        """The pile to which the Persian goes that is defeated now."""
        return Zone(PLACES[due_pile(self.deck, state)], PERSIANS)

    def _tried(self, action: Approach | Repel | Bury, state: State, zone: Zone) -> Answer[Action]:
        reasons = self.rules.refusals(state, action)
        if reasons and state.met in self.twins(action.card):
            # Of two equal Persians it is the one that is not met: to the rules it is the same.
            carried = replace(action, card=state.met)
            if not self.rules.refusals(state, carried):
                return Answer((carried, Same(state.met, action.card)))
        return self.told(reasons, action.card, zone) if reasons else Answer((action,))

    def _misplaced(
        self, card: str, at: Zone, to: Zone, ruling: str, fix: Fix | None = None
    ) -> Answer[Action]:
        code = "wrong-side" if at.place == to.place else "wrong-column"
        lies = {"card": card, "place": at.place, "side": at.side, "wanted": to.place}
        fix = fix or Fix(Verb.PUT, card, to.place)
        return Answer(refusals=(Refusal.of(code, SPARTANS, ruling, fix, card, **lies),))

    def lift(self, table: Table[State], card: str, zone: Zone, gone: frozenset[str]) -> Answer[Action]:
        """A Spartan not yet confirmed may be taken back; who fights, and the row, stay."""
        if (card, zone) in table.held.laid:
            return Answer(held=Held())
        ruling, fix = "TH-3" if zone == COMBAT else "TH-9", Fix(Verb.PUT, card, zone.place)
        due = {"wanted": zone.place} if (card, zone) in table.returning else {}  # it has not lain there yet
        return Answer(refusals=(Refusal.of("card-stays", SPARTANS, ruling, fix, card, card=card, **due),))

    def move(self, table: Table[State], card: str, start: Zone, end: Zone) -> Answer[Action]:
        """A card lies elsewhere: as if it had been lifted; too early or across its column, that it does."""
        if table.state.step == "result" and end.place in PLACES.values() and kind_of(card) == PERSIAN:
            return self._lay_persian(table.state, card, end)
        if end.place == start.place and (card, start) not in table.held.laid:
            return self._misplaced(card, end, start, "TH-3" if start == COMBAT else "TH-9")
        return self.lift(table, card, start, frozenset())

    def offer(self, table: Table[State], card: str, zone: Zone) -> tuple[Refusal, ...]:
        """At once against a card on the pad: a Persian, a Spartan who is not to be discarded, a support that is spent,
        or that comes when supports are not to be decided (TH-3)."""
        state = table.state
        if state.step == "over":
            return ()
        fix, kind = self.taken(card, zone), kind_of(card)
        if kind == SPARTAN and state.step == "discard":
            hand = state.hand(state.receiver or state.active)
            return self.told(not_among(state, hand, card, "TH-2"), card, zone).refusals
        if kind in (SPARTAN, PERSIAN):
            return (Refusal.of("not-for-pad", SPARTANS, "TH-3", fix, card, card=card, step=state.step),)
        return self._no_support(state, card, zone)

    def _no_support(self, state: State, card: str, zone: Zone) -> tuple[Refusal, ...]:
        """Against a support that is spent, or comes when none are decided (TH-3); wherever it lies."""
        fix = self.taken(card, zone)
        if card not in (state.supports | state.unsure if state.supports else ()):
            return (Refusal.of("support-spent", SPARTANS, "TH-3", fix, card, left=len(state.supports)),)
        if state.step == "act":
            return ()
        return (Refusal.of("wrong-phase", SPARTANS, "TH-3", fix, card, step=state.step, wanted="act"),)

    def offered(self, table: Table[State], player: Side, cards: tuple[str, ...]) -> Prompt:
        """What `ok` would do with what lies on the team's pad."""
        return ok.offered(table, player, cards)

    # Buttons

    def press(self, table: Table[State], press: Press, offers: Layout) -> Answer[Action]:
        """A button is pressed or held."""
        state = table.state
        if (press.kind, press.button, state.step) == (PressKind.PRESS, Button.DICE, "dice"):
            return Answer(rolls=(Roll(SPARTANS, ok.COMBAT),))
        if press.player is None:
            return super().press(table, press, offers)
        if press.button == Button.COLUMN:
            laid = tuple(card for card in offers[TEAM_PAD] if not self.against_pad(table, SPARTANS, (card,)))
            return ok.forgotten_ok(table, laid, ok.column(self.rules, state, press))
        if press.player != SPARTANS:
            wait = Fix(Verb.WAIT)
            return Answer(refusals=(Refusal.of("not-your-turn", PERSIANS, "TH-1", wait, active=SPARTANS),))
        cards = offers[TEAM_PAD]
        if reasons := self.against_pad(table, SPARTANS, cards):
            return Answer(refusals=reasons)
        return ok.ok(self.rules, table, press, cards)

    def bars(self, table: Table[State], press: Press, standing: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
        """`ok` sends nobody while a card lies where it counts for nothing, or a Spartan in column 1 may not fight."""
        speaks = press.button == Button.OK and table.state.step == "act"
        laid = [why for why in standing if speaks and why.ruling == "TH-3"]
        codes = ("column-full", "wrong-column", "wrong-side")
        barred = tuple(why for why in laid if why.code in codes or why.fix.place == COMBAT.place)
        # Who retreats takes the card from where it lies: laid where it would fight, it would be refused next.
        # If that is a pad, it is not the team's.
        lies = [Zone(str(why.figure("place") or why.fix.place), PERSIANS) for why in barred]
        takes = (self.taken(why.card or "", at) for why, at in zip(barred, lies, strict=True))
        retreats = (replace(why, fix=fix) for why, fix in zip(barred, takes, strict=True))
        return tuple(retreats) if press.kind == PressKind.HOLD else barred

    def looks_at(self, table: Table[State], press: Press, offers: Layout = EMPTY) -> frozenset[Zone]:
        """`ok` speaks of the Spartan in column 1 and of what the pad offers; where a card is drawn or left, of none."""
        if press.button != Button.OK or press.player != SPARTANS:
            return frozenset()
        if table.state.step == "act":
            return frozenset({TEAM_PAD, COMBAT})
        return frozenset({TEAM_PAD}) if table.state.step == "discard" else frozenset()

    def rolled(self, table: Table[State], rolls: tuple[Roll, ...]) -> Answer[Action]:
        """A die of the combat counts; a free one means nothing to the table."""
        if table.state.step != "dice":
            return Answer()
        return Answer(tuple(Rolled(roll.value) for roll in rolls if roll.value and roll.purpose == ok.COMBAT))

    # What the table holds, and says

    def keep(self, state: State, held: Held) -> Held:
        """A Spartan who waits, while he may still charge; also until a row that was agreed on is refilled."""
        if state.unplayed and state.step == "replenish":
            state = replace(state, step="act")
        able = {(card, zone) for card, zone in held.laid if not self.rules.refusals(state, Charge(card))}
        return Held(laid=frozenset(able))

    def stage(self, table: Table[State], player: Side) -> Hashable:
        """The step; each card that may be drawn is a question of its own."""
        state = table.state
        return state.turn, state.step, state.draws, player in self.deciders(state)

    def barrier(self, state: State, action: Action, after: State) -> str:
        """What undo may not go back behind: a die, a card drawn or shown, the turn's end."""
        over = (after.turn, after.step == "over") != (state.turn, False)
        return super().barrier(state, action, after) or ("turn-over" if over else "")

    def question(self, table: Table[State]) -> tuple[str, Figures]:
        """What the team is asked."""
        state = table.state
        player: Figures = (("player", state.active),)
        match state.step:
            case "players":
                return "players", ()
            case "replenish":
                return "lay-persian", (("column", int(self._next_place(state).place)),)
            case "dice":
                return "roll", (("due", state.combat.due), ("total", state.combat.total))
            case "result":
                pile = self._pile(state)
                key = {REPELLED: "repel", CEMETERY: "bury"}[pile.place]
                return key, (("card", state.row[0]), ("column", int(pile.place)))
            case "draw":
                left = min(state.draws, state.pile.number)
                return "draw-one", (("left", left), ("players", len(state.hands)))
            case "discard":
                return "discard-one", (("player", state.receiver or state.active),)
            case "act" | "support":
                if table.held.laid:
                    return "charge", (*player, ("supports", len(state.supports)))
                return ("charge-or-retreat" if state.hand(state.active).number else "must-retreat"), player
            case "deal" | "drawing" | "over":
                raise AssertionError(f"in the step {state.step} nobody is asked at a table")
            case never:
                assert_never(never)

    # Agreement

    def overrides(self, table: Table[State], seen: Layout) -> tuple[Override, ...]:
        """What people may overrule: the row, the marker, whose turn it is, counts, the end."""
        row = tuple(next(iter(seen[zone]), None) for zone in (FIRST, SECOND))
        return agreement.overrides(self.deck, table.state, row)

    def overrule(self, table: Table[State], change: str) -> tuple[State, Held]:
        """What people agreed on holds; what hands had begun stays where it still means something."""
        if table.state.step == "players":
            raise RulesError("nobody plays yet: say first how many do")
        state = agreement.overrule(self.deck, table.state, change)
        return state, self.keep(state, table.held)

    def follows(self, table: Table[State]) -> tuple[str, tuple[Prompt, ...]]:
        """A turn goes on or ends, or the game does."""
        after = agreement.overrule(self.deck, table.state, DONE)
        return DONE if after != table.state else "", ()
