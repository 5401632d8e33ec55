"""The tutor at a virtual table: who may hear it, what it sees, what it says before a decision and after a turn."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from signifer_core.frozen import replace
from signifer_core.games.field_of_glory.state import State
from signifer_core.languages import LANGUAGES
from signifer_firmware.simulation.robots.tutor import Judged
from signifer_firmware.web.game import page_of
from signifer_firmware.web.play import ROBOT, TWO, WATCH, CannotError
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual import sayings, tutoring
from signifer_firmware.web.virtual.doing import Doing
from signifer_firmware.web.virtual.live import GRIP_US, GRIPS_US, STIR_US

from tests.firmware.session.phones import TOKEN, Secrets

from .evenings import GAMES
from .guests import Guest
from .seated import apart
from .table import Played, played
from .tutored import ATTACK, PATIENCE_S, calm, thought, tutored

FEW = (*ATTACK[:-2], "count red hand 2", "count blue hand 2")


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """It thinks once about each thing."""
    monkeypatch.setattr(tutoring, "ADVISE_US", 0)
    monkeypatch.setattr(tutoring, "JUDGE_US", 0)


def heard(table: Played, kind: str) -> Any:
    """What it says, when it has thought."""
    calm(table)
    apart = table.live.tutor._apart
    assert apart is not None
    assert apart._ours.poll(PATIENCE_S)
    table.wait(0.1)
    return table.view()["tutor"][kind]


def sit(table: Played, number: int) -> Doing:
    """What hands do of who sits at that chair."""
    return Doing(table.live, table.live.chairs[number], f"seat {number}")


def message(**deed: Any) -> Any:
    return msg._READER.validate_python({"run": "", "n": 1} | deed)


def test_it_is_off_until_somebody_asks_for_it(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT, position=ATTACK) as table:
        table.wait(1)
        told = table.view()["tutor"]
        assert (told["on"], told["may"], told["before"], told["after"]) == (False, False, None, None)
        assert table.do(do="advise") == {"type": "refused", "reason": sayings.OFF, "n": 7}
        assert table.live.tutor._apart is None, "nothing thinks"


def test_before_a_decision_it_says_the_best_plan_to_who_asks_and_to_nobody_else(tmp_path: Path) -> None:
    with tutored(tmp_path) as table:
        table.wait(1)
        assert table.do(do="advise")["type"] == "done"
        assert table.view()["tutor"]["thinking"] in ("before", "")
        said = heard(table, "before")
        assert set(said) == {*LANGUAGES}
        assert said["en"].startswith("Best is “")
        assert said["en"].endswith("%.")
        assert table.view(SPECTATOR)["tutor"] == {}
        assert table.view("phone red")["tutor"] == {}
        told = [frame.news for frame in table.audience.frames if frame.role == SPECTATOR]
        assert told
        assert not any("Best is" in news for news in told)
        # What was advised counts until something is done.
        table.press("column 3 red")
        assert table.view()["tutor"]["before"] is None


def test_it_sees_what_its_player_sees(tmp_path: Path) -> None:
    views = []
    for number, hand in enumerate((0, 4)):
        folder = tmp_path / str(number)
        folder.mkdir()
        with tutored(folder) as table:
            table.wait(1)
            piles = table.live.hands.piles
            # What blue holds, and how both decks lie, is another thing each time.
            for card in sorted(piles.cards("blue", "hand"))[:hand]:
                top = piles.top("blue")
                piles.take(card, ("blue", "deck"))
                piles.take(top, ("blue", "hand"))
            hidden = piles.cards("blue", "hand")
            view = table.live.tutor._view("red")
            assert isinstance(view, State)
            assert view.red.hand_cards == piles.cards("red", "hand")
            assert not view.blue.hand_cards
            assert not view.red.deck_cards
            views.append((view, hidden))
    assert views[0][0] == views[1][0]
    assert views[0][1] != views[1][1]


def test_nothing_is_said_while_the_table_asks_for_something_first(tmp_path: Path) -> None:
    with tutored(tmp_path) as table:
        card = table.hand("red")[0]
        table.put(card, "pad blue")
        assert table.live.run.appliance.keeper.outlook.corrections
        assert table.do(do="advise")["reason"] == sayings.FIRST
        table.put(card, "hand red")
        assert table.do(do="advise")["type"] == "done"


def test_after_a_turn_it_says_what_the_dearest_decision_was_worth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[tuple[Judged[Any], ...]] = []
    say = tutoring.Tutoring._say

    def listened(self: tutoring.Tutoring, job: Any, found: Any) -> None:
        judged.append(found)
        say(self, job, found)

    monkeypatch.setattr(tutoring.Tutoring, "_say", listened)
    with tutored(tmp_path) as table:
        table.wait(1)
        card = table.hand("red")[0]
        table.put(card, "1 red")
        table.put(card, "hand red")
        table.do(do="hold", names=["ok red"])
        table.wait(2)
        table.press("ok red")
        said = heard(table, "after")
        assert "%" in said["en"]
        assert [str(each.made) for each in judged[0]][:1] == ["(EndActions(),)"], (
            "what was undone is no decision"
        )
        assert table.view(SPECTATOR)["tutor"] == {}
        # Whoever wants it no more is told nothing more.
        table.do(do="tutor", on=False)
        assert table.view()["tutor"]["after"] is None


def test_at_devices_of_their_own_both_have_to_allow_it_and_each_hears_their_own(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=ATTACK, apart=True) as table:
        table.wait(1)
        assert table.do(do="tutor", on=True)["type"] == "done"
        assert table.do(do="advise")["reason"] == sayings.OFF
        blue = sit(table, 1)
        told = table.live.tutor.told
        assert (told["blue"]["on"], told["blue"]["others"]) == (False, ["red"])
        with pytest.raises(CannotError, match=sayings.OFF):
            blue.do(message(do="advise"))
        blue.do(message(do="tutor", on=True))
        with pytest.raises(CannotError, match=sayings.NOT_YOURS):
            blue.do(message(do="advise"))
        assert table.do(do="advise")["type"] == "done"
        heard(table, "before")
        assert table.live.tutor.told["blue"]["before"] is None
        # Either takes it back alone, and what was said goes with it.
        blue.do(message(do="tutor", on=False))
        table.wait(0.1)
        assert not table.view()["tutor"]["may"]
        assert table.view()["tutor"]["before"] is None
        assert table.do(do="advise")["reason"] == sayings.OFF


@pytest.mark.parametrize("way", ["stands up", "is sent away"])
def test_who_leaves_a_seat_takes_their_consent_along(tmp_path: Path, way: str) -> None:
    with played(tmp_path, TWO, position=ATTACK, apart=True) as table:
        table.owner._seats.pairing.secrets = Secrets()
        guest = Guest(table).sits()
        assert table.do(do="tutor", on=True)["type"] == "done"
        assert guest.do(do="tutor", on=True)["type"] == "done"
        assert table.view()["tutor"]["may"]
        if way == "stands up":
            guest.wish(do="unpair", token=TOKEN)
        else:
            table.do(do="seat", seat=2, let="out")
        assert not table.view()["tutor"]["may"]
        other = Guest(table, peer="192.168.0.10").sits()
        assert (other.view["tutor"]["on"], other.view["tutor"]["others"]) == (False, ["red"])
        assert table.do(do="advise")["reason"] == sayings.OFF


def test_a_team_at_devices_allows_it_each_for_themselves_and_hears_of_nobody_else(tmp_path: Path) -> None:
    """In Thermopyles all see all, and yet the tutor is everybody's own affair."""
    with apart(tmp_path / "team", (HAND,), mode="team-2", game="thermopyles", level=1) as table:
        table.live.helping = True
        for _ in range(14):
            table.live.step()
            table.wait(0.4)
        assert table.told("1")["game"]["seat"] == "1"
        assert table.asks("1", do="tutor", on=True) == "done"
        told = {seat: table.told(seat)["tutor"] for seat in "12"}
        assert [(each["on"], each["others"], each["may"]) for each in told.values()] == [
            *((True, [], False), (False, ["1"], False)),
        ]
        assert table.asks("2", do="tutor", on=False) == "done"
        assert table.told("1")["tutor"]["on"], "nobody takes back what another wants"
        assert table.asks("2", do="tutor", on=True) == "done"
        assert [table.told(seat)["tutor"]["due"] for seat in "12"] == [True, False]
        assert table.asks("2", do="advise") == sayings.NOT_YOURS
        assert table.asks("1", do="advise") == "done"
        if table.told("1")["tutor"]["before"] is None:
            heard(table, "before")
        assert table.told("1")["tutor"]["before"] is not None
        assert table.told("2")["tutor"]["before"] is None
        table.owner._seats.pairing.unpair("2")
        table.wait(0.2)
        now = table.told("1")["tutor"]
        assert (now["on"], now["others"], now["may"]) == (True, [], False)
        assert table.live.choice.tutor, "the owner wants it in the next game, too"


