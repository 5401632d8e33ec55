"""Printed boards: their copper is their circuit, no rule is broken, and a broken one is noticed; files read back."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import astuple, replace
from itertools import pairwise
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_drivers.air.places import ONE
from signifer_drivers.air.reading import worst_chances
from signifer_firmware.wiring_guide.parts import End
from signifer_hw.boards import coil, main, node
from signifer_hw.boards.board import BOTTOM, GRID, TOP, Board, Footprint, Pad, Placed, Track, Via
from signifer_hw.boards.check import faults, misplaced
from signifer_hw.boards.files import board_files, boards, parts_csv
from signifer_hw.boards.gerber import gerbers
from signifer_hw.boards.gerber_reader import Stroke, read_drill, read_gerber
from signifer_hw.boards.kicad import kicad_board, kicad_project, nets_of
from signifer_hw.boards.labels import labels, marks
from signifer_hw.boards.pictures import from_above, placement
from signifer_hw.boards.route import NoWayError, routed
from signifer_hw.table_top.coils import MODULE, resonance_mhz
from signifer_hw.table_top.drawing import overlapping
from signifer_hw.table_top.parts import AIR, RULES
from signifer_hw.tables import design

HW = Path(__file__).parents[2] / "hw"
# KEMET's data sheets C1049 and C1050, lead spacing S: 0.1 or 0.2 inch by the third figure of the style.
LEADS_UM = {"C315": 2540, "C317": 5080, "C320": 2540, "C322": 5080, "C330": 5080}
# By name: while tests are collected no board is made, which takes half a second in each process.
BOTH = pytest.mark.parametrize("made", ["node", "coil"], indirect=True)


@pytest.fixture
def made(request: pytest.FixtureRequest) -> Board:
    by_name = {board.name: board for board in boards()}
    assert list(by_name) == ["node", "coil"]
    return by_name[request.param]


def of_circuit() -> dict[str, set[tuple[str, str]]]:
    nets = node.circuit()
    return {
        net: {(nets.parts[end.part].ref, nets.pin(end).place) for end in ends}
        for net, ends in nets.nets.items()
    }


def test_the_boards_netlist_is_the_circuits() -> None:
    kept = (HW / "boards/node/node.kicad_pcb").read_text(encoding="utf-8")
    assert nets_of(kept) == of_circuit()
    assert len(of_circuit()) == 22


def test_it_is_every_column_nodes_of_the_double_table() -> None:
    """Its sheet names each part as the board has it printed, and joins the same pins."""
    joined = {frozenset(pins) for pins in of_circuit().values()}
    columns = [nets for nets in design("double").nodes if nets.name.startswith("node column")]
    assert len(columns) == 5
    for nets in columns:
        found = [
            {(nets.parts[end.part].ref, nets.pin(end).place) for end in ends} for ends in nets.nets.values()
        ]
        assert {frozenset(pins) for pins in found} == joined, nets.name


def test_a_pin_on_another_net_is_noticed() -> None:
    swapped = dict(node.board().nets)
    swapped["J1", "2"], swapped["J1", "3"] = swapped["J1", "3"], swapped["J1", "2"]
    assert nets_of(kicad_board(replace(node.board(), nets=swapped))) != of_circuit()


def test_every_part_of_the_circuit_is_on_the_board_with_its_order_number() -> None:
    there = {part.ref: part.number for part in node.board().placed}
    assert there == {part.ref: part.kind.number for part in node.circuit().parts.values()}
    listed = parts_csv(node.board())
    assert all(number in listed for number in there.values())
    assert sum(int(line.split(",")[0]) for line in listed.splitlines()[1:]) == len(there)


@BOTH
def test_no_rule_is_broken(made: Board) -> None:
    assert faults(made) == ()


def first_of(net: str) -> Track:
    return next(track for track in node.board().tracks if track.net == net)


def without(net: str) -> Callable[[Board], Board]:
    return lambda made: replace(made, tracks=tuple(track for track in made.tracks if track.net != net))


def moved(ref: str, x: int, y: int) -> Callable[[Board], Board]:
    def broken(made: Board) -> Board:
        placed = (
            replace(part, x=part.x + x, y=part.y + y) if part.ref == ref else part for part in made.placed
        )
        return replace(made, placed=tuple(placed))

    return broken


def more(*tracks: Track) -> Callable[[Board], Board]:
    return lambda made: replace(made, tracks=(*made.tracks, *tracks))


def thin(made: Board) -> Board:
    first, *rest = made.tracks
    return replace(made, tracks=(replace(first, width=200), *rest))


def shifted_via(made: Board) -> Board:
    first, *rest = made.vias
    return replace(made, vias=(replace(first, x=first.x + 900, y=first.y + 900), *rest))


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (without("N1_RESET"), "N1_RESET is in"),
        (without("N1_GND"), "N1_GND is in"),
        (more(Track("N1_SCK", TOP, 20 * GRID, 10 * GRID, 50 * GRID, 50 * GRID, 400)), "apart at"),
        (
            more(Track("N1_GND", BOTTOM, 200, 30 * GRID, 200, 31 * GRID, 400)),
            "a track of N1_GND is 0.00 mm from the edge",
        ),
        (
            more(Track("N1_GND", BOTTOM, 3 * GRID, 5 * GRID, 3 * GRID, 6 * GRID, 4000)),
            "from a hole; at least 0.25 mm",
        ),
        (thin, "is 0.20 mm wide; at least 0.30 mm"),
        (shifted_via, "a via of"),
        (moved("R1", 0, GRID), "R1 and R2 lie upon each other"),
        (moved("R3", 0, -6 * GRID), "lies over U3."),
        (
            lambda made: replace(made, vias=(*made.vias, Via("N1_GND", 2 * GRID, 52 * GRID, 600, 400))),
            "a via of N1_GND has a ring of 0.10 mm; at least 0.15 mm",
        ),
    ],
)
def test_a_broken_rule_is_noticed(broken: Callable[[Board], Board], said: str) -> None:
    found = faults(broken(node.board()))
    assert any(said in fault for fault in found), found[:5]


def test_the_same_way_is_found_again() -> None:
    bare = replace(node.board(), tracks=(), vias=())
    again = routed(bare, "N1_GND", ("N1_3V3", "N1_5V", "N1_VBUS"))
    assert (again.tracks, again.vias) == (node.board().tracks, node.board().vias)


def test_what_feeds_is_wide_where_it_can_be() -> None:
    widths = {track.width for track in node.board().tracks if track.net in ("N1_5V", "N1_VBUS")}
    assert max(widths) >= 1000
    assert all(track.width == 400 for track in node.board().tracks if track.net == "N1_SCK")


def test_a_pad_that_is_walled_in_has_no_way() -> None:
    one = Footprint("", (Pad("1", 0, 0, 1600, 800),), (-800, -800, 800, 800))
    ring = [(x, y) for x in (9, 10, 11) for y in (9, 10, 11) if (x, y) != (10, 10)]
    places = [
        ("A", 10, 10, "in"),
        ("B", 20, 20, "in"),
        *((f"W{at}", x, y, "") for at, (x, y) in enumerate(ring)),
    ]
    made = Board(
        name="walled",
        title="",
        width=30 * GRID,
        height=30 * GRID,
        placed=tuple(Placed(ref, "", "", "", one, x * GRID, y * GRID) for ref, x, y, _ in places),
        nets={(ref, "1"): net for ref, _, _, net in places if net},
    )
    with pytest.raises(NoWayError, match="walled: in finds no way"):
        routed(made, "gnd", ())
    off = replace(made, placed=(replace(made.placed[0], x=100), *made.placed[1:]))
    with pytest.raises(NoWayError, match=r"A.1 is off the grid"):
        routed(off, "gnd", ())


# Gerber and drill files, read back


def drawn(text: str, height: int) -> list[Stroke]:
    """What a file draws, downwards as the board has it."""
    return [
        Stroke(net, width, tuple((x, height - y) for x, y in points))
        for net, width, points in map(astuple, read_gerber(text).strokes)
    ]


@BOTH
@pytest.mark.parametrize(("layer", "file"), [(TOP, "F_Cu.gtl"), (BOTTOM, "B_Cu.gbl")])
def test_copper_in_gerber_is_the_boards(made: Board, layer: int, file: str) -> None:
    text = (HW / f"boards/{made.name}/gerber/{made.name}-{file}").read_text()
    assert f"%TF.FileFunction,Copper,L{layer + 1}," in text
    wanted = [Stroke(net, pad.size, ((part.x + pad.x, part.y + pad.y),)) for part, pad, net in made.pads()]
    wanted += [Stroke(via.net, via.size, ((via.x, via.y),)) for via in made.vias]
    wanted += [
        Stroke(track.net, track.width, ((track.x1, track.y1), (track.x2, track.y2)))
        for track in made.tracks
        if track.layer == layer
    ]
    assert Counter(drawn(text, made.height)) == Counter(wanted)


@BOTH
def test_the_edge_goes_round_and_the_mask_leaves_pads_bare(made: Board) -> None:
    files = gerbers(made)
    around = drawn(files[f"{made.name}-Edge_Cuts.gm1"], made.height)
    corners = [line.points[0] for line in around]
    assert corners == [(0, 0), (made.width, 0), (made.width, made.height), (0, made.height)]
    for side in ("F_Mask.gts", "B_Mask.gbs"):
        bare = drawn(files[f"{made.name}-{side}"], made.height)
        assert len(bare) == len(list(made.pads())) + len(made.holes)
        assert "%TF.FilePolarity,Negative*%" in files[f"{made.name}-{side}"]


@BOTH
def test_every_hole_is_drilled_once(made: Board) -> None:
    files = gerbers(made)

    def drilled(text: str) -> list[tuple[int, int, int]]:
        return sorted((size, x, made.height - y) for size, (x, y) in read_drill(text))

    plated = [(pad.drill, part.x + pad.x, part.y + pad.y) for part, pad, _ in made.pads()]
    plated += [(via.drill, via.x, via.y) for via in made.vias]
    assert drilled(files[f"{made.name}-PTH.drl"]) == sorted(plated)
    assert drilled(files[f"{made.name}-NPTH.drl"]) == sorted(
        (hole.drill, hole.x, hole.y) for hole in made.holes
    )


@pytest.mark.parametrize(
    "line", ["G36*", "%LPC*%", "%AMBOX*1,1,1,0,0*%", "D03*", "X1Y1D04*", "%ADD10R,1X2*%", "M00*"]
)
def test_what_no_file_of_ours_says_is_not_passed_over(line: str) -> None:
    text = gerbers(coil.board())["coil-F_Cu.gtl"]
    with pytest.raises(ValueError, match="no command that our Gerber files have"):
        read_gerber(text.replace("G01*", f"G01*\n{line}"))
    with pytest.raises(ValueError, match="to its end"):
        read_gerber(text.removesuffix("M02*\n"))
    with pytest.raises(ValueError, match="no command that our drill files have: G00"):
        read_drill("M48\nG00\n")


@BOTH
def test_the_picture_from_above_is_drawn_from_the_makers_files(
    made: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them but those of the board's other side, and what they lack, the picture lacks."""
    path = f"boards/{made.name}/from-above.svg"
    whole = board_files()[path]
    for kind in ("F_Cu.gtl", "B_Cu.gbl", "F_Mask.gts", "F_Silk.gto", "PTH.drl", "NPTH.drl"):

        def less(board: Board, kind: str = kind) -> dict[str, str]:
            files = gerbers(board)
            name = f"{board.name}-{kind}"
            if found := re.findall(r"^X.*(?:D0[13]\*|\.\d+)$", files.get(name, ""), re.M):
                files[name] = files[name].replace(f"{found[-1]}\n", "")
            return files

        monkeypatch.setattr("signifer_hw.boards.files.gerbers", less)
        there = f"{made.name}-{kind}" in gerbers(made)
        assert (board_files()[path] != whole) == there, kind


