"""The mind of a robot, how it chooses: rules of thumb for hands, drafts and LOG, and cheap forecasts of fights.

A mind is shown what its player may know (`view`): its own hand, all that lies open, and the numbers of all else.
"""

from __future__ import annotations

import random
from collections import Counter

from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.deck import Deck, kind_of, side_of_card
from signifer_core.games.dark_age_arena.deck.printed import Character, Equipment, Instant, Supply
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.rules.combat import free, unaimed
from signifer_core.games.dark_age_arena.rules.draft import missing, takes_no_com
from signifer_core.games.dark_age_arena.rules.effects import enlist_cost, recruitment
from signifer_core.games.dark_age_arena.state import (
    CARD_COST,
    LAST_OF_ESCALATION,
    MOST_DISCARDS,
    MOVE_COST,
    NO_CARDS,
    PLACES,
    Standing,
    State,
    most_bid,
)
from signifer_core.layout import Side, other

from .chances import fighter
from .fighting import Fighting
from .instants import instant
from .tactics import MOST_FIGHTERS, THUMB, Scale

Decision = tuple[act.Action, ...]
# With fewer characters a first hand is rejected.
LEAST_CHARACTERS = 2
# LOG for the bid, and COM for fights, once there are any.
KEPT_LOG, KEPT_COM = 1, 3
LEAST_CHANCE = 0.3
MOST_IN_HAND = 9


