"""Sounds of the table: short patterns, each with a rhythm of its own.

Sounds come of what is public anyway: the news that scripts print, who has to decide, and a held button. What lies on
a pad is none of that before its `ok`, so that no sound tells which card it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, assert_never

from signifer_core.errors import DriverError
from signifer_core.procedure import Prompt

from signifer_firmware.game_api.registry import names
from signifer_firmware.game_api.texts import texts_of
from signifer_firmware.kernel.scheduler import NEVER
from signifer_firmware.session.settings import FULL, OFF, QUIET

if TYPE_CHECKING:
    from signifer_drivers.io.buzzer import Buzzer

    from signifer_firmware.session.events import News
    from signifer_firmware.session.outlook import Outlook

MS = 1_000
# How much of each period the pin is high. Half makes the loudest tone; the twentieth part is some 16 dB below it.
DUTY = {OFF: 0.0, QUIET: 0.05, FULL: 0.5}


class Sound(IntEnum):
    """What can be heard, the least important first: of several that are due at once the last of these sounds."""

    TICK = 1
    ACCEPTED = 2
    TURN = 3
    ROLL = 4
    REFUSED = 5


# Tones in Hz with their lengths and the silence after each, in microseconds. Most piezos are loud from 2 to 4 kHz. Each
# rhythm differs from the others', for buzzers that know one pitch only: a click, a beep, short and long, a rattle, and
# one that drones.
PATTERNS: dict[Sound, tuple[tuple[int, int, int], ...]] = {
    Sound.TICK: ((4000, 12 * MS, 0),),
    Sound.ACCEPTED: ((2700, 60 * MS, 0),),
    Sound.TURN: ((2000, 70 * MS, 60 * MS), (3000, 180 * MS, 0)),
    Sound.ROLL: ((2400, 25 * MS, 35 * MS),) * 5,
    Sound.REFUSED: ((1200, 350 * MS, 0),),
}


def _accepting() -> frozenset[str]:
    """The prompts of what is accepted without an action: a card of some game waits, a column counts for the dice."""
    return frozenset({"dice-columns"}).union(*(texts_of(game).accepting for game in names()))


def sound_of(news: News) -> Sound | None:
    """The sound that a piece of news comes with."""
    match news.kind:
        case "refused":
            return Sound.REFUSED
        case "roll":
            return Sound.ROLL
        case "action":
            return Sound.ACCEPTED
        case "prompt":
            prompt = news.what.get("prompt")
            return Sound.ACCEPTED if isinstance(prompt, Prompt) and prompt.key in _accepting() else None
        case "correction" | "fault" | "phone":
            return None
        case never:
            assert_never(never)


def laid_on_pads(before: Outlook, now: Outlook) -> bool:
    """Whether more cards lie on a pad than before: it is acknowledged alike in every step, whichever they are."""
    lay = dict(before.offers)
    return any(cards > lay.get(player, 0) for player, cards in now.offers)


class SoundUnit:
    """Plays what is due, one sound at a time: a more important one breaks a lesser off, any other that comes while
    one sounds is left out. Without a buzzer all is silent. ``volume`` is asked for each tone: "off", "quiet", "full".

    ``fault`` hears of a buzzer that fails, once; it stays silent from then on.
    """

    def __init__(
        self,
        buzzer: Buzzer | None,
        volume: Callable[[], str],
        fault: Callable[[str, str | None, int], None],
    ) -> None:
        self._buzzer = buzzer
        self._volume = volume
        self._fault = fault
        self._due: Sound | None = None
        self._playing: Sound | None = None
        self._score: deque[tuple[int, int]] = deque()  # when, and which tone in Hz, or 0 for silence
        self._deciding: frozenset[str] | None = None
        # How many sounds were heard, and the last of them: for who cannot hear it.
        self.heard: tuple[int, Sound | None] = (0, None)

    @property
    def due(self) -> bool:
        """Whether something waits to be heard."""
        return self._due is not None

    def want(self, sound: Sound | None) -> None:
        """Have ``sound`` heard, unless a more important one is due at the same time."""
        if sound is not None and (self._due is None or sound > self._due):
            self._due = sound

    def decides(self, players: frozenset[str]) -> None:
        """These have to decide now: it is the turn of whoever had not to before. The first time says nothing."""
        if self._deciding is not None and players - self._deciding:
            self.want(Sound.TURN)
        self._deciding = players

    def step(self, now_us: int) -> int:
        """Begin what is due, go on with what sounds; return when the next tone begins or ends."""
        if self._buzzer is None:
            self._due = None
            return NEVER
        if self._due is not None:
            if self._playing is None or self._due > self._playing:
                self._begin(self._due, now_us)
            self._due = None
        while self._score and self._score[0][0] <= now_us:
            _, hz = self._score.popleft()
            self._drive(self._buzzer, hz, now_us)
        if not self._score:
            self._playing = None
            return NEVER
        return self._score[0][0]

    def _begin(self, sound: Sound, now_us: int) -> None:
        self._playing = sound
        if DUTY[self._volume()]:
            self.heard = (self.heard[0] + 1, sound)
        self._score.clear()
        for hz, length_us, pause_us in PATTERNS[sound]:
            self._score += ((now_us, hz), (now_us + length_us, 0))
            now_us += length_us + pause_us

    def _drive(self, buzzer: Buzzer, hz: int, now_us: int) -> None:
        duty = DUTY[self._volume()]
        try:
            if hz and duty:
                buzzer.sound(hz, duty)
            else:
                buzzer.silence()
        except DriverError as error:
            self._buzzer = None
            self._score.clear()
            self._fault("buzzer", str(error), now_us)
