"""Moments of Dark Age Arena as hands make them, and golden states of its screens in three languages: name -> panel (and
page)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from signifer_core.games.dark_age_arena import DarkAgeArena, Deck, Setup, parse_deck
from signifer_core.games.dark_age_arena.deck import joined, training
from signifer_core.games.dark_age_arena.position import POSITIONS
from signifer_core.games.dark_age_arena.table.procedure import DarkAgeArenaProcedure
from signifer_core.layout import PAD, SIDES, Zone
from signifer_core.procedure import Roll
from signifer_firmware.display.panels import Panel
from signifer_firmware.display.render import pages
from signifer_firmware.games.dark_age_arena.game import GAME
from signifer_firmware.games.dark_age_arena.screens.panels import Panels
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.session.outlook import Outlook

from tests.core.dark_age_arena.hands import TrainingHands, at_table


class Moment(TrainingHands):
    """Hands at a table of which the screens are looked at: what a button was answered stays."""

    rolls: tuple[Roll, ...] = ()
    pressed_refused = ()

    def do(self, *gestures: str) -> Moment:
        """Gestures one after another: "press ...", "hold ...", "roll 6 5", "lay CARD ZONE", "lift CARD", "follow"."""
        for gesture in gestures:
            verb, *words = gesture.split()
            self.rolls = ()
            match verb:
                case "lay":
                    self.lift(words[0], settled=None).lay(words[0], " ".join(words[1:]))
                case "lift":
                    self.lift(words[0])
                case "follow":
                    self.follow()
                case "roll":
                    self._roll(*map(int, words))
                case _:
                    self.refusals = self.press(gesture) or self.refusals
        return self

    def _roll(self, *dice: int) -> None:
        due = self.procedure.rules.due(self.state)
        assert due is not None
        sides = SIDES if due.purpose == "initiative" else (due.player,) * due.dice
        rolled = zip(sides, dice, strict=True)
        self.rolls = tuple(Roll(side, due.purpose, value) for side, value in rolled)
        self.roll(*dice)


# Cards that the training decks have not, and names as long as they may be in all languages.
ORACLE = {"sort": "instant", "name": "Oracle", "count": 1, "log": 1, "at": "any"}
NOTE = "Look at the top card of your stock."
HORN = {"sort": "instant", "name": "Horn", "count": 1, "com": 1, "at": "combat", "target": "own"}
OWN = {
    "oracle": {**ORACLE, "effects": ["task 4: com +1"], "note": NOTE},
    "horn": {**HORN, "effects": ["chosen: +1 [] for round"]},
    "vow": {"sort": "victory", "name": "Vow", "count": 1, "as": "AD", "points": 2, "when": ["ask"]},
}
LONG = {
    "Knight": "Captain of the Wolf Watch",
    "Mail": "Mail of a Thousand Rings",
    "Drill": "Drill of the Old Guards",
}


def own_decks(names: Mapping[str, str]) -> DarkAgeArenaProcedure:
    """The training decks with a few cards more in red's, some of which are called otherwise."""
    text = training("training-iron").text + "".join(map(_line, OWN, OWN.values()))
    for name, other in names.items():
        text = text.replace(f'name = "{name}"', f'name = "{other}"')
    return DarkAgeArenaProcedure(Deck(joined(parse_deck(text, file="own.toml"), training("training-ash"))))


def _line(kind: str, card: Mapping[str, object]) -> str:
    """A card as a deck file has it."""
    return f"{kind} = {{ {', '.join(f'{key} = {json.dumps(value)}' for key, value in card.items())} }}\n"


class Owned(Moment):
    procedure = own_decks({})


class LongNamed(Moment):
    procedure = own_decks(LONG)


def begun(of: type[Moment] = Moment, **said: Any) -> Moment:
    """A position as a script says it, with all that lies there."""
    deck = of.procedure.deck
    state = POSITIONS.state(deck, Setup(**{"turn": 4, **said})) if said else DarkAgeArena(deck).table_game()
    return at_table(state, of=of)  # type: ignore[return-value]


