"""The voice, with programs that stand for espeak-ng at its own seam: arguments, text, status; and with the real one."""

from __future__ import annotations

import io
import shutil
import subprocess
import threading
import wave
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.kernel.log import Logbook
from signifer_firmware.runtime.speech import Change, Speech, Spoken
from signifer_firmware.runtime.voice import MOST_WAITING, TELL_S, Voice
from signifer_firmware.session.settings import OFF, Settings
from signifer_firmware.texts.spoken import SAID, About, Level, Saying

if TYPE_CHECKING:
    from tests.conftest import MissingTool

PATIENCE_S = 120.0
# Writes down how it was called and what it was given, in one piece: cut short, it leaves no half of a line behind.
WRITES = 'said=$(cat); printf "%s\\n%s\\n" "$*" "$said" >> {log}'


class Said(Speech):
    """A table that says what it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Change] = []

    def say(self, about: About, text: str, to: str | None = None) -> None:
        number = len(self.found) + 1
        change = Change.__new__(Change)
        texts = {language: f"{language} {text}" for language in LANGUAGES}
        side = {"red": "red", "blue": "blue"}.get(to or "")
        saying = Saying(about, side, lambda words: text)  # type: ignore[arg-type]
        object.__setattr__(change, "number", number)
        change.__dict__["spoken"] = (Spoken(number, saying, texts),)
        self.found.append(change)
        self.heard()

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(self.found)


class Heard:
    """What came of it: the lines that the program has written, and the log."""

    def __init__(self, folder: Path, script: str) -> None:
        self.log_file, self.book = folder / "said", io.StringIO()
        self.program = folder / "espeak-ng"
        self.program.write_text("#!/bin/sh\n" + script.format(log=self.log_file) + "\n")
        self.program.chmod(0o755)
        self.speech, self.now_s = Said(), 0.0
        self.settings = Settings(language={"red": "fr", "blue": "de"})
        # How often the voice has asked for them.
        self.asked = 0

    @contextmanager
    def voice(self, level: Level = Level.ALL) -> Iterator[Voice]:
        voice = Voice(
            self.speech,
            level,
            self._settings,
            Logbook(self.book, prefixed=False),
            command=(str(self.program),),
        )
        voice.start()
        yield voice
        voice.end()

    def _settings(self) -> Settings:
        found = self.settings
        self.asked += 1
        return found

    @property
    def lines(self) -> list[str]:
        return self.log_file.read_text().splitlines() if self.log_file.exists() else []

    def has_said_or_will_not(self, about: About, level: Level) -> bool:
        return about not in SAID[level] or f"fr {about.value}" in self.lines

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for another thread and its programs."""
        late = threading.Event()
        timer = threading.Timer(PATIENCE_S, late.set)
        timer.start()
        while not holds():
            assert not late.wait(0.01), (self.lines, self.book.getvalue())
        timer.cancel()


def test_each_player_hears_their_language_and_both_hear_both(tmp_path: Path) -> None:
    heard = Heard(tmp_path, WRITES)
    with heard.voice():
        heard.speech.say(About.TURN, "your turn", "blue")
        heard.speech.say(About.RESULT, "red wins")
        heard.until(lambda: len(heard.lines) == 6)
    assert heard.lines == [
        *("-v de --stdin", "de your turn"),
        *("-v fr --stdin", "fr red wins"),
        *("-v de --stdin", "de red wins"),
    ]
    assert heard.book.getvalue() == ""


def test_what_is_said_is_no_argument_whatever_it_begins_with(tmp_path: Path) -> None:
    heard = Heard(tmp_path, WRITES)
    with heard.voice():
        heard.speech.say(About.TURN, "-w /etc/passwd; $(id) `id`", "red")
        heard.until(lambda: len(heard.lines) == 2)
    assert heard.lines == ["-v fr --stdin", "fr -w /etc/passwd; $(id) `id`"]


@pytest.mark.parametrize(("level", "count"), [(Level.REFUSALS, 1), (Level.TURNS, 2), (Level.ALL, 3)])
def test_as_much_is_said_as_is_wanted(tmp_path: Path, level: Level, count: int) -> None:
    heard = Heard(tmp_path, WRITES)
    with heard.voice(level):
        for about in (About.TOTAL, About.TURN):
            heard.speech.say(about, about.value, "red")
            heard.until(partial(heard.has_said_or_will_not, about, level))
        heard.speech.say(About.REFUSAL, "refusal", "red")
        heard.until(lambda: heard.lines[-1:] == ["fr refusal"])
    assert len(heard.lines) == 2 * count


