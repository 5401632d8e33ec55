"""Bursts of misses: no resting card is believed lifted, what is spoilt is named, and a lift in good air is told."""

from __future__ import annotations

import pytest
from signifer_drivers.polling.bursts import HOLD_US, NAMED_US, WITNESSES_US, Bursts, Lately, Silence
from signifer_drivers.readers.faults import BAD_AIR, sentence

from tests.drivers.bursts import BURST_US, ROOMS, burst, four
from tests.sweeps import often

READERS = [f"{column} {side}" for column in range(1, 6) for side in ("red", "blue")]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ROOMS)
@pytest.mark.parametrize(("missed", "damaged"), [(30, 10), (50, 0), (70, 5), (90, 0), (100, 0)])
def test_a_burst_on_all_readers_lifts_no_card(kind: str, missed: float, damaged: float) -> None:
    told = burst(ROOMS[kind](1), missed, damaged)
    assert (told.lifted, told.asked, told.left) == (0, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ROOMS)
@pytest.mark.parametrize("deaf", [READERS, READERS[1:8:2], READERS[1:6:2]], ids=["all", "four", "three"])
def test_readers_that_are_deaf_for_long_lift_no_card(kind: str, deaf: list[str]) -> None:
    """One tag lies on each. They are asked about, and believed again as soon as they are heard."""
    room = ROOMS[kind](2)
    for name, tags in room.resting.items():
        room.fields[name].remove(tags.pop())
    told = burst(room, 100, where=deaf, lasts_us=3_000_000)
    assert (told.lifted, told.asked, told.left) == (0, len(deaf), 0)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ROOMS)
def test_air_in_which_most_is_missed_makes_zones_unknown_within_a_second(kind: str) -> None:
    """All, but for one now and then of which every card was found all the time."""
    seeds = often(3, 9)
    within = 0
    for seed in range(seeds):
        told = burst(ROOMS[kind](seed), 80)
        assert told.cause == sentence(BAD_AIR)
        within += sum(us <= BURST_US for us in told.named_us.values())
    assert 20 * within >= 19 * len(READERS) * seeds


@pytest.mark.slow
@pytest.mark.parametrize("kind", ROOMS)
def test_air_as_bad_as_a_table_may_have_is_not_named(kind: str) -> None:
    room = ROOMS[kind](3)
    room.noise(10, 30)
    room.run(often(4, 20) * 1_000_000)
    assert room.told(("fault", "absent", "covered")) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", ROOMS)
def test_what_is_lifted_in_a_burst_is_noticed_when_it_is_over(kind: str) -> None:
    room = ROOMS[kind](4)
    room.run(2_000_000)
    room.noise(5, 70)
    room.run(300_000)
    (gone, _) = room.resting["3 red"]
    room.fields["3 red"].remove(gone)
    room.run(700_000)
    assert room.told(("absent", "covered")) == []
    room.noise(0, 0)
    room.run(2_000_000)
    assert [(name, uid) for _, name, uid in room.told(("absent", "covered"))] == [("3 red", gone.uid)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ROOMS)
def test_a_card_that_its_neighbour_hears_first_is_not_lifted_from_there(kind: str) -> None:
    """Laid in a burst in which its own antenna misses it for a while."""
    lifted = heard = 0
    for seed in range(often(20, 120)):
        room = ROOMS[kind](seed)
        for name, tags in room.resting.items():
            for tag in tags:
                room.fields[name].remove(tag)
        room.run(4_000_000)
        room.noise(12, 60)
        beside = room.fields["3 blue"]
        beside.cross_percent, beside.beside = 40, [room.fields["3 red"]]
        room.news.clear()
        room.fields["3 red"].put(room.tag())
        room.run(1_000_000)
        first = room.told()[:2]
        heard += any(name == "3 blue" for _, name, _ in first)
        lifted += any(what == "absent" for what, _, _ in first)
    assert heard > 2
    assert lifted == 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", ROOMS)
def test_a_cause_that_holds_is_not_over_because_one_look_found_nobody(kind: str) -> None:
    """Slow tags of which one answer in five is missed: the reader was well for a moment, and the card lifted."""
    for seed in range(often(4, 12)):
        room = ROOMS[kind](seed)
        room.fields["3 red"].remove(room.resting["3 red"].pop())
        room.run(2_000_000)
        room.fields["3 red"].slow, room.fields["3 red"].miss_percent = True, 20
        room.run(15_000_000)
        assert [what for what, name, _ in room.told(("fault", "ok", "absent")) if name == "3 red"] == [
            "fault"
        ]


