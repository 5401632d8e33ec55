"""What a fighter rolls and bears in a round, asked of the rules themselves, and kept: most of it does not change."""

from __future__ import annotations

from dataclasses import dataclass

from signifer_core.frozen import replace

from ..combat import Combat, Confrontation
from ..deck import Deck
from ..deck.effects import Sign
from ..rolls import total
from ..rules.combat import sides, unaimed
from ..rules.effects import for_character, has_trait, life, modifiers, values
from ..state import State
from .spread import Ways, reached


@dataclass(frozen=True, slots=True)
class Figures:
    """How many values of each list a fighter reaches with its roll, and what else tells how it fares."""

    ranged: Ways
    hit: Ways
    block: Ways
    armour: Ways
    unblockable: bool
    life: int
    frenzy: bool


class Roster:
    """The figures of the fighters of a combat. ``carriers`` have lines about other fighters, which go with them;
    ``shooters`` have named an enemy in the ranged round that is under way, or will."""

    def __init__(self, deck: Deck, state: State) -> None:
        combat = state.combat
        assert combat is not None
        self.combat: Combat = combat
        self._deck = deck
        self._now = state
        lasting = tuple(each for each in state.lasting if each.span != "round")
        self._later = replace(state, lasting=lasting)
        a, d = sides(state)
        self.attackers, self.defenders = state.fighters(a), state.fighters(d)
        self.shooters = {shooter for shooter, _ in combat.aims}
        if combat.round == "ranged":
            self.shooters.update(*(unaimed(deck, state, side) for side in (a, d)))
        fighting = (*self.attackers, *self.defenders)
        self.carriers = frozenset(
            each.card
            for each in state.characters
            if each.card in fighting
            and any(
                effect.who is not None and effect.of_fighters
                for card in (each.card, *each.gear)
                for effect in deck.printed(card).effects
            )
        )
        self._kept: dict[tuple[tuple[Confrontation, ...], str, bool, frozenset[str]], Figures] = {}

    def of(self, card: str, at: Confrontation | None, carriers: frozenset[str], *, now: bool) -> Figures:
        """Of who fights or supports ``at`` a confrontation, or at none, in the round that is under way (``now``) or
        later, while these carriers stand."""
        there = _without_others(card, at)
        key = (there, card, now, carriers)
        if key not in self._kept:
            self._kept[key] = self._figures(card, there, self._now if now else self._later, carriers)
        return self._kept[key]

    def _figures(
        self, card: str, there: tuple[Confrontation, ...], state: State, carriers: frozenset[str]
    ) -> Figures:
        gone = self.carriers - carriers
        state = replace(
            state, characters=tuple(each for each in state.characters if each.card not in gone)
        ).with_combat(confrontations=there)

        lines = tuple(for_character(self._deck, state, card))

        def list_of(sign: Sign, most: int | None = None) -> Ways:
            added = total(modifiers(self._deck, state, card, sign, lines))
            return reached(values(self._deck, state, card, sign, lines), added, most)

        return Figures(
            list_of("()"),
            list_of("[]", 1 if any(card in each.supporters for each in there) else None),
            list_of("<>"),
            list_of("{}"),
            has_trait(self._deck, state, card, "unblockable", lines),
            life(self._deck, state, card, lines),
            has_trait(self._deck, state, card, "frenzy", lines),
        )


def _without_others(card: str, at: Confrontation | None) -> tuple[Confrontation, ...]:
    """All that a fighter's figures depend on: whom it confronts, or that it is in support, of whichever pair."""
    if at is None:
        return ()
    return (Confrontation(*at.pair) if card in at.pair else Confrontation("", "", (card,)),)
