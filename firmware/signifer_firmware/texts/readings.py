"""All that players read, side by side: ``python -m signifer_firmware.texts.readings [--csv | --json]``.

For whoever reads the texts as a player would. Every message of the screens stands under the table of the source that
it comes from, with figures filled in, once for each number that may have a form of its own; the page's own words
follow. As Markdown, or as CSV or JSON, one row a line.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TextIO

from signifer_core.json_values import Json, as_list, as_object, as_str

from signifer_firmware.i18n.catalogues import Place, places_in
from signifer_firmware.i18n.places import SOURCE
from signifer_firmware.i18n.words import LANGUAGES, Message, Plural, Words, words_of

from .sentences import sentence
from .terms import alternatives, card_name, kind_name, part_name, place_name, player_name, step_name

# None, one and several are said in different ways, and not in every language in the same.
NUMBERS = (0, 1, 3)
STATIC = SOURCE / "web" / "static"
_FIGURE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Reading:
    """One message as players read it; ``part`` is where it stands, ``key`` its name there."""

    part: str
    key: str
    said: tuple[str, ...]


def _card(words: Words) -> str:
    return card_name("red/heavy-infantry-2", words)


def _persian(words: Words) -> str:
    return card_name("persian-12", words)


def _columns(words: Words) -> str:
    return alternatives("2 or 4", words)


# Messages of others, and none of this module's.
_DONE, _CAUSE = "Paid", "no answer"
# In words where the table says a word.
_SAID: dict[str, Callable[[Words], str]] = {
    "card": _card,
    "lead": _card,
    "met": _persian,
    "kind": lambda words: kind_name("spear", words),
    "kinds": lambda words: kind_name("light-infantry", words),
    "neighbour": lambda words: kind_name("heavy-infantry", words),
    "step": lambda words: step_name("flank", words),
    "wanted": lambda words: step_name("actions", words),
    "place": lambda words: place_name("pad", words),
    "part": lambda words: part_name("reader 3 red b", words),
    "columns": _columns,
    "what": lambda words: words.say(_DONE),
    "which": _card,
    "why": lambda words: words.say(_CAUSE),
    **dict.fromkeys(
        ("active", "actor", "attacker", "side", "winner", "holder", "gone_of", "struck_of", "winners"),
        lambda words: player_name("red", words),
    ),
    **dict.fromkeys(("army", "other", "defender", "loser"), lambda words: player_name("blue", words)),
    "player": lambda words: player_name("blue", words),
}
# As they are in every language.
_FIGURES = {
    "column": "3",
    "from": "2",
    "one": "2",
    "other": "4",
    "game": "Field of Glory",
    "lines": "4 + 3",
    "sum": "14 + 5",
    "rulings": "FG-C3, FG-C4",
    "faces": "8 8 8 8 8 8",
    "digits": "8d0f 3a6c",
    "file": "evening.bad",
    "whole": "3",
    "part": "5",
    "mean": "3.5",
    "held": "3 : 2",
    "scored": "11 : 9",
    "due": "5",
    "paid": "3",
    "total": "14",
    "battle": "12",
    "annihilation": "16",
    "hand": "11",
    "limit": "9",
    "have": "2",
    "lying": "5",
    "seconds": "0.8",
    "minutes": "12",
    "dice": "48",
    "cost": "3",
    "points": "4",
}
# Where the same name means another thing.
_GLORY = {"card": "samurai", "kind": "samurai", "neighbour": "monk", "gone": "farmer", "struck": "ninja"}
_ARENA = {
    **dict.fromkeys(("card", "first"), "red/knight-1"),
    **dict.fromkeys(("bearer", "target", "enemy"), "blue/scout-1"),
    "there": "red/mail-1",
}
# Figures that only this game has, or that are other ones in it.
_ARENA_FIGURES = {
    "com": "4",
    "log": "2",
    "die": "4",
    "limit": "8",
    "missing": "1",
    "reach": "7, 9, 11",
    "below": "5",
    "sum": "5 + 3",
    "others": "4 + 1",
    "total": "8",
    "decks": "wolves, hawks",
    "note": "howls",
    "modifiers": "Mail +1",
    "added": "Mail +1",
    "wanted": "4",
    "chance": "42",
}
_ELSEWHERE: dict[tuple[str, str], Callable[[Words], str]] = {
    ("_discards", "cards"): lambda words: card_name("red/mail-1", words),
    **dict.fromkeys((("retreated", "cards"), ("captured", "cards"), ("discarded", "cards")), _card),
    ("wrong-column", "wanted"): _columns,
    ("not-a-unit", "kind"): lambda words: kind_name("commander", words),
    ("cannot-retreat", "lead"): lambda words: "3",
    ("one-card", "limit"): lambda words: "1",
    ("column-full", "limit"): lambda words: "2",
    ("nothing-drawn", "drawn"): lambda words: "1",
    ("not-held", "left"): lambda words: "A, C",
    ("dice-columns", "columns"): lambda words: "3 1 5",
    ("decimal", "part"): lambda words: "5",
    ("alternatives", "other"): lambda words: "4",
}


def readings() -> Iterator[Reading]:
    """All of them, the screens' before the page's, in the order of the source."""
    for path in sorted(SOURCE.rglob("*.py")):
        named = path.relative_to(SOURCE).with_suffix("").as_posix()
        for place in places_in(path.read_text(encoding="utf-8")):
            table = place.table.strip("_").lower()
            yield from _of_place(place, f"{named}: {table}" if table else named)
    yield from _of_page()


def _of_place(place: Place, part: str) -> Iterator[Reading]:
    spoken = [words_of(language) for language in LANGUAGES]
    if isinstance(place.key, str):
        yield Reading(part, place.name, tuple(filled(part, place, place.key, {}, words) for words in spoken))
        return
    message = Plural(*place.key, place.by)
    for number in numbers_of(place):
        given = {place.by: str(number)}
        said = tuple(filled(part, place, message, given, words) for words in spoken)
        yield Reading(part, f"{place.name} ({place.by} {number})".strip(), said)


def numbers_of(place: Place) -> tuple[int, ...]:
    """The numbers that a plural is read with: what says "1 card" for one is never said of none, which French counts as
    one."""
    if isinstance(place.key, str) or f"{{{place.by}}}" in place.key[0]:
        return NUMBERS
    return NUMBERS[1:]


def filled(part: str, place: Place, message: Message, given: dict[str, str], words: Words) -> str:
    """``message`` with figures such as an evening has; a whole sentence begins as on screens."""
    names = _FIGURE.findall(message.many if isinstance(message, Plural) else message)
    figures = {name: figure(place, name, words) for name in names} | given
    if "card" in names and "thermopyles" in part:
        figures["card"] = _persian(words)
    if "call_to_glory" in part:
        figures |= {name: kind_name(_GLORY[name], words) for name in names if name in _GLORY}
    if "dark_age_arena" in part:
        figures |= {name: card_name(_ARENA[name], words) for name in names if name in _ARENA}
        figures |= {name: _ARENA_FIGURES[name] for name in names if name in _ARENA_FIGURES}
        figures |= {name: place_name("2", words) for name in names if name == "place"} | given
    said = words.say(message, **figures)
    return sentence(said) if said.endswith(".") else said


def figure(place: Place, name: str, words: Words) -> str:
    """What stands for {name} in the message of ``place``."""
    for where in (place.name.partition(" ")[0], place.table):
        if say := _ELSEWHERE.get((where, name)):
            return say(words)
    if say := _SAID.get(name):
        return say(words)
    return _FIGURES.get(name, "3")


def _of_page() -> Iterator[Reading]:
    """The page's own words: its sentences, and its rulings."""
    for folder in sorted({path.parent for path in STATIC.glob("*/en.json")}):
        told = {each: _read(folder / f"{each}.json") for each in LANGUAGES}
        for key in told[LANGUAGES[0]]:
            said = tuple(_on_page(key, as_str(told[each].get(key, "")), each) for each in LANGUAGES)
            yield Reading("page", key, said)
    for path in sorted(STATIC.glob("*/rulings.json")):
        for ruling, laws in _read(path).items():
            title_and_text = [as_list(as_object(laws).get(each, ["", ""])) for each in LANGUAGES]
            for number, key in enumerate(("title", "text")):
                texts = tuple(as_str(law[number]) for law in title_and_text)
                yield Reading("page: rulings", f"{ruling} {key}", texts)


