"""The rulings of Thermopyles, one by one; docs/thermopyles.md explains them."""

from __future__ import annotations

import random

import pytest
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.thermopyles import Deck, Pile, Setup, Thermopyles, begin
from signifer_core.games.thermopyles.actions import (
    Approach,
    Bury,
    Charge,
    Decline,
    Discard,
    Draw,
    Drawn,
    Engage,
    Players,
    Repel,
    Retreat,
    Rolled,
    Support,
)
from signifer_core.games.thermopyles.deck import thermopyles_catalogue
from signifer_core.games.thermopyles.rules import legal
from signifer_core.games.thermopyles.state import STEPS, hand_size

from tests.core.thermopyles.states import (
    BONUS,
    DECK,
    FIFTEEN,
    FOURTEEN,
    RULES,
    SIXTEEN,
    STRONG,
    TEN,
    TOUGH,
    TWENTY,
    WEAK,
    after,
    fought,
    full_position,
    played,
    settled,
    table_position,
    told,
)


def test_the_persians_of_these_tests_have_the_figures_that_they_count_on() -> None:
    figures = {card: DECK.persian(card) for card in (WEAK, TOUGH, STRONG, BONUS)}
    assert [(p.battle, p.annihilation, p.bonus) for p in figures.values()] == [
        (12, 14, False),
        (13, 18, False),
        (22, 24, True),
        (13, 16, True),
    ]
    assert [DECK.battle(card) for card in (TEN, FOURTEEN, FIFTEEN, SIXTEEN, TWENTY)] == [10, 14, 15, 16, 20]


# TH-1


def test_th_1_a_turn_is_a_retreat_or_a_combat() -> None:
    state = table_position()
    legal = set(RULES.legal_actions(state))
    assert legal == {Retreat(), *map(Charge, DECK.spartans)}


def test_th_1_without_a_card_in_hand_only_a_retreat_is_left() -> None:
    state = table_position(players=2, hands=(0, 3))
    assert RULES.legal_actions(state) == (Retreat(),)
    (reason,) = RULES.refusals(state, Charge(TEN))
    assert (reason.code, reason.ruling, reason.fix.verb) == ("must-retreat", "TH-1", "hold")


def test_th_1_only_whose_move_it_is_is_told_to_retreat() -> None:
    for hand in (0, 1):
        state = after(table_position(hands=(hand,)), Charge(TEN) if hand else Retreat())
        assert [reason.code for reason in RULES.refusals(state, Charge(FIFTEEN))] == ["wrong-phase"]


def test_th_1_a_combat_under_way_leaves_no_retreat_and_no_second_spartan() -> None:
    state = after(table_position(), Charge(FIFTEEN))
    assert told(state, Retreat()) == [("wrong-phase", "TH-1")]
    assert told(state, Charge(TEN)) == [("wrong-phase", "TH-1")]


def test_th_1_players_take_turns_in_their_order() -> None:
    state = table_position(players=3)
    seen = []
    for _ in range(4):
        seen.append(state.active)
        state = after(state, Retreat(), Decline())
    assert seen == ["1", "2", "3", "1"]
    assert state.turn == 5


@pytest.mark.parametrize(("players", "cards"), [(1, 4), (2, 3), (3, 3), (4, 3)])
def test_th_1_hands_are_four_cards_alone_and_three_each_together(players: int, cards: int) -> None:
    assert hand_size(players) == cards
    state = after(RULES.table_game(), Players(players))
    assert [hand.number for hand in state.hands] == [cards] * players
    assert state.pile.number == 20 - players * cards
    assert state.step == "replenish"


def test_th_1_before_that_the_number_of_players_is_said_and_two_persians_come() -> None:
    state = RULES.table_game()
    assert told(state, Retreat()) == [("wrong-phase", "TH-1")]
    assert told(state, Charge(TEN)) == [("wrong-phase", "TH-1")]
    state = after(state, Players(2), Approach(WEAK))
    assert (state.row, state.step, state.turn) == ((WEAK,), "replenish", 0)
    state = after(state, Approach(TOUGH))
    assert (state.row, state.step, state.turn, state.active, state.marker) == (
        (WEAK, TOUGH),
        "act",
        1,
        "1",
        1,
    )


