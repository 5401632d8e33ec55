"""How Call to Glory is played at the table: gestures in, attempts and prompts out.

Sets lie in the columns of their owner's side, and the two pads are the discard piles. In a tall set or pile some cards
fall silent, so a card that was counted stays where it was until it is read elsewhere. Only of what lies on top of a
discard pile the table notices that it is gone, and only while cards are drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping

from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.layout import EMPTY, PAD, SIDES, ZONES, Due, Layout, Side, Zone
from signifer_core.notation import in_order
from signifer_core.presses import Press
from signifer_core.procedure import Answer, Held, Override, Procedure, Prompt, Roll, Table, attempt
from signifer_core.rules import Figures, Fix, Refusal, Verb
from signifer_core.seats import not_asked
from signifer_core.twins import Same

from .. import actions as act
from .. import agreement
from ..deck import Deck, kind_of
from ..rules import CallToGlory
from ..rules.reasons import open_pads
from ..state import (
    DEAL,
    DISPLACE,
    DRAW,
    MISSION_STEP,
    OVER,
    PADS,
    PLAY,
    PLAYERS_STEP,
    SCORE,
    SIDE_OF,
    State,
)
from . import buttons, questions
from .buttons import lifts
from .displacing import all_away, arrived, begun_away, left_behind, on_the_way, still_there, waiting_there
from .spots import (
    answerer_at,
    called,
    columns_of,
    is_mission,
    is_watched,
    lying,
    may_be_on_top,
    may_be_one_of,
    may_lie,
    piled,
    side_of,
    still_piled,
    taken_from,
    targets_in,
    tops,
    watched,
)

# What stands at once against the card that was laid last, whichever of the set the rules name; how many they are is
# asked at `ok`.
OF_THE_SET = frozenset({"mixed-kinds", "count-wrong", "wrong-phase"})
# Whatever lies on the table means nothing then.
BETWEEN_ROUNDS = (PLAYERS_STEP, DEAL, SCORE, OVER)


class CallToGloryProcedure(Procedure[State, act.Action]):
    """The table's way through a game of Call to Glory, with pads."""

    foreign_ruling = "CG-0"
    offers_on_pads = False
    names_pads = True
    passing_codes = frozenset({"mixed-kinds", "card-elsewhere"})
    places: Mapping[str, str] = {pad: f"{PAD} {pad}" for pad in PADS}
    sides: Mapping[str, Side] = SIDE_OF
    # A card from a face-down pile, a deal, a roll, a mission, a round scored.
    barriers: Mapping[type, str] = {
        act.Rolled: "rolled",
        **dict.fromkeys((act.Draw, act.Deal), "cards-drawn"),
        act.Reveal: "cards-shown",
        act.Proceed: "turn-over",
    }

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.rules: CallToGlory = CallToGlory(deck)
        self._anywhere = frozenset((card, zone) for card in deck.catalogue for zone in ZONES)

    def due(self, table: Table[State]) -> Due:
        """What lies in sets and discard piles is free there, and all may be cleared after a round. Cards that are being
        laid have to lie where they do; so does what was read on top of a pile, while cards are drawn."""
        state, held = table.state, table.held
        if state.step in BETWEEN_ROUNDS:
            return Due(Layout(), frozenset(ZONES), piled=piled(state))
        must = Layout()
        for card, zone in sorted(held.laid):
            must = must.laid(card, zone)
        free = {spot for each in state.sets for spot in may_lie(state, each)} | held.shown
        free |= (piled(state) | frozenset(self._counted(state))) - held.lifted
        on_top = watched(table)
        for card, zone in sorted(held.shown & on_top):
            must = must.laid(card, zone)
        return Due(must, frozenset(), frozenset(free - on_top), piled=piled(state) | held.shown)

    def _counted(self, state: State) -> Iterator[tuple[str, Zone]]:
        """Where cards may lie of which a set has so many, and nobody can name them. While somebody on that side lays a
        set, what is read there is part of it."""
        laying = side_of(state.active) if state.step == PLAY else None
        for each in state.sets:
            side = side_of(each.owner)
            if each.cards.unnamed and side != laying:
                for card in self.deck.of_kind(each.kind):
                    if state.may_be_among(each.cards, card):
                        yield from ((card, zone) for zone in columns_of(side))

    # Hands

    def laid_again(self, state: State, card: str) -> bool:
        """A mission of three or four players: it would be whose turn has come since, and is not undone."""
        return len(state.seats) > len(SIDES) and self.knows(card) and is_mission(card)

    def lay(self, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
        """A card lies where it is not due: laid as a set, discarded, on its way to a pad, revealed, or wrong."""
        state = table.state
        if (card, zone) in table.held.lifted:
            held = replace(table.held, lifted=table.held.lifted - {(card, zone)})
            return Answer(held=replace(held, shown=held.shown | {(card, zone)}))
        if is_mission(card):
            return self._lay_mission(state, card, zone)
        if is_watched(table, card, zone):
            # Read on top of its pile: from now on its lift is noticed.
            return Answer(held=replace(table.held, shown=table.held.shown | {(card, zone)}))
        if twin := left_behind(table, card, zone) or waiting_there(table, card, zone):
            return Answer((Same(card, twin),))
        if gone := self._lies_elsewhere(table, card, zone):
            return Answer(refusals=gone)
        if state.step == DISPLACE or table.held.named is not None:
            return self._lay_away(table, card, zone)
        if zone.place == PAD:
            return self._lay_discard(table, card, zone)
        return self._lay_set(table, card, zone)

    def _lies_elsewhere(self, table: Table[State], card: str, zone: Zone) -> tuple[Refusal, ...]:
        """Against a card that the table knows to lie in a set or a pile: it goes back there. One that is being drawn
        is only early. On a pad, which is everybody's, who owns the set is told, or who draws."""
        state = table.state
        known = (each for each in state.sets if card in each.cards.named)
        home = next((at for each in known for lies, at in lying(each) if lies == card), None)
        if home is not None and not (zone.place == PAD and self._may_be_struck(table, card)):
            figures: Figures = (("card", card), ("kind", kind_of(card)), ("column", home.place))
            fix = Fix(Verb.PUT, card, home.place)
            player = home.side if zone.place == PAD else zone.side
            return (Refusal("cannot-move", player, "CG-3", fix, figures, card),)
        if zone.place != PAD and any(card == lifted for lifted, _ in table.held.lifted):
            return self.told(not_asked(state, "CG-2", PLAY), card, zone).refusals
        for pad in PADS:
            if any(card in layer.named for layer in state.layers(pad)):
                code = "card-elsewhere" if card in state.top(pad).named else "not-top"
                player = side_of(state.active) if zone.place == PAD else zone.side
                return (buttons.of_a_pile(code, player, card, pad),)
        return ()

    def _may_be_struck(self, table: Table[State], card: str) -> bool:
        """Whether a ninja figure may be taking this card from its set."""
        column = table.held.named
        named = () if column is None else targets_in(table.state, column)
        return kind_of(card) in (table.state.struck, *(each.kind for each in named))

    def _lay_set(self, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
        """A card of a set waits in a column of its player's side for `ok`."""
        state = table.state
        if zone.side != side_of(state.active):
            return self._wrong_side(table, card, zone)
        laid = [other for other, at in table.held.laid if at.place != PAD]
        reasons = [
            reason
            for reason in self.rules.refusals(state, act.Lay(in_order((*laid, card))))
            if reason.code in OF_THE_SET or (reason.code == "card-elsewhere" and reason.card == card)
        ]
        if reasons:
            return self.told(reasons, card, zone)
        return Answer(held=replace(table.held, laid=table.held.laid | {(card, zone)}))

    def _wrong_side(self, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
        """Nobody lays on the other side, and only whose turn it is lays at all: nobody knows whose hand it was."""
        state, fix = table.state, Fix(Verb.TAKE, card, zone.place)
        early = replace(questions.wait(state, zone.side), fix=fix, card=card)
        if state.step != PLAY:
            return Answer(refusals=(early,))
        side, there = side_of(state.active), state.set_of(kind_of(card))
        begun = any(kind_of(other) == kind_of(card) for other, at in table.held.laid if at.place != PAD)
        if begun or there is None or there.owner != state.active:  # to a set nothing is added (CG-3)
            fix = Fix(Verb.PUT, card, zone.place)
        figures: Figures = (("card", card), ("side", zone.side), ("wanted", side))
        wrong = Refusal("wrong-side", side, "CG-2", fix, figures, card)
        return Answer(refusals=(wrong, early))

    def _lay_discard(self, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
        """One card on a pad waits for `ok`; whoever has laid two is told so then."""
        reasons = self.rules.refusals(table.state, act.Discard(card, zone.side))
        if any(reason.code == "wrong-phase" for reason in reasons):
            # On no pad it would be discarded now.
            reasons = tuple(replace(reason, fix=taken_from(card, zone)) for reason in reasons)
        if reasons:
            return self.told(reasons, card, zone)
        return Answer(held=replace(table.held, laid=table.held.laid | {(card, zone)}))

    def _lay_away(self, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
        """A card of a displaced set on its way to a pad, all of them to one; or the one that a figure takes."""
        state = table.state
        if zone.place == PAD and (removed := self._struck(table, card, zone)):
            return removed
        if state.displaced is None or not may_be_one_of(state, state.displaced, card):
            if zone.place == PAD and (owing := self._owing(table, card)):
                early = not_asked(state, "CG-8", "remove")
                return self.told((replace(reason, player=owing) for reason in early), card, zone)
            wrong = self.rules.refusals(state, act.Discard(card, zone.side if zone.place == PAD else PADS[0]))
            found = tuple(reason for reason in wrong if reason.code != "wrong-pile")
            return self.told(found or not_asked(state, "CG-8", "remove"), card, zone)
        if zone.place != PAD:
            return Answer()  # it lies where it was laid: to be taken away
        pads = {at.side for _, at in table.held.laid} or set(open_pads(state))
        if zone.side not in pads:
            laid = len(table.held.laid)
            figures: Figures = (("pad", zone.side), ("wanted", min(pads)), ("laid", laid))
            fix = Fix(Verb.PUT, card, f"{PAD} {min(pads)}")
            player = side_of(state.displaced.owner)
            return Answer(refusals=(Refusal("wrong-pile", player, "CG-4", fix, figures, card),))
        table = replace(table, held=replace(table.held, laid=table.held.laid | {(card, zone)}))
        # While a figure waits for its card the turn goes on: the set counts as laid together with it.
        done = all_away(table) if table.held.named is None else ()
        left = still_there(state) if done else ()
        return Answer(done, held=None if done else table.held, used=left)

    def _struck(self, table: Table[State], card: str, zone: Zone) -> Answer[act.Action] | None:
        """The owner of a set lays the card that a ninja figure takes: of a set in the column that was named."""
        state = table.state
        each = state.set_of(kind_of(card))
        if each is None or not may_be_one_of(state, each, card) or not self._may_be_struck(table, card):
            return None
        # What was lifted from a pad before is in the hand, and a displaced set that has begun a pile came before, too.
        actions: list[act.Action] = [act.Remove(card, zone.side)]
        away = () if state.struck else begun_away(table)
        if not state.struck:
            actions = [*lifts(table), act.Strike(each.kind), *away, *actions]
        answer = attempt(self.rules, state, *actions, used=still_there(state) if away else ())
        if answer.refusals:
            return self.told((replace(reason, player=each.owner) for reason in answer.refusals), card, zone)
        if waiting := questions.waits_below(table, card, zone):
            return Answer(refusals=waiting)
        return replace(answer, held=replace(table.held, named=None))

    def _owing(self, table: Table[State], card: str) -> str | None:
        """Who is asked for a card that a figure takes: of several the one who has laid that kind."""
        column = table.held.named
        there = () if column is None else targets_in(table.state, column)
        return next((each.owner for each in sorted(there, key=lambda each: each.kind != kind_of(card))), None)

    def _lay_mission(self, state: State, card: str, zone: Zone) -> Answer[act.Action]:
        """A mission is revealed as it lies in a column, and lifted again."""
        fix, side = taken_from(card, zone), side_of(state.active)
        if state.step == MISSION_STEP and zone.place == PAD:
            return Answer(refusals=(Refusal("wrong-side", side, "CG-7", fix, (), card),))
        if state.step == MISSION_STEP and zone.side != side:
            wait = (("active", called(state, state.active)),)
            return Answer(refusals=(Refusal("not-your-turn", zone.side, "CG-7", fix, wait, card),))
        if reasons := self.rules.refusals(state, act.Reveal(card)):
            return self.told(reasons, card, zone)
        return Answer((act.Reveal(card),), used=((card, zone),))

    def lift(self, table: Table[State], card: str, zone: Zone, gone: frozenset[str]) -> Answer[act.Action]:
        """A card being laid is taken back; the top of a discard pile is drawn, one from each."""
        held = table.held
        if (card, zone) in held.laid:
            return Answer(held=replace(held, laid=held.laid - {(card, zone)}))
        state = table.state
        if buttons.is_drawn_from(table, zone):
            return Answer(refusals=(buttons.same_pile(state, card, zone),))
        held = replace(held, lifted=held.lifted | {(card, zone)}, shown=held.shown - {(card, zone)})
        drawn: tuple[act.Action, ...] = lifts(replace(table, held=held))
        for action in drawn:
            if reasons := self.rules.refusals(state, action):
                return self.told(reasons, card, zone)
            state = self.rules.effect(state, action)
        # Without another pile to draw from one card is all.
        return Answer(held=held) if state.step == DRAW else Answer(drawn)

    def move(self, table: Table[State], card: str, start: Zone, end: Zone) -> Answer[act.Action]:
        """A card being laid is carried on; the top of a discard pile goes into the hand before it is played."""
        if (card, start) in table.held.laid:
            return Answer(held=replace(table.held, laid=table.held.laid - {(card, start)}))
        if end.place == PAD:
            # Nobody draws it who lays it on the other pile.
            return Answer(refusals=self._lies_elsewhere(table, card, end))
        return self.lift(table, card, start, frozenset({card}))

    def asks_to_lift(self, table: Table[State], *, early: bool = False) -> frozenset[tuple[str, Zone]]:
        """Between rounds the table is cleared, in any grabs."""
        return self._anywhere if early or table.state.step in BETWEEN_ROUNDS else frozenset()

    def stacked(self, table: Table[State]) -> frozenset[tuple[str, Zone]]:
        """The cards of a displaced set on its pad: they are equal, and one of them is drawn, never several."""
        spots = tops(table) if table.state.step == DRAW else on_the_way(table.state, table.held.laid)
        number = Counter(zone for _, zone in spots)
        return frozenset((card, zone) for card, zone in spots if zone.place == PAD and number[zone] > 1)

    def answerer(self, table: Table[State], zone: Zone) -> Side:
        return answerer_at(table.state, zone)

    # Buttons

    def press(self, table: Table[State], press: Press, offers: Layout) -> Answer[act.Action]:
        """A button is pressed or held."""
        return buttons.pressed(self.rules, table, press, offers)

    def bars(self, table: Table[State], press: Press, standing: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
        return buttons.barring(table, press, standing)

    def looks_at(self, table: Table[State], press: Press, offers: Layout = EMPTY) -> frozenset[Zone]:
        return buttons.spoken_of(table, press)

    def rolled(self, table: Table[State], rolls: tuple[Roll, ...]) -> Answer[act.Action]:
        """A die of the roll-off counts; a free one means nothing to the table."""
        values = [roll.value for roll in rolls if roll.value and roll.purpose == buttons.ROLL_OFF]
        if table.state.step != DEAL or table.state.round != 1:
            return Answer()
        return Answer(tuple(act.Rolled(value) for value in values))

    # What the table holds, and says

    def keep(self, state: State, held: Held) -> Held:
        """Cards being laid while they still may be, what was read on top of the piles, and numbers of their step."""
        shown = still_piled(state, held.shown | held.laid)
        if state.step == PLAY:
            return Held(laid=held.laid, shown=shown, named=held.named)
        if state.step == DRAW:
            now = Table(state, held=Held(lifted=still_piled(state, held.lifted)))
            # What comes to the top again is watched from when it is read there: lower cards may have fallen silent.
            on_top = frozenset((card, zone) for card, zone in shown if may_be_on_top(now, card, zone.side))
            return replace(now.held, shown=on_top, named=held.named)
        if state.step == DISPLACE:
            return Held(laid=on_the_way(state, held.laid), shown=shown, named=held.named)
        entered = held.entered if state.step in (PLAYERS_STEP, SCORE) else ()
        return Held(entered=entered)

    def taken_back(self, held: Held) -> Held | None:
        """A figure that waits for its card, else cards that were lifted from the pads and are not drawn yet."""
        if held.named is not None:
            return replace(held, named=None)
        if held.lifted:
            return replace(held, lifted=frozenset[tuple[str, Zone]](), shown=held.shown | held.lifted)
        return super().taken_back(held)

    def deciders(self, state: State) -> frozenset[Side]:
        """The sides on which the players sit who have something to do; both before anybody sits."""
        return frozenset(map(side_of, self.rules.actors(state)) if state.hands else SIDES)

    def stage(self, table: Table[State], player: Side) -> Hashable:
        """The turn and the step; in a draw also what was drawn."""
        state = table.state
        return state.round, state.turn, state.step, state.active, state.drawn, player in self.deciders(state)

    def player_of(self, state: State, action: act.Action) -> Side:
        """The side of whose turn it is. What others lay away is part of that turn: undo goes behind it."""
        return side_of(_doer(state, action)) if state.hands else SIDES[0]

    def doer_of(self, state: State, action: act.Action) -> str:
        """Whose turn it is, or who rolls for the start: of three or four by number."""
        return called(state, _doer(state, action)) if state.hands else SIDES[0]

    def said(self, state: State, text: str) -> str:
        return questions.said(state, text)

    # Agreement

    def overrides(self, table: Table[State], seen: Layout) -> tuple[Override, ...]:
        """What people may overrule: what lies there, counts, figures, scores, whose turn it is, the end."""
        entries = agreement.overrides(self.deck, table.state, seen, begun_away(table))
        return tuple(questions.named(table.state, entry) for entry in entries)

    def overrule(self, table: Table[State], change: str) -> tuple[State, Held]:
        """What people agreed on holds; what hands had begun stays where it still means something: a card that was taken
        as it lies waits no more."""
        if table.state.step == PLAYERS_STEP:
            raise RulesError("nobody plays yet: say first how many do")
        state = agreement.overrule(self.deck, table.state, change)
        held, taken = arrived(table, state), piled(state).union(*map(lying, state.sets))
        held = held if state.active == table.state.active else Held(shown=held.shown)
        return state, self.keep(state, replace(held, named=None, laid=held.laid - taken))

    def prompts(self, table: Table[State]) -> tuple[Prompt, ...]:
        """What each side is asked, or that it waits and for whom."""
        return questions.prompts(self.rules, table, self.deciders(table.state))


def _doer(state: State, action: act.Action) -> str:
    return (buttons.roller(state) if isinstance(action, act.Rolled) else None) or state.active
