"""The odds that a set is beaten: by hand, against every way in which unseen cards can lie, and against seeded games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.deck import KINDS, kind_of
from signifer_core.games.call_to_glory.odds import Odds, odds
from signifer_core.games.call_to_glory.odds.unseen import Share, Unseen
from signifer_core.games.call_to_glory.state import Cards, CardSet, Hand, State

from tests.sweeps import often

from .hands import somewhere
from .states import DECK, RULES, after, begun, cards, position


def laid(
    size: int,
    *,
    kind: str = "farmer",
    unseen: tuple[int, int] = (12, 4),
    hands: tuple[int, ...] = (4, 4),
    known: dict[str, int] | None = None,
    tops: tuple[int, int] = (0, 0),
    **more: object,
) -> State:
    """Player 1 has laid ``size`` cards of a kind. ``unseen`` cards lie somewhere, so many of them of the kind;
    ``hands`` have so many of those, the face-down piles the rest. So many of the kind are ``known`` in hands, and lie
    as ``tops`` on red's pile and blue's. All other cards lie below, one of them in blue's pile."""
    number, of_kind = unseen
    mine = list(DECK.of_kind(kind))
    others = [card for card in DECK.characters if kind_of(card) != kind]
    lying = [mine.pop() for _ in range(size)]
    seen = {seat: frozenset(mine.pop() for _ in range(count)) for seat, count in (known or {}).items()}
    red, blue = ([mine.pop() for _ in range(count)] for count in tops)
    below = [*mine[of_kind:], *others[number - of_kind :]]
    held = tuple(
        Hand(Cards(count + len(seen.get(seat, ())), seen.get(seat, frozenset())), seen.get(seat, frozenset()))
        for seat, count in zip("1234", hands, strict=False)
    )
    stock = number - sum(hands)
    pads = ((*below[:-1], *red), (below[-1], *blue))
    changes = {
        "hands": held,
        "sets": (CardSet(kind, "1", Cards(size, frozenset(lying))),) if size else (),
        "discards": tuple(tuple(Cards(1, frozenset({card})) for card in pad) for pad in pads),
        "stock": Cards(stock),
        "piles": (stock - stock // 2, stock // 2),
        **more,
    }
    return replace(position(("",) * len(hands)), **changes)  # type: ignore[arg-type]


def at_least(wanted: int, drawn: int, cards: int, of_kind: int) -> Fraction:
    """The chance of so many of a kind among ``drawn`` cards: the hypergeometric distribution."""
    ways = sum(
        comb(of_kind, number) * comb(cards - of_kind, drawn - number)
        for number in range(wanted, min(of_kind, drawn) + 1)
    )
    return Fraction(ways, comb(cards, drawn))


# By hand


def test_cg_3_odds_are_of_strictly_more_cards_and_of_others() -> None:
    found = odds(DECK, laid(2, active="2"), "farmer")
    assert (found.kind, found.owner, found.size, found.needed, found.left) == ("farmer", "1", 2, 3, 18)
    assert (found.unseen, found.on_top, found.too_few) == (4, 0, False)
    # Three or four of four farmers among player 2's four of twelve cards.
    assert found.held == at_least(3, 4, 12, 4) == Fraction(comb(4, 3) * 8 + 1, comb(12, 4))
    assert [seat for seat, _ in found.players] == ["2"]


def test_cg_3_odds_of_a_set_that_nobody_can_beat() -> None:
    found = odds(DECK, laid(10, unseen=(20, 10), active="2"), "farmer")
    assert (found.needed, found.left, found.too_few) == (11, 10, True)
    assert found.held == found.soon == found.chance == 0
    assert not odds(DECK, laid(9, unseen=(20, 10), active="2"), "farmer").too_few


def test_cg_1_odds_know_what_was_taken_openly() -> None:
    found = odds(DECK, laid(2, active="2", known={"1": 1, "2": 2}), "farmer")
    assert (found.held, found.left, found.unseen) == (at_least(1, 4, 12, 4), 18, 4)
    sure = odds(DECK, laid(2, active="2", known={"2": 3}), "farmer")
    assert sure.held == sure.soon == sure.chance == 1


def test_cg_1_odds_count_two_cards_a_turn_and_those_still_to_be_drawn() -> None:
    state = laid(2, unseen=(30, 6), active="2", step="draw")
    assert odds(DECK, state, "farmer").turns[0] == ("2", at_least(3, 6, 30, 6))
    state = after(state, act.Draw("left"))
    assert odds(DECK, state, "farmer").turns[0] == ("2", at_least(3, 6, 30, 6))
    state = after(state, act.Draw("right"))
    found = odds(DECK, state, "farmer")
    assert state.step == "play"
    assert found.turns[:3] == (
        ("2", at_least(3, 6, 30, 6)),
        ("1", at_least(3, 6, 30, 6)),
        ("2", at_least(3, 8, 30, 6)),
    )
    assert found.held == found.soon == found.turns[1][1]


def test_cg_1_odds_look_into_nobodys_hand_but_the_viewers() -> None:
    hands = ("monk 3, ninja 2", "farmer 4", "shogun 4")
    full = position(hands, sets={"1": {"farmer": 3}}, active="2", full=True)
    public = odds(DECK, full, "farmer")
    assert 0 < public.held < Fraction(1, 10)
    assert public == odds(DECK, RULES.view(full, "anyone"), "farmer")
    assert odds(DECK, full, "farmer", viewer="2").held == 1
    theirs = odds(DECK, full, "farmer", viewer="3")
    assert dict(theirs.players)["2"] > dict(theirs.players)["3"]


def test_cg_1_odds_of_what_lies_on_top_of_the_discard_piles() -> None:
    """Each of the others in turn takes one from either pile where there is one, and a face-down card."""
    state = laid(3, unseen=(30, 1), hands=(3, 3, 3), tops=(3, 0), active="2", step="draw")
    found = odds(DECK, state, "farmer")
    assert (found.on_top, found.unseen, found.needed, found.held) == (3, 1, 4, Fraction(0))
    # Two of the three come to player 2, and one to player 3: with the last one player 2 has three, of four.
    assert found.chance == 0
    state = laid(2, unseen=(30, 1), hands=(3, 3, 3), tops=(3, 0), active="2", step="draw")
    found = odds(DECK, state, "farmer")
    two = at_least(1, 3 + 1 + 1, 30, 1)
    assert [chance for _, chance in found.turns[:4]] == [0, 0, 0, two]
    both = laid(1, unseen=(30, 0), tops=(1, 1), active="2", step="draw")
    assert odds(DECK, both, "farmer").turns[0] == ("2", Fraction(1))
    # Nobody takes what lies below another card, and the owner takes nothing.
    assert odds(DECK, laid(2, unseen=(30, 1), active="2", step="draw"), "farmer").chance == 0


def test_cg_2_odds_of_a_kind_that_nobody_has_laid_are_of_the_least_set_and_of_everybody() -> None:
    for players, least in ((2, 2), (3, 3), (4, 3)):
        found = odds(DECK, begun(players), "samurai")
        assert (found.owner, found.size, found.needed, found.left) == ("", 0, least, 12)
        assert [seat for seat, _ in found.players] == [str(seat) for seat in range(1, players + 1)]
    assert odds(DECK, begun(2), "farmer").players[0][1] > odds(DECK, begun(2), "emperor").players[0][1]
    two = odds(DECK, begun(2), "samurai")
    alone = at_least(2, 3, 110, 12)
    assert alone < two.held < 2 * alone


def test_cg_4_odds_the_next_discard_covers_one_of_two_piles_that_show_the_kind() -> None:
    state = laid(1, unseen=(20, 0), hands=(3, 3), tops=(2, 1), active="2", step="draw")
    found = odds(DECK, state, "farmer")
    assert (found.needed, found.on_top, found.held) == (2, 3, Fraction(0))
    assert found.turns[0] == ("2", Fraction(1))
    # The owner discards: onto the single farmer. The two others are left, one for each turn of player 2.
    found = odds(DECK, replace(state, active="1"), "farmer")
    assert [chance for _, chance in found.turns[:4]] == [0, 0, 0, 1]


def test_cg_5_odds_end_with_the_round() -> None:
    state = laid(2, active="1")
    gone = odds(DECK, replace(state, empty=frozenset({"left"}), piles=(0, 4)), "farmer")
    assert gone.turns == (("1", Fraction(0)),)
    assert gone.held == gone.soon == gone.chance == 0
    last = odds(DECK, replace(state, empty=frozenset({"left"}), piles=(0, 4), active="2"), "farmer")
    assert last.turns == (("2", at_least(3, 4, 12, 4)),)
    assert last.assumptions == ("unseen-cards-exchangeable", "others-collect")
    # Two cards in each pile, and the next two to draw: then a pile is empty after two turns.
    assert [seat for seat, _ in odds(DECK, state, "farmer").turns] == ["1", "2", "1"]
    unequal = odds(DECK, replace(state, piles=(3, 1)), "farmer")
    assert [seat for seat, _ in unequal.turns] == ["1", "2"]
    assert "piles-estimated" in unequal.assumptions
    # A count that has come to its end, of a pile that nobody found empty, was wrong: halves.
    assert odds(DECK, replace(state, piles=(4, 0)), "farmer") == odds(DECK, state, "farmer")


def test_cg_3_odds_while_a_set_is_displaced_are_those_after_it() -> None:
    state = position(("", "monk 2, ninja-1"), sets={"1": {"monk": 3}}, active="2", pads=(("emperor-1",), ()))
    state = after(replace(state, sets=(replace(state.sets[0], owner="1"),)), act.Discard("ninja-1", "blue"))
    assert state.step == "draw"
    more = position(("", "monk 4, ninja-1"), sets={"1": {"monk": 3}}, active="2", pads=(("emperor-1",), ()))
    going = after(more, act.Lay(tuple(sorted(cards("monk 4")))))
    assert going.step == "displace"
    found = odds(DECK, going, "monk")
    assert (found.owner, found.size, found.on_top) == ("2", 4, 3)
    assert found == odds(DECK, after(going, act.Displace("blue")), "monk")
    assert found.turns[0][0] == "1"


def test_cg_8_odds_while_a_figure_takes_a_card_are_those_after_it() -> None:
    state = position(
        ("", ""), sets={"1": {"monk": 3}, "2": {"ninja": 2}}, active="2", variant="figures", figures=(0, 2)
    )
    going = after(
        replace(state, hands=(Hand(Cards(3)), Hand(Cards(3))), stock=Cards(99), piles=(50, 49)),
        act.Strike("monk"),
    )
    found = odds(DECK, going, "monk")
    assert (found.owner, found.size, found.needed, found.on_top) == ("1", 2, 3, 1)
    assert found.assumptions[-1] == "no-figure-returned"
    taken = replace(going, figures=(0, 0))
    assert "no-figure-returned" in odds(DECK, taken, "ninja").assumptions, "there are figures to take still"
    assert "no-figure-returned" not in odds(DECK, replace(going, variant="none"), "ninja").assumptions
    last = after(going, act.Remove("monk-1", "red"), act.Strike("monk"), act.Remove("monk-2", "blue"))
    assert (odds(DECK, last, "monk").size, last.supply) == (1, 4)


def test_odds_of_less_than_no_cards_are_refused_in_a_sentence() -> None:
    with pytest.raises(RulesError, match="counts cannot be right: -1 cards"):
        Unseen(5, 3).somebody(2, [Share(1, -1)])


def test_odds_of_what_cannot_be_are_not_told() -> None:
    with pytest.raises(RulesError, match="no round is under way"):
        odds(DECK, RULES.table_game(), "farmer")
    with pytest.raises(RulesError, match="knight"):
        odds(DECK, begun(), "knight")
    with pytest.raises(RulesError, match="mission-a"):
        odds(DECK, begun(), "mission-a")
    state, two = begun(), frozenset({"monk-1", "monk-2"})
    with pytest.raises(RulesError, match="counts cannot be right: 103 cards lie unseen, of 110"):
        odds(DECK, replace(state, stock=Cards(97)), "farmer")
    with pytest.raises(RulesError, match="counts"):
        odds(
            DECK,
            replace(state, hands=(Hand(Cards(1, two), two), Hand(Cards(5)))),
            "farmer",
        )
    many = laid(4).sets[0]
    with pytest.raises(RulesError, match="counts"):
        odds(DECK, replace(state, sets=(replace(many, cards=Cards(21)),), stock=Cards(83)), "emperor")


# Every way in which unseen cards can lie


PILES: tuple[str, ...] = ("red", "blue", "left", "right")


def naive(
    state: State, kind: str, wanted: int, others: set[str], ways: dict[str, list[bool]]
) -> Iterator[bool]:
    """One way to play on, turn by turn: whether somebody could have laid enough by then. ``ways`` tell of each unseen
    card of the hands and of the face-down piles whether it is of the kind. Written without the odds."""
    piles = {name: list(cards) for name, cards in ways.items() if name in PILES}
    for pad, layers in zip(PILES, state.discards, strict=False):
        piles[pad] = [kind_of(card) == kind for layer in layers for card in sorted(layer.named)]
    hands = {
        seat: ways[seat] + [kind_of(card) == kind for card in hand.cards.named]
        for seat, hand in zip(state.seats, state.hands, strict=True)
    }
    seat, done, drawn = state.active, False, [*state.drawn]
    if state.step == "play":
        drawn = ["", ""]
    while True:
        while len(drawn) < 2:
            shown = [pad for pad in PILES[:2] if pad not in drawn and piles[pad][-1:] == [True]]
            there = [pile for pile in PILES[2:] if pile not in drawn and piles[pile]]
            there.sort(key=lambda pile: len(piles[pile]), reverse=True)
            if not (shown and seat in others) and not there:
                break
            drawn.append(shown[0] if shown and seat in others else there[0])
            hands[seat].append(piles[drawn[-1]].pop())
        done |= seat in others and sum(hands[seat]) >= wanted
        yield done
        if not piles["left"] or not piles["right"]:
            return
        open_pads = [pad for pad in PILES[:2] if not piles[pad]]
        if len(open_pads) != 1:
            open_pads = sorted(PILES[:2], key=lambda pad: [*reversed(piles[pad]), False].index(False))
        piles[open_pads[0]].append(False)
        seat, drawn = state.clockwise(seat)[1], []


def every_way(state: State, kind: str, found: Odds) -> list[Fraction]:
    """The chance by the end of each turn, by playing every way in which the cards of the kind can lie."""
    numbers = dict(zip(state.seats, (hand.cards.unnamed for hand in state.hands), strict=True))
    numbers |= dict(zip(PILES[2:], state.piles, strict=True))
    places = [name for name, number in numbers.items() for _ in range(number)]
    courses = []
    for chosen in combinations(range(len(places)), found.unseen):
        ways: dict[str, list[bool]] = {name: [] for name in numbers}
        for at, name in enumerate(places):
            ways[name].append(at in chosen)
        courses.append([*naive(state, kind, found.needed, set(state.seats) - {found.owner}, ways)])
    return [Fraction(sum(by_then), len(courses)) for by_then in zip(*courses, strict=True)]


@st.composite
def small(draw: st.DrawFn) -> tuple[State, str]:
    """A position with few unseen cards, and cards of the kind known in hands and on top of the discard piles."""
    players = draw(st.integers(2, 4))
    kind = draw(st.sampled_from(KINDS))
    of_kind, rest = list(DECK.of_kind(kind)), [card for card in DECK.characters if kind_of(card) != kind]
    size = draw(st.integers(0, 3))
    lying = [of_kind.pop() for _ in range(size)]
    hands = []
    for _ in range(players):
        seen = frozenset(of_kind.pop() for _ in range(draw(st.integers(0, min(2, len(of_kind))))))
        hands.append(Hand(Cards(len(seen) + draw(st.integers(0, 2)), seen), seen))
    tops = [[of_kind.pop() for _ in range(draw(st.integers(0, min(2, len(of_kind)))))] for _ in range(2)]
    stock = draw(st.integers(2, 7))
    number = stock + sum(hand.cards.unnamed for hand in hands)
    unseen = draw(st.integers(0, min(4, len(of_kind), number)))
    buried = of_kind[unseen:]
    under = draw(st.sampled_from([(True, True), (True, False)]))
    below = [*buried, *rest[number - unseen :]]
    piles = (below[:1], below[1:]) if under[1] else ([], below)
    if draw(st.booleans()):
        piles = (piles[1], piles[0])
    discards = tuple(
        tuple(Cards(1, frozenset({card})) for card in (*pile, *(top if pile else ())))
        for pile, top in zip(piles, tops, strict=True)
    )
    spare = [card for pile, top in zip(piles, tops, strict=True) for card in (() if pile else top)]
    discards = tuple(
        (*(Cards(1, frozenset({card})) for card in spare), *layers) if layers else layers
        for layers in discards
    )
    step = draw(st.sampled_from(["draw", "play"]))
    left = draw(st.integers(0, stock))
    state = position(("",) * players, step=step, active=str(draw(st.integers(1, players))), unseen=0)  # type: ignore[arg-type]
    more = position(("",) * players, sets={"1": {kind: size}} if size else {}, unseen=0)
    sets = tuple(replace(each, cards=Cards(size, frozenset(lying))) for each in more.sets)
    state = replace(
        state,
        hands=tuple(hands),
        sets=sets,
        discards=discards,
        stock=Cards(stock),
        piles=(left, stock - left),
    )
    if not (left and stock - left):
        state = replace(state, empty=frozenset({"left" if not left else "right"}))
    elif step == "draw" and draw(st.booleans()):
        state = after(state, act.Draw(draw(st.sampled_from(["left", "right"]))))
    return state, kind


@settings(max_examples=often(100, 300), deadline=None)
@given(small())
def test_odds_are_those_of_every_way_in_which_unseen_cards_can_lie(case: tuple[State, str]) -> None:
    state, kind = case
    found = odds(DECK, state, kind)
    assert [chance for _, chance in found.turns] == every_way(state, kind, found)
    alone = dict(found.players)
    assert max(alone.values()) <= found.chance <= sum(alone.values())
    assert 0 <= found.held <= found.chance <= 1


# Over real games


@settings(max_examples=often(10, 20), deadline=None)
@given(st.integers(0, 10_000))
def test_odds_of_any_moment_of_a_game_rise_from_turn_to_turn(seed: int) -> None:
    state = somewhere(random.Random(seed))
    for kind in KINDS:
        if state.step not in ("draw", "play", "displace"):
            with pytest.raises(RulesError):
                odds(DECK, state, kind)
            continue
        found = odds(DECK, state, kind)
        by_turn = [chance for _, chance in found.turns]
        assert by_turn == sorted(by_turn)
        assert 0 <= found.held <= found.soon <= found.chance <= 1
        assert not (found.too_few and found.chance)
        assert found.unseen + found.on_top <= found.left


GAMES = 300


def collected(rng: random.Random, state: State, kind: str, wanted: int, others: set[str]) -> bool:
    """A game played on by the rules, the others collecting the kind; whether one of them comes to hold enough."""

    def showing(pad: str) -> int:
        number = 0
        for layer in reversed(state.layers(pad)):
            if {kind_of(card) for card in layer.named} != {kind}:
                break
            number += layer.number
        return number

    while state.step in ("draw", "drawing", "play"):
        player = state.active
        hand = sorted(state.hand(player).cards.named)
        if state.step == "drawing":
            action: act.Action = rng.choice(RULES.chance(state))
        elif state.step == "draw":
            legal = RULES.legal_actions(state)
            takes = [each for each in legal if isinstance(each, act.Take) and kind_of(each.card) == kind]
            draws = [each for each in legal if isinstance(each, act.Draw)]
            draws.sort(key=lambda each: -state.piles[each.pile == "right"])
            action = takes[0] if takes and player in others else draws[0]
        else:
            if player in others and sum(kind_of(card) == kind for card in hand) >= wanted:
                return True
            waste = [card for card in hand if kind_of(card) != kind]
            pads = [pad for pad in ("red", "blue") if not RULES.refusals(state, act.Discard(waste[0], pad))]
            action = act.Discard(waste[0], min(pads, key=showing))
        state = RULES.apply(state, action)
    return False


SIMULATED = {
    "two players": laid(4, unseen=(24, 8), active="2", step="draw"),
    "three players, one half way through a turn": laid(
        3, kind="monk", unseen=(26, 5), hands=(4, 5, 4), known={"3": 1}, active="3"
    ),
    "four players, a set on top": laid(
        3, kind="envoy", unseen=(30, 3), hands=(4, 4, 4, 4), tops=(4, 1), active="4", step="draw"
    ),
    "a kind that nobody has laid": laid(
        0, kind="shogun", unseen=(20, 2), hands=(3, 3, 3), active="1", step="draw"
    ),
}


def spread(rng: random.Random, state: State) -> State:
    """Full knowledge of the position: its unseen cards are dealt."""
    unseen = [card for card in DECK.characters if state.known_place(card) is None]
    rng.shuffle(unseen)
    hands = []
    for hand in state.hands:
        dealt = [unseen.pop() for _ in range(hand.cards.unnamed)]
        hands.append(Hand(Cards(hand.number, hand.cards.named | frozenset(dealt)), hand.seen))
    return replace(state, hands=tuple(hands), stock=Cards(len(unseen), frozenset(unseen)), full=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", SIMULATED)
def test_odds_are_what_seeded_games_come_to(name: str) -> None:
    """Four standard deviations are allowed, one time in sixteen thousand they would not be enough."""
    start, rng = SIMULATED[name], random.Random(7)
    kind = start.sets[0].kind if start.sets else "shogun"
    found = odds(DECK, start, kind)
    others = set(start.seats) - {found.owner}
    won = sum(collected(rng, spread(rng, start), kind, found.needed, others) for _ in range(GAMES))
    chance = found.chance
    assert 0.1 < chance < 0.95
    assert abs(won / GAMES - chance) < 4 * float(chance * (1 - chance) / GAMES) ** 0.5
