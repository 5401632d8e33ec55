"""Twelve readers on one bus and 20 resting tags, on twins: how fast news comes, and what noise may not do."""

from __future__ import annotations

import math
import random

import pytest
from signifer_drivers.io.spi import SpiPort
from signifer_drivers.polling.bursts import Bursts, Silence
from signifer_drivers.polling.disputes import Disputes
from signifer_drivers.polling.leaving import Leaving
from signifer_drivers.polling.miss_rates import CYCLE_S, TAGS, false_removals
from signifer_drivers.polling.patience import Patience
from signifer_drivers.polling.presence import Presence
from signifer_drivers.polling.together import Together
from signifer_drivers.readers.diagnosing import DiagnosingReader
from signifer_drivers.virtual.tag import Tag

from tests.drivers.rooms import ALL, COLUMNS, RESTING, TwinRoom, latencies, percentile
from tests.sweeps import often, shared_out

MINUTE_US = 60_000_000
DAMAGED, MISSED = 5.0, 10.0
# A try goes unheard if the request or the SELECT of the first level is damaged; or the answer to that is missed, and
# the SELECT of the second level is damaged or its answer missed, too.
MISS_RATE = 1 - 0.95 * 0.95 * (1 - 0.1 * (1 - 0.95 * 0.9))
# Of such tries in so many the tag heard all of it, and no answer was heard: then it ignores the next request.
ACTIVE_SHARE = 0.95 * 0.95 * 0.1 * 0.95 * 0.1 / MISS_RATE
# The other tag of a zone sleeps if it was found and heard HLTA; if not, it answers, and there are more requests.
SLEEPS = 0.95 * 0.95 * 0.95 * 0.9 * 0.95 * 0.95


def unheard(requests: int) -> float:
    """How often so many requests in a row have no answer, though a tag is there. One is damaged; or its answer is
    missed, and then the tag ignores the next one."""
    if requests <= 0:
        return 1.0
    return 0.05 * unheard(requests - 1) + 0.95 * 0.1 * unheard(requests - 2)


# After a try in vain three requests ask who else is there: more than one try, as which they count, but not two.
INVENTORY_RATE = SLEEPS * ((1 - ACTIVE_SHARE) * unheard(3) + ACTIVE_SHARE * unheard(2))


def test_a_round_of_all_readers_above_resting_tags() -> None:
    room = TwinRoom()
    room.run(2_000_000)
    assert len(room.told()) == RESTING
    assert max(room.cycle_us() for _ in range(20)) <= 110_000


@pytest.mark.slow
def test_news_of_hands_comes_in_time() -> None:
    room = TwinRoom()
    laid, lifted = latencies(room, 48)
    assert percentile(laid, 95) <= 120_000
    assert percentile(lifted, 95) <= 400_000


def test_all_of_it_is_the_same_each_time() -> None:
    news = []
    for _ in range(2):
        room = TwinRoom(seed=3)
        room.noise(DAMAGED, MISSED)
        room.run(3_000_000)
        news.append(room.news)
    assert news[0] == news[1]


# Noise


class Alone(Bursts):
    """Asks no other antenna."""

    def meaning(self, reader: str, since_us: int, at_us: int) -> Silence:
        return Silence.LIFT


class Impatient(Patience):
    """Waits for so many visits, each of one try and an inventory."""

    def __init__(self, visits: int, together: Together, disputes: Disputes) -> None:
        super().__init__(1, TAGS, CYCLE_S, together, disputes)
        self.needed = 2 * visits

    def tries(self, reader: str) -> int:
        return 1

    def silent_tries(self, reader: str, uid: bytes) -> int:
        return self.needed


class Hasty(Presence):
    """Takes a tag away after so many visits."""

    def __init__(self, visits: int) -> None:
        super().__init__(1)
        self._patience = Impatient(visits, self._together, self._disputes)
        self._bursts = Alone(self.miss_rate, self._together.dark_us)
        self._leaving = Leaving(self._together, self._patience, self._disputes, self._bursts, self.overheard)


def noisy(room: TwinRoom) -> TwinRoom:
    """The room, its tags found, then noise."""
    room.run(500_000)
    assert len(room.told()) == RESTING
    room.news.clear()
    room.noise(DAMAGED, MISSED)
    return room


def measured(room: TwinRoom) -> float:
    """The share of silent tries of all readers above resting tags."""
    return sum(room.presence.miss_rate(name) for name in COLUMNS) / len(COLUMNS)


def visitors(room: TwinRoom, us: int) -> list[tuple[str, str, bytes]]:
    """Have a card laid and lifted every few seconds, beside the resting ones; what should be told of them, in order."""
    wanted = []
    at_us = 0
    while at_us + 6_000_000 < us:
        name = room.rng.choice(ALL)
        tag = room.tag()
        field = room.fields[name]
        room.at(at_us + room.rng.randrange(1_000_000), lambda f=field, t=tag: f.put(t))  # type: ignore[misc]
        room.at(at_us + 3_000_000, lambda f=field, t=tag: f.remove(t))  # type: ignore[misc]
        wanted += [("present", name, tag.uid), ("absent", name, tag.uid)]
        at_us += 6_000_000
    return wanted


