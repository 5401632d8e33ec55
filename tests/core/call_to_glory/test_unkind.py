"""Unkind tables of Call to Glory: gestures that cross each other, piles that run dry, cards that nobody could name."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.state import Cards, State
from signifer_core.rules import Fix, Verb
from signifer_core.twins import Same

from .hands import Hands, known, playing
from .states import RULES, after, begun, cards, first, position


def counted(state: State, pad: int, number: int) -> State:
    """With cards on top of a discard pile that were only counted."""
    discards = list(state.discards)
    discards[pad] = (*discards[pad], Cards(number))
    stock = Cards(state.stock.number - number)
    left = stock.number // 2
    return replace(state, discards=tuple(discards), stock=stock, piles=(stock.number - left, left))


def drawing(**more: object) -> State:
    return position(("farmer 5", ""), step="draw", pads=(("envoy-1",), ("envoy-2",)), **more)  # type: ignore[arg-type]


# Figures that cross another gesture


def with_figure(state: State, **columns: str) -> Hands:
    return playing(known(replace(state, variant="figures", figures=(1, 0)), **columns))


def struck_while_displacing(
    named: str = "3", pads: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
) -> Hands:
    """Blue's farmers are displaced, and before they lie on a pad red holds the column of blue's monks."""
    state = position(("farmer 5", ""), pads=pads, sets={"2": {"farmer": 3, "monk": 3}})
    hands = with_figure(state, farmer="4", monk=named)
    hands.lay_all(cards("farmer 5"), "2 red").press("press ok red")
    hands.press(f"hold column {named} red")
    return hands


def test_cg_8_a_figure_may_be_returned_while_a_displaced_set_is_on_its_way() -> None:
    hands = struck_while_displacing()
    assert (hands.state.step, hands.asked_for) == ("displace", ["figure", "wait"]), "red has returned it"
    hands.lift("monk-1", settled=None).lay("monk-1", "pad red")
    assert hands.done[1:] == [act.Strike("monk"), act.Remove("monk-1", "red")]
    for card in first("farmer", 3):
        hands.lift(card, settled=None).lay(card, "pad blue")
    assert (hands.state.step, hands.state.active, hands.codes) == ("draw", "2", [])


def test_cg_8_a_displaced_set_that_lies_there_waits_for_the_card_of_the_figure() -> None:
    hands = struck_while_displacing()
    for card in first("farmer", 3):
        hands.lift(card, settled=None).lay(card, "pad red")
    assert (hands.state.step, hands.state.active) == ("displace", "1")
    hands.lift("monk-1", settled=None).lay("monk-1", "pad red")
    assert hands.codes == ["wrong-pile"], "the other pile is empty"
    hands.lift("monk-1", settled=None).lay("monk-1", "pad blue")
    assert hands.done[1:] == [act.Strike("monk"), act.Displace("red"), act.Remove("monk-1", "blue")]
    assert (hands.state.step, hands.state.active, hands.codes, hands.corrections) == ("draw", "2", [], ())
    assert hands.table.held.named is None


def test_cg_8_ok_takes_the_figure_back_and_the_displaced_set_counts() -> None:
    hands = struck_while_displacing()
    for card in first("farmer", 3):
        hands.lift(card, settled=None).lay(card, "pad red")
    hands.press("press ok blue")
    assert hands.done[1:] == [act.Displace("red")]
    assert (hands.state.active, hands.asked_for, hands.table.held.named) == ("2", ["wait", "draw-two"], None)


def test_cg_8_a_displaced_set_has_begun_its_pile_before_the_card_for_a_figure() -> None:
    """The next discard goes to the other one, which is empty (CG-4); the set lies below as a whole, as one discard."""
    hands = struck_while_displacing()
    for card in first("farmer", 2):
        hands.lift(card, settled=None).lay(card, "pad red")
    hands.lift("monk-1", settled=None).lay("monk-1", "pad red")
    assert [(reason.code, reason.player) for reason in hands.refusals] == [("wrong-pile", "blue")]
    hands.lift("monk-1").lay("monk-1", "pad blue")
    assert hands.done[-3:] == [act.Strike("monk"), act.Displace("red"), act.Remove("monk-1", "blue")]
    assert (hands.codes, hands.corrections_told()) == ([], ["take farmer-3 4 blue"])
    hands.lift("farmer-3", settled=None).lay("farmer-3", "pad red")
    assert (hands.codes, hands.corrections, hands.state.active) == ([], (), "2")


def over_a_discard(pads: tuple[tuple[str, ...], tuple[str, ...]]) -> Hands:
    """A discard waits for `ok` on blue's pad, and the card that a figure takes is laid upon it."""
    hands = with_figure(position(("farmer-1, farmer-2", ""), pads=pads, sets={"2": {"monk": 3}}), monk="3")
    hands.lay("farmer-1", "pad blue").press("hold column 3 red")
    return hands.lift("monk-1", settled=None).lay("monk-1", "pad blue")


