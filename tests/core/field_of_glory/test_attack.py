"""Attacks ruling by ruling: FG-C1 to FG-C7, at a table that knows counts and what was seen."""

from __future__ import annotations

import pytest
from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory.actions import (
    Action,
    BonusFromDeck,
    BonusFromHand,
    ChooseLead,
    DeclareAttack,
    Discard,
    EndFlank,
    EndRetreat,
    FlankAttack,
    NoBonus,
    Place,
    PlayOverlap,
    Rampage,
    Retreat,
    Reveal,
    Shuffle,
    TakeBack,
)
from signifer_core.games.field_of_glory.battle import Line
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.games.field_of_glory.rules.combat import overlapping
from signifer_core.games.field_of_glory.state import State
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.states import DECK, RULES, after, position, told

RED, BLUE = "red/medium-infantry-8", "blue/medium-infantry-8"  # 4 command points each


def settled(state: State) -> State:
    """The state after what no player chooses, as far as only one thing can happen."""
    while len(due := RULES.chance(state)) == 1:
        state = RULES.apply(state, due[0])
    return state


def fought(
    state: State,
    *,
    column: int = 3,
    lead: str | None = None,
    overlaps: int = 0,
    defending: str | None = None,
    red: str = RED,
    blue: str = BLUE,
) -> State:
    """Red attacks, nobody retreats who need not, both show a card of the hand."""
    state = after(state, DeclareAttack(column))
    if lead:
        state = after(state, ChooseLead(f"red/{lead}"))
    for number in range(overlaps):
        state = after(state, PlayOverlap(f"red/overlap-{number + 1}"))
    state = settled(after(state, BonusFromHand("red")))
    if state.step == "retreat":
        state = after(state, EndRetreat())
    state = after(state, BonusFromHand("blue"))
    if defending:
        state = after(state, ChooseLead(f"blue/{defending}"))
    return after(state, Reveal(red, blue))


def facing(
    ours: str,
    theirs: str,
    *,
    terrain: str = "plain",
    control: str | None = None,
    red: Counts | None = None,
) -> State:
    """Red's and blue's units in the middle, which is of the terrain and in the control given."""
    return position(
        units={"3 red": ours, "3 blue": theirs},
        terrain=f"plain plain {terrain} plain plain",
        control={3: control} if control else {},
        red=red,
    )


def lines(told_lines: tuple[Line, ...]) -> dict[str, int]:
    return {line.name: line.figure for line in told_lines}


# FG-C1


def test_fg_c1_the_books_ten_against_nine() -> None:
    state = facing("heavy-infantry-1 heavy-infantry-2", "pike-1", control="blue")
    state = fought(state, lead="heavy-infantry-2", red="red/commander-1", blue="blue/commander-5")
    result = state.result
    assert result is not None
    assert lines(result.attacking) == {"combat": 4, "bonus": 5, "second-unit": 1}
    assert lines(result.defending) == {"combat": 4, "bonus": 5}
    assert (result.attacking_total, result.defending_total, result.winner) == (10, 9, "red")
    column = state.column(3)
    assert (column.red, column.blue, column.control) == (("red/heavy-infantry-2",), (), "red")
    assert state.blue.lost == {"blue/pike-1"}
    assert state.red.points == 2
    assert state.red.discards == {"red/heavy-infantry-1", "red/commander-1"}
    assert state.blue.discards == {"blue/commander-5"}
    assert (state.step, state.attack) == ("actions", None)
    assert (state.red.hand, state.blue.hand) == (8, 8)


def test_fg_c1_the_steps_and_who_moves() -> None:
    state = after(facing("spear-1 spear-2", "cavalry-1 archer-1"), DeclareAttack(3))
    seen = []
    for action in (
        *(ChooseLead("red/spear-2"), BonusFromDeck("red"), EndRetreat()),
        *(BonusFromDeck("blue"), ChooseLead("blue/archer-1")),
    ):
        seen.append((state.step, sorted(RULES.actors(state))))
        state = after(state, action)
    seen.append((state.step, sorted(RULES.actors(state))))
    assert seen == [
        *(("lead", ["red"]), ("bonus", ["red"]), ("retreat", ["blue"])),
        *(("bonus", ["blue"]), ("lead", ["blue"]), ("result", ["blue", "red"])),
    ]
    assert (state.red.deck, state.blue.deck) == (12, 12)


