"""Who plays at a virtual table, for its record: people by their names, robots by their levels."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.json_values import Json

from signifer_firmware.league.names import Who, cleaned
from signifer_firmware.web.game import page_of
from signifer_firmware.web.play import WATCH, Choice

Names = tuple[tuple[str, str], ...]


def named(game: str, mode: str, names: Mapping[str, Json]) -> Names:
    """What people are called who play ``game`` so, of the ``names`` that somebody gave; what is none is left out."""
    clean = {party: cleaned(name) for party, name in names.items() if isinstance(name, str)}
    return tuple((party, clean[party]) for party in page_of(game).people(mode) if clean.get(party))


def players_of(choice: Choice) -> Mapping[str, Json]:
    """Who plays, as the journal has it; nobody where robots are watched, or in a lesson."""
    if choice.mode == WATCH or choice.lesson:
        return {}
    page, names = page_of(choice.game), dict(choice.names)
    robots = {
        party: Who(level=choice.level)
        for party in page.parties(choice.mode)
        if party in page.modes[choice.mode]
    }
    people = {party: Who(name) for party, name in names.items() if party not in robots}
    return {party: dict(who.body) for party, who in {**people, **robots}.items()}