def test_th_1_an_empty_hand_retreats_though_all_the_others_are_full() -> None:
    state = table_position(players=4, hands=(0, 5, 5, 3))
    assert RULES.legal_actions(state) == (Retreat(),)
    state = after(state, Retreat())
    assert RULES.legal_actions(state) == (*map(Draw, "1234"), Decline())
    left = after(state, Decline())
    assert (left.active, left.step) == ("2", "act")
    full = after(state, Draw("3"))
    assert (full.step, set(RULES.actors(full)), full.active) == ("discard", {"3"}, "1")
    assert after(full, Discard(TEN)).active == "2"


# TH-2


def test_th_2_the_marker_goes_back_one_step_and_anyone_of_the_team_may_have_a_card() -> None:
    state = after(table_position(players=3), Retreat())
    assert (state.marker, state.step) == (2, "draw")
    assert RULES.legal_actions(state) == (Draw("1"), Draw("2"), Draw("3"), Decline())
    assert RULES.actors(state) == {"1", "2", "3"}
    state = after(state, Draw("3"))
    assert [hand.number for hand in state.hands] == [3, 3, 4]
    assert (state.pile.number, state.step, state.active) == (10, "act", "2")


def test_th_2_one_card_and_not_more() -> None:
    state = after(table_position(), Retreat(), Draw("1"))
    assert state.step == "act"
    assert told(state, Draw("1")) == [("wrong-phase", "TH-2")]


def test_th_2_the_card_may_be_left() -> None:
    state = after(table_position(), Retreat(), Decline())
    assert (state.hands[0].number, state.pile.number, state.step) == (4, 16, "act")


def test_th_2_an_empty_pile_gives_nothing() -> None:
    state = after(table_position(pile=0, discard=16), Retreat())
    assert (state.marker, state.step, state.turn) == (2, "act", 2)


def test_th_2_a_full_hand_may_draw_and_then_discards_to_five() -> None:
    state = after(table_position(hands=(5,)), Retreat(), Draw("1"))
    assert (state.step, state.hands[0].number) == ("discard", 6)
    assert told(state, Charge(TEN)) == [("wrong-phase", "TH-1")]
    state = after(state, Discard(TEN))
    assert (state.hands[0].number, set(state.discard.named), state.step) == (5, {TEN}, "act")


def test_th_2_the_hand_that_was_given_the_card_discards_and_no_other() -> None:
    hands = (tuple(DECK.spartans[:5]), tuple(DECK.spartans[5:8]))
    state = after(full_position(*hands, pile=(TWENTY,)), Retreat(), Draw("1"), Drawn(TWENTY))
    assert RULES.actors(state) == {"1"}
    assert told(state, Discard(hands[1][0])) == [("card-elsewhere", "TH-2")]
    assert set(RULES.legal_actions(state)) == {*map(Discard, hands[0]), Discard(TWENTY)}


def test_th_2_the_card_that_comes_is_chance_with_full_knowledge() -> None:
    state = after(full_position((TEN,), pile=(FIFTEEN, TWENTY)), Retreat(), Draw("1"))
    assert RULES.chance(state) == (Drawn(FIFTEEN), Drawn(TWENTY))
    assert RULES.actors(state) == frozenset()
    assert told(state, Drawn(TEN)) == [("card-elsewhere", "TH-2")]
    state = after(state, Drawn(TWENTY))
    assert state.hands[0].named == {TEN, TWENTY}


# TH-3


def test_th_3_one_spartan_of_the_hand_fights() -> None:
    state = after(full_position((TEN, FIFTEEN), (TWENTY,)), Charge(FIFTEEN))
    assert state.combat.spartan == FIFTEEN
    assert state.hands[0].named == {TEN}
    state = full_position((TEN,), (TWENTY,))
    assert told(state, Charge(TWENTY)) == [("card-elsewhere", "TH-3")]
    (reason,) = RULES.refusals(state, Charge(TWENTY))
    assert reason.figure("pile") == "hand 2"


def test_th_3_any_number_of_supports_each_a_die_added() -> None:
    state = after(table_position(), Charge(FIFTEEN), Support("support-1"), Support("support-3"), Engage())
    assert (state.step, state.combat.due, set(state.supports)) == ("dice", 2, {"support-2", "support-4"})
    state = after(state, Rolled(2))
    assert (state.combat.due, state.combat.total) == (1, 17)
    assert after(state, Rolled(6)).combat.total == 23


