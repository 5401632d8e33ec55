"""Every benchmark runs, with few repetitions, and gives ratios; what does not depend on the machine is held to them.

The long ones, against other libraries and of memory, run in the soak.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
from rich.console import Console
from signifer_firmware.web.virtual.adviser import MOST_US
from typer.testing import CliRunner

from benchmarks import __main__ as command
from benchmarks import (
    bank,
    core,
    enrol,
    evening_plot,
    hand_to_eye,
    memory,
    node,
    odds,
    plot,
    readers,
    screens,
    stock,
    store,
    table,
    thinking,
    zones,
)
from benchmarks import page as page_bench
from benchmarks.contests import CONTESTS
from benchmarks.figures import QUICK, Figure, MissingPeerError, percentile
from tests.conftest import MissingTool


def ratio(figures: list[Figure], what: str, against: str) -> float:
    (found,) = (figure for figure in figures if figure.what == what and figure.against == against)
    return found.ratio


@pytest.fixture(scope="module")
def reader_figures(missing_tool_of_module: type[MissingTool]) -> list[Figure]:
    try:
        return readers.figures(QUICK)
    except MissingPeerError as error:
        missing_tool_of_module(str(error))
        raise


@pytest.mark.soak
def test_a_visit_is_held_against_each_library_and_the_air(reader_figures: list[Figure]) -> None:
    against = {figure.against for figure in reader_figures}
    assert against == {*stock.LIBRARIES, "air", "laid", "limit", "floor", "inventory"}
    assert ratio(reader_figures, "empty visit, chip selects", "mfrc522") < 0.01
    assert ratio(reader_figures, "1 tag, time a reading", "pi-rc522 read_id") < 0.2
    for tags in ("1 tag", "2 tags", "4 tags"):
        assert ratio(reader_figures, f"{tags}, found", "laid") == 1
        # Nothing is faster than the air; our host's share of a visit stays small.
        assert 1 < ratio(reader_figures, f"{tags}, time", "air") < 1.15


@pytest.mark.soak
def test_reader_and_bank_keep_their_limits_and_make_a_picture(reader_figures: list[Figure]) -> None:
    figures = [*reader_figures, *bank.figures(QUICK)]
    limits = [figure for figure in figures if figure.limit and not figure.wall]
    assert len(limits) == 3 + 1 + 1 + 2, "inventories, the empty reader, a round, p95 of lays and lifts"
    assert [figure.what for figure in limits if figure.over] == []
    picture = Xml.fromstring(plot.drawn(figures))
    bars = [box for box in picture.iter("{http://www.w3.org/2000/svg}rect") if box.get("height") != "12.0"]
    assert len(bars) == 1 + 4 * 5 + 4 * 3
    assert all(float(box.get("width", 0)) > 0 < float(box.get("height", 0)) for box in bars)
    assert {"no tag", "pi-rc522", "lifted to absent"} <= {text.text for text in picture.iter() if text.text}


@pytest.mark.slow
def test_nodes_keep_their_limits(missing_tool: type[MissingTool]) -> None:
    try:
        figures = node.figures(QUICK)
    except MissingPeerError as error:
        missing_tool(str(error))
        raise
    limits = [figure for figure in figures if figure.limit and not figure.wall]
    assert len(limits) == 2 + 2, "cycle, p95 of lays, memory, flash"
    assert [figure.what for figure in limits if figure.over] == []
    # Own times are those of this machine: only that there are some is certain.
    assert all(figure.ours > 0 for figure in figures if figure.what.startswith("own time"))
    for tags in (1, 2, 4):
        assert 1 < ratio(figures, f"field up, {tags} known, as in the visits before", "floor") < 1.3
        # What MicroPython takes of it where it plays nothing, as on the emulated chip (docs/benchmarks.md, Silicon).
        assert 1.4 < ratio(figures, f"field up, {tags} known", "floor") < 1.7


@pytest.mark.slow
def test_zones_of_one_reader_and_of_several_keep_their_limits() -> None:
    figures = zones.figures(QUICK)
    assert len([figure for figure in figures if figure.limit]) == 3 + 3 + 2
    assert [figure.what for figure in figures if figure.over] == []


def test_a_card_is_learnt_in_less_than_the_limit() -> None:
    figures = enrol.figures(QUICK)
    assert len([figure for figure in figures if figure.limit]) == len(figures) == 2 * 5
    assert [figure.what for figure in figures if figure.over and not figure.wall] == []


def test_the_drivers_processor_time_is_taken_without_the_twins() -> None:
    assert bank.driver_us(300_000) > 0


@pytest.mark.slow
def test_screens_send_what_changed() -> None:
    figures = screens.figures(QUICK)
    for driver, page in (("sh1106", 135 / 1080), ("ssd1309", 138 / 1034)):
        assert ratio(figures, f"{driver}, nothing changed, wire", "luma.oled") == 0
        assert 0 < ratio(figures, f"{driver}, one figure changed, wire", "luma.oled") < 0.1
        assert ratio(figures, f"{driver}, one page row changed, wire", "luma.oled") == pytest.approx(page)
        assert 0.9 < ratio(figures, f"{driver}, all changed, time", "luma.oled") < 1.1


@pytest.mark.slow
def test_a_robots_game_sends_less_than_a_quarter_of_full_frames_a_change() -> None:
    """A stretch of the game; whole frames for the screens that changed would be 1 and more of the last row."""
    rows = screens.game_figures(QUICK.decisions)
    what = "a robots' game, bytes a change at the table"
    assert ratio(rows, what, "luma.oled, all screens") < 0.25
    assert ratio(rows, what, "luma.oled, changed screens") < 0.65
    (limit,) = (row for row in rows if row.limit)
    assert limit.ratio == pytest.approx(4 * ratio(rows, what, "luma.oled, all screens"))
    assert not limit.over


def test_traffic_counts_every_frame_and_each_moment_once() -> None:
    traffic = screens.robot_game(2)
    assert traffic.frames["sh1106"] >= 10
    assert traffic.frames["ssd1309"] >= 2 + traffic.moments - 1, (
        "each decision at set-up changes both player screens"
    )
    assert traffic.moments < sum(traffic.frames.values())
    assert traffic.wire_bytes > 12 * 1_000


@pytest.mark.slow
def test_a_table_comes_to_believe_about_as_fast_as_the_air_allows() -> None:
    figures = [figure for figure in table.figures(QUICK) if not figure.wall]
    assert len(figures) == 9
    assert all(0 < figure.ratio < 7 for figure in figures)


@pytest.mark.slow
def test_from_hand_to_eye_the_buses_leave_the_host_most_of_the_time() -> None:
    found, share = hand_to_eye.seen_us(1, 0.0)
    assert share == 0
    assert 0 < found["pad"][0] < hand_to_eye.LIMIT_US / 2
    assert 300_000 < found["column"][0] < 400_000
    slow, share = hand_to_eye.seen_us(1, 1.0)
    assert slow["pad"][0] > found["pad"][0]
    assert 0 < share < 1


def test_the_hosts_time_is_taken_without_the_twins(monkeypatch: pytest.MonkeyPatch) -> None:
    """30 us of the host, 500 in a twin, of which 100 in one below, 20 more of the host."""
    times = iter([0, 30_000, 530_000, 550_000])
    monkeypatch.setattr("benchmarks.hand_to_eye.time.thread_time_ns", lambda: next(times))
    meter = hand_to_eye.Meter()
    meter.factor = 10.0
    meter.begin()
    seen: list[float] = []
    below = meter.outside(lambda: seen.append(meter.spent_us()))
    meter.outside(below)()
    assert seen == [300.0], "while a twin is at work the host's time stands still"
    assert meter.spent_us() == 500.0


def test_the_queens_that_a_processor_is_judged_by() -> None:
    class Counted(hand_to_eye.Queens):
        checks = 0

        def _is_free(self, row: int, other: int, column: int) -> int:
            self.checks += 1
            return super()._is_free(row, other, column)

    queens = Counted(hand_to_eye.QUEENS)
    queens.place()
    assert (queens.found, queens.checks) == (92, hand_to_eye.CHECKS)
    assert hand_to_eye.slower(1) > 0


@pytest.fixture(scope="module")
def core_figures() -> list[Figure]:
    return core.figures(QUICK)


@pytest.mark.slow
def test_the_record_keeps_its_budget_also_for_a_piece_of_a_game() -> None:
    figures = store.figures(QUICK)
    assert 0 < ratio(figures, f"{store.GAME}, handed to the system", "SQLite's rollback journal") < 1
    assert [figure.what for figure in figures if figure.over and not figure.wall] == []


def test_the_page_and_all_that_belongs_to_it_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_bench, "BROWSERS", ())
    (size,) = page_bench.figures(QUICK)
    assert (size.limit, size.wall, size.over) == (True, False, False)
    assert size.what.startswith("page and assets, of the game and the language with most")
    assert size.ours > 100_000, "fonts and scripts are counted"


@pytest.mark.soak
def test_what_hands_do_is_seen_on_the_page_and_told_to_listeners(missing_tool: type[MissingTool]) -> None:
    """How soon is another matter, and this machine's."""
    with page_bench._browser() as browser:
        if browser is None:
            missing_tool("Chromium, or playwright")
        assert browser is not None
        with page_bench._served() as port, page_bench._process("look-on", str(port), "2") as listening_on:
            assert page_bench.first_picture_ms(browser, port, 1)[0] > 0
            hands, spectator = (page_bench._opened(browser, port, role) for role in ("hand", "spectator"))
            found = page_bench.release_ms(hands, [hands, spectator], times=1)
            told, _ = listening_on.communicate("")
    assert all(times[kind][0] > 0 for times in found for kind in ("lay", "lift"))
    assert int(told) > 0


