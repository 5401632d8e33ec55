"""What a tutor says, in a player's language: the best plan before a decision, and after it what it was worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic

from signifer_core.search import Move

from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.i18n.words import Words

from .game import robot
from .tutor import Advice, Judged

# What costs less may as well be chance's doing.
LEAST = 0.03


class Tutor(Generic[Move]):
    """The tutor of one reader; ``said`` says a move of the game (`RobotGame.said`), ``planned`` several."""

    def __init__(
        self,
        said: Callable[[Move, Words], str],
        planned: Callable[[Sequence[Move], Words], str],
        words: Words,
    ) -> None:
        self._said, self._planned, self._words = said, planned, words

    def before(self, advice: Advice[Move]) -> str:
        """The best plan, with its chance if there was anything to choose."""
        plan = self._planned(advice.line, self._words)
        if advice.chance is None:
            return plan
        return self._words.say("Best is “{plan}”: {chance}.", plan=plan, chance=per_cent(advice.chance))

    def after(self, judged: Judged[Move]) -> str:
        """What a decision is worth, and what would have been best."""
        made, best = (self._said(move, self._words) for move in (judged.made, judged.best))
        return judged_text(made, judged.chance, best, judged.best_chance, self._words)

    def turn(self, worth: Sequence[Judged[Move]]) -> str:
        """The dearest decision of a turn, and what would have been best; "" where there was nothing to choose."""
        if not worth:
            return ""
        dearest = max(worth, key=lambda each: each.loss)
        if dearest.loss >= LEAST:
            return self.after(dearest)
        return self._words.say("{chance}: no better way was found.", chance=per_cent(worth[-1].chance))


def judged_text(made: str, chance: float, best: str, best_chance: float, words: Words) -> str:
    """A decision beside the best one, both in words; where they are the same, that."""
    if made == best:
        return words.say("{chance} with “{made}”, which is best.", chance=per_cent(chance), made=made)
    return words.say(
        "{chance} with “{made}”; best was “{best}”: {best_chance}.",
        chance=per_cent(chance),
        made=made,
        best=best,
        best_chance=per_cent(best_chance),
    )


def per_cent(chance: float) -> str:
    """A chance as whole per cent, without a break before the sign."""
    return f"{round(100 * chance)}\N{NO-BREAK SPACE}%"


def tutor_of(bundle: AnyBundle, words: Words) -> Tutor[tuple[object, ...]]:
    """The tutor of whoever reads ``words``, in the game of ``bundle``."""
    robots = robot(bundle.name)
    return Tutor(partial(robots.said, bundle), partial(robots.planned, bundle), words)
