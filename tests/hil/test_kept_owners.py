"""What owners wrote for earlier versions, and what their tables left in stores, is read by this one.

``tests/data/VERSION/owners.tar.xz`` is what that version shipped, read and wrote (``tests/data/owners.py``). It is
never made again.
"""

from __future__ import annotations

import io
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.game_api.deck_files import read_deck
from signifer_firmware.game_api.registry import games
from signifer_firmware.recording.archive import exported
from signifer_firmware.scripting.check import check
from signifer_firmware.simulation.files import read_script, run_files, table_of
from signifer_firmware.simulation.setup import bundle_of
from signifer_firmware.storage.store import Store

from tests.data.owners import ARCHIVE, unpacked
from tests.sweeps import shared_out

DATA = Path(__file__).parents[1] / "data"
VERSIONS = sorted(path.parent.name for path in DATA.glob(f"*/{ARCHIVE}"))
# A repository is no place for more.
MOST_BYTES = 300_000
# One of so many scripts is read in every run, all of them in the soak.
SHARES = 12


@pytest.fixture(scope="module", params=VERSIONS)
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All that was kept of a version."""
    name: str = request.param
    return unpacked(DATA / name / ARCHIVE, tmp_path_factory.mktemp(name))


def test_this_version_has_been_kept() -> None:
    assert version("signifer") in VERSIONS, f"python -m tests.data tests/data/{version('signifer')}"
    assert max((DATA / name / ARCHIVE).stat().st_size for name in VERSIONS) < MOST_BYTES


def test_a_kept_table_is_read_with_its_decks_and_corrections(kept: Path) -> None:
    tables = [path for path in sorted((kept / "tables").iterdir()) if "[[reader]]" in path.read_text()]
    assert len(tables) >= 5
    for path in tables:
        config = load_table(str(path))
        bundles = bundles_of(config)
        assert len(bundles) == len(games()), path
        if path.stem == "mine":
            assert bundles["field-of-glory"].corrections


def test_a_kept_deck_is_read(kept: Path) -> None:
    known = {game.name: game.decks() for game in games() if game.decks is not None}
    decks = [read_deck(path, known) for path in sorted((kept / "decks").iterdir())]
    assert {game for game, _ in decks} == set(known)
    assert all(deck.name.startswith("my-") for _, deck in decks)


@pytest.mark.parametrize("share", shared_out(list(range(SHARES)), 1))
def test_a_kept_script_is_understood(share: int, kept: Path) -> None:
    scripts = scripts_of(kept)
    assert len(scripts) > 300
    for path in scripts[share::SHARES]:
        script = read_script(path)
        config = table_of(script, path)
        check(script, config, file=str(path))
        bundle_of(config, script.game)


def scripts_of(kept: Path) -> list[Path]:
    return sorted((kept / "scripts").glob("*.table"))


def holds(path: Path) -> None:
    # Nodes are what some scripts break; without them a script takes half the time.
    err, table = io.StringIO(), "standard" if "\nfault " in path.read_text() else "direct"
    assert run_files([path], json=False, screens=None, out=err, err=err, table=table) == 0, err.getvalue()


def test_a_kept_script_holds(kept: Path) -> None:
    """As long as the others are those of `tests/scripts`, these are played in every run."""
    holds(kept / "scripts" / "odds.table")


@pytest.mark.soak
@pytest.mark.parametrize("share", range(SHARES))
def test_every_kept_script_holds(share: int, kept: Path) -> None:
    for path in scripts_of(kept)[share::SHARES]:
        holds(path)


def test_a_kept_store_is_opened_and_tells_the_same(kept: Path, tmp_path: Path) -> None:
    stores = sorted((kept / "stores").glob("*.sqlite"))
    records = {path.stem: path.read_text(encoding="utf-8") for path in (kept / "stores").glob("*.txt")}
    assert len(stores) >= len(records) > 10
    for path in stores:
        if path.stem in records:
            assert exported(path) == records[path.stem]
        own = tmp_path / path.name
        own.write_bytes(path.read_bytes())
        with closing(Store.at_table(own)) as store:
            assert (store.trouble, store.notice) == ("", ""), path.name
            assert store.cards()
