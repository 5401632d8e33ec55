"""Thermopyles at a whole table: an evening from the start picture to the end, undone, agreed on, taken up again."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from signifer_core.games.thermopyles import Setup
from signifer_core.layout import Zone, zone
from signifer_core.rules import Verb
from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.kernel.log import Logbook
from signifer_firmware.runtime.sound import Sound, sound_of
from signifer_firmware.scripting.check import check
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.service.chronicle import Chronicle
from signifer_firmware.session.outlook import START

from tests.firmware.session.agreeing import choose
from tests.firmware.session.agreeing import entries as entries_of
from tests.hil.spartans import HEAD, Spartans, spartans

FIRST, SECOND = "persian-8", "persian-28"
ROW = (FIRST, SECOND)
CHOOSE = ("press column 5 red", "press ok red", "press ok blue")
# Battle value 19, and a die at the Hot Gates: the first one (14, 19) falls whatever it shows.
STRONG, WEAK = "spartan-19", "spartan-1"


def position(**more: Any) -> Setup:
    """Two players, and the Hot Gates."""
    return Setup(**{"players": 2, "row": ROW, "marker": 3, **more})


def picture(run: Spartans) -> tuple[Any, ...]:
    """What the table believes, and what it says."""
    told = {(fix.verb, fix.card, fix.zone) for fix in run.told}
    columns = [run.words(place) for place in ("1 red", "2 blue", "3 red", "5 blue")]
    asked = run.appliance.keeper.outlook.prompts
    return run.held, run.codes, told, asked, columns


# The evening


def test_it_is_chosen_from_the_start_picture_by_the_column_buttons(tmp_path: Path) -> None:
    with spartans(tmp_path) as run:
        assert "Field of Glory" in run.words("red")
        run.do("press column 5 blue")
        assert "Thermopyles" in run.words("red")
        run.do("press ok red", "press ok blue")
        assert (run.state.step, run.appliance.keeper.bundle.name) == ("players", "thermopyles")
        run.do("press column 3 blue")
        assert len(run.state.seats) == 3
        run.do("put persian-4 1 blue", "put persian-5 2 blue")
        assert (run.state.step, run.state.row) == ("act", ("persian-4", "persian-5"))


@pytest.mark.parametrize("table", ["starter", "stock"])
def test_a_table_without_pads_does_not_offer_it_and_says_so_of_a_script(table: str, tmp_path: Path) -> None:
    config = load_table(table)
    script = parse_script(HEAD, file="it")
    with pytest.raises(Exception, match=f'thermopyles needs pads, and the table "{table}" has none'):
        check(script, config, file="it")
    if table == "stock":
        return  # its readers need a package
    with spartans(tmp_path, config=config) as run:
        run.do("press column 5 red")
        assert "Thermopyles" not in run.words("red")
        assert [choice.value for choice in entries_of(run.appliance.keeper)[0].choices] == ["field-of-glory"]


def test_a_game_is_not_taken_up_at_a_table_that_has_lost_its_pads(tmp_path: Path) -> None:
    with spartans(tmp_path, setup=position()):
        pass
    with spartans(tmp_path, config=load_table("starter")) as run:
        assert run.appliance.keeper.outlook.phase == START
    with spartans(tmp_path) as run:
        assert run.state.row == ROW, "at one that has them it goes on"


@pytest.mark.slow
def test_it_goes_on_as_it_was_after_a_power_cut_at_every_gesture(tmp_path: Path) -> None:
    with spartans(tmp_path, setup=position(hands=(5, 5))) as run:
        run.fallen.fallen = [1, 2]
        seen = set()
        gestures = (
            *("put spartan-1 1 red", "press ok red", "press dice", "take spartan-1", "hold ok red"),
            *("press column 2 red", "put spartan-2 pad red", "press ok red", "take spartan-2"),
            *(
                "put spartan-19 1 red",
                "put support-1 pad red",
                "press ok red",
                "take support-1",
                "press dice",
            ),
            *("take persian-8", "put persian-8 5 red", "take spartan-19", "take persian-28"),
            *("put persian-28 1 blue", "put persian-4 2 blue", "hold ok red", "hold ok red"),
        )
        for gesture in gestures:
            run.do(gesture)
            before = picture(run)
            run._power_cut()
            run.rest()
            assert picture(run) == before, gesture
            seen.add(run.state.step)
        assert seen == {"act", "dice", "result", "replenish", "draw", "discard"}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6))
def test_whole_games_go_on_as_they_were(seed: int, tmp_path: Path) -> None:
    with spartans(tmp_path) as run:
        run.team = random.Random(seed)
        run.fallen.seed(seed)
        run.do(*CHOOSE)
        for _ in run.play():
            before = picture(run)
            run._power_cut()
            run.rest()
            assert picture(run) == before
        assert run.state.winner is not None


MOVES = (
    (("put spartan-19 1 red", "press ok red"), FIRST, "5 red"),
    (("put spartan-19 1 red", "press ok red"), STRONG, None),
    (("put spartan-9 1 red", "press ok red", "press dice"), SECOND, "4 blue"),
    ((), SECOND, "1 blue"),
    ((), FIRST, None),
)


@pytest.mark.slow
@pytest.mark.parametrize(("gestures", "card", "to"), MOVES)
def test_what_was_moved_while_it_was_off_is_asked_back_and_not_held_against_anybody(
    gestures: tuple[str, ...], card: str, to: str | None, tmp_path: Path
) -> None:
    with spartans(tmp_path, setup=position()) as run:
        run.do(*gestures)
        before, home = picture(run), run.table.world.where(card)
        assert home is not None
        run.power_off()
        run.table.world.take(card)
        if to is not None:
            run.table.world.put(card, zone(to))
        run.power_on()
        run.rest()
        assert run.codes == []
        wanted = {(Verb.PUT, card, home)} | ({(Verb.TAKE, card, zone(to))} if to else set())
        assert {(fix.verb, fix.card, fix.zone) for fix in run.told} == wanted
        run.do(f"take {card}", f"put {card} {home}") if to else run.do(f"put {card} {home}")
        assert picture(run) == before


def test_a_persian_carried_to_its_pile_while_it_was_off_is_there(tmp_path: Path) -> None:
    """It was on its way, and nothing else is due."""
    with spartans(tmp_path, setup=position()) as run:
        run.fallen.fallen = [1]
        run.do("put spartan-19 1 red", "press ok red", "press dice", f"take {FIRST}")
        assert (run.codes, run.told) == ([], ())
        run.power_off()
        run.table.world.put(FIRST, Zone("5", "blue"))
        run.power_on()
        run.rest()
        assert run.codes == []
        assert FIRST in run.state.cemetery.named


# Undo, and agreement


def test_undo_stops_at_dice_at_cards_shown_and_at_the_end_of_a_turn(tmp_path: Path) -> None:
    with spartans(tmp_path, setup=position()) as run:
        run.fallen.fallen = [1]
        run.do(f"put {STRONG} 1 red", "put support-2 pad red", "press ok red", "hold dice")
        assert (run.state.step, run.state.fight) == ("act", None)
        run.do(f"take {STRONG}", "take support-2")
        assert run.told == ()
        run.do(f"put {STRONG} 1 red", "press ok red", "press dice", "hold dice")
        assert {prompt.key for prompt in run.appliance.keeper.outlook.said} == {"no-undo-rolled"}
        run.do(f"take {FIRST}", f"put {FIRST} 5 red", "hold dice")
        assert run.state.step == "result", "a Persian in its pile is taken back out of it"
        run.obey()
        run.do(f"put {FIRST} 5 red")
        run.obey()
        run.do("put persian-1 2 blue", "hold dice")
        assert {prompt.key for prompt in run.appliance.keeper.outlook.said} == {"no-undo-cards-shown"}


def test_the_team_agrees_on_what_holds(tmp_path: Path) -> None:
    with spartans(tmp_path, setup=position()) as run:
        # The row as it lies, first of all.
        run.do("hold ok red + ok blue", f"take {SECOND}", "put persian-1 2 blue")
        run.do("press ok red", "press ok blue", "hold ok red + ok blue")
        assert (run.state.row, run.codes, run.told) == ((FIRST, "persian-1"), [], ())
        # The marker is the second entry; one more place.
        run.do("hold ok red + ok blue", "press column 2 red", "press column 5 red", "press ok red")
        assert run.state.marker == 3, "one alone does not agree"
        run.do("press ok blue", "hold ok red + ok blue")
        assert run.state.marker == 4
        before = picture(run)
        run._power_cut()
        run.rest()
        assert picture(run) == before
        run.do("hold dice")
        assert {prompt.key for prompt in run.appliance.keeper.outlook.said} == {"no-undo-agreed"}


def test_a_dead_tag_is_replaced_and_known_in_the_next_game(tmp_path: Path) -> None:
    with spartans(tmp_path, setup=position()) as run:
        run.do(f"take {FIRST}", "put tag/1 1 blue", "hold ok red + ok blue")
        key, entries = "bind", entries_of(run.appliance.keeper)
        entry = next(entry for entry in entries if entry.key == key)
        assert entry.choices[0].value == FIRST
        assert not {str(choice.value) for choice in entry.choices} & set(run.bundle.cards[:20]), "no Spartan"
        steps = next(number for number, each in enumerate(entries) if each.key == key)
        run.do(*["press column 2 red"] * steps, "press ok red", "press ok blue", "hold ok red + ok blue")
        assert (run.codes, run.told) == ([], ())
        assert run.appliance.keeper.tags[run.table.world.tag("tag/1").uid] == f"thermopyles:{FIRST}"


# Between games


def chosen(run: Spartans, key: str, value: str = "") -> None:
    """Choose an entry of the menu, and agree on it."""
    keeper = run.appliance.keeper
    on = "press column 2 red"
    if keeper.table is not None:
        run.do("hold ok red + ok blue")
        on = "press column 1 red"  # backwards from the first entry
    for _ in range(40):
        shown = keeper.outlook.agreement
        assert shown is not None
        if shown.entry.key == key and value in ("", shown.choice.value if shown.choice else None):
            break
        run.do("press column 5 red" if shown.entry.key == key else on)
    run.do("press ok red", "press ok blue")


def test_it_is_broken_off_taken_up_and_played_again(tmp_path: Path) -> None:
    with spartans(tmp_path, setup=position()) as run:
        run.do(f"put {STRONG} 1 red", "press ok red")
        before = picture(run)
        chosen(run, "abort", "yes")
        assert run.appliance.keeper.table is None
        for card in (*ROW, STRONG):
            run.do(f"take {card}")
        chosen(run, "resume")
        assert {(fix.verb, fix.card) for fix in run.told} == {(Verb.PUT, card) for card in (*ROW, STRONG)}
        run.obey()
        assert picture(run)[0] == before[0]
        run.do("hold ok red + ok blue")
        choose(run.appliance.keeper, ("language red fr",), run.now_us)
        run.do("hold ok red + ok blue")
        chosen(run, "rematch", "yes")
        assert run.appliance.keeper.settings.language == {"red": "fr", "blue": "en"}, "nobody changes sides"
        assert (run.state.step, run.appliance.keeper.bundle.name) == ("players", "thermopyles")
        assert {(fix.verb, fix.card) for fix in run.told} == {(Verb.TAKE, card) for card in (*ROW, STRONG)}
        assert set(run.codes) <= {"wrong-phase", "not-for-pad"}


def test_cards_left_lying_from_the_other_game_are_asked_away(tmp_path: Path) -> None:
    with spartans(tmp_path, setup=position()) as run:
        chosen(run, "new", "field-of-glory")
        assert run.appliance.keeper.bundle.name == "field-of-glory"
        assert set(run.codes) == {"wrong-game"}
        named = {(fix.verb, fix.card) for fix in run.told}
        assert named == {("take", f"thermopyles:{card}") for card in ROW}
        run.do(*(f"take {card}" for card in ROW))
        assert run.told == ()
        # ... and the other way round: tags of Field of Glory are those of another game.
        world = run.table.world
        run.appliance.enrol({world.tag("red/spear-1").uid: "red/spear-1"})
        chosen(run, "new", "thermopyles")
        world.put("red/spear-1", Zone("1", "red"))
        run.rest()
        assert run.codes == ["wrong-game"]
        asked = run.appliance.keeper.outlook.corrections
        assert [fix.card for fix in asked] == ["field-of-glory:red/spear-1"]


# One reader a column, and what is heard and written


def one_reader_a_column() -> TableConfig:
    """The starter table's columns, and a pad for each player."""
    starter = load_table("starter")
    pads = tuple(reader for reader in load_table("direct").readers if reader.zone.startswith("pad"))
    return starter.model_copy(update={"readers": (*starter.readers, *pads)})


