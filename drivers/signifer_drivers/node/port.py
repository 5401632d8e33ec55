"""The serial port of a column node while it is open: frames in and out."""

from __future__ import annotations

from typing import Protocol

from signifer_drivers.portable import node_frames as nf

# Where nobody knows when bytes will come, they are looked for so often.
POLL_US = 1_000


class Stream(Protocol):
    """Both directions of one node's serial port. All but `close` raise OSError if it has gone."""

    def read(self) -> bytes:
        """Return what has come, b"" if nothing; never wait."""
        ...

    def due_us(self) -> int | None:
        """Return when to read again, on the host's clock: nothing will have come before. None if nobody knows."""
        ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class NodePort:
    """A stream that was opened at ``now_us``, and what came of a frame that is not complete."""

    def __init__(self, stream: Stream, now_us: int) -> None:
        self._stream = stream
        self._decoder = nf.Decoder()
        self._byte_us = now_us
        self.write = stream.write
        self.close = stream.close

    @property
    def spoilt(self) -> int:
        """How many frames were spoilt on their way."""
        return self._decoder.broken

    def frames(self, now_us: int) -> list[nf.Frame]:
        """The frames that are complete by now. Raises OSError if the port has gone."""
        data = self._stream.read()
        if data:
            self._byte_us = now_us
            return self._decoder.feed(data)
        if self._decoder.buffer and now_us >= self._byte_us + nf.QUIET_US:
            return self._decoder.quiet()
        return []

    def wake_us(self, now_us: int) -> int:
        """When to look for frames again at the latest."""
        due_us = self._stream.due_us()
        wake_us = now_us + POLL_US if due_us is None else due_us
        return min(wake_us, self._byte_us + nf.QUIET_US) if self._decoder.buffer else wake_us
