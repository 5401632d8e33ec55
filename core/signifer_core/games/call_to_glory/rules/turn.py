"""A turn: two cards are drawn (CG-1), then a set is laid (CG-2, CG-3) or a card discarded (CG-4); the end of a turn,
and with it of a round (CG-5)."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.frozen import replace
from signifer_core.rules import Figures, Fix, Refusal, Verb
from signifer_core.seats import not_among, not_asked

from .. import actions as act
from ..deck import KINDS, NINJA, Deck, kind_of, kinds_of
from ..state import (
    DISPLACE,
    DRAW,
    DRAWING,
    DRAWS,
    KINDS_TO_END,
    PADS,
    PLAY,
    STOCKS,
    Cards,
    CardSet,
    State,
    Step,
)
from .reasons import closed_pad, out_of_step, refusal
from .scoring import round_over

ROUND_STEPS = (DRAW, PLAY, DISPLACE)

# The way through a turn


def begun(state: State, player: str) -> State:
    """A turn of the player begins: figures taken in the last one may be returned from now on (CG-8)."""
    place = state.place(player)
    fresh = (*state.fresh[:place], 0, *state.fresh[place + 1 :])
    return replace(state, step=DRAW, active=player, turn=state.turn + 1, drawn=(), fresh=fresh)


def sources(state: State) -> Iterator[str]:
    """The piles from which the active player may still draw in this turn (CG-1)."""
    yield from (pile for pile in STOCKS if pile not in state.empty and pile not in state.drawn)
    yield from (pad for pad in PADS if state.on_pad(pad) and pad not in state.drawn)


def drawn_on(deck: Deck, state: State) -> State:
    """After two cards, or without another pile to draw from, the player plays; with an empty hand the turn ends."""
    if len(state.drawn) < DRAWS and any(sources(state)):
        return replace(state, step=DRAW)
    state = replace(state, step=PLAY)
    return state if state.hand(state.active).number else turn_over(deck, state)


def led_on(deck: Deck, state: State, back: Step | None) -> State:
    """Once all lies on the pads that has to: the step goes on that was interrupted, or the turn ends."""
    if state.displaced is not None or state.struck is not None:
        return replace(state, step=DISPLACE, back=back)
    state = replace(state, back=None)
    if back is None:
        return turn_over(deck, state)
    return drawn_on(deck, state) if back == DRAW else replace(state, step=back)


def turn_over(deck: Deck, state: State) -> State:
    """The round ends, or the next player draws."""
    if round_ends(state):
        return round_over(deck, state)
    return drawn_on(deck, begun(state, state.next_of(state.active)))


def round_ends(state: State) -> bool:
    """CG-5: enough kinds of one player, all nine kinds, or an empty pile. With one card left in both, one surely is."""
    enough = KINDS_TO_END[len(state.hands)]
    many = any(len(state.kinds(seat)) >= enough for seat in state.seats)
    return many or len(state.sets) == len(KINDS) or bool(state.empty) or state.stock.number <= 1


# Drawing (CG-1)


def draw_refusals(deck: Deck, state: State, action: act.Draw) -> tuple[Refusal, ...]:
    late = out_of_step(state, "CG-1", DRAW)
    if action.pile in state.empty:
        fix = Fix(Verb.TAKE, place=next(sources(state), None))
        late += (refusal(state, "nothing-drawn", "CG-1", fix, (("pile", action.pile),)),)
    return late + _same_pile(state, action.pile)


def _same_pile(state: State, pile: str, card: str | None = None) -> tuple[Refusal, ...]:
    if pile not in state.drawn:
        return ()
    fix = Fix(Verb.TAKE, place=next(sources(state), None)) if card is None else Fix(Verb.PUT, card, pile)
    return (refusal(state, "same-pile", "CG-1", fix, (("pile", pile),), card),)


def draw(deck: Deck, state: State, action: act.Draw) -> State:
    """The card is told next with full knowledge, and counted at a table."""
    state = _less(state, action.pile)
    state = replace(state, drawn=(*state.drawn, action.pile))
    if state.full:
        return replace(state, step=DRAWING)
    state = replace(state, stock=state.stock.loses(None))
    state = state.with_hand(state.active, state.hand(state.active).gains(None))
    return drawn_on(deck, state)


def _less(state: State, pile: str) -> State:
    """One card less in a face-down pile. At a table the numbers of the two are estimates, of which only the sum is
    sure."""
    counts = dict(zip(STOCKS, state.piles, strict=True))
    other = next(name for name in STOCKS if name != pile)
    counts[pile if counts[pile] else other] -= 1
    sure = state.full or not any(counts.values())
    empty = {name for name, number in counts.items() if sure and not number}
    return replace(state, piles=(counts[STOCKS[0]], counts[STOCKS[1]]), empty=state.empty | empty)


def take_refusals(deck: Deck, state: State, action: act.Take) -> tuple[Refusal, ...]:
    late = out_of_step(state, "CG-1", DRAW) + _same_pile(state, action.pad, action.card)
    if state.may_be_among(state.top(action.pad), action.card):
        return late
    if any(action.card in layer.named for layer in state.layers(action.pad)):
        fix = Fix(Verb.PUT, action.card, action.pad)
        figures = (("card", action.card), ("pile", action.pad))
        return (*late, refusal(state, "not-top", "CG-1", fix, figures, action.card))
    return late + not_among(state, state.top(action.pad), action.card, "CG-1")


def take(deck: Deck, state: State, action: act.Take) -> State:
    """Everybody sees which card goes into the hand."""
    *below, top = state.layers(action.pad)
    top = top.loses(action.card)
    state = state.with_layers(action.pad, (*below, top) if top.number else tuple(below))
    hand = state.hand(state.active).gains(action.card, openly=True)
    return drawn_on(deck, replace(state.with_hand(state.active, hand), drawn=(*state.drawn, action.pad)))


# Laying a set (CG-2, CG-3)


def needed(deck: Deck, state: State, kind: str) -> int:
    """So many cards of a kind at least are laid now: the minimum, or one more than lie there."""
    there = state.set_of(kind)
    return max(deck.least(kind, len(state.hands)), there.size + 1 if there else 0)


def lay_refusals(deck: Deck, state: State, action: act.Lay) -> tuple[Refusal, ...]:
    late = out_of_step(state, "CG-2", PLAY)
    if not state.hands:
        return late
    kinds = kinds_of(action.cards)
    if len(kinds) > 1:
        odd = next(card for card in action.cards if kind_of(card) != kinds[0])
        figures = (("kind", kinds[0]), ("neighbour", kinds[1]), ("kinds", len(kinds)))
        late += (refusal(state, "mixed-kinds", "CG-2", Fix(Verb.TAKE, odd), figures, odd),)
    else:
        late += _too_few(deck, state, kinds[0], action.cards)
    return late + (_not_in_hand(state, action.cards) or _too_many(deck, state, kinds, action.cards))


def _too_few(deck: Deck, state: State, kind: str, cards: tuple[str, ...]) -> tuple[Refusal, ...]:
    """One card is no set; and the minimum, or what lies there, may ask for more."""
    least, asked, laid = deck.least(kind, len(state.hands)), needed(deck, state, kind), len(cards)
    found: tuple[Refusal, ...] = ()
    if laid == 1:
        fix = Fix(Verb.LAY, number=asked - 1)
        found = (refusal(state, "one-card", "CG-2", fix, (("kind", kind), ("needed", asked)), cards[0]),)
    if laid < asked and asked > 2:
        why, ruling = ("set", "CG-3") if asked > least else ("minimum", "CG-2")
        figures = (("kind", kind), ("laid", laid), ("needed", asked), ("why", why))
        found += (refusal(state, "too-few", ruling, Fix(Verb.LAY, number=asked - laid), figures, cards[-1]),)
    return found


def _not_in_hand(state: State, cards: tuple[str, ...]) -> tuple[Refusal, ...]:
    """Cards that the hand cannot hold: because they are known to be elsewhere, or because there are too many."""
    hand = state.hand(state.active).cards
    found = tuple(reason for card in cards for reason in not_among(state, hand, card, "CG-2"))
    strangers = [card for card in cards if card not in hand.named]
    if not found and len(strangers) > hand.unnamed:
        spare = len(strangers) - hand.unnamed
        figures: Figures = (("laid", len(cards)), ("hand", hand.number))
        # Cards that everybody knows to be in the hand leave less room for these.
        known = len(hand.named - set(cards))
        figures += (("known", known),) if known else ()
        fix = Fix(Verb.TAKE, strangers[-1], number=spare)
        return (refusal(state, "count-wrong", "CG-2", fix, figures, strangers[-1]),)
    return found


def _too_many(
    deck: Deck, state: State, kinds: tuple[str, ...], cards: tuple[str, ...]
) -> tuple[Refusal, ...]:
    """More cards of a kind than there are beside a set that was only counted: then that was counted wrong."""
    there = state.set_of(kinds[0]) if len(kinds) == 1 else None
    if there is None or not there.cards.unnamed:
        return ()
    of = len(deck.of_kind(there.kind))
    over = len(cards) + there.size + _seen_elsewhere(state, there.kind) - of
    if over <= 0:
        return ()
    figures = (("kind", there.kind), ("laid", len(cards)), ("there", there.size), ("of", of))
    return (
        refusal(state, "count-wrong", "CG-3", Fix(Verb.TAKE, cards[-1], number=over), figures, cards[-1]),
    )


def _seen_elsewhere(state: State, kind: str) -> int:
    """How many cards of a kind are known to be neither in its set nor in the active player's hand."""
    piles = [layer for pad in PADS for layer in state.layers(pad)]
    piles += [state.hand(seat).cards for seat in state.seats if seat != state.active]
    return sum(kind_of(card) == kind for pile in (state.stock, *piles) for card in pile.named)


