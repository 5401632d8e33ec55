"""The figures printed on cards as upkeep shows them, and as an owner corrects them: in the file that ``signifer enrol``
writes, for the games that begin from then on."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock

from signifer_core.cards import Catalogue
from signifer_core.errors import ConfigError, Fault
from signifer_core.json_values import Json

from signifer_firmware.config.model import BUNDLED, TableConfig, load_table
from signifer_firmware.enrolment.corrections import (
    BOTH,
    KIND,
    Corrections,
    begun,
    corrections_by_game,
    fresh_name,
)
from signifer_firmware.enrolment.decks import kind_agrees
from signifer_firmware.enrolment.figures import IN_DECK_FILE, names_on
from signifer_firmware.files.reading import read_text
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyBundle

# Whoever looks on may ask often: the files are read again after so long.
AGAIN_S = 2.0
# Why not, in words of the page.
NO_CARD, VIRTUAL = "no-card", "virtual-figures"


class Figures:
    """The cards of the table that is called ``name``. One thread at a time; ``config`` is the table as it began."""

    def __init__(
        self,
        name: str,
        config: TableConfig,
        *,
        is_virtual: bool = False,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name, self._config, self._is_virtual, self._monotonic = name, config, is_virtual, monotonic
        self._lock = Lock()
        self._read: dict[str, tuple[float, tuple[Catalogue, str] | ConfigError]] = {}

    def told(self, game: str, card: str) -> dict[str, Json]:
        """A card's figures, the first one's without one, and which cards there are. ConfigError for a game or a card
        that is none, or for the owner's file where that is faulty."""
        with self._lock:
            catalogue, file = self._found(game)
        card = card or next(iter(catalogue))
        if card not in catalogue:
            raise ConfigError([NO_CARD])
        found, rules = catalogue[card], catalogue.rules
        figures: list[Json] = []
        for name, figure in found.figures.items():
            if name != "count":
                rule = rules[name.partition(".")[0]]
                figures.append(
                    {
                        "name": name,
                        "value": figure.value,
                        "confidence": figure.confidence,
                        "least": rule.least,
                        "most": rule.most,
                    }
                )
        agrees = all(kind_agrees(catalogue, found.kind, name) for name in found.figures)
        more: list[Json] = [name for name in names_on(catalogue, card) if name not in found.figures]
        cards: list[Json] = [*catalogue]
        return {
            "game": game,
            "card": card,
            "cards": cards,
            "figures": figures,
            "more": more,
            "usual": KIND if agrees else BOTH,
            "army": found.army,
            "file": file,
        }

    def correct(self, game: str, card: str, figures: Mapping[str, int], scope: str) -> AnyBundle:
        """Write what its owner reads on a card, and tell the game as it is played from now on. ConfigError with all
        that is wrong, and then nothing is written; OSError."""
        if self._is_virtual:
            raise ConfigError([VIRTUAL])
        self._check_game(game)
        with self._lock:
            self._read.pop(game, None)
            base, corrections, config = self._files(game)
            if card not in base:
                raise ConfigError([NO_CARD])
            stated = {name: (value, scope) for name, value in figures.items()}
            if corrections is None:
                self._check_named()
                # Nothing is begun for what cannot stand.
                Corrections(config.folder / fresh_name(config, game), base).stated(card, stated)
                corrections = begun(config, Path(self._name), base)
            corrections.state(card, stated)
            text = read_text(corrections.path)
        return registry.bundle(game, text, file=str(corrections.path))

    def _found(self, game: str) -> tuple[Catalogue, str]:
        """The cards as they are now, or were a moment ago, and the name of the owner's file."""
        self._check_game(game)
        now_s = self._monotonic()
        known = self._read.get(game)
        if known is None or now_s - known[0] >= AGAIN_S:
            known = self._read[game] = (now_s, self._looked_up(game))
        found = known[1]
        if isinstance(found, ConfigError):
            raise ConfigError(found.faults)
        return found

    def _looked_up(self, game: str) -> tuple[Catalogue, str] | ConfigError:
        try:
            base, corrections, _ = self._files(game)
        except ConfigError as error:
            return error
        return (base, "") if corrections is None else (corrections.catalogue, corrections.path.name)

    def _files(self, game: str) -> tuple[Catalogue, Corrections | None, TableConfig]:
        """A game's cards as they are shipped, its file of corrections, and the table's file, as they are now."""
        shipped = registry.catalogues()
        try:
            config = self._config if self._name in BUNDLED else load_table(self._name)
            corrections = corrections_by_game(config, shipped, game, None).get(game)
        except ConfigError as error:
            # Whoever wrote these files mends them there, by these words.
            raise ConfigError([Fault(said, "own-files", said=said) for said in error.faults]) from None
        return shipped[game], corrections, config

    def _check_game(self, game: str) -> None:
        if game in registry.deck_files():
            raise ConfigError([Fault(IN_DECK_FILE, "in-deck-file")])
        if game not in registry.names():
            raise ConfigError([Fault(f'no game "{game}"', "malformed")])

    def _check_named(self) -> None:
        if self._name in BUNDLED or not Path(self._name).is_file():
            said = (
                f"the table {self._name} comes with the program and names no file of corrections: write one of "
                "your own (docs/table-toml.md), and start the table with it"
            )
            raise ConfigError([Fault(said, "no-corrections", table=self._name)])
