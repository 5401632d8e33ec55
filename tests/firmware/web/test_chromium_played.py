"""Games that were played, on the page in Chromium: listed, opened from a file, played back, gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.league.shelves import add, played

from . import windows
from .browser import OUTPUT, PLACING, Table, browser, page_of, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DATA = Path(__file__).parents[2] / "data" / "0.1.0"
# Names of terrain that reach beyond their plaque.
BEYOND = """() => [...document.querySelectorAll(".face.land")].filter(land => {
  const [name, plaque] = [".name", ".plaque"].map(part => land.querySelector(part).getBoundingClientRect());
  return name.left < plaque.left || name.right > plaque.right;
}).map(land => land.textContent.trim())"""
# Moments that are looked back at come late.
LATE = """() => {
  const { table } = signifer, send = table.send.bind(table);
  window.looks = [];
  table.send = async deed => {
    if (deed.do === "look") looks.push(deed.at);
    const answer = await send(deed);
    await new Promise(done => setTimeout(done, 600));
    return answer;
  };
}"""
# The list of games comes as soon as somebody says so, whatever else was asked for.
LATE_LIST = """() => {
  const { fetch } = window, said = new Promise(done => { window.listNow = done; });
  window.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    if (asked[0].includes("before=")) await said;
    return answer;
  };
}"""
__all__ = ["browser"]


@pytest.fixture(scope="module")
def table(browser: Browser) -> Iterator[Table]:
    choice = Choice(TWO, seed=4, position=PLACING)
    with served(choice) as (address, owner), page_of(browser, address, owner) as page:
        yield page


def shelf(table: Table) -> None:
    table.page.click("[data-act=played]")
    table.page.wait_for_selector("dialog.shelf[open]")


def opened(table: Table, path: Path) -> None:
    shelf(table)
    table.page.set_input_files(".shelf input[type=file]", path)
    table.page.wait_for_selector("#played [data-played=play]")
    table.page.wait_for_selector("body[data-ready]")


def test_a_new_game_says_what_becomes_of_the_one_under_way_and_it_goes_on(table: Table) -> None:
    page = table.page
    card = table.hand("red", "medium-infantry")[0]
    table.lay(card, "3 red")
    table.until("view.record.some(line => line.act === 'place')")
    page.click("[data-act=new]")
    assert "past games" in page.inner_text("dialog.choose .left")
    table.picture("new-game-asks")
    run = page.evaluate("signifer.table.run")
    page.click("dialog.choose button[value=begin]")
    table.until(f"signifer.table.run !== '{run}' && view.cards['3 red'].length === 0")

    shelf(table)
    page.wait_for_selector(".shelf li a")
    assert "not over" in page.inner_text(".shelf li a")
    table.picture("past-games")
    page.click(".shelf li a")
    page.wait_for_selector("#played [data-played=play]")
    assert "past=1" in page.url
    # It begins at its beginning, and is played back to its end.
    page.wait_for_function("() => signifer.table.view && document.querySelector('#then:not([hidden])')")
    assert page.evaluate("document.querySelector('#phone').textContent") == ""
    # Who looks on is told why nothing came of what they asked, in words of that.
    page.evaluate("signifer.table.send({ do: 'go-on', at: 3, mode: 'watch', red: 'en', blue: 'en' })")
    page.locator("#toast.shown", has_text="That many cannot go on from here.").wait_for()
    page.click("#past [data-way=last]")
    page.wait_for_function("() => !document.querySelector('#then:not([hidden])')")
    table.picture("past-game")
    page.click("#played [data-played=goOn]")
    page.wait_for_function("() => !location.search && window.signifer?.table.view")
    table.until(f"view.cards['3 red'].includes('{card}')")
    table.until("view.table.mode === 'robot'")


def test_of_many_games_each_says_who_has_won_and_the_dialog_can_be_left(table: Table) -> None:
    """On a low screen, too, where not all of them have room."""
    page = table.page
    assert table.owner.shelf is not None
    kinds = ("field-of-glory", "call-to-glory", "dark-age-arena", "thermopyles")
    add(table.owner.shelf.store, *(played(kinds[number % 4]) for number in range(12)))
    table.resize(800, 480)
    shelf(table)
    page.wait_for_selector(".shelf li:nth-child(12)")
    told = page.inner_text(".shelf ol")
    for said in ("Blue won, ", "Player 2 won, ", "Red won, ", "The Spartans won, "):
        assert said in told
    assert page.evaluate("document.querySelector('dialog.shelf').scrollHeight") > 480
    for part in (".shelf .ends button", ".shelf .file"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 480
    page.click(".shelf .ends button")
    page.wait_for_selector("dialog", state="detached")
    table.resize(1440, 900)


def test_older_games_come_once_however_often_they_are_asked_for(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And whoever asked for them by a key is at the first of them."""
    page = table.page
    monkeypatch.setattr("signifer_firmware.web.virtual.library.MOST_LISTED", 5)
    assert table.owner.shelf is not None
    add(table.owner.shelf.store, *(played() for _ in range(12)))
    shelf(table)
    for shown in (5, 10):
        page.wait_for_selector(f".shelf li:nth-child({shown})")
        page.focus(".shelf [data-older]")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        page.wait_for_selector(f".shelf li:nth-child({shown + 1})")
        page.wait_for_function("() => document.activeElement.matches('.shelf li a')")
        # What was asked for before has been answered then.
        page.evaluate("fetch('past?before=1').then(() => null)")
        games = page.eval_on_selector_all(".shelf li a", "all => all.map(one => one.href)")
        assert len(games) == len({*games})
        assert page.evaluate("document.activeElement.href") == games[shown]
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


