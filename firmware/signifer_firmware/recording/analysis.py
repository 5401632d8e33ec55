"""``signifer analyse``: a game thought about, decision by decision; what came of it, and how far it went."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from signifer_core.errors import ConfigError
from signifer_core.layout import SIDES

from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.simulation.robots.review import Luck, Moment, Review, Undone, Verdict
from signifer_firmware.simulation.robots.tutor import Budget

from .game_text import RESULT, RUNNING, GameRecord, positions

CHOICE = "choice"
# How many turning points are told, and what they have cost at least. Those that look like it are thought about again,
# so many times as long: the greatest of many guesses is for the most part the luckiest.
TURNING_POINTS, LEAST = 5, 0.02
DOUBTFUL, AGAIN = 10, 3
# Says how much is done of how much; whoever wants no more raises KeyboardInterrupt there or anywhere.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Thinking:
    """How long to think: ``budget`` about each decision unless ``choices`` are of no interest, and each thing that
    chance decided unless ``luck`` is; ``longer`` about what is thought about again, None for nothing."""

    budget: Budget
    longer: Budget | None
    seed: int = 1
    luck: bool = True
    choices: bool = True


@dataclass
class Analysis:
    """What came of it, as far as it went: ``done`` moments of ``total``, of which ``once`` are all of the game and the
    others those that are thought about again."""

    record: GameRecord
    review: Review
    total: int
    once: int
    verdicts: list[Verdict] = field(default_factory=list)
    lucks: list[Luck] = field(default_factory=list)
    undone: Sequence[Undone] = ()
    done: int = 0
    ended_early: bool = False
    # The game was saved while it ran, and goes on with what is hidden.
    goes_on: bool = False

    @property
    def misses(self) -> bool:
        """Whether it ended before each moment was thought about."""
        return self.done < self.once

    @property
    def turning_points(self) -> list[Verdict]:
        """The decisions that have cost most, the dearest first; of each player's in a turn the dearest alone, for what
        comes after it goes the same wrong way."""
        found: dict[tuple[int, str], Verdict] = {}
        for verdict in sorted(self.verdicts, key=lambda each: (-each.loss, each.moment.line)):
            if verdict.loss >= LEAST and not self._is_alike(verdict):
                found.setdefault((verdict.moment.turn, verdict.moment.player), verdict)
        return list(found.values())[:TURNING_POINTS]

    def _is_alike(self, verdict: Verdict) -> bool:
        """Whether what was done reads as what would have been best: one of two piles of which nobody knows anything."""
        words = words_of(LANGUAGES[0])
        return self.review.said(verdict.made, words) == self.review.said(verdict.best, words)

    @property
    def course(self) -> list[tuple[int, str, float]]:
        """The chance to win as each turn began, as whoever had the turn could tell: turn, whose it was, chance. Of two
        players it is the first one's, else that of whoever had the turn."""
        found: dict[int, tuple[int, str, float]] = {}
        for verdict in self.verdicts:
            turn, player = verdict.moment.turn, verdict.moment.player
            is_other = self.is_of_two and player != self.review.players[0]
            chance = 1.0 - verdict.best_chance if is_other else verdict.best_chance
            found.setdefault(turn, (turn, player, chance))
        return [found[turn] for turn in sorted(found)]

    @property
    def is_of_two(self) -> bool:
        """Whether what one player gains the other one loses."""
        return len(self.review.players) == 2 and not self.review.together

    def all_luck_of(self, player: str) -> tuple[float, float]:
        """What chance of every kind came to for ``player``, and its error."""
        each = [self.luck_of(player, kind) for kind in sorted({luck.moment.kind for luck in self.lucks})]
        return sum(gain for _, gain, _ in each), sum(error**2 for _, _, error in each) ** 0.5

    def luck_of(self, player: str, kind: str) -> tuple[int, float, float]:
        """How often chance gave or took something of this kind, what it came to for ``player``, and its error."""
        found = [luck for luck in self.lucks if luck.moment.kind == kind]
        if kind == "hand":
            found = [luck for luck in found if luck.moment.player == player]
        sign = {True: 1.0, False: 1.0 if self.review.together else -1.0}
        gain = sum(sign[luck.moment.player == player] * luck.gain for luck in found)
        return len(found), gain, sum(luck.error**2 for luck in found) ** 0.5

    @property
    def is_blind(self) -> bool:
        """Whether cards that came into hands are not among what chance has given."""
        return not any(moment.kind == "hand" for moment in self.review.moments)

    def lost(self, player: str) -> float:
        """What all decisions of ``player``, or of all who win together, have cost that seem to have cost anything."""
        alone = not self.review.together
        own = (verdict.loss for verdict in self.verdicts if not (alone and verdict.moment.player != player))
        return sum(loss for loss in own if loss >= LEAST)


