"""Turns of strangers: alike for each address, and not all at one moment."""

from __future__ import annotations

from collections import Counter

from signifer_firmware.web.server.turns import MOST_TURNS, TURNS_S, Turns

PEERS = [f"10.0.0.{number}" for number in range(50)]


def test_those_who_wait_come_again_one_after_the_other() -> None:
    now_s = 100.0
    turns = Turns(lambda peer: False, lambda: now_s)
    while turns.has(PEERS[0]):
        pass
    now_s += 0.4
    waits = [turns.wait_s() for _ in range(MOST_TURNS)]
    assert min(waits) >= 0.6
    assert max(waits) <= 0.6 + TURNS_S
    moments = Counter(int((wait - 0.6) / TURNS_S * 100) for wait in waits)
    assert max(moments.values()) <= 2 * MOST_TURNS // 100, "two in a hundred in a hundredth of a second"


def test_who_waited_has_a_turn_then() -> None:
    now_s = 100.0
    turns = Turns(lambda peer: False, lambda: now_s)
    taken = Counter(peer for _ in range(200) for peer in PEERS if turns.has(peer))
    assert sum(taken.values()) <= 2 * MOST_TURNS
    for peer in PEERS:
        now_s = 100.0 + turns.wait_s()
        assert turns.has(peer)
