"""Drawings: to scale, legible, the same each time, and those in hw/table_top are those that are made now."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_core.errors import ConfigError
from signifer_drivers.air.places import TAG_SPOTS
from signifer_firmware.config.model import load_table
from signifer_hw.table_top import drawing as drawn
from signifer_hw.table_top import files, heights
from signifer_hw.table_top.chances import picture
from signifer_hw.table_top.dims import _spread
from signifer_hw.table_top.drawing import Drawing, Pen, number, overlapping, svg, text_width_mm
from signifer_hw.table_top.files import TABLES, table_top_files
from signifer_hw.table_top.jigs import jigs
from signifer_hw.table_top.parts import CARDS
from signifer_hw.table_top.pdf import POINTS_PER_MM, Page, Window, pdf
from signifer_hw.table_top.plan import plan
from signifer_hw.table_top.sheets import CUT, from_above, from_below
from signifer_hw.table_top.side import side
from signifer_hw.table_top.tiles import A4_LANDSCAPE, OVERLAP, RULE_MM, pages, rule, template, tiles

HW = Path(__file__).parents[2] / "hw"


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    return table_top_files()


@pytest.fixture(scope="module")
def sheets() -> list[Drawing]:
    tops = [plan(load_table(name)) for name in TABLES]
    found = [drawing for top in tops for drawing in (from_above(top), from_below(top), template(top))]
    return [*found, *(page.sheet for top in tops for page in pages(top)), *jigs().values(), picture(), side()]


def test_what_is_kept_is_what_is_made(made: dict[str, bytes]) -> None:
    for path, data in made.items():
        assert (HW / path).read_bytes() == data, f"{path}: say make hw"
    there = {file.relative_to(HW).as_posix() for file in (HW / "table_top").iterdir()}
    assert there == {*made, "table_top/README.md"}


def test_making_is_the_same_each_time(made: dict[str, bytes]) -> None:
    assert table_top_files() == made


def test_a_top_that_cannot_be_built_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "TABLES", ("direct",))
    with pytest.raises(ConfigError) as refused:
        table_top_files()
    assert len(refused.value.faults) == 10
    assert refused.value.faults[0].startswith("table top direct: reader 1 red: 595 mm of lead")


def test_battens_are_higher_than_what_hangs_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heights.too_deep() == []
    monkeypatch.setattr(heights, "BATTEN_HEIGHT", 40.0)
    deep = "main board and Pi reaches 50 mm below the wood; at most 35 mm between battens of 40"
    with pytest.raises(ConfigError) as refused:
        table_top_files()
    assert f"side view: {deep}" in refused.value.faults


def test_the_side_view_names_each_kind_of_place_and_says_how_deep_it_is() -> None:
    words = {text.text for text in side().texts}
    assert {*heights.STACKS} <= words
    assert {number(heights.depth(name)) for name in heights.STACKS} <= words


def test_no_label_covers_another_or_leaves_its_sheet(sheets: list[Drawing]) -> None:
    assert {drawing.title: overlapping(drawing) for drawing in sheets if overlapping(drawing)} == {}


def test_labels_that_cover_each_other_are_found() -> None:
    drawing = Drawing("", 100, 100)
    drawing.text(50, 50, "one", 5)
    drawing.text(52, 52, "other", 5)
    drawing.text(98, 80, "outside", 5)
    drawing.text(20, 50, "turned", 5, degrees=90)
    assert overlapping(drawing) == [("one", "other"), ("outside", "the edge")]


def test_every_label_is_large_enough_to_read(sheets: list[Drawing]) -> None:
    assert min(text.size_mm for drawing in sheets for text in drawing.texts) >= 3
    for name in TABLES:
        top = plan(load_table(name))
        assert (
            min(text.size_mm for drawing in (from_above(top), from_below(top)) for text in drawing.texts) >= 6
        )


def test_every_screen_button_and_reader_is_named_in_the_drawings() -> None:
    for name in TABLES:
        table = load_table(name)
        above = {text.text for text in from_above(plan(table)).texts}
        assert {screen.place for screen in table.oleds} <= above
        assert {name.removeprefix("column ") for name in table.pins} <= above
        below = {text.text.split(":")[0] for text in from_below(plan(table)).texts}
        assert {reader.name for reader in table.readers} <= below
        assert {node.name for node in table.nodes} <= below


@pytest.mark.parametrize(("jig", "spots"), [("jig-tag", 1), ("jig-spots", 2), ("jig-spots", 4)])
def test_a_jigs_hole_is_where_the_model_has_tags(jig: str, spots: int) -> None:
    """From the middle of a card laid against the fence; turned round by half a turn it has its tag in another spot."""
    drawing = jigs()[jig]
    holes = [
        item for item in drawing.items if isinstance(item, drawn.Circle) and item.pen and not item.pen.dash_mm
    ]
    others = [
        item for item in drawing.items if isinstance(item, drawn.Circle) and item.pen and item.pen.dash_mm
    ]
    fences = [
        item.points[0] for item in drawing.items if isinstance(item, drawn.Path) and item.fill and item.pen
    ]
    at = int(spots == 4)
    (left, top), made = fences[at], [holes[at], *(others if spots == 4 else [])]
    width, height = CARDS.unit
    found = {(hole.x - left - width / 2, hole.y - top - height / 2) for hole in made}
    found |= {(-x, -y) for x, y in found}
    assert {(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in found} == {*TAG_SPOTS[spots]}
    assert all(hole.radius * 2 == CARDS.tag_diameter + 0.5 for hole in made)


def test_svg_is_in_millimetres() -> None:
    drawing = Drawing("A < B", 120, 80.5)
    drawing.rect(10, 20, 30, 40, Pen())
    drawing.text(50, 50, "wide", 5, "middle", 90)
    root = ET.fromstring(svg(drawing))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("120mm", "80.5mm", "0 0 120 80.5")
    names = [element.tag.rpartition("}")[2] for element in root]
    assert names == ["title", "rect", "polygon", "text"]
    assert root[0].text == "A < B"
    assert root[2].get("points") == "10,20 40,20 40,60 10,60"
    assert root[3].get("transform") == "rotate(-90 50 50)"
    assert float(root[3].get("textLength") or 0) == pytest.approx(text_width_mm("wide", 5), abs=0.01)


def test_widths_of_letters_are_those_of_helvetica() -> None:
    assert text_width_mm("Mi 0", 1000) == 833 + 222 + 278 + 556
    with pytest.raises(KeyError):
        text_width_mm("☃", 1)


@given(st.floats(-1000, 1000))
def test_numbers_are_short(value: float) -> None:
    text = number(value)
    assert abs(float(text) - value) <= 0.0051
    assert re.fullmatch(r"-?\d+(\.\d?[1-9])?", text)
    assert text != "-0"


@given(st.lists(st.floats(0, 500), min_size=1, max_size=20))
def test_figures_beside_a_drawing_are_moved_apart(places: list[float]) -> None:
    places.sort()
    spread = _spread(places, 6)
    assert all(one + 6 <= other + 1e-6 for one, other in itertools.pairwise(spread))
    if all(one + 6 <= other for one, other in itertools.pairwise(places)):
        assert spread == pytest.approx(places)


def test_a_pdf_is_whole(made: dict[str, bytes]) -> None:
    """Every object is where the table says, every stream as long as it says, every page A4."""
    for path, data in made.items():
        if not path.endswith(".pdf"):
            continue
        start = int(re.findall(rb"startxref\n(\d+)\n%%EOF\n$", data)[0])
        offsets = re.findall(rb"(\d{10}) 00000 n \n", data[start:])
        assert len(offsets) + 1 == int(re.findall(rb"/Size (\d+)", data)[0])
        for number_of_it, offset in enumerate(offsets, 1):
            assert data[int(offset) :].startswith(b"%d 0 obj\n" % number_of_it)
        for stream in re.finditer(rb"/Length (\d+) >>\nstream\n", data):
            assert data[stream.end() + int(stream[1]) :].startswith(b"\nendstream")
        sizes = {tuple(map(float, size.split())) for size in re.findall(rb"MediaBox \[0 0 ([^]]+)\]", data)}
        assert sizes in ({(841.89, 595.28)}, {(595.28, 841.89)}), path


def test_the_rule_measures_a_hundred_millimetres_on_paper() -> None:
    sheet = Drawing("", *A4_LANDSCAPE)
    rule(sheet, 20, 100)
    content = pdf("", [Page(sheet)]).decode("cp1252")
    scale = float(re.findall(r"stream\n([\d.]+) 0 0 -", content)[0])
    assert scale == pytest.approx(72 / 25.4, abs=1e-4)
    start, end = (float(found) for found in re.findall(r"([\d.]+) 100 m ([\d.]+) 100 l", content)[0])
    assert (end - start) == RULE_MM == 100
    assert abs(POINTS_PER_MM * RULE_MM - 283.4646) < 1e-3


@pytest.mark.parametrize("table", TABLES)
def test_the_saw_follows_the_edge_and_the_windows_and_nothing_else(table: str) -> None:
    """Rails are glued on top: on the template they have neither the saw's pen nor its word."""
    top = plan(load_table(table))
    drawing = template(top)
    sawn = [
        item for item in drawing.items if isinstance(item, drawn.Path) and item.closed and item.pen == CUT
    ]
    assert len(sawn) == 1 + len(top.screens)
    words = [text.text for text in drawing.texts]
    for zone in top.zones:
        assert f"glue: rail {zone}" in words
    assert any("glued" in text.text for text in pages(top)[0].sheet.texts)


