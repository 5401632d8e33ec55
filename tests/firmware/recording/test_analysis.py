"""The report of a game: the same by its seed, whole when it ends early, and free of whatever a record says."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.errors import ConfigError
from signifer_core.games.field_of_glory.position import Setup
from signifer_firmware.game_api import registry
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.recording.analysis import LEAST, TURNING_POINTS, Analysis, Thinking, analysed
from signifer_firmware.recording.analysis_page import MOST_NAME, page
from signifer_firmware.recording.analysis_picture import picture
from signifer_firmware.recording.archive import exported, games_known
from signifer_firmware.recording.game_text import (
    DATE,
    GAME,
    RESULT,
    SETUP,
    GameRecord,
    LineKind,
    parsed,
    written,
)
from signifer_firmware.simulation.files import run_files
from signifer_firmware.simulation.robots.tutor import iterations

from tests.sweeps import shared_out
from tests.toy_game.game import TOY

GOLDEN = Path(__file__).with_name("golden")
KEPT = Path(__file__).parents[2] / "data" / "0.1.0"
BUNDLE = registry.bundles()["field-of-glory"]
# Elements that have no end.
VOID = {"meta", "line", "circle", "polyline"}


@cache
def record() -> GameRecord:
    """A short game of two robots, and two names that somebody has added."""
    text = (GOLDEN / "analysed.txt").read_text("utf-8")
    return parsed(text, file="analysed.txt", games=dict(registry.bundles()))


def thought(number: int, seed: int = 1, most: int | None = None, of: GameRecord | None = None) -> Analysis:
    """The analysis; somebody wants no more before moment ``most``."""

    def progress(done: int, total: int) -> None:
        assert 0 <= done <= total
        if done == most:
            raise KeyboardInterrupt

    thinking = Thinking(iterations(number), iterations(2 * number), seed)
    return analysed(BUNDLE, of or record(), thinking, progress, file="game")


@cache
def whole() -> Analysis:
    return thought(6)


class Outline(HTMLParser):
    """The elements of a page, its text, and whether each is closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def shown(found: Analysis, language: str = "en") -> str:
    return page(BUNDLE, found, language, "as told").decode()


