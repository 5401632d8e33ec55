"""The page of upkeep in real Chromium: what it says and offers while its wire breaks, and as codes are typed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.upkeep import figures

from tests.firmware.backup.stores import file_of
from tests.firmware.web.browser import browser
from tests.firmware.web.upkeep_pages import WIRES, Service, let_in, own, page_of, patient, service
from tests.firmware.web.upkeeping import CODE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser", "own", "patient", "service"]


def test_after_the_wire_broke_the_page_offers_a_code_and_says_nothing_that_is_over(
    service: Service, browser: Browser
) -> None:
    with page_of(browser, service.port) as page:
        page.add_init_script(f"({WIRES})()")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        # Typed as it stands on the screen, figure by figure.
        page.click("[data-do=pair]")
        page.wait_for_selector("#access input")
        page.fill("#access input", " ".join(CODE))
        page.click("#access [type=submit]")
        page.wait_for_function("() => document.querySelector('#access').textContent.includes('press ok')")
        page.evaluate("() => wires.at(-1).close()")
        page.wait_for_function("() => document.querySelector('#alarm').textContent.includes('not answer')")
        page.wait_for_selector("[data-do=pair]")
        page.wait_for_function(
            "() => wires.length > 1 && document.querySelector('#alarm').textContent === ''"
        )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "fr",
            "Non repris, car une table fournie avec le programme n’a pas de fichiers à elle\u00a0: table.toml, a.toml.",
        ),
        (
            "de",
            "Nicht zurückgespielt, denn ein mitgelieferter Tisch hat keine eigenen Dateien: table.toml, a.toml.",
        ),
        ("en", "Not taken back, for a bundled table has no files of its own: table.toml, a.toml."),
    ],
)
def test_a_restore_at_a_bundled_table_names_what_has_no_place_while_the_table_begins_again(
    service: Service, browser: Browser, tmp_path: Path, language: str, said: str
) -> None:
    table, file = service.wait(), tmp_path / "taken.backup"
    with page_of(browser, service.port) as page:
        page.select_option("#language", language)
        let_in(page, table)
        file.write_bytes(file_of(table.store, {"table": b"# x\n", "own/a.toml": b"# y\n"}))
        page.set_input_files("[name=restore]", file)
        service.wait(2)
        page.wait_for_selector("[data-do=pair]")
        assert said in page.inner_text(".said")


# What readers of a screen announce: text that comes into an element which was there, and live, before.
LISTEN = """() => {
  window.heard = [];
  const live = [...document.querySelectorAll("[aria-live], [role=status], [role=alert]")];
  const hear = new MutationObserver(all => heard.push(...all.map(({ target }) => target.textContent)));
  for (const node of live) hear.observe(node, { childList: true, subtree: true, characterData: true });
}"""
HEARD = "said => heard.some(text => text.includes(said))"


def test_who_does_not_see_the_page_hears_of_being_let_in_and_of_each_card(
    service: Service, browser: Browser
) -> None:
    table = service.wait()
    with page_of(browser, service.port) as page:
        page.evaluate(LISTEN)
        page.click("[data-do=pair]")
        page.wait_for_selector("#access input")
        page.fill("#access input", CODE)
        page.keyboard.press("Enter")
        page.wait_for_function(f"said => ({HEARD})(said)", arg="Now press ok of red")
        table.press_soon("ok red")
        page.wait_for_function(f"said => ({HEARD})(said)", arg="This page is let in")
        page.click("[data-enrol=field-of-glory]")
        page.wait_for_selector(".sitting[data-card]")
        card = page.get_attribute(".sitting", "data-card")
        assert card
        table.lay(card, "3 red")
        page.wait_for_function(f"said => ({HEARD})(said)", arg=f"has the tag {table.tag(card)}")


WRITTEN = """figure => {
  const form = document.querySelector("#figures form");
  return !!form && form !== window.before && form.elements[figure[0]].value === figure[1];
}"""


def test_who_writes_figures_by_keyboard_stays_where_they_are(
    own: Service, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The form is drawn again with what was written: in a figure beside the first, and on the button."""
    monkeypatch.setattr(figures, "AGAIN_S", 0.0)
    with page_of(browser, own.port) as page:
        let_in(page, own.wait())
        page.click("[data-figures=field-of-glory]")
        page.wait_for_selector("#figures form")
        page.select_option("#figures [name=card]", "red/cavalry-2")
        page.wait_for_selector("[data-card='red/cavalry-2'] [name=victory_points]")
        first = page.get_attribute("#figures form input >> nth=0", "name")
        for value, key in (("7", "victory_points"), ("8", "")):
            page.evaluate("() => { window.before = document.querySelector('#figures form'); }")
            page.fill("#figures [name=victory_points]", value)
            page.focus("#figures [name=victory_points]" if key else "#figures [type=submit]")
            page.keyboard.press("Enter")
            page.wait_for_function(f"figure => ({WRITTEN})(figure)", arg=["victory_points", value])
            focused = page.evaluate("() => [document.activeElement.name, document.activeElement.type]")
            assert focused == ([key, "number"] if key else ["", "submit"])
            assert first != key, "which any field would be"


# One of them, not none or several.
ONE_OF = {"fr": "1 carte sur 105 a une étiquette", "de": "1 von 105 Karten hat", "en": "1 of 105 cards has"}


def test_one_card_that_has_its_tag_is_counted_as_one(service: Service, browser: Browser) -> None:
    table = service.wait()
    table.run.scheduler.call(lambda: table.run.appliance.enrol({b"\4" * 7: "red/pike-1"}))
    with page_of(browser, service.port) as page:
        for language, said in ONE_OF.items():
            page.select_option("#language", language)
            page.wait_for_function(
                "said => document.querySelector('#cards').textContent.includes(said)", arg=said
            )
        # A French none is said like one.
        page.select_option("#language", "fr")
        page.wait_for_function("() => document.querySelector('#cards').textContent.includes('0 carte sur')")


BROUGHT = """changes => import("./upkeep/updating.js").then(({ updating }) =>
  updating({ may: true, brought: { version: "2", build: "0", changes } }, true).toString())"""


def test_a_version_without_news_announces_none(service: Service, browser: Browser) -> None:
    with page_of(browser, service.port) as page:
        told = {bool(changes): page.evaluate(BROUGHT, changes) for changes in ([], ["A word."])}
    assert all("Version 2 is there, and whole." in each for each in told.values())
    assert {some: "in it:" in each for some, each in told.items()} == {False: False, True: True}
