"""A real table whose screens and buttons are the page: who presses there, who reads what, and who may do neither."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageChops
from signifer_core.errors import ConfigError
from signifer_core.presses import Press
from signifer_firmware.config.model import load_table
from signifer_firmware.service import run
from signifer_firmware.web.live_table import HANDS_US
from signifer_firmware.web.server.network import listening
from signifer_firmware.web.view.view import MASKED
from signifer_firmware.web.view.viewers import OWNER, PHONES, SPECTATOR, VIEWERS, keys_of

from tests.firmware.session.phones import Secrets
from tests.firmware.web.visitors import Visitor, Watched, lit, visit


class Handy(Watched):
    """The small table, and what its keeper is told of presses."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, name="handy")
        self.presses: list[Press] = []
        told: Callable[[Press, int], None] = self.run.appliance.buttons._tell

        def heard(press: Press, now_us: int) -> None:
            self.presses.append(press)
            told(press, now_us)

        self.run.appliance.buttons._tell = heard
        self.run.appliance.keeper.pairing.secrets = Secrets()

    @property
    def pressed(self) -> list[str]:
        return [
            " ".join(str(word) for word in (press.kind, press.button, press.column, press.player) if word)
            for press in self.presses
        ]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Handy]:
    table = Handy(tmp_path)
    table.begin()
    yield table
    table.close()


def push(page: Visitor, name: str) -> list[dict[str, Any]]:
    """A finger on a button, and off it; what is answered."""
    return [page.ask(do="button", name=name, down=down) for down in (True, False)]


def pair(table: Handy, page: Visitor, owner: Visitor, player: str) -> str:
    """A page becomes a player's phone, by the owner's page alone: the code is read there, ok is pressed there."""
    assert page.ask(do="pair", player=player)["type"] == "done"
    page.until(lambda view: view[f"screen {player}"] == MASKED)
    owner.until(lambda view: "4 7 1 1" in view[f"reads {player}"])
    assert page.ask(do="code", code="4711")["type"] == "done"
    push(owner, f"ok {player}")
    while (message := page.hear())["type"] != "paired":
        pass
    page.until(lambda view: view.get("mine", {}).get("player") == player)
    return str(message["token"])


def test_who_sits_at_this_computer_presses_and_reads(table: Handy) -> None:
    def work() -> None:
        with visit(table.port, "hand") as socket:
            page = Visitor(socket)
            view = page.until(lambda view: view["game"].get("step") == "actions")
            assert (view["table"]["mode"], view["table"]["viewer"]) == ("real", SPECTATOR)
            assert view["table"]["keys"] == view["table"]["buttons"]
            table.lay("red/heavy-infantry-1", "3 red")
            page.until(lambda view: view["game"]["due"] == 4)
            push(page, "ok blue")
            page.until(lambda view: any(refusal["player"] == "blue" for refusal in view["refusals"]))
            for place in table.twins.places:
                while ImageChops.difference(
                    lit(page.view[f"screen {place}"]), table.twins.image(place)
                ).getbbox():
                    page.hear()
            # Cards are moved at the table, by real hands.
            assert page.ask(do="move", card="red/spear-1", to="3 red")["reason"] == "spectator"
            assert page.ask(do="new", mode="robot")["reason"] == "spectator"
            assert page.ask(do="pair", player="red")["reason"] == "not-a-spectator"
            # Phones say so where they ask for the code and the ok.
            assert view["table"]["paged"]

    table.meanwhile(work)
    assert table.pressed == ["press ok blue"]


def test_who_looks_on_presses_nothing_and_a_phone_its_own(table: Handy) -> None:
    def work() -> None:
        with (
            visit(table.port, "hand") as first,
            visit(table.port) as second,
            visit(table.port) as third,
        ):
            owner, phone, guest = Visitor(first), Visitor(second), Visitor(third)
            phone.until(lambda view: view["game"].get("step") == "actions")
            assert phone.view["table"]["keys"] == []
            assert [answer["reason"] for answer in push(phone, "ok red")] == ["spectator", "spectator"]
            assert phone.ask(do="hold", names=["ok red"])["reason"] == "spectator"
            pair(table, phone, owner, "red")
            assert phone.view["table"]["keys"] == [
                "dice",
                "ok red",
                *(f"column {column} red" for column in range(1, 6)),
            ]
            assert phone.view["screen red"] != MASKED
            for name in ("ok blue", "column 2 blue"):
                assert push(phone, name)[0]["reason"] == "not-yours"
            assert phone.ask(do="hold", names=["ok red", "ok blue"])["reason"] == "not-yours"
            assert [answer["type"] for answer in push(phone, "column 2 red")] == ["done", "done"]
            assert push(guest, "dice")[0]["reason"] == "spectator"
            owner.until(bool)

    table.meanwhile(work)
    assert table.pressed == ["press ok red", "press column 2 red"]


