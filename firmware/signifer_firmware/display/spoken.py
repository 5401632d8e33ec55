"""Screens for who does not see them: what is written on a page and which dice lie on it, as a text to be read out."""

from __future__ import annotations

from functools import lru_cache

from .panels import Panel
from .render import render

# As many as a game shows in some minutes, on all screens.
PAGES = 256
DIE = "die "
STOPS = (".", "!", "?", ":", "…")


@lru_cache(maxsize=PAGES)
def spoken(panel: Panel, page: int = 0) -> str:
    """Page ``page`` of ``panel``, its texts in reading order, with a pause between two of them."""
    drawn = render(panel, page)
    dice = [box.what.removeprefix(DIE) for box in drawn.boxes if box.what.startswith(DIE)]
    fallen = [die for die in dice if die.isdigit()]
    said = [text if text.endswith(STOPS) else f"{text}," for text in (*drawn.texts, *fallen)]
    return " ".join(said).removesuffix(",")
