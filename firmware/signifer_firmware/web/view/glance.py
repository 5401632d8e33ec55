"""A glance at a table: a moment of it, in values that no longer change; another thread may make views of it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from PIL import Image
from signifer_core.json_values import Json
from signifer_core.layout import PAD, SIDES, Layout, Zone
from signifer_core.procedure import Correction, Table
from signifer_drivers.virtual.buzzer import Tone

from signifer_firmware.config.entries import PAGE
from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.game_api.registry import DEFAULT_GAME
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.runtime.sound import Sound
from signifer_firmware.runtime.speech import Change
from signifer_firmware.session.events import News, NewsKind
from signifer_firmware.session.outlook import GAME, Outlook
from signifer_firmware.simulation.piles import Pile
from signifer_firmware.web.game import View, page_of
from signifer_firmware.web.play import Chair

# Lines in a whole picture; and of how many lines, with the moments after them, more is told to who looks back.
MOST_RECORD = 400
MOST_MOMENTS = 2_000
MOST_TONES = 12
FEED_KINDS: tuple[NewsKind, ...] = ("action", "refused", "roll", "fault")
NOBODY_OWES: Mapping[str, int] = dict.fromkeys(SIDES, 0)


@dataclass(frozen=True)
class World:
    """What only a virtual table has: hands with their piles (each in order), robots, helping hands, a pace.

    ``mode`` tells who plays, ``people`` whose cards people move, ``helping`` whom helping hands help; ``held`` are the
    buttons on which fingers are, ``owed`` how many cards each player has to draw, below zero how many they have drawn
    too many; ``to_lay`` how many cards of each hand belong among the discards; ``shuffling`` are those whose discards
    are to be shuffled, ``astray`` each player's cards that belong in another pile. ``power`` tells whether the plug is
    in, ``parts`` what may break, ``broken`` what is (part, place, how); ``homes`` where cards belong that the table
    asks to be taken away; ``setting`` is how a set-up by hand stands, as the game has it, None without one; ``answer``
    is what the robot has said to a wish to overrule the table, a key of the page's words. ``game`` is the one whose
    cards these are, ``variant`` with what it is played. ``decks`` are the names of those that may be played with, by
    game, ``sitting`` red's and blue's. ``lessons`` are the names of those of each game, ``lesson`` is the one that is
    on, as pages are told of it; None without one. Of a moment before the table was switched on there are no ``piles``:
    the game counts them. ``keeps`` tells whether games are kept when the program ends, ``touched``
    whether people have done anything in this one. ``chairs`` are those of people
    who sit at devices of their own, ``agreeing`` the sides where somebody wants to hold both `ok` with the other.
    ``level`` is how well robots play, 0 for rules of thumb; ``thinking`` tells whether one thinks, ``why``
    whether it may be asked why it did what it did last, as the game is over. ``tutor`` is what
    the tutor tells each viewer whom it tells anything; ``tutored`` whether the game was begun with it, ``practice``
    whether anything may be taken back, ``back_to`` the first line to which the game can go back then, None as long as
    there is none.
    """

    mode: str
    people: tuple[str, ...]
    helping: frozenset[str]
    held: frozenset[str]
    owed: Mapping[str, int]
    piles: Mapping[Pile, tuple[str, ...]]
    to_lay: Mapping[str, int] = field(default_factory=lambda: NOBODY_OWES)
    shuffling: tuple[str, ...] = ()
    astray: Mapping[str, tuple[tuple[str, Pile], ...]] = field(default_factory=dict)
    power: bool = True
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    broken: tuple[tuple[str, str, str], ...] = ()
    homes: Mapping[str, str] = field(default_factory=dict)
    setting: object = None
    answer: str = ""
    game: str = DEFAULT_GAME
    variant: str = ""
    decks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sitting: tuple[str, ...] = ()
    lessons: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lesson: View | None = None
    keeps: bool = False
    touched: bool = True
    chairs: tuple[Chair, ...] = ()
    agreeing: frozenset[str] = frozenset()
    level: int = 0
    thinking: bool = False
    why: bool = False
    tutor: Mapping[str, View] = field(default_factory=dict)
    tutored: bool = False
    practice: bool = False
    back_to: int | None = None


@dataclass(frozen=True)
class Glance:
    """``lying`` are the cards in each zone, as the world has them or else as the readers see them; ``lines`` what was
    told, by number; ``tones`` what was heard, the first at the start; ``pixels`` of each screen (`packed`), ``reads``
    what stands there, to be read out; ``private`` are the players whose screen shows what nobody else may read;
    ``past`` are the first and the last line of the record to look back to; ``sound`` is the last sound of the buzzer,
    with its number, ``spoken`` what there was to be said lately; ``opened`` says that a game that was over, with all
    cards open to be looked at, goes on; ``outcomes`` is what came of lines that decided something, by number,
    ``undone`` are the numbers of those that were taken back; ``phones`` are the players whose phone looks on."""

    config: TableConfig
    bundle: AnyBundle
    table: Table[AnyState] | None
    outlook: Outlook
    seen: Layout
    lying: Layout
    lines: tuple[tuple[int, News], ...]
    tones: tuple[tuple[int, Tone], ...]
    pixels: Mapping[str, str]
    private: frozenset[str]
    world: World | None = None
    past: tuple[int, int] | None = None
    sound: tuple[int, str] = (0, "")
    spoken: tuple[Change, ...] = ()
    opened: bool = False
    outcomes: Mapping[int, View] = field(default_factory=dict)
    undone: frozenset[int] = frozenset()
    reads: Mapping[str, str] = field(default_factory=dict)
    phones: frozenset[str] = frozenset()

    @property
    def paged(self) -> frozenset[str]:
        """The players whose own screen is the page's; not where both share one."""
        return frozenset(screen.place for screen in self.config.screens if screen.driver == PAGE)

    def chair(self, viewer: str) -> Chair | None:
        """Where ``viewer`` sits at a device of their own; None for who looks on, or where all are at one screen."""
        chairs = () if self.world is None else self.world.chairs
        return next((chair for chair in chairs if chair.viewer == viewer), None)

    @property
    def whispers(self) -> frozenset[str]:
        """The prompts and refusals of which only their player is told."""
        return whispers_of(self.bundle.name, is_apart=self.world is not None and bool(self.world.chairs))

    @property
    def game(self) -> str:
        """The game of whose cards is told: of those that lie at a virtual table, else of the one that is on."""
        return self.bundle.name if self.world is None else self.world.game

    @property
    def game_table(self) -> Table[AnyState] | None:
        """The game's table, while one is on, and these are its cards."""
        is_on = self.outlook.phase == GAME and self.bundle.name == self.game
        return self.table if is_on else None


