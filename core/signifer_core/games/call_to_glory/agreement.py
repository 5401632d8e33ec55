"""What the players agree to overrule the table with, entry by entry and in words; and what it does to a state.

They are no actions of the rules: no rule allows or refuses them. Whatever is said, the game can go on from the state
after it, or is over. Cards that are counted somewhere come from the face-down piles, then from below the discards, and
cards that are counted less go back to the face-down piles, of which nobody knows the cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from signifer_core.agreement import NOBODY, WORD, chosen, entry, taken_as_it_lies, words_of
from signifer_core.frozen import replace
from signifer_core.layout import EMPTY, Layout
from signifer_core.procedure import POSITION, Override
from signifer_core.rules import Figure

from . import actions as act
from .as_it_lies import as_it_lies, moved_cards, taken
from .deck import KINDS, Deck, kind_of
from .recount import PAD_COUNT, SIZE, beside, piled, read_in_set, read_on_pad, sized, taken_out, told
from .recount import STOCK as STOCK
from .rules.reasons import open_pads
from .rules.scoring import points, round_over
from .rules.turn import ROUND_STEPS, sources
from .state import (
    DEAL,
    DISPLACE,
    DRAW,
    MISSION_STEP,
    OVER,
    PADS,
    PLAY,
    PLAYERS_STEP,
    SCORE,
    SIDE_OF,
    STOCKS,
    Cards,
    CardSet,
    Hand,
    State,
    Step,
)

OWNER, HAND = "owner", "hand"
FIGURE, SCORES, ROUND, STARTER, ACTIVE, STEP, END = (
    "figures",
    "score",
    "round",
    "starter",
    "active",
    "step",
    "over",
)
# What people say of these settles what is on its way.
_SETTLING = (ACTIVE, STEP, END)
# More than anybody can score in the rounds before the present one.
MOST_POINTS = 500


def overrides(
    deck: Deck, state: State, seen: Layout, away: tuple[act.Displace, ...] = ()
) -> tuple[Override, ...]:
    """Every entry, while ``seen`` lies on the table, and a displaced set has begun to go ``away``. The one that ends
    the game comes last."""
    if state.step == PLAYERS_STEP:
        return (entry(END, END, NOBODY, (NOBODY,)),)
    pads = [each.pad for each in away if each.pad != open_pads(state)[0]]
    return (_as_it_lies(deck, state, seen), *(_begun(each, pads) for each in _entries(deck, state, seen)))


def _begun(entry: Override, pads: Sequence[str]) -> Override:
    """The entry with words that say on which pad hands have begun to lay a displaced set, if they settle that."""
    if not pads or entry.key not in _SETTLING:
        return entry
    return replace(entry, choices=tuple(beside(choice, pads) for choice in entry.choices))


def _entries(deck: Deck, state: State, seen: Layout = EMPTY) -> Iterator[Override]:
    """All entries but the one that takes what lies there."""
    dealing = _reopened(state).step == DEAL
    if not dealing:
        yield from _of_cards(deck, state, seen)
    for seat in state.seats if state.with_figures else ():
        held = state.figures[state.place(seat)]
        yield entry(FIGURE, seat, held, range(held + state.supply + 1), player=seat)
    for seat in state.seats if state.round > 1 else ():
        yield entry(SCORES, seat, _before(state, seat), range(MOST_POINTS + 1), player=seat)
    yield entry(ROUND, "turn", state.round, range(1, state.rounds + 1))
    if dealing or state.step in ROUND_STEPS:
        yield entry(STARTER, "turn", state.starter or NOBODY, state.seats)
    if state.step in ROUND_STEPS:
        yield entry(ACTIVE, "turn", state.active, state.seats)
    missions = (MISSION_STEP,) if state.with_missions else ()
    steps = (DEAL, DRAW, PLAY, *missions, SCORE) if state.starter else (DEAL,) if state.step == OVER else ()
    yield entry(STEP, "turn", state.step, steps)
    yield entry(END, END, state.winner or NOBODY, state.seats)


def _of_cards(deck: Deck, state: State, seen: Layout) -> Iterator[Override]:
    """How many cards are in each set, pile and hand. A pile has no fewer than are read there: a card that has gone is
    lifted first, else it would lie there as a discard. So it is with the last card of a set. What is read of the
    discards goes to no face-down pile."""
    for kind in KINDS:
        there, most = state.set_of(kind), _room_for(deck, state, kind)
        size, read = (0, frozenset[str]()) if there is None else (there.size, read_in_set(there, seen))
        yield told(entry(SIZE, kind, size, range(bool(read), max(most, size) + 1), kind=kind), read)
        if there is not None:
            yield entry(OWNER, kind, there.owner, state.seats, kind=kind)
    for pad in PADS:
        number, read = state.on_pad(pad), read_on_pad(state, pad, seen)
        numbers = range(len(read), number + state.stock.number + 1)
        yield told(entry(PAD_COUNT, "piles", number, numbers, pad=pad), read)
    read = frozenset[str]().union(*(read_on_pad(state, pad, seen) for pad in PADS))
    for pile, number in zip(STOCKS, state.piles, strict=True):
        most = number + _discarded(state) - len(read)
        yield told(entry(STOCK, "piles", number, range(most + 1), pile=pile), read)
    for seat in state.seats:
        number = state.hand(seat).number
        yield entry(HAND, seat, number, range(number + state.stock.number + 1), player=seat)


def _discarded(state: State) -> int:
    """The cards that lie in both discard piles."""
    return sum(map(state.on_pad, PADS))


def _room_for(deck: Deck, state: State, kind: str) -> int:
    """So many cards of a kind may lie in a set, as far as is known where the others are."""
    elsewhere = [hand.cards for hand in state.hands]
    elsewhere += [layer for pad in PADS for layer in state.layers(pad)]
    gone = sum(kind_of(card) == kind for cards in elsewhere for card in cards.named)
    if state.displaced is not None and state.displaced.kind == kind:
        gone += state.displaced.size
    there = state.set_of(kind)
    return min(len(deck.of_kind(kind)) - gone, state.stock.number + (there.size if there else 0))


def _before(state: State, seat: str) -> int:
    """The player's points of the rounds before the present one."""
    return sum(state.scores[state.place(seat)][: state.round - 1])


