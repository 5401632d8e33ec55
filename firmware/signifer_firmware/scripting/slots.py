"""Slots, the words of a table script that vary: what each may be, how it is read, what to say where it is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import TypeVar

from signifer_core.dice import FACES
from signifer_core.languages import LANGUAGES
from signifer_core.layout import COLUMNS, PAD, SIDES, Side, Zone, side_of
from signifer_core.position_fields import listed
from signifer_drivers.readers.faults import CAUSES

from signifer_firmware.game_api.registry import catalogues, names
from signifer_firmware.game_api.registry import game as registry_game
from signifer_firmware.runtime.sound import Sound

from .statements import Button

# Of the readers of one zone, as table.toml names them.
ANTENNAS = ("a", "b", "c", "d")
PLAYER = "PLAYER"  # the slot that says a side
SOUNDS = tuple(sound.name.lower() for sound in Sound)
Value = TypeVar("Value")
_FEW = 6
# What may be held together.
_PAIRS = ("ok red + ok blue", "dice + ok red", "dice + ok blue")


@dataclass(frozen=True)
class Vocabulary:
    """What one game, called ``game``, adds to the words that vary.

    ``cards`` are full ids ("red/spear-2", "terrain/plain-1"); cards of ``kinds`` may lie in columns; ``steps`` are
    where play may begin or be; ``refusals`` are codes. ``example`` is one of the cards, ``stranger`` another game's.
    ``decks`` are those that play, where players bring their own. If it ``is_open``, any card may be one of them: their
    files are faulty, which is told.
    """

    game: str
    cards: frozenset[str]
    kinds: frozenset[str]
    steps: tuple[str, ...]
    refusals: frozenset[str]
    example: str
    stranger: str
    decks: frozenset[str] = frozenset()
    is_open: bool = False


class Misfit(Exception):  # noqa: N818 -- no error yet: another form may fit
    """A word that does not fit: ``at`` is its index, ``wrong`` what is wrong, ``instead`` what to write (or "").

    ``options`` are the words that would have fitted, where they can be listed.
    """

    def __init__(self, at: int, wrong: str, instead: str = "", options: tuple[str, ...] = ()) -> None:
        super().__init__(wrong)
        self.at = at
        self.wrong = wrong
        self.instead = instead
        self.options = options


@dataclass
class Words:
    """A statement's words, read from the left; ``at`` is the next one's index."""

    tokens: list[str]
    vocabulary: Vocabulary
    at: int = 0

    def peek(self) -> str | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, what: str, options: Iterable[str] = ()) -> str:
        """The next word; raise Misfit if there is none or it is not among ``options`` (when given)."""
        known = tuple(options)
        word = self.peek()
        if word is None:
            instead = f"write {listed(known)}" if 0 < len(known) <= _FEW else ""
            raise Misfit(self.at, f"{what} is missing at the end", instead, known)
        if known and word not in known:
            raise Misfit(self.at, f"{shown(word)} is not {what}", suggestion(word, known), known)
        self.at += 1
        return word

    def match(self, pattern: str, what: str, instead: str) -> str:
        """The next word, which must look like ``pattern``."""
        word = self.take(what)
        if not re.fullmatch(pattern, word):
            self.at -= 1
            raise Misfit(self.at, f"{shown(word)} is not {what}", f"write {instead}")
        return word


@dataclass(frozen=True)
class ShortCard:
    """A card named where the statement's place may say which army; read once the place is known."""

    word: str
    at: int


@dataclass(frozen=True)
class Slot:
    """What a word in capitals stands for."""

    about: str
    read: Callable[[Words], object]


def shown(word: str) -> str:
    """A word of the script for a message: quoted, printable, not longer than a line bears."""
    text = "".join(mark if mark.isprintable() else "?" for mark in word)
    return f'"{text if len(text) <= 40 else text[:37] + "..."}"'


def suggestion(word: str, known: Iterable[str]) -> str:
    """The known word nearest to ``word``, or all of them where they are few; "" else."""
    options = sorted(set(known)) if not isinstance(known, tuple) else known
    if near := get_close_matches(word, options, n=1):
        return f'did you mean "{near[0]}"?'
    return f"write {listed(options)}" if 0 < len(options) <= _FEW else ""


