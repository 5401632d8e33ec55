"""Where a language is said beside its catalogue: texts of the pages, rulings, guides, and what a browser reads of
languages; each place that lacks one is named, so that whoever adds a language need not know them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from signifer_core.json_values import Json, as_object
from signifer_core.languages import LANGUAGE_NAMES, LANGUAGES

SOURCE = Path(__file__).parents[1]
REPOSITORY = SOURCE.parents[1]
# What has to stand in a file that names languages, for each of them.
_NAMED = {
    "web/static/words.js": (
        'NAMES: its name, as in "languages.py"',
        r'^export const NAMES = \{{[^}}]*\b{0}: "{1}"',
    ),
    "network/static/index.html": (
        "its question and its button",
        r'<span lang="{0}">(?s:.*)<button type="button" lang="{0}" data-language="{0}">{1}</button>',
    ),
}
# A language has a sentence for as many numbers as it tells apart.
_FORM = re.compile(r"\.(zero|one|two|few|many|other)$")


def lacking(language: str) -> Iterator[str]:
    """Each place without ``language``, or with less of it than of English: one line a file and a key."""
    if language not in LANGUAGE_NAMES:
        yield f"{language}: core/signifer_core/languages.py has no name for it: LANGUAGE_NAMES"
    for file, (wanted, pattern) in _NAMED.items():
        name = re.escape(LANGUAGE_NAMES.get(language, ""))
        if not re.search(pattern.format(language, name), (SOURCE / file).read_text(encoding="utf-8"), re.M):
            yield f"{language}: {_called(SOURCE / file)} lacks {wanted}"
    for english in sorted(SOURCE.rglob("en.json")):
        yield from _of_page(language, english)
    for path in sorted(SOURCE.rglob("rulings.json")):
        found = [ruling for ruling, laws in _read(path).items() if language not in as_object(laws)]
        if found:
            yield f"{language}: {_called(path)} lacks {', '.join(found)}"
    yield from _of_guides(language)


def _of_page(language: str, english: Path) -> Iterator[str]:
    path = english.with_name(f"{language}.json")
    if not path.exists():
        yield f"{language}: there is no {_called(path)}: translate en.json beside it"
        return
    for key in dict.fromkeys(_keys("", _read(english))):
        if key not in {*_keys("", _read(path))}:
            yield f"{language}: {_called(path)} lacks {key}"


def _of_guides(language: str) -> Iterator[str]:
    """A guide that is there in one more language is there in all."""
    docs = REPOSITORY / "docs"
    for name in sorted({path.name.split(".")[0] for each in LANGUAGES for path in docs.glob(f"*.{each}.md")}):
        if not (path := docs / f"{name}.{language}.md").exists():
            yield f"{language}: there is no {_called(path)}: translate {name}.md"


def _keys(before: str, told: Mapping[str, Json]) -> Iterator[str]:
    for key, value in told.items():
        if isinstance(value, dict):
            yield from _keys(f"{before}{key}.", value)
        else:
            yield _FORM.sub("", f"{before}{key}")


def _read(path: Path) -> Mapping[str, Json]:
    return as_object(json.loads(path.read_text(encoding="utf-8")))


def _called(path: Path) -> str:
    return path.relative_to(REPOSITORY).as_posix()
