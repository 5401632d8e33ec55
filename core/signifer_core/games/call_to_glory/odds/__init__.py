"""The chance that a set is beaten before the round ends: exact fractions, and what they take for granted.

Nothing hidden is used: what is counted is `knowledge.view` of the state. Cards that nobody can place are alike wherever
they are, in hands, face-down piles and among discards that were only counted (`unseen`). How many of them come to whom
until the face-down piles end the round is in `course`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from signifer_core.errors import RulesError

from ..deck import Deck, kind_of
from ..knowledge import view
from ..rules.turn import ROUND_STEPS, needed
from ..state import State
from .course import Turn, course, on_top, settled
from .unseen import Share, Unseen, unseen

ANYONE = "anyone"

EXCHANGEABLE = "unseen-cards-exchangeable"
COLLECTED = "others-collect"
ESTIMATED = "piles-estimated"
NO_FIGURE = "no-figure-returned"


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of one kind. ``owner`` has laid ``size`` cards of it, "" and 0 if nobody has; ``needed`` beat them, or
    are a set where none lies. ``left`` are the cards of the kind that lie in no set: ``unseen`` of them nobody can
    place, ``on_top`` of them lie uppermost in the discard piles.

    ``held`` is the chance that one of the others, who has a turn left, holds enough already. ``turns`` are those that
    are left in the round, each with its player and the chance that somebody could lay enough by the end of it;
    ``players`` are the others, each with the chance of that one alone. Where nobody has laid it everybody is one of
    the others.

    ``assumptions`` are what the figures take for granted. "unseen-cards-exchangeable": nothing that anybody did tells
    which unseen cards they have. "others-collect": the others take the kind from the top of the discard piles, draw
    face-down cards else, and keep all of it; whoever has laid it draws face-down cards; and no card goes onto those
    on top unless the rules want it. "piles-estimated": the piles are as large as they are counted, and end the round.
    "no-figure-returned": no ninja figure takes a card of it.
    """

    kind: str
    owner: str
    size: int
    needed: int
    left: int
    unseen: int
    on_top: int
    held: Fraction
    turns: tuple[tuple[str, Fraction], ...]
    players: tuple[tuple[str, Fraction], ...]
    assumptions: tuple[str, ...]

    @property
    def chance(self) -> Fraction:
        """The chance that somebody can lay enough before the round ends."""
        return self.turns[-1][1] if self.turns else Fraction(0)

    @property
    def soon(self) -> Fraction:
        """The chance that somebody can until each of the others has had one more turn."""
        seats = len(self.players) + bool(self.owner)
        return self.turns[:seats][-1][1] if self.turns else Fraction(0)

    @property
    def too_few(self) -> bool:
        """Whether fewer cards of the kind are left than are needed, so that nobody can ever have them."""
        return self.left < self.needed


def odds(deck: Deck, state: State, kind: str, *, viewer: str = ANYONE) -> Odds:
    """The odds that what lies there of ``kind`` is beaten, by what ``viewer``, a player or anybody, may know.

    RulesError if no round is under way, if it is no kind of characters, or if the counts cannot be right.
    """
    if state.step not in ROUND_STEPS:
        raise RulesError("no round is under way: there are odds while cards are drawn and played")
    deck.value(kind)
    state = settled(deck, view(state, viewer))
    there, asked = state.set_of(kind), needed(deck, state, kind)
    owner, size = (there.owner, there.size) if there else ("", 0)
    others = frozenset(state.seats) - {owner}
    pool = unseen(deck, state, kind)
    ahead = course(state, kind, others)
    hands = {turn.player: _hand(state, kind, turn.player) for turn in ahead if turn.player in others}
    turns, ends = _by_turn(pool, asked, hands, ahead)
    return Odds(
        kind,
        owner,
        size,
        asked,
        len(deck.of_kind(kind)) - size,
        pool.of_kind,
        sum(on_top(state, kind).values()),
        pool.somebody(asked, hands.values()),
        turns,
        tuple(
            (seat, pool.somebody(asked, [ends[seat]] if seat in ends else []))
            for seat in state.seats
            if seat in others
        ),
        tuple(_assumptions(state)),
    )


def _hand(state: State, kind: str, player: str) -> Share:
    """What a player holds."""
    cards = state.hand(player).cards
    return Share(sum(kind_of(card) == kind for card in cards.named), cards.unnamed)


def _by_turn(
    pool: Unseen, asked: int, hands: dict[str, Share], ahead: list[Turn]
) -> tuple[tuple[tuple[str, Fraction], ...], dict[str, Share]]:
    """The chance by the end of each turn, and what the others have then; only who has had a turn could lay."""
    shares = dict[str, Share]()
    chance, turns = Fraction(0), list[tuple[str, Fraction]]()
    for turn in ahead:
        if turn.player in hands:
            held = shares.get(turn.player, hands[turn.player])
            shares[turn.player] = Share(held.known + turn.taken, held.unseen + turn.drawn)
            chance = pool.somebody(asked, shares.values())
        turns.append((turn.player, chance))
    return tuple(turns), shares


def _assumptions(state: State) -> list[str]:
    found = [EXCHANGEABLE, COLLECTED]
    if not state.empty:
        found.append(ESTIMATED)
    if state.with_figures:
        # Whoever has none now may take one with the next ninjas.
        found.append(NO_FIGURE)
    return found
