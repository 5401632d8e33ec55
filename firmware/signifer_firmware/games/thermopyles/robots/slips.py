"""Clumsy hands at the Hot Gates: what goes wrong with Spartans, Persians, supports, dice and steps back.

Whatever they do wrong on purpose, the table has to refuse.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from signifer_core.games.thermopyles.deck import PERSIAN, SPARTAN, SUPPORT
from signifer_core.games.thermopyles.rules.combat import due_pile
from signifer_core.games.thermopyles.state import PERSIANS, SEATS, State
from signifer_core.games.thermopyles.table import procedure as at
from signifer_core.layout import COLUMNS, SIDES, ZONES, Side, Zone

from signifer_firmware.simulation.robots.board import HandsError
from signifer_firmware.simulation.robots.gestures import DICE, Gesture, column, held_ok, ok
from signifer_firmware.simulation.robots.slips import TAGS, Clumsy, Slip

from .gestures import HOLD, OK
from .match import ThermopylesMatch

PILES = (at.REPELLED, at.CEMETERY)


def _but(*zones: Zone) -> list[Zone]:
    """All other zones."""
    return [zone for zone in ZONES if zone not in zones]


class ThermopylesClumsy(Clumsy[ThermopylesMatch]):
    """Hands that lay, lift and press wrongly."""

    strangers = ("field-of-glory:red/spear-1", "field-of-glory:terrain/hill-1", *TAGS)

    def blind(self, match: ThermopylesMatch) -> bool:
        """Not after the end; and not where a Persian in the right pile would be the end, which nobody undoes."""
        state = match.table.state
        if state.step == "result":
            (due,) = match.rules.legal_actions(state)
            return match.rules.outcome(match.rules.apply(state, due)) is not None
        return super().blind(match)

    def spare(self, match: ThermopylesMatch) -> tuple[str, Side]:
        """A card that does not lie on the table, or one that has no business there. A Persian that nobody has seen
        yet would be taken for the next one, while one is asked for."""
        kind = self._rng.choice((SPARTAN, SPARTAN, PERSIAN, SUPPORT))
        deck = match.rules.deck
        cards = {SPARTAN: deck.spartans, PERSIAN: deck.persians, SUPPORT: deck.supports}[kind]
        unseen = match.state.persians.named if match.table.state.step == "replenish" else ()
        spare = [card for card in self.off_table(match, cards) if card not in unseen]
        return self.own_or_strange(match, spare), "blue" if kind == PERSIAN else "red"

    # Cards laid wrongly

    def _spartans(self, match: ThermopylesMatch, seat: str = "") -> list[str]:
        """Spartans in the hand of a player, or of whoever has the turn."""
        state = match.state
        hand = state.hand(seat or state.active).named if state.hands else ()
        return self.off_table(match, sorted(hand))

    def _supports(self, match: ThermopylesMatch) -> list[str]:
        return self.off_table(match, sorted(match.state.supports))

    def _spartan_elsewhere(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A Spartan of the hand in a wrong zone."""
        wrong = _but(at.COMBAT, at.TEAM_PAD)
        return match.table.state.step == "act" and self.misplaced(match, self._spartans(match), wrong)

    def _second_spartan(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """One more Spartan beside the one who waits."""
        waits = match.table.held.laid and match.piles.layout[at.COMBAT]
        return bool(waits) and self.misplaced(match, self._spartans(match), at.COMBAT)

    def _spartan_late(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A Spartan while somebody else fights already, or no combat is on."""
        late = match.table.state.step not in ("act", "discard")
        return late and self.misplaced(match, self._spartans(match), (at.COMBAT, at.TEAM_PAD))

    def _gone_spartan(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A Spartan who has fallen, to fight or to be discarded once more."""
        state = match.table.state
        zone = {"act": at.COMBAT, "discard": at.TEAM_PAD}.get(state.step)
        gone = self.off_table(match, sorted(state.discard.named))
        return zone is not None and self.misplaced(match, gone, zone)

    def _wrong_pile(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """The defeated Persian in the other pile."""
        state = match.table.state
        if state.step != "result":
            return False
        wrong = at.REPELLED if due_pile(match.rules.deck, state) == "cemetery" else at.CEMETERY
        return self.refused(match, state.row[0], Zone(wrong, self._rng.choice(SIDES)))

    def _second_first(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """The second Persian moved while the first one is met, or while nobody is defeated."""
        state: State = match.table.state
        waits = ("act", "dice") if state.first is None else ("act", "dice", "result")
        second = state.second or ""
        if state.step not in waits or second not in match.piles.layout[at.SECOND]:
            return False
        return self.refused(match, second, Zone(self._rng.choice(PILES), self._rng.choice(SIDES)))

    def _out_of_order(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """The next Persian anywhere but in the next place of the row."""
        state = match.table.state
        if state.step != "replenish" or match.board.corrections:
            return False
        right = at.FIRST if state.first is None else at.SECOND
        zones = [zone for zone in (at.FIRST, at.SECOND, *ZONES) if zone not in (right, at.TEAM_PAD)]
        return self.refused(match, match.piles.top(PERSIANS), self._rng.choice(zones))

    def _gone_persian(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A card from a pile is laid into the row again."""
        state = match.table.state
        gone = sorted(state.repelled.named | state.cemetery.named)
        return self.misplaced(match, gone, (at.FIRST, at.SECOND))

    def _support_spent(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A support that is spent, once more."""
        left = match.table.state.supports
        spent = [card for card in match.rules.deck.supports if card not in left]
        return self.misplaced(match, self.off_table(match, spent), at.TEAM_PAD)

    def _support_elsewhere(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A support in a column, or on the other side's pad."""
        return self.misplaced(match, self._supports(match), _but(at.TEAM_PAD))

    # Cards lifted wrongly

    def _from_pile(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """Cards are picked up from the piles, to be looked at: that is no gesture."""
        lying = [card for zone, card in match.piles.layout.items() if zone.place in PILES]
        told = match.board.corrections
        for card in lying:
            match.take(card)
        match.board.rest()
        if lying and not told and match.board.corrections:
            raise HandsError(f"{lying} picked up, and it is told: {match.board.corrections}")
        return bool(lying)

    def _lift_in_combat(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """The fighting Spartan, or a Persian who is to stay, is lifted."""
        layout, laid = match.piles.layout, match.table.held.laid
        due = [(card, zone) for zone, card in match.due().items() if card in layout[zone]]
        return self.asked_back(match, [spot for spot in due if spot not in laid])

    # Buttons

    def _dice_early(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A die before any is due: it is free, and means nothing."""
        if match.table.state.step == "dice":
            return False
        match.board.press(DICE)
        match.board.rest()
        if match.board.rolls and match.board.rolls[-1].purpose != "free":
            raise HandsError(f"a die that is not due: {match.board.rolls}")
        return True

    def _step_back(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A retreat in the wrong step, or with cards laid for combat."""
        table = match.table
        laid = table.held.laid or match.piles.layout[at.TEAM_PAD]
        # Where a card is to be discarded, any ok is the discard.
        meant = {"draw": True, "act": not laid, "discard": bool(laid)}.get(table.state.step, False)
        return not meant and not match.board.corrections and self.denied(match, HOLD)

    def _to_pad(self, match: ThermopylesMatch, cards: list[str], number: int) -> bool:
        """So many of ``cards`` on the pad, and `ok`, which is denied."""
        for card in self._rng.sample(cards, number):
            match.put(card, at.TEAM_PAD)
        match.board.rest()
        return self.denied(match, OK)

    def _charge_nobody(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """`ok` with supports and no Spartan, or with nothing at all."""
        table = match.table
        if table.state.step != "act" or table.held.laid or match.board.corrections:
            return False
        left = self._supports(match)
        return self._to_pad(match, left, self._rng.randint(0, len(left)))

    def _two_discarded(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """None or two on the pad, where one is to be discarded."""
        state = match.table.state
        if state.step != "discard" or match.piles.layout[at.TEAM_PAD] or match.board.corrections:
            return False
        return self._to_pad(match, self._spartans(match, state.receiver or ""), self._rng.choice((0, 2)))

    def _wrong_button(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A button of the other side, or the number of a player who is not there."""
        state = match.table.state
        there = {"players": len(SEATS), "draw": len(state.seats)}.get(state.step, 0)
        presses = [ok(PERSIANS), held_ok(PERSIANS)]
        columns = [(side, number) for side in SIDES for number in COLUMNS if number > there]
        presses += [column(side, number) for side, number in columns]
        if state.step in ("dice", "result", "replenish", "players"):
            presses += [OK] * 3
        return self.denied(match, self._rng.choice(presses))

    every = (
        *Clumsy.every,
        *(Clumsy._mess, _spartan_elsewhere, _second_spartan, _spartan_late, _gone_spartan),
        *(_wrong_pile, _second_first, _out_of_order, _gone_persian, _from_pile, _support_spent),
        *(_support_elsewhere, _lift_in_combat, _dice_early, _step_back, _charge_nobody, _two_discarded),
        _wrong_button,
    )
    of_step: ClassVar[Mapping[str, tuple[Slip, ...]]] = {
        "act": (_spartan_elsewhere, _second_spartan, _charge_nobody, _step_back),
        "result": (_wrong_pile, _second_first),
        "discard": (_two_discarded, _gone_spartan),
        "replenish": (_out_of_order, _gone_persian),
    }
