"""Panels of Call to Glory in tests: whether they are drawn whole, and what stands on them."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import SIDES, Side
from signifer_firmware.display.panels import PlayerPanel, SidePanel
from signifer_firmware.display.render import pages, render
from signifer_firmware.games.call_to_glory.screens.bands import SetMark, SetsBand
from signifer_firmware.games.call_to_glory.screens.boards import (
    ScoreBoard,
    SeatsFoot,
)
from signifer_firmware.games.call_to_glory.screens.panels import Panels
from signifer_firmware.i18n.words import LANGUAGES, words_of

from tests.firmware.display.drawn import (
    faults_of,
)


def check_all(panels: Panels, places: tuple[str, ...] = ()) -> None:
    """All of it, or of these places, is drawn, in its place and whole, in every language."""
    for language in LANGUAGES:
        said = replace(panels, readers=dict.fromkeys(SIDES, words_of(language)))
        for place, panel in said.all().items():
            if places and place not in places:
                continue
            for page in range(pages(panel)):
                drawn = render(panel, page)
                assert list(faults_of(drawn)) == [], (language, place, page)
                assert drawn.shortened == (), (language, place, page)
                assert "{" not in " ".join(drawn.texts)


def marks(side: SidePanel) -> list[SetMark]:
    """All sets on all pages of a side, each once."""
    found: list[SetMark] = []
    for band in (side.sketch, *side.further) if side.sketch else ():
        assert isinstance(band, SetsBand)
        found += band.marks
    return [*dict.fromkeys(found)]


def foot(panels: Panels, side: Side) -> SeatsFoot:
    found = panels.player(side).foot
    assert isinstance(found, SeatsFoot)
    return found


def scores(panel: PlayerPanel) -> ScoreBoard:
    assert isinstance(panel.board, ScoreBoard)
    return panel.board


def bound(text: str) -> str:
    """As screens break it: a number stays with the word before it."""
    for digit in "0123456789":
        text = text.replace(f" {digit}", f"\N{NO-BREAK SPACE}{digit}")
    return text
