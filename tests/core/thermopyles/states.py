"""Positions, hands and invariants that the tests of Thermopyles share."""

from __future__ import annotations

import random
from collections.abc import Iterator

from signifer_core.games.thermopyles import Pile, Setup, State, Thermopyles, begin, standard_deck
from signifer_core.games.thermopyles.actions import (
    Action,
    Approach,
    Bury,
    Charge,
    Decline,
    Discard,
    Draw,
    Drawn,
    Engage,
    Players,
    Repel,
    Retreat,
    Rolled,
    Support,
)
from signifer_core.games.thermopyles.state import HAND_LIMIT, STEPS
from signifer_core.games.thermopyles.table.procedure import ThermopylesProcedure
from signifer_core.layout import Zone, side_of
from signifer_core.rules import Refusal

from tests.core.hands import HandsAt

DECK = standard_deck()
RULES = Thermopyles(DECK)
PROCEDURE = ThermopylesProcedure(DECK)

DOMAIN: tuple[Action, ...] = (
    *(Players(number) for number in range(1, 5)),
    *(kind(card) for kind in (Drawn, Charge, Discard) for card in DECK.spartans),
    *(kind(card) for kind in (Approach, Repel, Bury) for card in DECK.persians),
    *(Support(card) for card in DECK.supports),
    *(Rolled(value) for value in range(1, 7)),
    *(Draw(str(player)) for player in range(1, 5)),
    *(Retreat(), Engage(), Decline()),
)

# Battle and annihilation values of these Persians, and their symbol, are what the tests below count on.
WEAK, TOUGH, STRONG, BONUS = "persian-1", "persian-5", "persian-28", "persian-4"
TEN, TWENTY = "spartan-1", "spartan-20"
FIFTEEN, FOURTEEN, SIXTEEN = "spartan-10", "spartan-8", "spartan-12"


def table_position(
    row: tuple[str, ...] = (WEAK, TOUGH),
    *,
    players: int = 1,
    hands: tuple[int, ...] = (),
    marker: int = 1,
    supports: int = 4,
    discard: int = 0,
    pile: int | None = None,
    cemetery: int = 0,
    repelled: int = 0,
    persians: int | None = None,
) -> State:
    """A position in a table's knowledge, the active player about to act."""
    return begin(
        RULES,
        Setup(
            players=players,
            row=row,
            hands=hands,
            marker=marker,
            supports=supports,
            discard=discard,
            pile=pile,
            cemetery=cemetery,
            repelled=repelled,
            persians=persians,
        ),
    )


def known(*cards: str) -> Pile:
    return Pile(len(cards), frozenset(cards))


def full_position(
    *hands: tuple[str, ...],
    row: tuple[str, ...] = (WEAK, TOUGH),
    pile: tuple[str, ...] = (),
    persians: tuple[str, ...] = (),
    cemetery: int = 0,
    marker: int = 1,
    supports: int = 0,
) -> State:
    """A position in full knowledge: Spartans that are not named are discarded, Persians buried, or repelled."""
    held = {card for hand in (*hands, pile) for card in hand}
    others = [card for card in DECK.persians if card not in {*row, *persians}]
    return State(
        step="act",
        turn=1,
        marker=marker,
        first=row[0],
        second=row[1],
        hands=tuple(known(*hand) for hand in hands),
        pile=known(*pile),
        discard=known(*(card for card in DECK.spartans if card not in held)),
        persians=known(*persians),
        cemetery=known(*others[:cemetery]),
        repelled=known(*others[cemetery:]),
        supports=frozenset(DECK.supports[:supports]),
        full=True,
    )


def late(rng: random.Random) -> State:
    """A random position near the end, in full knowledge: short piles, many in the cemetery, any number of players."""
    cards, enemies = list(DECK.spartans), list(DECK.persians)
    rng.shuffle(cards)
    rng.shuffle(enemies)
    hands = [tuple(cards.pop() for _ in range(rng.randrange(4))) for _ in range(rng.randint(1, 4))]
    pile = tuple(cards.pop() for _ in range(rng.randrange(4)))
    if not any(hands) and not pile:
        pile = (cards.pop(),)
    row = (enemies.pop(), enemies.pop())
    persians = tuple(enemies.pop() for _ in range(rng.randrange(8)))
    return full_position(
        *hands,
        row=row,
        pile=pile,
        persians=persians,
        cemetery=rng.randint(6, 11),
        marker=rng.randint(1, 6),
        supports=rng.randrange(5),
    )


def crowded(rng: random.Random) -> State:
    """A random position of one to four players with full hands, in full knowledge; often a card may be drawn."""
    cards, enemies = list(DECK.spartans), list(DECK.persians)
    rng.shuffle(cards)
    rng.shuffle(enemies)
    hands = [tuple(cards.pop() for _ in range(rng.choice([4, 5]))) for _ in range(rng.randint(1, 4))]
    state = full_position(
        *hands,
        row=(enemies.pop(), enemies.pop()),
        pile=tuple(cards[:4]),
        persians=tuple(enemies[:20]),
        cemetery=rng.randrange(7),
        marker=rng.randint(1, 4),
        supports=rng.randrange(5),
    )
    return RULES.apply(state, Retreat()) if rng.random() < 0.6 else state