def lay(deck: Deck, state: State, action: act.Lay) -> State:
    """The set lies there; a smaller one of its kind goes. For ninja cards there is a figure, if one is left (CG-8)."""
    (kind,) = kinds_of(action.cards)
    hand = state.hand(state.active)
    for card in action.cards:
        hand = hand.loses(card)
    old = state.set_of(kind)
    columns = frozenset(zip(action.cards, action.columns or (), strict=False))
    new = CardSet(kind, state.active, Cards(len(action.cards), frozenset(action.cards)), columns)
    sets = (*(each for each in state.sets if each != old), new)
    state = replace(state.with_hand(state.active, hand), sets=sets, displaced=old)
    if kind == NINJA and state.supply:
        place = state.place(state.active)
        figures, fresh = list(state.figures), list(state.fresh)
        figures[place] += 1
        fresh[place] += 1
        state = replace(state, figures=tuple(figures), fresh=tuple(fresh))
    return led_on(deck, state, None)


# Discards (CG-4)


def discard_refusals(deck: Deck, state: State, action: act.Discard) -> tuple[Refusal, ...]:
    late = out_of_step(state, "CG-2", PLAY) + closed_pad(state, action.pad, action.card)
    if not state.hands:
        return late
    return late + not_among(state, state.hand(state.active).cards, action.card, "CG-2")