def test_cg_8_its_card_is_not_laid_upon_a_discard_that_waits() -> None:
    """That one counts later, and would lie above it in the record."""
    hands = over_a_discard((("envoy-1",), ("envoy-2",)))
    (reason,) = hands.refusals
    assert (reason.code, reason.player, reason.fix) == (
        "wrong-pile",
        "blue",
        Fix(Verb.PUT, "monk-1", "pad red"),
    )
    assert (hands.press("press ok blue"), hands.table.held.named) == ((reason,), 3), "it is not taken back"
    hands.lift("monk-1").lay("monk-1", "pad red")
    assert (hands.codes, hands.done) == ([], [act.Strike("monk"), act.Remove("monk-1", "red")])
    hands.press("press ok red")
    assert (hands.codes, hands.done[-1]) == ([], act.Discard("farmer-1", "blue"))


def test_cg_8_a_discard_that_waits_on_the_only_pad_for_both_is_laid_later() -> None:
    hands = over_a_discard((("envoy-1",), ()))
    assert [reason.fix for reason in hands.refusals] == [Fix(Verb.TAKE, "farmer-1", "pad blue")]
    hands.lift("farmer-1")
    assert (hands.codes, hands.done) == ([], [act.Strike("monk"), act.Remove("monk-1", "blue")])


def test_cg_8_its_card_is_not_laid_upon_part_of_a_displaced_set() -> None:
    """The rest would lie above it; once the whole set lies there it may."""
    hands = struck_while_displacing(pads=(("envoy-1",), ("envoy-2",)))
    for card in first("farmer", 2):
        hands.lift(card, settled=None).lay(card, "pad red")
    hands.lift("monk-1", settled=None).lay("monk-1", "pad red")
    assert [(reason.code, reason.player, reason.fix.place) for reason in hands.refusals] == [
        ("wrong-pile", "blue", "pad blue")
    ]
    hands.lift("monk-1").lift("farmer-3", settled=None).lay("farmer-3", "pad red").lay("monk-1", "pad red")
    assert hands.done[-3:] == [act.Strike("monk"), act.Displace("red"), act.Remove("monk-1", "red")]
    assert (hands.codes, hands.corrections, hands.state.active) == ([], (), "2")


def test_cg_8_the_owner_of_the_set_is_told_what_stands_against_its_card() -> None:
    state = position(("farmer 2", ""), pads=((), ("envoy-1",)), sets={"2": {"monk": 3}})
    hands = with_figure(state, monk="3")
    hands.press("hold column 3 red")
    hands.lift("monk-1", settled=None).lay("monk-1", "pad blue")
    assert [(reason.code, reason.player) for reason in hands.refusals] == [("wrong-pile", "blue")]
    hands.lift("monk-1").lay("shogun-1", "pad red")
    assert [(reason.code, reason.player) for reason in hands.refusals] == [("wrong-phase", "blue")]
    hands.lift("shogun-1").lay("monk-1", "pad red")
    assert (hands.codes, hands.done[-1]) == ([], act.Remove("monk-1", "red"))


def test_cg_8_any_card_of_a_set_that_was_counted_goes_to_a_figure() -> None:
    """Once none of them is named the set may lie in any column of its owner's side."""
    state = position(("farmer 2", ""), sets={"2": {"monk": 1, "envoy": 2}})
    sets = tuple(
        replace(each, cards=replace(each.cards, number=3)) if each.kind == "monk" else each
        for each in state.sets
    )
    state = replace(state, sets=sets, variant="figures", figures=(3, 0))
    hands = playing(known(state, monk="3", envoy="2"))
    assert [reason.code for reason in hands.press("hold column 4 red")] == ["no-target"]
    hands.press("hold column 3 red")
    hands.lay("monk-7", "pad red")
    assert (hands.codes, hands.done[-1]) == ([], act.Remove("monk-7", "red"))
    hands.press("hold column 3 red")
    hands.lift("monk-1", settled=None).lay("monk-1", "pad blue")
    hands.lay("monk-8", "3 blue")
    assert hands.press("hold column 3 red") == ()
    hands.lift("monk-8", settled=None).lay("monk-8", "pad blue")
    assert (hands.codes, hands.corrections, hands.state.sets[0].kind) == ([], (), "envoy")


