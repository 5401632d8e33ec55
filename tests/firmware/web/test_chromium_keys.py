"""The page for who does not see it, in real Chromium: what has a name, where the tab key goes, what is read out."""

from __future__ import annotations

import re

import pytest
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.web.browser import ATTACK, Table, browser, table

__all__ = ["browser", "table"]

FIRST = pytest.mark.parametrize("table", [Choice(TWO, seed=3, position=ATTACK)], indirect=True)
# What can be pressed, chosen or looked at and has no name, or the key of one that is missing.
UNNAMED = """() => [...document.querySelectorAll("button, select, input, summary, [role=button], [role=img], dialog")]
  .filter(node => !node.closest("[hidden], [aria-hidden=true]"))
  .map(node => [node, node.getAttribute("aria-label") || node.labels?.[0]?.textContent || node.title ||
    document.getElementById(node.getAttribute("aria-labelledby"))?.textContent || node.textContent.trim()])
  .filter(([, name]) => !name || /undefined|^[a-z-]+\\.[a-z.-]+$/.test(name))
  .map(([node]) => node.outerHTML.slice(0, 120))"""


@FIRST
def test_whatever_can_be_pressed_has_a_name(table: Table) -> None:
    page = table.page
    assert page.evaluate(UNNAMED) == []
    page.click("#head [data-act=drawer]")
    page.click("#odds [data-act=odds]")
    page.click("#head [data-act=new]")
    page.wait_for_selector("dialog.choose")
    assert page.evaluate(UNNAMED) == []


@FIRST
def test_the_table_is_one_stop_of_the_tab_key(table: Table) -> None:
    page, on_table = table.page, 0
    for _ in range(6):
        page.keyboard.press("Tab")
        on_table += page.evaluate("!!document.activeElement.closest('#wood')")
    assert on_table == 1
    assert page.evaluate("!!document.activeElement.closest('#head')")


@FIRST
def test_what_is_read_out_is_not_read_again_with_what_follows(table: Table) -> None:
    page = table.page
    card = table.hand("red")[0]
    page.focus(f'.card[data-card="{card}"]')
    page.keyboard.press("Enter")
    page.locator("#voice p", has_text=re.compile("picked up")).wait_for(state="attached")
    page.keyboard.press("Escape")
    page.locator("#voice p", has_text=re.compile("^Put back")).wait_for(state="attached")
    assert page.get_attribute("#voice", "aria-atomic") == "false"
