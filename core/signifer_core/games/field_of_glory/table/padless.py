"""A table without pads: payments, discards, draws and bonus cards are said with buttons, as numbers.

Column buttons enter a number, the owner's `ok` confirms it. The table believes how many cards there were, and what each
was worth; it checks what can be checked: counts, that so many cards can have been worth enough, and that a card which
may be there bears the figure. A figure refused stays entered, until another button is pressed or the entry is undone:
dropped, it would leave the next `ok` to mean something else.
"""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import PAD, SIDES, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Answer, Prompt, Table, attempt
from signifer_core.rules import Figures, Fix, Refusal, Verb

from .. import actions as act
from ..battle import NONE
from ..deck import UNSEEN, Player
from ..rules import FieldOfGlory, placing, result, turn
from ..rules.attack import attacker_to_move
from ..rules.legal import perhaps_hidden, perhaps_in_hand
from ..state import ACTIONS, BONUS, DRAW, LEAD, RAMPAGE, RESULT, RETREAT, State, other
from . import attack as attacking
from . import ok

RESERVES_COLUMN = 3


def unseen(player: Player, worth: int) -> str:
    """A card of ``player`` that nobody sees, by what it is said to be worth."""
    return f"{player}/{UNSEEN}-{worth}"


def entered(table: Table[State], player: Player) -> int:
    """The number that ``player`` has entered and not confirmed; 0 without."""
    return dict(table.held.entered).get(player, 0)


def enters(state: State, press: Press) -> bool:
    """Whether a column button is a number now: in a payment, a draw, a reveal and a rampage."""
    if press.button != Button.COLUMN or press.kind != PressKind.PRESS:
        return False
    if state.step == ACTIONS:
        return bool(state.due)
    if state.step == DRAW:
        return not state.drawn
    return state.step == RAMPAGE or result.to_reveal(state)


def enter(table: Table[State], press: Press) -> Answer[act.Action]:
    """The number so far, after the button: cards of a payment add up, anything else is entered in one press."""
    state, player, pressed = table.state, press.player or table.state.active, press.column or 0
    if result.to_reveal(state) and (said := _said_already(table, player)):
        return Answer(refusals=said)
    number = pressed
    if state.step == ACTIONS:
        in_hand = state.side(player).hand - len(state.unpaid)
        number += entered(table, player)
        # More than the hand holds cannot be meant: the number is begun again.
        number = number if number <= in_hand else pressed
    others = tuple(entry for entry in table.held.entered if entry[0] != player)
    return Answer(held=replace(table.held, entered=(*others, (player, number))))


def _no_such_card(
    player: Player, worth: int, ruling: str, what: str, printed: set[int]
) -> tuple[Refusal, ...]:
    """The reason against a card worth ``worth`` where those that may be there bear the figures ``printed``: their
    ``what``, "cp" or "points"."""
    if worth in printed:
        return ()
    one_of = " or ".join(map(str, sorted(printed)))
    figures: Figures = (("worth", worth), ("what", what), ("columns", one_of))
    return (Refusal("count-wrong", player, ruling, Fix(Verb.ENTER, place="figure"), figures),)


def _command_points(rules: FieldOfGlory, cards: list[str]) -> set[int]:
    return {rules.deck.command_points(card) for card in cards}


def press(rules: FieldOfGlory, table: Table[State], press: Press) -> Answer[act.Action] | None:
    """What a button of the player who has to decide means without pads; None if it means the same as with pads."""
    state = table.state
    if enters(state, press):
        return enter(table, press)
    reserves = (Button.COLUMN, PressKind.HOLD, RESERVES_COLUMN, ACTIONS)
    if (press.button, press.kind, press.column, state.step) == reserves:
        return _reserves(rules, state)
    if press.button != Button.OK:
        return None
    if result.to_reveal(state):
        return _reveal(rules, table, press.player or state.active)
    gestures = {
        ACTIONS: _actions,
        DRAW: _draw,
        LEAD: _lead,
        BONUS: _bonus,
        RETREAT: _retreat,
        RAMPAGE: _rampage,
    }
    return gestures[state.step](rules, table, press) if state.step in gestures else None


