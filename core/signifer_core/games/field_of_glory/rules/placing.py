"""Placing and paying: FG-P1 to FG-P4, with the reasons against an attempt in the order of the rulebook."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.rules import Figures, Fix, Refusal, Verb
from signifer_core.twins import Same

from .. import actions as act
from ..deck import Deck, Player, kind_of, owner_of
from ..piles import to_discards_from_column, to_discards_from_hand, unknown_in_hand, without
from ..state import ACTIONS, ADVANCE, DRAW, FLANK, FLANK_COLUMNS, OVER, UNITS_A_COLUMN, Placement, State

OVERLAP, RESERVES = "overlap", "reserves"
MOST_WORTH = 5  # CP of a commander: no card is worth more


# Whoever's turn it is has all to decide in these; in the others it may be either player.
OF_A_TURN = frozenset({ADVANCE, FLANK, ACTIONS, DRAW})


def cost(deck: Deck, state: State, card: str, column: int) -> int:
    """Command points that placing ``card`` in ``column`` costs (FG-P1)."""
    return cost_on(deck, card, column, state.column(column).terrain)


def cost_on(deck: Deck, card: str, column: int, terrain: str) -> int:
    """The same, by the terrain that lies there."""
    unit = deck.unit(card)
    if unit is None:
        return 0
    flank = unit.flank_penalty if column in FLANK_COLUMNS else 0
    return unit.movement_cost + flank + deck.terrain(f"terrain/{terrain}-1").placing_cost


def share(deck: Deck, card: str, neighbour: str) -> bool:
    """Whether the two units may lie in one column (FG-P2); cards that are no units never may. Ours: cavalry and light
    cavalry are two kinds."""
    unit, beside = deck.unit(card), deck.unit(neighbour)
    return unit is not None and beside is not None and unit.may_stand_with(beside)


def elsewhere(state: State, card: str) -> tuple[Refusal, ...]:
    """The reason against ``card`` coming from the hand: it is known to lie somewhere else."""
    pile = whereabouts(state, card)
    side = state.side(owner_of(card))
    if pile is None and side.hand_cards and not unknown_in_hand(state, owner_of(card)):
        pile = "deck"  # every card of the hand is known, and it is none of them
    if pile is None or pile == "hand":
        return ()
    figures = (("card", card), ("pile", pile))
    return (Refusal("card-elsewhere", owner_of(card), "FG-P1", Fix(Verb.TAKE, card), figures, card),)


def whereabouts(state: State, card: str) -> str | None:
    """Where the card is known to be: "hand", "deck", "discard", "victory", "out", "bonus", "played" (Reserves,
    until its draw is over) or a column's number.

    None if it is not known.
    """
    player = owner_of(card)
    side = state.side(player)
    column = state.where(card)
    if column is not None:
        return str(column)
    for pile, cards in (
        ("hand", side.hand_cards),
        ("discard", side.discards),
        ("victory", side.lost),
        ("deck", side.deck_cards),
        ("out", side.out),
        ("out", side.offered),
    ):
        if card in cards:
            return pile
    if state.drawing is not None and state.drawing.played == card:
        return "played"
    attack = state.attack
    if attack is not None:
        if card in attack.overlaps:
            return str(attack.column)
        if any(bonus is not None and bonus.card == card for bonus in (attack.bonus, attack.defending_bonus)):
            return "bonus"
    return None


def out_of_turn(state: State, player: Player, card: str | None = None) -> tuple[Refusal, ...]:
    """The reason against ``player`` acting in the other's turn (FG-T0); after the end it is nobody's. In an
    attack, or a draw, something may be asked of them all the same: then a card elsewhere is not that."""
    if player == state.active or state.step == OVER:
        return ()
    fix = Fix(Verb.TAKE, card) if card else Fix(Verb.WAIT)
    figures: Figures = (("active", state.active),)
    if card and state.step not in OF_A_TURN:
        figures = (*figures, ("asked", "card"))
    return (Refusal("not-your-turn", player, "FG-T0", fix, figures, card),)


def untimely(state: State, player: Player, step: str, card: str | None = None) -> tuple[Refusal, ...]:
    """The reason against ``player`` doing now what belongs to ``step`` (FG-T0): in the other's turn that alone, since
    no step of it is theirs."""
    return out_of_turn(state, player, card) or out_of_step(state, player, step, card)


def not_to_decide(state: State, player: Player, decider: str, ruling: str = "FG-T0") -> Refusal:
    """Say that ``decider`` has something to decide, and what; in the steps of a turn that is whose turn it is."""
    figures: Figures = (("active", decider),)
    if state.step not in OF_A_TURN:
        figures = (*figures, ("asked", state.step))
    return Refusal("not-your-turn", player, ruling, Fix(Verb.WAIT), figures)


def out_of_step(state: State, player: Player, step: str, card: str | None = None) -> tuple[Refusal, ...]:
    """The reason against doing in another step what belongs to ``step`` (FG-T0)."""
    return () if state.step == step else (wrong_step(state, player, step, card),)


def wrong_step(state: State, player: Player, step: str, card: str | None = None) -> Refusal:
    """Say that this belongs to ``step``, as it begins."""
    fix = Fix(Verb.TAKE, card) if card else Fix(Verb.WAIT)
    return Refusal("wrong-phase", player, "FG-T0", fix, (("step", state.step), ("wanted", step)), card)


def place_refusals(deck: Deck, state: State, action: act.Place) -> tuple[Refusal, ...]:
    """Every reason against laying ``action.card`` on its own side of ``action.column``."""
    card, number, player = action.card, action.column, owner_of(action.card)
    kind, fix = kind_of(card), Fix(Verb.TAKE, card, str(number))
    # Overlap may lie beside an attack; with none declared it is the moment that is wrong, too.
    undeclared = kind == OVERLAP and player == state.active and state.step in (FLANK, ACTIONS)
    reasons = [] if undeclared else [*untimely(state, player, ACTIONS, card)]
    if deck.unit(card) is None:
        figures: Figures = (("kind", kind),)
        reasons.append(Refusal("not-a-unit", player, "FG-P4", fix, figures, card))
        if undeclared:
            figures = (("step", state.step), ("undeclared", kind))
            reasons.append(Refusal("wrong-phase", player, "FG-C1", fix, figures, card))
        return (*reasons, *elsewhere(state, card))
    reasons += stacking(deck, state, action, fix)
    reasons += elsewhere(state, card)
    if player == state.active:
        reasons += too_many(state, card, fix=fix)
    return tuple(reasons)


def stacking(deck: Deck, state: State, action: act.Place, fix: Fix) -> list[Refusal]:
    card, number, player = action.card, action.column, owner_of(action.card)
    lying = state.column(number).units(player)
    reasons = []
    if len(lying) >= UNITS_A_COLUMN:
        full = (("column", number), ("units", len(lying) + 1), ("limit", UNITS_A_COLUMN))
        reasons.append(Refusal("column-full", player, "FG-P2", fix, full, card))
    kind = kind_of(card)
    strangers = (neighbour for neighbour in lying if not share(deck, card, neighbour))
    for neighbour in dict.fromkeys(map(kind_of, strangers)):
        mixed = (("column", number), ("kind", kind), ("neighbour", neighbour))
        reasons.append(Refusal("mixed-kinds", player, "FG-P2", fix, mixed, card))
    return reasons


def too_many(state: State, card: str, *, fix: Fix) -> list[Refusal]:
    """The reason against one more card coming from a hand that holds no more."""
    player = owner_of(card)
    hand = state.side(player).hand
    used = len(state.unpaid) + 1
    if used <= hand:
        return []
    figures = (("hand", hand), ("cards", used))
    return [Refusal("count-wrong", player, "FG-P1", fix, figures, card)]


def place(deck: Deck, state: State, action: act.Place) -> State:
    """Lay the unit; its cost is added to what is due."""
    card, player = action.card, owner_of(action.card)
    held = state.side(player).hand_cards
    known = card in held
    placement = Placement(card, action.column, cost(deck, state, card, action.column), known)
    if known:
        state = state.with_side(player, hand_cards=held - {card})
    units = (*state.column(action.column).units(player), action.card)
    return replace(state.with_units(action.column, player, units), unpaid=(*state.unpaid, placement))


def lies_nowhere(state: State, card: str, ruling: str) -> tuple[Refusal, ...]:
    """The reason against a unit that lies in no column doing what belongs there."""
    if state.where(card) is not None:
        return ()
    return (Refusal("no-unit", owner_of(card), ruling, Fix(Verb.PUT, card), (("card", card),), card),)


def take_back_refusals(deck: Deck, state: State, action: act.TakeBack) -> tuple[Refusal, ...]:
    """Every reason against taking the unit back into the hand."""
    player = owner_of(action.card)
    if any(placement.card == action.card for placement in state.unpaid):
        return ()
    place = _place_of(state, action.card)
    if place is None:
        return lies_nowhere(state, action.card, "FG-P1")
    figures = (("card", action.card), ("from", place), ("to", "hand"))
    return (Refusal("cannot-move", player, "FG-P1", Fix(Verb.PUT, action.card, place), figures, action.card),)


def take_back(deck: Deck, state: State, action: act.TakeBack) -> State:
    """Return an unpaid unit to the hand; what a part payment covers beyond the rest is lost (FG-P1, ours)."""
    left = tuple(placement for placement in state.unpaid if placement.card != action.card)
    if any(placement.known for placement in state.unpaid if placement.card == action.card):
        player = owner_of(action.card)
        state = state.with_side(player, hand_cards=state.side(player).hand_cards | {action.card})
    paid = min(state.paid, sum(placement.cost for placement in left))
    return replace(without(state, action.card), unpaid=left, paid=paid)


def discard_refusals(deck: Deck, state: State, action: act.Discard) -> tuple[Refusal, ...]:
    """Every reason against discarding an older unit before placing (FG-P3)."""
    card, player = action.card, owner_of(action.card)
    column = state.where(card)
    fix = Fix(Verb.PUT, card, _place_of(state, card))
    reasons = [replace(reason, fix=fix) for reason in untimely(state, player, ACTIONS, card)]
    if column is None or any(placement.card == card for placement in state.unpaid):
        reasons.append(Refusal("no-unit", player, "FG-P3", fix, (("card", card),), card))
    return tuple(reasons)


def discard(deck: Deck, state: State, action: act.Discard) -> State:
    """Discard an older unit before placing; it can be restored until a payment closes the placements."""
    column = state.where(action.card)
    assert column is not None
    position = state.column(column).units(owner_of(action.card)).index(action.card)
    for before in sorted(place for _, number, place in state.cleared if number == column):
        # Counted with those lifted before it, or two units laid back would change places.
        if before <= position:
            position += 1
    state = to_discards_from_column(state, action.card)
    return replace(state, cleared=(*state.cleared, (action.card, column, position)))


def restore_refusals(deck: Deck, state: State, action: act.Restore) -> tuple[Refusal, ...]:
    """Every reason against laying a unit back that was discarded before placing."""
    player = owner_of(action.card)
    for card, column, _ in state.cleared:
        if card == action.card:
            return tuple(stacking(deck, state, act.Place(card, column), Fix(Verb.TAKE, card, str(column))))
    card, fix = action.card, Fix(Verb.TAKE, action.card)
    reasons = [*untimely(state, player, ACTIONS, card)]
    where = elsewhere(state, card) or lies_nowhere(state, card, "FG-P3")
    return (*reasons, *(replace(reason, fix=fix) for reason in where))


def restore(deck: Deck, state: State, action: act.Restore) -> State:
    """Lay the unit back where it lay, in its place of the order."""
    (found,) = (entry for entry in state.cleared if entry[0] == action.card)
    card, column, position = found
    player = owner_of(card)
    units = list(state.column(column).units(player))
    units.insert(position, card)
    side = state.side(player)
    state = state.with_side(player, discard=side.discard - 1, discards=side.discards - {card})
    state = state.with_units(column, player, tuple(units))
    return replace(state, cleared=tuple(entry for entry in state.cleared if entry != found))


def restored_by_twin(deck: Deck, state: State, laid: act.Place) -> tuple[act.Restore | Same, ...]:
    """What a card of the discards comes to that is laid where its twin was discarded before placing: laid back, for it
    lay on the same pile. One that may come from the hand is placed."""
    if whereabouts(state, laid.card) != "discard":
        return ()
    for cleared, column, _ in state.cleared:
        restore = act.Restore(cleared)
        if (
            column == laid.column
            and laid.card in deck.twins(cleared)
            and not restore_refusals(deck, state, restore)
        ):
            return (restore, Same(cleared, laid.card))
    return ()


def unfollowed(state: State) -> tuple[Refusal, ...]:
    """The reason against closing while a discard before placing has no placement in its column (FG-P3, ours)."""
    placed = {placement.column for placement in state.unpaid}
    reasons = []
    for card, column, _ in state.cleared:
        if column not in placed:
            figures = (("card", card), ("column", column))
            fix = Fix(Verb.PUT, card, str(column))
            reasons.append(Refusal("discard-needs-placement", state.active, "FG-P3", fix, figures, card))
    return tuple(reasons)


def never_paid(state: State, offered: int, cards: int) -> bool:
    """Whether those left in the hand can never be worth what is missing beside the command points ``offered`` by so
    many ``cards`` (FG-P1)."""
    left = state.side(state.active).hand - len(state.unpaid) - cards
    return offered + left * MOST_WORTH < state.due


def to_pay(state: State, offered: int = 0, cards: int = 0) -> Fix:
    """What is still to be paid beside the command points ``offered`` by so many ``cards``; where that can never be, the
    unit placed last goes back."""
    if never_paid(state, offered, cards):
        last = state.unpaid[-1]
        return Fix(Verb.TAKE, last.card, str(last.column))
    return Fix(Verb.PAY, number=state.due - offered, place="pad")


def unpaid_refusals(state: State) -> tuple[Refusal, ...]:
    """The reason against leaving placements unpaid (FG-P1)."""
    if not state.due:
        return ()
    return (Refusal("pay-first", state.active, "FG-P1", to_pay(state), (("due", state.due),)),)


def settle_refusals(deck: Deck, state: State, action: act.Settle) -> tuple[Refusal, ...]:
    """Every reason against closing the placements."""
    player = state.active
    reasons = [*out_of_step(state, player, ACTIONS)]
    if state.due:
        figures = (("due", state.due), ("paid", 0))
        reasons.append(Refusal("not-enough", player, "FG-P1", to_pay(state), figures))
    return (*reasons, *unfollowed(state))


def settle(deck: Deck, state: State, action: act.Settle) -> State:
    """Close the placements."""
    return settled(state)


def settled(state: State) -> State:
    """The placements are closed: the units have left the hand for good, and no change is given."""
    hand = state.side(state.active).hand - len(state.unpaid)
    state = state.with_side(state.active, hand=hand)
    return replace(state, unpaid=(), paid=0, cleared=())


def pay_refusals(deck: Deck, state: State, action: act.Pay) -> tuple[Refusal, ...]:
    """Every reason against discarding the card as payment."""
    card, player = action.card, owner_of(action.card)
    fix = Fix(Verb.TAKE, card, "pad")
    reasons = [*untimely(state, player, ACTIONS, card)]
    if not reasons and not state.due and not state.paid:
        reasons.append(Refusal("nothing-due", player, "FG-P1", fix, (("due", 0),), card))
    reasons += elsewhere(state, card)
    if player == state.active:
        reasons += too_many(state, card, fix=fix)
    return (*reasons, *unfollowed(state))


def pay(deck: Deck, state: State, action: act.Pay) -> State:
    """Discard the card for its command points. Whether they were enough shows when the placements are closed."""
    state = to_discards_from_hand(state, action.card)
    return replace(state, paid=state.paid + deck.command_points(action.card))


def reserves_refusals(deck: Deck, state: State, action: act.PlayReserves) -> tuple[Refusal, ...]:
    """Every reason against playing Reserves (FG-R1)."""
    card, player = action.card, owner_of(action.card)
    fix = Fix(Verb.TAKE, card, "pad")
    reasons = [*untimely(state, player, ACTIONS, card)]
    if kind_of(card) != RESERVES:
        reasons.append(Refusal("nothing-due", player, "FG-P1", fix, (("due", 0),), card))
    reasons += unpaid_refusals(state)
    reasons += elsewhere(state, card)
    if player == state.active:
        reasons += too_many(state, card, fix=fix)
    return (*reasons, *unfollowed(state))


def _place_of(state: State, card: str) -> str | None:
    column = state.where(card)
    return None if column is None else str(column)
