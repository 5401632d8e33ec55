"""Every legal action of a state, written apart from the refusals: what is built here is never asked there."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.dice import FACES
from signifer_core.notation import in_order

from .. import actions as act
from ..deck import KINDS, LETTERS, Deck, kind_of
from ..state import BOTH, FIGURES, FIRST_HAND, PADS, SEATS, STOCKS, VARIANTS, Cards, State


def legal_actions(deck: Deck, state: State) -> tuple[act.Action, ...]:
    """Every legal action, as far as it is known where the cards are; of sets that are equal in kind and size one."""
    return tuple(_actions(deck, state))


def dice() -> tuple[act.Action, ...]:
    """The faces of a die that rolls for the start."""
    return tuple(act.Rolled(value) for value in range(1, FACES + 1))


def generated(deck: Deck, state: State, action: act.Action) -> act.Action:
    """Of the sets with the kind and size of a set the one that is generated; any other action as it is."""
    if not isinstance(action, act.Lay) or len({kind_of(card) for card in action.cards}) > 1:
        return action
    hand = state.hand(state.active).cards if state.hands else Cards()
    perhaps = [card for card in deck.of_kind(kind_of(action.cards[0])) if card in _perhaps(deck, state, hand)]
    if not set(action.cards) <= set(perhaps) or len(set(action.cards) - hand.named) > hand.unnamed:
        return action
    return act.Lay(in_order(_first(hand, perhaps)[: len(action.cards)]))


def _perhaps(deck: Deck, state: State, cards: Cards) -> list[str]:
    """The characters that may be among the cards, in the order of the deck's list."""
    if not cards.unnamed:
        return [card for card in deck.characters if card in cards.named]
    placed = _placed(state)
    return [card for card in deck.characters if card in cards.named or card not in placed]


def _placed(state: State) -> frozenset[str]:
    """The cards of which it is known where they are."""
    open_cards = [layer for layers in state.discards for layer in layers]
    open_cards += [each.cards for each in state.sets]
    open_cards += [hand.cards for hand in state.hands]
    if state.displaced is not None:
        open_cards.append(state.displaced.cards)
    return frozenset().union(state.stock.named, *(each.named for each in open_cards))


def _most(deck: Deck, state: State, kind: str, hand: Cards) -> int:
    """So many cards of a kind the hand has at most: those of a set that was only counted are among the unseen ones."""
    placed = _placed(state)
    counted = sum(each.cards.unnamed for each in state.sets if each.kind == kind)
    may_be = sum(card in hand.named or card not in placed for card in deck.of_kind(kind))
    return max(0, may_be - counted)


def _first(hand: Cards, perhaps: list[str]) -> list[str]:
    """Those that are surely in the hand come first; of the others no more than the hand has."""
    sure = [card for card in perhaps if card in hand.named]
    return sure + [card for card in perhaps if card not in hand.named][: hand.unnamed]


def _actions(deck: Deck, state: State) -> Iterator[act.Action]:
    match state.step:
        case "players":
            yield from (act.Players(n, variant) for n in range(2, len(SEATS) + 1) for variant in VARIANTS)
        case "deal":
            yield from _before_a_deal(state)
        case "dealing":
            yield from _dealt(deck, state)
        case "draw":
            yield from _draws(deck, state)
        case "drawing":
            yield from (act.Drawn(card) for card in _perhaps(deck, state, state.stock))
        case "play":
            yield from _plays(deck, state)
        case "displace":
            yield from _laid_away(deck, state)
        case "mission":
            yield from _missions(deck, state)
        case "score":
            yield act.Proceed()
    if state.step in ("draw", "play", "displace"):
        yield from _figures(state)
        if not state.full and not state.in_one_pile:
            yield from (act.Emptied(pile) for pile in STOCKS if pile not in state.empty)


def _before_a_deal(state: State) -> Iterator[act.Action]:
    if state.round == 1:
        yield from (act.Starter(seat) for seat in state.seats)
        yield from dice()
    if not state.dealt:
        yield act.Deal()


def _dealt(deck: Deck, state: State) -> Iterator[act.Action]:
    """Missions first, in the first round: everybody's of each letter; then three cards each."""
    assert state.starter is not None
    if state.round == 1 and state.variant in ("missions", BOTH):
        held = [state.letters[int(seat) - 1] for seat in state.clockwise(state.starter)]
        wanting = [letters for letters in held if len(letters) < len(LETTERS)]
        if wanting:
            kind = f"mission-{LETTERS[len(wanting[0])]}"
            gone = frozenset().union(*(missions.named for missions in state.missions))
            yield from (act.Given(card) for card in deck.of_kind(kind) if card not in gone)
            return
    if any(hand.number < FIRST_HAND for hand in state.hands):
        yield from (act.Drawn(card) for card in _perhaps(deck, state, state.stock))


def _draws(deck: Deck, state: State) -> Iterator[act.Action]:
    yield from (act.Draw(pile) for pile in STOCKS if pile not in state.drawn and pile not in state.empty)
    for pad, layers in zip(PADS, state.discards, strict=True):
        if layers and pad not in state.drawn:
            yield from (act.Take(card, pad) for card in _perhaps(deck, state, layers[-1]))


def _plays(deck: Deck, state: State) -> Iterator[act.Action]:
    hand = state.hand(state.active).cards
    perhaps = _perhaps(deck, state, hand)
    for pad in _pads(state):
        yield from (act.Discard(card, pad) for card in perhaps)
    for kind in KINDS:
        mine = _first(hand, [card for card in perhaps if kind_of(card) == kind])
        least = deck.least(kind, len(state.hands))
        lies = [each.cards.number for each in state.sets if each.kind == kind]
        mine = mine[: _most(deck, state, kind, hand)]
        for number in range(max([least, *(size + 1 for size in lies)]), len(mine) + 1):
            yield act.Lay(in_order(mine[:number]))


def _pads(state: State) -> list[str]:
    """While one of the discard piles is empty, the next discard goes there (CG-4)."""
    begun = [bool(layers) for layers in state.discards]
    return [pad for pad, has in zip(PADS, begun, strict=True) if not has or all(begun)]


def _laid_away(deck: Deck, state: State) -> Iterator[act.Action]:
    pads = _pads(state)
    if state.displaced is not None:
        yield from (act.Displace(pad) for pad in pads)
    for each in state.sets:
        if each.kind == state.struck:
            perhaps = [card for card in _perhaps(deck, state, each.cards) if kind_of(card) == each.kind]
            yield from (act.Remove(card, pad) for card in perhaps for pad in pads)


def _figures(state: State) -> Iterator[act.Action]:
    place = int(state.active) - 1
    if state.variant not in (FIGURES, BOTH) or state.struck is not None:
        return
    if state.figures[place] > state.fresh[place]:
        yield from (act.Strike(each.kind) for each in state.sets if each.owner != state.active)


def _missions(deck: Deck, state: State) -> Iterator[act.Action]:
    place = int(state.active) - 1
    held, letters = state.missions[place], state.letters[place]
    elsewhere = frozenset().union(
        state.revealed, *(missions.named for at, missions in enumerate(state.missions) if at != place)
    )
    for letter in letters:
        for card in deck.of_kind(f"mission-{letter}"):
            if card in held.named or (held.unnamed and card not in elsewhere):
                yield act.Reveal(card)
