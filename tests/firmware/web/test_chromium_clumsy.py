"""Clumsy hands in real Chromium: windows that change while a card is carried, presses that come twice, fingers that are
lost, pages that go and come back. All of it on one page, of a table at which two sit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_firmware.web.virtual.live import ROBOT, TWO, Choice

from tests.firmware.web.browser import PLACING, Table, browser, page_of, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

__all__ = ["browser"]

# A pointer that is no mouse of Playwright's: what became of it, as the browser tells it.
POINTER = """([kind, selector, id, buttons]) => {
  const node = selector ? document.querySelector(selector) : window,
    box = selector ? node.getBoundingClientRect() : { x: 5, y: 5, width: 0, height: 0 };
  node.dispatchEvent(new PointerEvent(kind, {
    bubbles: true, cancelable: true, pointerId: id, buttons, button: kind === "pointermove" ? -1 : 0,
    pointerType: id === 1 ? "mouse" : "touch", isPrimary: id !== 12,
    clientX: box.x + box.width / 2, clientY: box.y + box.height / 2,
  }));
}"""
SAID = "() => [...document.querySelectorAll('#voice p')].map(line => line.textContent)"
# The table is away, and what is done meanwhile is done at once: before the wire is opened again. What the page means to
# say a moment later then, unless something else comes of it, it says at once.
AWAY = """([card, place]) => new Promise(done => {
  const { table, surface } = signifer, socket = table.socket;
  table.addEventListener("away", () => {
    const later = window.setTimeout;
    window.setTimeout = work => later(work, 0);
    for (const selector of [`.card[data-card="${card}"]`, `[data-place="${place}"]`]) {
      const node = document.querySelector(selector);
      node.click();
    }
    window.setTimeout = later;
    later(done, 0);
  }, { once: true });
  socket.close();
})"""


@pytest.fixture(scope="module")
def place(browser: Browser) -> Iterator[tuple[str, Table]]:
    with (
        served(Choice(TWO, seed=3, position=PLACING)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        table.page.evaluate("signifer.table.send({ do: 'helping', on: false })")
        table.until("!view.table.helping")
        yield address, table


@pytest.fixture
def table(place: tuple[str, Table]) -> Table:
    _, table = place
    table.resize(1440, 900)
    table.page.evaluate("document.activeElement.blur()")
    return table


def pointer(table: Table, kind: str, selector: str, finger: int = 1, buttons: int = 1) -> None:
    table.page.evaluate(POINTER, [kind, selector, finger, buttons])


def unit(table: Table) -> str:
    """A unit of Red's hand, of which something is due."""
    deck = standard_deck()
    return next(card for card in table.hand("red") if (found := deck.unit(card)) and found.movement_cost)


def put_back(table: Table, card: str) -> None:
    """Red's card is in the hand again, and nothing is due for it."""
    table.lay(card, "hand red")
    table.until("view.game.due === 0 && view.refusals.length === 0")


def keep_waiting(page: Page, wanted: str) -> list[Route]:
    """What the page asks the server from now on, and is not answered."""
    late: list[Route] = []

    def keep(route: Route) -> None:
        late.append(route)

    page.route(wanted, keep)
    return late


def answer(page: Page, late: list[Route]) -> None:
    """Answer it after all, and what is asked later, too."""
    for route in late:
        route.continue_()
    page.unroute_all()


def test_a_window_may_change_while_a_card_is_carried(table: Table) -> None:
    """It is laid where it is let go, in the window as it is then."""
    card = unit(table)
    table.carry(card, "2 red")
    table.resize(1024, 600)
    x, y, width, height = table.page.evaluate("""() => {
      const { x, y, width, height } = document.querySelector('[data-place="4 red"]').getBoundingClientRect();
      return [x, y, width, height];
    }""")
    table.page.mouse.move(x + width / 2, y + height / 2, steps=3)
    table.page.mouse.up()
    table.until(f"view.cards['4 red'].includes('{card}')")
    assert table.page.locator(".dragged, .aimed").count() == 0
    put_back(table, card)


def test_escape_puts_back_what_is_carried(table: Table) -> None:
    card = unit(table)
    table.carry(card, "2 red")
    assert table.page.locator(".dragged").count() == 1
    table.page.keyboard.press("Escape")
    assert table.page.locator(".dragged, .aimed").count() == 0
    table.page.mouse.up()
    table.heeded()
    assert card in table.hand("red")
    assert not table.page.locator(".picked").count()


