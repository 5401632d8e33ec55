"""``signifer analyse``: what it takes, what it writes, what it says."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from signifer_firmware.cli import analyse as command
from signifer_firmware.cli.main import app
from signifer_firmware.game_api import registry
from signifer_firmware.recording.analysis import Progress
from signifer_firmware.storage.store import Store
from signifer_firmware.web.server.records import open_record
from typer.testing import CliRunner, Result

KEPT = Path(__file__).parents[2] / "data" / "0.1.0"
RECORD = Path(__file__).parents[1] / "recording" / "golden" / "analysed.txt"


def said(*words: object) -> Result:
    return CliRunner().invoke(app, ["analyse", *map(str, words)])


def test_a_record_becomes_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = said(RECORD, "--iterations", 2, "--lang", "fr")
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("analysed-analysis.html: ")
    text = (tmp_path / "analysed-analysis.html").read_text("utf-8")
    assert '<html lang="fr">' in text
    assert "Anna" in text
    assert "signifer analyse --iterations 2 --seed 1" in text
    # By the seed it is the same, wherever it is written.
    again = said(RECORD, tmp_path / "x.html", "--iterations", 2, "--language", "fr")
    assert again.exit_code == 0
    assert (tmp_path / "x.html").read_text("utf-8") == text


def test_a_page_is_never_written_over_its_game(tmp_path: Path) -> None:
    game = tmp_path / "2026.11.27.txt"
    game.write_bytes(RECORD.read_bytes())
    done = said(game, game, "--iterations", 2)
    assert done.exit_code == 2
    assert f"{game}: is the game itself; name another file for the page" in done.stderr
    assert game.read_bytes() == RECORD.read_bytes()


def test_where_no_page_can_come_nothing_is_thought_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "analysed", None)
    done = said(RECORD, tmp_path / "nowhere" / "x.html")
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
    assert "no such folder" in done.stderr


def test_games_of_several_days_have_pages_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = tmp_path / "2026.11.27.txt"
    text = RECORD.read_text("utf-8").replace("Anna", "Anna\u202e")
    game.write_text(text, "utf-8")
    assert said(game, "--iterations", 2).exit_code == 0
    page = (tmp_path / "2026.11.27-analysis.html").read_text("utf-8")
    # What turns a line around in a name is left out.
    assert "Anna" in page
    assert "\u202e" not in page


@pytest.mark.parametrize("kept", ["broken-off", pytest.param("whole", marks=pytest.mark.soak)])
def test_a_report_does_as_well_as_a_record_of_the_same_game(kept: str, tmp_path: Path) -> None:
    folder = KEPT / "field-of-glory" / kept
    pages = []
    for name in ("record.txt", "report.gz"):
        done = said(folder / name, tmp_path / "x.html", "--iterations", 2)
        assert done.exit_code == 0, done.output
        pages.append((tmp_path / "x.html").read_text("utf-8"))
    assert pages[0] == pages[1]


def test_so_many_seconds_are_thought(tmp_path: Path) -> None:
    done = said(RECORD, tmp_path / "x.html", "--seconds", "0.01")
    assert done.exit_code == 0, done.output
    assert "--seconds 0.01" in (tmp_path / "x.html").read_text("utf-8")


def test_a_key_ends_it_early_with_what_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def interrupted() -> Iterator[Progress]:
        def told(done: int, total: int) -> None:
            if done == stop:
                raise KeyboardInterrupt

        yield told

    monkeypatch.setattr(command, "_progress", interrupted)
    stop = 5
    done = said(RECORD, tmp_path / "x.html", "--iterations", 2)
    assert done.exit_code == 0, done.output
    assert "ended early, after 5 of" in done.stdout
    assert "Ended early: 5 of" in (tmp_path / "x.html").read_text("utf-8")
    # Before there is anything, nothing is written.
    stop = 0
    done = said(RECORD, tmp_path / "y.html", "--iterations", 2)
    assert done.exit_code == 130
    assert not (tmp_path / "y.html").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("none.txt",), "none.txt: cannot be read (No such file or directory); name a report or a game"),
        ((".",), ".: cannot be read (Is a directory); name a report or a game"),
        ((RECORD, "--lang", "xx"), "--language xx: the languages are en, fr, de"),
        ((RECORD, "--iterations", 3, "--seconds", 1), "how long to think is said in one way; leave one out"),
    ],
)
def test_what_is_wrong_is_one_sentence(words: tuple[object, ...], why: str, tmp_path: Path) -> None:
    done = said(*words, *(() if len(words) > 1 else (tmp_path / "x.html",)))
    assert done.exit_code == 2
    assert why in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_damaged_files_are_told_with_their_lines(tmp_path: Path) -> None:
    text = RECORD.read_text("utf-8")
    broken = tmp_path / "broken.txt"
    broken.write_text(text.replace("end-actions", "end-acts", 1), "utf-8")
    done = said(broken)
    assert done.exit_code == 2
    assert f"{broken}:" in done.stderr
    broken.write_text("\n".join(text.split("\n")[:20]), "utf-8")
    done = said(broken)
    assert done.exit_code == 2
    assert "the record breaks off" in done.stderr
    broken.write_bytes(gzip.compress(b"[]\n"))
    done = said(broken)
    assert done.exit_code == 2
    assert "report" in done.stderr
    assert "Traceback" not in done.output


def test_a_game_saved_while_it_ran_is_looked_back_on_up_to_what_is_hidden(tmp_path: Path) -> None:
    """As the page saves it for whoever looks on."""
    store = tmp_path / "table.sqlite"
    for file in (KEPT / "field-of-glory" / "broken-off").glob("table.sqlite*"):
        shutil.copy(file, tmp_path)
    with closing(Store.reading(store)) as kept:
        number = max(number for number, _, _ in kept.games())
    game = tmp_path / "saved.txt"
    game.write_text(open_record(store, registry.bundles()["field-of-glory"], number), "utf-8")
    first = next(at for at, line in enumerate(game.read_text("utf-8").split("\n"), 1) if line.endswith("/?"))
    # Before its first payment nothing was decided.
    done = said(game, tmp_path / "x.html", "--iterations", 2)
    assert f"saved.txt:{first}: a card is hidden from here on, and nothing was chosen before" in done.output
    known = RECORD.read_text("utf-8").split("\n")[:50]
    known = ['[Result "*"]' if line.startswith("[Result") else line for line in known]
    long = tmp_path / "long.txt"
    long.write_text("\n".join([*known, "pay red/?", "settle", "end *", ""]), "utf-8")
    done = said(long, tmp_path / "x.html", "--iterations", 2)
    assert done.exit_code == 0, done.output
    assert "long.txt:51: a card is hidden from here on; save the game again when it is over" in done.stdout
    assert "The game was saved while it was being played" in (tmp_path / "x.html").read_text("utf-8")
    # Before it there is nothing.
    head, _, body = game.read_text("utf-8").partition("\n\n")
    game.write_text(f"{head}\n\npay red/?\n{body}", "utf-8")
    done = said(game, tmp_path / "y.html", "--iterations", 2)
    assert done.exit_code != 0
    assert "nothing comes before; save the game again when it is over" in done.output
    # Of a game that is over nothing is hidden: it is a card that there is not.
    game.write_text(RECORD.read_text("utf-8").replace("\nend ", "\npay red/?\nend "), "utf-8")
    assert "no card of an army" in said(game, tmp_path / "y.html", "--iterations", 2).output