def test_cg_8_a_figure_of_this_turn_is_too_new() -> None:
    state = position(("ninja 5", ""), variant="figures", sets={"2": {"ninja": 3, "monk": 3}})
    hands = playing(known(state, ninja="4", monk="3"))
    hands.lay_all(cards("ninja 5"), "2 red").press("press ok red")
    assert [reason.code for reason in hands.press("hold column 3 red")] == ["figure-too-new"]


def test_cg_8_a_card_lifted_before_the_figure_is_drawn_already() -> None:
    """The struck card may lie on the pile from which the first card came."""
    hands = with_figure(drawing(sets={"2": {"monk": 3}}), monk="3")
    hands.lift("envoy-1").press("hold column 3 red")
    hands.lift("monk-1", settled=None).lay("monk-1", "pad red")
    assert hands.done == [act.Take("envoy-1", "red"), act.Strike("monk"), act.Remove("monk-1", "red")]
    hands.lift("monk-1")
    assert hands.codes == ["same-pile"]
    hands.lay("monk-1", "pad red").press("press column 5 red")
    assert (hands.done[-1], hands.state.step, hands.codes) == (act.Draw("right"), "play", [])


def test_cg_8_while_a_figure_waits_nothing_else_is_laid() -> None:
    hands = with_figure(position(("farmer 5", ""), sets={"2": {"monk": 3}}), monk="3")
    hands.press("hold column 3 red")
    hands.lay("farmer-20", "2 red")
    assert (hands.codes, hands.corrections_told()) == (["wrong-phase"], ["take farmer-20 2 red"])
    hands.press("press ok blue")
    assert (hands.codes, hands.asked_for[0]) == ([], "laying")


def test_cg_8_a_card_from_another_column_than_the_figures_goes_back_there() -> None:
    """It is told on the side where its set lies, on whichever pad the card was laid."""
    state = position(("farmer 5", ""), sets={"2": {"monk": 3, "envoy": 3}})
    hands = with_figure(state, monk="3", envoy="4")
    hands.press("hold column 3 red")
    hands.lift("envoy-2", settled=None).lay("envoy-2", "pad red")
    (reason,) = hands.refusals
    assert (reason.code, reason.player, reason.fix.place) == ("cannot-move", "blue", "4")
    hands.lift("envoy-2").lay("envoy-2", "4 blue")
    hands.lift("monk-1", settled=None).lay("monk-1", "pad red")
    assert (hands.codes, hands.done) == ([], [act.Strike("monk"), act.Remove("monk-1", "red")])


def test_cg_3_a_card_of_another_set_than_the_displaced_one_is_told_to_its_owner() -> None:
    state = position(("monk 5", ""), sets={"2": {"monk": 3, "envoy": 3}})
    hands = playing(known(state, monk="3", envoy="4"))
    hands.lay_all(cards("monk 5"), "2 red").press("press ok red")
    hands.lift("envoy-2", settled=None).lay("envoy-2", "pad red")
    assert [(reason.code, reason.player) for reason in hands.refusals] == [("cannot-move", "blue")]


def test_cg_8_a_side_that_has_no_set_in_the_column_is_not_told_to_lose_a_card() -> None:
    state = position(("", "", "", ""), sets={"3": {"monk": 3}, "2": {"envoy": 3}})
    hands = playing(known(replace(state, variant="figures", figures=(1, 0, 0, 0)), monk="3", envoy="4"))
    for column, asked in (("3", "displace"), ("4", "figure")):
        hands.press(f"hold column {column} red")
        blue = hands.procedure.prompts(hands.table)[1]
        assert (blue.key, dict(blue.figures)["asked"]) == ("wait", asked)
        hands.press("press ok blue")


