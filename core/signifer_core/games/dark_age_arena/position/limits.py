"""What cannot be in a position of Dark Age Arena, where each statement for itself can."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.layout import SIDES, Side, other
from signifer_core.position_fields import Misstatement

from ..deck import Deck, kind_of, side_of_card, sort_of
from ..deck.printed import Equipment
from ..state import GOAL, LAST_OF_ESCALATION, MARKERS, PLACES
from .fields import AT_PLACES, GEAR, who
from .setup import ASSEMBLE, BID, BOTH, DECLARE, NONE, PREPARE, WHO, Setup

BESIDE = ("hand", "discards", "out", "under")
# Of these one at a place, by which ruling.
_ONE_EACH = {"supply": "DA-15", "artifact": "DA-2"}


def relations(deck: Deck, setup: Setup) -> Iterator[Misstatement]:
    """All that cannot be together, but for what depends on what holds for the characters (`wounded`)."""
    yield from _turn(setup)
    for side in SIDES:
        yield from _counts(deck, setup, side)
        yield from _beside(deck, setup, side)
        yield from _places(deck, setup, side)
        yield from _enlisted(deck, setup, side)
    yield from _unique(deck, setup)
    yield from _gear(deck, setup)
    yield from _over(deck, setup)


# The turn


def _turn(setup: Setup) -> Iterator[Misstatement]:
    step, early = setup.at, (setup.turn or 0) <= LAST_OF_ESCALATION
    if step == ASSEMBLE:
        yield Misstatement(
            "in assemble no turn has begun", "leave out all but classes and begin assemble", ("turn",)
        )
        return
    if early and step in (BID, DECLARE):
        wrong = f"nobody attacks in turn {setup.turn} (DA-17)"
        yield Misstatement(
            wrong, f"write turn {LAST_OF_ESCALATION + 1}, or begin {PREPARE}", ("turn", "begin")
        )
    elif early:
        said = {"initiative": setup.initiative, "attacked": setup.attacked, "fought": setup.fought}
        for what, value in said.items():
            if value not in (None, NONE, False):
                wrong = f"nobody attacks in turn {setup.turn} (DA-17)"
                yield Misstatement(wrong, f"leave it out, or write turn {LAST_OF_ESCALATION + 1}", (what,))
    if step == BID and setup.acting != setup.bidding:
        wrong = "in bid nobody but a player without a hand is done (DA-18)"
        yield Misstatement(wrong, f"write active {who(setup.bidding)}, or leave it out", ("active",))
    if step == DECLARE:
        yield from _declaring(setup)
    elif step != "supply" and setup.attackers:
        yield Misstatement(
            f"nobody has attacked in {step} yet", f"write begin {DECLARE}, or leave it out", ("attacked",)
        )
    for side in WHO[setup.marked]:
        if setup.count("markers", side) == MARKERS:
            wrong = f"{side} has used a marker, and has all of them (DA-7)"
            yield Misstatement(wrong, f"write count {side} markers {MARKERS - 1}", ("marked",))


def _declaring(setup: Setup) -> Iterator[Misstatement]:
    """One attacks, who has it written so."""
    if setup.active == BOTH:
        yield Misstatement(
            "one attacks after the other (DA-19)", "write active red or active blue", ("active",)
        )
        return
    if setup.leads is None:
        wrong = "nobody has the initiative, and somebody declares an attack (DA-19)"
        yield Misstatement(
            wrong, "write initiative red or initiative blue", ("initiative", "active", "begin")
        )
        return
    now = setup.acting[0]
    wanted = (now,) if setup.leads == now else SIDES
    if setup.attacked is not None and set(setup.attackers) != set(wanted):
        said = now if len(wanted) == 1 else BOTH
        wrong = f"{now} attacks, and {setup.leads} has the initiative (DA-19)"
        yield Misstatement(wrong, f"write attacked {said}, or leave it out", ("attacked",))


# What a player has


def _counts(deck: Deck, setup: Setup, side: Side) -> Iterator[Misstatement]:
    for pile in ("hand", "discards"):
        known, number = len(setup.known.of(pile, side)), setup.count(pile, side)
        if known > number:
            wrong = f"{known} cards of the {pile} of {side} are known, and the count is {number}"
            yield Misstatement(wrong, f"write count {side} {pile} {known} or more", (f"known {side} {pile}",))
    discarded = setup.count("discarded", side)
    about = (f"count {side} discarded",)
    if discarded and (setup.at != "stock" or side not in setup.acting):
        wrong = f"{side} has drawn for what was discarded (DA-8)"
        yield Misstatement(wrong, f"write begin stock and active {side}, or leave it out", about)
    elif discarded > setup.count("discards", side):
        wrong = f"{side} has discarded {discarded} cards, and fewer lie there"
        yield Misstatement(wrong, f"write count {side} discards {discarded} or more", about)
    stock, artifacts = setup.stock_of(side), frozenset(deck.of_sort(side, "artifact"))
    lost = len(deck.stock(side)) - setup.elsewhere(side, artifacts) - (stock or 0)
    if stock is not None and lost > 0:
        wrong = f"{lost} cards of {side} are nowhere"
        yield Misstatement(
            wrong, f"write count {side} stock {stock + lost}, or more elsewhere", (f"count {side} stock",)
        )


def _beside(deck: Deck, setup: Setup, side: Side) -> Iterator[Misstatement]:
    """What lies beside the table came from the stock, and is borne by nobody."""
    borne = {gear for gear, _ in setup.gear}
    for pile in BESIDE:
        for card in setup.known.of(pile, side):
            about = (f"known {side} {pile}",)
            if sort_of(deck.printed(card)) == "artifact":
                yield Misstatement(
                    f"{card} is an artifact, which never is there (DA-2)", "write another card", about, card
                )
            elif card in borne:
                yield Misstatement(
                    f"{card} is there, and somebody bears it", "write another card", about, card
                )


def _enlisted(deck: Deck, setup: Setup, side: Side) -> Iterator[Misstatement]:
    card, about = setup.enlisted_by(side), (f"enlisted {side}",)
    if card is None:
        return
    if sort_of(deck.printed(card)) != "character":
        yield Misstatement(f"{card} is no character (DA-9)", "write a character", about)
    elif setup.at == "stock":
        yield Misstatement(
            "nobody has enlisted before the draft (DA-9)", "write begin draft, or leave it out", about
        )
    elif setup.at == "draft" and card not in dict(setup.in_play):
        wrong = f"{side} has enlisted {card}, which is nowhere in play"
        yield Misstatement(wrong, f"write setup 1 {side} {card}", about)


# What lies at places


def _places(deck: Deck, setup: Setup, side: Side) -> Iterator[Misstatement]:
    for place in PLACES:
        about = (f"setup {place} {side}",)
        first: dict[str, str] = {}
        for card in setup.cards_at(place, side):
            sort = sort_of(deck.printed(card))
            if sort not in AT_PLACES:
                instead = f"write attach {card} CARD" if sort in GEAR else "leave it out"
                yield Misstatement(
                    f"{card} is {_a(sort)}, which does not lie at a place", instead, about, card
                )
            elif sort in first:
                wrong = f"{first[sort]} and {card} lie at one place ({_ONE_EACH[sort]})"
                yield Misstatement(wrong, "write another place", about, card)
            elif sort == "supply" and setup.is_pillaged(place, side):
                wrong = f"{card} lies at a place that is pillaged (DA-15)"
                yield Misstatement(wrong, "write another place", about, card)
            if sort in _ONE_EACH:
                first.setdefault(sort, card)


def _a(sort: str) -> str:
    return f"an {sort}" if sort[0] in "ai" else f"a {sort}"


def _unique(deck: Deck, setup: Setup) -> Iterator[Misstatement]:
    """DA-13: once on both sides, but in the draft in which both have enlisted it."""
    first: dict[str, str] = {}
    contested = {setup.enlisted_by(side) for side in SIDES} if setup.at == "draft" else set[str | None]()
    for card, place in setup.in_play:
        if sort_of(deck.printed(card)) != "character" or not deck.character(card).unique:
            continue
        there = first.setdefault(kind_of(card), card)
        if there != card and not {there, card} <= contested:
            about = (f"setup {place} {side_of_card(card)}",)
            yield Misstatement(
                f"{there} and {card} are one and unique (DA-13)", "write one of them", about, card
            )


# Who bears what


def _gear(deck: Deck, setup: Setup) -> Iterator[Misstatement]:
    in_play = {card for card, _ in setup.in_play if sort_of(deck.printed(card)) == "character"}
    borne: dict[str, list[str]] = {}
    for gear, bearer in setup.gear:
        about = (f"attach {gear}",)
        if not deck.is_a(Equipment, gear):
            yield Misstatement(f"{gear} is no weapon and no skill", "write a weapon or skill", about)
        elif side_of_card(gear) != side_of_card(bearer):
            wrong = f"{gear} and {bearer} are of two sides"
            yield Misstatement(wrong, f"write a character of {side_of_card(gear)}", about)
        elif bearer not in in_play:
            wrong = f"{bearer} is no character in play"
            yield Misstatement(wrong, f"write before it: setup 1 {side_of_card(bearer)} {bearer}", about)
        else:
            yield from _room(deck, gear, bearer, borne.setdefault(bearer, []))
            borne[bearer].append(gear)
    for card, _ in setup.wounds:
        if card not in in_play:
            instead = f"write before it: setup 1 {side_of_card(card)} {card}"
            yield Misstatement(f"{card} is no character in play", instead, (f"wounds {card}",))


def _room(deck: Deck, gear: str, bearer: str, borne: list[str]) -> Iterator[Misstatement]:
    """DA-14: so many of a sort, and none twice."""
    card, about = deck.as_a(Equipment, gear), (f"attach {gear}",)
    printed, others = deck.character(bearer), [(each, deck.as_a(Equipment, each)) for each in borne]
    most = printed.weapons if card.sort == "weapon" else printed.skills
    if sum(each.sort == card.sort for _, each in others) >= most:
        number = f"{most} {card.sort}{'' if most == 1 else 's'}"
        yield Misstatement(f"{bearer} bears {number} at most (DA-14)", "write another bearer", about)
    for other_card, each in others:
        if each.kind == card.kind or (card.family and card.family == each.family):
            wrong = f"{bearer} bears {other_card}, which is of one kind with {gear} (DA-14)"
            yield Misstatement(wrong, "write another bearer", about)


# The goal


def score(deck: Deck, setup: Setup, side: Side) -> int:
    lying = [card for card, _ in setup.in_play if side_of_card(card) == side]
    return setup.count("points", side) + sum(sort_of(deck.printed(card)) == "supply" for card in lying)


def _over(deck: Deck, setup: Setup) -> Iterator[Misstatement]:
    """DA-1: whoever was ahead at the last look had fewer than ten; supply of `prepare` counts at the next one."""
    for side in SIDES:
        mine, theirs = score(deck, setup, side), score(deck, setup, other(side))
        if setup.at == PREPARE:
            mine = setup.count("points", side)
        if mine >= GOAL and mine > theirs:
            about = (f"count {side} points", f"count {other(side)} points", "setup")
            yield Misstatement(
                f"with {mine} points {side} has won (DA-1)",
                f"write {GOAL - 1} at most, supply included",
                about,
            )
