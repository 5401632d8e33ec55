"""The kinds of parts that tables are built of: pins, what they bear, what they draw, part numbers, assumed prices.

Prices are assumed, as of ``PRICED``; currents come from the data sheets named, or are marked assumed: measure those.
"""

from __future__ import annotations

from dataclasses import dataclass

from .circuit import Draws, PartKind, PinKind, Role

PRICED = "2026-11"
LOGIC_V = 3.3
# What a 3.3 V input bears: a little more than its supply (RP2040 data sheet 5.5.3: IOVDD + 0.5), rounded down.
MOST_LOGIC_V = 3.6

_HEADER = "Connector_PinHeader_2.54mm:PinHeader_1x{:02d}_P2.54mm_Vertical"
_MODULE = "module, by its own pins"


def _ground(name: str = "GND", number: str = "") -> PinKind:
    return PinKind(name, Role.GROUND, number)


def _fed(
    name: str, least: float = 3.0, most: float = MOST_LOGIC_V, number: str = "", decouple: bool = True
) -> PinKind:
    return PinKind(name, Role.FED, number, least=least, most=most, decouple=decouple)


def _in(name: str, number: str = "", pull: str = "", most: float = MOST_LOGIC_V) -> PinKind:
    return PinKind(name, Role.LISTENS, number, most=most, pull=pull)


def two_pins(role: Role = Role.PASSIVE, names: tuple[str, str] = ("1", "2")) -> tuple[PinKind, ...]:
    return tuple(PinKind(name, role) for name in names)


RESISTOR_FOOTPRINT = "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal"
# KiCad's library has none of the series MF-R: this one of another has its holes, 5.1 mm apart, and its thickness.
FUSE_FOOTPRINT = "Fuse:Fuse_Bourns_MF-RG600"
CAPACITORS = {
    100: ("100 nF 50 V X7R", "C322C104K5R5TA", "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm", 10),
    1000: ("1 µF 50 V X7R", "C330C105K5R5TA", "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm", 25),
    10_000: ("10 µF 50 V electrolytic", "ECA-1HM100", "Capacitor_THT:CP_Radial_D5.0mm_P2.00mm", 10),
}


def resistor(ohm: float) -> PartKind:
    """A metal film resistor of 0.25 W and 1 %."""
    code = f"{ohm / 1000:g}K" if ohm >= 1000 else f"{ohm:g}R"
    # 2.2 kΩ is written 2K2, as its maker does.
    code = code.replace(".", code[-1])[:-1] if "." in code else code
    return PartKind(
        f"R {ohm:g}",
        "resistor 0.25 W 1 %",
        "R",
        two_pins(),
        f"MFR-25FRF52-{code}",
        RESISTOR_FOOTPRINT,
        3,
    )


def capacitor(nf: int) -> PartKind:
    title, number, footprint, price = CAPACITORS[nf]
    legs = "pin 1 is +, the longer leg; the stripe is -" if "electrolytic" in title else ""
    return PartKind(f"C {nf}", f"capacitor {title}", "C", two_pins(), number, footprint, price, legs=legs)


def fuse(hold_ma: int) -> PartKind:
    """A resettable fuse that holds so much at 23 °C."""
    number = f"MF-R{hold_ma // 10:03d}"
    return PartKind(
        f"F {hold_ma}",
        f"resettable fuse {hold_ma / 1000:g} A",
        "F",
        two_pins(),
        number,
        FUSE_FOOTPRINT,
        45,
    )


TEST_POINT = PartKind(
    "TP",
    "test point (a loop of bare wire)",
    "TP",
    (PinKind("1", Role.PASSIVE),),
    footprint="TestPoint:TestPoint_Loop_D1.80mm_Drill1.0mm_Beaded",
)
STAR = PartKind(
    "STAR",
    "ground star: one thick wire or bar",
    "GS",
    (PinKind("star", Role.PASSIVE),),
    footprint="TestPoint:TestPoint_Pad_D4.0mm",
)


def reader(own_ohm: float) -> PartKind:
    """A module with so many ohms from its RST to its supply (0 for none)."""
    return PartKind(
        "READER",
        "RC522 module (MFRC522)",
        "J",
        (
            _in("SDA", "1", "chip-select"),
            _in("SCK", "2"),
            _in("MOSI", "3"),
            PinKind("MISO", Role.THREE_STATE, "4", volts=LOGIC_V, pull="miso", enable="SDA"),
            PinKind("IRQ", Role.DRIVES, "5", volts=LOGIC_V, optional=True),
            _ground(number="6"),
            PinKind("RST", Role.LISTENS, "7", most=MOST_LOGIC_V, pull="reader-reset", own_pull_ohm=own_ohm),
            _fed("3.3V", 2.5, MOST_LOGIC_V, "8"),
        ),
        "RFID-RC522 (blue board, 40x60 mm; version 91 or 92)",
        _HEADER.format(8),
        250,
        # Table 153: IDDD 6.5 (9), IDDA 7 (10), IDD(TVDD) 60 (100); and the module's light, 2 mA.
        Draws(15.5, 75.5, 121.0, "MFRC522 data sheet rev 3.9, characteristics; 2 mA for the module's light"),
    )


