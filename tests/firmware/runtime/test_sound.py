"""Sounds on the virtual clock: what is heard when, how loud, and which of several wins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from signifer_core.procedure import Prompt
from signifer_core.rules import Fix, Refusal, Verb
from signifer_drivers.io.buzzer import HIGHEST_HZ, LOWEST_HZ, Buzzer
from signifer_drivers.virtual.buzzer import Ear, MixedPins, Tone
from signifer_drivers.virtual.clock import VirtualClock
from signifer_firmware.kernel.scheduler import NEVER
from signifer_firmware.runtime.sound import DUTY, PATTERNS, Sound, SoundUnit, sound_of
from signifer_firmware.scripting.slots import SOUNDS
from signifer_firmware.session.events import News, NewsKind
from signifer_firmware.session.settings import VOLUMES
from signifer_firmware.simulation.tones import recognised

BOTH = frozenset({"red", "blue"})
RED, BLUE = frozenset({"red"}), frozenset({"blue"})


class Bench:
    def __init__(self) -> None:
        self.clock = VirtualClock(5_000_000)
        self.factory = MixedPins()
        self.ear = Ear(self.factory, 18, self.clock)
        self.buzzer = Buzzer(18, pin_factory=self.factory)
        self.volume = "full"
        self.faults: list[tuple[str, str | None]] = []
        self.unit = SoundUnit(
            self.buzzer, lambda: self.volume, lambda part, cause, _: self.faults.append((part, cause))
        )

    def want(self, *sounds: Sound) -> None:
        for sound in sounds:
            self.unit.want(sound)

    def run(self, us: int = 10_000_000) -> int:
        """Let time pass as the scheduler does, no step before its time; how many steps it took."""
        end_us, steps = self.clock.now_us + us, 0
        wake_us = self.unit.step(self.clock.now_us)
        while wake_us <= end_us:
            assert wake_us > self.clock.now_us
            self.clock.catch_up(wake_us)
            wake_us = self.unit.step(self.clock.now_us)
            steps += 1
        self.clock.catch_up(end_us)
        return steps

    def heard(self) -> list[Sound]:
        return [sound for sound, _ in recognised(self.ear.tones)]


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.buzzer.close()


def length_us(sound: Sound) -> int:
    return sum(tone + pause for _, tone, pause in PATTERNS[sound])


@pytest.mark.parametrize("sound", Sound)
def test_a_sound_is_its_pattern_to_the_microsecond_and_then_nothing_is_due(
    sound: Sound, bench: Bench
) -> None:
    bench.want(sound)
    start_us = bench.clock.now_us
    steps = bench.run()
    tones, at_us = [], start_us
    for hz, tone_us, pause_us in PATTERNS[sound]:
        tones.append(Tone(at_us, hz, 0.5, tone_us))
        at_us += tone_us + pause_us
    assert bench.ear.tones == tones
    assert steps == 2 * len(tones) - 1, "one step for each beginning and end"
    assert bench.unit.step(bench.clock.now_us) == NEVER
    assert recognised(bench.ear.tones) == [(sound, start_us)]


def test_sounds_are_short_in_the_buzzers_range_and_no_two_share_a_pitch() -> None:
    for sound, pattern in PATTERNS.items():
        assert length_us(sound) <= 400_000
        assert all(LOWEST_HZ <= hz <= HIGHEST_HZ for hz, _, _ in pattern)
    pitches = [{hz for hz, _, _ in pattern} for pattern in PATTERNS.values()]
    assert sum(map(len, pitches)) == len(set.union(*pitches))
    assert length_us(Sound.TICK) < 20_000


def test_any_two_sounds_differ_in_rhythm_alone() -> None:
    """An active buzzer has one pitch: another number of beats, or one that is three times as long, tells them apart."""
    for one, other in combinations(PATTERNS.values(), 2):
        beats = [(a[1], b[1]) for a, b in zip(one, other, strict=False)]
        assert len(one) != len(other) or any(max(pair) >= 3 * min(pair) for pair in beats)


@pytest.mark.parametrize("volume", VOLUMES)
def test_volume_is_duty_and_off_is_silence(volume: str, bench: Bench) -> None:
    bench.volume = volume
    bench.want(Sound.TURN)
    bench.run()
    assert [tone.duty for tone in bench.ear.tones] == ([] if volume == "off" else [DUTY[volume]] * 2)
    assert 0 < DUTY["quiet"] <= DUTY["full"] / 5 == 0.1


def test_a_volume_that_is_changed_counts_from_the_next_tone(bench: Bench) -> None:
    bench.want(Sound.ROLL)
    bench.run(30_000)
    bench.volume = "quiet"
    bench.run(60_000)
    bench.volume = "off"
    bench.run()
    assert [tone.duty for tone in bench.ear.tones] == [DUTY["full"], DUTY["quiet"]]


@pytest.mark.parametrize(("one", "other"), [*product(Sound, repeat=2)])
def test_of_two_at_once_the_more_important_is_heard_alone(one: Sound, other: Sound, bench: Bench) -> None:
    bench.want(one, other)
    bench.run()
    assert bench.heard() == [max(one, other)]


def test_what_is_refused_matters_most_and_a_tick_least() -> None:
    assert sorted(Sound) == [Sound.TICK, Sound.ACCEPTED, Sound.TURN, Sound.ROLL, Sound.REFUSED]
    assert tuple(sound.name.lower() for sound in Sound) == SOUNDS


@pytest.mark.parametrize(("first", "second"), [*product(Sound, repeat=2)])
def test_while_one_sounds_only_a_more_important_one_breaks_in(
    first: Sound, second: Sound, bench: Bench
) -> None:
    bench.want(first)
    bench.run(10_000)
    bench.want(second)
    bench.run()
    if second > first:
        assert bench.heard() == [first, second]
        assert bench.ear.tones[0].length_us == 10_000, "it is broken off"
        assert bench.ear.tones[1].start_us == 5_010_000
    else:
        assert bench.heard() == [first]
        assert len(bench.ear.tones) == len(PATTERNS[first]), "it does not begin again"
    bench.want(second)
    bench.run()
    assert bench.heard()[-1] is second, "nothing is left over"


def test_a_table_without_buzzer_is_silent_and_nothing_fails() -> None:
    faults: list[str] = []
    unit = SoundUnit(None, lambda: "full", lambda part, cause, at_us: faults.append(part))
    unit.want(Sound.REFUSED)
    assert (unit.step(0), unit.due, faults) == (NEVER, False, [])


def test_a_buzzer_that_fails_is_named_once_and_leaves_the_table_in_peace(bench: Bench) -> None:
    bench.want(Sound.TURN)
    bench.run(10_000)
    bench.buzzer.close()
    bench.run()
    for sound in Sound:
        bench.want(sound)
        assert bench.unit.step(bench.clock.now_us) == NEVER
    assert [part for part, _ in bench.faults] == ["buzzer"]


def test_it_is_the_turn_of_whoever_had_nothing_to_decide_before(bench: Bench) -> None:
    moments = [
        (RED, []),
        (RED, []),
        (BLUE, [Sound.TURN]),
        (BOTH, [Sound.TURN]),
        (RED, []),
        (frozenset(), []),
        (RED, [Sound.TURN]),
    ]
    for deciding, wanted in moments:
        bench.ear.tones.clear()
        bench.unit.decides(deciding)
        bench.run()
        assert bench.heard() == wanted, deciding


REFUSED = Refusal("no-enemy", "red", "FG-C1", Fix(Verb.PRESS))


@pytest.mark.parametrize(
    ("kind", "what", "sound"),
    [
        ("refused", {"refusal": REFUSED}, Sound.REFUSED),
        ("roll", {"player": "red", "value": 3, "for": "free"}, Sound.ROLL),
        ("action", {"player": "red", "text": "pay 3"}, Sound.ACCEPTED),
        ("prompt", {"prompt": Prompt("red", "terrain", "terrain-ok")}, Sound.ACCEPTED),
        ("prompt", {"prompt": Prompt("red", "act", "charge")}, Sound.ACCEPTED),
        ("prompt", {"prompt": Prompt("red", "army", "dice-columns")}, Sound.ACCEPTED),
        ("prompt", {"prompt": Prompt("red", "actions", "pay")}, None),
        ("correction", {"correction": None}, None),
        ("fault", {"part": "screen red", "state": "fault", "cause": "x"}, None),
    ],
)
def test_news_and_its_sound(kind: NewsKind, what: dict[str, Any], sound: Sound | None) -> None:
    assert sound_of(News(0, kind, what)) is sound


def test_a_listener_tells_sounds_that_follow_each_other_and_those_that_are_broken_off() -> None:
    roll = PATTERNS[Sound.ROLL][0]
    beat = roll[1] + roll[2]
    tones = [Tone(n * beat, roll[0], 0.5, roll[1]) for n in range(5)]
    again = [tone._replace(start_us=tone.start_us + 5 * beat) for tone in tones]
    assert recognised([*tones, *again]) == [(Sound.ROLL, 0), (Sound.ROLL, 5 * beat)]
    cut = [*tones[:2], Tone(beat + 10, 1200, 0.5)]
    assert recognised(cut) == [(Sound.ROLL, 0), (Sound.REFUSED, beat + 10)]
    assert recognised([]) == []
