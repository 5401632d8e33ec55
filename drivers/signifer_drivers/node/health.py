"""The health of a column node, in plain lines: for `signifer node list`, and whoever looks for a bad cable."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from signifer_drivers.portable import node_frames as nf
from signifer_drivers.portable.registers import GENUINE, VERSIONS
from signifer_drivers.readers.faults import NODE_AWAY, NODE_FILES, sentence

from .host import Node
from .port import POLL_US

# A node that has just got its power takes some 1.5 s to its first answer.
MEET_US = 3_000_000


def meet(node: Node, *, wait: Callable[[int], None], now_us: Callable[[], int], us: int = MEET_US) -> None:
    """Let time pass until a node has said who it is and how it fares, but no longer than ``us``.

    ``wait`` lets so many microseconds pass on the clock that is ``now_us``.
    """
    end_us = now_us() + us
    node.step()
    while not (node.is_there and node.health is not None) and now_us() < end_us:
        wait(POLL_US)
        node.step()


def health_lines(node: Node, zones: Mapping[int, str] | None = None) -> list[str]:
    """What a node has told of itself: a line about it, one about its cable, one for each reader of ``zones``.

    ``zones``: what each of its readers is for, by its number; all that it has, if None. A node that is away has one
    line, which says why.
    """
    if node.hello is None or node.error is not None:
        away = node.error
        cause, detail = (
            (away.cause, away.detail) if away is not None else (NODE_AWAY, "it has not said who it is")
        )
        return [f"{node.name}: {sentence(cause, detail)}"]
    health = node.health
    head = f"{node.name}: number {node.hello.serial.hex()}, files of version {node.hello.firmware}"
    if health is None:
        return [f"{head}; it has not said how it fares"]
    return [
        f"{head}, up {_time(health.up_ms // 1000)}, {health.free_bytes // 1024} KB of memory free",
        f"  {_many(health.visits, 'visit')}, {_many(health.broken, 'spoilt frame')}, "
        f"{_many(node.repeats, 'question')} asked again, {_many(node.starts, 'start')}",
        *(
            f"  reader {reader}{f' ({zone})' if zone else ''}: {_reader(health, reader)}"
            for reader, zone in (
                zones if zones is not None else dict.fromkeys(range(node.hello.readers), "")
            ).items()
        ),
    ]


def _reader(health: nf.Health, reader: int) -> str:
    if reader >= len(health.readers):
        return sentence(NODE_FILES, f"it has {_many(len(health.readers), 'reader')}")
    version, fault = health.readers[reader]
    if fault:
        return sentence(fault)
    if not version:
        return "not read since it started"
    return f"version {version:02X}{_kind(version)}"


def _kind(version: int) -> str:
    if version in GENUINE:
        return ""
    return (
        ", a compatible chip, not NXP's own"
        if version in VERSIONS
        else ", an unlisted chip that works so far"
    )


def _time(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _many(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"
