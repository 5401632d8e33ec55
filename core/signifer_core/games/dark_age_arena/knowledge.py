"""What a player may know of a state, and what everybody may: the only place where hidden things are left out."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import SIDES

from .state import HIDDEN, Player, State


def view(state: State, viewer: str) -> State:
    """What ``viewer``, a side or anybody else, may know: of the other's hand, of both stocks and of a face-down card
    the numbers; of a bid that it is in, until both are."""
    both = state.red.bid is not None and state.blue.bid is not None
    for side in SIDES:
        player = state.player(side)
        player = replace(player, stock=player.stock.covered)
        if side != viewer:
            player = _covered(player, bid_shown=both)
        state = state.with_player(side, player)
    return replace(state, full=False)


def _covered(player: Player, *, bid_shown: bool) -> Player:
    bid = player.bid if bid_shown or player.bid is None else HIDDEN
    return replace(player, hand=player.hand.covered, face_down=player.face_down.covered, bid=bid)
