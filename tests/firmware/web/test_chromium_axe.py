"""axe-core, and contrast as it is painted, on all that the page shows: by day, by night, in colours of one's own, on a
phone, in its dialogs, at the end of a game, of every game. It finds nothing. The soak looks at each in all these
colours; every other run takes one of them for each, in turn.

What axe-core cannot tell is the contrast of texts on pictures and gradients, which `contrast.pale` measures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from signifer_firmware.game_api import registry
from signifer_firmware.session import pairing
from signifer_firmware.web.game import page_of as page_game
from signifer_firmware.web.virtual.live import ROBOT, TWO, Choice

from tests import sweeps
from tests.firmware.league.shelves import ANNA, BERT, add, named, played
from tests.firmware.web.axe import faults, script_or
from tests.firmware.web.browser import ATTACK, PLACING, Table, browser, page_of, served
from tests.firmware.web.contrast import pale

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.conftest import MissingTool

__all__ = ["browser"]

# What a page may be asked for while it is open.
LOOKS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "forced colours": {"forced_colors": "active"},
    "forced colours at night": {"forced_colors": "active", "color_scheme": "dark"},
}
DAY_AND_NIGHT = ("light", "dark")
MOST = ("light", "dark", "forced colours")
PAST = Path(__file__).parents[2] / "data/0.1.0/thermopyles/whole/record.txt"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# When blue has drawn, red's turn begins, and red holds three terrains.
LAST_DRAW = (
    *("terrain plain plain plain plain plain", "first blue", "begin draw"),
    *(f"control {column} red" for column in (1, 2, 3)),
    *("count red hand 6", "count blue hand 6"),
)
# Names, roles and order are the same in every colour.
OF_COLOURS = "runOnly: ['color-contrast', 'link-in-text-block']"
# What news replace while it is looked at is looked at again: a busy table has news for seconds.
LOOKS_AGAIN = 20

# What is shown for a moment stays.
STAYS = """() => {
  const later = window.setTimeout;
  window.setTimeout = (work, ms, ...rest) => (ms === 4_000 ? 0 : later(work, ms, ...rest));
}"""
WEAR = """theme => {
  if (document.documentElement.dataset.theme !== theme) document.querySelector("[data-act=theme]").click();
}"""


class Examine(Protocol):
    def __call__(self, table: Table, what: str, looks: Sequence[str] = ("light",)) -> None: ...


@pytest.fixture(scope="module")
def examine(request: pytest.FixtureRequest) -> Examine:
    """Looks at a page as it is, in some colours: nothing is wrong with it."""
    missing: type[MissingTool] = request.getfixturevalue("missing_tool_of_module")
    script = script_or(missing)
    turn = count()

    def examine(table: Table, what: str, looks: Sequence[str] = ("light",)) -> None:
        if not table.page.evaluate("'axe' in window"):
            table.page.evaluate(script)
        for number, look in enumerate(looks if sweeps.soaking else [looks[next(turn) % len(looks)]]):
            worn(table.page, look)
            table.at_rest()
            only = OF_COLOURS if number else ""
            found = wrong(table, only)
            assert found == [], f"{what}, {look}"
        worn(table.page, "light")

    return examine


def worn(page: Page, look: str) -> None:
    """Have a page in other colours. By day or by night is decided as it is opened, and later by who presses."""
    media = {"color_scheme": "light", "forced_colors": "none"} | LOOKS[look]
    page.emulate_media(**media)
    page.evaluate(WEAR, media["color_scheme"])
    assert page.evaluate("document.documentElement.dataset.theme") == media["color_scheme"]


def wrong(table: Table, only: str) -> list[Any]:
    """All that is wrong with a page as it is, each time that one looks."""
    for _ in range(LOOKS_AGAIN):
        found = [*faults(table.page, only), *pale(table.page)]
        if not found:
            break
        table.at_rest()
    return found


@pytest.fixture(scope="module")
def place(browser: Browser) -> Iterator[tuple[str, Any]]:
    """A table at which somebody against the robot has placed a unit, and one that is refused."""
    with (
        served(Choice(ROBOT, seed=2, position=PLACING)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        table.page.evaluate("signifer.table.send({ do: 'helping', on: false })")
        for card in (table.hand("red", "spear")[0], table.hand("red", "cavalry")[0]):
            table.page.evaluate(f"signifer.table.send({{ do: 'move', card: '{card}', to: '3 red' }})")
        table.until("view.refusals.length > 0 && view.game.due > 0")
        yield address, owner


def test_a_placement_refused(browser: Browser, place: tuple[str, Any], examine: Examine) -> None:
    with page_of(browser, *place) as table:
        table.page.wait_for_selector("#refusals .refusal button")
        examine(table, "desk", tuple(LOOKS))
        table.page.evaluate(STAYS)
        table.page.evaluate("signifer.table.send({ do: 'shuffle', player: 'red' })")
        table.page.wait_for_selector("#toast.shown")
        examine(table, "a notice", MOST)
    with page_of(browser, *place, **PHONE) as table:
        table.page.wait_for_selector("#refusals .refusal button")
        examine(table, "phone", DAY_AND_NIGHT)


def test_dialogs_and_drawers(browser: Browser, place: tuple[str, Any], examine: Examine) -> None:
    looks = ("light", "forced colours")
    with page_of(browser, *place) as table:
        page = table.page
        page.wait_for_selector("#refusals .refusal button")
        page.keyboard.press("?")
        examine(table, "keys", looks)
        page.keyboard.press("Escape")
        page.click("#head [data-act=new]")
        page.wait_for_selector("dialog.choose")
        examine(table, "a new game", looks)
        page.keyboard.press("Escape")
        page.click("#refusals .ruling")
        examine(table, "a ruling", looks)
        page.keyboard.press("Escape")
        page.click('canvas[data-screen="red"]')
        examine(table, "a screen", looks)
        page.keyboard.press("Escape")
        page.click("#head [data-act=drawer]")
        page.click(".gestures summary")
        page.focus(f'.card[data-card="{table.hand("red")[0]}"]')
        page.keyboard.press("Enter")
        page.wait_for_selector(".place.wont[data-tip]")
        examine(table, "a card in the fingers, all open", looks)


def test_what_is_wrong_is_found(browser: Browser, place: tuple[str, Any], examine: Examine) -> None:
    """Else the others see nothing: a button without a name, and a text that is pale."""
    with page_of(browser, *place) as table:
        page = table.page
        page.wait_for_selector("#refusals .refusal button")
        examine(table, "before")
        page.evaluate("document.querySelector('[data-act=undo]').removeAttribute('aria-label')")
        page.evaluate("document.querySelector('[data-act=undo]').removeAttribute('title')")
        assert [rule for rule, _, _ in faults(table.page)] == ["button-name"]
        page.evaluate("document.querySelector('#wood .label').style.color = '#5a4030'")
        assert [text.split(":")[0] for text in pale(page)] == ["pad"]


def test_the_league_book(browser: Browser, examine: Examine) -> None:
    with served(Choice(TWO, seed=4, position=PLACING, names=(("red", "Anna"),))) as (address, owner):
        for looks, device in ((DAY_AND_NIGHT, {}), (DAY_AND_NIGHT, PHONE)):
            with page_of(browser, address, owner, **device) as table:
                assert owner.shelf is not None
                if not device:
                    add(
                        owner.shelf.store,
                        *((*played(), named({"red": ANNA, "blue": BERT})) for _ in range(3)),
                    )
                table.page.click("[data-act=league]")
                table.page.wait_for_selector("dialog.league li[data-game='3']")
                examine(table, "the league book", looks)
                table.page.click("dialog.league [data-names='3']")
                examine(table, "names in the league book", looks)


@pytest.mark.slow
def test_a_result_and_a_past_game(browser: Browser, examine: Examine) -> None:
    """Where the record has more lines than are in sight."""
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        table.page.evaluate("signifer.table.send({ do: 'helping', on: false })")
        table.press("column 3 red")
        table.until("view.game.attack === 3")
        for player, card in (("red", 0), ("blue", -1)):
            table.until(f"view.game.actors[0] === '{player}'")
            table.lay(table.hand(player)[card], f"pad {player}")
            table.press(f"ok {player}")
        table.until("view.game.result")
        table.page.wait_for_selector("#told [data-act=as-told]")
        scrolls = "(list => list.scrollHeight > list.clientHeight)(document.querySelector('#record ol'))"
        assert table.page.evaluate(scrolls)
        examine(table, "a result, the mouse on ok", MOST)
        table.page.click("[data-act=played]")
        table.page.set_input_files(".shelf input[type=file]", PAST)
        table.page.wait_for_selector("#played [data-played=play]")
        table.page.wait_for_selector("body[data-ready]")
        table.page.wait_for_selector("#then:not([hidden])")
        assert table.page.evaluate(scrolls)
        examine(table, "a past game", MOST)


@pytest.mark.slow
def test_buttons_under_the_mouse(browser: Browser, place: tuple[str, Any]) -> None:
    with page_of(browser, *place) as table:
        for size in ((1440, 900), (1024, 600)):
            table.resize(*size)
            for button in ("ok red", "column 1 red", "column 1 blue"):
                table.page.hover(f'[data-button="{button}"]')
                table.at_rest()
                assert pale(table.page) == [], (button, size)


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["tv", "overlay"])
def test_on_the_wall(browser: Browser, place: tuple[str, Any], examine: Examine, layout: str) -> None:
    address, owner = place
    with page_of(browser, f"{address}?layout={layout}", owner) as wall:
        wall.page.locator("#wall .last, #wall footer").wait_for()
        examine(wall, layout, ("light", "forced colours"))


@pytest.mark.slow
def test_the_end_of_a_game(browser: Browser, examine: Examine) -> None:
    with served(Choice(TWO, seed=3, position=LAST_DRAW)) as (address, owner):
        for looks, device in ((MOST, {}), (("light",), PHONE)):
            with page_of(browser, address, owner, **device) as table:
                if not device:
                    table.press("ok blue")
                    table.until("view.game.winner === 'red'")
                table.page.wait_for_selector("#finale:not([hidden])")
                examine(table, "the end", looks)
                table.page.click("#finale [data-act=review]")
                table.page.wait_for_selector("#then:not([hidden])")
                examine(table, "look back", looks)


@pytest.mark.slow
@pytest.mark.parametrize("game", [name for name in registry.names() if name != "field-of-glory"])
def test_every_game(browser: Browser, examine: Examine, game: str) -> None:
    mode = next(iter(page_game(game).modes))
    with served(Choice(mode, seed=3, game=game)) as (address, owner):
        with page_of(browser, address, owner) as table:
            examine(table, "desk", MOST)
        with page_of(browser, address, owner, **PHONE) as table:
            examine(table, "phone")


@pytest.mark.slow
def test_a_draft_and_who_looks_on(browser: Browser, examine: Examine) -> None:
    with served(Choice(ROBOT, True, seed=3)) as (address, owner):
        for looks, device in ((MOST, {}), (("light",), PHONE)):
            with page_of(browser, address, owner, **device) as table:
                table.page.wait_for_selector("#draft .pick")
                examine(table, "the draft", looks)
            with page_of(browser, f"{address}?role=spectator", owner, **device) as table:
                examine(table, "who looks on", looks)


@pytest.mark.parametrize(
    "looks", [("light",), pytest.param(("light", "dark", "forced colours"), marks=pytest.mark.soak)]
)
def test_seats_at_devices_of_their_own(
    browser: Browser, examine: Examine, monkeypatch: pytest.MonkeyPatch, looks: tuple[str, ...]
) -> None:
    """Who asks is shown to the owner; the code is typed; and who has sat down."""
    # To look closely takes a busy machine longer than people have for a code.
    monkeypatch.setattr(pairing, "CODE_US", 3_600_000_000)
    with (
        served(Choice(TWO, seed=4, position=PLACING, apart=True)) as (address, owner),
        page_of(browser, address, owner) as red,
        page_of(browser, f"{address}?role=spectator", owner, **PHONE) as blue,
    ):
        blue.page.click("[data-seats=sit]")
        red.page.locator("#seats .asking").wait_for()
        examine(red, "who asks", looks)
        examine(blue, "the code", looks)
        blue.page.fill("#seats input", red.page.locator("#seats .asking strong").inner_text())
        blue.page.keyboard.press("Enter")
        red.page.click("[data-seats=in]")
        blue.until("view.table.guest")
        examine(blue, "a seat", looks)