@pytest.mark.soak
@pytest.mark.parametrize("kind", ROOMS)
@pytest.mark.parametrize("missed", [50, 60, 70, 80, 90, 100])
def test_of_540_tags_of_each_level_none_goes(kind: str, missed: float) -> None:
    all_told = [burst(ROOMS[kind](seed), missed, 5 if missed == 70 else 0) for seed in range(27)]
    assert sum(told.lifted for told in all_told) == 0
    assert sum(told.left for told in all_told) == 0


# The pure part


def fared(reader: str, bursts: Bursts, at_us: int, silent: int) -> None:
    """A visit that found one tag after so many silent tries; before it, many at once."""
    tag = Lately()
    for before in range(20):
        tag.found(at_us - (20 - before) * 50_000, 0)
    tag.found(at_us, silent)
    bursts.visited(reader, at_us, [tag])


def table(silent: int, *, dark: int = 0, at_us: int = 1_100_000) -> Bursts:
    """Ten antennas visited after so many silent tries each; of the first ones all tags are silent since a second."""
    bursts = Bursts(lambda reader: 0.01, lambda reader: 1_000_000 if reader in READERS[:dark] else None)
    for reader in READERS:
        fared(reader, bursts, at_us, silent)
    return bursts


def test_silence_where_others_answer_is_a_lift() -> None:
    assert table(0, dark=1).meaning(READERS[0], 1_000_000, 1_150_000) == Silence.LIFT
    assert table(0, dark=2).meaning(READERS[0], 1_000_000, 1_150_000) == Silence.LIFT


def test_before_others_were_visited_silence_means_nothing_for_a_while() -> None:
    bursts = table(0, dark=1, at_us=900_000)
    assert bursts.meaning(READERS[0], 1_000_000, 1_150_000) == Silence.HELD
    assert bursts.meaning(READERS[0], 1_000_000, 1_000_000 + WITNESSES_US) == Silence.LIFT


@pytest.mark.parametrize(
    ("dark", "meaning"),
    [
        (["3 red", "pad red", "pad blue"], Silence.LIFT),
        (["3 red", "4 red", "pad blue"], Silence.COVERED),
        (["3 red", "4 red", "pad red", "pad blue"], Silence.COVERED),
    ],
)
def test_only_both_pads_and_a_column_are_cleared_in_one_grasp(dark: list[str], meaning: Silence) -> None:
    for reader in dark:
        bursts = Bursts(lambda reader: 0.01, lambda reader: 1_000_000 if reader in dark else None)
        for each in (*READERS, "pad red", "pad blue"):
            fared(each, bursts, 1_100_000, 0)
        assert bursts.meaning(reader, 1_000_000, 1_000_000 + HOLD_US - 1) == Silence.HELD
        assert bursts.meaning(reader, 1_000_000, 1_000_000 + HOLD_US) == meaning


@pytest.mark.parametrize("dark", [3, 4])
def test_zones_that_fall_silent_together_are_for_people_to_say_when_it_has_lasted(dark: int) -> None:
    """Hands, or readers that are deaf; as for the last of them, of which the others are no longer believed."""
    bursts = table(0, dark=dark)
    for reader in READERS[:dark]:
        assert bursts.meaning(reader, 1_000_000, 1_000_000 + HOLD_US - 1) == Silence.HELD
        assert bursts.meaning(reader, 1_000_000, 1_000_000 + HOLD_US) == Silence.COVERED
        bursts.empty(reader)


def test_where_four_of_ten_are_struck_and_one_is_heard_badly_it_is_no_lift() -> None:
    for worse, silent, meaning in (
        (3, 0, Silence.HELD),
        (1, 2, Silence.HELD),
        (2, 0, Silence.LIFT),
        (0, 2, Silence.LIFT),
    ):
        bursts = table(0)
        for reader in READERS[1 : 1 + worse]:
            fared(reader, bursts, 1_110_000, 6)
        for reader in READERS[1 + worse : 1 + worse + silent]:
            fared(reader, bursts, 990_000, 0)
            bursts.visited(reader, 1_110_000, [])
        assert bursts.meaning(READERS[0], 1_000_000, 1_150_000) == meaning, (worse, silent)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), [("bus", 5), ("nodes", 4)])
def test_above_four_readers_of_ten_that_miss_nine_of_ten_no_card_goes(kind: str, seed: int) -> None:
    told = four(kind, seed, 90)
    assert (told.lifted, told.asked, told.left) == (0, 0, 0)


