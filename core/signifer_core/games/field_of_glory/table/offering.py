"""Offers, cards that lie on a pad: what `ok` would do with them is said as they are laid, and to who forgets to press
it."""

from __future__ import annotations

from dataclasses import replace

from signifer_core.presses import Button, Press
from signifer_core.procedure import READY, Answer, Prompt, Table
from signifer_core.rules import Figures, Fix, Refusal, Verb

from .. import actions as act
from ..deck import Player, kind_of
from ..rules import FieldOfGlory, attack, placing, turn
from ..state import ACTIONS, BONUS, DRAW, LEAD, RAMPAGE, RETREAT, SHUFFLE, State, other
from . import attack as attacking

# Refusals of a column button that `ok` for what lies on the pad would have spared.
_FORGOTTEN = ("pay-first", "wrong-phase")


def offered(rules: FieldOfGlory, table: Table[State], player: Player, cards: tuple[str, ...]) -> Prompt:
    """What `ok` of ``player`` would do with ``cards`` on their pad. From an attack's declaration to the reveal
    nothing but their number tells."""
    key, figures = _offered(rules, table, player, cards)
    return Prompt(player, table.state.step, key, (("cards", len(cards)), *figures))


def _offered(
    rules: FieldOfGlory, table: Table[State], player: Player, cards: tuple[str, ...]
) -> tuple[str, Figures]:
    state = table.state
    if player not in rules.actors(state) or state.step == SHUFFLE:
        return "pad-waits", ()
    if state.attack is not None:
        return _in_attack(rules, table, player, len(cards))
    if state.step == ACTIONS:
        return _in_actions(rules, state, cards)
    return _in_draw(state, len(cards)) if state.step == DRAW else ("pad-unasked", ())


def _of_some(cards: int, asked: int, key: str) -> tuple[str, Figures]:
    """With exactly as many cards as are asked for `ok` does what ``key`` says."""
    if cards > asked:
        return "pad-too-many", (("over", cards - asked),)
    return (key, ()) if cards == asked else ("pad-more", (("missing", asked - cards),))


def _in_attack(rules: FieldOfGlory, table: Table[State], player: Player, cards: int) -> tuple[str, Figures]:
    state = table.state
    fight = state.attack
    assert fight is not None
    if state.step == RAMPAGE:
        return _of_some(cards, 1, "ok-lost")
    if attacking.awaits_reveal(state):
        return (
            _of_some(cards, 1, "ok-bonus")
            if attacking.lacks_bonus(rules, table, player)
            else ("pad-unasked", ())
        )
    if state.step == LEAD and attack.attacker_to_move(state):
        unnamed = fight.flank and table.held.chosen is None and len({c for _, c in attack.leads(state)}) > 1
        return ("pad-waits", ()) if unnamed else _bonus(state, player, cards)
    if state.step == RETREAT:
        units = state.column(fight.column).units(other(state.active))
        lifted = {card for card, _ in table.held.lifted}
        return ("pad-unasked", ()) if lifted.issuperset(units) else _bonus(state, player, cards)
    return _bonus(state, player, cards) if state.step == BONUS else ("pad-unasked", ())


def _bonus(state: State, player: Player, cards: int) -> tuple[str, Figures]:
    side = state.side(player)
    if side.hand and not attack.promised(state):
        return _of_some(cards, 1, "ok-bonus")
    return _of_some(cards, 1 if side.deck else 0, "ok-bonus-held")


def _in_actions(rules: FieldOfGlory, state: State, cards: tuple[str, ...]) -> tuple[str, Figures]:
    hand = state.side(state.active).hand - len(state.unpaid)
    if state.due:
        if len(cards) > hand:
            return "pad-too-many", (("over", len(cards) - hand),)
        points = _worth(rules, cards)
        if points < state.due:
            part = "pad-never-pays" if placing.never_paid(state, points, len(cards)) else "pad-pays-part"
            return part, (("points", points), ("missing", state.due - points))
        return ("pad-waits", ()) if placing.unfollowed(state) else ("ok-pays", (("points", points),))
    if any(rules.deck.in_army(card) and kind_of(card) == placing.RESERVES for card in cards):
        return _of_some(len(cards), min(1, hand), "pad-waits" if placing.unfollowed(state) else "ok-plays")
    return "pad-unasked", ()


def _in_draw(state: State, cards: int) -> tuple[str, Figures]:
    """Above the limit there are as many cards in the hand as have to go; for a card to draw with it may be empty."""
    asked = turn.excess(state) if state.drawn else min(1, state.side(state.active).hand)
    return _of_some(cards, asked, "ok-discards")


def _worth(rules: FieldOfGlory, cards: tuple[str, ...]) -> int:
    return sum(rules.deck.command_points(card) for card in cards if rules.deck.in_army(card))


def forgotten_ok(
    rules: FieldOfGlory,
    table: Table[State],
    press: Press,
    cards: tuple[str, ...],
    wrong: tuple[Refusal, ...],
    answer: Answer[act.Action],
) -> Answer[act.Action]:
    """The answer to another button while ``cards`` wait on the pad: whoever obeys it presses `ok`, or lays only what is
    missing beside them, and pays once. Reasons ``wrong`` against others there come first: they bar that `ok`."""
    if press.button != Button.COLUMN or press.player is None or not any(map(_spared, answer.refusals)):
        return answer
    fix = _of_the_pad(rules, table, press.player, cards) if cards else None
    told = answer.refusals
    if fix is not None:
        told = tuple(replace(reason, fix=fix) if _spared(reason) else reason for reason in told)
    return replace(answer, refusals=(*wrong, *told))


def _spared(reason: Refusal) -> bool:
    return reason.code in _FORGOTTEN and reason.card is None


def _of_the_pad(
    rules: FieldOfGlory, table: Table[State], player: Player, cards: tuple[str, ...]
) -> Fix | None:
    """What is to be done with ``cards`` on the pad of ``player``, or None."""
    waiting = offered(rules, table, player, cards)
    if waiting.key.startswith(READY):
        verb = Verb.HOLD if waiting.key == "ok-bonus-held" else Verb.PRESS
        return Fix(verb, place="ok for the pad")
    if waiting.key == "pad-waits" and table.state.due:
        # It pays once the discard is followed, as the other reason says.
        return Fix(Verb.PRESS, place="ok for the pad")
    if waiting.key == "pad-too-many":
        return Fix(Verb.TAKE, place="pad", number=_number(waiting, "over"))
    if waiting.key in ("pad-pays-part", "pad-never-pays"):
        return placing.to_pay(table.state, _number(waiting, "points"), len(cards))
    return None


def _number(prompt: Prompt, name: str) -> int:
    found = prompt.figure(name)
    assert isinstance(found, int)
    return found
