"""A tag that is believed to lie in a zone, as one reader of that zone finds it."""

from __future__ import annotations

from .bursts import NAMED_US, Lately
from .miss_rates import Tally

# What is lifted in one grab falls silent in one visit, in two in a row, or within so long.
GRAB_US = 100_000
# Where a reader fails for noise, people are asked about a card of which nothing was heard for so long.
ASK_US = 5_000_000
# A tag that has come is known to lie here once so many visits in a row have read it again. One that is overheard from
# another zone is read in some visits, and seldom in so many, whatever their number.
KNOWN_READS = 4
# Once so many visits have read it again, and more than half of all, nobody waits to know better where it lies: it is
# overheard in fewer. What its silence means is another matter.
MOST_READS = 3


class Lying:
    """How often a reader finds a tag, and what has been in vain since it was last read.

    ``is_sought``: the reader has not read it yet; it has to look because another one of the zone no longer finds it.
    ``is_new``: it has come, at ``came_us``, and is not known yet to lie here: another zone's it may be.
    ``is_asked``: it is asked by the tag's UID. ``is_over``: this reader has listened for long enough.
    """

    __slots__ = (
        "broken",
        "broken_before",
        "came_us",
        "failed_visits",
        "in_part",
        "is_asked",
        "is_found",
        "is_new",
        "is_over",
        "is_sought",
        "last_us",
        "lately",
        "missed",
        "noisy_us",
        "on_us",
        "quiet",
        "reads",
        "row",
        "silent",
        "silent_visits",
        "since",
        "since_us",
        "sure",
        "tally",
        "vain",
        "visits",
        "waits",
    )

    def __init__(self, *, is_sought: bool = False) -> None:
        self.tally = Tally()
        self.lately = Lately()
        self.is_sought = is_sought
        self.is_new = False
        self.came_us = 0
        self.reads = self.visits = 0  # visits that read it, since it came, and all until the last of these
        self.row = 0  # visits in a row that read it again
        self.is_asked = not is_sought
        self.is_found = not is_sought  # by the last visit
        self.noisy_us: int | None = (
            None  # heard last, or not, when its reader failed for noise; since then not read
        )
        self.forgive()

    def forgive(self) -> None:
        """Begin to count again."""
        self.silent = 0  # tries met by silence
        self.missed = 0  # tries met by silence, those of visits that wait for an examination, too
        self.broken = 0  # tries answered, or in a visit in which something answered
        self.vain = 0  # visits in vain
        self.in_part = False  # whether a part of its UID was answered as it should be
        self.sure = 0  # tries in vain until then
        self.restart()

    def restart(self) -> None:
        """Begin to count again how long nobody hears it; how often this reader finds it is another matter."""
        self.broken_before = self.broken
        self.quiet = 0  # silent tries in a row, without a sign of this tag
        self.silent_visits = 0
        self.failed_visits = 0
        self.is_over = False
        self.waits = False  # for an examination
        self.since = 0  # the visit of its reader that failed first, and its time
        self.since_us = 0
        self.last_us = 0  # the time of the one that failed last
        self.on_us = 0  # when its field came on

    def read(self) -> None:
        """This reader has read it."""
        self.is_found = True
        self.reads += 1
        self.visits += 1 + self.vain
        self.row = 0 if self.vain else self.row + 1
        self.is_new = self.is_new and self.row < KNOWN_READS
        if self.vain or self.noisy_us is not None:
            self.noisy_us = None
            self.forgive()

    @property
    def is_mostly_read(self) -> bool:
        """Whether most visits read it, since it came."""
        return self.reads >= MOST_READS and 2 * self.reads > self.visits + self.vain

    def reader_failed(self, *, is_noise: bool) -> None:
        """Its reader has failed, for noise or not: whether it hears this tag is proved in each visit from now on."""
        self.is_asked, self.is_found = True, False
        self.noisy_us = self.noisy_us if is_noise else None

    def is_lost_in_noise(self, at_us: int) -> bool:
        """A reader of its zone fails for noise, and this one, be it that or not, does not find it: whether nothing was
        heard of it for so long that people have to say whether it lies there (`Together.heard_in_noise`)."""
        if self.noisy_us is None:
            self.noisy_us = at_us
        return at_us - self.noisy_us >= ASK_US

    def heard(self, *, in_part: bool, garbled: bool) -> None:
        """What else the visit heard that did not find it: a part of its own UID, so that it is there however much was
        in vain, or something that was not understood."""
        if in_part:
            self.in_part, self.sure = True, self.silent + self.broken
            self.noisy_us = None if self.noisy_us is None else self.last_us
        elif garbled:
            self.broken_before = min(self.broken_before, self.broken - 1)

    @property
    def is_half_heard(self) -> bool:
        """Whether it has answered for long, and never to the end."""
        return self.in_part and self.failed_visits > 0 and self.last_us - self.since_us >= NAMED_US

    @property
    def is_damaged(self) -> bool:
        """Whether it is rather heard badly than missed: misses leave hardly one answer for four silent tries."""
        return 3 * self.broken > self.silent

    @property
    def is_unclear(self) -> bool:
        """Whether something answered since then that was not understood, or so much that its reader failed for that."""
        return self.noisy_us is not None or self.broken > self.broken_before

    def fell_with(self, other: Lying) -> bool:
        """Whether both fell silent in one grab, if hands took them."""
        return abs(self.since - other.since) <= 1 or abs(self.on_us - other.on_us) <= GRAB_US
