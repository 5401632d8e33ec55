"""What a player may know of a state, and what everybody may: the only place where hidden things are left out, and where
they are dealt again."""

from __future__ import annotations

from signifer_core.chance import Chance, Unseen
from signifer_core.frozen import replace
from signifer_core.layout import SIDES

from .deck import Deck
from .state import HIDDEN, Player, State, most_bid


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


def determinized(deck: Deck, view: State, chance: Chance) -> State:
    """A full state that agrees with the view: hands, stocks and what was laid face down get what nobody has seen, and a
    hidden bid is any that may be bid."""
    state = view
    for side in SIDES:
        player = view.player(side)
        known = view.known_cards(side)
        cards = Unseen((card for card in deck.stock(side) if card not in known), chance)
        if player.bid == HIDDEN:
            player = replace(player, bid=chance.sample(range(most_bid(player) + 1), 1)[0])
        player = replace(
            player,
            hand=cards.named(player.hand),
            stock=cards.named(player.stock),
            face_down=cards.named(player.face_down),
        )
        state = state.with_player(side, player)
    return replace(state, full=True)
