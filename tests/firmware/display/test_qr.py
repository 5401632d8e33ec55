"""Codes for a phone's camera: another program than the one that made them reads them off what is drawn."""

from __future__ import annotations

import io

import pytest
import zxingcpp
from PIL import Image
from signifer_firmware.display import qr
from signifer_firmware.display.agreement_panels import scan_panel
from signifer_firmware.display.panels import ScanPanel
from signifer_firmware.display.render import HEIGHT, render
from signifer_firmware.i18n.words import words_of
from signifer_firmware.session.outlook import START, Outlook

from tests.firmware.display.lifecycle_states import lifecycle_states

ADDRESSES = (
    "http://signifer.local:8520/",
    "http://signifer.local",
    "http://10.0.0.7:8520",
    "http://192.168.178.123:8520",
)
# What is dark around the glass of a screen, in its pixels.
BEZEL = 40


def seen(lit: Image.Image, pixel: int = 3) -> str | None:
    """What a camera reads of a screen: pixels with gaps between them, in a dark frame, a little askew."""
    picture = Image.new("L", (lit.width + 2 * BEZEL, lit.height + 2 * BEZEL), 8)
    picture.paste(lit.convert("L").point(lambda value: 235 if value else 20), (BEZEL, BEZEL))
    picture = picture.resize((pixel * picture.width, pixel * picture.height), Image.Resampling.NEAREST)
    picture = picture.rotate(4, Image.Resampling.BICUBIC)
    found = zxingcpp.read_barcode(picture)
    return None if found is None else found.text


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_phone_reads_the_address_off_the_screen(address: str) -> None:
    code = qr.scannable(address)
    assert code.lower() == address.rstrip("/")
    drawn = render(ScanPanel(code, ("The page: for your phone's camera",)))
    assert seen(drawn.image) == code


@pytest.mark.parametrize(("name", "code"), [("Signifer", "27182818"), ("Ta;ble", "1:2,3")])
def test_a_phone_joins_the_tables_own_network(name: str, code: str) -> None:
    text = qr.network_text(name, code)
    assert seen(render(ScanPanel(text, (name, code))).image) == text
    special = str.maketrans({mark: f"\\{mark}" for mark in ';:,"'})
    assert text == f"WIFI:T:WPA;S:{name.translate(special)};P:{code.translate(special)};;"


def test_every_golden_picture_of_a_code_is_read() -> None:
    found = {name: seen(render(*face).image) for name, face in lifecycle_states().items() if "scan-" in name}
    assert len(found) == 6
    assert set(found.values()) == {"HTTP://192.168.178.123:8520", "WIFI:T:WPA;S:Signifer;P:27182818;;"}


def test_what_is_damaged_is_not_read() -> None:
    """The reader of these tests can fail."""
    lit = render(ScanPanel(qr.scannable(ADDRESSES[0]))).image
    lit.paste(0, (20, 20, 44, 44))
    assert seen(lit) is None


def test_around_the_code_there_is_room_enough() -> None:
    for address in ADDRESSES:
        lit = render(ScanPanel(qr.scannable(address))).image.convert("L").crop((0, 0, HEIGHT, HEIGHT))
        dark = lit.crop((1, 1, HEIGHT - 1, HEIGHT - 1)).point(lambda value: 0 if value else 255).getbbox()
        assert dark is not None
        spare = min(dark[0], dark[1], HEIGHT - 2 - dark[2], HEIGHT - 2 - dark[3]) + 1
        assert spare >= 3.5 * 2
        assert dark[2] - dark[0] in (2 * 21, 2 * 25), "two pixels a module, of version 1 or 2"


def test_an_address_with_a_path_keeps_its_letters() -> None:
    assert qr.scannable("http://table.example/Way?a=B") == "http://table.example/Way?a=B"


def test_what_has_no_room_is_said_in_words_alone() -> None:
    agreement = Outlook(phase=START).agreement
    assert scan_panel(Outlook(phase=START, agreement=agreement), words_of("en")) is None
    assert not qr.fits("http://a-table-with-a-very-long-name.example:8520/at/the/club")
    assert not qr.fits("")


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.says

    says = "utf-8"


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_terminal_shows_it_in_white_on_black(address: str) -> None:
    terminal = Tty()
    qr.on_terminal(address, terminal)
    lines = terminal.getvalue().splitlines()
    assert all(line.startswith("\x1b[97;40m") and line.endswith("\x1b[0m") for line in lines)
    rows = [line.removeprefix("\x1b[97;40m").removesuffix("\x1b[0m") for line in lines]
    lit = Image.new("1", (len(rows[0]), 2 * len(rows)))
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            lit.putpixel((x, 2 * y), 255 * (mark in "█▀"))
            lit.putpixel((x, 2 * y + 1), 255 * (mark in "█▄"))
    assert seen(lit, 8) == qr.scannable(address)


def test_no_code_goes_where_nobody_reads_along_or_nothing_can_show_it() -> None:
    plain, old = io.StringIO(), Tty()
    old.says = "latin-1"
    for stream in (plain, old):
        qr.on_terminal(ADDRESSES[0], stream)
        assert stream.getvalue() == ""
    qr.on_terminal("", terminal := Tty())
    assert terminal.getvalue() == ""


@pytest.mark.parametrize("address", ["http://[abc", "https://example.org/" + "x" * 4000])
def test_an_address_that_no_code_can_show_has_none(address: str) -> None:
    assert qr.scannable(address) == address
    assert not qr.fits("https://example.org/" + "x" * 4000)
    qr.on_terminal(address, terminal := Tty())
    assert ("█" in terminal.getvalue()) == (len(address) < 100)
