"""What reaches tags: against the figures that were computed elsewhere, and as it must be for every coil."""

from __future__ import annotations

import copy
import math
import random
from itertools import product

import pytest
from signifer_drivers.air import figures as air
from signifer_drivers.air.figures import Coil, figures, origins, printed, raw
from signifer_drivers.air.places import MIDDLES, PLACES, READ, TAG_SPOTS
from signifer_drivers.air.reading import (
    Place,
    chance,
    coupled_db,
    loaded,
    of_coils_nh,
    stacked,
    worst_chances,
)
from signifer_drivers.air.resonators import CARRIER_HZ, OMEGA_PER_NS, induced, reader, tag

MODULE = figures().coils["module 38"]
TWO = [(0.0, -15.0), (0.0, 15.0)]
FOUR = [*TWO, (13.0, 0.0), (-13.0, 0.0)]


def test_the_yardstick_is_the_acceptance_test_itself() -> None:
    (margin,), _ = loaded(MODULE, [Place(0, 0, figures().reach_mm)])
    assert margin == pytest.approx(0, abs=1e-9)
    assert chance(margin) == pytest.approx(0.5)
    assert chance(math.inf) == 1
    assert chance(-math.inf) == 0


def test_a_tag_resonates_a_little_above_the_carrier() -> None:
    assert figures().tag.inductance_nh == pytest.approx(2430, rel=0.02)
    made = tag(figures().tag.inductance_nh, figures().tag_pf, figures().tag_quality)
    assert 1 / (2 * math.pi * math.sqrt(made.inductance_nh * 1e-9 * made.farad)) == pytest.approx(
        14.4e6, rel=0.01
    )
    assert CARRIER_HZ < 14.4e6


def test_two_coils_alone_are_the_transformer_of_the_text_books() -> None:
    """A reader in resonance sees (omega M)^2 / Z of a tag in series with its own resistance."""
    asks, one, across = reader(1200, 20), tag(2400, 50, 20), 150.0
    felt, current = induced([asks, one], [[0, across], [across, 0]], 1.0, math.inf)
    reflected = (OMEGA_PER_NS * across) ** 2 / one.impedance(one.siemens)
    assert current == pytest.approx(1 / abs(asks.ohm + reflected))
    assert felt[1] == pytest.approx(OMEGA_PER_NS * across * current)


def test_a_shunt_holds_the_volts_at_its_chip() -> None:
    asks, one, across = reader(1200, 20), tag(2400, 50, 20), 250.0
    felt, _ = induced([asks, one], [[0, across], [across, 0]], 10.0, math.inf)
    free = felt[1] / abs(one.impedance(one.siemens)) / abs(one.admittance(one.siemens))
    held = induced([asks, one], [[0, across], [across, 0]], 10.0, free / 4)[0][1]
    most = max(
        held / abs(one.impedance(taken)) / abs(one.admittance(taken))
        for taken in (one.siemens * 2 ** (step / 4) for step in range(80))
        if held / abs(one.impedance(taken)) / abs(one.admittance(taken)) <= free / 4
    )
    assert most == pytest.approx(free / 4, rel=0.2)
    assert held != pytest.approx(felt[1], rel=0.01)


def test_the_null_lies_23_mm_from_the_middle_of_a_module() -> None:
    assert coupled_db(MODULE, 0, 0) == 0
    assert coupled_db(MODULE, 0, 15) == pytest.approx(-5, abs=2)
    assert coupled_db(MODULE, 0, 22) < -15
    assert coupled_db(MODULE, 0, 24) == -99


def test_tags_load_the_antenna_as_it_was_reckoned_elsewhere() -> None:
    """An outside review: two tags take a 38 mm coil's current to 0.6, three to 0.37, four to 0.3; soft by 4 dB."""
    for cards, published in ((2, 0.6), (3, 0.37), (4, 0.3)):
        current = loaded(MODULE, stacked(FOUR[:cards])).current
        assert abs(20 * math.log10(current / published)) < 4


def test_two_cards_are_read_three_and_four_are_not() -> None:
    assert min(worst_chances(MODULE, TWO)) > 0.9
    assert min(worst_chances(MODULE, FOUR[:3])) < 0.5
    assert max(worst_chances(MODULE, FOUR)) < 0.5


@pytest.mark.parametrize("name", ["module 36", "module 40x35"])
def test_smaller_modules_do_not_read_two(name: str) -> None:
    assert min(worst_chances(figures().coils[name], TWO)) < figures().least_chance


def test_the_printed_coil_reads_three_better_than_a_module_two() -> None:
    assert min(worst_chances(figures().coils["printed 56x86"], FOUR[:3])) > 0.8


def test_stacked_tags_fall_silent_one_after_the_other() -> None:
    best = [max(loaded(MODULE, stacked([(0.0, 0.0)] * cards)).margins_db) for cards in (1, 2, 3, 4)]
    assert best == sorted(best, reverse=True)
    assert best[1] < best[0] - 9
    assert best[2] < 0


def test_what_a_zone_reads_is_the_same_from_all_sides() -> None:
    there = loaded(MODULE, stacked([(3.0, -12.0), (5.0, 15.0)])).margins_db
    turned = loaded(MODULE, stacked([(-3.0, 12.0), (-5.0, -15.0)])).margins_db
    assert there == pytest.approx(turned)


def test_a_parked_antenna_takes_some_of_the_field() -> None:
    alone = loaded(MODULE, [Place(0, 0, 7)])
    beside = loaded(MODULE, [Place(0, 0, 7)], [Place(0, 45, 0)])
    far = loaded(MODULE, [Place(0, 0, 7)], [Place(0, 400, 0)])
    assert beside.current < alone.current
    assert far.current == pytest.approx(alone.current, rel=1e-3)


