"""What cannot be in a position of Call to Glory, where each statement for itself can."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.position_fields import Misstatement, by_seat, strangers

from ..deck import KINDS, LETTERS, Deck, kind_of, letter_of
from ..state import (
    DEAL,
    DRAW,
    FIGURES_IN_BOX,
    KINDS_TO_END,
    PADS,
    PLAY,
    SCORE,
    SEATS,
    SIDE_OF,
    STOCKS,
)
from .setup import EMPTY, NONE, Setup


def relations(deck: Deck, setup: Setup) -> Iterator[Misstatement]:
    """All that cannot be together."""
    yield from _strangers(setup)
    yield from _variants(setup)
    yield from _rounds(setup)
    if setup.at == DEAL:
        yield from _before_the_deal(setup)
        return
    yield from _sets(deck, setup)
    yield from _hands(setup)
    yield from _piles(deck, setup)
    yield from _missions(deck, setup)
    yield from _over(deck, setup)


# Who plays, with what


def _strangers(setup: Setup) -> Iterator[Misstatement]:
    """Players of whom something is said, and who do not play."""
    said = [("starter", setup.starter), ("first", setup.active)]
    said += [(f"owner {kind}", owner) for kind, owner in zip(KINDS, setup.owners, strict=False)]
    of_seats: dict[str, tuple[object, ...]] = {
        "count {} hand": setup.hands,
        "seen {}": setup.seen,
        "figures {}": setup.figures,
        "fresh {}": setup.fresh,
        "letters {}": setup.letters,
        "bonus {}": setup.bonus,
    }
    for what, values in of_seats.items():
        said += by_seat(what, values)
    said += [(f"score {seat} {played}", str(seat)) for seat, played, _ in setup.scores]
    return strangers(setup.seats, said)


def _variants(setup: Setup) -> Iterator[Misstatement]:
    """Figures and missions where they are not played with, and more figures than there are."""
    figures = sum(setup.figures_of(seat) for seat in setup.seats)
    if figures and not setup.with_figures:
        yield Misstatement(
            "nobody plays with figures (CG-8)", "write variant figures or variant both", ("figures",)
        )
    if figures > FIGURES_IN_BOX:
        yield Misstatement(
            f"{figures} figures, and there are {FIGURES_IN_BOX} (CG-8)", "write fewer", ("figures",)
        )
    for seat in setup.seats:
        if setup.fresh_of(seat) > setup.figures_of(seat):
            wrong = f"{setup.fresh_of(seat)} figures of {seat} are fresh, of {setup.figures_of(seat)}"
            yield Misstatement(wrong, f"write figures {seat} {setup.fresh_of(seat)}", (f"fresh {seat}",))
    if not setup.with_missions:
        said = [what for what in ("letters", "revealed", "bonus") if any(getattr(setup, what))]
        for what in said:
            instead = "write variant missions or variant both"
            yield Misstatement("nobody plays with missions (CG-7)", instead, (what,))


def _rounds(setup: Setup) -> Iterator[Misstatement]:
    """Rounds that there are not, and scores of rounds that are not played yet."""
    if setup.round > setup.rounds:
        wrong = f"round {setup.round}, and there are {setup.rounds} (CG-6, CG-7)"
        yield Misstatement(wrong, f"write 1 to {setup.rounds}", ("round",))
    last = setup.round if setup.at == SCORE else setup.round - 1
    for seat, played, _ in setup.scores:
        if played > last:
            wrong = f"round {played} is not played yet"
            yield Misstatement(
                wrong, f"write round {played + 1}, or leave it out", (f"score {seat} {played}",)
            )


def _before_the_deal(setup: Setup) -> Iterator[Misstatement]:
    """Nothing lies, and nobody has a card."""
    said = {
        "setup": setup.lying,
        "owner": setup.owners,
        "discard": setup.discards,
        "hand": setup.hands,
        "seen": setup.seen,
        "left": (setup.left,),
        "right": (setup.right,),
        "empty": (setup.empty,),
        "bonus": setup.bonus,
    }
    said |= {f"count {kind}": (size,) for kind, size in zip(KINDS, setup.sizes, strict=False)}
    for what, values in said.items():
        if any(value is not None for value in values):
            yield Misstatement("nothing is dealt yet", "write begin draw, or leave it out", (what,))


# What lies, and who holds what


def _sets(deck: Deck, setup: Setup) -> Iterator[Misstatement]:
    for kind in KINDS:
        yield from _set(deck, setup, kind)


def _set(deck: Deck, setup: Setup, kind: str) -> Iterator[Misstatement]:
    """A set lies on one side, that of its owner; it has no more cards than there are, and no fewer than a set needs."""
    cards, size, owner = setup.cards_of(kind), setup.size(kind), setup.owner(kind)
    about = (f"count {kind}",)
    for card, _, side in cards:
        if side != cards[0][2]:
            wrong = f"{kind} lies on both sides, and one player lays a kind (CG-3)"
            yield Misstatement(wrong, f"write setup on the side of {cards[0][2]}", ("setup",), card)
        elif owner in setup.seats and side != SIDE_OF[owner]:
            wrong = f"{card} lies on {side}'s side, and {kind} is laid by {owner}"
            seat = SEATS[PADS.index(side)]
            yield Misstatement(wrong, f"write owner {kind} {seat}, or another place", (f"owner {kind}",))
            break
    if not size and owner:
        yield Misstatement(f"no {kind} is laid", f"write before it: count {kind} 2", (f"owner {kind}",))
    if size and owner is None:
        yield Misstatement(f"nobody has laid {kind}", f"write before it: owner {kind} 1", about)
    if size and size < len(cards):
        wrong = f"{len(cards)} cards of {kind} lie there, and the count is {size}"
        yield Misstatement(wrong, f"write {len(cards)} or more", about)
    elsewhere = [*(card for pad in PADS for card in setup.pile(pad))]
    elsewhere += [card for seat in setup.seats for card in setup.seen_in(seat)]
    gone, there = sum(kind_of(card) == kind for card in elsewhere), len(deck.of_kind(kind))
    if size + gone > there:
        yield Misstatement(f"{size + gone} cards of {kind}, and there are {there}", "write fewer", about)
    least = deck.least(kind, len(setup.seats))
    if 0 < size < least and not setup.with_figures:
        wrong = f"{size} is no set of {kind} (CG-2)"
        yield Misstatement(wrong, f"write {least} or more", (*about, *_columns(setup, kind)))


def _columns(setup: Setup, kind: str) -> tuple[str, ...]:
    """The statements that lay a set."""
    return tuple(dict.fromkeys(f"setup {column} {side}" for _, column, side in setup.cards_of(kind)))


def _hands(setup: Setup) -> Iterator[Misstatement]:
    for seat in setup.seats:
        number, seen = setup.hand(seat), len(setup.seen_in(seat))
        if seen > number:
            wrong = f"{seen} cards in the hand of {seat} are seen, and the count is {number}"
            yield Misstatement(wrong, f"write count {seat} hand {seen} or more", (f"seen {seat}",))
    if setup.at == PLAY and setup.turn_of in setup.seats and not setup.hand(setup.turn_of):
        wrong = f"{setup.turn_of} has no card, which ends the turn (CG-2)"
        yield Misstatement(wrong, "write 1 or more", (f"count {setup.turn_of} hand",))


def _piles(deck: Deck, setup: Setup) -> Iterator[Misstatement]:
    """All cards are somewhere; an empty pile has none."""
    for pad in PADS:
        known, number = len(setup.pile(pad)), setup.on_pad(pad)
        if known > number:
            wrong = f"{known} cards lie on the pad, and the count is {number}"
            yield Misstatement(wrong, f"write {known} or more", (f"count {pad} discard",))
    rest = len(deck.characters) - setup.elsewhere
    left, right = setup.piles(rest)
    about = ("left", "right", "hand", "discard", "setup")
    if min(rest, left, right) < 0:
        return  # more than there are is told before
    if left + right < rest:
        lost = rest - left - right
        yield Misstatement(
            f"{lost} cards are nowhere", f"write count right {right + lost}, or more elsewhere", about
        )
    counts = dict(zip(STOCKS, (left, right), strict=True))
    for pile in sorted(EMPTY[setup.empty or NONE]):
        if counts[pile]:
            wrong = f"{pile} is empty, and the count there is {counts[pile]}"
            yield Misstatement(wrong, f"write count {pile} 0", ("empty", pile))


def _missions(deck: Deck, setup: Setup) -> Iterator[Misstatement]:
    """In each round everybody reveals one (CG-7); points for them come at its end."""
    if not setup.with_missions:
        return
    spare = 0
    for seat in setup.seats:
        letters, number = len(setup.letters_of(seat)), setup.missions_of(seat)
        spare += max(0, letters - number)
        if letters < number:
            wrong = f"{seat} has {letters} missions left in round {setup.round}, not {number} (CG-7)"
            yield Misstatement(wrong, f"write letters {seat} with {number}", (f"letters {seat}",))
    for letter in LETTERS:
        gone = spare + sum(letter not in setup.letters_of(seat) for seat in setup.seats)
        known = [card for card in setup.revealed if letter_of(card) == letter]
        if len(known) > gone:
            wrong = f"{len(known)} missions {letter} are revealed, and {gone} players have revealed theirs"
            yield Misstatement(wrong, "write letters without it, or fewer", ("revealed",), known[-1])
    if setup.at in (DRAW, PLAY) and any(setup.bonus_of(seat) for seat in setup.seats):
        yield Misstatement("nobody has revealed a mission in this round", "leave it out", ("bonus",))


# The end of a round


def _over(deck: Deck, setup: Setup) -> Iterator[Misstatement]:
    """CG-5: in the middle of a turn nothing has ended the round, but for a pile that was found empty in it."""
    if setup.at not in (DRAW, PLAY):
        return
    enough = KINDS_TO_END[len(setup.seats)]
    about = ("setup", "owner", "count")
    for seat in setup.seats:
        if len(setup.kinds_of(seat)) >= enough:
            wrong = f"with {enough} kinds of {seat} the round is over (CG-5)"
            yield Misstatement(wrong, "write begin score, or fewer kinds", about)
    if all(map(setup.size, KINDS)):
        yield Misstatement(
            "with all kinds laid the round is over (CG-5)", "write begin score, or fewer", about
        )
    if setup.at == DRAW and len(deck.characters) - setup.elsewhere <= 1:
        wrong = "with an empty pile the round is over (CG-5)"
        yield Misstatement(wrong, "write begin score, or fewer cards elsewhere", ("count", "setup"))
