"""Golden states as the game itself makes them, in three languages: each step, an attack's phases, help and reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from signifer_core.frozen import replace
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.games.field_of_glory.state import Drawing, Step
from signifer_core.layout import PAD, SIDES, Side, Zone
from signifer_core.procedure import Choice, Override, Table
from signifer_firmware.display.agreement_panels import menu_panels
from signifer_firmware.display.panels import Panel, TextPanel
from signifer_firmware.games.field_of_glory.screens.panels import Panels
from signifer_firmware.games.field_of_glory.texts.help import help_text
from signifer_firmware.games.field_of_glory.texts.why import why
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.session.menus import MARK, Shown
from signifer_firmware.session.outlook import Outlook

from tests.core.field_of_glory.attacks import TWO_EACH, at_retreat, attacked
from tests.core.field_of_glory.states import DECK, PROCEDURE, RULES, Hands, position


def _started(step: Step) -> Hands:
    return Hands(replace(RULES.table_game(), step=step))


def _pays() -> Hands:
    return Hands(position(units={"3 red": "pike-1"})).lay("red/heavy-infantry-1", "1 red")


def _refused(card: str, at: str, **setup: object) -> Hands:
    return Hands(position(**setup)).lay(card, at)  # type: ignore[arg-type]


def _bonus() -> Hands:
    return attacked(TWO_EACH).lay("red/cavalry-5", "pad red")


def _fought(red: str, blue: str, units: dict[str, str], **setup: object) -> Hands:
    hands = attacked(units, **setup).lay(f"red/{red}", "pad red")
    hands.press("press ok red")
    if hands.state.step == "retreat":
        hands.press("press ok blue")
    hands.lay(f"blue/{blue}", "pad blue").press("press ok blue")
    return hands


def _won() -> Hands:
    units = {"3 red": "heavy-infantry-1", "3 blue": "medium-infantry-1"}
    return _fought(
        "cavalry-5", "cavalry-1", units, terrain="plain plain hill plain plain", control={3: "blue"}
    )


def _kept() -> Hands:
    hands = _won()
    hands.follow()
    return hands


def _retreated() -> Hands:
    hands = at_retreat({"3 red": "heavy-infantry-1", "3 blue": "archer-1"}).lift("blue/archer-1")
    hands.press("press ok blue")
    return hands


def _too_many() -> Hands:
    hands = Hands(position(step="draw", red=Counts(hand=9)))
    hands.press("press ok red")
    return hands


def _shuffles() -> Hands:
    state = position(step="draw", red=Counts(hand=4, deck=0, discard=9, shuffle=1))
    return Hands(replace(state, step="shuffle", drawing=Drawing("red", 3, "actions")))


FLANK = {"3 red": "spear-1", "3 blue": "pike-1", "2 red": "cavalry-1"}
# Name -> the table, and whose screen is shown.
PLAYERS_SEE: dict[str, tuple[Callable[[], Hands], Side]] = {
    "army": (lambda: _started("army"), "red"),
    "terrain": (lambda: _started("terrain"), "red"),
    "first": (lambda: _started("first"), "blue"),
    "advance": (lambda: Hands(position(units={"2 red": "pike-1 pike-2"}, step="advance")), "red"),
    "flank": (lambda: Hands(position(units=FLANK, step="flank")), "red"),
    "actions": (lambda: Hands(position(units={"3 red": "pike-1"})), "red"),
    "waits": (lambda: Hands(position(units={"3 red": "pike-1"})), "blue"),
    "pays": (_pays, "red"),
    "lead": (lambda: attacked(TWO_EACH), "red"),
    "bonus": (_bonus, "red"),
    "bonus-waits": (_bonus, "blue"),
    "retreat": (lambda: at_retreat(TWO_EACH), "blue"),
    "result": (_won, "blue"),
    "result-kept": (_kept, "red"),
    "retreated": (_retreated, "red"),
    "tie": (
        lambda: _fought("cavalry-1", "cavalry-1", {"3 red": "pike-1", "3 blue": "heavy-infantry-1"}),
        "red",
    ),
    "spear": (lambda: _fought("cavalry-1", "cavalry-1", {"3 red": "pike-1", "3 blue": "spear-1"}), "red"),
    "rampage": (
        lambda: _fought("commander-1", "cavalry-1", {"3 red": "heavy-infantry-1", "3 blue": "elephant-1"}),
        "blue",
    ),
    "draw": (lambda: Hands(position(step="draw")), "red"),
    "too-many": (_too_many, "red"),
    "shuffle": (_shuffles, "red"),
    "over": (lambda: Hands(replace(position(), step="over", winner="red")), "red"),
    "refused-unit": (lambda: _refused("red/commander-1", "3 red"), "red"),
    "refused-turn": (lambda: _refused("blue/pike-1", "3 blue"), "blue"),
    "refused-side": (lambda: _refused("red/pike-1", "3 blue"), "red"),
    "refused-full": (lambda: _refused("red/pike-3", "3 red", units={"3 red": "pike-1 pike-2"}), "red"),
}
COLUMNS_SEE: dict[str, tuple[Callable[[], Hands], Side, int]] = {
    "column-flank-open": (lambda: Hands(position(units=FLANK, step="flank")), "blue", 0),
    "column-lead": (lambda: attacked(TWO_EACH), "red", 0),
    "column-sum": (lambda: at_retreat(TWO_EACH), "blue", 1),
    "column-result": (_won, "red", 0),
    "column-result-leaves": (_won, "blue", 1),
    "column-kept-sums": (_kept, "red", 1),
    "column-retreated": (_retreated, "blue", 0),
    "column-refused": (lambda: _refused("red/spear-1", "3 red", units={"3 red": "pike-1"}), "red", 0),
}


def _outlook(hands: Hands) -> Outlook:
    offers = hands.referee.offers(hands.table, hands.seen)
    return Outlook(
        refusals=hands.refusals,
        corrections=hands.corrections,
        prompts=PROCEDURE.prompts(hands.table),
        offers=tuple((player, len(offers[Zone(PAD, player)])) for player in SIDES),
        pads=hands.referee.pads(hands.table, hands.seen),
    )


def game_states() -> dict[str, tuple[Panel, int]]:
    """Every one of these, in each language: name -> panel (and page)."""
    found: dict[str, tuple[Panel, int]] = {}
    for language in LANGUAGES:
        found |= {f"{language}-game-{name}": panel for name, panel in _in(language).items()}
    return found


def _in(language: str) -> dict[str, tuple[Panel, int]]:
    words = words_of(language)
    readers: dict[str, Words] = dict.fromkeys(SIDES, words)

    def panels(hands: Hands) -> Panels:
        return Panels(DECK, hands.table, _outlook(hands), 0, frozenset(), readers)

    found: dict[str, tuple[Panel, int]] = {}
    for name, (make, player) in PLAYERS_SEE.items():
        found[name] = panels(make()).player(player), 0
    for name, (make, facing, page) in COLUMNS_SEE.items():
        found[name] = panels(make()).column(3, facing), page
    for page in range(2):
        said = help_text(RULES, Table(position()), "red", words)
        found[f"help-{page + 1}"] = (
            TextPanel("red", words.say("Help"), said, True, words.say("Hold ok: close")),
            page,
        )
    for page in (0, 1):
        said = why(_kept().table, "blue", words)
        found[f"why-{page + 1}"] = (
            TextPanel("blue", words.say("Why?"), said, False, words.say("Hold ok: close")),
            page,
        )
    found["wrong"] = _wrong("refused mixed-kinds, not-your-turn", readers), 0
    found["wrong-done"] = _wrong("place red/medium-infantry-8 3", readers), 0
    return found


def _wrong(last: str, readers: Mapping[str, Words]) -> Panel:
    entry = Override(MARK, MARK, None, (Choice(last, (MARK,)),))
    return menu_panels(Shown(entry, 25, 26, entry.choices[0], frozenset({"blue"})), readers)["red"]
