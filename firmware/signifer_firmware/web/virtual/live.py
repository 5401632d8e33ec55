"""One game at the virtual table in paced time: the firmware on its twins, hands above it, perhaps robots."""

from __future__ import annotations

import dataclasses
import random
from contextlib import suppress
from pathlib import Path

from PIL import Image
from signifer_core.layout import COLUMNS, SIDES, ZONES, Side, Zone
from signifer_core.rules import Verb

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.game_api.game import AnyState
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session.events import News
from signifer_firmware.session.outlook import GAME, Outlook
from signifer_firmware.simulation.robots.wire import enrol
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.storage.store import StoreError
from signifer_firmware.web.game import ROBOT, TWO, WATCH, Choice, Pump, Seat, page_of
from signifer_firmware.web.view.glance import (
    MOST_RECORD,
    MOST_TONES,
    Glance,
    NewsFeed,
    Privacy,
    World,
    packed,
    sound_of,
)
from signifer_firmware.web.view.history import History, Moment, Stood, count_of, outcomes
from signifer_firmware.web.view.undone import Undone

from .drawer import Drawer
from .hands import Hands
from .kept import Kept, lying
from .lesson_files import names, tutorial
from .lessons import Watch, give
from .paced_board import LOOK_US, rest

__all__ = ["ROBOT", "TWO", "WATCH", "Choice", "Live"]

MOST_MOMENTS = 2_000
# For so long a result is to be seen before anybody but people moves on.
RESULT_US = 4_000_000