@pytest.mark.parametrize("fell_us", [(0, 120_000, 240_000, 350_000), (0, 150_000, 300_000, 450_000)])
def test_zones_that_fall_silent_one_after_another_count_together_for_the_first_as_for_the_last(
    fell_us: tuple[int, ...],
) -> None:
    since_us = {name: 1_000_000 + us for name, us in zip(READERS, fell_us, strict=False)}
    bursts = Bursts(lambda reader: 0.01, since_us.get)
    for reader in READERS:
        fared(reader, bursts, 2_000_000, 0)
    for reader, us in since_us.items():
        assert bursts.meaning(reader, us, us + HOLD_US - 1) == Silence.HELD
        assert bursts.meaning(reader, us, us + HOLD_US) == Silence.COVERED


def test_a_zone_cleared_later_is_a_lift_of_its_own() -> None:
    since_us = dict.fromkeys((READERS[0], "pad red", "pad blue"), 1_000_000) | {READERS[3]: 1_300_001}
    bursts = Bursts(lambda reader: 0.01, since_us.get)
    for reader in {*READERS, *since_us}:
        fared(reader, bursts, 2_000_000, 0)
    assert bursts.meaning(READERS[3], 1_300_001, 1_450_000) == Silence.LIFT
    assert bursts.meaning(READERS[0], 1_000_000, 1_000_000 + HOLD_US) == Silence.LIFT


def test_who_is_heard_again_is_dark_no_more() -> None:
    dark = {*READERS[:3]}
    bursts = Bursts(lambda reader: 0.01, lambda reader: 1_000_000 if reader in dark else None)
    for reader in READERS:
        fared(reader, bursts, 1_100_000, 0)
    ended_us = 1_000_000 + HOLD_US
    assert bursts.meaning(READERS[0], 1_000_000, ended_us) == Silence.COVERED
    dark.remove(READERS[0])
    assert bursts.meaning(READERS[1], 1_000_000, ended_us) == Silence.COVERED
    fared(READERS[0], bursts, ended_us, 0)
    assert bursts.meaning(READERS[1], 1_000_000, ended_us) == Silence.LIFT


def test_silence_where_others_miss_far_more_than_ever_is_for_people_to_say() -> None:
    bursts = table(6)
    assert bursts.meaning(READERS[0], 1_000_000, 1_150_000) == Silence.HELD
    assert bursts.meaning(READERS[0], 1_000_000, 1_000_000 + HOLD_US) == Silence.COVERED


@pytest.mark.parametrize(("badly", "silent", "named"), [(3, 3, 6), (3, 2, 0), (2, 5, 0), (0, 10, 0)])
def test_where_most_are_struck_and_three_heard_badly_all_these_are_named_at_once(
    badly: int, silent: int, named: int
) -> None:
    bursts = table(0)
    for reader in READERS[:badly]:
        tag = Lately()
        for visit in range(3):
            tag.found(1_060_000 + visit * 20_000, 3)
        assert bursts.visited(reader, 1_100_000, [tag]) == []
    told = [bursts.visited(reader, 1_100_000, [], True) for reader in READERS[badly : badly + silent]]
    # Named in the order in which they came: what people read, and a storm of one seed, hang on it.
    assert [name for each in told for name in each] == list(READERS[:named])
    assert sum(map(bursts.is_spoilt, READERS)) == named


def test_antennas_of_one_zone_that_are_heard_badly_count_once() -> None:
    """Of three zones with two antennas each, one is heard badly and so is half of another, whose rest a hand covers."""
    antennas = [f"{column} {half}" for column in range(1, 4) for half in "ab"]
    bursts = Bursts(lambda reader: 0.01, lambda reader: None, lambda reader: reader[0])
    for reader in antennas[4:]:
        fared(reader, bursts, 1_000_000, 0)
    for reader in antennas[:3]:
        tag = Lately()
        for visit in range(3):
            tag.found(1_060_000 + visit * 20_000, 3)
        assert bursts.visited(reader, 1_100_000, [tag]) == []
    assert bursts.visited(antennas[3], 1_100_000, [], True) == []


def test_silence_where_tags_are_often_silent_names_nobody() -> None:
    bursts = Bursts(lambda reader: 0.3, lambda reader: None)
    for reader in READERS:
        fared(reader, bursts, 1_000_000, 0)
    for reader in READERS[:3]:
        tag = Lately()
        for visit in range(3):
            tag.found(1_060_000 + visit * 20_000, 3)
        bursts.visited(reader, 1_100_000, [tag])
    assert [bursts.visited(reader, 1_100_000, []) for reader in READERS[3:]] == [[]] * 7


def test_where_nothing_is_found_others_say_whether_it_is_hands_or_the_air() -> None:
    """Of nine others two are heard, badly or well, and seven are silent, at different times."""
    for silent, meaning in ((6, Silence.HELD), (0, Silence.LIFT)):
        bursts = Bursts(lambda reader: 0.01, lambda reader: None)
        for reader in READERS[:3]:
            fared(reader, bursts, 1_100_000, silent)
        for reader in READERS[3:]:
            bursts.visited(reader, 1_100_000, [])
        assert bursts.meaning(READERS[0], 1_000_000, 1_150_000) == meaning