def lying(**places: str) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    """Of red1="knight-1 mail-1" what lies at red's first place."""
    return tuple(
        (int(place[-1]), place[:-1], tuple(f"{place[:-1]}/{card}" for card in cards.split()))
        for place, cards in places.items()
    )


def gear(**borne: str) -> tuple[tuple[str, str], ...]:
    """Of knight_1="mail-1" (red's, or with a "b_" before it blue's) who bears what."""
    found = []
    for name, cards in borne.items():
        side = "blue" if name.startswith("b_") else "red"
        bearer = name.removeprefix("b_").replace("_", "-")
        found += [(f"{side}/{card}", f"{side}/{bearer}") for card in cards.split()]
    return tuple(found)


# The middle of a game: both have a place with two or three characters, gear, supply, an artifact; one is pillaged.
MIDDLE: dict[str, Any] = {
    "lying": lying(
        red1="knight-1 militia-1",
        red2="axeman-1 shieldman-1 shieldman-2 anvil-1",
        red3="raider-1 granary-1",
        blue1="duellist-1 bowman-1",
        blue2="scout-1 granary-1 watchfire-1",
        blue3="hunter-1 militia-1",
    ),
    "gear": gear(
        knight_1="mail-1 drill-1", axeman_1="great-axe-1", b_duellist_1="venom-1", b_bowman_1="longbow-1"
    ),
    "wounds": (("red/knight-1", 1), ("blue/hunter-1", 1)),
    "pillaged": ("none", "none", "blue"),
    "points": (4, 3),
    "com": (6, 4),
    "log": (5, 6),
    "hand": (5, 6),
}
ATTACK = {**MIDDLE, "step": "declare", "active": "red", "initiative": "red"}
# Red attacks with four from places 1 and 2, blue defends place 1 with both.
MUSTER = ("press column 1 red", "lay red/knight-1 4 red", "lay red/militia-1 4 red", "lay red/axeman-1 4 red")
OUT = (*MUSTER, "press ok red", "press ok red", "press column 1 red", "press ok red", "press ok blue")
DEFENCE = ("lay blue/duellist-1 4 blue", "lay blue/bowman-1 4 blue", "press ok blue", "press ok blue")
FOUGHT = (*OUT, *DEFENCE)
# The bowman shoots at the knight, in vain; knight and duellist, militia and bowman, the axeman supports the knight.
SHOT = (*FOUGHT, "press column 1 blue", "press ok blue", "roll 2 3")
PAIRED = (*SHOT, "press column 1 red", "press ok red", "press ok red")
CLOSE = (*PAIRED, "press column 1 red", "press ok red")

