"""What the screens show of Dark Age Arena: the figures of the rules in every step, nothing that is hidden, and every
text whole in its place."""

from __future__ import annotations

import random
from itertools import product

import pytest
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena.rolls import suffered
from signifer_core.games.dark_age_arena.rules.effects import enlist_cost, life, standard_cost, values
from signifer_core.games.dark_age_arena.state import PLACES, STEPS, State
from signifer_core.layout import COLUMNS, SIDES, Side
from signifer_core.procedure import Prompt
from signifer_firmware.display.panels import PlayerPanel
from signifer_firmware.display.render import page_texts, pages, render
from signifer_firmware.games.dark_age_arena.screens.bands import FAR_LEFT, NINE, Row, RowsBand, named
from signifer_firmware.games.dark_age_arena.screens.boards import BothBoard, CountsFoot
from signifer_firmware.games.dark_age_arena.screens.panels import Panels
from signifer_firmware.games.dark_age_arena.screens.rounds import total
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.session.menus import Shown
from signifer_firmware.session.settings import REFEREE, Settings

from tests.core.dark_age_arena.hands import known_to_a_table
from tests.core.dark_age_arena.states import DECK, RULES, played
from tests.firmware.display.drawn import (
    COLUMN_PIXEL_UM,
    MAIN_FIGURE_MM,
    PLAYER_PIXEL_UM,
    faults_of,
    figure_mm,
)
from tests.firmware.games.dark_age_arena.states import (
    ATTACK,
    CLOSE,
    CROWD,
    FOUGHT,
    MIDDLE,
    MOMENTS,
    MUSTER,
    OUT,
    ROUND_OVER,
    LongNamed,
    Moment,
    begun,
    gear,
    lying,
    moment,
    panels_of,
)

ENGLISH = words_of("en")


def texts(panels: Panels, place: str) -> list[str]:
    """All that is written on a screen, on all of its pages."""
    panel = panels.all()[place]
    return [text for page in range(pages(panel)) for text in render(panel, page).texts]


def said(panels: Panels, place: str) -> str:
    return " ".join(texts(panels, place)).replace("\N{NO-BREAK SPACE}", " ")


def signs(panels: Panels, place: str) -> list[str]:
    """The pictures on all pages of a screen."""
    panel = panels.all()[place]
    boxes = (box for page in range(pages(panel)) for box in render(panel, page).boxes)
    return [box.what for box in boxes if box.kind == "symbol"]


def counts(panel: PlayerPanel) -> dict[str, str]:
    assert isinstance(panel.foot, CountsFoot)
    return {count.label: count.figure for count in panel.foot.counts}


def check_all(panels: Panels) -> None:
    """All of it is drawn, in its place and whole, in every language."""
    names = panels.readers["red"].cards
    for language in LANGUAGES:
        told = replace(panels, readers=dict.fromkeys(SIDES, words_of(language).calling(names)))
        for place, panel in told.all().items():
            for page in range(pages(panel)):
                picture = render(panel, page)
                assert list(faults_of(picture)) == [], (language, place, page)
                assert picture.shortened == (), (language, place, page)
                assert "{" not in " ".join(picture.texts)


# Places


def test_a_place_has_its_characters_with_wounds_of_life_and_what_they_bear() -> None:
    panels = panels_of(begun(**MIDDLE))
    red = said(panels, "1 red")
    for text in ("Knight", "1/3", "Mail", "Drill", "Militia", "0/1", "Duellist", "Venom", "Ravine", "Gate"):
        assert text in red, text
    assert signs(panels, "1 red").count("weapon") == 3
    assert signs(panels, "1 red").count("skill") == 1


def test_supply_artifacts_and_pillage_are_beside_the_names_of_both_places() -> None:
    panels = panels_of(begun(**MIDDLE))
    assert {"supply", "artifact"} <= set(signs(panels, "2 blue"))
    assert "Granary" in said(panels, "2 red")
    assert "Watchfire" in said(panels, "2 red")
    assert [("pillaged" in signs(panels, f"{place} red")) for place in PLACES] == [False, False, True]


