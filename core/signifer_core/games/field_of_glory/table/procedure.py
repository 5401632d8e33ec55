"""How Field of Glory is played at the table: gestures in, attempts and prompts out."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from signifer_core.layout import PAD, SIDES, ZONES, Due, Layout, Zone
from signifer_core.procedure import (
    FREE,
    Answer,
    Button,
    Held,
    Override,
    Press,
    PressKind,
    Prompt,
    Roll,
    Table,
    foreign,
)
from signifer_core.rules import Fix, Refusal, Verb

from .. import actions as act
from ..agreement import changes, menu
from ..deck import Deck, army_of
from ..rules import FieldOfGlory, draft, placing, turn
from ..state import ACTIONS, ADVANCE, ARMY, DRAW, FIRST, FLANK, OVER, RESULT, RETREAT, SHUFFLE, State, other
from . import attack, offering, ok, padless, setup, undoing

PADS = frozenset(Zone(PAD, player) for player in SIDES)


class FieldOfGloryProcedure:
    """The table's way through a game of Field of Glory, with pads and without (`State.unseen`)."""

    foreign_ruling = "FG-P1"
    crowded_codes = frozenset({"column-full", "mixed-kinds"})
    passing_codes = crowded_codes | {"card-elsewhere", "count-wrong"}

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.rules = FieldOfGlory(deck)

    def due(self, table: Table[State]) -> Due:
        """Each unit in its column on its owner's side, Overlap beside the attack; anything may be offered on a pad, and
        all be cleared at the end. A unit whose lift is waiting is not missed."""
        state = table.state
        if state.step == OVER:
            return Due(Layout(), frozenset(ZONES))
        cards = {
            Zone(str(number), player): column.units(player)
            for number, column in enumerate(state.columns, 1)
            for player in SIDES
        }
        if state.attack is not None and state.attack.overlaps:
            beside = Zone(str(state.attack.column), state.active)
            cards[beside] = (*cards[beside], *state.attack.overlaps)
        must = Layout(cards)
        for card, zone in table.held.lifted:
            must = must.lifted(card, zone)
        for card, zone in table.held.laid:
            must = must.laid(card, zone)
        return Due(must, PADS, draft.free(state))

    def knows(self, card: str) -> bool:
        """Whether it is one of the game's cards."""
        return card in self.deck

    def twins(self, card: str) -> tuple[str, ...]:
        """Cards of one army and kind with equal figures, whose figures an owner may have corrected."""
        return self.deck.twins(card)

    def side(self, card: str) -> str:
        """An army's cards lie on its own side; terrain on either."""
        return army_of(card) if self.knows(card) else ""

    # Hands

    def lay(self, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
        """A card lies in a column where it is not due: a placement, Overlap, or a unit laid back."""
        state, held = table.state, table.held
        if state.step in setup.SET_UP:
            return setup.lay(self.rules, table, card, zone)
        if (card, zone) in held.lifted:
            return Answer(held=replace(held, lifted=held.lifted - {(card, zone)}))
        column = zone.column
        assert column is not None, "pads take offers"
        player = army_of(card)
        if player != zone.side:
            return Answer(refusals=self._wrong_side(state, card, zone))
        for cleared, was, _ in state.cleared:
            if cleared == card:
                return self._laid_back(state, card, was, zone)
        if (overlap := attack.lays_overlap(self.rules, state, card, zone)) is not None:
            return overlap
        place = act.Place(card, column)
        refused = self.rules.refusals(state, place)
        if refused and (restored := placing.restored_by_twin(self.deck, state, place)):
            return Answer(restored)
        return (
            Answer(refusals=undoing.laid_too_late(table, refused, zone, self.twins))
            if refused
            else Answer((place,))
        )

    def _laid_back(self, state: State, card: str, was: int, zone: Zone) -> Answer[act.Action]:
        """A unit discarded before placing lies there again. Elsewhere it is only brought back to be told that
        it cannot move, as when it moves in one go."""
        restore = act.Restore(card)
        if zone.column is not None and zone.column != was:
            crossed = placing.restored_by_twin(self.deck, state, act.Place(card, zone.column))
            if crossed:
                return Answer(crossed)
        refused = self.rules.refusals(state, restore)
        if refused and zone.column != was:
            refused = (self._cannot_move(card, str(was), zone.place, Fix(Verb.TAKE, card, zone.place)),)
        return Answer(refusals=refused) if refused else Answer((restore,))

    def _cannot_move(self, card: str, start: str, end: str, fix: Fix) -> Refusal:
        figures = (("card", card), ("from", start), ("to", end))
        return Refusal("cannot-move", army_of(card), "FG-P1", fix, figures, card)

    def _wrong_side(self, state: State, card: str, zone: Zone) -> tuple[Refusal, ...]:
        player = army_of(card)
        if player not in SIDES:
            figures: tuple[tuple[str, int | str], ...] = (("step", state.step), ("wanted", "terrain"))
            fix = Fix(Verb.TAKE, card, zone.place)
            return (Refusal("wrong-phase", zone.side, "FG-S1", fix, figures, card),)
        figures = (("card", card), ("side", zone.side))
        fix = Fix(Verb.TAKE, card, zone.place)
        late = placing.out_of_turn(state, player, card)
        return (Refusal("wrong-side", player, "FG-P1", fix, figures, card), *late)

    def lift(self, table: Table[State], card: str, zone: Zone, gone: frozenset[str]) -> Answer[act.Action]:
        """A unit is gone from its column: taken back, discarded before placing or by the advance, or in an attack."""
        state = table.state
        if state.step in setup.SET_UP:
            return Answer(setup.confirms(table))
        if any(placement.card == card for placement in state.unpaid):
            return Answer((act.TakeBack(card),))
        column = zone.column
        choice = self._choice_of_two(state)
        if column in choice:
            units = state.column(column).units(state.active) if column else ()
            if gone.issuperset(units):
                return Answer()  # Both are gone: which one is to be discarded is not said before one is back.
        if state.attack is not None:
            return attack.lift(self.rules, table, card, zone)
        discard = act.Discard(card)
        refused = self.rules.refusals(state, discard)
        return Answer(refusals=refused) if refused else Answer((discard,))

    def _choice_of_two(self, state: State) -> tuple[int, ...]:
        """The columns in which the active player has two units, and one of his choice is to go."""
        if state.step == ADVANCE:
            return turn.crowded_columns(state)
        if state.step == RESULT and state.attack is not None and state.attack.revealed:
            return (state.attack.column,)
        return ()

    def move(self, table: Table[State], card: str, start: Zone, end: Zone) -> Answer[act.Action]:
        """A unit lies elsewhere than it is due: fine before it is paid for, else units never move (FG-P1).

        An unpaid unit that may not lie there either is taken back all the same, as if the hand had been slower: so two
        that change places do not block each other.
        """
        state = table.state
        if state.step in setup.SET_UP:
            return setup.move(self.rules, table, card, end)
        if any(laid.card == card for laid in state.unpaid):
            taken = self.rules.apply(state, act.TakeBack(card))
            return Answer((act.TakeBack(card), *self.lay(replace(table, state=taken), card, end).actions))
        if end.side != army_of(card):
            return Answer(refusals=self._wrong_side(state, card, end))
        fix = Fix(Verb.PUT, card, start.place)
        return Answer(refusals=(self._cannot_move(card, start.place, end.place, fix),))

    def offer(self, table: Table[State], card: str, zone: Zone) -> tuple[Refusal, ...]:
        """At once against a card on a pad: it is the other army's, or lies in a pile that it cannot have left.

        In an attack, a card of the other player may be the bonus card that he hides: it is not named.
        """
        state = table.state
        if state.step == OVER:
            return ()
        player = army_of(card)
        if player == zone.side:
            return placing.elsewhere(state, card)
        if player in SIDES and attack.hides(state) and not placing.elsewhere(state, card):
            figures: tuple[tuple[str, int | str], ...] = (("army", player), ("side", zone.side))
            return (Refusal("wrong-side", player, "FG-C1", Fix(Verb.TAKE, place=PAD, number=1), figures),)
        figures = (("card", card), ("side", zone.side))
        owner = player if player in SIDES else zone.side
        return (Refusal("wrong-side", owner, "FG-P1", Fix(Verb.TAKE, card, PAD), figures, card),)

    def offered(self, table: Table[State], player: str, cards: tuple[str, ...]) -> Prompt:
        """What `ok` would do with what lies on a pad."""
        return offering.offered(self.rules, table, player, cards)

    # Buttons

    def press(self, table: Table[State], press: Press, offers: Layout) -> Answer[act.Action]:
        """A button is pressed or held."""
        state = table.state
        if press.button == Button.DICE and press.kind == PressKind.PRESS:
            free = Roll(state.active, FREE)
            return Answer(rolls=setup.roll_off() if state.step == FIRST else (free,))
        if press.player is None:
            return Answer(prompts=tuple(Prompt(player, state.step, "no-such-gesture") for player in SIDES))
        if press.player not in self.rules.actors(state):
            return Answer(refusals=self._nothing_to_decide(state, press.player))
        cards = offers[Zone(PAD, press.player)]
        answer = self._pressed(table, press, cards)
        wrong = self._offered_wrongly(table, press.player, cards)
        return answer if wrong else offering.forgotten_ok(self.rules, table, press, cards, answer)

    def _pressed(self, table: Table[State], press: Press, cards: tuple[str, ...]) -> Answer[act.Action]:
        """A button of a player who has something to decide."""
        assert press.player is not None
        if press.button == Button.OK and (wrong := self._offered_wrongly(table, press.player, cards)):
            return Answer(refusals=wrong)
        if table.state.step in setup.SET_UP:
            return setup.pressed(table, press)
        answer = padless.press(self.rules, table, press) if table.state.unseen else None
        if answer is None and press.button == Button.COLUMN:
            return self._column(table, press)
        return ok.told_to_draw(self.rules, table.state, answer or self._ok(table, press, cards))

    def _ok(self, table: Table[State], press: Press, cards: tuple[str, ...]) -> Answer[act.Action]:
        """`ok` of a player who has something to decide, ``cards`` lying on his pad."""
        state = table.state
        if state.attack is not None and state.step != SHUFFLE:
            return attack.ok(self.rules, table, press, cards)
        if state.step == ACTIONS:
            return ok.ok_in_actions(self.rules, state, press, cards)
        if state.step == DRAW:
            return ok.ok_in_draw(self.rules, state, press, cards)
        if state.step == SHUFFLE:
            return Answer((act.Shuffle(press.player or state.active),))
        if state.step == FLANK and press.kind == PressKind.PRESS:
            return Answer((act.EndFlank(),))
        return Answer(refusals=placing.out_of_step(state, press.player or state.active, ACTIONS))

    def _nothing_to_decide(self, state: State, player: str) -> tuple[Refusal, ...]:
        actors = self.rules.actors(state)
        if not actors:
            return placing.out_of_step(state, player, ACTIONS)
        (actor,) = actors
        return (placing.not_to_decide(state, player, actor),)

    def _offered_wrongly(
        self, table: Table[State], player: str, cards: tuple[str, ...]
    ) -> tuple[Refusal, ...]:
        pad, ruling = Zone(PAD, player), self.foreign_ruling
        told = [self.offer(table, c, pad) if self.knows(c) else (foreign(c, pad, ruling),) for c in cards]
        return tuple(reason for reasons in told for reason in reasons)

    def _column(self, table: Table[State], press: Press) -> Answer[act.Action]:
        """A column button: a candidate for the lead, a flank attack, or an attack in the actions phase."""
        state, number = table.state, press.column
        assert number is not None
        if state.attack is not None:
            return attack.column_button(table, press)
        if state.step not in (FLANK, ACTIONS):
            return Answer(refusals=placing.out_of_step(state, state.active, ACTIONS))
        action: act.Action = act.FlankAttack(number) if state.step == FLANK else act.DeclareAttack(number)
        refused = self.rules.refusals(state, action)
        return Answer(refusals=refused) if refused else Answer((action,))

    # Agreement

    def overrides(self, table: Table[State], seen: Layout) -> tuple[Override, ...]:
        """What people may overrule: the position, whose turn and which step it is, the ground, counts, the end."""
        return menu.overrides(self.deck, table.state, seen)

    def overrule(self, table: Table[State], change: str) -> tuple[State, Held]:
        """What people agreed on holds. What hands had begun in an attack that goes on stays, all else is forgotten."""
        before = table.state
        state = changes.overrule(self.deck, before, changes.parse(change))
        goes_on = state.attack is not None and (state.attack, state.step) == (before.attack, before.step)
        return state, self.keep(state, table.held if goes_on else Held())

    # What the table says

    def passes(self, table: Table[State]) -> Answer[act.Action]:
        """Control changes, steps without a choice pass, and bonus cards are shown by themselves."""
        state = table.state
        if attack.awaits_reveal(state):
            return padless.unneeded(state) or attack.revealed(self.rules, table)
        return Answer(self.rules.chance(state)[:1])

    def looks_at(self, table: Table[State], press: Press) -> frozenset[Zone]:
        """`ok` speaks of what is offered on his pad; in a retreat also of the units that were not lifted."""
        player, state = press.player, table.state
        if press.button != Button.OK or player is None:
            return frozenset()
        pad = Zone(PAD, player)
        if state.step != RETREAT or state.attack is None or player == state.active:
            return frozenset({pad})
        return frozenset({pad, Zone(str(state.attack.column), player)})

    def asks_to_lift(self, table: Table[State]) -> frozenset[tuple[str, Zone]]:
        """In the retreat, the units that may go: some or all (FG-C2)."""
        return attack.may_retreat(self.rules, table.state)

    def rolled(self, table: Table[State], rolls: tuple[Roll, ...]) -> Answer[act.Action]:
        """The roll-off finds the first player; a free die means nothing to the table."""
        return setup.rolled_off(rolls) if table.state.step == FIRST else Answer()

    def opening(self, table: Table[State]) -> bool:
        """While the armies are made ready; column buttons say nothing in that step."""
        return table.state.step == ARMY

    def keep(self, state: State, held: Held) -> Held:
        """What of ``held`` still means something."""
        if state.step in setup.SET_UP:
            return setup.keep(state, held)
        return attack.keep(self.rules, state, held)

    def deciders(self, state: State) -> frozenset[str]:
        """Each player sits on his own side."""
        return self.rules.actors(state)

    def stage(self, table: Table[State], player: str) -> Hashable:
        """The step; the hand limit after a draw, and the unit in a column that leads in the flank, are asked apart."""
        state = table.state
        return state.turn, state.step, state.drawn, table.held.named, player in self.rules.actors(state)

    def player_of(self, state: State, action: act.Action) -> str:
        """Whose action it is."""
        card = getattr(action, "card", None)
        if card and army_of(card) in SIDES:
            return army_of(card)
        if isinstance(action, act.EndRetreat):
            return other(state.active)
        return getattr(action, "player", state.active)

    def lifts(self, state: State, action: act.Action) -> tuple[str, Zone] | None:
        """One of two units, of the player's choice."""
        return undoing.lifts(state, action)

    def barrier(self, state: State, action: act.Action, after: State) -> str:
        """What undo may not go back behind."""
        return undoing.barrier(state, action, after)

    def prompts(self, table: Table[State]) -> tuple[Prompt, ...]:
        """What the player who has to decide is asked, and that the other one waits."""
        state = table.state
        if state.step == OVER:
            result = (("winner", state.winner or "draw"),)
            return tuple(Prompt(player, OVER, "over", result) for player in SIDES)
        actors = self.rules.actors(state)
        if not actors:
            return ()  # What happens by itself is done before anybody is asked.
        if state.step in setup.SET_UP:
            return setup.prompts(table, actors)
        if len(actors) > 1:
            return self._lost_bonus(table)
        (actor,) = actors
        key, figures = self._question(table)
        waiting = Prompt(other(actor), state.step, "wait", (("active", actor), ("asked", key)))
        return (Prompt(actor, state.step, key, figures), waiting)

    def _lost_bonus(self, table: Table[State]) -> tuple[Prompt, ...]:
        """A bonus card that the record does not know any more is asked for again; without pads each is said."""
        if table.state.unseen:
            return padless.reveals(table)
        lost = [player for player in SIDES if attack.lacks_bonus(self.rules, table, player)]
        return tuple(Prompt(player, RESULT, "bonus") for player in lost)

    def _question(self, table: Table[State]) -> tuple[str, tuple[tuple[str, int | str], ...]]:
        state = table.state
        if state.unseen and (asked := padless.question(table)) is not None:
            return asked
        if state.attack is not None and state.step != SHUFFLE:
            return attack.question(table)
        if state.step == FLANK:
            return "flank", (("columns", " or ".join(str(column) for column, _ in state.vulnerable)),)
        if state.step == ADVANCE:
            columns = turn.crowded_columns(state)
            return "lift-one", (("column", columns[0]), ("columns", len(columns)))
        if state.step == SHUFFLE and state.drawing is not None:
            side = state.side(state.drawing.player)
            return "shuffle", (("shuffles", side.shuffles), ("left", state.drawing.left))
        if state.step == DRAW:
            over = turn.excess(state)
            return ("discard-down", (("excess", over),)) if state.drawn else ("draw", ())
        for reason in placing.unfollowed(state):
            return "place-there", reason.figures
        if state.due:
            return "pay", (("due", state.due), ("paid", state.paid))
        return ("close", ()) if state.unpaid else ("act", ())
