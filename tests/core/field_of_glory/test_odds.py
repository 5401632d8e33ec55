"""The odds of an attack against other counts: cards dealt one by one, and the rules as the judge."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.odds import Assumption, Pairing, odds
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.games.field_of_glory.state import State, other
from signifer_core.layout import SIDES

from tests.core.field_of_glory.states import DECK, RULES, after, position
from tests.sweeps import often

SEEDS = st.integers(0, 2**32 - 1)
SOME = settings(max_examples=often(20, 40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
ORIGINS = ("deck", "hand")
VIEWERS = (*SIDES, "anyone")
DECLARED = act.DeclareAttack(3)

NEVER, SURELY = Fraction(0), Fraction(1)
WON, TIED, LOST = (SURELY, NEVER, NEVER), (NEVER, SURELY, NEVER), (NEVER, NEVER, SURELY)

Weights = Counter[str]  # how often each card comes, of all ways


def settled(state: State) -> State:
    """The state after what no player chooses, as far as only one thing can happen."""
    while len(due := RULES.chance(state)) == 1:
        state = RULES.apply(state, due[0])
    return state


def to_reveal(state: State, pairing: Pairing) -> State:
    """The attack on the middle fought as the pairing says, up to the reveal of two cards of unknown hands."""
    state = after(state, DECLARED if state.step == "actions" else act.FlankAttack(3))
    if state.step == "lead":
        state = after(state, act.ChooseLead(pairing.lead))
    state = after(state, act.BonusFromHand(state.active))
    state = after(state, *(act.Retreat(card) for card in pairing.retreated))
    if state.step == "retreat":
        state = after(state, act.EndRetreat())
    state = after(state, act.BonusFromHand(other(state.active)))
    if state.step == "lead":
        assert pairing.defending_lead is not None
        state = after(state, act.ChooseLead(pairing.defending_lead))
    return state


def judged(state: State, attacking: Weights, defending: Weights) -> tuple[Fraction, Fraction, Fraction]:
    """Win, tie, lose for the attacker: every pair of bonus cards is shown once and judged by the rules."""
    ended: Counter[str | None] = Counter()
    for mine, how_often in attacking.items():
        for yours, as_often in defending.items():
            shown = (mine, yours) if state.active == "red" else (yours, mine)
            result = RULES.apply(state, act.Reveal(*shown)).result
            assert result is not None
            ended[result.winner] += how_often * as_often
    total = attacking.total() * defending.total()
    win, tie, lose = (Fraction(ended[who], total) for who in (state.active, None, other(state.active)))
    return win, tie, lose


def told(pairing: Pairing, attacking: str, defending: str) -> tuple[Fraction, Fraction, Fraction]:
    chance = pairing.of(attacking, defending)
    return chance.win, chance.tie, chance.lose


def not_lying(state: State, player: Player) -> list[str]:
    """The player's cards that lie neither in a column nor in the enemy's victory pile."""
    lying = {card for column in state.columns for card in column.units(player)} | state.side(player).lost
    return [card for card in DECK.army(player) if card not in lying]


def best_of(cards: Iterable[str], number: int, held: Iterable[str] = ()) -> Weights:
    """The best card of every hand of so many of the cards, together with those held anyway."""
    sure = list(held)
    return Counter(max([*hand, *sure], key=DECK.command_points) for hand in combinations(cards, number))


def scarce(state: State, left: Mapping[str, list[str]]) -> State:
    """The state in which all other cards of the armies that do not lie in columns have been lost."""
    for player, cards in ((player, left[player]) for player in SIDES if player in left):
        lost = frozenset(not_lying(state, player)) - {f"{player}/{card}" for card in cards}
        state = state.with_side(player, lost=lost)
    return state


FIGHTS: dict[str, Callable[[], State]] = {
    "plain": lambda: position(units={"3 red": "medium-infantry-1", "3 blue": "medium-infantry-2"}),
    "spear": lambda: position(units={"3 red": "cavalry-1", "3 blue": "spear-1", "2 red": "archer-1"}),
    "two leads": lambda: position(
        units={"3 red": "elephant-1 light-infantry-1", "3 blue": "pike-1 archer-2"},
        terrain="plain plain woods plain plain",
    ),
    "blue on the hill": lambda: position(
        units={"3 blue": "cavalry-1 cavalry-2", "3 red": "elephant-1 light-infantry-3"},
        terrain="plain plain hill plain plain",
        control={3: "red"},
        first="blue",
    ),
    "flank": lambda: position(
        units={"3 red": "heavy-infantry-1", "3 blue": "pike-1", "2 red": "pike-1 pike-2"}, step="flank"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FIGHTS)
def test_fg_c1_odds_of_two_decks_are_those_of_all_pairs_of_unseen_cards(name: str) -> None:
    state = FIGHTS[name]()
    found = odds(DECK, state, attack=DECLARED if state.step == "actions" else act.FlankAttack(3))
    unseen: dict[str, Counter[str]] = {player: Counter(not_lying(state, player)) for player in SIDES}
    assert found.pairings
    for pairing in found.pairings:
        if pairing.defending_lead is None:
            assert pairing.of("deck", "deck").retreat == 1
            continue
        fight = to_reveal(state, pairing)
        expected = judged(fight, unseen[state.active], unseen[other(state.active)])
        assert told(pairing, "deck", "deck") == expected, pairing


SMALL = {
    "red": [
        *("commander-1", "cavalry-5", "pike-2", "medium-infantry-8"),
        *("archer-1", "overlap-1", "light-cavalry-2"),
    ],
    "blue": ["heavy-infantry-1", "cavalry-5", "pike-3", "medium-infantry-7", "archer-2", "reserves-1"],
}


@pytest.mark.parametrize(("ours", "theirs"), [(1, 1), (2, 3), (3, 2), (4, 5), (6, 6)])
def test_fg_c1_odds_of_two_hands_are_those_of_the_best_cards_of_all_hands(ours: int, theirs: int) -> None:
    start = position(
        units={"3 red": "medium-infantry-1", "3 blue": "medium-infantry-1"},
        red=Counts(hand=ours, deck=1),
        blue=Counts(hand=theirs, deck=0),
    )
    state = scarce(start, SMALL)
    (pairing,) = odds(DECK, state, attack=DECLARED).pairings
    red, blue = best_of(not_lying(state, "red"), ours), best_of(not_lying(state, "blue"), theirs)
    fight = to_reveal(state, pairing)
    assert told(pairing, "hand", "hand") == judged(fight, red, blue)
    assert told(pairing, "deck", "hand") == judged(fight, Counter(not_lying(state, "red")), blue)
    # Blue has neither deck nor discards: what he could draw is a card of his hand.
    assert told(pairing, "hand", "deck") == told(pairing, "hand", "hand")


@settings(max_examples=often(12, 25), deadline=None)
@given(SEEDS)
def test_fg_c1_odds_of_any_small_armies_are_those_of_all_hands(seed: int) -> None:
    rng = random.Random(seed)
    units = {"3 red": rng.choice(["pike-1", "cavalry-1"]), "3 blue": rng.choice(["spear-1", "elephant-1"])}
    hands = {player: rng.randrange(1, 5) for player in SIDES}
    red, blue = (Counts(hand=hands[player], deck=2) for player in SIDES)
    state = position(units=units, red=red, blue=blue)
    some: dict[str, list[str]] = {
        player: [
            card.partition("/")[2] for card in rng.sample(not_lying(state, player), rng.randrange(7, 10))
        ]
        for player in SIDES
    }
    state = scarce(state, some)
    found = odds(DECK, state, attack=DECLARED)
    pairing = found.best("hand", "hand")
    best = {player: best_of(not_lying(state, player), hands[player]) for player in SIDES}
    assert told(pairing, "hand", "hand") == judged(to_reveal(state, pairing), best["red"], best["blue"])


def test_fg_c1_a_player_knows_their_own_hand() -> None:
    state = scarce(FIGHTS["plain"](), SMALL)
    held = frozenset({"red/pike-2", "red/cavalry-5"})  # 3 and 4 command points
    state = state.with_side("red", hand=2, deck=3, hand_cards=held).with_side("blue", hand=3, deck=2)
    (pairing,) = odds(DECK, state, viewer="red", attack=DECLARED).pairings
    fight = to_reveal(FIGHTS["plain"](), pairing)
    unseen, theirs = set(not_lying(state, "red")) - held, not_lying(state, "blue")
    mine = Counter({"red/cavalry-5": 1})
    assert told(pairing, "hand", "deck") == judged(fight, mine, Counter(theirs))
    assert told(pairing, "hand", "hand") == judged(fight, mine, best_of(theirs, 3))
    assert told(pairing, "deck", "deck") == judged(fight, Counter(unseen), Counter(theirs))
    # A table that has seen but one of the two cards: the other may be better.
    partly = state.with_side("red", hand_cards=frozenset({"red/pike-2"}))
    (pairing,) = odds(DECK, partly, viewer="red", attack=DECLARED).pairings
    rest = set(not_lying(state, "red")) - {"red/pike-2"}
    assert told(pairing, "hand", "deck") == judged(fight, best_of(rest, 1, ["red/pike-2"]), Counter(theirs))
    (public,) = odds(DECK, state, viewer="blue", attack=DECLARED).pairings
    assert told(public, "hand", "deck") == judged(fight, best_of(not_lying(state, "red"), 2), Counter(theirs))


def test_fg_c1_the_hidden_card_was_chosen_with_those_still_in_the_hand() -> None:
    state = scarce(FIGHTS["plain"](), SMALL)
    state = state.with_side("red", hand=3, deck=2).with_side("blue", hand=2, deck=2)
    (before,) = odds(DECK, state, attack=DECLARED).pairings
    for action, origin in ((act.BonusFromHand("red"), "hand"), (act.BonusFromDeck("red"), "deck")):
        (hidden,) = odds(DECK, settled(after(state, DECLARED, action))).pairings
        assert {chance.attacking for chance in hidden.chances} == {origin}
        assert told(hidden, "deck", "deck") == told(hidden, "hand", "deck") == told(before, origin, "deck")
    both = settled(
        after(settled(after(state, DECLARED, act.BonusFromHand("red"))), act.BonusFromHand("blue"))
    )
    (hidden,) = odds(DECK, both).pairings
    assert told(hidden, "deck", "deck") == told(before, "hand", "hand")


def test_fg_c1_a_card_known_to_the_viewer_is_certain_for_them_alone() -> None:
    state = FIGHTS["plain"]().with_side("red", hand_cards=frozenset({"red/commander-1"}))
    state = settled(after(state, DECLARED, act.BonusFromHand("red", "red/commander-1")))
    (known,) = odds(DECK, state, viewer="red").pairings
    theirs = Counter(not_lying(state, "blue"))
    fight = to_reveal(FIGHTS["plain"](), known)
    assert told(known, "hand", "deck") == judged(fight, Counter({"red/commander-1": 1}), theirs)
    hidden = settled(after(FIGHTS["plain"](), DECLARED, act.BonusFromHand("red")))
    for viewer in ("blue", "anyone"):
        assert odds(DECK, state, viewer=viewer) == odds(DECK, hidden, viewer=viewer)


def test_fg_c1_without_any_card_it_is_certain() -> None:
    none = Counts(hand=0, deck=0, discard=0)
    state = position(units={"3 red": "pike-1", "3 blue": "heavy-infantry-1"}, red=none, blue=none)
    found = odds(DECK, state, attack=DECLARED)
    (chance,) = found.pairings[0].chances
    assert (chance.attacking, chance.defending) == ("none", "none")
    assert (chance.win, chance.tie, chance.lose) == TIED
    assert chance.retreat == 0
    assert found.assumptions == (Assumption("no-further-retreat", (("may-retreat", 1),)),)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_fg_c1_the_books_ten_against_nine_is_certain_with_known_bonus_cards(viewer: str) -> None:
    units = {"3 red": "heavy-infantry-1 heavy-infantry-2", "3 blue": "pike-1"}
    one = Counts(hand=1, deck=0)
    state = position(units=units, control={3: "blue"}, red=one, blue=one)
    found = odds(
        DECK, scarce(state, {"red": ["commander-1"], "blue": ["commander-5"]}), viewer=viewer, attack=DECLARED
    )
    best = found.best("deck", "deck")
    assert told(best, "hand", "hand") == WON
    assert sum(line.figure for line in best.attacking) + 5 == 10
    assert sum(line.figure for line in best.defending) + 5 == 9
    assert found.assumptions == ()
    # With one point less it is a tie, with two a defeat.
    for card, expected in (("cavalry-5", TIED), ("pike-2", LOST)):
        worse = scarce(state, {"red": [card], "blue": ["commander-5"]})
        assert told(odds(DECK, worse, attack=DECLARED).best("deck", "deck"), "hand", "hand") == expected


def test_fg_f2_fg_c5_the_books_flank_attack_and_overlap_without_bonus_cards() -> None:
    none = Counts(hand=0, deck=0, discard=0)
    units = {"3 red": "heavy-infantry-1", "3 blue": "pike-1", "2 red": "archer-1"}
    state = position(units=units, step="flank", red=none, blue=none)
    found = odds(DECK, state, attack=act.FlankAttack(3)).best("deck", "deck")
    assert (found.lead, told(found, "deck", "deck")) == ("red/heavy-infantry-1", WON)
    assert [sum(line.figure for line in lines) for lines in (found.attacking, found.defending)] == [6, 4]
    units = {"3 red": "cavalry-1", "3 blue": "heavy-infantry-1", "2 red": "medium-infantry-1"}
    one = Counts(hand=1, deck=0, discard=0)
    state = position(units=units | {"4 red": "archer-1"}, red=one, blue=none)
    state = after(state, DECLARED, act.PlayOverlap("red/overlap-1"))
    (found,) = odds(DECK, state).pairings
    assert told(found, "deck", "deck") == WON
    assert [sum(line.figure for line in lines) for lines in (found.attacking, found.defending)] == [5, 4]


# What is known of decks


def test_fg_k1_an_empty_deck_is_what_the_discards_were() -> None:
    start = FIGHTS["plain"]()
    seen = frozenset({"red/commander-1", "red/pike-2"})
    state = scarce(start, SMALL).with_side("red", hand=1, deck=0, discard=4, discards=seen)
    state = state.with_side("blue", hand=2, deck=2)
    (own,) = odds(DECK, state, viewer="red", attack=DECLARED).pairings
    rest = sorted(set(not_lying(state, "red")) - seen)
    pile = Counter(card for two in combinations(rest, 2) for card in (*two, *seen))
    theirs = Counter(not_lying(state, "blue"))
    fight = to_reveal(start, own)
    assert told(own, "deck", "deck") == judged(fight, pile, theirs)
    # The others know the size of the pile only: any unseen card may be in it.
    for viewer in ("blue", "anyone"):
        (public,) = odds(DECK, state, viewer=viewer, attack=DECLARED).pairings
        assert told(public, "deck", "deck") == judged(fight, Counter(not_lying(state, "red")), theirs)
    all_seen = state.with_side("red", discard=2)
    (own,) = odds(DECK, all_seen, viewer="red", attack=DECLARED).pairings
    assert told(own, "deck", "deck") == judged(fight, Counter(seen), theirs)


def test_fg_k1_a_draw_that_waits_for_the_shuffle_is_no_card_of_the_hand() -> None:
    state = scarce(FIGHTS["plain"](), SMALL).with_side("red", hand=2, deck=0, discard=2)
    state = state.with_side("blue", hand=2, deck=2)
    (before,) = odds(DECK, state, attack=DECLARED).pairings
    waiting = after(state, DECLARED, act.BonusFromDeck("red"))
    assert waiting.step == "shuffle"
    for now in (waiting, settled(after(waiting, act.Shuffle("red"), act.BonusFromDeck("red")))):
        (pairing,) = odds(DECK, now).pairings
        assert {chance.attacking for chance in pairing.chances} == {"deck"}
        assert told(pairing, "hand", "deck") == told(before, "deck", "deck")


def test_fg_p3_a_unit_just_discarded_is_in_no_hand() -> None:
    start = position(
        units={"3 red": "medium-infantry-1", "3 blue": "cavalry-1", "2 red": "medium-infantry-8"},
        red=Counts(hand=2, deck=2),
    )
    state = scarce(start, {"red": ["light-cavalry-2", "cavalry-1", "cavalry-2", "cavalry-3", "pike-1"]})
    state = after(state, act.Discard("red/medium-infantry-8"), act.Place("red/light-cavalry-2", 2))
    found = odds(DECK, state, attack=DECLARED)
    assert dict(found.assumptions[0].figures)["attacker-unseen"] == 4


# Retreats and leads


def test_fg_c2_retreats_are_told_apart() -> None:
    state = position(units={"3 red": "pike-1", "3 blue": "medium-infantry-1 archer-1"})
    found = odds(DECK, state, attack=DECLARED)
    medium, archer = "blue/medium-infantry-1", "blue/archer-1"
    told_pairings = [(pairing.retreated, pairing.defending_lead) for pairing in found.pairings]
    assert told_pairings == [
        *(((), medium), ((), archer)),
        *(((medium,), archer), ((archer,), medium), ((medium, archer), None)),
    ]
    assert found.assumptions[-1] == Assumption("no-further-retreat", (("may-retreat", 2),))
    assert found.best("deck", "deck") == found.pairings[0]
    gone = found.pairings[-1]
    assert {(c.win, c.tie, c.lose, c.retreat) for c in gone.chances} == {(NEVER, NEVER, NEVER, SURELY)}
    later = after(state, DECLARED, act.BonusFromHand("red"), act.Retreat(archer))
    (left, none) = odds(DECK, later).pairings
    assert (left.attacking, left.defending) == (found.pairings[3].attacking, found.pairings[3].defending)
    assert none.retreated == (medium,)
    assert [p.retreated for p in odds(DECK, after(later, act.EndRetreat())).pairings] == [()]
    over = odds(DECK, after(later, act.Retreat(medium), act.EndRetreat()))
    assert over.best("deck", "hand").of("deck", "hand").retreat == 1
    assert over.assumptions == ()


def test_fg_c2_who_has_nothing_else_draws_the_unit_that_retreated() -> None:
    state = position(
        units={"3 red": "pike-1", "3 blue": "spear-1 archer-2"},
        red=Counts(hand=1, deck=0),
        blue=Counts(hand=0, deck=0),
    )
    state = scarce(state, {"red": ["pike-3"], "blue": ["commander-1"]})  # 4 points
    by_retreat = {pairing.retreated: pairing for pairing in odds(DECK, state, attack=DECLARED).pairings}
    assert told(by_retreat["blue/archer-2",], "hand", "deck") == WON  # 8 against 4 and the archer's 3
    assert [chance.defending for chance in by_retreat["blue/archer-2",].chances] == ["deck"]
    assert [chance.defending for chance in by_retreat[()].chances] == ["none"]


def test_fg_c1_the_attacker_takes_the_lead_that_is_best_against_the_best_reply() -> None:
    units = {"3 red": "elephant-1 light-infantry-1", "3 blue": "elephant-2 light-infantry-2"}
    found = odds(DECK, position(units=units), attack=DECLARED)
    margins = {
        (p.lead, p.defending_lead): p.of("deck", "deck").margin for p in found.pairings if not p.retreated
    }
    leads = ("red/elephant-1", "red/light-infantry-1")
    replies = ("blue/elephant-2", "blue/light-infantry-2")
    worst = {lead: min(margins[lead, reply] for reply in replies) for lead in leads}
    best = found.best("deck", "deck")
    # Elephants are 6 to 6, elephant and light infantry 2 to 2, light infantry and elephant 5 to 6.
    assert (best.lead, best.defending_lead) == ("red/elephant-1", "blue/elephant-2")
    assert best.of("deck", "deck").margin == max(worst.values())
    for order in ("pike-1 archer-2", "archer-2 pike-1"):
        best = odds(DECK, position(units={"3 red": order, "3 blue": order}), attack=DECLARED).best(
            "deck", "deck"
        )
        assert (best.lead, best.defending_lead) == ("red/pike-1", "blue/pike-1")


def test_fg_f3_a_lead_from_the_side_brings_its_own_column() -> None:
    found = odds(DECK, FIGHTS["flank"](), attack=act.FlankAttack(3))
    by_lead = {pairing.lead: pairing for pairing in found.pairings}
    assert {lead: pairing.source for lead, pairing in by_lead.items()} == {
        "red/heavy-infantry-1": 3,
        "red/pike-1": 2,
        "red/pike-2": 2,
    }
    assert found.flank
    assert [line.name for line in by_lead["red/pike-1"].attacking] == [
        *("combat", "second-unit", "beside-second", "flank")
    ]
    assert found.best("deck", "deck").lead == "red/pike-1"


def test_fg_c6_a_tie_is_a_spears_victory() -> None:
    fights = [position(units={"3 red": "pike-1", "3 blue": kind}) for kind in ("spear-2", "pike-2")]
    spear, pike = (odds(DECK, fight, attack=DECLARED).pairings[0] for fight in fights)
    for origins in ((a, d) for a in ORIGINS for d in ORIGINS):  # both cards have 3 points: the rest is alike
        win, tie, lose = told(pike, *origins)
        assert tie > 0
        assert told(spear, *origins) == (win, NEVER, lose + tie)


# What no odds are told of


def test_what_no_odds_are_told_of() -> None:
    state = position(units={"3 red": "pike-1", "3 blue": "pike-1", "1 red": "archer-1"})
    with pytest.raises(RulesError, match="no attack is under way"):
        odds(DECK, state)
    with pytest.raises(RulesError, match=r"no-enemy \(FG-C1\)"):
        odds(DECK, state, attack=act.DeclareAttack(1))
    with pytest.raises(RulesError, match=r"wrong-phase \(FG-T0\)"):
        odds(DECK, state, attack=act.FlankAttack(3))
    with pytest.raises(RulesError, match='"0" is no column'):
        odds(DECK, state, attack=act.DeclareAttack(0))
    with pytest.raises(RulesError, match="48 unseen cards by count, but only 47"):
        odds(DECK, state.with_side("blue", hand=34), attack=DECLARED)
    state = position(units={"3 red": "elephant-1 light-infantry-1", "3 blue": "cavalry-1"})
    state = after(
        state,
        DECLARED,
        act.ChooseLead("red/elephant-1"),
        act.BonusFromHand("red"),
        act.Retreat("blue/cavalry-1"),
    )
    state = after(state, act.EndRetreat(), act.Reveal("red/commander-1", None))
    assert (state.step, state.attack is None) == ("result", False)
    with pytest.raises(RulesError, match="is decided"):
        odds(DECK, state)


def test_the_assumptions_travel_with_the_figures() -> None:
    state = position(units={"3 red": "pike-1", "3 blue": "pike-1"}, red=Counts(hand=4, deck=2, discard=1))
    exchangeable, best = odds(DECK, state, attack=DECLARED).assumptions
    assert exchangeable == Assumption(
        "unseen-cards-exchangeable",
        (
            *(("army", 48), ("kept", 24), ("attacker-unseen", 47), ("attacker-unseen-kept", 7)),
            *(("defender-unseen", 47), ("defender-unseen-kept", 23)),
        ),
    )
    assert best == Assumption("best-card-of-the-hand", (("attacker-hand", 4), ("defender-hand", 9)))


def test_the_example_of_the_page_prints_what_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[3] / "docs" / "odds.md").read_text(encoding="utf-8")
    ((code, printed),) = re.findall(r"```python\n(.*?)```\n\nprints\n\n```text\n(.*?)```", page, re.DOTALL)
    exec(compile(code, "docs/odds.md", "exec"), {})
    assert capsys.readouterr().out == printed