def test_equal_characters_are_one_line_with_their_number() -> None:
    assert "2× Shieldman" in texts(panels_of(begun(**MIDDLE)), "2 red")


def test_eight_characters_at_a_place_are_all_told() -> None:
    state = moment("crowd").state
    told = said(panels_of(moment("crowd")), "1 red")
    assert "3× Militia" in told
    for each in state.at("red", 1):
        assert DECK.printed(each.card).name in told
        assert f"{each.wounds}/{life(DECK, state, each.card)}" in told
        assert all(DECK.printed(card).name in told for card in each.gear)
    check_all(panels_of(begun(**CROWD)))


@pytest.mark.parametrize("place", PLACES)
def test_a_draft_costs_what_the_rules_say_until_somebody_is_enlisted(place: int) -> None:
    hands = begun(**{**MIDDLE, "step": "draft"})
    cost = str(enlist_cost(DECK, hands.state, "red", place))
    assert render(panels_of(hands).column(place, "red")).texts.count(cost) >= 1
    assert "COM" in texts(panels_of(hands), f"{place} red")
    assert "COM" not in texts(panels_of(moment("draft-enlisted")), f"{place} red")
    assert "COM" in texts(panels_of(moment("draft-enlisted")), f"{place} blue")


def test_a_character_that_moves_is_told_where_it_lies() -> None:
    panels = panels_of(moment("supply-moves"))
    assert "Militia" not in said(panels, "1 red")
    assert "Militia" in said(panels, "2 red")


def test_one_alone_from_play_is_told_in_the_combat_zone_and_nowhere_else() -> None:
    hands = begun(lying=lying(red1="knight-1", blue1="scout-1"), step="declare", active="red")
    hands.do("press column 4 red", "lay red/knight-1 4 red", "press ok red")
    assert hands.question("red").key == "roll-solitary"
    panels = panels_of(hands)
    assert {"Knight", "0/3"} <= set(texts(panels, "4 red"))
    assert "Knight" not in texts(panels, "1 red")


def test_what_a_broken_reader_reads_is_unknown() -> None:
    panels = panels_of(begun(**MIDDLE), faults=(("reader 1 red", "lost"),))
    shown = panels.column(1, "red")
    assert (shown.own.unknown, shown.enemy.unknown) == (True, False)
    assert "?" in page_texts(shown)
    assert "Knight" not in said(panels, "1 red")
    assert "Duellist" in said(panels, "1 red")


def test_in_a_round_a_broken_reader_hides_nobody() -> None:
    panels = panels_of(moment("strike"), faults=(("reader 2 red", "lost"),))
    assert not panels.column(2, "red").own.unknown
    assert "Militia" in said(panels, "2 red")


@pytest.mark.parametrize("column", COLUMNS)
def test_a_column_says_what_its_button_adds_to_a_bid_or_buys(column: int) -> None:
    bids = begun(**{**MIDDLE, "step": "bid"}).do("press ok red")
    assert f"+{column}" in texts(panels_of(bids), f"{column} blue")
    assert f"+{column}" not in texts(panels_of(bids), f"{column} red")
    supply = panels_of(moment("supply"))
    assert ("Card for 4 LOG" in texts(supply, f"{column} red")) == (column == 5)
    poor = begun(**{**MIDDLE, "step": "supply", "log": (3, 6)})
    assert "Card played" in texts(panels_of(poor), "5 red")


# The card that is played


