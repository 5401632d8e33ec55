"""The MFRC522 as tests and virtual tables use it: it does what `virtual.mfrc522` does, and learns what comes of it.

A chip at rest, above tags at rest in a steady field, does the same whenever it is told the same: so the answers to a
batch, and the state in which it leaves chip and tags, are found out once, by doing it, and looked up from then on: by
every chip of its kind in this program, above any tags that are like those.
Nothing is looked up unless it would come to the same bit by bit and at the same time: wherever chance, a pending
answer, tags that have no power yet, or a fault comes in, or a timer that still runs, but for that of a frame that
nobody has answered when the next one is sent, the chip is put where it should be by then and works on as
`virtual.mfrc522` does.
"""

from __future__ import annotations

from math import ceil

from signifer_drivers.portable import registers as r
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.transceiver import DRIVE_DB, GAIN_DB, NEVER, CollPosOrigin

from .field import ANSWER_DELAY_US, NEXT_FRAME_DELAY_US, Field
from .known_moves import Air, Book, Move, State, Tags, book_of
from .mfrc522 import PlainMfrc522, sends_at_once
from .sending_plans import sending_of
from .tag import Tag

# What is read of these depends on the time.
_TIMED = frozenset((r.Status1Reg, r.Status2Reg, r.TCounterValRegH, r.TCounterValRegL))


