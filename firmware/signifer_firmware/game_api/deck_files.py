"""Deck files: the cards of games whose players bring decks of their own, checked before anybody plays with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from signifer_core.errors import ConfigError
from signifer_core.toml_lines import did_you_mean, parse_toml

# Decks of a hundred kinds with notes have half of it; what is longer is no deck.
MOST_BYTES = 100_000


class DeckFile(Protocol):
    """What is told of a deck: its name, whether its cards are ``invented``, how many of which ``sorts`` it has."""

    @property
    def name(self) -> str: ...
    @property
    def invented(self) -> bool: ...
    @property
    def sorts(self) -> Mapping[str, int]: ...


class Parse(Protocol):
    """The deck of a text that lies in ``file``; ConfigError with all faults, each with its line and card."""

    def __call__(self, source: str, *, file: str) -> DeckFile: ...


@dataclass(frozen=True)
class DeckFiles:
    """The deck files of one game: ``examples`` are those that are shipped, ``example`` gives the text of one."""

    examples: tuple[str, ...]
    example: Callable[[str], str]
    parse: Parse


def read_deck(path: Path, known: Mapping[str, DeckFiles]) -> tuple[str, DeckFile]:
    """The game of a deck file, one of ``known``, and the deck; ConfigError with all of its faults."""
    text = _text(path)
    game = parse_toml(text, file=str(path)).data.get("game")
    if not isinstance(game, str) or game not in known:
        game = next(iter(known))  # which says what to write instead
    return game, known[game].parse(text, file=str(path))


def example(name: str | None, known: Mapping[str, DeckFiles]) -> str:
    """The text of a shipped deck, of the first one without a name; ConfigError if there is none of this name."""
    found = {each: files for files in known.values() for each in files.examples}
    name = next(iter(found)) if name is None else name
    if name not in found:
        raise ConfigError([f'there is no example "{name}": {did_you_mean(name, [*found])}'])
    return found[name].example(name)


def _text(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise ConfigError(
            [f"{path}: cannot be read ({error.strerror}); write the name of a deck file"]
        ) from None
    if len(data) > MOST_BYTES:
        raise ConfigError([f"{path}: longer than {MOST_BYTES // 1000} kB; write the name of a deck file"])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError([f"{path}:{line}: not UTF-8; save the file as UTF-8"]) from None
