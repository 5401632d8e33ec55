"""docs/benchmarks.md says of bank, nodes and zones what docs/benchmarks.json has."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KEPT = json.loads((ROOT / "docs" / "benchmarks.json").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
ROUND, CYCLE = "a round of 12 readers, 20 tags, ", "a cycle of five nodes, 20 tags, "
LAID, LIFTED, UP = "laid to present, ", "lifted to absent, ", "field up, "
PERCENTS = ("p50", "p95", "p99")
# Of each row, in the page's order, what the file calls its figures, and that they are against where it has several.
ROWS = {
    "bank": [
        [f"{ROUND}time against air"],
        [f"{ROUND}time against limit"],
        *([f"{what}{percent}"] for what in (LAID, LIFTED) for percent in PERCENTS),
        *([f"{what}noise, {percent}" for percent in PERCENTS] for what in (LAID, LIFTED)),
        [f"{ROUND}{count}" for count in ("ioctls", "chip selects", "bytes")],
        None,  # the processor's time, another one in each run
    ],
    "node": [
        [f"{CYCLE}longest"],
        [f"{CYCLE}median"],
        *([f"{LAID}{percent}"] for percent in PERCENTS),
        [f"{LIFTED}{percent}" for percent in PERCENTS[:2]],
        None,
        [f"{UP}inventory of {tags}" for tags in (1, 2, 4)],
        [f"{UP}{tags} known" for tags in (1, 2, 4)],
        [f"{UP}{tags} known, as in the visits before" for tags in (1, 2, 4)],
        ["memory of program and readers"],
        ["files on the flash"],
    ],
}


def section(heading: str) -> str:
    return PAGE[PAGE.index(f"\n## {heading}") + 1 :].split("\n## ")[0]


def same(cell: str, wanted: list[float]) -> bool:
    """Whether a cell has these figures, each to its own last place; one without any tells nothing."""
    told = re.findall(r"\d[\d,]*(?:\.\d+)?", cell.replace(", ", " "))
    places = [len(figure.partition(".")[2]) for figure in told]
    return not told or [float(figure.replace(",", "")) for figure in told] == [
        pytest.approx(value, abs=0.5001 * 10**-place) for value, place in zip(wanted, places, strict=True)
    ]


@pytest.mark.parametrize(("part", "heading"), [("bank", "Bank"), ("node", "Nodes")])
def test_the_page_tells_what_the_file_has(part: str, heading: str) -> None:
    kept = {}
    for figure in KEPT["figures"]:
        if figure["part"] == part and not figure["wall"]:
            kept[figure["what"]] = kept[f"{figure['what']} against {figure['against']}"] = figure
    lines = re.findall(r"^\|.*\|$", section(heading), re.M)[2:]
    for line, names in zip(lines, ROWS[part], strict=True):
        if names is None:
            continue
        found = [kept[name] for name in names]
        scales = [1000 if figure["unit"] == "us" else 1 for figure in found]
        _, _, ours, theirs, ratios, _ = line.split("|")
        for cell, key in ((ours, "ours"), (theirs.partition(":")[2], "theirs")):
            wanted = [figure[key] / scale for figure, scale in zip(found, scales, strict=True)]
            assert same(cell, wanted), (line, wanted)
        assert same(ratios, [figure["ratio"] for figure in found]), line
    unsaid = {name for name in kept if " against " not in name} - {
        name.partition(" against ")[0] for names in ROWS[part] for name in names or ()
    }
    assert not unsaid


def test_the_page_tells_what_the_file_has_of_zones() -> None:
    rows = [line.split("|")[2:6] for line in re.findall(r"^\| .*ms \|.*", section("Zones of one"), re.M)]
    single, _, double, _ = zip(*rows, strict=True)
    told = [float(cell) for cell in (*single, *double) if cell.strip()]
    ours = [f["ours"] / 1000 for f in KEPT["figures"] if f["part"] == "zones" and f["limit"]]
    assert len(ours) == 8
    assert told == pytest.approx(ours, abs=0.5)


def test_the_figures_kept_are_those_of_their_command() -> None:
    (said,) = re.findall(r"-m benchmarks (.*) --json docs/benchmarks.json", PAGE)
    assert {figure["part"] for figure in KEPT["figures"]} == set(re.findall(r"--only (\S+)", said))
    assert re.fullmatch("[0-9a-f]{8}", KEPT["commit"])
    assert f"`{KEPT['commit']}`" in PAGE


def test_the_commit_that_is_named_is_one_of_this_branch() -> None:
    def git(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", "-C", ROOT, *words], check=False, capture_output=True, text=True)

    try:
        where = git("rev-parse", "--show-toplevel", "--is-shallow-repository").stdout.splitlines()
    except OSError:
        where = []
    if where != [str(ROOT), "false"]:
        pytest.skip("no repository with its history")
    assert git("merge-base", "--is-ancestor", KEPT["commit"], "HEAD").returncode == 0