# Eight at a place; and six against six.
CROWD: dict[str, Any] = {
    "lying": lying(
        red1="militia-1 militia-2 militia-3 knight-1 knight-2 raider-1 axeman-1 mara-vane-1",
        red2="shieldman-1 shieldman-2 berserk-1 granary-1 anvil-1",
    ),
    "gear": gear(
        knight_1="mail-1 short-blade-1 drill-1", axeman_1="great-axe-1 mail-2", mara_vane_1="short-blade-2"
    ),
    "wounds": (("red/knight-1", 2), ("red/mara-vane-1", 1)),
    "pillaged": ("red", "none", "none"),
}
SIX: dict[str, Any] = {
    "lying": lying(
        red1="militia-1 militia-2 knight-1 axeman-1 shieldman-1 berserk-1",
        blue1="militia-1 hunter-1 bowman-1 duellist-1 duellist-2 scout-1",
    ),
    "gear": gear(knight_1="mail-1", b_hunter_1="longbow-1"),
    "step": "declare",
    "active": "red",
    "initiative": "red",
}
_RED = ("militia-1", "militia-2", "knight-1", "axeman-1", "shieldman-1", "berserk-1")
_BLUE = ("militia-1", "hunter-1", "bowman-1", "duellist-1", "duellist-2", "scout-1")
SIX_OUT = (
    *("press column 1 red", *(f"lay red/{card} 4 red" for card in _RED), "press ok red", "press ok red"),
    *("press column 1 red", "press ok red", "press ok blue"),
    *(*(f"lay blue/{card} 4 blue" for card in _BLUE), "press ok blue", "press ok blue"),
    *("press column 5 blue", "press column 5 blue"),
)
_SHOTS = ("press ok blue", *("press column 5 blue", "press ok blue") * 2, *("roll 1 2",) * 3)
_PAIRS = tuple(
    press for number in (1, 2, 3, 4, 5) for press in (f"press column {number} red", "press ok red")
)
SIX_STRUCK = (*SIX_OUT, *_SHOTS, *_PAIRS, *("roll 5 4",) * 6)
# All of red hit the duellist, whose block fails; nobody else is hit: the round is over, and the duellist dies.
STRUCK = (*CLOSE, "roll 6 5", "roll 4 3", "roll 2 3")
ROUND_OVER = (*STRUCK, "roll 2 3", "roll 3 3", "roll 2 2")
# In the second one the militia kills the bowman.
WON = (*ROUND_OVER, "follow", "roll 5 4", "roll 1 2", "roll 1 2", "roll 2 2", "roll 2 3")
MOMENTS: dict[str, tuple[dict[str, Any], tuple[str, ...], tuple[str, ...]]] = {
    "assemble": ({}, (), ("red", "1 red", "4 red", "5 red")),
    "assemble-laid": ({}, ("lay red/anvil-1 1 red",), ("red", "1 red")),
    "stock": ({**MIDDLE, "step": "stock", "turn": 2, "pillaged": ()}, (), ("red",)),
    "draft": ({**MIDDLE, "step": "draft"}, (), ("red", "1 red", "2 red", "3 blue")),
    "draft-laid": ({**MIDDLE, "step": "draft"}, ("lay red/berserk-1 3 red",), ("red", "3 red")),
    "draft-rolls": (
        {**MIDDLE, "step": "draft"},
        ("lay red/berserk-1 3 red", "press ok red"),
        ("red", "blue", "3 red"),
    ),
    "draft-missed": (
        {**MIDDLE, "step": "draft"},
        ("lay red/berserk-1 3 red", "press ok red", "roll 4"),
        ("red", "blue"),
    ),
    "draft-enlisted": (
        {**MIDDLE, "step": "draft"},
        ("lay red/berserk-1 3 red", "press ok red", "roll 5"),
        ("red", "3 blue"),
    ),
    "prepare": (MIDDLE, (), ("red", "1 blue", "2 blue")),
    "prepare-card": (MIDDLE, ("lay red/short-blade-1 5 red",), ("red", "5 red", "5 blue")),
    "prepare-bearer": (
        MIDDLE,
        ("lay red/short-blade-1 5 red", "press column 3 red"),
        ("red", "5 red"),
    ),
    "prepare-refused": (
        MIDDLE,
        ("lay red/mail-2 5 red", "press column 1 red", "press ok red"),
        ("red", "5 red"),
    ),
    "bid": ({**MIDDLE, "step": "bid"}, ("press column 2 red",), ("red", "blue", "2 red", "4 blue")),
    "bid-done": ({**MIDDLE, "step": "bid"}, ("press column 2 red", "press ok red"), ("red", "blue")),
    "initiative": (
        {**MIDDLE, "step": "bid"},
        ("press column 2 red", "press ok red", "press ok blue"),
        ("red", "blue"),
    ),
    "declare": ({**MIDDLE, "step": "bid"}, ("press ok red", "press ok blue", "roll 5 3"), ("red", "blue")),
    "muster": (ATTACK, MUSTER, ("red", "blue", "4 red", "4 blue", "1 red", "2 red")),
    "solitary": (ATTACK, ("press column 4 red", "lay red/berserk-1 4 red", "press ok red"), ("red", "4 red")),
    "bluff": (ATTACK, (*MUSTER, "press ok red", "lay red/sack-1 pad red"), ("red", "blue")),
    "target": (
        ATTACK,
        (*MUSTER, "press ok red", "lay red/sack-1 pad red", "press ok red", "press column 1 red"),
        ("red", "1 red", "3 red", "4 red"),
    ),
    "react": (ATTACK, OUT[:-1], ("red", "blue", "1 blue", "4 blue")),
    "defend": (ATTACK, (*OUT, *DEFENCE[:2]), ("red", "blue", "4 red", "4 blue")),
    "yield": (ATTACK, (*OUT, DEFENCE[0], "press ok blue"), ("blue", "1 blue")),
    "aim": (
        ATTACK,
        (*FOUGHT, "press column 1 blue"),
        ("blue", "red", "1 red", "1 blue", "2 blue", "3 blue", "4 red"),
    ),
    "shoot": (ATTACK, (*FOUGHT, "press column 1 blue", "press ok blue"), ("blue", "red", "1 red", "2 red")),
    "pair": (ATTACK, SHOT, ("red", "blue", "1 red", "2 red", "3 red")),
    "assist": (ATTACK, PAIRED, ("red", "1 red", "2 red")),
    "strike": (ATTACK, CLOSE, ("red", "blue", "1 red", "2 red", "1 blue")),
    "struck": (ATTACK, (*CLOSE, "roll 6 5"), ("red", "blue", "1 red")),
    "block": (ATTACK, STRUCK, ("blue", "red", "1 red", "1 blue", "2 blue")),
    "round-over": (ATTACK, ROUND_OVER, ("red", "blue", "1 red", "2 red", "3 red")),
    "second": (ATTACK, (*ROUND_OVER, "follow", "roll 5 4"), ("red", "blue", "1 red")),
    "spoils": (ATTACK, WON, ("red", "blue", "1 red", "4 red")),
    "control": (ATTACK, (*WON, "follow", "roll 4"), ("red", "blue", "1 blue")),
    "home": (ATTACK, (*WON, "follow", "roll 4", "roll 2"), ("red", "blue", "4 red", "1 red")),
    "over": (
        {**ATTACK, "points": (7, 3)},
        (
            *WON,
            "follow",
            "roll 4",
            "roll 2",
            "press column 1 red",
            "press column 1 red",
            "follow",
            "press column 1 red",
        ),
        ("red", "blue"),
    ),
    "near-ten": ({**MIDDLE, "points": (8, 7)}, (), ("red",)),
    "supply": ({**MIDDLE, "step": "supply"}, (), ("red", "5 red")),
    "supply-moves": ({**MIDDLE, "step": "supply"}, ("lay red/militia-1 2 red",), ("red", "1 red", "2 red")),
    "supply-card": ({**MIDDLE, "step": "supply"}, ("press column 5 red",), ("red",)),
    "done": (MIDDLE, ("press ok red",), ("red", "blue")),
    "contest": (
        {"step": "draft", "hand": (5, 6)},
        (
            *("lay red/mara-vane-1 1 red", "press ok red", "roll 6"),
            *("lay blue/mara-vane-1 1 blue", "press ok blue", "roll 6", "press ok red", "press ok blue"),
        ),
        ("red", "1 red"),
    ),
    "solitary-short": (
        {**ATTACK, "com": (1, 4)},
        ("press column 4 red", "lay red/berserk-1 4 red", "press ok red", "roll 2"),
        ("red", "blue"),
    ),
    "instant": (ATTACK, (*OUT[:-1], "lay blue/smoke-1 5 blue"), ("blue", "red", "5 blue")),
    "lasting": (
        ATTACK,
        (*OUT[:-1], "lay blue/smoke-1 5 blue", "press ok blue", "follow"),
        ("blue", "5 blue", "5 red"),
    ),
    "wrong": (MIDDLE, ("lay red/berserk-1 5 red", "lay red/sack-1 2 red"), ("red", "5 red", "2 red")),
    "twice": (MIDDLE, ("lay red/mail-2 5 red", "lay red/drill-2 5 red"), ("red", "5 red")),
    "task": (
        {"of": Owned, **MIDDLE},
        ("lay red/oracle-1 5 red", "press ok red"),
        ("red", "blue", "5 red"),
    ),
    "note": ({"of": Owned, **MIDDLE}, ("lay red/oracle-1 5 red",), ("red", "5 red", "5 blue")),
    "target-own": (
        {"of": Owned, **ATTACK},
        (*OUT[:-1], "lay red/horn-1 5 red", "press column 4 red"),
        ("red", "5 red"),
    ),
    "ask": (
        {"of": Owned, **ATTACK},
        (
            *(*MUSTER, "press ok red", "lay red/vow-1 pad red", "press ok red"),
            *("press column 1 red", "press ok red", "press ok blue", "press ok blue"),
            *("press column 2 blue", "press column 2 blue", "follow", "press ok blue"),
        ),
        ("red", "blue"),
    ),
    "crowd": (CROWD, (), ("1 red", "2 red")),
    "six": (SIX, SIX_OUT, ("red", "1 red", "5 red", "5 blue")),
    "six-struck": (SIX, SIX_STRUCK, ("5 red", "1 blue")),
    "long": ({"of": LongNamed, **MIDDLE}, (), ("1 red", "1 blue")),
    "long-fights": ({"of": LongNamed, **ATTACK}, (*CLOSE, "roll 6 5"), ("red", "blue")),
}


