"""People have the last word over Thermopyles, too: whatever they agree on, the game goes on from there, or is over."""

from __future__ import annotations

import random

import pytest
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.thermopyles import Pile, Setup, State, begin
from signifer_core.games.thermopyles.actions import (
    Approach,
    Bury,
    Charge,
    Decline,
    Draw,
    Engage,
    Players,
    Retreat,
    Rolled,
    Support,
)
from signifer_core.layout import Layout, zone
from signifer_core.procedure import POSITION, Choice, Held, Override, Table
from signifer_core.referee import Referee
from signifer_core.rules import Refusal

from tests.core.thermopyles.states import (
    BONUS,
    DECK,
    FIFTEEN,
    PROCEDURE,
    RULES,
    STRONG,
    TEN,
    TOUGH,
    TWENTY,
    WEAK,
    TableHands,
    after,
    check_state,
    fought,
    known,
    late,
    played,
    settled,
    table_position,
)


def seen_row(*cards: str) -> Layout:
    layout = Layout()
    for place, card in enumerate(cards, 1):
        layout = layout.laid(card, zone(f"{place} blue"))
    return layout


def entries(state: State, *row: str) -> tuple[Override, ...]:
    return PROCEDURE.overrides(Table(state), seen_row(*(row or state.row)))


def agreed(state: State, *changes: str) -> State:
    """The state after a visit of the menu for each change."""
    for change in changes:
        state = closed(in_the_menu(state, change))
    return state


def closed(state: State) -> State:
    """The state once people have done."""
    done, _ = PROCEDURE.follows(Table(state))
    state = PROCEDURE.overrule(Table(state), done)[0] if done else state
    assert PROCEDURE.follows(Table(state)) == ("", ())
    return state


def in_the_menu(state: State, *changes: str) -> State:
    """The state after the changes, while people may go on to agree."""
    for change in changes:
        state = PROCEDURE.overrule(Table(state), f"agreed {change}")[0]
    return state


def entry(state: State, key: str, *row: str) -> Override:
    return next(found for found in entries(state, *row) if found.key == key)


def test_every_entry_has_the_value_that_holds_and_what_it_may_be() -> None:
    state = table_position(players=2, marker=3, supports=2)
    found = [(found.key, found.now) for found in entries(state)]
    assert found == [
        (POSITION, None),
        ("marker", 3),
        ("active", "1"),
        *(("hand", 3), ("hand", 3)),
        *(("pile", 14), ("supports", 2), ("persians", 26), ("cemetery", 0)),
        ("over", "none"),
    ]
    assert entry(state, "marker").choices[:3] == (
        Choice(1, ("agreed marker 1",)),
        Choice(2, ("agreed marker 2",)),
        Choice(3),
    )
    assert entry(state, POSITION).choices == ()


def test_before_anybody_plays_there_is_nothing_to_overrule() -> None:
    state = RULES.table_game()
    assert [found.key for found in entries(state)] == ["over"]
    with pytest.raises(RulesError, match="nobody plays yet"):
        agreed(state, "marker 2")


def test_marker_turn_and_supports_are_set() -> None:
    state = agreed(table_position(players=3), "marker 5", "active 3", "supports 1")
    assert (state.marker, state.active, len(state.supports)) == (5, "3", 1)
    assert RULES.legal_actions(state) == RULES.legal_actions(state)
    check_state(state)


def test_the_supports_that_lie_there_are_those_that_are_left() -> None:
    spent = after(table_position(), Charge(FIFTEEN), Support("support-1"), Support("support-2"))
    state = replace(spent, fight=None, step="act")
    assert agreed(state, "supports 1").supports == {"support-3"}
    assert agreed(state, "supports 3").supports == {"support-3", "support-4", "support-1"}
    assert agreed(state, "supports 0").supports == frozenset()


def test_th_3_which_supports_are_left_is_only_a_number_once_people_have_agreed_on_it() -> None:
    hands = TableHands(agreed(table_position(players=2), "supports 2"))
    hands.lay(FIFTEEN, "1 red").lay("support-4", "pad red").lay("support-1", "pad red")
    assert hands.refusals == ()
    hands.lay("support-3", "pad red")
    (told,) = hands.referee.pads(hands.table, hands.seen)
    assert (told.key, hands.refusals) == ("pad-too-many", ())
    assert [(why.code, why.figure("left")) for why in hands.press("press ok red")] == [("support-spent", 2)]
    hands.lift("support-3").press("press ok red")
    assert (hands.state.combat.supports, hands.state.supports) == (("support-4", "support-1"), frozenset())
    assert hands.state.combat.due == 2


