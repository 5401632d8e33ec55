"""A game looked back on: its decisions, and what its record tells of hands that no reader sees."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.battle import Attack
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import BONUS, RETREAT, State, other
from signifer_core.layout import SIDES
from signifer_firmware.games.field_of_glory.game import GAME
from signifer_firmware.games.field_of_glory.robots.choices import Choice, alike, choices, may
from signifer_firmware.games.field_of_glory.robots.plans import FieldOfGloryPlans
from signifer_firmware.games.field_of_glory.robots.recalled import Hands, held, known
from signifer_firmware.games.field_of_glory.robots.reviewing import CHOICE, FieldOfGloryReview
from signifer_firmware.recording.game_text import GameRecord, LineKind, positions
from signifer_firmware.simulation.robots.review import HAND
from signifer_firmware.simulation.robots.tutor import iterations

from benchmarks.turning_points import played

BUNDLE = GAME.bundle()
RULES = FieldOfGlory(BUNDLE.deck)
PLANS = FieldOfGloryPlans(RULES)
SEEDS = (2, 5, 8)


@cache
def game(seed: int) -> tuple[Sequence[State], Sequence[act.Action], Sequence[State]]:
    """The table's states, one before each action and the last; the actions; and the truth before each of them."""
    record, truth = recorded(seed)
    states = [table.state for _, table in positions(BUNDLE, record)]
    return states, [RULES.notation.parse(text) for _, text in record.lines], truth


@cache
def recorded(seed: int) -> tuple[GameRecord, Sequence[State]]:
    return played({"red": "thumb", "blue": "level:1"}, seed)


def agreed(seed: int, line: int, *more: str) -> tuple[Sequence[State], Sequence[act.Action | None]]:
    """The game up to a line, and what was done and agreed on from there: states and actions."""
    told: list[tuple[LineKind, str]] = [
        ("agreed" if text.startswith("agreed") else "gesture", text) for text in more
    ]
    record = recorded(seed)[0]
    record = replace(record, lines=(*record.lines[:line], *told))
    states = [table.state for _, table in positions(BUNDLE, record)]
    parse = RULES.notation.parse
    return states, [None if kind == "agreed" else parse(text) for kind, text in record.lines]


@pytest.mark.parametrize("seed", SEEDS)
def test_each_way_in_which_a_hand_may_have_been_agrees_with_the_record(seed: int) -> None:
    states, actions, truth = game(seed)
    for player in SIDES:
        hands = Hands(RULES.deck, states, actions, player)
        ways = [hands.sampled(random.Random(number)) for number in range(20)]
        for line, state in enumerate(states[:-1]):
            number, true = held(state, player), truth[line].side(player).hand_cards
            each = [frozenset(way.at(line)) for way in ways]
            assert {len(hand) for hand in each} == {number}
            # What is in all of them was in the true hand; and what was known to lie elsewhere is in none.
            assert len(true) == number
            for hand in each:
                assert known(state, player, dict.fromkeys(hand, 0.0)).side(player).hand_cards == hand
        certain = [
            frozenset.intersection(*(frozenset(way.at(line)) for way in ways)) for line in range(len(truth))
        ]
        wrong = [
            line for line, cards in enumerate(certain) if not cards <= truth[line].side(player).hand_cards
        ]
        # Twenty ways may agree by chance: hardly ever, though.
        assert len(wrong) <= len(truth) // 20
        assert sum(map(len, certain)) > len(truth)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_that_is_played_was_in_each_of_them(seed: int) -> None:
    states, actions, _ = game(seed)
    for player in SIDES:
        hands = Hands(RULES.deck, states, actions, player)
        way = hands.sampled(random.Random(seed))
        for line, action in enumerate(actions):
            if isinstance(action, (act.Place, act.Pay)) and action.card.startswith(player):
                assert action.card in way.at(line)
                assert action.card not in way.at(line + 1)


def test_the_ways_are_as_likely_as_each_other() -> None:
    """Of three cards and the draws before them: one left first, so it had one place; the two others had the rest."""
    red = "red/"
    state = RULES.start(State(red=State().red, blue=State().blue))
    state = state.with_side("red", hand=1, deck=2)
    after = state.with_side("red", hand=2, deck=1)
    paid = after.with_side("red", hand=1)
    last = paid.with_side("red", hand=0)
    actions: list[act.Action] = [act.DrawThree(), act.Pay(f"{red}spear-1"), act.Pay(f"{red}pike-1")]
    hands = Hands(RULES.deck, [state, after, paid, last], actions, "red")
    first = [f"{red}spear-1" in hands.sampled(random.Random(seed)).at(0) for seed in range(400)]
    assert 160 < sum(first) < 240


