"""Set-up at the table: armies ready, terrain laid card by card, the first player found (FG-S1, FG-S2)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.games.field_of_glory.actions import Advance, EndFlank, First, LayTerrain, Ready
from signifer_core.games.field_of_glory.position import Counts, Setup, begin
from signifer_core.games.field_of_glory.rules.draft import terrain_columns
from signifer_core.layout import COLUMNS, SIDES, zone
from signifer_core.procedure import Prompt
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.empty_tables import table
from tests.core.field_of_glory.states import DECK, RULES, Hands, after, codes, told, whole
from tests.sweeps import often


def at_terrain() -> Hands:
    hands = table()
    assert hands.press("press ok red") == hands.press("press ok blue") == ()
    return hands


def laid(hands: Hands) -> tuple[tuple[str, int], ...]:
    return hands.state.laid


def at_first() -> Hands:
    return Hands(begin(RULES, Setup(first=None)))


def test_fg_s2_each_player_says_when_the_army_is_ready() -> None:
    hands = table()
    assert RULES.actors(hands.state) == {"red", "blue"}
    assert [prompt.key for prompt in hands.referee.procedure.prompts(hands.table)] == ["army", "army"]
    assert hands.press("press ok blue") == ()
    assert RULES.actors(hands.state) == {"red"}
    assert told(hands.press("hold ok blue")) == [("not-your-turn", "FG-T0")]
    assert hands.referee.procedure.prompts(hands.table) == (
        Prompt("red", "army", "army"),
        Prompt("blue", "army", "wait", (("active", "red"), ("asked", "army"))),
    )
    assert hands.press("hold ok red") == ()
    assert (hands.done, hands.state.step) == ([Ready("blue"), Ready("red")], "terrain")
    assert (hands.state.red.hand, hands.state.blue.deck) == (9, 15)


def test_fg_s2_the_draft_itself_is_not_ready_made() -> None:
    drafting = RULES.new_game()
    while drafting.step == "terrain":
        drafting = after(drafting, RULES.legal_actions(drafting)[0])
    assert told(RULES.refusals(drafting, Ready("red"))) == [("wrong-phase", "FG-S2")]
    first = at_first().state
    assert told(RULES.refusals(first, Ready("red"))) == [("wrong-phase", "FG-S2")]
    once = after(table().state, Ready("red"))
    assert told(RULES.refusals(once, Ready("red"))) == [("not-your-turn", "FG-S2")]


@pytest.mark.parametrize("step", ["army", "terrain", "first"])
def test_fg_t0_nothing_else_is_done_before_play(step: str) -> None:
    hands = {"army": table, "terrain": at_terrain, "first": at_first}[step]()
    for player in SIDES:
        hands.lay(f"{player}/spear-1", f"3 {player}")
        assert whole(hands.refusals) == [
            (
                "wrong-phase",
                player,
                "FG-T0",
                {"step": step, "wanted": "actions"},
                Fix(Verb.TAKE, f"{player}/spear-1", "3"),
                f"{player}/spear-1",
            )
        ]
        assert hands.follow() == 1
        assert told(hands.press(f"press column 3 {player}")) == [("wrong-phase", "FG-T0")]
    if step != "terrain":
        hands.lay("terrain/plain-1", "3 blue")
        assert [(r.code, r.player, r.ruling) for r in hands.refusals] == [("wrong-phase", "blue", "FG-S1")]
        assert hands.follow() == 1
    assert hands.state == hands.start or step == "terrain"


def test_a_ceremony_of_the_dice_may_be_offered_until_both_are_ready() -> None:
    hands = table()
    procedure = hands.referee.procedure
    assert procedure.opening(hands.table)
    hands.press("press ok blue")
    assert procedure.opening(hands.table)
    hands.press("press ok red")
    assert not procedure.opening(hands.table)
    assert not procedure.opening(at_first().table)


def test_fg_s1_ok_beside_a_refused_terrain_card_tells_what_stands_against_it() -> None:
    hands = at_terrain().lay("terrain/woods-1", "2 red").lay("red/spear-1", "3 red")
    for player in SIDES:
        (told,) = hands.press(f"press ok {player}")
        assert (told.code, told.player, told.fix) == (
            "wrong-column",
            player,
            Fix(Verb.LAY, "terrain/woods-1", "1"),
        )
    hands.lift("terrain/woods-1")
    assert codes(hands.press("press ok red")) == ["one-card"]


def test_fg_s1_a_terrain_card_waits_for_ok_of_either_player() -> None:
    for player in SIDES:
        hands = at_terrain().lay("terrain/plain-1", f"3 {player}")
        assert (laid(hands), hands.refusals, hands.corrections) == ((), (), ())
        assert hands.press("press ok blue") == ()
        assert laid(hands) == (("terrain/plain-1", 3),)
        assert (hands.refusals, hands.corrections, hands.table.leaving) == ((), (), frozenset())
        assert whole(hands.press("press ok red")) == [
            (
                "one-card",
                "red",
                "FG-S1",
                {"cards": 0, "limit": 1},
                Fix(Verb.LAY, place="column", number=1),
                None,
            )
        ]
        hands.lift("terrain/plain-1")
        assert (hands.refusals, hands.corrections) == ((), ())


def test_fg_s1_who_has_laid_a_terrain_card_is_asked_for_ok_and_then_for_the_next_one() -> None:
    def asked(key: str, number: int) -> tuple[Prompt, ...]:
        return tuple(Prompt(player, "terrain", key, (("number", number), ("of", 5))) for player in SIDES)

    hands = at_terrain()
    assert hands.referee.procedure.prompts(hands.table) == asked("terrain", 1)
    hands.lay("terrain/plain-1", "3 red")
    assert hands.referee.procedure.prompts(hands.table) == asked("terrain-ok", 1)
    hands.press("press ok blue")
    assert hands.referee.procedure.prompts(hands.table) == asked("terrain", 2)


def test_fg_s1_lifting_it_confirms_it_as_well() -> None:
    hands = at_terrain().lay("terrain/hill-1", "5 red")
    hands.lift("terrain/hill-1", settled=False)
    assert (laid(hands), hands.unsettled) == ((), True)
    hands.judge()
    assert hands.done[-1] == LayTerrain("terrain/hill-1", 5)
    hands.lay("terrain/hill-1", "5 blue")
    assert (hands.refusals, hands.corrections) == ((), ())  # on its way to the middle
    hands.lay("terrain/hill-1", "4 blue")
    assert told(hands.refusals)[0] == ("card-elsewhere", "FG-S1")


def test_fg_s1_undo_takes_a_waiting_card_back_before_anything_else() -> None:
    hands = at_terrain().lay("terrain/plain-1", "3 red").lay("terrain/plain-2", "2 red")
    hands.press("hold dice")
    assert (laid(hands), hands.table.held.laid) == ((("terrain/plain-1", 3),), frozenset())
    assert hands.corrections_told() == ["take terrain/plain-2 2 red"]
    assert hands.follow() == 1
    hands.press("hold dice")
    assert (laid(hands), hands.corrections) == ((), ())  # the first card waits again
    assert len(hands.table.held.laid) == 1
    hands.press("hold dice")
    assert hands.state.step == "terrain"
    assert hands.corrections_told() == ["take terrain/plain-1 3 red"]
    hands.lift("terrain/plain-1")
    assert (hands.corrections, hands.refusals) == ((), ())


def test_fg_s1_undo_asks_a_card_back_that_has_gone_to_the_middle() -> None:
    """Its going confirmed it, so nobody took it back: it waits again where it lay."""
    hands = at_terrain().lay("terrain/plain-1", "3 red").lift("terrain/plain-1")
    assert laid(hands) == (("terrain/plain-1", 3),)
    hands.press("hold dice")
    assert laid(hands) == ()
    assert hands.table.held.laid == frozenset({("terrain/plain-1", zone("3 red"))})
    assert hands.corrections_told() == ["put terrain/plain-1 3 red"]


def test_fg_s1_the_next_card_confirms_the_one_before() -> None:
    hands = at_terrain().lay("terrain/plain-1", "3 red").lay("terrain/plain-2", "2 blue")
    assert laid(hands) == (("terrain/plain-1", 3),)
    assert hands.press("press ok red") == ()
    assert laid(hands) == (("terrain/plain-1", 3), ("terrain/plain-2", 2))


def test_fg_s1_a_waiting_card_may_be_slid_to_another_column_that_it_may_take() -> None:
    hands = at_terrain().lay("terrain/hill-1", "1 red")
    hands.lift("terrain/hill-1", settled=None).lay("terrain/hill-1", "5 red")
    assert (laid(hands), hands.refusals, hands.corrections) == ((), (), ())
    assert hands.press("press ok red") == ()
    assert laid(hands) == (("terrain/hill-1", 5),)
    hands = at_terrain().lay("terrain/hill-1", "1 red")
    hands.lift("terrain/hill-1", settled=None).lay("terrain/hill-1", "3 red")
    assert told(hands.refusals) == [("wrong-column", "FG-S1")]
    assert hands.corrections_told() == ["take terrain/hill-1 3 red", "put terrain/hill-1 1 red"]


def test_fg_s1_a_wrong_column_is_told_to_the_player_on_whose_side_it_lies() -> None:
    hands = at_terrain().lay("terrain/plain-1", "1 blue")
    assert whole(hands.refusals) == [
        (
            "wrong-column",
            "blue",
            "FG-S1",
            {"card": "terrain/plain-1", "column": 1, "wanted": "3"},
            Fix(Verb.LAY, "terrain/plain-1", "3"),
            "terrain/plain-1",
        )
    ]


def test_fg_s2_the_higher_die_begins_and_equal_dice_are_rolled_again() -> None:
    hands = at_first()
    hands.dice = [4, 4, 2, 5]
    hands.press("press dice")
    assert hands.prompts == tuple(Prompt(player, "first", "roll-again") for player in SIDES)
    assert hands.state.step == "first"
    hands.press("press dice")
    assert hands.done == [First("blue"), Advance(), EndFlank()]
    assert (hands.state.active, hands.state.turn, hands.state.step) == ("blue", 1, "actions")
    hands.press("hold dice")
    assert [prompt.key for prompt in hands.prompts] == ["no-undo-rolled"] * 2


def test_fg_t0_undo_never_goes_behind_the_roll_off() -> None:
    hands = at_first()
    hands.press("press dice")
    hands.press("hold dice")
    assert [prompt.key for prompt in hands.prompts] == ["no-undo-rolled"] * 2


def test_fg_s2_who_holds_ok_is_first() -> None:
    hands = at_first()
    assert hands.press("press ok blue") == ()
    assert hands.prompts == (Prompt("blue", "first", "hold-to-be-first"),)
    assert hands.press("hold ok blue") == ()
    assert (hands.state.active, hands.state.step) == ("blue", "actions")


def test_counts_stated_before_set_up_are_kept() -> None:
    state = begin(RULES, Setup(terrain=(), first=None, red=Counts(hand=5, deck=2)))
    assert (state.red.hand, state.red.deck, state.blue.hand, state.step) == (5, 2, 9, "army")


@settings(max_examples=often(25, 60), deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_fg_s1_any_order_of_cards_is_laid_by_hands_as_by_the_rules(seed: int) -> None:
    rng = random.Random(seed)
    hands = at_terrain()
    drawn = rng.sample(DECK.terrain_cards, len(COLUMNS))
    ways: list[tuple[str, int]] = []
    for card in drawn:
        base = after(hands.state, *(LayTerrain(*way) for way in ways[len(hands.state.laid) :]))
        allowed = terrain_columns(base, card)
        wrong = [column for column in COLUMNS if column not in allowed]
        if rng.random() < 0.3:
            hands.lay(card, f"{rng.choice(wrong)} {rng.choice(SIDES)}")
            assert {r.code for r in hands.refusals} == {"wrong-column"}
            assert hands.follow() == 1
        column = rng.choice(allowed)
        ways.append((card, column))
        hands.lay(card, f"{column} {rng.choice(SIDES)}")
        assert hands.refusals == ()
        what = rng.random()
        if what < 0.4:
            hands.press(f"press ok {rng.choice(SIDES)}")
        elif what < 0.8:
            hands.lift(card)
    if hands.state.step == "terrain":
        hands.press("press ok red")
    assert laid(hands) == tuple(ways)
    assert (hands.state.step, hands.refusals, hands.corrections) == ("first", (), ())
    assert hands.replayed() == hands.state


def test_fg_s1_a_card_that_was_asked_away_is_not_laid_by_those_that_come_after_it() -> None:
    hands = at_terrain().lay("terrain/hill-1", "2 red")
    asked = ["take terrain/hill-1 2 red"]
    assert (told(hands.refusals), hands.corrections_told()) == ([("wrong-column", "FG-S1")], asked)
    hands.lay("terrain/woods-1", "1 red")
    assert (told(hands.refusals), hands.corrections_told()) == ([("wrong-column", "FG-S1")], asked)
    hands.lay("terrain/rough-1", "5 red")
    assert (laid(hands), hands.corrections_told()) == ((("terrain/woods-1", 1),), asked)
    assert hands.press("press ok red") == ()
    two = (("terrain/woods-1", 1), ("terrain/rough-1", 5))
    assert (laid(hands), hands.corrections_told()) == (two, asked)
    hands.lift("terrain/hill-1")
    assert (laid(hands), hands.corrections_told()) == (two, [])
    hands.lay("terrain/hill-1", "2 red")
    assert laid(hands) == two
    assert hands.press("press ok red") == ()
    assert laid(hands)[-1] == ("terrain/hill-1", 2)