def test_the_card_being_played_is_told_with_its_cost_whom_it_is_for_and_its_note() -> None:
    assert "Short blade Weapon 1 LOG" in said(panels_of(moment("prepare-card")), "5 red")
    bearer = said(panels_of(moment("prepare-bearer")), "5 blue")
    # The anvil makes weapons cheaper.
    assert "Weapon 0 COM" in bearer
    assert "Raider" in bearer
    assert "Look at the top card of your stock." in said(panels_of(moment("note")), "5 blue")
    assert "Horn Instant 1 COM" in said(panels_of(moment("target-own")), "5 red")
    assert "Knight" in said(panels_of(moment("target-own")), "5 red")


def test_an_instant_is_told_as_long_as_it_holds() -> None:
    assert "Smoke" in texts(panels_of(moment("lasting")), "5 red")
    assert "Smoke" not in said(panels_of(begun(**ATTACK).do(*OUT)), "5 red")


# Both pools


def test_each_fighter_costs_what_the_rules_say_and_all_of_them_their_sum() -> None:
    hands = moment("muster")
    costs = [
        standard_cost(DECK, hands.state, f"red/{card}", 1) for card in ("knight-1", "militia-1", "axeman-1")
    ]
    for side in SIDES:
        shown = texts(panels_of(hands), f"4 {side}")
        assert str(sum(costs)) in shown
        assert all(str(cost) in shown for cost in costs)
        assert all(name in shown for name in ("Knight", "Militia", "Axeman", "Gate"))
    assert "Knight" not in said(panels_of(hands), "1 red")


def test_a_defender_costs_little_at_the_target_alone() -> None:
    away = (*MUSTER, "press ok red", "press ok red", "press column 3 red", "press ok red", "press ok blue")
    hands = begun(**ATTACK).do(*away, "lay blue/hunter-1 4 blue", "lay blue/duellist-1 4 blue")
    costs = [standard_cost(DECK, hands.state, f"blue/{card}", 3) for card in ("hunter-1", "duellist-1")]
    assert costs == [1, 3]
    assert {"1", "3", "4"} <= set(texts(panels_of(hands), "4 blue"))


def test_the_target_is_told_and_what_pillaging_would_bring() -> None:
    panels = panels_of(moment("target"))
    assert {"target", "from"} <= set(signs(panels, "1 red"))
    # Its own player has still to say ok.
    assert "target" not in signs(panels, "1 blue")
    assert (
        panels.column(1, "red").middle.figure,  # type: ignore[union-attr]
        panels.column(3, "red").middle.figure,  # type: ignore[union-attr]
    ) == ("3", "1")
    assert "target" in signs(panels_of(moment("react")), "1 blue")


# Rounds


def test_column_k_has_fighter_k_of_both_sides_and_the_fifth_those_beyond() -> None:
    hands = moment("six")
    for number, side in product(range(1, 7), SIDES):
        card = hands.state.fighters(side)[number - 1]
        column = min(number, COLUMNS[-1])
        assert DECK.printed(card).name in said(panels_of(hands), f"{column} red")
    assert "6 Berserk" in texts(panels_of(hands), "5 red")
    assert "6 Scout" in texts(panels_of(hands), "5 red")


def test_before_it_rolls_a_fighter_has_its_lists() -> None:
    hands = moment("shoot")
    shown = texts(panels_of(hands), "2 red")
    assert " ".join(map(str, values(DECK, hands.state, "blue/bowman-1", "()"))) in shown
    assert "1 Knight" in shown
    assert "Bowman shoots" in shown
    assert "unblockable" in signs(panels_of(hands), "1 red")


def test_of_several_enemies_the_number_is_told_and_no_ranged_values_at_close_quarters() -> None:
    hands = begun(**ATTACK).do(*FOUGHT, "press column 2 blue", "press ok blue")
    assert "2 Militia" in texts(panels_of(hands), "2 red")
    assert "8 9" not in texts(panels_of(moment("pair")), "2 red")


