"""A phone becomes a player's at a table: over its page, its screens and its buttons; and what it sees then."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from signifer_core.layout import SIDES, Side
from signifer_firmware.display.panels import CodePanel
from signifer_firmware.display.player_menu_panels import _code_panel
from signifer_firmware.display.render import render
from signifer_firmware.i18n.words import words_of
from signifer_firmware.runtime.flight_recorder import Flight, lines_of
from signifer_firmware.session.pairing import CODE_US, TRIES, CodeShown
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.questions import PhoneWish
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.view import MASKED
from signifer_firmware.web.view.viewers import PHONES, SPECTATOR
from signifer_firmware.web.virtual.live import ROBOT

from tests.firmware.session.agreeing import choose, turn
from tests.firmware.session.phones import CODE, TOKEN, Answer, Phone, Secrets
from tests.firmware.states import fog
from tests.firmware.web.table import Played, played, put_in_hand


@pytest.fixture
def game(tmp_path: Path) -> Any:
    with played(tmp_path, roles=(HAND, SPECTATOR, *PHONES.values())) as game:
        game.live.run.appliance.keeper.pairing.secrets = Secrets()
        yield game


def ask(game: Played, wish: dict[str, Any], phone: Phone, peer: str = "") -> Answer:
    """What a phone's wish is answered."""
    parsed = msg._READER.validate_python({"run": game.owner.run, "n": 1} | wish)
    assert isinstance(parsed, msg.Wish)
    game.time.deeds.put((PhoneWish(parsed, peer), phone))
    told = len(phone.told)
    game.wait(0.5)
    return next(answer for answer in phone.told[told:] if "n" in answer)


def screen_of(game: Played, player: str) -> str:
    """What is written on a player's screen."""
    return game.live.run.appliance.words(player)


def pair(game: Played, player: str, phone: Phone) -> None:
    assert ask(game, {"do": "pair", "player": player}, phone)["type"] == "done"
    assert ask(game, {"do": "code", "code": CODE}, phone)["type"] == "done"
    game.press(f"ok {player}")


def shows_code(game: Played, role: str, player: str = "red") -> bool:
    """Whether a page of ``role`` was ever shown the pixels of a code."""
    images = {image.tobytes() for image in game_codes(game, player)}
    told = [str(frame.whole[f"screen {player}"]) for frame in game.audience.frames if frame.role == role]
    return any(pixels != MASKED and b64decode(pixels) in images for pixels in told)


def game_codes(game: Played, player: str) -> list[Any]:
    """The pictures of this table on which a code stands."""
    side: Side = "red" if player == "red" else "blue"
    shown = [CodeShown(CODE, tries, typed) for tries in range(1, TRIES + 1) for typed in (False, True)]
    return [render(_code_panel(each, side, words_of("en"))).image for each in shown]


@pytest.mark.slow
def test_a_phone_is_paired_over_the_table(game: Played) -> None:
    phone = Phone()
    assert ask(game, {"do": "pair", "player": "red"}, phone)["type"] == "done"
    assert "4 7 1 1" in screen_of(game, "red")
    assert "4 7 1 1" not in screen_of(game, "blue")
    assert ask(game, {"do": "code", "code": "1174"}, phone)["tries"] == TRIES - 1
    assert "2 tries left" in screen_of(game, "red")
    ask(game, {"do": "code", "code": CODE}, phone)
    assert "it is mine" in screen_of(game, "red")
    before = game.live.state
    game.press("ok red")
    assert phone.last == {"type": "paired", "player": "red", "token": TOKEN}
    assert game.live.state == before, "their ok meant the phone"
    assert "mine" not in screen_of(game, "red")
    assert ask(game, {"do": "token", "token": TOKEN}, Phone())["player"] == "red"
    assert ask(game, {"do": "token", "token": "f" * 32}, Phone())["reason"] == "unpaired"


