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

    def said(move: Sequence[object]) -> str:
        return move_text(move, written, words, game)

    done = said(thought.move)
    reason = thought.reason_told([said(each.move) for each in thought.candidates])
    if reason is None:
        # The rules may allow more than plans think of.
        return words.say("{move}. Nothing else was thought of.", move=done)
    chance = percent(reason.chosen)
    if reason.other is None:
        return words.say("{move} ({chance} % to win).", move=done, chance=chance)
    others = percent(reason.other)
    figures = {
        "move": done,
        "chance": chance,
        "other": said(reason.other.move),
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
    """All actions of a move, as the record says them, to whoever may know what the other player does not."""
    done = [decision_text(written(action), words, game, whole=True) for action in move]
    return reduce(lambda first, then: words.say("{first}; {then}", first=first, then=then), done)


def percent(candidate: Candidate[object]) -> int:
    """The chance to win in whole percent."""
    return round(100 * candidate.chance)
