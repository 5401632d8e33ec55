"""The USB sockets of a virtual table: cables of nodes, found by the number behind them as on a real hub."""

from __future__ import annotations

from collections.abc import Iterable

from signifer_core.errors import DriverError

from .node import VirtualNode, VirtualUsb


class Sockets:
    """Which node's cable is in which socket, by the socket's number."""

    def __init__(self, nodes: Iterable[VirtualNode]) -> None:
        self.nodes = list(nodes)

    def open(self, serial: bytes) -> VirtualUsb:
        """The port of the node with this number. Raises DriverError if it is in no socket, or not up."""
        for node in self.nodes:
            if node.serial == serial:
                return node.open()
        raise DriverError("no USB device has its number")

    def swap(self, first: int, second: int) -> None:
        """Pull the cables out of two sockets, and put each into the other one."""
        nodes = self.nodes
        for socket in (first, second):
            nodes[socket].unplug()
        nodes[first], nodes[second] = nodes[second], nodes[first]
        for socket in (first, second):
            nodes[socket].plug()
