"""What goes wrong in telling of a game stops no game: one sentence says so, and the table goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from signifer_core.errors import RulesError
from signifer_firmware.kernel.mistakes import MOST_TOLD, Mistakes
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual import sayings, tutoring
from signifer_firmware.web.virtual.live import ROBOT
from signifer_firmware.web.virtual.owner import Again
from signifer_firmware.web.virtual.sight import Sight

from .table import Played, played, put_in_hand
from .tutored import ATTACK, thought, tutored

CARD = "red/heavy-infantry-1"


def log_of(table: Played) -> list[str]:
    said: list[str] = []
    table.owner._log = said.append
    return said


def wrong(*_: object, **__: object) -> Any:
    raise KeyError("nobody\nthought of it")


def plays_on(table: Played) -> None:
    """A card is laid, and the table takes it."""
    put_in_hand(table.live, "red", CARD)
    assert table.put(CARD, "3 red")["type"] == "done"
    assert table.live.state is not None
    assert CARD in str(table.live.state)


@pytest.mark.parametrize("error", [KeyError("nobody\nthought of it"), RulesError("a card is two")])
def test_a_tutor_that_goes_wrong_breaks_off_alone_and_may_be_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def says(*_: object) -> None:
        raise error

    monkeypatch.setattr(tutoring, "ADVISE_US", 0)
    with tutored(tmp_path) as table:
        said = log_of(table)
        table.wait(1)
        with monkeypatch.context() as patch:
            patch.setattr(tutoring.Tutoring, "_say", says)
            table.do(do="advise")
            thought(table)
        (line,) = said
        assert line.startswith("signifer: looking for the tutor has failed, by a mistake of the program (")
        assert type(error).__name__ in line
        assert "\n" not in line
        assert "test_mistakes.py:" in line
        told = table.view()["tutor"]
        assert (told["note"], told["thinking"], told["before"]) == (sayings.ALONE, "", None)
        assert table.do(do="advise")["type"] == "done"
        thought(table)
        assert table.view()["tutor"]["before"]["en"].startswith("Best is")
        plays_on(table)


def test_a_picture_that_fails_is_told_of_once_and_others_are_told_what_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with played(tmp_path, ROBOT, position=ATTACK) as table:
        said = log_of(table)
        seen = table.owner.view
        monkeypatch.setattr(
            table.owner._teller, "_view", lambda role: wrong() if role == HAND else seen(role)
        )
        table.audience.frames.clear()
        plays_on(table)
        assert len(said) == 1
        assert said[0].startswith("signifer: telling a page has failed")
        assert {frame.role for frame in table.audience.frames} == {SPECTATOR}


def test_robots_and_the_way_back_need_nothing_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sight, "remember", wrong)
    monkeypatch.setattr(Sight, "stamp", wrong)
    with played(tmp_path, ROBOT, position=ATTACK, practice=True) as table:
        said = log_of(table)
        plays_on(table)
        table.live.step()
        assert table.live.practice is not None
        assert table.live.practice.first is not None
        assert [line.split(" has failed")[0] for line in said] == [
            "signifer: remembering this moment",
            "signifer: telling pages",
        ]


def test_another_game_is_no_mistake() -> None:
    said: list[str] = []
    with pytest.raises(Again), Mistakes(said.append).passed_over("looking"):
        raise Again(None)
    assert said == []


def test_of_many_mistakes_the_log_has_some() -> None:
    said: list[str] = []
    mistakes = Mistakes(said.append)
    for number in range(2 * MOST_TOLD):
        with mistakes.passed_over(f"thing {number}"):
            wrong()
    assert len(said) == MOST_TOLD
