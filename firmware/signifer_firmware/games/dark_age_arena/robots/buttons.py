"""Clumsy hands at Dark Age Arena: buttons that say nothing yet, are another side's, or ask for too much."""

from __future__ import annotations

from signifer_core.games.dark_age_arena.state import MOST, PLACES, most_bid
from signifer_core.games.dark_age_arena.table import facing
from signifer_core.games.dark_age_arena.table.said import number
from signifer_core.layout import COLUMNS, SIDES, other
from signifer_core.presses import Press

from signifer_firmware.simulation.robots.gestures import Gesture, column, held, held_ok, ok
from signifer_firmware.simulation.robots.slips import Clumsy

from .gestures import MARKER
from .match import DarkAgeArenaMatch


class Pressing(Clumsy[DarkAgeArenaMatch]):
    """Hands that press wrongly."""

    def _bid_too_high(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """More LOG than there is."""
        state = match.table.state
        if state.step not in ("bid", "contest") or match.rules.due(state):
            return False
        for side in self._rng.sample(SIDES, 2):
            player, bid = state.player(side), number(match.table.held, "bid", side) or 0
            high = [step for step in COLUMNS if bid + step > most_bid(player)]
            if player.bid is None and high:
                return self.denied(match, column(side, self._rng.choice(high)))
        return False

    def _press_early(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """A button that says nothing yet, or is another side's."""
        presses = self._meaningless(match)
        return bool(presses) and self.denied(match, self._rng.choice(presses))

    def _meaningless(self, match: DarkAgeArenaMatch) -> list[Press]:
        table, state = match.table, match.table.state
        if table.held.laid or match.board.corrections:
            return []
        side, late = state.active, other(state.active)
        if match.rules.due(state):
            return [ok(side), column(side, 1)] if state.step in ("shoot", "strike") else []
        named = number(table.held, "place", side) is not None or facing.facing(table) is not None
        match state.step:
            case "declare":
                return [ok(side), column(side, 5), ok(late), held_ok(late), column(late, 1)]
            case "muster" if state.combat is not None and state.combat.alone is None:
                return [ok(side), column(side, 5), ok(late), column(late, 4)]
            case "target" | "aim" | "pair" | "assist":
                beyond = [
                    column(side, each)
                    for each in COLUMNS
                    if each > (len(PLACES) if state.step == "target" else len(facing.shown(state)))
                ]
                return [ok(late), column(late, 2), *beyond, *([] if named else [ok(side)])]
            case "yield" | "home" | "react":
                wrong = [column(side, state.combat.target)] if state.step == "yield" and state.combat else []
                return [ok(late), column(late, 3), *wrong, *([] if state.step == "react" else [ok(side)])]
            case "stock" | "prepare" | "supply":
                return [held_ok(side), held_ok(late), column(side, 1), column(late, 2)]
            case "draft":
                return [held_ok(each) for each in SIDES if state.player(each).draft is None]
            case _:
                return []

    def _at_limit(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """COM or LOG that nobody can take, a marker that is used, LOG that is not there."""
        state, side = match.table.state, self._rng.choice(SIDES)
        player = state.player(side)
        if state.step == "over" or player.bid is not None or match.table.held.laid:
            return False
        marked = player.marked or not player.markers
        wrong = [number for use, number in MARKER.items() if marked or getattr(player, use, 0) >= MOST]
        wrong += [1] if player.com >= MOST or player.log < 2 else []
        return bool(wrong) and self.denied(match, held(side, self._rng.choice(wrong)))
