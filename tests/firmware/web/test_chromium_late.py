"""What a page asks for and does not get at once, in real Chromium: words, cards, what is learned with. It says so, asks
again, and is as it would have been."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.web import windows
from tests.firmware.web.browser import AS_MOST, ATTACK, PLACING, SIGNED, browser, served
from tests.firmware.web.upkeep_pages import PHONE, Service, patient, service

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocketRoute

__all__ = ["browser", "patient", "service"]

pytestmark = pytest.mark.slow


@contextmanager
def losing(browser: Browser, file: str, times: int, locale: str = "en") -> Iterator[Page]:
    """A page to which a file does not come so many times."""
    with windows.window_of(browser, **(AS_MOST | {"locale": locale})) as page:
        page.add_init_script(SIGNED)
        page.route(f"**/{file}", lambda route: route.abort(), times=times)
        yield page


@pytest.mark.parametrize(
    "file", ["lang/fr.json", "field-of-glory/cards.json", "thermopyles/fr.json", "wall/wall.js"]
)
def test_what_does_not_come_once_is_asked_for_again(browser: Browser, file: str) -> None:
    """Also at a table where nothing happens meanwhile."""
    where = "?layout=tv" if file.startswith("wall") else ""
    choice = Choice("solo", seed=3, game="thermopyles") if "thermo" in file else Choice(TWO, seed=3)
    with losing(browser, file, 1, "fr") as page, served(choice) as (address, _):
        page.goto(address + where)
        page.wait_for_selector("body[data-ready]")
        assert page.evaluate(
            "signed.some(one => one.includes('Some of this page') || one.includes('Une partie'))"
        )
        if not where:
            assert page.input_value("[data-act=language]") == "fr"
            assert ("Spartiates" if "thermo" in file else "Tour 1") in page.inner_text("#now")
        page.locator("#toast:not(.shown)").wait_for(state="attached")


def test_a_language_that_does_not_come_leaves_the_page_in_one_that_does(browser: Browser) -> None:
    with losing(browser, "lang/fr.json", 3, "fr") as page, served(Choice(TWO, seed=3)) as (address, _):
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        assert page.input_value("[data-act=language]") == "en"
        assert page.evaluate("signed.some(one => one.includes('language has not come'))")
        page.select_option("[data-act=language]", "fr")
        page.wait_for_function("() => signed.at(-1).includes('language has not come')")
        page.wait_for_function("() => document.querySelector('[data-act=language]').value === 'en'")
        assert page.get_attribute("html", "lang") == "en"
        page.select_option("[data-act=language]", "fr")
        page.wait_for_selector("html[lang=fr]")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert page.get_attribute("html", "lang") == "fr"


def test_screens_speak_as_the_page_does_once_its_language_has_come(browser: Browser) -> None:
    choice = Choice(TWO, seed=3, position=PLACING)
    with losing(browser, "lang/fr.json", 2, "fr") as page, served(choice) as (address, _):
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        assert page.get_attribute("html", "lang") == "en"
        page.reload()
        page.wait_for_selector("html[lang=fr] body[data-ready]")
        page.wait_for_function("() => signifer.table.view.table.languages.red === 'fr'")


def test_a_wall_speaks_the_language_that_has_come_while_the_wall_has_not(browser: Browser) -> None:
    with losing(browser, "wall/wall.js", 2, "fr") as page, served(Choice(TWO, seed=3)) as (address, _):
        page.goto(f"{address}?layout=tv")
        page.wait_for_selector("body[data-ready]")
        assert page.get_attribute("html", "lang") == "fr"
        assert not page.evaluate("signed.some(one => one.includes('language'))")


@pytest.mark.parametrize("file", ["field-of-glory/cards.json", "field-of-glory/rulings.json"])
def test_what_does_not_come_several_times_is_missed_in_one_sentence(browser: Browser, file: str) -> None:
    with losing(browser, file, 3) as page, served(Choice(TWO, seed=3)) as (address, _):
        page.goto(address)
        page.wait_for_selector("body[data-laws]")
        said = page.eval_on_selector_all("#voice p", "all => all.map(one => one.textContent)")
        assert [one for one in said if "Trying again" in one] == [
            "Some of this page has not come. Trying again …"
        ]


def test_whoever_looks_on_sees_the_seats_once_their_words_have_come(browser: Browser) -> None:
    choice = Choice(TWO, seed=4, position=PLACING, apart=True)
    with losing(browser, "seats/en.json", 1) as page, served(choice) as (address, _):
        page.goto(f"{address}?role=spectator")
        page.wait_for_selector("[data-seats=sit]")
        assert page.evaluate("signed.some(one => one.includes('Some of this page'))")


@pytest.mark.parametrize("way", ["key", "button"])
def test_advice_whose_words_do_not_come_is_missed_in_a_sentence(browser: Browser, way: str) -> None:
    """And another press brings it."""
    choice = Choice(TWO, seed=4, position=ATTACK)
    with losing(browser, "tutor/en.json", 1) as page, served(choice) as (address, _):
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        for _ in range(2):
            page.keyboard.press("c") if way == "key" else page.dispatch_event(
                "#advice [data-act=advise]", "click"
            )
            page.wait_for_function("() => signed.some(one => one.includes('That has not come'))")
        page.wait_for_selector("#tutor:not([hidden])")


@pytest.mark.parametrize("file", ["lang/de.json", "upkeep/de.json"])
def test_the_page_of_upkeep_asks_for_its_words_again(browser: Browser, service: Service, file: str) -> None:
    with windows.window_of(browser, **(PHONE | {"locale": "de"})) as page:
        page.route(f"**/{file}", lambda route: route.abort(), times=1)
        page.goto(f"http://127.0.0.1:{service.port}/upkeep.html")
        page.locator("#alarm", has_text="Trying again").wait_for()
        page.wait_for_selector("body[data-ready]")
        assert page.inner_text("#alarm") == ""
        assert page.inner_text("[data-do=pair]") == "Code anfordern"
        page.route("**/lang/fr.json", lambda route: route.abort(), times=1)
        page.select_option("#language", "fr")
        page.locator("#alarm", has_text="Sprache").wait_for()
        assert page.input_value("#language") == "de"


@pytest.mark.parametrize("file", ["learn/en.json", "learn/field-of-glory/en.json"])
def test_what_is_learned_with_is_asked_for_again_by_another_press(browser: Browser, file: str) -> None:
    with losing(browser, file, 1) as page, served(Choice(TWO, seed=3)) as (address, _):
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        with page.expect_event("pageerror"):
            page.click("[data-act=learn]")
        page.click("[data-act=learn]")
        page.wait_for_selector("dialog[open]")


def test_games_that_were_played_and_do_not_come_are_missed_in_a_sentence(browser: Browser) -> None:
    with losing(browser, "past?before=0", 1) as page, served(Choice(TWO, seed=3)) as (address, _):
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        page.click("[data-act=played]")
        page.locator(".shelf .fault", has_text="Try again").wait_for()


def test_a_hint_that_was_refused_is_asked_for_again(browser: Browser) -> None:
    """The card is pointed at once more: what would come of it is told, though nothing has changed at the table."""
    choice = Choice(TWO, seed=4, position=PLACING)
    with losing(browser, "nothing", 0) as page, served(choice) as (address, _):
        refused: list[str] = []

        def between(wire: WebSocketRoute) -> None:
            table = wire.connect_to_server()

            def told(message: str | bytes) -> None:
                deed = json.loads(message)
                if deed["do"] == "hint" and not refused:
                    refused.append(deed["card"])
                    wire.send(json.dumps({"type": "refused", "reason": "too-often", "n": deed["n"]}))
                else:
                    table.send(message)

            wire.on_message(told)

        page.route_web_socket("**/table**", between)
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        card = page.locator('.card[data-at="hand red"]').first
        card.hover()
        page.wait_for_function("() => signed.some(one => one.includes('Not so often'))")
        assert not page.locator("#inspect .laying").count()
        page.mouse.move(1, 1)
        card.hover()
        page.wait_for_selector("#inspect .laying")
