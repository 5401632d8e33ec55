"""A card that is laid in the worst burst, at all readers, and that the antenna beside reads first: it counts where it
lies, not where it was overheard."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.scripting.statements import Preparation
from signifer_firmware.simulation.table_run import ScriptRun

from tests.hostile.weather import AIR
from tests.sweeps import often

# A fight is over, and blue sends the one who fought for column 3 home, to any place. Where he comes to lie is an
# assignment as soon as hands rest: nothing but undo takes it back.
FOUGHT = """
game dark-age-arena
dice 2 1 1 1 1 1 1 1 1 1 1 1
turn 4
setup 1 red axeman-1
setup 1 blue raider-1 militia-1 granary-1
setup 2 blue raider-2 militia-2 granary-2
setup 3 blue hunter-1
active red
begin declare
press column 4
put knight-1 4 red
press ok red
press dice
press ok red
press column 3
press ok red
press ok blue
put hunter-1 4 blue
press ok blue
press ok blue
press dice
press dice
press dice
press dice
press dice
press column 2 red
put knight-1 2 red
"""
READERS = [f"{column} {side}" for column in range(1, 6) for side in ("red", "blue")]
BURST = [f"fault reader {name} {kind} {most}%" for name in READERS for kind, (_, most) in AIR.items()]
MENDED = [f"mend reader {name}" for name in READERS]
# Before, these four of the first 81 counted in column 2.
SEEDS = (9, 23, 63, 64)


def together(lines: list[str]) -> str:
    return "\n".join(["together", *lines, "end", ""])


@pytest.mark.parametrize("seed", [*SEEDS, *(seed for seed in range(often(0, 81)) if seed not in SEEDS)])
def test_it_counts_where_it_lies(seed: int, tmp_path: Path) -> None:
    text = f"{FOUGHT}{together(BURST)}put hunter-1 1 blue\n{together(MENDED)}wait 6\n"
    script = parse_script(text.replace("arena\n", f"arena\nseed {seed}\n", 1), file="it")
    done: list[str] = []
    run = ScriptRun(
        script,
        load_table("direct"),
        tmp_path,
        lambda news: done.append(str(news.what["text"])) if news.kind == "action" else None,
    )
    try:
        run.begin()
        for statement in script.statements:
            if not isinstance(statement, Preparation):
                run.run(statement)
        assert [text for text in done if text.endswith(("hunter-1 1", "hunter-1 2"))] == [
            "assign blue/hunter-1 1"
        ]
        assert run.appliance.keeper.outlook.refusals == ()
    finally:
        run.close()
