"""Every electrical rule fires: a sound board with one thing made wrong has that fault."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import pytest
from signifer_firmware.config.model import BUNDLED, load_table
from signifer_firmware.wiring_guide.parts import HEADER, End
from signifer_hw import library
from signifer_hw.build import circuits
from signifer_hw.circuit import Circuit, PinKind, Role
from signifer_hw.groups import groups
from signifer_hw.measure import test_points as points_of
from signifer_hw.rules import faults
from signifer_hw.tables import bundled, design
from signifer_hw.wiring_file import parse_wiring


@pytest.fixture
def node() -> Circuit:
    return deepcopy(design("standard").nodes[0])


@pytest.fixture
def main() -> Circuit:
    return deepcopy(design("standard").main)


def take_off(circuit: Circuit, end: End) -> None:
    net = circuit.net_of(end)
    assert net is not None
    circuit.nets[net].remove(end)
    del circuit._where[end]


def move(circuit: Circuit, end: End, net: str) -> None:
    take_off(circuit, end)
    circuit.join(net, end)


def drop(circuit: Circuit, part: str) -> None:
    for pin in circuit.parts[part].kind.pins:
        take_off(circuit, End(part, pin.name))
    del circuit.parts[part]


def told(circuit: Circuit) -> str:
    return "\n".join(faults(circuit))


def test_the_boards_are_sound(node: Circuit, main: Circuit) -> None:
    assert told(node) == told(main) == ""


def test_two_outputs_on_one_line(main: Circuit) -> None:
    move(main, End("buzzer", "-"), "CS0")
    move(main, End(HEADER, "12"), "CS0")
    assert f"{HEADER} 24 and {HEADER} 12 drive the same line CS0" in told(main)


def test_an_output_and_a_bus_share_a_line(node: Circuit) -> None:
    node.join("N1_MISO", End("node column 1", "GP7"))
    assert "node column 1 GP7 and reader 1 red MISO and reader 1 blue MISO drive the same line" in told(node)


def test_two_readers_with_one_select(node: Circuit) -> None:
    move(node, End("reader 1 blue", "SDA"), "N1_CS0")
    found = told(node)
    assert "reader 1 red and reader 1 blue have the same chip select N1_CS0" in found
    assert (
        "reader 1 red MISO and reader 1 blue MISO share the line N1_MISO_1_RED and the select N1_CS0" in found
    )


def test_three_readers_without_buffers(node: Circuit) -> None:
    node.add("reader x", library.reader(0))
    node.join("N1_MISO", End("reader x", "MISO"))
    assert "share MISO without buffers; more than 2 need one each" in told(node)


def test_an_open_input(node: Circuit) -> None:
    take_off(node, End("reader 1 red", "RST"))
    assert told(node) == "node column 1: reader 1 red RST is not connected"


def test_an_input_that_nothing_drives(node: Circuit) -> None:
    take_off(node, End("node column 1", "GP2"))
    assert "nothing drives reader 1 red SCK" in told(node)


def test_a_gate_without_a_level() -> None:
    main = deepcopy(design("standard").main)
    take_off(main, End("buffer 1", "3A"))
    assert told(main) == "main board: buffer 1 3A is not connected"


def test_a_rail_with_two_sources(node: Circuit) -> None:
    node.add("second", library.INLET)
    node.join("N1_5V", End("second", "+"))
    node.join("N1_GND", End("second", "-"))
    assert "N1_VBUS and N1_5V are fed by node column 1 and second; take one of them off" in told(node)


def test_a_rail_without_one(node: Circuit) -> None:
    take_off(node, End("fuse column 1", "1"))
    assert "N1_5V feeds regulator node column 1 VIN, and nothing feeds it" in told(node)


def test_five_volts_at_a_pin_of_three(node: Circuit) -> None:
    move(node, End("reader 1 red", "3.3V"), "N1_5V")
    assert "reader 1 red 3.3V on N1_5V may have at most 3.6 V, and 5 V are there" in told(node)


def test_five_volts_by_a_pull_up(main: Circuit) -> None:
    pull = next(
        part
        for part in main.parts.values()
        if part.ohm == 10_000 and main.net_of(End(part.name, "1")) == "CS0"
    )
    move(main, End(pull.name, "2"), "5V_BOARD")
    assert "reader pad red SDA on CS0, buffer 1 1OE on CS0 may have at most 3.6 V, and 5 V are there" in told(
        main
    ).replace("5.1 V", "5 V")


def test_too_little_for_a_regulator(node: Circuit) -> None:
    pico = node.parts["node column 1"]
    pins = tuple(replace(pin, volts=3.3) if pin.name == "VBUS" else pin for pin in pico.kind.pins)
    node.parts[pico.name] = replace(pico, kind=replace(pico.kind, pins=pins))
    assert "regulator node column 1 VIN on N1_VBUS must have at least 3.7 V" not in told(node)
    assert "regulator node column 1 VIN on N1_5V must have at least 3.7 V, and 3.3 V are there" in told(node)


def test_a_chip_without_its_capacitor(main: Circuit) -> None:
    beside = next(part.name for part in main.parts.values() if part.nf and part.beside == "mux")
    drop(main, beside)
    assert told(main) == (
        "main board: no capacitor, or too small a one, beside mux VIN (100 nF); see [capacitor]"
    )


def test_a_ground_that_is_not_at_the_star(node: Circuit) -> None:
    move(node, End("reader 1 red", "GND"), "N1_GND2")
    found = told(node)
    assert "reader 1 red GND is ground and on N1_GND2, not at the star" in found


def test_a_resistor_with_both_ends_together(node: Circuit) -> None:
    move(node, End("R1", "2"), "N1_SCK")
    assert "R1 (33 Ω) has both ends on N1_SCK" in told(node)


def test_two_screens_with_one_address(main: Circuit) -> None:
    main.parts["screen 1 blue"] = replace(main.parts["screen 1 blue"], address=0x3C)
    assert told(main) == (
        "main board: screen 1 red and screen 1 blue have the same address 0x3c on CHANNEL0_SDA"
    )


def test_two_buttons_on_one_pin(main: Circuit) -> None:
    move(main, End("button ok red", "1"), "BUTTON_DICE_LEAD")
    assert "button dice and button ok red are on the same line" in told(main)


def test_a_pull_up_that_goes_down(node: Circuit) -> None:
    pull = next(
        part
        for part in node.parts.values()
        if part.ohm == 10_000 and node.net_of(End(part.name, "1")) == "N1_CS0"
    )
    move(node, End(pull.name, "2"), "N1_GND")
    assert told(node) == "node column 1: no pull-up on N1_CS0; write chip-select = 10000 below [pull]"


def test_a_part_cannot_be_joined_twice(node: Circuit) -> None:
    with pytest.raises(ValueError, match="is on N1_CS0 and N1_CS1"):
        node.join("N1_CS1", End("reader 1 red", "SDA"))
    with pytest.raises(ValueError, match="two parts are called reader 1 red"):
        node.add("reader 1 red", library.reader(0))
    assert PinKind("x", Role.GROUND).role.kicad == "power_in"


def test_every_net_is_in_one_group(main: Circuit) -> None:
    found = [net for group in groups(main) for net in group]
    assert sorted(found) == sorted(main.nets)


@pytest.mark.parametrize("name", BUNDLED)
def test_every_line_has_a_test_point_and_something_to_measure(name: str) -> None:
    """Of the stock table, too, which nobody draws."""
    wiring = parse_wiring(
        bundled({"stock": "direct", "single": "standard"}.get(name, name)).wiring.data, file="w"
    )
    for board in circuits(load_table(name), wiring):
        points = points_of(board)
        assert {net for _, net, _, _ in points} == {net for net in board.nets if not net.endswith("_LEAD")}
        assert all(what.quiet and what.work and at for _, _, at, what in points)