def screen(driver: str, own_ohm: float) -> PartKind:
    """A module with four pins, and so many ohms from both lines to its supply (0 for none)."""
    large = driver == "ssd1309"
    bus = tuple(
        PinKind(name, Role.BUS, number, most=MOST_LOGIC_V, pull="screen-bus", own_pull_ohm=own_ohm)
        for name, number in (("SCL", "3"), ("SDA", "4"))
    )
    draws = (
        Draws(60, 100, 240, "assumed: 2.42 inch, a third of the pixels lit; all lit at full contrast")
        if large
        else Draws(
            12, 20, 40, "learn.adafruit.com, monochrome OLED power requirements: 20 mA; all lit assumed"
        )
    )
    title = f"OLED {'2.42' if large else '1.3' if driver == 'sh1106' else '0.96'} inch 128x64, I2C"
    number = f"any {driver.upper()} module with the pins GND VCC SCL SDA"
    return PartKind(
        f"SCREEN {driver}",
        title,
        "J",
        (_ground(number="1"), _fed("VCC", 3.0, 5.5, "2"), *bus),
        number,
        _HEADER.format(4),
        1800 if large else 550,
        draws,
    )


def multiplexer(own_ohm: float) -> PartKind:
    """A breakout with so many ohms on its SDA and SCL (0 for none); its channels have none."""
    return PartKind(
        "MUX",
        "I2C multiplexer PCA9548A on a breakout",
        "U",
        (
            _fed("VIN", 2.3, 5.5),
            _ground(),
            PinKind("SDA", Role.BUS, most=5.5, own_pull_ohm=own_ohm),
            PinKind("SCL", Role.BUS, most=5.5, own_pull_ohm=own_ohm),
            _in("RST", pull="mux-reset", most=5.5),
            *(_in(f"A{bit}", most=5.5) for bit in range(3)),
            *(
                PinKind(f"{line}{channel}", Role.BUS, most=5.5, optional=True)
                for channel in range(8)
                for line in ("SD", "SC")
            ),
        ),
        "Adafruit 2717 (TCA9548A) or one with PCA9548A",
        _MODULE,
        700,
        Draws(0.1, 0.1, 1.0, "NXP PCA9548A data sheet, characteristics"),
    )


EXPANDER = PartKind(
    "EXPANDER",
    "I2C port expander, DIP-28",
    "U",
    (
        *(PinKind(f"GPB{bit}", Role.DRIVES, str(1 + bit), volts=LOGIC_V, optional=True) for bit in range(8)),
        _fed("VDD", 1.8, 5.5, "9"),
        _ground("VSS", "10"),
        PinKind("SCL", Role.BUS, "12", most=5.5),
        PinKind("SDA", Role.BUS, "13", most=5.5),
        *(_in(f"A{bit}", str(15 + bit), most=5.5) for bit in range(3)),
        _in("RESET", "18", most=5.5),
        PinKind("INTB", Role.DRIVES, "19", volts=LOGIC_V, optional=True),
        PinKind("INTA", Role.DRIVES, "20", volts=LOGIC_V, optional=True),
        *(PinKind(f"GPA{bit}", Role.DRIVES, str(21 + bit), volts=LOGIC_V, optional=True) for bit in range(8)),
    ),
    "MCP23017-E/SP",
    "Package_DIP:DIP-28_W7.62mm",
    160,
    Draws(0.1, 1.0, 1.0, "Microchip MCP23017 data sheet, DC characteristics"),
)
_GATES = {1: ("1", "2", "3"), 2: ("4", "5", "6"), 3: ("10", "9", "8"), 4: ("13", "12", "11")}
BUFFER = PartKind(
    "BUFFER",
    "quad three-state buffer, DIP-14",
    "U",
    (
        *(
            pin
            for gate, (enable, into, out) in _GATES.items()
            for pin in (
                _in(f"{gate}OE", enable),
                _in(f"{gate}A", into),
                PinKind(
                    f"{gate}Y",
                    Role.THREE_STATE,
                    out,
                    volts=LOGIC_V,
                    pull="miso",
                    enable=f"{gate}OE",
                    optional=True,
                ),
            )
        ),
        _ground(number="7"),
        _fed("VCC", 2.0, 5.5, "14"),
    ),
    "SN74AHC125N",
    "Package_DIP:DIP-14_W7.62mm",
    60,
    Draws(0.04, 1.0, 5.0, "TI SN74AHC125 data sheet, characteristics"),
)
BUTTON = PartKind(
    "BUTTON",
    "push button, momentary, normally open",
    "J",
    two_pins(),
    "any for a hole of 16 mm, 2 to 6 N (hw/table_top)",
    _HEADER.format(2),
    90,
)
BUZZER = PartKind(
    "BUZZER",
    "magnetic sounder, passive, 42 Ω (pins 6.5 mm apart: spread them to 7.6)",
    "LS",
    (PinKind("+", Role.FED, "1", least=3.0, most=5.5), PinKind("-", Role.PASSIVE, "2")),
    "CUI CEM-1203(42)",
    "Buzzer_Beeper:Buzzer_12x9.5RM7.6",
    70,
    Draws(0.0, 0.0, 60.0, "half the time 5 V at 42 Ω, the figure in its name; assumed"),
)
TRANSISTOR = PartKind(
    "NPN",
    "transistor NPN",
    "Q",
    (
        PinKind("E", Role.GROUND, "1"),
        PinKind("B", Role.LISTENS, "2", most=MOST_LOGIC_V),
        PinKind("C", Role.PASSIVE, "3"),
    ),
    "2N3904",
    "Package_TO_SOT_THT:TO-92_Inline",
    8,
    legs="flat side to you, legs down: E B C",
)
DIODE = PartKind(
    "DIODE",
    "diode",
    "D",
    two_pins(names=("K", "A")),
    "1N4148",
    "Diode_THT:D_DO-35_SOD27_P7.62mm_Horizontal",
    3,
)
INLET = PartKind(
    "INLET",
    "5 V inlet for a plug 5.5/2.1 mm",
    "J",
    (PinKind("+", Role.FEEDS, "1", volts=5.0), _ground("-", "2")),
    "any, screw terminals",
    _HEADER.format(2),
    150,
)
# What a pin of the Pico is to its board; GP25 with its light is on the Pico itself.
PICO = PartKind(
    "PICO",
    "Raspberry Pi Pico (RP2040)",
    "U",
    (
        PinKind("GP2", Role.DRIVES, "4", volts=LOGIC_V),
        PinKind("GP3", Role.DRIVES, "5", volts=LOGIC_V),
        PinKind("GP4", Role.LISTENS, "6", most=MOST_LOGIC_V),
        *(
            PinKind(f"GP{gp}", Role.DRIVES, number, volts=LOGIC_V, optional=True)
            for gp, number in ((5, "7"), (6, "9"), (7, "10"), (8, "11"))
        ),
        PinKind("GP9", Role.DRIVES, "12", volts=LOGIC_V),
        PinKind("GP10", Role.DRIVES, "14", volts=LOGIC_V, optional=True),
        PinKind("GND", Role.GROUND, "38"),
        PinKind("VBUS", Role.FEEDS, "40", volts=5.0, most=5.5),
    ),
    "SC0915 (or SC0917 with headers)",
    "Module:RaspberryPi_Pico_Common_THT",
    450,
    Draws(25, 40, 100, "Raspberry Pi Pico data sheet, power consumption; 40 at 200 MHz assumed"),
)


