"""Effects of each agreement of the players on a state, so that it stays a position in which the game can go on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, assert_never, get_args

from signifer_core.frozen import replace
from signifer_core.layout import COLUMNS

from ..battle import DECK, HAND, Bonus
from ..deck import Deck, Player, army_of, owner_of
from ..piles import SHUFFLES_TO_END, played_for, to_discards, to_discards_from_column, without
from ..rules import turn
from ..rules.draft import terrain_lies
from ..rules.flank import begin_flank, found_again, sources
from ..rules.placing import cost, settled, share, whereabouts
from ..rules.result import attack_over
from ..state import (
    ACTIONS,
    ADVANCE,
    ARMY,
    ARMY_SIZE,
    BONUS,
    DRAW,
    FIRST,
    FLANK,
    OVER,
    RAMPAGE,
    SHUFFLE,
    TERRAIN,
    UNITS_A_COLUMN,
    Column,
    Drawing,
    Placement,
    State,
    Step,
    other,
)

SET_STEPS: tuple[Step, ...] = (ARMY, TERRAIN, FIRST, ADVANCE, FLANK, ACTIONS, DRAW)
Count = Literal["hand", "deck", "discard", "points", "shuffle"]
COUNTS: tuple[Count, ...] = get_args(Count)
DRAW_GAME = "draw"
MISSING_TERRAIN = "plain"
_NO_CARDS: frozenset[str] = frozenset()


# What was under way


def ended(state: State) -> State:
    """Nothing is under way: placements count as paid, an attack is called off, a draw is over."""
    if state.attack is not None:
        state = _called_off(state)
    if state.step == SHUFFLE:
        drawing = state.drawing
        assert drawing is not None
        state = replace(state, step=drawing.then, drawing=None)
        if drawing.played is not None:
            state = to_discards(state, drawing.player, drawing.played)
    state = settled(state)
    return replace(state, withdrawn=(), drawing=None, drawn=False, winner=None, result=None, earlier=())


def _called_off(state: State) -> State:
    """The attack ends where it stands. Overlap and a bonus card from the hand go back there: nobody has used them. A
    bonus card from the deck was seen by its owner, and is discarded. One in the flank whose result is not known yet was
    none: it can be declared again."""
    attack, attacked = state.attack, state.attacked
    assert attack is not None
    bonuses = ((state.active, attack.bonus), (other(state.active), attack.defending_bonus))
    for player, bonus in bonuses:
        state = _given_back(state, player, bonus)
    hand = state.side(state.active).hand + len(attack.overlaps)
    state = attack_over(replace(state.with_side(state.active, hand=hand), drawing=None))
    if state.step != FLANK:
        return state
    return found_again(state if attack.revealed else replace(state, attacked=attacked))


def _given_back(state: State, player: Player, bonus: Bonus | None) -> State:
    if bonus is None or bonus.origin == "none":
        return state
    if bonus.origin == HAND:
        return state.with_side(player, hand=state.side(player).hand + 1)
    return to_discards(state, player, bonus.card)


def bonus_named(before: State, state: State, player: Player, card: str | None) -> State:
    """The bonus card that ``player`` took from the deck, if the attack of ``before`` was called off, is the discard
    ``card``: it still lies on the pad, and pays for nothing. Not if people agreed that it lies elsewhere."""
    attack = before.attack
    if attack is None or state.attack is not None or card is None or whereabouts(state, card) is not None:
        return state
    bonus = attack.bonus if player == before.active else attack.defending_bonus
    if bonus is None or bonus.origin != DECK:
        return state
    return state.with_side(player, discards=state.side(player).discards | {card})


def checked(state: State) -> State:
    """The state with every step that has nothing left to do, or to draw from, led to where it leads, and what was paid
    for units that have gone, or cost less now, given up."""
    if state.withdrawn or (_overpaid(state) and not state.agreed_old_cost):
        return checked(_without_withdrawn(state))
    if state.step == DRAW and state.drawn and not turn.excess(state):
        return checked(turn.end_turn(state))
    if state.step == SHUFFLE:
        return _drawn_on(state)
    if state.step == BONUS and state.drawing is not None and not _cards_to_draw(state, state.drawing.player):
        return replace(state, drawing=None)
    if state.step == RAMPAGE:
        return _rampage_goes_on(state)
    return state


def _cards_to_draw(state: State, player: Player) -> int:
    return state.side(player).deck + state.side(player).discard


def _drawn_on(state: State) -> State:
    """A deck that is not empty, or cannot be made of discards, is not shuffled: the draw goes on without."""
    drawing = state.drawing
    assert drawing is not None
    side = state.side(drawing.player)
    if not side.deck and side.discard:
        return state
    if drawing.then == BONUS:
        return replace(state, step=BONUS, drawing=None)
    if drawing.then == RAMPAGE:
        return checked(replace(state, step=RAMPAGE, drawing=None))
    return checked(turn.draw(state, drawing.player, drawing.left, drawing.then, drawing.played))


def _rampage_goes_on(state: State) -> State:
    """Without a card on top of the deck the rampage waits for a shuffle, or is skipped (FG-C7)."""
    attack = state.attack
    assert attack is not None
    assert attack.loser is not None
    side = state.side(attack.loser)
    if side.deck:
        return state
    if side.discard:
        return replace(state, step=SHUFFLE, drawing=Drawing(attack.loser, 1, RAMPAGE))
    return attack_over(state)


# Units


def fitting(deck: Deck, player: Player, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Those of ``cards`` that may lie together in one column of ``player``, the first ones first (FG-P2, FG-P4)."""
    taken: tuple[str, ...] = ()
    for card in cards:
        if army_of(card) != player or card in taken or deck.unit(card) is None:
            continue
        if len(taken) < UNITS_A_COLUMN and all(share(deck, card, unit) for unit in taken):
            taken = (*taken, card)
    return taken


