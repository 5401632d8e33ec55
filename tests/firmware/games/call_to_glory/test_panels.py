"""What the screens show of Call to Glory: the figures of the rules at every step, and every text whole in its place."""

from __future__ import annotations

import random
from itertools import product

import pytest
from signifer_core.frozen import replace
from signifer_core.games.call_to_glory.deck import KINDS
from signifer_core.games.call_to_glory.rules.turn import needed
from signifer_core.games.call_to_glory.state import VARIANTS
from signifer_core.games.call_to_glory.table.spots import side_of
from signifer_core.layout import COLUMNS, SIDES
from signifer_core.procedure import Prompt
from signifer_firmware.display.render import page_texts, pages, render
from signifer_firmware.games.call_to_glory.game import GAME as CALL_TO_GLORY
from signifer_firmware.games.call_to_glory.screens.bands import SetMark, bands
from signifer_firmware.games.call_to_glory.texts.help import help_text
from signifer_firmware.games.call_to_glory.texts.words import HINT_KEYS, hint_text
from signifer_firmware.i18n.words import words_of
from signifer_firmware.session.settings import REFEREE, Settings

from tests.core.call_to_glory.hands import Hands, at_table, playing, somewhere
from tests.core.call_to_glory.states import DECK
from tests.firmware.display.drawn import (
    COLUMN_PIXEL_UM,
    MAIN_FIGURE_MM,
    PLAYER_PIXEL_UM,
    figure_mm,
)
from tests.firmware.games.call_to_glory.panels import bound, check_all, foot, marks, scores
from tests.firmware.games.call_to_glory.states import (
    FOUR_SIT,
    MOMENTS,
    crowd,
    displaced,
    figure_or_pile,
    four,
    laid,
    panels_of,
    pressed,
    scored,
    seated,
    table,
    two,
)

ENGLISH = words_of("en")


# Columns


@pytest.mark.parametrize("seed", range(30))
def test_each_column_has_the_sets_of_which_cards_lie_there(seed: int) -> None:
    hands = at_table(somewhere(random.Random(seed)), random.Random(seed))
    state, panels = hands.state, panels_of(hands)
    for column, side in product(COLUMNS, SIDES):
        shown = [mark for mark in marks(panels.side(column, side, ENGLISH)) if mark.rests]
        there = [
            each
            for each in state.sets
            if side_of(each.owner) == side and str(column) in {at for _, at in each.columns}
        ]
        assert [(mark.name, mark.size) for mark in shown] == [
            (each.kind.capitalize(), each.size) for each in there
        ]
        for mark, each in zip(shown, there, strict=True):
            number = DECK.catalogue[f"{each.kind}-1"].figure("value")
            assert mark.value == number
            # As many cards as a kind has are its value: who needs more than are left cannot have them.
            three = len(state.seats) > 2 and each.kind in ("samurai", "ninja", "envoy")
            more = max(each.size + 1, 3 if three else 2)
            assert mark.beaten_by == (more if each.size + more <= number else 0)
            assert mark.owner == (f"P{each.owner}" if len(state.seats) > 2 else "")


def test_a_set_is_beaten_by_one_card_more_until_nobody_can_have_so_many() -> None:
    for size, said in ((2, ("3", "beat it")), (3, ("unbeatable",)), (6, ("unbeatable",))):
        state = two(sets={"1": {"emperor": size}, "2": {}}, pads=((), ()))
        texts = page_texts(panels_of(playing(state)).column(2, "red"))
        assert all(each in texts for each in ("6", "Emperor", str(size), *said)), texts


def test_a_set_that_a_figure_has_made_small_is_beaten_by_no_less_than_the_minimum() -> None:
    for players, said in ((2, "2"), (4, "3")):
        sets = {"1": {"samurai": 1}, "2": {}}
        state = two(sets=sets) if players == 2 else four(sets=sets)
        (mark,) = marks(panels_of(Hands(state)).side(2, "red", ENGLISH))
        assert str(mark.beaten_by) == said


def test_a_set_that_was_only_counted_is_told_in_every_column_of_its_side() -> None:
    """Where a figure and the odds mean it, too: nobody said in which column it lies."""
    state = table(2, sets={"1": {"envoy": 3}, "2": {"farmer": 11, "shogun": 3}})
    counted = [replace(each, columns=frozenset()) if each.kind == "farmer" else each for each in state.sets]
    panels = panels_of(playing(replace(state, sets=tuple(counted))))
    for column in COLUMNS:
        shown = [mark.name for mark in marks(panels.side(column, "blue", ENGLISH))]
        assert shown == (["Farmer", "Shogun"] if column == 1 else ["Farmer"])
        assert "Farmer" not in [mark.name for mark in marks(panels.side(column, "red", ENGLISH))]
    assert "column unknown" in page_texts(panels.column(3, "blue"))
    check_all(panels)


