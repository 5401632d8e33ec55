"""Call to Glory in real Chromium: whole rounds of two and of four, by dragging and pressing, with a displaced set, a
figure and a mission; then keys alone, what phones show, three languages, and a robot.

Pictures of what was seen are left in test-output/.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from signifer_core.games.call_to_glory.state import SIDE_OF
from signifer_firmware.web.play import Choice

from tests.firmware.web.browser import Keyboard, Table, browser, page_of, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

GAME = "call-to-glory"
UP = ("begin draw", "first 1")
# Two play with everything. Blue has few ninjas, red a figure; with a sixth kind of red's the round is over.
TWO = (
    *("players 2", "variant both"),
    *UP,
    *("figures 1 1", "seen 1 ninja-3 ninja-4 ninja-5 empress-1 empress-2", "seen 2 monk-7 monk-8 shogun-1"),
    *("count 1 hand 6", "count 2 hand 5"),
    "setup 1 red farmer-1 farmer-2 monk-1 monk-2",
    "setup 2 red envoy-1 envoy-2",
    "setup 3 red samurai-1 samurai-2",
    "setup 2 blue ninja-1 ninja-2",
    "setup 4 blue daimyo-1 daimyo-2 daimyo-3",
    *("setup pad red farmer-9", "setup pad blue emperor-6"),
)
# Four: 1 displaces a set of 4's, 2 returns a figure against 3, 3 discards, and 4 lays the last of nine kinds.
FOUR = (
    *("players 4", "variant both"),
    *UP,
    "figures 2 1",
    "seen 1 samurai-4 samurai-5 samurai-6 samurai-7",
    *("seen 2 farmer-5 farmer-6 farmer-7", "seen 3 emperor-6", "seen 4 empress-1 empress-2"),
    *(f"count {seat} hand 6" for seat in "1234"),
    *("setup 1 red monk-1 monk-2", "owner monk 1"),
    *("setup 3 red shogun-1 shogun-2 shogun-3 emperor-1 emperor-2", "owner shogun 3", "owner emperor 3"),
    *("setup 2 blue envoy-1 envoy-2 envoy-3", "owner envoy 2"),
    *("setup 4 blue samurai-1 samurai-2 samurai-3 daimyo-1 daimyo-2", "owner samurai 4", "owner daimyo 4"),
    *("setup 5 blue ninja-1 ninja-2 ninja-3", "owner ninja 4"),
    *("setup pad red farmer-9", "setup pad blue emperor-5"),
)


# What the page is told once the phone is paired.
AS_RED = """() => {
  const { table } = signifer;
  table.view = { ...table.view, mine: { player: "red", discards: null, odds: null } };
  table.tell("view", { parts: ["mine"], fresh: true, again: false, news: {} });
}"""


class Players(Table):
    """Whoever sits at the screen."""

    def game(self) -> dict[str, Any]:
        told: dict[str, Any] = self.view()["game"]
        return told

    def hand(self, player: str, kind: str = "") -> list[str]:
        """The cards of a kind in a player's hand."""
        cards: list[str] = self.view()["cards"][f"hand {player}"]
        return [card for card in cards if card.startswith(kind)]

    def ok(self, seat: str) -> None:
        self.press(f"ok {SIDE_OF[seat]}")

    def draw(self, seat: str) -> None:
        """`ok`: one from each face-down pile, which helping hands bring."""
        self.until(f"view.game.step === 'draw' && view.game.seat === '{seat}'")
        self.ok(seat)
        self.until("view.game.step === 'play' && view.owed.red === 0 && view.owed.blue === 0")

    def draw_from_pad(self, seat: str, pad: str, column: int) -> None:
        """The top of a discard pile is dragged into the hand, the second card comes by a column's button."""
        self.until(f"view.game.step === 'draw' && view.game.seat === '{seat}'")
        top = self.view()["cards"][f"pad {pad}"][-1]
        self.lay(top, f"hand {seat}")
        self.until("view.game.drawn.length === 1")
        self.press(f"column {column} {SIDE_OF[seat]}")
        self.until("view.game.step === 'play' && view.owed.red === 0 && view.owed.blue === 0")
        assert top in self.game()["seats"][int(seat) - 1]["seen"]

    def lays(self, seat: str, cards: list[str], column: int) -> None:
        """A set, card by card, in a column of the player's side."""
        for number, card in enumerate(cards, 1):
            self.lay(card, f"{column} {SIDE_OF[seat]}")
            self.until(f"view.game.laying?.number === {number}")
        self.ok(seat)

    def discards(self, seat: str, card: str, pad: str) -> None:
        self.lay(card, f"pad {pad}")
        self.ok(seat)

    def reveals(self, seat: str, letter: str) -> None:
        """A mission is laid on the player's side; helping hands take it away."""
        self.until(f"view.game.step === 'mission' && view.game.seat === '{seat}'")
        (mission,) = self.hand(seat, f"mission-{letter}")
        self.lay(mission, f"5 {SIDE_OF[seat]}")
        self.until(f"view.game.revealed.includes('{mission}')")
        self.until(f"!view.cards['5 {SIDE_OF[seat]}'].includes('{mission}')")


