"""What the tutor has said at a virtual table, and why it says nothing: what pages of each viewer are told of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from signifer_firmware.web.game import View

# Why it says nothing, as keys of the page's words: it is off, or not for this game; there is nothing to be decided; the
# table asks for something first; its process has ended; the hand of who decides is covered; it finds no answer; what it
# thought about is no more.
OFF, NONE, NOT_YOURS, FIRST, ALONE, COVERED, LOST, CHANGED = (
    *("tutor-off", "tutor-none", "tutor-not-yours", "tutor-first"),
    *("tutor-alone", "tutor-covered", "tutor-lost", "tutor-changed"),
)
BEFORE, AFTER = "before", "after"


@dataclass
class Heard:
    """What pages of a viewer are told, by kind and by whose it is, the newest last: ``thinking`` is what about,
    ``number`` tells equal sayings apart, ``note`` is why nothing comes of it."""

    said: dict[tuple[str, str], View] = field(default_factory=dict)
    thinking: str = ""
    number: int = 0
    note: str = ""

    def say(self, kind: str, player: str, text: View | None) -> None:
        self.said.pop((kind, player), None)
        if text is not None:
            self.said[kind, player] = text
            self.number += 1

    def forget_advice(self) -> None:
        """What was advised counts until something is done."""
        self.said = {about: text for about, text in self.said.items() if about[0] != BEFORE}
        self.note = "" if self.note in (LOST, CHANGED) else self.note

    def last(self, kind: str, open_to: Callable[[str], bool]) -> tuple[str, View | None]:
        """The newest of a kind of which one may hear, and whose it is."""
        found = [about for about in self.said if about[0] == kind and open_to(about[1])]
        return (found[-1][1], self.said[found[-1]]) if found else ("", None)
