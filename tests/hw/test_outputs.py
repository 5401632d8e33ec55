"""What lies in hw/schematics is what the code makes: same bytes every time, nothing else beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from signifer_firmware.config import model
from signifer_hw import __main__ as command
from signifer_hw import outputs as made
from signifer_hw.outputs import MADE, differences, outputs, write

HW = Path(__file__).parents[2] / "hw"


@pytest.fixture(scope="module")
def wanted() -> dict[str, bytes]:
    return outputs()


def test_the_files_match_what_is_made_of_the_tables(wanted: dict[str, bytes]) -> None:
    assert differences(HW, wanted) == [], "say make hw, and look at what changed"


def test_the_same_is_made_again(wanted: dict[str, bytes]) -> None:
    assert outputs() == wanted


def test_nothing_says_when_or_where_it_was_made(wanted: dict[str, bytes]) -> None:
    here = str(Path(__file__).parents[2]).encode()
    assert [path for path, data in wanted.items() if here in data] == []


def test_a_changed_a_missing_and_a_stray_file_are_told_and_mended(
    tmp_path: Path,
    wanted: dict[str, bytes],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(made, "MAKERS", (lambda: wanted,))
    write(tmp_path)
    first, second = sorted(path for path in wanted if path.startswith(MADE[0]))[:2]
    (tmp_path / first).write_bytes(b"edited by hand")
    (tmp_path / second).unlink()
    (tmp_path / MADE[0] / "old.svg").touch()
    told = [f"{MADE[0]}/old.svg is nobody's", f"{first} differs", f"{second} is missing"]
    assert differences(tmp_path, wanted) == sorted(told)
    assert command.main(["all", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == sorted(told)
    assert command.main(["all", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"no difference in {len(wanted)} files\n"


def test_what_cannot_be_written_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "schematics").write_text("a file where the folder should be")
    assert command.main(["all", str(tmp_path)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert command.main([]) == 2


def test_a_table_of_ones_own_is_checked_and_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Path(model.__file__).parent / "tables" / "starter.toml"
    wiring = HW / "wiring" / "starter.toml"
    assert command.main(["check", str(table), str(wiring)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "no faults"
    assert command.main(["make", str(table), str(wiring), str(tmp_path / "mine")]) == 0
    made = {file.name: file.read_bytes() for file in (tmp_path / "mine").iterdir()}
    kept = [*(HW / "schematics" / "starter").iterdir(), *(HW / "overlays").glob("signifer-starter*")]
    assert made == {file.name: file.read_bytes() for file in kept}
    capsys.readouterr()
    bare = tmp_path / "bare.toml"
    bare.write_text("")
    assert command.main(["make", str(table), str(bare), str(tmp_path / "none")]) == 2
    assert "nothing feeds it; write [supply." in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
    assert command.main(["check", str(table), str(tmp_path / "no.toml")]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_table_of_ones_own_whose_top_breaks_a_rule_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two columns' nodes have a reader each of the other one's: a sound circuit, and leads that are too long."""
    wiring = HW / "wiring" / "standard.toml"
    text = (Path(model.__file__).parent / "tables" / "standard.toml").read_text()
    one, two, neither = (f'zone = "{name}"' for name in ("1 red", "2 red", "neither"))
    table = tmp_path / "mixed.toml"
    table.write_text(text.replace(one, neither).replace(two, one).replace(neither, two))
    assert command.main(["check", str(table), str(wiring)]) == 2
    told = capsys.readouterr().err.splitlines()
    assert all(line.startswith(f"{table}: the top: ") for line in told)
    assert told[-1].endswith(" reader 1 red: 169 mm of lead to column 2; at most 150 mm")


def test_what_no_top_is_drawn_for_is_a_warning_and_so_are_the_pis_long_leads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = Path(model.__file__).parent / "tables"
    assert command.main(["check", str(tables / "direct.toml"), str(HW / "wiring" / "direct.toml")]) == 0
    assert "warning: reader 1 red: a lead of 340 mm" in capsys.readouterr().out
    three = tmp_path / "three.toml"
    text = (tables / "double.toml").read_text()
    three.write_text(
        text
        + '\n[[reader]]\nzone = "1 red"\nantenna = "c"\ndriver = "node"\nnode = "pad red"\nchip_select = 4\n'
    )
    assert command.main(["check", str(three), str(HW / "wiring" / "double.toml")]) == 0
    out = capsys.readouterr().out.splitlines()
    assert "warning: three: no top is drawn for 3 readers of 1 red" in out


@pytest.mark.parametrize("readers", [1, 2])
def test_a_pad_of_fewer_than_three_on_a_node_of_its_own_is_a_warning(
    readers: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its circuit is sound, and the leads of the drawing for three are not those of its top."""
    text = (Path(model.__file__).parent / "tables" / "double.toml").read_text()
    for antenna in "bc"[readers - 1 :]:
        text = re.sub(rf'\[\[reader\]\]\nzone = "pad \w+"\nantenna = "{antenna}"\n(?:\w.*\n)+', "", text)
    table = tmp_path / "fewer.toml"
    table.write_text(text)
    assert command.main(["check", str(table), str(HW / "wiring" / "double.toml")]) == 0
    out = capsys.readouterr().out.splitlines()
    many = "1 reader" if readers == 1 else "2 readers"
    assert [line for line in out if " no top " in line] == [
        f"warning: fewer: no top is drawn for {many} of pad {side} on a node of its own; give it 3, or the Pi's SPI"
        for side in ("red", "blue")
    ]
