"""The procedure of Field of Glory at the table: gestures in, attempts and prompts out."""

from __future__ import annotations

from collections.abc import Hashable
from typing import assert_never

from signifer_core.frozen import replace
from signifer_core.layout import EMPTY, PAD, SIDES, ZONES, Due, Layout, Zone, is_side
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import FREE, Answer, Held, Override, Procedure, Prompt, Roll, Table, attempt
from signifer_core.rules import Figures, Fix, Refusal, Verb

from .. import actions as act
from ..agreement import changes, effects, menu
from ..deck import Deck, Player, army_of, owner_of
from ..rules import FieldOfGlory, draft, placing
from ..state import ACTIONS, ARMY, FIRST, FLANK, OVER, State, other
from . import asking, attack, offering, ok, padless, setup, undoing, units

PADS = frozenset(Zone(PAD, player) for player in SIDES)


class FieldOfGloryProcedure(Procedure[State, act.Action]):
    """The table's way through a game of Field of Glory, with pads and without (`State.unseen`)."""

    foreign_ruling = "FG-P1"
    crowded_codes = frozenset({"column-full", "mixed-kinds"})
    passing_codes = crowded_codes | {"card-elsewhere", "count-wrong"}

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.rules: FieldOfGlory = FieldOfGlory(deck)

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

    # Hands

    def lay(self, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
        """A card lies in a column where it is not due."""
        if table.state.step in setup.SET_UP:
            return setup.lay(self.rules, table, card, zone)
        return units.lay(self.rules, table, card, zone)

    def laid_again(self, state: State, card: str) -> bool:
        """A terrain card: with each one that lies, another column is right for those to come (FG-S1)."""
        return card in self.rules.deck.terrain_cards

    def lift(self, table: Table[State], card: str, zone: Zone, gone: frozenset[str]) -> Answer[act.Action]:
        """A card is gone from its column; a terrain card stays, and the one that waited is confirmed."""
        if table.state.step in setup.SET_UP:
            return Answer(setup.confirms(table))
        return units.lift(self.rules, table, card, zone, gone)

    def move(self, table: Table[State], card: str, start: Zone, end: Zone) -> Answer[act.Action]:
        """A card lies elsewhere than it is due."""
        if table.state.step in setup.SET_UP:
            return setup.move(self.rules, table, card, end)
        return units.move(self.rules, table, card, start, end)

    def offer(self, table: Table[State], card: str, zone: Zone) -> tuple[Refusal, ...]:
        """At once against a card on a pad: it is the other army's, or lies in a pile that it cannot have left.

        In an attack, a card of the other player may be the bonus card that they hide: it is not named.
        """
        state = table.state
        if state.step == OVER:
            return ()
        player = army_of(card)
        if player == zone.side:
            return placing.elsewhere(state, card)
        if is_side(player) and attack.hides(state) and not placing.elsewhere(state, card):
            figures: Figures = (("army", player), ("side", zone.side))
            fix = Fix(Verb.TAKE, place=str(zone), number=1)
            return (Refusal("wrong-side", player, "FG-C1", fix, figures),)
        figures = (("card", card), ("side", zone.side))
        owner = player if is_side(player) else zone.side
        return (Refusal("wrong-side", owner, "FG-P1", Fix(Verb.TAKE, card, str(zone)), figures, card),)

    def offered(self, table: Table[State], player: Player, cards: tuple[str, ...]) -> Prompt:
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
        wrong = self._told_of_pad(table, press.player, cards)
        if press.button == Button.OK and wrong:
            return Answer(refusals=wrong)
        answer = self._pressed(table, press, cards)
        good = tuple(card for card in cards if not self.against_pad(table, press.player, (card,)))
        return offering.forgotten_ok(self.rules, table, press, good, wrong, answer)

    def _told_of_pad(
        self, table: Table[State], player: Player, cards: tuple[str, ...]
    ) -> tuple[Refusal, ...]:
        """What stands against ``cards`` on the pad of ``player``, as they are told who press a button there, whosever
        cards they are."""
        return tuple(replace(reason, player=player) for reason in self.against_pad(table, player, cards))

    def _pressed(self, table: Table[State], press: Press, cards: tuple[str, ...]) -> Answer[act.Action]:
        """A button of a player who has something to decide."""
        assert press.player is not None
        if table.state.step in setup.SET_UP:
            return setup.pressed(table, press)
        answer = padless.press(self.rules, table, press) if table.state.unseen else None
        if answer is None:
            column = press.button == Button.COLUMN
            answer = self._column(table, press) if column else self._ok(table, press, cards)
        if table.state.unseen:
            answer = padless.by_buttons(table, press, answer)
        return ok.told_to_draw(self.rules, table.state, units.lifted_first(table, answer))

    def _ok(self, table: Table[State], press: Press, cards: tuple[str, ...]) -> Answer[act.Action]:
        """`ok` of a player who has something to decide, ``cards`` lying on their pad."""
        state, player = table.state, press.player or table.state.active
        match state.step:
            case "lead" | "bonus" | "retreat" | "result" | "rampage":
                return attack.ok(self.rules, table, press, cards)
            case "actions":
                return ok.ok_in_actions(self.rules, state, press, cards)
            case "draw":
                return ok.ok_in_draw(self.rules, state, press, cards)
            case "shuffle":
                return Answer((act.Shuffle(player),))
            case "flank" if press.kind == PressKind.PRESS:
                return Answer((act.EndFlank(),))
            case "advance" | "flank" | "army" | "terrain" | "first" | "drawing" | "over":
                return Answer(refusals=placing.out_of_step(state, player, ACTIONS))
            case never:
                assert_never(never)

    def bars(self, table: Table[State], press: Press, standing: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
        """`ok` gives up no Overlap that lies elsewhere than beside the attack, and no terrain card that is refused."""
        if table.state.step in setup.SET_UP:
            return setup.bars(self.rules, table, press, standing)
        return attack.bars(self.rules, table.state, press, standing)

    def _nothing_to_decide(self, state: State, player: Player) -> tuple[Refusal, ...]:
        actors = self.rules.actors(state)
        if not actors:
            return placing.out_of_step(state, player, ACTIONS)
        (actor,) = actors
        return (placing.not_to_decide(state, player, actor),)

    def _column(self, table: Table[State], press: Press) -> Answer[act.Action]:
        """A column button: a candidate for the lead, a flank attack, or an attack in the actions phase."""
        state, number = table.state, press.column
        assert number is not None
        if state.attack is not None:
            return attack.column_button(table, press)
        if state.step not in (FLANK, ACTIONS):
            return Answer(refusals=placing.out_of_step(state, state.active, ACTIONS))
        action: act.Action = act.FlankAttack(number) if state.step == FLANK else act.DeclareAttack(number)
        return attempt(self.rules, state, action)

    # Agreement

    def overrides(self, table: Table[State], seen: Layout) -> tuple[Override, ...]:
        """What people may overrule: the position, whose turn and which step it is, the ground, counts, the end."""
        return menu.overrides(self.deck, table.state, seen)

    def overrule(self, table: Table[State], change: str) -> tuple[State, Held]:
        """What people agreed on holds. What hands had begun in an attack that goes on stays, all else is forgotten."""
        before = table.state
        state = changes.overrule(self.deck, before, changes.parse(change))
        for player in SIDES:
            state = effects.bonus_named(before, state, player, table.held.offers(player))
        goes_on = state.attack is not None and (state.attack, state.step) == (before.attack, before.step)
        return state, self.keep(state, table.held if goes_on else Held())

    def follows(self, table: Table[State]) -> tuple[str, tuple[Prompt, ...]]:
        """A step that has nothing left to do goes on; who draws is told how many."""
        before, after = table.state, effects.checked(table.state)
        if after == before:
            return "", ()
        return changes.notation(changes.AgreedDone()), ok.drawn_meanwhile(before, after)

    # What the table says

    def passes(self, table: Table[State]) -> Answer[act.Action]:
        """Control changes, steps without a choice pass, and bonus cards are shown by themselves."""
        state = table.state
        if attack.awaits_reveal(state):
            return padless.unneeded(state) or attack.revealed(self.rules, table)
        return Answer(self.rules.chance(state)[:1])

    def looks_at(self, table: Table[State], press: Press, offers: Layout = EMPTY) -> frozenset[Zone]:
        """`ok` speaks of what is offered on their pad, and in some steps of what lies in the attacked column; a column
        button, before which they have to pay, of how much lies there for it."""
        player, state = press.player, table.state
        pays = press.button == Button.COLUMN and bool(state.due) and player == state.active
        if player is None or not (press.button == Button.OK or pays):
            return frozenset()
        pad, fight = Zone(PAD, player), state.attack
        if fight is None or not attack.looks_at_column(state, player):
            return frozenset({pad})
        return frozenset({pad, Zone(str(fight.column), player)})

    def asks_to_lift(self, table: Table[State], *, early: bool = False) -> frozenset[tuple[str, Zone]]:
        """In the retreat, the units that may go: some or all (FG-C2). They may be lifted once they are attacked."""
        return attack.attacked(table.state) if early else attack.may_retreat(self.rules, table.state)

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

    def stage(self, table: Table[State], player: Player) -> Hashable:
        """The step; the hand limit after a draw, and the unit in a column that leads in the flank, are asked apart."""
        state = table.state
        return state.turn, state.step, state.drawn, table.held.named, player in self.rules.actors(state)

    def player_of(self, state: State, action: act.Action) -> Player:
        """Whose action it is."""
        card = getattr(action, "card", None)
        if card and army_of(card) in SIDES:
            return owner_of(card)
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
        return asking.prompts(self.rules, table)