def uncover(table: Played, *players: str) -> None:
    """Those hands are open at the screen that two share, and no others."""
    passed = table.view()["tutor"]["passed"]
    assert table.do(do="opened", players=players, passed=passed)["type"] == "done"


def test_where_two_share_a_screen_it_tells_nothing_of_who_has_covered_their_hand(tmp_path: Path) -> None:
    with tutored(tmp_path, mode=TWO) as table:
        table.wait(1)
        for players in ((), ("blue",)):
            uncover(table, *players)
            assert table.do(do="advise")["reason"] == sayings.COVERED
        uncover(table, "red")
        assert table.do(do="advise")["type"] == "done"
        uncover(table)
        thought(table)
        assert table.view()["tutor"]["before"] is None, "covered meanwhile"
        uncover(table, "blue")
        assert table.view()["tutor"]["before"] is None
        uncover(table, "red")
        assert table.view()["tutor"]["before"]["en"].startswith("Best is")
        # So with what a turn was worth, whoever plays then.
        table.do(do="hold", names=["ok red"])
        table.wait(2)
        table.press("ok red")
        assert table.live.tutor._deciders == ("blue",)
        table.do(do="opened", players=["red"], passed=1)
        thought(table)
        assert table.view()["tutor"]["after"] is None, "that page has not heard yet that it is blue's turn"
        uncover(table, "blue")
        assert table.view()["tutor"]["after"] is None
        uncover(table, "red")
        assert "%" in table.view()["tutor"]["after"]["en"]
        told = [frame.news for frame in table.audience.frames if frame.role == SPECTATOR]
        assert told
        assert not any("%" in news for news in told)


