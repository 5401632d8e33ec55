"""table.toml with ``driver = "page"``: screens and buttons that nobody builds, and all faults at once."""

from __future__ import annotations

from importlib import resources

import pytest
from signifer_core.errors import ConfigError
from signifer_firmware.config.model import BUNDLED, TableConfig, load_table, parse_table

HANDY = resources.files("signifer_firmware.config").joinpath("tables", "handy.toml").read_text()
DICE = 'name = "dice"'
STARTER = resources.files("signifer_firmware.config").joinpath("tables", "starter.toml").read_text()


def parsed(text: str) -> TableConfig:
    return parse_table(text.encode(), file="t.toml", name="t")


def faults(text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        parsed(text)
    return list(caught.value.faults)


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_the_small_table_hangs_on_usb_alone() -> None:
    table = load_table("handy")
    assert table.is_shown
    assert not table.has_lines
    assert (table.oleds, table.pins) == ((), {})
    assert table.keys == tuple(button.name for button in table.buttons)
    assert {button.name for button in table.buttons} == {
        button.name for button in load_table("standard").buttons
    }
    assert {screen.place for screen in table.screens} == {
        screen.place for screen in load_table("standard").screens
    }
    assert table.readers == load_table("starter").readers


def test_of_the_other_tables_nothing_is_the_page() -> None:
    for name in BUNDLED:
        table = load_table(name)
        assert table.is_shown == (name == "handy")
        assert table.has_lines != (name == "handy")
        if name != "handy":
            assert table.oleds == table.screens
            assert table.pins == {button.name: button.gpio for button in table.buttons}


def test_figures_of_a_page_are_as_large_as_those_of_a_player_s_screen() -> None:
    screen = load_table("handy").screen("red")
    assert screen is not None
    assert screen.pixel_um == 430
    with pytest.raises(AssertionError, match="screen red has no chip"):
        assert screen.chip


def test_both_kinds_stand_in_one_table() -> None:
    text = STARTER.replace('name = "dice"\ngpio = 17', 'name = "dice"\ndriver = "page"')
    table = parsed(text + '[page]\nlisten = "loopback"\n')
    assert table.keys == ("dice",)
    assert "dice" not in table.pins
    assert table.pins["ok red"] == 27
    assert table.is_shown
    assert table.has_lines


def test_what_means_nothing_to_a_page_is_told_all_at_once() -> None:
    text = HANDY.replace(
        'place = "3 red"\ndriver = "page"\n',
        'place = "3 red"\ndriver = "page"\ni2c_channel = 2\naddress = 0x3C\nrotate = 2\n',
    ).replace('name = "dice"\ndriver = "page"\n', 'name = "dice"\ndriver = "page"\ngpio = 17\n')
    assert faults(text) == [
        f't.toml:{line_of(text, key)}: driver "page" has no {key.split()[0]}; leave it out'
        for key in ("i2c_channel = 2", "address = 0x3C", "rotate = 2", "gpio = 17")
    ]


def test_what_is_wired_needs_its_line() -> None:
    text = STARTER.replace("gpio = 17\n", "").replace("i2c_channel = 3\naddress = 0x3D\n", "")
    found = faults(text)
    assert [fault.partition(": ")[2] for fault in found] == [
        "screen without address; write address = 0x3C or 0x3D",
        "screen without i2c_channel; write i2c_channel = a channel of the multiplexer, 0 to 7",
        "button without gpio; write gpio = a BCM number, 2 to 27",
    ]
    assert found[2].startswith(f"t.toml:{line_of(text, DICE) - 1}: ")


def test_a_page_that_nobody_may_look_at_is_a_fault_at_its_line() -> None:
    off = HANDY.replace('listen = "network"', 'listen = "off"')
    said = (
        "screens or buttons are the page's, and nobody may look at it; "
        'write listen = "loopback" or "network" below [page]'
    )
    assert faults(off) == [f"t.toml:{line_of(off, 'listen =')}: {said}"]
    assert faults(HANDY.replace('[page]\nlisten = "network"\n', "")) == [f"t.toml:1: {said}"]
    wrong = HANDY.replace('listen = "network"', 'listen = "everybody"')
    (fault,) = faults(wrong)
    assert 'listen = "everybody" is wrong' in fault


def test_a_line_for_a_multiplexer_that_nothing_hangs_on_is_a_fault() -> None:
    text = HANDY + "\n[gpio]\nmux_reset = 4\n"
    assert faults(text) == [
        f"t.toml:{line_of(text, 'mux_reset')}: no screen hangs on the multiplexer; leave mux_reset out"
    ]


def test_a_driver_that_is_none_is_the_only_fault_of_its_entry() -> None:
    text = HANDY.replace('place = "red"\ndriver = "page"', 'place = "red"\ndriver = "paper"').replace(
        'name = "ok red"\ndriver = "page"', 'name = "ok red"\ndriver = "pin"'
    )
    first, second = faults(text)
    assert 'driver = "paper" is wrong; it must be "sh1106"' in first
    assert second.endswith('driver = "pin" is wrong; it must be "gpio", or "page" for one of the page')
