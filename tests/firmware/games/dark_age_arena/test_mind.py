"""What the robots of Dark Age Arena know, and whether they play with sense: rules alone, without a table.

Measured in processor time: half a millisecond a decision, 0.07 s a game against chance.
"""

from __future__ import annotations

import random

import pytest
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.deck.effects import parse_effect
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.state import Cards, Lasting, Spot, State
from signifer_core.layout import SIDES, Side
from signifer_firmware.games.dark_age_arena.robots.mind import Mind
from signifer_firmware.games.dark_age_arena.robots.tactics import Tactics

from tests.core.dark_age_arena.states import RULES, position
from tests.sweeps import shared_out

# Nine in ten, of a few games in every run, and of a thousand in the soak.
FEW, MANY, SHARE = 12, 1000, 0.9


def played_out(rules: DarkAgeArena, seed: int, minds: dict[Side, Mind]) -> State:
    """A game with full knowledge, in which each mind is shown its own view."""
    rng, state = random.Random(seed), rules.new_game()
    while rules.outcome(state) is None:
        for action in decided(rules, state, minds, rng):
            state = rules.apply(state, action)
    return state


def decided(
    rules: DarkAgeArena, state: State, minds: dict[Side, Mind], rng: random.Random
) -> tuple[act.Action, ...]:
    """What comes next: cards, an instant, dice, or the decision of one who has something to decide."""
    for side, mind in minds.items():
        if not state.owed and (play := mind.interject(rules.view(state, side), side)):
            return play
    if due := rules.chance(state):
        return (rng.choice(due),)
    side = rng.choice([side for side in SIDES if side in rules.actors(state)])
    return minds[side].decide(rules.view(state, side), side)


def against_chance(seed: int) -> bool:
    """Whether the side that decides with sense wins against one that does anything legal; seats change."""
    side = SIDES[seed % 2]
    minds = {each: Mind(RULES, random.Random(seed), whim=float(each != side)) for each in SIDES}
    return played_out(RULES, seed, minds).winner == side


@pytest.mark.slow
@pytest.mark.parametrize("games", shared_out([FEW, MANY], 1))
def test_a_robot_beats_chance_in_nine_games_of_ten(games: int) -> None:
    assert sum(map(against_chance, range(games))) >= SHARE * games


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_mind_decides_by_what_its_player_may_know(seed: int) -> None:
    """Shown another game that looks the same to the player, it does the same: hands, stocks, bids, face-down cards."""
    rng, chance, state, asked = random.Random(seed), random.Random(seed), RULES.new_game(), 0
    minds = {side: Mind(RULES, random.Random(seed), whim=0.0) for side in SIDES}
    while RULES.outcome(state) is None:
        for side in SIDES if not state.owed and state.turn else ():
            if side in RULES.actors(state):
                seen, other = RULES.view(state, side), RULES.view(dealt_otherwise(state, side, rng), side)
                first, second = (Mind(RULES, random.Random(asked), whim=0.0) for _ in range(2))
                assert first.decide(seen, side) == second.decide(other, side)
                asked += 1
        for action in decided(RULES, state, minds, chance):
            state = RULES.apply(state, action)
    assert asked > 50


def dealt_otherwise(state: State, side: Side, rng: random.Random) -> State:
    """The same to ``side``: what it does not see lies otherwise."""
    (enemy,) = (each for each in SIDES if each != side)
    player = state.player(enemy)
    unseen = sorted(player.hand.named | player.stock.named | player.face_down.named)
    rng.shuffle(unseen)
    piles = list[Cards]()
    for number in (player.hand.number, player.stock.number, player.face_down.number):
        piles.append(Cards(number, frozenset(unseen[:number])))
        del unseen[:number]
    bid = player.bid if player.bid is None or state.player(side).bid is not None else rng.randint(0, 6)
    otherwise = replace(player, bid=bid, hand=piles[0], stock=piles[1], face_down=piles[2])
    return state.with_player(enemy, otherwise)


# Sense


def mind(seed: int = 0) -> Mind:
    return Mind(RULES, random.Random(seed), whim=0.0)


def test_it_attacks_the_weak_and_leaves_the_strong_alone() -> None:
    weak = position(
        "declare", "knight-1 1, berserk-1 1", "scout-1 2", hands=("mail-1", "venom-1"), rules=RULES
    )
    assert mind().decide(RULES.view(weak, "red"), "red") == (act.Declare("red", "1"),)
    strong = position(
        "declare",
        "militia-1 1",
        "mara-vane-1 1, duellist-1 2, duellist-2 3",
        hands=("mail-1", "venom-1"),
        rules=RULES,
    )
    assert mind().decide(RULES.view(strong, "red"), "red") == (act.Declare("red", "none"),)