def sound_of(heard: tuple[int, Sound | None]) -> tuple[int, str]:
    """A sound as pages know it: "refused", "turn" and so on."""
    return heard[0], heard[1].name.lower() if heard[1] is not None else ""


def covers(game: str, zone: Zone) -> bool:
    """Whether cards lie face down in a zone, for all but its owner: on a pad, in games that hide any."""
    return zone.place == PAD and registry.game(game).traits.hides and not page_of(game).open_pads


def hides(game: str, table: Table[AnyState] | None, fix: Correction) -> bool:
    """Whether a correction is about a card that only its owner may know: one face down that was not shown."""
    shown = frozenset() if table is None else table.held.shown
    return covers(game, fix.zone) and (fix.card, fix.zone) not in shown


def whispers_of(game: str, *, is_apart: bool) -> frozenset[str]:
    """What a game tells one player alone, by keys of prompts and codes of refusals: at devices of their own only."""
    return page_of(game).whispers if is_apart else frozenset()


def whispering(outlook: Outlook, whispers: frozenset[str]) -> frozenset[str]:
    """The players who are asked for what others are not to know, by the keys of such prompts."""
    return frozenset(prompt.player for prompt in outlook.prompts if prompt.key in whispers)


class Privacy:
    """Whose screens show what nobody else may read: until the chips show something else, which takes a moment."""

    def __init__(self) -> None:
        self._hidden: dict[str, int] = {}

    def players(
        self,
        outlook: Outlook,
        now_us: int,
        shown_since: Callable[[int], bool],
        *,
        game: str,
        table: Table[AnyState] | None,
        whispers: frozenset[str] = frozenset(),
    ) -> frozenset[str]:
        """Of these, as things stand in ``game``. ``shown_since`` tells whether all screens show what they should since
        a time; ``whispers`` are the prompts that others are not to read."""
        hidden = {player for player, _ in (*outlook.own, *outlook.codes)} | whispering(outlook, whispers)
        hidden |= {fix.zone.side for fix in outlook.corrections if hides(game, table, fix)}
        self._hidden = {player: at_us for player, at_us in self._hidden.items() if not shown_since(at_us)}
        self._hidden |= dict.fromkeys(hidden, now_us)
        return frozenset(self._hidden)


@dataclass
class NewsFeed:
    """What was told of the game: (number, news), the last MOST_MOMENTS of them."""

    lines: tuple[tuple[int, News], ...] = field(default_factory=tuple)
    count: int = 0

    def hear(self, news: News) -> None:
        """Take down what people may read later."""
        if news.kind not in FEED_KINDS:
            return
        self.count += 1
        self.lines = (*self.lines[-MOST_MOMENTS + 1 :], (self.count, news))


def packed(image: Image.Image) -> str:
    """A screen's pixels: rows from the top, eight pixels a byte, the leftmost in its highest bit; as base64."""
    return b64encode(image.tobytes()).decode()


def in_all(say: Callable[[Words], Json], bundle: AnyBundle | None = None) -> View:
    """``say(words)`` in every language; cards by the figures with which the game of ``bundle`` is played."""
    called = bundle.names if bundle is not None else {}
    return {language: say(words_of(language).calling(called)) for language in LANGUAGES}