def test_in_a_combat_only_supports_that_are_not_spent_may_be_said_to_lie_there() -> None:
    spent = after(table_position(), Charge(FIFTEEN), Support("support-1"), Support("support-2"))
    found = entry(spent, "supports")
    assert (found.now, [choice.value for choice in found.choices]) == (2, [0, 1, 2])
    assert agreed(spent, "supports 0").supports == frozenset()
    assert agreed(spent, "supports 4").supports == spent.supports, "said in a game that was kept"


def test_hands_and_pile_give_way_to_each_other() -> None:
    state = agreed(table_position(players=2), "hand 2 5")
    assert ([hand.number for hand in state.hands], state.pile.number, state.discard.number) == ([3, 5], 12, 0)
    state = agreed(state, "pile 4")
    assert (state.pile.number, state.discard.number) == (4, 8)
    state = agreed(state, "hand 1 0", "pile 15")
    assert (state.pile.number, state.discard.number) == (15, 0)
    check_state(state)


def test_cemetery_and_pile_of_the_persians_give_way_to_each_other() -> None:
    state = agreed(table_position(), "cemetery 9")
    assert (state.persians.number, state.cemetery.number, state.repelled.number) == (17, 9, 0)
    state = agreed(state, "persians 4")
    assert (state.persians.number, state.repelled.number) == (4, 13)
    state = agreed(state, "cemetery 2")
    assert (state.persians.number, state.repelled.number) == (4, 20)
    check_state(state)
    won = agreed(state, "cemetery 12")
    assert (RULES.outcome(won), RULES.outcome(agreed(won, "cemetery 11"))) == ("red", None)
    end = table_position((WEAK, STRONG), persians=0, repelled=26)
    check_state(agreed(end, f"row {TOUGH}"))
    full = settled(fought(end, TEN))
    check_state(agreed(agreed(full, "row"), f"row {TOUGH} {BONUS}"))


def test_a_row_is_taken_as_it_lies_and_refilled() -> None:
    state = table_position((WEAK, TOUGH))
    assert entry(state, POSITION, TOUGH, STRONG).choices == (Choice(2, (f"agreed row {TOUGH} {STRONG}",)),)
    assert agreed(state, f"row {TOUGH} {STRONG}").row == (TOUGH, STRONG)
    assert agreed(state, f"row {STRONG}").step == "replenish"
    assert agreed(state, "row").persians.number == 28
    check_state(agreed(state, f"row {STRONG}"))


def test_a_card_that_cannot_lie_in_the_row_is_named() -> None:
    state = settled(fought(table_position((WEAK, STRONG)), FIFTEEN))
    found = entry(state, POSITION, WEAK, "tag/04")
    assert [(reason.code, reason.card, reason.player) for reason in found.refusals] == [
        ("unknown-tag", "tag/04", "red"),
    ]
    (other,) = entry(state, POSITION, STRONG, "field-of-glory:red/spear-2").refusals
    assert (other.code, other.player, other.fix.place) == ("wrong-game", "red", "2")
    assert entry(state, POSITION, STRONG, STRONG).refusals == ()
    for words in (f"row {STRONG} {STRONG}", f"row {TEN}", f"row {TOUGH} {BONUS} {STRONG}"):
        with pytest.raises(RulesError, match="not Persians, each once"):
            agreed(state, words)


def test_th_9_a_row_is_taken_with_a_persian_whom_the_record_has_in_another_pile() -> None:
    state = after(settled(fought(table_position((WEAK, STRONG)), FIFTEEN)), Approach(TOUGH))
    assert {WEAK} == state.cemetery.named | state.repelled.named
    state = agreed(state, f"row {STRONG} {WEAK}")
    assert (state.row, state.known_place(WEAK)) == ((STRONG, WEAK), "row")
    assert (state.persians.number, state.cemetery.number, state.repelled.number) == (26, 0, 0)
    check_state(state)


def test_a_combat_that_no_longer_holds_is_called_off() -> None:
    state = after(table_position(), Charge(FIFTEEN), Support("support-1"))
    state = agreed(state, f"row {TOUGH} {STRONG}")
    assert (state.fight, state.step, state.hands[0].number, len(state.supports)) == (None, "act", 4, 4)
    state = after(table_position(players=2), Charge(FIFTEEN))
    state = agreed(state, "active 2")
    assert (state.fight, state.active, state.hands[0].number) == (None, "2", 3)


