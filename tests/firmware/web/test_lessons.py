"""Lessons at the virtual table: done by a learner beside the robot, told to pages, and read from files."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api import registry
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.piles import DECK, HAND, Piles
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.web.server.telling import HAND as HANDS
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual import lesson_files
from signifer_firmware.web.virtual.lesson_files import names, read, tutorial
from signifer_firmware.web.virtual.lessons import Condition, Watch, give

from tests.firmware.web.learners import left_to_do, steps_of
from tests.firmware.web.static import STATIC
from tests.firmware.web.table import Played, played
from tests.sweeps import shared_out

LEARN = STATIC / "learn"
LESSONS = tuple((game, name) for game in registry.names() for name in names(game))
# Those of all games in turn. Without helping hands each is done in every run (tests/conformance/test_lessons.py).
MIXED = [LESSONS[number] for first in range(3) for number in range(first, len(LESSONS), 3)]
# So often somebody does something before a lesson has come to its end.
MOST_STEPS = 60


def settle(game: Played) -> None:
    """Let robots and helping hands do what is theirs."""
    for _ in range(MOST_STEPS):
        before = game.live.sight.stamp()
        game.live.step()
        game.wait(0.4)
        if game.live.sight.stamp() == before:
            return
    raise AssertionError("it does not come to rest")


def learner(game: Played, said: st.Statement) -> None:
    """Do what a script's hands do, as far as it is the learner's to do and no helping hand has done it."""
    match left_to_do(game.live, said):
        case st.Put(card=card, zone=zone):
            assert game.put(card, str(zone))["type"] == "done"
        case st.Take(card=card):
            home = game.live.hands.home(card)
            assert isinstance(home, tuple)
            assert game.put(card, " ".join(reversed(home)).strip())["type"] == "done"
        case st.Press(button=button):
            game.press(button.name("red"))
        case st.Hold(buttons=(button,)):
            game.press(button.name("red"), 1.1)
    game.wait(0.4)
    settle(game)


def test_what_was_taken_back_has_not_been_seen(tmp_path: Path) -> None:
    """In the lesson of laying, with an aim that holds once nothing lies there."""
    laid = tutorial("field-of-glory").lesson("lay")
    text = (LEARN / "field-of-glory" / "lay.table").read_text(encoding="utf-8")
    script = parse_script(
        f"{text}hold dice\ntake red/heavy-infantry-1\nexpect units 3 red none\n", file="lay.table"
    )
    empty = next(said for said in reversed(script.statements) if isinstance(said, ex.Expect))
    watch = Watch(replace(laid, script=script, goal=(Condition(empty),), lost=()))
    run = ScriptRun(script, load_table("direct"), tmp_path, watch.hear)
    try:
        run.begin()
        for said in watch.lesson.solution:
            if not isinstance(said, ex.Expect):
                run.run(said)
                watch.look(run)
        assert watch.lesson.goal[0].holds(run)
        assert not watch.reached
    finally:
        run.close()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), shared_out(MIXED, len(MIXED) // 3))
def test_a_lesson_is_done_beside_the_robot(game: str, name: str, tmp_path: Path) -> None:
    """With the cards in the hand that it names; nothing is reached before."""
    lesson = tutorial(game).lesson(name)
    with played(tmp_path, game=game, lesson=name) as at:
        for pile, cards in lesson.cards.items():
            assert at.live.hands.piles.cards(*pile) >= set(cards)
        settle(at)
        assert at.view()["table"]["lesson"] == {"name": name, "reached": False, "lost": False}
        for said in steps_of(lesson):
            learner(at, said)
        assert at.view()["table"]["lesson"]["reached"], at.view()["record"]


def test_pages_are_told_of_lessons(tmp_path: Path) -> None:
    with played(tmp_path, lesson="lay") as game:
        told = [game.view(role)["table"] for role in (HANDS, SPECTATOR)]
        assert [each["lesson"]["name"] for each in told] == ["lay", "lay"]
        assert told[0]["lessons"] == {name: list(names(name)) for name in registry.names()}
        assert game.do(do="new", mode="robot", lesson="no-such")["reason"] == "no-such-mode"
        assert game.do(do="new", mode="robot", lesson="gates")["reason"] == "no-such-mode", "of another game"


def test_what_leads_round_an_aim_can_be_taken_back(tmp_path: Path) -> None:
    """A retreat brings a Spartan more than the lesson has."""
    with played(tmp_path, game="thermopyles", lesson="second") as game:
        game.press("ok red", 1.1)
        assert game.view()["table"]["lesson"]["lost"]
        game.do(do="undo")
        game.wait(1.2)
        assert game.view()["table"]["lesson"] == {"name": "second", "reached": False, "lost": False}
        game.press("ok red", 1.1)
        assert game.view()["table"]["lesson"]["lost"]


def test_who_leaves_the_card_of_a_retreat_has_left_its_aim(tmp_path: Path) -> None:
    with played(tmp_path, game="thermopyles", lesson="retreat") as game:
        game.press("ok red", 1.1)
        assert not game.view()["table"]["lesson"]["lost"]
        game.press("ok red", 1.1)
        assert game.view()["table"]["lesson"]["lost"]


def test_who_leaves_the_card_of_a_retreat_may_still_win_that_of_the_symbol(tmp_path: Path) -> None:
    with played(tmp_path, game="thermopyles", lesson="symbol") as game:
        for seconds in (1.1, 1.1):
            game.press("ok red", seconds)
        assert not game.view()["table"]["lesson"]["lost"]
        game.put("spartan-8", "1 red")
        game.press("ok red")
        settle(game)
        game.put("persian-4", "4 blue")
        settle(game)
        game.press("ok red", 1.1)
        assert game.view()["table"]["lesson"]["lost"], "the card is left"


@pytest.mark.parametrize(("name", "retreats"), [("charge", 6), ("refused", 6), ("symbol", 6), ("gates", 1)])
def test_who_has_retreated_too_far_has_left_the_aim(name: str, retreats: int, tmp_path: Path) -> None:
    """The sixth retreat loses the game, and the first one leaves the Hot Gates."""
    with played(tmp_path, game="thermopyles", lesson=name) as game:
        for left in range(retreats, 0, -1):
            assert not game.view()["table"]["lesson"]["lost"], left
            game.press("ok red", 1.1)
            if left > 1:
                game.press("ok red", 1.1)
        assert game.view()["table"]["lesson"]["lost"]


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("set", "monk-1"),
        ("refused", "farmer-5"),
        ("displace", "envoy-3"),
        ("figure", "farmer-1"),
        ("round", "monk-3"),
    ],
)
def test_who_ends_the_round_otherwise_has_left_the_aim(name: str, card: str, tmp_path: Path) -> None:
    """With a pile that is said to be empty: no turn comes after it."""
    with played(tmp_path, game="call-to-glory", lesson=name) as game:
        settle(game)
        game.press("column 1 red", 1.1)
        game.put(card, "pad red")
        assert not game.view()["table"]["lesson"]["lost"]
        game.press("ok red")
        game.wait(0.4)
        assert game.view()["game"]["step"] == "score"
        assert game.view()["table"]["lesson"]["lost"]


def test_who_lays_the_only_supply_elsewhere_has_left_the_refusals_aim(tmp_path: Path) -> None:
    """Once it is paid: until then it may go to where it is refused."""
    with played(tmp_path, game="dark-age-arena", lesson="refused") as game:
        game.put("red/granary-2", "1 red")
        assert not game.view()["table"]["lesson"]["lost"]
        game.press("ok red")
        game.wait(0.4)
        assert game.view()["table"]["lesson"]["lost"]
        game.do(do="undo")
        game.wait(1.2)
        assert not game.view()["table"]["lesson"]["lost"]


def test_what_is_reached_stays_so_and_the_robot_waits(tmp_path: Path) -> None:
    with played(tmp_path, lesson="attack") as game:
        game.press("ok red", 1.1)
        assert game.view()["table"]["lesson"]["lost"], "the actions are over"
        game.do(do="undo")
        game.wait(1.2)
        assert game.view()["table"]["lesson"] == {"name": "attack", "reached": False, "lost": False}
    (tmp_path / "lay").mkdir()
    with played(tmp_path / "lay", lesson="lay") as game:
        game.put("red/heavy-infantry-1", "3 red")
        game.put("red/heavy-infantry-1", "hand red")
        assert game.view()["game"]["unpaid"] == []
        assert game.view()["table"]["lesson"]["reached"]
    (tmp_path / "shuffle").mkdir()
    with played(tmp_path / "shuffle", lesson="shuffle") as game:
        for said in tutorial("field-of-glory").lesson("shuffle").solution:
            learner(game, said)
        assert game.view()["table"]["lesson"]["reached"]
        assert game.view()["game"]["active"] == "blue"
        count = game.live.sight.feed.count
        settle(game)
        assert game.live.sight.feed.count == count, "it is blue's turn, and the robot waits"


def test_the_robot_waits_for_who_is_told_to_begin_again(tmp_path: Path) -> None:
    """Or to take it back: what was said is not withdrawn as soon as the robot has played."""
    with played(tmp_path, game="call-to-glory", lesson="displace") as game:
        settle(game)
        game.put("envoy-3", "pad red")
        game.press("ok red")
        game.wait(0.4)
        assert game.view()["table"]["lesson"]["lost"]
        count = game.live.sight.feed.count
        settle(game)
        assert game.live.sight.feed.count == count
        assert game.view()["table"]["lesson"]["lost"]


# Cards


def test_cards_come_into_piles_in_exchange() -> None:
    hand, deck = ("red", HAND), ("red", DECK)
    piles = Piles({hand: ["a", "b"], deck: ["c", "d", "e", "f"]}, random.Random(2))
    give(piles, {hand: ("f",), deck: ("d", "c")})
    assert piles.cards(*hand) == {"f", "b"}
    assert [piles.draw("red"), piles.draw("red")] == ["d", "c"]
    with pytest.raises(ConfigError, match="hand red: no room for e"):
        give(piles, {hand: ("f", "b", "d", "c", "e")})
    piles = Piles({hand: ["a", "b"], deck: ["c", "d", "e", "f"]}, random.Random(2))
    give(piles, {deck: ("d",), hand: ("f",)})
    assert piles.draw("red") == "d", "what is given for another card comes to the bottom"


# Files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of a tutorial, to be spoiled."""
    return Path(shutil.copytree(LEARN / "field-of-glory", tmp_path / "learn"))