def test_a_players_own_menu_is_read_on_their_phone_and_nowhere_else(table: Handy) -> None:
    """While the phone is away, at the table's own computer: somebody has to be able to close it."""

    def work() -> None:
        with visit(table.port, "hand") as first, visit(table.port) as third:
            owner, guest = Visitor(first), Visitor(third)
            guest.until(lambda view: view["game"].get("step") == "actions")
            with visit(table.port) as second:
                phone = Visitor(second)
                pair(table, phone, owner, "red")
                assert phone.ask(do="hold", names=["dice", "ok red"])["type"] == "done"
                for page in (guest, owner):
                    page.until(lambda view: view["screen red"] == MASKED)
                phone.until(lambda view: "Hold ok: close" in view["reads red"])
                assert phone.view["screen red"] != MASKED
            owner.until(lambda view: "Hold ok: close" in view["reads red"])
            assert guest.ask(do="resync")["type"] == "done"
            assert guest.until(lambda view: True)["screen red"] == MASKED

    table.meanwhile(work)
    assert table.pressed == ["press ok red", "hold menu red"]


def test_a_finger_of_a_page_that_goes_is_lifted(table: Handy) -> None:
    def work() -> None:
        with visit(table.port, "hand") as first:
            owner = Visitor(first)
            owner.until(lambda view: view["game"].get("step") == "actions")
            with visit(table.port) as second:
                phone = Visitor(second)
                pair(table, phone, owner, "blue")
                assert phone.ask(do="button", name="column 4 blue", down=True)["type"] == "done"
                assert owner.ask(do="button", name="column 4 blue", down=True)["type"] == "done"
                # It stays down for the other one who is on it, too.
            assert owner.ask(do="hold", names=["column 4 blue"])["reason"] == "is-down"
            assert owner.ask(do="button", name="column 4 blue", down=False)["type"] == "done"

    table.meanwhile(work)
    table.until(lambda: table.run.appliance.buttons.idle)
    assert table.pressed[1:] in (["press column 4 blue"], ["hold column 4 blue"])


def test_a_finger_leaves_whatever_game_its_page_believes_to_see(table: Handy) -> None:
    def work() -> None:
        with visit(table.port, "hand") as socket:
            page = Visitor(socket)
            page.until(lambda view: view["game"].get("step") == "actions")
            page.ask(do="button", name="column 5 red", down=True)
            page.run = "another"
            assert page.ask(do="button", name="column 5 red", down=False)["type"] == "done"

    table.meanwhile(work)
    table.until(lambda: table.run.appliance.buttons.idle)
    assert table.page._buttons._down == {"column 5 red": set()}


def test_it_looks_as_often_as_hands_need_it(table: Handy) -> None:
    assert HANDS_US < 25_000

    def work() -> None:
        with visit(table.port) as socket:
            Visitor(socket).until(bool)
            assert table.page.step(5) == 5 + HANDS_US

    table.meanwhile(work)


def test_where_buttons_are_wired_no_page_has_any() -> None:
    for viewer in (*VIEWERS, OWNER):
        assert keys_of(load_table("standard"), viewer) == ()
    handy = load_table("handy")
    assert keys_of(handy, OWNER) == handy.keys
    assert len(keys_of(handy, PHONES["blue"])) == 7
    for viewer in ("red", "blue", "both", SPECTATOR):
        assert keys_of(handy, viewer) == ()


def test_such_a_table_does_not_run_without_its_page(tmp_path: Path) -> None:
    said = "--page off: screens or buttons of handy are the page's; leave it out"
    with pytest.raises(ConfigError, match=said):
        run.run("handy", virtual=True, page="off", store=tmp_path)


def test_without_its_port_it_says_that_nobody_can_play(tmp_path: Path) -> None:
    with listening(None) as taken:
        table = Watched(tmp_path, port=taken.getsockname()[1], name="handy")
        table.until(lambda: any("without its page: end what has that port" in line for line in table.lines()))
        table.close()