def test_supporters_of_both_sides_stand_each_on_theirs() -> None:
    """The militia dies, so the bowman supports in the second round, where the axeman still does."""
    hands = begun(**ATTACK).do(*CLOSE, *("roll 1 1",) * 4, "roll 6 5", "roll 1 1", "follow", "roll 1 1")
    panel = panels_of(hands).column(1, "red")
    assert hands.state.combat is not None
    assert set(hands.state.combat.confrontations[0].supporters) == {"red/axeman-1", "blue/bowman-1"}
    for side, own in ((panel.own, "Axeman"), (panel.enemy, "Bowman")):
        found = [side.sketch, *side.further]
        names = {row.name for each in found if isinstance(each, RowsBand) for row in each.rows}
        assert names & {"Axeman", "Bowman"} == {own}


def test_who_chooses_reads_what_a_column_means_and_what_is_chosen() -> None:
    panels = panels_of(moment("aim"))
    assert "ok: this one" in texts(panels, "1 blue")
    assert "Aim here" in texts(panels, "2 blue")
    assert "Aim here" not in texts(panels, "4 blue")
    assert "Aim here" not in texts(panels, "2 red")
    assert "6 Berserk" in texts(panels_of(moment("six")), "5 blue")


def test_a_confrontation_has_rolls_hits_what_was_cancelled_and_supporters() -> None:
    hands = moment("block")
    assert hands.state.combat is not None
    throws = hands.state.combat.throws
    shown = texts(panels_of(hands), "1 red")
    for throw in throws[:2]:
        assert str(throw.total) in shown
    assert str(sum(throw.count for throw in throws if throw.against == "blue/duellist-1")) == "4"
    assert "4" in shown
    assert "support" in signs(panels_of(hands), "1 red")
    assert "Duellist blocks" in shown


def test_a_round_that_is_over_stands_until_the_next_roll() -> None:
    hands = moment("round-over")
    assert hands.state.combat is not None
    assert hands.state.combat.round == "second"
    shown = texts(panels_of(hands), "1 red")
    assert "First round" in shown
    assert "dies" in signs(panels_of(hands), "1 red")
    wounds = suffered(hands.state.rolls, "blue/duellist-1").wounds
    assert (wounds, "4" in shown) == (4, True)
    for side in SIDES:
        assert "Duellist dies" in texts(panels_of(hands), side)
    panels = panels_of(moment("second"))
    assert "Second round" in texts(panels, "1 red")
    assert "Duellist" not in said(panels, "1 red")
    assert "Duellist dies" not in said(panels, "red")


def test_the_total_of_a_column_is_the_hits_of_this_round() -> None:
    hands = moment("block")
    assert [total(DECK, hands.table, 1, side) for side in SIDES] == [4, None]
    assert [total(DECK, hands.table, 2, side) for side in SIDES] == [0, None]
    assert total(DECK, begun(**MIDDLE).table, 1, "red") is None
    assert total(DECK, moment("six-struck").table, 5, "red") == 3


# Rolls and what comes of them


def test_both_are_told_whose_roll_is_due_what_it_must_reach_and_each_modifier() -> None:
    for side in SIDES:
        shown = said(panels_of(moment("shoot")), side)
        assert "Blue: roll to shoot" in shown
        assert "Bowman hits at 8, 9" in shown
        assert "Ravine +1" in shown
        draft = panels_of(moment("draft-rolls")).player(side)
        assert (draft.due, draft.labels.due) == (5, "reach")
        both = said(panels_of(moment("initiative")), side)
        assert "Red: bid +2" in both
        assert "Watchfire +1" in both
    assert panels_of(moment("shoot")).player("blue").active
    assert not panels_of(moment("shoot")).player("red").active


def test_the_next_roll_is_told_beside_what_came_of_the_last() -> None:
    for side in SIDES:
        shown = said(panels_of(moment("struck")), side)
        assert "Knight 11: 3 hits" in shown
        assert "Axeman hits at 7, 10. Added: Great axe +1" in shown
        assert "die 6" in signs(panels_of(moment("struck")), side)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("draft-enlisted", "Berserk is enlisted"),
        ("declare", "5 to 4: initiative"),
        ("solitary-short", "2: Berserk costs 3 COM"),
        ("spoils", "Ravine pillaged: 3 points"),
        ("control", "4 is below 5: 1 point"),
        ("home", "2 is below 3: 1 point"),
    ],
)
def test_what_came_of_a_roll_is_told_to_both(name: str, told: str) -> None:
    for side in SIDES:
        assert told in said(panels_of(moment(name)), side)


