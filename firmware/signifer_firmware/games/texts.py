"""What a game says beside what every game says, and what all games say together.

Steps, prompts, kinds and labels are one name space over all games. Refusals, entries of the menu and words of the
record are each game's own: the same key may be said in other words. A game's ``texts`` may import nothing but this and
``words``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from signifer_firmware.words import Message, Plural

from .registry import NAMES, part

Figures = dict[str, str]


def no_variant(code: str, figures: Figures) -> str:
    """Every refusal is said in the words of its code."""
    del code, figures
    return ""


@dataclass(frozen=True)
class GameTexts:
    """The English of one game, each message by its key.

    ``rulings`` is how the ids of its rulings begin. ``refusals`` are by code, or by code and more words where
    ``variant`` of the code and its figures says so (it may add figures); ``notices`` say them in two or three
    words, ``fixes`` say fixes otherwise than all games do. ``asked`` is what the other one reads of a question,
    ``pads`` what `ok` would do with cards on a pad, ``done`` what an action's first word says in the record, with
    ``numbered`` where a number after it is no column; ``agreed`` is the entry that such words are about where it
    has another name, ``values`` the values of entries, and ``differs`` says how many things do not lie as the
    record has them. ``accepting`` are prompts that come with the sound of what is accepted, as cards wait which are
    no action yet.
    """

    rulings: str
    refusals: Mapping[str, Message]
    notices: Mapping[str, str]
    prompts: Mapping[str, Message]
    asked: Mapping[str, str]
    pads: Mapping[str, Message]
    steps: Mapping[str, str]
    kinds: Mapping[str, str]
    labels: Mapping[str, str]
    done: Mapping[str, str]
    entries: Mapping[str, str]
    differs: Plural
    variant: Callable[[str, Figures], str] = no_variant
    fixes: Mapping[str, str] = field(default_factory=dict)
    accepting: frozenset[str] = frozenset()
    numbered: Mapping[str, str] = field(default_factory=dict)
    agreed: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@cache
def texts_of(game: str) -> GameTexts:
    """What ``game`` says; of "" the first game, where nobody knows which one is meant."""
    found: GameTexts = part(game or NAMES[0], "texts", "TEXTS")
    return found


@cache
def texts_by_ruling(ruling: str) -> GameTexts:
    """What the game says to which a ruling belongs; the first one, if to none."""
    prefix = ruling.partition("-")[0]
    return next((each for each in map(texts_of, NAMES) if each.rulings == prefix), texts_of(""))


def merged(name: str) -> dict[str, Any]:
    """One table of all games, such as their "steps"; what all games share is the same in each."""
    return {key: said for game in reversed(NAMES) for key, said in getattr(texts_of(game), name).items()}
