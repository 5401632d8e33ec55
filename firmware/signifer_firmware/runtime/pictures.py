"""Pictures of a moment, drawn screen by screen: where somebody has just been at work first, the others after that."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from signifer_firmware.config.entries import ScreenConfig
from signifer_firmware.display.paging import Face, Turns
from signifer_firmware.display.panels import CodePanel, PlayerPanel
from signifer_firmware.display.render import Drawn, render

from .faces import Faces, Shown

# Moments that come one upon the other before every screen has had its turn.
MOST_PUT_OFF = 4


def _refusal_of(player: str) -> Callable[[Face], Hashable | None]:
    """What tells a refusal of ``player`` from their others, by the face that shows it; None for any other face."""

    def key(face: Face) -> Hashable | None:
        panel, page = face
        if not isinstance(panel, PlayerPanel) or panel.player != player or panel.refusal is None or page:
            return None
        return panel.refusal.message, panel.refusal.fix

    return key


class Pictures:
    """What every screen shows, as a unit: a step makes and draws one group of ``screens``, so that none waits for
    panels that say nothing new. ``put`` shows a drawn one; of those that everybody may read ``told`` hears."""

    def __init__(
        self,
        screens: Iterable[ScreenConfig],
        put: Callable[[str, Drawn, int], None],
        told: Callable[[str, Drawn, int], None] | None = None,
    ) -> None:
        self.drawn: dict[str, Drawn] = {}
        self._places = [screen.place for screen in screens]
        self._put, self._told = put, told
        self._shown: dict[str, Face] = {}
        self._faces: Faces | None = None
        self._turns = Turns()
        self._later: list[tuple[str, ...]] = []
        # How often in a row others had to wait for the next moment's first screen.
        self._put_off = 0

    @property
    def moment(self) -> Shown | None:
        """What is shown, or will be in a moment; None before the first."""
        return None if self._faces is None else self._faces.shown

    @property
    def shown(self) -> Faces | None:
        """All faces of that moment."""
        return self._faces

    @property
    def complete(self) -> bool:
        """Whether every screen has what is shown of this moment."""
        return not self._later

    def faces(self) -> dict[str, Face | None]:
        """What each screen shows now."""
        return {place: self._turns.face(place) for place in self._places}

    def set(self, faces: Faces, near: str, now_us: int) -> None:
        """Have other faces shown from now on: `draw` draws the screen ``near``, a column's or a player's, and all of
        them the first time; steps do the rest, that of the same side first."""
        begins, self._faces = self._faces is None, faces
        waited = self._later
        self._later = self._groups(near)
        self._make(now_us)
        if waited:
            waiting = [place for group in waited for place in group]
            self._later.sort(
                key=lambda group: min(map(waiting.index, set(group) & set(waiting)), default=len(waiting))
            )
            self._put_off += 1
        if self._put_off > MOST_PUT_OFF:  # However fast moments come, each screen has its turn.
            self._make(now_us)
        while begins and self._later:
            self._make(now_us)

    def _groups(self, near: str) -> list[tuple[str, ...]]:
        """The screens, in the order in which they come and are drawn, when somebody was at work at ``near``."""
        side = near.rpartition(" ")[2]
        self._places.sort(key=lambda place: (place != near, " " in place, place != side))
        alone = [place for place in self._places if place == near or " " not in place]
        columns = tuple(self._places[len(alone) :])
        return [*((place,) for place in alone), columns]

    def next_refusal(self, place: str, player: str, last: Face | None, now_us: int) -> None:
        """Have the player read the refusal after the ``last`` one, if there is one."""
        while any(place in group for group in self._later):
            self._make(now_us)
        key = _refusal_of(player)
        self._turns.go_on(place, key, key(last) if last is not None else None, now_us)

    def step(self, now_us: int) -> int:
        """Draw the screens that come next, and those on which pages take turns."""
        self._put_off = 0
        if self._later:
            self._make(now_us)
        self._turns.pass_time(now_us)
        self.draw(now_us)
        return self.due_us(now_us)

    def due_us(self, now_us: int) -> int:
        """When there is something more to draw."""
        return now_us if self._later else self._turns.next_us()

    def _make(self, now_us: int) -> None:
        """Make the faces of the screens that come next."""
        assert self._faces is not None
        for place in self._later.pop(0):
            self._turns.set(place, self._faces.of(place), now_us)

    def draw(self, now_us: int) -> None:
        """Draw every screen whose panel or page has changed; what does not fit on one page takes turns."""
        for place in self._places:
            face = self._turns.face(place)
            if face is not None and self._shown.get(place) != face:
                self._shown[place] = face
                self.drawn[place] = drawn = render(*face)
                # A code is for one pair of eyes, and a file has others.
                if self._told and not isinstance(face[0], CodePanel):
                    self._told(place, drawn, now_us)
                self._put(place, drawn, now_us)

    def words(self, place: str) -> str:
        """Every word that the screen at ``place`` has to show, on all the pages that take turns."""
        assert self._faces is not None
        return " ".join(" ".join(render(*face).texts) for face in self._faces.of(place))

    def reading(self, place: str) -> str:
        """The same for who hears it."""
        return "" if self._faces is None else self._faces.reading(place)

    def ahead(self, place: str, turns: int) -> Drawn:
        """What the screen at ``place`` will show so many turns later, if nothing happens."""
        face = self._turns.ahead(place, turns)
        assert face is not None, "every screen shows something from the first step on"
        return render(*face)