class Mind:
    """What a player does. ``whim`` is how often it is something else than what seems best, ``scale`` what is at stake
    in fights."""

    def __init__(
        self, rules: DarkAgeArena, rng: random.Random, *, whim: float = 0.1, scale: Scale = THUMB
    ) -> None:
        self._rules = rules
        self._rng = rng
        self._whim = whim
        self._scale = scale
        self._fighting = Fighting(rules, rng, scale)

    @property
    def deck(self) -> Deck:
        return self._rules.deck

    def decide(self, state: State, side: Side) -> Decision:
        """What ``side`` does next, in a state as that player knows it, as far as it is one gesture."""
        if state.step == "assemble":
            return self._assembled(state, side)
        if state.step == "stock":
            return self._renewed(state, side)
        if self._rng.random() < self._whim:
            return (self._rng.choice(self.possible(state, side)),)
        match state.step:
            case "draft":
                return (self._draft(state, side),)
            case "bid" | "contest":
                return (act.Bid(side, min(most_bid(state.player(side)), self._rng.choice(self._scale.bids))),)
            case "prepare":
                return (self._prepared(state, side),)
            case "supply":
                return (self._supplied(state, side),)
            case _:
                return (self._fighting.decide(state, side),)

    def interject(self, state: State, side: Side) -> Decision | None:
        """An instant that ``side`` plays now, whoever decides."""
        if self._rng.random() < self._whim:
            return None
        play = instant(self._rules, state, side, keen=self._scale.keen)
        return None if play is None else (play,)

    def possible(self, state: State, side: Side) -> list[act.Action]:
        """Everything that hands of this player can say now."""
        alone = state.with_player(other(side), replace(state.player(other(side)), hand=NO_CARDS))
        return [
            action for action in self._rules.legal_actions(alone) if _is_said(self.deck, state, side, action)
        ]

    # The set-up, and the stock phase

    def _assembled(self, state: State, side: Side) -> Decision:
        """Artifacts anywhere; a hand without characters is rejected."""
        artifacts = self.deck.of_sort(side, "artifact")
        places = self._rng.sample(PLACES, len(artifacts))
        laid = tuple(act.Artifact(card, place) for card, place in zip(artifacts, places, strict=True))
        found = [card for card in state.player(side).hand.named if self.deck.is_a(Character, card)]
        keeps = self._rng.random() < 0.5 if self._odd() else len(found) >= LEAST_CHARACTERS
        # Who has played an instant may have too few to reject them.
        rejects = not keeps and not self._rules.refusals(state, act.Reject(side))
        return (*laid, act.Reject(side) if rejects else act.Keep(side))

    def _odd(self) -> bool:
        return self._rng.random() < self._whim

    def _renewed(self, state: State, side: Side) -> Decision:
        """What is poor goes for something else."""
        hand = sorted(state.player(side).hand.named)
        if self._odd():
            gone = self._rng.sample(hand, min(len(hand), self._rng.randint(0, MOST_DISCARDS)))
        else:
            worth = {card: self._card_worth(state, side, card, hand) for card in hand}
            poor = [card for card in hand if worth[card] < self._scale.poor]
            gone = sorted(poor, key=lambda card: (worth[card], card))[:MOST_DISCARDS]
        return (*map(act.Discard, gone), act.Done(side))

    def _card_worth(self, state: State, side: Side, card: str, hand: list[str]) -> float:
        """What a card of the hand is worth; a second one of its kind is worth less."""
        printed, player = self.deck.printed(card), state.player(side)
        alike = Counter(map(kind_of, hand))[kind_of(card)]
        match printed:
            case Character():
                worth = fighter(self.deck, Standing(card, 1)).strength * self._chance(state, side, card) / 2
            case Supply():
                worth = 1.0 if any(not spot.pillaged and not spot.supply for spot in player.spots) else 0.1
            case Equipment():
                worth = 0.7 if state.of_side(side) else 0.5
            case Instant():
                worth = 0.65
            case _:
                worth = 0.65 if state.turn >= LAST_OF_ESCALATION else 0.4
        return worth / (1 if alike == 1 else 1.3)

    # The draft

    def _chance(self, state: State, side: Side, card: str) -> float:
        """The chance that a character is enlisted, with COM after the roll and a marker."""
        player, control = state.player(side), self.deck.character(card).control
        helped = min(player.com, recruitment(self.deck, state, side))
        marker = player.markers > 0 and not player.marked
        falls = sum(die + helped * (die > 1) + marker >= control for die in range(1, 7))
        return falls / 6

    def _draft(self, state: State, side: Side) -> act.Action:
        player = state.player(side)
        if player.draft is not None:
            return self._missed(state, side)
        if player.enlisted is not None or (
            state.turn > LAST_OF_ESCALATION and len(state.of_side(side)) > 2 and player.com < KEPT_COM
        ):
            return act.Done(side)
        place = min(PLACES, key=lambda each: (enlist_cost(self.deck, state, side, each), self._rng.random()))
        worth: list[tuple[float, str]] = []
        for card in sorted(player.hand.named):
            if self.deck.is_a(Character, card) and self._chance(state, side, card) > LEAST_CHANCE:
                strength = fighter(self.deck, Standing(card, place)).strength
                worth.append((strength * self._chance(state, side, card), card))
        for _, card in sorted(worth, reverse=True):
            action = act.Enlist(card, place)
            if not self._rules.refusals(state, action):
                return action
        return act.Done(side)

    def _missed(self, state: State, side: Side) -> act.Action:
        """What is missing is paid, if it can be, with a marker and COM for LOG."""
        player = state.player(side)
        assert player.draft is not None
        short, most = missing(self.deck, state, side), recruitment(self.deck, state, side)
        none = takes_no_com(player.draft)
        if not none and short <= min(most, player.com):
            return act.Pay(side)
        if player.markers and not player.marked and (none or short - 1 <= most):
            return act.Marker(side, "roll")
        if not none and short <= most and short <= player.com + player.log // 2:
            return act.Exchange(side)
        return act.GiveUp(side)

    # Resources

    def _prepared(self, state: State, side: Side) -> act.Action:
        """Supply where most are there to defend it; then whatever makes somebody stronger."""
        player = state.player(side)
        spare = player.log - (KEPT_LOG if state.turn > LAST_OF_ESCALATION else 0)
        crowded = sorted(PLACES, key=lambda place: -len(state.at(side, place)))
        gains: list[tuple[float, act.Action]] = []
        for card in sorted(player.hand.named):
            printed = self.deck.printed(card)
            if isinstance(printed, Supply):
                gains += [(9.0 - number, act.Lay(card, place)) for number, place in enumerate(crowded)]
            elif isinstance(printed, Equipment) and printed.log <= spare:
                gains += [
                    (self._stronger(each, card), act.Attach(card, each.card)) for each in state.of_side(side)
                ]
        for gain, action in sorted(gains, key=lambda each: -each[0]):
            if gain > 0 and not self._rules.refusals(state, action):
                return action
        return act.Done(side)

    def _stronger(self, standing: Standing, card: str) -> float:
        armed = replace(standing, gear=(*standing.gear, card))
        return fighter(self.deck, armed).strength - fighter(self.deck, standing).strength

    def _supplied(self, state: State, side: Side) -> act.Action:
        """LOG that is left is lost: it draws a card, or evens the places out."""
        player = state.player(side)
        if player.log >= CARD_COST and player.left and player.hand.number < MOST_IN_HAND:
            return act.Buy(side)
        if self._scale.keen:
            return self._gathered(state, side)
        by_number = sorted(PLACES, key=lambda place: len(state.at(side, place)))
        fewest, most = state.at(side, by_number[0]), state.at(side, by_number[-1])
        if player.log >= MOVE_COST and len(most) > len(fewest) + 1:
            return act.Move(self._rng.choice(most).card, by_number[0])
        return act.Done(side)

    def _gathered(self, state: State, side: Side) -> act.Action:
        """The strongest of all others goes where most are."""
        player = state.player(side)
        where = min(PLACES, key=lambda place: (-len(state.at(side, place)), player.spot(place).pillaged))
        others = [each for each in state.of_side(side) if each.place != where]
        if player.log < MOVE_COST or not others:
            return act.Done(side)
        return act.Move(max(others, key=lambda each: fighter(self.deck, each).strength).card, where)


def _is_said(deck: Deck, state: State, side: Side, action: act.Action) -> bool:
    """Whether it is a gesture of this player now: shooters and supporters are asked about in their turn, an attacker
    without fighters calls the attack off, and in a pile not more are laid than are read."""
    match action:
        case act.Rolled() | act.Drawn():
            return False
        case act.Target():
            return side == state.active
        case act.Aim(card):
            return card == unaimed(deck, state, state.active)[0] and side == state.active
        case act.Assist(card):
            return card == free(state, state.active)[0] and side == state.active
        case act.Muster(player, cards):
            return (
                player == side and len(cards or ()) <= MOST_FIGHTERS and bool(cards or state.step == "defend")
            )
        case _:
            return (getattr(action, "player", None) or side_of_card(str(getattr(action, "card", "")))) == side
