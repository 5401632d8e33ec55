"""Screens of many shapes in real Chromium: hand, table and what is asked are in sight together.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from signifer_firmware.web.virtual.live import ROBOT, TWO, Choice

from tests.firmware.web.browser import ATTACK, PLACING, Table, browser, page_of, served

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Browser

__all__ = ["browser"]

# What a lesson's hand lays, and is refused twice for.
LAID = {"thermopyles": ("3 red", "3 red"), "dark-age-arena": ("2 red", "3 red")}
SIZES = ((768, 1024), (820, 1180), (1024, 1366), (800, 480), (1024, 600), (1440, 900))
UPRIGHT, LOW = SIZES[:3], ((800, 480), (844, 390), (1024, 600))
# Of these how much is above the lower edge of the window, and not below another thing, in tenths; nothing is scrolled.
SEEN = """selector => [...document.querySelectorAll(selector)].map(node => {
  const box = node.getBoundingClientRect();
  let seen = 0;
  for (let step = 0; step < 10; step++) {
    const x = box.left + box.width * 0.1, y = box.top + (box.height * (step + 0.5)) / 10;
    const top = document.elementFromPoint(x, y);
    if (top && (node.contains(top) || top.contains(node))) seen++;
  }
  return seen;
})"""

# One more sound than the table has made.
NOTED = """() => import("./sound.js").then(sound =>
  sound.sign([9000 + performance.now(), "turn"], false, document.getElementById("buzz")))"""


@pytest.mark.slow
def test_hand_table_and_what_is_asked_are_in_sight(browser: Browser) -> None:
    with (
        served(Choice(ROBOT, seed=2, position=PLACING)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        page = table.page
        page.click("[data-act=helping]")
        table.until("!view.table.helping")
        spear = table.hand("red", "spear")[0]
        table.lay(spear, "3 red")
        table.until("view.game.due === 5")
        # Something is asked for: a card was drawn unasked.
        page.mouse.move(*table.part('[data-place="deck red"]', 0.5, 0.5))
        page.mouse.down()
        page.mouse.move(*table.spot('[data-place="hand red"]'), steps=4)
        page.mouse.up()
        table.until("view.owed.red === -1")
        for width, height in SIZES:
            table.resize(width, height)
            in_sight(table, f"{width}x{height}")
        on_a_large_screen(table)


@pytest.mark.slow
def test_what_is_asked_after_an_attack_or_a_refusal_is_in_sight(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        table.page.evaluate("signifer.table.send({ do: 'helping', on: false })")
        table.press("column 3 red")
        for player, at in (("red", 0), ("blue", -1)):
            table.until(f"view.game.attack === 3 && view.game.actors[0] === '{player}'")
            table.lay(table.hand(player)[at], f"pad {player}")
            table.press(f"ok {player}")
        table.until("view.game.result && view.corrections.length > 1")
        table.page.mouse.move(1, 1)
        in_each_language(table, "result", "#told [data-act=as-told]")
    with (
        served(Choice(ROBOT, seed=2, position=PLACING)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        table.page.evaluate("signifer.table.send({ do: 'helping', on: false })")
        for card in (table.hand("red", "spear")[0], table.hand("red", "cavalry")[0]):
            table.page.evaluate(f"signifer.table.send({{ do: 'move', card: '{card}', to: '3 red' }})")
        table.until("view.refusals.length > 0 && view.game.due > 0")
        in_each_language(table, "refused", "#refusals .fix", "#told li", "#now .who")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "mode", "hand"), [("thermopyles", "solo", "1"), ("dark-age-arena", "robot", "red")]
)
def test_what_is_asked_in_a_lesson_after_two_refusals_is_in_sight(
    browser: Browser, game: str, mode: str, hand: str
) -> None:
    with (
        served(Choice(mode, seed=4, game=game)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        table.another(game=game, lesson="refused", mode=mode)
        table.page.wait_for_selector("#lesson h2")
        table.page.evaluate("signifer.table.send({ do: 'helping', on: false })")
        for to in LAID[game]:
            card = table.view()["cards"][f"hand {hand}"][0]
            table.page.evaluate(f"signifer.table.send({{ do: 'move', card: '{card}', to: '{to}' }})")
            table.until(f"view.cards['{to}'].includes('{card}')")
        table.until("view.refusals.length > 1")
        in_each_language(table, f"refused-{game}", "#told [data-act=as-told]", sizes=(*UPRIGHT, *LOW))


def in_each_language(table: Table, what: str, *parts: str, sizes: Iterable[tuple[int, int]] = SIZES) -> None:
    for language in ("en", "fr", "de"):
        table.page.select_option("select[data-act=language]", language)
        table.page.wait_for_selector(f"html[lang={language}]")
        for width, height in sizes:
            table.resize(width, height)
            table.picture(f"{what}-{language}-{width}x{height}")
            for part in parts:
                seen(table, part, 9)


def in_sight(table: Table, size: str) -> None:
    """A card is read, with what would come of it; then all is seen."""
    page = table.page
    page.mouse.move(*table.spot(f'.card[data-card="{table.hand("red", "cavalry")[0]}"]'))
    page.wait_for_selector("#inspect .laying")
    page.mouse.move(1, 1)
    table.picture(f"asked-{size}")
    assert page.evaluate("document.body.scrollHeight - innerHeight") <= 1, size
    assert page.evaluate("document.body.scrollWidth - innerWidth") <= 0, size
    assert page.locator('.card[data-at="hand red"]').count() == 8
    seen(table, '.card[data-at="hand red"]', 7)
    for part in (
        "#now .who",
        "#told .asked",
        "#told [data-act=put-back]",
        ".push.red",
        ".zone.blue",
        ".oled",
    ):
        seen(table, part, 9)


def seen(table: Table, selector: str, least: int) -> None:
    """So many tenths of each are seen, once what the page says for a moment has gone."""
    table.page.wait_for_selector(selector)
    table.page.wait_for_function(
        f"([selector, least]) => Math.min(...({SEEN})(selector)) >= least", arg=[selector, least]
    )


def on_a_large_screen(table: Table) -> None:
    """Dialogs are as large there as the panel, and no button of the bar has a row of its own."""
    table.resize(3840, 2160)
    page = table.page
    top = "node => node.getBoundingClientRect().top"
    learn, undo = (page.locator(f"#head [data-act={act}]") for act in ("learn", "undo"))
    assert abs(learn.evaluate(top) - undo.evaluate(top)) < 4
    page.click("#head [data-act=new]")
    width = "node => node.getBoundingClientRect().width"
    assert page.locator("dialog.choose").evaluate(width) > page.locator("#panel").evaluate(width)
    page.keyboard.press("Escape")


def boxes(table: Table, selector: str) -> list[dict[str, float]]:
    """Where all of these are that are shown."""
    found: list[dict[str, float]] = table.page.eval_on_selector_all(
        selector, "all => all.map(one => one.getBoundingClientRect().toJSON()).filter(box => box.width)"
    )
    assert found, selector
    return found


def note_beside_names(table: Table) -> None:
    """The buzzer's note, the widest one, covers neither a player's points nor a button or a screen."""
    for language in ("en", "fr", "de"):
        table.page.select_option("select[data-act=language]", language)
        table.page.wait_for_selector(f"html[lang={language}]")
        for width, height in ((800, 480), (844, 390), (1024, 600), (1440, 900)):
            table.resize(width, height)
            table.page.evaluate(NOTED)
            (note,) = boxes(table, "#buzz")
            for other in boxes(table, ".cg-tag, .push, .oled"):
                apart = note["right"] <= other["left"] or other["right"] <= note["left"]
                apart = apart or note["bottom"] <= other["top"] or other["bottom"] <= note["top"]
                assert apart, (language, width, height, note, other)


@pytest.mark.slow
def test_the_bar_has_two_rows_on_a_low_screen_in_each_language(browser: Browser) -> None:
    """And what is next stands below it, not against it. At a table with a screen for one of both, the other one's ok
    is where it is at any table."""
    with (
        served(Choice(TWO, seed=4, position=PLACING), "starter") as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        page = table.page
        for language in ("en", "fr", "de"):
            page.select_option("select[data-act=language]", language)
            page.wait_for_selector(f"html[lang={language}]")
            for width, height in ((800, 480), (1024, 600)):
                table.resize(width, height)
                bar = boxes(table, "#head button, #head select")
                assert len({round(box["top"] / 20) for box in bar}) == 2, (language, width)
                cut = "[...document.querySelectorAll('#head button')].some(one => one.scrollWidth > one.clientWidth)"
                assert not page.evaluate(cut), (language, width)
                (heading,) = boxes(table, "#now h2")
                assert heading["top"] >= max(box["bottom"] for box in bar) + 4, (language, width)
                red, blue = (boxes(table, f'[data-button="ok {side}"]')[0] for side in ("red", "blue"))
                assert abs(red["right"] - blue["right"]) < 8


@pytest.mark.slow
def test_on_small_screens_nothing_lies_over_what_belongs_to_another(browser: Browser) -> None:
    """Supports beside the pad, the eye beside a player's points, the names of places in their boxes."""
    with (
        served(Choice("solo", seed=7, game="thermopyles")) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        for width in (360, 390):
            table.resize(width, 844)
            (stock,), (pad,) = (boxes(table, f'[data-place="{place} red"]') for place in ("stock", "pad"))
            assert stock["right"] <= pad["left"], width
    with (
        served(Choice("four", seed=4, game="call-to-glory")) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        table.resize(390, 844)
        eyes, points = boxes(table, ".rail.blue .eye"), boxes(table, ".rail.blue .cg-tag")
        assert len(eyes) == len(points) == 2
        for eye, tag in zip(eyes, points, strict=True):
            assert tag["left"] >= eye["right"]
        note_beside_names(table)
    with (
        served(Choice("two", seed=4, game="dark-age-arena")) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        for language, width, height in (("en", 800, 480), ("de", 1024, 600), ("fr", 1440, 900)):
            table.page.select_option("select[data-act=language]", language)
            table.page.wait_for_selector(f"html[lang={language}]")
            table.resize(width, height)
            names, around = boxes(table, ".da-place b"), boxes(table, ".da-place:has(b)")
            assert len(names) == len(around) == 8
            for name, box in zip(names, around, strict=True):
                assert box["top"] <= name["top"], (language, width)
                assert name["bottom"] <= box["bottom"], (language, width)
            table.picture(f"places-{language}")
        for width, height in ((844, 390), (640, 512), (667, 375)):
            table.resize(width, height)
            (wood,), sums = boxes(table, "#wood"), boxes(table, ".da-sums > *")
            assert len(sums) == 8
            assert min(box["left"] for box in sums) >= wood["left"], width
            table.picture(f"sums-{width}")


# Between a tablet and a large screen; the panel is narrowest at 1241.
LAPTOPS = ((1241, 900), (1280, 720), (1280, 800), (1366, 768), (1440, 900))


@pytest.mark.slow
def test_the_bar_fits_every_window(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=4, position=PLACING)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        page = table.page
        for language in ("en", "fr", "de"):
            page.select_option("select[data-act=language]", language)
            page.wait_for_selector(f"html[lang={language}]")
            for width, height in ((320, 568), (360, 640), *LAPTOPS):
                table.resize(width, height)
                bar = boxes(table, "#head button, #head select")
                assert max(box["right"] for box in bar) <= width, (language, width)
                assert min(box["width"] for box in bar) >= 24, (language, width)
                wider = "(one => one.scrollWidth - one.clientWidth)(document.querySelector('#panel'))"
                assert page.evaluate(wider) <= 0, (language, width)


@pytest.mark.slow
def test_a_finger_finds_every_button_of_a_column(browser: Browser) -> None:
    """24 pixels each way, as WCAG wants (2.5.8), on tablets and on laptops."""
    with (
        served(Choice(TWO, seed=4, position=PLACING)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        for width, height in ((390, 844), (768, 1024), (1024, 768), (1180, 820), *LAPTOPS, (800, 480)):
            table.resize(width, height)
            lowest = min(min(box["height"], box["width"]) for box in boxes(table, ".push"))
            assert lowest >= 24, (width, height)


@pytest.mark.slow
def test_what_is_printed_is_whole_and_dark_on_light(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=4, position=PLACING)) as (address, owner),
        page_of(browser, address, owner, color_scheme="dark") as table,
    ):
        page = table.page
        page.evaluate(
            "document.querySelector('#record ol').append(...Array.from({ length: 60 }, (_, at) =>"
            " Object.assign(document.createElement('li'), { textContent: `line ${at}` })))"
        )
        page.emulate_media(media="print")
        for box in ("#record ol", "#panel", "body"):
            hidden = "box => (one => one.scrollHeight - one.clientHeight)(document.querySelector(box))"
            assert page.evaluate(hidden, box) <= 1, box
        paper = "getComputedStyle(document.querySelector('#panel')).backgroundColor"
        assert page.evaluate(paper) == "rgb(255, 255, 255)"


# Of what has the focus, whether anything is seen: nine spots of it are looked at.
BEHIND = """() => {
  const one = document.activeElement, box = one.getBoundingClientRect();
  if (one === document.body || !box.width) return false;
  const parts = [0.1, 0.5, 0.9];
  const tops = parts.flatMap(x => parts.map(y =>
    document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)));
  return !tops.some(top => top && (one.contains(top) || top.contains(one)));
}"""


def refused_in_a_lesson(table: Table) -> None:
    """A lesson is on, and a card lies where it may not."""
    page = table.page
    table.another(game="field-of-glory", lesson="refused", mode="robot")
    page.wait_for_selector("#lesson h2")
    to_column(table, "red/cavalry-3", "2")
    page.wait_for_selector("#refusals .fix")


def to_column(table: Table, card: str, column: str) -> None:
    """Red lays a card there, which need not be in sight."""
    move = "([card, to]) => signifer.table.send({ do: 'move', card, to }).then(() => null)"
    table.page.evaluate(move, [card, f"{column} red"])


@pytest.mark.slow
def test_at_four_times_the_size_nothing_lies_over_what_has_the_focus(browser: Browser) -> None:
    """1280 x 1024 at 400 %: what is refused, and a lesson, leave the window to the rest (WCAG 1.4.10, 2.4.11)."""
    with (
        served(Choice(ROBOT, seed=3)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        page = table.page
        table.resize(320, 256)
        refused_in_a_lesson(table)
        page.select_option("select[data-act=language]", "de")
        page.wait_for_selector("html[lang=de]")
        (refusal,), (lesson,) = boxes(table, "#refusals"), boxes(table, "#lesson")
        assert refusal["top"] >= lesson["bottom"] or lesson["top"] >= refusal["bottom"]
        table.picture("refused-320x256")
        page.evaluate("document.activeElement.blur(), scrollTo(0, 0)")
        stops = set()
        for _ in range(60):
            page.keyboard.press("Tab")
            stops.add(page.evaluate("document.activeElement.outerHTML"))
            assert not page.evaluate(BEHIND), page.evaluate("document.activeElement.outerHTML")
        assert len(stops) > 20


@pytest.mark.slow
@pytest.mark.parametrize("size", [(844, 390), (320, 256)])
def test_on_a_low_screen_what_is_refused_comes_into_sight_with_its_mend(
    browser: Browser, size: tuple[int, int]
) -> None:
    """Beside the table or below it, also while a lesson stands there."""
    with (
        served(Choice(ROBOT, seed=2, position=PLACING)) as (address, owner),
        page_of(browser, address, owner, locale="de") as table,
    ):
        table.resize(*size)
        for kind in ("spear", "cavalry"):
            to_column(table, table.hand("red", kind)[0], "3")
        seen(table, "#refusals .fix", 9)
        refused_in_a_lesson(table)
        seen(table, "#refusals .fix", 9)
        table.picture(f"mend-{size[0]}x{size[1]}")


@pytest.mark.slow
def test_a_new_game_is_chosen_without_scrolling_sideways(browser: Browser) -> None:
    """At 400 %, whatever the language calls games and ways to play."""
    with (
        served(Choice(TWO, seed=4)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        page = table.page
        table.resize(320, 256)
        for language in ("en", "fr", "de"):
            page.select_option("select[data-act=language]", language)
            page.wait_for_selector(f"html[lang={language}]")
            page.click("#head [data-act=new]")
            page.wait_for_selector("dialog.choose[open]")
            games = page.eval_on_selector_all("input[name=game]", "all => all.map(one => one.value)")
            assert len(games) > 3
            for game in games:
                page.check(f"input[name=game][value={game}]", force=True)
                wider = "(one => one.scrollWidth - one.clientWidth)(document.querySelector('dialog.choose'))"
                assert page.evaluate(wider) <= 0, (language, game)
            page.evaluate("document.querySelector('dialog.choose').scrollTop = 0")
            table.picture(f"choose-320-{language}")
            page.keyboard.press("Escape")
            page.wait_for_selector("dialog.choose", state="detached")
