"""The statement ``deck`` of games to which players bring decks of their own: which deck sits on whose side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from signifer_core.errors import ConfigError
from signifer_core.layout import SIDES, Side
from signifer_core.position_fields import listed

from signifer_firmware.game_api import registry
from signifer_firmware.game_api.deck_files import DeckFile, DeckFiles, read_deck
from signifer_firmware.game_api.game import AnyBundle

from . import statements as st
from .forms import SETUP, Form
from .slots import Slot, shown, suggestion

Finding = tuple[int, str]
USAGE = "deck PLAYER DECK"
SLOTS = {
    "DECK": Slot(
        "the name of a deck that is shipped, or of a deck file beside the script",
        lambda words: words.take("a deck"),
    )
}


def deck_forms(game: str) -> tuple[Form, ...]:
    """The statement, in games to which players bring decks."""
    files = registry.game(game).decks
    if files is None:
        return ()
    example = f"deck {SIDES[0]} {files().examples[-1]}"
    about = (
        f"what sits on a side; without it {listed(files().examples[: len(SIDES)])}, or the other one of them"
    )
    return (Form(SETUP, USAGE, example, about, st.Deck),)


@dataclass(frozen=True)
class Brought:
    """The ``decks`` that a script names for the sides of its ``game``, and what is wrong with any of them."""

    game: str
    decks: Mapping[Side, DeckFile]
    faults: tuple[Finding, ...] = ()

    def seated(self, bundle: AnyBundle) -> AnyBundle:
        """The game with these decks; the other side has what it had, or the next one."""
        if not self.decks:
            return bundle
        found = bundle.bringing({deck.name: deck for deck in self.decks.values()})
        return found.seating({side: deck.name for side, deck in self.decks.items()})


def brought(game: str, rows: Sequence[tuple[int, list[str]]], folder: Path | None) -> Brought:
    """What the ``rows`` of a script of ``game``, each with its line, say of decks, the first time of each side; files
    lie in ``folder``, and None of them can be read without one."""
    files = registry.game(game).decks
    decks: dict[Side, DeckFile] = {}
    said: dict[Side, int] = {}
    faults: list[Finding] = []
    for line, tokens in rows if files is not None else ():
        match tokens:
            case ["deck", ("red" | "blue") as side, name] if side not in said:
                said[side] = line
                assert files is not None
                try:
                    deck = _deck(game, files(), name, folder)
                except ConfigError as error:
                    faults += [(line, fault) for fault in error.faults]
                    continue
                if any(deck.name == other.name for other in decks.values()):
                    faults.append(
                        (
                            line,
                            f"{deck.name} sits on the other side already; name another deck for one of them",
                        )
                    )
                else:
                    decks[side] = deck
    return Brought(game, decks, tuple(faults))


def _deck(game: str, files: DeckFiles, name: str, folder: Path | None) -> DeckFile:
    if name in files.examples:
        return files.parse(files.example(name), file=name)
    if folder is None or not _is_there(folder / name):
        hint = suggestion(name, files.examples) or f"write {listed(files.examples)}, or the name of a file"
        raise ConfigError([f"there is no deck {shown(name)} beside the script; {hint}"])
    return read_deck(folder / name, {game: files})[1]


def _is_there(path: Path) -> bool:
    """Whether it is a plain file: reading from a pipe might never return."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False
