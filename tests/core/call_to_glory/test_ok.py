"""What `ok` speaks of at a table of Call to Glory: all that lies there, also what does not count where it lies."""

from __future__ import annotations

from signifer_core.games.call_to_glory import actions as act
from signifer_core.twins import Same

from .hands import Hands, known, playing
from .states import cards, position


def pressed(hands: Hands, what: str) -> list[str]:
    """The codes of the refusals that a press earns."""
    return [reason.code for reason in hands.press(what)]


def laying() -> Hands:
    """Red is laying two farmers."""
    hands = playing(position(("farmer 3", ""), pads=((), ("monk-1",))))
    return hands.lay_all(cards("farmer 3")[:2], "1 red")


def test_cg_2_a_card_of_the_set_on_the_other_side_is_laid_on_ones_own_before_ok() -> None:
    hands = laying().lay("farmer-20", "1 blue")
    assert (pressed(hands, "press ok red"), hands.done) == (["wrong-side"], [])
    hands.lift("farmer-20").lay("farmer-20", "1 red").press("press ok red")
    assert hands.done == [act.Lay(cards("farmer 3"), ("1", "1", "1"))]


def test_cg_2_another_kind_on_the_other_side_may_be_the_next_players_and_bars_nothing() -> None:
    hands = laying().lay("emperor-1", "1 blue")
    assert pressed(hands, "press ok red") == []
    assert hands.state.active == "2"


def test_cg_2_a_card_of_the_set_that_is_known_to_be_elsewhere_is_taken_away_before_ok() -> None:
    hands = playing(position(("farmer 2", ""), pads=(("farmer-1",), ("monk-1",))))
    hands.lay_all(cards("farmer 2"), "1 red").lift("farmer-1").lay("farmer-1", "1 red")
    assert hands.codes == ["card-elsewhere"]
    assert (pressed(hands, "press ok red"), hands.done) == (["card-elsewhere"], [])
    hands.lift("farmer-1").lay("farmer-1", "pad red").press("press ok red")
    assert hands.done == [act.Lay(cards("farmer 2"), ("1", "1"))]


def test_cg_2_a_discard_beside_a_set_is_one_too_many_on_either_pad() -> None:
    hands = laying().lay("farmer-20", "pad blue")
    assert hands.codes == ["wrong-pile"]
    (reason,) = hands.press("press ok red")
    assert (reason.code, reason.figure("laid"), reason.fix.card) == ("one-card", 2, "farmer-20")
    assert hands.done == []


def test_cg_2_two_discards_are_one_too_many_also_if_the_second_lies_on_the_wrong_pad() -> None:
    hands = playing(position(("farmer 3", ""), pads=((), ("monk-1",))))
    hands.lay("farmer-20", "pad red").lay("farmer-19", "pad blue")
    (reason,) = hands.press("press ok red")
    assert (reason.code, reason.figure("laid"), reason.figure("cards")) == ("one-card", 0, 2)
    assert (reason.fix.card, hands.done) == ("farmer-19", [])


def test_cg_2_nobody_is_promised_an_ok_that_is_refused_for_one_card_too_many() -> None:
    hands = playing(position(("farmer 3, monk-2", ""), pads=(("envoy-1",), ("monk-1",))))
    assert hands.lay("farmer-20", "pad red").asked_for == ["discarding", "wait"]
    assert hands.lay("monk-2", "pad blue").asked_for == ["lay-or-discard", "wait"]
    hands.lift("monk-2").lift("farmer-20").lay("farmer-18", "1 red")
    assert hands.lay("farmer-19", "1 red").asked_for == ["laid", "wait"]
    assert hands.lay("farmer-20", "pad red").asked_for == ["lay-or-discard", "wait"]
    assert pressed(hands, "press ok red") == ["one-card"]
    assert hands.lift("farmer-20").asked_for == ["laid", "wait"]
    assert hands.lift("farmer-19").lay("farmer-20", "pad red").asked_for == ["lay-or-discard", "wait"]


# Displaced sets, and cards that a figure takes


def displacing() -> Hands:
    """Blue's three farmers in column 3 are displaced by four."""
    hands = playing(known(position(("farmer 4", ""), sets={"2": {"farmer": 3}}), farmer="3"))
    hands.lay_all(cards("farmer 4"), "1 red").press("press ok red")
    assert hands.state.step == "displace"
    return hands


def test_cg_4_a_set_lies_on_no_pad_as_a_whole_while_one_of_it_lies_on_the_other() -> None:
    hands = displacing()
    for card, pad in (("farmer-1", "red"), ("farmer-2", "blue")):
        hands.lift(card, settled=None).lay(card, f"pad {pad}")
    hands.lift("farmer-3")
    assert (pressed(hands, "press ok blue"), hands.state.step) == (["wrong-pile"], "displace")


def struck(column: str) -> Hands:
    """Red has returned a figure against blue's monks in this column; red's pad is empty."""
    state = position(
        ("farmer 2", ""), variant="figures", figures=(1, 0), sets={"2": {"monk": 3}}, pads=((), ("envoy-1",))
    )
    hands = playing(known(state, monk=column))
    hands.press(f"hold column {column} red")
    return hands


def test_cg_8_a_card_on_the_wrong_pad_is_not_none() -> None:
    hands = struck("3")
    hands.lift("monk-1", settled=None).lay("monk-1", "pad blue")
    assert hands.codes == ["wrong-pile"]
    assert (pressed(hands, "press ok blue"), hands.table.held.named) == (["wrong-pile"], 3)
    hands.lift("monk-1").lay("monk-1", "pad red")
    assert hands.done == [act.Strike("monk"), act.Remove("monk-1", "red")]


