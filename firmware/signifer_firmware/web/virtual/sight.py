"""What is told of a game at a virtual table: each moment of it, and how it was after each line of the record."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from PIL import Image
from signifer_core.layout import SIDES, Zone
from signifer_core.rules import Verb

from signifer_firmware.game_api import registry
from signifer_firmware.session.events import News
from signifer_firmware.session.outlook import Outlook
from signifer_firmware.texts.reasons import reason_text
from signifer_firmware.web.game import View
from signifer_firmware.web.server.records import RecordKept
from signifer_firmware.web.view.glance import (
    MOST_MOMENTS,
    MOST_RECORD,
    MOST_TONES,
    Glance,
    NewsFeed,
    Privacy,
    World,
    in_all,
    packed,
    sound_of,
    whispers_of,
)
from signifer_firmware.web.view.history import History, Moment, Stood, count_of, near, outcomes, to_look_back
from signifer_firmware.web.view.undone import Undone

from .lesson_files import names

if TYPE_CHECKING:
    from .live import Live


class Sight:
    """What there is to be seen at ``live``; ``before`` is what was played before the table was switched on."""

    def __init__(self, live: Live, before: History) -> None:
        self._live, self._before = live, before
        self.past: list[tuple[int, Glance]] = []
        self._early: tuple[tuple[int, Glance], ...] = ()
        # After the game was decided somebody has looked at what was hidden until then.
        self.looked = False
        self.records = RecordKept()
        self.feed = NewsFeed(count=count_of(before.entries))
        self.undone = Undone()
        self._privacy = Privacy()
        self._pixels: dict[str, tuple[Image.Image, str]] = {}
        self._reasoned: object = None
        self._reason: View = {}

    def stamp(self) -> tuple[object, ...]:
        """All on which a view depends: two moments with equal stamps look alike."""
        live = self._live
        keeper, ear = live.run.appliance.keeper, live.run.table.ear
        heard = (0, True) if ear is None else (ear.heard, ear.silent)
        # As text: a picture that was drawn again as it was would be compared pixel by pixel, at each look.
        images = [self.pixels(place) for place in live.run.table.places]
        return (
            *(keeper.table, keeper.outlook, self.feed.count, heard, images),
            *(live.hands.held, live.helped, live.agreers, live.hands.piles.everything, self._private()),
            *(live.power, tuple(live.drawer.broken.items()), live.play.setting(live.state)),
            *(live.tutor.told, self._back_to, live.touched),
            *(self.looked, live.play.answer, live.play.thinking, live.play.reasoned),
            live.run.appliance.sounds.heard,
            live.lesson and (live.lesson.reached, live.lesson.lost),
            live.run.appliance.pictures.moment,
        )

    def remember(self) -> None:
        """Keep this moment, to look back to: the first one after each line of the record; and see how far a lesson
        is."""
        live = self._live
        if live.lesson is not None and live.power:
            live.lesson.look(live.run)
        self.undone.look(live.run.appliance.keeper.table, self.feed.count, self.feed.lines)
        if not live.power or (self.past and self.past[-1][0] == self.feed.count):
            return
        glance = self.glance()
        table = to_look_back(glance.table)
        glance = dataclasses.replace(glance, table=table, lines=(), tones=(), pixels={}, reads={})
        self.past.append((self.feed.count, glance))
        del self.past[:-MOST_MOMENTS]

    def moment(self, number: int) -> tuple[int, Glance] | None:
        """The moment after line ``number``, or the next one that is known, with its number."""
        if self._before.entries and not self._early:
            self._early = tuple((at, self._before_now(then)) for at, then in self._before.moments)
        known = sorted((dict(self._early) | dict(self.past)).items())
        return next((moment for moment in known if moment[0] >= number), None)

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

    def near(self, number: int) -> Glance:
        """What was done around line ``number``, as things stand."""
        return near(number, self.glance(), self._lines, self._moments)

    @property
    def _lines(self) -> tuple[tuple[int, News], ...]:
        """What was told of the game, also before the table was switched on."""
        return (*self._before.lines, *self.feed.lines)

    @property
    def _moments(self) -> list[tuple[int, Stood]]:
        return [*self._before.moments, *self.past]

    @property
    def lines(self) -> tuple[tuple[int, News], ...]:
        """The last of them."""
        return self._lines[-MOST_RECORD:]

    @property
    def taken_back(self) -> frozenset[int]:
        """The lines of it that were taken back."""
        return self.undone.numbers | self._before.undone

    def _homes(self) -> dict[str, str]:
        """Where cards belong that are to be taken away."""
        live = self._live
        told = live.run.appliance.keeper.outlook.corrections
        fixes = [fix for fix in told if fix.verb == Verb.TAKE and not fix.secret]
        homes = ((fix.card, live.hands.home(fix.card)) for fix in fixes)
        return {
            card: str(home) if isinstance(home, Zone) else " ".join(reversed(home))
            for card, home in homes
            if home is not None
        }

    def _private(self) -> frozenset[str]:
        live = self._live
        appliance = live.run.appliance
        keeper, rested_since = appliance.keeper, appliance.screens.rested_since
        return self._privacy.players(
            *(keeper.outlook, live.run.now_us, rested_since),
            game=keeper.bundle.name,
            table=keeper.table,
            whispers=whispers_of(keeper.bundle.name, is_apart=bool(live.chairs)),
        )

    @property
    def _back_to(self) -> int | None:
        """The first line to which the game can go back, in practice."""
        practice = self._live.practice
        return None if practice is None else practice.first

    @property
    def why(self) -> View:
        """Why a robot did what it did last, by language; empty as long as the game is on: it tells of a hand."""
        live, thought = self._live, self._live.play.reasoned
        if thought is None or not live.over:
            return {}
        if thought is not self._reasoned:
            bundle = live.run.appliance.keeper.bundle
            written = bundle.procedure.rules.notation.write
            self._reasoned = thought
            self._reason = in_all(lambda words: reason_text(thought, written, words, bundle.name), bundle)
        return self._reason

    def glance(self) -> Glance:
        """This moment, for views."""
        live, moments = self._live, self._moments
        keeper, ear = live.run.appliance.keeper, live.run.table.ear
        tones = (
            [] if ear is None else list(enumerate(ear.tones, ear.heard - len(ear.tones) + 1))[-MOST_TONES:]
        )
        return Glance(
            config=live.run.config,
            bundle=keeper.bundle,
            table=keeper.table,
            # A table without power says nothing; its cards lie as they lay.
            outlook=keeper.outlook if live.power else Outlook(),
            seen=keeper.seen,
            lying=live.hands.piles.layout,
            lines=self.lines,
            tones=tuple(tones),
            pixels={place: self.pixels(place) for place in live.run.table.places},
            reads={place: self._reading(place) for place in live.run.table.places},
            private=self._private(),
            world=self._world(),
            past=(moments[0][0], moments[-1][0]) if moments else None,
            sound=sound_of(live.run.appliance.sounds.heard),
            spoken=live.run.appliance.speech.changes,
            opened=self.looked and not live.over,
            outcomes=outcomes(self.lines, moments),
            undone=self.taken_back,
        )

    def _world(self) -> World:
        """What only a virtual table has, at this moment."""
        live, piles = self._live, self._live.hands.piles
        return World(
            mode=live.choice.mode,
            people=live.people,
            helping=live.helped,
            held=live.hands.held,
            owed={player: live.hands.owed(player) for player in SIDES},
            to_lay={player: live.hands.to_lay(player) for player in SIDES},
            shuffling=tuple(player for player in live.people if live.hands.shuffles(player)),
            piles={pile: tuple(sorted(piles.cards(*pile), key=live.order)) for pile in live.page.piles},
            astray={player: live.hands.astray(player) for player in live.people},
            power=live.power,
            parts=live.drawer.parts,
            broken=tuple((part, place, kind) for (part, place), kind in live.drawer.broken.items()),
            homes=self._homes(),
            setting=live.play.setting(live.state),
            answer=live.play.answer,
            game=live.choice.game,
            variant=live.choice.variant,
            decks=live.decks,
            sitting=tuple(deck.name for deck in live.run.bundle.sitting.values()),
            lessons={game: names(game) for game in registry.names()},
            lesson=None if live.lesson is None else live.lesson.told,
            keeps=live.keeps,
            touched=live.touched,
            chairs=live.chairs,
            agreeing=live.agreeing,
            level=live.choice.level,
            thinking=live.play.thinking,
            why=bool(self.why),
            tutor=live.tutor.told,
            tutored=live.choice.tutor,
            practice=live.choice.practice,
            back_to=self._back_to,
        )

    def pixels(self, place: str) -> str:
        """What a screen's panel shows, from its chip's memory (`packed`); worked out once a picture."""
        live = self._live
        image = live.run.table.image(place)
        before = self._pixels.get(place)
        if before is None or before[0] is not image:
            before = (image, packed(image))
            self._pixels[place] = before
        return before[1]

    def _reading(self, place: str) -> str:
        live = self._live
        return live.run.appliance.pictures.reading(place) if live.power else ""