def after(state: State, *actions: Action) -> State:
    """The state after legal actions."""
    for action in actions:
        state = RULES.apply(state, action)
    return state


def told(state: State, action: Action) -> list[tuple[str, str]]:
    """Codes with rulings of what stands against an action, in the order given."""
    return [(reason.code, reason.ruling) for reason in RULES.refusals(state, action)]


def told_of(reasons: tuple[Refusal, ...]) -> list[tuple[str, str]]:
    return [(reason.code, reason.ruling) for reason in reasons]


def fought(state: State, spartan: str, *dice: int, supports: int = 0) -> State:
    """The state when the total meets the first Persian, or after it, if that needs no hands."""
    spent = sorted(state.supports)[:supports]
    return after(state, Charge(spartan), *map(Support, spent), Engage(), *map(Rolled, dice))


def settled(state: State) -> State:
    """The state after every defeated Persian has gone where it has to."""
    while state.step == "result":
        state = after(state, *RULES.legal_actions(state))
    return state


def played(rng: random.Random, state: State | None = None) -> Iterator[tuple[Action | None, State]]:
    """A random game to its end; a retreat is rare, so that games end in every way."""
    state = state or RULES.new_game()
    yield None, state
    while RULES.outcome(state) is None:
        legal = RULES.chance(state) or RULES.legal_actions(state)
        kinds = sorted({type(action) for action in legal}, key=lambda found: found.__name__)
        if state.step == "act" and Charge in kinds and rng.random() < 0.93:
            kinds = [Charge]
        kind = rng.choice(kinds)
        action = rng.choice([action for action in legal if type(action) is kind])
        state = RULES.apply(state, action)
        yield action, state


def spartans(state: State) -> list[str]:
    """With full knowledge: every Spartan, wherever he is."""
    piles = (*state.hands, state.pile, state.discard)
    return [card for pile in piles for card in pile.named] + ([state.fight.spartan] if state.fight else [])


def persians(state: State) -> list[str]:
    """With full knowledge: every Persian, wherever it is."""
    piles = (state.persians, state.cemetery, state.repelled)
    return [*state.row, *(card for pile in piles for card in pile.named)]


def check_state(state: State) -> None:
    """What holds in any state, whatever is known."""
    assert state.step in STEPS
    assert (state.step == "over") == (state.winner is not None)
    piles = (*state.hands, state.pile, state.discard, state.persians, state.cemetery, state.repelled)
    assert all(0 <= len(pile.named) <= pile.number for pile in piles)
    spartans_there = sum(pile.number for pile in (*state.hands, state.pile, state.discard))
    assert spartans_there + (state.fight is not None) == len(DECK.spartans)
    persians_there = sum(pile.number for pile in (state.persians, state.cemetery, state.repelled))
    assert persians_there + len(state.row) == len(DECK.persians)
    assert 1 <= state.marker <= 7
    assert state.cemetery.number <= 12
    if state.cemetery.number == 12 or state.marker == 7:
        assert state.step == "over"
    assert all(hand.number <= HAND_LIMIT + (state.step == "discard") for hand in state.hands)
    if state.winner is None and state.step not in ("players", "deal", "drawing", "discard"):
        assert state.spartans_left or state.fight or state.step == "draw"
    spent = set(DECK.supports) - state.supports
    if state.fight is not None:
        assert set(state.fight.supports) <= spent
        most = len(state.fight.supports) + 1  # the place's; people may have agreed on another place since
        assert len(state.fight.dice) + state.fight.due <= most
        assert state.fight.total in range(10, 20 + 6 * most + 1)
    else:
        assert state.step not in ("support", "dice", "result")
        assert state.step == "over" or state.first is not None or state.second is None


class TableHands(HandsAt):
    """A table of Thermopyles with hands at it."""

    procedure = PROCEDURE

    @property
    def state(self) -> State:
        found: State = self.table.state
        return found

    def agree(self, change: str) -> None:
        """People agree on it, and leave the menu."""
        self.table = self.referee.overruled(self.table, change, self.seen)
        done, _ = PROCEDURE.follows(self.table)
        self.table = self.referee.overruled(self.table, done, self.seen) if done else self.table

    def do(self, action: Action) -> None:
        """The gestures that mean ``action``, and then everything that the table asks for."""
        match action:
            case Players(number):
                self.press(f"press column {number} red")
            case Approach(card):
                self.lay(card, "1 blue" if self.state.first is None else "2 blue")
            case Charge(card):
                self.lay(card, "1 red")
            case Support(card):
                self.lay(card, "pad red")
            case Engage():
                self.press("press ok red")
            case Rolled(value):
                self.dice = [value]
                self.press("press dice")
            case Repel(card) | Bury(card):
                self.lift(card, settled=None)
                self.lay(card, "4 blue" if isinstance(action, Repel) else "5 blue")
            case Discard(card):
                self.lay(card, "pad red")
                self.press("press ok red")
            case _:
                self._decide(action)
        self.follow()

    def _decide(self, action: Action) -> None:
        match action:
            case Retreat() | Decline():
                self.press("hold ok red")
            case Draw(player):
                self.press(f"press column {player} red")
            case Drawn():
                pass  # the card goes from the pile to a hand, and no reader sees it

    def lies(self, where: str) -> tuple[str, ...]:
        place, _, side = where.partition(" ")
        return self.seen[Zone(place, side_of(side))]
