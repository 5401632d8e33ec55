"""The rulings of Call to Glory about the set-up and a turn (CG-0 to CG-4), one by one; docs/call-to-glory.md
explains them."""

from __future__ import annotations

import pytest
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.deck import KINDS, kind_of
from signifer_core.games.call_to_glory.rules.dealing import receiver
from signifer_core.games.call_to_glory.state import Cards, CardSet, Hand, State

from .states import DECK, RULES, after, begun, cards, codes, first, lay, position, some

# CG-0: the set-up


@pytest.mark.parametrize(("players", "left", "right"), [(2, 52, 52), (3, 51, 50), (4, 49, 49)])
def test_cg_0_everybody_gets_three_cards_and_the_rest_is_split(players: int, left: int, right: int) -> None:
    state = begun(players)
    assert (state.step, state.active, state.round, state.turn) == ("draw", "1", 1, 1)
    assert [hand.number for hand in state.hands] == [3] * players
    assert state.piles == (left, right)
    assert state.stock == Cards(110 - 3 * players)
    assert state.discards == ((), ())


def test_cg_0_the_round_begins_when_it_is_dealt_and_known_who_starts_in_either_order() -> None:
    empty = RULES.table_game()
    seated = after(empty, act.Players(3, "none"))
    assert (empty.step, empty.piles, seated.step, seated.piles) == ("players", (0, 0), "deal", (0, 0))
    told = after(seated, act.Starter("2"))
    assert told.step == "deal"
    assert after(told, act.Starter("3"), act.Deal()).active == "3"
    dealt = after(seated, act.Deal())
    assert dealt.step == "deal"
    assert codes(dealt, act.Deal()) == ["wrong-phase CG-0"]
    assert after(dealt, act.Starter("2")) == after(told, act.Deal())
    assert after(told, act.Deal()).active == "2"


def test_cg_0_the_highest_die_starts_and_those_who_share_it_roll_again() -> None:
    state = after(RULES.table_game(), act.Players(3, "none"), act.Deal())
    state = after(state, act.Rolled(5), act.Rolled(2), act.Rolled(5))
    assert (state.step, state.rollers, state.rolls, state.starter) == ("deal", ("1", "3"), (), None)
    state = after(state, act.Rolled(1), act.Rolled(4))
    assert (state.step, state.active, state.starter, state.rollers) == ("draw", "3", "3", ())


def test_cg_0_a_button_ends_a_roll_off() -> None:
    state = after(RULES.table_game(), act.Players(2, "none"), act.Rolled(5), act.Starter("2"))
    assert (state.starter, state.rollers, state.rolls) == ("2", (), ())


def test_cg_0_two_to_four_play_and_only_they() -> None:
    with pytest.raises(RulesError, match="two to four"):
        RULES.refusals(RULES.table_game(), act.Players(5, "none"))
    two = after(RULES.table_game(), act.Players(2, "none"))
    with pytest.raises(RulesError, match='"3" is no player'):
        RULES.refusals(two, act.Starter("3"))
    assert codes(two, act.Players(2, "none")) == ["wrong-phase CG-0"]


def test_cg_0_with_full_knowledge_the_cards_are_dealt_one_by_one_from_the_starter_on() -> None:
    state = after(RULES.new_game(3), act.Starter("2"), act.Deal())
    assert state.step == "dealing"
    assert not RULES.actors(state)
    assert len(RULES.chance(state)) == 110
    dealt = DECK.characters[:9]
    seats = []
    for card in dealt:
        seats.append(receiver(state))
        state = after(state, act.Drawn(card))
    assert seats == ["2"] * 3 + ["3"] * 3 + ["1"] * 3
    assert (state.step, state.active, state.piles) == ("draw", "2", (51, 50))
    assert state.hand("2").cards.named == set(dealt[:3])
    assert not state.stock.named & set(dealt)


# CG-1: two cards from different piles


def test_cg_1_two_cards_come_from_two_different_piles() -> None:
    state = after(begun(), act.Draw("left"))
    assert (state.step, state.drawn, state.hand("1").number, state.piles) == ("draw", ("left",), 4, (51, 52))
    assert codes(state, act.Draw("left")) == ["same-pile CG-1"]
    state = after(state, act.Draw("right"))
    assert (state.step, state.active, state.hand("1").number, state.piles) == ("play", "1", 5, (51, 51))
    assert codes(state, act.Draw("left")) == ["wrong-phase CG-1", "same-pile CG-1"]


