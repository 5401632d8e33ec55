"""What the doctor says of a table while it runs, and has its devices for itself: of its computer, and of what keeps its
games. How its parts fare the table itself knows."""

from __future__ import annotations

from pathlib import Path

from signifer_core.json_values import Json

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api.table_decks import read_decks
from signifer_firmware.i18n.words import LANGUAGES, words_of

from .bench import Nobody, PiBench
from .check import FAIL, Result, examined
from .checks.keeping import KeepingChecks
from .checks.system import SystemChecks
from .run import in_language

# At a virtual table nothing else of the computer is needed.
VIRTUAL = ("store", "disk")


def examined_beside(config: TableConfig, store: Path, *, is_virtual: bool) -> list[Json]:
    """The results as docs/doctor.md has them, with what to do in every language."""
    bench = PiBench(config, Nobody())
    try:
        checks = [
            *SystemChecks(config, bench.facts, bench.packages).checks(),
            *KeepingChecks(bench, store, read_decks(config)[0]).checks(),
        ]
        return [_told(result) for result in examined(checks, VIRTUAL if is_virtual else ())]
    finally:
        bench.close()


def _told(result: Result) -> Json:
    fixes = {language: in_language(result, words_of(language)).fix for language in LANGUAGES}
    return {**result.as_json(), "fix": {**fixes} if result.state == FAIL else {}}