@BOTH
def test_the_picture_from_above_has_every_stroke_of_the_top(made: Board) -> None:
    picture = from_above(made.title, gerbers(made))
    for kind in ("F_Cu.gtl", "B_Cu.gbl", "F_Silk.gto"):
        strokes = drawn(gerbers(made)[f"{made.name}-{kind}"], made.height)
        assert strokes
        for stroke in strokes:
            places = [f"{x / 1000:g} {y / 1000:g}" for x, y in stroke.points]
            there = f"M{'L'.join(places)}"
            if len(places) == 1:
                x, y = places[0].split()
                there = f'<circle cx="{x}" cy="{y}" r="{stroke.width / 2000:g}"/>'
            assert there in picture, stroke


@BOTH
def test_nothing_is_printed_on_bare_copper_or_twice_in_one_place(made: Board) -> None:
    assert overlapping(placement(made, [])) == []
    places = [*labels(made).values(), *((x, y) for x, y, _ in marks(made))]
    assert min(math.dist(one, other) for at, one in enumerate(places) for other in places[at + 1 :]) > 1000
    for x, y in places:
        for part, pad, _ in made.pads():
            away = max(abs(x - part.x - pad.x), abs(y - part.y - pad.y)) - pad.size / 2
            assert away > 450, part.ref


