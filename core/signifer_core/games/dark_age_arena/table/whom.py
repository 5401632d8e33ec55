"""Whom the card in column 5 is for: which column chooses whom, and what is said where that is nobody."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import Side
from signifer_core.procedure import Answer, Table
from signifer_core.rules import Fix, Refusal, Verb

from .. import actions as act
from ..deck import sort_of
from ..rules import DarkAgeArena
from ..rules.reasons import Reasons, reason
from ..state import State
from . import facing
from .said import in_play, side_of_target, target, with_target
from .spots import PLAYED, lying


def use(rules: DarkAgeArena, card: str, chosen: str | None) -> act.Action | None:
    """The action that `ok` makes of the card in column 5; None before somebody was chosen who bears it."""
    if sort_of(rules.deck.printed(card)) == "instant":
        return act.Play(card, chosen)
    return None if chosen is None else act.Attach(card, chosen)


def pressed(
    rules: DarkAgeArena, table: Table[State], side: Side, of: Side, card: str, column: int
) -> Answer[act.Action]:
    """Who bears the card in column 5, or whom it is for: the first one of a column, and again: the next."""
    found = _reached_by(table, of, column)
    if not found:
        fix = (
            Fix(Verb.PRESS, card, "column")
            if possible(rules, table, of, card)
            else Fix(Verb.TAKE, card, PLAYED)
        )
        ruling = _ruling(rules, card)
        return Answer(refusals=reason("no-fighter", side, ruling, fix, card, card=card, column=column))
    now = target(table.held, side)
    following = found[(found.index(now) + 1) % len(found)] if now in found else found[0]
    return Answer(held=with_target(table.held, side, following))


def _reached_by(table: Table[State], of: Side, column: int) -> list[str]:
    """The characters of a side that a column's button chooses: who lies there, and, in a round, who is shown there."""
    there = [each for each, at in lying(table, of).items() if at == str(column)]
    shown = [
        card for card in facing.shown_in(table.state, of, column) if table.state.standing(card) is not None
    ]
    return [*there, *(card for card in shown if card not in there)]


def _ruling(rules: DarkAgeArena, card: str) -> str:
    return "DA-16" if sort_of(rules.deck.printed(card)) == "instant" else "DA-14"


def unchosen(rules: DarkAgeArena, table: Table[State], side: Side) -> Reasons:
    """Against `ok` for a card in column 5 for which somebody has to be chosen still; with nobody to choose it goes."""
    card = in_play(table, side)
    of = None if card is None else side_of_target(rules.deck, card)
    if card is None or of is None or target(table.held, side) is not None:
        return ()
    if possible(rules, table, of, card):
        fix, wanted = Fix(Verb.PRESS, card, "column"), str(of)
    else:
        fix, wanted = Fix(Verb.TAKE, card, PLAYED), "nobody"
    return reason("no-target", side, _ruling(rules, card), fix, card, wanted=wanted)


def mended(
    rules: DarkAgeArena, table: Table[State], side: Side, answer: Answer[act.Action]
) -> Answer[act.Action]:
    """Where somebody else is to be chosen, how: in another column, in the same one, or not at all."""
    card = in_play(table, side)
    if card is None or not any(map(_asks_for_another, answer.refusals)):
        return answer
    other = _other(rules, table, side, card)
    found = (replace(each, fix=other) if _asks_for_another(each) else each for each in answer.refusals)
    return replace(answer, refusals=tuple(found))


def _other(rules: DarkAgeArena, table: Table[State], side: Side, card: str) -> Fix:
    of, chosen = side_of_target(rules.deck, card) or side, target(table.held, side)
    columns = lying(table, of)
    left = {columns[each] for each in possible(rules, table, of, card)}
    if not left:
        return Fix(Verb.TAKE, card, PLAYED)
    return Fix(Verb.PRESS, card, "again" if left == {columns.get(chosen or "")} else None)


def possible(rules: DarkAgeArena, table: Table[State], of: Side, card: str) -> list[str]:
    """Those of a side whom the card may be for, be it too dear."""
    return [each for each in lying(table, of) if suits(rules, table, card, each)]


def suits(rules: DarkAgeArena, table: Table[State], card: str, each: str) -> bool:
    """Whether the card may be for somebody, be it too dear."""
    action = use(rules, card, each)
    return action is not None and not any(map(_asks_for_another, rules.refusals(table.state, action)))


def _asks_for_another(why: Refusal) -> bool:
    """Whether it stands against who was chosen, and not against the card."""
    return (why.fix.verb, why.fix.place) == (Verb.PRESS, None)
