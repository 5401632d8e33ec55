"""How Field of Glory is played at the table: gestures in, attempts and prompts out."""

from __future__ import annotations

from signifer_core.layout import PAD, PLAYERS, ZONES, Due, Layout, Zone
from signifer_core.procedure import Answer, Press, Prompt
from signifer_core.rules import Fix, Refusal

from . import placing, turn
from .actions import (
    Action,
    Discard,
    DiscardDown,
    DiscardToDraw,
    DrawThree,
    EndActions,
    EndFlank,
    Pay,
    Place,
    PlayReserves,
    Restore,
    Settle,
    Shuffle,
    TakeBack,
)
from .deck import Deck, army_of, kind_of
from .rules import FieldOfGlory
from .state import ACTIONS, ADVANCE, DRAW, FLANK, OVER, SHUFFLE, State, other

PADS = frozenset(Zone(PAD, player) for player in PLAYERS)


class FieldOfGloryProcedure:
    """The table's way through a game of Field of Glory, on a table with pads."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.rules = FieldOfGlory(deck)

    def due(self, state: State) -> Due:
        """Each unit in its column on its owner's side; anything may be offered on a pad, all be cleared at the end."""
        if state.step == OVER:
            return Due(Layout(), frozenset(ZONES))
        cards = {
            Zone(str(number), player): column.units(player)
            for number, column in enumerate(state.columns, 1)
            for player in PLAYERS
        }
        return Due(Layout(cards), PADS)

    def knows(self, card: str) -> bool:
        """Whether it is one of the game's cards."""
        return card in self.deck

    # Hands

    def lay(self, state: State, card: str, zone: Zone) -> Answer[Action]:
        """A card lies in a column where it is not due: a placement, or a unit laid back."""
        column = zone.column
        assert column is not None, "pads take offers"
        player = army_of(card)
        if player != zone.side:
            return Answer(refusals=self._wrong_side(state, card, zone))
        for cleared, was, _ in state.cleared:
            if cleared == card:
                return self._laid_back(state, card, was, zone)
        place = Place(card, column)
        refused = self.rules.refusals(state, place)
        return Answer(refusals=refused) if refused else Answer((place,))

    def _laid_back(self, state: State, card: str, was: int, zone: Zone) -> Answer[Action]:
        """A unit discarded before placing lies there again. Elsewhere it is only brought back to be told that
        it cannot move, as when it moves in one go."""
        restore = Restore(card)
        refused = self.rules.refusals(state, restore)
        if refused and zone.column != was:
            refused = (self._cannot_move(card, str(was), zone.place, Fix("take", card, zone.place)),)
        return Answer(refusals=refused) if refused else Answer((restore,))

    def _cannot_move(self, card: str, start: str, end: str, fix: Fix) -> Refusal:
        figures = (("card", card), ("from", start), ("to", end))
        return Refusal("cannot-move", army_of(card), "FG-P1", fix, figures, card)

    def _wrong_side(self, state: State, card: str, zone: Zone) -> tuple[Refusal, ...]:
        player = army_of(card)
        if player not in PLAYERS:
            figures: tuple[tuple[str, int | str], ...] = (("step", state.step), ("wanted", "terrain"))
            fix = Fix("take", card, zone.place)
            return (Refusal("wrong-phase", zone.side, "FG-S1", fix, figures, card),)
        figures = (("card", card), ("side", zone.side))
        fix = Fix("take", card, zone.place)
        late = placing.out_of_turn(state, player, card)
        return (Refusal("wrong-side", player, "FG-P1", fix, figures, card), *late)

    def lift(self, state: State, card: str, zone: Zone, gone: frozenset[str]) -> Answer[Action]:
        """A unit is gone from its column: taken back, discarded before placing, or discarded by the advance."""
        if any(placement.card == card for placement in state.unpaid):
            return Answer((TakeBack(card),))
        column = zone.column
        if state.step == ADVANCE and column in turn.crowded_columns(state):
            units = state.column(column).units(state.active) if column else ()
            if gone.issuperset(units):
                return Answer()  # Both are gone: which one is to be discarded is not said before one is back.
        discard = Discard(card)
        refused = self.rules.refusals(state, discard)
        return Answer(refusals=refused) if refused else Answer((discard,))

    def move(self, state: State, card: str, start: Zone, end: Zone) -> Answer[Action]:
        """A unit lies elsewhere than it is due: fine before it is paid for, else units never move (FG-P1).

        An unpaid unit that may not lie there either is taken back all the same, as if the hand had been slower: so two
        that change places do not block each other.
        """
        if any(laid.card == card for laid in state.unpaid):
            taken = self.rules.apply(state, TakeBack(card))
            return Answer((TakeBack(card), *self.lay(taken, card, end).actions))
        if end.side != army_of(card):
            return Answer(refusals=self._wrong_side(state, card, end))
        fix = Fix("put", card, start.place)
        return Answer(refusals=(self._cannot_move(card, start.place, end.place, fix),))

    def offer(self, state: State, card: str, zone: Zone) -> tuple[Refusal, ...]:
        """At once against a card on a pad: it is the other army's, or lies in a pile that it cannot have left."""
        if state.step == OVER:
            return ()
        player = army_of(card)
        if player != zone.side:
            figures = (("card", card), ("side", zone.side))
            owner = player if player in PLAYERS else zone.side
            return (Refusal("wrong-side", owner, "FG-P1", Fix("take", card, PAD), figures, card),)
        return placing.elsewhere(state, card)

    # Buttons

    def press(self, state: State, press: Press, offers: Layout) -> Answer[Action]:
        """A button is pressed or held."""
        if press.button == "dice" and press.kind == "press":
            return Answer(roll=True)
        if press.player is None:
            return Answer(prompts=tuple(Prompt(player, state.step, "no-such-gesture") for player in PLAYERS))
        if press.player not in self.rules.actors(state):
            return Answer(refusals=self._nothing_to_decide(state, press.player))
        cards = offers[Zone(PAD, press.player)]
        if press.button == "ok" and (wrong := self._offered_wrongly(state, press.player, cards)):
            return Answer(refusals=wrong)
        if press.button == "column":
            return self._column(state, press)
        if state.step == ACTIONS:
            return self._ok_in_actions(state, press, cards)
        if state.step == DRAW:
            return self._ok_in_draw(state, press, cards)
        if state.step == SHUFFLE:
            return Answer((Shuffle(press.player),))
        return Answer(refusals=placing.out_of_step(state, press.player, ACTIONS))

    def _nothing_to_decide(self, state: State, player: str) -> tuple[Refusal, ...]:
        actors = self.rules.actors(state)
        if not actors:
            return placing.out_of_step(state, player, ACTIONS)
        (actor,) = actors
        figures = (("active", actor),)
        return (Refusal("not-your-turn", player, "FG-T0", Fix("wait"), figures),)

    def _offered_wrongly(self, state: State, player: str, cards: tuple[str, ...]) -> tuple[Refusal, ...]:
        reasons: list[Refusal] = []
        for card in cards:
            if not self.knows(card):
                fix = Fix("take", card, PAD)
                code = "unknown-tag" if card.startswith("tag/") else "wrong-game"
                reasons.append(Refusal(code, player, "FG-P1", fix, (("card", card),), card))
            else:
                reasons += self.offer(state, card, Zone(PAD, player))
        return tuple(reasons)

    def _column(self, state: State, press: Press) -> Answer[Action]:
        """A column button: an attack there. Its conditions are checked; the attack is not in this version."""
        player, number = press.player, press.column
        assert player is not None
        assert number is not None
        wrong = list(placing.out_of_step(state, player, ACTIONS))
        if not wrong:
            wrong += [*placing.unpaid_refusals(state), *placing.unfollowed(state)]
            column = state.column(number)
            where = (("column", number),)
            if not column.units(player):
                wrong.append(Refusal("no-unit", player, "FG-C1", Fix("press", place="column"), where))
            if not column.units(other(player)):
                wrong.append(Refusal("no-enemy", player, "FG-C1", Fix("press", place="column"), where))
        if wrong:
            return Answer(refusals=tuple(wrong))
        said = (Prompt(player, state.step, "no-attacks", (("column", number),)),)
        return Answer((Settle(),) if state.unpaid else (), prompts=said)

    def _ok_in_actions(self, state: State, press: Press, cards: tuple[str, ...]) -> Answer[Action]:
        if cards and state.due:
            return self._payment(state, press, cards)
        if cards:
            return self._card_with_nothing_due(state, press, cards)
        action: Action = EndActions() if press.kind == "hold" else Settle()
        refused = self.rules.refusals(state, action)
        if refused:
            return Answer(refusals=refused)
        if press.kind == "press" and not state.unpaid:
            return Answer(prompts=(Prompt(state.active, state.step, "hold-to-end"),))
        return Answer((action,))

    def _payment(self, state: State, press: Press, cards: tuple[str, ...]) -> Answer[Action]:
        """All cards of the pad together: enough of them with a press, any part with a hold."""
        player = state.active
        used = tuple((card, Zone(PAD, player)) for card in cards)
        offered = sum(map(self.deck.command_points, cards))
        reasons = list(placing.unfollowed(state))
        hand = state.side(player).hand - len(state.unpaid)
        if len(cards) > hand:
            figures: tuple[tuple[str, int | str], ...] = (("hand", hand), ("cards", len(cards)))
            fix = Fix("take", cards[-1], PAD)
            reasons.append(Refusal("count-wrong", player, "FG-P1", fix, figures, cards[-1]))
        if press.kind == "press" and offered < state.due:
            figures = (("due", state.due), ("paid", offered))
            fix = Fix("pay", place=PAD, number=state.due - offered)
            reasons.append(Refusal("not-enough", player, "FG-P1", fix, figures))
        if reasons:
            return Answer(refusals=tuple(reasons))
        pays: tuple[Action, ...] = tuple(Pay(card) for card in cards)
        return Answer((*pays, Settle()) if offered >= state.due else pays, used=used)

    def _card_with_nothing_due(self, state: State, press: Press, cards: tuple[str, ...]) -> Answer[Action]:
        """Reserves alone, with a press, is played; anything else on the pad is not asked for."""
        player = state.active
        reserves = [card for card in cards if kind_of(card) == placing.RESERVES]
        if reserves and len(cards) > 1:
            fix = Fix("take", next((card for card in cards if card not in reserves), cards[-1]), PAD)
            figures: tuple[tuple[str, int | str], ...] = (("cards", len(cards)), ("limit", 1))
            one = Refusal("one-card", player, "FG-R1", fix, figures)
            return Answer(refusals=(one, *placing.unfollowed(state)))
        if reserves and press.kind == "press":
            action = PlayReserves(cards[0])
            refused = self.rules.refusals(state, action)
            used = ((cards[0], Zone(PAD, player)),)
            return Answer(refusals=refused) if refused else Answer((action,), used=used)
        fix = Fix("take", cards[0], PAD)
        needless = Refusal("nothing-due", player, "FG-P1", fix, (("due", 0),), cards[0])
        return Answer(refusals=(needless, *placing.unfollowed(state)))

    def _ok_in_draw(self, state: State, press: Press, cards: tuple[str, ...]) -> Answer[Action]:
        player = state.active
        used = tuple((card, Zone(PAD, player)) for card in cards)
        if state.drawn:
            return self._discards_down(state, press, cards, used)
        if press.kind == "hold":
            figures: tuple[tuple[str, int | str], ...] = (("step", DRAW), ("wanted", ACTIONS))
            fix = Fix("press", place="ok")
            return Answer(refusals=(Refusal("wrong-phase", player, "FG-D1", fix, figures),))
        if len(cards) > 1:
            figures = (("cards", len(cards)), ("limit", 1))
            fix = Fix("take", cards[-1], PAD)
            return Answer(refusals=(Refusal("one-card", player, "FG-D1", fix, figures),))
        action: Action = DiscardToDraw(cards[0]) if cards else DrawThree()
        refused = self.rules.refusals(state, action)
        return Answer(refusals=refused) if refused else Answer((action,), used=used)

    def _discards_down(
        self, state: State, press: Press, cards: tuple[str, ...], used: tuple[tuple[str, Zone], ...]
    ) -> Answer[Action]:
        """Down to nine: exactly the excess with a press, a part of it with a hold, never more."""
        over = turn.excess(state)
        enough = len(cards) == over or (press.kind == "hold" and 0 < len(cards) < over)
        if enough:
            return Answer(tuple(DiscardDown(card) for card in cards), used=used)
        figures = (
            ("hand", state.side(state.active).hand),
            ("limit", 9),
            ("excess", over),
            ("cards", len(cards)),
        )
        verb, number = ("lay", over - len(cards)) if len(cards) < over else ("take", len(cards) - over)
        fix = Fix(verb, place=PAD, number=number)
        return Answer(refusals=(Refusal("hand-limit", state.active, "FG-D1", fix, figures),))

    # What the table says

    def passes(self, state: State) -> Action | None:
        """Control changes, and steps without a choice pass, by themselves."""
        if state.step == FLANK:
            return EndFlank()  # flank attacks are played by hand in this version
        due = self.rules.chance(state)
        return due[0] if due else None

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """What the player who has to decide is asked, and that the other one waits."""
        if state.step == OVER:
            result = (("winner", state.winner or "draw"),)
            return tuple(Prompt(player, OVER, "over", result) for player in PLAYERS)
        actors = self.rules.actors(state)
        if not actors:
            return ()  # What happens by itself is done before anybody is asked.
        (actor,) = actors
        key, figures = self._question(state)
        waiting = Prompt(other(actor), state.step, "wait", (("active", actor),))
        return (Prompt(actor, state.step, key, figures), waiting)

    def _question(self, state: State) -> tuple[str, tuple[tuple[str, int | str], ...]]:
        if state.step == ADVANCE:
            columns = turn.crowded_columns(state)
            return "lift-one", (("column", columns[0]), ("columns", len(columns)))
        if state.step == SHUFFLE:
            return "shuffle", ()
        if state.step == DRAW:
            over = turn.excess(state)
            return ("discard-down", (("excess", over),)) if state.drawn else ("draw", ())
        for reason in placing.unfollowed(state):
            return "place-there", reason.figures
        if state.due:
            return "pay", (("due", state.due), ("paid", state.paid))
        return ("close", ()) if state.unpaid else ("act", ())
