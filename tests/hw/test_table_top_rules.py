"""The tops that are drawn keep every rule; a top that breaks one is told which."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from itertools import combinations

import pytest
from signifer_core.errors import ConfigError
from signifer_core.layout import SIDES
from signifer_drivers import air
from signifer_drivers.air.places import READ
from signifer_drivers.polling.bank import neighbours
from signifer_firmware.config.model import TableConfig, load_table
from signifer_hw.table_top import parts
from signifer_hw.table_top.boxes import Box
from signifer_hw.table_top.parts import AIR, CARDS, RULES, SCREENS, Size
from signifer_hw.table_top.placed import Lead, Plan
from signifer_hw.table_top.plan import ANTENNA_Y, plan
from signifer_hw.table_top.rules import chances, chances_of_some, faults

TABLES = ("standard", "starter", "handy", "double")


def top(name: str = "standard") -> Plan:
    return plan(load_table(name))


def line_of(coil: str) -> str:
    """Where air.toml has its size."""
    text = resources.files(air).joinpath("air.toml").read_text(encoding="utf-8")
    before, _, after = text.partition(f'[coil."{coil}"]\n')
    assert after.startswith("outer_mm")
    return f"air.toml:{before.count(chr(10)) + 2}"


def moved(box: Box, x: float = 0, y: float = 0) -> Box:
    return replace(box, x=box.x + x, y=box.y + y)


@pytest.mark.parametrize("name", TABLES)
def test_the_tops_keep_every_rule(name: str) -> None:
    assert faults(top(name)) == ()


def test_a_table_on_the_pis_spi_needs_leads_that_are_too_long() -> None:
    found = faults(top("direct"))
    assert len(found) == 10
    assert found[0] == "reader 1 red: 595 mm of lead to Pi and main board; at most 200 mm"


def screen_on_button(plan: Plan) -> Plan:
    first = plan.screens[0]
    return replace(plan, screens=(replace(first, board=moved(first.board, y=14)), *plan.screens[1:]))


def terrain_upon_each_other(plan: Plan) -> Plan:
    return replace(plan, terrain=(moved(plan.terrain[0], x=4), *plan.terrain[1:]))


def cut_short(plan: Plan) -> Plan:
    return replace(
        plan, outline=replace(plan.outline, size=Size(plan.outline.size.width - 10, plan.outline.size.height))
    )


def antenna_aside(plan: Plan) -> Plan:
    first = plan.antennas[0]
    windows = tuple(moved(window, y=4) for window in first.windows)
    return replace(plan, antennas=(replace(first, windows=windows), *plan.antennas[1:]))


def small_coil(plan: Plan) -> Plan:
    first = replace(plan.antennas[0], coil=AIR.coils["module 36"])
    return replace(plan, antennas=(first, *plan.antennas[1:]))


def one_of_two(plan: Plan) -> Plan:
    return replace(plan, antennas=tuple(antenna for antenna in plan.antennas if antenna.reader != "1 red b"))


def nearer_together(plan: Plan) -> Plan:
    """The outer antenna and both its cards 2 mm nearer to the inner one: four cards are read, two of them are not."""
    outer = next(antenna for antenna in plan.antennas if antenna.reader == "1 red b")
    windows = tuple(moved(window, y=-2) for window in outer.windows)
    antennas = tuple(
        replace(antenna, windows=windows) if antenna is outer else antenna for antenna in plan.antennas
    )
    spots = tuple(
        replace(spot, box=moved(spot.box, y=-2)) if spot.zone == "1 red" and spot.order in (2, 4) else spot
        for spot in plan.spots
    )
    return replace(plan, antennas=antennas, spots=spots)


def no_antenna(plan: Plan) -> Plan:
    return replace(plan, antennas=plan.antennas[1:], leads=plan.leads[1:])


def narrow_columns(plan: Plan) -> Plan:
    third = next(antenna for antenna in plan.antennas if antenna.reader == "3 red")
    others = tuple(antenna for antenna in plan.antennas if antenna is not third)
    windows = tuple(moved(window, x=16) for window in third.windows)
    return replace(plan, antennas=(replace(third, windows=windows), *others))


def deck_near(plan: Plan) -> Plan:
    return replace(plan, piles=tuple((name, moved(box, x=1)) for name, box in plan.piles))


def hand_near(plan: Plan) -> Plan:
    return replace(
        plan, hands=tuple((name, moved(box, y=-60 if box.y > 0 else 60)) for name, box in plan.hands)
    )


def node_near(plan: Plan) -> Plan:
    return replace(
        plan,
        boards=tuple((name, moved(box, y=-40.55 if name == "column 1" else 0)) for name, box in plan.boards),
    )


def long_lead(plan: Plan) -> Plan:
    return replace(plan, leads=(Lead("1 red", "column 1", 151, 150), *plan.leads[1:]))


def buttons_near(plan: Plan) -> Plan:
    first = plan.buttons[3]
    beside = replace(plan.buttons[4], x=first.x + 30)
    return replace(plan, buttons=(*plan.buttons[:4], beside, *plan.buttons[5:]))


def button_behind_cards(plan: Plan) -> Plan:
    ok = next(push for push in plan.buttons if push.name == "ok red")
    return replace(plan, buttons=tuple(replace(push, y=20) if push is ok else push for push in plan.buttons))


def dice_far_away(plan: Plan) -> Plan:
    return replace(
        plan,
        outline=Box(0, 0, Size(1200, plan.outline.size.height)),
        buttons=tuple(replace(push, x=-500) if push.name == "dice" else push for push in plan.buttons),
    )


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (screen_on_button, "screen 1 red and button column 1 red are -1.8 mm apart; at least 4 mm"),
        (terrain_upon_each_other, "terrain 1 and terrain 2 are -1 mm apart; at least 0 mm"),
        (cut_short, "deck red is 14 mm from the edge of the top; at least 15 mm"),
        (antenna_aside, "card 1 of 1 red: no antenna lies below its tag everywhere it may lie"),
        (
            small_coil,
            "card 1 of 1 red is read with a chance of 89 % at its worst place, by a coil of 36 x 36 mm",
        ),
        (no_antenna, "card 1 of 1 red: no antenna lies below its tag everywhere it may lie"),
        (narrow_columns, "are 79 mm apart, middle to middle; at least 80 mm"),
        (deck_near, "discards red is 79 mm from antenna 1 red; at least 80 mm"),
        (hand_near, "hand red is 69 mm from antenna 1 red; at least 80 mm"),
        (node_near, "column 1 is 8 mm from antenna 1 blue; metal at least 20 mm"),
        (long_lead, "reader 1 red: 151 mm of lead to column 1; at most 150 mm"),
        (buttons_near, "buttons column 1 red and column 2 red are 12 mm apart; at least 13 mm"),
        (button_behind_cards, "button ok red is 240 mm from red's edge; at most 60 mm"),
        (dice_far_away, "button dice is 646.6 mm from red's shoulder; at most 600 mm"),
        (dice_far_away, "buttons dice and ok blue are 844.5 mm apart; two hands reach 800 mm"),
        (lambda plan: replace(plan, thickness=6), "the top is 6 mm thick; at most 5 mm"),
    ],
)
def test_each_rule_is_missed_when_it_is_broken(broken: Callable[[Plan], Plan], said: str) -> None:
    found = faults(broken(top()))
    assert any(said in fault for fault in found), found


def test_two_antennas_read_four_cards_and_one_of_them_does_not() -> None:
    made = top("double")
    found = chances(made, made.antennas_of("3 red"), ["3 red"], 4)
    assert min(found) > 0.91
    said = faults(one_of_two(made))
    assert [fault.split(":")[0] for fault in said[:2]] == [f"card {order} of 1 red" for order in (2, 4)]
    assert "no antenna lies below its tag" in said[0]


def test_a_pad_of_three_antennas_reads_a_payment_of_five_and_the_next_card() -> None:
    made = top("double")
    for side in SIDES:
        pad = f"pad {side}"
        assert sum(spot.zone == pad for spot in made.spots) == 6
        for cards in range(1, 7):
            assert min(chances(made, made.antennas_of(pad), [pad], cards)) >= AIR.least_chance
        assert [lead.to for lead in made.leads if lead.reader.startswith(pad)] == [pad] * 3


@pytest.mark.parametrize(("zone", "weak"), [("1 red", 4), ("3 blue", 4), ("pad red", 27), ("pad blue", 27)])
def test_whatever_of_a_zones_cards_lies_there_keeps_the_second_floor(zone: str, weak: int) -> None:
    """Fewer cards are not always read better: an antenna that has none takes more of the field."""
    made = top("double")
    found = chances_of_some(made, zone)
    assert len(found) == 2 ** READ[len(made.antennas_of(zone))] - 1
    below = {orders for orders, least in found.items() if least < AIR.least_chance}
    assert len(below) == weak
    assert below > {(2, 4)}
    assert not below & {(1,), (1, 2), (1, 2, 3, 4), tuple(range(1, 7))}
    assert AIR.least_chance_left <= min(found.values())


def test_a_zone_that_reads_all_its_cards_but_not_some_of_them_is_told() -> None:
    broken = nearer_together(top("double"))
    assert min(chances(broken, broken.antennas_of("1 red"), ["1 red"], 4)) > AIR.least_chance
    (fault,) = faults(broken)
    assert fault.startswith("with only cards 1, 3 of 1 red there one is read with a chance of 72 % at its")
    assert f"by a coil of 38 x 38 mm ({line_of('module 38')}); at least 79 %" in fault


def test_a_pads_third_antenna_that_has_gone_is_missed() -> None:
    made = top("double")
    left = tuple(antenna for antenna in made.antennas if antenna.reader != "pad blue c")
    said = [
        fault for fault in faults(replace(made, antennas=left)) if "no antenna lies below its tag" in fault
    ]
    assert [fault.split(":")[0] for fault in said] == [f"card {order} of pad blue" for order in (3, 6)]


def test_no_top_is_drawn_for_three_readers_of_a_column_nor_for_a_pad_of_three_on_the_pi() -> None:
    table = load_table("double")
    third = table.readers[0].model_copy(update={"antenna": "c"})
    on_spi = {"driver": "mfrc522-spi", "spi_device": "/dev/spidev0.0", "node": "", "chip_select": 0}
    *others, last = table.readers
    wrong = (third, *others, last.model_copy(update=on_spi))
    with pytest.raises(ConfigError) as refused:
        plan(table.model_copy(update={"readers": wrong}))
    assert refused.value.faults == [
        "double: no top is drawn for 3 readers of 1 red",
        "double: no top is drawn for 3 readers of pad blue on the Pi's SPI; give it a node",
    ]


def test_a_coil_of_40_by_35_does_not_read_two_cards() -> None:
    plan = top()
    short = replace(plan.antennas[0], coil=AIR.coils["module 40x35"])
    found = faults(replace(plan, antennas=(short, *plan.antennas[1:])))
    assert [fault.split(" is ")[0] for fault in found] == ["card 1 of 1 red", "card 2 of 1 red"]
    assert all(
        f"by a coil of 40 x 35 mm ({line_of('module 40x35')}); at least 90 % (docs/air.md)" in fault
        for fault in found
    )


def test_all_faults_are_told_at_once() -> None:
    found = faults(replace(small_coil(deck_near(top())), thickness=7))
    assert {fault.split()[0] for fault in found} == {"card", "discards", "the"}


def test_a_pair_of_loops_reads_both_sides_of_a_column() -> None:
    plan = top("starter")
    assert plan.antennas[0].zones == ("1 red", "1 blue")
    assert all(antenna.wound and len(antenna.windows) == 2 for antenna in plan.antennas)
    assert {spot.zone for spot in plan.spots} == {
        f"{n} {side}" for n in range(1, 6) for side in ("red", "blue")
    }


def test_the_top_follows_the_table() -> None:
    table = load_table("standard")
    bare = table.model_copy(
        update={
            "screens": tuple(screen for screen in table.screens if " " not in screen.place),
            "buttons": tuple(button for button in table.buttons if not button.name.startswith("column")),
        }
    )
    plan_of_it = plan(bare)
    assert [screen.place for screen in plan_of_it.screens] == ["red", "blue"]
    assert [push.name for push in plan_of_it.buttons] == ["dice", "ok red", "ok blue"]
    assert faults(plan_of_it) == ()


@pytest.mark.parametrize("name", TABLES)
def test_everything_in_the_table_has_its_place(name: str) -> None:
    table: TableConfig = load_table(name)
    made = plan(table)
    assert [antenna.reader for antenna in made.antennas] == [reader.name for reader in table.readers]
    assert [screen.place for screen in made.screens] == [screen.place for screen in table.oleds]
    assert [push.name for push in made.buttons] == [*table.pins]
    assert {lead.to for lead in made.leads} >= {node.name for node in table.nodes}


@pytest.mark.parametrize("name", TABLES)
def test_antennas_that_may_be_on_together_are_two_columns_apart(name: str) -> None:
    table = load_table(name)
    near = neighbours({reader.name: reader.zones for reader in table.readers})
    windows = dict(zip(near, (antenna.windows for antenna in top(name).antennas), strict=True))
    columns = [reader.name for reader in table.readers if reader.zones[0].column is not None]
    apart = [
        math.hypot(a.x - b.x, a.y - b.y)
        for one, other in combinations(columns, 2)
        if other not in near[one]
        for a in windows[one]
        for b in windows[other]
    ]
    assert min(apart) >= 2 * RULES.column_pitch - 1, "and a field falls with the third power"


@pytest.mark.parametrize("name", TABLES)
def test_screens_have_the_pixels_that_the_table_says(name: str) -> None:
    for screen in load_table(name).oleds:
        picture = SCREENS[screen.chip].picture
        assert picture.width * 1000 / 128 == pytest.approx(screen.pixel_um, rel=0.01)
        assert picture.height * 1000 / 64 == pytest.approx(screen.pixel_um, rel=0.01)


def test_the_sizes_are_those_of_the_list_of_hardware() -> None:
    assert (CARDS.unit, CARDS.sleeve, CARDS.terrain) == ((63, 88), (66, 92), (92, 92))
    assert (CARDS.tag_pitch, CARDS.tag_diameter, RULES.column_pitch) == (30, 25, 95)
    assert (RULES.hands_away, RULES.metal_away, RULES.top_thickness_most) == (80, 20, 5)
    assert (RULES.node_lead, RULES.pi_lead) == (150, 200)


def test_tags_never_lie_upon_each_other() -> None:
    for name in TABLES:
        made = top(name)
        for zone in made.zones:
            spots = [spot.box for spot in made.spots if spot.zone == zone]
            apart = [
                ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5
                for at, one in enumerate(spots)
                for other in spots[at + 1 :]
            ]
            assert min(apart) > CARDS.tag_diameter / 2 + CARDS.play, zone


def test_blues_half_is_reds_upside_down() -> None:
    made = top()
    red = {(-spot.box.y, spot.order) for spot in made.spots if spot.zone == "2 red"}
    assert red == {(spot.box.y, spot.order) for spot in made.spots if spot.zone == "2 blue"}
    third = {spot.zone: spot.box.x for spot in made.spots if spot.order == 3}
    assert (third["3 red"], third["3 blue"]) == (CARDS.aside, -CARDS.aside)  # each player's right


def test_a_terrain_card_is_read_where_it_is_laid_during_set_up() -> None:
    """It lies against the rail, too, and is as high as a sleeve: its tag comes where that of the first card is."""
    assert CARDS.terrain.height == CARDS.sleeve.height
    antenna = top().antennas[0]
    first = top().spots[0]
    assert first.box.y == ANTENNA_Y - CARDS.tag_pitch / 2
    assert chances(top(), [antenna], ["1 red"], 1)[0] > AIR.least_chance


def test_openings_are_where_the_picture_is_not_where_the_board_is() -> None:
    """The picture lies above the board's middle, as its reader sees it."""
    pictures = {
        screen.place: (screen.picture, screen.board) for screen in (*top().screens, *top("starter").screens)
    }
    (_, y), board = pictures["2 red"]
    assert y == board.y - SCREENS["sh1106"].glass_up
    (_, y), board = pictures["2 blue"]
    assert y == board.y + SCREENS["sh1106"].glass_up
    (x, y), board = pictures["both"]
    assert (x, y) == (board.x + SCREENS["ssd1309"].glass_up, board.y)


def test_what_is_assumed_says_so() -> None:
    sources = [module.rest_source for module in SCREENS.values()]
    sources += [parts.READER.source, parts.BUTTON.source]
    assert all("assumed" in source for source in sources)
