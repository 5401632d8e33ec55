"""`signifer enrol` as a command: its options, files, the lock, the Pi's readers, and the terminal."""

from __future__ import annotations

import io
import os
import sys
import time
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from signifer_core.errors import ConfigError, DriverError
from signifer_core.games.field_of_glory.deck import field_of_glory_catalogue
from signifer_core.layout import zone
from signifer_drivers.io.reset import ResetLine
from signifer_drivers.virtual.clock import RealTimeClock
from signifer_firmware.config.model import load_table
from signifer_firmware.devices import build, linux
from signifer_firmware.devices.virtual import ReaderTwin, VirtualTable
from signifer_firmware.enrolment import command as enrol_command
from signifer_firmware.enrolment.prompt import NobodyError, RealDesk
from signifer_firmware.enrolment.tags import TagStore
from signifer_firmware.service.run import run
from signifer_firmware.storage.lock import alone
from signifer_firmware.storage.store import StoreError

from tests.firmware.enrolment.commands import Command

ONE, TWO, THREE = "red/elephant-1", "red/elephant-2", "red/spear-1"
MOST_LOOKS = 500
A, B, C = "04112233445566", "04112233445567", "04112233445568"


@pytest.fixture(autouse=True)
def nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real desk without a keyboard waits for cards until somebody ends it."""
    line, left = RealDesk.line, iter(range(MOST_LOOKS))

    def counted(desk: RealDesk, *, settled: bool, failing: bool) -> str | None:
        if next(left, None) is None:
            raise NobodyError
        return line(desk, settled=settled, failing=failing)

    monkeypatch.setattr(RealDesk, "line", counted)


@pytest.fixture
def command(tmp_path: Path) -> Command:
    return Command(tmp_path)


# Without a reader


def test_an_export_to_a_folder_says_so_and_leaves_nothing_behind(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "there"
    folder.mkdir()
    before = {*tmp_path.iterdir(), tmp_path / "keys"}
    with pytest.raises(IsADirectoryError, match="is a folder"):
        command(export=folder)
    with pytest.raises(FileNotFoundError, match=r"no such folder: '[^']*/nowhere'"):
        command(export=tmp_path / "nowhere" / "tags.toml")
    assert {*tmp_path.iterdir()} <= before


def test_what_is_known_is_listed_exported_and_imported(command: Command, tmp_path: Path) -> None:
    assert command(lists=True) == 0
    assert command.said.endswith("0 of 48 cards of field-of-glory/red have a tag\n")
    command.bind({A: ONE, B: ONE, C: "blue/spear-1"})
    assert command(lists=True) == 0
    assert f"{ONE:24} {A}, {B}\n{TWO:24} no tag\n" in command.said
    assert "\n1 of 48 cards" in command.said
    file = tmp_path / "tags.toml"
    assert command(command.order("field-of-glory"), export=file) == 0
    assert tomllib.loads(file.read_text())["tags"] == {A: ONE, B: ONE, C: "blue/spear-1"}
    assert command(export=Path("-")) == 0
    assert f'{A} = "{ONE}"\n' in command.said
    other = Command(tmp_path / "other")
    other.folder.mkdir()
    assert other(import_=file) == 0
    assert other.known == command.known
    assert "3 tags are new or changed, 0 were known already" in other.said
    assert other(import_=file) == 0
    assert "0 tags are new or changed, 3 were known already" in other.said


def test_nothing_is_written_over_unasked(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "tags.toml"
    file.write_text("mine")
    for typed in ("", "\n", "no\n"):
        assert command(typed=typed, export=file) == 1
        assert file.read_text() == "mine"
        assert command.said.endswith("nothing was changed\n")
    assert command(typed="y\n", export=file) == 0
    assert "[tags]" in file.read_text()
    command.bind({A: ONE, B: TWO, C: THREE})
    file.write_text(f'game = "field-of-glory"\n[tags]\n{A} = "{TWO}"\n')
    assert command(typed="\n", import_=file) == 1
    assert f"the tag {A} goes from {ONE} to {TWO}\nthe tag {B} of {TWO} is forgotten\n" in command.said
    assert command.known == {A: ONE, B: TWO, C: THREE}
    assert command(command.order(yes=True), import_=file) == 0
    assert command.known == {A: TWO, C: THREE}


def test_a_faulty_file_changes_nothing(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "tags.toml"
    file.write_text(
        f'game = "field-of-glory"\n[tags]\n{A} = "{TWO}"\n{B} = "red/nobody-1"\n08112233 = "{ONE}"\n'
    )
    with pytest.raises(ConfigError) as wrong:
        command(import_=file)
    assert len(wrong.value.faults) == 2
    assert not (tmp_path / "table.sqlite").exists()


def test_a_tag_or_all_tags_of_a_card_are_forgotten(command: Command) -> None:
    command.bind({A: ONE, B: ONE, C: TWO})
    assert command(typed="\n", forget=ONE) == 1
    assert command(typed="y\n", forget=A.lower()) == 0
    assert command.known == {B: ONE, C: TWO}
    assert command(command.order(yes=True), forget="elephant-1") == 0
    assert command.known == {C: TWO}
    assert command(forget=ONE) == 1
    assert command.said == f"{ONE} has no tag\n"
    command.bind({A: ONE, B: "blue/spear-1"})
    assert command(typed="y\n", forget="red") == 0
    assert f"Forget {A} of {ONE}, {C} of {TWO}? y: yes." in command.said
    assert command.known == {B: "blue/spear-1"}
    command.bind({f"{n:014X}": card for n, card in enumerate(field_of_glory_catalogue(), 0x04000000000001)})
    assert command(typed="y\n", forget="field-of-glory") == 0
    assert "and 102 more? y: yes." in command.said
    assert command.known == {}
    with pytest.raises(ConfigError, match='no card "red/elefant-1"'):
        command(forget="red/elefant-1")


def test_what_a_card_had_before_is_forgotten_with_it_or_alone(command: Command) -> None:
    store = TagStore(command.folder / "table.sqlite")
    for number in (A, B, C):
        store.bind(bytes.fromhex(number), ONE, instead=True)
    store.close()
    assert command.known == {C: ONE}
    assert command(lists=True) in (0, 1)
    assert f"{ONE:24} {C}\n" in command.said
    assert command(typed="y\n", forget=A) == 0
    assert f"Forget {A} of {ONE}? y: yes." in command.said
    assert command.known == {C: ONE}
    assert command(typed="y\n", forget=ONE) == 0
    store = TagStore(command.folder / "table.sqlite")
    assert (dict(store.tags), dict(store.replaced)) == ({}, {})
    store.close()


@pytest.mark.parametrize(
    ("values", "wanted", "fault"),
    [
        ({"deck": "rde"}, {}, 'no deck "rde"'),
        ({"cards": ("spaer-1",)}, {}, 'no card "spaer-1" in field-of-glory/red: did you mean "spear-1"'),
        ({"zone": "7 red"}, {}, 'standard: no reader at "7 red"; choose one of "1 red"'),
        ({"table": "nowhere.toml"}, {}, "nowhere.toml: cannot be read"),
        ({}, {"lists": True, "forget": "x"}, "--list and --forget: say one of them"),
        ({"corrections": Path("/proc/self/mem")}, {}, "/proc/self/mem: cannot be read"),
        (
            {"zone": "3 red", "text": True, "virtual": True},
            {},
            "--write-text: reader 3 red is on a column node",
        ),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_done(
    command: Command, values: dict[str, Any], wanted: dict[str, Any], fault: str
) -> None:
    with pytest.raises(ConfigError) as wrong:
        command(command.order(**values), **wanted)
    assert fault in str(wrong.value)


def test_one_program_at_a_table_is_enough(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    # A run that began all the same would have no end.
    monkeypatch.setattr("signifer_firmware.service.run.virtual_hardware", lambda config: 1 / 0)
    path = command.folder / "table.sqlite"
    with alone(path):
        with pytest.raises(StoreError, match="another program is at this table"):
            command(command.order(virtual=True))
        with pytest.raises(StoreError, match="systemctl stop signifer"):
            run("direct", store=command.folder, virtual=True, err=io.StringIO())
        assert command(lists=True) == 0, "to look is allowed"
    assert command(command.order(virtual=True), typed="lay\nq\n") == 1
    assert list(command.known.values()) == [ONE]


def test_where_a_service_has_its_record_that_is_meant(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    service = tmp_path / "service"
    service.mkdir()
    monkeypatch.setattr(enrol_command, "SERVICE", service)
    assert command(command.order(store=None, yes=True), forget=ONE) == 1
    assert (service / "table.sqlite").exists()
    monkeypatch.setattr(os, "listdir", _forbidden)
    with pytest.raises(ConfigError, match="you may not write there; say it with sudo, or --store DIR"):
        command(command.order(store=None), forget=ONE)


def _forbidden(path: object) -> list[str]:
    raise PermissionError(13, "Permission denied", str(path))


# On virtual readers


def test_a_trial_keeps_nothing(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enrol_command, "SERVICE", command.folder / "no-service")
    monkeypatch.setenv("XDG_STATE_HOME", str(command.folder / "state"))
    order = command.order("field-of-glory", store=None, virtual=True)
    assert command(order, typed="lay all\n") == 0
    assert "a trial on the virtual table: nothing is kept" in command.said
    assert "105 of 105 cards of field-of-glory have their tags" in command.said
    assert not (command.folder / "state").exists()


def test_hands_do_what_table_scripts_say(command: Command) -> None:
    lines = [
        *("game field-of-glory", "# the first one", "put red/elephant-1 pad red", "take red/elephant-1"),
        *("put tag/1 7 red", "put tag/1 pad red", "swap tag/1 red/spear-1", "wait 1.5"),
        *("press ok red", "fault reader pad red unplug", "mend reader pad red", "fault reader 9 red unplug"),
    ]
    order = command.order(virtual=True, table="direct")
    assert command(order, typed="".join(f"{line}\n" for line in lines)) == 1
    assert sorted(command.known.values()) == sorted([ONE, TWO, THREE])
    assert "nobody plays here; hands can put, take, swap, wait, fault, mend, lay" in command.said
    assert "the reader works again" in command.said
    assert "4, 5 or pad" in command.said
    assert command(command.order(virtual=True, table="starter", zone="3"), typed="put tag/9 pad red\n") == 1
    assert "put tag/9 pad red: this table has no such place" in command.said


def test_only_where_tags_are_kept_the_same_command_goes_on(command: Command) -> None:
    for store in (None, command.folder):
        assert command(command.order(virtual=True, store=store), typed="lay\nq\n") == 1
        assert "1 of 48 cards of field-of-glory/red have their tags" in command.said
        assert ("the same command goes on with" in command.said) == (store is not None)


def test_tags_are_those_of_other_virtual_tables_of_the_seed(command: Command) -> None:
    table = VirtualTable(load_table("standard"), 5)
    tags = {card: table.world.tag(card).uid.hex().upper() for card in ("red/elephant-1", "red/elephant-2")}
    assert command(command.order(virtual=True, seed=5), typed="lay\nlay\n") == 1
    assert command.known == {uid: card for card, uid in tags.items()}


def test_what_was_assumed_rightly_is_kept_too_where_a_file_is_only_made_for_it(command: Command) -> None:
    text = resources.files("signifer_firmware.config").joinpath("tables", "direct.toml").read_text()
    table = command.folder / "mine.toml"
    table.write_text(text)
    order = command.order(virtual=True, table=str(table), figures=True, deck="thermopyles/spartan")
    command(order, typed="lay\n10\ny\n\n\nlay\n12\n\n\nq\n")
    cards = command.folder / "cards.toml"
    assert "Name cards.toml there, and write it?" in command.said
    assert "[card.spartan-1]\nbattle_value = 10\n" in cards.read_text()
    assert "[card.spartan-2]\nbattle_value = 12\n" in cards.read_text()


def test_a_table_of_ones_own_gets_a_file_of_corrections(command: Command) -> None:
    text = resources.files("signifer_firmware.config").joinpath("tables", "direct.toml").read_text()
    table = command.folder / "mine.toml"
    table.write_text(text)
    order = command.order(virtual=True, table=str(table), figures=True)
    assert command(order, typed="lay\nn\n\n\nlay\nn\ny\ncombat 6\n\n\n") == 1
    assert "corrections need a file of yours" in command.said
    assert f"{table} names no file of corrections. Name cards.toml there, and write it?" in command.said
    assert table.read_text() == f'{text}\n[cards]\ncorrections = "cards.toml"\n'
    assert "[kind.elephant]\ncombat = 6\n" in (command.folder / "cards.toml").read_text()
    assert load_table(str(table)).cards.corrections == ("cards.toml",)
    assert command(order, typed="q\n") == 1
    assert "combat 6" not in command.said, "a spear is next"
    assert command(command.order(virtual=True, table=str(table), cards=(ONE,)), typed="q\n") == 0
    assert "combat 6" in command.said


def test_cards_of_two_games_are_in_one_record(command: Command, tmp_path: Path) -> None:
    spartans = command.order("thermopyles/spartan", virtual=True, seed=5)
    assert command(spartans, typed="lay\nlay\n") == 1
    assert "2 of 20 cards of thermopyles/spartan have their tags" in command.said
    assert command(command.order(virtual=True, seed=5), typed="lay\n") == 1
    assert sorted(command.known.values()) == [ONE, "thermopyles:spartan-1", "thermopyles:spartan-2"]
    numbers = {card: number for number, card in command.known.items()}
    assert command(command.order("spartan"), lists=True) == 0
    assert f"{'spartan-1':24} {numbers['thermopyles:spartan-1']}\n" in command.said
    assert command(command.order(None), lists=True) == 0
    assert command.said.endswith(
        "2 of 52 cards of thermopyles have a tag: signifer enrol thermopyles --list\n"
    )
    file = tmp_path / "tags.toml"
    assert command(command.order("thermopyles"), export=file) == 0
    assert tomllib.loads(file.read_text())["tags"] == {
        numbers[f"thermopyles:spartan-{number}"]: f"spartan-{number}" for number in (1, 2)
    }
    for what in ("spartan-1", "thermopyles:spartan-2"):
        assert command(command.order(None, yes=True), forget=what) == 0
    assert [*command.known.values()] == [ONE]
    # The tag that red has here is a Spartan's in the file: a card of the other game gives it up, and says so.
    file.write_text(f'game = "thermopyles"\n[tags]\n{numbers[ONE]} = "spartan-1"\n')
    assert command(command.order(None), typed="y\n", import_=file) == 0
    assert f"the tag {numbers[ONE]} goes from {ONE} to thermopyles:spartan-1\n" in command.said
    assert [*command.known.values()] == ["thermopyles:spartan-1"]
    assert command(command.order("thermopyles", yes=True), forget="thermopyles") == 0
    assert command.known == {}


def test_a_tag_of_another_game_says_which(command: Command) -> None:
    order = command.order("thermopyles", virtual=True)
    assert command(order, typed="lay\n") == 1
    (uid,) = command.known
    command.bind({uid: ONE})
    assert command(order, typed="lay\ny\n") == 1
    assert f"This tag is on field-of-glory:{ONE}, which is no card of this game." in command.said
    assert command.known == {uid: "thermopyles:spartan-1"}


def test_each_game_has_a_file_of_corrections_of_its_own(command: Command) -> None:
    text = resources.files("signifer_firmware.config").joinpath("tables", "direct.toml").read_text()
    table = command.folder / "mine.toml"
    table.write_text(f'{text}\n[cards]\ncorrections = "cards.toml"\n')
    mine = 'game = "field-of-glory"\n[kind.elephant]\ncombat = 6\n'
    (command.folder / "cards.toml").write_text(mine)
    order = command.order("spartan", virtual=True, table=str(table), figures=True)
    assert command(order, typed="lay\n12\ny\n\nq\n") == 1
    assert f"{table} names no file of corrections for thermopyles. Name thermopyles.toml" in command.said
    assert load_table(str(table)).cards.corrections == ("cards.toml", "thermopyles.toml")
    assert (command.folder / "cards.toml").read_text() == mine
    assert "[card.spartan-1]\nbattle_value = 12\n" in (command.folder / "thermopyles.toml").read_text()
    assert command(command.order(virtual=True, table=str(table), cards=(ONE,)), typed="q\n") == 1
    assert "combat 6" in command.said
    for name in ("cards.toml", "thermopyles.toml"):
        (command.folder / name).write_text('game = "thermopyles"\n[card.spartan-77]\nbattle_value = 12\n')
    with pytest.raises(ConfigError) as wrong:
        command(command.order(virtual=True, table=str(table)))
    assert wrong.value.faults == [
        f"{command.folder}/thermopyles.toml: the corrections of thermopyles are in {command.folder}/cards.toml; "
        "one file a game"
    ]


def test_a_file_that_is_named_and_not_there_yet_is_made(command: Command) -> None:
    text = resources.files("signifer_firmware.config").joinpath("tables", "direct.toml").read_text()
    table = command.folder / "mine.toml"
    table.write_text(f'{text}\n[cards]\ncorrections = "spartans.toml"\n')
    order = command.order("spartan", virtual=True, table=str(table), figures=True)
    assert command(order, typed="lay\n12\nq\n") == 1
    assert 'game = "thermopyles"\n' in (command.folder / "spartans.toml").read_text()


def test_lay_while_figures_are_asked_about_lays_the_next_card(command: Command) -> None:
    """As the question says: that is an answer. What cannot be laid then is told."""
    order = command.order(virtual=True, figures=True)
    assert command(order, typed="lay\nlay\nlay\nq\n") == 1
    assert {*command.known.values()} == {ONE, TWO, THREE}
    command(command.order(virtual=True, figures=True, cards=(THREE,)), typed="lay\nlay\n")
    assert "no other card is asked for: answer the question first" in command.said
    replaced = command.order(virtual=True, cards=(THREE,), seed=5)
    command(replaced, typed="lay\nlay\n")
    assert f"{THREE} lies there already: answer the question first" in command.said


def test_text_needs_a_yes_in_full(command: Command) -> None:
    order = command.order(virtual=True, text=True)
    for typed in ("y\n", "\n", ""):
        assert command(order, typed=typed) == 1
        assert "any phone that comes near a card reads which one it is" in command.said
        assert "nothing was done" in command.said
    assert command(order, typed="yes\nlay\nq\n") == 1
    assert 'written on it: "field-of-glory red/elephant-1"' in command.said


# On a Pi


class Late:
    """A device of the Pi, which is one of the twin."""

    def __init__(self, twin: ReaderTwin) -> None:
        self._port = twin.port
        self.closed = False

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        return self._port.transfer(batch)

    def close(self) -> None:
        self.closed = True


def test_the_same_code_enrols_at_the_readers_of_a_pi(
    command: Command, pi: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = load_table("standard")
    clocks = [RealTimeClock() for _ in range(3)]
    twins = VirtualTable(config, 1, clock=clocks[0], spi_clock=clocks[1], i2c_clock=clocks[2])
    opened: list[Late] = []
    high: list[bool] = []
    lines: list[ResetLine | None] = []

    def spi(device: str, speed_hz: int) -> Late:
        reader = next(each for each in config.readers if each.spi_device == device)
        opened.append(Late(twins.readers[reader.zone]))
        high.append(bool(pi.pin(25).state))
        if high[-1]:
            # The wire between the pin of the Pi and the twin's chips.
            lines.append(build.virtual_reset(config, twins))
        return opened[-1]

    monkeypatch.setattr(linux, "LinuxSpiPort", spi)
    twins.world.put(ONE, zone("pad red"))
    assert command(command.order(cards=(ONE,))) == 0
    assert command.known == {twins.world.tag(ONE).uid.hex().upper(): ONE}
    assert high == [True], "a chip in reset would not answer"
    assert [port.closed for port in opened] == [True]
    assert twins.readers["pad red"].field.powered_us is None
    assert not any(pi._reservations.values())


def test_readers_of_a_pis_nodes_are_found_by_their_numbers(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = resources.files("signifer_firmware.config").joinpath("tables", "standard.toml").read_text()
    number = "e6614103e7174a2c"
    table = command.folder / "mine.toml"
    table.write_text(text.replace('name = "column 3"', f'name = "column 3"\nserial = "{number}"', 1))
    config = load_table(str(table))
    clocks = [RealTimeClock(time.monotonic_ns() // 1000) for _ in range(3)]
    twins = VirtualTable(config, 1, clock=clocks[0], spi_clock=clocks[1], i2c_clock=clocks[2])
    monkeypatch.setattr(build, "open_node", lambda serial: twins.usb.open(serial))
    twins.world.put(ONE, zone("3 red"))
    assert command(command.order(table=str(table), zone="3 red", cards=(ONE,))) == 0
    assert list(command.known.values()) == [ONE]
    assert twins.nodes["column 3"].fields_on == []


def test_without_a_pi_people_are_told_how_to_try_it(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(DriverError, match="to try this without a board: signifer enrol --virtual"):
        command()
    with pytest.raises(ConfigError, match='node "column 3" has no serial; say: signifer node assign'):
        command(command.order(zone="3 red"))