@pytest.mark.parametrize("game", ["field-of-glory", "call-to-glory"])
def test_a_record_is_opened_and_played_back(table: Table, game: str) -> None:
    opened(table, DATA / game / "whole" / "record.txt")
    page = table.page
    page.wait_for_function("() => document.querySelector('#then:not([hidden])')")
    before = page.input_value("#past input")
    page.click("#played [data-played=play]")
    page.wait_for_function(f"() => +document.querySelector('#past input').value > {before}")
    page.click("#played [data-played=play]")
    table.picture(f"past-{game}")
    page.click("#past [data-way=last]")
    page.wait_for_selector("#finale:not([hidden])")
    assert page.locator("#finale .laurel .sign").count() == 1, "whose the laurel is"
    table.picture(f"past-{game}-end")
    page.click("#played a[href='./']")
    page.wait_for_function("() => !location.search && window.signifer?.table.view")


def test_of_a_long_game_every_line_is_told_and_none_is_passed_over(table: Table) -> None:
    """The page has its last 400 lines; those before them come with the moments."""
    opened(table, DATA / "dark-age-arena" / "whole" / "record.txt")
    page = table.page
    page.wait_for_selector("#then:not([hidden])")
    assert table.view()["record"][0]["id"] > 100
    assert page.inner_text("#past p") == "How it began."
    for at in (1, 2, 3):
        page.click("#past [data-way=next]")
        page.wait_for_function(f"() => +document.querySelector('#past input').value === {at}")
        assert page.inner_text("#past p") == page.inner_text("#then span") != "How it began."
    third = page.inner_text("#past p")
    page.fill("#past input", "90")
    # Until the lines around it have come, nobody knows which is next to it.
    page.wait_for_function("before => document.querySelector('#past p').textContent !== before", arg=third)
    page.click("#past [data-way=back]")
    page.wait_for_function("() => +document.querySelector('#past input').value < 90")
    assert int(page.input_value("#past input")) > 75
    table.picture("past-long-game")
    page.click("#played a[href='./']")
    page.wait_for_function("() => !location.search && window.signifer?.table.view")