def test_a_combat_goes_on_where_it_still_holds() -> None:
    hands = TableHands(table_position(marker=3))
    hands.do(Charge(FIFTEEN))
    hands.press("press ok red")
    state = agreed(hands.state, "marker 2", "supports 3", "hand 1 4")
    assert (state.step, state.combat.due, len(state.supports)) == ("dice", 1, 3)
    check_state(state)
    after(state, Rolled(1))


def test_th_9_a_combat_called_off_half_way_lets_the_second_persian_move_up() -> None:
    half = after(fought(table_position((WEAK, TOUGH), players=2), FIFTEEN), Bury(WEAK))
    state = agreed(half, "active 2")
    assert (state.first, state.second, state.step, state.active) == (TOUGH, None, "replenish", "2")
    assert after(state, Approach(STRONG)).row == (TOUGH, STRONG)
    check_state(agreed(agreed(half, "over red"), "marker 2"))
    hands = TableHands(table_position((WEAK, TOUGH), players=2))
    hands.do(Charge(FIFTEEN))
    hands.do(Engage())
    hands.do(Bury(WEAK))
    hands.agree("agreed active 2")
    hands.judge().follow()
    assert hands.lies("1 blue") == (TOUGH,)


def test_th_10_a_combat_ends_with_the_twelfth_that_people_agree_on() -> None:
    state = agreed(after(table_position(marker=3), Charge(FIFTEEN), Engage()), "cemetery 12")
    assert (RULES.outcome(state), state.fight, state.hands[0].number) == ("red", None, 4)
    check_state(state)


def test_the_game_is_ended_and_goes_on_again() -> None:
    state = agreed(table_position(), "over red")
    assert (RULES.outcome(state), state.step) == ("red", "over")
    state = agreed(state, "marker 2")
    assert (RULES.outcome(state), state.step) == (None, "act")
    lost = agreed(table_position(marker=6), "over blue")
    assert RULES.outcome(agreed(lost, "marker 4")) is None
    assert entry(lost, POSITION, TOUGH).choices == ()


def test_a_game_that_these_counts_end_is_over_by_th_10() -> None:
    assert RULES.outcome(agreed(table_position(), "hand 1 0", "pile 0")) == "blue"
    state = table_position(persians=0, repelled=26)
    assert RULES.outcome(agreed(agreed(state, "over blue"), "marker 2")) is None
    state = settled(fought(table_position((WEAK, STRONG), persians=0, repelled=26), FIFTEEN))
    assert RULES.outcome(agreed(state, "marker 2")) == "red"


@pytest.mark.parametrize(
    "words",
    ["", "agreed", "marker 3", "agreed marker 7", "agreed hand 3 1", "agreed nothing 1", "agreed active 1"],
)
def test_what_is_no_agreement_raises(words: str) -> None:
    with pytest.raises(RulesError, match="is no agreement"):
        PROCEDURE.overrule(Table(table_position(players=2)), words)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_agreed_the_game_goes_on_or_is_over(seed: int) -> None:
    rng = random.Random(seed)
    start = late(rng) if seed % 2 else RULES.new_game()
    for _, full in played(rng, start):
        state = RULES.view(full, "anyone")
        if state.step in ("players", "deal", "drawing", "support"):
            continue
        unseen = [card for card in DECK.persians if state.known_place(card) in (None, "row")]
        row = rng.sample(unseen, min(rng.randrange(3), len(unseen)))
        for found in entries(state, *row):
            for choice in rng.sample(found.choices, min(2, len(found.choices))):
                changed = state
                for change in choice.changes:
                    changed = agreed(state, change.removeprefix("agreed "))
                    assert PROCEDURE.overrule(Table(state), change)[1] == Held()
                check_state(changed)
                assert bool(RULES.legal_actions(changed)) != bool(RULES.outcome(changed))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_agreed_in_one_visit_the_menu_goes_on_and_the_game_after_it(seed: int) -> None:
    rng = random.Random(seed)
    for _, full in played(rng, late(rng)):
        state = RULES.view(full, "anyone")
        if state.step in ("players", "deal", "drawing", "support"):
            continue
        assert PROCEDURE.follows(Table(state)) == ("", ())
        for _ in range(rng.randrange(1, 5)):
            unseen = [card for card in DECK.persians if state.known_place(card) in (None, "row", "repelled")]
            row = rng.sample(unseen, min(rng.randrange(3), len(unseen)))
            choices = rng.choice(entries(state, *row)).choices
            changes = rng.choice(choices).changes if choices else ()
            state = in_the_menu(state, *(change.removeprefix("agreed ") for change in changes))
            assert len(PROCEDURE.prompts(Table(state))) == 2
            assert PROCEDURE.due(Table(state))
        state = closed(state)
        check_state(state)
        assert bool(RULES.legal_actions(state)) != bool(RULES.outcome(state))


