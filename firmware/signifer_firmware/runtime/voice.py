"""The voice of a table: espeak-ng, a program of the system, says what there is to be said to the loudspeaker of the Pi.

It has a thread of its own, and one program at a time. What it is to say goes to it as a file, never as an argument. A
voice that fails says so in the log, and the table plays on in silence.
"""

from __future__ import annotations

import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress

from signifer_core.layout import SIDES

from signifer_firmware.kernel.log import WARNING, Logbook
from signifer_firmware.session.settings import OFF as SILENT
from signifer_firmware.session.settings import Settings
from signifer_firmware.texts.spoken import SAID, URGENT, Level

from .speech import Speech, Spoken

COMMAND = ("espeak-ng",)
# What waits to be said; of more the oldest that is not urgent is left out.
MOST_WAITING = 6
# Nothing takes longer to say.
LONGEST_S = 30.0
# How often it looks whether something urgent has come meanwhile.
LOOK_S = 0.05
# Of a voice that goes on failing the log tells so often.
TELL_S = 60.0
END_S = 2.0


class Voice:
    """Says what ``speech`` has at ``level``; nothing while the table's sounds are off by ``settings``. Texts for one
    player are said in that player's language, others in both. `start` it, `end` it."""

    def __init__(
        self,
        speech: Speech,
        level: Level,
        settings: Callable[[], Settings],
        log: Logbook,
        *,
        command: Sequence[str] = COMMAND,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._speech, self._said, self._settings, self._log = speech, SAID[level], settings, log
        self._command, self._monotonic = tuple(command), monotonic
        self._woken, self._ended = threading.Event(), threading.Event()
        self._number = 0
        self._waiting: deque[Spoken] = deque()
        self._told_s: float | None = None
        self._thread = threading.Thread(target=self._serve, name="voice", daemon=True)
        speech.heard = self._woken.set

    def start(self) -> None:
        """Begin to speak."""
        self._thread.start()

    def end(self) -> None:
        """Fall silent, in the middle of a word if need be."""
        self._ended.set()
        self._woken.set()
        if self._thread.ident is not None:
            self._thread.join(END_S)

    @property
    def is_alive(self) -> bool:
        """Whether it would say anything more."""
        return self._thread.is_alive()

    # The voice's thread

    def _serve(self) -> None:
        while not self._ended.is_set():
            if not self._waiting:
                self._woken.wait()
                self._woken.clear()
            self._take()
            if self._waiting and not self._ended.is_set() and not self._say(self._waiting.popleft()):
                return

    def _take(self) -> bool:
        """Take in what is new; whether something urgent is. What is not urgent and came before that is left out."""
        # Read once: the main loop may add to them while sentences are made.
        changes = self._speech.changes
        new = [
            said
            for change in changes
            if change.number > self._number
            for said in change.spoken
            if said.saying.about in self._said
        ]
        self._number = max((change.number for change in changes), default=self._number)
        if self._settings().sound == SILENT:
            new.clear()
        waiting = [*self._waiting, *new]
        urgent = [said for said in new if said.saying.about in URGENT]
        last = urgent[-1].number if urgent else 0
        self._waiting = deque(said for said in waiting if said.saying.about in URGENT or said.number > last)
        while len(self._waiting) > MOST_WAITING:
            lesser = [said for said in self._waiting if said.saying.about not in URGENT]
            self._waiting.remove((lesser or list(self._waiting))[0])
        return bool(urgent)

    def _say(self, said: Spoken) -> bool:
        """Say it to all whom it is for; False when there is no such program."""
        languages = self._settings().language
        sides = SIDES if said.saying.to is None else (said.saying.to,)
        for language in dict.fromkeys(languages[side] for side in sides):
            try:
                fault = self._utter(said, language)
            except (FileNotFoundError, PermissionError) as error:
                self._log.say(
                    WARNING,
                    f"speech: {self._command[0]} cannot be run ({error.strerror}): sudo apt install espeak-ng",
                )
                return False
            except OSError as error:
                # A Pi that has no room for another program now may have it later.
                fault = f"{self._command[0]} could not be begun ({error.strerror})"
            if fault is None:
                return True
            if fault:
                self._tell(fault)
        return True

    def _utter(self, said: Spoken, language: str) -> str | None:
        """Say it in one language: what went wrong, "" for nothing, None where it was cut off."""
        pipe = subprocess.PIPE
        with subprocess.Popen(
            [*self._command, "-v", language, "--stdin"], stdin=pipe, stdout=subprocess.DEVNULL, stderr=pipe
        ) as program:
            assert program.stdin is not None
            assert program.stderr is not None
            with suppress(BrokenPipeError):
                program.stdin.write(said.texts[language].encode())
                program.stdin.close()
            until_s = self._monotonic() + LONGEST_S
            while self._monotonic() < until_s and not self._ended.is_set():
                with suppress(subprocess.TimeoutExpired):
                    program.wait(LOOK_S)
                    lines = program.stderr.read().decode(errors="replace").splitlines()
                    # It ends with status 0 where there is no loudspeaker.
                    told = bool(lines) and (program.returncode != 0 or "rror" in lines[-1])
                    return lines[-1].strip() if told else ""
                if self._woken.is_set():
                    self._woken.clear()
                    if self._take() and said.saying.about not in URGENT:
                        break
            program.kill()
            return None

    def _tell(self, fault: str) -> None:
        now_s = self._monotonic()
        if self._told_s is None or now_s - self._told_s >= TELL_S:
            self._told_s = now_s
            self._log.say(WARNING, f"speech: {fault}; signifer doctor --only speech looks for the cause")