def test_what_has_a_side_says_so() -> None:
    texts = [text for _, _, text in marks(node.board())]
    assert texts.count("+") == 5
    assert texts.count("1") == 7


def test_a_board_with_a_fault_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = without("N1_SCK")(node.board())
    monkeypatch.setattr("signifer_hw.boards.files.boards", lambda: (bad,))
    with pytest.raises(ConfigError, match="board node: N1_SCK is in"):
        board_files()


@BOTH
def test_a_capacitors_holes_are_as_far_apart_as_its_leads(made: Board) -> None:
    ceramic = [part for part in made.placed if part.number.startswith("C3")]
    assert ceramic
    for part in ceramic:
        first, second = part.footprint.pads
        assert math.hypot(first.x - second.x, first.y - second.y) == LEADS_UM[part.number[:4]], part.number


def test_it_fits_between_the_sides_of_a_column() -> None:
    made = node.board()
    assert made.width / 1000 <= RULES.column_pitch - RULES.gap


# The main board


def test_the_main_boards_parts_all_have_their_place() -> None:
    made = main.board()
    assert misplaced(made) == ()
    assert overlapping(placement(made, [], main.HOLE)) == []
    assert {part.ref for part in made.placed} == {part.ref for part in design("standard").main.parts.values()}
    first = made.placed[0]
    for part, pad, _ in made.pads():
        apart = part.x + pad.x - first.x - first.footprint.pads[0].x, part.y + pad.y - first.y
        assert all(way % main.HOLE == 0 for way in apart), part.ref


