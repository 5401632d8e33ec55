"""A phone becomes a player's by a code on their screen and their `ok`, and no faster than people type."""

from __future__ import annotations

import random

from signifer_core.json_values import as_int
from signifer_core.layout import Side
from signifer_firmware.session import pairing as pairs
from signifer_firmware.session.pairing import CODE_US, OK_US, STANDS_US, TRIES, WAIT_US, Pairing

from tests.firmware.session.phones import CODE, TOKEN, Phone, Secrets


def pairing() -> Pairing[Side]:
    return Pairing(Secrets())


def tries_shown(found: Pairing[Side]) -> list[int]:
    return [code.tries for _, code in found.shown]


def test_a_code_that_was_typed_and_an_ok_pair_a_phone() -> None:
    found, phone = pairing(), Phone()
    assert found.ask("red", phone, 0) == {}
    assert [(player, shown.code, shown.typed) for player, shown in found.shown] == [("red", CODE, False)]
    assert not found.ok("red"), "nobody has typed anything yet"
    assert found.type(CODE, phone, 1) == {}
    assert found.player_of(TOKEN) is None, "without their ok it is nobody's"
    assert found.ok("red")
    assert phone.last == {"type": "paired", "player": "red", "token": TOKEN}
    assert (found.player_of(TOKEN), found.player_of(""), found.shown) == ("red", None, ())


def test_only_who_has_asked_may_type_the_code() -> None:
    found, phone, other = pairing(), Phone(), Phone()
    found.ask("red", phone, 0)
    assert found.type(CODE, other, 1) == {"reason": "no-request"}
    assert found.ask("red", other, 1) == {"reason": "busy"}
    assert found.ask("blue", phone, 1) == {"reason": "busy"}, "one request a phone"
    assert not found.ok("red")


def test_three_wrong_codes_end_it_and_nobody_may_ask_for_a_while() -> None:
    found, phone = pairing(), Phone()
    wait_us = WAIT_US
    now_us = 0
    for _ in range(3):
        assert found.ask("red", phone, now_us) == {}
        for left in range(TRIES - 1, 0, -1):
            assert found.type("0000", phone, now_us) == {"reason": "wrong-code", "tries": left}
        assert found.type("0000", phone, now_us) == {"reason": "too-many-tries"}
        assert found.type(CODE, phone, now_us) == {"reason": "no-request"}
        assert phone.last["reason"] == "too-many-tries"
        assert found.ask("red", Phone(), now_us + wait_us - 1) == {"reason": "wait", "seconds": 1}
        other = Phone()
        assert found.ask("blue", other, now_us) == {}, "the other player is not concerned"
        found.left(other, now_us)
        now_us += max(wait_us, 400_000_000)
        wait_us *= 2
    assert found.ask("red", phone, now_us) == {}


def test_waits_grow_to_a_limit_and_are_over_when_a_phone_was_paired() -> None:
    found, phone, now_us = pairing(), Phone(), 0
    for _ in range(12):
        found.ask("red", phone, now_us)
        found.end("red", "declined", now_us)
        answer = found.ask("red", phone, now_us)
        now_us += as_int(answer["seconds"]) * 1_000_000
    assert answer["seconds"] == pairs.MOST_WAIT_US // 1_000_000
    found.ask("red", phone, now_us)
    found.type(CODE, phone, now_us)
    assert found.ok("red")
    found.ask("red", phone, now_us)
    found.end("red", "declined", now_us)
    assert found.ask("red", phone, now_us)["seconds"] == WAIT_US // 1_000_000


def test_nobody_is_kept_out_by_what_another_has_asked() -> None:
    """Strangers ask and guess at every moment that they may; the player's own phone waits no longer than WAIT_US."""
    found, now_us = pairing(), 0
    strangers = [f"10.0.0.{number}" for number in range(50)]
    waited_us = 0
    for _ in range(200):
        for peer in strangers:
            phone = Phone()
            if found.ask("red", phone, now_us, peer) == {}:
                found.type("0000", phone, now_us)
        own = Phone()
        answer = found.ask("red", own, now_us, "10.0.0.99")
        if answer == {}:
            assert found.type(CODE, own, now_us) == {}
            assert found.ok("red")
            assert own.last["type"] == "paired"
            waited_us = 0
        else:
            assert answer["reason"] == "wait"
            waited_us += 1_000_000
        assert waited_us <= WAIT_US
        now_us += 1_000_000
        found.tick(now_us)


def test_phones_that_ask_while_a_code_stands_there_may_type_it_once() -> None:
    found, first, second, third = pairing(), Phone(), Phone(), Phone()
    found.ask("red", first, 0, "a")
    assert found.ask("red", second, 0, "b") == {}
    assert found.ask("red", third, 0, "b") == {"reason": "busy"}, "one of each place"
    assert found.type("0000", second, 1) == {"reason": "too-many-tries"}
    assert found.ask("red", third, 2, "b")["reason"] == "wait", "they wait alone"
    assert found.ask("red", third, 2, "c") == {}
    assert dict(found.shown)["red"].tries == TRIES
    assert found.type(CODE, third, 3) == {}
    assert found.type(CODE, first, 3) == {"reason": "no-request"}
    assert found.ask("red", Phone(), 3, "d") == {"reason": "busy"}
    assert found.ok("red")
    assert third.last["type"] == "paired"
    assert first.last == {"type": "unpaired", "player": "red", "reason": "busy"}
    assert found.ask("red", first, 4, "a") == {}


