"""The league book on the page in Chromium: reached and read by keys, names changed and said, nothing of them obeyed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from signifer_core.json_values import Json
from signifer_firmware.league.luck import UNSEEN
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.league.shelves import ANNA, BERT, CALL, PASS, add, named, played

from .browser import PLACING, Table, browser, page_of, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

MARKUP: Json = {"name": "<img src=x onerror=a()>"}
PHONE = (390, 844)
DESK = (1440, 900)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is slow here is no table that hangs."""
    monkeypatch.setattr("signifer_firmware.league.ledger.WRITTEN_S", 55.0)


@pytest.fixture(scope="module")
def address(browser: Browser) -> Iterator[tuple[str, Any]]:
    choice = Choice(TWO, seed=4, position=PLACING, names=(("red", "Anna"),))
    with served(choice) as (address, owner):
        with page_of(browser, address, owner):
            pass  # the table is laid
        assert owner.shelf is not None
        add(
            owner.shelf.store,
            (*played(), named({"red": ANNA, "blue": BERT})),
            (*played(), named({"red": MARKUP, "blue": {"robot": 3}})),
            (*played(PASS), named({"red": {"name": "Anna und Bert"}})),
            played(form="broken-off"),
            played(CALL),
        )
        yield address, owner


@pytest.fixture(scope="module")
def table(browser: Browser, address: tuple[str, Any]) -> Iterator[Table]:
    with page_of(browser, *address) as table:
        yield table


def opened(table: Table) -> None:
    if not table.page.query_selector("dialog.league[open]"):
        table.page.click("[data-act=league]")
    table.page.wait_for_selector("dialog.league li[data-game]")


def line(table: Table, number: int) -> str:
    return " ".join(table.page.inner_text(f"dialog.league li[data-game='{number}']").split())


def test_one_press_shows_results_and_how_players_stand(table: Table) -> None:
    opened(table)
    text = table.page.inner_text("dialog.league table >> nth=0").splitlines()
    assert text[0] == "Field of Glory"
    assert "Robot 3" in text[2]
    assert "Bert" in text[3]
    assert "Anna Red" in line(table, 0)
    assert "under way" in line(table, 0)
    assert "Anna Red lost" in line(table, 1)
    assert "Bert Blue won" in line(table, 1)
    assert "<img src=x onerror=a()> Red lost Robot 3 Blue won" in line(table, 2), "it is a text"
    assert table.page.query_selector("dialog.league img") is None
    assert "Anna und Bert The team won" in line(table, 3)
    assert "not over" in line(table, 4)
    assert "Red lost Blue won" in line(table, 5), "two at seats are called by their sides"


@pytest.mark.parametrize("size", [DESK, PHONE], ids=str)
def test_it_is_no_wider_than_the_screen(table: Table, size: tuple[int, int]) -> None:
    table.resize(*size)
    opened(table)
    table.picture(f"league-{size[0]}")
    node = "document.querySelector('dialog.league .book')"
    assert table.page.evaluate(f"{node}.scrollWidth <= {node}.clientWidth")
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table.page.click("dialog.league [data-names='4']")
    table.picture(f"league-names-{size[0]}")
    assert table.page.evaluate(f"{node}.scrollWidth <= {node}.clientWidth")
    table.page.click("dialog.league [data-leave='4']")
    assert table.page.evaluate("document.activeElement.dataset.names") == "4"
    table.resize(*DESK)


def test_it_is_used_by_keys_and_said(table: Table) -> None:
    page = table.page
    opened(table)
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.league", state="detached")
    page.focus("[data-act=league]")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog.league li[data-game]")
    assert page.evaluate("document.activeElement.textContent") == "League book"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.names") == "0"
    page.focus("[data-names='1']")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.name") == "red"
    page.keyboard.press("Control+a")
    page.keyboard.type("Cleo")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-names='1']")
    assert "Cleo Red lost" in line(table, 1)
    page.wait_for_function(
        "() => document.querySelector('#voice').textContent.includes('The names are in the book')"
    )
    assert page.evaluate("document.activeElement.dataset.names") == "1"
    assert "Cleo" in page.inner_text("dialog.league table >> nth=0")


