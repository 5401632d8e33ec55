"""People at devices of their own: who gets a seat, what their hands reach, and what they are told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from signifer_core.layout import SIDES
from signifer_firmware.game_api import registry
from signifer_firmware.session.pairing import CODE_US, TRIES
from signifer_firmware.web.game import page_of
from signifer_firmware.web.play import CannotError
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.view import MASKED
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual.answers import answer
from signifer_firmware.web.virtual.owner import Again

from tests.firmware.session.agreeing import choose
from tests.firmware.session.phones import CODE, TOKEN, Secrets
from tests.firmware.states import fog
from tests.firmware.web.guests import Guest
from tests.firmware.web.table import Played, on_page, played, put_in_hand

PLACING = ("terrain plain plain plain plain plain", "first red", "begin actions")
FOUR = ("players 4", "begin play", "first 1")


def seated(game: Played, seats: int = 2) -> list[Guest]:
    secrets = [f"{seat}" * 32 for seat in range(2, seats + 1)]
    game.owner._seats.pairing.secrets = Secrets(CODE, *secrets)
    return [Guest(game, seat, f"192.168.0.{seat}").sits() for seat in range(2, seats + 1)]


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Played]:
    with played(tmp_path, apart=True, position=PLACING) as game:
        game.owner._seats.pairing.secrets = Secrets()
        yield game


@pytest.fixture
def four(tmp_path: Path) -> Iterator[Played]:
    with played(tmp_path, "four", game="call-to-glory", apart=True, position=FOUR) as game:
        yield game


# Sitting down


def test_a_device_is_let_in_by_the_owner_who_sees_its_code(game: Played) -> None:
    guest = Guest(game)
    assert guest.wish(do="sit", seat=2) == {"type": "done", "n": 1}
    assert game.view()["table"]["seats"] == [
        {"seat": 1, "player": "red", "taken": True},
        {"seat": 2, "player": "blue", "taken": False, "code": CODE, "typed": False},
    ]
    assert CODE not in str(game.view(SPECTATOR)["table"]["seats"])
    assert game.do(do="seat", seat=2, let="in")["reason"] == "nobody-asks", "the code was not typed"
    wrong = guest.wish(do="code", code="1174")
    assert (wrong["reason"], wrong["tries"]) == ("wrong-code", TRIES - 1)
    guest.wish(do="code", code=CODE)
    assert game.view()["table"]["seats"][1]["typed"]
    assert game.owner._seats.chair("seat 2 1") is None
    game.do(do="seat", seat=2, let="in")
    assert guest.phone.last == {"type": "seated", "seat": 2, "role": "seat 2 1", "token": TOKEN}
    table = guest.view["table"]
    assert (table["viewer"], table["player"], table["people"], table["guest"]) == (
        *("blue", "blue"),
        *(["blue"], True),
    )
    assert table["seats"][1]["taken"]
    assert Guest(game, peer="192.168.0.10").wish(do="sit", seat=2)["reason"] == "taken"


@pytest.mark.parametrize("seat", [3, 4])
def test_there_are_as_many_seats_as_play(game: Played, seat: int) -> None:
    assert Guest(game).wish(do="sit", seat=seat)["reason"] == "no-seat"


def test_where_all_are_at_one_screen_there_are_no_seats(tmp_path: Path) -> None:
    with played(tmp_path) as game:
        assert Guest(game).wish(do="sit", seat=2)["reason"] == "no-seat"
        assert game.view()["table"]["seats"] == []
        assert game.do(do="seat", seat=2, let="in")["reason"] == "nobody-asks"


def test_who_comes_back_shows_a_token_and_has_the_seat_again(game: Played) -> None:
    guest = Guest(game).sits()
    again = Guest(game).wish(do="token", token=TOKEN)
    assert again == {"type": "seated", "seat": 2, "role": guest.role, "n": 1}
    assert Guest(game).wish(do="token", token="f" * 32)["reason"] == "unpaired"


def test_the_owner_gives_a_seat_away_again(game: Played) -> None:
    guest = Guest(game).sits()
    card = game.hand("blue")[0]
    guest.do_now("ok blue", down=True)
    assert game.do(do="seat", seat=2, let="out")["type"] == "done"
    assert game.audience.lost[-1] == guest.role
    assert game.live.hands.held == frozenset(), "no finger of theirs stays there"
    assert guest.do(do="move", card=card, to="3 blue")["reason"] == "spectator"
    assert guest.view["cards"]["hand blue"] == 9, "what is still on its way tells no more"
    assert Guest(game).wish(do="token", token=TOKEN)["reason"] == "unpaired"
    other = Guest(game, peer="192.168.0.10").sits()
    assert other.role != guest.role
    assert guest.do(do="move", card=card, to="3 blue")["reason"] == "spectator"
    assert game.do(do="seat", seat=2, let="out")["type"] == "done"
    assert game.do(do="seat", seat=2, let="out")["reason"] == "nobody-asks"


def test_a_guest_stands_up(game: Played) -> None:
    guest = Guest(game).sits()
    assert guest.wish(do="unpair", token=TOKEN)["type"] == "done"
    assert game.audience.lost[-1] == guest.role
    assert not game.view()["table"]["seats"][1]["taken"]


def test_the_owner_says_no_and_who_asked_waits(game: Played) -> None:
    guest = Guest(game)
    guest.wish(do="sit", seat=2)
    game.do(do="seat", seat=2, let="out")
    assert guest.phone.last == {"type": "unseated", "seat": 2, "reason": "declined"}
    assert guest.wish(do="sit", seat=2)["reason"] == "wait"


def test_guessing_ends_after_three_tries(game: Played) -> None:
    guest = Guest(game)
    guest.wish(do="sit", seat=2)
    reasons = [guest.wish(do="code", code=code)["reason"] for code in ("0000", "0001", "0002", CODE)]
    assert reasons == ["wrong-code", "wrong-code", "too-many-tries", "unpaired"] or reasons[3] == "no-request"
    assert game.do(do="seat", seat=2, let="in")["reason"] == "nobody-asks"


def test_a_code_expires(game: Played) -> None:
    guest = Guest(game)
    guest.wish(do="sit", seat=2)
    game.time.now_s += CODE_US / 1e6
    game.wait(0.2)
    assert guest.phone.last["reason"] == "expired"
    assert "code" not in game.view()["table"]["seats"][1]


def begins(now: Played, tmp_path: Path, **new: Any) -> None:
    """Another game, as the owner's loop begins it."""
    with pytest.raises(Again) as again:
        now.do(do="new", **new)
    now.live.close()
    folder = tmp_path / "another"
    folder.mkdir()
    choice = again.value.choice
    assert choice is not None
    now.owner.begin(choice, folder)


