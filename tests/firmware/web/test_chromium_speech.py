"""The page speaks, in real Chromium: what its voice is given to say, which here writes it down."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.web.browser import ATTACK, PLACING, Table, at_table, browser, page_of, served
from tests.firmware.web.table import put_in_hand

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

# In place of the machine's own voice: each saying takes so long that others wait, or are cut off.
VOICE = """(() => {
  const said = [], SAYING_MS = 400;
  let now = null;
  const end = how => { const one = now; now = null; clearTimeout(one?.late); one?.saying[how]?.({}); };
  const voice = {
    speak(saying) {
      said.push({ text: saying.text, lang: saying.lang });
      now = { saying, late: setTimeout(() => end("onend"), SAYING_MS) };
    },
    cancel() { if (now) { said.push({ text: "(cut off)" }); end("onerror"); } },
  };
  Object.defineProperty(window, "speechSynthesis", { value: voice, configurable: true });
  window.said = said;
})()"""
SAID = "said.map(({ text }) => text)"


class Speaking(Table):
    """A page whose voice writes down what it says."""

    def speaks(self, level: str) -> None:
        """Load the voice, and choose how much it says."""
        self.page.evaluate(VOICE)
        self.page.select_option("#head select[data-act=sound]", level)
        self.page.wait_for_function(
            "() => performance.getEntriesByName(new URL('aloud/speech.js', location).href).length"
        )

    def says(self, text: str) -> None:
        self.page.wait_for_function(f"text => {SAID}.some(one => one.includes(text))", arg=text)

    @property
    def said(self) -> list[str]:
        found: list[str] = self.page.evaluate(SAID)
        return found


def lay(hands: Table, card: str, place: str) -> None:
    hands.page.evaluate(f"signifer.table.send({{do: 'move', card: '{card}', to: '{place}'}})")
    hands.until(f"view.cards['{place}'].includes('{card}')")


@pytest.mark.slow
def test_refusals_cut_in_and_less_is_said_for_who_wants_less(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=3, position=PLACING)) as (address, owner),
        page_of(browser, address, owner, Speaking) as hands,
        page_of(browser, f"{address}?role=spectator", owner, Speaking, locale="fr") as brief,
    ):
        assert isinstance(hands, Speaking)
        assert isinstance(brief, Speaking)
        hands.speaks("all")
        brief.speaks("refusals")
        for side, card in (("red", "red/heavy-infantry-1"), ("blue", "blue/pike-1")):
            at_table(owner, partial(put_in_hand, owner.live, side, card))
        lay(hands, "red/heavy-infantry-1", "3 red")
        hands.says("Column 3: Red 4.")
        hands.says("Red: Pay on pad.")
        lay(hands, "blue/pike-1", "1 blue")
        hands.says("Blue: It is Red's turn.")
        brief.says("Bleu\u00a0: ")
        assert all(one.startswith("Bleu\u00a0: ") for one in brief.said), "refusals alone"
        assert hands.page.evaluate("said.every(({ text, lang }) => text === '(cut off)' || lang === 'en')")
        hands.page.select_option("#head select[data-act=sound]", "off")
        before = len(hands.said)
        lay(hands, "blue/pike-1", "hand blue")
        hands.until("!view.refusals.length")
        lay(hands, "blue/pike-1", "1 blue")
        hands.until("view.refusals.length")
        brief.page.wait_for_function("() => said.length > 1")
        assert len(hands.said) <= before + 1, "(cut off)"
        hands.page.reload()
        hands.page.wait_for_selector("body[data-ready]")
        assert hands.page.eval_on_selector("#head select[data-act=sound]", "one => one.value") == "off"


@pytest.mark.slow
def test_a_phone_reads_its_players_pad_to_who_asks_and_nothing_of_it_before(browser: Browser) -> None:
    phone_like: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, owner),
        page_of(browser, address, owner) as hands,
        page_of(browser, f"{address}?role=spectator", owner, Speaking, **phone_like) as phone,
    ):
        assert isinstance(phone, Speaking)
        keeper = owner.live.run.appliance.keeper
        # What somebody who looks on is refused is told, but for what the phone says itself.
        phone.page.evaluate("signifer.table.send({ do: 'button', name: 'ok red', down: true })")
        phone.page.locator("#toast.shown", has_text="Spectators move nothing.").wait_for()
        phone.page.tap("[data-phone='ask red']")
        phone.page.locator("#phone input").wait_for()
        phone.until("view['screen red'] === 'masked'")
        ((_, shown),) = keeper.pairing.shown
        phone.page.fill("#phone input", shown.code)
        phone.page.tap("#phone button[type=submit]")
        phone.page.locator("#phone form").wait_for(state="detached")
        hands.press("ok red")
        phone.page.locator("[data-phone=pad]").wait_for()
        phone.speaks("all")
        phone.page.tap("[data-phone=pad]")
        phone.says("Nothing lies on your pad.")
        # Whatever is drawn again, the focus stays off the button that gives the phone away.
        phone.page.focus("[data-phone=pad]")
        phone.page.evaluate("""() => {
          const { table } = signifer, { run, seq, view } = table, mine = { ...view.mine, discards: { en: ["Pike"] } };
          table.hear({ type: "full", run, seq, view: { ...view, mine } });
        }""")
        phone.page.locator("#phone", has_text="Pike").wait_for()
        assert phone.page.evaluate("document.activeElement.dataset.phone") == "pad"
        phone.page.evaluate("signifer.table.send({ do: 'resync' })")
        phone.page.locator("#phone", has_text="Pike").wait_for(state="detached")
        hands.press("column 3 red")
        at_table(owner, partial(put_in_hand, owner.live, "red", "red/spear-1"))
        lay(hands, "red/spear-1", "pad red")
        phone.until("view.prompts.some(one => one.key.startsWith('ok') || one.key.startsWith('pad'))")
        told = phone.page.evaluate("JSON.stringify(signifer.table.view)")
        assert "spear-1" not in told
        assert not [one for one in phone.said if "spear" in one]
        phone.page.tap("[data-phone=pad]")
        phone.says("spear")
        phone.picture("phone-speaking")
