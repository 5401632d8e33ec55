"""The core: random games against python-chess's, and how long the rules take to judge, list and explain."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import owner_of, standard_deck
from signifer_core.games.field_of_glory.position import Setup, begin
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import State
from signifer_core.games.field_of_glory.table.procedure import FieldOfGloryProcedure
from signifer_core.layout import COLUMNS, SIDES, Layout, Zone
from signifer_core.procedure import Table
from signifer_core.referee import Referee

from .figures import Effort, Figure, MissingPeerError, percentile, processor_us

PART = "core"
CHESS = "python-chess"
STEPS = 40
# Of so many positions one is measured, so that rare steps are among them.
SEEN = 50
# How many actions of the domain are tried in each position.
TRIED = 20
# A game may last for ever, since both may pass; so far none came near.
TURNS = 400
# A reader's field takes so long to come up: what is judged within that time delays no visit.
VISIT_US = 5_000.0
TERRAIN = ("rough", "plain", "woods", "plain", "hill")
# Steps that only exist where every card of the decks is known.
UNSEEN_STEPS = ("drawing", "army")


@dataclass(frozen=True)
class Judging:
    """Rules, procedure and every action that can be attempted: one card, player or column each, or nothing."""

    rules: FieldOfGlory
    referee: Referee[State, act.Action]
    placements: tuple[act.Action, ...]
    domain: tuple[act.Action, ...]


def judging() -> Judging:
    """The standard deck's."""
    deck = standard_deck()
    cards = (*deck.army("red"), *deck.army("blue"))
    one_card = (
        act.TakeBack,
        act.Discard,
        act.Restore,
        act.Pay,
        act.PlayReserves,
        act.DiscardToDraw,
        act.DiscardDown,
    )
    in_attack = (act.ChooseLead, act.PlayOverlap, act.Retreat)
    of_player = (act.BonusFromDeck, act.NoBonus, act.Shuffle)
    placements = tuple(act.Place(card, column) for card in cards for column in COLUMNS)
    domain = (
        *placements,
        *(kind(card) for kind in (*one_card, *in_attack) for card in cards),
        *(
            kind(player, card)
            for kind in (act.BonusFromHand, act.Rampage)
            for player in SIDES
            for card in cards
        ),
        *(kind(player) for kind in of_player for player in SIDES),
        *(kind(column) for kind in (act.DeclareAttack, act.FlankAttack) for column in COLUMNS),
        *(act.Reveal(red, blue) for red, blue in zip(deck.army("red"), deck.army("blue"), strict=True)),
        *(act.Settle(), act.EndActions(), act.DrawThree(), act.Advance(), act.EndFlank(), act.EndRetreat()),
    )
    return Judging(FieldOfGlory(deck), Referee(FieldOfGloryProcedure(deck)), placements, domain)


def chess() -> ModuleType:
    """The peer; MissingPeerError if it is not installed."""
    try:
        import chess as module
    except ImportError:
        raise MissingPeerError("python-chess is not installed: say pip install '.[dev]'") from None
    return module


# Random games: one step of ours, one ply of theirs


def opening(rules: FieldOfGlory, rng: random.Random) -> State:
    """Full knowledge, before the first turn: terrain laid and armies drafted at random."""
    state = rules.new_game()
    while state.step != "first":
        state = rules.apply(state, rng.choice(rules.legal_actions(state)))
    return rules.apply(state, rng.choice(rules.legal_actions(state)))


def played(rules: FieldOfGlory, state: State, rng: random.Random) -> Iterator[State]:
    """Every position of a random game before its last, each legal action as likely as any other."""
    while rules.outcome(state) is None and state.turn <= TURNS:
        yield state
        state = rules.apply(state, rng.choice(rules.legal_actions(state)))


