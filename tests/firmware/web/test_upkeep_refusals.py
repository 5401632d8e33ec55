"""Why upkeep refuses something, in the page's three languages: by codes and figures that come with the sentence."""

from __future__ import annotations

import ast
import errno
import json
import pickle
import re
from pathlib import Path

import pytest
import signifer_core
import signifer_firmware
from signifer_core.errors import ConfigError, Fault, SigniferError, plain
from signifer_firmware.enrolment.corrections import Corrections
from signifer_firmware.game_api import registry
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.web.upkeep.refusals import causes, faults_of, without_place

from tests.firmware.web.static import STATIC

PACKAGES = [Path(path) for package in (signifer_core, signifer_firmware) for path in package.__path__]
MAKERS = ("Fault", "_faulty")


def stated() -> dict[str, set[str]]:
    """The codes of all faults that are made anywhere, each with the names of its figures."""
    found: dict[str, set[str]] = {}
    for path in (path for package in PACKAGES for path in package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") in MAKERS):
                continue
            for code in (each.value for each in node.args if isinstance(each, ast.Constant)):
                if isinstance(code, str) and re.fullmatch(r"[a-z]+(-[a-z]+)*", code):
                    found[code] = {each.arg for each in node.keywords if each.arg}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_fault_has_its_sentence_with_its_figures(language: str) -> None:
    words = json.loads((STATIC / f"upkeep/{language}.json").read_text(encoding="utf-8"))
    codes = stated()
    assert {"figure-range", "figure-below", "update-damaged", "update-room", "own-files"} <= codes.keys()
    for code, figures in codes.items():
        told = set(re.findall(r"\{(\w+)\}", words[f"upkeep.why.{code}"]))
        assert told <= figures, code
    assert "{said}" in words["upkeep.why.other"]


def test_a_figure_out_of_bounds_says_which_one_and_the_bounds(tmp_path: Path) -> None:
    for game, card, figures, wanted in (
        ("field-of-glory", "red/spear-1", {"combat": 50}, {"figure": "combat", "least": 0, "most": 20}),
        ("thermopyles", "persian-1", {"annihilation_value": 0}, {"figure": "annihilation_value"}),
    ):
        corrections = Corrections(tmp_path / f"{game}.toml", registry.catalogues()[game])
        with pytest.raises(ConfigError) as wrong:
            corrections.state(card, {name: (value, "kind") for name, value in figures.items()})
        told = causes(faults_of(wrong.value))
        assert told
        for cause in told:
            assert isinstance(cause, dict)
            assert isinstance(cause["figures"], dict)
            assert wanted.items() <= cause["figures"].items()


def test_a_fault_stays_one_wherever_it_goes() -> None:
    fault = Fault("/a/b: no\x1b", "update-none", version="2")
    (kept,) = ConfigError([fault]).faults
    assert isinstance(kept, Fault)
    assert (kept, kept.code, kept.figures) == ("/a/b: no\\x1b", "update-none", {"version": "2"})
    again = pickle.loads(pickle.dumps(kept))
    assert (again, again.code, again.figures) == (kept, kept.code, kept.figures)
    assert causes([without_place(SigniferError(fault), Path("/a/b"))]) == causes([fault])
    assert without_place(SigniferError(fault), Path("/a/b")) == "no\x1b"
    assert type(plain("no")) is str
    assert causes(["no"]) == [{}]


@pytest.mark.parametrize(
    ("number", "code"),
    [(errno.ENOSPC, "disk-full"), (errno.EROFS, "not-writable"), (errno.EIO, "unwritable")],
)
def test_a_disk_that_does_not_write(number: int, code: str) -> None:
    """The page names the file, and no place on the table's computer."""
    (cause,) = causes(faults_of(OSError(number, "why", "/etc/signifer/cards.toml")))
    assert isinstance(cause, dict)
    assert cause["code"] == code
    assert "/" not in json.dumps(cause["figures"])