def test_a_draft_that_missed_is_told_as_a_question_to_one_and_as_a_result_to_the_other() -> None:
    panels = panels_of(moment("draft-missed"))
    assert "1 missing" in said(panels, "red")
    assert "4: Berserk needs 5" not in said(panels, "red")
    assert "4: Berserk needs 5" in said(panels, "blue")


@pytest.mark.parametrize(
    ("dice", "told"),
    [("1", "Berserk goes under the stock"), ("6", "Berserk is enlisted")],
)
def test_a_draft_ends_one_way_or_the_other(dice: str, told: str) -> None:
    hands = begun(**{**MIDDLE, "step": "draft", "markers": (0, 5)})
    hands.do("lay red/berserk-1 3 red", "press ok red", f"roll {dice}")
    assert told in said(panels_of(hands), "red")


def test_bids_that_are_equal_are_told_as_a_tie() -> None:
    hands = begun(**{**MIDDLE, "step": "bid"}).do("press ok red", "press ok blue", "roll 4 3")
    assert "4 to 4: bid again" in said(panels_of(hands), "red")


def test_who_keeps_a_unique_character_is_told() -> None:
    hands = begun(step="draft", hand=(5, 6)).do(
        *MOMENTS["contest"][1], "press ok red", "press ok blue", "roll 5 2"
    )
    assert "5 to 2" in texts(panels_of(hands), "red")
    hands = begun(of=MOMENTS["task"][0]["of"], **MIDDLE).do(*MOMENTS["task"][1], "roll 4")
    assert "4: Oracle does it" in texts(panels_of(hands), "blue")
    hands = begun(of=MOMENTS["task"][0]["of"], **MIDDLE).do(*MOMENTS["task"][1], "roll 3")
    assert "3: Oracle fails" in texts(panels_of(hands), "blue")


def test_a_wounded_fighter_is_told_as_the_round_ends() -> None:
    hands = begun(**ATTACK).do(*CLOSE, "roll 1 1", "roll 1 1", "roll 1 1", "roll 5 2", "roll 2 2")
    panels = panels_of(hands)
    assert "Knight: 1 wound" in texts(panels, "red")
    assert "2/3" in texts(panels, "1 red")


def test_face_down_cards_that_were_shown_are_told_with_their_points() -> None:
    down = (
        *MUSTER,
        "press ok red",
        "lay red/sack-1 pad red",
        "press ok red",
        "press column 1 red",
        "press ok red",
    )
    nobody = ("press ok blue", "press ok blue", *("press column 2 blue",) * 2, "follow")
    scored = begun(**ATTACK).do(*down, *nobody, "press ok blue")
    assert "Sack scores 1 point" in texts(panels_of(scored), "blue")
    bluff = begun(**ATTACK).do(*(press.replace("sack", "rally") for press in down), *nobody, "press ok blue")
    assert "Rally is shown" in texts(panels_of(bluff), "blue")


# What players have, and what is hidden


@pytest.mark.parametrize("side", SIDES)
def test_a_player_reads_what_they_have(side: Side) -> None:
    hands = begun(**{**MIDDLE, "points": (4, 3), "markers": (5, 4), "marked": "blue"})
    player = hands.state.player(side)
    assert counts(panels_of(hands).player(side)) == {
        "COM": str(player.com),
        "LOG": str(player.log),
        "Pts": str(player.score),
        # This turn's is used.
        "+1": "5" if side == "red" else "4*",
        "Hand": str(player.hand.number),
        "Stock": str(player.left),
    }


