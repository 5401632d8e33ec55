"""Whose phone is whose, where a game goes back in practice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from signifer_firmware.web.play import TWO, Choice
from signifer_firmware.web.virtual.owner import Owner
from signifer_firmware.web.virtual.shelf import Shelf

from tests.firmware.session.phones import CODE, TOKEN, Phone, Secrets

from .evenings import Evening, fail
from .table import Watching

# Between two deeds: short enough for a press.
SHORT = 3
REST = ({"do": "speed", "speed": 1.0},) * 50
PLAIN = ("terrain plain plain plain plain plain", "first red", "begin actions", "count red hand 5")
PRACTICE = Choice(TWO, seed=4, position=PLAIN, practice=True)
END = {"do": "hold", "names": ["ok red"]}
DOWN, UP = ({"do": "button", "name": "ok red", "down": down} for down in (True, False))


def test_a_phone_stays_its_players_when_a_game_goes_back_and_in_no_other_game(tmp_path: Path) -> None:
    """It is the same table, and whoever sat there sits there; in a game that is begun again nobody knows that."""
    known: list[tuple[Any, ...]] = []
    phone = Phone()

    def pair(owner: Owner) -> dict[str, Any]:
        appliance = owner.live.run.appliance
        appliance.keeper.pairing.secrets = Secrets()
        appliance.with_keeper(lambda keeper, now_us: keeper.ask_to_pair("red", phone, now_us))
        assert not appliance.with_keeper(lambda keeper, now_us: keeper.type_code(CODE, phone, now_us))
        return DOWN

    def look(**deed: Any) -> Any:
        def looks(owner: Owner) -> dict[str, Any]:
            told = owner._audience
            assert isinstance(told, Watching)
            pairing = owner.live.run.appliance.keeper.pairing
            known.append((pairing.player_of(TOKEN), set(told.kept), told.lost[:]))
            return deed

        return looks

    deeds = [
        *(pair, UP, *REST, END, *REST, look(do="take-back", at=0), *REST),
        *(look(do="new", mode=TWO, practice=True), *REST, look(do="speed", speed=1.0)),
    ]
    evening = Evening(Shelf(tmp_path, fail), PRACTICE, deeds, waits=SHORT).played()
    assert not [answer for answer in evening.answers if answer["type"] == "refused"]
    assert phone.last == {"type": "paired", "player": "red", "token": TOKEN}
    assert known == [("red", set(), []), ("red", {"red"}, []), (None, set(), [])]