def test_fg_c1_what_declaring_is_refused_for() -> None:
    state = position(units={"1 red": "archer-1", "2 blue": "archer-1", "3 red": "pike-1", "3 blue": "pike-1"})
    assert told(RULES.refusals(state, DeclareAttack(1))) == [("no-enemy", "FG-C1")]
    assert told(RULES.refusals(state, DeclareAttack(2))) == [("no-unit", "FG-C1")]
    assert told(RULES.refusals(state, DeclareAttack(5))) == [("no-unit", "FG-C1"), ("no-enemy", "FG-C1")]
    due = after(state, Place("red/cavalry-1", 4))
    assert told(RULES.refusals(due, DeclareAttack(3))) == [("pay-first", "FG-P1")]
    cleared = after(state, Discard("red/archer-1"))
    assert told(RULES.refusals(cleared, DeclareAttack(3))) == [("discard-needs-placement", "FG-P3")]
    free = after(state, Place("red/light-cavalry-1", 4), DeclareAttack(3))
    assert (free.unpaid, free.red.hand) == ((), 8)
    assert told(RULES.refusals(free, DeclareAttack(3))) == [("wrong-phase", "FG-T0")]


def test_fg_c1_the_other_player_does_not_choose() -> None:
    state = after(facing("spear-1 spear-2", "cavalry-1"), DeclareAttack(3))
    assert told(RULES.refusals(state, ChooseLead("blue/cavalry-1"))) == [("not-your-turn", "FG-C1")]
    assert told(RULES.refusals(state, ChooseLead("red/pike-1"))) == [("no-unit", "FG-C1")]
    state = after(state, ChooseLead("red/spear-1"))
    assert told(RULES.refusals(state, BonusFromDeck("blue"))) == [("not-your-turn", "FG-C1")]
    assert told(RULES.refusals(state, BonusFromHand("red", "blue/pike-1"))) == [("wrong-side", "FG-C1")]


def test_fg_c1_all_retreat() -> None:
    state = after(facing("pike-1 pike-2", "cavalry-1", control="blue"), DeclareAttack(3))
    state = after(state, ChooseLead("red/pike-1"), BonusFromHand("red"), Retreat("blue/cavalry-1"))
    state = after(state, EndRetreat(), Reveal(RED, None))
    assert state.red.discards == {RED}
    assert state.blue.discards == {"blue/cavalry-1"}
    assert (state.step, RULES.legal_actions(state)) == (
        "result",
        (Discard("red/pike-1"), Discard("red/pike-2")),
    )
    assert told(RULES.refusals(state, Discard("red/cavalry-1"))) == [("no-unit", "FG-C1")]
    state = after(state, Discard("red/pike-1"))
    assert (state.step, state.attack) == ("actions", None)
    assert (state.column(3).red, state.column(3).control) == (("red/pike-2",), "blue")
    assert state.result is not None
    assert (state.result.by, state.result.winner, state.red.points) == ("retreat", None, 0)


def test_fg_c1_one_unit_stays_when_all_retreat() -> None:
    state = after(facing("pike-1", "cavalry-1"), DeclareAttack(3), BonusFromHand("red"))
    state = after(state, Retreat("blue/cavalry-1"), EndRetreat(), Reveal(RED, None))
    assert (state.step, state.column(3).red, state.column(3).control) == ("actions", ("red/pike-1",), None)


