"""What fights are worth to a player, as far as that player knows the state: whom to send, against which place, and how
to meet an attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from signifer_core.dice import FACES
from signifer_core.games.dark_age_arena.deck import Deck, side_of_card
from signifer_core.games.dark_age_arena.deck.effects import Modifier
from signifer_core.games.dark_age_arena.deck.printed import Condition, Victory
from signifer_core.games.dark_age_arena.rules.effects import of_instants, place_name
from signifer_core.games.dark_age_arena.rules.spoils import FIRST_PILLAGE, LATER_PILLAGE
from signifer_core.games.dark_age_arena.state import PLACES, ZONE, Standing, State
from signifer_core.layout import Side, other

from .chances import Edge, Fighter, Outlook, edged, fighter, outlook

# So many fighters a side has at most: more do not lie in one pile and are all read.
MOST_FIGHTERS = 4
# A die of a solitary fighter, by and large.
MEAN_DIE = 3.5

Role = Literal["attacking", "defending"]
Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """What is at stake in a fight, in points. A fighter is worth the point that its control roll may give, and what it
    would still do: ``fighter``, so much for each ``strength`` of it and each ``life`` that it has left. A place that is
    pillaged for the first time is worth ``whole`` more than its points, and a COM that is kept may be needed for
    defence. ``least`` is what an attack has to bring; a solitary fighter, whose COM a die decides, ``alone``.
    Cards below ``poor`` are exchanged.

    Whoever is ``keen`` besides reckons with the victory cards of the hand, sends characters of the hand to fight alone,
    gets COM for LOG and markers where it changes a fight, and keeps its characters together."""

    fighter: float = 0.5
    strength: float = 0.0
    life: float = 0.0
    whole: float = 0.0
    com: float = 0.06
    least: float = 0.1
    alone: float = 0.3
    bids: tuple[int, ...] = (0, 0, 1, 1, 2, 3)
    poor: float = 0.6
    keen: bool = False


THUMB = Scale()
# What a fighter and a place are worth is as `value.py` has learnt it, in points of five to a side: a strong fighter is
# worth more than a weak one, the places are what is to be kept, and whoever bids nothing has a card more. The rest was
# tried in games (docs/robots.md).
LEARNT = Scale(
    fighter=-0.6,
    strength=0.37,
    life=0.38,
    whole=1.7,
    com=0.12,
    least=0.4,
    bids=(0,),
    poor=0.9,
    keen=True,
)
# What a card is worth that is sent to fight from the hand.
CARD = 0.3
# How many of a hand, or of a side, are weighed to fight alone.
SINGLES = 2


class Tactics:
    """The fights of player ``side`` in ``state``, which is that player's view."""

    def __init__(self, deck: Deck, state: State, side: Side, scale: Scale = THUMB) -> None:
        self.scale = scale
        self.deck = deck
        self.state = state
        self.side = side
        # Each is looked at for every attack that could be made.
        self._fighters: dict[str, Fighter] = {}
        self._strengths: dict[str, float] = {}
        self._worths: dict[str, float] = {}
        self._edged: dict[tuple[str, int, Role], Fighter] = {}

    # Fighters

    def standing(self, card: str) -> Standing:
        """How a character stands in play, or would from the hand."""
        return self.state.standing(card) or Standing(card, ZONE)

    def fighter(self, card: str) -> Fighter:
        found = self._fighters.get(card)
        if found is None:
            found = self._fighters[card] = fighter(self.deck, self.standing(card))
        return found

    def strength(self, card: str) -> float:
        found = self._strengths.get(card)
        if found is None:
            found = self._strengths[card] = self.fighter(card).strength
        return found

    def worth(self, card: str) -> float:
        """What it is worth to kill a character: a control roll (DA-40), and that it is gone."""
        found = self._worths.get(card)
        if found is None:
            one, scale = self.fighter(card), self.scale
            still = scale.fighter + scale.strength * self.strength(card) + scale.life * one.life
            found = self._worths[card] = (one.control - 1) / FACES + max(0.0, still)
        return found

    def strong(self, cards: Sequence[str]) -> list[str]:
        """The strongest first."""
        return sorted(cards, key=lambda card: (-self.strength(card), card))

    def own(self) -> list[str]:
        """The player's characters in play, the strongest first."""
        return self.strong([each.card for each in self.state.of_side(self.side)])

    # A fight

    def points(self, owner: Side, target: int) -> float:
        """What it is worth to pillage a place (DA-38), its supply and all."""
        spot = self.state.player(owner).spot(target)
        points = LATER_PILLAGE if spot.pillaged else FIRST_PILLAGE + self.scale.whole
        return points + (spot.supply is not None)

    def outlook(self, attackers: Sequence[str], defenders: Sequence[str], target: int) -> Outlook:
        """How a fight about a place may go; both sides the strongest first."""
        sides: list[tuple[Fighter, ...]] = []
        both: tuple[tuple[Sequence[str], Role], ...] = ((attackers, "attacking"), (defenders, "defending"))
        for cards, role in both:
            sides.append(tuple(self._fighting(card, target, role) for card in self.strong(cards)))
        return outlook(sides[0], sides[1])

    def _fighting(self, card: str, target: int, role: Role) -> Fighter:
        """A fighter with what counts in a fight about a place."""
        found = self._edged.get((card, target, role))
        if found is None:
            found = edged(self.fighter(card), self._edge(card, target, role))
            self._edged[card, target, role] = found
        return found

    def _edge(self, card: str, target: int, role: Role) -> Edge:
        """What the place, and instants that were played, add to a fighter's rolls in a fight that has not begun."""
        side = side_of_card(card)
        attacker, defender = (side, other(side)) if role == "attacking" else (other(side), side)
        roles = {attacker: "attacking", defender: "defending"}
        place = self.deck.sources.get(place_name(defender, target), ())
        return tuple(
            (source.effect.what.sign, source.effect.what.amount)
            for source in (*place, *of_instants(self.state))
            if isinstance(source.effect.what, Modifier)
            and not source.effect.task
            and source.effect.role in (None, roles[source.owner])
            and source.reaches(card)
        )

    def value(self, attackers: Sequence[str], defenders: Sequence[str], target: int) -> float:
        """What a fight about a place brings the attacker, in points."""
        if not attackers:
            return 0.0
        found = self.outlook(attackers, defenders, target)
        brings = found.pillage * self.points(other(side_of_card(attackers[0])), target)
        if self.scale.keen and side_of_card(attackers[0]) == self.side:
            brings += found.pillage * self.scoring("A", "pillaged")
        elif self.scale.keen:
            brings -= (1 - found.pillage) * self.scoring("D", "held")
        brings += sum(
            chance * self.worth(card)
            for chance, card in zip(found.defenders, self.strong(defenders), strict=True)
        )
        return brings - sum(
            chance * self.worth(card)
            for chance, card in zip(found.attackers, self.strong(attackers), strict=True)
        )

    def scoring(self, role: Literal["A", "D"], when: Condition) -> int:
        """What a victory card of the hand may bring that asks for this."""
        cards = map(self.deck.printed, self.state.player(self.side).hand.named)
        found = (
            card.points
            for card in cards
            if isinstance(card, Victory) and role in card.scorer and when in card.when
        )
        return max(found, default=0)

    def entering(self, card: str) -> float:
        """What it brings that somebody comes into play from the hand."""
        stranger = self.scale.keen and self.state.standing(card) is None
        return self.worth(card) - CARD if stranger else 0.0

    # Who could be sent

    def cost(self, card: str, near: int, role: Role) -> int:
        """COM for a fighter of the standard way (DA-22, DA-27)."""
        leader = self.deck.leader(side_of_card(card))
        figure = leader.attack if role == "attacking" else leader.defence
        return 1 if self.standing(card).place == near else max(1, self.deck.character(card).control - figure)

    def cost_alone(self, card: str) -> float:
        """COM for a solitary fighter (DA-23), by and large."""
        return self.deck.character(card).control - MEAN_DIE

    def affordable(self, side: Side, near: int, role: Role) -> list[str]:
        """As many of the strongest as can be paid, those of the place first."""
        com, found = self.state.player(side).com, list[str]()
        cards = self.strong([each.card for each in self.state.of_side(side)])
        for card in sorted(cards, key=lambda card: self.standing(card).place != near):
            cost = self.cost(card, near, role)
            if cost <= com and len(found) < MOST_FIGHTERS:
                found.append(card)
                com -= cost
        return found

    def groups(self, near: int, role: Role) -> Iterator[Group]:
        """The groups that are weighed: one fighter, two, and so on."""
        cards = self.affordable(self.side, near, role)
        yield from (tuple(cards[:number]) for number in range(1, len(cards) + 1))

    # Plans

    def assault(self, group: Group) -> tuple[float, int]:
        """The best place for these attackers, and what it brings against all who can defend it."""
        enemy = other(self.side)
        plans = [
            (self.value(group, self.affordable(enemy, target, "defending"), target), target)
            for target in PLACES
        ]
        return max(plans)

    def best_attack(self) -> float:
        """What the best attack of the standard way brings."""
        return max(self.attack(start)[0] for start in PLACES)

    def attack(self, start: int) -> tuple[float, Group]:
        """The best group that starts from a place, and what it brings."""
        plans = [
            (
                self.assault(group)[0]
                - self.scale.com * sum(self.cost(card, start, "attacking") for card in group),
                group,
            )
            for group in self.groups(start, "attacking")
        ]
        return max(plans, default=(0.0, ()))

    def alone(self, cards: Sequence[str]) -> tuple[float, str] | None:
        """The best solitary fighter of ``cards``, and what it brings; None if there is nobody."""
        player = self.state.player(self.side)
        can = [card for card in cards if self.cost_alone(card) <= player.com]
        plans = [
            (
                self.assault((card,))[0]
                - self.scale.com * max(0.0, self.cost_alone(card))
                + self.entering(card),
                card,
            )
            for card in self.strong(can)[:SINGLES]
        ]
        return max(plans, default=None)

    def defence(self) -> tuple[float, Group]:
        """Who is to defend, if anybody, and what the attack brings then."""
        plans = [
            (self._left(group) + self.scale.com * len(group), group)
            for group in ((), *self.groups(self._target, "defending"))
        ]
        return min(plans)

    def defence_alone(self, cards: Sequence[str]) -> tuple[float, str] | None:
        """The best solitary defender of ``cards``, and what the attack brings then; None if there is nobody."""
        player = self.state.player(self.side)
        can = [card for card in cards if self.cost_alone(card) <= player.com]
        plans = [
            (
                self._left((card,)) + self.scale.com * max(0.0, self.cost_alone(card)) - self.entering(card),
                card,
            )
            for card in self.strong(can)[:SINGLES]
        ]
        return min(plans, default=None)

    @property
    def _target(self) -> int:
        assert self.state.combat is not None
        return self.state.combat.target

    def _left(self, defenders: Group) -> float:
        """What the attack under way brings against these."""
        return self.value(self.state.fighters(other(self.side)), defenders, self._target)