# What lies there


def _as_it_lies(deck: Deck, state: State, seen: Layout) -> Override:
    """The one choice is to take sets and discard piles as they lie; none if they do, or while nothing is played."""
    if state.step not in (DRAW, PLAY):
        return taken_as_it_lies()
    lying = tuple(
        f"{card}:{zone.place}:{zone.side}" for zone, card in seen.items() if card in deck.characters
    )
    there, found = as_it_lies(deck, state, lying), state
    gone = (f"{WORD} {SIZE} {kind} 0" for kind in there.gone)
    changes = (*gone, " ".join((WORD, POSITION, *there.cards))) if there.cards else ()
    for text in changes:
        found = overrule(deck, found, text)
    if (found.sets, found.discards) == (state.sets, state.discards):
        return taken_as_it_lies(refusals=there.against)
    # Of one that only lies in another column of its set no pile or set has more or less.
    changed = len(moved_cards(deck, state, there.cards)) or 1
    return taken_as_it_lies(changed, changes, there.against)


# What is said


def overrule(deck: Deck, state: State, text: str) -> State:
    """The state after what the words say; RulesError if they are none of `overrides`, for whatever lies there."""
    key, *said = words_of(text)
    if key == POSITION and said and state.step in (DRAW, PLAY):
        return _counted_up(deck, taken(deck, state, said))
    state, text = _laid_away(state, text)
    text, read = taken_out(state, text)
    return _with_missions(_counted_up(deck, _set(state, *chosen(_entries(deck, state), text), read)))


def _laid_away(state: State, text: str) -> tuple[State, str]:
    """With a displaced set on the pad that the words name, as its owner had begun to lay it there (CG-4), and the words
    without that: ``agreed active blue 2``. Without one, as in older records, it goes to the first pad that takes it."""
    key, *said = words_of(text)
    if state.displaced is None or key not in _SETTLING or len(said) != 2 or said[0] not in open_pads(state):
        return state, text
    state = state.discarded(said[0], state.displaced.cards)
    return replace(state, displaced=None), " ".join((WORD, key, said[1]))


