"""What a voice says, at a table that is played: when, to whom, in whose words, and what it never says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from signifer_firmware.game_api import registry
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.runtime.speech import MOST_CHANGES, Spoken
from signifer_firmware.texts.spoken import SAID, About, Level
from signifer_firmware.web.play import TWO, WATCH

from tests.firmware.web.table import Played, played, put_in_hand

PLAIN = ("terrain plain plain plain plain plain", "first red")
ATTACK = (*PLAIN, "begin actions", "setup 3 red heavy-infantry-5", "setup 3 blue heavy-infantry-6")


def spoken(game: Played) -> list[Spoken]:
    return [said for change in game.live.run.appliance.speech.changes for said in change.spoken]


def texts(game: Played, *about: About, language: str = "en") -> list[str]:
    return [said.texts[language] for said in spoken(game) if said.saying.about in (about or tuple(About))]


@pytest.fixture
def attack(tmp_path: Path) -> Iterator[Played]:
    with played(tmp_path, TWO, position=ATTACK) as game:
        game.live.helping = False
        game.wait(0.5)
        yield game


def test_levels_hold_one_another() -> None:
    sizes = [SAID[level] for level in Level]
    assert sizes[0] == frozenset()
    assert all(less < more for less, more in pairwise(sizes))
    assert sizes[-1] == frozenset(About)


def test_the_first_moment_is_no_news(attack: Played) -> None:
    assert texts(attack, About.RESULT, About.TOTAL, About.ROLL, About.REFUSAL) == []


def test_a_refusal_is_said_once_to_its_player_with_the_fix_in_every_language(attack: Played) -> None:
    card = next(one for one in attack.hand("blue") if "infantry" in one)
    attack.put(card, "2 blue")
    attack.wait(2)
    (said,) = [one for one in spoken(attack) if one.saying.about == About.REFUSAL]
    assert said.saying.to == "blue"
    assert said.texts["en"].startswith("Blue: It is Red's turn. Take ")
    assert said.texts["fr"].startswith("Bleu\u00a0: ")
    assert said.texts["de"].startswith("Blau: ")


def fight(game: Played) -> None:
    """Red attacks column 3, and each adds a card."""
    game.press("column 3 red")
    for player, card in (("red", "red/commander-1"), ("blue", "blue/commander-1")):
        put_in_hand(game.live, player, card)
        game.put(card, f"pad {player}")
        game.press(f"ok {player}")
        game.wait(1)


def test_an_attack_is_heard_from_whose_turn_to_how_it_ended(attack: Played) -> None:
    fight(attack)
    assert [one for one in texts(attack, About.TURN) if one.startswith("Blue, it is your turn.")]
    (result,) = texts(attack, About.RESULT)
    assert result.startswith("Red attacked column 3. Red, heavy infantry 4 CP: 4 combat +5 card = 9. ")
    assert "FG-" not in result, "the numbers of rulings are for eyes"
    assert "FG-" not in texts(attack, About.RESULT, language="fr")[0]


def test_a_total_is_said_when_it_changes(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=(*PLAIN, "begin actions", "count red hand 12")) as game:
        game.live.helping = False
        put_in_hand(game.live, "red", "red/heavy-infantry-1")
        game.put("red/heavy-infantry-1", "3 red")
        game.wait(1)
        assert texts(game, About.TOTAL) == ["Column 3: Red 4."]
        assert texts(game, About.ASKED)[-1] == "Red: Pay on pad."


def test_cards_on_a_pad_are_counted_and_never_named(attack: Played) -> None:
    attack.press("column 3 red")
    put_in_hand(attack.live, "red", "red/spear-1")
    attack.put("red/spear-1", "pad red")
    attack.press("ok red")
    attack.wait(2)
    said = " ".join(texts(attack))
    assert said
    assert "spear" not in said


@pytest.mark.parametrize("name", registry.names())
def test_every_game_speaks_in_sentences_of_every_language(tmp_path: Path, name: str) -> None:
    with played(tmp_path, WATCH, game=name) as game:
        heard: dict[int, Spoken] = {}
        for _ in range(14):
            game.live.step()
            game.wait(0.3)
            heard |= {said.number: said for said in spoken(game)}
    assert {said.saying.about for said in heard.values()} >= {About.TURN, About.ASKED}
    assert list(heard) == sorted(heard)
    for said in heard.values():
        for language in LANGUAGES:
            text = said.texts[language]
            assert text.rstrip("\u00a0 ")[-1] in ".?!:", text
            assert "{" not in text, text
            assert ".." not in text.replace("...", ""), text


def test_only_the_last_changes_are_kept(attack: Played) -> None:
    for number in range(MOST_CHANGES):
        attack.put("red/heavy-infantry-5", ("hand red", "3 red")[number % 2])
        attack.wait(0.5)
    assert len(attack.live.run.appliance.speech.changes) == MOST_CHANGES
