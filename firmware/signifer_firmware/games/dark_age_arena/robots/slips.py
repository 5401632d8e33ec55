"""Clumsy hands at Dark Age Arena: what goes wrong with hands and places, drafts, equipment, fighters and pads, and
(`Pressing`) with buttons.

Whatever they do wrong on purpose, the table has to refuse.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.deck import side_of_card, sort_of
from signifer_core.games.dark_age_arena.state import MOST_DISCARDS, OPEN_STEPS, PLACES
from signifer_core.games.dark_age_arena.table.spots import column_of, combat_zone, pad, played_zone
from signifer_core.layout import COLUMNS, PAD, SIDES, Side, Zone, other
from signifer_core.rules import Verb

from signifer_firmware.simulation.robots.board import HandsError
from signifer_firmware.simulation.robots.gestures import Gesture, column, ok
from signifer_firmware.simulation.robots.match import Match
from signifer_firmware.simulation.robots.slips import TAGS, Before, Clumsy, Slip

from .buttons import Pressing
from .match import DarkAgeArenaMatch
from .tactics import MOST_FIGHTERS

# In these a character that is laid somewhere has gone there, and the last one ends the step, which nobody undoes.
GOING = ("yield", "home")


def _places(side: Side) -> tuple[Zone, ...]:
    return tuple(Zone(str(place), side) for place in PLACES)


class DarkAgeArenaClumsy(Pressing):
    """Hands that lay, lift and press wrongly."""

    strangers = ("field-of-glory:red/spear-1", "thermopyles:spartan-3", *TAGS)

    def pick(self, match: DarkAgeArenaMatch) -> Slip:
        """Where a card that is laid counts at once, only what is refused."""
        if match.table.state.step in GOING:
            return self._rng.choice(
                [slip for slip in self._kinds if slip in self.always_refused] or [_nothing]
            )
        return super().pick(match)

    def mend(self, match: DarkAgeArenaMatch, before: Before) -> None:
        """What was entered, or chosen with buttons, may be lost: it is said again."""
        super().mend(match, before)
        match.say_again()

    def spare(self, match: DarkAgeArenaMatch) -> tuple[str, Side]:
        """A card of a hand, seldom one of a stock, or one that has no business there. An equal card of one that lies
        there would count as that one."""
        side = self._rng.choice(SIDES)
        player = match.state.player(side)
        pile = player.hand.named if self._rng.random() < 0.8 else player.stock.named
        there = {twin for _, card in match.piles.layout.items() for twin in match.deck.twins(card)}
        return self.own_or_strange(match, self.off_table(match, sorted(pile - there))), side

    # What they have in hand, and what stands

    def _hand(self, match: DarkAgeArenaMatch, side: Side, *sorts: str) -> list[str]:
        """The cards of these sorts in a hand; of any, if none is named."""
        deck, cards = match.rules.deck, sorted(match.state.player(side).hand.named)
        return self.off_table(
            match, [card for card in cards if not sorts or sort_of(deck.printed(card)) in sorts]
        )

    def _quiet(self, match: DarkAgeArenaMatch, *steps: str) -> bool:
        """Whether one of the steps goes on, no roll is due, nothing waits or was entered, and nothing is told."""
        table = match.table
        pending = table.held.laid or table.held.entered or match.rules.due(table.state)
        return table.state.step in steps and not pending and not match.board.corrections

    def _either(self, match: DarkAgeArenaMatch) -> Side:
        """Who decides, or one of both."""
        state = match.table.state
        return self._rng.choice(SIDES) if state.step in OPEN_STEPS else state.active

    def _drop(self, match: DarkAgeArenaMatch, card: str, zone: Zone) -> None:
        match.put(card, zone)
        match.board.rest()

    # Cards where they do not belong

    def _wrong_side(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """A card of the hand on the other side."""
        side = self._rng.choice(SIDES)
        zones = [Zone(str(number), other(side)) for number in COLUMNS]
        return self.misplaced(match, self._hand(match, side), zones)

    def _wrong_column(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """A card of a sort that is never laid there: at a place what is played in column 5, and the other way round."""
        side = self._rng.choice(SIDES)
        if match.table.held.laid:
            return False
        if self._rng.random() < 0.5:
            return self.misplaced(
                match, self._hand(match, side, "weapon", "skill", "instant", "victory"), _places(side)
            )
        return self.misplaced(match, self._hand(match, side, "character", "supply"), played_zone(side))

    def _too_early(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """A card that another step is for."""
        state, side = match.table.state, self._rng.choice(SIDES)
        cards = self._hand(match, side, *(("character",) if state.step != "draft" else ()), "supply")
        if state.step == "prepare":
            cards = self._hand(match, side, "character")
        return self.misplaced(match, cards, _places(side))

    def _gone(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """A card of the discards lies there again: it is asked away, and no more is said."""
        state, side = match.table.state, self._rng.choice(SIDES)
        player = state.player(side)
        gone = [
            card
            for card in self.off_table(match, sorted(player.discards.named | player.out.named))
            if not match.deck.twins(card)
        ]
        if not gone or state.step == "over":
            return False
        card, zone = self._rng.choice(gone), Zone(str(self._rng.choice(COLUMNS)), side)
        self._drop(match, card, zone)
        told = [(fix.verb, fix.card, fix.zone) for fix in match.board.corrections]
        if (Verb.TAKE, card, zone) not in told:
            raise HandsError(f"{card} is gone, lies in {zone}, and is not asked away: {told}")
        return True

    def _moved(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """A character goes to another place without a reason."""
        state = match.table.state
        if state.step in ("supply", "muster", "defend", "declare", *GOING):
            return False
        spots = [
            (each.card, Zone(column_of(each.place), side_of_card(each.card))) for each in state.characters
        ]
        spots = [(card, zone) for card, zone in spots if card in match.piles.layout[zone]]
        if not spots:
            return False
        card, here = self._rng.choice(spots)
        wrong = [zone for zone in (*_places(here.side), combat_zone(here.side)) if zone != here]
        return self.misplaced(match, [card], wrong)

    def _worn_elsewhere(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """Equipment in play lies where only what is played does."""
        worn = [
            card
            for each in match.table.state.characters
            for card in each.gear
            if card not in match.piles.layout[played_zone(side_of_card(card))]  # it is asked away already
        ]
        if not worn:
            return False
        card = self._rng.choice(worn)
        return self.misplaced(match, [card], played_zone(side_of_card(card)))

    # The draft, and resources

    def _two_enlisted(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """Two characters at once, or one more after the draft."""
        side = self._rng.choice(SIDES)
        if not self._quiet(match, "draft"):
            return False
        cards = self._hand(match, side, "character")
        if match.table.state.player(side).enlisted is not None:
            return self.misplaced(match, cards, _places(side))
        fit = [
            card
            for card in cards
            for place in PLACES
            if not match.rules.refusals(match.table.state, act.Enlist(card, place))
        ]
        if len(set(fit)) < 2:
            return False
        first, second = self._rng.sample(sorted(set(fit)), 2)
        free = [
            zone
            for place, zone in zip(PLACES, _places(side), strict=True)
            if not match.rules.refusals(match.table.state, act.Enlist(first, place))
        ]
        self._drop(match, first, self._rng.choice(free))
        return self.misplaced(match, [second], _places(side))

    def _unique(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """A unique character that is in play already."""
        state, side = match.table.state, self._rng.choice(SIDES)
        newcomer = state.player(other(side)).enlisted
        there = {
            match.rules.deck.character(each.card).kind for each in state.characters if each.card != newcomer
        }
        cards = [
            card
            for card in self._hand(match, side, "character")
            if match.rules.deck.character(card).unique and match.rules.deck.character(card).kind in there
        ]
        return self._quiet(match, "draft") and self.misplaced(match, cards, _places(side))

    def _two_supplies(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """Supply where some lies, or at a place that was pillaged."""
        side = self._rng.choice(SIDES)
        wrong = [
            zone
            for spot, zone in zip(match.table.state.player(side).spots, _places(side), strict=True)
            if spot.supply is not None or spot.pillaged
        ]
        if not wrong or not self._quiet(match, "prepare"):
            return False
        return self.misplaced(match, self._hand(match, side, "supply"), wrong)

    def _full_column(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """Two cards in column 5."""
        side = self._rng.choice(SIDES)
        cards = self._hand(match, side, "weapon", "skill")
        if not self._quiet(match, "prepare") or len(cards) < 2:
            return False
        first, second = self._rng.sample(cards, 2)
        self._drop(match, first, played_zone(side))
        return self.misplaced(match, [second], played_zone(side))

    def _unfit(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """Equipment for nobody, or for somebody who cannot bear or afford it, and `ok`."""
        state, side = match.table.state, self._rng.choice(SIDES)
        cards = self._hand(match, side, "weapon", "skill")
        if not self._quiet(match, "prepare") or not cards:
            return False
        card = self._rng.choice(cards)
        self._drop(match, card, played_zone(side))
        first = [cards[0] for place in PLACES if (cards := [each.card for each in state.at(side, place)])]
        unfit = [bearer for bearer in first if match.rules.refusals(state, act.Attach(card, bearer))]
        if unfit and self._rng.random() < 0.8:
            standing = state.standing(self._rng.choice(unfit))
            assert standing is not None
            match.board.press(column(side, standing.place))
            match.board.rest()
        return self.denied(match, ok(side))

    # Pads

    def _too_many_on_a_pad(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """Three discards, or two cards face down, and `ok`."""
        state, side = match.table.state, self._either(match)
        if not self._quiet(match, "stock", "bluff") or state.player(side).done:
            return False
        many = MOST_DISCARDS + 1 if state.step == "stock" else 2
        cards = self._hand(match, side)
        if len(cards) < many or match.piles.layout[pad(side)]:
            return False
        for card in self._rng.sample(cards, many):
            self._drop(match, card, pad(side))
        return self.denied(match, ok(side))

    def _pad_closed(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """A card on a pad in a step in which nothing is laid there."""
        closed = match.table.state.step in ("assemble", "draft", "contest", "prepare", "bid", "supply")
        side = self._rng.choice(SIDES)
        return closed and self.misplaced(match, self._hand(match, side), pad(side))

    def _pad_too_soon(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """A card face down before it is time, or of who has nothing to lay: no word says which one it is."""
        state, side = match.table.state, self._rng.choice(SIDES)
        if state.combat is None or (state.step == "bluff" and side == state.active):
            return False
        cards = self._hand(match, side)
        if not cards:
            return False
        card = self._rng.choice(cards)
        self._drop(match, card, pad(side))
        against = [
            reason for reason in match.board.refusals if reason.player == side and reason.fix.place == PAD
        ]
        secret = [fix.secret for fix in match.board.corrections if (fix.card, fix.zone) == (card, pad(side))]
        if not against or secret != [True] or any(reason.card for reason in against):
            raise HandsError(f"{card} lies face down too soon: {match.board.corrections}, {against}")
        self.codes.update(reason.code for reason in against)
        return True

    # Combat

    def _from_hand(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """A character of the hand fights in the standard way, or none at all."""
        state = match.table.state
        if not self._quiet(match, "muster", "defend") or state.combat is None or state.combat.alone:
            return False
        standard = state.step == "defend" or bool(state.combat.start)
        sorts = ("character",) if standard else ("weapon", "skill", "supply")
        return self.misplaced(match, self._hand(match, state.active, *sorts), combat_zone(state.active))

    def _too_dear(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """More fighters than can be paid."""
        state, side = match.table.state, match.table.state.active
        if not self._quiet(match, "muster", "defend") or state.combat is None or state.combat.alone:
            return False
        if state.step == "muster" and not state.combat.start:
            return False
        paid: list[str] = []
        for each in self._rng.sample(state.of_side(side), len(state.of_side(side))):
            if len(match.piles.layout[combat_zone(side)]) + len(paid) >= MOST_FIGHTERS:
                return False  # some of them would be silent under the others
            if match.rules.refusals(state, act.Muster(side, (*paid, each.card))):
                for card in paid:
                    self._drop(match, card, combat_zone(side))
                return self.misplaced(match, [each.card], combat_zone(side))
            paid.append(each.card)
        return False

    def _two_alone(self, match: DarkAgeArenaMatch, gesture: Gesture) -> bool:
        """A second solitary fighter."""
        state, side = match.table.state, match.table.state.active
        if (
            not self._quiet(match, "muster")
            or state.combat is None
            or state.combat.alone
            or state.combat.start
        ):
            return False
        cards = [
            card
            for card in (*(each.card for each in state.of_side(side)), *self._hand(match, side, "character"))
            if not match.rules.refusals(state, act.Alone(card))
        ]
        if len(cards) < 2:
            return False
        first, second = self._rng.sample(cards, 2)
        self._drop(match, first, combat_zone(side))
        return self.misplaced(match, [second], combat_zone(side))

    every = (
        *Clumsy.every,
        *(Clumsy._mess, _wrong_side, _wrong_column, _too_early, _gone, _moved, _worn_elsewhere),
        *(_two_enlisted, _unique, _two_supplies, _full_column, _unfit, _too_many_on_a_pad, _pad_closed),
        *(_pad_too_soon, _from_hand, _too_dear, _two_alone),
        *(Pressing._bid_too_high, Pressing._press_early, Pressing._at_limit),
    )
    always_refused: ClassVar[tuple[Slip, ...]] = (
        *(_wrong_side, _wrong_column, _gone, _worn_elsewhere, _pad_too_soon),
        *(Pressing._press_early, Pressing._at_limit),
    )
    of_step: ClassVar[Mapping[str, tuple[Slip, ...]]] = {
        "stock": (_too_many_on_a_pad, _too_early),
        "draft": (_two_enlisted, _unique, _pad_closed, Pressing._press_early),
        "contest": (Pressing._bid_too_high,),
        "bid": (Pressing._bid_too_high, _pad_closed),
        "prepare": (_two_supplies, _full_column, _unfit, _too_early),
        "declare": (Pressing._press_early, _pad_too_soon),
        "muster": (_from_hand, _too_dear, _two_alone, Pressing._press_early),
        "bluff": (_too_many_on_a_pad,),
        "target": (Pressing._press_early,),
        "defend": (_from_hand, _too_dear),
        "aim": (Pressing._press_early,),
        "pair": (Pressing._press_early,),
        "assist": (Pressing._press_early,),
    }


def _nothing(hands: DarkAgeArenaClumsy, match: Match, gesture: Gesture) -> bool:
    """Nothing goes wrong."""
    return False
