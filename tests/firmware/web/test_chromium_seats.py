"""People at devices of their own, in real Chromium: one sits down at another page, both play, and see their own alone.

The first six tests are one story, told in their order.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from signifer_firmware.session import pairing
from signifer_firmware.web.virtual import live
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.web import windows
from tests.firmware.web.blind import Blind, FieldOfGlory, Keys
from tests.firmware.web.browser import AS_MOST, LOOK_MS, PATIENCE, Table, browser, page_of, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

Pair = tuple[Table, Table]
PLACING = (
    *("terrain plain plain plain plain plain", "first red", "begin actions"),
    *("count red hand 6", "count blue hand 6"),
)
SMALL_DECKS = (*PLACING[:3], "count red deck 3", "count blue deck 3")
MOST_STEPS = 1_500
# As whom the page shows the table, each time that it does.
SHOWN = """window.shown = [];
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const viewer = window.signifer?.table.view?.table.viewer;
  if (viewer && document.getElementById("head").childElementCount) shown.push(viewer);
}).observe(document.body, { childList: true, subtree: true }));"""


def sit_down(owner: Table, guest: Table, seat: int = 2) -> None:
    """The guest asks for a seat, types the code that the owner sees, and is let in."""
    guest.page.click(f"[data-seats=sit][data-seat='{seat}']")
    code = owner.page.locator("#seats .asking strong").inner_text()
    guest.page.fill("#seats input", code)
    guest.page.keyboard.press("Enter")
    owner.page.click(f"[data-seats=in][data-seat='{seat}']")
    guest.until("view.table.guest")


@pytest.fixture(scope="module", autouse=True)
def leisure() -> Iterator[None]:
    """No code or wish is forgotten because a machine is busy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairing, "CODE_US", 3_600_000_000)
        patch.setattr(pairing, "OK_US", 3_600_000_000)
        patch.setattr(live, "AGREE_US", 3_600_000_000)
        yield


@pytest.fixture(scope="module")
def pair(browser: Browser) -> Iterator[Pair]:
    with (
        served(Choice(TWO, seed=4, position=PLACING, apart=True)) as (address, owner),
        page_of(browser, address, owner) as red,
        page_of(browser, f"{address}?role=spectator", owner) as blue,
    ):
        yield red, blue


def test_a_second_device_sits_down(pair: Pair) -> None:
    red, blue = pair
    red.page.locator("#seats", has_text="signifer play --network").wait_for()
    blue.page.locator("[data-seats=sit]").wait_for()
    assert blue.page.locator("[data-phone]").count() == 0, "who has a device needs no phone"
    blue.page.select_option("[data-act=language]", "de")
    blue.page.click("[data-seats=sit]")
    red.page.locator("#seats .asking").wait_for()
    red.picture("seats-code")
    red.page.locator("#alarm p", has_text="Code: ").wait_for(state="attached")
    blue.page.fill("#seats input", "0")
    blue.page.keyboard.press("Enter")
    blue.page.locator("#seats .note", has_text="Versuche übrig: 2").wait_for()
    blue.page.fill("#seats input", red.page.locator("#seats .asking strong").inner_text())
    blue.page.keyboard.press("Enter")
    red.page.locator("[data-seats=in]").wait_for()
    blue.page.locator("#seats p", has_text="muss der Gastgeber").wait_for()
    red.page.click("[data-seats=in]")
    blue.page.locator("#seats summary", has_text="Du sitzt hier als Blau").wait_for()
    blue.until("view.table.languages.blue === 'de' && view.table.languages.red === 'en'")
    assert blue.page.locator("[data-act=new], [data-act=drawer], [data-act=speed]").count() == 0
    red.page.locator("#seats summary").click()
    red.page.locator("#seats li", has_text="sits there").wait_for()
    red.page.locator("#seats summary").click()


def test_each_sees_and_moves_their_own(pair: Pair) -> None:
    red, blue = pair
    for mine, theirs, table in (("red", "blue", red), ("blue", "red", blue)):
        cards = table.view()["cards"]
        assert isinstance(cards[f"hand {mine}"], list)
        assert cards[f"hand {theirs}"] == 6
        assert table.page.locator(f'.card[data-at="hand {theirs}"]:not(.down)').count() == 0
        assert table.page.locator(f"[data-button='ok {theirs}']").is_disabled()
        assert table.page.locator(f"[data-button='ok {mine}']").is_enabled()
        table.picture(f"seats-{mine}")
    assert "robot" not in red.page.locator("#now").inner_text()