def test_th_3_a_support_is_there_once() -> None:
    state = after(table_position(), Charge(FIFTEEN), Support("support-1"))
    assert told(state, Support("support-1")) == [("support-spent", "TH-3")]
    state = after(state, Engage(), Rolled(1))
    state = settled(state)
    assert "support-1" not in state.supports


def test_th_3_supports_are_decided_before_any_die_falls() -> None:
    state = after(table_position(), Charge(FIFTEEN), Support("support-1"), Engage(), Rolled(1))
    assert told(state, Support("support-2")) == [("wrong-phase", "TH-3")]
    state = after(table_position(), Charge(FIFTEEN))
    assert told(state, Rolled(6)) == [("wrong-phase", "TH-3")]
    assert told(after(state, Engage()), Engage()) == [("wrong-phase", "TH-3")]


@pytest.mark.parametrize("marker", range(1, 7))
def test_th_3_one_more_die_at_the_hot_gates_and_at_the_last_rampart(marker: int) -> None:
    extra = 1 if marker in (3, 6) else 0
    state = after(table_position(marker=marker), Charge(FIFTEEN), Support("support-2"), Engage())
    assert state.combat.due == 1 + extra
    state = after(table_position(marker=marker), Charge(TEN), Engage())
    assert (state.step == "dice") == bool(extra)


def test_th_3_supports_are_spent_though_nobody_is_defeated() -> None:
    state = fought(table_position((STRONG, WEAK)), TEN, 5, 6, supports=2)
    assert (state.step, state.row, state.turn) == ("act", (STRONG, WEAK), 2)
    assert state.supports == {"support-3", "support-4"}
    assert state.result is not None
    assert (state.result.supports, state.result.total) == (("support-1", "support-2"), 21)


# TH-4


def test_th_4_below_the_battle_value_the_spartan_falls_and_the_persian_stays() -> None:
    state = fought(table_position((TOUGH, WEAK)), TEN)
    assert (state.row, set(state.discard.named), state.step, state.turn) == ((TOUGH, WEAK), {TEN}, "act", 2)
    assert state.result is not None
    assert (state.result.held, state.result.beaten) == (TOUGH, ())
    assert state.hands[0].number == 3


def test_th_4_one_below_is_below_and_equal_is_not() -> None:
    assert fought(table_position((TOUGH, WEAK), marker=3), TEN, 2).row == (TOUGH, WEAK)
    state = fought(table_position((TOUGH, WEAK), marker=3), TEN, 3)
    assert (state.step, state.met) == ("result", TOUGH)


# TH-5, TH-6


@pytest.mark.parametrize("die", [3, 4, 5, 6])
def test_th_5_at_the_battle_value_and_below_annihilation_it_is_repelled(die: int) -> None:
    state = fought(table_position((TOUGH, STRONG), marker=3), TEN, die)
    assert RULES.legal_actions(state) == (Repel(TOUGH),)
    assert told(state, Bury(TOUGH)) == [("only-repelled", "TH-5")]
    (reason,) = RULES.refusals(state, Bury(TOUGH))
    assert (reason.fix.place, reason.figure("total"), reason.figure("annihilation")) == (
        "repelled",
        10 + die,
        18,
    )
    state = after(state, Repel(TOUGH))
    assert (set(state.repelled.named), state.cemetery.number) == ({TOUGH}, 0)


@pytest.mark.parametrize(("spartan", "die"), [(FOURTEEN, 4), (FOURTEEN, 6), (FIFTEEN, 3), (TWENTY, 1)])
def test_th_6_at_both_values_it_goes_to_the_cemetery(spartan: str, die: int) -> None:
    state = fought(table_position((TOUGH, STRONG), marker=3), spartan, die)
    assert RULES.legal_actions(state) == (Bury(TOUGH),)
    assert told(state, Repel(TOUGH)) == [("annihilated", "TH-6")]
    (reason,) = RULES.refusals(state, Repel(TOUGH))
    assert reason.fix.place == "cemetery"
    state = after(state, Bury(TOUGH))
    assert (set(state.cemetery.named), state.repelled.number) == ({TOUGH}, 0)


