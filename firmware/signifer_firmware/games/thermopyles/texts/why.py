"""Reasons why the last combat of Thermopyles ended as it did: the sum, what it met, and what came of it by which
ruling.

After it, where a count is at its bound, which silent slip may have led there.
"""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.games.thermopyles import Deck, State
from signifer_core.games.thermopyles.state import Fight
from signifer_core.procedure import Table

from signifer_firmware.i18n.words import Message, Plural, Words, marked
from signifer_firmware.texts.terms import card_name, player_name

_SENTENCES: dict[str, Message] = marked(
    {
        "counts": "By the record, {player}: hand {hand}, pile of Spartans {pile}, pile of Persians {persians}.",
        "mistake": "If you count otherwise: was a Spartan drawn without ok, or for another player?",
        "way-out": "Hold both ok and set the counts.",
        "sum": "{card}: {sum} = {total} (TH-3).",
        "supports": Plural("{number} support was spent.", "{number} supports were spent.", "number"),
        "annihilated": "{card}: annihilated (TH-6).",
        "repelled": "{card}: repelled (TH-5).",
        "held": "{card}: the total is below, so the Persian stays (TH-4).",
        "second": "The same total met the second one (TH-7).",
        "bonus": Plural(
            "The symbol gives the right to {number} card (TH-8).",
            "The symbols give the right to {number} cards (TH-8).",
            "number",
        ),
        "discarded": "The Spartan is discarded in any case.",
    }
)


def why(deck: Deck, table: Table[State], player: str, words: Words) -> tuple[str, ...]:
    """Paragraphs about the last combat, as long as the record knows it, and about counts to doubt; none without
    either."""
    return (*result_text(deck, table, words), *_doubts(table.state, words))


def result_text(deck: Deck, table: Table[State], words: Words) -> tuple[str, ...]:
    """Paragraphs about the last combat, as long as the record knows it."""
    last, drawing = table.state.result, table.state.step != "over"
    return () if last is None else tuple(_paragraphs(deck, last, words, drawing=drawing))


def _doubts(state: State, words: Words) -> Iterator[str]:
    """Where whose turn it is has no card, or a pile has none, a silent slip shows: what it may have been, and the way
    out. Nobody sees a Spartan drawn, only the press that says so."""
    hand = state.hand(state.active).number if state.step == "act" else 0
    if state.step != "act" or (hand and state.pile.number and state.persians.number):
        return
    counts = {"hand": hand, "pile": state.pile.number, "persians": state.persians.number}
    yield words.say(_SENTENCES["counts"], player=player_name(state.active, words), **counts)
    yield words.say(_SENTENCES["mistake"])
    yield words.say(_SENTENCES["way-out"])


def _paragraphs(deck: Deck, fight: Fight, words: Words, *, drawing: bool) -> Iterator[str]:
    """The combat in order. What became of the right to draw nobody sees: the card may have been left, or the pile been
    empty. Once the game is over, so without ``drawing``, nobody draws (TH-10)."""
    card = card_name(fight.spartan, words)
    said = " + ".join(map(str, (fight.base, *fight.dice)))
    yield words.say(_SENTENCES["sum"], card=card, sum=said, total=fight.total)
    if fight.supports:
        yield words.say(_SENTENCES["supports"], number=len(fight.supports))
    met = [(beaten.card, "annihilated" if beaten.annihilated else "repelled") for beaten in fight.beaten]
    if fight.held is not None:
        met.append((fight.held, "held"))
    for at, (name, fate) in enumerate(met):
        if at:
            yield words.say(_SENTENCES["second"])
        yield words.say(_SENTENCES[fate], card=card_name(name, words))
    given = sum(deck.persian(beaten.card).bonus for beaten in fight.beaten)
    if given and drawing:
        yield words.say(_SENTENCES["bonus"], number=given)
    yield words.say(_SENTENCES["discarded"])
