"""The decks that can be enrolled: which cards, in which order, and what is printed on each, in words for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from signifer_core.cards import Card, Catalogue
from signifer_core.decks import ASSUMED
from signifer_core.errors import ConfigError
from signifer_core.figures import Figure
from signifer_core.toml_lines import did_you_mean

# Figures of this confidence are shown as they are; of the others it is said how sure they are.
SURE = ("high", "fairly high", "owner")
# The catalogue's own word for it ("medium") says nothing to who holds the card.
UNSURE = "unsure"


@dataclass(frozen=True)
class Deck:
    """Cards of one game that are enrolled together, in the order of its catalogue."""

    name: str
    catalogue: Catalogue
    cards: tuple[str, ...]


def decks_of(catalogue: Catalogue) -> tuple[str, ...]:
    """The names of a game's decks, in the order of its catalogue: its armies, and the sorts of cards of none."""
    return tuple(dict.fromkeys(_deck_of(card, catalogue) for card in catalogue.values()))


def _deck_of(card: Card, catalogue: Catalogue) -> str:
    return card.army or catalogue.kinds[card.kind].sort


def known_decks(catalogues: Mapping[str, Catalogue]) -> list[str]:
    """All that can be said as GAME/DECK."""
    return [f"{game}/{deck}" for game, catalogue in catalogues.items() for deck in decks_of(catalogue)]


def deck_of(text: str, catalogues: Mapping[str, Catalogue]) -> Deck:
    """The deck "GAME/DECK", all cards of "GAME", or the deck "DECK" if one game alone has it. ConfigError for none."""
    game, slash, deck = text.partition("/")
    if not slash and game not in catalogues:
        owners = [name for name, catalogue in catalogues.items() if game in decks_of(catalogue)]
        if len(owners) == 1:
            game, deck = owners[0], game
    if game not in catalogues or (deck and deck not in decks_of(catalogues[game])):
        known = [*catalogues, *known_decks(catalogues)]
        words = [*known, *(part for cat in catalogues.values() for part in decks_of(cat))]
        hint = did_you_mean(text, words, otherwise=f"known: {', '.join(known)}")
        raise ConfigError([f'no deck "{text}": {hint}'])
    catalogue = catalogues[game]
    cards = tuple(card.id for card in catalogue.values() if deck in ("", _deck_of(card, catalogue)))
    return Deck(f"{game}/{deck}" if deck else game, catalogue, cards)


def cards_named(names: Iterable[str], deck: Deck) -> tuple[str, ...]:
    """The cards of these ids, each once; "spear-2" where the deck has one such card, "thermopyles:spartan-3" as the
    store has it. ConfigError with all unknown."""
    faults: list[str] = []
    found: dict[str, None] = {}
    for name in names:
        game = f"{deck.catalogue.game}:"
        meant = [card for card in deck.cards if name.removeprefix(game) in (card, card.rpartition("/")[2])]
        if len(meant) == 1:
            found[meant[0]] = None
        elif meant:
            faults.append(f'"{name}" is {" and ".join(meant)}: say which')
        else:
            ids = [*deck.cards, *{card.rpartition("/")[2]: None for card in deck.cards}]
            hint = did_you_mean(name, ids, otherwise=f'a card is written "{deck.cards[0]}"')
            faults.append(f'no card "{name}" in {deck.name}: {hint}')
    if faults:
        raise ConfigError(faults)
    return tuple(found)


def title(card: Card, catalogue: Catalogue) -> str:
    """Which card it is: "spear 1 of 3, red"."""
    kind = catalogue.kinds[card.kind]
    whose = f", {card.army}" if card.army else ""
    count = len(_same(catalogue, card.id)) if card.army else kind.count
    which = f" {card.number} of {count}" if count > 1 else ""
    return f"{card.kind.replace('-', ' ')}{which}{whose}"


def figure_name(name: str) -> str:
    """A figure in words: "against light infantry", "movement cost"."""
    return name.replace(".", " ").replace("_", " ").replace("-", " ")


def figure_text(name: str, figure: Figure) -> str:
    """A figure as it is asked for: "combat 4", "against cavalry -1", "victory points 3 (unsure)"."""
    value = "not known" if figure.value is None else str(figure.value)
    doubt = "" if figure.confidence in SURE else f" ({ASSUMED if figure.confidence == ASSUMED else UNSURE})"
    return f"{figure_name(name)} {value}{doubt}"


def figure_texts(card: Card) -> list[str]:
    """All figures of a card, those of the kind before those in which its cards differ; how many there are is none."""
    return [figure_text(name, figure) for name, figure in card.figures.items() if name != "count"]


def assumed(card: Card) -> list[str]:
    """The names of the figures of a card that nobody has read from a card, or that nobody knows."""
    return [
        name
        for name, figure in card.figures.items()
        if name != "count" and (figure.confidence == ASSUMED or figure.value is None)
    ]


def kind_agrees(catalogue: Catalogue, kind: str, figure: str) -> bool:
    """Whether all cards of a kind bear the same figure: then a correction is meant for all of them."""
    values = {
        card.figures[figure].value if figure in card.figures else None
        for card in catalogue.values()
        if card.kind == kind
    }
    return len(values) == 1


def equals_of(catalogue: Catalogue, card: str) -> int:
    """How many cards of its kind there are, if all bear the same and there is more than one; else 0. Then it does not
    matter which of them is laid."""
    same = _same(catalogue, card)
    equal = all(each.figures == same[0].figures for each in same)
    return len(same) if equal and len(same) > 1 else 0


def _same(catalogue: Catalogue, card: str) -> list[Card]:
    """The cards of its kind in its deck."""
    kind, army = catalogue[card].kind, catalogue[card].army
    return [each for each in catalogue.values() if (each.kind, each.army) == (kind, army)]


def tags_of(cards: Sequence[str], tags: Mapping[bytes, str]) -> dict[str, list[bytes]]:
    """The tags of each of ``cards``, by card."""
    found: dict[str, list[bytes]] = {card: [] for card in cards}
    for uid, card in tags.items():
        if card in found:
            found[card].append(uid)
    return found


def written(uid: bytes) -> str:
    """A tag's number as people read it."""
    return uid.hex().upper()