def test_cg_1_a_card_of_a_discard_pile_goes_openly_into_the_hand() -> None:
    state = position(("", "monk 1"), step="draw", pads=(("farmer-1", "monk-1"), ("ninja-1",)))
    state = after(state, act.Take("monk-1", "red"), act.Take("ninja-1", "blue"))
    assert state.step == "play"
    assert state.hand("1") == Hand(
        Cards(2, frozenset({"monk-1", "ninja-1"})), frozenset({"monk-1", "ninja-1"})
    )
    assert state.discards == ((some("farmer-1"),), ())
    for viewer in ("2", "anyone"):
        assert RULES.view(state, viewer).hand("1") == state.hand("1")


def test_cg_1_only_the_top_card_and_one_from_each_discard_pile() -> None:
    state = position(step="draw", pads=(("farmer-1", "monk-1"), ()))
    assert codes(state, act.Take("farmer-1", "red")) == ["not-top CG-1"]
    assert codes(state, act.Take("monk-1", "blue")) == ["card-elsewhere CG-1"]
    assert codes(state, act.Take("emperor-1", "red")) == ["card-elsewhere CG-1"]
    state = after(state, act.Take("monk-1", "red"))
    assert codes(state, act.Take("farmer-1", "red")) == ["same-pile CG-1"]


def test_cg_1_of_a_displaced_set_any_card_may_lie_on_top() -> None:
    state = position(step="draw", pads=(("farmer-1", "monk 3"), ()))
    top = cards("monk 3")
    assert all(not codes(state, act.Take(card, "red")) for card in top)
    left = after(state, act.Take(top[1], "red"))
    assert left.discards[0] == (some("farmer-1"), Cards(2, frozenset({top[0], top[2]})))


def test_cg_1_what_is_drawn_from_a_face_down_pile_only_its_player_sees() -> None:
    state = position(step="draw", full=True)
    drawing = after(state, act.Draw("left"))
    assert (drawing.step, RULES.actors(drawing)) == ("drawing", frozenset())
    drawn = after(drawing, act.Drawn("emperor-6"))
    assert (drawn.step, drawn.hand("1").cards.named) == ("draw", frozenset({"emperor-6"}))
    assert RULES.view(drawn, "1").hand("1").cards.named == {"emperor-6"}
    for viewer in ("2", "anyone"):
        assert RULES.view(drawn, viewer).hand("1") == Hand(Cards(1))
        assert RULES.view(drawn, viewer).stock == Cards(109)
    assert codes(drawing, act.Drawn("farmer-1")) == []
    assert codes(drawn, act.Drawn("farmer-1")) == ["wrong-phase CG-1"]


def test_cg_1_with_fewer_piles_than_two_cards_need_there_is_nothing_more_to_draw() -> None:
    """Only where people agreed on a pile that is empty as a turn begins, or told it then."""
    state = position(("emperor-1", ""), step="draw", unseen=20)
    state = after(state, act.Emptied("left"))
    assert (state.step, state.piles) == ("draw", (0, 20))
    assert codes(state, act.Draw("left")) == ["nothing-drawn CG-1"]
    assert after(state, act.Draw("right")).step == "play"


# CG-2: lay a set, or discard


def test_cg_2_a_set_has_two_cards_of_one_kind_at_least() -> None:
    state = position(("farmer 2, monk 2", "emperor-1"))
    assert not codes(state, lay(*cards("farmer 2")))
    assert codes(state, lay(*cards("farmer 1"))) == ["one-card CG-2"]
    assert codes(state, lay(*cards("farmer 2, monk 1"))) == ["mixed-kinds CG-2"]
    (reason,) = RULES.refusals(state, lay(*cards("farmer 2, monk 1")))
    assert {reason.figure("kind"), reason.figure("neighbour")} == {"farmer", "monk"}
    state = after(state, lay(*cards("farmer 2")))
    assert state.sets == (CardSet("farmer", "1", some("farmer 2")),)
    assert state.hand("1").cards == some("monk 2")
    assert (state.step, state.active) == ("draw", "2")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("kind", KINDS)
def test_cg_2_with_three_or_four_samurai_ninja_and_envoys_need_three(players: int, kind: str) -> None:
    state = position((f"{kind} 3", *[""] * (players - 1)))
    three = players > 2 and kind in ("samurai", "ninja", "envoy")
    two = RULES.refusals(state, lay(*cards(f"{kind} 2")))
    assert [reason.code for reason in two] == (["too-few"] if three else [])
    if three:
        (reason,) = two
        assert (reason.ruling, reason.figure("needed"), reason.figure("why")) == ("CG-2", 3, "minimum")
        assert codes(state, lay(*cards(f"{kind} 1"))) == ["one-card CG-2", "too-few CG-2"]
    assert not codes(state, lay(*cards(f"{kind} 3")))