def test_what_a_broken_reader_reads_is_unknown() -> None:
    panels = panels_of(playing(two()), faults=(("reader 1 red", "lost"),))
    shown = panels.column(1, "red")
    assert shown.own.unknown
    assert not shown.enemy.unknown
    assert "?" in page_texts(shown)
    assert "Envoy" not in page_texts(shown)
    assert "9" in page_texts(shown)


def test_four_kinds_stand_together_and_more_take_turns_with_none_left_out() -> None:
    cells = tuple(SetMark(value, "", 2, 3) for value in (20, 18, 16, 14, 12, 9, 8, 7, 6))
    assert [len(band.marks) for number in (1, 2, 3, 4) for band in bands(cells[:number])] == [1, 2, 3, 4]
    assert [len(band.marks) for band in bands(cells)] == [4, 4, 1]
    owned = tuple(replace(cell, owner="P4", size=10, beaten_by=11) for cell in cells)
    assert [len(band.marks) for band in bands(owned)] == [2, 2, 2, 2, 1]
    assert [mark for band in bands(owned) for mark in band.marks] == [*owned]


def test_what_is_being_laid_is_on_every_page_of_its_column() -> None:
    lying = tuple(SetMark(value, "Emperor", 2, 3, "P1") for value in (9, 8, 7))
    laying = SetMark(20, "Farmer", 3, owner="P3", needed=12)
    assert [band.marks for band in bands((laying, *lying))] == [(laying, each) for each in lying]
    assert [band.marks for band in bands((laying,))] == [(laying,)]


def test_nine_kinds_in_one_column_are_all_told() -> None:
    panels = panels_of(crowd())
    check_all(panels)
    shown = panels.column(1, "red")
    texts = [text for page in range(pages(shown)) for text in render(shown, page).texts]
    assert [text for text in texts if text in {kind.capitalize() for kind in KINDS}] == [
        "Farmer",
        "Monk",
        "Envoy",
        "Ninja",
        "Samurai",
        "Shogun",
        "Daimyo",
        "Empress",
        "Emperor",
    ]


def test_a_face_down_pile_is_an_estimate_until_it_is_empty() -> None:
    hands = playing(two())
    panels = panels_of(hands)
    left, right = hands.state.piles
    assert [panels.column(at, "red").remark for at in COLUMNS] == [
        f"about {left} cards",
        *[""] * 3,
        f"about {right} cards",
    ]
    assert foot(panels, "red").piles == (left, right)
    assert "about" in {box.what for box in render(panels.player("red")).boxes}
    panels = panels_of(pressed(hands, "hold column 5 red"))
    assert panels.column(5, "blue").remark == "empty"
    assert foot(panels, "red").piles == (left + right, 0)
    panel = panels.player("red")
    assert panel.banners == ("The round ends with this turn",)
    assert "about" not in {box.what for page in (0, 1) for box in render(panel, page).boxes}


def test_a_pile_whose_estimate_is_nothing_is_not_called_empty() -> None:
    """The round goes on until somebody says so, or a draw shows it (CG-5)."""
    hands = playing(replace(two(), piles=(0, sum(two().piles))))
    assert not hands.state.empty
    panels = panels_of(hands)
    assert panels.column(1, "red").remark == "about 0 cards"
    assert "about" in {box.what for box in render(panels.player("red")).boxes}


def test_where_a_second_card_may_be_drawn_is_told_to_who_draws() -> None:
    hands = playing(two(step="draw")).lift("monk-1")
    panels = panels_of(hands)
    assert [panels.column(at, "red").note for at in COLUMNS] == ["Draw here", "", "", "", "Draw here"]
    assert [panels.column(at, "blue").note for at in COLUMNS] == [""] * 5
    hands.lay("monk-1", "pad red")
    assert panels_of(hands).column(1, "red").note == ""


# While hands lay


def test_the_count_runs_with_each_card_that_is_read() -> None:
    hands, seen = playing(four()), []
    for number in range(12, 21):
        laid(hands, "farmer", number, at=f"{1 + number % 2} red")
        panels = panels_of(hands)
        panel = panels.player("red")
        counted = {
            mark.size for at in (1, 2) for mark in marks(panels.side(at, "red", ENGLISH)) if mark.needed
        }
        seen.append((counted, panel.paid, panel.due, panel.info))
    assert seen[:2] == [({1}, 1, 12, "11 more"), ({2}, 2, 12, "10 more")]
    assert seen[-1] == ({9}, 9, 12, "3 more")
    hands.lift("farmer-20")
    assert panels_of(hands).player("red").paid == 8