def test_a_turn_is_played_and_seen_on_both(pair: Pair) -> None:
    red, blue = pair
    unit = red.hand("red", "light")[0]
    red.lay(unit, "3 red")
    blue.until(f'view.cards["3 red"].includes("{unit}")')
    while red.view()["game"]["due"]:
        red.lay(red.hand("red")[0], "pad red")
        due = red.view()["game"]["due"]
        red.press("ok red")
        red.until(f"view.game.due < {due}")
    red.hold("ok red", "view.game.step === 'draw'")
    red.press("ok red")
    blue.until("view.game.active === 'blue' && view.game.step === 'actions'")
    assert blue.page.locator("#now .who.blue .says").inner_text().strip() != ""
    unit = blue.hand("blue", "light")[0]
    blue.lay(unit, "3 blue")
    red.until(f'view.cards["3 blue"].includes("{unit}")')
    # What the guest does is undone by the guest.
    blue.page.keyboard.press("u")
    blue.until("view.game.due === 0")
    red.until(f'view.cards["hand blue"] === 6 && !view.cards["3 blue"].includes("{unit}")')


def test_both_agree_from_their_devices(pair: Pair) -> None:
    red, blue = pair
    fingers = red.owner.live.run.table.fingers
    for _ in range(PATIENCE):
        if not fingers.busy:
            break
        red.page.wait_for_timeout(LOOK_MS)
    red.page.evaluate("document.querySelector('details.gestures').open = true")
    red.page.click("[data-act=hold][data-names='ok red,ok blue']")
    red.page.locator("#seats .agree", has_text="Waiting").wait_for()
    blue.page.click("#seats [data-act=hold]")
    blue.until("view.table.held.length === 0")
    for _ in range(PATIENCE):
        if red.owner.live.run.appliance.keeper.outlook.agreement is not None:
            break
        red.page.wait_for_timeout(LOOK_MS)
    assert red.owner.live.run.appliance.keeper.outlook.agreement is not None


def test_a_page_that_is_loaded_again_keeps_its_seat(pair: Pair) -> None:
    _, blue = pair
    blue.page.add_init_script(SHOWN)
    blue.page.reload()
    blue.page.wait_for_selector("body[data-ready]")
    blue.until("view.table.player === 'blue'")
    blue.page.locator("#seats summary", has_text="Du sitzt hier als Blau").wait_for()
    # What anybody sees who looks on is shown at no time meanwhile, nor said.
    assert set(blue.page.evaluate("shown")) == {"blue"}
    assert "Du sitzt hier" not in blue.page.locator("#voice").inner_text()
    assert "Du schaust zu" not in blue.page.locator("#voice").inner_text()
    # Who comes back is told who they are, as on any arrival.
    blue.page.locator("#voice p", has_text="Field of Glory. Du bist Blau. ").wait_for(state="attached")


def test_who_has_lost_the_seat_looks_on_at_once(pair: Pair) -> None:
    _, blue = pair
    token = blue.page.evaluate("localStorage.getItem('signifer.seat')")
    blue.page.evaluate("localStorage.setItem('signifer.seat', '0'.repeat(32))")
    blue.page.reload()
    blue.page.wait_for_selector("body[data-ready]")
    assert blue.page.evaluate("signifer.table.view.table.viewer") == "spectator"
    blue.page.evaluate("token => localStorage.setItem('signifer.seat', token)", token)
    blue.page.reload()
    blue.page.wait_for_selector("body[data-ready]")
    blue.until("view.table.player === 'blue'")


def test_the_owner_gives_the_seat_away(pair: Pair) -> None:
    red, blue = pair
    red.page.click("#seats summary")
    red.page.click("[data-seats=out]")
    blue.until("view.table.viewer === 'spectator'")
    blue.page.locator("#seats .note", has_text="sitzt hier nicht mehr").wait_for()
    assert blue.page.locator('.card[data-at="hand blue"]:not(.down)').count() == 0
    assert blue.page.evaluate("localStorage.getItem('signifer.seat')") == ""


