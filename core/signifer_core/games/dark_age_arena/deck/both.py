"""The decks of both players as one: a catalogue of their cards, and a text to keep with the game.

In a game a card is called by the side where its deck sits, "red/knight-2"; in the tag record by its deck,
"wolves/knight-2".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from signifer_core.cards import Card, Catalogue, Kind
from signifer_core.errors import ConfigError, RulesError
from signifer_core.figures import Figure
from signifer_core.frozen import FrozenMap
from signifer_core.layout import SIDES, Side, side_of

from .file import GAME, parse_deck
from .printed import Character, DeckFile, Equipment, Instant, Printed, Supply, Victory, sort_of

_PART = re.compile(r"# (red|blue): (\d+) lines of a deck file")


@dataclass(frozen=True, slots=True, eq=False)
class Decks(Catalogue):
    """The cards of both decks, by their ids in a game; equal if the decks are, and who has which."""

    files: FrozenMap[DeckFile]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Decks) and self.files == other.files)

    def __hash__(self) -> int:
        return hash((self.game, tuple(self.files[side].name for side in SIDES), len(self.cards)))

    def ids_of(self, kind: Kind) -> list[str]:
        """The ids of a kind's cards. The two decks may have different numbers of them."""
        return [card.id for card in self.cards.values() if card.kind == kind.name]

    def overlaid(self, text: str, *, file: str) -> Decks:
        """The decks that players have brought, from the text of both (`both_texts`); ConfigError with all faults."""
        return parse_decks(text, file=file)

    @property
    def text(self) -> str:
        """The text of both, which `overlaid` reads."""
        return both_texts(self.files["red"].text, self.files["blue"].text)

    def tag_name(self, card: str) -> str:
        """What the tag record calls a card: "wolves/knight-2" for "red/knight-2"."""
        side, _, rest = card.partition("/")
        return f"{self.files[side].name}/{rest}"

    def by_tag_name(self, name: str) -> str | None:
        """The id in this game of a card of the tag record; None if neither deck has it."""
        deck, _, rest = name.partition("/")
        found = [f"{side}/{rest}" for side in SIDES if self.files[side].name == deck]
        return next((card for card in found if card in self.cards), None)


def joined(red: DeckFile, blue: DeckFile) -> Decks:
    """The catalogue of a game with these decks; ConfigError if one deck is to sit on both sides."""
    if red.name == blue.name:
        raise ConfigError(
            [f'both decks are called "{red.name}", and each deck sits on one side: name another one']
        )
    files: dict[str, DeckFile] = {"red": red, "blue": blue}
    kinds: dict[str, Kind] = {}
    cards: dict[str, Card] = {}
    for side, file in files.items():
        for kind, printed in file.kinds.items():
            most = max(printed.count, kinds[kind].count if kind in kinds else 0)
            kinds[kind] = Kind(kind, sort_of(printed), most)
            for number in range(1, printed.count + 1):
                full = f"{side}/{kind}-{number}"
                cards[full] = Card(full, GAME, side, kind, number, _figures(file, printed))
    none: FrozenMap[int] = FrozenMap({})
    return Decks(GAME, SIDES, none, FrozenMap({}), FrozenMap(kinds), FrozenMap(cards), files=FrozenMap(files))


def one_deck(file: DeckFile) -> Catalogue:
    """The cards of one deck as the tag record has them: "wolves/knight-2"."""
    kinds = {kind: Kind(kind, sort_of(printed), printed.count) for kind, printed in file.kinds.items()}
    cards = {
        f"{file.name}/{kind}-{number}": Card(
            f"{file.name}/{kind}-{number}", GAME, file.name, kind, number, _figures(file, printed)
        )
        for kind, printed in file.kinds.items()
        for number in range(1, printed.count + 1)
    }
    return Catalogue(GAME, (file.name,), FrozenMap({}), FrozenMap({}), FrozenMap(kinds), FrozenMap(cards))


def _figures(file: DeckFile, printed: Printed) -> FrozenMap[Figure]:
    """The single figures of a card, as catalogues have them. Lists, lines and words are in `Printed` alone."""
    found: dict[str, int] = {}
    match printed:
        case Character(control=control, life=life, weapons=weapons, skills=skills):
            found = {"control": control, "weapons": weapons, "skills": skills, "life": life}
        case Equipment(com=com, log=log) | Supply(com=com, log=log) | Instant(com=com, log=log):
            found = {"com": com, "log": log}
        case Victory(points=points):
            found = {"points": points}
    confidence = "assumed" if file.invented else "owner"
    return FrozenMap({name: Figure(value, file.name, confidence) for name, value in found.items()})


def both_texts(red: str, blue: str) -> str:
    """The texts of red's and blue's deck files as one, each under a line that says how long it is."""
    return "".join(_part(side, text) for side, text in zip(SIDES, (red, blue), strict=True))


def _part(side: Side, text: str) -> str:
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    return "\n".join((f"# {side}: {len(lines)} lines of a deck file", *lines, ""))


def parse_decks(text: str, *, file: str) -> Decks:
    """The decks of both players; ConfigError with all faults, as "FILE, red:LINE: ..."."""
    texts, faults = _split(text, file), list[str]()
    found: dict[Side, DeckFile] = {}
    for side, part in texts.items():
        try:
            found[side] = parse_deck(part, file=f"{file}, {side}")
        except ConfigError as error:
            faults += error.faults
    if faults:
        raise ConfigError(faults)
    return joined(found["red"], found["blue"])


def _split(text: str, file: str) -> Mapping[Side, str]:
    lines, at = text.split("\n"), 0
    texts: dict[Side, str] = {}
    while at < len(lines) - 1 and (found := _PART.fullmatch(lines[at])):
        end = at + 1 + int(found.group(2))
        texts[side_of(found.group(1))] = "\n".join((*lines[at + 1 : end], ""))
        at = end
    if set(texts) != set(SIDES) or at != len(lines) - 1:
        raise ConfigError(
            [f"{file}:1: this is not the text of both players' decks: name a deck file of each"]
        )
    return texts


@lru_cache(maxsize=1024)
def side_of_card(card: str) -> Side:
    """Whose card it is; RulesError for what is no id of this game."""
    side = card.partition("/")[0]
    if side not in SIDES or "-" not in card:
        raise RulesError(f'"{card}" is no card of this game: say "red/knight-2"')
    return side_of(side)


def kind_of(card: str) -> str:
    """The kind in a card's id: "knight" in "red/knight-2"; a kind in both decks is the same character (DA-13)."""
    side_of_card(card)
    return card.partition("/")[2].rpartition("-")[0]
