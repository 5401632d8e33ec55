"""What a deck file may say in its owner's words: names and notes, which screens, pages and terminals show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from signifer_core.languages import LANGUAGES
from signifer_core.letters import is_shown, without_heaps
from signifer_core.toml_lines import Path, Toml

from .reading import LANGUAGE

_LINE_ENDS = "\n\t"


def check_wording(toml: Toml) -> None:
    """Note each name and each note that would spoil what shows it, and each name that nothing would show."""
    for path, called, table in _worded(toml.data):
        for key in ("name", "note"):
            _check(toml, (*path, key), f"{called}{key}", table.get(key), _LINE_ENDS if key == "note" else "")
        names = table.get("names")
        for language, name in names.items() if isinstance(names, dict) else ():
            at = (*path, "names", language)
            # A name in a language that no screen and no page speaks would never be shown.
            if LANGUAGE.fullmatch(language) and language not in LANGUAGES:
                known = ", ".join(LANGUAGES)
                toml.fault(
                    at,
                    f'{called}names are written by language, not "{language}": write {known}, or leave it out',
                )
            _check(toml, at, f"{called}names: {language}", name)


def _worded(data: Mapping[str, object]) -> Iterator[tuple[Path, str, Mapping[str, object]]]:
    """The tables with words for people, each with its path and how messages call it."""
    places, kinds = data.get("places"), data.get("kind")
    found: list[tuple[Path, str, object]] = [(("leader",), "leader", data.get("leader"))]
    for number, place in enumerate(places if isinstance(places, list) else ()):
        found.append((("places", str(number)), f"place {number + 1}", place))
    for kind, card in kinds.items() if isinstance(kinds, dict) else ():
        found.append((("kind", kind), kind, card))
    return ((path, f"{called}: ", table) for path, called, table in found if isinstance(table, dict))


def _check(toml: Toml, path: Path, called: str, text: object, also: str = "") -> None:
    """Letters ``also`` are allowed where a text may have several lines."""
    if not isinstance(text, str):
        return
    if hidden := dict.fromkeys(letter for letter in text if not is_shown(letter) and letter not in also):
        signs = ", ".join(f"U+{ord(letter):04X}" for letter in hidden)
        toml.fault(path, f"{called} has signs that no screen shows ({signs}): leave them out")
    elif "".join(without_heaps(text)) != text:
        toml.fault(path, f"{called} has heaps of accents: leave two of them on a letter at most")