def test_who_sits_keeps_the_seat_in_the_next_game_that_has_it(game: Played, tmp_path: Path) -> None:
    guest = Guest(game).sits()
    begins(game, tmp_path, game="call-to-glory", mode="two", apart=True)
    assert guest.view["table"]["player"] == "2"


def test_another_game_at_one_screen_has_no_seats(game: Played, tmp_path: Path) -> None:
    guest = Guest(game).sits()
    begins(game, tmp_path, mode="two")
    assert game.audience.lost[-1] == guest.role
    assert guest.view["table"]["viewer"] == SPECTATOR


@pytest.mark.parametrize("game", registry.names())
def test_only_people_sit_at_devices(game: str) -> None:
    page = page_of(game)
    found = {mode: [chair.player for chair in page.chairs(mode)] for mode in page.modes}
    assert all(not page.modes[mode] for mode, chairs in found.items() if chairs)
    assert any(found.values())
    assert {len(chairs) for chairs in found.values()} <= {0, 2, 3, 4}


def test_robots_do_not_sit_at_devices(tmp_path: Path) -> None:
    with played(tmp_path, "robot", apart=True) as game:
        assert not game.view()["table"]["apart"]
        assert game.view()["table"]["seats"] == []


# What hands reach


def test_each_moves_their_own_and_nothing_else(game: Played) -> None:
    guest = Guest(game).sits()
    red, blue = game.hand("red"), game.hand("blue")
    for deed in (
        {"do": "move", "card": red[0], "to": "3 red"},
        {"do": "move", "card": red[0], "to": "3 blue"},
        {"do": "move", "card": blue[0], "to": "3 red"},
        {"do": "move", "card": blue[0], "to": "pad red"},
        {"do": "draw", "player": "red", "to": "hand red"},
        {"do": "draw", "player": "blue", "to": "hand red"},
        {"do": "shuffle", "player": "red"},
        {"do": "put-back", "player": "red"},
        {"do": "hold", "names": ["ok red"]},
        {"do": "hold", "names": ["dice", "ok red"]},
        {"do": "button", "name": "ok red", "down": True},
        {"do": "button", "name": "column 3 red", "down": True},
    ):
        assert guest.do(**deed)["reason"] == "not-yours", deed
    assert (game.hand("red"), game.hand("blue")) == (red, blue)
    assert game.live.hands.held == frozenset()
    for deed in (
        {"do": "move", "card": blue[0], "to": "3 blue"},
        {"do": "draw", "player": "blue", "to": "hand red"},
        {"do": "button", "name": "ok blue", "down": True},
        {"do": "swap", "away": blue[0], "instead": blue[1]},
        {"do": "shuffle", "player": "blue"},
    ):
        assert game.do(**deed)["reason"] == "not-yours", deed
    assert guest.do(do="move", card=blue[0], to="3 blue")["type"] == "done"
    assert game.live.hands.piles.cards("blue", "hand") == frozenset(blue[1:])
    for deed in (
        {"do": "bump", "card": blue[0]},
        {"do": "move", "card": blue[0], "to": "hand blue"},
        {"do": "swap", "away": blue[0], "instead": red[0]},
    ):
        assert game.do(**deed)["reason"] == "not-yours", deed
    assert guest.do(do="swap", away=blue[0], instead=blue[1])["type"] == "done"
    assert guest.do(do="bump", card=blue[1])["type"] == "done"


