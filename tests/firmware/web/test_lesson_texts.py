"""What learners read: short, set as it should be, and right by the rulings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from signifer_firmware.i18n.words import LANGUAGES

from tests.firmware.web.static import STATIC

LEARN = STATIC / "learn"


@pytest.mark.parametrize("language", LANGUAGES)
def test_da_11_what_is_learned_of_a_rolled_1_is_its_ruling(language: str) -> None:
    """It fails and takes no COM, and a marker makes it a 2: nobody learns that nothing helps."""
    words = json.loads((LEARN / "dark-age-arena" / f"{language}.json").read_text(encoding="utf-8"))
    _, text = words["icons"]["natural"]
    assert re.search(r"\bCOM\b.*\+1.*\b2\b", text)


@pytest.mark.parametrize(
    ("language", "less"),
    [
        ("en", "less your leader’s attack or defence"),
        ("fr", "moins l’Attaque ou la Défense de votre Chef"),
        ("de", "minus Angriff oder Verteidigung deines Anführers"),
    ],
)
def test_da_22_and_da_27_what_is_learned_of_calling_characters_is_their_ruling(
    language: str, less: str
) -> None:
    """Their control less the leader's attack or defence, but never below 1."""
    words = json.loads((LEARN / "dark-age-arena" / f"{language}.json").read_text(encoding="utf-8"))
    assert re.search(rf"{less}.*\b1\b", words["icons"]["control"][1])


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        # DA-39: with a victory card there are more than three.
        ("dark-age-arena", "lessons.pillage.done", ("for the place", "pour le Lieu", "für den Ort")),
        # DA-28 and DA-31: +1 [] is 1 more on the roll, and there are values that no 1 reaches.
        ("dark-age-arena", "lessons.equip.done", ("rolls to hit", "jets de coup", "Trefferw")),
        # DA-20: who goes to another place is paid with LOG.
        ("dark-age-arena", "lessons.exchange.done", ("COM gets", "COM font agir", "COM bringt")),
        # CG-5: discard piles are often empty.
        ("call-to-glory", "goal.2", ("a face-down pile is", "une pioche est", "ein verdeckter Stapel")),
        # FG-A1: where nobody stands, nobody takes control.
        ("field-of-glory", "goal.1", ("you stand alone", "vous êtes sans adv", "du allein stehst")),
        (
            "field-of-glory",
            "lessons.advance.hint",
            ("you stand alone", "vous êtes sans adv", "du allein stehst"),
        ),
        # FG-F1: in the column beside it stands a unit of one's own, and no enemy.
        (
            "field-of-glory",
            "lessons.flank.done",
            ("standing alone", "d’être sans adversaire", "allein zu stehen"),
        ),
    ],
)
def test_what_is_learned_is_the_ruling(game: str, text: str, told: tuple[str, ...]) -> None:
    for language, part in zip(("en", "fr", "de"), told, strict=True):
        found: Any = json.loads((LEARN / game / f"{language}.json").read_text(encoding="utf-8"))
        for key in text.split("."):
            found = found[int(key) if key.isdecimal() else key]
        assert part in found


def texts() -> Iterator[tuple[str, str, str]]:
    """Game, language and each text that learners read, those of the page itself among them."""
    for path in sorted(LEARN.rglob("*.json")):
        if path.stem in LANGUAGES:
            for text in _within(json.loads(path.read_text(encoding="utf-8"))):
                yield path.parent.name, path.stem, text


def _within(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        return
    assert isinstance(value, dict | list)
    for each in value.values() if isinstance(value, dict) else value:
        yield from _within(each)


def test_texts_are_short_and_set_as_they_should_be() -> None:
    found = list(texts())
    assert {language for _, language, _ in found} == set(LANGUAGES)
    for game, language, text in found:
        assert text == text.strip(), (game, text)
        assert len(text) < 260, (game, text)
        if language == "fr":
            assert not re.search(r"[^\u00a0][:;!?»]|«[^\u00a0]|'", text), (game, text)
