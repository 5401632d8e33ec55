"""The button `ok` in the actions and in the draw: payments, Reserves, the hand limit."""

from __future__ import annotations

from dataclasses import replace

from signifer_core.layout import PAD, SIDES, Zone
from signifer_core.pads import cleared_of
from signifer_core.presses import Press, PressKind
from signifer_core.procedure import Answer, Prompt, attempt
from signifer_core.rules import Figures, Fix, Refusal, Verb

from .. import actions as act
from ..deck import kind_of
from ..rules import FieldOfGlory, placing, turn
from ..state import ACTIONS, DRAW, OVER, State

DRAWS = (act.DrawThree, act.DiscardToDraw, act.PlayReserves, act.Shuffle)


def told_to_draw(rules: FieldOfGlory, state: State, answer: Answer[act.Action]) -> Answer[act.Action]:
    """The answer, with how many cards are to be drawn now: fewer where a shuffle comes in between."""
    if len(answer.actions) != 1 or not isinstance(answer.actions[0], DRAWS):
        return answer
    (action,) = answer.actions
    after = rules.apply(state, action)
    player = action.player if isinstance(action, act.Shuffle) else state.active
    played = 1 if isinstance(action, (act.PlayReserves, act.DiscardToDraw)) else 0
    # What is laid and not paid for leaves the hand as Reserves closes it.
    cards = after.side(player).hand - placing.settled(state).side(player).hand + played
    tells = cards and after.step != OVER
    told = (Prompt(player, state.step, "draw-now", (("cards", cards),)),) if tells else ()
    return replace(answer, prompts=(*answer.prompts, *told))


def drawn_meanwhile(before: State, after: State) -> tuple[Prompt, ...]:
    """How many cards each player is to draw for what has happened by itself."""
    more = {player: after.side(player).hand - before.side(player).hand for player in SIDES}
    draws = {player: cards for player, cards in more.items() if cards > 0 and after.step != OVER}
    return tuple(
        Prompt(player, before.step, "draw-now", (("cards", cards),)) for player, cards in draws.items()
    )


def ok_in_actions(
    rules: FieldOfGlory, state: State, press: Press, cards: tuple[str, ...]
) -> Answer[act.Action]:
    if cards and state.due:
        return _payment(rules, state, press, cards)
    if cards:
        return _card_with_nothing_due(rules, state, press, cards)
    action: act.Action = act.EndActions() if press.kind == PressKind.HOLD else act.Settle()
    refused = rules.refusals(state, action)
    if refused:
        return Answer(refusals=refused)
    if press.kind == PressKind.PRESS and not state.unpaid:
        return Answer(prompts=(Prompt(state.active, state.step, "hold-to-end"),))
    return Answer((action,))


def _payment(rules: FieldOfGlory, state: State, press: Press, cards: tuple[str, ...]) -> Answer[act.Action]:
    """All cards of the pad together: enough of them with a press, any part with a hold."""
    player = state.active
    used = tuple((card, Zone(PAD, player)) for card in cards)
    offered = sum(map(rules.deck.command_points, cards))
    reasons = [*placing.unfollowed(state), *beyond_hand(state, len(cards), cards[-1])]
    if press.kind == PressKind.PRESS and offered < state.due:
        figures: Figures = (("due", state.due), ("paid", offered))
        fix = placing.to_pay(state, offered, len(cards))
        reasons.append(Refusal("not-enough", player, "FG-P1", fix, figures))
    if reasons:
        return Answer(refusals=tuple(reasons))
    pays: tuple[act.Action, ...] = tuple(act.Pay(card) for card in cards)
    return Answer((*pays, act.Settle()) if offered >= state.due else pays, used=used)


def beyond_hand(state: State, cards: int, last: str | None = None) -> tuple[Refusal, ...]:
    """The reason against paying with so many ``cards``, the ``last`` of which may be known: the hand, without what is
    laid and not paid for, holds fewer."""
    player = state.active
    hand = state.side(player).hand - len(state.unpaid)
    if cards <= hand:
        return ()
    figures: Figures = (("hand", hand), ("cards", cards))
    return (Refusal("count-wrong", player, "FG-P1", Fix(Verb.TAKE, last, PAD), figures, last),)


def _card_with_nothing_due(
    rules: FieldOfGlory, state: State, press: Press, cards: tuple[str, ...]
) -> Answer[act.Action]:
    """Reserves alone, with a press, is played, and whoever holds is told to press; anything else on the pad is not
    asked for."""
    player = state.active
    reserves = [card for card in cards if kind_of(card) == placing.RESERVES]
    if reserves and len(cards) > 1:
        fix = Fix(Verb.TAKE, next((card for card in cards if card not in reserves), cards[-1]), PAD)
        figures: Figures = (("cards", len(cards)), ("limit", 1))
        one = Refusal("one-card", player, "FG-R1", fix, figures)
        return Answer(refusals=(one, *placing.unfollowed(state)))
    plays = attempt(rules, state, act.PlayReserves(cards[0]), used=((cards[0], Zone(PAD, player)),))
    if reserves and press.kind == PressKind.PRESS:
        return plays
    fix = Fix(Verb.PRESS, place="ok for the pad") if reserves and plays.explains else cleared_of(cards)
    needless = Refusal("nothing-due", player, "FG-P1", fix, (("due", 0),), cards[0])
    return Answer(refusals=(needless, *placing.unfollowed(state)))


def ok_in_draw(rules: FieldOfGlory, state: State, press: Press, cards: tuple[str, ...]) -> Answer[act.Action]:
    player = state.active
    used = tuple((card, Zone(PAD, player)) for card in cards)
    if state.drawn:
        return _discards_down(state, press, cards, used)
    action: act.Action = act.DiscardToDraw(cards[0]) if cards else act.DrawThree()
    answer = attempt(rules, state, action, used=used)
    reasons = answer.refusals
    if len(cards) > 1:
        figures: Figures = (("cards", len(cards)), ("limit", 1))
        reasons = (Refusal("one-card", player, "FG-D1", Fix(Verb.TAKE, cards[-1], PAD), figures),)
    if press.kind == PressKind.HOLD:
        figures = (("step", DRAW), ("wanted", ACTIONS))
        short = Refusal("wrong-phase", player, "FG-D1", Fix(Verb.PRESS, place="ok"), figures)
        reasons = (*reasons, short)
    return Answer(refusals=reasons) if reasons else answer


def _discards_down(
    state: State, press: Press, cards: tuple[str, ...], used: tuple[tuple[str, Zone], ...]
) -> Answer[act.Action]:
    """Down to nine: exactly the excess with a press, a part of it with a hold, never more."""
    over = turn.excess(state)
    enough = len(cards) == over or (press.kind == PressKind.HOLD and 0 < len(cards) < over)
    if enough:
        return Answer(tuple(act.DiscardDown(card) for card in cards), used=used)
    figures = (
        ("hand", state.side(state.active).hand),
        ("limit", 9),
        ("excess", over),
        ("cards", len(cards)),
    )
    verb, number = (Verb.LAY, over - len(cards)) if len(cards) < over else (Verb.TAKE, len(cards) - over)
    fix = Fix(verb, place=PAD, number=number)
    return Answer(refusals=(Refusal("hand-limit", state.active, "FG-D1", fix, figures),))