def test_th_2_a_count_put_right_in_one_visit_of_the_menu_ends_no_turn_but_in_games_of_before() -> None:
    words = Setup(players=2, row=(WEAK, STRONG)).to_json()
    older = {name: value for name, value in words.items() if name != "agreed_late"}
    for setup, step, active in ((words, "draw", "1"), (older, "act", "2")):
        drawing = after(begin(RULES, Setup.from_json(setup)), Retreat())
        state = closed(in_the_menu(drawing, "pile 0", "pile 14"))
        assert (state.step, state.active, state.pile.number) == (step, active, 14)
    six = after(table_position(players=2, hands=(5, 3)), Retreat(), Draw("1"))
    assert closed(in_the_menu(six, "hand 1 5", "over red", "hand 1 4", "marker 3")).turn == 2
    assert closed(in_the_menu(six, "over red", "marker 3")).step == "discard"


def test_th_10_counts_end_the_game_as_the_menu_is_left() -> None:
    few = in_the_menu(table_position(players=2), "hand 1 0", "hand 2 0", "pile 0")
    assert (RULES.outcome(few), RULES.outcome(closed(few))) == (None, "blue")
    assert closed(in_the_menu(few, "pile 3")).step == "act"
    fighting = after(table_position(marker=3), Charge(FIFTEEN), Engage())
    assert closed(in_the_menu(fighting, "cemetery 12", "cemetery 2")).fight == fighting.fight
    assert PROCEDURE.follows(Table(RULES.table_game())) == ("", ())


def test_a_step_that_has_nothing_left_to_decide_ends_the_turn() -> None:
    drawing = after(table_position(players=2), Retreat())
    state = agreed(drawing, "pile 0")
    assert (state.step, state.active, state.turn) == ("act", "2", 2)
    assert agreed(drawing, "marker 5").step == "draw"
    six = after(table_position(hands=(5,)), Retreat(), Draw("1"))
    assert agreed(six, "hand 1 5").turn == 2
    assert agreed(six, "marker 4").step == "discard"
    refilling = settled(fought(table_position((WEAK, STRONG)), FIFTEEN))
    assert agreed(refilling, f"row {TOUGH} {STRONG}").turn == 2
    begun = agreed(after(RULES.table_game(), Players(1)), f"row {TOUGH} {STRONG}")
    assert (begun.step, begun.turn) == ("act", 1)


def test_th_1_a_row_agreed_on_leaves_the_turn_to_whoever_has_not_played_it() -> None:
    state = agreed(table_position((WEAK, TOUGH), players=2), f"row {TOUGH}")
    assert (state.step, state.active) == ("replenish", "1")
    for filled in (after(state, Approach(STRONG)), agreed(state, f"row {TOUGH} {STRONG}")):
        assert (filled.step, filled.active, filled.turn) == ("act", "1", 1)
    assert after(filled, Retreat(), Decline()).active == "2"
    fighting = after(table_position((WEAK, TOUGH), players=2, marker=3), Charge(FIFTEEN), Engage())
    state = after(agreed(fighting, f"row {TOUGH}"), Approach(STRONG))
    assert (state.step, state.active, state.hands[0].number) == ("act", "1", 3)
    given = agreed(settled(fought(table_position((WEAK, STRONG), players=2), FIFTEEN)), "active 2")
    assert (given.step, after(given, Approach(TOUGH)).active) == ("replenish", "2")