@pytest.mark.slow
def test_call_to_glory_from_two_devices(browser: Browser) -> None:
    """Each draws for themselves, and sees no other hand; what lies open both see."""
    choice = Choice(
        TWO, seed=4, game="call-to-glory", position=("players 2", "begin draw", "first 1"), apart=True
    )
    with (
        served(choice) as (address, owner),
        page_of(browser, address, owner) as one,
        page_of(browser, f"{address}?role=spectator", owner) as two,
    ):
        sit_down(one, two)
        for seat, side, table in (("1", "red", one), ("2", "blue", two)):
            other = {"1": "2", "2": "1"}[seat]
            table.until(f"view.game.step === 'draw' && view.game.seat === '{seat}'")
            before = len(table.view()["cards"][f"hand {seat}"])
            table.press(f"ok {side}")
            table.until(f"view.game.step === 'play' && view.cards['hand {seat}'].length === {before + 2}")
            assert isinstance(table.view()["cards"][f"hand {other}"], int)
            card = table.view()["cards"][f"hand {seat}"][0]
            table.lay(card, f"pad {side}")
            for page in (one, two):
                page.until(f"view.cards['pad {side}'].includes('{card}')")
            table.press(f"ok {side}")
        one.until("view.game.seat === '1'")
        one.picture("seats-call-to-glory")


def test_of_three_each_hears_whose_turn_it_is(browser: Browser) -> None:
    """Players 1 and 3 sit on one side, and neither takes the other's turn for their own."""
    position = ("players 3", "variant none", "begin draw", "first 3")
    choice = Choice("three", seed=4, game="call-to-glory", position=position, apart=True)
    with (
        served(choice) as (address, owner),
        page_of(browser, address, owner) as one,
        page_of(browser, f"{address}?role=spectator", owner) as three,
    ):
        said = one.page.locator("#voice p", has_text=re.compile("You are Player 1.*Player 3: Draw two cards"))
        said.wait_for(state="attached")
        assert one.page.locator("#advice .guide").count() == 0
        sit_down(one, three, 3)
        three.page.locator("#advice .guide").wait_for()
        held = len(three.view()["cards"]["hand 3"])
        three.press("ok red")
        three.until(f"view.game.step === 'play' && view.cards['hand 3'].length === {held + 2}")
        three.lay(three.view()["cards"]["hand 3"][0], "pad red")
        three.press("ok red")
        one.page.locator("#advice .guide").wait_for()
        one.page.locator("#voice p", has_text=re.compile("Round 1 of 4. Draw two")).wait_for(state="attached")
        three.page.locator("#voice p", has_text="Player 1: Draw two cards.").wait_for(state="attached")
        assert three.page.locator("#advice .guide").count() == 0
        # What stands against player 1 is no alarm of player 3's.
        one.page.evaluate(
            "signifer.table.send({ do: 'move', card: signifer.table.view.cards['hand 1'][0], to: '3 red' })"
        )
        one.page.locator("#alarm p", has_text="Refused: ").wait_for(state="attached")
        three.page.locator("#voice p", has_text="Player 1. Refused: ").wait_for(state="attached")
        assert three.page.locator("#alarm p", has_text="Refused: ").count() == 0


def test_of_three_each_is_called_by_their_number_while_a_game_is_set_up(browser: Browser) -> None:
    """Also in a game that begins again, of whose seats nothing else tells yet."""
    with (
        served(Choice("three", seed=4, game="call-to-glory", apart=True)) as (address, owner),
        page_of(browser, address, owner) as one,
        page_of(browser, f"{address}?role=spectator", owner) as two,
        page_of(browser, f"{address}?role=spectator", owner) as three,
    ):
        for guest, seat in ((two, 2), (three, 3)):
            guest.page.locator(f"[data-seat='{seat}']", has_text=f"Sit down as Player {seat}").wait_for()
            sit_down(one, guest, seat)
        before = one.page.evaluate("signifer.table.run")
        one.page.click("#head [data-act=new]")
        one.page.click("dialog button[value=begin]")
        for guest, seat in ((two, 2), (three, 3)):
            guest.until(f"table.run !== '{before}' && view.table.guest && view.table.player === '{seat}'")
            guest.page.locator("#seats summary", has_text=f"You sit here as Player {seat}").wait_for()
        one.until(f"table.run !== '{before}'")
        names = one.page.locator("#seats li b").all_text_contents()
        assert names == ["Player 1", "Player 2", "Player 3"]