@cache
def made_up() -> Analysis:
    """What the analysis found, with figures that no search has a part in."""
    found = thought(2)
    verdicts = [
        replace(
            verdict,
            chance=0.1 + at * 7 % 40 / 50,
            best_chance=0.1 + at * 7 % 40 / 50 + at % 5 / 40,
            iterations=9,
        )
        for at, verdict in enumerate(found.verdicts)
    ]
    for at, verdict in enumerate(verdicts):
        # The best one was what somebody did elsewhere: the search has no part in this, either.
        verdicts[at] = replace(verdict, best=verdicts[at * 5 % len(verdicts)].made)
    lucks = [replace(luck, gain=(at % 7 - 3) / 20, error=0.03) for at, luck in enumerate(found.lucks)]
    return replace(found, verdicts=verdicts, lucks=lucks)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_game_is_that_which_was_looked_at(language: str) -> None:
    """To make it again: delete the file, run this, and look at it in a browser."""
    golden = GOLDEN / f"analysis.{language}.html"
    text = shown(made_up(), language)
    if not golden.exists():
        golden.write_text(text, "utf-8")
        pytest.fail(f"{golden} is new: look at it")
    assert text == golden.read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_needs_nothing_and_is_sound(language: str) -> None:
    text = shown(whole(), language)
    outline = Outline(text)
    assert text.startswith("<!doctype html>\n")
    assert not {"script", "link", "img", "iframe", "form", "a"} & set(outline.tags)
    assert not [
        name for name, _ in outline.attributes if name in ("src", "href", "style") or name.startswith("on")
    ]
    assert ("lang", language) in outline.attributes
    assert "<!--" not in text
    assert "://" not in text
    ids = [value for name, value in outline.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    wanted = [value for name, value in outline.attributes if name in ("aria-labelledby", "aria-describedby")]
    assert wanted
    assert set(wanted) <= set(ids)
    # Each heading row has a scope, and each table its caption.
    assert outline.tags.count("table") == outline.tags.count("caption")
    assert outline.tags.count("h1") == 1


def test_a_report_is_the_same_by_its_seed() -> None:
    assert shown(thought(6)) == shown(whole())
    assert shown(thought(6, seed=2)) != shown(whole())


def test_turning_points_are_the_dearest_of_their_turns() -> None:
    found = whole()
    points = found.turning_points
    assert 0 < len(points) <= TURNING_POINTS
    assert [point.loss for point in points] == sorted((point.loss for point in points), reverse=True)
    turns = [(point.moment.turn, point.moment.player) for point in points]
    assert len(set(turns)) == len(turns)
    dearest = max(found.verdicts, key=lambda verdict: verdict.loss)
    assert points[0].loss == dearest.loss >= LEAST
    for turn, player in turns:
        losses = [v.loss for v in found.verdicts if (v.moment.turn, v.moment.player) == (turn, player)]
        assert max(losses) in [point.loss for point in points]


def test_luck_is_that_of_one_or_the_other() -> None:
    found = whole()
    for kind in ("first", "bonus", "rampage"):
        number, gain, error = found.luck_of("red", kind)
        times, lost, same = found.luck_of("blue", kind)
        assert (times, same) == (number, error)
        assert lost == pytest.approx(-gain)
    hands = [found.luck_of(player, "hand")[0] for player in ("red", "blue")]
    assert sum(hands) == sum(luck.moment.kind == "hand" for luck in found.lucks) > 0


@pytest.mark.parametrize("most", [1, 7, 30])
def test_what_ends_early_has_what_it_has_and_says_so(most: int) -> None:
    found = thought(2, most=most)
    assert found.ended_early
    assert found.done == most
    assert found.verdicts or found.lucks
    all_of_it = thought(2)
    kept = [verdict.moment for verdict in found.verdicts]
    assert kept == [verdict.moment for verdict in all_of_it.verdicts][: len(kept)]
    outline = Outline(shown(found))
    assert f"Ended early: {most} of {found.once} moments" in outline.text
    assert "Ended early" not in Outline(shown(all_of_it)).text


def test_one_that_is_ended_before_its_first_moment_is_still_a_page() -> None:
    text = Outline(shown(thought(2, most=0))).text
    assert text.count("It was ended before any decision was thought about.") == 2
    assert "There was nothing to choose." not in text
    assert "No decision cost enough" not in text


def test_one_that_is_ended_as_it_thinks_again_misses_nothing() -> None:
    once = thought(2).once
    found = thought(2, most=once + 3)
    assert (found.ended_early, found.misses) == (True, False)
    text = Outline(shown(found)).text
    assert "every moment was thought about, but of the dearest decisions only 3 of 10 again" in text
    assert "what came later is missing" not in text


SEATS = {
    "call-to-glory": (("Red", "Red (Anna)"), ("Blue", "Blue (Ben)")),
    "thermopyles": (("Player2", "(Ben)"),),
}


@pytest.mark.parametrize("game", SEATS)
def test_names_of_seats_are_those_that_the_record_gives(game: str) -> None:
    """Two at seats are called by their sides, and so their tags are; of others each has the number."""
    text = (KEPT / game / "whole" / "record.txt").read_text("utf-8")
    names = dict(
        zip(
            (tag for tag, _ in SEATS[game]),
            ("Anna", "Ben") if game != "thermopyles" else ("Ben",),
            strict=True,
        )
    )
    told = "".join(f'[{tag} "{name}"]\n' for tag, name in names.items())
    of = parsed(told + text, file="x", games=games_known())
    bundle = games_known()[of.name]
    thinking = Thinking(iterations(1), None, 1, luck=False, choices=False)
    found = analysed(bundle, of, thinking, lambda done, total: None, file="x")
    shown = Outline(page(bundle, found, "en", "as told").decode()).text
    for _, said in SEATS[game]:
        assert said in shown


@cache
def elements() -> list[str]:
    """Those of a page without any of it."""
    return [tag for tag in Outline(shown(whole())).tags if tag != "p"]


NAMES = st.text(max_size=80) | st.sampled_from(
    [
        "<script>alert(1)</script>",
        "</style>",
        "-->",
        '" onload="x',
        "<!--content-->",
        "&amp;",
        "\u202ex",
        "A" * 90,
    ]
)


@settings(max_examples=15, deadline=None)
@given(red=NAMES, blue=NAMES, date=NAMES, thinking=NAMES)
def test_whatever_a_record_says_is_text(red: str, blue: str, date: str, thinking: str) -> None:
    found = whole()
    tags = {**found.record.tags, DATE: date, "Red": red, "Blue": blue}
    told = replace(found, record=replace(found.record, tags=tags))
    outline = Outline(page(BUNDLE, told, "en", thinking).decode("utf-8"))
    assert [tag for tag in outline.tags if tag != "p"] == elements()
    name = " ".join(red.split())[:MOST_NAME]
    assert name in " ".join(outline.text.split()) or not name.isprintable()


def test_a_game_that_is_not_over_has_no_end_on_its_curve() -> None:
    lines = record().lines[:40]
    text = written(GameRecord({**record().tags, "Result": "*"}, lines))
    cut = parsed(text, file="cut", games=dict(registry.bundles()))
    outline = Outline(shown(thought(2, of=cut)))
    assert "The game is not over." in outline.text
    assert ("class", "end") not in outline.attributes
    assert ("class", "end") in Outline(shown(whole())).attributes
    # What is left in a hand is told of the turn in which the record stops, or of the end, which no turn has.
    over = Outline(shown(whole())).text
    assert re.search(r"At the end: \d+ cards? left in the hand", over)
    assert not re.search(r"Turn \d+: \d+ cards? left", over)
    assert re.search(r"Turn \d+: \d+ cards? left in the hand", outline.text)
    assert "At the end" not in outline.text


def test_a_curve_has_room_for_a_single_turn_and_for_many() -> None:
    words = words_of("en")
    for turns in (1, 2, 90):
        course = [(turn, "red", 0.5) for turn in range(1, turns + 1)]
        drawn = picture(course, [(1, 1), (2, 1)], None, words, "Chances", [("red", "Red"), ("blue", "Blue")])
        outline = Outline(drawn)
        assert outline.tags.count("circle") == 2
        for name, value in outline.attributes:
            if name in ("cx", "cy", "x", "y", "x1", "x2"):
                assert 0.0 <= float(value or "-1") <= 560.0


def test_a_mark_at_the_first_turn_leaves_the_figures_beside_it_free() -> None:
    course = [(1, "red", 0.75), (2, "blue", 0.6)]
    ends = [("red", "Red"), ("blue", "Blue")]
    drawn = picture(course, [(1, 1)], None, words_of("en"), "Chances", ends)
    (mark,) = re.findall(r'<circle class="mark" cx="([0-9.]+)" cy="[0-9.]+" r="(\d+)"', drawn)
    (figure,) = re.findall(r'<text class="right" x="(\d+)" y="[0-9.]+">75<', drawn)
    assert float(figure) < float(mark[0]) - float(mark[1])


def test_a_command_does_not_break_within_a_word() -> None:
    told = page(BUNDLE, whole(), "fr", "signifer analyse --iterations <80>").decode("utf-8")
    assert "(<code>signifer analyse --iterations &lt;80&gt;</code>)" in told


def test_games_on_which_robots_do_not_look_back_are_refused_in_a_sentence() -> None:
    other = GameRecord({**record().tags, "Game": TOY.name}, ())
    thinking = Thinking(iterations(2), iterations(2))
    with (
        registry.registered(TOY),
        pytest.raises(ConfigError, match=rf"x\.txt: nobody looks back on {TOY.title} yet; name a game of "),
    ):
        analysed(registry.bundle(TOY.name).unnamed, other, thinking, lambda done, total: None, file="x.txt")


def test_a_blunder_is_the_first_turning_point_and_stands_among_what_was_left_undone() -> None:
    """Red has two columns, and strong units against an archer in a third: who wins there wins the game; red draws."""
    units = (
        (1, "red", ("red/spear-1",)),
        (2, "red", ("red/spear-2",)),
        (3, "red", ("red/heavy-infantry-1", "red/heavy-infantry-2")),
        (3, "blue", ("blue/archer-1",)),
        (4, "blue", ("blue/spear-1",)),
    )
    setup = Setup(units=units, control=((1, "red"), (2, "red")), step="actions")
    lines: tuple[tuple[LineKind, str], ...] = (("gesture", "end-actions"), ("gesture", "draw"))
    told = {GAME: "field-of-glory", DATE: "2026.11.27", RESULT: "*", SETUP: json.dumps(setup.to_json())}
    of = parsed(written(GameRecord(told, lines)), file="x", games=dict(registry.bundles()))
    found = thought(40, of=of)
    point = found.turning_points[0]
    words = words_of("en").calling(BUNDLE.names)
    assert (point.moment.turn, point.moment.player) == (1, "red")
    assert found.review.said(point.made, words) == "end the actions"
    assert found.review.said(point.best, words) == "attack column 3"
    assert point.loss > 0.05
    (attack,) = [undone for undone in found.undone if undone.what == "attack"]
    assert (attack.player, attack.subject) == ("red", "3")
    assert attack.chance is not None
    assert attack.chance > 0.9
    assert "column 3 not attacked" in shown(found)


SCRIPTS = Path(__file__).parents[2] / "scripts"
ODD = ["agreement-position", "starter-attack"]
ALL = [
    path.stem for path in sorted(SCRIPTS.glob("*.table")) if "game field-of-glory" in path.read_text("utf-8")
]


@pytest.mark.parametrize("script", shared_out([*ODD, *(name for name in ALL if name not in ODD)], len(ODD)))
def test_games_from_any_position_agreed_on_and_without_pads_are_looked_back_on(
    script: str, tmp_path: Path
) -> None:
    told = io.StringIO()
    run_files([SCRIPTS / f"{script}.table"], json=False, screens=None, stores=tmp_path, out=told, err=told)
    text = exported(tmp_path / f"{script}.sqlite")
    outline = Outline(shown(thought(2, of=parsed(text, file=script, games=dict(registry.bundles())))))
    assert "How this came about" in outline.text