def test_a_button_of_two_fingers_goes_up_with_the_last(game: Played) -> None:
    guest = Guest(game).sits()
    guest.do_now("dice", down=True)
    game.do_now(do="button", name="dice", down=True)
    guest.do_now("dice", down=False)
    assert game.live.hands.held == frozenset({"dice"})
    game.do_now(do="button", name="dice", down=False)
    assert game.live.hands.held == frozenset()


def test_each_is_helped_as_they_like(game: Played) -> None:
    guest = Guest(game).sits()
    game.press("ok red", 1.1)
    game.press("ok red")
    guest.do(do="as-told")
    game.live.step()
    assert len(game.hand("red")) == 9, "blue is asked for nothing"
    game.do(do="helping", on=False)
    assert game.live.helped == frozenset({"blue"})
    assert (game.view()["table"]["helping"], guest.view["table"]["helping"]) == (False, True)
    game.live.step()
    assert len(game.hand("red")) == 9
    game.do(do="as-told")
    game.live.step()
    assert len(game.hand("red")) == 12


def agreement(game: Played) -> bool:
    return game.live.run.appliance.keeper.outlook.agreement is not None


def test_both_agree_when_both_have_said_so(game: Played) -> None:
    guest, both = Guest(game).sits(), ["ok red", "ok blue"]
    game.do(do="hold", names=both)
    game.wait(2)
    assert not agreement(game)
    assert guest.view["table"]["agreeing"] == ["red"]
    assert guest.do(do="hold", names=both)["type"] == "done"
    game.wait(2)
    assert agreement(game)
    assert guest.view["table"]["agreeing"] == []


def test_a_wish_to_agree_does_not_wait_for_ever(game: Played) -> None:
    guest, both = Guest(game).sits(), ["ok red", "ok blue"]
    game.do(do="hold", names=both)
    game.wait(31)
    assert guest.view["table"]["agreeing"] == []
    guest.do(do="hold", names=both)
    game.wait(2)
    assert not agreement(game)


def test_a_guest_undoes_and_chooses_the_language_of_their_screen(game: Played) -> None:
    guest = Guest(game).sits()
    unit = next(card for card in game.hand("red") if "infantry" in card)
    game.put(unit, "3 red")
    game.wait(1)
    assert fog(game.live.state).due
    guest.do(do="undo")
    game.wait(2)
    assert not fog(game.live.state).due
    guest.do(do="speak", players=["red", "blue"], language="de")
    assert guest.view["table"]["languages"] == {"red": "en", "blue": "de"}


@pytest.mark.parametrize(
    "deed",
    [
        {"do": "new", "mode": "two"},
        {"do": "speed", "speed": 8.0},
        {"do": "power", "on": False},
        {"do": "fault", "part": "reader", "place": "1 red", "kind": "unplug"},
        {"do": "mend"},
        {"do": "seat", "seat": 2, "let": "in"},
    ],
    ids=lambda deed: deed["do"],
)
def test_what_is_the_owners_is_no_deed_of_a_seat(deed: dict[str, Any]) -> None:
    assert not isinstance(msg._READER.validate_python({"run": "", "n": 1} | deed), msg.Seated)


def test_odds_need_the_leave_of_both(game: Played) -> None:
    guest = Guest(game).sits()
    question = msg.Odds(run=game.owner.run, n=1, do="odds")
    with pytest.raises(CannotError, match="odds-off"):
        answer(game.live, "blue", question)
    choose(game.live.run.appliance.keeper, ("odds on",), game.live.run.now_us)
    assert "attacks" in answer(game.live, guest.view["table"]["viewer"], question)


