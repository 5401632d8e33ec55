"""table.toml: the bundled tables as hardware is, every fault found at once with its line, nothing but ConfigError."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from signifer_core.errors import ConfigError
from signifer_core.languages import LANGUAGES
from signifer_core.layout import ZONES, Zone
from signifer_firmware.config import model as config
from signifer_firmware.config.entries import SECTIONS, LanguagesConfig
from signifer_firmware.config.model import load_table, parse_table

TABLES = Path(config.__file__).parent / "tables"
STANDARD = (TABLES / "standard.toml").read_text()


def faults(text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        parse_table(text.encode(), file="t.toml", name="t")
    return caught.value.faults


def line_of(text: str, wanted: str) -> int:
    return text[: text.index(wanted)].count("\n") + 1


def edited(old: str, new: str) -> tuple[str, int]:
    """The standard table with one piece replaced, and the line where it stands."""
    assert old in STANDARD
    return STANDARD.replace(old, new, 1), line_of(STANDARD, old)


def test_the_standard_table_is_that_of_the_hardware() -> None:
    table = load_table("standard")
    assert sorted(zone for reader in table.readers for zone in reader.zones) == sorted(ZONES)
    assert len(table.readers) == 12
    assert {reader.zone for reader in table.readers if reader.driver != "node"} == {"pad red", "pad blue"}
    assert [(node.name, table.nodes_at(str(n))) for n, node in enumerate(table.nodes, 1)] == [
        (f"column {n}", (f"column {n}",)) for n in range(1, 6)
    ]
    assert table.has_pads
    assert table.has_column_buttons
    pins = {button.name: button.gpio for button in table.buttons}
    assert pins["dice"] == 17
    assert [pins[f"column {n} red"] for n in range(1, 6)] == [5, 6, 12, 13, 16]
    assert [pins[f"column {n} blue"] for n in range(1, 6)] == [19, 20, 21, 23, 24]
    screens = {screen.place: (screen.i2c_channel, screen.address, screen.driver) for screen in table.screens}
    assert screens["3 red"] == (2, 0x3C, "sh1106")
    assert screens["3 blue"] == (2, 0x3D, "sh1106")
    assert screens["red"][2] == "ssd1309"
    assert {screen.pixel_um for screen in table.screens} == {230, 430}
    assert (table.gpio.reader_reset, table.gpio.mux_reset, table.gpio.buzzer) == (25, 4, 18)


def test_the_direct_table_differs_in_its_readers_alone() -> None:
    direct, standard = load_table("direct"), load_table("standard")
    assert {reader.zone for reader in direct.readers} == {reader.zone for reader in standard.readers}
    assert {reader.driver for reader in direct.readers} == {"mfrc522-spi"}
    assert not direct.nodes
    same = {"name", "readers", "nodes"}
    assert direct.model_dump(exclude=same) == standard.model_dump(exclude=same)


def test_the_starter_reads_both_sides_of_a_column_with_one_reader() -> None:
    table = load_table("starter")
    assert [reader.zones for reader in table.readers][2] == (Zone("3", "red"), Zone("3", "blue"))
    assert [reader.chip_select for reader in table.readers] == [0, 1, 2, 3, 4]
    assert {reader.node for reader in table.readers} == {"columns"}
    assert not table.has_pads
    assert table.has_column_buttons  # attacks are declared with them, and what pads would show is entered
    assert [button.name for button in table.buttons][:3] == ["dice", "ok red", "ok blue"]
    shared = table.screen("red")
    assert shared is not None
    assert shared is table.screen("blue")
    assert shared.place == "both"


def several(*antennas: str | None, zone: str = "3 red") -> str:
    """A standard table in which a zone has several readers, the letters of its antennas these."""
    text = STANDARD.replace(f'zone = "{zone}"\n', f'zone = "{zone}"\n{_letter(antennas[0])}', 1)
    for number, letter in enumerate(antennas[1:]):
        text += f'[[reader]]\nzone = "{zone}"\n{_letter(letter)}driver = "node"\nnode = "column 1"\n'
        text += f"chip_select = {number + 2}\n"
    return text


def _letter(antenna: str | None) -> str:
    return "" if antenna is None else f'antenna = "{antenna}"\n'


def test_a_zone_may_have_several_readers() -> None:
    table = load_table("double")
    assert [reader.name for reader in table.readers][4:8] == ["2 red a", "2 red b", "2 blue a", "2 blue b"]
    assert set(table.shared_zones.values()) == {reader.zone for reader in load_table("standard").readers}
    assert load_table("standard").shared_zones == {}
    assert table.readers_of("reader", "3 red") == ("3 red a", "3 red b")
    assert table.readers_of("reader", "3 red b") == ("3 red b",)
    assert table.has_pads
    for antennas in (("a", "b"), ("b", "a", "d"), ("c",)):
        found = parse_table(several(*antennas).encode(), file="t", name="t")
        assert [r.name for r in found.readers if r.zone == "3 red"] == [f"3 red {each}" for each in antennas]


def test_single_is_the_table_with_one_reader_a_zone_by_its_own_name() -> None:
    single = load_table("single")
    assert single.shared_zones == {}
    assert single.model_copy(update={"name": "standard"}) == load_table("standard")
    with pytest.raises(ConfigError) as refused:
        load_table("singel")
    assert refused.value.faults == [
        'singel: cannot be read (No such file or directory); did you mean "single"?'
    ]


@pytest.mark.parametrize("antennas", [(None, None), ("a", None), (None, "b")])
def test_a_zone_that_is_named_twice_without_letters_may_be_a_mistake(
    antennas: tuple[str | None, ...],
) -> None:
    (fault,) = faults(several(*antennas))
    assert "zone 3 red is taken already at line" in fault
    assert 'a letter to each: antenna = "a"' in fault


def test_all_faults_of_antennas_are_told_at_once() -> None:
    (twice,) = faults(several("a", "a"))
    assert "antenna a of zone 3 red is taken already; give it another letter" in twice
    wrong, again = faults(several("e", "b", "b"))
    assert 'antenna = "e" is wrong; it must be "a" to "d", where a zone has several readers' in wrong
    assert "antenna b of zone 3 red" in again
    (both,) = faults(STANDARD.replace('zone = "3 red"', 'zone = "3"\nantenna = "a"'))
    assert "zone 3 blue is taken already" in both


def test_a_table_is_frozen() -> None:
    with pytest.raises(ValidationError):
        load_table("standard").timing.hold_ms = 1


def test_many_readers_on_spi_are_warned_about() -> None:
    assert any("12 readers" in warning for warning in load_table("direct").warnings())
    assert [warning[:13] for warning in load_table("standard").warnings()] == ["no serial yet"]
    slow, _ = edited("speed_hz = 4_000_000", "speed_hz = 1_000_000")
    warnings = parse_table(slow.encode(), file="t", name="t").warnings()
    assert any("pad red" in warning and "1000000" in warning for warning in warnings)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("gain_db = 33", "gain_db = 34", "18, 23, 33, 38, 43 or 48 (decibels)"),
        ("gain_db = 33", "gain_db = 33.0", "33.0"),
        ("gain_db = 33", "gain = 33", 'did you mean "gain_db"?'),
        ("rotate = 0", "rotate = false", "upside down"),
        ("hold_ms = 800", "hold_ms = 0.8", "300 to 5000 (milliseconds)"),
        ("hold_ms = 800", "hold_s = 1", 'no key: "hold_s"'),
        ("[timing]", "[timings]", 'did you mean "timing"?'),
        ("i2c_channel = 4", "i2c_channel = 8", "0 to 7"),
        ('zone = "3 red"', 'zone = "6 red"', '"1 red" to "5 blue"'),
        ('zone = "3 red"', 'zone = "3 blue"', "zone 3 blue is taken already at line"),
        ('zone = "3 red"', 'zone = "3"', "zone 3 blue is taken already"),
        ("/dev/spidev0.1", "/dev/spidev0.0", "device /dev/spidev0.0 is taken already"),
        ('name = "column 3"', 'name = "column 2"', "name column 2 is taken already"),
        ('name = "column 3"', 'name = "column\\t3"', "at most 30 letters"),
        ('name = "column 3"', "name = 3", "at most 30 letters"),
        ('node = "column 3"', 'node = "colum 3"', 'did you mean "column 3"?'),
        ('node = "column 3"', 'node = "kitchen"', 'add a [[node]] with name = "kitchen"'),
        ('node = "column 3"', 'node = "column 2"', '0 of node "column 2" is taken already'),
        ("chip_select = 1", "chip_select = 0", 'chip_select 0 of node "column 1" is taken already'),
        (
            "chip_select = 1",
            "chip_select = 5",
            "chip_select = 5 is wrong; it must be which reader of its node, 0 to 4",
        ),
        ("chip_select = 1", "chip_select = true", "chip_select = true is wrong"),
        ("address = 0x3C", "address = 62", "address = 0x3E is wrong; it must be 0x3C or 0x3D"),
        ("chip_select = 1", 'spi_device = "/dev/spidev0.7"', 'driver "node" has no spi_device; leave it out'),
        ("chip_select = 1", "speed_hz = 4_000_000", 'driver "node" has no speed_hz; leave it out'),
        ("speed_hz = 4_000_000", "chip_select = 1", 'driver "mfrc522-spi" has no chip_select; leave it out'),
        ("speed_hz = 4_000_000", 'node = "column 1"', 'driver "mfrc522-spi" has no node; leave it out'),
        ('place = "3 red"', 'place = "2 red"', "place 2 red is taken already"),
        ("gpio = 27", "gpio = 17", "gpio 17 is taken already"),
        ("gpio = 27", "gpio = 25", "gpio 25 is taken already"),
        ("gpio = 27", "gpio = 14", "reserved: the serial console"),
        ("gpio = 27", "gpio = 2", "reserved: SDA"),
        ("gpio = 27", "gpio = 28", "2 to 27"),
        ("gpio = 27", 'gpio = "27"', '"27" is wrong'),
        ("buzzer = 18", "buzzer = 9", "reserved: MISO"),
        ('red = "en"', 'red = "eo"', 'must be "en", "fr"'),
        ('driver = "sh1106"', 'driver = "sh1107"', '"sh1106", "ssd1306" or "ssd1309"'),
        ("pixel_um = 230", 'pixel_um = "0.23 mm"', "micrometres"),
    ],
)
def test_a_fault_says_where_and_what_to_write(old: str, new: str, words: str) -> None:
    text, line = edited(old, new)
    found = faults(text)
    assert any(words in fault for fault in found), found
    fault = next(fault for fault in found if words in fault)
    number = int(fault.split(":")[1])
    # Of two that clash either may be the later one, which is the one to change.
    assert number == line or "taken already" in fault
    if "taken already" in fault and "of node" not in fault:
        assert new.split(" = ")[-1].strip('"') in text.split("\n")[number - 1]


def test_a_reader_of_a_node_without_its_node_is_told_at_its_header() -> None:
    text = STANDARD.replace('node = "column 1"\nchip_select = 0\n', "", 1)
    line = line_of(text, 'zone = "1 red"') - 1
    head = f't.toml:{line}: reader of driver "node" without'
    assert faults(text) == [
        f"{head} chip_select; write chip_select = which reader of its node, 0 to 4",
        f'{head} node; write node = the name of its [[node]], like "column 3"',
    ]
    text = STANDARD.replace('spi_device = "/dev/spidev0.0"\n', "", 1)
    (fault,) = faults(text)
    assert fault.endswith('without spi_device; write spi_device = a device like "/dev/spidev0.1"')


def test_a_node_that_reads_nothing_is_told_at_its_name() -> None:
    text = STANDARD.replace('name = "column 5"', 'name = "column 5"\n\n[[node]]\nname = "attic"')
    assert faults(text) == [
        f't.toml:{line_of(text, "attic")}: no reader is on node "attic"; add a [[reader]] with node = "attic"'
    ]


@pytest.mark.parametrize("serial", ["e6614103e7174a2", "g6614103e7174a2c", ""])
def test_a_number_that_is_none_is_told(serial: str) -> None:
    text = STANDARD.replace('name = "column 3"', f'name = "column 3"\nserial = "{serial}"')
    (fault,) = faults(text)
    assert fault.startswith(
        f't.toml:{line_of(text, "serial =")}: serial = "{serial}" is wrong; it must be the number'
    )


@pytest.mark.parametrize("entry", ['[node]\nname = "column 1"\n', "node = 3\n", 'node = [1, "column 2"]\n'])
def test_nodes_that_are_no_list_are_one_fault_and_not_one_for_each_reader(entry: str) -> None:
    without = re.sub(r'\[\[node\]\]\nname = "column \d"\n', "", STANDARD)
    text = f"{without}\n{entry}" if entry[0] == "[" else entry + without
    (fault,) = faults(text)
    assert fault.endswith("node must be a table; write [[node]] and the keys below it")


@pytest.mark.parametrize("which", [0, 1], ids=["all", "the first"])
@pytest.mark.parametrize(
    ("table", "section"),
    [
        ("standard", "reader"),
        ("standard", "screen"),
        ("standard", "button"),
        ("standard", "node"),
        ("handy", "page"),
    ],
)
def test_a_misspelt_header_is_one_fault_and_nothing_below_it_is_missing(
    table: str, section: str, which: int
) -> None:
    text = (TABLES / f"{table}.toml").read_text(encoding="utf-8")
    text, count = re.subn(
        rf"^(\[+){section}(\]+)$", rf"\1{section}s\2", text, count=which, flags=re.MULTILINE
    )
    assert count
    assert [fault.partition(": ")[2] for fault in faults(text)] == [
        f'no such table: "{section}s"; did you mean "{section}"?'
    ]


def test_a_reader_of_a_node_without_a_name_is_told_what_names_are() -> None:
    (fault,) = faults(STANDARD.replace('node = "column 1"', 'node = ""', 1))
    assert fault.endswith('node = "" is wrong; it must be the name of its [[node]], like "column 3"')


def test_two_nodes_share_no_number() -> None:
    serials = iter(("e6614103e7174a2c", "E6614103E7174A2C"))
    text = re.sub(
        r'(name = "column [34]")', lambda found: f'{found[1]}\nserial = "{next(serials)}"', STANDARD
    )
    (fault,) = faults(text)
    assert f"t.toml:{line_of(text, 'E6614103E7174A2C')}: serial e6614103e7174a2c is taken already" in fault


def test_nodes_at_a_column_are_those_that_read_it() -> None:
    assert load_table("starter").nodes_at("4") == ("columns",)
    assert load_table("starter").readers_of("node", "4") == ("1", "2", "3", "4", "5")
    assert load_table("standard").readers_of("node", "4") == ("4 red", "4 blue")
    assert load_table("direct").nodes_at("4") == ()


def test_a_screen_without_a_key_is_told_at_its_header() -> None:
    text = STANDARD.replace("pixel_um = 230\n", "", 1)
    header = text[: text.index('place = "1 red"')].count("\n")
    assert faults(text) == [
        f"t.toml:{header}: screen without pixel_um; write pixel_um = the pixel pitch, 100 to 1000 (micrometres)"
    ]


def test_two_screens_share_no_address_on_a_channel() -> None:
    text = STANDARD.replace("address = 0x3D", "address = 0x3C", 1)
    assert [fault for fault in faults(text) if "0x3c on channel 0 is taken already" in fault]


@pytest.mark.parametrize(
    ("section", "key", "value", "words"),
    [
        ("reader", "zone", "4 blue", "no reader for 4 blue"),
        ("reader", "zone", "pad blue", "no reader for pad blue"),
        ("screen", "place", "blue", "no screen for blue"),
        ("button", "name", "ok blue", 'no button "ok blue"'),
        ("button", "name", "column 2 red", 'no button "column 2 red"'),
    ],
)
def test_what_is_missing_is_told(section: str, key: str, value: str, words: str) -> None:
    entries = re.split(rf"(?=\[\[{section}\]\])", STANDARD)
    kept = [
        re.sub(rf"\[\[{section}\]\].*?(?=\n\n|\n#|\Z)", "", entry, count=1, flags=re.DOTALL)
        if f'{key} = "{value}"' in entry.split("\n\n")[0]
        else entry
        for entry in entries
    ]
    found = faults("".join(kept))
    assert len(found) == 1
    assert words in found[0]


def test_a_column_without_screens_is_allowed() -> None:
    text = re.sub(r'\[\[screen\]\]\nplace = "3 red".*?\n\n', "", STANDARD, flags=re.DOTALL)
    assert parse_table(text.encode(), file="t", name="t").screen("3 red") is None


def test_all_faults_come_at_once_and_in_order() -> None:
    text = (
        STANDARD.replace("hold_ms", "hold")
        .replace("gpio = 27", "gpio = 15")
        .replace('zone = "2 red"', "zone = 2")
    )
    found = faults(text)
    assert len(found) == 3
    lines = [int(fault.split(":")[1]) for fault in found]
    assert lines == sorted(lines)


def test_lines_are_right_behind_strings_and_arrays_of_many_lines() -> None:
    tricky = 'colour = """\n[[reader]]\nzone = "9"\n"""\nsize = [\n  "]", # [\n  2,\n]\nweight = 3\n'
    found = faults(tricky + STANDARD)
    assert [fault.split(":")[1] for fault in found] == ["1", "5", "9"]


def test_entries_written_inline_are_found_too() -> None:
    found = faults('button = [{name = "dice", gpio = 99}]\n' + re.sub(r"\[\[button\]\][^\[]*", "", STANDARD))
    assert any(fault.startswith("t.toml:1: gpio = 99 is wrong") for fault in found)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"[[reader]]\nzone = \n", 2),
        (b"[[reader\n", 1),
        (b'a = 1\nb = "open\n', 2),
        (b"a = 1\na = 2\n", 2),
        (b"a = 1\nb = \xff\n", 2),
        (b"a = " + b"[" * 100_000, 1),
        (b"a = " + b"9" * 5000, 1),
        (b"reader = 3\n", 1),
        (b"[reader]\nzone = 3\n", 1),
        (b"reader = [1]\n", 1),
    ],
)
def test_what_is_no_toml_is_a_fault_with_its_line(data: bytes, line: int) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_table(data, file="t.toml", name="t")
    assert any(fault.startswith(f"t.toml:{line}: ") for fault in caught.value.faults), caught.value.faults


def test_windows_files_are_read() -> None:
    data = b"\xef\xbb\xbf" + STANDARD.replace("\n", "\r\n").encode()
    assert parse_table(data, file="t", name="t").has_pads


@pytest.mark.parametrize("name", ["standrd", ".", "no\0name", "/nonexistent/table.toml"])
def test_a_table_that_cannot_be_read_is_a_fault(name: str) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_table(name)


def test_a_file_is_read_and_named_in_its_faults(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(STANDARD)
    assert load_table(str(file)).name == "mine"
    file.write_text("x = 1")
    with pytest.raises(ConfigError) as caught:
        load_table(str(file))
    assert any(fault.startswith(f'{file}:1: no such table: "x"') for fault in caught.value.faults)


def _mutations() -> st.SearchStrategy[str]:
    rows = STANDARD.split("\n")
    values = st.sampled_from(
        ["1", "-1", "3.5", '"x"', "true", "[]", "{}", "[1]", "1979-05-27", "nan", '"""\n"""']
    )

    def swap(at: int, value: str) -> str:
        return "\n".join([*rows[:at], rows[at].split("=")[0] + "= " + value, *rows[at + 1 :]])

    return st.builds(swap, st.integers(0, len(rows) - 1), values)


@given(_mutations() | st.text(max_size=200) | st.text(alphabet="[]{}=\"'#\n.ab1, ", max_size=60))
def test_nothing_but_config_errors_leaves_the_parser(text: str) -> None:
    found: list[str] = []
    try:
        parse_table(text.encode(), file="t.toml", name="t")
    except ConfigError as error:
        found = error.faults or ["no fault"]
    for fault in found:
        number = int(fault.removeprefix("t.toml:").split(":")[0])
        assert 1 <= number <= text.count("\n") + 1


def test_the_page_about_the_file_names_every_key_and_what_it_takes() -> None:
    page = (Path(__file__).parents[3] / "docs" / "table-toml.md").read_text()
    for section, model in SECTIONS.items():
        for key, field in model.model_fields.items():
            description = (field.description or "").replace("|", "\\|")
            assert f"| `{key}` | {description} |" in page, f"{section}.{key}"


def test_languages_are_those_of_the_one_list() -> None:
    description = LanguagesConfig.model_fields["red"].description
    assert re.findall(r'"(\w+)"', description or "") == [*LANGUAGES]
    assert {"en", "fr", "de"} <= {*LANGUAGES}


def test_a_table_that_is_there_twice_is_told_as_the_file_has_it() -> None:
    with pytest.raises(ConfigError, match=r't\.toml:3: not TOML: "languages" is there already; keep one'):
        parse_table(b'[languages]\nred = "fr"\n[languages]\n', file="t.toml", name="t")
    with pytest.raises(ConfigError, match=r"t\.toml:2: not TOML: this key is there already; keep one"):
        parse_table(b"a = 1\na = 2", file="t.toml", name="t")