class Mfrc522Chip(PlainMfrc522):
    """See PlainMfrc522. Where ``_at`` is a state, chip and tags are there, and what they hold is out of date; ``_sent``
    is the move that sent the last frame since then, if any, at ``_air_us``; nothing of it is left from ``_over_us`` on.
    ``_last`` is the last move of all.
    """

    def __init__(
        self,
        clock: VirtualClock,
        field: Field,
        *,
        version: int = 0x92,
        coll_pos: CollPosOrigin = "aligned",
    ) -> None:
        self._at: State | None = None
        self._sent: Move | None = None
        self._last: Move | None = None
        self._air_us = 0.0
        self._over_us = 0.0
        # When all tags have had power for long enough, if the field is on.
        self._awake_us = 0.0
        self._tags: tuple[Tag, ...] = ()
        self._wakes_us = 0
        self._book: Book | None = None
        super().__init__(clock, field, version=version, coll_pos=coll_pos)
        field.heed(self._changed)

    # Whoever comes by another way finds chip and tags where they should be

    def reset(self) -> None:
        """See PlainMfrc522. It may be another chip from now on."""
        self._land()
        self._book = None
        super().reset()

    def hang(self, hangs: bool) -> None:
        """See PlainMfrc522."""
        self._land()
        super().hang(hangs)

    def heat(self, hot: bool) -> None:
        """See PlainMfrc522."""
        self._land()
        super().heat(hot)

    def exchange(self, frame: bytes) -> bytes:
        """See PlainMfrc522."""
        self._land()
        return super().exchange(frame)

    def inside(self) -> tuple[bytes, bytes]:
        """See PlainMfrc522."""
        self._land()
        return super().inside()

    def _changed(self) -> None:
        self._land()
        self._book = None

    def _land(self) -> None:
        """Put registers, FIFO, times and tags where batches that were looked up have brought them."""
        at, self._at = self._at, None
        if at is None:
            return
        sent, self._sent = self._sent, None
        air = None if sent is None else sent.air
        is_last = sent is not None and self._last is sent
        now = air if air is not None and is_last else at
        self._regs[:] = now.regs
        self._framing = self._regs[r.BitFramingReg]
        self._fifo[:] = now.fifo
        if air is not None:
            self._on_air(self._air_us, air.lasts_us, air.answer)
        if not is_last:
            self._sending = False
            self._answer = None
            self._heard_us = self._timer_due_us = NEVER
            if not at.sent:
                self._sent_us = NEVER
            self._plan()
        powered_us = self.field.powered_us
        if powered_us is not None:
            for tag, (state, home, level, asked) in zip(self._tags, at.tags, strict=True):
                tag.state, tag.home, tag.level = state, home, level
                if asked and tag.ready_us is None:
                    tag.ready_us = powered_us + tag.wakes_us

    def _landed(self, move: Move, ends_us: int) -> tuple[list[bytes], int]:
        """Somebody changed the field in the very moment in which it was switched: let only the chip's part be known."""
        self._catch_up(ends_us)
        self._regs[:] = move.after.regs
        self._framing = self._regs[r.BitFramingReg]
        self._fifo[:] = move.after.fifo
        if not move.after.sent:
            self._sent_us = NEVER
        self.clock.now_us = ends_us
        return move.done

    # What is known

    def at_once(self, batch: list[bytes], byte_us: int) -> tuple[list[bytes], int] | None:
        """See SpiChip."""
        at = self._at
        if at is None or self.brown_out:
            return self._slowly(batch, byte_us)
        key = tuple(batch)
        move = at.moves.get(key)
        clock = self.clock
        now_us = clock.now_us
        if now_us + len(batch[0]) * byte_us < self._over_us:
            late = self._is_late(at, key, byte_us)
            if late is None:
                return self._slowly(batch, byte_us)
            if key not in at.moves:
                return self._learned_meanwhile(at, key, byte_us, late)
            if late and move is not None and self._book is not None:
                move = at.late.get(key) or at.late.setdefault(key, self._book.late(move))
        if move is None:
            return self._slowly(batch, byte_us)
        ends_us = now_us + move.size * byte_us
        air = move.air
        if air is not None:
            # Tags that have answered just now are waited for.
            start_us = max(ends_us, self._quiet_us)
            if start_us < self._awake_us:
                return self._slowly(batch, byte_us)
            self._sent = move
            self._air_us = start_us
            self._over_us = start_us + air.over_us
            answer = air.answer
            if answer is not None:
                heard_us = start_us + air.lasts_us + ANSWER_DELAY_US + answer.length_us
                self._quiet_us = heard_us + NEXT_FRAME_DELAY_US
        elif move.switch is not None:
            on, size = move.switch
            at_us = now_us + size * byte_us
            self.field.power(on, at_us)
            self._awake_us = at_us + self._wakes_us if on else 0.0
            if self._at is None:
                return self._landed(move, ends_us)
        clock.now_us = ends_us
        self._last = move
        self._at = move.after
        return move.done

    def _is_late(self, at: State, batch: tuple[bytes, ...], byte_us: int) -> bool | None:
        """Of a batch that sends a frame while the timer still runs for the one before, which nobody has answered:
        whether that timer runs out when the second frame of the batch has cleared what it tells, and before the last
        one starts it again. None: this is another batch, or comes after another frame."""
        air = None if self._sent is None else self._sent.air
        sending = sending_of(batch)
        if air is None or air.answer is not None or air.timer_us is None:
            return None
        if sending is None or not sends_at_once(sending, at.regs):
            return None
        if at.regs[r.ModeReg] & r.TxWaitRF and self.field.powered_us is None:
            return None
        now_us = self.clock.now_us
        due_us = self._air_us + air.lasts_us + air.timer_us
        return now_us + 4 * byte_us < due_us <= now_us + sending.done[1] * byte_us

    def _learned_meanwhile(
        self, at: State, batch: tuple[bytes, ...], byte_us: int, late: bool
    ) -> tuple[list[bytes], int]:
        """Do such a batch, and learn from it: as if the timer had run out before, but for what that tells."""
        self._land()
        self._catch_up(self._over_us)
        done = self._learned(at, batch, byte_us)
        if not late:
            return done
        if self._at is None or self._last is None or self._book is None:
            self._regs[r.ComIrqReg] |= r.TimerIRq
            return done
        move = at.late[batch] = self._book.late(self._last)
        self._sent = self._last = move
        self._at = move.after
        return done

    def _slowly(self, batch: list[bytes], byte_us: int) -> tuple[list[bytes], int] | None:
        """Do it, and learn from it where that is possible."""
        if self._at is not None:
            self._land()
        if self.field.steady and not (self._hangs or self.brown_out or self.clock.now_us < self._up_us):
            first_us = self.clock.now_us + len(batch[0]) * byte_us
            if first_us >= self._due_us:
                self._catch_up(first_us)
            state = self._state()
            if state is not None:
                return self._from(state, tuple(batch), byte_us)
        return super().at_once(batch, byte_us)

    def _from(self, state: State, batch: tuple[bytes, ...], byte_us: int) -> tuple[list[bytes], int] | None:
        """Go on from a state in which the chip is."""
        if batch not in state.moves:
            return self._learned(state, batch, byte_us)
        move = state.moves[batch]
        ends_us = self.clock.now_us + sum(map(len, batch)) * byte_us
        if move is None or (move.air and max(ends_us, self._quiet_us) < self._awake_us):
            return super().at_once([*batch], byte_us)
        self._at, self._sent, self._over_us = state, None, 0
        return self.at_once([*batch], byte_us)

    def _state(self) -> State | None:
        """The state in which the chip is; None if it is not at rest, or may do something else the next time."""
        field, regs = self.field, self._regs
        if self._due_us < NEVER or not field.steady or not self._is_heard_as_set() or self._is_framed_late():
            return None
        powered_us = field.powered_us
        resting = field.resting
        tags: Tags = ()
        self._awake_us = 0.0
        if powered_us is not None:
            for tag in resting:
                ready_us = powered_us + tag.wakes_us if tag.ready_us is None else tag.ready_us
                if ready_us < 0:
                    return None
                if ready_us > self._awake_us:
                    self._awake_us = ready_us
            tags = tuple([(tag.state, tag.home, tag.level, tag.ready_us is not None) for tag in resting])
        book = self._book or self._opened(resting)
        return book.state(bytes(regs), bytes(self._fifo), self._sent_us < NEVER, tags)

    def _is_heard_as_set(self) -> bool:
        """Whether the field knows gain and drive as they are set."""
        field, regs = self.field, self._regs
        is_gain = field.gain_db == GAIN_DB[regs[r.RFCfgReg] >> 4 & 7]
        return is_gain and field.drive_db == DRIVE_DB[regs[r.CWGsPReg] & 0x3F]

    def _is_framed_late(self) -> bool:
        """Whether another framing was written after Transceive was started: no register tells of the one before."""
        regs = self._regs
        return regs[r.CommandReg] & 0x0F == r.Transceive and regs[r.BitFramingReg] != self._framing

    def _opened(self, resting: tuple[Tag, ...]) -> Book:
        kind = (self.coll_pos, self.coll_spoils, self.fifo_bytes)
        # What is in a memory changes no answer that is learned: see Field.
        above = tuple((tag.uid, *tag.saks, tag.coupling_db, tag.memory is None) for tag in resting)
        self._tags = resting
        self._wakes_us = max((tag.wakes_us for tag in resting), default=0)
        book = self._book = book_of((kind, above, self.field.deep))
        return book

    def _learned(self, state: State, batch: tuple[bytes, ...], byte_us: int) -> tuple[list[bytes], int]:
        """Do a batch, and note what it does if it always does that."""
        field = self.field
        book = self._book
        before = (field.tossed, self._timer_from_us, self._timer_stop_us)
        quiet_us, awake_us = self._quiet_us, self._awake_us
        self._beyond = False
        switches: list[tuple[bool, int]] = []
        is_plain = True
        done = super().at_once([*batch], byte_us)
        if done is None:
            done, is_plain = self._frame_by_frame(batch, byte_us, switches)
        if self._book is not book:
            # Somebody changed the field meanwhile.
            return done
        sends = self._sending
        is_plain = is_plain and not self._beyond and len(switches) + sends <= 1
        is_plain = is_plain and field.tossed == before[0] and field.steady and self._is_heard_as_set()
        is_plain = is_plain and not self._is_framed_late()
        if not sends:
            is_plain = is_plain and (self._timer_from_us, self._timer_stop_us) == before[1:]
        elif self._start_us <= quiet_us or self._start_us < awake_us:
            # It had to wait, or found tags without power: that is not what it mostly does.
            return done
        else:
            is_plain = is_plain and not self._regs[r.TModeReg] & r.TAutoRestart
        air = self._over() if sends and is_plain else None
        after = self._state() if is_plain else None
        if after is None:
            state.moves[batch] = None
            return done
        switch = switches[0] if switches else None
        self._goes(state, batch, Move(len(batch[0]), done[1], done, after, air, switch))
        return done

    def _frame_by_frame(
        self, batch: tuple[bytes, ...], byte_us: int, switches: list[tuple[bool, int]]
    ) -> tuple[tuple[list[bytes], int], bool]:
        """Do a batch, as `at_once`; and whether it reads nothing that depends on the time, and sends nothing before its
        last frame. ``switches``: where the field goes on or off is added."""
        clock, field = self.clock, self.field
        answers: list[bytes] = []
        size = 0
        sends = False
        is_plain = not any(map(_is_timed, batch))
        for frame in batch:
            is_plain = is_plain and not sends
            was_on = field.powered_us is not None
            size += len(frame)
            clock.now_us += len(frame) * byte_us
            answers.append(super().exchange(frame))
            is_on = field.powered_us is not None
            if is_on != was_on:
                switches.append((is_on, size))
            sends = self._sending
        return (answers, size), is_plain

    def _goes(self, state: State, batch: tuple[bytes, ...], move: Move) -> None:
        """Note what a batch does, and be where it has led, if all of it were over."""
        assert self._book is not None
        self._book.learned += 1
        state.moves[batch] = move
        self._at, self._over_us = move.after, 0
        if move.air is not None:
            self._sent = self._last = move
            self._air_us = self._start_us
            self._over_us = self._air_us + move.air.over_us

    def _over(self) -> Air:
        """What was sent just now; and have it over, ahead of time."""
        dues = [self._sent_us, self._heard_us, self._timer_due_us]
        over_us = max(due_us for due_us in dues if due_us < NEVER)
        air = Air(
            bytes(self._regs),
            bytes(self._fifo),
            self._lasts_us,
            self._answer,
            ceil(over_us - self._start_us) + 1,
            self._period_us() if self._regs[r.TModeReg] & r.TAuto else None,
        )
        self._catch_up(over_us)
        return air


def _is_timed(frame: bytes) -> bool:
    """Whether what a frame reads depends on the time."""
    return bool(frame[0] & 0x80) and any(byte >> 1 & 0x3F in _TIMED for byte in frame[:-1])