def test_cg_2_only_what_the_hand_can_hold_is_laid() -> None:
    state = position(("farmer 3", "monk 2"))
    assert codes(state, lay(*cards("monk 2"))) == ["card-elsewhere CG-2"] * 2
    assert codes(state, lay(*first("farmer", 2))) == ["card-elsewhere CG-2"] * 2
    table = after(begun(), act.Draw("left"), act.Draw("right"))
    assert not codes(table, lay(*first("farmer", 5)))
    (reason,) = RULES.refusals(table, lay(*first("farmer", 6)))
    assert (reason.code, reason.figure("laid"), reason.figure("hand"), reason.fix.number) == (
        "count-wrong",
        6,
        5,
        1,
    )


def test_cg_2_exactly_one_card_is_discarded_and_the_turn_ends() -> None:
    state = position(("farmer 2", "monk 2"))
    state = after(state, act.Discard("farmer-20", "red"))
    assert (state.step, state.active, state.discards) == ("draw", "2", ((some("farmer-20"),), ()))
    assert codes(state, act.Discard("monk-18", "blue")) == ["wrong-phase CG-2"]
    mine = position(("farmer 2", "monk 2"))
    assert codes(mine, act.Discard("monk-18", "red")) == ["card-elsewhere CG-2"]


def test_cg_2_before_two_cards_are_drawn_nothing_is_laid_or_discarded() -> None:
    state = position(("farmer 2", ""), step="draw")
    assert codes(state, lay(*cards("farmer 2"))) == ["wrong-phase CG-2"]
    assert codes(state, act.Discard("farmer-20", "red")) == ["wrong-phase CG-2"]


def test_cg_2_a_table_knows_in_which_column_each_card_of_a_set_lies() -> None:
    farmers = cards("farmer 3")
    state = after(position(("farmer 3", "")), act.Lay(farmers, ("1", "2", "2")))
    there = state.set_of("farmer")
    assert there is not None
    assert there.columns == set(zip(farmers, "122", strict=True))
    assert there.loses(farmers[1]).columns == {(farmers[0], "1"), (farmers[2], "2")}
    with pytest.raises(RulesError, match="one column"):
        RULES.refusals(position(("farmer 3", "")), act.Lay(farmers, ("1",)))


# CG-3: strictly more


def test_cg_3_four_farmers_are_beaten_by_six_and_by_five_and_not_by_four() -> None:
    for number in (4, 5, 6):
        state = position((f"farmer {number}", ""), sets={"2": {"farmer": 4}})
        reasons = RULES.refusals(state, lay(*cards(f"farmer {number}")))
        if number == 4:
            (reason,) = reasons
            assert (reason.code, reason.ruling) == ("too-few", "CG-3")
            assert (reason.figure("needed"), reason.figure("why"), reason.fix.number) == (5, "set", 1)
            continue
        assert not reasons
        state = after(state, lay(*cards(f"farmer {number}")))
        assert (state.step, RULES.actors(state)) == ("displace", frozenset({"2"}))
        assert state.set_of("farmer") == CardSet("farmer", "1", some(f"farmer {number}"))
        assert state.displaced == CardSet("farmer", "2", Cards(4, frozenset(first("farmer", 4))))
        state = after(state, act.Displace("blue"))
        assert (state.step, state.active, state.displaced) == ("draw", "2", None)
        assert state.discards == ((), (Cards(4, frozenset(first("farmer", 4))),))


def test_cg_3_three_ninjas_are_replaced_by_five_of_ones_own() -> None:
    state = position(("ninja 5", ""), sets={"1": {"ninja": 3}})
    state = after(state, lay(*cards("ninja 5")))
    assert (state.step, RULES.actors(state)) == ("displace", frozenset({"1"}))
    state = after(state, act.Displace("red"))
    assert state.sets == (CardSet("ninja", "1", some("ninja 5")),)
    assert state.active == "2"


def test_cg_3_a_set_is_never_added_to() -> None:
    state = position(("ninja 2", ""), sets={"1": {"ninja": 3}})
    assert codes(state, lay(*cards("ninja 2"))) == ["too-few CG-3"]


def test_cg_3_the_displaced_set_is_laid_before_the_game_goes_on() -> None:
    state = after(position(("farmer 5", ""), sets={"2": {"farmer": 4}}), lay(*cards("farmer 5")))
    assert codes(state, act.Draw("left")) == ["wrong-phase CG-1"]
    assert codes(state, act.Remove("farmer-1", "red")) == ["wrong-phase CG-8"]
    assert codes(position(), act.Displace("red")) == ["wrong-phase CG-3"]


def counted_set(kind: str, number: int, hand: Cards, *pile: str) -> State:
    """A set of player 2's that was only counted, and perhaps a discard pile; player 1 has that hand and lays."""
    state = position(("", ""), pads=(pile, ()))
    return replace(state, hands=(Hand(hand), Hand()), sets=(CardSet(kind, "2", Cards(number)),))


