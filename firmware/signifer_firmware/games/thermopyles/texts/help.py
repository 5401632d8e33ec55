"""Help on the present step of Thermopyles: what the team may do now, and with which gestures."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.games.thermopyles import Deck, State
from signifer_core.games.thermopyles.rules.combat import bonus_dice, due_pile
from signifer_core.games.thermopyles.state import CEMETERY_TO_WIN, PERSIANS
from signifer_core.procedure import Table

from signifer_firmware.games.thermopyles.texts.combat import laid
from signifer_firmware.i18n.words import Words, marked
from signifer_firmware.texts.terms import card_name, player_name

_SENTENCES = marked(
    {
        "players": "A column button from 1 to 4 says how many play (TH-1).",
        "players-hands": "Playing alone, draw four Spartans; otherwise draw three each.",
        "supports-lie": "The four supports lie face up beside the table.",
        "replenish": (
            "Draw a Persian and lay it on Blue's side: column 1 is the first place, 2 the second (TH-9)."
        ),
        "replenish-up": "A second Persian that is left moves up by hand when the table asks for it.",
        "act": "{player} charges or retreats (TH-1).",
        "act-charge": "To charge: one Spartan on Red's side of column 1, any supports on Red's pad, then ok (TH-3).",
        "act-retreat": "To retreat: hold ok with nothing laid. The marker goes one place back (TH-2).",
        "act-lost": "At the seventh place the game is lost (TH-10).",
        "laid": "{card} waits in column 1: ok sends it, or lift it again.",
        "laid-supports": "Each support on the pad gives a die (TH-3). All are decided before dice fall.",
        "place-die": "The marker's place gives one more die (TH-3).",
        "must-retreat": "{player} has no cards and has to retreat: hold ok (TH-1).",
        "dice": "Press dice, once for each die that is due (TH-3). Each adds to the total.",
        "result": "The total of {total} meets {card} and defeats it.",
        "repel": "Below the annihilation value of {annihilation} it is repelled: lay it in column 4 (TH-5).",
        "bury": "The annihilation value of {annihilation} is reached: lay it in column 5, the cemetery (TH-6).",
        "second": "Then the same total meets the second Persian (TH-7).",
        "draw": "The team may draw a Spartan: ok draws, ok held leaves it (TH-2, TH-8).",
        "draw-for": (
            "The team may have a Spartan drawn: a column button says for whom, ok held leaves it (TH-2, TH-8)."
        ),
        "draw-six": "Who has five cards may get a sixth, and then discards one.",
        "discard": "{player} has six cards: lay one Spartan on Red's pad, then ok (TH-2).",
        "over": "The game is over (TH-10). Clear the table in any order.",
        "over-agree": "If that is wrong, hold both ok and agree on something else.",
        "blue": "Nobody sits on this side: the Persians lie here. Everybody plays with Red's buttons.",
        "blue-won": "{number} Persians in the cemetery win the game, or a row that cannot be refilled (TH-10).",
        "undo": "Hold dice to take back your last gesture.",
    }
)


def help_text(deck: Deck, table: Table[State], player: str, words: Words) -> tuple[str, ...]:
    """Two to five sentences, each a paragraph; on blue's side, what this side is for."""
    state = table.state
    spartan, met = laid(table), state.met
    figures = {
        "player": player_name(state.receiver or state.active, words),
        "card": card_name(spartan or met or "", words),
        "total": state.fight.total if state.fight else 0,
        "annihilation": deck.persian(met).annihilation if met else 0,
        "number": CEMETERY_TO_WIN,
    }
    said = ("blue", "blue-won") if player == PERSIANS else tuple(_asked(deck, table))
    return tuple(words.say(_SENTENCES[sentence], **figures) for sentence in said)


def _asked(deck: Deck, table: Table[State]) -> Iterator[str]:
    state = table.state
    match state.step:
        case "players":
            yield from ("players", "players-hands", "supports-lie")
        case "replenish":
            yield from ("replenish", "replenish-up")
        case "act":
            yield from _act(table)
        case "dice":
            yield from ("dice", "place-die") if bonus_dice(state) else ("dice",)
        case "result":
            yield from ("result", "bury" if due_pile(deck, state) == "cemetery" else "repel")
            yield from ("second",) if len(state.row) > 1 else ()
        case "draw":
            yield from ("draw" if len(state.seats) == 1 else "draw-for", "draw-six")
        case "discard":
            yield "discard"
        case _:
            yield from ("over", "over-agree")


def _act(table: Table[State]) -> Iterator[str]:
    waits = laid(table) is not None
    if not waits and not table.state.hand(table.state.active).number:
        yield from ("must-retreat", "act-lost")
        return
    yield from ("laid", "laid-supports") if waits else ("act", "act-charge", "act-retreat")
    yield from ("place-die",) if bonus_dice(table.state) else ()
    yield from ("undo",) if waits else ()