def test_it_attacks_the_place_that_is_worth_more() -> None:
    state = position(
        "target",
        "knight-1 0",
        "",
        active="red",
        combat=Combat("red", start=1, attackers=("red/knight-1",)),
        hands=("mail-1", "venom-1"),
        rules=RULES,
    )
    for place in (1, 3):
        state = state.with_player("blue", state.blue.with_spot(place, Spot(pillaged=True)))
    assert mind().decide(RULES.view(state, "red"), "red") == (act.Target(2),)


@pytest.mark.parametrize(
    ("owner", "line", "chosen", "better"),
    [
        ("red", "mine: +3 []", None, True),
        ("red", "attacking: mine: +3 []", None, True),
        ("red", "defending: mine: +3 []", None, False),
        ("red", "+3 []", "red/knight-1", True),
        ("red", "+3 []", "red/militia-1", False),
        ("blue", "defending: theirs: +3 []", None, True),
        ("blue", "attacking: theirs: +3 []", None, False),
    ],
)
def test_what_instants_add_is_reckoned_for_whom_it_is_in_the_role_that_it_names(
    owner: Side, line: str, chosen: str | None, better: bool
) -> None:
    state = position("declare", "knight-1 1, militia-1 2", "duellist-1 1", rules=RULES)
    lasting = Lasting(owner, f"{owner}/rally-3", parse_effect(line), "combat", chosen)

    def killed(state: State) -> float:
        return (
            Tactics(RULES.deck, state, "red").outlook(["red/knight-1"], ["blue/duellist-1"], 1).defenders[0]
        )

    assert (killed(replace(state, lasting=(lasting,))) > killed(state)) == better


def test_it_pays_what_a_draft_roll_misses_and_gives_up_what_it_cannot() -> None:
    state = RULES.apply(position("draft", hands=("knight-1", ""), rules=RULES), act.Enlist("red/knight-1", 1))
    missed = RULES.apply(state, act.Rolled(4))
    assert mind().decide(RULES.view(missed, "red"), "red") == (act.Pay("red"),)
    marked = RULES.apply(state, act.Rolled(3))
    assert mind().decide(RULES.view(marked, "red"), "red") == (act.Marker("red", "roll"),)


def test_equipment_goes_to_who_grows_most_by_it_and_supply_comes_first() -> None:
    state = position("prepare", "militia-1 1, knight-1 2", hands=("granary-1 great-axe-1", ""), rules=RULES)
    (first,) = mind().decide(RULES.view(state, "red"), "red")
    assert isinstance(first, act.Lay)
    (second,) = mind().decide(RULES.view(RULES.apply(state, first), "red"), "red")
    assert second == act.Attach("red/great-axe-1", "red/knight-1")


def test_an_instant_is_played_in_the_round_in_which_it_counts_and_once() -> None:
    fighting = position(
        "pair",
        "knight-1 0, militia-1 0",
        "scout-1 0, hunter-1 0",
        active="red",
        hands=("rally-1 rally-2", "venom-1"),
        combat=Combat(
            "red",
            start=1,
            target=1,
            attackers=("red/knight-1", "red/militia-1"),
            defenders=("blue/scout-1", "blue/hunter-1"),
            round="first",
        ),
        rules=RULES,
    )
    assert mind().interject(RULES.view(fighting, "red"), "red") == (act.Play("red/rally-1"),)
    rally = Lasting("red", "red/rally-3", parse_effect("mine: +1 []"), "combat")
    assert mind().interject(RULES.view(replace(fighting, lasting=(rally,)), "red"), "red") is None
    ranged = fighting.with_combat(round="ranged")
    assert mind().interject(RULES.view(ranged, "red"), "red") is None
    peace = position("prepare", "knight-1 1", hands=("rally-1 war-chest-1", ""), rules=RULES)
    assert mind().interject(RULES.view(peace, "red"), "red") is None, "nothing is spent where COM is 6"
    poor = replace(peace, red=replace(peace.red, com=3))
    assert mind().interject(RULES.view(poor, "red"), "red") == (act.Play("red/war-chest-1"),)


def test_a_victory_card_lies_face_down_where_it_may_score() -> None:
    combat = Combat("red", start=1, attackers=("red/knight-1",))
    state = position(
        "bluff", "knight-1 0", "scout-1 1", active="red", combat=combat, hands=("mail-1 stand-1 sack-1", "venom-1"),
        rules=RULES,
    )  # fmt: skip
    assert mind().decide(RULES.view(state, "red"), "red") == (act.Bluff("red", "red/sack-1"),)
