"""What a real table leaves for its page: how things stand at a moment, and the glance that is made of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from signifer_drivers.io.screens import image_of

from signifer_firmware.config.model import TableConfig
from signifer_firmware.runtime.faces import Faces
from signifer_firmware.runtime.speech import Change
from signifer_firmware.session.events import News

from .glance import MOST_RECORD, Glance, packed
from .history import History, Moment, Numbered, near

# What a screen's chip holds, page by page.
Held = tuple[bytes | None, ...]


@dataclass(frozen=True)
class Now:
    """All that is shown of a moment; nothing in it changes any more. ``run`` is the game that was on, ``game`` its
    number (`Appliance.game_number`), ``history`` what was before its ``lines``, ``past`` how the table lay after
    each of those; ``phones`` are the players whose phone looks on."""

    run: str
    game: int
    moment: Moment
    history: History
    lines: tuple[tuple[int, News], ...]
    past: Numbered
    undone: frozenset[int]
    held: tuple[tuple[str, Held], ...]
    faces: Faces | None
    private: frozenset[str]
    sound: tuple[int, str]
    spoken: tuple[Change, ...]
    phones: frozenset[str]

    @property
    def is_over(self) -> bool:
        """Whether the game is decided."""
        table, rules = self.moment.table, self.moment.bundle.procedure.rules
        return table is not None and rules.outcome(table.state) is not None

    @property
    def goes_on(self) -> bool:
        """Whether a game is on that is not decided."""
        return self.moment.table is not None and not self.is_over


class Shown:
    """Glances at the table of ``config``; pixels are packed again only where a screen shows something else."""

    def __init__(self, config: TableConfig) -> None:
        self._config = config
        self._pixels: dict[str, tuple[Held, str]] = {}

    def near(self, at: int, now: Now) -> Glance:
        """What was done around line ``at``, as things stand ``now``."""
        lines, moments = (*now.history.lines, *now.lines), (*now.history.moments, *now.past)
        return near(at, now.moment.glance(self._config, (), moments, frozenset()), lines, moments)

    def glance(self, now: Now, *, opened: bool) -> Glance:
        """All that pages are told of a moment; ``opened`` as in `Glance`."""
        lines = (*now.history.lines, *now.lines)[-MOST_RECORD:]
        moments = (*now.history.moments, *now.past)
        return replace(
            now.moment.glance(self._config, lines, moments, now.undone | now.history.undone),
            pixels={place: self._packed(place, held) for place, held in now.held},
            reads={place: now.faces.reading(place) for place, _ in now.held} if now.faces else {},
            private=now.private,
            sound=now.sound,
            spoken=now.spoken,
            phones=now.phones,
            opened=opened,
        )

    def _packed(self, place: str, held: Held) -> str:
        before = self._pixels.get(place)
        if before is None or before[0] != held:
            screen = self._config.screen(place)
            assert screen is not None
            before = self._pixels[place] = (held, packed(image_of(held, screen.rotate)))
        return before[1]
