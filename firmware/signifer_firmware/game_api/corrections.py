"""The files in which an owner corrects figures of cards, as ``table.toml`` names them: one a game, read together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from signifer_core.errors import ConfigError
from signifer_core.toml_lines import did_you_mean, parse_toml

from signifer_firmware.config.model import TableConfig, cards_alone, load_table
from signifer_firmware.files.reading import decoded, read_bytes

from . import registry
from .game import AnyBundle
from .table_decks import read_decks


@dataclass(frozen=True)
class CorrectionFile:
    """A file of corrections: ``game`` is the one that its ``text`` names."""

    path: Path
    text: str
    game: str


def bundles_of(config: TableConfig, without: Callable[[str], None] | None = None) -> Mapping[str, AnyBundle]:
    """All games by name, each with the owner's corrections where the table names a file of them, and with the decks
    that may sit there; ConfigError with all faults of all files. ``without`` is told of faults of decks, which are left
    out then: a game that is on goes on with the text that its journal keeps."""
    files, faults = _read(config, missing=False)
    bundles: dict[str, AnyBundle] = {}
    decks, wrong = read_decks(config)
    if without is None:
        faults += wrong
    else:
        for fault in wrong:
            without(fault)
    for game in registry.names():
        file = files.get(game)
        try:
            bundles[game] = (
                registry.bundle(game)
                if file is None
                else registry.bundle(game, file.text, file=str(file.path))
            )
        except ConfigError as error:
            faults += error.faults
        if game in bundles and decks.get(game):
            bundles[game] = bundles[game].bringing(decks[game])
    if faults:
        raise ConfigError(faults)
    return bundles


def named_faults(name: str) -> list[str]:
    """The faults of the files that a faulty table names, as far as their names are right."""
    named = {"cards": cards_alone(name), "folder": Path(name).parent}
    try:
        bundles_of(load_table("standard").model_copy(update=named))
    except ConfigError as error:
        return error.faults
    return []


def files_of(config: TableConfig) -> Mapping[str, CorrectionFile]:
    """The files that the table names, by game; one that is not there yet is left out. ConfigError for what cannot be
    read, names no game, or one that another file has."""
    files, faults = _read(config, missing=True)
    if faults:
        raise ConfigError(faults)
    return files


def _read(config: TableConfig, *, missing: bool) -> tuple[dict[str, CorrectionFile], list[str]]:
    """The files by game, and what is wrong with the others; a file may be ``missing``."""
    files: dict[str, CorrectionFile] = {}
    faults: list[str] = []
    for name in config.cards.corrections:
        path = config.folder / name
        try:
            text = decoded(read_bytes(path), file=str(path))
        except ConfigError as error:
            faults += error.faults
        except OSError as error:
            if not (missing and isinstance(error, FileNotFoundError)):
                faults.append(f"{path}: cannot be read ({error.strerror}); the table names it under [cards]")
        else:
            game, wrong = _game_of(text, str(path))
            if game in files:
                wrong = [f"{path}: the corrections of {game} are in {files[game].path}; one file a game"]
            elif not wrong:
                files[game] = CorrectionFile(path, text, game)
            faults += wrong
    return files, faults


def _game_of(text: str, file: str) -> tuple[str, list[str]]:
    """The game that a file of corrections names, "" if none that is known; and what is wrong then."""
    toml = parse_toml(text, file=file)
    game = toml.data.get("game")
    if game in registry.names() and registry.game(game).decks is None:
        return str(game), []
    if faults := toml.faults_in_order():
        return "", faults
    names = [name for name in registry.names() if registry.game(name).decks is None]
    if game in registry.names():
        toml.fault(
            ("game",),
            f"the cards of {game} are in deck files: name it behind decks, not corrections (docs/decks.md)",
        )
    elif isinstance(game, str):
        toml.fault(("game",), f'no game "{game}": {did_you_mean(game, names)}')
    else:
        known = " or ".join(f'game = "{name}"' for name in names)
        toml.fault(("game",), f"say which game the cards belong to: {known}")
    return "", toml.faults_in_order()
