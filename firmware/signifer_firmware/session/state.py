"""The state of a session, which all its modes share: what the record tells, and what nobody records."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace

from signifer_core.layout import PAD, Layout, Side, Zone
from signifer_core.procedure import Table
from signifer_core.referee import Referee

from signifer_firmware.i18n.words import Words, readers_of
from signifer_firmware.storage.store import Entry

from ..game_api.card_names import CardNames
from ..game_api.game import AnyBundle, AnyState
from . import journal
from .events import News, NewsKind, Outgoing, Told
from .observation import Sight
from .outlook import Outlook
from .recorded import Recorded
from .settings import Settings


class State:
    """Beside the table, which is what the record tells: what readers say, and the outlook. ``chosen`` are the settings
    that people have chosen otherwise than the table's own (``settings``); ``tags`` name the card of each tag, by its
    full id, ``replaced`` the one that a tag was on before another replaced it; ``antennas`` the zones of each reader:
    one, or both sides of a column."""

    def __init__(
        self,
        bundle: AnyBundle,
        games: Iterable[AnyBundle],
        *,
        antennas: Mapping[str, tuple[Zone, ...]],
        settings: Settings,
        chosen: Iterable[str],
        tags: Mapping[bytes, str],
        replaced: Mapping[bytes, str],
        rng: random.Random,
    ) -> None:
        self.games = {game.name: game for game in (*games, bundle)}
        self.antennas = antennas
        self.rng = rng
        self.tags, self.replaced = dict(tags), dict(replaced)
        # What holds for a game that begins; one that is taken up may have been begun with other languages.
        self.own_settings = settings.kept(chosen)
        self.recorded = Recorded(bundle, self.own_settings)
        # Of the last game, whether it is on or not.
        self.journal: list[Entry] = []
        self.is_on = False
        self.outlook = Outlook()
        self._words: tuple[Settings, AnyBundle, dict[str, Words]] | None = None
        self._out: list[Outgoing] = []
        self.sight = self.blind()

    # What the record tells

    @property
    def table(self) -> Table[AnyState] | None:
        """The table of the game that is on; None if none is."""
        return self.recorded.table if self.is_on else None

    @property
    def bundle(self) -> AnyBundle:
        """The game that is on, or was the last one."""
        return self.recorded.bundle

    @property
    def referee(self) -> Referee[AnyState, object]:
        """The referee of that game."""
        return self.recorded.referee

    @property
    def settings(self) -> Settings:
        """The settings that hold."""
        return self.recorded.settings

    @property
    def words(self) -> dict[str, Words]:
        """What each player reads, in their language."""
        settings, bundle = self.settings, self.bundle
        if self._words is None or self._words[0] is not settings or self._words[1] is not bundle:
            self._words = settings, bundle, readers_of(settings.language, bundle.names)
        return self._words[2]

    @property
    def is_over(self) -> bool:
        """Whether the game that is on has come to its end."""
        return self.table is not None and self.bundle.procedure.rules.outcome(self.table.state) is not None

    @property
    def has_pads(self) -> bool:
        """Whether this table has places for cards beside its columns."""
        return any(zone.place == PAD for zones in self.antennas.values() for zone in zones)

    # What readers tell

    @property
    def seen(self) -> Layout:
        """What lies where, as far as the readers say."""
        return self.sight.seen

    def blind(self) -> Sight:
        """The sight of a table where nothing was seen yet: cards are called as the game that is on calls them."""
        cards, were = (CardNames(tags, lambda: self.bundle) for tags in (self.tags, self.replaced))
        return Sight(
            self.antennas, cards, lambda card: self.bundle.procedure.side(card), were, self._answerer
        )

    def _answerer(self, zone: Zone) -> Side:
        """Who is asked about silent cards; without a game the side on which they lie."""
        return zone.side if self.table is None else self.bundle.procedure.answerer(self.table, zone)

    # What comes out

    def record(self, *entries: Entry) -> None:
        """Lines of the journal: the table is what they tell from now on."""
        for entry in entries:
            if entry.kind == "begin":
                self.journal.clear()
            if entry.kind == "begin" or self.journal:
                self.journal.append(entry)
            if entry.kind == "setting":
                self.own_settings = self.own_settings.kept((entry.body,))
            self.recorded = self.recorded.after(entry, self.games)
            self.emit(entry)

    def turn_to(self, bundle: AnyBundle) -> None:
        """Another game is to begin: nothing of the one before holds but what people have chosen."""
        self.recorded = Recorded(bundle, self.own_settings)

    def tell(self, at_us: int, kind: NewsKind, what: Mapping[str, Told]) -> None:
        """News."""
        self.emit(News(at_us, kind, what))

    def emit(self, event: Outgoing) -> None:
        """Anything that comes out."""
        self._out.append(event)

    def take_out(self) -> tuple[Outgoing, ...]:
        """Hand over what has come out since the last call."""
        out = tuple(self._out)
        self._out.clear()
        return out

    # What is taken up

    def take_up(self, entries: Iterable[Entry]) -> None:
        """The game that a journal tells is on again. JournalError if it cannot be played again: then none is."""
        self.journal = [*entries]
        recorded, self.is_on = self.recorded, False
        try:
            with journal.understood():
                for entry in self.journal:
                    recorded = recorded.after(entry, self.games)
                if recorded.table is None:
                    raise LookupError("begin")
        except journal.JournalError:
            self.turn_to(self.bundle)
            raise
        self.recorded, self.is_on = recorded, True

    def asked_back(self, missing: Iterable[tuple[str, Zone]], at_us: int) -> None:
        """Cards of the game that is on are to be laid back."""
        assert self.table is not None
        table = replace(self.table, returning=self.table.returning.union(missing))
        self.record(journal.asked_back(table, at_us))
