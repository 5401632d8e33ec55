"""The connection list: every pin of every table once, leads short enough, nothing on two nets, refusals in words."""

from __future__ import annotations

from collections import defaultdict

import pytest
from signifer_core.errors import ConfigError
from signifer_firmware.config.entries import NODE, ReaderConfig
from signifer_firmware.config.model import BUNDLED, TableConfig, load_table
from signifer_firmware.wiring_guide.connections import connections, needs_hub
from signifer_firmware.wiring_guide.header import chip_selects, has_shutdown, header, pin_of
from signifer_firmware.wiring_guide.parts import (
    CABLES,
    COLOURS,
    EXPANDER,
    HEADER,
    MAIN_BOARD,
    MOST_NODE_LEAD_MM,
    MOST_SPI_LEAD_MM,
    Connection,
    End,
)

pytestmark = pytest.mark.parametrize("name", BUNDLED)


def nets(wires: tuple[Connection, ...]) -> dict[End, set[str]]:
    """All nets that each pin is said to be on."""
    found = defaultdict(set)
    for wire in wires:
        found[wire.start].add(wire.net)
        found[wire.end].add(wire.net_end)
    return found


def test_the_header_has_every_pin_of_the_table_once(name: str) -> None:
    table = load_table(name)
    pins = header(table)
    assert [pin.number for pin in pins] == list(range(1, 41))
    assert sorted(pin.bcm for pin in pins if pin.bcm is not None) == list(range(28))
    by_bcm = {pin.bcm: pin for pin in pins if pin.bcm is not None}
    assert all(pins[pin_of(bcm) - 1].bcm == bcm for bcm in range(28))
    for button, pin in table.pins.items():
        assert by_bcm[pin].use == f"button {button}"
    named = [
        pin.use for pin in pins if pin.bcm is not None and pin.use and not pin.use.startswith("left free")
    ]
    assert len(named) == len(set(named))
    assert by_bcm[26].use == ("shutdown button" if table.has_lines else "")
    assert {by_bcm[14].use, by_bcm[15].use} == {"left free: the serial console"}


def test_every_used_pin_of_the_header_has_one_net_and_no_free_one_any(name: str) -> None:
    table = load_table(name)
    found = nets(connections(table))
    for pin in header(table):
        on = found.get(End(HEADER, str(pin.number)), set())
        free = not pin.use or pin.use.startswith("left free") or not table.has_lines
        # 5 V of the header is not touched where the board has an inlet of its own.
        assert len(on) == (0 if free or (pin.name == "5V" and name in ("direct", "stock")) else 1), pin


def test_no_pin_of_any_part_is_on_two_nets(name: str) -> None:
    assert [end for end, on in nets(connections(load_table(name))).items() if len(on) > 1] == []


def test_no_two_lines_of_the_table_share_a_net(name: str) -> None:
    table = load_table(name)
    signals = defaultdict(set)
    for end, on in nets(connections(table)).items():
        if end.part == HEADER and table_pin(table, end):
            signals[next(iter(on))].add(end.pin)
    assert [pins for pins in signals.values() if len(pins) > 1] == []


def table_pin(table: TableConfig, end: End) -> bool:
    return header(table)[int(end.pin) - 1].bcm is not None


def test_every_reader_has_its_seven_wires_and_every_screen_its_four(name: str) -> None:
    table = load_table(name)
    ends = defaultdict(set)
    for wire in connections(table):
        for end in (wire.start, wire.end):
            ends[end.part].add(end.pin)
    for reader in table.readers:
        assert ends[f"reader {reader.name}"] == {"SDA", "SCK", "MOSI", "MISO", "GND", "RST", "3.3V"}
    for screen in table.oleds:
        assert ends[f"screen {screen.place}"] == {"GND", "VCC", "SCL", "SDA"}
    for button in table.pins:
        assert ends[f"button {button}"] == {"1", "2"}


