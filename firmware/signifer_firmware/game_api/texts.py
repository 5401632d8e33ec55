"""Texts of a game beside those that every game has, and texts of all games together.

Steps, prompts, kinds and labels are one name space over all games. Refusals, entries of the menu and words of the
record are each game's own: the same key may be said in other words. A game's ``texts`` may import nothing but this and
``words``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import TypeVar

from signifer_firmware.i18n.words import Message, Plural

from . import registry

Figures = dict[str, str]
Said = TypeVar("Said")


def no_variant(code: str, figures: Figures) -> str:
    """Every refusal is said in the words of its code."""
    del code, figures
    return ""


DIFFERS = Plural("1 card differs", "{number} cards differ", "number")


@dataclass(frozen=True)
class GameTexts:
    """The English of one game, each message by its key.

    ``refusals`` are by code, or by code and more words where ``variant`` of the code and its figures, as the rules
    say them, says so (it may add figures); ``short_refusals`` say them in two or three words, ``fixes`` say fixes
    otherwise than all games do ("unnamed" at the end: of a card of which the reason does not tell). ``waiting`` is
    what a player reads while the other one is asked, ``notices`` what both read beside it (`Procedure.notices`),
    ``pads`` what `ok` would do with cards on a pad, ``done`` what an action's first word says in the record, with
    ``numbered`` where a number after it is no column; ``agreed`` is the entry that such words are about where it
    has another name, ``entries`` are by key, or by key and what they are about ("discard red"), ``values`` say the
    values of entries, and words after an action's first one that mean nothing elsewhere, and ``differs`` says how
    many things do not lie as the record has them. ``figures`` name what is printed on cards. ``translations`` say
    messages in other languages where the game is no part of this program, whose catalogues have all of its own.
    ``accepting`` are prompts that come with the sound of what is accepted, as cards wait which are no action yet.
    ``unnamed`` are first words of actions of which the other one knows no more than whose they are.
    """

    refusals: Mapping[str, Message]
    steps: Mapping[str, str]
    kinds: Mapping[str, str]
    short_refusals: Mapping[str, str] = field(default_factory=dict)
    prompts: Mapping[str, Message] = field(default_factory=dict)
    waiting: Mapping[str, str] = field(default_factory=dict)
    pads: Mapping[str, Message] = field(default_factory=dict)
    notices: Mapping[str, Message] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    done: Mapping[str, str] = field(default_factory=dict)
    entries: Mapping[str, str] = field(default_factory=dict)
    differs: Plural = DIFFERS
    figures: Mapping[str, str] = field(default_factory=dict)
    variant: Callable[[str, Figures], str] = no_variant
    fixes: Mapping[str, Message] = field(default_factory=dict)
    accepting: frozenset[str] = frozenset()
    unnamed: frozenset[str] = frozenset()
    numbered: Mapping[str, str] = field(default_factory=dict)
    agreed: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def texts_of(game: str) -> GameTexts:
    """What ``game`` says; of "" the default game, where nobody knows which one is meant."""
    return registry.game(game or registry.DEFAULT_GAME).texts()


def texts_by_ruling(ruling: str) -> GameTexts:
    """What the game says to which a ruling belongs; the default one, if to none."""
    prefix = ruling.partition("-")[0]
    return next((game.texts() for game in registry.games() if game.rulings == prefix), texts_of(""))


class Merged(Mapping[str, Said]):
    """One table of all games together, of what is their ``own``, such as their steps, with ``common`` before theirs;
    what several games share is the same in each. It follows the games that are registered, when it is asked."""

    def __init__(
        self,
        own: Callable[[GameTexts], Mapping[str, Said]],
        common: Mapping[str, Said] = MappingProxyType({}),
    ) -> None:
        self._own, self._common = own, common
        self._made: dict[tuple[str, ...], Mapping[str, Said]] = {}

    def _now(self) -> Mapping[str, Said]:
        games = registry.names()
        if games not in self._made:
            theirs = (self._own(texts_of(game)) for game in reversed(games))
            self._made[games] = {**dict(chain.from_iterable(own.items() for own in theirs)), **self._common}
        return self._made[games]

    def __getitem__(self, key: str) -> Said:
        return self._now()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._now())

    def __len__(self) -> int:
        return len(self._now())