@given(st.floats(100, 1500), st.floats(100, 1000))
def test_tiles_cover_a_template_and_share_a_strip(width: float, height: float) -> None:
    rows = tiles(width, height)
    last = rows[-1][-1]
    assert last.left + last.width >= width
    assert last.top + last.height >= height
    assert rows[0][0].left == rows[0][0].top == 0
    for row in rows:
        assert all(one.left + one.width - OVERLAP == other.left for one, other in itertools.pairwise(row))
    assert all(
        one[0].top + one[0].height - OVERLAP == other[0].top for one, other in itertools.pairwise(rows)
    )
    assert len({tile.name for row in rows for tile in row}) == len(rows) * len(rows[0])
    if len(rows) > 1:  # no sheet too many
        assert rows[-2][0].top + last.height < height


def test_sheets_of_a_top_fit_a_printer() -> None:
    for name in TABLES:
        sheets_of_it = pages(plan(load_table(name)))
        assert len(sheets_of_it) == (17 if name == "double" else 10)
        for page in sheets_of_it[1:]:
            left, top, width, height = page.windows[0].box
            assert min(left, top, A4_LANDSCAPE[0] - left - width, A4_LANDSCAPE[1] - top - height) >= 8


def test_a_window_shows_what_lies_in_it_and_no_more() -> None:
    inside = Drawing("", 500, 500)
    inside.text(20, 20, "near", 5)
    inside.text(400, 400, "far", 5)
    inside.circle(30, 30, 5)
    inside.circle(450, 450, 5)
    shown = pdf("", [Page(Drawing("", 100, 100), (Window(inside, 10, 10, (10, 10, 80, 80)),))])
    assert b"(near) Tj" in shown
    assert b"(far)" not in shown
    assert shown.count(b" c ") == 4


def test_brackets_in_a_text_are_kept_in_a_pdf() -> None:
    sheet = Drawing("", 100, 100)
    sheet.text(10, 10, "a (b) \\ c", 5)
    assert rb"(a \(b\) \\ c) Tj" in pdf("", [Page(sheet)])