def test_parts_that_lie_upon_each_other_are_told() -> None:
    assert "R5 and R20 lie upon each other" not in misplaced(main.board())
    found = misplaced(moved("J16", 4 * main.HOLE, 0)(main.board()))
    assert "J16 and J17 lie upon each other" in found
    assert any(
        "is -" in fault and "from the edge" in fault
        for fault in misplaced(moved("J4", 0, -20_000)(main.board()))
    )


def test_a_buttons_three_parts_stand_by_its_plug() -> None:
    made, circuit = main.board(), design("standard").main
    at = {part.ref: part for part in made.placed}
    for plug in (part for part in circuit.parts.values() if part.name.startswith("button ")):
        column = at[plug.ref].x
        near = [
            ref
            for ref, part in at.items()
            if ref[0] in "RC" and column <= part.x < column + 3 * main.HOLE and part.y > 70_000
        ]
        nets = {
            circuit.net_of(end)
            for ref in near
            for end in circuit.ends()
            if circuit.parts[end.part].ref == ref
        }
        assert circuit.net_of(End(plug.name, "1")) in nets
        assert sorted(ref[0] for ref in near) == ["C", "R", "R"]
        assert {"GND", "3V3_PI"} <= nets


# The coil


def test_the_coils_turns_do_not_touch() -> None:
    assert coil.turns_apart(coil.board()) >= coil.board().rules.clearance
    corners = coil.turns()
    assert max(x for x, _ in corners) - min(x for x, _ in corners) + coil.WIDTH == 56_000
    above = [y for _, y in corners[1:]]
    assert max(above) - min(above) + coil.WIDTH == 86_000


