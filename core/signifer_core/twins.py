"""Cards that are equal in every figure: to the rules they are one, though the tag of each is its own.

What hands do with one of two equal cards where the record means the other is explained by an exchange: the record calls
each by the other's id, everywhere. It is written down among the actions (``same red/cavalry-1 red/cavalry-2``), so that
a record folds as it was played; it is nobody's gesture, no rule allows or refuses it, and it changes no count.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Annotated, Any, TypeVar

from .decks import CardDeck
from .errors import RulesError
from .layout import EMPTY, Due, Layout, Zone
from .notation import card as card_field
from .procedure import Correction, Table
from .rules import Refusal, Rule, Verb

Value = TypeVar("Value")
Twins = Callable[[str], tuple[str, ...]]
WORD = "same"


_ANY_CARD = card_field(bool, "{word} is no card")


@dataclass(frozen=True, slots=True)
class Same:
    """What the record has called ``card`` is the ``other`` one of two equal cards, and the reverse."""

    card: Annotated[str, _ANY_CARD]
    other: Annotated[str, _ANY_CARD]


def is_exchange(text: str) -> bool:
    """Whether an action in the notation of any game is an exchange."""
    return text.startswith(f"{WORD} ")


def of_one_kind(kind_of: Callable[[str], str]) -> Callable[[object], str]:
    """For a notation: what is wrong with an exchange of cards of two kinds; "" of all else."""

    def wrong(action: object) -> str:
        two = isinstance(action, Same) and kind_of(action.card) != kind_of(action.other)
        return "these cards are not of one kind" if two else ""

    return wrong


def exchanged(value: Value, action: Same) -> Value:
    """``value`` with the two cards' ids exchanged wherever they stand: in tuples, sets, and fields of dataclasses."""
    changed: Value = _exchanged(value, {action.card: action.other, action.other: action.card})
    return changed


def _exchanged(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Zone):
        return value
    if isinstance(value, (tuple, frozenset)):
        return type(value)(_exchanged(each, names) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        found = {field.name: getattr(value, field.name) for field in fields(value)}
        changed = {name: _exchanged(each, names) for name, each in found.items()}
        return replace(value, **changed)
    return value


def _equal(deck: CardDeck, state: Any, action: Same) -> tuple[Refusal, ...]:
    if action.other not in deck.twins(action.card):
        raise RulesError(f"{action.card} and {action.other} are not equal in every figure")
    return ()


# No rule allows or refuses an exchange; RulesError for cards that are no twins.
EXCHANGE: Rule[Any, Any] = Rule(_equal, lambda deck, state, action: exchanged(state, action))


def exchanged_table(table: Table[Any], action: Same, state: Any) -> Table[Any]:
    """The table after the exchange, ``state`` being that of the rules. What undo may go back to stays as it was: the
    exchange belongs to the gesture before it, and is made once more if the cards lie so then."""
    awaited, returning, held = exchanged((table.awaited, table.returning, table.held), action)
    # What is to leave lies there by its tag, whatever it is called: only the card that has found its place stays.
    leaving = frozenset((card, zone) for card, zone in table.leaving if card != action.other)
    return replace(table, state=state, leaving=leaving, awaited=awaited, returning=returning, held=held)


def needless(corrections: Collection[Correction], twins: Twins) -> bool:
    """Whether a card is to be taken from where its twin is to be put."""
    taken = {(told.card, told.zone) for told in corrections if told.verb == Verb.TAKE}
    return any(
        (twin, told.zone) in taken
        for told in corrections
        if told.verb == Verb.PUT
        for twin in twins(told.card)
    )


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies there beside what is due: where a card's twin lies in its place. ``asked`` are the corrections of which
    people have been told, while ``before`` lay there; ``used`` were to leave then. ``offers`` are the cards on pads of
    which nothing was said yet, and against which nothing stands."""

    table: Table[Any]
    due: Due
    seen: Layout
    twins: Twins
    asked: Collection[Correction] = ()
    before: Layout = EMPTY
    used: frozenset[tuple[str, Zone]] = frozenset()
    offers: Layout = EMPTY

    def obeyed(self, *, settled: bool) -> Same | None:
        """The exchange with which a correction was obeyed: the twin of a card that was asked back lies there; or, once
        hands have ``settled``, the twin of a card that was to leave has left."""
        for zone, lost, found in self._pairs():
            if self._asked_back(lost, zone) or (settled and self._sent_away(found, zone)):
                return Same(lost, found)
        return self._confirmed_again() or (self.taken_from_pad() if settled else None)

    def _confirmed_again(self) -> Same | None:
        """The exchange with which a card that was confirmed on a pad, and is gone, lies there once more."""
        for card, zone in sorted(self.table.held.offered):
            for found in self.offers[zone]:
                if card not in self.seen[zone] and found in self.twins(card):
                    return Same(card, found)
        return None

    def taken_from_pad(self) -> Same | None:
        """The exchange with which a card was taken from a pad: it lies there still, and its twin, which lay beside it
        and might have stayed, is gone."""
        for zone in sorted(self.due.may):
            for card in self.seen[zone]:
                for taken in self.before[zone]:
                    gone = taken in self.twins(card) and taken not in self.seen[zone]
                    told = (taken, zone) in self.used or self._sent_away(taken, zone)
                    if gone and self._sent_away(card, zone) and not told:
                        return Same(taken, card)
        return None

    def unasked(self, *, settled: bool) -> Same | None:
        """The exchange that explains a twin where nothing else does: it lies in the place of a card that is gone, or it
        is laid back instead of one whose lift waits."""
        for card, zone in sorted(self.table.held.lifted):
            for found in self.seen[zone]:
                if found in self.twins(card) and self._is_out_of_place(found, zone):
                    return Same(card, found)
        return next((Same(lost, found) for _, lost, found in self._pairs()), None) if settled else None

    def _pairs(self) -> list[tuple[Zone, str, str]]:
        """Each zone with a card that is due and missing there, and its twin that lies there and is due nowhere, or is
        missing where it is due; last those that were only carried elsewhere."""
        missing = sorted(self.due.must.items(), key=lambda due: bool(self.seen.zones_of(due[1])))
        return [
            (zone, lost, found)
            for zone, lost in missing
            if lost not in self.seen[zone]
            for found in self.seen[zone]
            if found in self.twins(lost) and self._is_out_of_place(found, zone)
            if not self._awaits_telling(lost, found, zone)
        ]

    def _awaits_telling(self, lost: str, found: str, zone: Zone) -> bool:
        """What an undo asks for is told before anything comes of it: so it leads to the very state that was."""
        both = (found, zone) in self.table.leaving and (lost, zone) in self.table.returning
        return both and not self._are_asked(lost, found, zone)

    def _are_asked(self, lost: str, found: str, zone: Zone) -> bool:
        return (
            Correction(Verb.TAKE, found, zone) in self.asked
            and Correction(Verb.PUT, lost, zone) in self.asked
        )

    def _is_out_of_place(self, card: str, zone: Zone) -> bool:
        """So an exchange never takes a card out of its place: it brings one more into its own."""
        at_home = any(card in self.seen[own] for own in self.due.must.zones_of(card))
        return not at_home and (card, zone) not in self.due.free

    def _asked_back(self, card: str, zone: Zone) -> bool:
        asked = Correction(Verb.PUT, card, zone) in self.asked
        return asked or (card, zone) in self.table.awaited | self.table.returning

    def _sent_away(self, card: str, zone: Zone) -> bool:
        return Correction(Verb.TAKE, card, zone) in self.asked or (card, zone) in self.table.leaving
