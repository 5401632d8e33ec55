"""A table of Call to Glory with hands at it, for tests: positions as they lie there, and random ones."""

from __future__ import annotations

import random

from signifer_core.frozen import replace
from signifer_core.games.call_to_glory.state import PADS, State
from signifer_core.games.call_to_glory.table.procedure import CallToGloryProcedure
from signifer_core.games.call_to_glory.table.spots import lying, side_of
from signifer_core.layout import Zone

from tests.core.hands import HandsAt

from .states import DECK, RULES, played

# Steps in which hands rest at a table.
RESTING = ("deal", "draw", "play", "displace", "mission", "score")


class Hands(HandsAt):
    """A table of Call to Glory with hands at it."""

    procedure = CallToGloryProcedure(DECK)

    @property
    def codes(self) -> list[str]:
        """The codes of the refusals that stand."""
        return [reason.code for reason in self.refusals]

    @property
    def asked_for(self) -> list[str]:
        """The keys of what red and blue are asked."""
        return [prompt.key for prompt in self.procedure.prompts(self.table)]

    def lay_all(self, ids: tuple[str, ...], at: str) -> Hands:
        for card in ids:
            self.lay(card, at)
        return self


def playing(state: State) -> Hands:
    """Hands at a position whose sets and piles lie as the table believes."""
    hands = Hands(state)
    for card, at in sorted(spot for each in state.sets for spot in lying(each)):
        hands.lay(card, at, settled=None)
    for pad in ("red", "blue"):
        for layer in state.layers(pad):
            for card in sorted(layer.named):
                hands.lay(card, f"pad {pad}", settled=None)
    hands.judge()
    assert (hands.refusals, hands.corrections, hands.state) == ((), (), state)
    return hands


def known(state: State, **columns: str) -> State:
    """The same position, the cards of each set lying in these columns: one digit for each, or one for all."""

    def placed(kind: str, named: frozenset[str]) -> frozenset[tuple[str, str]]:
        digits = columns.get(kind, "1")
        ids = sorted(named, key=lambda card: int(card.rpartition("-")[2]))
        return frozenset(zip(ids, digits if len(digits) > 1 else digits * len(ids), strict=True))

    return replace(
        state, sets=tuple(replace(each, columns=placed(each.kind, each.cards.named)) for each in state.sets)
    )


def spread(state: State, rng: random.Random) -> State:
    """Each card of a set somewhere on its owner's side."""
    return replace(
        state,
        sets=tuple(
            replace(each, columns=frozenset((card, rng.choice("12345")) for card in each.cards.named))
            for each in state.sets
        ),
    )


def somewhere(rng: random.Random) -> State:
    """A table's knowledge of a random game at a random moment; all steps equally likely."""
    start = RULES.new_game(rng.randint(2, 4), rng.choice(("none", "missions", "figures", "both")))
    moments = [state for _, state in played(rng, start) if state.step in RESTING]
    step = rng.choice(sorted({state.step for state in moments}))
    return spread(RULES.view(rng.choice([each for each in moments if each.step == step]), "anyone"), rng)


def at_table(state: State, rng: random.Random) -> Hands:
    """Hands where all lies as it is due; of sets and piles some cards are silent."""
    hands = Hands(state)
    for card, at in sorted(spot for each in state.sets for spot in lying(each)):
        if rng.random() < 0.8:
            hands.lay(card, at, settled=None)
    for pad in PADS if state.step not in ("deal", "score") else ():
        for card in sorted(state.top(pad).named):
            hands.lay(card, f"pad {pad}", settled=None)
    if state.displaced is not None:
        for card in sorted(state.displaced.cards.named):
            hands.lay(card, Zone("3", side_of(state.displaced.owner)), settled=None)
    hands.judge()
    assert (hands.refusals, hands.state) == ((), state)
    return hands
