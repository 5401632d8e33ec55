"""The chronicle of a table in the log: one line a fact, for whoever looks after the table; never a card."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from signifer_drivers.polling.findings import Finding

from signifer_firmware.kernel.log import NOTICE, WARNING, Logbook
from signifer_firmware.kernel.wall_clock import PART as CLOCK
from signifer_firmware.session.events import News
from signifer_firmware.session.outlook import GAME
from signifer_firmware.session.outlook import OFF as SWITCHED_OFF

if TYPE_CHECKING:
    from signifer_firmware.session.keeper import Keeper


class Chronicle:
    """Makes lines of the table's news: what fails and why, what works again, games begun and ended."""

    def __init__(self, log: Logbook, keeper: Callable[[], Keeper]) -> None:
        self._log = log
        self._keeper = keeper
        self.faults: dict[str, str] = {}
        self._game: tuple[str, str] = ("", "")

    def news(self, news: News) -> None:
        """Something has happened at the table."""
        match news.kind:
            case "fault":
                self._fault(str(news.what["part"]), str(news.what["state"]), str(news.what["cause"]))
            case "action":
                self.look(str(news.what["text"]))
            case "phone":
                said = {"asked": "a phone asks to be {}'s", "paired": "a phone is {}'s now"}
                self._log.say(NOTICE, said[str(news.what["state"])].format(news.what["player"]))
            case "refused" | "roll" | "correction" | "prompt":
                pass  # of the play itself nothing stands in the log
            case never:
                assert_never(never)

    def _fault(self, part: str, state: str, cause: str) -> None:
        if state != Finding.FAULT:
            # A clock that has jumped is read until somebody presses a button: it worked all the time.
            if self.faults.pop(part, None) is not None and part != CLOCK:
                self._log.say(NOTICE, f"{part}: works again")
            return
        told = cause if cause.startswith(part) else f"{part}: {cause}"
        if self.faults.get(part) != told:
            self.faults[part] = told
            self._log.say(WARNING, told)

    def look(self, done: str = "") -> None:
        """Say what has become of the game, if that is another thing than before; ``done`` is what was just done."""
        keeper = self._keeper()
        if keeper.off:
            now = (SWITCHED_OFF, "")
        elif keeper.table is None:
            now = ("start", "")
        else:
            outcome = keeper.bundle.procedure.rules.outcome(keeper.table.state)
            now = (GAME, outcome or "")
        before, self._game = self._game, now
        if now != before or (done.startswith("new ") or done == "rematch"):
            self._log.say(NOTICE, self._said(now, before, done, keeper.bundle.name))

    def _said(self, now: tuple[str, str], before: tuple[str, str], done: str, game: str) -> str:
        match now:
            case ("start", _):
                return "game broken off" if before[0] == GAME else "no game is on"
            case (_, "draw"):
                return "game over: a draw"
            case (_, str(winner)) if winner:
                return f"game over: {winner} has won"
            case (state, _) if state == SWITCHED_OFF:
                return "switched off at the table"
        if done.startswith("new ") or done == "rematch":
            return f"game begun: {game}"
        return f"game goes on: {game}"
