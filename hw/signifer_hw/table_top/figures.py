"""The figures behind the drawings as a page: places to cut, leads, coils, how well tags are read, and every source."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .coils import MODULE, PROBE, WOUND, seen_by_tag
from .drawing import number
from .parts import (
    AIR,
    BOARDS,
    BUTTON,
    CARDS,
    HUB_BOX,
    LOOP,
    MAIN_BOARD,
    NODE_BOARD,
    NODE_OF_FIVE,
    READER,
    RULES,
    SCREENS,
)
from .placed import Plan
from .rules import chances, percent


def places_page(plan: Plan) -> str:
    """All places of one table, as Markdown."""
    size = plan.outline.size
    rows = [
        *((f"opening for screen {screen.place}", screen.window) for screen in plan.screens),
        *((f"rail {zone}", rail) for zone, rail in zip(plan.zones, plan.rails, strict=True)),
    ]
    openings = _table(
        ("what", "x", "y", "width", "height"),
        ((name, *map(number, (box.x, box.y, *box.size))) for name, box in rows),
    )
    holes = _table(
        ("button", "x", "y", "hole"),
        ((push.name, number(push.x), number(push.y), number(BUTTON.hole)) for push in plan.buttons),
    )
    coils = _table(
        ("reader", "coil's middle, x", "y", "lead to", "length", "at most"),
        (
            (
                antenna.reader,
                " and ".join(number(window.x) for window in antenna.windows),
                " and ".join(number(window.y) for window in antenna.windows),
                lead.to,
                number(lead.length),
                number(lead.most),
            )
            for antenna, lead in zip(plan.antennas, plan.leads, strict=True)
        ),
    )
    return "\n".join(
        (
            f"# Places on the table top: {plan.name}",
            "",
            "Made by `make hw` from table.toml and sizes of parts; millimetres from the middle of the battlefield, "
            "x to the right as red sits, y towards red; the middle of each thing. "
            f"The top is {number(size.width)} x {number(size.height)} x {number(plan.thickness)} mm, "
            f"x from {number(plan.outline.left)} to {number(plan.outline.right)}, and weighs about "
            f"{plan.weight_kg:.1f} kg ({RULES.top_kg_per_litre} kg a litre: birch plywood, assumed).",
            "",
            openings,
            holes,
            coils,
            f"How likely each card is read, {number(CARDS.play)} mm off in the worst direction, with so many cards "
            "there (docs/air.md; computed, not measured):",
            "",
            _table(("zones", "cards of each", *map(str, range(1, _most(plan) + 1))), _worst(plan)),
        )
    )


def _most(plan: Plan) -> int:
    """The cards of the largest place: four at least, as pads have."""
    return max(4, *(spot.order for spot in plan.spots))


def _worst(plan: Plan) -> Iterable[tuple[str, ...]]:
    """A column's zone and a pad's, alone and with what else their antenna reads; all columns are alike."""
    for zone in ("1 red", "pad red"):
        antennas = plan.antennas_of(zone)
        zones_of = antennas[0].zones if antennas else ()
        for zones in dict.fromkeys((zones_of[:1], zones_of)):
            most = max((spot.order for spot in plan.spots if spot.zone in zones), default=0)
            for cards in range(1, most + 1):
                found = chances(plan, antennas, zones, cards)[:cards]
                shown = [percent(chance) for chance in found]
                yield (" and ".join(zones), str(cards), *shown, *[""] * (_most(plan) - cards))


def coils_page() -> str:
    """What coils come to, and where every size is from, as Markdown."""
    coils = _table(
        (
            "coil",
            "turns' middle, mm",
            "turns",
            "conductor, mm",
            "inductance, uH",
            "A/m at a tag in the middle for 1 A",
        ),
        (
            (
                "RC522 module, its own coil",
                f"{number(MODULE.outer[0])} x {number(MODULE.outer[1])} outside",
                str(len(MODULE.turns)),
                "printed",
                f"{MODULE.inductance_nh / 1000:.2f}",
                f"{seen_by_tag(MODULE):.0f}",
            ),
            *(
                (
                    coil.name,
                    f"{'2 x ' if coil.windows > 1 else ''}{number(coil.window.width)} x {number(coil.window.height)}",
                    str(coil.turns),
                    number(coil.conductor_mm),
                    f"{coil.inductance_nh / 1000:.2f}",
                    f"{seen_by_tag(coil.air, 0, coil.apart_mm / 2):.0f}",
                )
                for coil in WOUND
            ),
        ),
    )
    return "\n".join(
        (
            "# Coils, and where sizes are from",
            "",
            "Made by `make hw`. Inductance and field by the model of the air (docs/air.md); the field is the mean over "
            f"a tag's coil, {number(AIR.lid_mm)} mm above the turns. None of it has been measured.",
            "",
            coils,
            "A module's own coil reaches both cards of a side, with loss at the edge; a wound loop does so evenly, "
            "with less field for the same current. Its turns are chosen so that the inductance is the module's, and "
            "its matching parts may stay. One reader for both sides takes a pair of loops in series: one long loop "
            "would have twice the inductance, less field, and would put it below the terrain, too.",
            "",
            f"Field probe: {PROBE.turns} turns of {number(PROBE.wire_mm)} mm wire, {number(PROBE.diameter_mm)} mm "
            f"wide: {PROBE.inductance_nh / 1000:.2f} uH; with {number(PROBE.capacitor_pf)} pF it resonates at "
            f"{PROBE.resonance_mhz:.2f} MHz.",
            "",
            "## Sources",
            "",
            _table(("what", "size, mm", "where from"), _sources()),
        )
    )


def _sources() -> Iterable[tuple[str, str, str]]:
    yield (
        "cards",
        f"unit {_size(CARDS.unit)}, sleeve {_size(CARDS.sleeve)}, terrain {_size(CARDS.terrain)}, tag "
        f"{number(CARDS.tag_diameter)}, stagger {number(CARDS.tag_pitch)}, to the side {number(CARDS.aside)}, above "
        f"two antennas {number(CARDS.apart)} and {number(CARDS.beside)}, three {number(CARDS.pad_apart)}, "
        f"play {number(CARDS.play)}",
        CARDS.source,
    )
    yield (
        "distances",
        f"columns {number(RULES.column_pitch)}, decks and hands {number(RULES.hands_away)}, antennas "
        f"{number(RULES.neighbours_away)}, metal {number(RULES.metal_away)}, top at most "
        f"{number(RULES.top_thickness_most)}, leads {number(RULES.node_lead)} and {number(RULES.pi_lead)}",
        RULES.source,
    )
    for module in SCREENS.values():
        yield f"{module.name} ({module.driver}), board", _size(module.board), module.board_source
        yield f"{module.name}, picture", _size(module.picture), module.picture_source
        yield (
            f"{module.name}, the rest",
            f"picture {number(module.glass_up)} above the board's middle",
            module.rest_source,
        )
    holes = "; ".join(
        f"two {number(apart)} apart, {number(along)} from the coil's end" for apart, along, _ in READER.holes
    )
    yield "RC522 module, holes", holes, READER.hole_source
    yield (
        "RC522 module, the rest",
        f"board {_size(READER.board)}, coil {_size(READER.coil)}, {len(MODULE.turns)} turns",
        READER.source,
    )
    yield "wound loop", f"{_size(LOOP.window)}, wire {number(LOOP.wire)}", LOOP.source
    yield (
        "buttons",
        f"hole {number(BUTTON.hole)}, head {number(BUTTON.head)}, {number(BUTTON.apart)} between heads, "
        f"{number(BUTTON.press_n[0])} to {number(BUTTON.press_n[1])} N",
        BUTTON.source,
    )
    yield (
        "reach",
        f"own buttons {number(RULES.button_reach)} from the edge, all within {number(RULES.arm)} of a shoulder "
        f"{number(RULES.shoulder_behind)} behind it, dice within {number(RULES.two_hands)} of each ok",
        "ours; arms are assumed",
    )
    yield "node of up to four readers", _size(NODE_BOARD), "the project's board (hw/boards)"
    yield "node of five, main board", f"{_size(NODE_OF_FIVE)}, {_size(MAIN_BOARD)}", BOARDS
    yield "USB hub", _size(HUB_BOX), "assumed; it has room to be larger"


def _size(size: tuple[float, float]) -> str:
    return f"{number(size[0])} x {number(size[1])}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [
        f"| {' | '.join(head)} |",
        f"|{'---|' * len(head)}",
        *(f"| {' | '.join(row)} |" for row in rows),
        "",
    ]
    return "\n".join(lines)
