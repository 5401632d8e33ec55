"""Tracks between pads: a search on the grid, net by net, on two layers; then ground over all that is left.

A net that finds no way is routed first in the next try. The same board is routed the same way each time.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from .board import BOTTOM, GRID, TOP, Board, Track, Via
from .check import copper, near, of_track

Node = tuple[int, int, int]  # column, row, layer

WIDTH, MESH_WIDTH = 400, 500
VIA_SIZE, VIA_DRILL = 900, 400
# Above, ways across are cheap, below those along: so ways cross each other without trouble.
_STEP, _AGAINST, _VIA = 10, 17, 60
_TRIES = 12
_WIDER = (1500, 1200, 1000, 800, 600)


class NoWayError(Exception):
    """A net that finds no way, however early it is routed."""


def routed(board: Board, ground: str, wide: Iterable[str]) -> Board:
    """The board with tracks and vias; NoWayError if a net finds none. ``wide``: nets widened where they can be."""
    order = sorted(
        (net for net in board.net_names if net != ground), key=lambda net: (_span(board, net), net)
    )
    order.append(ground)
    for _ in range(_TRIES):
        grid = _Grid(board)
        stuck = next((net for net in order if not grid.connect(net)), None)
        if stuck is None:
            made = replace(board, tracks=tuple(grid.tracks()), vias=tuple(grid.vias()))
            made = replace(made, tracks=_widened(made, set(wide)))
            return replace(made, tracks=(*made.tracks, *grid.mesh(ground)))
        order.remove(stuck)
        order.insert(0, stuck)
    raise NoWayError(f"{board.name}: {stuck} finds no way")


def _span(board: Board, net: str) -> int:
    """Half the way around a net's pads."""
    places = [(part.x + pad.x, part.y + pad.y) for part, pad, its in board.pads() if its == net]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return max(xs) - min(xs) + max(ys) - min(ys)