def test_th_6_who_has_one_value_twice_is_never_only_repelled() -> None:
    deck = Deck(
        thermopyles_catalogue().overlaid(
            'game = "thermopyles"\n[card.persian-5]\nbattle_value = 13\nannihilation_value = 13\n',
            file="mine.toml",
        )
    )
    rules = Thermopyles(deck)
    state = begin(rules, Setup(players=1, row=(TOUGH, STRONG), marker=3))
    for action in (Charge(TEN), Engage(), Rolled(3)):
        state = rules.apply(state, action)
    assert rules.legal_actions(state) == (Bury(TOUGH),)


# TH-7


def test_th_7_the_same_total_meets_the_second_persian() -> None:
    state = fought(table_position((WEAK, TOUGH)), FIFTEEN)
    state = after(state, Bury(WEAK))
    assert (state.met, state.combat.total, state.step) == (TOUGH, 15, "result")
    state = after(state, Repel(TOUGH))
    assert (state.row, state.step, set(state.discard.named)) == ((), "replenish", {FIFTEEN})


def test_th_7_dice_keep_counting_against_the_second() -> None:
    state = fought(table_position((WEAK, STRONG)), TWENTY, 4, supports=1)
    state = after(state, Bury(WEAK))
    assert RULES.legal_actions(state) == (Bury(STRONG),)


def test_th_7_the_second_one_may_stay() -> None:
    state = after(fought(table_position((WEAK, STRONG)), FIFTEEN), Bury(WEAK))
    assert (state.row, state.step) == ((STRONG,), "replenish")
    assert state.result is not None
    assert [beaten.card for beaten in state.result.beaten] == [WEAK]
    assert state.result.held == STRONG


def test_th_7_the_first_one_is_met_first() -> None:
    state = fought(table_position((WEAK, TOUGH)), FIFTEEN)
    assert told(state, Repel(TOUGH)) == [("not-met", "TH-7")]
    assert told(state, Bury(TOUGH)) == [("not-met", "TH-7")]
    assert told(table_position(), Bury(WEAK)) == [("wrong-phase", "TH-7")]


def test_th_7_two_at_the_most() -> None:
    state = settled(fought(table_position((WEAK, BONUS)), TWENTY))
    assert state.fight is None
    assert state.cemetery.named == {WEAK, BONUS}


# TH-8


def test_th_8_a_defeated_persian_with_the_symbol_gives_a_card() -> None:
    state = settled(fought(table_position((BONUS, STRONG)), FIFTEEN))
    assert state.repelled.named == {BONUS}
    assert (state.step, state.draws) == ("replenish", 1)
    state = after(state, Approach(WEAK))
    assert (state.step, state.draws) == ("draw", 1)
    state = after(state, Draw("1"))
    assert (state.hands[0].number, state.step, state.turn) == (4, "act", 2)


def test_th_8_two_give_two_and_each_goes_to_whom_the_team_likes() -> None:
    state = settled(fought(table_position((BONUS, "persian-7"), players=2), TWENTY))
    state = after(state, Approach(WEAK), Approach(TOUGH))
    assert state.draws == 2
    state = after(state, Draw("2"), Draw("1"))
    assert [hand.number for hand in state.hands] == [3, 4]
    assert (state.pile.number, state.active) == (12, "2")


def test_th_8_without_the_symbol_or_undefeated_nothing_is_given() -> None:
    state = settled(fought(table_position((WEAK, STRONG)), FIFTEEN))
    assert state.draws == 0
    assert after(state, Approach(TOUGH)).step == "act"
    assert fought(table_position((BONUS, WEAK)), TEN).draws == 0


def test_th_8_an_empty_pile_gives_nothing_and_a_short_one_what_it_has() -> None:
    state = settled(fought(table_position((BONUS, "persian-7"), pile=1, discard=15), TWENTY))
    state = after(state, Approach(WEAK), Approach(TOUGH), Draw("1"))
    assert (state.step, state.pile.number, state.draws) == ("act", 0, 0)


def test_th_8_a_card_may_be_left_and_the_other_drawn() -> None:
    state = settled(fought(table_position((BONUS, "persian-7")), TWENTY))
    state = after(state, Approach(WEAK), Approach(TOUGH), Decline())
    assert (state.step, state.draws) == ("draw", 1)
    assert after(state, Draw("1")).step == "act"