@contextmanager
def stopped(table: Played) -> Iterator[None]:
    """Its process thinks of nothing meanwhile."""
    apart = table.live.tutor._apart
    assert apart is not None
    assert apart._process.pid is not None
    os.kill(apart._process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(apart._process.pid, signal.SIGCONT)


def end_turn(table: Played, player: str) -> None:
    """As simply as may be."""
    table.do(do="hold", names=[f"ok {player}"])
    table.wait(2)
    table.press(f"ok {player}")
    for _ in range(4):
        table.live.step()
        table.wait(0.5)


def test_two_at_one_screen_are_told_whose_last_turn_it_was_and_nothing_older(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, int, object]] = []
    say = tutoring.Tutoring._say

    def listened(self: tutoring.Tutoring, job: Any, found: Any) -> None:
        say(self, job, found)
        told.append((job.player, job.stretches[0][0].turn, self.told["both"]["whose"]))

    monkeypatch.setattr(tutoring.Tutoring, "_say", listened)
    with tutored(tmp_path, mode=TWO, position=FEW) as table:
        table.wait(1)
        uncover(table, "red", "blue")
        table.do(do="advise")
        thought(table)
        told.clear()
        with stopped(table):
            for player in ("red", "blue", "red"):
                end_turn(table, player)
            uncover(table, "red", "blue")
        thought(table)
        assert told == [("red", 1, ""), ("blue", 2, "blue"), ("red", 3, "red")]
        assert "%" in table.view()["tutor"]["after"]["en"]
        with stopped(table):
            end_turn(table, "blue")
            uncover(table, "blue")
            assert table.view()["tutor"]["after"] is None, "of blue's turn before"
            uncover(table, "red")
            assert table.view()["tutor"]["whose"] == "red"


def test_where_nobody_hides_anything_or_shares_a_screen_no_hand_is_asked_for(tmp_path: Path) -> None:
    with tutored(tmp_path) as table:
        assert table.view()["tutor"]["passed"] is None
        assert table.view()["tutor"]["whose"] == ""
        assert table.do(do="opened", players=[], passed=0)["type"] == "done"
        assert table.do(do="advise")["type"] == "done"


def test_without_its_process_it_says_so_and_begins_another_one(tmp_path: Path) -> None:
    with tutored(tmp_path) as table:
        table.wait(1)
        table.do(do="advise")
        heard(table, "before")
        apart = table.live.tutor._apart
        assert apart is not None
        assert apart._process.pid is not None
        os.kill(apart._process.pid, signal.SIGKILL)
        apart._process.join()
        table.do(do="advise")
        table.wait(0.1)
        assert table.view()["tutor"]["note"] == sayings.ALONE
        table.do(do="advise")
        again = table.live.tutor._apart
        assert again is not None
        assert again is not apart
        assert table.view()["tutor"]["note"] == "", "it thinks again"
        thought(table)
        told = table.view()["tutor"]
        assert (told["note"], told["before"]["en"][:7]) == ("", "Best is")