class Live:
    """The table, its hands and its robots. ``pump`` lets time pass until something holds; close it after the game."""

    def __init__(
        self,
        config: TableConfig,
        folder: Path,
        choice: Choice,
        pump: Pump,
        *,
        kept: Kept | None = None,
        keeps: bool = False,
    ) -> None:
        """``kept`` is a game to go on with, whose journal the store in ``folder`` has; ``keeps`` tells whether games
        are kept when the program ends."""
        self.lesson = Watch(tutorial(choice.game).lesson(choice.lesson)) if choice.lesson else None
        if self.lesson is not None:
            choice = self.lesson.lesson.chosen(choice)
        self.choice, self._keeps = choice, keeps
        self.page = page_of(choice.game)
        self.helping = True
        # Somebody wants done what is told, though helping hands are off or something is refused.
        self.wish = False
        self.power = True
        self.past: list[tuple[int, Glance]] = []
        self._early: tuple[tuple[int, Glance], ...] = ()
        # After the game was decided somebody has looked at what was hidden until then.
        self.looked = False
        games = bundles_of(config)
        bundle = games[choice.game].seating(dict(zip(SIDES, choice.decks, strict=False)))
        if kept is not None and kept.bundle.sitting:
            bundle = kept.bundle
        self._before = History(bundle) if kept is None else History(kept.bundle, kept.entries)
        self.feed = NewsFeed(count=count_of(self._before.entries))
        self.undone = Undone()
        self._pump = pump
        self._rested_us = 0
        # What was decided, and has been left to be seen.
        self._seen: object = None
        self._decks = {name: tuple(each.decks) for name, each in games.items() if each.sitting}
        self.play = self.page.begin(bundle, choice, random.Random(choice.seed))
        script = parse_script(self.play.script, file="page")
        if choice.decks or (kept is not None and bundle.sitting):
            script = dataclasses.replace(script, decks=bundle.sitting)
        self.run = ScriptRun(script, config, folder, self._hear)
        self._order = {card: number for number, card in enumerate(self.run.bundle.cards)}
        self._privacy = Privacy()
        self._pixels: dict[str, tuple[Image.Image, str]] = {}
        if self.play.beside:
            enrol(self.run, self.play.beside)
        if kept is not None:
            self._lay(kept)
        self.run.begin(again=kept is not None)
        if kept is not None and self.state is None:
            self.run.close()
            raise StoreError("the table does not take it up")
        if choice.position:
            world = self.run.table.world
            laid = [(zone, card) for zone in ZONES for card in world.lying(zone)]
            assert self.state is not None
            self.play.stated(self.state, laid)
        if self.lesson is not None:
            give(self.play.piles, self.lesson.lesson.cards)
        self.hands = Hands(self.run, self.play.piles, self.page)
        self.drawer = Drawer(self.run.table)
        self.play.seated(Seat(self.hands, self.people, self._rest, self.pause, pump))
        if kept is not None and kept.places:
            with suppress(ValueError):
                # Who sits down may have begun to deal.
                self.play.piles.restore(kept.places)
            self.play.taken_up()

    def _lay(self, kept: Kept) -> None:
        """Have the cards of ``kept`` where they were, in the world as in the piles."""
        try:
            self.play.piles.restore(kept.places)
        except ValueError:
            table = kept.table()
            self.play.stated(table.state, lying(kept.bundle, table))
        for zone, card in self.play.piles.layout.items():
            self.run.table.world.put(card, zone)

    def _hear(self, news: News) -> None:
        self.feed.hear(news)
        if self.lesson is not None:
            self.lesson.hear(news)

    @property
    def robots(self) -> tuple[str, ...]:
        """The players whose cards robots move."""
        return self.page.modes[self.choice.mode]

    @property
    def people(self) -> tuple[str, ...]:
        """The players whose cards people move."""
        return tuple(player for player in SIDES if player not in self.robots)

    @property
    def viewer(self) -> str:
        """What people at this screen may see: one's own side; all of it where two sit there, or watch robots."""
        return self.people[0] if len(self.people) == 1 else "both"

    @property
    def state(self) -> AnyState | None:
        """What the table believes of the game; None without one."""
        table = self.run.appliance.keeper.table
        return None if table is None else table.state

    @property
    def over(self) -> bool:
        """Whether the game is decided."""
        state = self.state
        return state is not None and self.run.bundle.procedure.rules.outcome(state) is not None

    def stamp(self) -> tuple[object, ...]:
        """All on which a view depends: two moments with equal stamps look alike."""
        keeper, ear = self.run.appliance.keeper, self.run.table.ear
        heard = (0, True) if ear is None else (ear.heard, ear.silent)
        # As text: a picture that was drawn again as it was would be compared pixel by pixel, at each look.
        images = [self.pixels(place) for place in self.run.table.screens]
        return (
            *(keeper.table, keeper.outlook, self.feed.count, heard, images),
            *(self.hands.held, self.helping, self.hands.piles.everything, self._private()),
            *(self.power, tuple(self.drawer.broken.items()), self.play.setting(self.state)),
            *(self.looked, self.play.answer, self.run.appliance.sounds.heard),
            self.lesson and (self.lesson.reached, self.lesson.lost),
            self.run.appliance.pictures.moment,
        )

    def remember(self) -> None:
        """Keep this moment, to look back to: the first one after each line of the record; and see how far a lesson
        is."""
        if self.lesson is not None and self.power:
            self.lesson.look(self.run)
        self.undone.look(self.run.appliance.keeper.table, self.feed.count, self.feed.lines)
        if not self.power or (self.past and self.past[-1][0] == self.feed.count):
            return
        glance = dataclasses.replace(self.glance(), lines=(), tones=(), pixels={}, reads={})
        self.past.append((self.feed.count, glance))
        del self.past[:-MOST_MOMENTS]

    def moment(self, number: int) -> tuple[int, Glance] | None:
        """The moment after line ``number``, or the next one that is known, with its number."""
        if self._before.entries and not self._early:
            self._early = tuple((at, self._before_now(then)) for at, then in self._before.moments)
        return next((moment for moment in (*self._early, *self.past) if moment[0] >= number), None)

    def _before_now(self, then: Moment) -> Glance:
        """A moment that the journal tells, of before the table was switched on: in which piles cards were, nobody knows
        any more."""
        glance = self.glance()
        assert glance.world is not None
        return dataclasses.replace(
            glance,
            bundle=then.bundle,
            table=then.table,
            outlook=then.outlook,
            seen=then.seen,
            lying=then.seen,
            world=dataclasses.replace(glance.world, piles={}, setting=None),
            lines=(),
            tones=(),
            pixels={},
        )

    @property
    def _lines(self) -> tuple[tuple[int, News], ...]:
        """What was told of the game, also before the table was switched on."""
        return (*self._before.lines, *self.feed.lines)[-MOST_RECORD:]

    def _homes(self) -> dict[str, str]:
        """Where cards belong that are to be taken away."""
        told = self.run.appliance.keeper.outlook.corrections
        fixes = [fix for fix in told if fix.verb == Verb.TAKE and not fix.secret]
        homes = ((fix.card, self.hands.home(fix.card)) for fix in fixes)
        return {
            card: str(home) if isinstance(home, Zone) else " ".join(reversed(home))
            for card, home in homes
            if home is not None
        }

    def _private(self) -> frozenset[str]:
        appliance = self.run.appliance
        keeper, rested_since = appliance.keeper, appliance.screens.rested_since
        return self._privacy.players(
            keeper.outlook, self.run.now_us, rested_since, game=keeper.bundle.name, table=keeper.table
        )

    def glance(self) -> Glance:
        """This moment, for views."""
        keeper, ear, piles = self.run.appliance.keeper, self.run.table.ear, self.hands.piles
        tones = (
            [] if ear is None else list(enumerate(ear.tones, ear.heard - len(ear.tones) + 1))[-MOST_TONES:]
        )
        world = World(
            mode=self.choice.mode,
            people=self.people,
            helping=self.helping,
            held=self.hands.held,
            owed={player: self.hands.owed(player) for player in SIDES},
            shuffling=tuple(player for player in self.people if self.hands.shuffles(player)),
            piles={pile: tuple(sorted(piles.cards(*pile), key=self.order)) for pile in self.page.piles},
            astray={player: self.hands.astray(player) for player in self.people},
            power=self.power,
            parts=self.drawer.parts,
            broken=tuple((part, place, kind) for (part, place), kind in self.drawer.broken.items()),
            homes=self._homes(),
            setting=self.play.setting(self.state),
            answer=self.play.answer,
            game=self.choice.game,
            variant=self.choice.variant,
            decks=self._decks,
            sitting=tuple(deck.name for deck in self.run.bundle.sitting.values()),
            lessons={game: names(game) for game in registry.names()},
            lesson=None if self.lesson is None else self.lesson.told,
            keeps=self._keeps,
        )
        moments: list[tuple[int, Stood]] = [*self._before.moments, *self.past]
        return Glance(
            config=self.run.config,
            bundle=keeper.bundle,
            table=keeper.table,
            # A table without power says nothing; its cards lie as they lay.
            outlook=keeper.outlook if self.power else Outlook(),
            seen=keeper.seen,
            lying=piles.layout,
            lines=self._lines,
            tones=tuple(tones),
            pixels={place: self.pixels(place) for place in self.run.table.screens},
            reads={place: self._reading(place) for place in self.run.table.screens},
            private=self._private(),
            world=world,
            past=(moments[0][0], moments[-1][0]) if moments else None,
            sound=sound_of(self.run.appliance.sounds.heard),
            spoken=self.run.appliance.speech.changes,
            opened=self.looked and not self.over,
            outcomes=outcomes(self._lines, moments),
            undone=self.undone.numbers | self._before.undone,
        )

    def order(self, card: str) -> int:
        """The place of ``card`` in a hand that is sorted: as the catalogue lists the cards."""
        return self._order.get(card, len(self._order))

    def pixels(self, place: str) -> str:
        """What a screen's panel shows, from its chip's memory (`packed`); worked out once a picture."""
        image = self.run.table.image(place)
        before = self._pixels.get(place)
        if before is None or before[0] is not image:
            before = (image, packed(image))
            self._pixels[place] = before
        return before[1]

    def _reading(self, place: str) -> str:
        return self.run.appliance.pictures.reading(place) if self.power else ""

    def _rest(self) -> None:
        rest(self.run, self._pump)

    def pause(self, for_us: int) -> None:
        """Let people look."""
        until_us = self.run.now_us + for_us
        self._pump(lambda: self.run.now_us >= until_us)

    def step(self) -> None:
        """What robots and helping hands do by themselves, if it is time."""
        if not self.power:
            return
        self._let_it_be_seen()
        if self.play.plays():
            return
        keeper = self.run.appliance.keeper
        if keeper.outlook.phase != GAME or not self.run.appliance.rested_since(self._rested_us):
            return
        if self._helped() or (self.helping and self.state is not None and self.play.tidied(self.state)):
            return
        # When a lesson is over, robots wait for what is said of it.
        if (self.lesson is None or not self.lesson.reached) and self.play.step():
            self._rested_us = self.run.now_us

    def _let_it_be_seen(self) -> None:
        """What was just decided stays as it lies for a while, unless somebody wants it done."""
        table, bundle = self.run.appliance.keeper.table, self.run.appliance.keeper.bundle
        is_on = table is not None and bundle.name == self.choice.game
        result = self.page.result(bundle, table) if table is not None and is_on else None
        if result is None or result == self._seen:
            self._seen = result
            return
        self._seen = result
        until_us = self.run.now_us + RESULT_US
        self._pump(lambda: self.wish or self.run.now_us >= until_us)

    def _helped(self) -> bool:
        """Whether something was done for people just now: before robots move on."""
        keeper = self.run.appliance.keeper
        if self.wish:
            self.wish = False
            return self.as_told()
        if not self.helping or keeper.outlook.refusals or not self._owed():
            return False
        self.pause(LOOK_US)
        return not self.run.appliance.keeper.outlook.refusals and self.as_told()

    def _owed(self) -> bool:
        """Whether people are asked for something that helping hands can do: never what is to be laid."""
        return any(
            self.hands.chore(player) is not None
            or self.hands.shuffles(player)
            or self.hands.astray(player)
            or any(fix.verb == Verb.TAKE and self.hands.goal(fix) for fix in self.hands.corrections(player))
            for player in self.people
        )

    def as_told(self) -> bool:
        """Do for people all that the table asks for, one after the other; whether there was anything."""
        did = False
        for player in self.people:
            for _ in range(2 * len(COLUMNS) * len(SIDES)):
                if not self.hands.as_told(player):
                    break
                did = True
                self.pause(120_000)
        self._rest()
        self._rested_us = self.run.now_us
        return did

    def speak(self, player: Side, language: str) -> None:
        """The screens of ``player`` speak that language from now on."""
        self.run.appliance.with_keeper(lambda keeper, now_us: keeper.speak(player, language, now_us))

    def switch(self, *, on: bool) -> None:
        """Pull the table's plug, or put it back; nothing if it is so already."""
        if on == self.power:
            return
        self.power = on
        (self.run.power_on if on else self.run.power_off)()

    def close(self) -> None:
        """Let go of pins and files."""
        if self.power:
            self.run.close()