def test_fg_c1_a_bonus_card_is_not_optional_while_there_is_one() -> None:
    none = Counts(hand=0, deck=0, discard=0)
    state = after(facing("pike-1", "pike-1", red=none), DeclareAttack(3))
    assert RULES.legal_actions(state) == (NoBonus("red"),) == RULES.chance(state)
    assert told(RULES.refusals(state, BonusFromHand("red"))) == [("count-wrong", "FG-C1")]
    assert told(RULES.refusals(state, BonusFromDeck("red"))) == [("count-wrong", "FG-C1")]
    state = settled(after(state, NoBonus("red")))
    assert told(RULES.refusals(state, NoBonus("blue"))) == [("one-card", "FG-C1")]
    state = after(state, BonusFromHand("blue"))
    assert told(RULES.refusals(state, Reveal(RED, BLUE))) == [("count-wrong", "FG-C1")]
    assert told(RULES.refusals(state, Reveal(None, None))) == [("one-card", "FG-C1")]
    state = after(state, Reveal(None, BLUE))
    assert state.result is not None
    assert (state.result.attacking_total, state.result.defending_total) == (4, 8)


@pytest.mark.parametrize(
    ("hand", "deck", "action", "code", "figures", "fix"),
    [
        (3, 0, BonusFromDeck("red"), "count-wrong", {"deck": 0, "cards": 1}, Fix(Verb.LAY, None, "pad", 1)),
        (0, 2, BonusFromHand("red"), "count-wrong", {"hand": 0, "cards": 1}, Fix(Verb.HOLD, place="ok")),
        (0, 2, BonusFromHand("red", RED), "count-wrong", {"hand": 0, "cards": 1}, Fix(Verb.TAKE, RED, "pad")),
        (3, 2, BonusFromHand("red", RED), "wrong-phase", {"step": "bonus", "wanted": "result"}, None),
        (3, 0, NoBonus("red"), "one-card", {"cards": 0, "limit": 1}, Fix(Verb.LAY, None, "pad", 1)),
        (0, 2, NoBonus("red"), "one-card", {"cards": 0, "limit": 1}, Fix(Verb.HOLD, place="ok")),
        (0, 0, BonusFromDeck("red"), "count-wrong", {"deck": 0, "cards": 1}, Fix(Verb.WAIT)),
        (0, 0, BonusFromHand("red"), "count-wrong", {"hand": 0, "cards": 1}, Fix(Verb.WAIT)),
    ],
)
def test_fg_c1_a_wrong_way_to_a_bonus_card_is_told_the_right_one(
    hand: int, deck: int, action: Action, code: str, figures: dict[str, int | str], fix: Fix | None
) -> None:
    state = facing("pike-1", "pike-1", red=Counts(hand=hand, deck=deck, discard=0))
    (reason,) = RULES.refusals(after(state, DeclareAttack(3)), action)
    assert (reason.code, reason.ruling, dict(reason.figures)) == (code, "FG-C1", figures)
    assert reason.fix == (fix or Fix(Verb.TAKE, RED, "pad"))


def test_fg_k1_an_empty_deck_is_shuffled_for_the_bonus_card() -> None:
    state = after(facing("pike-1", "pike-1", red=Counts(hand=2, deck=0, discard=3)), DeclareAttack(3))
    state = after(state, BonusFromDeck("red"))
    assert (state.step, RULES.legal_actions(state)) == ("shuffle", (Shuffle("red"),))
    state = after(state, Shuffle("red"))
    assert (state.step, state.red.deck, state.red.discard, state.red.shuffles) == ("bonus", 3, 0, 1)
    # At a table the card is yet to be laid on the pad; but nobody shuffles, and then plays one of his hand.
    assert set(RULES.legal_actions(state)) >= {BonusFromDeck("red"), PlayOverlap("red/overlap-1")}
    (reason,) = RULES.refusals(state, BonusFromHand("red"))
    assert (reason.code, reason.ruling, reason.fix) == ("one-card", "FG-K1", Fix(Verb.HOLD, place="ok"))
    assert dict(reason.figures) == {"cards": 0, "limit": 1, "from": "deck"}, "not that one is missing"
    state = after(state, BonusFromDeck("red"))
    assert (state.step, state.red.deck, state.drawing) == ("retreat", 2, None)


