"""Upkeep of one table, put together: its pages, what they ask the table for, and where it is asked for."""

from __future__ import annotations

from collections.abc import Callable

from signifer_core.errors import ConfigError
from signifer_core.json_values import Json
from starlette.routing import BaseRoute

from signifer_firmware.doctor.beside import examined_beside
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.web.server.network import Door

from .figures import Figures
from .refusals import NOTHING_KEPT
from .routes import routes_of
from .table import Kept, Place
from .updating import Updates
from .wire import Wires


def upkeep_of(
    place: Place,
    appliance: Callable[[], Appliance],
    post: Callable[[Callable[[], None]], None],
    door: Door,
    *,
    log: Callable[[], list[str]] = list,
    restart: Callable[[], None] = lambda: None,
    printed: Callable[[AnyBundle], None] = lambda bundle: None,
) -> tuple[list[BaseRoute], Wires]:
    """The routes of upkeep for the table that ``appliance()`` runs, and its pages. ``post`` has something done by the
    thread that has it, ``log`` tells the newest lines of its log, ``restart`` has it begin again, ``printed`` hears
    what is on a game's cards from now on."""

    def examine() -> list[Json]:
        store = place.store()
        if store is None:
            raise ConfigError([NOTHING_KEPT])
        return examined_beside(place.config, store, is_virtual=place.is_virtual)

    figures = Figures(place.name, place.config, is_virtual=place.is_virtual)
    wires = Wires(Kept(place, appliance, printed), post, examine, figures, Updates(place.store))
    return routes_of(wires, door, log, restart), wires