def fits(table: Table) -> None:
    """Nothing stands out to the side, and no text of the panel out of its box."""
    page = table.page
    wide = page.evaluate("document.documentElement.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    assert (
        page.evaluate(
            "[...document.querySelectorAll('#panel .who, .cg-tag, .cg-sums')]"
            ".filter(node => node.scrollWidth > node.clientWidth + 1).map(node => node.textContent)"
        )
        == []
    )


def sized(table: Table) -> None:
    """As a phone shows it, and a small and a large screen; each fits."""
    for width, height in ((360, 740), (1280, 720), (1440, 900)):
        table.resize(width, height)
        table.until("document.documentElement.scrollWidth <= window.innerWidth")
        fits(table)


@pytest.mark.soak
def test_two_play_a_round_to_its_end_by_dragging(browser: Browser) -> None:
    """A figure takes a ninja, five displace what is left, a sixth kind ends the round, and both reveal a mission."""
    choice = Choice("two", seed=4, position=TWO, game=GAME)
    with (
        served(choice) as (address, owner),
        page_of(browser, address, owner, hands=Players, reduced_motion="reduce") as table,
    ):
        assert isinstance(table, Players)
        page = table.page
        table.draw_from_pad("1", "red", 5)
        # A figure: blue's set in column 2 loses a card, which blue lays on the pad that is empty.
        table.hold("column 2 red", "view.game.named === 2")
        table.lay("ninja-2", "pad red")
        table.until("view.game.named === null && view.game.seats[0].figures === 0")
        assert page.locator(".cg-kinds .ninja i").inner_text() == "×1"
        # Too few are refused, and the ruling can be read; then one more is laid.
        table.lay("ninja-3", "4 red")
        table.until("view.game.laying?.number === 1")
        table.ok("1")
        page.wait_for_selector("#refusals .refusal")
        page.click("#refusals [data-law]")
        page.wait_for_selector("dialog.law")
        page.keyboard.press("Escape")
        table.picture("call-to-glory-refused")
        for number, card in enumerate(("ninja-4", "ninja-5"), 2):
            table.lay(card, "4 red")
            table.until(f"view.game.laying?.number === {number}")
        table.ok("1")
        table.until("view.game.step === 'displace' && view.game.displaced.kind === 'ninja'")
        table.picture("call-to-glory-displaced")
        table.lay("ninja-1", "pad blue")
        # The figure that red took for the ninjas is shown beside the name.
        table.until("view.game.seat === '2' && view.game.seats[0].figures === 1")
        assert page.locator('[data-tag="1"] .star.on').count() == 1
        table.draw("2")
        table.discards("2", "monk-7", "red")
        table.draw("1")
        table.lays("1", ["empress-1", "empress-2"], 5)
        table.until("view.game.step === 'mission'")
        table.reveals("1", "a")
        table.reveals("2", "c")
        table.until("view.game.step === 'score'")
        sized(table)
        assert page.locator("#record li.action").count() >= 10
        points = [one["points"] for one in table.game()["seats"]]
        assert points[0] >= 20 + 18 + 16 + 12 + 14 + 7
        table.until("view.corrections.length === 0")
        table.ok("1")
        table.ok("2")
        table.until("view.game.round === 2 && view.game.step === 'deal'")
        # All is shuffled and split again; whoever has fewer points starts.
        table.until("view.cards['deck left'] === 55 && view.cards['deck right'] === 55")
        table.until("view.corrections.length === 0")
        table.ok("1")
        table.until("view.game.step === 'draw' && view.game.seat === '2'")
        table.until("view.cards['hand 1'].length === 3 + 2 && view.cards['hand 2'].length === 3 + 2")


