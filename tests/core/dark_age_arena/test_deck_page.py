"""docs/decks.md: what it says of keys, ranges, words and lines of effects is what deck files are read by."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.deck import Deck, joined, kind_of, parse_deck, side_of_card, training
from signifer_core.games.dark_age_arena.deck.effects import PRICED, SPANS
from signifer_core.games.dark_age_arena.deck.file import SCORERS, TARGETS
from signifer_core.games.dark_age_arena.deck.printed import CONDITIONS, SORTS, WHEN
from signifer_core.games.dark_age_arena.rules import DarkAgeArena

from tests.core.dark_age_arena.states import played

PAGE = (Path(__file__).parents[3] / "docs" / "decks.md").read_text(encoding="utf-8")
IRON = training("training-iron").text
# A card of each sort, a leader and a place of the iron deck, as the file has them, up to what may be added.
HOLDERS = {
    "leader": "leader = {",
    "place": 'places = [{ name = "Gate", effects = ["defending: mine: +1 <>"] }, {',
    "character": "knight = {",
    "weapon": "mail = {",
    "skill": "drill = {",
    "supply": "granary = {",
    "instant": "war-chest = {",
    "victory": "sack = {",
    "artifact": "anvil = {",
}

# Each brings a card of the hand into the game.
USES = (act.Artifact, act.Enlist, act.Attach, act.Lay, act.Play, act.Bluff)


def rows(columns: str) -> list[list[str]]:
    """The rows of all tables with this head."""
    found: list[list[str]] = []
    for part in PAGE.split(f"\n| {columns} |\n")[1:]:
        lines = part.split("\n\n")[0].splitlines()[1:]
        found += [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return found


def written(holder: str, key: str, value: str) -> str:
    """The iron deck with this key on a card of this sort."""
    (row,) = [line for line in IRON.split("\n") if line.startswith(HOLDERS[holder])]
    start, rest = HOLDERS[holder], row.removeprefix(HOLDERS[holder])
    bare = re.sub(rf" {key} = (\[.*?\]|[^,}}]*[^,}} ]),?", "", rest, count=1)
    new = f"{start} {key} = {value},{bare}".replace(", }", " }")
    return IRON.replace(row, new)


def faults(text: str) -> list[str]:
    try:
        parse_deck(text, file="x")
    except ConfigError as error:
        return [fault for fault in error.faults if "the stock has" not in fault and "artifacts" not in fault]
    return []


RANGES = [
    (holder, key, int(bounds[1]), int(bounds[2]))
    for keys, of, what, _ in rows("key | of | what it is | without it")
    if (bounds := re.match(r"(\d+) to (\d+)", what))
    for key in re.findall(r"`(\w+)`", keys)
    for holder in of.split(", ")
]
EFFECTS = {line.strip("`"): {*on.split(", ")} for line, on, _ in rows("line | may stand on | what it does")}


def test_the_page_has_ranges_and_lines() -> None:
    assert len(RANGES) >= 20
    assert set().union(*EFFECTS.values()) == set(HOLDERS)


@pytest.mark.parametrize(("holder", "key", "least", "most"), RANGES)
def test_figures_have_the_ranges_of_the_page(holder: str, key: str, least: int, most: int) -> None:
    assert faults(written(holder, key, str(least))) == []
    assert faults(written(holder, key, str(most))) == []
    for wrong in (least - 1, most + 1):
        assert any(
            f"{key} is a whole number from" in each for each in faults(written(holder, key, str(wrong)))
        )


@pytest.mark.parametrize("line", EFFECTS)
def test_a_line_may_stand_where_the_page_says_and_nowhere_else(line: str) -> None:
    target = 'at = "any", target = "enemy"' if "chosen" in line else 'at = "any"'
    texts = {holder: written(holder, "effects", f'["{line}"]') for holder in HOLDERS}
    able = {holder for holder, text in texts.items() if not faults(text.replace('at = "any"', target))}
    assert able == EFFECTS[line]


@pytest.mark.parametrize(
    "word", sorted({*SORTS, *WHEN, *CONDITIONS, *SCORERS, *TARGETS, *PRICED, "killed 1", "killed 6"})
)
def test_every_word_is_on_the_page(word: str) -> None:
    assert f"`{word}`" in PAGE or f"`cost {word} -1`" in PAGE


@pytest.mark.parametrize("span", SPANS)
def test_every_span_has_an_example(span: str) -> None:
    assert any(line.endswith(f"for {span}") for line in EFFECTS)


@pytest.mark.parametrize("holder", ["", *HOLDERS])
def test_every_key_is_on_the_page(holder: str) -> None:
    """The keys that are known, as the fault of an unknown one lists them."""
    text = IRON.replace("[kind]", "qqqq = 1\n[kind]") if not holder else written(holder, "qqqq", "1")
    (fault,) = faults(text)
    known = fault.partition("known: ")[2].split(", ")
    assert len(known) >= 4
    assert [key for key in known if f"`{key}`" not in PAGE] == []


def test_the_deck_of_the_page_plays_and_every_card_of_it_is_used() -> None:
    (text,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    wolves = parse_deck(text, file="wolves.toml")
    rules = DarkAgeArena(Deck(joined(wolves, training("training-ash"))))
    used: set[str] = set()
    for seed in range(6):
        for action, _ in played(random.Random(seed), rules.new_game(), rules):
            if isinstance(action, USES) and action.card and side_of_card(action.card) == "red":
                used.add(kind_of(action.card))
    assert used == {*wolves.kinds}
