"""Learning in real Chromium: one click from the table to goal, icons, rulings and lessons; lessons played with a mouse.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from signifer_core.layout import Zone
from signifer_firmware.game_api import registry
from signifer_firmware.scripting import statements as st
from signifer_firmware.web.game import page_of as pages_of
from signifer_firmware.web.virtual.lesson_files import names, tutorial
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.web.browser import LOOK_MS, PATIENCE, PLACING, Table, browser, page_of, served
from tests.firmware.web.learners import left_to_do, steps_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

REACHED = "view.table.lesson?.reached"
# Of the table's own time, in which it takes in what was done.
TAKEN_IN_US = 600_000
# Whether of the end, which is scrolled to, anything lies below the lesson.
BEHIND_THE_LESSON = """() => {
  document.scrollingElement.scrollTo(0, 1e6);
  const box = one => one.getBoundingClientRect();
  const ends = [...document.querySelectorAll("#record, #past")].map(one => box(one).bottom);
  return Math.max(...ends) > box(document.getElementById("lesson")).top;
}"""


@pytest.fixture(scope="module")
def learning(browser: Browser) -> Iterator[Table]:
    """A page that is kept open: who has come to it has never played."""
    with served(Choice(seed=3)) as (address, owner), page_of(browser, address, owner) as table:
        yield table


def to_do(table: Table) -> None:
    """Wait until the learner is to do something, and everybody else is done: robots, and hands that help."""
    table.heeded()
    since_us = table.owner.live.run.now_us
    for _ in range(PATIENCE):
        live = table.owner.live
        keeper, run = live.run.appliance.keeper, live.run
        deciders = keeper.bundle.procedure.deciders(keeper.table.state) if keeper.table else frozenset()
        theirs = deciders and deciders <= set(live.robots)
        at_rest = (
            run.now_us > since_us + TAKEN_IN_US
            and not (run.table.world.busy or run.table.fingers.busy)
            and not keeper.outlook.corrections
        )
        if (at_rest and not theirs) or (live.lesson and live.lesson.reached):
            return
        table.page.wait_for_timeout(LOOK_MS)
    raise AssertionError("the learner is never asked")


def do(table: Table, said: st.Statement) -> None:
    """What a script's hands do, by mouse, as far as it is the learner's to do and no helping hand has done it."""
    live = table.owner.live
    match left_to_do(live, said):
        case st.Put(card=card, zone=zone):
            for _ in range(3):
                table.lay(card, str(zone))
                table.page.wait_for_timeout(LOOK_MS)
                # A hand that is still being fanned out slips from under the mouse: a person takes hold again.
                if isinstance(live.hands.piles.where(card), Zone):
                    break
                table.page.wait_for_timeout(1_000)
        case st.Take(card=card):
            # Not before it is asked for, or refused: a card that is lifted at once was never read.
            for _ in range(40):
                outlook = live.run.appliance.keeper.outlook
                if outlook.corrections or outlook.refusals:
                    break
                table.page.wait_for_timeout(LOOK_MS)
            home = live.hands.home(card)
            assert isinstance(home, tuple)
            table.carry(card, " ".join(reversed(home)).strip())
            table.page.mouse.up()
        case st.Press(button=button):
            table.press(button.name("red"))
        case st.Hold(buttons=(button,)):
            before = live.sight.feed.count
            table.hold(button.name("red"), f"(view.record.at(-1)?.id ?? 0) > {before}")


def finish(table: Table, game: str, name: str) -> None:
    """Do a lesson to its end."""
    table.until(f"view.table.lesson?.name === '{name}' && !{REACHED}")
    for said in steps_of(tutorial(game).lesson(name)):
        if not isinstance(said, st.Take):
            to_do(table)
        do(table, said)
    table.until(REACHED)
    table.page.wait_for_selector("#lesson.reached")


def open_page(table: Table, game: str) -> None:
    """One click; another game is chosen there."""
    page = table.page
    page.click("[data-act=learn]")
    page.wait_for_selector("dialog.learn[data-shown]")
    if page.eval_on_selector("dialog.learn select", "one => one.value") != game:
        page.select_option("dialog.learn select", game)
    page.wait_for_selector(f'dialog.learn[data-shown="{game}"]')


def test_one_click_shows_what_a_game_is_about(learning: Table) -> None:
    """With nothing but words, too: an icon is named and explained beside its picture."""
    page = learning.page
    loaded = "performance.getEntriesByType('resource').filter(one => one.name.includes('/learn/')).length"
    assert page.evaluate(loaded) == 0, "nothing of it comes before somebody asks"
    for game in registry.names():
        if not names(game):
            continue
        open_page(learning, game)
        assert page.locator("dialog.learn .goal li").count() == 3
        assert page.locator("dialog.learn .steps li").count() == len(names(game))
        assert page.locator("dialog.learn details").count() > 5
        icons = page.locator("dialog.learn .icons li")
        assert icons.count() >= 8
        for number in range(icons.count()):
            icon = icons.nth(number)
            assert len(icon.inner_text().split()) > 3
            assert icon.locator("[aria-hidden=true] *").count() > 0
        learning.picture(f"learn-{game}")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog.learn", state="detached")
    assert "undefined" not in page.content()


def test_a_lesson_tells_its_aim_helps_and_goes_on(learning: Table) -> None:
    page = learning.page
    open_page(learning, "field-of-glory")
    page.keyboard.press("Enter")  # the main button has the focus
    learning.until("view.table.lesson?.name === 'lay'")
    page.wait_for_selector("#lesson h2")
    assert "column 3" in page.locator("#lesson p").inner_text()
    learning.until("document.getElementById('voice').textContent.includes('1 of 8, Lay a unit')")
    assert page.locator(".guide").count() == 0
    page.click("#lesson [data-act=hint]")
    assert "tap it" in page.locator("#lesson .hint").inner_text()
    # Not one exact move: another unit does as well, and what the referee refuses does not.
    learning.lay("red/commander-1", "3 red")
    learning.until("view.refusals.length > 0")
    learning.lay("red/commander-1", "hand red")
    learning.until("view.refusals.length === 0")
    assert not learning.view()["table"]["lesson"]["reached"]
    learning.lay("red/light-infantry-1", "3 red")
    learning.until(REACHED)
    learning.until("document.getElementById('voice').textContent.includes('Well done.')")
    learning.picture("lesson-reached")
    page.click("#lesson [data-way=next]")
    finish(learning, "field-of-glory", "pay")
    page.click("#lesson [data-way=next]")
    learning.until("view.table.lesson?.name === 'refused'")
    page.click("#lesson [data-way=skip]")
    learning.until("view.table.lesson?.name === 'advance'")
    page.click("#lesson [data-way=back]")
    finish(learning, "field-of-glory", "refused")
    assert page.evaluate("localStorage.getItem('signifer.learned.field-of-glory')") == "lay pay refused"


def test_a_lesson_that_went_wrong_says_so_and_begins_again(learning: Table) -> None:
    page = learning.page
    open_page(learning, "field-of-glory")
    assert page.locator("dialog.learn .steps small").count() == 3
    page.click("dialog.learn [data-lesson=attack] >> nth=-1")
    learning.until("view.table.lesson?.name === 'attack'")
    learning.hold("ok red", "view.table.lesson.lost")
    page.wait_for_selector("#lesson .lost")
    page.click("#lesson [data-way=again]")
    learning.until("view.table.lesson?.name === 'attack' && !view.table.lesson.lost")
    page.wait_for_selector("#lesson .lost", state="detached")
    page.click("#lesson [data-way=end]")
    learning.until("view.table.lesson === null")
    page.wait_for_selector("#lesson", state="hidden")
    assert page.locator(".guide").count() == 1


def test_who_hears_a_lesson_hears_its_hint_and_its_aim_again(learning: Table) -> None:
    page = learning.page
    learning.another(game="field-of-glory", lesson="pay", mode="robot")
    page.wait_for_selector("#lesson [data-way=back]")
    page.wait_for_function("() => document.getElementById('voice').textContent.includes('2 of 8, ')")
    page.evaluate("document.getElementById('voice').textContent = ''")
    page.click("#lesson [data-way=again]")
    page.wait_for_function("() => document.getElementById('voice').textContent.includes('2 of 8, ')")
    page.click("#lesson [data-act=hint]")
    hint = page.locator("#lesson .hint").inner_text()
    page.wait_for_function(f"() => document.getElementById('voice').textContent.includes({json.dumps(hint)})")


def test_keys_stay_in_a_lesson_until_it_is_left(learning: Table) -> None:
    """Where the button is gone that was pressed, the lesson has the focus; of one that is left, the table's words."""
    page = learning.page
    learning.another(game="field-of-glory", lesson="pay", mode="robot")
    page.focus("#lesson [data-way=back]")
    page.keyboard.press("Enter")
    learning.until("view.table.lesson?.name === 'lay'")
    page.wait_for_selector("#lesson [data-way=back]", state="detached")
    page.wait_for_function("() => document.activeElement.id === 'lesson'")
    page.focus("#lesson [data-way=end]")
    page.keyboard.press("Enter")
    learning.until("view.table.lesson === null")
    page.wait_for_selector("#lesson", state="hidden")
    page.wait_for_function("() => document.activeElement.id === 'panel'")


