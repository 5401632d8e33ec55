"""What who does not see the page hears, in real Chromium: each thing once, refusals at once, and what a robot does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import pytest
from signifer_firmware.game_api import registry
from signifer_firmware.web.game import page_of as pages_of
from signifer_firmware.web.virtual.live import ROBOT, TWO, Choice

from tests.firmware.web.browser import PLACING, Table, browser, page_of, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]

# Every line that is added to a live region, in the order in which it comes.
HEAR = """() => {
  window.heard = [...document.querySelectorAll("#voice p, #alarm p")].map(line => line.textContent);
  for (const id of ["voice", "alarm"])
    new MutationObserver(changes => {
      for (const { addedNodes } of changes)
        for (const line of addedNodes) heard.push(`${id === "alarm" ? "! " : ""}${line.textContent}`);
    }).observe(document.getElementById(id), { childList: true });
}"""

# What the page says of a card that was laid, where the table says nothing of it for a while: a busy one may not.
OF_THE_PAGE = re.compile(r": (Column \d, Red's side|Red's (hand|pad))$")


@pytest.fixture(scope="module")
def table(browser: Browser) -> Iterator[Table]:
    """A page at which somebody plays against the robot."""
    with (
        served(Choice(ROBOT, seed=2, position=PLACING)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        table.page.evaluate(HEAR)
        yield table


def heard(table: Table, last: str) -> list[str]:
    """What has been said since this was asked, up to the first line that has ``last`` in it. What is said after it, in
    the time that the page takes to come to rest, is heard next time."""
    table.page.wait_for_function("last => heard.some(line => line.includes(last))", arg=last)
    up_to = "last => heard.splice(0, heard.findIndex(line => line.includes(last)) + 1)"
    lines: list[str] = table.page.evaluate(up_to, last)
    return [line for line in lines if not OF_THE_PAGE.search(line)]


def test_who_arrives_hears_where_they_are(table: Table) -> None:
    assert table.page.title() == "Field of Glory – Signifer"
    (greeting,) = heard(table, "Field of Glory")
    assert greeting == (
        "Field of Glory. You are Red, against the robot. Actions, Turn 1. Place units. "
        "Press the question mark for all keys."
    )


def test_who_plays_against_several_robots_hears_so(browser: Browser) -> None:
    with (
        served(Choice("robots-3", seed=2, game="call-to-glory")) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        greeting = table.page.locator("#voice p", has_text="Press the question mark")
        greeting.wait_for(state="attached")
        told = "Call to Glory. You are player 1. Against three robots. "
        assert (greeting.text_content() or "").startswith(told)


def test_what_was_laid_is_told_once_with_its_total_and_what_is_due(table: Table) -> None:
    spear = table.hand("red", "spear")[0]
    table.lay(spear, "3 red")
    # In as many lines as it takes: what comes late is said in one of its own.
    assert " ".join(heard(table, "Pay on pad")) == (
        "Red places Spear 2 CP in column 3. Column 3: Red 4. Actions, 5 CP due, Turn 1. Pay on pad."
    )


def test_a_refusal_cannot_wait_and_its_end_is_told(table: Table) -> None:
    cavalry = table.hand("red", "cavalry")[0]
    table.lay(cavalry, "3 red")
    (refused,) = heard(table, "cannot share column 3")
    assert refused.startswith("! Refused: ")
    assert "(FG-P2) Do this: " in refused
    table.page.keyboard.press("t")
    told = heard(table, "Turn 1. Refused: ")[-1]
    assert told.startswith("Actions, 5 CP due, Turn 1. Refused: Cavalry cannot share column 3")
    assert "Pay on pad" in told
    table.lay(cavalry, "hand red")
    assert heard(table, "Nothing is refused")[-1] == "Nothing is refused any more."
    table.page.keyboard.press("u")
    table.hurry("view.game.due === 0")
    lines = heard(table, "Place units")
    assert "taken back: Red places Spear 2 CP in column 3." in lines
    assert lines[-1].endswith("Place units.")


def test_what_the_robot_does_is_told_in_a_sentence_each(table: Table) -> None:
    """Of both turns each line of the record is said once; what was drawn, and when it is one's turn again."""
    page = table.page
    before = table.view()["record"][-1]["id"]
    page.keyboard.press("Shift+O")
    table.hurry("view.game.step === 'draw'")
    lines = heard(table, "Draw")
    page.keyboard.press("o")
    table.until("view.cards['hand red'].length === 11")
    for card in table.hand("red")[:2]:
        table.lay(card, "pad red")
    # Whose turn it is, is said as soon as nothing else changes for a moment: so slowly it comes to that.
    page.evaluate("signifer.table.send({ do: 'speed', speed: 0.5 })")
    page.keyboard.press("o")
    lines += heard(table, "Blue plays")
    table.hurry("view.game.active === 'red' && view.game.turn === 3")
    lines += heard(table, "Turn 3")
    told = page.evaluate(
        f"[...document.querySelectorAll('#record li.action')].filter(line => line.dataset.id > {before})"
        ".map(line => line.querySelector('span').textContent).reverse()"
    )
    said = [line for line in lines if line in told]
    # That no flank is attacked is in the record; who hears what comes next need not hear it.
    assert said == [line for line in told if line != "No more flank attacks."]
    assert len([line for line in said if line.startswith("Blue")]) > 3
    # In one line, unless helping hands take their time.
    drawn = [line.removeprefix("Drawn: ") for line in lines if line.startswith("Drawn: ")]
    assert len(", ".join(drawn).split(", ")) == 3


