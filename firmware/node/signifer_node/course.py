"""What was done on a reader's wire, to be done again in one go as long as the same comes back. Runs under MicroPython.

At a table at rest a visit is the same to the byte as the one before. Its course is what went over the wire: batches
with their answers, and waits. A port that can `play` one does so without the program; at the first answer that differs
it stops, and the program is run after all: what was heard by then is not asked for again.
"""

from signifer_drivers.portable import native as micropython

MYPY = False
if MYPY:
    from collections.abc import Callable
    from typing import Any

    from signifer_drivers.io.spi import SpiPort

    # A batch and what came back, or microseconds that passed.
    Step = tuple[list[bytes], list[bytes]] | int


class LeaseError(OSError):
    """The time for which the host gave leave to use a field has ended."""


class Course:
    """``steps`` that took ``us`` microseconds, and ``script``: what the port made of them."""

    def __init__(self, steps: "list[Step]", us: int, script: object) -> None:
        self.steps = steps
        self.us = us
        self.script = script


class LeasedPort:
    """A reader's port that works no longer than ``until_us``, unless that is None, and can record and play courses.

    Whoever asks a tag waits for its answer, so it is asked there whether the time will be over by then, and not for
    each batch.
    """

    def __init__(self, port: "SpiPort") -> None:
        self.until_us: int | None = None
        self.now_us = port.now_us
        self._port: Any = port
        self._transfer = port.transfer
        self._delay_us = port.delay_us
        self._plays = getattr(port, "plays", False)
        self._steps: list[Step] = []
        self._from_us = 0
        self._at = 0
        self._differs_at = 0
        self.live()

    def live(self) -> None:
        """Be a port and no more."""
        self._records = False
        self.transfer: Callable[[list[bytes]], list[bytes]] = self._transfer
        self.delay_us: Callable[[int], None] = self._leased_delay_us

    @micropython.native
    def _leased_delay_us(self, us: int) -> None:
        """See SpiPort. Raises LeaseError."""
        until_us = self.until_us
        if until_us is not None and self.now_us() + us >= until_us:
            raise LeaseError()
        self._delay_us(us)

    # A course is made

    def record(self) -> None:
        """Write down what is done from now on, if the port can play it."""
        if self._plays:
            self._records = True
            self._steps = []
            self._from_us = self.now_us()
            self.transfer = self._recorded
            self.delay_us = self._recorded_delay_us

    def recorded(self) -> "tuple[list[Step], int]":
        """What was written down, and the time it took; be a port again."""
        steps = self._steps if self._records else []
        self._steps = []
        self.live()
        return steps, self.now_us() - self._from_us

    def course(self, recorded: "tuple[list[Step], int]") -> "Course | None":
        """Make a course of what was recorded, which takes milliseconds; None if it cannot be played."""
        steps, us = recorded
        script = self._port.course(steps) if steps else None
        return None if script is None else Course(steps, us, script)

    @micropython.native
    def _recorded(self, batch: "list[bytes]") -> "list[bytes]":
        answers = self._transfer(batch)
        # What the port gave holds until the next batch. Where nothing was read it may be the batch itself.
        self._steps.append((batch, batch if answers is batch else [bytes(answer) for answer in answers]))
        return answers

    @micropython.native
    def _recorded_delay_us(self, us: int) -> None:
        self._leased_delay_us(us)
        self._steps.append(us)

    # ... and done again

    @micropython.native
    def again(self, course: Course) -> bool:
        """Whether ``course`` went as it did before. If not, the program's next steps get what was heard meanwhile.

        A course that the lease leaves no time for is not begun.
        """
        until_us = self.until_us
        if until_us is not None and self.now_us() + course.us >= until_us:
            return False
        done: int = self._port.play(course.script)
        if done == len(course.steps):
            return True
        self._steps = course.steps
        self._at = 0
        self._differs_at = done
        self.transfer = self._replayed
        self.delay_us = self._replayed_delay_us
        return False

    @micropython.native
    def _replayed(self, batch: "list[bytes]") -> "list[bytes]":
        step = self._steps[self._at]
        if isinstance(step, int) or step[0] != batch:
            # Not what was done then: from here on it is done.
            self.live()
            return self._transfer(batch)
        if self._at < self._differs_at:
            self._at += 1
            return step[1]
        self.live()
        answers: list[bytes] = self._port.differs
        return answers

    @micropython.native
    def _replayed_delay_us(self, us: int) -> None:
        """It has passed already."""
        if self._steps[self._at] == us:
            self._at += 1
        else:
            self.live()
            self._leased_delay_us(us)