# What is kept in the other languages beside the first screen of each moment.
TRANSLATED: dict[str, tuple[str, ...]] = {
    "assemble": ("4 red", "5 red"),
    "note": ("5 red",),
    "muster": ("blue", "4 red"),
    "aim": ("red", "1 blue", "2 blue"),
    "pair": ("1 red",),
    "assist": ("1 red",),
    "strike": ("1 red",),
    "block": ("1 red",),
    "spoils": ("blue",),
    "wrong": ("2 red",),
}


def panels_of(hands: Moment, words: Words | None = None, **rest: Any) -> Panels:
    """The panels of a moment, in English or as one of ``words`` reads them."""
    table, offers = hands.table, hands.referee.offers(hands.table, hands.seen)
    outlook = Outlook(
        refusals=hands.refusals,
        corrections=hands.corrections,
        prompts=hands.procedure.prompts(table),
        notices=hands.procedure.notices(table, hands.seen),
        rolls=hands.rolls,
        pads=hands.referee.pads(table, hands.seen),
        offers=tuple((side, len(offers[Zone(PAD, side)])) for side in SIDES),
        **rest,
    )
    deck, telling = hands.procedure.deck, GAME.telling()
    reader = (words or words_of("en")).calling({**telling.called(deck), **telling.named(deck)})
    return Panels(deck, table, outlook, readers=dict.fromkeys(SIDES, reader))


@cache
def moment(name: str) -> Moment:
    """Hands at that moment; nobody goes on with them."""
    said, gestures, _ = MOMENTS[name]
    return begun(**said).do(*gestures)


def arena_states() -> dict[str, tuple[Panel, int]]:
    """The screens of each moment, all of their pages."""
    return dict(found for language in LANGUAGES for found in _in(language))


def _in(language: str) -> Iterator[tuple[str, tuple[Panel, int]]]:
    prefix = "arena" if language == "en" else f"{language}-arena"
    for name, (_, _, places) in MOMENTS.items():
        shown = panels_of(moment(name), words_of(language)).all()
        for place in places if language == "en" else (*places[:1], *TRANSLATED.get(name, ())):
            panel = shown[place]
            for page in range(pages(panel)):
                number = f"-{page + 1}" if pages(panel) > 1 else ""
                yield f"{prefix}-{name}-{place.replace(' ', '-')}{number}", (panel, page)