def discard(deck: Deck, state: State, action: act.Discard) -> State:
    hand = state.hand(state.active).loses(action.card)
    state = state.with_hand(state.active, hand).discarded(action.pad, Cards(1, frozenset({action.card})))
    return turn_over(deck, state)


def displace_refusals(deck: Deck, state: State, action: act.Displace) -> tuple[Refusal, ...]:
    late = out_of_step(state, "CG-3", DISPLACE)
    if not late and state.displaced is None:
        late = not_asked(state, "CG-3", "remove")
    return late + closed_pad(state, action.pad)


def displace(deck: Deck, state: State, action: act.Displace) -> State:
    """The whole set is one discard, and one layer of the pile."""
    assert state.displaced is not None
    state = state.discarded(action.pad, state.displaced.cards)
    return led_on(deck, replace(state, displaced=None), state.back)


def emptied_refusals(deck: Deck, state: State, action: act.Emptied) -> tuple[Refusal, ...]:
    """CG-5: told once, of a pile of which nobody knows that it has cards; of two that have any it is one."""
    late = out_of_step(state, "CG-5", *ROUND_STEPS)
    if not (state.full or state.in_one_pile or action.pile in state.empty):
        return late
    number = 0 if action.pile in state.empty else state.piles[STOCKS.index(action.pile)]
    figures = (("pile", action.pile), ("number", number))
    # Where a card was lost none lies there either: who has to draw goes on as the table counts.
    draws = number and state.step == DRAW and action.pile not in state.drawn
    fix = Fix(Verb.PRESS, place="counted") if draws else Fix(Verb.WAIT, place="without")
    return (*late, refusal(state, "count-wrong", "CG-5", fix, figures))


def emptied(deck: Deck, state: State, action: act.Emptied) -> State:
    """What is left lies in the other pile."""
    rest = state.stock.number
    piles = (0, rest) if action.pile == STOCKS[0] else (rest, 0)
    state = replace(state, piles=piles, empty=state.empty | {action.pile})
    return drawn_on(deck, state) if state.step == DRAW else state