def test_fg_c1_a_card_that_lies_elsewhere_was_no_bonus_card() -> None:
    state = settled(after(facing("pike-1", "pike-1"), DeclareAttack(3), BonusFromHand("red")))
    state = after(state, BonusFromHand("blue"))
    reasons = RULES.refusals(state, Reveal("red/pike-1", "red/pike-2"))
    assert told(reasons) == [("card-elsewhere", "FG-C1"), ("wrong-side", "FG-C1")]
    with pytest.raises(RulesError, match="card-elsewhere"):
        RULES.apply(state, Reveal("red/pike-1", "red/pike-2"))


# FG-C2


@pytest.mark.parametrize(("lead", "may"), [("cavalry-1", False), ("medium-infantry-1", True)])
def test_fg_c2_only_who_costs_less_retreats(lead: str, may: bool) -> None:
    state = after(facing(lead, "cavalry-1"), DeclareAttack(3), BonusFromHand("red"))
    assert (Retreat("blue/cavalry-1") in RULES.legal_actions(state)) == may
    assert (RULES.chance(state) == ()) == may
    if not may:
        (reason,) = RULES.refusals(state, Retreat("blue/cavalry-1"))
        assert (reason.code, reason.ruling) == ("cannot-retreat", "FG-C2")
        assert dict(reason.figures) == {"card": "blue/cavalry-1", "cost": 2, "lead": 2}


def test_fg_c2_one_of_two_retreats_and_the_second_units_bonus_with_it() -> None:
    state = after(facing("cavalry-1", "pike-1 archer-1"), DeclareAttack(3), BonusFromHand("red"))
    assert RULES.chance(state) == (EndRetreat(),)  # archer and cavalry cost the same
    state = after(facing("pike-3", "pike-1 archer-1"), DeclareAttack(3), BonusFromHand("red"))
    state = after(state, Retreat("blue/archer-1"), EndRetreat(), BonusFromHand("blue"), Reveal(RED, BLUE))
    assert state.result is not None
    assert lines(state.result.defending) == {"combat": 4, "bonus": 4}
    assert state.blue.points == 0


# FG-C3, FG-C4


@pytest.mark.parametrize(
    ("red", "blue", "terrain", "control", "ours", "theirs"),
    [
        ("pike-1 pike-2", "pike-1", "plain", None, {"second-unit": 1, "beside-second": 1}, {}),
        ("pike-1 archer-1", "pike-1", "plain", None, {"second-unit": 1}, {}),
        ("pike-1", "pike-1 pike-2", "plain", None, {}, {"second-unit": 1}),
        ("elephant-1", "light-infantry-1", "plain", None, {"against": -4}, {}),
        ("light-infantry-1", "elephant-1", "plain", None, {"against": 3}, {}),
        ("cavalry-1", "elephant-1", "plain", None, {"against": -2}, {}),
        ("cavalry-1", "pike-1", "plain", None, {"against": -1}, {}),
        ("heavy-infantry-1", "cavalry-1", "plain", None, {"against": -2}, {}),
        ("spear-1", "cavalry-1", "plain", None, {"against": -1}, {}),
        ("pike-1", "light-infantry-1", "woods", None, {"terrain": -2}, {"terrain": 1}),
        ("light-infantry-1", "cavalry-1", "woods", "blue", {"terrain": 1}, {"terrain": -2}),
        ("medium-infantry-1", "archer-1", "woods", None, {}, {}),
        ("medium-infantry-1", "archer-1", "hill", "blue", {}, {"terrain": 1}),
        ("medium-infantry-1", "archer-1", "hill", "red", {}, {}),
        ("medium-infantry-1", "archer-1", "hill", None, {}, {}),
        ("medium-infantry-1", "archer-1", "rough", "blue", {}, {}),
    ],
)
def test_fg_c3_fg_c4_each_line_of_a_total(
    red: str, blue: str, terrain: str, control: str | None, ours: dict[str, int], theirs: dict[str, int]
) -> None:
    state = facing(red, blue, terrain=terrain, control=control)
    first, defender = red.split()[0], blue.split()[0]
    lead, defending = first if " " in red else None, defender if " " in blue else None
    state = fought(state, lead=lead, defending=defending)
    assert state.result is not None
    for told_lines, own, more in (
        (state.result.attacking, first, ours),
        (state.result.defending, defender, theirs),
    ):
        unit = DECK.unit(f"red/{own}")
        assert unit is not None
        assert lines(told_lines) == {"combat": unit.combat, "bonus": 4} | more


