"""A robot in agreements, when the people opposite want to overrule the table: it says ok, or why not."""

from __future__ import annotations

from collections.abc import Callable

from signifer_core.layout import Side
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Choice, Override

from signifer_firmware.session.lifecycle import LIFECYCLE, SETTINGS
from signifer_firmware.session.menus import BIND, MARK, Shown, needed
from signifer_firmware.web.play import Seat

# Why it does not agree: keys of the page's words.
SAW_IT, BY_PAGE, IS_AHEAD = "robot.saw-it", "robot.by-page", "robot.is-ahead"
THINK_US = 900_000


def objection(entry: Override, choice: Choice, favours: Callable[[Override, Choice], str]) -> str:
    """Why a robot does not agree; "" if it does. It agrees to settings, and to what binds a tag, or marks a mistake;
    what becomes of the evening the page's own buttons say. Of what a game asks for, ``favours`` says it."""
    if entry.group == LIFECYCLE:
        return BY_PAGE
    if entry.group == SETTINGS or entry.key in (BIND, MARK):
        return ""
    return favours(entry, choice)


class RobotAgreement:
    """The robot whose `ok` is ``side``'s; ``objects`` says why it does not agree, "" if it does."""

    def __init__(self, seat: Seat, side: Side, objects: Callable[[Override, Choice], str]) -> None:
        # What it says to a wish to overrule the table: a key of the page's words, "" while there is none.
        self.answer = ""
        self._seat, self._side, self._objects = seat, side, objects

    def step(self) -> bool | None:
        """Say ok to what the others want, or why not: whether it pressed; None while nobody overrules the table."""
        keeper = self._seat.hands.run.appliance.keeper
        asked: Shown | None = keeper.outlook.agreement
        self.answer = "" if asked is None else self._objection(asked)
        if asked is None:
            return None
        if self.answer or not self._is_wanted(asked):
            return False
        self._seat.pause(THINK_US)
        if keeper.outlook.agreement == asked:
            self._seat.hands.press(Press(PressKind.PRESS, Button.OK, self._side))
            self._seat.rest()
        return True

    def _is_wanted(self, asked: Shown) -> bool:
        """Whether its `ok` alone is missing."""
        everybody = needed(asked.entry)
        others = everybody - {self._side}
        return asked.choice is not None and self._side in everybody and bool(others) and others <= asked.given

    def _objection(self, asked: Shown) -> str:
        wanted = asked.choice if self._is_wanted(asked) else None
        return "" if wanted is None else self._objects(asked.entry, wanted)
