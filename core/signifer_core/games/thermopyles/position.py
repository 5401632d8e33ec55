"""A position to begin from, with a table's knowledge: as scripts give it, and as the journal keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.thermopyles.rules.turn import hand_size

from .rules import Thermopyles
from .state import (
    ACT,
    CEMETERY_TO_WIN,
    FIRST_PLACE,
    HAND_LIMIT,
    LOST_PLACE,
    REPLENISH,
    ROW,
    SEATS,
    Pile,
    State,
)


@dataclass(frozen=True)
class Setup:
    """``players`` None: who plays is still to be said at the table, and nothing else is set.

    ``row`` are the Persians that lie there, none or two, the nearer one first; with none, play begins with laying
    them. ``hands`` are counts, one a player; none for first hands. ``supports`` counts those left, or names them.
    ``buried`` and ``driven`` are those of ``cemetery`` and ``repelled`` that were seen going there. ``pile`` and
    ``persians`` None: what the other cards leave of 20 Spartans and 28 Persians.
    """

    players: int | None = None
    active: str = SEATS[0]
    marker: int = FIRST_PLACE
    row: tuple[str, ...] = ()
    hands: tuple[int, ...] = ()
    supports: int | tuple[str, ...] = 4
    discard: int = 0
    cemetery: int = 0
    repelled: int = 0
    pile: int | None = None
    persians: int | None = None
    buried: tuple[str, ...] = ()
    driven: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values, which :meth:`from_json` takes back."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Setup:
        """The set-up that :meth:`to_json` gave, also after a way through JSON's lists."""
        lists = {name: tuple(value) for name, value in data.items() if isinstance(value, list | tuple)}
        return cls(**{**data, **lists})


def begin(rules: Thermopyles, setup: Setup) -> State:
    """The state in which play begins; RulesError, naming all that is wrong, for a position that cannot be."""
    if setup.players is None:
        return rules.table_game()
    if faults := tuple(_faults(rules, setup)):
        raise RulesError("; ".join(faults))
    hands = _hands(setup)
    state = rules.table_game()
    return replace(
        state,
        step=ACT if setup.row else REPLENISH,
        turn=1 if setup.row else 0,
        active=setup.active,
        marker=setup.marker,
        first=setup.row[0] if setup.row else None,
        second=setup.row[1] if setup.row else None,
        hands=tuple(map(Pile, hands)),
        pile=Pile(_left(setup.pile, state.pile.number, sum(hands), setup.discard)),
        discard=Pile(setup.discard),
        persians=Pile(
            _left(setup.persians, state.persians.number, len(setup.row), setup.cemetery, setup.repelled)
        ),
        cemetery=Pile(setup.cemetery, frozenset(setup.buried)),
        repelled=Pile(setup.repelled, frozenset(setup.driven)),
        supports=frozenset(_supports(rules, setup)),
    )


def _hands(setup: Setup) -> tuple[int, ...]:
    assert setup.players is not None
    return setup.hands or (hand_size(setup.players),) * setup.players


def _supports(rules: Thermopyles, setup: Setup) -> tuple[str, ...]:
    """Those left: the first ones, if it is not said which."""
    left = setup.supports
    return rules.deck.supports[:left] if isinstance(left, int) else left


def _left(stated: int | None, cards: int, *elsewhere: int) -> int:
    return cards - sum(elsewhere) if stated is None else stated


def _faults(rules: Thermopyles, setup: Setup) -> Iterator[str]:
    """What no table can begin with: cards that there are not, places that the marker does not have, a game over."""
    deck, players = rules.deck, setup.players or 0
    if not 1 <= players <= len(SEATS):
        yield f"{players} players cannot play, only 1 to {len(SEATS)}"
        return
    if setup.active not in SEATS[:players]:
        yield f'"{setup.active}" is none of {players} players'
    if not FIRST_PLACE <= setup.marker < LOST_PLACE:
        yield f"the marker is at {FIRST_PLACE} to {LOST_PLACE - 1} while play goes on, not at {setup.marker}"
    if len(setup.row) not in (0, ROW) or len(set(setup.row)) != len(setup.row):
        yield f"the row has two Persians, or none before play, not {' '.join(setup.row)}"
    hands = _hands(setup)
    if len(hands) != players or not all(0 <= hand <= HAND_LIMIT for hand in hands):
        yield f"{players} players have hands of 0 to {HAND_LIMIT} cards each, not {hands}"
    yield from _faults_of_cards(rules, setup)
    if setup.cemetery >= CEMETERY_TO_WIN:
        yield f"with {setup.cemetery} in the cemetery the game is won"
    spartans = (sum(hands), setup.discard, setup.pile or 0)
    persians = (len(setup.row), setup.cemetery, setup.repelled, setup.persians or 0)
    for what, cards, counts in (("Spartans", deck.spartans, spartans), ("Persians", deck.persians, persians)):
        if min(counts) < 0 or sum(counts) > len(cards):
            yield f"there are {len(cards)} {what}, not {' + '.join(map(str, counts))}"
    if sum(hands) + _left(setup.pile, len(deck.spartans), sum(hands), setup.discard) <= 0:
        yield "without a Spartan in hands and pile the game is lost"


def _faults_of_cards(rules: Thermopyles, setup: Setup) -> Iterator[str]:
    """Cards that there are not, or that would be in two places; more of them in a pile than are counted there."""
    deck = rules.deck
    if isinstance(setup.supports, int) and not 0 <= setup.supports <= len(deck.supports):
        yield f"there are {len(deck.supports)} supports, not {setup.supports}"
    left = _supports(rules, setup) if isinstance(setup.supports, tuple) else ()
    named = (*setup.row, *setup.buried, *setup.driven, *left)
    yield from (f"{card} is there twice" for card in sorted(set(named)) if named.count(card) > 1)
    yield from (f"{card} is no support" for card in left if card not in deck.supports)
    persians = (*setup.row, *setup.buried, *setup.driven)
    yield from (f"{card} is no Persian" for card in persians if card not in deck.persians)
    for pile, cards, number in (
        ("cemetery", setup.buried, setup.cemetery),
        ("repelled", setup.driven, setup.repelled),
    ):
        if len(cards) > number:
            yield f"{' '.join(cards)} are more than {number} of {pile}"
