"""Lessons at the virtual table: each is a position, an aim that is recognised by what holds and has happened there, and
nothing that has to be done in one way only. They are made of data (``static/learn/<game>/``, `lesson_files`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

from signifer_core.errors import ConfigError
from signifer_core.layout import SIDES, Zone
from signifer_core.rules import Refusal

from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.game import Script
from signifer_firmware.session.events import News
from signifer_firmware.session.outlook import GAME
from signifer_firmware.simulation.expectations import Expectations
from signifer_firmware.simulation.piles import BOTTOM, DECK, Pile, Piles
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.web.game import View
from signifer_firmware.web.play import Choice
from signifer_firmware.web.view.undone import Undone

THEN = " then "


@dataclass(frozen=True)
class Condition:
    """What a script may expect of a table; ``negated``, that it is not so."""

    expect: ex.Expect
    negated: bool = False

    def holds(self, run: ScriptRun) -> bool:
        """Whether it is so now."""
        held, _, _ = Expectations(run).check(self.expect)
        return held != self.negated


@dataclass(frozen=True)
class Lesson:
    """One step of a tutorial.

    ``script`` is a table script: what it says before play is the position, the rest one way to the aim. ``cards`` are
    those that have to be in piles that no reader sees, of a deck the first one on top. The aim is reached once
    everything in ``seen`` has happened and was not taken back (patterns of "PLAYER ACTION" or "PLAYER refused CODE",
    with THEN between those that follow one another) and all of ``goal`` holds; it is out of reach while any of ``lost``
    holds, or an action of ``unless`` stands. ``ways`` are more ways to it, ``wrong`` such that do not lead there.
    """

    game: str
    name: str
    mode: str
    script: Script
    goal: tuple[Condition, ...]
    seen: tuple[str, ...] = ()
    lost: tuple[Condition, ...] = ()
    unless: tuple[str, ...] = ()
    cards: Mapping[Pile, tuple[str, ...]] = field(default_factory=dict)
    ways: tuple[tuple[st.Statement, ...], ...] = ()
    wrong: tuple[tuple[st.Statement, ...], ...] = ()

    @property
    def seed(self) -> int:
        """The seed of all chance in it: whoever begins again meets the same."""
        return next((said.number for said in self.script.statements if isinstance(said, st.Seed)), 0)

    @property
    def position(self) -> tuple[str, ...]:
        """The statements that set the table up, as they are written."""
        apart = (st.Game, st.Seed, st.Language, st.Deck)
        return tuple(
            said.text
            for said in self.script.statements
            if isinstance(said, st.Preparation) and not isinstance(said, apart)
        )

    def chosen(self, choice: Choice) -> Choice:
        """What is begun with, for whoever has chosen this lesson: it says itself how, and who plays."""
        return replace(
            choice,
            mode=self.mode,
            by_hand=False,
            variant="",
            decks=tuple(self.script.decks[side].name for side in SIDES if side in self.script.decks),
            seed=self.seed,
            level=0,
            position=self.position,
        )

    @property
    def solution(self) -> tuple[st.Statement, ...]:
        """One way to the aim."""
        return tuple(said for said in self.script.statements if not isinstance(said, st.Preparation))


@dataclass(frozen=True)
class Tutorial:
    """The lessons of a game, in their order."""

    lessons: tuple[Lesson, ...]

    def lesson(self, name: str) -> Lesson:
        """A lesson by its name; KeyError if there is none."""
        return {lesson.name: lesson for lesson in self.lessons}[name]


class Watch:
    """Watches a lesson at the table of ``run``: whether its aim is reached, or out of reach for the moment."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.reached = self.lost = False
        self._refused: list[str] = []
        self._done: list[tuple[int, News]] = []
        self._undone = Undone()

    def hear(self, news: News) -> None:
        """Take down what happens."""
        match news.what:
            case {"refusal": Refusal() as refusal} if news.kind == "refused":
                self._refused.append(f"{refusal.player} refused {refusal.code}")
            case {"player": str(), "text": str()} if news.kind == "action":
                self._done.append((len(self._done) + 1, news))

    def look(self, run: ScriptRun) -> None:
        """Look at the table again. What is reached stays reached, whatever is done then."""
        lesson, keeper = self.lesson, run.appliance.keeper
        self._undone.look(keeper.table, len(self._done), self._done)
        if self.reached or keeper.outlook.phase != GAME:
            return
        standing = self._standing
        left = any(_happened(standing, each) for each in lesson.unless)
        happened = all(_happened(self._refused + standing, each) for each in lesson.seen)
        self.reached = not left and happened and all(each.holds(run) for each in lesson.goal)
        self.lost = not self.reached and (left or any(each.holds(run) for each in lesson.lost))

    @property
    def _standing(self) -> list[str]:
        """What was done, in its order, and nobody has taken back."""
        standing = (news.what for number, news in self._done if number not in self._undone.numbers)
        return [f"{what['player']} {what['text']}" for what in standing]

    @property
    def told(self) -> View:
        """What pages are told of it."""
        return {"name": self.lesson.name, "reached": self.reached, "lost": self.lost}


def _happened(told: Iterable[str], pattern: str) -> bool:
    """Whether that is among what is told, or one after the other, with others between them."""
    left = iter(told)
    return all(any(fnmatchcase(each, part) for each in left) for part in pattern.split(THEN))


def give(piles: Piles, cards: Mapping[Pile, Iterable[str]]) -> None:
    """Have these cards in these piles, each in exchange for another one there, so that their numbers stay; of a deck
    the first one comes on top. ConfigError where a pile has no room for them."""
    wanted = {pile: tuple(named) for pile, named in cards.items()}
    named = {card for each in wanted.values() for card in each}
    for pile, each in wanted.items():
        for card in reversed(each):
            where = piles.where(card)
            spare = sorted(piles.cards(*pile) - named)
            if where != pile:
                if not spare or where is None or isinstance(where, Zone):
                    raise ConfigError(
                        [f"{' '.join(reversed(pile))}: no room for {card}; count more cards there"]
                    )
                # At the bottom: what is on top of a deck may be named, too.
                piles.take(spare[0], (where[0], BOTTOM) if where[1] == DECK else where)
            piles.take(card, pile)