@pytest.mark.parametrize("seed", SEEDS)
def test_its_decisions_come_to_what_the_table_saw(seed: int) -> None:
    states, actions, truth = game(seed)
    found = choices(RULES, states, actions)
    assert [choice.line for choice in found] == sorted(choice.line for choice in found)
    for choice in found:
        state = choice.state
        for action in choice.move:
            if isinstance(action, act.BonusFromHand):
                action = act.BonusFromHand(action.player)
            state = RULES.apply(state, action)
        after = states[choice.line + 1]
        if isinstance(choice.move[-1], (act.Settle, act.EndRetreat)):
            # What people did in an order of their own has come to the same.
            assert state.side(choice.player).hand == after.side(choice.player).hand
            assert {column.units(choice.player) for column in state.columns} == {
                column.units(choice.player) for column in after.columns
            }
        # Whoever truly held the hand could do it.
        assert may(RULES.deck, truth_of(choice, truth), choice.move)
    placed = sum(isinstance(action, act.Place) for action in actions)
    assert sum(isinstance(choice.move[-1], act.Place) for choice in found) == placed


def truth_of(choice: Choice, truth: Sequence[State]) -> State:
    """With full knowledge: the state in which the choice was made."""
    full = truth[choice.at].side(choice.player).hand_cards
    laid = {placement.card for placement in choice.state.unpaid}
    return choice.state.with_side(choice.player, hand_cards=full - laid)


def test_who_is_judged_is_told_nothing_that_is_the_others() -> None:
    """The other's hidden cards could be any: no view names one, nor what came to light later."""
    states, actions, _ = game(5)
    review = FieldOfGloryReview(RULES, states, actions)
    for choice in review._choices:
        for way in review._payable(choice):
            side = way.side("blue" if choice.player == "red" else "red")
            assert not side.hand_cards | side.deck_cards | side.out | side.discards
            attack = way.attack
            if attack is not None and choice.player != way.active and attack.bonus is not None:
                assert attack.bonus.card is None
            assert not way.side(choice.player).deck_cards


def of_the_other(action: act.Action, player: str) -> act.Action | None:
    """The action without what is the other's: nothing, if it is all theirs."""
    if isinstance(action, act.Reveal):
        return act.Reveal(action.red, None) if player == "red" else act.Reveal(None, action.blue)
    card, whose = getattr(action, "card", None), getattr(action, "player", None)
    owner = whose or (card.partition("/")[0] if card else player)
    return action if owner == player else None


def test_nothing_that_the_other_does_tells_of_a_hand() -> None:
    states, actions, _ = game(5)
    for player in SIDES:
        own = [of_the_other(action, player) for action in actions]
        assert own != list(actions)
        both = [Hands(RULES.deck, states, told, player) for told in (actions, own)]
        for seed in range(5):
            one, other = (hands.sampled(random.Random(seed)) for hands in both)
            assert one == other


def test_a_decision_is_seen_as_the_table_stood_then() -> None:
    """A record that breaks off has the same decisions as far as it goes."""
    states, actions, _ = game(5)
    at = next(line for line, state in enumerate(states) if state.turn == 3)
    whole, cut = choices(RULES, states, actions), choices(RULES, states[: at + 1], actions[:at])
    assert 0 < len(cut) < len(whole)
    assert whole[: len(cut)] == cut


def test_equal_cards_are_no_other_move() -> None:
    one, other = (act.Place("red/spear-1", 3),), (act.Place("red/spear-2", 3),)
    same = RULES.deck.command_points("red/spear-1") == RULES.deck.command_points("red/spear-2")
    assert alike(RULES.deck, one, other) is same
    assert not alike(RULES.deck, one, (act.Place("red/spear-1", 2),))
    assert not alike(RULES.deck, one, (act.EndActions(),))
    pairs = [card for card in RULES.deck.army("red") if RULES.deck.command_points(card) == 4][:2]
    assert alike(RULES.deck, *((act.BonusFromHand("red", card),) for card in pairs))


def test_verdicts_and_luck_are_the_same_by_their_seed() -> None:
    states, actions, _ = game(2)
    reviews = [FieldOfGloryReview(RULES, states, actions) for _ in range(2)]
    moments = reviews[0].moments
    assert moments == reviews[1].moments
    for moment in moments[:12]:
        if moment.kind == CHOICE:
            one, other = (review.verdict(moment, 7, iterations(6)) for review in reviews)
            assert one == other
            if one is not None:
                assert 0.0 <= one.chance <= one.best_chance <= 1.0
        else:
            lucks = [review.luck(moment, 7, iterations(3)) for review in reviews]
            assert lucks[0] == lucks[1]
            assert abs(lucks[0].gain) <= 1.0


