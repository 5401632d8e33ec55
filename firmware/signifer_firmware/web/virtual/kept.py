"""A game of the virtual table that is kept: with what it was begun, its journal, and where every card was.

The journal tells what the table knows; which cards are in a hand, and in which order a deck lies, the world alone
knows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from signifer_core.json_values import Json, as_int, as_list, as_object, as_str
from signifer_core.layout import SIDES, ZONES, Zone, side_of
from signifer_core.procedure import Table

from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.session import journal
from signifer_firmware.simulation.piles import Pile
from signifer_firmware.storage.store import Entry
from signifer_firmware.web.game import BOX, page_of
from signifer_firmware.web.play import WATCH, Choice
from signifer_firmware.web.view.glance import Glance

from .players import named

# What a file of a game under way begins with; a later form has another number.
NAME, VERSION = "signifer virtual table", 1
Places = tuple[tuple[str, Pile | Zone], ...]
Moments = tuple[tuple[int, Glance], ...]
# What people have done.
_DECIDED = ("gesture", "agreed")
_ODD = (LookupError, TypeError, ValueError, AttributeError, RecursionError)


@dataclass(frozen=True)
class Step:
    """A moment to go back to in practice: after so many lines of the page's record, and of the journal, with every
    card's place; ``asked`` is whether people had something to decide, ``shared`` whether robots had, too."""

    count: int
    entries: int
    places: Places
    asked: bool = False
    shared: bool = False


@dataclass(frozen=True)
class Kept:
    """A game to go on with: its ``entries`` from "begin" on, and ``places``, each card of a deck from the bottom, of a
    zone in the order laid. Without places cards come to where the table knows them to be, the others to where chance
    has them. One that was taken back to here goes on in the place of what it was: it knows the ``steps`` before, and
    how those ``moments`` were seen."""

    choice: Choice
    entries: tuple[Entry, ...]
    places: Places = ()
    steps: tuple[Step, ...] = ()
    moments: Moments = ()

    @property
    def bundle(self) -> AnyBundle:
        """The game with the figures, or the decks, with which it was begun. LookupError for one that is not known."""
        return journal.corrected(registry.bundles()[journal.game_of(self.entries)], self.entries)

    def table(self) -> Table[AnyState]:
        """How the table stood at the end of the journal. JournalError if it cannot be played again."""
        with journal.understood():
            return journal.replayed(self.bundle, self.entries)


def is_played_in(entries: Iterable[Entry]) -> bool:
    """Whether anything was done in a game: one in which nothing was done was not played."""
    return any(entry.kind in _DECIDED for entry in entries)


def lying(bundle: AnyBundle, table: Table[AnyState]) -> tuple[tuple[Zone, str], ...]:
    """What lies there by the table's record: what has to, what may lie where its side has it, and cards that are
    confirmed and not shown yet."""
    due, side = bundle.procedure.due(table), bundle.procedure.side
    must = tuple(due.must.items())
    there = {card for _, card in must}
    free = {card: zone for card, zone in sorted(due.free) if zone.side == side(card)}
    free |= {card: zone for card, zone in sorted(table.held.offered) if card in bundle.cards}
    return (*must, *((zone, card) for card, zone in free.items() if card not in there))


def text_of(choice: Choice, places: Places) -> str:
    """What is kept beside the journal, as text."""
    told: dict[str, Json] = {
        NAME: VERSION,
        "game": choice.game,
        "mode": choice.mode,
        "by_hand": choice.by_hand,
        "languages": dict(choice.languages),
        "seed": choice.seed,
        "variant": choice.variant,
        "decks": list(choice.decks),
        "apart": choice.apart,
        "level": choice.level,
        "tutor": choice.tutor,
        "practice": choice.practice,
        "names": dict(choice.names),
        "places": [[card, str(at) if isinstance(at, Zone) else list(at)] for card, at in places],
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


def read(text: str) -> tuple[Choice, Places]:
    """What `text_of` has written; ValueError for anything else."""
    try:
        told = as_object(json.loads(text))
        if told[NAME] != VERSION:
            raise ValueError(f"version {told[NAME]}")
        choice, places = _choice(told), tuple(map(_place, as_list(told["places"])))
        odd = {at for _, at in places} - {*ZONES, *page_of(choice.game).piles, BOX}
        if odd:
            raise ValueError(f"no such place: {odd}")
        return choice, places
    except _ODD as error:
        raise ValueError(f"no game under way ({error!r})") from error


def _choice(found: Mapping[str, Json]) -> Choice:
    game, mode, variant = (as_str(found[name]) for name in ("game", "mode", "variant"))
    page, languages = page_of(game), as_object(found["languages"])
    if mode not in page.modes or mode == WATCH or variant not in ("", *page.variants):
        raise ValueError(f"{game} is not played {mode} {variant}")
    if any(languages[side] not in LANGUAGES for side in SIDES):
        raise ValueError("no such language")
    return Choice(
        mode,
        by_hand=found["by_hand"] is True,
        languages=tuple((side, as_str(languages[side])) for side in SIDES),
        seed=as_int(found["seed"]),
        game=game,
        variant=variant,
        decks=tuple(map(as_str, as_list(found["decks"]))),
        # Games of earlier versions do not say these.
        apart=found.get("apart") is True,
        level=as_int(found.get("level", 0)),
        tutor=found.get("tutor") is True,
        practice=found.get("practice") is True,
        names=named(game, mode, as_object(found.get("names", {}))),
    )


def _place(told: Json) -> tuple[str, Pile | Zone]:
    card, at = as_list(told)
    if isinstance(at, str):
        place, side = at.split(" ")
        return as_str(card), Zone(place, side_of(side))
    owner, pile = as_list(at)
    return as_str(card), (as_str(owner), as_str(pile))


def gone_on(choice: Choice, entries: Iterable[Entry]) -> Kept:
    """A game that goes on from a record: as if everybody had sat down at a table where it lies. It says that it is none
    of its own."""
    return Kept(replace(choice, by_hand=False), (*entries, Entry(0, journal.GONE_ON, None)))
