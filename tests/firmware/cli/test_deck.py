"""``signifer deck``: what is wrong with a deck file, or what is in it; and one to begin with."""

from __future__ import annotations

import os
import re
from importlib import resources
from pathlib import Path

import pytest
from signifer_core.games.dark_age_arena.deck import TRAINING, parse_deck, training
from signifer_firmware.files.reading import MOST_BYTES
from signifer_firmware.i18n.words import LANGUAGES

from .conftest import Run

THIRTY = Path(__file__).with_name("thirty.toml")
PAGE = Path(__file__).parents[3] / "docs" / "decks.md"
IRON = training("training-iron").text
MINE = IRON.replace('deck = "training-iron"', 'deck = "mine"')


def on_the_page() -> str:
    """The deck that the page shows."""
    (found,) = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return str(found)


def planted() -> list[tuple[int, str, str]]:
    """Each planted fault: its line, the card or part of the deck, a piece of what is said."""
    rows = enumerate(THIRTY.read_text(encoding="utf-8").splitlines(), 1)
    parts = [(line, row.split("##")[1].split("|")) for line, row in rows if line > 1 and "##" in row]
    return [(line, about.strip(), said.strip()) for line, (about, said) in parts]


@pytest.fixture
def deck_file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(IRON, encoding="utf-8")
    return path


def test_thirty_planted_faults_are_thirty_lines(run: Run) -> None:
    status, out, err = run("deck", "check", str(THIRTY))
    told, expected = err.splitlines(), planted()
    assert (status, out) == (2, "")
    assert len(told) == len(expected) == 30
    for fault, (line, about, said) in zip(told, expected, strict=True):
        assert fault.startswith(f"{THIRTY}:{line}: {about}"), fault
        assert said in fault


def test_a_sound_deck_is_told_with_what_is_in_it(run: Run, deck_file: Path) -> None:
    assert run("deck", "check", str(deck_file)) == (
        0,
        f"{deck_file}: training-iron, Dark Age Arena: 51 cards (character 22, weapon 9, skill 4, supply 3, "
        "instant 6, victory 6, artifact 1); its cards are invented; it is one that is shipped: give yours a name of "
        "its own\n",
        "",
    )
    deck_file.write_text(MINE.replace("invented = true\n", ""), encoding="utf-8")
    _, out, _ = run("deck", "check", str(deck_file))
    assert out.endswith("artifact 1)\n")


def test_several_files_are_all_checked(run: Run, deck_file: Path) -> None:
    status, out, err = run("deck", "check", str(THIRTY), str(deck_file), "nowhere.toml")
    assert status == 2
    assert out.startswith(f"{deck_file}: training-iron")
    assert len(out.splitlines()) == 1
    assert len(err.splitlines()) == 31
    assert err.endswith(
        "nowhere.toml: cannot be read (No such file or directory); write the name of a deck file\n"
    )


def test_the_deck_of_the_page_is_sound(run: Run, deck_file: Path) -> None:
    deck_file.write_text(on_the_page(), encoding="utf-8")
    status, out, err = run("deck", "check", str(deck_file))
    assert (status, err) == (0, "")
    assert out.startswith(f"{deck_file}: wolves, Dark Age Arena: ")
    assert set(parse_deck(on_the_page(), file="x").sorts) == set(training("training-iron").sorts)


def test_names_are_in_the_languages_of_the_project_alone(run: Run, deck_file: Path) -> None:
    names = ", ".join(f'{language} = "{language}"' for language in LANGUAGES)
    deck_file.write_text(
        MINE.replace('name = "Mill"', f'name = "Mill", names = {{ {names} }}'), encoding="utf-8"
    )
    assert run("deck", "check", str(deck_file))[0] == 0
    deck_file.write_text(deck_file.read_text("utf-8").replace("{ en = ", "{ eo = "), encoding="utf-8")
    (told,) = run("deck", "check", str(deck_file))[2].splitlines()
    assert told.endswith(
        ': place 3: names are written by language, not "eo": write en, fr, de, or leave it out'
    )