def test_a_card_that_is_dropped_outside_lies_where_it_lay(table: Table) -> None:
    card = unit(table)
    table.carry(card, "2 red")
    table.page.mouse.move(-40, 300)
    table.page.mouse.up()
    table.heeded()
    assert table.page.locator(".dragged, .aimed").count() == 0
    assert card in table.hand("red")
    # A release that the page is never told of, as outside of a window: the next move tells.
    pointer(table, "pointerdown", f'.card[data-card="{card}"]')
    pointer(table, "pointermove", '[data-place="2 red"]')
    assert table.page.locator(".dragged").count() == 1
    pointer(table, "pointermove", '[data-place="3 red"]', buttons=0)
    assert table.page.locator(".dragged").count() == 0
    table.lay(card, "3 red")
    put_back(table, card)


def test_two_fingers_on_one_button_are_one_press(table: Table) -> None:
    """Down with the first, up with the last; a second one brings no refusal."""
    table.page.evaluate("window.signed = []")
    held = "view.table.held.join() === 'column 3 red'"
    pointer(table, "pointerdown", '[data-button="column 3 red"]', finger=11)
    pointer(table, "pointerdown", '[data-button="column 3 red"]', finger=12)
    table.until(held)
    pointer(table, "pointerup", '[data-button="column 3 red"]', finger=11)
    table.heeded()
    table.until(held)
    assert table.page.locator('[data-button="column 3 red"].pushed').count() == 1
    pointer(table, "pointerup", '[data-button="column 3 red"]', finger=12)
    table.until("view.table.held.length === 0")
    assert table.page.locator(".pushed").count() == 0
    assert not any("finger" in one for one in table.page.evaluate("signed"))


def test_two_fingers_that_enlarge_the_page_take_no_card(table: Table) -> None:
    """Whichever comes first, on a card or beside it; one finger takes it as before."""
    one, other = (f'.card[data-card="{card}"]' for card in table.hand("red")[:2])
    for first, second in ((one, other), ('[data-place="2 red"]', one)):
        pointer(table, "pointerdown", first, finger=11)
        pointer(table, "pointerdown", second, finger=12)
        for finger in (11, 12):
            pointer(table, "pointermove", '[data-place="4 red"]', finger)
            assert table.page.locator(".dragged").count() == 0
            pointer(table, "pointerup", '[data-place="4 red"]', finger)
        assert table.page.locator(".picked").count() == 0
    table.heeded()
    assert table.view()["cards"]["4 red"] == []
    pointer(table, "pointerdown", one, finger=11)
    pointer(table, "pointerup", one, finger=11)
    assert table.page.locator(".picked").count() == 1
    pointer(table, "pointerdown", one, finger=11)
    pointer(table, "pointerup", one, finger=11)
    assert table.page.locator(".picked").count() == 0


@pytest.mark.parametrize(
    ("opens", "kind"),
    [
        ("#head [data-act=new]", "choose"),
        ("#head [data-act=learn]", "learn"),
        ("#head [data-act=league]", "league"),
        ("#head [data-act=played]", "shelf"),
        ('canvas[data-screen="red"]', "screen"),
    ],
)
def test_who_presses_twice_sees_one_dialog(table: Table, opens: str, kind: str) -> None:
    """Nor does the second press close it at once; where the first one was, the focus is again then."""
    page = table.page
    page.dblclick(opens)
    page.wait_for_selector(f"dialog.{kind}[open]")
    page.evaluate("new Promise(done => setTimeout(done, 0))")
    table.heeded()
    assert page.locator("dialog").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


@pytest.mark.parametrize(
    ("opens", "kind", "waits_for"),
    [("played", "shelf", "**/past?before=*"), ("league", "league", "**/league")],
)
def test_a_dialog_that_waits_for_the_table_is_left_and_any_other_opened(
    table: Table, opens: str, kind: str, waits_for: str
) -> None:
    """The table does not answer what it is asked; once it does, nothing comes of it any more."""
    page = table.page
    late = keep_waiting(page, waits_for)
    for name, shown in ((opens, kind), ("new", "choose"), (opens, kind)):
        page.click(f"#head [data-act={name}]")
        page.wait_for_selector(f"dialog.{shown}[open]")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    assert len(late) == 2
    answer(page, late)
    table.heeded()
    assert page.locator("dialog").count() == 0


