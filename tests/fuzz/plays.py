"""Lines that say what was played or agreed on, and positions to begin from: they hold, or are refused by the rules."""

from __future__ import annotations

import random
from collections.abc import Sequence

from signifer_core.errors import RulesError
from signifer_core.games.thermopyles import Setup, State, begin, notation, parse
from signifer_core.procedure import Table

from tests.core.thermopyles.states import PROCEDURE, RULES, late, played

from .inputs import Target

POSITIONS = (
    Setup(),
    Setup(players=1, row=("persian-4", "persian-28"), marker=3),
    Setup(players=4, row=("persian-4", "persian-7"), hands=(0, 5, 5, 1), discard=5, cemetery=10, marker=6),
)


def thermopyles(data: bytes) -> None:
    """The first byte says where it begins; then each line is an action, or what people agree on."""
    state = begin(RULES, POSITIONS[data[0] % len(POSITIONS)] if data else Setup())
    for line in data[1:].decode(errors="replace").split("\n"):
        state = _tried(state, line)
        assert bool(RULES.legal_actions(state)) != bool(RULES.outcome(state))
        PROCEDURE.prompts(Table(state))
        PROCEDURE.due(Table(state))


def _tried(state: State, line: str) -> State:
    """The state after the line; the same if it is refused."""
    try:
        if line.startswith("agreed"):
            return PROCEDURE.overrule(Table(state), line)[0]
        action = parse(line)
        assert notation(action) == line
        return RULES.apply(state, action)
    except RulesError:
        return state


def _games() -> Sequence[bytes]:
    """Whole games as the table sees them, and some agreements."""
    seeds = [
        b"\1agreed marker 5\nagreed row persian-1 persian-2\nagreed hand 1 0\nagreed over red\nagreed pile 3"
    ]
    for seed in range(3):
        rng = random.Random(seed)
        actions = [
            action for action, _ in played(rng, RULES.view(late(rng), "1") if seed else RULES.table_game())
        ]
        seeds.append(b"\0" + "\n".join(notation(action) for action in actions if action).encode())
    return seeds


TARGETS = {"thermopyles": Target(thermopyles, _games, 60)}