def test_fg_c3_a_total_below_zero() -> None:
    state = facing("elephant-1", "light-infantry-1", terrain="woods", red=Counts(hand=0, deck=0))
    state = after(state, DeclareAttack(3), NoBonus("red"), EndRetreat(), BonusFromHand("blue"))
    result = after(state, Reveal(None, BLUE)).result
    assert result is not None
    assert lines(result.attacking) == {"combat": 5, "terrain": -2, "against": -4}
    assert (result.attacking_total, result.winner) == (-1, "blue")


# FG-C5


def test_fg_c5_the_books_overlap_is_worth_two() -> None:
    units = {"3 red": "cavalry-1", "3 blue": "heavy-infantry-1", "2 red": "medium-infantry-1"}
    state = position(units=units | {"4 red": "archer-1"})
    fight = fought(state, overlaps=1)
    assert fight.result is not None
    assert lines(fight.result.attacking) == {"combat": 3, "bonus": 4, "overlap": 2}
    assert fight.red.discards >= {"red/overlap-1"}
    both = fought(state, overlaps=2)
    assert both.result is not None
    assert lines(both.result.attacking)["overlap"] == 4


def test_fg_c5_who_counts_for_overlap() -> None:
    units = {"3 red": "cavalry-1", "3 blue": "cavalry-1", "2 red": "heavy-infantry-1", "4 red": "archer-1"}
    state = after(position(units=units | {"4 blue": "archer-1", "1 red": "archer-2"}), DeclareAttack(3))
    assert state.attack is not None
    assert overlapping(DECK, state, state.attack) == 0


def test_fg_c5_overlap_has_its_time() -> None:
    state = facing("cavalry-1", "pike-1")
    overlap: Action = PlayOverlap("red/overlap-1")
    assert told(RULES.refusals(state, overlap)) == [("wrong-phase", "FG-C5")]
    state = after(state, DeclareAttack(3))
    assert told(RULES.refusals(state, PlayOverlap("red/spear-1"))) == [("wrong-phase", "FG-C5")]
    assert ("not-your-turn", "FG-T0") in told(RULES.refusals(state, PlayOverlap("blue/overlap-1")))
    state = after(state, overlap)
    assert (state.red.hand, state.red.discard) == (8, 0)
    assert told(RULES.refusals(state, overlap)) == [("card-elsewhere", "FG-P1")]
    state = settled(after(state, BonusFromHand("red")))
    assert ("wrong-phase", "FG-C5") in told(RULES.refusals(state, PlayOverlap("red/overlap-2")))


def test_fg_c5_overlap_is_taken_back_before_the_bonus_card_is_confirmed() -> None:
    back: Action = TakeBack("red/overlap-1")
    for ours in ("cavalry-1", "cavalry-1 cavalry-2"):
        state = after(facing(ours, "pike-1"), DeclareAttack(3))
        assert back not in RULES.legal_actions(state)
        laid = after(state, PlayOverlap("red/overlap-1"))
        assert back in RULES.legal_actions(laid)
        assert after(laid, back) == state
        other = after(laid, PlayOverlap("red/overlap-2"), back)
        assert (other.attack and other.attack.overlaps, other.red.hand) == (("red/overlap-2",), 8)
    state = after(state, PlayOverlap("red/overlap-1"), ChooseLead("red/cavalry-1"), back)
    assert (state.step, state.red.hand, state.attack and state.attack.overlaps) == ("bonus", 9, ())
    assert told(RULES.refusals(state, back)) != []