def test_cg_8_a_card_on_the_wrong_pad_says_that_no_pile_was_meant() -> None:
    hands = struck("1")
    hands.lift("monk-1", settled=None).lay("monk-1", "pad blue")
    (reason,) = hands.press("press ok red")
    assert (reason.code, reason.player, hands.done) == ("wrong-pile", "red", [])


# Equal cards of one's own smaller set


def own_set(columns: str = "111", *, ok: bool = True) -> Hands:
    """Red displaces two of red's own farmers, in column 1, with three more, in these columns; or is about to."""
    state = position(("farmer 3", ""), sets={"1": {"farmer": 2}}, pads=(("monk-1",), ("monk-2",)))
    hands = playing(known(state, farmer="1"))
    for card, column in zip(cards("farmer 3"), columns, strict=True):
        hands.lay(card, f"{column} red")
    if ok:
        hands.press("press ok red")
        assert hands.state.step == "displace"
    return hands


def test_cg_3_of_ones_own_equal_cards_in_a_column_any_leave() -> None:
    hands = own_set()
    for card in ("farmer-19", "farmer-20"):
        hands.lift(card, settled=None).lay(card, "pad red")
        assert hands.codes == []
    assert (hands.state.active, hands.corrections) == ("2", ())
    (left,) = hands.state.sets
    assert left.cards.named == {"farmer-1", "farmer-2", "farmer-18"}, "that is what lies there"
    assert {"farmer-19", "farmer-20"} == hands.state.top("red").named


def test_cg_3_one_of_each_leave_and_no_more_is_asked_for_than_is_due() -> None:
    hands = own_set()
    hands.lift("farmer-19", settled=None).lay("farmer-19", "pad red")
    assert hands.corrections_told() == ["take farmer-2 1 red"]
    hands.lift("farmer-2", settled=None).lay("farmer-2", "pad red")
    assert (hands.state.active, hands.codes, hands.corrections) == ("2", [], ())


def test_cg_3_after_ok_any_of_ones_own_equal_cards_in_a_column_leaves() -> None:
    hands = own_set("112")
    hands.lift("farmer-1", settled=None).lay("farmer-1", "pad red").press("press ok red")
    assert (hands.state.active, hands.judge().corrections_told()) == ("2", ["take farmer-2 1 red"])
    for card, at in (("farmer-20", "pad red"), ("farmer-19", "pad blue")):
        home = next(iter(hands.seen.zones_of(card)))
        hands.lift(card, settled=None).lay(card, at)
        assert hands.codes == ["cannot-move"], "from another column, or to the other pad"
        hands.lift(card, settled=None).lay(card, home)
    hands.lift("farmer-19", settled=None).lay("farmer-19", "pad red")
    assert (hands.codes, hands.corrections) == ([], ())
    assert hands.state.set_of("farmer").cards.named == {"farmer-2", "farmer-18", "farmer-20"}


def test_cg_3_a_card_of_the_larger_set_in_another_column_is_no_such_one() -> None:
    hands = own_set("122")
    hands.lift("farmer-19", settled=None).lay("farmer-19", "pad red")
    assert [(each.code, each.card) for each in hands.refusals] == [("cannot-move", "farmer-19")]


def test_cg_3_before_ok_any_of_ones_own_equal_cards_in_a_column_is_carried_elsewhere() -> None:
    hands = own_set(ok=False)
    hands.lift("farmer-2", settled=None).lay("farmer-2", "2 red")
    assert (hands.codes, hands.corrections, len(hands.table.held.laid)) == ([], (), 3)
    assert hands.state.set_of("farmer").cards.named == {"farmer-1", "farmer-18"}
    hands.lift("farmer-2")
    assert len(hands.table.held.laid) == 2, "as hands mean it"
    hands.lay("farmer-2", "3 red").press("press ok red")
    assert [type(action) for action in hands.done] == [Same, act.Lay]
    assert hands.state.displaced.cards.named == {"farmer-1", "farmer-18"}


def test_cg_3_before_ok_a_set_with_which_nothing_shares_its_column_stays_there() -> None:
    hands = own_set("222", ok=False)
    hands.lift("farmer-2", settled=None).lay("farmer-2", "3 red")
    assert hands.codes == ["cannot-move"]
    hands = own_set(ok=False)
    hands.lift("farmer-2", settled=None).lay("farmer-2", "2 blue")
    assert hands.codes == ["cannot-move"], "on the other side nobody lays"
    hands.lift("farmer-2")
    assert len(hands.table.held.laid) == 3, "once counted it stays, though it is silent"


def test_undo_goes_behind_equal_cards_that_left_for_each_other() -> None:
    hands = own_set()
    for card in ("farmer-19", "farmer-20"):
        hands.lift(card, settled=None).lay(card, "pad red")
    for _ in range(6):
        hands.press("hold dice")
        hands.follow()
    assert (hands.state.step, hands.state.set_of("farmer").size) == ("play", 2)


# Cards that are to go back before a draw ends


def test_cg_1_a_second_card_from_one_pad_goes_back_before_a_button_ends_the_draw() -> None:
    state = position(("", ""), step="draw", pads=(("monk-1", "farmer-2"), ("shogun-1",)))
    hands = playing(state).lift("farmer-2").lift("monk-1")
    assert hands.codes == ["same-pile"]
    for what in ("press column 1 red", "press ok red"):
        (reason,) = hands.press(what)
        assert (reason.code, reason.fix.card, hands.done) == ("same-pile", "monk-1", [])
    hands.lay("monk-1", "pad red").press("press column 1 red")
    assert hands.done == [act.Take("farmer-2", "red"), act.Draw("left")]