@pytest.mark.slow
@pytest.mark.parametrize("role", [SPECTATOR, *PHONES.values()])
def test_no_mirror_shows_the_code(game: Played, role: str) -> None:
    """From before it comes until after it has gone; the page of the hands is its player's own screen."""
    pair(game, "red", Phone())
    game.wait(1)
    assert shows_code(game, HAND), "else this test sees nothing"
    assert not shows_code(game, role)
    assert MASKED in [frame.whole["screen red"] for frame in game.audience.frames if frame.role == role]
    assert game.view(role)["screen red"] != MASKED, "it is over"
    told = "".join(frame.news for frame in game.audience.frames if frame.role == role)
    assert "4711" not in told
    # Nor as it is read out.
    read = {frame.role: "" for frame in game.audience.frames}
    for frame in game.audience.frames:
        read[frame.role] += f" {frame.whole['reads red']}"
    assert "4 7 1 1" in read[HAND], "else this test hears nothing"
    assert "4 7 1 1" not in read[role]


def test_an_ok_before_the_code_was_typed_says_no(game: Played) -> None:
    phone = Phone()
    ask(game, {"do": "pair", "player": "blue"}, phone)
    game.press("ok blue")
    assert phone.last["reason"] == "declined"
    assert ask(game, {"do": "code", "code": CODE}, phone)["reason"] == "no-request"
    assert ask(game, {"do": "pair", "player": "blue"}, phone)["reason"] == "wait"


def test_who_plays_on_has_said_no_and_their_button_counts(game: Played) -> None:
    phone = Phone()
    active = fog(game.live.state).active
    ask(game, {"do": "pair", "player": active}, phone)
    game.press(f"column 3 {active}")
    assert phone.last["reason"] == "declined"
    faces = game.live.run.appliance.pictures._faces
    assert faces is not None
    assert not isinstance(faces.panels(0)[active], CodePanel)


def test_a_held_ok_is_no_answer_to_a_phone(game: Played) -> None:
    phone = Phone()
    active = fog(game.live.state).active
    ask(game, {"do": "pair", "player": active}, phone)
    game.press(f"ok {active}", 1.1)
    assert phone.last["reason"] == "declined"
    assert fog(game.live.state).step == "draw", "it ends the actions, as ever"


def test_a_refusal_goes_before_a_code(game: Played) -> None:
    phone = Phone()
    ask(game, {"do": "pair", "player": "red"}, phone)
    put_in_hand(game.live, "red", "red/commander-1")
    game.put("red/commander-1", "3 red")
    assert phone.last["reason"] == "busy"
    assert "4 7 1 1" not in screen_of(game, "red")


@pytest.mark.slow
def test_the_menus_go_before_a_code(game: Played) -> None:
    phone = Phone()
    ask(game, {"do": "pair", "player": "red"}, phone)
    held = [f"ok {player}" for player in SIDES]
    for name in held:
        game.do_now(do="button", name=name, down=True)
    game.wait(1.2)
    for name in held:
        game.do(do="button", name=name, down=False)
    assert game.live.run.appliance.keeper.outlook.agreement is not None
    assert phone.last["reason"] == "busy"
    assert ask(game, {"do": "pair", "player": "blue"}, Phone())["reason"] == "busy"


def test_who_hangs_up_has_asked_for_nothing(game: Played) -> None:
    phone = Phone()
    ask(game, {"do": "pair", "player": "red"}, phone)
    game.time.deeds.put((PhoneWish(msg.Gone(run=game.owner.run, n=0, do="gone")), phone))
    game.wait(0.5)
    assert "4 7 1 1" not in screen_of(game, "red")


@pytest.mark.slow
def test_a_code_expires_on_the_screen(game: Played) -> None:
    phone = Phone()
    ask(game, {"do": "pair", "player": "red"}, phone)
    game.wait(CODE_US / 1e6)
    assert phone.last["reason"] == "expired"
    assert "4 7 1 1" not in screen_of(game, "red")


