"""Hands at a table of Field of Glory: random, and sometimes wrong."""

from __future__ import annotations

import random

from signifer_core.games.field_of_glory.state import OVER, State
from signifer_core.layout import COLUMNS, PAD, SIDES, ZONES, Zone
from signifer_core.presses import PressKind
from signifer_core.procedure import Table

from tests.core import hands as any_hands
from tests.core.field_of_glory.states import ARMY_CARDS, DECK, PROCEDURE, Hands
from tests.core.hands import check_judged_again

STRANGERS = ("tag/04aabb", "thermopyles:spartan-3", "terrain/hill-1")
PRESSES = (
    *(f"{kind} ok {player}" for kind in PressKind for player in SIDES),
    *(f"{kind} column {column} {player}" for kind in PressKind for column in (1, 3) for player in SIDES),
    "press dice",
    "hold dice",
)


def few_cards(rng: random.Random, state: State) -> list[str]:
    """Cards that hands will be busy with: some that lie there, more that do not, and some that never should."""
    lying = [card for _, card in PROCEDURE.due(Table(state)).must.items()]
    own = [card for card in DECK.army(state.active) if card not in lying]
    paying = [f"{player}/{card}" for player in SIDES for card in ("commander-1", "reserves-1")]
    return [*lying, *rng.sample(own, 8), *paying, *rng.sample(ARMY_CARDS, 3), *STRANGERS]


def tidy(hands: Hands) -> None:
    """Bring the table in order and the pads empty, as players do before they go on."""
    hands.judge().follow()
    for player in SIDES:
        for card in hands.pad(player):
            hands.lift(card)


def likely_zone(rng: random.Random, card: str, state: State) -> Zone:
    """Mostly on the card's own side."""
    if rng.random() < 0.25:
        return rng.choice(ZONES)
    side = card.partition("/")[0]
    place = PAD if rng.random() < 0.3 else str(rng.choice(COLUMNS))
    return Zone(place, side if side in SIDES else state.active)


def fumble(hands: Hands, rng: random.Random, cards: list[str]) -> None:
    """One thing that hands do; now and then they lay cards on the pad of whose turn it is, and say ok."""

    def buttons(what: float) -> None:
        if what < 0.9:
            hands.press(rng.choice(PRESSES))
            return
        tidy(hands)
        player = hands.state.active
        own = [card for card in cards if card.startswith(player)]
        for card in rng.sample(own, min(len(own), rng.randrange(3))):
            hands.lay(card, Zone(PAD, player), settled=None)
        hands.press(f"{rng.choice(['press', 'hold'])} ok {player}")

    any_hands.fumble(
        hands, rng, cards, lambda card: likely_zone(rng, card, hands.state), buttons, (0.4, 0.65, 0.8)
    )


def steps_allowed(hands: Hands) -> int:
    """Two steps for each card that lies wrongly, one for each that is missing, one more for each further zone."""
    return sum(1 + len(hands.seen.zones_of(card)) for card in {fix.card for fix in hands.corrections})


def check_belief(hands: Hands) -> None:
    """Judged again nothing new comes out; what lies wrongly is told; what is told is wrong."""
    check_judged_again(hands)
    columns_told = [fix for fix in hands.corrections if fix.zone.place != PAD]
    # After the end the table may be cleared in any way; before it, what lies wrongly is told.
    assert hands.state.step == OVER or hands.agrees() == (not columns_told)
    for reason in hands.refusals:
        assert any(fix.secret or fix.card == reason.card for fix in hands.corrections), reason
    for card, at in hands.table.leaving:
        assert card in hands.seen[at]
    PROCEDURE.prompts(hands.table)
