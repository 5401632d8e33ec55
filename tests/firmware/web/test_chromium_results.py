"""Results in real Chromium: what was decided is seen until the game goes on, and stands in the record.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.virtual import live
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.web.browser import ATTACK, PLAIN, Table, browser, page_of, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

# Red's pike wins against one archer.
ONE_SIDED = (
    *PLAIN,
    "begin actions",
    "setup 3 red heavy-infantry-1",
    "setup 3 blue archer-1",
    "count red hand 12",
    "count blue hand 12",
)

# Nothing that the page does by itself after some seconds is done because a machine is busy.
UNHURRIED = """() => {
  const later = window.setTimeout;
  window.setTimeout = (work, ms, ...rest) => later(work, ms > 5_000 ? 2_000_000_000 : ms, ...rest);
}"""


# What the page would do by itself after some seconds, until it is done by hand.
PUT_OFF = """() => {
  const { setTimeout, clearTimeout } = window;
  window.putOff = new Map();
  window.setTimeout = (work, ms, ...rest) => {
    const id = setTimeout(ms > 5_000 ? () => {} : work, ms, ...rest);
    if (ms > 5_000) putOff.set(id, work);
    return id;
  };
  window.clearTimeout = id => {
    putOff.delete(id);
    clearTimeout(id);
  };
}"""


def attack(table: Table) -> None:
    """Red attacks column 3; both add a card that brings nothing to speak of."""
    table.press("column 3 red")
    table.until("view.game.attack === 3")
    table.lay(table.hand("red")[-1], "pad red")
    table.press("ok red")
    table.until("view.game.actors[0] === 'blue'")
    table.lay(table.hand("blue")[0], "pad blue")
    table.press("ok blue")


@pytest.mark.slow
def test_a_result_is_seen_until_the_game_goes_on(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    # Helping hands wait until they are called.
    monkeypatch.setattr(live, "RESULT_US", 3_600_000_000)
    with (
        served(Choice(TWO, seed=3, position=ONE_SIDED)) as (address, owner),
        page_of(browser, address, owner) as table,
        page_of(browser, f"{address}?role=spectator", owner, locale="de") as spectator,
    ):
        page = table.page
        page.evaluate(UNHURRIED)
        attack(table)
        table.until("view.game.result")
        told = table.view()["game"]["result"]
        assert told["winner"] == "red"
        verdict = page.locator("#result .verdict")
        verdict.wait_for()
        mine, theirs = told["totals"]["red"], told["totals"]["blue"]
        sentence = f"Red wins {mine} : {theirs} in column 3 and takes Archer 2 CP: {told['points']} point"
        assert sentence in verdict.inner_text()
        parts = page.locator("#result .sum-of.red li").all_inner_texts()
        assert sum(int(part.split()[0]) for part in parts) == mine
        assert page.locator("#result [data-total]").all_inner_texts() == [str(mine), str(theirs)]
        # It folds to its sentence, and back.
        for shown in (False, True):
            page.click("[data-act=fold-result]")
            assert page.locator("#result .sums-of").is_visible() == shown
            assert page.locator("[data-act=fold-result]").get_attribute("aria-expanded") == str(shown).lower()
        # Helping hands wait: who has lost lies there to be seen.
        assert page.locator('.card.fallen[data-card="blue/archer-1"]').count() == 1
        table.picture("result")
        line = page.locator("#record li.action", has_text=sentence)
        line.wait_for()
        page.locator("#voice p", has_text=sentence).wait_for(state="attached")
        in_german = spectator.page.locator("#result .verdict")
        in_german.wait_for()
        assert f"Rot gewinnt {mine} : {theirs} in Spalte 3" in in_german.inner_text()
        # It stays when all is cleared away, and goes with the next thing that is done.
        page.keyboard.press("a")
        table.until("view.corrections.length === 0 && view.cards['3 blue'].length === 0")
        assert verdict.count() == 1
        table.hold("ok red", "view.game.step === 'draw'")
        page.locator("#result").wait_for(state="hidden")
        assert line.count() == 1


@pytest.mark.slow
def test_what_somebody_has_opened_folds_no_more_by_itself(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=ONE_SIDED)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        page, sums = table.page, table.page.locator("#result .sums-of")
        page.evaluate(PUT_OFF)
        attack(table)
        table.until("view.game.result")
        sums.wait_for()
        for shown in (False, True):
            page.click("[data-act=fold-result]")
            assert sums.is_visible() == shown
        page.evaluate("for (const work of putOff.values()) work()")
        assert sums.is_visible()


@pytest.mark.slow
def test_sums_count_up_with_their_parts(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, owner),
        page_of(browser, address, owner, reduced_motion="no-preference") as table,
    ):
        page = table.page
        page.evaluate(WATCH_SUMS)
        attack(table)
        table.press("ok blue")
        table.until("view.game.result")
        page.wait_for_selector(".verdict:not(.counting)")
        total = table.view()["game"]["result"]["totals"]["red"]
        sums = page.evaluate("sums")
        assert sums[0] == 0
        assert sums[-1] == total
        assert len(sums) == len(table.view()["game"]["result"]["parts"]["red"]) + 1


@pytest.mark.slow
def test_the_die_on_the_felt_shows_what_fell(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, owner),
        page_of(browser, address, owner, reduced_motion="no-preference") as table,
    ):
        die = table.page.locator("[data-button=dice]")
        assert die.get_attribute("aria-label") == "Dice"
        for number in (1, 2):
            table.press("dice")
            table.until(f"view.record.filter(line => line.kind === 'roll').length === {number}")
            value = table.view()["record"][-1]["value"]
            assert pips(table, "[data-button=dice] .cube") == [value]
            assert die.get_attribute("aria-label") == f"Dice. Last roll: {value}"
        with page_of(browser, f"{address}?role=spectator", owner) as spectator:
            assert pips(spectator, "[data-button=dice] .cube") == [value], "who comes later sees it, too"


def pips(table: Table, selector: str) -> list[int]:
    """What each of some dice shows."""
    found: list[int] = table.page.eval_on_selector_all(
        selector, "all => all.map(die => die.querySelectorAll('circle').length)"
    )
    return found


# Each figure that red's sum has shown.
WATCH_SUMS = """() => {
  window.sums = [];
  new MutationObserver(() => {
    const sum = document.querySelector(".counting .sum-of.red [data-total], .verdict .sum-of.red [data-total]");
    if (sum && sums.at(-1) !== +sum.textContent) sums.push(+sum.textContent);
  }).observe(document.getElementById("result"), { childList: true, characterData: true, subtree: true });
}"""