def test_another_game_ends_what_was_paired(game: Played) -> None:
    pair(game, "red", Phone())
    keeper = game.live.run.appliance.keeper
    turn(keeper, "new field-of-glory", game.live.run.now_us)
    assert game.audience.lost[-1] == "red"
    assert ask(game, {"do": "token", "token": TOKEN}, Phone())["reason"] == "unpaired"


@pytest.mark.parametrize("end", ["abort", "off"])
def test_without_a_game_there_is_nobody_to_ask(end: str, game: Played) -> None:
    turn(game.live.run.appliance.keeper, end, game.live.run.now_us)
    assert ask(game, {"do": "pair", "player": "red"}, Phone())["reason"] == "no-game"


def test_a_robot_has_no_phone(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT) as game:
        assert ask(game, {"do": "pair", "player": "blue"}, Phone())["reason"] == "robots"


def test_a_phone_lets_go_by_itself_and_in_its_players_menu(game: Played) -> None:
    pair(game, "red", Phone())
    assert ask(game, {"do": "unpair", "token": TOKEN}, Phone())["type"] == "done"
    assert ask(game, {"do": "token", "token": TOKEN}, Phone())["reason"] == "unpaired"
    pair(game, "red", Phone())
    game.audience.lost.clear()
    for name in ("dice", "ok red"):
        game.do_now(do="button", name=name, down=True)
    game.wait(1.2)
    for name in ("dice", "ok red"):
        game.do(do="button", name=name, down=False)
    game.press("column 1 red")
    assert "My phone" in screen_of(game, "red")
    game.press("column 5 red")
    game.press("ok red")
    assert game.audience.lost == ["red"]
    assert ask(game, {"do": "token", "token": TOKEN}, Phone())["reason"] == "unpaired"


# What a paired phone sees


def test_a_phone_sees_discards_and_odds_only_while_both_allow_it(tmp_path: Path) -> None:
    position = (
        *("terrain plain plain plain plain plain", "first red", "begin actions"),
        *("setup 3 red heavy-infantry-5", "setup 3 blue heavy-infantry-6"),
    )
    with played(tmp_path, roles=(), position=position) as game:
        keeper = game.live.run.appliance.keeper
        put_in_hand(game.live, "red", "red/commander-1")
        put_in_hand(game.live, "red", "red/spear-1")
        game.put("red/spear-1", "2 red")
        game.put("red/commander-1", "pad red")
        game.press("ok red")
        game.put("red/commander-1", "discard red")
        game.press("column 3 red")
        assert fog(game.live.state).step == "bonus"
        assert game.view(PHONES["red"])["mine"] == {"player": "red", "discards": None, "odds": None}
        choose(keeper, ("recall on", "odds on"), game.live.run.now_us)
        game.wait(0.1)
        mine = {player: game.view(PHONES[player])["mine"] for player in SIDES}
        assert mine["red"]["discards"]["en"] == ["Commander"]
        assert mine["blue"]["discards"]["en"] == ["No discards"]
        assert mine["red"]["odds"]["de"][0].startswith("Rot :")
        assert "mine" not in game.view(SPECTATOR)


def test_a_phone_sees_no_hand_and_no_pad(game: Played) -> None:
    seen, shown = (game.view(role) for role in (PHONES["red"], SPECTATOR))
    assert seen.pop("mine")
    assert seen == shown


def test_the_flight_recorder_hears_of_no_code(tmp_path: Path) -> None:
    with played(tmp_path) as game:
        appliance = game.live.run.appliance
        appliance.keeper.pairing.secrets = Secrets()
        appliance._flight = Flight(tmp_path / "flown.sqlite", dict)
        appliance._flight.boot(0)
        pair(game, "red", Phone())
        appliance._flight.close()
        appliance._flight = None
    told = lines_of(tmp_path / "flown.sqlite")
    assert not any("4 7 1 1" in str(line) for line in told)
    assert [line[2] for line in told if line[0] == "news" and line[2] == "phone"][:1] == ["phone"]
    assert not [line for line in told if line[0] == "answered"], "a replay must not press this ok in the game"
