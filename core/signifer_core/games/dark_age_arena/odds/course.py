"""How a combat may go on, round by round.

Who stands as a round begins decides who fights whom; then the wounds of each fighter depend on no other's. So it is
enough to follow who stands (`Field`), with the chances of each one's wounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from signifer_core.frozen import replace

from ..combat import Confrontation
from ..deck import Deck
from ..rolls import Round, Throwing
from ..state import State
from .figures import Figures, Roster
from .order import aimed, paired
from .spread import NONE, Ways, both, certain, less


# Without slots, as copies of it are made by the hundred (`frozen.replace`).
@dataclass(frozen=True)
class Field:
    """These stand with the chance ``weight``, each with its ``wounds``."""

    weight: Fraction
    wounds: dict[str, Ways]
    confrontations: tuple[Confrontation, ...] = ()
    supported: frozenset[str] = frozenset()


class Course:
    """From a state of `aim` to `strike` to the end: who strikes how often and is wounded how often in this round
    (``hits``, ``suffers``), who survives it (``survives``) and lives in the end (``lives``); the chance of
    ``pillage``."""

    def __init__(self, deck: Deck, state: State) -> None:
        self._roster = Roster(deck, state)
        combat = self._roster.combat
        fighters = (*self._roster.attackers, *self._roster.defenders)
        wounds = {each.card: certain(each.wounds) for each in state.characters if each.card in fighters}
        self.hits: dict[str, Ways] = {}
        self.suffers: dict[str, Ways] = {}
        self.survives: dict[str, Fraction] = defaultdict(Fraction)
        self.lives: dict[str, Fraction] = defaultdict(Fraction)
        self.pillage = Fraction(0)
        self._round: Round = combat.round
        self._kept: dict[tuple[Confrontation, str, bool, frozenset[str]], Ways] = {}
        self._go_on(combat.round, Field(Fraction(1), wounds, combat.confrontations, combat.supported))

    def _go_on(self, name: Round, field: Field) -> None:
        """This round and all later ones."""
        now = name == self._round
        attackers, defenders = self._sides(field)
        if not attackers or not defenders:
            self._end(field)
            return
        if name != "ranged":
            pairs = paired(field.confrontations, attackers, defenders, field.supported)
            field = replace(field, confrontations=pairs)
        figures = self._all(field, now=now)
        suffered = self._ranged(field, figures) if name == "ranged" else self._close(field, figures, now=now)
        wounds = {card: both(old, suffered.get(card, NONE)) for card, old in field.wounds.items()}
        field = replace(field, wounds=wounds)
        if now:
            self.suffers = {card: suffered.get(card, NONE) for card in wounds}
        if not self._roster.carriers:
            # Nobody's death changes what others bear: the ways need not be told apart.
            if now:
                self._survivors(field, figures)
            if name == "second":
                self._counted(field, figures)
                return
        for left, borne in self._deaths(field, figures, now=now):
            if now and self._roster.carriers:
                self._survivors(left, borne)
            if name == "second":
                self._end(left)
            elif name == "first":
                self._go_on("second", _between(left))
            else:
                self._go_on("first", left)

    def _deaths(
        self, field: Field, figures: Mapping[str, Figures], *, now: bool, frenzied: bool = False
    ) -> Iterator[tuple[Field, Mapping[str, Figures]]]:
        """Each way in which some die, and with them whoever lived of what they had lent (DA-34); what the others bear
        then."""
        for left in _standing(field, figures, frenzied=frenzied):
            if self._roster.carriers.isdisjoint(field.wounds.keys() - left.wounds.keys()):
                yield left, figures
            else:
                yield from self._deaths(left, self._all(left, now=now), now=now, frenzied=frenzied)

    def _survivors(self, field: Field, figures: Mapping[str, Figures]) -> None:
        """Who has no fatal wounds after this round."""
        for card, wounds in field.wounds.items():
            chance = Fraction(sum(wounds[: figures[card].life]), sum(wounds))
            self.survives[card] += field.weight * chance

    def _sides(self, field: Field) -> tuple[list[str], list[str]]:
        ours, theirs = (
            [card for card in side if card in field.wounds]
            for side in (self._roster.attackers, self._roster.defenders)
        )
        return ours, theirs

    def _all(self, field: Field, *, now: bool) -> dict[str, Figures]:
        """The figures of all who stand, against whom they confront."""
        carriers = self._roster.carriers.intersection(field.wounds)
        at = {card: each for each in field.confrontations for card in (*each.pair, *each.supporters)}
        return {card: self._roster.of(card, at.get(card), carriers, now=now) for card in field.wounds}

    def _fallen(self, card: str, what: Throwing, *, now: bool) -> Ways | None:
        """What a roll of this round has come to already."""
        throw = self._roster.combat.thrown(card, what) if now else None
        return certain(throw.count) if throw else None

    def _ranged(self, field: Field, figures: Mapping[str, Figures]) -> dict[str, Ways]:
        """Hits on each; the ranged round is always the one under way."""
        suffered: dict[str, Ways] = {}
        ours, theirs = self._sides(field)
        for side, enemies in ((ours, theirs), (theirs, ours)):
            shooters = [card for card in side if card in self._roster.shooters]
            for card, enemy in aimed(self._roster.combat.aims, shooters, enemies).items():
                hits = self._fallen(card, "shoot", now=True) or figures[card].ranged
                self.hits[card] = hits
                suffered[enemy] = both(suffered.get(enemy, NONE), hits)
        return suffered

    def _close(self, field: Field, figures: Mapping[str, Figures], *, now: bool) -> dict[str, Ways]:
        """Wounds of each who confronts somebody: hits without those that armour and blocks cancel (DA-32, DA-33)."""
        suffered: dict[str, Ways] = {}
        attackers = frozenset(self._roster.attackers)
        carriers = self._roster.carriers.intersection(field.wounds)
        for each in field.confrontations:
            everybody = (*each.pair, *each.supporters)
            for card in each.pair:
                key = (each, card, now, carriers)
                if key not in self._kept:
                    foes = [foe for foe in everybody if (foe in attackers) != (card in attackers)]
                    self._kept[key] = self._suffered(figures, card, foes, now=now)
                suffered[card] = self._kept[key]
        return suffered

    def _suffered(self, figures: Mapping[str, Figures], card: str, foes: list[str], *, now: bool) -> Ways:
        open_hits, unblockable = NONE, NONE
        for foe in foes:
            hits = self._fallen(foe, "strike", now=now) or figures[foe].hit
            throw = self._roster.combat.thrown(foe, "strike") if now else None
            if now:
                self.hits[foe] = hits
            if throw.unblockable if throw else figures[foe].unblockable:
                unblockable = both(unblockable, hits)
            else:
                open_hits = both(open_hits, hits)
        own = figures[card]
        open_hits = less(open_hits, self._fallen(card, "armour", now=now) or own.armour)
        open_hits = less(open_hits, self._fallen(card, "block", now=now) or own.block)
        return both(open_hits, unblockable)

    def _end(self, field: Field) -> None:
        """After the last round those in a frenzy die, too, and whoever lived of what they had lent."""
        if self._roster.carriers.isdisjoint(field.wounds):
            self._counted(field)
            return
        for left, _ in self._deaths(field, self._all(field, now=False), now=False, frenzied=True):
            self._counted(left)

    def _counted(self, field: Field, last: Mapping[str, Figures] | None = None) -> None:
        """Those in a frenzy die, too; an attacker who lives where no defender does has pillaged (DA-35, DA-38). With
        the figures of the ``last`` round its dead are still among the others."""
        # What holds for a round alone ends with the one that is under way.
        in_the_end = last if last is not None and self._round != "second" else self._all(field, now=False)
        dies, every = dict[str, int](), dict[str, int]()
        for card, wounds in field.wounds.items():
            fatal = in_the_end[card].life
            if last is not None and not last[card].frenzy:
                fatal = min(fatal, last[card].life)
            dies[card], every[card] = sum(wounds[fatal:]), sum(wounds)
            self.lives[card] += field.weight * Fraction(every[card] - dies[card], every[card])
        attackers, defenders = self._sides(field)
        no_defender = prod(dies[card] for card in defenders)
        attacker = prod(every[card] for card in attackers) - prod(dies[card] for card in attackers)
        self.pillage += field.weight * Fraction(no_defender * attacker, prod(every.values()))


def _standing(field: Field, figures: Mapping[str, Figures], *, frenzied: bool) -> Iterator[Field]:
    """Each way in which some die of their wounds; those in a frenzy only at last, ``frenzied`` (DA-34, DA-35)."""
    ways: list[tuple[int, dict[str, Ways]]] = [(1, {})]
    every = 1
    for card, wounds in field.wounds.items():
        if figures[card].frenzy and not frenzied:
            ways = [(number, {**left, card: wounds}) for number, left in ways]
            continue
        fewer = wounds[: figures[card].life]
        lives, dies = sum(fewer), sum(wounds[figures[card].life :])
        every *= lives + dies
        dead = [(number * dies, left) for number, left in ways] if dies else []
        alive = [(number * lives, {**left, card: fewer}) for number, left in ways] if lives else []
        ways = dead + alive
    for number, left in ways:
        yield replace(field, weight=field.weight * Fraction(number, every), wounds=left)


def _between(field: Field) -> Field:
    """Pairs that both live stay, with their supporters who live (DA-36)."""
    kept = tuple(
        Confrontation(*each.pair, tuple(card for card in each.supporters if card in field.wounds))
        for each in field.confrontations
        if all(card in field.wounds for card in each.pair)
    )
    supported = frozenset(card for each in field.confrontations for card in each.supporters)
    return replace(field, confrontations=kept, supported=supported)
