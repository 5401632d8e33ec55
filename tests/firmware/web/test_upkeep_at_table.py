"""A table without a screen of its own, and without anybody at its computer: the first page is let in by a card that
goes where that page says, and has the table's buttons; nobody else in the network gets in by it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from signifer_core.errors import ConfigError
from signifer_drivers.polling.findings import Change, Finding
from signifer_firmware.session.journal import players_of
from signifer_firmware.session.pairing import EXPIRED
from signifer_firmware.web.upkeep import at_table
from signifer_firmware.web.upkeep.at_table import FOR_US, IS_ASKED, MOST, PLACES, SPARED_US, TOO_MANY, Orders

from tests.firmware.session.phones import Phone
from tests.firmware.web.upkeeping import Kept, Upkeep, asked, upkeep
from tests.firmware.web.visitors import Visitor, all_are_guests, visit

TAG, OTHER = bytes.fromhex("04010203040506"), bytes.fromhex("04060504030201")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Kept]:
    table = Kept(tmp_path, name="handy")
    table.begin()
    yield table
    table.close()


def carried(table: Kept, card: str, columns: list[int]) -> None:
    """A card goes from column to column; each reader finds it before it goes on."""
    uid, presence = table.twins.world.tag(card).uid, table.run.appliance.presence
    names = {reader.zones[0].place: reader.name for reader in table.config.readers}
    for column in columns:
        reader = names[str(column)]
        table.lay(card, f"{column} red")
        table.until(lambda reader=reader: uid in presence.lying(reader))  # type: ignore[misc]
        table.take(card)
        table.until(lambda reader=reader: uid not in presence.lying(reader))  # type: ignore[misc]


def test_whoever_stands_there_is_let_in_and_has_the_tables_buttons(table: Kept) -> None:
    told: list[list[int]] = []
    with (
        upkeep(table.port) as one,
        upkeep(table.port) as two,
        visit(table.port) as three,
        visit(table.port) as four,
    ):
        mine, other, phone, guest = Upkeep(one), Upkeep(two), Visitor(three), Visitor(four)

        def asks() -> None:
            assert mine.until(bool)["proves"]
            told.extend([mine.ask(do="prove")["told"], other.ask(do="prove")["told"]])
            assert mine.ask(do="prove")["reason"] == IS_ASKED
            phone.until(bool)
            assert phone.ask(do="button", name="ok red", down=True)["reason"] == "spectator"

        table.meanwhile(asks)
        assert [len(columns) for columns in told] == [PLACES, PLACES]
        assert told[0] != told[1]
        carried(table, "red/spear-1", told[0])

        def is_in() -> None:
            token = mine.hears("paired")["token"]
            while not mine.is_in:
                mine.hear()
            assert not other.is_in
            assert other.ask(do="off")["reason"] == "not-paired"
            # The table's page on the same phone shows the same token.
            assert guest.ask(do="token", token="0" * 32)["reason"] == "unpaired"
            assert phone.ask(do="token", token=token)["type"] == "done"
            phone.until(lambda view: bool(view["table"].get("keys")))
            for down in (True, False):
                assert phone.ask(do="button", name="ok red", down=down)["type"] == "done"
            assert guest.ask(do="button", name="ok red", down=True)["reason"] == "spectator"
            assert mine.ask(do="leave")["type"] == "done"
            phone.until(lambda view: not view["table"].get("keys"))
            assert phone.ask(do="button", name="ok red", down=True)["reason"] == "spectator"

        table.meanwhile(is_in)


def named(port: int, token: str, origin: str = "") -> tuple[bool, int]:
    """Whether whoever shows that token is told that they may say who plays, and what is answered when they do."""
    shown = {"Authorization": f"Bearer {token}" if token else ""}
    status, body = asked(port, "GET", "/league", shown)
    assert status == 200, "everybody reads it"
    book = json.loads(body)
    wish = json.dumps({"game": 1, "mark": book["games"][0]["mark"], "names": {"red": "Anna"}}).encode()
    headers = {**shown, "Origin": origin or f"http://127.0.0.1:{port}"}
    return book["may"], asked(port, "POST", "/league", headers, wish)[0]


def test_whoever_was_let_in_says_who_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a card of the image nobody else could: its computer has no keyboard."""
    monkeypatch.setattr("signifer_firmware.league.ledger.WRITTEN_S", 55.0)
    all_are_guests(monkeypatch)
    table, told, got = Kept(tmp_path, name="handy"), list[int](), list[str]()
    table.begin()
    try:
        with upkeep(table.port) as socket:
            page = Upkeep(socket)

            def asks() -> None:
                page.until(bool)
                told.extend(page.ask(do="prove")["told"])

            def is_in() -> None:
                got.append(page.hears("paired")["token"])
                while not page.is_in:
                    page.hear()

            def names() -> None:
                guest = named(table.port, "")
                assert guest == named(table.port, "0" * 32) == (False, 403)
                assert named(table.port, got[0], "http://evil.example") == (True, 403)
                assert named(table.port, got[0]) == (True, 200)
                assert page.ask(do="leave")["type"] == "done"
                assert named(table.port, got[0]) == (False, 403), "it was let go"

            table.meanwhile(asks)
            carried(table, "red/spear-1", told)
            table.meanwhile(is_in)
            table.run.appliance.keeper.begin({}, table.run.scheduler.clock.now_us)
            table.meanwhile(names)
        assert players_of(table.run.appliance.game_so_far()) == {None: {"red": {"name": "Anna"}}}
    finally:
        table.close()