def test_th_1_a_row_agreed_on_gives_nobody_a_second_turn() -> None:
    drawing = after(table_position((WEAK, TOUGH), players=2, hands=(5, 3)), Retreat())
    state = after(agreed(drawing, f"row {TOUGH}"), Approach(STRONG))
    assert (state.step, state.active, state.draws) == ("draw", "1", 1)
    state = after(agreed(after(drawing, Draw("1")), f"row {TOUGH}"), Approach(STRONG))
    assert (state.step, state.active, state.turn) == ("act", "2", 2)
    state = after(settled(fought(table_position((WEAK, STRONG), players=2), FIFTEEN)), Approach(TOUGH))
    assert (state.step, state.active, state.turn) == ("act", "2", 2)
    ended = agreed(
        table_position((WEAK, TOUGH), players=2), f"row {TOUGH}", "over blue", f"row {TOUGH} {STRONG}"
    )
    state = after(settled(fought(ended, FIFTEEN)), Approach(WEAK))
    assert (state.step, state.active, state.turn) == ("act", "2", 2)


def test_th_1_a_win_that_is_taken_back_gives_nobody_a_second_turn() -> None:
    """The combat was played; a turn that a row agreed on had left unplayed, and whose end was agreed on, was not."""
    won = settled(fought(table_position((WEAK, STRONG), players=2, cemetery=11), FIFTEEN))
    assert RULES.outcome(won) == "red"
    state = after(agreed(won, "cemetery 11"), Approach(TOUGH))
    assert (state.step, state.active, state.turn) == ("act", "2", 2)
    unplayed = agreed(table_position((WEAK, TOUGH), players=2), f"row {TOUGH}", "over blue", "cemetery 3")
    state = after(unplayed, Approach(STRONG))
    assert (state.step, state.active, state.turn) == ("act", "1", 1)


def test_th_1_an_end_that_is_taken_back_leaves_the_turn_as_it_was() -> None:
    """Who has fought, with the last Spartan that the record knew of, does so no more, but in games of before."""
    words = Setup(players=2, row=(STRONG, TOUGH), hands=(1, 0), pile=0).to_json()
    older = {name: value for name, value in words.items() if name != "agreed_late"}
    for setup, active in ((words, "2"), (older, "1")):
        state = agreed(fought(begin(RULES, Setup.from_json(setup)), TEN), "hand 2 1")
        assert (state.step, state.active) == ("act", active)
    unplayed = agreed(table_position(players=2), "over red", "over blue", "marker 3")
    assert (unplayed.step, unplayed.active, unplayed.unplayed) == ("act", "1", False)
    given = agreed(table_position(players=2), "over red", "active 2")
    assert (given.step, given.active, given.unplayed) == ("act", "2", False)
    drawing = agreed(after(table_position(players=2), Retreat()), "over red", "marker 3")
    assert (drawing.step, drawing.draws) == ("draw", 1)


def test_th_2_a_retreat_to_the_seventh_place_is_played_once_the_loss_is_taken_back() -> None:
    words = Setup(players=2, row=(STRONG, TOUGH), marker=6).to_json()
    older = {name: value for name, value in words.items() if name != "agreed_late"}
    for setup, step in ((words, "draw"), (older, "act")):
        lost = after(begin(RULES, Setup.from_json(setup)), Retreat())
        assert (RULES.outcome(lost), RULES.legal_actions(lost)) == ("blue", ())
        state = agreed(lost, "marker 6")
        assert (state.step, state.active) == (step, "1")


def test_th_8_a_win_that_is_taken_back_leaves_the_cards_of_the_symbols() -> None:
    words = Setup(players=2, row=(BONUS, "persian-7"), persians=1).to_json()
    older = {name: value for name, value in words.items() if name != "agreed_late"}
    for setup, step, active in ((words, "draw", "1"), (older, "act", "2")):
        won = settled(fought(begin(RULES, Setup.from_json(setup)), TWENTY))
        assert RULES.outcome(won) == "red"
        state = after(agreed(won, "persians 7"), Approach(WEAK), Approach(TOUGH))
        assert (state.step, state.active) == (step, active)
    state = after(agreed(won, "over blue", "persians 7"), Approach(WEAK), Approach(TOUGH))
    assert state.step == "act"


def test_th_1_a_game_of_before_goes_on_as_it_was_played() -> None:
    def row_agreed(setup: Setup) -> State:
        return after(agreed(begin(RULES, setup), f"row {TOUGH}"), Approach(STRONG))

    newer = Setup(players=2, row=(WEAK, TOUGH))
    words = newer.to_json()
    assert row_agreed(Setup.from_json(words)) == row_agreed(newer)
    older = Setup.from_json({name: value for name, value in words.items() if name != "row_keeps_turn"})
    assert (row_agreed(newer).active, row_agreed(older).active) == ("1", "2")


