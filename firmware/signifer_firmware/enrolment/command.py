"""The command ``signifer enrol`` by its options: a sitting at a reader, or a look at what is known of tags."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from signifer_core.errors import ConfigError, DriverError, plain
from signifer_drivers.readers.reader import Reader

from signifer_firmware.config.entries import ReaderConfig
from signifer_firmware.config.model import BUNDLED, load_table
from signifer_firmware.devices.build import OneReader, one_pi_reader, one_virtual_reader
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.files.writing import write
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.card_names import CardNames, TagNames, full_id, known_as
from signifer_firmware.game_api.registry import DEFAULT_GAME
from signifer_firmware.game_api.table_decks import catalogues_of
from signifer_firmware.storage.state_folder import STORE, state_folder
from signifer_firmware.storage.store import Store

from . import ndef_text
from .brought import known_decks
from .corrections import Corrections, begun, corrections_by_game, fresh_name
from .decks import Deck, cards_named, deck_of, tags_of, written
from .figures import IN_DECK_FILE, Figures
from .page import Page
from .prompt import Desk, Interrupts, Keyboard, RealDesk, VirtualDesk
from .session import DONE, LEFT, Enrolment, Wishes
from .tag_file import exported, imported, merge
from .tags import TagStore

# Where a service of systemd has its record (StateDirectory=).
SERVICE = Path("/var/lib/signifer")
MOST_NAMED = 4
WARNING = (
    "With text on its tag, any phone that comes near a card reads which one it is, face down, in a hand or in a deck. "
    "The table needs no text. Type yes to write it all the same"
)


@dataclass(frozen=True)
class Order:
    """The options of the command; see its help."""

    deck: str | None = None
    deck_file: str | None = None
    table: str = "standard"
    zone: str | None = None
    cards: tuple[str, ...] = ()
    copies: int = 1
    figures: bool = True
    text: bool = False
    store: Path | None = None
    corrections: Path | None = None
    virtual: bool = False
    seed: int = 0
    yes: bool = False


class Enrol:
    """One call of the command. Each method returns the exit status."""

    def __init__(
        self, order: Order, *, out: TextIO, keys: int, environment: Mapping[str, str] = os.environ
    ) -> None:
        self._order = order
        self._page = Page(out)
        self._out = out
        self._keyboard = Keyboard(keys)
        self._environment = environment
        self._config = load_table(order.table)
        decks, meant = known_decks(self._config, order.deck_file, order.deck)
        self._meant = meant or order.deck
        self._shipped = catalogues_of(decks)
        # Counts may be corrected, but neither games nor decks.
        self._game = deck_of(self._meant or DEFAULT_GAME, self._shipped).catalogue.game
        self._brings_decks = self._game in registry.deck_files()
        if self._brings_decks and order.corrections is not None:
            raise ConfigError([f"--corrections: {IN_DECK_FILE}"])
        corrections = corrections_by_game(self._config, self._shipped, self._game, order.corrections)
        self._corrections = corrections.get(self._game)
        self._catalogues = {
            game: corrections[game].catalogue if game in corrections else catalogue
            for game, catalogue in self._shipped.items()
        }

    @property
    def _deck(self) -> Deck:
        """The deck that is meant, with the cards that the owner has."""
        return deck_of(self._meant or self._game, self._catalogues)

    def _folder(self) -> Path:
        """Where the store is: the folder said, else the service's, else as `signifer run` has it."""
        if self._order.store is None and "STATE_DIRECTORY" not in self._environment and SERVICE.is_dir():
            return SERVICE
        return state_folder(self._order.store, self._environment)

    def _tags(self) -> dict[bytes, str]:
        """What is known, by the ids that the store has; nothing is touched."""
        path = self._folder() / STORE
        try:
            if not path.is_file():
                return {}
            with closing(Store.reading(path)) as store:
                return store.cards()
        except PermissionError:
            raise ConfigError([f"{path}: only root may read it; say it with sudo, or --store DIR"]) from None

    @contextmanager
    def _opened(self, folder: Path, game: str = DEFAULT_GAME) -> Iterator[TagStore]:
        """The store, for this program alone, with cards as ``game`` calls them."""
        try:
            # The service's folder is root's.
            if folder.is_dir():
                os.listdir(folder)
            opened = TagStore(folder / STORE, game, lock=True)
        except PermissionError:
            raise ConfigError(
                [f"{folder}: you may not write there; say it with sudo, or --store DIR"]
            ) from None
        with closing(opened) as store:
            yield store

    # Without a reader

    def listed(self) -> int:
        """Print which tag is on which card."""
        tags = self._tags()
        found = tags_of(self._deck.cards, CardNames(tags, lambda: TagNames(self._game)))
        for card, uids in found.items():
            self._out.write(f"{plain(card):24} {', '.join(written(uid) for uid in uids) or 'no tag'}\n")
        have = sum(bool(uids) for uids in found.values())
        self._out.write(f"{have} of {len(found)} cards of {self._deck.name} have a tag\n")
        for game, catalogue in self._catalogues.items() if self._meant is None else ():
            others = len({full_id(game, card) for card in catalogue} & {*tags.values()})
            if game != self._game and others:
                self._out.write(
                    f"{others} of {len(catalogue)} cards of {game} have a tag: signifer enrol {game} --list\n"
                )
        return DONE

    def export(self, file: Path) -> int:
        """Write which tag is on which card."""
        tags = CardNames(self._tags(), lambda: TagNames(self._game))
        text = exported(self._deck.catalogue, self._deck.cards, tags)
        if str(file) == "-":
            self._out.write(text)
            return DONE
        if file.is_file() and not self._agreed(f"{file} is there already. Write over it?"):
            return LEFT
        write(file, text)
        self._page.line(f"written to {file}")
        return DONE

    def import_(self, file: Path) -> int:
        """Take over what a file says."""
        tags = imported(file, self._catalogues)
        with self._opened(self._folder()) as store:
            found = merge(tags, store.tags)
            for change in found.changes:
                self._page.line(change)
            many = len(found.changes)
            if many and not self._agreed(
                f"{many} thing{'s' * (many > 1)} known so far would change. Write it?"
            ):
                return LEFT
            if found.new or found.forgotten:
                store.change(found.new, found.forgotten)
        self._page.line(f"{len(found.new)} tags are new or changed, {found.kept} were known already")
        return DONE

    def forget(self, what: str) -> int:
        """Forget the tags of a card or of a deck, or one tag."""
        with self._opened(self._folder()) as store:
            known = {**store.tags, **store.replaced}
            uids = [uid for uid in known if written(uid) == what.upper()]
            cards = () if uids else self._cards_meant(what)
            uids = uids or [uid for found in tags_of(cards, known).values() for uid in found]
            if not uids:
                self._page.line(f"{what} has no tag")
                return LEFT
            names = ", ".join(f"{written(uid)} of {known[uid]}" for uid in uids[:MOST_NAMED])
            names += f" and {len(uids) - MOST_NAMED} more" if len(uids) > MOST_NAMED else ""
            if not self._agreed(f"Forget {names}?"):
                return LEFT
            if cards:
                store.forget_all(cards)
            else:
                store.forget(uids[0])
        self._page.line(f"forgotten: {names}")
        return DONE

    def _cards_meant(self, what: str) -> tuple[str, ...]:
        """The cards of a deck of this name, else the card, by the ids that the store has."""
        try:
            deck = deck_of(what, self._catalogues)
            cards = deck.cards
        except ConfigError:
            deck = self._deck_with(what)
            cards = cards_named([what], deck)
        return tuple(full_id(deck.catalogue.game, card) for card in cards)

    def _deck_with(self, card: str) -> Deck:
        """The deck that was said; without one, the game that has such a card."""
        for game in self._catalogues if self._meant is None else ():
            deck = deck_of(game, self._catalogues)
            name = card.removeprefix(f"{game}:")
            if any(name in (each, each.rpartition("/")[2]) for each in deck.cards):
                return deck
        return self._deck

    def _agreed(self, question: str) -> bool:
        """Whether people want it; nobody there is no."""
        if self._order.yes:
            return True
        self._page.ask(f"{question} y: yes. Enter: no")
        agreed = (self._keyboard.line(None) or "").lower() in ("y", "yes")
        if not agreed:
            self._page.line("nothing was changed")
        return agreed

    # At a reader

    def sitting(self) -> int:
        """Enrol cards. KeyboardInterrupt as people end it: what was bound is kept, and they are told."""
        readers = self._readers()
        deck = self._deck
        chosen = cards_named(self._order.cards, deck) if self._order.cards else ()
        wishes = Wishes(
            deck,
            chosen or deck.cards,
            bool(chosen),
            self._order.copies,
            self._order.figures,
            self._order.text,
            self._brings_decks,
        )
        if wishes.text:
            ndef_text.check()
        interrupts = Interrupts()
        with interrupts.heard(), self._place() as folder, self._opened(folder, self._game) as store:
            one, desk = (
                self._virtual(readers, interrupts) if self._order.virtual else self._real(readers, interrupts)
            )
            try:
                if wishes.text and not self._wants_text(one, interrupts):
                    return LEFT
                return self._run(Enrolment(wishes, store, one, desk, self._page, self._figures()))
            finally:
                one.close()

    def _run(self, enrolment: Enrolment) -> int:
        status = LEFT
        try:
            status = enrolment.run()
        finally:
            self._page.line()
            for line in enrolment.summary(is_kept=self._is_kept):
                self._page.line(line)
        return status

    def _readers(self) -> list[ReaderConfig]:
        """The readers at which cards are laid, all of their zone: those said, else of a pad, else of the first zone."""
        readers = self._config.readers
        wanted = self._order.zone
        if wanted is None:
            wanted = next((each.zone for each in readers if each.zone.startswith("pad")), readers[0].zone)
        if found := [reader for reader in readers if wanted in (reader.name, reader.zone)]:
            return found
        places = ", ".join(f'"{reader.name}"' for reader in readers)
        raise ConfigError([f'{self._order.table}: no reader at "{wanted}"; choose one of {places}'])

    @property
    def _is_kept(self) -> bool:
        """Whether tags stay: those of a trial do with --store."""
        return not self._order.virtual or self._order.store is not None

    @contextmanager
    def _place(self) -> Iterator[Path]:
        """Where tags are kept; of a trial without --store, nowhere for long."""
        if self._is_kept:
            yield self._folder()
            return
        with tempfile.TemporaryDirectory(prefix="signifer-") as folder:
            self._page.line("a trial on the virtual table: nothing is kept (with --store DIR it is)")
            self._page.line(
                '"lay" lays the card that is asked for, "lay all" all of them; "put CARD PLACE", "take CARD"'
            )
            yield Path(folder)

    def _real(self, readers: list[ReaderConfig], interrupts: Interrupts) -> tuple[OneReader, Desk]:
        try:
            one = one_pi_reader(self._config, *readers)
        except DriverError as error:
            raise DriverError(f"{error}; to try this without a board: signifer enrol --virtual") from error
        return one, RealDesk(self._keyboard, interrupts)

    def _virtual(self, readers: list[ReaderConfig], interrupts: Interrupts) -> tuple[OneReader, Desk]:
        table = VirtualTable(self._config, self._order.seed)
        for game, catalogue in self._catalogues.items():
            for card in catalogue:
                # As at other virtual tables of this seed, whatever is laid first.
                table.world.tag(known_as(self._game, full_id(game, card)))
        one = one_virtual_reader(self._config, readers[0], table, *readers[1:])
        return one, VirtualDesk(
            table,
            self._config,
            readers[0].zones[0],
            self._keyboard,
            interrupts,
            game=self._deck.catalogue.game,
            wait_us=one.wait_us,
            tell=self._page.warn,
            own_cards=frozenset(self._catalogues[self._game]) if self._brings_decks else frozenset(),
        )

    def _wants_text(self, one: OneReader, interrupts: Interrupts) -> bool:
        if on_nodes := [reader.name for reader in one.readers if not isinstance(reader, Reader)]:
            raise ConfigError(
                [
                    f"--write-text: reader {on_nodes[0]} is on a column node; choose one on the Pi's SPI (--zone)"
                ]
            )
        self._page.ask(WARNING)
        with interrupts.welcome():
            wants = self._keyboard.line(None) == "yes"
        if not wants:
            self._page.line("nothing was done; without --write-text no text is written")
        return wants

    def _figures(self) -> Figures:
        base = self._catalogues[self._game]
        if self._brings_decks:
            return Figures(base, None, self._page, instead=IN_DECK_FILE)
        if self._corrections is not None or self._order.table in BUNDLED:
            return Figures(base, self._corrections, self._page)
        return Figures(
            base,
            None,
            self._page,
            offer=self._offer(),
            begin=self._begin_corrections,
        )

    def _begin_corrections(self) -> Corrections:
        """A file beside the table's, which names it from now on."""
        return begun(self._config, Path(self._order.table), self._shipped[self._game])

    def _offer(self) -> str:
        whose = f" for {self._game}" if self._config.cards.corrections else ""
        none = f"{self._order.table} names no file of corrections{whose}"
        return f"{none}. Name {fresh_name(self._config, self._game)} there, and write it?"


def enrol(
    order: Order,
    *,
    lists: bool = False,
    export: Path | None = None,
    import_: Path | None = None,
    forget: str | None = None,
    out: TextIO | None = None,
    keys: int | None = None,
) -> int:
    """Do what is asked for; the exit status: 0 if all of it was done, 1 if cards were left."""
    named = {"--list": lists, "--export": export, "--import": import_, "--forget": forget}
    wanted = [name for name, value in named.items() if value]
    if len(wanted) > 1:
        raise ConfigError([f"{' and '.join(wanted)}: say one of them"])
    work = Enrol(order, out=out or sys.stdout, keys=sys.stdin.fileno() if keys is None else keys)
    if lists:
        return work.listed()
    if export is not None:
        return work.export(export)
    if import_ is not None:
        return work.import_(import_)
    return work.sitting() if forget is None else work.forget(forget)
