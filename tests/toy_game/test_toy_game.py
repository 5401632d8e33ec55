"""The toy game plays wherever a game plays: what it does not write, the defaults say."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_core.layout import SIDES
from signifer_core.procedure import Prompt, Table
from signifer_firmware.config.model import load_table
from signifer_firmware.display.render import render
from signifer_firmware.game_api import registry
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.scripting.check import check
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session.outlook import GAME, Outlook
from signifer_firmware.simulation.files import run_script
from signifer_firmware.simulation.report import reporter
from signifer_firmware.texts.sentences import prompt_text
from signifer_firmware.web.game import AnyPage
from signifer_firmware.web.play import TWO
from signifer_firmware.web.view.view import view
from signifer_firmware.web.view.viewers import VIEWERS

from tests.firmware.web.table import on_page, played

from .game import TEXTS, TOY
from .rules import Lay, State

SCRIPT = """\
game toy
language blue de
put red/guard-2 3 red
expect active blue
expect units 3 red guard
put red/guard-3 3 red
expect refused not-your-turn
take red/guard-3
put blue/guard-5 2 blue
expect refused wrong-place
expect screen blue Eine Karte geht nach 3
expect screen 2 blue Nicht in 3 Wache 5 aus 2 nehmen
take blue/guard-5
put blue/guard-5 3 blue
expect active blue
expect correction none
put blue/guard-1 3 blue
expect correction take red/guard-2 3
take red/guard-2
take blue/guard-5
expect correction none
expect units 3 blue guard
expect step battle
"""


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with registry.registered(TOY):
        yield


def test_the_game_is_no_longer_than_a_page_of_rules() -> None:
    """The yardstick of what a game costs."""
    lines = sum(
        len((Path(__file__).parent / name).read_text().splitlines()) for name in ("rules.py", "game.py")
    )
    assert lines <= 200


def test_its_scripts_are_checked_and_played_at_the_wire(tmp_path: Path) -> None:
    script, config, out = parse_script(SCRIPT, file="toy"), load_table("standard"), StringIO()
    check(script, config, file="toy")
    report = reporter("toy", json=False, out=out, err=out)
    assert run_script(script, config, report, stores=tmp_path, name="toy") == 0, out.getvalue()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("setup 3 red blue/guard-1", "blue/guard-1 is no card of 3 red; write one like red/guard-1"),
        ("setup 2 red guard-1", 'there is no "setup 2 red"; write setup 3 blue or setup 3 red'),
        ("hands red/guard-1\nsetup 3 red guard-1", "red/guard-1 is there twice, at line 2 already"),
        ("won red 3", "won red is 3; write 0 to 2"),
        ("hands none", "hands is 0 cards; write 1 to 10 of them"),
        ("begin flank", "flank"),
        ("put guard-9 3 red", "guard-9"),
        ("expect refused count-wrong", "count-wrong"),
    ],
)
def test_its_scripts_are_told_what_is_wrong(wrong: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        check(parse_script(f"game toy\n{wrong}\n", file="toy"), load_table("standard"), file="toy")


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["robot", "watch"])
def test_a_robot_plays_it_on_the_page(mode: str, tmp_path: Path) -> None:
    """Against one who lays the first card that is legal, or against each other; every viewer's view is plain JSON."""
    with played(tmp_path, mode, game="toy") as page:
        rules = page.live.run.bundle.procedure.rules
        for _ in range(100):
            page.wait(0.5)
            page.live.step()
            state, asked = page.live.state, page.live.run.appliance.keeper.outlook.corrections
            if page.live.over:
                break
            assert isinstance(state, State)
            if mode == "robot" and state.active == "red" and not asked:
                lay = rules.legal_actions(state)[0]
                assert isinstance(lay, Lay)
                page.put(lay.card, "3 red")
        assert page.live.over, page.live.state
        told = {viewer: json.loads(json.dumps(view(page.live.sight.glance(), viewer))) for viewer in VIEWERS}
    assert told["red"]["game"]["winner"] in ("red", "blue", "draw")
    assert {line.get("act") for line in told["both"]["record"]} >= {"lay"}


@pytest.mark.parametrize("language", ["fr", "de"])
def test_nothing_is_left_in_english(language: str) -> None:
    said = [
        getattr(TEXTS, field)
        for field in ("refusals", "short_refusals", "prompts", "steps", "kinds", "done", "figures")
    ]
    for message in (message for table in said for message in table.values()):
        assert words_of(language).say(message, card="{card}") != message


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("Battle", "Lay a card in 3")),
        ("fr", ("Combat", "Une carte en 3")),
        ("de", ("Kampf", "Eine Karte nach 3")),
    ],
)
def test_its_screens_show_nothing_that_it_has_not(language: str, texts: tuple[str, ...]) -> None:
    """No counts of decks and points, and no word of another game's; each card by what tells it from its like."""
    bundle = registry.bundle("toy")
    table = Table(State(bundle.cards, ("red/guard-2",)))
    outlook = Outlook(phase=GAME, prompts=(Prompt("red", "battle", "battle"),))
    readers: dict[str, Words] = dict.fromkeys(SIDES, words_of(language).calling(bundle.called))
    panels = bundle.panels(table, outlook, readers=readers)
    assert render(panels["red"]).texts == texts
    guard = {"en": "Guard 2", "fr": "Garde 2", "de": "Wache 2"}[language]
    assert render(panels["3 blue"]).texts == (guard, "3")


class TwoOnly(AnyPage):
    """Says who may play, and has no modules of its own."""

    modes: Mapping[str, tuple[str, ...]] = {TWO: ()}


def test_a_game_is_drawn_by_modules_of_its_own_where_it_has_some() -> None:
    toy, other = registry.bundle("toy"), registry.bundle("thermopyles")
    assert TwoOnly().printed(toy)["plain"] is registry.game("toy").page().printed(toy)["plain"] is True
    assert registry.game("thermopyles").page().printed(other)["plain"] is False


def test_its_cards_and_prompts_are_said_in_three_languages() -> None:
    printed = on_page(registry.game("toy").page().printed(registry.bundle("toy")))
    assert printed["kinds"]["guard"]["name"] == {"en": "Guard", "fr": "Garde", "de": "Wache"}
    assert printed["done"]["lay"] == {"en": "Laid", "fr": "Posée", "de": "Gelegt"}
    assert printed["figures"]["strength"] == {"en": "strength", "fr": "force", "de": "Stärke"}
    assert printed["cards"]["red/guard-4"] == {
        "kind": "guard",
        "assumed": False,
        "figures": {"strength": 4},
    }
    prompt = Prompt("red", "battle", "battle")
    said = [prompt_text(prompt, words_of(language)) for language in LANGUAGES]
    assert said == ["Lay a card in 3", "Une carte en 3", "Eine Karte nach 3"]
