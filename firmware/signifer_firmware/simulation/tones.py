"""Tones at a buzzer's pin, as a listener takes them: for scripts, which expect to hear something."""

from __future__ import annotations

from collections.abc import Iterable

from signifer_drivers.virtual.buzzer import Tone

from signifer_firmware.runtime.sound import PATTERNS, Sound


def recognised(tones: Iterable[Tone]) -> list[tuple[Sound, int]]:
    """Which sounds a listener tells from ``tones``, each with its beginning; also those that were broken off."""
    pitches = {hz: sound for sound, pattern in PATTERNS.items() for hz, _, _ in pattern}
    found: list[tuple[Sound, int]] = []
    end_us = 0
    for tone in tones:
        sound = pitches[tone.hz]
        if not found or found[-1][0] is not sound or tone.start_us >= end_us:
            found.append((sound, tone.start_us))
            end_us = tone.start_us + sum(length_us + pause_us for _, length_us, pause_us in PATTERNS[sound])
    return found