def test_it_is_not_asked_where_a_screen_has_the_code_or_a_game_is_on(table: Kept, tmp_path: Path) -> None:
    def work() -> None:
        with upkeep(table.port) as socket:
            page = Upkeep(socket)
            page.until(bool)
            assert page.ask(do="prove")["type"] == "done"
            clock = table.run.scheduler.clock
            table.run.scheduler.call(lambda: table.run.appliance.keeper.begin({}, clock.now_us))
            assert page.hears("unpaired")["reason"] == "game"
            assert page.ask(do="prove")["reason"] == "game"

    table.meanwhile(work)
    (tmp_path / "direct").mkdir()
    screened = Kept(tmp_path / "direct")
    screened.begin()
    try:

        def refused() -> None:
            with upkeep(screened.port) as socket:
                page = Upkeep(socket)
                assert not page.until(bool)["proves"]
                assert page.ask(do="prove")["reason"] == "has-screen"

        screened.meanwhile(refused)
    finally:
        screened.close()


class Asked:
    """Orders for pages, and cards laid by number of column."""

    def __init__(self) -> None:
        self.ends = 0
        self.orders = Orders(int, self.ended, random.Random(1))

    def ended(self) -> None:
        self.ends += 1

    def lay(self, *columns: int, uid: bytes = TAG) -> None:
        for column in columns:
            assert not self.orders.laid(Change(Finding.PRESENT, str(column), uid, since_us=0), 0)
            assert not self.orders.laid(Change(Finding.ABSENT, str(column), uid, since_us=0), 0)


def test_an_order_is_one_card_in_one_go() -> None:
    asked, phone = Asked(), Phone()
    first, second, third, fourth = asked.orders.ask(phone, 0)
    asked.lay(second, third, fourth)
    asked.lay(first, second, third)
    asked.lay(fourth, uid=OTHER)
    asked.lay(fourth)
    assert phone.told == [], "another card, or another place, and it begins again"
    asked.lay(first, second, third, fourth)
    assert [message["type"] for message in phone.told] == ["paired"]
    assert len(bytes.fromhex(phone.told[0]["token"])) == 16
    assert asked.ends
    asked.lay(first, second, third, fourth)
    assert len(phone.told) == 1, "it counts once"