def test_who_was_too_slow_for_some_news_is_told_what_is_new_in_the_whole_picture(table: Table) -> None:
    page = table.page
    page.evaluate("heard.splice(0)")
    page.evaluate("""() => {
      const { table } = signifer, { view, run, seq } = table, last = view.record.at(-1);
      const line = { id: last.id + 1, kind: "roll", player: "blue", value: 6 };
      table.hear({ type: "full", run, seq, view: { ...view, record: [...view.record, line] } });
    }""")
    assert [line for line in heard(table, "rolls 6") if "rolls" in line] == ["Blue rolls 6."]
    shown = page.evaluate("[...document.querySelectorAll('#record li')].map(line => line.dataset.id)")
    assert len(shown) == len(set(shown))


def test_who_comes_back_is_told_so_what_was_done_and_what_is_due(browser: Browser) -> None:
    with (
        served(Choice(TWO, seed=2, position=PLACING)) as (address, owner),
        page_of(browser, address, owner) as table,
    ):
        table.page.evaluate(HEAR)
        heard(table, "Press the question mark")
        table.page.evaluate("""() => {
          const { table } = signifer, { view, run, seq } = table;
          const record = [...view.record, { id: 1000, kind: "roll", player: "blue", value: 5 }];
          const prompts = [{ player: "red", text: { en: "Press the third column." } }];
          table.came = true;
          table.hear({ type: "full", run, seq, view: { ...view, prompts, record } });
        }""")
        lines = heard(table, "Press the third column.")
        assert lines[:2] == ["The table is back.", "Blue rolls 5."]
        assert lines.count("Blue rolls 5.") == 1


def think(table: Table, thinking: bool, prompt: str) -> None:
    """Have the robot think, or not, and Red asked something else."""
    table.page.evaluate(
        """([thinking, prompt]) => {
          const { table } = signifer, { view, run, seq } = table;
          const prompts = [{ player: "red", text: { en: prompt } }];
          table.hear({ type: "full", run, seq, view: { ...view, thinking, prompts } });
        }""",
        [thinking, prompt],
    )


def test_that_the_robot_thinks_is_seen_and_told_once_a_turn(table: Table) -> None:
    robot = table.page.locator("#now .who.blue h3")
    # The table itself says nothing meanwhile.
    table.page.evaluate("() => { window.told = signifer.table.socket.onmessage; heard.splice(0); }")
    table.page.evaluate("() => { signifer.table.socket.onmessage = null; }")
    think(table, True, "One")
    assert "robot, thinking" in robot.inner_text()
    assert any("The robot is thinking." in line for line in heard(table, "One"))
    think(table, False, "Two")
    heard(table, "Two")
    assert "thinking" not in robot.inner_text()
    think(table, True, "Three")
    assert "robot, thinking" in robot.inner_text()
    assert not any("The robot is thinking." in line for line in heard(table, "Three"))
    table.page.evaluate("() => { signifer.table.socket.onmessage = told; }")
    table.page.evaluate("() => { signifer.table.send({ do: 'resync' }); }")
    table.until("view.prompts[0]?.text.en !== 'Three'")


