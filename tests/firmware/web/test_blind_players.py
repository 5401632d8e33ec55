"""Players who do not see the page have an answer to whatever they may be asked: one that has none waits for ever."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from signifer_firmware.games.field_of_glory.texts import TEXTS
from signifer_firmware.i18n.words import Message, Plural
from signifer_firmware.texts.sentences import PADS

from tests.firmware.web.blind import Blind, FieldOfGlory

# What nobody is asked who has an army, terrain and pads, lays one unit in a column, and draws with helping hands.
NEVER = {
    *("army", "terrain", "terrain-ok", "first", "hold-to-be-first", "roll-again", "points", "column-first"),
    *("place-there", "lift-one", "draw-now", "no-undo-shuffled"),
}
# Of other games' pads.
OTHERS = {"ok-supports", "pad-without-spartan"}


def forms(text: Message) -> Iterator[str]:
    for form in (text.one, text.many) if isinstance(text, Plural) else (text,):
        yield re.sub(r"\{\w+\}", "2", form)


def test_every_question_of_field_of_glory_has_an_answer() -> None:
    rules = FieldOfGlory(cast("Blind", None)).rules
    asked = {**TEXTS.prompts, **{key: PADS[key] for key in PADS if key not in OTHERS}}
    unanswered = {
        said
        for key, text in asked.items()
        if key not in NEVER
        for said in forms(text)
        if not any(re.search(pattern, said) for pattern in rules)
    }
    assert unanswered == set()
