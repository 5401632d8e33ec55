"""What the screens show of Thermopyles: the figures of the rules at every step, and every text whole in its place."""

from __future__ import annotations

import random

import pytest
from signifer_core.frozen import replace
from signifer_core.games.thermopyles.actions import (
    Approach,
    Bury,
    Charge,
    Discard,
    Draw,
    Players,
    Repel,
    Retreat,
    Rolled,
    Support,
)
from signifer_core.games.thermopyles.deck import Persian
from signifer_core.games.thermopyles.state import STEPS, Beaten, Fight
from signifer_core.layout import COLUMNS, SIDES, Side
from signifer_core.procedure import Prompt, Table
from signifer_core.rules import Refusal
from signifer_firmware.display.font import font
from signifer_firmware.display.panels import PlayerPanel, RefusalPanel
from signifer_firmware.display.render import page_texts, pages, render
from signifer_firmware.games.thermopyles.game import GAME as THERMOPYLES
from signifer_firmware.games.thermopyles.screens.bands import Board, CombatBand, PersianBand, TeamFoot
from signifer_firmware.games.thermopyles.screens.panels import Panels
from signifer_firmware.games.thermopyles.texts import TEXTS
from signifer_firmware.games.thermopyles.texts.words import (
    HINT_KEYS,
    banners,
    hint_text,
    result_text,
    won_text,
)
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.session.outlook import Outlook
from signifer_firmware.session.settings import REFEREE, Settings
from signifer_firmware.texts.sentences import fix_of, prompt_text, refusal_codes, refusal_text
from signifer_firmware.texts.terms import COMMON_STEPS

from tests.core.thermopyles.states import (
    BONUS,
    DECK,
    DOMAIN,
    FIFTEEN,
    PROCEDURE,
    RULES,
    STRONG,
    TEN,
    TOUGH,
    TWENTY,
    WEAK,
    TableHands,
    late,
    played,
    table_position,
)
from tests.firmware.display.drawn import (
    COLUMN_PIXEL_UM,
    MAIN_FIGURE_MM,
    PLAYER_PIXEL_UM,
    faults_of,
    figure_mm,
)

ENGLISH = words_of("en")
LONGEST_MESSAGE, LONGEST_FIX = 110, 100


def panels_of(hands: TableHands, said: bool = True) -> Panels:
    outlook = Outlook(
        refusals=hands.refusals,
        corrections=hands.corrections,
        prompts=PROCEDURE.prompts(hands.table),
        said=hands.prompts if said else (),
    )
    return Panels(DECK, hands.table, outlook)


def check_all(panels: Panels) -> None:
    """All of it is drawn, in its place and whole, in every language."""
    for language in LANGUAGES:
        said = replace(panels, readers=dict.fromkeys(SIDES, words_of(language)))
        for place, panel in said.all().items():
            for page in range(pages(panel)):
                drawn = render(panel, page)
                assert list(faults_of(drawn)) == [], (language, place, page)
                assert drawn.shortened == (), (language, place, page)
                assert "{" not in " ".join(drawn.texts)


def band_of(panels: Panels, column: int = 1, facing: Side = "red") -> CombatBand | None:
    panel = panels.column(column, facing)
    band = (panel.own if facing == "red" else panel.enemy).sketch
    assert band is None or isinstance(band, CombatBand)
    return band


def combat(panels: Panels, column: int = 1) -> Fight | None:
    band = band_of(panels, column)
    return None if band is None else band.fight


def persian(panels: Panels, column: int) -> PersianBand | None:
    band = panels.column(column, "red").enemy.sketch
    assert band is None or isinstance(band, PersianBand)
    return band


def at_dice(*supports: str, spartan: str = FIFTEEN, marker: int = 1) -> TableHands:
    hands = TableHands(table_position((WEAK, TOUGH), marker=marker))
    hands.lay(spartan, "1 red")
    for support in supports:
        hands.lay(support, "pad red")
    hands.press("press ok red")
    hands.follow()
    return hands


# The figures of the rules


def by_hands(seed: int) -> TableHands:
    """A whole game by gestures; after each of them the screens show what an account of the actions says."""
    rng = random.Random(seed)
    hands = TableHands(RULES.table_game())
    states = played(rng)
    for action, _ in states:
        if action is None:
            continue
        hands.do(action)
        check_figures(hands)
    return hands