def _set(state: State, of: Override, value: Figure, read: frozenset[str]) -> State:
    """The state with an entry's value, ``read`` being what lies there; the cards that it takes or leaves are counted
    afterwards."""
    if of.key == END:
        return replace(_settled(state), step=OVER, winner=str(value))
    about, state = dict(of.figures), _reopened(state)
    match of.key:
        case "size":
            return sized(state, str(about["kind"]), int(value), read)
        case "owner":
            return _owned(state, str(about["kind"]), str(value))
        case "discard":
            return piled(state, str(about["pad"]), int(value), read)
        case "stock":
            return _stocked(state, str(about["pile"]), int(value), read)
        case "hand":
            seat = str(about["player"])
            hand = state.hand(seat)
            cards = hand.cards.counted(int(value))
            return state.with_hand(seat, Hand(cards, hand.seen & cards.named))
        case _:
            return _set_turn(state, of.key, about, value)


def _reopened(state: State) -> State:
    """A game that was over goes on: at the scores that everybody has already, in the round, or where it is dealt."""
    if state.step != OVER:
        return state
    lying = state.sets or _discarded(state) or any(hand.number for hand in state.hands)
    step: Step = PLAY if lying and state.starter is not None else DEAL
    return replace(state, step=SCORE if len(state.scores[0]) >= state.round else step, winner=None)


def _set_turn(state: State, key: str, about: Mapping[str, Figure], value: Figure) -> State:
    """Figures, scores, and where the game stands."""
    match key:
        case "figures":
            place = state.place(str(about["player"]))
            figures = (*state.figures[:place], int(value), *state.figures[place + 1 :])
            fresh = tuple(min(new, held) for new, held in zip(state.fresh, figures, strict=True))
            return replace(state, figures=figures, fresh=fresh)
        case "score":
            # Those of the present round are counted again.
            place = state.place(str(about["player"]))
            earlier = _rounds_of(state.scores[place][: state.round - 1], int(value))
            return replace(state, scores=(*state.scores[:place], earlier, *state.scores[place + 1 :]))
        case "round":
            return _in_round(state, int(value))
        case "starter":
            return replace(state, starter=str(value), rollers=(), rolls=())
        case "active":
            return _with_turn_of(_settled(state), str(value))
        case _:
            return _in_step(state, str(value))


def _rounds_of(rounds: tuple[int, ...], total: int) -> tuple[int, ...]:
    """The rounds, with what is put right counted to the last of them, so that the best one still tells (CG-6). None
    has less than nothing: what is more than that goes from those before."""
    change, found = total - sum(rounds), list(rounds)
    for place in reversed(range(len(found))):
        found[place], change = max(0, found[place] + change), min(0, found[place] + change)
    return tuple(found)


def _settled(state: State) -> State:
    """Nothing is on its way any longer: a displaced set counts as discarded, a figure as not returned."""
    if state.displaced is not None:
        state = state.discarded(open_pads(state)[0], state.displaced.cards)
    step: Step = DRAW if state.step == DISPLACE else state.step
    return replace(state, displaced=None, struck=None, back=None, step=step)


def _with_turn_of(state: State, seat: str) -> State:
    """In a turn of that player, who may return the figures of earlier ones (CG-8)."""
    fresh = tuple(0 if each == seat else new for each, new in zip(state.seats, state.fresh, strict=True))
    return replace(state, active=seat, drawn=(), fresh=fresh)


def _owned(state: State, kind: str, seat: str) -> State:
    """With another owner of a set. Its cards lie where they did, unless the new one sits on the other side."""

    def changed(each: CardSet) -> CardSet:
        stays = SIDE_OF[each.owner] == SIDE_OF[seat]
        return replace(each, owner=seat, columns=each.columns if stays else frozenset())

    return replace(state, sets=tuple(changed(each) if each.kind == kind else each for each in state.sets))


def _stocked(state: State, pile: str, number: int, read: frozenset[str]) -> State:
    """So many cards in a face-down pile; none: it is known to be empty. What more there are were no discards, but for
    those that are ``read`` on the pads."""
    left, right = (number if name == pile else old for name, old in zip(STOCKS, state.piles, strict=True))
    empty = state.empty | {pile} if not number else state.empty - {pile}
    missing = left + right - state.stock.number
    for pad in PADS:
        lying = len(read & state.known_places()[f"pad {pad}"])
        taken = min(max(missing, 0), state.on_pad(pad) - lying)
        state, missing = piled(state, pad, state.on_pad(pad) - taken, read), missing - taken
    if missing < 0:
        state = piled(state, PADS[0], state.on_pad(PADS[0]) - missing)
    return replace(state, piles=(left, right), empty=empty)