@pytest.mark.soak
def test_four_play_a_round_to_its_end_by_dragging(browser: Browser) -> None:
    """Each does something else: displaces, returns a figure, discards, and lays the last of nine kinds."""
    choice = Choice("four", seed=4, position=FOUR, game=GAME)
    with (
        served(choice) as (address, owner),
        page_of(
            browser, address, owner, hands=Players, locale="fr", color_scheme="dark", reduced_motion="reduce"
        ) as table,
    ):
        assert isinstance(table, Players)
        table.draw("1")
        sized(table)
        table.lays("1", table.hand("1", "samurai-")[:4], 3)
        table.until("view.game.step === 'displace'")
        assert table.game()["deciders"] == ["4"]
        # Its owner chooses the pad with the first card; helping hands bring the others.
        table.lay("samurai-2", "pad blue")
        table.until("view.game.seat === '2' && view.game.pads.blue.number === 4")
        table.draw_from_pad("2", "blue", 1)
        # 2 returns a figure against 3's shoguns; two sets lie there, and the card that is laid says which.
        table.hold("column 3 blue", "view.game.named === 3")
        table.lay("shogun-3", "pad red")
        table.until("view.game.sets.find(set => set.kind === 'shogun').size === 2")
        table.lays("2", table.hand("2", "farmer-")[:3], 1)
        table.draw("3")
        table.discards("3", "emperor-6", "red")
        table.draw("4")
        table.lays("4", ["empress-1", "empress-2"], 2)
        table.until("view.game.step === 'mission'")
        for seat in "1234":
            table.reveals(seat, "b")
        table.until("view.game.step === 'score'")
        assert table.game()["seats"][0]["kinds"] == 2
        # Who looks on, with a phone.
        with page_of(
            browser,
            f"{address}?role=spectator",
            owner,
            locale="de",
            viewport={"width": 360, "height": 740},
            has_touch=True,
            is_mobile=True,
        ) as phone:
            looks_on(phone)


def looks_on(phone: Table) -> None:
    """Who looks on sees what was seen by all, and no more; red's phone both seats of its side."""
    phone.until("view.game.step === 'score'")
    told = phone.view()
    assert isinstance(told["cards"]["hand 1"], int)
    assert phone.page.locator('.card[data-at="hand 2"] .face:not(.back)').count() == len(
        told["game"]["seats"][1]["seen"]
    )
    # The phone of red's side, which is told more than who looks on, shows both of its seats.
    phone.page.evaluate(AS_RED)
    shown = phone.page.locator("#phone").inner_text()
    assert "Spieler 1" in shown
    assert "Spieler 3" in shown
    assert "Spieler 2" not in shown
    first = phone.view()["game"]["seats"][0]
    assert f"{first['points']} in dieser Runde, {first['total']} insgesamt" in shown
    fits(phone)
    phone.picture("call-to-glory-phone")