def in_noise(us: int) -> None:
    """No resting card goes, no card comes that is not there, every lay and lift is told once; and that is no luck."""
    room = TwinRoom()
    room.run(30_000_000)
    assert room.presence.miss_rate("3 red") < 0.01, "it comes all of a sudden"
    noisy(room)
    wanted = visitors(room, us)
    room.run(us)
    assert room.told() == wanted
    assert room.told(("fault",)) == []
    rate = measured(room)
    assert abs(rate - MISS_RATE) < 0.04
    cycle_s = us / 1e6 / (room.visits / len(ALL))
    derived = sum(
        false_removals(MISS_RATE, room.presence.silent_tries(name, tag.uid), 1, cycle_s, hours=100)
        for name, tags in room.resting.items()
        for tag in tags
    )
    assert derived < 1, "in a hundred hours"
    assert derived * us / 3_600e6 / 100 < 0.01, "what was seen, none, is what was derived"


def hasty(visits: int, us: int) -> None:
    """With so few visits that cards do go: as many as derived from frames, and fewer than the formula has it."""
    room = noisy(TwinRoom(presence=Hasty(visits)))
    before = room.visits
    room.run(us)
    gone = sum(kind != "present" for kind, _, _ in room.told())
    cycle_s = us / 1e6 / ((room.visits - before) / len(ALL))
    derived = RESTING * us / 1e6 / cycle_s * (MISS_RATE * INVENTORY_RATE) ** visits
    assert abs(gone - derived) < 3 * math.sqrt(derived), derived
    assert gone < false_removals(measured(room), 2 * visits, RESTING, cycle_s, us / 3_600e6)


@pytest.mark.slow
def test_a_minute_of_noise() -> None:
    in_noise(MINUTE_US)


def test_how_much_an_inventory_in_vain_counts() -> None:
    assert MISS_RATE**2 < INVENTORY_RATE < MISS_RATE


@pytest.mark.slow
def test_the_formula_agrees_with_what_happens() -> None:
    hasty(1, MINUTE_US)


@pytest.mark.soak
def test_the_formula_agrees_where_chance_counts_for_less() -> None:
    hasty(1, 8 * MINUTE_US)


@pytest.mark.soak
def test_an_hour_of_noise() -> None:
    in_noise(60 * MINUTE_US)


@pytest.mark.soak
def test_the_formula_agrees_also_where_cards_go_rarely() -> None:
    hasty(2, 60 * MINUTE_US)


@pytest.mark.slow
@pytest.mark.parametrize(("damaged", "missed"), [(40.0, 0.0), (0.0, 50.0), (20.0, 40.0)])
@pytest.mark.parametrize("seed", shared_out([1, 5], 1))
def test_air_that_suddenly_becomes_very_bad_takes_no_resting_card(
    damaged: float, missed: float, seed: int
) -> None:
    """Far beyond what the measured rates have learnt: who is missed is asked for longer before silence counts."""
    room = TwinRoom(seed=seed, reader=DiagnosingReader)
    room.run(5_000_000)
    room.news.clear()
    room.noise(damaged, missed)
    room.run(10_000_000)
    assert room.told() == []
    name, tag = "3 red", room.resting["3 red"][0]
    room.fields[name].remove(tag)
    room.noise(0, 0)
    room.run(2_000_000)
    assert room.told() == [("absent", name, tag.uid)], "who was lifted is noticed all the same"


@pytest.mark.slow
def test_two_tags_that_cover_each_other_in_noise_are_covered() -> None:
    for seed in range(often(4, 10)):
        room = noisy(TwinRoom(seed=seed))
        room.run(seed * 100_000)
        room.fields["3 red"].stacked = True
        room.run(3_000_000)
        assert sorted(kind for kind, _, _ in room.told()) == ["covered", "covered"]
        room.fields["3 red"].stacked = False
        room.run(3_000_000)
        assert sorted(kind for kind, _, _ in room.told()) == ["covered", "covered", "present", "present"]


@pytest.mark.slow
def test_a_card_that_a_neighbour_overhears_stays_also_in_noise() -> None:
    room = noisy(TwinRoom())
    tag = room.resting["3 red"][0]
    room.fields["4 red"].put(Tag(tag.uid))
    room.run(often(20_000_000, MINUTE_US))
    assert room.told() == []


# Faults


def test_a_reader_unplugged_and_plugged_in_again_loses_no_card() -> None:
    for fault in ("unplug", "stuck"):
        room = TwinRoom()
        room.run(1_000_000)
        room.news.clear()
        room.ports["3 red"].fault = fault
        room.run(5_000_000)
        assert {(change.kind, change.reader) for _, change in room.news} == {("fault", "3 red")}
        assert room.cycle_us({"3 red"}) < 110_000, "the others go on"
        room.ports["3 red"].fault = None
        mended_us = room.clock.now_us
        room.run(2_000_000)
        at_us, change = room.news[-1]
        assert (change.kind, change.reader) == ("ok", "3 red")
        assert at_us - mended_us < 1_000_000
        assert room.told() == []


class Chatter:
    """A port on which something else talks, once it has begun."""

    def __init__(self, port: SpiPort, rng: random.Random) -> None:
        self.port, self.rng = port, rng
        self.talks = False
        self.delay_us, self.now_us = port.delay_us, port.now_us

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        answers = self.port.transfer(batch)
        return [self.rng.randbytes(len(answer)) for answer in answers] if self.talks else answers


def test_random_bytes_on_one_readers_miso_are_that_readers_fault_alone() -> None:
    chatter: dict[str, Chatter] = {}

    def wire(name: str, port: SpiPort) -> SpiPort:
        chatter[name] = Chatter(port, random.Random(name))
        return chatter[name]

    room = TwinRoom(wire=wire)
    room.run(1_000_000)
    room.news.clear()
    chatter["3 red"].talks = True
    room.run(20_000_000)
    assert room.told() == []
    assert {change.reader for _, change in room.news} == {"3 red"}
    assert room.presence.zone("3 red") == "fault"
