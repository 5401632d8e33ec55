"""Clumsy hands at Call to Glory."""

from __future__ import annotations

from signifer_core.layout import SIDES, Side

from signifer_firmware.simulation.robots.slips import Clumsy

from .match import CallToGloryMatch


class CallToGloryClumsy(Clumsy[CallToGloryMatch]):
    def spare(self, match: CallToGloryMatch) -> tuple[str, Side]:
        return self._rng.choice(self.off_table(match, match.rules.deck.characters)), self._rng.choice(SIDES)
