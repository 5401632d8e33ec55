"""The pull-ups of the I2C bus are counted, all of them: too many and too few are told, and what was built before is."""

from __future__ import annotations

from copy import deepcopy

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.wiring_guide.parts import HEADER, End
from signifer_hw import library
from signifer_hw.build import circuits
from signifer_hw.circuit import Circuit
from signifer_hw.i2c_rules import Line, i2c_faults, i2c_lines
from signifer_hw.tables import TABLES, bundled, design
from signifer_hw.wiring_file import parse_wiring


def main_board(*changes: tuple[str, str], table: str = "standard") -> Circuit:
    text = bundled(table).wiring.data.decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return circuits(load_table(table), parse_wiring(text.encode(), file="w"))[0]


def line(circuit: Circuit, net: str) -> Line:
    return next(one for one in i2c_lines(circuit) if one.net == net)


def screens_at(circuit: Circuit, channel: int, *places: str) -> None:
    """Plug screens of other channels in at this one."""
    for place in places:
        for pin in ("SDA", "SCL"):
            end, net = End(f"screen {place}", pin), f"CHANNEL{channel}_{pin}"
            was = circuit.net_of(end)
            assert was is not None
            circuit.nets[was].remove(end)
            del circuit._where[end]
            circuit.join(net, end)


@pytest.mark.parametrize("table", [name for name in TABLES if name != "handy"])
def test_no_line_of_a_table_takes_more_than_a_chip_sinks_and_each_rises_in_time(table: str) -> None:
    lines = i2c_lines(design(table).main)
    assert list(i2c_faults(design(table).main)) == []
    assert {one.net for one in lines} >= {"SDA1", "SCL1", "CHANNEL0_SDA", "CHANNEL0_SCL"}
    assert max(one.sink_ma for one in lines) == pytest.approx(2.9 * (2 / 4.7 + 1 / 1.8))  # 2.85 mA
    assert max(one.rise_ns for one in lines) < 260
    assert max(one.open_pf for one in lines) < 160


def test_the_pi_and_both_screens_of_a_column_are_counted() -> None:
    main = main_board()
    assert line(main, "SDA1").all_pulls == (("Pi header", 1_800),)
    assert line(main, "CHANNEL0_SDA").all_pulls == (
        ("screen", 4_700),
        ("screen", 4_700),
        ("Pi header", 1_800),
    )
    assert line(main, "CHANNEL0_SDA").ohm_kilo == pytest.approx(1.019, abs=0.001)
    # Two pins of screens, one of the multiplexer, and two leads of 750 mm; by the screens' resistors alone.
    assert line(main, "CHANNEL0_SCL").pf == 30 + 60 * 1.5
    assert line(main, "CHANNEL0_SCL").rise_ns == pytest.approx(0.8473 * 2.35 * 120)


def test_the_resistors_that_were_built_in_are_too_strong() -> None:
    """2.2 kOhm a channel beside the modules' and the Pi's: 0.70 kOhm and 4.2 mA."""
    found = list(i2c_faults(main_board(("[own_pull]", "screen-bus = 2_200\n[own_pull]"))))
    assert found[0] == (
        "CHANNEL0_SDA, CHANNEL0_SCL, CHANNEL1_SDA, CHANNEL1_SCL and 6 more: 0.70 kΩ (2 x screen 4.7 kΩ, resistor "
        "2.2 kΩ, Pi header 1.8 kΩ) put 4.2 mA into a chip that draws it low, and it is bound to sink 3; "
        "take screen-bus out of [pull]"
    )
    assert "CHANNEL5_SDA, CHANNEL5_SCL, CHANNEL6_SDA, CHANNEL6_SCL: 0.82 kΩ" in found[1]
    assert len(found) == 2


def test_the_multiplexers_own_are_too_much_beside_two_screens_and_not_beside_one() -> None:
    found = list(i2c_faults(main_board(("mux = 0", "mux = 10_000"))))
    assert len(found) == 1
    assert "0.92 kΩ (2 x screen 4.7 kΩ, Pi header 1.8 kΩ, mux 10 kΩ) put 3.1 mA" in found[0]
    assert found[0].endswith(
        "take the pull-ups off the multiplexer's board, and write mux = 0 below [own_pull]"
    )
    assert "CHANNEL5" not in found[0]


def test_without_any_a_channel_never_rises_whatever_the_pi_has() -> None:
    found = list(i2c_faults(main_board(("screen = 4_700", "screen = 0"))))
    assert found == [
        "no pull-up on CHANNEL0_SDA, CHANNEL0_SCL, CHANNEL1_SDA, CHANNEL1_SCL and 10 more; "
        "write screen-bus = 2700 below [pull]"
    ]
    mended = (("screen = 4_700", "screen = 0"), ("[own_pull]", "screen-bus = 2_700\n[own_pull]"))
    assert list(i2c_faults(main_board(*mended))) == []


def test_without_the_pis_own_its_line_never_rises() -> None:
    main = deepcopy(main_board())
    for pin in ("3", "5"):
        end = End(HEADER, pin)
        net = main.net_of(end)
        assert net is not None
        main.nets[net].remove(end)
        del main._where[end]
    assert list(i2c_faults(main)) == [
        "no pull-up on SDA1, SCL1; wire it to the Pi's pins 3 and 5, which have 1.8 kΩ"
    ]


def test_six_screens_on_one_channel_are_too_many() -> None:
    main = main_board()
    screens_at(main, 0, "2 red", "2 blue", "3 red", "3 blue")
    assert next(i2c_faults(main)) == (
        "CHANNEL0_SDA, CHANNEL0_SCL: 0.55 kΩ (6 x screen 4.7 kΩ, Pi header 1.8 kΩ) put 5.3 mA into a chip that draws "
        "it low, and it is bound to sink 3; take the pull-ups off a screen, or put it on another channel"
    )


def test_leads_that_are_too_long_for_the_screens_pull_ups() -> None:
    """2.35 kOhm lift 150 pF within 300 ns: three pins and 2.0 m of wire; nothing stronger may be added."""
    main = deepcopy(main_board())
    main.leads_mm["CHANNEL0_SDA"] = 2000
    assert list(i2c_faults(main)) == []
    main.leads_mm["CHANNEL0_SDA"] = 2100
    assert list(i2c_faults(main)) == [
        "CHANNEL0_SDA take 311 ns to rise, at 400 kHz at most 300; shorten the leads"
    ]
    main.leads_mm["CHANNEL0_SDA"] = 6000
    assert "CHANNEL0_SDA has 410 pF, and an I2C bus at most 400; shorten the leads" in list(i2c_faults(main))


def test_a_resistor_to_ground_lifts_nothing() -> None:
    main = main_board(("screen = 4_700", "screen = 0"))
    part = main.add("", library.resistor(2_700), ohm=2_700, value="2.7 kΩ")
    main.join("CHANNEL6_SDA", End(part.name, "1"))
    main.join("GND", End(part.name, "2"))
    assert line(main, "CHANNEL6_SDA").pulls == ()
