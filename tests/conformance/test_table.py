"""What holds for every game at the table: words in all languages, statements of scripts, wires, the page."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from signifer_core.layout import SIDES, Layout
from signifer_core.procedure import step_of
from signifer_firmware.config.model import load_table
from signifer_firmware.display.render import render
from signifer_firmware.game_api import registry
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.scripting.game import game_of
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session.outlook import GAME, Outlook
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.simulation.robots.wire import WireBoard
from signifer_firmware.texts.decisions import agreement_text, decision_text
from signifer_firmware.texts.sentences import fix_of, prompt_text, refusal_text
from signifer_firmware.texts.terms import STEPS, card_name
from signifer_firmware.web.view.view import view
from signifer_firmware.web.view.viewers import VIEWERS

from tests.firmware.web.table import played as at_the_page
from tests.sweeps import often
from tests.toy_game.game import TOY

from .games import NAMES, SEEDS, played

EVERY = pytest.mark.parametrize("seed", SEEDS)
GAMES = pytest.mark.parametrize("name", NAMES)


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_said_in_a_clumsy_game_has_words_in_each_language(name: str, language: str) -> None:
    game = played(name, SEEDS[0], clumsy=True)
    words = words_of(language).calling(game.bundle.called)
    said = [
        text for refusal in game.refusals for text in (refusal_text(refusal, words), fix_of(refusal, words))
    ]
    said += [prompt_text(prompt, words, name) for prompt in game.prompts]
    said += [card_name(card, words) for card in game.bundle.cards]
    said += [decision_text(game.bundle.notation(action), words, name) for action in game.actions]
    assert game.refusals, "clumsy hands were refused something"
    for text in said:
        assert text
        assert "{" not in text, text
    assert {step_of(moment.table.state) for moment in game.moments} <= set(STEPS)


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_agreement_has_words_in_each_language(name: str, language: str) -> None:
    """Of each entry the values at both ends, at moments all over a game, and cards taken as they lie."""
    game = played(name, SEEDS[0], clumsy=True)
    procedure, words = game.bundle.procedure, words_of(language).calling(game.bundle.names)
    found: dict[str, str] = {}
    for table in game.tables[:: max(1, len(game.tables) // 9)]:
        for entry in procedure.overrides(table, Layout()):
            changes = [choice.changes for choice in entry.choices if choice.changes]
            for change in {*changes[:1], *changes[-1:]}:
                found |= {text: agreement_text(text, words, name) for text in change}
    assert found or name == TOY.name
    for text, said in found.items():
        assert said != text.removeprefix("agreed ")
        assert not re.search(r"agreed|[a-z]/|[a-z]-\d|[{}_]", said), said


@EVERY
@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_moment_of_a_game_fits_the_screens(name: str, seed: int, language: str) -> None:
    game = played(name, seed, clumsy=True)
    words = words_of(language).calling(game.bundle.called)
    readers: dict[str, Words] = dict.fromkeys(SIDES, words)
    for moment in game.moments[:: max(1, len(game.moments) // often(5, 12))]:
        outlook = Outlook(phase=GAME, prompts=game.bundle.procedure.prompts(moment.table))
        panels = game.bundle.panels(moment.table, outlook, readers=readers)
        assert len(panels) == 12
        for panel in panels.values():
            render(panel)
        for player in SIDES:
            paragraphs = (
                *game.bundle.help(moment.table, player, words),
                *game.bundle.why(moment.table, player, words),
                *game.bundle.discards(moment.table, player, words),
            )
            assert all(paragraphs)
    for refusal in game.refusals:
        outlook = Outlook(phase=GAME, refusals=(refusal,))
        for panel in game.bundle.panels(game.board.table, outlook, readers=readers).values():
            render(panel)


@GAMES
def test_where_one_reader_serves_both_sides_each_card_tells_its_own(name: str) -> None:
    """Or the game says that it needs a reader for each."""
    game = played(name, SEEDS[0], clumsy=False)
    bundle = game.bundle
    lying = {card for moment in game.moments for card in bundle.lying(moment.full)}
    assert lying
    told = all(bundle.procedure.side(card) is not None for card in lying)
    assert told == (not bundle.game.traits.needs_sides)


@GAMES
def test_every_statement_of_its_own_is_parsed(name: str) -> None:
    for form in game_of(name).forms:
        (_, said) = parse_script(f"game {name}\n{form.example}", file="it").statements
        assert (said.text, str(said).split()[0]) == (form.example, form.usage.split()[0])


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name if name == TOY.name else pytest.param(name, marks=pytest.mark.soak) for name in NAMES]
)
def test_robots_with_clumsy_hands_finish_it_on_the_wire(name: str, tmp_path: Path) -> None:
    bundle, robots, rng = registry.bundle(name), robot(name), random.Random(SEEDS[0])
    deal = robots.deal(bundle, rng)
    board = WireBoard(load_table("standard"), tmp_path, SEEDS[0], lambda news: None, game=name)
    try:
        match = robots.match(bundle, board, deal, rng, slips=robots.clumsy(random.Random(1), rate=0.05))
        winner = match.play()
        assert winner is not None
        assert bundle.procedure.rules.outcome(board.table.state) == winner
    finally:
        board.close()


@pytest.mark.slow
@GAMES
def test_the_page_tells_it_to_every_viewer(name: str, tmp_path: Path) -> None:
    with at_the_page(tmp_path, "watch", game=name) as page:
        for _ in range(often(4, 12)):
            page.live.step()
            page.wait(0.2)
        glance = page.live.sight.glance()
        for viewer in VIEWERS:
            told = view(glance, viewer)
            assert json.loads(json.dumps(told)) == told
        assert view(glance, "both")["record"]
        json.dumps(page.live.page.printed(page.live.run.bundle))
