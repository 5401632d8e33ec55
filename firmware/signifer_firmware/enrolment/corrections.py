"""The owner's file of corrections, changed by a program: one figure at a time, everything else in it as it was."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from signifer_core.cards import Catalogue
from signifer_core.errors import ConfigError, Fault

from signifer_firmware.config.model import TableConfig
from signifer_firmware.config.toml_edit import with_value
from signifer_firmware.files.reading import read_text
from signifer_firmware.files.writing import write
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.corrections import files_of

# For whom a correction is meant: all cards of the kind, this card of both armies, this card alone.
KIND, BOTH, ALONE = "kind", "both", "alone"
# The first file of corrections that a table names.
CARDS = "cards.toml"


class Corrections:
    """The file at ``path``, which may not be there yet, over the catalogue ``base``. ``catalogue`` is what comes of it.

    ConfigError for a file that is faulty, or cannot be read.
    """

    def __init__(self, path: Path, base: Catalogue) -> None:
        self.path = path
        self._base = base
        self._text = _read(path)
        self.catalogue = base.overlaid(self._text, file=str(path)) if self._text else base

    def state(self, card: str, figures: Mapping[str, tuple[int, str]]) -> None:
        """Write what the owner reads on a card: the value of each figure, and for whom it is meant. ConfigError if it
        cannot stand there: nothing is written then; OSError if the file cannot be."""
        text, catalogue = self.stated(card, figures)
        if text != self._text:
            write(self.path, text)
        self._text, self.catalogue = text, catalogue

    def stated(self, card: str, figures: Mapping[str, tuple[int, str]]) -> tuple[str, Catalogue]:
        """The text of the file if that were written, and what would come of it. ConfigError with all that is wrong."""
        text = self._text or self._head()
        for figure, (value, scope) in figures.items():
            section, name = self._place(card, scope)
            text = with_value(text, (section, name, *figure.split(".", 1)), value)
        catalogue = self._base.overlaid(text, file=str(self.path))
        _check_played(catalogue)
        have = {name: figure.value for name, figure in catalogue[card].figures.items()}
        faults = [
            Fault(
                f"{self.path}: a nearer statement about {card} holds there ({figure}); correct that one",
                "figure-nearer",
                figure=figure,
                card=card,
                file=self.path.name,
            )
            for figure, (value, _) in figures.items()
            if have.get(figure) != value
        ]
        if faults:
            raise ConfigError(faults)
        return text, catalogue

    def begin(self) -> None:
        """Make the file, unless it is there, with no correction in it. OSError if it cannot be written."""
        if not self._text:
            self._text = self._head()
            write(self.path, self._text)

    def _head(self) -> str:
        """A file that corrects nothing yet."""
        return f'# Corrections of the cards, by their owner: docs/catalogue.md\ngame = "{self._base.game}"\n'

    def _place(self, card: str, scope: str) -> tuple[str, str]:
        """The table of the file that a correction goes into."""
        if scope == KIND:
            return "kind", self._base[card].kind
        return "card", card.rpartition("/")[2] if scope == BOTH else card


def fresh_name(config: TableConfig, game: str) -> str:
    """What a table's first file of corrections of a game is called: where another game has one already, by the game."""
    return f"{game}.toml" if config.cards.corrections else CARDS


def begun(config: TableConfig, table: Path, base: Catalogue) -> Corrections:
    """A file beside the ``table``'s, which names it from now on. ConfigError, OSError."""
    fresh = fresh_name(config, base.game)
    corrections = Corrections(config.folder / fresh, base)
    corrections.begin()
    names = [*config.cards.corrections, fresh]
    value = names if len(names) > 1 else fresh
    write(table, with_value(read_text(table), ("cards", "corrections"), value))
    return corrections


def corrections_by_game(
    config: TableConfig, shipped: Mapping[str, Catalogue], game: str, own: Path | None
) -> dict[str, Corrections]:
    """The owner's file of each game that has one: those that the table names, and ``own`` in place of that of ``game``.
    ConfigError with all of their faults."""
    named = {each: file.path for each, file in files_of(config).items()}
    waiting = [path for name in config.cards.corrections if not (path := config.folder / name).exists()]
    if own is not None:
        named[game] = own
    elif waiting:
        # A file that is named, and not there yet, waits for its first correction.
        named.setdefault(game, waiting[0])
    found: dict[str, Corrections] = {}
    faults: list[str] = []
    for each, path in named.items():
        try:
            found[each] = Corrections(path, shipped[each])
        except ConfigError as error:
            faults += error.faults
    if faults:
        raise ConfigError(faults)
    return found


def _check_played(catalogue: Catalogue) -> None:
    """ConfigError with what keeps a game from being played with these cards, such as a value that no kind has."""
    if catalogue.game in registry.names():
        registry.game(catalogue.game).core().deck(catalogue)


def _read(path: Path) -> str:
    """The file's text, "" if there is none."""
    return read_text(path) if path.exists() else ""
