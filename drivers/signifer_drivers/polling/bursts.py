"""Bursts: misses that rise all of a sudden, at one antenna or at many at once. Pure: no clock, no chip.

Miss rates (`miss_rates`) follow what a table is like, over many seconds. A drill next door begins within one visit, and
silence means little until it is known how others fare: so a tag is not believed lifted before other antennas have been
visited since it fell silent, and not while these miss far more than they use to, or fall silent with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from enum import Enum
from statistics import median_low

from signifer_core.layout import PAD

from .miss_rates import MOST_RATE, MOST_TRIES

# After so long what was tried counts half: for how the air is just now, for how an antenna fares at all, and for how it
# goes on.
QUICK_US, SLOW_US, STEADY_US = 100_000, 300_000, 1_000_000
# So many other antennas with tags have to be visited, since a tag fell silent, before its silence means anything; all,
# if one of them is silent, too. They are waited for no longer than this.
WITNESSES = 5
WITNESSES_US = 300_000
# The middle one of the others misses by so much more than it uses to: then the air is bad for all.
RISE = 0.25
# Of so many zones all tags fall silent within so long: that is rather a burst than hands. Who falls silent no later
# than this after another one belongs to it: readers notice by turns what begins at once.
DARK_ZONES = 3
DARK_US, FOLLOWS_US = 300_000, 150_000
# So many are more than hands clear at one stroke; three are, if both pads are among them.
DEAF_ZONES = 4
# It is neither a lift nor none until it has lasted so long without any sign of the tag. Then both pads and a column
# were cleared in one grasp, and of others it is for people to say: readers may be deaf for longer than hands need.
HOLD_US = 1_300_000
# Where it was held for so long, though others are heard now and then, the antenna is named.
NAMED_US = 500_000
# An antenna is named, too, at which a larger share of tries meets silence than this, and by RISE than it uses to, if
# that is no chance, or so at most antennas; until the share is SOUND_SHARE of it.
SPOILT_RATE, SOUND_SHARE = 0.42, 0.7
DEVIATIONS = 3.0
# Or where more than SPOILT_RATE do of so many tries, whatever it uses to be: no rate above MOST_RATE is believed, so
# that nobody knows there how long a silence has to last.
STEADY_TRIES, STEADY_DEVIATIONS = 40, 2.0
# A tag that was found less often since it lies here does not stand for its antenna yet.
FEW_FINDS = 3
# One that was found so often in a row at the first try lies still.
STILL_FINDS = 2
# As many tries as a visit has.
MOST_SILENT = MOST_TRIES + 1


class Silence(Enum):
    """What the silence of a tag means, when it has lasted for as many tries as a lift takes."""

    LIFT = "lift"
    HELD = "held"  # nothing yet
    COVERED = "covered"  # that is for people to say


class _Share:
    """Of recent tries, how many were met by silence; what is ``half_us`` old counts half."""

    __slots__ = ("at_us", "half_us", "silent", "tries")

    def __init__(self, half_us: int) -> None:
        self.half_us = half_us
        self.at_us = 0
        self.silent = 0.0
        self.tries = 0.0

    def add(self, at_us: int, silent: int, tries: int) -> None:
        kept = 0.5 ** ((at_us - self.at_us) / self.half_us)
        self.silent = self.silent * kept + silent
        self.tries = self.tries * kept + tries
        self.at_us = at_us

    @property
    def value(self) -> float:
        return self.silent / self.tries if self.tries else 0.0

    def is_above(self, rate: float, deviations: float = DEVIATIONS) -> bool:
        """Whether so many would hardly meet silence if each did with this ``rate``."""
        doubt = deviations * math.sqrt(rate * (1 - rate) * self.tries)
        return self.silent - rate * self.tries > doubt


class Lately:
    """How a tag has answered lately. Only the silence counts that ended with an answer: it was that of no lift."""

    __slots__ = ("finds", "quick", "row", "slow", "steady")

    def __init__(self) -> None:
        self.finds = 0
        self.row = 0  # finds in a row at the first try
        self.quick = _Share(QUICK_US)
        self.slow = _Share(SLOW_US)
        self.steady = _Share(STEADY_US)

    def found(self, at_us: int, silent: int, broken: int = 0) -> None:
        """It was found after so many silent tries, and so many that it answered, but not to the end. A card that was
        nudged was silent for long, and once."""
        self.finds += 1
        self.row = 0 if silent or broken else self.row + 1
        silent = min(silent, MOST_SILENT)
        tries = silent + min(broken, MOST_SILENT) + 1
        self.quick.add(at_us, silent, tries)
        self.slow.add(at_us, silent, tries)
        self.steady.add(at_us, silent, tries)


class _Antenna:
    """How an antenna at which tags lie has fared lately: as the tag does that is found best."""

    __slots__ = ("at_us", "best", "is_silent", "is_spoilt")

    def __init__(self) -> None:
        self.at_us = 0
        self.best = Lately()
        self.is_silent = False  # whether the last visit did not find all of its tags
        self.is_spoilt = False


class Bursts:
    """How the antennas of a table fare just now, compared with how often each is ``usual``-ly met by silence.
    ``dark_us``: since when all tags of an antenna are silent together; None if one of them is not, or none lies there.
    ``zone``: of which zone an antenna is; without it each is one by itself. Hands clear zones.
    """

    def __init__(
        self,
        usual: Callable[[str], float],
        dark_us: Callable[[str], int | None],
        zone: Callable[[str], str] = str,
    ) -> None:
        self._usual = usual
        self._dark_us = dark_us
        self._zone = zone
        self._antennas: dict[str, _Antenna] = {}
        # Those that fail for noise: nobody waits for them, and how they fared still holds when they are back.
        self._failing: dict[str, _Antenna] = {}
        # Since when the tags of antennas are silent about which people were asked, for they were dark with others.
        self._asked_us: dict[str, int] = {}

    def visited(self, reader: str, at_us: int, found: Collection[Lately], missed: bool = False) -> list[str]:
        """A visit of an antenna at which tags lie has ``found`` these, and ``missed`` others; which antennas the air
        spoils of which that was not known."""
        antenna = self._antennas.get(reader)
        if antenna is None:
            antenna = self._failing.pop(reader) if reader in self._failing else _Antenna()
            self._antennas[reader] = antenna
        antenna.at_us = at_us
        if found:
            self._asked_us.pop(reader, None)
        known = [tag for tag in found if tag.finds >= FEW_FINDS]
        if known:
            # One that lies under others, or is weak, misses much in any air.
            antenna.best = min(known, key=lambda tag: tag.slow.value)
            antenna.is_spoilt = self._is_spoilt(reader, antenna)
        antenna.is_silent = missed or not found
        struck = self._struck() if antenna.is_silent or antenna.best.slow.value >= SPOILT_RATE else []
        for each in struck:
            self._antennas[each].is_spoilt = True
        return struck

    def empty(self, reader: str) -> None:
        """No tag lies there, or the reader fails."""
        self._antennas.pop(reader, None)
        self._failing.pop(reader, None)

    def failed(self, reader: str) -> None:
        """The reader fails for noise, and will hear the same tags as before."""
        antenna = self._antennas.pop(reader, None)
        if antenna is not None:
            self._failing[reader] = antenna

    def _is_spoilt(self, reader: str, antenna: _Antenna) -> bool:
        best, bad = antenna.best, self._bad_rate(reader)
        if antenna.is_spoilt:
            return best.slow.value >= SOUND_SHARE * bad or best.steady.value >= SPOILT_RATE
        is_steady = best.steady.tries >= STEADY_TRIES
        return best.slow.is_above(bad) or (is_steady and best.steady.is_above(SPOILT_RATE, STEADY_DEVIATIONS))

    def _struck(self) -> list[str]:
        """The antennas that are as bad, or at which tags are silent that seldom are, if most zones have one: that is
        no chance, nor is it hands where several zones are heard badly."""
        bad = {name for name, each in self._antennas.items() if each.best.slow.value >= self._bad_rate(name)}
        silent = {
            name for name, each in self._antennas.items() if each.is_silent and self._usual(name) < RISE
        }
        struck = bad | silent
        badly, hit, lying = (len(set(map(self._zone, names))) for names in (bad, struck, self._antennas))
        is_air = badly >= DARK_ZONES and 2 * hit > lying
        if not is_air:
            return []
        # In their own order: that of a set is another one in each process.
        return [name for name, each in self._antennas.items() if name in struck and not each.is_spoilt]

    def _bad_rate(self, reader: str) -> float:
        """The share of silent tries that is bad at this antenna: more than it uses to have, by far."""
        return max(SPOILT_RATE, RISE + min(self._usual(reader), MOST_RATE - RISE))

    def is_spoilt(self, reader: str) -> bool:
        """Whether tags that lie there are missed too often to be judged."""
        antenna = self._antennas.get(reader)
        return antenna is not None and antenna.is_spoilt

    def meaning(self, reader: str, since_us: int, at_us: int) -> Silence:
        """What it means that tags of this antenna have been silent since then, for as many tries as a lift takes."""
        own = self._zone(reader)
        others = {name: antenna for name, antenna in self._antennas.items() if self._zone(name) != own}
        lasted_us = at_us - since_us
        witnesses = {name: each for name, each in others.items() if each.at_us >= since_us}
        dark = self._dark(reader, since_us)
        wanted = len(others) if dark else min(WITNESSES, len(others))
        if len(witnesses) < wanted and lasted_us < WITNESSES_US:
            return Silence.HELD
        if (
            self.is_spoilt(reader)
            or self._is_bad(witnesses, since_us)
            or self._is_squall(witnesses, dark, since_us)
        ):
            if lasted_us >= HOLD_US:
                return Silence.COVERED
            if lasted_us >= NAMED_US:
                self._antennas[reader].is_spoilt = True
            return Silence.HELD
        if lasted_us < NAMED_US and self._is_hardly_heard(reader, since_us):
            return Silence.HELD
        zones = [] if self._dark_us(reader) is None else [own, *map(self._zone, dark)]
        if len(zones) < DARK_ZONES:
            return Silence.LIFT
        if lasted_us < HOLD_US:
            return Silence.HELD
        if len(zones) < DEAF_ZONES and sum(zone.startswith(PAD) for zone in zones) > 1:
            return Silence.LIFT
        self._asked_us[reader] = since_us
        return Silence.COVERED

    def _is_hardly_heard(self, reader: str, since_us: int) -> bool:
        """Whether this antenna has found another of its tags since then, and only now and then: be that chance, it may
        be so for all of them. Who was nudged, and lies still again, is found at once."""
        antenna = self._antennas.get(reader)
        if antenna is None or antenna.best.row >= STILL_FINDS:
            return False
        slow = antenna.best.slow
        return slow.at_us >= since_us and slow.value >= self._bad_rate(reader)

    def _is_bad(self, witnesses: dict[str, _Antenna], since_us: int) -> bool:
        """Whether the middle one of these fares far worse than it used to; one alone may be a lift itself. Where
        nothing was found since, that was hands or the air: others say which."""
        if len(witnesses) < 2:
            return False
        rises = [
            self._rise(name, each) for name, each in witnesses.items() if each.best.quick.at_us >= since_us
        ]
        unheard = [1.0] * (len(witnesses) - len(rises))
        return max(rises, default=0.0) >= RISE and median_low(rises + unheard) >= RISE

    def _is_squall(self, witnesses: dict[str, _Antenna], dark: set[str], since_us: int) -> bool:
        """Whether, with this one, so many zones are struck as hands do not clear at once, though most are not: heard
        badly, or not found since. One at least is heard badly, which is nothing that hands do."""
        unheard = {name for name, each in witnesses.items() if each.best.quick.at_us < since_us}
        worse = {
            name
            for name, each in witnesses.items()
            if self._rise(name, each) >= RISE
            and (each.best.quick.at_us >= since_us - DARK_US or self._dark_us(name) is not None)
        }
        struck = set(map(self._zone, worse | unheard | dark))
        return bool(worse) and 1 + len(struck) >= DEAF_ZONES

    def _rise(self, reader: str, antenna: _Antenna) -> float:
        """By how much more it misses than it uses to."""
        return antenna.best.quick.value - min(self._usual(reader), MOST_RATE - RISE)

    def _dark(self, reader: str, since_us: int) -> set[str]:
        """The antennas of other zones all of whose tags fell silent at about that time, and whoever followed one."""
        fell = {name: us for name in self._antennas if (us := self._dark_us(name)) is not None}
        own, since = self._zone(reader), self._asked_us | fell
        left = {name: us for name, us in since.items() if self._zone(name) != own}
        found: set[str] = set()
        times, within_us = [since_us], DARK_US
        for each_us in times:
            near = [name for name, us in left.items() if abs(us - each_us) <= within_us]
            found.update(near)
            times += [left.pop(name) for name in near]
            within_us = FOLLOWS_US
        return found