def check_figures(hands: TableHands) -> None:
    """Every figure on the screens, counted from what was done and what is printed on the cards."""
    done, panels, state = hands.done, panels_of(hands), hands.state
    cards = DECK.catalogue
    charges = [at for at, action in enumerate(done) if isinstance(action, Charge)]
    if state.fight is not None or (state.step == "replenish" and charges):
        since = done[charges[-1] :]
        base = cards[since[0].card].figure("battle_value")
        dice = tuple(action.value for action in since if isinstance(action, Rolled))
        shown = combat(panels)
        assert shown is not None
        assert (shown.base, shown.dice, shown.total) == (base, dice, base + sum(dice))
        assert THERMOPYLES.bundle().total(hands.table, 1, "red") == base + sum(dice)
        if state.step == "dice":
            spent = sum(isinstance(action, Support) for action in since)
            assert shown.due == spent + (state.marker in (3, 6)) - len(dice)
            assert panels.team().due == shown.total
    for column, card in ((1, state.first), (2, state.second)):
        band = persian(panels, column)
        assert (band is None) == (card is None)
        if band is not None and card is not None:
            printed = cards[card]
            assert band.figures == Persian(
                printed.figure("battle_value"),
                printed.figure("annihilation_value"),
                bool(printed.figure("bonus_card")),
            )
            assert band.assumed
    board, foot = panels.other().board, panels.team().foot
    assert isinstance(board, Board)
    assert isinstance(foot, TeamFoot)
    assert board.marker == foot.marker == 1 + sum(isinstance(action, Retreat) for action in done)
    assert board.cemetery == sum(isinstance(action, Bury) for action in done)
    assert board.supports == 4 - sum(isinstance(action, Support) for action in done)
    if not done:
        return
    seats = done[0].number
    first = 4 if seats == 1 else 3
    drawn = sum(isinstance(action, Draw) for action in done)
    fighting = state.fight is not None
    discards = len(charges) - fighting + sum(isinstance(action, Discard) for action in done)
    counts = [pile.number for pile in board.piles]
    approached = sum(isinstance(action, Approach) for action in done)
    repelled = sum(isinstance(action, Repel) for action in done)
    assert counts == [20 - seats * first - drawn, 28 - approached, discards, repelled]
    assert sum(foot.hands) + counts[0] + discards + fighting == 20


@pytest.mark.parametrize("seed", range(4))
def test_the_screens_show_what_was_done_from_the_first_gesture_to_the_last(seed: int) -> None:
    hands = by_hands(seed)
    assert hands.state.step == "over"
    check_all(panels_of(hands))


def test_the_total_runs_with_each_die() -> None:
    hands = at_dice("support-1", "support-2", marker=3)
    hands.dice = [5, 1, 4]
    seen = []
    for _ in range(4):
        fight = combat(panels_of(hands))
        assert fight is not None
        panel = panels_of(hands).column(1, "red")
        seen.append((fight.dice, fight.due, fight.total, panel.note))
        drawn = render(panel)
        assert str(fight.total) in drawn.texts
        assert [box.what for box in drawn.boxes if box.what.startswith("die")] == [
            *(f"die {value}" for value in fight.dice),
            *["die to fall"] * fight.due,
        ]
        if fight.due:
            hands.press("press dice")
    assert seen == [
        ((), 3, 15, "Annihilates"),
        ((5,), 2, 20, "Annihilates"),
        ((5, 1), 1, 21, "Annihilates"),
        ((5, 1, 4), 0, 25, "Annihilates"),
    ]
    assert panels_of(hands).column(5, "red").note == "Lay it here"
    assert panels_of(hands).column(4, "red").note == ""


def test_what_is_missing_stands_in_the_column() -> None:
    hands = TableHands(table_position((TOUGH, WEAK)))
    hands.lay(TEN, "1 red").lay("support-1", "pad red")
    hands.press("press ok red")
    persian_5 = DECK.persian(TOUGH)
    note = panels_of(hands).column(1, "red").note
    assert note == f"{persian_5.battle - 10} to repel"
    hands.dice = [persian_5.battle - 10]
    hands.press("press dice")
    assert (
        panels_of(hands).column(1, "red").note == f"{persian_5.annihilation - persian_5.battle} to annihilate"
    )
    assert panels_of(hands).column(4, "red").note == "Lay it here"


