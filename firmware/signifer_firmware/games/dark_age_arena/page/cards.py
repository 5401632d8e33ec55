"""Both decks of Dark Age Arena for pages that draw them, as far as their viewer may know them: which cards a deck has
is its owner's secret."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import fields

from signifer_core.games.dark_age_arena.deck import Deck, kind_of, sort_of
from signifer_core.games.dark_age_arena.deck.effects import Effect
from signifer_core.games.dark_age_arena.deck.printed import Instant, Leader, Place, Printed, When
from signifer_core.json_values import Json
from signifer_core.layout import SIDES, Side

from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.texts.terms import step_name
from signifer_firmware.web.game import View

# What is told in another way, or pages do not need.
_UNTOLD = ("kind", "name", "names", "effects", "count")


def told(deck: Deck, known: Callable[[str], bool], whole: Container[str]) -> View:
    """By side its leader, its places, and its kinds with the sort of card and all that is on it: those of which a card
    is ``known``, and all of a side that is told its ``whole`` deck."""
    return {side: _deck(deck, side, known, whole) for side in SIDES}


def _deck(deck: Deck, side: Side, known: Callable[[str], bool], whole: Container[str]) -> View:
    file = deck.file(side)
    kinds = {kind_of(card) for card in deck.cards(side) if side in whole or known(card)}
    return {
        "name": file.name,
        "invented": file.invented,
        "leader": _told(file.leader),
        "places": [_told(place) for place in file.places],
        "kinds": {
            kind: {"sort": sort_of(each), **_told(each)} for kind, each in file.kinds.items() if kind in kinds
        },
    }


def _told(of: Printed | Leader | Place) -> View:
    """Its name in each language that the file has, its lines, and each figure that is there."""
    names: View = {"en": of.name, **of.names}
    told: dict[str, Json] = {"name": names}
    for field in fields(of):
        value: object = getattr(of, field.name)
        if field.name in _UNTOLD or not value:
            continue
        if isinstance(of, Instant) and field.name == "at":
            told["at"] = [_when(each) for each in of.at]
        elif isinstance(value, tuple):
            told[field.name] = [each for each in value if isinstance(each, str | int)]
        elif isinstance(value, str | int):
            told[field.name] = value
    if of.effects:
        told["lines"] = [_line(effect) for effect in of.effects]
    return told


def _when(word: When) -> Json:
    """A step by its name in each language; "any" and "combat" as they are."""
    if word in ("any", "combat"):
        return word
    return {language: step_name(word, words_of(language)) for language in LANGUAGES}


def _line(effect: Effect) -> View:
    """A line in its parts: what it does, and where it has them its condition, for whom and for how long."""
    what = effect.what
    figures = ((field.name, getattr(what, field.name)) for field in fields(what))
    said = {
        "when": effect.role or ("direct" if effect.direct else None),
        "task": effect.task or None,
        "who": effect.who,
        "for": effect.span,
    }
    return {
        "is": type(what).__name__.lower(),
        **{name: value for name, value in figures if isinstance(value, str | int)},
        **{name: value for name, value in said.items() if value is not None},
    }
