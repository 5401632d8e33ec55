"""The command line: statuses, plain words instead of tracebacks, help that starts quickly."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from signifer_core.errors import ConfigError, DriverError
from signifer_firmware.cli import installed, main
from signifer_firmware.files.writing import make_folder
from signifer_firmware.game_api import registry
from signifer_firmware.scripting.forms import FORMS
from signifer_firmware.storage.store import Store
from signifer_firmware.web.play import TWO, Choice
from signifer_firmware.web.virtual.shelf import Shelf

from tests.firmware.web.evenings import Evening, fail

Run = Callable[..., tuple[int, str, str]]
# Red wins as soon as blue has nothing to draw.
LAST_DRAW = (
    *("terrain plain plain plain plain plain", "first blue", "begin draw"),
    *(f"control {column} red" for column in (1, 2, 3)),
    *("count red hand 6", "count blue hand 6"),
)


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"signifer {version('signifer')}\n", "")


def test_help_names_the_commands(run: Run) -> None:
    status, out, _ = run("--help")
    assert status == 0
    assert all(
        f"\n  {command} " in out for command in ("script", "play", "pictures", "table", "tune", "dice")
    )


def test_help_does_not_wait_for_what_it_does_not_need() -> None:
    code = (
        "import sys\nsys.argv = ['signifer', '--help']\nfrom signifer_firmware.cli import main as cli\n"
        + (
            "try:\n    cli.main()\nfinally:\n    print({'pydantic', 'PIL', 'rich', 'gpiozero'} & {*sys.modules})\n"
        )
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert found.stdout.splitlines()[-1] == "set()"


@pytest.mark.parametrize("when", ["typer", "signifer_firmware.cli.commands.node"])
def test_ctrl_c_while_the_program_is_taken_in_is_no_traceback(when: str) -> None:
    """On a small computer that takes seconds."""
    pyproject = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))
    module, _, name = pyproject["project"]["scripts"]["signifer"].partition(":")
    code = (
        "import os, signal, sys\nsys.argv = ['signifer', 'table']\n"
        "class Key:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {when!r}:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\nsys.meta_path.insert(0, Key())\n"
        f"import {module} as command\ncommand.{name}()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (130, "")


def test_lessons_are_listed_with_their_aims(run: Run) -> None:
    status, out, _ = run("lessons")
    assert status == 0
    assert [line for line in out.splitlines() if not line.startswith("  ")] == list(registry.names())
    assert "\n  pay         Lay a unit in column 1" in out
    assert run("lessons", "thermopyles")[1].startswith("thermopyles\n  charge ")
    status, out, err = run("lessons", "chess")
    assert (status, out) == (2, "")
    assert err.startswith("chess: the games are field-of-glory, ")


def test_help_of_script_holds_the_language(run: Run) -> None:
    status, out, _ = run("script", "--help")
    assert status == 0
    assert all(f"\n  {form.usage}" in out for form in FORMS)
    assert "mixed-kinds" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("tabel",),
        ("script",),
        ("script", "--jsn", "x"),
        ("play", "--speed", "fast"),
        ("play", "--speed", "-1"),
    ],
)
def test_wrong_usage_is_status_2_and_no_traceback(run: Run, arguments: tuple[str, ...]) -> None:
    status, out, err = run(*arguments)
    assert status == 2
    assert "Traceback" not in out + err
    assert "Usage: signifer" in err


def test_a_table_is_listed(run: Run) -> None:
    status, out, err = run("table", "starter")
    assert status == 0
    assert "  3              node         columns, 2       33 dB, field 32\n" in out
    assert "  ok red         GPIO 27" in out
    assert "both           ssd1309      channel 5, 0x3c" in out
    assert "  columns        not assigned" in out
    assert '\ngames\n  field-of-glory\n  thermopyles needs pads, and the table "starter" has none\n' in out
    # Its only node is the only board on USB.
    assert err == ""
    status, out, err = run("table", "direct")
    assert "  pad red        mfrc522-spi  /dev/spidev0.0   33 dB, field 32, 4000000 Hz\n" in out
    assert err.startswith("warning: 12 readers on the Pi's SPI")


def test_a_faulty_table_is_told_whole(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "t.toml"
    file.write_text("[timing]\nhold = 1\nsettle_ms = -1\n")
    status, out, err = run("table", str(file))
    assert (status, out) == (2, "")
    assert f'{file}:2: timing has no key: "hold"; did you mean "hold_ms"?\n' in err
    assert f"{file}:3: settle_ms = -1 is wrong" in err


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (ConfigError(["a.table:1: x; y", "a.table:2: x; y"]), 2, "a.table:1: x; y\na.table:2: x; y\n"),
        (DriverError("reader 3 red does not answer"), 2, "signifer: reader 3 red does not answer\n"),
        (
            PermissionError(13, "Permission denied", "pictures"),
            2,
            "signifer: pictures: cannot be used (Permission denied); take one that you may use, or say it with sudo\n",
        ),
        (
            FileNotFoundError(2, "No such file or directory", "a/x"),
            2,
            "signifer: a/x: cannot be used (No such file or directory); name another place\n",
        ),
        (OSError(5, "Input/output error"), 2, "signifer: the system refused something: Input/output error\n"),
        (OSError("it is full"), 2, "signifer: the system refused something: it is full\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_errors_of_the_world_are_lines(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int, words: str
) -> None:
    def fail(*_: Any) -> int:
        raise error

    monkeypatch.setattr("signifer_firmware.config.model.load_table", fail)
    found, _, err = run("table")
    assert found == status
    assert words in err
    assert "Traceback" not in err


def test_a_mistake_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signifer_firmware.config.model.load_table", lambda _: 1 / 0)
    monkeypatch.setattr(sys, "argv", ["signifer", "table"])
    with pytest.raises(ZeroDivisionError):
        main.main()


@pytest.mark.parametrize(
    "words", [["table"], ["wiring"], ["doctor", "--virtual", "--no-ask", "--only", "screen red"]]
)
def test_a_reader_of_the_output_that_leaves_is_no_fault(words: list[str]) -> None:
    code = (
        f"import os, sys\nsys.argv = ['signifer', *{words}]\n"
        "from signifer_firmware.cli import main as cli\ncli.main()\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert process.returncode == 141
    assert b"Traceback" not in err


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["table", "--help"], ["table"]])
def test_an_output_that_is_full_is_told_in_a_sentence(words: list[str]) -> None:
    code = "import sys; from signifer_firmware.cli.main import main; main()"
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-c", code, *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    said = (
        "signifer: the system refused something: No space left on device; make room on the disk to which it "
    )
    assert done.stderr == f"{said}writes or prints, and say it again\n"


def test_script_hands_over_what_it_was_given(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    streams: list[Any] = []

    def run_files(paths: list[Path], **options: Any) -> int:
        seen.append((paths, options["json"], options["screens"], options["stores"]))
        streams.extend((options["out"], options["err"]))
        return 1

    monkeypatch.setattr("signifer_firmware.simulation.files.run_files", run_files)
    assert run("script", "--json", "--screens", "shots", "--stores", "kept", "a.table", "b.table")[0] == 1
    assert seen == [([Path("a.table"), Path("b.table")], True, Path("shots"), Path("kept"))]
    assert streams[0] is not streams[1]


@pytest.mark.parametrize(
    "words", [("script", "no.table", "--screens"), ("script", "no.table", "--stores"), ("pictures",)]
)
def test_a_folder_that_cannot_be_one_is_told_before_anything_is_played(
    words: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    status, out, err = run(*words, str(tmp_path / "file"))
    why = "cannot be used (is no folder; a folder is wanted); name another place"
    assert (status, out, err) == (2, "", f"signifer: {tmp_path / 'file'}: {why}\n")
    link = tmp_path / "link"
    link.symlink_to("gone")
    why = "cannot be used (a link to gone, where nothing is); name another place"
    for folder in (link, link / "below"):
        assert run(*words, str(folder)) == (2, "", f"signifer: {link}: {why}\n")
    (tmp_path / "gone").mkdir()
    assert make_folder(link / "below").is_dir()


def test_dice_prints_a_store_or_says_why_not(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    status, out, err = run("dice", str(tmp_path / "missing"))
    assert (status, out) == (2, "")
    assert err.startswith("signifer: ")
    assert "name the store of a table" in err
    monkeypatch.setattr(
        "signifer_firmware.recording.archive.dice_printed", lambda path: [f"commitment of {path}", "tally"]
    )
    assert run("dice", "a.sqlite") == (0, "commitment of a.sqlite\ntally\n", "")


def test_play_and_pictures_hand_over_what_they_were_given(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def play(script: Path | None, *, table: str | None, speed: float, terminal: object, game: str) -> int:
        assert game == "field-of-glory"
        seen.append((script, table, speed, type(terminal).__name__))
        return 0

    def make(directory: Path) -> int:
        seen.append(directory)
        return 0

    monkeypatch.setattr("signifer_firmware.cli.play.play", play)
    monkeypatch.setattr("signifer_firmware.cli.showcase.make", make)
    assert run("play", "--terminal")[0] == 0
    assert run("play", "--speed", "2.5", "--table", "starter", "demo.table")[0] == 0
    assert run("pictures", "out")[0] == 0
    assert seen == [
        (None, None, 1.0, "Terminal"),
        (Path("demo.table"), "starter", 2.5, "Terminal"),
        Path("out"),
    ]


def test_tune_prints_what_to_write_into_the_table(run: Run) -> None:
    status, out, err = run("tune", "standard", "--reader", "3 red")
    assert (status, err) == (0, "")
    assert "reader 3 red: 2 tags, version 92" in out
    lines = '[[reader]]\nzone = "3 red"\ngain_db = 33\nfield = 32\nfield_up_us = 2500\n'
    assert out.endswith(f"for table.toml:\n\n{lines}\n")


def test_tune_says_where_it_can_say_nothing(run: Run) -> None:
    status, out, _ = run("tune", "--reader", "pad red", "--tags", "0")
    assert status == 0
    assert "no tag lies there" in out
    assert "table.toml" not in out
    status, out, _ = run("tune", "stock", "--reader", "1 red")
    assert "neither gain nor field" in out
    status, _, err = run("tune", "--reader", "8")
    assert status == 2
    assert 'no reader at "8"; choose one of 1 red' in err


@pytest.mark.parametrize(
    ("said", "name"),
    [("--pi", "--pi"), ("--reader=3 red", "--reader"), ("--tags=2", "--tags"), ("double", "TABLE")],
)
def test_tune_takes_nothing_beside_the_map_of_a_virtual_antenna(run: Run, said: str, name: str) -> None:
    status, out, err = run("tune", said, "--map")
    assert (status, out) == (2, "")
    assert err == f"{name}: not with --map, which is of a virtual antenna; say signifer doctor map\n"


@pytest.mark.slow
def test_tune_draws_a_map_of_nine_positions(run: Run) -> None:
    status, out, _ = run("tune", "--map")
    assert status == 0
    assert [out.count(f"\n{tags}") for tags in ("1 tag ", "2 tags", "4 tags")] == [1, 1, 1]
    assert out.count("100%") == 5
    assert "-11.1    8.4  -11.1" in out


@pytest.mark.slow
def test_a_closed_input_is_an_empty_one(tmp_path: Path) -> None:
    """As some services and ``<&-`` start programs; in a process, for Python itself finds no stdin there."""
    code = "import sys; from signifer_firmware.cli.main import main; sys.stdin = None; main()"
    words = ["enrol", "field-of-glory/terrain", "--list", "--store", str(tmp_path)]
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("words", [["table"], ["table", "nowhere.toml"]])
def test_a_closed_output_takes_everything(words: list[str], tmp_path: Path) -> None:
    """``>&-``; errors are told all the same, and no file that is opened later becomes the output."""
    code = "from signifer_firmware.cli.main import main; main()"
    shell = f'exec "$@" >&- 2>{tmp_path / "said"}'
    done = subprocess.run(["sh", "-c", shell, "sh", sys.executable, "-c", code, *words], check=False)
    told = (tmp_path / "said").read_text(encoding="utf-8")
    assert (done.returncode, "Traceback" in told) == (2 if "nowhere.toml" in words else 0, False)
    assert ("nowhere.toml: cannot be read" in told) == ("nowhere.toml" in words)


@pytest.mark.parametrize("command", [("record", "list"), ("record", "export"), ("dice",), ("report",)])
def test_without_a_store_the_games_of_this_machines_table_are_meant(
    command: tuple[str, ...], run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user's own; the service's, where there is a service; the virtual table's, where it is the only one."""
    service = tmp_path / "service"
    monkeypatch.setattr(installed, "SERVICE_STATE", service)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    virtual = tmp_path / "data/signifer/games/table.sqlite"
    virtual.parent.mkdir(parents=True)
    Store(virtual).close()
    assert run("record", "list") == (0, "", f"{virtual} holds no game\n")
    virtual.unlink()
    assert str(tmp_path / "home/signifer/table.sqlite") in run(*command)[2]
    now = virtual.parent / "now"
    now.mkdir()
    Store(now / "table.sqlite").close()
    said = f"no game has been put away yet; the last one is in {now / 'table.sqlite'}\n"
    assert run(*command) == (2, "", said)
    service.mkdir()
    assert str(service / "table.sqlite") in run(*command)[2]
    Store(service / "table.sqlite").close()
    assert run("record", "list") == (0, "", f"{service / 'table.sqlite'} holds no game\n")


def test_the_first_game_of_a_virtual_table_is_a_past_one_as_soon_as_it_is_won(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays where it was played until another one begins. A lesson, which lies there too, is none."""
    monkeypatch.setattr(installed, "SERVICE_STATE", tmp_path / "service")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    games = tmp_path / "data/signifer/games"
    games.mkdir(parents=True)
    rests = [{"do": "speed", "speed": 1.0}] * 20
    ok = [{"do": "button", "name": "ok blue", "down": down} for down in (True, False)]
    evening = Evening(
        Shelf(games, fail), Choice(TWO, seed=3, position=LAST_DRAW), [*rests, *ok, *rests], waits=3
    )
    assert evening.played().end["hand"]["game"]["winner"] == "red"
    status, out, err = run("record", "list")
    assert (status, len(out.splitlines()), err) == (0, 1, "")
    assert run("record", "export")[0] == 0
    (games / "now/left-out").touch()
    said = f"no game has been put away yet; the last one is in {games / 'now/table.sqlite'}\n"
    assert run("record", "list") == (2, "", said)