def test_the_same_total_meets_the_second_persian_in_their_column() -> None:
    hands = TableHands(table_position((WEAK, BONUS)))
    hands.lay(TWENTY, "1 red").press("press ok red")
    assert combat(panels_of(hands), 2) is None
    hands.do(Bury(WEAK))
    shown = combat(panels_of(hands), 2)
    assert shown is not None
    assert shown.total == 20
    assert persian(panels_of(hands), 1) is None
    hands.do(Bury(BONUS))
    assert combat(panels_of(hands), 2) is None
    assert panels_of(hands).column(1, "red").result == "20: 2 annihilated"


def test_a_result_is_read_until_the_next_gesture_that_goes_on() -> None:
    hands = TableHands(table_position((STRONG, WEAK)))
    hands.lay(TEN, "1 red").press("press ok red")
    hands.follow()
    panels = panels_of(hands)
    assert hands.state.step == "act"
    assert panels.column(1, "blue").result == "10: not enough"
    fight = hands.state.result
    assert fight is not None
    assert (fight.dice, fight.due, fight.total) == ((), 0, 10)
    assert band_of(panels, facing="blue") == CombatBand(fight, "Spartan 10")
    hands.lay(TWENTY, "1 red")
    assert panels_of(hands).column(1, "red").result == ""
    assert band_of(panels_of(hands)) == CombatBand(Fight(TWENTY, 20, hands.state.turn), "Spartan 20")
    hands.lift(TWENTY)
    assert panels_of(hands).column(1, "red").result == "10: not enough"
    hands.press("hold ok red")
    assert combat(panels_of(hands)) is None


def test_assumed_figures_are_told_and_an_owners_are_not() -> None:
    hands = TableHands(RULES.table_game())
    assert "The cards' figures are assumed: enrol yours." in page_texts(panels_of(hands).team())
    position = TableHands(table_position((WEAK, TOUGH)))
    panel = panels_of(position).column(1, "red")
    assert "assumed: enrol yours" in page_texts(panel)
    assert "~" in page_texts(panel)
    own = (
        'game = "thermopyles"\nsource = "my cards"\n[card.persian-1]\n'
        "battle_value = 12\nannihilation_value = 15\nbonus_card = 1\n"
    )
    deck = THERMOPYLES.bundle(own).deck
    mine = Panels(deck, Table(position.state), Outlook())
    assert persian(mine, 1) == PersianBand(Persian(12, 15, True))
    assert mine.column(1, "red").remark == ""
    assert mine.column(2, "red").remark == "assumed: enrol yours"


def test_main_figures_are_3_mm_high() -> None:
    hands = at_dice("support-1", "support-2", "support-3", "support-4", marker=6)
    hands.dice = [6, 6]
    for _ in hands.dice[:]:
        hands.press("press dice")
    panels = panels_of(hands)
    column = render(panels.column(1, "red"))
    for figure in ("27", str(DECK.persian(WEAK).battle), str(DECK.persian(WEAK).annihilation)):
        assert figure_mm(column, figure, COLUMN_PIXEL_UM) >= MAIN_FIGURE_MM
    dice = [box for box in column.boxes if box.what.startswith("die")]
    assert len(dice) == 5
    assert all((box.lower - box.upper) * COLUMN_PIXEL_UM / 1000 >= MAIN_FIGURE_MM for box in dice)
    for place, number in ((4, "0"), (5, "0"), (3, "26")):
        assert figure_mm(render(panels.column(place, "red")), number, COLUMN_PIXEL_UM) >= MAIN_FIGURE_MM
    team, board = render(panels.team()), render(panels.other())
    for figure in ("27", str(DECK.persian(WEAK).battle)):
        assert figure_mm(team, figure, PLAYER_PIXEL_UM) >= MAIN_FIGURE_MM
    assert figure_mm(board, "26", PLAYER_PIXEL_UM) >= MAIN_FIGURE_MM
    for drawn in (team, board):
        heights = {box.lower - box.upper for box in drawn.boxes if (box.kind, box.what) == ("text", "6")}
        assert heights == {font("bold").height}
    assert font("bold").digit_height * PLAYER_PIXEL_UM / 1000 >= MAIN_FIGURE_MM


# What is said


