"""The small table, whose screens and buttons are two phones: how soon they are told of a card on its readers, and the
table of a button on one of them. All of it runs here: readers on twins that take their time, the table, its page."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.firmware.session.phones import CODE, Secrets
from tests.firmware.web.visitors import Visitor, Watched, visit

from .figures import Effort, Figure, percentile
from .page import HAND_MS

PART = "handy"
CARD, PLACE = "red/heavy-infantry-1", "3 red"
Taken = dict[str, list[float]]


def _paired(page: Visitor, owner: Visitor, player: str) -> None:
    """A phone becomes a player's, by the code on the owner's page and that player's `ok` there."""
    page.ask(do="pair", player=player)
    page.ask(do="code", code=CODE)
    for down in (True, False):
        owner.ask(do="button", name=f"ok {player}", down=down)
    page.until(lambda view: view.get("mine", {}).get("player") == player)


def _lies(view: dict[str, Any]) -> bool:
    return CARD in view["cards"].get(PLACE, [])


def _measured(table: Watched, times: int) -> Taken:
    found: Taken = {"laid": [], "lifted": [], "pressed": []}
    with ExitStack() as sockets:
        owner, red, blue = (
            Visitor(sockets.enter_context(visit(table.port, role)))
            for role in ("hand", "spectator", "spectator")
        )
        for page in (owner, red, blue):
            page.until(bool)
        _paired(red, owner, "red")
        _paired(blue, owner, "blue")

        def timed(what: str, do: Callable[[], object], holds: Callable[[dict[str, Any]], bool]) -> None:
            began = time.perf_counter()
            do()
            for page in (red, blue):
                page.until(holds)
            found[what].append((time.perf_counter() - began) * 1000)

        for _ in range(times):
            timed("laid", lambda: table.lay(CARD, PLACE), _lies)
            timed("lifted", lambda: _lift(table), lambda view: not _lies(view))
            began = time.perf_counter()
            red.ask(do="button", name="column 3 red", down=True)
            found["pressed"].append((time.perf_counter() - began) * 1000)
            red.ask(do="button", name="column 3 red", down=False)
    return found


def _lift(table: Watched) -> None:
    table.run.threads.lines[0].scheduler.call(lambda: table.twins.world.take(CARD))


def figures(effort: Effort) -> list[Figure]:
    """A card laid and lifted, until both phones are told; a button pressed, until the table has it."""
    found: Taken = {}
    with tempfile.TemporaryDirectory(prefix="signifer-") as folder:
        table = Watched(Path(folder), name="handy")
        table.run.appliance.keeper.pairing.secrets = Secrets()
        table.begin()
        try:
            table.meanwhile(lambda: found.update(_measured(table, effort.lays)))
        finally:
            table.close()

    def within(what: str, name: str, limit: float | None, percent: float) -> Figure:
        ours = percentile(found[name], percent)
        theirs, held = limit or 1000, limit is not None
        return Figure(PART, f"{what}, p{percent:g}", "ms", ours, "limit", theirs, limit=held, wall=True)

    return [
        within("a card laid, until two phones are told", "laid", HAND_MS, 50),
        within("a card laid, until two phones are told", "laid", HAND_MS, 95),
        within("a card lifted, until two phones are told", "lifted", None, 95),
        within("a button on a phone, until the table has it", "pressed", HAND_MS, 95),
    ]
