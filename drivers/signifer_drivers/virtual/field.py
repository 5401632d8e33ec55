"""Tags in the field of one antenna, after ISO/IEC 14443-3 type A: what they hear, and what their answers add up to.

Bits are numbers whose bit 0 goes over the air first. Of the protocol only what ends with HALT is here: requests,
anticollision, SELECT and HLTA, and the commands of a tag that has a memory (`ntag`); any other frame drops a tag
back to sleep, as an error does.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from signifer_drivers.portable.iso14443a import crc_a

from .rf_frames import Answer, flip, flipped
from .tag import ACTIVE, MASK, POWER_UP_US, Tag

# A tag begins its answer 1172 or 1236 carrier cycles after the last bit it heard, by that bit's value: their mean here.
ANSWER_DELAY_US = 1204 / 13.56
# And hears the next frame 1172 cycles after its own last bit.
NEXT_FRAME_DELAY_US = 1172 / 13.56

_SELECT_LEVEL = {0x93: 0, 0x95: 1, 0x97: 2}
_HALT_FRAME = b"\x50\x00" + crc_a(b"\x50\x00")
_MASK_OF_DATA = (1 << 8 * 182) - 1

# A simple budget in decibels. What the receiver makes of an answer is its gain, plus how well the tag is coupled, plus
# how strong the field is; below ENOUGH_DB answers are lost, so many a decibel. Above `Field.ceiling_db` of gain the
# receiver hears noise instead, in silence, too. At contact and 33 dB nothing is lost.
ENOUGH_DB = 25.0
MISS_A_DB = 8.0
CEILING_DB = 40.0
LOUD_CEILING_DB = 24.0
HISS_A_DB = 8.0
# A tag that is coupled worse than this, the strength of the field counted, has no power to answer.
POWER_DB = -14.0
# What a tag loses for each other one on top of it (in a stack the fourth from above has just enough), or close to it.
DEPTH_DB, DETUNED_DB = 4.0, 20.0
NEIGHBOUR_HISS = 10.0  # percent of exchanges that a neighbour's field spoils
SLOW_POWER_US = 7_000  # beyond POWER_UP_US
SLOW_ANSWER_US = 160.0  # beyond ANSWER_DELAY_US

# What of a field changes its answers, beside its tags.
_WEATHER = frozenset(
    {"noise_percent", "miss_percent", "stacked", "deep", "detuned", "slow", "neighbour", "ceiling_db"}
    | {"cross_percent", "beside", "lost_frames"}
)


class Field:
    """The field of one antenna with the tags that lie on it.

    ``noise_percent``: of the frames in the air, each way, so many have one bit flipped (now and then two beside each
    other, and some flips spoil half a bit only). ``miss_percent``: of a tag's answers, so many are too weak to be
    heard. ``stacked``: tags lie exactly one upon the other, so two or more of them fall silent. ``deep``: they lie in
    a stack in the order laid, in which the lower ones fall silent. ``detuned``: they lie so close that each weakens the
    others. ``slow``: they need longer than the standard allows, for power and answers.
    ``ceiling_db``: from which gain on the receiver hears noise. ``neighbour``: the field of an antenna nearby stays on,
    so that tags never lose power, and spoils some exchanges. ``lost_frames``: so many of the next frames no tag hears.
    ``cross_percent``: in so many of this field's power-ups a tag over one of ``beside`` hears it, too, and answers.

    ``gain_db`` and ``drive_db`` (of the field, 0 as the chip has it after a reset) are what the chip was told.
    """

    def __init__(self, rng: random.Random | None = None) -> None:
        self._heeds: list[Callable[[], None]] = []
        # Whether nothing that `_changes` tells of leaves anything to chance; None: to be found out.
        self._rests: bool | None = None
        self._tags: list[Tag] = []
        self.rng = rng or random.Random(0)
        self.tossed = 0
        self.looked = 0
        self.noise_percent = 0.0
        self.miss_percent = 0.0
        self.stacked = False
        self.deep = False
        self.detuned = False
        self.slow = False
        self.neighbour = False
        self.ceiling_db = CEILING_DB
        self.cross_percent = 0.0
        self.lost_frames = 0
        self.beside: list[Field] = []
        self.gain_db = 33.0
        self.drive_db = 0.0
        self.powered_us: float | None = None
        self._guests: list[Tag] = []
        self._hosts: list[Field] = []
        self._lent = 0

    # Who relies on it that nothing changes here

    def heed(self, changes: Callable[[], None]) -> None:
        """Have ``changes`` called before anything about this field, or its tags, becomes another."""
        self._heeds.append(changes)

    def _changes(self) -> None:
        self._rests = None
        for heed in self._heeds:
            heed()

    @property
    def tags(self) -> list[Tag]:
        """The tags above this antenna; whoever looks at them may change them."""
        self._changes()
        self.looked += 1
        return self._tags

    @property
    def resting(self) -> tuple[Tag, ...]:
        """The tags above this antenna, for those who rely on them."""
        return tuple(self._tags)

    @property
    def steady(self) -> bool:
        """Whether the same frames have the same answers here as long as nobody `heed`s a change: the first frames after
        POWER_UP_US, and those that toss for nothing (``tossed``), alone."""
        if self._lent or self._guests or self.gain_db > self.ceiling_db:
            return False
        if self._rests is None:
            unsteady = not self.calm or self.lost_frames or self.stacked or self.slow
            self._rests = not (unsteady or any(tag.fleeting for tag in self._tags))
        return self._rests

    def _toss(self, percent: float) -> bool:
        """Whether something happens that does in so many cases."""
        self.tossed += 1
        return self.rng.random() * 100 < percent

    # Tags and power

    def put(self, tag: Tag) -> None:
        """Lay a tag on the antenna; if the field is on, it is awake ``wakes_us`` after the next frame in the air."""
        self._changes()
        tag.power_down()
        if self.powered_us is not None:
            tag.ready_us = -1.0
        self._tags.append(tag)

    def remove(self, tag: Tag) -> None:
        """Take a tag away (ValueError if it is not here)."""
        self._changes()
        self._tags.remove(tag)
        tag.power_down()

    def couple(self, tag: Tag, coupling_db: float) -> None:
        """Have a tag that lies here coupled otherwise."""
        self._changes()
        tag.coupling_db = coupling_db

    def power(self, on: bool, now_us: float) -> None:
        """Switch the field; off makes every tag forget everything, unless a neighbour's field feeds it."""
        if on == (self.powered_us is not None):
            return
        self.powered_us = now_us if on else None
        if not self.neighbour:
            for tag in self._tags:
                tag.power_down()
        for tag in self._guests:
            tag.power_down()
        for host in self._hosts:
            host._lent -= 1
        self._guests, self._hosts = [], []
        if on and self.cross_percent:
            self._hear_beside()

    def _hear_beside(self) -> None:
        """Take in the tags beside this antenna that it reaches this time; those in a field that is on have theirs, and
        those that lie stacked there are as deaf to this one as to their own."""
        self._hosts = [other for other in self.beside if other.powered_us is None]
        for host in self._hosts:
            host._changes()
            host._lent += 1
        near = [tag for host in self._hosts if not host._is_squared for tag in host._tags]
        self._guests = [tag for tag in near if self._toss(self.cross_percent)]

    @property
    def calm(self) -> bool:
        """Whether nothing is left to chance here: every visit to the same tags finds the same."""
        return not (
            self.noise_percent
            or self.miss_percent
            or self.cross_percent
            or self.detuned
            or self.neighbour
            or self.gain_db > self.ceiling_db
        )

    @property
    def answer_delay_us(self) -> float:
        """From the end of a frame to the start of the answer."""
        return ANSWER_DELAY_US + (SLOW_ANSWER_US if self.slow else 0.0)

    def _hiss_percent(self) -> float:
        """Of the exchanges, so many are drowned in noise that the receiver takes for an answer."""
        over_db = self.gain_db - self.ceiling_db
        return (HISS_A_DB * over_db if over_db > 0 else 0.0) + (NEIGHBOUR_HISS if self.neighbour else 0.0)

    def _lost(self, tag: Tag) -> bool:
        """Whether an answer of ``tag`` is too weak to be heard."""
        short_db = ENOUGH_DB - self.gain_db - self.drive_db - tag.coupling_db
        if self.detuned:
            short_db += DETUNED_DB * (len(self._tags) - 1)
        return short_db > 0 and self._toss(MISS_A_DB * short_db)

    def exchange(self, data: bytes, last_bits: int, now_us: float) -> Answer | None:
        """Let all tags hear a frame (of its last byte ``last_bits`` bits, 0 for all) and return their answer."""
        if self.powered_us is None:
            return None
        tags = self._awake(now_us)
        if self.lost_frames:
            self.lost_frames, tags = self.lost_frames - 1, []
        hiss = self._hiss_percent() if self.neighbour or self.gain_db > self.ceiling_db else 0.0
        if not tags:
            return self._hissed(None, hiss) if hiss else None
        if self.noise_percent and self._toss(self.noise_percent) and data:
            data, broken = flipped(self.rng, data, last_bits)
            if broken:
                data = b""
        answer = self._dispatch(tags, data, last_bits)
        if hiss:
            answer = self._hissed(answer, hiss)
        if answer and self.noise_percent and self._toss(self.noise_percent):
            flip(self.rng, answer)
        return answer

    def _hissed(self, answer: Answer | None, percent: float) -> Answer | None:
        """What the receiver hears with noise over it: now and then, and in silence, too, bits that nobody sent."""
        if not self._toss(percent):
            return answer
        bits = answer.bits if answer else self.rng.randrange(8, 41)
        split, offset = (answer.split, answer.offset) if answer else (0, 0)
        return Answer(
            self.rng.getrandbits(bits), 0, bits, split, offset, self.rng.getrandbits(6) | 1 << split
        )

    @property
    def _is_squared(self) -> bool:
        """Whether tags lie here that detune each other, so that none of them hears anything."""
        return self.stacked and len(self._tags) > 1

    def _awake(self, now_us: float) -> list[Tag]:
        """Return the tags that have enough power, have had it for long enough, and are not stacked."""
        if self.stacked and self._is_squared:
            for tag in self._tags:
                tag.power_down()
                tag.ready_us = -1.0
            return []
        assert self.powered_us is not None
        awake = []
        buried_db = DEPTH_DB * len(self._tags) if self.deep else 0.0
        for tag in (*self._tags, *self._guests) if self._guests else self._tags:
            if buried_db:
                buried_db = max(0.0, buried_db - DEPTH_DB)
            ready_us = tag.ready_us
            if ready_us is None or ready_us < 0:
                power_up_us = POWER_UP_US + SLOW_POWER_US if self.slow else tag.wakes_us
                ready_us = tag.ready_us = (self.powered_us if ready_us is None else now_us) + power_up_us
            if now_us >= ready_us and tag.coupling_db + self.drive_db - buried_db >= POWER_DB:
                awake.append(tag)
        return awake

    def _dispatch(self, tags: list[Tag], data: bytes, last_bits: int) -> Answer | None:
        if last_bits == 7 and len(data) == 1 and data in (b"\x26", b"\x52"):
            wakes_all = data == b"\x52"
            return self._superpose([(tag, tag.atqa) for tag in tags if tag.request(wakes_all)], 16)
        level = _SELECT_LEVEL.get(data[0]) if len(data) > 1 else None
        if level is not None:
            nvb = data[1]
            if nvb == 0x70 and len(data) == 9 and not last_bits and crc_a(data[:7]) == data[7:]:
                part = int.from_bytes(data[2:7], "little")
                return self._superpose(
                    [(tag, tag.saks[level]) for tag in tags if tag.select(level, part)], 24
                )
            known = (len(data) - 2) * 8 - (8 - last_bits if last_bits else 0)
            if nvb == (2 + known // 8) << 4 | known % 8 and known < 40:
                prefix = int.from_bytes(data[2:], "little") & MASK[known]
                rest = [(tag, tag.parts[level] >> known) for tag in tags if tag.matches(level, prefix, known)]
                return self._superpose(rest, 40 - known, known)
        elif data == _HALT_FRAME and not last_bits:
            for tag in tags:
                tag.halt()
            return None
        return self._commanded(tags, b"" if last_bits else data)

    def _commanded(self, tags: list[Tag], data: bytes) -> Answer | None:
        """Let the selected tag do what it is told; whoever is not meant, or refuses, falls asleep."""
        answer = None
        for tag in tags:
            said = tag.memory.hear(data) if tag.memory is not None and tag.state is ACTIVE else None
            if said is not None:
                # What is in a memory may be another thing the next time.
                self.tossed += 1
            if said is None or said.sleeps:
                tag.sleep()
            # Who was taken away meanwhile answers nothing.
            if said is not None and tag.ready_us is not None:
                answer = self._superpose([(tag, said.value)], said.bits)
                if answer is not None:
                    answer.late_us = said.late_us
        return answer

    def _superpose(self, sent: list[tuple[Tag, int]], bits: int, offset: int = 0) -> Answer | None:
        if self.miss_percent:
            sent = [each for each in sent if not self._toss(self.miss_percent)]
        if sent:
            sent = [each for each in sent if not self._lost(each[0])]
        if not sent:
            return None
        if len(sent) == 1:
            return Answer(sent[0][1], 0, bits, offset % 8, offset)
        ones = zeros = 0
        for _, value in sent:
            ones |= value
            zeros |= ~value
        mask = MASK[bits] if bits < len(MASK) else _MASK_OF_DATA
        return Answer(ones, ones & zeros & mask, bits, offset % 8, offset)


class _Weather:
    """An attribute of a field that `_changes` is called before, so that chips are where they should be by then; what it
    holds is read as any other's is."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __set__(self, field: Field, value: object) -> None:
        field._changes()
        field.__dict__[self._name] = value
        # Whoever heeded it may have asked whether the field is steady, of the weather that was.
        field._rests = None


for _name in _WEATHER:
    setattr(Field, _name, _Weather(_name))