def review_of(bundle: AnyBundle, record: GameRecord, file: str) -> Review:
    """The game as its robots look back on it; ConfigError for a game whose robots do not."""
    robots = robot(record.name)
    if not robots.reviews:
        titles = [title for name, title in registry.titles().items() if robot(name).reviews]
        raise ConfigError(
            [f"{file}: nobody looks back on {bundle.game.title} yet; name a game of {' or '.join(titles)}"]
        )
    states = [table.state for _, table in positions(bundle, record)]
    actions = [bundle.parse(text) if kind in ("gesture", "action") else None for kind, text in record.lines]
    return robots.review(bundle, states, actions)


def analysed(
    bundle: AnyBundle, record: GameRecord, thinking: Thinking, progress: Progress, *, file: str
) -> Analysis:
    """Think about every decision in its order, and about what chance has given; a KeyboardInterrupt ends it with what
    it has."""
    review = review_of(bundle, record, file)
    wanted = {True: thinking.choices, False: thinking.luck}
    moments = [moment for moment in review.moments if wanted[moment.kind == CHOICE]]
    found = Analysis(record, review, len(moments), len(moments), undone=review.undone())
    try:
        for moment in moments:
            progress(found.done, found.total)
            _think(found, moment, thinking)
            found.done += 1
        if thinking.longer is not None:
            _again(found, thinking, thinking.longer, progress)
    except KeyboardInterrupt:
        found.ended_early = True
    return found


def _seed(thinking: Thinking, moment: Moment, time: int) -> int:
    return random.Random(f"{thinking.seed} {moment.line} {moment.number} {moment.kind} {time}").getrandbits(
        64
    )


def _think(found: Analysis, moment: Moment, thinking: Thinking) -> None:
    seed = _seed(thinking, moment, 0)
    if moment.kind != CHOICE:
        if luck := found.review.luck(moment, seed, thinking.budget):
            found.lucks.append(luck)
    elif verdict := found.review.verdict(moment, seed, thinking.budget):
        found.verdicts.append(verdict)


def _again(found: Analysis, thinking: Thinking, longer: Budget, progress: Progress) -> None:
    """Think longer about what looks like a turning point."""
    doubtful = sorted(found.verdicts, key=lambda each: -each.loss)[:DOUBTFUL]
    found.total += len(doubtful)
    for verdict in doubtful:
        progress(found.done, found.total)
        better = found.review.verdict(verdict.moment, _seed(thinking, verdict.moment, 1), longer)
        if better is not None:
            found.verdicts[found.verdicts.index(verdict)] = better
        found.done += 1


def result_of(found: Analysis) -> float | None:
    """What the game came to for the first player, or for all together: 1, 0, 0.5 for a draw or a win that is shared;
    None for one that is not over, or of several players."""
    result, review = found.record.tags[RESULT], found.review
    if result == RUNNING or not (found.is_of_two or review.together):
        return None
    if result == "draw" or " " in result:
        return 0.5
    return float(result == (SIDES[0] if review.together else review.players[0]))
