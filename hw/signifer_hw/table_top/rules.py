"""What a plan must keep: all its faults at once, each in a sentence with both figures."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations

from signifer_drivers.air.figures import Coil, written
from signifer_drivers.air.loops import Point
from signifer_drivers.air.places import READ
from signifer_drivers.air.reading import worst_chances
from signifer_firmware.config.key_lines import Lines

from .boxes import Box, around
from .parts import AIR, BUTTON, CARDS, RULES
from .placed import TOWARDS, Antenna, Plan, Spot

Named = tuple[str, Box]
_MAY_TOUCH = ({"terrain"}, {"terrain", "rail"}, {"terrain", "cards"}, {"cards", "rail"})


def faults(plan: Plan) -> tuple[str, ...]:
    """Everything that is wrong with a plan; empty for one that may be built."""
    checks = (
        _overlaps,
        _out_of_the_top,
        _uncovered,
        _weak,
        _weak_left,
        _neighbours,
        _hands,
        _metal,
        _leads,
        _fingers,
        _thickness,
    )
    return tuple(dict.fromkeys(fault for check in checks for fault in check(plan)))


def on_top(plan: Plan) -> list[Named]:
    """What takes room on the upper side. A zone's cards count as one: they lie upon each other."""
    return [
        *((f"cards {zone}", plan.cards_of(zone)) for zone in plan.zones),
        *((f"terrain {at}", box) for at, box in enumerate(plan.terrain, 1)),
        *((f"rail {zone}", box) for zone, box in zip(plan.zones, plan.rails, strict=True)),
        *((f"screen {screen.place}", screen.window) for screen in plan.screens),
        *((f"button {push.name}", push.head) for push in plan.buttons),
        *plan.piles,
    ]


def below(plan: Plan) -> list[Named]:
    """What takes room on the lower side."""
    return [
        *((f"reader {antenna.reader}", antenna.board) for antenna in plan.antennas),
        *(
            (f"window {antenna.reader}", window)
            for antenna in plan.antennas
            if antenna.wound
            for window in antenna.windows
        ),
        *((f"screen {screen.place}", screen.board) for screen in plan.screens),
        *((f"button {push.name}", push.head) for push in plan.buttons),
        *plan.boards,
    ]


def _overlaps(plan: Plan) -> Iterator[str]:
    for things in (on_top(plan), below(plan)):
        for (one, box), (other, its_box) in combinations(things, 2):
            away = box.away_from(its_box)
            least = 0 if {one.split()[0], other.split()[0]} in _MAY_TOUCH else RULES.gap
            if away < least:
                yield f"{one} and {other} are {_mm(away)} apart; at least {_mm(least)}"


def _out_of_the_top(plan: Plan) -> Iterator[str]:
    top = plan.outline
    for name, box in (*on_top(plan), *below(plan)):
        left = min(box.left - top.left, top.right - box.right, box.top - top.top, top.bottom - box.bottom)
        if left < RULES.edge:
            yield f"{name} is {_mm(left)} from the edge of the top; at least {_mm(RULES.edge)}"


def _places(spot: Spot) -> Iterator[tuple[float, float]]:
    """Where the tag of a card may lie that was laid there by hand."""
    for across in (-CARDS.play, CARDS.play):
        for along in (-CARDS.play, CARDS.play):
            yield spot.box.x + across, spot.box.y + along


def _uncovered(plan: Plan) -> Iterator[str]:
    """The middle of each tag lies within a window of the antenna that has to read it, wherever a hand lays it."""
    for spot in plan.spots:
        windows = [window for antenna in plan.antennas_of(spot.zone) for window in antenna.windows]
        if not all(any(window.holds(x, y) for window in windows) for x, y in _places(spot)):
            yield f"card {spot.order} of {spot.zone}: no antenna lies below its tag everywhere it may lie"


def _weak(plan: Plan) -> Iterator[str]:
    """So many cards at their places are what the antennas of a zone have to read; more are told, not promised."""
    for zone in plan.zones:
        antennas = plan.antennas_of(zone)
        if not antennas:
            continue
        cards = READ[len(antennas)]
        for spot, chance in zip(
            _laid(plan, [zone], cards), chances(plan, antennas, [zone], cards), strict=True
        ):
            if chance < AIR.least_chance:
                yield (
                    f"card {spot.order} of {spot.zone} is read with a chance of {percent(chance)} at its worst "
                    f"place, by a coil of {_sized(antennas)}; at least {percent(AIR.least_chance)} (docs/air.md)"
                )


def _weak_left(plan: Plan) -> Iterator[str]:
    """Whichever of those cards lie there, each is read but for a smaller doubt (docs/decisions.md 19)."""
    for zone in plan.zones:
        if not (antennas := plan.antennas_of(zone)):
            continue
        orders, chance = min(chances_of_some(plan, zone).items(), key=lambda pair: pair[1])
        if chance < AIR.least_chance_left:
            cards = ", ".join(map(str, orders))
            yield (
                f"with only cards {cards} of {zone} there one is read with a chance of {percent(chance)} at its worst "
                f"place, by a coil of {_sized(antennas)}; at least {percent(AIR.least_chance_left)} (docs/air.md)"
            )


def chances_of_some(plan: Plan, zone: str) -> dict[tuple[int, ...], float]:
    """Of each choice of the cards that a zone reads, by their orders: how likely its weakest one is read at its worst
    place, be they laid alone or left over when the others are lifted from below them."""
    antennas = plan.antennas_of(zone)
    spots = _laid(plan, [zone], READ[len(antennas)])
    return {
        tuple(spot.order for spot in some): min(
            least
            for under in ([spot.order - 1 for spot in some], range(count))
            for least in _read(antennas, some, under)
        )
        for count in range(1, len(spots) + 1)
        for some in combinations(spots, count)
    }