def test_cg_8_of_a_pile_known_to_be_empty_nothing_is_asked() -> None:
    """Three play, and the set is of the player beside: `ok` of that side takes the gesture back."""
    state = position(("farmer 2", "", ""), sets={"3": {"monk": 3}}, empty=frozenset({"left"}))
    hands = playing(known(replace(state, variant="figures", figures=(1, 0, 0)), monk="1"))
    hands.press("hold column 1 red")
    assert hands.asked_for[0] == "figure"
    assert hands.press("press ok red") == ()
    assert (hands.asked_for[0], hands.done) == ("lay-or-discard", [])


# Piles that run dry


def test_cg_1_from_the_only_pile_that_is_left_one_card_is_drawn() -> None:
    state = position(("farmer 5", ""), step="draw", pads=(("envoy-1",), ()))
    state = replace(state, stock=Cards(), piles=(0, 0))
    hands = playing(state)
    hands.press("hold column 1 red")
    hands.press("hold column 5 blue")
    hands.lift("envoy-1")
    assert (hands.done[2:], hands.state.step) == ([act.Take("envoy-1", "red")], "play")
    hands = playing(state)
    hands.lift("envoy-1")
    assert [reason.code for reason in hands.press("press ok red")] == ["nothing-drawn"]
    hands.press("hold column 1 red")
    hands.press("hold column 5 blue")
    hands.press("press ok red")
    assert (hands.done[2:], hands.state.step) == ([act.Take("envoy-1", "red")], "play")


def test_cg_5_of_two_piles_that_have_a_card_one_is_told_to_be_empty() -> None:
    """Where a figure could be meant as well nobody is asked whether it is the pile."""
    hands = with_figure(position(("farmer 5", ""), unseen=20, sets={"2": {"monk": 3}}), monk="5")
    hands.press("hold column 1 red")
    assert [reason.code for reason in hands.press("hold column 1 blue")] == ["count-wrong"]
    hands.press("hold column 5 red")
    assert (hands.done, hands.asked_for[0]) == ([act.Emptied("left")], "figure")
    hands.press("press ok blue")
    refusals = hands.press("hold column 5 blue")
    assert [(reason.code, reason.figure("number")) for reason in refusals] == [("count-wrong", 20)]


def test_cg_1_a_second_ok_draws_nothing_more() -> None:
    hands = playing(drawing(empty=frozenset({"left"})))
    hands.press("press ok red")
    assert hands.done == [act.Draw("right")]
    assert [reason.code for reason in hands.press("press ok red")] == ["nothing-drawn"]
    hands.lift("envoy-2")
    assert (hands.done[1:], hands.state.step) == ([act.Take("envoy-2", "blue")], "play")


# Cards that were only counted


def test_cg_1_below_cards_that_were_only_counted_nothing_is_drawn() -> None:
    hands = playing(counted(drawing(), 0, 3))
    hands.lift("envoy-1").lift("envoy-2")
    assert (hands.done, hands.asked_for[0]) == ([], "draw-second")
    hands.press("press column 1 red")
    assert hands.done == [act.Take("envoy-2", "blue"), act.Draw("left")]


def test_cg_1_a_card_that_was_only_counted_is_drawn_when_it_is_read_on_top() -> None:
    hands = playing(counted(drawing(), 0, 3))
    hands.lay("monk-7", "pad red")
    assert (hands.codes, hands.corrections) == ([], ())
    hands.lift("monk-7").press("press column 1 red")
    assert hands.done == [act.Take("monk-7", "red"), act.Draw("left")]
    assert hands.state.on_pad("red") == 3
    hands.lay("mission-a-1", "pad red")
    assert hands.codes == ["wrong-phase"]


def test_cg_1_a_card_that_was_read_on_a_pile_while_drawing_is_no_discard() -> None:
    hands = playing(counted(drawing(), 0, 3))
    hands.lay("monk-7", "pad red").press("press ok red")
    assert (hands.state.step, hands.table.held.laid, hands.corrections) == ("play", frozenset(), ())
    hands.lay("farmer-20", "pad blue").press("press ok red")
    assert hands.done[2:] == [act.Discard("farmer-20", "blue")]


def test_cg_3_cards_of_a_displaced_set_that_were_only_counted_go_with_it() -> None:
    state = known(position(("farmer 9", ""), sets={"2": {"farmer": 4}}), farmer="4")
    state, _ = Hands.procedure.overrule(playing(state).table, "agreed size farmer 6")
    hands = playing(state)
    hands.lay_all(cards("farmer 9"), "2 red").press("press ok red")
    for card in first("farmer", 6):
        hands.lift(card, settled=None).lay(card, "pad red")
    assert (hands.codes, hands.corrections, hands.state.active) == ([], (), "2")
    assert hands.state.on_pad("red") == 6