@pytest.mark.slow
def test_whatever_comes_in_a_game_fits_the_screens() -> None:
    """Random games and late positions; one picture of each step with each question, number of players and place."""
    rng = random.Random(4)
    seen: set[object] = set()
    for number in range(40):
        for _, full in played(rng, late(rng) if number else None):
            if full.step in ("deal", "drawing", "support"):
                continue
            state = RULES.view(full, "anyone")
            table = Table(state)
            prompts = PROCEDURE.prompts(table)
            keys = tuple(prompt.key for prompt in prompts)
            shape = (
                keys,
                len(state.hands),
                state.marker in (3, 6),
                state.marker,
                bool(banners(state, ENGLISH)),
            )
            if shape in seen:
                continue
            seen.add(shape)
            check_all(Panels(DECK, table, Outlook(prompts=prompts)))
    assert {key[0][0] for key in seen if isinstance(key, tuple)} >= set(TEXTS.prompts) - {
        *(
            "say-players",
            "say-who-draws",
            "hold-to-retreat",
            "charge",
            "lay-persian",
            "players",
            "discard-one",
        )
    }
    assert len(seen) > 30


def test_every_hint_has_words() -> None:
    for key in HINT_KEYS:
        assert "{" not in hint_text(key, ENGLISH)
    assert hint_text("draw-one", ENGLISH, several=True) != hint_text("draw-one", ENGLISH)


def test_red_reads_whatever_is_wrong_on_either_side() -> None:
    hands = TableHands(table_position())
    hands.lift(WEAK)
    hands.lay("persian-9", "2 blue")
    team = panels_of(hands).team()
    assert team.refusal is not None
    assert hands.corrections
    assert len(team.corrections) == len(hands.corrections)
    check_all(panels_of(hands))


def test_the_other_side_is_the_whole_table_unless_something_is_said_there() -> None:
    hands = TableHands(table_position(players=3))
    panel = panels_of(hands).other()
    assert (panel.title, pages(panel)) == ("Spartans decide", 1)
    assert {"Spartans", "Persians", "Discards", "Repelled", "0/12"} <= set(page_texts(panel))
    refusals = hands.press("press ok blue")
    told = Panels(DECK, hands.table, Outlook(refusals=refusals)).other()
    assert told.refusal is not None
    assert told.refusal.message == "Everybody plays from Red's side."
    assert told.refusal.fix == "Do what Red's screen asks."
    assert pages(told) == 2
    hands.lift(WEAK)
    told = panels_of(hands, said=False).other()
    assert pages(told) == 2
    assert "put Persian 12/14 in 1" in render(told, 0).texts
    assert "0/12" in render(told, 1).texts


def test_whose_turn_it_is_stands_in_the_head_and_over_their_hand() -> None:
    hands = TableHands(table_position(players=3))
    hands.do(Retreat())
    hands.press("press column 2 red")
    panel = panels_of(hands, said=False).team()
    assert panel.title == "Player 2: Move"
    assert panel.foot == TeamFoot(2, ("P1", "P2", "P3"), (3, 4, 3), 1)
    timed = replace(panels_of(hands), outlook=replace(panels_of(hands).outlook, minutes=(12, 3)))
    assert (timed.team().title, timed.team().clock) == ("P2: Move", "12 min")
    check_all(timed)
    alone = panels_of(TableHands(table_position())).team()
    assert alone.title == "Move"
    assert alone.foot == TeamFoot(1, ("Hand",), (4,), None)


def test_column_buttons_say_their_numbers_where_they_mean_one() -> None:
    hands = TableHands(RULES.table_game())
    assert [panels_of(hands).column(number, "red").note for number in COLUMNS] == [
        *("1 player", "2 players", "3 players", "4 players", "")
    ]
    hands = TableHands(table_position(players=2))
    hands.do(Retreat())
    assert [panels_of(hands).column(number, "red").note for number in COLUMNS] == [
        *("To player 1", "To player 2", "", "", "")
    ]
    check_all(panels_of(hands))


def test_the_menu_of_agreement_takes_the_screens() -> None:
    from signifer_firmware.session import menus

    hands = TableHands(table_position(players=2))
    table = hands.table
    entries = PROCEDURE.overrides(table, hands.seen)
    for number, entry in enumerate(entries, 1):
        for choice in entry.choices:
            shown = menus.Shown(entry, number, len(entries), choice)
            check_all(Panels(DECK, table, Outlook(agreement=shown)))
    assert {entry.key for entry in entries} == {*TEXTS.entries, "active", "hand", "over"} - {"odds"}