def test_who_plays_at_another_device_is_thought_of_before_a_lesson(browser: Browser) -> None:
    """A lesson ends their seat, though nothing was done yet; and its aim is not theirs."""
    choice = Choice(TWO, seed=4, position=PLACING, apart=True)
    with (
        served(choice) as (address, owner),
        page_of(browser, address, owner) as red,
        page_of(browser, f"{address}?role=spectator", owner) as blue,
    ):
        open_page(red, "field-of-glory")
        assert red.page.locator("dialog.learn .note", has_text="sit down again").count() == 0
        red.page.click("dialog.learn [value=close]")
        blue.page.click("[data-seats=sit]")
        blue.page.fill("#seats input", red.page.locator("#seats .asking strong").inner_text())
        blue.page.keyboard.press("Enter")
        red.page.click("[data-seats=in]")
        red.until("view.table.seats[1].taken")
        open_page(red, "field-of-glory")
        red.page.locator("dialog.learn .note", has_text="sit down again").wait_for()
        red.page.click("dialog.learn [data-begin]")
        red.until("document.getElementById('voice').textContent.includes('1 of 8, Lay a unit')")
        blue.page.wait_for_selector("#lesson h2")
        assert "Lay a unit" not in (blue.page.locator("#voice").text_content() or "")


def test_on_a_phone_the_end_of_the_page_lies_above_the_lesson(browser: Browser) -> None:
    """However long its aim is, and its hint below that."""
    with served(Choice(seed=3)) as (address, owner), page_of(browser, address, owner) as table:
        page = table.page
        table.another(game="field-of-glory", lesson="refused", mode="robot")
        page.wait_for_selector("#lesson h2")
        table.resize(390, 844)
        for language in ("en", "fr", "de"):
            page.select_option("select[data-act=language]", language)
            page.wait_for_selector(f"html[lang={language}]")
            for hint in (False, True):
                if hint:
                    page.click("#lesson [data-act=hint]")
                    page.wait_for_selector("#lesson .hint")
                page.wait_for_function(f"() => !({BEHIND_THE_LESSON})()")
                table.picture(f"lesson-phone-{language}-{hint}")
            page.click("#lesson [data-act=hint]")


