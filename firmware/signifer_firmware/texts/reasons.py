"""Why a robot that searches did what it did, in a sentence. It names what the robot saw, its own hand too: so it is for
nobody who may not see that hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from signifer_core.search import Candidate, Thought

from signifer_firmware.i18n.words import Words

from .decisions import decision_text

# What one action is in the notation of its game.
Written = Callable[[object], str]


def reason_text(thought: Thought[tuple[object, ...]], written: Written, words: Words, game: str) -> str:
    """What was decided, its chance to win, and the best other thing with its chance."""
    done = move_text(thought.move, written, words, game)
    reason = thought.reason
    if reason is None:
        return words.say("{move}. There was nothing else to do.", move=done)
    chance = percent(reason.chosen)
    if reason.other is None:
        return words.say("{move} ({chance} % to win).", move=done, chance=chance)
    others = percent(reason.other)
    figures = {
        "move": done,
        "chance": chance,
        "other": move_text(reason.other.move, written, words, game),
        "others": others,
    }
    if others <= chance:
        return words.say("{move} ({chance} % to win). Next best: {other} ({others} %).", **figures)
    if reason.other.visits < reason.chosen.visits:
        return words.say(
            "{move} ({chance} % to win). Tried less often, but looked better: {other} ({others} %).",
            **figures,
        )
    return words.say("{move} ({chance} % to win). What looked best: {other} ({others} %).", **figures)


def move_text(move: Sequence[object], written: Written, words: Words, game: str) -> str:
    """All actions of a move, as the record says them."""
    done = [decision_text(written(action), words, game) for action in move]
    return reduce(lambda first, then: words.say("{first}; {then}", first=first, then=then), done)


def percent(candidate: Candidate[object]) -> int:
    """The chance to win in whole percent."""
    return round(100 * candidate.chance)
