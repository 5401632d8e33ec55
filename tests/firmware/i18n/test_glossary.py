"""What players read in French and German keeps to the words of docs/glossary.md: screens, pages and guides."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import signifer_firmware.network
from signifer_firmware.i18n import catalogues

from tests.firmware.web.static import STATIC, rulings

FIRST_START = Path(signifer_firmware.network.__file__).parent / "static"
DOCS = Path(__file__).parents[3] / "docs"
Told = Callable[[str], Iterator[str]]


def screens(language: str) -> Iterator[str]:
    for entry in catalogues.catalogue(language):
        yield from strings(entry.string)


def pages(language: str) -> Iterator[str]:
    """The page's own words, those that teach, those of the first start, and the texts of the rulings."""
    for path in (*sorted(STATIC.rglob(f"{language}.json")), FIRST_START / f"{language}.json"):
        yield from strings(json.loads(path.read_text(encoding="utf-8")))
    for law in rulings().values():
        yield from law[language]


def strings(told: object) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, (list, tuple, dict)):
        for each in told.values() if isinstance(told, dict) else told:
            yield from strings(each)


def guides(language: str) -> Iterator[str]:
    for path in sorted(DOCS.glob(f"*.{language}.md")):
        yield from path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
@pytest.mark.parametrize("told", [screens, pages, guides])
def test_nobody_reads_what_the_glossary_never_says(told: Told, language: str) -> None:
    """A word stands for all that begins with it: "Ablage" for "Ablagestapel", too."""
    words = re.findall(r'never "([^"]+)"', (DOCS / "glossary.md").read_text(encoding="utf-8"))
    assert {"Ablage", "Tag", "du rouge"} <= {*words}
    never = re.compile(rf"\b(?:{'|'.join(words)})")
    said = [*told(language)]
    assert len(said) > 100
    assert [text for text in said if never.search(text)] == []


def test_behind_a_colon_a_german_sentence_begins_with_a_capital() -> None:
    """An infinitive has a small letter there; what is said to *du* is a sentence, and so is what has a finite verb."""
    verbs = "ändere|beende|bring|drücke|frage?|kopiere?|leg|nimm|schaff|schreib|sieh|starte|teile|versuch|warte|wähle"
    finite = "bin|ist|sind|war|waren|hat|haben|hilft|hört|kann|können|muss|müssen|schwingt|wird|werden"
    # Up to a comma: a clause with "wenn" or "was" behind it has its verb in any case.
    small = re.compile(rf": (?:(?:{verbs})\b|(?!ok )[a-zäöü][^.,;:()]*\b(?:{finite})\b)")
    assert [text for told in (screens, pages) for text in told("de") if small.search(text)] == []


def test_a_french_page_has_printed_apostrophes_and_a_screen_those_of_a_typewriter() -> None:
    """What the doctor advises is read in a terminal and on the page of upkeep, as long texts are."""
    assert [text for text in pages("fr") if "'" in text] == []
    printed = {
        place
        for entry in catalogues.catalogue("fr")
        for place, _ in entry.locations
        if "’" in "".join(entry.string or "")
    }
    assert printed == {"texts/advice.py"}


def test_french_puts_no_blank_before_points_that_go_on() -> None:
    blank = re.compile(r"\s…")
    assert [text for told in (screens, pages) for text in told("fr") if blank.search(text)] == []


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_ok_has_a_capital_where_a_prompt_begins_with_it(language: str) -> None:
    """ "Ok: draw three" is a prompt, "ok, or lift it" stands below one."""
    told = {str(entry.id): str(entry.string) for entry in catalogues.catalogue(language)}
    prompts = {text: said for text, said in told.items() if text.startswith("Ok")}
    assert len(prompts) > 10
    assert {text: said for text, said in prompts.items() if said.startswith("ok")} == {}