def test_where_there_are_no_lessons_the_page_says_why_and_still_tells_of_each_game(browser: Browser) -> None:
    with (
        served(Choice(seed=3), table="handy") as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        for game in registry.names():
            if names(game):
                open_page(table, game)
                assert "no lessons here" in table.page.inner_text("dialog.learn .note >> nth=0")
                assert table.page.locator("dialog.learn [data-lesson]:enabled").count() == 0
                assert table.page.locator("dialog.learn .goal li").count() > 0
                table.page.click("dialog.learn [value=close]")
                table.page.wait_for_selector("dialog.learn", state="detached")


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", [name for name in registry.names() if names(name)])
def test_a_whole_tutorial(browser: Browser, game: str, language: str) -> None:
    mode = next(iter(pages_of(game).modes))
    with (
        served(Choice(mode, seed=3, game=game)) as (address, owner),
        page_of(browser, address, owner, locale=language) as table,
    ):
        page = table.page
        open_page(table, game)
        page.click("dialog.learn [data-begin]")
        for name in names(game):
            finish(table, game, name)
            assert page.locator("#lesson [data-act]").first.evaluate("one => one.classList.contains('main')")
            if name != names(game)[-1]:
                page.click("#lesson [data-way=next]")
        table.picture(f"tutorial-{game}-{language}")
        page.click("#lesson [data-way=play]")
        table.until("view.table.lesson === null && view.game.phase")
        assert page.evaluate(f"localStorage.getItem('signifer.learned.{game}')") == " ".join(names(game))
