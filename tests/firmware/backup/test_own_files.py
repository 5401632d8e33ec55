"""The table's own files in a backup: which go in, which are refused, and where they come back to."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
import typer
from signifer_core.errors import ConfigError
from signifer_firmware.backup.archive import MOST_PARTS, BackupError
from signifer_firmware.backup.command import back_up, take_back
from signifer_firmware.backup.making import contents, own_files, own_places
from signifer_firmware.backup.restoring import BEFORE, settle, stage
from signifer_firmware.cli import installed
from signifer_firmware.cli.commands.backup import restore
from signifer_firmware.config.model import load_table
from signifer_firmware.storage.state_folder import STORE

from tests.firmware.backup.stores import TABLE, file_of, held


def test_own_files_that_could_not_be_put_into_their_places_are_refused_before(old: Path, new: Path) -> None:
    """One that fails when the rest is done would leave half of it, and a table that does not start."""
    table, before = new.parent / "table.toml", held(new)
    table.write_bytes(b"# mine\n")
    (new.parent / "d.toml").mkdir()
    (new.parent / "long.toml").write_bytes(b"#" * 100_001)
    refused = {
        "own/big.toml": (b"#" * 100_001, r"a file of 100001 bytes \(own/big.toml\)"),
        "own/d.toml": (b"#", r"d\.toml: cannot be replaced \(Is a directory\); move it away"),
        "own/long.toml": (b"#", r"long\.toml: cannot be replaced \(longer than 100 kB\)"),
        "own/table.toml": (b"#", r"two files of this backup belong at .*table\.toml"),
        "own/text.toml": (
            b"\xff\xfe",
            r"\(text\.toml:1: not UTF-8.*alone \(--table standard\); nothing was changed",
        ),
        "own/toml.toml": (b"a = 1\nb = [", r"\(toml\.toml:2: not TOML: "),
    }
    for name, (content, words) in refused.items():
        made = file_of(old, {"table": TABLE.read_bytes(), name: content})
        with pytest.raises(BackupError, match=words):
            stage(io.BytesIO(made), new, {"table": table})
        assert settle(new) == ""
    assert (held(new), table.read_bytes()) == (before, b"# mine\n")


@pytest.mark.parametrize("owner", [0, 12345])
@pytest.mark.parametrize(
    ("own", "words"),
    [
        ({"table": b"\xff\xfe"}, r"\(table\.toml:1: not UTF-8"),
        ({"table": b'"\x1b[2J" = 1\n'}, r"\(table\.toml:1: [^\x1b]*\)"),
        ({"table": b"# nothing\n"}, r"\(table\.toml:1: "),
        (
            {"own/table.toml": TABLE.read_bytes()},
            r"table\.toml, would take the place of the table's, .*table\.toml",
        ),
    ],
)
def test_no_table_is_taken_back_with_which_a_service_could_not_start(
    own: dict[str, bytes], words: str, owner: int, tmp_path: Path, old: Path, new: Path
) -> None:
    """By its user, and by root in its folder: it would end, and its page with it. The record alone can be had."""
    if owner and os.geteuid() != 0:
        pytest.skip("only root gives folders away")
    table, file, before, whole = tmp_path / "table.toml", tmp_path / "my.backup", held(new), held(old)
    table.write_bytes(b"# mine\n")
    file.write_bytes(file_of(old, own))
    for path in (new.parent, *new.parent.iterdir()) if owner else ():
        os.chown(path, owner, owner)
    with pytest.raises(BackupError, match=words) as refused:
        take_back(file, new, {"table": table})
    assert "\n" not in str(refused.value)
    assert table.read_bytes() == b"# mine\n"
    assert not (new.parent / BEFORE).exists()
    assert held(new) == before
    for path in new.parent.iterdir() if owner else ():
        os.chown(path, owner, owner)
    take_back(file, new, {})
    assert (held(new), table.read_bytes()) == (whole, b"# mine\n")


def test_it_is_said_how_many_own_files_are_in_a_backup(tmp_path: Path, old: Path) -> None:
    for name, own, said in (
        ("table", {"table": TABLE}, "1 file"),
        ("both", {"table": TABLE, "own/cards.toml": TABLE}, "2 files"),
    ):
        file = tmp_path / name
        assert back_up(file, old, own) == f"{file}: a backup of {old} and {said} of the table"


def with_cards(table: Path, line: str) -> None:
    table.write_text(f"{TABLE.read_text(encoding='utf-8')}\n[cards]\n{line} # mine\n", encoding="utf-8")


@pytest.mark.parametrize("name", ["sub/c.toml", "my cards.toml", "../c.toml"])
def test_own_files_that_lie_elsewhere_lie_beside_the_table_once_they_are_taken_back(
    tmp_path: Path, old: Path, new: Path, name: str
) -> None:
    table = tmp_path / "etc" / "table.toml"
    (table.parent / "sub").mkdir(parents=True)
    with_cards(table, f'corrections = "{name}"')
    content = b'game = "field-of-glory"\n'
    (table.parent / name).write_bytes(content)
    made = file_of(old, contents(own_files(load_table(str(table)), str(table))))
    there = tmp_path / "there/table.toml"
    there.parent.mkdir()
    stage(io.BytesIO(made), new, {"table": there})
    assert settle(new)
    config = load_table(str(there))
    assert config.cards.corrections == ({"my cards.toml": "my-cards.toml"}.get(name, "c.toml"),)
    assert (there.parent / config.cards.corrections[0]).read_bytes() == content
    assert "# mine" in there.read_text(encoding="utf-8")
    assert config == load_table(str(table)).model_copy(
        update={"cards": config.cards, "folder": config.folder}
    )


@pytest.mark.parametrize(
    "line", ['decks = ["a/c.toml", "c.toml"]', 'decks = ["a/table.toml"]', 'decks = "a/-.toml"']
)
def test_own_files_that_would_take_anothers_place_are_said(tmp_path: Path, line: str) -> None:
    table = tmp_path / "table.toml"
    (tmp_path / "a").mkdir()
    for name in ("a/c.toml", "c.toml", "a/table.toml", "a/-.toml"):
        (tmp_path / name).write_text("#", encoding="utf-8")
    with_cards(table, line)
    with pytest.raises(BackupError, match=r"cannot go into a backup; have it beside .*; nothing was made"):
        own_files(load_table(str(table)), str(table))


@pytest.mark.parametrize("line", ['corrections = "none.toml"', 'decks = ["none.toml"]'])
def test_a_file_that_is_not_there_is_said(tmp_path: Path, line: str) -> None:
    table = tmp_path / "table.toml"
    with_cards(table, line)
    with pytest.raises(
        BackupError, match=r"none\.toml: cannot be read \(No such file or directory\); .* was made"
    ):
        contents(own_files(load_table(str(table)), str(table)))


def test_no_backup_is_made_that_could_not_be_taken_back(tmp_path: Path, old: Path, new: Path) -> None:
    table = tmp_path / "table.toml"
    names = [f"deck-{number}.toml" for number in range(MOST_PARTS - 1)]
    text = TABLE.read_text(encoding="utf-8")
    for name in names:
        (tmp_path / name).write_text("#", encoding="utf-8")
    table.write_text(f"{text}\n[cards]\ndecks = {names}\n", encoding="utf-8")
    with pytest.raises(BackupError, match="names 63 files, and 62 go into a backup"):
        own_files(load_table(str(table)), str(table))
    table.write_text(f"{text}\n[cards]\ndecks = {names[1:]}\n", encoding="utf-8")
    own = own_files(load_table(str(table)), str(table))
    stage(io.BytesIO(file_of(old, contents(own))), new, {})


def test_restore_mends_a_broken_table_before_the_services_first_start(
    tmp_path: Path, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, file = tmp_path / "etc" / "table.toml", tmp_path / "my.backup"
    state = tmp_path / "var" / "signifer"
    table.parent.mkdir()
    table.write_bytes(b"broken = [")
    file.write_bytes(file_of(old, {"table": TABLE.read_bytes()}))
    monkeypatch.setattr(installed, "INSTALLED", table)
    monkeypatch.setattr(installed, "SERVICE_STATE", state)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    with pytest.raises(typer.Exit) as ended:
        restore(file)
    assert ended.value.exit_code == 0
    assert table.read_bytes() == TABLE.read_bytes()
    assert held(state / STORE) == held(old)
    assert not (tmp_path / "home").exists()
    for none in ("standart", str(tmp_path / "etc")):
        with pytest.raises(ConfigError, match="cannot be read"):
            own_places(none)


def test_restore_names_what_has_no_place_and_takes_a_place_that_is_not_there_yet(
    tmp_path: Path, old: Path, new: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a fresh machine no table is installed: its files went nowhere, in silence, and nobody could say where to."""
    file, table = tmp_path / "my.backup", tmp_path / "etc" / "signifer" / "table.toml"
    file.write_bytes(file_of(old, {"table": TABLE.read_bytes(), "own/cards.toml": b"# figures\n"}))
    monkeypatch.setattr(installed, "INSTALLED", tmp_path / "none.toml")

    def said(named: str | None) -> str:
        with pytest.raises(typer.Exit) as ended:
            restore(file, named, new.parent)
        assert ended.value.exit_code == 0
        return capsys.readouterr().out

    lost = "not taken back, for a bundled table has no files of its own: table.toml, cards.toml; say where they go"
    assert lost in said(None)
    assert not table.parent.exists()
    good = file.read_bytes()
    file.write_bytes(file_of(old, {"table": TABLE.read_bytes(), "own/cards.toml": b"#" * 100_001}))
    with pytest.raises(BackupError, match="nothing was changed"):
        take_back(file, new, own_places(str(table)))
    assert not table.parent.parent.exists()
    file.write_bytes(good)
    assert "not taken back" not in said(str(table))
    assert table.read_bytes() == TABLE.read_bytes()
    assert (table.parent / "cards.toml").read_bytes() == b"# figures\n"
    # A store alone has nothing to lose.
    file.write_bytes(file_of(old))
    assert "not taken back" not in said(None)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives folders away")