def test_each_has_a_minute_of_their_own_and_waits_are_not_remembered_without_end() -> None:
    found, first, second = pairing(), Phone(), Phone()
    found.ask("red", first, 0, "a")
    found.ask("red", second, CODE_US - 1, "b")
    assert found.tick(CODE_US)
    assert first.last["reason"] == "expired"
    assert found.type(CODE, second, CODE_US + 1) == {}
    found.left(second, CODE_US + 2)
    assert found.shown == ()
    for number in range(3 * pairs.MOST_PEERS):
        found.ask("blue", second, number * 2 * CODE_US, f"{number}")
        found.end("blue", "declined", number * 2 * CODE_US)
    assert len(found._waits_us) <= pairs.MOST_PEERS


def test_codes_and_questions_expire() -> None:
    found, phone = pairing(), Phone()
    found.ask("red", phone, 0)
    assert found.next_us() == CODE_US
    assert not found.tick(CODE_US - 1)
    found.type(CODE, phone, CODE_US - 1)
    assert not found.tick(CODE_US), "now they think"
    assert found.tick(CODE_US - 1 + OK_US)
    assert phone.last == {"type": "unpaired", "player": "red", "reason": "expired"}
    assert not found.ok("red")


def test_another_phone_takes_the_place_of_the_first() -> None:
    found: Pairing[Side] = Pairing(Secrets(CODE, "a" * 32, "b" * 32))
    lost: list[str] = []
    found.ended = lost.append
    for number in range(2):
        phone = Phone()
        found.ask("red", phone, number)
        found.type(CODE, phone, number)
        found.ok("red")
    assert lost == ["red"]
    assert (found.player_of("a" * 32), found.player_of("b" * 32)) == (None, "red")


def test_codes_are_digits_that_differ_and_so_do_tokens() -> None:
    codes, tokens = set(), set()
    found: Pairing[Side] = Pairing(random.Random(1))
    for now_us in range(200):
        phone = Phone()
        found.ask("red", phone, now_us)
        code = dict(found.shown)["red"].code
        found.type(code, phone, now_us)
        found.ok("red")
        codes.add(code)
        tokens.add(phone.last["token"])
    assert all(len(code) == pairs.CODE_LENGTH and code.isdecimal() for code in codes)
    assert len(codes) > 150
    assert len(tokens) == 200
    assert {len(token) for token in tokens} == {32}


def test_fifty_that_ask_and_go_keep_nobody_out() -> None:
    """They are always first when a player may be asked again; who asks once a second gets a code all the same."""
    found, phone = pairing(), Phone()
    crowd = {f"10.0.0.{number}": Phone() for number in range(50)}
    asked_us = 0
    for now_us in range(0, 60_000_000, 100_000):
        found.tick(now_us)
        for peer, other in crowd.items():
            if not found.ask("red", other, now_us, peer):
                found.left(other, now_us)
        if now_us % 1_000_000 == 500_000 and not found.ask("red", phone, now_us, "10.0.0.99"):
            asked_us = now_us
            break
    assert 0 < asked_us <= 2 * WAIT_US
    assert found.type(CODE, phone, asked_us) == {}
    assert found.ok("red")


def test_a_code_stands_for_who_waits_and_not_for_long() -> None:
    found, phone, other = pairing(), Phone(), Phone()
    found.ask("red", phone, 0, "a")
    found.left(phone, 0)
    assert not tries_shown(found), "nobody waited for it"
    assert found.ask("red", other, 1, "b")["reason"] == "wait"
    third = Phone()
    assert found.ask("red", third, WAIT_US, "c") == {}
    found.left(third, WAIT_US)
    assert tries_shown(found) == [TRIES]
    assert found.next_us() == WAIT_US + STANDS_US
    assert found.tick(WAIT_US + STANDS_US)
    assert not tries_shown(found)
    assert found.ask("red", Phone(), WAIT_US + STANDS_US, "d")["reason"] == "wait", (
        "the player is left alone again"
    )


def test_what_ends_a_request_ends_a_code_that_stands_for_others() -> None:
    found, phone = pairing(), Phone()
    found.ask("red", phone, 0, "a")
    found.left(phone, 0)
    found.ask("red", Phone(), 1, "b")
    found.ask("red", phone, WAIT_US, "c")
    found.left(phone, WAIT_US)
    assert tries_shown(found)
    found.end("red", "declined", WAIT_US + 1)
    assert not tries_shown(found)
    assert found.ask("red", Phone(), WAIT_US + 1, "b")["reason"] == "wait"
