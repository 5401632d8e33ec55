"""axe-core on a page as it is."""

from __future__ import annotations

from importlib import resources
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import MissingTool

RUN = "axe.run(document, { resultTypes: ['violations', 'incomplete'], ...ONLY })"


def script_or(missing: type[MissingTool]) -> str:
    """axe-core, for a page to run; what is to be done where there is none of it."""
    if find_spec("axe_playwright_python") is None:
        missing("axe-core")
    return resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def faults(page: Page, only: str = "") -> list[tuple[str, str, str]]:
    """All that axe-core finds, and all that it leaves to people but contrast; by some of its rules ``only``."""
    found = page.evaluate(RUN.replace("...ONLY", only))
    left = [rule for rule in found["incomplete"] if rule["id"] != "color-contrast"]
    return [
        (rule["id"], node["html"][:120], node["failureSummary"])
        for rule in (*found["violations"], *left)
        for node in rule["nodes"]
    ]
