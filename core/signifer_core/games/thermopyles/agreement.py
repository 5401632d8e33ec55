"""Agreement: what players overrule the table with, entry by entry and in words; and what it does to a state.

They are no actions of the rules: no rule allows or refuses them. Whatever is said, the game can go on from the state
after it, or is over by TH-10; a combat that no longer holds is called off.
"""

from __future__ import annotations

from collections.abc import Sequence

from signifer_core.agreement import DONE, NOBODY, WORD, chosen, entry, taken_as_it_lies, words_of
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.thermopyles.rules.turn import over, row_filled
from signifer_core.layout import Zone
from signifer_core.procedure import Override, foreign
from signifer_core.rules import Figure, Fix, Refusal, Verb

from .deck import Deck
from .state import CEMETERY_TO_WIN, FIRST_PLACE, HAND_LIMIT, LOST_PLACE, PERSIANS, ROW, SPARTANS, Pile, State

END = "over"


def overrides(deck: Deck, state: State, lying: Sequence[str | None]) -> tuple[Override, ...]:
    """Every entry; ``lying`` are the cards that lie in the row's two places. The one that ends the game comes last."""
    if state.step == "players":
        return (entry(END, END, NOBODY, (NOBODY,)),)
    return (
        _row(deck, state, lying),
        entry("marker", "turn", state.marker, range(FIRST_PLACE, LOST_PLACE)),
        entry("active", "turn", state.active, state.seats),
        *(_hand(deck, state, seat) for seat in state.seats),
        entry("pile", "pile", state.pile.number, range(_room(deck, state) + 1)),
        _supports(state, len(deck.supports) - len(state.fight.supports if state.fight else ())),
        entry("persians", PERSIANS, state.persians.number, range(_enemies(deck, state) + 1)),
        entry("cemetery", PERSIANS, state.cemetery.number, range(CEMETERY_TO_WIN + 1)),
        entry(END, END, state.winner or NOBODY, (SPARTANS, PERSIANS)),
    )


def _supports(state: State, most: int) -> Override:
    return entry("supports", "pile", len(state.supports), range(most + 1))


def _hand(deck: Deck, state: State, seat: str) -> Override:
    number = state.hand(seat).number
    most = min(HAND_LIMIT, _room(deck, state) + number)
    return entry("hand", seat, number, range(most + 1), player=seat)


def _row(deck: Deck, state: State, lying: Sequence[str | None]) -> Override:
    """The one choice is to take the row as it lies; no choice if it does, or after the end."""
    if state.step == "over":
        return taken_as_it_lies()
    refusals: list[Refusal] = []
    taken: list[str] = []
    for place, card in enumerate(lying, 1):
        if card is None or card in taken:
            continue
        if card in deck.persians:
            taken.append(card)
            continue
        if card not in deck:
            # The team reads it, on whichever side it lies.
            refusals.append(replace(foreign(card, Zone(str(place), PERSIANS), "TH-9"), player=SPARTANS))
            continue
        fix = Fix(Verb.TAKE, card, str(place))
        pile = state.known_place(card) or "elsewhere"
        refusals.append(Refusal.of("card-elsewhere", SPARTANS, "TH-9", fix, card, card=card, pile=pile))
    words = " ".join((WORD, "row", *taken))
    differs = len(taken) != len(state.row) or any(
        card != known and card not in deck.twins(known) for card, known in zip(taken, state.row, strict=True)
    )
    return taken_as_it_lies(len(set(taken) ^ set(state.row)) or ROW, (words,) if differs else (), refusals)


def overrule(deck: Deck, state: State, text: str) -> State:
    """The state after what the words say; RulesError if they are none of `overrides`, for whatever lies there. What
    follows waits until people have done."""
    key, *said = words_of(text)
    if key == "row":
        state = _with_row(deck, state, tuple(said), text)
    elif text != DONE:
        # Stored games may ask for those that a combat has spent, too: as many as there are lie there then.
        entries = (*overrides(deck, state, (None,) * ROW), _supports(state, len(deck.supports)))
        state = _set(deck, state, *chosen(entries, text))
    return _checked(state) if text == DONE or state.agreed_at_once else state


def _set(deck: Deck, state: State, of: Override, value: Figure) -> State:
    if of.key == END:
        return over(_called_off(state), str(value))
    state = _reopened(state)
    match of.key:
        case "marker":
            return replace(state, marker=int(value))
        case "active":
            state = replace(_called_off(state), active=str(value), receiver=None, draws=0)
            return replace(state, step="act", unplayed=False)
        case "hand":
            seat = str(of.figures[0][1])
            hand = state.hand(seat).counted(int(value))
            return _refilled(deck, state, state.with_hand(seat, hand))
        case "pile":
            return _refilled(deck, state, replace(state, pile=state.pile.counted(int(value))))
        case "persians":
            return _lined_up(deck, state, replace(state, persians=state.persians.counted(int(value))))
        case "cemetery":
            return _lined_up(deck, state, replace(state, cemetery=state.cemetery.counted(int(value))))
        case _:
            spent = state.fight.supports if state.fight else ()
            free = [card for card in deck.supports if card not in spent]
            free.sort(key=lambda card: card not in state.supports)  # those that lie there still come first
            left = int(value)
            return replace(state, supports=frozenset(free[:left]), unsure=frozenset(free[left:]))


def _reopened(state: State) -> State:
    """A game that was over goes on as once its row is full, or with a discard, unless it is found to be over still."""
    if state.step != "over":
        return state
    return replace(state, step="discard" if state.receiver else "replenish", winner=None)