def test_fg_c5_a_confirmed_bonus_card_keeps_overlap_there() -> None:
    back: Action = TakeBack("red/overlap-1")
    state = after(facing("pike-1", "cavalry-1 cavalry-2"), DeclareAttack(3), PlayOverlap("red/overlap-1"))
    for action in (BonusFromHand("red"), EndRetreat(), BonusFromHand("blue"), ChooseLead("blue/cavalry-1")):
        state = after(state, action)
        assert back not in RULES.legal_actions(state)
        (reason,) = RULES.refusals(state, back)
        assert (reason.code, reason.player, reason.ruling) == ("wrong-phase", "red", "FG-C5")
        assert dict(reason.figures) == {"step": state.step, "before": "bonus"}, (
            "no step, perhaps this very one"
        )
        assert reason.fix == Fix(Verb.PUT, "red/overlap-1", "3")
    state = after(state, Reveal(RED, BLUE))
    assert "red/overlap-1" in state.red.discards
    empty = Counts(hand=2, deck=0, discard=3)
    state = after(facing("pike-1", "pike-1", red=empty), DeclareAttack(3), PlayOverlap("red/overlap-1"))
    state = after(state, BonusFromDeck("red"))
    assert (state.step, told(RULES.refusals(state, back))) == ("shuffle", [("wrong-phase", "FG-C5")])


def test_fg_c5_overlap_taken_back_is_a_known_card_for_who_knew_it() -> None:
    state = facing("pike-1", "cavalry-1")
    state = state.with_side("red", hand=2, hand_cards=frozenset({"red/overlap-1", "red/spear-3"}))
    declared = after(state, DeclareAttack(3))
    laid = after(declared, PlayOverlap("red/overlap-1"))
    assert laid.red.hand_cards == {"red/spear-3"}
    assert after(laid, TakeBack("red/overlap-1")) == declared
    for viewer, known in (
        ("red", frozenset({"red/overlap-1"})),
        ("blue", frozenset()),
        ("anyone", frozenset()),
    ):
        attack = RULES.view(laid, viewer).attack
        assert attack is not None
        assert (attack.overlaps, attack.overlaps_known) == (("red/overlap-1",), known)


def test_fg_c1_what_the_attacker_does_before_their_bonus_card_can_be_taken_back() -> None:
    state = facing("pike-1 pike-2", "cavalry-1 cavalry-2")
    for action, reversible in (
        *((DeclareAttack(3), True), (PlayOverlap("red/overlap-1"), True), (ChooseLead("red/pike-1"), True)),
        *((BonusFromHand("red"), False), (EndRetreat(), False), (BonusFromDeck("blue"), False)),
        (ChooseLead("blue/cavalry-1"), False),
    ):
        assert RULES.reversible(state, action) == reversible, action
        state = after(state, action)
    flank = position(units={"3 red": "pike-1", "3 blue": "pike-1", "4 red": "archer-1"}, step="flank")
    assert RULES.reversible(flank, FlankAttack(3))
    assert not RULES.reversible(flank, EndFlank())


# FG-C6


def test_fg_c6_the_defender_wins() -> None:
    state = fought(
        facing("cavalry-1", "pike-1 pike-2", control="red"), defending="pike-2", red="red/cavalry-2"
    )
    column = state.column(3)
    assert (column.red, column.blue, column.control) == ((), ("blue/pike-2",), None)
    assert (state.red.lost, state.blue.points) == (frozenset({"red/cavalry-1"}), 1)
    assert state.blue.discards == {BLUE, "blue/pike-1"}


def test_fg_c6_a_winning_defender_keeps_their_own_terrain() -> None:
    state = fought(facing("cavalry-1", "pike-1", control="blue"))
    assert state.column(3).control == "blue"