def test_whoever_follows_their_own_page_lets_in_nobody_else() -> None:
    """Attackers ask as often as they may, before and in the middle of it."""
    for seed in range(50):
        asked, mine = Asked(), Phone()
        asked.orders = Orders(int, asked.ended, random.Random(seed))
        attackers = [Phone() for _ in range(MOST - 1)]
        for phone in attackers[:8]:
            asked.orders.ask(phone, 0)
        columns = asked.orders.ask(mine, 0)
        asked.lay(*columns[:2])
        for phone in attackers[8:]:
            asked.orders.ask(phone, 0)
        with pytest.raises(ConfigError, match=TOO_MANY):
            asked.orders.ask(Phone(), 0)
        asked.lay(*columns[2:])
        assert [message["type"] for message in mine.told] == ["paired"]
        # The card that has let somebody in is played with: nobody else is let in by where it goes from there.
        for column in (*columns, *range(1, 6), *columns):
            asked.lay(column)
        assert {message["type"] for phone in attackers for message in phone.told} == {"unpaired"}


def test_a_few_who_ask_with_many_pages_keep_nobody_out() -> None:
    asked, mine = Asked(), Phone()
    crowd = [Phone() for _ in range(MOST)]
    for number, phone in enumerate(crowd):
        asked.orders.ask(phone, 0, f"10.0.0.{number % 4}")
    columns = asked.orders.ask(mine, 0, "10.0.0.9")
    assert [message for phone in crowd for message in phone.told] == [
        {"type": "unpaired", "reason": TOO_MANY}
    ]
    (out,) = [number for number, phone in enumerate(crowd) if phone.told]
    assert out >= MOST - 4, "of the four of its address the one that came last"
    asked.lay(*columns)
    assert [message["type"] for message in mine.told] == ["paired"]


def test_of_many_addresses_who_has_laid_no_card_for_longest_makes_room() -> None:
    asked, phones = Asked(), [Phone() for _ in range(MOST)]
    orders = [asked.orders.ask(phone, number, f"10.0.0.{number}") for number, phone in enumerate(phones)]
    asked.lay(orders[0][0])
    (begun, *_), idle = phones, [number for number in range(1, MOST) if orders[number][0] != orders[0][0]]
    with pytest.raises(ConfigError, match=TOO_MANY):
        asked.orders.ask(Phone(), SPARED_US, "10.0.1.1")  # the oldest has begun, the others have had less
    mine, later_us = Phone(), SPARED_US + MOST
    columns = asked.orders.ask(mine, later_us, "10.0.1.1")
    assert [n for n, phone in enumerate(phones) if phone.told] == idle[:1]
    assert phones[idle[0]].told == [{"type": "unpaired", "reason": TOO_MANY}]
    with pytest.raises(ConfigError, match=TOO_MANY):
        asked.orders.ask(
            Phone(), later_us, "10.0.1.1"
        )  # whoever has an order pushes nobody out for a second one
    asked.orders.ask(Phone(), later_us, f"10.0.0.{idle[0]}")
    assert mine.told == begun.told == [], "who has just come is not who has waited longest"
    asked.lay(*columns)
    assert [message["type"] for message in mine.told] == ["paired"]


class Repeating(random.Random):
    """It draws columns 1, 2, 1, 2 twice, and then others."""

    def __init__(self) -> None:
        super().__init__(0)
        self._columns = iter((1, 2) * 4 + (3, 4) * 2)

    def choice(self, seq: Any) -> Any:
        return next(self._columns)


def test_no_two_pages_have_one_order() -> None:
    orders = Orders(int, lambda: None, Repeating())
    assert [orders.ask(Phone(), 0) for _ in range(2)] == [(1, 2, 1, 2), (3, 4, 3, 4)]


def test_nobody_waits_for_ever_and_who_goes_is_forgotten() -> None:
    asked, late, gone = Asked(), Phone(), Phone()
    asked.orders.ask(gone, 0)
    columns = asked.orders.ask(late, 5)
    asked.orders.left(gone)
    assert asked.orders.step(5) == 5 + FOR_US
    assert asked.orders.step(5 + FOR_US) == at_table.NEVER
    assert [message["reason"] for message in late.told] == [EXPIRED]
    asked.lay(*columns)
    assert len(late.told) == 1
    assert gone.told == []
