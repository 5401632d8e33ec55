"""What can be wrong with a position that a script of Thermopyles describes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from signifer_core.games.thermopyles.deck import PERSIAN, SUPPORT, kind_of, standard_deck
from signifer_core.games.thermopyles.position import Setup
from signifer_core.games.thermopyles.rules.turn import hand_size
from signifer_core.games.thermopyles.state import (
    ACT,
    CEMETERY_TO_WIN,
    HAND_LIMIT,
    LOST_PLACE,
    PLAYERS_STEP,
    REPLENISH,
)
from signifer_core.games.thermopyles.table.procedure import CEMETERY, FIRST, REPELLED, SECOND
from signifer_core.layout import Zone

from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.game import START, Finding, Script

from .words import Marker, Players, Supports

BEGIN_STEPS = (START, PLAYERS_STEP, REPLENISH, ACT)
PLACES = (FIRST, SECOND)
# Of these, each says something of a position, and needs to know who plays.
_OF_A_POSITION = (st.First, st.Setup, st.Count, Marker, Supports)


def contradictions(found: Sequence[st.Statement]) -> Iterator[Finding]:
    """Across statements: cards where none of them lies, cards in two places."""
    first: dict[str, int] = {}
    for said in found:
        if not isinstance(said, st.Setup | Supports):
            continue
        for card in said.cards:
            if isinstance(said, Supports) and not _is(card, SUPPORT):
                yield said.line, f"{card} is no support; write support-1 to support-4"
            elif isinstance(said, st.Setup) and not _is(card, PERSIAN):
                yield said.line, f"{card} does not lie there when a turn begins; write a Persian"
            if card in first:
                yield said.line, f"{card} is said at line {first[card]} already; write another card"
            first.setdefault(card, said.line)
    yield from _row(found)


def _is(card: str, kind: str) -> bool:
    return card in standard_deck() and kind_of(card) == kind


def _row(found: Sequence[st.Statement]) -> Iterator[Finding]:
    """One Persian in each place of the row, and nothing but the piles elsewhere."""
    lying: dict[Zone, int] = {}
    for said in found:
        if not isinstance(said, st.Setup):
            continue
        if said.zone in PLACES:
            lying[said.zone] = lying.get(said.zone, 0) + len(said.cards)
            if lying[said.zone] > 1:
                yield said.line, f"{said.zone} has one Persian; leave out the others"
        elif said.zone.place not in (REPELLED, CEMETERY):
            yield (
                said.line,
                f"no card lies at {said.zone} when a turn begins; "
                "write 1 blue or 2 blue (the row), 4 (repelled) or 5 (the cemetery)",
            )


def unplayable(script: Script, setup: Setup) -> Iterator[Finding]:
    """Why play cannot begin there: what is missing, what no box holds, a game that is over."""
    said = script.statements
    begin = next((each for each in said if isinstance(each, st.Begin)), None)
    if begin is not None and begin.step not in BEGIN_STEPS:
        yield begin.line, f'play cannot begin at "{begin.step}"; write one of {", ".join(BEGIN_STEPS)}'
        return
    if begin is not None and begin.step == START:
        return
    if setup.players is None or (begin is not None and begin.step == PLAYERS_STEP):
        for each in said:
            if isinstance(each, (*_OF_A_POSITION, Players)):
                word = each.text.split()[0]
                yield each.line, f'"{word}" needs players; write before it: players 1, and no "begin players"'
        return
    yield from _steps(said, begin, setup)
    yield from _seats(said, setup)
    yield from _numbers(said, setup)


def _steps(said: Sequence[st.Statement], begin: st.Begin | None, setup: Setup) -> Iterator[Finding]:
    if len(setup.row) == 1:
        line = next(each.line for each in said if isinstance(each, st.Setup) and each.zone in PLACES)
        yield (
            line,
            "the row has one Persian; write both, as in: setup 1 blue persian-1, setup 2 blue persian-2",
        )
    elif begin is not None and begin.step == ACT and not setup.row:
        yield (
            begin.line,
            "a turn needs a row; write before it: setup 1 blue persian-1, setup 2 blue persian-2",
        )
    elif begin is not None and begin.step == REPLENISH and setup.row:
        yield begin.line, 'the row is laid already; write "begin act"'


def _seats(said: Sequence[st.Statement], setup: Setup) -> Iterator[Finding]:
    """Players who do not play, hands that are too large, a marker where the game is over."""
    for each in said:
        match each:
            case st.First(player=seat) | st.Count(player=str(seat)) if int(seat) > (setup.players or 0):
                yield each.line, f"there is no player {seat}; write players {seat}, or another one"
            case st.Count(what="hand", number=number) if number > HAND_LIMIT:
                yield each.line, f"a hand has {HAND_LIMIT} cards at most (TH-2); write fewer"
            case Marker(place=place) if place >= LOST_PLACE:
                yield each.line, f"at {LOST_PLACE} the game is lost (TH-10); write {LOST_PLACE - 1} or less"


def _numbers(said: Sequence[st.Statement], setup: Setup) -> Iterator[Finding]:
    """More cards than there are, and a game that is won or lost as it begins."""
    deck = standard_deck()
    line = max((each.line for each in said if isinstance(each, (*_OF_A_POSITION, Players))), default=1)
    for pile, cards, number in (
        ("cemetery", setup.buried, setup.cemetery),
        ("repelled", setup.driven, setup.repelled),
    ):
        if len(cards) > number:
            yield line, f"{len(cards)} lie at {pile}, and {number} are counted; write {len(cards)} or more"
    if setup.cemetery >= CEMETERY_TO_WIN:
        yield line, f"with {setup.cemetery} in the cemetery the game is won (TH-10); write 11 or less"
    hands = sum(setup.hands)
    spartans = hands + setup.discard + (setup.pile or 0)
    persians = len(setup.row) + setup.cemetery + setup.repelled + (setup.persians or 0)
    for what, number, most in (
        ("Spartans", spartans, len(deck.spartans)),
        ("Persians", persians, len(deck.persians)),
    ):
        if number > most:
            yield line, f"{number} {what}, and there are {most}; write fewer"
    left = len(deck.spartans) - hands - setup.discard if setup.pile is None else setup.pile
    if not hands + left:
        yield line, "without a Spartan in hands and pile the game is lost (TH-10); write more"


def first_hands(players: int) -> tuple[int, ...]:
    """What each player has in hand without a count."""
    return (hand_size(players),) * players