def test_its_middle_is_half_way() -> None:
    way = coil.turns()
    lengths = [math.dist(one, other) for one, other in pairwise(way)]
    to_tap = sum(lengths[: way.index((coil._STEP_X, way[1][1]))])
    assert to_tap == pytest.approx(sum(lengths) / 2, rel=0.05)
    assert sum(lengths) == pytest.approx(1000 * sum(turn.length for turn in coil.COIL.turns), rel=0.05)


def test_its_capacitors_bring_it_where_the_modules_own_coil_was() -> None:
    module_pf = 1e21 / ((2 * math.pi * 13_560_000) ** 2 * MODULE.inductance_nh)
    at_ends = module_pf + coil.trim_pf() / 2
    assert resonance_mhz(coil.inductance_nh(), at_ends) == pytest.approx(13.56, rel=0.02)
    assert coil.extra_pf() == pytest.approx(105, abs=1)
    readme = (HW / "boards" / "README.md").read_text()
    assert f"{coil.extra_pf():.0f} pF" in readme
    assert f"{coil.inductance_nh() / 1000:.2f} uH" in readme
    for added in (coil.trim_pf(), coil.extra_pf()):
        seen = coil.seen_ohm(added)
        assert f"{seen.real:.0f} - {-seen.imag:.0f}j ohm" in readme
    assert abs(coil.seen_ohm(0)) > 4 * coil.MATCHED_OHM or coil.seen_ohm(0).real < 2
    assert all(part.value == "100 pF" for part in coil.board().placed if part.ref.startswith("C"))


def test_it_reads_two_cards_better_than_a_module() -> None:
    assert min(worst_chances(coil.COIL, ONE[:2])) > min(worst_chances(AIR.coils[AIR.reference], ONE[:2]))


@pytest.mark.soak
@BOTH
def test_kicads_own_check_finds_nothing(made: Board, tmp_path: Path) -> None:
    """Where KiCad 6 or later is installed, with its module for Python."""
    python = shutil.which("python3", path="/usr/bin")
    if python is None or subprocess.run([python, "-c", "import pcbnew"], capture_output=True).returncode:
        pytest.skip("KiCad is not installed")

    def report(board: Board) -> str:
        file = tmp_path / f"{made.name}.kicad_pcb"
        file.write_text(kicad_board(board), encoding="utf-8")
        file.with_suffix(".kicad_pro").write_text(kicad_project(board), encoding="utf-8")
        said = tmp_path / "said"
        script = (
            "import pcbnew, sys; board = pcbnew.LoadBoard(sys.argv[1]); "
            "pcbnew.WriteDRCReport(board, sys.argv[2], pcbnew.EDA_UNITS_MILLIMETRES, True)"
        )
        subprocess.run(
            [python, "-c", script, str(file), str(said)], check=True, capture_output=True, timeout=120
        )
        return said.read_text()

    good = report(made)
    assert "Found 0 DRC violations" in good
    assert "Found 0 unconnected pads" in good
    if made.name == "node":
        assert "Found 0 unconnected pads" not in report(without("N1_RESET")(made))
        assert "[clearance]" in report(shifted_via(made))
