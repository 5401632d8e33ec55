"""Names of Dark Age Arena's cards, places and leaders, as their decks give them; and the words of a reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from signifer_core.games.dark_age_arena.deck import Deck
from signifer_core.games.dark_age_arena.deck.printed import Leader, Place, Printed
from signifer_core.games.dark_age_arena.deck.sources import leader_name
from signifer_core.games.dark_age_arena.rules.effects import place_name
from signifer_core.games.dark_age_arena.state import PLACES
from signifer_core.layout import SIDES

from signifer_firmware.game_api.texts import Figures
from signifer_firmware.i18n.words import Called

_WORDS_OF_A_PHASE = ("dice", "no dice", "no draft", "pay", "task", "draw", "wait", "card", "combat", "any")
_PLACES_OF_A_CARD = ("pad", "zone", "gear", "place", "discards", "under", "out", "aside")


def called(deck: Deck) -> Mapping[str, Called]:
    """Every card by the name on it. Cards of a kind are equal, and those of two decks differ by whose they are."""
    return {card: _named(deck.printed(card)) for card in deck.catalogue}


def named(deck: Deck) -> Mapping[str, Called]:
    """Places and leaders, by what rules call them: "2 blue", "leader red"."""
    places = {
        place_name(side, number): _named(deck.place(side, number)) for side in SIDES for number in PLACES
    }
    return places | {leader_name(side): _named(deck.leader(side)) for side in SIDES}


def _named(printed: Printed | Leader | Place) -> Called:
    return Called(name=printed.name, names=printed.names)


def variant(code: str, figures: Figures) -> str:
    """Which words say a reason, by what is known of it."""
    return _VARIANTS[code](figures) if code in _VARIANTS else ""


def _first(figures: Figures, *names: str, otherwise: str = "") -> str:
    """The first of these figures that there is."""
    return next((name for name in names if name in figures), otherwise)


def _phase(figures: Figures) -> str:
    if "sort" in figures:
        return "sort"
    wanted = figures["wanted"]
    return wanted if wanted in _WORDS_OF_A_PHASE else ""


def _price(figures: Figures) -> str:
    """What it costs, or what stands against a draft."""
    if "die" in figures:
        return "natural"
    if "missing" in figures:
        return "missing"
    if figures["log_needed"] == "0":
        return "com"
    # Where COM is short, too, that is enough to say.
    if "unseen" in figures and int(figures["com"]) >= int(figures["com_needed"]):
        return "log unseen"
    return "log" if figures["com_needed"] == "0" else ""


def _room(figures: Figures) -> str:
    sort = figures.get("sort", "")
    return f"no {sort}" if figures.get("most") == "0" else sort


def _lacking(figures: Figures) -> str:
    if "bearer" in figures:
        return "bearer"
    if "step" in figures:
        return {"home": "yield"}.get(figures["step"], figures["step"])
    if "wanted" in figures:
        return figures["wanted"] if figures["wanted"] in ("none", "nobody") else "whom"
    return ""


def _nobody(figures: Figures) -> str:
    if "column" in figures:
        return "chosen" if "card" in figures else ""
    return _first(figures, "way", "confrontation", otherwise="muster" if "step" in figures else "card")


def _column(figures: Figures) -> str:
    if "place" in figures:
        return "target"
    return {"1": "place", "pad": "pad"}.get(figures["wanted"], "")


def _pile(figures: Figures) -> str:
    pile = figures["pile"]
    return "column" if pile.isdecimal() else pile if pile in _PLACES_OF_A_CARD else ""


def _no_hand(figures: Figures) -> str:
    return "none" if figures.get("hand") == "0" else ""


_VARIANTS: Mapping[str, Callable[[Figures], str]] = {
    "wrong-phase": _phase,
    "not-enough": _price,
    "at-limit": lambda figures: _first(figures, "log"),
    "no-marker": lambda figures: "used" if figures["marked"] == "1" else "",
    "no-room": _room,
    "no-target": _lacking,
    "no-fighter": _nobody,
    "not-free": lambda figures: _first(figures, "first", "enemy"),
    "solitary-alone": lambda figures: (
        "second" if "number" in figures else "hand" if "card" in figures else _first(figures, "start")
    ),
    "cannot-move": lambda figures: _first(figures, "step"),
    "wrong-column": _column,
    "wrong-side": lambda figures: _first(figures, "bearer", "target", "yours"),
    "count-wrong": lambda figures: _first(
        figures, "stock", "dice", otherwise="first" if "wanted" in figures else _no_hand(figures)
    ),
    "card-elsewhere": _pile,
}