def test_th_8_a_defeat_taken_back_gives_no_card_but_in_games_of_before() -> None:
    words = Setup(players=2, row=(BONUS, STRONG)).to_json()
    older = {name: value for name, value in words.items() if name != "symbol_goes"}
    for setup, step, active in ((words, "act", "2"), (older, "draw", "1")):
        won = settled(fought(begin(RULES, Setup.from_json(setup)), TWENTY))
        assert (won.step, won.draws) == ("replenish", 1)
        state = agreed(won, f"row {BONUS} {STRONG}")
        assert (state.step, state.active) == (step, active)
        drawing = after(won, Approach(WEAK))
        assert (agreed(drawing, f"row {STRONG} {TOUGH}").step, drawing.draws) == ("draw", 1)
        assert agreed(drawing, f"row {BONUS} {STRONG}").step == step
        later = after(drawing, Decline(), Retreat())
        assert (later.turn, agreed(later, f"row {BONUS} {STRONG}").draws) == (2, 1)


def test_th_8_the_cemetery_may_be_counted_before_the_row_is_taken_as_it_lies() -> None:
    """The count takes the names of all who lie there; but who was defeated last is known, and is not drawn again."""
    words = Setup(players=2, row=(BONUS, STRONG), cemetery=2).to_json()
    older = {name: value for name, value in words.items() if name != "agreed_late"}
    for setup, numbers, draws in ((words, (24, 2, 0), 0), (older, (23, 2, 1), 1)):
        won = settled(fought(begin(RULES, Setup.from_json(setup)), TWENTY))
        state = agreed(won, "cemetery 2", f"row {BONUS} {STRONG}", f"row {STRONG} {BONUS}")
        assert tuple(pile.number for pile in (state.persians, state.cemetery, state.repelled)) == numbers
        assert state.draws == draws
        assert agreed(won, "cemetery 2", "cemetery 3", f"row {BONUS} {STRONG}").draws == draws, (
            "a slip, put right"
        )
    other = agreed(won, "cemetery 2", f"row {BONUS} {STRONG}", f"row {TOUGH} {STRONG}")
    assert (other.persians.number, other.repelled.number) == (23, 1)
    both = settled(fought(table_position((BONUS, "persian-7"), players=2, cemetery=2, persians=9), TWENTY))
    state = agreed(both, "cemetery 3", f"row {BONUS} persian-7")
    numbers = (state.persians.number, state.cemetery.number, state.repelled.number)
    assert numbers == (8, 3, 0), "one of them has come from the pile"
    state = agreed(both, "cemetery 3", f"row persian-7 {STRONG}")
    numbers = (state.persians.number, state.cemetery.number, state.repelled.number)
    assert numbers == (8, 3, 0), "it is the one that lies there who was counted, not the first one defeated"
    assert state.known_place(BONUS) is None


def test_th_8_a_symbol_taken_back_with_its_persian_is_taken_back_once() -> None:
    other = "persian-7"
    state = agreed(
        settled(fought(table_position((BONUS, other), players=2), TWENTY)), f"row {BONUS} persian-28"
    )
    assert (state.step, state.draws) == ("draw", 1)
    assert agreed(state, f"row {BONUS} persian-27").draws == 1


def test_th_5_nobody_repels_or_discards_by_agreement_what_is_out_of_play() -> None:
    words = Setup(players=2, row=(WEAK, TOUGH), cemetery=9, persians=6, pile=4).to_json()
    older = {name: value for name, value in words.items() if name != "out_stays"}
    for said, repelled, discards in ((words, 1, 1), (older, 12, 11)):
        state = begin(RULES, Setup.from_json(said))
        fewer = agreed(state, "cemetery 8", "pile 3")
        assert (fewer.persians.number, fewer.repelled.number, fewer.discard.number) == (6, repelled, discards)
        again = agreed(fewer, "cemetery 9", "hand 1 4")
        assert (again.repelled.number, again.discard.number) == (repelled - 1, discards - 1)
    state = begin(RULES, Setup.from_json(words))
    for row, persians in ((f"row {TOUGH}", 7), (f"row {TOUGH} {STRONG}", 6)):
        changed = agreed(state, row)
        assert (changed.persians.number, changed.repelled) == (persians, Pile())
    more = agreed(state, "cemetery 11", "hand 1 5", "persians 15", "pile 12")
    assert (more.persians.number, more.repelled.number) == (15, 0)
    assert (more.pile.number, more.discard.number) == (12, 0)
    check_state(more)