def test_older_games_come_once_and_whoever_is_named_in_one_keeps_the_place(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = table.page
    monkeypatch.setattr("signifer_firmware.web.server.league.MOST_LISTED", 2)
    if page.query_selector("dialog.league[open]"):
        page.keyboard.press("Escape")
    opened(table)
    page.focus("[data-before]")
    # Twice in one go: the second press of a slow machine would be that of what has the focus then.
    page.evaluate("() => { document.activeElement.click(); document.activeElement.click(); }")
    page.wait_for_selector("dialog.league li[data-game]:nth-child(4)")
    page.evaluate("fetch('league').then(() => null)")
    games = page.eval_on_selector_all("dialog.league li", "all => all.map(one => one.dataset.game)")
    games = [game for game in games if game is not None]
    assert len(games) == len({*games}) == 4
    assert page.evaluate("document.activeElement.dataset.names") == games[2]
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('.naming input')")
    page.keyboard.type("Eva")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.dataset.names")
    assert page.evaluate("document.activeElement.dataset.names") == games[2]
    assert "Eva" in line(table, int(games[2]))
    page.keyboard.press("Escape")


def test_luck_is_reckoned_on_request_and_told(table: Table) -> None:
    page = table.page
    opened(table)
    page.focus("dialog.league [data-luck='3']")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog.league li[data-game='3'] small:has-text('±')")
    assert re.search(r"won luck [+−]\d+ ± \d+", line(table, 3))
    assert page.evaluate("document.activeElement.dataset.names") == "3"
    page.wait_for_function(
        "() => document.querySelector('#voice').textContent.includes('The luck of that game')"
    )
    assert page.query_selector("dialog.league [data-luck='3'], dialog.league [data-luck='4']") is None
    page.keyboard.press("Escape")


def test_a_long_book_is_shown_as_it_is_read(table: Table, address: tuple[str, Any]) -> None:
    """The page says what is missing, asks for more by itself, and shows it once it is there."""
    page, asked = table.page, list[int]()

    def unread(route: Any) -> None:
        asked.append(len(asked))
        told = route.fetch().json()
        if len(asked) < 3:
            first = {**told["games"][-1], "why": "reading", "players": [], "over": False}
            told = {**told, "games": [*told["games"][:-1], first], "unread": 1}
        route.fulfill(json=told)

    page.route("**/league", unread)
    if page.query_selector("dialog.league[open]"):
        page.keyboard.press("Escape")
    opened(table)
    assert "1 game is still being read" in page.inner_text("dialog.league .book")
    assert line(table, 1).endswith("still being read")
    page.wait_for_selector("dialog.league [data-game='1']:has-text('Bert')")
    assert "still being read" not in page.inner_text("dialog.league .book")
    assert len(asked) == 4
    page.unroute("**/league")
    page.keyboard.press("Escape")


def test_a_book_being_read_goes_on_after_an_answer_that_was_missed(table: Table) -> None:
    page, asked = table.page, list[int]()

    def missed(route: Any) -> None:
        asked.append(len(asked))
        if len(asked) == 3:
            route.fulfill(body="")
            return
        told = route.fetch().json()
        route.fulfill(json={**told, "unread": 1} if len(asked) == 1 else told)

    page.route("**/league", missed)
    if page.query_selector("dialog.league[open]"):
        page.keyboard.press("Escape")
    opened(table)
    page.wait_for_selector("dialog.league .fault:has-text('does not answer')")
    page.wait_for_selector("dialog.league .fault", state="detached")
    assert "still being read" not in page.inner_text("dialog.league .book")
    page.unroute("**/league")
    page.keyboard.press("Escape")


def test_where_there_is_no_luck_the_game_says_why(table: Table) -> None:
    page = table.page
    opened(table)
    page.focus("dialog.league [data-luck='5']")
    page.keyboard.press("Enter")
    page.wait_for_function("why => document.querySelector('#voice').textContent.includes(why)", arg=UNSEEN)
    assert UNSEEN in line(table, 5)
    assert page.evaluate("document.activeElement.dataset.names") == "5"
    page.keyboard.press("Escape")


def test_who_looks_on_reads_it_and_changes_nothing(browser: Browser, address: tuple[str, Any]) -> None:
    where, owner = address
    with page_of(browser, where, owner) as table:
        # As from elsewhere: the server says whether names may be changed.
        table.page.route(
            "**/league",
            lambda route: route.fulfill(json={**route.fetch().json(), "may": False}),
        )
        opened(table)
        assert "Anna" in table.page.inner_text("dialog.league")
        assert table.page.query_selector("dialog.league [data-names], dialog.league [data-luck]") is None


def test_names_are_said_as_a_game_begins(table: Table) -> None:
    page = table.page
    if page.query_selector("dialog.league[open]"):
        page.keyboard.press("Escape")
    page.click("[data-act=new]")
    page.wait_for_selector("dialog.choose [name=name-red]")
    assert page.input_value("[name=name-red]") == "Anna"
    page.fill("[name=name-blue]", "Dora")
    page.check("dialog.choose input[name=mode][value=robot]", force=True)
    assert page.query_selector("[name=name-blue]") is None, "a robot has no name"
    page.check("dialog.choose input[name=mode][value=two]", force=True)
    assert page.input_value("[name=name-blue]") == "Dora"
    # Two fields beside each other fit on a phone.
    table.resize(*PHONE)
    table.picture("new-game-names")
    assert page.evaluate(
        "(box => box.scrollWidth <= box.clientWidth)(document.querySelector('dialog.choose form'))"
    )
    table.resize(*DESK)
    run = page.evaluate("signifer.table.run")
    page.click("dialog.choose button[value=begin]")
    table.until(f"signifer.table.run !== '{run}' && view.table.names?.blue === 'Dora'")