def card_id(words: Words, word: str, at: int, side: str | None) -> str:
    """The full id of a card; ``side`` is the army that a name without one belongs to; not needed where one
    alone has such a card. Raise Misfit."""
    vocabulary = words.vocabulary
    if word in vocabulary.cards or re.fullmatch("tag/[1-9][0-9]{0,5}", word):
        return word
    if vocabulary.is_open and re.fullmatch("([a-z0-9-]+/)?[a-z0-9-]+-[0-9]+", word):
        return word
    game, colon, name = word.partition(":")
    if colon:
        return _foreign(words, game, name, at)
    if "/" not in word:
        named = sorted(card for card in vocabulary.cards if card.endswith(f"/{word}"))
        if side and f"{side}/{word}" in named:
            return f"{side}/{word}"
        if len(named) == 1 and named[0].partition("/")[0] in SIDES:
            return named[0]
        if named:
            raise Misfit(at, f"{shown(word)} does not say whose card it is", f"write {listed(named)}")
        owners = ["", side] if side else ["", *SIDES]
        known = {card.rpartition("/")[2] for card in vocabulary.cards if card.rpartition("/")[0] in owners}
    else:
        known = set(vocabulary.cards)
    if others := [f"{game}:{word}" for game in names() if game != vocabulary.game and word in _cards(game)]:
        raise Misfit(at, f"{shown(word)} is no card of {vocabulary.game}", f"write {listed(others)}")
    examples = listed(f'"{card}"' for card in (vocabulary.example, "tag/1", vocabulary.stranger))
    instead = suggestion(word, known) or f"write an id like {examples}"
    raise Misfit(at, f"{shown(word)} is no card of {vocabulary.game}", instead)


@cache
def _cards(game: str) -> frozenset[str]:
    """The cards of a game, as the tag record calls them."""
    return frozenset(catalogues()[game])


def _foreign(words: Words, game: str, name: str, at: int) -> str:
    vocabulary = words.vocabulary
    deck = name.partition("/")[0]
    if game == vocabulary.game and (not vocabulary.decks or deck in vocabulary.decks):
        raise Misfit(
            at, f"{shown(game + ':' + name)} is of the game played", f"write {name or 'the card'} alone"
        )
    if game not in names():
        raise Misfit(at, f"{shown(game)} is no game", suggestion(game, sorted(names())))
    if not re.fullmatch("[a-z0-9][a-z0-9-]*(/[a-z0-9-]+)?", name):
        raise Misfit(at, f"{shown(name)} is no card's name", f'write one like "{vocabulary.stranger}"')
    brings = registry_game(game).decks is not None
    if brings and not any(card.startswith(f"{deck}/") for card in _cards(game)):
        # A deck of somebody's own, of which nobody here knows the cards.
        return f"{game}:{name}"
    if name not in _cards(game):
        instead = suggestion(name, _cards(game)) or f'write one like "{vocabulary.stranger}"'
        raise Misfit(at, f"{shown(name)} is no card of {game}", instead)
    return f"{game}:{name}"


def short_card(words: Words) -> ShortCard:
    """A card, perhaps without its army."""
    at = words.at
    return ShortCard(words.take("a card"), at)


def _column(words: Words) -> int:
    return int(words.take("a column", map(str, COLUMNS)))


def _player(words: Words) -> Side:
    return side_of(words.take("a player", SIDES))


def _zone(words: Words) -> Zone:
    return Zone(words.take("a column", map(str, COLUMNS)), _player(words))


def _place(words: Words) -> Zone:
    return Zone(words.take("a place", (*map(str, COLUMNS), PAD)), _player(words))


def _reader(words: Words) -> str:
    place = words.take("a reader's place", (*map(str, COLUMNS), PAD))
    zone = f"{place} {_player(words)}" if place == PAD or words.peek() in SIDES else place
    return f"{zone} {words.take('an antenna', ANTENNAS)}" if words.peek() in ANTENNAS else zone


def _node(words: Words) -> str:
    place = words.take("a node's place", (*map(str, COLUMNS), PAD))
    return f"{place} {_player(words)}" if place == PAD else place


def _antenna(words: Words) -> str:
    return words.take("an antenna", ANTENNAS)


def _screen(words: Words) -> str:
    place = words.take("a screen's place", (*map(str, COLUMNS), *SIDES))
    return place if place in SIDES else f"{place} {_player(words)}"


def _button(words: Words) -> Button:
    kind = words.take("a button", ("dice", "ok", "column"))
    if kind == "dice":
        return Button(kind)
    if kind == "ok":
        return Button(kind, _player(words))
    column = _column(words)
    return Button(kind, _player(words) if words.peek() in SIDES else None, column)


def _buttons(words: Words) -> tuple[Button, ...]:
    first = _button(words)
    if words.peek() != "+":
        return (first,)
    words.at += 1
    at = words.at
    both = (first, _button(words))
    pair = tuple(sorted(both, key=lambda button: (button.player is not None, button.player != SIDES[0])))
    if " + ".join(map(str, pair)) not in _PAIRS:
        instead = 'write "hold ok red + ok blue" or "hold dice + ok red"'
        raise Misfit(at, "these two buttons are not held together", instead)
    return pair


def _seconds(words: Words) -> int:
    text = words.match(r"[0-9]{1,6}(\.[0-9]{1,6})?", "a number of seconds", 'seconds like "1.5"')
    whole, _, rest = text.partition(".")
    return int(whole) * 1_000_000 + int(rest.ljust(6, "0"))