def test_th_5_a_card_that_was_seen_stays_where_it_is_while_others_are_out_of_play() -> None:
    driven = Setup(players=1, row=(WEAK, TOUGH), cemetery=8, repelled=1, driven=(BONUS,), persians=6, pile=4)
    state = settled(fought(begin(RULES, driven), TWENTY))
    assert (state.discard, state.repelled.named >= {BONUS}) == (known(TWENTY), True)
    later = agreed(state, "hand 1 5", "cemetery 11")
    assert (later.discard, later.repelled) == (state.discard, state.repelled)
    full = settled(fought(table_position(repelled=1, cemetery=8), TWENTY))
    assert agreed(full, "hand 1 4").discard == Pile(), "nothing else can have come into the hand"


@pytest.mark.parametrize("change", ["active 2", f"row {TOUGH}", "over blue"])
def test_th_2_a_discard_that_is_no_longer_asked_for_leaves_no_sixth_card(change: str) -> None:
    six = after(table_position(players=2, hands=(5, 3)), Retreat(), Draw("1"))
    state = agreed(six, change)
    assert ([hand.number for hand in state.hands], state.discard) == ([5, 3], Pile(1))
    check_state(state)
    check_state(agreed(state, "marker 4"))


def test_a_combat_called_off_leaves_no_hand_too_full() -> None:
    state = agreed(after(table_position(players=2), Charge(FIFTEEN)), "hand 1 5", "active 2")
    assert (state.hands[0].number, set(state.discard.named)) == (5, {FIFTEEN})
    check_state(state)


def overruled(hands: TableHands, change: str) -> tuple[Refusal, ...]:
    """What stands against what lies there, once the change was agreed on and the menu is closed."""
    hands.agree(f"agreed {change}")
    return hands.referee.judge(hands.table, hands.seen, settled=True).refusals


def test_th_9_a_persian_who_moves_up_by_agreement_is_asked_to_and_not_refused() -> None:
    hands = TableHands(table_position((WEAK, STRONG), players=2))
    hands.seen = hands.seen.lifted(WEAK, zone("1 blue"))
    assert overruled(hands, f"row {STRONG}") == ()
    assert hands.table.returning == {(STRONG, zone("1 blue"))}
    assert hands.table.leaving == {(STRONG, zone("2 blue"))}


def test_th_10_a_win_taken_back_holds_nothing_that_lies_there_against_anybody() -> None:
    hands = TableHands(table_position((WEAK, STRONG), players=2, cemetery=11))
    for action in (Charge(FIFTEEN), Engage(), Bury(WEAK)):
        hands.do(action)
    assert RULES.outcome(hands.state) == "red"
    hands.seen = hands.seen.laid(FIFTEEN, zone("1 red")).laid(STRONG, zone("2 blue"))
    assert overruled(hands, "cemetery 11") == ()
    assert {(FIFTEEN, zone("1 red")), (STRONG, zone("2 blue"))} <= hands.table.leaving
    assert hands.table.returning == {(STRONG, zone("1 blue"))}


def test_th_3_a_spartan_who_waits_does_so_until_a_row_agreed_on_is_refilled() -> None:
    hands = TableHands(table_position((WEAK, STRONG), players=2))
    hands.lay(FIFTEEN, "1 red")
    hands.seen = hands.seen.lifted(STRONG, zone("2 blue"))
    assert overruled(hands, f"row {WEAK}") == ()
    assert (hands.state.step, hands.table.leaving) == ("replenish", frozenset())
    hands.lay(TOUGH, "2 blue")
    hands.press("press ok red")
    fight = hands.state.fight or hands.state.result
    assert fight is not None
    assert fight.spartan == FIFTEEN


def test_the_table_asks_for_what_was_agreed() -> None:
    hands = TableHands(table_position((WEAK, TOUGH)))
    hands.lay(TWENTY, "1 red")
    referee: Referee[State, object] = Referee(PROCEDURE)  # type: ignore[arg-type]
    hands.table = referee.overruled(hands.table, f"agreed row {TOUGH} {STRONG}", hands.seen)
    hands.judge().follow()
    assert (hands.lies("1 blue"), hands.lies("2 blue")) == ((TOUGH,), (STRONG,))
    assert Players(1) not in hands.done
