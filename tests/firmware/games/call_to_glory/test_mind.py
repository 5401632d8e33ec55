"""What the robots of Call to Glory know, and whether they play with sense: rules alone, without a table.

Measured in processor time: half a millisecond a decision, 0.07 s a game of two against chance.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from signifer_core.games.call_to_glory import CallToGlory, State, standard_deck
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.actions import Action
from signifer_core.games.call_to_glory.state import DEAL, SCORE, Cards
from signifer_firmware.games.call_to_glory.robots.match import decider
from signifer_firmware.games.call_to_glory.robots.mind import Mind

from tests.core.call_to_glory.states import cards, lay, position
from tests.firmware.games.call_to_glory.played import play
from tests.sweeps import shared_out

DECK = standard_deck()
RULES = CallToGlory(DECK)
# Nine in ten, of a few games in every run, and of a thousand in the soak.
FEW, MANY, SHARE = 12, 1000, 0.9


def against_chance(seed: int, players: int, variant: str = "none") -> float:
    """A game in which one seat decides with sense, all others do anything legal: the seat's share of the victory."""
    rng = random.Random(seed)
    seat = str(seed % players + 1)
    mind = Mind(DECK, random.Random(seed), whim=0.0)
    state = RULES.apply(RULES.new_game(players, variant), act.Starter(str(rng.randint(1, players))))
    while state.winner is None:
        state = RULES.apply(state, decided(state, {seat: mind}, rng))
    winners = state.winner.split()
    return (seat in winners) / len(winners)


def decided(state: State, minds: dict[str, Mind], rng: random.Random) -> Action:
    if due := RULES.chance(state):
        return rng.choice(due)
    if state.step in (DEAL, SCORE):
        return act.Deal() if state.step == DEAL else act.Proceed()
    seat = decider(state)
    seen = RULES.view(state, seat)
    if seat in minds:
        return minds[seat].decide(seen, seat)
    return rng.choice([each for each in RULES.legal_actions(seen) if not isinstance(each, act.Emptied)])


@pytest.mark.slow
@pytest.mark.parametrize("games", shared_out([FEW, MANY], 1))
def test_a_robot_beats_chance_in_nine_games_of_ten(games: int) -> None:
    """Seats are changed, and who starts is a die's."""
    assert sum(against_chance(seed, 2) for seed in range(games)) >= SHARE * games


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "variant"), shared_out([(4, "both"), (3, "none"), (3, "both"), (4, "none"), (2, "both")], 1)
)
def test_so_it_does_among_three_and_four_and_with_each_variant(players: int, variant: str) -> None:
    assert sum(against_chance(seed, players, variant) for seed in range(FEW)) >= SHARE * FEW


def test_a_figure_may_be_returned_against_a_set_that_was_only_counted() -> None:
    """Nobody can name its cards once people have agreed on its size."""
    mine = position(
        ("farmer 2", "monk 2"), variant="figures", figures=(1, 0), sets={"2": {"farmer": 2}}, pads=((), ())
    )
    counted = tuple(replace(each, cards=Cards(each.size), columns=frozenset()) for each in mine.sets)
    state = RULES.view(replace(mine, sets=counted), "1")
    assert Mind(DECK, random.Random(1), whim=0.0).decide(state, "1") in RULES.legal_actions(state)


def test_a_mind_is_shown_what_its_player_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """One hand and its missions by name; of the other hands what was drawn openly, and of the piles the numbers."""
    shown: list[tuple[State, str]] = []
    decide = Mind.decide

    def looked(self: Mind, state: State, seat: str) -> Action:
        shown.append((state, seat))
        return decide(self, state, seat)

    monkeypatch.setattr(Mind, "decide", looked)
    match, _ = play(3, players=4, variant="both")
    assert {seat for _, seat in shown} == set(match.state.seats)
    assert len(shown) > 100
    for state, seat in shown:
        assert not state.full
        assert not state.stock.named
        for other, hand, missions in zip(state.seats, state.hands, state.missions, strict=True):
            if other != seat:
                assert hand.cards.named <= hand.seen
                assert not missions.named