def test_who_waits_sees_what_both_have_but_not_while_dice_are_due() -> None:
    panels = panels_of(moment("muster"))
    assert panels.player("red").board is None
    assert isinstance(panels.player("blue").board, BothBoard)
    assert "Red has the initiative" in texts(panels, "blue")
    assert panels_of(moment("strike")).player("blue").board is None
    assert panels_of(moment("done")).player("red").board is not None
    assert not panels_of(moment("done")).player("red").active
    assert all(panels_of(moment("over")).player(side).board is not None for side in SIDES)


def test_a_bid_is_on_its_own_side_until_both_are_in() -> None:
    both = [panels_of(begun(**{**MIDDLE, "step": "bid"}).do(press)).all() for press in BIDS]
    done = [panels_of(begun(**{**MIDDLE, "step": "bid"}).do(press, "press ok red")).all() for press in BIDS]
    for one, other in (both, done):
        assert {place for place in one if one[place] != other[place]} <= {"red"}
    assert done[0]["red"] == done[1]["red"]


BIDS = ("press column 2 red", "press column 3 red")


def test_no_screen_tells_a_face_down_card_from_another() -> None:
    """Nor one that lies on the pad and was not confirmed, nor a card that was laid there too soon."""
    for gestures in ((), ("press ok red",), ("press ok red", "press column 1 red", "press ok red")):
        shown = [
            panels_of(
                begun(**ATTACK).do(*MUSTER, "press ok red", f"lay red/{card}-1 pad red", *gestures)
            ).all()
            for card in ("sack", "rally")
        ]
        assert shown[0] == shown[1]
    assert "face-down" in signs(panels_of(moment("target")), "4 blue")
    assert "1 card: ok lays it face down" in texts(panels_of(moment("bluff")), "red")


def test_who_may_win_soon_is_told_in_turns_with_the_figures() -> None:
    panel = panels_of(moment("near-ten")).player("red")
    assert panel.banners == ("Red has 9 of 10 points.", "Blue has 8 of 10 points.")
    assert not any("of 10 points" in note for note in panel.notes)


def test_hints_are_for_those_who_want_them_but_a_roll_is_told_to_everybody() -> None:
    bare = Settings().folded([f"help red {REFEREE}"])
    assert "Into column 1, 2 or 3" in said(panels_of(moment("draft")), "red")
    assert "Into column 1, 2 or 3" not in said(panels_of(moment("draft"), settings=bare), "red")
    assert "Berserk: 5 or more" in said(panels_of(moment("draft-rolls"), settings=bare), "red")


def test_what_is_answered_stands_before_what_is_asked() -> None:
    for name in ("strike", "struck", "muster", "draft-missed"):
        answer = (Prompt("red", moment(name).state.step, "undone"),)
        assert panels_of(moment(name), said=answer).player("red").headline == "Taken back"


def test_refusals_are_told_in_their_columns_and_on_their_players_screen() -> None:
    panels = panels_of(moment("prepare-refused"))
    assert "Knight has one of this kind already." in said(panels, "red")
    assert "DA-14" in texts(panels, "red")
    assert panels_of(moment("twice")).column(5, "red").notice == "Column full"
    assert panels_of(moment("wrong")).column(2, "red").fix == "take Sack from 2"


# Room


def test_more_than_nine_pages_leave_room_for_their_number() -> None:
    """Fourteen characters of long names at a place, most of whom bear something."""
    cards = [
        f"{kind}-{number}" for kind in ("knight", "axeman", "shieldman", "raider") for number in (1, 2, 3)
    ]
    worn = {f"{kind}_{number}": f"{kind_worn}-{number}" for kind, kind_worn in WORN for number in (1, 2, 3)}
    wounds = tuple((f"red/{kind}-2", 1) for kind in ("knight", "axeman", "shieldman", "raider"))
    hands = begun(of=LongNamed, lying=lying(red1=" ".join(cards)), gear=gear(**worn), wounds=wounds)
    panels = panels_of(hands)
    side = panels.side(1, "red", panels.readers["red"])
    found = [side.sketch, *side.further]
    assert len(found) > NINE
    assert {each.left for each in found if isinstance(each, RowsBand)} == {FAR_LEFT}
    check_all(panels)
    few = panels.side(2, "red", panels.readers["red"])
    assert few.sketch is None