def _steps(rules: FieldOfGlory, state: State, seed: int, count: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        state = rules.apply(state, rng.choice(rules.legal_actions(state)))


def _length_of_chess(board: Any, seed: int) -> int:
    rng, count = random.Random(seed), 0
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        count += 1
    return count


def _plies(board: Any, seed: int, count: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        board.push(rng.choice(list(board.legal_moves)))


def random_games(rules: FieldOfGlory, rounds: int) -> tuple[list[float], list[float]]:
    """Microseconds a step and a ply, one of each a round: a whole game of ours, then one of theirs, with one seed.

    Each game is played before to learn its length, so that nothing but listing, choosing and playing is timed.
    """
    new_board = chess().Board
    ours, theirs = [], []
    for seed in range(rounds):
        state = opening(rules, random.Random(seed))
        steps = sum(1 for _ in played(rules, state, random.Random(seed)))
        plies = _length_of_chess(new_board(), seed)
        ours.append(processor_us(partial(_steps, rules, state, seed, steps)) / steps)
        theirs.append(processor_us(partial(_plies, new_board(), seed, plies)) / plies)
    return ours, theirs


# Judging and listing, in both kinds of knowledge


def full_positions(rules: FieldOfGlory, count: int, rng: random.Random) -> list[State]:
    """``count`` positions of random games with full knowledge, from all steps of a turn alike."""
    by_step: dict[str, list[State]] = {}
    while sum(map(len, by_step.values())) < SEEN * count:
        for state in played(rules, opening(rules, rng), rng):
            by_step.setdefault(state.step, []).append(state)
    steps = sorted(by_step)
    return [rng.choice(by_step[steps[number % len(steps)]]) for number in range(count)]


def _knowledge(judge: Judging, states: list[State], rng: random.Random) -> tuple[list[float], list[float]]:
    """Microseconds of one refusal and of one list of all that is legal."""
    refusals: list[float] = []
    listed: list[float] = []
    for state in states:
        for action in rng.sample(judge.domain, TRIED):
            refusals.append(processor_us(partial(judge.rules.refusals, state, action)))
        listed.append(processor_us(partial(judge.rules.legal_actions, state)))
    return refusals, listed


def _of_chess(count: int, rng: random.Random) -> tuple[list[float], list[float]]:
    """The same of the peer: one move tested, and all legal moves listed, in positions of random games."""
    module = chess()
    domain = [module.Move(start, end) for start in module.SQUARES for end in module.SQUARES if start != end]
    board = module.Board()
    tested: list[float] = []
    listed: list[float] = []
    while len(listed) < count:
        for move in rng.sample(domain, TRIED):
            tested.append(processor_us(partial(board.is_legal, move)))
        listed.append(processor_us(partial(_moves, board)))
        board.push(rng.choice(_moves(board)))
        if board.is_game_over():
            board = module.Board()
    return tested, listed


def _moves(board: Any) -> list[Any]:
    return list(board.legal_moves)


def _judged(judge: Judging, count: int, rng: random.Random) -> list[Figure]:
    """Both kinds of knowledge against the limit, full knowledge also against the peer."""
    full = full_positions(judge.rules, count, rng)
    public = [judge.rules.view(state, "anyone") for state in full if state.step not in UNSEEN_STEPS]
    rows = []
    measured = {
        name: _knowledge(judge, states, rng)
        for name, states in (("full knowledge", full), ("table's view", public))
    }
    for name, (refusals, listed) in measured.items():
        rows += [_limit(f"one action judged, {name}", refusals, percent) for percent in (50, 99)]
        rows += [_limit(f"all legal actions, {name}", listed, percent) for percent in (50, 99)]
    refusals, listed = measured["full knowledge"]
    tested, moves = _of_chess(count, rng)
    for what, ours, against, theirs in (
        ("one action judged, full knowledge", refusals, "a move tested, no reasons", tested),
        ("all legal actions, full knowledge", listed, "all legal moves", moves),
    ):
        values = percentile(ours, 99), percentile(theirs, 99)
        rows.append(
            Figure(PART, f"{what}, p99", "us", values[0], f"{CHESS}: {against}", values[1], wall=True)
        )
    return rows


# The table's placements


def positions(rules: FieldOfGlory, count: int, rng: random.Random) -> list[State]:
    """``count`` positions of the step in which units are placed, on random walks of legal actions."""
    found: list[State] = []
    while len(found) < count:
        state = begin(rules, Setup(terrain=TERRAIN, first=rng.choice(SIDES)))
        for _ in range(STEPS):
            legal = rules.legal_actions(state)
            if not legal:
                break
            kind = rng.choice(sorted({type(action) for action in legal}, key=lambda kind: kind.__name__))
            state = rules.apply(state, rng.choice([action for action in legal if type(action) is kind]))
            if state.step == "actions":
                found.append(state)
    return rng.sample(found, count)


def _lying(state: State) -> Layout:
    layout = Layout()
    for number in COLUMNS:
        for player in SIDES:
            for card in state.column(number).units(player):
                layout = layout.laid(card, Zone(str(number), player))
    return layout


def _laid(state: State, action: act.Action) -> Layout:
    """The layout of ``state`` with the card of a placement laid on its owner's side, as a reader would see it."""
    assert isinstance(action, act.Place)
    return _lying(state).laid(action.card, Zone(str(action.column), owner_of(action.card)))


def _tried(judge: Judging, state: State) -> list[act.Action]:
    """What is legal, found without ``legal_actions``."""
    return [action for action in judge.domain if not judge.rules.refusals(state, action)]


def _placing(judge: Judging, states: list[State], rng: random.Random) -> list[Figure]:
    """Placements and whole layouts at the table, and what trying every action would cost."""
    measured: dict[str, list[float]] = {"refusals": [], "listed": [], "tried": [], "layouts": []}

    def take(name: str, call: Callable[[], object]) -> None:
        measured[name].append(processor_us(call))

    for state in states:
        for action in rng.sample(judge.placements, TRIED):
            take("refusals", partial(judge.rules.refusals, state, action))
        take("listed", partial(judge.rules.legal_actions, state))
        take("tried", partial(_tried, judge, state))
        seen = _laid(state, rng.choice(judge.placements))
        take("layouts", partial(judge.referee.judge, Table(state), seen, settled=True))
    refusals = measured["refusals"]
    rows = [_limit("one placement judged", refusals, percent) for percent in (50, 99)]
    rows += [_limit("a layout judged by the referee", measured["layouts"], percent) for percent in (50, 99)]
    by_trying, tried = f"trying all {len(judge.domain)} actions", percentile(measured["tried"], 50)
    listed = percentile(measured["listed"], 50)
    rows.append(Figure(PART, "all legal actions, p50", "us", listed, by_trying, tried, wall=True))
    a_second = 1e6 * len(refusals) / sum(refusals)
    one_a_visit = 1e6 / VISIT_US
    rows.append(
        Figure(PART, "placements judged a second", "1/s", a_second, "one a visit", one_a_visit, wall=True)
    )
    return rows


def figures(effort: Effort) -> list[Figure]:
    """A step against a ply; refusals and lists in both kinds of knowledge; placements and layouts at the table."""
    rng = random.Random(7)
    judge = judging()
    ours, theirs = (
        statistics.median(times) for times in random_games(judge.rules, max(1, effort.positions // 10))
    )
    rows = [
        Figure(PART, "a step of a random game", "us", ours, f"{CHESS}: a ply", theirs, limit=True, wall=True)
    ]
    rows += _judged(judge, effort.positions, rng)
    return rows + _placing(judge, positions(judge.rules, effort.positions, rng), rng)


def _limit(what: str, values: list[float], percent: int) -> Figure:
    """One percentile, in microseconds, against the time in which no visit is delayed."""
    name = f"{what}, p{percent}"
    ours = percentile(values, percent)
    return Figure(PART, name, "us", ours, "limit: field coming up", VISIT_US, limit=True, wall=True)