def test_with_one_reader_a_column_the_card_tells_the_side(tmp_path: Path) -> None:
    with spartans(tmp_path, setup=position(), config=one_reader_a_column()) as run:
        run.fallen.fallen = [1]
        run.do(f"put {STRONG} 1 red")
        assert run.appliance.keeper.seen[Zone("1", "blue")] == (FIRST,)
        assert run.appliance.keeper.seen[Zone("1", "red")] == (STRONG,)
        run.do("press ok red", "press dice", f"take {FIRST}", f"put {FIRST} 5 red")
        assert FIRST in run.state.cemetery.named
        run.obey()
        assert (run.state.step, run.codes, run.told) == ("replenish", [], ())


def test_a_die_a_defeat_and_a_refusal_are_heard_and_the_end_is_written(tmp_path: Path) -> None:
    with spartans(tmp_path, setup=position(marker=6)) as run:
        run.fallen.fallen = [1]
        heard: dict[str, set[Sound | None]] = {}
        lines: list[str] = []
        chronicle = Chronicle(Log(lines), lambda: run.appliance.keeper)
        gestures = (
            f"put {STRONG} 1 red",
            "press ok red",
            "press dice",
            f"take {FIRST}",
            f"put {FIRST} 4 red",
        )
        for gesture in (
            *gestures,
            f"put {FIRST} 5 red",
            f"take {STRONG}",
            "take persian-28",
            "put persian-28 1 blue",
        ):
            run.news.clear()
            run.do(gesture)
            heard[gesture] = {sound_of(news) for news in run.news} - {None}
        assert heard["press dice"] == {Sound.ROLL, Sound.ACCEPTED}
        assert heard[f"put {FIRST} 4 red"] == {Sound.REFUSED}
        assert heard[f"put {FIRST} 5 red"] == {Sound.ACCEPTED}
        run.do("put persian-1 2 blue")
        for news in run.news:
            chronicle.news(news)
        run.do("hold ok red")
        for news in run.news:
            chronicle.news(news)
        assert run.state.winner == "blue"
        assert lines[-1] == "game over: blue has won"


def test_the_next_players_turn_is_heard(tmp_path: Path) -> None:
    def heard(run: Spartans) -> Sound | None:
        return run.appliance.sounds.heard[1]

    with spartans(tmp_path, setup=position()) as run:
        run.fallen.fallen = [1]
        run.do(f"put {WEAK} 1 red", "press ok red")
        assert heard(run) != Sound.TURN
        run.do("press dice")
        assert (run.state.active, heard(run)) == ("2", Sound.ROLL), "a die is more than a turn"
        run.do(f"take {WEAK}", "hold ok red")
        assert heard(run) == Sound.TURN, "now the first player may draw, too"


class Log(Logbook):
    """Keeps its lines."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def say(self, priority: int, text: str) -> None:
        self.lines.append(text)
