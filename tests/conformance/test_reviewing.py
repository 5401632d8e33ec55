"""What holds for games that are looked back on: of every game whose robots do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.deck import side_of_card
from signifer_core.procedure import Table
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.recording.analysis import Analysis, Thinking, analysed, review_of
from signifer_firmware.recording.analysis_page import page
from signifer_firmware.recording.archive import games_known
from signifer_firmware.recording.game_text import CORRECTIONS, parsed
from signifer_firmware.session import journal
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.simulation.robots.table_review import CARDS, CHOICE, DICE
from signifer_firmware.simulation.robots.tutor import iterations

from tests.sweeps import often
from tests.toy_game.game import TOY

from .games import SEEDS, played

KEPT = Path(__file__).parents[1] / "data" / "0.1.0"
NAMES = tuple(name for name in registry.names() if robot(name).reviews)
GAMES = pytest.mark.parametrize("name", NAMES)
# All but the one that looks back in a way of its own, which has tests of its own.
OTHERS = pytest.mark.parametrize("name", [name for name in NAMES if name != registry.DEFAULT_GAME])
# So many moments are thought about: a whole game takes seconds.
MOMENTS = 24
VOID = {"meta", "line", "circle", "polyline"}


@cache
def lines(name: str) -> tuple[Sequence[Any], Sequence[Any]]:
    """The table's states, one before each action and the last; and the actions. In every run how a game begins."""
    game = played(name, SEEDS[0], clumsy=False)
    table: Table[Any] = Table(game.board.start)
    states, actions = [table.state], list[Any]()
    for entry in game.board._record[: often(160, 10_000)]:
        table = journal.after(game.bundle, game.board.referee, table, entry)
        states.append(table.state)
        is_action = entry.kind in ("gesture", "action")
        actions.append(game.bundle.parse(str(entry.body)) if is_action else None)
    return states, actions


@cache
def review(name: str) -> Any:
    return robot(name).review(registry.bundle(name).unnamed, *lines(name))


def test_all_games_that_are_shipped_are_looked_back_on() -> None:
    assert set(registry.names()) - set(NAMES) <= {TOY.name}


@OTHERS
def test_there_are_decisions_each_of_who_had_to_decide(name: str) -> None:
    states, _ = lines(name)
    rules = registry.bundle(name).procedure.rules
    choices = [moment for moment in review(name).moments if moment.kind == CHOICE]
    assert len(choices) > 5
    assert {moment.player for moment in choices} == set(review(name).players)
    for moment in choices:
        assert moment.player in rules.actors(states[moment.line])
        assert moment.turn == states[moment.line].turn


@cache
def kept(name: str) -> Any:
    """A game of clumsy hands, looked back on: sides that may act at once do so in any order."""
    text = (KEPT / name / "broken-off" / "record.txt").read_text("utf-8")
    record = parsed(text, file="x", games=games_known())
    return review_of(games_known()[name].corrected(record.tags.get(CORRECTIONS, "")), record, "x")


@OTHERS
def test_a_decision_is_of_whose_card_it_moves(name: str) -> None:
    looked = kept(name)
    assert len({each.player for each in looked._decisions}) > 1
    for each in looked._decisions:
        cards = (getattr(action, "card", None) or "" for action in each.move)
        sides = {card.partition("/")[0] for card in cards}
        assert sides & set(looked.players) <= {each.player}, each
        assert "Rolled" not in {type(action).__name__ for action in each.move}, "a die decides nothing"


def test_who_acts_while_the_other_side_may_is_judged_by_what_they_could_have_done() -> None:
    looked = kept("dark-age-arena")
    early = [
        each
        for each in looked._decisions
        if each.player == "blue" and "red" in looked._rules.actors(looked._states[each.line])
    ]
    assert {type(each.move[0]) for each in early} >= {act.Enlist, act.Lay, act.Attach, act.Done}
    choices = {moment.line: moment for moment in looked.moments if moment.kind == CHOICE}
    judged = 0
    for each in early:
        options = looked._options(each)
        actions = [action for move, _ in options for action in move]
        assert {getattr(action, "player", None) or side_of_card(action.card) for action in actions} == {
            "blue"
        }
        found = looked.verdict(choices[each.line], 1, iterations(4))
        assert (found is not None) == (len(options) > 1)
        if found is not None:
            assert found.made == each.move
            judged += 1
    assert judged > 2


def truth(name: str) -> dict[Any, Any]:
    """The state of full knowledge by what the table believed then."""
    return {moment.table.state: moment.full for moment in played(name, SEEDS[0], clumsy=False).moments}


@OTHERS
def test_what_is_certain_of_a_hand_was_in_it(name: str) -> None:
    looked, (states, _), true = review(name), lines(name), truth(name)
    certain = seen = 0
    for each in looked._decisions:
        if (full := true.get(states[each.line])) is None:
            continue
        seen += 1
        known = looked._holding.cards(each.view, each.player).named
        certain += len(known)
        assert known <= looked._holding.cards(full, each.player).named, each
    assert seen > 5
    assert certain > seen / 2


