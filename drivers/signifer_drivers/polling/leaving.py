"""Leaving: which of the tags that fell silent go, and what their silence means. Pure, as `presence` is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from .bursts import HOLD_US, Bursts, Silence
from .disputes import Disputes
from .findings import BURST, ChangeKind, Finding
from .overheard import Overheard
from .patience import Patience
from .together import Together

# It takes at most so long until a card that was pushed here from another zone is believed to lie here.
COMING_US = 300_000


@dataclass(frozen=True, slots=True)
class Leave:
    """A tag that goes: to the reader of another zone that is its ``heir``, if there is one; else it is ABSENT, or
    COVERED, since then, for this cause."""

    uid: bytes
    heir: str | None = None
    kind: ChangeKind = Finding.ABSENT
    why: str = ""
    since_us: int = 0


class Leaving:
    """Asks all that know something of silence."""

    def __init__(
        self, together: Together, patience: Patience, disputes: Disputes, bursts: Bursts, overheard: Overheard
    ) -> None:
        self._together = together
        self._patience = patience
        self._disputes = disputes
        self._bursts = bursts
        self._overheard = overheard

    def of(self, reader: str, at_us: int) -> Iterator[Leave]:
        """The tags for which a visit of this reader was one in vain too many, unless the air is to blame (`bursts`), or
        they may be heard beside (`overheard`). Whoever iterates has each go before the next is asked for.

        Who fell silent together is judged together: nobody goes while another one, silent as long, may still answer.
        """
        zone = self._together.zone(reader)
        due = [uid for uid in self._together.lying[reader] if self._patience.is_over(zone, uid)]
        if not due:
            return
        still_open = self._together.still_open(zone, due)
        left = []
        fell_together = partial(self._together.fell_together, zone)
        for uid in due:
            if any(fell_together(uid, other) for other in still_open):
                continue
            heir = self._disputes.heir(uid)
            if heir is None:
                left.append(uid)
            else:
                yield Leave(uid, heir)
        since_us = {uid: self._together.first(zone, uid).since_us for uid in left}
        beside = {uid for uid in left if self._overheard.may_be_beside(zone, uid, at_us)}
        wait = [uid for uid in beside if at_us - since_us[uid] < HOLD_US]
        left = [uid for uid in left if not any(uid == each or fell_together(uid, each) for each in wait)]
        if not left:
            return
        meaning = self._meaning(reader, min(since_us[uid] for uid in left), at_us)
        if meaning == Silence.HELD:
            return
        company = {uid for uid in left if any(other != uid and fell_together(uid, other) for other in left)}
        for uid in left:
            in_bad_air = meaning == Silence.COVERED or uid in beside
            kind: ChangeKind = Finding.COVERED if in_bad_air or uid in company else Finding.ABSENT
            yield Leave(uid, None, kind, BURST if in_bad_air else "", since_us[uid])

    def _meaning(self, reader: str, since_us: int, at_us: int) -> Silence:
        """What silence since then means: one that comes from another zone may lie over the others."""
        asked = [each for each in self._together.beside(reader) if self._together.lying.get(each)]
        if at_us - since_us < COMING_US and any(map(self._disputes.is_claiming, asked)):
            return Silence.HELD
        found = {self._bursts.meaning(each, since_us, at_us) for each in asked}
        return next(each for each in (Silence.HELD, Silence.COVERED, Silence.LIFT) if each in found)