@dataclass(frozen=True)
class Regulator:
    """A regulator for 3.3 V: what it gives at most, in mA.

    ``efficiency`` 0 means linear: what goes in comes out, and the rest is heat. ``bears_w`` is the heat that it sheds.
    """

    kind: PartKind
    limit_ma: float
    efficiency: float = 0.0
    bears_w: float = 0.0


def _regulator(
    number: str,
    title: str,
    pins: tuple[str, str, str],
    footprint: str,
    price: int,
    least_in: float,
    legs: str = "",
) -> PartKind:
    """``pins``: the numbers of VIN, GND, VOUT; ``least_in``: what it needs to give 3.3 V."""
    into, ground, out = pins
    return PartKind(
        f"REGULATOR {number}",
        title,
        "U",
        (
            _fed("VIN", least_in, 6.0, into),
            _ground(number=ground),
            PinKind("VOUT", Role.FEEDS, out, volts=LOGIC_V, decouple=True),
        ),
        number,
        footprint,
        price,
        legs=legs,
    )


_TO220_LEGS = "letters to you: 1 2 3 from the left"
_TO220 = "Package_TO_SOT_THT:TO-220-3_Vertical"
REGULATORS = {
    # 1.4 W: 85 K over 40 °C at some 60 K/W without a heat sink; with one of 20 K/W, 4 W.
    "MCP1826S-3302E/AB": Regulator(
        _regulator(
            "MCP1826S-3302E/AB",
            "3.3 V 1 A linear, TO-220",
            ("1", "2", "3"),
            _TO220,
            110,
            3.7,
            f"{_TO220_LEGS}; the tab is GND",
        ),
        1000,
        bears_w=1.4,
    ),
    "LD1085V33": Regulator(
        _regulator(
            "LD1085V33",
            "3.3 V 3 A linear, TO-220, on a heat sink",
            ("3", "1", "2"),
            _TO220,
            220,
            # Older sheets allow it 1.5 V of drop, newer ones 1.2.
            4.8,
            f"{_TO220_LEGS}; the tab is VOUT",
        ),
        3000,
        bears_w=4.0,
    ),
    "D24V22F3": Regulator(
        _regulator(
            "D24V22F3",
            "3.3 V 2.6 A step-down module, Pololu 2857",
            ("VIN", "GND", "VOUT"),
            _MODULE,
            1300,
            4.5,
        ),
        2600,
        efficiency=0.85,
    ),
}
# Stands where the wiring file names no supply: the rules then tell which rail has no source.
NO_REGULATOR = PartKind(
    "REGULATOR none",
    "no regulator",
    "U",
    (PinKind("VIN", Role.FED), _ground(), PinKind("VOUT", Role.PASSIVE)),
)
