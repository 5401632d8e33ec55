"""Results of visits of a node's antennas: readings, or why there is none, looked at as on the Pi's own bus."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from signifer_drivers.portable import node_frames as nf
from signifer_drivers.readers.diagnosis import Diagnosis, Question, Turns
from signifer_drivers.readers.reader import Reading

from .requests import NodeQuestion, examine_question


@dataclass(frozen=True)
class NodeVisit:
    """What became of one antenna of a token, times in us of the host's clock. Either ``reading`` or ``error``."""

    reader: int
    on_us: int
    at_us: int
    reading: Reading | None
    error: NodeError | None = None


# What is seen of a node that answers nothing: so is a board that has other files than a node's, or none.
SILENT = "it is plugged in and silent; if it is new, say: signifer node install"


@dataclass(frozen=True)
class NodeError:
    """Why an antenna was not read: a key of `readers.faults`, what was seen; which tags were heard all the same."""

    cause: str
    detail: str
    heard: tuple[bytes, ...] = ()


class Visits:
    """Visits that nobody has taken yet. ``diagnosing``: have odd readings examined, as diagnosing.DiagnosingReader
    does; a visit is done only after that. ``turns`` are shared by all readers of a table."""

    def __init__(self, diagnosing: bool, turns: Turns) -> None:
        self._diagnosing = diagnosing
        self._turns = turns
        self._diagnoses: dict[int, Diagnosis] = {}
        self._done: list[NodeVisit] = []

    def __bool__(self) -> bool:
        return bool(self._done)

    def take(self) -> list[NodeVisit]:
        """Each antenna once, in the order in which they were done."""
        done, self._done = self._done, []
        return done

    def failed(self, readers: Iterable[int], error: NodeError, now_us: int) -> None:
        """Antennas whose turn never comes."""
        self._done += [NodeVisit(reader, now_us, now_us, None, error) for reader in readers]

    def ask(self, reader: int, wanted: Question) -> None:
        """An examination was asked for that no reading wants."""
        self._diagnoses.setdefault(reader, Diagnosis()).ask(wanted)

    def heard(
        self, question: NodeQuestion, visited: nf.Visited, known: tuple[bytes, ...], on_us: int, at_us: int
    ) -> NodeQuestion | None:
        """Take in what a node says of an antenna; return what has to be asked before that visit is done."""
        if visited.fault and not (question.kind == nf.EXAMINE and visited.fault in nf.AIR):
            error = NodeError(visited.fault, printable(visited.detail))
            self._done.append(NodeVisit(visited.reader, on_us, at_us, None, error))
            return None
        diagnosis = self._diagnoses.setdefault(visited.reader, Diagnosis())
        if question.kind == nf.EXAMINE:
            if visited.cut:
                diagnosis.unanswered()
            else:
                diagnosis.answered(visited.fault, visited.uids)
        else:
            misses = dict(zip(known, visited.misses, strict=False))
            reading = Reading(tuple(visited.uids), visited.garbled, misses, in_part=visited.in_part)
            wanted = diagnosis.look(known, reading, visited.cut or not self._diagnosing)
            if wanted is not None and not wanted.before and not self._turns.take(at_us):
                diagnosis.postponed()
                wanted = None
            if wanted is not None:
                return examine_question(visited.reader, wanted, on_us)
        found = NodeError(diagnosis.cause, "", diagnosis.reading.heard) if diagnosis.cause else None
        self._done.append(
            NodeVisit(visited.reader, on_us, at_us, None if found else diagnosis.reading, found)
        )
        return None


def printable(text: str) -> str:
    """What a node says, fit for a line of a log or a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
