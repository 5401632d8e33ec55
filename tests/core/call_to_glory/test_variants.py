"""The rulings about the variants, missions and ninja figures (CG-7, CG-8), one by one."""

from __future__ import annotations

from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.deck import KINDS
from signifer_core.games.call_to_glory.state import Cards, CardSet

from .states import DECK, RULES, after, begun, cards, codes, first, lay, position, scored, some

# CG-7: missions


def test_cg_7_everybody_has_one_of_each_letter_and_three_rounds_are_played() -> None:
    state = begun(3, "missions")
    assert state.letters == ("abc",) * 3
    assert state.missions == (Cards(3),) * 3
    assert state.rounds == 3
    assert after(scored(((1, 1, 1), (1, 1, 2)), variant="missions", at=3), act.Proceed()).step == "over"
    assert begun(3).letters == ()


def test_cg_7_with_full_knowledge_missions_are_given_first_letter_by_letter() -> None:
    state = after(RULES.new_game(2, "both"), act.Starter("2"), act.Deal())
    assert set(RULES.chance(state)) == {act.Given(f"mission-a-{number}") for number in range(1, 5)}
    assert codes(state, act.Given("mission-b-1")) == ["not-held CG-7"]
    assert codes(state, act.Drawn("farmer-1")) == ["not-held CG-7"]
    for number, letter in enumerate("abc", 1):
        state = after(state, act.Given(f"mission-{letter}-{number}"))
    assert codes(state, act.Given("mission-a-1")) == ["not-held CG-7"]
    for letter in "abc":
        state = after(state, act.Given(f"mission-{letter}-4"))
    assert state.missions[1].named == {"mission-a-1", "mission-b-2", "mission-c-3"}
    assert isinstance(RULES.chance(state)[0], act.Drawn)


def test_cg_7_the_example_of_the_rulebook_gives_ten_to_another_player() -> None:
    """The mission "7", revealed by one player; another has laid two empresses."""
    state = position(
        ("", "", "", ""),
        step="mission",
        variant="missions",
        sets={"3": {"empress": 2}},
        missions=(Cards(3),) * 4,
        letters=("abc",) * 4,
    )
    assert DECK.mission("mission-a-1").kind == "empress"
    state = after(state, act.Reveal("mission-a-1"))
    assert (state.bonus, state.active, state.letters[0]) == ((0, 0, 10, 0), "2", "bc")


def test_cg_7_from_the_starter_clockwise_everybody_reveals_one_and_then_sets_score() -> None:
    state = position(
        ("farmer 2", "", ""),
        variant="missions",
        sets={"1": {"monk": 2, "shogun": 2, "daimyo": 2, "emperor": 2}},
        missions=(Cards(3),) * 3,
        letters=("abc",) * 3,
        starter="2",
    )
    state = after(state, lay(*cards("farmer 2")))
    assert (state.step, RULES.actors(state)) == ("mission", frozenset({"2"}))
    state = after(state, act.Reveal("mission-a-2"))
    assert RULES.actors(state) == {"3"}
    assert codes(state, act.Reveal("mission-a-2")) == ["not-held CG-7"]
    state = after(state, act.Reveal("mission-a-3"))
    assert RULES.actors(state) == {"1"}
    state = after(state, act.Reveal("mission-c-4"))
    assert state.step == "score"
    # Two emperors, two daimyos and two farmers: 5 + 5, 5 + 5 and 3 + 3; the sets are worth 61.
    assert [DECK.mission(f"mission-{one}").kind for one in ("a-2", "a-3", "c-4")] == [
        "emperor",
        "daimyo",
        "farmer",
    ]
    assert state.scores == ((61 + 10 + 10 + 6,), (0,), (0,))
    assert state.revealed == {"mission-a-2", "mission-a-3", "mission-c-4"}