def test_what_comes_late_opens_above_no_other_dialog(table: Table) -> None:
    """How to play is shown once the table has told of its rulings; meanwhile a new game is asked for."""
    page = table.page
    late = keep_waiting(page, "**/rulings.json")
    page.click("#head [data-act=learn]")
    page.wait_for_selector("dialog.learn", state="attached")
    page.click("#head [data-act=new]")
    page.wait_for_selector("dialog.choose[open]")
    answer(page, late)
    page.wait_for_selector("dialog.learn", state="detached")
    assert page.locator("dialog.choose[open]").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def test_the_focus_comes_back_to_what_opened_a_dialog(table: Table) -> None:
    """Although what opened it has been drawn again meanwhile."""
    page = table.page
    page.focus("#head [data-act=new]")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog.choose[open]")
    page.evaluate("document.querySelector('#head [data-act=new]').dataset.old = ''")
    page.evaluate("signifer.table.send({ do: 'speed', speed: 4 })")
    table.until("view.table.speed === 4")
    page.wait_for_selector("#head [data-act=new]:not([data-old])")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate("document.activeElement.dataset.act") == "new"
    page.evaluate("signifer.table.send({ do: 'speed', speed: 2 })")


def test_nothing_is_said_to_lie_where_it_was_never_laid(table: Table) -> None:
    card = unit(table)
    table.page.evaluate("document.querySelector('#voice').textContent = ''")
    table.page.evaluate(AWAY, [card, "2 red"])
    table.page.wait_for_selector("body:not(.away)")
    table.until("signifer.table.socket.readyState === 1")
    assert card in table.hand("red")
    assert not [line for line in table.page.evaluate(SAID) if "Column 2" in line]


def test_a_page_that_is_loaded_again_asks_the_same(place: tuple[str, Table], table: Table) -> None:
    """Loaded again, left and come back to, and beside another page of the same player."""
    address, _ = place
    page = table.page
    card = unit(table)
    table.lay(card, "3 red")
    table.until("view.game.due > 0")
    asked = page.inner_text("#now .who.red")
    for again in (lambda: page.reload(), lambda: (page.goto("about:blank"), page.go_back())):
        again()
        page.wait_for_selector("body[data-ready]")
        table.until("view.game.due > 0")
        assert page.inner_text("#now .who.red") == asked
    other = page.context.new_page()
    other.goto(address)
    other.wait_for_selector("body[data-ready]")
    other.evaluate(f"signifer.table.send({{ do: 'move', card: '{card}', to: 'hand red' }})")
    other.close()
    table.until("view.game.due === 0 && view.refusals.length === 0")
    # Pressed twice, ok is pressed twice, and nothing is the worse for it.
    page.dblclick('[data-button="ok red"]')
    table.heeded()
    table.until("view.table.held.length === 0")
    assert table.view()["game"]["step"] == "actions"
    assert page.locator("#refusals .refusal").count() == 0


def test_a_language_that_was_chosen_for_screens_outlasts_another_look_at_the_page(browser: Browser) -> None:
    """Before anything is done in that game, too."""
    with (
        served(Choice(TWO, seed=3, position=PLACING)) as (address, owner),
        page_of(browser, address, owner, locale="de") as other,
    ):
        other.until("view.table.languages.red === 'de'")
        before, page = owner.run, other.page
        page.click("[data-act=new]")
        page.check("dialog input[name=way][value=hand]")
        page.select_option("dialog select[name=red]", "en")
        page.click("dialog button[value=begin]")
        other.until(f"signifer.table.run !== '{before}' && view.table.languages.red === 'en'")
        for _ in range(2):
            page.reload()
            page.wait_for_selector("body[data-ready]")
            other.heeded()
            told = owner.live.run.appliance.keeper.settings.language
            assert told == {"red": "en", "blue": "de"}


def test_screens_of_a_game_in_which_only_robots_did_something_speak_as_the_first_page_does(
    browser: Browser,
) -> None:
    """A quick start has lines before anybody has come; once people have done something nobody's screens change."""
    with (
        served(Choice(ROBOT, seed=3)) as (address, owner),
        page_of(browser, address, owner, locale="de") as table,
    ):
        assert table.view()["record"]
        table.until("view.table.languages.red === 'de' && view.table.languages.blue === 'de'")
        # What New game has chosen stays as it is for whoever comes then.
        table.another(mode="robot", red="en", blue="fr")
        with page_of(browser, address, owner, locale="de") as other:
            other.heeded()
            assert other.view()["table"]["languages"] == {"red": "en", "blue": "fr"}
        table.another(mode="robot", red="de", blue="de")
        table.page.click('[data-button="ok red"]')
        table.until("view.table.touched")
        with page_of(browser, address, owner, locale="fr") as other:
            other.heeded()
            assert other.view()["table"]["languages"] == {"red": "de", "blue": "de"}
        table.page.select_option("[data-act=language]", "en")
        table.until("view.table.languages.red === 'en'")
        with page_of(browser, address, owner, locale="fr") as other:
            other.heeded()
            assert other.view()["table"]["languages"]["red"] == "en"