def test_the_bar_of_a_past_game_speaks_the_language_that_is_chosen(table: Table) -> None:
    """What it offers, too: a picture, a file, a link."""
    opened(table, DATA / "thermopyles" / "whole" / "record.txt")
    page = table.page
    for language, word in (("de", "Abspielen"), ("en", "Play it back")):
        page.select_option("[data-act=language]", language)
        page.wait_for_selector(f"html[lang={language}]")
        page.locator("#played [data-played=play]", has_text=word).wait_for()
        files = page.eval_on_selector_all("#played [download]", "all => all.map(one => one.href)")
        assert [file.rpartition("=")[2] for file in files] == [language, language]
    page.click("#played a[href='./']")
    page.wait_for_function("() => !location.search && window.signifer?.table.view")


def test_a_game_is_shared_as_a_picture_a_file_and_a_link(
    table: Table, browser: Browser, tmp_path: Path
) -> None:
    opened(table, DATA / "thermopyles" / "whole" / "record.txt")
    page = table.page
    found = {}
    for form in ("gif", "html"):
        with page.expect_download() as download:
            page.click(f"#played a[href*='/{form}?']")
        found[form] = tmp_path / download.value.suggested_filename
        download.value.save_as(found[form])
    assert found["gif"].read_bytes().startswith(b"GIF8")
    page.fill("#past input", "20")
    page.click("#played [data-played=link]")
    page.wait_for_selector("#played input[type=text]:not([hidden])")
    link = page.input_value("#played input[type=text]")
    table.picture("share")

    page.goto(link)
    page.wait_for_function("() => location.search.startsWith('?past=')")
    page.wait_for_function("() => window.signifer?.table.view?.past[1] >= 20")
    assert table.view()["table"]["game"] == "thermopyles"
    assert table.view()["past"][1] < 40
    assert table.view()["game"]["winner"] is None
    page.goto(f"{table.page.evaluate('location.origin')}/#game=1abc")
    page.wait_for_function("() => document.getElementById('toast').textContent.includes('no game')")

    # The file needs nobody: no server, no network.
    window = browser.new_context(offline=True)
    window.set_default_timeout(windows.PATIENCE_MS)
    alone, wrong = window.new_page(), []
    alone.on("pageerror", lambda error: wrong.append(str(error)))
    alone.on("console", lambda said: wrong.append(said.text))
    alone.on(
        "request", lambda asked: None if asked.url.startswith(("file:", "data:")) else wrong.append(asked.url)
    )
    alone.goto(found["html"].as_uri())
    alone.wait_for_selector("body[data-at='0']")
    alone.click("#steps li:nth-child(9) button")
    alone.wait_for_selector("#steps li:nth-child(9) [aria-current]")
    alone.focus("#at")
    alone.keyboard.press("End")
    alone.wait_for_selector("#steps li:last-child [aria-current]")
    alone.screenshot(path=OUTPUT / "page-shared-file.jpg", type="jpeg", quality=85)
    # In colours of one's own, too, it is seen where one is.
    alone.emulate_media(forced_colors="active")
    last = alone.locator("#steps li:last-child button")
    is_here = last.screenshot()
    last.evaluate("node => node.removeAttribute('aria-current')")
    assert last.screenshot() != is_here
    window.close()
    assert wrong == []


def test_a_file_that_is_no_game_is_refused_in_a_sentence(table: Table, tmp_path: Path) -> None:
    junk = tmp_path / "junk.txt"
    junk.write_text("no game at all\n")
    shelf(table)
    table.page.set_input_files(".shelf input[type=file]", junk)
    table.page.wait_for_selector(".shelf .fault:not([hidden])")
    said = table.page.inner_text(".shelf .fault")
    assert "not a game that can be opened" in said
    assert "junk.txt:1" in said
    table.picture("past-games-refused")
    table.page.keyboard.press("Escape")