@pytest.mark.parametrize(
    ("changes", "winner", "said"),
    [
        ({"cemetery": 12}, "red", "Twelve lie in the cemetery"),
        ({"marker": 7}, "blue", "The marker is at the last place"),
        ({}, "red", "So it was agreed"),
        ({}, "blue", "So it was agreed"),
        ({"hands": 0}, "blue", "No Spartan is left"),
        ({"row": 1}, "red", "The row cannot be refilled"),
        ({"row": 0}, "red", "The row cannot be refilled"),
    ],
)
def test_the_end_says_who_won_and_by_what(changes: dict[str, int], winner: str, said: str) -> None:
    state = table_position()
    pile = state.pile
    match changes:
        case {"cemetery": number}:
            state = replace(state, cemetery=replace(pile, number=number))
        case {"marker": number}:
            state = replace(state, marker=number)
        case {"hands": number}:
            empty = replace(pile, number=number)
            state = replace(state, hands=(empty,), pile=empty)
        case {"row": 1}:
            state = replace(state, second=None, persians=replace(pile, number=0))
        case {"row": _}:
            state = replace(state, first=None, second=None, persians=replace(pile, number=1))
    state = replace(state, step="over", winner=winner)
    assert won_text(state, ENGLISH) == said
    table = Table(state)
    panels = Panels(DECK, table, Outlook(prompts=PROCEDURE.prompts(table)))
    side = "Spartans" if winner == "red" else "Persians"
    assert (panels.team().headline, panels.team().info) == (f"The {side} win", said)
    assert panels.other().title == f"The {side} win"
    undone = Prompt("red", "over", "no-undo-turn-over")
    later = Panels(DECK, table, Outlook(prompts=PROCEDURE.prompts(table), said=(undone,)))
    assert (later.team().headline, later.team().info) == ("That turn is over", f"The {side} win")
    assert not panels.team().active
    check_all(panels)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "19: 2 annihilated"), ("fr", "19: 2 annihilés"), ("de", "19: 2 vernichtet")]
)
def test_two_who_fall_are_two_in_every_language(language: str, said: str) -> None:
    fight = Fight("spartan-19", 19, 2, beaten=(Beaten("persian-4", True), Beaten("persian-9", True)))
    assert result_text(fight, words_of(language)) == said


def test_several_cards_to_draw_are_counted() -> None:
    asked = [prompt_text(Prompt("red", "draw", "draw-one", (("left", left),)), ENGLISH) for left in (1, 2)]
    assert asked == ["Draw a Spartan?", "2 Spartans to draw"]


def test_nobody_is_told_a_column_where_any_will_do() -> None:
    said = prompt_text(Prompt("red", "draw", "say-who-draws", (("limit", 4),)), ENGLISH)
    assert said == "Press column 1 to 4"


def test_who_wants_a_referee_alone_is_given_no_hints_and_no_warnings() -> None:
    state = table_position(marker=6, cemetery=11)
    table = Table(state)
    prompts = PROCEDURE.prompts(table)
    assert len(Panels(DECK, table, Outlook(prompts=prompts)).team().banners) == 2
    assert Panels(DECK, table, Outlook(prompts=prompts)).team().info
    alone = Settings(help={"red": REFEREE, "blue": REFEREE})
    quiet = Panels(DECK, table, Outlook(prompts=prompts, settings=alone)).team()
    assert (quiet.banners, quiet.info) == ((), "")


def test_th_10_a_combat_that_may_win_by_the_row_is_warned_of_and_an_empty_hand_fights_none() -> None:
    last = [table_position(persians=left, repelled=26 - left, players=2) for left in (0, 1, 2)]
    told = ("1 Persian defeated wins", "2 Persians defeated win")
    assert [banners(state, ENGLISH) for state in last] == [(told[0],), (told[1],), ()]
    for language in LANGUAGES:
        for said in (said for state in last for said in banners(state, words_of(language))):
            assert said in page_texts(PlayerPanel("red", "", banners=(said,)))[0]
    assert banners(table_position(persians=0, cemetery=11, players=2, hands=(0, 3)), ENGLISH) == ()


# Refusals


def check_words(refusal: Refusal) -> None:
    """In every language: a sentence and its fix that fit one picture, whole."""
    for language in LANGUAGES:
        words = words_of(language)
        message, fix = refusal_text(refusal, words), fix_of(refusal, words)
        assert len(message) <= LONGEST_MESSAGE, message
        assert len(fix) <= LONGEST_FIX, fix
        assert message.endswith((".", "?"))
        for wrong in ("None", "{", "column hand", "  ", "spartan-", "persian-", "support-"):
            assert wrong not in message + fix, (refusal, message, fix)
        drawn = render(
            PlayerPanel(player="red", title="", refusal=RefusalPanel(message, refusal.ruling, fix))
        )
        assert {message, fix} <= set(drawn.texts), (message, fix)


