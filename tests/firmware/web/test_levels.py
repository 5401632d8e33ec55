"""Robots of a level on the page: they think in a process of their own, and play on by rules of thumb without it."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from signifer_core.games.call_to_glory import state as glory
from signifer_core.games.field_of_glory.state import State
from signifer_firmware.config.model import load_table
from signifer_firmware.games.call_to_glory.page.drawing import known_by
from signifer_firmware.games.call_to_glory.page.play import CallToGloryPlay
from signifer_firmware.games.field_of_glory.page.play import FieldOfGloryPlay
from signifer_firmware.games.field_of_glory.robots.gestures import Decision
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.simulation.robots.apart import Apart
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.web.game import page_of
from signifer_firmware.web.play import CannotError
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual import adviser, kept
from signifer_firmware.web.virtual.answers import answer
from signifer_firmware.web.virtual.live import ROBOT, Choice
from signifer_firmware.web.virtual.new_games import is_played

from .evenings import GAMES
from .table import Played, played, zone

MOST_STEPS = 2_000
# So long its process may take to begin, on a machine that does much else.
PATIENCE_S = 120.0
BLUES = (
    *("terrain plain plain plain plain plain", "first blue", "begin actions"),
    *("count red hand 3", "count blue hand 3"),
)


WHY = msg.Why(run="", n=1, do="why")
# By it a robot begins.
SEED = 4


def until(table: Played, happens: Callable[[], bool]) -> None:
    """Let robots play until it holds."""
    for _ in range(MOST_STEPS):
        if happens():
            return
        table.live.step()
        table.wait(0.05)
    raise AssertionError("never")


def its(table: Played) -> adviser.Adviser[State, Decision]:
    assert isinstance(table.live.play, FieldOfGloryPlay)
    assert table.live.play._adviser is not None
    return table.live.play._adviser


def turn_of(table: Played) -> int:
    state = table.live.state
    assert isinstance(state, State)
    return state.turn


def test_it_plays_a_turn_and_says_while_it_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adviser, "SOON_US", -1)
    asked: list[tuple[State, int, int, int]] = []
    ask = Apart.ask

    def listened(apart: Apart[State, Decision], view: State, seed: int, think_us: int, level: int) -> None:
        asked.append((view, seed, think_us, level))
        ask(apart, view, seed, think_us, level)

    monkeypatch.setattr(Apart, "ask", listened)
    with played(tmp_path, ROBOT, position=BLUES, level=1) as table:
        assert table.view()["table"]["level"] == 1

        until(table, lambda: turn_of(table) > 1)
        process = its(table)._apart
        assert process is not None
        view, _, most_us, level = asked[0]
        assert (level, most_us) == (1, adviser.MOST_US)
        assert not view.full, "it is given what blue sees"
        assert view.blue.hand_cards
        assert not view.red.hand_cards
        told = [frame.news for frame in table.audience.frames if frame.role == HAND]
        assert any('"thinking":true' in news for news in told)
        assert any('"thinking":false' in news for news in told)
    process._process.join(PATIENCE_S)
    assert not process._process.is_alive(), "it ends with the game"


def test_why_it_did_that_is_told_when_the_game_is_over(tmp_path: Path) -> None:
    last = (*BLUES, "count red shuffle 2", "count blue shuffle 2", "count red deck 0", "count blue deck 1")
    with played(tmp_path, ROBOT, position=last, level=1) as table:
        until(table, lambda: its(table).reasoned is not None)
        assert not table.live.over
        assert not table.view()["why"], "it names cards of a hand"
        with pytest.raises(CannotError):
            answer(table.live, "red", WHY)
        until(table, lambda: table.live.over)
        assert table.view()["why"] is True
        before = table.live.sight.looked
        why = answer(table.live, "red", WHY)["why"]
        assert isinstance(why, dict)
        assert set(why) == set(LANGUAGES)
        assert all(re.search(r"[.?!]$", sentence) for sentence in why.values())
        assert (before, table.live.sight.looked) == (False, True), (
            "an end that is taken back now comes with a note"
        )
        # Who looks on is told nothing of a hand, even now.
        assert table.view(SPECTATOR)["why"] is False
        with pytest.raises(CannotError):
            answer(table.live, SPECTATOR, WHY)
    with played(tmp_path / "2", ROBOT, position=BLUES) as table:
        until(table, lambda: turn_of(table) > 1)
        assert not table.view()["why"], "rules of thumb have no reason to tell"


def test_without_its_process_it_says_so_once_and_plays_on(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT, position=BLUES, level=5) as table:
        apart = its(table)._apart
        assert apart is not None
        assert apart._process.pid is not None
        os.kill(apart._process.pid, signal.SIGKILL)
        until(table, lambda: turn_of(table) > 1)
        assert table.view()["notes"] == [adviser.ALONE]
        assert not table.view()["thinking"]


def test_what_people_want_done_does_not_wait_for_a_thought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red has laid a card where it does not belong, and has helping hands take it back while blue thinks."""
    answer, looks = Apart.answer, list[int]()
    with played(tmp_path, ROBOT, position=BLUES, level=1) as table:
        card = table.hand("red")[0]

        def late(apart: Apart[State, Decision], wait_s: float = 0.0) -> object:
            looks.append(1)
            assert len(looks) < MOST_STEPS, "the card lies there for as long as it thinks"
            if len(looks) == 2:
                table.live.hands.move(card, zone("5 red"))
            if table.live.run.appliance.keeper.outlook.corrections:
                table.live.wishes |= {"red"}
            return answer(apart, PATIENCE_S) if len(looks) > 2 and card in table.hand("red") else None

        monkeypatch.setattr(Apart, "answer", late)
        until(table, lambda: turn_of(table) > 1 or (len(looks) > 2 and card in table.hand("red")))
        assert card in table.hand("red")