def _laid(plan: Plan, zones: Sequence[str], cards: int = 2) -> list[Spot]:
    return [spot for spot in plan.spots if spot.zone in zones and spot.order <= cards]


def chances(
    plan: Plan, antennas: Sequence[Antenna], zones: Sequence[str], cards: int = 2
) -> tuple[float, ...]:
    """How likely each of the first ``cards`` cards of the zones is read by any of their antennas, at its worst place
    (the air's model)."""
    spots = _laid(plan, zones, cards)
    return _read(antennas, spots, [spot.order - 1 for spot in spots])


def _read(antennas: Sequence[Antenna], spots: Sequence[Spot], under: Sequence[int]) -> tuple[float, ...]:
    middle, *others = (around(antenna.windows) for antenna in antennas)
    places = tuple((spot.box.x - middle.x, spot.box.y - middle.y) for spot in spots)
    apart = tuple((other.x - middle.x, other.y - middle.y) for other in others)
    return _kept(antennas[0].coil, places, apart, tuple(under))


@lru_cache(maxsize=4096)
def _kept(
    coil: Coil, places: tuple[Point, ...], apart: tuple[Point, ...], under: tuple[int, ...]
) -> tuple[float, ...]:
    """Zones are alike: what is read of one is read of the others on its side."""
    return worst_chances(coil, places, apart, orders=under)


def percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def _sized(antennas: Sequence[Antenna]) -> str:
    """Their coil's size, and the line of one that is bought; nobody has written the wound ones into that file."""
    coil = antennas[0].coil
    across, along = coil.outer
    line = f" (air.toml:{_lines().line(('coil', coil.name, 'outer_mm'))})" if coil.name in AIR.coils else ""
    return f"{across:g} x {along:g} mm{line}"


@cache
def _lines() -> Lines:
    return Lines(written())


def _neighbours(plan: Plan) -> Iterator[str]:
    for one, other in combinations(plan.antennas, 2):
        if one.zones == other.zones:
            # The model of the air reckons with both.
            continue
        away = min(math.hypot(a.x - b.x, a.y - b.y) for a in one.windows for b in other.windows)
        if away < RULES.neighbours_away:
            yield (
                f"antennas {one.reader} and {other.reader} are {_mm(away)} apart, middle to middle; "
                f"at least {_mm(RULES.neighbours_away)}"
            )


def _hands(plan: Plan) -> Iterator[str]:
    for name, box in (*plan.piles, *plan.hands):
        for antenna in plan.antennas:
            away = min(window.away_from(box) for window in antenna.windows)
            if away < RULES.hands_away:
                yield f"{name} is {_mm(away)} from antenna {antenna.reader}; at least {_mm(RULES.hands_away)}"


def _metal(plan: Plan) -> Iterator[str]:
    """Boards, buttons and screens are metal; a module's own board belongs to its coil, and the chips of another one of
    its zone lie no nearer to that than its own."""
    zones = {antenna.reader: antenna.zones for antenna in plan.antennas}
    for name, box in below(plan):
        kind, _, of = name.partition(" ")
        if kind == "window":
            continue
        for antenna in plan.antennas:
            if kind == "reader" and zones[of] == antenna.zones and not antenna.wound:
                continue
            away = min(window.away_from(box) for window in antenna.windows)
            if away < RULES.metal_away:
                yield f"{name} is {_mm(away)} from antenna {antenna.reader}; metal at least {_mm(RULES.metal_away)}"


def _leads(plan: Plan) -> Iterator[str]:
    for lead in plan.leads:
        if lead.length > lead.most:
            yield f"reader {lead.reader}: {_mm(lead.length)} of lead to {lead.to}; at most {_mm(lead.most)}"


def _fingers(plan: Plan) -> Iterator[str]:
    """Buttons are as far apart as fingers need, in reach of an arm, and a player's own before all their cards."""
    for one, other in combinations(plan.buttons, 2):
        apart = math.hypot(one.x - other.x, one.y - other.y) - BUTTON.head
        if apart < BUTTON.apart:
            yield f"buttons {one.name} and {other.name} are {_mm(apart)} apart; at least {_mm(BUTTON.apart)}"
    dice = [push for push in plan.buttons if push.side is None]
    for one, other in ((one, other) for one in dice for other in plan.buttons if other.name.startswith("ok")):
        apart = math.hypot(one.x - other.x, one.y - other.y)
        if apart > RULES.two_hands:
            yield (
                f"buttons {one.name} and {other.name} are {_mm(apart)} apart; two hands reach "
                f"{_mm(RULES.two_hands)}"
            )
    for push in plan.buttons:
        sides = [push.side] if push.side else list(TOWARDS)
        for side in sides:
            edge = plan.outline.bottom if side == "red" else plan.outline.top
            arm = math.hypot(push.x, edge + TOWARDS[side] * RULES.shoulder_behind - push.y)
            if arm > RULES.arm:
                yield f"button {push.name} is {_mm(arm)} from {side}'s shoulder; at most {_mm(RULES.arm)}"
            if push.side and abs(edge - push.y) > RULES.button_reach:
                yield (
                    f"button {push.name} is {_mm(abs(edge - push.y))} from {side}'s edge; "
                    f"at most {_mm(RULES.button_reach)}"
                )


def _thickness(plan: Plan) -> Iterator[str]:
    if plan.thickness > RULES.top_thickness_most:
        yield f"the top is {_mm(plan.thickness)} thick; at most {_mm(RULES.top_thickness_most)}"


def _mm(length: float) -> str:
    return f"{length:.1f} mm".replace(".0 mm", " mm")
