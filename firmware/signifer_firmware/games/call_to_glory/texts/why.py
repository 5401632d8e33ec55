"""Reasons why the last result of Call to Glory came about: why the round ended, who scored what, who starts next or has
won; and while a set leaves, by which one it is displaced."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.games.call_to_glory import Deck, State
from signifer_core.games.call_to_glory.rules.scoring import next_starter
from signifer_core.procedure import Table

from signifer_firmware.games.call_to_glory.texts.words import ended_text, seat_name, won_text
from signifer_firmware.i18n.words import Message, Plural, Words, marked
from signifer_firmware.texts.terms import kind_name

_SENTENCES: dict[str, Message] = marked(
    {
        "ended": "{ended}: the round is over (CG-5).",
        "sum": "{player}: {sum} = {total} (CG-6).",
        "nothing": "{player}: no kind laid, 0 (CG-6).",
        "missions": Plural(
            "{player}: {number} point of missions in it (CG-7).",
            "{player}: {number} points of missions in it (CG-7).",
            "number",
        ),
        "totals": "Totals: {totals}.",
        "starts": "{player} starts the next round: lowest total, then least in this one (CG-6).",
        "last": "That was the last round; the highest total wins, then the best single round (CG-6).",
        "displaced": Plural(
            "{player} has laid {number} {kind}; the one card of {owner} leaves (CG-3).",
            "{player} has laid {number} {kind}; the {old} of {owner} are fewer and leave (CG-3).",
            "old",
        ),
        "struck": "{player} has returned a ninja figure: a set of {kind} loses one card (CG-8).",
    }
)


def result_text(deck: Deck, table: Table[State], words: Words) -> tuple[str, ...]:
    """Paragraphs about the scores once they stand, or about what has to leave the table; none in between."""
    state = table.state
    if state.step in ("score", "over") and state.hands:
        return tuple(_scored(deck, state, words))
    return tuple(_leaving(state, words))


def why(deck: Deck, table: Table[State], player: str, words: Words) -> tuple[str, ...]:
    """The same to every player: nothing else lies behind it."""
    del player
    return result_text(deck, table, words)


def _leaving(state: State, words: Words) -> Iterator[str]:
    by = {"player": seat_name(state, state.active, words)} if state.hands else {}
    old = state.displaced
    new = state.set_of(old.kind) if old is not None else None
    if old is not None and new is not None:
        owner, kind = seat_name(state, old.owner, words), kind_name(old.kind, words)
        figures = {"number": new.size, "kind": kind, "old": old.size, "owner": owner}
        yield words.say(_SENTENCES["displaced"], **by, **figures)
    if state.struck is not None:
        yield words.say(_SENTENCES["struck"], **by, kind=kind_name(state.struck, words))


def _scored(deck: Deck, state: State, words: Words) -> Iterator[str]:
    """Of the round that has just been scored: its sets lie on the table until the next one begins. A game may be given
    up before that."""
    if state.step == "over" and len(state.scores[0]) < state.round:
        yield f"{won_text(state, words)}."
    else:
        yield words.say(_SENTENCES["ended"], ended=ended_text(state, words))
        for seat in state.seats:
            yield from _score(deck, state, seat, words)
        if state.round >= state.rounds:
            yield words.say(_SENTENCES["last"])
        elif state.step == "score":
            yield words.say(_SENTENCES["starts"], player=seat_name(state, next_starter(state), words))
    totals = zip(state.seats, state.totals(), strict=True)
    said = ", ".join(f"{seat_name(state, seat, words)} {total}" for seat, total in totals)
    yield words.say(_SENTENCES["totals"], totals=said)


def _score(deck: Deck, state: State, seat: str, words: Words) -> Iterator[str]:
    """A player's sum, its values in falling order."""
    bonus = state.bonus[state.place(seat)] if state.bonus else 0
    values = sorted((deck.value(kind) for kind in state.kinds(seat)), reverse=True)
    parts = [*values, *([bonus] if bonus else [])]
    name = seat_name(state, seat, words)
    if not parts:
        yield words.say(_SENTENCES["nothing"], player=name)
        return
    yield words.say(_SENTENCES["sum"], player=name, sum=" + ".join(map(str, parts)), total=sum(parts))
    if bonus:
        yield words.say(_SENTENCES["missions"], player=name, number=bonus)
