"""The menu of agreement: where people are in it, and its entries. A value that presses change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from signifer_core.layout import SIDES, Layout, Side, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Choice, Override
from signifer_core.rules import Figure
from signifer_core.tags import is_tag, tag_name, uid_of

from .settings import Settings, choices

BIND, MARK, TAGS = "bind", "wrong", "tags"
# Settings of one player: their own ``ok`` is enough.
OWN = ("language", "help")
# The phone that a player has paired.
PHONE: Final = "phone"
# The deck that sits on a side, in games to which players bring their own; and those of its values that are no deck of
# printed cards.
DECK: Final = "deck"
INVENTED: Final = "invented"
# The entry that begins a game: what the start picture is about.
NEW = "new"
BACK, FORWARD, NEXT_GROUP, LESS, MORE = 1, 2, 3, 4, 5


def needed(entry: Override) -> frozenset[str]:
    """Whose ``ok`` a choice of the entry needs: both players', or that of the one whom alone it concerns."""
    own = dict(entry.figures).get("player") if entry.key in (*OWN, PHONE) else None
    return frozenset(SIDES) if own is None else frozenset({str(own)})


def setting_entry(settings: Settings, name: str, player: str, group: str) -> Override:
    """An entry for a setting, ``player``'s own, or with "" one that holds for the table."""
    held = settings.now(name, player)
    words = " ".join(filter(None, (name, player)))
    found = (
        Choice(value) if value == held else Choice(value, (f"{words} {value}",))
        for value in choices(name, held)
    )
    return Override(name, group, held, tuple(found), (("player", player),) if player else ())


def deck_entries(sitting: Mapping[Side, str], invented: Mapping[str, bool], group: str) -> Iterator[Override]:
    """An entry for each side: which of the decks sits there. Who takes the other one's deck gives theirs for it."""
    red, blue = SIDES
    figure = " ".join(name for name, is_invented in invented.items() if is_invented)
    for side, other in ((red, blue), (blue, red)):
        held = sitting[side]
        found = []
        for name in invented:
            swap = (f"{DECK} {other} {held}",) if name == sitting[other] else ()
            found.append(Choice(name) if name == held else Choice(name, (f"{DECK} {side} {name}", *swap)))
        yield Override(DECK, group, held, tuple(found), (("player", side), (INVENTED, figure)))


@dataclass(frozen=True, slots=True)
class Shown:
    """What the menu shows: entry ``number`` of ``count``, what it would be set to (None: nothing yet), and whose ``ok``
    that has. In columns that are ``unknown`` cards cannot be taken as they lie; in those that are ``replaced`` silent
    ones count as gone, since others are read there; the reader of those that are ``unread`` fails."""

    entry: Override
    number: int
    count: int
    choice: Choice | None
    given: frozenset[str] = frozenset()
    unknown: tuple[int, ...] = ()
    replaced: tuple[int, ...] = ()
    unread: tuple[int, ...] = ()

    @property
    def asked(self) -> tuple[object, ...]:
        """What an ``ok`` would be given to."""
        return *_key(self.entry), self.choice and self.choice.value


@dataclass(frozen=True, slots=True)
class Menu:
    """Where people are in the menu: at the entry ``key``, or number ``at`` if that is gone; ``value`` is the one chosen
    there, None for the one that holds. ``given`` are the players whose ``ok`` the choice ``said`` has."""

    at: int = 0
    key: tuple[object, ...] = ()
    value: Figure | None = None
    given: frozenset[str] = frozenset()
    said: Choice | None = None

    def shown(self, entries: Sequence[Override]) -> Shown:
        """What the menu shows; an ``ok`` counts only for what was shown when it was given."""
        at = self._at(entries)
        entry = entries[at]
        choice = self._choice(entry) if self._here(entry) else Menu()._choice(entry)
        given = self.given if self._here(entry) and choice == self.said else frozenset[str]()
        return Shown(entry, at + 1, len(entries), choice, given)

    def pressed(self, entries: Sequence[Override], press: Press) -> tuple[Menu, Choice | None]:
        """The menu after a button, and what both players have agreed on with it."""
        match press:
            case Press(PressKind.PRESS, Button.OK, str() as player):
                return self._ok(entries, player)
            case Press(PressKind.PRESS, Button.COLUMN, _, int() as column):
                return self._column(entries, column), None
            case Press(PressKind.PRESS, Button.DICE):
                return self._turned(entries, FORWARD), None
            case Press(PressKind.HOLD, Button.DICE):
                return self._valued(entries, MORE), None
            case _:
                return self, None

    def _at(self, entries: Sequence[Override]) -> int:
        keys = [_key(entry) for entry in entries]
        return keys.index(self.key) if self.key in keys else min(self.at, len(entries) - 1)

    def _here(self, entry: Override) -> bool:
        return self.key in ((), _key(entry))

    def _choice(self, entry: Override) -> Choice | None:
        value = entry.now if self.value is None else self.value
        first = entry.choices[0] if entry.choices and entry.now is None else None
        return next((choice for choice in entry.choices if choice.value == value), first)

    def _ok(self, entries: Sequence[Override], player: str) -> tuple[Menu, Choice | None]:
        shown = self.shown(entries)
        if shown.choice is None or not shown.choice.changes or player not in needed(shown.entry):
            return self, None
        given = shown.given | {player}
        here = Menu(shown.number - 1, _key(shown.entry))
        if given == needed(shown.entry):
            return here, shown.choice
        return replace(here, value=shown.choice.value, given=given, said=shown.choice), None

    def _column(self, entries: Sequence[Override], column: int) -> Menu:
        if column in (LESS, MORE):
            return self._valued(entries, column)
        return self._turned(entries, column)

    def _turned(self, entries: Sequence[Override], column: int) -> Menu:
        """The next entry, the one before, or the first of the next group; round and round."""
        at, count = self._at(entries), len(entries)
        step = -1 if column == BACK else 1
        there = (at + step) % count
        while column == NEXT_GROUP and there != at and entries[there].group == entries[at].group:
            there = (there + step) % count
        return Menu(there, _key(entries[there]))

    def _valued(self, entries: Sequence[Override], column: int) -> Menu:
        """The next value of the entry, or the one before; round and round."""
        shown = self.shown(entries)
        choices = shown.entry.choices
        here = Menu(shown.number - 1, _key(shown.entry))
        if not choices:
            return here
        step = -1 if column == LESS else 1
        start = (-1 if step > 0 else 0) if shown.choice is None else choices.index(shown.choice)
        return replace(here, value=choices[(start + step) % len(choices)].value)


