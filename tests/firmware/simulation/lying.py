"""What has to hold between the cards that lie at a robots' game and what its table tells, whatever is played."""

from __future__ import annotations

from collections.abc import Collection

from signifer_core.layout import PAD, ZONES, Layout, Zone
from signifer_core.rules import Verb
from signifer_firmware.simulation.robots.match import Match

PADS = tuple(zone for zone in ZONES if zone.place == PAD)


def check_lies_as_told(match: Match, seen: Layout | None = None, but: Collection[Zone] = PADS) -> None:
    """What the table believes lies there; what lies otherwise is told, and nothing else. Of what readers have not
    ``seen`` nothing can be told; ``but`` are zones where anything may lie."""
    due, layout, free = match.due(), match.piles.layout, match.free()
    for card, zone in match.board.doubted:
        layout = layout.laid(card, zone)  # lifted or covered: believed there until somebody says so
    for zone, card in () if seen is None else layout.beyond(seen):
        layout = layout.lifted(card, zone)
    told = {fix.zone for fix in match.board.corrections}
    for zone in ZONES:
        if zone not in but:
            lies = sorted(card for card in layout[zone] if (card, zone) not in free or card in due[zone])
            assert (sorted(due[zone]) != lies) == (zone in told), (zone, due[zone], lies, told)
    for fix in match.board.corrections:
        assert (fix.card in layout[fix.zone]) == (fix.verb == Verb.TAKE), fix