def test_th_8_whoever_is_full_may_be_given_each_card_and_discards_after_each() -> None:
    state = settled(fought(table_position((BONUS, "persian-7"), players=2, hands=(1, 5)), TWENTY))
    state = after(state, Approach(WEAK), Approach(TOUGH), Draw("2"))
    assert (state.step, state.receiver, state.draws) == ("discard", "2", 1)
    assert RULES.actors(state) == {"2"}
    state = after(state, Discard(TEN))
    assert (state.step, state.draws, state.active) == ("draw", 1, "1")
    state = after(state, Draw("2"), Discard(FIFTEEN))
    assert ([hand.number for hand in state.hands], state.active) == ([0, 5], "2")
    assert state.discard.named == {TEN, FIFTEEN, TWENTY}


# TH-9


def test_th_9_the_second_persian_moves_up_and_the_row_is_refilled() -> None:
    state = settled(fought(table_position((WEAK, STRONG)), FIFTEEN))
    assert (state.first, state.second, state.step) == (STRONG, None, "replenish")
    state = after(state, Approach(TOUGH))
    assert (state.row, state.persians.number, state.step) == ((STRONG, TOUGH), 25, "act")


def test_th_9_two_new_ones_lie_in_the_order_drawn() -> None:
    state = settled(fought(table_position((WEAK, BONUS)), TWENTY))
    state = after(state, Approach(TOUGH), Approach(STRONG))
    assert state.row == (TOUGH, STRONG)


def test_th_9_who_comes_is_one_that_nobody_has_seen_elsewhere() -> None:
    state = settled(fought(table_position((WEAK, STRONG)), FIFTEEN))
    assert told(state, Approach(WEAK)) == [("card-elsewhere", "TH-9")]
    assert told(state, Approach(STRONG)) == [("card-elsewhere", "TH-9")]
    assert told(table_position(), Approach(STRONG)) == [("wrong-phase", "TH-9")]


def test_th_9_who_comes_is_chance_with_full_knowledge() -> None:
    state = settled(
        fought(full_position((FIFTEEN, TEN), row=(WEAK, STRONG), persians=(TOUGH, BONUS)), FIFTEEN)
    )
    assert RULES.chance(state) == (Approach(BONUS), Approach(TOUGH))
    assert RULES.actors(state) == frozenset()


# TH-10


def test_th_10_lost_when_the_marker_reaches_seven() -> None:
    state = after(table_position(marker=5), Retreat())
    assert (state.marker, RULES.outcome(state)) == (6, None)
    state = after(table_position(marker=6), Retreat())
    assert (state.marker, RULES.outcome(state), state.step) == (7, "blue", "over")
    assert told(state, Retreat()) == [("game-over", "TH-10")]
    assert RULES.legal_actions(state) == ()
    assert RULES.actors(state) == frozenset()


def test_th_10_lost_when_no_spartans_are_left_in_hands_and_pile() -> None:
    position = table_position((STRONG, WEAK), hands=(1,), pile=0, discard=19)
    assert RULES.outcome(fought(position, TEN)) == "blue"
    position = table_position((STRONG, WEAK), hands=(1,), pile=1, discard=18)
    assert RULES.outcome(fought(position, TEN)) is None
    position = table_position((STRONG, WEAK), players=2, hands=(1, 1), pile=0, discard=18)
    assert RULES.outcome(fought(position, TEN)) is None


def test_th_10_lost_at_once_though_the_last_spartan_has_defeated_somebody() -> None:
    position = table_position((BONUS, STRONG), hands=(1,), pile=0, discard=19)
    assert RULES.outcome(settled(fought(position, TWENTY))) == "blue"


def test_th_10_the_last_spartan_decides_at_the_last_rampart() -> None:
    position = table_position((TOUGH, STRONG), hands=(1,), pile=0, discard=19, marker=6, supports=0)
    assert RULES.outcome(fought(position, TEN, 2)) == "blue"
    assert RULES.outcome(settled(fought(position, TEN, 3))) == "blue"
    last = replace(position, cemetery=Pile(11), persians=Pile(15))
    assert RULES.outcome(settled(fought(last, FIFTEEN, 3))) == "red"