def test_two_antennas_hold_four_cards() -> None:
    places = [(-13.0, 0.0), (13.0, 45.0), (13.0, 0.0), (-13.0, 45.0)]
    assert min(worst_chances(MODULE, places, [(0.0, 45.0)])) > figures().least_chance
    assert min(worst_chances(MODULE, places)) < 0.1


@pytest.mark.parametrize("antennas", READ)
def test_what_the_places_promise_is_read_whether_hands_miss_together_or_each_by_itself(antennas: int) -> None:
    """Two cards above one antenna, four above two, and a pad's payment of five above three."""
    (first_x, first_y), *others = MIDDLES[antennas]
    places = [(x - first_x, y - first_y) for x, y in PLACES[antennas]]
    apart = [(x - first_x, y - first_y) for x, y in others]
    cards, rng, play = READ[antennas], random.Random(7), figures().play_mm
    assert min(worst_chances(MODULE, places[:cards], apart)) > figures().least_chance
    for _ in range(10):
        laid = [(x + rng.uniform(-play, play), y + rng.uniform(-play, play)) for x, y in places[:cards]]
        assert min(worst_chances(MODULE, laid, apart, play_mm=0)) > figures().least_chance
    if antennas == 3:
        assert min(worst_chances(MODULE, places[:5], apart)) > figures().least_chance
    else:
        assert min(worst_chances(MODULE, places[: cards + 1], apart)) < 0.5


def with_tags_at_the_worst_spots(name: str, spots: int) -> float:
    """How likely the weaker one of two cards is read, whichever spots their tags are stuck to."""
    return min(
        min(worst_chances(figures().coils[name], [(x + a, y + b), (its_x + c, its_y + d)]))
        for (x, y), (its_x, its_y) in [PLACES[1][:2]]
        for (a, b), (c, d) in product(TAG_SPOTS[spots], repeat=2)
    )


@pytest.mark.parametrize("spots", TAG_SPOTS)
def test_tags_off_the_middle_are_for_printed_coils(spots: int) -> None:
    assert with_tags_at_the_worst_spots("printed 56x86", spots) > figures().least_chance
    module = with_tags_at_the_worst_spots("module 38", spots)
    assert (module > figures().least_chance) == (spots == 1)
    for round_or_over in ((-1, -1), (-1, 1)):
        turned = {(x * round_or_over[0], y * round_or_over[1]) for x, y in TAG_SPOTS[spots]}
        assert turned == {*TAG_SPOTS[spots]}


def test_the_worst_place_is_never_better_than_the_right_one() -> None:
    exact = worst_chances(MODULE, FOUR[:3], play_mm=0)
    assert all(worst <= right for worst, right in zip(worst_chances(MODULE, FOUR[:3]), exact, strict=True))


def test_turns_in_two_windows_are_not_seen_as_one_between_them() -> None:
    left, right = printed("", (20, 20), 3, 1, 0.5), printed("", (20, 20), 3, 1, 0.5)
    loops = (*(turn.moved(-50, 0) for turn in left.turns), *(turn.moved(50, 0) for turn in right.turns))
    pair = Coil("pair", loops, 0.1, (120, 20))
    assert {loop.middle for loop, _ in pair.bundles} == {(-50, 0), (50, 0)}
    assert of_coils_nh(pair, figures().tag, 50, 0, 7) == pytest.approx(
        of_coils_nh(left, figures().tag, 0, 0, 7), rel=0.02
    )


def test_every_figure_says_where_it_is_from() -> None:
    found = list(origins(raw()))
    assert len(found) > 20
    assert {kind for _, _, kind, _ in found} == {"source", "assumed"}
    assert all(words.strip() for *_, words in found)


def test_a_figure_without_its_origin_is_an_owners() -> None:
    changed = copy.deepcopy(dict(raw()))
    changed["reader"]["module"] = "mine"
    changed["coil"]["mine"] = {"outer_mm": [38.5, 38], "turns": 4, "pitch_mm": 1.2, "width_mm": 0.6}
    assert air.of(changed).module.outer == (38.5, 38)
    assert ("coil mine: turns", "4", "assumed", "yours") in list(origins(changed))


@pytest.mark.parametrize("key", ["reference", "module"])
def test_a_coil_that_the_file_has_not_is_told(key: str) -> None:
    changed = copy.deepcopy(dict(raw()))
    changed["reader"][key]["value"] = "module 37"
    with pytest.raises(
        ValueError, match=f'air.toml: {key} = "module 37": no such coil; known: module 38, module 36'
    ):
        air.of(changed)


def test_a_figure_counts() -> None:
    """Each figure of the file changes what is read: none of them is for show."""

    def margins(data: air.Raw) -> tuple[float, ...]:
        of = air.of(data)
        tags = stacked(TWO, of)
        there = loaded(of.module, tags, [Place(0, 45, 0)], of).margins_db
        return (
            *there,
            *(chance(margin, of) for margin in there),
            of.play_mm,
            of.least_chance,
            of.least_chance_left,
        )

    before = margins(raw())
    for part in ("tag", "reader", "stack", "doubt"):
        for key, figure in raw()[part].items():
            changed = copy.deepcopy(dict(raw()))
            value = figure["value"]
            changed[part][key]["value"] = "module 36" if isinstance(value, str) else type(value)(value * 0.9)
            assert margins(changed) != before, f"{part}.{key}"
