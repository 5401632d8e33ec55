"""Every legal action of a state, written apart from the refusals: what is built here is never asked there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from signifer_core.layout import COLUMNS, SIDES

from .. import actions as act
from ..deck import UNSEEN_CARDS, Deck, Player, kind_of
from ..state import (
    ACTIONS,
    ADVANCE,
    ARMY,
    BONUS,
    DRAW,
    DRAWING,
    FIRST,
    FLANK,
    LEAD,
    OVER,
    RAMPAGE,
    RESULT,
    RETREAT,
    SHUFFLE,
    TERRAIN,
    UNITS_A_COLUMN,
    State,
    other,
)
from . import placing, turn

# Of these there are many in a list and few in all, so each is made once.
_place, _drawn, _pay = cache(act.Place), cache(act.Drawn), cache(act.Pay)


def _placed(state: State, player: Player) -> set[str]:
    """The player's cards of which it is known that they are in neither hand, deck nor hidden bonus card."""
    side = state.side(player)
    placed = {card for column in state.columns for card in column.units(player)}
    placed |= side.discards | side.lost | side.out | side.offered
    if state.drawing is not None and state.drawing.played is not None:
        placed.add(state.drawing.played)
    if state.attack is not None:
        placed.update(state.attack.overlaps)
        for bonus in (state.attack.bonus, state.attack.defending_bonus):
            if bonus is not None and bonus.card is not None:
                placed.add(bonus.card)
    return placed


def _told(state: State, player: Player) -> list[str]:
    """At a table without pads: the player's cards by what they are worth."""
    return [card for card in UNSEEN_CARDS if card.startswith(f"{player}/")] if state.unseen else []


def _unnamed(state: State, player: Player) -> int:
    side = state.side(player)
    laid = len(state.unpaid) if player == state.active else 0
    return side.hand - laid - len(side.hand_cards)


def perhaps_in_hand(deck: Deck, state: State, player: Player) -> list[str]:
    """The player's cards that may be in their hand, in the order of the deck's list."""
    side = state.side(player)
    if _unnamed(state, player) <= 0:
        return [card for card in deck.army(player) if card in side.hand_cards] if side.hand_cards else []
    placed = _placed(state, player) | side.deck_cards
    return [card for card in deck.army(player) if card not in placed]


def perhaps_hidden(deck: Deck, state: State, player: Player) -> list[str]:
    """The player's cards that nobody has named: a hidden bonus card, or the top of an unknown deck, is one of them."""
    side = state.side(player)
    if side.deck_cards:
        return [card for card in deck.army(player) if card in side.deck_cards]
    placed = _placed(state, player) | side.hand_cards
    return [card for card in deck.army(player) if card not in placed]


def _advance(deck: Deck, state: State) -> Iterator[act.Action]:
    if not state.advanced:
        yield act.Advance()
        return
    for number in turn.crowded_columns(state):
        yield from (act.Discard(card) for card in state.column(number).units(state.active))


def _flank(deck: Deck, state: State) -> Iterator[act.Action]:
    yield from (act.FlankAttack(column) for column, _ in state.vulnerable)
    yield act.EndFlank()


def _actions(deck: Deck, state: State) -> Iterator[act.Action]:
    player = state.active
    laid = {placement.card for placement in state.unpaid}
    open_columns = {column for _, column, _ in state.cleared} - {place.column for place in state.unpaid}
    hand = perhaps_in_hand(deck, state, player)
    in_hand = [card for card in hand if deck.unit(card) is not None]
    for number in COLUMNS:
        units = state.column(number).units(player)
        for card in units:
            yield act.TakeBack(card) if card in laid else act.Discard(card)
        if len(units) < UNITS_A_COLUMN:
            fitting = [card for card in in_hand if _fits(deck, card, units)] if units else in_hand
            yield from [_place(card, number) for card in fitting]
    for card, number, _ in state.cleared:
        units = state.column(number).units(player)
        if len(units) < UNITS_A_COLUMN and _fits(deck, card, units):
            yield act.Restore(card)
    if open_columns:
        return
    if state.due or state.paid:
        yield from (_pay(card) for card in hand)
        if _unnamed(state, player) > 0:
            yield from (_pay(card) for card in _told(state, player))
    if state.due:
        return
    yield act.Settle()
    yield act.EndActions()
    yield from (act.PlayReserves(card) for card in hand if kind_of(card) == placing.RESERVES)
    for number, column in enumerate(state.columns, 1):
        if column.red and column.blue:
            yield act.DeclareAttack(number)


def _fits(deck: Deck, card: str, units: tuple[str, ...]) -> bool:
    return all(placing.share(deck, card, unit) for unit in units)


def _draw(deck: Deck, state: State) -> Iterator[act.Action]:
    hand = perhaps_in_hand(deck, state, state.active)
    if state.side(state.active).hand:
        hand = [*hand, *_told(state, state.active)]
    if state.drawn:
        yield from (act.DiscardDown(card) for card in hand)
    else:
        yield act.DrawThree()
        yield from (act.DiscardToDraw(card) for card in hand)


def _drawing(deck: Deck, state: State) -> Iterator[act.Action]:
    assert state.drawing is not None
    player = state.drawing.player
    known = state.side(player).deck_cards
    yield from (_drawn(card) for card in deck.army(player) if card in known)


