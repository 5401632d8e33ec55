"""The file of tags, which tag is on which card: for people to read, written, and read with all of its faults.
docs/tags.md."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from signifer_core.cards import Catalogue
from signifer_core.errors import ConfigError
from signifer_core.figures import shown
from signifer_core.toml_lines import Toml, did_you_mean, parse_toml

from signifer_firmware.files.reading import read_text
from signifer_firmware.game_api.card_names import full_id

from .decks import tags_of, written
from .tags import foreign

_KEYS = ("game", "tags")
_UID = re.compile(r"[0-9A-Fa-f]{14}")


def exported(catalogue: Catalogue, cards: tuple[str, ...], tags: Mapping[bytes, str]) -> str:
    """The tags of ``cards`` as text, in the order of the cards; those without a tag as comments."""
    lines = ["# Which tag is on which card: docs/tags.md", f'game = "{catalogue.game}"', "", "[tags]"]
    for card, uids in tags_of(cards, tags).items():
        lines += [f'{written(uid)} = "{card}"' for uid in uids] or [f'# none yet = "{card}"']
    return "".join(f"{line}\n" for line in lines)


def imported(path: Path, catalogues: Mapping[str, Catalogue]) -> dict[bytes, str]:
    """The card of each tag in a file, by its id among all games; ConfigError with all faults."""
    text = read_text(path, advice="name a file of tags, as enrol --export writes it")
    return parsed(text, file=str(path), catalogues=catalogues)


def parsed(text: str, *, file: str, catalogues: Mapping[str, Catalogue]) -> dict[bytes, str]:
    """The card of each tag in the text of a file, by its id among all games; ConfigError with all faults."""
    toml = parse_toml(text, file=file)
    tags = _tags(toml, catalogues) if toml.readable else {}
    faults = toml.faults_in_order()
    if faults:
        raise ConfigError(faults)
    return tags


def _tags(toml: Toml, catalogues: Mapping[str, Catalogue]) -> dict[bytes, str]:
    for key in toml.data:
        if key not in _KEYS:
            toml.fault((key,), f'no "{key}" here: {did_you_mean(key, list(_KEYS))}')
    game, table = toml.data.get("game"), toml.data.get("tags")
    catalogue = catalogues.get(game) if isinstance(game, str) else None
    if catalogue is None:
        said = f'no game "{game}"' if isinstance(game, str) else "say which game the cards belong to"
        toml.fault(
            ("game",), f"{said}: {', '.join(f'game = {chr(34)}{name}{chr(34)}' for name in catalogues)}"
        )
    example = next(iter(catalogue or next(iter(catalogues.values()))))
    if not isinstance(table, dict):
        toml.fault(("tags",), f'the tags stand below [tags], one a line: 04A1B2C3D4E5F6 = "{example}"')
        return {}
    found: dict[bytes, str] = {}
    for number, card in table.items():
        uid = _uid(toml, number)
        if not isinstance(card, str):
            toml.fault(("tags", number), f'a card is a text in quotes: {number} = "{example}"')
        elif catalogue is not None and card not in catalogue:
            hint = did_you_mean(card, list(catalogue), otherwise=f'a card is written "{example}"')
            toml.fault(("tags", number), f"no card {shown(card)} in {game}: {hint}")
        elif uid in found:
            toml.fault(("tags", number), f"the tag {number} stands there twice")
        elif uid is not None:
            found[uid] = full_id(str(game), card)
    return found


def _uid(toml: Toml, number: str) -> bytes | None:
    """The number of a tag; None, and a fault, if it is none of a tag for cards."""
    if not _UID.fullmatch(number):
        toml.fault(("tags", number), f"{shown(number)} is no tag's number: 14 hex digits like 04A1B2C3D4E5F6")
        return None
    uid = bytes.fromhex(number)
    why = foreign(uid)
    if why:
        toml.fault(("tags", number), why)
    return uid


@dataclass(frozen=True)
class Merge:
    """What an import would do: ``new`` bindings, and ``changes`` of what is known now, each in a sentence.

    ``forgotten`` are the cards whose tags are other ones in the file; ``kept`` is how many bindings are known already.
    """

    new: Mapping[bytes, str]
    changes: tuple[str, ...]
    forgotten: tuple[str, ...]
    kept: int


def merge(file: Mapping[bytes, str], known: Mapping[bytes, str]) -> Merge:
    """Compare a file with what is known: for the cards that it names, its tags are to hold, and no others."""
    cards = tuple(dict.fromkeys(file.values()))
    before, after = tags_of(cards, known), tags_of(cards, file)
    changes: list[str] = []
    for uid, card in file.items():
        if known.get(uid, card) != card:
            changes.append(f"the tag {written(uid)} goes from {known[uid]} to {card}")
    forgotten = []
    for card in cards:
        gone = [uid for uid in before[card] if uid not in after[card] and uid not in file]
        if gone:
            forgotten.append(card)
            changes += [f"the tag {written(uid)} of {card} is forgotten" for uid in gone]
    new = {uid: card for uid, card in file.items() if known.get(uid) != card or card in forgotten}
    return Merge(new, tuple(changes), tuple(forgotten), len(file) - len(new))