def test_why_a_file_is_no_game_stays_when_the_list_comes_late(table: Table, tmp_path: Path) -> None:
    junk = tmp_path / "junk.txt"
    junk.write_text("no game at all\n")
    page = table.page
    page.evaluate(LATE_LIST)
    shelf(table)
    page.set_input_files(".shelf input[type=file]", junk)
    page.wait_for_selector(".shelf .fault:not([hidden])")
    page.evaluate("listNow()")
    page.wait_for_selector(".shelf li")
    assert "junk.txt:1" in page.inner_text(".shelf .fault:not([hidden])")
    page.keyboard.press("Escape")


def test_it_speaks_the_pages_language(table: Table) -> None:
    page = table.page
    page.select_option("[data-act=language]", "fr")
    shelf(table)
    assert page.inner_text("#shelf-title") == "Parties jouées"
    page.keyboard.press("Escape")
    page.select_option("[data-act=language]", "en")


def test_screens_speak_the_language_of_the_page_unless_another_was_chosen(table: Table) -> None:
    page = table.page
    table.another(mode="two", red="en", blue="de")
    table.until("view.table.languages.blue === 'de'")
    before = table.view()["screen red"]
    page.select_option("[data-act=language]", "fr")
    table.until("view.table.languages.red === 'fr'")
    assert table.view()["table"]["languages"] == {"red": "fr", "blue": "de"}
    page.wait_for_function("before => signifer.table.view['screen red'] !== before", arg=before)
    table.picture("french-screens")
    assert page.inner_text('[data-place="pad red"] .label').lower() == "socle"
    assert page.evaluate(BEYOND) == []
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert table.view()["table"]["languages"] == {"red": "fr", "blue": "de"}
    page.select_option("[data-act=language]", "en")
    table.until("view.table.languages.red === 'en'")


def test_of_a_long_game_no_line_is_passed_over_where_answers_are_slow(browser: Browser) -> None:
    """However fast somebody presses."""
    choice = Choice(TWO, seed=4, position=PLACING)
    with served(choice) as (address, owner), page_of(browser, address, owner) as table:
        opened(table, DATA / "dark-age-arena" / "whole" / "record.txt")
        page = table.page
        page.wait_for_selector("#then:not([hidden])")
        page.evaluate(LATE)
        page.evaluate("for (let n = 0; n < 20; n++) document.querySelector('#past [data-way=next]').click()")
        page.wait_for_function("() => looks.length > 1")
        assert page.evaluate("Math.max(...looks)") <= 40


def test_who_goes_back_beyond_the_lines_that_have_come_goes_on_to_the_next_one(browser: Browser) -> None:
    """Not to the beginning, where it is the first line of which none before it has come."""
    choice = Choice(TWO, seed=4, position=PLACING)
    with served(choice) as (address, owner), page_of(browser, address, owner) as table:
        opened(table, DATA / "dark-age-arena" / "whole" / "record.txt")
        page = table.page
        page.wait_for_selector("#then:not([hidden])")
        page.click("#past [data-way=last]")
        page.wait_for_selector("#then", state="hidden")
        page.evaluate(LATE)
        back = "document.querySelector('#past [data-way=back]').click()"
        page.evaluate(
            f"() => {{ [...document.querySelectorAll('#record li.action')].at(-1).click(); {back}; }}"
        )
        page.wait_for_selector("#then:not([hidden])")
        (oldest,) = page.evaluate("looks")
        page.evaluate(back)
        page.wait_for_function("() => looks.length > 1")
        assert oldest - 10 < page.evaluate("looks")[1] < oldest
        # None of the lines that have come is of something done, as where a reader fails all evening.
        page.click("#past [data-way=last]")
        page.wait_for_selector("#then", state="hidden")
        page.evaluate("signifer.table.view.record.forEach(line => { line.kind = 'fault' })")
        page.evaluate(back)
        page.wait_for_selector("#then:not([hidden])")
        page.wait_for_function("() => looks.at(-1) === signifer.table.view.record[0].id - 1")