def test_a_deck_that_was_begun_with_a_shipped_one_has_a_name_of_its_own(run: Run, deck_file: Path) -> None:
    """As any table asks; it is told with all other faults."""
    taken = 'a deck that is shipped is called "training-iron", too: give this one a name of its own'
    line = IRON.splitlines().index('deck = "training-iron"') + 1
    deck_file.write_text(IRON.replace('name = "Mill"', 'name = "Quern"'), encoding="utf-8")
    assert run("deck", "check", str(deck_file)) == (2, "", f"{deck_file}:{line}: {taken}\n")
    for wrong in (("count = 4", "count = 99"), ("[kind]", "[kind")):
        deck_file.write_text(IRON.replace(*wrong), encoding="utf-8")
        status, out, err = run("deck", "check", str(deck_file))
        assert (status, out) == (2, "")
        assert f"{deck_file}:{line}: {taken}" in err.splitlines()
        assert len(err.splitlines()) > 1
        assert err.count(taken) == 1
    deck_file.write_text(MINE, encoding="utf-8")
    status, out, _ = run("deck", "check", str(deck_file))
    assert (status, out.endswith("; its cards are invented\n")) == (0, True)


@pytest.mark.parametrize("name", [*TRAINING, ""])
def test_an_example_is_a_deck_to_begin_with(run: Run, deck_file: Path, name: str) -> None:
    status, out, err = run("deck", "example", *filter(None, [name]))
    assert (status, err) == (0, "")
    assert out == training(name or TRAINING[0]).text
    deck_file.write_text(out, encoding="utf-8")
    assert run("deck", "check", str(deck_file))[0] == 0


def test_an_example_that_is_not_there_is_told(run: Run) -> None:
    assert run("deck", "example", "training-irn") == (
        2,
        "",
        'there is no example "training-irn": did you mean "training-iron"?\n',
    )


def changed(old: str, new: str) -> bytes:
    assert old in IRON
    return IRON.replace(old, new, 1).encode()