def _on_page(key: str, text: str, language: str) -> str:
    place, words = Place(text, "page"), words_of(language)
    one = key.endswith(".one")
    return _FIGURE.sub(lambda found: "1" if one else figure(place, found[1], words), text)


def _read(path: Path) -> Mapping[str, Json]:
    """What a file has; nothing where a language has yet to get it, as ``make languages`` says."""
    if not path.exists():
        return {}
    return as_object(json.loads(path.read_text(encoding="utf-8")))


def write(rows: Iterator[Reading], form: str, out: TextIO) -> None:
    """All ``rows`` as ``form``: "markdown", "csv" or "json"."""
    if form == "csv":
        writer = csv.writer(out)
        writer.writerow(("part", "key", *LANGUAGES))
        writer.writerows((row.part, row.key, *row.said) for row in rows)
    elif form == "json":
        for row in rows:
            said = dict(zip(LANGUAGES, row.said, strict=True))
            out.write(json.dumps({"part": row.part, "key": row.key, **said}, ensure_ascii=False) + "\n")
    else:
        for part, some in groupby(rows, lambda row: row.part):
            out.write(f"\n## {part}\n\n| key | {' | '.join(LANGUAGES)} |\n|---|{'---|' * len(LANGUAGES)}\n")
            for row in some:
                out.write(
                    "| " + " | ".join(text.replace("|", "\\|") for text in (row.key, *row.said)) + " |\n"
                )


def main(asked: list[str]) -> int:
    """Write them to stdout; 2 for an option that there is not."""
    forms = {(): "markdown", ("--csv",): "csv", ("--json",): "json"}
    form = forms.get(tuple(asked))
    if form is None:
        sys.stderr.write("python -m signifer_firmware.texts.readings [--csv | --json]\n")
        return 2
    write(readings(), form, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