def _shuffle(deck: Deck, state: State) -> Iterator[act.Action]:
    assert state.drawing is not None
    yield act.Shuffle(state.drawing.player)


# An attack under way


def _lead(deck: Deck, state: State) -> Iterator[act.Action]:
    attack = state.attack
    assert attack is not None
    if attack.lead is not None:
        enemy = other(state.active)
        yield from (act.ChooseLead(card) for card in state.column(attack.column).units(enemy))
        return
    columns = [attack.column]
    if attack.flank:
        columns += dict(state.vulnerable)[attack.column]
    for number in columns:
        yield from (act.ChooseLead(card) for card in state.column(number).units(state.active))
    yield from _overlap(deck, state)


def _overlap(deck: Deck, state: State) -> Iterator[act.Action]:
    attack, hand = state.attack, perhaps_in_hand(deck, state, state.active)
    assert attack is not None
    yield from (act.PlayOverlap(card) for card in hand if kind_of(card) == placing.OVERLAP)
    yield from (act.TakeBack(card) for card in attack.overlaps)


def _bonus(deck: Deck, state: State) -> Iterator[act.Action]:
    attack = state.attack
    assert attack is not None
    player = state.active if attack.bonus is None else other(state.active)
    side = state.side(player)
    if state.drawing is None:
        yield from (act.BonusFromHand(player, card) for card in deck.army(player) if card in side.hand_cards)
        if _unnamed(state, player) > 0:
            yield act.BonusFromHand(player)
    if side.deck + side.discard > 0:
        yield act.BonusFromDeck(player)
    elif side.hand == 0:
        yield act.NoBonus(player)
    if attack.bonus is None:
        yield from _overlap(deck, state)


def _retreat(deck: Deck, state: State) -> Iterator[act.Action]:
    attack = state.attack
    assert attack is not None
    assert attack.lead is not None
    lead = deck.unit(attack.lead)
    assert lead is not None
    for card in state.column(attack.column).units(other(state.active)):
        unit = deck.unit(card)
        if unit is not None and unit.movement_cost < lead.movement_cost:
            yield act.Retreat(card)
    yield act.EndRetreat()


def _result(deck: Deck, state: State) -> Iterator[act.Action]:
    attack = state.attack
    assert attack is not None
    if attack.revealed:
        yield from (act.Discard(card) for card in state.column(attack.column).units(state.active))
        return
    shown: dict[str, list[str | None]] = {}
    bonuses = {state.active: attack.bonus, other(state.active): attack.defending_bonus}
    for player in SIDES:
        bonus = bonuses[player]
        assert bonus is not None
        hidden = bonus.card is None and bonus.origin != "none"
        shown[player] = [bonus.card]
        if hidden:
            shown[player] = [*perhaps_hidden(deck, state, player), *_told(state, player)]
    yield from (act.Reveal(red, blue) for red in shown["red"] for blue in shown["blue"])


def _rampage(deck: Deck, state: State) -> Iterator[act.Action]:
    attack = state.attack
    assert attack is not None
    assert attack.loser is not None
    yield from (act.Rampage(attack.loser, card) for card in perhaps_hidden(deck, state, attack.loser))
    yield from (act.Rampage(attack.loser, card) for card in _told(state, attack.loser))
    if not state.full:
        yield act.Rampage(attack.loser)


# Set-up


def _terrain(deck: Deck, state: State) -> Iterator[act.Action]:
    used = {card for card, _ in state.laid}
    free = {number for number in COLUMNS if not state.column(number).terrain}
    inside_out = ({3}, {2, 4}, {1, 5})
    nearest = next(ring & free for ring in inside_out if ring & free)
    farthest = next(ring & free for ring in reversed(inside_out) if ring & free)
    for card in deck.terrain_cards:
        if card not in used:
            columns = nearest if kind_of(card) == "plain" else farthest
            yield from (act.LayTerrain(card, number) for number in sorted(columns))


def _army(deck: Deck, state: State) -> Iterator[act.Action]:
    if not state.full:
        if not state.laid:
            yield from (act.Ready(player) for player in SIDES if player not in state.ready)
        return
    side = state.side(state.active)
    if side.hand % 2 == 0 and len(side.offered) < 4:
        yield from (_drawn(card) for card in deck.army(state.active) if card in side.deck_cards)
    else:
        yield from (act.Keep(card) for card in deck.army(state.active) if card in side.offered)


def _first(deck: Deck, state: State) -> Iterator[act.Action]:
    yield from (act.First(player) for player in SIDES)


def _over(deck: Deck, state: State) -> Iterator[act.Action]:
    return iter(())


BY_STEP: Mapping[str, Callable[[Deck, State], Iterator[act.Action]]] = {
    ADVANCE: _advance,
    FLANK: _flank,
    ACTIONS: _actions,
    DRAW: _draw,
    DRAWING: _drawing,
    SHUFFLE: _shuffle,
    LEAD: _lead,
    BONUS: _bonus,
    RETREAT: _retreat,
    RESULT: _result,
    RAMPAGE: _rampage,
    TERRAIN: _terrain,
    ARMY: _army,
    FIRST: _first,
    OVER: _over,
}
