"""Words for one player, in their language: gettext catalogues beside this module, the English sentence as their key.

Figures stand in a message by name ("Draw {cards}"), so that a translation may put them where its grammar wants them.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from io import BytesIO
from types import MappingProxyType
from typing import TypeVar

from signifer_core import languages
from signifer_core.frozen import FrozenMap
from signifer_core.layout import SIDES

ENGLISH = "en"
LANGUAGES: tuple[str, ...] = languages.LANGUAGES


@dataclass(frozen=True, slots=True)
class Plural:
    """A message that depends on a number: ``one`` and ``many`` are its forms in English, ``by`` is the figure."""

    one: str
    many: str
    by: str


_NO_NAMES: FrozenMap[str] = FrozenMap({})


@dataclass(frozen=True, slots=True)
class Called:
    """What a card is called: its kind, and with it the ``mark`` that tells it from others of the kind, as printed on
    it; "" if they are all equal, or differ in nothing that people would look for. Where its kind is a word of a deck
    that players have brought, ``name`` is what its owner calls it, and ``names`` are that in some of the languages."""

    message: str = "{kind} {mark}"
    mark: str = ""
    name: str = ""
    names: FrozenMap[str] = _NO_NAMES

    def own_name(self, language: str) -> str:
        """The owner's name for it; "" if its kind is one of the game's."""
        return self.names.get(language, self.name)


Message = str | Plural
# What games that are no part of this program have brought along: by language and message.
_BROUGHT: dict[tuple[str, str], str] = {}


@contextmanager
def brought(translations: Mapping[str, Mapping[str, str]]) -> Iterator[None]:
    """For a while, messages in the languages that ``translations`` has, each said as it says it; none that a catalogue
    of this program has is said otherwise."""
    added = {
        (language, said): each for language, table in translations.items() for said, each in table.items()
    }
    _BROUGHT.update(added)
    try:
        yield
    finally:
        for key in added:
            del _BROUGHT[key]


Marked = TypeVar("Marked")


def marked(messages: Marked) -> Marked:
    """``messages`` themselves: the mark by which ``i18n/catalogues.py`` finds messages in tables."""
    return messages


def kind_of(card: str) -> str:
    """The kind in a card's id: "knight" in "red/knight-2"; "" in what is no card's."""
    return card.rpartition("/")[2].rpartition("-")[0]


class Words:
    """The messages of one language; what its catalogue lacks is said in English. ``cards`` are the names of the cards
    of a game, by the figures with which it is played, and of what else its decks name."""

    def __init__(self, language: str, cards: Mapping[str, Called] = MappingProxyType({})) -> None:
        """``language`` is one of LANGUAGES."""
        self.language = language
        self.cards = cards
        self._catalogue = _catalogue(language)

    @cached_property
    def kinds(self) -> Mapping[str, Called]:
        """The kinds of cards that decks have named, red's name before blue's, each as one of its cards is called."""
        found = ((kind_of(card), called) for card, called in reversed([*self.cards.items()]) if called.name)
        return {kind: called for kind, called in found if kind}

    def calling(self, cards: Mapping[str, Called]) -> Words:
        """The same messages, with these names of cards."""
        return Words(self.language, cards)

    def say(self, message: Message, /, **figures: object) -> str:
        """``message`` in the language, with its figures in their places."""
        if isinstance(message, Plural):
            said = self._catalogue.ngettext(message.one, message.many, int(str(figures[message.by])))
        else:
            # The key "" is the catalogue's own head.
            said = self._catalogue.gettext(message) if message else ""
            if said == message:
                said = _BROUGHT.get((self.language, message), said)
        return said.format_map(figures)


@cache
def words_of(language: str) -> Words:
    """The messages of ``language``, read once."""
    return Words(language)


def readers_of(languages: Mapping[str, str], cards: Mapping[str, Called] | None = None) -> dict[str, Words]:
    """Each player's messages; English where nothing is said of them. ``cards`` as in Words."""
    found: dict[str, Words] = {player: words_of(languages.get(player, ENGLISH)) for player in SIDES}
    return found if cards is None else {player: words.calling(cards) for player, words in found.items()}


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    if language == ENGLISH:
        return gettext.NullTranslations()
    # Who plays in English need not wait for Babel.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    file = resources.files(__package__).joinpath("locale", f"{language}.po")
    compiled = BytesIO()
    with file.open("rb") as source:
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
