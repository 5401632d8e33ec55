"""One game at the virtual table in paced time: the firmware on its twins, hands above it, perhaps robots."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path

from signifer_core.json_values import Json
from signifer_core.layout import COLUMNS, SIDES, ZONES, Side
from signifer_core.rules import Verb

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.league.names import who_of
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session import journal
from signifer_firmware.session.events import News
from signifer_firmware.session.outlook import GAME
from signifer_firmware.simulation.robots.wire import enrol
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.storage.store import StoreError
from signifer_firmware.web.game import page_of
from signifer_firmware.web.play import ROBOT, TWO, WATCH, Chair, Choice, Pump, Seat
from signifer_firmware.web.view.history import History

from .drawer import Drawer
from .hands import Hands
from .kept import Kept, lying
from .lesson_files import tutorial
from .lessons import Watch, give
from .paced_board import LOOK_US, rest
from .players import named, players_of
from .practice import Practice
from .sight import Sight
from .tutoring import Tutoring

__all__ = ["ROBOT", "TWO", "WATCH", "Choice", "Live"]

# For so long a result is to be seen before anybody but people moves on.
RESULT_US = 4_000_000
# For so long somebody's wish to hold both `ok` waits for the other's.
AGREE_US = 30_000_000
# For so long after hands have moved something nobody thinks, until all of it has been read and drawn; and while a hand
# has a card, which it may forget to lay.
STIR_US, GRIP_US = 400_000, 2_000_000
# So long one that has laid no card meanwhile is not waited for again.
GRIPS_US = 10_000_000


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
        self.choice, self.keeps = choice, keeps
        self.page = page_of(choice.game)
        self._pump = pump
        self._rested_us = 0
        # The sides that helping hands help; and those that want done what they are told, though it is something that
        # they do not help with.
        self.helped = frozenset[str](SIDES)
        self.wishes: set[str] = set()
        # Where people sit who have a device each.
        self.chairs = self.page.chairs(choice.mode) if choice.apart else ()
        # Who wants to hold both `ok`, and until when.
        self._agreeing: dict[Chair, int] = {}
        self._still_until_us = 0  # until when whoever thinks holds still
        self._gripped: dict[str, int] = {}
        # Whether people have done anything in this game, or begun it.
        self.power, self.touched = True, False
        # What was decided, and has been left to be seen.
        self._result: object = None
        games = bundles_of(config)
        self.decks = {name: tuple(each.decks) for name, each in games.items() if each.sitting}
        bundle = games[choice.game].seating(dict(zip(SIDES, choice.decks, strict=False)))
        if kept is not None and kept.bundle.sitting:
            bundle = kept.bundle
        self.sight = Sight(self, History(bundle) if kept is None else History(kept.bundle, kept.entries))
        self.play = self.page.begin(bundle, choice, random.Random(choice.seed))
        self._begin(config, folder, bundle, kept)
        if kept is None and (players := players_of(choice)):
            self.say_who_plays(players)
        self._sit_down(kept)
        self.tutor = Tutoring(self)
        steps = kept.steps if kept is not None else ()
        self.practice = Practice(self, steps) if choice.practice else None
        if kept is not None:
            self.sight.past = [*kept.moments]

    def _begin(self, config: TableConfig, folder: Path, bundle: AnyBundle, kept: Kept | None) -> None:
        """Switch the table on, with the cards of ``bundle``, at the beginning or where ``kept`` stood."""
        script = parse_script(self.play.script, file="page")
        if self.choice.decks or (kept is not None and bundle.sitting):
            script = dataclasses.replace(script, decks=bundle.sitting)
        self.run = ScriptRun(script, config, folder, self._hear)
        self._order = {card: number for number, card in enumerate(self.run.bundle.cards)}
        if self.play.beside:
            enrol(self.run, self.play.beside)
        if kept is not None:
            self._lay(kept)
        self.run.begin(again=kept is not None)
        self._stay()
        self._begun = self.run.appliance.game_number
        if kept is not None and self.state is None:
            self.run.close()
            raise StoreError("the table does not take it up")

    def say_who_plays(self, players: Mapping[str, Json]) -> None:
        """For the league book; and the next game has the same names."""
        self._name(players)
        if self.run.appliance.keeper.session.state.journal:
            self.run.appliance.with_keeper(lambda keeper, now_us: keeper.named(players, now_us))

    def _name(self, players: Mapping[str, Json]) -> None:
        names = {party: who_of(found).name for party, found in players.items()}
        self.choice = dataclasses.replace(self.choice, names=named(self.choice.game, self.choice.mode, names))

    def _take_names_along(self) -> None:
        """Who changes sides in a rematch is called the same there. Where the journal knows of nobody, all stay as they
        are: robots do not change sides."""
        appliance = self.run.appliance
        if self.power and appliance.game_number != self._begun:
            self._begun = appliance.game_number
            if players := journal.players_of(appliance.game_so_far()).get(None):
                self._name(players)

    def _sit_down(self, kept: Kept | None) -> None:
        """Cards come to where they are, and whoever plays has hands."""
        if self.choice.position:
            world = self.run.table.world
            laid = [(zone, card) for zone in ZONES for card in world.lying(zone)]
            assert self.state is not None
            self.play.stated(self.state, laid)
        if self.lesson is not None:
            give(self.play.piles, self.lesson.lesson.cards)
        self.hands = Hands(self.run, self.play.piles, self.page)
        self.drawer = Drawer(self.run.table)
        self.play.seated(
            Seat(self.hands, self.people, self._rest, self.pause, self._pump, self._called, self._oblige)
        )
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
        self.sight.feed.hear(news)
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
        if self.chairs:
            return self.chairs[0].viewer
        return self.people[0] if len(self.people) == 1 else "both"

    @property
    def helping(self) -> bool:
        """Whether helping hands help anybody."""
        return bool(self.helped)

    @helping.setter
    def helping(self, on: bool) -> None:
        self.helped = frozenset(SIDES if on else ())

    @property
    def agreers(self) -> tuple[Chair, ...]:
        """Who wants to hold both `ok`, and waits for the other side."""
        return tuple(chair for chair, until_us in self._agreeing.items() if self.run.now_us < until_us)

    @property
    def agreeing(self) -> frozenset[str]:
        """Their sides."""
        return frozenset(side for chair in self.agreers for side in chair.sides)

    def agreeing_to(self, chair: Chair) -> list[str]:
        """The same for who sits there, whose own side waits only for whoever said so."""
        mine = () if chair in self.agreers else chair.sides
        return sorted(self.agreeing.difference(mine))

    def agrees(self, chair: Chair) -> bool:
        """Who sits there wants to hold both `ok`; whether people of both sides do now."""
        self._agreeing[chair] = self.run.now_us + AGREE_US
        return self.agreeing.issuperset(SIDES)

    def disagrees(self, chair: Chair) -> None:
        """Who sits there wants to hold both `ok` no more."""
        self._agreeing.pop(chair, None)

    def agreed(self) -> None:
        """Both `ok` are held; nobody waits for that any more."""
        self._agreeing.clear()

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

    def order(self, card: str) -> int:
        """The place of ``card`` in a hand that is sorted: as the catalogue lists the cards."""
        return self._order.get(card, len(self._order))

    def _rest(self) -> None:
        rest(self.run, self._pump)

    def pause(self, for_us: int) -> None:
        """Let people look."""
        until_us = self.run.now_us + for_us
        self._pump(lambda: self.run.now_us >= until_us)

    def stir(self, for_us: int = STIR_US) -> None:
        """Hands are at work: for so long tutor and robots think of nothing, and what comes of it is seen at once."""
        self._still_until_us, self.touched = self.run.now_us + for_us, True
        self._hold(still=True)

    def grip(self, whose: str) -> None:
        """A hand of ``whose`` has taken hold of a card; who has `laid` none since the last, is waited for seldom."""
        if self.run.now_us >= self._gripped.get(whose, 0):
            self._gripped[whose] = self.run.now_us + GRIPS_US
            self.stir(GRIP_US)

    def laid(self, whose: str) -> None:
        """A hand of ``whose`` has laid a card."""
        self._gripped.pop(whose, None)

    def _hold(self, *, still: bool) -> None:
        self.tutor.hold(still=still)
        self.play.hold(still=still)

    def _let_think(self) -> None:
        if self.run.now_us >= self._still_until_us:
            self._hold(still=False)

    @property
    def looks(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        """What takes in this moment, and what it does: to look back to, for the tutor, and to go back to. No game
        depends on it."""
        practice = () if self.practice is None else (("remembering the way back", self.practice.look),)
        return (
            ("letting others think", self._let_think),
            ("taking names along", self._take_names_along),
            ("remembering this moment", self.sight.remember),
            ("looking for the tutor", self.tutor.look),
            *practice,
        )

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
        # When a lesson is over, or its aim out of reach, robots wait for what is said of it.
        if (self.lesson is None or not (self.lesson.reached or self.lesson.lost)) and self.play.step():
            self._rested_us = self.run.now_us

    def _let_it_be_seen(self) -> None:
        """What was just decided stays as it lies for a while, unless somebody wants it done."""
        table, bundle = self.run.appliance.keeper.table, self.run.appliance.keeper.bundle
        is_on = table is not None and bundle.name == self.choice.game
        result = self.page.result(bundle, table) if table is not None and is_on else None
        if result is None or result == self._result:
            self._result = result
            return
        self._result = result
        until_us = self.run.now_us + RESULT_US
        self._pump(lambda: bool(self.wishes) or self.run.now_us >= until_us)

    def _helped(self) -> bool:
        """Whether something was done for people just now: before robots move on."""
        keeper = self.run.appliance.keeper
        if self._called():
            return self._oblige()
        if keeper.outlook.refusals or not self._owed():
            return False
        self.pause(LOOK_US)
        return not self.run.appliance.keeper.outlook.refusals and self._as_told(self.helped)

    def _called(self) -> bool:
        """Whether people want done what they are told."""
        return bool(self.wishes)

    def _oblige(self) -> bool:
        """Do so; whether there was anything."""
        wishes, self.wishes = self.wishes, set()
        return self._as_told(wishes)

    def _owed(self) -> bool:
        """Whether people who are helped are asked for something that helping hands can do: never what is to be laid."""
        return any(
            self.hands.chore(player) is not None
            or self.hands.shuffles(player)
            or self.hands.astray(player)
            or any(fix.verb == Verb.TAKE and self.hands.goal(fix) for fix in self.hands.corrections(player))
            for player in self.people
            if player in self.helped
        )

    def _as_told(self, sides: Collection[str]) -> bool:
        """Do for people on ``sides`` all that the table asks for, one after the other; whether there was anything."""
        did = False
        for player in [player for player in self.people if player in sides]:
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

    @property
    def spoken(self) -> dict[Side, str]:
        """The language of each player's screens."""
        language = self.run.appliance.keeper.outlook.settings.language
        return {player: language[player] for player in SIDES}

    def stay_as(self, before: Live) -> None:
        """What goes back in practice is the same table: what people set, broke and saw there does not go back."""
        self.helped, self.sight.looked = before.helped, before.sight.looked
        self.drawer.break_as(before.drawer)
        self.run.appliance.keeper.pairing.stay_as(before.run.appliance.keeper.pairing)
        for player, language in sorted(before.spoken.items() - self.spoken.items()):
            self.speak(player, language)

    def switch(self, *, on: bool) -> None:
        """Pull the table's plug, or put it back; nothing if it is so already."""
        if on == self.power:
            return
        self.power = on
        (self.run.power_on if on else self.run.power_off)()
        if on:
            self._stay()

    def _stay(self) -> None:
        """At devices of their own all stay on their sides in a rematch: those are red's and blue's."""
        self.run.appliance.keeper.session.lifecycle.stays = bool(self.chairs)

    def close(self) -> None:
        """Let go of pins, files and processes."""
        self.play.close()
        self.tutor.close()
        if self.power:
            self.run.close()