def units_set(deck: Deck, state: State, number: int, player: Player, cards: tuple[str, ...]) -> State:
    """Exactly ``cards`` lie there, as far as they may, and nothing has to follow in that column (FG-P3). A unit that
    vanished joins the discards, or the hand if it was not paid for yet; one that is new comes from where it was known
    to be, else from the hand. Other placements stay as they are."""
    before = state
    cards = fitting(deck, player, cards)
    for card in state.column(number).units(player):
        if card not in cards:
            state = _taken_away(state, card)
    for card in cards:
        if state.where(card) != number:
            state = _fetched(deck, state, card, number)
    state = state.with_units(number, player, cards)
    state = replace(state, cleared=tuple(_still_cleared(state, number, player, cards)))
    if _attack_disturbed(before, state):
        state = _called_off(state)
    if state.step == FLANK:
        return found_again(state)
    return replace(state, advanced=False) if state.step == ADVANCE else state


def _still_cleared(
    state: State, number: int, player: Player, cards: tuple[str, ...]
) -> Iterator[tuple[str, int, int]]:
    """Discards before placing of which those ``cards``, agreed on in the column, say nothing."""
    for entry in state.cleared:
        card, column, _ = entry
        there = (column, owner_of(card)) == (number, player) and not state.agreed_free
        if card not in cards and not there:
            yield entry


def _taken_away(state: State, card: str) -> State:
    """A unit is not in its column any more; one that was not paid for waits to be found in another."""
    gone = tuple(placement for placement in state.unpaid if placement.card == card)
    if not gone:
        return to_discards_from_column(state, card)
    left = tuple(placement for placement in state.unpaid if placement.card != card)
    state = replace(without(state, card), unpaid=left, withdrawn=(*state.withdrawn, *gone))
    return _without_withdrawn(state) if state.agreed_free else state


def _without_withdrawn(state: State) -> State:
    """What was found nowhere else is in the hand; what a part payment covers beyond the rest is lost (FG-P1, ours)."""
    return replace(state, withdrawn=(), paid=state.paid - _overpaid(state))


def _overpaid(state: State) -> int:
    return max(0, state.paid - sum(placement.cost for placement in state.unpaid))


def _fetched(deck: Deck, state: State, card: str, number: int) -> State:
    """A unit leaves the place where it was for the column: another column, the discards, a victory pile with its
    points, else the hand; an empty hand lets the deck give way, an empty deck the discards that nobody has named."""
    player = owner_of(card)
    if state.where(card) is not None:
        state = _taken_away(state, card)
        side = state.side(player)
        if state.agreed_free and card not in side.discards:
            return state.with_side(player, hand=side.hand - 1)  # it was unpaid, and is not any more
    side = state.side(player)
    if found := next((placement for placement in state.withdrawn if placement.card == card), None):
        return _due_there(deck, state, found, number)
    if card in side.discards:
        return state.with_side(player, discard=side.discard - 1, discards=side.discards - {card})
    if card in side.lost:
        enemy = other(player)
        points = max(0, state.side(enemy).points - deck.victory_points(card))
        state = state.with_side(player, lost=side.lost - {card})
        return state.with_side(enemy, points=points)
    if side.hand > (len(state.unpaid) + len(state.withdrawn) if player == state.active else 0):
        return state.with_side(player, hand=side.hand - 1)
    if side.deck:
        return state.with_side(player, deck=side.deck - 1)
    if side.discard > len(side.discards):
        return state.with_side(player, discard=side.discard - 1)
    return state


def _due_there(deck: Deck, state: State, found: Placement, number: int) -> State:
    """A unit that was not paid for lies in another column: it is due there, at what it costs there (FG-P1), and still
    counts in the hand."""
    moved = replace(found, column=number, cost=cost(deck, state, found.card, number))
    withdrawn = tuple(placement for placement in state.withdrawn if placement != found)
    return replace(state, unpaid=(*state.unpaid, moved), withdrawn=withdrawn)