def test_who_is_refused_does_not_wait_for_the_end_of_a_sentence(tmp_path: Path) -> None:
    heard = Heard(tmp_path, WRITES + "; case $(tail -n 1 {log}) in *long*) exec sleep 600;; esac")
    with heard.voice():
        heard.speech.say(About.RESULT, "long", "red")
        heard.until(lambda: heard.lines[-1:] == ["fr long"])
        heard.speech.say(About.TOTAL, "late", "red")
        heard.speech.say(About.REFUSAL, "no", "red")
        heard.until(lambda: heard.lines[-1:] == ["fr no"])
    assert "fr late" not in heard.lines


def test_the_end_falls_silent_in_the_middle_of_a_word(tmp_path: Path) -> None:
    heard = Heard(tmp_path, WRITES + "; exec sleep 600")
    with heard.voice() as voice:
        heard.speech.say(About.RESULT, "long", "red")
        heard.until(lambda: heard.lines[-1:] == ["fr long"])
    assert not voice.is_alive


def test_a_voice_that_is_behind_leaves_the_oldest_out_and_no_refusal(tmp_path: Path) -> None:
    heard = Heard(tmp_path, WRITES)
    for number in range(3 * MOST_WAITING):
        heard.speech.say(About.FAULT if number == 0 else About.TOTAL, str(number), "red")
    with heard.voice():
        heard.speech.heard()
        heard.until(lambda: heard.lines[-1:] == [f"fr {3 * MOST_WAITING - 1}"])
    assert len(heard.lines) == 2 * MOST_WAITING
    assert heard.lines[1] == "fr 0"


def test_with_the_sounds_off_nothing_is_said(tmp_path: Path) -> None:
    heard = Heard(tmp_path, WRITES)
    with heard.voice():
        heard.settings = Settings(language={"red": "fr", "blue": "de"}, sound=OFF)
        heard.speech.say(About.REFUSAL, "no", "red")
        heard.until(lambda: heard.asked > 0)
        heard.settings = Settings(language={"red": "fr", "blue": "de"})
        heard.speech.say(About.REFUSAL, "loud", "red")
        heard.until(lambda: heard.lines[-1:] == ["fr loud"])
    assert "fr no" not in heard.lines


def test_what_fails_is_said_in_the_log_once_a_minute(tmp_path: Path) -> None:
    heard = Heard(tmp_path, WRITES + "; echo 'ALSA lib: x' >&2; echo 'error: No such device' >&2")
    assert TELL_S >= 60
    with heard.voice():
        for number in range(3):
            heard.speech.say(About.REFUSAL, str(number), "red")
            heard.until(lambda number=number: heard.lines[-1:] == [f"fr {number}"])  # type: ignore[misc]
        heard.until(lambda: bool(heard.book.getvalue()))
    assert heard.book.getvalue() == (
        "speech: error: No such device; signifer doctor --only speech looks for the cause\n"
    )


def test_without_the_program_the_log_says_what_to_install_and_the_table_plays_on(tmp_path: Path) -> None:
    heard = Heard(tmp_path, WRITES)
    heard.program.unlink()
    with heard.voice() as voice:
        heard.speech.say(About.REFUSAL, "no", "red")
        heard.until(lambda: not voice.is_alive)
        heard.speech.say(About.REFUSAL, "no", "red")
    assert heard.book.getvalue().endswith("(No such file or directory): sudo apt install espeak-ng\n")
    assert heard.book.getvalue().count("\n") == 1


def test_a_program_that_cannot_be_begun_now_is_told_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, begin, full = (
        Heard(tmp_path, WRITES),
        subprocess.Popen,
        [OSError(11, "Resource temporarily unavailable")],
    )

    def popen(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        if full:
            raise full.pop()
        return begin(*arguments, **options)

    monkeypatch.setattr(subprocess, "Popen", popen)
    with heard.voice():
        heard.speech.say(About.REFUSAL, "lost", "red")
        heard.until(lambda: bool(heard.book.getvalue()))
        heard.speech.say(About.REFUSAL, "heard", "red")
        heard.until(lambda: heard.lines[-1:] == ["fr heard"])
    assert "could not be begun (Resource temporarily unavailable)" in heard.book.getvalue()


def test_espeak_ng_has_a_voice_for_every_language(tmp_path: Path, missing_tool: type[MissingTool]) -> None:
    if shutil.which("espeak-ng") is None:
        missing_tool("espeak-ng")
    for language in LANGUAGES:
        sound = tmp_path / f"{language}.wav"
        subprocess.run(
            ["espeak-ng", "-v", language, "--stdin", "-w", str(sound)], input=b"Signifer, 9.", check=True
        )
        with wave.open(str(sound)) as found:
            assert found.getnframes() / found.getframerate() > 0.5
