"""What chance gave those who played a game, reckoned by robots in a process of its own. docs/league.md."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Sequence
from multiprocessing.connection import Connection

from signifer_core.errors import ConfigError, SigniferError

from signifer_firmware.recording.analysis import Thinking, analysed
from signifer_firmware.recording.archive import games_known, of_entries
from signifer_firmware.recording.game_text import RESULT, RUNNING
from signifer_firmware.session import journal
from signifer_firmware.simulation.robots.apart import begin
from signifer_firmware.simulation.robots.tutor import iterations
from signifer_firmware.storage.store import Entry

from .results import Luck

# Pairs of games that are played on for each thing that chance decided, and from which chance they are.
ITERATIONS, SEED = 100, 1
UNSEEN = "what chance decides in that game nobody sees"


def luck_of(entries: Sequence[Entry], pairs: int = ITERATIONS) -> Luck:
    """The luck of each who may win the game, in their order. SigniferError if it cannot be told, or is not over."""
    record = of_entries(entries, journal.game_of(entries))
    if record.tags[RESULT] == RUNNING:
        raise ConfigError(["that game is not over"])
    bundle = journal.corrected(games_known()[record.name], entries)
    thinking = Thinking(iterations(pairs), None, SEED, choices=False)
    found = analysed(bundle, record, thinking, lambda done, total: None, file=record.name)
    if not found.lucks:
        raise ConfigError([UNSEEN])
    # Who win together, have one luck.
    players = found.review.players[:1] if found.review.together else found.review.players
    each = [found.all_luck_of(player) for player in players]
    return tuple((round(100 * gain), round(100 * error)) for gain, error in each)


class Reckoning:
    """The luck of one game, on its way. OSError where no process can be begun."""

    def __init__(self, number: int, key: str, entries: Sequence[Entry]) -> None:
        self.number, self.key = number, key
        spawning = multiprocessing.get_context("spawn")
        self._ours, theirs = spawning.Pipe(duplex=False)
        begin(spawning.Process(target=_run, args=(theirs, list(entries)), name="luck", daemon=True))
        theirs.close()

    def found(self) -> Luck | str | None:
        """What it came to, or why there is nothing to tell; None as long as it is reckoned."""
        try:
            if not self._ours.poll():
                return None
            found: Luck | str = self._ours.recv()
        except (EOFError, OSError):
            found = "the process that reckons luck has ended; ask again"
        self._ours.close()
        return found


def _run(answers: Connection, entries: Sequence[Entry]) -> None:
    """The process."""
    # A key that ends the table ends this with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answer: Luck | str
    try:
        answer = luck_of(entries)
    except ConfigError as error:
        answer = error.faults[0]
    except SigniferError as error:
        answer = str(error)
    answers.send(answer)
