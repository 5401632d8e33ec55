"""The page of upkeep in real Chromium, on a phone, at a real table on (simulated) readers: a page is let in, cards are
enrolled by laying them, a backup is taken and taken back.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

import json
import threading
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from signifer_core.layout import COLUMNS, SIDES
from signifer_firmware.system.update import Note, Stage, told
from signifer_firmware.web.upkeep import figures
from signifer_firmware.web.upkeep import table as upkept
from signifer_firmware.web.upkeep.updating import TOLD, UPDATE, WAITING

from tests.firmware.league.shelves import add
from tests.firmware.league.shelves import played as played_games
from tests.firmware.system.updating import Pi, update_of
from tests.firmware.web.axe import faults, script_or
from tests.firmware.web.browser import OUTPUT, browser
from tests.firmware.web.contrast import pale
from tests.firmware.web.upkeep_pages import Service, let_in, own, page_of, patient, pi, service
from tests.firmware.web.upkeeping import Kept
from tests.firmware.web.visitors import PATIENCE_S, all_are_guests

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.conftest import MissingTool

__all__ = ["browser", "own", "patient", "pi", "service"]

ZONES = [f"{column} {side}" for column in COLUMNS for side in SIDES]
# A box has 107 cards, of which 105 get tags (docs/tags.md).
DECK = 105


def enrolled(page: Page, table: Kept, count: int, look: Callable[[int], None]) -> list[str]:
    """Lay the cards that the page asks for, one in each zone by turns; which they were."""
    page.click("[data-enrol=field-of-glory]")
    lying: dict[str, str] = {}
    cards: list[str] = []
    card = page.wait_for_selector(".sitting").get_attribute("data-card") or ""  # type: ignore[union-attr]
    while card and len(cards) < count:
        zone = ZONES[len(cards) % len(ZONES)]
        if zone in lying:
            table.take(lying.pop(zone))
        table.lay(card, zone)
        lying[zone] = card
        cards.append(card)
        page.wait_for_function("card => document.querySelector('.sitting').dataset.card !== card", arg=card)
        look(len(cards))
        card = page.get_attribute(".sitting", "data-card") or ""
    return cards


def played(service: Service, browser: Browser, count: int, tmp_path: Path) -> None:
    """Enrol so many cards, take a backup, enrol one more, take the backup back, and find all as it was."""
    with page_of(browser, service.port) as page:
        table = service.wait()
        assert page.query_selector("[data-enrol], [data-do=off], #backup input, #log h2") is None, (
            "to look at"
        )
        let_in(page, table)

        def look(number: int) -> None:
            if number == 2:
                OUTPUT.mkdir(exist_ok=True)
                page.screenshot(path=OUTPUT / "upkeep-enrol.jpg", type="jpeg", quality=85)

        cards = enrolled(page, table, count, look)
        assert len(cards) == len({*cards}) == count
        page.click("[data-sit=end]")
        page.wait_for_selector(".decks")
        assert f"{count} of {DECK}" in page.inner_text("#cards")
        with page.expect_download() as download:
            page.click("[data-do=backup]")
        file = tmp_path / "taken.backup"
        download.value.save_as(file)
        whole = dict(table.run.appliance.keeper.tags)
        assert len(whole) == count
        table.run.scheduler.call(lambda: table.run.appliance.enrol({b"\4" * 7: "red/pike-1"}))
        page.set_input_files("[name=restore]", file)
        again = service.wait(2)
        assert dict(again.run.appliance.keeper.tags) == whole
        # The page finds the table again; it has to be let in again.
        page.wait_for_selector("[data-do=pair]")
        assert f"{count} of {DECK}" in page.inner_text("#cards")


def test_cards_are_enrolled_and_a_backup_is_taken_back(
    service: Service, browser: Browser, tmp_path: Path
) -> None:
    played(service, browser, 4, tmp_path)


@pytest.mark.soak
def test_a_whole_deck_is_enrolled(service: Service, browser: Browser, tmp_path: Path) -> None:
    played(service, browser, DECK, tmp_path)


CLOSES = (("fr", "Fermer", "Comparez avec"), ("de", "Schließen", "Vergleiche mit"), ("en", "Close", "not 99"))
# Close stands beside the list of cards, and not below; the word before that is in one piece.
BESIDE = """called => {
  const [list, close] = document.querySelectorAll("#figures .ends > *"), word = new Range();
  word.selectNode(list.firstChild);
  const [{ bottom, right }, { top, left }] = [list, close].map(each => each.getBoundingClientRect());
  return close.textContent === called && top < bottom && right <= left && word.getClientRects().length === 1;
}"""


def test_a_figure_is_corrected_and_others_only_read_it(
    own: Service, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "AGAIN_S", 0.0)
    table = own.wait()
    with page_of(browser, own.port) as page:
        page.click("[data-figures=field-of-glory]")
        page.wait_for_selector("#figures [data-card]")
        assert page.query_selector("#figures input") is None, "to be read"
        assert page.inner_text("#figures li:first-child b").isdigit(), (
            "apart from its name and how sure it is"
        )
        page.screenshot(path=OUTPUT / "upkeep-figures-read.jpg", type="jpeg", quality=85, full_page=True)
        let_in(page, table)
        page.select_option("#figures [name=card]", "red/elephant-1")
        page.wait_for_selector("[data-card='red/elephant-1'] [name='shares.light-infantry']")
        assert "with light infantry (1: yes" in page.inner_text("#figures form").lower()
        page.select_option("#figures [name=card]", "red/cavalry-2")
        page.wait_for_selector("[data-card='red/cavalry-2'] [name=combat]")
        page.fill("#figures [name=combat]", "7")
        page.select_option("#figures [name=more]", "beside_second")
        page.fill("#figures [name=amount]", "99")
        page.check("#figures [name=scope][value=kind]")
        for language, close, why in CLOSES:
            page.select_option("#language", language)
            page.wait_for_function(f"called => ({BESIDE})(called)", arg=close)
            typed = [page.input_value(f"#figures [name={name}]") for name in ("combat", "more", "amount")]
            assert typed == ["7", "beside_second", "99"], "nothing that was typed is lost"
            page.click("#figures [type=submit]")
            page.wait_for_function(
                "why => document.querySelector('#alarm').textContent.includes(why)", arg=why
            )
            page.evaluate("() => { document.documentElement.dataset.theme = 'dark'; }")
            dark = OUTPUT / f"upkeep-figures-dark-{language}.jpg"
            page.screenshot(path=dark, type="jpeg", quality=85, full_page=True)
        page.fill("#figures [name=amount]", "1")
        page.click("#figures [type=submit]")
        page.wait_for_function(
            "() => document.querySelector('#figures .said').textContent.includes('cards.toml')"
        )
        assert page.input_value("#figures [name=beside_second]") == "1"
        assert "as you said" in page.inner_text("#figures")
        page.wait_for_function("() => document.querySelector('#figures .face').textContent.includes('7')")
        page.screenshot(path=OUTPUT / "upkeep-figures.jpg", type="jpeg", quality=85, full_page=True)
        # Another card cannot be told, for somebody broke the file by hand: what is chosen stays what is written.
        mine, broken = tmp_path / "own/cards.toml", "[kind.spear"
        good = mine.read_text(encoding="utf-8")
        mine.write_text(broken, encoding="utf-8")
        page.select_option("#figures [name=card]", "red/spear-1")
        page.wait_for_function("() => document.querySelector('#alarm').textContent.includes('not TOML')")
        assert page.input_value("#figures [name=card]") == "red/cavalry-2"
        mine.write_text(good, encoding="utf-8")
        page.click("[data-do=figuresEnd]")
        page.wait_for_selector("#figures [data-card]", state="detached")
        # One game's cards are drawn at a time.
        page.click("[data-figures=thermopyles]")
        page.wait_for_selector("#figures [data-card]")
        page.click("[data-enrol=field-of-glory]")
        page.wait_for_selector("#figures [data-card]", state="detached")
        page.click("[data-sit=end]")
        page.wait_for_selector("[data-enrol=field-of-glory]")
        clock, keeper = table.run.scheduler.clock, table.run.appliance.keeper
        table.run.scheduler.call(lambda: keeper.begin({}, clock.now_us))
        until(table, lambda: keeper.table is not None)
        page.click("[data-do=games]")
        with page.expect_download() as download:
            page.click("[data-record='1']")
        assert download.value.suggested_filename == "signifer-game-1.txt"
    said = tomllib.loads((tmp_path / "own/cards.toml").read_text(encoding="utf-8"))
    assert said["kind"] == {"cavalry": {"combat": 7, "beside_second": 1}}


def test_a_version_is_brought_and_installed(own: Service, browser: Browser, pi: Pi, tmp_path: Path) -> None:
    file, junk = update_of("2", tmp_path), tmp_path / "junk"
    junk.write_bytes(b"x" * 10_000)
    with page_of(browser, own.port) as page:
        page.wait_for_function("() => !document.querySelector('#update').textContent.includes('SIGNIFER')")
        assert page.query_selector("#update input") is None, "to look at"
        let_in(page, own.wait())
        page.set_input_files("[name=update]", junk)
        page.wait_for_function("() => document.querySelector('#alarm').textContent.includes('is no update')")
        page.set_input_files("[name=update]", file)
        page.click("[data-install]")
        page.wait_for_function(
            "() => document.querySelector('#update').textContent.includes('being installed')"
        )
    assert (tmp_path / UPDATE / WAITING).read_bytes() == file.read_bytes()


TOLD_IN = (
    ("fr", "La version 2 n’a pas démarré correctement", "Écriture de la version 3"),
    ("de", "Version 2 ist nicht richtig gestartet", "Version 3 wird auf die Speicherkarte geschrieben"),
    ("en", "Version 2 did not come up healthy", "Writing version 3 onto the memory card"),
)


def test_what_became_of_an_update_is_said_in_the_pages_language(
    own: Service, browser: Browser, pi: Pi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkept, "updated", lambda: told(Note(Stage.FAILED, 3, "2", "2")))
    (pi.root / TOLD).parent.mkdir(parents=True)
    writes = {"code": "update-writing", "figures": {"version": "3", "slot": 3}}
    (pi.root / TOLD).write_text(f"writing version 3 into slot 3\n{json.dumps(writes)}\n", encoding="utf-8")
    with page_of(browser, own.port) as page:
        for language, became, how_far in TOLD_IN:
            page.select_option("#language", language)
            for said in (became, how_far):
                page.wait_for_function(
                    "said => document.querySelector('#update').textContent.includes(said)", arg=said
                )
            told_in = page.inner_text("#update")
            assert ("went" in told_in, "into slot" in told_in) == (language == "en", False)
        # A version of before tells a line alone: it is said whose words they are.
        (pi.root / TOLD).write_text("writing it\n", encoding="utf-8")
        page.select_option("#language", "fr")
        page.wait_for_function(
            "() => document.querySelector('#update').textContent.includes('en anglais\u00a0: writing it')"
        )


# A file is chosen beside the words for it, which are in one piece.
IN_ONE_LINE = """language => {
  const label = document.querySelector("#backup .file"), word = new Range();
  if (document.documentElement.lang !== language || !label) return false;
  word.selectNode(label.firstChild);
  const [words, file] = [word, label.lastElementChild].map(each => each.getBoundingClientRect());
  return word.getClientRects().length === 1 && words.right <= file.left && words.top < file.bottom;
}"""


# What a command follows without a gap.
RUN_TOGETHER = """all => all.filter(one => one.querySelector("code")).map(one => one.innerText
  .slice(0, -one.querySelector("code").innerText.length)).filter(before => !/\\s$/.test(before))"""


def test_where_there_is_room_a_file_is_chosen_beside_its_words(service: Service, browser: Browser) -> None:
    with page_of(browser, service.port) as page:
        page.set_viewport_size({"width": 1440, "height": 900})
        let_in(page, service.wait())
        for language in ("fr", "de", "en"):
            page.select_option("#language", language)
            page.wait_for_function(f"language => ({IN_ONE_LINE})(language)", arg=language)
        page.screenshot(path=OUTPUT / "upkeep-wide.jpg", type="jpeg", quality=85, full_page=True)
        page.set_viewport_size({"width": 320, "height": 700})
        page.wait_for_function("() => document.documentElement.scrollWidth <= 320")


def test_older_games_come_once_and_are_gone_on_with_by_keys(
    tmp_path: Path, patient: None, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("signifer_firmware.web.upkeep.games.MOST_LISTED", 2)
    add(tmp_path / "table.sqlite", *(played_games() for _ in range(5)))
    service = Service(tmp_path)
    try:
        with page_of(browser, service.port) as page:
            let_in(page, service.wait())
            page.focus("[data-do=games]")
            page.keyboard.press("Enter")
            page.wait_for_function("() => document.activeElement.dataset.record === '5'")
            page.focus("[data-older]")
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
            page.wait_for_function("() => document.activeElement.dataset.record === '3'")
            page.click("[data-do=log]")
            page.wait_for_selector("#log pre")
            numbers = page.eval_on_selector_all("[data-record]", "all => all.map(one => one.dataset.record)")
            assert numbers == ["5", "4", "3", "2"]
    finally:
        service.end()


def until(table: Kept, what: Callable[[], bool]) -> None:
    """Look again each time that the table's own loop has come round."""
    while not what():
        round_ = threading.Event()
        table.run.scheduler.call(round_.set)
        assert round_.wait(PATIENCE_S)


