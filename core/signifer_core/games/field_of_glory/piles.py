"""Cards on their way between hand, deck, discard and victory piles, for both kinds of knowledge (FG-K1)."""

from __future__ import annotations

from signifer_core.errors import RulesError
from signifer_core.frozen import replace

from .battle import Bonus
from .deck import UNSEEN_CARDS, Deck, Player, owner_of
from .state import BONUS, DRAWING, LEAD, RAMPAGE, RESULT, RETREAT, SHUFFLE, Drawing, State, Step, other

SHUFFLES_TO_END = 2


def unknown_in_hand(state: State, player: Player) -> int:
    """How many cards of ``player``'s hand nobody has named; units laid and unpaid are not among them."""
    side = state.side(player)
    laid = len(state.unpaid) if player == state.active else 0
    return side.hand - laid - len(side.hand_cards)


def has_cards(state: State, player: Player) -> bool:
    """Whether ``player`` has a card to play or to draw; without any they go without a bonus card (FG-C1, ours)."""
    side = state.side(player)
    return bool(side.hand or side.deck or side.discard)


def from_hand(state: State, player: Player, card: str | None) -> State:
    """A card leaves the hand; None for one that nobody has named."""
    side = state.side(player)
    known = side.hand_cards
    if card in known:
        known = known - {card}
    return state.with_side(player, hand=side.hand - 1, hand_cards=known)


def to_discards(state: State, player: Player, card: str | None) -> State:
    """A card that has left its place joins its owner's discards; None for one that nobody has named."""
    side = state.side(player)
    seen = side.discards if card is None or card in UNSEEN_CARDS else side.discards | {card}
    return state.with_side(player, discard=side.discard + 1, discards=seen)


def without(state: State, card: str) -> State:
    """The state without the unit in its column; where it goes is the caller's."""
    column, player = state.where(card), owner_of(card)
    if column is None:
        raise RulesError(f"{card} lies in no column")
    units = tuple(unit for unit in state.column(column).units(player) if unit != card)
    return state.with_units(column, player, units)


def to_discards_from_column(state: State, card: str) -> State:
    """Move a unit from its column to its owner's discard pile."""
    return to_discards(without(state, card), owner_of(card), card)


def to_discards_from_hand(state: State, card: str) -> State:
    """Move a card from its owner's hand to the discard pile."""
    return to_discards(from_hand(state, owner_of(card), card), owner_of(card), card)


def captured(deck: Deck, state: State, card: str) -> State:
    """A card that has left its place goes to the enemy's victory pile, for its printed points."""
    owner = owner_of(card)
    winner, side = other(owner), state.side(owner)
    if card in UNSEEN_CARDS:
        state = state.with_side(owner, lost_unseen=side.lost_unseen + 1)
    else:
        state = state.with_side(owner, lost=side.lost | {card})
    return state.with_side(winner, points=state.side(winner).points + deck.victory_points(card))


def played_for(state: State, player: Player) -> str | None:
    """The Reserves card of ``player`` for which cards are still to be drawn, or None (FG-R1)."""
    drawing = state.drawing
    return drawing.played if drawing is not None and drawing.player == player else None


def draw(state: State, player: Player, cards: int, then: Step, played: str | None = None) -> State:
    """Draw ``cards`` and go on with ``then``; an empty deck with discards asks for a shuffle first, without any the
    draw is short (FG-K1). The Reserves card ``played`` joins the discards at the end, and is in no shuffle on the way
    (FG-R1, ours).

    At a table the cards move at once, by count. With full knowledge each is told by an action (`Drawn`); a card for a
    rampage is told by the rampage itself.
    """
    side = state.side(player)
    if not side.deck and side.discard and cards:
        return replace(state, step=SHUFFLE, drawing=Drawing(player, cards, then, played))
    if then == RAMPAGE:
        return replace(state, step=RAMPAGE, drawing=None)
    if cards and side.deck and state.full:
        return replace(state, step=DRAWING, drawing=Drawing(player, cards, then, played))
    taken = min(cards, side.deck)
    if then == BONUS and taken:
        return bonus_taken(state.with_side(player, deck=side.deck - 1), player, Bonus("deck"))
    state = state.with_side(player, hand=side.hand + taken, deck=side.deck - taken)
    if cards > taken and side.discard:
        return replace(state, step=SHUFFLE, drawing=Drawing(player, cards - taken, then, played))
    if played is not None:
        state = to_discards(state, player, played)
    return replace(state, step=then, drawing=None)


def drawn(state: State, card: str) -> tuple[State, Drawing]:
    """One card of a known deck is drawn; with it what is still to be drawn, which may be nothing."""
    drawing, player = state.drawing, owner_of(card)
    if drawing is None:
        raise RulesError("nothing is to be drawn")
    side = state.side(player)
    deck, deck_cards = side.deck - 1, side.deck_cards - {card}
    if drawing.then == BONUS:
        state = bonus_taken(
            state.with_side(player, deck=deck, deck_cards=deck_cards), player, Bonus("deck", card)
        )
    else:
        hand, hand_cards = side.hand + 1, side.hand_cards | {card}
        state = state.with_side(player, deck=deck, deck_cards=deck_cards, hand=hand, hand_cards=hand_cards)
    return state, replace(drawing, left=drawing.left - 1)


def bonus_taken(state: State, player: Player, bonus: Bonus) -> State:
    """A player's bonus card is chosen: the attacker's lets the defender retreat, their own lets them name their
    lead, if there is a choice."""
    attack = state.attack
    if attack is None:
        raise RulesError("there is no attack that a bonus card could be for")
    if player == state.active:
        return replace(state, attack=replace(attack, bonus=bonus), step=RETREAT, drawing=None)
    units = state.column(attack.column).units(player)
    alone = units[0] if len(units) == 1 else None
    attack = replace(attack, defending_bonus=bonus, defending_lead=alone)
    return replace(state, attack=attack, step=RESULT if alone else LEAD, drawing=None)


def shuffled(state: State, player: Player) -> State:
    """Turn the discards into a new deck, and turn or take out the shuffle card; a third time changes nothing
    (FG-K1, ours)."""
    side = state.side(player)
    return state.with_side(
        player,
        deck=side.discard,
        deck_cards=side.discards if state.full else frozenset[str](),
        discard=0,
        discards=frozenset[str](),
        shuffles=min(SHUFFLES_TO_END, side.shuffles + 1),
    )