def of(state: State, seat: str = "1") -> Action:
    return Mind(DECK, random.Random(1), whim=0.0).decide(RULES.view(state, seat), seat)


def test_it_lays_all_cards_of_its_best_set() -> None:
    decision = of(position(("farmer 3, emperor-1, shogun-1", "monk 2")))
    assert decision == lay(*cards("farmer 3"))


def test_it_discards_what_is_worth_least_onto_what_it_does_not_want() -> None:
    pads = (("monk-1",), ("shogun-1",))
    assert of(position(("monk 1, farmer 1, emperor-2", "envoy 2"), pads=pads)) == act.Discard(
        "emperor-2", "blue"
    )


def test_it_draws_what_completes_its_set_from_a_pad_and_face_down_cards_else() -> None:
    wanted = position(("envoy 1, monk 2", ""), step="draw", pads=(("emperor-1",), ("envoy-1",)))
    assert of(wanted) == act.Take("envoy-1", "blue")
    hopeless = {"2": {"emperor": 5, "empress": 6}}
    needless = position(("monk 2", ""), step="draw", pads=(("emperor-6",), ("empress-7",)), sets=hopeless)
    first = of(needless)
    assert isinstance(first, act.Draw)
    pile = "right" if first.pile == "left" else "left"
    assert of(position(("monk 2", ""), step="draw", pads=wanted_pads(), drawn=(first.pile,))) == act.Draw(
        pile
    )


def wanted_pads() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What would be taken, had nothing been drawn yet."""
    return ("emperor-1",), ("monk-1",)


def five_kinds(of_the_other: dict[str, int]) -> State:
    """Seat 1 has laid five kinds and has the sixth in hand, in the last round."""
    mine = dict.fromkeys(("emperor", "empress", "daimyo", "shogun", "samurai"), 2)
    return position(
        ("ninja 2, farmer-20", "monk-18"),
        sets={"1": mine, "2": of_the_other},
        round=4,
        scores=((40, 40, 40), (40, 40, 40)),
    )


def test_it_ends_the_last_round_where_it_wins_and_not_where_it_loses() -> None:
    """Five kinds and ninjas are 56 points."""
    assert isinstance(of(five_kinds({"envoy": 3, "monk": 3})), act.Lay)
    behind = five_kinds({"envoy": 3, "monk": 3, "farmer": 4})
    assert isinstance(of(replace(behind, scores=((40, 40, 40), (45, 45, 45)))), act.Discard)


def test_a_figure_is_returned_where_the_hand_beats_what_is_left() -> None:
    sets = {"2": {"farmer": 4, "emperor": 5}}
    state = position(("farmer 4, empress-1", ""), variant="figures", figures=(1, 0), sets=sets)
    assert of(state) == act.Strike("farmer")
    assert not isinstance(of(replace(state, fresh=(1, 0))), act.Strike)
    safe = position(("monk-1, empress-1", ""), variant="figures", figures=(1, 0), sets={"2": {"farmer": 11}})
    assert not isinstance(of(safe), act.Strike), "what is left of it is as safe as before"


def test_a_displaced_set_covers_what_its_owner_wants_least() -> None:
    sets, pads = {"2": {"farmer": 4}}, (("envoy-1",), ("shogun-1",))
    state = position(("farmer 5", "envoy 1"), sets=sets, pads=pads)
    displaced = RULES.apply(state, lay(*cards("farmer 5")))
    assert of(displaced, "2") == act.Displace("blue")


def test_it_reveals_the_mission_that_gives_it_most() -> None:
    held = ("mission-a-1", "mission-b-1", "mission-c-1")
    state = position(
        step="mission",
        variant="missions",
        sets={"1": {DECK.mission("mission-a-1").kind: 3}},
        missions=(Cards(3, frozenset(held)), Cards(3)),
        letters=("abc", "abc"),
    )
    assert of(state) == act.Reveal("mission-a-1")
