"""What has to hold between what a table believes, what lies there, and the world's own account of every card."""

from __future__ import annotations

from collections import Counter
from typing import Any

from signifer_core.games.field_of_glory.battle import Attack
from signifer_core.games.field_of_glory.state import FIRST, OVER, TERRAIN, Holdings, State
from signifer_core.layout import SIDES
from signifer_firmware.games.field_of_glory.robots.deals import piles_of
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, VICTORY

from tests.firmware.simulation.lying import check_lies_as_told

# What a state knows that is not a name of a hidden card; ``drawing`` differs while a bonus card is drawn.
PUBLIC = (
    *(
        "columns",
        "laid",
        "active",
        "turn",
        "step",
        "advanced",
        "paid",
        "cleared",
        "drawn",
        "winner",
        "vulnerable",
        "result",
    ),
)
COUNTS = ("hand", "deck", "discard", "points", "shuffles")


def attack_known(attack: Attack | None) -> Any:
    """An attack without the names of its bonus cards."""
    if attack is None:
        return None
    origins = [bonus and bonus.origin for bonus in (attack.bonus, attack.defending_bonus)]
    leads = (attack.column, attack.flank, attack.lead, attack.source, attack.defending_lead)
    return (
        leads,
        attack.overlaps,
        origins,
        attack.retreat_ended,
        attack.revealed,
        attack.rampage,
        attack.loser,
    )


def known(state: State) -> dict[str, Any]:
    """What table and world have to agree on."""
    found: dict[str, Any] = {name: getattr(state, name) for name in PUBLIC}
    if state.step == "drawing":
        found["step"] = "bonus"  # the table waits for the card that the player has drawn
    if state.step == FIRST:
        del found["active"]  # who has drafted last begins with nothing
    found["unpaid"] = Counter((laid.card, laid.column, laid.cost) for laid in state.unpaid)
    found["attack"] = attack_known(state.attack)
    for player in SIDES:
        side = state.side(player)
        found[player] = {name: getattr(side, name) for name in COUNTS}
    return found


def check_lying(match: FieldOfGloryMatch) -> None:
    if match.table.state.step != OVER:  # else the table may be cleared in any way
        check_lies_as_told(match)


def check_account(match: FieldOfGloryMatch) -> None:
    """Table, full knowledge and the world's piles say the same."""
    table, state = match.table.state, match.state
    if state.step == TERRAIN:
        check_ground(match)
        return
    assert known(table) == known(state), (known(table), known(state))
    for player in SIDES:
        mine, full = table.side(player), state.side(player)
        assert mine.discards <= full.discards
        assert mine.lost == full.lost
        check_side(match, player, full)


def check_ground(match: FieldOfGloryMatch) -> None:
    """While terrain is laid: what lies is known. The armies are drafted in the world, and later in full knowledge."""
    table, state = match.table.state, match.state
    assert (table.columns, table.laid, table.winner) == (state.columns, state.laid, state.winner)
    assert not state.laid or table.step == TERRAIN
    for player in SIDES:
        side = table.side(player)
        for pile, count in ((HAND, side.hand), (DECK, side.deck), (DISCARD, 0), (VICTORY, 0)):
            assert len(match.piles.cards(player, pile)) == count, (player, pile)


def check_side(match: FieldOfGloryMatch, player: str, side: Holdings) -> None:
    """A player's piles in the world are those of full knowledge."""
    if match.board.corrections:
        return
    wanted = piles_of(match.state)
    for pile in (HAND, DECK, DISCARD, VICTORY):
        assert match.piles.cards(player, pile) == wanted[player, pile], (player, pile)
    assert side.hand - len(match.piles.cards(player, HAND)) in (0, len(match.state.unpaid))
