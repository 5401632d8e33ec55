"""What twins of the MFRC522 have learned: what batches do, by the state of a chip and the tags above it.

See `mfrc522_memoised`, which finds it out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Lock

from signifer_drivers.portable import registers as r

from .rf_frames import Answer

# So many sets of tags are remembered, and so many batches above each.
_MOST_BOOKS = 96
_MOST_LEARNED = 4000

# Of each tag: its state, its home, its level, and whether it has been asked since it has power.
Tags = tuple[tuple[str, str, int, bool], ...]


class State:
    """A chip at rest, whole: registers, FIFO, whether Status2Reg still tells of a frame that was sent; and the tags
    above it, if they have power. ``moves`` is what is known of it: what a batch does, None if that is not always the
    same; ``late`` what it does if the timer runs out meanwhile (`Book.late`).
    """

    __slots__ = ("fifo", "late", "moves", "regs", "sent", "tags")

    def __init__(self, regs: bytes, fifo: bytes, sent: bool, tags: Tags) -> None:
        self.regs = regs
        self.fifo = fifo
        self.sent = sent
        self.tags = tags
        self.moves: dict[tuple[bytes, ...], Move | None] = {}
        self.late: dict[tuple[bytes, ...], Move] = {}


@dataclass(frozen=True, slots=True)
class Air:
    """A frame that was sent: registers and FIFO until something comes of it, how long it lasts, what is answered, and
    after how many us all of it is certainly over. ``timer_us``: so long after the frame the timer runs out that no
    answer stops; None if it does not run."""

    regs: bytes
    fifo: bytes
    lasts_us: float
    answer: Answer | None
    over_us: int
    timer_us: float | None


@dataclass(frozen=True, slots=True)
class Move:
    """What a batch does. ``first`` and ``size``: the bytes of its first frame, and of all of them; ``done``: what
    `at_once` returns. ``switch``: the field goes on or off, after so many bytes."""

    first: int
    size: int
    done: tuple[list[bytes], int]
    after: State
    air: Air | None
    switch: tuple[bool, int] | None


@dataclass(slots=True)
class Book:
    """What is known above one set of tags: how many batches, and in which states."""

    states: dict[tuple[object, ...], State]
    learned: int = 0

    def state(self, regs: bytes, fifo: bytes, sent: bool, tags: Tags) -> State:
        """See State."""
        key = (regs, fifo, sent, tags)
        state = self.states.get(key)
        if state is None:
            state = self.states[key] = State(regs, fifo, sent, tags)
        return state

    def late(self, move: Move) -> Move:
        """What a batch that sends does if the timer runs out after it has cleared what that tells, and before it sends:
        then it is told until the batch after this."""
        assert move.air is not None
        after = move.after
        told = self.state(_ticked(after.regs), after.fifo, after.sent, after.tags)
        return replace(move, after=told, air=replace(move.air, regs=_ticked(move.air.regs)))


# By kind of chip and what lies above it; the last one used comes last.
_books: dict[tuple[object, ...], Book] = {}
_opening = Lock()


def book_of(key: tuple[object, ...]) -> Book:
    """What is known by all chips of a kind above tags that are alike, which ``key`` names."""
    # Tables of one program may live in several threads.
    with _opening:
        book = _books.pop(key, None)
        if book is None or book.learned > _MOST_LEARNED:
            book = Book({})
        if len(_books) >= _MOST_BOOKS:
            del _books[next(iter(_books))]
        _books[key] = book
    return book


def _ticked(regs: bytes) -> bytes:
    """Registers, once a timer has run out."""
    return regs[: r.ComIrqReg] + bytes((regs[r.ComIrqReg] | r.TimerIRq,)) + regs[r.ComIrqReg + 1 :]