def test_cg_7_no_second_one_of_a_letter_and_none_of_another_player() -> None:
    state = position(
        ("", ""),
        step="mission",
        variant="missions",
        full=True,
        missions=(some_missions("b-1", "c-1"), some_missions("a-2", "b-2", "c-2")),
        letters=("bc", "abc"),
        active="1",
    )
    assert codes(state, act.Reveal("mission-a-1")) == ["not-held CG-7"]
    assert codes(state, act.Reveal("mission-b-2")) == ["not-held CG-7"]
    assert codes(state, act.Reveal("mission-b-3")) == ["not-held CG-7"]
    assert not codes(state, act.Reveal("mission-b-1"))
    table = RULES.view(state, "anyone")
    assert codes(table, act.Reveal("mission-a-3")) == ["not-held CG-7"]
    assert not codes(table, act.Reveal("mission-b-3"))
    assert RULES.view(state, "1").missions == (state.missions[0], Cards(3))


def some_missions(*ends: str) -> Cards:
    return Cards(len(ends), frozenset(f"mission-{end}" for end in ends))


# CG-8: ninja figures


def test_cg_8_whoever_lays_ninja_cards_takes_a_figure_if_one_is_left() -> None:
    state = after(position(("ninja 3", ""), variant="figures"), lay(*cards("ninja 2")))
    assert (state.figures, state.fresh, state.supply) == ((1, 0), (1, 0), 3)
    larger = position(("ninja 4", ""), variant="figures", sets={"1": {"ninja": 3}}, figures=(1, 1))
    assert after(larger, lay(*cards("ninja 4"))).figures == (2, 1)
    none = position(("ninja 3", ""), variant="figures", figures=(0, 4))
    assert after(none, lay(*cards("ninja 2"))).figures == (0, 4)
    assert after(position(("ninja 3", "")), lay(*cards("ninja 2"))).figures == (0, 0)
    assert after(position(("monk 3", ""), variant="figures"), lay(*cards("monk 2"))).figures == (0, 0)


def test_cg_8_a_figure_may_be_returned_on_a_later_turn_only() -> None:
    state = position(("ninja 2", ""), variant="figures", sets={"2": {"monk": 4, "ninja": 1}})
    assert codes(state, act.Strike("monk")) == ["no-figure CG-8"]
    state = after(state, lay(*cards("ninja 2")))
    assert codes(state, act.Strike("monk")) == ["figure-too-new CG-8"]
    state = after(
        state, act.Displace("red"), act.Draw("left"), act.Draw("right"), act.Discard("emperor-1", "blue")
    )
    assert (state.active, state.fresh) == ("1", (0, 0))
    assert not codes(state, act.Strike("monk"))


def test_cg_8_before_between_and_after_draw_and_play() -> None:
    start = position(
        ("farmer 3", ""), step="draw", variant="figures", figures=(3, 0), sets={"2": {"monk": 4, "farmer": 2}}
    )
    state = after(start, act.Strike("monk"))
    assert (state.step, RULES.actors(state), state.figures) == ("displace", frozenset({"2"}), (2, 0))
    state = after(state, act.Remove("monk-2", "red"))
    assert (state.step, state.active, state.drawn) == ("draw", "1", ())
    state = after(state, act.Draw("left"), act.Strike("monk"), act.Remove("monk-1", "blue"))
    assert (state.step, state.drawn) == ("draw", ("left",))
    state = after(state, act.Draw("right"), act.Strike("monk"), act.Remove("monk-3", "blue"))
    assert (state.step, state.active, state.figures) == ("play", "1", (0, 0))
    assert state.set_of("monk") == CardSet("monk", "2", Cards(1, frozenset({"monk-4"})))