@OTHERS
def test_what_may_be_called_best_could_truly_be_done(name: str) -> None:
    looked, (states, _), true = review(name), lines(name), truth(name)
    rules = registry.bundle(name).procedure.rules
    others = 0
    for each in looked._decisions[:MOMENTS]:
        if (full := true.get(states[each.line])) is None:
            continue
        options = [move for move, _ in looked._options(each)]
        assert each.move in options
        others += len(options) - 1
        for first, *_ in options:
            assert not rules.refusals(full, first), (each, first)
    assert others > 10


@OTHERS
def test_luck_is_a_part_of_a_chance_with_its_error(name: str) -> None:
    looked = review(name)
    lucks = [moment for moment in looked.moments if moment.kind in (DICE, CARDS)]
    for moment in lucks[:4]:
        found = looked.luck(moment, 1, iterations(60))
        assert -1.0 <= found.gain <= 1.0
        assert found.error < 0.2


def test_luck_has_its_error_however_little_is_played_and_without_one_is_not_told() -> None:
    looked = review("dark-age-arena")
    dice = [moment for moment in looked.moments if moment.kind == DICE]
    found = [looked.luck(moment, 1, iterations(1)) for moment in dice[:8]]
    assert any(each.gain and each.error for each in found)
    choice = next(moment for moment in looked.moments if moment.kind == CHOICE)
    assert looked.luck(choice, 1, iterations(4)) is None, "chance has done nothing there"


class Outline(HTMLParser):
    """Whether each element that begins ends, and nothing is asked of anybody."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "script"
        assert not {"src", "href"} & {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def begun(name: str) -> tuple[AnyBundle, Analysis]:
    """The beginning of a kept game, thought about."""
    text = (KEPT / name / ("broken-off", "whole")[often(0, 1)] / "record.txt").read_text("utf-8")
    record = parsed(text, file="x", games=games_known())
    bundle = games_known()[name].corrected(record.tags.get(CORRECTIONS, ""))

    def progress(done: int, total: int) -> None:
        if done == MOMENTS:
            raise KeyboardInterrupt

    return bundle, analysed(bundle, record, Thinking(iterations(2), None), progress, file="x")


@GAMES
def test_its_report_is_one_page_in_each_language(name: str) -> None:
    bundle, found = begun(name)
    assert found.verdicts
    pages = {}
    for language in LANGUAGES:
        said = page(bundle, found, language, "thought").decode()
        pages[language] = Outline(said).text
        words = words_of(language).calling(bundle.names)
        assert words.say("Luck and skill") in pages[language]
        assert words.say("Turning points") in pages[language]
    assert len(set(pages.values())) == len(LANGUAGES)


def test_players_who_win_alone_and_are_more_than_two_have_no_curve_and_stand_below_each_other() -> None:
    bundle, found = begun("call-to-glory")
    drawn = page(bundle, found, "en", "thought").decode()
    assert "<svg" in drawn
    assert "Red&#x27;s chance to win as each turn began" in drawn
    assert "Player 1" not in drawn, "two at seats are called by their sides, as everywhere"
    assert "Blue" in drawn
    found.review.players = ("1", "2", "3", "4")  # type: ignore[misc]
    drawn = page(bundle, found, "en", "thought").decode()
    assert "<svg" not in drawn
    assert "The chance to win of whoever had the turn" in drawn
    luck = drawn.split('id="luck"')[1].split("</table>")[0]
    assert [luck.count(f'<th scope="row">Player {number}</th>') for number in range(1, 5)] == [1] * 4


def test_who_win_together_have_one_luck() -> None:
    bundle, found = begun("thermopyles")
    luck = page(bundle, found, "en", "thought").decode().split('id="luck"')[1].split("</table>")[0]
    assert "Together" in luck
    assert luck.count("<td") == 1 + luck.count('scope="row"')
    assert found.luck_of("1", DICE) == found.luck_of("4", DICE)
    assert found.lost("1") == found.lost("4")


def test_what_reads_the_same_is_no_turning_point_and_a_bid_reads_as_its_number() -> None:
    _, found = begun("dark-age-arena")
    words = words_of("en")
    bids = [found.review.said((act.Bid("red", log),), words) for log in (0, 2)]
    assert bids == ["Bid: Red, 0 LOG", "Bid: Red, 2 LOG"]
    first = found.verdicts[0]
    for best, points in ((act.Bid("red", 1), 1), (act.Bid("red", 0), 0)):
        found.verdicts = [
            replace(first, chance=0.1, best_chance=0.9, made=(act.Bid("red", 0),), best=(best,))
        ]
        assert len(found.turning_points) == points
