"""The core: how long the rules take to judge a placement, list what is legal, and explain a layout."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import partial

from signifer_core.games.field_of_glory.actions import (
    Action,
    Discard,
    DiscardDown,
    DiscardToDraw,
    DrawThree,
    EndActions,
    Pay,
    Place,
    PlayReserves,
    Restore,
    Settle,
    TakeBack,
)
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.games.field_of_glory.procedure import FieldOfGloryProcedure
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.setup import Setup, begin
from signifer_core.games.field_of_glory.state import State
from signifer_core.layout import COLUMNS, PLAYERS, Layout, Zone
from signifer_core.procedure import Table
from signifer_core.referee import Referee

from .figures import Effort, Figure, percentile, processor_us

PART = "core"
STEPS = 40
# A reader's field takes so long to come up: what is judged within that time delays no visit.
VISIT_US = 5_000.0
TERRAIN = ("rough", "plain", "woods", "plain", "hill")


@dataclass(frozen=True)
class Judging:
    """Rules, procedure and every action that can be attempted with one card, or with none."""

    rules: FieldOfGlory
    referee: Referee[State, Action]
    placements: tuple[Action, ...]
    domain: tuple[Action, ...]


def judging() -> Judging:
    """The standard deck's."""
    deck = standard_deck()
    cards = (*deck.army("red"), *deck.army("blue"))
    kinds = (TakeBack, Discard, Restore, Pay, PlayReserves, DiscardToDraw, DiscardDown)
    placements = tuple(Place(card, column) for card in cards for column in COLUMNS)
    others = tuple(kind(card) for kind in kinds for card in cards)
    domain = (*placements, *others, Settle(), EndActions(), DrawThree())
    return Judging(FieldOfGlory(deck), Referee(FieldOfGloryProcedure(deck)), placements, domain)


def positions(rules: FieldOfGlory, count: int, rng: random.Random) -> list[State]:
    """``count`` positions of the step in which units are placed, on random walks of legal actions."""
    found: list[State] = []
    while len(found) < count:
        state = begin(rules, Setup(terrain=TERRAIN, first=rng.choice(PLAYERS)))
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
        for player in PLAYERS:
            for card in state.column(number).units(player):
                layout = layout.laid(card, Zone(str(number), player))
    return layout


def _laid(state: State, action: Action) -> Layout:
    """The layout of ``state`` with the card of a placement laid on its owner's side, as a reader would see it."""
    assert isinstance(action, Place)
    return _lying(state).laid(action.card, Zone(str(action.column), action.card.split("/")[0]))


def _tried(judge: Judging, state: State) -> list[Action]:
    """What is legal, found without ``legal_actions``."""
    return [action for action in judge.domain if not judge.rules.refusals(state, action)]


def figures(effort: Effort) -> list[Figure]:
    """The time of one refusal, one list of all that is legal, and one layout judged; placements a second."""
    rng = random.Random(7)
    judge = judging()
    states = positions(judge.rules, effort.positions, rng)
    rules, referee = judge.rules, judge.referee
    refusals: list[float] = []
    listed: list[float] = []
    tried: list[float] = []
    judged: list[float] = []
    for state in states:
        for action in rng.sample(judge.placements, 20):
            refusals.append(processor_us(partial(rules.refusals, state, action)))
        listed.append(processor_us(partial(rules.legal_actions, state)))
        tried.append(processor_us(partial(_tried, judge, state)))
        seen = _laid(state, rng.choice(judge.placements))
        judged.append(processor_us(partial(referee.judge, Table(state), seen, settled=True)))
    rows = [_limit("one placement judged", refusals, percent) for percent in (50, 99)]
    rows += [_limit("all legal actions listed", listed, percent) for percent in (50, 99)]
    rows += [_limit("a layout judged by the referee", judged, percent) for percent in (50, 99)]
    by_trying = f"trying all {len(judge.domain)} actions"
    rows.append(
        Figure(
            PART,
            "all legal actions, p50",
            "us",
            percentile(listed, 50),
            by_trying,
            percentile(tried, 50),
            wall=True,
        )
    )
    a_second = 1e6 * len(refusals) / sum(refusals)
    rows.append(
        Figure(PART, "placements judged a second", "1/s", a_second, "one a visit", 1e6 / VISIT_US, wall=True)
    )
    return rows


def _limit(what: str, values: list[float], percent: int) -> Figure:
    """One percentile, in microseconds, against the time in which no visit is delayed."""
    name = f"{what}, p{percent}"
    ours = percentile(values, percent)
    return Figure(PART, name, "us", ours, "limit: field coming up", VISIT_US, limit=True, wall=True)
