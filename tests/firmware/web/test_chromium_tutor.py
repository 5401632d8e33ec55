"""The tutor and practice on the page, in real Chromium: one page, and one that looks on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.play import ROBOT, Choice
from signifer_firmware.web.virtual import tutoring

from tests.firmware.web.browser import PLACING, Table, browser, page_of, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

SAID = "[...document.querySelectorAll('#voice p')].map(line => line.textContent)"

# The table says nothing more; but this, as to a screen that two share.
ALONE = "() => { window.told = signifer.table.socket.onmessage; signifer.table.socket.onmessage = null; }"
HEARS = """before => {
  const { table } = signifer, { view, run, seq } = table;
  const tutor = { ...view.tutor, on: true, thinking: "", passed: 1, before };
  table.hear({ type: "full", run, seq, view: { ...view, tutor } });
}"""
# Another one wants it, before the game is over and after.
ASKED = """may => {
  const { table } = signifer, { view, run, seq } = table;
  const tutor = { ...view.tutor, on: false, others: ["blue"], may, before: null, after: null };
  table.hear({ type: "full", run, seq, view: { ...view, tutor } });
}"""
GOES_ON = """() => {
  signifer.table.socket.onmessage = told;
  signifer.table.send({ do: "resync" });
}"""


@pytest.fixture(scope="module")
def here(browser: Browser) -> Iterator[tuple[Table, Table]]:
    """Who plays in practice, and who looks on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tutoring, "ADVISE_US", 0)
        patch.setattr(tutoring, "JUDGE_US", 0)
        choice = Choice(ROBOT, seed=4, position=PLACING, practice=True)
        with (
            served(choice) as (address, owner),
            page_of(browser, address, owner) as table,
            page_of(browser, f"{address}?role=spectator", owner) as other,
        ):
            yield table, other


def test_a_key_asks_it_and_who_looks_on_is_told_nothing(here: tuple[Table, Table]) -> None:
    table, other = here
    page = table.page
    page.locator("#tutor", has_text="Anything may be taken back").wait_for()
    assert not page.locator("#tutor [data-act=advise]").count(), "it is off until somebody asks"
    # Nothing is drawn beside the table while a card is in the fingers.
    table.carry(table.hand("red", "light")[0], "3 red")
    page.keyboard.press("c")
    table.until("view.tutor.before !== null")
    best = page.locator("#tutor p", has_text="Best is")
    assert not best.count()
    page.mouse.move(*table.spot('[data-place="hand red"]'))
    page.mouse.up()
    best.wait_for()
    assert "%" in best.inner_text()
    page.wait_for_function(f"() => {SAID}.some(line => line.startsWith('Tutor: Best is'))")
    # It is read once, and not again when something else changes.
    table.lay(table.hand("red", "light")[0], "3 red")
    table.until("view.tutor.before === null")
    assert sum(line.startswith("Tutor: Best is") for line in page.evaluate(SAID)) == 1
    assert other.view()["tutor"] == {}
    assert not other.page.locator("#tutor").is_visible()
    assert not any("Best is" in line for line in other.page.evaluate(SAID))
    page.keyboard.press("?")
    assert page.locator("dialog kbd", has_text="c").first.is_visible()
    page.keyboard.press("Escape")


def test_what_is_said_of_a_hand_that_two_see_goes_at_once_when_it_is_covered(
    here: tuple[Table, Table],
) -> None:
    table, _ = here
    page = table.page
    page.evaluate(ALONE)
    page.evaluate(HEARS, {"en": "Best is to wait."})
    said = page.locator("#tutor p", has_text="Best is to wait.")
    said.wait_for()
    # However long a card is in the fingers.
    table.carry(table.hand("red", "light")[0], "3 red")
    page.evaluate(HEARS, None)
    said.wait_for(state="detached")
    assert page.locator(".card.dragged").count() == 1, "it is in the fingers still"
    page.mouse.move(*table.spot('[data-place="hand red"]'))
    page.mouse.up()
    page.evaluate(ASKED, False)
    page.locator("#tutor button", has_text="Allow it").wait_for()
    page.evaluate(ASKED, True)
    page.locator("#tutor h2", has_text="Tutor").wait_for(state="detached")
    page.evaluate(GOES_ON)
    table.until("view.tutor.passed === null")


def test_practice_goes_back_from_where_one_looks(here: tuple[Table, Table]) -> None:
    table, _ = here
    page = table.page
    table.until("view.past[1] > view.past[0]")
    run = page.evaluate("signifer.table.run")
    page.click("#past [data-way=first]")
    page.click("#tutor [data-act=take-back]")
    page.wait_for_function(
        "run => signifer.table.run !== run && signifer.table.view.game.step === 'actions'", arg=run
    )
    table.until("view.cards['3 red'].length === 0")
    assert table.view()["table"]["practice"]
    assert table.view()["tutor"]["on"], "who has asked for it has it still"


def test_a_new_game_offers_both(here: tuple[Table, Table]) -> None:
    table, _ = here
    page = table.page
    page.click("[data-act=new]")
    assert page.locator("dialog [name=practice]").is_checked()
    assert page.locator("dialog [name=tutor]").is_checked()
    page.check("dialog [value=two]")
    page.check("dialog [name=apart]")
    assert not page.locator("dialog .practice").is_visible()
    page.check("dialog [value=watch]")
    assert not page.locator("dialog .tutor").is_visible()
    page.keyboard.press("Escape")