def test_root_has_the_owner_of_a_services_folder_do_it(tmp_path: Path, old: Path, new: Path) -> None:
    owner, file, whole = 12345, tmp_path / "my.backup", held(old)
    for path in (old, new):
        for each in (path.parent, *path.parent.iterdir()):
            os.chown(each, owner, owner)
    etc, fresh = tmp_path / "etc", tmp_path / "fresh"
    for folder in (etc, fresh):
        folder.mkdir()
    text = TABLE.read_text(encoding="utf-8") + '\n[cards]\ncorrections = "cards.toml"\n'
    (etc / "table.toml").write_text(text, encoding="utf-8")
    (etc / "cards.toml").write_text('game = "field-of-glory"\n', encoding="utf-8")
    (fresh / "table.toml").write_text("# of a fresh card\n", encoding="utf-8")
    (fresh / "cards.toml").mkdir()
    back_up(file, old, own_files(load_table(str(etc / "table.toml")), str(etc / "table.toml")))
    # Its table names no other file yet, and need not be one that can be read.
    own, before = own_places(str(fresh / "table.toml")), held(new)
    with pytest.raises(BackupError, match=r"fresh/cards\.toml: cannot be replaced \(Is a directory\)"):
        take_back(file, new, own)
    assert (held(new), (fresh / "table.toml").read_text(encoding="utf-8")) == (before, "# of a fresh card\n")
    (fresh / "cards.toml").rmdir()
    for each in new.parent.iterdir():
        os.chown(each, owner, owner)
    lines = take_back(file, new, own)
    assert lines == [f"the backup was taken back; what was there before is in {new.parent / BEFORE}"]
    assert {each.stat().st_uid for each in new.parent.rglob("*")} == {owner}
    assert held(new) == whole
    for name in ("table.toml", "cards.toml"):
        assert (fresh / name).read_bytes() == (etc / name).read_bytes()
    assert (new.parent / BEFORE / "own-1").read_text(encoding="utf-8") == "# of a fresh card\n"
    none = tmp_path / "none" / "signifer" / "table.toml"
    assert len(take_back(file, new, own_places(str(none)))) == 1
    assert (none.read_bytes(), held(new)) == ((etc / "table.toml").read_bytes(), whole)
