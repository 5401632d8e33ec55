"""Moves that somebody thinks of or has thought of, in words: "spear 2 CP in column 3", "attack column 3"."""

from __future__ import annotations

from collections.abc import Sequence

from signifer_core.games.field_of_glory import actions as act

from signifer_firmware.i18n.words import Plural, Words, marked
from signifer_firmware.texts.terms import card_name

_GO_ON = marked("go on")
_SINGLE: dict[type, str] = marked(
    {
        act.DeclareAttack: "attack column {column}",
        act.FlankAttack: "flank attack on column {column}",
        act.EndFlank: "no flank attack",
        act.EndActions: "end the actions",
        act.TakeBack: "take back {card}",
        act.Restore: "put {card} back",
        act.PlayReserves: "play {card}",
        act.PlayOverlap: "play {card}",
        act.ChooseLead: "lead with {card}",
        act.BonusFromHand: "bonus card {card}",
        act.BonusFromDeck: "bonus card from the deck",
        act.DrawThree: "draw three",
        act.DiscardToDraw: "discard {card} to draw",
        act.Shuffle: "shuffle",
    }
)


def move_text(move: Sequence[act.Action], words: Words) -> str:
    """One decision: what one player does at once."""
    away = [action.card for action in move if isinstance(action, (act.Discard, act.DiscardDown))]
    paid = [action.card for action in move if isinstance(action, act.Pay)]
    gone = [action.card for action in move if isinstance(action, act.Retreat)]
    match move[-1]:
        case act.Place(card=card, column=column) if away:
            left = _cards(away, words)
            return words.say(
                "{card} in column {column} for {left}",
                card=card_name(card, words),
                column=column,
                left=left,
            )
        case act.Place(card=card, column=column):
            return words.say("{card} in column {column}", card=card_name(card, words), column=column)
        case act.Settle() if paid:
            return words.say("place no more, pay with {cards}", cards=_cards(paid, words))
        case act.Settle():
            return words.say("place no more")
        case act.EndRetreat() if gone:
            return words.say("retreat: {cards}", cards=_cards(gone, words))
        case act.EndRetreat():
            return words.say("no retreat")
        case act.Discard() | act.DiscardDown():
            return words.say("discard {cards}", cards=_cards(away, words))
        case _:
            return _single(move[-1], words)


def plan_text(line: Sequence[Sequence[act.Action]], words: Words) -> str:
    """Decisions one after the other. Where units are paid for, it goes on; that nothing is due is not told."""
    told = [_step(move, words) for move in line if len(line) == 1 or tuple(move) != (act.Settle(),)]
    return words.say(", then ").join(told)


def _step(move: Sequence[act.Action], words: Words) -> str:
    paid = [action.card for action in move if isinstance(action, act.Pay)]
    return words.say("pay with {cards}", cards=_cards(paid, words)) if paid else move_text(move, words)


def _single(action: act.Action, words: Words) -> str:
    card = getattr(action, "card", None)
    message = _SINGLE.get(type(action), _GO_ON)
    if card is None:
        return words.say(message, column=getattr(action, "column", ""))
    return words.say(message, card=card_name(card, words))


def _cards(cards: Sequence[str], words: Words) -> str:
    """One by one, within a sentence; labels of many at once begin with a capital."""
    return ", ".join(card_name(card, words) for card in cards)


def undone_text(what: str, subject: str, words: Words) -> str:
    """What a player left undone: an attack, a card, or cards of the hand as the game ended."""
    match what:
        case "attack":
            return words.say("column {column} not attacked", column=subject)
        case "flank":
            return words.say("column {column} not attacked in the flank", column=subject)
        case "card":
            return words.say("{card} not played: paid or discarded", card=card_name(subject, words))
        case _:
            return words.say(
                Plural("{number} card left in the hand", "{number} cards left in the hand", "number"),
                number=subject,
            )
