"""Games of Field of Glory in the middle of a battle."""

from __future__ import annotations

import random

from signifer_core.games.field_of_glory.position import Counts
from signifer_core.games.field_of_glory.state import State
from signifer_core.layout import SIDES

from tests.core.field_of_glory.states import position


def a_battle(rng: random.Random) -> State:
    """Both sides in columns 2 to 4, elephants and spears among them, red alone in 1; piles full, short or empty."""
    units = {"1 red": rng.choice(["cavalry-1", "cavalry-1 cavalry-2", "archer-1"])}
    for column, (red, blue) in enumerate(
        [("heavy-infantry", "light-infantry"), ("elephant", "medium-infantry"), ("spear", "elephant")], 2
    ):
        units[f"{column} red"] = " ".join(f"{red}-{n}" for n in range(1, rng.randint(1, 2) + 1))
        units[f"{column} blue"] = " ".join(f"{blue}-{n}" for n in range(1, rng.randint(1, 2) + 1))
    counts = [Counts(rng.randrange(9), rng.choice([0, 1, 3]), rng.randrange(4)) for _ in SIDES]
    step = rng.choice(["flank", "actions", "actions"])
    return position(units=units, step=step, red=counts[0], blue=counts[1])