def _key(entry: Override) -> tuple[object, ...]:
    return entry.key, entry.figures


def menu_entries(
    overrides: Sequence[Override],
    *,
    seen: Layout,
    due: Layout,
    cards: Sequence[str],
    sides: Mapping[Zone, tuple[Side, ...]],
    gone: Sequence[str],
    last: str,
    side: Callable[[str], Side | None],
    offer: Callable[[str, Zone], bool],
    alike: Callable[[str], tuple[str, ...]],
    renewed: Collection[str],
) -> tuple[Override, ...]:
    """The game's entries and the table's own, these before the last one, which ends the game.

    ``due`` is the layout that is due, ``cards`` are all of the game's, ``sides`` the players whose cards may lie in a
    zone, ``gone`` those that have left the table, the last one first; ``last`` says what the table decided or refused
    last, "" if nothing, ``side`` on whose side a card lies, ``offer`` whether it may lie on that pad now, and ``alike``
    which others are equal to it; those that are ``renewed`` carry another tag than their first.
    """
    mark = Override(MARK, MARK, None, (Choice(last, (MARK,)),) if last else ())
    own = (*(card for card in gone if card in cards), *cards)
    return (
        *overrides[:-1],
        *_tags(seen, due, own, sides, side, offer, alike, renewed),
        mark,
        *overrides[-1:],
    )


def _tags(
    seen: Layout,
    due: Layout,
    cards: Sequence[str],
    sides: Mapping[Zone, tuple[Side, ...]],
    side: Callable[[str], Side | None],
    offer: Callable[[str, Zone], bool],
    alike: Callable[[str], tuple[str, ...]],
    renewed: Collection[str],
) -> Iterator[Override]:
    """An entry for each unknown tag that lies on the table: which card it is stuck on from now on.

    First the cards that the table misses, those of the very place before the others, then those of that player which
    do not lie in any column, in the order given, then the cards of no player. What lies on a pad tells nothing. Where a
    tag lies on a pad, those of them that may lie there now come first, behind what is missed there. Of equal cards,
    which nobody can tell apart, it is one: none that is read, and whose tag is good, if another is left, and one that
    has its first tag, so that a tag taken for old by mistake finds in the end the card that has lost its own.
    """
    read = {card for _, card in seen.items()}
    lying = {card for zone, card in seen.items() if zone.column is not None}
    missing = [(zone, card) for zone, card in due.items() if card not in lying]
    for zone, tag in seen.items():
        if not is_tag(tag):
            continue
        near = [card for at, card in missing if at == zone]
        own = [card for _, card in missing if side(card) in sides[zone]]
        idle = [card for card in cards if card not in lying]
        rest = [card for card in idle if side(card) in sides[zone]]
        others = [card for card in idle if side(card) not in SIDES]
        found = list(dict.fromkeys((*near, *own, *rest, *others)))
        if zone.column is None:
            found.sort(key=lambda card: card not in near and not offer(card, zone))
        best = sorted(found, key=lambda card: (card in read, card not in near, card in renewed))
        first = dict[str, str]()
        for each in best:
            for equal in (each, *alike(each)):
                first.setdefault(equal, each)
        found = list(dict.fromkeys(first[card] for card in found))
        choices = tuple(Choice(card, (f"{BIND} {tag_name(uid_of(tag))} {card}",)) for card in found)
        yield Override(BIND, TAGS, None, choices, (("place", zone.place), ("side", zone.side), ("tag", tag)))