@pytest.mark.soak
def test_memory_gives_ratios() -> None:
    assert all(figure.ratio > 0 for figure in memory.figures(QUICK))


def test_a_step_of_ours_is_held_to_a_ply_of_python_chess(core_figures: list[Figure]) -> None:
    (step,) = (figure for figure in core_figures if figure.against == "python-chess: a ply")
    assert (step.what, step.limit, step.wall) == ("a step of a random game", True, True)
    assert all(figure.ratio > 0 and figure.part == "core" for figure in core_figures)


@pytest.mark.parametrize("knowledge", ["full knowledge", "table's view"])
@pytest.mark.parametrize("what", ["one action judged", "all legal actions"])
def test_judging_and_listing_have_a_limit_in_both_kinds_of_knowledge(
    core_figures: list[Figure], what: str, knowledge: str
) -> None:
    name = f"{what}, {knowledge}, p99"
    limits = [figure.theirs for figure in core_figures if figure.what == name and figure.limit]
    assert limits == [core.VISIT_US]


@pytest.mark.slow
def test_what_a_decision_costs_is_told_of_two_boards_and_each_game() -> None:
    figures = thinking.figures(QUICK)
    assert len(figures) == 2 * len(CONTESTS)
    assert {figure.theirs for figure in figures} == {MOST_US}
    for pi_4, zero in zip(figures[::2], figures[1::2], strict=True):
        assert 3 < zero.ours / pi_4.ours < 4, "the boards differ as the queens do"