def test_what_is_refused_where_it_thinks_is_told_to_who_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tutored(tmp_path) as table:
        table.wait(1)
        tutor = table.live.tutor
        view = tutor._view("red")
        assert isinstance(view, State)
        # A view in which nobody has anything to decide.
        with monkeypatch.context() as patch:
            patch.setattr(tutor, "_view", lambda player: replace(view, step="over"))
            table.do(do="advise")
            thought(table)
        told = table.view()["tutor"]
        assert (told["note"], told["before"], told["thinking"]) == (sayings.LOST, None, "")
        assert tutor._apart is not None
        assert tutor._apart.is_alive
        table.press("column 3 red")
        assert table.view()["tutor"]["note"] == "", "something else is to be decided"


def is_still(table: Played) -> bool:
    """Whether it thinks of nothing just now."""
    apart = table.live.tutor._apart
    assert apart is not None
    return apart._is_still


def test_it_holds_still_while_hands_are_at_work(tmp_path: Path) -> None:
    with tutored(tmp_path) as table:
        table.wait(1)
        # One that begins while a hand has a card does, too; a hand that forgets the card does not keep it waiting.
        assert table.do_now(do="advise")["type"] == "done"
        assert is_still(table), "who asks may take a card at once"
        table.do_now(do="grip")
        table.wait(GRIP_US / 2e6)
        assert is_still(table)
        table.wait(GRIP_US / 2e6 + 0.1)
        assert not is_still(table)
        thought(table)
        card = table.hand("red")[0]
        for deed in (
            {"do": "move", "card": card, "to": "3 red"},
            {"do": "button", "name": "column 1 red", "down": True},
            {"do": "button", "name": "column 1 red", "down": False},
        ):
            assert table.do_now(**deed)["type"] == "done"
            assert is_still(table)
            table.wait(STIR_US / 1e6 + 0.1)
            assert not is_still(table)


def test_a_hand_that_lays_nothing_does_not_keep_others_still_for_good(tmp_path: Path) -> None:
    with tutored(tmp_path) as table:
        table.do_now(do="advise")

        def grip() -> bool:
            """Whether it holds still for that."""
            table.wait(GRIP_US / 1e6 + 0.1)
            assert table.do_now(do="grip")["type"] == "done"
            return is_still(table)

        assert [grip(), grip(), grip()] == [True, False, False]
        # What is refused lays nothing.
        card = table.hand("red")[0]
        assert table.do_now(do="move", card=table.hand("blue")[0], to="3 red")["type"] == "refused"
        assert not grip()
        assert table.do_now(do="move", card=card, to="3 red")["type"] == "done"
        assert grip()
        table.wait(GRIPS_US / 1e6)
        assert grip(), "so much later it may be another card"


def test_a_robot_holds_still_too_for_as_long_as_a_hand_has_a_card(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT, position=ATTACK, level=1) as table:
        adviser: Any = table.live.play._adviser
        assert table.do_now(do="grip")["type"] == "done"
        table.wait(GRIP_US / 2e6)
        assert adviser._apart._is_still
        table.wait(GRIP_US / 2e6 + 0.1)
        assert not adviser._apart._is_still


@pytest.mark.parametrize("how", [{"mode": WATCH, "position": ()}, {"lesson": "lay", "position": ()}])
def test_whoever_watches_or_learns_has_none(tmp_path: Path, how: dict[str, Any]) -> None:
    with played(tmp_path, **{"mode": ROBOT} | how) as table:
        assert table.do(do="tutor", on=True)["reason"] == sayings.NONE
        assert table.view()["tutor"] == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_tells_what_a_player_sees(tmp_path: Path, game: str) -> None:
    """As far as the rules have it: the view of who decides, with their own hand by name."""
    mode = next(mode for mode, robots in page_of(game).modes.items() if mode != WATCH)
    with played(tmp_path, mode, game=game, level=1) as table:
        tutor = table.live.tutor
        table.do(do="tutor", on=True)
        for _ in range(200):
            player = next(iter(tutor._movers), None)
            if (
                player is not None
                and tutor._viewer_of(player) is not None
                and tutor._view(player) is not None
            ):
                break
            table.live.step()
            table.wait(0.1)
        assert player is not None
        view: Any = tutor._view(player)
        assert not view.full
        rules = table.live.run.bundle.procedure.rules
        assert rules.view(view, player) == view
