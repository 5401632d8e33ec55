"""Pictures that take turns: each screen in its own time, and one that is asked goes on at once."""

from __future__ import annotations

from signifer_firmware.display.paging import PAGE_US, Face, Turns
from signifer_firmware.display.panels import StartPanel
from signifer_firmware.kernel.scheduler import NEVER


def faces(*titles: str) -> list[Face]:
    return [(StartPanel(title), 0) for title in titles]


def title(face: Face | None) -> str | None:
    return face[0].title if face is not None and isinstance(face[0], StartPanel) else None


def small(face: Face) -> str | None:
    """Only faces in small letters are wanted."""
    found = title(face)
    return found if found is not None and found.islower() else None


def test_one_face_alone_stays_and_nothing_is_due() -> None:
    turns = Turns()
    assert (turns.next_us(), turns.face("red")) == (NEVER, None)
    turns.set("red", faces("a"), 0)
    assert turns.next_us() == NEVER
    assert not turns.pass_time(10 * PAGE_US)
    assert title(turns.face("red")) == "a"


def test_each_screen_goes_on_in_its_own_time_and_round() -> None:
    turns = Turns()
    turns.set("red", faces("a", "b"), 0)
    turns.set("blue", faces("c", "d", "e"), 1_000)
    seen = []
    for _ in range(5):
        now_us = turns.next_us()
        assert turns.pass_time(now_us)
        seen.append((now_us, title(turns.face("red")), title(turns.face("blue"))))
    assert seen == [
        (PAGE_US, "b", "c"),
        (PAGE_US + 1_000, "b", "d"),
        (2 * PAGE_US, "a", "d"),
        (2 * PAGE_US + 1_000, "a", "e"),
        (3 * PAGE_US, "b", "e"),
    ]


def test_what_comes_after_so_many_turns_is_known_ahead() -> None:
    turns = Turns()
    turns.set("red", faces("a", "b", "c"), 0)
    turns.pass_time(PAGE_US)
    ahead = [title(turns.ahead("red", number)) for number in range(5)]
    assert ahead == ["b", "c", "a", "b", "c"]
    for number, expected in enumerate(ahead[1:], 2):
        turns.pass_time(number * PAGE_US)
        assert title(turns.face("red")) == expected
    assert turns.ahead("blue", 1) is None


def test_other_faces_begin_with_the_first_and_the_same_ones_go_on() -> None:
    turns = Turns()
    turns.set("red", faces("a", "b"), 0)
    turns.pass_time(PAGE_US)
    turns.set("red", faces("a", "b"), PAGE_US + 1)
    assert (title(turns.face("red")), turns.next_us()) == ("b", 2 * PAGE_US)
    turns.set("red", faces("c", "a", "b"), PAGE_US + 2)
    assert (title(turns.face("red")), turns.next_us()) == ("c", 2 * PAGE_US + 2)


def test_a_screen_that_is_asked_goes_round_the_faces_that_are_wanted_and_each_stays_its_time() -> None:
    turns = Turns()
    turns.set("red", faces("A", "b", "C", "d"), 0)
    seen = []
    for now_us in range(1, 5):
        face = turns.face("red")
        assert face is not None
        turns.go_on("red", small, small(face), now_us)
        seen.append((title(turns.face("red")), turns.next_us() - now_us))
    assert seen == [("b", PAGE_US), ("d", PAGE_US), ("b", PAGE_US), ("d", PAGE_US)]


def test_faces_in_another_order_are_counted_from_the_one_that_was_shown() -> None:
    turns = Turns()
    turns.set("red", faces("a", "b", "c"), 0)
    turns.set("red", faces("c", "a", "b"), 1)
    turns.go_on("red", small, "a", 1)
    assert title(turns.face("red")) == "b"
    turns.set("red", faces("b", "c"), 2)
    turns.go_on("red", small, "a", 2)
    assert title(turns.face("red")) == "b", "the one that was shown is gone"


def test_where_nothing_is_wanted_nothing_moves() -> None:
    turns = Turns()
    turns.set("red", faces("A", "B"), 0)
    turns.go_on("red", small, None, PAGE_US - 1)
    assert (title(turns.face("red")), turns.next_us()) == ("A", PAGE_US)


def test_of_faces_that_look_alike_each_has_its_turn() -> None:
    turns = Turns()
    turns.set("red", faces("a", "a", "b"), 0)
    seen = []
    for now_us in range(1, 5):
        face = turns.face("red")
        assert face is not None
        turns.go_on("red", small, small(face), now_us)
        seen.append(title(turns.face("red")))
    assert seen == ["a", "b", "a", "a"]
