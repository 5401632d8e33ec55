"""What somebody sends to the table's computer, onto its disk: by a thread, for a card can be slow, and the pages of all
others are answered by the loop that would wait for it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO, TypeVar

Found = TypeVar("Found")


async def in_thread(work: Callable[[], Found]) -> Found:
    """What ``work`` finds, which a thread does. Whoever is cancelled meanwhile goes on only when it has ended: nothing
    is closed or deleted under its hands."""
    doing = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(doing)
    except asyncio.CancelledError:
        while not doing.done():
            try:
                await asyncio.wait([doing])
            except asyncio.CancelledError:
                continue
        if not doing.cancelled():
            doing.exception()  # nobody asks for it any more
        raise


class Received:
    """A file at ``path`` that grows by pieces, each written before the next one is taken in: so no more than one is in
    memory, and they lie in their order. OSError, where the disk says so."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] | None = None

    async def __aenter__(self) -> Received:
        def opened() -> None:
            self._file = self.path.open("wb")

        try:
            await in_thread(opened)
        except asyncio.CancelledError:
            # It was opened all the same, and nobody leaves what nobody has entered.
            if self._file is not None:
                await in_thread(self._file.close)
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        await in_thread(self._out.close)

    @property
    def _out(self) -> IO[bytes]:
        assert self._file is not None, "opened before"
        return self._file

    async def write(self, piece: bytes) -> None:
        """One piece more."""
        await in_thread(lambda: put(self._out, piece))

    async def keep(self) -> None:
        """All of it is on the disk."""

        def sync() -> None:
            self._out.flush()
            os.fsync(self._out.fileno())

        await in_thread(sync)

    async def so_far(self, look: Callable[[Path], Found]) -> Found:
        """What a look at what is there by now finds."""

        def looked() -> Found:
            self._out.flush()
            return look(self.path)

        return await in_thread(looked)


def put(file: IO[bytes], piece: bytes) -> None:
    """Write a piece."""
    file.write(piece)
