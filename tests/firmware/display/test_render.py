"""Whatever a panel holds: it is drawn, whole, in its place, and large enough to be read."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.games.thermopyles.deck import Persian
from signifer_core.games.thermopyles.state import Fight
from signifer_core.layout import SIDES, Side
from signifer_firmware.display import flow
from signifer_firmware.display.bands import CountBand
from signifer_firmware.display.font import font
from signifer_firmware.display.panels import (
    CodePanel,
    ColumnPanel,
    Labels,
    Lead,
    MenuPanel,
    Panel,
    PlayerPanel,
    RefusalPanel,
    ScanPanel,
    Shown,
    SidePanel,
    Sketch,
    StartPanel,
    TextPanel,
    UnitMark,
)
from signifer_firmware.display.render import HEIGHT, WIDTH, Box, Drawn, page_texts, pages, render
from signifer_firmware.display.symbols import die, symbol
from signifer_firmware.display.text import text_pages
from signifer_firmware.games.dark_age_arena.screens.bands import Cell, Row, named, packed, room
from signifer_firmware.games.dark_age_arena.screens.bands import bands as row_bands
from signifer_firmware.games.dark_age_arena.screens.strips import Strip, StripLine
from signifer_firmware.games.thermopyles.screens.bands import (
    Board,
    CemeteryBand,
    CombatBand,
    PersianBand,
    SupportBand,
    TeamFoot,
)

from tests.firmware.display.drawn import (
    COLUMN_PIXEL_UM,
    MAIN_FIGURE_MM,
    PLAYER_PIXEL_UM,
    faults_of,
    figure_mm,
)
from tests.firmware.display.screen_states import ARMY, HEAVY, red_column, states
from tests.sweeps import often

# Panels of all contents

texts = st.text(st.characters(min_codepoint=32, max_codepoint=0x17F), max_size=60)
long_texts = st.text(st.characters(min_codepoint=32, max_codepoint=0x17F), max_size=240)
some_players: st.SearchStrategy[Side] = st.sampled_from(SIDES)
leads: st.SearchStrategy[Lead] = st.sampled_from(["", "selected", "confirmed"])
units = st.builds(UnitMark, st.sampled_from([kind for kind, _ in ARMY]), texts, st.booleans(), leads)


small_counts = st.integers(0, 28)
values = st.integers(0, 40)
dice = st.lists(st.integers(1, 6), max_size=5)
bands: st.SearchStrategy[Sketch] = (
    st.builds(PersianBand, st.builds(Persian, values, values, st.booleans()), st.booleans())
    | st.builds(
        lambda base, dice, label: CombatBand(
            Fight("spartan-1", base, 1, dice=tuple(dice[:-1]), due=len(dice[-1:])), label
        ),
        st.integers(10, 20),
        dice,
        texts,
    )
    | st.builds(CountBand, texts, small_counts)
    | st.builds(CemeteryBand, st.integers(0, 12))
    | st.builds(SupportBand, st.integers(0, 4), texts)
)
wounds = st.sampled_from(["0/1", "11/12"]).map(lambda text: Cell(text, "wounds", face="bold"))
gear = st.lists(st.builds(Cell, texts, st.sampled_from(["weapon", "skill"])), max_size=4)
characters = st.builds(
    lambda name, ends, lit, gear: (*named(Row(name, ends=ends, lit=lit), room()), *packed(gear, room())),
    texts,
    st.lists(wounds, max_size=2).map(tuple),
    st.booleans(),
    gear,
)
throws = st.builds(lambda total: Cell(str(total), "strike", "3", "bold"), st.integers(-4, 18))
fighters = st.builds(
    lambda name, cells: (
        Row(name, cells=(), ends=(Cell("1/3", "wounds", face="bold"),)),
        *packed(cells, room("12")),
    ),
    texts,
    st.lists(throws, max_size=4),
)
rows: st.SearchStrategy[Sketch] = st.lists(characters, min_size=1, max_size=4).map(
    lambda found: row_bands(found)[-1]
)
rolled: st.SearchStrategy[Sketch] = fighters.map(lambda found: row_bands([found], "12")[0])
strip_lines = st.builds(
    StripLine,
    texts,
    st.lists(st.sampled_from(["supply", "artifact", "pillaged"]), max_size=3).map(tuple),
    st.sampled_from(["", "from", "target"]),
    st.booleans(),
)
strips = st.builds(
    Strip, strip_lines, strip_lines, st.sampled_from(["", "3", "+5", "36"]), st.sampled_from(["COM", "Pts"])
)
markers = st.integers(1, 7)
feet = st.builds(
    lambda marker, hands, active: TeamFoot(
        marker, tuple(label for label, _ in hands), tuple(number for _, number in hands), active
    ),
    markers,
    st.lists(st.tuples(texts, st.integers(0, 6)), max_size=4),
    st.none() | st.integers(0, 3),
)
piles = st.lists(st.builds(CountBand, texts, small_counts), max_size=4).map(tuple)
boards = st.builds(Board, markers, st.integers(0, 12), st.integers(0, 4), piles)


def sides(player: Side) -> st.SearchStrategy[SidePanel]:
    return st.builds(
        SidePanel,
        st.just(player),
        st.lists(units, max_size=5).map(tuple),
        st.none() | st.integers(-99, 999),
        st.booleans(),
        st.lists(texts, max_size=8).map(tuple),
        st.none() | bands | rows | rolled,
    )


@st.composite
def column_panels(draw: st.DrawFn) -> ColumnPanel:
    facing = draw(some_players)
    return ColumnPanel(
        draw(st.integers(1, 9)),
        facing,
        draw(st.sampled_from(["plain", "rough", "woods", "hill", "swamp"])),
        draw(texts),
        draw(sides(facing)),
        draw(sides("blue" if facing == "red" else "red")),
        control=draw(st.none() | some_players),
        cost=draw(st.none() | st.integers(0, 999)),
        cost_label=draw(texts),
        note=draw(texts),
        result=draw(texts),
        turn=draw(texts),
        notice=draw(texts),
        fix=draw(texts),
        fault=draw(long_texts),
        remark=draw(texts),
        middle=draw(st.none() | strips),
    )


counts = st.integers(0, 99)
refusals = st.builds(
    RefusalPanel, long_texts, texts, long_texts, st.just(2), st.integers(2, 12), st.none() | some_players
)
labels = st.builds(Labels, *[texts] * 6)
player_panels = st.builds(
    PlayerPanel,
    some_players,
    texts,
    st.booleans(),
    texts,
    counts,
    counts,
    counts,
    counts,
    st.integers(0, 2),
    due=st.none() | st.integers(0, 999),
    paid=st.none() | st.integers(0, 999),
    refusal=st.none() | refusals,
    corrections=st.lists(texts, max_size=8).map(tuple),
    faults=st.lists(texts, max_size=4).map(tuple),
    dice=st.lists(st.integers(1, 6), max_size=15).map(tuple),
    small_dice=st.booleans(),
    shown=st.lists(st.builds(Shown, some_players, texts), max_size=3).map(tuple),
    info=long_texts,
    banners=st.lists(long_texts, max_size=3).map(tuple),
    notes=st.lists(texts, max_size=6).map(tuple),
    labels=labels,
    foot=st.none() | feet,
    board=st.none() | boards,
)
start_panels = st.builds(StartPanel, texts, st.lists(texts, max_size=8).map(tuple))
menu_panels = st.builds(
    MenuPanel,
    some_players,
    texts,
    texts,
    st.integers(1, 40),
    st.integers(40, 99),
    texts,
    texts,
    st.sampled_from([(), ("red",), ("blue",), ("red", "blue")]),
    texts,
    st.lists(long_texts, max_size=4).map(tuple),
    texts,
)
text_panels = st.builds(
    TextPanel,
    some_players,
    texts,
    st.lists(long_texts, max_size=6).map(tuple),
    st.booleans(),
    texts,
)
code_panels = st.builds(
    CodePanel,
    some_players,
    texts,
    st.sampled_from(["", "0000", "48168421"]),
    st.lists(texts, max_size=4).map(tuple),
)
scan_panels = st.builds(
    ScanPanel,
    st.sampled_from(["HTTP://10.0.0.7:8520", "HTTP://SIGNIFER.LOCAL:8520"]),
    st.lists(texts, max_size=3).map(tuple),
)
any_panel: st.SearchStrategy[Panel] = (
    column_panels() | player_panels | start_panels | menu_panels | text_panels | code_panels | scan_panels
)

# What must hold of every picture


def pictures(panel: Panel) -> list[Drawn]:
    return [render(panel, page) for page in range(pages(panel))]


@settings(max_examples=often(40, 250), deadline=None)
@given(any_panel)
def test_any_panel_is_drawn_in_its_place(panel: Panel) -> None:
    for drawn in pictures(panel):
        assert drawn.image.mode == "1"
        assert drawn.image.size == (WIDTH, HEIGHT)
        assert list(faults_of(drawn)) == []


@pytest.mark.soak
@settings(max_examples=5000, deadline=None)
@given(any_panel)
def test_any_panel_is_drawn_in_its_place_at_length(panel: Panel) -> None:
    for drawn in pictures(panel):
        assert list(faults_of(drawn)) == []


def test_states_that_people_see_lie_in_their_place() -> None:
    for name, (panel, page) in states().items():
        assert list(faults_of(render(panel, page))) == [], name


def test_the_check_of_places_can_fail() -> None:
    drawn = render(states()["player-due"][0])
    twice = drawn.boxes[-1]._replace(left=drawn.boxes[-1].left + 1)
    assert list(faults_of(Drawn(drawn.image, (), (*drawn.boxes, twice))))
    assert list(faults_of(Drawn(drawn.image, (), drawn.boxes[:-3])))


def letters(text: str) -> str:
    return "".join(text.split())


def sentences(panel: Panel) -> list[str]:
    if isinstance(panel, ColumnPanel):
        return [panel.result, panel.turn, panel.notice, panel.fix, panel.fault]
    if isinstance(panel, StartPanel | CodePanel | ScanPanel):
        return list(panel.lines)
    if isinstance(panel, MenuPanel):
        return [panel.entry, panel.value, *panel.notes]
    if isinstance(panel, TextPanel):
        return list(panel.paragraphs)
    refused = [panel.refusal.message, panel.refusal.fix] if panel.refusal else []
    shown = [shown.text for shown in panel.shown]
    said = [panel.headline, *shown, *panel.corrections, *panel.faults, panel.info, *panel.notes]
    return [*refused, *said]


@settings(max_examples=often(40, 250), deadline=None)
@given(any_panel)
def test_no_sentence_is_ever_cut(panel: Panel) -> None:
    """The lines drawn, page after page, hold every letter of every sentence, one after the other."""
    lines = [box.what for drawn in pictures(panel) for box in drawn.boxes if box.kind == "text"]
    shown = letters("".join(lines))
    for sentence in sentences(panel):
        wanted = letters(sentence)
        if isinstance(panel, StartPanel) or wanted in shown:
            assert wanted in shown
            continue
        # Torn over two pages, other things (labels, counts) come between: line by line, then.
        # Any line may happen to look like a beginning, so every way to put them together is followed.
        found = {""}
        for line in map(letters, lines):
            found |= {start + line for start in found if wanted.startswith(start + line)}
        assert wanted in found


def test_a_text_takes_turns_or_stands_open_at_a_page() -> None:
    sentences = tuple(f"{number}: " + "one two three four five six. " * 2 for number in range(3))
    panel = TextPanel("red", "Help", sentences, leave="ok: back")
    count = text_pages(panel)
    assert pages(panel) == count == 3
    shown = [render(panel, page) for page in range(count)]
    assert len({drawn.image.tobytes() for drawn in shown}) == count
    for page in range(count + 1):
        opened = replace(panel, page=page)
        assert pages(opened) == 1
        assert text_pages(opened) == count
        drawn = render(opened, 7)
        assert drawn.image.tobytes() == shown[page % count].image.tobytes()
        assert "ok: back" in drawn.texts


def test_a_text_is_rather_longer_than_small() -> None:
    """Who reads a page of help has time, and sits far away: only what would be torn otherwise is drawn smaller."""
    short, long = "One two three four five six seven. " * 2, "Eight nine ten eleven. " * 5
    panel = TextPanel("red", "Help", (short, "A" * 20, long, short))
    faces = {
        box.what: box.lower - box.upper
        for page in range(pages(panel))
        for box in render(panel, page).boxes
        if box.kind == "text" and box.what != "Help"
    }
    smaller = {text for text, height in faces.items() if height < font("text").height}
    assert "A" * 20 in smaller
    assert all(word in long for text in smaller - {"A" * 20} for word in text.split())
    assert len(smaller) > 3
    assert not smaller.intersection(text for text in faces if "One" in text)
    for page in range(pages(panel)):
        assert len(render(panel, page).texts) > 1, "no sentence is torn"
    assert {short.strip(), long.strip()} <= {text.strip() for text in page_texts(panel)}


# Sentences as the game has them

WORDS = {
    "en": "at most two units of one kind may stand in column 3 lay cards worth more on your pad take "
    "heavy infantry 1 spear cannot share with elephant pay first commander discard hand limit",
    "fr": "au plus deux unités du même type peuvent rester dans la colonne posez des cartes sur votre tapis "
    "reprenez infanterie lourde éléphant défaussez commandant cavalerie légère dû à déjà",
    "de": "höchstens zwei Einheiten gleicher Art dürfen in einer Spalte stehen lege Karten auf dein Pult nimm "
    "schwere Infanterie Elefant Befehlshaber Kavallerie für größer Ablage zurück",
}


def sentence(rng: random.Random, language: str, longest: int) -> str:
    """A sentence of ``longest`` letters, or up to one word less."""
    words = WORDS[language].split()
    text = ""
    for word in rng.sample(words, len(words)):
        if len(text) + len(word) + 2 > longest:
            break
        text += f" {word}"
    return text.strip().capitalize() + "."


@pytest.mark.slow
@pytest.mark.parametrize("language", WORDS)
def test_a_refusal_of_110_letters_and_its_fix_of_70_fit_one_picture(language: str) -> None:
    """Words in any order, hard to break into lines: not one in a hundred goes on, and then nothing is lost."""
    rng = random.Random(language)
    on_two = 0
    for _ in range(300):
        message, fix = sentence(rng, language, 110), sentence(rng, language, 70)
        panel = PlayerPanel("red", "Actions", refusal=RefusalPanel(message, "FG-P2", fix, 1, 3))
        drawn = render(panel)
        on_two += not {message, fix} <= set(drawn.texts)
        assert {message, fix} <= set(page_texts(panel)) or pages(panel) > 2
    assert on_two <= 3


@pytest.mark.parametrize("language", WORDS)
def test_a_refusal_of_100_letters_and_its_fix_of_60_always_fit_one_picture(language: str) -> None:
    rng = random.Random(language)
    for _ in range(300):
        message, fix = sentence(rng, language, 100), sentence(rng, language, 60)
        panel = PlayerPanel("red", "Actions", refusal=RefusalPanel(message, "FG-P2", fix, 1, 3))
        assert {message, fix} <= set(render(panel).texts)
        assert pages(panel) == 2  # the refusal, and what lies under it


@pytest.mark.parametrize("language", WORDS)
def test_a_usual_refusal_is_drawn_in_the_large_face(language: str) -> None:
    rng = random.Random(language)
    for _ in range(100):
        panel = RefusalPanel(sentence(rng, language, 38), "FG-P2", sentence(rng, language, 30))
        drawn = render(PlayerPanel("red", "Actions", refusal=panel))
        heights = {box.lower - box.upper for box in drawn.boxes if box.kind == "text"}
        assert heights == {11}


def test_a_refusal_too_long_for_one_picture_goes_on() -> None:
    message = "W" * 110
    panel = PlayerPanel("red", "Actions", refusal=RefusalPanel(message, "FG-P2", "M" * 70))
    assert pages(panel) > 2
    assert "FG-P2" in render(panel, 1).texts


def test_unknown_characters_are_drawn_and_do_not_stop_the_table() -> None:
    panel = PlayerPanel("red", "Ōsaka 漢字\n\t\u200b", headline="Łódź ☃ \U0001f600")
    assert list(faults_of(render(panel))) == []
    assert render(panel).image.getbbox()


# Size


@pytest.mark.parametrize("total", ["0", "1", "4", "7", "10", "23", "-4"])
def test_totals_are_3_mm_high_on_column_screens(total: str) -> None:
    side = SidePanel("red", (HEAVY,), int(total))
    panel = red_column(
        side, SidePanel("blue", (), None, unknown=True), notice="Mixed kinds", fix="take red/pike-1"
    )
    drawn = render(panel)
    assert figure_mm(drawn, total, COLUMN_PIXEL_UM) >= MAIN_FIGURE_MM
    assert figure_mm(drawn, "?", COLUMN_PIXEL_UM) >= MAIN_FIGURE_MM


def test_main_figures_are_3_mm_high_on_player_screens() -> None:
    drawn = render(PlayerPanel("red", "Actions", True, "Pay", 8, 15, 7, 6, due=9, paid=4))
    for figure in ("9", "4", "8", "15", "7", "6"):
        assert figure_mm(drawn, figure, PLAYER_PIXEL_UM) >= MAIN_FIGURE_MM
    refused = render(PlayerPanel("red", "Actions", refusal=RefusalPanel("No.", "FG-P2")))
    assert figure_mm(refused, "FG-P2", PLAYER_PIXEL_UM) >= MAIN_FIGURE_MM
    assert die(1, 15).height * PLAYER_PIXEL_UM / 1000 >= MAIN_FIGURE_MM


# Meaning


def symbols_of(drawn: Drawn) -> dict[str, Box]:
    return {box.what: box for box in drawn.boxes if box.kind == "symbol"}


@pytest.mark.parametrize(("facing", "control"), [(f, c) for f in SIDES for c in SIDES])
def test_the_reader_sits_below_and_the_arrow_points_to_the_controller(facing: Side, control: Side) -> None:
    own = SidePanel(facing, (HEAVY,), 4)
    enemy = SidePanel("blue" if facing == "red" else "red", (), None)
    drawn = render(ColumnPanel(2, facing, "plain", "", own, enemy))
    shapes = symbols_of(drawn)
    assert shapes[facing].upper > HEIGHT // 2 > shapes[enemy.player].lower
    held = render(ColumnPanel(2, facing, "plain", "", own, enemy, control=control))
    assert ("down" if control == facing else "up") in symbols_of(held)
    assert [box.what for box in held.boxes].count(control) == 2


def test_players_are_told_by_shape() -> None:
    """Filled at its middle against open: no colour, no side and no good eye needed."""
    red, blue = symbol("red"), symbol("blue")
    assert red.getpixel((4, 4))
    assert not blue.getpixel((4, 4))
    assert red.size == blue.size


def test_an_unpaid_unit_stands_out() -> None:
    def shown(unpaid: bool) -> Drawn:
        unit = UnitMark("pike", "Pike", unpaid)
        return render(red_column(SidePanel("red", (unit,), 4), SidePanel("blue")))

    assert "unpaid" in {box.what for box in shown(True).boxes}
    assert shown(True).image.tobytes() != shown(False).image.tobytes()


def test_texts_are_in_reading_order() -> None:
    panel = states()["column-notice"][0]
    assert render(panel).texts == ("Mixed kinds", "take red/pike-1", "9", "Heavy infantry", "Pike")


def test_all_pages_together_hold_all_texts() -> None:
    panel = states()["player-many-corrections-1"][0]
    assert isinstance(panel, PlayerPanel)
    assert set(panel.corrections) <= set(page_texts(panel))


def test_a_fault_comes_before_a_notice() -> None:
    panel = states()["column-fault-and-notice-1"][0]
    assert "reader 3 blue: no chip answers" in render(panel, 0).texts
    assert "Mixed kinds" in render(panel, 1).texts
    assert render(panel, 2).texts == render(panel, 0).texts


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: SidePanel("red", (), 1000),
        lambda: PlayerPanel("red", "", hand=100),
        lambda: PlayerPanel("red", "", due=-1),
        lambda: PlayerPanel("red", "", shuffles=3),
        lambda: PlayerPanel("red", "", dice=(7,)),
        lambda: RefusalPanel("", "", index=3, count=2),
        lambda: ColumnPanel(1, "red", "plain", "", SidePanel("blue"), SidePanel("red")),
        lambda: red_column(SidePanel("red"), SidePanel("blue"), column=0),
    ],
)
def test_figures_that_no_screen_can_show_are_refused_at_once(wrong: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        wrong()  # type: ignore[operator]


@pytest.mark.parametrize("height", [64, 27, 18])
def test_a_text_is_rather_smaller_than_that_a_word_of_it_is_broken(height: int) -> None:
    """Whether all of it fits one picture or not."""
    width = font("bold").width("Kavallerie") - 1
    blocks = [flow.Block("Leichte Kavallerie 1 aus 2 nehmen", ("title", "bold", "small"))]
    lines = [line for page in flow.pages(blocks, width, height) for line in page.lines]
    assert {line.face for line in lines} == {"small"}
    assert "Kavallerie" in " ".join(line.text for line in lines).split()


@pytest.mark.parametrize("number", [1, 2, 3, 9])
def test_sketches_of_a_side_take_turns_beside_which_of_them_it_is(number: int) -> None:
    drawn = tuple(CountBand("Pile", 10 + at) for at in range(number))
    own = SidePanel("red", sketch=drawn[0], further=drawn[1:])
    panel = red_column(own, SidePanel("blue"))
    assert pages(panel) == number
    for page in range(number):
        found = render(panel, page)
        assert str(10 + page) in found.texts
        assert list(faults_of(found)) == []
        told = [box.what for box in found.boxes if box.what in ("page", f"{page + 1}/{number}")]
        marks = {1: [], 2: ["page", "page"]}.get(number, [f"{page + 1}/{number}"])
        assert told == marks
    silent = red_column(replace(own, unknown=True), SidePanel("blue"))
    assert pages(silent) == 1
    assert "?" in render(silent).texts
