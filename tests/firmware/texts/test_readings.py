"""The table of all texts: nothing that players read is missing from it, and it reads as screens do."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from functools import cache

import pytest
from signifer_firmware.game_api.registry import names
from signifer_firmware.game_api.texts import texts_of
from signifer_firmware.i18n import catalogues
from signifer_firmware.i18n.places import SOURCE
from signifer_firmware.i18n.words import LANGUAGES, Plural, words_of
from signifer_firmware.texts.readings import NUMBERS, Reading, main, numbers_of, readings
from signifer_firmware.texts.sentences import PROMPTS, all_refusal_codes

from tests.firmware.web.static import catalogue, rulings


@cache
def rows() -> tuple[Reading, ...]:
    return tuple(readings())


@pytest.mark.slow
def test_every_message_of_every_catalogue_is_in_it() -> None:
    """What a catalogue has without a figure stands there word for word; the rest is counted."""
    used = set(catalogues.used())
    plain = [key for key in used if isinstance(key, str) and "{" not in key]
    assert len(plain) > 300
    for number, language in enumerate(LANGUAGES):
        said = {row.said[number].casefold() for row in rows()}
        assert [key for key in plain if words_of(language).say(key).casefold() not in said] == []
    placed = [
        place
        for path in sorted(SOURCE.rglob("*.py"))
        for place in catalogues.places_in(path.read_text(encoding="utf-8"))
    ]
    assert {place.key for place in placed} == used
    wanted = sum(1 if isinstance(place.key, str) else len(numbers_of(place)) for place in placed)
    assert len([row for row in rows() if not row.part.startswith("page")]) == wanted


def test_every_refusal_and_prompt_of_every_game_has_its_key_in_it() -> None:
    keys = {row.key.partition(" (")[0] for row in rows()}
    for game in names():
        for table in ("refusals", "short_refusals", "notices", "prompts", "waiting", "steps", "fixes"):
            assert set(getattr(texts_of(game), table)) <= keys, (game, table)
    assert all_refusal_codes() | set(PROMPTS) <= keys


def test_a_sentence_begins_in_it_as_on_screens() -> None:
    """With a capital letter, but for the name of the button."""
    said = {row.said[0] for row in rows()}
    assert "ok held: no attack." in said
    assert "Samurai belongs to the set in column 3." in said


def test_the_page_is_in_it() -> None:
    assert {row.key for row in rows() if row.part == "page"} == set(catalogue("en"))
    assert {row.key for row in rows() if row.part == "page: rulings"} == {
        f"{ruling} {part}" for ruling in rulings() for part in ("title", "text")
    }


def test_no_figure_is_left_open_and_nothing_is_empty() -> None:
    for row in rows():
        for text in row.said:
            assert text, row
            assert "{" not in text, row


def test_each_form_of_a_plural_is_shown() -> None:
    found = {row.key: row.said for row in rows() if row.key.startswith("discard-down (")}
    assert [said[0] for said in found.values()] == ["Discard 0 cards", "Discard 1 card", "Discard 3 cards"]
    # No cards at all are one in French, many in the other two.
    assert [said[1] for said in found.values()] == [
        words_of("fr").say(Plural("Discard {excess} card", "Discard {excess} cards", "excess"), excess=each)
        for each in NUMBERS
    ]


def test_a_message_knows_its_table_and_its_name_there() -> None:
    source = (
        '_A: dict[str, str] = marked({"key": "Three", KEY: Plural("{n} card", "{n} cards", "n")})\n'
        'def said(words):\n    return words.say("One")\n'
    )
    found = [(place.table, place.name, place.by) for place in catalogues.places_in(source)]
    assert found == [("_A", "key", ""), ("_A", "KEY", "n"), ("said", "", "")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("option", "read"),
    [
        (
            "",
            lambda text: [
                line.split(" | ") for line in text.splitlines() if line.startswith("| pay-first | ")
            ],
        ),
        ("--csv", lambda text: list(csv.reader(io.StringIO(text)))),
        ("--json", lambda text: [json.loads(line) for line in text.splitlines()]),
    ],
)
def test_the_command_writes_it_in_three_forms(
    option: str, read: Callable[[str], list[object]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*filter(None, [option])]) == 0
    written = capsys.readouterr().out
    assert "Il reste 5 PC" in written or "Reste dû" in written
    assert len(read(written)) > (len(rows()) - 1 if option else 0)


def test_another_option_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--xml"]) == 2
    assert "--csv" in capsys.readouterr().err
