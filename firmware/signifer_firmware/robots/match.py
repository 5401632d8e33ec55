"""A whole game of two robots at one table: they decide with full knowledge, and play with hands."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.attacking import chosen_lead
from signifer_core.games.field_of_glory.deck import Deck, army_of
from signifer_core.games.field_of_glory.placing import whereabouts
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.setting_up import SET_UP
from signifer_core.games.field_of_glory.state import BONUS, DRAWING, TERRAIN
from signifer_core.layout import PAD, PLAYERS, Layout, Zone
from signifer_core.procedure import Correction, Press
from signifer_drivers.virtual.piles import DISCARD, PILES, Pile

from .board import Board, HandsError
from .deals import Deal, piles_of
from .gestures import SILENT, Decision, Gesture, Put, Reshuffle, Select, Take, decider, gestures
from .mind import Mind
from .opening import Opening

MOST_TURNS = 400
MOST_DECISIONS = 10_000
# A player may be asked for so many presses of one button before its next candidate comes round again.
MOST_CANDIDATES = 6
BOX: Pile = ("", "box")
FINGERS = "fingers"
# How often a terrain card that lies on is moved to the middle before the next decision.
TIDY = 0.2


class Slips(Protocol):
    """What clumsy hands do between and instead of what is meant."""

    def before(self, match: Match, gesture: Gesture) -> None:
        """Perhaps do something wrong before ``gesture``, and put it right."""
        ...

    def lazy(self) -> bool:
        """Whether what the table asks for is left for later."""
        ...

    def hurries(self) -> bool:
        """Whether the next gesture follows before the table has taken in the last one."""
        ...

    def regrets(self) -> bool:
        """Whether what was just done is to be undone, and done again."""
        ...


class Match:
    """The game of a `Deal` at a `Board`, from the empty table to its end. ``watch`` hears of each gesture done;
    ``slips``, if any, come before it. ``opening`` is how it was set up."""

    def __init__(
        self,
        board: Board,
        game: Deal,
        deck: Deck,
        rng: random.Random,
        *,
        slips: Slips | None = None,
        after: Callable[[Match], None] | None = None,
        watch: Callable[[Match, str], None] = lambda match, text: None,
    ) -> None:
        self.board = board
        self.rules = FieldOfGlory(deck)
        self.state, self.piles = self.rules.new_game(), game.piles
        self.rng = rng
        self.watch = watch
        self.decisions = 0
        self.opening = Opening(self, game)
        self._drafted = game.state
        self._slips, self._after = slips, after
        self._minds = {player: self._mind(player, deck) for player in PLAYERS}

    def _mind(self, player: str, deck: Deck) -> Mind:
        """No two robots are alike: some want to see the end of the deck."""
        whim, patience = self.rng.choice((0.05, 0.1, 0.3)), self.rng.choice((0.0, 0.5, 0.9))
        return Mind(player, deck, random.Random(self.rng.getrandbits(64)), whim=whim, patience=patience)

    @property
    def over(self) -> bool:
        """Whether the game is decided, or goes on for too long."""
        return self.state.winner is not None or self.state.turn > MOST_TURNS

    def play(self) -> str | None:
        """Play to the end; the winner, "draw", or None after too many turns."""
        while not self.over:
            self.step()
        return self.state.winner

    def step(self) -> None:
        """One decision, played with hands."""
        self.decisions += 1
        if self.decisions > MOST_DECISIONS:
            raise HandsError(f"no end after {MOST_DECISIONS} decisions")
        self._tidy()
        if self.board.table.state.step in SET_UP:
            self.opening.step()
        else:
            self.perform(self._decision())
        if self._after is not None:
            self._after(self)

    def begin(self, first: act.First) -> None:
        """The set-up is done."""
        self.state = self.rules.apply(self.state, first)
        self._pass()
        self.follow()

    def _tidy(self) -> None:
        """Move a terrain card to the middle, now and then: it is no gesture."""
        for card, zone in sorted(self.free()):
            if card in self.piles.layout[zone] and self.rng.random() < TIDY:
                self.do(Take(card))

    def perform(self, decision: Decision) -> None:
        """Do with hands what was decided, then as the table says."""
        before, believed = self.state, self.board.table.state
        after = before
        for action in decision:
            after = self.rules.apply(after, action)
        if isinstance(decision[0], act.Shuffle):
            self.follow()  # cards that are still to be lifted are shuffled with the others
        hurry = False
        for gesture in (*self._second_thoughts(decision), *gestures(self.state, decision)):
            if not hurry:
                self.slip(gesture)
            # Who steps through candidates looks at the screen each time.
            hurry = self.hurries() and isinstance(gesture, Put | Take)
            self.do(gesture, rest=not hurry)
        self.board.rest()
        self.state = after
        self._pass()
        self._put_down()
        if self._slips is not None and self._slips.lazy():
            return
        silent = [action for action in decision if isinstance(action, SILENT)]
        may_regret = self._slips is not None and len(silent) < 2
        if not self.hurries():
            self.follow()
        if may_regret and self.regrets() and self.undo():
            if self.board.table.state != believed:
                raise HandsError(f"undone is not as before: {self.board.table.state}, {believed}")
            self.state = before
            self.follow()
            self.straighten()
            self.perform(decision)
        self.follow()

    def slip(self, gesture: Gesture) -> None:
        """What goes wrong before a gesture, if hands are clumsy."""
        if self._slips is not None:
            self._slips.before(self, gesture)

    def hurries(self) -> bool:
        """Whether clumsy hands do not wait for the table now."""
        return self._slips is not None and self._slips.hurries()

    def regrets(self) -> bool:
        """Whether clumsy hands want to have back what they did last."""
        return self._slips is not None and self._slips.regrets()

    def _put_down(self) -> None:
        """What is still in the fingers goes to its pile, if it has one by now."""
        for player in PLAYERS:
            for card in self.piles.cards(player, FINGERS):
                self.piles.take(card, self.home(card))

    def undo(self) -> bool:
        """Hold the dice button; whether the table takes something back. Nothing is followed yet."""
        self.board.press(Press("hold", "dice"))
        self.board.rest()
        undone = any(prompt.key == "undone" for prompt in self.board.said)
        self.watch(self, "hold dice")
        return undone

    def straighten(self) -> None:
        """Cards that an undo gives back go to where they were."""
        for pile, cards in piles_of(self.state).items():
            for card in cards:
                if not isinstance(self.piles.where(card), Zone) and self.piles.where(card) != pile:
                    self.piles.take(card, pile)

    def _decision(self) -> Decision:
        """What the player who has to decide does, with what only the world knows: the card on top of a deck."""
        player = decider(self.state)
        if self.state.step == DRAWING:
            return (act.Drawn(self.piles.top(player)),)
        decision = self._minds[player].decide(self.state)
        match decision[-1]:
            case act.Rampage():
                return (act.Rampage(player, self.piles.top(player)),)
            case act.BonusFromDeck() if self.state.side(player).deck:
                return (*decision, act.Drawn(self.piles.top(player)))
            case _:
                return decision

    def _pass(self) -> None:
        """What happens by itself; cards are drawn into hands."""
        while due := self.rules.chance(self.state):
            if self.state.step == DRAWING:
                assert self.state.drawing is not None
                if self.state.drawing.then == BONUS:
                    return  # it is laid on the pad
                due = (act.Drawn(self.piles.draw(self.state.drawing.player)),)
            elif len(due) > 1 or isinstance(due[0], act.Rampage):
                return
            self.state = self.rules.apply(self.state, due[0])

    def _second_thoughts(self, decision: Decision) -> tuple[Gesture, ...]:
        """Units that were lifted too early and do not retreat after all are laid back."""
        if not any(isinstance(action, act.EndRetreat) for action in decision):
            return ()
        going = {action.card for action in decision if isinstance(action, act.Retreat)}
        return tuple(
            Put(card, zone) for card, zone in sorted(self.board.table.held.lifted) if card not in going
        )

    # Hands

    def do(self, gesture: Gesture, *, rest: bool = True) -> None:
        """One gesture, until the table is at rest."""
        match gesture:
            case Put(card=card, zone=zone):
                if self.piles.where(card) != zone:
                    self.put(card, zone)
            case Take(card=card):
                discards = (army_of(card), DISCARD) if army_of(card) in PLAYERS else BOX
                if isinstance(self.piles.where(card), Zone):
                    self.take(card, discards)
                else:
                    self.piles.take(card, discards)  # it was lifted early
            case Select(card=card):
                self.select(card)
            case Reshuffle(player=player):
                self.piles.shuffle(player)
            case Press():
                self.press(gesture)
        if rest:
            self.board.rest()
            self.watch(self, said(gesture))

    def press(self, press: Press) -> None:
        """Press a button; where `ok` has only confirmed the column that leads in the flank, once more for the unit."""
        named = self.board.table.held.named
        self.board.press(press)
        if press.button == "ok" and named is None:
            self.board.rest()
            if self.board.table.held.named is not None:
                self.board.press(press)

    def select(self, card: str) -> None:
        """Press the button of the card's column until it is the lead shown."""
        column = self.state.where(card)
        for _ in range(MOST_CANDIDATES):
            if chosen_lead(self.board.table) == card:
                return
            self.board.press(Press("press", "column", army_of(card), column))
            self.board.rest()
        raise HandsError(f"{card} is never shown as a lead")

    def put(self, card: str, zone: Zone) -> None:
        """Lay a card; the table may not have seen it yet."""
        if isinstance(self.piles.where(card), Zone):
            self.board.take(card)
        self.piles.put(card, zone)
        self.board.put(card, zone)

    def take(self, card: str, pile: Pile | None = None) -> None:
        """Lift a card, to where it belongs or to ``pile``; the table may not have seen it yet."""
        self.piles.take(card, self.home(card) if pile is None else pile)
        self.board.take(card)

    def home(self, card: str) -> Pile:
        """Where a card belongs that is not to lie on the table; one that is stays in the fingers meanwhile."""
        player, known = card.partition("/")[0], card in self.rules.deck
        if player not in PLAYERS or not known:
            return BOX
        # The armies are drafted before the terrain is laid, and full knowledge has it the other way round.
        pile = whereabouts(self._drafted if self.state.step == TERRAIN else self.state, card)
        return (player, pile if pile in PILES else FINGERS)

    # As told

    def wrong(self) -> set[str]:
        """The cards that lie otherwise than the table wants it, or are missing."""
        told = {correction.card for correction in self.board.corrections}
        due = self.due()
        lying = {
            card
            for zone, card in self.piles.layout.items()
            if zone.place != PAD and card not in due[zone] and (card, zone) not in self.free()
        }
        gone = {card for zone, card in due.items() if card not in self.piles.layout[zone]}
        return told | lying | gone

    def due(self) -> Layout:
        """The layout of the columns that the table's belief asks for."""
        table = self.board.table
        cards = {
            Zone(str(number), player): column.units(player)
            for number, column in enumerate(table.state.columns, 1)
            for player in PLAYERS
        }
        fight = table.state.attack
        if fight is not None and fight.overlaps:
            beside = Zone(str(fight.column), table.state.active)
            cards[beside] = (*cards[beside], *fight.overlaps)
        must = Layout(cards)
        for card, zone in table.held.lifted:
            must = must.lifted(card, zone)
        for card, zone in table.held.laid:
            must = must.laid(card, zone)
        return must

    def free(self) -> frozenset[tuple[str, Zone]]:
        """Terrain cards that may lie on, on either side of their column, or not."""
        laid = self.board.table.state.laid
        return frozenset((card, Zone(str(column), side)) for card, column in laid for side in PLAYERS)

    def follow(self, rng: random.Random | None = None) -> int:
        """Do as told until nothing is told, in any order with ``rng``; the number of steps.

        `HandsError` if it takes more than two steps (take, put) for each card that lies wrongly.
        """
        steps, allowed = 0, 2 * len(self.wrong()) if self.board.corrections else 0
        while self.board.corrections:
            if steps >= allowed:
                raise HandsError(f"{steps} steps, and still {self.board.corrections[0]}")
            self.obey(self.board.corrections[0] if rng is None else rng.choice(self.board.corrections))
            steps += 1
        return steps

    def obey(self, told: Correction) -> None:
        """One step of what is told. A card to be taken that is in the fingers already was lifted with another one: the
        table is shown it again, and it is lifted alone."""
        if told.verb == "take":
            if (told.card, told.zone) in self.board.doubted:
                self.put(told.card, told.zone)
                self.board.rest()
            self.take(told.card)
        else:
            self.put(told.card, told.zone)
        self.board.rest()
        self.watch(self, f"{told.verb} {told.card} {told.zone.place}, as told")


def said(gesture: Gesture) -> str:
    """The gesture as a statement of a table script."""
    match gesture:
        case Put(card=card, zone=zone):
            return f"put {card} {zone}"
        case Take(card=card):
            return f"take {card}"
        case Select(card=card):
            return f"lead {card}"
        case Reshuffle(player=player):
            return f"{player} shuffles"
        case Press(kind=kind, button=button, player=player, column=column):
            words: tuple[Any, ...] = (kind, button, column, player)
            return " ".join(str(word) for word in words if word is not None)