# Leftovers, and turns of others


def test_cards_left_over_from_the_last_round_are_told_as_soon_as_the_next_begins() -> None:
    hands = Hands(after(RULES.table_game(), act.Players(2, "none")))
    hands.lay_all(("farmer-1", "monk-2"), "2 blue").lay("envoy-3", "pad red").lay("mission-a-1", "3 red")
    assert (hands.codes, hands.corrections) == ([], ())
    hands.press("press ok red")
    hands.press("press column 1 red")
    assert (hands.codes, len(hands.corrections)) == ([], 4), "asked away, and of no use before"
    hands.follow()
    assert hands.codes == []


def test_two_cards_of_sets_that_were_swapped_go_back() -> None:
    state = position(("", ""), sets={"1": {"emperor": 2}, "2": {"monk": 3}})
    hands = playing(known(state, emperor="1", monk="2"))
    hands.lift("emperor-1", settled=None).lift("monk-1", settled=None)
    hands.lay("emperor-1", "2 blue", settled=None).lay("monk-1", "1 red")
    assert hands.codes == ["cannot-move", "cannot-move"]
    assert sorted((reason.card, reason.fix.place) for reason in hands.refusals) == [
        ("emperor-1", "1"),
        ("monk-1", "2"),
    ]


def test_what_the_next_player_lays_early_counts_when_their_turn_has_come() -> None:
    """With three players the next but one sits on the same side, and only the side is seen."""
    hands = Hands(begun(3))
    hands.press("press ok red")
    hands.lay("monk-1", "1 blue").lay("farmer-1", "pad red").press("press ok red")
    assert (hands.state.active, hands.codes) == ("2", ["wrong-phase"])
    hands.press("press ok blue")
    assert (hands.codes, hands.asked_for) == ([], ["wait", "laying"])


def test_cg_1_two_cards_of_one_kind_that_were_swapped_on_the_pads_are_not_drawn() -> None:
    """Somebody looked at both tops and laid each on the other pile; of different kinds each goes back."""
    hands = playing(drawing())
    hands.lift("envoy-1", settled=None).lift("envoy-2", settled=None)
    hands.lay("envoy-1", "pad blue", settled=None).lay("envoy-2", "pad red")
    assert (hands.state.step, hands.codes, hands.corrections) == ("draw", [], ())
    assert [type(action) for action in hands.done] == [Same]
    hands = playing(position(("", ""), step="draw", pads=(("envoy-1",), ("monk-1",))))
    hands.lift("envoy-1", settled=None).lift("monk-1", settled=None)
    hands.lay("envoy-1", "pad blue", settled=None).lay("monk-1", "pad red")
    assert (hands.codes, hands.done) == (["card-elsewhere"] * 2, [])
    hands.follow()
    assert (hands.codes, hands.asked_for[0], hands.state.step) == ([], "draw-two", "draw")


# Undo, and agreement while something is under way


def test_undo_goes_behind_a_displaced_set_and_the_set_that_was_laid() -> None:
    state = known(replace(drawing(), sets=position(sets={"2": {"farmer": 4}}).sets), farmer="2")
    hands = playing(state)
    hands.lift("envoy-1").lift("envoy-2")
    hands.lay_all(cards("farmer 5"), "1 red").press("press ok red")
    for card in first("farmer", 4):
        hands.lift(card, settled=None).lay(card, "pad red")
    assert hands.state.active == "2"
    steps = []
    while hands.state.step != "draw" or hands.state.drawn or hands.state.active == "2":
        hands.press("hold dice")
        assert [prompt.key for prompt in hands.prompts] == ["undone", "undone"]
        hands.follow()
        steps.append(hands.state.step)
    assert (hands.state, steps[:3]) == (state, ["displace", "displace", "play"])


def test_what_one_player_had_begun_is_not_the_next_ones_when_people_agree_whose_turn_it_is() -> None:
    hands = playing(position(("farmer 5", "monk 4")))
    hands.lay_all(cards("farmer 3"), "2 red")
    hands.table = hands.referee.overruled(hands.table, "agreed active 2", hands.seen)
    hands.judge()
    assert (hands.table.held.laid, len(hands.corrections)) == (frozenset(), 3)
    hands = playing(drawing())
    hands.lift("envoy-1")
    hands.table = hands.referee.overruled(hands.table, "agreed active 2", hands.seen)
    hands.judge()
    assert (hands.table.held.lifted, hands.asked_for) == (frozenset(), ["wait", "draw-two"])


