"""The record as a fold of the lines of the journal, in play, on resuming and in every report alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from signifer_core.dice import Record
from signifer_core.json_values import Json, as_object, as_str
from signifer_core.layout import Zone
from signifer_core.procedure import Roll, Table
from signifer_core.referee import Referee
from signifer_core.twins import is_exchange

from signifer_firmware.storage.store import Entry

from ..game_api.game import AnyBundle, AnyState
from . import dice, journal
from .settings import Settings


@dataclass(frozen=True)
class Recorded:
    """How things stand by the record: the game and its ``table`` (None before one was begun), the ``settings``, the
    dice that fell last (``rolls``, at ``rolled_us``; none once people have gone on) and all of them (``dice``), the
    words of the ``last`` thing decided, and of what may be marked as wrong in the menu (``questioned``: the last as it
    opened), what each player's clock had counted since it was switched on (``spent``, seconds by player; None without),
    and the cards on pads about which people are asked (``silent``)."""

    bundle: AnyBundle
    settings: Settings
    table: Table[AnyState] | None = None
    rolls: tuple[Roll, ...] = ()
    rolled_us: int | None = None
    dice: Record = field(default_factory=Record)
    last: str = ""
    questioned: str = ""
    spent: Mapping[str, Json] | None = None
    silent: frozenset[tuple[str, Zone]] = frozenset()

    @property
    def referee(self) -> Referee[AnyState, object]:
        """The referee of the game."""
        return self.bundle.referee

    def after(self, entry: Entry, games: Mapping[str, AnyBundle]) -> Recorded:
        """How things stand after one more line, of any of ``games``; what goes wrong with it, `journal.understood`
        tells."""
        then = replace(self, dice=dice.kept(self.dice, (entry,)))
        match entry.kind:
            case "begin":
                return then._begun(entry, games)
            case "setting":
                settings = self.settings.kept((entry.body,))
                return replace(then, settings=settings, spent=self.spent if settings.clock else None)
            case "agreement" if entry.body == "open":
                return replace(then, questioned=self.last)
            case journal.QUESTIONED:
                return replace(then, questioned=as_str(entry.body))
            case journal.CLOCK:
                return replace(then, spent=as_object(entry.body))
            case journal.SILENT:
                return replace(then, silent=journal.lying_of(entry.body))
            case journal.TAKEN_UP:  # The table was cleared.
                return replace(then, silent=frozenset())
        if self.table is None:
            return then
        table = journal.after(self.bundle, self.referee, self.table, entry)
        if entry.kind == "roll":
            return replace(then, table=table, rolls=journal.rolls_of(entry.body), rolled_us=entry.at_us)
        said = as_str(entry.body) if entry.kind in journal.DECISIONS else ""
        decided = said and not is_exchange(said)
        # What comes of the dice at once is written after them.
        is_over = entry.kind in ("gesture", "undo", "agreed") and entry.at_us != self.rolled_us
        rolls = () if is_over else self.rolls
        return replace(then, table=table, rolls=rolls, last=said if decided else self.last)

    def _begun(self, entry: Entry, games: Mapping[str, AnyBundle]) -> Recorded:
        """A game goes on with the figures and the languages it was begun with, but for what is chosen in it."""
        body = as_object(entry.body)
        name, corrections = as_str(body["game"]), as_str(body["corrections"])
        bundle = self.bundle
        if (bundle.name, bundle.corrections) != (name, corrections):
            bundle = games[name].corrected(corrections)
        languages = as_object(body.get("languages", {}))
        settings = self.settings.kept(f"language {player} {code}" for player, code in languages.items())
        return Recorded(bundle, settings, journal.begun(bundle, entry), dice=self.dice)
