"""What has to hold at a hostile table: what lies there is the judge, and no action happens that no gesture meant."""

from __future__ import annotations

from typing import Any

from signifer_core.layout import PAD, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.rules import Verb
from signifer_core.twins import Same
from signifer_firmware.simulation.piles import DECK, OUT, VICTORY

from .board import Accepted, Episode
from .guests import FaultError, Guests

NOT_AT_HAND = (DECK, OUT, VICTORY)


def judge(guests: Guests, episode: Episode) -> None:
    """Each action accepted is one that the gesture meant; a free die changes nothing; who has nothing to decide
    presses in vain."""
    for accepted in episode.accepted:
        if not guests.happens(accepted) and (why := _unmeant(guests, episode, accepted)):
            raise FaultError(f"{why}: {accepted.action}")
    press = episode.press
    rolled = press is not None and (press.kind, press.button) == (PressKind.PRESS, Button.DICE)
    if rolled and not guests.was_to_roll(episode) and episode.past[1] < episode.past[0]:
        raise FaultError("a free die bars undo")
    if unanswered := episode.silenced - episode.cards - episode.asked:
        raise FaultError(
            f"nobody has said whether {sorted(unanswered)} were lifted, and nobody is asked any more"
        )
    if episode.undone and not undoes(press) and not episode.cards:
        raise FaultError("undone, and nobody has undone or laid back anything")


def _unmeant(guests: Guests, episode: Episode, accepted: Accepted) -> str:
    """Why nobody meant the action, or ""."""
    if isinstance(accepted.action, Same):
        return _misnamed(guests, accepted.action)
    card, press = getattr(accepted.action, "card", None), episode.press
    if card is not None and card in episode.cards | episode.waiting:
        return ""
    if episode.late:
        return "the finger went down in another step"
    if episode.asked:
        return "" if card in episode.asked else "an answering ok did more than answer"
    if press is None:
        # What a card that lies there was refused for may be over once another one has moved; it can be taken back.
        lies = card is not None and isinstance(guests.match.piles.where(card), Zone)
        by_another = lies and episode.cards and guests.rules.reversible(accepted.before, accepted.action)
        return "" if by_another else "no gesture meant it"
    if press.button == Button.DICE:
        return "" if press.kind == PressKind.PRESS and guests.was_to_roll(episode) else "dice meant it"
    if press.player not in episode.deciders and not isinstance(accepted.action, guests.by_column):
        return f"{press.player} has nothing to decide"
    if press.button == Button.COLUMN:
        fits = isinstance(accepted.action, guests.by_column)
    else:
        fits = not isinstance(accepted.action, guests.by_column_alone)
    return "" if fits else f"{press.button} means something else"


def _misnamed(guests: Guests, same: Same) -> str:
    """Why two equal cards should not be called by each other's names now: it makes no difference to what lies there."""
    card, other = (guests.match.piles.where(name) for name in (same.card, same.other))
    if same.other not in guests.twins(same.card):
        return "the two cards are not equal"
    return "" if card != other else f"both cards are in {card}, and called otherwise"


def advice(guests: Guests) -> None:
    """What the table asks for can be done, says the truth, and does not contradict itself."""
    board, piles = guests.board, guests.match.piles
    asked: dict[tuple[str, Zone], set[str]] = {}
    for fix in board.corrections:
        card = board.named(fix.card)
        asked.setdefault((card, fix.zone), set()).add(fix.verb)
        lies = card in piles.layout[fix.zone] or (card, fix.zone) in board.doubted
        if lies != (fix.verb == Verb.TAKE):
            raise FaultError(f"{fix.verb} {card} {fix.zone}: it lies {'there' if lies else 'elsewhere'}")
        where: Any = piles.where(card)
        if fix.verb == Verb.PUT and not isinstance(where, Zone) and where[1] in NOT_AT_HAND:
            raise FaultError(f"{card} is in {where}, and is to be put to {fix.zone}")
    for (card, zone), verbs in asked.items():
        twins = {verb for twin in guests.twins(card) for verb in asked.get((twin, zone), ())}
        if len(verbs | twins) > 1:
            raise FaultError(f"{card}, or one equal to it, is to be taken from {zone} and put there")
    _pads(guests)
    for refusal in board.refusals:
        if why := guests.untrue(refusal):
            raise FaultError(f"{refusal.code}: {why}")


def _pads(guests: Guests) -> None:
    """Nobody is told to lay more on a pad from which the table has cards taken away."""
    board = guests.board
    taken = {fix.zone.side for fix in board.corrections if fix.verb == Verb.TAKE and fix.zone.place == PAD}
    for refusal in board.refusals:
        if refusal.fix.verb in ("lay", "pay") and refusal.fix.place == PAD and refusal.player in taken:
            raise FaultError(f"{refusal.code}: lay more on a pad that is to be cleared")


def agreed(guests: Guests) -> None:
    """The table lies as it is believed to lie and as it is due, and every card and count is where it should be."""
    board = guests.board
    believed, there = board.believed, board.seen
    for card, zone in board.doubted:
        there = there.laid(card, zone)
    wrong = set(believed.items()) ^ set(there.items())
    if wrong:
        raise FaultError(f"believed and lying differ: {sorted(wrong)}")
    try:
        guests.check_lying()
        if not board.corrections:
            guests.check()
    except AssertionError as error:
        raise FaultError(f"belief and world differ: {error}") from error
    asked = {prompt.player for prompt in board.outlook.prompts if prompt.key != "wait"}
    if not guests.match.over and not asked & guests.deciders():
        raise FaultError(f"nobody is asked anything: {board.outlook.prompts}")


def undoes(press: Press | None) -> bool:
    """Whether it is *hold dice*."""
    return press is not None and (press.kind, press.button) == (PressKind.HOLD, Button.DICE)
