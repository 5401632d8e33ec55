"""What is kept of a game of Thermopyles: its record as text and back, its report played again, its moving picture; and
the tags of its cards, learnt at one reader and known at all."""

from __future__ import annotations

import itertools
from functools import partial
from pathlib import Path

import pytest
from signifer_core.games.thermopyles import Setup
from signifer_core.layout import Zone
from signifer_core.procedure import Table
from signifer_drivers.virtual.tag import Tag
from signifer_firmware.enrolment.session import LEFT
from signifer_firmware.recording.archive import exported, games_known, imported, listed
from signifer_firmware.recording.game_text import parsed, positions, written
from signifer_firmware.recording.moving_picture import BLUE, SIDE_H, Pictures, Step, pictures
from signifer_firmware.recording.moving_picture import steps as drawn_steps
from signifer_firmware.recording.replay import Rerun, difference, steps
from signifer_firmware.recording.report import packed, unpacked
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.simulation import table_run

from tests.firmware.enrolment.bench import Bench
from tests.firmware.states import thermopyles
from tests.hil.spartans import spartans

GAME = (
    *("press column 5 red", "press ok red", "press ok blue", "press column 2 red"),
    *(
        "put persian-8 1 blue",
        "put persian-28 2 blue",
        "put spartan-19 1 red",
        "put support-3 pad red",
        "press ok red",
    ),
    *(
        "take support-3",
        "press dice",
        "take persian-8",
        "put persian-8 5 red",
        "take spartan-19",
        "take persian-28",
    ),
    *("put persian-28 1 blue", "put persian-4 2 blue", "hold ok red", "press column 2 blue"),
    # An undone gesture, a wrong one, an agreement, a card of nobody.
    *("put spartan-1 1 red", "press ok red", "hold dice", "take spartan-1"),
    *("put persian-1 3 red", "take persian-1", "put tag/7 3 red", "take tag/7"),
    *(
        "hold ok red + ok blue",
        "press column 2 red",
        "press column 5 red",
        "press column 5 red",
        "press column 5 red",
    ),
    *("press ok red", "press ok blue", "hold ok red + ok blue"),
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of a game that was lost at the seventh place; the plug was pulled once, the recorder heard it all."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_run, "Appliance", partial(Appliance, flight=True))
        with spartans(folder) as run:
            run.fallen.fallen = [1, 2]
            run.do(*GAME[:15])
            run._power_cut()
            run.rest()
            run.do(*GAME[15:])
            assert (run.codes, run.told, run.state.marker) == ([], (), 5)
            run.do("hold ok red", "hold ok red", "hold ok red")
            assert run.state.winner == "blue"
    return folder / "table.sqlite"


@pytest.mark.slow
def test_its_record_is_read_back_to_the_same_end(played: Path, tmp_path: Path) -> None:
    assert listed(played)[0].endswith("thermopyles  The Persians win, 18 lines")
    text = exported(played)
    assert "\nbury persian-8\n" in text
    assert "\nagreed marker 5\n" in text
    record = parsed(text, file="it", games=games_known())
    assert written(record) == text
    *_, (_, last) = positions(games_known()["thermopyles"], record)
    state = thermopyles(last.state)
    assert (state.winner, state.marker, state.cemetery.named) == ("blue", 7, frozenset({"persian-8"}))
    (tmp_path / "it").write_text(text)
    assert imported(tmp_path / "it", tmp_path / "store") == f"game 1 of {tmp_path / 'store'}: 18 lines"
    assert exported(tmp_path / "store").splitlines()[2:] == text.splitlines()[2:]


def test_its_report_played_again_decides_the_same(played: Path, tmp_path: Path) -> None:
    (tmp_path / "r").write_bytes(packed(played))
    run = Rerun(unpacked(tmp_path / "r"), tmp_path, lambda news: None)
    try:
        said = list(steps(run))
        assert any("switched off" in each for each in said)
        assert any("tag/1" in each for each in said), "a tag of nobody has a number of its own"
        assert difference(run) == ""
        keeper = run.appliance.keeper
        assert keeper.table is not None
        assert thermopyles(keeper.table.state).winner == "blue"
    finally:
        run.close()


def test_its_moving_picture_has_the_row_the_piles_and_what_lies_on_the_pad(played: Path) -> None:
    bundle = games_known()["thermopyles"]
    record = parsed(exported(played), file="it", games=games_known())
    draw = Pictures(bundle, "en")
    found = []
    for step in drawn_steps(bundle, record, draw.readers["red"]):
        lying = draw._lying(step.table)
        found.append((lying, draw._pad(step, "red", (lying, lying))))
    last, _ = found[-1]
    assert last[Zone("5", "blue")] == ("persian-8",)
    assert last[Zone("1", "blue")] == ("persian-28",)
    assert ["support-3"] in [pad for _, pad in found]
    # On its way to its pile, a Persian is still drawn in the row.
    way = next(lying for lying, _ in found if lying[Zone("1", "red")] and not lying[Zone("5", "blue")])
    assert way[Zone("1", "blue")] == ("persian-8",)
    assert len(pictures(bundle, record, "fr")) >= len(found)


def test_a_pile_of_many_shows_the_last_ones_and_how_many_more_there_are() -> None:
    bundle = games_known()["thermopyles"]
    draw, zone = Pictures(bundle, "en"), Zone("5", "blue")
    buried: tuple[str, ...] = ()
    for card in ("persian-9", "persian-3", "persian-7", "persian-5"):
        buried += (card,)
        row = ("persian-1", "persian-2")
        state = bundle.begin(Setup(players=1, row=row, cemetery=len(buried), buried=buried).to_json())
        image, *_ = draw.drawn(Step(Table(state), ""), 1, 1)
        assert draw._lying(Table(state))[zone] == buried, "in the order in which they came"
        x = 12 + 4 * 140 + 100
        bars = [image.getpixel((x, y)) == BLUE for y in range(106, 106 + SIDE_H)]
        cards = sum(now and not before for before, now in itertools.pairwise(bars))
        assert cards == (len(buried) if len(buried) < 4 else 2)


def test_its_cards_are_learnt_at_one_reader_and_known_at_all(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    assert bench.sit(bench.lay("spartan-1"), bench.lay("spartan-2"), deck="spartan") == LEFT
    assert bench.sit(bench.lay("red/elephant-1"), deck="red") == LEFT
    assert set(bench.known) == {"thermopyles:spartan-1", "thermopyles:spartan-2", "red/elephant-1"}
    with spartans(tmp_path) as run:
        keeper = run.appliance.keeper
        run.do("press column 5 red", "press ok red", "press ok blue")
        for card, code in (("spartan-1", "wrong-phase"), ("red/elephant-1", "wrong-game")):
            run.table.world.stick("tag/9", Tag(bench.uid(card)))
            run.do("put tag/9 1 red")
            assert keeper.outlook.refusals[0].code == code
            run.do("take tag/9")