@pytest.mark.parametrize(
    ("size", "laid", "accepted"), [(3, 4, False), (2, 4, True), (2, 5, False), (1, 5, True)]
)
def test_cg_3_beside_a_set_that_was_only_counted_there_are_no_more_than_the_rest_of_its_kind(
    size: int, laid: int, accepted: bool
) -> None:
    state = counted_set("emperor", size, Cards(9))
    emperors = DECK.of_kind("emperor")
    found = [
        len(action.cards)
        for action in RULES.legal_actions(state)
        if isinstance(action, act.Lay) and kind_of(action.cards[0]) == "emperor"
    ]
    assert (laid in found) == accepted
    assert max(found, default=0) <= len(emperors) - size
    reasons = RULES.refusals(state, lay(*emperors[:laid]))
    assert bool(reasons) != accepted
    if not accepted:
        (reason,) = reasons
        assert (reason.code, reason.ruling, reason.fix.number) == ("count-wrong", "CG-3", laid + size - 6)
        told = {name: reason.figure(name) for name in ("kind", "laid", "there", "of")}
        assert told == {"kind": "emperor", "laid": laid, "there": size, "of": 6}


def test_cg_3_a_card_of_the_kind_that_is_seen_elsewhere_is_one_less_to_lay() -> None:
    emperors = DECK.of_kind("emperor")
    state = counted_set("emperor", 1, Cards(9), emperors[5])
    assert codes(state, lay(*emperors[:5])) == ["count-wrong CG-3"]
    assert not codes(state, lay(*emperors[:4]))
    # What the hand is known to have counts for it.
    known = counted_set("emperor", 3, Cards(2, frozenset(emperors[:2])))
    assert codes(known, lay(*emperors[:2])) == ["too-few CG-3"]
    shogun = DECK.of_kind("shogun")
    sure = counted_set("shogun", 3, Cards(4, frozenset(shogun[:4])))
    assert lay(*shogun[:4]) in RULES.legal_actions(sure)


# CG-4: discard piles


def test_cg_4_while_one_of_two_discard_piles_is_empty_the_next_discard_goes_there() -> None:
    none = position(("farmer 2", ""))
    assert not codes(none, act.Discard("farmer-20", "red"))
    assert not codes(none, act.Discard("farmer-20", "blue"))
    one = position(("farmer 2", ""), pads=(("monk-1",), ()))
    (reason,) = RULES.refusals(one, act.Discard("farmer-20", "red"))
    assert (reason.code, reason.ruling, reason.fix.place) == ("wrong-pile", "CG-4", "blue")
    assert not codes(one, act.Discard("farmer-20", "blue"))
    both = position(("farmer 2", ""), pads=(("monk-1",), ("monk-2",)))
    assert not codes(both, act.Discard("farmer-20", "red"))
    assert not codes(both, act.Discard("farmer-20", "blue"))


def test_cg_4_a_pile_that_is_drawn_empty_counts_as_empty() -> None:
    state = position(("farmer 2", ""), step="draw", pads=(("monk-1",), ("monk-2",)))
    state = after(state, act.Take("monk-1", "red"), act.Draw("left"))
    assert codes(state, act.Discard("monk-1", "blue")) == ["wrong-pile CG-4"]
    assert after(state, act.Discard("monk-1", "red")).discards[0] == (some("monk-1"),)


def test_cg_4_a_displaced_set_is_one_discard() -> None:
    state = position(("farmer 5", ""), sets={"2": {"farmer": 4}}, pads=(("monk-1",), ()))
    state = after(state, lay(*cards("farmer 5")))
    assert codes(state, act.Displace("red")) == ["wrong-pile CG-4"]
    state = after(state, act.Displace("blue"))
    assert state.discards == ((some("monk-1"),), (Cards(4, frozenset(first("farmer", 4))),))


def test_cg_6_in_a_later_round_the_scores_say_who_starts() -> None:
    for starter in ("2", None):
        state = position(("", ""), step="deal", round=2, starter=starter)
        (reason,) = RULES.refusals(state, act.Starter("1"))
        assert (reason.code, reason.ruling, reason.figure("player")) == ("wrong-phase", "CG-6", starter or "")


def test_cg_0_with_full_knowledge_a_roll_off_that_has_begun_goes_on_by_dice() -> None:
    state = after(RULES.new_game(), act.Players(2, "none"))
    assert not state.rollers
    rolling = replace(state, rollers=("1", "2"))
    assert RULES.chance(rolling) == tuple(act.Rolled(value) for value in range(1, 7))


def test_cg_2_of_cards_that_the_hand_cannot_hold_the_last_is_named() -> None:
    table = after(begun(), act.Draw("left"), act.Draw("right"))
    six = first("farmer", 6)
    (reason,) = RULES.refusals(table, lay(*six))
    assert (reason.card, reason.fix.card) == (six[-1], six[-1])
