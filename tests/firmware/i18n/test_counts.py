"""A number before a noun is one, or none, sooner or later: "1 cards" is said in no language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from signifer_firmware.i18n import catalogues
from signifer_firmware.i18n.words import LANGUAGES, words_of

from tests.firmware.web.static import STATIC, catalogue

# What a figure counts: the word behind it, of which its sentence for one has another form.
COUNTED = re.compile(r"\{(\w+)\}[ \N{NO-BREAK SPACE}](\w+)")
# Words that stand behind a number, too, and are none of what it counts.
NO_NOUNS = {"are", "cancelled", "lifted", "more", "of", "used"} | {
    "annihilés",
    "annulés",
    "au",
    "de",
    "enlevées",
}
NO_NOUNS |= {"COM", "ont", "repoussés"} | {
    "auf",
    "aufgehoben",
    "aufgenommen",
    "gespielte",
    "sind",
    "unabwehrbare",
    "von",
}
# Sentences of the page whose number is never one.
NEVER_ONE = {
    "cg.did.players": "two to four play",
    "cg.kinds": "six or seven kinds end a round",
    "cg.mission.does": "a card of a mission is 5, 4 or 3 points",
    "end.terrains": "three terrains and more win",
    "upkeep.laid.several": "one card does not come together with others",
}
# And of the screens.
SCREENS_NEVER_ONE = {
    "{number} Persians in the cemetery win the game, or a row that cannot be refilled (TH-10).": "twelve",
    "{cards} cards lie on the pads; one is discarded.": "one is right",
    "{number} kinds of one player, or all nine on the table, end the round, too (CG-5).": "six or seven",
    "{player} has laid {number} kinds": "six or seven",
    "Equal totals: by the best round, {points} points": "a kind is six points and more",
    "At most {most} cards are discarded.": "two",
    "Column {column}, over {limit} cards: pile the others beside the table.": "what a reader can read",
    "{player} has {points} of 10 points.": "said near ten",
    "{player} has {count} points, supply included, and more than the other (DA-1).": "ten and more",
    "{hand} cards in hand; the limit is {limit}.": "more than the limit",
    "More than {limit} cards in hand: one is discarded.": "six",
}
# Figures that are names, and count nothing.
NAMES = {"active", "card", "kind", "place", "player"}


def pairs(language: str) -> Iterator[tuple[str, str]]:
    """What is said of one and what of several, of pages and of screens."""
    words = catalogue(language)
    yield from ((words[key], words[key.removesuffix(".one")]) for key in words if key.endswith(".one"))
    for key in catalogues.used():
        if isinstance(key, tuple):
            said = words_of(language)._catalogue
            yield said.ngettext(*key, 1), said.ngettext(*key, 2)


@cache
def nouns(language: str) -> frozenset[str]:
    """What is counted anywhere, as it is called where it is several."""
    found = (
        noun
        for one, many in pairs(language)
        for _, noun in set(COUNTED.findall(many)) - set(COUNTED.findall(one))
    )
    return frozenset(found) - NO_NOUNS


def counting(text: str, language: str) -> list[str]:
    """The figures of a sentence that stand before a noun in its plural."""
    return [
        figure for figure, noun in COUNTED.findall(text) if noun in nouns(language) and figure not in NAMES
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_page_counts_has_a_sentence_for_one(language: str) -> None:
    words = catalogue(language)
    assert {"en": "cards", "fr": "cartes", "de": "Karten"}[language] in nouns(language)
    alone = {key for key in words if not key.endswith(".one") and f"{key}.one" not in words}
    assert {key for key in alone if counting(words[key], language)} <= NEVER_ONE.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_screen_counts_has_a_sentence_for_one(language: str) -> None:
    said = words_of(language)._catalogue
    alone = [key for key in catalogues.used() if isinstance(key, str)]
    assert {key for key in alone if counting(said.gettext(key), language)} <= SCREENS_NEVER_ONE.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_takes_the_form_for_the_number_that_it_counts(language: str) -> None:
    """The first whole number that a sentence is given decides (`say` of words.js)."""
    words = catalogue(language)
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.rglob("*.js")))
    seen = set()
    for key, given in re.findall(r'\bsay\(\s*"([\w.-]+)",\s*\{([^}]*)\}', source):
        if f"{key}.one" in words:
            numbers = [
                name for name in re.findall(r"(?:^|,)\s*(\.{0,3}\w+)", given) if name not in {*NAMES, "cards"}
            ]
            assert numbers[0] == counted(words[key], words[f"{key}.one"]), (key, given)
            seen.add(key)
    assert {"cg.laid", "cg.odds.of", "da.sums"} <= seen


def test_what_is_never_one_is_still_said() -> None:
    assert NEVER_ONE.keys() <= catalogue("en").keys()
    assert SCREENS_NEVER_ONE.keys() <= catalogues.used().keys()


def counted(many: str, one: str) -> str:
    """The figure by which two forms differ: that before another noun; else the first number of the sentence."""
    differs: list[str] = [
        figure for figure, noun in COUNTED.findall(many) if (figure, noun) not in COUNTED.findall(one)
    ]
    differs += [name for name in re.findall(r"\{(\w+)\}", many) if name not in NAMES]
    return differs[0]