# An attack of column 4 that Red has just won.
FOUGHT = {
    "result": {
        "winner": "red",
        "attacker": "red",
        "by": "",
        "column": 4,
        "points": 0,
        "takes": [],
        "discarded": [],
        "totals": {"red": 7, "blue": 5},
        "parts": {"red": [], "blue": []},
    }
}


def now_stands(
    table: Table, totals: Mapping[int, tuple[int, int]], game: Mapping[str, object], prompt: str
) -> None:
    """Have the page told so, with these totals of columns."""
    table.page.evaluate(
        """([totals, game, prompt]) => {
          const { table } = signifer, { view, run, seq } = table, columns = structuredClone(view.game.columns);
          for (const [column, [red, blue]] of Object.entries(totals)) columns[column - 1].totals = { red, blue };
          const prompts = [{ player: "red", text: { en: prompt } }];
          const seen = { ...view, game: { ...view.game, columns, ...game }, prompts };
          table.hear({ type: "full", run, seq, view: seen });
        }""",
        [{str(column): list(both) for column, both in totals.items()}, game, prompt],
    )


def test_the_totals_of_an_attack_are_told_once(table: Table) -> None:
    """With what came of it; and who has won as the game ends, and not again as what is asked."""
    page = table.page
    page.evaluate("() => { window.told = signifer.table.socket.onmessage; heard.splice(0); }")
    page.evaluate("() => { signifer.table.socket.onmessage = null; }")
    now_stands(table, {4: (7, 5), 5: (1, 2)}, FOUGHT, "Lay or pay")
    said = heard(table, "Lay or pay")
    assert any("Column 5: Red 1, Blue 2" in line for line in said), said
    assert not any("Column 4: " in line for line in said), said
    now_stands(table, {5: (1, 3)}, {"winner": "red"}, "Red wins")
    said = heard(table, "Column 5: Red 1, Blue 3")
    assert sum(line.count("Red wins") for line in said) == 1, said
    page.evaluate("() => { signifer.table.socket.onmessage = told; }")
    page.evaluate("() => { signifer.table.send({ do: 'resync' }); }")
    table.until("!view.game.winner")


# A colon that stands at its word, in what is read out, with what is said; of a screen in another language not.
AT_ITS_WORD = """() => [...document.querySelectorAll("[aria-label], [title], #voice p, #alarm p")]
  .filter(node => (node.closest("[lang]").lang || "fr") === "fr")
  .flatMap(node => [node.ariaLabel, node.title, node.closest("#voice, #alarm") && node.textContent])
  .filter(text => text && /[^\\s\u00a0\u202f][:;!?](\\s|$)/.test(text))"""


def test_french_is_read_with_its_spaces(browser: Browser) -> None:
    """Before a colon and its like stands a space that no line breaks at; on the page of each game."""
    with (
        served(Choice(ROBOT, seed=2)) as (address, owner),
        page_of(browser, address, owner, locale="fr") as table,
    ):
        for game in registry.names():
            table.another(game=game, mode=next(iter(pages_of(game).modes)))
            table.until(f"view.table.game === '{game}' && view.game.phase === 'game'")
            table.page.locator("#voice p").first.wait_for(state="attached")
            table.heeded()
            assert table.page.evaluate(AT_ITS_WORD) == []
        # A half, and none, as French says them.
        assert table.page.locator("#head option", has_text="0,5×").count() == 1
        table.another(game="call-to-glory", mode="two")
        table.page.locator("#now .who.red", has_text="0 type sur 6").wait_for()


def test_a_new_game_is_one_of_a_level(table: Table) -> None:
    page = table.page
    page.dblclick("[data-act=new]")
    page.wait_for_selector("dialog.choose")
    assert page.locator("dialog.choose").count() == 1
    level = page.locator("dialog .level")
    assert level.locator("option").all_inner_texts() == ["1, easiest", "2", "3", "4", "5, hardest"]
    page.click("dialog .modes .option:nth-child(2)")
    assert level.is_hidden(), "people have no levels"
    page.click("dialog .games .option:nth-child(2)")
    assert level.is_hidden(), "nobody plays against you there"
    page.click("dialog .games .option:nth-child(1)")
    page.click("dialog .modes .option:nth-child(1)")
    level.locator("select").select_option("3")
    page.click("dialog button[value=begin]")
    table.until("view.table.level === 3")
    assert table.owner.live.choice.level == 3