@pytest.mark.slow
def test_keys_alone_lay_a_set_and_places_say_what_they_are(browser: Browser) -> None:
    """What a screen reader is told of hands, piles, sets and kinds; a set by arrows and Enter."""
    position = ("players 2", "begin play", "first 1", "seen 1 monk-1 monk-2", "setup pad blue farmer-1")
    counted = ("setup 2 blue ninja-1 ninja-2", "count daimyo 5", "owner daimyo 2")
    choice = Choice("two", seed=4, position=(*position, *counted), game=GAME)
    with (
        served(choice) as (address, owner),
        page_of(browser, address, owner, hands=Keyboard, reduced_motion="reduce") as table,
    ):
        page = table.page
        table.until("view.game.step === 'play'")

        def label(place: str) -> str:
            return page.locator(f'[data-place="{place}"]').get_attribute("aria-label") or ""

        assert label("deck left") == "Left face-down pile: 47 cards, face down"
        assert label("pad blue") == "Discard pile, Blue's pad: Farmer"
        assert "known to all: Monk, Monk" in label("hand 1")
        assert "Red: 0 points" in label("hand 1")
        assert label("2 blue").startswith(
            "Column 2, Blue's side: Ninja, Ninja; Ninja, 14: 2 cards, Blue; beaten by 3"
        )
        assert label("2 blue").endswith("beaten by 3; Daimyo, 8: 5 cards, Blue; beaten by 6")
        assert label("4 blue").endswith("Daimyo, 8: 5 cards, Blue; beaten by 6"), "in whichever column"
        assert page.locator('[data-place="4 blue"] .count').inner_text() == "Daimyo ×5"
        assert "Daimyo" not in label("4 red")
        assert page.locator(".cg-kinds li").count() == 9
        assert page.locator(".cg-kinds .emperor .unseen").inner_text() == (
            "Emperor, 6: not laid; 2 make a set"
        )
        tabs = page.locator('#table [tabindex="0"]')
        assert tabs.count() == 1
        card = page.locator('.card[data-card="monk-1"]').get_attribute("aria-label")
        assert card == "Monk, value 18; Hand of Red"
        for card in ("monk-1", "monk-2"):
            table.lay(card, "3 red")
        table.until("view.game.laying?.number === 2")
        table.press("ok red")
        table.until("view.game.sets.some(set => set.kind === 'monk' && set.owner === '1')")
        for pile, held in (("left", 4), ("right", 5), ("right", 5)):
            page.focus(f'[data-place="deck {pile}"]')
            page.keyboard.press("Enter")
            table.until(f"view.cards['hand 2'].length === {held}")
        table.signed("There is nothing to draw now")
        assert table.view()["owed"] == {"red": 0, "blue": 0}
        table.press("ok blue")
        table.until("view.game.step === 'play'")
        assert table.view()["owed"] == {"red": 0, "blue": 0}


@pytest.mark.slow
def test_a_hand_is_covered_when_the_turn_passes(browser: Browser) -> None:
    position = ("players 3", "begin play", "first 1", "setup pad red farmer-9")
    choice = Choice("three", seed=4, position=position, game=GAME)
    with (
        served(choice) as (address, owner),
        page_of(browser, address, owner, hands=Players, reduced_motion="reduce") as table,
    ):
        assert isinstance(table, Players)
        page = table.page
        page.evaluate("localStorage.setItem('signifer.curtain', 'yes')")
        page.click('[data-eye="3"]')
        page.wait_for_selector('.card[data-at="hand 3"] .face.back')
        assert not page.locator('.card[data-at="hand 1"] .face.back').count()
        table.discards("1", table.hand("1")[0], "blue")
        table.until("view.game.seat === '2'")
        for seat in "123":
            page.wait_for_selector(f'.card[data-at="hand {seat}"] .face.back')
        page.click('[data-curtain="2"]')
        page.wait_for_selector('.card[data-at="hand 2"] .face:not(.back)')
        assert page.locator('.card[data-at="hand 3"] .face:not(.back)').count() == 0


@pytest.mark.soak
def test_one_plays_against_three_robots_with_everything(browser: Browser) -> None:
    """Begun on the page: the dialog offers variants. The robots play on till it is seat 1's turn again."""
    with (
        served(Choice("two", seed=4, game=GAME)) as (address, owner),
        page_of(browser, address, owner, hands=Players, locale="de", reduced_motion="reduce") as table,
    ):
        assert isinstance(table, Players)
        page = table.page
        page.click("[data-act=new]")
        page.check("dialog input[value=robots-3]")
        page.select_option("dialog select[name=variant]", "both")
        page.wait_for_selector("dialog.choose")
        table.picture("call-to-glory-new")
        page.click("dialog button[value=begin]")
        table.until("view.table.mode === 'robots-3' && view.game.seats?.length === 4")
        page.evaluate("signifer.table.send({ do: 'speed', speed: 8 })")
        table.until("view.game.seat === '1' && view.game.step === 'draw' && view.owed.red === 0")
        table.ok("1")
        table.until("view.game.step === 'play' && view.owed.red === 0")
        card = next(card for card in table.hand("1") if not card.startswith("mission"))
        pads = table.game()["pads"]
        table.discards("1", card, min(pads, key=lambda pad: (pads[pad]["number"] > 0, pad)))
        table.until("view.game.turn >= 5 && view.game.seat === '1'")
        assert {owner for each in table.game()["sets"] for owner in each["owner"]} <= {"1", "2", "3", "4"}
        assert page.locator('.card[data-at="hand 3"] .face:not(.back)').count() == len(
            table.game()["seats"][2]["seen"]
        )
        fits(table)
        table.picture("call-to-glory-robots")