def _reserves(rules: FieldOfGlory, state: State) -> Answer[act.Action]:
    """Reserves is played unseen: where it cannot be, nothing lies there to be taken away."""
    card = f"{state.active}/{placing.RESERVES}-1"
    answer = attempt(rules, state, act.PlayReserves(card))
    without = Fix(Verb.WAIT, place="without")
    reasons = (replace(reason, fix=without) if reason.card == card else reason for reason in answer.refusals)
    return replace(answer, refusals=tuple(reasons))


def by_buttons(table: Table[State], press: Press, answer: Answer[act.Action]) -> Answer[act.Action]:
    """The answer, in which no reason speaks of a pad."""
    number = entered(table, press.player or table.state.active)
    return replace(answer, refusals=tuple(_by_buttons(table.state, why, number) for why in answer.refusals))


def _by_buttons(state: State, reason: Refusal, number: int) -> Refusal:
    """What would be laid on a pad is entered instead, beside ``number`` if cards add up, and what would be taken from
    it is entered no longer; in an attack a bonus card of the hand is said by `ok`."""
    fix = reason.fix
    if fix.place != PAD:
        return reason
    if fix.verb == Verb.TAKE:
        return replace(reason, fix=Fix(Verb.HOLD, place="dice"))
    if state.step in (LEAD, BONUS, RETREAT):
        return replace(reason, fix=Fix(Verb.PRESS, place="ok"))
    if fix.verb != Verb.PAY:
        return replace(reason, fix=Fix(Verb.ENTER, number=fix.number or 1))
    cards = -(-(fix.number or 1) // placing.MOST_WORTH) - number
    if cards <= 0:
        return replace(reason, fix=Fix(Verb.PRESS, place="ok"))
    return replace(reason, fix=Fix(Verb.ENTER, place="more" if number else None, number=cards))


# Actions and draw


def _actions(rules: FieldOfGlory, table: Table[State], press: Press) -> Answer[act.Action] | None:
    """`ok` pays with so many cards, a hold with so many for now; with nothing due both mean what they always do."""
    state = table.state
    if not state.due:
        return attempt(rules, state, act.EndActions()) if press.kind == PressKind.HOLD else None
    player, cards = state.active, entered(table, state.active)
    worth = placing.MOST_WORTH * cards
    reasons = [*placing.unfollowed(state), *ok.beyond_hand(state, cards)]
    if (press.kind == PressKind.PRESS and worth < state.due) or not cards:
        figures: Figures = (("due", state.due), ("paid", worth))
        reasons.append(Refusal("not-enough", player, "FG-P1", placing.to_pay(state), figures))
    if reasons:
        return Answer(refusals=tuple(reasons))
    pays = [act.Pay(unseen(player, placing.MOST_WORTH)) for _ in range(cards)]
    if press.kind == PressKind.PRESS:
        return attempt(rules, state, *pays, act.Settle())
    return attempt(rules, state, *pays)


def _draw(rules: FieldOfGlory, table: Table[State], press: Press) -> Answer[act.Action] | None:
    """`ok` draws three, or as many as the card discarded was said to be worth; or all above nine are discarded."""
    state, player = table.state, table.state.active
    if state.drawn:
        return attempt(rules, state, *[act.DiscardDown(unseen(player, 0)) for _ in range(turn.excess(state))])
    if press.kind == PressKind.HOLD:
        return None
    worth = entered(table, player)
    if not worth:
        return attempt(rules, state, act.DrawThree())
    printed = _command_points(rules, perhaps_in_hand(rules.deck, state, player))
    refused = _no_such_card(player, worth, "FG-D1", "cp", printed) if printed else ()
    return (
        Answer(refusals=refused)
        if refused
        else attempt(rules, state, act.DiscardToDraw(unseen(player, worth)))
    )


# Attacks


def _lead(rules: FieldOfGlory, table: Table[State], press: Press) -> Answer[act.Action]:
    """`ok` confirms the lead; held by the attacker, their bonus card comes from the deck as well."""
    if attacking.source_unnamed(table):
        return attacking.name_source(table, table.state.active)
    if press.kind == PressKind.PRESS or not attacker_to_move(table.state):
        return attacking.confirm_lead(table)
    chosen = attacking.chosen_lead(table)
    assert chosen is not None
    return attempt(rules, table.state, act.ChooseLead(chosen), act.BonusFromDeck(table.state.active))


def _bonus(rules: FieldOfGlory, table: Table[State], press: Press) -> Answer[act.Action]:
    """The bonus card comes from the hand, or with a hold from the deck; it stays hidden."""
    player = press.player or table.state.active
    hand: act.Action = act.BonusFromHand(player)
    return attempt(rules, table.state, act.BonusFromDeck(player) if press.kind == PressKind.HOLD else hand)


def _retreat(rules: FieldOfGlory, table: Table[State], press: Press) -> Answer[act.Action]:
    """The units lifted retreat; with a hold the bonus card comes from the deck as well."""
    state = table.state
    assert state.attack is not None
    lifted = {card for card, _ in table.held.lifted}
    units = state.column(state.attack.column).units(other(state.active))
    going: tuple[act.Action, ...] = (
        *(act.Retreat(card) for card in units if card in lifted),
        act.EndRetreat(),
    )
    if press.kind == PressKind.HOLD and not lifted.issuperset(units):
        going = (*going, act.BonusFromDeck(other(state.active)))
    return attempt(rules, state, *going)


def _reveal(rules: FieldOfGlory, table: Table[State], player: Player) -> Answer[act.Action]:
    """The bonus card is worth so many CP, none if no button was pressed: said on their own side, and hidden until both
    have said it."""
    worth = entered(table, player)
    if said := _said_already(table, player):
        return Answer(refusals=said)
    printed = _command_points(rules, perhaps_hidden(rules.deck, table.state, player))
    if worth and (refused := _no_such_card(player, worth, "FG-C1", "cp", printed)):
        return Answer(refusals=refused)
    held = table.held
    left = tuple(entry for entry in held.entered if entry[0] != player)
    offered = held.offered | {(unseen(player, worth), Zone(PAD, player))}
    return Answer(held=replace(held, entered=left, offered=offered))


def _said_already(table: Table[State], player: Player) -> tuple[Refusal, ...]:
    """The reason against ``player`` saying at the reveal what is known, or confirmed, of their bonus card."""
    if not (result.bonus_of(table.state, player).known or table.held.offers(player)):
        return ()
    return (placing.not_to_decide(table.state, player, other(player), "FG-C1"),)


def unneeded(state: State) -> Answer[act.Action] | None:
    """All defenders have retreated: what the attacker's bonus card is worth changes nothing, and nobody is asked
    (FG-C1). None where a bonus card still counts, or lies on a pad."""
    attack = state.attack
    if not state.unseen or attack is None or attack.defending_lead is not None:
        return None
    cards = {
        player: None if result.bonus_of(state, player).origin == NONE else unseen(player, 0)
        for player in SIDES
    }
    return Answer((act.Reveal(cards["red"], cards["blue"]),))


def _rampage(rules: FieldOfGlory, table: Table[State], press: Press) -> Answer[act.Action]:
    """The loser's top card is worth so many points (FG-C7)."""
    player, deck = press.player or table.state.active, rules.deck
    worth = entered(table, player)
    printed = {deck.victory_points(card) for card in perhaps_hidden(deck, table.state, player)}
    if refused := _no_such_card(player, worth, "FG-C7", "points", printed):
        return Answer(refusals=refused)
    return attempt(rules, table.state, act.Rampage(player, unseen(player, worth)))


# What the table says


def question(table: Table[State]) -> tuple[str, Figures] | None:
    """What is asked where there are no pads; None where it is the same as with them."""
    state = table.state
    if state.step == ACTIONS and state.due and not placing.unfollowed(state):
        return "pay-cards", (("number", entered(table, state.active)), ("due", state.due))
    if state.step == DRAW and not state.drawn:
        worth = entered(table, state.active)
        return ("draw-worth", (("number", worth),)) if worth else ("draw-or-worth", ())
    if state.step == BONUS:
        asked = attacking.bonus_asked(state)
        return ("bonus-unseen" if asked == "bonus" else asked), ()
    if state.step == RAMPAGE and state.attack is not None:
        return "points", (("number", entered(table, state.attack.loser or state.active)),)
    return None


def reveals(table: Table[State]) -> tuple[Prompt, ...]:
    """Each says what their bonus card is worth, and waits for the other."""
    state = table.state
    asked = {
        player: not result.bonus_of(state, player).known and table.held.offers(player) is None
        for player in SIDES
    }
    return tuple(
        Prompt(player, RESULT, "worth", (("number", entered(table, player)),))
        if asked[player]
        else Prompt(player, RESULT, "wait", (("active", other(player)), ("asked", "worth")))
        for player in SIDES
    )
