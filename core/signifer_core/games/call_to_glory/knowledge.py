"""What a player may know of a state, and what everybody may: the only place where hidden things are left out, and where
they are dealt again.

Sets and discard piles lie open, so a card that was drawn from a discard pile is known to be in that hand until it is
played.
"""

from __future__ import annotations

from signifer_core.chance import Chance, Unseen
from signifer_core.errors import RulesError
from signifer_core.frozen import replace

from .deck import Deck, kind_of, letter_of
from .state import Cards, CardSet, Hand, State


def view(state: State, viewer: str) -> State:
    """What ``viewer`` may know: their own hand and missions by name; of other hands the cards that were seen, of other
    missions the letters, of the face-down piles the numbers."""
    hands = state.hands_seen_by(viewer)
    missions = tuple(
        held if seat == viewer else held.covered
        for seat, held in zip(state.seats, state.missions, strict=False)
    )
    return replace(state, hands=hands, missions=missions, stock=state.stock.covered, full=False)


def determinized(deck: Deck, view: State, chance: Chance) -> State:
    """A full state that agrees with the view: of what nobody has seen, a set gets cards of its kind, hands and piles
    get any; of each letter that a player may have, a mission that nobody else has."""
    seen = frozenset().union(*view.known_places().values())
    unseen = [card for card in deck.characters if card not in seen]
    sets = []
    for each in view.sets:
        full = _named(each, unseen, chance)
        unseen = [card for card in unseen if card not in full.cards.named]
        sets.append(full)
    cards = Unseen(unseen, chance)
    hands = tuple(Hand(cards.named(hand.cards), hand.seen) for hand in view.hands)
    red, blue = (tuple(map(cards.named, layers)) for layers in view.discards)
    stock = cards.named(view.stock)
    missions = _missions(deck, view, chance)
    return replace(
        view, hands=hands, sets=tuple(sets), discards=(red, blue), stock=stock, missions=missions, full=True
    )


def _named(lying: CardSet, unseen: list[str], chance: Chance) -> CardSet:
    if not lying.cards.unnamed:
        return lying
    of_kind = Unseen((card for card in unseen if kind_of(card) == lying.kind), chance)
    return replace(lying, cards=of_kind.named(lying.cards))


def _missions(deck: Deck, view: State, chance: Chance) -> tuple[Cards, ...]:
    """Everybody's missions by name: for each letter one of the box, or of the missions that nobody has shown."""
    seen = view.revealed.union(*(held.named for held in view.missions))
    left = {
        letter: Unseen(
            (card for card in deck.missions if card not in seen and letter_of(card) == letter), chance
        )
        for letter in sorted(set(map(letter_of, deck.missions)))
    }
    found = []
    for held, letters in zip(view.missions, view.letters, strict=True):
        wanted = sorted(set(letters) - set(map(letter_of, held.named)))
        if not 0 <= held.unnamed <= len(wanted):
            raise RulesError(f"the counts cannot be right: {held.number} missions, of the letters {letters}")
        for letter in chance.sample(wanted, held.unnamed):
            held = Cards(held.number, held.named | left[letter].take(1))
        found.append(held)
    return tuple(found)
