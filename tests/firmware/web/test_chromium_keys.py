"""The page for who has no pointer, in real Chromium: what has a name, where keys go, what single keys do.

All of it on one page, of a table at which two sit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.web.browser import ATTACK, Table, browser, page_of, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

# What can be pressed, chosen or looked at and has no name, or the key of one that is missing.
UNNAMED = """() => [...document.querySelectorAll("button, select, input, summary, [role=button], [role=img], dialog")]
  .filter(node => !node.closest("[hidden], [aria-hidden=true]"))
  .map(node => [node, node.getAttribute("aria-label") || node.labels?.[0]?.textContent || node.title ||
    document.getElementById(node.getAttribute("aria-labelledby"))?.textContent || node.textContent.trim()])
  .filter(([, name]) => !name || /undefined|^[a-z-]+\\.[a-z.-]+$/.test(name))
  .map(([node]) => node.outerHTML.slice(0, 120))"""
# What has the focus, if it is on the table; and all that hands may do something with there.
FOCUSED = (
    """() => document.activeElement.closest("#wood") && document.activeElement.getAttribute("aria-label")"""
)
ALL = """() => [...document.querySelectorAll(".card[data-card]:not(.quiet), [data-button]:not([disabled])")]
  .map(node => node.getAttribute("aria-label"))"""
SAID = "() => [...document.querySelectorAll('#voice p')].map(line => line.textContent)"
# No news come any more, and what was still to be said of the last ones has been: it waits for less than a second.
HUSHED = """() => {
  window.told = signifer.table.socket.onmessage;
  signifer.table.socket.onmessage = null;
  return new Promise(done => setTimeout(done, 1_000));
}"""
GOES_ON = """() => {
  signifer.table.socket.onmessage = told;
  signifer.table.send({ do: "resync" });
}"""
# A key that says ``key`` and lies where ``code`` does on an American keyboard goes down, or up.
KEY = """([type, key, code]) => document.body.dispatchEvent(
  new KeyboardEvent(type, { key, code, bubbles: true, cancelable: true })
)"""
LOG = """() => import("/notices.js").then(({ voice }) => {
  for (let number = 1; number <= 40; number++) voice(`Line ${number}`);
  return [...document.querySelectorAll("#voice p")].map(line => line.textContent);
})"""

# What is said only if nothing else comes of it, and something comes. Each address is a module of its own, whose lines
# the page's do not disturb: once the other one's time is over, so is that of the first.
SPARED = """() => Promise.all([import("/notices.js?one"), import("/notices.js?other")]).then(([one, other]) => {
  one.spare("Spared: it lies there");
  one.voice("Spared: the table says so");
  other.spare("Spared: nothing came of it");
})"""


@pytest.fixture(scope="module")
def here(browser: Browser) -> Iterator[Table]:
    """The page, on which nothing has been pressed."""
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        yield table


@pytest.fixture
def table(here: Table) -> Table:
    here.page.evaluate("document.activeElement.blur()")
    return here


def stop(table: Table) -> str | None:
    """The name of what has the focus, if it is on the table; of a screen without what stands there just now."""
    name: str | None = table.page.evaluate(FOCUSED)
    return name.split(":")[0] if name is not None and name.startswith("Screen") else name


def walk(table: Table, key: str = "Tab") -> list[str]:
    """The names of all stops on the table, from the first one on."""
    names: list[str] = []
    for _ in range(90):
        name = stop(table)
        if name is None:
            return names
        names.append(name)
        table.page.keyboard.press(key)
    raise AssertionError("it never ends")


def heard(table: Table, text: str) -> None:
    """Wait until something has been said."""
    table.page.locator("#voice p", has_text=re.compile(text)).first.wait_for(state="attached")


def test_whatever_can_be_pressed_has_a_name(table: Table) -> None:
    page = table.page
    assert page.evaluate(UNNAMED) == []
    page.click("#head [data-act=drawer]")
    page.click("#odds [data-act=odds]")
    page.keyboard.press("?")
    page.wait_for_selector("dialog.keys")
    assert page.evaluate(UNNAMED) == []
    page.keyboard.press("Escape")
    page.click("#head [data-act=new]")
    page.wait_for_selector("dialog.choose")
    assert page.evaluate(UNNAMED) == []
    page.keyboard.press("Escape")
    page.click("#head [data-act=drawer]")


def test_the_tab_key_goes_over_the_table_in_one_order(table: Table) -> None:
    page = table.page
    page.keyboard.press("h")
    forth = walk(table)
    assert forth[0].endswith("; Red's hand")
    assert set(page.evaluate(ALL)) <= set(forth)
    assert [name for name in forth if name.startswith("Screen")] == forth[-12:]
    # Another card moves, and moves back: nothing is elsewhere for that.
    card = table.hand("red")[0]
    page.evaluate(f"signifer.table.send({{ do: 'move', card: '{card}', to: '5 red' }})")
    table.until(f"view.cards['5 red'].includes('{card}')")
    page.evaluate(f"signifer.table.send({{ do: 'move', card: '{card}', to: 'hand red' }})")
    table.until(f"view.cards['hand red'].includes('{card}') && view.corrections.length === 0")
    page.keyboard.press("h")
    assert walk(table) == forth
    # From the panel it goes back to where it was last, and from there backwards.
    page.keyboard.press("Shift+Tab")
    assert stop(table) == forth[-1]
    assert walk(table, "Shift+Tab") == forth[::-1]


def test_with_a_card_in_the_fingers_it_goes_over_the_places(table: Table) -> None:
    page = table.page
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    page.wait_for_selector(".card.picked")
    heard(table, "picked up")
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.dataset.place")
    page.keyboard.press("Escape")
    heard(table, "^Put back")


def test_what_lies_in_its_place_already_is_carried_on_by_keys(table: Table) -> None:
    """Not to where it lies: the tab key would lead off the table from there."""
    page = table.page
    page.focus('.card[data-card="red/heavy-infantry-1"]')
    page.keyboard.press("Enter")
    page.wait_for_selector(".card.picked")
    places = [name.split(":")[0] for name in walk(table)]
    assert places[0] == "Red's hand"
    assert "Column 2, Red's side" in places
    assert "Column 3, Red's side" not in places
    page.focus('[data-place="2 red"]')
    page.keyboard.press("Escape")
    page.wait_for_selector(".card.picked", state="detached")


def test_single_keys_press_buttons(table: Table) -> None:
    page = table.page
    page.keyboard.press("3")
    table.until("view.game.attack === 3")
    page.keyboard.press("u")
    table.hurry("view.game.attack === null")
    # Held as long as it takes.
    page.keyboard.press("Shift+O")
    table.hurry("view.game.step === 'draw'")
    page.keyboard.press("u")
    table.hurry("view.game.step === 'actions'")
    table.until("view.table.held.length === 0")
    page.keyboard.down("o")
    table.until("view.table.held.includes('ok red')")
    page.keyboard.up("o")
    table.until("view.table.held.length === 0")
    # On a busy machine the press may have lasted long enough for a hold.
    if table.view()["game"]["step"] == "draw":
        page.keyboard.press("u")
        table.until("view.game.step === 'actions'")


def test_letters_go_by_what_they_say_and_figures_by_their_place(table: Table) -> None:
    """On Colemak s lies where d does, and o elsewhere; on a French keyboard figures want shift."""
    page = table.page
    page.evaluate(KEY, ["keydown", "s", "KeyD"])
    page.evaluate(KEY, ["keyup", "s", "KeyD"])
    page.evaluate(KEY, ["keydown", "o", "Semicolon"])
    table.until("view.table.held.length > 0")
    assert table.view()["table"]["held"] == ["ok red"]
    page.evaluate(KEY, ["keyup", "o", "Semicolon"])
    table.until("view.table.held.length === 0")
    assert all(line["kind"] != "roll" for line in table.view()["record"])
    if table.view()["game"]["step"] == "draw":
        page.keyboard.press("u")
        table.until("view.game.step === 'actions'")
    page.evaluate(KEY, ["keydown", '"', "Digit3"])
    table.until("view.game.attack === 3")
    page.evaluate(KEY, ["keyup", '"', "Digit3"])
    page.keyboard.press("u")
    table.hurry("view.game.attack === null")


def test_the_screen_of_both_is_read_where_one_serves_both(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=ATTACK), "starter") as (address, owner),
        page_of(browser, address, owner) as other,
    ):
        other.until("view['reads both']")
        other.page.keyboard.press("s")
        heard(other, r"^Screen Both: .*Actions")


def test_who_looks_back_by_keys_keeps_the_focus_at_both_ends(table: Table) -> None:
    page = table.page
    page.keyboard.press("3")
    table.until("view.game.attack === 3 && view.past[1] > view.past[0]")
    for way, at_end in (("first", "first"), ("back", "first"), ("last", "last"), ("next", "last")):
        button = page.locator(f"#past [data-way={way}]")
        button.press("Enter")
        page.locator(f"#past [data-way={at_end}][aria-disabled=true]").wait_for()
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert button.evaluate("node => node === document.activeElement")
    page.keyboard.press("u")
    table.hurry("view.game.attack === null")


def test_single_keys_tell_what_is_to_be_seen(table: Table) -> None:
    page = table.page
    page.keyboard.press("t")
    heard(table, r"^Actions, Turn \d\. Red: .*Blue: (Taken back\. )?Red plays")
    page.keyboard.press("s")
    heard(table, r"^Screen Red: Actions, .*Hand, 12, Deck,")
    page.keyboard.press("h")
    page.wait_for_selector("#inspect .laying")
    page.keyboard.press("r")
    heard(table, r"^[\w ]+, Cost, \d.*If laid here, I, \d CP due")
    page.keyboard.press("p")
    assert page.evaluate("document.activeElement.id") == "panel"


def test_covered_cards_are_told_apart(table: Table) -> None:
    page = table.page
    names = "[...document.querySelectorAll('.card.down:not([aria-hidden])')].map(node => node.ariaLabel)"
    page.click("[data-eye=blue]")
    count = len(table.view()["cards"]["hand blue"])
    for language, said in (
        ("fr", "Main de Bleu~: carte cachée {} sur {}"),
        ("de", "Hand von Blau: verdeckte Karte {} von {}"),
        ("en", "Blue's hand: covered card {} of {}"),
    ):
        page.select_option("[data-act=language]", language)
        page.wait_for_function("language => document.documentElement.lang === language", arg=language)
        told = [said.replace("~", "\u00a0").format(number, count) for number in range(1, count + 1)]
        assert page.evaluate(names) == told
    page.click("[data-eye=blue]")


def test_a_covered_hand_is_told_by_number_alone_and_its_card_is_no_longer_read(table: Table) -> None:
    page, (card, *others) = table.page, table.view()["cards"]["hand blue"]
    place = """document.querySelector('[data-place="hand blue"]').ariaLabel"""
    page.hover(f'.card[data-card="{card}"]')
    page.wait_for_function("() => document.querySelector('#inspect h2')")
    page.click("[data-eye=blue]")
    page.wait_for_function(f'() => {place} === "Blue\'s hand: {len(others) + 1} cards, face down"')
    page.wait_for_function("() => !document.querySelector('#inspect').textContent")
    page.click("[data-eye=blue]")
    page.wait_for_function(f"() => {place}.split(',').length === {len(others) + 1}")


def test_what_is_to_be_taken_away_says_so(table: Table) -> None:
    """What is asked names the column, and the card tells that it is meant."""
    page, (card, *_) = table.page, table.hand("red", "spear")
    page.evaluate("signifer.table.send({ do: 'helping', on: false })")
    page.evaluate(f"signifer.table.send({{ do: 'move', card: '{card}', to: '1 red' }})")
    table.until("view.game.due > 0")
    page.keyboard.press("u")
    table.hurry("view.corrections.length === 1")
    name = f"""document.querySelector('.card[data-card="{card}"]').ariaLabel"""
    page.wait_for_function(f"() => {name}.endsWith('; Column 1, Red\\'s side; to be taken away')")
    page.keyboard.press("t")
    heard(table, r"Take spear \d CP from column 1\.")
    page.keyboard.press("a")
    table.until(f"view.cards['hand red'].includes('{card}') && view.corrections.length === 0")
    page.wait_for_function(f"() => {name}.endsWith('; Red\\'s hand')")
    # Nothing is asked now that needs no choice.
    page.keyboard.press("a")
    heard(table, "nothing that hands could do")
    page.evaluate("signifer.table.send({ do: 'helping', on: true })")


def test_single_keys_can_be_switched_off_and_leave_fields_alone(table: Table) -> None:
    page = table.page
    page.keyboard.press("?")
    page.uncheck("dialog.keys input")
    page.keyboard.press("Escape")
    page.locator("dialog.keys").wait_for(state="detached")
    page.evaluate(HUSHED)
    before = page.evaluate(SAID)
    page.keyboard.press("t")
    page.keyboard.press("?")
    page.check("dialog.keys input")
    page.keyboard.press("t")
    page.keyboard.press("Escape")
    page.locator("dialog.keys").wait_for(state="detached")
    page.focus("select[data-act=speed]")
    page.keyboard.press("t")
    assert page.evaluate(SAID) == before
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("t")
    assert page.evaluate(SAID) != before
    page.evaluate(GOES_ON)


def test_assistive_technology_presses_without_a_pointer(table: Table) -> None:
    """It has a click, and neither a finger that goes down nor a key."""
    page, card = table.page, table.hand("red")[0]
    page.evaluate(f"""document.querySelector('.card[data-card="{card}"]').click()""")
    page.wait_for_selector(".card.picked")
    page.evaluate("""document.querySelector('[data-place="pad red"]').click()""")
    table.until(f"view.cards['pad red'].includes('{card}')")
    page.evaluate(f"""document.querySelector('.card[data-card="{card}"]').click()""")
    page.evaluate("""document.querySelector('[data-place="hand red"]').click()""")
    table.until(f"view.cards['hand red'].includes('{card}')")
    page.evaluate("""document.querySelector('[data-button="column 3 red"]').click()""")
    table.until("view.game.attack === 3 && view.table.held.length === 0")
    page.keyboard.press("u")
    table.hurry("view.game.attack === null")


def test_the_page_keeps_quiet_of_what_the_table_speaks_of(table: Table) -> None:
    table.page.evaluate(SPARED)
    heard(table, "^Spared: nothing came of it")
    said = [line for line in table.page.evaluate(SAID) if line.startswith("Spared: ")]
    assert said == ["Spared: the table says so", "Spared: nothing came of it"]


def test_the_log_keeps_its_last_lines_alone(table: Table) -> None:
    page = table.page
    assert page.evaluate(LOG) == [f"Line {number}" for number in range(11, 41)]
    live = page.eval_on_selector_all(
        "[aria-live], [role=alert], [role=status], [role=log]", "all => all.map(node => node.id)"
    )
    assert live == ["voice", "alarm"]