def test_a_phone_alone_is_let_in_by_a_card_and_has_the_small_tables_buttons(
    tmp_path: Path, patient: None, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody sits at its computer: from a card that was just written to the table's buttons with a phone, and to the
    names of who plays."""
    all_are_guests(monkeypatch)
    monkeypatch.setattr("signifer_firmware.league.ledger.WRITTEN_S", 55.0)
    service = Service(tmp_path, "handy")
    try:
        table = service.wait()
        uid, presence = table.twins.world.tag("red/spear-1").uid, table.run.appliance.presence
        with page_of(browser, service.port) as page:
            page.click("[data-do=prove]")
            page.wait_for_selector("#access .columns li")
            for column in page.locator("#access .columns li").all_inner_texts():
                table.lay("red/spear-1", f"{column} red")
                until(table, lambda column=column: uid in presence.lying(column))  # type: ignore[misc]
                table.take("red/spear-1")
                until(table, lambda column=column: uid not in presence.lying(column))  # type: ignore[misc]
            page.wait_for_selector("[data-do=leave]")
            # What is left of an old game's phone keeps nobody from the buttons.
            page.evaluate("() => localStorage.setItem('signifer.token', '0'.repeat(32))")
            page.goto(f"http://127.0.0.1:{service.port}/?role=spectator")
            page.wait_for_selector("[data-button='ok red']:enabled")
            page.wait_for_function("() => !localStorage.getItem('signifer.token')")
            clock = table.run.scheduler.clock
            table.run.scheduler.call(lambda: table.run.appliance.keeper.begin({}, clock.now_us))
            until(table, lambda: table.run.appliance.game_number > 0)
            page.click("[data-act=league]")
            page.click("dialog.league [data-names='1']")
            page.fill("dialog.league [name=red]", "Anna")
            page.keyboard.press("Enter")
            page.wait_for_selector("dialog.league li:has-text('Anna')")
    finally:
        service.end()


def test_axe_finds_nothing_and_every_text_can_be_read_by_day_and_by_night(
    service: Service, browser: Browser, missing_tool_of_module: type[MissingTool]
) -> None:
    """As everybody sees it, and as whoever was let in does, at the first card."""
    script = script_or(missing_tool_of_module)
    with page_of(browser, service.port) as page:

        def look() -> None:
            for theme in ("light", "dark"):
                page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
                assert [*faults(page), *pale(page)] == [], theme
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
                    "nothing sticks out"
                )

        page.evaluate(script)
        page.click("#update summary")
        page.click("[data-do=examine]")
        page.wait_for_selector("#doctor .checks li")
        look()
        let_in(page, service.wait())
        page.click("[data-figures=field-of-glory]")
        page.wait_for_selector("#figures form")
        look()
        page.click("[data-enrol=field-of-glory]")
        page.wait_for_selector(".sitting")
        look()


def test_the_page_speaks_three_languages_and_says_what_fails(service: Service, browser: Browser) -> None:
    with page_of(browser, service.port) as page:
        page.click("[data-do=pair]")
        page.fill("#access input", "0000")
        for language, title in (("fr", "Entretien"), ("de", "Pflege"), ("en", "Upkeep")):
            page.select_option("#language", language)
            page.wait_for_function("title => document.querySelector('h1').textContent === title", arg=title)
            assert page.input_value("#access input") == "0000"
            assert "upkeep." not in page.inner_text("body"), "every key has its words"
        page.click("[data-do=examine]")
        page.wait_for_selector("#doctor .checks li")
        assert page.eval_on_selector_all("#doctor li", RUN_TOGETHER) == []
        for left in ("2 tries", "one try"):
            page.press("#access input", "Enter")
            page.wait_for_function(
                "left => document.querySelector('#alarm').textContent.includes(left)", arg=left
            )
        page.press("#access input", "Enter")
        page.wait_for_selector("[data-do=pair]")
        assert "ask for another one" in page.inner_text("#alarm")
        page.screenshot(path=OUTPUT / "upkeep-doctor.jpg", type="jpeg", quality=85, full_page=True)
