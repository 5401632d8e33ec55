"""What a robot does in a combat: attack or not, with whom and whom, and who faces whom."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.deck import kind_of
from signifer_core.games.dark_age_arena.deck.printed import Character, Victory
from signifer_core.games.dark_age_arena.odds.spread import both
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.rules.attack import alone_cost, yielding
from signifer_core.games.dark_age_arena.rules.combat import free, to_pair, unaimed
from signifer_core.games.dark_age_arena.state import CARD_COST, EXCHANGE_COST, MOST, PLACES, ZONE, State
from signifer_core.layout import Side, other

from .chances import fatal, wounded
from .tactics import Scale, Tactics

# How often a card that cannot score is laid face down, to bluff.
BLUFF = 0.2
# A solitary defender, whose COM a die decides, has to save so much more than others, in points; what LOG for one COM is
# worth, where a card could be bought for it and where not, and a marker.
LEAST_ALONE = 0.1
LOG, LITTLE_LOG, MARKER = 0.3, 0.06, 0.2
_WAYS: dict[int, act.Way] = {1: "1", 2: "2", 3: "3"}


class Fighting:
    """The decisions of a combat, one at a time, in a state as the player knows it who decides."""

    def __init__(self, rules: DarkAgeArena, rng: random.Random, scale: Scale) -> None:
        self._rules = rules
        self._scale = scale
        self._rng = rng

    def decide(self, state: State, side: Side) -> act.Action:
        combat, mine = state.combat, Tactics(self._rules.deck, state, side, self._scale)
        assert combat is not None
        if combat.asked is not None:
            return act.Judge(side, "yes" if self._rng.random() < 0.7 else "no")
        match state.step:
            case "declare":
                return self._declared(mine)
            case "muster" | "defend":
                return self._mustered(mine, combat)
            case "bluff":
                return self._bluff(mine, combat)
            case "target":
                return act.Target(mine.assault(state.fighters(side))[1])
            case "react":
                return act.Done(side)
            case "yield":
                return act.Assign(yielding(state)[0], _home(mine, combat.target))
            case "home":
                return act.Assign(state.at(side, ZONE)[0].card, _home(mine, 0))
            case _:
                return self._facing(mine, combat)

    # Who fights

    def _declared(self, mine: Tactics) -> act.Action:
        if more := self._more_com(mine, Tactics.best_attack):
            return more
        plans = {start: mine.attack(start) for start in PLACES}
        start = max(PLACES, key=lambda place: (plans[place][0], self._rng.random()))
        gain, group = plans[start]
        single = mine.alone(self._singles(mine))
        if single is not None and single[0] > max(mine.scale.alone, gain):
            return act.Declare(mine.side, "solitary")
        return act.Declare(mine.side, _WAYS[start] if group and gain > mine.scale.least else "none")

    def _singles(self, mine: Tactics) -> list[str]:
        """Whoever may fight alone, in play or from the hand."""
        there = {kind_of(each.card) for each in mine.state.characters}
        found = [each.card for each in mine.state.of_side(mine.side)]
        for card in sorted(mine.state.player(mine.side).hand.named):
            printed = mine.deck.printed(card)
            if isinstance(printed, Character) and not (printed.unique and printed.kind in there):
                found.append(card)
        return found

    def _mustered(self, mine: Tactics, combat: Combat) -> act.Action:
        state, side = mine.state, mine.side
        if combat.alone is not None:
            return self._paid(mine)
        if side == combat.defender:
            return self._defended(mine)
        if combat.start == ZONE:
            single = mine.alone(self._singles(mine))
            return act.Declare(side, "none") if single is None else act.Alone(single[1])
        return self._first_legal(state, side, mine.attack(combat.start or 0)[1])

    def _defended(self, mine: Tactics) -> act.Action:
        if more := self._more_com(mine, lambda each: -each.defence()[0]):
            return more
        brings, group = mine.defence()
        single = mine.defence_alone(self._singles(mine)) if mine.scale.keen else None
        if single is not None and single[0] < brings - LEAST_ALONE:
            return act.Alone(single[1])
        return self._first_legal(mine.state, mine.side, group)

    def _more_com(self, mine: Tactics, brings: Callable[[Tactics], float]) -> act.Action | None:
        """COM for LOG or a marker (DA-6, DA-7), where one more brings more than these are worth."""
        player = mine.state.player(mine.side)
        if not mine.scale.keen or player.com >= MOST:
            return None
        marker = player.markers > 0 and not player.marked
        if not marker and player.log < EXCHANGE_COST:
            return None
        richer = mine.state.with_player(mine.side, replace(player, com=player.com + 1))
        gain = brings(Tactics(mine.deck, richer, mine.side, mine.scale)) - brings(mine)
        # LOG that buys no card in the end is worth little.
        price = LOG if player.log // CARD_COST > (player.log - EXCHANGE_COST) // CARD_COST else LITTLE_LOG
        if player.log >= EXCHANGE_COST and gain > price and not (marker and price > MARKER):
            return act.Exchange(mine.side)
        return act.Marker(mine.side, "com") if marker and gain > MARKER else None

    def _first_legal(self, state: State, side: Side, group: Sequence[str]) -> act.Action:
        """As many of the group as the rules let fight; what costs are reckoned at leaves lines of cards out."""
        for number in range(len(group), 0, -1):
            action = act.Muster(side, tuple(group[:number]))
            if not self._rules.refusals(state, action):
                return action
        return act.Declare(side, "none") if state.step == "muster" else act.Muster(side, None)

    def _paid(self, mine: Tactics) -> act.Action:
        """A solitary fighter whose die has fallen: COM may be got for LOG or a marker."""
        player = mine.state.player(mine.side)
        short = alone_cost(mine.deck, mine.state) - player.com
        marker = player.markers > 0 and not player.marked
        if short <= 0:
            return act.Pay(mine.side)
        if short <= player.log // 2:
            return act.Exchange(mine.side)
        if marker and short <= 1 + player.log // 2:
            return act.Marker(mine.side, "com")
        return act.GiveUp(mine.side)

    # What lies face down

    def _bluff(self, mine: Tactics, combat: Combat) -> act.Action:
        """The victory card that may well score, or now and then any card."""
        hand = sorted(mine.state.player(mine.side).hand.named)
        letter = "A" if mine.side == combat.attacker else "D"
        enemies = 1 if mine.side == combat.attacker else len(mine.state.fighters(combat.attacker))
        scoring = [
            (printed.points, card)
            for card in hand
            if isinstance(printed := mine.deck.printed(card), Victory)
            and letter in printed.scorer
            and printed.killed <= enemies + 1
        ]
        if scoring:
            return act.Bluff(mine.side, max(scoring)[1])
        return act.Bluff(mine.side, self._rng.choice(hand) if hand and self._rng.random() < BLUFF else None)

    # Who faces whom

    def _facing(self, mine: Tactics, combat: Combat) -> act.Action:
        state, side = mine.state, mine.side
        enemies = state.fighters(other(side))
        match state.step:
            case "aim":
                shooter = unaimed(mine.deck, state, side)[0]
                return act.Aim(shooter, max(enemies, key=lambda card: _aim_worth(mine, combat, card)))
            case "pair":
                pairs = [
                    (card, enemy) for card in to_pair(state, side) for enemy in to_pair(state, other(side))
                ]
                return act.Pair(*max(pairs, key=lambda pair: _pair_worth(mine, *pair)))
            case _:
                card = free(state, side)[0]
                numbers = range(1, len(combat.confrontations) + 1)
                return act.Assist(
                    card, max(numbers, key=lambda number: _assist_worth(mine, combat, card, number))
                )


def _home(mine: Tactics, but: int) -> int:
    """The place with the fewest of one's own, for the keen with the most: from there an attack costs least (DA-22). Of
    these one that is not pillaged."""
    player, wanted = mine.state.player(mine.side), -1 if mine.scale.keen else 1
    places = [place for place in PLACES if place != but]
    return min(
        places, key=lambda place: (wanted * len(mine.state.at(mine.side, place)), player.spot(place).pillaged)
    )


def _aim_worth(mine: Tactics, combat: Combat, enemy: str) -> float:
    """Who is soon dead, and worth it; not if others aim there that are enough."""
    aimed = sum(aim[1] == enemy for aim in combat.aims)
    left = mine.fighter(enemy).life - aimed
    return mine.worth(enemy) / (1 + left) if left > 0 else 0.0


def _pair_worth(mine: Tactics, card: str, enemy: str) -> float:
    one, foe = mine.fighter(card), mine.fighter(enemy)
    gives, takes = wounded(foe, one, ()), wounded(one, foe, ())
    killed, lost = fatal(foe, both(gives, gives)), fatal(one, both(takes, takes))
    return killed * mine.worth(enemy) - lost * mine.worth(card)


def _assist_worth(mine: Tactics, combat: Combat, card: str, number: int) -> float:
    """How much more likely the enemy there dies with this one's hit."""
    confrontation = combat.confrontations[number - 1]
    attacks = mine.side == combat.attacker
    enemy = confrontation.defender if attacks else confrontation.attacker
    friend = confrontation.attacker if attacks else confrontation.defender
    foe, now = mine.fighter(enemy), wounded(mine.fighter(enemy), mine.fighter(friend), ())
    helped = wounded(foe, mine.fighter(friend), (mine.fighter(card),))
    chance, hurt = fatal(foe, helped) - fatal(foe, now), 1 - helped[0] / sum(helped)
    return (chance + hurt / 10) * mine.worth(enemy) + len(foe.block) / 100
