"""Help on the present step of Call to Glory: what players may do now, and with which gestures."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.games.call_to_glory import Deck, State
from signifer_core.games.call_to_glory.deck import KINDS, kind_of
from signifer_core.games.call_to_glory.rules.turn import needed
from signifer_core.games.call_to_glory.state import KINDS_TO_END, CardSet
from signifer_core.games.call_to_glory.table.spots import may_be_empty, too_much
from signifer_core.layout import PAD, Side
from signifer_core.procedure import Table

from signifer_firmware.games.call_to_glory.texts.words import seat_name
from signifer_firmware.i18n.words import Words, marked
from signifer_firmware.texts.terms import kind_label, kind_name

_SENTENCES = marked(
    {
        "players": "Column button 2, 3 or 4 says how many play, column 1 chooses the variant; then ok (CG-0).",
        "seats": "Players 1 and 3 sit on Red's side, 2 and 4 on Blue's; turns go by number.",
        "deal": "Shuffle, deal three cards each, split the rest into two face-down piles; then ok (CG-0).",
        "missions": "Everybody also gets one mission of each letter (CG-7).",
        "starter": "The youngest starts: column button 1 to {limit}. Or press dice, once for each player (CG-0).",
        "scored-starter": "{player} starts: lowest total, then least in the last round (CG-6).",
        "draw": "{player} draws the top cards of two different piles (CG-1).",
        "draw-down": "ok with nothing lifted: one from each face-down pile.",
        "draw-open": "Lift the top card of a pad; the second one comes from the other pad, or by column 1 or 5.",
        "play": "{player} lays a set, or discards exactly one card (CG-2).",
        "play-set": "Set: cards of one kind in columns of your own side, then ok. More than lie of that kind (CG-3).",
        "play-discard": "Discard: one card on a pad, then ok. An empty pad comes first (CG-4).",
        "three": "With three or four players sets of these take three cards (CG-2): {three}.",
        "laying": "{kind}: {laid} laid, {needed} needed; ok lays the set.",
        "laying-unread": "A card that is not counted: lay it beside the others.",
        "displaced": "{gone_of} lays the set on one pad, in any order (CG-3, CG-4): {gone_number} {gone}.",
        "displaced-ok": "Not all are read in a tall pile: the owner's ok says that they lie there.",
        "struck": "{struck_of} lays one card of a set on a pad, for the ninja figure (CG-8): {struck}.",
        "figure": "Ninja figure: hold the column of an opponent's set; its owner lays one card on a pad (CG-8).",
        "named": "An owner of a set in column {column} lays one card on a pad; that side's ok takes it back (CG-8).",
        "named-pile": "{player}'s ok says instead that the pile beside it is empty (CG-5).",
        "empty": "A face-down pile is empty: hold column 1 or 5; the round ends with this turn (CG-5).",
        "ends": "{number} kinds of one player, or all nine on the table, end the round, too (CG-5).",
        "mission": "{player} lays one mission on the own side, even a useless one (CG-7).",
        "mission-points": "Whoever laid its kind scores 5, 4 or 3 for each card of that set: A, B, C.",
        "score": "Each kind laid scores its value once; hands do not count (CG-6). Both sides press ok.",
        "score-clear": "All cards go back into the deck.",
        "score-wrong": "If that is wrong, hold both ok and agree on something else.",
        "over": "The game is over (CG-6). Clear the table in any order.",
        "undo": "Hold dice to take back your last gesture.",
    }
)


def help_text(deck: Deck, table: Table[State], player: Side, words: Words) -> tuple[str, ...]:
    """Two to six sentences, each a paragraph: the same for both sides, as everybody may know the whole turn."""
    state = table.state
    laid = [card for card, zone in table.held.laid if zone.place != PAD]
    kind = kind_of(laid[0]) if laid else ""
    turn = state.starter if state.step == "deal" else None
    figures = {
        "player": seat_name(state, turn or state.active, words),
        "kind": kind_label(kind, words),
        "laid": len(laid),
        "needed": needed(deck, state, kind) if kind else 0,
        "limit": len(state.hands),
        "number": KINDS_TO_END.get(len(state.hands), 0),
        "column": table.held.named or 0,
        "three": ", ".join(kind_name(kind, words) for kind in _of_three(deck, state)),
        **_leaving("gone", state.displaced, state, words),
        **_leaving("struck", state.set_of(state.struck or ""), state, words),
    }
    return tuple(words.say(_SENTENCES[sentence], **figures) for sentence in _asked(deck, table))


def _leaving(name: str, each: CardSet | None, state: State, words: Words) -> dict[str, object]:
    """Whose cards leave the table, of which kind, and how many lie there."""
    if each is None:
        return {}
    owner, kind = seat_name(state, each.owner, words), kind_name(each.kind, words)
    return {f"{name}_of": owner, name: kind, f"{name}_number": each.size}


def _asked(deck: Deck, table: Table[State]) -> Iterator[str]:
    state = table.state
    match state.step:
        case "players":
            yield from ("players", "seats")
        case "deal":
            yield "deal"
            if state.with_missions and state.round == 1:
                yield "missions"
            yield "starter" if state.round == 1 else "scored-starter"
        case "draw" | "play" if table.held.named is not None:
            yield "named"
            if may_be_empty(state, table.held.named):
                yield "named-pile"
        case "draw":
            yield from ("draw", "draw-down", "draw-open", *_aside(state), "empty")
        case "play":
            yield from _play(deck, table)
        case "displace":
            yield from _displace(state)
        case "mission":
            yield from ("mission", "mission-points")
        case "score":
            yield from ("score", "score-clear", "score-wrong")
        case _:
            yield from ("over", "score-wrong")


def _aside(state: State) -> Iterator[str]:
    """What may be done at any time of the turn."""
    if state.with_figures and state.usable(state.active):
        yield "figure"


def _play(deck: Deck, table: Table[State]) -> Iterator[str]:
    state = table.state
    if any(zone.place != PAD for _, zone in table.held.laid) and not too_much(table):
        yield from ("laying", "laying-unread", "undo")
        return
    yield from ("play", "play-set", "play-discard")
    if _of_three(deck, state):
        yield "three"
    yield from (*_aside(state), "ends", "undo")


def _of_three(deck: Deck, state: State) -> list[str]:
    """The kinds of which two cards are no set among so many players."""
    return [kind for kind in KINDS if deck.least(kind, len(state.hands)) > 2]


def _displace(state: State) -> Iterator[str]:
    if state.displaced is not None:
        yield from ("displaced", "displaced-ok")
    if state.struck is not None:
        yield "struck"
    yield "undo"
