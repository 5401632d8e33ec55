"""What one player reads, in his language: gettext catalogues beside this module, the English sentence as their key.

Figures stand in a message by name ("Draw {cards}"), so that a translation may put them where its grammar wants them.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from typing import TypeVar

from signifer_core.layout import PLAYERS

ENGLISH = "en"
LANGUAGES = (ENGLISH, "fr", "de")


@dataclass(frozen=True, slots=True)
class Plural:
    """A message that depends on a number: ``one`` and ``many`` are its forms in English, ``by`` is the figure."""

    one: str
    many: str
    by: str


Message = str | Plural
Marked = TypeVar("Marked")


def marked(messages: Marked) -> Marked:
    """``messages`` themselves: the mark by which ``locale/catalogues.py`` finds messages in tables."""
    return messages


class Words:
    """The messages of one language; what its catalogue lacks is said in English."""

    def __init__(self, language: str) -> None:
        """``language`` is one of LANGUAGES."""
        self.language = language
        self._catalogue = _catalogue(language)

    def say(self, message: Message, /, **figures: object) -> str:
        """``message`` in the language, with its figures in their places."""
        if isinstance(message, Plural):
            said = self._catalogue.ngettext(message.one, message.many, int(str(figures[message.by])))
        else:
            # The key "" is the catalogue's own head.
            said = self._catalogue.gettext(message) if message else ""
        return said.format_map(figures)


@cache
def words_of(language: str) -> Words:
    """The messages of ``language``, read once."""
    return Words(language)


def readers_of(languages: Mapping[str, str]) -> dict[str, Words]:
    """Each player's messages; English where nothing is said of him."""
    return {player: words_of(languages.get(player, ENGLISH)) for player in PLAYERS}


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
