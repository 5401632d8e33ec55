"""The odds of a combat against every way in which its dice can fall, and the value of best play against simulation."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.games.thermopyles import BestPlay, Deck, State, odds
from signifer_core.games.thermopyles.actions import (
    Action,
    Bury,
    Charge,
    Decline,
    Engage,
    Retreat,
    Rolled,
    Support,
)
from signifer_core.games.thermopyles.deck import thermopyles_catalogue
from signifer_core.games.thermopyles.odds import Course

from tests.core.thermopyles.states import (
    BONUS,
    DECK,
    FIFTEEN,
    FOURTEEN,
    RULES,
    STRONG,
    TEN,
    TOUGH,
    TWENTY,
    WEAK,
    after,
    fought,
    full_position,
    settled,
    table_position,
)
from tests.sweeps import often


def course(before: State, state: State) -> Course:
    """What became of the row, told from the combat that the rules have led to its end."""
    fight = state.result
    assert fight is not None
    fates = ["annihilated" if beaten.annihilated else "repelled" for beaten in fight.beaten]
    fates += ["held"] if fight.held else []
    first, second = [*fates, "", ""][:2]
    return Course(first, second)


def counted(state: State, spartan: str, supports: int) -> dict[Course, Fraction]:
    """The courses by playing every fall of the dice."""
    dice = supports + (state.marker in (3, 6))
    falls = list(itertools.product(range(1, 7), repeat=dice))
    found = Counter(
        course(state, settled(fought(state, spartan, *fall, supports=supports))) for fall in falls
    )
    return {kind: Fraction(number, len(falls)) for kind, number in found.items()}


@settings(max_examples=often(12, 25), deadline=None)
@given(
    row=st.lists(st.sampled_from(DECK.persians), min_size=2, max_size=2, unique=True),
    spartan=st.sampled_from(DECK.spartans),
    marker=st.integers(1, 6),
    supports=st.integers(0, 2),
    cemetery=st.sampled_from([0, 10, 11]),
)
def test_the_odds_are_those_of_playing_every_fall_of_the_dice(
    row: list[str], spartan: str, marker: int, supports: int, cemetery: int
) -> None:
    state = table_position((row[0], row[1]), marker=marker, supports=supports, cemetery=cemetery)
    found = odds(DECK, state, spartan)
    assert [way.supports for way in found.ways] == list(range(supports + 1))
    for way in found.ways:
        assert dict(way.chances) == counted(state, spartan, way.supports)
        assert sum(chance for _, chance in way.chances) == 1
        assert way.least() == 1


FALLS = {dice: [sum(fall) for fall in itertools.product(range(1, 7), repeat=dice)] for dice in range(6)}


def fates(total: int, row: list[tuple[int, int]], buried: int) -> tuple[str, str]:
    """What a total does to a row of battle and annihilation values; written without the rules."""
    told = []
    for battle, annihilation in row:
        told.append("held" if total < battle else "repelled" if total < annihilation else "annihilated")
        if told[-1] == "held" or buried + told.count("annihilated") == 12:
            break
    first, second = [*told, ""][:2]
    return first, second


@settings(max_examples=often(15, 30), deadline=None)
@given(
    figures=st.lists(st.tuples(st.integers(0, 30), st.integers(0, 9)), min_size=2, max_size=2),
    battle=st.integers(0, 30),
    marker=st.integers(1, 6),
    cemetery=st.integers(0, 11),
)
def test_th_3_odds_are_those_of_every_fall_with_an_owners_figures_and_all_supports(
    figures: list[tuple[int, int]], battle: int, marker: int, cemetery: int
) -> None:
    row = [(value, value + more) for value, more in figures]
    tables = [
        f"[card.{card}]\nbattle_value = {value}\nannihilation_value = {annihilation}\n"
        for card, (value, annihilation) in zip((WEAK, STRONG), row, strict=True)
    ]
    text = f'game = "thermopyles"\n[card.{TEN}]\nbattle_value = {battle}\n' + "".join(tables)
    deck = Deck(thermopyles_catalogue().overlaid(text, file="mine.toml"))
    state = table_position((WEAK, STRONG), marker=marker, cemetery=cemetery)
    ways = odds(deck, state, TEN).ways
    assert [way.supports for way in ways] == [0, 1, 2, 3, 4]
    for way in ways:
        falls = FALLS[way.supports + (marker in (3, 6))]
        found = Counter(fates(battle + fall, row, cemetery) for fall in falls)
        assert {tuple(kind): chance for kind, chance in way.chances} == {
            kind: Fraction(number, len(falls)) for kind, number in found.items()
        }
        assert (way.low, way.high) == (battle + min(falls), battle + max(falls))


def test_th_3_odds_by_hand() -> None:
    state = table_position((TOUGH, STRONG), marker=3, supports=1)
    one, two = odds(DECK, state, TEN).ways
    assert (one.supports, one.dice, one.low, one.high) == (0, 1, 11, 16)
    assert one.chances == ((Course("held", ""), Fraction(1, 3)), (Course("repelled", "held"), Fraction(2, 3)))
    # 8 and more with two dice: 15 of 36; 3 and more: 35 of 36.
    assert (two.least(defeats=1), two.least(annihilated=1)) == (Fraction(35, 36), Fraction(15, 36))
    assert two.least(defeats=2) == Fraction(1, 36)
    assert two.least(annihilated=2) == 0


def test_th_10_odds_the_twelfth_in_the_cemetery_meets_nobody_after_it() -> None:
    (way,) = odds(DECK, table_position((WEAK, TOUGH), cemetery=11, supports=0), TWENTY).ways
    assert way.chances == ((Course("annihilated", ""), Fraction(1)),)


def test_odds_of_a_combat_under_way_go_on_from_what_has_fallen() -> None:
    state = after(table_position((TOUGH, STRONG), marker=3), Charge(TEN), Support("support-1"))
    under_way = odds(DECK, state)
    assert [way.supports for way in under_way.ways] == [1, 2, 3, 4]
    assert under_way.ways == odds(DECK, table_position((TOUGH, STRONG), marker=3), TEN).ways[1:]
    (way,) = odds(DECK, after(state, Engage())).ways
    assert way == under_way.ways[0]
    (way,) = odds(DECK, after(state, Engage(), Rolled(2))).ways
    assert (way.supports, way.dice, way.low, way.high) == (1, 1, 13, 18)
    assert dict(way.chances)[Course("annihilated", "held")] == Fraction(1, 6)


def test_odds_of_what_may_not_be_are_not_told() -> None:
    with pytest.raises(RulesError, match="no combat"):
        odds(DECK, table_position())
    with pytest.raises(RulesError, match=r"charge spartan-1 is refused: must-retreat"):
        odds(DECK, table_position(players=2, hands=(0, 3)), TEN)
    with pytest.raises(RulesError, match="decided"):
        odds(DECK, fought(table_position((TOUGH, STRONG), marker=3), TEN, 6))


# Best play


def naive(state: State) -> Fraction:
    """The value of a position by looking at every line of play, nothing kept and nothing taken for alike."""
    winner = RULES.outcome(state)
    if winner is not None:
        return Fraction(winner == "red")
    due = RULES.chance(state)
    values = [naive(after(state, action)) for action in due or RULES.legal_actions(state)]
    return sum(values, Fraction(0)) / len(values) if due else max(values)


def last_stand(**changes: int) -> State:
    """One Spartan of 10 left, eleven in the cemetery, a weak Persian (12, 14) in front."""
    given = {"cemetery": 11, "marker": 3, "supports": 0, **changes}
    return full_position(
        (TEN,),
        row=(WEAK, STRONG),
        persians=(TOUGH,),
        cemetery=given["cemetery"],
        marker=given["marker"],
        supports=given["supports"],
    )


def best_of(play: BestPlay, state: State) -> Action:
    """An action of the best play, the first one in the order of the legal actions."""
    return max(RULES.legal_actions(state), key=lambda action: play.value(after(state, action)))


def test_the_value_by_hand() -> None:
    assert BestPlay(RULES).value(last_stand()) == Fraction(1, 2)
    assert BestPlay(RULES).value(last_stand(supports=1)) == Fraction(33, 36)
    # In between no place gives a die; at the last rampart one does again, and it is as good.
    assert BestPlay(RULES).value(last_stand(marker=4)) == Fraction(1, 2)
    assert best_of(BestPlay(RULES), last_stand(marker=4)) == Retreat()
    assert best_of(BestPlay(RULES), last_stand(marker=6)) == Charge(TEN)


@pytest.mark.slow
def test_what_was_found_is_kept_for_positions_that_are_alike_and_for_no_others() -> None:
    best = BestPlay(RULES)
    told: dict[State, Fraction] = {}
    for supports in range(3):
        for marker in range(1, 7):
            for cemetery in (9, 10, 11):
                state = last_stand(supports=supports, marker=marker, cemetery=cemetery)
                told[state] = best.value(state)
    assert len(set(told.values())) > 3
    assert all(BestPlay(RULES).value(state) == value for state, value in told.items())


def test_the_value_of_a_game_that_is_over_or_lost_anyway() -> None:
    assert BestPlay(RULES).value(after(last_stand(marker=6), Retreat())) == 0
    won = after(fought(last_stand(marker=6), TEN, 4), Bury(WEAK))
    assert BestPlay(RULES).value(won) == 1
    assert BestPlay(RULES).value(last_stand(cemetery=9)) == 0


SMALL = {
    "one Spartan, two supports": last_stand(supports=2, marker=4),
    "two Spartans": full_position(
        (TEN, FOURTEEN),
        row=("persian-24", STRONG),
        persians=(BONUS, TOUGH),
        cemetery=11,
        marker=5,
        supports=1,
    ),
    "two hands": full_position(
        (TEN,), (FIFTEEN,), row=("persian-22", STRONG), persians=(TOUGH,), cemetery=11, marker=5, supports=1
    ),
    "four players, two without a card": full_position(
        (TEN,),
        (),
        (FIFTEEN,),
        (),
        row=("persian-12", STRONG),
        pile=("spartan-14",),
        persians=(TOUGH, WEAK),
        cemetery=10,
        marker=5,
        supports=1,
    ),
    "a card in the pile": full_position(
        (TEN,),
        pile=(FIFTEEN, "spartan-2"),
        row=(BONUS, "persian-17"),
        persians=("persian-25", "persian-26"),
        cemetery=10,
        marker=5,
    ),
}


@pytest.mark.parametrize("name", SMALL)
def test_the_value_is_that_of_looking_at_every_line(name: str) -> None:
    value = BestPlay(RULES).value(SMALL[name])
    assert value == naive(SMALL[name])
    assert 0 < value < 1


MEDIUM = {
    "three in hand": full_position(
        ("spartan-2", FOURTEEN, FIFTEEN),
        row=("persian-12", "persian-17"),
        persians=("persian-20", "persian-25", "persian-24"),
        cemetery=9,
        marker=5,
        supports=1,
    ),
    "two players and a pile": full_position(
        (TEN, FIFTEEN),
        (FOURTEEN,),
        row=("persian-17", "persian-14"),
        pile=("spartan-3",),
        persians=("persian-22", "persian-19", "persian-25"),
        cemetery=9,
        marker=5,
        supports=1,
    ),
}
GAMES = 400


@pytest.mark.slow
@pytest.mark.parametrize("name", MEDIUM)
def test_the_value_is_what_simulated_games_of_best_play_come_to(name: str) -> None:
    """Seeded; four standard deviations are allowed, one time in sixteen thousand they would not be enough."""
    best, rng, won = BestPlay(RULES), random.Random(11), 0
    value = best.value(MEDIUM[name])
    choices: dict[State, Action] = {}
    for _ in range(GAMES):
        state = MEDIUM[name]
        while RULES.outcome(state) is None:
            due = RULES.chance(state)
            if not due and state not in choices:
                choices[state] = best_of(best, state)
            state = after(state, rng.choice(due) if due else choices[state])
        won += RULES.outcome(state) == "red"
    assert 0.1 < value < 0.95
    assert abs(won / GAMES - value) < 4 * (value * (1 - value) / GAMES) ** 0.5


@pytest.mark.slow
@pytest.mark.parametrize("name", MEDIUM)
def test_no_simple_way_of_playing_does_better(name: str) -> None:
    best, rng = BestPlay(RULES), random.Random(5)
    value = best.value(MEDIUM[name])
    for _ in range(40):
        state, last = MEDIUM[name], value
        while RULES.outcome(state) is None:
            due = RULES.chance(state)
            state = after(state, rng.choice(due or RULES.legal_actions(state)))
            now = best.value(state)
            assert due or now <= last  # no decision makes it better than the best one
            last = now


def test_what_is_too_large_or_not_known_is_refused() -> None:
    with pytest.raises(RulesError, match="full knowledge"):
        BestPlay(RULES).value(table_position())
    with pytest.raises(RulesError, match="more than 50 positions"):
        BestPlay(RULES, most=50).value(MEDIUM["three in hand"])


def test_a_search_that_was_given_up_leaves_no_values_behind() -> None:
    state, best = SMALL["two Spartans"], BestPlay(RULES, most=20)
    for _ in range(2):
        with pytest.raises(RulesError, match="more than 20 positions"):
            best.value(state)
    best.most = 200_000
    assert best.value(state) == BestPlay(RULES).value(state) > 0


def test_alike_cards_are_looked_at_once() -> None:
    best = BestPlay(RULES, most=12_000)
    best.value(MEDIUM["two players and a pile"])
    best.most = 0  # from now on nothing may be looked at that was not
    best.value(after(MEDIUM["two players and a pile"], Retreat(), Decline()))