def test_a_screen_that_only_its_player_may_read_is_masked_on_the_other_device(game: Played) -> None:
    guest = Guest(game).sits()
    for name in ("dice", "ok blue"):
        guest.do_now(name, down=True)
    game.wait(1.2)
    for name in ("dice", "ok blue"):
        guest.do_now(name, down=False)
    game.wait(0.5)
    assert game.live.run.appliance.keeper.outlook.own
    assert game.view()["screen blue"] == MASKED
    assert game.view()["reads blue"] == ""
    assert guest.view["screen blue"] != MASKED
    assert guest.view["screen red"] != MASKED


# Games with more seats


def test_four_seats_see_one_hand_each(four: Played) -> None:
    guests = seated(four, 4)
    views = {"1": four.view(), **{str(guest.seat): guest.view for guest in guests}}
    for seat, view in views.items():
        assert view["table"]["player"] == seat
        held = {other: view["cards"][f"hand {other}"] for other in "1234"}
        assert [other for other, cards in held.items() if isinstance(cards, list)] == [seat]
        hint = msg.Hint(run="", n=1, do="hint", card=held[seat][0])
        assert answer(four.live, seat, hint)["card"] == held[seat][0]
        strange = next(iter(four.live.hands.piles.cards("1" if seat != "1" else "2", "hand")))
        with pytest.raises(CannotError):
            answer(four.live, seat, msg.Hint(run="", n=1, do="hint", card=strange))


def test_who_shares_a_side_leaves_its_buttons_to_who_is_asked(four: Played) -> None:
    _, three, _ = seated(four, 4)
    assert three.do(do="button", name="ok red", down=True)["reason"] == "not-yours"
    mine = sorted(four.live.hands.piles.cards("3", "hand"))[0]
    assert three.do(do="move", card=mine, to="1 red")["reason"] == "not-yours"
    theirs = sorted(four.live.hands.piles.cards("1", "hand"))[0]
    assert three.do(do="move", card=theirs, to="hand 3")["reason"] == "not-yours"
    assert four.do(do="move", card=theirs, to="1 red")["type"] == "done"
    assert three.do(do="move", card=theirs, to="pad red")["reason"] == "not-yours"


def test_a_card_comes_to_nobody_elses_hand(four: Played) -> None:
    two, *_ = seated(four, 4)
    assert two.do(do="draw", player="left", to="hand 1")["reason"] == "not-yours"
    assert two.do(do="draw", player="left", to="hand 2")["type"] == "done", "unasked, but not another's"


def test_who_shares_a_side_answers_for_nobody_else(four: Played) -> None:
    """Player 1 is asked; player 3, on the same side, neither agrees for them nor puts back what they drew."""
    _, three, _ = seated(four, 4)
    both = {"do": "hold", "names": ["ok red", "ok blue"]}
    assert three.do(**both)["reason"] == "not-yours"
    assert not four.live.agreeing
    assert four.do(**both)["type"] == "done"
    assert four.do(do="draw", player="left", to="hand 1")["type"] == "done"
    before = four.live.hands.piles.cards("1", "hand")
    assert three.do(do="put-back", player="red")["reason"] == "not-yours"
    three.do(do="as-told")
    assert four.live.hands.piles.cards("1", "hand") == before
    assert four.do(do="put-back", player="red")["type"] == "done"
    assert len(four.live.hands.piles.cards("1", "hand")) == len(before) - 1


def test_a_draft_is_not_passed_over_by_agreeing(tmp_path: Path) -> None:
    with played(tmp_path, "two", apart=True, by_hand=True) as game:
        (guest,) = seated(game)
        assert guest.do(do="hold", names=["ok red", "ok blue"])["reason"] == "draft-first"


def test_a_team_at_devices_sees_and_moves_all_that_it_did_at_one_screen(tmp_path: Path) -> None:
    with played(tmp_path, "team-2", game="thermopyles", apart=True) as game:
        (guest,) = seated(game)
        for _ in range(12):
            game.live.step()
            game.wait(0.5)
        assert game.view()["cards"] == guest.view["cards"]
        assert (game.view()["table"]["player"], guest.view["table"]["player"]) == ("1", "2")
        card = next(iter(guest.view["cards"]["hand 1"]))
        assert guest.do(do="move", card=card, to="1 red")["type"] == "done"
        assert on_page(guest.view["table"]["people"]) == list(SIDES)


def test_the_hand_of_who_is_not_there_is_nobodys(game: Played) -> None:
    """Nobody has sat down at blue's seat: red sees nothing of it all the same."""
    put_in_hand(game.live, "blue", "blue/commander-1")
    assert "blue/commander-1" not in str(game.view(HAND))
    assert game.put("blue/commander-1", "3 blue")["reason"] == "not-yours"
