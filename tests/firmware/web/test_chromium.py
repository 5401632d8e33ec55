"""The page in real Chromium: games set up, a placement refused, mended and paid; parts that break.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory.actions import LayTerrain
from signifer_core.games.field_of_glory.rules.draft import terrain_columns
from signifer_firmware.web.virtual.live import ROBOT, TWO, Choice

from tests.firmware.states import fog
from tests.firmware.web.browser import PLACING, Table, browser, same_pixels, table

__all__ = ["browser", "table"]


@pytest.mark.slow
@pytest.mark.parametrize("table", [Choice(TWO, True, seed=3)], indirect=True)
def test_a_set_up_by_hand(table: Table) -> None:
    page = table.page
    page.evaluate("localStorage.setItem('signifer.curtain', 'yes')")
    page.click("[data-act=draft-look]")
    for card in (0, 2):
        page.locator(".pick").nth(card).click()
    table.picture("draft")
    page.click("[data-act=keep]")
    table.until("view.setup.draft.red.round === 1")
    assert page.locator(".kept b").count() > 0
    page.click("[data-act=keep-rest]")
    page.click("[data-act=draft-look]")
    page.click("[data-act=keep-rest]")
    table.until("Object.keys(view.setup.draft).length === 0")
    assert len(table.hand("red")) == len(table.hand("blue")) == 9
    table.press("ok red")
    table.until("view.game.actors.length === 1")
    table.press("ok blue")
    helping_hands(table, on=False)
    for number in range(5):
        table.until(f"view.game.columns.filter(one => one.terrain).length === {max(number - 1, 0)}")
        table.until("view.setup.terrain")
        drawn = table.view()["setup"]["terrain"]
        # In a column that is wrong for it, the table says where it goes.
        wrong = number == 0
        fits = (
            terrain_columns(fog(table.owner.live.state), drawn) if number == 0 else columns_left(table, drawn)
        )
        table.lay(drawn, f"{3 if 3 not in fits else 1} red" if wrong else f"{fits[0]} red")
        if wrong:
            table.until("view.refusals.length > 0")
            assert "FG-S1" in page.locator("#refusals").inner_text()
            table.lay(drawn, f"{fits[0]} blue")
            table.until("view.refusals.length === 0")
    table.press("ok red")
    table.until("view.game.step === 'first'")
    # There is one of each card: those that count lie where they were laid, until a hand moves them to the middle.
    assert page.locator(".card.land:not(.ground-card)").count() == 5
    assert page.locator(".ground-card").count() == 0
    helping_hands(table, on=True)
    table.until(
        "[1, 2, 3, 4, 5].every(at => [...view.cards[`${at} red`], ...view.cards[`${at} blue`]].length === 0)"
    )
    assert page.locator(".card.land:not(.ground-card)").count() == 0
    assert page.locator(".ground-card").count() == 5
    table.picture("set-up")
    rolled: list[int] = []
    # Each throws once; once more where both are alike.
    while len(rolled) % 2 or not rolled or rolled[-1] == rolled[-2]:
        table.press("dice")
        table.until(f"view.record.filter(line => line.kind === 'roll').length > {len(rolled)}")
        rolled = [line["value"] for line in table.view()["record"] if line["kind"] == "roll"]
    table.until("view.game.step === 'actions'")
    # Both dice of the roll-off lie on the felt.
    rolled = rolled[-2:]
    pips = "all => all.map(die => die.querySelectorAll('circle').length)"
    assert page.eval_on_selector_all(".fell .cube", pips) == rolled
    # Both hands are covered when it is up to one of the two: they show their own.
    active = table.view()["game"]["active"]
    page.keyboard.press("c")
    page.get_by_text("First show the hand of who is to decide.").first.wait_for()
    page.click(f"[data-curtain={active}]")
    page.keyboard.press("c")
    table.until("view.tutor.thinking === 'before' || view.tutor.before")
    covered = {
        side: page.locator(f'.card[data-at="hand {side}"] .face.back').count() for side in ("red", "blue")
    }
    assert covered == {"red": 9, "blue": 9} | {active: 0}
    assert len([line for line in table.view()["record"] if line.get("act") == "terrain"]) == 5


def helping_hands(table: Table, *, on: bool) -> None:
    """Have hands help, or not."""
    table.page.click("[data-act=helping]")
    table.until(f"view.table.helping === {str(on).lower()}")


def columns_left(table: Table, card: str) -> tuple[int, ...]:
    """Where a terrain card may go when the one that waits is confirmed by it."""
    live = table.owner.live
    believed = live.run.appliance.keeper.table
    assert believed is not None
    state = believed.state
    for waiting, zone in believed.held.laid:
        state = live.run.bundle.procedure.rules.apply(state, LayTerrain(waiting, int(zone.place)))
    return terrain_columns(fog(state), card)


def place_and_mix(table: Table, spear: str, cavalry: str) -> None:
    """A unit is placed, and one of another kind is refused beside it."""
    page = table.page
    assert page.locator(".guide li.here").inner_text().startswith("Drag a unit")
    table.carry(spear, "3 red")
    page.wait_for_selector('.place.may[data-place="3 red"][data-tip="5 CP due"]')
    assert page.locator(".place.may[data-tip]").count() == 5
    page.mouse.up()
    table.until("view.game.due === 5")
    assert page.locator(".guide li.here").inner_text().startswith("Then drag cards onto your pad")
    table.carry(cavalry, "3 red")
    page.wait_for_selector('.place.wont.aimed[data-place="3 red"][data-tip*="cannot share column 3"]')
    page.mouse.up()
    refusal = page.locator("#refusals .refusal")
    refusal.wait_for()
    assert "FG-P2" in refusal.inner_text()
    assert "cannot share column 3" in refusal.inner_text()
    page.locator("#alarm p", has_text="cannot share column 3").wait_for(state="attached")
    page.wait_for_selector("#arrows .arrow", state="attached")
    table.picture("refused")
    same_pixels(table)


def break_and_mend(table: Table, cavalry: str) -> None:
    """A column's node and a screen are unplugged, the plug is pulled: nothing is forgotten."""
    page = table.page
    page.click("#head [data-act=drawer]")
    page.click('[data-part=node][data-at="2"]')
    page.focus('[data-part=screen][data-at="4 red"]')
    page.keyboard.press("Enter")
    table.until("view.faults.length === 3")
    assert page.evaluate("document.activeElement.dataset.at") == "4 red", "the focus stays where it was"
    table.picture("faults")
    page.click("#drawer [data-act=power]")
    page.wait_for_selector("#wood.dark")
    table.lay(cavalry, "hand red")
    table.picture("dark")
    page.click("#dark [data-act=power]")
    page.click("#drawer [data-act=mend]")
    table.until("view.drawer.power && view.faults.length === 0 && view.refusals.length === 0")
    page.click("#drawer .quiet")
    assert table.view()["game"]["due"] == 5