def test_of_three_each_is_told_who_leaves_and_who_comes(browser: Browser) -> None:
    """Else two wait for a turn that nobody plays."""
    position = ("players 3", "variant none", "begin draw", "first 3")
    with (
        served(Choice("three", seed=4, game="call-to-glory", position=position, apart=True)) as (
            address,
            owner,
        ),
        page_of(browser, address, owner) as one,
        page_of(browser, f"{address}?role=spectator", owner) as two,
        page_of(browser, f"{address}?role=spectator", owner) as three,
    ):
        sit_down(one, two, 2)
        missing = two.page.locator("#seats li", has_text="Player 3")
        missing.wait_for()
        sit_down(one, three, 3)
        said = two.page.locator("#voice p", has_text="Somebody sits at the seat of Player")
        said.wait_for(state="attached")
        assert said.all_text_contents() == ["Somebody sits at the seat of Player 3."], "of nobody's own seat"
        missing.wait_for(state="detached")
        three.page.click("#seats summary")
        three.page.click("[data-seats=stand]")
        for page in (one.page, two.page):
            page.locator("#voice p", has_text="The seat of Player 3 is free again.").wait_for(
                state="attached"
            )
        two.page.locator("#seats li", has_text="nobody yet").wait_for()
        two.picture("seats-left")
        assert three.page.locator("#voice p", has_text="The seat of Player 3").count() == 0


def test_in_a_team_each_hears_who_is_asked(browser: Browser) -> None:
    choice = Choice("team-3", seed=3, game="thermopyles", apart=True)
    with (
        served(choice) as (address, owner),
        page_of(browser, address, owner) as one,
        page_of(browser, f"{address}?role=spectator", owner) as three,
    ):
        sit_down(one, three, 3)
        three.page.locator("#seats summary", has_text="You sit here as Player 3").wait_for()
        three.until("view.game.step === 'act'")
        three.page.reload()
        three.page.wait_for_selector("body[data-ready]")
        said = re.compile("^Thermopyles. You are Player 3. .*Player 1: Charge or retreat")
        three.page.locator("#voice p", has_text=said).wait_for(state="attached")


def test_a_page_to_which_the_words_of_seats_come_late_keeps_its_seat(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=4, position=PLACING, apart=True)) as (address, owner),
        page_of(browser, address, owner) as red,
        windows.window_of(browser, **AS_MOST) as page,
    ):
        page.goto(f"{address}?role=spectator")
        blue = Table(page, owner)
        sit_down(red, blue)
        page.route("**/seats/en.json", lambda route: route.abort(), times=1)
        page.reload()
        page.wait_for_selector("body[data-ready]")
        blue.until("view.table.player === 'blue'")
        page.locator("#seats summary", has_text="You sit here as Blue").wait_for()


def test_a_new_game_at_devices_is_chosen_in_the_dialog(browser: Browser) -> None:
    with served(Choice(TWO, seed=4)) as (address, owner), page_of(browser, address, owner) as table:
        assert table.page.locator("#seats").is_hidden()
        table.page.click("[data-act=new]")
        table.page.check("input[name=mode][value=robot]")
        assert table.page.locator("input[name=apart]").is_hidden(), "robots have no devices"
        table.page.check("input[name=mode][value=two]")
        table.page.check("input[name=apart]")
        assert table.page.locator("input[name=curtain]").is_hidden()
        table.page.click("dialog button[value=begin]")
        table.until("view.table.apart && view.table.people.join() === 'red'")
        table.page.locator("#seats li", has_text="nobody yet").wait_for()


@pytest.mark.soak
@pytest.mark.parametrize("hands", [Blind, Keys])
def test_a_game_to_its_end_by_what_two_screen_readers_are_given(browser: Browser, hands: type[Blind]) -> None:
    """Each player knows what is told at their own device, and nothing else. Decks are small, so that both are soon
    shuffled twice: with whole ones it takes a quarter of an hour, and tells no more."""
    with (
        served(Choice(TWO, seed=7, apart=True, position=SMALL_DECKS)) as (address, owner),
        page_of(browser, address, owner) as red,
        page_of(browser, f"{address}?role=spectator", owner) as blue,
    ):
        sit_down(red, blue)
        red.page.evaluate("signifer.table.send({ do: 'speed', speed: 8 })")
        players = [FieldOfGlory(hands(red.page)), FieldOfGlory(hands(blue.page, "Blue"))]
        for _ in range(MOST_STEPS):
            for player in players:
                player.step(patient=False)
            if owner.live.over:
                break
        assert owner.live.over
        for player in players:
            said = "\n".join([*player.blind.lines, *player.blind.listen()])
            for heard in ("Red places", "Blue places", "Red has paid", "Blue has paid", "Drawn: "):
                assert heard in said, (player.blind.side, heard)
