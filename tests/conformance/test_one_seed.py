"""One seed deals the same cards and comes to the same thought in every process: sets lie in another order in each."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.sweeps import often

# Of each game, and of each way to play Call to Glory: deals, and one thought.
TOLD = '''
import random, sys
from signifer_core.games.call_to_glory.state import VARIANTS
from signifer_core.games.field_of_glory import actions as battle
from signifer_firmware.game_api import registry
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.simulation.robots.thinking import Thinker, after

many = int(sys.argv[1])

def told(name, full, many):
    plans, rules = robot(name).plans(registry.bundle(name).deck), registry.bundle(name).procedure.rules
    rng = random.Random(1)
    for number in range(many):
        full = plans.passed(full, rng)
        mover = plans.mover(full)
        if mover is None:
            return
        view = rules.view(full, mover)
        deal = rules.determinize(view, random.Random(number))
        moves = plans.moves(view)
        thought = Thinker(plans).think(view, number, after(6)) if number % 4 == 0 else None
        print(name, moves, plans.value(deal, random.Random(1)), plans.moves(deal), thought)
        print([(field, sorted(each.named)) for field in ("missions", ) if hasattr(deal, field)
               for each in getattr(deal, field)])
        full = plans.play(full, rng.choice(moves)[0], rng)

many = int(sys.argv[1])
def begun(name, state):
    """At the first decision; chance finds the way there."""
    rules, plans = registry.bundle(name).procedure.rules, robot(name).plans(registry.bundle(name).deck)
    rng = random.Random(2)
    while rules.chance(state) or plans.mover(state) is None:
        state = rules.apply(state, rng.choice(rules.chance(state) or rules.legal_actions(state)))
    told(name, state, many)

dealt = robot("field-of-glory").deal(registry.bundle("field-of-glory"), random.Random(3)).state
begun("field-of-glory", registry.bundle("field-of-glory").procedure.rules.apply(dealt, battle.First("red")))
for name in ("thermopyles", "dark-age-arena"):
    begun(name, registry.bundle(name).procedure.rules.new_game())
for variant in VARIANTS:
    begun("call-to-glory", registry.bundle("call-to-glory").procedure.rules.new_game(2, variant))
'''


def test_one_seed_comes_to_the_same_in_every_process() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", TOLD, str(often(4, 20))],
            env=os.environ | {"PYTHONHASHSEED": order},
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        for order in ("0", "1")
    ]
    assert told[0] == told[1]
    assert len(told[0].splitlines()) > 20
