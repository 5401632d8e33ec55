"""How a combat may go on, round by round.

Who stands as a round begins decides who fights whom; then the wounds of each fighter depend on no other's. So it is
enough to follow who stands (`Field`), with the chances of each one's wounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from signifer_core.frozen import replace

from ..deck import Deck
from ..state import Confrontation, Round, State, Throwing
from .figures import Figures, Roster
from .order import aimed, paired
from .spread import NONE, Spread, both, certain, less

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Field:
    """These stand with the chance ``weight``, each with its ``wounds``."""

    weight: Fraction
    wounds: dict[str, Spread]
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
        self.hits: dict[str, Spread] = {}
        self.suffers: dict[str, Spread] = {}
        self.survives: dict[str, Fraction] = defaultdict(Fraction)
        self.lives: dict[str, Fraction] = defaultdict(Fraction)
        self.pillage = NOTHING
        self._round: Round = combat.round
        self._kept: dict[tuple[Confrontation, str, bool, frozenset[str]], Spread] = {}
        self._go_on(combat.round, Field(Fraction(1), wounds, combat.confrontations, combat.supported))

    def _go_on(self, name: Round, field: Field) -> None:
        """This round and all later ones."""
        now = name == self._round
        attackers, defenders = self._sides(field)
        if not attackers or not defenders:
            self._end(field)
            return
        if name == "ranged":
            suffered = self._ranged(field)
            after: Round = "first"
        else:
            field = replace(
                field, confrontations=paired(field.confrontations, attackers, defenders, field.supported)
            )
            suffered = self._close(field, now=now)
            after = "second" if name == "first" else "over"
        wounds = {card: both(old, suffered.get(card, NONE)) for card, old in field.wounds.items()}
        field = replace(field, wounds=wounds)
        if now:
            self.suffers = {card: suffered.get(card, NONE) for card in wounds}
            self._survivors(field)
        if after == "over" and not self._roster.carriers:
            # Nobody's death changes what others bear: the ways need not be told apart.
            self._end(self._left(field, now=now))
            return
        for left in self._standing(field, now=now):
            if after == "over":
                self._end(left)
            elif after == "second":
                self._go_on(after, _between(left))
            else:
                self._go_on(after, left)

    def _survivors(self, field: Field) -> None:
        """Who has no fatal wounds after this round."""
        for card, wounds in field.wounds.items():
            fatal = self._figures(field, card, now=True).life
            self.survives[card] += field.weight * sum(wounds[:fatal], NOTHING)

    def _sides(self, field: Field) -> tuple[list[str], list[str]]:
        ours, theirs = (
            [card for card in side if card in field.wounds]
            for side in (self._roster.attackers, self._roster.defenders)
        )
        return ours, theirs

    def _figures(self, field: Field, card: str, *, now: bool) -> Figures:
        foe = next(
            (
                each.defender if card == each.attacker else each.attacker
                for each in field.confrontations
                if card in each.pair
            ),
            None,
        )
        return self._roster.of(card, foe, now=now, standing=frozenset(field.wounds))

    def _fallen(self, card: str, what: Throwing, *, now: bool) -> Spread | None:
        """What a roll of this round has come to already."""
        throw = self._roster.combat.thrown(card, what) if now else None
        return certain(throw.count) if throw else None

    def _ranged(self, field: Field) -> dict[str, Spread]:
        """Hits on each; the ranged round is always the one under way."""
        suffered: dict[str, Spread] = {}
        ours, theirs = self._sides(field)
        for side, enemies in ((ours, theirs), (theirs, ours)):
            shooters = [card for card in side if self._figures(field, card, now=True).shoots]
            for card, enemy in aimed(self._roster.combat.aims, shooters, enemies).items():
                hits = self._fallen(card, "shoot", now=True) or self._figures(field, card, now=True).ranged
                self.hits[card] = hits
                suffered[enemy] = both(suffered.get(enemy, NONE), hits)
        return suffered

    def _close(self, field: Field, *, now: bool) -> dict[str, Spread]:
        """Wounds of each who confronts somebody: hits without those that armour and blocks cancel (DA-32, DA-33)."""
        suffered: dict[str, Spread] = {}
        attackers = frozenset(self._roster.attackers)
        carriers = self._roster.carriers & frozenset(field.wounds)
        for each in field.confrontations:
            everybody = (*each.pair, *each.supporters)
            for card in each.pair:
                key = (each, card, now, carriers)
                if key not in self._kept:
                    foes = [foe for foe in everybody if (foe in attackers) != (card in attackers)]
                    self._kept[key] = self._suffered(field, card, foes, now=now)
                suffered[card] = self._kept[key]
        return suffered

    def _suffered(self, field: Field, card: str, foes: list[str], *, now: bool) -> Spread:
        open_hits, unblockable = NONE, NONE
        for foe in foes:
            figures = self._figures(field, foe, now=now)
            hits = self._fallen(foe, "strike", now=now) or figures.hit
            throw = self._roster.combat.thrown(foe, "strike") if now else None
            if now:
                self.hits[foe] = hits
            if throw.unblockable if throw else figures.unblockable:
                unblockable = both(unblockable, hits)
            else:
                open_hits = both(open_hits, hits)
        own = self._figures(field, card, now=now)
        open_hits = less(open_hits, self._fallen(card, "armour", now=now) or own.armour)
        open_hits = less(open_hits, self._fallen(card, "block", now=now) or own.block)
        return both(open_hits, unblockable)

    def _left(self, field: Field, *, now: bool) -> Field:
        """With only those wounds of which nobody dies now; their chances add up to that of standing."""
        left: dict[str, Spread] = {}
        for card, wounds in field.wounds.items():
            figures = self._figures(field, card, now=now)
            left[card] = wounds if figures.frenzy else wounds[: figures.life]
        return replace(field, wounds=left)

    def _standing(self, field: Field, *, now: bool) -> Iterator[Field]:
        """Each way in which some die of their wounds; those in a frenzy do not yet (DA-34, DA-35)."""
        ways: list[tuple[Fraction, dict[str, Spread]]] = [(field.weight, {})]
        for card, wounds in field.wounds.items():
            figures = self._figures(field, card, now=now)
            if figures.frenzy:
                ways = [(weight, {**left, card: wounds}) for weight, left in ways]
                continue
            dies = sum(wounds[figures.life :], NOTHING)
            fewer = wounds[: figures.life]
            grown: list[tuple[Fraction, dict[str, Spread]]] = []
            if dies:
                grown += [(weight * dies, left) for weight, left in ways]
            if dies < 1:
                fewer = tuple(chance / (1 - dies) for chance in fewer) if dies else fewer
                grown += [(weight * (1 - dies), {**left, card: fewer}) for weight, left in ways]
            ways = grown
        for weight, left in ways:
            yield Field(weight, left, field.confrontations, field.supported)

    def _end(self, field: Field) -> None:
        """Those in a frenzy die, too; an attacker who lives where no defender does has pillaged (DA-35, DA-38)."""
        lives: dict[str, Fraction] = {}
        for card, wounds in field.wounds.items():
            figures = self._figures(field, card, now=False)
            lives[card] = sum(wounds[: figures.life], NOTHING)
            self.lives[card] += field.weight * lives[card]
        nobody = [Fraction(1), Fraction(1)]
        for number, side in enumerate(self._sides(field)):
            for card in side:
                nobody[number] *= 1 - lives[card]
        no_attacker, no_defender = nobody
        self.pillage += field.weight * no_defender * (1 - no_attacker)


def _between(field: Field) -> Field:
    """Pairs that both live stay, with their supporters who live (DA-36)."""
    kept = tuple(
        replace(each, supporters=tuple(card for card in each.supporters if card in field.wounds))
        for each in field.confrontations
        if all(card in field.wounds for card in each.pair)
    )
    supported = frozenset(card for each in field.confrontations for card in each.supporters)
    return replace(field, confrontations=kept, supported=supported)
