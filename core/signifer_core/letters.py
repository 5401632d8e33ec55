"""Which letters do no harm where a text that anybody may have written is shown: on a page, a screen, a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

# Controls; marks that show nothing or turn the direction of a text; halves of characters; what has no meaning.
_NO_LETTERS = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
# Letters and marks by their kind that fonts show nothing of (Default_Ignorable_Code_Point of Unicode, and a braille
# pattern without dots): fillers, joiners, selectors of variants.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(
    *(map(chr, span) for span in (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)))
)
_ACCENT, _MOST_ACCENTS = "M", 2


def is_shown(letter: str) -> bool:
    """Whether it is a letter or a blank, of which something is shown where it stands, and nothing elsewhere."""
    return unicodedata.category(letter) not in _NO_LETTERS and letter not in _BLANKS


def without_heaps(text: str) -> Iterator[str]:
    """The letters of a text, each with a few accents: heaps of them would cover the lines above and below."""
    accents = 0
    for letter in text:
        accents = accents + 1 if unicodedata.category(letter).startswith(_ACCENT) else 0
        if accents <= _MOST_ACCENTS:
            yield letter
