"""Scripts of games to which players bring decks: whose deck sits where, and all that is wrong with one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_firmware.game_api import registry
from signifer_firmware.scripting.game import Script
from signifer_firmware.scripting.help import help_text
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.files import run_files

GAME = "dark-age-arena"
HEAD = f"game {GAME}\n"
IRON, ASH = "training-iron", "training-ash"


def shipped(name: str) -> str:
    files = registry.game(GAME).decks
    assert files is not None
    return files().example(name)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the deck "wolves", which has a kind that no other deck has."""
    wolves = shipped(IRON).replace(f'deck = "{IRON}"', 'deck = "wolves"').replace("axeman", "wolfman")
    (tmp_path / "wolves.toml").write_text(wolves)
    return tmp_path


def parsed(text: str, folder: Path) -> Script:
    return parse_script(HEAD + text, file="s.table", folder=folder)


def faults(text: str, folder: Path | None) -> list[str]:
    with pytest.raises(ConfigError) as told:
        parse_script(HEAD + text, file="s.table", folder=folder)
    return list(told.value.faults)


def sitting(script: Script) -> Mapping[str, str]:
    found = script.brought.seated(registry.bundle(GAME)).sitting
    return {side: deck.name for side, deck in found.items()}


@pytest.mark.parametrize(
    ("text", "decks"),
    [
        ("", (IRON, ASH)),
        ("deck red wolves.toml\n", ("wolves", ASH)),
        ("deck blue wolves.toml\n", (IRON, "wolves")),
        (f"deck red {ASH}\n", (ASH, IRON)),
        (f"deck blue {IRON}\n", (ASH, IRON)),
        (f"deck blue {IRON}\ndeck red wolves.toml\n", ("wolves", IRON)),
    ],
)
def test_each_side_has_the_deck_that_the_script_names_or_one_that_is_shipped(
    text: str, decks: tuple[str, str], folder: Path
) -> None:
    script = parsed(text, folder)
    assert sitting(script) == dict(zip(("red", "blue"), decks, strict=True))
    assert [str(said) for said in script.statements[1:]] == text.splitlines()


def test_cards_are_those_of_the_decks_that_sit_there(folder: Path) -> None:
    script = parsed("deck red wolves.toml\nput wolfman-1 1 red\nput red/wolfman-2 pad red\n", folder)
    assert [str(said) for said in script.statements[2:]] == [
        "put red/wolfman-1 1 red",
        "put red/wolfman-2 pad red",
    ]
    (fault,) = faults("deck red wolves.toml\nput red/axeman-1 1 red\n", folder)
    assert fault.startswith("s.table:3:")
    assert "red/axeman-1" in fault


def test_a_card_of_a_deck_that_does_not_play_is_called_by_its_deck(folder: Path) -> None:
    text = f"deck red wolves.toml\nput {GAME}:bears/cub-1 1 red\nput {GAME}:{IRON}/axeman-1 2 red\n"
    assert [said.text.split()[1] for said in parsed(text, folder).statements[2:]] == [
        f"{GAME}:bears/cub-1",
        f"{GAME}:{IRON}/axeman-1",
    ]
    plays, unknown = faults(
        f"deck red wolves.toml\nput {GAME}:wolves/wolfman-1 1 red\nput {GAME}:{IRON}/nobody-1 1 red\n", folder
    )
    assert "of the game played" in plays
    assert f"no card of {GAME}" in unknown


def test_all_faults_of_a_deck_have_the_line_that_names_it_and_others_of_the_script_stay(folder: Path) -> None:
    lines = (
        shipped(ASH).replace("scout = {", "cub = { odd = 1,").replace("recruitment = 2", "recruitment = 9")
    )
    (folder / "bears.toml").write_text(lines)
    found = faults("deck red wolves.toml\ndeck blue bears.toml\nput blue/cub-1 1 blue\nput spoon\n", folder)
    assert [fault.partition(": ")[0] for fault in found] == ["s.table:3", "s.table:3", "s.table:5"]
    assert all(f"{folder / 'bears.toml'}:" in fault for fault in found[:2])


def test_thirty_faults_are_thirty_lines(folder: Path) -> None:
    text = shipped(IRON).replace(f'deck = "{IRON}"', 'deck = "wolves"')
    for number in range(27):
        text += f'odd-{number} = {{ sort = "supply", name = "Odd", count = 9 }}\n'
    (folder / "wolves.toml").write_text(text)
    found = faults("deck red wolves.toml\nput spoon 1 red\npress nothing\nexpect step never\n", folder)
    assert len(found) == 30
    assert all("\n" not in fault and fault.startswith("s.table:") for fault in found)


def test_one_deck_on_both_sides_is_a_fault_of_the_second(folder: Path) -> None:
    for one, other in (("wolves.toml", "wolves.toml"), (IRON, IRON)):
        (fault,) = faults(f"deck blue {one}\ndeck red {other}\n", folder)
        assert fault.startswith("s.table:3: ")
        assert "sits on the other side already" in fault


def test_a_side_has_one_deck(folder: Path) -> None:
    (fault,) = faults(f"deck red wolves.toml\ndeck red {ASH}\n", folder)
    assert "said at line 2 already" in fault


def test_what_is_no_deck_is_told_in_one_line(folder: Path) -> None:
    (folder / "big.toml").write_bytes(b"nonsense = \xff\x00" * 80_000)
    (folder / "latin.toml").write_bytes(b'game = "dark-age-arena"\nname = "\xe9"\n')
    os.mkfifo(folder / "pipe.toml")
    (folder / "folder.toml").mkdir()
    for name, said in (
        ("big.toml", "longer than 100 kB"),
        ("latin.toml", "not UTF-8"),
        ("pipe.toml", "there is no deck"),
        ("folder.toml", "there is no deck"),
        ("none.toml", "there is no deck"),
        ("training-irn", 'did you mean "training-iron"'),
        ("a\x00b", "there is no deck"),
        ("x" * 5_000, "there is no deck"),
    ):
        (fault,) = faults(f"deck red {name}\n", folder)
        assert said in fault
        assert fault.startswith("s.table:2: ")
        assert len(fault) < 400


def test_a_text_that_lies_in_no_folder_reads_no_file(folder: Path) -> None:
    (fault,) = faults(f"deck red {folder / 'wolves.toml'}\n", None)
    assert "there is no deck" in fault
    assert sitting(parse_script(f"{HEAD}deck red {ASH}\n", file="page")) == {"red": ASH, "blue": IRON}


def test_games_whose_cards_are_their_own_have_no_such_statement() -> None:
    with pytest.raises(ConfigError, match='"deck" is no statement'):
        parse_script("game thermopyles\ndeck red wolves.toml\n", file="s")
    head, _, rest = help_text().partition(f"After game {GAME}")
    assert "deck PLAYER DECK" not in head
    assert "deck PLAYER DECK" in rest


def test_a_script_plays_with_the_decks_that_lie_beside_it(folder: Path) -> None:
    """Tags of the deck are enrolled by its name, and its cards are those of the side where it sits."""
    script = folder / "it.table"
    script.write_text(
        f"{HEAD}deck blue wolves.toml\nput blue/anvil-1 1 blue\nput {GAME}:{ASH}/scout-1 2 blue\n"
        "expect refused wrong-game\nexpect screen 2 blue Other deck\nexpect screen blue deck, training-ash\n"
    )
    out, err = StringIO(), StringIO()
    assert run_files([script], json=False, screens=None, out=out, err=err) == 0, (
        out.getvalue() + err.getvalue()
    )