def spoil(folder: Path, name: str, change: Callable[[str], str]) -> None:
    path = folder / name
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")


def test_all_faults_of_its_files_are_told_together(folder: Path) -> None:
    spoil(
        folder,
        "lessons.toml",
        lambda text: (
            text.replace('mode = "robot"', 'mode = "rebot"')
            .replace('seen = ["red place * 3"]', 'seen = ["place"]\nsean = []')
            .replace("then red pay *", "then pay")
            .replace(
                'goal = ["due red 0", "not units 1 red none", "not units 1 red light-cavalry"]',
                'goal = ["dew red 0"]',
            )
            .replace('"red/commander-1", "red/overlap-1"', '"red/comander-1", "red/overlap-1"')
            .replace('"step actions", "step draw"', '"step acting"')
            .replace('cards."hand blue"', 'cards."hand green"')
            .replace('lost = ["units 3', 'unless = ["discard"]\nlost = ["units 3')
            + "\n[nothing]\nwrong = 3\n"
        ),
    )
    spoil(folder, "pay.table", lambda text: text.replace("first red", "first green"))
    spoil(folder, "lay.table", lambda text: text.partition("put ")[0])
    (folder / "flank.table").unlink()
    spoil(folder, "fr.json", lambda text: text.replace('"hint"', '"hunt"', 1))
    spoil(folder, "de.json", lambda text: text[:-10])
    spoil(folder, "en.json", lambda text: re.sub(r'"aim": "[^"]*"', '"aim": " "', text, count=1))
    with pytest.raises(ConfigError) as caught:
        read(folder, "field-of-glory")
    told = "\n".join(caught.value.faults)
    for wanted in (
        "lessons.toml:2: no such mode",
        '"place": write a player and an action',
        '"discard": write a player and an action',
        '"red place * 1 then pay": write a player and an action',
        'no such key; did you mean "seen"?',
        '"expect dew red 0": ',
        '"red/comander-1" is no card',
        '"expect step acting": ',
        '"hand green" is no pile; the piles are hand red,',
        "[nothing] has no goal",
        "write wrong as a list of lists",
        "[nothing] has no wrong way",
        "9 lessons; a tutorial has 5 to 8",
        "pay.table:5: ",
        "lay.table:1: nobody plays in it",
        "flank.table: missing",
        "nothing.table: missing",
        "fr.json: lessons.lay.hint is missing",
        "fr.json: lessons.lay.hunt is not asked for",
        "de.json: not JSON",
        "en.json: lessons.lay.aim is no text",
        "en.json: lessons.nothing.aim is missing",
    ):
        assert wanted in told, told


