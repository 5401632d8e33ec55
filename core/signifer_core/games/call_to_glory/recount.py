"""How many cards people agree on in a set or in a discard pile: of fewer, what is read there then are those left.

``agreed size monk monk-1 monk-3 2``: the cards that are read stand before the number. Without any, as in older records
and where all is silent, nobody said which have gone. Of a face-down pile that gets more they are what stays of the
discards: ``agreed stock left monk-1 40``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from signifer_core.agreement import words_of
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.layout import PAD, Layout, Side, Zone
from signifer_core.notation import in_order
from signifer_core.procedure import Choice, Override

from .state import PADS, SIDE_OF, Cards, CardSet, State

SIZE, PAD_COUNT, STOCK = "size", "discard", "stock"


def read_in_set(each: CardSet, seen: Layout) -> frozenset[str]:
    """The cards of a set that are read where they lie."""
    side = SIDE_OF[each.owner]
    return frozenset(card for card, column in each.columns if card in seen[Zone(column, side)])


def read_on_pad(state: State, pad: Side, seen: Layout) -> frozenset[str]:
    """The cards of a discard pile that are read on its pad."""
    return state.known_places()[f"pad {pad}"] & frozenset(seen[Zone(PAD, pad)])


def told(entry: Override, read: Collection[str]) -> Override:
    """The entry of a pile or a set, with what is read there beside smaller numbers than there are; of a face-down pile
    beside larger ones, with what is read of the discards."""
    if not read:
        return entry
    size = int(entry.now or 0)
    choices = tuple(
        beside(choice, in_order(read))
        if (int(choice.value) > size if entry.key == STOCK else int(choice.value) < size)
        else choice
        for choice in entry.choices
    )
    return replace(entry, choices=choices)


def beside(choice: Choice, said: Sequence[str]) -> Choice:
    """The choice with more words that stand before its value."""
    words = f" {' '.join(said)} "
    return replace(choice, changes=tuple(words.join(text.rsplit(" ", 1)) for text in choice.changes))


def taken_out(state: State, text: str) -> tuple[str, frozenset[str]]:
    """The words of an agreement without the cards that are read there, and those; RulesError for cards that are not
    known to be there."""
    key, *said = words_of(text)
    if key not in (SIZE, PAD_COUNT, STOCK) or len(said) <= 2:
        return text, frozenset()
    about, *read, number = said
    places = {SIZE: [f"set {about}"], PAD_COUNT: [f"pad {about}"], STOCK: [f"pad {pad}" for pad in PADS]}[key]
    known = frozenset[str]().union(*(state.known_places().get(place, ()) for place in places))
    there = state.set_of(about) if key == SIZE else None
    if there is not None:
        # Of more that lay there than people agreed on nobody knows which are of it, and they lie there still.
        known |= {card for card, _ in there.columns}
    if not frozenset(read) <= known:
        raise RulesError(f'"{text}" names cards that are not there')
    return f"{text.split(' ', 1)[0]} {key} {about} {number}", frozenset(read)


def sized(state: State, kind: str, size: int, read: frozenset[str] = frozenset()) -> State:
    """So many cards in a set. Of fewer those are left that are ``read``; if these are too many, or too few beside
    silent ones, nobody knows which of them all, and where they lie they mean nothing."""
    there = state.set_of(kind)
    if there is None:
        return replace(state, sets=(*state.sets, CardSet(kind, state.active, Cards(size))))
    new = replace(there, cards=there.cards.counted(size))
    if size < there.size:
        names = read if len(read) <= size else frozenset[str]()
        silent_too = len(read) != size
        columns = frozenset(lying for lying in there.columns if silent_too or lying[0] in read)
        new = replace(there, cards=Cards(size, names), columns=columns)
    sets = tuple(new if each == there else each for each in state.sets)
    return replace(state, sets=tuple(each for each in sets if each.size))


def piled(state: State, pad: str, number: int, read: frozenset[str] = frozenset()) -> State:
    """So many cards in a discard pile: more below; of fewer those go first that are not ``read`` while others are, from
    below, and then the lowest."""
    layers, missing = list(state.layers(pad)), number - state.on_pad(pad)
    if missing > 0:
        return state.with_layers(pad, (Cards(missing), *layers))
    for place, layer in enumerate(layers if read else ()):
        heard = layer.named & read
        gone = min(-missing, layer.number - len(heard))
        if gone:
            layers[place], missing = Cards(layer.number - gone, heard), missing + gone
    layers = [layer for layer in layers if layer.number]
    while missing < 0:
        lowest = layers.pop(0)
        missing += lowest.number
        if missing > 0:
            layers.insert(0, Cards(missing))
    return state.with_layers(pad, tuple(layers))