def test_the_die_gives_to_one_what_it_takes_from_the_other() -> None:
    states, actions, _ = game(2)
    review = FieldOfGloryReview(RULES, states, actions)
    (moment,) = [moment for moment in review.moments if moment.kind == "first"]
    # Whoever begins is not worse off for it.
    assert review.luck(moment, 1, iterations(150)).gain > 0


# In game 5 blue's unit retreats in this line from red's attack; red has taken a bonus card from the hand.
RETREATED = 56


def called_off() -> tuple[str, ...]:
    """What is agreed on then, which calls the attack off, and the lines with which red attacks again."""
    states, actions, _ = game(5)
    fight, went = states[RETREATED].attack, actions[RETREATED]
    assert fight is not None
    assert isinstance(went, act.Retreat)
    units = " ".join(states[RETREATED].column(fight.column).blue)
    return f"agreed units {fight.column} blue {units}", f"attack {fight.column}", f"retreat {went.card}"


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("goes", [False, True])
def test_a_retreat_from_an_attack_that_was_called_off_is_none_from_the_next(times: int, goes: bool) -> None:
    agreement, attack, retreat = called_off()
    again = (retreat, agreement, attack, "bonus-from-hand red ?") * times
    states, actions = agreed(5, RETREATED, *again, *([retreat] if goes else []), "end-retreat")
    found = choices(RULES, states, actions)
    retreats = [choice for choice in found if isinstance(choice.move[-1], act.EndRetreat)]
    for choice in retreats:
        assert (choice.state.step, choice.player) == (RETREAT, other(choice.state.active))
    assert retreats[-1].line == len(actions) - 1
    assert len(retreats[-1].move) == 1 + goes


def test_an_agreement_that_leaves_the_attack_alone_is_no_line_of_the_retreat() -> None:
    _, _, retreat = called_off()
    states, actions = agreed(5, RETREATED, retreat, "agreed count red points 3", "end-retreat")
    last = choices(RULES, states, actions)[-1]
    assert (last.state.step, last.at, len(last.move)) == (RETREAT, RETREATED, 2)


def test_a_bonus_card_of_an_attack_that_was_called_off_is_not_shown_by_the_next() -> None:
    agreement, attack, retreat = called_off()
    reveal = ("lead blue/archer-2", "reveal red/elephant-1 blue/elephant-1")
    end = ("bonus-from-deck red", "end-retreat", "bonus-from-deck blue", *reveal)
    states, actions = agreed(5, RETREATED, retreat, agreement, attack, *end)
    told = [choice.move[0] for choice in choices(RULES, states, actions) if choice.line >= RETREATED - 1]
    assert not [move for move in told if isinstance(move, act.BonusFromHand)]


def test_a_card_that_is_given_back_by_agreement_was_not_drawn() -> None:
    agreement, _, retreat = called_off()
    states, actions = agreed(5, RETREATED, retreat, agreement, "agreed count red hand 7")
    assert held(states[-2], "red") == held(states[-3], "red") + 1
    hands = Hands(RULES.deck, states[:-1], actions[:-1], "red")
    for seed in range(10):
        assert not hands.sampled(random.Random(seed)).drawn(RETREATED + 1)
        assert len(hands.sampled(random.Random(seed)).at(RETREATED + 2)) == held(states[-2], "red")
    moments = FieldOfGloryReview(RULES, states, actions).moments
    assert not [moment for moment in moments if moment.kind == HAND and moment.line > RETREATED]


def test_units_that_go_back_by_agreement_were_not_paid_for() -> None:
    """They are in the hand again, and nobody decided to pay nothing."""
    states, actions, _ = game(5)
    line = max(at for at, action in enumerate(actions[:RETREATED]) if isinstance(action, act.Place)) + 1
    placed = states[line].unpaid[-1]
    left = [card for card in states[line].column(placed.column).red if card != placed.card]
    for agreement in (f"agreed units {placed.column} red {' '.join(left)}".strip(), "agreed step actions"):
        told, done = agreed(5, line, agreement)
        moves = [choice.move for choice in choices(RULES, told, done) if choice.line >= line]
        assert not moves
        way = Hands(RULES.deck, told, done, "red").sampled(random.Random(1))
        assert not way.drawn(line)


def test_an_overlap_that_is_taken_back_was_played_before_all_the_same() -> None:
    overlap = act.PlayOverlap("red/overlap-1")
    fights = [State(step=BONUS, attack=Attack(3), active="red")] * 4
    found = choices(RULES, fights, [overlap, overlap, act.TakeBack(overlap.card)])
    assert [(choice.line, choice.move) for choice in found] == [(0, (overlap,))]