def test_a_tutorial_with_faults_is_not_begun(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table goes on with what is on it."""
    monkeypatch.setattr(lesson_files, "folder_of", lambda game: folder)
    for kept in (lesson_files.names, lesson_files.tutorial):
        kept.cache_clear()
    try:
        assert lesson_files.is_taught("field-of-glory", "lay")
        lesson_files.tutorial.cache_clear()
        (folder / "flank.table").unlink()
        assert not lesson_files.is_taught("field-of-glory", "lay")
    finally:
        for kept in (lesson_files.names, lesson_files.tutorial):
            kept.cache_clear()


def test_a_file_that_is_no_toml_is_told(folder: Path) -> None:
    spoil(folder, "lessons.toml", lambda text: text.replace("[pay]", "[pay"))
    with pytest.raises(ConfigError, match="not TOML"):
        read(folder, "field-of-glory")
    (folder / "lessons.toml").unlink()
    with pytest.raises(ConfigError, match=r"lessons\.toml: missing"):
        read(folder, "field-of-glory")


def test_a_script_of_another_game_is_told(folder: Path) -> None:
    spoil(folder, "lay.table", lambda _: "game thermopyles\npress ok red\n")
    with pytest.raises(ConfigError, match=r"lay\.table:1: a script of thermopyles"):
        read(folder, "field-of-glory")