def _in_round(state: State, number: int) -> State:
    """In another round: rounds that were not played scored nothing, later ones are forgotten. Nobody rolls for the
    start of a later one."""
    scores = tuple((*rounds, *(0,) * number)[: number - 1] for rounds in state.scores)
    state = replace(state, round=number, scores=scores)
    state = _with_missions_left(state, state.rounds - number + 1)
    if number > 1:
        state = replace(state, starter=state.starter or state.seats[0], rollers=(), rolls=())
    return replace(state, step=PLAY) if state.step == SCORE else state


def _in_step(state: State, step: str) -> State:
    state = _settled(state)
    if step == DEAL:
        return replace(state, step=DEAL, dealt=False)
    if step == SCORE:
        return replace(state, step=SCORE)
    if step == MISSION_STEP:
        # Whoever has revealed one already has one letter less, and is not asked again.
        return _with_missions_left(replace(state, step=MISSION_STEP), state.rounds - state.round + 1)
    return replace(state, step=DRAW if step == DRAW else PLAY, drawn=())


# Missions


def _with_missions(state: State) -> State:
    """With as many missions as everybody has left at this point of the round, in which each reveals one (CG-7)."""
    if state.step in (MISSION_STEP, OVER):
        return state
    return _with_missions_left(state, state.rounds - state.round + (state.step != SCORE))


def _with_missions_left(state: State, most: int) -> State:
    """Nobody says which letters the others had."""
    missions = tuple(Cards(min(most, len(letters))) for letters in state.letters)
    return replace(state, missions=missions)


# All cards are somewhere


def _counted_up(deck: Deck, state: State) -> State:
    """The face-down piles have what is left; where nothing is, discards give way, and then hands. Then the game goes
    on, or the round is over."""
    if state.step == DEAL:
        # A round that is dealt again has scored nothing yet.
        earlier = tuple(rounds[: state.round - 1] for rounds in state.scores)
        return replace(state, scores=earlier).gathered(deck.characters)
    counted = sum(each.size for each in state.sets) + (state.displaced.size if state.displaced else 0)
    counted += sum(hand.number for hand in state.hands) + _discarded(state)
    spare = counted - len(deck.characters)
    for pad in PADS:
        taken = min(max(spare, 0), state.on_pad(pad))
        state, spare = piled(state, pad, state.on_pad(pad) - taken), spare - taken
    for seat in state.seats:
        hand = state.hand(seat)
        taken = min(max(spare, 0), hand.cards.unnamed)
        spare -= taken
        state = state.with_hand(seat, Hand(Cards(hand.number - taken, hand.cards.named), hand.seen))
    rest = max(0, -spare)
    # Without a card both piles are known to be empty; with one they cannot both be.
    if not rest:
        state = replace(state, empty=frozenset(STOCKS))
    elif len(state.empty) == len(STOCKS):
        state = replace(state, empty=frozenset())
    return _led_on(deck, replace(state, stock=Cards(rest), piles=_split(state, rest)))


def _split(state: State, rest: int) -> tuple[int, int]:
    """The two face-down piles with ``rest`` cards: the left one as it was, as far as there are so many."""
    left, right = state.piles
    if left + right == rest:
        return left, right
    if STOCKS[0] in state.empty:
        return 0, rest
    if STOCKS[1] in state.empty:
        return rest, 0
    change = rest - left - right
    right = max(0, right + change)
    return rest - right if right <= rest else 0, min(right, rest)


def _led_on(deck: Deck, state: State) -> State:
    """To where there is something to decide; at the end of a round everybody has the points of it."""
    if state.step == PLAY and not state.hand(state.active).number:
        state = replace(state, step=DRAW, drawn=())
    if state.step == DRAW and not any(sources(state)):
        state = replace(state, step=PLAY if state.hand(state.active).number else SCORE)
    earlier = tuple(rounds[: state.round - 1] for rounds in state.scores)
    if state.step == MISSION_STEP:
        return round_over(deck, replace(state, scores=earlier))
    if state.step not in (SCORE, OVER):
        return replace(state, scores=earlier)
    if state.step == OVER:
        return state
    found = zip(earlier, points(deck, state), strict=True)
    return replace(state, scores=tuple((*rounds, now) for rounds, now in found))
