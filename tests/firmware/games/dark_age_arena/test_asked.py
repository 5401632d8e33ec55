"""What players may ask for in Dark Age Arena: odds of the roll that is due and of the combat, and the discards; they
fit."""

from __future__ import annotations

import pytest
from signifer_core.games.dark_age_arena.odds import odds, roll
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.state import Cards, Draft, State
from signifer_core.games.dark_age_arena.table.spots import played_zone
from signifer_core.layout import SIDES
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Held, Table
from signifer_firmware.display.panels import TextPanel
from signifer_firmware.display.render import pages, render
from signifer_firmware.games.dark_age_arena.game import GAME
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.texts.terms import per_cent

from tests.core.dark_age_arena.hands import fighting
from tests.core.dark_age_arena.states import DECK, position
from tests.firmware.display.drawn import faults_of

from .moments import moments

BUNDLE = GAME.bundle()
ENGLISH = words_of("en").calling(BUNDLE.names)


def check(panel: TextPanel) -> None:
    """Every page of it can be read."""
    for page in range(pages(panel)):
        drawn = render(panel, page)
        assert (list(faults_of(drawn)), drawn.shortened) == ([], ()), panel


def drafting(*, markers: int = 5) -> State:
    """Red's knight is to be enlisted, its roll is due."""
    return position(
        "draft", rolling=("red",), has={"red": {"draft": Draft("red/knight-1", 1), "markers": markers}}
    )


def combat() -> State:
    """Blue's scout and hunter are to shoot at red's knight and axeman."""
    hands = fighting(("knight-1", "axeman-1"), ("scout-1", "hunter-1"))
    assert hands.state.step == "aim"
    return hands.state


def test_odds_of_a_draft_are_told_with_com_and_a_marker() -> None:
    assert BUNDLE.odds(Table(drafting()), ENGLISH, column=4) == (
        "Odds, %",
        "Red: draft roll",
        "5 or more: 33",
        "5 with COM +1: 50",
        "5 with marker +1: 50",
        "5 with marker +1, COM +1: 67",
    )
    assert len(BUNDLE.odds(Table(drafting(markers=0)), ENGLISH, column=4)) == 4


def test_odds_of_a_combat_are_those_of_the_core() -> None:
    state = combat()
    title, pillage, heads, *lines = BUNDLE.odds(Table(state), ENGLISH, column=4)
    found = odds(DECK, state)
    assert (title, heads) == ("Odds, %", "Alive at the end : after this round : a hit")
    assert pillage == f"Pillage, 3 points: {per_cent(found.pillage)}"
    said = []
    for name, each in zip(
        ("Red Knight", "Red Axeman", "Blue Scout", "Blue Hunter"),
        (*found.attackers, *found.defenders),
        strict=True,
    ):
        chances = (each.lives, each.survives, 1 - each.hits[0])
        said.append(f"{name}: {' : '.join(str(per_cent(chance)) for chance in chances)}")
    assert lines[:4] == said
    assert lines[4:] == [
        "No more instants.",
        "Open choices: as laid, spread evenly.",
        "Later rounds: likewise.",
    ]


def test_odds_of_a_roll_to_hit_come_before_those_of_the_combat() -> None:
    rolls = [state for state in moments() if state.step in ("shoot", "strike")]
    added = next(state for state in rolls if (due := DarkAgeArena(DECK).due(state)) and due.modifiers)
    title, whose, first, second, *rest = BUNDLE.odds(Table(added), ENGLISH)
    assert whose.startswith(("Red: ", "Blue: "))
    plain, *_, whole = [each for each in roll(DECK, added) if each.number == roll(DECK, added)[0].number]
    assert first == f"{plain.number} or more: {per_cent(plain.chance)}"
    assert second.startswith(f"{plain.number} with ")
    assert second.endswith(f": {per_cent(whole.chance)}")
    assert any(line.startswith("Pillage, ") for line in rest)
    assert title == "Odds, %"


def test_odds_are_of_column_4_whenever_a_roll_is_due_or_a_combat_is_on() -> None:
    for state in moments():
        due = DarkAgeArena(DECK).due(state) is not None
        fights = state.step in ("aim", "shoot", "pair", "assist", "strike")
        wanted = {4} if due or fights else set()
        table = Table(state)
        assert (
            BUNDLE.odds_columns(table, "red") == BUNDLE.odds_columns(table, "blue", allowed=False) == wanted
        )
        assert bool(BUNDLE.odds(table, ENGLISH)) == bool(wanted)
        assert BUNDLE.odds(table, ENGLISH, column=3) == ()
        held = Press(PressKind.HOLD, Button.COLUMN, "red", 4)
        answer = BUNDLE.procedure.press(table, held, BUNDLE.procedure.due(table).must)
        assert not answer.explains, "the button means nothing else"


def test_odds_of_a_roll_are_told_while_both_play_a_card() -> None:
    state = drafting()
    laid = frozenset((f"{side}/war-chest-1", played_zone(side)) for side in SIDES)
    table = Table(state, held=Held(laid=laid))
    asked = [each.key for each in BUNDLE.procedure.prompts(table)]
    assert asked == ["play-free", "play-free"], "nobody is asked for the roll"
    for viewer in ("", *SIDES):
        assert BUNDLE.odds(table, ENGLISH, viewer) == BUNDLE.odds(Table(state), ENGLISH, viewer)


@pytest.mark.parametrize("language", LANGUAGES)
def test_odds_and_discards_fit(language: str) -> None:
    words = words_of(language).calling(BUNDLE.names)
    rolls = {due.purpose: state for state in moments() if (due := DarkAgeArena(DECK).due(state))}
    assert set(rolls) >= {"draft", "initiative", "solitary", "strike", "armour", "block", "control"}
    for state in (*rolls.values(), combat()):
        title, *said = BUNDLE.odds(Table(state), words)
        assert "{" not in "".join(said)
        check(TextPanel("red", title, tuple(said)))
    for state in moments()[::12]:
        check(TextPanel("red", "it", BUNDLE.discards(Table(state), "red", words)))


def test_discards_of_both_lie_open_one_s_own_first() -> None:
    has = {
        "red": {
            "discards": Cards(3, frozenset({"red/mail-1", "red/mail-2"})),
            "under": ("red/raider-2", "red/knight-1"),
            "out": Cards(1, frozenset({"red/sack-1"})),
        }
    }
    state = position("prepare", "militia-1 1", has=has)
    assert BUNDLE.discards(Table(state), "red", ENGLISH) == (
        "Red: 3 discards",
        "2 x Mail",
        "1 card not seen",
        "Under the stock, next first: Raider, Knight",
        "Out of the game: Sack",
        "Blue: 0 discards",
    )
    assert BUNDLE.discards(Table(state), "blue", ENGLISH)[:2] == ("Blue: 0 discards", "Red: 3 discards")