def shape_of(refusal: Refusal) -> tuple[object, ...]:
    """In what a refusal may differ as it is said."""
    fix, pile = refusal.fix, str(refusal.figure("pile")).split(" ")[0]
    names = tuple(name for name, _ in refusal.figures)
    return (refusal.code, refusal.ruling, names, pile, fix.verb, fix.place, fix.card is None, fix.number)


def refused_in_games() -> dict[tuple[object, ...], Refusal]:
    """One refusal of each shape: of the rules in random games, and of gestures that slip."""
    rng = random.Random(7)
    found: dict[tuple[object, ...], Refusal] = {}
    for number in range(40):
        for _, state in played(rng, late(rng) if number > 2 else None):
            for action in rng.sample(DOMAIN, 8):
                known = state if state.full and number % 2 else RULES.view(state, "anyone")
                if (
                    isinstance(action, Draw | Players)
                    and known.hands
                    and action not in RULES.legal_actions(known)
                ):
                    continue
                for refusal in RULES.refusals(known, action):
                    found.setdefault(shape_of(refusal), refusal)
    return found


def refused_by_hands() -> dict[tuple[object, ...], Refusal]:
    """Of gestures at a table that mean nothing good, at any time of some games."""
    rng = random.Random(9)
    found: dict[tuple[object, ...], Refusal] = {}
    cards = (
        *DECK.spartans[:6],
        *DECK.persians[:6],
        STRONG,
        *DECK.supports,
        "tag/04a1b2",
        "field-of-glory:red/pike-1",
    )
    places = [f"{place} {side}" for place in ("1", "2", "3", "4", "5", "pad") for side in SIDES]
    buttons = ["press ok red", "press ok blue", "hold ok red", *(f"press column {n} red" for n in COLUMNS)]
    for seed in range(12):
        hands = TableHands(RULES.table_game())
        for action, _ in played(random.Random(seed)):
            if action is None:
                continue
            seen, table, refused = hands.seen, hands.table, hands.refusals
            for _ in range(3):
                if rng.random() < 0.8:
                    card = rng.choice(cards)
                    hands.lift(card, settled=None)
                    hands.lay(card, rng.choice(places))
                reasons = list(hands.refusals)
                reasons += hands.press(rng.choice(buttons))
                for refusal in reasons:
                    found.setdefault(shape_of(refusal), refusal)
                hands.seen, hands.table, hands.refusals = seen, table, refused
                hands.judge()
            del hands.done[:]
            hands.do(action)
    return found


def six_in_hand() -> TableHands:
    hands = TableHands(table_position(players=2, hands=(5, 5)))
    hands.do(Retreat())
    hands.do(Draw("2"))
    return hands


@pytest.mark.slow
def test_whatever_is_refused_is_said_on_a_screen() -> None:
    found = refused_in_games() | refused_by_hands()
    hands = six_in_hand()
    check_all(panels_of(hands))
    assert panels_of(hands, said=False).team().headline == "Player 2: discard one"
    none = hands.press("press ok red")
    two = hands.lay(TEN, "pad red").lay(TWENTY, "pad red").press("press ok red")
    found |= {shape_of(refusal): refusal for refusal in (*none, *two)}
    assert {str(shape[0]) for shape in found} == set(refusal_codes("thermopyles"))
    for refusal in found.values():
        check_words(refusal)


def test_the_players_words() -> None:
    hands = TableHands(table_position((WEAK, TOUGH)))
    refused = [
        *hands.lay(STRONG, "2 red").refusals,
        *hands.lift(STRONG).lay(TEN, "2 red").refusals,
        *hands.lift(TEN).lay("support-1", "pad red").press("press ok red"),
    ]
    said = [(refusal_text(each, ENGLISH), fix_of(each, ENGLISH)) for each in refused]
    assert said == [
        ("This belongs to another step: Row. Now: Move.", "Take Persian 22/24 from column 2."),
        ("Spartan 10 belongs in column 1.", "Lay Spartan 10 in column 1."),
        ("Supports alone do not fight.", "Lay a Spartan in column 1."),
    ]


def test_every_step_has_a_name() -> None:
    assert {*TEXTS.steps, *COMMON_STEPS} == {*STEPS, "support"}


def test_states_are_equal_if_they_look_the_same() -> None:
    """What is drawn is remembered by its panel: equal moments give equal panels, that can be hashed."""
    first, again = (panels_of(at_dice("support-1")).all() for _ in range(2))
    assert first == again
    assert len({*map(hash, first.values())}) <= len(first)