class _Grid:
    """Who has which node: a net's name, or "" where nobody may be; and the ways that were found."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.columns, self.rows = board.width // GRID, board.height // GRID
        self.taken: dict[Node, str] = {}
        self.pads: dict[str, list[tuple[int, int]]] = {}
        self.through: set[tuple[int, int]] = set()
        self.holes: dict[tuple[int, int], str] = {}
        self.ways: list[tuple[str, list[Node]]] = []
        for part, pad, net in board.pads():
            at = (part.x + pad.x) // GRID, (part.y + pad.y) // GRID
            if (part.x + pad.x) % GRID or (part.y + pad.y) % GRID:
                raise NoWayError(f"{part.ref}.{pad.number} is off the grid")
            self.through.add(at)
            self._keep(at, pad.size // 2 + 450 if pad.size > 1600 else 0, net)
            if net:
                self.pads.setdefault(net, []).append(at)
        for hole in board.holes:
            self._keep((hole.x // GRID, hole.y // GRID), hole.drill, "")

    def _keep(self, at: tuple[int, int], radius: int, net: str) -> None:
        """A pad's or a hole's own nodes, and those that it comes too near to."""
        reach = radius // GRID + 1
        for column in range(at[0] - reach, at[0] + reach + 1):
            for row in range(at[1] - reach, at[1] + reach + 1):
                away = ((column - at[0]) ** 2 + (row - at[1]) ** 2) * GRID * GRID
                if away <= radius * radius:
                    for layer in (TOP, BOTTOM):
                        self.taken[column, row, layer] = net or "-"

    def free(self, node: Node, net: str) -> bool:
        column, row, _ = node
        inside = 0 < column < self.columns and 0 < row < self.rows
        return inside and self.taken.get(node, net) == net

    def connect(self, net: str) -> bool:
        """Join all pads of a net, the nearest first; False if one cannot be reached."""
        pads = self.pads.get(net, [])
        tree = {(*pads[0], TOP), (*pads[0], BOTTOM)} if pads else set()
        left = pads[1:]
        while left:
            goal = min(left, key=lambda pad: min(_away(node, pad) for node in tree))
            way = self._way(net, tree, goal)
            if way is None:
                return False
            self.ways.append((net, way))
            for node in way:
                self.taken[node] = net
                tree.add(node)
            for (column, row, layer), (_, _, other) in pairwise(way):
                if layer != other and (column, row) not in self.through:
                    self.holes[column, row] = net
            tree |= {(*goal, TOP), (*goal, BOTTOM)}
            left.remove(goal)
        return True

    def _way(self, net: str, tree: set[Node], goal: tuple[int, int]) -> list[Node] | None:
        """The cheapest way from a net's tree to a pad; whoever is nearer to it is tried first."""
        heap = [(_STEP * _away(node, goal), *node) for node in tree]
        heapq.heapify(heap)
        cost, before = dict.fromkeys(tree, 0), dict[Node, Node]()
        done: set[Node] = set()
        while heap:
            _, *where = heapq.heappop(heap)
            node = (where[0], where[1], where[2])
            if node[:2] == goal:
                way = [node]
                while way[-1] in before:
                    way.append(before[way[-1]])
                return way[::-1]
            if node in done:
                continue
            done.add(node)
            spent = cost[node]
            for step, other in self._steps(node, net):
                if spent + step < cost.get(other, 1 << 30):
                    cost[other], before[other] = spent + step, node
                    heapq.heappush(heap, (spent + step + _STEP * _away(other, goal), *other))
        return None

    def _steps(self, node: Node, net: str) -> Iterator[tuple[int, Node]]:
        column, row, layer = node
        for across, along in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            other = (column + across, row + along, layer)
            if self.free(other, net):
                yield (_STEP if bool(across) == (layer == TOP) else _AGAINST), other
        other = (column, row, 1 - layer)
        if self.free(other, net):
            if (column, row) in self.through or self.holes.get((column, row)) == net:
                yield 0, other
            elif self._room_for_via(column, row, net):
                yield _VIA, other

    def _room_for_via(self, column: int, row: int, net: str) -> bool:
        """No pad beside it, and no other via: their rings would be too near."""
        beside = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
        return not any(at in self.through or at in self.holes for at in beside)

    def tracks(self) -> Iterator[Track]:
        for net, way in self.ways:
            start = way[0]
            for at, node in enumerate(way[1:], 1):
                after = way[at + 1] if at + 1 < len(way) else None
                if node[2] != way[at - 1][2]:
                    start = node
                elif after is None or not _straight(way[at - 1], node, after):
                    yield _track(net, start, node, WIDTH)
                    start = node

    def vias(self) -> Iterator[Via]:
        for (column, row), net in sorted(self.holes.items()):
            yield Via(net, column * GRID, row * GRID, VIA_SIZE, VIA_DRILL)

    def mesh(self, ground: str) -> Iterator[Track]:
        """Ground on every node that is left and that ground's pads reach, as lines across and along."""
        reached = self._flood(ground)
        for layer in (TOP, BOTTOM):
            for row in range(1, self.rows):
                yield from self._lines(ground, reached, [(at, row, layer) for at in range(1, self.columns)])
            for column in range(1, self.columns):
                yield from self._lines(ground, reached, [(column, at, layer) for at in range(1, self.rows)])

    def _flood(self, ground: str) -> set[Node]:
        """All that ground reaches, without ends that lead nowhere."""
        found = {(*pad, layer) for pad in self.pads.get(ground, []) for layer in (TOP, BOTTOM)}
        heap = sorted(found)
        while heap:
            for other in _beside(heap.pop()):
                if other not in found and self.free(other, ground):
                    found.add(other)
                    heap.append(other)
        ends = list(found)
        while ends:
            node = ends.pop()
            if node not in found or node[:2] in self.through:
                continue
            beside = [other for other in _beside(node) if other in found]
            if len(beside) < 2:
                found.discard(node)
                ends += beside
        return found

    def _lines(self, ground: str, reached: set[Node], nodes: list[Node]) -> Iterator[Track]:
        run: list[Node] = []
        for node in (*nodes, None):
            if node in reached:
                run.append(node)
                continue
            if len(run) > 1:
                yield _track(ground, run[0], run[-1], MESH_WIDTH)
            run = []


def _beside(node: Node) -> tuple[Node, ...]:
    column, row, layer = node
    return (
        (column + 1, row, layer),
        (column - 1, row, layer),
        (column, row + 1, layer),
        (column, row - 1, layer),
    )


def _away(node: Node, pad: tuple[int, int]) -> int:
    return abs(node[0] - pad[0]) + abs(node[1] - pad[1])


def _straight(one: Node, two: Node, three: Node) -> bool:
    return (two[0] - one[0], two[1] - one[1], two[2] - one[2]) == (
        three[0] - two[0],
        three[1] - two[1],
        three[2] - two[2],
    )


def _track(net: str, start: Node, end: Node, width: int) -> Track:
    return Track(net, start[2], start[0] * GRID, start[1] * GRID, end[0] * GRID, end[1] * GRID, width)


def _widened(board: Board, nets: set[str]) -> tuple[Track, ...]:
    """Tracks of some nets as wide as their neighbours allow, with room for ground beside them."""
    room = max(board.rules.clearance, GRID // 2 - MESH_WIDTH // 2)
    pieces = copper(board)
    first = len(pieces) - len(board.vias) - len(board.tracks)
    found = list(board.tracks)
    for at, track in enumerate(found):
        if track.net not in nets:
            continue
        others = [piece for piece in pieces if piece.net != track.net and track.layer in piece.layers]
        wider = (replace(track, width=width) for width in _WIDER)
        found[at] = next((one for one in wider if not near(others, one, room)), track)
        pieces[first + at] = of_track(found[at])
    return tuple(found)
