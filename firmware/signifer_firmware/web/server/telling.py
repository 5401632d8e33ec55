"""Frames for pages: the newest picture of each role, what is new in it, and how often it is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from signifer_core.json_values import Json, as_int, as_list, as_object
from signifer_core.layout import Side

from signifer_firmware.web.game import View
from signifer_firmware.web.view.viewers import SPECTATOR

HAND = "hand"
# How the roles begin of pages that have a seat: each time somebody sits down it is another role, so what was on its way
# to or from who sat there before is nobody's.
SEAT = "seat "
# Who sits at the computer of a real table whose buttons are the page's.
OWNER = "owner"
# Who comes in as what; a phone that is paired becomes its player's.
ROLES = (HAND, SPECTATOR)
# How often pages are told: those whose hands wait for it, and those that look on.
HANDS_S, OTHERS_S = 0.02, 0.1


@dataclass(frozen=True)
class Frame:
    """A picture for pages of a role: the whole, and as a message what is new since number ``seq`` - 1 of ``run``."""

    run: str
    role: str
    seq: int
    whole: View
    news: str

    @cached_property
    def full(self) -> str:
        """The whole picture as a message."""
        return as_text({"type": "full", "run": self.run, "seq": self.seq, "view": self.whole})


def as_text(message: Json) -> str:
    """A message as it goes over the wire."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


class Audience(Protocol):
    """Who is told. ``wanted`` are the roles of which there is a page, each with a number that changes when it is
    wanted again; the others may be called by any thread:
    `unpaired` says that what showed itself as the phone of a player no longer is, `begun` that another
    game has begun, and who of ``paired`` keep their phones in it, `unseated` that a role is nobody's any more."""

    @property
    def wanted(self) -> Mapping[str, int]: ...

    def show(self, frame: Frame) -> None: ...

    def unpaired(self, player: Side) -> None: ...

    def unseated(self, role: str) -> None: ...

    def begun(self, paired: Collection[Side]) -> None: ...


class Teller:
    """Tells ``audience`` of one table; ``view`` makes the picture of a role. ``monotonic`` tells real seconds."""

    def __init__(
        self,
        audience: Audience,
        monotonic: Callable[[], float],
        view: Callable[[str], View],
        beside: Callable[[str], AbstractContextManager[None]],
        *,
        waits: Callable[[str], bool] | None = None,
    ) -> None:
        """``beside`` is where each role is told, so that what fails of one fails alone (`Mistakes.passed_over`);
        ``waits`` says of a role whether hands wait for what is told; of those that move cards without it."""
        self._waits, self._beside = waits or has_hands, beside
        self._audience, self._monotonic, self._view = audience, monotonic, view
        self._shown: dict[str, Frame] = {}
        self._shown_s: dict[str, float] = {}
        self._stamps: dict[str, object] = {}
        self._seq: dict[str, int] = {}
        self._wanted: Mapping[str, int] = {}

    def forget(self) -> None:
        """Another game has begun: everybody is to be told everything."""
        self._shown.clear()

    def tell(self, run: str, stamp: Callable[[], object]) -> None:
        """Show pages of each role what is new, not more often than they may be told. Two moments with equal stamps look
        alike."""
        now_s, wanted = self._monotonic(), self._audience.wanted
        for role in [role for role in self._shown if wanted.get(role) != self._wanted.get(role)]:
            del self._shown[role]
        self._wanted = wanted
        now = stamp() if wanted else None
        # Whose hands wait comes first.
        for role in sorted(wanted, key=lambda role: not self._waits(role)):
            before = self._shown.get(role)
            every_s = HANDS_S if self._waits(role) else OTHERS_S
            if before is not None and (
                now_s - self._shown_s[role] < every_s or self._stamps.get(role) == now
            ):
                continue
            self._stamps[role] = now
            with self._beside("telling a page"):
                self._tell(role, run, before, now_s)

    def _tell(self, role: str, run: str, before: Frame | None, now_s: float) -> None:
        whole = self._view(role)
        news = whole if before is None else news_of(whole, before.whole)
        if news:
            self._shown_s[role] = now_s
            seq = self._seq[role] = self._seq.get(role, 0) + 1
            text = as_text({"type": "news", "run": run, "seq": seq, "view": news})
            self._shown[role] = Frame(run, role, seq, whole, text)
            self._audience.show(self._shown[role])


def news_of(whole: View, before: View) -> View:
    """The parts that differ; of lists that only grow, what is new: lines of the record, tones and sayings have
    numbers."""
    found = {part: value for part, value in whole.items() if value != before.get(part)}
    for part in found.keys() & {"record", "tones", "spoken"}:
        last = max(map(_number, as_list(before[part])), default=0)
        found[part] = [entry for entry in as_list(found[part]) if _number(entry) > last]
    return found


def _number(entry: Json) -> int:
    return as_int(as_object(entry)["id"])


def has_hands(role: str) -> bool:
    """Whether pages of ``role`` move cards."""
    return role == HAND or role.startswith(SEAT)


def viewer_of(role: str, hands: str) -> str:
    """Whose view pages of ``role`` are told; hands see what the people whose hands they are may see: ``hands``."""
    return hands if role == HAND else role