def test_what_a_set_needs_is_the_minimum_or_one_more_than_lies_there() -> None:
    hands = laid(playing(four()), "monk", 3, 4)
    assert panels_of(hands).player("red").due == needed(DECK, hands.state, "monk") == 2
    assert panels_of(hands).player("red").info == "ok lays it"
    hands = laid(playing(four(sets={"1": {}, "2": {}})), "samurai", 3, 4)
    panel = panels_of(hands).player("red")
    assert (panel.paid, panel.due, panel.info) == (2, 3, "1 more")
    assert [mark.remark for mark in marks(panels_of(hands).side(5, "red", ENGLISH))] == ["1 more"]


def test_beside_a_card_on_a_pad_no_screen_says_that_ok_lays_a_set() -> None:
    hands = laid(playing(four()), "monk", 3, 4)
    panel = panels_of(hands.lay("daimyo-8", "pad blue"))
    assert panel.player("red").headline == "Lay or discard"
    (mark,) = marks(panel.side(5, "red", ENGLISH))
    assert (mark.size, mark.needed, mark.remark) == (2, 2, "")
    assert "or discards exactly one card" in help_text(DECK, hands.table, "red", ENGLISH)[0]


def test_a_displaced_set_is_counted_to_its_pad() -> None:
    hands = displaced()
    panels = panels_of(hands)
    assert panels.player("blue").title == "Player 4: Displaced"
    assert page_texts(panels.player("blue"))[1] == bound("On one pad: 0 of 2")
    assert panels.player("blue").corrections == (bound("2× take empress from 1"),)
    assert panels.player("blue").info == ""
    assert not panels.player("red").active
    hands.lift("empress-2").lay("empress-2", "pad blue")
    panels = panels_of(hands)
    assert panels.player("blue").headline == bound("On Blue's pad: 1 of 2")
    (leaves,) = (mark for mark in marks(panels.side(1, "blue", ENGLISH)) if mark.leaves)
    assert (leaves.name, leaves.size, leaves.owner) == ("Empress", 1, "P4")


def test_who_loses_a_card_to_a_figure_is_told_from_where_and_how_to_take_the_gesture_back() -> None:
    hands = pressed(playing(four()), "hold column 3 red")
    panels = panels_of(hands)
    assert panels.column(3, "blue").note == "Ninja figure here"
    assert panels.column(2, "blue").note == ""
    blue = panels.player("blue")
    assert (blue.active, blue.headline) == (True, bound("1 card of column 3 to a pad"))
    assert blue.info == "ok: the figure was a mistake"
    assert panels.player("red").headline == bound("Figure: column 3")
    hands.press("press ok blue")
    assert not panels_of(hands).player("blue").active
    either = panels_of(figure_or_pile())
    assert either.column(1, "red").note == "Figure, or empty?"


def test_nobody_else_is_told_to_lose_a_card_to_a_figure() -> None:
    """An opponent may sit on the same side as whoever returns the figure."""
    state = four(sets={"1": {"envoy": 3}, "2": {}}, figures=(0, 0, 1, 0))
    hands = pressed(playing(state), "hold column 1 red")
    panels = panels_of(hands)
    assert hands.table.held.named == 1
    assert not panels.player("blue").active
    assert panels.player("blue").headline != bound("1 card of column 1 to a pad")


# All of it


@pytest.mark.parametrize("name", MOMENTS)
def test_each_moment_is_drawn_whole_on_all_screens(name: str) -> None:
    check_all(panels_of(MOMENTS[name][0]()))


@pytest.mark.soak
def test_whatever_comes_in_a_game_fits_the_screens() -> None:
    """Random games; one picture of each step with each question, number of players, variant and shape of sets."""
    rng = random.Random(4)
    seen: set[object] = set()
    for _ in range(120):
        state = somewhere(rng)
        hands = at_table(state, rng)
        keys = tuple(prompt.key for prompt in hands.procedure.prompts(hands.table))
        crowded = max(len(marks(panels_of(hands).side(c, s, ENGLISH))) for c in COLUMNS for s in SIDES)
        shape = (keys, len(state.hands), state.variant, crowded > 2, len(state.empty))
        if shape not in seen:
            seen.add(shape)
            check_all(panels_of(hands))
    assert len(seen) > 30


