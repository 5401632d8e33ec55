"""What the table sees: cards that fall silent together, or under another one, are not lifted by that alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from signifer_core.games.field_of_glory.deck import owner_of
from signifer_core.layout import Layout, Zone
from signifer_drivers.polling.findings import BURST, Change, ChangeKind, Finding
from signifer_firmware.session.observation import COVER_US, SWEEP_US, Sight

COLUMN, PAD, SHARED = Zone("3", "red"), Zone("pad", "red"), "4"
ANTENNAS = {"3 red": (COLUMN,), "pad red": (PAD,), SHARED: (Zone("4", "red"), Zone("4", "blue"))}
CARDS = {b"a": "red/spear-1", b"b": "red/spear-2", b"c": "red/spear-3", b"d": "blue/pike-1"}


def changes(kind: ChangeKind, reader: str, tags: str) -> list[Change]:
    return [Change(kind, reader, tag.encode()) for tag in tags]


def sight(reader: str, tags: str) -> Sight:
    """A sight of cards that have lain there for long, laid one after another."""
    found = Sight(ANTENNAS, CARDS, owner_of)
    for at_us, tag in enumerate(tags):
        found.changed(changes(Finding.PRESENT, reader, tag), at_us, ())
    return found


def cards(found: Sight, zone: Zone = COLUMN) -> tuple[str, ...]:
    return found.seen[zone]


LATER_US = 10 * COVER_US


def test_one_card_that_falls_silent_is_lifted() -> None:
    found = sight("3 red", "ab")
    found.changed(changes(Finding.ABSENT, "3 red", "a"), LATER_US, ())
    assert (cards(found), found.in_question) == (("red/spear-2",), ())
    assert not found.lifted("red")


def test_one_card_that_falls_silent_in_bad_air_is_asked_about_unless_it_was_to_go() -> None:
    hushed = [Change(Finding.COVERED, "3 red", b"a", BURST)]
    found = sight("3 red", "ab")
    found.changed(hushed, LATER_US, ())
    assert cards(found) == ("red/spear-1", "red/spear-2")
    assert found.in_question == (("red/spear-1", COLUMN),)
    assert found.lifted("red")
    assert cards(found) == ("red/spear-2",)
    expected = sight("3 red", "ab")
    expected.changed(hushed, LATER_US, {("red/spear-1", COLUMN)})
    assert (cards(expected), expected.in_question) == (("red/spear-2",), ())


def test_a_card_pushed_onto_a_pad_covers_from_when_it_was_first_read_there() -> None:
    found = sight("pad red", "a")
    found.changed([Change(Finding.PRESENT, "pad red", b"b", since_us=LATER_US)], LATER_US + 2 * COVER_US, ())
    found.changed([Change(Finding.ABSENT, "pad red", b"a", since_us=LATER_US)], LATER_US + 2 * COVER_US, ())
    assert found.covered == (("red/spear-1", PAD),)


def test_two_at_once_are_asked_about_and_lie_there_until_somebody_says_so() -> None:
    found = sight("3 red", "ab")
    found.changed(changes(Finding.COVERED, "3 red", "ab"), LATER_US, ())
    assert cards(found) == ("red/spear-1", "red/spear-2")
    assert found.in_question == (("red/spear-1", COLUMN), ("red/spear-2", COLUMN))
    assert not found.lifted("blue")
    assert found.lifted("red")
    assert (found.seen, len(found.in_question)) == (Layout(), 0)


def test_what_is_read_again_was_covered() -> None:
    found = sight("3 red", "ab")
    found.changed(changes(Finding.COVERED, "3 red", "ab"), LATER_US, ())
    found.changed(changes(Finding.PRESENT, "3 red", "b"), LATER_US + 1, ())
    assert found.in_question == (("red/spear-1", COLUMN),)
    assert found.lifted("red")
    assert cards(found) == ("red/spear-2",)


def test_what_hands_were_asked_to_take_is_taken() -> None:
    found = sight("3 red", "ab")
    both = {("red/spear-1", COLUMN), ("red/spear-2", COLUMN)}
    found.changed(changes(Finding.COVERED, "3 red", "ab"), LATER_US, both)
    assert (found.seen, found.in_question) == (Layout(), ())
    found = sight("3 red", "abc")
    found.changed(changes(Finding.COVERED, "3 red", "abc"), LATER_US, {("red/spear-1", COLUMN)})
    assert cards(found) == ("red/spear-2", "red/spear-3")
    assert len(found.in_question) == 2


def test_one_that_fell_silent_with_others_that_mean_nothing_there_is_asked_about() -> None:
    found = sight("3 red", "ab")
    found.changed(changes(Finding.COVERED, "3 red", "ab"), LATER_US, {("red/spear-1", COLUMN)})
    assert (cards(found), found.in_question) == (("red/spear-2",), (("red/spear-2", COLUMN),))
    assert found.lifted("red")
    assert found.seen == Layout()


def test_one_antenna_under_both_sides_asks_each_player_about_their_own() -> None:
    found = sight(SHARED, "ad")
    found.changed(changes(Finding.COVERED, SHARED, "ad"), LATER_US, ())
    assert found.in_question == (("red/spear-1", Zone("4", "red")), ("blue/pike-1", Zone("4", "blue")))
    assert found.lifted("blue")
    assert (cards(found, Zone("4", "red")), cards(found, Zone("4", "blue"))) == (("red/spear-1",), ())


OTHER = Zone("5", "red")


def two_grabs(later_us: int) -> Sight:
    """Two cards of one column, and ``later_us`` after them two of another: one of each is missed a bit later."""
    antennas = {**ANTENNAS, "5 red": (OTHER,)}
    found = Sight(antennas, {**CARDS, b"e": "red/pike-1"}, owner_of)
    found.changed([*changes(Finding.PRESENT, "3 red", "ab"), *changes(Finding.PRESENT, "5 red", "ce")], 0, ())
    for reader, tags, since_us in (("3 red", "ab", 0), ("5 red", "ce", later_us)):
        silent = [
            replace(each, since_us=LATER_US + since_us + number)
            for number, each in enumerate(changes(Finding.COVERED, reader, tags))
        ]
        found.changed(silent, LATER_US + since_us + 1, ())
    return found


def test_one_sweep_over_two_columns_is_one_question() -> None:
    found = two_grabs(SWEEP_US)
    assert found.question("red") == (COLUMN, OTHER)
    assert [player for player, _ in found.questions] == ["red"]
    assert found.lifted("red")
    assert (found.seen, found.in_question) == (Layout(), ())


def test_one_sweep_over_both_pads_is_one_question_to_whom_both_are() -> None:
    other = Zone("pad", "blue")
    found = Sight({"pad red": (PAD,), "pad blue": (other,)}, CARDS, owner_of, answerer=lambda zone: "blue")
    for reader, tags in (("pad red", "ab"), ("pad blue", "cd")):
        found.changed(changes(Finding.PRESENT, reader, tags), 0, ())
    for reader, tags in (("pad red", "ab"), ("pad blue", "cd")):
        found.changed(changes(Finding.COVERED, reader, tags), LATER_US, ())
    assert [player for player, _ in found.questions] == ["blue"]
    assert (found.question("red"), found.question("blue")) == ((), (PAD, other))
    assert not found.lifted("red")
    assert found.lifted("blue")
    assert (found.seen, found.in_question) == (Layout(), ())


def test_two_grabs_one_after_the_other_are_two_questions() -> None:
    found = two_grabs(SWEEP_US + 1)
    assert found.question("red") == (COLUMN,)
    assert found.lifted("red")
    assert (found.question("red"), len(cards(found, OTHER))) == ((OTHER,), 2)


def test_a_card_covered_on_a_pad_lies_there_until_its_cover_goes() -> None:
    found = sight("pad red", "a")
    found.changed(changes(Finding.PRESENT, "pad red", "b"), LATER_US, ())
    found.changed(changes(Finding.ABSENT, "pad red", "a"), LATER_US + COVER_US, ())
    assert (cards(found, PAD), found.in_question) == (("red/spear-1", "red/spear-2"), ())
    found.changed(changes(Finding.ABSENT, "pad red", "b"), 2 * LATER_US, ())
    assert cards(found, PAD) == ()


def test_a_cover_lifted_shows_the_card_below() -> None:
    found = sight("pad red", "a")
    found.changed(changes(Finding.PRESENT, "pad red", "b"), LATER_US, ())
    found.changed(changes(Finding.ABSENT, "pad red", "a"), LATER_US + 1, ())
    found.changed(changes(Finding.PRESENT, "pad red", "a"), 2 * LATER_US, ())
    found.changed(changes(Finding.ABSENT, "pad red", "b"), 2 * LATER_US, ())
    assert cards(found, PAD) == ("red/spear-1",)


@pytest.mark.parametrize(
    ("reader", "zone", "silent_us"),
    [("pad red", PAD, LATER_US + COVER_US + 1), ("pad red", PAD, LATER_US - 1), ("3 red", COLUMN, LATER_US)],
    ids=["later", "earlier", "in a column"],
)
def test_what_falls_silent_by_itself_was_lifted(reader: str, zone: Zone, silent_us: int) -> None:
    found = sight(reader, "a")
    found.changed(changes(Finding.PRESENT, reader, "b"), LATER_US, ())
    found.changed(changes(Finding.ABSENT, reader, "a"), silent_us, ())
    assert cards(found, zone) == ("red/spear-2",)


def test_what_counts_is_when_the_silence_began() -> None:
    """A card that is silent for long before it is believed to be gone lies under the one laid then, and no other."""
    for since_us, lying in ((LATER_US, 2), (LATER_US + COVER_US + 1, 1)):
        found = sight("pad red", "a")
        found.changed(changes(Finding.PRESENT, "pad red", "b"), LATER_US, ())
        (gone,) = changes(Finding.ABSENT, "pad red", "a")
        found.changed([replace(gone, since_us=since_us)], LATER_US + 2 * COVER_US, ())
        assert len(cards(found, PAD)) == lying


def test_who_is_asked_about_alone_lies_upon_no_other_unless_another_one_means_nothing() -> None:
    """Hands were asked to take the other one: it is gone. One that means nothing in its pile may lie there as well."""
    other, place = ("red/spear-1", COLUMN), ("red/spear-2", COLUMN)
    for asked, alone in (({other}, True), ((), False)):
        found = sight("3 red", "abc")
        found.changed(changes(Finding.COVERED, "3 red", "ab"), LATER_US, {other}, asked=asked)
        assert (found.in_question, found.is_alone(place)) == ((place,), alone)
        found.changed(changes(Finding.PRESENT, "3 red", "a"), LATER_US + 1, ())
        assert found.is_alone(place)


def test_two_lifted_one_after_the_other_are_asked_about_by_nobody() -> None:
    found = sight("3 red", "ab")
    found.changed(changes(Finding.ABSENT, "3 red", "ab"), LATER_US, ())
    assert (cards(found), found.in_question) == ((), ())


def test_three_in_a_pile() -> None:
    found = sight("pad red", "a")
    for at_us, upper, under in ((LATER_US, "b", "a"), (2 * LATER_US, "c", "b")):
        found.changed(changes(Finding.PRESENT, "pad red", upper), at_us, ())
        found.changed(changes(Finding.ABSENT, "pad red", under), at_us + 1, ())
    assert len(cards(found, PAD)) == 3
    found.changed(changes(Finding.PRESENT, "pad red", "b"), 3 * LATER_US, ())
    found.changed(changes(Finding.ABSENT, "pad red", "c"), 3 * LATER_US, ())
    assert cards(found, PAD) == ("red/spear-1", "red/spear-2")  # still under the one that is read
    found.changed(changes(Finding.ABSENT, "pad red", "b"), 4 * LATER_US, ())
    assert cards(found, PAD) == ()


def test_an_unknown_tag_has_its_number_for_a_name() -> None:
    found = Sight(ANTENNAS, CARDS, owner_of)
    found.changed(changes(Finding.PRESENT, "pad red", "x"), 0, ())
    assert cards(found, PAD) == ("tag/78",)


def old_sight() -> Sight:
    """A card whose tag "o" was replaced lies there by its new tag "a", and "b" beside it."""
    found = Sight(ANTENNAS, CARDS, owner_of, {b"o": "red/spear-1"})
    for at_us, tag in enumerate("ab"):
        found.changed(changes(Finding.PRESENT, "3 red", tag), at_us, ())
    return found


@pytest.mark.parametrize("order", ["ao", "oa"])
def test_a_card_with_an_old_tag_is_one(order: str) -> None:
    found = Sight(ANTENNAS, CARDS, owner_of, {b"o": "red/spear-1"})
    for tag in order:
        found.changed(changes(Finding.PRESENT, "3 red", tag), 0, ())
    assert cards(found) == ("red/spear-1",)
    assert found.carried == (("red/spear-1", COLUMN),)
    found.changed(changes(Finding.COVERED, "3 red", order), LATER_US, ())
    assert (cards(found), found.in_question) == ((), ())
    assert not [*found.carried]


def test_two_in_one_grab_of_which_one_has_an_old_tag_are_asked_about_as_two() -> None:
    found = old_sight()
    found.changed(changes(Finding.PRESENT, "3 red", "o"), 1, ())
    found.changed(changes(Finding.COVERED, "3 red", "abo"), LATER_US, ())
    assert [card for card, _ in found.in_question] == ["red/spear-1", "red/spear-2"]
    assert found.lifted("red")
    assert (cards(found), found.carried) == ((), ())


def test_an_old_tag_elsewhere_is_called_by_its_card_but_not_on_a_pad() -> None:
    found = old_sight()
    found.changed(changes(Finding.PRESENT, SHARED, "o"), 1, ())
    assert cards(found, Zone("4", "red")) == ("tag/6f=red/spear-1",)
    found.changed(changes(Finding.ABSENT, SHARED, "o"), 2, ())
    found.changed(changes(Finding.PRESENT, "pad red", "o"), 3, ())
    assert (cards(found, Zone("4", "red")), cards(found, PAD)) == ((), ("tag/6f=",))
    assert found.carried == ()


def test_an_old_tag_that_a_card_leaves_behind_stays_there_until_it_is_gone() -> None:
    found = old_sight()
    found.changed(changes(Finding.PRESENT, "3 red", "o"), 1, ())
    found.changed(changes(Finding.ABSENT, "3 red", "a"), LATER_US, ())
    assert cards(found) == ("red/spear-2", "tag/6f=red/spear-1")
    found.changed(changes(Finding.PRESENT, "3 red", "a"), 2 * LATER_US, ())
    assert cards(found) == ("red/spear-2", "red/spear-1")
    found.changed(changes(Finding.ABSENT, "3 red", "o"), 3 * LATER_US, ())
    assert (cards(found), found.carried) == (("red/spear-2", "red/spear-1"), ())


def silent_old_tag() -> Sight:
    """An old tag that its card has left behind fell silent together with another card."""
    found = Sight(ANTENNAS, CARDS, owner_of, {b"o": "red/spear-1"})
    for at_us, tag in enumerate("ob"):
        found.changed(changes(Finding.PRESENT, "3 red", tag), at_us, ())
    found.changed(changes(Finding.COVERED, "3 red", "ob"), LATER_US, ())
    assert [card for card, _ in found.in_question] == ["tag/6f=red/spear-1", "red/spear-2"]
    return found


def test_a_silent_old_tag_does_not_come_back_as_its_card_comes_and_goes() -> None:
    """Nobody will ever say that it has gone: its reader has said so."""
    found = silent_old_tag()
    found.changed(changes(Finding.PRESENT, "3 red", "a"), 2 * LATER_US, ())
    assert (cards(found), found.carried) == (("red/spear-2", "red/spear-1"), ())
    found.changed(changes(Finding.ABSENT, "3 red", "a"), 3 * LATER_US, ())
    assert (cards(found), found.old_tags) == (("red/spear-2",), ())


def test_a_silent_old_tag_that_is_read_on_its_card_counts_as_carried() -> None:
    found = silent_old_tag()
    found.changed(changes(Finding.PRESENT, "3 red", "ao"), 2 * LATER_US, ())
    assert (cards(found), found.carried) == (("red/spear-2", "red/spear-1"), (("red/spear-1", COLUMN),))


@pytest.mark.parametrize(
    ("reader", "tags"), [("pad red", "o"), (SHARED, "o"), (SHARED, "ao"), (SHARED, "oa")]
)
def test_a_silent_old_tag_that_is_read_elsewhere_is_asked_about_no_more(reader: str, tags: str) -> None:
    """On a pad it has another name, and on its card none."""
    found = silent_old_tag()
    found.changed(changes(Finding.PRESENT, reader, tags), 2 * LATER_US, ())
    assert (cards(found), found.in_question) == (("red/spear-2",), (("red/spear-2", COLUMN),))
    assert len(found.old_tags) == 1


@pytest.mark.parametrize("tags", ["ao", "oa"])
def test_an_old_tag_that_falls_silent_where_it_was_after_it_was_read_elsewhere_has_gone(tags: str) -> None:
    found = Sight(ANTENNAS, CARDS, owner_of, {b"o": "red/spear-1"})
    found.changed(changes(Finding.PRESENT, "3 red", "ob"), 0, ())
    found.changed(changes(Finding.PRESENT, SHARED, tags), 1, ())
    found.changed(changes(Finding.COVERED, "3 red", "ob"), LATER_US, ())
    assert (cards(found), found.in_question) == (("red/spear-2",), (("red/spear-2", COLUMN),))
    assert found.carried == (("red/spear-1", Zone("4", "red")),)
