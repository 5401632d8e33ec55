"""Golden states of Thermopyles as hands make them, in three languages: name -> panel (and page)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from signifer_core.games.thermopyles.actions import Bury, Draw, Retreat
from signifer_core.layout import SIDES
from signifer_firmware.display.panels import Panel, TextPanel
from signifer_firmware.games.thermopyles.game import GAME as THERMOPYLES
from signifer_firmware.games.thermopyles.screens.panels import Panels
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.session.menus import Shown
from signifer_firmware.session.outlook import Outlook

from tests.core.thermopyles.states import (
    BONUS,
    DECK,
    FIFTEEN,
    PROCEDURE,
    RULES,
    STRONG,
    TEN,
    TOUGH,
    WEAK,
    TableHands,
    table_position,
)

BUNDLE = THERMOPYLES.bundle()


def _begun() -> TableHands:
    return TableHands(RULES.table_game())


def _turn() -> TableHands:
    return TableHands(table_position((BONUS, STRONG), players=3, marker=3, cemetery=4, repelled=2, discard=3))


def _laid() -> TableHands:
    return _turn().lay(FIFTEEN, "1 red").lay("support-1", "pad red").lay("support-3", "pad red")


def _rolled(*dice: int) -> TableHands:
    hands = _laid()
    hands.press("press ok red")
    hands.follow()
    for hands.dice in [[value] for value in dice]:
        hands.press("press dice")
    return hands


def _second() -> TableHands:
    hands = _rolled(2, 4, 1)
    hands.do(Bury(BONUS))
    return hands


def _five_dice() -> TableHands:
    hands = TableHands(table_position((TOUGH, WEAK), marker=6))
    hands.lay(TEN, "1 red")
    for number in range(1, 5):
        hands.lay(f"support-{number}", "pad red")
    hands.press("press ok red")
    hands.follow()
    for hands.dice in ([6], [1], [3]):
        hands.press("press dice")
    return hands


def _stayed() -> TableHands:
    hands = TableHands(table_position((STRONG, WEAK), players=2))
    hands.lay(TEN, "1 red").press("press ok red")
    hands.follow()
    return hands


def _warned() -> TableHands:
    return TableHands(table_position(players=4, marker=6, cemetery=10))


def _may_draw() -> TableHands:
    hands = TableHands(table_position(players=4, marker=5, cemetery=10))
    hands.do(Retreat())
    return hands


def _six() -> TableHands:
    hands = TableHands(table_position(players=2, hands=(5, 5)))
    hands.do(Retreat())
    hands.do(Draw("2"))
    return hands


def _refused() -> TableHands:
    hands = _rolled(1, 1, 2)
    hands.lift(BONUS).lay(BONUS, "4 blue")
    return hands


def _won() -> TableHands:
    hands = TableHands(table_position((WEAK, TOUGH), cemetery=11))
    hands.lay("spartan-20", "1 red").press("press ok red")
    hands.follow()
    hands.do(Bury(WEAK))
    return hands


# The game to its moment, and which screens are kept of it.
MOMENTS: dict[str, tuple[Callable[[], TableHands], tuple[str, ...]]] = {
    "begun": (_begun, ("red", "2 red", "blue")),
    "turn": (_turn, ("red", "1 red", "3 red", "4 red", "5 red", "blue")),
    "laid": (_laid, ("red", "1 red")),
    "rolled": (lambda: _rolled(2), ("red", "1 red", "1 blue")),
    "defeated": (lambda: _rolled(2, 4, 1), ("red", "1 red", "5 red")),
    "second": (_second, ("2 red",)),
    "five-dice": (_five_dice, ("1 red",)),
    "stayed": (_stayed, ("red", "1 red")),
    "may-draw": (_may_draw, ("red", "2 red")),
    "six": (_six, ("red",)),
    "warned": (_warned, ("red",)),
    "refused": (_refused, ("red", "4 blue", "blue")),
    "won": (_won, ("red", "blue")),
}
# What is also kept in the other languages.
TRANSLATED = {"begun", "turn", "rolled", "may-draw", "warned", "refused", "won"}


def thermo_states() -> dict[str, tuple[Panel, int]]:
    """The screens of each moment; the menu of agreement, help, reasons and odds."""
    found: dict[str, tuple[Panel, int]] = {}
    for language in LANGUAGES:
        words = words_of(language)
        prefix = "thermo" if language == "en" else f"{language}-thermo"
        for name, (make, places) in MOMENTS.items():
            if language != "en" and name not in TRANSLATED:
                continue
            hands = make()
            shown = _panels(hands, words)
            for place in places if language == "en" else places[:2]:
                found[f"{prefix}-{name}-{place.replace(' ', '-')}"] = (shown[place], 0)
            if name == "warned":
                found[f"{prefix}-{name}-2"] = (shown["red"], 1)
        for name, panel in _read(words).items():
            found[f"{prefix}-{name}"] = (panel, 0)
    return found


def _panels(hands: TableHands, words: Words, **rest: object) -> Mapping[str, Panel]:
    outlook = Outlook(
        refusals=hands.refusals,
        corrections=hands.corrections,
        prompts=PROCEDURE.prompts(hands.table),
        **rest,  # type: ignore[arg-type]
    )
    return Panels(DECK, hands.table, outlook, readers=dict.fromkeys(SIDES, words)).all()


def _read(words: Words) -> dict[str, Panel]:
    laid, over = _laid(), _won()
    title, *odds = BUNDLE.odds(laid.table, words)
    entry = next(entry for entry in PROCEDURE.overrides(laid.table, laid.seen) if entry.key == "marker")
    menu = Shown(entry, 2, 9, entry.choices[4])
    return {
        "odds": TextPanel("red", title, tuple(odds), True),
        "help": TextPanel("red", words.say("Help"), BUNDLE.help(laid.table, "red", words), True),
        "why": TextPanel("red", words.say("Why?"), BUNDLE.why(over.table, "red", words)),
        "menu": _panels(laid, words, agreement=menu)["red"],
    }