def test_cg_8_while_a_displaced_set_is_on_its_way_both_are_laid_and_then_the_turn_ends() -> None:
    state = position(
        ("farmer 3", ""), variant="figures", figures=(1, 0), sets={"2": {"monk": 4, "farmer": 2}}
    )
    state = after(state, lay(*cards("farmer 3")), act.Strike("monk"))
    assert codes(state, act.Strike("monk")) == ["wrong-phase CG-8", "no-figure CG-8"]
    for order in (
        (act.Displace("red"), act.Remove("monk-1", "blue")),
        (act.Remove("monk-1", "red"), act.Displace("blue")),
    ):
        between = after(state, order[0])
        assert (between.step, between.active) == ("displace", "1")
        done = after(between, order[1])
        assert (done.step, done.active, done.back) == ("draw", "2", None)


def test_cg_8_only_a_card_of_an_opponents_set_and_its_owner_chooses_the_pile() -> None:
    state = position(
        ("farmer 2", ""),
        variant="figures",
        figures=(1, 0),
        sets={"1": {"monk": 2}, "2": {"ninja": 3}},
        pads=(("envoy-1",), ()),
    )
    assert codes(state, act.Strike("monk")) == ["no-target CG-8"]
    assert codes(state, act.Strike("emperor")) == ["no-target CG-8"]
    state = after(state, act.Strike("ninja"))
    assert codes(state, act.Remove("ninja-1", "red")) == ["wrong-pile CG-4"]
    assert codes(state, act.Remove("ninja-9", "blue")) == ["card-elsewhere CG-8"]
    assert codes(state, act.Remove("monk-1", "blue")) == ["cannot-move CG-8"]
    state = after(state, act.Remove("ninja-2", "blue"))
    assert state.discards[1] == (some("ninja-2"),)


def test_cg_8_the_last_card_gone_the_kind_is_free_again() -> None:
    state = position(("emperor 2", ""), variant="figures", figures=(1, 0), sets={"2": {"emperor": 1}})
    state = after(state, act.Strike("emperor"), act.Remove("emperor-1", "red"))
    assert state.set_of("emperor") is None
    assert not codes(state, lay(*cards("emperor 2")))
    assert after(state, lay(*cards("emperor 2"))).step == "draw"


def test_cg_8_a_figure_returned_may_be_taken_again_in_the_same_turn() -> None:
    state = position(("ninja 2", ""), variant="figures", figures=(4, 0), sets={"2": {"monk": 2}})
    state = after(state, act.Strike("monk"), act.Remove("monk-1", "red"), lay(*cards("ninja 2")))
    assert (state.figures, state.fresh) == ((4, 0), (1, 0))


def test_cg_8_figures_stay_from_round_to_round() -> None:
    state = position(
        ("farmer 2", ""), variant="figures", figures=(2, 1), sets={"1": dict.fromkeys(KINDS[1:6], 3)}
    )
    state = after(state, lay(*cards("farmer 2")), act.Proceed(), act.Deal())
    assert (state.round, state.figures) == (2, (2, 1))


def test_cg_8_the_example_of_the_rulebook() -> None:
    """A figure removes a samurai; then two ninjas are displaced by three."""
    state = position(("ninja 2", ""), variant="figures", sets={"2": {"monk": 4, "samurai": 5}})
    state = after(
        state, lay(*cards("ninja 2")), act.Draw("left"), act.Draw("right"), act.Discard("envoy-1", "red")
    )
    assert (state.figures, state.active) == ((1, 0), "1")
    state = after(state, act.Strike("samurai"), act.Remove("samurai-3", "blue"))
    assert state.supply == 4
    there = state.set_of("samurai")
    assert there is not None
    assert there.size == 4
    state = after(state, act.Draw("left"), act.Draw("right"), act.Discard("envoy-2", "red"))
    state = after(state, act.Draw("left"), act.Draw("right"), lay(*first("ninja", 3)))
    assert (state.step, state.figures, RULES.actors(state)) == ("displace", (0, 1), frozenset({"1"}))
    state = after(state, act.Displace("blue"))
    assert state.set_of("ninja") == CardSet("ninja", "2", Cards(3, frozenset(first("ninja", 3))))
    assert state.top("blue") == some("ninja 2")