def test_th_10_won_when_the_row_cannot_be_refilled_with_two() -> None:
    position = table_position((WEAK, STRONG), persians=0, repelled=26)
    assert RULES.outcome(settled(fought(position, FIFTEEN))) == "red"
    position = table_position((WEAK, STRONG), persians=1, repelled=25)
    assert RULES.outcome(settled(fought(position, FIFTEEN))) is None
    position = table_position((WEAK, BONUS), persians=1, repelled=25)
    state = settled(fought(position, TWENTY))
    assert (RULES.outcome(state), RULES.legal_actions(state)) == ("red", ())


def test_th_10_an_empty_pile_with_a_full_row_ends_nothing() -> None:
    position = table_position((STRONG, WEAK), persians=0, repelled=26)
    assert RULES.outcome(fought(position, TEN)) is None


def test_th_10_won_with_the_last_spartan_if_the_row_cannot_be_refilled() -> None:
    position = table_position((WEAK, STRONG), hands=(1,), pile=0, discard=19, persians=0, repelled=26)
    assert RULES.outcome(settled(fought(position, FIFTEEN))) == "red"


def test_th_10_won_at_once_with_the_twelfth_in_the_cemetery() -> None:
    position = table_position((WEAK, BONUS), cemetery=11)
    state = after(fought(position, TWENTY), Bury(WEAK))
    assert (RULES.outcome(state), state.cemetery.number, state.row) == ("red", 12, (BONUS,))
    assert state.discard.named == {TWENTY}
    position = table_position((WEAK, BONUS), cemetery=10)
    state = after(fought(position, TWENTY), Bury(WEAK))
    assert RULES.outcome(state) is None
    assert RULES.outcome(after(state, Bury(BONUS))) == "red"


def test_th_10_a_twelfth_that_is_only_repelled_wins_nothing() -> None:
    position = table_position((TOUGH, STRONG), cemetery=11)
    assert RULES.outcome(settled(fought(position, FIFTEEN))) is None


# What no game has


@pytest.mark.parametrize(
    "action",
    [
        Charge("persian-1"),
        Charge("spartan-21"),
        Charge("red/spear-1"),
        Rolled(7),
        Rolled(0),
        Players(5),
        Players(0),
    ],
)
def test_an_action_that_no_game_has_is_malformed(action: Charge | Rolled | Players) -> None:
    for state in (RULES.table_game(), table_position()):
        with pytest.raises(RulesError):
            RULES.refusals(state, action)


def test_a_player_whom_the_game_does_not_have_is_malformed() -> None:
    state = after(table_position(players=2), Retreat())
    with pytest.raises(RulesError, match="no player of this game: 1, 2"):
        RULES.apply(state, Draw("3"))
    with pytest.raises(RulesError):
        RULES.apply(state, Draw("5"))


def test_what_is_refused_raises_with_its_reasons() -> None:
    with pytest.raises(RulesError, match=r"draw 1 is refused: wrong-phase \(TH-2\)"):
        RULES.apply(table_position(), Draw("1"))


def test_every_step_says_what_is_legal_in_it() -> None:
    assert legal.BY_STEP.keys() == set(STEPS)


def test_what_is_no_action_raises() -> None:
    with pytest.raises(RulesError, match="is no action of Thermopyles"):
        RULES.refusals(table_position(), "retreat")  # type: ignore[arg-type]


def test_hands_can_take_back_what_nobody_has_learned_from() -> None:
    state = table_position()
    assert all(RULES.reversible(state, action) for action in (Players(2), Charge(TEN), Support("support-1")))
    assert not any(RULES.reversible(state, action) for action in (Retreat(), Rolled(2), Approach(WEAK)))


def test_a_card_that_the_box_does_not_have_is_no_action() -> None:
    with pytest.raises(RulesError, match='"spartan-21" is no card of this deck'):
        RULES.refusals(RULES.new_game(1), Charge("spartan-21"))


def test_where_a_defeated_persian_goes_nobody_chooses() -> None:
    results = [state for _, state in played(random.Random(1)) if state.step == "result"]
    assert results
    for state in results:
        assert RULES.chance(state) == RULES.legal_actions(state)
        assert not RULES.actors(state)
