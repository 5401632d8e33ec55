"""What the players' screens show of Call to Glory: seats, scores, and what is said before a round and after it."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest
from signifer_core.frozen import replace
from signifer_core.games.call_to_glory.rules.scoring import winner
from signifer_core.games.call_to_glory.state import VARIANTS, Cards, CardSet, State
from signifer_core.games.call_to_glory.table.spots import side_of
from signifer_core.layout import COLUMNS, SIDES
from signifer_firmware.display.canvas import Canvas
from signifer_firmware.display.marks import head
from signifer_firmware.display.render import pages
from signifer_firmware.games.call_to_glory.game import GAME as CALL_TO_GLORY
from signifer_firmware.games.call_to_glory.screens.boards import (
    KindsBoard,
    RollFoot,
    SeatsFoot,
)
from signifer_firmware.games.call_to_glory.screens.panels import Panels
from signifer_firmware.games.call_to_glory.texts.words import won_by
from signifer_firmware.i18n.words import LANGUAGES, words_of

from tests.core.call_to_glory.hands import Hands, at_table, playing, somewhere
from tests.core.call_to_glory.states import DECK, RULES, played, position
from tests.firmware.games.call_to_glory.panels import bound, scores
from tests.firmware.games.call_to_glory.states import (
    displaced,
    four,
    panels_of,
    pressed,
    rolled,
    scored,
    seated,
    two,
    won,
)

ENGLISH = words_of("en")


# Seats


@pytest.mark.parametrize("seed", range(20))
def test_a_side_has_the_scores_and_kinds_of_its_seats(seed: int) -> None:
    state = somewhere(random.Random(100 + seed))
    hands = at_table(state, random.Random(seed))
    panels = panels_of(hands)
    for side in SIDES:
        shown = panels.player(side).foot
        if not isinstance(shown, SeatsFoot):
            assert state.step in ("deal", "over")
            continue
        assert [line.label for line in shown.seats] == [
            f"P{seat}" for seat in state.seats if side_of(seat) == side
        ]
        for line in shown.seats:
            place = int(line.label[1]) - 1
            mine = [each for each in state.sets if each.owner == str(place + 1)]
            worth = sum(DECK.value(each.kind) for each in mine) + state.bonus[place]
            assert line.total == sum(state.scores[place])
            assert line.now == worth
            assert (line.kinds, line.enough) == (len(mine), {2: 6, 3: 5, 4: 4}[len(state.seats)])
            assert line.figures == (state.figures[place] if state.with_figures else None)
            assert line.active == (line.label == f"P{state.active}")
        assert sum(shown.piles) == (state.stock.number if state.step in ("draw", "play", "displace") else 0)


def test_who_plays_and_the_step_stand_on_both_screens() -> None:
    panels = panels_of(playing(four()))
    assert [panels.player(side).title for side in SIDES] == ["Player 3: Play"] * 2
    assert [panels.player(side).active for side in SIDES] == [True, False]
    assert panels_of(playing(two(step="draw"))).player("blue").title == "Red: Draw"
    beside_a_clock = panels_of(playing(four()), minutes=(12, 7)).player("red")
    assert (beside_a_clock.title, beside_a_clock.clock) == ("Player 3: Play", "12 min")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("make", [lambda: four(step="draw"), four, lambda: four(step="mission"), two])
def test_the_head_has_room_for_who_plays_and_page_dots_or_a_clock(
    make: Callable[[], State], language: str
) -> None:
    words, hands = words_of(language), Hands(make())
    hands_of = (hands, displaced()) if len(hands.state.seats) > 2 else (hands,)
    for each, rest, most in product(hands_of, ({}, {"minutes": (120, 7)}), (4, 2)):
        panel = panels_of(each, words, **rest).player("red")
        if not (rest and most > 2):
            canvas = Canvas()
            head(canvas, "red", panel.title, 0, most, lit=True, clock=panel.clock)
            assert not canvas.shortened, panel.title


def test_who_waits_sees_all_kinds_also_those_of_which_nobody_knows_where_they_lie() -> None:
    state = four()
    state = replace(state, sets=(*state.sets, CardSet("monk", "4", Cards(5))))
    panels = panels_of(Hands(state))
    assert panels.player("red").board is None
    board = panels.player("blue").board
    assert isinstance(board, KindsBoard)
    told = {kind.value: (kind.size, kind.seat) for kind in board.kinds if kind.size}
    assert told == {DECK.value(each.kind): (each.size, f"P{each.owner}") for each in state.sets}
    assert [kind.value for kind in board.kinds] == [20, 18, 16, 14, 12, 9, 8, 7, 6]


def test_nothing_is_said_of_drawing_while_a_card_of_a_pad_is_asked_back() -> None:
    """`ok` draws nothing before it is back, and which pad is meant stands there as in a refusal."""
    hands = playing(position(("", ""), step="draw", pads=(("monk-1",), ("ninja-1",))))
    assert panels_of(hands).player("red").info == "ok: face down. Or lift one"
    hands.lift("monk-1")
    hands.press("hold dice")
    shown = panels_of(hands).player("red")
    assert (shown.info, len(shown.corrections)) == ("", 1)
    assert [reason.code for reason in hands.press("press ok red")] == ["card-elsewhere"]
    hands.lay("monk-1", "pad red").lay("farmer-1", "pad red")
    assert panels_of(hands).player("red").corrections == ("take farmer from Red's pad",)


# Before a round


def test_how_many_play_and_with_what_is_told_before_they_say_ok() -> None:
    hands = seated()
    assert panels_of(hands).player("red").headline == "How many play?"
    assert panels_of(hands).player("blue").info == "No variant"
    assert [panels_of(hands).column(at, "red").note for at in COLUMNS] == [
        "Next variant",
        "2 players",
        "3 players",
        "4 players",
        "",
    ]
    pressed(hands, "press column 3 blue", "press column 1 red")
    for side in SIDES:
        panel = panels_of(hands).player(side)
        assert (panel.headline, panel.info) == (bound("3 players: ok?"), "Missions")
        assert panel.notes == ("The missions' kinds are assumed: enrol yours.",)
    pressed(hands, *["press column 1 blue"] * 3)
    assert panels_of(hands).player("red").notes == ()
    pressed(hands, "press column 1 blue")
    own = "".join(f"[card.{card}]\nnames = {DECK.value(DECK.mission(card).kind)}\n" for card in DECK.missions)
    bundle = CALL_TO_GLORY.bundle(f'game = "call-to-glory"\nsource = "my cards"\n{own}')
    mine = Panels(bundle.deck, hands.table, panels_of(hands).outlook)
    assert mine.player("red").notes == ()


def test_a_roll_off_shows_each_die_and_who_is_still_to_roll() -> None:
    def shown(*dice: int) -> tuple[tuple[str, int], ...] | None:
        found = panels_of(rolled(*dice)).player("blue").foot
        assert found is None or isinstance(found, RollFoot)
        return found.rolls if found is not None else None

    assert shown() is None
    assert shown(6) == (("P1", 6), ("P2", 0), ("P3", 0), ("P4", 0))
    assert shown(6, 2, 6) == (("P1", 6), ("P2", 2), ("P3", 6), ("P4", 0))
    assert shown(6, 2, 6, 1) == (("P1", 0), ("P3", 0))
    assert shown(6, 2, 6, 1, 2, 5) is None
    assert panels_of(rolled(6, 2, 6, 1, 2, 5)).player("red").info == bound("Player 3 starts")


def test_who_starts_a_later_round_stands_there() -> None:
    hands = pressed(scored(), "press ok red", "press ok blue")
    assert hands.state.step == "deal"
    assert panels_of(hands).player("red").info == bound("Player 4 starts")
    assert panels_of(hands).player("red").title == "Round 3 of 3"
    assert [panels_of(hands).column(at, "red").note for at in COLUMNS] == [""] * 5


# After it


@pytest.mark.parametrize(("seed", "variant"), [*enumerate(VARIANTS * 2)])
def test_the_table_of_scores_adds_up_what_was_played(seed: int, variant: str) -> None:
    rng = random.Random(seed)
    start = RULES.new_game(2 + seed % 3, variant)
    totals = [0] * len(start.hands)
    rounds: list[list[int]] = [[] for _ in totals]
    for action, full in played(rng, start):
        state = RULES.view(full, "anyone")
        if state.step == "score":
            board = scores(panels_of(Hands(state)).player("red"))
            for place, line in enumerate(board.lines):
                sets = sum(DECK.value(each.kind) for each in state.sets if each.owner == str(place + 1))
                now = sets + state.bonus[place]
                totals[place] += now
                rounds[place].append(now)
                missions = (f"+{state.bonus[place]}",) if state.with_missions else ()
                assert line.figures == (str(now), *missions, str(totals[place]))
                assert line.side == SIDES[place % 2]
        elif state.step == "over":
            board = scores(panels_of(Hands(state)).player("blue"))
            for place, line in enumerate(board.lines):
                assert line.figures == (*map(str, rounds[place]), str(totals[place]))
                assert line.lit == (str(place + 1) in (state.winner or "").split())
            assert won_by(state) in ("total", "round", "shared")
        del action
    assert [len(each) for each in rounds] == [start.rounds] * len(totals)


def test_scores_stand_there_until_both_sides_have_read_them() -> None:
    hands = scored()
    assert [panels_of(hands).player(side).active for side in SIDES] == [True, True]
    pressed(hands, "press ok red")
    red, blue = (panels_of(hands).player(side) for side in SIDES)
    assert (red.active, red.title) == (False, "Round 2 of 3")
    assert (blue.active, blue.title) == (True, "Scores read? ok")
    assert scores(red) == scores(blue)
    assert pages(red) == 1


@pytest.mark.parametrize(
    ("by", "said", "rounds"),
    [
        ("total", "By the highest total", ((10, 20), (10, 19), (5, 5))),
        ("round", "Equal totals: by the best round, 21 points", ((9, 21), (10, 20), (5, 5))),
        ("shared", "Equal totals, equal best rounds", ((10, 20), (20, 10), (5, 5))),
    ],
)
def test_why_a_game_was_won_is_said(by: str, said: str, rounds: tuple[tuple[int, ...], ...]) -> None:
    state = won("1", *rounds).state
    state = replace(state, winner=winner(state))
    assert won_by(state) == by
    assert panels_of(Hands(state)).player("red").info == bound(said)
    agreed = replace(state, winner="3")
    assert won_by(agreed) == "agreed"
    assert panels_of(Hands(agreed)).player("blue").info == "So it was agreed"


def test_missions_stand_in_the_table_as_they_are_revealed() -> None:
    hands = scored("mission", bonus=(0, 10, 0, 0))
    for side in SIDES:
        board = scores(panels_of(hands).player(side))
        assert board.headings == ("Round", "Missions", "Total")
        assert [line.figures[1] for line in board.lines] == ["+0", "+10", "+0", "+0"]
        assert board.lines[1].figures == ("53", "+10", "166")
