"""Dark Age Arena in real Chromium: a whole combat by dragging, keys alone, a phone; what a page loads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from signifer_firmware.web.view.viewers import PHONES
from signifer_firmware.web.virtual.live import Choice

from benchmarks.page import size
from tests.firmware.web.browser import Keyboard, Table, browser, page_of, served
from tests.sweeps import shared_out

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

GAME = "dark-age-arena"
# Red attacks Camp from Gate with three: a shot hits, the first round is blocked, the second one kills both defenders.
# Bids, ranged fire, two rounds, two control rolls.
DICE = "4 2  5 4  1 2  4 3 4 4 3 3  6 3  5 4 2 2  4 4 4 4  6 5 1 1 6 4  1 1 2 2  1 1 1 1  1 4"
BID = (
    f"dice {' '.join(DICE.split())}",
    "turn 4",
    "begin bid",
    "setup 1 red red/knight-1 red/raider-1 red/militia-1 red/anvil-1",
    "attach red/mail-2 red/knight-1",
    "setup 2 red red/granary-1",
    "setup 2 blue blue/bowman-1 blue/duellist-1 blue/granary-1",
    "setup 1 blue blue/scout-1",
    "known red hand red/sack-1",
)
PREPARE = (
    "turn 4",
    "begin prepare",
    "setup 1 red red/knight-1 red/militia-1",
    "setup 2 red red/berserk-1",
    "wounds red/knight-1 1",
    "setup 2 blue blue/duellist-1",
    "pillaged 3 blue",
    "known red hand red/mail-1",
)
LOADED = """() => performance.getEntriesByType("resource")
  .reduce((sum, one) => sum + one.decodedBodySize, performance.getEntriesByType("navigation")[0].decodedBodySize)"""


class Fighters(Table):
    """Whoever sits at the screen. Cards lie upon each other: only their bands are seen."""

    def hold_of(self, selector: str) -> tuple[float, float]:
        return (0.15, 0.07) if selector.startswith(".card") else super().hold_of(selector)

    def column(self, side: str, number: int, until: str) -> None:
        self.press(f"column {number} {side}")
        self.until(until)

    def ok(self, side: str, until: str) -> None:
        self.press(f"ok {side}")
        self.until(until)

    def fighters(self, side: str, *kinds: str) -> None:
        """Drag characters into the combat zone, each as soon as the one before has been read."""
        for kind in kinds:
            self.lay(f"{side}/{kind}-1", f"4 {side}")
            self.until(f"view.game.waiting.includes('{side}/{kind}-1')")

    def rolls(self, number: int) -> None:
        """Press the dice as often as a roll is due."""
        for _ in range(number):
            count = self.page.evaluate("signifer.table.view.game.rolls.length")
            self.press("dice")
            self.until(f"view.game.rolls.length === {count + 1}")

    def panel(self) -> str:
        return self.page.locator("#now").inner_text()


def fits(table: Table) -> None:
    """Nothing stands out to the side, and no text out of its box."""
    page = table.page
    wide = page.evaluate("document.documentElement.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    boxes = "'#panel .who, .da-pair, .da-rolls li, .da-due, .da-sums'"
    assert (
        page.evaluate(
            f"[...document.querySelectorAll({boxes})]"
            ".filter(node => node.scrollWidth > node.clientWidth + 1).map(node => node.textContent)"
        )
        == []
    )


def bids(table: Fighters) -> None:
    table.column("red", 2, "view.prompts.some(one => one.player === 'red' && one.text.en.includes('2'))")
    table.ok("red", "view.game.players.red.bid === -1")
    assert "has bid" in table.panel()
    table.column("blue", 1, "view.prompts.some(one => one.player === 'blue' && one.text.en.includes('1'))")
    table.ok("blue", "view.game.due?.purpose === 'initiative'")
    assert "bid +2" in table.panel()
    table.press("dice")
    table.until("view.game.step === 'declare' && view.game.active === 'red'")


def musters(table: Fighters) -> None:
    """Who fights, and what lies face down."""
    table.column("red", 1, "view.game.step === 'muster'")
    table.fighters("red", "knight", "raider", "militia")
    table.until("view.cards['4 red'].includes('red/mail-2')")  # goes with its bearer
    table.ok("red", "view.game.step === 'bluff'")
    table.lay("red/sack-1", "pad red")
    table.ok("red", "view.game.step === 'target' && view.game.players.red.faceDown === 1")
    table.column("red", 2, "view.prompts.some(one => one.player === 'red' && one.key === 'target')")
    table.ok("red", "view.game.step === 'react'")
    assert table.page.locator(".da-place.blue.hit").inner_text() == "Camp"
    table.ok("blue", "view.game.step === 'defend'")
    table.fighters("blue", "duellist", "bowman")
    table.ok("blue", "view.game.step === 'bluff' && view.game.active === 'blue'")
    table.ok("blue", "view.game.step === 'aim'")


def shoots(table: Fighters) -> None:
    table.column("red", 1, "view.game.facing?.column === 1")
    table.ok("red", "view.game.due?.purpose === 'shoot'")
    table.rolls(1)
    table.until("view.game.step === 'aim'")
    table.column("blue", 3, "view.game.facing?.column === 3")
    table.ok("blue", "view.game.due?.purpose === 'shoot'")
    table.rolls(1)


def confronts(table: Fighters) -> None:
    """The third one supports the first; then what the odds show."""
    page = table.page
    table.until("view.game.step === 'pair' && view.game.facing.card === 'red/knight-1'")
    hurt = page.locator('.card.da-hurt[data-card="blue/duellist-1"]')
    assert hurt.get_attribute("data-wounds") == "1/2"
    table.column("red", 1, "view.game.facing.column === 1")
    table.ok("red", "view.game.combat.pairs.length === 1")
    table.ok("red", "view.game.step === 'assist'")
    table.column("red", 1, "view.game.facing.column === 1")
    table.ok("red", "view.game.due?.purpose === 'strike'")
    page.click("#odds [data-act=odds]")
    page.wait_for_selector("#odds .da-spread")
    assert page.locator("#odds .bar").count() == 3 + 1 + 5
    page.click("#odds [data-act=odds]")


def strikes(table: Fighters) -> None:
    """Two rounds, and control."""
    table.rolls(7)
    assert table.page.locator(".da-pair").count() == 2
    shown = table.panel()
    assert "blocked: 2" in shown
    assert "armour cancels 1" in shown or "to reach 8 9" in shown
    table.rolls(1)
    table.until("view.game.combat.round === 'second'")
    assert "second round" in table.panel()
    table.rolls(7)
    table.until("view.game.due?.purpose === 'control'")
    table.rolls(2)
    table.until("view.game.step === 'home'")


def pillages(table: Fighters) -> None:
    """Three points for the place, one for the card, one of two control rolls; blue has lost its supply."""
    players = table.view()["game"]["players"]
    assert (players["red"]["points"], players["red"]["score"], players["blue"]["score"]) == (5, 6, 0)
    shown = table.panel()
    for text in ("Camp is pillaged: 3 points.", "Shown: Sack, 1 point.", "Dead: Duellist, Bowman."):
        assert text in shown
    assert table.page.locator(".da-rolls li").count() == 2 + 8 + 7 + 2
    fits(table)
    table.until("view.cards['discard blue'].length === 3 && view.cards['victory red'].length === 1")
    table.lay("red/knight-1", "1 red")
    # Its armour follows as soon as it has been read, and then the others lie elsewhere in their pile.
    table.until("view.cards['1 red'].includes('red/mail-2')")
    for card in ("red/raider-1", "red/militia-1"):
        table.lay(card, "1 red")
    table.until("view.game.step === 'declare' && view.game.active === 'blue'")
    assert "pillaged" in table.page.locator(".da-place.blue.pillaged").inner_text().lower()


HEAR = """() => {
  window.heard = [];
  new MutationObserver(changes => {
    for (const { addedNodes } of changes) for (const line of addedNodes) heard.push(line.textContent);
  }).observe(document.getElementById("voice"), { childList: true });
}"""
STAGES = (bids, musters, shoots, confronts, strikes, pillages)


@pytest.mark.slow
@pytest.mark.parametrize("stages", shared_out([3, len(STAGES)], 1))
def test_a_combat_is_fought_by_dragging(browser: Browser, stages: int) -> None:
    """Bids, mustering, a card face down, ranged fire; in the soak to its end: confrontations with support, two rounds,
    pillage, points."""
    choice = Choice("two", seed=4, position=BID, game=GAME)
    with (
        served(choice) as (address, owner),
        page_of(browser, address, owner, hands=Fighters, reduced_motion="reduce") as table,
    ):
        assert isinstance(table, Fighters)
        table.page.evaluate(HEAR)
        for stage in STAGES[:stages]:
            stage(table)
        # Who does not see the dice hears what came of them, too.
        table.page.wait_for_function("() => heard.some(line => /(Red|Blue), [^:]+: hits: \\d/.test(line))")
        # The page has loaded what `size` counts of the game, and no other game's.
        table.page.wait_for_selector("body[data-laws]")
        loaded = table.page.evaluate(LOADED)
        assert 0.6 * size(GAME, "en") < loaded <= size(GAME, "en")


@pytest.mark.slow
def test_keys_alone_arm_a_fighter_and_places_say_what_they_are(browser: Browser) -> None:
    """What a screen reader is told, of places, cards and figures; a weapon by arrows and Enter. A phone beside it."""
    choice = Choice("two", seed=4, position=PREPARE, game=GAME)
    with (
        served(choice) as (address, owner),
        page_of(browser, address, owner, hands=Keyboard, reduced_motion="reduce") as table,
    ):
        page = table.page

        def label(place: str) -> str:
            return page.locator(f'[data-place="{place}"]').get_attribute("aria-label") or ""

        assert label("1 red") == (
            "Column 1, Gate, Red: Knight, Militia; Defending: own fighters +1 Block; "
            "Knight: wounds 1 of 3; Militia: wounds 0 of 1"
        )
        assert label("3 blue") == "Column 3, Well, Blue: empty; pillaged"
        assert "0 points, COM 6, LOG 6, +1 markers: 5" in label("hand red")
        card = page.locator('.card[data-card="red/mail-1"]').get_attribute("aria-label") or ""
        assert card == "Mail, Weapon, Costs 2 LOG, + Armour 8; Red's hand"
        table.lay("red/mail-1", "5 red")
        table.until("view.game.waiting.includes('red/mail-1')")
        table.press("column 1 red")
        table.until("view.game.chosen.red === 'red/knight-1'")
        table.press("ok red")
        table.until("view.game.characters.some(one => one.gear.includes('red/mail-1'))")
        table.until("view.cards['1 red'].includes('red/mail-1')")
        assert "Knight: wounds 1 of 3, bears Mail" in label("1 red")
        assert "training-iron, training-ash" in page.locator(".da-invented").inner_text()


@pytest.mark.slow
def test_words_that_did_not_come_are_asked_for_again(browser: Browser) -> None:
    """A wire that was away for a moment leaves no page without a language."""
    with (
        served(Choice("two", seed=4, game=GAME)) as (address, owner),
        page_of(browser, address, owner, hands=Fighters) as table,
    ):
        said = table.page.evaluate(
            """async () => {
              const words = await import("/words.js"), get = window.fetch;
              window.fetch = () => Promise.reject(new TypeError("away"));
              const lost = await words.speak("de").then(() => false, () => true);
              window.fetch = get;
              await words.speak("de").catch(() => {});
              return [lost, document.documentElement.lang, words.say("red")];
            }"""
        )
        assert said == [True, "de", "Rot"]


# What a combat has come to, as the page says it.
OUTCOME = """shown => import("/dark-age-arena/panel.js").then(({ result }) => {
  const { view } = signifer.table,
    fought = { attacker: "red", target: 1, attackers: [], defenders: [], killed: [], pillage: 0 };
  return result({ ...view, game: { ...view.game, result: { ...fought, shown } } }).title;
})"""


def test_a_card_that_scored_without_points_is_told_from_one_that_did_not(browser: Browser) -> None:
    with (
        served(Choice("two", seed=4, game=GAME)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        shown = [
            {"card": f"red/{kind}-1", "points": points, "scored": scored}
            for kind, points, scored in (("sack", 1, True), ("slaughter", 0, True), ("rally", 0, False))
        ]
        told = table.page.evaluate(OUTCOME, shown)
        assert "Shown: Sack, 1 point. Shown: Slaughter, its conditions hold. Shown: Rally, nothing." in told


# What the page is told once the phone is paired.
AS_RED = """told => {
  const { table } = signifer;
  table.view = { ...table.view, ...told, mine: { player: "red", discards: null, odds: null } };
  table.tell("view", { parts: ["mine", "game", "printed"], fresh: true, again: false, news: {} });
}"""


@pytest.mark.soak
@pytest.mark.parametrize(("locale", "scheme"), [("en", "light"), ("fr", "dark"), ("de", "light")])
def test_each_view_fits_in_each_language_and_size(browser: Browser, locale: str, scheme: Any) -> None:
    choice = Choice("two", seed=4, position=PREPARE, game=GAME)
    with (
        served(choice) as (address, owner),
        page_of(
            browser,
            address,
            owner,
            hands=Fighters,
            locale=locale,
            color_scheme=scheme,
            reduced_motion="reduce",
        ) as table,
    ):
        for width, height in ((360, 740), (1280, 720), (1440, 900)):
            table.resize(width, height)
            table.until("document.documentElement.scrollWidth <= window.innerWidth")
            fits(table)
            table.picture(f"dark-age-arena-{locale}-{width}")
        # Red's phone, which is told more than who looks on.
        told = {part: owner.view(PHONES["red"])[part] for part in ("game", "printed")}
        with page_of(
            browser,
            f"{address}?role=spectator",
            owner,
            hands=Fighters,
            locale=locale,
            color_scheme=scheme,
            viewport={"width": 360, "height": 740},
        ) as phone:
            phone.page.evaluate(AS_RED, told)
            known = phone.page.locator("#phone .da-known .unseen")
            assert known.count() == 1
            assert (known.text_content() or "").startswith("Mail")
            assert not re.search(r"\S· ", phone.page.inner_text("#phone"))
            fits(phone)
            phone.picture(f"dark-age-arena-phone-{locale}")


@pytest.mark.soak
def test_one_plays_against_the_robot_begun_on_the_page(browser: Browser) -> None:
    with (
        served(Choice("two", seed=4, game=GAME)) as (address, owner),
        page_of(browser, address, owner, hands=Fighters, locale="de", reduced_motion="reduce") as table,
    ):
        page = table.page
        page.click("[data-act=new]")
        page.check("dialog input[value=robot]")
        page.select_option("dialog select[name=deck-red]", "training-ash")
        assert page.input_value("dialog select[name=deck-blue]") == "training-iron", "each sits on one side"
        page.click("dialog button[value=begin]")
        swapped = "view.table.sitting.join() === 'training-ash,training-iron'"
        table.until(f"view.table.mode === 'robot' && view.game.step === 'assemble' && {swapped}")
        before = owner.run
        page.evaluate("""() => {
          const again = document.body.appendChild(document.createElement("button"));
          again.dataset.act = "restart";
          again.click();
        }""")
        table.until(f"signifer.table.run !== '{before}' && view.game.step === 'assemble' && {swapped}")
        page.evaluate("signifer.table.send({ do: 'speed', speed: 8 })")
        table.press("ok red")
        table.until("view.game.step === 'stock' && view.owed.red === 0")
        table.press("ok red")
        table.until("view.game.step === 'draft'")
        table.press("ok red")
        table.until("view.game.step === 'prepare' || view.game.players.blue.draft?.die")
        fits(table)
        table.picture("dark-age-arena-robot")
