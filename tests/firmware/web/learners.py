"""What a learner does in a lesson, who has robots and helping hands beside them."""

from __future__ import annotations

from signifer_core.layout import Zone
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as st
from signifer_firmware.simulation.piles import DECK
from signifer_firmware.web.virtual.lessons import Lesson
from signifer_firmware.web.virtual.live import Live


def steps_of(lesson: Lesson) -> tuple[st.Statement, ...]:
    """What hands do in the lesson's script; a card that is taken to be laid elsewhere is carried there at once."""
    found = [said for said in lesson.solution if not isinstance(said, ex.Expect)]
    return tuple(
        said
        for number, said in enumerate(found)
        if not isinstance(said, st.Take)
        or not any(isinstance(later, st.Put) and later.card == said.card for later in found[number:])
    )


def _is_theirs(live: Live, card: str) -> bool:
    """Whether robots move a card: it is theirs, or lies on their side."""
    at = live.hands.piles.where(card)
    side = at.side if isinstance(at, Zone) else live.page.holder(card, live.hands.piles)
    return side in live.robots


def left_to_do(live: Live, said: st.Statement) -> st.Statement | None:
    """``said``, if it is the learner's to do; None if robots do it, or helping hands, or if it has been done."""
    where = live.hands.piles.where
    match said:
        case st.Put(card=card, zone=zone):
            at = where(card)
            hidden = at is not None and not isinstance(at, Zone) and at[1] == DECK
            return None if _is_theirs(live, card) or hidden or at == zone else said
        case st.Take(card=card):
            lies = live.run.table.world.where(card) is not None
            return said if lies and not _is_theirs(live, card) else None
        case st.Press(button=button) | st.Hold(buttons=(button,)):
            return None if button.player in live.robots else said
        case _:
            return None