def test_fg_c6_a_tie() -> None:
    state = facing("heavy-infantry-1", "heavy-infantry-1", control="red")
    state = fought(state)
    assert state.result is not None
    assert (state.result.winner, state.result.by) == (None, "tie")
    column = state.column(3)
    assert (column.red, column.blue, column.control) == ((), (), None)
    assert state.red.discards == {RED, "red/heavy-infantry-1"}
    assert (state.red.points, state.blue.points, state.red.lost) == (0, 0, frozenset())


def test_fg_c6_a_defending_spear_wins_the_tie() -> None:
    state = fought(facing("heavy-infantry-1", "spear-1"))
    assert state.result is not None
    assert (state.result.winner, state.result.by) == ("blue", "spear")
    assert (state.column(3).blue, state.red.lost) == (("blue/spear-1",), frozenset({"red/heavy-infantry-1"}))
    attacking = fought(facing("spear-1", "heavy-infantry-1"))
    assert attacking.result is not None
    assert attacking.result.by == "tie"


# FG-C7


def test_fg_c7_rampage_costs_one_card_for_its_printed_points() -> None:
    state = fought(
        facing("pike-1", "elephant-1 elephant-2"),
        defending="elephant-1",
        red="red/cavalry-2",
        blue="blue/cavalry-1",
    )
    assert state.step == "actions"  # 6 against 8: an elephant that wins loses nothing
    state = fought(
        facing("elephant-1 elephant-2", "light-infantry-1"),
        lead="elephant-1",
        red="red/cavalry-1",
        blue="blue/commander-1",
    )
    assert (state.step, RULES.actors(state)) == ("rampage", frozenset({"red"}))
    assert state.blue.points == 6
    assert told(RULES.refusals(state, Rampage("blue", BLUE))) == [("not-your-turn", "FG-C7")]
    assert told(RULES.refusals(state, Rampage("red", "red/cavalry-1"))) == [("card-elsewhere", "FG-C7")]
    (elsewhere,) = RULES.refusals(state, Rampage("red", "red/cavalry-1"))
    assert dict(elsewhere.figures)["pile"] == "discard"
    assert told(RULES.refusals(state, Rampage("red", BLUE))) == [("wrong-side", "FG-C7")]
    shown = after(state, Rampage("red", "red/heavy-infantry-1"))
    assert (shown.step, shown.red.deck, shown.blue.points) == ("actions", 12, 8)
    assert "red/heavy-infantry-1" in shown.red.lost
    unseen = after(state, Rampage("red"))
    assert (unseen.red.lost_unseen, unseen.blue.points) == (1, 6)


def test_fg_c7_bonus_cards_are_discarded_before_and_may_be_shuffled_for_it() -> None:
    empty = Counts(hand=1, deck=0, discard=0)
    state = facing("elephant-1", "light-infantry-1", red=empty)
    state = fought(state, red="red/cavalry-1", blue="blue/commander-1")
    assert state.step == "shuffle"
    state = after(state, Shuffle("red"))
    assert (state.step, state.red.deck, state.red.shuffles) == ("rampage", 1, 1)


def test_fg_c7_without_a_card_it_is_skipped() -> None:
    state = facing("elephant-1", "light-infantry-1", red=Counts(hand=0, deck=0, discard=0))
    state = after(state, DeclareAttack(3), NoBonus("red"), EndRetreat(), BonusFromHand("blue"))
    state = after(state, Reveal(None, BLUE))
    assert (state.step, state.red.lost) == ("actions", frozenset({"red/elephant-1"}))


def test_fg_c7_a_retreating_elephant_costs_nothing_more() -> None:
    tie = fought(facing("elephant-1", "elephant-1"))
    assert (tie.step, tie.result and tie.result.by) == ("actions", "tie")


def test_both_cards_of_a_reveal_must_be_cards_of_an_army() -> None:
    for action in (Reveal(None, "blue/x"), Reveal("red/x", None)):
        with pytest.raises(RulesError, match="is no card of an army"):
            RULES.check(position(), action)