def test_held_for_half_a_second_among_others_that_are_heard_badly_an_antenna_is_named() -> None:
    bursts = table(4)
    assert not bursts.is_spoilt(READERS[0])
    assert bursts.meaning(READERS[0], 1_000_000, 1_000_000 + NAMED_US - 1) == Silence.HELD
    assert not bursts.is_spoilt(READERS[0])
    assert bursts.meaning(READERS[0], 1_000_000, 1_000_000 + NAMED_US) == Silence.HELD
    assert bursts.is_spoilt(READERS[0])


@pytest.mark.parametrize(
    ("nudges", "since_us", "meaning"),
    [(1, 900_000, Silence.LIFT), (2, 900_000, Silence.HELD), (2, 1_150_000, Silence.LIFT)],
)
def test_silence_beside_one_that_is_hardly_found_meanwhile_is_held_for_a_while(
    nudges: int, since_us: int, meaning: Silence
) -> None:
    """But not for long, as that may be chance; and one that was nudged is as hard to find, once."""
    bursts = table(0)
    tag = Lately()
    for at_us in range(100_000, 1_100_000, 50_000):
        tag.found(at_us, 6 if 0 < 1_050_000 - at_us <= nudges * 50_000 else 0)
    bursts.visited(READERS[0], 1_100_000, [tag], missed=True)
    assert not bursts.is_spoilt(READERS[0])
    assert bursts.meaning(READERS[0], since_us, since_us + 400_000) == meaning
    assert bursts.meaning(READERS[0], since_us, since_us + NAMED_US) == Silence.LIFT
    tag.found(1_120_000, 0)
    bursts.visited(READERS[0], 1_120_000, [tag], missed=True)
    assert bursts.meaning(READERS[0], since_us, since_us + 400_000) == Silence.LIFT


def test_an_antenna_is_dark_only_if_all_its_tags_are_silent() -> None:
    bursts = Bursts(lambda reader: 0.01, lambda reader: None if reader == READERS[0] else 1_000_000)
    for reader in READERS:
        fared(reader, bursts, 1_100_000, 0)
    assert bursts.meaning(READERS[0], 1_000_000, 1_150_000) == Silence.LIFT
    assert bursts.meaning(READERS[1], 1_000_000, 1_150_000) == Silence.HELD


def test_a_new_card_tells_nothing_of_its_antenna() -> None:
    bursts = table(6)
    for _ in range(3):
        fared(READERS[0], bursts, 1_150_000, 6)
    spoilt = bursts.is_spoilt(READERS[0])
    bursts.visited(READERS[0], 1_160_000, [Lately()])
    assert bursts.is_spoilt(READERS[0]) == spoilt


def test_a_reader_that_fails_tells_nothing_of_the_air() -> None:
    bursts = table(6)
    for reader in READERS[1:]:
        bursts.empty(reader)
    assert bursts.meaning(READERS[0], 1_000_000, 1_150_000) == Silence.LIFT


def test_an_antenna_alone_asks_nobody() -> None:
    bursts = Bursts(lambda reader: 0.01, lambda reader: 1_000_000)
    bursts.visited(READERS[0], 1_100_000, [])
    assert bursts.meaning(READERS[0], 1_000_000, 1_150_000) == Silence.LIFT


def test_answers_that_are_broken_are_no_silence() -> None:
    """Where one try in two is answered, and not understood, silence is one try in four."""
    bursts = Bursts(lambda reader: 0.25, lambda reader: None)
    for reader in READERS:
        tag = Lately()
        for visit in range(20):
            tag.found(visit * 40_000, 1, 2)
        bursts.visited(reader, 800_000, [tag])
        assert tag.slow.value == pytest.approx(0.25)
    assert not any(map(bursts.is_spoilt, READERS))


def test_one_nudge_spoils_nothing_and_time_heals() -> None:
    bursts = Bursts(lambda reader: 0.01, lambda reader: None)
    tag = Lately()
    tag.found(0, 30)
    bursts.visited(READERS[0], 0, [tag])
    assert not bursts.is_spoilt(READERS[0])
    for visit in range(4):
        tag.found(visit * 40_000, 6)
        bursts.visited(READERS[0], visit * 40_000, [tag])
    assert bursts.is_spoilt(READERS[0])
    for visit in range(4, 60):
        tag.found(visit * 40_000, 0)
        bursts.visited(READERS[0], visit * 40_000, [tag])
    assert not bursts.is_spoilt(READERS[0])
