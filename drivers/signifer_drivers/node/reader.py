"""One antenna of a column node, as whoever reads it needs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from signifer_drivers.readers.faults import NODE_AWAY, NODE_FILES, ReaderError
from signifer_drivers.readers.reader import Reading

from .host import Node
from .results import NodeError, NodeVisit


def reader_error(reader: str, node: Node, error: NodeError) -> ReaderError:
    """Why a reader of ``node`` fails."""
    of_node = error.cause in (NODE_AWAY, NODE_FILES)
    detail = f"{node.name}, {error.detail}" if of_node else error.detail
    return ReaderError(reader, error.cause, detail, error.heard)


class NodeReader:
    """One antenna of a node: where a bank finds it, and a bank.BankReader for who reads it alone.

    ``wait`` lets so many microseconds pass.
    """

    def __init__(self, name: str, node: Node, reader: int, *, wait: Callable[[int], None]) -> None:
        self.name = name
        self.node = node
        self.reader = reader
        self._wait = wait

    def switch_on(self) -> None:
        """Have it greeted; a node brings fields up by itself. Raises ReaderError if it is away."""
        wake_us = self.node.step()
        while self.node.is_greeting:
            self._wait(max(1, wake_us - self.node.now_us()))
            wake_us = self.node.step()
        if self.node.error is not None:
            raise reader_error(self.name, self.node, self.node.error)

    def read(self, known: Sequence[bytes] = (), tries: int = 1) -> Reading:
        """Ask for ``known`` tags, each up to ``tries`` times, find all others, have the field switched off.

        Waits for the answer. Raises ReaderError.
        """
        node = self.node
        # A visit that was broken off, as by Ctrl-C, has left its token out, or what came of it.
        while node.is_busy:
            self._wait(max(1, node.step() - node.now_us()))
        node.take()
        visits: list[NodeVisit] = []
        while not visits:
            wake_us = node.grant([(self.reader, known)], tries=tries)
            while node.is_busy or (node.is_there and not node.is_ready):
                self._wait(max(1, wake_us - node.now_us()))
                wake_us = node.step()
            visits = node.take()
        (visit,) = visits
        if visit.reading is None:
            assert visit.error is not None
            raise reader_error(self.name, node, visit.error)
        return visit.reading

    def visit(self) -> Reading:
        """Field on, inventory of all tags, field off. Raises ReaderError."""
        self.switch_on()
        return self.read()

    def lost(self) -> None:
        """Pull the reset line of the node, too: what was believed of its field no longer holds."""
        self.node.reset_readers()