def _with_row(deck: Deck, before: State, cards: tuple[str, ...], text: str) -> State:
    """Exactly these Persians lie in the row, also those that the record has in another pile; their own pile has the
    others that were not seen going elsewhere."""
    if not (len(set(cards)) == len(cards) <= ROW and all(card in deck.persians for card in cards)):
        raise RulesError(f'"{text}" is no agreement: these are not Persians, each once')
    state = _called_off(_reopened(before))
    last, repelled = before.fight or before.result, state.repelled
    if last is not None and not state.agreed_at_once:
        # Where a count that was agreed on took the names, who was defeated last is one of the repelled.
        lost = [each.card for each in last.beaten if each.card in cards and not state.known_place(each.card)]
        repelled = replace(repelled, named=repelled.named.union(lost[: repelled.unnamed]))
    known = {*cards} & (state.cemetery.named | repelled.named)
    number = max(0, state.persians.number + len(state.row) - len(cards) + len(known))
    piles = (state.cemetery, repelled)
    cemetery, repelled = (Pile(of.number - len(of.named & known), of.named - known) for of in piles)
    state = replace(state, cemetery=cemetery, repelled=repelled)
    if last is not None and last.turn == state.turn and not state.symbols_stay:
        # Who lies in the row again is not defeated: no symbol of theirs gives a card (TH-8).
        again = known if state.agreed_at_once else {*cards} - {*before.row}
        back = sum(deck.persian(each.card).bonus for each in last.beaten if each.card in again)
        state = replace(state, draws=max(0, state.draws - back))
    first, second = (*cards, None, None)[:ROW]
    return _lined_up(deck, before, replace(state, first=first, second=second, persians=Pile(number)))


def _called_off(state: State) -> State:
    """A combat ends where it stands: the Spartan and the supports go back, nobody has used them; into a full hand the
    Spartan cannot."""
    fight = state.fight
    if fight is None:
        return state
    hand = state.hand(state.active)
    if hand.number < HAND_LIMIT:
        state = state.with_hand(state.active, hand.gains(fight.spartan))
    else:
        state = replace(state, discard=state.discard.gains(fight.spartan))
    return replace(state, fight=None, supports=state.supports | set(fight.supports), draws=0, step="act")


def _room(deck: Deck, state: State) -> int:
    """The Spartans that are in no hand and no combat."""
    elsewhere = sum(hand.number for hand in state.hands) + (state.fight is not None)
    return len(deck.spartans) - elsewhere


def _refilled(deck: Deck, before: State, state: State) -> State:
    """The pile gives way to hands, and the discards are the rest; what was out of play still is."""
    room = _room(deck, state)
    pile = state.pile.counted(min(state.pile.number, room))
    out = _room(deck, before) - before.pile.number - before.discard.number
    most, named = room - pile.number, len(state.discard.named)
    rest = most if state.out_comes_in else min(most, max(named, most - out))
    return replace(state, pile=pile, discard=state.discard.counted(rest))


def _enemies(deck: Deck, state: State) -> int:
    """The Persians that are neither in the row nor in the cemetery."""
    return len(deck.persians) - len(state.row) - state.cemetery.number


def _lined_up(deck: Deck, before: State, state: State) -> State:
    """The Persians' pile gives way to row and cemetery, the repelled are the rest; what was out of play still is."""
    room = _enemies(deck, state)
    persians = state.persians.counted(min(state.persians.number, room))
    out = _enemies(deck, before) - before.persians.number - before.repelled.number
    most, named = room - persians.number, len(state.repelled.named)
    rest = most if state.out_comes_in else min(most, max(named, most - out))
    return replace(state, persians=persians, repelled=state.repelled.counted(rest))


def _checked(state: State) -> State:
    """The state led to where it goes on. A discard that is no longer asked for has been made, into no one's sight."""
    state = _led_on(state)
    if state.step == "discard":
        return state
    for seat in state.seats:
        if state.hand(seat).number > HAND_LIMIT:
            hand = state.hand(seat).counted(HAND_LIMIT)
            state = replace(state.with_hand(seat, hand), discard=state.discard.gains(None))
    return state


def _led_on(state: State) -> State:
    """The state led to where it goes on: the row refilled, no draw from an empty pile; or over (TH-10)."""
    if state.fight is not None and state.cemetery.number >= CEMETERY_TO_WIN:
        return over(_called_off(state), SPARTANS)
    if state.step in ("players", "over") or state.fight is not None:
        return state
    # Its combat was called off when the first one had left, and the second one had not yet moved up.
    if state.first is None:
        state = replace(state, first=state.second, second=None)
    if state.cemetery.number >= CEMETERY_TO_WIN or ROW - len(state.row) > state.persians.number:
        return over(state, SPARTANS)
    if state.marker >= LOST_PLACE or not state.spartans_left:
        return over(state, PERSIANS)
    if len(state.row) < ROW:
        unplayed = state.unplayed or (state.step == "act" and not state.row_ends_turn)
        return replace(state, step="replenish", receiver=None, unplayed=unplayed)
    return state if _stands(state) else row_filled(state)


def _stands(state: State) -> bool:
    """Whether the step goes on, the row being full and no combat under way; the turn itself goes on to its cards."""
    if state.step == "discard":
        return state.receiver is not None and state.hand(state.receiver).number > HAND_LIMIT
    return state.step == "act" and state.turn > 0
