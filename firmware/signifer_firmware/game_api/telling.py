"""What a game shows on its screens, and what it answers to players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from signifer_core.decks import CardDeck
from signifer_core.layout import Side
from signifer_core.procedure import Table

if TYPE_CHECKING:
    from signifer_firmware.display.panels import Panel
    from signifer_firmware.i18n.words import Called, Words
    from signifer_firmware.session.outlook import Outlook

Deck = TypeVar("Deck", bound=CardDeck)
State = TypeVar("State", bound="AnyState")
StateContra = TypeVar("StateContra", bound="AnyState", contravariant=True)
DeckContra = TypeVar("DeckContra", bound=CardDeck, contravariant=True)


class AnyState(Protocol):
    """What every game's state says, to whoever does not know which game it is of."""

    @property
    def step(self) -> str: ...

    @property
    def turn(self) -> int: ...


class Draw(Protocol[DeckContra, StateContra]):
    """What each screen of the standard table shows, by its place: "3 red", "red"; to each player in their words
    (``readers``).

    Of several refusals that stand against a player, their panel has number ``reason``, counted round. In the columns
    ``turned``, control has just changed.
    """

    def __call__(
        self,
        deck: DeckContra,
        table: Table[StateContra],
        outlook: Outlook,
        reason: int,
        turned: frozenset[int],
        readers: Mapping[str, Words],
    ) -> Mapping[str, Panel]: ...


def _nothing(*_of: object) -> None:
    """A game without this."""


def _unsaid(*_of: object) -> tuple[str, ...]:
    """A game that says nothing of it."""
    return ()


def _by_figures(deck: CardDeck) -> Mapping[str, Called]:
    """Cards that are called by their kinds, and by the figures in which those of a kind differ."""
    from signifer_firmware.i18n.words import Called

    values: dict[tuple[str, str], set[int | None]] = {}
    for card in deck.catalogue.values():
        for name, figure in card.figures.items():
            values.setdefault((card.kind, name), set()).add(figure.value)
    return {
        card.id: Called(
            mark="/".join(
                "?" if figure.value is None else str(figure.value)
                for name, figure in card.figures.items()
                if len(values[card.kind, name]) > 1
            )
        )
        for card in deck.catalogue.values()
    }


def _nameless(deck: object) -> Mapping[str, Called]:
    """A game whose decks name nothing but cards."""
    del deck
    return {}


def _uncounted(state: object) -> Mapping[str, str]:
    """A game that counts nothing which lies unseen."""
    del state
    return {}


def _nowhere(*_of: object) -> frozenset[int]:
    """A game without this in any column."""
    return frozenset()


def _unturned(before: object, after: object) -> frozenset[int]:
    """A game in which nothing is turned."""
    del before, after
    return frozenset()


@dataclass(frozen=True)
class Telling(Generic[Deck, State]):
    """What a game shows on its screens, and what it answers to players; of paragraphs none by default.

    ``draw`` draws the screens; without it they show what every game has. ``called`` is what each card is called, by the
    figures with which the game is played, ``named`` what else its decks name, by the words in which rules say it, such
    as "2 blue" for a place. ``account`` is where every card is as far as it was seen, and how many are
    where it was not: an English text for each player's. ``total`` is what a column's screens show for a side, ``lead``
    the card there that leads or is selected to; None for neither. ``roller`` is the seat of who rolls the next die
    where nobody decides anything. ``turned`` are the columns whose control differs between two states.

    ``help`` says what a player may do in this step, ``result`` how the last result came about, ``why`` that and what
    else lies behind it: rulings, counts to doubt; ``discards`` what the
    table knows of a player's discards, for that player alone. ``odds`` are a title and paragraphs of a column (None: of
    all), nothing where there is nothing to tell: for the viewer "" from nothing that either player hides, for a player
    also from what the table knows that this player may know. ``odds_columns`` are the columns whose button asks for
    them when that player holds it, and means nothing else, while both allow odds or while they do not.
    """

    draw: Draw[Deck, State] | None = None
    called: Callable[[Deck], Mapping[str, Called]] = _by_figures
    named: Callable[[Deck], Mapping[str, Called]] = _nameless
    account: Callable[[State], Mapping[str, str]] = _uncounted
    total: Callable[[Deck, Table[State], int, Side], int | None] = _nothing
    lead: Callable[[Table[State], int, Side], str | None] = _nothing
    roller: Callable[[State], str | None] = _nothing
    turned: Callable[[State, State], frozenset[int]] = _unturned
    help: Callable[[Deck, Table[State], Side, Words], tuple[str, ...]] = _unsaid
    result: Callable[[Deck, Table[State], Words], tuple[str, ...]] = _unsaid
    why: Callable[[Deck, Table[State], Side, Words], tuple[str, ...]] = _unsaid
    discards: Callable[[State, Side, Words], tuple[str, ...]] = _unsaid
    odds_columns: Callable[[Deck, Table[State], Side, bool], frozenset[int]] = _nowhere
    odds: Callable[[Deck, Table[State], Words, str, int | None], tuple[str, ...]] = _unsaid
