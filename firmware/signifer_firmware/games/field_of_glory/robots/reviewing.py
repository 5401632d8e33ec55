"""A game that is over, for a report: its decisions and what chance has given, from a record of what the table knew.

Each decision is judged from the view of who made it: hidden cards of the other are dealt again. The record does not
name a player's own hand, who knew it: it is dealt as far as what they played later does not tell it (`recalled.py`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import cast

from signifer_core.chance import Chance
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import UNSEEN_CARDS, Player, kind_of, owner_of
from signifer_core.games.field_of_glory.odds import odds
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.rules.placing import OVERLAP, RESERVES
from signifer_core.games.field_of_glory.state import ARMY, FIRST, OVER, TERRAIN, State
from signifer_core.layout import COLUMNS, SIDES, side_of

from signifer_firmware.games.field_of_glory.texts import plans as texts
from signifer_firmware.i18n.words import Words
from signifer_firmware.simulation.robots.review import HAND, Luck, Moment, Undone, Verdict
from signifer_firmware.simulation.robots.tutor import Budget, judged

from . import luck
from .choices import FROM_HAND, Choice, alike, choices, may
from .gestures import Decision
from .plans import FieldOfGloryPlans, Moves
from .recalled import BEFORE, Hands, Held, held, known

CHOICE = "choice"
# Ways in which a hand may have been; a card that is in so many of them counts as one that was there.
WAYS, LIKELY = 60, 0.8
# An attack with at least this chance to win, both with the top of the deck, is said to be left undone.
GOOD_ODDS = 0.65
SET_UP = (ARMY, TERRAIN, FIRST)


class FieldOfGloryReview:
    """A `Review`: ``states`` are the table's, one before each of ``actions`` and the last; an action is None where
    people agreed on something, or a die fell."""

    players: Sequence[str] = SIDES
    together = False

    def __init__(
        self, rules: FieldOfGlory, states: Sequence[State], actions: Sequence[act.Action | None]
    ) -> None:
        self._rules, self._states, self._actions = rules, states, actions
        self._plans = FieldOfGloryPlans(rules)
        self._chances = luck.Chances(rules)
        self._choices = choices(rules, states, actions)
        hands = {player: Hands(rules.deck, states, actions, player) for player in SIDES}
        # Always the same ways in which each hand may have been.
        self._ways: Mapping[str, Sequence[Held]] = {
            player: [hands[player].sampled(random.Random(f"{player} {number}")) for number in range(WAYS)]
            for player in SIDES
        }

    @property
    def moments(self) -> Sequence[Moment]:
        found = [
            Moment(number, choice.line, choice.state.turn, choice.player, CHOICE)
            for number, choice in enumerate(self._choices)
        ]
        for line, action in enumerate(self._actions):
            found += [
                Moment(-1, line, self._states[line].turn, player, kind)
                for player, kind in self._from_chance(line, action)
            ]
        return sorted(found, key=lambda moment: (moment.line, moment.kind != CHOICE, moment.number))

    def _from_chance(self, line: int, action: act.Action | None) -> list[tuple[Player, str]]:
        """What chance has decided with a line, and for whom."""
        before, after = self._states[line], self._states[line + 1]
        found: list[tuple[Player, str]] = []
        match action:
            case act.First(player=player):
                found.append((player, luck.FIRST))
                return [*found, *((side, luck.HAND) for side in SIDES)]
            case act.Reveal() if self._chances.bonus(before, action) is not None:
                found.append((before.active, luck.BONUS))
            case act.Rampage(player=player, card=str() as card) if card not in UNSEEN_CARDS:
                found.append((player, luck.RAMPAGE))
            case None:
                return []
            case _:
                pass
        drawn = (player for player in SIDES if any(way.drawn(line) for way in self._ways[player]))
        if after.step not in (*SET_UP, OVER):
            found += [(player, luck.HAND) for player in drawn]
        return found

    # Decisions

    def verdict(self, moment: Moment, seed: int, budget: Budget) -> Verdict | None:
        choice = self._choices[moment.number]
        ways = self._payable(choice)
        view = self._rules.view(choice.state, choice.player)
        options = self._options(choice, view, ways)
        if not ways or len(options) < 2:
            return None
        deck = self._rules.deck

        def deal(view: State, chance: Chance) -> State:
            return self._rules.determinize(chance.choice(ways), chance)

        found = judged(
            self._plans,
            view,
            choice.move,
            seed,
            budget,
            options=options,
            deal=deal,
            may=lambda state, move: may(deck, state, move),
        )
        if found is None:
            return None
        return Verdict(moment, found.chance, found.best_chance, found.iterations, found.made, found.best)

    def _payable(self, choice: Choice) -> list[State]:
        """What the player may have seen: the view with each way of their hand that pays for what was done."""
        view, found = self._rules.view(choice.state, choice.player), []
        for way in self._ways[choice.player]:
            own = known(view, choice.player, way.at(choice.at))
            points = sum(map(self._rules.deck.command_points, own.side(choice.player).hand_cards))
            if may(self._rules.deck, own, choice.move) and points >= own.due:
                found.append(own)
        return found

    def _options(self, choice: Choice, view: State, ways: Sequence[State]) -> Moves:
        """What could have been done with cards that were there for certain, or almost, beside what was done. With a
        card as good as the one taken it is no other move."""
        if not ways:
            return []
        hands = [way.side(choice.player).hand_cards for way in ways]
        often = Counter(card for hand in hands for card in hand)
        likely = {card for card, number in often.items() if number >= LIKELY * len(ways)}
        weights: dict[Decision, float] = {}
        for way in ways[: WAYS // 4]:
            for move, weight in self._plans.moves(way):
                if all(str(action.card) in likely for action in move if isinstance(action, FROM_HAND)):
                    weights.setdefault(move, weight)
        deck = self._rules.deck
        others = [(move, weight) for move, weight in weights.items() if not alike(deck, move, choice.move)]
        return [*others, (choice.move, max((weight for _, weight in others), default=1.0))]

    # Chance

    def luck(self, moment: Moment, seed: int, budget: Budget) -> Luck:
        before, after = self._states[moment.line], self._states[moment.line + 1]
        action, player = self._actions[moment.line], side_of(moment.player)
        pair: luck.Pair | None
        if moment.kind == luck.HAND:
            ways = self._ways[player]
            # The first hands were drawn before the first line.
            drawn = BEFORE if isinstance(action, act.First) else moment.line
            pair = self._chances.hand(after, player, (moment.line + 1, drawn), lambda rng: rng.choice(ways))
        elif isinstance(action, act.First):
            pair = self._chances.first(before, action.player)
        elif isinstance(action, act.Reveal):
            pair = self._chances.bonus(before, action)
        else:
            assert isinstance(action, act.Rampage)
            pair = self._chances.rampage(before, player, str(action.card))
        assert pair is not None
        return Luck(moment, *self._chances.gain(player, pair, seed, budget(1.0)))

    # What was left undone

    def undone(self) -> Sequence[Undone]:
        found: list[Undone] = []
        attacked: set[int] = set()
        for line, action in enumerate(self._actions):
            state = self._states[line]
            match action:
                case act.DeclareAttack(column=column) | act.FlankAttack(column=column):
                    attacked.add(column)
                case act.EndActions():
                    columns = [number for number in COLUMNS if number not in attacked]
                    found += self._not_attacked(state, [act.DeclareAttack(number) for number in columns])
                    attacked = set()
                case act.EndFlank() if state.vulnerable:
                    found += self._not_attacked(
                        state, [act.FlankAttack(number) for number, _ in state.vulnerable]
                    )
                case act.Pay(card=card) | act.DiscardToDraw(card=card) | act.DiscardDown(card=card):
                    if card not in UNSEEN_CARDS and kind_of(card) in (RESERVES, OVERLAP):
                        found.append(Undone(state.turn, owner_of(card), "card", card))
                case _:
                    pass
        last = self._states[-1]
        hands = ((side, held(last, side)) for side in SIDES)
        return [*found, *(Undone(last.turn, side, HAND, str(number)) for side, number in hands if number)]

    def _not_attacked(
        self, state: State, attacks: Sequence[act.DeclareAttack | act.FlankAttack]
    ) -> list[Undone]:
        """Attacks with good odds, as their player could tell them."""
        found = []
        for attack in attacks:
            if self._rules.refusals(state, attack):
                continue
            chance = odds(self._rules.deck, state, viewer=state.active, attack=attack)
            win = float(chance.best("deck", "deck").of("deck", "deck").win)
            if win >= GOOD_ODDS:
                kind = "flank" if isinstance(attack, act.FlankAttack) else "attack"
                found.append(Undone(state.turn, state.active, kind, str(attack.column), win))
        return found

    # Words

    def said(self, move: object, words: Words) -> str:
        return texts.move_text(cast(Decision, move), words)

    def undone_said(self, undone: Undone, words: Words) -> str:
        return texts.undone_text(undone.what, undone.subject, words)
