"""Where cards lie in a game that goes on without its piles."""

from __future__ import annotations

import random

import pytest
from signifer_core.games.thermopyles import Deck
from signifer_core.games.thermopyles.actions import Charge, Engage, Rolled, Support
from signifer_core.games.thermopyles.deck import thermopyles_catalogue
from signifer_core.games.thermopyles.position import POSITIONS, Setup
from signifer_core.games.thermopyles.table.procedure import ThermopylesProcedure
from signifer_core.layout import Zone
from signifer_core.procedure import Table
from signifer_core.referee import Referee
from signifer_firmware.game_api import registry
from signifer_firmware.games.thermopyles.page.play import ThermopylesPlay
from signifer_firmware.web.play import Choice
from signifer_firmware.web.virtual.kept import lying

# Persians 3 and 20 are equal by an owner's figures.
TWINS = "[card.persian-20]\nbattle_value = 13\nannihilation_value = 13\nbonus_card = 0\n"


@pytest.mark.parametrize("other", ["persian-20", "persian-5"])
def test_a_persian_on_its_way_out_of_the_row_lies_where_it_was(other: str) -> None:
    bundle = registry.bundle("thermopyles", f'game = "thermopyles"\n{TWINS}')
    deck = Deck(thermopyles_catalogue().overlaid(f'game = "thermopyles"\n{TWINS}', file="mine"))
    assert deck.twins("persian-3") == ("persian-20",)
    table = Table(POSITIONS.state(deck, Setup(players=1, row=("persian-3", other))))
    referee = Referee(ThermopylesProcedure(deck))
    for action in (Charge("spartan-20"), Support("support-1"), Engage(), Rolled(6)):
        table = referee.replayed(table, action, gesture=True)
    assert table.state.step == "result"
    play = ThermopylesPlay(deck, Choice("solo"), random.Random(1))
    play.stated(table.state, lying(bundle, table))
    assert play.piles.layout[Zone("1", "blue")] == ("persian-3",)
    assert play.piles.layout[Zone("2", "blue")] == (other,)
