"""docs/mistakes.md: of each thing that builders do wrong one line of `signifer doctor` fails, in these words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from signifer_drivers.readers.faults import CAUSES
from signifer_firmware.config.model import load_table
from signifer_firmware.doctor.check import FAIL, PASS
from signifer_firmware.doctor.run import in_language, lines
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.texts.advice import ADVISED, advice

from tests.firmware.doctor.mistakes import HEAD, MISTAKES, TABLE, block, small_table, told_of

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "mistakes.md").read_text(encoding="utf-8")
NUMBERED = [(number, *mistake) for number, mistake in enumerate(MISTAKES, start=1)]
IDS = [fault for _, fault in MISTAKES]


@pytest.mark.parametrize(("number", "mistake", "fault"), NUMBERED, ids=IDS)
def test_a_builders_mistake_fails_one_line_in_the_words_of_the_page(
    number: int, mistake: str, fault: str, tmp_path: Path
) -> None:
    found = told_of(small_table(), tmp_path, fault)
    assert len([result for result in found if result.state == FAIL]) == 1
    assert block(number, mistake, fault, found) in PAGE


@pytest.mark.parametrize("language", ["fr", "de"])
def test_of_every_cause_the_page_names_and_of_every_readers_it_is_said_in_each_language_what_to_do(
    language: str,
) -> None:
    named = set(re.findall(r"`([a-z0-9-]+)`\n", PAGE))
    assert len(named) > 30
    words = words_of(language)
    for cause in {*named, *CAUSES}:
        said = advice(cause, words)
        assert said, cause
        assert said != advice(cause, words_of("en")), cause


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_of_a_speed_names_one_and_none_that_the_table_warns_of(language: str) -> None:
    said = [advice(cause, words_of(language)) for cause in ADVISED] + [
        cause.advice for cause in CAUSES.values()
    ]
    said += (DOCS / "troubleshooting.md").read_text(encoding="utf-8").splitlines()
    of_speed = [each for each in said if "speed_hz" in each]
    assert len(of_speed) > 6
    config = load_table("direct")
    for each in of_speed:
        speeds = [int(speed) for speed in re.findall(r"\b\d{6,}\b", each)]
        assert speeds, each
        for speed in speeds:
            readers = tuple(reader.model_copy(update={"speed_hz": speed}) for reader in config.readers)
            warned = config.model_copy(update={"readers": readers}).warnings()
            assert not any("speed_hz" in warning for warning in warned), each


def test_the_fix_is_said_in_the_language_that_was_asked_for(tmp_path: Path) -> None:
    found = told_of(small_table(), tmp_path, "screen red address")
    (result,) = [result for result in found if result.state == FAIL]
    said = "\n".join(text for _, text in lines(in_language(result, words_of("de"))))
    assert "nobody answers there, and somebody" in said
    assert "do: Er antwortet an der anderen Adresse:" in said
    assert in_language(result, words_of("en")) == result


def test_without_a_mistake_nothing_fails(tmp_path: Path) -> None:
    assert {result.state for result in told_of(small_table(), tmp_path)} == {PASS}


def test_the_page_has_these_mistakes_and_no_others() -> None:
    assert len(MISTAKES) >= 30
    assert PAGE.startswith(HEAD)
    assert PAGE.count("\n## ") == len(MISTAKES) == len(set(IDS))


@pytest.mark.soak
@pytest.mark.parametrize(("number", "mistake", "fault"), NUMBERED, ids=IDS)
def test_on_the_whole_table_it_is_the_same(number: int, mistake: str, fault: str, tmp_path: Path) -> None:
    assert block(number, mistake, fault, told_of(load_table(TABLE), tmp_path, fault)) in PAGE
