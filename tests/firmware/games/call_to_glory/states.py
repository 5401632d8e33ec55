"""Moments of Call to Glory as hands make them, and golden states of its screens in three languages: name -> panel (and
page)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from signifer_core.frozen import replace
from signifer_core.games.call_to_glory.state import Cards, Hand, State
from signifer_core.layout import SIDES
from signifer_firmware.display.panels import Panel
from signifer_firmware.display.render import pages
from signifer_firmware.games.call_to_glory.screens.panels import Panels
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.session.outlook import Outlook

from tests.core.call_to_glory.hands import Hands, known, playing
from tests.core.call_to_glory.states import DECK, RULES, position

# What four players have laid, and in which columns it lies.
FOUR = {
    "1": {"envoy": 3, "samurai": 7},
    "2": {"farmer": 11, "shogun": 3, "ninja": 3},
    "3": {"emperor": 2},
    "4": {"empress": 2, "daimyo": 2},
}
TWO = {"1": {"envoy": 3, "samurai": 7, "emperor": 2}, "2": {"shogun": 3, "ninja": 2, "farmer": 11}}
LIE = {"samurai": "2", "emperor": "2", "daimyo": "3"}
SCORES = ((45,), (60,), (110,), (8,))


def table(players: int, hand: int = 10, lie: Mapping[str, str] = LIE, **more: object) -> State:
    """A position as a table knows it: of each hand how many cards it has; sets lie in column 1 but for some."""
    state = position(("",) * players, **more)  # type: ignore[arg-type]
    stock = state.stock.number - players * hand
    state = replace(
        state,
        hands=(Hand(Cards(hand)),) * players,
        stock=Cards(stock),
        piles=(stock - stock // 2, stock // 2),
    )
    return known(state, **lie)


def two(**more: object) -> State:
    """Two players in their first round."""
    fields = {"sets": TWO, "pads": (("monk-1",), ("monk-2", "daimyo-8")), **more}
    return table(2, **fields)  # type: ignore[arg-type]


def four(**more: object) -> State:
    """Four players in their second round, with missions and ninja figures; the third plays."""
    fields = {
        "sets": FOUR,
        "pads": (("monk-1",), ("monk-2",)),
        "active": "3",
        "variant": "both",
        "figures": (0, 1, 2, 0),
        "round": 2,
        "scores": SCORES,
        "letters": ("ab",) * 4,
        "missions": (Cards(2),) * 4,
        **more,
    }
    return table(4, **fields)  # type: ignore[arg-type]


def pressed(hands: Hands, *presses: str) -> Hands:
    for press in presses:
        hands.press(press)
    return hands


def seated(*presses: str) -> Hands:
    """The empty table, after these presses."""
    return pressed(Hands(RULES.table_game()), *presses)


FOUR_SIT = ("press column 4 red", "press column 1 red")


def rolled(*dice: int) -> Hands:
    """Four roll for the start."""
    hands = seated(*FOUR_SIT, "press ok red")
    for hands.dice in [[value] for value in dice]:
        hands.press("press dice")
    return hands


def laid(hands: Hands, kind: str, *numbers: int, at: str = "5 red") -> Hands:
    for number in numbers:
        hands.lay(f"{kind}-{number}", at)
    return hands


def displaced() -> Hands:
    return pressed(laid(playing(four()), "empress", 3, 4, 5), "press ok red")


def figure_or_pile() -> Hands:
    """No set of another player of the same side lies there, who might be asked as well."""
    return pressed(playing(four(lie={**LIE, "envoy": "4"})), "hold column 1 red")


def _half_displaced() -> Hands:
    return displaced().lift("empress-1").lay("empress-1", "pad blue")


def _spread() -> Hands:
    hands = laid(playing(four()), "farmer", *range(12, 18), at="2 red")
    return laid(hands, "farmer", 18, 19, at="4 red")


def _too_few() -> Hands:
    hands = laid(playing(four()), "farmer", 12, 13, at="2 red")
    hands.refusals = hands.press("press ok red")
    return hands


def scored(step: str = "score", **more: object) -> Hands:
    """A round is over: all that was laid lies there still."""
    scores = ((45, 28), (60, 53), (110, 16), (8, 14))
    fields = {"scores": scores, "bonus": (0, 10, 10, 0), "letters": ("a",) * 4, **more}
    return Hands(four(step=step, **fields))


def won(winner: str, *scores: tuple[int, ...], **more: object) -> Hands:
    """The game is over."""
    return Hands(table(len(scores), step="over", round=len(scores[0]), scores=scores, winner=winner, **more))  # type: ignore[arg-type]


def crowd() -> Hands:
    """All nine kinds in one column."""
    sets = {
        "2": {"farmer": 9, "monk": 10, "envoy": 3, "ninja": 3, "samurai": 3},
        "4": {"shogun": 4, "daimyo": 2, "empress": 2, "emperor": 2},
    }
    return Hands(table(4, 2, {}, sets=sets))


# The moment, and which screens are kept of it.
MOMENTS: dict[str, tuple[Callable[[], Hands], tuple[str, ...]]] = {
    "begun": (seated, ("red", "1 red", "3 red")),
    "seated": (lambda: seated(*FOUR_SIT, "press column 1 red", "press column 1 red"), ("red", "blue")),
    "deal": (lambda: seated(*FOUR_SIT, "press ok red"), ("red", "3 red")),
    "roll-off": (lambda: rolled(6, 2, 6), ("red", "blue")),
    "rolled-again": (lambda: rolled(6, 2, 6, 1, 5), ("red",)),
    "starts": (lambda: rolled(6, 2, 5, 1), ("red",)),
    "draw": (lambda: playing(two(step="draw")), ("red", "blue", "1 red", "1 blue", "5 red")),
    "lifted": (lambda: playing(two(step="draw")).lift("monk-1"), ("red", "1 red")),
    "play": (lambda: playing(four()), ("red", "blue", "1 red", "2 red", "3 blue")),
    "laying": (lambda: laid(playing(four()), "farmer", 12, at="2 red"), ("red", "2 red", "2 blue")),
    "spread": (_spread, ("red", "4 red")),
    "enough": (lambda: laid(playing(two()), "monk", 3, 4, at="3 red"), ("red", "blue", "3 red")),
    "too-few": (_too_few, ("red", "2 red")),
    "mixed": (lambda: playing(two()).lay("monk-3", "3 red").lay("empress-3", "3 red"), ("red", "3 red")),
    "displaced": (displaced, ("blue", "red", "1 blue")),
    "half-displaced": (_half_displaced, ("blue",)),
    "figure": (lambda: pressed(playing(four()), "hold column 3 red"), ("red", "blue", "3 blue")),
    "figure-or-pile": (figure_or_pile, ("red", "blue", "1 red")),
    "pile-empty": (lambda: pressed(playing(two()), "hold column 5 red"), ("red", "5 red")),
    "mission": (lambda: scored("mission", scores=SCORES), ("red", "blue")),
    "score": (scored, ("red", "blue")),
    "score-read": (lambda: pressed(scored(), "press ok red"), ("red", "blue")),
    "score-two": (lambda: Hands(two(step="score", scores=((36, 52), (27, 43)), round=2)), ("red",)),
    "won": (
        lambda: won("3", (45, 28, 100, 10), (60, 53, 12, 0), (110, 16, 47, 10), (8, 14, 20, 0)),
        ("red",),
    ),
    "won-two": (lambda: won("2", (36, 20, 18, 40), (20, 60, 43, 12)), ("red", "blue")),
    "won-shared": (
        lambda: won("1 3", (50, 40, 30), (10, 20, 30), (30, 40, 50), variant="missions"),
        ("red",),
    ),
    "crowd": (crowd, ("1 red", "red")),
}
# What is also kept in the other languages.
TRANSLATED = {
    *("begun", "seated", "deal", "roll-off", "draw", "lifted", "play", "laying", "enough", "too-few"),
    *("displaced", "half-displaced", "figure", "figure-or-pile", "pile-empty", "mission", "score", "won"),
    "won-shared",
}


def panels_of(hands: Hands, words: Words | None = None, **rest: object) -> Panels:
    """The panels of a moment, in English or as one of ``words`` reads them."""
    outlook = Outlook(
        refusals=hands.refusals,
        corrections=hands.corrections,
        prompts=hands.procedure.prompts(hands.table),
        **rest,  # type: ignore[arg-type]
    )
    return Panels(DECK, hands.table, outlook, readers=dict.fromkeys(SIDES, words or words_of("en")))


def glory_states() -> dict[str, tuple[Panel, int]]:
    """The screens of each moment, all of their pages."""
    return dict(found for language in LANGUAGES for found in _in(language))


def _in(language: str) -> Iterator[tuple[str, tuple[Panel, int]]]:
    prefix = "glory" if language == "en" else f"{language}-glory"
    for name, (make, places) in MOMENTS.items():
        if language != "en" and name not in TRANSLATED:
            continue
        shown = panels_of(make(), words_of(language)).all()
        for place in places if language == "en" else places[:2]:
            panel = shown[place]
            for page in range(pages(panel)):
                number = f"-{page + 1}" if pages(panel) > 1 else ""
                yield f"{prefix}-{name}-{place.replace(' ', '-')}{number}", (panel, page)
