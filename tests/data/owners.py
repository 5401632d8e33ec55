"""What owners have of a version beside the games of robots: tables, decks, corrections, table scripts, and what scripts
that choose, agree and roll leave in a store. One archive a version, ``owners.tar.xz``.

``tables/``, ``decks/`` and ``scripts/`` hold files as people write them, ``stores/`` a store and its record as text.
"""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

from signifer_core.errors import SigniferError
from signifer_firmware.config.model import BUNDLED, bundled_file
from signifer_firmware.game_api.registry import games
from signifer_firmware.recording.archive import exported
from signifer_firmware.simulation.bundled import bundled_script
from signifer_firmware.simulation.files import run_files

ARCHIVE = "owners.tar.xz"
SCRIPTS = Path(__file__).parents[1] / "scripts"
# Scripts of evenings with more in them than gestures: settings, agreement, dice, decks, rematches, the plug.
WITH_MORE = ("agreement", "dice", "evening", "language", "own", "power", "rematch", "starter", "switched")
CORRECTIONS = 'game = "field-of-glory"\n[kind.spear]\nmovement_cost = 7\n'


def keep(folder: Path) -> None:
    """Write the archive of this version into ``folder``."""
    kept = _written()
    kept |= _left(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(folder / ARCHIVE, "w:xz") as archive:
        for name, content in sorted(kept.items()):
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))


def unpacked(archive: Path, folder: Path) -> Path:
    """The files of an archive, in ``folder``."""
    with tarfile.open(archive) as kept:
        kept.extractall(folder, filter="data")
    return folder


def _written() -> dict[str, bytes]:
    """Files that people write, or change."""
    kept = {f"tables/{name}.toml": bundled_file(name) for name in BUNDLED}
    decks = []
    for game in games():
        if (files := game.decks) is not None:
            for name in files().examples:
                decks.append(f"{name}.toml")
                mine = (
                    files()
                    .example(name)
                    .replace("invented = true\n", "")
                    .replace(f'"{name}"', f'"my-{name}"')
                )
                kept[f"decks/{name}.toml"] = kept[f"tables/{name}.toml"] = mine.encode()
    cards = f'\n[cards]\ncorrections = "cards.toml"\ndecks = {decks}\n'.replace("'", '"')
    kept["tables/mine.toml"] = kept["tables/direct.toml"] + cards.encode()
    kept["tables/cards.toml"] = CORRECTIONS.encode()
    for path in [*sorted(SCRIPTS.iterdir()), *(bundled_script(game.demo_script) for game in games())]:
        assert f"scripts/{path.name}" not in kept
        kept[f"scripts/{path.name}"] = path.read_bytes()
    return kept


def _left(folder: Path) -> dict[str, bytes]:
    """What scripts leave in a store. Not each has a record: some break a game off before anything was done."""
    chosen = [path for path in sorted(SCRIPTS.glob("*.table")) if path.stem.split("-")[0] in WITH_MORE]
    stores, out, kept = folder / "stores", io.StringIO(), dict[str, bytes]()
    assert run_files(chosen, json=False, screens=None, out=out, err=out, stores=stores) == 0, out.getvalue()
    for path in sorted(stores.glob("*.sqlite")):
        kept[f"stores/{path.name}"] = path.read_bytes()
        try:
            kept[f"stores/{path.stem}.txt"] = exported(path).encode()
        except SigniferError as error:
            print(f"{path.name}: {error}")
    return kept
