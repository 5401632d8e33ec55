"""Clumsy hands: what goes wrong at a table, and how people put it right by doing what the table tells them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from signifer_core.games.field_of_glory import turn
from signifer_core.games.field_of_glory.attack import attacker_to_move
from signifer_core.games.field_of_glory.attacking import chosen_lead
from signifer_core.games.field_of_glory.deck import kind_of
from signifer_core.games.field_of_glory.placing import OVERLAP, RESERVES
from signifer_core.games.field_of_glory.state import (
    ACTIONS,
    ADVANCE,
    BONUS,
    DRAW,
    FLANK,
    LEAD,
    OVER,
    RAMPAGE,
    RESULT,
    RETREAT,
    State,
    other,
)
from signifer_core.layout import COLUMNS, PAD, PLAYERS, ZONES, Layout, Zone
from signifer_core.procedure import Press
from signifer_drivers.virtual.piles import DISCARD, HAND

from .gestures import Gesture, decider
from .match import HandsError, Match

STRANGERS = ("thermopyles:spartan-3", "terrain/hill-1", *(f"tag/{number}" for number in range(1, 33)))
HOLD_DICE = Press("hold", "dice")
HURRY = 0.3
MOST_UNDONE = 100
# Where a unit that is lifted is chosen to go, and does not come back by being laid back.
LIFTS_COUNT = (ADVANCE, RESULT)


@dataclass(frozen=True)
class Before:
    """What lay there rightly before a slip, and what the table believed."""

    state: State
    layout: Layout
    lead: str | None


class Clumsy:
    """Slips before one gesture in ``1 / rate``, each with at most ``mess`` cards; ``lazy`` and ``regret`` are how often
    what is told is left for later, and how often a decision is undone and made again.

    ``slips`` counts what was done. ``worst`` is the most cards that lay wrongly at once, with the steps that it took.
    """

    def __init__(
        self,
        rng: random.Random,
        *,
        rate: float = 0.1,
        mess: int = 6,
        lazy: float = 0.1,
        regret: float = 0.05,
    ) -> None:
        self._rng = rng
        self._rate = rate
        self._most = mess
        self._lazy = lazy
        self._regret = regret
        self.slips: Counter[str] = Counter()
        self.worst = (0, 0)

    def lazy(self) -> bool:
        """Whether hands leave for later what the table asks for."""
        return self._rng.random() < self._lazy

    def hurries(self) -> bool:
        """Whether hands do not wait for the table."""
        return self._rng.random() < self._rate

    def regrets(self) -> bool:
        """Whether a player wants to take back what he has done."""
        return self._rng.random() < self._regret

    def before(self, match: Match, gesture: Gesture) -> None:
        """Perhaps do something else first, and put it right."""
        if self._rng.random() >= self._rate or match.board.table.state.step == OVER:
            return
        slip = self._rng.choice(SLIPS)
        before = _before(match)
        if not slip(self, match, gesture):
            return
        self.slips[slip.__name__.strip("_")] += 1
        match.board.rest()
        match.watch(match, f"(a slip: {slip.__name__.strip('_').replace('_', ' ')})")
        laid_back = slip is Clumsy._bump and not before.state.unpaid and before.state.step not in LIFTS_COUNT
        if laid_back and match.board.table.state != before.state:
            raise HandsError(f"a card that was laid back changed something: {before.state}")
        if slip is Clumsy._lift_early and self._rng.random() < 0.5:
            match.follow()
        else:
            self.mend(match, before)

    # Putting right

    def mend(self, match: Match, before: Before) -> None:
        """First as told, then what the table has taken for a move: by hand or by undo."""
        self._follow(match)
        if self._rng.random() < 0.5:
            self._by_hand(match, before)
        calm, undone = True, 0
        while match.board.table.state != before.state:
            undone += 1
            if undone > MOST_UNDONE:
                raise HandsError(f"undone {MOST_UNDONE} times, and not as before: {match.board.corrections}")
            match.board.press(HOLD_DICE)
            match.board.rest()
            self.slips["undone"] += 1
            if not any(prompt.key == "undone" for prompt in match.board.said):
                raise HandsError(f"cannot be undone: {match.board.said}")
            match.watch(match, "hold dice")
            if calm and self._rng.random() < self._rate:
                calm = False  # else who makes more of a mess than he undoes would never come to an end
                self._mess(match, HOLD_DICE)  # while cards are asked back
                match.board.rest()
            self._follow(match)
        self._by_hand(match, before)
        if before.lead is not None:
            match.select(before.lead)
        if match.board.table.state != before.state or _laid_otherwise(match.piles.layout, before.layout):
            raise HandsError(f"not as before: {match.piles.layout}, {match.board.corrections}")

    def _follow(self, match: Match) -> None:
        wrong = len(match.wrong())
        self.worst = max(self.worst, (wrong, match.follow(self._rng)))

    def _by_hand(self, match: Match, before: Before) -> None:
        """Lay everything as it lay before; then as told, if the table does not like that."""
        for card, _ in _laid_otherwise(match.piles.layout, before.layout):
            match.take(card)
            match.board.rest()
        for card, zone in _laid_otherwise(before.layout, match.piles.layout):
            match.put(card, zone)
            match.board.rest()
        self._follow(match)

    # What goes wrong; False if it cannot, just now

    def _some_card(self, match: Match) -> str:
        """A card of a hand or of a discard pile, or one that has no business there."""
        player = self._rng.choice((decider(match.state), *PLAYERS))
        pile = HAND if self._rng.random() < 0.8 else DISCARD
        cards = sorted(match.piles.cards(player, pile))
        if not cards or self._rng.random() < 0.1:
            cards = [card for card in STRANGERS if not isinstance(match.piles.where(card), Zone)]
        return self._rng.choice(cards)

    def _lying(self, match: Match) -> list[tuple[str, Zone]]:
        return [(card, zone) for zone, card in match.piles.layout.items()]

    def _wrong_card(self, match: Match, gesture: Gesture) -> bool:
        """Any card on its own side of any column."""
        card = self._some_card(match)
        side = card.partition("/")[0]
        match.put(card, Zone(str(self._rng.choice(COLUMNS)), side if side in PLAYERS else "red"))
        return True

    def _anywhere(self, match: Match, gesture: Gesture) -> bool:
        """Any card in any zone."""
        match.put(self._some_card(match), self._rng.choice(ZONES))
        return True

    def _overlap_elsewhere(self, match: Match, gesture: Gesture) -> bool:
        """Overlap, in any column."""
        player = decider(match.state)
        held = sorted(card for card in match.piles.cards(player, HAND) if kind_of(card) == OVERLAP)
        if held:
            match.put(held[0], Zone(str(self._rng.choice(COLUMNS)), player))
        return bool(held)

    def _bump(self, match: Match, gesture: Gesture) -> bool:
        """A card is lifted and laid back, before the table has settled or after."""
        lying = self._lying(match)
        if not lying:
            return False
        card, zone = self._rng.choice(lying)
        match.take(card)
        if self._rng.random() < 0.5:
            match.board.rest()
        match.put(card, zone)
        return True

    def _lift(self, match: Match, gesture: Gesture) -> bool:
        lying = self._lying(match)
        if lying:
            match.take(self._rng.choice(lying)[0])
        return bool(lying)

    def _lift_two(self, match: Match, gesture: Gesture) -> bool:
        """Two cards at once."""
        lying = self._lying(match)
        if len(lying) < 2:
            return False
        for card, _ in self._rng.sample(lying, 2):
            match.take(card)
        return True

    def _lift_early(self, match: Match, gesture: Gesture) -> bool:
        """A defending unit is lifted before the retreat."""
        state = match.board.table.state
        fight = state.attack
        if fight is None or state.step not in (LEAD, BONUS) or fight.retreat_ended:
            return False
        there = Zone(str(fight.column), other(state.active))
        units = [card for card in _defenders(state) if card in match.piles.layout[there]]
        if units:
            match.take(self._rng.choice(units))
        return bool(units)

    def _slide(self, match: Match, gesture: Gesture) -> bool:
        """A card is pushed to the next column, or to the other side of its own."""
        units = [(card, zone) for card, zone in self._lying(match) if zone.column is not None]
        if not units:
            return False
        card, zone = self._rng.choice(units)
        column = (zone.column or 0) + self._rng.choice((-1, 1))
        if column in COLUMNS and self._rng.random() < 0.8:
            match.put(card, Zone(str(column), zone.side))
        else:
            match.put(card, Zone(zone.place, other(zone.side)))
        return True

    def _swap(self, match: Match, gesture: Gesture) -> bool:
        """Two cards change places."""
        lying = self._lying(match)
        if len(lying) < 2:
            return False
        (first, here), (second, there) = self._rng.sample(lying, 2)
        match.take(first)
        match.put(second, here)
        match.put(first, there)
        return True

    def _mess(self, match: Match, gesture: Gesture) -> bool:
        """Whatever comes: laid, lifted, pushed, seen by the table now and then."""
        for _ in range(self._rng.randint(2, self._most)):
            change = self._rng.choice((Clumsy._wrong_card, Clumsy._anywhere, Clumsy._lift, Clumsy._slide))
            change(self, match, gesture)
            if self._rng.random() < HURRY:
                match.board.rest()
        return True

    def _others_button(self, match: Match, gesture: Gesture) -> bool:
        """A button of the player who has nothing to decide, or the dice."""
        player = other(decider(match.state))
        column = self._rng.choice(COLUMNS)
        wrong = (
            *(Press(kind, "ok", player) for kind in ("press", "hold")),
            Press("press", "column", player, column),
            Press("press", "dice"),
        )
        match.board.press(self._rng.choice(wrong))
        return True

    def _wrong_button(self, match: Match, gesture: Gesture) -> bool:
        """The right player's wrong button; never one that nobody can take back."""
        state, player = match.board.table.state, decider(match.state)
        pad = match.piles.layout[Zone(PAD, player)]
        presses = [Press("press", "column", player, column) for column in COLUMNS]
        oks = [Press(kind, "ok", player) for kind in ("press", "hold")]
        if state.step == FLANK:
            presses.append(oks[0])
        elif state.step == ACTIONS and not any(kind_of(card) == RESERVES for card in pad):
            presses += oks * 3
        elif state.step == LEAD and attacker_to_move(state) and not pad:
            presses.append(oks[0])
        match.board.press(self._rng.choice(presses))
        return True

    def _too_many(self, match: Match, gesture: Gesture) -> bool:
        """Cards more than asked for on the pad, and `ok`; where that is always refused."""
        state = match.board.table.state
        if not (isinstance(gesture, Press) and gesture.button == "ok" and gesture.player):
            return False
        if state.step not in (LEAD, BONUS, RETREAT, RAMPAGE, DRAW) or match.board.corrections:
            return False
        if state.step == RETREAT and len(match.board.table.held.lifted) == len(_defenders(state)):
            return False  # nobody is left to defend, and no card is asked for
        pad = Zone(PAD, gesture.player)
        spare = sorted(match.piles.cards(gesture.player, HAND))
        wanted = 1 + turn.excess(state) if state.step == DRAW and state.drawn else 2
        extra = max(1, wanted - len(match.piles.layout[pad]))
        if len(spare) < extra:
            return False
        for card in self._rng.sample(spare, extra):
            match.put(card, pad)
        match.board.rest()
        match.board.press(gesture)
        return True


