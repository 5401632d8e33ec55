"""Outlooks on games of Field of Glory, and their panels."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.state import Holdings, State
from signifer_core.layout import PAD, SIDES, Zone
from signifer_firmware.display.panels import PlayerPanel
from signifer_firmware.display.render import pages, render
from signifer_firmware.games.field_of_glory.screens.panels import Panels
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.session.outlook import Outlook

from tests.core.field_of_glory.states import DECK, PROCEDURE, Hands, position
from tests.firmware.display.drawn import faults_of

ENGLISH = words_of("en")


def outlook_of(hands: Hands) -> Outlook:
    offers = hands.referee.offers(hands.table, hands.seen)
    return Outlook(
        refusals=hands.refusals,
        corrections=hands.corrections,
        prompts=PROCEDURE.prompts(hands.table),
        said=hands.prompts,
        offers=tuple((player, len(offers[Zone(PAD, player)])) for player in SIDES),
        pads=hands.referee.pads(hands.table, hands.seen),
    )


def panels_of(hands: Hands, turned: frozenset[int] = frozenset()) -> Panels:
    return Panels(DECK, hands.table, outlook_of(hands), 0, turned)


def player(hands: Hands, name: Player) -> PlayerPanel:
    return panels_of(hands).player(name)


def held(terrains: dict[str, int], active: str = "red", **sides: Holdings) -> State:
    """A position in the actions of ``active`` with so many terrains controlled."""
    owners = [name for name, number in terrains.items() for _ in range(number)]
    state = position(control=dict(enumerate(owners, 1)), first=active)
    return replace(state, red=sides.get("red", state.red), blue=sides.get("blue", state.blue))


def check_all(panels: Panels) -> None:
    """All of it is drawn, in its place and whole, in every language."""
    for language in LANGUAGES:
        said = replace(panels, readers=dict.fromkeys(SIDES, words_of(language)))
        for place, panel in said.all().items():
            for page in range(pages(panel)):
                drawn = render(panel, page)
                assert list(faults_of(drawn)) == [], (language, place, page)
                assert drawn.shortened == (), (language, place, page)
                assert "decides" not in " ".join(drawn.texts), "every question has a word for who waits"