def test_the_largest_figures_fit() -> None:
    points = tuple((199,) * 3 for _ in range(4))
    sets = {"1": {"farmer": 20}, "2": {"monk": 18}, "3": {"envoy": 16, "ninja": 14}, "4": {"samurai": 12}}
    state = four(sets=sets, scores=points, bonus=(80,) * 4, figures=(1, 1, 1, 1), hand=2, pads=((), ()))
    check_all(panels_of(Hands(state)))
    for step in ("mission", "score", "over"):
        check_all(panels_of(Hands(replace(state, step=step, round=3, winner="1 2 3 4"))))
    two_sets = {"1": dict.fromkeys(KINDS[1:], 2), "2": {"farmer": 20}}
    for variant in VARIANTS:
        state = two(
            sets=two_sets,
            scores=((370, 199), (199, 370)),
            variant=variant,
            figures=(4, 0),
            hand=2,
            pads=((), ()),
        )
        check_all(panels_of(Hands(state), minutes=(100, 99)))
        rounds = ((199,) * state.rounds,) * 2
        check_all(panels_of(Hands(replace(state, step="over", scores=rounds, winner="1"))))


def test_one_set_alone_says_all_of_it_in_every_language() -> None:
    """The largest that can still be beaten, of the longest names."""
    for kind, size in product(KINDS, range(1, 12)):
        if size <= len(DECK.of_kind(kind)):
            sets = {"1": {kind: size}, "2": {}, "3": {}, "4": {}}
            check_all(panels_of(Hands(four(sets=sets, pads=((), ())))), ("1 red",))


def test_main_figures_are_3_mm_high() -> None:
    panels = panels_of(playing(four()))
    assert figure_mm(render(panels.column(1, "red")), "3", COLUMN_PIXEL_UM) >= MAIN_FIGURE_MM
    laying = panels_of(laid(playing(four()), "monk", 3))
    assert figure_mm(render(laying.column(5, "red")), "1", COLUMN_PIXEL_UM) >= MAIN_FIGURE_MM
    player = render(panels.player("red"))
    for figure in ("110", "+28", "2/4", str(panels.state.piles[0])):
        assert figure_mm(player, figure, PLAYER_PIXEL_UM) >= MAIN_FIGURE_MM


def test_hints_are_for_those_who_want_them() -> None:
    hands = playing(two())
    assert hint_text("lay-or-discard", ENGLISH) in page_texts(panels_of(hands).player("red"))
    bare = panels_of(hands, settings=Settings().folded([f"help red {REFEREE}"])).player("red")
    assert hint_text("lay-or-discard", ENGLISH) not in page_texts(bare)


def test_cg_1_the_hint_to_who_draws_names_only_what_is_left_to_draw_from() -> None:
    every = {"draw-two": "ok: face down. Or lift one", "draw-second": "Column 1 or 5, or lift one"}
    for key, hint in every.items():
        assert hint_text(key, ENGLISH) == hint
        assert hint_text(key, ENGLISH, ["red"]) == "Lift one from a pad"
    assert hint_text("draw-second", ENGLISH, ["right", "blue"]) == "Column 5, or lift one"
    assert hint_text("draw-second", ENGLISH, ["left", "right"]) == "Column 1 or 5"
    assert hint_text("draw-two", ENGLISH, ["right"]) == "ok: face down"
    hands = playing(two(step="draw", empty=frozenset({"left"})))
    assert "ok: face down. Or lift one" in page_texts(panels_of(hands).player("red"))
    hands.lift("monk-1")
    assert "Column\N{NO-BREAK SPACE}5, or lift one" in page_texts(panels_of(hands).player("red"))


def test_each_hint_belongs_to_a_question() -> None:
    assert set(HINT_KEYS) <= {*CALL_TO_GLORY.texts().prompts}


def test_what_is_answered_stands_before_what_is_asked() -> None:
    hands = playing(four())
    laid(hands, "monk", 3)
    said = (Prompt("red", "play", "undone"),)
    assert panels_of(hands, said=said).player("red").headline == "Taken back"
    hands = displaced()
    said = (Prompt("blue", "displace", "undone"),)
    assert panels_of(hands, said=said).player("blue").headline == "Taken back"
    said = (Prompt("red", "score", "undone"),)
    panel = panels_of(scored(), said=said).player("red")
    assert (panel.title, panel.headline) == ("Scores read? ok", "Taken back")
    said = (Prompt("blue", "play", "undone"),)
    hands = pressed(playing(four()), "hold column 3 red")
    assert panels_of(hands, said=said).player("blue").headline == "Taken back"
    hands = seated(*FOUR_SIT)
    said = (Prompt("red", "players", "no-such-gesture"),)
    assert panels_of(hands, said=said).player("red").headline == "Means nothing now"


def test_two_players_are_red_and_blue_and_more_have_numbers() -> None:
    board = scores(panels_of(Hands(two(step="score", scores=((34,), (43,))))).player("red"))
    assert [line.label for line in board.lines] == ["Red", "Blue"]
    three = table(3, step="score", scores=((1,), (2,), (3,)))
    board = scores(panels_of(Hands(three)).player("red"))
    assert [(line.label, line.side) for line in board.lines] == [("P1", "red"), ("P2", "blue"), ("P3", "red")]
