"""Clumsy hands at Call to Glory: what goes wrong with sets, discard piles, draws, figures, missions and buttons.

Whatever they do wrong on purpose, the table has to refuse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from signifer_core.games.call_to_glory.deck import KINDS, kind_of, letter_of
from signifer_core.games.call_to_glory.rules.reasons import open_pads
from signifer_core.games.call_to_glory.rules.turn import ROUND_STEPS, needed
from signifer_core.games.call_to_glory.state import (
    DEAL,
    DISPLACE,
    DRAW,
    MISSION_STEP,
    PADS,
    PLAY,
    PLAYERS_STEP,
    SCORE,
    State,
)
from signifer_core.games.call_to_glory.table.procedure import BETWEEN_ROUNDS
from signifer_core.games.call_to_glory.table.spots import (
    PAD_ZONES,
    STOCK_AT,
    columns_of,
    lying,
    may_be_on_top,
    side_of,
)
from signifer_core.layout import COLUMNS, SIDES, ZONES, Side, Zone
from signifer_core.presses import Press

from signifer_firmware.simulation.robots.board import HandsError
from signifer_firmware.simulation.robots.gestures import Gesture, column, held, ok
from signifer_firmware.simulation.robots.slips import TAGS, Before, Clumsy, Slip

from .match import CallToGloryMatch

# How often a card laid by mistake is a mission.
MISSION = 0.05


def _other(side: Side) -> Side:
    return next(each for each in SIDES if each != side)


class CallToGloryClumsy(Clumsy[CallToGloryMatch]):
    """Hands that lay, lift and press wrongly."""

    strangers = ("field-of-glory:red/spear-1", "thermopyles:spartan-3", *TAGS)

    def harmless(self, before: Before) -> bool:
        """The last card of a draw ends it: laid back it is a discard."""
        state = before.state
        assert isinstance(state, State)
        return state.step != DRAW or not (before.lifted or state.drawn)

    def spare(self, match: CallToGloryMatch) -> tuple[str, Side]:
        """A card of a hand or of a face-down pile, or one that has no business there. A mission that is still to be
        revealed would count while one is asked for."""
        deck = match.rules.deck
        asked = match.table.state.step == MISSION_STEP
        kind = deck.missions if self._rng.random() < MISSION and not asked else deck.characters
        return self.own_or_strange(match, self.off_table(match, kind)), self._rng.choice(SIDES)

    # What they have in hand, and where it belongs

    def _hand(self, match: CallToGloryMatch) -> list[str]:
        """The cards of whoever has the turn, as far as they are in the hand."""
        state = match.state
        return self.off_table(match, sorted(state.hand(state.active).cards.named)) if state.hands else []

    def _quiet(self, match: CallToGloryMatch, *steps: str) -> bool:
        """Whether one of the steps goes on, nothing is being laid or lifted, and nothing is told."""
        table, there = match.table, match.board.corrections
        pending = table.held.laid or table.held.lifted or table.held.named is not None
        halfway = table.state.step == DRAW and table.state.drawn
        return table.state.step in steps and not (pending or halfway or there)

    def misplaced(self, match: CallToGloryMatch, cards: Sequence[str], zones: Zone | Sequence[Zone]) -> bool:
        """As in any game; but an equal card on a pad, in place of one that was lifted there, counts as that one."""
        lifted = {(twin, zone) for card, zone in match.table.held.lifted for twin in match.deck.twins(card)}
        wrong = (zones,) if isinstance(zones, Zone) else zones
        spots = [(card, zone) for card in cards for zone in wrong if (card, zone) not in lifted]
        return bool(spots) and self.refused(match, *self._rng.choice(spots))

    def _lay_some(self, match: CallToGloryMatch, cards: Sequence[str], zones: Sequence[Zone]) -> None:
        for card in cards:
            match.put(card, self._rng.choice(zones))
            match.board.rest()

    def _own_columns(self, match: CallToGloryMatch) -> tuple[Zone, ...]:
        return columns_of(side_of(match.table.state.active))

    def _ok(self, match: CallToGloryMatch) -> Press:
        return ok(side_of(match.table.state.active))

    # Sets

    def _wrong_side(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """A card of a set on the other side."""
        state = match.table.state
        if not self._quiet(match, PLAY):
            return False
        return self.misplaced(match, self._hand(match), columns_of(_other(side_of(state.active))))

    def _too_early(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """A card is played before two are drawn, or while a set is on its way, or after the round."""
        early = match.table.state.step in (DRAW, DISPLACE, MISSION_STEP)
        return early and self.misplaced(match, self._hand(match), ZONES)

    def _mixed(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """A card of another kind beside those that are being laid."""
        hand = self._hand(match)
        if not self._quiet(match, PLAY) or not hand:
            return False
        first = self._rng.choice(hand)
        others = [card for card in hand if kind_of(card) != kind_of(first)]
        if not others:
            return False
        self._lay_some(match, [first], self._own_columns(match))
        return self.misplaced(match, others, self._own_columns(match))

    def _too_few(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """A set of one card, or of fewer than it takes, and `ok`."""
        if not self._quiet(match, PLAY):
            return False
        state, hand = match.table.state, self._hand(match)
        kind = kind_of(self._rng.choice(hand))
        mine = [card for card in hand if kind_of(card) == kind]
        most = min(len(mine), needed(match.rules.deck, state, kind) - 1)
        self._lay_some(match, mine[: self._rng.randint(1, most)], self._own_columns(match))
        return self.denied(match, self._ok(match))

    def _too_many(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """More cards of a kind than the hand can hold, as far as anybody knows."""
        state = match.table.state
        if not self._quiet(match, PLAY):
            return False
        unnamed = state.hand(state.active).cards.unnamed
        unknown = [card for card in match.rules.deck.characters if state.known_place(card) is None]
        kinds = {kind: [card for card in unknown if kind_of(card) == kind] for kind in KINDS}
        enough = [cards for cards in kinds.values() if len(cards) > unnamed]
        if not enough:
            return False
        *some, last = self._rng.sample(self._rng.choice(enough), unnamed + 1)
        self._lay_some(match, some, self._own_columns(match))
        return self.misplaced(match, [last], self._own_columns(match))

    def _set_moved(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """A card of a set is taken, and laid elsewhere without a reason."""
        table = match.table
        spots = [spot for each in table.state.sets for spot in lying(each)]
        if table.state.step not in ROUND_STEPS or table.held.named is not None or not spots:
            return False
        card, home = self._rng.choice(spots)
        return self.misplaced(match, [card], [zone for zone in ZONES if zone != home])

    # Discard piles

    def _wrong_pile(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """A discard on a pile while the other one is empty."""
        closed = [PAD_ZONES[pad] for pad in PADS if pad not in open_pads(match.table.state)]
        return bool(closed) and self._quiet(match, PLAY) and self.misplaced(match, self._hand(match), closed)

    def _two_discarded(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """Two cards on the pads, or a set and a card, and `ok`."""
        hand = self._hand(match)
        if not self._quiet(match, PLAY) or len(hand) < 2:
            return False
        pads = [PAD_ZONES[pad] for pad in open_pads(match.table.state)]
        first, second = self._rng.sample(hand, 2)
        self._lay_some(match, [first], pads)
        self._lay_some(match, [second], [*pads, *self._own_columns(match)])
        return self.denied(match, self._ok(match))

    def _from_inside(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """A card from inside a discard pile, or its top when nobody draws, is played."""
        state = match.table.state
        inside = [card for pad in PADS for layer in state.layers(pad)[:-1] for card in layer.named]
        tops = [card for pad in PADS for card in state.top(pad).named]
        cards = sorted(inside if state.step == DRAW else [*inside, *tops])
        return state.step in (DRAW, PLAY) and self.misplaced(match, cards, self._own_columns(match))

    def _split(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """A displaced set is laid on both pads."""
        state, laid = match.table.state, match.table.held.laid
        if state.displaced is None or state.struck is not None or not laid:
            return False
        (pad,) = {zone.side for _, zone in laid}
        on_the_way = {card for card, _ in laid}
        rest = sorted(state.displaced.cards.named - on_the_way)
        return self.misplaced(match, rest, PAD_ZONES[_other(pad)])

    # Draws

    def _laid_back(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """The top of a discard pile is lifted, and laid back: that is no draw."""
        tops = self._tops(match)
        if not self._quiet(match, DRAW) or not tops:
            return False
        card, zone = self._rng.choice(tops)
        match.take(card)
        match.board.rest()
        if (card, zone) not in match.table.held.lifted:
            raise HandsError(f"{card} was lifted from {zone}, and nobody noticed: {match.table.held}")
        match.put(card, zone)
        match.board.rest()
        if match.table.held.lifted:
            raise HandsError(f"{card} was laid back to {zone}, and counts as drawn: {match.table.held}")
        return True

    def _tops(self, match: CallToGloryMatch) -> list[tuple[str, Zone]]:
        """What may be lifted from the discard piles, as the table has read it."""
        shown = [
            (card, zone) for card, zone in sorted(match.table.held.shown) if card in match.piles.layout[zone]
        ]
        return [(card, zone) for card, zone in shown if may_be_on_top(match.table, card, zone.side)]

    def _same_pile(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """Two cards from one discard pile."""
        deep = [(card, zone) for card, zone in self._tops(match) if len(match.piles.layout[zone]) > 1]
        if not self._quiet(match, DRAW) or not deep:
            return False
        card, zone = self._rng.choice(deep)
        match.take(card)
        match.board.rest()
        return self.asked_back(match, [spot for spot in self._tops(match) if spot[1] == zone])

    def _one_lifted(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """`ok` with one card lifted, which does not say where the second one comes from."""
        tops = self._tops(match)
        if not self._quiet(match, DRAW) or not tops:
            return False
        match.take(self._rng.choice(tops)[0])
        match.board.rest()
        return self.denied(match, self._ok(match))

    # Figures and missions

    def _figure_nowhere(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """A figure is held where there is no target, or none may be returned."""
        state = match.table.state
        if not self._quiet(match, *ROUND_STEPS):
            return False
        usable = state.with_figures and state.struck is None and state.usable(state.active)
        others = [spot for each in state.sets if each.owner != state.active for spot in lying(each)]
        targets = {zone.column for _, zone in others} if usable else set()
        wrong = [number for number in COLUMNS if number not in targets and number not in STOCK_AT]
        return bool(wrong) and self.denied(match, held(side_of(state.active), self._rng.choice(wrong)))

    def _wrong_set(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """A card of a set elsewhere, while a figure waits for one of its column."""
        state, named = match.table.state, match.table.held.named
        if named is None:
            return False
        near = {each.kind for each in state.sets if any(at.column == named for _, at in lying(each))}
        far = [card for each in state.sets if each.kind not in near for card, _ in lying(each)]
        return self.misplaced(match, sorted(far), list(PAD_ZONES.values()))

    def _wrong_mission(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """A mission of another player, one that was revealed, a second one of a letter, or one before the end."""
        state = match.table.state
        if not state.with_missions or state.step in BETWEEN_ROUNDS:
            return False
        missions = self.off_table(match, match.rules.deck.missions)
        own = self._own_columns(match)
        if state.step != MISSION_STEP:
            return self.misplaced(match, missions, own)
        letters = state.letters[state.place(state.active)]
        gone = [card for card in missions if card in state.revealed or letter_of(card) not in letters]
        if gone and self._rng.random() < 0.7:
            return self.misplaced(match, gone, own)
        return self.misplaced(match, missions, columns_of(_other(side_of(state.active))))

    # Buttons

    def _press_early(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """A button that says nothing yet, or is another side's."""
        state = match.table.state
        if not self._quiet(match, *ROUND_STEPS, MISSION_STEP, PLAYERS_STEP, DEAL, SCORE):
            return False
        side = side_of(state.active)
        presses = {
            PLAYERS_STEP: [column(side, 5)] + [ok(side)] * (not match.table.held.entered),
            DEAL: [column(side, 5)] + [ok(side)] * state.dealt + [column(side, 1)] * (state.round > 1),
            DRAW: [
                column(side, 1),
                column(side, 5),
                column(_other(side), 1),
                ok(_other(side)),
                column(side, 3),
            ],
            PLAY: [ok(side), ok(_other(side)), column(side, 1)],
            DISPLACE: [ok(side), ok(_other(side)), column(side, 5)],
            MISSION_STEP: [ok(side), column(side, 2)],
            SCORE: [column(side, 2), held(side, 3)],
        }[state.step]
        return self.denied(match, self._rng.choice(presses))

    def _empty_again(self, match: CallToGloryMatch, gesture: Gesture) -> bool:
        """A pile that everybody knows to be empty is told once more."""
        state = match.table.state
        known = [number for number, pile in STOCK_AT.items() if pile in state.empty]
        if not known or not self._quiet(match, *ROUND_STEPS):
            return False
        return self.denied(match, held(_other(side_of(state.active)), self._rng.choice(known)))

    every = (
        *Clumsy.every,
        *(Clumsy._mess, _wrong_side, _too_early, _mixed, _too_few, _too_many, _set_moved, _wrong_pile),
        *(_two_discarded, _from_inside, _split, _laid_back, _same_pile, _one_lifted, _figure_nowhere),
        *(_wrong_set, _wrong_mission, _press_early, _empty_again),
    )
    of_step: ClassVar[Mapping[str, tuple[Slip, ...]]] = {
        **dict.fromkeys((PLAYERS_STEP, DEAL, SCORE), (_press_early,)),
        DRAW: (_too_early, _laid_back, _same_pile, _one_lifted, _wrong_set),
        PLAY: (
            _wrong_side,
            _mixed,
            _too_few,
            _too_many,
            _two_discarded,
            _wrong_pile,
            _wrong_set,
            _empty_again,
        ),
        DISPLACE: (_split, _too_early),
        MISSION_STEP: (_wrong_mission,),
    }