@pytest.mark.slow
@pytest.mark.parametrize("table", [Choice(ROBOT, seed=2, position=PLACING)], indirect=True)
def test_a_placement_refused_mended_and_paid_while_parts_break(table: Table) -> None:
    page = table.page
    spear, cavalry = table.hand("red", "spear")[0], table.hand("red", "cavalry")[0]
    place_and_mix(table, spear, cavalry)
    break_and_mend(table, cavalry)
    # Both hands at once: another unit in the place of one that is not paid for.
    archer = table.hand("red", "archer")[0]
    table.lay(cavalry, "4 red")
    table.until("view.game.due === 7")
    table.swap(archer, "4 red")
    assert cavalry in table.hand("red")
    table.until(f"view.game.unpaid.includes('{archer}') && !view.game.unpaid.includes('{cavalry}')")
    table.lay(archer, "hand red")
    table.until("view.game.due === 5")
    table.lay(table.hand("red", "commander")[0], "pad red")
    table.press("ok red")
    table.until("view.game.due === 0 && view.game.unpaid.length === 0")
    table.until('view.cards["discard red"].length === 1')  # helping hands
    same_pixels(table)
    table.picture("paid")
    page.click("[data-act=guided]")
    assert page.locator(".guide").count() == 0
    # The robot plays its turn.
    table.hold("ok red", "view.game.step === 'draw'")
    table.press("ok red")
    table.until("view.game.active === 'blue' && view.cards['hand red'].length === 9")
    page.select_option("select[data-act=speed]", "8")
    table.until("view.table.speed === 8 && view.game.active === 'red' && view.game.turn === 3")
