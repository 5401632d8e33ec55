"""From visits of readers to cards that lie in zones: present after one read, absent after repeated clean silence."""

from __future__ import annotations

from dataclasses import dataclass

OK, FAULT = "ok", "fault"


@dataclass(frozen=True, slots=True)
class Visit:
    """What one reader answered at ``at_us``: the UIDs read, whether anything garbled answered, or why it failed.

    ``fault`` is a plain sentence; a visit with one says nothing about cards.
    """

    reader: str
    at_us: int
    uids: tuple[bytes, ...] = ()
    garbled: bool = False
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What a visit changed in what is believed of a reader's antenna.

    ``kind`` is "present" or "absent" (of ``uid``), "fault" (with its ``cause``) or "ok".
    """

    kind: str
    reader: str
    uid: bytes = b""
    cause: str = ""


class Presence:
    """What lies on each reader. A garbled answer, and a visit that failed, are no silence: nothing leaves by them."""

    def __init__(self, absent_visits: int) -> None:
        if absent_visits < 1:
            raise ValueError("absent_visits counts silent visits: it is at least 1")
        self.absent_visits = absent_visits
        self._silent: dict[str, dict[bytes, int]] = {}
        self._faults: dict[str, str] = {}

    def believe(self, reader: str, uid: bytes) -> None:
        """Take it for granted that a tag lies there, until silence says otherwise: what a record says at the start."""
        self._silent.setdefault(reader, {}).setdefault(uid, 0)

    def visit(self, visit: Visit) -> list[Change]:
        """Take one visit in; return what it changes, in the order of reading."""
        if visit.fault is not None:
            return self._failed(visit.reader, visit.fault)
        changes = []
        if self._faults.pop(visit.reader, None) is not None:
            changes.append(Change("ok", visit.reader))
        lying = self._silent.setdefault(visit.reader, {})
        for uid in visit.uids:
            if uid not in lying:
                changes.append(Change("present", visit.reader, uid))
            lying[uid] = 0
        if not visit.garbled:
            changes += self._silence(visit, lying)
        return changes

    def _silence(self, visit: Visit, lying: dict[bytes, int]) -> list[Change]:
        changes = []
        for uid in [uid for uid in lying if uid not in visit.uids]:
            lying[uid] += 1
            if lying[uid] >= self.absent_visits:
                del lying[uid]
                changes.append(Change("absent", visit.reader, uid))
        return changes

    def _failed(self, reader: str, cause: str) -> list[Change]:
        """The reader fails: its zone is unknown, and the silence before counts no more."""
        lying = self._silent.setdefault(reader, {})
        for uid in lying:
            lying[uid] = 0
        if self._faults.get(reader) == cause:
            return []
        self._faults[reader] = cause
        return [Change("fault", reader, cause=cause)]

    def lying(self, reader: str) -> tuple[bytes, ...]:
        """The tags believed to lie there, in the order first read."""
        return tuple(self._silent.get(reader, ()))

    def state(self, reader: str) -> str:
        """ "ok", or "fault" while its zone is unknown."""
        return FAULT if reader in self._faults else OK

    def doubtful(self) -> bool:
        """Whether any tag has been silent, but not yet for long enough to be gone."""
        return any(count for lying in self._silent.values() for count in lying.values())
