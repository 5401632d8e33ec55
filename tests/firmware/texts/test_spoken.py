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
PATIENCE = 40
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


def test_a_card_is_to_be_taken_from_a_pad_that_is_named(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=(*PLAIN, "begin actions")) as game:
        for card, place in (("heavy-infantry-1", "3 red"), ("commander-1", "pad red")):
            put_in_hand(game.live, "red", f"red/{card}")
            game.put(f"red/{card}", place)
            game.wait(1)
        game.live.helping = False
        game.press("ok red")
        game.wait(1)
        assert texts(game, About.ASKED)[-1] == "Red: Take 1 card from Red's pad."
        assert texts(game, About.ASKED, language="fr")[-1].endswith("Enlevez 1 carte du socle de Rouge.")


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


def seat(game: Played) -> str:
    return str(game.view()["game"]["seat"])


def discard(game: Played) -> None:
    """Whose turn it is draws two cards, unless they have, and discards one."""
    player = seat(game)
    side = {"1": "red", "2": "blue", "3": "red"}[player]
    if game.view()["game"]["step"] == "draw":
        game.press(f"ok {side}")
        game.wait(1)
    for _ in range(4):
        game.live.step()
        game.wait(0.4)
    pads = game.view()["game"]["pads"]
    free = "red" if not pads["red"]["number"] or pads["blue"]["number"] else "blue"
    game.put(game.hand(player)[0], f"pad {free}")
    game.wait(0.5)
    game.press(f"ok {side}")
    game.wait(1)


def test_of_three_players_each_is_called_by_their_number(tmp_path: Path) -> None:
    position = ("players 3", "variant none", "begin play", "first 3", "count 3 hand 5")
    with played(tmp_path, "three", game="call-to-glory", position=position) as game:
        game.live.helping = True
        # Players 3 and 1 sit on the same side.
        for following in "12":
            discard(game)
            assert seat(game) == following
            said = texts(game, About.TURN)[-1]
            assert said == f"Player {following}, it is your turn. Draw two cards."
        assert texts(game, About.TURN, language="fr")[-1].startswith("Joueur 2, ")
        assert texts(game, About.TURN, language="de")[-1].startswith("Spieler 2, ")


def test_in_a_team_the_turn_of_each_is_announced(tmp_path: Path) -> None:
    with played(tmp_path, "team-3", game="thermopyles", seed=3) as game:
        game.live.helping = True
        for _ in range(PATIENCE):
            if game.view()["game"]["step"] == "act":
                break
            game.live.step()
            game.wait(0.4)
        assert texts(game)[-1].startswith("Player 1: Charge or retreat.")
        for step in ("draw", "act"):
            game.live.hands.hold(("ok red",))
            game.wait(2)
            assert game.view()["game"]["step"] == step
        assert seat(game) == "2"
        assert texts(game, About.TURN)[-1].startswith("Player 2, it is your turn. Charge or retreat.")


def test_a_roll_for_the_start_is_said_of_who_rolls(tmp_path: Path) -> None:
    with played(tmp_path, "four", game="call-to-glory", seed=3, by_hand=True) as game:
        game.wait(0.5)
        game.press("column 4 red")
        game.press("ok red")
        for _ in range(4):
            game.press("dice")
            game.wait(1.5)
        rolls = texts(game, About.ROLL)
        assert [said.split(" rolls ")[0] for said in rolls] == [f"Player {number}" for number in range(1, 5)]


def test_a_die_is_said_also_after_another_one_of_the_same_player(attack: Played) -> None:
    for _ in range(4):
        attack.press("dice")
        attack.wait(1.5)
    assert len({said for said in texts(attack, About.ROLL) if said.startswith("Red rolls ")}) > 1