def _defenders(state: State) -> tuple[str, ...]:
    assert state.attack is not None
    return state.column(state.attack.column).units(other(state.active))


def _before(match: Match) -> Before:
    """What lies there rightly: cards that are to be lifted are no loss."""
    table, layout = match.board.table, match.due()
    for card, zone in match.board.doubted:
        layout = layout.lifted(card, zone)
    for zone, card in match.piles.layout.items():
        if zone.place == PAD and (card, zone) not in table.leaving:
            layout = layout.laid(card, zone)
    return Before(table.state, layout, chosen_lead(table))


def _laid_otherwise(layout: Layout, wanted: Layout) -> list[tuple[str, Zone]]:
    return [(card, zone) for zone, card in layout.items() if card not in wanted[zone]]


Slip = Callable[[Clumsy, Match, Gesture], bool]
SLIPS: tuple[Slip, ...] = (
    Clumsy._wrong_card,
    Clumsy._anywhere,
    Clumsy._overlap_elsewhere,
    Clumsy._bump,
    Clumsy._lift,
    Clumsy._lift_two,
    Clumsy._lift_early,
    Clumsy._slide,
    Clumsy._swap,
    Clumsy._mess,
    Clumsy._others_button,
    Clumsy._wrong_button,
    Clumsy._too_many,
)
