"""Pads in every game: what is said where cards that are used up still lie on one, or others are in the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from .layout import PAD, Layout, Zone
from .presses import Button, Press, PressKind
from .procedure import READY, Procedure, Prompt, Table
from .rules import Fix, Refusal, Verb

# What a fix says that asks for cards on a pad.
ASKS_FOR_CARDS = (Verb.LAY, Verb.PAY)


def cleared_of(cards: Sequence[str]) -> Fix:
    """All of ``cards`` are taken from the pad on which they lie: one by its name, several by their number."""
    return Fix(Verb.TAKE, cards[0], PAD) if len(cards) == 1 else Fix(Verb.TAKE, place=PAD, number=len(cards))


def cleared_first(
    table: Table[Any], press: Press, seen: Layout, refusals: tuple[Refusal, ...]
) -> tuple[Refusal, ...]:
    """Nobody is told to lay cards on a pad where cards lie that are used up: those are lifted first."""
    if press.player is None:
        return refusals
    pad = Zone(PAD, press.player)
    used = [card for card in seen[pad] if (card, pad) in table.leaving]
    if press.button != Button.OK or not used:
        return refusals
    fix = cleared_of(used)
    return tuple(
        replace(reason, fix=fix, figures=(*reason.figures, ("used", len(used))))
        if reason.player == press.player and reason.fix.verb in ASKS_FOR_CARDS
        else reason
        for reason in refusals
    )


def promises_kept(
    procedure: Procedure[Any, Any],
    table: Table[Any],
    told: Sequence[Prompt],
    standing: Callable[[], tuple[Refusal, ...]],
) -> tuple[Prompt, ...]:
    """What is ``told`` of pads, without what `ok` would do if nothing that is ``standing`` against other cards barred
    it; that is asked for only where something is promised."""
    if not any(prompt.key.startswith(READY) for prompt in told):
        return tuple(told)
    against = standing()

    def barred(prompt: Prompt) -> bool:
        press = Press(PressKind.PRESS, Button.OK, prompt.player)
        return prompt.key.startswith(READY) and bool(procedure.bars(table, press, against))

    return tuple(prompt for prompt in told if not barred(prompt))
