"""The owner of the table: deeds go through the world to the firmware, time is paced, robots and helping hands work."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual.live import ROBOT, TWO, WATCH
from signifer_firmware.web.virtual.owner import Again
from signifer_firmware.web.virtual.pace import MOST_BEHIND_US, Pace

from tests.firmware.states import fog
from tests.firmware.web.table import Played, played, put_in_hand, zone


def unit(game: Played, player: str = "red") -> str:
    card = f"{player}/heavy-infantry-1"
    put_in_hand(game.live, player, card)
    return card


def test_a_card_laid_goes_through_antennas_to_the_rules(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT) as game:
        card = unit(game)
        assert game.put(card, "3 red") == {"type": "done", "n": 7}
        told = game.view()
        assert game.live.run.table.world.where(card) == zone("3 red")
        assert told["game"]["due"] == 4
        assert told["cards"]["3 red"] == [card]
        assert told["record"][-1] == {
            "id": told["record"][-1]["id"],
            "kind": "action",
            "player": "red",
            "act": "place",
            "card": card,
            "column": 3,
        }
        game.put(card, "hand red")
        assert game.view()["game"]["due"] == 0


def test_whose_hands_wait_is_told_first(tmp_path: Path) -> None:
    with played(tmp_path, TWO, roles=(SPECTATOR, HAND)) as game:
        game.wait(0.2)
        assert [frame.role for frame in game.audience.frames[:2]] == [HAND, SPECTATOR]


@pytest.mark.slow
def test_a_button_is_held_for_as_long_as_a_finger_is_on_it(tmp_path: Path) -> None:
    with played(tmp_path, TWO, seed=4) as game:
        active = fog(game.live.state).active
        game.press(f"ok {active}")
        assert fog(game.live.state).step == "actions", "a short one only says: hold to end"
        game.do_now(do="button", name=f"ok {active}", down=True)
        game.wait(0.7)
        assert fog(game.live.state).step == "actions"
        assert game.view()["table"]["held"] == [f"ok {active}"]
        game.wait(0.3)
        assert fog(game.live.state).step == "draw", "held for long enough, and still down"
        game.do(do="button", name=f"ok {active}", down=False)
        assert game.live.hands.held == frozenset()


def test_helping_hands_draw_what_is_owed(tmp_path: Path) -> None:
    with played(tmp_path, TWO) as game:
        active = fog(game.live.state).active
        game.live.helping = False
        game.press(f"ok {active}", 1.1)
        game.press(f"ok {active}")
        assert game.view()["owed"][active] == 3
        assert len(game.hand(active)) == 9
        game.do(do="helping", on=True)
        game.live.step()
        assert game.view()["owed"][active] == 0
        assert len(game.hand(active)) == 12


def test_helping_hands_leave_alone_what_is_refused_until_they_are_asked(tmp_path: Path) -> None:
    with played(tmp_path, TWO) as game:
        player = fog(game.live.state).active
        put_in_hand(game.live, player, f"{player}/commander-1")
        game.put(f"{player}/commander-1", f"3 {player}")
        for _ in range(3):
            game.live.step()
            game.wait(0.5)
        assert game.view()["refusals"]
        game.do(do="as-told")
        game.live.step()
        assert game.view()["refusals"] == []
        assert f"{player}/commander-1" in game.hand(player)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        ({"do": "move", "card": "red/spear-9", "to": "3 red"}, "no-such-card"),
        ({"do": "move", "card": "red/spear-1", "to": "hand blue"}, "other-army"),
        ({"do": "bump", "card": "red/spear-1"}, "not-there"),
        ({"do": "swap", "away": "red/spear-1", "instead": "red/spear-2"}, "not-there"),
        ({"do": "shuffle", "player": "red"}, "no-discards"),
        ({"do": "draw", "player": "blue", "to": "hand blue"}, "robots"),
        ({"do": "button", "name": "ok blue", "down": True}, "robots"),
        ({"do": "as-told", "run": "another"}, "stale"),
        ({"do": "new", "mode": "two", "run": "another"}, "stale"),
    ],
)
def test_what_hands_cannot_do_is_refused_with_a_reason(
    tmp_path: Path, deed: dict[str, object], reason: str
) -> None:
    with played(tmp_path, ROBOT) as game:
        for card in ("red/spear-1", "red/spear-2"):
            put_in_hand(game.live, "red", card)
        before = game.view()
        assert game.do(**deed) == {"type": "refused", "reason": reason, "n": 7}
        assert game.view()["cards"] == before["cards"]


def test_bump_and_swap_move_real_cards(tmp_path: Path) -> None:
    with played(tmp_path, TWO) as game:
        player = fog(game.live.state).active
        first, second = f"{player}/heavy-infantry-1", f"{player}/cavalry-1"
        for card in (first, second):
            put_in_hand(game.live, player, card)
        game.put(first, f"3 {player}")
        game.do(do="bump", card=first)
        assert game.live.run.table.world.where(first) == zone(f"3 {player}")
        assert fog(game.live.state).due == 4
        game.do(do="swap", away=first, instead=second)
        game.wait(0.5)
        assert fog(game.live.state).due == 2
        assert game.live.run.table.world.where(first) is None
        assert game.do(do="swap", away=second, instead=second)["reason"] == "not-there"


def test_a_card_laid_elsewhere_in_mid_swap_lies_there(tmp_path: Path) -> None:
    with played(tmp_path, TWO) as game:
        player = fog(game.live.state).active
        first, second = f"{player}/heavy-infantry-1", f"{player}/cavalry-1"
        for card in (first, second):
            put_in_hand(game.live, player, card)
        game.put(first, f"3 {player}")
        hands = game.live.hands
        hands.swap(first, second)
        hands.move(first, zone(f"4 {player}"))
        game.wait(0.5)
        for card, column in ((first, 4), (second, 3)):
            assert game.live.run.table.world.where(card) == zone(f"{column} {player}")
            assert hands.piles.where(card) == zone(f"{column} {player}")


@pytest.mark.slow
def test_the_robot_plays_its_turn_with_hands(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT, seed=11, position=("first blue",)) as game:
        assert fog(game.live.state).active == "blue"
        for _ in range(60):
            game.live.step()
            game.wait(0.1)
            if fog(game.live.state).active == "red" and game.live.hands.owed("blue") == 0:
                break
        told = game.view()
        assert told["game"]["active"] == "red"
        assert told["owed"]["blue"] == 0
        assert any(told["cards"][f"{column} blue"] for column in range(1, 6)), "it has laid something"


@pytest.mark.slow
def test_the_robot_defends_itself(tmp_path: Path) -> None:
    position = (
        "terrain plain plain plain plain plain",
        "first red",
        "begin actions",
        "setup 3 red heavy-infantry-1",
        "setup 3 blue medium-infantry-1",
    )
    with played(tmp_path, ROBOT, position=position) as game:
        game.live.hands.piles.take("red/commander-1", ("red", "hand"))
        game.press("column 3 red")
        game.put("red/commander-1", "pad red")
        game.press("ok red")
        for _ in range(30):
            game.live.step()
            game.wait(0.1)
            if fog(game.live.state).attack is None:
                break
        game.wait(1)
        assert fog(game.live.state).attack is None
        assert fog(game.live.state).result is not None or fog(game.live.state).column(3).control == "red"


@pytest.mark.slow
def test_robots_to_watch_begin_at_the_empty_table(tmp_path: Path) -> None:
    with played(tmp_path, WATCH, seed=2) as game:
        for _ in range(6):
            game.live.step()
        assert fog(game.live.state).step in ("army", "terrain")
        assert game.do(do="move", card="red/spear-1", to="3 red")["reason"] == "robots"
        assert game.do(do="button", name="dice", down=True)["reason"] == "robots"


def test_another_game_begins_from_within_whatever_robots_do(tmp_path: Path) -> None:
    with played(tmp_path, WATCH, seed=2) as game, pytest.raises(Again) as again:
        game.do(do="new", mode="two", red="fr", blue="de")
    assert again.value.choice is not None
    assert again.value.choice.mode == TWO
    assert dict(again.value.choice.languages) == {"red": "fr", "blue": "de"}


def test_speed_changes_how_fast_time_passes() -> None:
    now = [100.0]
    pace = Pace(lambda: now[0], 0)
    now[0] += 0.1
    assert pace.due_us(50_000) == 100_000
    pace.change(4.0, 100_000)
    now[0] += 0.1
    assert pace.due_us(100_000) == 500_000


def test_who_sleeps_does_not_play_an_hour_in_a_second() -> None:
    now = [100.0]
    pace = Pace(lambda: now[0], 0)
    now[0] += 3600
    assert pace.due_us(0) == MOST_BEHIND_US
    assert pace.due_us(MOST_BEHIND_US) == MOST_BEHIND_US