def test_leads_are_as_short_as_they_must_be(name: str) -> None:
    table = load_table(name)
    on_node = {f"reader {reader.name}" for reader in table.readers if reader.driver == NODE}
    for wire in connections(table):
        assert wire.colour in COLOURS.values()
        if {wire.start.part, wire.end.part} & on_node:
            assert 0 < wire.length_mm <= MOST_NODE_LEAD_MM
        if any(end.part.startswith("reader pad") for end in (wire.start, wire.end)):
            assert 0 < wire.length_mm <= MOST_SPI_LEAD_MM


def test_nets_of_nodes_are_their_own(name: str) -> None:
    boards: dict[str, set[str]] = defaultdict(set)
    for wire in connections(load_table(name)):
        boards[wire.board].update((wire.net, wire.net_end))
    assert next(iter(boards)) == ("node columns" if name == "handy" else MAIN_BOARD)
    assert list(boards)[-1] == CABLES or name in ("direct", "stock")
    for board, own in boards.items():
        assert not any(own & other for mate, other in boards.items() if mate != board)


def test_chip_selects_take_free_pins_or_the_expander_never_both(name: str) -> None:
    table = load_table(name)
    selects = chip_selects(table)
    if name in ("starter", "handy", "double"):
        assert selects == {}
        return
    assert (selects[0], selects[1]) == (8, 7)
    without_columns = table.model_copy(update={"buttons": table.buttons[:3]})
    free = chip_selects(without_columns)
    if name in ("standard", "single"):
        assert selects == free == {0: 8, 1: 7}
        return
    assert {selects[number] for number in selects if number > 1} == {None}
    expanded = {wire.start for wire in connections(table) if wire.start.part == EXPANDER}
    assert len(expanded) == len(selects) - 2
    # Without buttons at the columns their pins are free: no expander, and no pin twice.
    assert None not in free.values()
    taken = [pin for pin in free.values() if pin is not None] + [button.gpio for button in table.buttons[:3]]
    assert len(taken) == len(set(taken))
    assert not {14, 15, 26} & set(taken)
    assert EXPANDER not in {wire.start.part for wire in connections(without_columns)}


def test_a_reader_that_cannot_be_wired_is_refused_with_all_others(name: str) -> None:
    table = load_table(name)
    wrong = tuple(
        ReaderConfig(zone=zone, driver="mfrc522-spi", spi_device=device)
        for zone, device in (
            ("pad red", "/dev/spidev1.0"),
            ("pad blue", "/dev/spidev0.18"),
            ("1", "/dev/spidev0.4000000000"),
        )
    )
    table = table.model_copy(update={"readers": wrong})
    with pytest.raises(ConfigError) as caught:
        connections(table)
    assert caught.value.faults == [
        f"{name}: reader pad red: /dev/spidev1.0 is not on the header's SPI0; take /dev/spidev0.0",
        f"{name}: reader pad blue: there is no chip select 18; the board has 0 to 17",
        f"{name}: reader 1: there is no chip select 4000000000; the board has 0 to 17",
    ]
    assert len(header(table)) == 40


def test_the_shutdown_button_gives_way_to_the_table(name: str) -> None:
    table = load_table(name)
    assert has_shutdown(table) == table.has_lines
    if not table.has_lines:
        return  # perhaps on no Pi
    moved = table.buttons[0].model_copy(update={"gpio": 26})
    taken = table.model_copy(update={"buttons": (moved, *table.buttons[1:])})
    assert not has_shutdown(taken)
    assert header(taken)[pin_of(26) - 1].use == "button dice"
    assert "button shutdown" not in {wire.end.part for wire in connections(taken)}


def test_one_node_without_a_pi_s_header_needs_no_hub(name: str) -> None:
    table = load_table(name)
    cables = [(str(wire.start), str(wire.end)) for wire in connections(table) if wire.board == CABLES]
    if name == "handy":
        assert cables == [("node columns USB", "computer USB")]
        two = table.model_copy(
            update={"nodes": (*table.nodes, table.nodes[0].model_copy(update={"name": "pads"}))}
        )
        assert needs_hub(two)
    else:
        assert needs_hub(table) == bool(table.nodes)
        assert bool(cables) == bool(table.nodes)
