"""Clumsy hands in battle: what goes wrong with units, overlap, reserves, leads and retreats."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.games.field_of_glory.deck import Player, kind_of
from signifer_core.games.field_of_glory.rules import turn
from signifer_core.games.field_of_glory.rules.attack import attacker_to_move
from signifer_core.games.field_of_glory.rules.placing import OVERLAP, RESERVES
from signifer_core.games.field_of_glory.state import (
    ACTIONS,
    ADVANCE,
    BONUS,
    DRAW,
    FLANK,
    LEAD,
    RAMPAGE,
    RESULT,
    RETREAT,
    State,
    other,
)
from signifer_core.games.field_of_glory.table.attack import chosen_lead
from signifer_core.games.field_of_glory.table.setup import SET_UP
from signifer_core.layout import COLUMNS, PAD, SIDES, ZONES, Side, Zone
from signifer_core.presses import Button, Press, PressKind

from signifer_firmware.game_api.game import AnyState
from signifer_firmware.simulation.piles import DISCARD, HAND
from signifer_firmware.simulation.robots.board import HandsError
from signifer_firmware.simulation.robots.gestures import Gesture
from signifer_firmware.simulation.robots.slips import Before, Clumsy, Slip

from .early import EARLY, FOREIGN, put_right
from .gestures import decider
from .match import FieldOfGloryMatch

# Where a unit that is lifted is chosen to go, and does not come back by being laid back.
LIFTS_COUNT = (ADVANCE, RESULT)


class FieldOfGloryClumsy(Clumsy[FieldOfGloryMatch]):
    """Hands that lay, lift and press wrongly while a game is set up, and in battle."""

    strangers = (*FOREIGN, "terrain/hill-1")

    def setting_up(self, match: FieldOfGloryMatch, gesture: Gesture) -> bool:
        """The first slip, in any order, that can be done just now."""
        if match.table.state.step not in SET_UP:
            return False
        state, layout = match.table.state, match.piles.layout
        for slip in self._rng.sample(EARLY, len(EARLY)):
            if not slip(self._rng, match, gesture):
                continue
            self.slips[slip.__name__] += 1
            match.board.rest()
            match.watch(match, f"(a slip: {slip.__name__.replace('_', ' ')})")
            put_right(self._rng, match, state, layout)
            break
        return True

    def harmless(self, before: Before) -> bool:
        state = before.state
        assert isinstance(state, State)
        return not state.unpaid and state.step not in LIFTS_COUNT

    def told_only(self, slip: Slip) -> bool:
        """A defender who is lifted early may go, or not."""
        return slip is FieldOfGloryClumsy._lift_early and self._rng.random() < 0.5

    def same(self, one: AnyState, other: AnyState) -> bool:
        """In which order cards were laid that are still to be paid means nothing: who has lifted one and laid it back
        has laid it last."""
        assert isinstance(one, State)
        assert isinstance(other, State)
        in_order = [replace(each, unpaid=tuple(sorted(each.unpaid, key=repr))) for each in (one, other)]
        return in_order[0] == in_order[1]

    def chosen(self, match: FieldOfGloryMatch) -> str | None:
        return chosen_lead(match.table)

    def spare(self, match: FieldOfGloryMatch) -> tuple[str, Side]:
        """A card of a hand or of a discard pile, or one that has no business there."""
        player = self._rng.choice((decider(match.state), *SIDES))
        pile = HAND if self._rng.random() < 0.8 else DISCARD
        card = self.own_or_strange(match, sorted(match.piles.cards(player, pile)))
        side = card.partition("/")[0]
        return card, side if side in SIDES else "red"

    def _overlap_elsewhere(self, match: FieldOfGloryMatch, gesture: Gesture) -> bool:
        """Overlap, in any column."""
        player = decider(match.state)
        held = sorted(card for card in match.piles.cards(player, HAND) if kind_of(card) == OVERLAP)
        if held:
            match.put(held[0], Zone(str(self._rng.choice(COLUMNS)), player))
        return bool(held)

    def _grab(self, match: FieldOfGloryMatch, gesture: Gesture) -> bool:
        """Both units of a player's column in one grab. A table that cannot tell it from a cover asks, and may be
        answered: they were lifted."""
        pairs = [
            (zone, units) for zone in ZONES if zone.column and len(units := match.piles.layout[zone]) > 1
        ]
        if not pairs:
            return False
        zone, units = self._rng.choice(pairs)
        for card in units:
            match.take(card)
        match.board.rest()
        silent = [card for card, place in match.board.doubted if place == zone]
        if len(silent) > 1 and self._may_say_ok(match, zone.side):
            match.board.press(Press(PressKind.PRESS, Button.OK, zone.side))
            match.board.rest()
            self.slips["answered"] += 1
            if left := [card for card, place in match.board.doubted if place == zone]:
                raise HandsError(f"{left} were lifted, as said, and are believed in {zone}")
        return True

    def _may_say_ok(self, match: FieldOfGloryMatch, player: Player) -> bool:
        """Whether the `ok` of ``player`` does nothing, now, that nobody can take back."""
        if player not in match.rules.actors(match.table.state):
            return True
        pads = [card for player in SIDES for card in match.piles.layout[Zone(PAD, player)]]
        return match.table.state.step in (ADVANCE, FLANK, ACTIONS) and not pads

    def _lift_early(self, match: FieldOfGloryMatch, gesture: Gesture) -> bool:
        """A defending unit is lifted before the retreat."""
        state = match.table.state
        fight = state.attack
        if fight is None or state.step not in (LEAD, BONUS) or fight.retreat_ended:
            return False
        there = Zone(str(fight.column), other(state.active))
        units = [card for card in _defenders(state) if card in match.piles.layout[there]]
        if units:
            match.take(self._rng.choice(units))
        return bool(units)

    def _others_button(self, match: FieldOfGloryMatch, gesture: Gesture) -> bool:
        """A button of the player who has nothing to decide, or the dice."""
        player = other(decider(match.state))
        column = self._rng.choice(COLUMNS)
        wrong = (
            *(Press(kind, Button.OK, player) for kind in PressKind),
            Press(PressKind.PRESS, Button.COLUMN, player, column),
            Press(PressKind.PRESS, Button.DICE),
        )
        match.board.press(self._rng.choice(wrong))
        return True

    def _wrong_button(self, match: FieldOfGloryMatch, gesture: Gesture) -> bool:
        """The right player's wrong button; never one that nobody can take back."""
        state, player = match.table.state, decider(match.state)
        pad = match.piles.layout[Zone(PAD, player)]
        presses = [Press(PressKind.PRESS, Button.COLUMN, player, column) for column in COLUMNS]
        oks = [Press(kind, Button.OK, player) for kind in PressKind]
        if state.step == FLANK:
            presses.append(oks[0])
        elif state.step == ACTIONS and not any(kind_of(card) == RESERVES for card in pad):
            presses += oks * 3
        elif state.step == LEAD and attacker_to_move(state) and not pad:
            presses.append(oks[0])
        match.board.press(self._rng.choice(presses))
        return True

    def _too_many(self, match: FieldOfGloryMatch, gesture: Gesture) -> bool:
        """Cards more than asked for on the pad, and `ok`; where that is always refused."""
        state = match.table.state
        if not (isinstance(gesture, Press) and gesture.button == Button.OK and gesture.player):
            return False
        if state.step not in (LEAD, BONUS, RETREAT, RAMPAGE, DRAW) or match.board.corrections:
            return False
        if state.step == RETREAT and len(match.table.held.lifted) == len(_defenders(state)):
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

    every = (
        *(Clumsy._wrong_card, Clumsy._anywhere, _overlap_elsewhere, Clumsy._bump, Clumsy._lift),
        *(Clumsy._lift_two, _grab, _lift_early, Clumsy._slide, Clumsy._swap, Clumsy._mess),
        *(_others_button, _wrong_button, _too_many),
    )


def _defenders(state: State) -> tuple[str, ...]:
    assert state.attack is not None
    return state.column(state.attack.column).units(other(state.active))