def test_odds_have_a_limit_and_stand_beside_sampling() -> None:
    figures = odds.figures(QUICK)
    assert [figure.theirs for figure in figures if figure.limit] == [odds.LIMIT_US] * 4
    assert 0 < ratio(figures, "one kind, every turn of a round, p50", "1000 deals sampled, one turn") < 1


def test_random_games_are_timed_from_the_first_turn_to_their_end() -> None:
    rules = core.judging().rules
    state = core.opening(rules, random.Random(1))
    assert (state.turn, state.step, state.full) == (1, "advance", True)
    game = list(core.played(rules, state, random.Random(1)))
    assert game == list(core.played(rules, state, random.Random(1)))
    assert {later.step for later in game} >= {
        "advance",
        "flank",
        "actions",
        "bonus",
        "result",
        "draw",
        "drawing",
    }
    assert not any(rules.outcome(later) for later in game)
    last = game[-1]
    ends = {rules.outcome(rules.apply(last, action)) for action in rules.legal_actions(last)}
    assert ends - {None}


def test_positions_are_taken_from_all_steps_alike() -> None:
    rules = core.judging().rules
    found = core.full_positions(rules, 60, random.Random(2))
    counts = Counter(state.step for state in found)
    assert len(found) == 60
    assert len(counts) >= 10
    assert max(counts.values()) - min(counts.values()) <= 1


