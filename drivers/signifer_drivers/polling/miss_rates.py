"""Miss rates: how often a resting tag does not answer, and so how many silent tries make a card absent.

A *try* is a request and a SELECT of one tag's UID. Tries of a resting tag fail by chance, each with the miss rate m,
and a run of silent tries can begin with each visit of its reader. Of ``tags`` resting tags, each visited every
``cycle_s``, so many in ``hours`` are taken away by mistake if n silent tries in a row make a card absent:

    tags * 3600 * hours / cycle_s * m ** n

`silent_tries` is the least n with which this is below one.
"""

from __future__ import annotations

import math

TAGS = 20
TABLE_HOURS = 100.0
# A reader is visited no oftener than this while all its tags answer: so this cycle asks for the most tries.
CYCLE_S = 0.03

# Before anything is known, a rate is taken as it would be after so many tries with so many failures of a hundred.
PRIOR_TRIES = 20.0
PRIOR_RATE = 0.05
# A rate is never believed to be lower or higher; the one keeps a run of luck from making a table careless, the other
# keeps a lifted card from being waited for without end.
LEAST_RATE, MOST_RATE = 0.01, 0.6
# Of garbled tries so many may fail one after another, as if this were chance: then even permanent jamming ends.
JAMMED_RATE = 0.85
# How sure a rate has to be: so many standard deviations are added to it.
DEVIATIONS = 2.0
# Of so many tries half are forgotten, so that rates follow what people do to their table.
MEMORY_TRIES = 600.0
# Tries within a visit: as many as leave one resting tag of a hundred unread.
UNREAD = 0.01
LEAST_TRIES, MOST_TRIES = 2, 5


def silent_tries(
    miss_rate: float, tags: int = TAGS, cycle_s: float = CYCLE_S, hours: float = TABLE_HOURS
) -> int:
    """The number of silent tries in a row that fewer than one of ``tags`` resting tags meets with in ``hours``.

    ``miss_rate`` is above 0 and below 1 (ValueError otherwise), as is every other figure above 0.
    """
    if not 0 < miss_rate < 1 or tags <= 0 or cycle_s <= 0 or hours <= 0:
        raise ValueError("a miss rate lies between 0 and 1, and all other figures are above 0")
    return max(1, math.floor(math.log(tags * 3600 * hours / cycle_s) / -math.log(miss_rate)) + 1)


def false_removals(miss_rate: float, tries: int, tags: int, cycle_s: float, hours: float) -> float:
    """How many resting tags are taken away by mistake in ``hours``, if ``tries`` silent tries in a row do it."""
    return tags * 3600 * hours / cycle_s * miss_rate**tries


def tries_a_visit(fail_rate: float) -> int:
    """How often a tag is asked within a visit before the visit gives up, where each try fails with ``fail_rate``."""
    wanted = math.ceil(math.log(UNREAD) / math.log(fail_rate))
    return min(max(wanted, LEAST_TRIES), MOST_TRIES)


class Tally:
    """Tries of tags that were found to be there after all: how many there were, met silence, or failed anyhow.

    ``failed`` counts those that were met by silence, too.
    """

    __slots__ = ("failed", "silent", "tries")

    def __init__(self) -> None:
        self.tries = 0.0
        self.silent = 0.0
        self.failed = 0.0

    def add(self, silent: int, broken: int) -> None:
        """A tag was found at last, after so many silent tries and so many that it answered, but not to the end."""
        self.tries += silent + broken + 1
        self.silent += silent
        self.failed += silent + broken
        if self.tries > MEMORY_TRIES:
            self.tries /= 2
            self.silent /= 2
            self.failed /= 2

    @property
    def found(self) -> float:
        """The tries that were answered."""
        return self.tries - self.failed

    def silent_rate(self, prior: float = PRIOR_RATE) -> float:
        """The share of silent tries, as it is best guessed."""
        return (PRIOR_TRIES * prior + self.silent) / (PRIOR_TRIES + self.tries)

    def fail_rate(self, prior: float = PRIOR_RATE) -> float:
        """The share of tries that did not find the tag, as it is best guessed."""
        return (PRIOR_TRIES * prior + self.failed) / (PRIOR_TRIES + self.tries)

    def surely(self, rate: float) -> float:
        """A rate of this tally that is not too low, chance allowed for, within LEAST_RATE and MOST_RATE."""
        doubt = DEVIATIONS * math.sqrt(rate * (1 - rate) / (PRIOR_TRIES + self.tries))
        return min(max(rate + doubt, LEAST_RATE), MOST_RATE)