def _percent(words: Words) -> float:
    what = "a percentage from 0% to 100%"
    text = words.match(r"[0-9]{1,3}(\.[0-9]{1,3})?%", what, '"5%"')
    if float(text[:-1]) > 100:
        raise Misfit(words.at - 1, f"{shown(text)} is not {what}", 'write "5%"')
    return float(text[:-1])


def _text(words: Words) -> str:
    words.take("the text")
    text = " ".join(words.tokens[words.at - 1 :])
    words.at = len(words.tokens)
    return text


def _code(words: Words) -> str | None:
    code = words.take("a refusal's code", ("none", *sorted(words.vocabulary.refusals)))
    return None if code == "none" else code


def _sound(words: Words) -> str | None:
    name = words.take("a sound", (*SOUNDS, "none"))
    return None if name == "none" else name


def _cause(words: Words) -> str | None:
    cause = words.take("a cause", ("none", *CAUSES))
    return None if cause == "none" else cause


def _kinds(words: Words) -> tuple[str, ...]:
    if words.peek() == "none":
        words.at += 1
        return ()
    known = sorted(words.vocabulary.kinds)
    kinds = [words.take("a kind of unit", ("none", *known))]
    while words.peek() is not None:
        kinds.append(words.take("a kind of unit", known))
    return tuple(sorted(kinds))


def _card_list(words: Words) -> tuple[ShortCard, ...]:
    if words.peek() == "none":
        words.take("a card")
        return ()
    found: tuple[ShortCard, ...] = several(short_card)(words)
    return found


def _die(words: Words) -> int:
    return int(words.take("what a die shows", map(str, range(1, FACES + 1))))


def several(slot: Callable[[Words], Value]) -> Callable[[Words], tuple[Value, ...]]:
    """Reads one or more of what ``slot`` reads, to the end."""

    def read(words: Words) -> tuple[Value, ...]:
        found = [slot(words)]
        while words.peek() is not None:
            found.append(slot(words))
        return tuple(found)

    return read


SLOTS = {
    "GAME": Slot("a game's name", lambda words: words.take("a game", sorted(names()))),
    "FILE": Slot(
        "standard, single, starter, double, direct, stock, handy or the name of a table.toml",
        lambda words: words.take("a table"),
    ),
    "N": Slot(
        "a whole number",
        lambda words: int(words.match("[0-9]{1,9}", "a whole number of at most nine digits", 'one like "5"')),
    ),
    "TOTAL": Slot(
        "a whole number, also below zero",
        lambda words: int(
            words.match("-?[0-9]{1,9}", "a whole number of at most nine digits", 'one like "9" or "-1"')
        ),
    ),
    "DICE...": Slot(f"what one die or more show, 1 to {FACES}", several(_die)),
    PLAYER: Slot("red or blue", _player),
    "LANGUAGE": Slot(listed(LANGUAGES), lambda words: words.take("a language", LANGUAGES)),
    "COLUMN": Slot("1 to 5", _column),
    "NODE": Slot("the column, or the pad, that a node reads: 3, or pad red", _node),
    "ZONE": Slot("a column's side: 3 red", _zone),
    "PLACE": Slot("where a card is laid: 3 red, or pad blue", _place),
    "CARD": Slot(
        "a card's id: red/spear-2; tag/1 was never enrolled; thermopyles:spartan-3 is another game's",
        short_card,
    ),
    "NAME": Slot("a card's id, or its name after the army where the place says which: spear-2", short_card),
    "CARDS": Slot("cards' ids, or none", _card_list),
    "NAME...": Slot("one NAME or more, in the order laid", several(short_card)),
    "STEP": Slot("a step's name", lambda words: words.take("a step", words.vocabulary.steps)),
    "KINDS": Slot("kinds of units in any order, or none", _kinds),
    "CODE": Slot("a refusal's code, or none", _code),
    "SOUND": Slot(listed((*SOUNDS, "none")), _sound),
    "CAUSE": Slot(f"none, or {listed(CAUSES)}", _cause),
    "BUTTON": Slot("dice, ok PLAYER, column COLUMN (of who has to decide), column COLUMN PLAYER", _button),
    "BUTTONS": Slot("a BUTTON, ok red + ok blue, or dice + ok PLAYER", _buttons),
    "SECONDS": Slot("seconds: 1.5", _seconds),
    "SECONDS...": Slot("one time in SECONDS or more", several(_seconds)),
    "PERCENT": Slot("0% to 100%", _percent),
    "READER": Slot(
        "a reader's place: 3 red, pad red, or 3 where one serves both sides; 3 red b is one of several",
        _reader,
    ),
    "ANTENNA...": Slot("one antenna of a place or more: a, or a b for between these", several(_antenna)),
    "SCREEN": Slot("a column's screen facing a player: 3 red, or the player's own: red", _screen),
    "SPOT": Slot(
        "a column or pad; the card tells the side",
        lambda words: words.take("a place", ("1", "2", "3", "4", "5", PAD)),
    ),
    "TEXT": Slot("the rest of the line; blanks between its words count as one", _text),
}