# Undo of what is no action yet


def test_cg_8_undo_takes_a_figure_back_that_waits_for_its_card() -> None:
    state = position(("farmer 5", ""), sets={"2": {"farmer": 3, "monk": 3}})
    hands = with_figure(state, farmer="4", monk="3")
    hands.lay_all(cards("farmer 5"), "2 red").press("hold column 3 red")
    assert hands.asked_for[0] == "figure"
    hands.press("hold dice")
    assert [prompt.key for prompt in hands.prompts] == ["undone", "undone"]
    assert (hands.asked_for[0], len(hands.table.held.laid), hands.corrections) == ("laid", 5, ())
    hands.lift("monk-1", settled=None).lay("monk-1", "pad blue")
    assert (hands.codes, hands.done) == (["cannot-move"], []), "no figure is returned any more"
    hands.lift("monk-1", settled=None).lay("monk-1", "3 blue")
    hands.press("press ok red")
    assert hands.state.displaced is not None


def test_cg_8_after_undo_of_the_figure_ok_says_that_the_displaced_set_lies_there() -> None:
    hands = struck_while_displacing()
    for card in first("farmer", 3):
        hands.lift(card, settled=None).lay(card, "pad red")
    hands.press("hold dice")
    assert (hands.state.step, hands.asked_for, hands.corrections) == ("displace", ["wait", "displace"], ())
    hands.press("press ok blue")
    assert hands.done[1:] == [act.Displace("red")]
    assert (hands.state.active, hands.codes, hands.corrections) == ("2", [], ())


def test_undo_asks_a_card_back_that_was_lifted_and_is_not_drawn_yet() -> None:
    """And nothing before it is taken back: neither the discard nor the turn."""
    hands = playing(position(("farmer 5", ""), pads=(("monk-1",), ("ninja-1",))))
    hands.lay("farmer-20", "pad red").press("press ok red")
    assert hands.state.active == "2"
    hands.lift("farmer-20")
    assert hands.asked_for[1] == "draw-second"
    hands.press("hold dice")
    assert (hands.state.step, hands.state.active, hands.asked_for[1]) == ("draw", "2", "draw-two")
    assert hands.corrections_told() == ["put farmer-20 pad red"]
    hands.follow()
    assert (hands.corrections, hands.codes, hands.done) == ((), [], [act.Discard("farmer-20", "red")])
    hands.lift("ninja-1").lift("farmer-20")
    assert hands.done[1:] == [act.Take("farmer-20", "red"), act.Take("ninja-1", "blue")]


# Three or four players: an ok that is a side's


def test_cg_5_ok_of_a_side_where_the_sets_owner_sits_takes_the_figure_back() -> None:
    """Player 3 sits beside player 1: their `ok` would say that the pile is empty, and end the round."""
    state = position(("farmer 2", "", ""), sets={"3": {"monk": 3}})
    hands = playing(known(replace(state, variant="figures", figures=(1, 0, 0)), monk="1"))
    hands.press("hold column 1 red")
    assert hands.asked_for[0] == "figure"
    hands.press("press ok red")
    assert (hands.done, hands.table.held.named) == ([], None)
    hands.press("hold column 1 red")
    hands.press("hold column 1 blue")
    assert hands.done == [act.Emptied("left")], "the other side tells it"


def test_cg_5_ok_of_a_side_that_has_a_displaced_set_to_lay_does_not_say_that_a_pile_is_empty() -> None:
    state = position(("farmer 5", "", ""), sets={"3": {"farmer": 3}, "2": {"monk": 3}})
    hands = playing(
        known(replace(state, variant="figures", figures=(1, 0, 0)), farmer="4", monk="1"),
    )
    hands.lay_all(cards("farmer 5"), "2 red").press("press ok red")
    hands.press("hold column 1 red")
    for card in first("farmer", 2):
        hands.lift(card, settled=None).lay(card, "pad red")
    hands.press("press ok red")
    assert (hands.state.empty, hands.table.held.named) == (frozenset(), None)
    hands.lift("farmer-3").press("press ok red")
    assert hands.done[1:] == [act.Displace("red")]