@pytest.mark.parametrize("game", GAMES)
def test_a_level_is_for_who_plays_against_robots(game: str) -> None:
    mode = next(iter(page_of(game).modes))
    for level, is_right in ((0, True), (robot(game).levels, True), (robot(game).levels + 1, False)):
        deed = msg.New(run="", n=1, do="new", mode=mode, game=game, level=level)
        assert is_played(deed, load_table("direct")) == is_right


def test_a_game_that_is_kept_keeps_it() -> None:
    choice = Choice(ROBOT, seed=4, level=3)
    text = kept.text_of(choice, ())
    assert kept.read(text)[0].level == 3
    assert kept.read(text.replace(',"level":3', ""))[0].level == 0


def test_where_no_process_can_be_begun_it_says_so_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(game: str, deck: object) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr(adviser, "Apart", refused)
    with played(tmp_path, ROBOT, position=BLUES, level=5) as table:
        until(table, lambda: turn_of(table) > 1)
        assert table.view()["notes"] == [adviser.ALONE]


def test_robots_of_call_to_glory_do_what_they_thought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[object] = []
    answer = Apart.answer

    def listened(apart: Apart[State, Decision], wait_s: float = 0.0) -> object:
        thought = answer(apart, wait_s)
        if thought is not None:
            answers.append(thought)
        return thought

    monkeypatch.setattr(Apart, "answer", listened)
    with played(tmp_path, "robots-3", game="call-to-glory", level=1, seed=SEED) as table:
        until(table, lambda: len(answers) > 1)
        assert table.view()["notes"] == []


def test_what_was_thought_about_another_table_is_not_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []

    with played(tmp_path, "robots-3", game="call-to-glory", seed=SEED) as table:
        assert isinstance(table.live.play, CallToGloryPlay)
        robots = table.live.play._robots
        assert robots is not None
        until(table, lambda: getattr(table.live.state, "step", "") == "play")
        state = table.live.state
        assert isinstance(state, glory.State)
        who, known = state.active, known_by(state, robots.piles, state.active)

        class Meddled:
            """Hands change the table while it thinks."""

            def move(self, view: glory.State) -> tuple[object, ...]:
                looks.append(1)
                return ("a move",)

        monkeypatch.setattr(robots, "_adviser", Meddled())
        assert robots._decision(known, who) is not None
        monkeypatch.setattr(type(robots.hands), "now", property(lambda hands: len(looks)))
        assert robots._decision(known, who) is None