WORN = (("knight", "mail"), ("axeman", "great-axe"), ("raider", "short-blade"), ("shieldman", "drill"))


def test_a_name_that_is_too_wide_runs_over_rows_and_is_cut_beside_rolls_alone() -> None:
    rows = named(Row("Captain of the Wolf Watch and its Dogs"), 80)
    assert " ".join(row.name for row in rows) == "Captain of the Wolf Watch and its Dogs"
    panels = panels_of(moment("long"))
    assert "Captain of the Wolf" in texts(panels, "1 red")
    assert "Watch" in texts(panels, "1 red")
    fights = panels_of(moment("long-fights"))
    assert render(fights.column(1, "red")).shortened == ("Captain of the Wolf Watch",)
    assert "Captain of the Wolf Watch 11: 3 hits" in texts(fights, "red")


def test_main_figures_are_3_mm_high() -> None:
    column = render(panels_of(moment("block")).column(1, "red"))
    assert figure_mm(column, "4", COLUMN_PIXEL_UM) >= MAIN_FIGURE_MM
    hands = begun(**{**MIDDLE, "log": (3, 6)})
    assert figure_mm(render(panels_of(hands).player("red")), "3", PLAYER_PIXEL_UM) >= MAIN_FIGURE_MM


@pytest.mark.parametrize("name", [name for name in MOMENTS if not name.startswith("long")])
def test_every_screen_of_every_moment_is_whole(name: str) -> None:
    check_all(panels_of(moment(name)))


def test_moments_are_kept_of_every_step() -> None:
    assert {moment(name).state.step for name in MOMENTS} == set(STEPS)


def test_every_text_is_whole_in_random_games() -> None:
    """Of each step the first, some moment and the last of a game."""
    rng = random.Random(5)
    moments: dict[str, list[State]] = {}
    for _, state in played(rng, RULES.new_game()):
        if not state.owed:
            moments.setdefault(state.step, []).append(state)
    for states in moments.values():
        for state in {id(each): each for each in (states[0], rng.choice(states), states[-1])}.values():
            check_all(panels_of(Moment(known_to_a_table(state))))


def test_the_longest_figures_fit() -> None:
    most = {
        "com": (6, 6),
        "log": (6, 6),
        "points": (19, 27),
        "hand": (20, 20),
        "markers": (4, 4),
        "marked": "both",
    }
    for step in ("prepare", "bid", "supply"):
        check_all(panels_of(begun(**{**MIDDLE, **most, "step": step})))
        check_all(panels_of(begun(**{**MIDDLE, **most, "points": (4, 3), "step": step}), minutes=(100, 99)))
    empty = begun(
        lying=lying(red1="militia-1", blue1="scout-1"), stock=(0, 0), discards=(41, 41), step="supply"
    )
    check_all(panels_of(empty))
    assert ROUND_OVER[-1].startswith("roll")


def test_the_menu_of_agreement_takes_the_screens() -> None:
    """An entry of each kind, as it would be set to its last choice, before the game and in a combat."""
    for name in ("assemble", "pair"):
        hands = moment(name)
        entries = hands.procedure.overrides(hands.table, hands.seen)
        for number, entry in {entry.key: (at, entry) for at, entry in enumerate(entries, 1)}.values():
            choice = entry.choices[-1] if entry.choices else None
            panels = panels_of(hands, agreement=Shown(entry, number, len(entries), choice))
            assert panels.column(1, "red").middle is None
            check_all(panels)