NO_DECKS = {
    "empty": (b"", ":1: say its game: "),
    "no TOML": (changed('deck = "training-iron"', "deck = training-iron"), ":3: not TOML: "),
    "an open bracket": (changed("[kind]", "[kind"), ":8: not TOML: "),
    "no UTF-8": (b"game = 1\nname = \xff\n", ":2: not UTF-8; save the file as UTF-8"),
    "binary": (bytes(range(128)) * 50, ":1: not TOML: "),
    "deep brackets": (b"x = " + b"[" * 5000, ":1: "),
    "a number without end": (changed("count = 4", "count = 0x" + "f" * 3800), "not something endless"),
    "a word without end": (changed('at = "any"', "at = 0x" + "f" * 3900), "at is not something endless: write any"),
    "classes without end": (
        changed("invented = true", f"enemies = [[{{ {'a.' * 900}a = 1 }}, {{ {'a.' * 900}a = 1 }}]]"),
        ": a key of more than 16 parts",
    ),
    "tables without end": (changed("count = 4", f"count.{'a.' * 900}a = 1"), ": a key of more than 16 parts"),
    "an effect without end": (changed('"+[9]"', f'"+[{"9" * 3900}]"'), 'short-blade: effects: "+[999'),
    "a line end in a key": (changed("granary =", r'"gra\nnary" ='), r":20: gra\nnary: the id of a card"),
    "a game that is a list": (changed('"dark-age-arena"', "[1]"), ":2: game is not [1]: write dark-age-arena"),
    "another game": (changed('"dark-age-arena"', '"chess"'), ':2: game is not "chess": write dark-age-arena'),
    "too long": (b"# A deck?\n" * (MOST_BYTES // 10 + 1), "(longer than 100 kB); shorten it, or write the name of a"),
    "a megabyte": (b"nonsense {[ \n" * 80_000, "(longer than 100 kB); "),
    "much nonsense": (b"nonsense {[ \n" * 7_000, ":1: not TOML: "),
}  # fmt: skip


@pytest.mark.parametrize("what", NO_DECKS)
def test_what_is_no_deck_is_told_in_plain_lines(run: Run, deck_file: Path, what: str) -> None:
    data, said = NO_DECKS[what]
    deck_file.write_bytes(data)
    status, out, err = run("deck", "check", str(deck_file))
    assert (status, out) == (2, "")
    assert said in err
    assert all(line.startswith(f"{deck_file}:") for line in err.splitlines())
    assert all(len(line) < len(str(deck_file)) + 260 for line in err.splitlines())


def test_a_file_that_cannot_be_read_is_told(run: Run, tmp_path: Path) -> None:
    status, out, err = run("deck", "check", str(tmp_path), os.devnull)
    assert (status, out) == (2, "")
    assert err.startswith(f"{tmp_path}: cannot be read (Is a directory); write the name of a deck file\n")
    assert f"{os.devnull}: cannot be read (a device)" in err


def naming(what: str, file: str) -> str:
    """The standard table, with a file of ``what`` beside it."""
    tables = resources.files("signifer_firmware.config").joinpath("tables")
    return f'{tables.joinpath("standard.toml").read_text("utf-8")}\n[cards]\n{what} = ["{file}"]\n'


def test_a_table_lists_the_decks_that_it_names_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(IRON.replace('"training-iron"', '"mine"'), encoding="utf-8")
    file = tmp_path / "table.toml"
    file.write_text(naming("decks", "mine.toml"), encoding="utf-8")
    status, out, _ = run("table", str(file))
    assert status == 0
    assert out.endswith("\ndecks\n  mine           dark-age-arena, 51 cards, invented\n")


def test_faults_of_a_table_and_of_the_files_it_names_come_in_one_round(run: Run, tmp_path: Path) -> None:
    """As far as what names them is sound by itself."""
    file, cards = tmp_path / "mine.toml", tmp_path / "c.toml"
    cards.write_text('game = "chess"\n', encoding="utf-8")
    text = naming("decks", "none.toml") + 'corrections = "c.toml"\n'
    file.write_text(text.replace("hold_ms = 800", "hold_ms = 1"), encoding="utf-8")
    status, out, err = run("table", str(file))
    assert (status, out) == (2, "")
    assert [
        line.partition(" ")[0].removeprefix(str(tmp_path)).rstrip("0123456789:") for line in err.splitlines()
    ] == [
        "/mine.toml",
        "/c.toml",
        "/none.toml",
    ]
    file.write_text(text.replace('"none.toml"', "3"), encoding="utf-8")
    wrong, others = run("table", str(file))[2].splitlines()
    assert "decks = [3] is wrong" in wrong
    assert others.startswith(f"{cards}:1: ")


def test_a_pipe_is_told_and_not_waited_for(run: Run, tmp_path: Path) -> None:
    """Neither by who checks a deck nor by a table that names it, or names one of corrections."""
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    told = f"{pipe}: cannot be read (a pipe); "
    assert run("deck", "check", str(pipe)) == (2, "", f"{told}write the name of a deck file\n")
    for what, said in (("decks", "write the name of"), ("corrections", "the table names it under [cards]")):
        file = tmp_path / "table.toml"
        file.write_text(naming(what, "pipe.toml"), encoding="utf-8")
        status, out, err = run("table", str(file))
        assert (status, out) == (2, "")
        assert err.startswith(f"{told}{said}")


def test_line_ends_of_windows_and_a_mark_at_the_start_are_read(run: Run, deck_file: Path) -> None:
    deck_file.write_bytes(b"\xef\xbb\xbf" + IRON.replace("\n", "\r\n").encode())
    assert run("deck", "check", str(deck_file))[0] == 0
