"""People have the last word over Dark Age Arena, too: whatever they agree on, the game goes on, or is over."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import DarkAgeArena
from signifer_core.games.dark_age_arena.agreement import overrides, overrule
from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.deck import Deck, joined, parse_deck, training
from signifer_core.games.dark_age_arena.position import Setup, begin
from signifer_core.games.dark_age_arena.rolls import Due
from signifer_core.games.dark_age_arena.state import ZONE, Cards, Draft, Lasting, Spot, State, Step, Task
from signifer_core.layout import Layout, zone
from signifer_core.procedure import POSITION, Override, Table

from tests.sweeps import often

from .hands import Hands, TrainingHands, at_table, somewhere
from .states import RULES, check_state, fight, position
from .states import after as moved

PROCEDURE = Hands.procedure
HIDDEN = Cards(1, frozenset({"red/sack-1"}))


def lying(**at: str) -> Layout:
    """Of red_2="red/knight-1 red/mail-1" what lies in column 2 of red."""
    layout = Layout()
    for where, cards in at.items():
        side, _, column = where.rpartition("_")
        for card in cards.split():
            layout = layout.laid(card, zone(f"{column} {side}"))
    return layout


def entries(state: State, seen: Layout | None = None) -> tuple[Override, ...]:
    return PROCEDURE.overrides(Table(state), seen or Layout())


def entry(state: State, key: str, seen: Layout | None = None, **about: str | int) -> Override:
    (found,) = (each for each in entries(state, seen) if each.key == key and dict(each.figures) == about)
    return found


def agreed(state: State, *changes: str) -> State:
    for change in changes:
        state, _ = PROCEDURE.overrule(Table(state), change)
        check_state(state)
    return state


def test_figures_of_a_player_may_be_overruled() -> None:
    state = position("prepare", hands=("mail-1 mail-2", ""))
    after = agreed(
        state, "agreed com red 2", "agreed log blue 0", "agreed points red 7", "agreed markers red 1"
    )
    assert (after.red.com, after.blue.log, after.red.points, after.red.markers) == (2, 0, 7, 1)
    assert entry(state, "com", player="red").now == 6
    most = {key: entry(state, key, player="red").choices[-1].value for key in ("com", "log", "points")}
    assert most == {"com": 6, "log": 6, "points": 40}
    after = agreed(state, "agreed hand red 5")
    assert (after.red.hand.number, after.red.stock.number) == (5, state.red.stock.number - 3)
    assert after.red.hand.named == {"red/mail-1", "red/mail-2"}
    after = agreed(after, "agreed discards red 4", "agreed hand red 1")
    assert (after.red.discards.number, after.red.hand.named) == (4, frozenset())
    assert agreed(after, "agreed stock red 3").red.stock.number == 3


def values(state: State, key: str, **about: str | int) -> list[object]:
    return [choice.value for choice in entry(state, key, **about).choices]  # type: ignore[arg-type]


def test_hand_stock_and_discards_have_at_most_all_cards_that_can_go_there() -> None:
    """Cards of a hand come from the stock, those of the stock from the discards, and the reverse."""
    discards = Cards(2, frozenset({"red/mail-1", "red/mail-2"}))
    state = position("prepare", hands=("drill-1", ""), has={"red": {"discards": discards}}, stock=4)
    assert values(state, "hand", player="red") == [0, 1, 2, 3, 4, 5]
    assert values(state, "stock", player="red") == values(state, "discards", player="red")
    assert values(state, "discards", player="red") == [0, 1, 2, 3, 4, 5, 6]


def test_wounds_are_fewer_than_kill_and_it_is_told_where_of_equal_characters_each_stands() -> None:
    """Who fights on with more may keep them. In a combat it stands in column 4."""
    state = fight("berserk-1", "hunter-1", "65")
    found = {dict(each.figures)["card"]: each for each in entries(state) if each.key == "wounds"}
    there = {str(card): dict(each.figures)["place"] for card, each in found.items()}
    assert there == {"red/berserk-1": "4", "blue/hunter-1": "4"}
    most = {str(card): max(int(choice.value) for choice in each.choices) for card, each in found.items()}
    standing = state.standing("red/berserk-1")
    assert standing is not None
    assert most["red/berserk-1"] == standing.wounds >= RULES.deck.character("red/berserk-1").life
    assert most["blue/hunter-1"] == RULES.deck.character("blue/hunter-1").life - 1
    at_home = next(each for each in entries(position("prepare", "knight-1 2")) if each.key == "wounds")
    assert dict(at_home.figures) == {"card": "red/knight-1", "place": "2"}


def test_da_15_supply_goes_to_no_place_that_is_pillaged_or_has_some() -> None:
    spots = (Spot("red/granary-1"), Spot(pillaged=True), Spot())
    state = position("prepare", has={"red": {"spots": spots}})
    assert values(state, "place", card="red/granary-1") == [1, 3, "none"]


def test_who_fights_on_with_fatal_wounds_dies_as_the_combat_is_called_off() -> None:
    state = fight("berserk-1", "hunter-1", "65")
    assert state.standing("red/berserk-1") is not None
    state, _ = PROCEDURE.overrule(Table(state), "agreed step supply")
    assert state.standing("red/berserk-1") is None
    assert "red/berserk-1" in state.red.discards.named


def test_a_place_may_be_pillaged_or_not() -> None:
    has = {"blue": {"spots": (Spot(), Spot("blue/granary-1"), Spot())}}
    state = position("prepare", has=has)
    after = agreed(state, "agreed pillaged blue 2 yes")
    assert after.blue.spot(2) == Spot(pillaged=True)
    assert after.blue.discards.named == {"blue/granary-1"}
    assert agreed(after, "agreed pillaged blue 2 no").blue.spot(2) == Spot()
    # Where no supply lies none is discarded.
    assert agreed(state, "agreed pillaged blue 1 yes").blue.discards == state.blue.discards


@pytest.mark.parametrize(("turn", "bids"), [(3, False), (4, True)])
def test_da_17_nobody_bids_before_escalation_is_over(turn: int, bids: bool) -> None:
    (step,) = (each for each in entries(replace(position("prepare"), turn=turn)) if each.key == "step")
    assert ("bid" in [choice.value for choice in step.choices]) == bids


def test_a_turn_is_one_that_there_may_be_and_who_has_no_initiative_attacks_in_none() -> None:
    state = position("prepare")
    assert values(state, "turn")[:2] == [1, 2]
    assert "declare" in values(state, "step")
    assert "declare" not in values(replace(state, initiative=None), "step")


@pytest.mark.parametrize("step", ["stock", "draft", "prepare", "bid"])
def test_both_attack_again_after_a_step_of_before_the_attacks(step: str) -> None:
    state = agreed(position("supply", attackers=("red", "blue")), f"agreed step {step}")
    assert (state.step, state.attackers) == (step, ())


def test_place_wounds_and_bearer_of_a_card() -> None:
    state = position("prepare", "knight-1 1 mail-1, axeman-1 2")
    after = agreed(state, "agreed place red/knight-1 3", "agreed wounds red/knight-1 2")
    standing = after.standing("red/knight-1")
    assert standing is not None
    assert (standing.place, standing.wounds) == (3, 2)
    after = agreed(state, "agreed bearer red/mail-1 red/axeman-1")
    bearer = after.bearer("red/mail-1")
    assert bearer is not None
    assert bearer.card == "red/axeman-1"
    assert agreed(state, "agreed bearer red/mail-1 none").red.discards.named == {"red/mail-1"}
    gone = agreed(state, "agreed place red/knight-1 none")
    assert gone.red.discards.named == {"red/knight-1", "red/mail-1"}
    # A weapon that is read and that nobody bears may be given to somebody; a knight bears two, not two of one kind.
    loose = entry(state, "bearer", lying(red_1="red/mail-2"), card="red/mail-2")
    assert [choice.value for choice in loose.choices] == ["red/axeman-1", "none"]
    assert agreed(state, "agreed bearer red/mail-2 red/axeman-1").bearer("red/mail-2") is not None
    with pytest.raises(RulesError, match="no agreement"):
        agreed(state, "agreed bearer red/mail-2 red/knight-1")


@pytest.mark.parametrize("card", ["red/mail-2", "red/sack-1"])
def test_da_25_no_entry_tells_what_lies_face_down_or_on_a_pad(card: str) -> None:
    """Neither a name nor the number of entries: a weapon may be a bluff."""
    state = position("prepare", "axeman-1 2", hands=("mail-2 sack-1", ""))
    assert entries(state, lying(red_pad=card)) == entries(state)
    hidden = replace(state.red, face_down=Cards(1, frozenset({card})), hand=state.red.hand.loses(card))
    bluffing = replace(position("target", "axeman-1 0"), combat=Combat("red", 2, attackers=("red/axeman-1",)))
    bluffing = bluffing.with_player("red", hidden)
    for seen in (lying(red_pad=card), lying(red_1=card)):
        assert entries(bluffing, seen) == entries(bluffing)


def test_characters_supply_and_artifacts_as_they_lie() -> None:
    state = position("prepare", "knight-1 1 mail-1, axeman-1 2", "scout-1 1", hands=("militia-1", ""))
    seen = lying(red_3="red/knight-1 red/mail-1 red/militia-1 red/granary-1", blue_2="blue/scout-1")
    (choice,) = entry(state, POSITION, seen).choices
    assert choice.value == 4
    after = agreed(state, *choice.changes)
    assert {each.card: each.place for each in after.characters} == {
        "red/knight-1": 3,
        "red/axeman-1": 2,
        "blue/scout-1": 2,
        "red/militia-1": 3,
    }
    assert (after.red.spot(3).supply, after.red.hand.number) == ("red/granary-1", 0)
    assert entry(after, POSITION, seen).choices == ()


def test_who_lies_where_the_table_believes_is_no_change_and_those_after_it_are() -> None:
    state = position("prepare", "knight-1 1, axeman-1 2", "scout-1 1")
    seen = lying(red_1="red/knight-1", red_3="red/axeman-1", blue_2="blue/scout-1")
    (choice,) = entry(state, POSITION, seen).choices
    assert choice.value == 2
    after = agreed(state, *choice.changes)
    assert {each.card: each.place for each in after.characters} == {
        "red/knight-1": 1,
        "red/axeman-1": 3,
        "blue/scout-1": 2,
    }


@pytest.mark.parametrize("die", [None, 3])
def test_who_is_drafted_is_not_taken_as_it_lies(die: int | None) -> None:
    """It would be in play and drafted still, and the hand would pay twice. Once that draft has failed it may be."""
    state = replace(position("draft"), rolling=("red",) if die is None else ())
    draft = Draft("red/knight-1", 1, die)
    state = state.with_player("red", replace(state.red, draft=draft, stock=state.red.stock.loses(None)))
    for seen in (lying(red_1="red/knight-1"), lying(red_2="red/knight-1")):
        assert entry(state, POSITION, seen) == entry(state, POSITION)
    failed = moved(replace(state, rolling=("red",)), "rolled 1 -")
    (choice,) = entry(failed, POSITION, lying(red_1="red/knight-1")).choices
    after = agreed(failed, *choice.changes)
    assert (after.red.under, [each.card for each in after.characters]) == ((), ["red/knight-1"])


def test_places_are_taken_as_they_lie_until_an_attack_is_declared() -> None:
    state = position("declare", "knight-1 1", "scout-1 1")
    seen = lying(red_3="red/knight-1")
    (choice,) = entry(state, POSITION, seen).choices
    after = agreed(state, *choice.changes)
    assert (after.step, after.combat) == ("declare", state.combat)
    assert [each.place for each in after.characters] == [3, 1]
    mustering = moved(after, "declare red 3")
    assert entry(mustering, POSITION, lying(red_1="red/knight-1")).choices == ()


def test_what_cannot_lie_so_is_refused_in_words() -> None:
    has = {"red": {"spots": (Spot(pillaged=True), Spot("red/granary-1"), Spot())}}
    state = position("prepare", "mara-vane-1 1", has=has)
    seen = lying(red_1="red/granary-2", red_2="red/granary-3", blue_1="blue/mara-vane-1")
    told = entry(state, POSITION, seen)
    assert [reason.code for reason in told.refusals] == ["pillaged", "supply-there", "in-play"]
    assert told.choices == ()
    with pytest.raises(RulesError, match="no card with its place"):
        agreed(state, "agreed position blue/mara-vane-1:1")


def test_a_discarded_character_may_come_back() -> None:
    state = agreed(position("prepare", "knight-1 1"), "agreed place red/knight-1 none")
    after = agreed(state, "agreed position red/knight-1:2")
    assert (after.red.discards.number, after.standing("red/knight-1") is not None) == (0, True)


def test_another_step_calls_a_combat_off_and_fighters_go_home() -> None:
    state = position("aim", "knight-1 0", "scout-1 0, hunter-1 3", has={"red": {"face_down": HIDDEN}})
    combat = Combat("red", 2, 3, attackers=("red/knight-1",), defenders=("blue/scout-1",), round="ranged")
    after = agreed(replace(state, combat=combat), "agreed step supply")
    assert (after.step, after.combat) == ("supply", None)
    assert [each.place for each in after.characters] == [2, 3, 3]
    assert after.red.hand.named == HIDDEN.named
    again = agreed(after, "agreed step declare")
    assert (again.step, again.active, again.combat) == ("declare", "red", Combat("red"))
    alone = Combat("red", ZONE, 3, attackers=("red/knight-1",), round="ranged")
    home = agreed(replace(state, combat=alone), "agreed step supply").standing("red/knight-1")
    assert (home and home.place) == 1, "nobody knows whence one alone came"
    draft = replace(position("draft"), rolling=("red",))
    red = replace(draft.red, draft=Draft("red/knight-1", 1), stock=draft.red.stock.loses(None))
    assert agreed(draft.with_player("red", red), "agreed step prepare").red.hand.named == {"red/knight-1"}


def done(state: State, *changes: str) -> State:
    """Agreed on, and what follows once people have done."""
    state = agreed(state, *changes)
    change, _ = PROCEDURE.follows(Table(state))
    return agreed(state, change) if change else state


def test_da_20_hands_are_filled_as_resources_begin_by_agreement() -> None:
    """Once, when people have done: another step may be meant, or the game be over."""
    state = agreed(position("prepare", "knight-1 1", "scout-1 1", hands=("mail-1", "")), "agreed hand blue 8")
    stock = state.red.stock.number
    agreed_on = agreed(state, "agreed step supply")
    assert agreed_on.red.hand.number == 1
    after = done(state, "agreed step supply")
    assert (after.step, after.red.hand.number, after.red.stock.number) == ("supply", 5, stock - 4)
    assert after.blue.hand.number == 8
    assert done(agreed_on, "agreed com red 3").red.hand.number == 5
    assert done(after, "agreed hand red 1").red.hand.number == 1, "not again"
    for other in ("prepare", "bid"):
        assert done(state, "agreed step supply", f"agreed step {other}").red.hand.number == 1
    over = agreed(state, "agreed over red")
    assert done(over).red.hand.number == 1
    taken_back = done(over, "agreed points red 9")
    assert (taken_back.step, taken_back.red.hand.number) == ("supply", 5)
    assert done(over, "agreed points red 9", "agreed step prepare").red.hand.number == 1
    assert done(replace(state, agreed_bare=True), "agreed step supply").red.hand.number == 1


@pytest.mark.parametrize("step", ["bid", "declare"])
def test_da_17_nobody_bids_or_attacks_in_a_turn_that_is_agreed_to_be_the_third(step: Step) -> None:
    """Resources are next, once people have done."""
    state = position(step, "knight-1 1", "scout-1 1", hands=("mail-1", "scout-2"))
    early = agreed(state, "agreed turn 3")
    assert (early.step, early.red.hand.number) == (step, 1)
    after = done(early)
    assert (after.step, after.combat, after.red.hand.number, after.blue.hand.number) == ("supply", None, 5, 5)
    assert done(early, "agreed turn 4") == state
    for as_it_was in (agreed(state, "agreed turn 5"), replace(early, agreed_bare=True)):
        assert done(as_it_was) == as_it_was


def test_da_20_hands_that_were_filled_as_nobody_could_attack_are_not_filled_again() -> None:
    """What people agree on afterwards in the same visit holds."""
    after = agreed(position("declare", "", "", hands=("mail-1", "")), "agreed hand red 0")
    assert (after.step, after.red.hand.number) == ("supply", 5)
    assert done(after, "agreed hand red 0").red.hand.number == 0


def test_in_games_of_older_records_nothing_follows_from_agreements() -> None:
    assert [Setup.from_json(words).agreed_follows for words in ({}, Setup().to_json())] == [False, True]
    assert begin(RULES, Setup.from_json({"turn": 1})).agreed_bare
    assert begin(RULES, Setup.from_json({})).agreed_bare


@pytest.mark.parametrize("rolls", ["65 54", "65 54 44 54 43 | 42 34 23 | 4"])
def test_of_a_combat_that_is_fought_again_what_has_fallen_is_told_once(rolls: str) -> None:
    """Called off, or over, with who was drafted before it."""
    state = fight("duellist-1", "knight-1", rolls, by="blue")
    drafted = replace(state.rolls[0], attacker=None, round="")
    state = replace(state, rolls=(drafted, *state.rolls))
    if state.step == "home":
        state = moved(state, "assign red/knight-1 1", "declare red 1")
        assert state.ended is not None
    again = agreed(state, "agreed step declare")
    assert (again.step, again.rolls, again.latest_combat) == ("declare", (drafted,), None)
    assert agreed(state, "agreed step prepare").rolls == (drafted,)
    assert agreed(state, "agreed step supply").rolls == state.rolls, "nobody fights again"
    before = replace(state, rolls=tuple(replace(each, turn=each.turn - 1) for each in state.rolls))
    assert agreed(before, "agreed step prepare").rolls == before.rolls, (
        "nor what was fought in the turn before"
    )
    led = replace(state, rolls=(replace(drafted, due=Due("red", "initiative")),))
    assert agreed(led, "agreed step declare").rolls == led.rolls
    assert agreed(led, "agreed step bid").rolls == (), "it is bid and rolled for again"


def test_what_has_fallen_in_a_turn_that_is_put_right_is_told_with_what_falls_after_it() -> None:
    state = fight("duellist-1", "knight-1", "65 54 44", by="blue")
    after = moved(agreed(state, "agreed turn 6"), "rolled 5 4")
    assert [each.dice for each in after.rolls] == [(6, 5), (5, 4), (4, 4), (5, 4)]
    last = replace(state, rolls=tuple(replace(each, turn=3) for each in state.rolls))
    after = moved(agreed(last, "agreed turn 3"), "rolled 5 4")
    assert [each.dice for each in after.rolls] == [(5, 4)], "those of the turn before are not told with it"
    over = replace(position("supply", "knight-1 1", "duellist-1 1"), turn=state.turn, rolls=state.rolls)
    assert agreed(over, "agreed turn 6").rolls == state.rolls, (
        "nor, where none is under way, those of a turn passed over"
    )


def test_da_17_a_combat_in_a_turn_that_is_agreed_to_be_the_third_is_the_last_one() -> None:
    state = done(fight("duellist-1", "knight-1", "65 54 44 54 43 | 42 34 23 | 4", by="blue"), "agreed turn 3")
    assert (state.step, state.turn) == ("home", 3)
    for older, step in ((False, "supply"), (True, "declare")):
        after = moved(replace(state, agreed_bare=older), "assign red/knight-1 1")
        assert (after.step, PROCEDURE.follows(Table(after))) == (step, ("", ()))


def test_initiative_and_turn() -> None:
    state = position("bid", "knight-1 1", "scout-1 1")
    after = agreed(state, "agreed initiative blue")
    assert (after.initiative, after.step, after.active) == ("blue", "declare", "blue")
    assert agreed(state, "agreed turn 9").turn == 9
    early = replace(position("prepare"), turn=2, initiative=None)
    assert "initiative" not in [each.key for each in entries(early)]


def test_da_19_whose_initiative_is_agreed_on_may_attack_first() -> None:
    """While the first attack is only to be declared; a task roll that is due stays due."""
    state = position("declare", "knight-1 1", "scout-1 1")
    after = agreed(state, "agreed initiative blue")
    assert (after.step, after.active, after.attackers) == ("declare", "blue", ("blue",))
    assert after.combat == Combat("blue")
    after = moved(after, "declare blue none")
    assert (after.active, after.attackers) == ("red", ("blue", "red"))
    # Whoever was first has had their attack, or it has been declared.
    assert agreed(after, "agreed initiative red") == replace(after, initiative="red")
    assert agreed(moved(state, "declare red 1"), "agreed initiative blue").active == "red"
    nobody = agreed(position("declare", "knight-1 1"), "agreed initiative blue")
    assert (nobody.active, nobody.attackers) == ("red", ("blue", "red"))
    line = RULES.deck.printed("red/rally-1").effects[0]
    due = replace(state, tasks=(Task("red", "red/rally-1", 0, line),))
    assert agreed(due, "agreed initiative blue").tasks == due.tasks
    older = agreed(replace(state, agreed_bare=True), "agreed initiative blue")
    assert (older.initiative, older.active) == ("blue", "red")


def test_a_game_that_is_over_goes_on_and_one_may_be_ended() -> None:
    state = agreed(position("aim", combat=Combat("red", 1, 1)), "agreed over draw")
    assert (state.step, state.winner) == ("over", "draw")
    after = agreed(state, "agreed points red 3")
    assert (after.step, after.winner, after.red.points) == ("supply", None, 3)


def test_before_the_first_turn_nothing_is_taken_as_it_lies() -> None:
    state = RULES.table_game()
    assert entry(state, POSITION, lying(red_1="red/anvil-1")).choices == ()
    assert "step" not in [each.key for each in entries(state)]


def test_nonsense_is_no_agreement() -> None:
    for words in (
        "agreed",
        "com red 3",
        "agreed com red 9",
        "agreed place red/knight-1 3",
        "agreed position",
    ):
        with pytest.raises(RulesError):
            PROCEDURE.overrule(Table(position("prepare")), words)


def test_what_waits_still_waits_after_an_agreement() -> None:
    hands = at_table(position("prepare", "knight-1 1", hands=("mail-1", "")))
    hands.lay("red/mail-1", "5 red").press("press column 1 red")
    hands.table = hands.referee.overruled(hands.table, "agreed com blue 3", hands.seen)
    hands.press("press ok red")
    assert hands.state.bearer("red/mail-1") is not None
    hands.pressed("hold dice", "hold dice", "hold dice", "hold dice")
    assert {each.key for each in hands.prompts} == {"no-undo-agreed"}


def goes_on(seed: int) -> None:
    """After twelve agreements, whatever they are about, random play goes on or is over."""
    rng = random.Random(seed)
    hands = at_table(somewhere(rng), rng, TrainingHands)
    for _ in range(12):
        offered = hands.procedure.overrides(hands.table, hands.seen)
        told = [choice.changes for each in offered[:-1] for choice in each.choices if choice.changes]
        for change in rng.choice(told):
            hands.table = hands.referee.overruled(hands.table, change, hands.seen)
        check_state(hands.state)
        follows, _ = hands.procedure.follows(hands.table)
        if follows and rng.random() < 0.5:
            hands.table = hands.referee.overruled(hands.table, follows, hands.seen)
            check_state(hands.state)
            assert hands.procedure.follows(hands.table) == ("", ())
        hands.judge().follow()
    event(hands.state.step)
    follows, _ = hands.procedure.follows(hands.table)
    if follows:
        hands.table = hands.referee.overruled(hands.table, follows, hands.seen)
    state = hands.state
    for _ in range(80):
        if state.step == "over":
            break
        state = RULES.apply(state, rng.choice(RULES.legal_actions(state)))
        check_state(state)
        assert state.owed or hands.procedure.follows(Table(state)) == ("", ()), "a power cut changes nothing"


SEEDS = st.integers(0, 2**32 - 1)
MANY = settings(max_examples=often(40, 100), deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.slow
@settings(MANY, max_examples=often(6, 12))
@given(SEEDS)
def test_whatever_is_agreed_the_game_goes_on_or_is_over(seed: int) -> None:
    goes_on(seed)


@pytest.mark.soak
@MANY
@given(SEEDS)
def test_whatever_else_is_agreed_the_game_goes_on_or_is_over(seed: int) -> None:
    goes_on(seed)


def test_whether_classes_are_played_with_is_agreed_where_the_decks_have_any() -> None:
    text = training("training-iron").text.replace('name = "Knight", ', 'name = "Knight", class = "order", ')
    rules = DarkAgeArena(Deck(joined(parse_deck(text, file="red.toml"), training("training-ash"))))
    state = rules.table_game()
    (asked,) = (each for each in overrides(rules.deck, state, Layout()) if each.key == "classes")
    assert asked.now == "no"
    assert not state.classes
    played = overrule(rules.deck, state, "agreed classes yes")
    assert played == replace(state, classes=True)
    assert overrule(rules.deck, played, "agreed classes no") == state
    assert "classes" not in {each.key for each in entries(position("prepare"))}


def test_what_a_card_does_for_a_combat_ends_with_one_that_is_called_off() -> None:
    state = fight("berserk-1", "duellist-1", "")
    line = RULES.deck.printed("red/rally-1").effects[0]
    lasting = tuple(Lasting("red", "red/rally-1", line, span) for span in ("combat", "turn"))
    state, _ = PROCEDURE.overrule(Table(replace(state, lasting=lasting)), "agreed step supply")
    assert [each.span for each in state.lasting] == ["turn"]
