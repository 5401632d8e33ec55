"""Clumsy hands at the Hot Gates: what goes wrong with Spartans, Persians, supports, dice and steps back.

Whatever they do wrong on purpose, the table has to refuse; ``codes`` counts the reasons that it gave.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

from signifer_core.games.thermopyles.actions import Bury
from signifer_core.games.thermopyles.deck import PERSIAN, SPARTAN, SUPPORT
from signifer_core.games.thermopyles.state import (
    ACT,
    DICE,
    DISCARD,
    DRAW,
    OVER,
    PERSIANS,
    PLAYERS_STEP,
    REPLENISH,
    RESULT,
    SEATS,
    State,
)
from signifer_core.games.thermopyles.table.procedure import (
    CEMETERY,
    COMBAT,
    FIRST,
    REPELLED,
    SECOND,
    TEAM_PAD,
)
from signifer_core.layout import COLUMNS, SIDES, ZONES, Zone
from signifer_core.procedure import Button, Press, PressKind
from signifer_core.rules import Verb

from signifer_firmware.simulation.robots.board import HandsError
from signifer_firmware.simulation.robots.gestures import Gesture
from signifer_firmware.simulation.robots.slips import Before, Clumsy, Slip

from .gestures import DICE as ROLL
from .gestures import HOLD, OK
from .match import ThermopylesMatch

STRANGERS = (
    *("field-of-glory:red/spear-1", "field-of-glory:terrain/hill-1"),
    *(f"tag/{number}" for number in range(1, 33)),
)
STRANGER, FITTING = 0.1, 0.4


class ThermopylesClumsy(Clumsy):
    """Hands that lay, lift and press wrongly."""

    def __init__(self, rng: random.Random, **how: Any) -> None:
        super().__init__(rng, **how)
        self.codes: Counter[str] = Counter()

    def pick(self, match: ThermopylesMatch) -> Slip:
        """Often one of those that belong to the step: some steps are short."""
        fitting = [slip for slip in OF_STEP.get(match.board.table.state.step, ()) if slip in self._kinds]
        return self._rng.choice(fitting if fitting and self._rng.random() < FITTING else self._kinds)

    def blind(self, match: ThermopylesMatch) -> bool:
        """Not after the end; and not where a Persian in the right pile would be the end, which nobody undoes."""
        state = match.board.table.state
        if state.step == RESULT:
            (due,) = match.rules.legal_actions(state)
            return match.rules.outcome(match.rules.apply(state, due)) is not None
        return bool(state.step == OVER)

    def spare(self, match: ThermopylesMatch) -> tuple[str, str]:
        """A card that does not lie on the table, or one that has no business there. A Persian that nobody has seen
        yet would be taken for the next one, while one is asked for."""
        kind = self._rng.choice((SPARTAN, SPARTAN, PERSIAN, SUPPORT))
        deck = match.rules.deck
        cards = {SPARTAN: deck.spartans, PERSIAN: deck.persians, SUPPORT: deck.supports}[kind]
        unseen = match.state.persians.named if match.board.table.state.step == REPLENISH else ()
        spare = [card for card in cards if self._off_table(match, card) and card not in unseen]
        if not spare or self._rng.random() < STRANGER:
            spare = [card for card in STRANGERS if self._off_table(match, card)]
        return self._rng.choice(spare), "blue" if kind == PERSIAN else "red"

    def _off_table(self, match: ThermopylesMatch, card: str) -> bool:
        return not isinstance(match.piles.where(card), Zone)

    def _before(self, match: ThermopylesMatch) -> Before:
        """What lies in a pile, and a defeated Persian in the row, lies there rightly as well."""
        before = super()._before(match)
        layout = before.layout
        for card, zone in sorted(match.free()):
            if card in match.piles.layout[zone]:
                layout = layout.laid(card, zone)
        return replace(before, layout=layout)

    # What has to be refused

    def _refused(self, match: ThermopylesMatch, card: str, zone: Zone) -> bool:
        """``card`` is laid where it must not lie: the table says why, and to take it away, or back to its place."""
        stays = card in {card for _, card in match.due().items()}
        match.put(card, zone)
        match.board.rest()
        told = [(fix.verb, fix.card, fix.zone) for fix in match.board.corrections]
        against = [reason for reason in match.board.refusals if reason.card in (card, None)]
        if (Verb.TAKE, card, zone) not in told or not (against or stays):
            raise HandsError(f"{card} lies in {zone}, and nothing is told: {told}, {match.board.refusals}")
        self.codes.update(reason.code for reason in against)
        return True

    def _denied(self, match: ThermopylesMatch, press: Press) -> bool:
        """A button that says nothing here: the table says why not, or what it wants."""
        believed = match.board.table.state
        match.board.press(press)
        match.board.rest()
        if not (match.board.refusals or match.board.said) or match.board.table.state != believed:
            raise HandsError(f"{press} in {believed.step}, and nothing is said")
        self.codes.update(reason.code for reason in match.board.refusals)
        self.codes.update(prompt.key for prompt in match.board.said)
        return True

    def _spartans(self, match: ThermopylesMatch, seat: str = "") -> list[str]:
        """Spartans in the hand of a player, or of him who has the turn."""
        state = match.state
        if not state.hands:
            return []
        return sorted(card for card in state.hand(seat or state.active).named if self._off_table(match, card))

    def _spartan_elsewhere(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A Spartan of the hand in a wrong zone."""
        state, spartans = match.board.table.state, self._spartans(match)
        if state.step != ACT or not spartans:
            return False
        wrong = [zone for zone in ZONES if zone not in (COMBAT, TEAM_PAD)]
        return self._refused(match, self._rng.choice(spartans), self._rng.choice(wrong))

    def _second_spartan(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """One more Spartan beside the one who waits."""
        table, spartans = match.board.table, self._spartans(match)
        if not table.held.laid or not spartans or not match.piles.layout[COMBAT]:
            return False
        return self._refused(match, self._rng.choice(spartans), COMBAT)

    def _spartan_late(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A Spartan while somebody else fights already, or no combat is on."""
        state, spartans = match.board.table.state, self._spartans(match)
        if state.step in (ACT, DISCARD) or not spartans:
            return False
        return self._refused(match, self._rng.choice(spartans), self._rng.choice((COMBAT, TEAM_PAD)))

    def _gone_spartan(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A Spartan who has fallen, to fight or to be discarded once more."""
        state = match.board.table.state
        gone = [card for card in sorted(state.discard.named) if self._off_table(match, card)]
        if state.step not in (ACT, DISCARD) or not gone:
            return False
        return self._refused(match, self._rng.choice(gone), COMBAT if state.step == ACT else TEAM_PAD)

    def _wrong_pile(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """The defeated Persian in the other pile."""
        state = match.board.table.state
        if state.step != RESULT:
            return False
        (due,) = match.rules.legal_actions(state)
        wrong = REPELLED if isinstance(due, Bury) else CEMETERY
        return self._refused(match, due.card, Zone(wrong, self._rng.choice(SIDES)))

    def _second_first(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """The second Persian moved while the first one is met, or while nobody is defeated."""
        state: State = match.board.table.state
        if state.second is None or state.step not in (RESULT, ACT, DICE):
            return False
        if state.step == RESULT and state.first is None:
            return False
        if state.second not in match.piles.layout[SECOND]:
            return False
        return self._refused(
            match, state.second, Zone(self._rng.choice((REPELLED, CEMETERY)), self._rng.choice(SIDES))
        )

    def _out_of_order(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """The next Persian anywhere but in the next place of the row."""
        state = match.board.table.state
        if state.step != REPLENISH or match.board.corrections:
            return False
        card = match.piles.top(PERSIANS)
        right = FIRST if state.first is None else SECOND
        zones = [zone for zone in (FIRST, SECOND, *ZONES) if zone not in (right, TEAM_PAD)]
        return self._refused(match, card, self._rng.choice(zones))

    def _gone_persian(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A card from a pile is laid into the row again."""
        state = match.board.table.state
        gone = sorted(state.repelled.named | state.cemetery.named)
        if not gone:
            return False
        return self._refused(match, self._rng.choice(gone), self._rng.choice((FIRST, SECOND)))

    def _from_pile(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """Cards are picked up from the piles, to be looked at: that is no gesture."""
        lying = [card for zone, card in match.piles.layout.items() if zone.place in (REPELLED, CEMETERY)]
        told = match.board.corrections
        for card in lying:
            match.take(card)
        match.board.rest()
        if lying and not told and match.board.corrections:
            raise HandsError(f"{lying} picked up, and it is told: {match.board.corrections}")
        return bool(lying)

    def _support_spent(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A support that is spent, once more."""
        state = match.board.table.state
        spent = [
            card
            for card in match.rules.deck.supports
            if card not in state.supports and self._off_table(match, card)
        ]
        if not spent:
            return False
        return self._refused(match, self._rng.choice(spent), TEAM_PAD)

    def _support_elsewhere(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A support in a column, or on the other side's pad."""
        left = [card for card in sorted(match.state.supports) if self._off_table(match, card)]
        if not left:
            return False
        wrong = [zone for zone in ZONES if zone != TEAM_PAD]
        return self._refused(match, self._rng.choice(left), self._rng.choice(wrong))

    def _lift_in_combat(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """The fighting Spartan, or a Persian who is to stay, is lifted."""
        lying = [
            (card, zone)
            for zone, card in match.due().items()
            if card in match.piles.layout[zone] and (card, zone) not in match.board.table.held.laid
        ]
        if not lying:
            return False
        card, zone = self._rng.choice(lying)
        match.take(card)
        match.board.rest()
        if (Verb.PUT, card, zone) not in [(fix.verb, fix.card, fix.zone) for fix in match.board.corrections]:
            raise HandsError(
                f"{card} was lifted from {zone}, and is not asked back: {match.board.corrections}"
            )
        self.codes.update(reason.code for reason in match.board.refusals)
        return True

    def _dice_early(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A die before any is due: it is free, and means nothing."""
        if match.board.table.state.step == DICE:
            return False
        match.board.press(ROLL)
        match.board.rest()
        if match.board.rolls and match.board.rolls[-1].purpose != "free":
            raise HandsError(f"a die that is not due: {match.board.rolls}")
        return True

    def _step_back(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A retreat in the wrong step, or with cards laid for combat."""
        table = match.board.table
        laid = table.held.laid or match.piles.layout[TEAM_PAD]
        if table.state.step == DRAW or (table.state.step == ACT and not laid) or match.board.corrections:
            return False
        if table.state.step == DISCARD and laid:
            return False  # there any ok is the discard
        return self._denied(match, HOLD)

    def _charge_nobody(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """`ok` with supports and no Spartan, or with nothing at all."""
        table = match.board.table
        if table.state.step != ACT or table.held.laid or match.board.corrections:
            return False
        left = [card for card in sorted(match.state.supports) if self._off_table(match, card)]
        for card in self._rng.sample(left, self._rng.randint(0, len(left))):
            match.put(card, TEAM_PAD)
        match.board.rest()
        return self._denied(match, OK)

    def _two_discarded(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """None or two on the pad, where one is to be discarded."""
        state = match.board.table.state
        if state.step != DISCARD or match.piles.layout[TEAM_PAD] or match.board.corrections:
            return False
        spartans = self._spartans(match, state.receiver)
        for card in self._rng.sample(spartans, self._rng.choice((0, 2))):
            match.put(card, TEAM_PAD)
        match.board.rest()
        return self._denied(match, OK)

    def _wrong_button(self, match: ThermopylesMatch, gesture: Gesture) -> bool:
        """A button of the other side, or the number of a player who is not there."""
        state = match.board.table.state
        presses = [Press(kind, Button.OK, PERSIANS) for kind in PressKind]
        there = {PLAYERS_STEP: len(SEATS), DRAW: len(state.seats)}.get(state.step, 0)
        presses += [
            Press(PressKind.PRESS, Button.COLUMN, side, column)
            for side in SIDES
            for column in COLUMNS
            if column > there
        ]
        if state.step in (DICE, RESULT, REPLENISH, PLAYERS_STEP):
            presses += [OK] * 3
        return self._denied(match, self._rng.choice(presses))


SLIPS: tuple[Slip, ...] = (
    ThermopylesClumsy._wrong_card,
    ThermopylesClumsy._anywhere,
    ThermopylesClumsy._bump,
    ThermopylesClumsy._lift,
    ThermopylesClumsy._lift_two,
    ThermopylesClumsy._slide,
    ThermopylesClumsy._swap,
    ThermopylesClumsy._mess,
    ThermopylesClumsy._spartan_elsewhere,
    ThermopylesClumsy._second_spartan,
    ThermopylesClumsy._spartan_late,
    ThermopylesClumsy._gone_spartan,
    ThermopylesClumsy._wrong_pile,
    ThermopylesClumsy._second_first,
    ThermopylesClumsy._out_of_order,
    ThermopylesClumsy._gone_persian,
    ThermopylesClumsy._from_pile,
    ThermopylesClumsy._support_spent,
    ThermopylesClumsy._support_elsewhere,
    ThermopylesClumsy._lift_in_combat,
    ThermopylesClumsy._dice_early,
    ThermopylesClumsy._step_back,
    ThermopylesClumsy._charge_nobody,
    ThermopylesClumsy._two_discarded,
    ThermopylesClumsy._wrong_button,
)
ThermopylesClumsy.every = SLIPS
OF_STEP: dict[str, tuple[Slip, ...]] = {
    ACT: (
        ThermopylesClumsy._spartan_elsewhere,
        ThermopylesClumsy._second_spartan,
        ThermopylesClumsy._charge_nobody,
        ThermopylesClumsy._step_back,
    ),
    RESULT: (ThermopylesClumsy._wrong_pile, ThermopylesClumsy._second_first),
    DISCARD: (ThermopylesClumsy._two_discarded, ThermopylesClumsy._gone_spartan),
    REPLENISH: (ThermopylesClumsy._out_of_order, ThermopylesClumsy._gone_persian),
}