def _attack_disturbed(before: State, after: State) -> bool:
    """Whether an attack cannot go on: other units lie in its column than before, or until the reveal in one that leads
    or may lead it in the flank (FG-F2)."""
    attack = after.attack
    if attack is None:
        return False
    if attack.flank and after.agreed_flank_off:
        return before.columns != after.columns
    its = {attack.column}
    if attack.flank and not attack.revealed:
        its |= {attack.source} if attack.lead else set(sources(after, attack.column))
    return any(_other_units(before.column(number), after.column(number)) for number in its)


def _other_units(was: Column, now: Column) -> bool:
    return (set(was.red), set(was.blue)) != (set(now.red), set(now.blue))


# Columns, step, turn


def terrain_set(deck: Deck, state: State, number: int, kind: str) -> State:
    """The terrain is of this kind, and what is due there is what it costs on it (FG-P1); with the last column that had
    none, the first player is to be found."""
    laid = tuple(entry for entry in state.laid if entry[1] != number)
    state = replace(state.with_column(number, replace(state.column(number), terrain=kind)), laid=laid)
    if not state.agreed_old_cost:
        state = replace(state, unpaid=tuple(_priced(deck, state, each, number) for each in state.unpaid))
    return replace(state, step=FIRST) if state.step == TERRAIN and terrain_lies(state) else state


def _priced(deck: Deck, state: State, laid: Placement, number: int) -> Placement:
    """The placement at what it costs now, if it is one in the column."""
    return replace(laid, cost=cost(deck, state, laid.card, number)) if laid.column == number else laid


def controlled(state: State, number: int, player: Player | None) -> State:
    """The player controls the column, or nobody."""
    return state.with_column(number, replace(state.column(number), control=player))


def _with_terrain(deck: Deck, state: State) -> State:
    """Columns of which nobody has said anything are plain."""
    for number in COLUMNS:
        if not state.column(number).terrain:
            state = terrain_set(deck, state, number, MISSING_TERRAIN)
    return state


def stepped(deck: Deck, state: State, step: Step) -> State:
    """The step begins. To lay terrain again when all of it lies, all of it is taken up, and nobody controls any."""
    state = ended(state)
    if step == ARMY:
        return replace(state, step=step, ready=frozenset(), laid=())
    if step == TERRAIN:
        if terrain_lies(state):
            columns = tuple(replace(column, terrain="", control=None) for column in state.columns)
            state = replace(state, columns=columns, laid=())
        return replace(state, step=step)
    state = _with_terrain(
        deck, replace(state, step=step, advanced=False, vulnerable=(), attacked=frozenset())
    )
    return begin_flank(state) if step == FLANK else replace(state, step=step)


def activated(deck: Deck, state: State, player: Player) -> State:
    """It is the player's turn; the step begins again for them, unless the game is over or has not begun."""
    if player == state.active:
        return state
    if state.step in (ARMY, TERRAIN, FIRST, OVER):
        return replace(state, active=player)
    state = replace(ended(state), active=player)
    return stepped(deck, state, state.step)


# Counts


def beside(state: State, player: Player) -> int:
    """Cards of the player that are neither in hand, deck nor discards: units paid for, lost ones, those of an attack,
    Reserves while cards are drawn for it."""
    side, attack = state.side(player), state.attack
    lying = sum(len(column.units(player)) for column in state.columns)
    lying -= len(state.unpaid) if player == state.active else 0
    lying += played_for(state, player) is not None
    if attack is not None:
        attacks = player == state.active
        bonus = attack.bonus if attacks else attack.defending_bonus
        lying += (bonus is not None and bonus.origin != "none") + (len(attack.overlaps) if attacks else 0)
    return lying + len(side.lost) + side.lost_unseen


def bounds(deck: Deck, state: State, player: Player, what: Count) -> tuple[int, int]:
    """The least and the most that a count may be: an army has 24 cards (FG-S2), and of those that lie elsewhere it
    knows. The deck gives way to hand and discards."""
    side = state.side(player)
    room = max(0, ARMY_SIZE - beside(state, player))
    match what:
        case "hand":
            least = len(state.unpaid) + len(state.withdrawn) if player == state.active else 0
            return least, max(least, room - side.discard)
        case "deck":
            return 0, max(0, room - side.hand - side.discard)
        case "discard":
            return 0, max(0, room - side.hand)
        case "points":
            return 0, sum(map(deck.victory_points, deck.army(other(player))))
        case "shuffle":
            return 0, SHUFFLES_TO_END
        case never:
            assert_never(never)


def counted(deck: Deck, state: State, player: Player, what: Count, number: int) -> State:
    """The count is the number, or the nearest to it that can be."""
    least, most = bounds(deck, state, player, what)
    number = min(max(number, least), most)
    if what == "shuffle":
        return state.with_side(player, shuffles=number)
    state = state.with_side(player, **{what: number})
    side = state.side(player)
    if number < len(side.discards) and what == "discard":
        # Cards that were seen going there must have left it again, and nobody said which.
        state = state.with_side(player, discards=_NO_CARDS)
        state = replace(state, cleared=()) if player == state.active else state
    if what in ("hand", "discard"):
        deck_left = bounds(deck, state, player, "deck")[1]
        state = state.with_side(player, deck=min(side.deck, deck_left))
    return state