def test_without_python_chess_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(MissingPeerError, match="python-chess"):
        core.figures(QUICK)
    assert CliRunner().invoke(command.app(), ["--quick", "--only", "core"]).exit_code == 2


def test_the_command_prints_a_table_and_writes_json(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    app = command.app()
    done = CliRunner().invoke(app, ["--quick", "--only", "core", "--json", str(file)])
    assert done.exit_code in (0, 1), done.output
    assert "placements judged a second" in " ".join(done.output.split())
    written = json.loads(file.read_text(encoding="utf-8"))
    assert written["machine"]["cores"] >= 1
    assert written["commit"] == command.commit()
    assert {figure["part"] for figure in written["figures"]} == {"core"}
    assert all(figure["ratio"] >= 0 for figure in written["figures"])


def test_a_commit_is_named_and_what_was_changed_since_and_nothing_outside_a_repository(
    tmp_path: Path,
) -> None:
    assert command.commit(tmp_path) is None
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    (tmp_path / "file").write_text("a")
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "a"]):
        subprocess.run([*git, *words], check=True)
    named = command.commit(tmp_path)
    assert named is not None
    assert re.fullmatch("[0-9a-f]{8}", named)
    (tmp_path / "file").write_text("b")
    assert command.commit(tmp_path) == f"{named}, changed"


def test_an_unknown_part_is_wrong_usage() -> None:
    done = CliRunner().invoke(command.app(), ["--only", "antenna"])
    assert done.exit_code == 2
    assert "antenna" in done.output


def test_a_limit_exceeded_shows() -> None:
    over = Figure("core", "thing", "us", 6, "limit", 5, limit=True)
    peer = Figure("core", "thing", "us", 6, "peer", 5)
    assert (over.over, peer.over) == (True, False)
    console = Console(width=120, record=True, file=None, quiet=False)
    with console.capture() as captured:
        console.print(command.shown([over, peer]))
    assert captured.get().count(" over") == 1
    with pytest.raises(ValueError, match="no ratio"):
        Figure("core", "thing", "us", 6, "peer", 0)


def test_percentiles_are_values_that_occurred() -> None:
    values = [5, 1, 4, 2, 3]
    assert [percentile(values, percent) for percent in (0, 20, 50, 95, 100)] == [1, 1, 3, 5, 5]


def test_a_long_evening_is_drawn_from_its_samples(tmp_path: Path) -> None:
    kept = json.loads((Path(__file__).parents[2] / "docs" / "evening.json").read_text())
    assert kept[-1]["hours"] >= 24
    picture = Xml.fromstring(evening_plot.drawn(kept))
    curves = list(picture.iter("{http://www.w3.org/2000/svg}polyline"))
    assert len(curves) == len(evening_plot.PANELS)
    assert all(len(curve.get("points", "").split()) == len(kept) for curve in curves)
    assert (Path(__file__).parents[2] / "docs" / "evening.svg").read_text() == evening_plot.drawn(kept)
