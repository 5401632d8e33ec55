"""Patience: how often a reader asks for a tag in a visit, and how long silence has to last until the tag is absent.

`miss_rates.silent_tries` says how long, from how often this tag and this reader are found to miss, and at least
``absent_visits`` visits. Readers that have found a tag listen for it together: that all of them miss one that lies
there is as seldom as the product of what each has missed. An answer that is not understood is no silence; but no tag
lives on such answers alone for longer than the same formula asks for at the highest miss rate, so that a lifted card is
noticed in any noise.
"""

from __future__ import annotations

from .disputes import Disputes
from .lying import Lying
from .miss_rates import JAMMED_RATE, LEAST_TRIES, MOST_RATE, MOST_TRIES, Tally, silent_tries, tries_a_visit
from .together import Together

# A card is pushed from one antenna of its zone to another one no oftener than this, at a table: so often a reader that
# never found it may be wrong about it, and not with each visit.
PUSHED_S = 10.0
# Of a tag that is not known yet a neighbour's antenna may have caught an answer by chance, while its own one has none
# yet: so many visits have to be in vain, or it lasts so long.
UNKNOWN_VISITS, UNKNOWN_US = 12, 500_000


class Patience:
    """Of every reader, with the tags that lie in its zone (``together``); see `presence.Presence` for the figures."""

    def __init__(
        self, absent_visits: int, tags: int, cycle_s: float, together: Together, disputes: Disputes
    ) -> None:
        self.absent_visits = absent_visits
        self._tags, self._cycle_s = tags, cycle_s
        self._together, self._disputes = together, disputes
        self._tallies: dict[str, Tally] = {}

    def tally(self, reader: str) -> Tally:
        """How often this reader is found to miss."""
        if reader not in self._tallies:
            self._tallies[reader] = Tally()
        return self._tallies[reader]

    def miss_rate(self, reader: str) -> float:
        """The share of tries to which tags that lie there keep silent, as measured so far."""
        return self.tally(reader).silent_rate()

    def tries(self, reader: str) -> int:
        """How often this reader should ask for a known tag in one visit before it gives up."""
        here = self._together.lying.get(reader, {})
        for tag in here.values():
            # Whether it was lifted or air is bad: more tries in fewer visits tell it sooner.
            if (tag.silent_visits or tag.noisy_us is not None) and not tag.is_sought:
                return MOST_TRIES
        for uid in self._together.sought_at_last(reader):
            if here[uid].broken:
                # Where something answers that is not understood, more tries in fewer visits end it sooner.
                return 2 * MOST_TRIES
            # The inventory is one try more.
            left = self.silent_tries(reader, uid) - here[uid].quiet - 1
            return min(max(left, LEAST_TRIES), 2 * MOST_TRIES)
        tally = self.tally(reader)
        return tries_a_visit(tally.surely(tally.fail_rate()))

    def silent_tries(self, reader: str, uid: bytes) -> int:
        """How many silent tries in a row make this tag absent: from how often it, and its reader, are found to miss."""
        tag = self._together.lying[reader][uid]
        rate = tag.tally.surely(tag.tally.silent_rate(self.miss_rate(reader)))
        if tag.is_unclear:
            # Something that answers is not understood: until that is over, or the tag is read, air is as bad as may be.
            rate = MOST_RATE
        if tag.is_sought:
            return silent_tries(rate, 1, PUSHED_S)
        return silent_tries(rate, self._tags, self._cycle_s)

    def is_over(self, zone: str, uid: bytes) -> bool:
        """Whether silence, or failure of any kind, has lasted long enough, at each reader of the zone."""
        found = self._together.each(zone, uid)
        return all(tag.failed_visits and self.is_over_at(reader, uid, tag) for reader, tag in found)

    def judge(self, zone: str, uid: bytes) -> None:
        """Note which readers of the zone have listened for a tag long enough, now that one of them did not find it."""
        for reader, tag in self._together.each(zone, uid):
            tag.is_over = bool(tag.failed_visits) and self.is_over_at(reader, uid, tag)

    def is_over_at(self, reader: str, uid: bytes, lying: Lying) -> bool:
        """Whether it has lasted long enough at one reader; what another zone reads is soon gone. Those that have heard
        it make no fewer than ``absent_visits`` visits together; the others are asked for it when that is over."""
        found = self._together.each(self._together.zone(reader), uid)
        heard = [each for each in found if not each[1].is_sought]
        visits = 1 if lying.is_sought else max(1, self.absent_visits + 1 - len(heard))
        if lying.silent_visits >= visits:
            if self._disputes.heir(uid) is not None:
                return True
            listening = [(reader, lying)] if lying.is_sought else heard
            tries = sum(tag.quiet / self.silent_tries(each, uid) for each, tag in listening)
            if tries >= 1 and not self._may_be_overheard(lying):
                return True
        # Answers that nobody understands keep a tag for as long as silence would in air worse than any that is told;
        # one whose part is what it should be is there, and begins again.
        most = silent_tries(JAMMED_RATE, self._tags, self._cycle_s)
        return lying.failed_visits >= self.absent_visits and lying.silent + lying.broken - lying.sure >= most

    def _may_be_overheard(self, lying: Lying) -> bool:
        """Whether a tag that is not known yet, and fell silent just now, may lie over another antenna."""
        if not lying.is_new:
            return False
        return lying.silent_visits < UNKNOWN_VISITS and lying.last_us - lying.since_us < UNKNOWN_US
